// What a study kept is shown as it is and not worked out anew, and only for what it was kept for.
#include <gtest/gtest.h>

#include <QTest>
#include <functional>

#include "core/summarize/breakdown_kept.h"
#include "core/summarize/critical_path_kept.h"
#include "core/summarize/io_report_kept.h"
#include "core/summarize/traffic_kept.h"
#include "tests/views/support.h"
#include "views/breakdown/breakdown_view.h"
#include "views/critical_path/critical_path_view.h"
#include "views/heatmap/heatmap_view.h"
#include "views/io/io_view.h"

namespace kept_answers_test {
using namespace weir;
using test::shown;

namespace {

// As they come from a study: bytes alone.
RunMemo::KeptAnswers opened(const RunMemo::KeptAnswers& answers) {
  RunMemo::KeptAnswers out;
  for (const auto& [key, answer] : answers) {
    EXPECT_FALSE(answer.bytes().empty()) << key;
    out[key] = KeptAnswer(answer.bytes());
  }
  return out;
}

// A window with one run and one view.
template <class V>
struct Window {
  explicit Window(const RunPtr& run, const RunMemo::KeptAnswers& answers = {}) {
    state.memo()->giveAnswers(run, answers);
    state.putRun(shown(1, run, QStringLiteral("a run")));
    view = std::make_unique<V>(state);
  }
  QVector<QStringList> table() const { return view->table(); }  // finishes the work
  ViewState state;
  std::unique_ptr<V> view;
};

const std::string& bytesOf(const RunMemo::KeptAnswers& answers, const std::string& key) {
  static const std::string kNone;
  const auto it = answers.find(key);
  EXPECT_NE(it, answers.end()) << key;
  return it == answers.end() ? kNone : it->second.bytes();
}

// training() that reads two files a step.
RunPtr reading() {
  weir::Run run = *test::training(4);
  const NameId layer = run.names.intern("POSIX");
  for (int k = 0; k < 10; ++k) {
    IoOperation op;
    op.kind = IoOperation::Kind::Read;
    op.rank = k % 4;
    op.layer = layer;
    op.file = run.names.intern("/data/" + std::to_string(k % 3));
    op.bytes = 1'000'000 + k;
    op.offset = 0;
    op.start = k * 12'000 * test::us;
    op.duration = 900 * test::us;
    run.io.push_back(op);
  }
  return test::shared(std::move(run));
}

// Each launches its kernels, and rank 1 comes late to the all-reduce.
RunPtr launched() {
  test::Sketch s;
  for (int r = 0; r < 2; ++r) {
    const auto host = s.track(r, TrackKind::Thread, "main"), gpu = s.track(r, TrackKind::Stream, "stream 7");
    for (int step = 0; step < 4; ++step) {
      const std::int64_t t = 200 * step, late = r == 1 ? 40 : 0;
      s.b.slice({host, t * test::us, 200 * test::us, s.b.intern("ProfilerStep#" + std::to_string(step)), s.b.intern("user_annotation"), Activity::Annotation, {}});
      const SliceIndex call = s.slice(host, t + 1, t + 5, Activity::Host, "cuda_runtime");
      s.b.arrow(call, s.slice(gpu, t + 7, t + 60 + late, Activity::Compute), s.b.intern(kArrowLaunch));
      CollectiveCall c;
      c.slice = s.slice(gpu, t + 60 + late, t + 130, Activity::Communication);
      c.operation = Operation::AllReduce;
      c.rank = r;
      c.start = (t + 60 + late) * test::us;
      c.duration = (70 - late) * test::us;
      c.groupSize = 2;
      c.group = s.b.group({0, 1});
      s.b.collective(c);
    }
  }
  return test::shared(s.build());
}

}  // namespace

TEST(KeptAnswers, BreakdownsAreShownWithoutTheirIndex) {
  using Settings = BreakdownView::Settings;
  const RunPtr run = test::training(4);
  for (const Settings& settings : {Settings{}, Settings{.scale = BreakdownView::Scale::TimePerStep}, Settings{.rows = BreakdownView::Rows::Steps}}) {
    Window<BreakdownView> before(run);
    before.view->setSettings(settings);
    const auto table = before.table();
    ASSERT_GT(table.size(), 3);
    Window<BreakdownView> again(run, opened(before.state.memo()->knownAnswers(run)));
    again.view->setSettings(settings);
    EXPECT_EQ(again.table(), table);
    EXPECT_EQ(again.view->picture().remark, before.view->picture().remark);
    EXPECT_FALSE(again.state.memo()->knowsBreakdown(run));
    // Another range, and steps set by hand.
    for (Window<BreakdownView>* w : {&before, &again}) w->state.setTimeRange({0, 65'000'000'000});
    EXPECT_NE(again.table(), table);
    EXPECT_EQ(again.table(), before.table());
    EXPECT_TRUE(again.state.memo()->knowsBreakdown(run));
    for (Window<BreakdownView>* w : {&before, &again}) w->state.setStepsByHand(1, {{0, 30'000'000'000}, {30'000'000'000, 64'000'000'000}});
    const auto byHand = again.table();
    EXPECT_EQ(byHand, before.table());
    again.state.setStepsByHand(1, {{0, 30'000'000'000}, {30'000'000'000, 60'000'000'000}});
    EXPECT_EQ(again.table() == byHand, settings == Settings{});
    again.state.setStepsByHand(1, {});
    again.state.showWhole();
    EXPECT_EQ(again.table(), table);
  }
}

TEST(KeptAnswers, BreakdownsAreShownAsTheyWereKept) {
  const RunPtr run = test::training(4);
  Window<BreakdownView> before(run);
  (void)before.table();
  auto sums = breakdownFromBytes(bytesOf(before.state.memo()->knownAnswers(run), "breakdown|"), *run);
  ASSERT_TRUE(sums);
  sums->over.ranks[0].computing -= 1'000'000'000;
  sums->over.ranks[0].idle += 1'000'000'000;
  Window<BreakdownView> again(run, {{"breakdown|", KeptAnswer(breakdownToBytes(*sums, *run))}});
  EXPECT_NE(again.table(), before.table());
  const auto bar = [](const Window<BreakdownView>& w) { return w.view->picture().groups[0].bars[1].seconds[static_cast<std::size_t>(Part::Computing)]; };
  EXPECT_NEAR(bar(before) - bar(again), 1e-3, 1e-12);
  // Damaged, it is worked out anew.
  std::string damaged = breakdownToBytes(*sums, *run);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  Window<BreakdownView> third(run, {{"breakdown|", KeptAnswer(damaged)}});
  EXPECT_EQ(third.table(), before.table());
}

TEST(KeptAnswers, IoReportsAreShownAsTheyWereKept) {
  const RunPtr run = reading();
  Window<IoView> before(run);
  const auto table = before.table();
  ASSERT_FALSE(table.isEmpty());
  auto report = ioReportFromBytes(bytesOf(before.state.memo()->knownAnswers(run), "I/O report|"), *run);
  ASSERT_TRUE(report);
  *report->total.readBytes += 7'000'000'000;
  const RunMemo::KeptAnswers kept{{"I/O report|", KeptAnswer(ioReportToBytes(*report, *run))}};
  Window<IoView> again(run, kept);
  EXPECT_NE(again.table(), table);
  for (Window<IoView>* w : {&before, &again}) w->state.setTimeRange({0, 65'000'000'000});
  EXPECT_EQ(again.table(), before.table());
  again.state.showWhole();
  EXPECT_NE(again.table(), table);
  again.state.setStepsByHand(1, {{0, 30'000'000'000}});
  before.state.showWhole();
  before.state.setStepsByHand(1, {{0, 30'000'000'000}});
  EXPECT_EQ(again.table(), before.table());
}

TEST(KeptAnswers, TrafficIsShownAsItWasKept) {
  const RunPtr run = test::training(4);
  Window<HeatmapView> before(run);
  const auto table = before.table();
  const auto known = before.state.memo()->knownAnswers(run);
  auto answer = trafficFromBytes(bytesOf(known, "traffic|"), *run);
  ASSERT_TRUE(answer);
  answer->matrix.value[1] += 42;
  auto kept = opened(known);
  kept["traffic|"] = KeptAnswer(trafficToBytes(*answer, *run));
  Window<HeatmapView> again(run, kept);
  EXPECT_EQ(again.view->canvas().picture().at(0, 1), before.view->canvas().picture().at(0, 1) + 42);
  EXPECT_NE(again.table(), table);
  // Of everything that can be chosen nothing is shown that was kept of something else.
  using Settings = HeatmapView::Settings;
  const std::vector<std::function<void(Settings&)>> changes{[](Settings& s) { s.measure = TrafficMeasure::Messages; }, [](Settings& s) { s.algorithm = Algorithm::HalvingDoubling; },
                                                           [](Settings& s) { s.operations = {Operation::AllReduce}; },  [](Settings& s) { s.step = 1; },
                                                           [](Settings& s) { s.step = 2; },                              [](Settings& s) { s.ranksPerNode = 2; },
                                                           [](Settings& s) { s.call = 0; }};
  for (const auto& change : changes) {
    Settings s;
    change(s);
    for (Window<HeatmapView>* w : {&before, &again}) w->view->setSettings(s);
    EXPECT_EQ(again.table(), before.table());
    EXPECT_EQ(again.view->canvas().picture().title, before.view->canvas().picture().title);
  }
  again.view->setSettings({});
  EXPECT_EQ(again.view->canvas().picture().at(0, 1), answer->matrix.value[1]);
  // A step by hand is not the trace's of that number.
  Settings step;
  step.step = 1;
  for (Window<HeatmapView>* w : {&before, &again}) {
    w->view->setSettings(step);
    w->state.setStepsByHand(1, {{0, 20'000'000'000}, {20'000'000'000, 90'000'000'000}});
    w->view->finishNow();
  }
  EXPECT_EQ(again.table(), before.table());
  for (Window<HeatmapView>* w : {&before, &again}) w->state.setTimeRange({0, 65'000'000'000});
  EXPECT_EQ(again.table(), before.table());
}

TEST(KeptAnswers, TheChosenMatrixIsKeptBesideTheUsualOne) {
  const RunPtr run = test::training(4);
  Window<HeatmapView> before(run);
  HeatmapView::Settings s;
  s.measure = TrafficMeasure::Messages;
  before.view->setSettings(s);
  const auto table = before.table();
  auto kept = opened(before.state.memo()->knownAnswers(run));
  ASSERT_EQ(kept.count("traffic|") + kept.count("traffic| messages"), 2U);
  auto answer = trafficFromBytes(kept["traffic| messages"].bytes(), *run);
  ASSERT_TRUE(answer);
  answer->matrix.value[1] += 3;
  kept["traffic| messages"] = KeptAnswer(trafficToBytes(*answer, *run));
  Window<HeatmapView> again(run, kept);
  again.view->setSettings(s);
  EXPECT_EQ(again.view->canvas().picture().at(0, 1), before.view->canvas().picture().at(0, 1) + 3);
}

TEST(KeptAnswers, CriticalPathsAreShownWithoutTheirGraph) {
  const RunPtr run = launched();
  Window<CriticalPathView> before(run);
  const auto table = before.table();
  ASSERT_GT(table.size(), 2);
  EXPECT_TRUE(before.view->graphBuilt());
  const auto known = before.state.memo()->knownAnswers(run);
  auto answer = pathFromBytes(bytesOf(known, "critical path|"), *run);
  ASSERT_TRUE(answer);
  answer->remarks = {"as it was kept"};
  auto kept = opened(known);
  kept["critical path|"] = KeptAnswer(pathToBytes(*answer, *run));
  Window<CriticalPathView> again(run, kept);
  EXPECT_EQ(again.table(), table);
  EXPECT_EQ(again.view->makespan(), before.view->makespan());
  EXPECT_TRUE(again.view->canvas().picture().remark.contains(QStringLiteral("s it was kept")));
  EXPECT_FALSE(again.view->graphBuilt());
  // What-if is asked of the graph, which is built then.
  for (Window<CriticalPathView>* w : {&before, &again}) {
    w->view->panel().ask(QStringLiteral("collective all-reduce x2"));
    w->view->finishNow();
  }
  ASSERT_TRUE(again.view->changedMakespan());
  EXPECT_EQ(again.view->changedMakespan(), before.view->changedMakespan());
  EXPECT_TRUE(again.view->graphBuilt());
}

TEST(KeptAnswers, AnotherRangeOrStepHasAPathOfItsOwn) {
  using Settings = CriticalPathView::Settings;
  const RunPtr run = launched();
  Window<CriticalPathView> before(run);
  (void)before.table();
  Window<CriticalPathView> again(run, opened(before.state.memo()->knownAnswers(run)));
  for (const Settings& s : {Settings{.over = Settings::Over::Step, .step = 1}, Settings{.over = Settings::Over::Step, .step = 2}, Settings{.over = Settings::Over::Range},
                            Settings{.by = PathBy::Rank}, Settings{.by = PathBy::Collective}, Settings{.assume = false}, Settings{}}) {
    for (Window<CriticalPathView>* w : {&before, &again}) {
      w->state.setTimeRange({0, 300 * test::us});
      w->view->setSettings(s);
    }
    EXPECT_EQ(again.table(), before.table());
    EXPECT_EQ(again.view->makespan(), before.view->makespan());
  }
  // The last of them is there again beside the whole run's.
  Settings step{.over = Settings::Over::Step, .step = 2};
  before.view->setSettings(step);
  const auto table = before.table();
  Window<CriticalPathView> third(run, opened(before.state.memo()->knownAnswers(run)));
  third.view->setSettings(step);
  EXPECT_EQ(third.table(), table);
  EXPECT_FALSE(third.view->graphBuilt());
  third.view->setSettings({});
  (void)third.table();
  EXPECT_FALSE(third.view->graphBuilt());
}

}  // namespace kept_answers_test
