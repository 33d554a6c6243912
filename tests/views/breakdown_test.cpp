#include "views/breakdown/breakdown_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "tests/views/support.h"
#include "views/breakdown/breakdown_canvas.h"

namespace breakdown_test {
using namespace weir;
using test::look;
using test::shown;

namespace {
Outcome step(double compute_s) {
  Outcome o;
  o.step_s = compute_s + 0.006 + 0.001;
  o.breakdown = {compute_s, 0.006, 0.001, 0, 0, 0};
  o.overlapped_communication_s = 0.004;
  return o;
}
}  // namespace

TEST(BreakdownView, EmptySaysWhatWouldAppear) {
  ViewState state;
  BreakdownView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  look(view, "breakdown_empty");
}

TEST(BreakdownView, PartsAddUpToTheWall) {
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::training(8), "resnet-50, 8 ranks"));
  view.finishNow();
  ASSERT_EQ(view.picture().groups.size(), 1U);
  const auto& bars = view.picture().groups[0].bars;
  ASSERT_EQ(bars.size(), 9U);  // the mean and eight ranks
  for (const BreakdownBar& b : bars) {
    double sum = 0;
    for (const double v : b.seconds) sum += v;
    EXPECT_NEAR(sum, b.total, 1e-12);
  }
  EXPECT_NEAR(bars[1].total, 0.130, 1e-12);  // five steps of 26 ms
  EXPECT_EQ(view.emptyReason(), "");
  look(view, "breakdown_8");
  // Half the time is half the wall.
  state.setTimeRange({0, 65'000'000'000});
  view.finishNow();
  EXPECT_NEAR(view.picture().groups[0].bars[1].total, 0.065, 1e-12);
  EXPECT_TRUE(view.picture().remark.contains("only the visible time"));
}

TEST(BreakdownView, MeasuredSimulatedAndPredictedStandTogether) {
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::training(4), "dlrm, 4 ranks"));
  state.putRun(shown(2, test::training(4, Truth::Simulated), "scenario B, packets"));
  view.setOutcome(step(0.012), "scenario B");
  view.finishNow();
  ASSERT_EQ(view.picture().groups.size(), 3U);
  EXPECT_EQ(view.picture().groups[2].bars[0].truth, Truth::Predicted);
  EXPECT_NEAR(view.picture().groups[2].bars[0].seconds[1], 0.004, 1e-12);
  look(view, "breakdown_kinds");
  look(view, "breakdown_kinds_2x", {620, 420}, 2);
  view.setSettings({BreakdownView::Scale::Time, true});
  view.finishNow();
  look(view, "breakdown_time");
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  look(view, "breakdown_dark");
  qApp->setPalette(theme::palette(theme::Mode::Light));
  test::Sketch once;
  once.slice(once.track(0, TrackKind::Stream, "stream"), 0, 10, Activity::Compute);
  state.putRun(shown(3, test::shared(once.build()), "one kernel"));
  view.setSettings({BreakdownView::Scale::TimePerStep, true});
  view.finishNow();
  EXPECT_NEAR(view.picture().groups[0].bars[0].total, 0.026, 0.003);  // five steps of 26 ms, by what repeats
  EXPECT_TRUE(view.picture().groups[1].bars[0].unknown.isEmpty());
  EXPECT_FALSE(view.picture().groups[2].bars[0].unknown.isEmpty());   // nothing repeats, nothing is marked: no steps
  look(view, "breakdown_step");
}

TEST(BreakdownView, AnIntervalIsAWhiskerAndSaysWhatItRestsOn) {
  ViewState state;
  BreakdownView view(state);
  auto a = std::make_shared<Answered>();
  a->scenario.name = "scenario B";
  a->outcome = step(0.012);
  view.setSettings({BreakdownView::Scale::Time, true});
  state.setAnswered(a);
  const auto plain = view.table();
  const QImage bare = test::grabbed(view, {900, 400});
  EXPECT_TRUE(view.restsOn().isEmpty());
  auto sure = std::make_shared<Answered>(*a);
  sure->outcome.uncertainty.emplace();
  sure->outcome.uncertainty->step_s = {0.016, 0.030};
  sure->outcome.uncertainty->rests_on = {{"network.link.latency", "1us", "0.5us", "2us", "unverified", -0.1, 0.4, 0, 0}};
  state.setAnswered(sure);
  const auto& bar = view.picture().groups.at(0).bars.at(0);
  EXPECT_EQ(bar.range.high, 0.030);
  EXPECT_NEAR(view.picture().longest(), 0.030, 1e-12) << "the axis reaches the whisker's end";
  EXPECT_NE(bare, test::grabbed(view, {900, 400}));
  EXPECT_EQ(view.table().first().size(), plain.first().size() + 2);
  EXPECT_EQ(view.table()[1].last().toDouble(), 0.030);
  ASSERT_EQ(view.restsOn().size(), 1);
  EXPECT_TRUE(view.restsOn().first().startsWith("network.link.latency = 1us [0.5us, 2us]")) << view.restsOn().first().toStdString();
  look(view, "breakdown_whisker", {900, 400});
}

