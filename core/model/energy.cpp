#include "core/model/energy.h"

#include <algorithm>
#include <cmath>

#include "core/scenario/topology_shape.h"

namespace weir::model {
namespace {

// 0 W that nobody wrote is no statement about power.
bool unstated(const Scenario& s, Power p, const char* path) {
  if (p > Power{}) return false;
  const auto it = s.provenance.find(path);
  return it != s.provenance.end() && it->second == "default";
}

}  // namespace

ClockPower clockPowerOf(const AcceleratorPower& p) {
  ClockPower c;
  c.idle_w = p.idle.toWatts();
  c.active_w = 0;
  c.floor = p.voltage_floor;
  c.knee = p.voltage_knee;
  return c;
}

double acceleratorPower(const AcceleratorPower& p, double frequencyRatio, double use) {
  return p.idle.toWatts() + (p.max.toWatts() - p.idle.toWatts()) * use * dynamicAt(clockPowerOf(p), frequencyRatio);
}

double runningFrequency(const Accelerator& a, Frequency wanted, Power cap) {
  const double highest = a.frequency.max.toHertz();
  double f = wanted > Frequency{} ? wanted.toHertz() : highest;
  if (cap > Power{} && a.power.max > a.power.idle && highest > 0) {
    const double room = (cap.toWatts() - a.power.idle.toWatts()) / (a.power.max.toWatts() - a.power.idle.toWatts());
    if (room < 1) f = std::min(f, highest * clockAt(clockPowerOf(a.power), room));
  }
  return std::max(f, std::min(highest, a.frequency.min.toHertz()));
}

double nodePower(double computing_w, double waiting_w, double share) { return waiting_w + std::clamp(share, 0.0, 1.0) * (computing_w - waiting_w); }

double computeShare(double reference_node_s, double spent_node_s) { return spent_node_s > 0 ? std::min(1.0, reference_node_s / spent_node_s) : kUnknown; }

double carbonOf(const Facility& f, double energy_j) {
  constexpr double kJoulesPerKwh = 3.6e6;
  return f.carbon > CarbonIntensity{} ? energy_j / kJoulesPerKwh * f.carbon.toGramsPerKwh() : kUnknown;
}

EnergyAnswer energyOf(const Scenario& s, const Spans& t, double switchesUsed) {
  EnergyAnswer e;
  const Node& n = s.machine.node;
  const double nodes = s.machine.nodes;
  const double span = t.compute_s + t.wait_s + t.idle_s;

  const AcceleratorPower& ap = n.accelerator.power;
  // Of the accelerators alone, by phase.
  EnergyByPhase own;
  if (!(ap.max > Power{})) {
    e.unknown.emplace_back("accelerator");
  } else {
    const double top = n.accelerator.frequency.max.toHertz();
    const double ratio = top > 0 && t.frequency_hz > 0 ? t.frequency_hz / top : 1;
    const double all = nodes * n.accelerators, waiting = acceleratorPower(ap, ratio, ap.waiting);
    own.compute = all * (acceleratorPower(ap, ratio, 1) * (t.compute_s - t.memory_bound_s - t.host_s) + acceleratorPower(ap, ratio, ap.memory_bound) * t.memory_bound_s +
                         ap.idle.toWatts() * t.host_s);
    own.communication = all * waiting * (t.wait_s - t.bubble_s);
    own.bubble = all * waiting * t.bubble_s;
    own.data = all * ap.idle.toWatts() * t.idle_s;
    e.by.accelerator = own.compute + own.communication + own.bubble + own.data;
  }
  if (!(n.power.max > Power{})) {
    e.unknown.emplace_back("cpu");
  } else {
    const double use = span > 0 ? std::min(1.0, t.cpu_busy_s / (nodes * n.cores * span)) : 0;
    const double host = nodes * span * (n.power.idle.toWatts() + (n.power.max.toWatts() - n.power.idle.toWatts()) * use);
    // A node's power holds its memory's: what the traffic costs is taken out of it, not added.
    e.by.memory = std::min(host, t.memory_bytes * 8 * n.memory_pj_per_bit * 1e-12);
    e.by.cpu = host - e.by.memory;
  }
  if (unstated(s, n.nic.power, "machine.node.nic.power")) e.unknown.emplace_back("nic");
  else e.by.nic = nodes * n.nics * n.nic.power.toWatts() * span;
  // A node's NICs are planes of a network each: as many switches again.
  const Network& net = s.machine.network;
  if (unstated(s, net.sw.power, "machine.network.switch.power")) {
    e.unknown.emplace_back("network");
  } else {
    const auto shape = topologyShape(s.machine);
    // Links on a message's way, two of them a level of a tree; of other topologies from the mean of the hosts half of all away.
    const bool tree = shape && (shape->levels > 1 || shape->switches == 1);
    const double levels = !shape ? 1 : tree ? shape->levels : (shape->meanSwitches(nodes / 2) + 1) / 2;
    const double cables = shape ? shape->cables_used : nodes;
    e.by.network = n.nics * (switchesUsed * net.sw.power.toWatts() + 2 * cables * net.link.power.toWatts()) * span + t.network_bytes * 8 * levels * net.link.pj_per_bit * 1e-12;
  }

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
  if (std::isnan(e.by.accelerator)) return e;
  e.total_j = known + e.by.facility;
  e.carbon_g = carbonOf(s.machine.facility, e.total_j);
  // What does not follow the accelerators is spread over the phases by their time.
  const double rest = known - e.by.accelerator, pue = s.machine.facility.pue;
  const auto phase = [&](double accelerators_j, double time_s) { return pue * (accelerators_j + (span > 0 ? rest * time_s / span : 0)); };
  e.phase = {phase(own.compute, t.compute_s), phase(own.communication, t.wait_s - t.bubble_s), phase(own.bubble, t.bubble_s), phase(own.data, t.idle_s)};
  return e;
}

}  // namespace weir::model
