// What the timeline can do beside showing: filter, colours, arranging lanes, steps, markers, measuring, going places. By mouse,
// menus and keys, as a person does it.
#include <gtest/gtest.h>

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "tests/views/support.h"
#include "views/shared/highlight.h"
#include "views/timeline/facts.h"
#include "views/timeline/go_to.h"
#include "views/timeline/range_panel.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_items.h"
#include "views/timeline/timeline_view.h"

namespace timeline_tools_test {
using namespace weir;
using test::us;

namespace {

// Two ranks: a thread that launches kernels on a stream, a checkpointing thread, marked steps of 100 us, a power meter.
RunPtr job(bool marks = true) {
  test::Sketch s;
  for (int rank = 0; rank < 2; ++rank) {
    const auto host = s.track(rank, TrackKind::Thread, "python");
    const auto writer = s.track(rank, TrackKind::Thread, "writer");
    const auto stream = s.track(rank, TrackKind::Stream, "stream 7");
    const auto add = [&](TrackIndex t, std::string_view name, std::int64_t from, std::int64_t to, Activity a) {
      return s.b.slice({.track = t, .start = from * us, .duration = (to - from) * us, .name = s.b.intern(name), .category = 0, .activity = a, .args = {}});
    };
    for (int k = 0; k < 10; ++k) {
      const std::int64_t t = k * 100;
      if (marks) add(host, "ProfilerStep#" + std::to_string(k + 5), t, t + 100, Activity::Annotation);
      for (int i = 0; i < 4; ++i) {
        const auto launch = add(host, "cudaLaunchKernel", t + i * 20, t + i * 20 + 4, Activity::Host);
        const auto kernel = add(stream, i == 3 ? "ncclAllReduce" : i == 2 ? "softmax" : "gemm", t + i * 20 + 6, t + i * 20 + 16 + rank, i == 3 ? Activity::Communication : Activity::Compute);
        s.b.arrow(launch, kernel, s.b.intern(kArrowLaunch));
      }
      if (k % 5 == 4) add(writer, "save", t + 20, t + 60, Activity::Checkpoint);
    }
    s.counter("gpu " + std::to_string(rank), "power", 0, 10 * us, std::vector<float>(100, 0.5F));
    s.b.run().counters.back().rank = rank;
  }
  return test::shared(s.build());
}

struct Shown {
  explicit Shown(const RunPtr& run = job()) {
    view.resize(1200, 760);
    state.putRun({.id = 1, .run = run, .title = "job"});
    view.show();
    QApplication::processEvents();
    view.finishPreparing();
  }
  ViewState state;
  TimelineView view{state};

