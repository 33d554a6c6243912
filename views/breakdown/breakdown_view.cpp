#include "views/breakdown/breakdown_view.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QScrollArea>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/units.h"
#include "views/breakdown/breakdown_canvas.h"
#include "views/shared/intervals.h"

namespace weir {
namespace {
constexpr std::size_t kHeavy = 200'000;  // slices above which a run is summed up in a worker
constexpr std::size_t kMostBars = 128;   // ranks with a bar of their own on screen
}  // namespace

BreakdownView::BreakdownView(ViewState& s, QWidget* parent)
    : View(s, parent),
      canvas_(new BreakdownCanvas),
      scroll_(new QScrollArea),
      rows_(new QComboBox),
      scale_(new QComboBox),
      visible_(new QCheckBox(tr("Visible time only"))) {
  rows_->setAccessibleName(tr("A bar of what"));
  rows_->setToolTip(tr("What has a bar of its own: a rank, or a training step that the trace marks or repeats"));
  scale_->addItem(tr("Share of the time"), static_cast<int>(Scale::Share));
  scale_->addItem(tr("Time"), static_cast<int>(Scale::Time));
  scale_->addItem(tr("Time a step"), static_cast<int>(Scale::TimePerStep));
  scale_->setAccessibleName(tr("Scale of the bars"));
  visible_->setChecked(settings_.visibleOnly);
  visible_->setToolTip(tr("Count only what lies in the measured range, where one is dragged, else in the time that the timeline shows"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  bar->addWidget(rows_);
  bar->addWidget(scale_);
  bar->addWidget(visible_);
  bar->addStretch(1);
  scroll_->setWidget(canvas_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(scroll_, 1);

  connect(rows_, &QComboBox::activated, this, &BreakdownView::read);
  connect(scale_, &QComboBox::activated, this, &BreakdownView::read);
  connect(&s, &ViewState::stepsChanged, this, &BreakdownView::refresh);
  connect(canvas_, &BreakdownCanvas::segmentOpened, this, [this](const Segment& at) {
    const BreakdownBar& b = canvas_->picture().groups[at.group].bars[at.bar];
    if (b.begin && state().run(b.runId)) state().requestPlace({b.runId, *b.begin, std::nullopt, b.label});
  });
  connect(visible_, &QCheckBox::toggled, this, &BreakdownView::read);
  connect(&s, &ViewState::runsChanged, this, &BreakdownView::sumUpAll);
  connect(&s, &ViewState::timeRangeChanged, this, [this] {
    if (settings_.visibleOnly && !state().measured()) refresh();
  });
  connect(&s, &ViewState::measuredChanged, this, [this] {
    visible_->setText(state().measured() ? tr("Measured time only") : tr("Visible time only"));
    if (settings_.visibleOnly) refresh();
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(&s, &ViewState::answeredChanged, this, &BreakdownView::refreshAnswers);
  connect(&s, &ViewState::selectionChanged, this, [this] {
    if (state().selection().kind != Selection::Kind::Cell) canvas_->setSelected(std::nullopt);
  });
  connect(canvas_, &BreakdownCanvas::segmentHovered, this, &BreakdownView::hovered);
  connect(canvas_, &BreakdownCanvas::segmentChosen, this, &BreakdownView::chose);
  canvas_->setMode(s.mode());
  sumUpAll();
}

BreakdownView::~BreakdownView() = default;

const BreakdownPicture& BreakdownView::picture() const { return canvas_->picture(); }
QWidget& BreakdownView::canvas() { return *canvas_; }

std::shared_ptr<const BreakdownView::Summed> BreakdownView::sumUp(const RunPtr& run, RunMemo& memo) {
  return std::make_shared<const Summed>(Summed{run, memo.breakdown(run), memo.steps(run)});
}

void BreakdownView::sumUpAll() {
  std::erase_if(summed_, [&](const auto& s) { return !state().run(s.first); });
  for (const ShownRun& r : state().runs()) {
    if (!r.visible) continue;
    const auto it = summed_.find(r.id);
    if (it != summed_.end() && it->second->run == r.run) continue;
    if (r.run->slices.size() <= kHeavy) {
      summed_[r.id] = sumUp(r.run, *state().memo());
      continue;
    }
    if (underway_.contains(r.id)) continue;  // one at a time a run; its end looks again
    underway_[r.id] = r.run;
    QThreadPool::globalInstance()->start([self = QPointer<BreakdownView>(this), id = r.id, run = r.run, memo = state().memo()] {
      auto s = sumUp(run, *memo);
      QMetaObject::invokeMethod(
          QCoreApplication::instance(),
          [self, id, s] {
            if (!self) return;
            self->underway_.erase(id);
            if (self->state().run(id)) self->summed_[id] = s;
            self->sumUpAll();
          },
          Qt::QueuedConnection);
    });
  }
  listRows();
  refresh();
}

void BreakdownView::listRows() {
  constexpr std::size_t kListed = 256;
  std::set<std::int32_t> ranks;
  for (const auto& [id, summed] : summed_)
    for (const std::int32_t r : summed->index->ranks())
      if (r != kUnknownRank && ranks.size() < kListed) ranks.insert(r);
  rows_->clear();
  rows_->addItem(tr("A bar a rank"), -2);
  rows_->addItem(ranks.size() > 1 ? tr("A bar a step, mean of the ranks") : tr("A bar a step"), -1);
  if (ranks.size() > 1)
    for (const std::int32_t r : ranks) rows_->addItem(tr("A bar a step, rank %1").arg(r), r);
  const int wanted = settings_.rows == Rows::Ranks ? -2 : settings_.rank.value_or(-1);
  rows_->setCurrentIndex(std::max(rows_->findData(wanted), 0));
}

std::vector<RankSteps> BreakdownView::stepsOf(const ShownRun& shown, const Summed& summed) const {
  const std::vector<TimeRange>* hand = state().stepsByHand(shown.id);
  return hand ? onEveryRank(*shown.run, *hand) : summed.steps->ranks;
}

void BreakdownView::setSettings(const Settings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  scale_->setCurrentIndex(scale_->findData(static_cast<int>(settings.scale)));
  listRows();
  visible_->setChecked(settings.visibleOnly);
  refresh();
}

void BreakdownView::read() {
  const int rows = rows_->currentData().toInt();
  setSettings({static_cast<Scale>(scale_->currentData().toInt()), visible_->isChecked(), rows == -2 ? Rows::Ranks : Rows::Steps,
               rows >= 0 ? std::optional<std::int32_t>(rows) : std::nullopt});
}

void BreakdownView::setOutcome(const Outcome& outcome, const QString& title) {
  outcome_ = {outcome, title};
  refreshAnswers();
}

void BreakdownView::clearOutcome() {
  outcome_.reset();
  refreshAnswers();
}

void BreakdownView::refresh() {
  runsOnly_ = build(kMostBars);
  refreshAnswers();
}

void BreakdownView::refreshAnswers() {
  BreakdownPicture p = runsOnly_;
  addAnswers(p);
  canvas_->setPicture(std::move(p));
}

BreakdownPicture::Group BreakdownView::groupOf(const ShownRun& shown, const Summed& summed, std::size_t mostRanks) const {
  BreakdownPicture::Group g;
  g.title = tr("%1, %2").arg(shown.title, QCoreApplication::translate("Truth", std::string(name(shown.run->truth)).c_str()));
  if (shown.partial) g.title += tr(", so far");
  if (shown.stale) g.title += tr(", stale");
  std::optional<TimeRange> range;
  if (const auto looked = state().analysedRange(); settings_.visibleOnly && looked != state().whole()) range = TimeRange{looked.first - shown.shift, looked.second - shown.shift};
  const std::vector<RankSteps> steps = stepsOf(shown, summed);
  if (settings_.rows == Rows::Steps) {
    g.bars = barsOfSteps(breakdownBySteps(*summed.index, steps, range), shown.run->truth, shown.id, mostRanks, settings_.rank);
    if (g.bars.empty()) g.title += tr(": no steps here (set them by hand in the timeline)");
    for (BreakdownBar& b : g.bars) b.stale = shown.stale;
    return g;
  }
  std::vector<double> perStep;
  if (settings_.scale == Scale::TimePerStep) {
    // From the first step's begin to the last one's end, over the steps in range.
    std::optional<TimeRange> within;
    std::map<std::int32_t, double> count;
    for (const RankSteps& r : steps)
      for (const TimeRange& step : r.steps) {
        if (range && (step.from < range->from || step.to > range->to)) continue;
        within = within ? TimeRange{std::min(within->from, step.from), std::max(within->to, step.to)} : step;
        ++count[r.rank];
      }
    // A simulation plays one step; it has no marks because there is nothing to tell apart.
    const bool one = steps.empty() && shown.run->truth != Truth::Measured;
    if (within) range = within;
    for (const RankBreakdown& r : summed.index->over().ranks)
      perStep.push_back(one ? 1 : count.contains(r.rank) ? count[r.rank] : 0);
  }
  g.bars = barsOf(summed.index->over(range), shown.run->truth, shown.id, mostRanks, perStep);
  for (BreakdownBar& b : g.bars) b.stale = shown.stale;
  return g;
}

BreakdownPicture BreakdownView::build(std::size_t mostRanks) const {
  BreakdownPicture p;
  p.title = tr("Where the time goes");
  p.share = settings_.scale == Scale::Share;
  p.xTitle = settings_.scale == Scale::Share  ? tr("share of the time")
             : settings_.scale == Scale::Time ? tr("time")
                                              : tr("time a step");
  QStringList remark;
  bool host = false;
  bool binned = false;
  for (const ShownRun& shown : state().runs()) {
    if (!shown.visible) continue;
    const auto it = summed_.find(shown.id);
    if (it == summed_.end()) {
      p.groups.push_back({tr("%1: being summed up…").arg(shown.title), {}});
      continue;
    }
    auto g = groupOf(shown, *it->second, mostRanks);
    if (g.bars.empty() && settings_.rows == Rows::Ranks) continue;  // a run of links or counters alone has no ranks' time
    binned = binned || (settings_.rows == Rows::Ranks && g.bars.size() > 2 && g.bars.size() <= it->second->index->over().ranks.size());
    for (const RankBreakdown& r : it->second->index->over().ranks) host = host || (!r.fromDevice && r.known());
    p.groups.push_back(std::move(g));
  }
  if (p.groups.empty()) return p;
  if (settings_.visibleOnly && !state().runs().empty() && state().analysedRange() != state().whole())
    remark << (state().measured() ? tr("Runs: only the measured time.") : tr("Runs: only the visible time."));
  if (settings_.rows == Rows::Steps && !settings_.rank) remark << tr("A bar of a step is the mean of its ranks.");
  if (binned) remark << tr("A bar of several ranks is their mean.");
  if (host) remark << tr("Ranks without device streams are taken from their host threads.");
  p.remark = remark.join(QLatin1Char(' '));
  return p;
}

void BreakdownView::addAnswers(BreakdownPicture& p) const {
  const auto add = [&](const Outcome& o, const QString& title) {
    BreakdownBar b = barOf(o);
    if (!b.unknown.isEmpty()) return;
    p.groups.push_back(
        {o.fidelity == Fidelity::Model ? tr("%1, predicted").arg(title) : tr("%1, simulated").arg(title), {std::move(b)}});
  };
  // A prediction of another job beside a person's own trace would be read as that trace's.
  const auto isAbout = [&](const Scenario& s) {
    bool other = false, same = false;
    for (const ShownRun& r : state().runs()) {
      if (!r.visible) continue;
      if (r.run->truth == Truth::Predicted && !r.stale) return false;  // stands there already, rank by rank
      const int ranks = r.run->worldSize > 0 ? r.run->worldSize : static_cast<int>(r.run->ranks.size());
      (ranks == s.ranks() || ranks == 0 ? same : other) = true;
    }
    return same || !other;
  };
  if (const auto& answered = state().answered(); answered && isAbout(answered->scenario))
    add(answered->outcome,
        answered->scenario.name.empty() ? tr("scenario in hand") : QString::fromStdString(answered->scenario.name));
  if (outcome_) add(outcome_->first, outcome_->second);
}

QString BreakdownView::emptyReason() const {
  BreakdownPicture p = build(1);
  addAnswers(p);
  if (p.empty()) return tr("no run with ranks is open and no scenario is answered");
  bool any = false;
  for (const auto& g : p.groups)
    for (const BreakdownBar& b : g.bars) any = any || b.unknown.isEmpty();
  return any ? QString() : tr("no slice says whether it computes or communicates");
}

void BreakdownView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  // A figure waits for what the screen may show later.
  for (const ShownRun& r : state().runs())
    if (r.visible && (!summed_.contains(r.id) || summed_.at(r.id)->run != r.run)) summed_[r.id] = sumUp(r.run, *state().memo());
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  std::size_t most = kMostBars;
  BreakdownPicture p = build(most);
  addAnswers(p);
  // As many bars as have room; neighbours share one beyond that.
  while (most > 1 && wantedHeight(p, s) > size.height() + s.em * 4) {
    p = build(most /= 2);
    addAnswers(p);
  }
  if (p.empty()) return;
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  if (const Uncertainty* u = sure()) p.remark = (p.remark + QLatin1Char(' ') + intervals::restsOnText(*u, size.width() > 400 ? 5 : 3)).trimmed();
  paintBreakdown(painter, p, layoutBreakdown(p, area, s, painter.device()), area, s);
}

const Uncertainty* BreakdownView::sure() const {
  const auto& a = state().answered();
  if (!a || !a->outcome.uncertainty) return nullptr;
  BreakdownPicture p;
  addAnswers(p);
  return p.empty() ? nullptr : &*a->outcome.uncertainty;
}

QStringList BreakdownView::restsOn() const {
  const Uncertainty* u = sure();
  return u ? intervals::restsOnLines(*u) : QStringList();
}

QVector<QStringList> BreakdownView::table() const {
  QVector<QStringList> t;
  BreakdownPicture p = build(1 << 20);
  addAnswers(p);
  if (p.empty()) return t;
  QStringList head{tr("run"), tr("bar")};
  for (int i = 0; i < kParts; ++i) head << tr("%1 (s)").arg(partName(static_cast<Part>(i)));
  bool ranged = false;
  for (const auto& g : p.groups)
    for (const BreakdownBar& b : g.bars) ranged = ranged || intervals::known(b.range);
  head << tr("in all (s)");
  if (ranged) head << tr("low (s)") << tr("high (s)");
  t << head;
  for (const auto& g : p.groups)
    for (const BreakdownBar& b : g.bars) {
      QStringList row{g.title, b.label};
      // What is unknown is an empty cell.
      for (std::size_t i = 0; i < kParts; ++i) row << (b.unknown.isEmpty() && b.told[i] ? QString::number(b.seconds[i], 'g', 12) : QString());
      row << (std::isnan(b.total) ? QString() : QString::number(b.total, 'g', 12));
      if (ranged)
        for (const double v : {b.range.low, b.range.high}) row << (std::isnan(v) ? QString() : QString::number(v, 'g', 12));
      t << row;
    }
  return t;
}

void BreakdownView::hovered(std::optional<Segment> at) {
  if (!at) return state().setHovered({});
  const auto& group = canvas_->picture().groups[at->group];
  const BreakdownBar& b = group.bars[at->bar];
  if (!b.unknown.isEmpty()) return state().setHovered(tr("%1, %2: %3").arg(group.title, b.label, b.unknown));
  if (!at->part) return state().setHovered(tr("%1, %2: %3 in all").arg(group.title, b.label, intervals::with(b.total, b.range, units::showSeconds)));
  const double v = b.seconds[static_cast<std::size_t>(*at->part)];
  state().setHovered(tr("%1, %2: %3 %4, %5 of %6")
                         .arg(group.title, b.label, partName(*at->part), chart::valueText(v, "s"),
                              chart::valueText(v / b.total, "1"), chart::valueText(b.total, "s")));
}

void BreakdownView::chose(const Segment& at) {
  canvas_->setSelected(at);
  const auto& group = canvas_->picture().groups[at.group];
  const BreakdownBar& b = group.bars[at.bar];
  Selection s;
  s.kind = Selection::Kind::Cell;
  s.runId = b.runId;
  s.title = QStringLiteral("%1, %2").arg(group.title, b.label);
  s.facts = b.facts;
  state().select(s);
}

}  // namespace weir
