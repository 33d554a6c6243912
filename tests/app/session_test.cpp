// Jobs, staleness, studies, autosave: what a window keeps and what it lets go of.
#include <QElapsedTimer>
#include <QFileInfo>
#include <iostream>

#include "app/gui/documents/autosave.h"
#include "app/gui/window/centre_area.h"
#include "core/scenario/json.h"
#include "core/study/study.h"
#include "core/summarize/breakdown_kept.h"
#include "core/summarize/kernel_table.h"
#include "core/summarize/steps_json.h"
#include "core/summarize/tables_json.h"
#include "tests/app/window_support.h"
#include "views/front/front_view.h"
#include "views/runs/runs_panel.h"

namespace session_test {
using namespace weir;
using weir::test::spin;
using weir::test::Window;

TEST(Session, AChangedScenarioMakesItsRunsStaleAndUndoMakesThemFreshAgain) {
  Window w;
  const int id = w.play(Fidelity::Model);
  ASSERT_TRUE(w.state().run(id));
  EXPECT_FALSE(w.state().run(id)->stale);
  ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "50 MiB"));
  w.session().answerNow();
  EXPECT_TRUE(w.state().run(id)->stale);
  w->scenarioPanel().undoStack()->undo();
  w.session().answerNow();
  EXPECT_FALSE(w.state().run(id)->stale);
}

TEST(Session, IntervalsComeOnceTheHandRestsAndGoWhenItMoves) {
  Window w;
  Scenario s = w->scenarioPanel().scenario();
  s.intervals["machine.network.link.latency"] = {"100ns", "20us"};
  w->scenarioPanel().setScenario(s);
  w.session().answerNow();
  ASSERT_TRUE(spin([&] { return w.session().settled(); }));
  ASSERT_TRUE(w.state().answered());
  ASSERT_TRUE(w.state().answered()->outcome.uncertainty);
  const auto before = w.state().answered();
  ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "50 MiB"));
  w.session().answerNow();
  EXPECT_FALSE(w.state().answered()->outcome.uncertainty) << "an interval of another scenario";
  EXPECT_FALSE(w.session().settled());
  w.session().intervalsNow();
  ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "10 MiB"));  // moves on while the worker is at it
  w.session().answerNow();
  ASSERT_TRUE(spin([&] { return w.session().settled(); }));
  const auto now = w.state().answered();
  ASSERT_TRUE(now->outcome.uncertainty);
  EXPECT_EQ(now->scenario.plan.bucket, w.session().scenario().plan.bucket);
  const Range& step = now->outcome.uncertainty->step_s;
  EXPECT_LE(step.low, now->outcome.step_s);
  EXPECT_GE(step.high, now->outcome.step_s);
  EXPECT_FALSE(now->outcome.uncertainty->rests_on.empty());
}

TEST(Session, AMeasuredRunIsNeverStale) {
  Window w;
  w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn")});
  ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "50 MiB"));
  w.session().answerNow();
  EXPECT_FALSE(w.state().runs()[0].stale);
}

TEST(Session, PauseHoldsTheSimulationAndResumeLetsItGoOn) {
  Window w;
  w.loadLongSimulation();
  bool finished = false;
  QObject::connect(&w.session(), &Session::runFinished, &*w, [&](int) { finished = true; });
  QAction* pause = (*w).actions()[QStringLiteral("pause")];
  EXPECT_FALSE(pause->isEnabled()) << "nothing is at work";
  const int id = w.session().simulate(Fidelity::Packet);
  ASSERT_TRUE(spin([&] { return w.state().run(id) != nullptr; }));
  ASSERT_TRUE(pause->isEnabled());
  const auto done = [&] {
    for (const JobLine& l : w.session().jobs().lines())
      if (l.runId == id) return l.fraction;
    return -1.0;
  };
  pause->trigger();
  EXPECT_EQ(pause->text(), "Resume");
  // What the engine did before it looked is shown yet; then nothing moves.
  QElapsedTimer clock;
  clock.start();
  spin([&] { return clock.elapsed() > 400; });
  const double held = done();
  const auto until = w.state().run(id)->run->span().second;
  clock.restart();
  spin([&] { return clock.elapsed() > 700; });
  EXPECT_EQ(done(), held);
  EXPECT_EQ(w.state().run(id)->run->span().second, until) << "simulated time went on";
  EXPECT_TRUE(w.session().jobs().allPaused());
  pause->trigger();
  EXPECT_EQ(pause->text(), "Pause");
  EXPECT_TRUE(spin([&] { return done() > held; })) << "it does not go on";
  EXPECT_FALSE(finished);
}