TEST(BreakdownView, StepsDivideTheTime) {
  test::Sketch s;
  const auto t = s.track(0, TrackKind::Thread, "main");
  for (int k = 0; k < 4; ++k) {
    s.b.slice({.track = t,
               .start = k * 100 * test::us,
               .duration = 100 * test::us,
               .name = s.b.intern("ProfilerStep#" + std::to_string(k)),
               .category = 0,
               .activity = Activity::Annotation,
               .args = {}});
    s.slice(t, 100 * k + 10, 100 * k + 70, Activity::Compute);
  }
  s.slice(t, 400, 500, Activity::Host);
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::shared(s.build()), "four steps"));
  view.setSettings({BreakdownView::Scale::TimePerStep, true});
  view.finishNow();
  const BreakdownBar& b = view.picture().groups[0].bars[0];
  EXPECT_NEAR(b.total, 100e-6, 1e-15);
  EXPECT_NEAR(b.seconds[0], 60e-6, 1e-15);
}

TEST(BreakdownView, FollowsWhatIsMeasured) {
  ViewState state;
  state.putRun(shown(1, test::training(4), "training"));
  BreakdownView view(state);
  const auto whole = view.table();
  const auto [lo, hi] = state.whole();
  state.setMeasured(ViewState::Range{lo, lo + (hi - lo) / 3});
  const auto part = view.table();
  EXPECT_NE(part, whole);
  EXPECT_EQ(view.picture().remark.contains(QStringLiteral("only the measured time")), true) << view.picture().remark.toStdString();
  state.setTimeRange({lo, lo + (hi - lo) / 10});  // what is measured goes before what is in sight
  EXPECT_EQ(view.table(), part);
  state.setMeasured(std::nullopt);
  EXPECT_NE(view.table(), part);
}

TEST(BreakdownView, WhatIsUnknownIsAnEmptyCellAndNoZero) {
  // Host threads: which launches they wait for, nothing tells. A worked-out step has no copies either.
  test::Sketch s;
  s.slice(s.track(0, TrackKind::Thread, "main"), 0, 60, Activity::Compute);
  s.slice(s.track(0, TrackKind::Thread, "main"), 80, 100, Activity::Compute);
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::shared(s.build()), "threads"));
  view.setOutcome(step(0.012), "scenario");
  const auto table = view.table();
  ASSERT_EQ(table.size(), 3);
  const auto cell = [&](int row, Part part) { return table[row][2 + static_cast<int>(part)]; };
  EXPECT_EQ(cell(1, Part::HostBound), QString());
  EXPECT_EQ(cell(1, Part::KernelWait), QString());
  EXPECT_EQ(cell(1, Part::Exposed), "0");  // that it is none is known
  EXPECT_DOUBLE_EQ(cell(1, Part::Idle).toDouble(), 20e-6);
  EXPECT_EQ(cell(2, Part::Copy), QString());
  EXPECT_EQ(cell(2, Part::HostBound), QString());
  EXPECT_EQ(cell(2, Part::Checkpoint), "0");
  // What the tooltip shows.
  const auto& facts = view.picture().groups[0].bars[0].facts;
  const auto of = [&](const QString& name) {
    const auto it = std::find_if(facts.begin(), facts.end(), [&](const auto& f) { return f.first == name; });
    return it == facts.end() ? QString() : it->second;
  };
  EXPECT_EQ(of("Idle, host-bound"), "unknown");
  EXPECT_EQ(of("Idle, between kernels"), "unknown");
}

TEST(BreakdownView, ASliderRepaintsTheLastMove) {
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::training(64), "64 ranks"));
  view.finishNow();
  test::grabbed(view, {1100, 700});
  QImage image(1100, 700, QImage::Format_RGB32);
  std::vector<double> ms;
  for (int i = 0; i < 21; ++i) {
    QElapsedTimer timer;
    timer.start();
    view.setOutcome(step(0.010 + 0.001 * i), "scenario");
    view.render(&image);
    ms.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  std::nth_element(ms.begin(), ms.begin() + 10, ms.end());
  RecordProperty("median_ms_per_move", std::to_string(ms[10]));
  EXPECT_NEAR(view.picture().groups.back().bars[0].total, step(0.030).step_s, 1e-12) << "the last move is what stands there";
  look(view, "breakdown_64");
}

