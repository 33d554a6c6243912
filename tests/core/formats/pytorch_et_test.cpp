// ExecutionTraceObserver's JSON: small traces of each schema, and the corpus' expected values.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support.h"

namespace pytorch_et_test {
using namespace weir;
using namespace weir::test;

namespace {

// A broadcast and an all-reduce of 4 floats each in schema 1.0.1, inside an operator; ranks' own number 3 of 8.
const std::string kOld = R"({
  "schema": "1.0.1", "pid": 77, "time": "2023-09-07 16:09:59", "start_ts": 10,
  "nodes": [
    {"name": "[pytorch|profiler|execution_graph|thread]", "id": 2, "rf_id": 0, "parent": 1, "fw_parent": 0, "seq_id": -1, "scope": 7, "tid": 1, "fw_tid": 0, "op_schema": "", "inputs": [], "input_shapes": [], "input_types": [], "outputs": [], "output_shapes": [], "output_types": []},
    {"name": "record_param_comms", "id": 5, "rf_id": 4, "parent": 3, "fw_parent": 0, "seq_id": -1, "scope": 0, "tid": 1, "fw_tid": 0, "op_schema": "",
      "inputs": [[[10, 11, 0, 4, 4, "cuda:0"]], 7, 945941, 3, "allreduce", [], []], "input_shapes": [[[2, 2]], [], [], [], [], [], []], "input_types": ["GenericList[Tensor(float)]", "Int", "Int", "Int", "String", "GenericList[]", "GenericList[]"], "outputs": [], "output_shapes": [], "output_types": []},
    {"name": "c10d::allreduce_", "id": 3, "rf_id": 3, "parent": 2, "fw_parent": 0, "seq_id": -1, "scope": 0, "tid": 1, "fw_tid": 0, "op_schema": "", "inputs": [], "input_shapes": [], "input_types": [], "outputs": [], "output_shapes": [], "output_types": []},
    {"name": "record_param_comms", "id": 6, "rf_id": 5, "parent": 2, "fw_parent": 3, "seq_id": -1, "scope": 0, "tid": 1, "fw_tid": 0, "op_schema": "",
      "inputs": [[12, 13, 0, 100, 8, "cuda:0"], 8, 945941, 3, "all_to_allv", [1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]], "input_shapes": [[8], [], [], [], [], [[], [], [], [], [], [], [], []], []], "input_types": [], "outputs": [], "output_shapes": [], "output_types": []},
    {"name": "record_param_comms", "id": 7, "rf_id": 6, "parent": 2, "fw_parent": 0, "seq_id": -1, "scope": 0, "tid": 1, "fw_tid": 0, "op_schema": "",
      "inputs": [8, 0, 3, "wait", [], []], "input_shapes": [[], [], [], [], [], []], "input_types": [], "outputs": [], "output_shapes": [], "output_types": []},
    {"name": "[pytorch|profiler|execution_graph|process]", "id": 1, "rf_id": 0, "parent": 1, "fw_parent": 0, "seq_id": -1, "scope": 7, "tid": 0, "fw_tid": 0, "op_schema": "", "inputs": [], "input_shapes": [], "input_types": [], "outputs": [], "output_shapes": [], "output_types": []}
  ],
  "finish_ts": 20
})";

std::string attrs(int rf, const std::string& more = {}) {
  return R"("attrs": [{"name": "rf_id", "type": "uint64", "value": )" + std::to_string(rf) +
         R"(}, {"name": "fw_parent", "type": "uint64", "value": 0}, {"name": "scope", "type": "uint64", "value": 0}, {"name": "tid", "type": "uint64", "value": 1})" + more + "]";
}
const std::string kNew = R"({"schema": "1.1.0-chakra.0.0.4", "pid": 77, "nodes": [
  {"id": 2, "name": "## process_group:init ##", "ctrl_deps": 1, "inputs": {"values": ["[{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", \"ranks\": [], \"group_size\": 4}, {\"pg_name\": \"7\", \"pg_desc\": \"tp\", \"ranks\": [2, 3], \"group_size\": 2}]"], "shapes": [[]], "types": ["String"]}, "outputs": {"values": [], "shapes": [], "types": []}, )" + attrs(1) + R"(},
  {"id": 3, "name": "record_param_comms", "ctrl_deps": 2, "inputs": {"values": [[[4, 5, 0, 99, 2, "cuda:1"]], 33, ["7", "tp"], 1, "allgather", [], [], 2, 1, 2], "shapes": [[[10]], [], [[], []], [], [], [], [], [], [], []], "types": []}, "outputs": {"values": [], "shapes": [], "types": []}, )" +
                         attrs(2, R"(, {"name": "collective_name", "type": "string", "value": "allgather"}, {"name": "dtype", "type": "string", "value": "BFloat16"}, {"name": "in_msg_nelems", "type": "uint64", "value": 10}, {"name": "pg_name", "type": "string", "value": "7"}, {"name": "pg_size", "type": "uint64", "value": 2})") + R"(}
]})";

}  // namespace

