// Arrows between slices, from flow events and from correlation ids.
#include <gtest/gtest.h>

#include "support.h"

namespace chrome_arrows_test {
using namespace weir;
using namespace weir::test;

namespace {

// "from>to:kind", in order.
std::string arrowsOf(const weir::Run& run) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < run.arrows.size(); ++i)
    list.push_back(fmt::format("{}>{}:{}", run.names.text(run.slices.name[run.arrows.from[i]]), run.names.text(run.slices.name[run.arrows.to[i]]),
                               run.names.text(run.arrows.kind[i])));
  std::sort(list.begin(), list.end());
  return fmt::format("{}", fmt::join(list, " "));
}
std::string x(std::string_view name, int tid, double ts, double dur, std::string_view more = "", int pid = 1) {
  return fmt::format(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":{},"dur":{}{}}},)", name, pid, tid, ts, dur, more);
}
std::string flow(char ph, int id, int tid, double ts, std::string_view cat = "c", std::string_view more = "", int pid = 1) {
  return fmt::format(R"({{"ph":"{}","id":{},"name":"{}","cat":"{}","pid":{},"tid":{},"ts":{}{}}},)", ph, id, cat, cat, pid, tid, ts, more);
}
weir::Run read(std::string text) {
  text.back() = ']';
  auto run = readText("[" + text);
  if (!run) {
    ADD_FAILURE() << run.error().line() << "\n" << text;
    return {};
  }
  return std::move(*run);
}
constexpr std::string_view kBp = R"(,"bp":"e")";
constexpr std::string_view kEnds = "flow ends without a start (calls that launched nothing, usually)";

}  // namespace

TEST(ChromeArrows, BindingPoints) {
  const std::string slices = x("outer", 1, 0, 10) + x("inner", 1, 2, 4) + x("a", 2, 0, 3) + x("b", 2, 5, 3);
  struct Row {
    std::string flows, arrows;
  };
  const Row rows[] = {
      {flow('s', 1, 1, 3) + flow('f', 1, 2, 4), "inner>b:c"},               // an end binds to the next slice
      {flow('s', 1, 1, 3) + flow('f', 1, 2, 5), "inner>b:c"},               // which may begin right then
      {flow('s', 1, 1, 3) + flow('f', 1, 2, 1, "c", kBp), "inner>a:c"},     // or to the one around
      {flow('s', 1, 1, 8) + flow('f', 1, 2, 5, "c", kBp), "outer>b:c"},
      {flow('s', 1, 1, 2) + flow('f', 1, 2, 8, "c", kBp), "inner>b:c"},     // ends count as inside
      {flow('s', 1, 1, 1) + flow('t', 1, 1, 3) + flow('f', 1, 2, 4), "inner>b:c outer>inner:c"},
      {flow('f', 1, 2, 4) + flow('s', 1, 1, 3), "inner>b:c"},               // the file's order does not matter
  };
  for (const Row& r : rows) {
    const auto run = read(slices + r.flows);
    EXPECT_EQ(arrowsOf(run), r.arrows) << r.flows;
    EXPECT_EQ(noteKinds(run), "") << r.flows;
  }
}

TEST(ChromeArrows, WhatFindsNoPartnerIsCounted) {
  const std::string slices = x("a", 1, 0, 3) + x("b", 2, 5, 3);
  auto run = read(slices + flow('f', 1, 2, 5) + flow('f', 2, 2, 5) + flow('s', 3, 1, 1));
  EXPECT_EQ(arrowsOf(run), "");
  EXPECT_EQ(noteCount(run, kEnds), 2U);
  EXPECT_EQ(noteCount(run, "flow starts without an end"), 1U);
  for (const Note& n : run.notes) {
    if (n.kind == kEnds) {
      EXPECT_EQ(n.at, (std::vector<std::int64_t>{5'000'000, 5'000'000}));
    }
  }
  run = read(slices + flow('s', 1, 1, 1) + flow('f', 1, 2, 90) + flow('s', 2, 7, 1) + flow('f', 2, 2, 5));
  EXPECT_EQ(arrowsOf(run), "");
  EXPECT_EQ(noteCount(run, "flow starts or ends where no slice is"), 2U);
}

TEST(ChromeArrows, IdsCountWithinCategoryAndName) {
  const std::string slices = x("a", 1, 0, 1) + x("b", 1, 2, 1) + x("c", 2, 0, 1) + x("d", 2, 2, 1);
  EXPECT_EQ(arrowsOf(read(slices + flow('s', 1, 1, 0, "p") + flow('s', 1, 1, 2, "q") + flow('f', 1, 2, 2, "p") + flow('f', 1, 2, 0, "q", kBp))),
            "a>d:p b>c:q");
  // One id used again: each start leads to what comes after it. Text and number are the same id.
  EXPECT_EQ(arrowsOf(read(slices + flow('s', 16, 1, 0) + R"({"ph":"f","id":"0x10","name":"c","cat":"c","pid":1,"tid":2,"ts":0,"bp":"e"},)" + flow('s', 16, 1, 2) +
                          flow('f', 16, 2, 2))),
            "a>c:c b>d:c");
}

