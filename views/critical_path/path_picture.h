// The critical path as a picture: a row a rank, time to the right, the path as bars in the colours of what was done, joined
// where it goes over to another rank. One function paints it on every device. GUI thread.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/summarize/critical_path.h"
#include "views/shared/chart.h"

namespace weir {

struct PathPicture {
  RunPtr run;
  std::shared_ptr<const CriticalPath> path;  // null or empty: nothing to paint
  std::vector<std::int32_t> ranks;           // rows, from the top: those on the path
  QString title, remark;
  TimeRange shown;  // ps; what the width shows
  Truth truth = Truth::Measured;

  [[nodiscard]] bool empty() const { return !path || path->segments.empty(); }
  [[nodiscard]] int rowOf(std::int32_t rank) const;
  // The segment of a moment; none outside of the path. O(log n).
  [[nodiscard]] std::optional<std::size_t> at(std::int64_t t) const;
};

[[nodiscard]] PathPicture pathPicture(const RunPtr& run, std::shared_ptr<const CriticalPath> path);
// Work in its activity's colour; delays and gaps each in theirs.
[[nodiscard]] QColor pathColor(const PathSegment& s, const theme::Colors& colors);
[[nodiscard]] QString pathKindName(PathKind k);        // translated
[[nodiscard]] QString pathKindDefinition(PathKind k);  // translated

struct PathLayout {
  QRectF plot;
  double rowHeight = 0;
  std::vector<std::pair<QString, int>> legend;  // text, class of colour
  double legendTop = 0, remarkTop = 0;
  QStringList title, remark;  // in lines
  [[nodiscard]] double x(const PathPicture& p, std::int64_t t) const;
  [[nodiscard]] std::int64_t time(const PathPicture& p, double x) const;
  [[nodiscard]] QRectF row(int i) const { return {plot.left(), plot.top() + i * rowHeight, plot.width(), rowHeight}; }
};
[[nodiscard]] double wantedHeight(const PathPicture& p, const chart::Style& s);
[[nodiscard]] PathLayout layoutPath(const PathPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device);
// Costs rows x pixels, however many segments there are.
void paintPath(QPainter& g, const PathPicture& p, const PathLayout& l, const QRectF& area, const chart::Style& s);

}  // namespace weir
