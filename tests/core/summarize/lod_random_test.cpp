// Levels of detail against brute force over thousands of small random rows: slices of length 0, gaps and durations of every
// size, times near the ends of what 64 bits hold, windows from everything down to columns below a picosecond.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/summarize/lod_find.h"

namespace lod_random_test {
using namespace weir;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

struct Drawn {
  bool occupied = false;
  std::array<double, kActivities> busy{};
  std::uint64_t count = 0;
  [[nodiscard]] double total() const {
    double s = 0;
    for (const double v : busy) s += v;
    return s;
  }
};

class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed) : random_(seed, 1) {
    auto made = std::make_shared<weir::Run>();
    const auto where = random_.below(6);
    decades_ = 1 + static_cast<int>(random_.below(where == 0 ? 15 : 10));
    const auto rows = 1 + random_.below(3);
    const bool flat = random_.below(4) == 0;  // rows in one track, or a track each
    for (std::uint64_t r = 0; r < rows; ++r) {
      const SliceIndex first = made->slices.size();
      // Far below, around 0, or so late that the last end is the last time there is.
      std::int64_t t = where == 1 ? kLeast : where == 2 ? -step() : where == 3 ? kMost - 5'000'000'000'000'000 : 0;
      const auto n = 1 + random_.below(random_.below(10) == 0 ? 400 : 40);
      for (std::uint64_t i = 0; i < n; ++i) {
        const auto gap = random_.below(3) == 0 ? 0 : random_.below(6) == 0 ? step() : static_cast<std::int64_t>(random_.below(20));
        const auto d = random_.below(4) == 0 ? 0 : random_.below(4) == 0 ? 1 : step();
        if (t > 0 && (gap > kMost - t || d > kMost - t - gap)) break;
        made->slices.start.push_back(t + gap);
        made->slices.duration.push_back(d);
        made->slices.activity.push_back(static_cast<Activity>(random_.below(random_.below(2) == 0 ? 2 : 7)));  // no annotations
        made->slices.name.push_back(0);
        t += gap + d;
      }
      if (where == 3 && made->slices.size() > first) made->slices.duration.back() = kMost - made->slices.start.back();
      if (r == 0 || !flat) {
        Track track;
        track.rank = static_cast<std::int32_t>(r % 2);
        track.firstRow = static_cast<std::uint32_t>(r);
        made->tracks.push_back(track);
      }
      ++made->tracks.back().rowCount;
      made->rows.push_back({static_cast<TrackIndex>(made->tracks.size() - 1), made->tracks.back().rowCount - 1, first, made->slices.size()});
    }
    for (SliceIndex i = 0; i < made->slices.size(); ++i) {
      made->span_.first = i == 0 ? made->slices.start[i] : std::min(made->span_.first, made->slices.start[i]);
      made->span_.second = i == 0 ? made->slices.endOf(i) : std::max(made->span_.second, made->slices.endOf(i));
    }
    run = made;
  }

  // The whole, parts of it around a slice down to a picosecond, and a window with a border on an event.
  LodWindow window(std::uint64_t k) {
    const auto [lo, hi] = run->span();
    const int width = static_cast<int>(1 + random_.below(k % 3 == 0 ? 8 : 300));
    if (k == 0) return {lo, hi > lo ? hi : lo < kMost ? lo + 1 : lo, width};
    if (k == 1) return {kLeast, kMost, width};
    const SliceIndex i = random_.below(run->slices.size());
    const std::int64_t at = random_.below(2) == 0 ? run->slices.start[i] : run->slices.endOf(i);
    const double all = static_cast<double>(hi) - static_cast<double>(lo) + 2;
    const auto span = static_cast<std::int64_t>(std::min(std::pow(all, random_.uniform()), 9e18)) + (k == 2 ? 0 : 1);
    const auto before = k % 4 == 0 ? 0 : static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(span) + 1));
    const std::int64_t from = at > kLeast + before ? at - before : kLeast;
    return {from < kMost ? from : kMost - 1, span < kMost - std::max<std::int64_t>(from, 0) ? std::max(from + span, from + 1) : kMost, width};
  }

  // The definition, slice by slice.
  void add(const Row& row, const LodWindow& w, std::vector<Drawn>& out) const {
    out.resize(static_cast<std::size_t>(w.width));
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      const std::int64_t s = run->slices.start[i];
      const std::int64_t e = run->slices.endOf(i);
      if (s >= w.to || e < w.from || (e == w.from && e > s)) continue;
      const double xs = s > w.from ? w.x(s) : 0;
      const double xe = e < w.to ? w.x(e) : w.width;
      const int c0 = std::min(static_cast<int>(xs), w.width - 1);
      const int c1 = std::max(c0 + 1, static_cast<int>(std::ceil(xe)));
      for (int c = c0; c < std::min(c1, w.width); ++c) {
        Drawn& d = out[static_cast<std::size_t>(c)];
        d.occupied = true;
        ++d.count;
        d.busy[static_cast<std::size_t>(run->slices.activity[i])] += std::max(std::min<double>(xe, c + 1) - std::max<double>(xs, c), 0.0);
      }
    }
  }

  std::shared_ptr<const weir::Run> run;

 private:
  std::int64_t step() { return static_cast<std::int64_t>(std::pow(10.0, random_.uniform() * decades_)); }
  Random random_;
  int decades_ = 1;
};

