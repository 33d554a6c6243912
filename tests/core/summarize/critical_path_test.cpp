#include "core/summarize/critical_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "core/base/random.h"
#include "core/summarize/critical_path_report.h"
#include "tests/core/summarize/critical_path_made.h"

namespace critical_path_test {
using namespace weir;
using test::graphOf;
using test::Made;
using test::us;
using test::with;
using test::words;

namespace {

void expectWhole(const CriticalPath& path) {
  std::int64_t at = path.span.from;
  for (const PathSegment& s : path.segments) {
    ASSERT_EQ(s.from, at);
    ASSERT_GT(s.to, s.from);
    at = s.to;
  }
  ASSERT_EQ(at, path.span.to);
}

}  // namespace

TEST(CriticalPath, StragglerBeforeAnAllReduce) {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "stream 7"), b = s.track(1, TrackKind::Stream, "stream 7");
  s.work(a, 0, 60, "gemm");
  s.member(a, 0, 60, 130);
  s.work(a, 130, 150, "adam");
  s.work(b, 0, 100, "gemm");
  s.member(b, 1, 100, 130);
  s.work(b, 130, 145, "adam");
  const PathGraph g = graphOf(s.done());
  const CriticalPath path = *criticalPath(g, {});
  // Rank 0 waits from 60 to 100 for rank 1; only what follows is transfer. It ends with rank 0's longer update.
  EXPECT_EQ(words(g, path), "1 gemm 0-100, 0 all-reduce 100-130, 0 adam 130-150");
  EXPECT_EQ(with(g, {}), 150);
  EXPECT_EQ(with(g, {"collective all-reduce x2"}), 135);  // 30 us of transfer in half
  EXPECT_EQ(with(g, {"collective #0 x3"}), 130);
  EXPECT_EQ(with(g, {"rank 1 not late"}), 110);           // comes at 60, as the other does
  EXPECT_EQ(with(g, {"rank 0 not late"}), 150);           // it is not
  EXPECT_EQ(with(g, {"rank 1 late 50%"}), 130);           // comes at 80, half as late
  EXPECT_EQ(with(g, {"rank 1 late 25%"}), 120);
  EXPECT_EQ(with(g, {"rank 1 late 0%"}), 110);
  EXPECT_EQ(with(g, {"rank 1 late 100%"}), 150);
  EXPECT_EQ(with(g, {"kernel GEMM x2"}), 100);            // 50 + 30 + 20
  EXPECT_EQ(with(g, {"kernel gemm x10 on rank 1"}), 110); // rank 0's 60 us then count
  EXPECT_EQ(with(g, {"kernel gemm free", "collective all free", "kernel adam free"}), 0);
  EXPECT_EQ(with(g, {"rank 1 not late", "collective all-reduce x2"}), 95);
}

TEST(CriticalPath, WhenTheLastComesEarlierTheSecondLastIsWaitedFor) {
  Made s;
  for (int r = 0; r < 3; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream 7");
    const std::int64_t comes = r == 0 ? 50 : r == 1 ? 80 : 100;
    s.work(t, 0, comes, "gemm");
    s.member(t, r, comes, 120, Operation::AllReduce, kUnknownBytes, 3);
  }
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(words(g, *criticalPath(g, {})), "2 gemm 0-100, 0 all-reduce 100-120");
  EXPECT_EQ(with(g, {"kernel gemm free on rank 2"}), 100);  // 80 of rank 1, then 20
  EXPECT_EQ(with(g, {"rank 2 not late"}), 100);             // the median of 50 and 80 is 65, but rank 1 comes at 80
  EXPECT_EQ(with(g, {"kernel gemm x0.5 on rank 0"}), 120);  // 100 as rank 2 does
  EXPECT_EQ(with(g, {"kernel gemm x0.4 on rank 0"}), 145);  // 125, and all wait for it
}

