#include "views/power/power_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/nan.h"
#include "core/base/offset.h"
#include "core/base/units.h"
#include "core/summarize/column_unit.h"
#include "core/summarize/seconds.h"
#include "views/power/power_canvas.h"
#include "views/shared/sort_table.h"
#include "views/shared/text.h"
#include "views/shared/view_notes.h"

namespace weir {
namespace {

constexpr int kColumns = 900;  // of the picture; a figure takes the same, so that both show the same numbers

bool hasMeters(const ShownRun& r) { return !meterCounters(*r.run).empty(); }

SortCell text(const QString& s, const QString& tip = {}) { return {s, kNaN, false, tip}; }
SortCell number(double v, const QString& shown) { return {shown, v, true, {}}; }
// Its text comes with its column's unit, in shareUnits().
SortCell number(const std::optional<double>& v) { return number(v.value_or(kNaN), PowerView::tr("unknown")); }

// Times of all columns that hold any, in one way, with as many digits as it takes to tell them apart.
void writeTimes(std::vector<SortColumn*>& columns, std::vector<SortCell*>& cells) {
  double largest = 0;
  for (const SortCell* c : cells)
    if (!std::isnan(c->number)) largest = std::max(largest, std::fabs(c->number));
  const TimeStyle style = timeStyle(largest);
  double step = 1 / style.factor;
  const auto exact = [&](const SortCell* c) {
    const double shown = c->number / step;
    return std::isnan(shown) || std::abs(shown - std::round(shown)) < 1e-6 * std::max(1.0, std::abs(shown) * 1e-6);
  };
  for (int digits = 0; digits < 3 && !std::all_of(cells.begin(), cells.end(), exact); ++digits) step /= 10;
  for (SortColumn* c : columns) c->shown = style.unit;
  for (SortCell* c : cells)
    if (!std::isnan(c->number)) c->text = timeText(c->number, style, step);
}

// One unit a column, said in its header.
void shareUnits(std::vector<SortColumn>& columns, std::vector<std::vector<SortCell>>& rows) {
  std::vector<SortColumn*> timeColumns;
  std::vector<SortCell*> times;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    SortColumn& column = columns[k];
    if (column.unit.isEmpty()) continue;
    std::vector<SortCell*> cells;
    std::vector<double> values;
    for (auto& row : rows) cells.push_back(&row[k]), values.push_back(row[k].number);
    if (column.unit == QLatin1String("s")) {
      timeColumns.push_back(&column);
      times.insert(times.end(), cells.begin(), cells.end());
      continue;
    }
    const std::string base = column.unit == QLatin1String("1") ? "%" : column.unit.toStdString();
    const ColumnUnit unit = columnUnit(values, base);
    column.shown = q(unit.name);
    for (SortCell* c : cells) {
      if (std::isnan(c->number)) continue;
      c->text = q(columnText(c->number, unit));
      if (base != "%") c->tip = q(units::showSi(c->number, base));
    }
  }
  writeTimes(timeColumns, times);
}

}  // namespace

