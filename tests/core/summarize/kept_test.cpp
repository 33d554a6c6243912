// Answers as bytes and back: equal to what was written on random runs, and refused when anything about them is not as it was.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "core/base/random.h"
#include "core/summarize/breakdown_kept.h"
#include "core/summarize/breakdown_table.h"
#include "core/summarize/critical_path_kept.h"
#include "core/summarize/io_report_kept.h"
#include "core/summarize/kept_bytes.h"
#include "core/summarize/tables_json.h"
#include "core/summarize/traffic_kept.h"
#include "core/summarize/traffic_text.h"
#include "tests/core/summarize/support.h"

namespace kept_test {
using namespace weir;
using test::us;

namespace {

// Steps of up to four ranks: kernels with launches, collectives of all and of two, with and without sizes, reads and writes.
RunPtr make(std::uint64_t seed) {
  Random r(seed, 11);
  const auto below = [&](int n) { return static_cast<std::int64_t>(r.below(static_cast<std::uint64_t>(n))); };
  test::Sketch s(seed % 5 == 4 ? Truth::Simulated : Truth::Measured);
  const auto ranks = static_cast<std::int32_t>(1 + below(4));
  const bool sized = below(3) > 0, marked = below(4) > 0, reads = below(3) > 0;
  std::vector<std::int32_t> all;
  for (std::int32_t k = 0; k < ranks; ++k) all.push_back(k);
  for (std::int32_t rank = 0; rank < ranks; ++rank) {
    const auto host = s.track(rank, TrackKind::Thread, "main"), compute = s.track(rank, TrackKind::Stream, "stream 7"), comm = s.track(rank, TrackKind::Stream, "stream 20");
    std::int64_t t = below(5);
    for (int step = 0; step < 4; ++step) {
      if (marked) s.b.slice({host, t * us, 100 * us, s.b.intern("ProfilerStep#" + std::to_string(step)), s.b.intern("user_annotation"), Activity::Annotation, {}});
      s.slice(host, t + 1, t + 4 + below(6), Activity::DataLoad, "data");
      const SliceIndex call = s.slice(host, t + 12, t + 14, Activity::Host, "cuda_runtime");
      const SliceIndex kernel = s.slice(compute, t + 15 + below(3), t + 30 + below(20), Activity::Compute);
      s.b.arrow(call, kernel, s.b.intern(kArrowLaunch));
      const std::int64_t from = t + 52 + below(8), to = t + 70 + below(10);
      const SliceIndex member = s.slice(comm, from, to, Activity::Communication);
      CollectiveCall c;
      c.operation = step % 2 == 0 ? Operation::AllReduce : Operation::AllGather;
      c.rank = rank;
      c.slice = member;
      c.start = from * us;
      c.duration = (to - from) * us;
      c.bytes = sized ? 1'000'003 * (step + 1) : kUnknownBytes;
      c.groupSize = ranks;
      c.group = s.b.group(all);
      s.b.collective(c);
      if (below(3) == 0) s.slice(comm, t + 82, t + 90, Activity::Copy);
      for (int k = 0; reads && k < 3; ++k) {
        IoOperation op;
        op.kind = k == 2 ? IoOperation::Kind::Write : IoOperation::Kind::Read;
        op.rank = rank;
        op.file = s.b.intern(k == 2 ? "/out/model_" + std::to_string(step) + ".pt" : "/data/part_" + std::to_string(below(3)) + ".npz");
        op.layer = s.b.intern(k == 1 ? "MPI-IO" : "POSIX");
        op.bytes = below(4) == 0 ? kUnknownBytes : 1000 + below(2'000'000);
        op.offset = below(4) == 0 ? -1 : below(1'000'000);
        op.start = (t + k) * us;
        op.duration = (1 + below(5)) * us;
        s.b.io(op);
      }
      t += 100;
    }
  }
  s.b.fact("host name", "nid0\"01");
  s.b.run().worldSize = ranks;
  return std::make_shared<const weir::Run>(s.build());
}

constexpr std::uint64_t kSeeds = 60;

BreakdownSums sumsOf(const weir::Run& run, std::uint64_t seed) {
  const auto of = static_cast<BreakdownSums::Of>(seed % 3);
  return breakdownSums(BreakdownIndex(run), findSteps(run).ranks, of, seed % 2 == 0 ? std::nullopt : std::optional(TimeRange{50 * us, 320 * us}));
}

IoReport reportOf(const weir::Run& run, std::uint64_t seed) {
  IoReportOptions o;
  if (seed % 2 == 1) o.range = TimeRange{50 * us, 320 * us};
  return *ioReport(run, o);
}

TrafficAnswer trafficOf(const weir::Run& run, std::uint64_t seed) {
  TrafficOptions o;
  o.measure = static_cast<TrafficMeasure>(seed % 3);
  o.match = std::make_shared<const CallMatch>(matchCalls(run));
  return {trafficMatrix(run, o), lateness(collectiveInstances(run))};
}

TrafficLists listsOf(const weir::Run& run) {
  const CallMatch match = matchCalls(run);
  return {trafficChoices(run, match), ioChoices(run), nodesBy(run.ranks, 2), trafficCollectives(run, match), heatFiles(run)};
}

PathGraph graphOf(const RunPtr& run) { return std::move(*pathGraph(run, {}, {})); }

// Every kind of answer of a run, as bytes, and whether bytes are taken for it.
struct Kind {
  std::string bytes;
  std::function<bool(std::string_view, const weir::Run&)> taken;
};
std::map<std::string, Kind> kindsOf(const RunPtr& run, std::uint64_t seed) {
  const PathGraph graph = graphOf(run);
  const PathAnswer path = *pathAnswer(graph, {});
  std::map<std::string, Kind> out;
  out["breakdown"] = {breakdownToBytes(sumsOf(*run, seed), *run), [](std::string_view b, const weir::Run& r) { return breakdownFromBytes(b, r).has_value(); }};
  out["report"] = {ioReportToBytes(reportOf(*run, seed), *run), [](std::string_view b, const weir::Run& r) { return ioReportFromBytes(b, r).has_value(); }};
  out["matrix"] = {trafficToBytes(trafficOf(*run, seed), *run), [](std::string_view b, const weir::Run& r) { return trafficFromBytes(b, r).has_value(); }};
  out["lists"] = {trafficListsToBytes(listsOf(*run), *run), [](std::string_view b, const weir::Run& r) { return trafficListsFromBytes(b, r).has_value(); }};
  out["path"] = {pathToBytes(path, *run), [](std::string_view b, const weir::Run& r) { return pathFromBytes(b, r).has_value(); }};
  out["rows"] = {pathTableToBytes({*pathTable(graph, path.path, PathBy::Name, 3, {}), 3}, *run), [](std::string_view b, const weir::Run& r) { return pathTableFromBytes(b, r).has_value(); }};
  return out;
}

}  // namespace

TEST(Kept, Breakdowns) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const RunPtr run = make(seed);
    const BreakdownSums sums = sumsOf(*run, seed);
    const std::string bytes = breakdownToBytes(sums, *run);
    const auto back = breakdownFromBytes(bytes, *run);
    ASSERT_TRUE(back) << seed;
    EXPECT_EQ(breakdownToBytes(*back, *run), bytes) << seed;
    EXPECT_EQ(tablesToJson({breakdownTable(back->over), stepTable(back->steps)}), tablesToJson({breakdownTable(sums.over), stepTable(sums.steps)})) << seed;
    ASSERT_EQ(back->withinSteps.has_value(), sums.withinSteps.has_value());
    if (sums.withinSteps) {
      EXPECT_EQ(tablesToJson({breakdownTable(*back->withinSteps)}), tablesToJson({breakdownTable(*sums.withinSteps)}));
    }
    ASSERT_EQ(back->over.ranks.size(), sums.over.ranks.size());
    for (std::size_t i = 0; i < sums.over.ranks.size(); ++i) {
      EXPECT_EQ(back->over.ranks[i].device, sums.over.ranks[i].device);
      EXPECT_EQ(back->over.ranks[i].deviceBusy, sums.over.ranks[i].deviceBusy);
      EXPECT_EQ(back->over.ranks[i].known(), sums.over.ranks[i].known());
    }
  }
}

