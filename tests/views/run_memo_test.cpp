#include "views/shared/run_memo.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/views/support.h"

namespace run_memo_test {
using namespace weir;

TEST(RunMemo, WorksOutOnceARunWhoeverAsks) {
  RunMemo memo;
  const RunPtr a = test::training(4), b = test::training(4);
  std::vector<std::shared_ptr<const Steps>> got(4);
  {
    std::vector<std::jthread> askers;
    for (auto& g : got) askers.emplace_back([&] { g = memo.steps(a); });
  }
  ASSERT_TRUE(got[0]);
  for (const auto& g : got) EXPECT_EQ(g, got[0]);
  EXPECT_EQ(got[0]->ranks.size(), findSteps(*a).ranks.size());
  EXPECT_NE(memo.steps(b), got[0]);
  EXPECT_EQ(memo.breakdown(a), memo.breakdown(a));
  EXPECT_EQ(memo.breakdown(a)->over().total.computing, breakdown(*a).total.computing);
}

TEST(RunMemo, WhatWasCutShortIsNotKept) {
  RunMemo memo;
  const RunPtr a = test::training(4);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(memo.steps(a, Job{stop.get_token(), nullptr}), nullptr);
  EXPECT_EQ(memo.breakdown(a, Job{stop.get_token(), nullptr}), nullptr);
  EXPECT_TRUE(memo.steps(a));
  EXPECT_TRUE(memo.breakdown(a));
}

TEST(RunMemo, WhatAStudyKeptIsNotFoundAnew) {
  RunMemo memo;
  const RunPtr a = test::training(4);
  EXPECT_EQ(memo.knownSteps(a), nullptr);
  const auto kept = std::make_shared<const Steps>(Steps{Steps::From::Marks, {}, "kept"});
  memo.giveSteps(a, kept);
  EXPECT_EQ(memo.steps(a), kept);
  EXPECT_EQ(memo.knownSteps(a), kept);
  memo.giveSteps(a, std::make_shared<const Steps>());
  EXPECT_EQ(memo.steps(a), kept);
}

TEST(RunMemo, TablesAreMadeOnceARunAndKey) {
  RunMemo memo;
  const RunPtr a = test::training(4), b = test::training(4);
  int made = 0;
  const auto make = [&] { return ++made, RunMemo::Tables{StatTable{"k", "t", "", "", {}, {}, {}}}; };
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(memo.tables(a, "x", Job{stop.get_token(), nullptr}, make), nullptr);
  EXPECT_TRUE(memo.knownTables(a).empty());
  const auto first = memo.tables(a, "x", {}, make);
  EXPECT_EQ(memo.tables(a, "x", {}, make), first);
  EXPECT_EQ(made, 2);
  EXPECT_NE(memo.tables(a, "y", {}, make), first);
  EXPECT_NE(memo.tables(b, "x", {}, make), first);
  EXPECT_EQ(memo.knownTables(a).size(), 2U);
  // None is no answer to keep: it was cut short.
  EXPECT_TRUE(memo.tables(a, "z", {}, [] { return RunMemo::Tables(); })->empty());
  EXPECT_EQ(memo.knownTables(a).size(), 2U);

  RunMemo other;
  other.giveTables(a, memo.knownTables(a));
  EXPECT_EQ(other.tables(a, "x", {}, make), first);
  EXPECT_EQ(made, 4);
}

namespace {

AnswerBytes<int> numbers() {
  return {[](const int& n, const weir::Run&) { return std::to_string(n); },
          [](std::string_view text, const weir::Run&) { return text.empty() || text[0] == 'x' ? std::nullopt : std::optional(std::stoi(std::string(text))); }};
}

}  // namespace

TEST(RunMemo, OfEachKindTheUsualAnswerAndTheLastAreKept) {
  RunMemo memo;
  const RunPtr a = test::training(2), b = test::training(2);
  int made = 0;
  const auto ask = [&](const RunPtr& run, const std::string& of, const std::string& choice) {
    return *memo.answer<int>(run, {of, choice}, numbers(), {}, [&] { return std::make_shared<const int>(++made); });
  };
  EXPECT_EQ(ask(a, "x", ""), 1);
  EXPECT_EQ(ask(a, "x", "1"), 2);
  EXPECT_EQ(ask(a, "x", "1"), 2);
  EXPECT_EQ(ask(a, "y", "1"), 3);
  EXPECT_EQ(ask(b, "x", ""), 4);
  EXPECT_EQ(ask(a, "x", "2"), 5);
  EXPECT_EQ(ask(a, "x", ""), 1);
  EXPECT_EQ(ask(a, "y", "1"), 3);
  EXPECT_EQ(ask(a, "x", "1"), 6);  // 2 was the last
  std::map<std::string, std::string> bytes;
  for (const auto& [key, answer] : memo.knownAnswers(a)) bytes[key] = answer.bytes();
  EXPECT_EQ(bytes, (std::map<std::string, std::string>{{"x|", "1"}, {"x|1", "6"}, {"y|1", "3"}}));
}

TEST(RunMemo, AnswersOfAStudyAreReadWhenTheyAreAskedFor) {
  RunMemo memo;
  const RunPtr a = test::training(2);
  memo.giveAnswers(a, {{"x|", KeptAnswer("17")}, {"y|", KeptAnswer("x")}, {"z|", KeptAnswer("")}, {"no bar", KeptAnswer("1")}});
  const auto ask = [&](const std::string& of) { return *memo.answer<int>(a, {of, ""}, numbers(), {}, [] { return std::make_shared<const int>(-1); }); };
  EXPECT_EQ(ask("x"), 17);
  EXPECT_EQ(ask("x"), 17);
  EXPECT_EQ(ask("y"), -1);  // damaged: worked out anew
  EXPECT_EQ(ask("z"), -1);
  EXPECT_EQ(memo.knownAnswers(a).at("x|").bytes(), "17");
  EXPECT_EQ(memo.knownAnswers(a).at("y|").bytes(), "-1");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(memo.answer<int>(a, {"w", ""}, numbers(), Job{stop.get_token(), nullptr}, [] { return std::make_shared<const int>(1); }), nullptr);
  EXPECT_EQ(memo.knownAnswers(a).count("w|"), 0U);
}

TEST(RunMemo, NoRunLivesOnByItsAnswers) {
  RunMemo memo;
  RunPtr a = test::training(2);
  const std::weak_ptr<const weir::Run> of = a;
  (void)memo.answer<int>(a, {"x", ""}, numbers(), {}, [] { return std::make_shared<const int>(1); });
  const auto kept = memo.knownAnswers(a);
  a.reset();
  EXPECT_TRUE(of.expired());
  EXPECT_EQ(kept.at("x|").bytes(), "");
}

}  // namespace run_memo_test
