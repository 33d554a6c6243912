// The breakdown against a reference that knows nothing of intervals: every microsecond of small random runs is asked for what
// happens in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stop_token>
#include <tuple>

#include "core/base/random.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/steps.h"
#include "tests/core/summarize/support.h"

namespace breakdown_sweep_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {

constexpr int kTicks = 80;

struct Put {
  int track;
  int from, to;
  Activity activity;
  int launched = -1;  // when the launching call begins; -1 none
};

struct Made {
  weir::Run run;
  std::vector<TrackKind> kind;
  std::vector<std::int32_t> rank;
  std::vector<Put> puts;
};

// Slices of one track that would overlap without nesting stand on overflow lanes; either is fine here.
Made make(std::uint64_t seed) {
  Random random(seed, 7);
  const auto below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint64_t>(n))); };
  Made m;
  Sketch s;
  std::vector<TrackIndex> tracks;
  const int count = 2 + below(4);
  for (int t = 0; t < count; ++t) {
    m.kind.push_back(below(3) == 0 ? TrackKind::Thread : TrackKind::Stream);
    m.rank.push_back(below(2));
    tracks.push_back(s.track(m.rank.back(), m.kind.back(), "t" + std::to_string(t)));
  }
  const auto launcher = s.track(0, TrackKind::Thread, "launcher");
  const int slices = 3 + below(25);
  for (int i = 0; i < slices; ++i) {
    Put p;
    p.track = below(count);
    p.from = 1 + below(kTicks - 20);
    p.to = p.from + 1 + below(15);
    p.activity = static_cast<Activity>(below(kActivities));
    const SliceIndex k = s.slice(tracks[static_cast<std::size_t>(p.track)], p.from, p.to, p.activity);
    if (m.kind[static_cast<std::size_t>(p.track)] == TrackKind::Stream && below(3) > 0) {
      p.launched = below(p.from);
      const SliceIndex call = s.slice(launcher, p.launched, p.launched, Activity::Host);
      s.b.arrow(call, k, s.b.intern(kArrowLaunch));
    }
    m.puts.push_back(p);
  }
  m.run = s.build();
  return m;
}

struct Expected {
  std::map<std::string, std::int64_t> parts;  // ps
  bool work = false;
};

bool busy(Activity a) { return a != Activity::Wait && a != Activity::Annotation; }

// What `rank` does in the ticks [from, to).
Expected expect(const Made& m, std::int32_t rank, int from, int to, int wait) {
  const auto of = [&](const Put& p) { return m.rank[static_cast<std::size_t>(p.track)] == rank; };
  const auto stream = [&](const Put& p) { return m.kind[static_cast<std::size_t>(p.track)] == TrackKind::Stream; };
  bool device = false;
  for (const Put& p : m.puts)
    if (of(p) && stream(p) && (p.activity == Activity::Compute || p.activity == Activity::Communication)) device = true;
  Expected e;
  for (const Put& p : m.puts)
    if (of(p) && stream(p) == device && (p.activity == Activity::Compute || p.activity == Activity::Communication)) e.work = true;
  std::vector<bool> deviceBusy(kTicks + 1);
  for (const Put& p : m.puts)
    if (of(p) && stream(p) && busy(p.activity))
      for (int t = p.from; t < p.to; ++t) deviceBusy[static_cast<std::size_t>(t)] = true;
  int spanFrom = kTicks, spanTo = 0;
  for (const Put& p : m.puts)
    if (of(p)) spanFrom = std::min(spanFrom, p.from), spanTo = std::max(spanTo, p.to);
  if (rank == 0)  // the launcher's calls
    for (const Put& p : m.puts)
      if (p.launched >= 0) spanFrom = std::min(spanFrom, p.launched), spanTo = std::max(spanTo, p.launched);
  for (int t = std::max(from, spanFrom); t < std::min(to, spanTo); ++t) {
    const auto on = [&](const Put& p) { return of(p) && p.from <= t && t < p.to; };
    bool compute = false, communication = false, copy = false, data = false, checkpoint = false;
    std::map<int, std::tuple<bool, bool, bool>> thread;  // computes, communicates, waits
    for (const Put& p : m.puts) {
      if (!on(p)) continue;
      data = data || p.activity == Activity::DataLoad;
      checkpoint = checkpoint || p.activity == Activity::Checkpoint;
      if (device && stream(p)) {
        compute = compute || p.activity == Activity::Compute;
        communication = communication || p.activity == Activity::Communication;
      }
      if (!device && !stream(p)) {
        auto& [c, k, w] = thread[p.track];
        c = c || p.activity == Activity::Compute;
        k = k || p.activity == Activity::Communication;
        w = w || p.activity == Activity::Wait;
      }
      copy = copy || (stream(p) == device && p.activity == Activity::Copy);
    }
    for (const auto& [track, cs] : thread) {
      const auto [c, k, w] = cs;
      compute = compute || (c && !k && !w);
      communication = communication || k;
    }
    std::string part = e.work ? "idle" : "unknown";
    if (compute) part = "computing";
    else if (communication) part = "exposed";
    else if (data) part = "data";
    else if (checkpoint) part = "checkpoint";
    else if (copy) part = "copy";
    else if (device && deviceBusy[static_cast<std::size_t>(t)]) part = "other";
    e.parts[part] += us;
    if (compute && communication) e.parts["overlapped"] += us;
    if (part != "idle" || !device) continue;
    int end = t;
    while (end < kTicks && !deviceBusy[static_cast<std::size_t>(end)]) ++end;
    if (end == kTicks) continue;
    int begin = t;
    while (begin > spanFrom && !deviceBusy[static_cast<std::size_t>(begin - 1)]) --begin;
    int launched = -1;
    for (const Put& p : m.puts)
      if (of(p) && stream(p) && busy(p.activity) && p.from == end && p.launched >= 0) launched = launched < 0 ? p.launched : std::min(launched, p.launched);
    if (launched >= 0 && launched > begin) e.parts["host"] += us;
    else if (end - begin < wait) e.parts["kernel wait"] += us;
  }
  return e;
}

