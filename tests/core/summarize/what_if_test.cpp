// What-if: what is understood, what is refused and why, what a change reaches.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/summarize/critical_path_pick.h"
#include "core/summarize/critical_path_reach.h"
#include "core/summarize/critical_path_report.h"
#include "core/summarize/critical_path_then_last.h"
#include "tests/core/summarize/critical_path_made.h"

namespace what_if_test {
using namespace weir;
using test::graphOf;
using test::Made;
using test::us;
using test::with;

TEST(WhatIf, WordsAreReadAndWrittenBack) {
  Made s;
  const RunPtr run = s.done();
  for (const char* text : {"collective all-reduce x2", "collective all x1.5", "collective #17 x2", "collective group 3 free", "kernel gemm x2", "slice \"void foo<int>\" x4", "computing x2",
                           "data loading x2", "rank 2 x2", "rank 2 not late", "no data stall", "no launch delay", "no gaps", "kernel gemm x2 on rank 3", "rank 2 late 50%", "rank 2 late 12.5%", "slice exactly aten::add_ x2", "slice exactly x2",
                           "network link \"leaf 0\" x2", "launch delay x2", "gaps x2", "waits x2", "messages x2", "dependencies x4", "hand-overs x2 on rank 1", "network at 400Gbps from 200Gbps latency 5us",
                           "link 0-1 at 400Gbps", "longest collective x2", "longest collective free on rank 1", "slowest rank not late", "slowest rank late 50%", "slowest rank x2"}) {
    const auto c = parseChange(text);
    ASSERT_TRUE(c.has_value()) << text << ": " << c.error().line();
    EXPECT_EQ(changeText(*c, *run), text);
    EXPECT_EQ(*parseChange(changeText(*c, *run)), *c) << text;
  }
  EXPECT_EQ(parseChange("collective all_reduce X2")->operation, Operation::AllReduce);
  for (const char* text : {"", "collective", "collective all-reduce", "collective all-reduce 2", "collective all-reduce x0", "collective nothing x2", "kernel x2", "rank x2", "rank 1 late", "network", "network at 400",
                           "network at 400Gb/s of", "link 0 at 400Gb/s", "no luck", "computing x2 x2", "waiting x2", "kernel 'a x2", "rank -1 x2", "rank 2 late", "rank 2 late 0.5", "rank 2 late 150%", "rank 2 late -1%", "rank 2 late 50% x2", "launch x2", "gaps", "longest", "longest x2", "longest kernel x2", "longest rank x2", "slowest collective x2", "slowest rank", "slowest rank not late on rank 1", "longest collective", "kernel gemm xnan", "kernel gemm xinf", "collective #x x2"}) {
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
  EXPECT_EQ(changeText(changeOf(*g.run, rows[1], PathBy::Name, 0.5), *g.run), "slice exactly add x2");
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
                                                                                  {"slice exactly gemm x2", "nothing in this run is called \"gemm\"; nearest: \"void gemm_kernel<float>\""},
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

// Two ranks: 1 computes 100 us, 0 only 60 and waits for it; rank 0's host is busy for 20 us beside.
static RunPtr waiting() {
  Made s;
  const auto a = s.track(0, TrackKind::Stream, "stream 7"), b = s.track(1, TrackKind::Stream, "stream 7"), host = s.track(0, TrackKind::Thread, "main");
  s.work(host, 0, 20, "aten::mm", Activity::Host);
  s.work(a, 0, 60, "gemm");
  s.member(a, 0, 60, 130);
  s.work(b, 0, 100, "gemm");
  s.member(b, 1, 100, 130);
  return s.done();
}

TEST(WhatIf, WhatTakesNoTimeHereIsSaidWithWhatThereIs) {
  const PathGraph g = graphOf(waiting());
  for (const auto& [text, what] : std::vector<std::pair<std::string, std::string>>{{"copy x2", "nothing changes: in this run no time goes to copy"},
                                                                                  {"no data stall", "nothing changes: in this run no time goes to data loading"},
                                                                                  {"messages x2", "nothing changes: in this run no time goes to messages"},
                                                                                  {"no launch delay", "nothing changes: in this run no time goes to launch delay"},
                                                                                  {"dependencies free", "nothing changes: in this run no time goes to dependencies"},
                                                                                  {"no gaps", "nothing changes: in this run no time goes to gaps"},
                                                                                  {"host x2 on rank 1", "nothing changes: on rank 1 no time goes to host"}}) {
    const auto report = pathReport(g, {{text}, 0}, {});
    ASSERT_FALSE(report.has_value()) << text;
    EXPECT_EQ(report.error().what, what);
    EXPECT_EQ(report.error().where, "what-if \"" + text + "\"");
    EXPECT_EQ(report.error().todo, "there is: computing, communication, host");
  }
  const PathGraph part = graphOf(waiting(), {.range = TimeRange{30 * us, 130 * us}});
  EXPECT_EQ(pathReport(part, {{"host x2"}, 0}, {}).error().what, "nothing changes: in this range of time no time goes to host");
  // A factor that changes nothing is no thing that is not there.
  EXPECT_TRUE(pathReport(g, {{"computing x1", "rank 1 late 100%"}, 0}, {}).has_value());
}

TEST(WhatIf, WhatIsOffThePathSaysHowFar) {
  const PathGraph g = graphOf(waiting());
  const auto reach = [&](const char* text) { return *reachOf(g, *parseChange(text), {}); };
  // Rank 0's gemm ends at 60, 40 us before rank 1 comes; its host thread at 20, 110 us before the end.
  EXPECT_EQ(reach("kernel gemm x2 on rank 0").found, PathReach::Found::OffPath);
  EXPECT_EQ(reach("kernel gemm x2 on rank 0").slack, 40 * us);
  EXPECT_EQ(reach("slice aten::mm x2").slack, 110 * us);
  EXPECT_EQ(reach("kernel gemm x2").found, PathReach::Found::OnPath);
  EXPECT_EQ(reach("collective all-reduce x2").found, PathReach::Found::OnPath);
  EXPECT_EQ(reach("copy x2").found, PathReach::Found::Nothing);
  EXPECT_EQ(reach("rank 0 not late").found, PathReach::Found::InTime);
  EXPECT_EQ(reach("rank 1 not late").found, PathReach::Found::OnPath);
  EXPECT_EQ(with(g, {"kernel gemm x0.6 on rank 0"}), 130);  // 100 us: all of its slack
  EXPECT_EQ(with(g, {"kernel gemm x0.5 on rank 0"}), 150);  // 120 us
  const auto text = [&](const char* change) { return pathToText(g, *pathReport(g, {{change}, 0}, {}), 20); };
  EXPECT_NE(text("kernel gemm x2 on rank 0").find("None of it is on the critical path: shortening it changes nothing; the nearest of it has 40.0 µs of slack."), std::string::npos);
  EXPECT_NE(text("rank 0 not late").find("Rank 0 comes no later than the median"), std::string::npos);
  // 100 us of gemm become none, but then rank 0's would be waited for.
  EXPECT_NE(text("kernel gemm free on rank 1").find("becomes 100 µs shorter, but another path is then the longest: 40.0 µs is gained"), std::string::npos) << text("kernel gemm free on rank 1");
  const std::string json = pathToJson(g, *pathReport(g, {{"kernel gemm x2 on rank 0"}, 0}, {}), 20, false);
  EXPECT_NE(json.find("\"slack_s\": 4e-05"), std::string::npos) << json;
  EXPECT_NE(json.find("\"on_path\": false"), std::string::npos);
}

// Three ranks come at 50, 80 and 100 to a first all-reduce of 20 us, and at once to a second of 30 us.
static RunPtr threeComing() {
  Made s;
  for (int r = 0; r < 3; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream 7");
    const std::int64_t comes = r == 0 ? 50 : r == 1 ? 80 : 100;
    s.work(t, 0, comes, "gemm");
    s.member(t, r, comes, 120, Operation::AllReduce, kUnknownBytes, 3);
    s.member(t, r, 120, 150, Operation::AllReduce, kUnknownBytes, 3);
  }
  return s.done();
}

// Rank 2 would come at 65, the median of 50 and 80: rank 1 then comes last, 30 us after the first and no longer 50.
TEST(WhatIf, ThatARankIsNotLateSaysWhoComesLastThen) {
  const PathGraph g = graphOf(threeComing());
  const auto then = *thenLast(g, {*parseChange("rank 2 not late")}, 2, {});
  ASSERT_TRUE(then.has_value());
  EXPECT_EQ(then->then, 1);
  EXPECT_EQ(then->waited, 50 * us);
  EXPECT_EQ(then->waitsThen, 30 * us);
  EXPECT_EQ(then->collectives, 1U);  // nobody comes last to the second
  const std::vector<std::string> said = thenLastSentences(*g.run, *then);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0], "Rank 1 then comes last to all-reduce #0, which waited longest for rank 2: the longest wait there is 30.0 µs instead of 50.0 µs, 20.0 µs less.");
  EXPECT_EQ(with(g, {"rank 2 not late"}), 130);  // those 20 us less
  // Half as late it comes at 82.5, still last.
  const auto half = *thenLast(g, {*parseChange("rank 2 late 50%")}, 2, {});
  EXPECT_EQ(half->then, 2);
  EXPECT_EQ(half->waitsThen, 32'500'000);
  EXPECT_TRUE(thenLastSentences(*g.run, *half)[0].starts_with("Rank 2 still comes last to all-reduce #0")) << thenLastSentences(*g.run, *half)[0];
  EXPECT_FALSE((*thenLast(g, {*parseChange("rank 0 not late")}, 0, {})).has_value());
  EXPECT_TRUE(thenLastSentences(*g.run, **thenLast(g, {*parseChange("rank 2 late 100%")}, 2, {})).empty());
  const PathReport r = *pathReport(g, {{"rank 2 not late", "kernel gemm x2 on rank 0"}, 20}, {});
  ASSERT_EQ(r.thenLast.size(), 2U);
  EXPECT_FALSE(r.thenLast[1].has_value());
  const std::string text = pathToText(g, r, 20), json = pathToJson(g, r, 20, false);
  EXPECT_NE(text.find("Rank 1 then comes last to all-reduce #0"), std::string::npos) << text;
  EXPECT_NE(json.find("\"longest_wait_before_s\": 5e-05"), std::string::npos) << json;
  EXPECT_NE(text.find("This rank alone is changed; the gain in a row of the table"), std::string::npos);
}

// Of several collectives it came last to: who comes last to most of them.
TEST(WhatIf, WhoComesLastToMostIsSaidWhereThereAreSeveral) {
  Made s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream 7");
    for (int i = 0; i < 3; ++i) {
      const std::int64_t from = i * 100, comes = from + (r == 1 ? 60 : 40);
      s.work(t, from, comes, "gemm");
      s.member(t, r, comes, from + 100);
    }
  }
  const PathGraph g = graphOf(s.done());
  const auto half = *thenLast(g, {*parseChange("rank 1 late 50%")}, 1, {});
  ASSERT_TRUE(half.has_value());
  const auto said = thenLastSentences(*g.run, *half);
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[1], "To 3 of the 3 collectives that it came last to, rank 1 still comes last.");
  const auto none = *thenLast(g, {*parseChange("rank 1 not late")}, 1, {});
  EXPECT_EQ(thenLastSentences(*g.run, *none), std::vector<std::string>{"All then come at once to all-reduce #0, which waited longest for rank 1: 20.0 µs."});
}

