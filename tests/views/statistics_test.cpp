#include "views/statistics/statistics_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>
#include <filesystem>
#include <set>

#include "core/formats/open.h"
#include "core/summarize/breakdown_table.h"
#include "core/summarize/collective_table.h"
#include "core/summarize/file_table.h"
#include "core/summarize/straggler_table.h"
#include "core/summarize/straggler_whatif.h"
#include "tests/views/support.h"
#include "views/breakdown/breakdown_view.h"
#include "views/breakdown/breakdown_canvas.h"
#include "views/statistics/distribution_canvas.h"
#include "views/statistics/stat_model.h"

namespace statistics_test {
using namespace weir;
using test::look;
using test::shown;
namespace fs = std::filesystem;
using Tab = StatisticsView::Tab;

namespace {

void show(StatisticsView& v, Tab tab) {
  StatisticsView::Settings s = v.settings();
  s.tab = tab;
  v.setSettings(s);
  v.settle();
}

RunPtr opened(const std::string& path) {
  auto run = openFiles({path}, {}, {});
  if (run) return test::shared(std::move(*run));
  ADD_FAILURE() << run.error().line();
  return nullptr;
}

}  // namespace

TEST(StatisticsView, EmptySaysWhyAndWhatToDo) {
  ViewState state;
  StatisticsView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  look(view, "statistics_empty");
  state.putRun(shown(1, test::links(4), "links alone"));
  for (const Tab t : {Tab::Collectives, Tab::Kernels, Tab::Operators, Tab::Files, Tab::Stragglers, Tab::WhatIf, Tab::Time, Tab::Distribution}) {
    show(view, t);
    EXPECT_FALSE(view.emptyReason().isEmpty()) << static_cast<int>(t);
  }
}

TEST(StatisticsView, TheModelIsSoundAndTheRangeIsFollowed) {
  ViewState state;
  StatisticsView view(state);
  const QAbstractItemModelTester tester(view.grid().model());
  state.putRun(shown(1, test::training(4), "training"));
  show(view, Tab::Collectives);
  ASSERT_TRUE(view.shownTable());
  EXPECT_EQ(view.shownTable()->rows.size(), 3U);  // three sizes of all-reduce
  EXPECT_EQ(view.shownTable()->rows[0][view.shownTable()->find("collectives").value()].number, 5);
  state.setMeasured(std::pair<std::int64_t, std::int64_t>{0, 26'000'000'000});  // the first of five steps
  view.settle();
  EXPECT_EQ(view.shownTable()->rows[0][view.shownTable()->find("collectives").value()].number, 1);
  state.setMeasured(std::nullopt);
  view.settle();
  EXPECT_EQ(view.shownTable()->rows[0][view.shownTable()->find("collectives").value()].number, 5);
}

static void chooseTable(StatisticsView& view, const char* key) {
  QComboBox* which = nullptr;
  for (QComboBox* c : view.findChildren<QComboBox*>())
    if (c->accessibleName() == QStringLiteral("Table or distribution")) which = c;
  ASSERT_TRUE(which);
  const auto tables = view.tables();
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (tables[i]->key == key) {
      which->setCurrentIndex(static_cast<int>(i));
      emit which->activated(static_cast<int>(i));
    }
  ASSERT_EQ(view.shownTable()->key, key);
}

TEST(StatisticsView, SortsFiltersCopiesAndLeadsToThePlace) {
  ViewState state;
  StatisticsView view(state);
  state.putRun(shown(1, test::training(4), "training"));
  show(view, Tab::Stragglers);
  EXPECT_EQ(view.shownTable()->key, "waiting_by_rank");  // who waits longest, and for whom, is seen first
  chooseTable(view, "stragglers");
  view.resize(900, 500);
  view.show();
  QAbstractItemModel& m = *view.grid().model();
  ASSERT_EQ(m.rowCount(), 15);
  view.grid().sortByColumn(static_cast<int>(view.shownTable()->find("waited_s").value()), Qt::DescendingOrder);
  const auto waited = [&](int row) { return m.index(row, static_cast<int>(view.shownTable()->find("waited_s").value())).data(Qt::UserRole).toDouble(); };
  for (int r = 1; r < m.rowCount(); ++r) EXPECT_GE(waited(r - 1), waited(r));
  QSignalSpy places(&state, &ViewState::placeRequested);
  emit view.grid().doubleClicked(m.index(0, 0));
  ASSERT_EQ(places.count(), 1);
  const auto place = places[0][0].value<ViewState::Place>();
  EXPECT_EQ(place.runId, 1);
  EXPECT_TRUE(place.slice);
  const QVector<QStringList> t = view.table();
  EXPECT_EQ(t.size(), 16);
  EXPECT_TRUE(t[0].join(' ').contains("(s)"));
  QTest::keyClick(&view.grid(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text().count('\n'), 16);
  look(view, "statistics_stragglers");
}

// Kernels of one family are cut to what their column has room for, and still read differently.
TEST(StatisticsView, KernelsReadDifferentlyInANarrowColumn) {
  test::Sketch s;
  const auto gpu = s.track(0, TrackKind::Stream, "stream 7");
  for (int i = 0; i < 20; ++i)
    s.b.slice({.track = gpu, .start = i * 10 * test::us, .duration = 10 * test::us, .name = s.b.intern("void at::native::unrolled_elementwise_kernel<at::native::add_kernel_cuda_" + std::to_string(i) + "(at::TensorIterator&)::{lambda()#2}::operator()() const::{lambda(WWWW)#1}>(int)"),
               .category = s.b.intern("kernel"), .activity = Activity::Compute, .args = {}});
  ViewState state;
  StatisticsView view(state);
  state.putRun(shown(1, test::shared(s.build()), "twenty kernels"));
  show(view, Tab::Kernels);
  view.resize(900, 500);
  view.show();
  QTableView& grid = view.grid();
  for (const int width : {280, 200}) {
    grid.setColumnWidth(0, width);
    std::set<QString> seen;
    for (int r = 0; r < grid.model()->rowCount(); ++r) {
      const QString text = grid.model()->index(r, 0).data().toString();
      EXPECT_LE(grid.fontMetrics().horizontalAdvance(text), width) << text.toStdString();
      seen.insert(text);
    }
    EXPECT_EQ(seen.size(), 20U) << width;
  }
}

// What others waited is in sight in a pane of half a window, in either language; what is cut off stands behind it.
TEST(StatisticsView, TheWaitsOfStragglersAreInSight) {
  ViewState state;
  StatisticsView view(state);
  state.putRun(shown(1, test::training(4), "training"));
  show(view, Tab::Stragglers);
  chooseTable(view, "stragglers");
  view.resize(900, 500);
  view.show();
  QApplication::processEvents();
  const int column = static_cast<int>(view.shownTable()->find("waited_s").value());
  EXPECT_LE(view.grid().columnViewportPosition(column) + view.grid().columnWidth(column), view.grid().viewport()->width());
}

TEST(StatisticsView, ALinkPeakThatCannotBeReadIsSaid) {
  ViewState state;
  StatisticsView view(state);
  state.putRun(shown(1, test::training(4), "four ranks"));
  show(view, Tab::Collectives);
  QLineEdit* link = nullptr;
  for (QLineEdit* e : view.findChildren<QLineEdit*>())
    if (e->accessibleName() == QStringLiteral("Peak of a rank's link")) link = e;
  ASSERT_TRUE(link);
  const auto says = [&] {
    for (const QLabel* l : view.findChildren<QLabel*>())
      if (l->text().startsWith(QStringLiteral("Link peak: "))) return l->text();
    return QString();
  };
  link->setText(QStringLiteral("fast"));
  emit link->editingFinished();
  EXPECT_TRUE(says().contains(QStringLiteral("fast"))) << says().toStdString();
  link->setText(QStringLiteral("200Gbps"));
  emit link->editingFinished();
  EXPECT_TRUE(says().isEmpty()) << says().toStdString();
}

TEST(StatisticsView, EveryWordOfTheTablesCanBeTranslated) {
  std::set<std::string> listed;
  for (const char* w : statWords()) listed.insert(w);
  const weir::Run run = *test::training(2);
  const auto instances = collectiveInstances(run);
  const BreakdownIndex index(run);
  std::vector<StatTable> all{collectiveTable(run), kernelTable(run), operatorTable(run), fileTable(run), waitingTable(instances, run), stragglerTable(instances, run), latenessTable(instances),
                             breakdownTable(index.over()), stepTable({}), idleTable(run)};
  for (StatTable& t : whatIfTables(run)) all.push_back(std::move(t));
  for (const StatTable& t : all) {
    EXPECT_TRUE(listed.contains(t.title)) << t.title;
    for (const StatColumn& c : t.columns) {
      EXPECT_TRUE(listed.contains(c.title)) << t.key << ": " << c.title;
      EXPECT_TRUE(listed.contains(c.definition)) << t.key << ": " << c.definition;
    }
  }
}

TEST(StatisticsView, EveryHeaderHasAMeaningAndItsUnit) {
  const fs::path corpus = fs::path(WEIR_SHARED_DIR) / "corpus";
  std::vector<RunPtr> runs{test::training(4)};
  for (const char* f : {"kineto/dlrm_4of8", "kineto/nccl_data.json.gz", "straggler_timeline/timeline-ST.json.gz", "darshan/dxt.darshan"})
    if (fs::exists(corpus / f)) runs.push_back(opened((corpus / f).string()));
  ViewState state;
  StatisticsView view(state);
  std::set<std::string> seen;
  const QRegularExpression inside(QStringLiteral("\\(([^()]+)\\)$"));
  for (const RunPtr& run : runs) {
    ASSERT_TRUE(run);
    state.clearRuns();
    state.putRun(shown(1, run, "a run"));
    for (const Tab tab : {Tab::Collectives, Tab::Kernels, Tab::Operators, Tab::Files, Tab::Stragglers, Tab::WhatIf, Tab::Time}) {
      show(view, tab);
      for (const StatTable* t : view.tables()) {
        StatModel model;
        model.setTable(std::make_shared<const StatTable>(*t));
        for (int c = 0; c < model.columnCount(); ++c) {
          const StatColumn& column = t->columns[static_cast<std::size_t>(c)];
          const QString head = model.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString(), tip = model.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
          const std::string where = t->key + ": " + head.toStdString();
          seen.insert(t->key);
          EXPECT_GT(column.definition.size(), 2U) << where;
          EXPECT_TRUE(tip.endsWith(statWord(column.definition))) << where;
          const auto unit = inside.match(head);
          using U = StatColumn::Unit;
          const bool wanted = column.unit == U::Seconds || column.unit == U::Bytes || column.unit == U::BytesPerSecond || column.unit == U::Fraction;
          EXPECT_EQ(unit.hasMatch(), wanted) << where;
          if (!wanted) continue;
          const QString text = unit.captured(1);
          EXPECT_TRUE(text.endsWith(column.unit == U::Seconds ? "s" : column.unit == U::Bytes ? "B" : column.unit == U::BytesPerSecond ? "B/s" : "%")) << where;
          // No cell has a unit of its own beside it.
          for (int r = 0; r < model.rowCount(); ++r) {
            QString cell = model.data(model.index(r, c), Qt::DisplayRole).toString();
            cell.remove("unknown").remove("infinite");
            EXPECT_TRUE(std::none_of(cell.cbegin(), cell.cend(), [](QChar ch) { return ch.isLetter(); })) << where << ": " << cell.toStdString();
          }
        }
      }
    }
  }
  EXPECT_GE(seen.size(), 9U);
}

TEST(StatisticsView, AFigureKeepsItsWordsWithinTheNarrowPage) {
  ViewState state;
  StatisticsView view(state);
  state.putRun(shown(1, test::training(4), "training"));
  show(view, Tab::Collectives);
  QByteArray svg;
  QBuffer out(&svg);
  QSvgGenerator paper;
  paper.setOutputDevice(&out);
  paper.setResolution(72);
  paper.setSize({170, 180});
  QPainter p(&paper);
  view.paintFigure(p, {170, 180}, {});
  p.end();
  // In two lines, each of which fits.
  const QString text = QString::fromUtf8(svg);
  EXPECT_TRUE(text.contains("Not shown here")) << svg.toStdString();
  EXPECT_FALSE(text.contains(QRegularExpression("Not shown here[^<]*columns"))) << svg.toStdString();
  EXPECT_TRUE(text.contains("columns"));
}

TEST(StatisticsView, DistributionCountsEveryDurationOnce) {
  ViewState state;
  StatisticsView view(state);
  state.putRun(shown(1, test::training(4), "training"));
  show(view, Tab::Distribution);
  view.resize(900, 600);
  view.canvas().resize(880, 500);
  const DistributionLayout& l = view.canvas().layoutNow();
  std::uint64_t sum = 0, all = 0;
  for (const std::uint64_t n : l.counts) sum += n;
  for (const DurationSet& d : *view.canvas().picture().sets) all += d.durations.size();
  EXPECT_EQ(sum, all);
  EXPECT_EQ(all, 60U);  // 4 ranks, 5 steps, 3 all-reduces
  EXPECT_EQ(view.table().size(), 1 + 4 * 101);
  look(view, "statistics_distribution");
}

TEST(StatisticsView, RealFilesToLookAt) {
  const fs::path corpus = fs::path(WEIR_SHARED_DIR) / "corpus";
  if (!fs::exists(corpus)) GTEST_SKIP() << "no corpus here";
  ViewState state;
  StatisticsView view(state);
  BreakdownView breakdown(state);
  const RunPtr dlrm = opened((corpus / "kineto/dlrm_4of8").string());
  ASSERT_TRUE(dlrm);
  state.putRun(shown(1, dlrm, "dlrm, 4 ranks"));
  for (const auto& [tab, name] : std::vector<std::pair<Tab, QString>>{{Tab::Kernels, "kernels"}, {Tab::Collectives, "collectives"}, {Tab::Operators, "operators"}, {Tab::Stragglers, "stragglers"}, {Tab::Distribution, "distribution"}}) {
    show(view, tab);
    EXPECT_EQ(view.emptyReason(), "") << name.toStdString();
    look(view, "dlrm_statistics_" + name);
    if (tab == Tab::Kernels || tab == Tab::Distribution) look(view, "dlrm_statistics_" + name + "_200", {1000, 640}, 2);
    if (tab == Tab::Distribution || tab == Tab::Stragglers) {
      state.setMode(theme::Mode::Dark);
      const QPalette before = QApplication::palette();
      QApplication::setPalette(theme::palette(theme::Mode::Dark));
      look(view, "dlrm_statistics_" + name + "_dark");
      QApplication::setPalette(before);
      state.setMode(theme::Mode::Light);
    }
  }
  breakdown.finishNow();
  look(breakdown, "dlrm_breakdown_parts", {1100, 420});
  breakdown.setSettings({BreakdownView::Scale::Time, true, BreakdownView::Rows::Steps});
  breakdown.finishNow();
  EXPECT_EQ(breakdown.picture().groups[0].bars.size(), 1U);  // one profiled step
  state.clearRuns();

  const RunPtr pipeline = opened((corpus / "straggler_timeline/timeline-ST.json.gz").string());
  ASSERT_TRUE(pipeline);
  state.putRun(shown(2, pipeline, "ST, 2 x 4"));
  show(view, Tab::WhatIf);
  EXPECT_EQ(view.emptyReason(), "");
  EXPECT_NEAR(view.shownTable()->rows[0][view.shownTable()->find("t_ideal_s").value()].number, 1.843296, 0.001);
  look(view, "st_statistics_whatif");
  breakdown.finishNow();
  EXPECT_EQ(breakdown.picture().groups[0].bars.size(), 32U);
  look(breakdown, "st_breakdown_steps", {1100, 700});
  breakdown.setSettings({BreakdownView::Scale::Share, true, BreakdownView::Rows::Steps, 3});
  breakdown.finishNow();
  EXPECT_EQ(breakdown.picture().groups[0].bars.size(), 32U);
  state.clearRuns();

  const RunPtr io = opened((corpus / "darshan/dxt.darshan").string());
  ASSERT_TRUE(io);
  state.putRun(shown(3, io, "an I/O log"));
  show(view, Tab::Files);
  EXPECT_EQ(view.emptyReason(), "");
  look(view, "darshan_statistics_files");
  breakdown.setSettings({});
  breakdown.finishNow();
  look(breakdown, "darshan_breakdown", {1100, 420});
  // An I/O log: nothing is called idle.
  for (const BreakdownBar& b : breakdown.picture().groups[0].bars) EXPECT_EQ(b.seconds[static_cast<std::size_t>(Part::Idle)], 0);
}

}  // namespace statistics_test
