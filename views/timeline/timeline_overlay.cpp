// What floats above the lanes: hover, selection, the ranks of a collective, the measured range.
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_items.h"

namespace weir {
void TimelineOverlay::draw(QCPPainter* painter) {
  if (view_.runs_.empty()) return;
  painter->save();
  const QRect area = view_.slicesArea();  // nothing that belongs to slices is painted over the steps
  painter->setClipRect(area);
  const theme::Colors c = theme::colors(view_.state().mode());
  path(*painter);
  painter->setClipRect(area);
  painter->setBrush(Qt::NoBrush);
  if (view_.hovered_.slice != kNoSlice && view_.hovered_.run < static_cast<int>(view_.runs_.size())) {
    painter->setPen(QPen(c.hover, 2));
    for (const QRectF& r : sliceRects(view_.hovered_.run, view_.hovered_.slice)) painter->drawRect(r);
  }
  if (view_.arrowMode_ == TimelineView::ArrowMode::InSight) {
    const TimelineView::SightArrows all = view_.arrowsInSight();
    for (const auto& [r, k] : all.arrows) arrow(*painter, r, k, false);
    if (all.more > 0) note(*painter, QPointF(area.right() - 260, area.bottom() - 40), {Words::tr("%1 arrows leave what is in sight: zoom in to see them").arg(all.more)});
  }
  const Selection& s = view_.state().selection();
  const int run = view_.indexOf(s.runId);
  if (run >= 0 && view_.runs_[static_cast<std::size_t>(run)].lod) {
    const Lod& lod = *view_.runs_[static_cast<std::size_t>(run)].lod;
    if (s.kind == Selection::Kind::Collective) collective(*painter, run, s.instance);
    if (s.kind == Selection::Kind::Slice && s.slice < lod.run().slices.size()) {
      const std::int64_t call = lod.callOf(s.slice);
      if (call >= 0) collective(*painter, run, lod.run().collectives[static_cast<std::size_t>(call)].instance);
      arrows(*painter, run);
      for (const QRectF& r : sliceRects(run, s.slice)) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(c.background, 4));
        painter->drawRect(r);
        painter->setPen(QPen(c.selection, 2));
        painter->drawRect(r);
      }
      if (view_.arrows_.more > 0) note(*painter, QPointF(area.right() - 260, area.bottom() - 40), {Words::tr("there are more arrows than the %1 shown").arg(view_.arrows_.in.size() + view_.arrows_.out.size())});
    }
  }
  painter->setClipRect(view_.laneArea());
  stepDrag(*painter);
  laneDrag(*painter);
  measure(*painter);
  if (view_.mark_) {
    const double x = view_.xAt(view_.mark_->time);
    if (x >= area.left() && x <= area.right()) {
      painter->setPen(QPen(c.selection, 1, Qt::DashLine));
      painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
      note(*painter, QPointF(x + 6, area.top() + 6), {view_.mark_->text});
    }
  }
  painter->restore();
}

QRectF TimelineOverlay::inLane(const Lane& l, double x0, double x1) const {
  const QRect area = view_.laneArea();
  x0 = std::max(x0, area.left() - 10.0);
  x1 = std::min(x1, area.right() + 10.0);
  if (x1 < area.left() || x0 > area.right()) return {};
  const int inset = l.height >= 20 ? 2 : 0;
  const QRectF r(std::floor(x0), view_.yOf(l) + inset, std::max(std::ceil(x1) - std::floor(x0), 2.0), l.height - 2 - inset);
  const double top = area.top() + (l.pinned ? 0 : view_.list_.pinnedHeight);
  return r.top() < top || r.top() > area.bottom() ? QRectF() : r;
}

std::vector<QRectF> TimelineOverlay::sliceRects(int run, SliceIndex slice) const {
  std::vector<QRectF> out;
  const TimelineRun& shown = view_.runs_[static_cast<std::size_t>(run)];
  if (!shown.lod || slice >= shown.run().slices.size()) return out;
  const Run& r = shown.run();
  const auto row = static_cast<std::uint32_t>(&r.rowOf(slice) - r.rows.data());
  const double x0 = view_.xAt(r.slices.start[slice] + shown.shift);
  const double x1 = view_.xAt(r.slices.endOf(slice) + shown.shift);
  bool shownItself = false;
  for (const Lane& l : view_.list_.lanes) {
    if (l.run != run || l.row != row) continue;
    shownItself = true;
    if (const QRectF rect = inLane(l, x0, x1); !rect.isEmpty()) out.push_back(rect);
  }
  if (shownItself) return out;
  const int lane = laneOfRow(view_.list_.lanes, view_.runs_, run, row);
  if (lane < 0) return out;
  if (const QRectF rect = inLane(view_.list_.lanes[static_cast<std::size_t>(lane)], x0, x1); !rect.isEmpty()) out.push_back(rect);
  return out;
}

