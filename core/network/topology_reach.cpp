#include <fmt/format.h>

#include <vector>

#include "core/network/topology.h"

namespace weir::net {
namespace {

// Switches and hosts that `start` reaches over working links, hosts not passed through; backward: that reach it.
std::vector<bool> reached(const Graph& g, const std::vector<std::vector<NodeId>>* into, NodeId start) {
  std::vector<bool> seen(g.nodes());
  std::vector<NodeId> queue{start};
  seen[start] = true;
  const auto visit = [&](NodeId n) {
    if (!seen[n]) seen[n] = true, queue.push_back(n);
  };
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const NodeId at = queue[i];
    if (g.isHost(at) && at != start) continue;
    if (into) {
      for (const NodeId n : (*into)[at]) visit(n);
    } else {
      for (const LinkId l : g.out(at)) visit(g.link(l).to);
    }
  }
  return seen;
}

tl::unexpected<Error> cut(const Graph& g, NodeId a, NodeId b, std::string_view where) {
  return fail(fmt::format("\"{}\" cannot reach \"{}\": no way of working cables joins them", g.nodeName(a), g.nodeName(b)), std::string(where), "mend a cable, or take a host out");
}

}  // namespace

Result<void> allReach(const Graph& g, std::string_view where) {
  if (g.hosts() < 2) return {};
  // Usually every host hangs at one strongly connected part of the switches: that of the first host's first switch.
  std::vector<std::vector<NodeId>> into(g.nodes());
  for (NodeId n = 0; n < g.nodes(); ++n)
    for (const LinkId l : g.out(n)) into[g.link(l).to].push_back(n);
  NodeId root = g.nodes();
  for (const LinkId l : g.out(0))
    if (root == g.nodes() && !g.isHost(g.link(l).to) && !g.out(g.link(l).to).empty()) root = g.link(l).to;
  if (root < g.nodes()) {
    const std::vector<bool> from = reached(g, nullptr, root), to = reached(g, &into, root);
    bool all = true;
    for (NodeId h = 0; all && h < g.hosts(); ++h) all = from[h] && to[h];
    if (all) return {};
  }
  // Else pair by pair; not beyond what takes a second: a larger network is only tried from a few hosts.
  const std::uint64_t work = (g.links().size() + g.nodes() + 1) * std::uint64_t{g.hosts()};
  const NodeId step = static_cast<NodeId>(1 + work / 200'000'000);
  for (NodeId a = 0; a < g.hosts(); a += step) {
    const std::vector<bool> seen = reached(g, nullptr, a);
    for (NodeId b = 0; b < g.hosts(); ++b)
      if (!seen[b]) return cut(g, a, b, where);
  }
  return {};
}

}  // namespace weir::net
