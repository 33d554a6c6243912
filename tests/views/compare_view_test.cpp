#include "views/compare/compare_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QPicture>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <filesystem>

#include "core/formats/open.h"
#include "core/summarize/compare.h"
#include "tests/views/support.h"
#include "views/compare/compare_canvas.h"
#include "views/compare/compare_tables.h"
#include "views/compare/compare_words.h"
#include "views/compare/step_box.h"
#include "views/inspector/answer_facts.h"
#include "views/shared/sort_table.h"

namespace compare_view_test {
using namespace weir;
using test::look;
using test::shown;

namespace {

RunPtr opened(const std::string& path) {
  auto run = openFiles({path}, {}, {});
  return run ? test::shared(std::move(*run)) : nullptr;
}

std::string corpus(const std::string& what) { return std::string(WEIR_SHARED_DIR "/corpus/") + what; }

}  // namespace

TEST(CompareView, EmptySaysWhatToDo) {
  ViewState state;
  CompareView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  look(view, "compare_empty");
  state.putRun(shown(1, test::training(2), "alone"));
  EXPECT_FALSE(view.emptyReason().isEmpty());
}

TEST(CompareView, TheNumbersAreTheCores) {
  ViewState state;
  CompareView view(state);
  const auto a = test::training(4), b = test::training(4, Truth::Simulated);
  state.putRun(shown(1, a, "measured"));
  state.putRun(shown(2, b, "packets"));
  EXPECT_EQ(view.emptyReason(), "");
  view.finishNow();
  ASSERT_NE(view.comparison(), nullptr);
  const auto c = compareRuns({a.get(), findSteps(*a).ranks}, {b.get(), findSteps(*b).ranks});
  ASSERT_EQ(view.comparison()->table("kernel")->rows.size(), c->table("kernel")->rows.size());
  view.showTable("overall");
  const auto table = view.table();
  ASSERT_EQ(static_cast<std::size_t>(table.size()), c->table("overall")->rows.size() + 1);
  EXPECT_EQ(table[0][1], "A (s)");
  EXPECT_DOUBLE_EQ(table[1][1].toDouble(), c->table("overall")->rows[0].a.mean);
  view.showTable("errors");
  EXPECT_EQ(static_cast<std::size_t>(view.table().size()), c->pairs.size() + 1);
  // The other way round every difference has the other sign.
  view.swap();
  view.finishNow();
  view.showTable("overall");
  EXPECT_DOUBLE_EQ(view.table()[1][2].toDouble(), c->table("overall")->rows[0].a.mean);
}

namespace {

// Steps of 26 ms, which the trace calls `first`, `first` + 1, ...
RunPtr counted(int steps, int first) {
  test::Sketch s;
  const auto stream = s.track(0, TrackKind::Stream, "stream 7"), host = s.track(0, TrackKind::Thread, "host");
  for (int k = 0; k < steps; ++k) {
    const std::int64_t t = k * 26'000;
    s.b.slice({.track = host, .start = t * test::us, .duration = 26'000 * test::us, .name = s.b.intern("ProfilerStep#" + std::to_string(first + k)), .category = 0, .activity = Activity::Annotation, .args = {}});
    s.slice(stream, t + 1000, t + 9000, Activity::Compute);
    s.slice(stream, t + 9000, t + 12'000, Activity::Communication);
    s.call(0, Operation::AllReduce, t + 9000, t + 12'000, 1000, 1);
  }
  return test::shared(s.build());
}

QString says(const CompareView& view) {
  QStringList out;
  for (const QLabel* l : view.findChildren<QLabel*>()) out << l->text();
  return out.join(QLatin1Char('\n'));
}

QPushButton* button(const CompareView& view, const QString& text) {
  for (auto* b : view.findChildren<QPushButton*>())
    if (b->text() == text) return b;
  return nullptr;
}

}  // namespace

TEST(CompareView, FollowsTheMeasuredAndTheVisibleTime) {
  ViewState state;
  CompareView view(state);
  const auto a = counted(6, 3), b = counted(6, 3);
  ShownRun second = shown(2, b, "b");
  second.shift = 26'000 * test::us;  // B lies a step later on the shared axis
  state.putRun(shown(1, a, "a"));
  state.putRun(second);
  view.finishNow();
  ASSERT_NE(view.comparison(), nullptr);
  EXPECT_EQ(view.comparison()->a.steps, 6U);  // the whole is looked at
  EXPECT_FALSE(view.comparison()->a.range.has_value());
  const TimeRange range{2 * 26'000 * test::us, 4 * 26'000 * test::us};
  state.setMeasured(ViewState::Range{range.from, range.to});
  view.finishNow();
  EXPECT_EQ(view.comparison()->a.numbers, (std::vector<std::int64_t>{5, 6}));
  EXPECT_EQ(view.comparison()->b.numbers, (std::vector<std::int64_t>{4, 5}));
  EXPECT_TRUE(says(view).contains(QStringLiteral("Only the measured time: steps 5–6 of A, steps 4–5 of B."))) << says(view).toStdString();
  EXPECT_EQ(view.picture().a.part, QStringLiteral("step 5"));
  EXPECT_EQ(view.picture().b.part, QStringLiteral("step 4"));
  EXPECT_EQ(view.picture().a.begin, 2 * 26'000 * test::us);
  // The numbers are those that the core gives for the same range on each run's own axis.
  const auto c = compareRuns({a.get(), findSteps(*a).ranks, range}, {b.get(), findSteps(*b).ranks, TimeRange{range.from - second.shift, range.to - second.shift}});
  view.showTable("kernel");
  EXPECT_DOUBLE_EQ(view.table()[1][1].toDouble(), c->table("kernel")->rows[0].a.mean);
  EXPECT_EQ(view.comparison()->table("kernel")->rows[0].a.count, 2U);
  view.setVisibleOnly(false);
  view.finishNow();
  EXPECT_EQ(view.comparison()->a.steps, 6U);
  view.setVisibleOnly(true);
  state.setMeasured(std::nullopt);
  state.setTimeRange({26'000 * test::us, 2 * 26'000 * test::us});
  view.finishNow();
  EXPECT_EQ(view.comparison()->a.numbers, (std::vector<std::int64_t>{4}));
  EXPECT_TRUE(says(view).contains(QStringLiteral("Only the visible time: step 4 of A, step 3 of B."))) << says(view).toStdString();
  look(view, "compare_range");
  state.showWhole();
  view.finishNow();
  EXPECT_FALSE(view.comparison()->a.range.has_value());
}

TEST(CompareView, ARangeThatHoldsNothingSaysSo) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, counted(6, 0), "a"));
  state.putRun(shown(2, counted(2, 0), "b"));
  view.finishNow();
  EXPECT_TRUE(button(view, QStringLiteral("Copy as CSV"))->isEnabled());
  state.setMeasured(ViewState::Range{4 * 26'000 * test::us, 5 * 26'000 * test::us});  // B has ended
  view.finishNow();
  EXPECT_TRUE(says(view).contains(QStringLiteral("Nothing of B lies in the range"))) << says(view).toStdString();
  EXPECT_TRUE(says(view).contains(QStringLiteral("Measured time only")));
  EXPECT_FALSE(button(view, QStringLiteral("Copy as CSV"))->isEnabled());
  EXPECT_FALSE(view.emptyReason().isEmpty());
  look(view, "compare_nothing_there");
  state.setMeasured(ViewState::Range{0, 26'000 * test::us});
  view.finishNow();
  EXPECT_TRUE(view.emptyReason().isEmpty());
  EXPECT_TRUE(button(view, QStringLiteral("Copy as CSV"))->isEnabled());
}

TEST(CompareView, StepsAreCalledAsTheTracesCallThem) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, counted(5, 10), "a"));
  state.putRun(shown(2, counted(5, 2), "b"));
  view.finishNow();
  auto* box = view.findChild<StepBox*>();
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->text(), QStringLiteral("10 | 2"));
  EXPECT_EQ(view.picture().a.part, QStringLiteral("step 10"));
  box->setFocus();
  box->selectAll();
  QTest::keyClicks(box, QStringLiteral("12"));
  QTest::keyClick(box, Qt::Key_Return);
  EXPECT_EQ(box->value(), 3);
  EXPECT_EQ(view.picture().a.part, QStringLiteral("step 12"));
  EXPECT_EQ(view.picture().b.part, QStringLiteral("step 4"));
  view.showStep(0);
  EXPECT_EQ(view.picture().a.part, QStringLiteral("steps 10–14"));
  view.showTable("errors");
  const auto table = view.table();
  EXPECT_EQ(table[0][1], QStringLiteral("step in A"));
  EXPECT_EQ(table[1][1], QStringLiteral("10"));
  EXPECT_EQ(table[1][2], QStringLiteral("2"));
}

TEST(CompareView, EmptyPanesSayWhyAndOfferNoCopy) {
  ViewState state;
  CompareView view(state);
  EXPECT_TRUE(says(view).contains(QStringLiteral("Two runs appear here side by side")));
  EXPECT_FALSE(button(view, QStringLiteral("Copy as CSV"))->isEnabled());
  state.putRun(shown(1, test::training(2), "alone"));
  EXPECT_TRUE(says(view).contains(QStringLiteral("One run is open: a second one is needed")));
  state.putRun(shown(2, test::training(2), "hidden"));
  state.setVisible(2, false);
  EXPECT_TRUE(says(view).contains(QStringLiteral("Fewer than two runs are shown")));
}

TEST(CompareView, OneRunNamesAScenarioOnlyAsWhatItIs) {
  ViewState state;
  CompareView view(state);
  const auto hint = [&] { return view.findChild<CompareCanvas*>()->accessibleDescription(); };
  state.putRun(shown(1, test::training(2), "alone"));
  EXPECT_TRUE(hint().contains(QStringLiteral("Open another trace"))) << hint().toStdString();
  EXPECT_FALSE(hint().contains(QStringLiteral("imulate"))) << hint().toStdString();
  auto a = std::make_shared<Answered>();
  a->scenario.name = "BERT-large on Perlmutter";
  a->scenario.machine.nodes = 16;
  state.setAnswered(a);
  EXPECT_TRUE(hint().contains(QStringLiteral("“BERT-large on Perlmutter”, is about another job"))) << hint().toStdString();
  EXPECT_FALSE(hint().contains(QStringLiteral("imulate"))) << hint().toStdString();
  auto b = std::make_shared<Answered>(*a);
  b->scenario.machine.nodes = 2;
  b->scenario.machine.node.accelerators = 1;
  ASSERT_EQ(b->scenario.ranks(), 2);
  state.setAnswered(b);
  EXPECT_TRUE(hint().contains(QStringLiteral("Or simulate the scenario in hand, “BERT-large on Perlmutter”"))) << hint().toStdString();
}

TEST(CompareView, TwoStudiesAreAskedOfTheWindow) {
  ViewState state;
  CompareView view(state);
  QSignalSpy asked(&state, &ViewState::actionWanted);
  button(view, QStringLiteral("Two studies…"))->click();
  ASSERT_EQ(asked.count(), 1);
  EXPECT_EQ(asked[0][0].toString(), QStringLiteral("compare-studies"));  // as app/gui/actions/action_table.cpp calls it
}

TEST(CompareView, AnAnswerIsCalledByItsTruth) {
  const auto said = [](Truth a, Truth b) {
    const auto x = test::training(4, a), y = test::training(4, b);
    return compared::verdict(*compareRuns({x.get(), findSteps(*x).ranks}, {y.get(), findSteps(*y).ranks}));
  };
  EXPECT_TRUE(said(Truth::Measured, Truth::Predicted).contains(QStringLiteral("a predicted one is off by")));
  EXPECT_TRUE(said(Truth::Simulated, Truth::Measured).contains(QStringLiteral("a simulated one is off by")));
  EXPECT_TRUE(said(Truth::Simulated, Truth::Predicted).contains(QStringLiteral("one takes ")));
}

// Ranks whose steps differ: the median of all marks (25 ms) is another than that of the steps (30 ms).
TEST(CompareView, TheErrorOfAPredictionIsTheInspectors) {
  test::Sketch s, p(Truth::Predicted);
  for (int rank = 0; rank < 2; ++rank) {
    const auto host = s.track(rank, TrackKind::Thread, "host");
    for (int k = 0; k < 4; ++k)
      s.b.slice({.track = host, .start = k * 100'000 * test::us, .duration = (10 + k * 10 + rank * (k == 2 ? 40 : 0)) * 1000 * test::us, .name = s.b.intern("ProfilerStep#" + std::to_string(k)), .category = 0, .activity = Activity::Annotation, .args = {}});
    p.slice(p.track(rank, TrackKind::Stream, "computing"), 0, 27'000, Activity::Compute);
  }
  const auto measured = test::shared(s.build()), predicted = test::shared(p.build());
  const Comparison c = *compareRuns({measured.get(), findSteps(*measured).ranks}, {predicted.get(), {}});
  EXPECT_TRUE(compared::verdict(c).contains(QStringLiteral("by the medians −10.0 %"))) << compared::verdict(c).toStdString();
  EXPECT_TRUE(compared::verdictTip(c).contains(QStringLiteral("the Inspector calls the error of the prediction")));
  Answered a;
  a.scenario.machine.nodes = 2;
  a.scenario.machine.node.accelerators = 1;
  a.outcome.step_s = 0.027;
  QString error;
  for (const AnswerFact& f : measuredBeside(measuredSteps(*measured), QStringLiteral("m"), a, true))
    if (f.name == QStringLiteral("error of the prediction")) {
      error = f.value;
      EXPECT_TRUE(f.how.contains(QStringLiteral("Compare says the same by the medians"))) << f.how.toStdString();
    }
  EXPECT_EQ(error, QStringLiteral("−10.0 %"));
}

TEST(CompareView, WhatTheCorrectionTakesBackIsExplained) {
  SampleDifference d;
  d.low = 1e-3;
  d.high = 3e-3;
  d.p = 0.03;
  d.corrected = 0.14;
  d.rows = 14;
  d.evidence = Evidence::Unclear;
  EXPECT_EQ(compared::evidenceText(d.evidence), QStringLiteral("perhaps more than the noise"));
  const QString tip = compared::evidenceTip(d);
  for (const char* part : {"0.03", "14 row", "0.14"}) EXPECT_TRUE(tip.contains(QLatin1String(part))) << tip.toStdString();
}

TEST(CompareView, NamesHaveTheRoomTheyNeed) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, test::training(4), "measured"));
  state.putRun(shown(2, test::training(4), "again"));
  view.finishNow();
  view.resize(900, 700);
  view.show();
  QApplication::processEvents();
  view.showTable("overall");
  const auto* table = view.findChild<SortTable*>();
  for (int r = 0; r < table->model()->rowCount(); ++r) {
    const QString name = table->model()->index(r, 0).data().toString();
    EXPECT_GE(table->columnWidth(0), table->fontMetrics().horizontalAdvance(name)) << name.toStdString();
  }
}

TEST(CompareView, EveryLaneOfAFigureIsNamed) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, test::training(4), "a"));
  state.putRun(shown(2, test::training(4), "b"));
  view.finishNow();
  ComparePicture p = view.picture();
  p.rows = compared::figureRows(*view.comparison()->table("overall"), 12);
  p.remark = QString(600, QLatin1Char('x')).replace(QLatin1String("xxxx"), QLatin1String("xxx "));
  QImage paper(10, 10, QImage::Format_RGB32);
  const chart::Style s = chart::onPaper({}, &paper);
  const auto names = [&](const QSizeF& size) {
    const CompareLayout l = layoutCompare(p, QRectF(QPointF(0, 0), size), s, &paper, true);
    EXPECT_LE(l.lanesB.back().bottom(), l.axis.top());
    EXPECT_LE(l.axis.bottom(), l.table.isEmpty() ? size.height() : l.table.top());
    QStringList out;
    for (const LaneLabel& label : laneLabels(p.a, l.lanesA, s.em)) out << label.text;
    return out.join(QLatin1String(", "));
  };
  EXPECT_EQ(names({s.em * 65, s.em * 39}), QStringLiteral("rank 0, rank 1, rank 2, rank 3"));  // paper: 183 x 110 mm at 8 pt
  const QString column = names({s.em * 31, s.em * 22});
  EXPECT_TRUE(column.startsWith(QLatin1String("rank"))) << column.toStdString();
  EXPECT_TRUE(column.endsWith(QLatin1Char('3'))) << column.toStdString();
}