TEST(CriticalPath, TableSaysWhatIsGainedNotWhatIsSpent) {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "stream 7"), b = s.track(1, TrackKind::Stream, "stream 7");
  s.work(a, 0, 90, "matmul");
  s.member(a, 0, 90, 130);
  s.work(b, 0, 100, "gemm");
  s.member(b, 1, 100, 130);
  const PathGraph g = graphOf(s.done());
  const auto rows = *pathTable(g, *criticalPath(g, {}), PathBy::Name, 10, {});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rowName(*g.run, rows[0], PathBy::Name), "gemm");
  EXPECT_EQ(rows[0].time, 100 * us);
  EXPECT_EQ(rows[0].gain, 10 * us);  // then the other rank's matmul is nearly as long
  EXPECT_EQ(rows[0].half, 10 * us);
  EXPECT_EQ(rows[1].time, 30 * us);
  EXPECT_EQ(rows[1].gain, 30 * us);
  EXPECT_EQ(rows[1].half, 15 * us);
}

TEST(CriticalPath, ByCollectiveEachStandsByItsNumber) {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "stream 7"), b = s.track(1, TrackKind::Stream, "stream 7");
  for (const auto& [t, r] : {std::pair{a, 0}, {b, 1}}) {
    s.work(t, 0, 40, "gemm");
    s.member(t, r, 40, 60, Operation::AllReduce, 1000);
    s.member(t, r, 60, 110, Operation::AllGather, 2000);
  }
  const PathGraph g = graphOf(s.done());
  const auto rows = *pathTable(g, *criticalPath(g, {}), PathBy::Collective, 10, {});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rowName(*g.run, rows[0], PathBy::Collective), "all-gather #1");
  EXPECT_EQ(rows[0].time, 50 * us);
  EXPECT_EQ(rows[0].gain, 50 * us);
  EXPECT_EQ(rows[0].half, 25 * us);
  EXPECT_EQ(rowName(*g.run, rows[1], PathBy::Collective), "computing");
  EXPECT_EQ(rowName(*g.run, rows[2], PathBy::Collective), "all-reduce #0");
  EXPECT_EQ(changeText(changeOf(*g.run, rows[0], PathBy::Collective, 0.5), *g.run), "collective #1 x2");
  const PathReport r = *pathReport(g, {}, {});
  ASSERT_EQ(r.byCollective.size(), 2U);
  Steps steps;
  steps.ranks.push_back({0, {{0, 55 * us}, {55 * us, 110 * us}}, {7, 8}});
  const std::string text = pathToText(g, r, 20, StepAt(steps)), json = pathToJson(g, r, 20, false, StepAt(steps));
  EXPECT_NE(text.find("all-gather #1, 2.00 kB, group 1 of 2 ranks, step 8"), std::string::npos) << text;
  EXPECT_NE(json.find("\"step\": 8"), std::string::npos) << json;
}

TEST(CriticalPath, WhoIsWaitedForLongestAndOverWhichLink) {
  Made s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream 7");
    s.work(t, 0, r == 1 ? 70 : 60, "gemm");
    s.member(t, r, r == 1 ? 70 : 60, 90);
    s.work(t, 90, r == 0 ? 125 : 100, "gemm");
    s.member(t, r, r == 0 ? 125 : 100, 130);
  }
  const PathGraph g = graphOf(s.done());
  const auto late = latenessWithin(*g.run, g.span);
  ASSERT_EQ(late.size(), 2U);
  EXPECT_EQ(late[0].rank, 0);  // 25 us, against 10 us
  EXPECT_EQ(late[0].madeWait, 25 * us);
  EXPECT_EQ(latenessWithin(*g.run, {0, 80 * us}).size(), 1U);
  const auto links = linksOnPath(g, *criticalPath(g, {}));
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(std::pair(links[0].a, links[0].b), std::pair(0, 1));
  EXPECT_EQ(links[0].time, 25 * us);  // 20 and 5 of transfer
}

