#include "views/compare/compare_view.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/compare/compare_canvas.h"
#include "views/compare/compare_tables.h"
#include "views/compare/compare_words.h"
#include "views/compare/step_box.h"
#include "views/shared/sort_table.h"
#include "views/shared/text.h"
#include "views/shared/trace.h"

namespace weir {

struct CompareView::Answer {
  ShownRun a, b;
  std::shared_ptr<const Comparison> comparison;
  LodPtr lodA, lodB;
  std::optional<ViewState::Range> range;  // looked()
  bool measured = false;                  // that was dragged
};

namespace {

constexpr std::size_t kMostLanes = 8;      // a run, on screen
constexpr std::size_t kFigureRows = 12;  // of a table on paper; how many more there are is said
constexpr std::size_t kMostRows = 5000;  // of a table: beyond it the smallest differences are left out, and that is said

}  // namespace

CompareView::CompareView(ViewState& s, QWidget* parent)
    : View(s, parent), a_(new QComboBox), b_(new QComboBox), step_(new StepBox), visible_(new QCheckBox(tr("Visible time only"))), tabs_(new QTabBar), verdict_(new QLabel), why_(new QLabel),
      copy_(new QPushButton(tr("Copy as CSV"))), lower_(new QWidget), pages_(new QStackedWidget), table_(new SortTable), canvas_(new CompareCanvas) {
  for (auto* c : {a_, b_}) {
    c->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    c->setMinimumContentsLength(8);
    c->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);  // names take what there is
    c->setMaximumWidth(420);
  }
  a_->setAccessibleName(tr("Run A, the base"));
  b_->setAccessibleName(tr("Run B, compared with it"));
  a_->setToolTip(tr("The base: differences are B − A, ratios B / A"));
  auto* labelA = new QLabel(tr("A"));
  auto* labelB = new QLabel(tr("B"));
  auto* labelStep = new QLabel(tr("Step"));
  labelA->setBuddy(a_);
  labelB->setBuddy(b_);
  labelStep->setBuddy(step_);
  auto* swapped = new QToolButton;
  swapped->setText(QStringLiteral("⇄"));
  swapped->setToolTip(tr("Swap A and B"));
  swapped->setAccessibleName(swapped->toolTip());
  step_->setToolTip(tr("Which step of both runs is drawn, from its begin, as their traces number it (A | B where they differ); the tables count all steps that are compared"));
  step_->setSpecialValueText(tr("all"));
  visible_->setChecked(true);
  visible_->setToolTip(tr("Compare only what lies in the measured range, where one is dragged, else in the time that the timeline shows: the steps of which at least half lies in it, or what starts in it where a run has none there"));
  copy_->setToolTip(tr("The table below, as it is sorted, with units in its header"));
  auto* whole = new QToolButton;
  whole->setText(tr("Whole step"));
  whole->setToolTip(tr("Zoom out to all of it (Home)"));
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(true);
  tabs_->setElideMode(Qt::ElideNone);
  why_->setWordWrap(true);
  why_->setAlignment(Qt::AlignCenter);
  why_->setContentsMargins(24, 8, 24, 8);
  pages_->addWidget(table_);
  pages_->addWidget(why_);
  auto* studies = new QPushButton(tr("Two studies…"));
  studies->setToolTip(tr("Hold all runs of one .weir file against those of another"));
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  verdict_->setWordWrap(true);
  verdict_->setContentsMargins(8, 2, 8, 2);

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  for (QWidget* w : std::initializer_list<QWidget*>{labelA, a_, swapped, labelB, b_, labelStep, step_, whole, visible_}) bar->addWidget(w, w == a_ || w == b_ ? 20 : 0);
  bar->addStretch(1);
  bar->addWidget(studies);
  auto* tabsRow = new QHBoxLayout;
  tabsRow->setContentsMargins(8, 2, 8, 2);
  tabsRow->addWidget(tabs_, 1);
  tabsRow->addWidget(copy_);
  auto* lowerColumn = new QVBoxLayout(lower_);
  lowerColumn->setContentsMargins(0, 0, 0, 0);
  lowerColumn->setSpacing(0);
  lowerColumn->addWidget(verdict_);
  lowerColumn->addLayout(tabsRow);
  lowerColumn->addWidget(pages_, 1);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(canvas_);
  split->addWidget(lower_);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  split->setSizes({400, 260});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(new BackgroundStrip(work_));
  column->addWidget(split, 1);

