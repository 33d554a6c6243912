#include "views/power/power_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QBuffer>
#include <QPicture>
#include <QSvgGenerator>
#include <cmath>
#include <filesystem>

#include "core/formats/open.h"
#include "tests/views/support.h"

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
