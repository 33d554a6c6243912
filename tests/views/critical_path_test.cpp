#include "views/critical_path/critical_path_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <set>

#include "core/formats/open.h"
#include "core/summarize/critical_path_pick.h"
#include "core/summarize/critical_path_reach.h"
#include "core/summarize/critical_path_report.h"
#include "core/summarize/critical_path_then_last.h"
#include "tests/views/support.h"
#include "views/figures/export_figure.h"
#include "views/shared/core_words.h"
#include "views/shared/highlight.h"
#include "views/timeline/timeline_view.h"

namespace critical_path_test {
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
  EXPECT_EQ(table[2][3], "3e-05");  // all of the transfer gained: beside what it takes
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
  const auto tabled = [&] {
    std::int64_t sum = 0;
    for (int i = 0; i < view.rows().rowCount(); ++i) sum += view.rows().at(i).time;
    return sum;
  };
  EXPECT_EQ(view.canvas().picture().path->makespan(), 110 * test::us);
  // The table beneath is that path's too.
  EXPECT_EQ(tabled(), 110 * test::us);
  s.changed = false;
  view.setSettings(s);
  view.finishNow();
  EXPECT_EQ(tabled(), *view.makespan());
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

// What changes nothing says why, in the panel as on the command line.
TEST(CriticalPathView, AWhatIfThatGainsNothingSaysWhy) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  view.finishNow();
  const auto said = [&](const char* words) {
    view.panel().ask(QString::fromLatin1(words));
    view.finishNow();
    QString all;
    for (const QLabel* l : view.panel().findChildren<QLabel*>()) all += l->text() + QLatin1Char('\n');
    return all.toStdString();
  };
  EXPECT_NE(said("copy x2").find("nothing changes: in this run no time goes to copy"), std::string::npos);
  EXPECT_FALSE(view.changedMakespan().has_value());
  EXPECT_TRUE(view.panel().problem().startsWith("nothing changes")) << view.panel().problem().toStdString();
  // Rank 0 computes 60 us and waits 40 for rank 1.
  EXPECT_NE(said("computing x2 on rank 0").find("another path"), std::string::npos) << said("computing x2 on rank 0");
  EXPECT_EQ(view.panel().problem(), "");
  const std::string late = said("rank 0 not late");
  EXPECT_NE(late.find("150 µs, as it is"), std::string::npos) << late;
  EXPECT_NE(late.find("Rank 0 comes no later than the median"), std::string::npos) << late;
  EXPECT_EQ(late.find("another path is as long"), std::string::npos) << "it is not: nothing was changed";
  EXPECT_NE(said("widest collective x2").find("a change begins with collective"), std::string::npos);
  EXPECT_NE(said("longest collective x2").find("The longest collective is all-reduce #0: it takes 30.0 µs"), std::string::npos);
  EXPECT_EQ(view.changedMakespan(), 135 * test::us);
  // Who comes last then, as on the command line.
  const std::string slowest = said("slowest rank late 50%");
  EXPECT_NE(slowest.find("The slowest rank is rank 1: the others wait 40.0 µs for it, in sum."), std::string::npos) << slowest;
  EXPECT_NE(slowest.find("Rank 1 still comes last to all-reduce #0"), std::string::npos) << slowest;
  EXPECT_NE(slowest.find("This rank alone is changed"), std::string::npos) << slowest;
}