TEST(Session, StopWhilePausedEndsItInTime) {
  Window w;
  w.loadLongSimulation();
  bool finished = false;
  QObject::connect(&w.session(), &Session::runFinished, &*w, [&](int) { finished = true; });
  const int id = w.session().simulate(Fidelity::Packet);
  ASSERT_TRUE(spin([&] { return w.state().run(id) != nullptr; }));
  (*w).actions()[QStringLiteral("pause")]->trigger();
  QElapsedTimer clock;
  clock.start();
  spin([&] { return clock.elapsed() > 300; });
  clock.restart();
  (*w).actions()[QStringLiteral("stop")]->trigger();
  ASSERT_TRUE(spin([&] { return finished; }, 5000));
  EXPECT_LT(clock.elapsed(), 200);
  EXPECT_TRUE(w.messages().isEmpty());
  EXPECT_FALSE((*w).actions()[QStringLiteral("pause")]->isEnabled());
  EXPECT_EQ((*w).actions()[QStringLiteral("pause")]->text(), "Pause");
}

TEST(Session, StopEndsAPacketSimulationAndKeepsWhatWasShown) {
  Window w;
  w.loadLongSimulation();
  bool finished = false;
  QObject::connect(&w.session(), &Session::runFinished, &*w, [&](int) { finished = true; });
  const int id = w.session().simulate(Fidelity::Packet);
  ASSERT_NE(id, 0);
  ASSERT_TRUE(spin([&] { return w.state().run(id) != nullptr; })) << "no partial result within the limit";
  EXPECT_TRUE(w.state().run(id)->partial);
  QElapsedTimer clock;
  clock.start();
  (*w).actions()[QStringLiteral("stop")]->trigger();
  ASSERT_TRUE(spin([&] { return finished; }, 5000));
  std::cout << "stopped after " << clock.elapsed() << " ms (200 ms is the promise)\n";
  EXPECT_TRUE(w.state().run(id)) << "partial results stay";
  EXPECT_TRUE(w.messages().isEmpty()) << "a stop is no failure: " << w.messages().join(QStringLiteral(" | ")).toStdString();
}

TEST(Session, ClosingWhileASimulationRunsIsSafe) {
  Window w(true);
  w.loadLongSimulation();
  w.session().simulate(Fidelity::Packet);
  ASSERT_TRUE(spin([&] { return !w.state().runs().empty(); }));
  QElapsedTimer clock;
  clock.start();
  w->close();
  ASSERT_TRUE(spin([&] { return w.gone(); }, 5000));
  std::cout << "closed after " << clock.elapsed() << " ms\n";
}

TEST(Session, RemovingARunWhileItIsComputedIsSafe) {
  Window w;
  w.loadLongSimulation();
  bool finished = false;
  QObject::connect(&w.session(), &Session::runFinished, &*w, [&](int) { finished = true; });
  const int id = w.session().simulate(Fidelity::Packet);
  ASSERT_TRUE(spin([&] { return w.state().run(id) != nullptr; }));
  w.session().removeRun(id);
  EXPECT_TRUE(spin([&] { return finished; }, 5000)) << "removing a run stops the job that fills it";
  EXPECT_FALSE(w.state().run(id));
}

TEST(Session, TwoWindowsDoNotMeet) {
  Window a, b;
  ASSERT_TRUE(a->scenarioPanel().edit("plan.global_batch", "2048"));
  a.session().answerNow();
  const int ra = a.play(Fidelity::Flow);
  const int rb = b.play(Fidelity::Flow);
  ASSERT_TRUE(a.state().run(ra));
  ASSERT_TRUE(b.state().run(rb));
  EXPECT_EQ(a.state().answered()->scenario.plan.global_batch, 2048);
  EXPECT_NE(b.state().answered()->scenario.plan.global_batch, 2048);
  EXPECT_EQ(a.state().runs().size(), 1U);
  EXPECT_EQ(b.state().runs().size(), 1U);
}

