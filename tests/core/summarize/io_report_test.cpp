#include "core/summarize/io_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/base/random.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/info.h"
#include "core/summarize/io_access.h"
#include "core/summarize/io_marks.h"
#include "tests/core/summarize/io_report_support.h"
#include "tests/core/summarize/support.h"

namespace weir::io_report_test {
namespace {

using test::Sketch;
using test::found;
using test::report;
using test::us;
using Kind = IoOperation::Kind;

struct Op {
  std::int32_t rank = 0;
  const char* file = "/data/a.npz";
  const char* layer = "POSIX";
  Kind kind = Kind::Read;
  std::int64_t bytes = 0, offset = -1, start = 0, duration = 1;  // times in us
};

void put(Sketch& s, const Op& o) {
  IoOperation op;
  op.rank = o.rank;
  op.file = s.b.intern(o.file);
  op.layer = s.b.intern(o.layer);
  op.kind = o.kind;
  op.bytes = o.bytes;
  op.offset = o.offset;
  op.start = o.start * us;
  op.duration = o.duration * us;
  s.b.io(op);
}

TEST(IoReport, BinsEndWhereDarshansDo) {
  // darshan-common.h, DARSHAN_BUCKET_INC: value < 101, < 1025, < 10241, ... < 1073741825.
  EXPECT_EQ(ioSizeBin(0), 0U);
  EXPECT_EQ(ioSizeBin(100), 0U);
  EXPECT_EQ(ioSizeBin(101), 1U);
  EXPECT_EQ(ioSizeBin(1024), 1U);
  EXPECT_EQ(ioSizeBin(1025), 2U);
  EXPECT_EQ(ioSizeBin(1048576), 4U);
  EXPECT_EQ(ioSizeBin(1048577), 5U);
  EXPECT_EQ(ioSizeBin(1073741824), 8U);
  EXPECT_EQ(ioSizeBin(1073741825), 9U);
  EXPECT_EQ(ioGapBin(-5), 0U);
  EXPECT_EQ(ioGapBin(0), 0U);
  EXPECT_EQ(ioGapBin(1), 1U);
  EXPECT_EQ(ioGapBin(1'000'000), 1U);
  EXPECT_EQ(ioGapBin(1'000'001), 2U);
  EXPECT_EQ(ioGapBin(10'000'000'000'000), 8U);
  EXPECT_EQ(ioGapBin(10'000'000'000'001), 9U);
  EXPECT_EQ(ioDistanceBin(0), 2U);
  EXPECT_EQ(ioDistanceBin(-1), 1U);
  EXPECT_EQ(ioDistanceBin(-(1 << 20)), 0U);
  EXPECT_EQ(ioDistanceBin(4096), 3U);
  EXPECT_EQ(ioDistanceBin(4097), 4U);
  EXPECT_EQ(ioDistanceBin(std::int64_t{1} << 40), 8U);
}

TEST(IoReport, FilesAreKnownByTheirNames) {
  EXPECT_EQ(ioFileKind("/p/lustre/data/img_004.npz", true, false), IoFileKind::Dataset);
  EXPECT_EQ(ioFileKind("/p/lustre/data/img_004.npz", false, true), IoFileKind::Output);
  EXPECT_EQ(ioFileKind("/p/checkpoint/global_epoch5_step4/model_states-0.pt", false, true), IoFileKind::Checkpoint);
  EXPECT_EQ(ioFileKind("/venv/lib/python3.9/site-packages/distutils-precedence.pth", true, false), IoFileKind::Library);
  EXPECT_EQ(ioFileKind("/usr/lib64/libc.so.6", true, false), IoFileKind::Library);
  EXPECT_EQ(ioFileKind("/home/x/config.yaml", true, false), IoFileKind::Config);
  EXPECT_EQ(ioFileKind("/proc/self/maps", true, false), IoFileKind::System);
  EXPECT_EQ(ioFileKind("<STDERR>", false, true), IoFileKind::Log);
  EXPECT_EQ(ioFileKind("/dev/shm/cache.npy", true, false), IoFileKind::Dataset);
  EXPECT_EQ(ioFileKind("3981085427", true, true), IoFileKind::Other);
  EXPECT_EQ(ioExtension("/a.b/c"), "");
  EXPECT_EQ(ioExtension("/x/y.TFRecord"), ".tfrecord");
  EXPECT_EQ(ioExtension("/x/libfoo.so.1.2"), ".so");
  EXPECT_EQ(ioExtension("/x/a.tar.gz"), ".tar.gz");
  EXPECT_EQ(ioExtension("/x/part.00012"), "");
  EXPECT_STREQ(ioTier("lustre"), "parallel file system");
  EXPECT_STREQ(ioTier("tmpfs"), "memory");
  EXPECT_STREQ(ioTier("nfs4"), "network file system");
  EXPECT_STREQ(ioTier("xfs"), "node's disk");
  EXPECT_STREQ(ioTier("somethingfs"), "");
  EXPECT_TRUE(namesEpoch("epoch 3"));
  EXPECT_TRUE(namesEpoch("Epoch #12"));
  EXPECT_TRUE(namesEpoch("epoch_2"));
  EXPECT_TRUE(namesEpoch("DLIOBenchmark._train"));
  EXPECT_FALSE(namesEpoch("epochs_done"));
  EXPECT_FALSE(namesEpoch("epoch 3 step 12"));
}

// The sequence of a small file, by hand: 0-9, 10-19 (consecutive), 30-39 and 50-59 (forward by 10 twice: the second strided), 5-9.
TEST(IoReport, PatternByHand) {
  Sketch s;
  std::int64_t t = 0;
  for (const std::int64_t offset : {0, 10, 30, 50, 5}) put(s, {.bytes = 10, .offset = offset, .start = 10 * t++, .duration = 2});
  const IoReport r = report(s.build());
  EXPECT_TRUE(r.reads.exact);
  EXPECT_EQ(r.reads.ops, 5);
  EXPECT_EQ(r.reads.first, 1);
  EXPECT_EQ(r.reads.consecutive, 1);
  EXPECT_EQ(r.reads.sequential, 3);
  EXPECT_EQ(r.reads.forward, 2);
  EXPECT_EQ(r.reads.strided, 1);
  EXPECT_EQ(r.reads.random(), 1);
  EXPECT_EQ(r.uniqueRead, 40);      // 0-19, 30-39, 50-59
  EXPECT_EQ(r.placedRead, 50);
  EXPECT_EQ(r.cache.againOps, 1);   // 5-14 was read before, all of it
  EXPECT_EQ(r.cache.againBytes, 10);
  EXPECT_DOUBLE_EQ(r.byFile.at(0).amplification(), 1.25);
  EXPECT_EQ(r.byFile.at(0).extent, 60);
  EXPECT_EQ(r.gaps[2], 4);          // 8 us between end and start
  EXPECT_EQ(r.gapsKnown, 4);
  EXPECT_EQ(r.total.readBytes, 50);
  EXPECT_EQ(r.total.writeBytes, 0);  // none was written: that is known
  EXPECT_EQ(r.total.opens, std::nullopt);  // only reads were traced
  EXPECT_EQ(found(r, "metadata")->verdict, IoObservation::Verdict::Unknown);
  EXPECT_EQ(found(r, "data-stall")->verdict, IoObservation::Verdict::Unknown);
}

// read() says no offset: behind an open at 0, behind a seek where that went, moved by what was read.
TEST(IoReport, OffsetsFollowTheFilePointer) {
  Sketch s;
  put(s, {.bytes = 4, .start = 0});  // before any open: unknown
  put(s, {.kind = Kind::Open, .bytes = -1, .start = 1});
  put(s, {.bytes = 10, .start = 2});
  put(s, {.bytes = 10, .start = 3});
  put(s, {.kind = Kind::Other, .bytes = -1, .offset = 100, .start = 4});
  put(s, {.bytes = 10, .start = 5});
  put(s, {.bytes = 10, .offset = 0, .start = 6});  // pread leaves the pointer where it is
  put(s, {.bytes = 10, .start = 7});
  const IoReport r = report(s.build());
  EXPECT_EQ(r.reads.unplaced, 1);
  EXPECT_EQ(r.reads.ops, 5);
  EXPECT_EQ(r.reads.consecutive, 1);
  EXPECT_EQ(r.reads.forward, 2);   // to 100, and from the pread to 110
  EXPECT_EQ(r.reads.backward, 1);  // the pread
  EXPECT_FALSE(r.byFile.at(0).placed);  // one read is unknown, so the different bytes are
  EXPECT_TRUE(std::isnan(r.byFile.at(0).amplification()));
  EXPECT_EQ(r.total.opens, 1);
  EXPECT_EQ(r.total.seeks, 1);
}

TEST(IoReport, RecordsAndSharedFiles) {
  Sketch s;
  s.b.run().worldSize = 4;
  for (int k = 0; k < 4; ++k) s.track(k, TrackKind::Thread, "I/O");
  IoRecord r;
  r.layer = s.b.intern("POSIX");
  r.file = s.b.intern("/lustre/shared.h5");
  r.mount = s.b.intern("/lustre");
  r.fileSystem = s.b.intern("lustre");
  r.shared = true;
  r.readBytes = 4000, r.readOps = 40, r.writeBytes = 0, r.writeOps = 0, r.opens = 4, r.stats = 0, r.seeks = 0, r.syncs = 0;
  r.sequentialReads = 30, r.consecutiveReads = 20, r.sequentialWrites = 0, r.consecutiveWrites = 0;
  r.maxByteRead = 1999;
  r.readTime = 3'000'000'000'000, r.writeTime = 0, r.metaTime = 1'000'000'000'000;
  r.readSizes[1] = 40, r.sizesKnown = true;
  s.b.record(r);
  IoRecord own = r;
  own.shared = false, own.rank = 2, own.file = s.b.intern("/lustre/own.log");
  own.readBytes = 0, own.readOps = 0, own.writeBytes = 500, own.writeOps = 5, own.opens = 1, own.sequentialReads = own.consecutiveReads = 0;
  own.sequentialWrites = 4, own.consecutiveWrites = 4, own.maxByteRead = 0, own.maxByteWritten = 499;
  own.readTime = 0, own.writeTime = 500'000'000'000, own.metaTime = 0, own.readSizes[1] = 0, own.writeSizes[0] = 5;
  own.partial = true;
  s.b.record(own);
  IoRecord upper = r;
  upper.layer = s.b.intern("MPI-IO");
  s.b.record(upper);
  Table slowest;
  slowest.name = "shared files, POSIX";
  slowest.columns = {{"file", "", {}, {"/lustre/shared.h5"}}, {"slowest rank's time", "s", {1.5}, {}}};
  s.b.table(slowest);
  Table calls;
  calls.name = "calls, MPI-IO";
  calls.columns = {{"how", "", {}, {"independent", "collective", "split collective", "non-blocking"}}, {"reads", "", {30, 10, 0, 0}, {}}, {"writes", "", {0, 0, 0, 0}, {}}};
  s.b.table(calls);
  const weir::Run run = s.build();
  const IoReport out = report(run);
  EXPECT_EQ(out.total.readBytes, 4000);  // MPI-IO's are the same bytes again
  EXPECT_EQ(out.total.writeBytes, 500);
  EXPECT_TRUE(out.total.partial);
  EXPECT_EQ(out.files, 2U);
  EXPECT_EQ(out.sharedFiles, 1U);
  EXPECT_EQ(out.ownFiles, 1U);
  EXPECT_EQ(out.smallFiles, 2U);
  ASSERT_EQ(out.layers.size(), 2U);
  EXPECT_EQ(out.layers[0].name, "POSIX");
  EXPECT_TRUE(out.layers[0].countsOnce);
  EXPECT_FALSE(out.layers[1].countsOnce);
  // agg_perf_by_slowest: 4500 B / (0.5 s of rank 2 + 1.5 s of the slowest in the shared file).
  EXPECT_DOUBLE_EQ(out.layers[0].estimate.seconds, 2.0);
  EXPECT_DOUBLE_EQ(out.layers[0].estimate.bytesPerSecond, 2250);
  EXPECT_EQ(out.layers[0].estimate.slowestRank, 2);
  EXPECT_TRUE(std::isnan(out.layers[1].estimate.seconds));  // nobody says how long the slowest took
  EXPECT_EQ(out.layers[1].collectiveReads, 10);
  EXPECT_EQ(out.layers[1].independentReads, 30);
  // 40 reads, 30 sequential; of the other 10 four may be the ranks' first.
  EXPECT_FALSE(out.reads.exact);
  EXPECT_EQ(out.reads.random(), 6);
  EXPECT_EQ(out.writes.random(), 0);
  EXPECT_EQ(out.extentRead, 2000);
  EXPECT_EQ(out.extentReadBytes, 4000);
  ASSERT_EQ(out.byRank.size(), 2U);
  EXPECT_EQ(out.byRank[0].rank, 2);
  EXPECT_EQ(out.byRank[0].sums.writeBytes, 500);
  EXPECT_TRUE(out.byRank[1].together);
  EXPECT_EQ(out.byRank[1].sums.readBytes, 4000);
  EXPECT_EQ(found(out, "one-rank")->verdict, IoObservation::Verdict::Unknown);  // most of it nobody can tell apart
  EXPECT_EQ(found(out, "partial")->verdict, IoObservation::Verdict::Unknown);
  EXPECT_EQ(out.mounts.at(0).name, "/lustre");
  EXPECT_EQ(out.mounts.at(0).detail, "lustre, parallel file system");
  EXPECT_EQ(out.phasesUnknown, "the log holds sums without times: which step or epoch they belong to is unknown");
  // A range cannot be cut out of sums: the whole is shown, and said.
  IoReportOptions part;
  part.range = TimeRange{1, 2};
  const IoReport whole = report(run, part);
  EXPECT_FALSE(whole.ranged);
  EXPECT_EQ(whole.total.readBytes, 4000);
  ASSERT_FALSE(whole.notes.empty());
  EXPECT_NE(sentence(whole.notes[0]).find("the whole run is shown"), std::string::npos);
}

// A log that is cut off within POSIX and before STDIO: what is there are lower bounds, what would be 0 is unknown.
TEST(IoReport, LayersThatAreCutOffAreLowerBounds) {
  const auto runOf = [](const char* posix, const char* stdio) {
    Sketch s;
    s.b.intern("STDIO");
    IoRecord r;
    r.file = s.b.intern("/data/a.npz");
    r.layer = s.b.intern("POSIX");
    r.rank = 0;
    r.readBytes = 4000, r.readOps = 40, r.writeBytes = 0, r.writeOps = 0, r.opens = 1, r.seeks = 0;
    r.readTime = 1'000'000'000'000, r.writeTime = 0, r.metaTime = 0;
    r.sizesKnown = true;
    r.readSizes[1] = 40;
    s.b.record(r);
    Table modules;
    modules.name = "modules";
    modules.columns = {{"module", "", {}, {"POSIX", "STDIO", "LUSTRE"}}, {"complete", "", {}, {posix, stdio, "cut off"}}};
    s.b.table(modules);
    return s.build();
  };
  const auto made = [&](const char* posix, const char* stdio) { return report(runOf(posix, stdio)); };
  const IoReport whole = made("yes", "yes");
  EXPECT_EQ(whole.total.writeBytes, 0);
  EXPECT_FALSE(whole.total.partial);
  EXPECT_EQ(whole.layers.size(), 1U);
  const IoReport cut = made("cut off", "cut off");
  EXPECT_EQ(cut.total.readBytes, 4000);
  EXPECT_EQ(cut.total.writeBytes, std::nullopt);
  EXPECT_EQ(cut.total.writeOps, std::nullopt);
  EXPECT_EQ(cut.total.seeks, std::nullopt);
  EXPECT_TRUE(cut.total.partial);
  ASSERT_EQ(cut.layers.size(), 2U);  // LUSTRE counts no I/O
  EXPECT_EQ(cut.layers[1].name, "STDIO");
  EXPECT_EQ(cut.layers[1].sums.readBytes, std::nullopt);
  EXPECT_TRUE(cut.layers[1].sums.partial);
  EXPECT_TRUE(cut.byFile.at(0).sums.partial);
  EXPECT_EQ(cut.byFile.at(0).sums.writeBytes, std::nullopt);
  EXPECT_EQ(cut.byRank.at(0).sums.writeBytes, std::nullopt);
  EXPECT_NE(sentence(*found(cut, "partial")).find("cut off or damaged in POSIX"), std::string::npos);
  for (const IoObservation& o : cut.observations) EXPECT_NE(o.id, "stdio") << "a share of what is not there";
  const std::string text = ioReportToText(cut, IoBy::All, 10);
  EXPECT_NE(text.find("at least 4.00 kB in 40 operations"), std::string::npos) << text;
  EXPECT_NE(text.find("written         unknown in unknown operations, unknown"), std::string::npos) << text;
  EXPECT_NE(text.find("Request sizes (as the log counts them, lower bounds)"), std::string::npos) << text;
  EXPECT_NE(text.find("40      unknown"), std::string::npos) << text;
  const std::string json = ioReportToJson(cut, 10, -1);
  EXPECT_NE(json.find(R"("sizes":{"exact":false,"lower_bounds":true)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("reads":40,"writes":null)"), std::string::npos) << json;
  EXPECT_NE(ioReportToJson(whole, 10, -1).find(R"("reads":40,"writes":0)"), std::string::npos);
  EXPECT_NE(ioReportToText(whole, IoBy::All, 10).find("Request sizes (as the log counts them)\n"), std::string::npos);
  // The same in `info`.
  const Info lost = describe(runOf("cut off", "cut off")), all = describe(runOf("yes", "yes"));
  EXPECT_NE(infoToText(lost).find("at least, as the log is cut off: read 4.00 kB in 40 operations, written unknown in unknown"), std::string::npos) << infoToText(lost);
  EXPECT_EQ(lost.io->writeBytes, std::nullopt);
  EXPECT_EQ(lost.ioByLayer.at("POSIX").writeOps, std::nullopt);
  EXPECT_NE(infoToJson(lost, -1).find(R"("lower_bounds":true)"), std::string::npos);
  EXPECT_EQ(all.io->writeBytes, 0);
  EXPECT_FALSE(all.io->lowerBounds);
  EXPECT_EQ(describe(runOf("yes", "damaged")).io->writeBytes, std::nullopt);
  EXPECT_EQ(describe(runOf("yes", "damaged")).ioByLayer.at("POSIX").writeBytes, 0);
  // STDIO alone is lost: POSIX's 0 is known, the total's is not.
  const IoReport one = made("yes", "damaged");
  EXPECT_EQ(one.layers.at(0).sums.writeBytes, 0);
  EXPECT_FALSE(one.layers.at(0).sums.partial);
  EXPECT_EQ(one.total.writeBytes, std::nullopt);
}

TEST(IoReport, StepsWaitForData) {
  Sketch s;
  const auto stream = s.track(0, TrackKind::Stream, "stream 7");
  const auto host = s.track(0, TrackKind::Thread, "main");
  const NameId step = s.b.intern("ProfilerStep#1");
  for (int i = 0; i < 3; ++i) {
    const std::int64_t t = 100 * i;
    s.b.slice({host, t * us, 100 * us, s.b.intern("ProfilerStep#" + std::to_string(i)), step, Activity::Annotation, {}});
    s.slice(host, t, t + 30, Activity::DataLoad, "data");
    s.slice(stream, t + 20, t + 90, Activity::Compute);
    put(s, {.bytes = 1000, .offset = 1000 * i, .start = t + 5, .duration = 20});
  }
  const IoReport r = report(s.build());
  EXPECT_TRUE(r.stallOfSteps);
  EXPECT_EQ(r.time.steps, 300 * us);
  EXPECT_EQ(r.time.stall, 60 * us);         // 20 us of each step before the kernel begins
  EXPECT_EQ(r.time.io, 60 * us);
  EXPECT_EQ(r.time.ioOverlapped, 15 * us);  // 5 us each
  EXPECT_EQ(r.time.load, 90 * us);
  EXPECT_EQ(r.time.loadOverlapped, 30 * us);
  ASSERT_EQ(r.steps.size(), 3U);
  EXPECT_EQ(r.steps[0].stall, 20 * us);
  const IoObservation* o = found(r, "data-stall");
  ASSERT_TRUE(o);
  EXPECT_EQ(o->verdict, IoObservation::Verdict::Concern);
  EXPECT_EQ(sentence(*o), "Ranks wait for data in 20.0 % of their step time (60.0 µs of 300 µs).");
  ASSERT_EQ(r.phases.size(), 1U);
  EXPECT_EQ(name(r.phases[0]), "steps");
  EXPECT_EQ(r.phases[0].sums.readBytes, 3000);
}

// As the timeline and the breakdown call them: a trace that begins with step 7 has no step 0.
TEST(IoReport, StepsAreCalledAsTheTraceNumbersThem) {
  Sketch s;
  const auto stream = s.track(0, TrackKind::Stream, "stream 7");
  const auto host = s.track(0, TrackKind::Thread, "main");
  for (int i = 0; i < 3; ++i) {
    const std::int64_t t = 100 * i;
    s.b.slice({host, t * us, 100 * us, s.b.intern("ProfilerStep#" + std::to_string(i + 7)), s.b.intern("step"), Activity::Annotation, {}});
    s.slice(host, t, t + 20 + 10 * i, Activity::DataLoad, "data");
    s.slice(stream, t + 20 + 10 * i, t + 90, Activity::Compute);
    put(s, {.bytes = 1000, .offset = 1000 * i, .start = t + 5, .duration = 10});
  }
  const weir::Run run = s.build();
  const IoReport r = report(run);
  ASSERT_EQ(r.steps.size(), 3U);
  EXPECT_EQ(r.steps[0].number, 9);  // it waits longest
  EXPECT_EQ(r.steps[1].number, 8);
  EXPECT_EQ(r.steps[2].number, 7);
  const std::string json = ioReportToJson(r, 10);
  EXPECT_NE(json.find("\"step\": 9"), std::string::npos);
  EXPECT_EQ(json.find("\"step\": 0"), std::string::npos);
  EXPECT_NE(ioReportToText(r, IoBy::Phase, 10).find("Steps that wait most for data (3 in all)"), std::string::npos);
  IoReportOptions byHand;
  byHand.stepsByHand = {{0, 150 * us}, {150 * us, 300 * us}};  // a person's have no numbers: counted from 0
  const IoReport hand = report(run, byHand);
  ASSERT_EQ(hand.steps.size(), 2U);
  EXPECT_EQ(hand.steps[0].number + hand.steps[1].number, 1);
}

// The number that is held against a threshold is the one that the sentence says, and of what it is a part.
TEST(IoReport, SentencesSayWhatIsHeldAgainstTheThreshold) {
  Sketch s;
  const auto file = s.b.intern("/d/a.npz");
  s.track(0, TrackKind::Thread, "I/O");
  const auto record = [&](const char* layer, std::int64_t reads, std::int64_t sequential, bool sized) {
    IoRecord r;
    r.rank = 0;
    r.layer = s.b.intern(layer);
    r.file = file;
    r.readBytes = 1000 * reads, r.readOps = reads, r.writeBytes = r.writeOps = 0;
    r.sequentialReads = sequential, r.consecutiveReads = 0, r.sequentialWrites = r.consecutiveWrites = 0;
    if (sized) r.readSizes[2] = reads, r.sizesKnown = true;
    if (!sized) r.sequentialReads = r.consecutiveReads = r.sequentialWrites = r.consecutiveWrites = kUnknownCount;
    s.b.record(r);
  };
  record("POSIX", 1952, 1951, true);
  record("STDIO", 500, 0, false);
  Table aligned;
  aligned.name = "alignment, POSIX";
  aligned.columns = {{"accesses", "", {1952}, {}}, {"not aligned in the file", "", {976}, {}}, {"file alignment", "B", {4096}, {}}};
  s.b.table(aligned);
  const IoReport r = report(s.build());
  const IoObservation* small = found(r, "small-reads");
  ASSERT_TRUE(small);
  EXPECT_EQ(sentence(*small), "1,952 of 1,952 reads of known size (100 %) move 1 MiB or less.");  // the total is 2,452
  EXPECT_EQ(small->verdict, IoObservation::Verdict::Concern);
  EXPECT_EQ(small->threshold, "above 10 % and more than 1000 of them, for more than 1 % of the run time");
  const IoObservation* off = found(r, "unaligned");
  ASSERT_TRUE(off);
  EXPECT_EQ(sentence(*off), "976 of 1,952 accesses of known place (50.0 %) begin off a multiple of 4 KiB (Darshan's counters).");
  EXPECT_EQ(off->verdict, IoObservation::Verdict::Fine);  // 976 is not more than 1000
  EXPECT_EQ(sentence(*found(r, "random-reads")), "0 to 1 of 1,952 reads of known place (up to 0.05 %) go back to before the end of the last one in their file.");
  EXPECT_EQ(found(r, "random-reads")->verdict, IoObservation::Verdict::Fine);
}

// 2000 shared reads of 4000 are not sequential, and 2000 ranks may each have had their first: nobody knows.
TEST(IoReport, CountersThatLeaveARangeAreUnknown) {
  Sketch s;
  s.b.run().worldSize = 2000;
  s.track(0, TrackKind::Thread, "I/O");
  IoRecord r;
  r.layer = s.b.intern("POSIX");
  r.file = s.b.intern("/d/a.npz");
  r.shared = true;
  r.readBytes = 4000, r.readOps = 4000, r.writeBytes = r.writeOps = 0;
  r.sequentialReads = 2000, r.consecutiveReads = 0, r.sequentialWrites = r.consecutiveWrites = 0;
  s.b.record(r);
  const IoReport out = report(s.build());
  ASSERT_TRUE(found(out, "random-reads"));
  EXPECT_EQ(found(out, "random-reads")->verdict, IoObservation::Verdict::Unknown);
}

// One rank of two threads, both reading all the time.
TEST(IoReport, TimeOfThreadsIsSaid) {
  Sketch s;
  for (int k = 0; k < 2; ++k) put(s, {.file = k == 0 ? "/d/a.npz" : "/d/b.npz", .bytes = 1000, .offset = 0, .start = 0, .duration = 100});
  const IoReport r = report(s.build());
  ASSERT_EQ(r.notes.size(), 1U);
  EXPECT_EQ(sentence(r.notes[0]), "The time in I/O sums to 200 µs, more than the run time (100 µs) times the ranks (1): calls of several threads or processes of a rank ran at once.");
}

// Bytes while reading are those of the operations whose times are known, not the log's.
TEST(IoReport, ActiveBytesAreThoseOfTheTimedReads) {
  Sketch s;
  s.track(0, TrackKind::Thread, "I/O");
  IoRecord r;
  r.rank = 0;
  r.layer = s.b.intern("POSIX");
  r.file = s.b.intern("/d/a.npz");
  r.readBytes = 10'000, r.readOps = 10;
  s.b.record(r);
  put(s, {.file = "/d/a.npz", .bytes = 3000, .offset = 0, .start = 10, .duration = 30});
  const IoReport out = report(s.build());
  EXPECT_EQ(out.total.readBytes, 10'000);
  EXPECT_DOUBLE_EQ(out.activeRead, 30e-6);
  EXPECT_EQ(out.activeReadBytes, 3000);
  EXPECT_EQ(out.activeWriteBytes, std::nullopt);
}

TEST(IoReport, EpochsReadAgain) {
  Sketch s;
  const auto host = s.track(0, TrackKind::Thread, "main");
  for (int e = 0; e < 2; ++e) {
    s.b.slice({host, (50 + 100 * e) * us, 100 * us, s.b.intern("epoch " + std::to_string(e + 1)), s.b.intern("epoch"), Activity::Annotation, {}});
    // The second epoch reads the same two blocks, ten times faster, and one new one.
    for (int k = 0; k < 2 + e; ++k) put(s, {.bytes = 100, .offset = 100 * k, .start = 60 + 100 * e + 20 * k, .duration = e == 0 ? 10 : 1});
  }
  put(s, {.file = "/home/config.yaml", .bytes = 7, .offset = 0, .start = 0});
  const IoReport r = report(s.build());
  ASSERT_EQ(r.epochs.size(), 2U);
  EXPECT_EQ(r.epochs[0].sums.readBytes, 200);
  EXPECT_EQ(r.epochs[1].sums.readBytes, 300);
  EXPECT_EQ(r.epochs[0].readAgain, 0);
  EXPECT_EQ(r.epochs[1].readAgain, 200);
  EXPECT_DOUBLE_EQ(r.epochs[0].busy, 20e-6);
  EXPECT_DOUBLE_EQ(r.epochs[1].busy, 3e-6);
  EXPECT_EQ(r.epochs[0].files, 1U);
  ASSERT_EQ(r.phases.size(), 3U);
  EXPECT_EQ(name(r.phases[0]), "start-up");
  EXPECT_EQ(r.phases[0].sums.readBytes, 7);
  EXPECT_EQ(name(r.phases[2]), "epoch 2");
  EXPECT_EQ(found(r, "first-epoch")->verdict, IoObservation::Verdict::Concern);  // 10 MB/s, then 100 MB/s
  EXPECT_EQ(found(r, "read-again")->verdict, IoObservation::Verdict::Fine);      // 500 B of 300 in two epochs
}

TEST(IoReport, NothingIsNothing) {
  const IoReport r = report(weir::Run{});
  EXPECT_FALSE(r.any);
  EXPECT_EQ(r.total.readBytes, std::nullopt);
  EXPECT_NE(ioReportToText(r, IoBy::All, 10).find("no I/O in this run"), std::string::npos);
  std::stop_source stop;
  stop.request_stop();
  Sketch s;
  put(s, {.bytes = 1, .offset = 0});
  const auto stopped = ioReport(s.build(), {}, Job{stop.get_token(), nullptr});
  ASSERT_FALSE(stopped);
  EXPECT_TRUE(stopped.error().stopped());
}

TEST(IoReport, EverySentenceIsListed) {
  // The window translates by this list.
  const std::set<std::string> listed(ioObservationTexts().begin(), ioObservationTexts().end());
  EXPECT_EQ(listed.size(), ioObservationTexts().size());
  Sketch s;
  put(s, {.bytes = 1, .offset = 0});
  for (const IoObservation& o : report(s.build()).observations) EXPECT_TRUE(listed.contains(o.text)) << o.text;
}

// --- brute force -----------------------------------------------------------------------------------------------------------

TEST(IoReport, FreshBytesAgainstABitmap) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Random random(seed, 1);
    std::vector<ByteRange> accesses(random.below(12));
    for (ByteRange& a : accesses) a = {static_cast<std::int64_t>(random.below(40)), static_cast<std::int64_t>(random.below(seed % 2 == 0 ? 4 : 30))};
    std::vector<std::int64_t> fresh;
    freshBytes(accesses, fresh);
    std::vector<bool> seen(100);
    ASSERT_EQ(fresh.size(), accesses.size());
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      std::int64_t expected = 0;
      for (std::int64_t b = accesses[i].offset; b < accesses[i].offset + accesses[i].bytes; ++b)
        if (!seen[static_cast<std::size_t>(b)]) seen[static_cast<std::size_t>(b)] = true, ++expected;
      ASSERT_EQ(fresh[i], expected) << "seed " << seed << ", access " << i;
    }
  }
}

