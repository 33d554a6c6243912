// The inspector beside a trace: what is shown leads, the scenario in hand stands below; nothing widens it; its lines are CSV.
#include <gtest/gtest.h>

#include <QAction>
#include <QClipboard>
#include <QToolButton>
#include <QTreeWidget>

#include "tests/views/support.h"
#include "views/inspector/inspector_panel.h"
#include "views/inspector/run_facts.h"
#include "views/inspector/wrapped_text.h"

namespace inspector_test {
using namespace weir;
using test::us;

namespace {

RunPtr run(int ranks, Truth truth = Truth::Measured, const char* scenario = "") {
  test::Sketch s(truth);
  s.b.run().scenario = scenario;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto t = s.track(rank, TrackKind::Thread, "python");
    for (int k = 0; k < 3; ++k)
      s.b.slice({.track = t, .start = k * 100 * us, .duration = 100 * us, .name = s.b.intern("ProfilerStep#" + std::to_string(k)), .category = 0,
                 .activity = Activity::Annotation, .args = {}});
  }
  return test::shared(s.build());
}

ShownRun shown(int id, RunPtr r) {
  ShownRun s;
  s.id = id;
  s.run = std::move(r);
  s.title = QStringLiteral("job %1").arg(id);
  return s;
}

std::shared_ptr<const Answered> answer(int ranks) {
  auto a = std::make_shared<Answered>();
  a->scenario.name = "ResNet-50 on eight nodes";
  a->scenario.machine.nodes = 1;
  a->scenario.machine.node.accelerators = ranks;
  a->outcome.step_s = 0.1;
  a->outcome.breakdown.compute_s = 0.1;
  return a;
}

struct Beside {
  explicit Beside(const std::shared_ptr<const Answered>& a) {
    panel.resize(260, 500);
    panel.show();
    state.setAnswered(a);
  }
  ViewState state;
  InspectorPanel panel{state};
  QTreeWidget* tree = panel.findChild<QTreeWidget*>();
  WrappedText* title = panel.findChild<WrappedText*>(QStringLiteral("inspector-title"));

  QTreeWidgetItem* last() { return tree->topLevelItem(tree->topLevelItemCount() - 1); }
  QString value(const QString& name) {
    for (int i = 0; i < tree->topLevelItemCount(); ++i)
      if (tree->topLevelItem(i)->text(0) == name) return tree->topLevelItem(i)->text(1);
    return {};
  }
};

}  // namespace

TEST(InspectorBesideATrace, TheRunLeadsAndAnotherJobsScenarioIsFolded) {
  Beside b(answer(64));
  EXPECT_TRUE(b.title->text().contains("ResNet-50")) << "nothing else is there";
  b.state.putRun(shown(1, run(2)));
  EXPECT_EQ(b.title->text(), QStringLiteral("job 1"));
  EXPECT_EQ(b.value("ranks"), QStringLiteral("2"));
  EXPECT_EQ(b.value("lasts"), QStringLiteral("300 µs"));
  EXPECT_EQ(b.value("training step, median"), QStringLiteral("100 µs"));
  EXPECT_EQ(b.value("Step time"), QString()) << "a prediction of something else is not said of the trace";
  EXPECT_EQ(b.last()->text(0), QStringLiteral("Scenario in hand"));
  EXPECT_EQ(b.last()->text(1), QStringLiteral("not this trace"));
  EXPECT_FALSE(b.last()->isExpanded());
  EXPECT_GT(b.last()->childCount(), 3);
  EXPECT_EQ(b.last()->child(0)->text(1), QStringLiteral("ResNet-50 on eight nodes"));
  EXPECT_EQ(b.last()->child(1)->text(0), QStringLiteral("Step time"));
  // A selection leads as well.
  Selection s;
  s.kind = Selection::Kind::Slice;
  s.runId = 1;
  s.title = QStringLiteral("gemm");
  s.facts = {{QStringLiteral("duration"), QStringLiteral("7.13 ms")}};
  b.state.select(s);
  EXPECT_EQ(b.title->text(), QStringLiteral("gemm"));
  EXPECT_EQ(b.tree->topLevelItem(0)->text(0), QStringLiteral("duration"));
  EXPECT_EQ(b.last()->text(1), QStringLiteral("not this trace"));
  b.state.select({});
  b.state.setVisible(1, false);
  EXPECT_TRUE(b.title->text().contains("ResNet-50"));
}

