#include "core/jobs/network_picture.h"

#include <algorithm>
#include <map>

#include "core/network/graph.h"
#include "core/scenario/json.h"
#include "core/scenario/validate.h"
#include "core/simulate/world.h"

namespace weir {
namespace {

using Shape = NetworkPicture::Shape;
constexpr std::uint32_t kNone = NetworkPicture::kNone;

Shape shapeOf(Topology t) {
  switch (t) {
    case Topology::SingleSwitch:
    case Topology::LeafSpine:
    case Topology::FatTree:
    case Topology::Rail: return Shape::Layers;
    case Topology::Dragonfly:
    case Topology::DragonflyPlus:
    case Topology::SlimFly: return Shape::Circle;
    case Topology::Torus:
    case Topology::Mesh:
    case Topology::HyperX: return Shape::Grid;
    case Topology::Graph: break;
  }
  return Shape::Free;
}

// How far each switch is from the nearest host, where the topology does not say at which level it stands.
std::vector<std::uint8_t> levelsOf(const net::Graph& g) {
  std::vector<std::uint8_t> level(g.nodes(), 0);
  const auto& given = g.structure().level;
  if (given.size() == g.switches()) {
    for (std::uint32_t s = 0; s < g.switches(); ++s) level[g.hosts() + s] = static_cast<std::uint8_t>(std::min(given[s] + 1, 250));
    return level;
  }
  std::vector<bool> seen(g.nodes(), false);
  std::vector<net::NodeId> now, next;
  for (net::NodeId h = 0; h < g.hosts(); ++h) {
    seen[h] = true;
    now.push_back(h);
  }
  for (std::uint8_t d = 1; !now.empty() && d < 250; ++d) {
    next.clear();
    for (const net::NodeId n : now)
      for (const net::LinkId l : g.out(n)) {
        const net::NodeId to = g.link(l).to;
        if (seen[to]) continue;
        seen[to] = true;
        level[to] = d;
        next.push_back(to);
      }
    now.swap(next);
  }
  for (net::NodeId n = g.hosts(); n < g.nodes(); ++n)
    if (level[n] == 0) level[n] = 1;  // cut off by failures
  return level;
}

// Pods of a tree whose builder did not say: what hangs together below the highest level.
void findGroups(NetworkPicture& p) {
  std::uint8_t top = 0;
  for (const auto& n : p.nodes) top = std::max(top, n.level);
  if (top < 3) return;
  std::vector<std::uint32_t> parent(p.nodes.size());
  for (std::uint32_t i = 0; i < parent.size(); ++i) parent[i] = i;
  const auto root = [&](std::uint32_t n) {
    while (parent[n] != n) n = parent[n] = parent[parent[n]];
    return n;
  };
  for (const auto& l : p.links)
    if (p.nodes[l.from].level > 0 && p.nodes[l.to].level > 0 && p.nodes[l.from].level < top && p.nodes[l.to].level < top)
      parent[std::max(root(l.from), root(l.to))] = std::min(root(l.from), root(l.to));
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t n = p.hosts; n < p.nodes.size(); ++n)
    if (p.nodes[n].level < top) p.nodes[n].group = number.try_emplace(root(n), static_cast<std::uint32_t>(number.size())).first->second;
}

std::string wordOf(const std::string& name) { return name.substr(0, name.find(' ')); }

std::string groupWord(Topology t) {
  switch (t) {
    case Topology::FatTree:
    case Topology::Rail: return "pod";
    default: return "group";
  }
}

// Where accelerators are the hosts: which node's they are, and what else is reached without leaving the node.
void findMachines(NetworkPicture& p, const net::Graph& g) {
  const auto& nodeOf = g.structure().nodeOfHost;
  if (nodeOf.size() != p.hosts) return;
  const bool inside = std::any_of(g.links().begin(), g.links().end(), [](const net::GraphLink& l) { return l.kind == net::LinkKind::Internal; });
  if (!inside) return;
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t h = 0; h < p.hosts; ++h) {
    p.nodes[h].machine = nodeOf[h];
    waiting.push_back(h);
  }
  std::vector<std::vector<std::uint32_t>> joined(p.nodes.size());
  for (const net::GraphLink& l : g.links())
    if (l.kind == net::LinkKind::Internal) joined[l.from].push_back(l.to);
  while (!waiting.empty()) {
    const std::uint32_t n = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t to : joined[n]) {
      if (p.nodes[to].machine != kNone) continue;
      p.nodes[to].machine = p.nodes[n].machine;
      waiting.push_back(to);
    }
  }
}