// A rank without streams is its threads: the operators within computing compute, as the breakdown counts them.
TEST(CriticalPath, WithoutAStreamWhatRunsWithinComputingComputes) {
  const auto make = [](bool device) {
    Made s;
    const auto host = s.track(0, TrackKind::Thread, "main");
    s.work(host, 0, 100, "aten::conv2d", Activity::Compute);
    s.work(host, 10, 90, "aten::empty", Activity::Host);
    s.work(host, 100, 120, "python", Activity::Host);
    if (device) s.work(s.track(0, TrackKind::Stream, "stream 7"), 5, 6, "gemm");
    return s.done();
  };
  const auto computing = [](const PathGraph& g) {
    std::int64_t sum = 0;
    const CriticalPath path = *criticalPath(g, {});
    for (const PathSegment& s : path.segments) sum += s.activity == Activity::Compute ? s.length() / us : 0;
    return sum;
  };
  const PathGraph g = graphOf(make(false));
  EXPECT_EQ(computing(g), 100);
  EXPECT_EQ(with(g, {"computing x2"}), 70);
  EXPECT_EQ(with(g, {"host x2"}), 110);
  const PathGraph beside = graphOf(make(true));  // the stream tells what computes; operators are the host's
  EXPECT_EQ(computing(beside), 20);
  EXPECT_EQ(with(beside, {"host x2"}), 70);
}

namespace {

// Two stages, one micro-batch.
struct Pipelined : test::PipelinedCalls {
  Pipelined() : PipelinedCalls(1, TrackKind::Thread) {}
  void op(int stage, std::int64_t from, std::int64_t to, std::string_view as, int step = 1) { part(step, stage, as, from, to); }
  RunPtr done() { return std::make_shared<const weir::Run>(build()); }
};

}  // namespace

TEST(CriticalPath, StagesOfAPipelineWaitForEachOther) {
  Pipelined s;
  s.op(0, 0, 50, "forward-compute");
  s.op(0, 50, 53, "forward-send");
  s.op(1, 10, 53, "forward-recv");
  s.op(1, 54, 100, "forward-compute");
  s.op(1, 100, 160, "backward-compute");
  s.op(1, 160, 163, "backward-send");
  s.op(0, 90, 163, "backward-recv");
  s.op(0, 163, 220, "backward-compute");
  const PathGraph g = graphOf(s.done(), {.assume = false});
  const CriticalPath path = *criticalPath(g, {});
  EXPECT_EQ(words(g, path),
            "0 forward-compute 0-50, 1 forward-recv 50-53, 1 dependency 53-54, 1 forward-compute 54-100, 1 backward-compute 100-160, 0 backward-recv 160-163, 0 backward-compute 163-220");
  EXPECT_EQ(with(g, {"computing x2 on rank 1"}), 167);  // 54 + 23 + 30 + 3 + 57
  EXPECT_EQ(with(g, {"collective send-receive free"}), 214);
  EXPECT_EQ(g.alone, 0U);
  EXPECT_TRUE(pathLimits(g, path).empty());
}

TEST(CriticalPath, WhatLimitsThePathIsSaid) {
  Pipelined s;
  s.op(0, 0, 50, "forward-compute");
  s.op(1, 80, 83, "forward-send", 2);  // of a step that was cut off
  s.op(0, 90, 100, "backward-recv");
  const PathGraph g = graphOf(s.done(), {.assume = false});
  EXPECT_EQ(g.unlinkedSteps, 1U);
  EXPECT_EQ(g.calls, 2U);
  EXPECT_EQ(g.alone, 2U);
  const CriticalPath path = *criticalPath(g, {});  // rank 0's messages: nothing before 90
  EXPECT_DOUBLE_EQ(unexplainedShare(path), 0.9);
  const auto limits = pathLimits(g, path);
  ASSERT_EQ(limits.size(), 3U);
  EXPECT_TRUE(limits[0].starts_with("90")) << limits[0];
  EXPECT_EQ(limits[1], "of 2 of 2 collective calls and sends the other ranks' part is not known, and so not who waited for whom");
}