  QStringList labels() {
    QStringList out;
    for (const Lane& l : view.lanes())
      if (!l.label.isEmpty()) out << l.label;
    return out;
  }
  const Lane& lane(const QString& label, int nth = 0) {
    for (const Lane& l : view.lanes())
      if (l.label == label && nth-- == 0) return l;
    ADD_FAILURE() << "no lane " << label.toStdString();
    return view.lanes().front();
  }
  QPoint gutterOf(const QString& label, int nth = 0) { return {60, view.yOf(lane(label, nth)) + 8}; }
  QPoint at(const QString& label, double microseconds, int nth = 0) {
    return {static_cast<int>(view.xAt(static_cast<std::int64_t>(microseconds * us))), view.yOf(lane(label, nth)) + 6};
  }
  void press(Qt::Key key, Qt::KeyboardModifiers m = {}) { QTest::keyClick(view.plot(), key, m); }
  void drag(const QPoint& a, const QPoint& b, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers m = {}) {
    QTest::mousePress(view.plot(), button, m, a);
    // QTest::mouseMove holds no button; the view asks none of a move.
    QTest::mouseMove(view.plot(), (a + b) / 2);
    QTest::mouseMove(view.plot(), b);
    QTest::mouseRelease(view.plot(), button, m, b);
  }
  // The open menu's action whose text begins so, triggered.
  bool choose(const QString& text, QMenu* menu = nullptr) {
    if (!menu) {
      for (QMenu* m : view.findChildren<QMenu*>(QStringLiteral("timeline-menu")))
        if (m->isVisible()) menu = m;
      if (!menu) return false;
    }
    for (QAction* a : menu->actions())
      if (a->text().startsWith(text)) {
        a->trigger();
        menu->close();
        QApplication::processEvents();
        return true;
      }
    menu->close();
    return false;
  }
  QMenu* barMenu(const QString& name) {
    auto* m = view.findChild<QMenu*>(name);
    if (m) emit m->aboutToShow();
    return m;
  }
  QString strip() {
    auto* l = view.findChild<QLabel*>(QStringLiteral("filter-says"));
    return l && l->isVisible() ? l->text() : QString();
  }
};

}  // namespace

TEST(TimelineFilter, ByNameShowsWhatItHidesAndLeavesEmptyTracksOut) {
  Shown s;
  auto* name = s.view.findChild<QLineEdit*>(QStringLiteral("filter-name"));
  ASSERT_TRUE(name);
  EXPECT_EQ(s.strip(), "");
  QTest::keyClicks(name, "GEMM");
  s.view.finishPreparing();
  EXPECT_EQ(s.state.filter().name, "GEMM");
  const auto shown = s.view.shown();
  EXPECT_EQ(shown.shown, 40U);  // 2 ranks x 10 steps x 2
  EXPECT_EQ(shown.total, 2U * (10 + 40 + 40 + 2));
  EXPECT_EQ(shown.tracksLeft, 4U) << "python and writer of both ranks";
  EXPECT_FALSE(s.labels().contains("writer"));
  EXPECT_TRUE(s.labels().contains("stream 7"));
  EXPECT_TRUE(s.strip().startsWith("The filter shows 40 of 184 slices")) << s.strip().toStdString();
  // What is hidden is neither hovered nor clicked; what is shown keeps its number in the run.
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("stream 7", 71));
  EXPECT_EQ(s.state.selection().kind, Selection::Kind::None);
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("stream 7", 10));
  EXPECT_EQ(s.state.selection().title, "gemm");
  const weir::Run& run = *s.state.runs()[0].run;
  EXPECT_EQ(run.names.text(run.slices.name[s.state.selection().slice]), "gemm");
  QTest::mouseClick(s.view.findChild<QToolButton*>(QStringLiteral("filter-clear")), Qt::LeftButton);
  EXPECT_TRUE(s.state.filter().off());
  EXPECT_EQ(s.view.shown().shown, 184U);
  EXPECT_EQ(s.strip(), "");
  EXPECT_TRUE(s.labels().contains("writer"));
}

TEST(TimelineFilter, ByDurationRankAndCategory) {
  Shown s;
  QTest::keyClicks(s.view.findChild<QLineEdit*>(QStringLiteral("filter-durations")), "> 50us");
  EXPECT_EQ(s.view.shown().shown, 20U);  // the steps' marks
  s.state.setFilter({});
  QTest::keyClicks(s.view.findChild<QLineEdit*>(QStringLiteral("filter-ranks")), "1");
  EXPECT_EQ(s.view.shown().shown, 92U);
  EXPECT_FALSE(s.labels().contains("rank 0"));
  EXPECT_TRUE(s.labels().contains("rank 1"));
  s.state.setFilter({});
  EXPECT_EQ(s.view.findChild<QLineEdit*>(QStringLiteral("filter-ranks"))->text(), "");
  QMenu* menu = s.barMenu("filter-categories-menu");
  ASSERT_TRUE(menu);
  EXPECT_TRUE(s.choose("Communication only", menu));
  EXPECT_EQ(s.view.shown().shown, 20U);
  EXPECT_TRUE(s.choose("All", s.barMenu("filter-categories-menu")));
  EXPECT_TRUE(s.state.filter().off());
  EXPECT_TRUE(s.choose("computing", s.barMenu("filter-categories-menu")));
  EXPECT_EQ(s.view.shown().shown, 184U - 60);
}

TEST(TimelineFilter, TextsAreReadAndWritten) {
  EXPECT_EQ(readDurations("> 10 us"), (std::pair<std::int64_t, std::int64_t>{10 * us, 0}));
  EXPECT_EQ(readDurations("<5ms"), (std::pair<std::int64_t, std::int64_t>{0, 5000 * us}));
  EXPECT_EQ(readDurations("10us - 5 ms"), (std::pair<std::int64_t, std::int64_t>{10 * us, 5000 * us}));
  EXPECT_EQ(readDurations("10us..5ms"), (std::pair<std::int64_t, std::int64_t>{10 * us, 5000 * us}));
  EXPECT_EQ(readDurations(""), (std::pair<std::int64_t, std::int64_t>{0, 0}));
  for (const char* wrong : {"10", "> ", "5ms - 1ms", "long", "> 1 parsec"}) EXPECT_FALSE(readDurations(QString::fromLatin1(wrong))) << wrong;
  EXPECT_EQ(readDurations(showDurations(3 * us, 7 * us)), (std::pair<std::int64_t, std::int64_t>{3 * us, 7 * us}));
  EXPECT_EQ(readRanks("0-3, 7"), (std::set<std::int32_t>{0, 1, 2, 3, 7}));
  EXPECT_EQ(readRanks(""), std::set<std::int32_t>{});
  for (const char* wrong : {"a", "3-1", "1-2-3", "-1", "0-99999999"}) EXPECT_FALSE(readRanks(QString::fromLatin1(wrong))) << wrong;
  EXPECT_EQ(showRanks({0, 1, 2, 5}), "0-2, 5");
}

