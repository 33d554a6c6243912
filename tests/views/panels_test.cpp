// Runs, inspector and notes: they show what the state holds and ask for the rest.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QImage>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QTreeWidget>

#include "core/run/builder.h"
#include "views/inspector/answer_facts.h"
#include "views/inspector/inspector_panel.h"
#include "views/notes/notes_panel.h"
#include "views/runs/runs_panel.h"
#include "views/shared/intervals.h"
#include "views/shared/view_notes.h"

namespace panels_test {
using namespace weir;

namespace {

RunPtr run(Truth truth, double step_s = 0.1, int steps = 3) {
  RunBuilder b("test", truth);
  Track t;
  t.name = b.intern("main");
  t.rank = 0;
  const TrackIndex track = b.track(t);
  for (int i = 0; i < steps; ++i)
    b.slice({.track = track, .start = Time::seconds(step_s * i).toPs(), .duration = Time::seconds(step_s).toPs(),
             .name = b.intern("ProfilerStep#" + std::to_string(i)), .category = 0, .activity = Activity::Annotation, .args = {}});
  b.note("partial overlap", "line 12", 2);
  return std::make_shared<const weir::Run>(b.build());
}

ShownRun shown(int id, RunPtr r, bool stale = false, bool partial = false) {
  ShownRun s;
  s.id = id;
  s.run = std::move(r);
  s.title = QStringLiteral("run %1").arg(id);
  s.stale = stale;
  s.partial = partial;
  return s;
}

QStringList labels(QWidget& w) {
  QStringList out;
  for (const QLabel* l : w.findChildren<QLabel*>())
    if (l->isVisibleTo(&w)) out << l->text();
  return out;
}

std::shared_ptr<const Answered> answer(double step_s) {
  auto a = std::make_shared<Answered>();
  a->scenario.machine.nodes = 1;
  a->scenario.machine.node.accelerators = 1;
  a->outcome.step_s = step_s;
  a->outcome.breakdown.compute_s = step_s;
  return a;
}

QString value(const std::vector<AnswerFact>& facts, const QString& name) {
  for (const AnswerFact& f : facts)
    if (f.name == name) return f.value;
  return {};
}

}  // namespace

TEST(Runs, EveryRunSaysWhatKindOfTruthItIs) {
  ViewState state;
  RunsPanel panel(state);
  state.putRun(shown(1, run(Truth::Measured)));
  state.putRun(shown(2, run(Truth::Simulated), true));
  state.putRun(shown(3, run(Truth::Predicted), false, true));
  const QString all = labels(panel).join(QLatin1Char('|'));
  for (const char* word : {"measured", "simulated", "predicted", "stale", "partial"}) EXPECT_TRUE(all.contains(QLatin1String(word))) << word << " in " << all.toStdString();
}

TEST(Runs, EveryRunHasASwatchOfItsOwnAndKeepsIt) {
  ViewState state;
  RunsPanel panel(state);
  for (int id : {1, 2, 9}) state.putRun(shown(id, run(Truth::Measured)));
  const auto swatch = [&](int id) {
    return panel.findChild<QWidget*>(QStringLiteral("run.%1").arg(id))->findChild<QLabel*>(QStringLiteral("sign"))->pixmap().toImage().pixelColor(7, 7);
  };
  const QColor one = swatch(1), two = swatch(2), nine = swatch(9);
  EXPECT_NE(one, two);
  EXPECT_NE(one, nine);  // one hue after eight others, but not beside the first
  EXPECT_NE(two, nine);
  state.removeRun(1);
  EXPECT_EQ(swatch(2), two);
  EXPECT_EQ(swatch(9), nine);
}

TEST(Runs, ACheckBoxHidesARunAndButtonsAsk) {
  ViewState state;
  RunsPanel panel(state);
  state.putRun(shown(7, run(Truth::Measured)));
  panel.findChild<QCheckBox*>()->click();
  EXPECT_FALSE(state.run(7)->visible);
  int pinned = -1, removed = -1;
  QObject::connect(&panel, &RunsPanel::pinRequested, [&](int id) { pinned = id; });
  QObject::connect(&panel, &RunsPanel::removeRequested, [&](int id) { removed = id; });
  for (QToolButton* b : panel.findChildren<QToolButton*>())
    if (b->accessibleName().startsWith(QStringLiteral("Pin")) || b->accessibleName().startsWith(QStringLiteral("Remove"))) b->click();
  EXPECT_EQ(pinned, 7);
  EXPECT_EQ(removed, 7);
}

TEST(Runs, TimeLeftIsUnknownUntilThereIsARate) {
  ViewState state;
  RunsPanel panel(state);
  panel.show();
  JobLine job;
  job.id = 5;
  job.title = QStringLiteral("Simulating packets");
  job.fraction = 0.01;
  panel.setJobs({job});
  EXPECT_TRUE(labels(panel).join(QLatin1Char('|')).contains(QStringLiteral("time left unknown")));
  job.eta_s = 185;
  panel.setJobs({job});
  EXPECT_TRUE(labels(panel).join(QLatin1Char('|')).contains(QStringLiteral("3 min 05 s left")));
  job.eta_s = 2.1 * 3600;
  panel.setJobs({job});
  EXPECT_TRUE(labels(panel).join(QLatin1Char('|')).contains(QStringLiteral("2 h 06 min left")));
}

TEST(Runs, OnlyWhatMayBePausedOffersIt) {
  ViewState state;
  RunsPanel panel(state);
  panel.show();
  JobLine job;
  job.id = 9;
  job.title = QStringLiteral("Simulating packets");
  job.fraction = 0.4;
  panel.setJobs({job});
  const auto pause = [&]() -> QToolButton* {
    for (QToolButton* b : panel.findChildren<QToolButton*>())
      if (b->isVisible() && (b->accessibleName() == QStringLiteral("Pause Simulating packets") || b->accessibleName() == QStringLiteral("Go on with Simulating packets"))) return b;
    return nullptr;
  };
  EXPECT_EQ(pause(), nullptr);
  job.pausable = true;
  panel.setJobs({job});
  ASSERT_NE(pause(), nullptr);
  std::pair<quint64, bool> asked{0, false};
  QObject::connect(&panel, &RunsPanel::pauseRequested, [&](quint64 id, bool on) { asked = {id, on}; });
  pause()->click();
  EXPECT_EQ(asked, (std::pair<quint64, bool>{9, true}));
  job.paused = true;
  panel.setJobs({job});
  EXPECT_TRUE(labels(panel).join(QLatin1Char('|')).contains(QStringLiteral("paused, 40 %")));
  pause()->click();
  EXPECT_EQ(asked, (std::pair<quint64, bool>{9, false}));
}

TEST(Runs, AJobShowsProgressTimeLeftAndStops) {
  ViewState state;
  RunsPanel panel(state);
  panel.show();
  JobLine job;
  job.id = 5;
  job.title = QStringLiteral("Simulating packets");
  job.fraction = 0.62;
  job.eta_s = 13.2;
  panel.setJobs({job});
  const QString all = labels(panel).join(QLatin1Char('|'));
  EXPECT_TRUE(all.contains(QStringLiteral("62 %"))) << all.toStdString();
  EXPECT_TRUE(all.contains(QStringLiteral("14 s left"))) << all.toStdString();
  quint64 stopped = 0;
  QObject::connect(&panel, &RunsPanel::stopRequested, [&](quint64 id) { stopped = id; });
  for (QToolButton* b : panel.findChildren<QToolButton*>())
    if (b->accessibleName() == QStringLiteral("Stop Simulating packets")) b->click();
  EXPECT_EQ(stopped, 5U);
  panel.setJobs({});
  EXPECT_FALSE(labels(panel).join(QLatin1Char('|')).contains(QStringLiteral("62 %")));
}

TEST(Runs, AJobThatFillsARunStandsInItsLine) {
  ViewState state;
  RunsPanel panel(state);
  state.putRun(shown(3, run(Truth::Simulated), false, true));
  JobLine job;
  job.id = 5;
  job.runId = 3;
  job.title = QStringLiteral("Simulating packets");
  job.fraction = 0.5;
  panel.setJobs({job});
  auto* line = panel.findChild<QWidget*>(QStringLiteral("run.3"));
  ASSERT_TRUE(line);
  ASSERT_TRUE(line->findChild<QProgressBar*>());
  EXPECT_TRUE(line->findChild<QProgressBar*>()->isVisibleTo(line));
}

TEST(Inspector, ShowsTheSelectionElseTheAnswer) {
  ViewState state;
  InspectorPanel panel(state);
  state.setAnswered(answer(0.1));
  auto* tree = panel.findChild<QTreeWidget*>();
  ASSERT_GT(tree->topLevelItemCount(), 0);
  EXPECT_EQ(tree->topLevelItem(0)->text(0), QStringLiteral("Step time"));
  Selection s;
  s.kind = Selection::Kind::Slice;
  s.title = QStringLiteral("ncclKernel");
  s.facts = {{QStringLiteral("duration"), QStringLiteral("7.13 ms")}};
  state.select(s);
  ASSERT_EQ(tree->topLevelItemCount(), 1);
  EXPECT_EQ(tree->topLevelItem(0)->text(1), QStringLiteral("7.13 ms"));
  state.setAnswered(answer(0.2));
  EXPECT_EQ(tree->topLevelItemCount(), 1) << "a moving slider does not push a selection away";
  state.select({});
  EXPECT_EQ(tree->topLevelItem(0)->text(1), QStringLiteral("200 ms"));
}

TEST(Inspector, MeasuredBesidePredictedStatesTheError) {
  // Steps of 100 ms, predicted 80 ms: 80 / 100 - 1 = -20 %.
  const MeasuredSteps m = measuredSteps(*run(Truth::Measured, 0.1, 5));
  EXPECT_EQ(m.count, 5);
  EXPECT_NEAR(m.median_s, 0.1, 1e-12);
  EXPECT_EQ(value(measuredBeside(m, "r", *answer(0.08), true), "error of the prediction"), QStringLiteral("−20.0 %"));
  EXPECT_EQ(value(measuredBeside(m, "r", *answer(0.125), true), "error of the prediction"), QStringLiteral("+25.0 %"));
  auto other = std::make_shared<Answered>(*answer(0.08));
  other->scenario.machine.nodes = 16;
  EXPECT_EQ(value(measuredBeside(m, "r", *answer(0.125), false), "difference"), QStringLiteral("+25.0 %"));
  EXPECT_TRUE(measuredBeside(m, "r", *other, true).empty()) << "another number of ranks is another job";
  EXPECT_EQ(measuredSteps(*run(Truth::Simulated)).count, 0);
}

TEST(Inspector, IntervalsStandBesideTheirValuesAndSayWhatTheyRestOn) {
  auto sure = std::make_shared<Answered>(*answer(0.1));
  Uncertainty u;
  u.step_s = {0.094, 0.108};
  u.rests_on = {{"node.accelerator.power.idle", "60W", "50W", "70W", "unverified: recalled", 0, 0, -0.02, 0.021},
                {"node.nic.latency", "1us", "0.6us", "1.5us", "a datasheet", -0.06, 0.08, 0, 0},
                {"facility.pue", "1.1", "1.05", "1.4", "", 0, 0, 0, 0}};
  sure->outcome.uncertainty = u;
  const auto facts = answerFacts(*sure);
  EXPECT_EQ(value(facts, "Step time"), QStringLiteral("100 ms [94.0, 108]"));
  EXPECT_EQ(value(facts, "power idle"), QStringLiteral("60W [50W, 70W]"));
  EXPECT_EQ(value(facts, "step −6.0 / +8.0 %"), QStringLiteral("energy < 0.1 %"));
  const auto doubtful = [&](const QString& name) { return std::find_if(facts.begin(), facts.end(), [&](const AnswerFact& f) { return f.name == name; })->doubtful; };
  EXPECT_TRUE(doubtful("power idle"));
  EXPECT_FALSE(doubtful("nic latency"));
  EXPECT_TRUE(facts.back().name.contains("1 more")) << facts.back().name.toStdString();

  // While the next answer's intervals are being worked out: the same lines, without the old numbers.
  const auto next = answer(0.2);
  const auto pending = answerFacts(*next, &u);
  ASSERT_EQ(pending.size(), facts.size());
  EXPECT_EQ(value(pending, "Step time"), QStringLiteral("200 ms"));
  EXPECT_EQ(value(pending, "power idle"), QStringLiteral("…"));

  ViewState state;
  InspectorPanel panel(state);
  state.setAnswered(sure);
  auto* tree = panel.findChild<QTreeWidget*>();
  const QTreeWidgetItem* first = tree->topLevelItem(0);
  EXPECT_EQ(first->text(1), QStringLiteral("100 ms [94.0, 108]"));
  state.setAnswered(next);
  EXPECT_EQ(tree->topLevelItem(0), first) << "lines stay where they are";
  EXPECT_EQ(first->text(1), QStringLiteral("200 ms"));
}

TEST(Inspector, UnknownIsNotZero) {
  Answered a;
  const auto facts = answerFacts(a);
  for (const AnswerFact& f : facts) EXPECT_NE(f.value, QStringLiteral("0 s")) << f.name.toStdString();
  EXPECT_EQ(value(facts, "rate"), QStringLiteral("unknown"));
}

TEST(Notes, ListsWhatTheImportFoundAndCounts) {
  ViewState state;
  NotesPanel panel(state);
  EXPECT_EQ(panel.count(), 0);
  state.putRun(shown(1, run(Truth::Measured)));
  EXPECT_EQ(panel.count(), 1);
  auto* tree = panel.findChild<QTreeWidget*>();
  ASSERT_EQ(tree->topLevelItemCount(), 1);
  EXPECT_EQ(tree->topLevelItem(0)->child(0)->text(0), QStringLiteral("partial overlap (2 times): line 12"));
  state.removeRun(1);
  EXPECT_EQ(panel.count(), 0);
}

TEST(Notes, ListsWhatAViewNotedUntilItsRunGoes) {
  ViewState state;
  NotesPanel notes(state);
  state.putRun(shown(1, run(Truth::Measured)));
  EXPECT_EQ(notes.count(), 1);
  ViewNotes::of(state).put(1, "power", {{"meters that read apart", 3, {"GPU 1"}, {}}});
  ASSERT_EQ(notes.count(), 2);
  EXPECT_EQ(notes.findChild<QTreeWidget*>()->topLevelItem(0)->child(1)->text(0), QStringLiteral("meters that read apart (3 times): GPU 1"));
  ViewNotes::of(state).put(1, "power", {});
  EXPECT_EQ(notes.count(), 1);
  ViewNotes::of(state).put(1, "power", {{"meters that read apart", 3, {}, {}}});
  state.removeRun(1);
  EXPECT_TRUE(ViewNotes::of(state).notesOf(1).empty());
  EXPECT_EQ(notes.count(), 0);
}

TEST(Intervals, MemoryIsSpokenOfInBytes) {
  EXPECT_EQ(intervals::asSpoken("machine.node.accelerator.memory_bandwidth", "16312Gbps"), QStringLiteral("2039 GB/s"));
  EXPECT_EQ(intervals::asSpoken("machine.storage.nvme.read", "800Mbps"), QStringLiteral("100 MB/s"));
  EXPECT_EQ(intervals::asSpoken("machine.network.link.bandwidth", "400Gbps"), QStringLiteral("400Gbps"));
  Influence i;
  i.path = "machine.node.accelerator.memory_bandwidth";
  i.value = "16312Gbps";
  i.low = "14.4Tbps";
  i.high = "17Tbps";
  EXPECT_EQ(intervals::valueOf(i), QStringLiteral("2039 GB/s [1800 GB/s, 2125 GB/s]"));
}

}  // namespace panels_test
