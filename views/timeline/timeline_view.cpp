#include "views/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/units.h"
#include "core/summarize/head_words.h"
#include "views/shared/highlight.h"
#include "views/timeline/facts.h"
#include "views/timeline/go_to.h"
#include "views/timeline/range_panel.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_items.h"
#include "views/timeline/timeline_plot.h"

namespace weir {
namespace {
constexpr int kMinimap = 24;
constexpr int kMarkers = 16;                          // strip between the overview and the lanes
constexpr int kAbove = kMinimap + 8 + kMarkers;
constexpr int kBelow = 58;                            // axis and a line of the legend
constexpr const char* kLanes = "lanes";               // among what is remembered of a run
}  // namespace

TimelineView::TimelineView(ViewState& state, QWidget* parent) : View(state, parent) {
  plot_ = new TimelinePlot(this);
  plot_->setPlottingHints(QCP::phCacheLabels);
  plot_->setNotAntialiasedElements(QCP::aeAll);
  plot_->setInteractions(QCP::iNone);
  plot_->setMouseTracking(true);
  plot_->setFocusPolicy(Qt::StrongFocus);
  plot_->setMinimumSize(240, 120);
  plot_->setAccessibleName(tr("Timeline"));
  plot_->setAccessibleDescription(tr("Slices of every rank over time. Arrows pan and scroll, W and S zoom, F shows the selection."));
  plot_->installEventFilter(this);
  scroll_ = new QScrollBar(Qt::Vertical, this);
  scroll_->setSingleStep(32);
  scroll_->setAccessibleName(tr("Scroll the tracks"));

  QCPAxisRect* rect = plot_->axisRect();
  rect->setAutoMargins(QCP::msNone);
  rect->setMargins(QMargins(gutterWidth_, kAbove, 0, kBelow));
  ticker_.reset(new TimeTicker);
  plot_->xAxis->setTicker(ticker_);
  plot_->xAxis->grid()->setVisible(false);  // the scene paints it under the slices
  plot_->yAxis->setVisible(false);
  plot_->xAxis->setLabelPadding(2);
  plot_->addLayer(QStringLiteral("float"), plot_->layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
  plot_->layer(QStringLiteral("float"))->setMode(QCPLayer::lmBuffered);
  new TimelinePlottable(plot_->xAxis, plot_->yAxis, *this);  // the plot owns it
  gutter_ = std::make_unique<TimelineGutter>(plot_, QStringLiteral("axes"), *this);
  overlay_ = std::make_unique<TimelineOverlay>(plot_, QStringLiteral("float"), *this);

  auto* lanes = new QWidget(this);
  auto* across = new QHBoxLayout(lanes);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(0);
  across->addWidget(plot_, 1);
  across->addWidget(scroll_);
  bar_ = new TimelineBar(*this, state, this);
  range_ = new RangePanel(*this, state, this);
  range_->hide();
  auto* split = new QSplitter(Qt::Vertical, this);
  split->setChildrenCollapsible(false);
  split->addWidget(lanes);
  split->addWidget(range_);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 0);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  // Steps and arrows are looked for unasked: a strip that comes and goes for them would only move the lanes.
  for (Background* work : {&viewsWork_, &rangeWork_}) layout->addWidget(new BackgroundStrip(*work, this));
  layout->addWidget(split, 1);
  goTo_ = new GoToBox(*this, plot_);
  markerEdit_ = new QLineEdit(plot_);
  markerEdit_->setObjectName(QStringLiteral("marker-name"));
  markerEdit_->setPlaceholderText(tr("name of the marker"));
  markerEdit_->setAccessibleName(tr("Name of the marker"));
  markerEdit_->setMaxLength(200);
  markerEdit_->hide();
  markerEdit_->installEventFilter(this);
  connect(markerEdit_, &QLineEdit::editingFinished, this, [this] {
    if (markerEdit_->isHidden()) return;
    markerEdit_->hide();
    std::vector<Marker> markers = this->state().markers();
    if (edited_ < markers.size()) markers[edited_].text = markerEdit_->text().trimmed();
    this->state().setMarkers(std::move(markers));
    plot_->setFocus();
  });
  setFocusProxy(plot_);

  empty_ = new QLabel(plot_);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setTextFormat(Qt::RichText);
  empty_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(empty_, &QLabel::linkActivated, this, [this](const QString& link) {
    if (link == QLatin1String("sample")) emit sampleRequested();
    else if (link == QLatin1String("simulate")) emit simulateRequested();
    else emit openRequested();
  });

  searchTimer_.setInterval(0);
  connect(&searchTimer_, &QTimer::timeout, this, &TimelineView::searchStep);
  connect(scroll_, &QScrollBar::valueChanged, this, &TimelineView::replot);
  connect(&lods_, &LodStore::ready, this, &TimelineView::refreshRuns);
  connect(&state, &ViewState::runsChanged, this, &TimelineView::refreshRuns);
  connect(&state, &ViewState::timeRangeChanged, this, &TimelineView::replot);
  connect(&state, &ViewState::placeRequested, this, &TimelineView::goTo);
  connect(&state, &ViewState::selectionChanged, this, [this] {
    mark_.reset();
    refreshArrows();
    replotOverlay();
    if (!list_.lanes.empty() && list_.lanes.front().kind == Lane::Kind::Steps) replot();  // its rank's steps
    emit matchesChanged();
  });
  connect(&state, &ViewState::searchChanged, this, &TimelineView::refreshSearch);
  connect(&state, &ViewState::filterChanged, this, [this] {
    arrangement_.ranks = this->state().filter().ranks;
    refreshViews();
  });
  connect(&state, &ViewState::markersChanged, this, &TimelineView::replot);
  connect(&state, &ViewState::measuredChanged, this, &TimelineView::measuredChanged);
  connect(&state, &ViewState::stepsChanged, this, [this](int) { takeSteps(); });
  connect(&state, &ViewState::matchRequested, this, [this](bool next) { (void)(next ? findNext() : findPrevious()); });
  connect(this, &TimelineView::matchesChanged, this, [this] { this->state().setMatches(matchPosition(), matches()); });
  connect(&state, &ViewState::modeChanged, this, &TimelineView::refreshMode);
  connect(&Highlight::of(state), &Highlight::changed, this, &TimelineView::replotOverlay);
  arrangement_.ranks = state.filter().ranks;
  refreshMode();
  refreshRuns();
  measuredChanged();
  plot_->setFocus();  // its keys work at once; the filter is a click, or Ctrl+Shift+F, away
}

TimelineView::~TimelineView() {
  // Layerables leave their layer before the plot deletes it.
  overlay_.reset();
  gutter_.reset();
}

QString TimelineView::emptyReason() const {
  if (runs_.empty() && !state().runs().empty()) return tr("No run is shown: tick one in Runs.");
  if (runs_.empty()) return tr("No run is open: open a trace, or simulate a scenario.");
  const auto holds = [](const TimelineRun& r) { return r.pending > 0 || (r.lod && (!r.run().slices.start.empty() || !r.run().counters.empty())); };
  if (std::none_of(runs_.begin(), runs_.end(), holds)) return tr("The open runs hold neither slices nor counters.");
  return {};
}

int TimelineView::indexOf(int runId) const {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (runs_[i].id == runId) return static_cast<int>(i);
  return -1;
}

const TimelineRun* TimelineView::runOf(int runId) const {
  const int i = indexOf(runId);
  return i >= 0 && runs_[static_cast<std::size_t>(i)].lod ? &runs_[static_cast<std::size_t>(i)] : nullptr;
}

int TimelineView::laneOf(const QString& key) const {
  if (key.isEmpty()) return -1;
  int pinned = -1;
  for (int i = 0; i < static_cast<int>(list_.lanes.size()); ++i) {
    const Lane& l = list_.lanes[static_cast<std::size_t>(i)];
    if (l.key != key) continue;
    if (!l.pinned) return i;
    pinned = i;
  }
  return pinned;
}

int TimelineView::laneUnder(int y) const {
  const int at = y - laneArea().top();
  if (at < 0) return -1;
  return laneAt(list_.lanes, at < list_.pinnedHeight ? at : at + scroll_->value());
}

QString TimelineView::orderText() const {
  if (timed_ || runs_.empty() || !std::ranges::all_of(runs_, &TimelineRun::untimed)) return {};
  return runs_.size() == 1 ? tr("no times in this trace: order only") : tr("no times in these traces: order only");
}

void TimelineView::refreshRuns() {
  runs_.clear();
  std::vector<int> ids;
  presentActivities_ = 0;
  timed_ = false;
  for (const ShownRun& s : state().runs()) {
    ids.push_back(s.id);
    if (const auto [known, fresh] = arranged_.try_emplace(s.id); fresh) {
      known->second = state().remembered(s.id, kLanes).value_or(std::string());
      addArrangement(known->second, s.id, folding_, arrangement_);
    }
    if (!s.visible) continue;
    lods_.want(s.id, s.run);
    TimelineRun r;
    r.id = s.id;
    r.lod = lods_.lod(s.id);
    r.title = s.title.isEmpty() ? textOf(s.run->title) : s.title;
    r.stale = s.stale;
    r.partial = s.partial;
    r.shift = s.shift;
    r.untimed = truthWords(*s.run) != name(s.run->truth);  // "without times"
    timed_ = timed_ || (!r.untimed && s.run->span().second > s.run->span().first);
    if (lods_.preparing(s.id)) r.pending = s.run->slices.size();
    if (r.lod)
      for (int a = 0; a < kActivities; ++a)
        if (r.lod->present(static_cast<Activity>(a))) presentActivities_ |= 1U << a;
    runs_.push_back(std::move(r));
  }
  lods_.keepOnly(ids);
  origin_ = state().whole().first;
  hovered_ = {};
  const QString reason = emptyReason();
  empty_->setVisible(!reason.isEmpty());
  if (!reason.isEmpty())
    empty_->setText(tr("<h3>%1</h3><p>Here every rank's kernels, collectives, I/O and counters stand over one time axis,<br>"
                       "measured and simulated runs one under another.</p>"
                       "<p><a href='sample'>Open the sample study</a>: a small network trained on four ranks<br>"
                       "<a href='open'>Open a trace</a>: PyTorch profiler or Chrome JSON, one file a rank, or a folder of them<br>"
                       "<a href='simulate'>Simulate the scenario</a>: its packets appear as a run</p>")
                        .arg(reason));
  plot_->axisRect()->setVisible(reason.isEmpty());
  plot_->xAxis->setVisible(reason.isEmpty());
  bar_->setEnabled(reason.isEmpty());
  mark_.reset();
  refreshSteps();
  refreshFlows();
  refreshViews();  // and with them lanes and search
  if (measure_) {  // the same time in other runs
    measure_.reset();
    measuredChanged();
  }
  if (waiting_ && indexOf(waiting_->runId) >= 0 && runs_[static_cast<std::size_t>(indexOf(waiting_->runId))].lod) goTo(*std::exchange(waiting_, std::nullopt));
}

void TimelineView::refreshLanes() {
  ++version_;
  arrangement_.emptyTracks = !std::any_of(runs_.begin(), runs_.end(), [](const TimelineRun& r) { return r.view && !r.view->filter().off(); });
  arrangement_.steps.clear();
  for (int r = 0; r < static_cast<int>(runs_.size()); ++r)
    if (runs_[static_cast<std::size_t>(r)].lod && stepsOf(runs_[static_cast<std::size_t>(r)].id) && arrangement_.steps.size() < 3) arrangement_.steps.push_back(r);
  // Where none has steps, one lane says so and takes those set by hand.
  for (int r = 0; arrangement_.steps.empty() && r < static_cast<int>(runs_.size()); ++r)
    if (runs_[static_cast<std::size_t>(r)].lod) arrangement_.steps.push_back(r);
  keepArrangement();
  list_ = layLanes(runs_, folding_, arrangement_);
  list_.height += 8;
  hovered_ = {};
  fitPlot();  // the legend may need another line
  emit shownChanged();
}

// With its run, and so in the study. Of two timelines side by side the one that was changed last counts; a newer result of
// the run forgets what is remembered, and is told again.
void TimelineView::keepArrangement() {
  for (auto& [id, last] : arranged_) {
    if (!state().run(id)) continue;
    std::string text = arrangementText(folding_, arrangement_, id);
    if (text == last && (text.empty() || state().remembered(id, kLanes))) continue;
    last = text;
    state().remember(id, kLanes, std::move(text));
    emit state().arranged(id);
  }
}

void TimelineView::refreshScroll() {
  const int height = laneArea().height();
  scroll_->setPageStep(std::max(1, height));
  scroll_->setRange(0, std::max(0, list_.height - height));
  scroll_->setVisible(scroll_->maximum() > 0);
}

void TimelineView::refreshMode() {
  const theme::Colors c = theme::colors(state().mode());
  plot_->setBackground(c.background);
  for (QCPAxis* a : {plot_->xAxis, plot_->yAxis}) {
    a->setBasePen(QPen(c.axis));
    a->setTickPen(QPen(c.axis));
    a->setSubTickPen(QPen(c.axis));
    a->setTickLabelColor(c.text);
    a->setLabelColor(c.text);
    a->setTickLabelFont(theme::axisFont());
    a->setLabelFont(theme::axisFont());
  }
  QPalette p = theme::palette(state().mode());
  p.setColor(QPalette::WindowText, c.faintText);
  empty_->setPalette(p);
  ++version_;
  replot();
}

QRect TimelineView::laneArea() const { return plot_->axisRect()->rect(); }
QRect TimelineView::slicesArea() const {
  QRect area = laneArea();
  for (std::size_t i = 0; i < list_.pinned && list_.lanes[i].kind == Lane::Kind::Steps; ++i) area.setTop(area.top() + list_.lanes[i].height);
  return area;
}
QRect TimelineView::markerArea() const { return {gutterWidth_, kMinimap + 8, std::max(1, plot_->width() - gutterWidth_), kMarkers}; }
QRect TimelineView::minimapArea() const { return {gutterWidth_, 4, std::max(1, plot_->width() - gutterWidth_), kMinimap}; }

SceneView TimelineView::sceneView() const {
  const QRect area = laneArea();
  const auto [from, to] = state().timeRange();
  return {from, to, std::max(1, area.width()), std::max(1, area.height()), scroll_->value(), plot_->bufferDevicePixelRatio(), state().mode(), version_, timed_};
}

void TimelineView::replot() {
  const auto [from, to] = state().timeRange();
  const int most = std::max(2, laneArea().width() / 90);
  ticker_->setMost(most);
  ticker_->setBlank(!timed_);
  plot_->xAxis->setRange(static_cast<double>(from - origin_), static_cast<double>(to - origin_));
  plot_->xAxis->setLabel(timed_ ? timeTicks(from - origin_, to - origin_, most).title() : orderText());
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void TimelineView::replotOverlay() {
  QCPLayer* layer = plot_->layer(QStringLiteral("float"));
  if (layer) layer->replot();
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  fitPlot();
}

std::vector<std::pair<Activity, QString>> TimelineView::legend() const {
  return colourBy_ == ColourBy::Activity ? legendEntries(presentActivities_) : classEntries(runs_);
}

void TimelineView::fitPlot() {
  if (!gutterSet_) gutterWidth_ = std::clamp(plot_->width() / 3, 110, 200);  // in little room the lanes keep most of it
  const int below = kBelow + (legendLines(*plot_, gutterWidth_, legend()) - 1) * kLegendLine;
  plot_->setMinimumHeight(std::max(120, kAbove + below + 48));  // some lanes, whatever else asks for room
  plot_->axisRect()->setMargins(QMargins(gutterWidth_, kAbove, 0, below));
  // The layout of the plot follows only at its next replot, the scroll bar needs the height now.
  plot_->axisRect()->setOuterRect(QRect(QPoint(0, 0), plot_->size()));
  plot_->axisRect()->update(QCPLayoutElement::upLayout);
  empty_->setGeometry(plot_->rect());
  goTo_->place();
  refreshScroll();
  replot();
}

void TimelineView::finishPreparing() {
  lods_.finishNow();
  for (Background* work : {&viewsWork_, &stepsWork_, &flowsWork_, &rangeWork_})
    if (work->busy()) work->finishNow();
  while (searching()) searchStep();
  plot_->replot(QCustomPlot::rpImmediateRefresh);
}

// ---- lanes

void TimelineView::setFolded(const QString& key, bool folded) {
  for (const Lane& l : list_.lanes)
    if (l.key == key && l.foldable && l.folded != folded) {
      if (!folding_.toggled.remove(key)) folding_.toggled.insert(key);
      refreshLanes();
      return;
    }
}

void TimelineView::foldAll(bool folded) {
  QStringList keys;
  for (const Lane& l : list_.lanes)
    if (!l.pinned && l.foldable && l.folded != folded && (l.kind == Lane::Kind::Rank || l.kind == Lane::Kind::CounterGroup || (!folded && l.kind != Lane::Kind::Run))) keys << l.key;
  for (const QString& k : keys)
    if (!folding_.toggled.remove(k)) folding_.toggled.insert(k);
  refreshLanes();
}

void TimelineView::setPinned(const QString& key, bool pinned) {
  if (key.isEmpty() || arrangement_.pinned.contains(key) == pinned) return;
  if (pinned) arrangement_.pinned.append(key);
  else arrangement_.pinned.removeAll(key);
  refreshLanes();
}

void TimelineView::setHidden(const QString& key, bool hidden) {
  if (key.isEmpty() || arrangement_.hidden.contains(key) == hidden) return;
  if (hidden) {
    const int lane = laneOf(key);
    arrangement_.hidden.insert(key);
    arrangement_.pinned.removeAll(key);
    if (current_ == key) {
      // The keys go on with the lane that takes its place.
      current_.clear();
      for (std::size_t i = static_cast<std::size_t>(std::max(lane, 0)) + 1; i < list_.lanes.size() && current_.isEmpty(); ++i)
        if (!list_.lanes[i].key.isEmpty() && !list_.lanes[i].pinned && !list_.lanes[i].key.startsWith(key + QLatin1Char('/'))) current_ = list_.lanes[i].key;
    }
  } else {
    arrangement_.hidden.remove(key);
  }
  refreshLanes();
}

void TimelineView::showAllLanes() {
  if (arrangement_.hidden.isEmpty()) return;
  arrangement_.hidden.clear();
  refreshLanes();
}

void TimelineView::moveLaneBefore(const QString& key, const QString& before) {
  const int lane = laneOf(key);
  if (lane < 0) return;
  const Lane& l = list_.lanes[static_cast<std::size_t>(lane)];
  moveLane(arrangement_, l.parent, siblingsOf(list_.lanes, l.parent), key, before);
  refreshLanes();
}

void TimelineView::moveLaneBy(const QString& key, int places) {
  const int lane = laneOf(key);
  if (lane < 0 || places == 0) return;
  const Lane& l = list_.lanes[static_cast<std::size_t>(lane)];
  if (l.pinned) {
    const qsizetype from = arrangement_.pinned.indexOf(key);
    const qsizetype to = std::clamp<qsizetype>(from + places, 0, arrangement_.pinned.size() - 1);
    if (from < 0 || from == to) return;
    arrangement_.pinned.move(from, to);
    refreshLanes();
    return;
  }
  QStringList siblings = siblingsOf(list_.lanes, l.parent);
  const qsizetype from = siblings.indexOf(key);
  const qsizetype to = std::clamp<qsizetype>(from + places, 0, siblings.size() - 1);
  if (from < 0 || from == to) return;
  const QString parent = l.parent;
  siblings.move(from, to);
  moveLane(arrangement_, parent, siblingsOf(list_.lanes, parent), key, to + 1 < siblings.size() ? siblings[to + 1] : QString());
  refreshLanes();
}

void TimelineView::setCurrentLane(const QString& key) {
  if (key == current_) return;
  current_ = key;
  const int lane = laneOf(key);
  if (lane >= 0 && !list_.lanes[static_cast<std::size_t>(lane)].pinned) {
    const Lane& l = list_.lanes[static_cast<std::size_t>(lane)];
    const int top = list_.pinnedHeight;
    const int height = laneArea().height();
    if (l.y - scroll_->value() < top) scroll_->setValue(l.y - top);
    else if (l.y + l.height - scroll_->value() > height) scroll_->setValue(l.y + l.height - height);
  }
  replot();
}

}  // namespace weir