TEST(InspectorBesideATrace, AScenarioOfAsManyRanksIsOpenAndComparedWithIt) {
  Beside b(answer(2));
  b.state.putRun(shown(1, run(2)));
  EXPECT_EQ(b.value("measured step, median"), QStringLiteral("100 µs"));
  EXPECT_TRUE(b.last()->isExpanded());
  EXPECT_EQ(b.last()->text(1), QString());
  // What a person folds stays folded while the scenario moves.
  b.last()->setExpanded(false);
  auto moved = std::make_shared<Answered>(*answer(2));
  moved->outcome.step_s = 0.2;
  const QTreeWidgetItem* heading = b.last();
  b.state.setAnswered(moved);
  EXPECT_EQ(b.last(), heading) << "lines stay where they are";
  EXPECT_FALSE(b.last()->isExpanded());
  EXPECT_EQ(b.last()->child(1)->text(1), QStringLiteral("200 ms"));
}

TEST(InspectorBesideATrace, ASimulatedRunLeavesTheAnswerWhereItWas) {
  Beside b(answer(2));
  b.state.putRun(shown(1, run(2, Truth::Simulated, "{}")));
  EXPECT_TRUE(b.title->text().contains("ResNet-50"));
  EXPECT_EQ(b.tree->topLevelItem(0)->text(0), QStringLiteral("Step time"));
}

TEST(InspectorBesideATrace, WhatAnotherProgramSimulatedOrLaidOutLeadsAsWell) {
  for (const Truth truth : {Truth::Simulated, Truth::Predicted}) {
    Beside b(answer(64));
    b.state.putRun(shown(1, run(2, truth)));
    EXPECT_EQ(b.title->text(), QStringLiteral("job 1"));
    EXPECT_TRUE(b.panel.findChild<WrappedText*>(QStringLiteral("inspector-origin"))->text().startsWith(truth == Truth::Simulated ? "simulated." : "predicted."));
    EXPECT_EQ(b.last()->text(1), QStringLiteral("not this trace"));
    b.state.putRun(shown(2, run(2)));
    EXPECT_EQ(b.title->text(), QStringLiteral("2 opened runs"));
  }
}

TEST(InspectorBesideATrace, AnExampleIsCalledOneAndNeverHeldAgainstIt) {
  Beside b(answer(2));
  bool example = true;
  b.panel.setExample([&] { return example; });
  EXPECT_EQ(b.title->text(), QStringLiteral("Scenario: ResNet-50 on eight nodes")) << "nothing else is there";
  b.state.putRun(shown(1, run(2)));
  EXPECT_EQ(b.last()->text(0), QStringLiteral("Scenario (example)"));
  EXPECT_EQ(b.last()->text(1), QStringLiteral("not this trace"));
  EXPECT_EQ(b.value("measured step, median"), QString()) << "as many ranks, by chance";
  b.state.setVisible(1, false);
  EXPECT_EQ(b.title->text(), QStringLiteral("Scenario (example): ResNet-50 on eight nodes"));
  b.state.setVisible(1, true);
  example = false;  // the person has changed it
  b.state.setAnswered(answer(2));
  EXPECT_EQ(b.last()->text(0), QStringLiteral("Scenario in hand"));
  EXPECT_EQ(b.value("measured step, median"), QStringLiteral("100 µs"));
}

TEST(InspectorBesideATrace, PlacesInAnOrderLastNoTime) {
  test::Sketch s;
  const auto t = s.track(0, TrackKind::Thread, "actions");
  s.b.slice({.track = t, .start = 0, .duration = 100 * us, .name = s.b.intern("ProfilerStep#0"), .category = 0, .activity = Activity::Annotation, .args = {}});
  s.b.note("no times in this format: actions are laid out by their order", {});
  Beside b(answer(1));
  b.state.putRun(shown(1, test::shared(s.build())));
  EXPECT_EQ(b.value("lasts"), QStringLiteral("unknown"));
  EXPECT_EQ(b.value("training step, median"), QString());
  EXPECT_EQ(b.value("measured step, median"), QString());
  EXPECT_TRUE(b.panel.findChild<WrappedText*>(QStringLiteral("inspector-origin"))->text().startsWith("without times."));
}

