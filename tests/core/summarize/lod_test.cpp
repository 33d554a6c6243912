#include "core/summarize/lod.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/run/builder.h"
#include "core/summarize/lod_find.h"

namespace lod_test {
using namespace weir;

namespace {

RunPtr oneRow(const std::vector<std::tuple<std::int64_t, std::int64_t, Activity>>& slices) {
  RunBuilder b("test", Truth::Measured);
  Track t;
  t.rank = 0;
  const TrackIndex track = b.track(t);
  for (const auto& [start, duration, activity] : slices)
    b.slice({.track = track, .start = start, .duration = duration, .name = b.intern("k"), .category = 0, .activity = activity, .args = {}});
  return std::make_shared<const weir::Run>(b.build());
}

// Nested and overflowing slices on a few tracks: gaps of every size, many of length 0, bursts of tiny ones.
RunPtr randomRun(std::uint64_t seed, int slices) {
  Random random(seed, 1);
  RunBuilder b("test", Truth::Measured);
  std::vector<NameId> names;
  for (const char* n : {"ncclDevKernel_AllReduce", "aten::mm", "gemm", "cudaLaunchKernel", "Memcpy HtoD"}) names.push_back(b.intern(n));
  std::vector<TrackIndex> tracks;
  for (int i = 0; i < 4; ++i) {
    Track t;
    t.rank = i / 2;
    t.process = b.intern(i % 2 == 0 ? "python" : "GPU 0");
    t.kind = i % 2 == 0 ? TrackKind::Thread : TrackKind::Stream;
    tracks.push_back(b.track(t));
  }
  std::int64_t t = 0;
  for (int i = 0; i < slices; ++i) {
    const auto decade = [&](int most) { return static_cast<std::int64_t>(std::pow(10.0, random.uniform() * most)); };
    t += random.below(8) == 0 ? decade(7) : static_cast<std::int64_t>(random.below(30));
    const std::int64_t d = random.below(5) == 0 ? 0 : decade(static_cast<int>(1 + random.below(6)));
    b.slice({.track = tracks[random.below(tracks.size())], .start = t, .duration = d, .name = names[random.below(names.size())],
             .category = 0, .activity = static_cast<Activity>(random.below(kActivities)), .args = {}});
  }
  return std::make_shared<const weir::Run>(b.build());
}

struct BruteColumn {
  bool occupied = false;
  std::array<double, kActivities> busy{};
  [[nodiscard]] double total() const {
    double s = 0;
    for (const double v : busy) s += v;
    return s;
  }
};

// The definition, slice by slice.
std::vector<BruteColumn> brute(const weir::Run& run, const Row& row, const LodWindow& w) {
  std::vector<BruteColumn> out(static_cast<std::size_t>(w.width));
  for (SliceIndex i = row.begin; i < row.end; ++i) {
    const std::int64_t s = run.slices.start[i];
    const std::int64_t e = run.slices.endOf(i);
    if (s >= w.to || e < w.from || (e == w.from && e > s)) continue;
    const double xs = std::max(w.x(s), 0.0);
    const double xe = std::min(w.x(e), static_cast<double>(w.width));
    const int c0 = std::min(static_cast<int>(xs), w.width - 1);
    const int c1 = std::max(c0 + 1, static_cast<int>(std::ceil(xe)));
    for (int c = c0; c < c1; ++c) {
      out[static_cast<std::size_t>(c)].occupied = true;
      out[static_cast<std::size_t>(c)].busy[static_cast<std::size_t>(run.slices.activity[i])] +=
          std::max(std::min<double>(xe, c + 1) - std::max<double>(xs, c), 0.0);
    }
  }
  return out;
}

LodPtr lodOf(const RunPtr& run) { return Lod::build(run, {}).value(); }

// From the whole to a few picoseconds around random slices.
std::vector<LodWindow> windows(const weir::Run& run, Random& random) {
  std::vector<LodWindow> out;
  const auto [lo, hi] = run.span();
  for (const int width : {1, 7, 600, 1920}) out.push_back({lo, hi, width});
  for (int k = 0; k < 40; ++k) {
    const std::int64_t mid = run.slices.start[random.below(run.slices.size())];
    const auto span = static_cast<std::int64_t>(1000 * std::pow(static_cast<double>(hi - lo) / 1000.0, random.uniform()));
    const std::int64_t from = mid - static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(span)));
    out.push_back({from, from + span, static_cast<int>(1 + random.below(1920))});
  }
  return out;
}

}  // namespace

