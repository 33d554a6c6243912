#include "views/timeline/timeline_bar.h"

#include <QActionGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/units.h"
#include "views/shared/icons.h"
#include "views/timeline/facts.h"
#include "views/timeline/flow_layout.h"
#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_items.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {

std::optional<std::int64_t> readTime(const QString& text) {
  const auto s = units::parseSeconds(text.trimmed().toStdString());
  if (!s || *s < 0 || !(*s < 9e6)) return std::nullopt;
  return static_cast<std::int64_t>(*s * 1e12 + 0.5);
}

QString digits(std::uint64_t n) { return QLocale(QLocale::English).toString(static_cast<qulonglong>(n)); }

}  // namespace

std::optional<std::pair<std::int64_t, std::int64_t>> readDurations(const QString& text) {
  QString s = text.trimmed();
  if (s.isEmpty()) return std::pair<std::int64_t, std::int64_t>{0, 0};
  s.replace(QStringLiteral("≥"), QStringLiteral(">")).replace(QStringLiteral("≤"), QStringLiteral("<")).remove(QLatin1Char('='));
  if (s.startsWith(QLatin1Char('>')) || s.startsWith(QLatin1Char('<'))) {
    const auto t = readTime(s.mid(1));
    if (!t) return std::nullopt;
    return s.startsWith(QLatin1Char('>')) ? std::pair<std::int64_t, std::int64_t>{*t, 0} : std::pair<std::int64_t, std::int64_t>{0, *t};
  }
  for (const QString& between : {QStringLiteral(".."), QStringLiteral("–"), QStringLiteral("-")}) {
    const qsizetype at = s.indexOf(between);
    if (at < 0) continue;
    const auto a = readTime(s.left(at)), b = readTime(s.mid(at + between.size()));
    if (!a || !b || *a > *b) return std::nullopt;
    return std::pair{*a, *b};
  }
  const auto t = readTime(s);  // alone: at least so long
  return t ? std::optional(std::pair<std::int64_t, std::int64_t>{*t, 0}) : std::nullopt;
}

QString showDurations(std::int64_t shortest, std::int64_t longest) {
  if (shortest > 0 && longest > 0) return QStringLiteral("%1 – %2").arg(showTimeFull(shortest), showTimeFull(longest));
  if (shortest > 0) return QStringLiteral("> ") + showTimeFull(shortest);
  return longest > 0 ? QStringLiteral("< ") + showTimeFull(longest) : QString();
}

std::optional<std::set<std::int32_t>> readRanks(const QString& text) {
  std::set<std::int32_t> out;
  QString s = text;
  s.replace(QStringLiteral("–"), QStringLiteral("-")).replace(QLatin1Char(' '), QLatin1Char(','));
  for (const QString& part : s.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const QStringList ends = part.split(QLatin1Char('-'));
    bool okA = false, okB = false;
    const int a = ends.first().toInt(&okA);
    const int b = ends.last().toInt(&okB);
    if (ends.size() > 2 || !okA || !okB || a < 0 || b < a || b - a > 1'000'000) return std::nullopt;
    for (int r = a; r <= b; ++r) out.insert(r);
  }
  return out;
}

QString showRanks(const std::set<std::int32_t>& ranks) {
  QStringList parts;
  for (auto it = ranks.begin(); it != ranks.end();) {
    const std::int32_t first = *it;
    std::int32_t last = first;
    while (++it != ranks.end() && *it == last + 1) last = *it;
    parts << (last == first ? QString::number(first) : QStringLiteral("%1-%2").arg(first).arg(last));
  }
  return parts.join(QStringLiteral(", "));
}