TEST(TimelineColours, FollowTheChoiceAndTheLegendWithThem) {
  Shown s;
  const QImage plain = s.view.grab().toImage();
  std::vector<QImage> images{plain};
  for (int k = 0; k < 3; ++k) {
    s.press(Qt::Key_C);
    s.view.finishPreparing();
    images.push_back(s.view.grab().toImage());
    for (std::size_t i = 0; i + 1 < images.size(); ++i) EXPECT_NE(images[i], images.back()) << k;
  }
  s.press(Qt::Key_C);
  EXPECT_EQ(s.view.colourBy(), ColourBy::Activity);
  s.view.finishPreparing();
  EXPECT_EQ(s.view.grab().toImage(), plain);
}

TEST(TimelineLanes, PinnedOnesStayInSight) {
  Shown s;
  s.view.resize(1200, 300);
  QApplication::processEvents();
  QTest::mouseClick(s.view.plot(), Qt::RightButton, {}, s.gutterOf("stream 7"));
  ASSERT_TRUE(s.choose("Pin to the top"));
  ASSERT_GE(s.view.laneList().pinned, 2U);
  EXPECT_EQ(s.view.lanes()[1].label, "rank 0 · stream 7");
  const int top = s.view.yOf(s.view.lanes()[1]);
  for (int i = 0; i < 20; ++i) s.press(Qt::Key_Down);
  EXPECT_EQ(s.view.yOf(s.view.lanes()[1]), top) << "while the others scroll";
  // It answers there, too.
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("rank 0 · stream 7", 10));
  EXPECT_EQ(s.state.selection().title, "gemm");
  s.view.setCurrentLane(s.view.lanes()[1].key);
  s.press(Qt::Key_P);
  EXPECT_EQ(s.view.laneList().pinned, 1U) << "the steps alone";
}

TEST(TimelineFilter, WhatCannotBeReadIsSaidWithWhatCan) {
  Shown s;
  auto* durations = s.view.findChild<QLineEdit*>(QStringLiteral("filter-durations"));
  auto* ranks = s.view.findChild<QLineEdit*>(QStringLiteral("filter-ranks"));
  QTest::keyClicks(durations, "> 5 parsec");
  EXPECT_TRUE(QTest::qWaitFor([&] { return s.strip().contains("\"> 5 parsec\" is no duration: write > 10 us"); }, 5000)) << s.strip().toStdString();
  EXPECT_TRUE(s.state.filter().off());
  QTest::keyClicks(ranks, "a-b");
  EXPECT_TRUE(QTest::qWaitFor([&] { return s.strip().contains("\"a-b\" names no ranks: write 0-3, 7"); }, 5000)) << s.strip().toStdString();
  // Put right, it is taken back at once; what is left is taken by the button.
  ranks->clear();
  QTest::keyClicks(ranks, "0");
  EXPECT_TRUE(QTest::qWaitFor([&] { return !s.strip().contains("names no ranks"); }, 5000));
  EXPECT_TRUE(s.strip().contains("is no duration"));
  s.view.findChild<QToolButton*>(QStringLiteral("filter-clear"))->click();
  EXPECT_TRUE(durations->text().isEmpty());
  EXPECT_TRUE(s.view.findChild<QWidget*>(QStringLiteral("filter-strip"))->isHidden());
}

TEST(TimelineLanes, AreHiddenAndShownAgain) {
  Shown s;
  QTest::mouseClick(s.view.plot(), Qt::RightButton, {}, s.gutterOf("writer"));
  ASSERT_TRUE(s.choose("Hide"));
  EXPECT_EQ(s.labels().count("writer"), 1) << "rank 1's";
  EXPECT_TRUE(s.strip().contains("1 tracks hidden")) << s.strip().toStdString();
  // What is looked for is brought out.
  s.state.setSearch("save");
  ASSERT_TRUE(s.view.findNext());
  EXPECT_EQ(s.labels().count("writer"), 2);
  s.press(Qt::Key_J);
  s.press(Qt::Key_J);
  const QString current = s.view.currentLane();
  EXPECT_FALSE(current.isEmpty());
  const auto before = s.view.lanes().size();
  s.press(Qt::Key_H);
  EXPECT_LT(s.view.lanes().size(), before);
  EXPECT_NE(s.view.currentLane(), current);
  s.press(Qt::Key_H, Qt::ShiftModifier);
  EXPECT_EQ(s.view.lanes().size(), before);
}

