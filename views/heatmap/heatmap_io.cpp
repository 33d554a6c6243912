// What the traffic view says of I/O: rank x time.
#include <cmath>

#include "views/heatmap/heatmap_answer.h"
#include "views/heatmap/heatmap_view.h"
#include "views/shared/core_words.h"

namespace weir {

void HeatmapView::ioPicture(const Answer& a, HeatPicture& p) const {
  const IoHeat& h = a.io;
  if (h.source == IoHeat::Source::None || h.rows == 0) return;
  const IoHeatOptions& o = a.request.io;
  const QString kind = o.kind == IoHeatOptions::Kind::Read    ? tr("read")
                       : o.kind == IoHeatOptions::Kind::Write ? tr("written")
                       : o.kind == IoHeatOptions::Kind::Meta  ? tr("metadata")
                                                              : tr("read and written");
  switch (h.measure) {
    case IoMeasure::Bytes: p.valueTitle = tr("bytes %1").arg(kind); break;
    case IoMeasure::Operations:
      p.valueTitle = o.kind == IoHeatOptions::Kind::Read    ? tr("read operations")
                     : o.kind == IoHeatOptions::Kind::Write ? tr("write operations")
                     : o.kind == IoHeatOptions::Kind::Meta  ? tr("metadata operations")
                                                            : tr("I/O operations");
      break;
    case IoMeasure::Time: p.valueTitle = o.kind == IoHeatOptions::Kind::All ? tr("time in I/O") : tr("time in I/O, %1").arg(kind); break;
  }
  QString where = o.layer.empty() ? tr("lowest layer") : q(o.layer);
  if (!o.file.empty()) where += tr(", under %1").arg(q(o.file));
  p.title = tr("I/O, rank × time (%1): %2").arg(where, a.request.runTitle);
  p.xTitle = tr("time");
  p.yTitle = tr("rank");
  p.unit = unit(h.measure);
  p.rows = h.rows;
  p.columns = h.columns;
  p.value = h.value;
  for (int r = 0; r < h.rows; ++r) {
    QString n = q(h.rowName(r));
    n.remove(QStringLiteral("ranks ")).remove(QStringLiteral("rank "));
    p.rowNames << n.replace(QLatin1Char('-'), QChar(0x2013));
  }
  p.time = TimeRange{h.range.from + a.request.shift, h.range.to + a.request.shift};
  p.rowSum = h.rowSum;
  p.columnSum = h.columnSum;
  p.rowSumTitle = tr("of the rank");
  p.columnSumTitle = tr("of all ranks, %1 in all").arg(chart::valueText(h.sum, p.unit));
  p.remark = coreRemark(h.remark);
  if (h.perRow > 1) p.remark = tr("%1 ranks to a row. ").arg(h.perRow) + p.remark;
}

void HeatmapView::ioFacts(QPoint cell, double v, Facts& f) const {
  const HeatPicture& p = canvas_->picture();
  const IoHeat& h = shown_->io;
  const double from = static_cast<double>(p.time->from) / 1e12;
  const double step = static_cast<double>(p.time->length()) / 1e12 / p.columns;
  f.emplace_back(tr("Rank"), q(h.rowName(cell.y())));
  f.emplace_back(tr("Time"), tr("%1 to %2").arg(chart::valueText(from + cell.x() * step, "s"), chart::valueText(from + (cell.x() + 1) * step, "s")));
  addFact(f, p.valueTitle.left(1).toUpper() + p.valueTitle.mid(1), v, p.unit);
  if (h.measure == IoMeasure::Bytes && step > 0) f.emplace_back(tr("Rate"), chart::valueText(v / step, "B") + tr("/s"));
  addFact(f, tr("Of this rank in the range"), h.rowSum[static_cast<std::size_t>(cell.y())], p.unit);
  addFact(f, tr("Of all ranks at this time"), h.columnSum[static_cast<std::size_t>(cell.x())], p.unit);
  addFact(f, tr("Of all ranks in the range"), h.sum, p.unit);
  f.emplace_back(tr("From"), coreRemark(h.remark));
}

}  // namespace weir
