#include "views/validation/validation_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>
#include <cmath>

#include "tests/views/support.h"
#include "views/figures/export_figure.h"
#include "views/validation/validation_canvas.h"

namespace validation_test {
using namespace weir;
using test::look;

namespace {

calibrate::Validation made(const std::string& table, const std::string& quantity, const std::string& unit, double scale, int rows, double bias, bool whiskers) {
  calibrate::Validation v;
  v.table = table;
  v.quantity = quantity;
  v.unit = unit;
  v.split = "odd rows fitted, even rows tested";
  v.rows_fitted = 12;
  Random random(11, static_cast<std::uint64_t>(rows));
  for (int i = 0; i < rows; ++i) {
    calibrate::Predicted p;
    p.row = static_cast<std::size_t>(i);
    p.label = table + " case " + std::to_string(i);
    p.measured = scale * std::pow(1.4, i % 17);
    p.predicted = p.measured * (1 + bias * (2 * random.uniform() - 1));
    if (whiskers) {
      p.low = p.predicted * 0.93;
      p.high = p.predicted * 1.08;
    }
    v.tested.push_back(p);
  }
  v.constants.push_back({"efficiency", 0.5, 0.45, 0.55, "", "fitted on 12 rows"});
  return v;
}

std::shared_ptr<const ValidationReport> report() {
  auto r = std::make_shared<ValidationReport>();
  r->title = "tables";
  r->validations = {made("steps", "step time", "s", 0.2, 40, 0.12, true), made("steps", "throughput", "samples/s", 40, 40, 0.12, false),
                    made("node_power", "mean node power", "W", 900, 25, 0.05, true), made("storage_runs", "throughput", "MiB/s", 300, 700, 0.2, false)};
  return r;
}

}  // namespace

TEST(ValidationView, EmptySaysWhatToOpen) {
  ViewState state;
  ValidationView view(state);
  EXPECT_TRUE(view.emptyReason().contains(".csv"));
  EXPECT_TRUE(view.table().isEmpty());
  look(view, "validation_empty");
}

TEST(ValidationView, APanelAUnitAndErrorsBeside) {
  ViewState state;
  ValidationView view(state);
  state.setValidation(report());
  EXPECT_EQ(view.emptyReason(), "");
  test::grabbed(view, {1200, 700});
  EXPECT_EQ(view.canvas().layoutNow().panels.size(), 3U) << "the first quantity of each table";
  view.setShown(1, true);
  EXPECT_EQ(view.canvas().layoutNow().panels.size(), 4U);
  auto* list = view.findChild<QTreeWidget*>();
  ASSERT_EQ(list->topLevelItemCount(), 4);
  EXPECT_EQ(list->topLevelItem(2)->text(0), "node_power\nmean node power");
  const calibrate::Errors e = calibrate::errorsOf(state.validation()->validations[2]);
  EXPECT_EQ(list->topLevelItem(2)->text(2), chart::valueText(e.mean, "1"));
  look(view, "validation", {1200, 700});
  look(view, "validation_narrow", {620, 640}, 2);
  state.setMode(theme::Mode::Dark);
  qApp->setPalette(theme::palette(theme::Mode::Dark));
  look(view, "validation_dark", {1200, 700});
  qApp->setPalette(theme::palette(theme::Mode::Light));
}

TEST(ValidationView, PointsLieWhereTheirValuesSay) {
  ViewState state;
  ValidationView view(state);
  auto r = std::make_shared<ValidationReport>();
  calibrate::Validation v = made("t", "time", "s", 1, 0, 0, false);
  for (const auto& [measured, predicted] : {std::pair{1.0, 1.0}, {10.0, 11.0}, {100.0, 90.0}, {5.0, 0.0}}) {
    calibrate::Predicted p;
    p.measured = measured;
    p.predicted = predicted;
    v.tested.push_back(p);
  }
  r->validations = {v};
  state.setValidation(r);
  test::grabbed(view, {900, 600});
  const ValidationLayout l = view.canvas().layoutNow();
  ASSERT_EQ(l.panels.size(), 1U);
  const QRectF plot = l.panels[0].plot.plot;
  // Equal values lie on the diagonal; 11 for 10 above it, 90 for 100 below it.
  const auto off = [&](std::size_t i) {
    const QPointF p = l.placeOf(view.picture(), {0, i});
    return (plot.bottom() - p.y()) / plot.height() - (p.x() - plot.left()) / plot.width();
  };
  EXPECT_NEAR(off(0), 0, 1e-9);
  EXPECT_GT(off(1), 0.005);
  EXPECT_LT(off(2), -0.005);
  EXPECT_FALSE(l.near(view.picture(), QPointF(-1e9, 0), 9));
  EXPECT_TRUE(view.picture().remark.contains("1 row")) << view.picture().remark.toStdString();  // the 0 has no place
  EXPECT_EQ(view.table().size(), 5) << "it is in the table all the same";
}

TEST(ValidationView, HoverNamesTheRowAndAClickExplainsIt) {
  ViewState state;
  ValidationView view(state);
  state.setValidation(report());
  test::grabbed(view, {1200, 700});
  auto& canvas = view.canvas();
  const ValidationLayout l = canvas.layoutNow();
  const QPoint at = l.placeOf(view.picture(), {2, 3}).toPoint();  // node_power
  const auto meant = l.near(view.picture(), at, 9);
  ASSERT_TRUE(meant);
  EXPECT_EQ(meant->series, 2U);
  QSignalSpy hover(&state, &ViewState::hoverChanged);
  QTest::mouseMove(&canvas, at);
  QApplication::processEvents();
  ASSERT_FALSE(hover.isEmpty());
  EXPECT_TRUE(hover.last()[0].toString().contains("node_power case")) << hover.last()[0].toString().toStdString();
  EXPECT_TRUE(hover.last()[0].toString().contains("measured"));
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
  EXPECT_EQ(state.selection().kind, Selection::Kind::Point);
  EXPECT_GE(state.selection().facts.size(), 8U);
  QTest::keyClick(&canvas, Qt::Key_Right);
  EXPECT_EQ(state.selection().kind, Selection::Kind::Point);
}

TEST(ValidationView, HidingAQuantityLeavesOthersAsTheyWere) {
  ViewState state;
  ValidationView view(state);
  state.setValidation(report());
  test::grabbed(view, {1200, 700});
  view.setShown(1, true);
  const auto rows = view.table().size();
  const int mark = view.picture().series[2].mark;
  view.findChild<QTreeWidget*>()->topLevelItem(3)->setCheckState(0, Qt::Unchecked);
  EXPECT_EQ(view.canvas().layoutNow().panels.size(), 3U);
  EXPECT_EQ(view.table().size(), rows - 700);
  EXPECT_EQ(view.picture().series[2].mark, mark);
  state.setValidation(report());  // a newer report
  EXPECT_FALSE(view.picture().series[3].shown);
  EXPECT_TRUE(view.picture().series[1].shown);
  for (std::size_t i = 0; i < 4; ++i) view.setShown(i, false);
  EXPECT_TRUE(view.picture().empty());
  EXPECT_EQ(view.emptyReason(), "") << "the list stays in reach";
  look(view, "validation_hidden", {900, 500});
}

TEST(ValidationView, TheFigureCarriesTheListAndInk) {
  ViewState state;
  ValidationView view(state);
  state.setValidation(report());
  view.setShown(1, true);
  for (const char* style : {"paper", "column", "slide"}) {
    auto o = figureOptions(style);
    ASSERT_TRUE(o);
    o->dpi = 150;
    const auto png = renderFigure(view, FigureFormat::Png, *o);
    ASSERT_TRUE(png);
    QImage image;
    image.loadFromData(*png);
    // Every series has left its colour on the page.
    const chart::Style s = chart::onPaper({o->textPt, {}}, &image);
    for (int k = 0; k < 4; ++k) {
      const QRgb want = chart::seriesColor(view.picture().series[static_cast<std::size_t>(k)].mark, s).rgb();
      int found = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) found += (image.pixel(x, y) & 0xffffff) == (want & 0xffffff);
      EXPECT_GT(found, 10) << style << " series " << k;
    }
    const QString dir = qEnvironmentVariable("WEIR_RENDER_DIR");
    if (!dir.isEmpty()) image.save(QDir(dir).filePath(QStringLiteral("validation_figure_%1.png").arg(style)));
  }
  const auto csv = renderFigure(view, FigureFormat::Csv, *figureOptions("paper"));
  ASSERT_TRUE(csv);
  EXPECT_TRUE(csv->contains("# rests on: steps: step time: efficiency = 0.5"));
  EXPECT_TRUE(csv->contains("table,quantity,unit,row,label,measured,predicted,low,high,error"));
}

}  // namespace validation_test
