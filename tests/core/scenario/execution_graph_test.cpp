#include "core/scenario/execution_graph.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/core/scenario/support.h"

namespace execution_graph_test {
using namespace weir;

namespace {

const std::string kChakra = std::string(WEIR_SHARED_DIR "/corpus/chakra/");

std::size_t countOf(const ExecutionGraph& g, GraphNode::Kind k) {
  std::size_t n = 0;
  for (const auto& nodes : g.ranks)
    for (const GraphNode& x : nodes) n += x.kind == k ? 1 : 0;
  return n;
}

}  // namespace

TEST(ExecutionGraph, JsonIsReadWithItsSpellings) {
  const auto nodes = readChakraJson(R"({"workload_graph": [
      {"Id": 1, "Name": "gemm", "NodeType": 4, "ctrlDeps": [], "data_deps": [], "runtime": 12.5, "is_cpu_op": false},
      {"id": 7, "name": "ar", "type": "COMM_COLL_NODE", "data_deps": [1, 99], "comm_type": 0, "comm_size": 4096, "pg_name": "dp"},
      {"id": 3, "name": "launch", "type": 7, "runtime": 80, "is_cpu_op": true},
      {"id": 4, "name": "to", "type": 5, "attr": [{"name": "comm_size", "int64_val": 100}, {"name": "comm_dst", "int32_val": 0}, {"name": "comm_tag", "value": "5"}]}]})",
                                    "a.json");
  ASSERT_TRUE(nodes) << nodes.error().line();
  ASSERT_EQ(nodes->size(), 4U);
  EXPECT_EQ((*nodes)[0].node.duration, 12'500'000);
  EXPECT_EQ((*nodes)[1].group, "dp");
  const auto g = joinRanks({*nodes}, "a.json");
  ASSERT_TRUE(g) << g.error().line();
  const auto& r = g->ranks.at(0);  // by id: 1, 3, 4, 7
  EXPECT_EQ(r[1].kind, GraphNode::Kind::Compute);  // a launch on the host, not a collective
  EXPECT_TRUE(r[1].host);
  EXPECT_EQ(r[2].kind, GraphNode::Kind::Send);
  EXPECT_EQ(r[2].bytes, 100);
  EXPECT_EQ(r[2].tag, 5U);
  EXPECT_EQ(r[3].kind, GraphNode::Kind::Collective);
  EXPECT_EQ(r[3].after, (std::vector<std::uint32_t>{0}));
  ASSERT_EQ(g->remarks.size(), 1U);
  EXPECT_NE(g->remarks[0].find("1 dependencies"), std::string::npos);
}

TEST(ExecutionGraph, WhatCannotBePlayedIsNamed) {
  struct Row {
    const char* json;
    const char* says;
  };
  for (const Row& row : {Row{R"({"workload_graph": [{"id": 1, "type": 7, "comm_type": 0}]})", "neither durations nor messages"},
                         Row{R"({"workload_graph": [{"id": 1, "type": 4, "runtime": 1}, {"id": 2, "type": 7, "comm_type": 0}]})", "no size"},
                         Row{R"({"workload_graph": [{"id": 1, "type": 7, "comm_type": 44, "comm_size": 4}]})", "unknown kind"},
                         Row{R"({"workload_graph": [{"id": 1, "type": 5, "comm_size": 4}]})", "no other end"},
                         Row{R"({"workload_graph": [{"id": 1, "type": 5, "comm_size": 4, "comm_dst": 3}]})", "rank 3 does not exist"},
                         Row{R"({"workload_graph": [{"id": 1, "type": 4, "runtime": 1}, {"id": 1, "type": 4}]})", "two nodes 1"}}) {
    const auto nodes = readChakraJson(row.json, "x");
    ASSERT_TRUE(nodes) << row.json;
    const auto g = joinRanks({*nodes}, "x");
    ASSERT_FALSE(g) << row.json;
    EXPECT_NE(g.error().line().find(row.says), std::string::npos) << g.error().line();
  }
  for (const char* bad : {"", "{", "[]", R"({"nodes": 5})", R"({"nodes": []})", R"({"nodes": [3]})"}) EXPECT_FALSE(readChakraJson(bad, "x")) << bad;
  EXPECT_FALSE(readChakraProtobuf("", "x"));
  EXPECT_FALSE(readChakraProtobuf("hello, this is text", "x"));
  EXPECT_FALSE(readChakraProtobuf(std::string(100, '\xff'), "x"));
  EXPECT_FALSE(loadExecutionGraph("/nowhere/at/all"));
}