TEST(WhatIf, TheLongestCollectiveAndTheSlowestRankAreFound) {
  const PathGraph g = graphOf(threeComing());
  const auto picked = [&](const char* text) { return *pickedChange(g, *parseChange(text)); };
  // The first takes 70 us on rank 0, but 20 from its last member's start.
  EXPECT_EQ(changeText(picked("longest collective x2").change, *g.run), "collective #1 x2");
  EXPECT_EQ(picked("longest collective x2").text, "The longest collective is all-reduce #1: it takes 30.0 µs from its last member's start.");
  EXPECT_EQ(changeText(picked("slowest rank not late").change, *g.run), "rank 2 not late");
  EXPECT_EQ(picked("slowest rank x2").text, "The slowest rank is rank 2: the others wait 70.0 µs for it, in sum.");
  EXPECT_EQ(picked("rank 1 x2").text, "");
  const PathReport r = *pathReport(g, {{"longest collective x2", "slowest rank not late"}, 20}, {});
  EXPECT_EQ(r.changed->makespan(), 115 * us);  // 80 + 20 + 30 / 2
  const std::string json = pathToJson(g, r, 20, false);
  EXPECT_NE(json.find("\"read_as\": \"collective #1 x2\""), std::string::npos) << json;
  EXPECT_NE(pathToText(g, r, 20).find("The slowest rank is rank 2"), std::string::npos);
  // Off the path there is none here: both are on it.
  EXPECT_FALSE(longestOffPath(g, *criticalPath(g, {})).has_value());
  Made alone;
  alone.work(alone.track(0, TrackKind::Stream, "s"), 0, 10, "gemm");
  const PathGraph none = graphOf(alone.done());
  EXPECT_EQ(pathReport(none, {{"longest collective x2"}, 0}, {}).error().what, "this run has no collectives");
  EXPECT_EQ(pathReport(none, {{"slowest rank not late"}, 0}, {}).error().what, "this run has no collectives");
}

