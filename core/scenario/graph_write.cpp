#include "core/scenario/graph_write.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/units.h"

namespace weir {
namespace {

struct Nodes {
  std::vector<std::string_view> names;  // hosts, then the others in order of appearance; into the graph
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;  // by cable
};

// As core/scenario/graph_nodes.h numbers them, but for hosts that no cable reaches: a file can hold those.
Result<Nodes> nodesOf(const NetworkGraph& graph, const char* format) {
  if (graph.hosts.empty()) return fail("the network has no hosts", format, "give one with hosts");
  Nodes n;
  std::unordered_map<std::string_view, std::uint32_t> byName;  // looked up only, never walked
  const auto node = [&](std::string_view name) {
    const auto [it, fresh] = byName.emplace(name, static_cast<std::uint32_t>(n.names.size()));
    if (fresh) n.names.push_back(name);
    return it->second;
  };
  for (const std::string& h : graph.hosts) {
    if (h.empty()) return fail("a host has no name", format, "name each");
    if (byName.contains(h)) return fail(fmt::format("two hosts are called \"{}\"", h), format, "give each a name of its own");
    node(h);
  }
  for (const GraphCable& c : graph.cables) {
    if (c.from.empty() || c.to.empty()) return fail("a cable has an end without a name", format, "name a host or a switch");
    if (c.from == c.to) return fail(fmt::format("a cable joins \"{}\" to itself", c.from), format, "name two nodes");
    const std::uint32_t from = node(c.from), to = node(c.to);
    n.ends.emplace_back(from, to);
  }
  return n;
}

void property(pugi::xml_node parent, const char* id, const std::string& value) {
  pugi::xml_node p = parent.append_child("prop");
  p.append_attribute("id") = id;
  p.append_attribute("value") = value.c_str();
}

}  // namespace

Result<std::string> writeSimgrid(const NetworkGraph& graph, const GraphWriteOptions& options) {
  const auto nodes = nodesOf(graph, "SimGrid platform");
  if (!nodes) return tl::make_unexpected(nodes.error());
  for (const std::string_view name : nodes->names)
    for (const char c : name)
      if (static_cast<unsigned char>(c) < 0x20) return fail(fmt::format("the name \"{}\" holds a control character, which XML cannot", name), "SimGrid platform", "rename it");

  pugi::xml_document doc;
  pugi::xml_node declaration = doc.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  doc.append_child(pugi::node_doctype).set_value("platform SYSTEM \"https://simgrid.org/simgrid.dtd\"");
  if (!options.title.empty()) {
    std::string title = options.title;  // two hyphens end a comment
    for (std::size_t i = 0; i < title.size(); ++i)
      if (title[i] == '-' || static_cast<unsigned char>(title[i]) < 0x20) title[i] = ' ';
    doc.append_child(pugi::node_comment).set_value((" " + title + " ").c_str());
  }
  pugi::xml_node platform = doc.append_child("platform");
  platform.append_attribute("version") = "4.1";
  pugi::xml_node zone = platform.append_child("zone");
  zone.append_attribute("id") = "network";
  zone.append_attribute("routing") = "Dijkstra";
  for (std::size_t n = 0; n < nodes->names.size(); ++n) {
    const std::string name(nodes->names[n]);
    const bool host = n < graph.hosts.size();
    pugi::xml_node e = zone.append_child(host ? "host" : "router");
    e.append_attribute("id") = name.c_str();
    if (!host) continue;
    e.append_attribute("speed") = "1Gf";
    property(e, "weir.forwards", "no");
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> routed;
  std::unordered_set<std::string> ids;
  struct Route {
    std::string id;
    std::size_t cable;
  };
  std::vector<Route> routes;
  for (std::size_t i = 0; i < graph.cables.size(); ++i) {
    const GraphCable& c = graph.cables[i];
    const bool stated = c.bandwidth > Bandwidth{};
    const Bandwidth bandwidth = stated ? c.bandwidth : options.bandwidth;
    if (!(bandwidth > Bandwidth{}))
      return fail(fmt::format("the cable from \"{}\" to \"{}\" has no bandwidth of its own", c.from, c.to), "SimGrid platform", "give it one, or machine.network.link.bandwidth");
    const Time latency = stated || c.latency > Time() ? c.latency : options.latency;
    const auto [from, to] = nodes->ends[i];
    std::string id = fmt::format("{} - {}", c.from, c.to);
    for (int k = 2; !ids.insert(id).second; ++k) id = fmt::format("{} - {} #{}", c.from, c.to, k);
    pugi::xml_node link = zone.append_child("link");
    link.append_attribute("id") = id.c_str();
    link.append_attribute("bandwidth") = fmt::format("{}bps", bandwidth.toBitsPerSecond()).c_str();
    link.append_attribute("latency") = fmt::format("{}ps", latency.toPs()).c_str();
    link.append_attribute("sharing_policy") = "SPLITDUPLEX";
    const bool taken = routed.contains({from, to}) || (!c.one_way && routed.contains({to, from}));
    if (taken) {
      property(link, "weir.from", c.from);
      property(link, "weir.to", c.to);
      if (c.one_way) property(link, "weir.one_way", "yes");
      continue;
    }
    routed.insert({from, to});
    if (!c.one_way) routed.insert({to, from});
    routes.push_back({std::move(id), i});
  }
  for (const Route& r : routes) {
    const GraphCable& c = graph.cables[r.cable];
    pugi::xml_node route = zone.append_child("route");
    route.append_attribute("src") = c.from.c_str();
    route.append_attribute("dst") = c.to.c_str();
    if (c.one_way) route.append_attribute("symmetrical") = "NO";
    pugi::xml_node link = route.append_child("link_ctn");
    link.append_attribute("id") = r.id.c_str();
    link.append_attribute("direction") = "UP";
  }
  std::ostringstream out;
  doc.save(out, "  ");
  return out.str();
}

Result<std::string> writeCableList(const NetworkGraph& graph) {
  if (const auto nodes = nodesOf(graph, "list of cables"); !nodes) return tl::make_unexpected(nodes.error());
  const auto plain = [](const std::string& name) { return name.find_first_of(" \t\r\n#") == std::string::npos; };
  std::string out = "host";
  for (const std::string& h : graph.hosts) {
    if (!plain(h)) return fail(fmt::format("the name \"{}\" holds a blank or #", h), "list of cables", "write SimGrid platform XML instead, or rename it");
    out += ' ' + h;
  }
  out += '\n';
  for (const GraphCable& c : graph.cables) {
    for (const std::string* name : {&c.from, &c.to})
      if (!plain(*name)) return fail(fmt::format("the name \"{}\" holds a blank or #", *name), "list of cables", "write SimGrid platform XML instead, or rename it");
    out += c.from + ' ' + c.to;
    if (c.bandwidth > Bandwidth{}) {
      out += ' ' + units::write(c.bandwidth);
      if (c.latency > Time()) out += ' ' + units::write(c.latency);
    }
    if (c.one_way) out += " one-way";
    out += '\n';
  }
  return out;
}

}  // namespace weir
