#include "core/summarize/slice_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/base/random.h"
#include "core/summarize/flows.h"
#include "core/summarize/range_report.h"
#include "tests/core/summarize/support.h"

namespace slice_view_test {
using namespace weir;

namespace {

// Nested and overflowing slices of a few names on the tracks of three ranks.
RunPtr randomRun(std::uint64_t seed, int slices) {
  Random random(seed, 1);
  RunBuilder b("test", Truth::Measured);
  std::vector<NameId> names;
  for (const char* n : {"ncclDevKernel_AllReduce", "aten::mm", "gemm", "cudaLaunchKernel", "Memcpy HtoD", "Other"}) names.push_back(b.intern(n));
  std::vector<TrackIndex> tracks;
  for (int i = 0; i < 6; ++i) {
    Track t;
    t.rank = i / 2;
    t.name = b.intern(i % 2 == 0 ? "thread" : "stream 7");
    t.kind = i % 2 == 0 ? TrackKind::Thread : TrackKind::Stream;
    tracks.push_back(b.track(t));
  }
  std::int64_t t = 0;
  std::vector<SliceIndex> all;
  for (int i = 0; i < slices; ++i) {
    t += static_cast<std::int64_t>(random.below(50));
    const auto d = static_cast<std::int64_t>(random.below(5) == 0 ? 0 : random.below(400));
    all.push_back(b.slice({.track = tracks[random.below(tracks.size())], .start = t, .duration = d, .name = names[random.below(names.size())],
                           .category = 0, .activity = static_cast<Activity>(random.below(kActivities)), .args = {}}));
  }
  for (int i = 0; i < slices / 3; ++i) b.arrow(all[random.below(all.size())], all[random.below(all.size())], 0);
  return std::make_shared<const weir::Run>(b.build());
}

LodPtr lodOf(const RunPtr& run) { return Lod::build(run, {}).value(); }

bool passes(const weir::Run& r, SliceIndex i, const SliceFilter& f) {
  std::string name(r.names.text(r.slices.name[i])), text = f.name;
  const auto low = [](std::string& s) { std::transform(s.begin(), s.end(), s.begin(), [](char c) { return static_cast<char>(std::tolower(c)); }); };
  low(name);
  low(text);
  return name.find(text) != std::string::npos && (f.hidden >> static_cast<unsigned>(r.slices.activity[i]) & 1U) == 0 && r.slices.duration[i] >= f.shortest &&
         (f.longest == 0 || r.slices.duration[i] <= f.longest) && (f.ranks.empty() || f.ranks.contains(r.tracks[r.rowOf(i).track].rank));
}

std::vector<SliceFilter> filters() {
  return {{"KERNEL", 0, 0, 0, {}}, {"", 0b1011, 0, 0, {}}, {"", 0, 20, 200, {}}, {"", 0, 0, 0, {0, 2}}, {"e", 2, 1, 0, {1}}, {"no such name", 0, 0, 0, {}}};
}

}  // namespace

TEST(SliceView, HoldsWhatPassesAndNothingElse) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const RunPtr run = randomRun(seed, 600);
    const LodPtr lod = lodOf(run);
    for (const SliceFilter& f : filters()) {
      const SliceViewPtr view = SliceView::build(lod, f, ColourBy::Activity, {}).value();
      SliceIndex next = 0;
      for (std::uint32_t r = 0; r < run->rows.size(); ++r) {
        const Row& row = view->run().rows[r];
        ASSERT_EQ(row.begin, next);
        next = row.end;
        SliceIndex at = row.begin;
        for (SliceIndex i = run->rows[r].begin; i < run->rows[r].end; ++i) {
          const bool is = passes(*run, i, f);
          ASSERT_EQ(view->find(i) != kNoSlice, is);
          if (!is) continue;
          ASSERT_EQ(view->find(i), at);
          ASSERT_EQ(view->original(at), i);
          ASSERT_EQ(view->run().slices.start[at], run->slices.start[i]);
          ASSERT_EQ(view->run().slices.activity[at], run->slices.activity[i]);
          ++at;
        }
        ASSERT_EQ(at, row.end);
      }
      ASSERT_EQ(view->lod().groups().size(), lod->groups().size()) << "groups are numbered alike";
    }
  }
}

