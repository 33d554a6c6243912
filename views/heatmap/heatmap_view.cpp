#include "views/heatmap/heatmap_view.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPointer>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/heatmap/heatmap_answer.h"

namespace weir {
namespace {

QString truthName(const ShownRun& r) {
  QString s = QCoreApplication::translate("Truth", std::string(name(r.run->truth)).c_str());
  if (r.partial) s += QCoreApplication::translate("Truth", ", so far");
  if (r.stale) s += QCoreApplication::translate("Truth", ", stale");
  return s;
}

}  // namespace

std::shared_ptr<const HeatmapView::Answer> HeatmapView::answer(const Request& r) {
  auto a = std::make_shared<Answer>();
  a->request = r;
  if (r.links) {
    a->heat = linkHeat(*r.run, r.heat);
    return a;
  }
  a->traffic = trafficMatrix(*r.run, r.traffic);
  if (a->traffic.source != TrafficSource::SharedTime) return a;
  std::vector<CollectiveInstance> instances = collectiveInstances(*r.run);
  if (r.traffic.range)
    std::erase_if(instances, [&](const CollectiveInstance& i) {
      return i.lastStart < r.traffic.range->from || i.lastStart >= r.traffic.range->to;
    });
  a->late = lateness(instances);
  return a;
}

HeatmapView::HeatmapView(ViewState& s, QWidget* parent)
    : View(s, parent),
      canvas_(new HeatCanvas),
      what_(new QComboBox),
      run_(new QComboBox),
      algorithm_(new QComboBox),
      order_(new QComboBox),
      runLabel_(new QLabel(tr("Run"))),
      algorithmLabel_(new QLabel(tr("Expand as"))),
      orderLabel_(new QLabel(tr("Order"))),
      log_(new QCheckBox(tr("Log scale"))),
      visible_(new QCheckBox(tr("Visible time only"))) {
  for (const Algorithm a : {Algorithm::Ring, Algorithm::DoubleBinaryTree, Algorithm::HalvingDoubling})
    algorithm_->addItem(q(name(a)).replace(QStringLiteral("double-binary-tree"), tr("double binary tree")), static_cast<int>(a));
  order_->addItem(tr("hottest first"), static_cast<int>(LinkHeatOptions::Order::Load));
  order_->addItem(tr("by name"), static_cast<int>(LinkHeatOptions::Order::Name));
  what_->setAccessibleName(tr("What is shown"));
  run_->setAccessibleName(tr("Run"));
  algorithm_->setAccessibleName(tr("Algorithm by which collectives are expanded"));
  order_->setAccessibleName(tr("Order of the links"));
  algorithm_->setToolTip(tr("Traces name collectives, not messages: who sends to whom follows from the algorithm."));
  visible_->setToolTip(tr("Count only what lies in the time range that the timeline shows"));
  for (QComboBox* c : {what_, run_, algorithm_, order_}) c->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(14);
  runLabel_->setBuddy(run_);
  algorithmLabel_->setBuddy(algorithm_);
  orderLabel_->setBuddy(order_);

  // One row where there is room, else two: see resizeEvent.
  bar_ = new QBoxLayout(QBoxLayout::LeftToRight);
  bar_->setContentsMargins(8, 4, 8, 4);
  bar_->setSpacing(8);
  const auto row = [&](std::initializer_list<QWidget*> widgets) {
    auto* r = new QHBoxLayout;
    r->setSpacing(8);
    for (QWidget* w : widgets) r->addWidget(w);
    bar_->addLayout(r);
    return r;
  };
  row({what_, runLabel_, run_})->addStretch(0);
  row({algorithmLabel_, algorithm_, orderLabel_, order_, log_, visible_})->addStretch(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar_);
  column->addWidget(canvas_, 1);

  for (QComboBox* c : {what_, run_, algorithm_, order_}) connect(c, &QComboBox::activated, this, &HeatmapView::read);
  for (QCheckBox* c : {log_, visible_}) connect(c, &QCheckBox::toggled, this, &HeatmapView::read);
  connect(&s, &ViewState::runsChanged, this, [this] {
    syncControls();
    refresh();
  });
  connect(&s, &ViewState::timeRangeChanged, this, [this] {
    if (settings_.visibleOnly) refresh();
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(&s, &ViewState::selectionChanged, this, &HeatmapView::markSelected);
  connect(canvas_, &HeatCanvas::cellHovered, this, &HeatmapView::hovered);
  connect(canvas_, &HeatCanvas::cellChosen, this, &HeatmapView::chose);
  connect(canvas_, &HeatCanvas::resized, this, [this] {
    if (shown_ && shown_->request.links) refresh();
  });
  connect(canvas_, &HeatCanvas::zoomed, this, [this](double at, double factor) {
    const auto [from, to] = state().timeRange();
    const double width = static_cast<double>(to - from);
    const double left = static_cast<double>(from) + at * width * (1 - factor);
    state().setTimeRange({std::llround(left), std::llround(left + width * factor)}, true);
  });
  canvas_->setDescriber([this](QPoint cell) {
    QString text;
    for (const auto& [what, value] : facts(cell)) text += what + QStringLiteral(": ") + value + QLatin1Char('\n');
    return text.trimmed();
  });
  canvas_->setMode(s.mode());
  syncControls();
  refresh();
}

void HeatmapView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  constexpr int kOneRow = 760;
  bar_->setDirection(width() < kOneRow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

const ShownRun* HeatmapView::chosen() const {
  const ShownRun* first = nullptr;
  for (const ShownRun& r : state().runs()) {
    if (!r.visible) continue;
    if (r.id == (settings_.runId != 0 ? settings_.runId : followed_)) return &r;
    if (!first) first = &r;
  }
  return first;
}

void HeatmapView::setSettings(const Settings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  syncControls();
  refresh();
}

// The controls show what can be asked of the chosen run.
void HeatmapView::syncControls() {
  syncing_ = true;
  const ShownRun* r = chosen();
  what_->clear();
  what_->addItem(tr("Rank × rank: bytes"), QStringLiteral("bytes"));
  what_->addItem(tr("Rank × rank: messages"), QStringLiteral("messages"));
  what_->addItem(tr("Rank × rank: time"), QStringLiteral("time"));
  if (r)
    for (const auto& [group, n] : counterGroups(*r->run))
      what_->addItem(tr("Link × time: %1").arg(q(group.empty() ? "counters" : group)), QStringLiteral("link ") + q(group));
  const bool links = shown_ ? shown_->request.links : settings_.show == Settings::Show::Links;
  int at = links ? what_->findData(QStringLiteral("link ") + q(shown_ ? shown_->request.heat.group : settings_.group)) : what_->findData(q(name(settings_.measure)));
  if (links && at < 0 && what_->count() > 3) at = 3;
  what_->setCurrentIndex(std::max(at, 0));
  what_->setEnabled(r != nullptr);

  run_->clear();
  for (const ShownRun& shown : state().runs())
    if (shown.visible) run_->addItem(tr("%1 (%2)").arg(shown.title, truthName(shown)), shown.id);
  if (r) run_->setCurrentIndex(run_->findData(r->id));
  const bool several = run_->count() > 1;
  runLabel_->setVisible(several);
  run_->setVisible(several);
  algorithm_->setCurrentIndex(std::max(algorithm_->findData(static_cast<int>(settings_.algorithm)), 0));
  const bool expands = shown_ && !links && shown_->traffic.algorithmMatters;
  algorithmLabel_->setVisible(expands);
  algorithm_->setVisible(expands);
  order_->setCurrentIndex(std::max(order_->findData(static_cast<int>(settings_.order)), 0));
  orderLabel_->setVisible(links);
  order_->setVisible(links);
  log_->setChecked(settings_.log);
  visible_->setChecked(settings_.visibleOnly);
  syncing_ = false;
}

void HeatmapView::read() {
  if (syncing_) return;
  Settings s = settings_;
  const QString what = what_->currentData().toString();
  if (what.startsWith(QStringLiteral("link "))) {
    s.show = Settings::Show::Links;
    s.group = what.mid(5).toStdString();
  } else {
    s.show = Settings::Show::Ranks;
    s.measure = what == QStringLiteral("messages") ? TrafficMeasure::Messages
                : what == QStringLiteral("time")   ? TrafficMeasure::Time
                                                   : TrafficMeasure::Bytes;
  }
  if (run_->currentIndex() >= 0 && run_->count() > 1) s.runId = run_->currentData().toInt();
  s.algorithm = static_cast<Algorithm>(algorithm_->currentData().toInt());
  s.order = static_cast<LinkHeatOptions::Order>(order_->currentData().toInt());
  s.log = log_->isChecked();
  s.visibleOnly = visible_->isChecked();
  setSettings(s);
}

std::optional<HeatmapView::Request> HeatmapView::request(int rows, int columns) const {
  const ShownRun* r = chosen();
  if (!r) return std::nullopt;
  Request q1;
  q1.run = r->run;
  q1.runId = r->id;
  q1.runTitle = tr("%1, %2").arg(r->title, truthName(*r));
  q1.shift = r->shift;
  const auto groups = counterGroups(*r->run);
  const bool tells = r->run->transfers.size() > 0 || !r->run->collectives.empty();
  const bool linksFirst = !tells || r->id == followed_;
  q1.links = !groups.empty() && (settings_.show ? settings_.show == Settings::Show::Links : linksFirst);
  std::optional<TimeRange> range;
  if (settings_.visibleOnly && state().timeRange() != state().whole())
    range = TimeRange{state().timeRange().first - r->shift, state().timeRange().second - r->shift};
  q1.traffic.measure = settings_.measure;
  q1.traffic.algorithm = settings_.algorithm;
  q1.traffic.range = range;
  q1.heat.range = range;
  q1.heat.group = settings_.group;
  if (settings_.group.empty() && !groups.empty()) {
    // Of a simulation how busy links were comes first, whatever its counters' order.
    const auto busy = std::find_if(groups.begin(), groups.end(), [](const auto& g) { return g.first == "link utilisation"; });
    q1.heat.group = (busy == groups.end() ? groups.front() : *busy).first;
  }
  q1.heat.order = settings_.order;
  q1.heat.rows = std::clamp(rows, 4, 256);
  q1.heat.columns = std::clamp(columns, 16, 2000);
  return q1;
}

void HeatmapView::refresh() {
  // What is being computed is what the person watches.
  for (const ShownRun& r : state().runs())
    if (r.partial) followed_ = r.id;
  const QSize plot = canvas_->plotSize();
  const auto wanted = request(plot.height() / 15, plot.width() / 2);
  if (!wanted) {
    shown_.reset();
    next_.reset();
    canvas_->setBusy(false);
    canvas_->setEmpty(
        tr("Nothing to show yet"),
        tr("Open a trace of several ranks, or simulate a scenario: who sends how much to whom appears here, and how busy "
           "every link is over time. Try the sample study, a folder of profiler traces, or “Simulate packets”."));
    return;
  }
  if (!wanted->heavy()) {
    next_.reset();
    take(answer(*wanted));
    return;
  }
  next_ = std::make_shared<Request>(*wanted);
  canvas_->setBusy(true);
  if (running_) return;  // the newest waits; older ones are never started
  running_ = std::exchange(next_, nullptr);
  QThreadPool::globalInstance()->start([self = QPointer<HeatmapView>(this), asked = running_] {
    auto a = answer(*asked);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self, asked, a] {
          if (!self || self->running_ != asked) return;
          self->running_.reset();
          if (self->next_)
            self->refresh();
          else
            self->take(a);
        },
        Qt::QueuedConnection);
  });
}

void HeatmapView::take(std::shared_ptr<const Answer> a) {
  const bool links = shown_ && shown_->request.links;
  const bool expands = shown_ && shown_->traffic.algorithmMatters;
  shown_ = std::move(a);
  canvas_->setBusy(false);
  if (links != shown_->request.links || expands != shown_->traffic.algorithmMatters) syncControls();
  HeatPicture p = picture(*shown_, settings_.log);
  if (p.empty())
    canvas_->setEmpty(shown_->request.links ? tr("No link was sampled in this time range") : q(shown_->traffic.assumption),
                      tr("Simulating packets records every link; traces of several ranks tell which ranks met in a collective."));
  else
    canvas_->setPicture(std::move(p));
  markSelected();
}

// A cell chosen here stays marked while its picture does; a link chosen elsewhere has its row marked.
void HeatmapView::markSelected() {
  const Selection& s = state().selection();
  if (s.kind == Selection::Kind::Cell) return;
  canvas_->setSelected(std::nullopt);
  if (s.kind != Selection::Kind::Link || s.link.empty() || !shown_ || !shown_->request.links) return;
  const auto& rows = shown_->heat.rows;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == s.link) canvas_->setSelected(QPoint(-1, static_cast<int>(i)));
}

QString HeatmapView::emptyReason() const {
  const auto r = request(24, 400);
  if (!r) return tr("nothing is open");
  const HeatPicture p = picture(*answer(*r), settings_.log);
  if (!p.empty()) return {};
  return r->links ? tr("no link was sampled in this time range") : q(answer(*r)->traffic.assumption);
}

void HeatmapView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  const auto r = request(static_cast<int>((size.height() - 7 * s.em) / (s.em * 1.05)), 400);
  if (!r) return;
  HeatPicture p = picture(*answer(*r), settings_.log);
  if (p.empty()) return;
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  paintHeat(painter, p, layoutHeat(p, area, s, painter.device()), area, s);
}

void HeatmapView::hovered(std::optional<QPoint> cell) {
  state().setHovered(cell && shown_ && !canvas_->picture().empty() ? line(*cell) : QString());
}

void HeatmapView::chose(QPoint cell) {
  if (!shown_) return;
  canvas_->setSelected(cell);
  Selection s;
  s.kind = Selection::Kind::Cell;
  s.runId = shown_->request.runId;
  s.facts = facts(cell);
  s.title = s.facts.empty() ? QString() : s.facts.front().second;
  if (shown_->request.links) s.link = shown_->heat.rows[static_cast<std::size_t>(cell.y())].name;
  state().select(s);
}

}  // namespace weir
