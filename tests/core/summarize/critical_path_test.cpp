#include "core/summarize/critical_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/base/random.h"
#include "core/summarize/critical_path_report.h"
#include "tests/core/summarize/support.h"

using namespace weir;
using test::Sketch;
using test::us;

namespace {

// A Sketch with names, collectives that know their slices, and arrows; times in microseconds.
struct Made : Sketch {
  using Sketch::Sketch;
  SliceIndex work(TrackIndex t, std::int64_t from, std::int64_t to, std::string_view as, Activity a = Activity::Compute) {
    return b.slice({.track = t, .start = from * us, .duration = (to - from) * us, .name = b.intern(as), .category = b.intern("kernel"), .activity = a, .args = {}});
  }
  SliceIndex member(TrackIndex t, std::int32_t rank, std::int64_t from, std::int64_t to, Operation op = Operation::AllReduce, std::int64_t bytes = kUnknownBytes, int ranks = 2) {
    const SliceIndex s = work(t, from, to, name(op), Activity::Communication);
    CollectiveCall c;
    c.operation = op;
    c.rank = rank;
    c.slice = s;
    c.start = from * us;
    c.duration = (to - from) * us;
    c.bytes = bytes;
    c.groupSize = ranks;
    std::vector<std::int32_t> members;
    for (int r = 0; r < ranks; ++r) members.push_back(r);
    c.group = b.group(members);
    b.collective(c);
    return s;
  }
  void arrow(SliceIndex from, SliceIndex to, std::string_view kind) { b.arrow(from, to, b.intern(kind)); }
  RunPtr done() { return std::make_shared<const weir::Run>(b.build()); }
};

PathGraph graphOf(const RunPtr& run, PathOptions options = {}) {
  auto g = pathGraph(run, options, {});
  EXPECT_TRUE(g.has_value()) << g.error().line();
  return std::move(*g);
}

// "0 compute 0-10, 1 launch delay 10-12": rank, what, from, to.
std::string words(const PathGraph& g, const CriticalPath& path) {
  std::string out;
  for (const PathSegment& s : path.segments) {
    if (!out.empty()) out += ", ";
    out += std::to_string(s.rank) + " ";
    out += s.slice == PathGraph::kNone ? name(s.kind) : g.run->names.text(g.run->slices.name[s.slice]);
    out += " " + std::to_string(s.from / us) + "-" + std::to_string(s.to / us);
  }
  return out;
}
std::string words(const RunPtr& run, PathOptions options = {}) {
  const PathGraph g = graphOf(run, options);
  return words(g, *criticalPath(g, {}));
}
std::int64_t with(const PathGraph& g, std::vector<std::string> texts) {
  std::vector<PathChange> changes;
  for (const std::string& t : texts) {
    const auto c = parseChange(t);
    EXPECT_TRUE(c.has_value()) << c.error().line();
    changes.push_back(*c);
  }
  const auto path = criticalPath(g, changes, {});
  EXPECT_TRUE(path.has_value()) << path.error().line();
  return path->makespan() / us;
}

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
  EXPECT_EQ(changeText(changeOf(g, rows[0], PathBy::Collective, 0.5), *g.run), "collective #1 x2");
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

// Two stages, one micro-batch: an operation by name, with the slice's call where it communicates.
struct Pipelined : Made {
  Pipelined() {
    Table t;
    t.name = "ranks";
    t.columns = {{"rank", "", {0, 1}, {}}, {"dp", "", {0, 0}, {}}, {"pp", "", {0, 1}, {}}};
    b.table(t);
    for (int r = 0; r < 2; ++r) {
      compute.push_back(track(r, TrackKind::Thread, "computing"));
      message.push_back(track(r, TrackKind::Thread, "messages"));
    }
  }
  void op(int stage, std::int64_t from, std::int64_t to, std::string_view as, int step = 1) {
    const bool computes = as.ends_with("compute");
    const std::string args = "{\"step\":" + std::to_string(step) + ",\"seq_id\":0,\"model_chunk\":0}";
    const SliceIndex s = b.slice({.track = (computes ? compute : message)[static_cast<std::size_t>(stage)],
                                  .start = from * us,
                                  .duration = (to - from) * us,
                                  .name = b.intern(as),
                                  .category = 0,
                                  .activity = computes ? Activity::Compute : Activity::Communication,
                                  .args = args});
    if (computes) return;
    CollectiveCall c;
    c.operation = Operation::SendRecv;
    c.rank = stage;
    c.slice = s;
    c.start = from * us;
    c.duration = (to - from) * us;
    b.collective(c);
  }
  std::vector<TrackIndex> compute, message;
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

TEST(WhatIf, WordsAreReadAndWrittenBack) {
  Made s;
  const RunPtr run = s.done();
  for (const char* text : {"collective all-reduce x2", "collective all x1.5", "collective #17 x2", "collective group 3 free", "kernel gemm x2", "slice \"void foo<int>\" x4", "computing x2",
                           "data loading x2", "rank 2 x2", "rank 2 not late", "no data stall", "no launch delay", "no gaps", "kernel gemm x2 on rank 3", "rank 2 late 50%", "rank 2 late 12.5%", "slice exactly aten::add_ x2", "slice exactly x2",
                           "network link \"leaf 0\" x2", "launch delay x2", "gaps x2", "waits x2", "messages x2", "dependencies x4", "hand-overs x2 on rank 1", "network at 400Gbps from 200Gbps latency 5us",
                           "link 0-1 at 400Gbps"}) {
    const auto c = parseChange(text);
    ASSERT_TRUE(c.has_value()) << text << ": " << c.error().line();
    EXPECT_EQ(changeText(*c, *run), text);
    EXPECT_EQ(*parseChange(changeText(*c, *run)), *c) << text;
  }
  EXPECT_EQ(parseChange("collective all_reduce X2")->operation, Operation::AllReduce);
  for (const char* text : {"", "collective", "collective all-reduce", "collective all-reduce 2", "collective all-reduce x0", "collective nothing x2", "kernel x2", "rank x2", "rank 1 late", "network", "network at 400",
                           "network at 400Gb/s of", "link 0 at 400Gb/s", "no luck", "computing x2 x2", "waiting x2", "kernel 'a x2", "rank -1 x2", "rank 2 late", "rank 2 late 0.5", "rank 2 late 150%", "rank 2 late -1%", "rank 2 late 50% x2", "launch x2", "gaps", "kernel gemm xnan", "kernel gemm xinf", "collective #x x2"}) {
    const auto c = parseChange(text);
    ASSERT_FALSE(c.has_value()) << text;
    EXPECT_FALSE(c.error().what.empty());
    EXPECT_NE(c.error().where.find(text), std::string::npos);
  }
}

TEST(WhatIf, ExactlyIsThatNameAlone) {
  Made s;
  const auto t = s.track(0, TrackKind::Stream, "stream 7");
  s.work(t, 0, 40, "add");
  s.work(t, 40, 100, "add_bias");
  const PathGraph g = graphOf(s.done());
  EXPECT_EQ(with(g, {"slice add x2"}), 50);
  EXPECT_EQ(with(g, {"slice exactly add x2"}), 80);
  EXPECT_EQ(criticalPath(g, {*parseChange("slice exactly ADD x2")}, {}).has_value(), false);
  // A row of the table by name says its change in words that are read back as the same.
  const auto rows = *pathTable(g, *criticalPath(g, {}), PathBy::Name, 10, {});
  EXPECT_EQ(changeText(changeOf(g, rows[1], PathBy::Name, 0.5), *g.run), "slice exactly add x2");
  EXPECT_EQ(100 - with(g, {"slice exactly add x2"}), *rows[1].half / us);
}

TEST(WhatIf, BeyondWhatCanBeMeantIsRefused) {
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{{"computing x1e-300", "the factor x1e-300 is out of range: x0.001 to x1000000, or free"},
                                                                                  {"computing x1e-9", "out of range"},
                                                                                  {"computing x1e-999", "out of range"},
                                                                                  {"rank 0 x2000000", "out of range"},
                                                                                  {"network at 1b/s", "the new rate 1b/s is out of range: 1kb/s to 1Pb/s"},
                                                                                  {"network at 2Pb/s", "the new rate"},
                                                                                  {"network at 1Gb/s from 1b/s", "the present rate 1b/s"},
                                                                                  {"link 0-1 at 400Gb/s latency 90d", "the latency 90d is out of range: 0s to 1s"},
                                                                                  {"network at 400Gb/s latency 900d", "out of range"},
                                                                                  {"link 1-1 at 400Gb/s", "two ranks"}}) {
    const auto c = parseChange(text);
    ASSERT_FALSE(c.has_value()) << text;
    EXPECT_NE(c.error().what.find(part), std::string::npos) << c.error().line();
  }
  for (const char* text : {"computing x0.001", "computing x1000000", "network at 1kb/s from 1Pb/s latency 1s", "network at 400Gb/s latency 0s"}) EXPECT_TRUE(parseChange(text).has_value()) << text;
}

TEST(WhatIf, LongerThanTheAxisIsSaidNotWrappedAround) {
  Made s;
  const auto t = s.track(0, TrackKind::Stream, "s");
  for (int i = 0; i < 100; ++i) s.work(t, 1'000'000 * i, 1'000'000 * (i + 1), "gemm");  // 100 s
  const PathGraph g = graphOf(s.done());
  const auto times = [&](int n) { return criticalPath(g, std::vector<PathChange>(static_cast<std::size_t>(n), *parseChange("computing x0.001")), {}); };
  EXPECT_EQ(times(1)->makespan(), 100'000'000'000 * us);  // 10^5 s
  for (const int n : {2, 3, 8, 120}) {                    // 10^8 s and on, past 64 bits and past a double's range
    const auto path = times(n);
    ASSERT_FALSE(path.has_value()) << n;
    EXPECT_EQ(path.error().what, "the run would be longer than this axis can hold, 46 days");
  }
  // What is off the path may grow as long as it fits; a change that makes up for it leaves the run as long as it is.
  EXPECT_EQ(criticalPath(g, {*parseChange("computing x0.001"), *parseChange("computing x0.001"), *parseChange("computing x1000000")}, {})->makespan(), 100'000'000 * us);
}

TEST(WhatIf, WhatIsNotThereIsSaidWithWhatThereIs) {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "s"), b = s.track(1, TrackKind::Stream, "s"), host = s.track(0, TrackKind::Thread, "main");
  for (int r = 0; r < 2; ++r) {
    s.work(r == 0 ? a : b, 0, 10 + r, "void gemm_kernel<float>");
    s.member(r == 0 ? a : b, r, 10 + r, 30, Operation::AllReduce, 1'000'000);
    s.member(r == 0 ? a : b, r, 30, 50, Operation::AllReduce, 1'000'000);
  }
  s.work(host, 0, 5, "aten::mm", Activity::Host);
  const PathGraph g = graphOf(s.done());
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{{"rank 99 x2", "there is no rank 99 in what is open, only ranks 0, 1"},
                                                                                  {"rank 2 not late", "no rank 2"},
                                                                                  {"computing x2 on rank 99", "no rank 99"},
                                                                                  {"collective #99999 x2", "there is no collective #99999: the numbers are 0, 1"},
                                                                                  {"collective group 99 x2", "no collective of this run is of group 99: the groups are 1"},
                                                                                  {"collective broadcast x2", "only: all-reduce"},
                                                                                  {"kernel gemm_kernal x2", "no kernel on a device has \"gemm_kernal\" in its name; nearest: \"void gemm_kernel<float>\""},
                                                                                  {"kernel aten::mm x2", "work on threads has"},
                                                                                  {"slice nosuchthing x2", "nothing in this run has \"nosuchthing\""},
                                                                                  {"link 0-99 at 400Gb/s", "no rank 99"}}) {
    const auto path = criticalPath(g, {*parseChange(text)}, {});
    ASSERT_FALSE(path.has_value()) << text;
    EXPECT_NE(path.error().what.find(part), std::string::npos) << path.error().line();
    EXPECT_NE(path.error().where.find("what-if"), std::string::npos);
    const auto report = pathReport(g, {{text}, 20}, {});
    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().line(), path.error().line());
  }
  // What is there and off the path is no error.
  EXPECT_EQ(with(g, {"slice aten::mm x2"}), 50);
  EXPECT_EQ(with(g, {"rank 0 x2"}), 50);
  EXPECT_EQ(with(g, {"no data stall"}), 50);
  Made alone;
  alone.work(alone.track(0, TrackKind::Thread, "main"), 0, 10, "x");
  const PathGraph none = graphOf(alone.done());
  for (const char* text : {"network at 400Gb/s from 100Gb/s", "network at 400Gb/s"})
    EXPECT_NE(criticalPath(none, {*parseChange(text)}, {}).error().what.find("nothing in this run goes over a network"), std::string::npos);
  EXPECT_EQ(criticalPath(none, {*parseChange("collective all x2")}, {}).error().what, "this run has no collectives");
}

TEST(WhatIf, ALinkNothingUsesAloneIsSaid) {
  Made s;
  for (int r = 0; r < 3; ++r) s.member(s.track(r, TrackKind::Stream, "s"), r, 0, 10, Operation::AllReduce, 1'000'000, 3);
  const auto path = criticalPath(graphOf(s.done()), {*parseChange("link 0-1 at 400Gb/s")}, {});
  ASSERT_FALSE(path.has_value());
  EXPECT_EQ(path.error().what, "no collective and no message of this run is between ranks 0 and 1 alone");
  EXPECT_NE(path.error().todo.find("network"), std::string::npos);
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