// What is painted of a filtered lane is what a run of those slices alone would show.
TEST(SliceView, PaintsLikeARunOfThoseSlices) {
  const RunPtr run = randomRun(5, 4000);
  const SliceFilter f{"kernel", 0, 10, 0, {}};
  const SliceViewPtr view = SliceView::build(lodOf(run), f, ColourBy::Activity, {}).value();
  std::vector<LodSpan> spans;
  for (const LodWindow w : {LodWindow{0, 100'000, 300}, LodWindow{5'000, 9'000, 700}})
    for (std::uint32_t r = 0; r < run->rows.size(); ++r) {
      view->lod().row(r, w, spans);
      std::vector<bool> painted(static_cast<std::size_t>(w.width)), expected(painted);
      for (const LodSpan& s : spans) std::fill(painted.begin() + s.x0, painted.begin() + s.x1, true);
      for (SliceIndex i = run->rows[r].begin; i < run->rows[r].end; ++i) {
        const std::int64_t s = run->slices.start[i], e = run->slices.endOf(i);
        if (!passes(*run, i, f) || s >= w.to || e < w.from || (e == w.from && e > s)) continue;
        const int c0 = std::min(static_cast<int>(std::max(w.x(s), 0.0)), w.width - 1);
        const int c1 = std::max(c0 + 1, static_cast<int>(std::ceil(std::min(w.x(e), static_cast<double>(w.width)))));
        std::fill(expected.begin() + c0, expected.begin() + c1, true);
      }
      EXPECT_EQ(painted, expected) << "row " << r;
    }
}

TEST(SliceView, ColoursSayWhatTheyShould) {
  const RunPtr run = randomRun(9, 2000);
  const LodPtr lod = lodOf(run);
  const SliceViewPtr byName = SliceView::build(lod, {}, ColourBy::Name, {}).value();
  ASSERT_EQ(byName->classes().size(), 7U);  // six names and the others
  std::map<std::string, Activity> slot;
  for (const ColourClass& c : byName->classes()) slot[c.name] = c.slot;
  const SliceViewPtr byRank = SliceView::build(lod, {}, ColourBy::Rank, {}).value();
  EXPECT_EQ(byRank->classes().size(), 3U);
  std::set<std::pair<std::int32_t, Activity>> ranks;
  for (SliceIndex i = 0; i < run->slices.size(); ++i) {
    if (run->slices.activity[i] == Activity::Annotation) {
      EXPECT_EQ(byName->run().slices.activity[i], Activity::Annotation);
      continue;
    }
    EXPECT_EQ(byName->run().slices.activity[i], slot.at(std::string(run->names.text(run->slices.name[i]))));
    ranks.emplace(run->tracks[run->rowOf(i).track].rank, byRank->run().slices.activity[i]);
  }
  EXPECT_EQ(ranks.size(), 3U) << "one colour a rank";
  test::Sketch s;
  const auto t = s.track(0, TrackKind::Stream, "stream 20");
  s.slice(t, 0, 10, Activity::Communication);
  s.slice(t, 20, 30, Activity::Communication);
  s.slice(t, 40, 50, Activity::Compute);
  CollectiveCall c;
  c.operation = Operation::AllToAll;
  c.rank = 0;
  c.slice = 1;
  s.b.collective(c);
  const auto calls = std::make_shared<const weir::Run>(s.build());
  const SliceViewPtr byCall = SliceView::build(lodOf(calls), {}, ColourBy::Collective, {}).value();
  const auto& a = byCall->run().slices.activity;
  ASSERT_EQ(byCall->classes().size(), 3U);
  EXPECT_EQ(byCall->classes()[0].name, "all-to-all");
  EXPECT_EQ(a[1], byCall->classes()[0].slot);
  EXPECT_EQ(a[0], byCall->classes()[1].slot) << "communication of no known collective";
  EXPECT_EQ(a[2], byCall->classes()[2].slot);
}

namespace {

// The definitions of range_report.h, one by one.
RangeFigures brute(const weir::Run& run, const std::vector<std::uint32_t>& rows, std::int64_t from, std::int64_t to, const SliceFilter& f,
                   const std::function<bool(SliceIndex)>& counts) {
  RangeFigures out;
  std::vector<std::int64_t> d;
  std::map<TrackIndex, std::vector<bool>> covered;
  std::set<TrackIndex> tracks;
  double inside = 0;
  for (const std::uint32_t r : rows)
    for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i) {
      if (!passes(run, i, f) || !counts(i)) continue;
      const std::int64_t s = run.slices.start[i], e = run.slices.endOf(i);
      if (s >= to || e < from || (e == from && s < from)) continue;
      tracks.insert(run.rows[r].track);
      auto& cover = covered[run.rows[r].track];
      cover.resize(static_cast<std::size_t>(to - from));
      for (std::int64_t t = std::max(s, from); t < std::min(e, to); ++t) cover[static_cast<std::size_t>(t - from)] = true;
      ++out.count;
      out.sum_s += static_cast<double>(std::min(e, to) - std::max(s, from)) * 1e-12;
      if (s < from || e > to) ++out.cut;
      if (s >= from) d.push_back(e - s);
    }
  for (const auto& [t, c] : covered) inside += static_cast<double>(std::count(c.begin(), c.end(), true));
  std::sort(d.begin(), d.end());
  out.started = d.size();
  out.tracks = static_cast<std::uint32_t>(tracks.size());
  out.covered_s = inside * 1e-12;
  for (const std::int64_t v : d) out.mean_s += static_cast<double>(v) * 1e-12 / static_cast<double>(d.size());
  if (!d.empty()) {
    out.p50_s = static_cast<double>(d[(d.size() + 1) / 2 - 1]) * 1e-12;
    out.p99_s = static_cast<double>(d[static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(d.size()))) - 1]) * 1e-12;
  }
  out.share = tracks.empty() ? 0 : inside / (static_cast<double>(to - from) * static_cast<double>(tracks.size()));
  return out;
}

void same(const RangeFigures& a, const RangeFigures& b, const std::string& what) {
  EXPECT_EQ(a.count, b.count) << what;
  EXPECT_EQ(a.started, b.started) << what;
  EXPECT_EQ(a.cut, b.cut) << what;
  EXPECT_EQ(a.tracks, b.tracks) << what;
  EXPECT_NEAR(a.sum_s, b.sum_s, 1e-18) << what;
  EXPECT_NEAR(a.covered_s, b.covered_s, 1e-18) << what;
  EXPECT_NEAR(a.share, b.share, 1e-9) << what;
  EXPECT_LE(a.share, 1 + 1e-12) << what;
  EXPECT_LE(a.covered_s, a.sum_s + 1e-18) << what << ": nothing covered that is not in the sum";
  if (a.started > 0) {
    EXPECT_NEAR(a.mean_s, b.mean_s, 1e-18) << what;
    EXPECT_EQ(a.p50_s, b.p50_s) << what;
    EXPECT_EQ(a.p99_s, b.p99_s) << what;
  }
}

}  // namespace

