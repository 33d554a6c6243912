// What Compare says: words that follow what changed, names that can do no harm, columns that stay apart, unknown that is not 0.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/plain_text.h"
#include "core/summarize/compare.h"
#include "core/summarize/compare_text.h"
#include "tests/core/summarize/support.h"

namespace compare_words_test {
using namespace weir;
using test::Sketch;
using test::us;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

// One rank, `steps` steps of 1 ms, in each `calls` kernels of so many us.
weir::Run kernels(int steps, int calls, std::int64_t each, std::string_view name = "gemm") {
  Sketch s;
  const auto host = s.track(0, TrackKind::Thread, "host"), stream = s.track(0, TrackKind::Stream, "stream 7");
  for (int k = 0; k < steps; ++k) {
    const std::int64_t t = k * 1000;
    s.b.slice({.track = host, .start = t * us, .duration = 1000 * us, .name = s.b.intern("ProfilerStep#" + std::to_string(k)), .category = 0, .activity = Activity::Annotation, .args = {}});
    for (int i = 0; i < calls; ++i)
      s.b.slice({.track = stream, .start = (t + i * (each + 1)) * us, .duration = each * us, .name = s.b.intern(name), .category = s.b.intern("kernel"), .activity = Activity::Compute, .args = {}});
  }
  return s.build();
}

Comparison compared(const weir::Run& a, const weir::Run& b) { return *compareRuns({&a, findSteps(a).ranks}, {&b, findSteps(b).ranks}); }

const ComparedRow& only(const Comparison& c, std::string_view table) { return c.table(table)->rows.front(); }

}  // namespace

TEST(CompareWords, FewerCallsAreNotFasterOnes) {
  // 10 calls of 20 us, then 7: 0.7 of the time, and each as long.
  const auto c = compared(kernels(4, 10, 20), kernels(4, 7, 20));
  const ComparedRow& r = only(c, "kernel");
  ASSERT_TRUE(r.calls.has_value());
  EXPECT_DOUBLE_EQ(r.callsA, 10);
  EXPECT_DOUBLE_EQ(r.calls->calls, -3);
  EXPECT_NEAR(r.calls->share, -0.3, 1e-12);
  EXPECT_NEAR(r.calls->each, 0, 1e-12);
  EXPECT_EQ(r.change, Change::Faster);
  EXPECT_EQ(changeWord(r), "fewer");
  EXPECT_THAT(comparisonToText(c, {}), HasSubstr("3 calls fewer, each as long, more than the noise"));
  const auto j = nlohmann::json::parse(comparisonToJson(c, {}))["tables"]["kernel"]["largest"][0];
  EXPECT_EQ(j["change"], "fewer");
  EXPECT_NEAR(j["calls_change"]["calls"].get<double>(), -3, 1e-12);
  const auto d = compared(kernels(4, 7, 20), kernels(4, 8, 20));
  EXPECT_EQ(changeWord(only(d, "kernel")), "more");
  EXPECT_THAT(comparisonToText(d, {}), HasSubstr("1 call more, each as long"));
}

TEST(CompareWords, TheLargerOfTwoCausesNamesTheChange) {
  // 10 calls of 20 us against 9 of 40: 1.8 times as long, as each is twice as long.
  const auto slower = compared(kernels(4, 10, 20), kernels(4, 9, 40));
  EXPECT_EQ(changeWord(only(slower, "kernel")), "slower");
  EXPECT_THAT(comparisonToText(slower, {}), HasSubstr("1 call fewer, each 100 % slower"));
  EXPECT_THAT(comparisonToText(compared(kernels(4, 10, 4), kernels(4, 9, 40)), {}), HasSubstr("1 call fewer, each 10 times as long"));
  // 10 of 20 against 8 of 25: the same time, and not the same work.
  const auto same = compared(kernels(4, 10, 20), kernels(4, 8, 25));
  EXPECT_EQ(changeWord(only(same, "kernel")), "unchanged");
  EXPECT_THAT(comparisonToText(same, {}), HasSubstr("unchanged: 2 calls fewer, each 25.0 % slower"));
  // As many calls: the word alone.
  const auto each = compared(kernels(4, 10, 20), kernels(4, 10, 30));
  EXPECT_FALSE(only(each, "kernel").calls.has_value());
  EXPECT_EQ(changeWord(only(each, "kernel")), "slower");
  EXPECT_EQ(only(each, "overall").key, "step time");
  EXPECT_FALSE(only(each, "overall").calls.has_value());  // its count is that of the steps
}