// Every row that is shown has its gain, and kernels of one family read differently however narrow their column is.
TEST(CriticalPathView, EveryRowHasItsGainAndReadsAsItself) {
  test::Sketch s;
  const auto gpu = s.track(0, TrackKind::Stream, "stream 7");
  for (int i = 0; i < 40; ++i)
    s.b.slice({.track = gpu, .start = i * 10 * test::us, .duration = 10 * test::us, .name = s.b.intern("void at::native::vectorized_elementwise_kernel<4, at::native::Functor" + std::to_string(i) + "<float>, at::detail::Array<char*, 2>>(int)"),
               .category = s.b.intern("kernel"), .activity = Activity::Compute, .args = {}});
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, test::shared(s.build()), "forty kernels"));
  view.finishNow();
  ASSERT_EQ(view.rows().rowCount(), 40);
  EXPECT_FALSE(view.rows().anyMissing());
  view.rows().setRoom(24);
  QSet<QString> names;
  for (int i = 0; i < 40; ++i) names << view.rows().data(view.rows().index(i, PathRows::What), Qt::DisplayRole).toString();
  EXPECT_EQ(names.size(), 40);
  // The path of a what-if has none, and says why.
  CriticalPathView::Settings changed;
  changed.changed = true;
  view.panel().ask("computing x2");
  view.setSettings(changed);
  view.finishNow();
  ASSERT_TRUE(view.rows().anyMissing());
  EXPECT_TRUE(view.rows().data(view.rows().index(0, PathRows::Gain), Qt::ToolTipRole).toString().contains("as it was measured"));
  // What is looked for is the whole name.
  view.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly)->setText("detail::Array");
  EXPECT_EQ(view.grid().model()->rowCount(), 40);
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

// Item of the panel's first list that holds these words; empty = none.
static QString offered(CriticalPathView& view, const char* words) {
  auto* what = view.panel().findChild<QComboBox*>();
  const int at = what->findData(QString::fromLatin1(words));
  return at < 0 ? QString() : what->itemText(at);
}

TEST(CriticalPathView, OneCollectiveIsChosenFromTheListOrTheTimeline) {
  ViewState state;
  CriticalPathView view(state);
  const RunPtr run = straggling();
  state.putRun(shown(1, run, "two ranks"));
  view.finishNow();
  // Those on the path, with what tells them apart.
  EXPECT_EQ(offered(view, "collective #0 %1"), "all-reduce #0 · group 1 of 2 ranks · 30.0 µs on the path, 20.0 %");
  EXPECT_EQ(offered(view, "link 0-1 at %1Gb/s from 100Gb/s"), "link 0–1 · 30.0 µs on the path, 20.0 %");
  EXPECT_EQ(offered(view, "collective #1 %1"), "");
  Selection slice;
  slice.kind = Selection::Kind::Slice;
  slice.runId = 1;
  slice.slice = run->collectives[0].slice;
  slice.instance = kNoInstance;  // as views say it that do not know
  state.select(slice);
  EXPECT_TRUE(offered(view, "collective #0 %1").startsWith("selected: all-reduce #0")) << offered(view, "collective #0 %1").toStdString();
  Selection both;
  both.kind = Selection::Kind::Collective;
  both.runId = 1;
  both.instance = 0;
  state.select(both);
  EXPECT_TRUE(offered(view, "collective #0 %1").startsWith("selected: all-reduce #0"));
  slice.slice = 0;
  state.select(slice);
  EXPECT_EQ(offered(view, "slice exactly \"computing\" %1"), "selected: every computing");
  slice.runId = 2;  // another run's
  state.select(slice);
  EXPECT_FALSE(offered(view, "slice exactly \"computing\" %1").startsWith("selected"));
}

// The longest collective beside the path is offered too, and is marked so.
TEST(CriticalPathView, TheLongestCollectiveOffThePathIsOffered) {
  test::Sketch s;
  const auto call = [&](const SliceIndex slice, int rank, std::int64_t from, std::int64_t to) {
    CollectiveCall c;
    c.operation = Operation::Broadcast;
    c.rank = rank;
    c.slice = slice;
    c.start = from * test::us;
    c.duration = (to - from) * test::us;
    c.groupSize = 2;
    c.group = s.b.group({0, 1});
    s.b.collective(c);
  };
  for (int r = 0; r < 2; ++r) {
    s.slice(s.track(r, TrackKind::Stream, "stream 7"), 0, 150, Activity::Compute);
    const auto beside = s.track(r, TrackKind::Stream, "stream 20");
    call(s.slice(beside, 10, 20, Activity::Communication), r, 10, 20);
    call(s.slice(beside, 40, 65, Activity::Communication), r, 40, 65);
  }
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, test::shared(s.build()), "two ranks"));
  view.finishNow();
  EXPECT_EQ(offered(view, "collective #1 %1"), "broadcast #1 · group 1 of 2 ranks · longest off the path, 25.0 µs");
  EXPECT_EQ(offered(view, "collective #0 %1"), "");
}