TEST(TimelineLanes, ArePutInAnotherOrder) {
  Shown s;
  const auto ofRank0 = [&] {
    QStringList out;
    bool in = false;
    for (const Lane& l : s.view.lanes()) {
      if (l.kind == Lane::Kind::Rank) in = l.rank == 0;
      else if (in && (l.kind == Lane::Kind::Track || l.kind == Lane::Kind::CounterGroup)) out << l.label;
    }
    return out;
  };
  EXPECT_EQ(ofRank0(), (QStringList{"python", "writer", "stream 7", "power"}));
  // Dragged by its label above the first.
  const QPoint to(60, s.view.yOf(s.lane("python")) + 1);
  s.drag(s.gutterOf("stream 7"), to);
  EXPECT_EQ(ofRank0(), (QStringList{"stream 7", "python", "writer", "power"}));
  s.view.setCurrentLane(s.lane("stream 7").key);
  s.press(Qt::Key_Down, Qt::AltModifier);
  EXPECT_EQ(ofRank0(), (QStringList{"python", "stream 7", "writer", "power"}));
  s.press(Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(ofRank0().first(), "stream 7");
  QTest::mouseClick(s.view.plot(), Qt::RightButton, {}, s.gutterOf("power"));
  ASSERT_TRUE(s.choose("Move to the first place"));
  EXPECT_EQ(ofRank0().first(), "power");
  // A click without a drag still folds.
  const auto lanes = s.view.lanes().size();
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.gutterOf("rank 0"));
  EXPECT_LT(s.view.lanes().size(), lanes);
  // Ranks move as a whole.
  s.view.setCurrentLane(s.lane("rank 1").key);
  s.press(Qt::Key_Up, Qt::AltModifier);
  EXPECT_LT(s.lane("rank 1").y, s.lane("rank 0").y);
}

TEST(TimelineSteps, AreChosenByMouseAndKeys) {
  Shown s;
  ASSERT_TRUE(s.view.stepsOf(1));
  EXPECT_EQ(s.view.stepsOf(1)->steps.size(), 10U);
  EXPECT_EQ(s.view.stepsOf(1)->number.front(), 5);
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("steps", 250));
  ASSERT_TRUE(s.state.measured());
  EXPECT_EQ(*s.state.measured(), (ViewState::Range{200 * us, 300 * us}));
  s.press(Qt::Key_E);
  EXPECT_EQ(*s.state.measured(), (ViewState::Range{300 * us, 400 * us}));
  EXPECT_LT(s.state.timeRange().second - s.state.timeRange().first, 120 * us) << "zoomed to it";
  s.press(Qt::Key_Q);
  s.press(Qt::Key_Q);
  EXPECT_EQ(*s.state.measured(), (ViewState::Range{100 * us, 200 * us}));
  EXPECT_EQ(s.view.goToText("step 12"), "");
  EXPECT_EQ(*s.state.measured(), (ViewState::Range{700 * us, 800 * us}));
  EXPECT_TRUE(s.view.goToText("step 3").contains("5 to 14"));
}

TEST(TimelineSteps, AreOfARankThatIsShown) {
  Shown s;
  ASSERT_TRUE(s.view.stepsOf(1));
  EXPECT_EQ(s.view.stepsOf(1)->rank, 0);
  Filter f;
  f.ranks = {1};
  s.state.setFilter(f);
  s.view.finishPreparing();
  EXPECT_EQ(s.view.stepsOf(1)->rank, 1);
}

TEST(TimelineSteps, AreSetByHand) {
  Shown s(job(false));
  // By repetition: four kernels a step.
  QString what;
  EXPECT_EQ(s.view.stepsFrom(1, &what), Steps::From::Repetition);
  s.drag(s.at("steps", 100), s.at("steps", 300));
  ASSERT_TRUE(s.choose("One step is"));
  ASSERT_TRUE(s.state.stepsByHand(1));
  EXPECT_NEAR(static_cast<double>(s.state.stepsByHand(1)->at(1).length()), 200.0 * us, 3.0 * us);
  EXPECT_TRUE(s.choose("As found in the trace again", s.barMenu("steps-menu")));
  EXPECT_FALSE(s.state.stepsByHand(1));
  // At each slice of a name.
  s.state.select({});
  QTest::mouseClick(s.view.plot(), Qt::RightButton, {}, s.at("stream 7", 51));
  ASSERT_TRUE(s.choose("A step begins at each slice"));
  ASSERT_TRUE(s.state.stepsByHand(1));
  EXPECT_EQ(s.state.stepsByHand(1)->size(), 10U);
  EXPECT_EQ(s.state.stepsByHand(1)->at(2).from, 246 * us);
}

