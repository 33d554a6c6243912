#include "views/inspector/answer_facts.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/summarize/head_words.h"
#include "core/summarize/difference.h"
#include "core/summarize/step_times.h"
#include "core/summarize/steps.h"
#include "views/shared/intervals.h"
#include "views/shared/text.h"

namespace weir {
namespace {

class List {
 public:
  void heading(const QString& name, const QString& value = {}, const QString& how = {}) { facts_.push_back({name, value, how, 0, false}); }
  void part(const QString& name, double v, const std::string& text, double whole, const QString& how) {
    if (v == 0) return;
    QString value = q(text);
    if (whole > 0 && v == v) value += QStringLiteral(" · ") + q(units::showPercent(v / whole));
    facts_.push_back({name, value, how, 1, false});
  }
  void line(const QString& name, const std::string& text, const QString& how = {}) { line(name, q(text), how); }
  void line(const QString& name, const QString& text, const QString& how = {}, bool doubtful = false) { facts_.push_back({name, text, how, 1, doubtful}); }
  void more(const QString& name, const QString& text, const QString& how) { facts_.push_back({name, text, how, 2, false}); }
  std::vector<AnswerFact> take() { return std::move(facts_); }

 private:
  std::vector<AnswerFact> facts_;
};

bool knownFigure(double v) { return v == v; }

QString guaranteeShort(const Guarantee& g) {
  if (g.kind == Guarantee::Kind::None || !knownFigure(g.extra_samples)) return translate("AnswerFacts", "none");
  const QString more = translate("AnswerFacts", "at most +%1").arg(q(units::showPercent(std::max(0.0, g.extra_samples))));
  if (g.kind == Guarantee::Kind::Bound) return translate("AnswerFacts", "%1 (bound)").arg(more);
  return knownFigure(g.confidence) ? translate("AnswerFacts", "%1 with %2").arg(more, q(units::showPercent(g.confidence))) : more;
}

void loading(List& l, const DataOutcome& d) {
  if (!knownFigure(d.au) && !knownFigure(d.staging_s)) return;
  l.heading(translate("AnswerFacts", "Data loading"));
  if (knownFigure(d.au)) l.line(translate("AnswerFacts", "accelerator utilisation"), units::showPercent(d.au), translate("AnswerFacts", "Computing and communicating, over that and waiting for data; checkpoints aside"));
  if (knownFigure(d.dlio_au)) l.line(translate("AnswerFacts", "as DLIO counts it"), units::showPercent(d.dlio_au), translate("AnswerFacts", "Over an epoch, its first steps left out"));
  if (knownFigure(d.hit_rate)) l.line(translate("AnswerFacts", "read from caches"), units::showPercent(d.hit_rate), translate("AnswerFacts", "Of the reads, from the second epoch on"));
  if (knownFigure(d.first_epoch_s)) l.line(translate("AnswerFacts", "first epoch"), units::showSeconds(d.first_epoch_s), translate("AnswerFacts", "With cold caches"));
  if (knownFigure(d.staging_s)) l.line(translate("AnswerFacts", "staging"), units::showSeconds(d.staging_s), translate("AnswerFacts", "Before training begins"));
}

void checkpoints(List& l, const CheckpointOutcome& c) {
  if (!knownFigure(c.interval_s)) return;
  l.heading(translate("AnswerFacts", "Checkpoints"));
  const auto time = [&](const QString& name, double s, const QString& how) {
    if (knownFigure(s)) l.line(name, units::showSeconds(s), how);
  };
  time(translate("AnswerFacts", "one every"), c.interval_s, {});
  time(translate("AnswerFacts", "until stored"), c.write_s, {});
  time(translate("AnswerFacts", "waited for"), c.cost_s, translate("AnswerFacts", "The time training stands still for one"));
  time(translate("AnswerFacts", "restart after a failure"), c.restart_s, {});
  if (knownFigure(c.waste)) l.line(translate("AnswerFacts", "expected waste"), units::showPercent(c.waste), translate("AnswerFacts", "Of the time: writing, work lost and restarts"));
  time(translate("AnswerFacts", "interval by Young"), c.young_s, translate("AnswerFacts", "Square root of twice the cost times the mean time between failures (Young 1974)"));
  time(translate("AnswerFacts", "interval by Daly"), c.daly_s, translate("AnswerFacts", "Daly 2006, of higher order"));
}

void phases(List& l, const EnergyByPhase& e, double whole) {
  const QString how = translate("AnswerFacts", "Of all components and the facility, by what the accelerators did meanwhile");
  const auto joules = [&](const QString& name, double v) {
    if (knownFigure(v)) l.part(name, v, units::showJoules(v), whole, how);
  };
  joules(translate("AnswerFacts", "while computing"), e.compute);
  joules(translate("AnswerFacts", "while communicating"), e.communication);
  joules(translate("AnswerFacts", "in the bubble"), e.bubble);
  joules(translate("AnswerFacts", "while waiting for data"), e.data);
}

// The constants an answer rests on, the most influential first. `stale`: of an earlier answer, whose numbers are not this one's.
void restsOn(List& l, const Uncertainty& u, bool stale) {
  constexpr std::size_t kMost = 8;
  if (u.rests_on.empty()) {
    l.heading(translate("AnswerFacts", "Rests on"), {}, translate("AnswerFacts", "A scenario or preset states intervals under \"intervals\""));
    l.line(translate("AnswerFacts", "no constant states an interval"), QString());
    return;
  }
  const QString dots = QStringLiteral("…");
  l.heading(translate("AnswerFacts", "Rests on"), {}, translate("AnswerFacts", "Constants that are known within an interval (95 %), and what either end of it does to the answer, all else held"));
  std::size_t shown = 0;
  QStringList rest;
  for (const Influence& i : u.rests_on) {
    QStringList how{q(i.path), translate("AnswerFacts", "Source: %1").arg(i.source.empty() ? translate("AnswerFacts", "none stated") : q(i.source))};
    if (shown == kMost || !intervals::matters(i)) {
      rest << QStringLiteral("%1 = %2").arg(q(i.path), stale ? dots : intervals::valueOf(i));
      continue;
    }
    ++shown;
    l.line(intervals::constantName(i.path), stale ? dots : intervals::valueOf(i), how.join(QLatin1Char('\n')), intervals::unverified(i));
    l.more(translate("AnswerFacts", "step %1").arg(stale ? dots : intervals::effect(i.step_low, i.step_high)),
           translate("AnswerFacts", "energy %1").arg(stale ? dots : intervals::effect(i.energy_low, i.energy_high)), how.join(QLatin1Char('\n')));
  }
  if (!rest.isEmpty())
    l.line(shown > 0 ? translate("AnswerFacts", "%n more, of less weight", nullptr, int(rest.size())) : translate("AnswerFacts", "%n constant(s), none moves it by 0.1 %", nullptr, int(rest.size())),
           QString(), rest.join(QLatin1Char('\n')));
}

}  // namespace

std::vector<AnswerFact> answerFacts(const Answered& a, const Uncertainty* before) {
  const Outcome& o = a.outcome;
  const Uncertainty u = o.uncertainty.value_or(Uncertainty{});
  List l;
  if (o.step_s == o.step_s) {
    const StepBreakdown& b = o.breakdown;
    l.heading(translate("AnswerFacts", "Step time"), intervals::with(o.step_s, u.step_s, units::showSeconds), translate("AnswerFacts", "The sum of the parts below"));
    const auto time = [&](const QString& name, double v, const char* how) { l.part(name, v, units::showSeconds(v), o.step_s, translate("AnswerFacts", how)); };
    time(translate("AnswerFacts", "computing"), b.compute_s, QT_TRANSLATE_NOOP("AnswerFacts", "Forward and backward pass and the optimizer of one rank's share: FLOP over the achieved rate, or bytes over memory bandwidth, whichever takes longer"));
    time(translate("AnswerFacts", "communication, exposed"), b.exposed_communication_s, QT_TRANSLATE_NOOP("AnswerFacts", "Gradients that are still under way when the backward pass is done"));
    time(translate("AnswerFacts", "waiting for data"), b.data_stall_s, QT_TRANSLATE_NOOP("AnswerFacts", "Reading and preparing samples beyond what computing hides"));
    time(translate("AnswerFacts", "pipeline bubble"), b.bubble_s, QT_TRANSLATE_NOOP("AnswerFacts", "Stages waiting for the first and last micro-batches"));
    time(translate("AnswerFacts", "checkpoint"), b.checkpoint_s, QT_TRANSLATE_NOOP("AnswerFacts", "Writing checkpoints, spread over the steps between them"));
    time(translate("AnswerFacts", "other"), b.other_s, QT_TRANSLATE_NOOP("AnswerFacts", "The host's work between steps"));
    if (o.overlapped_communication_s == o.overlapped_communication_s)
      l.line(translate("AnswerFacts", "communication, overlapped"), units::showSeconds(o.overlapped_communication_s), translate("AnswerFacts", "Hidden under computing; not part of the sum"));
  }
  l.heading(translate("AnswerFacts", "Training"));
  const auto rate = [](double v) { return (v < 1 ? fmt::format("{:.3g}", v) : units::showCount(v)) + " samples/s"; };
  l.line(translate("AnswerFacts", "rate"), o.samples_per_s == o.samples_per_s ? intervals::with(o.samples_per_s, u.samples_per_s, rate) : QStringLiteral("unknown"), translate("AnswerFacts", "Global batch over step time"));
  if (o.epoch_s == o.epoch_s) l.line(translate("AnswerFacts", "epoch"), intervals::with(o.epoch_s, u.epoch_s, units::showSeconds), translate("AnswerFacts", "Samples of the data set over the rate"));
  if (o.time_to_target_s == o.time_to_target_s)
    l.line(translate("AnswerFacts", "time to target"), intervals::with(o.time_to_target_s, u.time_to_target_s, units::showSeconds), translate("AnswerFacts", "Samples needed grow with the batch: E = Emin (1 + B / Bcrit)"));
  if (o.samples_to_target == o.samples_to_target)
    l.line(translate("AnswerFacts", "samples to target"), intervals::with(o.samples_to_target, u.samples_to_target, units::showCount));
  if (o.energy_to_target_j == o.energy_to_target_j)
    l.line(translate("AnswerFacts", "energy to target"), intervals::with(o.energy_to_target_j, u.energy_to_target_j, units::showJoules), translate("AnswerFacts", "Energy of a step times the steps to the target"));
  if (knownFigure(o.steps_to_target)) l.line(translate("AnswerFacts", "steps to target"), units::showCount(o.steps_to_target));
  if (knownFigure(o.network_to_target_bytes)) l.line(translate("AnswerFacts", "network bytes to target"), units::showBytes(o.network_to_target_bytes));
  if (knownFigure(o.carbon_to_target_g)) l.line(translate("AnswerFacts", "carbon to target"), units::showSi(o.carbon_to_target_g, "g"), translate("AnswerFacts", "CO2 equivalent of the energy, by the facility's grams a kilowatt-hour"));
  if (knownFigure(o.samples_to_target)) l.line(translate("AnswerFacts", "guarantee"), guaranteeShort(o.guarantee), q(guaranteeText(o.guarantee)));
  loading(l, o.data);
  checkpoints(l, o.checkpoint);
  if (o.energy_step_j == o.energy_step_j) {
    const EnergyBreakdown& e = o.energy;
    l.heading(translate("AnswerFacts", "Energy per step"), intervals::with(o.energy_step_j, u.energy_step_j, units::showJoules), translate("AnswerFacts", "Power of each part over the time it is busy and idle"));
    const auto joules = [&](const QString& name, double v) { l.part(name, v, units::showJoules(v), o.energy_step_j, {}); };
    joules(translate("AnswerFacts", "accelerators"), e.accelerator);
    joules(translate("AnswerFacts", "host processors"), e.cpu);
    joules(translate("AnswerFacts", "memory"), e.memory);
    joules(translate("AnswerFacts", "network adapters"), e.nic);
    joules(translate("AnswerFacts", "switches and links"), e.network);
    joules(translate("AnswerFacts", "storage"), e.storage);
    joules(translate("AnswerFacts", "cooling and power supply"), e.facility);
    phases(l, o.energy_phase, o.energy_step_j);
    if (knownFigure(o.carbon_step_g)) l.line(translate("AnswerFacts", "carbon"), units::showSi(o.carbon_step_g, "g"), translate("AnswerFacts", "CO2 equivalent of the energy, by the facility's grams a kilowatt-hour"));
  }
  const Volume& v = o.volume;
  l.heading(translate("AnswerFacts", "Bytes moved"));
  const auto bytes = [&](const QString& name, double n, const QString& how) {
    if (n == n) l.line(name, units::showBytes(n), how);
  };
  bytes(translate("AnswerFacts", "network, per step"), v.network_step_bytes, translate("AnswerFacts", "Injected by all hosts in a step"));
  bytes(translate("AnswerFacts", "sent by a rank, per step"), v.rank_sent_step_bytes, {});
  bytes(translate("AnswerFacts", "leaving a node, per step"), v.node_step_bytes, {});
  bytes(translate("AnswerFacts", "storage, per epoch"), v.storage_epoch_bytes, translate("AnswerFacts", "Samples of the data set, each read once"));
  bytes(translate("AnswerFacts", "a checkpoint"), v.checkpoint_bytes, {});
  const MemoryOutcome& m = o.memory;
  if (m.needed_bytes == m.needed_bytes) {
    const QString of = m.capacity_bytes == m.capacity_bytes ? translate("AnswerFacts", "%1 of %2").arg(q(units::showBytes(m.needed_bytes)), q(units::showBytes(m.capacity_bytes))) : q(units::showBytes(m.needed_bytes));
    l.heading(translate("AnswerFacts", "Memory of an accelerator"), of, translate("AnswerFacts", "What one rank needs at the fullest moment of a step"));
    const auto part = [&](const QString& name, double n, const QString& how) {
      if (n == n) l.part(name, n, units::showBytes(n), m.needed_bytes, how);
    };
    part(translate("AnswerFacts", "weights, gradients, optimizer"), m.states_bytes, translate("AnswerFacts", "This rank's share under tensor and pipeline parallelism and ZeRO"));
    part(translate("AnswerFacts", "activations"), m.activation_bytes, translate("AnswerFacts", "Kept for the backward pass, of the micro-batches in flight"));
    part(translate("AnswerFacts", "working space"), m.working_bytes, {});
    if (m.headroom_bytes == m.headroom_bytes)
      l.line(m.fits ? translate("AnswerFacts", "left free") : translate("AnswerFacts", "missing: it does not fit"), units::showBytes(std::abs(m.headroom_bytes)));
  }
  if (!o.collectives.empty()) {
    l.heading(translate("AnswerFacts", "Collectives"));
    for (const CollectiveOutcome& c : o.collectives) {
      const std::string what = std::string(name(c.operation)) + ", " + std::string(name(c.algorithm));
      l.line(q(what), units::showSeconds(c.time_s),
             translate("AnswerFacts", "%1 over %2 ranks; bus bandwidth %3").arg(q(units::showBytes(c.bytes))).arg(c.ranks).arg(q(units::showBytesPerSecond(c.busbw))));
    }
  }
  if (o.flows.count > 0) {
    l.heading(translate("AnswerFacts", "Flows"), QString::number(o.flows.count));
    l.line(translate("AnswerFacts", "mean completion"), units::showSeconds(o.flows.fct_mean_s));
    l.line(translate("AnswerFacts", "99th percentile"), units::showSeconds(o.flows.fct_p99_s));
    l.line(translate("AnswerFacts", "last"), units::showSeconds(o.flows.fct_max_s));
  }
  if (o.network.packets > 0) {
    l.heading(translate("AnswerFacts", "Packets"), q(units::showCount(double(o.network.packets))));
    l.line(translate("AnswerFacts", "packet-hops"), units::showCount(double(o.network.packet_hops)));
    l.line(translate("AnswerFacts", "deepest queue"), units::showBytes(double(o.network.max_queue_bytes)));
    l.line(translate("AnswerFacts", "dropped"), units::showCount(double(o.network.drops)));
  }
  if (o.uncertainty) restsOn(l, *o.uncertainty, false);
  else if (before) restsOn(l, *before, true);
  return l.take();
}

MeasuredSteps measuredSteps(const weir::Run& run) {
  MeasuredSteps m;
  if (run.truth != Truth::Measured || withoutTimes(run)) return m;
  m.step_s = stepSeconds(markedSteps(run), run.ranks);
  if (m.step_s.empty()) return m;
  m.count = static_cast<int>(m.step_s.size());
  m.median_s = quantile(m.step_s, 0.5);
  const auto [shortest, longest] = std::minmax_element(m.step_s.begin(), m.step_s.end());
  m.shortest_s = *shortest;
  m.longest_s = *longest;
  m.ranks = run.worldSize > 0 ? run.worldSize : static_cast<int>(run.ranks.size());
  return m;
}

std::vector<AnswerFact> measuredBeside(const MeasuredSteps& m, const QString& title, const Answered& a, bool asRecorded) {
  if (m.count == 0 || !(a.outcome.step_s > 0) || a.scenario.ranks() != m.ranks) return {};
  List l;
  l.heading(translate("AnswerFacts", "Measured beside predicted"), {}, title);
  l.line(translate("AnswerFacts", "measured step, median"), units::showSeconds(m.median_s), translate("AnswerFacts", "%1: %n step(s), each as long as the mean over the ranks", nullptr, m.count).arg(title));
  l.line(translate("AnswerFacts", "shortest, longest"), units::showSeconds(m.shortest_s) + " – " + units::showSeconds(m.longest_s));
  l.line(translate("AnswerFacts", "predicted step"), units::showSeconds(a.outcome.step_s), translate("AnswerFacts", "The scenario in hand has as many ranks as this run; whether it describes the run is for you to judge"));
  const auto error = predictionError(a.outcome.step_s, m.step_s);
  if (!error) return l.take();
  const std::string percent = (*error < 0 ? "−" : "+") + units::showPercent(std::abs(*error));
  if (asRecorded)
    l.line(translate("AnswerFacts", "error of the prediction"), percent,
           translate("AnswerFacts", "The predicted step over the median of the measured ones, minus one; a measured step is as long as the mean over the ranks of each one's own. Of a whole run Compare says the same by the medians"));
  else l.line(translate("AnswerFacts", "difference"), percent, translate("AnswerFacts", "The scenario has been changed since it was opened beside this run: what it would be, over what was measured, minus one"));
  return l.take();
}

}  // namespace weir
