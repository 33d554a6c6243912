#include "core/summarize/breakdown.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/run/unmeasured.h"
#include "core/summarize/breakdown_table.h"
#include "core/summarize/info.h"
#include "tests/core/summarize/support.h"

namespace breakdown_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {
std::int64_t parts(const RankBreakdown& r) { return r.computing + r.exposed + r.dataStall + r.checkpoint + r.copy + r.other + r.idle + r.unknown; }

// Two streams and a thread of one rank:
//   stream 7   compute [10,30) [40,50)      copy [55,58)
//   stream 20  communication [20,45) [60,70)
//   thread     host [0,80), data [48,64), annotation [0,100), wait [70,100)
weir::Run device() {
  Sketch s;
  const auto compute = s.track(0, TrackKind::Stream, "stream 7");
  const auto comm = s.track(0, TrackKind::Stream, "stream 20");
  const auto host = s.track(0, TrackKind::Thread, "thread");
  s.slice(compute, 10, 30, Activity::Compute);
  s.slice(compute, 40, 50, Activity::Compute);
  s.slice(compute, 55, 58, Activity::Copy);
  s.slice(comm, 20, 45, Activity::Communication);
  s.slice(comm, 60, 70, Activity::Communication);
  s.slice(host, 0, 100, Activity::Annotation);
  s.slice(host, 0, 80, Activity::Host);
  s.slice(host, 48, 64, Activity::DataLoad);
  s.slice(host, 70, 79, Activity::Wait);
  return s.build();
}
}  // namespace

TEST(Breakdown, DeviceStreams) {
  const Breakdown b = breakdown(device());
  ASSERT_EQ(b.ranks.size(), 1U);
  const RankBreakdown& r = b.ranks.front();
  EXPECT_TRUE(r.fromDevice);
  EXPECT_EQ(r.wall(), 100 * us);
  EXPECT_EQ(r.computing, (20 + 10) * us);
  EXPECT_EQ(r.overlapped, (10 + 5) * us);  // [20,30) and [40,45)
  EXPECT_EQ(r.exposed, (10 + 10) * us);    // [30,40) and [60,70)
  EXPECT_EQ(r.dataStall, (60 - 50) * us);  // of [48,64) what neither computes nor communicates; the copy hides in it
  EXPECT_EQ(r.copy, 0);
  EXPECT_EQ(r.idle, (100 - 30 - 20 - 10) * us);
  EXPECT_EQ(parts(r), r.wall());
  EXPECT_DOUBLE_EQ(r.overlapFraction(), 15.0 / 35.0);
  EXPECT_EQ(r.communicationSlices, 2U);
  EXPECT_EQ(r.communicationSum, 35 * us);
}

TEST(Breakdown, ARangeIsCutExactly) {
  const BreakdownIndex index(device());
  const RankBreakdown r = index.over(TimeRange{25 * us, 62 * us}).ranks.front();
  EXPECT_EQ(r.wall(), 37 * us);
  EXPECT_EQ(r.computing, (5 + 10) * us);
  EXPECT_EQ(r.overlapped, (5 + 5) * us);
  EXPECT_EQ(r.exposed, (10 + 2) * us);
  EXPECT_EQ(r.communicationSlices, 1U);  // the other started before
  EXPECT_EQ(parts(r), r.wall());
  // Ranges that meet add up to the whole.
  const Breakdown whole = index.over();
  std::int64_t computing = 0, exposed = 0, idle = 0;
  for (std::int64_t t = 0; t < 100; t += 7) {
    const RankBreakdown p = index.over(TimeRange{t * us, (t + 7) * us}).ranks.front();
    computing += p.computing;
    exposed += p.exposed;
    idle += p.idle;
  }
  EXPECT_EQ(computing, whole.total.computing);
  EXPECT_EQ(exposed, whole.total.exposed);
  EXPECT_EQ(idle, whole.total.idle);
}

TEST(Breakdown, ARangeOutsideGivesNothingNotNonsense) {
  const RankBreakdown r = BreakdownIndex(device()).over(TimeRange{500 * us, 600 * us}).ranks.front();
  EXPECT_EQ(r.wall(), 0);
  EXPECT_EQ(parts(r), 0);
  EXPECT_TRUE(std::isnan(r.overlapFraction()));
}

TEST(Breakdown, AThreadDoesOneThingAtATime) {
  Sketch s;
  const auto main = s.track(3, TrackKind::Thread, "main");
  const auto worker = s.track(3, TrackKind::Thread, "gloo");
  s.slice(main, 0, 100, Activity::Compute);
  s.slice(main, 20, 60, Activity::Communication);  // inside the operator: the thread is not computing
  s.slice(main, 30, 50, Activity::Communication);  // the library's call inside the framework's
  s.slice(main, 70, 80, Activity::Wait);
  s.slice(worker, 10, 40, Activity::Communication);
  const RankBreakdown r = breakdown(s.build()).ranks.front();
  EXPECT_FALSE(r.fromDevice);
  EXPECT_EQ(r.computing, (100 - 40 - 10) * us);
  EXPECT_EQ(r.communication(), 50 * us);  // [10,60)
  EXPECT_EQ(r.overlapped, 10 * us);       // [10,20) of the worker
  EXPECT_EQ(r.communicationSlices, 2U);
  EXPECT_EQ(r.communicationSum, 70 * us);
  EXPECT_EQ(r.idle, 10 * us);
}