TEST(CriticalPath, ExposedDataLoading) {
  Made s;
  const auto host = s.track(0, TrackKind::Thread, "main"), gpu = s.track(0, TrackKind::Stream, "stream 7");
  s.work(host, 0, 40, "next batch", Activity::DataLoad);
  const SliceIndex launch = s.work(host, 40, 45, "cudaLaunchKernel", Activity::Host);
  const SliceIndex kernel = s.work(gpu, 47, 97, "gemm");
  s.arrow(launch, kernel, kArrowLaunch);
  s.work(host, 50, 99, "cudaDeviceSynchronize", Activity::Wait);
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(words(g, *criticalPath(g, {})), "0 next batch 0-40, 0 cudaLaunchKernel 40-45, 0 launch delay 45-47, 0 gemm 47-97, 0 cudaDeviceSynchronize 97-99");
  EXPECT_EQ(with(g, {"no data stall"}), 59);
  EXPECT_EQ(with(g, {"no launch delay"}), 97);
  EXPECT_EQ(with(g, {"kernel gemm x2"}), 74);
}

TEST(CriticalPath, LaunchBoundHostWorkCountsNotTheShortKernels) {
  Made s;
  const auto host = s.track(0, TrackKind::Thread, "main"), gpu = s.track(0, TrackKind::Stream, "stream 7");
  for (int i = 0; i < 4; ++i) {
    s.work(host, 20 * i, 20 * i + 20, "aten::add", Activity::Host);
    const SliceIndex launch = s.work(host, 20 * i + 10, 20 * i + 16, "cudaLaunchKernel", Activity::Host);
    s.arrow(launch, s.work(gpu, 20 * i + 18, 20 * i + 21, "add"), kArrowLaunch);
  }
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(words(g, *criticalPath(g, {})),
            "0 aten::add 0-10, 0 cudaLaunchKernel 10-16, 0 aten::add 16-20, 0 aten::add 20-30, 0 cudaLaunchKernel 30-36, 0 aten::add 36-40, 0 aten::add 40-50, "
            "0 cudaLaunchKernel 50-56, 0 aten::add 56-60, 0 aten::add 60-70, 0 cudaLaunchKernel 70-76, 0 launch delay 76-78, 0 add 78-81");
  EXPECT_EQ(with(g, {"kernel add free"}), 80);           // the host goes on until 80 all the same
  EXPECT_EQ(with(g, {"slice cudaLaunchKernel x2"}), 69);  // 4 x 3 us less
}

TEST(CriticalPath, PipelineBubbleGoesToTheStageThatWasWaitedFor) {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "computing"), b = s.track(1, TrackKind::Stream, "computing");
  s.work(a, 0, 50, "forward");
  const SliceIndex send = s.work(a, 50, 52, "send", Activity::Communication);
  const SliceIndex receive = s.work(b, 0, 55, "recv", Activity::Communication);
  s.arrow(send, receive, kArrowMessage);
  s.work(b, 55, 115, "forward");
  const PathGraph g = graphOf(s.done());
  // The receive began at 0 and could get nothing before 50: a late sender.
  EXPECT_EQ(words(g, *criticalPath(g, {})), "0 forward 0-50, 1 recv 50-55, 1 forward 55-115");
  EXPECT_EQ(with(g, {"computing x2 on rank 0"}), 90);
  EXPECT_EQ(with(g, {"network at 400Gb/s from 200Gb/s latency 1us"}), 113);  // 5 = 1 + 4 -> 1 + 2; the send is off the path
}

TEST(CriticalPath, MessageThatArrivesBeforeItIsAskedForIsNotWaitedFor) {
  Made s;
  const auto a = s.track(0, TrackKind::Thread, "rank 0"), b = s.track(1, TrackKind::Thread, "rank 1");
  const SliceIndex send = s.work(a, 0, 5, "MPI_Send", Activity::Communication);
  s.work(b, 0, 60, "compute");
  const SliceIndex receive = s.work(b, 60, 62, "MPI_Recv", Activity::Communication);
  s.arrow(send, receive, kArrowMessage);
  EXPECT_EQ(words(s.done()), "1 compute 0-60, 1 MPI_Recv 60-62");
}