// The same figures by the slow way: maps of everything, a bitmap a file.
struct Slow {
  std::map<std::string, IoSums> layers, files, ranks;
  std::map<std::string, std::set<std::int64_t>> bytesOf;  // different bytes read
  std::array<std::int64_t, 10> readSizes{}, writeSizes{}, gaps{};
  std::array<std::int64_t, 9> distances{};
  IoPattern reads, writes;
  std::int64_t readBytes = 0, againOps = 0;
};

Slow slowly(const weir::Run& run, std::optional<TimeRange> range) {
  Slow s;
  std::map<std::tuple<std::int32_t, std::string, std::string, bool>, std::vector<std::pair<std::int64_t, std::int64_t>>> trails;
  std::map<std::int32_t, std::int64_t> end;
  bool posix = false;
  for (const IoOperation& op : run.io) posix = posix || run.names.text(op.layer) != "MPI-IO";
  for (const IoOperation& op : run.io) {
    if (range && (op.start < range->from || op.start >= range->to)) continue;
    const std::string layer(run.names.text(op.layer));
    const std::string file(run.names.text(op.file));
    const bool read = op.kind == Kind::Read;
    const bool data = read || op.kind == Kind::Write;
    const auto sum = [&](IoSums& to) {
      const auto plus = [](auto& c, std::int64_t v) { c = c.value_or(0) + v; };
      if (read) plus(to.readOps, 1), plus(to.readBytes, op.bytes), plus(to.readTime, op.duration);
      if (op.kind == Kind::Write) plus(to.writeOps, 1), plus(to.writeBytes, op.bytes), plus(to.writeTime, op.duration);
      if (op.kind == Kind::Open) plus(to.opens, 1);
    };
    sum(s.layers[layer]);
    if (posix && layer == "MPI-IO") continue;
    sum(s.files[file]);
    sum(s.ranks[std::to_string(op.rank)]);
    if (!data) continue;
    ++(read ? s.readSizes : s.writeSizes)[ioSizeBin(op.bytes)];
    if (end.contains(op.rank)) ++s.gaps[ioGapBin(op.start - end[op.rank])];
    end[op.rank] = std::max(end.contains(op.rank) ? end[op.rank] : op.start + op.duration, op.start + op.duration);
    auto& trail = trails[{op.rank, file, layer, read}];
    IoPattern& p = read ? s.reads : s.writes;
    ++p.ops;
    const std::int64_t last = trail.empty() ? 0 : trail.back().second;  // last byte touched
    if (op.offset > last) ++p.sequential;
    if (op.offset == last + 1) ++p.consecutive;
    if (trail.empty()) ++p.first;
    else {
      const std::int64_t gap = op.offset - last - 1;
      if (gap > 0) ++p.forward;
      if (gap < 0) ++p.backward;
      if (gap > 0 && trail.size() > 1 && gap == trail.back().first - trail[trail.size() - 2].second - 1) ++p.strided;
      ++s.distances[ioDistanceBin(gap)];
    }
    trail.emplace_back(op.offset, op.offset + op.bytes - 1);
    if (!read) continue;
    s.readBytes += op.bytes;
    auto& set = s.bytesOf[file];
    const std::size_t before = set.size();
    for (std::int64_t b = op.offset; b < op.offset + op.bytes; ++b) set.insert(b);
    if (op.bytes > 0 && set.size() == before) ++s.againOps;
  }
  return s;
}