TEST(RangeReport, CountsEverythingInside) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RunPtr run = randomRun(seed, 300);
    Random random(seed, 9);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t r = 0; r < run->rows.size(); ++r)
      if (seed % 3 == 0 || random.below(2) == 0) rows.push_back(r);
    const auto from = static_cast<std::int64_t>(random.below(4000));
    const std::int64_t to = from + 1 + static_cast<std::int64_t>(random.below(4000));
    for (const SliceFilter& f : {SliceFilter{}, filters()[4], filters()[2]}) {
      const RangeReport report = rangeReport(*run, rows, from, to, f, {}).value();
      same(report.all, brute(*run, rows, from, to, f, [](SliceIndex) { return true; }), "all, seed " + std::to_string(seed));
      std::uint64_t n = 0;
      for (const auto& [name, figures] : report.byName) {
        same(figures, brute(*run, rows, from, to, f, [&, id = name](SliceIndex i) { return run->slices.name[i] == id; }), "name, seed " + std::to_string(seed));
        n += figures.count;
      }
      EXPECT_EQ(n, report.all.count);
      for (const auto& [activity, figures] : report.byActivity)
        same(figures, brute(*run, rows, from, to, f, [&, a = activity](SliceIndex i) { return run->slices.activity[i] == a; }), "activity");
    }
  }
  EXPECT_EQ(rangeReport(weir::Run{}, {}, 0, 10, {}, {}).value().all.count, 0U);
}

