#include "views/power/power_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/power/power_canvas.h"
#include "views/shared/sort_table.h"
#include "views/shared/view_notes.h"

namespace weir {
namespace {

constexpr int kColumns = 900;  // of the picture; a figure takes the same, so that both show the same numbers
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
bool hasMeters(const ShownRun& r) { return !meterCounters(*r.run).empty(); }
double seconds(std::int64_t ps) { return static_cast<double>(ps) / 1e12; }

SortCell text(const QString& s, const QString& tip = {}) { return {s, kNaN, false, tip}; }
SortCell number(double v, const QString& shown) { return {shown, v, true, {}}; }
SortCell watts(const std::optional<double>& v) { return number(v.value_or(kNaN), v ? q(units::showSi(*v, "W")) : PowerView::tr("unknown")); }
SortCell joules(const std::optional<double>& v) { return number(v.value_or(kNaN), v ? q(units::showJoules(*v)) : PowerView::tr("unknown")); }
SortCell timeOf(double s) { return number(s, q(units::showSeconds(s))); }

}  // namespace

PowerView::PowerView(ViewState& s, QWidget* parent)
    : View(s, parent), run_(new QComboBox), by_(new QComboBox), tabs_(new QTabBar), table_(new SortTable), canvas_(new PowerCanvas) {
  run_->setAccessibleName(tr("Run"));
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(18);
  by_->setAccessibleName(tr("What is stacked"));
  by_->addItem(tr("By meter"), static_cast<int>(PowerPicture::By::Meter));
  by_->addItem(tr("By rank"), static_cast<int>(PowerPicture::By::Rank));
  for (const QString& t : {tr("Meters"), tr("Steps"), tr("Ranks")}) tabs_->addTab(t);
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  auto* copy = new QPushButton(tr("Copy as CSV"));
  copy->setToolTip(tr("The table below, as it is sorted, with units in its header"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  bar->addWidget(run_);
  bar->addWidget(by_);
  bar->addStretch(1);
  bar->addWidget(tabs_);
  bar->addWidget(copy);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(canvas_);
  split->addWidget(table_);
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
  connect(copy, &QPushButton::clicked, table_, &SortTable::copy);
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
      state().requestPlace({r->id, step.span.from, std::nullopt, tr("step %1").arg(step.step)});
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
  if (!picture_ || picture_->empty()) canvas_->setEmpty(tr("Nothing was read in this time"), tr("Zoom out, or look at another time: meters read where the timeline shows counters of power."));
  else canvas_->setPicture(picture_);
  fillTable();
}

void PowerView::fillTable() {
  std::vector<SortColumn> columns;
  std::vector<std::vector<SortCell>> rows;
  if (!picture_ || !picture_->summary) {
    table_->setRows({}, {});
    return;
  }
  const auto phaseColumns = [&] {
    for (std::size_t i = 0; i < kPhases; ++i)
      columns.push_back({phaseName(static_cast<Phase>(i)), QStringLiteral("J"), tr("Energy while the rank was doing this, by the parts of the Breakdown view: the exact integral of the meters' readings")});
  };
  const auto phaseCells = [](std::vector<SortCell>& row, const std::optional<PhaseEnergy>& e) {
    for (std::size_t i = 0; i < kPhases; ++i) row.push_back(joules(e ? std::optional((*e)[i]) : std::nullopt));
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
                        number(static_cast<double>(m.readings), QString::number(m.readings)), watts(m.mean_w), joules(m.energy_j),
                        m.readings > 0 ? timeOf(seconds(m.start - picture_->origin)) : number(kNaN, tr("unknown")), m.readings > 0 ? timeOf(seconds(m.end - picture_->origin)) : number(kNaN, tr("unknown")),
                        number(static_cast<double>(m.gaps), QString::number(m.gaps))});
      break;
    case Steps:
      columns = {{tr("step"), {}, tr("In the order of time, from 0")},
                 {tr("begins"), QStringLiteral("s"), tr("Since the run's first event")},
                 {tr("energy"), QStringLiteral("J"), tr("Of all meters, over the step: of a rank's meter over its own step, of a node's over the job's")},
                 {tr("mean"), QStringLiteral("W"), tr("Energy by the time that readings cover, summed over the meters")},
                 {tr("covered"), QStringLiteral("1"), tr("Share of the step that readings cover, the mean over the meters")}};
      phaseColumns();
      if (picture_->report)
        for (const StepEnergy& s : picture_->report->steps) {
          rows.push_back({number(static_cast<double>(s.step), QString::number(s.step)), timeOf(seconds(s.span.from - picture_->origin)), joules(s.energy_j), watts(s.mean_w),
                          number(s.covered, q(units::showPercent(s.covered)))});
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
          rows.push_back({r.rank == kUnknownRank ? number(kNaN, tr("none")) : number(r.rank, QString::number(r.rank)), number(static_cast<double>(r.meters), QString::number(r.meters)), joules(r.energy_j)});
          phaseCells(rows.back(), r.phase_j);
        }
  }
  table_->setRows(std::move(columns), std::move(rows));
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
