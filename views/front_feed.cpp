#include "views/front_feed.h"

#include <QCoreApplication>
#include <array>
#include <utility>

#include "core/base/units.h"
#include "core/jobs/sweep_intervals.h"
#include "core/optimize/front.h"
#include "core/optimize/sweep.h"
#include "views/front/front_view.h"
#include "views/shared/core_words.h"
#include "views/shared/intervals.h"
#include "views/shared/text.h"

namespace weir {
namespace {

QString timeTitle(Basis b) {
  switch (b) {
    case Basis::ToTarget: return translate("FrontFeed", "time to target");
    case Basis::PerEpoch: return translate("FrontFeed", "time of an epoch");
    case Basis::PerSample: return translate("FrontFeed", "time per sample");
    case Basis::PerStep: return translate("FrontFeed", "step time");
  }
  return {};
}
QString energyTitle(Basis b) {
  switch (b) {
    case Basis::ToTarget: return translate("FrontFeed", "energy to target");
    case Basis::PerEpoch: return translate("FrontFeed", "energy of an epoch");
    case Basis::PerSample: return translate("FrontFeed", "energy per sample");
    case Basis::PerStep: return translate("FrontFeed", "energy per step");
  }
  return {};
}

std::vector<Basis> basesOf(const SweepResult& r) {
  std::vector<Basis> out{r.basis};
  for (const Basis b : {Basis::ToTarget, Basis::PerEpoch, Basis::PerSample, Basis::PerStep})
    if (b != r.basis && !r.points.empty()) {
      const bool known = std::any_of(r.points.begin(), r.points.end(), [b](const SweepPoint& p) { return p.problem.empty() && timeOf(p, b) == timeOf(p, b); });
      if (known) out.push_back(b);
    }
  return out;
}

// The last words of a path say enough beside a value: "plan.global_batch" -> "global batch".
QString shortName(std::string_view path) {
  const auto dot = path.rfind('.');
  return q(dot == std::string_view::npos ? path : path.substr(dot + 1)).replace(QLatin1Char('_'), QLatin1Char(' '));
}

std::pair<double, double> placeOf(const Outcome& o, Basis b) {
  const double power = o.energy_step_j / o.step_s;
  switch (b) {
    case Basis::ToTarget: return {o.time_to_target_s, o.energy_to_target_j};
    case Basis::PerEpoch: return {o.epoch_s, power * o.epoch_s};
    case Basis::PerSample: return {1 / o.samples_per_s, power / o.samples_per_s};
    case Basis::PerStep: return {o.step_s, o.energy_step_j};
  }
  return {kUnknown, kUnknown};
}

FrontRange rangeIn(const PlanRanges& r) { return {r.time.low, r.time.high, r.energy.low, r.energy.high}; }

class Feed : public QObject {
 public:
  Feed(FrontView& view, ViewState& state) : QObject(&view), view_(view), state_(state) {
    connect(&state, &ViewState::sweepChanged, this, &Feed::showSweep);
    connect(&state, &ViewState::answeredChanged, this, &Feed::showAnswer);
    connect(&state, &ViewState::sweepIntervalsChanged, this, &Feed::showRanges);
    connect(&view, &FrontView::pointChosen, this, &Feed::choose);
    connect(&view, &FrontView::sweepRequested, &state, &ViewState::requestSweep);
    showSweep();
  }

