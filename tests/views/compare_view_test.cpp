#include "views/compare/compare_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QPicture>
#include <QSignalSpy>
#include <QTest>
#include <filesystem>

#include "core/formats/open.h"
#include "core/summarize/compare.h"
#include "tests/views/support.h"
#include "views/compare/compare_canvas.h"
#include "views/compare/compare_words.h"
#include "views/shared/sort_table.h"

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
