// Another language at once: windows are built anew with the same sessions, and nothing is lost by it.
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QTabBar>
#include <QTableView>

#include "app/gui/documents/autosave.h"
#include "app/gui/program.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/status_line.h"
#include "core/scenario/json.h"
#include "tests/app/window_support.h"

namespace language_test {
using namespace weir;
using weir::test::spin;

namespace {

const QString kRank = QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz");

// A program as main() makes it, with one window.
class Started {
 public:
  Started() : program_(CommandLine{}, Settings::throwaway(), dir_.filePath(QStringLiteral("autosave"))) {
    appearance::setLanguage(QStringLiteral("en"));
    MainWindow* w = program_.newWindow();
    w->loadDefaultScenario();
    w->resize(1300, 820);
    w->show();
  }
  ~Started() {
    for (MainWindow* w : program_.windows()) delete w;
    appearance::setLanguage(QStringLiteral("en"));
  }
  MainWindow& window() { return *program_.windows().front(); }
  Program& program() { return program_; }
  [[nodiscard]] QString file(const QString& name) const { return dir_.filePath(name); }
  void choose(const QString& code) { window().findChild<QAction*>(QStringLiteral("language-") + code)->trigger(); }
  bool change(const QString& code) {
    QPointer<MainWindow> before(&window());
    choose(code);
    return spin([&] { return before.isNull() && program_.windows().size() == 1; });
  }
  void open(const QStringList& paths) {
    bool done = false;
    window().session().open(paths, [&](bool) { done = true; });
    EXPECT_TRUE(spin([&] { return done; }));
  }

 private:
  QTemporaryDir dir_;
  Program program_;
};

QString dockTitle(MainWindow& w, const char* name) { return w.findChild<QDockWidget*>(QString::fromLatin1(name))->windowTitle(); }

}  // namespace

TEST(Language, ItChangesAtOnceAndNothingIsLost) {
  Started s;
  s.open({kRank});
  bool saved = false;
  s.window().session().saveAs(s.file("work.weir"), [&](bool ok) { saved = ok; });
  ASSERT_TRUE(spin([&] { return saved; }));
  ScenarioPanel& panel = s.window().scenarioPanel();
  const std::string first = scenarioToJson(panel.scenario());
  ASSERT_TRUE(panel.edit("plan.global_batch", "2048"));
  const std::string second = scenarioToJson(panel.scenario());
  ASSERT_TRUE(panel.edit("plan.bucket", "3 MiB"));
  const std::string third = scenarioToJson(panel.scenario());
  panel.undoStack()->undo();
  s.window().session().answerNow();
  s.window().session().showPrediction();
  s.window().session().pin();
  ViewState& before = s.window().session().state();
  ASSERT_TRUE(spin([&] { return before.runs().size() == 2 && !s.window().session().jobs().busy(); }));
  const auto [from, to] = before.whole();
  before.setTimeRange({from, from + (to - from) / 2}, true);
  before.setTimeRange({from, from + (to - from) / 4}, true);
  before.back();
  const auto range = before.timeRange();
  before.setMarkers({{from + 1000, QStringLiteral("here")}});
  before.setSearch(QStringLiteral("conv"));
  Filter filter;
  filter.shortest = 7;
  before.setFilter(filter);
  before.remember(before.runs()[0].id, "a long analysis", "its result");
  const std::vector<ShownRun> runs = before.runs();
  s.window().actions()[QStringLiteral("fidelity-flow")]->setChecked(true);
  s.window().actions()[QStringLiteral("split")]->trigger();
  s.window().centre().showView(QStringLiteral("statistics"), 1);
  s.window().findChild<QDockWidget*>(QStringLiteral("inspector"))->hide();
  const QSize size = s.window().size();
  ASSERT_EQ(dockTitle(s.window(), "runs"), QStringLiteral("Runs"));

  ASSERT_TRUE(s.change(QStringLiteral("zh")));
  EXPECT_EQ(appearance::language(), QStringLiteral("zh"));
  MainWindow& w = s.window();
  EXPECT_NE(dockTitle(w, "runs"), QStringLiteral("Runs"));
  Session& session = w.session();
  ViewState& now = session.state();
  ASSERT_EQ(now.runs().size(), 2U);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(now.runs()[i].id, runs[i].id);
    EXPECT_EQ(now.runs()[i].run, runs[i].run) << "the same data, not read again";
    EXPECT_EQ(now.runs()[i].title, runs[i].title);
    EXPECT_EQ(now.runs()[i].stale, runs[i].stale);
  }
  EXPECT_EQ(now.timeRange(), range);
  EXPECT_TRUE(now.forward()) << "ranges looked at before and after";
  EXPECT_TRUE(now.back());
  EXPECT_TRUE(now.back());
  EXPECT_EQ(now.timeRange(), now.whole());
  ASSERT_EQ(now.markers().size(), 1U);
  EXPECT_EQ(now.search(), QStringLiteral("conv"));
  EXPECT_EQ(now.filter(), filter);
  EXPECT_EQ(now.remembered(runs[0].id, "a long analysis"), "its result");
  ASSERT_TRUE(now.answered());
  EXPECT_TRUE(session.pinned());
  EXPECT_TRUE(session.modified());
  EXPECT_TRUE(w.isWindowModified());
  EXPECT_EQ(session.path(), s.file("work.weir"));
  QUndoStack& steps = *w.scenarioPanel().undoStack();
  EXPECT_EQ(scenarioToJson(w.scenarioPanel().scenario()), second);
  ASSERT_TRUE(steps.canRedo());
  steps.redo();
  EXPECT_EQ(scenarioToJson(w.scenarioPanel().scenario()), third);
  steps.undo();
  steps.undo();
  EXPECT_EQ(scenarioToJson(w.scenarioPanel().scenario()), first);
  EXPECT_FALSE(steps.canUndo());
  EXPECT_TRUE(w.actions()[QStringLiteral("fidelity-flow")]->isChecked());
  EXPECT_TRUE(w.centre().isSplit());
  EXPECT_EQ(w.centre().viewName(1), QStringLiteral("statistics"));
  EXPECT_TRUE(w.findChild<QDockWidget*>(QStringLiteral("inspector"))->isHidden());
  EXPECT_EQ(w.size(), size);
  // The study goes on where it was: saved, it holds both runs once.
  saved = false;
  session.save([&](bool ok) { saved = ok; });
  ASSERT_TRUE(spin([&] { return saved; }));
  EXPECT_FALSE(session.modified());
  ASSERT_TRUE(s.change(QStringLiteral("en")));
  EXPECT_EQ(dockTitle(s.window(), "runs"), QStringLiteral("Runs"));
  EXPECT_EQ(s.window().session().state().runs().size(), 2U);
  EXPECT_FALSE(s.window().session().modified());
  weir::test::Window again;
  EXPECT_EQ(again.open({s.file("work.weir")}), QStringList());
  EXPECT_EQ(again.state().runs().size(), 2U);
}

