#include "views/batch_law/batch_law_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/views/support.h"

namespace batch_law_test {
using namespace weir;
using test::look;

namespace {

// Network: 2 GB once a step and nothing a sample. Device memory: 3 GB a step and 40 MB a sample. Storage: 150 kB a sample.
BatchLawPtr law(double own = 256) {
  auto l = std::make_shared<BatchLawReport>();
  l->scenario = "resnet-50";
  l->batch = own;
  for (double b = 8; b <= 65536; b *= 2) l->batches.push_back(b);
  const auto level = [&](const char* name, double step, double sample) {
    BatchLawLevel v;
    v.name = name;
    for (const double b : l->batches) {
      v.per_step.push_back(step / b);
      v.per_sample.push_back(sample);
      v.total.push_back(step / b + sample);
    }
    l->levels.push_back(v);
  };
  level("memory", 3e9, 4e7);
  level("fabric", 1.5e9, 0);
  level("network", 2e9, 0);
  level("storage", 0, 1.5e5);
  return l;
}

}  // namespace

TEST(BatchLawView, EmptySaysWhatWouldAppear) {
  ViewState state;
  BatchLawView view(state);
  EXPECT_FALSE(view.emptyReason().isEmpty());
  EXPECT_TRUE(view.table().isEmpty());
  look(view, "batch_law_empty");
}

TEST(BatchLawView, WhatIsPaidOnceAStepFallsByADecadeADecade) {
  ViewState state;
  BatchLawView view(state);
  state.setBatchLaw(law());
  EXPECT_EQ(view.emptyReason(), "");
  test::grabbed(view, {1000, 640});
  const BatchLawLayout l = view.canvas().layoutNow();
  EXPECT_EQ(l.levels.size(), 4U);
  // Network: 2 GB/B. From 8 to 8192, a factor 1024, the line falls as far as it goes right, decade for decade.
  const QPointF a = l.plot.at(8, 2e9 / 8), b = l.plot.at(8192, 2e9 / 8192);
  const double decadeX = l.plot.plot.width() / std::log10(l.plot.x.high / l.plot.x.low), decadeY = l.plot.plot.height() / std::log10(l.plot.y.high / l.plot.y.low);
  EXPECT_NEAR((b.x() - a.x()) / decadeX, (b.y() - a.y()) / decadeY, 1e-9);
  const auto table = view.table();
  EXPECT_EQ(table.size(), 1 + 14 * 4);
  EXPECT_EQ(table[1][2].toDouble(), 3e9 / 8 + 4e7);
  look(view, "batch_law", {1000, 640});
  look(view, "batch_law_small", {420, 420}, 2);
}

TEST(BatchLawView, EveryLevelLeavesItsInk) {
  ViewState state;
  BatchLawView view(state);
  state.setBatchLaw(law());
  const QImage image = test::grabbed(view, {1000, 640});
  const chart::Style s = chart::onScreen(theme::Mode::Light, &image);
  for (const char* level : {"memory", "fabric", "network", "storage"}) {
    const QColor want = levelColor(level, s);
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        found += std::abs(c.red() - want.red()) + std::abs(c.green() - want.green()) + std::abs(c.blue() - want.blue()) < 60;
      }
    EXPECT_GT(found, 200) << level;
  }
}

TEST(BatchLawView, HoverSaysExactNumbersAndTheMarkFollowsTheScenario) {
  ViewState state;
  BatchLawView view(state);
  state.setBatchLaw(law());
  test::grabbed(view, {1000, 640});
  auto& canvas = view.canvas();
  QSignalSpy hover(&state, &ViewState::hoverChanged);
  const QPoint at = canvas.layoutNow().plot.at(1024, 1e7).toPoint();
  QTest::mouseMove(&canvas, at);
  QApplication::processEvents();
  ASSERT_FALSE(hover.isEmpty());
  const QString said = hover.last()[0].toString();
  EXPECT_TRUE(said.contains("global batch 1,024")) << said.toStdString();
  EXPECT_TRUE(said.contains("network: 1.95 MB")) << said.toStdString();  // 2 GB / 1024
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
  EXPECT_EQ(state.selection().title, "global batch 1,024");

  EXPECT_EQ(canvas.picture().batch, 256);
  auto a = std::make_shared<Answered>();
  a->scenario.plan.global_batch = 4096;
  state.setAnswered(a);
  EXPECT_EQ(canvas.picture().batch, 4096);
}

}  // namespace batch_law_test
