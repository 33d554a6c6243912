// The words of a traffic matrix: more ranks than a matrix has room for, one rank's row, what stood in for an algorithm.
#include "core/summarize/traffic_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/summarize/support.h"

namespace traffic_text_test {
using namespace weir;
using test::Sketch;
using test::us;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

// Rank r sends r + 1 kB to the next of 64.
weir::Run ring64() {
  Sketch s;
  for (int r = 0; r < 64; ++r) {
    s.track(r, TrackKind::Stream, "stream");
    s.b.transfer(r, (r + 1) % 64, (r + 1) * 1000, 0, us);
  }
  return s.build();
}

weir::Run allReduces(int ranks) {
  Sketch s;
  for (int r = 0; r < ranks; ++r) {
    s.track(r, TrackKind::Stream, "stream");
    s.call(r, Operation::AllReduce, 0, 100, 4000, ranks);
  }
  return s.build();
}

}  // namespace

TEST(TrafficText, ManyRanksAreSumsAndTheLargestPairs) {
  const weir::Run run = ring64();
  const TrafficMatrix m = trafficMatrix(run, {});
  const std::string text = trafficToText(run, m, {.pairs = 5});
  // Rank 63 sends 64 kB and receives 63 kB; 59 senders more.
  EXPECT_THAT(text, HasSubstr("          63     64.0 kB     63.0 kB            0     64.0 kB\n"));
  EXPECT_THAT(text, HasSubstr("and 59 ranks more, which move less"));
  EXPECT_THAT(text, HasSubstr("and 59 pairs more"));
  EXPECT_THAT(text, Not(HasSubstr("from \\ to")));
  EXPECT_EQ(nlohmann::json::parse(trafficToJson(run, m, {.pairs = 5}))["pairs"].size(), 64U);  // JSON is whole
}

TEST(TrafficText, OneRanksRow) {
  const weir::Run run = ring64();
  const TrafficMatrix m = trafficMatrix(run, {});
  const std::string text = trafficToText(run, m, {.rank = 7});
  EXPECT_THAT(text, HasSubstr("rank 7          sends 8.00 kB, receives 7.00 kB\n"));
  EXPECT_THAT(text, HasSubstr("           8     8.00 kB           -  send-receive"));
  EXPECT_THAT(text, HasSubstr("           6           -     7.00 kB"));
  EXPECT_THAT(text, Not(HasSubstr("64.0 kB")));
}

TEST(TrafficText, WhatStandsInForAnAlgorithmIsSaid) {
  const weir::Run run = allReduces(4);
  const auto said = [&](Algorithm a, int perNode = 0) {
    TrafficOptions o;
    o.algorithm = a;
    o.nodes = nodesBy({0, 1, 2, 3}, perNode);
    return algorithmsReplaced(trafficMatrix(run, o), {.asked = a, .perNode = o.nodes.perNode});
  };
  EXPECT_THAT(said(Algorithm::Bruck), ::testing::ElementsAre("bruck is not defined for all-reduce of 4 ranks: expanded as recursive-doubling"));
  ASSERT_EQ(said(Algorithm::Hierarchical).size(), 1U);
  EXPECT_THAT(said(Algorithm::Hierarchical).front(), HasSubstr("how many ranks a node has (--ranks-per-node N)"));
  EXPECT_THAT(said(Algorithm::Hierarchical, 2), ::testing::IsEmpty());  // two nodes of two: it is what was asked for
  EXPECT_THAT(said(Algorithm::Hierarchical, 4).front(), HasSubstr("several whole nodes of 4 ranks"));
  EXPECT_THAT(said(Algorithm::Ring), ::testing::IsEmpty());
  EXPECT_THAT(said(Algorithm::Auto), ::testing::IsEmpty());
  TrafficOptions o;
  o.algorithm = Algorithm::Bruck;
  const TrafficMatrix m = trafficMatrix(run, o);
  EXPECT_THAT(trafficToText(run, m, {.asked = Algorithm::Bruck}), HasSubstr("replaced        bruck is not defined"));
  const auto j = nlohmann::json::parse(trafficToJson(run, m, {.asked = Algorithm::Bruck}));
  EXPECT_EQ(j["algorithm_asked"], "bruck");
  EXPECT_EQ(j["algorithm_replaced"].size(), 1U);
}

}  // namespace traffic_text_test