TEST(IoReport, AgainstBruteForce) {
  constexpr std::array<const char*, 4> names{"/data/a.npz", "/data/b.npz", "/ckpt/m.pt", "/home/c.yaml"};
  constexpr std::array<const char*, 3> layerNames{"POSIX", "STDIO", "MPI-IO"};
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed, 2);
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random.below(n)); };
    Sketch s;
    const std::int64_t n = below(30);
    for (std::int64_t i = 0; i < n; ++i)
      put(s, {.rank = static_cast<std::int32_t>(below(3)), .file = names[random.below(4)], .layer = layerNames[random.below(3)],
              .kind = random.below(8) == 0 ? Kind::Open : random.below(3) == 0 ? Kind::Write : Kind::Read, .bytes = below(seed % 3 == 0 ? 300 : 12),
              .offset = below(60), .start = below(200), .duration = below(30)});
    const weir::Run run = s.build();
    IoReportOptions options;
    if (seed % 2 == 1) options.range = TimeRange{40 * us, 120 * us};
    const Slow slow = slowly(run, options.range);
    const IoReport r = report(run, options);
    if (options.range && !r.ranged) continue;  // the range holds the whole run
    for (const IoLayer& l : r.layers) {
      const IoSums& expected = slow.layers.contains(l.name) ? slow.layers.at(l.name) : IoSums{};
      ASSERT_EQ(l.sums.readBytes.value_or(0), expected.readBytes.value_or(0)) << "seed " << seed << " " << l.name;
      ASSERT_EQ(l.sums.writeOps.value_or(0), expected.writeOps.value_or(0)) << "seed " << seed;
      ASSERT_EQ(l.sums.readTime.value_or(0), expected.readTime.value_or(0)) << "seed " << seed;
      ASSERT_EQ(l.sums.opens.value_or(0), expected.opens.value_or(0)) << "seed " << seed;
    }
    std::size_t files = 0;
    for (const IoFile& f : r.byFile) {
      ASSERT_TRUE(slow.files.contains(f.name)) << "seed " << seed;
      const IoSums& expected = slow.files.at(f.name);
      ASSERT_EQ(f.sums.readBytes.value_or(0), expected.readBytes.value_or(0)) << "seed " << seed << " " << f.name;
      ASSERT_EQ(f.sums.writeBytes.value_or(0), expected.writeBytes.value_or(0)) << "seed " << seed;
      if (const auto it = slow.bytesOf.find(f.name); it != slow.bytesOf.end()) {
        ASSERT_EQ(f.uniqueRead, static_cast<std::int64_t>(it->second.size())) << "seed " << seed << " " << f.name;
      }
      ++files;
    }
    ASSERT_EQ(files, slow.files.size()) << "seed " << seed;
    ASSERT_EQ(r.files, slow.files.size());
    for (const IoRank& k : r.byRank) {
      const IoSums& expected = slow.ranks.at(std::to_string(k.rank));
      ASSERT_EQ(k.sums.readOps.value_or(0), expected.readOps.value_or(0)) << "seed " << seed << " rank " << k.rank;
      ASSERT_EQ(k.sums.writeTime.value_or(0), expected.writeTime.value_or(0)) << "seed " << seed;
    }
    ASSERT_EQ(r.byRank.size(), slow.ranks.size());
    ASSERT_EQ(r.sizes.reads, slow.readSizes) << "seed " << seed;
    ASSERT_EQ(r.sizes.writes, slow.writeSizes) << "seed " << seed;
    ASSERT_EQ(r.gaps, slow.gaps) << "seed " << seed;
    ASSERT_EQ(r.distances, slow.distances) << "seed " << seed;
    for (const auto& [mine, other] : {std::pair(&r.reads, &slow.reads), std::pair(&r.writes, &slow.writes)}) {
      ASSERT_EQ(mine->ops, other->ops) << "seed " << seed;
      ASSERT_EQ(mine->sequential, other->sequential) << "seed " << seed;
      ASSERT_EQ(mine->consecutive, other->consecutive) << "seed " << seed;
      ASSERT_EQ(mine->first, other->first) << "seed " << seed;
      ASSERT_EQ(mine->forward, other->forward) << "seed " << seed;
      ASSERT_EQ(mine->backward, other->backward) << "seed " << seed;
      ASSERT_EQ(mine->strided, other->strided) << "seed " << seed;
    }
    std::int64_t unique = 0;
    for (const auto& [file, set] : slow.bytesOf) unique += static_cast<std::int64_t>(set.size());
    ASSERT_EQ(r.uniqueRead.value_or(0), unique) << "seed " << seed;
    ASSERT_EQ(r.cache.againOps, slow.againOps) << "seed " << seed;
    ASSERT_EQ(r.cache.againBytes + r.cache.firstBytes, slow.readBytes) << "seed " << seed;
    if (options.range) continue;
    // What the bins hold is what was moved.
    double binned = 0;
    for (const double b : r.overTime.read) binned += b;
    ASSERT_NEAR(binned, static_cast<double>(slow.readBytes), 1e-6 * static_cast<double>(slow.readBytes + 1)) << "seed " << seed;
    ASSERT_EQ(r.total.readBytes.value_or(0), describe(run).io ? describe(run).io->readBytes.value_or(0) : 0) << "seed " << seed;
  }
}

