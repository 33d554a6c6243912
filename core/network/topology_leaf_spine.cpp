// Leaves carry hosts_per_leaf hosts each; every leaf has one link to every spine. What is not given is derived: about as
// many hosts on a leaf as there are leaves, and as many spines as hosts on a leaf (full bisection).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/network/topology.h"

namespace weir::net {

Result<Graph> buildLeafSpine(const Network& network, const Cables& cables) {
  if (network.leaves < 0 || network.spines < 0 || network.hosts_per_leaf < 0)
    return fail("leaves, spines and hosts_per_leaf cannot be negative", "machine.network.leaves", "give 0 to have them derived");
  const auto hosts = static_cast<std::int64_t>(cables.hosts);
  std::int64_t perLeaf = network.hosts_per_leaf;
  std::int64_t leaves = network.leaves;
  if (perLeaf == 0 && leaves == 0) perLeaf = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(hosts))));
  if (perLeaf == 0) perLeaf = (hosts + leaves - 1) / leaves;
  if (leaves == 0) leaves = (hosts + perLeaf - 1) / perLeaf;
  if (leaves * perLeaf < hosts)
    return fail(fmt::format("{} hosts do not fit: {} leaves with {} hosts each carry {}", hosts, leaves, perLeaf, leaves * perLeaf),
                "machine.network.leaves", "raise leaves or hosts_per_leaf, or lower machine.nodes");
  const std::int64_t spines = network.spines > 0 ? network.spines : perLeaf;

  Graph g(cables.hosts);
  const NodeId firstLeaf = g.nodes();
  for (std::int64_t l = 0; l < leaves; ++l) g.addSwitch(fmt::format("leaf {}", l));
  const NodeId firstSpine = g.nodes();
  for (std::int64_t s = 0; s < spines; ++s) g.addSwitch(fmt::format("spine {}", s));
  for (NodeId h = 0; h < cables.hosts; ++h)
    g.connect(h, firstLeaf + h / static_cast<NodeId>(perLeaf), cables.host, cables.latency);
  for (NodeId l = 0; l < leaves; ++l)
    for (NodeId s = 0; s < spines; ++s) g.connect(firstLeaf + l, firstSpine + s, cables.fabric, cables.latency);
  return g;
}

}  // namespace weir::net