TEST(TimelineMarkers, AreSetNamedFoundAndRemoved) {
  Shown s;
  const QPoint strip(static_cast<int>(s.view.xAt(400 * us)), s.view.markerArea().center().y());
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, strip);
  ASSERT_EQ(s.state.markers().size(), 1U);
  EXPECT_NEAR(static_cast<double>(s.state.markers()[0].time), 400.0 * us, 2.0 * us);
  QTest::mouseDClick(s.view.plot(), Qt::LeftButton, {}, strip);
  auto* edit = s.view.findChild<QLineEdit*>(QStringLiteral("marker-name"));
  ASSERT_TRUE(edit && edit->isVisible());
  QTest::keyClicks(edit, "warm");
  QTest::keyClick(edit, Qt::Key_Return);
  ASSERT_EQ(s.state.markers().size(), 1U);
  EXPECT_EQ(s.state.markers()[0].text, "warm");
  EXPECT_FALSE(edit->isVisible());
  s.press(Qt::Key_W);
  s.press(Qt::Key_W);
  EXPECT_EQ(s.view.goToText("WARM"), "");
  const auto [from, to] = s.state.timeRange();
  EXPECT_NEAR(static_cast<double>(from + (to - from) / 2), static_cast<double>(s.state.markers()[0].time), 10.0);
  EXPECT_TRUE(s.view.goToText("cold").contains("no marker"));
  // Dragged, and removed by its menu.
  const QPoint flag(static_cast<int>(s.view.xAt(s.state.markers()[0].time)) + 3, s.view.markerArea().center().y());
  s.drag(flag, flag + QPoint(100, 0));
  EXPECT_GT(s.state.markers()[0].time, 410 * us);
  QTest::mouseClick(s.view.plot(), Qt::RightButton, {}, QPoint(static_cast<int>(s.view.xAt(s.state.markers()[0].time)) + 3, flag.y()));
  ASSERT_TRUE(s.choose("Remove it"));
  EXPECT_TRUE(s.state.markers().empty());
  s.press(Qt::Key_M);
  EXPECT_EQ(s.state.markers().size(), 1U);
  s.press(Qt::Key_M, Qt::ShiftModifier);
  EXPECT_TRUE(s.state.markers().empty());
}

TEST(TimelineMeasure, TellsEverythingInsideAndCopiesIt) {
  Shown s;
  s.state.setMeasured(ViewState::Range{0, 200 * us});
  ASSERT_TRUE(s.view.measure() && s.view.measure()->done);
  auto* panel = s.view.findChild<RangePanel*>();
  ASSERT_TRUE(panel && panel->isVisible());
  const auto line = [&](const QString& name) {
    for (const auto& l : panel->model().lines())
      if (l.name == name) return l.figures;
    ADD_FAILURE() << name.toStdString();
    return RangeFigures{};
  };
  const RangeFigures gemm = line("gemm");
  EXPECT_EQ(gemm.count, 8U);  // two a step, two steps, two ranks
  EXPECT_NEAR(gemm.sum_s, 4 * 10e-6 + 4 * 11e-6, 1e-12);
  EXPECT_NEAR(gemm.share, (4 * 10e-6 + 4 * 11e-6) / (2 * 200e-6), 1e-9);
  panel->setByName(false);
  EXPECT_EQ(line("communication").count, 4U);
  panel->copyCsv();
  const QStringList csv = QApplication::clipboard()->text().split('\n');
  EXPECT_TRUE(csv[0].startsWith("run,name,count,sum inside (s),share,cut by a border"));
  EXPECT_EQ(csv.size(), static_cast<qsizetype>(panel->model().lines().size()) + 2);
  // Only what the filter shows.
  Filter gemms;
  gemms.name = "gemm";
  s.state.setFilter(gemms);
  s.view.finishPreparing();
  EXPECT_EQ(s.view.measure()->reports[0].report.all.count, 8U);
  s.state.setFilter({});
  // An edge is dragged, Escape ends it.
  const int y = s.view.yOf(s.lane("stream 7")) + 8;
  s.drag({static_cast<int>(s.view.xAt(200 * us)), y}, {static_cast<int>(s.view.xAt(500 * us)), y});
  EXPECT_NEAR(static_cast<double>(s.state.measured()->second), 500.0 * us, 3.0 * us);
  s.press(Qt::Key_Escape);
  EXPECT_FALSE(s.state.measured());
  EXPECT_FALSE(panel->isVisible());
  // The selected slice by a key.
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("stream 7", 10));
  s.press(Qt::Key_R);
  ASSERT_TRUE(s.state.measured());
  EXPECT_EQ(*s.state.measured(), (ViewState::Range{6 * us, 16 * us}));
}

