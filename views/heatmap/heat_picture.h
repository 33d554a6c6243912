// A heat map as data, and the one function that paints it: on screen, in PNG, SVG and PDF. Zero has the background's
// colour, unknown (NaN) is hatched, everything else is cividis. Cells have hard edges. GUI thread.
#pragma once

#include <QPainter>
#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "core/summarize/intervals.h"
#include "views/shared/chart.h"

namespace weir {

struct HeatPicture {
  QString title, xTitle, yTitle, valueTitle;  // axis titles without unit
  std::string unit;                           // of the values: "B", "s", "messages", "1", ...
  int rows = 0, columns = 0;
  std::vector<double> value;          // rows x columns
  QStringList rowNames, columnNames;  // columnNames is empty when the columns are time
  std::optional<TimeRange> time;      // ps; what the columns span
  bool square = false;                // cells as high as wide
  bool log = false;
  double high = 0;                        // end of the colour scale; fractions end at 1 only if they come near
  double low = 0;                         // begin of a logarithmic scale
  std::vector<double> rowSum, columnSum;  // marginals, empty = none shown
  QString rowSumTitle, columnSumTitle;
  std::string rowSumUnit;                 // empty = the unit of the values
  std::vector<double> rowBreaks, columnBreaks;  // in cells: lines between nodes
  QString remark;   // stands under the plot: assumptions, what is hidden
  QString warning;  // under the title, in the colour of errors: what the picture lacks

  [[nodiscard]] double at(int row, int column) const {
    return value[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
  }
  [[nodiscard]] bool empty() const { return rows == 0 || columns == 0; }
  // Sets low, high from the values.
  void fitScale();
  // The value's place on the colour scale in [0, 1]; negative for zero (background).
  [[nodiscard]] double place(double v) const;
};

struct HeatLayout {
  QRectF plot;
  QRectF bar;                  // colour bar
  QRectF rowSums, columnSums;  // empty when there is no room for them
  double remarkTop = 0, warningTop = 0;
  QStringList remark, warning;
  enum class Numbers { None, Level, Turned } columnNumbers = Numbers::None;  // of the columns' sums
  double numberRoom = 0;  // above the bars of the columns
  [[nodiscard]] std::optional<QPoint> cellAt(const HeatPicture& picture, const QPointF& at) const;  // (column, row)
  [[nodiscard]] QRectF cell(const HeatPicture& picture, int column, int row) const;
};

[[nodiscard]] HeatLayout layoutHeat(const HeatPicture& picture, const QRectF& area, const chart::Style& style,
                                    const QPaintDevice* device);
// The sums of a cell's row and column, where their numbers would stand: those that have no room all the time are shown for one.
struct SumTag {
  QRectF at;
  QString text;
};
[[nodiscard]] std::vector<SumTag> sumTags(const HeatPicture& picture, const HeatLayout& layout, QPoint cell, const chart::Style& style,
                                          const QPaintDevice* device);
void paintHeat(QPainter& painter, const HeatPicture& picture, const HeatLayout& layout, const QRectF& area,
               const chart::Style& style);

}  // namespace weir