TEST(PytorchEt, FirstSchema) {
  for (const std::size_t chunk : {std::size_t{11}, kOld.size()}) {
    const auto run = readText(kOld, chunk);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->format, "pytorch-et");
    ASSERT_EQ(run->slices.size(), 6U) << noteKinds(*run);
    EXPECT_EQ(run->ranks, std::vector<std::int32_t>{3}) << "as the calls say";
    ASSERT_EQ(run->collectives.size(), 2U) << "wait is no collective";
    EXPECT_EQ(run->collectives[0].operation, Operation::AllReduce);
    EXPECT_EQ(run->collectives[0].bytes, 16) << "2 x 2 floats, by the shape";
    EXPECT_EQ(run->collectives[1].operation, Operation::AllToAll);
    EXPECT_EQ(run->collectives[1].bytes, 64) << "8 of the 100 elements in the storage";
    EXPECT_EQ(run->collectives[1].groupSize, 8) << "as many as splits";
    for (const std::int64_t d : run->slices.duration) EXPECT_EQ(d, 0);
    EXPECT_EQ(noteCount(*run, "times are not in the file: nodes stand in the order of their ids"), 6U);
    // thread below process, the three operators below it, one call below its operator; one forward to backward.
    std::map<std::string, int> kinds;
    for (const NameId k : run->arrows.kind) ++kinds[std::string(run->names.text(k))];
    EXPECT_EQ(kinds["control"], 5);
    EXPECT_EQ(kinds["forward to backward"], 1);
  }
}

TEST(PytorchEt, NewerSchemaWithGroups) {
  const auto run = readText(kNew);
  ASSERT_TRUE(run.has_value()) << run.error().line();
  ASSERT_EQ(run->collectives.size(), 1U);
  const CollectiveCall& c = run->collectives[0];
  EXPECT_EQ(c.operation, Operation::AllGather);
  EXPECT_EQ(c.bytes, 20) << "10 elements of 2 bytes";
  EXPECT_EQ(c.groupSize, 2);
  EXPECT_EQ(run->groups[c.group], (std::vector<std::int32_t>{2, 3}));
  EXPECT_EQ(run->worldSize, 4);
  EXPECT_EQ(run->ranks, std::vector<std::int32_t>{3}) << "number 1 of the group {2, 3}";
  ASSERT_EQ(run->tables.size(), 1U);
  EXPECT_EQ(run->tables[0].rows(), 2U);
  const auto args = nlohmann::json::parse(run->argsOf(c.slice));
  EXPECT_EQ(args["rf_id"], 2) << "attributes stand beside the other members";
  EXPECT_EQ(args["inputs"]["shapes"][0][0][0], 10);
}

TEST(PytorchEt, DamageIsCounted) {
  const auto cut = readText(std::string_view(kOld).substr(0, kOld.find("\"rf_id\": 5")));
  ASSERT_TRUE(cut.has_value());
  EXPECT_EQ(cut->slices.size(), 3U);
  EXPECT_EQ(noteCount(*cut, "file ends inside the list of nodes"), 1U);
  std::string text = kOld;
  text.replace(text.find("c10d::allreduce_"), 4, "\xff\x01\xfe!");
  const auto repaired = readText(text);
  ASSERT_TRUE(repaired.has_value());
  EXPECT_EQ(repaired->slices.size(), 6U);
  EXPECT_EQ(noteCount(*repaired, "text that is not UTF-8 or has control characters, replaced"), 1U);
}

TEST(PytorchEt, Corpus) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  int traces = 0;
  for (const ManifestRow& row : manifest("chakra_host")) {
    if (!row.expected.contains("schema")) continue;  // the Kineto half of a pair: corpus_test's matter
    SCOPED_TRACE(row.file);
    ++traces;
    const auto run = open(row.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    EXPECT_EQ(run->format, "pytorch-et");
    std::int64_t params = 0;
    std::int64_t largest = 0;
    for (SliceIndex i = 0; i < run->slices.size(); ++i) {
      if (run->names.text(run->slices.name[i]) == "record_param_comms") ++params;
      largest = std::max(largest, nlohmann::json::parse(run->argsOf(i))["id"].get<std::int64_t>());
    }
    // Children of the root, the root (its own parent) among them.
    std::int64_t children = 1;
    for (std::size_t a = 0; a < run->arrows.size(); ++a)
      if (run->names.text(run->arrows.kind[a]) == "control" && nlohmann::json::parse(run->argsOf(run->arrows.from[a]))["id"] == 1) ++children;
    const auto fact = [&](std::string_view name) {
      for (const Fact& f : run->facts)
        if (f.name == name) return f.value;
      return std::string();
    };
    for (const auto& [key, want] : row.expected.items()) {
      SCOPED_TRACE(key);
      if (key == "schema") EXPECT_EQ(fact("schema"), want.get<std::string>());
      else if (key == "pid") EXPECT_EQ(fact("pid"), std::to_string(want.get<std::int64_t>()));
      else if (key == "nodes") EXPECT_EQ(run->slices.size(), want.get<std::size_t>());
      else if (key == "record_param_comms") EXPECT_EQ(params, want.get<std::int64_t>());
      else if (key == "root_children") EXPECT_EQ(children, want.get<std::int64_t>());
      else if (key == "max_id") EXPECT_EQ(largest, want.get<std::int64_t>());
      else ADD_FAILURE() << "a key this test does not know";
    }
  }
  EXPECT_EQ(traces, 5);
}

TEST(PytorchEt, CorpusSizes) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  // The same job as kineto/nccl_data, whose kernels say 307 323 096 bytes in 15 all-reduces and 6 broadcasts (FORMATS.md).
  const auto run = open(shared("corpus/chakra_host/resnet_2gpu_et.json.gz"));
  ASSERT_TRUE(run.has_value());
  std::int64_t bytes = 0;
  for (const CollectiveCall& c : run->collectives) bytes += c.bytes;
  EXPECT_EQ(run->collectives.size(), 21U);
  EXPECT_EQ(bytes, 307'323'096);
  EXPECT_EQ(run->ranks, std::vector<std::int32_t>{1});
  EXPECT_EQ(run->worldSize, 2);
}

}  // namespace pytorch_et_test