// A border through slices: they count with their part inside, and the sentence above the table says so.
TEST(TimelineMeasure, WhatABorderCutsCountsWithItsPartInside) {
  Shown s;
  s.state.setMeasured(ViewState::Range{10 * us, 100 * us});  // the first gemm of both ranks began at 6 us
  ASSERT_TRUE(s.view.measure() && s.view.measure()->done);
  auto* panel = s.view.findChild<RangePanel*>();
  for (const auto& l : panel->model().lines()) {
    EXPECT_LE(l.figures.share, 1.0) << l.name.toStdString();
    if (l.name != "gemm") continue;
    EXPECT_EQ(l.figures.count, 4U);
    EXPECT_EQ(l.figures.cut, 2U);
    EXPECT_NEAR(l.figures.sum_s, (6 + 10 + 7 + 11) * 1e-6, 1e-12);
    EXPECT_NEAR(l.figures.share, (6 + 10 + 7 + 11) / (2 * 90.0), 1e-9);
  }
  auto* says = panel->findChild<QLabel*>(QStringLiteral("range-says"));
  ASSERT_TRUE(says);
  EXPECT_TRUE(says->wordWrap());
  EXPECT_TRUE(says->text().contains("slices overlap it")) << says->text().toStdString();
  EXPECT_TRUE(says->toolTip().contains("only its part inside"));
  // In little room the buttons leave the sentence its width.
  auto* buttons = panel->findChild<QToolButton*>(QStringLiteral("by-name"));
  s.view.resize(430, 760);
  QApplication::processEvents();
  EXPECT_GT(buttons->mapTo(panel, QPoint(0, 0)).y(), says->geometry().bottom() - 2);
}

TEST(TimelineBar, KeepsEverythingInSightInLittleRoom) {
  Shown s;
  auto* bar = s.view.findChild<TimelineBar*>();
  ASSERT_TRUE(bar);
  int wide = 0;
  for (const int width : {1400, 420, 300}) {
    s.view.resize(width, 760);
    QApplication::processEvents();
    for (const char* name : {"filter-name", "filter-categories", "filter-durations", "filter-ranks", "colour-by", "steps", "markers", "arrows", "tracks"}) {
      auto* w = bar->findChild<QWidget*>(QLatin1String(name));
      ASSERT_TRUE(w) << name;
      EXPECT_TRUE(w->isVisible()) << name;
      EXPECT_TRUE(bar->rect().contains(QRect(w->mapTo(bar, QPoint(0, 0)), w->size()))) << name << " at " << width;
    }
    if (width == 1400) wide = bar->height();
  }
  EXPECT_GE(bar->height(), 2 * wide - 8) << "more than one row";
}

TEST(TimelineLegend, WrapsBeforeItLeavesSomethingOut) {
  std::vector<std::pair<Activity, QString>> entries;
  for (int a = 0; a < kActivities; ++a) entries.emplace_back(static_cast<Activity>(a), QStringLiteral("activity %1").arg(a));
  QWidget plot;
  for (const int width : {1600, 500, 320}) {
    plot.resize(width, 300);
    const auto boxes = legendBoxes(plot, 200, entries);
    ASSERT_EQ(boxes.size(), entries.size()) << width;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      EXPECT_TRUE(plot.rect().contains(boxes[i].second)) << width;
      for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(boxes[i].second.intersects(boxes[k].second));
    }
    EXPECT_EQ(legendLines(plot, 200, entries) == 1, width == 1600);
  }
  // The lanes give way to it.
  Shown s;
  const auto below = [&] { return s.view.plot()->height() - s.view.laneArea().bottom(); };
  const int one = below();
  s.view.resize(340, 760);
  QApplication::processEvents();
  EXPECT_GT(below(), one);
}

