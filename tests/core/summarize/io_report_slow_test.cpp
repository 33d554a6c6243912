// The I/O report names the slow ones first, says what lies on a slow server, says no bound that bounds nothing, and sums what
// is beyond 64 bits of picoseconds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/run/io_failed.h"
#include "core/summarize/io_heat.h"
#include "core/summarize/io_report.h"
#include "core/summarize/io_report_kept.h"
#include "tests/core/summarize/io_report_support.h"
#include "tests/core/summarize/support.h"

namespace weir::io_report_slow_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using test::Sketch;
using test::found;
using test::report;
using test::us;
using Kind = IoOperation::Kind;
using V = IoObservation::Verdict;
using Json = nlohmann::json;

constexpr std::int64_t kHour = std::int64_t{3600} * 1'000'000 * us;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

IoRecord written(Sketch& s, std::int32_t rank, const std::string& file, std::int64_t bytes, std::int64_t ps) {
  IoRecord r;
  r.rank = rank;
  r.file = s.b.intern(file);
  r.layer = s.b.intern("POSIX");
  r.readBytes = r.readOps = r.readTime = r.metaTime = 0;
  r.writeBytes = bytes, r.writeOps = 8, r.writeTime = ps;
  return r;
}

void striped(Sketch& s, const std::vector<std::pair<std::string, std::string>>& files) {
  Table t;
  t.name = "stripes";
  t.columns = {{"file", "", {}, {}}, {"stripe size", "B", {}, {}}, {"OSTs", "", {}, {}}};
  for (const auto& [file, servers] : files) {
    t.columns[0].text.push_back(file);
    t.columns[1].number.push_back(1'000'000);
    t.columns[2].text.push_back(servers);
  }
  s.b.table(t);
}

std::vector<std::int32_t> ranksOf(const IoReport& r) {
  std::vector<std::int32_t> out;
  for (const IoRank& k : r.byRank) out.push_back(k.rank);
  return out;
}

// Twelve ranks write as much each; the tenth is slow, and of the others none is slower than another.
TEST(IoSlow, TheSlowOnesComeFirst) {
  Sketch s;
  for (int k = 0; k < 12; ++k) s.b.record(written(s, k, "/d/out." + std::to_string(100 + k), 1000, k == 9 ? 50 * us : 2 * us));
  for (int k = 0; k < 12; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 100, Activity::Other);
  const IoReport r = report(s.build());
  EXPECT_THAT(ranksOf(r), ::testing::ElementsAre(9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11));
  EXPECT_TRUE(r.ranksByTime);
  EXPECT_EQ(r.byFile[0].name, "/d/out.109");
  EXPECT_EQ(r.byFile[1].name, "/d/out.100");
  const std::string text = ioReportToText(r, IoBy::All, 1);
  EXPECT_THAT(text, HasSubstr("By rank (ranks: 12; the slowest first)"));
  EXPECT_THAT(text, HasSubstr("By file (12 files; the slowest first)"));
  EXPECT_THAT(text, HasSubstr("/d/out.109"));
  EXPECT_THAT(text, Not(HasSubstr("/d/out.100")));
  EXPECT_EQ(Json::parse(ioReportToJson(r, 1))["by_file"][0]["file"], "/d/out.109");
  // Rows that are left out are the quick ones.
  IoReportOptions few;
  few.mostFiles = 1;
  Sketch many;
  for (int k = 0; k < 3000; ++k) many.b.record(written(many, 0, "/d/out." + std::to_string(k), 1000, k == 9 ? 50 * us : 2 * us));
  const IoReport cut = report(many.build(), few);
  ASSERT_EQ(cut.byFile.size(), 1U);
  EXPECT_EQ(cut.byFile[0].name, "/d/out.9");
}

