#include "core/scenario/validate_storage.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/units.h"

namespace weir {
namespace {

double holds(const StorageTier& t, int nodes) { return t.capacity.toDouble() * (t.shared ? 1 : nodes); }

Result<void> tiers(const Machine& m) {
  for (const StorageTier& t : m.storage) {
    const std::string at = "machine.storage." + t.name;
    if (!(t.interference >= 0 && t.interference < 1))
      return fail(fmt::format("other jobs cannot take {} of a tier", t.interference), at + ".interference", "give a fraction from 0 up to 1");
    if (t.request.count() < 1) return fail("a request of no bytes reads nothing", at + ".request", "write it as \"1MiB\"");
  }
  return {};
}

// Where the data set goes when it is staged: it fits, or part of it may.
Result<void> staging(const Scenario& s) {
  const DataPlan& p = s.plan.data;
  if (p.stage == "none" || s.machine.storage.empty()) return {};
  const StorageTier* to = p.tier.empty() ? &s.machine.storage.front() : s.machine.tier(p.tier);
  const StorageTier* from = s.machine.tier(p.stage);
  if (!to || !from) return {};
  if (to == from)
    return fail(fmt::format("the data set is staged from tier {} to itself", to->name), "plan.data.stage", "set it to none, or name another tier");
  if (!(to->write > Bandwidth{}))
    return fail(fmt::format("tier {} writes nothing", to->name), "machine.storage." + to->name + ".write", "write it as \"3GB/s\", or set plan.data.stage=none");
  const double bytes = s.workload.dataset.sample_size.toDouble() * static_cast<double>(s.workload.dataset.samples);
  const double room = holds(*to, s.machine.nodes);
  if (!(room > 0) || bytes <= room || p.stage_partial) return {};
  // The smallest tier that holds it, other than the one it comes from.
  const StorageTier* nearest = nullptr;
  for (const StorageTier& t : s.machine.storage)
    if (&t != from && holds(t, s.machine.nodes) >= bytes && t.write > Bandwidth{} && (!nearest || holds(t, s.machine.nodes) < holds(*nearest, s.machine.nodes))) nearest = &t;
  const double nodes = to->shared ? 0 : std::ceil(bytes / to->capacity.toDouble());
  std::string todo = nearest ? fmt::format("set plan.data.tier={}, or ", nearest->name) : std::string();
  todo += "set plan.data.stage_partial=true to stage what fits";
  if (nodes > 0 && nodes <= 1e6) todo += fmt::format(", or give machine.nodes={:.0f}", nodes);
  return fail(fmt::format("the data set of {} does not fit tier {}, which holds {}", units::showBytes(bytes), to->name, units::showBytes(room)), "plan.data.stage", std::move(todo));
}

Result<void> checkpoints(const Scenario& s) {
  const CheckpointPlan& c = s.plan.checkpoint;
  const Machine& m = s.machine;
  if (!c.on()) return {};
  const StorageTier* tier = m.storage.empty() ? nullptr : c.tier.empty() ? &m.storage.back() : m.tier(c.tier);
  if (!tier) return fail("there is no storage to write checkpoints to", "plan.checkpoint.tier", "give machine.storage a tier, or set plan.checkpoint.every=0s");
  if (!(tier->write > Bandwidth{}))
    return fail(fmt::format("tier {} writes nothing", tier->name), "machine.storage." + tier->name + ".write", "write it as \"18GB/s\", or set plan.checkpoint.every=0s");
  if (!c.drain.empty() && !m.tier(c.drain)) {
    std::string names;
    for (const StorageTier& t : m.storage) names += (names.empty() ? "" : ", ") + t.name;
    return fail(fmt::format("the machine has no tier \"{}\"", c.drain), "plan.checkpoint.drain", "use " + names);
  }
  if (!c.drain.empty() && m.tier(c.drain) == tier)
    return fail(fmt::format("checkpoints drain from tier {} to itself", tier->name), "plan.checkpoint.drain", "name another tier, or leave it empty");
  if (!c.drain.empty() && !(m.tier(c.drain)->write > Bandwidth{}))
    return fail(fmt::format("tier {} writes nothing", c.drain), "machine.storage." + c.drain + ".write", "write it as \"18GB/s\"");
  if (!c.rule.empty() && !(m.node.mtbf_s > 0))
    return fail(fmt::format("the interval by {} needs to know how often nodes fail", c.rule == "young" ? "Young's rule" : "Daly's rule"), "machine.node.mtbf",
                "write it as \"1825d\", or give plan.checkpoint.every a time");
  return {};
}

}  // namespace

Result<void> validateStorage(const Scenario& s) {
  if (auto r = tiers(s.machine); !r) return r;
  if (const double o = s.plan.data.stage_overlap; !(o >= 0 && o <= 1))
    return fail(fmt::format("an overlap of {} is not possible", o), "plan.data.stage_overlap", "give a fraction from 0 to 1");
  if (auto r = staging(s); !r) return r;
  return checkpoints(s);
}

}  // namespace weir
