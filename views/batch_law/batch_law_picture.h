// Bytes a sample against the global batch, as data, and the one function that paints them on every device: a line a level
// of the machine, the part that is paid once a step dashed, the part every sample brings dotted. GUI thread.
#pragma once

#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "core/jobs/batch_law.h"
#include "views/shared/log_plot.h"

namespace weir {

struct BatchLawPicture {
  QString title, remark;
  BatchLawPtr law;       // null = none
  double batch = 0;      // marked: the scenario in hand, which may have moved on
  [[nodiscard]] bool empty() const;
};

struct BatchLawLayout {
  chart::LogPlot plot;
  std::vector<QString> legend;   // of the lines that are painted, then what dashes and dots mean
  std::vector<std::size_t> levels;
  QRectF legendBox;
  QStringList remark;
  double remarkTop = 0;
  // Place in BatchLawReport::batches of the batch nearest to a place in the plot; nullopt outside of it.
  [[nodiscard]] std::optional<std::size_t> batchAt(const BatchLawPicture& p, const QPointF& at) const;
};

[[nodiscard]] BatchLawLayout layoutBatchLaw(const BatchLawPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device);
void paintBatchLaw(QPainter& painter, const BatchLawPicture& p, const BatchLawLayout& l, const QRectF& area, const chart::Style& s,
                   std::optional<std::size_t> hovered = {});

[[nodiscard]] QString levelName(const std::string& name);  // translated
[[nodiscard]] QColor levelColor(const std::string& name, const chart::Style& s);
// "batch 512", then a line a level: "network 3.10 MB (3.00 MB once a step, 100 kB every sample)".
[[nodiscard]] QStringList batchLines(const BatchLawReport& law, std::size_t batch);

}  // namespace weir
