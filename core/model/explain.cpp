#include "core/model/explain.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/units.h"
#include "core/model/predict.h"
#include "core/model/traffic_bound.h"
#include "core/model/terms.h"
#include "core/model/training.h"

namespace weir {
namespace {

using namespace model;
using units::showBytes;
using units::showBytesPerSecond;
using units::showCount;
using units::showJoules;
using units::showSeconds;

constexpr const char* kBuckets = "Li et al., VLDB 2020, section 3.2";

void training(const Scenario& s, const Outcome& o, const TrainingStep& t, Terms& out) {
  const StepBreakdown& b = o.breakdown;
  out.add("step", "step", o.step_s, "s", fmt::format("computing {} + exposed communication {} + data {} + bubble {} + checkpoint {} + host work {}", showSeconds(b.compute_s), showSeconds(b.exposed_communication_s),
                                                     showSeconds(b.data_stall_s), showSeconds(b.bubble_s), showSeconds(b.checkpoint_s), showSeconds(b.other_s)), "sum");
  out.add("computing", "optimizer", t.optimizer_s, "s", "Adam's state through memory", "28 to 30 B a parameter", {"machine.node.accelerator.memory_efficiency"});
  out.add("step", "hidden communication", o.overlapped_communication_s, "s", "runs under computing", kBuckets);
  explainComputing(s, t, out);
  explainNetworks(s, t, out);
  explainCommunication(s, t, out);
  explainData(s, o, t, out);
  explainCheckpoint(s, t, out);
  explainMemory(s, t, out);
  explainEnergy(s, o, out);
  explainAccuracy(s, o, t, out);
}

}  // namespace

Result<std::vector<Term>> explain(const Scenario& s) {
  const Result<Outcome> o = price(s);  // also of what does not fit: its terms show why
  if (!o) return tl::make_unexpected(o.error());
  Terms out(s);
  if (s.workload.kind == Workload::Kind::Training) {
    const Result<TrainingStep> t = trainingStep(s);
    if (!t) return tl::make_unexpected(t.error());
    training(s, *o, *t, out);
    return std::move(out.list);
  }
  const Result<NetworkCosts> c = networkCosts(s);
  if (!c) return tl::make_unexpected(c.error());
  out.add("step", "time", o->step_s, "s", s.workload.kind == Workload::Kind::Collective ? "sum over the sizes" : "lower bound: the most loaded host or uplink, and one way's latency", "");
  out.add("communication", "bandwidth of a node", c->bytes_per_s, "B/s", fmt::format("{} NICs x min(NIC, link)", s.machine.node.nics), "scenario", {"machine.network.link.bandwidth"});
  out.add("communication", "latency of a step", s.workload.step_latency ? s.workload.step_latency->toSeconds() : c->latency(1, c->packet_bytes), "s",
          s.workload.step_latency ? "given: workload.step_latency" : "between neighbours", "packed placement, store and forward");
  explainCollectives(s, *c, *o, out);
  explainEnergy(s, *o, out);
  return std::move(out.list);
}

std::string termsToText(const std::vector<Term>& terms) {
  std::string text;
  std::string_view group;
  for (const Term& t : terms) {
    if (t.group != group) {
      text += (text.empty() ? "" : "\n") + t.group + "\n";
      group = t.group;
    }
    const std::string value = t.unit == "s" ? showSeconds(t.value) : t.unit == "B" ? showBytes(t.value) : t.unit == "B/s" ? showBytesPerSecond(t.value) : t.unit == "J" ? showJoules(t.value) : t.unit.empty() ? showCount(t.value) : units::showSi(t.value, t.unit);
    text += fmt::format("  {:<48} {:>14}{}  {}{}\n", t.name, value, t.unverified ? "?" : " ", t.formula, t.source.empty() ? "" : "  [" + t.source + "]");
  }
  if (text.find("?  ") != std::string::npos) text += "\n?  rests on a value that nobody checked\n";
  return text;
}

}  // namespace weir
