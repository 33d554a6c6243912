#include "views/topology/topology_view.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPointer>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>

#include "core/scenario/json.h"
#include "core/scenario/presets.h"
#include "views/shared/icons.h"
#include "views/shared/truth_icon.h"
#include "views/topology/topology_answer.h"

namespace weir {
namespace {

constexpr const char* kUtilisation = "link utilisation";
constexpr const char* kQueue = "queue depth";

bool hasLinks(const Run& run) { return run.names.find(kUtilisation) != 0; }

}  // namespace

TopologyView::TopologyView(ViewState& s, QWidget* parent)
    : View(s, parent),
      canvas_(new TopologyCanvas),
      strip_(new LoadStrip),
      stripRow_(new QWidget),
      what_(new QComboBox),
      run_(new QComboBox),
      runLabel_(new QLabel(tr("Network of"))),
      play_(new QToolButton) {
  what_->setAccessibleName(tr("What colours the links"));
  what_->setToolTip(tr("What colours the links, over the visible time"));
  run_->setAccessibleName(tr("Whose network is shown"));
  what_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(24);
  runLabel_->setBuddy(run_);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  for (QWidget* w : std::initializer_list<QWidget*>{what_, runLabel_, run_}) bar->addWidget(w);
  bar->addStretch(1);
  const auto tool = [&](const QString& icon, const QString& name, const QString& tip) {
    auto* b = new QToolButton;
    b->setAutoRaise(true);
    b->setIconSize({16, 16});
    icons::set(b, icon);
    b->setAccessibleName(name);
    b->setToolTip(tip);
    bar->addWidget(b);
    return b;
  };
  connect(tool(QStringLiteral("zoom-out"), tr("Zoom out"), tr("Zoom out (−)")), &QToolButton::clicked, this, [this] { canvas_->zoom(0.8); });
  connect(tool(QStringLiteral("zoom-in"), tr("Zoom in"), tr("Zoom in (+, or the wheel); drag to move")), &QToolButton::clicked, this, [this] { canvas_->zoom(1.25); });
  connect(tool(QStringLiteral("fit"), tr("Show the whole network"), tr("Show the whole network (Home, or double click)")), &QToolButton::clicked, this, [this] { canvas_->fit(); });
  play_->setAutoRaise(true);
  play_->setIconSize({16, 16});
  play_->setCheckable(true);
  icons::set(play_, QStringLiteral("simulate"));
  play_->setAccessibleName(tr("Play the run"));
  play_->setToolTip(tr("Let the time window run through the run"));
  connect(play_, &QToolButton::toggled, this, [this](bool on) {
    icons::set(play_, on ? QStringLiteral("pause") : QStringLiteral("simulate"));
    if (on) playing_.start(50);
    else playing_.stop();
  });
  connect(&playing_, &QTimer::timeout, this, &TopologyView::play);
  auto* stripLine = new QHBoxLayout(stripRow_);
  stripLine->setContentsMargins(8, 0, 4, 4);
  stripLine->setSpacing(0);
  stripLine->addWidget(play_, 0, Qt::AlignTop);
  stripLine->addWidget(strip_, 1);
  stripRow_->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(canvas_, 1);
  column->addWidget(stripRow_);

  for (QComboBox* c : {what_, run_}) connect(c, &QComboBox::activated, this, &TopologyView::read);
  connect(&s, &ViewState::runsChanged, this, &TopologyView::refresh);
  connect(&s, &ViewState::timeRangeChanged, this, &TopologyView::refresh);
  connect(&s, &ViewState::answeredChanged, this, &TopologyView::refresh);
  connect(&s, &ViewState::modeChanged, this, [this] {
    canvas_->setMode(state().mode());
    strip_->setMode(state().mode());
  });
  connect(&s, &ViewState::selectionChanged, this, &TopologyView::markSelected);
  connect(canvas_, &TopologyCanvas::hoverChanged, this, [this] { state().setHovered(canvas_->hovered().any() ? line(canvas_->hovered()) : QString()); });
  connect(canvas_, &TopologyCanvas::chosen, this, &TopologyView::chose);
  connect(strip_, &LoadStrip::rangeMoved, this, [this](qint64 from, qint64 to, bool done) {
    const std::int64_t shift = shown_ ? shown_->request.shift : 0;
    state().setTimeRange({from + shift, to + shift}, done);
  });
  canvas_->setDescriber([this](const TopologyHit& hit) {
    QStringList lines;
    for (const auto& [what, value] : facts(hit)) lines << what + QStringLiteral(": ") + value;
    return lines.join(QLatin1Char('\n'));
  });
  canvas_->setMode(s.mode());
  strip_->setMode(s.mode());
  refresh();
}

void TopologyView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  if (dirty_) refresh();
}

void TopologyView::setSettings(const Settings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  refresh();
}