std::vector<bool> occupied(const std::vector<LodSpan>& spans, int width) {
  std::vector<bool> out(static_cast<std::size_t>(width), false);
  int last = 0;
  for (const LodSpan& s : spans) {
    EXPECT_LE(last, s.x0);
    EXPECT_LT(s.x0, s.x1);
    EXPECT_LE(s.x1, width);
    last = s.x1;
    for (int c = s.x0; c < std::min(s.x1, width); ++c) out[static_cast<std::size_t>(c)] = true;
  }
  return out;
}

}  // namespace

TEST(LodRandom, RowsEqualBruteForce) {
  std::uint64_t compared = 0;
  std::uint64_t merged = 0;
  std::vector<LodSpan> spans;
  const LodScratch scratch;  // of one run and window after the other: each must leave it empty
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    RandomRun random(seed);
    const LodPtr lod = Lod::build(random.run, {}).value();
    for (std::uint64_t k = 0; k < 12; ++k) {
      const LodWindow w = random.window(k);
      if (w.to <= w.from) continue;
      const LodColumns columns(w);
      for (std::uint32_t r = 0; r < random.run->rows.size(); ++r) {
        lod->row(r, columns, scratch, spans);
        std::vector<Drawn> expected;
        random.add(random.run->rows[r], w, expected);
        const auto drawn = occupied(spans, w.width);
        for (std::size_t c = 0; c < expected.size(); ++c)
          ASSERT_EQ(drawn[c], expected[c].occupied) << "seed " << seed << " row " << r << " column " << c << " of " << w.width << " in [" << w.from << ", " << w.to << ")";
        for (const LodSpan& s : spans) {
          double total = 0;
          std::array<double, kActivities> busy{};
          for (int c = s.x0; c < s.x1; ++c) {
            total += expected[static_cast<std::size_t>(c)].total();
            for (std::size_t a = 0; a < busy.size(); ++a) busy[a] += expected[static_cast<std::size_t>(c)].busy[a];
          }
          // A quarter for a column, as lod.h says; of columns joined, a quarter at either end.
          const double most = s.x1 == s.x0 + 1 ? 0.25 : 0.5 / (s.x1 - s.x0);
          ASSERT_NEAR(s.coverage, total / (s.x1 - s.x0), most + 1e-3) << "seed " << seed << " row " << r << " column " << s.x0;
          if (s.slice != kNoSlice) {
            ASSERT_EQ(s.activity, random.run->slices.activity[s.slice]);
            ASSERT_LE(random.run->rows[r].begin, s.slice);
            ASSERT_LT(s.slice, random.run->rows[r].end);
          } else if (s.x1 == s.x0 + 1) {
            ASSERT_GE(busy[static_cast<std::size_t>(s.activity)], *std::max_element(busy.begin(), busy.end()) - 0.251) << "seed " << seed;
            ++merged;
          }
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 150'000U);
  EXPECT_GT(merged, 5'000U);
}

TEST(LodRandom, GroupsOccupyWhatTheirRowsDo) {
  std::vector<LodSpan> spans;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    RandomRun random(seed);
    const LodPtr lod = Lod::build(random.run, {}).value();
    for (std::uint64_t k = 0; k < 8; ++k) {
      const LodWindow w = random.window(k);
      if (w.to <= w.from) continue;
      for (std::uint32_t g = 0; g < lod->groups().size(); ++g) {
        const LodGroup& group = lod->groups()[g];
        std::vector<Drawn> expected(static_cast<std::size_t>(w.width));
        for (const Row& row : random.run->rows) {
          const bool in = group.kind == LodGroup::Kind::Run || (group.kind == LodGroup::Kind::Track ? group.track == row.track
                                                                                                       : group.rank == random.run->tracks[row.track].rank);
          if (in) random.add(row, w, expected);
        }
        lod->group(g, w, spans);
        const auto drawn = occupied(spans, w.width);
        for (std::size_t c = 0; c < expected.size(); ++c)
          ASSERT_EQ(drawn[c], expected[c].occupied) << "seed " << seed << " group " << g << " column " << c << " of " << w.width << " in [" << w.from << ", " << w.to << ")";
      }
    }
  }
}

TEST(LodRandom, HitsOccupyWhatTheyDo) {
  std::vector<LodSpan> spans;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    RandomRun random(seed);
    const LodPtr lod = Lod::build(random.run, {}).value();
    const std::uint64_t n = random.run->slices.size();
    Random pick(seed, 2);
    const std::uint64_t share = 1 + pick.below(20);
    HitSet hits(n);
    std::vector<SliceIndex> in;
    for (std::uint64_t w = 0; w * 64 < n; ++w) {
      std::uint64_t bits = 0;
      for (SliceIndex i = w * 64; i < std::min(n, w * 64 + 64); ++i)
        if (pick.below(share) == 0) {
          bits |= std::uint64_t{1} << (i & 63);
          in.push_back(i);
        }
      hits.put(w, bits);
    }
    ASSERT_EQ(hits.size(), in.size());
    for (std::uint64_t k = 0; k < 8; ++k) {
      const LodWindow w = random.window(k);
      if (w.to <= w.from) continue;
      for (std::uint32_t r = 0; r < random.run->rows.size(); ++r) {
        const Row& row = random.run->rows[r];
        std::vector<Drawn> expected(static_cast<std::size_t>(w.width));
        for (const SliceIndex i : in)
          if (i >= row.begin && i < row.end) random.add({row.track, row.depth, i, i + 1}, w, expected);
        lod->hits(r, LodColumns(w), hits, spans);
        const auto drawn = occupied(spans, w.width);
        for (std::size_t c = 0; c < expected.size(); ++c)
          ASSERT_EQ(drawn[c], expected[c].occupied) << "seed " << seed << " row " << r << " column " << c << " of " << w.width << " in [" << w.from << ", " << w.to << ")";
        for (const LodSpan& s : spans) ASSERT_TRUE(hits.has(s.slice));
      }
    }
  }
}

TEST(HitSet, EqualsAListOfNumbers) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed, 1);
    const std::uint64_t n = 1 + random.below(seed % 3 == 0 ? 3'000'000 : 700);
    const std::uint64_t every = seed % 2 == 0 ? 3 : 1 + random.below(n);
    HitSet hits(n);
    std::vector<SliceIndex> in;
    for (std::uint64_t w = 0; w * 64 < n; ++w) {
      std::uint64_t bits = 0;
      for (SliceIndex i = w * 64; i < std::min(n, w * 64 + 64); ++i)
        if (i % every == every / 2) {
          bits |= std::uint64_t{1} << (i & 63);
          in.push_back(i);
        }
      hits.put(w, bits);
    }
    ASSERT_EQ(hits.size(), in.size());
    for (int k = 0; k < 300; ++k) {
      const SliceIndex a = random.below(n + 1);
      const SliceIndex b = a + random.below(n + 1 - a);
      const auto first = std::lower_bound(in.begin(), in.end(), a);
      const auto last = std::lower_bound(in.begin(), in.end(), b);
      ASSERT_EQ(hits.next(a), first == in.end() ? kNoSlice : *first) << seed << " " << a;
      ASSERT_EQ(hits.lastBefore(a), first == in.begin() ? kNoSlice : *std::prev(first)) << seed << " " << a;
      ASSERT_EQ(hits.before(a), static_cast<std::uint64_t>(first - in.begin())) << seed << " " << a;
      ASSERT_EQ(hits.any(a, b), first != last) << seed << " " << a << " " << b;
      ASSERT_EQ(a < n && hits.has(a), first != in.end() && *first == a);
    }
  }
}