TEST(Language, WhatWasChosenInTheViewsStays) {
  Started s;
  s.open({kRank});
  s.window().centre().showView(QStringLiteral("timeline"));
  auto* colour = s.window().findChild<QComboBox*>(QStringLiteral("colour-by"));
  ASSERT_TRUE(colour);
  colour->setCurrentIndex(1);
  emit colour->activated(1);
  s.window().centre().showView(QStringLiteral("statistics"));
  const auto grid = [&]() -> QTableView* { return s.window().centre().view()->findChild<QTableView*>(); };
  const auto tabs = [&]() -> QTabBar* { return s.window().centre().view()->findChild<QTabBar*>(); };
  const auto filled = [&] { return grid() && grid()->model()->rowCount() > 1 && s.window().centre().ready(); };
  ASSERT_TRUE(spin(filled));
  const int other = tabs()->currentIndex() == 1 ? 2 : 1;
  const QString first = grid()->model()->index(0, 0).data().toString();
  tabs()->setCurrentIndex(other);
  ASSERT_TRUE(spin(filled));
  ASSERT_NE(grid()->model()->index(0, 0).data().toString(), first) << "another table";
  const int columns = grid()->model()->columnCount();
  ASSERT_GT(columns, 2);
  grid()->sortByColumn(2, Qt::AscendingOrder);
  QStringList rows;
  for (int r = 0; r < grid()->model()->rowCount(); ++r) rows << grid()->model()->index(r, 0).data().toString();
  QStringList presets;
  for (QComboBox* box : s.window().scenarioPanel().findChildren<QComboBox*>())
    if (box->count() > 2 && box->itemData(0).toString().isEmpty() && !box->itemData(2).toString().isEmpty()) {
      box->setCurrentIndex(2);
      emit box->activated(2);
      presets << box->currentText();
    }
  ASSERT_GE(presets.size(), 2) << "of machine and workload";
  s.window().session().answerNow();

  ASSERT_TRUE(s.change(QStringLiteral("zh")));
  EXPECT_EQ(s.window().centre().viewName(), QStringLiteral("statistics"));
  EXPECT_EQ(tabs()->currentIndex(), other);
  ASSERT_TRUE(spin([&] { return filled() && grid()->horizontalHeader()->sortIndicatorSection() == 2; }));
  EXPECT_EQ(grid()->horizontalHeader()->sortIndicatorOrder(), Qt::AscendingOrder);
  ASSERT_EQ(grid()->model()->columnCount(), columns);
  QStringList now;
  for (int r = 0; r < grid()->model()->rowCount(); ++r) now << grid()->model()->index(r, 0).data().toString();
  EXPECT_EQ(now, rows);
  QStringList shown;
  for (QComboBox* box : s.window().scenarioPanel().findChildren<QComboBox*>())
    if (box->count() > 2 && box->itemData(0).toString().isEmpty() && !box->itemData(2).toString().isEmpty()) shown << box->currentText();
  EXPECT_EQ(shown, presets);
  s.window().centre().showView(QStringLiteral("timeline"));
  EXPECT_EQ(s.window().findChild<QComboBox*>(QStringLiteral("colour-by"))->currentIndex(), 1);
  // A view that nobody has looked at since takes what was chosen on to the next window.
  s.window().centre().showView(QStringLiteral("timeline"));
  ASSERT_TRUE(s.change(QStringLiteral("en")));
  ASSERT_TRUE(s.change(QStringLiteral("zh")));
  s.window().centre().showView(QStringLiteral("statistics"));
  EXPECT_TRUE(spin([&] { return filled() && tabs()->currentIndex() == other && grid()->horizontalHeader()->sortIndicatorSection() == 2; }));
}