TEST(CompareView, EveryHeaderIsDefined) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, test::training(4), "measured"));
  state.putRun(shown(2, test::training(4, Truth::Simulated), "packets"));
  view.finishNow();
  ASSERT_NE(view.comparison(), nullptr);
  std::vector<QString> names{QStringLiteral("errors")};
  for (const ComparedTable& t : view.comparison()->tables) names.push_back(QString::fromUtf8(t.name.data(), static_cast<qsizetype>(t.name.size())));
  const auto* table = view.findChild<SortTable*>();
  ASSERT_NE(table, nullptr);
  for (const QString& name : names) {
    view.showTable(name);
    for (int c = 0; c < table->model()->columnCount(); ++c)
      EXPECT_FALSE(table->model()->headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty()) << name.toStdString() << ", column " << c;
  }
  for (const SortColumn& c : compared::unmatchedTable(*view.comparison(), 1).first) EXPECT_FALSE(c.meaning.isEmpty()) << c.title.toStdString();
  for (const SortColumn& c : compared::studiesTable({}).first) EXPECT_FALSE(c.meaning.isEmpty()) << c.title.toStdString();
}

TEST(CompareView, ARowLeadsToTheTimeline) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, test::training(2), "a"));
  state.putRun(shown(2, test::training(2), "b"));
  view.finishNow();
  view.showTable("kernel");
  QSignalSpy places(&state, &ViewState::placeRequested);
  auto* table = view.findChild<SortTable*>();
  ASSERT_NE(table, nullptr);
  emit table->rowActivated(0);
  ASSERT_EQ(places.count(), 1);
  const auto place = places[0][0].value<ViewState::Place>();
  EXPECT_EQ(place.runId, 2);
  ASSERT_TRUE(place.slice.has_value());
}

