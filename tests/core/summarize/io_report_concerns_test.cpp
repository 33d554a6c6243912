// What of an I/O report is unknown rather than 0, and what is a concern: by time as well as by count.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/plain_text.h"
#include "core/run/io_failed.h"
#include "core/summarize/file_table.h"
#include "core/summarize/head_words.h"
#include "core/summarize/heat_files.h"
#include "core/summarize/info.h"
#include "core/summarize/io_heat.h"
#include "core/summarize/io_report.h"
#include "tests/core/summarize/io_report_support.h"
#include "tests/core/summarize/support.h"

namespace weir::io_report_concerns_test {
namespace {

using test::Sketch;
using test::found;
using test::report;
using test::us;
using Kind = IoOperation::Kind;
using V = IoObservation::Verdict;
using Json = nlohmann::json;

IoOperation operation(Sketch& s, std::int32_t rank, const char* file, Kind kind, std::int64_t bytes, std::int64_t start, std::int64_t duration) {
  IoOperation op;
  op.rank = rank;
  op.file = s.b.intern(file);
  op.layer = s.b.intern("POSIX");
  op.kind = kind;
  op.bytes = bytes;
  op.start = start * us;
  op.duration = duration * us;
  return op;
}

IoRecord record(Sketch& s, std::int32_t rank, const char* file, const char* layer, std::int64_t read, std::int64_t written, std::int64_t microseconds) {
  IoRecord r;
  r.rank = rank;
  r.file = s.b.intern(file);
  r.layer = s.b.intern(layer);
  r.readBytes = read, r.writeBytes = written;
  r.readOps = read > 0 ? 10 : 0, r.writeOps = written > 0 ? 10 : 0;
  r.readTime = read > 0 ? microseconds * us : 0;
  r.writeTime = written > 0 ? microseconds * us : 0;
  r.metaTime = 0;
  return r;
}

const IoLayer& layer(const IoReport& r, std::string_view name) {
  for (const IoLayer& l : r.layers)
    if (l.name == name) return l;
  ADD_FAILURE() << name;
  return r.layers.at(0);
}

bool noted(const IoReport& r, std::string_view part) {
  for (const IoObservation& n : r.notes)
    if (sentence(n).find(part) != std::string::npos) return true;
  return false;
}

// Reads whose size nobody knows: no rate is "0 B/s", and what did not happen beside them is known to be 0.
TEST(IoConcerns, UnsizedReadsGiveNoRate) {
  Sketch s;
  s.b.io(operation(s, 0, "/d/a", Kind::Read, kUnknownBytes, 0, 10));
  s.b.io(operation(s, 0, "/d/a", Kind::Read, kUnknownBytes, 20, 10));
  const IoReport r = report(s.build());
  EXPECT_TRUE(std::isnan(r.layers.at(0).estimate.bytesPerSecond));
  EXPECT_DOUBLE_EQ(r.layers.at(0).estimate.seconds, 20e-6);
  EXPECT_EQ(r.total.readBytes, std::nullopt);
  EXPECT_EQ(r.byFile.at(0).sums.writeOps, 0);
  EXPECT_EQ(r.byFile.at(0).sums.writeBytes, 0);
  EXPECT_EQ(ioReportToText(r, IoBy::All, 10).find("0 B/s"), std::string::npos);
  EXPECT_TRUE(Json::parse(ioReportToJson(r, 10))["by_layer"][0]["estimated_bytes_per_s"].is_null());
}

TEST(IoConcerns, SomeUnsizedReadsMakeLowerBounds) {
  Sketch s;
  s.b.io(operation(s, 0, "/d/a", Kind::Read, 1000, 0, 10));
  s.b.io(operation(s, 0, "/d/a", Kind::Read, kUnknownBytes, 20, 10));
  const weir::Run run = s.build();
  const IoReport r = report(run);
  EXPECT_TRUE(r.total.leastRead());
  EXPECT_FALSE(r.total.leastWritten());
  const std::string text = ioReportToText(r, IoBy::All, 10);
  EXPECT_NE(text.find("read            at least 1.00 kB in 2 operations"), std::string::npos) << text;
  EXPECT_NE(text.find("written         0 B in 0 operations"), std::string::npos) << text;
  EXPECT_NE(text.find("estimated at least"), std::string::npos) << text;
  EXPECT_TRUE(noted(r, "Of 1 of 2 reads and writes the size is unknown"));
  EXPECT_EQ(Json::parse(ioReportToJson(r, 10))["total"]["lower_bounds"], true);
  EXPECT_NE(infoToText(describe(run)).find("bytes are lower bounds, of 1 operations they are unknown"), std::string::npos);
}

// A read that failed is no read of 0 B: in no count, size or order, but its time was spent.
TEST(IoConcerns, FailedCallsAreCountedApart) {
  Sketch s;
  s.b.io(operation(s, 0, "/d/a", Kind::Read, 5000, 0, 10));
  IoOperation bad = operation(s, 0, "/d/a", Kind::Read, 0, 20, 5);
  setFailed(bad);
  s.b.io(bad);
  IoOperation gone = operation(s, 0, "/d/none", Kind::Open, kUnknownBytes, 30, 2);
  setFailed(gone);
  s.b.io(gone);
  const weir::Run run = s.build();
  const IoReport r = report(run);
  EXPECT_EQ(r.total.readOps, 1);
  EXPECT_EQ(r.total.readBytes, 5000);
  EXPECT_EQ(r.total.readTime, 15 * us);
  EXPECT_EQ(r.total.opens, 0);
  EXPECT_EQ(r.total.metaTime, 2 * us);
  EXPECT_EQ(r.total.failedData, 1U);
  EXPECT_EQ(r.total.failedMeta, 1U);
  EXPECT_EQ(r.sizes.reads[0], 0);
  EXPECT_EQ(r.sizes.reads[2], 1);
  ASSERT_TRUE(found(r, "failed"));
  EXPECT_EQ(sentence(*found(r, "failed")), "1 of 2 reads and writes (50.0 %) failed: they count as no operation and no bytes.");
  EXPECT_EQ(found(r, "failed")->verdict, V::Concern);
  EXPECT_NE(ioReportToText(r, IoBy::All, 10).find("failed          1 reads and writes, 1 other calls"), std::string::npos);
  EXPECT_EQ(Json::parse(ioReportToJson(r, 10))["total"]["failed_reads_and_writes"], 1);
  // The same wherever operations are counted.
  const Info info = describe(run);
  EXPECT_EQ(info.io->readOps, 1U);
  EXPECT_EQ(info.io->failed, 1U);
  const StatTable files = fileTable(run);
  EXPECT_EQ(files.rows.at(0).at(*files.find("read_ops")).number, 1);
  EXPECT_NEAR(files.rows.at(0).at(*files.find("read_s")).number, 15e-6, 1e-12);
  IoHeatOptions ops;
  ops.measure = IoMeasure::Operations;
  EXPECT_EQ(ioHeat(run, ops).sum, 1);
  for (const HeatFile& f : heatFiles(run))
    if (f.path == "/d/a") {
      EXPECT_EQ(f.operations, 1U);
    }
}

// Four ranks write as much each, three on quick servers and one on a slow one.
TEST(IoConcerns, OneSlowServerIsNamedWithItsRank) {
  Sketch s;
  for (int k = 0; k < 4; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 10'000, Activity::Other);
  Table stripes;
  stripes.name = "stripes";
  stripes.columns = {{"file", "", {}, {}}, {"stripe size", "B", {}, {}}, {"OSTs", "", {}, {}}};
  for (int k = 0; k < 4; ++k) {
    const std::string file = "/scratch/out." + std::to_string(k);
    s.b.record(record(s, k, file.c_str(), "POSIX", 0, 8'000'000, k == 2 ? 9000 : 200));
    stripes.columns[0].text.push_back(file);
    stripes.columns[1].number.push_back(1 << 20);
    stripes.columns[2].text.push_back(std::to_string(10 + k));
  }
  s.b.table(stripes);
  const IoReport r = report(s.build());
  EXPECT_EQ(found(r, "imbalance")->verdict, V::Fine);  // by bytes they are equal
  const IoObservation* late = found(r, "time-imbalance");
  ASSERT_TRUE(late);
  EXPECT_EQ(late->verdict, V::Concern);
  EXPECT_EQ(sentence(*late), "Rank 2 takes longest in I/O, 9.00 ms; the median of 4 ranks is 200 µs: 45.0 times as long. That is 90.0 % of the run time (9.00 ms of 10.0 ms).");
  EXPECT_EQ(late->threshold, "above 2 times, for more than 1 % of the run time");
  const IoObservation* server = found(r, "slow-server");
  ASSERT_TRUE(server);
  EXPECT_EQ(server->verdict, V::Concern);
  // 8 MB in 9 ms against 8 MB in 200 µs.
  EXPECT_EQ(sentence(*server), "An access on OST 12 moves 889 MB/s (files: 1), on the median of 4 OSTs 40.0 GB/s: OST 12 is 45.0 times as slow. These calls take the slowest rank 90.0 % of the run time (9.00 ms of 10.0 ms).");
  ASSERT_EQ(r.servers.size(), 4U);
  EXPECT_EQ(r.servers[0].name, "12");
  EXPECT_NE(ioReportToText(r, IoBy::File, 10).find("By OST (4 OSTs, the slowest first)"), std::string::npos);
}

// As uneven, but in a thousandth of the run: no concern, and the sentence says why.
TEST(IoConcerns, WhatWeighsNothingIsNoConcern) {
  Sketch s;
  for (int k = 0; k < 4; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 10'000'000, Activity::Other);
  for (int k = 0; k < 4; ++k) s.b.record(record(s, k, ("/scratch/out." + std::to_string(k)).c_str(), "POSIX", 0, 8'000'000, k == 2 ? 9000 : 200));
  const IoReport r = report(s.build());
  EXPECT_EQ(found(r, "time-imbalance")->verdict, V::Fine);
  EXPECT_NE(sentence(*found(r, "time-imbalance")).find("That is 0.09 % of the run time (9.00 ms of 10.0 s)."), std::string::npos) << sentence(*found(r, "time-imbalance"));
}

TEST(IoConcerns, ManySmallReadsAreOneOnlyWhereTheyWeigh) {
  for (const std::int64_t length : {std::int64_t{2}, std::int64_t{100'000}}) {
    Sketch s;
    for (int i = 0; i < 2000; ++i) s.b.io(operation(s, 0, "/d/a", Kind::Read, 100, i * length, 1));
    const IoReport r = report(s.build());
    const IoObservation* small = found(r, "small-reads");
    ASSERT_TRUE(small);
    EXPECT_EQ(small->verdict, length == 2 ? V::Concern : V::Fine);  // half of the run, or 1e-5 of it
    EXPECT_NE(small->more, "");
  }
}

TEST(IoConcerns, TheSlowestRankOfASharedFileAgainstTheMean) {
  const auto made = [](double slowest) {
    Sketch s;
    s.b.run().worldSize = 4;
    for (int k = 0; k < 4; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 10'000'000, Activity::Other);
    IoRecord r = record(s, kUnknownRank, "/lustre/all.h5", "POSIX", 0, 1000, 4'000'000);  // 1 s a rank
    r.shared = true;
    s.b.record(r);
    Table t;
    t.name = "shared files, POSIX";
    t.columns = {{"file", "", {}, {"/lustre/all.h5"}}, {"fastest rank", "", {3}, {}}, {"fastest rank's time", "s", {0.2}, {}}, {"slowest rank", "", {1}, {}}, {"slowest rank's time", "s", {slowest}, {}}};
    s.b.table(t);
    return report(s.build());
  };
  const IoReport uneven = made(3);
  ASSERT_TRUE(found(uneven, "time-imbalance"));
  EXPECT_EQ(found(uneven, "time-imbalance")->verdict, V::Concern);
  EXPECT_EQ(sentence(*found(uneven, "time-imbalance")),
            "In all.h5, which all ranks share, rank 1 takes longest (POSIX), 3.00 s; the mean of the ranks is 1.00 s: 3.00 times as long. The fastest is rank 3 with 200 ms. "
            "That is 30.0 % of the run time (3.00 s of 10.0 s).");
  EXPECT_EQ(found(made(1.5), "time-imbalance")->verdict, V::Fine);
}

// MPI-IO of the same bytes, of more than POSIX moved (sieving, buffers), of files POSIX does not know; HDF5 by its datasets.
TEST(IoConcerns, LayersAboveAreTheSameBytesOnlyWhereTheyAre) {
  const auto made = [](std::int64_t above, const char* file) {
    Sketch s;
    s.b.record(record(s, 0, "/d/a.h5", "POSIX", 1'000'000, 0, 10));
    s.b.record(record(s, 0, file, "MPI-IO", above, 0, 10));
    s.b.record(record(s, 0, "/d/a.h5:x", "H5D", 500'000, 0, 10));
    s.b.record(record(s, 0, "/d/a.h5:y", "H5D", 500'000, 0, 10));
    return report(s.build());
  };
  const IoReport same = made(1'000'000, "/d/a.h5");
  EXPECT_EQ(layer(same, "MPI-IO").below, IoLayer::Below::Same);
  EXPECT_EQ(layer(same, "H5D").below, IoLayer::Below::Same);
  EXPECT_EQ(layer(same, "H5D").belowRead, 1'000'000);
  EXPECT_NE(ioReportToText(same, IoBy::Layer, 10).find("the same bytes again"), std::string::npos);
  const IoReport more = made(3'000'000, "/d/a.h5");
  EXPECT_EQ(layer(more, "MPI-IO").below, IoLayer::Below::Differs);
  EXPECT_TRUE(noted(more, "MPI-IO: 3.00 MB read and 0 B written, where the layers below moved 1.00 MB and 0 B in the same files: not the same bytes"));
  const IoReport missing = made(3'000'000, "/d/b.h5");
  EXPECT_EQ(layer(missing, "MPI-IO").below, IoLayer::Below::Missing);
  EXPECT_EQ(layer(missing, "MPI-IO").bytesNotBelow, 3'000'000);
  EXPECT_TRUE(noted(missing, "nothing is known below of any of its files: its 3.00 MB are in no total"));
  EXPECT_NE(ioReportToText(missing, IoBy::Layer, 10).find("without what is known above alone"), std::string::npos);
}

TEST(IoConcerns, RanksAreCountedAsInfoCountsThem) {
  EXPECT_EQ(ranksWords(4, 8), "4 of 8");
  EXPECT_EQ(ranksWords(4, 4), "4");
  EXPECT_EQ(ranksWords(4, -1), "4");
  EXPECT_EQ(ranksWords(0, -1), "unknown");
  EXPECT_EQ(ranksWords(0, 16), "none of 16 told apart");
  Sketch s;
  s.b.run().worldSize = 8;
  for (int k = 0; k < 4; ++k) s.b.record(record(s, k, ("/d/" + std::to_string(k)).c_str(), "POSIX", 1000, 0, 10));
  for (int k = 0; k < 4; ++k) s.slice(s.track(k, TrackKind::Thread, "I/O"), 0, 100, Activity::Other);
  const weir::Run run = s.build();
  const IoReport r = report(run);
  EXPECT_NE(ioReportToText(r, IoBy::Rank, 10).find("ranks           4 of 8\n"), std::string::npos);
  EXPECT_NE(infoToText(describe(run)).find("ranks           4 of 8\n"), std::string::npos);
  const Json j = Json::parse(ioReportToJson(r, 10));
  const Json i = Json::parse(infoToJson(describe(run)));
  EXPECT_EQ(j["ranks"], i["ranks"]);
  EXPECT_EQ(j["world_size"], i["world_size"]);
  EXPECT_EQ(found(r, "imbalance")->verdict, V::Fine);  // the mean of the four that are here
}

// An escape, a line's end and a mark that turns what follows around; two columns a letter.
TEST(IoConcerns, NamesStayInTheirPlace) {
  Sketch s;
  const std::string bad = "/d/a\x1b[31m\n\xe2\x80\xae" "b.npz";
  const std::string cjk = "/d/\xe6\x95\xb0\xe6\x8d\xae\xe9\x9b\x86.npz";
  const std::string longest = "/d/" + std::string(30, 'x') + "\xe6\x95\xb0\xe6\x8d\xae\xe9\x9b\x86\xe6\x95\xb0\xe6\x8d\xae\xe9\x9b\x86/\xe6\x95\xb0\xe6\x8d\xae.npz";
  for (const std::string& name : {bad, cjk, longest}) s.b.io(operation(s, 0, name.c_str(), Kind::Read, 1000, 0, 10));
  const std::string text = ioReportToText(report(s.build()), IoBy::All, 10);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos);
  std::vector<std::size_t> at;
  for (std::size_t from = text.find("By file"); from < text.size();) {
    const std::size_t to = text.find('\n', from);
    const std::string line = text.substr(from, to - from);
    from = to + 1;
    if (line.empty()) break;
    if (const std::size_t kb = line.find("1.00 kB"); kb != std::string::npos) at.push_back(terminalColumns(line.substr(0, kb)));
  }
  ASSERT_EQ(at.size(), 3U) << text;
  EXPECT_EQ(at[0], at[1]) << text;
  EXPECT_EQ(at[1], at[2]) << text;
}

// Two steps with a pause between them that waits for data as well: of the steps, and of the whole as the breakdown has it.
TEST(IoConcerns, ShareOfTheStepsAndOfTheWholeAreBothSaid) {
  Sketch s;
  const auto host = s.track(0, TrackKind::Thread, "main");
  const auto gpu = s.track(0, TrackKind::Stream, "stream 7");
  for (const std::int64_t t : {0, 200}) {
    s.b.slice({host, t * us, 100 * us, s.b.intern("ProfilerStep#" + std::to_string(t)), s.b.intern("step"), Activity::Annotation, {}});
    s.slice(host, t, t + 10, Activity::DataLoad, "data");
    s.slice(gpu, t + 10, t + 100, Activity::Compute);
  }
  s.slice(host, 120, 150, Activity::DataLoad, "data");
  const weir::Run run = s.build();
  const IoReport r = report(run);
  EXPECT_EQ(r.time.stall, 20 * us);        // of 200
  EXPECT_EQ(r.time.stallOfWall, 50 * us);  // of 300
  EXPECT_EQ(breakdown(run).total.dataStall, 50 * us);
  EXPECT_TRUE(noted(r, "Ranks wait for data in 10.0 % of their steps' time (20.0 µs of 200 µs), and in 16.7 % of their whole time (50.0 µs of 300 µs), which is what the breakdown shows."));
}

TEST(IoConcerns, WithoutTimesNothingIsMeasured) {
  Sketch s;
  const auto t = s.track(0, TrackKind::Thread, "rank 0");
  s.slice(t, 0, 250, Activity::Compute);
  s.slice(t, 250, 500, Activity::Communication);
  s.call(0, Operation::AllReduce, 250, 500, 1000);
  s.b.note("no times in this format: actions are laid out by their order", {});
  const weir::Run run = s.build();
  EXPECT_EQ(truthWords(run), "without times");
  const Info info = describe(run);
  const std::string text = infoToText(info);
  EXPECT_NE(text.find("sketch, without times"), std::string::npos) << text;
  EXPECT_NE(text.find("span            unknown"), std::string::npos) << text;
  EXPECT_NE(text.find("1.00 kB, unknown time over all ranks"), std::string::npos) << text;
  const Json j = Json::parse(infoToJson(info));
  EXPECT_TRUE(j["span_s"].is_null());
  EXPECT_TRUE(j["communication"]["collectives"][0]["time_s"].is_null());
  EXPECT_TRUE(j["by_rank"][0]["span_s"].is_null());
  EXPECT_TRUE(j["by_rank"][0]["computing_s"].is_null());
  EXPECT_TRUE(j["overlap"]["compute_s"].is_null());
  // The same slices with times are measured.
  Sketch timed;
  timed.slice(timed.track(0, TrackKind::Thread, "rank 0"), 0, 250, Activity::Compute);
  const weir::Run other = timed.build();
  EXPECT_EQ(truthWords(other), "measured");
  // Of a simulation that has just begun nothing has happened yet.
  weir::Run begun;
  begun.truth = Truth::Simulated;
  EXPECT_EQ(truthWords(begun), "simulated");
  EXPECT_NE(infoToText(describe(other)).find("computing 250 µs, no communication found"), std::string::npos);
  EXPECT_TRUE(Json::parse(infoToJson(describe(other)))["overlap"]["communication_s"].is_null());
}

}  // namespace
}  // namespace weir::io_report_concerns_test
