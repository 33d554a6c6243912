#include "core/jobs/network_choices.h"

#include <algorithm>

#include "core/network/router.h"
#include "core/network/transport.h"

namespace weir {

std::vector<NetworkChoice> routingChoices(Topology t) {
  const bool tree = t == Topology::SingleSwitch || t == Topology::LeafSpine || t == Topology::FatTree || t == Topology::Rail;
  const bool coordinates = t == Topology::Torus || t == Topology::Mesh || t == Topology::HyperX;
  std::vector<NetworkChoice> out;
  for (const net::RoutingDescriptor& r : net::routings()) {
    if (tree && (r.name == "valiant" || r.name.starts_with("ugal"))) continue;
    if (!coordinates && r.name == "dimension-order") continue;
    out.push_back({std::string(r.name), std::string(r.describe)});
  }
  return out;
}

std::vector<NetworkChoice> transportChoices() {
  std::vector<NetworkChoice> out;
  for (const net::TransportDescriptor& t : net::transports()) out.push_back({std::string(t.name), std::string(t.describe)});
  // Lossless by credits is no transport with ends: the engine's own, and the default.
  if (std::none_of(out.begin(), out.end(), [](const NetworkChoice& c) { return c.name == "credit"; }))
    out.insert(out.begin(), {"credit", "lossless by credits of the links"});
  return out;
}

}  // namespace weir
