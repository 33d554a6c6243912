#include "views/heatmap/heatmap_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "tests/views/support.h"

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

namespace {

// 1024 ranks, an all-reduce of all and one within each node of 8 a step.
RunPtr manyRanks(int ranks, int steps) {
  test::Sketch s;
  std::vector<std::vector<std::int32_t>> groups(1);
  for (int r = 0; r < ranks; ++r) groups[0].push_back(r);
  for (int n = 0; n < ranks / 8; ++n) {
    groups.emplace_back();
    for (int r = 0; r < 8; ++r) groups.back().push_back(8 * n + r);
  }
  for (int r = 0; r < ranks; ++r) {
    const auto t = s.track(r, TrackKind::Stream, "stream");
    for (int k = 0; k < steps; ++k) {
      s.slice(t, 100 * k, 100 * k + 80, Activity::Communication);
      s.call(r, Operation::AllReduce, 100 * k, 100 * k + 40, 1'000'000, ranks, groups[0]);
      s.call(r, Operation::ReduceScatter, 100 * k + 40, 100 * k + 80, 8'000'000, 8, groups[static_cast<std::size_t>(1 + r / 8)]);
    }
  }
  return test::shared(s.build());
}

RunPtr ioRun() {
  test::Sketch s;
  for (int r = 0; r < 8; ++r) s.track(r, TrackKind::Thread, "io");
  for (int r = 0; r < 8; ++r)
    for (int k = 0; k < 50; ++k) {
      IoOperation op;
      op.kind = k % 10 == 9 ? IoOperation::Kind::Write : IoOperation::Kind::Read;
      op.rank = r;
      op.layer = s.b.intern("POSIX");
      op.file = s.b.intern(r % 2 == 0 ? "/lus/train.npz" : "/tmp/cache.npz");
      op.bytes = 1'000'000 * (r + 1);
      op.start = (20 * k + 3 * r) * test::us;
      op.duration = 10 * test::us;
      s.b.io(op);
    }
  return test::shared(s.build());
}

QString factOf(const Selection& s, const QString& what) {
  for (const auto& [name, value] : s.facts)
    if (name == what) return value;
  return {};
}

}  // namespace

TEST(Heatmap, AThousandRanksInAWorkerByNode) {
  ViewState state;
  HeatmapView view(state);
  view.resize(1100, 800);
  view.show();
  HeatmapView::Settings s;
  s.ranksPerNode = 8;
  s.log = true;
  view.setSettings(s);
  QElapsedTimer timer;
  timer.start();
  state.putRun(shown(1, manyRanks(1024, 3), "1024 ranks"));
  EXPECT_LT(timer.elapsed(), 1000);  // asked, not waited for
  view.finishNow();
  const HeatPicture& p = view.canvas().picture();
  ASSERT_EQ(p.rows, 1024);
  EXPECT_EQ(p.rowBreaks.size(), 127U);
  // Every rank sends 2 x 1023/1024 of 1 MB to the next, and 7/8 of 8 MB within its node: 7 MB.
  EXPECT_NEAR(p.at(0, 1), 3 * (2e6 * 1023 / 1024 + 7e6), 2000);
  EXPECT_NEAR(p.at(7, 8), 3 * 2e6 * 1023 / 1024, 2000);
  EXPECT_TRUE(p.remark.startsWith("128 nodes (8 ranks each)")) << p.remark.toStdString();
  look(view, "traffic_1024");
  look(view, "traffic_1024_2x", {800, 600}, 2);
  // A lone cell of a thousand is painted, though it is smaller than a pixel: the ring is seen in every row.
  const QImage image = test::grabbed(view.canvas(), {500, 420});
  const QRectF plot = view.canvas().layoutNow().plot;
  int without = 0;
  for (int y = static_cast<int>(plot.top()) + 2; y < static_cast<int>(plot.bottom()) - 2; ++y) {
    bool any = false;
    for (int x = static_cast<int>(plot.left()) + 1; x < static_cast<int>(plot.right()) - 1 && !any; ++x) {
      const QColor c = image.pixelColor(x, y);
      any = c.saturation() > 60 && c.value() < 250;
    }
    without += any ? 0 : 1;
  }
  EXPECT_EQ(without, 0);
}

