// weir-cli info --traffic: an algorithm that cannot be shown, or that something else stands in for, is said.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace traffic_test {
namespace {

using namespace weir::test;

Finished traffic(std::vector<std::string> more) {
  std::vector<std::string> arguments{"info", "--traffic"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.push_back(WEIR_SOURCE_DIR "/sample_data/small-cnn");
  return weirCli(arguments);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CliTraffic, WhatSwitchesReduceIsNoTrafficBetweenRanks) {
  for (const char* measure : {"bytes", "messages"}) {
    const Finished f = traffic({"--algorithm", "in-network", "--measure", measure});
    EXPECT_EQ(f.code, 1);
    EXPECT_EQ(f.out, "");
    EXPECT_TRUE(has(f.err, "--algorithm in-network: what switches reduce is sent from no rank to another: there are no " + std::string(measure) + " between ranks")) << f.err;
    EXPECT_TRUE(has(f.err, "--measure time")) << f.err;
  }
  EXPECT_EQ(traffic({"--algorithm", "in-network", "--measure", "time"}).code, 0);
}

TEST(CliTraffic, WhatStandsInForAnAlgorithmIsSaid) {
  const Finished bruck = traffic({"--algorithm", "bruck"});
  ASSERT_EQ(bruck.code, 0) << bruck.err;
  EXPECT_TRUE(has(bruck.out, "bruck is not defined for all-reduce of 4 ranks: expanded as recursive-doubling")) << bruck.out;
  EXPECT_TRUE(has(traffic({"--algorithm", "hierarchical"}).out, "hierarchical needs to know how many ranks a node has (--ranks-per-node N)"));
  const Finished nodes = traffic({"--algorithm", "hierarchical", "--ranks-per-node", "2"});
  EXPECT_FALSE(has(nodes.out, "replaced")) << nodes.out;
  EXPECT_TRUE(has(nodes.out, "hierarchical")) << nodes.out;
  EXPECT_FALSE(has(traffic({}).out, "replaced"));
  EXPECT_EQ(traffic({"--json", "--algorithm", "bruck"}).json()["algorithm_asked"], "bruck");
}

}  // namespace

}  // namespace traffic_test