TEST(Session, SavedAndReopenedIsEqual) {
  Window w;
  w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn"), QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json")});
  ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "1 MiB"));
  w.session().answerNow();
  w.play(Fidelity::Model);
  w.state().setVisible(w.state().runs()[1].id, false);
  w.state().setMarkers({{7'000, QStringLiteral("late")}, {5'000, {}}});
  w.state().setStepsByHand(w.state().runs()[0].id, {{0, 4'000}, {4'000, 9'000}});
  w.state().remember(w.state().runs()[0].id, "what 1", std::string("a\0b", 3));
  const auto found = w.state().memo()->steps(w.state().runs()[0].run);
  w.state().setTimeRange({2'000'000'000, 9'000'000'000});
  Filter filter;
  filter.name = QStringLiteral("gl\u00f6o \"x\"");
  filter.hidden = {Activity::Copy, Activity::Wait};
  filter.shortest = 3;
  filter.ranks = {0, 2};
  w.state().setFilter(filter);
  const RunPtr measured = w.state().runs()[0].run;
  const auto kernels = w.state().memo()->tables(measured, "Kernels", {}, [&] { return std::vector{kernelTable(*measured, {}, {})}; });
  ASSERT_FALSE(kernels->front().rows.empty());
  constexpr AnswerBytes<BreakdownSums> kSums{breakdownToBytes, breakdownFromBytes};
  const auto sums = w.state().memo()->answer<BreakdownSums>(measured, {"of a test", " range 1 2"}, kSums, {}, [&] {
    return std::make_shared<const BreakdownSums>(breakdownSums(BreakdownIndex(*measured), {}, BreakdownSums::Of::Ranks, TimeRange{1, 2}));
  });
  EXPECT_TRUE(w.session().modified());
  w.session().sweepDefault();
  ASSERT_TRUE(spin([&] { return w.state().sweep() && !w.session().jobs().busy(); }, 60000));
  const QString path = w.file("work.weir");
  bool saved = false;
  w.session().saveAs(path, [&](bool ok) { saved = ok; });
  ASSERT_TRUE(spin([&] { return saved; }, 60000)) << w.messages().join(QStringLiteral(" | ")).toStdString();
  EXPECT_FALSE(w.session().modified());
  EXPECT_TRUE(w->windowTitle().startsWith(QStringLiteral("work")));

  Window again;
  EXPECT_EQ(again.open({path}), QStringList());
  ASSERT_EQ(again.state().runs().size(), w.state().runs().size());
  for (std::size_t i = 0; i < w.state().runs().size(); ++i) {
    const ShownRun& x = w.state().runs()[i];
    const ShownRun& y = again.state().runs()[i];
    EXPECT_EQ(x.title, y.title);
    EXPECT_EQ(x.visible, y.visible);
    EXPECT_EQ(x.stale, y.stale);
    EXPECT_EQ(x.run->truth, y.run->truth);
    EXPECT_EQ(x.run->span(), y.run->span());
    EXPECT_EQ(x.run->slices.start, y.run->slices.start);
    EXPECT_EQ(x.run->slices.duration, y.run->slices.duration);
    EXPECT_EQ(x.run->argsText, y.run->argsText);
  }
  EXPECT_EQ(again.state().markers(), (std::vector<Marker>{{5'000, {}}, {7'000, QStringLiteral("late")}}));
  EXPECT_EQ(again.state().timeRange(), w.state().timeRange());
  EXPECT_EQ(again.state().filter(), filter);
  const auto* steps = again.state().stepsByHand(again.state().runs()[0].id);
  ASSERT_TRUE(steps);
  EXPECT_EQ(*steps, (std::vector<TimeRange>{{0, 4'000}, {4'000, 9'000}}));
  EXPECT_EQ(again.state().stepsByHand(again.state().runs()[1].id), nullptr);
  EXPECT_EQ(again.state().remembered(again.state().runs()[0].id), (std::map<std::string, std::string>{{"what 1", std::string("a\0b", 3)}}));
  const auto kept = again.state().memo()->knownSteps(again.state().runs()[0].run);
  ASSERT_TRUE(kept);
  EXPECT_EQ(stepsToJson(*kept), stepsToJson(*found));
  const auto table = again.state().memo()->tables(again.state().runs()[0].run, "Kernels", {}, []() -> RunMemo::Tables { ADD_FAILURE() << "worked out anew"; return {}; });
  EXPECT_EQ(tablesToJson(*table), tablesToJson(*kernels));
  const RunPtr reopened = again.state().runs()[0].run;
  const auto same = again.state().memo()->knownAnswer<BreakdownSums>(reopened, {"of a test", " range 1 2"}, kSums);
  ASSERT_TRUE(same);
  EXPECT_EQ(breakdownToBytes(*same, *reopened), breakdownToBytes(*sums, *measured));
  EXPECT_EQ(scenarioToJson(again->scenarioPanel().scenario()), scenarioToJson(w->scenarioPanel().scenario()));
  ASSERT_TRUE(again.state().sweep());
  EXPECT_EQ(again.state().sweep()->points.size(), w.state().sweep()->points.size());
  EXPECT_EQ(again.state().sweep()->front, w.state().sweep()->front);
  ASSERT_TRUE(again.state().sweepScenario());
  EXPECT_EQ(scenarioToJson(*again.state().sweepScenario()), scenarioToJson(*w.state().sweepScenario()));
  EXPECT_FALSE(again.session().modified());

  // Saving again writes only what is new, and what was removed is gone.
  again.session().removeRun(again.state().runs()[0].id);
  saved = false;
  again.session().save([&](bool ok) { saved = ok; });
  ASSERT_TRUE(spin([&] { return saved; }));
  Window third;
  third.open({path});
  EXPECT_EQ(third.state().runs().size(), w.state().runs().size() - 1);
}

TEST(Session, LookingAtAStudyDoesNotChangeIt) {
  Window w;
  const QString path = w.copyOfSample();  // of an older schema, which saving would bring up to date
  const auto bytes = [&] {
    QFile f(path);
    EXPECT_TRUE(f.open(QIODevice::ReadOnly));
    return f.readAll();
  };
  const QByteArray before = bytes();
  EXPECT_EQ(w.open({path}), QStringList());
  ASSERT_FALSE(w.state().runs().empty());
  EXPECT_EQ(bytes(), before);
  EXPECT_EQ(QDir(QFileInfo(path).path()).entryList({QStringLiteral("sample.weir*")}).size(), 1);
  EXPECT_FALSE(w.session().modified());
  bool saved = false;
  w.session().save([&](bool ok) { saved = ok; });
  ASSERT_TRUE(spin([&] { return saved; }));
}

TEST(Session, AStudyThatCannotBeWrittenIsSaidAndStaysUnsaved) {
  Window w;
  ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "1 MiB"));
  w.session().answerNow();
  bool done = false, ok = true;
  w.session().saveAs(w.file("no such folder/work.weir"), [&](bool r) {
    done = true;
    ok = r;
  });
  ASSERT_TRUE(spin([&] { return done; }));
  EXPECT_FALSE(ok);
  ASSERT_EQ(w.messages().size(), 1);
  EXPECT_TRUE(w.messages().first().contains(QStringLiteral("no such folder"))) << w.messages().first().toStdString();
  EXPECT_TRUE(w.session().modified());
  EXPECT_TRUE(w->isWindowModified());
}

TEST(Session, UnsavedWorkIsKeptAndCanBeRestored) {
  QString folder;
  QTemporaryDir keep;
  {
    Window w(true);
    w.open({QStringLiteral(WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz")});
    ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "3 MiB"));
    w.session().answerNow();
    folder = (*w).options().autosaveFolder;
    EXPECT_TRUE(Autosave::leftBehind(folder).empty()) << "a living window's work is not on offer";
    w->close();
    ASSERT_TRUE(spin([&] { return w.gone(); }));
    const auto left = Autosave::leftBehind(folder);
    ASSERT_EQ(left.size(), 1U);
    ASSERT_TRUE(QFile::copy(left[0].path, keep.filePath("work-1.weir")));
  }
  Window again;
  again.session().restore(keep.filePath("work-1.weir"));
  ASSERT_TRUE(spin([&] { return again.state().runs().size() == 1 && !again.session().jobs().busy(); }));
  EXPECT_EQ(again->scenarioPanel().scenario().plan.bucket, Bytes::of(3 << 20));
  EXPECT_TRUE(again.session().modified());
  EXPECT_TRUE(again.session().path().isEmpty()) << "restored work has no file of its own yet";
}

TEST(Session, NothingIsKeptWhenNothingWasDone) {
  Window w(true);
  const QString folder = (*w).options().autosaveFolder;
  w->close();
  ASSERT_TRUE(spin([&] { return w.gone(); }));
  EXPECT_TRUE(Autosave::leftBehind(folder).empty());
}

TEST(Front, AClickedPlanIsLoadedAndCanBeUndone) {
  Window w;
  w->centre().showView("front");
  w.session().sweepDefault();
  ASSERT_TRUE(spin([&] { return w.state().sweep() && !w.session().jobs().busy(); }, 60000));
  EXPECT_GE(w.state().sweep()->points.size(), 1000U);
  spin([] { return false; }, 50);
  auto* front = w->findChild<FrontView*>();
  ASSERT_TRUE(front);
  EXPECT_TRUE(front->isVisible()) << "a front that is there hides the examples";
  ASSERT_FALSE(w.state().sweep()->front.empty());
  const SweepPoint best = w.state().sweep()->points[w.state().sweep()->front.front()];
  const std::string before = scenarioToJson(w->scenarioPanel().scenario());
  emit front->pointChosen(int(best.index));
  w.session().answerNow();
  ASSERT_TRUE(w.state().answered());
  // The panel answers exactly what the sweep said of this plan.
  EXPECT_DOUBLE_EQ(w.state().answered()->outcome.step_s, best.step_s);
  EXPECT_DOUBLE_EQ(w.state().answered()->outcome.energy_step_j, best.energy_step_j);
  EXPECT_EQ(w.state().selection().kind, Selection::Kind::Point);
  w->scenarioPanel().undoStack()->undo();
  EXPECT_EQ(scenarioToJson(w->scenarioPanel().scenario()), before);
}

namespace {

bool saves(Window& w) {
  bool done = false, good = false;
  w->messages().clear();
  w.session().save([&](bool ok) { done = true, good = ok; });
  EXPECT_TRUE(spin([&] { return done; }));
  return good;
}

std::size_t runsIn(const QString& path) {
  const auto study = Study::open(path.toStdString(), Study::Mode::ReadOnly);
  EXPECT_TRUE(study.has_value());
  return study ? study->runs()->size() : 0;
}

}  // namespace

TEST(Session, TwoWindowsOnOneStudyDoNotOverwriteEachOther) {
  Window a, b;
  const QString path = a.copyOfSample();
  ASSERT_EQ(a.open({path}), QStringList());
  ASSERT_EQ(b.open({path}), QStringList());
  a.session().removeRun(a.state().runs()[0].id);
  ASSERT_TRUE(saves(a));
  const std::size_t left = runsIn(path);
  b.session().removeRun(b.state().runs()[1].id);
  EXPECT_FALSE(saves(b)) << "what it knows of the file is no longer so";
  ASSERT_EQ(b.messages().size(), 1);
  EXPECT_TRUE(b.messages().first().contains(QStringLiteral("changed by another window"))) << b.messages().first().toStdString();
  EXPECT_TRUE(b.session().modified());
  EXPECT_EQ(runsIn(path), left);
  // Under another name nothing is in the way, and the first may go on.
  bool done = false, good = false;
  b.session().saveAs(b.file("mine.weir"), [&](bool ok) { done = true, good = ok; });
  ASSERT_TRUE(spin([&] { return done; }));
  EXPECT_TRUE(good);
  EXPECT_EQ(runsIn(b.file("mine.weir")), b.state().runs().size());
  ASSERT_TRUE(a->scenarioPanel().edit("plan.bucket", "3 MiB"));
  a.session().answerNow();
  EXPECT_TRUE(saves(a));
}

TEST(Session, AStudyThatSomebodyRemovedIsWrittenWhole) {
  Window w;
  w.open({w.copyOfSample()});
  ASSERT_TRUE(w->scenarioPanel().edit("plan.bucket", "3 MiB"));
  w.session().answerNow();
  ASSERT_TRUE(saves(w));
  const QString path = w.session().path();
  for (const char* end : {"", "-wal", "-shm"}) QFile::remove(path + QString::fromLatin1(end));
  w.session().markModified();
  ASSERT_TRUE(saves(w)) << w.messages().join(QLatin1Char(' ')).toStdString();
  EXPECT_EQ(runsIn(path), w.state().runs().size());
}

}  // namespace session_test
