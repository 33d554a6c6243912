#include "core/model/energy.h"

#include <algorithm>
#include <cmath>

namespace weir::model {
namespace {

// 0 W that nobody wrote is no statement about power.
bool unstated(const Scenario& s, Power p, const char* path) {
  if (p > Power{}) return false;
  const auto it = s.provenance.find(path);
  return it != s.provenance.end() && it->second == "default";
}

}  // namespace

double acceleratorPower(const PowerRange& p, double frequencyRatio, double use) {
  const double r = frequencyRatio;
  return p.idle.toWatts() + (p.max.toWatts() - p.idle.toWatts()) * use * r * r * r;
}

double runningFrequency(const Accelerator& a, Frequency wanted, Power cap) {
  const double highest = a.frequency.max.toHertz();
  double f = wanted > Frequency{} ? wanted.toHertz() : highest;
  if (cap > Power{} && a.power.max > a.power.idle && highest > 0) {
    const double room = (cap.toWatts() - a.power.idle.toWatts()) / (a.power.max.toWatts() - a.power.idle.toWatts());
    if (room < 1) f = std::min(f, highest * std::cbrt(std::max(0.0, room)));
  }
  return std::max(f, std::min(highest, a.frequency.min.toHertz()));
}

EnergyAnswer energyOf(const Scenario& s, const Spans& t, double switchesUsed) {
  EnergyAnswer e;
  const Node& n = s.machine.node;
  const double nodes = s.machine.nodes;
  const double span = t.compute_s + t.wait_s + t.idle_s;

  if (!(n.accelerator.power.max > Power{})) {
    e.unknown.emplace_back("accelerator");
  } else {
    const double top = n.accelerator.frequency.max.toHertz();
    const double ratio = top > 0 && t.frequency_hz > 0 ? t.frequency_hz / top : 1;
    e.by.accelerator = nodes * n.accelerators *
                       (acceleratorPower(n.accelerator.power, ratio, 1) * t.compute_s +
                        acceleratorPower(n.accelerator.power, ratio, kWaitUse) * t.wait_s + n.accelerator.power.idle.toWatts() * t.idle_s);
  }
  if (!(n.power.max > Power{})) {
    e.unknown.emplace_back("cpu");
  } else {
    const double use = span > 0 ? std::min(1.0, t.cpu_busy_s / (nodes * n.cores * span)) : 0;
    const double host = nodes * span * (n.power.idle.toWatts() + (n.power.max.toWatts() - n.power.idle.toWatts()) * use);
    // A node's power holds its memory's: what the traffic costs is taken out of it, not added.
    e.by.memory = std::min(host, t.memory_bytes * kMemoryJoulesPerByte);
    e.by.cpu = host - e.by.memory;
  }
  if (unstated(s, n.nic.power, "machine.node.nic.power")) e.unknown.emplace_back("nic");
  else e.by.nic = nodes * n.nics * n.nic.power.toWatts() * span;
  // A node's NICs are planes of a network each: as many switches again.
  if (unstated(s, s.machine.network.sw.power, "machine.network.switch.power")) e.unknown.emplace_back("network");
  else e.by.network = switchesUsed * n.nics * s.machine.network.sw.power.toWatts() * span;

  if (!t.tier) {
    e.by.storage = 0;
  } else if (t.tier->power.max <= Power{} && unstated(s, t.tier->power.max, ("machine.storage." + t.tier->name + ".power.max").c_str())) {
    e.unknown.emplace_back("storage");
  } else {
    const double use = std::min(1.0, t.storage_use);
    const double idle = t.tier->power.idle.toWatts(), max = t.tier->power.max.toWatts();
    // A node's drive is the job's own; of a shared tier the job is charged the share that it uses.
    e.by.storage = t.tier->shared ? std::max(1, t.tier->servers) * max * use * span : nodes * (idle + (max - idle) * use) * span;
  }
  double known = 0;
  for (const double part : {e.by.accelerator, e.by.cpu, e.by.memory, e.by.nic, e.by.network, e.by.storage})
    if (!std::isnan(part)) known += part;
  e.by.facility = (s.machine.facility.pue - 1) * known;
  // Without the accelerators a sum would mislead.
  if (!std::isnan(e.by.accelerator)) e.total_j = known + e.by.facility;
  return e;
}

}  // namespace weir::model
