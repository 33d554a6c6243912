#include "views/heatmap/heatmap_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "tests/views/support.h"

namespace heatmap_test {
using namespace weir;
using test::look;
using test::shown;

TEST(Heatmap, EmptySaysWhatWouldAppear) {
  ViewState state;
  HeatmapView view(state);
  EXPECT_EQ(view.emptyReason(), "nothing is open");
  EXPECT_TRUE(view.table().isEmpty());
  look(view, "traffic_empty");
}

TEST(Heatmap, RankByRank) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, test::training(8), "resnet-50, 8 ranks"));
  EXPECT_EQ(view.emptyReason(), "");
  const HeatPicture& p = view.canvas().picture();
  ASSERT_EQ(p.rows, 8);
  EXPECT_EQ(p.unit, "B");
  EXPECT_TRUE(p.remark.startsWith("15 all-reduces expanded as ring"));
  EXPECT_GT(p.at(0, 1), 0);
  EXPECT_EQ(p.at(0, 2), 0);
  look(view, "traffic_8");
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  look(view, "traffic_8_dark", {820, 520});
  qApp->setPalette(theme::palette(theme::Mode::Light));
  // Half of the time is not all of the bytes, and that is said.
  const double all = p.at(0, 1);
  state.setTimeRange({0, state.whole().second / 2});
  EXPECT_LT(view.canvas().picture().at(0, 1), all);
  EXPECT_TRUE(view.canvas().picture().remark.startsWith("Only the visible time."));
}

TEST(Heatmap, WithoutSizesTimeIsShown) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, test::training(4, Truth::Measured, false), "dlrm, 4 ranks"));
  EXPECT_EQ(view.canvas().picture().unit, "s");
  EXPECT_TRUE(view.canvas().picture().remark.contains("carries no message sizes"));
  QStringList chosen;
  for (const QComboBox* c : view.findChildren<QComboBox*>()) chosen << c->currentText();
  EXPECT_TRUE(chosen.contains("Rank × rank: bytes (unknown, so time)")) << chosen.join("; ").toStdString();
  look(view, "traffic_time");
}

TEST(Heatmap, ManyRanks) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, test::training(64), "64 ranks"));
  HeatmapView::Settings s;
  s.algorithm = Algorithm::HalvingDoubling;
  s.log = true;
  view.setSettings(s);
  EXPECT_EQ(view.canvas().picture().rows, 64);
  look(view, "traffic_64_log");
}

TEST(Heatmap, LinksOverTime) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(3, test::links(96), "all-reduce, packets"));
  const HeatPicture& p = view.canvas().picture();
  ASSERT_TRUE(p.time.has_value());  // no messages in this run, so links are shown unasked
  EXPECT_LT(p.rows, 96);
  EXPECT_TRUE(p.remark.contains("more are hidden"));
  look(view, "links");
  look(view, "links_2x", {760, 480}, 2);
  HeatmapView::Settings s;
  s.group = "queue depth";
  s.show = HeatmapView::Settings::Show::Links;
  s.order = LinkHeatOptions::Order::Name;
  view.setSettings(s);
  EXPECT_EQ(view.canvas().picture().unit, "B");
  look(view, "queues");
}

TEST(Heatmap, HoverAndClickSayWhatACellHolds) {
  ViewState state;
  HeatmapView view(state);
  view.resize(900, 600);
  view.show();
  state.putRun(shown(5, test::training(4), "four"));
  QApplication::processEvents();
  QSignalSpy hover(&state, &ViewState::hoverChanged);
  HeatCanvas& canvas = view.canvas();
  const QPoint at = canvas.layoutNow().cell(canvas.picture(), 1, 0).center().toPoint();
  QTest::mouseMove(&canvas, at);
  QApplication::processEvents();
  ASSERT_FALSE(hover.isEmpty());
  EXPECT_TRUE(hover.last().front().toString().startsWith("rank 0 → rank 1: 563 MB"))
      << hover.last().front().toString().toStdString();
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
  EXPECT_EQ(state.selection().kind, Selection::Kind::Cell);
  EXPECT_EQ(state.selection().runId, 5);
  bool exact = false;
  for (const auto& [what, value] : state.selection().facts) exact = exact || value.contains(" B = 536.4");
  EXPECT_TRUE(exact);
  // The keyboard reaches every cell.
  QTest::keyClick(&canvas, Qt::Key_Down);
  EXPECT_EQ(canvas.hovered(), QPoint(1, 1));
}

TEST(Heatmap, HoveringMarksTheCell) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(3, test::links(192, 3000), "packets"));
  const QImage first = test::grabbed(view, {1920, 1080});
  QImage image(1920, 1080, QImage::Format_RGB32);
  std::vector<double> ms;
  for (int i = 0; i < 11; ++i) {
    QTest::mouseMove(&view.canvas(), QPoint(400 + 20 * i, 300));
    QElapsedTimer timer;
    timer.start();
    view.render(&image);
    ms.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  std::nth_element(ms.begin(), ms.begin() + 5, ms.end());
  RecordProperty("median_ms", std::to_string(ms[5]));
  EXPECT_FALSE(image == first);  // the hovered cell is marked
}

}  // namespace heatmap_test
