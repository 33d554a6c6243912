#include "views/critical_path/critical_path_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPainter>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <filesystem>

#include "core/formats/open.h"
#include "tests/views/support.h"
#include "views/figures/export_figure.h"
#include "views/shared/highlight.h"
#include "views/timeline/timeline_view.h"

using namespace weir;
using test::look;
using test::shown;

namespace {

// Two ranks; rank 1 comes 40 us late to the all-reduce.
RunPtr straggling(Truth truth = Truth::Measured) {
  test::Sketch s(truth);
  for (int r = 0; r < 2; ++r) {
    const auto gpu = s.track(r, TrackKind::Stream, "stream 7");
    const std::int64_t late = r == 1 ? 40 : 0;
    s.slice(gpu, 0, 60 + late, Activity::Compute);
    const SliceIndex member = s.slice(gpu, 60 + late, 130, Activity::Communication);
    CollectiveCall c;
    c.operation = Operation::AllReduce;
    c.rank = r;
    c.slice = member;
    c.start = (60 + late) * test::us;
    c.duration = (70 - late) * test::us;
    c.groupSize = 2;
    c.group = s.b.group({0, 1});
    s.b.collective(c);
    s.slice(gpu, 130, 150, Activity::Compute);
  }
  return test::shared(s.build());
}

std::optional<RunPtr> corpus(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& n : names) {
    const std::string path = std::string(WEIR_SHARED_DIR "/corpus/") + n;
    if (!std::filesystem::exists(path)) return std::nullopt;
    files.push_back(path);
  }
  auto run = openFiles(files, {}, {});
  if (!run) return std::nullopt;
  return std::make_shared<const weir::Run>(std::move(*run));
}

}  // namespace

TEST(CriticalPathView, EmptySaysWhy) {
  ViewState state;
  CriticalPathView view(state);
  view.finishNow();
  EXPECT_EQ(view.emptyReason(), "nothing is open");
  EXPECT_TRUE(view.table().isEmpty());
  look(view, "critical_path_empty");
}

// Known only once the graph was built; a figure of it would be white.
TEST(CriticalPathView, AFigureOfNothingIsRefused) {
  test::Sketch s;
  s.slice(s.track(0, TrackKind::Stream, "stream 7"), 5, 5, Activity::Compute);
  ViewState state;
  state.putRun(shown(1, test::shared(s.build()), "no length"));
  CriticalPathView view(state);
  const auto made = renderFigure(view, FigureFormat::Png, *figureOptions("paper"));
  ASSERT_FALSE(made.has_value());
  EXPECT_NE(made.error().what.find("the critical-path view is empty: no thread or stream does anything"), std::string::npos) << made.error().line();
}

// As a figure is made: the view comes when the run is there, and no window is.
TEST(CriticalPathView, AFigureWithoutAWindowShowsThePath) {
  ViewState state;
  state.putRun(shown(7, straggling(), "two ranks"));
  CriticalPathView view(state);
  const auto made = renderFigure(view, FigureFormat::Svg, *figureOptions("paper"));
  ASSERT_TRUE(made.has_value()) << made.error().line();
  EXPECT_TRUE(view.canvas().picture().path);
  EXPECT_GT(made->count("<path") + made->count("<rect") + made->count("<polyline"), 5) << made->toStdString().substr(0, 400);
}