TimelineBar::TimelineBar(TimelineView& view, ViewState& state, QWidget* parent) : QWidget(parent), view_(view), state_(state) {
  tools_ = new QWidget(this);
  tools_->setObjectName(QStringLiteral("timeline-tools"));
  auto* row = new FlowLayout(tools_);
  row->setContentsMargins(6, 2, 6, 2);
  const auto edit = [this](const QString& name, const QString& hint, const QString& tip, int width) {
    auto* e = new QLineEdit(tools_);
    e->setObjectName(name);
    e->setPlaceholderText(hint);
    e->setToolTip(tip);
    e->setAccessibleName(tip);
    e->setClearButtonEnabled(true);
    e->setFixedWidth(width);
    tools_->layout()->addWidget(e);
    return e;
  };
  name_ = edit(QStringLiteral("filter-name"), tr("Show names with…"), tr("Filter: only slices whose name contains this (Ctrl+Shift+F)"), 140);
  categories_ = menuButton(QStringLiteral("filter-categories"), tr("Categories"), tr("Filter: leave kinds of work out; a click on the legend does the same"), categoriesMenu_);
  durations_ = edit(QStringLiteral("filter-durations"), tr("> 10 us"), tr("Filter: only slices so long, \"> 10 us\", \"< 5 ms\" or \"10 us - 5 ms\""), 92);
  ranks_ = edit(QStringLiteral("filter-ranks"), tr("ranks 0-3, 7"), tr("Filter: only these ranks, \"0-3, 7\""), 96);
  colour_ = new QComboBox(tools_);
  colour_->setObjectName(QStringLiteral("colour-by"));
  colour_->setToolTip(tr("What the colours of the slices say"));
  colour_->setAccessibleName(tr("Colours"));
  for (const auto& [text, by] : {std::pair{tr("Colour: category"), ColourBy::Activity}, std::pair{tr("Colour: name"), ColourBy::Name},
                                 std::pair{tr("Colour: collective"), ColourBy::Collective}, std::pair{tr("Colour: rank"), ColourBy::Rank}})
    colour_->addItem(text, static_cast<int>(by));
  row->addWidget(colour_);
  steps_ = menuButton(QStringLiteral("steps"), tr("Steps"), tr("Training steps: found in the trace or set by hand"), stepsMenu_);
  markers_ = menuButton(QStringLiteral("markers"), tr("Markers"), tr("Marked times: M sets one at the pointer"), markersMenu_);
  arrows_ = menuButton(QStringLiteral("arrows"), tr("Arrows"), tr("What leads to what: launches, messages, dependencies"), arrowsMenu_);
  tracks_ = menuButton(QStringLiteral("tracks"), tr("Tracks"), tr("Fold, unfold, show hidden tracks"), tracksMenu_);

  auto* group = new QActionGroup(this);
  for (const auto& [text, mode] : {std::pair{tr("Of the selected slice"), TimelineView::ArrowMode::Direct},
                                   std::pair{tr("Its whole chain, before and after"), TimelineView::ArrowMode::Chain},
                                   std::pair{tr("All in sight, while they are few"), TimelineView::ArrowMode::InSight}}) {
    QAction* a = arrowsMenu_->addAction(text);
    a->setCheckable(true);
    a->setChecked(mode == view_.arrowMode());
    group->addAction(a);
    connect(a, &QAction::triggered, this, [this, mode = mode] { view_.setArrowMode(mode); });
  }
  connect(categoriesMenu_, &QMenu::aboutToShow, this, &TimelineBar::fillCategories);
  connect(stepsMenu_, &QMenu::aboutToShow, this, &TimelineBar::fillSteps);
  connect(markersMenu_, &QMenu::aboutToShow, this, &TimelineBar::fillMarkers);
  connect(tracksMenu_, &QMenu::aboutToShow, this, &TimelineBar::fillTracks);

  strip_ = new QWidget(this);
  strip_->setObjectName(QStringLiteral("filter-strip"));
  strip_->setAutoFillBackground(true);
  says_ = new QLabel(strip_);
  says_->setObjectName(QStringLiteral("filter-says"));
  auto* clear = new QToolButton(strip_);
  clear->setObjectName(QStringLiteral("filter-clear"));
  clear->setText(tr("Show everything"));
  clear->setToolTip(tr("No filter any more, and no track hidden"));
  auto* across = new QHBoxLayout(strip_);
  across->setContentsMargins(8, 2, 8, 2);
  across->addWidget(says_, 1);
  across->addWidget(clear);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tools_);
  column->addWidget(strip_);
  strip_->hide();

  connect(clear, &QToolButton::clicked, this, [this] {
    for (QLineEdit* e : {name_, durations_, ranks_}) {
      e->clear();
      e->setPalette({});
    }
    wrong_.clear();
    view_.showAllLanes();
    state_.setFilter({});
    refresh();
  });
  for (QLineEdit* e : {name_, durations_, ranks_}) connect(e, &QLineEdit::textEdited, this, &TimelineBar::apply);
  wrongTimer_.setSingleShot(true);
  wrongTimer_.setInterval(600);
  connect(&wrongTimer_, &QTimer::timeout, this, [this] {
    if (wrong_ == wrong()) return;
    wrong_ = wrong();
    refresh();
  });
  connect(colour_, &QComboBox::activated, this, [this] { view_.setColourBy(static_cast<ColourBy>(colour_->currentData().toInt())); });
  connect(&view_, &TimelineView::shownChanged, this, &TimelineBar::refresh);
  connect(&state_, &ViewState::filterChanged, this, &TimelineBar::refresh);
}