// Times that are held against each other stand in one unit, which the header says; what the gain of the beginning means is said.
TEST(WhatIf, TheTablesHaveOneUnitAndSayWhatTheBeginningGains) {
  Made s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream 7");
    const std::int64_t comes = r == 0 ? 1'000 : 7'000;
    s.work(t, comes, comes + 2, "gemm");
    s.member(t, r, comes + 2, 7'500);
  }
  const PathGraph g = graphOf(s.done());
  const std::string text = pathToText(g, *pathReport(g, {}, {}), 20);
  EXPECT_NE(text.find("on path (ms)  gain (ms) gain, x2 (ms)"), std::string::npos) << text;
  EXPECT_NE(text.find(" 0.002 "), std::string::npos) << text;
  EXPECT_EQ(text.find(" 2.00 µs"), std::string::npos) << text;
  EXPECT_NE(text.find("of rank 1 alone it is that of what-if \"rank 1 not late\""), std::string::npos) << text;
}

// Where two paths are as long, shortening what is on one of them alone changes nothing either way.
TEST(WhatIf, ASecondPathAsLongIsSaid) {
  Made s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "s");
    s.work(t, 0, 100, r == 0 ? "gemm" : "conv");
    s.member(t, r, 100, 130);
  }
  const PathGraph g = graphOf(s.done());
  std::set<std::string> said;
  for (const char* text : {"kernel gemm x2", "kernel conv x2"}) {
    const PathReport r = *pathReport(g, {{text}, 0}, {});
    EXPECT_EQ(r.changed->makespan(), 130 * us);
    said.insert(whyNot(r.changes[0], r.reach[0]) + whyLess(r.shortened, 0));
  }
  EXPECT_TRUE(said.contains("None of it is on the critical path: one of the paths that are as long leads through it, and the others stay as long as they are."));
  EXPECT_TRUE(said.contains("The path as it was becomes 50.0 µs shorter, but another path is as long as it was: nothing is gained."));
}

