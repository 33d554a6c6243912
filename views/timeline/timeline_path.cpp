// What another view wants seen, as a line along the foot of the lanes: the critical path. Solid under slices, dotted where it is a
// delay or a gap, upright where it goes over to another lane. It runs beneath the names of slices, and only through lanes and
// slices that are shown. Costs pixels, however long the path is.
#include <algorithm>
#include <cmath>
#include <map>

#include "views/shared/highlight.h"
#include "views/timeline/timeline_items.h"

namespace weir {

namespace {

struct PathLines {
  QList<QLineF> works, delays, joints;
};

// The area without what stands in it: names in device pixels of the lanes' picture.
QRegion beneath(const QRect& area, const QPoint& origin, const std::vector<QRect>& names, double ratio) {
  QRegion taken;
  for (const QRect& n : names) {
    if (n.isEmpty()) continue;
    const QRectF r(n.left() / ratio, n.top() / ratio, n.width() / ratio, n.height() / ratio);
    taken += r.toAlignedRect().translated(origin);
  }
  return QRegion(area).subtracted(taken);
}

void paintLines(QCPPainter& p, const PathLines& lines, const theme::Colors& c) {
  // With a rim towards the slices, so that a line shows on any colour; none below, where the next lane begins.
  const auto paint = [&](const QList<QLineF>& of, double width, Qt::PenStyle style) {
    const bool foot = &of != &lines.joints;
    p.setPen(QPen(c.background, foot ? width + 1 : width + 2, Qt::SolidLine, Qt::FlatCap));
    p.translate(0, foot ? -0.5 : 0);
    p.drawLines(of);
    p.translate(0, foot ? 0.5 : 0);
    p.setPen(QPen(c.text, width, style, Qt::FlatCap));
    p.drawLines(of);
  };
  paint(lines.joints, 1, Qt::SolidLine);
  paint(lines.delays, 2, Qt::DotLine);
  paint(lines.works, 3, Qt::SolidLine);
}

}  // namespace

void TimelineOverlay::path(QCPPainter& p) const {
  const Highlight& h = Highlight::of(view_.state());
  const int run = view_.indexOf(h.runId());
  if (run < 0 || !view_.runs_[static_cast<std::size_t>(run)].lod || h.spans()->empty()) return;
  const TimelineRun& shown = view_.runs_[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  const QRect area = view_.slicesArea();
  const auto [left, right] = view_.state().timeRange();
  const std::int64_t from = left - shown.shift, to = right - shown.shift;
  const std::int64_t pixel = std::max<std::int64_t>(1, (to - from) / std::max(1, area.width()));
  const auto& spans = *h.spans();
  const auto filtered = [&](const Highlight::Span& s) { return s.hasSlice && (s.slice >= r.slices.size() || shown.paintedOf(s.slice) == kNoSlice); };
  std::map<std::uint32_t, const Lane*> laneOf;  // by row; a path goes through few rows many times
  const auto lane = [&](std::size_t i) -> const Lane* {
    const Highlight::Span& s = spans[i];
    // A delay belongs to what comes after it, and goes with it.
    if (s.track >= r.tracks.size() || filtered(s) || (!s.hasSlice && i + 1 < spans.size() && filtered(spans[i + 1]))) return nullptr;
    const std::uint32_t row = s.hasSlice ? static_cast<std::uint32_t>(&r.rowOf(s.slice) - r.rows.data()) : r.tracks[s.track].firstRow;
    if (row >= r.rows.size()) return nullptr;
    const auto [at, fresh] = laneOf.try_emplace(row, nullptr);
    if (fresh)
      if (const int k = laneOfRow(view_.list_.lanes, view_.runs_, run, row); k >= 0) at->second = &view_.list_.lanes[static_cast<std::size_t>(k)];
    return at->second;
  };
  const double pinned = view_.laneArea().top() + view_.list_.pinnedHeight;  // lanes that scroll go beneath those that do not
  const auto within = [&](double y) { return std::clamp(y, std::min<double>(pinned, area.bottom()), area.bottom() + 9.0); };
  PathLines lines;
  double lastY = 0, lastJoint = -1e9;
  bool first = true;
  for (std::int64_t t = from; t < to;) {
    const std::size_t i = h.firstEndingAfter(t);
    if (i >= spans.size() || spans[i].from >= to) break;
    const Highlight::Span& s = spans[i];
    t = std::max(s.to, t + pixel);
    const Lane* l = lane(i);
    if (!l) {
      first = true;  // out of what is hidden no line leads
      continue;
    }
    const double x0 = std::max(view_.xAt(s.from + shown.shift), area.left() - 10.0), x1 = std::min(view_.xAt(s.to + shown.shift), area.right() + 10.0);
    const double y = view_.yOf(*l) + l->height - 1.5;
    if (l->pinned || y > pinned) (s.hasSlice ? lines.works : lines.delays).append(QLineF(x0, y, std::max(x1, x0 + 1), y));
    if (!first && y != lastY && x0 - lastJoint >= 3) {
      lines.joints.append(QLineF(x0, within(lastY), x0, within(y)));
      lastJoint = x0;
    }
    lastY = y;
    first = false;
  }
  p.setClipRegion(beneath(area, view_.laneArea().topLeft(), view_.scene_.names(), view_.plot_->bufferDevicePixelRatio()));
  paintLines(p, lines, theme::colors(view_.state().mode()));
}

}  // namespace weir
