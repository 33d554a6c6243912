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
  const QRect area = view_.laneArea();
  painter->setClipRect(area);
  const theme::Colors c = theme::colors(view_.state().mode());
  painter->setBrush(Qt::NoBrush);
  if (view_.hovered_.slice != kNoSlice && view_.hovered_.run < static_cast<int>(view_.runs_.size())) {
    const QRectF r = sliceRect(view_.hovered_.run, view_.hovered_.slice);
    if (!r.isEmpty()) {
      painter->setPen(QPen(c.hover, 2));
      painter->drawRect(r);
    }
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
      const QRectF r = sliceRect(run, s.slice);
      if (!r.isEmpty()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(c.background, 4));
        painter->drawRect(r);
        painter->setPen(QPen(c.selection, 2));
        painter->drawRect(r);
      }
    }
  }
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

QRectF TimelineOverlay::sliceRect(int run, SliceIndex slice) const {
  const TimelineRun& shown = view_.runs_[static_cast<std::size_t>(run)];
  if (!shown.lod || slice >= shown.run().slices.size()) return {};
  const Run& r = shown.run();
  const auto row = static_cast<std::uint32_t>(&r.rowOf(slice) - r.rows.data());
  const int lane = laneOfRow(view_.lanes_, view_.runs_, run, row);
  if (lane < 0) return {};
  const Lane& l = view_.lanes_[static_cast<std::size_t>(lane)];
  const QRect area = view_.laneArea();
  const double x0 = std::max(view_.xAt(r.slices.start[slice] + shown.shift), area.left() - 10.0);
  const double x1 = std::min(view_.xAt(r.slices.endOf(slice) + shown.shift), area.right() + 10.0);
  if (x1 < area.left() || x0 > area.right()) return {};
  const int top = area.top() + l.y - view_.scroll_->value() + (l.height >= 20 ? 2 : 0);
  return {std::floor(x0), static_cast<double>(top), std::max(std::ceil(x1) - std::floor(x0), 2.0), static_cast<double>(l.height - 2 - (l.height >= 20 ? 2 : 0))};
}

