// The keyboard of the timeline: everything the mouse can do.
#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <algorithm>

#include "core/base/units.h"
#include "views/shared/core_words.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_menus.h"
#include "views/timeline/timeline_view.h"

namespace weir {

std::vector<std::pair<QString, QString>> TimelineView::keys() {
  return {
      {tr("Zoom in or out around the middle"), QStringLiteral("W / S, + / −")},
      {tr("Move left or right"), QStringLiteral("A / D, ← / →")},
      {tr("Scroll the tracks"), QStringLiteral("↑ / ↓, PgUp / PgDn")},
      {tr("Go to the beginning or the end"), QStringLiteral("Home / End")},
      {tr("Zoom to the selected slice, or show the whole"), QStringLiteral("F")},
      {tr("Show the whole"), QStringLiteral("0")},
      {tr("Go to a time, a step, a rank or a marker"), QStringLiteral("Ctrl+G")},
      {tr("Previous or next step"), QStringLiteral("Q / E")},
      {tr("Previous or next slice of the row"), QStringLiteral(", / .")},
      {tr("To what led to the selected slice, or to what it led"), QStringLiteral("[ / ]")},
      {tr("Next or previous match of the search"), QStringLiteral("Enter / Shift+Enter")},
      {tr("Filter by name"), QStringLiteral("Ctrl+Shift+F")},
      {tr("Measure the selected slice, or what is in sight"), QStringLiteral("R")},
      {tr("Measure by hand"), tr("Shift + drag, right button + drag")},
      {tr("Set a marker, remove the nearest"), QStringLiteral("M / Shift+M")},
      {tr("Previous or next marker"), QStringLiteral("Shift+← / Shift+→")},
      {tr("Choose the track above or below"), QStringLiteral("K / J")},
      {tr("Fold or unfold the chosen track"), QStringLiteral("Space")},
      {tr("Pin the chosen track to the top, or let it go"), QStringLiteral("P")},
      {tr("Hide the chosen track, show all again"), QStringLiteral("H / Shift+H")},
      {tr("Move the chosen track up or down"), QStringLiteral("Alt+↑ / Alt+↓")},
      {tr("Fold all ranks, unfold everything"), QStringLiteral("Shift+Z / Shift+X")},
      {tr("Colour by category, name, collective, rank"), QStringLiteral("C")},
      {tr("Menu of what is chosen"), QStringLiteral("Shift+F10")},
      {tr("Close the measure, then the selection"), QStringLiteral("Esc")},
      {tr("Zoom around the pointer"), tr("wheel")},
      {tr("Move"), tr("drag")},
  };
}

void TimelineView::focusFilter() { bar_->focusFilter(); }

bool TimelineView::key(QKeyEvent* e) {
  if (runs_.empty()) return false;
  const Qt::KeyboardModifiers m = e->modifiers() & ~Qt::KeypadModifier;
  if (m == Qt::ControlModifier && e->key() == Qt::Key_G) {
    openGoTo();
    return true;
  }
  if (m == (Qt::ControlModifier | Qt::ShiftModifier) && e->key() == Qt::Key_F) {
    focusFilter();
    return true;
  }
  if ((e->key() == Qt::Key_F10 && m == Qt::ShiftModifier) || e->key() == Qt::Key_Menu) {
    contextMenu({-1, -1});
    return true;
  }
  if (m == Qt::AltModifier && (e->key() == Qt::Key_Up || e->key() == Qt::Key_Down)) {
    moveLaneBy(current_, e->key() == Qt::Key_Up ? -1 : 1);
    return true;
  }
  if ((m & (Qt::ControlModifier | Qt::AltModifier)) != 0) return false;
  if (laneKey(e)) return true;
  const bool shift = (m & Qt::ShiftModifier) != 0;
  const auto [from, to] = state().timeRange();
  const auto [lo, hi] = state().whole();
  const std::int64_t width = to - from;
  const Selection& s = state().selection();
  const TimelineRun* selected = s.kind == Selection::Kind::Slice ? runOf(s.runId) : nullptr;
  if (selected && s.slice >= selected->run().slices.size()) selected = nullptr;
  switch (e->key()) {
    case Qt::Key_W: case Qt::Key_Plus: case Qt::Key_Equal: zoom(1 / 1.5, 0.5); return true;
    case Qt::Key_S: case Qt::Key_Minus: zoom(1.5, 0.5); return true;
    case Qt::Key_A: pan(-0.15); return true;
    case Qt::Key_D: pan(0.15); return true;
    case Qt::Key_Left:
      if (shift) nextMarker(-1);
      else pan(-0.15);
      return true;
    case Qt::Key_Right:
      if (shift) nextMarker(1);
      else pan(0.15);
      return true;
    case Qt::Key_Up: scroll_->setValue(scroll_->value() - 32); return true;
    case Qt::Key_Down: scroll_->setValue(scroll_->value() + 32); return true;
    case Qt::Key_PageUp: scroll_->setValue(scroll_->value() - scroll_->pageStep()); return true;
    case Qt::Key_PageDown: scroll_->setValue(scroll_->value() + scroll_->pageStep()); return true;
    case Qt::Key_Home: state().setTimeRange({lo, lo + width}, true); return true;
    case Qt::Key_End: state().setTimeRange({hi - width, hi}, true); return true;
    case Qt::Key_0: state().showWhole(); return true;
    case Qt::Key_F:
      if (selected) {
        const std::int64_t start = selected->run().slices.start[s.slice] + selected->shift;
        zoomTo(start, start + selected->run().slices.duration[s.slice]);
        reveal(s.runId, s.slice);
      } else {
        state().showWhole();
      }
      return true;
    case Qt::Key_Q: nextStep(-1); return true;
    case Qt::Key_E: nextStep(1); return true;
    case Qt::Key_Comma: sliceInRow(-1); return true;
    case Qt::Key_Period: sliceInRow(1); return true;
    case Qt::Key_BracketLeft: sliceAlongArrow(false); return true;
    case Qt::Key_BracketRight: sliceAlongArrow(true); return true;
    case Qt::Key_R: {
      ViewState::Range r{from, to};
      if (selected) {
        r.first = selected->run().slices.start[s.slice] + selected->shift;
        r.second = r.first + std::max<std::int64_t>(selected->run().slices.duration[s.slice], 1);
      }
      state().setMeasured(r);
      return true;
    }
    case Qt::Key_M: {
      const std::int64_t at = laneArea().contains(pointer_) ? timeAt(pointer_.x()) : from + width / 2;
      if (!shift) {
        setMarker(at);
        return true;
      }
      const auto& markers = state().markers();
      const auto nearest = std::min_element(markers.begin(), markers.end(), [&](const Marker& a, const Marker& b) { return std::abs(a.time - at) < std::abs(b.time - at); });
      if (nearest != markers.end()) removeMarker(static_cast<std::size_t>(nearest - markers.begin()));
      return true;
    }
    case Qt::Key_C: setColourBy(static_cast<ColourBy>((static_cast<int>(colourBy_) + 1) % 4)); return true;
    case Qt::Key_Return: case Qt::Key_Enter:
      if (shift) findPrevious();
      else findNext();
      return true;
    case Qt::Key_Escape:
      if (drag_ != Drag::None) drag_ = Drag::None;
      else if (measure_) state().setMeasured(std::nullopt);
      else state().select({});
      measure_ = state().measured() ? measure_ : std::nullopt;
      replotOverlay();
      return true;
    default: return false;
  }
}

// Keys of the chosen lane.
bool TimelineView::laneKey(QKeyEvent* e) {
  const bool shift = (e->modifiers() & Qt::ShiftModifier) != 0;
  switch (e->key()) {
    case Qt::Key_J: stepLane(1); return true;
    case Qt::Key_K: stepLane(-1); return true;
    case Qt::Key_Space: {
      const int lane = laneOf(current_);
      if (lane >= 0 && list_.lanes[static_cast<std::size_t>(lane)].foldable) setFolded(current_, !list_.lanes[static_cast<std::size_t>(lane)].folded);
      return true;
    }
    case Qt::Key_P: setPinned(current_, !arrangement_.pinned.contains(current_)); return true;
    case Qt::Key_H:
      if (shift) showAllLanes();
      else setHidden(current_, true);
      return true;
    case Qt::Key_Z:
      if (shift) foldAll(true);
      return shift;
    case Qt::Key_X:
      if (shift) foldAll(false);
      return shift;
    default: return false;
  }
}

void TimelineView::stepLane(int by) {
  const auto n = static_cast<int>(list_.lanes.size());
  int at = laneOf(current_);
  if (at < 0) {
    // The first in sight.
    at = laneAt(list_.lanes, list_.pinnedHeight + scroll_->value());
    at = std::max(at, static_cast<int>(list_.pinned)) - (by > 0 ? 1 : 0);
  }
  for (int i = at + by; i >= 0 && i < n; i += by) {
    const Lane& l = list_.lanes[static_cast<std::size_t>(i)];
    if (l.pinned || l.key.isEmpty() || l.kind == Lane::Kind::Pending) continue;
    setCurrentLane(l.key);
    return;
  }
}

bool TimelineView::sliceInRow(int by) {
  const Selection& s = state().selection();
  const TimelineRun* run = s.kind == Selection::Kind::Slice ? runOf(s.runId) : nullptr;
  if (run && s.slice < run->run().slices.size()) {
    const Run& painted = run->painted().run();
    const SliceIndex at = run->paintedOf(s.slice);
    if (at == kNoSlice) return false;
    const Row& row = painted.rowOf(at);
    if ((by < 0 && at == row.begin) || (by > 0 && at + 1 >= row.end)) return false;
    const SliceIndex next = run->original(by < 0 ? at - 1 : at + 1);
    const int id = run->id;
    state().select(sliceSelection(*run, next));
    reveal(id, next);
    return true;
  }
  // Nothing is selected: the first in sight of the chosen lane, or of the first lane with slices.
  const auto [from, to] = state().timeRange();
  for (const Lane& l : list_.lanes) {
    if (l.row == Lane::kNoRow || (!current_.isEmpty() && laneOf(current_) >= 0 && l.key != current_)) continue;
    const TimelineRun& of = runs_[static_cast<std::size_t>(l.run)];
    const Run& painted = of.painted().run();
    const Row& row = painted.rows[l.row];
    const SliceIndex i = painted.firstEndingAfter(row, from - of.shift);
    if (i >= row.end || painted.slices.start[i] >= to - of.shift) continue;
    state().select(sliceSelection(of, of.original(i)));
    return true;
  }
  return false;
}

bool TimelineView::sliceAlongArrow(bool forward) {
  const Selection s = state().selection();
  const auto flows = flows_.find(s.runId);
  const TimelineRun* run = s.kind == Selection::Kind::Slice ? runOf(s.runId) : nullptr;
  if (!run || flows == flows_.end() || s.slice >= run->run().slices.size()) return false;
  const Arrows& a = run->run().arrows;
  SliceIndex next = kNoSlice;
  if (forward) {
    const auto [first, last] = flows->second->from(s.slice);
    if (first < last) next = a.to[first];
  } else if (const auto into = flows->second->to(s.slice); !into.empty()) {
    next = a.from[into.front()];
  }
  if (next == kNoSlice) return false;
  state().select(sliceSelection(*run, next));
  reveal(s.runId, next);
  return true;
}

void TimelineView::contextMenu(const QPoint& at) {
  const TimelineMenus menus(*this);
  const QRect area = laneArea();
  QMenu* menu = nullptr;
  QPoint p = at;
  if (at.x() < 0) {  // from the keyboard: the selected slice's, else the chosen lane's
    const Selection& s = state().selection();
    const TimelineRun* run = s.kind == Selection::Kind::Slice ? runOf(s.runId) : nullptr;
    const int lane = laneOf(current_);
    p = area.center();
    if (run && s.slice < run->run().slices.size()) {
      menu = menus.slice(indexOf(s.runId), s.slice, run->run().slices.start[s.slice] + run->shift);
    } else if (lane >= 0) {
      menu = menus.lane(lane);
      p = QPoint(area.left(), std::clamp(yOf(list_.lanes[static_cast<std::size_t>(lane)]) + 8, area.top(), area.bottom()));
    } else {
      menu = menus.ground(-1, timeAt(p.x()));
    }
  } else if (const int marker = markerAt(at); marker >= 0) {
    menu = menus.marker(static_cast<std::size_t>(marker));
  } else if (markerArea().contains(at)) {
    menu = menus.ground(-1, timeAt(at.x()));
  } else if (at.y() >= area.top() && at.y() <= area.bottom()) {
    int lane = laneUnder(at.y());
    while (lane > 0 && list_.lanes[static_cast<std::size_t>(lane)].kind == Lane::Kind::Row) --lane;
    if (at.x() < area.left()) {
      if (lane >= 0) menu = menus.lane(lane);
    } else {
      const Hit h = hitAt(at);
      const bool steps = lane >= 0 && list_.lanes[static_cast<std::size_t>(lane)].kind == Lane::Kind::Steps;
      menu = h.slice != kNoSlice ? menus.slice(h.run, h.slice, timeAt(at.x())) : steps ? menus.lane(lane) : menus.ground(lane, timeAt(at.x()));
    }
  }
  if (menu) menu->popup(plot_->mapToGlobal(p));
}

void TimelineView::askForSteps() {
  const TimelineRun* run = nullptr;
  for (const TimelineRun& r : runs_)
    if (r.lod && !run) run = &r;
  if (!run) return;
  auto* dialog = new QDialog(this);
  dialog->setObjectName(QStringLiteral("steps-every"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Steps by hand"));
  auto* form = new QFormLayout(dialog);
  auto* every = new QLineEdit(dialog);
  auto* from = new QLineEdit(QStringLiteral("0 s"), dialog);
  every->setObjectName(QStringLiteral("every"));
  from->setObjectName(QStringLiteral("from"));
  if (state().measured()) {
    every->setText(showTimeFull(state().measured()->second - state().measured()->first));
    from->setText(showTimeFull(state().measured()->first - origin_));
  }
  every->setPlaceholderText(tr("25 ms"));
  form->addRow(tr("A step every"), every);
  form->addRow(tr("One begins at"), from);
  auto* hint = new QLabel(tr("or drag over one step on the ruler above the tracks; or let each slice of a name begin one, in the menu of a slice"), dialog);
  hint->setWordWrap(true);
  hint->setFont(theme::axisFont());
  form->addRow(hint);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, dialog, [this, dialog, every, from, hint, id = run->id, shift = run->shift] {
    const auto length = units::parseSeconds(every->text().trimmed().toStdString());
    const auto begin = units::parseSeconds(from->text().trimmed().toStdString());
    if (!length || !begin || *length <= 0 || *length > 9e6) {
      hint->setText(!length ? coreSentence(length.error().what) : !begin ? coreSentence(begin.error().what) : tr("a step takes more than no time"));
      return;
    }
    setStepsEvery(id, origin_ - shift + static_cast<std::int64_t>(*begin * 1e12), static_cast<std::int64_t>(*length * 1e12));
    if (!state().stepsByHand(id)) {
      hint->setText(tr("that would be more than a million steps"));
      return;
    }
    dialog->accept();
  });
  dialog->open();
  every->setFocus();
}

}  // namespace weir