PowerView::PowerView(ViewState& s, QWidget* parent)
    : View(s, parent),
      run_(new QComboBox),
      by_(new QComboBox),
      tabs_(new QTabBar),
      copy_(new QPushButton(tr("Copy as CSV"))),
      lineUp_(new QPushButton(tr("Line up clocks"))),
      table_(new SortTable),
      none_(new QLabel),
      below_(new QStackedWidget),
      canvas_(new PowerCanvas) {
  run_->setAccessibleName(tr("Run"));
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(18);
  by_->setAccessibleName(tr("What is stacked"));
  by_->addItem(tr("By meter"), static_cast<int>(PowerPicture::By::Meter));
  by_->addItem(tr("By rank"), static_cast<int>(PowerPicture::By::Rank));
  for (const QString& t : {tr("Meters"), tr("Steps"), tr("Ranks")}) tabs_->addTab(t);
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  copy_->setToolTip(tr("The table below, as it is sorted, with units in its header"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  bar->addWidget(run_);
  bar->addWidget(by_);
  bar->addWidget(lineUp_);
  bar->addStretch(1);
  bar->addWidget(tabs_);
  bar->addWidget(copy_);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(canvas_);
  none_->setAlignment(Qt::AlignCenter);
  none_->setWordWrap(true);
  none_->setMargin(8);
  none_->setForegroundRole(QPalette::PlaceholderText);
  below_->addWidget(table_);
  below_->addWidget(none_);
  split->addWidget(below_);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 1);
  split->setSizes({460, 160});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(new BackgroundStrip(work_));
  column->addWidget(split, 1);

  connect(run_, &QComboBox::activated, this, [this] {
    runId_ = run_->currentData().toInt();
    ask(0);
  });
  connect(by_, &QComboBox::activated, this, [this] { ask(0); });
  connect(tabs_, &QTabBar::currentChanged, this, &PowerView::fillTable);
  connect(copy_, &QPushButton::clicked, table_, &SortTable::copy);
  connect(lineUp_, &QPushButton::clicked, this, &PowerView::lineUp);
  connect(&work_, &Background::stoppedByHand, this, [this] {
    if (!picture_) canvas_->setEmpty(tr("Stopped before it was added up"), tr("Choose the run again, or move the time range, to begin again."));
  });
  connect(&work_, &Background::failed, this, [this](const QString& what) {
    picture_.reset();
    canvas_->setEmpty(tr("This could not be added up"), what);
    fillTable();
  });
  connect(&s, &ViewState::runsChanged, this, &PowerView::runsChanged);
  connect(&s, &ViewState::timeRangeChanged, this, [this] { ask(150); });
  connect(&s, &ViewState::measuredChanged, this, [this] { ask(150); });
  connect(&s, &ViewState::stepsChanged, this, [this](int id) {
    if (const ShownRun* r = chosen(); r && r->id == id) ask(0);
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(canvas_, &PowerCanvas::hovered, this, [this](const QString& t) { state().setHovered(t); });
  connect(canvas_, &PowerCanvas::timeChosen, this, [this](std::int64_t from, std::int64_t to) {
    const ShownRun* r = chosen();
    if (!r) return;
    if (to > from) state().setTimeRange({from + r->shift, to + r->shift}, true);
    state().requestPlace({r->id, from, std::nullopt, tr("power")});
  });
  connect(table_, &SortTable::rowActivated, this, [this](int row) {
    const ShownRun* r = chosen();
    if (!r || !picture_ || !picture_->report || row < 0) return;
    if (tabs_->currentIndex() == Steps && static_cast<std::size_t>(row) < picture_->report->steps.size()) {
      const StepEnergy& step = picture_->report->steps[static_cast<std::size_t>(row)];
      state().setTimeRange({step.span.from + r->shift, step.span.to + r->shift}, true);
      state().requestPlace({r->id, step.span.from, std::nullopt, tr("step %1").arg(step.number)});
    }
  });
  canvas_->setMode(s.mode());
  runsChanged();
}

PowerView::~PowerView() = default;

const ShownRun* PowerView::chosen() const {
  const ShownRun* first = nullptr;
  for (const ShownRun& r : state().runs()) {
    if (!r.visible || !hasMeters(r)) continue;
    if (r.id == runId_) return &r;
    if (!first) first = &r;
  }
  return first;
}

QString PowerView::hint() const {
  return tr("Open power logs beside the trace (nvidia-smi, Zeus, CodeCarbon, RAPL, MLPerf power): drop them together, and their clocks are aligned.");
}

void PowerView::runsChanged() {
  run_->clear();
  for (const ShownRun& r : state().runs())
    if (r.visible && hasMeters(r)) run_->addItem(r.title, r.id);
  const ShownRun* r = chosen();
  if (r) run_->setCurrentIndex(run_->findData(r->id));
  run_->setVisible(run_->count() > 1);
  ask(0);
}

void PowerView::setBy(PowerPicture::By by) {
  by_->setCurrentIndex(by_->findData(static_cast<int>(by)));
  ask(0);
}

void PowerView::ask(int settle_ms) {
  const ShownRun* r = chosen();
  if (!r) {
    work_.forget();
    picture_.reset();
    offerMove();
    canvas_->setEmpty(state().runs().empty() ? tr("No run is open") : tr("No run that is shown has readings of power"), hint());
    fillTable();
    return;
  }
  const auto [from, to] = state().analysedRange();
  // Meters may go on before and after the events: of the whole, all they read is shown.
  const auto by = static_cast<PowerPicture::By>(by_->currentData().toInt());
  const bool bounded = state().measured().has_value() || state().timeRange() != state().whole();
  std::optional<TimeRange> range;
  if (bounded) range = TimeRange{from - r->shift, to - r->shift};
  std::optional<std::vector<TimeRange>> byHand;
  if (const auto* steps = state().stepsByHand(r->id)) byHand = *steps;
  work_.askFor<PowerPicture>(
      [run = r->run, range, by, byHand, title = r->title, bounded, memo = state().memo()](const Job& job) -> std::shared_ptr<const PowerPicture> {
        std::vector<RankSteps> steps;
        if (byHand) {
          steps = onEveryRank(*run, *byHand);
        } else {
          job.begin("finding steps");
          const auto found = memo->steps(run, job);
          if (!found) return nullptr;
          steps = found->ranks;
        }
        const auto made = makePowerPicture(*run, steps, range, by, kColumns, job);
        if (!made) return nullptr;
        auto p = std::make_shared<PowerPicture>(*made);
        const bool apart = p->summary && !p->summary->notes.empty();  // then the common mean is what nothing ever drew
        const double energy = p->summary ? p->summary->energy_j.value_or(kNaN) : kNaN;
        const double mean = !p->summary ? kNaN : apart ? p->summary->sumOfMeans_w : p->summary->mean_w.value_or(kNaN);
        p->title = (apart ? tr("Power and energy: %1%2. %3, %4 if all meters read at one time") : tr("Power and energy: %1%2. %3, %4 in the mean")).arg(title, bounded ? tr(", the visible or measured time") : QString(),
                                                                          std::isnan(energy) ? tr("energy unknown") : q(units::showJoules(energy)), std::isnan(mean) ? tr("unknown") : q(units::showSi(mean, "W")));
        return p;
      },
      [this](std::shared_ptr<const PowerPicture> p) { take(std::move(p)); }, settle_ms);
}

void PowerView::take(std::shared_ptr<const PowerPicture> picture) {
  picture_ = std::move(picture);
  if (const ShownRun* r = chosen()) ViewNotes::of(state()).put(r->id, viewName(), picture_ && picture_->summary ? picture_->summary->notes : std::vector<Note>());
  offerMove();
  if (!picture_ || picture_->empty()) canvas_->setEmpty(tr("Nothing was read in this time"), tr("Zoom out, or look at another time: meters read where the timeline shows counters of power."));
  else canvas_->setPicture(picture_);
  fillTable();
}

void PowerView::offerMove() {
  QStringList lines;
  const ShownRun* r = chosen();
  if (r && picture_)
    for (const ClockHint& h : picture_->clocks)
      if (h.source < r->run->sources.size())
        lines << tr("%1 by %2").arg(q(r->run->sources[h.source].file).section(QLatin1Char('/'), -1), q(units::showOffset(h.shift)));
  lineUp_->setVisible(!lines.isEmpty());
  lineUp_->setToolTip(tr("Moves what reads while nothing else does, by whole quarters of an hour, as clocks of other time zones differ: %1. Import shows and takes back what was moved.")
                          .arg(lines.join(QStringLiteral(", "))));
}

void PowerView::lineUp() {
  const ShownRun* r = chosen();
  if (!r || !picture_) return;
  std::vector<std::int64_t> moved;
  for (std::size_t i = 0; i < r->run->sources.size(); ++i) moved.push_back(r->movedBy(i));
  for (const ClockHint& h : picture_->clocks)
    if (h.source < moved.size()) moved[h.source] += h.shift;
  lineUp_->hide();  // until the moved run is looked at
  state().requestMove(r->id, moved);
}

QString PowerView::emptyTable() const {
  if (work_.busy() && !picture_) return {};
  if (!picture_ || !picture_->summary) return tr("Without readings there is no table.");
  if (tabs_->currentIndex() == Steps) {
    const ShownRun* r = chosen();
    if (r && r->run->ranks.empty())
      return tr("A power log alone has no steps. Open it together with the trace of the job, or set steps by hand in the timeline.");
    return tr("No whole step lies in the time that is looked at. Show more of it, or set steps by hand in the timeline.");
  }
  return tr("No meter reads in this time.");
}

void PowerView::fillTable() {
  std::vector<SortColumn> columns;
  std::vector<std::vector<SortCell>> rows;
  const auto show = [&] {
    const bool any = !rows.empty();
    shareUnits(columns, rows);
    table_->setRows(std::move(columns), std::move(rows));
    none_->setText(any ? QString() : emptyTable());
    below_->setCurrentWidget(any ? static_cast<QWidget*>(table_) : none_);
    copy_->setEnabled(any);
  };
  if (!picture_ || !picture_->summary) return show();
  const auto phaseColumns = [&] {
    for (std::size_t i = 0; i < kPhases; ++i)
      columns.push_back({phaseName(static_cast<Phase>(i)), QStringLiteral("J"), tr("Energy while the rank was doing this, by the parts of the Breakdown view: the exact integral of the meters' readings")});
  };
  const auto phaseCells = [](std::vector<SortCell>& row, const std::optional<PhaseEnergy>& e) {
    for (std::size_t i = 0; i < kPhases; ++i) row.push_back(number(e ? std::optional((*e)[i]) : std::nullopt));
  };
  switch (tabs_->currentIndex()) {
    case Meters:
      columns = {{tr("meter"), {}, tr("The device, as its log names it"), true},
                 {tr("rank"), {}, tr("Whose it is; none for a node or a switch")},
                 {tr("readings"), {}, tr("Readings in the range")},
                 {tr("mean"), QStringLiteral("W"), tr("Mean of the readings; of a counter of joules its energy by the time in which it rose")},
                 {tr("energy"), QStringLiteral("J"), tr("Trapezoid over distinct times, or what the device counted itself; unknown with fewer than two readings")},
                 {tr("from"), QStringLiteral("s"), tr("First reading, since the run's first event")},
                 {tr("to"), QStringLiteral("s"), tr("Last reading")},
                 {tr("gaps"), {}, tr("Where readings are missing for longer than five times their usual distance")}};
      for (const PowerMeter& m : picture_->summary->by)
        rows.push_back({text(q(m.name)), m.rank == kUnknownRank ? number(kNaN, QStringLiteral("–")) : number(m.rank, QString::number(m.rank)),
                        number(static_cast<double>(m.readings), QString::number(m.readings)), number(m.mean_w), number(m.energy_j),
                        number(m.readings > 0 ? std::optional(seconds(m.start - picture_->origin)) : std::nullopt), number(m.readings > 0 ? std::optional(seconds(m.end - picture_->origin)) : std::nullopt),
                        number(static_cast<double>(m.gaps), QString::number(m.gaps))});
      break;
    case Steps:
      columns = {{tr("step"), {}, tr("As the trace numbers it, else counted from 0")},
                 {tr("begins"), QStringLiteral("s"), tr("Since the run's first event")},
                 {tr("energy"), QStringLiteral("J"), tr("Of all meters, over the step: of a rank's meter over its own step, of a node's over the job's")},
                 {tr("mean"), QStringLiteral("W"), tr("Energy by the time that readings cover, summed over the meters")},
                 {tr("covered"), QStringLiteral("1"), tr("Share of the step that readings cover, the mean over the meters")}};
      phaseColumns();
      if (picture_->report)
        for (const StepEnergy& s : picture_->report->steps) {
          rows.push_back({number(static_cast<double>(s.number), QString::number(s.number)), number(std::optional(seconds(s.span.from - picture_->origin))), number(s.energy_j), number(s.mean_w), number(std::optional(s.covered))});
          phaseCells(rows.back(), s.phase_j);
        }
      break;
    default:
      columns = {{tr("rank"), {}, tr("Whose meters; none for those of a node or a switch")},
                 {tr("meters"), {}, tr("How many of them have energy")},
                 {tr("energy"), QStringLiteral("J"), tr("Of these meters in the range")}};
      phaseColumns();
      if (picture_->report)
        for (const RankEnergy& r : picture_->report->ranks) {
          rows.push_back({r.rank == kUnknownRank ? number(kNaN, tr("none")) : number(r.rank, QString::number(r.rank)), number(static_cast<double>(r.meters), QString::number(r.meters)), number(r.energy_j)});
          phaseCells(rows.back(), r.phase_j);
        }
  }
  show();
}

QString PowerView::emptyReason() const {
  if (!chosen()) return state().runs().empty() ? tr("no run is open") : tr("no run that is shown has readings of power");
  return !work_.busy() && picture_ && picture_->empty() ? tr("nothing was read in this time") : QString();
}

void PowerView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  work_.finishNow();
  if (!picture_ || picture_->empty()) return;
  const chart::Style s = chart::onPaper(style, painter.device());
  PowerPicture p = *picture_;
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  paintPower(painter, p, layoutPower(p, QRectF(QPointF(0, 0), size), s, painter.device()), s);
}

QVector<QStringList> PowerView::table() const {
  const_cast<Background&>(work_).finishNow();
  return table_->csv();
}

QStringList PowerView::restsOn() const {
  QStringList out;
  if (picture_ && picture_->report && !picture_->report->assumption.empty()) out << q(picture_->report->assumption);
  return out;
}

}  // namespace weir
