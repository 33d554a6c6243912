// Durations of one kernel or collective: a histogram over a logarithmic axis, and the share that takes no longer (cumulative
// distribution), a line a rank. Costs the pixels and the ranks, not the slices. GUI thread.
#pragma once

#include <QPainter>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/summarize/kernel_table.h"
#include "views/shared/chart.h"

namespace weir {

struct DistributionPicture {
  QString title, remark;
  std::shared_ptr<const std::vector<DurationSet>> sets;  // by rank, each sorted; null or empty = nothing
  bool log = true;
  [[nodiscard]] bool empty() const { return !sets || sets->empty(); }
};

struct DistributionLayout {
  QRectF histogram, cumulative;
  double low = 0, high = 1;  // of the axis, seconds
  bool log = true;
  std::vector<double> edges;               // of the bins, seconds; one more than there are bins
  std::vector<std::uint64_t> counts;       // over all ranks
  [[nodiscard]] double x(double seconds) const;
  [[nodiscard]] double value(double x) const;
  [[nodiscard]] std::optional<std::size_t> binAt(const QPointF& p) const;
};

[[nodiscard]] DistributionLayout layoutDistribution(const DistributionPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device);
void paintDistribution(QPainter& painter, const DistributionPicture& p, const DistributionLayout& l, const QRectF& area, const chart::Style& s);
// What is at a place, in words; empty beside the plots.
[[nodiscard]] QString distributionText(const DistributionPicture& p, const DistributionLayout& l, const QPointF& at);

}  // namespace weir