const Lane* TimelineOverlay::laneOfSlice(int run, SliceIndex slice) const {
  const Run& r = view_.runs_[static_cast<std::size_t>(run)].run();
  const auto row = static_cast<std::uint32_t>(&r.rowOf(slice) - r.rows.data());
  const int lane = laneOfRow(view_.list_.lanes, view_.runs_, run, row);
  if (lane < 0) return nullptr;
  const Lane& own = view_.list_.lanes[static_cast<std::size_t>(lane)];
  const QRect area = view_.laneArea();
  const int y = view_.yOf(own);
  if (own.pinned || (y >= area.top() + view_.list_.pinnedHeight && y <= area.bottom())) return &own;
  for (std::size_t i = 0; i < view_.list_.pinned; ++i)
    if (view_.list_.lanes[i].run == run && view_.list_.lanes[i].row == row) return &view_.list_.lanes[i];
  return &own;
}

// From the end of the one slice to the start of the other.
void TimelineOverlay::arrow(QCPPainter& p, int run, std::size_t k, bool dashed) const {
  const TimelineRun& shown = view_.runs_[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  const QRect area = view_.laneArea();
  const theme::Colors c = theme::colors(view_.state().mode());
  const auto at = [&](SliceIndex i, bool end) -> std::optional<QPointF> {
    if (shown.paintedOf(i) == kNoSlice) return std::nullopt;
    const Lane* l = laneOfSlice(run, i);
    if (!l) return std::nullopt;
    const double x = view_.xAt((end ? r.slices.endOf(i) : r.slices.start[i]) + shown.shift);
    return QPointF(std::clamp(x, area.left() - 2000.0, area.right() + 2000.0), std::clamp(view_.yOf(*l) + l->height / 2.0, area.top() - 400.0, area.bottom() + 400.0));
  };
  const SliceIndex from = r.arrows.from[k], to = r.arrows.to[k];
  // A launch leaves where the call begins: what it started may run before the call returns.
  const bool begun = r.slices.start[to] < r.slices.endOf(from);
  const auto a = at(from, !begun), b = at(to, false);
  if (!a || !b) return;
  QPainterPath path(*a);
  const double bend = std::max(12.0, std::abs(b->x() - a->x()) / 3);
  path.cubicTo(*a + QPointF(bend, 0), *b - QPointF(bend, 0), *b);
  p.setAntialiasing(true);
  p.setBrush(Qt::NoBrush);
  p.setPen(QPen(c.background, 3.5));
  p.drawPath(path);
  p.setPen(QPen(c.selection, 1.4, dashed ? Qt::DashLine : Qt::SolidLine));
  p.drawPath(path);
  p.setPen(Qt::NoPen);
  p.setBrush(c.selection);
  p.drawPolygon(QPolygonF{*b, *b + QPointF(-7, -4), *b + QPointF(-7, 4)});
  p.setBrush(Qt::NoBrush);
  p.setAntialiasing(false);
}

// What led to the selected slice, dashed, and what it led to.
void TimelineOverlay::arrows(QCPPainter& p, int run) const {
  if (view_.arrowMode_ == TimelineView::ArrowMode::InSight) return;
  for (const std::size_t k : view_.arrows_.in) arrow(p, run, k, true);
  for (const std::size_t k : view_.arrows_.out) arrow(p, run, k, false);
}

void TimelineOverlay::stepDrag(QCPPainter& p) const {
  const auto [from, to] = view_.dragSteps_;
  if (view_.drag_ != TimelineView::Drag::Steps || to <= from) return;
  const theme::Colors c = theme::colors(view_.state().mode());
  const QRect area = view_.laneArea();
  QColor veil = c.hover;
  veil.setAlpha(70);
  const QRectF r(QPointF(view_.xAt(from), area.top()), QPointF(view_.xAt(to), area.top() + 18));
  p.fillRect(r, veil);
  p.setPen(QPen(c.hover, 1));
  p.drawRect(r);
  note(p, QPointF(r.right() + 6, area.top() + 22), {view_.timed_ ? Words::tr("a step of %1").arg(showTime(to - from)) : Words::tr("a step")});
}

// Where a lane that is dragged would come to stand: a line across gutter and lanes.
void TimelineOverlay::laneDrag(QCPPainter& p) const {
  if (view_.drag_ != TimelineView::Drag::Lane || !view_.moved_ || view_.dragged_.isEmpty()) return;
  const theme::Colors c = theme::colors(view_.state().mode());
  const QRect area = view_.laneArea();
  const QString before = view_.dropTarget(view_.lastAt_.y());
  const auto& lanes = view_.list_.lanes;
  int y = 0;
  if (const int lane = view_.laneOf(before); lane >= 0) {
    y = view_.yOf(lanes[static_cast<std::size_t>(lane)]) - 1;
  } else {
    // Last: below everything that stands under the same parent.
    const int own = view_.laneOf(view_.dragged_);
    if (own < 0) return;
    const QStringList siblings = siblingsOf(lanes, lanes[static_cast<std::size_t>(own)].parent);
    int last = siblings.isEmpty() ? own : view_.laneOf(siblings.back());
    while (last + 1 < static_cast<int>(lanes.size()) && lanes[static_cast<std::size_t>(last) + 1].key.startsWith(siblings.isEmpty() ? view_.dragged_ : siblings.back())) ++last;
    while (last + 1 < static_cast<int>(lanes.size()) && lanes[static_cast<std::size_t>(last) + 1].kind == Lane::Kind::Row) ++last;
    y = view_.yOf(lanes[static_cast<std::size_t>(last)]) + lanes[static_cast<std::size_t>(last)].height;
  }
  p.setClipping(false);
  p.fillRect(QRect(0, std::clamp(y, area.top(), area.bottom()) - 1, area.right() + 1, 3), c.hover);
  p.setClipRect(area);
}

void TimelineOverlay::collective(QCPPainter& p, int run, std::uint32_t instance) const {
  const TimelineRun& shown = view_.runs_[static_cast<std::size_t>(run)];
  const Lod& lod = *shown.lod;
  const auto calls = lod.callsOf(instance);
  if (calls.size() < 2) return;
  const theme::Colors c = theme::colors(view_.state().mode());
  const QRect area = view_.laneArea();
  std::int64_t last = lod.run().collectives[calls[0]].start;
  for (const std::uint32_t i : calls) last = std::max(last, lod.run().collectives[i].start);
  struct End {
    double y0, y1, x;
  };
  std::vector<End> ends;
  for (const std::uint32_t i : calls) {
    const CollectiveCall& call = lod.run().collectives[i];
    if (call.slice >= lod.run().slices.size()) continue;
    const Lane* l = laneOfSlice(run, call.slice);
    if (!l) continue;
    const double y = view_.yOf(*l);
    ends.push_back({y, y + l->height - 2, view_.xAt(call.start + shown.shift)});
  }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.y0 < b.y0; });
  const double xLast = std::clamp(view_.xAt(last + shown.shift), area.left() - 100.0, area.right() + 100.0);
  p.setBrush(Qt::NoBrush);
  QColor wait = c.text;
  wait.setAlpha(110);
  for (const End& e : ends) {
    // Waiting: from the own start to the last.
    const QRectF box(QPointF(std::clamp(e.x, area.left() - 100.0, area.right() + 100.0), e.y0), QPointF(xLast, e.y1));
    if (box.width() >= 1 && !shown.untimed) {
      p.fillRect(box, QBrush(wait, Qt::BDiagPattern));
      p.setPen(QPen(c.text, 1));
      p.drawRect(box);
    }
  }
  p.setAntialiasing(true);
  p.setPen(QPen(c.text, 1.2, Qt::DashLine));
  for (std::size_t i = 1; i < ends.size(); ++i) p.drawLine(QPointF(ends[i - 1].x, ends[i - 1].y1), QPointF(ends[i].x, ends[i].y0));
  p.setPen(QPen(theme::roleColor(theme::Role::Exposed), 1.6));
  if (!ends.empty()) p.drawLine(QPointF(xLast, std::max<double>(ends.front().y0, area.top())), QPointF(xLast, std::min<double>(ends.back().y1, area.bottom())));
  p.setAntialiasing(false);
  const QString line = shown.untimed ? QString() : waitLine(lod, instance);
  if (!line.isEmpty() && !ends.empty()) note(p, QPointF(xLast + 8, std::max<double>(ends.front().y1 + 6, area.top() + 6)), {line});
}