TEST(Lod, OccupancyEqualsBruteForceFromTheWholeToASingleSlice) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const RunPtr run = randomRun(seed, static_cast<int>(seed * 83 % 4000 + 1));
    const LodPtr lod = lodOf(run);
    Random random(seed, 2);
    std::vector<LodSpan> spans;
    for (const LodWindow& w : windows(*run, random))
      for (std::uint32_t r = 0; r < run->rows.size(); ++r) {
        lod->row(r, w, spans);
        std::vector<bool> drawn(static_cast<std::size_t>(w.width), false);
        int last = 0;
        for (const LodSpan& s : spans) {
          ASSERT_LE(last, s.x0);
          ASSERT_LT(s.x0, s.x1);
          ASSERT_LE(s.x1, w.width);
          last = s.x1;
          for (int c = s.x0; c < s.x1; ++c) drawn[static_cast<std::size_t>(c)] = true;
        }
        const auto expected = brute(*run, run->rows[r], w);
        for (std::size_t c = 0; c < expected.size(); ++c)
          ASSERT_EQ(drawn[c], expected[c].occupied) << "seed " << seed << " row " << r << " column " << c << " of " << w.width << " in ["
                                                    << w.from << ", " << w.to << ")";
      }
  }
}

TEST(Lod, CoverageAndActivityFollowTheTimeSpent) {
  // A node that crosses a border may be split in proportion: at most 1/4 column is on the wrong side of each border.
  int columns = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RunPtr run = randomRun(seed, 3000);
    const LodPtr lod = lodOf(run);
    Random random(seed, 3);
    std::vector<LodSpan> spans;
    for (const LodWindow& w : windows(*run, random))
      for (std::uint32_t r = 0; r < run->rows.size(); ++r) {
        lod->row(r, w, spans);
        const auto expected = brute(*run, run->rows[r], w);
        for (const LodSpan& s : spans) {
          double total = 0;
          std::array<double, kActivities> busy{};
          for (int c = s.x0; c < s.x1; ++c) {
            const BruteColumn& b = expected[static_cast<std::size_t>(c)];
            total += b.total();
            for (std::size_t a = 0; a < busy.size(); ++a) busy[a] += b.busy[a];
          }
          ++columns;
          // Spans of several columns join columns of like coverage, so one column stands for the rest.
          ASSERT_NEAR(s.coverage, total / (s.x1 - s.x0), 0.26) << "seed " << seed;
          if (s.slice == kNoSlice && s.x1 == s.x0 + 1) {
            const double best = *std::max_element(busy.begin(), busy.end());
            ASSERT_GE(busy[static_cast<std::size_t>(s.activity)], best - 0.251) << "seed " << seed;
          }
        }
      }
  }
  EXPECT_GT(columns, 1000);
}