TEST(CompareWords, FollowTheUnit) {
  ComparedRow r;
  r.a.present = r.b.present = true;
  for (const auto& [unit, up, down] : {std::tuple("s", "slower", "faster"), std::tuple("B", "more", "less"), std::tuple("J", "more", "less"), std::tuple("W", "more", "less"), std::tuple("", "more", "fewer")}) {
    r.unit = unit;
    r.change = Change::Slower;
    EXPECT_EQ(changeWord(r), up) << unit;
    r.change = Change::Faster;
    EXPECT_EQ(changeWord(r), down) << unit;
  }
}

TEST(CompareWords, CollectivesAndReadsThatAreGoneAreFewer) {
  const auto run = [](int calls, std::int64_t reads) {
    Sketch s;
    s.slice(s.track(0, TrackKind::Stream, "stream"), 0, 900, Activity::Compute);
    s.track(1, TrackKind::Stream, "stream");
    for (int i = 0; i < calls; ++i)
      for (int r = 0; r < 2; ++r) s.call(r, Operation::AllReduce, i * 100, i * 100 + 50, 1000, 2);
    IoRecord io;
    io.layer = s.b.intern("POSIX");
    io.file = s.b.intern("/data/a");
    io.readOps = reads;
    io.readTime = reads * 10 * us;
    s.b.run().ioRecords.push_back(io);
    return s.build();
  };
  const auto c = compared(run(5, 100), run(4, 60));
  EXPECT_EQ(changeWord(only(c, "collective")), "fewer");
  const auto& io = c.table("io")->rows;
  const auto time = std::find_if(io.begin(), io.end(), [](const ComparedRow& r) { return r.key == "POSIX, time reading"; });
  ASSERT_NE(time, io.end());
  ASSERT_TRUE(time->calls.has_value());
  EXPECT_DOUBLE_EQ(time->calls->calls, -40);
  EXPECT_THAT(comparisonToText(c, {}), HasSubstr("40 calls fewer, each as long"));
}

TEST(CompareWords, NamesCanDoNoHarm) {
  auto a = kernels(2, 1, 20, "bad\x1b[31m\nkernel\xE2\x80\xAE" "drawkcab"), b = kernels(2, 1, 30, "bad\x1b[31m\nkernel\xE2\x80\xAE" "drawkcab");
  a.title = "t\x1b[2J\nB  forged\xE2\x80\xAE";
  const std::string text = comparisonToText(compared(a, b), {});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_THAT(text, Not(HasSubstr("\nB  forged")));
  EXPECT_THAT(text, HasSubstr("bad"));
  std::vector<StudyComparison> pairs(1);
  pairs[0].titleA = a.title;
  EXPECT_EQ(studiesToText(pairs).find('\x1b'), std::string::npos);
  // JSON has them as they are, escaped.
  EXPECT_EQ(nlohmann::json::parse(comparisonToJson(compared(a, b), {}))["a"]["title"], a.title);
}

TEST(CompareWords, ColumnsStayApartWhateverTheyHold) {
  Comparison c;
  ComparedTable t{"io", {}};
  ComparedRow r;
  r.key = "POSIX, bytes read";
  r.unit = "B";
  r.a.present = r.b.present = true;
  r.a.mean = 1.5e33;
  r.b.mean = 4.5e33;
  r.difference.difference = 3e33;
  r.ratio = 3e12;
  t.rows.push_back(r);
  c.tables.push_back(t);
  std::istringstream lines(comparisonToText(c, {}));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  const auto row = std::find_if(all.begin(), all.end(), [](const std::string& l) { return l.find("POSIX") != std::string::npos; });
  ASSERT_NE(row, all.end());
  EXPECT_THAT(*row, HasSubstr("ZB  ")) << *row;
  EXPECT_THAT(*row, Not(HasSubstr("B1"))) << *row;
  // The heads stand above the ends of their numbers.
  EXPECT_EQ(terminalColumns((row - 1)->substr(0, (row - 1)->find(" A") + 2)), terminalColumns(row->substr(0, row->find("ZB") + 2))) << *(row - 1) << "\n" << *row;
}

