#include "views/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/units.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_items.h"
#include "views/timeline/timeline_plot.h"

namespace weir {
namespace {
constexpr int kMinimap = 24;
constexpr int kBelow = 58;                            // axis and legend
constexpr std::uint64_t kSearchStep = 2'000'000;      // slices a tick: some 2 ms
constexpr std::uint64_t kSearchAtOnce = 2'000'000;    // answered before the next frame
constexpr std::uint64_t kMostBusyTracks = 100'000;    // lines of table()
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
  rect->setMargins(QMargins(gutterWidth_, kMinimap + 8, 0, kBelow));
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

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(plot_, 1);
  layout->addWidget(scroll_);
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
    emit matchesChanged();
  });
  connect(&state, &ViewState::searchChanged, this, &TimelineView::refreshSearch);
  connect(&state, &ViewState::matchRequested, this, [this](bool next) { (void)(next ? findNext() : findPrevious()); });
  connect(this, &TimelineView::matchesChanged, this, [this] { this->state().setMatches(matchPosition(), matches()); });
  connect(&state, &ViewState::modeChanged, this, &TimelineView::refreshMode);
  refreshMode();
  refreshRuns();
}

TimelineView::~TimelineView() {
  // Layerables leave their layer before the plot deletes it.
  overlay_.reset();
  gutter_.reset();
}