QToolButton* TimelineBar::menuButton(const QString& name, const QString& text, const QString& tip, QMenu*& menu) {
  auto* b = new QToolButton(tools_);
  b->setObjectName(name);
  b->setText(text);
  b->setToolTip(tip);
  b->setPopupMode(QToolButton::InstantPopup);
  b->setAutoRaise(true);
  b->setFocusPolicy(Qt::TabFocus);
  menu = new QMenu(b);
  menu->setObjectName(name + QStringLiteral("-menu"));
  menu->setToolTipsVisible(true);
  b->setMenu(menu);
  tools_->layout()->addWidget(b);
  return b;
}

void TimelineBar::focusFilter() {
  name_->setFocus(Qt::ShortcutFocusReason);
  name_->selectAll();
}

// What can be read is used; what cannot is marked, and the rest holds.
void TimelineBar::apply() {
  Filter f = state_.filter();
  f.name = name_->text();
  const auto mark = [](QLineEdit* e, bool good) {
    QPalette p;
    if (!good) p.setColor(QPalette::Text, QColor(0xd5, 0x4e, 0x21));
    e->setPalette(p);
  };
  const auto durations = readDurations(durations_->text());
  mark(durations_, durations.has_value());
  if (durations) std::tie(f.shortest, f.longest) = *durations;
  const auto ranks = readRanks(ranks_->text());
  mark(ranks_, ranks.has_value());
  if (ranks) f.ranks = *ranks;
  if (wrong().isEmpty() && !wrong_.isEmpty()) {
    wrong_.clear();
    refresh();
  }
  wrongTimer_.start();
  state_.setFilter(f);
}

QString TimelineBar::wrong() const {
  QStringList out;
  if (!readDurations(durations_->text())) out << tr("\"%1\" is no duration: write > 10 us, < 5 ms or 10 us - 5 ms").arg(durations_->text().trimmed());
  if (!readRanks(ranks_->text())) out << tr("\"%1\" names no ranks: write 0-3, 7").arg(ranks_->text().trimmed());
  return out.join(QStringLiteral(" · "));
}

void TimelineBar::refresh() {
  const Filter& f = state_.filter();
  if (name_->text() != f.name) name_->setText(f.name);
  // What a person is typing stays as it is while it means the same, and what cannot be read stays beside what is said of it.
  const auto put = [](QLineEdit* e, bool same, const QString& text) {
    if (e->hasFocus() || same) return;
    e->setText(text);
    e->setPalette({});
  };
  const auto durations = readDurations(durations_->text());
  put(durations_, durations ? *durations == std::pair{f.shortest, f.longest} : f.shortest == 0 && f.longest == 0, showDurations(f.shortest, f.longest));
  const auto ranks = readRanks(ranks_->text());
  put(ranks_, ranks ? *ranks == f.ranks : f.ranks.empty(), showRanks(f.ranks));
  categories_->setText(f.hidden.empty() ? tr("Categories") : tr("Categories (−%1)").arg(f.hidden.size()));
  colour_->setCurrentIndex(colour_->findData(static_cast<int>(view_.colourBy())));
  const auto hidden = view_.arrangement().hidden.size();
  tracks_->setText(hidden == 0 ? tr("Tracks") : tr("Tracks (−%1)").arg(hidden));
  const auto markers = state_.markers().size();
  markers_->setText(markers == 0 ? tr("Markers") : tr("Markers (%1)").arg(markers));

  durations_->setEnabled(view_.timed() || f.shortest > 0 || f.longest > 0);  // what is set can be taken back

  const TimelineView::Shown s = view_.shown();
  strip_->setVisible(!f.off() || hidden > 0 || !wrong_.isEmpty());
  if (strip_->isHidden()) return;
  QStringList parts;
  if (!wrong_.isEmpty()) parts << wrong_;
  if (!f.off() && s.waiting) {
    parts << tr("filtering %1 slices").arg(digits(s.total));
  } else if (!f.off()) {
    const double left = s.total > 0 ? static_cast<double>(s.total - s.shown) / static_cast<double>(s.total) : 0;
    parts << tr("The filter shows %1 of %2 slices and hides %3").arg(digits(s.shown), digits(s.total), QString::fromStdString(units::showPercent(left)));
    if (s.tracksLeft > 0) parts << tr("%1 tracks without any are left out").arg(s.tracksLeft);
  }
  if (hidden > 0) parts << tr("%1 tracks hidden by hand").arg(hidden);
  says_->setText(parts.join(QStringLiteral(" · ")));
  QPalette p = theme::palette(state_.mode());
  p.setColor(QPalette::Window, QColor(mixed(theme::colors(state_.mode()).panel, theme::colors(state_.mode()).hover, 0.18)));
  strip_->setPalette(p);
}