// Long names are cut, in the list as in the box, so that they are told apart and what they take is seen; all of them is found.
TEST(CriticalPathView, LongChoicesAreToldApart) {
  test::Sketch s;
  const auto gpu = s.track(0, TrackKind::Stream, "stream 7");
  for (int i = 0; i < 4; ++i)
    s.b.slice({.track = gpu, .start = i * 10 * test::us, .duration = 10 * test::us, .name = s.b.intern("void at::native::vectorized_elementwise_kernel<4, at::native::Functor" + std::to_string(i) + "<float>, at::detail::Array<char*, 2>>(int)"),
               .category = s.b.intern("kernel"), .activity = Activity::Compute, .args = {}});
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, test::shared(s.build()), "four kernels"));
  view.finishNow();
  auto* what = view.panel().findChild<ChoiceBox*>();
  QSet<QString> all;
  for (int i = 0; i < what->count(); ++i) {
    if (!what->itemData(i).toString().startsWith("slice exactly")) continue;
    const QString shown = what->shownText(i);
    all << shown;
    EXPECT_LT(shown.size(), 90) << shown.toStdString();
    EXPECT_TRUE(shown.endsWith("10.0 µs on the path, 25.0 %")) << shown.toStdString();
    EXPECT_TRUE(what->itemText(i).contains("at::detail::Array<char*, 2>")) << what->itemText(i).toStdString();
    EXPECT_EQ(what->itemData(i, Qt::ToolTipRole).toString(), what->itemText(i));
  }
  EXPECT_EQ(all.size(), 4);
}

TEST(CriticalPathView, ARankComesHalfAsLate) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  view.finishNow();
  EXPECT_EQ(offered(view, "rank 1 late %3%"), "rank 1 comes less late · others waited 40.0 µs for it in sum");
  EXPECT_EQ(offered(view, "rank 0 late %3%"), "rank 0 comes less late · nobody waited for it");
  auto* what = view.panel().findChild<QComboBox*>();
  EXPECT_LT(what->findData("rank 1 late %3%"), what->findData("rank 0 late %3%"));
  what->setCurrentIndex(what->findData("rank 1 late %3%"));
  view.finishNow();
  EXPECT_EQ(view.changedMakespan(), 110 * test::us);
  auto* left = view.panel().findChild<QSpinBox*>();
  ASSERT_TRUE(left);
  left->setValue(50);
  view.finishNow();
  EXPECT_EQ(view.changedMakespan(), 130 * test::us);
  EXPECT_EQ(view.panel().words(), QStringList{"rank 1 late 50%"});
}

TEST(CriticalPathView, ARowOfTheTableBecomesAWhatIf) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  CriticalPathView::Settings s;
  s.by = PathBy::Collective;
  view.setSettings(s);
  view.finishNow();
  const auto rows = view.table();
  ASSERT_EQ(rows.size(), 3);  // header, computing, the all-reduce
  EXPECT_EQ(rows[2][0], "all-reduce #0");
  EXPECT_EQ(rows[2][10], "0");
  EXPECT_EQ(rows[2][13], "2");  // ranks
  QTableView& grid = view.grid();
  EXPECT_FALSE(grid.isColumnHidden(PathRows::Group));
  const auto choose = [&](const QString& what) {
    for (int i = 0; i < grid.model()->rowCount(); ++i)
      if (grid.model()->index(i, 0).data().toString() == what) grid.setCurrentIndex(grid.model()->index(i, 0));
    for (QAction* a : grid.actions())
      if (a->shortcut() == QKeySequence(Qt::Key_X)) a->trigger();
    view.finishNow();
  };
  choose("all-reduce #0");
  EXPECT_EQ(view.panel().words(), QStringList{"collective #0 x2.00"});
  EXPECT_EQ(view.changedMakespan(), 135 * test::us);
  choose("computing");  // beside it, in a row of its own
  EXPECT_EQ(view.panel().words(), (QStringList{"collective #0 x2.00", "computing x2.00"}));
  // What is looked for is all that is shown.
  view.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly)->setText("#0");
  EXPECT_EQ(grid.model()->rowCount(), 1);
}