// What led to the selected slice and what it led to: lines from the end of the one to the start of the other.
void TimelineOverlay::arrows(QCPPainter& p, int run) const {
  const TimelineView::SelectedArrows& chosen = view_.arrows_;
  if (chosen.in.empty() && chosen.out.empty()) return;
  const TimelineRun& shown = view_.runs_[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  const QRect area = view_.laneArea();
  const theme::Colors c = theme::colors(view_.state().mode());
  const auto at = [&](SliceIndex i, bool end) -> std::optional<QPointF> {
    const int lane = laneOfRow(view_.lanes_, view_.runs_, run, static_cast<std::uint32_t>(&r.rowOf(i) - r.rows.data()));
    if (lane < 0) return std::nullopt;
    const Lane& l = view_.lanes_[static_cast<std::size_t>(lane)];
    const double x = view_.xAt((end ? r.slices.endOf(i) : r.slices.start[i]) + shown.shift);
    return QPointF(std::clamp(x, area.left() - 2000.0, area.right() + 2000.0), area.top() + l.y - view_.scroll_->value() + l.height / 2.0);
  };
  p.setAntialiasing(true);
  for (const auto* list : {&chosen.in, &chosen.out})
    for (const std::size_t k : *list) {
      const SliceIndex from = r.arrows.from[k], to = r.arrows.to[k];
      // A launch leaves where the call begins: what it started may run before the call returns.
      const bool begun = r.slices.start[to] < r.slices.endOf(from);
      const auto a = at(from, !begun), b = at(to, false);
      if (!a || !b) continue;
      QPainterPath path(*a);
      const double bend = std::max(12.0, std::abs(b->x() - a->x()) / 3);
      path.cubicTo(*a + QPointF(bend, 0), *b - QPointF(bend, 0), *b);
      p.setBrush(Qt::NoBrush);
      p.setPen(QPen(c.background, 3.5));
      p.drawPath(path);
      p.setPen(QPen(c.selection, 1.4, list == &chosen.in ? Qt::DashLine : Qt::SolidLine));
      p.drawPath(path);
      p.setPen(Qt::NoPen);
      p.setBrush(c.selection);
      p.drawPolygon(QPolygonF{*b, *b + QPointF(-7, -4), *b + QPointF(-7, 4)});
    }
  p.setBrush(Qt::NoBrush);
  p.setAntialiasing(false);
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
    const Run& r = lod.run();
    const int lane = laneOfRow(view_.lanes_, view_.runs_, run, static_cast<std::uint32_t>(&r.rowOf(call.slice) - r.rows.data()));
    if (lane < 0) continue;
    const Lane& l = view_.lanes_[static_cast<std::size_t>(lane)];
    const double y = area.top() + l.y - view_.scroll_->value();
    ends.push_back({y, y + l.height - 2, view_.xAt(call.start + shown.shift)});
  }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.y0 < b.y0; });
  const double xLast = std::clamp(view_.xAt(last + shown.shift), area.left() - 100.0, area.right() + 100.0);
  p.setBrush(Qt::NoBrush);
  QColor wait = c.text;
  wait.setAlpha(110);
  for (const End& e : ends) {
    // Waiting: from the own start to the last.
    const QRectF box(QPointF(std::clamp(e.x, area.left() - 100.0, area.right() + 100.0), e.y0), QPointF(xLast, e.y1));
    if (box.width() >= 1) {
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
  const QString line = waitLine(lod, instance);
  if (!line.isEmpty() && !ends.empty()) note(p, QPointF(xLast + 8, std::max<double>(ends.front().y1 + 6, area.top() + 6)), {line});
}

void TimelineOverlay::measure(QCPPainter& p) const {
  if (!view_.measure_) return;
  const auto& m = *view_.measure_;
  const QRect area = view_.laneArea();
  const theme::Colors c = theme::colors(view_.state().mode());
  const double x0 = view_.xAt(std::min(m.from, m.to));
  const double x1 = view_.xAt(std::max(m.from, m.to));
  const double y0 = area.top() + m.y0 - view_.scroll_->value();
  const double y1 = area.top() + m.y1 - view_.scroll_->value();
  QColor veil = c.hover;
  veil.setAlpha(40);
  p.fillRect(QRectF(QPointF(x0, y0), QPointF(x1, y1)), veil);
  p.setPen(QPen(c.hover, 1));
  for (const double x : {x0, x1}) p.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  p.drawRect(QRectF(QPointF(x0, y0), QPointF(x1, y1)));
  QStringList lines{Words::tr("range %1").arg(showTime(std::abs(m.to - m.from)))};
  if (m.done) {
    const RangeStatistics& s = m.statistics;
    const auto time = [](double v) { return QString::fromStdString(units::showSeconds(v)); };
    lines << Words::tr("%1 slices inside").arg(QString::fromStdString(units::showCount(static_cast<double>(s.count))));
    if (s.count > 0) {
      lines << Words::tr("sum %1, mean %2").arg(time(s.sum_s), time(s.mean_s));
      lines << Words::tr("p50 %1, p99 %2%3").arg(time(s.p50_s), time(s.p99_s), s.sampled ? Words::tr(" (sampled)") : QString());
    }
  }
  note(p, QPointF(x1 + 8, y0 + 4), lines);
}

void TimelineOverlay::note(QCPPainter& p, const QPointF& at, const QStringList& lines) const {
  const theme::Colors c = theme::colors(view_.state().mode());
  p.setFont(theme::axisFont());
  const QFontMetrics fm = p.fontMetrics();
  int width = 0;
  for (const QString& l : lines) width = std::max(width, fm.horizontalAdvance(l));
  QRectF box(at, QSizeF(width + 16, static_cast<double>(fm.height() * lines.size() + 10)));
  const QRect area = view_.laneArea();
  if (box.right() > area.right() - 4) box.moveRight(area.right() - 4);
  if (box.left() < area.left() + 4) box.moveLeft(area.left() + 4);
  if (box.bottom() > area.bottom() - 4) box.moveBottom(area.bottom() - 4);
  if (box.top() < area.top() + 4) box.moveTop(area.top() + 4);
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
