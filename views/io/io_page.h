// The page of the I/O report: figures, observations, charts. One painter for screen and paper, which also measures: what is
// painted is what was measured. GUI thread.
#pragma once

#include <QPainter>
#include <memory>
#include <vector>

#include "views/io/io_words.h"
#include "views/shared/chart.h"

namespace weir {

struct IoPage {
  std::shared_ptr<const IoReport> report;  // never null where the page is painted
  QString title, remark;
};

struct IoSpot {  // what a place on the page says when one points at it
  QRectF at;
  QString text;
};

// Paints into `area` (its height only matters where `fit`), returns the height used. `p` null: measures alone. `fit`: what does
// not fit is left out, least important first, and said in the last line.
double paintIoPage(QPainter* p, const IoPage& page, const QRectF& area, const chart::Style& s, const QPaintDevice* device, bool fit, std::vector<IoSpot>* spots);

// --- charts, in io_charts.cpp ---
enum class IoChart { Sizes, OverTime, Pattern, Kinds, Gaps, Distances, Epochs, Costs };
[[nodiscard]] std::vector<IoChart> ioCharts(const IoReport& r);  // that have something to show, the most telling first
[[nodiscard]] QString ioChartTitle(IoChart c, const IoReport& r);  // with what its numbers are where they are not all
[[nodiscard]] QString ioChartDefinition(IoChart c);
void paintIoChart(QPainter& p, IoChart c, const IoReport& r, const QRectF& area, const chart::Style& s, std::vector<IoSpot>* spots);

// The colours of reading, writing and metadata.
[[nodiscard]] QColor ioReadColor();
[[nodiscard]] QColor ioWriteColor();

}  // namespace weir