TEST(Lod, ALoneTinyEventIsOneColumnAtAnyZoom) {
  const RunPtr run = oneRow({{0, 1, Activity::Compute}, {500'000'000'000, 0, Activity::Communication}, {1'000'000'000'000, 1, Activity::Copy}});
  const LodPtr lod = lodOf(run);
  std::vector<LodSpan> spans;
  lod->row(0, {0, 1'000'000'000'001, 1000}, spans);
  ASSERT_EQ(spans.size(), 3U);
  for (const LodSpan& s : spans) {
    EXPECT_EQ(s.x1 - s.x0, 1);
    EXPECT_EQ(s.count, 1U);
    EXPECT_NE(s.slice, kNoSlice);
  }
  EXPECT_EQ(spans[1].x0, 499);  // 500e9 x 1000 / 1000000000001 = 499.99...
  EXPECT_EQ(spans[1].activity, Activity::Communication);
  EXPECT_EQ(spans[2].x0, 999);
}

TEST(Lod, WideSlicesKeepTheirNumbersAndBorders) {
  const RunPtr run = oneRow({{0, 100, Activity::Compute}, {100, 50, Activity::Host}, {200, 100, Activity::Compute}});
  std::vector<LodSpan> spans;
  lodOf(run)->row(0, {0, 300, 30}, spans);
  ASSERT_EQ(spans.size(), 3U);
  const auto at = [&](std::size_t i) { return std::tuple(spans[i].x0, spans[i].x1, spans[i].slice); };
  EXPECT_EQ(at(0), (std::tuple(0, 10, SliceIndex{0})));
  EXPECT_EQ(at(1), (std::tuple(10, 15, SliceIndex{1})));
  EXPECT_EQ(at(2), (std::tuple(20, 30, SliceIndex{2})));
}

TEST(Lod, EmptyInputsGiveNothing) {
  const auto empty = std::make_shared<const weir::Run>(RunBuilder("test", Truth::Measured).build());
  const LodPtr lod = lodOf(empty);
  std::vector<LodSpan> spans{{}};
  lod->group(0, {0, 10, 10}, spans);
  EXPECT_TRUE(spans.empty());
  EXPECT_TRUE(lod->callsOf(3).empty());
  EXPECT_EQ(lod->callOf(0), -1);
  const RunPtr one = oneRow({{5, 5, Activity::Host}});
  lodOf(one)->row(0, {20, 30, 10}, spans);
  EXPECT_TRUE(spans.empty());
}

TEST(Lod, BuildStops) {
  std::stop_source stop;
  stop.request_stop();
  const auto lod = Lod::build(randomRun(1, 100'000), {stop.get_token(), nullptr});
  ASSERT_FALSE(lod);
  EXPECT_TRUE(lod.error().stopped());
}

TEST(Lod, GroupsFollowRankAndProcess) {
  const RunPtr run = randomRun(5, 500);
  const LodPtr lod = lodOf(run);
  const LodGroup& root = lod->groups()[0];
  EXPECT_EQ(root.slices, 500U);
  ASSERT_EQ(root.children.size(), 2U);
  const LodGroup& rank1 = lod->groups()[root.children[1]];
  EXPECT_EQ(rank1.rank, 1);
  ASSERT_EQ(rank1.children.size(), 2U);
  EXPECT_EQ(run->names.text(lod->groups()[rank1.children[0]].name), "python");
  for (TrackIndex t = 0; t < run->tracks.size(); ++t) EXPECT_EQ(lod->groups()[lod->groupOfTrack(t)].track, t);
}

// At each time the first of the priorities that is busy on any row of the group.
TEST(Lod, AGroupsLaneEqualsBruteForce) {
  constexpr std::array<Activity, 8> order{Activity::Compute, Activity::Communication, Activity::Checkpoint, Activity::DataLoad,
                                          Activity::Copy,    Activity::Host,          Activity::Wait,       Activity::Other};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const RunPtr run = randomRun(seed, 300);
    const LodPtr lod = lodOf(run);
    Random random(seed, 4);
    std::vector<LodSpan> spans;
    for (std::uint32_t g = 0; g < lod->groups().size(); ++g) {
      const LodGroup& group = lod->groups()[g];
      if (group.kind != LodGroup::Kind::Rank && group.kind != LodGroup::Kind::Run) continue;
      const auto within = [&](const Row& r) { return group.kind == LodGroup::Kind::Run || run->tracks[r.track].rank == group.rank; };
      for (int k = 0; k < 50; ++k) {
        // One column over one picosecond: exact.
        const std::int64_t t = run->slices.start[random.below(run->slices.size())] + static_cast<std::int64_t>(random.below(50));
        int expected = -1;
        for (const Row& r : run->rows) {
          if (!within(r)) continue;
          for (SliceIndex i = r.begin; i < r.end; ++i) {
            if (run->slices.start[i] > t || run->slices.endOf(i) <= t) continue;
            const auto p = std::find(order.begin(), order.end(), run->slices.activity[i]) - order.begin();
            if (p < std::ssize(order) && (expected < 0 || p < expected)) expected = static_cast<int>(p);
          }
        }
        lod->group(g, {t, t + 1, 1}, spans);
        if (expected < 0) {
          for (const LodSpan& s : spans) ASSERT_LE(s.coverage, 1e-5F);  // nothing but slices of length 0
          continue;
        }
        ASSERT_EQ(spans.size(), 1U);
        ASSERT_EQ(spans[0].activity, order[static_cast<std::size_t>(expected)]) << "seed " << seed << " t " << t;
      }
    }
  }
}

TEST(Lod, CounterMeanAndMaximum) {
  RunBuilder b("test", Truth::Simulated);
  Counter regular;
  regular.step = 10;
  for (int i = 0; i < 1000; ++i) regular.value.push_back(static_cast<float>((i * 37) % 101));
  b.counter(regular);
  Counter steps;
  steps.time = {0, 100, 5000};
  steps.value = {1, 3, 0};
  b.counter(steps);
  const auto run = std::make_shared<const weir::Run>(b.build());
  const LodPtr lod = lodOf(run);
  std::vector<LodColumn> out;
  for (const int width : {1, 3, 50, 400}) {
    const LodWindow w{0, 10'000, width};
    lod->counter(0, w, out);
    for (int c = 0; c < width; ++c) {
      const auto from = static_cast<std::int64_t>(c / w.scale());
      const auto to = static_cast<std::int64_t>((c + 1) / w.scale());
      double sum = 0;
      float most = 0;
      for (std::int64_t t = from; t < to; ++t) {
        sum += regular.value[static_cast<std::size_t>(t / 10)];
        most = std::max(most, regular.value[static_cast<std::size_t>(t / 10)]);
      }
      ASSERT_TRUE(out[static_cast<std::size_t>(c)].known);
      ASSERT_NEAR(out[static_cast<std::size_t>(c)].mean, sum / static_cast<double>(to - from), 1e-3);
      ASSERT_EQ(out[static_cast<std::size_t>(c)].max, most);
    }
  }
  lod->counter(1, {0, 200, 2}, out);
  EXPECT_EQ(out[0].mean, 1);
  EXPECT_EQ(out[1].mean, 3);
  lod->counter(1, {-200, 0, 2}, out);
  EXPECT_FALSE(out[0].known);
  EXPECT_EQ(lod->counterMax(0), 100);
  // The run goes on to 10,000; the last reading is at 5,000, and what came after it nobody read.
  lod->counter(1, {0, 10'000, 10}, out);
  for (int c = 0; c < 10; ++c) EXPECT_EQ(out[static_cast<std::size_t>(c)].known, c <= 5) << c;
}

TEST(Lod, CallsOfACollective) {
  RunBuilder b("test", Truth::Measured);
  for (int rank = 0; rank < 3; ++rank) {
    Track t;
    t.rank = rank;
    const auto track = b.track(t);
    for (int k = 0; k < 2; ++k) {
      CollectiveCall c;
      c.operation = Operation::AllReduce;
      c.rank = rank;
      c.start = k * 1000 + rank;
      c.duration = 5;
      c.slice = b.slice({.track = track, .start = c.start, .duration = 5, .name = 0, .category = 0, .activity = Activity::Communication, .args = {}});
      b.collective(c);
    }
  }
  const auto run = std::make_shared<const weir::Run>(b.build());
  const LodPtr lod = lodOf(run);
  const auto calls = lod->callsOf(run->collectives[0].instance);
  ASSERT_EQ(calls.size(), 3U);
  for (int rank = 0; rank < 3; ++rank) EXPECT_EQ(run->collectives[calls[static_cast<std::size_t>(rank)]].rank, rank);
  for (std::size_t i = 0; i < run->collectives.size(); ++i) EXPECT_EQ(lod->callOf(run->collectives[i].slice), static_cast<std::int64_t>(i));
}

TEST(SliceAt, TakesTheOneUnderOrTheNearest) {
  const RunPtr run = oneRow({{0, 10, Activity::Host}, {20, 0, Activity::Host}, {30, 10, Activity::Host}});
  const Row& row = run->rows[0];
  EXPECT_EQ(sliceAt(*run, row, 5, 0), 0U);
  EXPECT_EQ(sliceAt(*run, row, 15, 2), kNoSlice);
  EXPECT_EQ(sliceAt(*run, row, 13, 5), 0U);
  EXPECT_EQ(sliceAt(*run, row, 19, 3), 1U);
  EXPECT_EQ(sliceAt(*run, row, 20, 0), 1U);
  EXPECT_EQ(sliceAt(*run, row, 27, 5), 2U);
  EXPECT_EQ(sliceAt(*run, row, 40, 0), 2U);  // distance 0 to its end
  EXPECT_EQ(sliceAt(*run, row, 41, 0), kNoSlice);
}

TEST(NameSearch, FindsAndWalksInTimeOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RunPtr run = randomRun(seed, 400);
    const NameSearch search = findByName(run, "NCCL", {}).value();
    std::vector<std::pair<std::int64_t, SliceIndex>> expected;
    for (SliceIndex i = 0; i < run->slices.size(); ++i)
      if (run->names.text(run->slices.name[i]) == "ncclDevKernel_AllReduce") expected.emplace_back(run->slices.start[i], i);
    ASSERT_EQ(search.hits().size(), expected.size());
    ASSERT_EQ(search.perName().size(), 1U);
    EXPECT_EQ(search.perName()[0].second, expected.size());
    std::sort(expected.begin(), expected.end());
    NameSearch::Place place{.time = 0, .from = {}};
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const auto hit = search.find(place, NameSearch::Direction::Next);
      ASSERT_TRUE(hit);
      ASSERT_EQ(*hit, expected[k].second);
      ASSERT_EQ(search.position(*hit), k + 1);
      place.from = hit;
      const auto back = search.find(place, NameSearch::Direction::Previous);
      ASSERT_EQ(back.has_value(), k > 0);
      if (k > 0) {
        ASSERT_EQ(*back, expected[k - 1].second);
      }
    }
    EXPECT_FALSE(search.find(place, NameSearch::Direction::Next));
  }
}

TEST(NameSearch, EmptyOrUnknownTextFindsNothing) {
  const RunPtr run = randomRun(1, 100);
  EXPECT_TRUE(findByName(run, "", {}).value().hits().empty());
  EXPECT_TRUE(findByName(run, "no such name", {}).value().hits().empty());
  EXPECT_TRUE(NameSearch().done());
}

TEST(RangeStatistics, CountsWhatLiesWhollyInside) {
  // Durations 1, 2, .. 100 ns, one after the other: mean 50.5, p50 = 50, p99 = 99.
  std::vector<std::tuple<std::int64_t, std::int64_t, Activity>> slices;
  std::int64_t t = 0;
  for (int i = 1; i <= 100; ++i) {
    slices.emplace_back(t, i * 1000, Activity::Compute);
    t += i * 1000;
  }
  const RunPtr run = oneRow(slices);
  const std::array<std::uint32_t, 1> rows{0};
  const auto all = rangeStatistics(*run, rows, 0, t);
  EXPECT_EQ(all.count, 100U);
  EXPECT_DOUBLE_EQ(all.mean_s, 50.5e-9);
  EXPECT_DOUBLE_EQ(all.p50_s, 50e-9);
  EXPECT_DOUBLE_EQ(all.p99_s, 99e-9);
  EXPECT_FALSE(all.sampled);
  EXPECT_EQ(rangeStatistics(*run, rows, 1, t - 1).count, 98U);  // the first and the last stick out
  EXPECT_EQ(rangeStatistics(*run, rows, t, t + 10).count, 0U);
}

}  // namespace lod_test