TEST(CriticalPath, BlockingCopyEndsWithTheCopy) {
  Made s;
  const auto host = s.track(0, TrackKind::Thread, "main"), gpu = s.track(0, TrackKind::Stream, "stream 7");
  const SliceIndex call = s.work(host, 0, 50, "cudaMemcpyAsync", Activity::Host);
  s.arrow(call, s.work(gpu, 8, 46, "Memcpy DtoH", Activity::Copy), kArrowLaunch);
  s.work(host, 50, 60, "python", Activity::Host);
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(words(g, *criticalPath(g, {})), "0 launch delay 0-8, 0 Memcpy DtoH 8-46, 0 cudaMemcpyAsync 46-50, 0 python 50-60");
  EXPECT_EQ(with(g, {"copy x2"}), 41);
}

TEST(CriticalPath, IdleStreamIsAssumedToHaveWaitedForTheOther) {
  Made s;
  const auto host = s.track(0, TrackKind::Thread, "main"), compute = s.track(0, TrackKind::Stream, "stream 7"), comm = s.track(0, TrackKind::Stream, "stream 20");
  const SliceIndex l1 = s.work(host, 0, 2, "cudaLaunchKernel", Activity::Host), l2 = s.work(host, 2, 4, "cudaLaunchKernel", Activity::Host);
  const SliceIndex l3 = s.work(host, 4, 6, "cudaLaunchKernel", Activity::Host);
  s.arrow(l1, s.work(compute, 5, 100, "gemm"), kArrowLaunch);
  s.arrow(l2, s.work(comm, 101, 140, "ncclKernel", Activity::Communication), kArrowLaunch);
  s.arrow(l3, s.work(compute, 142, 150, "adam"), kArrowLaunch);
  const RunPtr run = s.done();
  EXPECT_EQ(words(run), "0 cudaLaunchKernel 0-2, 0 launch delay 2-5, 0 gemm 5-100, 0 hand-over 100-101, 0 ncclKernel 101-140, 0 hand-over 140-142, 0 adam 142-150");
  // Only what is recorded: the last kernel comes after the one before it on its stream, and why so late nobody says.
  EXPECT_EQ(words(run, {.assume = false}), "0 cudaLaunchKernel 0-2, 0 launch delay 2-5, 0 gemm 5-100, 0 unexplained gap 100-142, 0 adam 142-150");
}

TEST(CriticalPath, AnnotationsSpanWorkAndAreNone) {
  Made s;
  const auto t = s.track(0, TrackKind::Thread, "main");
  s.work(t, 0, 100, "ProfilerStep#1", Activity::Annotation);
  s.work(t, 10, 40, "outer", Activity::Host);
  s.work(t, 20, 30, "inner", Activity::Host);
  s.work(t, 60, 90, "outer", Activity::Host);
  const RunPtr run = s.done();
  EXPECT_EQ(words(run), "0 outer 10-20, 0 inner 20-30, 0 outer 30-40, 0 unexplained gap 40-60, 0 outer 60-90");
  EXPECT_EQ(words(run, {.range = TimeRange{25 * us, 70 * us}}), "0 inner 25-30, 0 outer 30-40, 0 unexplained gap 40-60, 0 outer 60-70");
  const PathGraph g = graphOf(run);
  EXPECT_EQ(with(g, {"no gaps"}), 60);
  EXPECT_FALSE(pathGraph(run, {.range = TimeRange{45 * us, 55 * us}}, {}).has_value());
}

TEST(CriticalPath, NothingToFollowIsSaid) {
  Made s;
  const auto g = pathGraph(s.done(), {}, {});
  ASSERT_FALSE(g.has_value());
  EXPECT_EQ(g.error().what, "the run holds no slices to follow");
  std::stop_source stop;
  stop.request_stop();
  Made other;
  other.work(other.track(0, TrackKind::Thread, "main"), 0, 1, "x");
  const auto stopped = pathGraph(other.done(), {}, {stop.get_token(), nullptr});
  ASSERT_FALSE(stopped.has_value());
  EXPECT_TRUE(stopped.error().stopped());
}

