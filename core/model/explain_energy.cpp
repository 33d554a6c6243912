#include "core/model/terms.h"

namespace weir::model {
namespace {

constexpr const char* kPower = "P = idle + (max - idle) u (f/fmax)^3";

}  // namespace

void explainEnergy(const Scenario&, const Outcome& o, Terms& out) {
  const auto joules = [&](const char* what, double v, const char* formula, std::initializer_list<const char*> rests) { out.add("energy", what, v, "J", formula, kPower, rests); };
  joules("accelerators", o.energy.accelerator, "u = 1 computing, 0.3 communicating (unverified), 0 waiting for data", {"machine.node.accelerator.power.idle", "machine.node.accelerator.power.max"});
  joules("processors", o.energy.cpu, "idle + (max - idle) x busy cores, less the memory", {"machine.node.power"});
  joules("memory", o.energy.memory, "17.5 pJ a bit (unverified)", {"machine.node.power"});
  joules("NICs", o.energy.nic, "constant while the job holds them", {"machine.node.nic.power"});
  joules("network", o.energy.network, "switches by the share of ports", {"machine.network.switch.power"});
  joules("storage", o.energy.storage, "of the tier that data come from, by use", {"machine.storage"});
  joules("facility", o.energy.facility, "(PUE - 1) x the rest", {"machine.facility.pue"});
}

}  // namespace weir::model