void TimelineOverlay::measure(QCPPainter& p) const {
  if (!view_.measure_) return;
  const auto& m = *view_.measure_;
  const QRect area = view_.laneArea();
  const theme::Colors c = theme::colors(view_.state().mode());
  const double x0 = std::clamp(view_.xAt(std::min(m.from, m.to)), area.left() - 20.0, area.right() + 20.0);
  const double x1 = std::clamp(view_.xAt(std::max(m.from, m.to)), area.left() - 20.0, area.right() + 20.0);
  double y0 = area.top(), y1 = area.bottom() + 1;
  if (!m.allLanes()) {
    const auto y = [&](int v) { return area.top() + v - (v < view_.list_.pinnedHeight ? 0 : view_.scroll_->value()); };
    y0 = y(m.y0);
    y1 = y(m.y1);
  }
  QColor veil = c.hover;
  veil.setAlpha(40);
  p.fillRect(QRectF(QPointF(x0, y0), QPointF(x1, y1)), veil);
  p.setPen(QPen(c.hover, 1));
  for (const double x : {x0, x1}) p.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  if (!m.allLanes()) p.drawRect(QRectF(QPointF(x0, y0), QPointF(x1, y1)));
  if (x1 < area.left() || x0 > area.right()) return;
  // Its length, above the lanes.
  const QString text = view_.timed_ ? showTime(std::abs(m.to - m.from)) : QString();
  p.setFont(theme::axisFont());
  const QRect strip = view_.markerArea();
  const double mid = (std::max<double>(x0, area.left()) + std::min<double>(x1, area.right())) / 2;
  const double width = p.fontMetrics().horizontalAdvance(text) + 8;
  const QRectF box(std::clamp(mid - width / 2, static_cast<double>(area.left()), std::max<double>(area.left(), area.right() - width)), strip.top(), width, strip.height() - 2);
  p.setClipRect(strip);
  p.setPen(QPen(c.hover, 1));
  const double y = strip.center().y();
  p.drawLine(QPointF(x0, y), QPointF(x1, y));
  for (const double x : {x0, x1}) p.drawLine(QPointF(x, strip.top() + 2), QPointF(x, strip.bottom()));
  if (!text.isEmpty()) p.fillRect(box, c.background);
  p.setPen(c.text);
  p.drawText(box, Qt::AlignCenter, text);
  p.setClipRect(area);
}