TEST(CompareWords, WhatNoTimeIsKnownOfIsNotZeroLong) {
  const weir::Run none;
  const auto c = compared(none, none);
  EXPECT_THAT(c.remarks.front(), HasSubstr("of unknown length"));
  EXPECT_THAT(comparisonToText(c, {}), Not(HasSubstr("0 s")));
}

TEST(CompareWords, MeanAndMedianAreSaidByName) {
  // Steps of 1, 1, 1 and 5 ms: mean 2, median 1; the other's are all 1.
  const auto steps = [](std::vector<std::int64_t> lengths) {
    Sketch s;
    const auto host = s.track(0, TrackKind::Thread, "host");
    std::int64_t t = 0;
    for (std::size_t k = 0; k < lengths.size(); t += lengths[k++] * 1000)
      s.b.slice({.track = host, .start = t * us, .duration = lengths[k] * 1000 * us, .name = s.b.intern("ProfilerStep#" + std::to_string(k)), .category = 0, .activity = Activity::Annotation, .args = {}});
    return s.build();
  };
  const auto c = compared(steps({1, 1, 1, 5}), steps({1, 1, 1, 1}));
  EXPECT_NEAR(only(c, "overall").ratio, 0.5, 1e-12);
  EXPECT_NEAR(only(c, "overall").medianRatio, 1, 1e-12);
  EXPECT_THAT(comparisonToText(c, {}), HasSubstr("step time of B against A: -50.0 % by the mean of the steps, +0.0 % by their median"));
  EXPECT_DOUBLE_EQ(nlohmann::json::parse(comparisonToJson(c, {}))["tables"]["overall"]["largest"][0]["ratio_of_medians"].get<double>(), 1);
}

TEST(CompareWords, ThatAnOptimizerIsCountedOtherwiseIsSaid) {
  Sketch s(Truth::Predicted);
  const auto device = s.track(0, TrackKind::Stream, "computing");
  s.slice(device, 0, 800, Activity::Compute);
  s.b.slice({.track = device, .start = 800 * us, .duration = 150 * us, .name = s.b.intern("optimizer"), .category = 0, .activity = Activity::Other, .args = {}});
  const auto predicted = s.build(), measured = kernels(4, 10, 20);
  const auto c = compared(measured, predicted);
  EXPECT_THAT(c.remarks, ::testing::Contains(HasSubstr("the optimizer of B counts as other, 150 µs a step")));
  EXPECT_THAT(compared(predicted, predicted).remarks, Not(::testing::Contains(HasSubstr("optimizer"))));
}

// Of a simulated run `calls` pieces a step, its only one.
weir::Run drawn(int calls, std::int64_t each) {
  Sketch s(Truth::Predicted);
  const auto device = s.track(0, TrackKind::Stream, "computing");
  for (int i = 0; i < calls; ++i) s.slice(device, i * each, (i + 1) * each, Activity::Compute);
  return s.build();
}

TEST(CompareWords, PiecesOfASimulationAreNotHeldAgainstCalls) {
  const auto measured = kernels(6, 30, 20), predicted = drawn(1, 540);
  for (const auto& c : {compared(measured, predicted), compared(predicted, measured)}) {
    const ComparedRow& r = only(c, "activity");
    EXPECT_TRUE(r.countedApart);
    EXPECT_FALSE(r.calls.has_value());
    EXPECT_TRUE(changeWord(r) == "faster" || changeWord(r) == "slower") << changeWord(r);
    EXPECT_THAT(comparisonToText(c, {}), HasSubstr("er (calls counted differently)"));
    EXPECT_THAT(comparisonToText(c, {}), Not(HasSubstr("times as long")));
    EXPECT_THAT(c.remarks, ::testing::Contains(HasSubstr("numbers of calls are not")));
  }
  // As many of both: nothing to say. Two that are drawn alike are counted alike.
  EXPECT_FALSE(only(compared(measured, drawn(30, 18)), "activity").countedApart);
  const auto both = compared(drawn(4, 100), drawn(1, 540));
  EXPECT_TRUE(only(both, "activity").calls.has_value());
  EXPECT_THAT(both.remarks, Not(::testing::Contains(HasSubstr("numbers of calls"))));
}