void findClusters(NetworkPicture& p) {
  // A host belongs to the switch nearest to it in the list of its cables, which is its leaf; an accelerator to its node.
  std::vector<std::uint32_t> owner(p.hosts, kNone);
  std::vector<std::vector<std::uint32_t>> above(p.nodes.size());  // of switches: neighbours of another level
  for (const auto& l : p.links) {
    if (l.from < p.hosts && l.to >= p.hosts && owner[l.from] == kNone) owner[l.from] = l.to;
    if (l.from >= p.hosts && l.to >= p.hosts && p.nodes[l.from].level > p.nodes[l.to].level) above[l.from].push_back(l.to);
  }
  const auto add = [&](std::uint32_t node, std::uint32_t cluster) {
    p.nodes[node].cluster = cluster;
    p.clusters[cluster].nodes.push_back(node);
  };
  std::map<std::uint32_t, std::uint32_t> ofOwner;
  for (std::uint32_t h = 0; h < p.hosts; ++h) {
    const std::uint32_t machine = p.nodes[h].machine;
    const auto [at, isNew] = ofOwner.try_emplace(machine != kNone ? machine : owner[h], static_cast<std::uint32_t>(p.clusters.size()));
    if (isNew)
      p.clusters.push_back({machine != kNone      ? "accelerators of node " + std::to_string(machine)
                            : owner[h] == kNone   ? "hosts of no switch"
                                                  : "hosts of " + p.nodes[owner[h]].name,
                            0,
                            {}});
    add(h, at->second);
    if (p.nodes[h].group == kNone && owner[h] != kNone) p.nodes[h].group = p.nodes[owner[h]].group;
  }
  // Switches: by group and level; without a group, those that meet the same switches below (the cores of one plane).
  std::map<std::pair<std::uint32_t, std::uint8_t>, std::uint32_t> ofGroup, ofMachine;
  std::map<std::vector<std::uint32_t>, std::uint32_t> ofNeighbours;
  for (std::uint32_t n = p.hosts; n < p.nodes.size(); ++n) {
    auto& node = p.nodes[n];
    const auto next = static_cast<std::uint32_t>(p.clusters.size());
    bool isNew = false;
    std::uint32_t cluster = next;
    if (node.machine != kNone) {
      const auto [at, fresh] = ofMachine.try_emplace({node.machine, node.level}, next);
      cluster = at->second;
      isNew = fresh;
    } else if (node.group != kNone) {
      const auto [at, fresh] = ofGroup.try_emplace({node.group, node.level}, next);
      cluster = at->second;
      isNew = fresh;
    } else if (!above[n].empty()) {
      auto& below = above[n];
      std::sort(below.begin(), below.end());
      below.erase(std::unique(below.begin(), below.end()), below.end());
      const auto [at, fresh] = ofNeighbours.try_emplace(below, next);
      cluster = at->second;
      isNew = fresh;
    } else {
      isNew = true;
    }
    if (isNew)
      p.clusters.push_back({node.machine != kNone ? "node " + std::to_string(node.machine) + ", " + wordOf(node.name)
                            : node.group != kNone ? groupWord(p.topology) + " " + std::to_string(node.group) + ", " + wordOf(node.name) + " switches"
                                                  : node.name,
                            node.level,
                            {}});
    add(n, cluster);
  }
  for (auto& c : p.clusters)
    if (c.level > 0 && c.nodes.size() > 1 && p.nodes[c.nodes.front()].group == kNone && p.nodes[c.nodes.front()].machine == kNone)
      c.name = p.nodes[c.nodes.front()].name + " to " + p.nodes[c.nodes.back()].name;
    else if (c.level > 0 && c.nodes.size() == 1)
      c.name = p.nodes[c.nodes.front()].name;
}

}  // namespace

std::uint32_t NetworkPicture::find(std::string_view name) const {
  const auto it = byName_.find(std::string(name));
  return it == byName_.end() ? kNone : it->second;
}

NetworkPicturePtr pictureOf(const net::Graph& g) {
  auto p = std::make_shared<NetworkPicture>();
  const net::Structure& s = g.structure();
  p->topology = s.topology;
  p->shape = shapeOf(s.topology);
  p->hosts = g.hosts();
  const std::vector<std::uint8_t> level = levelsOf(g);
  p->nodes.resize(g.nodes());
  for (net::NodeId n = 0; n < g.nodes(); ++n) {
    p->nodes[n].name = g.nodeName(n);
    p->nodes[n].level = level[n];
    if (n >= g.hosts() && s.group.size() == g.switches()) p->nodes[n].group = s.group[n - g.hosts()];
  }
  p->links.reserve(g.links().size());
  for (const net::GraphLink& l : g.links()) p->links.push_back({l.from, l.to, l.bandwidth, 0});
  std::uint8_t top = 0;
  for (const auto& n : p->nodes) top = std::max(top, n.level);
  p->levelNames.assign(std::size_t{top} + 1, {});
  for (const auto& n : p->nodes)
    if (p->levelNames[n.level].empty()) p->levelNames[n.level] = wordOf(n.name);
  if (p->shape == Shape::Layers) {
    // The highest level joins the groups; a number its builder gave it says nothing about where it stands.
    if (s.group.size() != g.switches()) findGroups(*p);
    else
      for (auto& n : p->nodes)
        if (n.level == top && top > 1) n.group = kNone;
  }
  findMachines(*p, g);
  findClusters(*p);
  layOut(*p, s.dimensions);
  p->byName_.reserve(p->links.size());
  for (std::uint32_t l = 0; l < p->links.size(); ++l) p->byName_.try_emplace(p->linkName(l), l);
  return p;
}

Result<NetworkPicturePtr> networkPicture(const Scenario& scenario) {
  if (auto valid = validate(scenario); !valid) return tl::make_unexpected(valid.error());
  auto world = sim::buildWorld(scenario);
  if (!world) return tl::make_unexpected(world.error());
  return pictureOf(world->graph);
}

Result<NetworkPicturePtr> networkPictureOf(const std::string& scenarioJson) {
  auto s = scenarioFromJson(scenarioJson, "the run's scenario", Presets{});
  if (!s) return tl::make_unexpected(s.error());
  return networkPicture(*s);
}

}  // namespace weir