TEST(BreakdownView, HoverAndClickSayWhatASegmentIs) {
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(4, test::training(4), "four"));
  view.finishNow();
  test::grabbed(view, {900, 600});
  auto& canvas = static_cast<BreakdownCanvas&>(view.canvas());
  QSignalSpy hover(&state, &ViewState::hoverChanged);
  const QPoint at = canvas.layoutNow().segment(canvas.picture(), {0, 1, Part::Exposed}).center().toPoint();
  QTest::mouseMove(&canvas, at);
  QApplication::processEvents();
  ASSERT_FALSE(hover.isEmpty());
  EXPECT_TRUE(hover.last().front().toString().contains("rank 0: communication, exposed"))
      << hover.last().front().toString().toStdString();
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
  EXPECT_EQ(state.selection().kind, Selection::Kind::Cell);
  EXPECT_EQ(state.selection().title, "four, measured, rank 0");
  EXPECT_GE(state.selection().facts.size(), 5U);
}

TEST(BreakdownView, SumsUpInAWorkerAndKeepsWhatItShowed) {
  ViewState state;
  BreakdownView view(state);
  view.resize(900, 500);
  view.show();
  state.putRun(shown(1, test::training(4), "four"));
  EXPECT_TRUE(view.picture().groups.empty()) << "nothing is counted in the GUI thread";
  QTRY_VERIFY_WITH_TIMEOUT(!view.picture().groups.empty(), 10000);
  EXPECT_EQ(view.picture().groups[0].bars.size(), 5U);
  // Another run comes: the first stays until both are counted.
  state.putRun(shown(2, test::training(8), "eight"));
  ASSERT_EQ(view.picture().groups.size(), 1U);
  EXPECT_EQ(view.picture().groups[0].bars.size(), 5U);
  QTRY_VERIFY_WITH_TIMEOUT(view.picture().groups.size() == 2, 10000);
  // What is hidden goes at once, and so does what is closed.
  state.setVisible(1, false);
  ASSERT_EQ(view.picture().groups.size(), 1U);
  EXPECT_EQ(view.picture().groups[0].bars[0].runId, 2);
  {
    BreakdownView gone(state);  // destroyed while its worker runs
    state.putRun(shown(3, test::training(64), "many"));
  }
  state.clearRuns();
  EXPECT_TRUE(view.picture().groups.empty());
  EXPECT_FALSE(view.emptyReason().isEmpty());
}