// A slice that began before the range and ends behind it fills the range: its part inside is its sum, and the share follows.
TEST(RangeReport, WhatABorderCutsCountsWithItsPartInside) {
  test::Sketch s;
  const auto t = s.track(0, TrackKind::Stream, "stream 7");
  s.slice(t, 0, 100, Activity::Compute);         // reaches over both borders
  const auto u = s.track(0, TrackKind::Stream, "stream 20");
  s.slice(u, 10, 30, Activity::Communication);   // starts before the range, 10 us of it inside
  s.slice(u, 35, 39, Activity::Communication);   // inside
  s.slice(u, 50, 90, Activity::Communication);   // starts inside, 10 us of it inside
  const weir::Run run = s.build();
  std::vector<std::uint32_t> rows;
  for (std::uint32_t r = 0; r < run.rows.size(); ++r) rows.push_back(r);
  const RangeReport report = rangeReport(run, rows, 20 * test::us, 60 * test::us, {}, {}).value();
  ASSERT_EQ(report.byActivity.size(), 2U);
  const RangeFigures& computing = report.byActivity[0].figures;
  EXPECT_EQ(report.byActivity[0].activity, Activity::Compute) << "40 us are more than 24";
  EXPECT_EQ(computing.count, 1U);
  EXPECT_EQ(computing.cut, 1U);
  EXPECT_EQ(computing.started, 0U);
  EXPECT_NEAR(computing.sum_s, 40e-6, 1e-15);
  EXPECT_NEAR(computing.share, 1, 1e-12);
  EXPECT_TRUE(std::isnan(computing.mean_s)) << "none starts inside: unknown, not 0";
  const RangeFigures& talking = report.byActivity[1].figures;
  EXPECT_EQ(talking.count, 3U);
  EXPECT_EQ(talking.cut, 2U);
  EXPECT_EQ(talking.started, 2U);
  EXPECT_NEAR(talking.sum_s, (10 + 4 + 10) * 1e-6, 1e-15);
  EXPECT_NEAR(talking.share, 24.0 / 40, 1e-12);
  EXPECT_NEAR(talking.mean_s, (4 + 40) / 2.0 * 1e-6, 1e-15) << "whole durations of those that start inside, as Statistics has them";
  EXPECT_EQ(report.all.count, 4U);
  EXPECT_NEAR(report.all.sum_s, 64e-6, 1e-15);
}

TEST(Flows, FromBothEndsAndTheWholeChain) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RunPtr run = randomRun(seed, 60);
    const FlowsPtr flows = Flows::build(run, {}).value();
    const Arrows& a = run->arrows;
    for (SliceIndex s = 0; s < run->slices.size(); ++s) {
      std::vector<std::size_t> in, out;
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a.to[i] == s) in.push_back(i);
        if (a.from[i] == s) out.push_back(i);
      }
      const auto [first, last] = flows->from(s);
      ASSERT_EQ(last - first, out.size());
      for (std::size_t k = 0; k < out.size(); ++k) EXPECT_EQ(first + k, out[k]);
      const auto into = flows->to(s);
      ASSERT_TRUE(std::equal(into.begin(), into.end(), in.begin(), in.end()));
      // Slices that can be reached, by closing the set until nothing comes in.
      for (const bool forward : {true, false}) {
        std::set<SliceIndex> reached{s};
        std::set<std::size_t> arrows;
        for (bool grown = true; grown;) {
          grown = false;
          for (std::size_t i = 0; i < a.size(); ++i)
            if (reached.contains(forward ? a.from[i] : a.to[i]) && arrows.insert(i).second) {
              reached.insert(forward ? a.to[i] : a.from[i]);
              grown = true;
            }
        }
        const Flows::Chain chain = flows->chain(s, 1000);
        const auto& got = forward ? chain.after : chain.before;
        EXPECT_EQ(std::set<std::size_t>(got.begin(), got.end()), arrows);
        EXPECT_EQ(got.size(), arrows.size()) << "each once";
      }
    }
  }
}

}  // namespace slice_view_test