// Definition and unit of every column, whichever rows are shown.
TEST(CriticalPathView, EveryColumnSaysWhatItIsAndItsUnit) {
  PathRows rows;
  rows.setRows(straggling(), PathBy::Name, 0, 0, {});
  const std::set<int> texts{PathRows::What, PathRows::Kind}, numbers{PathRows::Group, PathRows::Step};
  for (int c = 0; c < PathRows::kColumns; ++c) {
    const QString title = rows.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString(), tip = rows.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
    EXPECT_FALSE(title.isEmpty()) << c;
    EXPECT_GT(tip.size(), title.size() + 10) << title.toStdString();
    if (texts.contains(c)) continue;
    const bool unit = tip.contains("(s)") || tip.contains("(%)") || tip.contains("(B)") || tip.contains("a count");
    EXPECT_TRUE(numbers.contains(c) ? tip.contains("umber") : unit) << tip.toStdString();
  }
  // Where there are rows the header says the unit that all its cells have.
  PathRow long_, short_;
  long_.time = 8'180'000'000;
  short_.time = 10'000'000;
  rows.setRows(straggling(), PathBy::Activity, long_.time, 0, {long_, short_});
  EXPECT_EQ(rows.headerData(PathRows::Time, Qt::Horizontal, Qt::DisplayRole).toString(), "On the path\n(ms)");
  EXPECT_EQ(rows.data(rows.index(0, PathRows::Time), Qt::DisplayRole).toString(), "8.180");
  EXPECT_EQ(rows.data(rows.index(1, PathRows::Time), Qt::DisplayRole).toString(), "0.010");
  const QStringList heads = rows.cells().front();
  for (const QString& head : heads)
    EXPECT_TRUE(head.endsWith("(s)") || head.endsWith("(1)") || head.endsWith("(B)") || QStringList({"what", "kind", "times", "rank of the longest", "collective", "group", "ranks", "step"}).contains(head)) << head.toStdString();
}