TEST(CriticalPath, ACircleOfNoLengthIsCut) {
  Made s;
  const auto a = s.track(0, TrackKind::Thread, "a"), b = s.track(1, TrackKind::Thread, "b");
  const SliceIndex x = s.work(a, 10, 10, "x"), y = s.work(b, 10, 10, "y");
  s.work(a, 0, 10, "before");
  s.work(b, 10, 20, "after");
  s.arrow(x, y, kArrowDependency);
  s.arrow(y, x, kArrowDependency);
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(g.circles, 1U);
  expectWhole(*criticalPath(g, {}));
  EXPECT_EQ(with(g, {}), 20);
}

TEST(CriticalPath, NetworkKeepsTheLatency) {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "s"), b = s.track(1, TrackKind::Stream, "s");
  for (int r = 0; r < 2; ++r) {
    s.member(r == 0 ? a : b, r, 0, 10, Operation::AllReduce, 1000);
    s.member(r == 0 ? a : b, r, 10, 120, Operation::AllReduce, 1'375'000);  // busbw 1.375 MB / 110 us = 100 Gb/s
  }
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(with(g, {"network at 200Gb/s"}), 70);               // 10 + (10 + 100 / 2)
  EXPECT_EQ(with(g, {"network at 200Gb/s latency 0us"}), 60);
  EXPECT_EQ(with(g, {"link 0-1 at 200Gb/s"}), 70);
  EXPECT_EQ(with(g, {"network at 50Gb/s from 100Gb/s"}), 220);  // slower
}

// A link that was busy half of a transfer, and all of the next.
TEST(CriticalPath, ANamedLinkShortensWhatItWasBusyFor) {
  Made s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "s");
    s.member(t, r, 0, 40);
    s.member(t, r, 40, 60);
  }
  s.counter("leaf 0 to spine 1", "link utilisation", 0, 20 * us, {1.0F, 0.0F, 1.0F});
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(with(g, {"network link 'leaf 0 to spine 1' x2"}), 40);    // 40 - 10, 20 - 10
  EXPECT_EQ(with(g, {"network link 'leaf 0 to spine 1' free"}), 20);
  EXPECT_EQ(with(g, {"network link 'leaf 0 to spine 1' x0.5"}), 100);
  const auto none = criticalPath(g, {*parseChange("network link spine x2")}, {});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().what, "no link of this run is called \"spine\", or how busy it was is not known");
}

TEST(CriticalPath, UnknownRateIsAskedFor) {
  Made s;
  s.member(s.track(0, TrackKind::Stream, "s"), 0, 0, 10);
  s.member(s.track(1, TrackKind::Stream, "s"), 1, 0, 10);
  const PathGraph g = graphOf(s.done());
  const auto path = criticalPath(g, {*parseChange("network at 400Gb/s")}, {});
  ASSERT_FALSE(path.has_value());
  EXPECT_NE(path.error().todo.find("from 200Gb/s"), std::string::npos);
}

TEST(CriticalPath, ReportHasAllThatAddsUp) {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "stream 7"), b = s.track(1, TrackKind::Stream, "stream 7");
  s.work(a, 0, 60, "gemm");
  s.member(a, 0, 60, 130);
  s.work(b, 0, 100, "gemm");
  s.member(b, 1, 100, 130);
  const PathGraph g = graphOf(s.done());
  const PathReport r = *pathReport(g, {{"collective all-reduce x2"}, 20}, {});
  for (const auto* rows : {&r.byName, &r.byActivity, &r.byRank}) {
    std::int64_t sum = 0;
    for (const PathRow& row : *rows) sum += row.time;
    EXPECT_EQ(sum, 130 * us);
  }
  const std::string json = pathToJson(g, r, 20, true), text = pathToText(g, r, 20);
  EXPECT_NE(json.find("\"makespan_s\": 0.00013"), std::string::npos) << json;
  EXPECT_NE(json.find("\"saved_s\": 1.5e-05"), std::string::npos) << json;
  EXPECT_NE(text.find("115 µs"), std::string::npos) << text;
}

}  // namespace critical_path_test
