// Mouse and keyboard of the timeline.
#include <QCoreApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_items.h"
#include "views/timeline/timeline_menus.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {
constexpr double kZoomStep = 1.25;
constexpr int kClick = 4;  // px a press may wander and still be a click
constexpr std::int64_t kNarrowestDrag = 1000;
}  // namespace

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == markerEdit_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    markerEdit_->hide();  // keeps the old name
    plot_->setFocus();
    return true;
  }
  if (watched != plot_) return View::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress: return mousePress(static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove: return mouseMove(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease: return mouseRelease(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick: return doubleClick(static_cast<QMouseEvent*>(event));
    case QEvent::Wheel: return wheel(static_cast<QWheelEvent*>(event));
    case QEvent::ToolTip: return toolTip(static_cast<QHelpEvent*>(event));
    case QEvent::ShortcutOverride: {
      // Keys of the lanes before those of the window.
      const auto* k = static_cast<QKeyEvent*>(event);
      if (k->key() == Qt::Key_G && k->modifiers() == Qt::ControlModifier) event->accept();
      return false;
    }
    case QEvent::KeyPress: return key(static_cast<QKeyEvent*>(event));
    case QEvent::ContextMenu:
      if (static_cast<QContextMenuEvent*>(event)->reason() == QContextMenuEvent::Keyboard) contextMenu(QPoint(-1, -1));
      return true;
    case QEvent::Resize:
      QTimer::singleShot(0, this, &TimelineView::fitPlot);  // the panel below was opened, or its border moved
      return false;
    case QEvent::Leave:
      pointer_ = {-1, -1};
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
  const double width = std::clamp(static_cast<double>(to - from) * factor, static_cast<double>(kNarrowestDrag), 1.5 * static_cast<double>(hi - lo) + kNarrowestDrag);
  const double at = static_cast<double>(from) + static_cast<double>(to - from) * atFraction;
  const auto begin = static_cast<std::int64_t>(at - width * atFraction);
  state().setTimeRange({begin, begin + static_cast<std::int64_t>(width)});
}

void TimelineView::zoomTo(std::int64_t from, std::int64_t to) {
  const std::int64_t d = std::max(to - from, kNarrowestDrag);
  state().setTimeRange({from - d / 20, from + d + d / 20}, true);
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
  h.lane = laneUnder(p.y());
  if (h.lane < 0) return h;
  const Lane& lane = list_.lanes[static_cast<std::size_t>(h.lane)];
  h.run = lane.run;
  const TimelineRun& run = runs_[static_cast<std::size_t>(lane.run)];
  if (!run.lod) return h;
  const std::int64_t t = timeAt(p.x() + 0.5) - run.shift;
  const auto [from, to] = state().timeRange();
  const std::int64_t pixel = (to - from) / std::max(1, area.width()) + 1;
  if (lane.kind == Lane::Kind::Steps) {
    if (const RankSteps* steps = stepsOf(run.id)) {
      const auto after = std::upper_bound(steps->steps.begin(), steps->steps.end(), t, [](std::int64_t v, const TimeRange& r) { return v < r.from; });
      if (after != steps->steps.begin() && t < std::prev(after)->to) {
        const auto k = static_cast<std::size_t>(std::prev(after) - steps->steps.begin());
        h.line = stepText(*steps, k, !run.untimed);
      }
    }
  } else if (lane.row != Lane::kNoRow) {
    const Run& painted = run.painted().run();
    h.slice = run.original(sliceAt(painted, painted.rows[lane.row], t, 2 * pixel));
    if (h.slice != kNoSlice) h.line = sliceLine(run, h.slice);
  } else if (lane.kind == Lane::Kind::Counter) {
    std::vector<LodColumn> column;
    run.lod->counter(lane.counter, {t, t + pixel, 1}, column);
    const Counter& c = run.run().counters[lane.counter];
    const auto show = [&](float v) { return counterText(v, c.unit); };
    h.line = column[0].known ? tr("%1 · mean %2, max %3 · at %4").arg(lane.label, show(column[0].mean), show(column[0].max), showTime(t + run.shift - origin_))
                             : tr("%1 · unknown here").arg(lane.label);
  } else if (lane.summary) {
    std::vector<LodSpan> spans;
    run.lod->group(lane.group, {t, t + pixel, 1}, spans);  // what is done, whatever the colours say
    const QString what = spans.empty() ? tr("idle") : QCoreApplication::translate("Activity", std::string(name(spans[0].activity)).c_str());
    h.line = run.untimed ? QStringLiteral("%1 · %2").arg(lane.label, what) : tr("%1 · %2 · at %3").arg(lane.label, what, showTime(t + run.shift - origin_));
  }
  return h;
}

int TimelineView::markerAt(const QPoint& p) const {
  if (!markerArea().contains(p)) return -1;
  const auto& markers = state().markers();
  // The last painted lies on top; its flag reaches to the right of its time.
  for (std::size_t i = markers.size(); i-- > 0;) {
    const double x = xAt(markers[i].time);
    const int width = 10 + (markers[i].text.isEmpty() ? 0 : QFontMetrics(theme::axisFont()).horizontalAdvance(markers[i].text) + 6);
    if (p.x() >= x - 3 && p.x() <= x + width) return static_cast<int>(i);
  }
  return -1;
}

int TimelineView::measureEdgeAt(const QPoint& p) const {
  if (!measure_ || !measure_->done || !laneArea().adjusted(-4, 0, 4, 0).contains(p)) return 0;
  if (std::abs(p.x() - xAt(measure_->from)) <= 3) return 1;
  return std::abs(p.x() - xAt(measure_->to)) <= 3 ? 2 : 0;
}

int TimelineView::legendAt(const QPoint& p) const {
  if (colourBy_ != ColourBy::Activity) return -1;
  const auto boxes = legendBoxes(*plot_, gutterWidth_, legendEntries(presentActivities_));
  for (const auto& [activity, box] : boxes)
    if (box.contains(p)) return static_cast<int>(activity);
  return -1;
}

void TimelineView::hover(const QPoint& p) {
  const Hit before = hovered_;
  pointer_ = p;
  hovered_ = hitAt(p);
  if (hovered_.line != before.line) state().setHovered(hovered_.line);
  if (hovered_.slice != before.slice || hovered_.run != before.run || hovered_.lane != before.lane) replotOverlay();
  const bool label = p.x() < gutterWidth_ - 3 && p.y() >= laneArea().top();
  const bool border = std::abs(p.x() - gutterWidth_) <= 3 && p.y() >= laneArea().top();
  const bool steps = hovered_.lane >= 0 && list_.lanes[static_cast<std::size_t>(hovered_.lane)].kind == Lane::Kind::Steps;
  const bool edge = border || measureEdgeAt(p) != 0;
  plot_->setCursor(edge ? Qt::SplitHCursor
                        : label || hovered_.slice != kNoSlice || markerAt(p) >= 0 || legendAt(p) >= 0 || (steps && !hovered_.line.isEmpty()) ? Qt::PointingHandCursor
                        : markerArea().contains(p) ? Qt::CrossCursor : Qt::ArrowCursor);
}

bool TimelineView::mousePress(QMouseEvent* e) {
  plot_->setFocus(Qt::MouseFocusReason);
  if (runs_.empty()) return false;
  pressAt_ = lastAt_ = e->pos();
  moved_ = false;
  dragRange_ = state().timeRange();
  dragScroll_ = scroll_->value();
  drag_ = Drag::None;
  const bool left = e->button() == Qt::LeftButton;
  const QRect area = laneArea();
  const int lane = laneUnder(e->pos().y());
  const bool onLane = lane >= 0 && e->pos().y() <= area.bottom();
  if (minimapArea().contains(e->pos())) {
    if (!left) return true;
    drag_ = Drag::Minimap;
    minimapTo(e->pos().x(), true);
  } else if (markerArea().contains(e->pos())) {
    dragMarker_ = markerAt(e->pos());
    if (left) drag_ = Drag::Marker;
  } else if (left && std::abs(e->pos().x() - gutterWidth_) <= 3 && e->pos().y() >= area.top()) {
    drag_ = Drag::Gutter;
  } else if (left && measureEdgeAt(e->pos()) != 0) {
    drag_ = measureEdgeAt(e->pos()) == 1 ? Drag::EdgeFrom : Drag::EdgeTo;
  } else if (area.contains(e->pos())) {
    const bool measures = !left || (e->modifiers() & Qt::ShiftModifier) != 0;
    const bool steps = onLane && list_.lanes[static_cast<std::size_t>(lane)].kind == Lane::Kind::Steps;
    drag_ = steps && left ? Drag::Steps : measures ? Drag::Measure : Drag::Pan;
    dragged_ = steps ? list_.lanes[static_cast<std::size_t>(lane)].key : QString();
  } else if (e->pos().x() < area.left() && onLane) {
    // A row without a name belongs to the track above it.
    int head = lane;
    while (head > 0 && list_.lanes[static_cast<std::size_t>(head)].kind == Lane::Kind::Row) --head;
    const Lane& l = list_.lanes[static_cast<std::size_t>(head)];
    if (!l.key.isEmpty() && l.kind != Lane::Kind::Steps) setCurrentLane(l.key);
    if (left) {
      drag_ = Drag::Lane;
      dragged_ = l.kind == Lane::Kind::Steps ? QString() : l.key;
    }
  } else if (left && legendAt(e->pos()) >= 0) {
    Filter f = state().filter();
    const auto activity = static_cast<Activity>(legendAt(e->pos()));
    if (!f.hidden.insert(activity).second) f.hidden.erase(activity);
    state().setFilter(f);
  }
  return true;
}

// The sibling before which a dragged lane would come to stand: the first whose middle lies below the pointer.
QString TimelineView::dropTarget(int y) const {
  const int from = laneOf(dragged_);
  if (from < 0) return {};
  const QString parent = list_.lanes[static_cast<std::size_t>(from)].parent;
  const QStringList siblings = siblingsOf(list_.lanes, parent);
  for (qsizetype i = 0; i < siblings.size(); ++i) {
    const int lane = laneOf(siblings[i]);
    if (lane < 0) continue;
    // A sibling reaches to the next one, with all that stands under it.
    const int next = i + 1 < siblings.size() ? laneOf(siblings[i + 1]) : -1;
    const Lane& l = list_.lanes[static_cast<std::size_t>(lane)];
    const int top = yOf(l);
    const int bottom = next >= 0 ? yOf(list_.lanes[static_cast<std::size_t>(next)]) : top + l.height;
    if (y < (top + bottom) / 2) return siblings[i];
  }
  return {};
}

bool TimelineView::mouseMove(QMouseEvent* e) {
  if ((e->pos() - pressAt_).manhattanLength() > kClick) moved_ = true;
  const QRect area = laneArea();
  const std::int64_t at = timeAt(std::clamp(e->pos().x(), area.left(), area.right() + 1));
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
        const auto y = [&](int py) { return std::clamp(py, area.top(), area.bottom()) - area.top() + (py - area.top() < list_.pinnedHeight ? 0 : scroll_->value()); };
        measure_ = Measure{.from = timeAt(pressAt_.x()), .to = at,
                           .y0 = std::min(y(pressAt_.y()), y(e->pos().y())), .y1 = std::max(y(pressAt_.y()), y(e->pos().y()))};
        replotOverlay();
      }
      break;
    case Drag::EdgeFrom: case Drag::EdgeTo:
      if (moved_ && measure_) {
        (drag_ == Drag::EdgeFrom ? measure_->from : measure_->to) = at;
        replotOverlay();
      }
      break;
    case Drag::Steps:
      if (moved_) {
        dragSteps_ = std::minmax(timeAt(pressAt_.x()), at);
        replotOverlay();
      }
      break;
    case Drag::Marker:
      if (moved_ && dragMarker_ >= 0 && dragMarker_ < static_cast<int>(state().markers().size())) {
        std::vector<Marker> markers = state().markers();
        Marker m = markers[static_cast<std::size_t>(dragMarker_)];
        m.time = at;
        markers[static_cast<std::size_t>(dragMarker_)] = m;
        state().setMarkers(std::move(markers));
        // They are kept by time: it may have passed another one.
        const auto& now = state().markers();
        dragMarker_ = static_cast<int>(std::find(now.begin(), now.end(), m) - now.begin());
      }
      break;
    case Drag::Lane:
      if (moved_) {
        plot_->setCursor(Qt::ClosedHandCursor);
        lastAt_ = e->pos();
        // Towards what is out of sight.
        if (e->pos().y() > area.bottom() - 12) scroll_->setValue(scroll_->value() + 8);
        else if (e->pos().y() < area.top() + list_.pinnedHeight + 12) scroll_->setValue(scroll_->value() - 8);
        replot();
      }
      break;
    case Drag::Minimap: minimapTo(e->pos().x(), true); break;
    case Drag::Gutter:
      gutterSet_ = true;
      gutterWidth_ = std::clamp(e->pos().x(), 80, std::max(80, plot_->width() / 2));
      fitPlot();
      break;
  }
  lastAt_ = e->pos();
  return true;
}