TEST(TimelineOverlays, StandBelowTheStepsAndInsideThePlot) {
  Shown s;
  const Lane& steps = s.view.lanes().front();
  ASSERT_EQ(steps.kind, Lane::Kind::Steps);
  const QRect area = s.view.slicesArea();
  EXPECT_EQ(area.top(), s.view.laneArea().top() + steps.height);
  EXPECT_EQ(area.bottom(), s.view.laneArea().bottom());
  for (const QPointF& at : {QPointF(0, 0), QPointF(area.right(), area.bottom()), QPointF(area.center())})
    EXPECT_TRUE(QRectF(area).contains(boxWithin(area, at, {160, 24})));
}

namespace {

SliceIndex sliceNamed(const weir::Run& r, std::string_view name, std::int64_t start) {
  for (SliceIndex i = 0; i < r.slices.size(); ++i)
    if (r.names.text(r.slices.name[i]) == name && r.slices.start[i] == start) return i;
  ADD_FAILURE() << name;
  return 0;
}

}  // namespace

// The path goes upright from the host through the writer's lane, where "save" is written, to the stream.
TEST(TimelinePath, RunsBeneathNamesAndLeavesOutWhatIsHidden) {
  Shown s;
  s.state.setTimeRange({400 * us, 500 * us});
  QApplication::processEvents();
  const weir::Run& r = *s.state.run(1)->run;
  const SliceIndex launch = sliceNamed(r, "cudaLaunchKernel", 420 * us), kernel = sliceNamed(r, "gemm", 426 * us);
  const auto track = [&](SliceIndex i) { return r.rowOf(i).track; };
  auto spans = std::make_shared<std::vector<Highlight::Span>>();
  spans->push_back({.from = 400 * us, .to = 421 * us, .track = track(launch), .hasSlice = true, .slice = launch});
  spans->push_back({.from = 421 * us, .to = 436 * us, .track = track(kernel), .hasSlice = true, .slice = kernel});
  const auto picture = [&] {
    QApplication::processEvents();
    return s.view.grab().toImage();
  };
  const QPoint plot = s.view.plot()->mapTo(&s.view, QPoint(0, 0));
  const QImage plain = picture();
  Highlight::of(s.state).set(1, spans);
  const QImage with = picture();
  ASSERT_EQ(plain.size(), with.size());
  const auto differs = [&](const QPoint& from, int height) {
    for (int y = 0; y < height; ++y)
      if (plain.pixel(plot + from + QPoint(0, y)) != with.pixel(plot + from + QPoint(0, y))) return true;
    return false;
  };
  const int x = static_cast<int>(s.view.xAt(421 * us));
  const int writer = s.view.yOf(s.lane("writer")), stream = s.view.yOf(s.lane("stream 7"));
  EXPECT_FALSE(differs({x, writer + 3}, 8)) << "over the name";
  EXPECT_TRUE(differs({x + 40, stream}, 16)) << "along the stream";
  const int python = s.view.yOf(s.lane("python"));
  EXPECT_TRUE(differs({x - 30, python}, 64));
  // What the filter hides has no line either.
  Filter f;
  f.name = "save";
  s.state.setFilter(f);
  s.view.finishPreparing();
  const QImage filtered = picture();
  Highlight::of(s.state).clear();
  EXPECT_EQ(picture(), filtered);
}

TEST(TimelineSelection, CarriesTheCollectiveOfASlice) {
  test::Sketch sketch;
  for (int rank = 0; rank < 2; ++rank) {
    const auto t = sketch.track(rank, TrackKind::Stream, "stream 20");
    for (int k = 0; k < 3; ++k) {
      CollectiveCall c;
      c.operation = Operation::AllReduce;
      c.rank = rank;
      c.start = k * 100 * us;
      c.duration = 10 * us;
      c.groupSize = 2;
      c.group = sketch.b.group({0, 1});
      c.slice = sketch.slice(t, k * 100, k * 100 + 10, Activity::Communication);
      sketch.b.collective(c);
    }
    sketch.slice(t, 50, 60, Activity::Compute);
  }
  Shown s(test::shared(sketch.build()));
  const weir::Run& r = *s.state.run(1)->run;
  for (const double at : {105.0, 205.0}) {
    QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("stream 20", at));
    const Selection& chosen = s.state.selection();
    ASSERT_EQ(chosen.kind, Selection::Kind::Slice);
    const auto call = std::find_if(r.collectives.begin(), r.collectives.end(), [&](const CollectiveCall& c) { return c.slice == chosen.slice; });
    ASSERT_NE(call, r.collectives.end());
    EXPECT_EQ(chosen.instance, call->instance);
    const QString number = QStringLiteral("#%1").arg(call->instance);
    EXPECT_TRUE(std::any_of(chosen.facts.begin(), chosen.facts.end(), [&](const auto& f) { return f.second.startsWith(number); }));
  }
  // From its menu to the view that asks what if.
  QString wanted;
  QObject::connect(&s.state, &ViewState::viewWanted, &s.view, [&](const QString& name) { wanted = name; });
  s.state.select({});
  QTest::mouseClick(s.view.plot(), Qt::RightButton, {}, s.at("stream 20", 105));
  EXPECT_TRUE(s.choose("What if this collective"));
  EXPECT_EQ(wanted, QStringLiteral("critical-path"));
  EXPECT_NE(s.state.selection().instance, kNoInstance);
  QTest::mouseClick(s.view.plot(), Qt::RightButton, {}, s.at("stream 20", 55));
  EXPECT_FALSE(s.choose("What if this collective")) << "no collective";
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("stream 20", 55));
  EXPECT_EQ(s.state.selection().instance, kNoInstance) << "no collective, and not the first one";
}