TEST(ExecutionGraph, RanksOfAFolderMustBeWhole) {
  const auto dir = std::filesystem::temp_directory_path() / "weir-graph-test";
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  EXPECT_FALSE(isExecutionGraph(dir.string()));
  const char* one = R"({"workload_graph": [{"id": 1, "type": 4, "runtime": 1}]})";
  for (const char* name : {"job.0.json", "job.2.json"}) std::ofstream(dir / name) << one;
  EXPECT_TRUE(isExecutionGraph(dir.string()));
  const auto g = loadExecutionGraph(dir.string());
  ASSERT_FALSE(g);
  EXPECT_NE(g.error().line().find("rank 1 of 3 is missing"), std::string::npos) << g.error().line();
  std::ofstream(dir / "job.1.json") << one;
  const auto whole = loadExecutionGraph(dir.string());
  ASSERT_TRUE(whole) << whole.error().line();
  EXPECT_EQ(whole->ranks.size(), 3U);
  EXPECT_FALSE(whole->oneRankForAll);
  std::filesystem::remove_all(dir);
}

TEST(ExecutionGraph, RealTracesHoldWhatTheirManifestSays) {
  if (!std::filesystem::is_directory(kChakra)) GTEST_SKIP() << "no corpus";
  // Counts and sums of an independent reader: corpus/chakra/MANIFEST.tsv.
  const auto custom = loadExecutionGraph(kChakra + "astra_custom_ring_allreduce_8npus_1MB");
  ASSERT_TRUE(custom) << custom.error().line();
  ASSERT_EQ(custom->ranks.size(), 8U);
  EXPECT_EQ(countOf(*custom, GraphNode::Kind::Compute), 8U * 7);
  EXPECT_EQ(countOf(*custom, GraphNode::Kind::Send), 8U * 14);
  EXPECT_EQ(countOf(*custom, GraphNode::Kind::Receive), 8U * 14);
  std::int64_t bytes = 0, time = 0;
  std::size_t edges = 0;
  for (const GraphNode& n : custom->ranks[0]) {
    bytes += n.bytes;
    time += n.duration;
    edges += n.after.size();
  }
  EXPECT_EQ(bytes, 3'670'016);
  EXPECT_EQ(time, 49'000'000);
  EXPECT_EQ(edges, 34U);
  const auto reduce = loadExecutionGraph(kChakra + "astra_all_reduce_8npus_1MB");
  ASSERT_TRUE(reduce) << reduce.error().line();
  ASSERT_EQ(countOf(*reduce, GraphNode::Kind::Collective), 8U);
  EXPECT_EQ(reduce->ranks[5][0].operation, CollectiveOp::AllReduce);
  EXPECT_EQ(reduce->ranks[5][0].bytes, 1 << 20);
  const auto exchange = loadExecutionGraph(kChakra + "astra_all_to_all_4npus_1MB");
  ASSERT_TRUE(exchange) << exchange.error().line();
  EXPECT_EQ(exchange->ranks[0][0].operation, CollectiveOp::AllToAll);
  const auto resnet = loadExecutionGraph(kChakra + "chakra.0.et");
  ASSERT_TRUE(resnet) << resnet.error().line();
  EXPECT_TRUE(resnet->oneRankForAll);
  ASSERT_EQ(resnet->ranks.at(0).size(), 3664U);
  bytes = 0;
  for (const GraphNode& n : resnet->ranks[0]) bytes += n.bytes;
  EXPECT_EQ(bytes, 102'441'032);
  EXPECT_EQ(countOf(*resnet, GraphNode::Kind::Collective), 7U);  // 14 others launch them on the host
}

}  // namespace execution_graph_test
