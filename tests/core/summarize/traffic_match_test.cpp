#include "core/run/call_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/summarize/info.h"
#include "core/summarize/stragglers.h"
#include "core/summarize/traffic.h"
#include "core/summarize/traffic_text.h"
#include "tests/core/summarize/pipelined.h"

namespace traffic_match_test {
using namespace weir;
using test::Sketch;
using test::us;
using testing::HasSubstr;

namespace {

using Named = test::NamedCalls;
struct Pipeline : test::PipelinedCalls {
  Pipeline() : PipelinedCalls(2) {}
};

}  // namespace

TEST(TrafficMatch, SendsAndReceiptsMeetByWhomTheyName) {
  // Rank 1 takes rank 2's message first, though rank 0 sent before: the k-th calls of the ranks are no pairs.
  Named s(3);
  s.send(0, 1, 0, 100);
  s.send(2, 1, 5, 30);
  s.receive(1, 2, 2);
  s.receive(1, 0, 14);
  s.send(0, 1, 40, 100);
  s.receive(1, 0, 41);
  const weir::Run run = s.build();
  const TrafficMatrix bytes = trafficMatrix(run, {});
  EXPECT_EQ(bytes.at(0, 1), 200);
  EXPECT_EQ(bytes.at(2, 1), 30);
  EXPECT_EQ(bytes.total(), 230);
  EXPECT_EQ(bytes.calls, 6U);
  EXPECT_EQ(bytes.matched, 6U);
  EXPECT_EQ(bytes.unmatched(), 0U);
  EXPECT_TRUE(bytes.missing.empty());
  // Both inside it at once: not at all, 9 us; 5 to 12: 7 us.
  const TrafficMatrix time = trafficMatrix(run, {.measure = TrafficMeasure::Time});
  EXPECT_DOUBLE_EQ(time.at(0, 1), 9e-6);
  EXPECT_DOUBLE_EQ(time.at(2, 1), 7e-6);
  EXPECT_EQ(time.at(0, 2), 0);
}

TEST(TrafficMatch, TheOtherOfTwoIsThePeerWhereANameSaysWhichWay) {
  Named s(2);
  s.op(0, "nccl:send", Operation::SendRecv, 0, 10, "{}", 64, {0, 1});
  s.op(1, "nccl:recv", Operation::SendRecv, 3, 10, "{}", 64, {0, 1});
  s.op(1, "nccl:send", Operation::SendRecv, 20, 30, "{}", 8, {0, 1});
  s.op(0, "nccl:recv", Operation::SendRecv, 20, 30, "{}", kUnknownBytes, {0, 1});
  s.op(0, "ncclDevKernel_SendRecv", Operation::SendRecv, 40, 50, "{}", 1, {0, 1});  // which way is not said
  const TrafficMatrix m = trafficMatrix(s.build(), {});
  EXPECT_EQ(m.at(0, 1), 64);
  EXPECT_EQ(m.at(1, 0), 8);
  EXPECT_EQ(m.leftOut, 1U);
  EXPECT_THAT(m.missing, HasSubstr("1 of 5 calls"));
}

// The second DP rank is 7 us late: its member of a stage's group is waited for, never one of another stage.
TEST(TrafficMatch, StragglersAreOfCallsThatBelongTogether) {
  Pipeline p;
  p.step(1, 0);
  p.step(2, 1000);
  const Info info = describe(p.build());
  const auto reduce = std::find_if(info.first.begin(), info.first.end(), [](const CollectiveInstance& i) { return i.operation == Operation::ReduceScatter; });
  ASSERT_NE(reduce, info.first.end());
  ASSERT_EQ(reduce->arrivals.size(), 2U);
  EXPECT_EQ(reduce->arrivals[1].rank - reduce->arrivals[0].rank, 2);
  EXPECT_EQ(reduce->lastRank, reduce->arrivals[1].rank);
  EXPECT_EQ(reduce->spread(), 7 * us);
}

TEST(TrafficMatch, SendsWithoutTheirReceiptsAreNotPaired) {
  // The recording of rank 1 began late: its only receipt is of the second message.
  Named s(2);
  s.send(0, 1, 0, 100);
  s.send(0, 1, 100, 100);
  s.receive(1, 0, 98);
  const weir::Run run = s.build();
  const TrafficMatrix m = trafficMatrix(run, {.measure = TrafficMeasure::Time});
  EXPECT_DOUBLE_EQ(m.at(0, 1), 8e-6);
  EXPECT_EQ(m.matched, 2U);
  EXPECT_EQ(m.unmatched(), 1U);
  EXPECT_THAT(m.missing, HasSubstr("1 of 3 calls"));
  EXPECT_EQ(trafficMatrix(run, {}).at(0, 1), 200);  // the senders say whereto
}

TEST(TrafficMatch, APipelineIsMatchedByStepStageAndNumber) {
  Pipeline s;
  s.step(23, 0);
  s.step(24, 1000);
  const weir::Run run = s.build();
  const TrafficMatrix messages = trafficMatrix(run, {.measure = TrafficMeasure::Messages, .operations = {Operation::SendRecv}});
  for (const int dp : {0, 2}) {
    EXPECT_EQ(messages.at(dp, dp + 1), 2) << dp;  // forward, a step each
    EXPECT_EQ(messages.at(dp + 1, dp), 2) << dp;
  }
  EXPECT_EQ(messages.total(), 8);
  EXPECT_EQ(messages.matched, 16U);
  // The gradients of a stage: ranks 0 and 2, 1 and 3. A ring of two: one message each way.
  const TrafficMatrix grads = trafficMatrix(run, {.measure = TrafficMeasure::Messages, .operations = {Operation::ReduceScatter}});
  EXPECT_EQ(grads.at(0, 2), 2);
  EXPECT_EQ(grads.at(3, 1), 2);
  EXPECT_EQ(grads.at(0, 1), 0);
  EXPECT_EQ(grads.total(), 8);
  // The layer norms' all-reduce is among the ranks of a tensor group, of which one is in such a timeline.
  const TrafficMatrix all = trafficMatrix(run, {.measure = TrafficMeasure::Time});
  EXPECT_EQ(all.calls, 28U);
  EXPECT_EQ(all.matched, 24U);
  EXPECT_EQ(all.alone, 4U);
  EXPECT_TRUE(all.missing.empty());
  EXPECT_DOUBLE_EQ(all.at(0, 1), 2 * (3e-6 + 3e-6));     // 50-53 and 160-163
  EXPECT_DOUBLE_EQ(all.at(0, 2), 2 * (30e-6 - 7e-6));
  EXPECT_THAT(all.assumption, HasSubstr("summed over 4 collectives and 8 messages"));
  EXPECT_THAT(all.assumption, HasSubstr("by the step, number and pipeline stage"));
  // Who was late follows the same matching: each stage's second rank comes 7 us after the first.
  const auto late = lateness(collectiveInstances(run));
  ASSERT_EQ(late.size(), 4U);
  EXPECT_EQ(late[2].collectives, 6U);
  EXPECT_EQ(late[0].waited, 2 * (7 + 0 + (160 - 90)) * us);
  // One collective by one of its calls.
  const auto each = trafficCollectives(run, matchCalls(run));
  EXPECT_EQ(each.size(), 4U + 8U + 4U);
  const auto reduce = std::find_if(each.begin(), each.end(), [](const TrafficCollective& c) { return c.operation == Operation::ReduceScatter; });
  ASSERT_NE(reduce, each.end());
  EXPECT_EQ(reduce->calls, 2U);
  EXPECT_EQ(trafficMatrix(run, {.measure = TrafficMeasure::Messages, .call = reduce->call}).total(), 2);
}

TEST(TrafficMatch, AStepThatDoesNotFitIsLeftOutAndSaid) {
  Pipeline s;
  s.step(1, 0);
  s.step(2, 1000, false);  // receipts were lost
  const weir::Run run = s.build();
  const TrafficMatrix m = trafficMatrix(run, {.measure = TrafficMeasure::Time});
  EXPECT_EQ(m.calls, 26U);
  EXPECT_EQ(m.matched, 12U);
  EXPECT_EQ(m.unmatched(), 26U - 12U - 4U);
  EXPECT_THAT(m.missing, HasSubstr("10 of 26 calls are in no cell"));
  const auto j = nlohmann::json::parse(trafficToJson(run, m));
  EXPECT_EQ(j["calls"], 26);
  EXPECT_EQ(j["calls_matched"], 12);
  EXPECT_EQ(j["calls_unmatched"], 10);
  EXPECT_EQ(j["calls_alone"], 4);
  EXPECT_EQ(j["missing"], m.missing);
  const std::string text = trafficToText(run, m);
  EXPECT_LT(text.find("10 of 26 calls"), text.find("made of"));
}

TEST(TrafficMatch, ACallWithWhomNobodyKnowsIsNotExpandedOverAllRanks) {
  // Never under way at once, so they are four collectives of groups unknown.
  Sketch s;
  for (int r = 0; r < 4; ++r) s.track(r, TrackKind::Stream, "stream");
  for (int r = 0; r < 4; ++r) s.call(r, Operation::AllReduce, 100 * r, 100 * r + 10, 1000);
  const TrafficMatrix m = trafficMatrix(s.build(), {});
  EXPECT_EQ(m.source, TrafficSource::None);
  EXPECT_EQ(m.unmatched(), 4U);
  EXPECT_THAT(m.missing, HasSubstr("4 of 4 calls"));
}

TEST(TrafficMatch, StepsGoByTheTracesNumbers) {
  Sketch s;
  for (int r = 0; r < 2; ++r) s.track(r, TrackKind::Stream, "stream");
  s.call(0, Operation::AllReduce, 0, 10, 8, 2), s.call(1, Operation::AllReduce, 0, 10, 8, 2);
  s.call(0, Operation::AllReduce, 20, 30, 100, 2), s.call(1, Operation::AllReduce, 20, 30, 100, 2);
  const weir::Run run = s.build();
  const Steps steps{Steps::From::Marks, {{0, {{0, 15 * us}, {15 * us, 40 * us}}, {12, 13}}, {1, {{15 * us, 40 * us}}, {13}}}, {}};
  EXPECT_EQ(trafficMatrix(run, {.step = stepOf(steps, 12)}).at(0, 1), 8);
  EXPECT_EQ(trafficMatrix(run, {.step = stepOf(steps, 13)}).at(0, 1), 100);
  EXPECT_EQ(stepOf(steps, 13).size(), 2U);
  EXPECT_TRUE(stepOf(steps, 0).empty());
}

// Whoever asks for an instance, however: the run itself counts by the match.
TEST(TrafficMatch, TheRunCountsByTheSameMatch) {
  Pipeline s;
  s.step(1, 0);
  s.step(2, 1000);
  const weir::Run run = s.build();
  const CallMatch match = matchCalls(run);
  ASSERT_FALSE(match.empty());
  std::uint32_t next = 0;
  std::map<std::uint32_t, std::set<std::int32_t>> ranks;
  for (std::size_t i = 0; i < run.collectives.size(); ++i) {
    const CollectiveCall& c = run.collectives[i];
    EXPECT_EQ(c.instance, match.instanceOf(run, i));
    EXPECT_LE(c.instance, next) << "numbered by their first start";
    next = std::max(next, c.instance + 1);
    ranks[c.instance].insert(c.rank);
  }
  EXPECT_EQ(next, 16U);
  for (std::size_t i = 0; i < run.collectives.size(); ++i)
    if (run.collectives[i].operation == Operation::ReduceScatter) {
      EXPECT_EQ(ranks[run.collectives[i].instance], run.collectives[i].rank % 2 == 0 ? (std::set<std::int32_t>{0, 2}) : (std::set<std::int32_t>{1, 3}));
    }
  EXPECT_TRUE(run.notes.empty()) << run.notes.front().kind;  // none is called unmatched that is not
  weir::Run again = run;
  matchCollectives(again);
  for (std::size_t i = 0; i < run.collectives.size(); ++i) EXPECT_EQ(again.collectives[i].instance, run.collectives[i].instance);
  // A run that an older version kept, counted by order alone.
  weir::Run old = run;
  for (std::size_t i = 0; i < old.collectives.size(); ++i) old.collectives[i].instance = static_cast<std::uint32_t>(i);
  (void)countByMatch(old);
  for (std::size_t i = 0; i < run.collectives.size(); ++i) EXPECT_EQ(old.collectives[i].instance, run.collectives[i].instance);
}

TEST(TrafficMatch, AMessageIsOneInstanceByWhomItsEndsName) {
  Named s(3);
  s.send(0, 1, 0, 100);
  s.send(2, 1, 5, 30);
  s.receive(1, 2, 2);
  s.receive(1, 0, 14);
  const weir::Run run = s.build();
  ASSERT_EQ(run.collectives.size(), 4U);  // by start: 0 sends, 1 takes from 2, 2 sends, 1 takes from 0
  EXPECT_EQ(run.collectives[0].instance, run.collectives[3].instance);
  EXPECT_EQ(run.collectives[1].instance, run.collectives[2].instance);
  EXPECT_NE(run.collectives[0].instance, run.collectives[1].instance);
}

}  // namespace traffic_match_test