TEST(TimelineGoTo, ReadsWhatAPersonTypes) {
  using K = Destination::Kind;
  const std::tuple<const char*, K, std::int64_t> rows[] = {
      {"1.5 ms", K::Absolute, 1500 * us}, {"250us", K::Absolute, 250 * us}, {"+5ms", K::Relative, 5000 * us}, {"- 5 ms", K::Relative, -5000 * us},
      {"−5ms", K::Relative, -5000 * us},  {"step 12", K::Step, 12},         {"#12", K::Step, 12},             {"rank 3", K::Rank, 3},
      {"end", K::End, 0},                 {"warm-up", K::Marker, 0},        {"12", K::Wrong, 0},              {"5 parsec", K::Wrong, 0},
      {"", K::Wrong, 0},                  {"1e300 s", K::Wrong, 0},
  };
  for (const auto& [text, kind, value] : rows) {
    const Destination d = readDestination(QString::fromUtf8(text));
    EXPECT_EQ(d.kind, kind) << text;
    if (kind == K::Absolute || kind == K::Relative) {
      EXPECT_EQ(d.time, value) << text;
    }
    if (kind == K::Step || kind == K::Rank) {
      EXPECT_EQ(d.number, value) << text;
    }
  }
}

TEST(TimelineGoTo, ByKeyWithABox) {
  Shown s;
  s.press(Qt::Key_W);
  s.press(Qt::Key_W);
  s.press(Qt::Key_G, Qt::ControlModifier);
  auto* box = s.view.findChild<QLineEdit*>(QStringLiteral("go-to-text"));
  ASSERT_TRUE(box && box->isVisible());
  QTest::keyClicks(box, "700 us");
  QTest::keyClick(box, Qt::Key_Return);
  EXPECT_FALSE(box->isVisible());
  const auto middle = [&] { return s.state.timeRange().first + (s.state.timeRange().second - s.state.timeRange().first) / 2; };
  EXPECT_NEAR(static_cast<double>(middle()), 700.0 * us, 10.0);
  EXPECT_EQ(s.view.goToText("-100us"), "");
  EXPECT_NEAR(static_cast<double>(middle()), 600.0 * us, 10.0);
  EXPECT_TRUE(s.view.goToText("9 s").contains("outside"));
  EXPECT_EQ(s.view.goToText("rank 1"), "");
  EXPECT_TRUE(s.view.currentLane().endsWith("/1"));
  EXPECT_TRUE(s.view.goToText("rank 9").contains("no rank 9"));
}

TEST(TimelineArrows, FollowTheChainAndShowAllWhenFew) {
  Shown s;
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.at("stream 7", 10));
  EXPECT_EQ(s.view.selectedArrows().in.size(), 1U);
  s.press(Qt::Key_BracketLeft);
  EXPECT_EQ(s.state.selection().title, "cudaLaunchKernel");
  s.press(Qt::Key_BracketRight);
  EXPECT_EQ(s.state.selection().title, "gemm");
  s.press(Qt::Key_Period);
  EXPECT_EQ(s.state.selection().title, "gemm");
  s.press(Qt::Key_Period);
  EXPECT_EQ(s.state.selection().title, "softmax");
  EXPECT_EQ(s.view.arrowsInSight().arrows.size(), 80U);
  s.state.setTimeRange({0, 50 * us});
  EXPECT_EQ(s.view.arrowsInSight().arrows.size(), 6U);
}

TEST(TimelineKeys, StandInTheHelpSheet) {
  const auto keys = TimelineView::keys();
  EXPECT_GT(keys.size(), 20U);
  for (const auto& [what, key] : keys) {
    EXPECT_FALSE(what.isEmpty());
    EXPECT_FALSE(key.isEmpty());
  }
}

}  // namespace timeline_tools_test