QRectF boxWithin(const QRect& area, const QPointF& at, const QSizeF& size) {
  QRectF box(at, size);
  if (box.right() > area.right() - 4) box.moveRight(area.right() - 4);
  if (box.left() < area.left() + 4) box.moveLeft(area.left() + 4);
  if (box.bottom() > area.bottom() - 4) box.moveBottom(area.bottom() - 4);
  if (box.top() < area.top() + 4) box.moveTop(area.top() + 4);
  return box;
}

void TimelineOverlay::note(QCPPainter& p, const QPointF& at, const QStringList& lines) const {
  const theme::Colors c = theme::colors(view_.state().mode());
  p.setFont(theme::axisFont());
  const QFontMetrics fm = p.fontMetrics();
  int width = 0;
  for (const QString& l : lines) width = std::max(width, fm.horizontalAdvance(l));
  const QRectF box = boxWithin(view_.slicesArea(), at, QSizeF(width + 16, static_cast<double>(fm.height() * lines.size() + 10)));
  QColor under = c.panel;
  under.setAlpha(240);
  p.setPen(QPen(c.axis, 1));
  p.setBrush(under);
  p.drawRect(box);
  p.setPen(c.text);
  for (int i = 0; i < lines.size(); ++i)
    p.drawText(QRectF(box.left() + 8, box.top() + 5 + i * fm.height(), box.width() - 8, fm.height()), Qt::AlignVCenter | Qt::AlignLeft, lines[i]);
}

}  // namespace weir