void TimelineBar::fillCategories() {
  categoriesMenu_->clear();
  const auto add = [this](const QString& text, const std::function<bool(Activity)>& hides) {
    connect(categoriesMenu_->addAction(text), &QAction::triggered, this, [this, hides] {
      Filter f = state_.filter();
      f.hidden.clear();
      for (int a = 0; a < kActivities; ++a)
        if (hides(static_cast<Activity>(a))) f.hidden.insert(static_cast<Activity>(a));
      state_.setFilter(f);
    });
  };
  for (const auto& [activity, label] : legendEntries(view_.presentActivities())) {
    QAction* a = categoriesMenu_->addAction(label);
    a->setCheckable(true);
    a->setChecked(!state_.filter().hidden.contains(activity));
    QPixmap swatch(12, 12);
    swatch.fill(theme::activityColor(activity));
    a->setIcon(swatch);
    connect(a, &QAction::triggered, this, [this, activity = activity](bool on) {
      Filter f = state_.filter();
      if (on) f.hidden.erase(activity);
      else f.hidden.insert(activity);
      state_.setFilter(f);
    });
  }
  categoriesMenu_->addSeparator();
  add(tr("All"), [](Activity) { return false; });
  add(tr("Device work only"), [](Activity a) { return a != Activity::Compute && a != Activity::Communication && a != Activity::Copy; });
  add(tr("Communication only"), [](Activity a) { return a != Activity::Communication; });
  add(tr("Data and I/O only"), [](Activity a) { return a != Activity::DataLoad && a != Activity::Checkpoint && a != Activity::Copy; });
}

void TimelineBar::fillSteps() {
  stepsMenu_->clear();
  bool any = false;
  for (const TimelineRun& r : view_.timelineRuns()) {
    if (!r.lod) continue;
    QString what;
    const Steps::From from = view_.stepsFrom(r.id, &what);
    const RankSteps* steps = view_.stepsOf(r.id);
    any = any || steps;
    const QString name = view_.timelineRuns().size() > 1 ? r.title + QStringLiteral(": ") : QString();
    QString says;
    if (view_.stepsByHand(r.id)) says = tr("%1%2 steps set by hand").arg(name).arg(steps ? steps->steps.size() : 0);
    else if (!steps) says = tr("%1no steps found: nothing marks or repeats them").arg(name);
    else if (from == Steps::From::Marks) says = tr("%1%2 steps, as “%3” marks them").arg(name).arg(steps->steps.size()).arg(what);
    else says = tr("%1%2 steps, by the repetition of “%3”").arg(name).arg(steps->steps.size()).arg(stepsMenu_->fontMetrics().elidedText(what, Qt::ElideMiddle, 260));
    QAction* a = stepsMenu_->addAction(says);
    a->setEnabled(false);
    if (view_.stepsByHand(r.id))
      connect(stepsMenu_->addAction(tr("%1As found in the trace again").arg(name)), &QAction::triggered, this, [this, id = r.id] { state_.setStepsByHand(id, {}); });
  }
  stepsMenu_->addSeparator();
  const auto act = [this](const QString& text, const QString& keys, bool on, const std::function<void()>& what) {
    QAction* a = stepsMenu_->addAction(keys.isEmpty() ? text : text + QLatin1Char('\t') + keys);
    a->setEnabled(on);
    connect(a, &QAction::triggered, this, what);
  };
  act(tr("Next step"), QStringLiteral("E"), any, [this] { view_.nextStep(1); });
  act(tr("Previous step"), QStringLiteral("Q"), any, [this] { view_.nextStep(-1); });
  stepsMenu_->addSeparator();
  act(tr("Steps: every …"), {}, view_.timed(), [this] { view_.askForSteps(); });
  act(tr("A step as long as the measured range, over the whole run"), {}, state_.measured().has_value() && !view_.timelineRuns().empty(), [this] {
    const auto [from, to] = *state_.measured();
    for (const TimelineRun& r : view_.timelineRuns())
      if (r.lod) return view_.setStepsEvery(r.id, from - r.shift, to - from);
  });
}

