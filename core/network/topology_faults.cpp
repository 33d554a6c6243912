#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/network/topology.h"
#include "core/scenario/fields.h"

namespace weir::net {
namespace {

// "leaf 0" to "leaf 7", "spine 0" to "spine 3": kinds of names by their first word, in order.
std::string kinds(const std::vector<std::string>& names) {
  struct Kind {
    std::string_view word, first, last;
  };
  std::vector<Kind> all;
  for (const std::string& n : names) {
    const std::string_view word = std::string_view(n).substr(0, n.find(' '));
    const auto it = std::find_if(all.begin(), all.end(), [&](const Kind& k) { return k.word == word; });
    if (it != all.end()) it->last = n;
    else if (all.size() < 8) all.push_back({word, n, n});
  }
  std::string s;
  for (const Kind& k : all) {
    s += fmt::format("{}\"{}\"", s.empty() ? "" : ", ", k.first);
    if (k.first != k.last) s += fmt::format(" to \"{}\"", k.last);
  }
  return s;
}

}  // namespace

Result<void> applyFaults(const Network& network, Graph& graph) {
  if (network.faults.empty()) return {};
  std::vector<std::string> names;
  std::unordered_map<std::string_view, NodeId> byName;  // looked up only, never walked
  names.reserve(graph.nodes());
  for (NodeId n = 0; n < graph.nodes(); ++n) names.push_back(graph.nodeName(n));
  for (NodeId n = 0; n < graph.nodes(); ++n) byName.emplace(names[n], n);
  for (std::size_t i = 0; i < network.faults.size(); ++i) {
    const LinkFault& f = network.faults[i];
    const auto where = [&](const char* field) { return fmt::format("machine.network.faults.{}.{}", i, field); };
    if (!(f.capacity >= 0 && f.capacity <= 1)) return fail(fmt::format("{} is no share of a cable", f.capacity), where("capacity"), "give 0 (failed) to 1");
    NodeId ends[2];
    for (const int e : {0, 1}) {
      const std::string& name = e == 0 ? f.from : f.to;
      const auto it = byName.find(name);
      if (it == byName.end()) {
        const std::string near = nearest(name, names);
        return fail(fmt::format("there is no node \"{}\"", name), where(e == 0 ? "from" : "to"),
                    (near.empty() ? std::string() : fmt::format("did you mean \"{}\"? ", near)) + "nodes are " + kinds(names));
      }
      ends[e] = it->second;
    }
    bool found = false;
    std::vector<std::string> others;
    for (LinkId l = 0; l < graph.links().size(); ++l) {
      const GraphLink& link = graph.link(l);
      if (link.from != ends[0]) continue;
      if (link.to != ends[1]) {
        others.push_back(names[link.to]);
        continue;
      }
      found = true;
      for (const LinkId both : {l, graph.reverse(l)}) graph.setBandwidth(both, Bandwidth(graph.link(both).bandwidth * f.capacity));
    }
    if (!found) return fail(fmt::format("no cable joins \"{}\" and \"{}\"", f.from, f.to), where("to"), fmt::format("\"{}\" is joined to {}", f.from, others.empty() ? "nothing" : kinds(others)));
  }
  return {};
}

}  // namespace weir::net