TEST(CriticalPathView, PathTableAndTimeline) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(7, straggling(), "two ranks"));
  view.finishNow();
  EXPECT_EQ(view.emptyReason(), "");
  ASSERT_EQ(view.makespan(), 150 * test::us);
  EXPECT_FALSE(view.changedMakespan().has_value());
  const auto table = view.table();
  ASSERT_EQ(table.size(), 3);  // header, computing, communication
  EXPECT_EQ(table[1][0], "computing");
  EXPECT_EQ(table[1][2], "0.00012");
  EXPECT_EQ(table[2][5], "3e-05");  // all of the transfer gained
  const QAbstractItemModelTester tester(&view.rows(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  // What the timeline is to show: a chain over both ranks' tracks.
  const Highlight& h = Highlight::of(state);
  EXPECT_EQ(h.runId(), 7);
  ASSERT_EQ(h.spans()->size(), 3U);
  EXPECT_EQ(h.spans()->front().from, 0);
  EXPECT_EQ(h.spans()->back().to, 150 * test::us);
  EXPECT_TRUE(h.spans()->front().hasSlice);
  EXPECT_EQ(h.firstEndingAfter(100 * test::us), 1U);
  state.removeRun(7);
  view.finishNow();
  EXPECT_EQ(h.runId(), 0);
  EXPECT_EQ(view.emptyReason(), "nothing is open");
}

TEST(CriticalPathView, WhatIfFollowsTheHand) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  view.finishNow();
  view.panel().ask("collective all-reduce x2");
  view.finishNow();
  EXPECT_EQ(view.changedMakespan(), 135 * test::us);
  view.panel().ask("rank 1 not late");
  view.finishNow();
  EXPECT_EQ(view.changedMakespan(), 110 * test::us);
  CriticalPathView::Settings s;
  s.changed = true;
  view.setSettings(s);
  view.finishNow();
  EXPECT_EQ(view.canvas().picture().path->makespan(), 110 * test::us);
  // What the run does not have is said in the same words as on the command line.
  view.panel().ask("rank 99 x2");
  view.finishNow();
  EXPECT_FALSE(view.changedMakespan().has_value());
  EXPECT_TRUE(view.panel().problem().startsWith("there is no rank 99 in what is open, only ranks 0, 1")) << view.panel().problem().toStdString();
  view.panel().ask("rank 1 x2");
  view.finishNow();
  EXPECT_EQ(view.panel().problem(), "");
  // What is not understood changes nothing.
  view.panel().ask("rank 1 is tired");
  view.finishNow();
  EXPECT_FALSE(view.changedMakespan().has_value());
  EXPECT_EQ(view.canvas().picture().path->makespan(), 150 * test::us);
}

TEST(CriticalPathView, WhatIfTakesNumbers) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  view.finishNow();
  WhatIfPanel& panel = view.panel();
  auto* what = panel.findChild<QComboBox*>();
  auto* slider = panel.findChild<QSlider*>();
  const auto numbers = panel.findChildren<QDoubleSpinBox*>();
  ASSERT_TRUE(what && slider && numbers.size() == 2);
  const auto choose = [&](const char* words) {
    const int at = what->findData(QString::fromLatin1(words));
    ASSERT_GE(at, 0) << words;
    what->setCurrentIndex(at);
  };
  choose("collective all-reduce %1");
  EXPECT_EQ(panel.words(), QStringList{"collective all-reduce x2.00"});
  view.finishNow();
  EXPECT_EQ(view.changedMakespan(), 135 * test::us);
  // Number and slider move each other; the number goes on where the slider ends.
  numbers[0]->setValue(10);
  EXPECT_EQ(slider->value(), 950);
  numbers[0]->setValue(50);
  EXPECT_EQ(slider->value(), 950);
  EXPECT_EQ(panel.words(), QStringList{"collective all-reduce x50.00"});
  numbers[0]->setValue(0.5);
  EXPECT_EQ(slider->value(), 0);
  view.finishNow();
  EXPECT_EQ(view.changedMakespan(), 180 * test::us);
  slider->setValue(slider->maximum());
  EXPECT_EQ(numbers[0]->value(), 0);
  EXPECT_EQ(panel.words(), QStringList{"collective all-reduce free"});
  numbers[0]->setValue(1);
  EXPECT_EQ(panel.words(), QStringList());
  choose("network at %2Gb/s");
  numbers[1]->setValue(800);
  EXPECT_EQ(panel.words(), QStringList{"network at 800.000Gb/s"});
  EXPECT_EQ(panel.changes().size(), 1U);
}