TEST(WhatIf, WrongWordsGetTheirOwnReason) {
  for (const auto& [text, what] : std::vector<std::pair<std::string, std::string>>{{"slice exactly", "the name is missing: slice exactly NAME x2"},
                                                                                  {"slice exactly gemm", "a factor is missing: x2, x1.5 or free"},
                                                                                  {"slice exactly gemm 2", "\"2\" is no factor: x2, x1.5 or free"},
                                                                                  {"slice x2", "a part of the name is missing"},
                                                                                  {"kernel free", "a part of the name is missing"},
                                                                                  {"rank -1 x2", "\"-1\" is no rank: ranks are numbers from 0 on"},
                                                                                  {"rank -1", "\"-1\" is no rank: ranks are numbers from 0 on"},
                                                                                  {"rank", "the rank's number is missing"},
                                                                                  {"rank two not late", "\"two\" is no rank: ranks are numbers from 0 on"},
                                                                                  {"computing x2 on rank -1", "\"-1\" is no rank: ranks are numbers from 0 on"},
                                                                                  {"computing x2 on rank", "the rank's number is missing"},
                                                                                  {"collective group -1 x2", "\"-1\" is no number of a group"},
                                                                                  {"widest collective x2", "\"widest\" is not understood"},
                                                                                  {"longest kernel x2", "\"longest kernel\" is not understood: there are longest collective and slowest rank; a kernel or slice is named"},
                                                                                  {"slowest", "\"slowest\" is not understood: there are longest collective and slowest rank; a kernel or slice is named"},
                                                                                  {"slowest rank x2 on rank 1", "slowest rank is a rank already: leave \"on rank\" out"},
                                                                                  {"longest collective", "a factor is missing: x2, x1.5 or free"}}) {
    const auto c = parseChange(text);
    ASSERT_FALSE(c.has_value()) << text;
    EXPECT_EQ(c.error().what, what) << text;
    EXPECT_EQ(c.error().where, "what-if \"" + text + "\"");
    EXPECT_FALSE(c.error().todo.empty());
  }
  EXPECT_NE(parseChange("widest collective x2").error().todo.find("a change begins with collective"), std::string::npos);
  EXPECT_EQ(parseChange("slice exactly x2")->text, "exactly");  // what is itself called so
  EXPECT_TRUE(parseChange("slice exactly exactly x2")->exactly);
}