QString TimelineView::emptyReason() const {
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

void TimelineView::refreshRuns() {
  runs_.clear();
  std::vector<int> ids;
  presentActivities_ = 0;
  for (const ShownRun& s : state().runs()) {
    ids.push_back(s.id);
    if (!s.visible) continue;
    lods_.want(s.id, s.run);
    TimelineRun r;
    r.id = s.id;
    r.lod = lods_.lod(s.id);
    r.title = s.title.isEmpty() ? textOf(s.run->title) : s.title;
    r.stale = s.stale;
    r.partial = s.partial;
    r.shift = s.shift;
    if (lods_.preparing(s.id)) r.pending = s.run->slices.size();
    if (r.lod)
      for (int a = 0; a < kActivities; ++a)
        if (r.lod->present(static_cast<Activity>(a))) presentActivities_ |= 1U << a;
    runs_.push_back(std::move(r));
  }
  lods_.keepOnly(ids);
  origin_ = state().whole().first;
  hovered_ = {};
  measure_.reset();
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
  mark_.reset();
  refreshArrows();
  refreshLanes();
  refreshSearch();
  if (waiting_ && indexOf(waiting_->runId) >= 0 && runs_[static_cast<std::size_t>(indexOf(waiting_->runId))].lod) goTo(*std::exchange(waiting_, std::nullopt));
}

void TimelineView::refreshLanes() {
  ++version_;
  lanes_ = layLanes(runs_, folding_);
  listHeight_ = lanes_.empty() ? 0 : lanes_.back().y + lanes_.back().height + 8;
  refreshScroll();
  replot();
}

void TimelineView::refreshScroll() {
  const int height = laneArea().height();
  scroll_->setPageStep(std::max(1, height));
  scroll_->setRange(0, std::max(0, listHeight_ - height));
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
QRect TimelineView::minimapArea() const { return {gutterWidth_, 4, std::max(1, plot_->width() - gutterWidth_), kMinimap}; }

SceneView TimelineView::sceneView() const {
  const QRect area = laneArea();
  const auto [from, to] = state().timeRange();
  return {from, to, std::max(1, area.width()), std::max(1, area.height()), scroll_->value(), plot_->bufferDevicePixelRatio(), state().mode(), version_};
}

void TimelineView::replot() {
  const auto [from, to] = state().timeRange();
  const int most = std::max(2, laneArea().width() / 90);
  ticker_->setMost(most);
  plot_->xAxis->setRange(static_cast<double>(from - origin_), static_cast<double>(to - origin_));
  plot_->xAxis->setLabel(timeTicks(from - origin_, to - origin_, most).title());
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void TimelineView::replotOverlay() {
  QCPLayer* layer = plot_->layer(QStringLiteral("float"));
  if (layer) layer->replot();
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  plot_->axisRect()->setMargins(QMargins(gutterWidth_, kMinimap + 8, 0, kBelow));
  // The layout of the plot follows only at its next replot, the scroll bar needs the height now.
  plot_->axisRect()->setOuterRect(QRect(QPoint(0, 0), plot_->size()));
  plot_->axisRect()->update(QCPLayoutElement::upLayout);
  empty_->setGeometry(plot_->rect());
  refreshScroll();
  replot();
}

void TimelineView::finishPreparing() {
  lods_.finishNow();
  while (searching()) searchStep();
  plot_->replot(QCustomPlot::rpImmediateRefresh);
}

// ---- search

void TimelineView::refreshSearch() {
  search_.clear();
  searchTimer_.stop();
  if (!state().search().isEmpty()) {
    const std::string text = state().search().toStdString();
    for (const TimelineRun& r : runs_) search_.push_back(r.lod ? std::make_unique<NameSearch>(r.lod->runPtr(), text) : nullptr);
    for (auto& s : search_)
      if (s) s->advance(kSearchAtOnce);
    if (searching()) searchTimer_.start();
  }
  ++version_;
  replot();
  emit matchesChanged();
}

void TimelineView::searchStep() {
  for (auto& s : search_)
    if (s && !s->done()) {
      s->advance(kSearchStep);
      break;
    }
  if (!searching()) searchTimer_.stop();
  ++version_;
  replot();
  emit matchesChanged();
}

bool TimelineView::searching() const {
  return std::any_of(search_.begin(), search_.end(), [](const auto& s) { return s && !s->done(); });
}

std::uint64_t TimelineView::matches() const {
  std::uint64_t n = 0;
  for (const auto& s : search_)
    if (s) n += s->hits().size();
  return n;
}

std::uint64_t TimelineView::matchPosition() const {
  const Selection& s = state().selection();
  const int run = indexOf(s.runId);
  if (s.kind != Selection::Kind::Slice || run < 0 || search_.empty()) return 0;
  std::uint64_t before = 0;
  for (int i = 0; i < run; ++i)
    if (search_[static_cast<std::size_t>(i)]) before += search_[static_cast<std::size_t>(i)]->hits().size();
  const auto& search = search_[static_cast<std::size_t>(run)];
  const std::uint64_t at = search ? search->position(s.slice) : 0;
  return at == 0 ? 0 : before + at;
}

bool TimelineView::findNext() { return find(NameSearch::Direction::Next); }
bool TimelineView::findPrevious() { return find(NameSearch::Direction::Previous); }

// Through one run in order of time, then through the next; wraps around.
bool TimelineView::find(NameSearch::Direction direction) {
  const auto n = static_cast<int>(search_.size());
  if (n == 0 || matches() == 0) return false;
  const bool next = direction == NameSearch::Direction::Next;
  const Selection& s = state().selection();
  int run = s.kind == Selection::Kind::Slice ? indexOf(s.runId) : -1;
  NameSearch::Place place;
  const auto edge = [&] { return next ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max(); };
  if (run >= 0 && search_[static_cast<std::size_t>(run)] && s.slice < runs_[static_cast<std::size_t>(run)].run().slices.size()) {
    place.from = s.slice;
  } else {
    run = 0;
    place.time = next ? state().timeRange().first - runs_.front().shift : state().timeRange().second - runs_.front().shift;
  }
  for (int k = 0; k <= n; ++k) {
    const auto at = static_cast<std::size_t>((run + (next ? k : n - k % n)) % n);
    if (k > 0) place = {edge(), std::nullopt};
    if (!search_[at]) continue;
    if (const auto hit = search_[at]->find(place, direction)) {
      state().select(sliceSelection(runs_[at], *hit));
      reveal(runs_[at].id, *hit);
      emit matchesChanged();
      return true;
    }
  }
  return false;
}

void TimelineView::reveal(int runId, SliceIndex slice) {
  const int run = indexOf(runId);
  if (run < 0 || !runs_[static_cast<std::size_t>(run)].lod) return;
  const TimelineRun& shown = runs_[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  if (slice >= r.slices.size()) return;
  const int lane = laneOfRow(lanes_, runs_, run, static_cast<std::uint32_t>(&r.rowOf(slice) - r.rows.data()));
  if (lane >= 0) {
    const Lane& l = lanes_[static_cast<std::size_t>(lane)];
    const int height = laneArea().height();
    if (l.y < scroll_->value() || l.y + l.height > scroll_->value() + height) scroll_->setValue(l.y - height / 2);
  }
  const auto [from, to] = state().timeRange();
  const std::int64_t start = r.slices.start[slice] + shown.shift;
  const std::int64_t end = r.slices.endOf(slice) + shown.shift;
  std::int64_t width = to - from;
  // Wide enough to see it: a slice below two pixels is zoomed to a twentieth of the view.
  const double pixels = static_cast<double>(end - start) / static_cast<double>(width) * laneArea().width();
  if (pixels < 2) width = std::max<std::int64_t>((end - start) * 20, 20'000);
  if (pixels < 2 || start < from || end > to) {
    width = std::max(width, (end - start) + (end - start) / 5);
    const std::int64_t mid = start + (end - start) / 2;
    state().setTimeRange({mid - width / 2, mid - width / 2 + width}, true);
  }
}

void TimelineView::refreshArrows() {
  arrows_ = {};
  const Selection& s = state().selection();
  const int run = indexOf(s.runId);
  if (run < 0 || s.kind != Selection::Kind::Slice || !runs_[static_cast<std::size_t>(run)].lod) return;
  const Arrows& a = runs_[static_cast<std::size_t>(run)].run().arrows;
  const auto first = std::lower_bound(a.from.begin(), a.from.end(), s.slice);
  for (auto it = first; it != a.from.end() && *it == s.slice; ++it) {
    if (arrows_.out.size() < kMostArrows) arrows_.out.push_back(static_cast<std::size_t>(it - a.from.begin()));
    else ++arrows_.more;
  }
  // Arrows are ordered by where they begin; one walk a selection costs a millisecond for a million.
  for (std::size_t i = 0; i < a.to.size(); ++i) {
    if (a.to[i] != s.slice) continue;
    if (arrows_.in.size() < kMostArrows) arrows_.in.push_back(i);
    else ++arrows_.more;
  }
}

void TimelineView::goTo(const ViewState::Place& place) {
  const int run = indexOf(place.runId);
  if (run < 0) return;
  const TimelineRun& shown = runs_[static_cast<std::size_t>(run)];
  if (!shown.lod) {
    waiting_ = place;
    return;
  }
  if (place.slice && *place.slice < shown.run().slices.size()) {
    state().select(sliceSelection(shown, *place.slice));
    const Run& r = shown.run();
    // What is folded away is unfolded, or nobody sees it.
    const std::uint32_t row = static_cast<std::uint32_t>(&r.rowOf(*place.slice) - r.rows.data());
    for (int tries = 0; tries < 4; ++tries) {
      const int lane = laneOfRow(lanes_, runs_, run, row);
      if (lane < 0 || !lanes_[static_cast<std::size_t>(lane)].folded) break;
      setFolded(lanes_[static_cast<std::size_t>(lane)].key, false);
    }
    reveal(place.runId, *place.slice);
  } else {
    state().select({});
  }
  const std::int64_t at = place.time + shown.shift;
  const auto [from, to] = state().timeRange();
  const auto [first, last] = state().whole();
  if (!place.slice || at < from || at >= to) {
    const std::int64_t width = std::min(to - from, std::max<std::int64_t>((last - first) / 20, 20'000));
    state().setTimeRange({at - width / 2, at - width / 2 + width}, true);
  }
  mark_ = Mark{at, place.text};
  replotOverlay();
}

void TimelineView::setFolded(const QString& key, bool folded) {
  for (const Lane& l : lanes_)
    if (l.key == key && l.foldable && l.folded != folded) {
      if (!folding_.toggled.remove(key)) folding_.toggled.insert(key);
      refreshLanes();
      return;
    }
}

QVector<QStringList> TimelineView::table() const {
  QVector<QStringList> out{{tr("run"), tr("rank"), tr("process"), tr("track"), tr("slices"), tr("busy (s)"), tr("busy share of the run")}};
  for (const TimelineRun& shown : runs_) {
    if (!shown.lod) continue;
    const Run& r = shown.run();
    const auto [from, to] = r.span();
    for (TrackIndex t = 0; t < r.tracks.size(); ++t) {
      if (static_cast<std::uint64_t>(out.size()) > kMostBusyTracks) return out;
      std::vector<LodSpan> spans;
      if (to > from) shown.lod->group(shown.lod->groupOfTrack(t), {from, to, 1}, spans);
      const double share = spans.empty() ? 0 : spans.front().coverage;
      const Track& track = r.tracks[t];
      out.append({shown.title, track.rank == kUnknownRank ? tr("unknown") : QString::number(track.rank), textOf(r.names.text(track.process)),
                  textOf(r.names.text(track.name)), QString::number(shown.lod->groups()[shown.lod->groupOfTrack(t)].slices),
                  QString::number(share * static_cast<double>(to - from) * 1e-12, 'g', 6), QString::number(share, 'f', 4)});
    }
  }
  return out;
}

}  // namespace weir
