// Tables of collectives, kernels, operators, files and stragglers on small runs whose sums stand beside them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/summarize/breakdown_table.h"
#include "core/summarize/collective_table.h"
#include "core/summarize/column_unit.h"
#include "core/summarize/file_table.h"
#include "core/summarize/info.h"
#include "core/summarize/kernel_table.h"
#include "core/summarize/straggler_table.h"
#include "core/summarize/table_text.h"
#include "tests/core/summarize/support.h"

namespace statistics_test {
using namespace weir;
using test::Sketch;
using test::us;

namespace {
double at(const StatTable& t, std::size_t row, std::string_view column) { return t.rows.at(row).at(t.find(column).value()).number; }
std::string textAt(const StatTable& t, std::size_t row, std::string_view column) { return t.rows.at(row).at(t.find(column).value()).text; }
}  // namespace

TEST(Statistics, PercentilesAreNearestRanks) {
  std::vector<std::int64_t> v;
  for (int i = 100; i >= 1; --i) v.push_back(i);
  const Durations d = durationsOf(v);
  EXPECT_EQ(d.sum, 5050);
  EXPECT_EQ(d.p50, 50);
  EXPECT_EQ(d.p99, 99);
  EXPECT_EQ(d.least, 1);
  EXPECT_EQ(d.most, 100);
  std::vector<std::int64_t> none;
  EXPECT_TRUE(std::isnan(durationsOf(none).mean()));
  std::vector<std::int64_t> one{7};
  EXPECT_EQ(durationsOf(one).p99, 7);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed, 3);
    std::vector<std::int64_t> any(1 + random.below(300));
    for (auto& x : any) x = static_cast<std::int64_t>(random.below(50));
    std::vector<std::int64_t> sorted = any;
    std::sort(sorted.begin(), sorted.end());
    const Durations e = durationsOf(any);
    const auto rank = [&](double p) { return sorted[static_cast<std::size_t>(std::ceil(p * static_cast<double>(sorted.size()))) - 1]; };
    EXPECT_EQ(e.p50, rank(0.5)) << seed;
    EXPECT_EQ(e.p99, rank(0.99)) << seed;
  }
}

// Four ranks reduce 40 MB in 10 us from the last start on: algbw 4 TB/s, busbw 4 x 2 x 3/4 = 6 TB/s, of 12 TB/s a half.
TEST(Statistics, BandwidthsAreThoseOfNcclTests) {
  Sketch s;
  for (int r = 0; r < 4; ++r) {
    s.track(r, TrackKind::Stream, "stream");
    s.call(r, Operation::AllReduce, r, 13, 40'000'000, 4, {0, 1, 2, 3});
    s.call(r, Operation::AllGather, 20, 30, 10'000'000, 4, {0, 1, 2, 3});  // 40 MB in all
    s.call(r, Operation::AllToAll, 40, 45, kUnknownBytes, 4, {0, 1, 2, 3});
  }
  StatAsk ask;
  ask.linkPeak = 12e12;
  const weir::Run run = s.build();
  const StatTable t = collectiveTable(run, ask);
  ASSERT_EQ(t.rows.size(), 3U);
  EXPECT_EQ(textAt(t, 0, "operation"), "all-reduce");
  EXPECT_EQ(at(t, 0, "collectives"), 1);
  EXPECT_EQ(at(t, 0, "calls"), 4);
  EXPECT_DOUBLE_EQ(at(t, 0, "sum_s"), (13 + 12 + 11 + 10) * 1e-6);
  EXPECT_DOUBLE_EQ(at(t, 0, "transfer_s"), 10e-6);
  EXPECT_DOUBLE_EQ(at(t, 0, "algbw_bytes_per_s"), 4e12);
  EXPECT_DOUBLE_EQ(at(t, 0, "busbw_bytes_per_s"), 6e12);
  EXPECT_DOUBLE_EQ(at(t, 0, "link_fraction"), 0.5);
  EXPECT_DOUBLE_EQ(at(t, 1, "size_bytes"), 40e6);
  EXPECT_DOUBLE_EQ(at(t, 1, "busbw_bytes_per_s"), 4e12 * 3 / 4);
  EXPECT_TRUE(std::isnan(at(t, 2, "algbw_bytes_per_s")));  // no size: unknown, not 0
  EXPECT_TRUE(t.remark.empty());
  ASSERT_TRUE(t.places[0]);
  EXPECT_EQ(t.places[0]->time, 0);
  // Without a link's speed the fraction is unknown; the JSON says null.
  const auto j = nlohmann::json::parse(statJson(collectiveTable(run)));
  ASSERT_EQ(j["rows"].size(), 3U);
  EXPECT_TRUE(j["rows"][0]["link_fraction"].is_null());
  EXPECT_EQ(j["rows"][0]["calls"], 4);
}