TEST(Language, UnsavedWorkStaysKept) {
  Started s;
  s.open({kRank});
  const QString folder = s.window().options().autosaveFolder;
  ASSERT_TRUE(s.change(QStringLiteral("zh")));
  EXPECT_TRUE(s.window().session().modified());
  EXPECT_TRUE(Autosave::leftBehind(folder).empty()) << "the window that took it over is alive";
  s.window().close();
  ASSERT_TRUE(spin([&] { return s.program().windows().isEmpty(); }));
  EXPECT_EQ(Autosave::leftBehind(folder).size(), 1U);
}

TEST(Language, AJobAtWorkIsWaitedForOrStopped) {
  Started s;
  Scenario long_ = s.window().scenarioPanel().scenario();
  long_.workload = {};
  long_.workload.kind = Workload::Kind::Collective;
  long_.workload.operation = CollectiveOp::AllReduce;
  long_.workload.algorithm = Algorithm::Ring;
  long_.workload.sizes = {Bytes::of(64LL << 30)};
  long_.plan.data_parallel = 0;
  s.window().scenarioPanel().setScenario(long_);
  s.window().session().answerNow();
  ASSERT_NE(s.window().session().simulate(Fidelity::Packet), 0);
  const QPointer<MainWindow> before(&s.window());
  s.choose(QStringLiteral("zh"));
  spin([] { return false; }, 300);
  ASSERT_TRUE(before) << "a simulation is not thrown away";
  EXPECT_TRUE(before->session().jobs().busy());
  ASSERT_EQ(before->messages().messages().size(), 1U);
  const auto stop = before->messages().messages().front().action;
  ASSERT_TRUE(stop);
  stop();
  ASSERT_TRUE(spin([&] { return before.isNull(); }));
  EXPECT_EQ(appearance::language(), QStringLiteral("zh"));
}

TEST(Language, TheOneInUseChangesNothing) {
  Started s;
  const QPointer<MainWindow> before(&s.window());
  s.choose(QStringLiteral("en"));
  spin([] { return false; }, 200);
  EXPECT_TRUE(before);
  EXPECT_EQ(before->messages().messages().size(), 0U);
  EXPECT_EQ(before->settings().language(), QStringLiteral("en"));
}

}  // namespace language_test