TEST(CriticalPathView, FollowsTheRangeAndTheRows) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  CriticalPathView::Settings s;
  s.over = CriticalPathView::Settings::Over::Range;
  view.setSettings(s);
  state.setMeasured(ViewState::Range{50 * test::us, 120 * test::us});
  view.finishNow();
  EXPECT_EQ(view.makespan(), 70 * test::us);
  s.by = PathBy::Rank;
  view.setSettings(s);
  view.finishNow();
  EXPECT_EQ(view.table()[1][0], "rank 1");
  s.over = CriticalPathView::Settings::Over::Step;
  view.setSettings(s);
  view.finishNow();
  EXPECT_EQ(view.emptyReason(), "this run has no step 0");
}

TEST(CriticalPathView, HoverClickAndKeys) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(3, straggling(), "two ranks"));
  view.finishNow();
  view.resize(1000, 700);
  view.show();
  QApplication::processEvents();
  PathCanvas& canvas = view.canvas();
  QSignalSpy places(&state, &ViewState::placeRequested);
  QTest::keyClick(&canvas, Qt::Key_Right);
  EXPECT_EQ(canvas.hovered(), 0U);
  QTest::keyClick(&canvas, Qt::Key_Right);
  QTest::keyClick(&canvas, Qt::Key_Space);
  EXPECT_EQ(state.selection().kind, Selection::Kind::Slice);
  EXPECT_EQ(state.selection().facts.front().second, "30.0 µs");
  QTest::keyClick(&canvas, Qt::Key_Return);
  ASSERT_EQ(places.size(), 1);
  EXPECT_EQ(places.front().front().value<ViewState::Place>().time, 60 * test::us);  // its slice's start, wait included, on rank 0
  const PathLayout l = canvas.layoutNow();
  QTest::mouseMove(&canvas, l.row(1).center().toPoint() - QPoint(static_cast<int>(l.plot.width() * 0.3), 0));
  EXPECT_EQ(canvas.hovered(), 0U);
}

TEST(CriticalPathView, TheTimelineMarksThePath) {
  ViewState state;
  TimelineView timeline(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  timeline.finishPreparing();
  CriticalPathView view(state);
  view.finishNow();
  look(timeline, "critical_path_in_timeline", {1000, 400});
  (void)test::grabbed(timeline, {1000, 400});  // what the timeline looks for itself has been found after that
  const QImage with = test::grabbed(timeline, {1000, 400});
  CriticalPathView::Settings s;
  s.inTimeline = false;
  view.setSettings(s);
  EXPECT_NE(test::grabbed(timeline, {1000, 400}), with);
  s.inTimeline = true;
  view.setSettings(s);
  EXPECT_EQ(test::grabbed(timeline, {1000, 400}), with);
}

TEST(CriticalPathView, Looks) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, test::training(8), "resnet-50, 8 ranks"));
  view.finishNow();
  view.panel().ask("rank 2 not late");
  view.finishNow();
  look(view, "critical_path_8");
  look(view, "critical_path_8_2x", {760, 560}, 2);
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  look(view, "critical_path_8_dark");
  qApp->setPalette(theme::palette(theme::Mode::Light));
}

TEST(CriticalPathView, RealRanks) {
  const auto run = corpus({"kineto/dlrm_4of8"});
  if (!run) GTEST_SKIP() << "no corpus";
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, *run, "dlrm, 4 ranks"));
  view.finishNow();
  EXPECT_EQ(view.emptyReason(), "");
  std::int64_t sum = 0;
  for (const PathSegment& s : view.canvas().picture().path->segments) sum += s.length();
  EXPECT_EQ(sum, *view.makespan());
  view.panel().ask("no launch delay");
  view.finishNow();
  EXPECT_LE(*view.changedMakespan(), *view.makespan());
  look(view, "critical_path_dlrm", {1280, 800});
  look(view, "critical_path_dlrm_2x", {1000, 700}, 2);
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  look(view, "critical_path_dlrm_dark", {1280, 800});
  qApp->setPalette(theme::palette(theme::Mode::Light));
}