TEST(Heatmap, WhatIsCountedCanBeChosen) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, manyRanks(16, 2), "16 ranks"));
  const double all = view.canvas().picture().at(0, 1);
  HeatmapView::Settings s;
  s.operations = {Operation::AllReduce};
  view.setSettings(s);
  EXPECT_NEAR(view.canvas().picture().at(0, 1), all - 14e6, 10);
  EXPECT_TRUE(view.canvas().picture().title.contains("all-reduce"));
  s.operations.clear();
  s.groups = {2};  // ranks 0-7 or 8-15: only one node moves anything
  view.setSettings(s);
  const HeatPicture& p = view.canvas().picture();
  EXPECT_EQ((p.at(0, 1) > 0) + (p.at(8, 9) > 0), 1);
  // The measured range wins over the visible one, and is said.
  view.setSettings({});
  state.setMeasured(ViewState::Range{0, 20 * test::us});  // half of the first all-reduce
  EXPECT_NEAR(view.canvas().picture().at(0, 1), 0.5 * 2e6 * 15 / 16, 10);
  EXPECT_TRUE(view.canvas().picture().remark.startsWith("Only the measured time."));
}

TEST(Heatmap, ACellSaysWhatItIsMadeOf) {
  ViewState state;
  HeatmapView view(state);
  view.resize(900, 600);
  view.show();
  state.putRun(shown(1, manyRanks(16, 2), "16 ranks"));
  HeatmapView::Settings s;
  s.ranksPerNode = 8;
  view.setSettings(s);
  HeatCanvas& canvas = view.canvas();
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.layoutNow().cell(canvas.picture(), 1, 0).center().toPoint());
  EXPECT_EQ(factOf(state.selection(), "Nodes"), "both on node 0");
  EXPECT_TRUE(factOf(state.selection(), "Made of").startsWith("reduce-scatter, ring, 8 ranks (ranks 0-7): 14.0 MB in 2 collective")) << factOf(state.selection(), "Made of").toStdString();
  const auto t = view.table();
  ASSERT_GT(t.size(), 1);
  EXPECT_EQ(t[0][0], "from rank");
  EXPECT_EQ(t[0].size(), t[1].size());
}

TEST(Heatmap, RankByTimeOfInputAndOutput) {
  ViewState state;
  HeatmapView view(state);
  view.resize(1000, 640);
  view.show();
  state.putRun(shown(1, ioRun(), "unet3d"));
  const HeatPicture& p = view.canvas().picture();
  ASSERT_EQ(p.rows, 8);
  ASSERT_TRUE(p.time.has_value());
  EXPECT_EQ(p.unit, "B");
  double sum = 0;
  for (const double v : p.value) sum += v;
  EXPECT_NEAR(sum, 50 * 36e6, 1);
  look(view, "io_heat");
  HeatmapView::Settings s;
  s.ioMeasure = IoMeasure::Operations;
  s.ioKind = IoHeatOptions::Kind::Write;
  s.show = HeatmapView::Settings::Show::Io;
  s.bins = 20;
  view.setSettings(s);
  EXPECT_EQ(view.canvas().picture().columns, 20);
  sum = 0;
  for (const double v : view.canvas().picture().value) sum += v;
  EXPECT_EQ(sum, 40);
  s.ioPlace = "/lus";
  view.setSettings(s);
  sum = 0;
  for (const double v : view.canvas().picture().value) sum += v;
  EXPECT_EQ(sum, 20);
  HeatCanvas& canvas = view.canvas();
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.layoutNow().cell(canvas.picture(), 0, 0).center().toPoint());
  EXPECT_EQ(factOf(state.selection(), "Rank"), "rank 0");
  EXPECT_GT(view.table().size(), 1);
}

TEST(Heatmap, OneRankAloneSaysWhy) {
  ViewState state;
  HeatmapView view(state);
  state.putRun(shown(1, test::training(1), "one rank"));
  EXPECT_FALSE(view.emptyReason().isEmpty());
  look(view, "traffic_one_rank");
}