bool TimelineView::mouseRelease(QMouseEvent* e) {
  const Drag was = drag_;
  drag_ = Drag::None;
  const bool right = e->button() == Qt::RightButton;
  if (was == Drag::Measure && moved_) {
    finishMeasure();
  } else if ((was == Drag::EdgeFrom || was == Drag::EdgeTo) && moved_) {
    finishMeasure();
  } else if (right && !moved_) {
    contextMenu(e->pos());
  } else if (was == Drag::Steps) {
    const int lane = laneOf(dragged_);
    if (lane >= 0 && moved_ && dragSteps_.second > dragSteps_.first) {
      TimelineMenus(*this).stepRange(list_.lanes[static_cast<std::size_t>(lane)].run, dragSteps_.first, dragSteps_.second)->popup(plot_->mapToGlobal(e->pos()));
    } else if (lane >= 0) {
      const TimelineRun& run = runs_[static_cast<std::size_t>(list_.lanes[static_cast<std::size_t>(lane)].run)];
      const std::int64_t t = timeAt(e->pos().x() + 0.5) - run.shift;
      const RankSteps* steps = stepsOf(run.id);
      for (std::size_t k = 0; steps && k < steps->steps.size(); ++k)
        if (t >= steps->steps[k].from && t < steps->steps[k].to) {
          chooseStep(run.id, k, false);
          break;
        }
    }
    dragSteps_ = {0, 0};
    replotOverlay();
  } else if (was == Drag::Marker && !moved_) {
    if (dragMarker_ < 0) setMarker(timeAt(e->pos().x()));
    else goToMarker(static_cast<std::size_t>(dragMarker_));
  } else if (was == Drag::Lane) {
    if (moved_ && !dragged_.isEmpty()) {
      moveLaneBefore(dragged_, dropTarget(e->pos().y()));
    } else if (!moved_) {
      const int lane = laneOf(dragged_);
      if (lane >= 0 && list_.lanes[static_cast<std::size_t>(lane)].foldable) setFolded(dragged_, !list_.lanes[static_cast<std::size_t>(lane)].folded);
    }
    dragged_.clear();
    replot();
  } else if (was == Drag::Pan && !moved_) {
    const Hit h = hitAt(e->pos());
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
  if (const int marker = markerAt(e->pos()); marker >= 0) {
    renameMarker(static_cast<std::size_t>(marker));
    return true;
  }
  const Hit h = hitAt(e->pos());
  if (h.lane >= 0 && list_.lanes[static_cast<std::size_t>(h.lane)].kind == Lane::Kind::Steps && state().measured()) {
    zoomTo(state().measured()->first, state().measured()->second);  // the step that the first click chose
    return true;
  }
  if (h.slice == kNoSlice) return true;
  const TimelineRun& run = runs_[static_cast<std::size_t>(h.run)];
  const std::int64_t start = run.run().slices.start[h.slice] + run.shift;
  const std::int64_t width = std::max(run.run().slices.duration[h.slice], kNarrowestDrag);
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
  if (const int marker = markerAt(e->pos()); marker >= 0) {
    const Marker& m = state().markers()[static_cast<std::size_t>(marker)];
    text = m.text.isEmpty() ? tr("marker") : m.text;
    if (timed_) text += QLatin1Char('\n') + showTimeFull(m.time - origin_);
    text += QLatin1Char('\n') + tr("drag moves it, a double click names it, the right button removes it");
  } else if (markerArea().contains(e->pos())) {
    text = tr("a click sets a marker");
  } else if (const int legend = legendAt(e->pos()); legend >= 0) {
    text = state().filter().hidden.contains(static_cast<Activity>(legend)) ? tr("a click shows it again") : tr("a click leaves it out");
  } else if (e->pos().y() >= area.top() && e->pos().y() <= area.bottom()) {
    const int lane = laneUnder(e->pos().y());
    const Lane* l = lane >= 0 ? &list_.lanes[static_cast<std::size_t>(lane)] : nullptr;
    if (l && e->pos().x() < area.left()) text = l->kind == Lane::Kind::Steps ? stepsTip(l->run) : l->tip;
    else text = hitAt(e->pos()).line;
    if (l && text.isEmpty() && l->kind == Lane::Kind::Steps) text = stepsTip(l->run);
  }
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(e->globalPos(), text, plot_);
  return true;
}

QString TimelineView::stepsTip(int run) const {
  const TimelineRun& r = runs_[static_cast<std::size_t>(run)];
  QString what;
  const Steps::From from = stepsFrom(r.id, &what);
  const RankSteps* steps = stepsOf(r.id);
  QString text;
  if (!steps) text = tr("no steps found: nothing in the trace marks or repeats them");
  else if (stepsByHand(r.id)) text = tr("%1 steps set by hand").arg(steps->steps.size());
  else if (from == Steps::From::Marks) text = tr("%1 steps of rank %2, as “%3” marks them").arg(steps->steps.size()).arg(steps->rank).arg(what);
  else text = tr("%1 steps of rank %2, by the repetition of “%3”").arg(steps->steps.size()).arg(steps->rank).arg(what.left(80));
  return text + QLatin1Char('\n') + tr("a click measures a step, a double click zooms to it, Q and E go from one to the next; dragging sets steps by hand");
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  if (!key(event)) View::keyPressEvent(event);
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

}  // namespace weir