const Machine& TopologyView::machineOf(const RunPtr& run) const {
  if (machineRun_ != run) {
    machineRun_ = run;
    const auto s = scenarioFromJson(run->scenario, "the run's scenario", Presets{});
    machine_ = s ? s->machine : Machine{};
  }
  return machine_;
}

std::optional<TopologyView::Request> TopologyView::request() const {
  Request r;
  r.group = settings_.group;
  r.peak = settings_.peak;
  const ShownRun* best = nullptr;
  if (settings_.runId > 0) {
    best = state().run(settings_.runId);
    if (best && (!best->visible || best->run->scenario.empty())) best = nullptr;
  }
  if (!best && settings_.runId != Settings::kInHand) {
    // What is being simulated, else the last simulation that still answers the scenario in hand.
    for (const ShownRun& s : state().runs()) {
      if (!s.visible || s.run->scenario.empty() || !hasLinks(*s.run)) continue;
      if (s.id == followed_) {
        best = &s;
        break;
      }
      if (!best || !s.stale || best->stale) best = &s;
    }
    // The machine was changed since: its new network is what is asked for. What only the plan changed stays.
    if (best && best->stale && !best->partial && state().answered() && !(machineOf(best->run) == state().answered()->scenario.machine)) best = nullptr;
  }
  if (!best && settings_.runId != Settings::kInHand && !state().answered())
    for (const ShownRun& s : state().runs())
      if (s.visible && !s.run->scenario.empty()) best = &s;
  if (!best) {
    if (!state().answered()) return std::nullopt;
    r.inHand = state().answered();
    r.title = r.inHand->scenario.name.empty() ? tr("scenario in hand") : q(r.inHand->scenario.name);
    return r;
  }
  r.run = best->run;
  r.runId = best->id;
  r.title = tr("%1, %2").arg(best->title, truthName(*best));
  r.shift = best->shift;
  const auto [lo, hi] = best->run->span();
  const auto [from, to] = state().timeRange();
  r.range = {std::max(lo, from - best->shift), std::min(hi, to - best->shift)};
  if (r.range.length() == 0) r.range = {lo, hi};
  constexpr int kLatest = 20;  // of a run that grows: its last twentieth
  r.latest = best->partial && r.range.from <= lo && r.range.to >= hi && hi - lo > kLatest;
  if (r.latest) r.range.from = hi - (hi - lo) / kLatest;
  return r;
}

std::shared_ptr<const TopologyView::Answer> TopologyView::answer(const Request& r, NetworkPicturePtr known) {
  auto a = std::make_shared<Answer>();
  a->request = r;
  if (known) {
    a->network = std::move(known);
  } else {
    auto made = r.inHand ? networkPicture(r.inHand->scenario) : networkPictureOf(r.run->scenario);
    if (!made) {
      a->error = made.error().line();
      return a;
    }
    a->network = *made;
  }
  if (!r.run) return a;
  a->load = networkLoad(*a->network, *r.run, r.group, r.range);
  a->queue = r.group == kQueue ? a->load : networkLoad(*a->network, *r.run, kQueue, r.range);
  a->overTime = loadOverTime(*a->network, *r.run, kUtilisation, r.columns);
  return a;
}

void TopologyView::refresh() {
  for (const ShownRun& r : state().runs())
    if (r.partial) followed_ = r.id;
  if (!isVisible()) {
    dirty_ = true;
    return;
  }
  dirty_ = false;
  const auto wanted = request();
  if (!wanted) {
    shown_.reset();
    again_ = false;
    canvas_->setBusy(false);
    canvas_->setEmpty(tr("No network to show yet"), nothing());
    stripRow_->hide();
    syncControls();
    return;
  }
  const NetworkPicturePtr known = shown_ && shown_->request.sameNetwork(*wanted) ? shown_->network : nullptr;
  if (!wanted->heavy(known != nullptr)) {
    running_.reset();  // whatever a worker still brings is older
    again_ = false;
    take(answer(*wanted, known));
    return;
  }
  canvas_->setBusy(true);
  if (running_) {
    again_ = true;  // the newest is asked for once the worker is back; those between never are
    return;
  }
  running_ = std::make_shared<Request>(*wanted);
  QThreadPool::globalInstance()->start([self = QPointer<TopologyView>(this), asked = running_, known] {
    auto a = answer(*asked, known);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self, asked, a] {
          if (!self || self->running_ != asked) return;
          self->running_.reset();
          const bool again = std::exchange(self->again_, false);
          self->take(a);
          if (again) self->refresh();
        },
        Qt::QueuedConnection);
  });
}

void TopologyView::take(std::shared_ptr<const Answer> a) {
  shown_ = std::move(a);
  canvas_->setBusy(false);
  syncControls();
  if (!shown_->network) {
    canvas_->setEmpty(tr("This network cannot be built"), q(shown_->error));
    stripRow_->hide();
    return;
  }
  canvas_->setPicture(picture(*shown_));
  const Request& r = shown_->request;
  stripRow_->setVisible(!shown_->overTime.empty());
  if (r.run && !shown_->overTime.empty()) {
    strip_->setLoad(shown_->overTime, r.run->span());
    strip_->setRange({r.range.from, r.range.to});
  }
  markSelected();
}

