// What painted charts share: fonts and colours for screen and paper, ticks, wrapped text, hatches as lines. The unit of a
// paint device is a pixel on screen and a point in a figure; everything here is in that unit. GUI thread.
#pragma once

#include <QFont>
#include <QPainter>
#include <QPixmap>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <functional>
#include <string_view>
#include <vector>

#include "views/shared/theme.h"
#include "views/shared/view.h"

namespace weir::chart {

struct Style {
  QFont title, text, axis;  // axis is the smallest
  theme::Colors colors;
  double line = 1;      // width of a frame's line
  bool figure = false;  // on paper: nothing hovered, nothing elided that need not be
  double em = 12;       // height of a line of axis text; distances are multiples of it
};
[[nodiscard]] Style onScreen(theme::Mode mode, const QPaintDevice* device);
[[nodiscard]] Style onPaper(const FigureStyle& style, const QPaintDevice* device);

// Round values (1, 2, 5 x 10^k) within [low, high], at most `most`.
[[nodiscard]] std::vector<double> ticks(double low, double high, int most);
// For a logarithmic scale (low > 0): powers of ten, every n-th where there are more than `most`; with fewer than three of
// them also 2 and 5 times the powers; the two ends where even those are too few.
[[nodiscard]] std::vector<double> logTicks(double low, double high, int most);

// A scale for axis labels: value x factor is written, `unit` stands in the axis title ("ms", "MB", "%").
struct AxisUnit {
  double factor = 1;
  QString unit;
};
[[nodiscard]] AxisUnit axisUnit(double largest, std::string_view unit);  // "B", "s", "messages", "1" (a fraction), any other
[[nodiscard]] QString tickText(double value, double step);               // just enough digits to tell neighbours apart
// A single value with its unit: "12.4 MB", "6 messages", "81.2 %"; NaN is "unknown".
[[nodiscard]] QString valueText(double value, std::string_view unit);
[[nodiscard]] QString durationText(std::int64_t ps);  // "1.59 ms"
// The same, exact: "12,000,000 B"; empty where valueText is exact already.
[[nodiscard]] QString exactText(double value, std::string_view unit);

// Lines at 45 degrees, cut to the rectangle, so that every device shows the same hatch in its own unit.
void hatch(QPainter& p, const QRectF& r, const QColor& color, double spacing, double width);
[[nodiscard]] QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width);
[[nodiscard]] double widest(const QStringList& texts, const QFontMetricsF& metrics);
// Text turned by 90 degrees to the left, centred in r.
void turnedText(QPainter& p, const QRectF& r, const QString& text);
// "Nothing here yet": the reason in the middle of r, wrapped.
void emptyText(QPainter& p, const QRectF& r, const Style& style, const QString& headline, const QString& hint);

// Draws what `kept` holds; where it is null, or of another screen's scale, `paint` paints it first, on `background`.
void paintedOnce(QPainter& p, QPixmap& kept, const QSize& size, const QColor& background, const std::function<void(QPainter&)>& paint);

}  // namespace weir::chart
