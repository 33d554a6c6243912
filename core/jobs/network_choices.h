// What a chooser offers for machine.network.routing and machine.network.transport: the tables of core/network as plain texts,
// for views, which know no network. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "core/scenario/machine.h"

namespace weir {

struct NetworkChoice {
  std::string name;      // as written in a scenario
  std::string describe;  // one line
};

// Those that make sense for the topology: no detours on trees, no coordinates where there are none.
[[nodiscard]] std::vector<NetworkChoice> routingChoices(Topology topology);
[[nodiscard]] std::vector<NetworkChoice> transportChoices();

}  // namespace weir