void TopologyView::syncControls() {
  syncing_ = true;
  what_->clear();
  const Run* run = shown_ && shown_->request.run ? shown_->request.run.get() : nullptr;
  auto groups = run ? counterGroups(*run) : std::vector<std::pair<std::string, std::size_t>>{};
  std::stable_partition(groups.begin(), groups.end(), [](const auto& g) { return g.first == kUtilisation; });
  if (run)
    for (const auto& [group, count] : groups) {
      const QString name = groupName(group);
      switch (cellOf(group)) {
        case LinkHeat::Cell::Mean:
          what_->addItem(tr("%1, mean").arg(name), q(group));
          what_->addItem(tr("%1, peak").arg(name), QStringLiteral("^") + q(group));
          break;
        case LinkHeat::Cell::Peak: what_->addItem(tr("%1, highest").arg(name), q(group)); break;
        case LinkHeat::Cell::Sum: what_->addItem(name, q(group)); break;
      }
    }
  if (what_->count() == 0) what_->addItem(tr("bandwidth"));
  what_->setEnabled(what_->count() > 1);
  what_->setCurrentIndex(std::max(0, what_->findData((settings_.peak ? QStringLiteral("^") : QString()) + q(settings_.group))));
  run_->clear();
  for (const ShownRun& s : state().runs())
    if (s.visible && !s.run->scenario.empty()) run_->addItem(tr("%1 (%2)").arg(s.title, truthName(s)), s.id);
  if (state().answered()) run_->addItem(tr("scenario in hand"), Settings::kInHand);
  run_->setCurrentIndex(run_->findData(shown_ && shown_->request.runId > 0 ? shown_->request.runId : static_cast<int>(Settings::kInHand)));
  const bool several = run_->count() > 1;
  runLabel_->setVisible(several);
  run_->setVisible(several);
  syncing_ = false;
}

void TopologyView::read() {
  if (syncing_) return;
  Settings s = settings_;
  if (const QString what = what_->currentData().toString(); !what.isEmpty()) {
    s.peak = what.startsWith(QLatin1Char('^'));
    s.group = (s.peak ? what.mid(1) : what).toStdString();
  }
  if (run_->count() > 1 && run_->currentIndex() >= 0) s.runId = run_->currentData().toInt();
  setSettings(s);
}

void TopologyView::play() {
  if (!shown_ || !shown_->request.run || !isVisible()) {
    play_->setChecked(false);
    return;
  }
  const std::int64_t shift = shown_->request.shift;
  const auto [lo, hi] = shown_->request.run->span();
  auto [from, to] = state().timeRange();
  std::int64_t width = to - from;
  if (from - shift <= lo && to - shift >= hi) {  // from the whole: a window at the beginning
    width = std::max<std::int64_t>(1000, (hi - lo) / 40);
    from = lo + shift;
  } else {
    from += std::max<std::int64_t>(1, width / 6);
  }
  if (from - shift + width >= hi) {
    from = hi + shift - width;
    play_->setChecked(false);
  }
  state().setTimeRange({from, from + width});
}

void TopologyView::markSelected() {
  const Selection& s = state().selection();
  std::optional<std::uint32_t> link;
  if (shown_ && shown_->network && !s.link.empty())
    if (const std::uint32_t l = shown_->network->find(s.link); l != NetworkPicture::kNone) link = l;
  canvas_->setSelected(link);
}

void TopologyView::chose(const TopologyHit& hit) {
  if (!shown_ || !shown_->network) return;
  if (!hit.any()) {
    if (state().selection().kind == Selection::Kind::Link) state().select({});
    return;
  }
  Selection s;
  s.kind = Selection::Kind::Link;
  s.runId = shown_->request.runId;
  s.facts = facts(hit);
  if (!s.facts.empty()) s.title = s.facts.front().second;
  const TopologyScene& scene = canvas_->scene();
  if (hit.link) {
    const SceneLink& l = scene.links[*hit.link];
    s.link = shown_->network->linkName(hit.backward && l.cables == 1 ? l.link ^ 1U : l.link);
  }
  state().select(s);
}

void TopologyView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  const auto wanted = request();
  if (!wanted) return;
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  const auto a = answer(*wanted, shown_ && shown_->request.sameNetwork(*wanted) ? shown_->network : nullptr);
  if (!a->network) return;
  TopologyPicture p = picture(*a);
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  // What is looked at is what is printed, if it is the same network.
  const Camera camera = canvas_->picture().network == a->network ? canvas_->camera() : Camera{};
  paintTopology(painter, p, composeTopology(p, area, camera, s, painter.device()), area, s);
}

}  // namespace weir