TEST(IoSlow, OfEqualTimesTheMostBytesComeFirst) {
  Sketch s;
  for (int k = 0; k < 3; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 100, Activity::Other);
  for (int k = 0; k < 3; ++k) s.b.record(written(s, k, "/d/" + std::to_string(k), 1000 + k, 2 * us));
  EXPECT_THAT(ranksOf(report(s.build())), ::testing::ElementsAre(2, 1, 0));
}

// Without times of all of them there is no slow one.
TEST(IoSlow, WithoutTimesTheMostBytesComeFirst) {
  Sketch s;
  for (int k = 0; k < 3; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 100, Activity::Other);
  for (int k = 0; k < 3; ++k) {
    IoRecord r = written(s, k, "/d/" + std::to_string(k), 1000 * (1 + k % 2), k == 2 ? kUnknownCount : (9 - k) * us);
    s.b.record(r);
  }
  const IoReport r = report(s.build());
  EXPECT_FALSE(r.ranksByTime);
  EXPECT_THAT(ranksOf(r), ::testing::ElementsAre(1, 0, 2));
  EXPECT_THAT(ioReportToText(r, IoBy::Rank, 10), HasSubstr("By rank (ranks: 3; the most bytes first)"));
}

TEST(IoSlow, WhatEachRankLostComesByItsStall) {
  Sketch s;
  for (int k = 0; k < 3; ++k) {
    const auto host = s.track(k, TrackKind::Thread, "main");
    s.slice(host, 0, k == 1 ? 60 : 10, Activity::DataLoad, "data");
    s.slice(s.track(k, TrackKind::Stream, "stream 7"), 60, 100, Activity::Compute);
  }
  const IoReport r = report(s.build());
  ASSERT_EQ(r.times.size(), 3U);
  EXPECT_EQ(r.times[0].rank, 1);
  EXPECT_EQ(r.times[1].rank, 0);
  EXPECT_THAT(ioReportToText(r, IoBy::Rank, 10), HasSubstr("What it cost each rank (the longest data stall first)"));
}

