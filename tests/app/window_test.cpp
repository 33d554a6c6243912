// Actions, palette, accessibility, sizes, texts.
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QTranslator>
#include <QTreeWidget>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "app/gui/actions/command_palette.h"
#include "app/gui/actions/help_dialogs.h"
#include "app/gui/documents/autosave.h"
#include "app/gui/theme/appearance.h"
#include "app/gui/window/centre_area.h"
#include "app/gui/window/export_dialog.h"
#include "app/gui/window/status_line.h"
#include "app/gui/window/sweep_dialog.h"
#include "core/run/builder.h"
#include "core/scenario/json.h"
#include "core/study/study.h"
#include "views/registry.h"
#include "views/shared/background.h"
#include "tests/app/window_support.h"

namespace window_test {
using namespace weir;
using weir::test::spin;
using weir::test::Window;

TEST(Actions, ThePaletteListsEveryAction) {
  Window w;
  CommandPalette palette((*w).actions(), &*w);
  EXPECT_EQ(palette.listed().size(), (*w).actions().all().size());
  EXPECT_GT(palette.listed().size(), 40);
}

TEST(Actions, TheListOfShortcutsIsSearched) {
  Window w;
  showShortcuts((*w).actions(), &*w);
  auto* search = (*w).findChild<QLineEdit*>(QStringLiteral("shortcutSearch"));
  auto* table = (*w).findChild<QTableWidget*>(QStringLiteral("shortcutTable"));
  ASSERT_TRUE(search && table);
  const auto shown = [&] {
    QStringList rows;
    for (int r = 0; r < table->rowCount(); ++r)
      if (!table->isRowHidden(r)) rows << table->item(r, 1)->text();
    return rows;
  };
  EXPECT_GT(shown().size(), 40);
  search->setText("any action");
  EXPECT_EQ(shown().size(), 1) << shown().join(", ").toStdString();
  search->setText("no such thing");
  EXPECT_TRUE(shown().isEmpty());
}

TEST(Actions, NoShortcutIsGivenTwice) {
  Window w;
  QSet<QString> seen;
  for (const QAction* a : (*w).actions().all()) {
    if (a->shortcut().isEmpty()) continue;
    EXPECT_FALSE(seen.contains(a->shortcut().toString())) << a->text().toStdString();
    seen.insert(a->shortcut().toString());
  }
}

namespace {
struct Probe : QAction {
  using QObject::receivers;  // protected, but a pointer to it may be taken here
};
}  // namespace

TEST(Actions, EveryActionDoesSomething) {
  Window w;
  for (const QAction* a : (*w).actions().all())
    EXPECT_TRUE(a->isCheckable() || (a->*(&Probe::receivers))(SIGNAL(triggered(bool))) > 0) << a->text().toStdString();
}

TEST(Actions, LettersInOrderFindAnAction) {
  EXPECT_GT(paletteScore("simpac", "Simulate packets"), 0);
  EXPECT_GT(paletteScore("sim", "Simulate"), paletteScore("sim", "Run: Simulate packets") - 1);
  EXPECT_LT(paletteScore("xyz", "Simulate"), 0);
}

TEST(Window, EveryControlHasAnAccessibleName) {
  Window w;
  w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")});
  w->messages().add({Notice::Kind::Error, "what", "where", "todo", {}, {}});
  (*w).actions()[QStringLiteral("split")]->trigger();
  QStringList nameless;
  for (const QWidget* c : w->findChildren<QWidget*>()) {
    if (c->focusPolicy() == Qt::NoFocus || !c->isVisibleTo(&*w)) continue;
    if (const auto* label = qobject_cast<const QLabel*>(c); label && !label->text().isEmpty()) continue;  // its text is its name
    const auto* button = qobject_cast<const QAbstractButton*>(c);
    // The line inside a spin box or an editable combo speaks for its owner.
    if (qobject_cast<const QLineEdit*>(c) && (qobject_cast<const QAbstractSpinBox*>(c->parent()) || qobject_cast<const QComboBox*>(c->parent()))) continue;
    if (c->accessibleName().isEmpty() && !(button && !button->text().isEmpty()))
      nameless << QString::fromLatin1(c->metaObject()->className()) + QLatin1Char(' ') + c->objectName() + QStringLiteral(" in ") + (c->parentWidget() ? QString::fromLatin1(c->parentWidget()->metaObject()->className()) : QString());
  }
  EXPECT_TRUE(nameless.isEmpty()) << nameless.join(QStringLiteral("; ")).toStdString();
}

TEST(Window, FitsInto1280x800) {
  Window w;
  const QSize least = w->minimumSizeHint();
  EXPECT_LE(least.width(), 1280);
  EXPECT_LE(least.height(), 800);
}

TEST(Window, FitsASmallScreenInBothLanguages) {
  for (const char* language : {"en", "zh"}) {
    QTranslator words;
    if (QLatin1String(language) == QLatin1String("zh")) {
      ASSERT_TRUE(words.load(QStringLiteral(":/weir/i18n/weir_zh.qm")));
      QApplication::installTranslator(&words);
    }
    {
      Window w;
      w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")});
      for (const ViewEntry& e : viewEntries()) {
        w->centre().showView(e.name);
        if (QLayout* inside = w->centre().view()->layout()) {  // a view with much to show
          auto* large = new QWidget;
          large->setMinimumSize(1500, 900);
          inside->addWidget(large);
        }
        spin([] { return false; }, 30);  // what it wants reaches the window
      }
      w->resize(800, 500);
      spin([] { return false; }, 100);
      EXPECT_EQ(w->width(), 800) << language;
      EXPECT_EQ(w->height(), 500) << language;
      const QSize least = w->minimumSizeHint();
      EXPECT_LE(least.width(), 800) << language;
      EXPECT_LE(least.height(), 500) << language;
      for (QDockWidget* d : w->findChildren<QDockWidget*>())
        if (least.width() > 800 || least.height() > 500)
          ADD_FAILURE() << d->objectName().toStdString() << ' ' << d->minimumSizeHint().width() << 'x' << d->minimumSizeHint().height();
      if (least.width() > 800 || least.height() > 500)
        ADD_FAILURE() << "middle " << w->centralWidget()->minimumSizeHint().width() << 'x' << w->centralWidget()->minimumSizeHint().height() << ", status line "
                      << w->statusLine().minimumSizeHint().width();
    }
    QApplication::removeTranslator(&words);
  }
}

TEST(Window, EveryViewIsInSightOrInTheList) {
  Window w;
  w->resize(1600, 1000);
  spin([] { return false; }, 100);
  auto* tabs = w->centre().findChild<QTabWidget*>();
  EXPECT_LE(tabs->tabBar()->tabRect(tabs->count() - 1).right(), tabs->tabBar()->width()) << "the last tab hides behind the arrows";
  auto* list = w->centre().findChild<QToolButton*>("allViews");
  ASSERT_TRUE(list);
  ASSERT_EQ(list->menu()->actions().size(), static_cast<qsizetype>(viewEntries().size()));
  list->menu()->actions().last()->trigger();
  EXPECT_EQ(w->centre().viewName(), viewEntries().back().name);
  w->centre().showView("timeline");
  (*w).actions()[QStringLiteral("show-import")]->trigger();
  EXPECT_EQ(w->centre().viewName(), QStringLiteral("import"));
}

// A bar that fits in two rows does not make its view wider than the pane.
TEST(Window, ViewsDoWithTheWidthThereIs) {
  Window w;
  w.open({w.copyOfSample()});
  w->resize(1600, 1000);
  for (const char* name : {"traffic", "critical-path", "compare"}) {
    w->centre().showView(QString::fromLatin1(name));
    spin([] { return false; }, 200);
    const QWidget* view = w->centre().view();
    EXPECT_LE(view->width(), view->parentWidget()->width()) << name;
  }
}

// What --screenshot waits for.
TEST(Window, AViewAtWorkIsNotReady) {
  Window w;
  w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")});  // without a run the view is not in sight
  ASSERT_TRUE(spin([&] { return w->centre().view()->isVisible() && w->centre().ready(); }));
  auto* work = new Background(w->centre().view());
  work->askFor<int>([](const Job& job) -> std::shared_ptr<const int> {
    while (!job.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return nullptr;
  }, [](const std::shared_ptr<const int>&) {});
  EXPECT_FALSE(w->centre().ready());
  work->stop();
  EXPECT_TRUE(w->centre().ready());
  // The timeline prepares a long run before it draws it.
  RunBuilder b("test", Truth::Measured);
  Track t;
  t.name = b.intern("main");
  t.rank = 0;
  const TrackIndex track = b.track(t);
  for (int i = 0; i < 60'000; ++i)
    b.slice({.track = track, .start = i * 1000LL, .duration = 900, .name = b.intern("kernel"), .category = 0, .activity = Activity::Compute, .args = {}});
  ShownRun s;
  s.id = 77;
  s.title = QStringLiteral("long");
  s.run = std::make_shared<const weir::Run>(b.build());
  w->centre().showView("timeline");
  w.state().putRun(std::move(s));
  EXPECT_FALSE(w->centre().ready());
  EXPECT_TRUE(spin([&] { return w->centre().ready(); }));
}

TEST(Window, RunsThatAreAllUntickedAreNotSaidToBeClosed) {
  Window w;
  w->centre().showView("timeline");
  EXPECT_TRUE(w->centre().view()->emptyReason().contains(QStringLiteral("No run is open")));
  w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")});
  for (const ShownRun& r : std::vector<ShownRun>(w.state().runs())) w.state().setVisible(r.id, false);
  for (const char* view : {"timeline", "statistics"}) {
    w->centre().showView(QString::fromLatin1(view));
    EXPECT_TRUE(w->centre().view()->emptyReason().contains(QStringLiteral("tick one in Runs"))) << w->centre().view()->emptyReason().toStdString();
  }
}

// One word for one thing: what is not overlapped, a step, a slice, a trace.
TEST(Texts, ChineseHasOneWordForATerm) {
  QFile f(QStringLiteral(WEIR_SOURCE_DIR "/resources/i18n/weir_zh.ts"));
  ASSERT_TRUE(f.open(QIODevice::ReadOnly));
  const QString text = QString::fromUtf8(f.readAll());
  for (const char* other : {"暴露", "步骤", "片段", "轨迹"}) EXPECT_FALSE(text.contains(QString::fromUtf8(other))) << other;
  EXPECT_TRUE(text.contains(QString::fromUtf8("未重叠")));
}

TEST(Window, NarrowWindowsFoldTheirDocksIntoTabsAndBack) {
  Window w;
  auto* scenario = w->findChild<QDockWidget*>("scenario");
  EXPECT_TRUE(w->tabifiedDockWidgets(scenario).isEmpty());
  w->resize(900, 700);
  spin([&] { return !w->tabifiedDockWidgets(scenario).isEmpty(); }, 500);
  EXPECT_EQ(w->tabifiedDockWidgets(scenario).size(), 2);
  w->resize(1400, 800);
  spin([&] { return w->tabifiedDockWidgets(scenario).isEmpty(); }, 500);
  EXPECT_TRUE(w->tabifiedDockWidgets(scenario).isEmpty());
}

TEST(Window, FourRunsStandInThePanelWithoutScrolling) {
  Window w;
  w->resize(1600, 1000);
  w->actions()["layout-explore"]->trigger();
  for (int i = 0; i < 4; ++i)
    w.open({w.write(QStringLiteral("rank-%1.json").arg(i), R"({"traceEvents":[{"ph":"X","ts":1000,"dur":20,"name":"j","pid":1,"tid":2}]})")});
  ASSERT_EQ(w.state().runs().size(), 4U);
  spin([] { return false; }, 50);
  const auto* scroll = w->findChild<QDockWidget*>("runs")->findChild<QScrollArea*>();
  ASSERT_TRUE(scroll);
  EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0);
  EXPECT_LE(w->findChild<QDockWidget*>("runs")->height(), 125) << "and the others keep their room";
}

TEST(Window, LayoutsShowWhatTheyPromise) {
  Window w;
  const auto visible = [&](const char* dock) { return !w->findChild<QDockWidget*>(QString::fromLatin1(dock))->isHidden(); };
  (*w).actions()[QStringLiteral("layout-paper")]->trigger();
  EXPECT_FALSE(visible("scenario"));
  (*w).actions()[QStringLiteral("layout-compare")]->trigger();
  EXPECT_TRUE(visible("scenario"));
  EXPECT_TRUE(w->centre().isSplit());
  EXPECT_NE(w->centre().viewName(0), w->centre().viewName(1));
  (*w).actions()[QStringLiteral("layout-reset")]->trigger();
  EXPECT_TRUE(visible("inspector"));
  EXPECT_TRUE(visible("notes"));
  EXPECT_FALSE(w->centre().isSplit());
}

TEST(Status, AMoveIsShownAgainstWhatWasBefore) {
  Window w;
  ASSERT_TRUE(w->scenarioPanel().edit("plan.global_batch", "2048", true));
  w.session().answerNow();
  ASSERT_TRUE(w->scenarioPanel().edit("plan.global_batch", "4096", true));
  w.session().answerNow();
  w->scenarioPanel().endGesture();
  EXPECT_TRUE(w->statusLine().text().contains(QStringLiteral(" → "))) << w->statusLine().text().toStdString();
  EXPECT_EQ(w->scenarioPanel().undoStack()->count(), 1) << "a drag is one step";
  EXPECT_EQ(changeText("81.2 ms", "64.0 ms"), "81.2 → 64.0 ms");
  EXPECT_EQ(changeText("812 µs", "1.20 ms"), "812 µs → 1.20 ms");
  EXPECT_EQ(changeText("64.0 ms", "64.0 ms"), "64.0 ms");
  EXPECT_EQ(changeText({}, "64.0 ms"), "64.0 ms");
}

TEST(Status, NumbersThatDoNotFitAreLeftOutWhole) {
  Window w;
  w.session().answerNow();
  QWidget bar;
  StatusLine line(w.state(), &bar);
  bar.show();
  line.resize(2000, 24);
  const auto labels = [&] {
    int n = 0;
    for (const QLabel* l : line.findChildren<QLabel*>()) n += l->isVisible() && !l->text().isEmpty() && l->text() != QStringLiteral("·");
    return n;
  };
  EXPECT_EQ(labels(), 4);
  const QString all = line.text();
  line.resize(300, 24);
  EXPECT_LT(labels(), 4);
  EXPECT_EQ(line.text(), all);
  EXPECT_EQ(line.toolTip(), all);
  EXPECT_LE(line.minimumSizeHint().width(), 300);
}

// Where there is no room for all that is said of what the pointer is over, its end is left out and not its beginning.
TEST(Status, WhatThePointerIsOverKeepsItsBeginning) {
  Window w;
  QWidget bar;
  StatusLine line(w.state(), &bar);
  bar.show();
  line.resize(1200, 24);
  const auto picture = [&](const QString& beginning, const QString& end) {
    const QString said = beginning + QString(300, QLatin1Char('x')) + end;
    w.state().setHovered(said);
    for (QLabel* l : line.findChildren<QLabel*>())
      if (l->text() == said) return l->grab().toImage();
    ADD_FAILURE() << "not said";
    return QImage();
  };
  const QImage one = picture(QStringLiteral("aten::mm"), QStringLiteral("rank 0"));
  EXPECT_EQ(picture(QStringLiteral("aten::mm"), QStringLiteral("rank 1")), one);
  EXPECT_NE(picture(QStringLiteral("ncclAllReduce"), QStringLiteral("rank 0")), one);
}

// Whoever opens a trace reads about the trace; the scenario to begin with is called what it is.
TEST(Status, ATraceBesideAScenarioNobodyAskedForSpeaksFirst) {
  Window w;
  auto* dock = w->findChild<QDockWidget*>("scenario");
  EXPECT_FALSE(w->statusLine().text().contains(QStringLiteral("example"))) << "without a trace the scenario is what there is";
  EXPECT_EQ(dock->windowTitle(), QStringLiteral("Scenario"));
  w.open({w.write("rank-0.json", R"({"distributedInfo":{"rank":0},"traceEvents":[{"ph":"X","ts":1000,"dur":20,"name":"j","pid":1,"tid":2},{"ph":"X","ts":1030,"dur":10,"name":"k","pid":1,"tid":2}]})")});
  const QString text = w->statusLine().text();
  EXPECT_TRUE(text.startsWith(QStringLiteral("rank-0: 1 rank"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral(", 40.0 µs, 2 slices · Scenario (example): step "))) << text.toStdString();
  EXPECT_EQ(dock->windowTitle(), QStringLiteral("Scenario (example)"));
  // One that the person has changed is the person's.
  ASSERT_TRUE(w->scenarioPanel().edit("plan.global_batch", "2048"));
  w.session().answerNow();
  EXPECT_FALSE(w->statusLine().text().contains(QStringLiteral("example"))) << w->statusLine().text().toStdString();
  EXPECT_EQ(dock->windowTitle(), QStringLiteral("Scenario"));
  w->scenarioPanel().undoStack()->undo();
  w.session().answerNow();
  EXPECT_TRUE(w->statusLine().text().contains(QStringLiteral("Scenario (example)")));
  // Opened, it is meant.
  w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json")});
  w.session().answerNow();
  EXPECT_FALSE(w->statusLine().text().contains(QStringLiteral("example"))) << w->statusLine().text().toStdString();
}

// A graph without times is a trace as well: nothing of the example is said to be its.
TEST(Status, ATraceWithoutTimesSpeaksFirstAndLastsNoTime) {
  Window w;
  w.open({w.write("graph.json", R"({"schema":"1.0.1","pid":1,"nodes":[{"name":"a","id":2,"parent":1,"op_schema":"","inputs":[],"outputs":[],"rf_id":1,"tid":1},{"name":"b","id":3,"parent":1,"op_schema":"","inputs":[],"outputs":[],"rf_id":2,"tid":1}]})")});
  ASSERT_EQ(w.state().runs().size(), 1U);
  ASSERT_NE(w.state().runs()[0].run->truth, Truth::Measured);
  const QString text = w->statusLine().text();
  EXPECT_TRUE(text.startsWith(QStringLiteral("graph: "))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("without times, 2 slices · Scenario (example): step "))) << text.toStdString();
  EXPECT_EQ(w->findChild<QDockWidget*>("scenario")->windowTitle(), QStringLiteral("Scenario (example)"));
  for (const QLabel* l : w->findChild<QDockWidget*>("runs")->findChildren<QLabel*>())
    EXPECT_FALSE(l->text().contains(QStringLiteral("µs"))) << l->text().toStdString();
  bool named = false;
  for (const QTreeWidget* tree : w->findChildren<QTreeWidget*>())
    for (int i = 0; i < tree->topLevelItemCount(); ++i) {
      named = named || tree->topLevelItem(i)->text(0) == QStringLiteral("Scenario (example)");
      EXPECT_NE(tree->topLevelItem(i)->text(0), QStringLiteral("Scenario in hand"));
    }
  EXPECT_TRUE(named) << "in the inspector and in the notes";
  // Played, the example is still no part of it; the run that comes is in sight.
  w.play(Fidelity::Flow);
  EXPECT_TRUE(w->statusLine().text().contains(QStringLiteral("Scenario (example)")));
}

TEST(Status, PinnedIsWhatIsComparedWith) {
  Window w;
  (*w).actions()[QStringLiteral("pin")]->trigger();
  ASSERT_TRUE(w->scenarioPanel().edit("plan.global_batch", "2048"));
  w.session().answerNow();
  EXPECT_TRUE(w->statusLine().text().startsWith(QStringLiteral("A: "))) << w->statusLine().text().toStdString();
  (*w).actions()[QStringLiteral("unpin")]->trigger();
  EXPECT_FALSE(w->statusLine().text().startsWith(QStringLiteral("A: ")));
}

namespace {
struct Ended {
  int code = -1;
  QString err;
};
Ended weirProgram(const QStringList& arguments) {
  QProcess p;
  QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
  env.remove(QStringLiteral("DISPLAY"));
  env.remove(QStringLiteral("WAYLAND_DISPLAY"));
  env.remove(QStringLiteral("QT_QPA_PLATFORM"));
  p.setProcessEnvironment(env);
  p.start(QStringLiteral(WEIR_BUILD_DIR "/bin/weir"), arguments);
  EXPECT_TRUE(p.waitForFinished(60000));
  return {p.exitStatus() == QProcess::NormalExit ? p.exitCode() : -1, QString::fromUtf8(p.readAllStandardError())};
}
}  // namespace

TEST(Program, AScreenshotNeedsNoDisplay) {
  QTemporaryDir dir;
  const Ended e = weirProgram({"--screenshot", dir.filePath("a.png"), "--size", "1280x800", QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")});
  EXPECT_EQ(e.code, 0) << e.err.toStdString();
  EXPECT_EQ(e.err, QString());
  const QImage image(dir.filePath("a.png"));
  EXPECT_EQ(image.size(), QSize(1280, 800));
}

// A name that is no file's is not replaced by one: a pipe is written to.
TEST(Program, AScreenshotIntoAPipeLeavesThePipe) {
  QTemporaryDir dir;
  const QString pipe = dir.filePath("pipe.png"), copy = dir.filePath("copy.png");
  ASSERT_EQ(mkfifo(qPrintable(pipe), 0600), 0);
  QProcess reader;
  reader.setStandardOutputFile(copy);
  reader.start("cat", {pipe});
  ASSERT_TRUE(reader.waitForStarted());
  const Ended e = weirProgram({"--screenshot", pipe, "--size", "800x600", QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")});
  EXPECT_EQ(e.code, 0) << e.err.toStdString();
  struct stat info {};
  ASSERT_EQ(stat(qPrintable(pipe), &info), 0);
  EXPECT_TRUE(S_ISFIFO(info.st_mode));
  if (!S_ISFIFO(info.st_mode) || !reader.waitForFinished(5000)) {
    reader.kill();
    reader.waitForFinished();
  }
  EXPECT_EQ(QImage(copy).size(), QSize(800, 600));
}

TEST(Program, ARefusedFileIsShownAndEndsWith1) {
  QTemporaryDir dir;
  QFile f(dir.filePath("broken.json"));
  ASSERT_TRUE(f.open(QIODevice::WriteOnly));
  f.write("{");
  f.close();
  const Ended e = weirProgram({"--screenshot", dir.filePath("a.png"), f.fileName()});
  EXPECT_EQ(e.code, 1);
  EXPECT_TRUE(e.err.contains(QStringLiteral("broken.json"))) << e.err.toStdString();
  EXPECT_EQ(e.err.count(QLatin1Char('\n')), 1) << "one line: " << e.err.toStdString();
  EXPECT_FALSE(QImage(dir.filePath("a.png")).isNull());
}

TEST(Program, AScreenshotThatTakesTooLongSaysWhatItWaitsFor) {
  QTemporaryDir dir;
  Scenario s = *scenarioFromJson(R"({"machine": "perlmutter", "workload": "bert-large-wikipedia", "plan": "data-parallel"})", "here", *weir::test::presets());
  s.workload = {};
  s.workload.kind = Workload::Kind::Collective;
  s.workload.operation = CollectiveOp::AllReduce;
  s.workload.algorithm = Algorithm::Ring;
  s.workload.sizes = {Bytes::of(64LL << 30)};  // packets for hours
  s.plan.data_parallel = 0;
  QFile f(dir.filePath("long.json"));
  ASSERT_TRUE(f.open(QIODevice::WriteOnly));
  f.write(QByteArray::fromStdString(scenarioToJson(s)));
  f.close();
  const Ended e = weirProgram({"--screenshot", dir.filePath("a.png"), "--timeout", "1", "--simulate", "packet", f.fileName()});
  EXPECT_EQ(e.code, 1);
  EXPECT_TRUE(e.err.contains(QStringLiteral("after 1 s still at work: Simulating packets"))) << e.err.toStdString();
  EXPECT_EQ(QDir(dir.path()).entryList(QDir::Files), QStringList("long.json")) << "no picture of something half done";
}

// kill -9 loses at most the job in flight: what was opened is there at the next start.
TEST(Program, KilledWorkIsThereAtTheNextStart) {
  QTemporaryDir home;
  QProcess p;
  QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"}) env.insert(QString::fromLatin1(name), home.path());
  env.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  p.setProcessEnvironment(env);
  p.start(QStringLiteral(WEIR_BUILD_DIR "/bin/weir"), {QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz"), "--set", "plan.bucket=3MiB"});
  ASSERT_TRUE(p.waitForStarted());
  const QString folder = home.filePath("weir/weir/autosave");
  const auto kept = [&]() -> QString {
    const QStringList files = QDir(folder).entryList({"work-*.weir"}, QDir::Files);
    if (files.isEmpty()) return {};
    auto study = Study::open((folder + '/' + files.first()).toStdString(), Study::Mode::ReadOnly);
    if (!study) return {};
    const auto runs = study->runs();
    return runs && runs->size() == 1 ? folder + '/' + files.first() : QString();
  };
  ASSERT_TRUE(spin([&] { return !kept().isEmpty(); }, 20000)) << "no autosave in " << folder.toStdString();
  p.kill();
  ASSERT_TRUE(p.waitForFinished());
  const auto left = Autosave::leftBehind(folder);
  ASSERT_EQ(left.size(), 1U);
  Window again;
  again.session().restore(left.front().path);
  ASSERT_TRUE(spin([&] { return again.state().runs().size() == 1; }));
  EXPECT_EQ(again->scenarioPanel().scenario().plan.bucket, Bytes::of(3 << 20));
}

// Pictures of what no command line reaches, to look at: WEIR_RENDER_DIR=/tmp/x test_app --gtest_filter=Look.*
TEST(Look, Dialogs) {
  const QString dir = qEnvironmentVariable("WEIR_RENDER_DIR");
  if (dir.isEmpty()) GTEST_SKIP() << "WEIR_RENDER_DIR is not set";
  Window w;
  w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn"), QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json")});
  const auto keep = [&](QWidget& x, const char* name) {
    x.show();
    spin([] { return false; }, 200);
    x.grab().save(dir + '/' + QString::fromLatin1(name));
    x.hide();
  };
  auto* palette = new CommandPalette((*w).actions(), &*w);
  palette->findChild<QLineEdit*>()->setText("sim");
  keep(*palette, "palette.png");
  SweepDialog sweep(w.session().scenario(), (*w).options().presets, &*w);
  keep(sweep, "sweep.png");
  w->centre().showView("breakdown");
  ExportDialog figure(*w->centre().view(), dir, &*w);
  figure.setAttribute(Qt::WA_DeleteOnClose, false);
  keep(figure, "export.png");
}

TEST(Program, WrongUsageEndsWith2) {
  EXPECT_EQ(weirProgram({"--size", "large", "--screenshot", "x.png"}).code, 2);
  EXPECT_EQ(weirProgram({"--figure", "timeline"}).code, 2);
  EXPECT_EQ(weirProgram({"--no-such-option", "--version"}).code, 2);
  EXPECT_EQ(weirProgram({"--timeout", "soon", "--screenshot", "x.png"}).code, 2);
  EXPECT_EQ(weirProgram({"--after", "-5", "--screenshot", "x.png"}).code, 2);
  EXPECT_EQ(weirProgram({"--size", "99999x99999", "--screenshot", "x.png"}).code, 2);
  EXPECT_EQ(weirProgram({"--screenshot", "x.jpg"}).code, 2);
  EXPECT_EQ(weirProgram({"--figure", "timeline", "--out", "x.pdf", "--timeout", "5", "x.json"}).code, 2);
  EXPECT_EQ(weirProgram({"--version"}).code, 0);
  EXPECT_EQ(weirProgram({"--help"}).code, 0);
}

TEST(Program, AFigureIsTheSameTwice) {
  QTemporaryDir dir;
  qputenv("SOURCE_DATE_EPOCH", "1700000000");
  for (const char* name : {"a.pdf", "b.pdf", "b.pdf", "b.pdf"}) {
    const Ended e = weirProgram({"--figure", "breakdown", "--out", dir.filePath(QString::fromLatin1(name)), "--", QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn")});
    ASSERT_EQ(e.code, 0) << e.err.toStdString();
  }
  QFile a(dir.filePath("a.pdf")), b(dir.filePath("b.pdf"));
  ASSERT_TRUE(a.open(QIODevice::ReadOnly));
  ASSERT_TRUE(b.open(QIODevice::ReadOnly));
  EXPECT_TRUE(a.readAll() == b.readAll());
}

}  // namespace window_test