// "ncclKernel_SendRecv_RING_SIMPLE": NCCL runs no ring there, and pairs of ranks send to each other.
TEST(Statistics, AnAlgorithmThatSaysNothingIsUnknown) {
  const auto table = [](Truth truth) {
    Sketch s(truth);
    s.track(0, TrackKind::Stream, "stream");
    for (const auto op : {Operation::AllReduce, Operation::AllToAll, Operation::SendRecv}) s.call(0, op, 0, 10, 1000, 2, {0, 1});
    s.call(0, Operation::AllToAll, 20, 30, 1000, 2, {0, 1});
    const NameId ring = s.b.intern("ring"), pairwise = s.b.intern("pairwise");
    for (CollectiveCall& c : s.b.run().collectives) c.algorithm = c.start == 0 ? ring : pairwise;
    const weir::Run run = s.build();
    std::map<std::string, std::vector<std::string>> out;
    const StatTable t = collectiveTable(run);
    for (std::size_t r = 0; r < t.rows.size(); ++r) out[textAt(t, r, "operation")].push_back(cellText(t.rows[r][t.find("algorithm").value()], StatColumn::Unit::Text));
    return out;
  };
  const auto measured = table(Truth::Measured);
  EXPECT_THAT(measured.at("all-reduce"), testing::ElementsAre("ring"));
  EXPECT_THAT(measured.at("all-to-all"), testing::UnorderedElementsAre("unknown", "pairwise"));
  EXPECT_THAT(measured.at("send-receive"), testing::ElementsAre("unknown"));
  // What a simulation played it knows.
  EXPECT_THAT(table(Truth::Simulated).at("all-to-all"), testing::UnorderedElementsAre("ring", "pairwise"));
}

