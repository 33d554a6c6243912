#include "core/model/checkpoint.h"

#include <algorithm>
#include <cmath>

#include "core/model/staging.h"
#include "core/scenario/outcome.h"

namespace weir::model {
namespace {

// What all nodes get of a tier together.
double rateOf(const StorageTier& t, Bandwidth whole, double nodes, double link_bytes_per_s) {
  if (!t.shared) return whole.toBytesPerSecond() * nodes;
  double rate = std::min(whole.toBytesPerSecond() * (1 - t.interference), nodes * link_bytes_per_s);
  if (t.per_client > Bandwidth{}) rate = std::min(rate, nodes * t.per_client.toBytesPerSecond());
  return rate;
}

}  // namespace

double systemMtbf(double node_mtbf_s, double nodes) { return node_mtbf_s > 0 && nodes > 0 ? node_mtbf_s / nodes : kUnlimited; }

double youngInterval(double cost_s, double mtbf_s) { return std::sqrt(2 * cost_s * mtbf_s); }

double dalyInterval(double cost_s, double mtbf_s) {
  if (!(cost_s < 2 * mtbf_s)) return mtbf_s;
  if (mtbf_s == kUnlimited) return kUnlimited;
  const double x = cost_s / (2 * mtbf_s);
  return std::sqrt(2 * cost_s * mtbf_s) * (1 + std::sqrt(x) / 3 + x / 9) - cost_s;
}

double checkpointWaste(double interval_s, double cost_s, double mtbf_s, double restart_s) {
  if (!(interval_s > 0)) return kUnknown;
  return cost_s / interval_s + interval_s / (2 * mtbf_s) + restart_s / mtbf_s;
}

double expectedSlowdown(double interval_s, double cost_s, double mtbf_s, double restart_s) {
  if (!(interval_s > 0)) return kUnknown;
  if (mtbf_s == kUnlimited) return 1 + cost_s / interval_s;
  return mtbf_s * std::exp(restart_s / mtbf_s) * std::expm1((interval_s + cost_s) / mtbf_s) / interval_s;
}

double checkpointBytesPerParameter(double element_bytes) { return element_bytes < 4 ? 12 + element_bytes : 12; }

CheckpointTime checkpointTime(const CheckpointWriting& w) {
  CheckpointTime t;
  if (!(w.tier_bytes_per_s > 0)) {
    t.write_s = t.blocks_s = t.behind_s = kUnknown;
    return t;
  }
  t.write_s = w.setup_s + w.bytes / w.tier_bytes_per_s;
  if (w.drain_bytes_per_s > 0) t.drain_s = w.bytes / w.drain_bytes_per_s;
  const double copy_s = w.memory_bytes_per_s > 0 ? w.bytes / std::max(1.0, w.writers) / w.memory_bytes_per_s : kUnlimited;
  t.blocks_s = w.asynchronous ? std::min(t.write_s, copy_s) : t.write_s;
  t.behind_s = t.write_s - t.blocks_s + t.drain_s;
  return t;
}

double checkpointCost(const CheckpointTime& t, double interval_s) { return t.blocks_s + std::max(0.0, t.behind_s - interval_s); }

CheckpointAnswer checkpointOf(const Scenario& s, double bytes, double parts, double link_bytes_per_s) {
  CheckpointAnswer a;
  const CheckpointPlan& c = s.plan.checkpoint;
  const Machine& m = s.machine;
  a.mtbf_s = systemMtbf(m.node.mtbf_s, m.nodes);
  const StorageTier* tier = m.storage.empty() ? nullptr : c.tier.empty() ? &m.storage.back() : m.tier(c.tier);
  const StorageTier* drain = c.drain.empty() ? nullptr : m.tier(c.drain);
  if (!tier) {
    a.time.write_s = a.time.blocks_s = a.time.behind_s = a.cost_s = a.share = kUnknown;
    return a;
  }
  const auto all = static_cast<double>(m.nodes);
  const double holders = c.sharded ? m.accelerators() : parts;
  const double nodes = std::clamp(std::ceil(holders / m.node.accelerators), 1.0, all);
  CheckpointWriting w;
  w.bytes = bytes;
  w.writers = nodes;
  w.tier_bytes_per_s = rateOf(*tier, tier->write, nodes, link_bytes_per_s);
  w.memory_bytes_per_s = m.node.memory_bandwidth.toBytesPerSecond();
  w.asynchronous = c.mode == "asynchronous";
  w.setup_s = c.setup.toSeconds();
  if (drain && drain != tier) w.drain_bytes_per_s = std::min(rateOf(*tier, tier->read, nodes, link_bytes_per_s), rateOf(*drain, drain->write, nodes, link_bytes_per_s));
  a.time = checkpointTime(w);
  // All nodes read the checkpoint back together, each byte once; copies for other replicas travel the network.
  const double read = rateOf(*tier, tier->read, all, link_bytes_per_s);
  a.restart_s = c.restart_s + (read > 0 ? bytes / read : kUnknown);
  a.young_s = youngInterval(a.time.blocks_s, a.mtbf_s);
  a.daly_s = dalyInterval(a.time.blocks_s, a.mtbf_s);
  if (!c.on()) return a;
  // A rule never asks for more than the tiers can follow.
  const auto ruled = [&](double t) { return std::max(t, a.time.behind_s); };
  a.interval_s = c.rule == "young" ? ruled(a.young_s) : c.rule == "daly" ? ruled(a.daly_s) : c.every_s;
  a.cost_s = checkpointCost(a.time, a.interval_s);
  a.drains = !(a.time.behind_s > a.interval_s);
  a.share = a.interval_s > 0 ? a.cost_s / a.interval_s : kUnknown;
  if (a.interval_s == kUnlimited) a.share = 0;
  a.waste = checkpointWaste(a.interval_s, a.cost_s, a.mtbf_s, a.restart_s);
  return a;
}

}  // namespace weir::model