TEST(BreakdownView, CanBeStoppedAndSaysSo) {
  ViewState state;
  BreakdownView view(state);
  view.resize(900, 500);
  view.show();
  auto* work = view.findChild<Background*>();
  ASSERT_TRUE(work);
  state.putRun(shown(1, test::training(4), "four"));
  ASSERT_TRUE(work->busy());
  work->stop();
  EXPECT_TRUE(view.emptyReason().startsWith("stopped")) << view.emptyReason().toStdString();
  view.setSettings({BreakdownView::Scale::Time, true});
  view.finishNow();
  ASSERT_EQ(view.picture().groups.size(), 1U);
  state.setTimeRange({0, 65'000'000'000});
  work->stop();
  EXPECT_EQ(view.picture().groups.size(), 1U);
  EXPECT_TRUE(view.picture().remark.startsWith("Stopped")) << view.picture().remark.toStdString();
  state.setTimeRange({0, 52'000'000'000});
  view.finishNow();
  EXPECT_FALSE(view.picture().remark.startsWith("Stopped"));
}

TEST(BreakdownView, SaysWhyItShowsNothing) {
  const auto says = [](BreakdownView& view, const char* what) {
    view.finishNow();
    EXPECT_TRUE(view.emptyReason().startsWith(QString::fromLatin1(what))) << "not " << what << " but " << view.emptyReason().toStdString();
  };
  ViewState state;
  BreakdownView view(state);
  says(view, "no run is open");
  state.putRun(shown(1, test::links(4), "links alone"));
  says(view, "no run that is shown has ranks");
  look(view, "breakdown_no_ranks");
  state.setVisible(1, false);
  says(view, "no run is shown");
  test::Sketch mute;
  mute.slice(mute.track(0, TrackKind::Thread, "main"), 0, 60, Activity::Host);
  state.putRun(shown(2, test::shared(mute.build()), "host alone"));
  says(view, "no slice says what it does");
  state.removeRun(2);
  state.putRun(shown(3, test::training(2), "two"));
  view.finishNow();
  EXPECT_EQ(view.emptyReason(), "");
  state.setMeasured(ViewState::Range{900'000'000'000, 901'000'000'000});  // after the end
  says(view, "nothing lies in the time");
  state.setMeasured(std::nullopt);
  test::Sketch once;
  once.slice(once.track(0, TrackKind::Stream, "stream"), 0, 10, Activity::Compute);
  state.putRun(shown(3, test::shared(once.build()), "one kernel"));
  view.setSettings({BreakdownView::Scale::Share, true, BreakdownView::Rows::Steps});
  says(view, "no step lies in the time");
  // Beside a run with ranks the other is named, and so is a filter that changes nothing here.
  view.setSettings({});
  state.setVisible(1, true);
  Filter f;
  f.name = "all-reduce";
  state.setFilter(f);
  view.finishNow();
  EXPECT_TRUE(view.picture().remark.contains("links alone")) << view.picture().remark.toStdString();
  EXPECT_TRUE(view.picture().remark.contains("filter")) << view.picture().remark.toStdString();
}

TEST(BreakdownView, CopiesItsTable) {
  ViewState state;
  BreakdownView view(state);
  view.resize(900, 500);
  view.show();
  QToolButton* copy = nullptr;
  for (QToolButton* b : view.findChildren<QToolButton*>())
    if (b->text() == QStringLiteral("Copy as CSV")) copy = b;
  ASSERT_TRUE(copy);
  EXPECT_FALSE(copy->isEnabled());
  state.putRun(shown(1, test::training(4), "four"));
  view.finishNow();
  ASSERT_TRUE(copy->isEnabled());
  copy->click();
  EXPECT_EQ(QApplication::clipboard()->text().count('\n'), 6);  // head, mean, four ranks
  QApplication::clipboard()->clear();
  view.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
  view.canvas().setFocus();
  QTest::keyClick(&view.canvas(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text().count('\n'), 6);
}

TEST(BreakdownView, MarksOfNoRankAreStepsOfAll) {
  test::Sketch s;
  for (int k = 0; k < 4; ++k)
    s.b.slice({.track = s.track(kUnknownRank, TrackKind::Thread, "marks"),
               .start = k * 100 * test::us,
               .duration = 100 * test::us,
               .name = s.b.intern("ProfilerStep#" + std::to_string(k)),
               .category = 0,
               .activity = Activity::Annotation,
               .args = {}});
  for (int r = 0; r < 2; ++r) s.slice(s.track(r, TrackKind::Stream, "stream"), 0, 400, Activity::Compute);
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::shared(s.build()), "two ranks"));
  view.setSettings({BreakdownView::Scale::TimePerStep, true});
  view.finishNow();
  for (const BreakdownBar& b : view.picture().groups[0].bars) EXPECT_NEAR(b.total, 100e-6, 1e-15) << b.label.toStdString() << b.unknown.toStdString();
}

TEST(BreakdownView, WhatIsHoveredFitsIntoTheStatusLine) {
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::training(4), QString("a very long title of a trace ").repeated(6)));
  state.putRun(shown(2, test::training(4), "another"));
  view.finishNow();
  test::grabbed(view, {900, 600});
  auto& canvas = static_cast<BreakdownCanvas&>(view.canvas());
  QSignalSpy hover(&state, &ViewState::hoverChanged);
  QTest::mouseMove(&canvas, QPoint(1, 1));
  QApplication::processEvents();
  QTest::mouseMove(&canvas, canvas.layoutNow().segment(canvas.picture(), {0, 1, Part::Exposed}).center().toPoint());
  QApplication::processEvents();
  ASSERT_FALSE(hover.isEmpty());
  const QString text = hover.last().front().toString();
  EXPECT_TRUE(text.startsWith("rank 0: communication, exposed")) << text.toStdString();
  EXPECT_LT(text.size(), 110);
}

TEST(BreakdownView, AFigureWaitsForABigRun) {
  test::Sketch s;
  for (int r = 0; r < 2; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream");
    for (int k = 0; k < 130'000; ++k) s.slice(t, 10 * k, 10 * k + 6, k % 4 == 0 ? Activity::Communication : Activity::Compute);
  }
  ViewState state;
  BreakdownView view(state);
  state.putRun(shown(1, test::shared(s.build()), "big"));
  const auto table = view.table();
  ASSERT_EQ(table.size(), 4);
  EXPECT_NEAR(table[2][2].toDouble(), 130'000 * 0.75 * 6e-6, 1e-9);
}

}  // namespace breakdown_test
