#include "views/compare/compare_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/summarize/energy.h"
#include "views/compare/compare_canvas.h"
#include "views/compare/compare_words.h"
#include "views/shared/core_words.h"
#include "views/shared/sort_table.h"

namespace weir {

struct CompareView::Answer {
  ShownRun a, b;
  std::shared_ptr<const Comparison> comparison;
  LodPtr lodA, lodB;
  std::vector<TimeRange> stepsA, stepsB;  // the job's; one where there are no steps
};

namespace {

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
constexpr std::size_t kLanes = 8;      // a run, on screen
constexpr std::size_t kMostRows = 5000;  // of a table: beyond it the smallest differences are left out, and that is said

}  // namespace

CompareView::CompareView(ViewState& s, QWidget* parent)
    : View(s, parent), a_(new QComboBox), b_(new QComboBox), step_(new QSpinBox), tabs_(new QTabBar), verdict_(new QLabel), table_(new SortTable), canvas_(new CompareCanvas) {
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
  step_->setToolTip(tr("Which step of both runs is drawn, from its begin; the tables count all steps"));
  step_->setSpecialValueText(tr("all"));
  step_->setMinimum(0);
  auto* copy = new QPushButton(tr("Copy as CSV"));
  copy->setToolTip(tr("The table below, as it is sorted, with units in its header"));
  auto* whole = new QToolButton;
  whole->setText(tr("Whole step"));
  whole->setToolTip(tr("Zoom out to all of it (Home)"));
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(true);
  tabs_->setElideMode(Qt::ElideNone);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  verdict_->setWordWrap(true);
  verdict_->setContentsMargins(8, 2, 8, 2);

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  for (QWidget* w : std::initializer_list<QWidget*>{labelA, a_, swapped, labelB, b_, labelStep, step_, whole}) bar->addWidget(w, w == a_ || w == b_ ? 20 : 0);
  bar->addStretch(1);
  auto* lower = new QWidget;
  auto* tabsRow = new QHBoxLayout;
  tabsRow->setContentsMargins(8, 2, 8, 2);
  tabsRow->addWidget(tabs_, 1);
  tabsRow->addWidget(copy);
  auto* lowerColumn = new QVBoxLayout(lower);
  lowerColumn->setContentsMargins(0, 0, 0, 0);
  lowerColumn->setSpacing(0);
  lowerColumn->addWidget(verdict_);
  lowerColumn->addLayout(tabsRow);
  lowerColumn->addWidget(table_, 1);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(canvas_);
  split->addWidget(lower);
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
  connect(step_, &QSpinBox::valueChanged, this, [this] { refresh(false); });
  connect(tabs_, &QTabBar::currentChanged, this, [this] {
    fillTable();
    refresh(true);
  });
  connect(copy, &QPushButton::clicked, table_, &SortTable::copy);
  connect(table_, &SortTable::rowActivated, this, &CompareView::activated);
  connect(&s, &ViewState::runsChanged, this, &CompareView::runsChanged);
  connect(&s, &ViewState::stepsChanged, this, [this](int id) {
    if (id == idA_ || id == idB_) ask();
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
  const bool same = answer_ && run(idA_) && run(idB_) && answer_->a.id == idA_ && answer_->b.id == idB_ && answer_->a.run == run(idA_)->run && answer_->b.run == run(idB_)->run;
  if (!same) ask();
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

void CompareView::ask() {
  const ShownRun *a = run(idA_), *b = run(idB_);
  // A newer part of the same runs replaces what is shown once it has been compared; until then the old one stays.
  const bool same = a && b && answer_ && answer_->a.id == idA_ && answer_->b.id == idB_;
  if (!same) answer_.reset();
  if (!a || !b) {
    work_.forget();
    canvas_->setEmpty(state().runs().empty() ? tr("Two runs appear here side by side") : tr("One run is open: a second one is needed"),
                      tr("Open another trace (File ▸ Open), keep two runs in a study, or simulate the scenario to hold it against what was measured. Whole studies: Run ▸ Compare two studies."));
    fillTabs();
    return;
  }
  if (!same) {
    canvas_->setEmpty(tr("Being compared…"), {});
    fillTabs();
  }
  const auto byHand = [&](int id) {
    std::optional<std::vector<TimeRange>> out;
    if (const auto* s = state().stepsByHand(id)) out = *s;
    return out;
  };
  work_.askFor<Answer>(
      [a = *a, b = *b, handA = byHand(a->id), handB = byHand(b->id), memo = state().memo()](const Job& job) -> std::shared_ptr<const Answer> {
        auto out = std::make_shared<Answer>();
        out->a = a;
        out->b = b;
        const auto stepsOf = [&](const RunPtr& r, const std::optional<std::vector<TimeRange>>& hand) {
          if (hand) return onEveryRank(*r, *hand);
          const auto found = memo->steps(r, job);
          return found ? found->ranks : std::vector<RankSteps>{};
        };
        job.begin("finding steps");
        const CompareSide x{a.run.get(), stepsOf(a.run, handA)}, y{b.run.get(), stepsOf(b.run, handB)};
        if (job.stopped()) return nullptr;
        auto c = compareRuns(x, y, {}, job);
        if (!c) return nullptr;
        out->comparison = std::make_shared<const Comparison>(std::move(*c));
        job.begin("levels of detail");
        const auto lodA = Lod::build(a.run, job), lodB = Lod::build(b.run, job);
        if (!lodA || !lodB) return nullptr;
        out->lodA = *lodA;
        out->lodB = *lodB;
        const auto of = [](const Run& r, const std::vector<RankSteps>& s) {
          auto steps = jobSteps(s);
          if (steps.empty()) steps.push_back({r.span().first, r.span().second});
          return steps;
        };
        out->stepsA = of(*a.run, x.steps);
        out->stepsB = of(*b.run, y.steps);
        return out;
      },
      [this](std::shared_ptr<const Answer> answer) { take(std::move(answer)); });
}

void CompareView::take(std::shared_ptr<const Answer> answer) {
  const bool same = answer_ && answer && answer_->a.id == answer->a.id && answer_->b.id == answer->b.id;
  answer_ = std::move(answer);
  if (!answer_) return;
  {
    const QSignalBlocker quiet(step_);
    step_->setMaximum(static_cast<int>(std::max(answer_->stepsA.size(), answer_->stepsB.size())));
    if (!same) step_->setValue(std::min(1, step_->maximum()));
    step_->setEnabled(step_->maximum() > 1);
  }
  fillTabs();
  refresh(same);
}

void CompareView::showStep(int step) { step_->setValue(step); }

ComparePicture CompareView::build(std::size_t lanes) const {
  ComparePicture p;
  if (!answer_) return p;
  const Comparison& c = *answer_->comparison;
  const auto side = [&](ComparePicture::Side& s, const ShownRun& r, const LodPtr& lod, const std::vector<TimeRange>& steps) {
    s.title = compared::runTitle(r);
    s.truth = r.run->truth;
    s.lod = lod;
    fillLanes(s, lanes);
    // A run of fewer steps shows its last one for the others: the one step of a simulation beside any of a trace.
    const auto k = std::min(static_cast<std::size_t>(std::max(step_->value(), 1)) - 1, steps.size() - 1);
    s.begin = step_->value() == 0 ? steps.front().from : steps[k].from;
    s.length = std::max<std::int64_t>((step_->value() == 0 ? steps.back().to : steps[k].to) - s.begin, 1);
    return step_->value() == 0 ? steps.size() : k;
  };
  const std::size_t stepA = side(p.a, answer_->a, answer_->lodA, answer_->stepsA), stepB = side(p.b, answer_->b, answer_->lodB, answer_->stepsB);
  p.title = tr("%1 against %2").arg(p.b.title, p.a.title);
  for (const CollectivePair& pair : c.pairs) {
    if (step_->value() != 0 && (pair.stepA != stepA || (pair.stepB != stepB && answer_->stepsB.size() > 1))) continue;
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
  if (step_->value() == 0 && answer_->stepsA.size() != answer_->stepsB.size()) p.anchors.clear();
  QStringList remarks;
  for (const std::string& r : c.remarks) remarks << coreSentence(r);
  p.remark = remarks.join(QStringLiteral("; "));
  return p;
}

void CompareView::refresh(bool keepWindow) {
  if (!answer_) return;
  ComparePicture p = build(kLanes);
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
    const auto add = [&](const QString& name, std::size_t rows) {
      if (rows == 0) return;
      const int i = tabs_->addTab(compared::tableTitle(name));
      tabs_->setTabData(i, name);
      tabs_->setTabToolTip(i, compared::tableMeaning(name));
      if (name == was) tabs_->setCurrentIndex(i);
    };
    for (const ComparedTable& t : c.tables) {
      add(q(t.name), t.rows.size());
      if (t.name == "collective") add(QStringLiteral("errors"), c.pairs.size()), add(QStringLiteral("unmatched"), c.unmatched.size());
    }
    verdict_->setText(compared::verdict(c));
    QStringList remarks;
    for (const std::string& r : c.remarks) remarks << coreSentence(r);
    verdict_->setToolTip(remarks.join(QLatin1Char('\n')));
  }
  verdict_->setVisible(answer_ != nullptr);
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
  if (!answer_ || name.isEmpty()) return table_->setRows({}, {});
  const Comparison& c = *answer_->comparison;
  if (name == QStringLiteral("errors")) {
    auto [columns, rows] = compared::errorTable(c, kMostRows);
    return table_->setRows(std::move(columns), std::move(rows));
  }
  if (name == QStringLiteral("unmatched")) {
    auto [columns, rows] = compared::unmatchedTable(c, kMostRows);
    return table_->setRows(std::move(columns), std::move(rows));
  }
  const ComparedTable* t = c.table(name.toStdString());
  if (!t) return table_->setRows({}, {});
  auto [columns, rows] = compared::differenceTable(*t, kMostRows);
  table_->setRows(std::move(columns), std::move(rows));
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
  return {};
}

void CompareView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  work_.finishNow();
  if (!answer_) return;
  const chart::Style s = chart::onPaper(style, painter.device());
  ComparePicture p = build(kLanes);
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  const QString name = tabs_->currentIndex() >= 0 ? tabs_->tabData(tabs_->currentIndex()).toString() : QStringLiteral("overall");
  if (const ComparedTable* t = answer_->comparison->table(name.toStdString())) p.rows = compared::figureRows(*t, 12);
  else if (const ComparedTable* o = answer_->comparison->table("overall")) p.rows = compared::figureRows(*o, 12);
  const QRectF area(QPointF(0, 0), size);
  paintCompare(painter, p, layoutCompare(p, area, s, painter.device(), true), canvas_->picture().empty() ? CompareWindow{0, static_cast<double>(p.longest())} : canvas_->window(), area, s);
}

QVector<QStringList> CompareView::table() const {
  const_cast<Background&>(work_).finishNow();
  return table_->csv();
}

}  // namespace weir