// Schedule and what-if speak of the same collective: the second DP rank is late for the gradients of its stage.
TEST(WhatIf, LatenessInAPipelineIsOfItsStage) {
  test::PipelinedCalls s(2);
  s.step(1, 0);
  const auto run = std::make_shared<const weir::Run>(s.build());
  const PathGraph g = graphOf(run, {.assume = false});
  const auto late = latenessWithin(*run, g.span);
  ASSERT_FALSE(late.empty());
  EXPECT_EQ(reachOf(g, *parseChange("rank 2 not late"), {})->found, PathReach::Found::OnPath);
  std::map<std::uint32_t, std::set<std::int32_t>> ranks;
  for (const PathGraph::Moving& m : g.moving)
    if (run->collectives[m.call].operation == Operation::ReduceScatter) ranks[run->collectives[m.call].instance].insert(run->collectives[m.call].rank);
  for (const auto& [instance, of] : ranks) EXPECT_TRUE((of == std::set<std::int32_t>{0, 2} || of == std::set<std::int32_t>{1, 3})) << instance;
}

TEST(CriticalPath, RanksHaveTheirGainToo) {
  const PathGraph g = graphOf(waiting());
  const PathReport r = *pathReport(g, {}, {});
  for (const PathRow& row : r.byRank) EXPECT_TRUE(row.gain.has_value());
  EXPECT_EQ(r.byRank[0].rank, 1);
  EXPECT_EQ(r.byRank[0].gain, 40 * us);  // then rank 0's 60 us count
}

}  // namespace what_if_test
