// Predicted against measured, as data, and the one function that paints it on every device: a panel for each unit, a
// colour and marker for each quantity of a table, the line of equality with a band of 10 % about it, and beside it the
// list of quantities with their errors. GUI thread.
#pragma once

#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "core/jobs/validation.h"
#include "views/shared/log_plot.h"

namespace weir {

struct ValidationSeries {
  QString table, quantity, split;
  std::string unit;
  int mark = 0;                // colour and marker: by place in the report, so that hiding others changes nothing
  bool primary = true;         // the first of its table: what is shown before anybody chooses
  bool shown = true;
  std::size_t fitted = 0, setAside = 0;
  double mean = 0, median = 0, p95 = 0;  // of |predicted - measured| / measured; NaN = nothing tested
  std::vector<calibrate::Predicted> points;
  [[nodiscard]] QString name() const { return QStringLiteral("%1: %2").arg(table, quantity); }
  [[nodiscard]] QString key() const { return QStringLiteral("%1\n%2\n%3").arg(table, quantity, split); }  // of no other in a report
};

struct ValidationPicture {
  QString title, remark;
  std::vector<ValidationSeries> series;
  [[nodiscard]] bool empty() const;  // nothing that can be painted is shown
};
[[nodiscard]] ValidationPicture validationPicture(const ValidationReport& report);
// Both positive, so that they have a place on logarithmic axes.
[[nodiscard]] bool paintable(const calibrate::Predicted& p);

struct ValidationPoint {
  std::size_t series = 0, point = 0;
  bool operator==(const ValidationPoint&) const = default;
};

struct ValidationLayout {
  struct Panel {
    chart::LogPlot plot;
    std::string unit;
    std::vector<std::size_t> series;  // shown in it
  };
  std::vector<Panel> panels;
  QRectF list;                 // empty: the list stands elsewhere
  double markRadius = 3;
  QStringList remark;
  double remarkTop = 0;
  [[nodiscard]] QPointF placeOf(const ValidationPicture& p, const ValidationPoint& at) const;  // of a shown point
  [[nodiscard]] std::optional<ValidationPoint> near(const ValidationPicture& p, const QPointF& at, double tolerance) const;
};

// With `list` the quantities and their errors are part of the picture (figures); on screen they are a list to tick.
[[nodiscard]] ValidationLayout layoutValidation(const ValidationPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device, bool list);
void paintValidation(QPainter& painter, const ValidationPicture& p, const ValidationLayout& l, const QRectF& area, const chart::Style& s);

// "12.4 ms"; the unit of a table is written as it stands where it is no SI unit.
[[nodiscard]] QString quantityText(double value, const std::string& unit);
// "−1.7 %"
[[nodiscard]] QString errorText(const calibrate::Predicted& p);

}  // namespace weir