  connect(a_, &QComboBox::activated, this, [this] { choose(a_->currentData().toInt(), idB_); });
  connect(b_, &QComboBox::activated, this, [this] { choose(idA_, b_->currentData().toInt()); });
  connect(swapped, &QToolButton::clicked, this, &CompareView::swap);
  connect(whole, &QToolButton::clicked, canvas_, &CompareCanvas::showWhole);
  connect(step_, &StepBox::valueChanged, this, [this](int value) {
    if (answer_) {
      const auto k = static_cast<std::size_t>(std::max(value - 1, 0));
      chosen_ = ChosenStep{value == 0, answer_->comparison->a.numberOf(k), answer_->comparison->b.numberOf(k)};
    }
    refresh(false);
  });
  connect(tabs_, &QTabBar::currentChanged, this, [this] {
    fillTable();
    refresh(true);
  });
  connect(visible_, &QCheckBox::toggled, this, &CompareView::rangeMoved);
  connect(studies, &QPushButton::clicked, this, [this] { state().requestAction(QStringLiteral("compare-studies")); });
  connect(&work_, &Background::stoppedByHand, this, [this] {
    asked_.reset();
    if (!answer_) sayWhy(tr("Stopped: nothing was compared"), tr("Choose a run, or swap A and B, to compare them again."));
  });
  connect(&work_, &Background::failed, this, [this](const QString& what) {
    if (!answer_) sayWhy(tr("The runs could not be compared"), what);
  });
  connect(copy_, &QPushButton::clicked, table_, &SortTable::copy);
  connect(table_, &SortTable::rowActivated, this, &CompareView::activated);
  connect(&s, &ViewState::runsChanged, this, &CompareView::runsChanged);
  connect(&s, &ViewState::answeredChanged, this, [this] {
    if (!run(idA_) || !run(idB_)) ask();  // what it says of the scenario
  });
  connect(&s, &ViewState::stepsChanged, this, [this](int id) {
    if (id == idA_ || id == idB_) ask();
  });
  connect(&s, &ViewState::timeRangeChanged, this, [this] {
    if (!state().measured()) rangeMoved();
  });
  connect(&s, &ViewState::measuredChanged, this, [this] {
    visible_->setText(state().measured() ? tr("Measured time only") : tr("Visible time only"));
    rangeMoved();
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(canvas_, &CompareCanvas::hovered, this, [this](const QString& t) { state().setHovered(t); });
  connect(canvas_, &CompareCanvas::placeChosen, this, [this](bool inB, std::int64_t t) { state().requestPlace({inB ? idB_ : idA_, t, std::nullopt, inB ? tr("B") : tr("A")}); });
  canvas_->setMode(s.mode());
  runsChanged();
}

CompareView::~CompareView() = default;

std::shared_ptr<const Comparison> CompareView::comparison() const { return answer_ ? answer_->comparison : nullptr; }
const ComparePicture& CompareView::picture() const { return canvas_->picture(); }

const ShownRun* CompareView::run(int id) const {
  const ShownRun* r = state().run(id);
  return r && r->visible ? r : nullptr;
}

void CompareView::runsChanged() {
  std::vector<const ShownRun*> shown;
  for (const ShownRun& r : state().runs())
    if (r.visible) shown.push_back(&r);
  const auto firstOther = [&](int not_) {
    for (const ShownRun* r : shown)
      if (r->id != not_) return r->id;
    return 0;
  };
  if (!run(idA_)) idA_ = firstOther(idB_);
  if (!run(idB_) || idB_ == idA_) idB_ = firstOther(idA_);
  for (auto* c : {a_, b_}) {
    const QSignalBlocker quiet(c);
    c->clear();
    for (const ShownRun* r : shown) c->addItem(compared::runTitle(*r), r->id);
    c->setCurrentIndex(c->findData(c == a_ ? idA_ : idB_));
    c->setEnabled(shown.size() > 1);
  }
  const bool same = answer_ && run(idA_) && run(idB_) && answer_->a.id == idA_ && answer_->b.id == idB_ && answer_->a.run == run(idA_)->run && answer_->b.run == run(idB_)->run &&
                    answer_->a.shift == run(idA_)->shift && answer_->b.shift == run(idB_)->shift;
  if (!same) ask();
}

std::optional<ViewState::Range> CompareView::looked() const {
  const ShownRun *a = run(idA_), *b = run(idB_);
  const ViewState::Range range = state().analysedRange();
  if (!visible_->isChecked() || !a || !b || range == state().whole()) return std::nullopt;
  // A range that holds both runs leaves nothing out.
  const auto holds = [&](const ShownRun& r) { return range.first <= r.run->span().first + r.shift && range.second >= r.run->span().second + r.shift; };
  return holds(*a) && holds(*b) ? std::nullopt : std::optional(range);
}

void CompareView::rangeMoved() {
  if (run(idA_) && run(idB_) && looked() != asked_) ask(150);
}

void CompareView::choose(int runA, int runB) {
  if (runA == runB) {  // the one that was taken goes to the other side
    if (runA == idB_) runB = idA_;
    else runA = idB_;
  }
  if (runA == idA_ && runB == idB_) return;
  idA_ = runA;
  idB_ = runB;
  runsChanged();
}

void CompareView::swap() { choose(idB_, idA_); }

void CompareView::ask(int settle_ms) {
  const ShownRun *a = run(idA_), *b = run(idB_);
  // A newer part of the same runs replaces what is shown once it has been compared; until then the old one stays.
  const bool same = a && b && answer_ && answer_->a.id == idA_ && answer_->b.id == idB_;
  // What a zoom of the timeline changes is which steps count, not how they are painted.
  LodPtr lodA, lodB;
  for (const auto& [shown, lod] : {std::pair(a, &lodA), std::pair(b, &lodB)})
    if (shown && answer_) *lod = answer_->a.run == shown->run ? answer_->lodA : answer_->b.run == shown->run ? answer_->lodB : nullptr;
  if (!same) answer_.reset(), chosen_.reset();
  if (!a || !b) {
    work_.forget();
    const std::size_t open = state().runs().size();
    sayWhy(open == 0 ? tr("Two runs appear here side by side") : open == 1 ? tr("One run is open: a second one is needed") : tr("Fewer than two runs are shown"),
           open > 1 ? tr("Tick two of them in the Runs panel.") : whatToOpen());
    return;
  }
  if (!same) sayWhy(tr("Being compared…"), {});
  asked_ = looked();
  const auto byHand = [&](int id) {
    std::optional<std::vector<TimeRange>> out;
    if (const auto* s = state().stepsByHand(id)) out = *s;
    return out;
  };
  work_.askFor<Answer>(
      [a = *a, b = *b, handA = byHand(a->id), handB = byHand(b->id), range = asked_, measured = state().measured().has_value(), lodA, lodB, memo = state().memo()](const Job& job) -> std::shared_ptr<const Answer> {
        auto out = std::make_shared<Answer>();
        out->a = a;
        out->b = b;
        const auto stepsOf = [&](const RunPtr& r, const std::optional<std::vector<TimeRange>>& hand) {
          if (hand) return onEveryRank(*r, *hand);
          const auto found = memo->steps(r, job);
          return found ? found->ranks : std::vector<RankSteps>{};
        };
        job.begin("finding steps");
        const auto onItsAxis = [&](const ShownRun& r) { return range ? std::optional(TimeRange{range->first - r.shift, range->second - r.shift}) : std::nullopt; };
        const CompareSide x{a.run.get(), stepsOf(a.run, handA), onItsAxis(a)}, y{b.run.get(), stepsOf(b.run, handB), onItsAxis(b)};
        if (job.stopped()) return nullptr;
        auto c = compareRuns(x, y, {}, job);
        if (!c) return nullptr;
        out->comparison = std::make_shared<const Comparison>(std::move(*c));
        job.begin("levels of detail");
        const auto levels = [&](const LodPtr& kept, const RunPtr& run) -> LodPtr {
          if (kept) return kept;
          const auto built = Lod::build(run, job);
          return built ? *built : nullptr;
        };
        out->lodA = levels(lodA, a.run);
        out->lodB = levels(lodB, b.run);
        if (!out->lodA || !out->lodB) return nullptr;
        out->range = range;
        out->measured = measured;
        return out;
      },
      [this](std::shared_ptr<const Answer> answer) { take(std::move(answer)); }, settle_ms);
}

// The scenario that happens to be in hand may be about another job than the trace.
QString CompareView::whatToOpen() const {
  if (state().runs().empty()) return tr("Open two traces, or a study that keeps two runs (File ▸ Open). Whole studies: Run ▸ Compare two studies.");
  QString out = tr("Open another trace, or a study that keeps a run (File ▸ Open).");
  const Run& run = *state().runs().front().run;
  if (const auto& a = state().answered(); a && isTrace(state().runs().front())) {
    const int ranks = run.worldSize > 0 ? run.worldSize : static_cast<int>(run.ranks.size());
    const QString name = a->scenario.name.empty() ? tr("without a name") : compared::plain(a->scenario.name);
    out += QLatin1Char(' ') + (a->scenario.ranks() == ranks ? tr("Or simulate the scenario in hand, “%1”, if it is about this run.").arg(name)
                                                            : tr("The scenario in hand, “%1”, is about another job: it has %2 ranks, this run %3.").arg(name).arg(a->scenario.ranks()).arg(ranks));
  }
  return out + QLatin1Char(' ') + tr("Whole studies: Run ▸ Compare two studies.");
}

void CompareView::sayWhy(const QString& headline, const QString& hint) {
  canvas_->setEmpty(headline, hint);
  step_->setEnabled(false);
  why_->setText(hint.isEmpty() ? headline : headline + QStringLiteral("\n") + hint);
  fillTabs();
  lower_->hide();  // the picture's place says it, once
}

bool CompareView::nothingThere() const { return answer_ && answer_->comparison->tables.empty(); }

std::optional<int> CompareView::stepAsChosen() const {
  if (!chosen_) return std::nullopt;
  if (chosen_->all) return 0;
  // By its number in A, and where A has none (or one step for all of B's) in B.
  const auto find = [](const ComparedRun& r, const std::optional<std::int64_t>& number) -> std::optional<int> {
    const auto it = number ? std::find(r.numbers.begin(), r.numbers.end(), *number) : r.numbers.end();
    return it == r.numbers.end() ? std::nullopt : std::optional(static_cast<int>(it - r.numbers.begin()) + 1);
  };
  const auto inA = find(answer_->comparison->a, chosen_->a);
  return inA ? inA : find(answer_->comparison->b, chosen_->b);
}

void CompareView::take(std::shared_ptr<const Answer> answer) {
  const bool same = answer_ && answer && answer_->a.id == answer->a.id && answer_->b.id == answer->b.id && answer_->range == answer->range;
  answer_ = std::move(answer);
  if (!answer_) return;
  const Comparison& c = *answer_->comparison;
  {
    const QSignalBlocker quiet(step_);
    QStringList steps;
    for (std::size_t k = 0; k < std::max(c.a.spans.size(), c.b.spans.size()); ++k) {
      const auto call = [&](const ComparedRun& r) { return r.numbers.empty() ? QString() : QString::number(r.numbers[std::min(k, r.numbers.size() - 1)]); };
      const QString a = call(c.a), b = call(c.b);
      steps << (a.isEmpty() && b.isEmpty() ? QStringLiteral("–") : a.isEmpty() || a == b ? (a.isEmpty() ? b : a) : b.isEmpty() ? a : a + QStringLiteral(" | ") + b);
    }
    step_->setSteps(steps);
    if (!same) step_->setValue(std::min(stepAsChosen().value_or(1), step_->maximum()));
    step_->setEnabled(step_->maximum() > 1);
  }
  if (nothingThere()) {
    const QString what = compared::remarks(c).join(QStringLiteral("; "));
    return sayWhy(what.left(1).toUpper() + what.mid(1),
                  answer_->measured ? tr("Drag another range in the timeline, or untick “Measured time only”.") : tr("Show more of the time in the timeline, or untick “Visible time only”."));
  }
  why_->setText(tr("Neither run holds anything that could be compared.\nTheir slices, collectives, I/O and power readings are what is looked at; Import says what a file brought."));
  lower_->show();
  fillTabs();
  refresh(same);
}

QString CompareView::scope() const {
  if (!answer_ || !answer_->range) return {};
  const Comparison& c = *answer_->comparison;
  const auto part = [](const ComparedRun& r, std::int64_t shift) {
    const QString p = compared::partOf(r, shift);
    return p.isEmpty() ? tr("the whole") : p;
  };
  return (answer_->measured ? tr("Only the measured time: %1 of A, %2 of B.") : tr("Only the visible time: %1 of A, %2 of B.")).arg(part(c.a, answer_->a.shift), part(c.b, answer_->b.shift));
}

void CompareView::showStep(int step) { step_->setValue(step); }

ComparePicture CompareView::build(std::size_t lanes) const {
  ComparePicture p;
  if (!answer_) return p;
  const Comparison& c = *answer_->comparison;
  const auto side = [&](ComparePicture::Side& s, const ShownRun& r, const LodPtr& lod, const ComparedRun& of) {
    s.title = compared::runTitle(r);
    s.truth = r.run->truth;
    s.lod = lod;
    fillLanes(s, lanes);
    p.bySteps = p.bySteps || !of.numbers.empty();
    // A run of fewer steps shows its last one for the others: the one step of a simulation beside any of a trace.
    const auto k = std::min(static_cast<std::size_t>(std::max(step_->value(), 1)) - 1, of.spans.size() - 1);
    const bool all = step_->value() == 0;
    s.begin = all ? of.spans.front().from : of.spans[k].from;
    s.length = std::max<std::int64_t>((all ? of.spans.back().to : of.spans[k].to) - s.begin, 1);
    s.timed = s.length > 1;
    const auto number = of.numberOf(k);
    s.part = !number                                ? compared::partOf(of, r.shift)
             : all && of.numbers.size() > 1         ? tr("steps %1–%2").arg(of.numbers.front()).arg(of.numbers.back())
                                                    : tr("step %1").arg(*number);
    return all ? of.spans.size() : k;
  };
  const std::size_t stepA = side(p.a, answer_->a, answer_->lodA, c.a), stepB = side(p.b, answer_->b, answer_->lodB, c.b);
  p.title = tr("%1 against %2").arg(p.b.title, p.a.title);
  p.legend = activitiesOf(p);
  for (const CollectivePair& pair : c.pairs) {
    if (step_->value() != 0 && (pair.stepA != stepA || (pair.stepB != stepB && c.b.spans.size() > 1))) continue;
    ComparePicture::Anchor anchor;
    anchor.a = pair.startA - p.a.begin;
    anchor.b = pair.startB - p.b.begin;
    anchor.lengthA = static_cast<std::int64_t>(pair.a_s * 1e12);
    anchor.lengthB = static_cast<std::int64_t>(pair.b_s * 1e12);
    anchor.text = compared::operationText(pair.operation);
    if (pair.bytesA >= 0) anchor.text += QStringLiteral(", ") + q(units::showBytes(static_cast<double>(pair.bytesA)));
    p.anchors.push_back(std::move(anchor));
  }
  std::sort(p.anchors.begin(), p.anchors.end(), [](const auto& x, const auto& y) { return x.a < y.a; });
  // Where one step stands for many, "all" has no time of its own in it.
  if (step_->value() == 0 && c.a.spans.size() != c.b.spans.size()) p.anchors.clear();
  p.remark = (scope() + QLatin1Char(' ') + compared::remarks(c).join(QStringLiteral("; "))).trimmed();
  return p;
}

void CompareView::refresh(bool keepWindow) {
  if (!answer_ || nothingThere()) return;
  ComparePicture p = build(kMostLanes);
  p.remark.clear();  // on screen it stands above the tables
  canvas_->setPicture(std::move(p), keepWindow);
}

void CompareView::fillTabs() {
  const QSignalBlocker quiet(tabs_);
  const QString was = tabs_->currentIndex() >= 0 ? tabs_->tabData(tabs_->currentIndex()).toString() : QString();
  while (tabs_->count() > 0) tabs_->removeTab(0);
  verdict_->clear();
  if (answer_) {
    const Comparison& c = *answer_->comparison;
    for (const QString& name : compared::tableNames(c)) {
      const int i = tabs_->addTab(compared::tableTitle(name));
      tabs_->setTabData(i, name);
      tabs_->setTabToolTip(i, compared::tableMeaning(name));
      if (name == was) tabs_->setCurrentIndex(i);
    }
    verdict_->setText((scope() + QLatin1Char(' ') + compared::verdict(c)).trimmed());
    verdict_->setToolTip(compared::verdictTip(c));
  }
  verdict_->setVisible(answer_ && !nothingThere());
  // A bar that had no tabs when it was laid out keeps the height of none.
  if (tabs_->count() > 0) tabs_->setFixedHeight(tabs_->sizeHint().height());
  fillTable();
}

void CompareView::showTable(const QString& name) {
  for (int i = 0; i < tabs_->count(); ++i)
    if (tabs_->tabData(i).toString() == name) tabs_->setCurrentIndex(i);
}

void CompareView::fillTable() {
  const QString name = tabs_->currentIndex() >= 0 ? tabs_->tabData(tabs_->currentIndex()).toString() : QString();
  compared::show(*table_, answer_ && !name.isEmpty() ? compared::tableOf(*answer_->comparison, name, kMostRows) : compared::Rows{});
  const bool any = table_->model()->rowCount() > 0;
  pages_->setCurrentWidget(any ? static_cast<QWidget*>(table_) : why_);
  copy_->setEnabled(any);
}

void CompareView::activated(int row) {
  const QString name = tabs_->tabData(tabs_->currentIndex()).toString();
  if (!answer_ || row < 0) return;
  const Comparison& c = *answer_->comparison;
  const auto i = static_cast<std::size_t>(row);
  if (name == QStringLiteral("errors")) {
    if (i < c.pairs.size()) state().requestPlace({idA_, c.pairs[i].startA, std::nullopt, compared::operationText(c.pairs[i].operation)});
    return;
  }
  if (name == QStringLiteral("unmatched")) {
    if (i < c.unmatched.size()) state().requestPlace({c.unmatched[i].inB ? idB_ : idA_, c.unmatched[i].start, std::nullopt, compared::operationText(c.unmatched[i].operation)});
    return;
  }
  const ComparedTable* t = c.table(name.toStdString());
  if (!t || i >= t->rows.size()) return;
  const ComparedRow& r = t->rows[i];
  // Where it takes longest: in B, as that is what changed, else in A.
  const bool inB = r.b.slice.has_value();
  const auto slice = inB ? r.b.slice : r.a.slice;
  if (!slice) return;
  const Run& run = inB ? *answer_->b.run : *answer_->a.run;
  state().requestPlace({inB ? idB_ : idA_, run.slices.start[*slice], slice, q(r.key)});
}

QString CompareView::emptyReason() const {
  if (!run(idA_) || !run(idB_)) return state().runs().empty() ? tr("no run is open; two are needed") : tr("fewer than two runs are shown");
  if (nothingThere()) return compared::remarks(*answer_->comparison).join(QStringLiteral("; "));
  return {};
}

void CompareView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  work_.finishNow();
  if (!answer_ || nothingThere()) return;
  const chart::Style s = chart::onPaper(style, painter.device());
  ComparePicture p = build(kMostLanes);
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  const QString name = tabs_->currentIndex() >= 0 ? tabs_->tabData(tabs_->currentIndex()).toString() : QStringLiteral("overall");
  const ComparedTable* t = answer_->comparison->table(name.toStdString());
  if (!t) t = answer_->comparison->table("overall");
  if (t) {
    p.rows = compared::figureRows(*t, kFigureRows);
    p.rowsLeft = t->rows.size() - std::min(t->rows.size(), kFigureRows);
  }
  const QRectF area(QPointF(0, 0), size);
  const CompareWindow window = canvas_->picture().empty() ? CompareWindow{0, static_cast<double>(p.longest())} : canvas_->window();
  p.legend = activitiesWithin(p, window, std::max(1, static_cast<int>(size.width())));  // a line of it is dear on paper
  paintCompare(painter, p, layoutCompare(p, area, s, painter.device(), true), window, area, s);
}

QVector<QStringList> CompareView::table() const {
  const_cast<Background&>(work_).finishNow();
  return table_->csv();
}

}  // namespace weir