void TimelineBar::fillMarkers() {
  markersMenu_->clear();
  connect(markersMenu_->addAction(tr("Set a marker in the middle") + QStringLiteral("\tM")), &QAction::triggered, this, [this] {
    const auto [from, to] = state_.timeRange();
    view_.setMarker(from + (to - from) / 2);
  });
  connect(markersMenu_->addAction(tr("Go to …") + QStringLiteral("\tCtrl+G")), &QAction::triggered, this, [this] { view_.openGoTo(); });
  markersMenu_->addSeparator();
  for (std::size_t i = 0; i < state_.markers().size(); ++i) {
    const Marker& m = state_.markers()[i];
    const QString at = view_.timed() ? showTimeFull(m.time - view_.origin()) : tr("marker %1").arg(i + 1);
    QMenu* one = markersMenu_->addMenu(m.text.isEmpty() ? at : QStringLiteral("%1 (%2)").arg(m.text, at));
    connect(one->addAction(tr("Go to it")), &QAction::triggered, this, [this, i] { view_.goToMarker(i); });
    connect(one->addAction(tr("Name it …")), &QAction::triggered, this, [this, i] {
      view_.goToMarker(i);
      view_.renameMarker(i);
    });
    connect(one->addAction(tr("Remove it")), &QAction::triggered, this, [this, i] { view_.removeMarker(i); });
  }
  if (state_.markers().size() > 1) {
    markersMenu_->addSeparator();
    connect(markersMenu_->addAction(tr("Measure from the first to the last")), &QAction::triggered, this,
            [this] { state_.setMeasured(ViewState::Range{state_.markers().front().time, state_.markers().back().time}); });
    connect(markersMenu_->addAction(tr("Remove all")), &QAction::triggered, this, [this] { state_.setMarkers({}); });
  }
}

void TimelineBar::fillTracks() {
  tracksMenu_->clear();
  connect(tracksMenu_->addAction(tr("Fold all ranks") + QStringLiteral("\tShift+Z")), &QAction::triggered, this, [this] { view_.foldAll(true); });
  connect(tracksMenu_->addAction(tr("Unfold everything") + QStringLiteral("\tShift+X")), &QAction::triggered, this, [this] { view_.foldAll(false); });
  const QStringList pinned = view_.arrangement().pinned;
  if (!pinned.isEmpty())
    connect(tracksMenu_->addAction(tr("Unpin all")), &QAction::triggered, this, [this, pinned] {
      for (const QString& k : pinned) view_.setPinned(k, false);
    });
  const auto& hidden = view_.arrangement().hidden;
  if (hidden.isEmpty()) return;
  tracksMenu_->addSeparator();
  connect(tracksMenu_->addAction(tr("Show all hidden tracks") + QStringLiteral("\tShift+H")), &QAction::triggered, this, [this] { view_.showAllLanes(); });
  QStringList keys(hidden.begin(), hidden.end());
  keys.sort();
  for (const QString& key : keys.mid(0, 40))
    connect(tracksMenu_->addAction(tr("Show %1").arg(key.section(QLatin1Char('/'), 1).replace(QLatin1Char('/'), QStringLiteral(" · ")))), &QAction::triggered, this,
            [this, key] { view_.setHidden(key, false); });
}

}  // namespace weir
