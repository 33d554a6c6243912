#include <fmt/format.h>

#include "core/model/energy.h"
#include "core/model/terms.h"

namespace weir::model {
namespace {

constexpr const char* kPower = "P = idle + (max - idle) u x V(x)^2 at clock x; Mudge, IEEE Computer 2001";
constexpr const char* kPhases = "components by the time the accelerators spend so";

}  // namespace

void explainEnergy(const Scenario& s, const Outcome& o, Terms& out) {
  const Node& n = s.machine.node;
  const AcceleratorPower& p = n.accelerator.power;
  const auto joules = [&](const char* what, double v, std::string formula, const char* source, std::initializer_list<const char*> rests) { out.add("energy", what, v, "J", std::move(formula), source, rests); };
  joules("accelerators", o.energy.accelerator,
         fmt::format("u = 1 computing, {:.3g} bound by memory, {:.3g} communicating, 0 waiting for data; {:.4g} W idle, {:.4g} W at most", p.memory_bound, p.waiting, p.idle.toWatts(), p.max.toWatts()), kPower,
         {"machine.node.accelerator.power.idle", "machine.node.accelerator.power.max"});
  joules("processors", o.energy.cpu, "idle + (max - idle) x busy cores, less the memory", "scenario", {"machine.node.power"});
  joules("memory", o.energy.memory, fmt::format("{:.3g} pJ a bit moved", n.memory_pj_per_bit), "part of the host's power", {"machine.node.power"});
  joules("NICs", o.energy.nic, "constant while the job holds them", "networks draw nearly the same idle or busy: Abts et al., ISCA 2010", {"machine.node.nic.power"});
  joules("network", o.energy.network, "switches by the share of ports, transceivers at both ends of a cable, pJ a bit", "Abts et al., ISCA 2010", {"machine.network.switch.power"});
  joules("storage", o.energy.storage, "of the tier that data come from, by use", "scenario", {"machine.storage"});
  joules("facility", o.energy.facility, fmt::format("(PUE {:.3g} - 1) x the rest", s.machine.facility.pue), "scenario", {"machine.facility.pue"});
  joules("while computing", o.energy_phase.compute, "all components and the facility", kPhases, {});
  joules("while communicating", o.energy_phase.communication, "exposed communication only", kPhases, {});
  if (o.energy_phase.bubble > 0) joules("in the pipeline's bubble", o.energy_phase.bubble, "accelerators wait as in communication", kPhases, {});
  if (o.energy_phase.data > 0) joules("waiting for data and checkpoints", o.energy_phase.data, "accelerators idle", kPhases, {});
  if (s.machine.facility.carbon > CarbonIntensity{})
    out.add("energy", "carbon", o.carbon_step_g, "g", fmt::format("energy x {:.4g} g/kWh", s.machine.facility.carbon.toGramsPerKwh()), "scenario", {"machine.facility.carbon"});
}

}  // namespace weir::model
