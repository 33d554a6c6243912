// Execution traces joined with the profiles of their ranks; messages told by both ends.
#include "core/formats/link_execution.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/formats/link_sequence.h"
#include "support.h"

namespace link_execution_test {
using namespace weir;
using namespace weir::test;

namespace {

namespace fs = std::filesystem;

std::string node(const std::string& name, int id, int rf, int parent, const std::string& inputs = "[]", const std::string& shapes = "[]") {
  return R"({"name": ")" + name + R"(", "id": )" + std::to_string(id) + R"(, "rf_id": )" + std::to_string(rf) + R"(, "parent": )" + std::to_string(parent) +
         R"(, "fw_parent": 0, "seq_id": -1, "scope": 0, "tid": 1, "fw_tid": 0, "op_schema": "", "inputs": )" + inputs + R"(, "input_shapes": )" + shapes +
         R"(, "input_types": [], "outputs": [], "output_shapes": [], "output_types": []})";
}
// mul, then an all-reduce of 6 floats: 24 bytes.
std::string executionTrace(int rank) {
  return R"({"schema": "1.0.1", "pid": 1, "nodes": [)" + node("aten::mul", 3, 11, 2) + "," + node("c10d::allreduce_", 4, 12, 2) + "," +
         node("record_param_comms", 5, 13, 4, "[[[6, 7, 0, 6, 4, \"cuda:0\"]], 1, 99, " + std::to_string(rank) + ", \"allreduce\", [], []]",
              "[[[2, 3]], [], [], [], [], [], []]") +
         "]}";
}
std::string slice(const std::string& cat, const std::string& name, int ts, int dur, int tid, const std::string& args) {
  return R"({"ph": "X", "cat": ")" + cat + R"(", "name": ")" + name + R"(", "pid": )" + (cat == "kernel" ? "0" : "500") + R"(, "tid": )" + std::to_string(tid) +
         R"(, "ts": )" + std::to_string(1'700'000'000'000'000 + ts) + R"(, "dur": )" + std::to_string(dur) + R"(, "args": {)" + args + "}}";
}
std::string profile(int rank, bool records) {
  const auto id = [&](int external, int record) {
    return "\"External id\": " + std::to_string(external) + (records ? ", \"Record function id\": " + std::to_string(record) : "");
  };
  const int shift = records ? 100 : 0;  // with record ids, external ids mean something else
  return R"({"schemaVersion": 1, "distributedInfo": {"backend": "nccl", "rank": )" + std::to_string(rank) + R"(, "world_size": 2}, "traceEvents": [)" +
         slice("cpu_op", "aten::mul", 10, 5, 500, id(11 + shift, 11)) + "," + slice("cpu_op", "c10d::allreduce_", 20, 30, 500, id(12 + shift, 12)) + "," +
         slice("cpu_op", "record_param_comms", 22, 20, 500, id(13 + shift, 13)) + "," +
         slice("cuda_runtime", "cudaLaunchKernel", 25, 3, 500, "\"External id\": 13, \"correlation\": 77") + "," +
         slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", 60, 40, 7, "\"External id\": " + std::to_string(13 + shift) + ", \"correlation\": 77, \"device\": 0, \"stream\": 7") +
         "]}";
}

class Linked : public ::testing::Test {
 protected:
  Linked() : folder_(fs::temp_directory_path() / fs::path("weir-link-" + std::to_string(::getpid()))) { fs::create_directories(folder_); }
  ~Linked() override { fs::remove_all(folder_); }
  std::string put(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  fs::path folder_;
};

std::string factOf(const weir::Run& run, std::string_view name) {
  for (const Fact& f : run.facts)
    if (f.name == name) return f.value;
  return {};
}

TEST(AlignNames, PartsAndStretches) {
  const auto pairs = [](const std::vector<NameId>& a, const std::vector<NameId>& b) { return alignNames(a, b).size(); };
  const std::vector<NameId> b{9, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3};
  EXPECT_EQ(pairs({1, 2, 3, 4, 5, 6, 7, 8}, b), 8U) << "behind a name of its own";
  EXPECT_EQ(pairs({1, 2, 3, 4, 5, 6, 20, 21, 7, 8, 1, 2, 3}, b), 11U) << "two that b does not have";
  EXPECT_EQ(pairs({30, 31, 32, 33, 34, 35, 36}, b), 0U);
  EXPECT_EQ(pairs({0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0}), 0U) << "unknown names equal nothing";
  EXPECT_EQ(pairs({}, b), 0U);
}

TEST_F(Linked, ByRecordFunctionIdAndByExternalId) {
  for (const bool records : {true, false}) {
    const std::string et = put("et_1.json", executionTrace(1));
    const std::string trace = put("profile.json", profile(1, records));
    for (const auto& paths : {std::vector{et, trace}, std::vector{trace, et}}) {
      const auto run = openFiles(paths, {}, {});
      ASSERT_TRUE(run.has_value()) << run.error().line();
      EXPECT_EQ(factOf(*run, "linked by"), records ? "record function id" : "external id") << noteKinds(*run);
      EXPECT_EQ(factOf(*run, "linked nodes"), "3 of 3");
      EXPECT_EQ(run->ranks, std::vector<std::int32_t>{1});
      ASSERT_EQ(run->collectives.size(), 1U) << "one collective, told by both";
      EXPECT_EQ(run->collectives[0].bytes, 24);
      EXPECT_EQ(run->collectives[0].duration, 40'000'000) << "the kernel's";
      EXPECT_EQ(factOf(*run, "collectives given a size"), "1");
      EXPECT_EQ(run->truth, Truth::Measured);
      // The node stands where the profile's slice does.
      std::vector<std::pair<std::int64_t, std::int64_t>> found;
      for (SliceIndex i = 0; i < run->slices.size(); ++i)
        if (run->names.text(run->slices.name[i]) == "aten::mul") found.emplace_back(run->slices.start[i], run->slices.duration[i]);
      ASSERT_EQ(found.size(), 2U);
      EXPECT_EQ(found[0], found[1]);
      EXPECT_EQ(found[0].second, 5'000'000);
      EXPECT_EQ(noteCount(*run, "times are not in the file: nodes stand in the order of their ids"), 0U);
    }
  }
}

TEST_F(Linked, OnlyTheProfileOfItsRank) {
  const auto run = openFiles({put("et_1.json", executionTrace(1)), put("p0.json", profile(0, true))}, {}, {});
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(noteCount(*run, "execution trace without a profile of its rank"), 1U);
  EXPECT_EQ(run->collectives.size(), 2U);
}

TEST_F(Linked, OtherOperatorsAreNotLinked) {
  std::string other = profile(1, true);
  for (const std::string_view name : {"aten::mul", "c10d::allreduce_", "record_param_comms"}) other.replace(other.find(name), name.size(), "else");
  const auto run = openFiles({put("et_1.json", executionTrace(1)), put("p.json", other)}, {}, {});
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(noteCount(*run, "execution trace not linked to the profile of its rank: their operators differ"), 1U) << noteKinds(*run);
}

TEST(LinkedCorpus, DlrmGetsItsSizes) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  // Kineto's kernels of this job have no sizes; ids do not agree (External id 1137 is record function 903), names do.
  const auto run = openFiles({shared("corpus/chakra_host/dlrm/dlrm_eg_0.json"), shared("corpus/kineto/dlrm_4of8/worker0_step_12.1694128201545.pt.trace.json")}, {}, {});
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(factOf(*run, "linked by"), "order of names on each thread");
  EXPECT_EQ(factOf(*run, "linked nodes"), "1672 of 1675") << "all but the process, its threads and the profiler's step";
  ASSERT_EQ(run->collectives.size(), 8U);
  std::int64_t reduced = 0;
  std::int64_t exchanged = 0;
  for (const CollectiveCall& c : run->collectives) {
    EXPECT_NE(c.bytes, kUnknownBytes) << run->names.text(run->slices.name[c.slice]);
    (c.operation == Operation::AllReduce ? reduced : exchanged) += c.bytes;
  }
  // Elements of the inputs in the execution trace: 394241 + 112 + 226960 floats; 6144 + 384 + 3392 + 6144 of 4 bytes, 24 of 8.
  EXPECT_EQ(reduced, (394241 + 112 + 226960) * 4);
  EXPECT_EQ(exchanged, 64'448);
  EXPECT_GE(noteCount(*run, "execution trace linked by the order of names, not by ids: it may be of another step"), 1U);
}

TEST(LinkedCorpus, SimpleAddByExternalId) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  const auto run = openFiles({shared("corpus/chakra_host/hta/benchmark_simple_add_et.json.gz"), shared("corpus/chakra_host/hta/benchmark_simple_add_trace.json.gz")}, {}, {});
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(factOf(*run, "linked by"), "external id");
  EXPECT_EQ(factOf(*run, "linked nodes"), "36 of 38") << "all but the process and its thread";
}

TEST(LinkedCorpus, EveryMessageOnce) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  const auto run = open(shared("corpus/chakra/astra_custom_ring_allreduce_8npus_1MB"));
  ASSERT_TRUE(run.has_value()) << run.error().line();
  EXPECT_EQ(run->ranks.size(), 8U);
  EXPECT_EQ(run->transfers.size(), 8U * 14) << "14 sends of each rank; the receives are the same messages";
  std::int64_t bytes = 0;
  for (const std::int64_t b : run->transfers.bytes) bytes += b;
  EXPECT_EQ(bytes, 8 * 14 * 131'072);
  std::int64_t messages = 0;
  for (const NameId k : run->arrows.kind) messages += run->names.text(k) == kArrowMessage ? 1 : 0;
  EXPECT_EQ(messages, 8 * 14);
}

}  // namespace
}  // namespace link_execution_test