void compare(const RankBreakdown& r, Expected e, const std::string& where) {
  EXPECT_EQ(r.showsWork, e.work) << where;
  EXPECT_EQ(r.computing, e.parts["computing"]) << where;
  EXPECT_EQ(r.overlapped, e.parts["overlapped"]) << where;
  EXPECT_EQ(r.exposed, e.parts["exposed"]) << where;
  EXPECT_EQ(r.dataStall, e.parts["data"]) << where;
  EXPECT_EQ(r.checkpoint, e.parts["checkpoint"]) << where;
  EXPECT_EQ(r.copy, e.parts["copy"]) << where;
  EXPECT_EQ(r.other, e.parts["other"]) << where;
  EXPECT_EQ(r.idle, e.parts["idle"]) << where;
  EXPECT_EQ(r.unknown, e.parts["unknown"]) << where;
  EXPECT_EQ(r.hostBound, e.parts["host"]) << where;
  EXPECT_EQ(r.kernelWait, e.parts["kernel wait"]) << where;
  EXPECT_EQ(r.idleOther, r.idle - r.hostBound - r.kernelWait) << where;
  EXPECT_EQ(r.computing + r.exposed + r.dataStall + r.checkpoint + r.copy + r.other + r.idle + r.unknown, r.wall()) << where;
}

}  // namespace

TEST(BreakdownSweep, EveryMicrosecondOfThousandsOfRunsIsWhereTheReferencePutsIt) {
  for (std::uint64_t seed = 0; seed < 4000 && !testing::Test::HasFailure(); ++seed) {
    const Made m = make(seed);
    const int wait = 1 + static_cast<int>(seed % 6);
    const BreakdownIndex index(m.run, {}, wait * us);
    const int from = static_cast<int>(seed % 37), to = from + 1 + static_cast<int>(seed % 41);
    for (const bool whole : {true, false}) {
      const Breakdown b = index.over(whole ? std::nullopt : std::optional(TimeRange{from * us, to * us}));
      for (const RankBreakdown& r : b.ranks)
        compare(r, expect(m, r.rank, whole ? 0 : from, whole ? kTicks : to, wait), "seed " + std::to_string(seed) + " rank " + std::to_string(r.rank));
    }
  }
}

TEST(BreakdownSweep, StepsThatMeetSumToTheWhole) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Made m = make(seed);
    const BreakdownIndex index(m.run);
    std::vector<RankSteps> steps;
    for (const std::int32_t r : index.ranks()) {
      RankSteps s;
      s.rank = r;
      for (int k = 0; k < kTicks; k += 9 + r) s.steps.push_back({k * us, (k + 9 + r) * us});
      steps.push_back(s);
    }
    const auto by = breakdownBySteps(index, steps);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(breakdownBySteps(index, steps, std::nullopt, Job{stop.get_token(), nullptr}).empty()) << seed;
    RankBreakdown sum;
    for (const BreakdownOfStep& b : by) {
      sum.computing += b.of.total.computing;
      sum.exposed += b.of.total.exposed;
      sum.hostBound += b.of.total.hostBound;
      sum.idle += b.of.total.idle;
      sum.unknown += b.of.total.unknown;
    }
    const RankBreakdown whole = index.over().total;
    EXPECT_EQ(sum.computing, whole.computing) << seed;
    EXPECT_EQ(sum.exposed, whole.exposed) << seed;
    EXPECT_EQ(sum.hostBound, whole.hostBound) << seed;
    EXPECT_EQ(sum.idle, whole.idle) << seed;
    EXPECT_EQ(sum.unknown, whole.unknown) << seed;
  }
}

// Stream: [0,10) gap [10,14) kernel launched at 12, gap [20,22) kernel launched at 5, gap [30,70) kernel launched at 5.
TEST(Idle, GapsOfAStreamAreToldApartAsHtaDoes) {
  Sketch s;
  const auto host = s.track(0, TrackKind::Thread, "main");
  const auto stream = s.track(0, TrackKind::Stream, "stream 7");
  const auto kernel = [&](std::int64_t from, std::int64_t to, std::int64_t launched) {
    s.b.arrow(s.slice(host, launched, launched, Activity::Host), s.slice(stream, from, to, Activity::Compute), s.b.intern(kArrowLaunch));
  };
  kernel(0, 10, 0);
  kernel(14, 20, 12);
  kernel(22, 30, 5);
  kernel(70, 80, 5);
  s.slice(stream, 40, 60, Activity::Wait);  // a wait on the stream is no kernel
  const weir::Run run = s.build();
  const auto idle = idleByStream(run);
  ASSERT_EQ(idle.size(), 1U);
  EXPECT_EQ(idle[0].time[0], 4 * us);
  EXPECT_EQ(idle[0].time[1], 2 * us);
  EXPECT_EQ(idle[0].time[2], 40 * us);
  EXPECT_EQ(idle[0].kernels, 4U);
  EXPECT_EQ(idle[0].launched, 4U);
  const RankBreakdown r = breakdown(run).ranks.front();
  EXPECT_TRUE(r.launchesKnown);
  EXPECT_EQ(r.hostBound, 4 * us);
  EXPECT_EQ(r.kernelWait, 2 * us);
  EXPECT_EQ(r.idleOther, 40 * us);
  EXPECT_EQ(r.device.length(), 80 * us);
  EXPECT_EQ(r.deviceBusy, 34 * us);
}

}  // namespace breakdown_sweep_test