// Five files on five servers; on the slow one lie files of ranks 2 and 4, and parts of one that rank 1 reads.
TEST(IoSlow, FilesAndRanksOnTheSlowServer) {
  Sketch s;
  for (int k = 0; k < 5; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 10'000, Activity::Other);
  const auto op = [&](int rank, const char* file, std::int64_t offset, std::int64_t duration) {
    IoOperation o;
    o.rank = rank;
    o.file = s.b.intern(file);
    o.layer = s.b.intern("POSIX");
    o.kind = Kind::Write;
    o.bytes = 1'000'000;
    o.offset = offset;
    o.start = 0;
    o.duration = duration * us;
    s.b.io(o);
  };
  op(0, "/s/a", 0, 100), op(3, "/s/b", 0, 110), op(2, "/s/c", 0, 5000), op(4, "/s/d", 0, 3000), op(1, "/s/e", 0, 90);
  op(1, "/s/parts", 0, 100), op(1, "/s/parts", 1'000'000, 4000), op(1, "/s/parts", 500'000, 9000);  // the last lies on two
  IoOperation bad;
  bad.rank = 0;
  bad.file = s.b.intern("/s/c");
  bad.layer = s.b.intern("POSIX");
  bad.kind = Kind::Write;
  setFailed(bad);
  s.b.io(bad);
  striped(s, {{"/s/a", "1"}, {"/s/b", "2"}, {"/s/c", "7"}, {"/s/d", "7"}, {"/s/e", "3"}, {"/s/parts", "1 7"}});
  const weir::Run run = s.build();
  const IoReport r = report(run);
  ASSERT_EQ(r.slowServers.size(), 1U);
  const IoSlowServer& slow = r.slowServers[0];
  EXPECT_EQ(slow.name, "7");
  EXPECT_EQ(slow.files, 3U);
  EXPECT_EQ(slow.ranks, 3U);
  ASSERT_EQ(slow.parts.size(), 3U);
  const auto part = [&](std::size_t i, const char* file, std::int32_t rank, std::int64_t microseconds) {
    EXPECT_EQ(slow.parts[i].file, file);
    EXPECT_EQ(slow.parts[i].rank, rank);
    EXPECT_EQ(slow.parts[i].bytes, 1'000'000);
    EXPECT_EQ(slow.parts[i].ops, 1);
    EXPECT_EQ(slow.parts[i].time, static_cast<double>(microseconds * us));
  };
  part(0, "/s/c", 2, 5000), part(1, "/s/parts", 1, 4000), part(2, "/s/d", 4, 3000);
  EXPECT_EQ(r.servers[0].bytes, 3'000'000);  // the same as the list's
  EXPECT_EQ(r.servers[0].time, static_cast<double>(12'000 * us));
  // 3 MB in 12 ms; the median of 1 (2 MB in 200 µs), 2 (110 µs), 3 (90 µs) and 7 by rate is that of 1.
  ASSERT_TRUE(found(r, "slow-server"));
  EXPECT_EQ(sentence(*found(r, "slow-server")), "An access on OST 7 moves 250 MB/s (parts of files: 3), on the median of 4 OSTs 10.0 GB/s: OST 7 is 40.0 times as slow. These calls take the slowest rank 50.0 % of the run time (5.00 ms of 10.0 ms).");
  const std::string text = ioReportToText(r, IoBy::File, 2);
  EXPECT_THAT(text, HasSubstr("On the slow OST 7 (3 files, 3 ranks; the slowest first)"));
  EXPECT_THAT(text, HasSubstr("and 1 more row (--top N)"));
  const Json j = Json::parse(ioReportToJson(r, 2))["slow_servers"];
  ASSERT_EQ(j.size(), 1U);
  EXPECT_EQ(j[0]["ost"], "7");
  EXPECT_EQ(j[0]["slowest_rank_s"], 5e-3);
  ASSERT_EQ(j[0]["slowest"].size(), 2U);
  EXPECT_EQ(j[0]["slowest"][0]["rank"], 2);
  EXPECT_EQ(j[0]["slowest"][1]["file"], "/s/parts");
  const auto kept = ioReportFromBytes(ioReportToBytes(r, run), run);
  ASSERT_TRUE(kept);
  EXPECT_EQ(ioReportToJson(*kept, 10), ioReportToJson(r, 10));
}

// A shared file there, of which some accesses are known one by one: those are their ranks', the rest is of all together.
TEST(IoSlow, SharedFilesOnTheSlowServer) {
  Sketch s;
  for (int k = 0; k < 3; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 10'000, Activity::Other);
  for (int k = 0; k < 2; ++k) s.b.record(written(s, k, "/s/quick." + std::to_string(k), 8'000'000, 100 * us));
  IoRecord all = written(s, kUnknownRank, "/s/all", 8'000'000, 9000 * us);
  all.shared = true;
  s.b.record(all);
  IoOperation o;
  o.rank = 1;
  o.file = s.b.intern("/s/all");
  o.layer = s.b.intern("POSIX");
  o.kind = Kind::Write;
  o.bytes = 1'000'000;
  o.duration = 2000 * us;
  s.b.io(o);
  striped(s, {{"/s/quick.0", "1"}, {"/s/quick.1", "2"}, {"/s/all", "3"}});
  const IoReport r = report(s.build());
  ASSERT_EQ(r.slowServers.size(), 1U);
  ASSERT_EQ(r.slowServers[0].parts.size(), 2U);
  EXPECT_TRUE(r.slowServers[0].parts[0].together);
  EXPECT_EQ(r.slowServers[0].parts[0].time, static_cast<double>(7000 * us));
  EXPECT_EQ(r.slowServers[0].parts[0].bytes, 7'000'000);
  EXPECT_EQ(r.slowServers[0].parts[1].rank, 1);
  EXPECT_TRUE(r.slowServers[0].bound);
  EXPECT_THAT(sentence(*found(r, "slow-server")), HasSubstr("the slowest rank at most 90.0 % of the run time (9.00 ms of 10.0 ms)"));
}

// 2000 small writes a rank: what they take the slowest rank is told; of a shared file it is at most so much; and where the times
// are longer than the run, nobody knows.
TEST(IoSlow, ABoundThatBoundsNothingIsNotSaid) {
  const auto made = [](bool shared, std::int64_t microseconds) {
    Sketch s;
    for (int k = 0; k < 2; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 1000, Activity::Other);
    for (int k = 0; k < 2; ++k) {
      IoRecord r = written(s, shared ? kUnknownRank : k, "/d/" + std::to_string(k), 2000, (k + 1) * microseconds * us);
      r.shared = shared;
      r.writeOps = 2000;
      r.sizesKnown = true;
      r.writeSizes[0] = 2000;
      s.b.record(r);
    }
    const IoReport out = report(s.build());
    return found(out, "small-writes") ? sentence(*found(out, "small-writes")) : std::string();
  };
  EXPECT_EQ(made(false, 100), "4,000 of 4,000 writes (100 %) move 1 MiB or less. Writing takes the slowest rank 20.0 % of the run time (200 µs of 1.00 ms).");
  EXPECT_THAT(made(true, 100), HasSubstr("Writing takes the slowest rank at most 30.0 % of the run time (300 µs of 1.00 ms)."));
  EXPECT_THAT(made(true, 400), HasSubstr("How much of the run time (1.00 ms) this takes the slowest rank is unknown: the times are sums over calls that ran at once (1.20 ms)."));
  EXPECT_THAT(made(false, 900), HasSubstr("is unknown: the times are sums over calls that ran at once (2.70 ms)."));
}

// Darshan's counters leave a range of jumps back; "at least none" is not all that is known.
TEST(IoSlow, JumpsBackAreARange) {
  const auto made = [](std::int64_t sequential, std::int32_t files) {
    Sketch s;
    s.track(0, TrackKind::Thread, "I/O");
    for (std::int32_t k = 0; k < files; ++k) {
      IoRecord r = written(s, 0, "/d/" + std::to_string(k), 1000, us);
      r.writeOps = 20;
      r.sequentialReads = r.consecutiveReads = 0;
      r.sequentialWrites = sequential, r.consecutiveWrites = 0;
      s.b.record(r);
    }
    const IoReport out = report(s.build());
    const IoObservation* o = found(out, "random-writes");
    return o ? sentence(*o) + "\n" + ioReportToText(out, IoBy::Layer, 1) : std::string();
  };
  EXPECT_THAT(made(15, 2), HasSubstr("8 to 10 of 40 writes (up to 25.0 %) go back to before the end of the last one in their file."));
  EXPECT_THAT(made(15, 2), HasSubstr("random 20.0 % to 25.0 % (40 accesses)"));
  EXPECT_THAT(made(19, 2), HasSubstr("0 to 2 of 40 writes (up to 5.00 %) go back"));
  EXPECT_THAT(made(20, 2), HasSubstr("0 of 40 writes (0.00 %) go back"));
  const auto once = [](int files) {
    Sketch s;
    s.track(0, TrackKind::Thread, "I/O");
    for (int k = 0; k < files; ++k) {
      IoRecord r = written(s, 0, "/d/" + std::to_string(k), 1000, us);
      r.writeOps = 1;
      r.sequentialReads = r.consecutiveReads = r.sequentialWrites = r.consecutiveWrites = 0;
      s.b.record(r);
    }
    return report(s.build());
  };
  EXPECT_FALSE(found(once(3), "random-writes"));  // too few to be a concern, and nothing is known
  const IoReport out = once(1200);
  ASSERT_TRUE(found(out, "random-writes"));
  EXPECT_EQ(sentence(*found(out, "random-writes")), "How many of 1,200 writes go back to before the end of the last one in their file is unknown: each may be the first of its rank there.");
  EXPECT_EQ(found(out, "random-writes")->verdict, V::Unknown);
}

// Each byte at least once is what every file has; only a lower bound above it says anything, and none says that it is fine.
TEST(IoSlow, AtLeastOnceSaysNothing) {
  const auto made = [](std::int64_t read) {
    Sketch s;
    s.track(0, TrackKind::Thread, "I/O");
    IoRecord r = written(s, 0, "/d/a", 0, 0);
    r.readBytes = read, r.readOps = 1, r.readTime = us;
    r.maxByteRead = 9999;
    s.b.record(r);
    return report(s.build());
  };
  const IoReport once = made(10'000);
  EXPECT_EQ(sentence(*found(once, "read-again")), "Whether bytes are read again is unknown: 10.0 kB are read, of at most 10.0 kB different bytes.");
  EXPECT_EQ(found(once, "read-again")->verdict, V::Unknown);
  EXPECT_TRUE(std::isnan(once.byFile[0].amplification()));
  EXPECT_THAT(ioReportToText(once, IoBy::File, 10), Not(HasSubstr("at least 1.00 times")));
  EXPECT_THAT(sentence(*found(made(5000), "read-again")), HasSubstr("is unknown: 5.00 kB are read, of at most 5.00 kB different bytes"));
  const IoReport more = made(12'000);
  EXPECT_THAT(sentence(*found(more, "read-again")), HasSubstr("at least 1.20 times"));
  EXPECT_EQ(found(more, "read-again")->verdict, V::Unknown);
  EXPECT_EQ(found(made(20'000), "read-again")->verdict, V::Concern);
}

TEST(IoSlow, EqualRanksHaveNoBusiestOne) {
  Sketch s;
  for (int k = 0; k < 3; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 100, Activity::Other);
  for (int k = 0; k < 3; ++k) s.b.record(written(s, k, "/d/" + std::to_string(k), 1000, us));
  EXPECT_EQ(sentence(*found(report(s.build()), "imbalance")), "Each of 3 ranks moves 1.00 kB.");
}

// One rank's file of a job of eight: that the others did nothing is not known.
TEST(IoSlow, OneOpenedRankIsNoImbalance) {
  Sketch s;
  s.b.run().worldSize = 8;
  s.slice(s.track(3, TrackKind::Thread, "I/O"), 0, 100, Activity::Other);
  s.b.record(written(s, 3, "/d/a", 1000, 50 * us));
  const IoReport r = report(s.build());
  EXPECT_FALSE(found(r, "one-rank"));
  EXPECT_FALSE(found(r, "imbalance"));
}

// 3000 ranks of an hour each: 1.08e19 ps, where 64 bits end at 9.2e18.
TEST(IoSlow, HoursOfThousandsOfRanksAddUp) {
  Sketch s;
  for (int k = 0; k < 3000; ++k) {
    const auto t = s.track(k, TrackKind::Thread, "main");
    s.b.slice({t, 0, kHour, s.b.intern("epoch 1"), s.b.intern("epoch"), Activity::Annotation, {}});
    s.b.slice({t, 0, kHour / 2, s.b.intern("compute"), s.b.intern("kernel"), Activity::Compute, {}});
    IoOperation o;
    o.rank = k;
    o.file = s.b.intern("/d/" + std::to_string(k % 4));
    o.layer = s.b.intern("POSIX");
    o.kind = Kind::Read;
    o.bytes = 1000;
    o.offset = 0;
    o.duration = kHour;
    s.b.io(o);
    o.kind = Kind::Stat;
    o.bytes = kUnknownBytes, o.offset = -1;
    s.b.io(o);
  }
  striped(s, {{"/d/0", "0"}, {"/d/1", "1"}, {"/d/2", "2"}, {"/d/3", "3"}});
  const IoReport r = report(s.build());
  const double hours = 3000.0 * static_cast<double>(kHour);
  EXPECT_DOUBLE_EQ(r.total.readTime.value_or(0), hours);
  EXPECT_DOUBLE_EQ(r.total.time().value_or(0), 2 * hours);
  EXPECT_DOUBLE_EQ(r.time.wall, hours);
  EXPECT_DOUBLE_EQ(r.time.io, hours);
  EXPECT_DOUBLE_EQ(r.time.stallOfWall, hours / 2);
  EXPECT_DOUBLE_EQ(r.epochs.at(0).stall.value_or(0), hours / 2);
  EXPECT_EQ(r.epochs.at(0).length, kHour);
  EXPECT_DOUBLE_EQ(r.layers.at(0).sums.readTime.value_or(0), hours);
  EXPECT_DOUBLE_EQ(r.cache.firstTime + r.cache.againTime, hours);
  EXPECT_THAT(ioReportToText(r, IoBy::All, 3), HasSubstr("3000"));
  EXPECT_DOUBLE_EQ(Json::parse(ioReportToJson(r, 3))["total"]["read_s"].get<double>(), 3000.0 * 3600);
}

// A damaged log may say anything: what does not fit stays at the largest number (UBSan watches).
TEST(IoSlow, NoSumTurnsAround) {
  Sketch s;
  for (int k = 0; k < 3; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 100, Activity::Other);
  for (int k = 0; k < 3; ++k)
    for (const bool shared : {false, true}) {
      IoRecord r;
      r.layer = s.b.intern(k == 2 ? "MPI-IO" : "POSIX");
      r.file = s.b.intern("/d/" + std::to_string(k));
      r.rank = shared ? kUnknownRank : k;
      r.shared = shared;
      for (std::int64_t* v : {&r.readBytes, &r.writeBytes, &r.readOps, &r.writeOps, &r.opens, &r.stats, &r.seeks, &r.syncs, &r.readTime, &r.writeTime, &r.metaTime, &r.sequentialReads,
                              &r.consecutiveReads, &r.consecutiveWrites, &r.maxByteRead, &r.maxByteWritten})
        *v = kMost;
      r.sequentialWrites = 0;
      r.sizesKnown = true;
      r.readSizes.fill(kMost), r.writeSizes.fill(kMost);
      s.b.record(r);
    }
  for (int k = 0; k < 3; ++k)
    for (const Kind kind : {Kind::Read, Kind::Write, Kind::Open}) {
      IoOperation o;
      o.rank = k;
      o.file = s.b.intern("/e/" + std::to_string(k));
      o.layer = s.b.intern("STDIO");
      o.kind = kind;
      o.bytes = kMost - 1;
      o.offset = k == 0 ? 1 : -1;
      o.start = k == 1 ? kMost - 5 : -kMost / 2;
      o.duration = kMost;
      s.b.io(o);
    }
  striped(s, {{"/d/0", "0"}, {"/d/1", "1"}, {"/e/0", "2 3"}});
  Table calls;
  calls.name = "calls, MPI-IO";
  calls.columns = {{"how", "", {}, {"independent", "collective"}}, {"reads", "", {8.9e18, 8.9e18}, {}}, {"writes", "", {8.9e18, 8.9e18}, {}}};
  s.b.table(calls);
  const weir::Run run = s.build();
  const IoReport r = report(run);
  EXPECT_EQ(r.total.readBytes, kMost);
  EXPECT_EQ(r.total.readOps, kMost);
  EXPECT_EQ(r.sizes.reads[0], kMost);
  EXPECT_GT(r.total.readTime.value_or(0), 3.6e19);
  EXPECT_FALSE(ioReportToText(r, IoBy::All, 10).empty());
  EXPECT_FALSE(ioReportToJson(r, 10).empty());
  for (const IoMeasure m : {IoMeasure::Bytes, IoMeasure::Time, IoMeasure::Operations}) {
    IoHeatOptions o;
    o.measure = m;
    o.range = TimeRange{0, 1000};
    EXPECT_GE(ioHeat(run, o).sum, 0);
  }
}

}  // namespace
}  // namespace weir::io_report_slow_test
