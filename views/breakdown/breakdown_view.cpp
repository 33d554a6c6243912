#include "views/breakdown/breakdown_view.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/units.h"
#include "views/breakdown/breakdown_canvas.h"
#include "views/shared/csv.h"
#include "views/shared/intervals.h"

namespace weir {
namespace {
constexpr double kQuick = 20'000;  // ranks or steps that are summed up between two frames

bool anyKnown(const BreakdownPicture& p) {
  for (const auto& g : p.groups)
    for (const BreakdownBar& b : g.bars)
      if (b.unknown.isEmpty()) return true;
  return false;
}
}  // namespace

BreakdownView::BreakdownView(ViewState& s, QWidget* parent)
    : View(s, parent),
      canvas_(new BreakdownCanvas),
      scroll_(new QScrollArea),
      rows_(new QComboBox),
      scale_(new QComboBox),
      visible_(new QCheckBox(tr("Visible time only"))),
      copy_(new QToolButton) {
  rows_->setAccessibleName(tr("A bar of what"));
  rows_->setToolTip(tr("What has a bar of its own: a rank, or a training step that the trace marks or repeats"));
  scale_->addItem(tr("Share of the time"), static_cast<int>(Scale::Share));
  scale_->addItem(tr("Time"), static_cast<int>(Scale::Time));
  scale_->addItem(tr("Time a step"), static_cast<int>(Scale::TimePerStep));
  scale_->setAccessibleName(tr("Scale of the bars"));
  visible_->setChecked(settings_.visibleOnly);
  visible_->setToolTip(tr("Count only what lies in the measured range, where one is dragged, else in the time that the timeline shows"));
  copy_->setText(tr("Copy as CSV"));
  copy_->setToolTip(tr("Every bar and part in seconds, also of the ranks that share a bar here"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  bar->addWidget(rows_);
  bar->addWidget(scale_);
  bar->addWidget(visible_);
  bar->addStretch(1);
  bar->addWidget(copy_);
  scroll_->setWidget(canvas_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(new BackgroundStrip(work_, this));
  column->addWidget(scroll_, 1);

  connect(rows_, &QComboBox::activated, this, &BreakdownView::read);
  connect(scale_, &QComboBox::activated, this, &BreakdownView::read);
  connect(visible_, &QCheckBox::toggled, this, &BreakdownView::read);
  connect(copy_, &QToolButton::clicked, this, &BreakdownView::copyCsv);
  auto* keys = new QShortcut(QKeySequence::Copy, canvas_, nullptr, nullptr, Qt::WidgetShortcut);
  connect(keys, &QShortcut::activated, this, &BreakdownView::copyCsv);
  auto* copied = new QAction(tr("Copy as CSV"), canvas_);
  connect(copied, &QAction::triggered, this, &BreakdownView::copyCsv);
  canvas_->addAction(copied);
  canvas_->setContextMenuPolicy(Qt::ActionsContextMenu);

  connect(&work_, &Background::stoppedByHand, this, [this] {
    stopped_ = true;
    refreshAnswers();
  });
  connect(&work_, &Background::failed, this, [this](const QString& what) {
    failure_ = what;
    take(nullptr);
  });
  connect(&s, &ViewState::runsChanged, this, [this] {
    // What is closed or hidden goes at once; the rest stays until it is summed up anew.
    const auto gone = std::erase_if(runsOnly_.groups, [&](const BreakdownPicture::Group& g) {
      if (g.bars.empty()) return false;
      const ShownRun* r = state().run(g.bars.front().runId);
      return r == nullptr || !r->visible;
    });
    if (gone > 0) refreshAnswers();
    ask(0);
  });
  connect(&s, &ViewState::stepsChanged, this, [this] { ask(0); });
  connect(&s, &ViewState::filterChanged, this, [this] { ask(0); });
  connect(&s, &ViewState::timeRangeChanged, this, [this] {
    if (settings_.visibleOnly && !state().measured()) follow();
  });
  connect(&s, &ViewState::measuredChanged, this, [this] {
    visible_->setText(state().measured() ? tr("Measured time only") : tr("Visible time only"));
    if (settings_.visibleOnly) follow();
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(&s, &ViewState::answeredChanged, this, &BreakdownView::refreshAnswers);
  connect(&s, &ViewState::selectionChanged, this, [this] {
    if (state().selection().kind != Selection::Kind::Cell) canvas_->setSelected(std::nullopt);
  });
  connect(canvas_, &BreakdownCanvas::segmentHovered, this, &BreakdownView::hovered);
  connect(canvas_, &BreakdownCanvas::segmentChosen, this, &BreakdownView::chose);
  connect(canvas_, &BreakdownCanvas::segmentOpened, this, [this](const Segment& at) {
    const BreakdownBar& b = canvas_->picture().groups[at.group].bars[at.bar];
    if (b.begin && state().run(b.runId)) state().requestPlace({b.runId, *b.begin, std::nullopt, b.label});
  });
  canvas_->setMode(s.mode());
  take(nullptr);
  ask(0);
}

BreakdownView::~BreakdownView() = default;

const BreakdownPicture& BreakdownView::picture() const { return canvas_->picture(); }
QWidget& BreakdownView::canvas() { return *canvas_; }

BreakdownView::Asked BreakdownView::question() const {
  Asked a;
  a.settings = settings_;
  a.measured = state().measured().has_value();
  a.filtered = !state().filter().off();
  if (const auto looked = state().analysedRange(); settings_.visibleOnly && looked != state().whole()) a.range = looked;
  for (const ShownRun& r : state().runs()) {
    if (!r.visible) continue;
    const auto* hand = state().stepsByHand(r.id);
    a.runs.push_back({r.id, r.run, r.title, r.stale, r.partial, r.shift, hand ? std::optional(*hand) : std::nullopt});
  }
  return a;
}

void BreakdownView::ask(int settle_ms) {
  Asked a = question();
  failure_.clear();
  if (a.runs.empty()) {
    work_.forget();
    return take(nullptr);
  }
  work_.askFor<Answer>([a = std::move(a), memo = state().memo()](const Job& job) { return answer(a, *memo, job); },
                       [this](const std::shared_ptr<const Answer>& got) { take(got); }, settle_ms);
  if (!answer_) refreshAnswers();  // says that it is on the way
}

void BreakdownView::follow() { ask(answer_ && answer_->found.work <= kQuick ? 0 : kSettle_ms); }

void BreakdownView::take(std::shared_ptr<const Answer> got) {
  answer_ = std::move(got);
  stopped_ = false;
  runsOnly_ = answer_ ? answer_->picture : build(question(), {}, kMostBars);
  listRows();
  refreshAnswers();
}

void BreakdownView::listRows() {
  constexpr std::size_t kListed = 256;
  std::set<std::int32_t> ranks;
  if (answer_)
    for (const auto& [id, summed] : answer_->summed)
      for (const RankBreakdown& r : summed->sums->over.ranks)
        if (r.rank != kUnknownRank && ranks.size() < kListed) ranks.insert(r.rank);
  std::vector<std::pair<QString, int>> items{{tr("A bar a rank"), -2}, {ranks.size() > 1 ? tr("A bar a step, mean of the ranks") : tr("A bar a step"), -1}};
  if (ranks.size() > 1)
    for (const std::int32_t r : ranks) items.emplace_back(tr("A bar a step, rank %1").arg(r), r);
  // Left alone where it is the same: somebody may be choosing from it.
  bool same = rows_->count() == static_cast<int>(items.size());
  for (int i = 0; same && i < rows_->count(); ++i) same = rows_->itemText(i) == items[static_cast<std::size_t>(i)].first;
  if (!same) rows_->clear();
  if (!same)
    for (const auto& [text, rank] : items) rows_->addItem(text, rank);
  const int wanted = settings_.rows == Rows::Ranks ? -2 : settings_.rank.value_or(-1);
  rows_->setCurrentIndex(std::max(rows_->findData(wanted), 0));
}

void BreakdownView::setSettings(const Settings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  scale_->setCurrentIndex(scale_->findData(static_cast<int>(settings.scale)));
  listRows();
  visible_->setChecked(settings.visibleOnly);
  ask(0);
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

void BreakdownView::refreshAnswers() {
  BreakdownPicture p = runsOnly_;
  addAnswers(p);
  if (stopped_ && !p.empty()) p.remark = (tr("Stopped: what is shown is of before.") + QLatin1Char(' ') + p.remark).trimmed();
  const auto why = reason(p);
  copy_->setEnabled(!p.empty());
  canvas_->setReason(why ? why->headline : QString(), why ? why->hint : QString());
  canvas_->setPicture(std::move(p));
}

BreakdownPicture BreakdownView::whole(std::size_t mostBars) const {
  BreakdownPicture p = answer_ ? build(answer_->asked, answer_->summed, mostBars) : build(question(), {}, mostBars);
  addAnswers(p);
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

std::optional<BreakdownView::Reason> BreakdownView::reason(const BreakdownPicture& p) const {
  if (anyKnown(p)) return std::nullopt;
  if (!failure_.isEmpty()) return Reason{tr("This could not be summed up"), failure_};
  if (state().runs().empty())
    return Reason{tr("No run is open and no scenario is answered"),
                  tr("Open a trace or ask for a scenario: how much of each rank's time is computing, communication (overlapped or exposed), waiting for data and idle appears here. "
                     "Try the sample study, a folder of profiler traces, or any preset scenario.")};
  if (std::none_of(state().runs().begin(), state().runs().end(), [](const ShownRun& r) { return r.visible; })) return Reason{tr("No run is shown"), tr("Tick one in Runs.")};
  if (stopped_ && !answer_) return Reason{tr("Stopped before it was summed up"), tr("Choose again what has a bar, or move the time range, to begin again.")};
  if (!answer_) return Reason{tr("Being summed up…"), {}};
  const Found& f = answer_->found;
  if (!f.ranks)
    return Reason{tr("No run that is shown has ranks"), tr("Links, counters and sums over a whole job are nobody's time. Look at Topology, Power or I/O, or open traces of the ranks together with this.")};
  if (!f.says)
    return Reason{tr("No slice says what it does"),
                  tr("Nothing here is recognised as computing, communication, loading or copying. Open a profiler trace of the same job, or name the columns of a table when it is opened (weir-cli info --map).")};
  if (!f.inRange) return Reason{tr("Nothing lies in the time that is looked at"), tr("Show more of the timeline, take back the measured range, or untick the box above.")};
  if (!f.steps && (settings_.rows == Rows::Steps || settings_.scale == Scale::TimePerStep))
    return Reason{tr("No step lies in the time that is looked at"), tr("The trace marks or repeats none there. Set steps by hand in the timeline, or choose a bar a rank.")};
  return Reason{tr("Nothing to show"), tr("No shown rank says what it did here.")};
}

QString BreakdownView::emptyReason() const {
  if (!inWindow()) const_cast<Background&>(work_).finishNow();
  BreakdownPicture p = runsOnly_;
  addAnswers(p);
  if (work_.busy() && !anyKnown(p)) return {};
  const auto why = reason(p);
  if (!why) return {};
  // Stands in the middle of a sentence.
  const QString head = why->headline.left(1).toLower() + why->headline.mid(1);
  return why->hint.isEmpty() ? head : QStringLiteral("%1 (%2)").arg(head, why->hint);
}

void BreakdownView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  work_.finishNow();
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  std::size_t most = kMostBars;
  BreakdownPicture p = whole(most);
  // As many bars as have room; neighbours share one beyond that.
  while (most > 1 && wantedHeight(p, s) > size.height() + s.em * 4) p = whole(most /= 2);
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
  const_cast<Background&>(work_).finishNow();
  QVector<QStringList> t;
  const BreakdownPicture p = whole(1 << 20);
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

void BreakdownView::copyCsv() const { QApplication::clipboard()->setText(csvLines(table())); }

void BreakdownView::hovered(std::optional<Segment> at) {
  if (!at) return state().setHovered({});
  const auto& groups = canvas_->picture().groups;
  const BreakdownBar& b = groups[at->group].bars[at->bar];
  // The status line is short: the number first, whose it is only where there is a choice.
  constexpr int kTitle = 28;
  QString whose = groups[at->group].title;
  if (whose.size() > kTitle) whose = whose.left(kTitle - 9).trimmed() + QChar(0x2026) + whose.right(8).trimmed();
  const QString tail = groups.size() > 1 ? QStringLiteral(" · %1").arg(whose) : QString();
  if (!b.unknown.isEmpty()) return state().setHovered(tr("%1: %2").arg(b.label, b.unknown) + tail);
  if (!at->part) return state().setHovered(tr("%1: %2 in all").arg(b.label, intervals::with(b.total, b.range, units::showSeconds)) + tail);
  const double v = b.seconds[static_cast<std::size_t>(*at->part)];
  state().setHovered(tr("%1: %2 %3, %4 of %5").arg(b.label, partName(*at->part), chart::valueText(v, "s"), chart::valueText(v / b.total, "1"), chart::valueText(b.total, "s")) + tail);
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