// A search done in small steps finds what one does that is done at once, however much of it is names.
TEST(NameSearch, StepsOfAnySizeFindTheSame) {
  auto run = std::make_shared<weir::Run>();
  Random random(5, 1);
  std::vector<NameId> names;
  for (int i = 0; i < 3000; ++i) names.push_back(run->names.intern((i % 7 == 0 ? "ncclKernel " : "gemm ") + std::to_string(i)));
  std::vector<SliceIndex> expected;
  for (SliceIndex i = 0; i < 50'000; ++i) {
    const auto k = random.below(names.size());
    run->slices.name.push_back(names[k]);
    run->slices.start.push_back(static_cast<std::int64_t>(i));
    run->slices.duration.push_back(1);
    run->slices.activity.push_back(Activity::Compute);
    if (k % 7 == 0) expected.push_back(i);
  }
  for (const std::uint64_t step : {1U, 63U, 1000U, 1'000'000U}) {
    NameSearch search(run, "NCCL");
    std::uint64_t steps = 0;
    while (!search.advance(step)) ASSERT_LT(++steps, 10'000'000U);
    ASSERT_EQ(search.hits().size(), expected.size()) << step;
    for (const SliceIndex i : expected) ASSERT_TRUE(search.hits().has(i));
  }
}

// A lone picosecond beside a block of a million slices, and alone at either edge of the window.
TEST(LodRandom, ALoneEventBesideADenseBlock) {
  auto run = std::make_shared<weir::Run>();
  Track track;
  track.rowCount = 1;
  run->tracks.push_back(track);
  const auto add = [&](std::int64_t start, std::int64_t d) {
    run->slices.start.push_back(start);
    run->slices.duration.push_back(d);
    run->slices.activity.push_back(Activity::Compute);
    run->slices.name.push_back(0);
  };
  constexpr std::int64_t dense = 100'000;
  add(0, 0);
  for (std::int64_t i = 0; i < dense; ++i) add(1'000'000'000 + i * 10, 9);
  constexpr std::int64_t alone = 1'000'000'000 + dense * 10 + 5'000;
  add(alone, 1);
  constexpr std::int64_t last = 4'000'000'000;
  add(last, 0);
  run->rows.push_back({0, 0, 0, run->slices.size()});
  run->span_ = {0, last};
  const LodPtr lod = Lod::build(run, {}).value();
  std::vector<LodSpan> spans;
  for (const int width : {640, 1920, 3840}) {
    for (std::int64_t to : {last + 1, alone + 1, alone + 100'000}) {
      const LodWindow w{0, to, width};
      for (const bool minimap : {false, true}) {
        if (minimap) lod->group(0, w, spans);
        else lod->row(0, w, spans);
        const auto drawn = occupied(spans, width);
        EXPECT_TRUE(drawn[0]);
        EXPECT_TRUE(drawn[static_cast<std::size_t>(std::min(w.x(alone), width - 1.0))]) << width << " columns to " << to;
        if (to > last) {
          EXPECT_TRUE(drawn[static_cast<std::size_t>(width) - 1]);
        }
      }
    }
    // Alone in the window, at its first and at its last picosecond.
    lod->row(0, {alone, alone + 1'000'000, width}, spans);
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_EQ(spans[0].x0, 0);
    lod->row(0, {alone - 4'000, alone + 1, width}, spans);
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_EQ(spans[0].x1, width);
    EXPECT_EQ(spans[0].x0, width - 1);
  }
}

}  // namespace lod_random_test
