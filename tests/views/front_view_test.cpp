#include "views/front/front_view.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/random.h"

namespace front_view_test {
using namespace weir;

namespace {

FrontData sweep(int plans) {
  Random random(3, 1);
  FrontObjective o{.name = "time to target against energy", .x = {"time to target", "s", true}, .y = {"energy", "J", true}, .points = {}};
  for (int i = 0; i < plans; ++i) {
    const double nodes = 1 + static_cast<double>(random.below(256));
    FrontPoint p{.index = 1000 + i, .x = 4e6 / nodes * (1 + random.uniform()), .y = 1e9 * (1 + nodes / 60) * (1 + random.uniform()),
                 .label = {QString("nodes: %1").arg(nodes)}, .onFront = false, .valid = true};
    o.points.push_back(p);
  }
  // Brute force would be O(n^2); the sorted pass is the definition for two objectives.
  std::vector<int> order(o.points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return o.points[static_cast<std::size_t>(a)].x < o.points[static_cast<std::size_t>(b)].x; });
  double best = std::numeric_limits<double>::infinity();
  for (const int i : order) {
    FrontPoint& p = o.points[static_cast<std::size_t>(i)];
    if (p.y < best) {
      best = p.y;
      p.onFront = true;
    }
  }
  return {.title = "sweep", .objectives = {o}, .planned = static_cast<std::uint64_t>(plans), .running = false};
}

struct Shown {
  explicit Shown(FrontData data) {
    view.resize(900, 600);
    view.setData(std::move(data));
    view.show();
    QCoreApplication::processEvents();
    view.plot()->replot(QCustomPlot::rpImmediateRefresh);
  }
  ViewState state;
  FrontView view{state};
};

}  // namespace

TEST(FrontView, EmptyPaneOffersASweep) {
  Shown s{{}};
  EXPECT_FALSE(s.view.emptyReason().isEmpty());
  QSignalSpy spy(&s.view, &FrontView::sweepRequested);
  for (auto* label : s.view.findChildren<QLabel*>())
    if (label->text().contains("sweep")) emit label->linkActivated("sweep");
  EXPECT_EQ(spy.count(), 1);
}

TEST(FrontView, ClickChoosesTheNearestPoint) {
  Shown s{sweep(500)};
  const auto& points = s.view.data().objectives[0].points;
  int clicked = 0;
  for (int i = 0; i < static_cast<int>(points.size()); i += 37) {
    if (s.view.pointAt(s.view.placeOf(i)) != i) continue;  // another one covers it
    QSignalSpy spy(&s.view, &FrontView::pointChosen);
    QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, s.view.placeOf(i).toPoint());
    ASSERT_EQ(spy.count(), 1);
    ++clicked;
  }
  EXPECT_GT(clicked, 5);
  QSignalSpy spy(&s.view, &FrontView::pointChosen);
  QTest::mouseClick(s.view.plot(), Qt::LeftButton, {}, {3, 3});
  EXPECT_EQ(spy.count(), 0);
}

TEST(FrontView, HoverSaysWhatItIs) {
  Shown s{sweep(50)};
  QSignalSpy spy(&s.state, &ViewState::hoverChanged);
  QTest::mouseMove(s.view.plot(), s.view.placeOf(7).toPoint());
  ASSERT_FALSE(spy.isEmpty());
  EXPECT_TRUE(spy.last()[0].toString().contains("time to target"));
  EXPECT_TRUE(spy.last()[0].toString().contains("nodes"));
}

TEST(FrontView, CountsWhatIsNotPainted) {
  FrontData d = sweep(10);
  auto& p = d.objectives[0].points;
  const auto onFront = std::count_if(p.begin(), p.end(), [](const FrontPoint& q) { return q.onFront; });
  FrontPoint invalid;
  invalid.valid = false;
  FrontPoint unknown;
  unknown.x = std::nan("");
  p.push_back(invalid);
  p.push_back(unknown);
  d.planned = 40;
  d.running = true;
  Shown s{d};
  EXPECT_EQ(s.view.countLine(), QString("12 of 40 plans so far: %1 non-dominated, 1 invalid, 1 without a value on these axes").arg(onFront));
  EXPECT_EQ(s.view.table().size(), 13);
  EXPECT_EQ(s.view.table().last()[1], "unknown");
}

TEST(FrontView, PartialResultsKeepTheChosenAxes) {
  Shown s{sweep(100)};
  s.view.setLogarithmic(false, true);
  s.view.setData(sweep(200));
  EXPECT_FALSE(s.view.data().objectives[0].x.logarithmic);
  EXPECT_EQ(s.view.plot()->xAxis->scaleType(), QCPAxis::stLinear);
}

TEST(FrontView, TheScenarioInHandMovesWithoutRepaintingPoints) {
  Shown s{sweep(1000)};
  s.view.setCurrent({{.x = 1e5, .y = 3e9, .label = "now"}});
  const QImage a = s.view.grab().toImage();
  s.view.setCurrent({{.x = 2e5, .y = 3e9, .label = "now"}});
  EXPECT_NE(a, s.view.grab().toImage());
}

TEST(FrontView, RangesAreWhiskersHoverAndColumns) {
  Shown s{sweep(300)};
  const auto& o = s.view.data().objectives[0];
  const QImage bare = s.view.grab().toImage();
  EXPECT_EQ(s.view.table().first().size(), 6);
  FrontRanges ranges;
  int ranged = -1;
  for (int i = 0; i < static_cast<int>(o.points.size()); ++i) {
    const FrontPoint& p = o.points[static_cast<std::size_t>(i)];
    if (!p.onFront) continue;
    ranges[p.index] = {p.x * 0.8, p.x * 1.3, p.y * 0.9, p.y * 1.1};
    if (s.view.pointAt(s.view.placeOf(i)) == i) ranged = i;
  }
  ASSERT_GE(ranged, 0);
  s.view.setRanges({ranges});
  s.view.plot()->replot(QCustomPlot::rpImmediateRefresh);
  EXPECT_NE(bare, s.view.grab().toImage());
  QSignalSpy spy(&s.state, &ViewState::hoverChanged);
  QTest::mouseMove(s.view.plot(), s.view.placeOf(ranged).toPoint());
  ASSERT_FALSE(spy.isEmpty());
  EXPECT_TRUE(spy.last()[0].toString().contains(" [")) << spy.last()[0].toString().toStdString();
  const auto table = s.view.table();
  ASSERT_EQ(table.first().size(), 10);
  EXPECT_NEAR(table[ranged + 1][6].toDouble(), o.points[static_cast<std::size_t>(ranged)].x * 0.8, 1e-3 * o.points[static_cast<std::size_t>(ranged)].x);
  for (int i = 0; i < static_cast<int>(o.points.size()); ++i)
    EXPECT_EQ(table[i + 1][6].isEmpty(), !o.points[static_cast<std::size_t>(i)].onFront) << "unknown stays empty";

  const QImage before = s.view.grab().toImage();
  s.view.setCurrent({{.x = 1e5, .y = 3e9, .label = "now", .range = {8e4, 1.3e5, 2e9, 4e9}}});
  const QImage after = s.view.grab().toImage();
  s.view.setCurrent({{.x = 1e5, .y = 3e9, .label = "now", .range = {}}});
  EXPECT_NE(before, after);
  EXPECT_NE(after, s.view.grab().toImage());
}

}  // namespace front_view_test
