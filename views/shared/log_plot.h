// A plot with two logarithmic axes: its frame, ticks, titles and the map from values to places. On screen and on paper.
// GUI thread.
#pragma once

#include <string>

#include "views/shared/chart.h"

namespace weir::chart {

struct LogAxis {
  double low = 1, high = 10;  // in `unit`, 0 < low < high
  QString title;              // "measured step time"; the unit is added
  std::string unit = {};      // of the values; plain SI units get a prefix, "" is a count
  QString shortTitle = {};    // where the title is wider than the plot; empty = the title is cut
};

// Covers [low, high] with room to breathe; a single value gets a decade around it.
[[nodiscard]] LogAxis logAxis(double low, double high, const QString& title, std::string unit);

struct LogPlot {
  QRectF plot;   // where data go
  QRectF area;   // with ticks and titles
  LogAxis x, y;
  AxisUnit xUnit, yUnit;
  double tickWidth = 0;  // widest label of the y axis
  [[nodiscard]] QPointF at(double vx, double vy) const;
  [[nodiscard]] double xAt(double px) const;
};

[[nodiscard]] LogPlot layoutLogPlot(const QRectF& area, const LogAxis& x, const LogAxis& y, const Style& s, const QPaintDevice* device);
// Grid, frame, tick labels, titles.
void paintLogFrame(QPainter& p, const LogPlot& l, const Style& s);

// The qualitative set of series: colour i and marker i differ for neighbours; markers repeat after seven, colours after eight.
[[nodiscard]] QColor seriesColor(int i, const Style& s);
void marker(QPainter& p, const QPointF& at, int i, double radius, const QColor& color, const Style& s);

}  // namespace weir::chart