TEST(CompareWords, FromThreeTimesOnItIsTimes) {
  EXPECT_EQ(ratioInWords(27.3), "27.3 times as long");
  EXPECT_EQ(ratioInWords(3), "3 times as long");
  EXPECT_EQ(ratioInWords(2.5), "+150.0 %");
  EXPECT_EQ(ratioInWords(0.5), "-50.0 %");
  EXPECT_EQ(ratioInWords(std::numeric_limits<double>::quiet_NaN()), "unknown");
  // On one rank of two: 5 calls of the mean rank become 137.5, which is no whole number of them.
  ComparedRow r;
  r.key = "gemm";
  r.unit = "s";
  r.a.present = r.b.present = true;
  r.change = Change::Slower;
  r.calls = CallsChange{132.5, 26.5, 0};
  Comparison c;
  c.tables.push_back({"kernel", {r}});
  EXPECT_THAT(comparisonToText(c, {}), HasSubstr("27.5 times as many calls, each as long"));
}

TEST(CompareWords, WhatLeavesOutZeroIsNotCalledUnclear) {
  EXPECT_EQ(name(Evidence::Unclear), "perhaps more than the noise");
  ComparedRow r;
  r.key = "computing";
  r.unit = "s";
  r.a.present = r.b.present = true;
  r.change = Change::Slower;
  r.difference = {2e-3, 1e-3, 3e-3, 0.03, 0.14, 14, Evidence::Unclear};
  Comparison c;
  c.tables.push_back({"activity", {r}});
  EXPECT_THAT(comparisonToText(c, {}), HasSubstr("slower, perhaps more than the noise (the interval leaves out 0; p 0.03, 0.14 after the correction for 14 rows)"));
}

TEST(CompareWords, APairWithoutTimesSaysWhy) {
  const weir::Run none;
  const auto why = [](const Comparison& c) {
    std::vector<StudyComparison> pairs(1);
    pairs[0].titleA = pairs[0].titleB = "job";
    pairs[0].comparison = c;
    return studiesToText(pairs);
  };
  EXPECT_THAT(why(compared(none, none)), HasSubstr("nothing to compare: neither run holds anything that was timed"));
  Sketch io;
  IoRecord record;
  record.layer = io.b.intern("POSIX");
  record.readOps = 3;
  io.b.run().ioRecords.push_back(record);
  const auto log = io.build(), timed = kernels(2, 1, 20);
  const auto c = compared(timed, log);
  EXPECT_THAT(why(c), HasSubstr("nothing to compare: B holds no slices: times, kernels and operators are not compared"));
  EXPECT_EQ(c.whyWithout("io"), "A records no I/O: none is compared");
  EXPECT_EQ(c.whyWithout("kernel"), "B holds no slices of kernels: none are compared");
  EXPECT_EQ(c.whyWithout("file"), c.whyWithout("io"));
}

TEST(CompareWords, NothingInTheRangeSaysWhyAndCountsNoStep) {
  const auto a = kernels(4, 1, 20), b = kernels(8, 1, 20);
  const TimeRange range{5000 * us, 6000 * us};  // a has ended after 4 ms
  const auto c = *compareRuns({&a, findSteps(a).ranks, range}, {&b, findSteps(b).ranks, range});
  EXPECT_EQ(c.nothing, "nothing of A lies in the range: it is 4.00 ms long, and the range begins 5.00 ms after it does; nothing is compared");
  EXPECT_EQ(c.a.steps, 0U);
  EXPECT_EQ(c.b.steps, 0U);
  EXPECT_TRUE(c.a.numbers.empty());
  EXPECT_EQ(c.a.stepsOfRun, 4U);
  EXPECT_THAT(comparisonToText(c, {}), Not(HasSubstr("8 steps")));
  const TimeRange before{-3000 * us, -1000 * us};
  EXPECT_THAT(compareRuns({&a, findSteps(a).ranks, before}, {&b, findSteps(b).ranks, before})->nothing, HasSubstr("it begins 1.00 ms after the range ends"));
  EXPECT_EQ(compared(a, b).nothing, "");
}

}  // namespace compare_words_test