// Whatever the panel answers stands in the window's language: each of the core's sentences is one of those that are translated.
TEST(CriticalPathView, EveryReasonIsASentenceThatIsTranslated) {
  const auto known = [](const std::string& text) {
    return std::any_of(coreSentences().begin(), coreSentences().end(), [&](const char* pattern) {
      QString p = QRegularExpression::escape(QString::fromUtf8(pattern));
      p.replace(QRegularExpression(QStringLiteral("\\\\%\\d|%\\d")), QStringLiteral("(.+)"));
      return QRegularExpression(QRegularExpression::anchoredPattern(p)).match(QString::fromStdString(text)).hasMatch();
    });
  };
  const auto graph = pathGraph(straggling(), {}, {});
  ASSERT_TRUE(graph.has_value());
  for (const char* words : {"", "collective", "collective all-reduce", "collective all-reduce 2", "collective nothing x2", "collective #x x2", "collective group x2", "kernel x2", "slice", "rank x2", "rank 1 not x2",
                            "rank 1 late", "rank 1 late 5", "rank 1 late 200%", "launch x2", "network", "network at 400", "network at 1b/s", "network at 1Gb/s from 5", "network at 1Gb/s from 1b/s",
                            "network at 1Gb/s of 2", "network at 1Gb/s latency 5", "network at 1Gb/s latency 90d", "link 0 at 400Gb/s", "no luck", "faster please", "computing x2 x2", "kernel 'a x2", "computing x1e9",
                            "rank 99 x2", "rank 99 not late", "collective #99 x2", "collective group 99 x2", "collective broadcast x2", "kernel nosuchthing x2", "slice nosuchthing x2", "slice computang x2",
                            "slice exactly", "slice exactly none x2", "slice x2", "rank -1 x2", "rank", "longest kernel x2", "slowest", "slowest rank x2 on rank 0", "collective group -1 x2", "network link", "network link spine x2", "link 0-9 at 400Gb/s", "network at 400Gb/s"}) {
    const auto change = parseChange(words);
    if (!change) {
      EXPECT_TRUE(known(change.error().what)) << words << ": " << change.error().what;
      continue;
    }
    const auto path = criticalPath(*graph, {*change}, {});
    ASSERT_FALSE(path.has_value()) << words;
    EXPECT_TRUE(known(path.error().what)) << words << ": " << path.error().what;
    EXPECT_TRUE(known(path.error().todo)) << words << ": " << path.error().todo;
  }
  for (const char* words : {"copy x2", "messages x2", "host x2 on rank 1"}) {
    const PathChange change = *parseChange(words);
    const auto nothing = reachesNothing(*graph, change, *reachOf(*graph, change, {}));
    ASSERT_TRUE(nothing.has_value()) << words;
    EXPECT_TRUE(known(nothing->what)) << nothing->what;
  }
  for (const char* words : {"rank 0 not late", "rank 0 x2"}) {
    const PathChange change = *parseChange(words);
    const std::string why = whyNot(change, *reachOf(*graph, change, {}));
    EXPECT_TRUE(why.empty() || known(why)) << why;
  }
  for (const std::string& text : {whyLess(100, 0), whyLess(100, 20)}) EXPECT_TRUE(known(text)) << text;
  for (const char* words : {"longest collective x2", "slowest rank not late"}) {
    const PickedChange picked = *pickedChange(*graph, *parseChange(words));
    EXPECT_TRUE(known(picked.text)) << picked.text;
  }
  ThenLast then;
  then.rank = 1, then.collectives = 3, then.times = 2, then.waited = 40, then.waitsThen = 20;
  for (const std::int32_t who : {kUnknownRank, 0, 1}) {
    then.then = then.mostly = who;
    for (const std::string& text : thenLastSentences(*straggling(), then)) EXPECT_TRUE(known(text)) << text;
  }
  PathRow start;
  start.kind = PathKind::Start;
  start.longest.emplace();
  start.longest->rank = 1;
  EXPECT_TRUE(known(gainNote(*straggling(), start, PathBy::Name)));
  for (const char* words : {"collective all x2", "rank 1 late 50%", "network at 4Gb/s from 2Gb/s", "link 0-1 at 4Gb/s from 2Gb/s latency 1us", "kernel a x2", "computing x2", "rank 0 x2", "no launch delay", "no gaps"})
    for (const std::string& sentence : assumptionsOf(*parseChange(words))) EXPECT_TRUE(known(sentence)) << sentence;
}

TEST(CriticalPathView, SaysHowSureItIs) {
  test::Sketch s;
  const auto gpu = s.track(0, TrackKind::Stream, "stream 7");
  s.slice(gpu, 0, 10, Activity::Compute);
  s.slice(gpu, 90, 100, Activity::Compute);
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, test::shared(s.build()), "gaps"));
  view.finishNow();
  EXPECT_TRUE(view.limits().startsWith("80")) << view.limits().toStdString();
  EXPECT_TRUE(view.limits().contains("explained by nothing that was recorded"));
  state.putRun(shown(1, straggling(), "two ranks"));
  view.finishNow();
  EXPECT_EQ(view.limits(), "");
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

// However wide it was, it can become narrow: half of a split window.
TEST(CriticalPathView, BecomesNarrowAtOnce) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, straggling(), "two ranks"));
  view.finishNow();
  view.show();
  view.resize(1400, 700);
  QApplication::processEvents();
  view.resize(600, 700);
  QApplication::processEvents();
  EXPECT_EQ(view.width(), 600);
  for (const QCheckBox* box : view.findChildren<QCheckBox*>()) EXPECT_LE(box->geometry().right(), 600) << box->text().toStdString();
}

TEST(CriticalPathView, Looks) {
  ViewState state;
  CriticalPathView view(state);
  state.putRun(shown(1, test::training(8), "resnet-50, 8 ranks"));
  view.finishNow();
  view.panel().ask("rank 2 not late");
  view.finishNow();
  look(view, "critical_path_8");
  CriticalPathView::Settings byCollective;
  byCollective.by = PathBy::Collective;
  view.setSettings(byCollective);
  view.finishNow();
  look(view, "critical_path_8_collectives");
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

}  // namespace critical_path_test
