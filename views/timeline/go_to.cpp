#include "views/timeline/go_to.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/units.h"
#include "views/shared/core_words.h"
#include "views/timeline/lanes.h"
#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_view.h"

namespace weir {

Destination readDestination(const QString& text) {
  Destination d;
  const QString s = text.trimmed();
  const QString folded = s.toLower();
  if (s.isEmpty()) {
    d.text = Words::tr("a time, a step, a rank or a marker");
    return d;
  }
  if (folded == QLatin1String("start") || folded == QLatin1String("begin") || folded == QLatin1String("beginning")) return {Destination::Kind::Beginning, 0, 0, {}};
  if (folded == QLatin1String("end")) return {Destination::Kind::End, 0, 0, {}};
  static const QRegularExpression counted(QStringLiteral("^(step|iteration|iter|rank|#)[ :=#_-]*(\\d{1,15})$"));
  if (const auto m = counted.match(folded); m.hasMatch())
    return {m.captured(1) == QLatin1String("rank") ? Destination::Kind::Rank : Destination::Kind::Step, 0, m.captured(2).toLongLong(), {}};
  static const QRegularExpression signedTime(QStringLiteral("^([+\\-\\x{2212}])\\s*([0-9.].*)$"));
  static const QRegularExpression plainTime(QStringLiteral("^[0-9.]"));
  const auto m = signedTime.match(s);
  if (m.hasMatch() || plainTime.match(s).hasMatch()) {
    const QString value = m.hasMatch() ? m.captured(2) : s;
    static const QRegularExpression bare(QStringLiteral("^[0-9.]+$"));
    if (bare.match(value).hasMatch()) {
      d.text = Words::tr("%1 has no unit: write %1 ms, or step %1").arg(value);
      return d;
    }
    const auto seconds = units::parseSeconds(value.toStdString());
    if (!seconds || !(*seconds < 9e6)) {
      d.text = seconds ? Words::tr("that is beyond a hundred days") : coreSentence(seconds.error().what);
      return d;
    }
    d.time = static_cast<std::int64_t>(*seconds * 1e12 + 0.5);
    d.kind = m.hasMatch() ? Destination::Kind::Relative : Destination::Kind::Absolute;
    if (m.hasMatch() && m.captured(1) != QLatin1String("+")) d.time = -d.time;
    return d;
  }
  d.kind = Destination::Kind::Marker;
  d.text = s;
  return d;
}

QString TimelineView::goToText(const QString& text) {
  const Destination d = readDestination(text);
  const auto [from, to] = state().timeRange();
  const std::int64_t width = to - from;
  const auto centre = [&](std::int64_t t) {
    state().setTimeRange({t - width / 2, t - width / 2 + width}, true);
    mark_ = Mark{t, showTimeFull(t - origin_)};
    replotOverlay();
  };
  const auto [first, last] = state().whole();
  switch (d.kind) {
    case Destination::Kind::Wrong: return d.text;
    case Destination::Kind::Beginning: state().setTimeRange({first, first + width}, true); return {};
    case Destination::Kind::End: state().setTimeRange({last - width, last}, true); return {};
    case Destination::Kind::Absolute:
    case Destination::Kind::Relative: {
      if (!timed_) return tr("nothing here has a time: write a step (step 12), a rank (rank 3) or the name of a marker");
      const std::int64_t t = d.kind == Destination::Kind::Absolute ? origin_ + d.time : from + width / 2 + d.time;
      if (t < first || t > last) return tr("%1 is outside the runs: they reach from %2 to %3").arg(showTimeFull(t - origin_), showTimeFull(first - origin_), showTimeFull(last - origin_));
      centre(t);
      return {};
    }
    case Destination::Kind::Step: {
      QString known;
      for (const int i : arrangement_.steps) {
        const TimelineRun& run = runs_[static_cast<std::size_t>(i)];
        const RankSteps* steps = stepsOf(run.id);
        if (!steps || steps->steps.empty()) continue;
        const auto it = std::find(steps->number.begin(), steps->number.end(), d.number);
        if (it != steps->number.end()) {
          chooseStep(run.id, static_cast<std::size_t>(it - steps->number.begin()), true);
          return {};
        }
        known = tr("there is no step %1: they are numbered %2 to %3").arg(d.number).arg(steps->number.front()).arg(steps->number.back());
      }
      return known.isEmpty() ? tr("no steps are known: set them by hand in the Steps menu") : known;
    }
    case Destination::Kind::Rank: {
      for (int pass = 0; pass < 2; ++pass)
        for (const Lane& l : list_.lanes) {
          if (l.kind != Lane::Kind::Rank || l.pinned || l.rank != d.number) continue;
          const QString key = l.key;
          if (l.folded) setFolded(key, false);
          const int lane = laneOf(key);
          if (lane >= 0) scroll_->setValue(list_.lanes[static_cast<std::size_t>(lane)].y - list_.pinnedHeight);
          setCurrentLane(key);
          return {};
        }
      const bool hidden = std::any_of(list_.hidden.begin(), list_.hidden.end(), [&](const QString& k) { return k.endsWith(QStringLiteral("/%1").arg(d.number)); });
      return hidden ? tr("rank %1 is hidden: show it in the Tracks menu").arg(d.number) : tr("there is no rank %1 in sight").arg(d.number);
    }
    case Destination::Kind::Marker: {
      const auto& markers = state().markers();
      for (std::size_t i = 0; i < markers.size(); ++i)
        if (markers[i].text.compare(d.text, Qt::CaseInsensitive) == 0) {
          goToMarker(i);
          return {};
        }
      return tr("no marker is called “%1”; write a time (1.234 s, +5 ms), a step (step 12) or a rank (rank 3)").arg(d.text);
    }
  }
  return {};
}

void TimelineView::openGoTo() {
  if (!runs_.empty()) goTo_->open();
}

GoToBox::GoToBox(TimelineView& view, QWidget* parent) : QFrame(parent), view_(view), edit_(new QLineEdit(this)), hint_(new QLabel(this)) {
  setObjectName(QStringLiteral("go-to"));
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  edit_->setObjectName(QStringLiteral("go-to-text"));
  edit_->setAccessibleName(Words::tr("Go to"));
  edit_->setPlaceholderText(Words::tr("go to 1.234 s, +5 ms, step 12, rank 3, a marker"));
  hint_->setWordWrap(true);
  hint_->setFont(theme::axisFont());
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(4);
  column->addWidget(edit_);
  column->addWidget(hint_);
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::returnPressed, this, [this] {
    const QString wrong = view_.goToText(edit_->text());
    if (wrong.isEmpty()) {
      hide();
      view_.plot()->setFocus();
      return;
    }
    hint_->setText(wrong);
    place();
  });
  connect(edit_, &QLineEdit::textEdited, this, [this](const QString& t) {
    const Destination d = readDestination(t);
    hint_->setText(d.kind == Destination::Kind::Wrong ? d.text : Words::tr("Enter goes there, Esc closes"));
    place();
  });
  hide();
}

void GoToBox::open() {
  edit_->clear();
  hint_->setText(view_.timed() ? Words::tr("times count from the axis' zero, with a sign from the middle of what is in sight") : view_.orderText());
  show();
  raise();
  place();
  edit_->setFocus(Qt::ShortcutFocusReason);
}

void GoToBox::place() {
  if (isHidden()) return;
  const int width = std::min(420, std::max(200, parentWidget()->width() - 16));
  resize(width, layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height());
  move((parentWidget()->width() - width) / 2, 4);
}

bool GoToBox::eventFilter(QObject* watched, QEvent* event) {
  if (watched == edit_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    hide();
    view_.plot()->setFocus();
    return true;
  }
  if (watched == edit_ && event->type() == QEvent::FocusOut) hide();
  return QFrame::eventFilter(watched, event);
}

}  // namespace weir