TEST(CompareView, OneWheelMovesBoth) {
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, test::training(2), "a"));
  state.putRun(shown(2, test::training(2), "b"));
  view.finishNow();
  auto* canvas = view.findChild<CompareCanvas*>();
  view.resize(1000, 700);
  view.show();
  QApplication::processEvents();
  const CompareWindow before = canvas->window();
  EXPECT_EQ(before.from, 0);
  QTest::keyClick(canvas, Qt::Key_W);
  EXPECT_LT(canvas->window().to - canvas->window().from, before.to - before.from);
  QTest::keyClick(canvas, Qt::Key_Home);
  EXPECT_EQ(canvas->window().to, before.to);
  canvas->setWindow({0, 1});  // never below a nanosecond
  EXPECT_GE(canvas->window().to - canvas->window().from, 1000);
}

TEST(CompareView, RealTraces) {
  if (!std::filesystem::exists(corpus("kineto/hta_vit_2rank"))) GTEST_SKIP() << "no corpus";
  ViewState state;
  CompareView view(state);
  state.putRun(shown(1, opened(corpus("kineto/hta_vit_2rank/sampled_rank-0.json.gz")), "ViT rank 0"));
  state.putRun(shown(2, opened(corpus("kineto/hta_vit_2rank/sampled_rank-1.json.gz")), "ViT rank 1"));
  view.finishNow();
  ASSERT_NE(view.comparison(), nullptr);
  EXPECT_EQ(view.comparison()->a.steps, 2U);
  EXPECT_EQ(view.comparison()->pairs.size() * 2 + view.comparison()->unmatched.size(), 20U);  // ten collectives each
  view.showTable("kernel");
  look(view, "compare_vit");
  auto* bar = view.findChild<QTabBar*>();
  ASSERT_NE(bar, nullptr);
  EXPECT_GE(bar->count(), 6);
  if (view.isVisible()) {
    // Every tab can be reached and read.
    EXPECT_GE(bar->height(), bar->fontMetrics().height()) << bar->width() << " x " << bar->height() << ", hint " << bar->sizeHint().width() << " x " << bar->sizeHint().height();
    EXPECT_TRUE(bar->isVisibleTo(&view));
    EXPECT_GT(bar->tabRect(bar->currentIndex()).width(), 20) << bar->tabRect(0).width();
  }
  view.showTable("errors");
  look(view, "compare_vit_2x", {900, 620}, 2);
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  view.showTable("overall");
  look(view, "compare_vit_dark");
  qApp->setPalette(theme::palette(theme::Mode::Light));
  state.setMode(theme::Mode::Light);
  QPicture paper;
  QPainter g(&paper);
  view.paintFigure(g, {520, 360}, {});
  g.end();
  EXPECT_GT(paper.size(), 2000U);
  if (const QString dir = qEnvironmentVariable("WEIR_RENDER_DIR"); !dir.isEmpty()) {
    QImage image(1560, 1080, QImage::Format_RGB32);
    image.setDevicePixelRatio(3);
    image.fill(Qt::white);
    QPainter p(&image);
    view.paintFigure(p, {520, 360}, {});
    p.end();
    image.save(QDir(dir).filePath("compare_vit_figure.png"));
  }
}

TEST(CompareView, MeasuredRanksAgainstASimulatedStep) {
  ViewState state;
  CompareView view(state);
  const bool dlrm = std::filesystem::exists(corpus("kineto/dlrm_4of8"));
  state.putRun(shown(1, dlrm ? opened(corpus("kineto/dlrm_4of8")) : test::training(4), "DLRM, 4 ranks"));
  state.putRun(shown(2, test::training(4, Truth::Simulated), "scenario B, packets"));
  view.finishNow();
  ASSERT_NE(view.comparison(), nullptr);
  look(view, "compare_kinds");
}

}  // namespace compare_view_test
