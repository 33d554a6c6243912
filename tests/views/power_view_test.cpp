#include "views/power/power_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QBuffer>
#include <QLabel>
#include <QPicture>
#include <QPushButton>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTabBar>
#include <cmath>
#include <filesystem>

#include "core/formats/open.h"
#include "tests/views/support.h"

namespace power_view_test {
using namespace weir;
using test::look;
using test::shown;

namespace {

std::string corpus(const std::string& what) { return std::string(WEIR_SHARED_DIR "/corpus/") + what; }

// Four ranks with marked steps and a meter each, as nvidia-smi would see them, and a switch of no rank.
RunPtr metered() {
  test::Sketch s;
  Random random(3, 0);
  for (int r = 0; r < 4; ++r) {
    const auto stream = s.track(r, TrackKind::Stream, "stream 7"), comm = s.track(r, TrackKind::Stream, "nccl"), host = s.track(r, TrackKind::Thread, "host");
    Counter c;
    c.name = s.b.intern("GPU " + std::to_string(r));
    c.group = s.b.intern("power");
    c.unit = "W";
    c.rank = r;
    for (int k = 0; k < 6; ++k) {
      const std::int64_t t = k * 100'000;
      s.b.slice({.track = host, .start = t * test::us, .duration = 100'000 * test::us, .name = s.b.intern("ProfilerStep#" + std::to_string(k)), .category = 0, .activity = Activity::Annotation, .args = {}});
      s.slice(stream, t + 5'000, t + 60'000, Activity::Compute);
      s.slice(comm, t + 50'000, t + 80'000, Activity::Communication);
      s.slice(host, t + 80'000, t + 95'000, Activity::DataLoad);
      for (int i = 0; i < 20; ++i) {
        c.time.push_back((t + i * 5'000) * test::us);
        c.value.push_back(static_cast<float>((i < 12 ? 380 : i < 16 ? 240 : 110) + static_cast<double>(random.below(20))));
      }
    }
    s.b.counter(c);
  }
  Counter sw;
  sw.name = s.b.intern("switch");
  sw.group = s.b.intern("power");
  sw.unit = "W";
  for (int i = 0; i < 30; ++i) {
    sw.time.push_back(i * 20'000 * test::us);
    sw.value.push_back(200);
  }
  s.b.counter(sw);
  return test::shared(s.build());
}

}  // namespace

TEST(PowerView, EmptySaysWhatToOpen) {
  ViewState state;
  PowerView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  look(view, "power_empty");
  state.putRun(shown(1, test::training(2), "no meters"));
  EXPECT_FALSE(view.emptyReason().isEmpty());
}

TEST(PowerView, TracksAddUpToTheEnergyOfTheRange) {
  ViewState state;
  PowerView view(state);
  const auto run = metered();
  state.putRun(shown(1, run, "4 ranks"));
  view.finishNow();
  ASSERT_NE(view.picture(), nullptr);
  EXPECT_EQ(view.emptyReason(), "");
  EXPECT_EQ(view.picture()->tracks.size(), 5U);
  EXPECT_EQ(view.picture()->report->steps.size(), 6U);
  double tracks = 0;
  for (const auto& t : view.picture()->tracks) tracks += t.energy_j;
  EXPECT_NEAR(tracks, *powerSummary(*run)->energy_j, 1e-9);
  // What is drawn is the energy: mean power of each column by the time that was read in it.
  double drawn = 0;
  const double column = static_cast<double>(view.picture()->range.to - view.picture()->range.from) / static_cast<double>(view.picture()->tracks[1].mean.size()) * 1e-12;
  for (const float w : view.picture()->tracks[1].mean)
    if (!std::isnan(w)) drawn += static_cast<double>(w) * column;
  EXPECT_NEAR(drawn, view.picture()->tracks[1].energy_j, 0.01 * drawn);  // the last column is read in part
  look(view, "power_ranks");
  look(view, "power_ranks_2x", {760, 620}, 2);
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  look(view, "power_ranks_dark");
  qApp->setPalette(theme::palette(theme::Mode::Light));
  state.setMode(theme::Mode::Light);
  // The range that is measured: half of it, whole steps alone.
  state.setMeasured(ViewState::Range{0, 300'000 * test::us});
  view.finishNow();
  EXPECT_EQ(view.picture()->report->steps.size(), 3U);
  EXPECT_NEAR(*view.picture()->summary->energy_j, *powerSummary(*run, TimeRange{0, 300'000 * test::us})->energy_j, 1e-9);
  QPicture paper;
  QPainter g(&paper);
  view.paintFigure(g, {520, 300}, {});
  g.end();
  EXPECT_GT(paper.size(), 2000U);
}

TEST(PowerView, ALowPlotKeepsItsAxisTitleWhole) {
  ViewState state;
  PowerView view(state);
  state.putRun(shown(1, metered(), "four ranks"));
  view.finishNow();
  QByteArray svg;
  QBuffer out(&svg);
  QSvgGenerator paper;
  paper.setOutputDevice(&out);
  paper.setResolution(72);
  paper.setSize({400, 220});
  QPainter p(&paper);
  FigureStyle style;
  style.textPt = 12;
  view.paintFigure(p, {400, 220}, style);
  p.end();
  EXPECT_TRUE(svg.contains("a step (J)") || svg.contains("a step (kJ)")) << svg.toStdString();
  EXPECT_TRUE(svg.contains("power (W)") || svg.contains("power (kW)"));
}

TEST(PowerView, ALongTitleIsWrappedOnANarrowPage) {
  ViewState state;
  PowerView view(state);
  state.putRun(shown(1, metered(), "a training job on four accelerators"));
  view.finishNow();
  const PowerLayout l = layoutPower(*view.picture(), QRectF(0, 0, 330, 300), chart::onScreen(theme::Mode::Light, &view), &view);
  ASSERT_EQ(l.titleLines.size(), 2);
  EXPECT_TRUE(l.titleLines.join(' ').contains("in the mean")) << l.titleLines.join('|').toStdString();
  EXPECT_LE(l.title.bottom(), l.legend.top() + 1);
}

TEST(PowerView, AsksForTheHeightAtWhichNothingOverlaps) {
  ViewState state;
  PowerView view(state);
  state.putRun(shown(1, metered(), "four ranks"));
  view.finishNow();
  PowerPicture p = *view.picture();
  p.remark = QString("A long remark about the meters. ").repeated(12);
  const chart::Style s = chart::onScreen(theme::Mode::Light, &view);
  const double least = powerHeight(p, 480, s, &view);
  const PowerLayout l = layoutPower(p, QRectF(0, 0, 480, least), s, &view);
  EXPECT_GE(l.plot.height(), 5 * s.em);
  EXPECT_LE(l.plot.bottom() + 2.6 * s.em, l.bars.top() + 1);
  EXPECT_LE(l.bars.bottom(), l.phases.top());
  EXPECT_LE(l.phases.bottom(), l.remarkTop);
  EXPECT_GT(least, powerHeight(*view.picture(), 480, s, &view));
  // Paper is as high as it is: the words are cut, and nothing lies on the plot.
  p.report->phase_j.reset();
  p.longestStep_j = 0;
  const chart::Style paper = chart::onPaper({}, &view);
  const PowerLayout page = layoutPower(p, QRectF(0, 0, 336, 240), paper, &view);
  EXPECT_LE(page.plot.bottom() + 2.6 * paper.em, page.remarkTop + 1);
  EXPECT_TRUE(page.remark.last().endsWith(QChar(0x2026))) << page.remark.last().toStdString();
}

TEST(PowerView, StepsAreCalledAsTheTraceCallsThem) {
  test::Sketch s;
  const auto host = s.track(0, TrackKind::Thread, "host");
  Counter c;
  c.name = s.b.intern("GPU 0");
  c.group = s.b.intern("power");
  c.unit = "W";
  c.rank = 0;
  for (int k = 0; k < 3; ++k) {
    const std::int64_t t = k * 100'000;
    s.b.slice({.track = host, .start = t * test::us, .duration = 100'000 * test::us, .name = s.b.intern("ProfilerStep#" + std::to_string(k + 551)), .category = 0, .activity = Activity::Annotation, .args = {}});
    s.slice(host, t, t + 90'000, Activity::Compute);
    for (int i = 0; i < 10; ++i) {
      c.time.push_back((t + i * 10'000) * test::us);
      c.value.push_back(300);
    }
  }
  s.b.counter(c);
  ViewState state;
  PowerView view(state);
  state.putRun(shown(1, test::shared(s.build()), "from step 551"));
  view.finishNow();
  ASSERT_EQ(view.picture()->report->steps.size(), 3U);
  EXPECT_EQ(view.picture()->report->steps[0].number, 551);
  auto* tabs = view.findChild<QTabBar*>();
  ASSERT_TRUE(tabs);
  tabs->setCurrentIndex(1);
  const auto t = view.table();
  ASSERT_EQ(t.size(), 4);
  EXPECT_EQ(t[1][0], "551");
  EXPECT_EQ(t[3][0], "553");
  // The last step is read in part: what its outline means is said.
  const PowerLayout l = layoutPower(*view.picture(), QRectF(0, 0, 900, 600), chart::onScreen(theme::Mode::Light, &view), &view);
  EXPECT_TRUE(l.stepTitle.contains("dotted")) << l.stepTitle.toStdString();
  EXPECT_TRUE(powerTip(*view.picture(), {.column = {}, .step = 1, .phase = {}, .track = {}}).first().startsWith("step 552"));
}

TEST(PowerView, AnEmptyTableSaysWhyAndIsNotCopied) {
  ViewState state;
  PowerView view(state);
  test::Sketch s;
  Counter c;
  c.name = s.b.intern("node");
  c.group = s.b.intern("power");
  c.unit = "W";
  for (int i = 0; i < 30; ++i) {
    c.time.push_back(i * 20'000 * test::us);
    c.value.push_back(200);
  }
  s.b.counter(c);
  state.putRun(shown(1, test::shared(s.build()), "a power log"));
  view.finishNow();
  view.resize(900, 600);
  view.show();
  const auto copy = [&] {
    for (QPushButton* b : view.findChildren<QPushButton*>())
      if (b->text() == QStringLiteral("Copy as CSV")) return b;
    return static_cast<QPushButton*>(nullptr);
  };
  ASSERT_TRUE(copy());
  EXPECT_TRUE(copy()->isEnabled());
  view.findChild<QTabBar*>()->setCurrentIndex(1);
  EXPECT_FALSE(copy()->isEnabled());
  bool said = false;
  for (const QLabel* l : view.findChildren<QLabel*>()) said = said || (l->isVisible() && l->text().contains("no steps"));
  EXPECT_TRUE(said);
  look(view, "power_no_steps", {900, 600});
}

TEST(PowerView, TheAxisLeavesOutWhereNothingWasRead) {
  const std::int64_t s = 1'000'000'000'000;
  // Five minutes, and five minutes five hours later.
  const auto parts = powerStretches({{0, 300 * s}, {18'000 * s, 18'300 * s}, {18'010 * s, 18'200 * s}}, {0, 18'300 * s}, true, 900);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].range, (TimeRange{0, 300 * s}));
  EXPECT_EQ(parts[1].range, (TimeRange{18'000 * s, 18'300 * s}));
  EXPECT_EQ(parts[0].columns, 450U);
  EXPECT_EQ(parts[1].first, 450U);
  EXPECT_EQ(parts[1].first + parts[1].columns, 900U);
  // A long trace of which a little is read: all of it only where it is asked for.
  const auto little = powerStretches({{500 * s, 600 * s}}, {0, 1'000 * s}, true, 900);
  ASSERT_EQ(little.size(), 1U);
  EXPECT_EQ(little[0].range, (TimeRange{500 * s, 600 * s}));
  EXPECT_EQ(powerStretches({{500 * s, 600 * s}}, {0, 1'000 * s}, false, 900)[0].range, (TimeRange{0, 1'000 * s}));
  // A short gap is drawn as it is; without readings the whole stands there.
  EXPECT_EQ(powerStretches({{0, 450 * s}, {500 * s, 1'000 * s}}, {0, 1'000 * s}, true, 900).size(), 1U);
  EXPECT_EQ(powerStretches({}, {0, 1'000 * s}, true, 900)[0].range, (TimeRange{0, 1'000 * s}));
}

TEST(PowerView, TimesFarFromZeroKeepTheirDigits) {
  const TimeStyle hours = timeStyle(18'300);
  EXPECT_EQ(hours.unit, "h:min:s");
  EXPECT_EQ(timeText(17'999.96, hours, 1), "5:00:00");
  EXPECT_EQ(timeText(17'999.96, hours, 0.01), "4:59:59.96");
  EXPECT_EQ(timeText(18'012.5, hours, 0.5), "5:00:12.5");
  EXPECT_EQ(timeText(-75, timeStyle(75 * 60), 1), "-0:01:15");
  EXPECT_EQ(timeText(125, timeStyle(125), 1), "2:05");
  EXPECT_EQ(timeText(0.0125, timeStyle(0.02), 0.0005), "12.5");
  // Labels of neighbours differ, and are round.
  const PowerTicks t = timeTicks(18'000, 18'300, hours, 6);
  ASSERT_GE(t.at.size(), 3U);
  for (std::size_t i = 1; i < t.at.size(); ++i) EXPECT_NE(timeText(t.at[i - 1], hours, t.step), timeText(t.at[i], hours, t.step));
  EXPECT_EQ(t.step, 60);
}

TEST(PowerView, MlperfFolder) {
  if (!std::filesystem::exists(corpus("mllog/dell_power_result_0"))) GTEST_SKIP() << "no corpus";
  for (const bool moved : {false, true}) {
    OpenOptions options;
    if (moved) options.shifts.emplace_back("sw_0", std::int64_t{5} * 3600 * 1'000'000'000'000);
    auto run = openFiles({corpus("mllog/dell_power_result_0")}, options, {});
    ASSERT_TRUE(run.has_value());
    ViewState state;
    PowerView view(state);
    state.putRun(shown(1, test::shared(std::move(*run)), "Dell XE9680, llama2-70b LoRA"));
    view.finishNow();
    const auto& s = *view.picture()->summary;
    EXPECT_EQ(s.notes.empty(), moved);
    // The switch's clock is five hours behind: its stretch of the axis is as long as the nodes', and the move is offered.
    EXPECT_EQ(view.picture()->axis.size(), moved ? 1U : 2U);
    ASSERT_EQ(view.picture()->clocks.size(), moved ? 0U : 1U);
    QPushButton* offer = nullptr;
    for (QPushButton* b : view.findChildren<QPushButton*>())
      if (b->text() == QStringLiteral("Line up clocks")) offer = b;
    ASSERT_TRUE(offer);
    EXPECT_EQ(offer->isVisibleTo(&view), !moved);
    if (!moved) {
      const ClockHint hint = view.picture()->clocks[0];
      EXPECT_EQ(hint.shift, std::int64_t{5} * 3600 * 1'000'000'000'000);
      EXPECT_TRUE(state.runs()[0].run->sources[hint.source].file.ends_with("sw_0.txt"));
      QSignalSpy asked(&state, &ViewState::moveRequested);
      offer->click();
      ASSERT_EQ(asked.size(), 1);
      EXPECT_EQ(asked[0][1].value<std::vector<std::int64_t>>()[hint.source], hint.shift);
    }
    if (moved) {
      EXPECT_NEAR(*s.mean_w, s.sumOfMeans_w, 0.06 * s.sumOfMeans_w);
    } else {
      EXPECT_LT(*s.mean_w, 0.6 * s.sumOfMeans_w);
    }
    bool found = false;
    for (const PowerMeter& m : s.by)
      if (m.name == "node_0") {
        found = true;
        EXPECT_NEAR(*m.energy_j, 2150983.5, 0.05);
        EXPECT_NEAR(*m.mean_w, 6984.395, 0.001);
      }
    EXPECT_TRUE(found);
    look(view, moved ? "power_dell_moved" : "power_dell");
  }
}

}  // namespace power_view_test