// Times of ranks against breakdown's, which has them by another way.
TEST(IoReport, StallsAreThoseOfTheBreakdown) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed, 3);
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random.below(n)); };
    Sketch s;
    std::vector<TrackIndex> tracks;
    for (int rank = 0; rank < 2; ++rank) {
      tracks.push_back(s.track(rank, TrackKind::Thread, "a"));
      tracks.push_back(s.track(rank, TrackKind::Thread, "b"));
      if (seed % 2 == 0) tracks.push_back(s.track(rank, TrackKind::Stream, "s"));
    }
    for (std::int64_t i = below(25); i > 0; --i) {
      const std::int64_t from = below(100);
      const auto a = static_cast<Activity>(random.below(kActivities));
      s.slice(tracks[random.below(tracks.size())], from, from + 1 + below(20), a);
    }
    for (std::int64_t i = below(5); i > 0; --i) put(s, {.rank = static_cast<std::int32_t>(below(2)), .bytes = 5, .offset = 0, .start = below(100), .duration = below(9)});
    const weir::Run run = s.build();
    const IoReport r = report(run);
    if (r.stallOfSteps) continue;
    const Breakdown b = breakdown(run);
    for (const IoRankTime& t : r.times)
      for (const RankBreakdown& k : b.ranks)
        if (k.rank == t.rank) {
          ASSERT_EQ(t.computing, k.computing) << "seed " << seed;
          // Reads beyond the rank's last slice are no part of the breakdown's wall.
          if (k.span.length() == t.wall) {
            ASSERT_EQ(t.stall, k.dataStall) << "seed " << seed;
          }
        }
  }
}

}  // namespace
}  // namespace weir::io_report_test