TEST(InspectorBesideATrace, UnknownIsSaid) {
  const weir::Run nothing;
  const std::vector<AnswerFact> facts = runFacts(nothing, {});
  for (const AnswerFact& f : facts) EXPECT_EQ(f.value, QStringLiteral("unknown")) << f.name.toStdString();
  EXPECT_EQ(facts.size(), 3U) << "how long, whose, what";
}

TEST(InspectorBesideATrace, ALongNameWrapsAndWidensNothing) {
  Beside b(answer(64));
  const int before = b.panel.minimumSizeHint().width();
  Selection s;
  s.kind = Selection::Kind::Slice;
  s.title = QString(300, QLatin1Char('x'));
  s.facts = {{QString(200, QLatin1Char('n')), QString(200, QLatin1Char('v'))}};
  b.state.select(s);
  QApplication::processEvents();
  EXPECT_EQ(b.panel.minimumSizeHint().width(), before);
  EXPECT_EQ(b.panel.width(), 260);
  EXPECT_GT(b.title->height(), 3 * b.title->fontMetrics().height() - 4) << "in several lines";
  EXPECT_LE(b.title->height(), 7 * b.title->fontMetrics().height());
  EXPECT_EQ(b.title->text(), s.title) << "to be copied as it is";
}

TEST(InspectorBesideATrace, ACollectiveLeadsToTheCriticalPath) {
  test::Sketch s;
  const auto t = s.track(0, TrackKind::Stream, "stream 20");
  const SliceIndex other = s.slice(t, 0, 10, Activity::Compute);
  CollectiveCall c;
  c.operation = Operation::AllReduce;
  c.rank = 0;
  c.start = 20 * us;
  c.duration = 10 * us;
  c.slice = s.slice(t, 20, 30, Activity::Communication);
  s.b.collective(c);
  Beside b(answer(64));
  b.state.putRun(shown(1, test::shared(s.build())));
  auto* ask = b.panel.findChild<QToolButton*>(QStringLiteral("what-if"));
  ASSERT_TRUE(ask);
  EXPECT_FALSE(ask->isVisible());
  Selection chosen;
  chosen.kind = Selection::Kind::Slice;
  chosen.runId = 1;
  chosen.slice = other;
  b.state.select(chosen);
  EXPECT_FALSE(ask->isVisible());
  chosen.slice = b.state.run(1)->run->collectives[0].slice;
  b.state.select(chosen);
  EXPECT_TRUE(ask->isVisible());
  QString wanted;
  QObject::connect(&b.state, &ViewState::viewWanted, &b.panel, [&](const QString& name) { wanted = name; });
  ask->click();
  EXPECT_EQ(wanted, QStringLiteral("critical-path"));
}

TEST(InspectorBesideATrace, CopiesAsCsv) {
  Beside b(answer(64));
  Selection s;
  s.kind = Selection::Kind::Slice;
  s.title = QStringLiteral("gemm");
  s.facts = {{QStringLiteral("duration"), QStringLiteral("7.13 ms")}, {QStringLiteral("grid"), QStringLiteral("[8,1,\"x\"]")}};
  b.state.select(s);
  QAction* copy = nullptr;
  for (QAction* a : b.tree->actions())
    if (a->text() == QStringLiteral("Copy as CSV")) copy = a;
  ASSERT_TRUE(copy);
  copy->trigger();
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("What,Value\ngemm,\nduration,7.13 ms\ngrid,\"[8,1,\"\"x\"\"]\"\n"));
  b.tree->topLevelItem(0)->setSelected(true);
  copy->trigger();
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("What,Value\nduration,7.13 ms\n"));
}

}  // namespace inspector_test
