// Mouse and keyboard of the timeline.
#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {
constexpr double kZoomStep = 1.25;
constexpr int kClick = 4;  // px a press may wander and still be a click
constexpr std::int64_t kNarrowest = 1000;
}  // namespace

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return View::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress: return mousePress(static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove: return mouseMove(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease: return mouseRelease(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick: return doubleClick(static_cast<QMouseEvent*>(event));
    case QEvent::Wheel: return wheel(static_cast<QWheelEvent*>(event));
    case QEvent::ToolTip: return toolTip(static_cast<QHelpEvent*>(event));
    case QEvent::KeyPress: return key(static_cast<QKeyEvent*>(event));
    case QEvent::Leave:
      hovered_ = {};
      state().setHovered({});
      replotOverlay();
      return false;
    default: return false;
  }
}

std::int64_t TimelineView::timeAt(double x) const {
  const auto [from, to] = state().timeRange();
  const QRect area = laneArea();
  return from + static_cast<std::int64_t>((x - area.left()) / std::max(1, area.width()) * static_cast<double>(to - from));
}

double TimelineView::xAt(std::int64_t t) const {
  const auto [from, to] = state().timeRange();
  const QRect area = laneArea();
  return area.left() + static_cast<double>(t - from) / static_cast<double>(to - from) * area.width();
}

void TimelineView::zoom(double factor, double atFraction) {
  const auto [from, to] = state().timeRange();
  const auto [lo, hi] = state().whole();
  const double width = std::clamp(static_cast<double>(to - from) * factor, static_cast<double>(kNarrowest), 1.5 * static_cast<double>(hi - lo) + kNarrowest);
  const double at = static_cast<double>(from) + static_cast<double>(to - from) * atFraction;
  const auto begin = static_cast<std::int64_t>(at - width * atFraction);
  state().setTimeRange({begin, begin + static_cast<std::int64_t>(width)});
}

void TimelineView::pan(double fraction) {
  const auto [from, to] = state().timeRange();
  const auto d = static_cast<std::int64_t>(static_cast<double>(to - from) * fraction);
  state().setTimeRange({from + d, to + d});
}

TimelineView::Hit TimelineView::hitAt(const QPoint& p) const {
  Hit h;
  const QRect area = laneArea();
  if (!area.contains(p)) return h;
  h.lane = laneAt(lanes_, p.y() - area.top() + scroll_->value());
  if (h.lane < 0) return h;
  const Lane& lane = lanes_[static_cast<std::size_t>(h.lane)];
  h.run = lane.run;
  const TimelineRun& run = runs_[static_cast<std::size_t>(lane.run)];
  if (!run.lod) return h;
  const std::int64_t t = timeAt(p.x() + 0.5) - run.shift;
  const auto [from, to] = state().timeRange();
  const std::int64_t pixel = (to - from) / std::max(1, area.width()) + 1;
  if (lane.row != Lane::kNoRow) {
    h.slice = sliceAt(run.run(), run.run().rows[lane.row], t, 2 * pixel);
    if (h.slice != kNoSlice) h.line = sliceLine(run, h.slice);
  } else if (lane.kind == Lane::Kind::Counter) {
    std::vector<LodColumn> column;
    run.lod->counter(lane.counter, {t, t + pixel, 1}, column);
    const Counter& c = run.run().counters[lane.counter];
    const auto show = [&](float v) { return QString::fromStdString(c.unit == "1" ? units::showPercent(v) : units::showSi(v, c.unit)); };
    h.line = column[0].known ? tr("%1 · mean %2, max %3 · at %4").arg(lane.label, show(column[0].mean), show(column[0].max), showTime(t + run.shift - origin_))
                             : tr("%1 · unknown here").arg(lane.label);
  } else if (lane.summary) {
    std::vector<LodSpan> spans;
    run.lod->group(lane.group, {t, t + pixel, 1}, spans);
    h.line = tr("%1 · %2 · at %3").arg(lane.label, spans.empty() ? tr("idle") : textOf(name(spans[0].activity)), showTime(t + run.shift - origin_));
  }
  return h;
}

void TimelineView::hover(const QPoint& p) {
  const Hit before = hovered_;
  hovered_ = hitAt(p);
  if (hovered_.line != before.line) state().setHovered(hovered_.line);
  if (hovered_.slice != before.slice || hovered_.run != before.run) replotOverlay();
  const bool label = p.x() < gutterWidth_ - 3 && p.y() >= laneArea().top();
  const bool border = std::abs(p.x() - gutterWidth_) <= 3 && p.y() >= laneArea().top();
  plot_->setCursor(border ? Qt::SplitHCursor : label || hovered_.slice != kNoSlice ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool TimelineView::mousePress(QMouseEvent* e) {
  plot_->setFocus(Qt::MouseFocusReason);
  if (runs_.empty()) return false;
  pressAt_ = lastAt_ = e->pos();
  moved_ = false;
  dragRange_ = state().timeRange();
  dragScroll_ = scroll_->value();
  const QRect area = laneArea();
  if (minimapArea().contains(e->pos())) {
    drag_ = Drag::Minimap;
    minimapTo(e->pos().x(), true);
  } else if (std::abs(e->pos().x() - gutterWidth_) <= 3 && e->pos().y() >= area.top()) {
    drag_ = Drag::Gutter;
  } else if (area.contains(e->pos())) {
    const bool measures = e->button() == Qt::RightButton || (e->modifiers() & Qt::ShiftModifier) != 0;
    drag_ = measures ? Drag::Measure : Drag::Pan;
  } else if (e->pos().x() < area.left()) {
    const int lane = laneAt(lanes_, e->pos().y() - area.top() + scroll_->value());
    if (lane >= 0 && e->button() == Qt::LeftButton) toggleLane(lane);
  }
  return true;
}

bool TimelineView::mouseMove(QMouseEvent* e) {
  if ((e->pos() - pressAt_).manhattanLength() > kClick) moved_ = true;
  const QRect area = laneArea();
  switch (drag_) {
    case Drag::None: hover(e->pos()); break;
    case Drag::Pan:
      if (moved_) {
        const auto [from, to] = dragRange_;
        const auto d = static_cast<std::int64_t>(static_cast<double>(pressAt_.x() - e->pos().x()) / std::max(1, area.width()) * static_cast<double>(to - from));
        state().setTimeRange({from + d, to + d});
        scroll_->setValue(dragScroll_ + pressAt_.y() - e->pos().y());
        plot_->setCursor(Qt::ClosedHandCursor);
      }
      break;
    case Drag::Measure:
      if (moved_) {
        const auto y = [&](int py) { return std::clamp(py, area.top(), area.bottom()) - area.top() + scroll_->value(); };
        measure_ = Measure{timeAt(pressAt_.x()), timeAt(std::clamp(e->pos().x(), area.left(), area.right() + 1)),
                           std::min(y(pressAt_.y()), y(e->pos().y())), std::max(y(pressAt_.y()), y(e->pos().y())), {}, false};
        replotOverlay();
      }
      break;
    case Drag::Minimap: minimapTo(e->pos().x(), true); break;
    case Drag::Gutter:
      gutterWidth_ = std::clamp(e->pos().x(), 80, std::max(80, plot_->width() / 2));
      plot_->axisRect()->setMargins(QMargins(gutterWidth_, plot_->axisRect()->margins().top(), 0, plot_->axisRect()->margins().bottom()));
      replot();
      break;
  }
  lastAt_ = e->pos();
  return true;
}

bool TimelineView::mouseRelease(QMouseEvent* e) {
  const Drag was = drag_;
  drag_ = Drag::None;
  if (was == Drag::Measure && moved_) {
    finishMeasure();
  } else if (was == Drag::Pan && !moved_) {
    const Hit h = hitAt(e->pos());
    if (measure_) {
      measure_.reset();
      replotOverlay();
    }
    if (h.slice != kNoSlice) state().select(sliceSelection(runs_[static_cast<std::size_t>(h.run)], h.slice));
    else state().select({});
  } else if (was == Drag::Pan && dragRange_ != state().timeRange()) {
    // One step back for the whole drag, not one a pixel.
    const auto now = state().timeRange();
    state().setTimeRange(dragRange_);
    state().setTimeRange(now, true);
  }
  hover(e->pos());
  return true;
}

bool TimelineView::doubleClick(QMouseEvent* e) {
  const Hit h = hitAt(e->pos());
  if (h.slice == kNoSlice) return true;
  const TimelineRun& run = runs_[static_cast<std::size_t>(h.run)];
  const std::int64_t start = run.run().slices.start[h.slice] + run.shift;
  const std::int64_t width = std::max(run.run().slices.duration[h.slice], kNarrowest);
  state().setTimeRange({start - width / 10, start + width + width / 10}, true);
  return true;
}

bool TimelineView::wheel(QWheelEvent* e) {
  if (runs_.empty()) return false;
  const QRect area = laneArea();
  const QPoint delta = e->angleDelta();
  const bool vertical = (e->modifiers() & Qt::ShiftModifier) != 0 || e->position().x() < area.left();
  if (vertical) {
    // Some platforms turn shift + wheel into a sideways wheel.
    scroll_->setValue(scroll_->value() - (delta.y() != 0 ? delta.y() : delta.x()));
  } else if (std::abs(delta.x()) > std::abs(delta.y())) {
    pan(-delta.x() / 1200.0);
  } else if (delta.y() != 0) {
    zoom(std::pow(kZoomStep, -delta.y() / 120.0), std::clamp((e->position().x() - area.left()) / std::max(1, area.width()), 0.0, 1.0));
  }
  hover(e->position().toPoint());
  e->accept();
  return true;
}

bool TimelineView::toolTip(QHelpEvent* e) {
  const QRect area = laneArea();
  QString text;
  if (e->pos().x() < area.left() && e->pos().y() >= area.top()) {
    const int lane = laneAt(lanes_, e->pos().y() - area.top() + scroll_->value());
    if (lane >= 0) text = lanes_[static_cast<std::size_t>(lane)].tip;
  } else {
    text = hitAt(e->pos()).line;
  }
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(e->globalPos(), text, plot_);
  return true;
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  if (!key(event)) View::keyPressEvent(event);
}

bool TimelineView::key(QKeyEvent* e) {
  if (runs_.empty() || (e->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0) return false;
  const auto [from, to] = state().timeRange();
  const auto [lo, hi] = state().whole();
  const std::int64_t width = to - from;
  switch (e->key()) {
    case Qt::Key_W: case Qt::Key_Plus: zoom(1 / 1.5, 0.5); return true;
    case Qt::Key_S: case Qt::Key_Minus: zoom(1.5, 0.5); return true;
    case Qt::Key_A: case Qt::Key_Left: pan(-0.15); return true;
    case Qt::Key_D: case Qt::Key_Right: pan(0.15); return true;
    case Qt::Key_Up: scroll_->setValue(scroll_->value() - 32); return true;
    case Qt::Key_Down: scroll_->setValue(scroll_->value() + 32); return true;
    case Qt::Key_PageUp: scroll_->setValue(scroll_->value() - scroll_->pageStep()); return true;
    case Qt::Key_PageDown: scroll_->setValue(scroll_->value() + scroll_->pageStep()); return true;
    case Qt::Key_Home: state().setTimeRange({lo, lo + width}, true); return true;
    case Qt::Key_End: state().setTimeRange({hi - width, hi}, true); return true;
    case Qt::Key_0: state().showWhole(); return true;
    case Qt::Key_F: {
      const Selection& s = state().selection();
      const int run = indexOf(s.runId);
      if (s.kind == Selection::Kind::Slice && run >= 0 && runs_[static_cast<std::size_t>(run)].lod &&
          s.slice < runs_[static_cast<std::size_t>(run)].run().slices.size()) {
        const TimelineRun& r = runs_[static_cast<std::size_t>(run)];
        const std::int64_t start = r.run().slices.start[s.slice] + r.shift;
        const std::int64_t d = std::max(r.run().slices.duration[s.slice], kNarrowest);
        state().setTimeRange({start - d / 10, start + d + d / 10}, true);
        reveal(s.runId, s.slice);
      } else {
        state().showWhole();
      }
      return true;
    }
    case Qt::Key_Return: case Qt::Key_Enter:
      if ((e->modifiers() & Qt::ShiftModifier) != 0) findPrevious();
      else findNext();
      return true;
    case Qt::Key_Escape:
      if (measure_) measure_.reset();
      else state().select({});
      replotOverlay();
      return true;
    default: return false;
  }
}

void TimelineView::minimapTo(double x, bool centre) {
  const QRect area = minimapArea();
  const auto [lo, hi] = state().whole();
  const auto [from, to] = state().timeRange();
  const std::int64_t width = to - from;
  const auto t = lo + static_cast<std::int64_t>(std::clamp((x - area.left()) / area.width(), 0.0, 1.0) * static_cast<double>(hi - lo));
  const std::int64_t begin = centre ? t - width / 2 : t;
  state().setTimeRange({begin, begin + width});
}

void TimelineView::finishMeasure() {
  if (!measure_) return;
  if (measure_->to < measure_->from) std::swap(measure_->from, measure_->to);
  // Rows of each run whose lanes the rectangle touches; one run after the other, their statistics of one set of rows.
  std::vector<std::uint32_t> rows;
  int run = -1;
  for (const Lane& l : lanes_) {
    if (l.y + l.height <= measure_->y0 || l.y > measure_->y1) continue;
    const TimelineRun& shown = runs_[static_cast<std::size_t>(l.run)];
    if (!shown.lod) continue;
    if (run >= 0 && l.run != run) break;  // the first run touched: another one's times mean something else
    if (l.row != Lane::kNoRow) {
      rows.push_back(l.row);
      run = l.run;
    } else if (l.summary) {
      run = l.run;
      std::vector<std::uint32_t> todo{l.group};
      while (!todo.empty()) {
        const LodGroup& g = shown.lod->groups()[todo.back()];
        todo.pop_back();
        todo.insert(todo.end(), g.children.begin(), g.children.end());
        if (g.kind != LodGroup::Kind::Track) continue;
        const Track& t = shown.run().tracks[g.track];
        for (std::uint32_t k = 0; k < t.rowCount; ++k) rows.push_back(t.firstRow + k);
      }
    }
  }
  if (run >= 0) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(run)];
    measure_->statistics = rangeStatistics(shown.run(), rows, measure_->from - shown.shift, measure_->to - shown.shift);
  }
  measure_->done = true;
  replotOverlay();
}

void TimelineView::toggleLane(int lane) {
  const Lane& l = lanes_[static_cast<std::size_t>(lane)];
  if (l.foldable) setFolded(l.key, !l.folded);
}

}  // namespace weir