TEST(Kept, IoReports) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const RunPtr run = make(seed);
    const IoReport report = reportOf(*run, seed);
    const std::string bytes = ioReportToBytes(report, *run);
    const auto back = ioReportFromBytes(bytes, *run);
    ASSERT_TRUE(back) << seed;
    EXPECT_EQ(ioReportToBytes(*back, *run), bytes) << seed;
    EXPECT_EQ(ioReportToJson(*back, 1000), ioReportToJson(report, 1000)) << seed;
    EXPECT_EQ(back->overTime.written, report.overTime.written);
    EXPECT_EQ(back->steps.size(), report.steps.size());
    EXPECT_EQ(back->gaps, report.gaps);
  }
}

TEST(Kept, TrafficAndItsLists) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const RunPtr run = make(seed);
    const TrafficAnswer answer = trafficOf(*run, seed);
    const std::string bytes = trafficToBytes(answer, *run);
    const auto back = trafficFromBytes(bytes, *run);
    ASSERT_TRUE(back) << seed;
    EXPECT_EQ(trafficToBytes(*back, *run), bytes) << seed;
    EXPECT_EQ(trafficToJson(*run, back->matrix), trafficToJson(*run, answer.matrix)) << seed;
    ASSERT_EQ(back->late.size(), answer.late.size());
    for (std::size_t i = 0; i < answer.late.size(); ++i) EXPECT_EQ(back->late[i].madeWait, answer.late[i].madeWait);

    const TrafficLists lists = listsOf(*run);
    const auto same = trafficListsFromBytes(trafficListsToBytes(lists, *run), *run);
    ASSERT_TRUE(same) << seed;
    EXPECT_EQ(trafficListsToBytes(*same, *run), trafficListsToBytes(lists, *run));
    ASSERT_EQ(same->collectives.size(), lists.collectives.size());
    for (std::size_t i = 0; i < lists.collectives.size(); ++i) EXPECT_EQ(same->collectives[i].start, lists.collectives[i].start);
    EXPECT_EQ(same->nodes.names, lists.nodes.names);
    EXPECT_EQ(same->io.layers, lists.io.layers);
    ASSERT_EQ(same->files.size(), lists.files.size());
    for (std::size_t i = 0; i < lists.files.size(); ++i) EXPECT_EQ(same->files[i].path, lists.files[i].path);
  }
}

