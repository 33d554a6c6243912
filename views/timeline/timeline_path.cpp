// What another view wants seen, as a line through the lanes: the critical path. Solid under slices, dotted where it is a delay
// or a gap, upright where it goes over to another lane. Costs pixels, however long the path is.
#include <algorithm>
#include <cmath>
#include <map>

#include "views/shared/highlight.h"
#include "views/timeline/timeline_items.h"

namespace weir {

void TimelineOverlay::path(QCPPainter& p) const {
  const Highlight& h = Highlight::of(view_.state());
  const int run = view_.indexOf(h.runId());
  if (run < 0 || !view_.runs_[static_cast<std::size_t>(run)].lod) return;
  const TimelineRun& shown = view_.runs_[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  const QRect area = view_.laneArea();
  const auto [left, right] = view_.state().timeRange();
  const std::int64_t from = left - shown.shift, to = right - shown.shift;
  const std::int64_t pixel = std::max<std::int64_t>(1, (to - from) / std::max(1, area.width()));
  std::map<std::uint32_t, const Lane*> laneOf;  // by row; a path goes through few rows many times
  const auto lane = [&](const Highlight::Span& s) -> const Lane* {
    if (s.track >= r.tracks.size() || (s.hasSlice && s.slice >= r.slices.size())) return nullptr;
    const std::uint32_t row = s.hasSlice ? static_cast<std::uint32_t>(&r.rowOf(s.slice) - r.rows.data()) : r.tracks[s.track].firstRow;
    if (row >= r.rows.size()) return nullptr;
    const auto [at, fresh] = laneOf.try_emplace(row, nullptr);
    if (fresh)
      if (const int i = laneOfRow(view_.list_.lanes, view_.runs_, run, row); i >= 0) at->second = &view_.list_.lanes[static_cast<std::size_t>(i)];
    return at->second;
  };
  QList<QLineF> works, delays, joints;
  const auto& spans = *h.spans();
  double lastY = 0, lastJoint = -1e9;
  bool first = true;
  for (std::int64_t t = from; t < to;) {
    const std::size_t i = h.firstEndingAfter(t);
    if (i >= spans.size() || spans[i].from >= to) break;
    const Highlight::Span& s = spans[i];
    t = std::max(s.to, t + pixel);
    const Lane* l = lane(s);
    if (!l) continue;
    const double x0 = std::max(view_.xAt(s.from + shown.shift), area.left() - 10.0), x1 = std::min(view_.xAt(s.to + shown.shift), area.right() + 10.0);
    const double y = view_.yOf(*l) + l->height - 2.5;
    (s.hasSlice ? works : delays).append(QLineF(x0, y, std::max(x1, x0 + 1), y));
    if (!first && y != lastY && x0 - lastJoint >= 3) {
      joints.append(QLineF(x0, std::clamp(lastY, area.top() - 9.0, area.bottom() + 9.0), x0, std::clamp(y, area.top() - 9.0, area.bottom() + 9.0)));
      lastJoint = x0;
    }
    lastY = y;
    first = false;
  }
  const theme::Colors c = theme::colors(view_.state().mode());
  const auto paint = [&](const QList<QLineF>& lines, double width, Qt::PenStyle style) {
    p.setPen(QPen(c.background, width + 2, Qt::SolidLine, Qt::FlatCap));
    p.drawLines(lines);
    p.setPen(QPen(c.text, width, style, Qt::FlatCap));
    p.drawLines(lines);
  };
  paint(joints, 1, Qt::SolidLine);
  paint(delays, 2, Qt::DotLine);
  paint(works, 3, Qt::SolidLine);
}

}  // namespace weir