TEST(Breakdown, HostOperatorsDoNotCountBesideADevice) {
  Sketch s;
  const auto host = s.track(0, TrackKind::Thread, "main");
  const auto stream = s.track(0, TrackKind::Stream, "stream 7");
  s.slice(host, 0, 90, Activity::Compute);
  s.slice(stream, 50, 60, Activity::Compute);
  const RankBreakdown r = breakdown(s.build()).ranks.front();
  EXPECT_EQ(r.computing, 10 * us);
  EXPECT_EQ(r.idle, 80 * us);
}

TEST(Breakdown, LinksAreNobodysTimeAndRanklessRunsAreOneRow) {
  Sketch s;
  s.slice(s.track(kUnknownRank, TrackKind::Link, "link 0"), 0, 10, Activity::Communication);
  s.slice(s.track(0, TrackKind::Stream, "stream"), 0, 4, Activity::Compute);
  EXPECT_EQ(breakdown(s.build()).ranks.size(), 1U);
  Sketch t;
  t.slice(t.track(kUnknownRank, TrackKind::Thread, "main"), 0, 4, Activity::Compute);
  const Breakdown b = breakdown(t.build());
  ASSERT_EQ(b.ranks.size(), 1U);
  EXPECT_EQ(b.ranks.front().rank, kUnknownRank);
  EXPECT_TRUE(breakdown(weir::Run{}).ranks.empty());
}

TEST(Breakdown, NothingMarkedIsUnknownNotIdle) {
  Sketch s;
  s.slice(s.track(0, TrackKind::Thread, "main"), 0, 4, Activity::Other);
  EXPECT_FALSE(breakdown(s.build()).ranks.front().known());
}

TEST(Breakdown, SumsToTheWallWhateverComes) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed, 2);
    Sketch s;
    const auto kind = seed % 2 == 0 ? TrackKind::Stream : TrackKind::Thread;
    std::vector<TrackIndex> tracks;
    for (int t = 0; t < 3; ++t)
      tracks.push_back(s.track(static_cast<std::int32_t>(random.below(2)), t == 0 ? TrackKind::Thread : kind, "t"));
    for (int i = 0; i < 40; ++i) {
      const auto from = static_cast<std::int64_t>(random.below(100));
      s.slice(tracks[random.below(3)], from, from + static_cast<std::int64_t>(random.below(20)),
              static_cast<Activity>(random.below(kActivities)));
    }
    const BreakdownIndex index(s.build());
    for (const std::optional<TimeRange> range : {std::optional<TimeRange>{}, std::optional(TimeRange{30 * us, 77 * us})}) {
      const Breakdown b = index.over(range);
      for (const RankBreakdown& r : b.ranks) {
        EXPECT_EQ(parts(r), r.wall()) << seed;
        EXPECT_GE(r.idle, 0) << seed;
        EXPECT_LE(r.overlapped, r.computing) << seed;
      }
      EXPECT_EQ(parts(b.total), b.total.wall()) << seed;
    }
  }
}

// What has no usable duration took some of what is left over: rank 0 alone is marked, the sums are as they were.
TEST(Breakdown, SlicesWithoutAUsableDurationAreSaid) {
  Sketch s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream");
    s.slice(t, 0, 0, Activity::Compute);
    s.slice(t, 50, 60, Activity::Compute);
  }
  weir::Run run = s.build();
  EXPECT_EQ(breakdown(run).unmeasured, "");
  run.sources.resize(2);
  run.sources[0].rank = 0, run.sources[1].rank = 1;
  run.facts.push_back({std::string(kFactUnmeasured), "1", "", 0});
  const Breakdown b = breakdown(run);
  EXPECT_EQ(b.unmeasured, "1 slice of rank 0 without a usable duration is not counted: the idle share is an upper bound.");
  EXPECT_EQ(b.ranks[0].unmeasured, 1U);
  EXPECT_EQ(b.ranks[1].unmeasured, 0U);
  EXPECT_EQ(b.ranks[0].idle, 50 * us);
  EXPECT_EQ(breakdownTable(b, {}).remark, b.unmeasured);
  EXPECT_NE(infoToText(describe(run)).find(b.unmeasured), std::string::npos);
  EXPECT_NE(infoToJson(describe(run), -1).find(R"("slices_without_duration":1)"), std::string::npos);
  // One file of several ranks does not tell whose they are.
  run.sources = {Source{}};
  run.facts[0].value = "3";
  const Breakdown both = breakdown(run);
  EXPECT_EQ(both.unmeasured, "3 slices of the 2 ranks 0 to 1 without a usable duration are not counted: the idle share is an upper bound.");
  EXPECT_EQ(both.ranks[1].unmeasured, 3U);
}

TEST(Breakdown, ASumLongerThanPicosecondsCountIsUnknown) {
  weir::RankBreakdown hour;
  hour.span = {0, 3600'000'000'000'000};
  hour.computing = hour.span.to;
  hour.saysAnything = hour.showsWork = true;
  for (const auto& [ranks, fits] : {std::pair{2000, true}, {3000, false}}) {
    weir::Breakdown b;
    for (int r = 0; r < ranks; ++r) {
      hour.rank = r;
      b.ranks.push_back(hour);
    }
    b.total = weir::sumOf(b.ranks);
    EXPECT_EQ(b.totalFits(), fits) << ranks;
    EXPECT_EQ(b.total.computing, fits ? ranks * hour.computing : 0);
    const weir::StatTable t = weir::breakdownTable(b, {});
    EXPECT_EQ(t.rows.size(), static_cast<std::size_t>(ranks) + (fits ? 1 : 0));
    EXPECT_EQ(t.remark.empty(), fits) << t.remark;
  }
}

}  // namespace breakdown_test