TEST(Kept, CriticalPaths) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const RunPtr run = make(seed);
    const PathGraph graph = graphOf(run);
    const PathAnswer answer = *pathAnswer(graph, {});
    const std::string bytes = pathToBytes(answer, *run);
    const auto back = pathFromBytes(bytes, *run);
    ASSERT_TRUE(back) << seed;
    EXPECT_EQ(pathToBytes(*back, *run), bytes) << seed;
    EXPECT_EQ(back->path.span, answer.path.span);
    ASSERT_EQ(back->path.segments.size(), answer.path.segments.size());
    for (std::size_t i = 0; i < answer.path.segments.size(); ++i) {
      const auto& [from, to, rank, track, kind, slice, cause, activity, call] = answer.path.segments[i];
      const PathSegment& s = back->path.segments[i];
      EXPECT_TRUE(s.from == from && s.to == to && s.rank == rank && s.track == track && s.kind == kind && s.slice == slice && s.cause == cause && s.activity == activity && s.call == call) << seed;
    }
    EXPECT_EQ(back->limits, answer.limits);
    EXPECT_EQ(back->remarks, answer.remarks);
    EXPECT_EQ(back->operations, answer.operations);
    ASSERT_EQ(back->offPath.has_value(), answer.offPath.has_value());
    if (answer.offPath) {
      EXPECT_EQ(back->offPath->call, answer.offPath->call) << seed;
      EXPECT_EQ(back->offPath->time, answer.offPath->time) << seed;
    }
    for (const PathBy by : {PathBy::Name, PathBy::Activity, PathBy::Rank, PathBy::Collective}) {
      const auto rows = *pathTable(graph, answer.path, by, 3, {});
      const auto kept = pathTableFromBytes(pathTableToBytes({rows, 3}, *run), *run);
      ASSERT_TRUE(kept && kept->rows.size() == rows.size()) << seed;
      EXPECT_EQ(kept->gains, 3U);
      const std::vector<PathRow>& same = kept->rows;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rowName(*run, same[i], by), rowName(*run, rows[i], by));
        EXPECT_EQ(same[i].time, rows[i].time);
        EXPECT_EQ(same[i].gain, rows[i].gain);
        EXPECT_EQ(same[i].half, rows[i].half);
        EXPECT_EQ(same[i].longest.has_value(), rows[i].longest.has_value());
      }
    }
  }
}