TEST(ChromeArrows, RanksInOneFileKeepTheirIds) {
  const auto process = [](int pid) { return fmt::format(R"({{"ph":"M","name":"process_name","pid":{0},"args":{{"name":"rank {0}"}}}},)", pid); };
  const std::string slices = process(0) + process(1) + x("a", 1, 0, 1, "", 0) + x("b", 2, 5, 1, "", 0) + x("c", 1, 0, 1, "", 1) + x("d", 2, 5, 1, "", 1);
  EXPECT_EQ(arrowsOf(read(slices + flow('s', 1, 1, 0, "c", "", 0) + flow('s', 1, 1, 0, "c", "", 1) + flow('f', 1, 2, 5, "c", "", 0) + flow('f', 1, 2, 5, "c", "", 1))),
            "a>b:c c>d:c");
  EXPECT_EQ(arrowsOf(read(slices + flow('s', 1, 1, 0, "msg", "", 0) + flow('f', 1, 2, 5, "msg", "", 1))), "a>d:msg");  // a message
}

TEST(ChromeArrows, Launches) {
  const auto runtime = [](std::string_view name, double ts, int correlation) {
    return x(name, 1, ts, 2, fmt::format(R"(,"cat":"cuda_runtime","args":{{"correlation": {}}})", correlation));
  };
  const auto kernel = [](std::string_view name, double ts, int correlation, std::string_view cat = "kernel") {
    return x(name, 7, ts, 3, fmt::format(R"(,"cat":"{}","args":{{"stream": 7, "correlation": {}, "device": 0}})", cat, correlation), 0);
  };
  const std::string trace = runtime("cudaLaunchKernel", 0, 11) + kernel("k1", 10, 11) + runtime("cudaMalloc", 3, 12) + runtime("cudaGraphLaunch", 6, 13) +
                            kernel("k2", 20, 13) + kernel("k3", 30, 13) + kernel("mark", 20, 0, "gpu_user_annotation");
  // By flows; the graph's launch has no start, as Kineto writes it, and the call that launches nothing neither.
  auto run = read(trace + flow('s', 11, 1, 0, "ac2g") + flow('f', 11, 7, 10, "ac2g", kBp, 0) + flow('f', 12, 1, 3, "ac2g", kBp) + flow('f', 13, 1, 6, "ac2g", kBp) +
                  flow('f', 13, 7, 20, "ac2g", kBp, 0) + flow('f', 13, 7, 30, "ac2g", kBp, 0));
  EXPECT_EQ(arrowsOf(run), "cudaGraphLaunch>k2:launch cudaGraphLaunch>k3:launch cudaLaunchKernel>k1:launch");
  EXPECT_EQ(noteCount(run, kEnds), 4U);
  // By the arguments alone.
  run = read(trace);
  EXPECT_EQ(arrowsOf(run), "cudaGraphLaunch>k2:launch cudaGraphLaunch>k3:launch cudaLaunchKernel>k1:launch");
  EXPECT_EQ(noteKinds(run), "");
  // A kernel that its clock puts before its launch is still its.
  run = read(runtime("cudaLaunchKernel", 5, 1) + kernel("k", 1, 1) + flow('s', 1, 1, 5, "ac2g") + flow('f', 1, 7, 1, "ac2g", kBp, 0));
  EXPECT_EQ(arrowsOf(run), "cudaLaunchKernel>k:launch");
}

TEST(ChromeArrows, OfCompleteEvents) {
  EXPECT_EQ(arrowsOf(read(x("a", 1, 0, 3, R"(,"cat":"k","bind_id":"0x9","flow_out":true)") + x("b", 2, 5, 3, R"(,"cat":"k","bind_id":"0x9","flow_in":true,"flow_out":true)") +
                          x("c", 3, 9, 3, R"(,"cat":"k","bind_id":"0x9","flow_in":true)"))),
            "a>b:k b>c:k");
}

TEST(ChromeArrows, Corpus) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  struct Row {
    const char* file;
    std::size_t launches, forwardBackward;
    std::uint64_t endsAlone;
  };
  // nccl_data, DLRM: flows as FORMATS.md counts them (8652 f, 3862 s; 525 f, 261 s); every kernel has its launch.
  const Row rows[] = {
      {"nccl_data.json.gz", 3774, 543, 4878},
      {"dlrm_4of8/worker0_step_12.1694128201545.pt.trace.json", 261, 0, 264},
      {"tb_resnet50_nw0.pt.trace.json.gz", 9096, 0, 0},
      {"xdit_flux_rank0.json.gz", 7866, 0, 1352 + 6268},  // graphs: their 6264 kernels are launched by 4 calls without a start
      {"hta_vit_2rank/sampled_rank-0.json.gz", 1204, 0, 0},
  };
  for (const Row& r : rows) {
    SCOPED_TRACE(r.file);
    const auto run = test::open(shared("corpus/kineto/") + r.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    std::map<std::string, std::size_t> kinds;
    for (std::size_t i = 0; i < run->arrows.size(); ++i) {
      const std::string kind(run->names.text(run->arrows.kind[i]));
      ++kinds[kind];
      if (kind != "launch") continue;
      EXPECT_EQ(run->tracks[run->rowOf(run->arrows.from[i]).track].kind, TrackKind::Thread);
      EXPECT_EQ(run->tracks[run->rowOf(run->arrows.to[i]).track].kind, TrackKind::Stream);
    }
    EXPECT_EQ(kinds["launch"], r.launches);
    EXPECT_EQ(kinds["fwdbwd"], r.forwardBackward);
    EXPECT_EQ(noteCount(*run, kEnds), r.endsAlone);
  }
}

}  // namespace chrome_arrows_test