TEST(Statistics, AColumnHasOneUnitAndEnoughDigits) {
  const auto shown = [](const std::vector<double>& v, std::string_view base) {
    const ColumnUnit u = columnUnit(v, base);
    std::string s = u.name + ":";
    for (const double x : v) s += " " + columnText(x, u);
    return s;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(shown({12.0045, 0.3102, 0.0001}, "s"), "ms: 12,004.50 310.20 0.10");
  EXPECT_EQ(shown({1.24e-3, 980e-6, 2.5e-6}, "s"), "µs: 1,240.0 980.0 2.5");
  EXPECT_EQ(shown({4e-6, 5e-6, 30}, "s"), "ms: 0.004 0.005 30,000.000") << "no more than seven digits";
  EXPECT_EQ(shown({0.00999e-3, 0, nan}, "s"), "µs: 9.99 0.00 unknown");
  EXPECT_EQ(shown({1e-9, 2e-3, 3e-3}, "s"), "ms: <0.001 2.000 3.000");
  EXPECT_EQ(shown({300, 4000}, "s"), "s: 300 4,000");
  EXPECT_EQ(shown({25e6, 4e6, 8e6}, "B"), "MB: 25 4 8");
  EXPECT_EQ(shown({12.5e9, 0.3e9}, "B/s"), "MB/s: 12,500 300");
  EXPECT_EQ(shown({0.0451, 1, 0.9}, "%"), "%: 4.5 100.0 90.0");
  EXPECT_EQ(shown({0.66473, 0.0024, 0.00001}, "%"), "%: 66.47 0.24 <0.01");
  EXPECT_EQ(shown({1, 12345}, ""), ": 1 12,345");
  EXPECT_EQ(shown({1.25, 1.5}, ""), ": 1.25 1.50");
  EXPECT_EQ(shown({nan, 0}, "s"), "s: unknown 0");
  EXPECT_EQ(shown({-12.5e-3, 40e-3}, "s"), "ms: -12.5 40.0");
  EXPECT_EQ(shown({std::numeric_limits<double>::infinity(), 1}, "s"), "s: infinite 1");
  // In a terminal too.
  StatTable t;
  t.columns = {{"name", "name", "", StatColumn::Unit::Text}, {"sum_s", "sum", "", StatColumn::Unit::Seconds}};
  t.rows = {{std::string("a"), 1.5e-3}, {std::string("b"), 20e-6}};
  EXPECT_EQ(statText(t, 9), "\nname  sum (µs)\na        1,500\nb           20\n");
}

TEST(Statistics, AScenarioSaysTheLinksSpeed) {
  weir::Run run;
  run.scenario = R"({"machine": {"network": {"link": {"bandwidth": "200Gbps"}}}})";
  ASSERT_TRUE(linkPeakOf(run));
  EXPECT_DOUBLE_EQ(*linkPeakOf(run), 25e9);
  run.scenario = R"({"machine": "perlmutter"})";
  EXPECT_FALSE(linkPeakOf(run));
}

TEST(Statistics, KernelsByNameWithTheSpreadOfTheRanks) {
  Sketch s;
  for (int r = 0; r < 2; ++r) {
    const auto stream = s.track(r, TrackKind::Stream, "stream");
    const auto host = s.track(r, TrackKind::Thread, "main");
    s.slice(stream, 0, 10 + 20 * r, Activity::Compute);
    s.slice(stream, 40, 50, Activity::Compute);
    s.slice(stream, 60, 70, Activity::Wait);  // keeps nothing busy
    s.slice(host, 0, 100, Activity::Compute);  // beside a device the host computes nothing
  }
  const weir::Run run = s.build();
  const StatTable t = kernelTable(run);
  ASSERT_EQ(t.rows.size(), 1U);
  EXPECT_EQ(at(t, 0, "count"), 4);
  EXPECT_DOUBLE_EQ(at(t, 0, "sum_s"), 60e-6);
  EXPECT_DOUBLE_EQ(at(t, 0, "share"), 1);
  EXPECT_EQ(at(t, 0, "slowest_rank"), 1);
  EXPECT_DOUBLE_EQ(at(t, 0, "rank_spread"), (40.0 - 20.0) / 30.0);
  EXPECT_EQ(t.places[0]->time, 0);
  StatAsk ask;
  ask.range = TimeRange{30 * us, 60 * us};
  EXPECT_EQ(at(kernelTable(run, ask), 0, "count"), 2);
  ask.rank = 0;
  EXPECT_EQ(at(kernelTable(run, ask), 0, "count"), 1);
  // A rank's rows may come apart, and a name does several things: one row each, every rank once.
  Sketch apart;
  const auto first = apart.track(0, TrackKind::Stream, "stream 1"), second = apart.track(1, TrackKind::Stream, "stream 2"), third = apart.track(0, TrackKind::Stream, "stream 3");
  for (const auto track : {first, second, third}) {
    for (const Activity a : {Activity::Compute, Activity::Communication})
      apart.b.slice({.track = track, .start = a == Activity::Compute ? 0 : 20 * us, .duration = 10 * us, .name = apart.b.intern("k"), .category = 0, .activity = a, .args = {}});
  }
  const StatTable two = kernelTable(apart.build());
  ASSERT_EQ(two.rows.size(), 2U);
  EXPECT_EQ(at(two, 0, "count"), 3);
  EXPECT_EQ(at(two, 0, "ranks"), 2);
  EXPECT_EQ(at(two, 0, "slowest_rank"), 0);
  EXPECT_DOUBLE_EQ(at(two, 0, "rank_spread"), (20.0 - 10.0) / 15.0);
  const auto sets = durationsOfKernel(run, name(Activity::Compute));
  ASSERT_EQ(sets.size(), 2U);
  EXPECT_EQ(sets[1].durations, (std::vector<std::int64_t>{10 * us, 30 * us}));
}

// outer [0,100) > inner [10,60) > leaf [20,30), and a mark [5,95) between outer and inner that is looked through.
TEST(Statistics, SelfTimeIsWhatIsLeftOfAnOperator) {
  Sketch s;
  const auto t = s.track(0, TrackKind::Thread, "main");
  const auto put = [&](std::string_view name, std::int64_t from, std::int64_t to, Activity a) {
    s.b.slice({.track = t, .start = from * us, .duration = (to - from) * us, .name = s.b.intern(name), .category = 0, .activity = a, .args = {}});
  };
  put("outer", 0, 100, Activity::Host);
  put("mark", 5, 95, Activity::Annotation);
  put("inner", 10, 60, Activity::Host);
  put("leaf", 20, 30, Activity::Host);
  put("leaf", 70, 75, Activity::Host);
  const StatTable table = operatorTable(s.build());
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(textAt(table, 0, "name"), "outer");
  EXPECT_DOUBLE_EQ(at(table, 0, "self_s"), (100 - 50 - 5) * 1e-6);
  EXPECT_DOUBLE_EQ(at(table, 1, "self_s"), (50 - 10) * 1e-6);
  EXPECT_DOUBLE_EQ(at(table, 2, "self_s"), 15e-6);
  EXPECT_DOUBLE_EQ(at(table, 0, "share") + at(table, 1, "share") + at(table, 2, "share"), 1);
}

TEST(Statistics, FilesOfSumsAndOfSingleOperations) {
  Sketch s;
  s.track(0, TrackKind::Thread, "main");
  IoRecord r;
  r.rank = 0;
  r.file = s.b.intern("/data/a");
  r.layer = s.b.intern("POSIX");
  r.readBytes = 100;
  r.readOps = 4;
  r.readTime = 2'000'000'000'000;
  r.start = 0;
  r.end = 10 * us;
  s.b.run().ioRecords.push_back(r);
  const auto op = [&](std::string_view file, std::string_view layer, IoOperation::Kind kind, std::int64_t bytes) {
    IoOperation o;
    o.rank = 0;
    o.file = s.b.intern(file);
    o.layer = s.b.intern(layer);
    o.kind = kind;
    o.bytes = bytes;
    o.start = 1 * us;
    o.duration = us;
    s.b.run().io.push_back(o);
  };
  op("/data/a", "POSIX", IoOperation::Kind::Read, 100);  // the same bytes as in the sums
  op("/data/b", "STDIO", IoOperation::Kind::Write, 7);
  const StatTable t = fileTable(s.build());
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(textAt(t, 0, "file"), "/data/a");
  EXPECT_EQ(at(t, 0, "read_bytes"), 100);
  EXPECT_EQ(at(t, 0, "mean_read_bytes"), 25);
  EXPECT_EQ(at(t, 0, "read_bytes_per_s"), 50);
  EXPECT_TRUE(std::isnan(at(t, 0, "write_bytes")));  // the log does not say
  EXPECT_EQ(at(t, 1, "write_bytes"), 7);
  EXPECT_EQ(at(t, 1, "read_bytes"), 0);  // single operations, and none reads
}

TEST(Statistics, StragglersByCollectiveAndByRank) {
  Sketch s;
  for (int r = 0; r < 3; ++r) {
    s.track(r, TrackKind::Stream, "stream");
    s.call(r, Operation::AllReduce, r == 1 ? 9 : r, 12, 8, 3, {0, 1, 2});
    s.call(r, Operation::AllReduce, 20 + r, 30, 8, 3, {0, 1, 2});
  }
  const weir::Run run = s.build();
  const auto instances = collectiveInstances(run);
  const StatTable t = stragglerTable(instances, run);
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(at(t, 0, "last_rank"), 1);
  EXPECT_EQ(at(t, 0, "first_rank"), 0);
  EXPECT_DOUBLE_EQ(at(t, 0, "spread_s"), 9e-6);
  EXPECT_DOUBLE_EQ(at(t, 0, "waited_s"), (9 + 7) * 1e-6);
  EXPECT_EQ(at(t, 1, "last_rank"), 2);
  const StatTable by = latenessTable(instances);
  ASSERT_EQ(by.rows.size(), 3U);
  EXPECT_EQ(at(by, 0, "rank"), 1);
  EXPECT_DOUBLE_EQ(at(by, 0, "made_others_wait_s"), 16e-6);
  EXPECT_DOUBLE_EQ(at(by, 0, "last_fraction"), 0.5);
  StatAsk ask;
  ask.range = TimeRange{15 * us, 40 * us};
  EXPECT_EQ(stragglerTable(instances, run, ask).rows.size(), 1U);
}

TEST(Statistics, AnIoLogIsUnknownAndNotIdle) {
  Sketch s;
  const auto t = s.track(0, TrackKind::Thread, "rank 0");
  s.slice(t, 0, 10, Activity::DataLoad);
  s.slice(t, 40, 50, Activity::Other);
  const weir::Run run = s.build();
  const RankBreakdown r = breakdown(run).ranks.front();
  EXPECT_FALSE(r.showsWork);
  EXPECT_TRUE(r.known());
  EXPECT_EQ(r.dataStall, 10 * us);
  EXPECT_EQ(r.idle, 0);
  EXPECT_EQ(r.unknown, 40 * us);
  const StatTable table = breakdownTable(breakdown(run));
  EXPECT_TRUE(std::isnan(at(table, 0, "idle_s")));
  EXPECT_TRUE(std::isnan(at(table, 0, "computing_s")));
  EXPECT_DOUBLE_EQ(at(table, 0, "unknown_s"), 40e-6);
}

TEST(Statistics, ACounterIsToldByItsLeastMeanAndLargest) {
  Sketch s;
  s.track(0, TrackKind::Thread, "main");
  s.counter("queue 3", "queue depth", 0, us, {2, 4, 9});
  const Info info = describe(s.build());
  ASSERT_EQ(info.series.size(), 1U);
  EXPECT_EQ(info.series[0].count, 3U);
  EXPECT_EQ(info.series[0].min, 2);
  EXPECT_EQ(info.series[0].mean, 5);
  EXPECT_EQ(info.series[0].max, 9);
  EXPECT_THAT(infoToText(info), testing::HasSubstr("queue 3 (queue depth): 3 values"));
}

TEST(Statistics, CsvQuotesNamesAndLeavesUnknownEmpty) {
  StatTable t;
  t.columns = {{"name", "name", "", StatColumn::Unit::Text}, {"sum_s", "sum", "", StatColumn::Unit::Seconds}};
  t.rows = {{std::string("void f(int, \"x\")"), 0.5}, {std::string("g"), std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_EQ(statCsv(t), "name,sum (s)\n\"void f(int, \"\"x\"\")\",0.5\ng,\n");
  t.rows = {{std::string("=1+1"), -0.5}, {std::string("-x"), 0.0}};
  EXPECT_EQ(statCsv(t), "name,sum (s)\n'=1+1,-0.5\n'-x,0\n");
  Table file;
  file.columns = {{"@name", "", {}, {"=x", "-2"}}, {"value", "s", {-1, 2}, {}}};
  EXPECT_EQ(tableToCsv(file), "'@name,value (s)\n'=x,-1\n-2,2\n");
}

}  // namespace statistics_test