TEST(Kept, DamagedIsRefused) {
  for (const std::uint64_t seed : {1ULL, 2ULL, 3ULL}) {
    const RunPtr run = make(seed), other = make(seed + 100);
    for (const auto& [name, kind] : kindsOf(run, seed)) {
      ASSERT_TRUE(kind.taken(kind.bytes, *run)) << name;
      EXPECT_FALSE(kind.taken(kind.bytes, *other)) << name;
      EXPECT_FALSE(kind.taken(kind.bytes + '\0', *run)) << name;
      for (std::size_t n = 0; n < kind.bytes.size(); n += 1 + kind.bytes.size() / 300) {
        EXPECT_FALSE(kind.taken(std::string_view(kind.bytes).substr(0, n), *run)) << name << ' ' << n;
        for (const int bit : {0, 3, 7}) {
          std::string damaged = kind.bytes;
          damaged[n] = static_cast<char>(damaged[n] ^ (1 << bit));
          EXPECT_FALSE(kind.taken(damaged, *run)) << name << ' ' << n;
        }
      }
    }
    // Each is taken for what it is alone.
    const auto kinds = kindsOf(run, seed);
    for (const auto& [a, x] : kinds)
      for (const auto& [b, y] : kinds) EXPECT_EQ(y.taken(x.bytes, *run), a == b) << a << " as " << b;
  }
}