 private:
  void showSweep() {
    view_.setData(state_.sweep() ? frontData(*state_.sweep()) : FrontData{});
    showAnswer();
    showRanges();
  }
  void showRanges() {
    if (state_.sweep() && state_.sweepIntervals()) view_.setRanges(frontRanges(*state_.sweep(), *state_.sweepIntervals()));
    else view_.setRanges({});
  }
  void showAnswer() {
    if (state_.sweep() && state_.answered()) view_.setCurrent(frontCurrent(*state_.sweep(), *state_.answered()));
    else view_.setCurrent({});
  }
  void choose(int index) {
    const auto sweep = state_.sweep();
    if (!sweep) return;
    const auto point = std::find_if(sweep->points.begin(), sweep->points.end(), [index](const SweepPoint& p) { return p.index == std::uint64_t(index); });
    if (point == sweep->points.end()) return;
    Selection s;
    s.kind = Selection::Kind::Point;
    s.instance = std::uint32_t(index);
    s.title = translate("FrontFeed", "Plan %1 of the sweep").arg(index + 1);
    QStringList short_;
    for (const auto& [path, value] : sweep->spec.settings(std::uint64_t(index))) {
      s.facts.emplace_back(shortName(path), q(value));
      short_ << shortName(path) + QLatin1Char(' ') + q(value);
    }
    const Uncertainty* sure = nullptr;
    if (const auto& known = state_.sweepIntervals())
      if (const auto it = known->plans.find(point->index); it != known->plans.end()) sure = &it->second;
    for (const Basis b : basesOf(*sweep)) {
      const PlanRanges r = sure ? rangesOf(*point, *sure, b) : PlanRanges{};
      s.facts.emplace_back(timeTitle(b), intervals::with(timeOf(*point, b), r.time, units::showSeconds));
      s.facts.emplace_back(energyTitle(b), intervals::with(energyOf(*point, b), r.energy, units::showJoules));
    }
    s.facts.emplace_back(translate("FrontFeed", "exposed communication"), q(units::showPercent(point->exposed_fraction)));
    if (!point->problem.empty()) s.facts.emplace_back(translate("FrontFeed", "cannot be run"), q(point->problem));

    std::shared_ptr<const Scenario> around = state_.sweepScenario();
    if (!around && state_.answered()) around = std::make_shared<const Scenario>(state_.answered()->scenario);
    if (around) {
      auto base = sweepBase(*around, sweep->spec, nullptr);
      auto scenario = base ? scenarioOf(*base, sweep->spec, std::uint64_t(index), nullptr) : Result<Scenario>(tl::make_unexpected(base.error()));
      if (scenario) state_.requestScenario(*scenario, translate("FrontFeed", "Load plan: %1").arg(short_.join(QStringLiteral(", "))));
      else s.facts.emplace_back(translate("FrontFeed", "cannot be loaded"), coreErrorLine(scenario.error()));
    }
    state_.select(std::move(s));
  }

  FrontView& view_;
  ViewState& state_;
};

}  // namespace

FrontData frontData(const SweepResult& r) {
  FrontData d;
  QStringList axes;
  for (const SweepAxis& a : r.spec.axes) axes << translate("FrontFeed", "%1 (%2)").arg(shortName(a.path)).arg(a.values.size());
  d.title = translate("FrontFeed", "Plans: %1").arg(axes.join(QStringLiteral(" × ")));
  d.planned = r.total;
  d.running = !r.stopped && !r.complete();
  std::vector<QStringList> labels;
  labels.reserve(r.points.size());
  for (const SweepPoint& p : r.points) {
    QStringList label;
    for (const auto& [path, value] : r.spec.settings(p.index)) label << shortName(path) + QStringLiteral(": ") + q(value);
    labels.push_back(std::move(label));
  }
  for (const Basis b : basesOf(r)) {
    FrontObjective o;
    o.name = translate("FrontFeed", "%1 against %2").arg(energyTitle(b), timeTitle(b));
    o.x = {timeTitle(b), QStringLiteral("s"), true};
    o.y = {energyTitle(b), QStringLiteral("J"), true};
    std::vector<double> x, y;
    for (std::size_t i = 0; i < r.points.size(); ++i) {
      const SweepPoint& p = r.points[i];
      FrontPoint f;
      f.index = int(p.index);
      f.valid = p.problem.empty();
      f.x = timeOf(p, b);
      f.y = energyOf(p, b);
      f.label = labels[i];
      x.push_back(f.valid ? f.x : kUnknown);
      y.push_back(f.valid ? f.y : kUnknown);
      o.points.push_back(std::move(f));
    }
    for (const std::size_t i : b == r.basis ? r.front : nonDominated(x, y)) o.points[i].onFront = true;
    d.objectives.push_back(std::move(o));
  }
  return d;
}

std::vector<FrontCurrent> frontCurrent(const SweepResult& sweep, const Answered& a) {
  std::vector<FrontCurrent> out;
  SweepPoint p;
  p.step_s = a.outcome.step_s;
  p.epoch_s = a.outcome.epoch_s;
  p.samples_per_s = a.outcome.samples_per_s;
  for (const Basis b : basesOf(sweep)) {
    const auto [x, y] = placeOf(a.outcome, b);
    out.push_back({x, y, translate("FrontFeed", "scenario in hand"), {}});
    if (a.outcome.uncertainty) out.back().range = rangeIn(rangesOf(p, *a.outcome.uncertainty, b));
  }
  return out;
}

std::vector<FrontRanges> frontRanges(const SweepResult& sweep, const SweepIntervals& known) {
  std::vector<FrontRanges> out;
  for (const Basis b : basesOf(sweep)) {
    FrontRanges& one = out.emplace_back();
    for (const SweepPoint& p : sweep.points)
      if (const auto it = known.plans.find(p.index); it != known.plans.end()) one[int(p.index)] = rangeIn(rangesOf(p, it->second, b));
  }
  return out;
}

View* makeFrontView(ViewState& state, QWidget* parent) {
  auto* view = new FrontView(state, parent);
  new Feed(*view, state);
  return view;
}

}  // namespace weir
