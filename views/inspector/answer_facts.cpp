#include "views/inspector/answer_facts.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/summarize/steps.h"

namespace weir {
namespace {

QString translate(const char* context, const char* text, const char* comment = nullptr, int n = -1) {
  return QCoreApplication::translate(context, text, comment, n);
}
QString q(const std::string& s) { return QString::fromStdString(s); }

class List {
 public:
  void heading(const QString& name, const QString& value = {}, const QString& how = {}) { facts_.push_back({name, value, how, 0}); }
  void part(const QString& name, double v, const std::string& text, double whole, const QString& how) {
    if (v == 0) return;
    QString value = q(text);
    if (whole > 0 && v == v) value += QStringLiteral(" · ") + q(units::showPercent(v / whole));
    facts_.push_back({name, value, how, 1});
  }
  void line(const QString& name, const std::string& text, const QString& how = {}) { facts_.push_back({name, q(text), how, 1}); }
  std::vector<Fact> take() { return std::move(facts_); }

 private:
  std::vector<Fact> facts_;
};

}  // namespace

std::vector<Fact> answerFacts(const Answered& a) {
  const Outcome& o = a.outcome;
  List l;
  if (o.step_s == o.step_s) {
    const StepBreakdown& b = o.breakdown;
    l.heading(translate("AnswerFacts", "Step time"), q(units::showSeconds(o.step_s)), translate("AnswerFacts", "The sum of the parts below"));
    const auto time = [&](const QString& name, double v, const char* how) { l.part(name, v, units::showSeconds(v), o.step_s, translate("AnswerFacts", how)); };
    time(translate("AnswerFacts", "computing"), b.compute_s, QT_TRANSLATE_NOOP("AnswerFacts", "Forward and backward pass of one rank's share: FLOP over the achieved rate, or bytes over memory bandwidth, whichever takes longer"));
    time(translate("AnswerFacts", "communication, exposed"), b.exposed_communication_s, QT_TRANSLATE_NOOP("AnswerFacts", "Gradients that are still under way when the backward pass is done"));
    time(translate("AnswerFacts", "waiting for data"), b.data_stall_s, QT_TRANSLATE_NOOP("AnswerFacts", "Reading and preparing samples beyond what computing hides"));
    time(translate("AnswerFacts", "pipeline bubble"), b.bubble_s, QT_TRANSLATE_NOOP("AnswerFacts", "Stages waiting for the first and last micro-batches"));
    time(translate("AnswerFacts", "checkpoint"), b.checkpoint_s, QT_TRANSLATE_NOOP("AnswerFacts", "Writing checkpoints, spread over the steps between them"));
    time(translate("AnswerFacts", "other"), b.other_s, QT_TRANSLATE_NOOP("AnswerFacts", "Optimizer and what remains"));
    if (o.overlapped_communication_s == o.overlapped_communication_s)
      l.line(translate("AnswerFacts", "communication, overlapped"), units::showSeconds(o.overlapped_communication_s), translate("AnswerFacts", "Hidden under computing; not part of the sum"));
  }
  l.heading(translate("AnswerFacts", "Training"));
  l.line(translate("AnswerFacts", "rate"), o.samples_per_s == o.samples_per_s ? (o.samples_per_s < 1 ? fmt::format("{:.3g}", o.samples_per_s) : units::showCount(o.samples_per_s)) + " samples/s" : "unknown", translate("AnswerFacts", "Global batch over step time"));
  if (o.epoch_s == o.epoch_s) l.line(translate("AnswerFacts", "epoch"), units::showSeconds(o.epoch_s), translate("AnswerFacts", "Samples of the data set over the rate"));
  if (o.time_to_target_s == o.time_to_target_s)
    l.line(translate("AnswerFacts", "time to target"), units::showSeconds(o.time_to_target_s), translate("AnswerFacts", "Samples needed grow with the batch: E = Emin (1 + B / Bcrit)"));
  if (o.energy_step_j == o.energy_step_j) {
    const EnergyBreakdown& e = o.energy;
    l.heading(translate("AnswerFacts", "Energy per step"), q(units::showJoules(o.energy_step_j)), translate("AnswerFacts", "Power of each part over the time it is busy and idle"));
    const auto joules = [&](const QString& name, double v) { l.part(name, v, units::showJoules(v), o.energy_step_j, {}); };
    joules(translate("AnswerFacts", "accelerators"), e.accelerator);
    joules(translate("AnswerFacts", "host processors"), e.cpu);
    joules(translate("AnswerFacts", "memory"), e.memory);
    joules(translate("AnswerFacts", "network adapters"), e.nic);
    joules(translate("AnswerFacts", "switches and links"), e.network);
    joules(translate("AnswerFacts", "storage"), e.storage);
    joules(translate("AnswerFacts", "cooling and power supply"), e.facility);
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
  return l.take();
}

MeasuredSteps measuredSteps(const weir::Run& run) {
  MeasuredSteps m;
  if (run.truth != Truth::Measured) return m;
  std::vector<double> steps;
  for (const RankSteps& r : markedSteps(run))
    for (const TimeRange& t : r.steps) steps.push_back(static_cast<double>(t.length()) * 1e-12);
  if (steps.empty()) return m;
  std::sort(steps.begin(), steps.end());
  m.count = static_cast<int>(steps.size());
  const std::size_t half = steps.size() / 2;
  m.median_s = steps.size() % 2 ? steps[half] : (steps[half - 1] + steps[half]) / 2;
  m.shortest_s = steps.front();
  m.longest_s = steps.back();
  m.ranks = run.worldSize > 0 ? run.worldSize : static_cast<int>(run.ranks.size());
  return m;
}

std::vector<Fact> measuredBeside(const MeasuredSteps& m, const QString& title, const Answered& a, bool asRecorded) {
  if (m.count == 0 || !(a.outcome.step_s > 0) || a.scenario.ranks() != m.ranks) return {};
  List l;
  l.heading(translate("AnswerFacts", "Measured beside predicted"), {}, title);
  l.line(translate("AnswerFacts", "measured step, median"), units::showSeconds(m.median_s), translate("AnswerFacts", "%1: %n step(s) of all ranks", nullptr, m.count).arg(title));
  l.line(translate("AnswerFacts", "shortest, longest"), units::showSeconds(m.shortest_s) + " – " + units::showSeconds(m.longest_s));
  l.line(translate("AnswerFacts", "predicted step"), units::showSeconds(a.outcome.step_s), translate("AnswerFacts", "The scenario in hand has as many ranks as this run; whether it describes the run is for you to judge"));
  const double error = a.outcome.step_s / m.median_s - 1;
  const std::string percent = (error < 0 ? "−" : "+") + units::showPercent(std::abs(error));
  if (asRecorded) l.line(translate("AnswerFacts", "error of the prediction"), percent, translate("AnswerFacts", "Predicted over the measured median, minus one"));
  else l.line(translate("AnswerFacts", "difference"), percent, translate("AnswerFacts", "The scenario has been changed since it was opened beside this run: what it would be, over what was measured, minus one"));
  return l.take();
}

}  // namespace weir