TEST(Kept, OtherRevisionsAndNonsenseAreRefused) {
  const RunPtr run = make(1);
  {
    kept::Writer w("critical path rows", kPathRevision, *run);
    w(std::uint64_t{0}, std::size_t{0});
    EXPECT_TRUE(pathTableFromBytes(w.finish(), *run));  // no rows
  }
  {
    kept::Writer w("critical path rows", kPathRevision + 1, *run);
    w(std::uint64_t{0}, std::size_t{0});
    EXPECT_FALSE(pathTableFromBytes(w.finish(), *run));
  }
  {
    kept::Writer w("critical path rows", kPathRevision, *run);
    w(std::uint64_t{1'000'000'000});  // rows, of which none follows
    EXPECT_FALSE(pathTableFromBytes(w.finish(), *run));
  }
  // A slice beyond the run's.
  PathRow row;
  row.longest = PathSegment{0, 1, 0, 0, PathKind::Work, 7, 0, Activity::Compute, PathGraph::kNone};
  EXPECT_TRUE(pathTableFromBytes(pathTableToBytes({{row}, 0}, *run), *run));
  row.longest->slice = static_cast<std::uint32_t>(run->slices.size());
  EXPECT_FALSE(pathTableFromBytes(pathTableToBytes({{row}, 0}, *run), *run));
  row.longest->slice = PathGraph::kNone;
  row.kind = static_cast<PathKind>(kPathKinds);
  EXPECT_FALSE(pathTableFromBytes(pathTableToBytes({{row}, 0}, *run), *run));
  // A path with a hole.
  PathAnswer path = *pathAnswer(graphOf(run), {});
  path.path.segments.front().from -= 1;
  EXPECT_EQ(pathToBytes(path, *run), "");
  // A matrix whose sums are not as many as its bins.
  TrafficAnswer traffic = trafficOf(*run, 0);
  traffic.matrix.rowSum.push_back(0);
  EXPECT_FALSE(trafficFromBytes(trafficToBytes(traffic, *run), *run));
}

TEST(Kept, WhatIsTooLargeIsNotKept) {
  const RunPtr run = make(1);
  PathAnswer path;
  path.remarks.assign(1000, std::string(kept::kMostBytes / 1000, 'x'));
  EXPECT_EQ(pathToBytes(path, *run), "");
  path.remarks.resize(900);
  EXPECT_NE(pathToBytes(path, *run), "");
}

TEST(Kept, NumbersOfEveryKind) {
  const RunPtr run = make(1);
  kept::Writer w("numbers", 1, *run);
  const std::vector<double> reals{0.0, -0.0, 1, -1, 0.1, 1e300, 4e-324, std::numeric_limits<double>::infinity(), 25'000'000, 1.0 / 3};
  const std::vector<std::int64_t> wholes{0, 1, -1, 63, 64, -64, -65, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  w(reals, wholes, std::numeric_limits<double>::quiet_NaN(), std::uint32_t{0xffffffffU}, std::optional<std::int64_t>(), true, std::string("a\0b", 3));
  const std::string bytes = w.finish();
  kept::Reader r(bytes, "numbers", 1, *run);
  std::vector<double> reals2;
  std::vector<std::int64_t> wholes2;
  double nan = 0;
  std::uint32_t most = 0;
  std::optional<std::int64_t> none = 3;
  bool yes = false;
  std::string text;
  r(reals2, wholes2, nan, most, none, yes, text);
  EXPECT_TRUE(r.done());
  EXPECT_EQ(reals2, reals);
  EXPECT_TRUE(std::signbit(reals2[1]));
  EXPECT_EQ(wholes2, wholes);
  EXPECT_TRUE(std::isnan(nan));
  EXPECT_EQ(most, 0xffffffffU);
  EXPECT_FALSE(none);
  EXPECT_TRUE(yes);
  EXPECT_EQ(text, std::string("a\0b", 3));
  // A number that does not fit where it is read.
  kept::Reader narrow(bytes, "numbers", 1, *run);
  std::vector<std::int32_t> few;
  narrow(reals2, few);
  EXPECT_FALSE(narrow.good());
}

TEST(Kept, KeysNameWhatAnAnswerDependsOn) {
  EXPECT_EQ(keyOf(IoReportOptions{}), "");
  EXPECT_EQ(keyOf(TrafficOptions{}), "");
  EXPECT_EQ(keyOf(PathOptions{}), "");
  std::set<std::string> keys{""};
  const auto fresh = [&](const std::string& key) { EXPECT_TRUE(keys.insert(key).second) << key; };
  IoReportOptions io;
  io.range = TimeRange{0, 5};
  fresh(keyOf(io));
  io.range = TimeRange{1, 5};
  fresh(keyOf(io));
  io.stepsByHand = {{0, 3}, {3, 9}, {9, 12}};
  fresh(keyOf(io));
  io.stepsByHand = {{0, 4}, {4, 9}, {9, 12}};
  fresh(keyOf(io));
  io.bins = 7;
  fresh(keyOf(io));
  keys = {""};
  const auto changed = [&](const std::function<void(TrafficOptions&)>& change) {
    TrafficOptions o;
    change(o);
    fresh(keyOf(o));
  };
  changed([](auto& o) { o.measure = TrafficMeasure::Messages; });
  changed([](auto& o) { o.measure = TrafficMeasure::Time; });
  changed([](auto& o) { o.algorithm = Algorithm::Ring; });
  changed([](auto& o) { o.range = TimeRange{0, 5}; });
  changed([](auto& o) { o.operations = {Operation::AllReduce}; });
  changed([](auto& o) { o.operations = {Operation::AllReduce, Operation::AllGather}; });
  changed([](auto& o) { o.groups = {0}; });
  changed([](auto& o) { o.groups = {1}; });
  changed([](auto& o) { o.call = 0; });
  changed([](auto& o) { o.maxBins = 8; });
  keys = {""};
  const auto other = [&](const PathOptions& o) { fresh(keyOf(o)); };
  other({.range = TimeRange{0, 5}});
  other({.range = TimeRange{0, 5}, .endRank = 0});
  other({.range = TimeRange{0, 5}, .endRank = 1});
  other({.range = TimeRange{0, 5}, .endRank = 1, .endOnHost = true});
  other({.assume = false});
}

}  // namespace kept_test
