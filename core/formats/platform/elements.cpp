#include "core/formats/platform/elements.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "core/formats/lines.h"

namespace weir::platform {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string_view attribute(const pugi::xml_node& e, const char* name) { return e.attribute(name).as_string(); }
double numberOf(const pugi::xml_node& e, const char* name) { return text::number(attribute(e, name)); }

// All elements in document order; pugixml's walker, which does not recurse.
template <class F>
void walk(const pugi::xml_node& root, const F& f) {
  struct Walker final : pugi::xml_tree_walker {
    explicit Walker(const F& g) : f(g) {}
    const F& f;
    bool for_each(pugi::xml_node& n) override {
      if (n.type() == pugi::node_element) f(n, depth() + 1);
      return true;
    }
  } walker(f);
  f(root, 0);
  pugi::xml_node top = root;
  top.traverse(walker);
}

// SimGrid's values: "1Gf", "125MBps", "50us", "1.25E9Bps", several by commas; in its unit without prefix. NaN: not understood.
double simgridValue(std::string_view s, std::string_view base) {
  s = text::trimmed(s.substr(0, s.find_first_of(",;")));
  double v = 0;
  const auto [end, bad] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (bad != std::errc{}) return kUnknown;
  std::string_view unit = text::trimmed(s.substr(static_cast<std::size_t>(end - s.data())));
  if (unit.empty() || unit == base) return v;
  if (base == "s") {
    static const std::map<std::string_view, double> kTimes{{"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}, {"m", 60}, {"h", 3600}, {"d", 86400}, {"w", 604800}};
    const auto it = kTimes.find(unit);
    return it == kTimes.end() ? kUnknown : v * it->second;
  }
  double thousand = 1000;
  constexpr std::string_view kPrefixes = "kMGTPEZY";
  if (const std::size_t p = kPrefixes.find(unit.front()); p != std::string_view::npos) {
    unit.remove_prefix(1);
    if (unit.starts_with('i')) thousand = 1024, unit.remove_prefix(1);
    for (std::size_t i = 0; i <= p; ++i) v *= thousand;
  }
  if (unit == base || (base == "f" && unit == "flops")) return v;
  if (base == "Bps" && unit == "bps") return v / 8;
  if (base == "B" && unit == "b") return v / 8;
  return kUnknown;
}

// "0-99,105": how many numbers; -1 when it is no such list.
std::int64_t radicalSize(std::string_view s) {
  std::int64_t n = 0;
  while (!s.empty()) {
    const std::size_t end = std::min(s.find(','), s.size());
    const std::string_view part = s.substr(0, end);
    s.remove_prefix(std::min(end + 1, s.size()));
    const std::size_t dash = part.find('-', 1);
    const auto first = text::whole(part.substr(0, dash)), last = dash == std::string_view::npos ? first : text::whole(part.substr(dash + 1));
    if (!first || !last || *last < *first || *last - *first > 100'000'000) return -1;
    n += *last - *first + 1;
  }
  return n == 0 ? -1 : n;
}

std::string zoneOf(const pugi::xml_node& e) {
  for (pugi::xml_node p = e.parent(); p; p = p.parent())
    if (std::string_view(p.name()) == "zone" || std::string_view(p.name()) == "AS") return p.attribute("id").as_string();
  return {};
}

std::string linksOf(const pugi::xml_node& route) {
  std::string s;
  for (const pugi::xml_node& l : route.children())
    if (std::string_view(l.name()) == "link_ctn" || std::string_view(l.name()) == "link:ctn") s += (s.empty() ? "" : " ") + std::string(attribute(l, "id"));
  return s;
}

std::string jsonText(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else out += c;
  }
  return out + '"';
}

void countTags(const pugi::xml_node& root, RunBuilder& out) {
  std::map<std::string, std::uint64_t> tags;
  walk(root, [&](const pugi::xml_node& e, int) { ++tags[e.name()]; });
  TableRows table("elements", {{"element", "", true}, {"count", "", false}});
  for (const auto& [tag, n] : tags) table.text(0, tag), table.number(1, static_cast<double>(n));
  table.into(out);
  out.fact("root", root.name());
  out.fact("version", attribute(root, "version"));
}

void fact(RunBuilder& out, std::string_view name, std::uint64_t n) {
  if (n > 0) out.fact(name, std::to_string(n));
}

}  // namespace

TableRows::TableRows(std::string name, std::initializer_list<Column> columns) {
  table_.name = std::move(name);
  for (const Column& c : columns) table_.columns.push_back({c.name, c.unit, {}, {}});
}

Table elementsOf(const pugi::xml_node& root) {
  Table t{"xml elements", {{"parent", "", {}, {}}, {"element", "", {}, {}}, {"attributes", "", {}, {}}}, 0};
  std::vector<double> path;  // index of the open element at each depth
  walk(root, [&](const pugi::xml_node& e, int depth) {
    path.resize(static_cast<std::size_t>(depth) + 1);
    path.back() = static_cast<double>(t.columns[0].number.size());
    t.columns[0].number.push_back(depth == 0 ? -1 : path[static_cast<std::size_t>(depth) - 1]);
    t.columns[1].text.emplace_back(e.name());
    std::string attributes = "{";
    for (const pugi::xml_attribute& a : e.attributes()) attributes += (attributes.size() > 1 ? "," : "") + jsonText(a.name()) + ":" + jsonText(a.value());
    t.columns[2].text.push_back(attributes + "}");
  });
  return t;
}

void describeSimgrid(const pugi::xml_node& root, RunBuilder& out) {
  countTags(root, out);
  TableRows hosts("hosts", {{"host", "", true}, {"speed", "FLOP/s", false}, {"cores", "", false}, {"zone", "", true}});
  TableRows clusters("clusters", {{"cluster", "", true}, {"hosts", "", false}, {"speed", "FLOP/s", false}, {"bandwidth", "B/s", false}, {"latency", "s", false}, {"topology", "", true}, {"parameters", "", true}, {"zone", "", true}});
  TableRows links("links", {{"link", "", true}, {"bandwidth", "B/s", false}, {"latency", "s", false}, {"sharing policy", "", true}, {"zone", "", true}});
  TableRows routes("routes", {{"from", "", true}, {"to", "", true}, {"links", "", true}, {"symmetrical", "", true}, {"kind", "", true}});
  TableRows disks("disks", {{"disk", "", true}, {"host", "", true}, {"read", "B/s", false}, {"write", "B/s", false}});
  TableRows properties("properties", {{"of", "", true}, {"name", "", true}, {"value", "", true}});
  TableRows actors("actors", {{"host", "", true}, {"function", "", true}, {"arguments", "", true}});
  TableRows profiles("profiles", {{"of", "", true}, {"kind", "", true}, {"file", "", true}});
  std::uint64_t hostCount = 0, linkCount = 0, zones = 0, routers = 0, unread = 0;
  std::set<std::string> speeds;
  const auto value = [&](const pugi::xml_node& e, const char* name, std::string_view base) {
    const std::string_view s = attribute(e, name);
    if (s.empty()) return kUnknown;
    const double v = simgridValue(s, base);
    if (std::isnan(v)) ++unread, out.note("value that is not understood", fmt::format("{} {}=\"{}\"", e.name(), name, s));
    return v;
  };
  walk(root, [&](const pugi::xml_node& e, int) {
    const std::string_view tag = e.name();
    if (tag == "host") {
      ++hostCount;
      hosts.text(0, attribute(e, "id"));
      hosts.number(1, value(e, attribute(e, "speed").empty() ? "power" : "speed", "f"));
      hosts.number(2, e.attribute("core") ? numberOf(e, "core") : 1);
      hosts.text(3, zoneOf(e));
    } else if (tag == "cluster" || tag == "cabinet") {
      const std::int64_t n = radicalSize(attribute(e, "radical"));
      if (n < 0) out.note("radical that is not understood", attribute(e, "radical"));
      else hostCount += static_cast<std::uint64_t>(n);
      clusters.text(0, attribute(e, "id"));
      clusters.number(1, n < 0 ? kUnknown : static_cast<double>(n));
      clusters.number(2, value(e, attribute(e, "speed").empty() ? "power" : "speed", "f"));
      clusters.number(3, value(e, "bw", "Bps"));
      clusters.number(4, value(e, "lat", "s"));
      clusters.text(5, e.attribute("topology") ? attribute(e, "topology") : "FLAT");
      clusters.text(6, attribute(e, "topo_parameters"));
      clusters.text(7, zoneOf(e));
    } else if (tag == "link" || tag == "backbone") {
      ++linkCount;
      links.text(0, attribute(e, "id"));
      links.number(1, value(e, "bandwidth", "Bps"));
      links.number(2, e.attribute("latency") ? value(e, "latency", "s") : 0);
      links.text(3, e.attribute("sharing_policy") ? attribute(e, "sharing_policy") : "SHARED");
      links.text(4, zoneOf(e));
    } else if (tag == "route" || tag == "zoneRoute" || tag == "ASroute" || tag == "bypassRoute" || tag == "bypassZoneRoute" || tag == "bypassASroute") {
      const bool between = e.attribute("gw_src");
      routes.text(0, attribute(e, between ? "gw_src" : "src"));
      routes.text(1, attribute(e, between ? "gw_dst" : "dst"));
      routes.text(2, linksOf(e));
      routes.text(3, e.attribute("symmetrical") ? attribute(e, "symmetrical") : "YES");
      routes.text(4, tag);
    } else if (tag == "disk" || tag == "storage") {
      disks.text(0, attribute(e, "id"));
      disks.text(1, tag == "disk" ? attribute(e.parent(), "id") : attribute(e, "attach"));
      disks.number(2, value(e, "read_bw", "Bps"));
      disks.number(3, value(e, "write_bw", "Bps"));
    } else if (tag == "zone" || tag == "AS") {
      ++zones;
    } else if (tag == "router") {
      ++routers;
    } else if (tag == "prop") {
      properties.text(0, e.parent().attribute("id") ? attribute(e.parent(), "id") : std::string_view(e.parent().name()));
      properties.text(1, attribute(e, "id"));
      properties.text(2, attribute(e, "value"));
    } else if (tag == "actor" || tag == "process") {
      actors.text(0, attribute(e, "host"));
      actors.text(1, attribute(e, "function"));
      std::string arguments;
      for (const pugi::xml_node& a : e.children("argument")) arguments += (arguments.empty() ? "" : " ") + std::string(attribute(a, "value"));
      actors.text(2, arguments);
    }
    for (const char* kind : {"state_file", "speed_file", "availability_file", "bandwidth_file", "latency_file"})
      if (e.attribute(kind)) profiles.text(0, attribute(e, "id")), profiles.text(1, kind), profiles.text(2, attribute(e, kind));
  });
  if (const pugi::xml_node zone = root.child("zone") ? root.child("zone") : root.child("AS")) out.fact("routing", attribute(zone, "routing"));
  fact(out, "hosts", hostCount);
  fact(out, "clusters", clusters.rows());
  fact(out, "links", linkCount);
  fact(out, "routers", routers);
  fact(out, "routes", routes.rows());
  fact(out, "zones", zones);
  fact(out, "disks", disks.rows());
  fact(out, "actors", actors.rows());
  for (TableRows* t : {&hosts, &clusters, &links, &routes, &disks, &actors, &profiles, &properties}) t->into(out);
}

void describeNccl(const pugi::xml_node& system, RunBuilder& out) {
  countTags(system, out);
  TableRows gpus("gpus", {{"gpu", "", true}, {"bus", "", true}, {"rank", "", false}, {"architecture", "", true}, {"gdr", "", false}, {"numa", "", false}, {"pcie speed", "", true}, {"pcie width", "", false}});
  TableRows nets("nets", {{"net", "", true}, {"device", "", false}, {"speed", "B/s", false}, {"latency", "s", false}, {"port", "", false}, {"gdr", "", false}, {"bus", "", true}, {"numa", "", false}});
  TableRows links("gpu links", {{"kind", "", true}, {"from", "", true}, {"to", "", true}, {"count", "", false}});
  TableRows cpus("cpus", {{"numa", "", false}, {"arch", "", true}, {"vendor", "", true}, {"family", "", false}, {"model", "", false}, {"affinity", "", true}});
  TableRows devices("pci devices", {{"bus", "", true}, {"class", "", true}, {"vendor", "", true}, {"device", "", true}, {"speed", "", true}, {"width", "", false}, {"parent", "", true}, {"numa", "", false}});
  const auto up = [](pugi::xml_node e, const char* tag) {
    while (e && std::string_view(e.name()) != tag) e = e.parent();
    return e;
  };
  std::uint64_t gpuElements = 0, byClass = 0, nics = 0, nicsByClass = 0;
  std::uint64_t doubtful = 0;
  walk(system, [&](const pugi::xml_node& e, int) {
    const std::string_view tag = e.name();
    const pugi::xml_node pci = up(e, "pci"), cpu = up(e, "cpu");
    if (tag == "cpu") {
      cpus.number(0, numberOf(e, "numaid"));
      cpus.text(1, attribute(e, "arch"));
      cpus.text(2, attribute(e, "vendor"));
      cpus.number(3, numberOf(e, "familyid"));
      cpus.number(4, numberOf(e, "modelid"));
      cpus.text(5, attribute(e, "affinity"));
    } else if (tag == "pci") {
      devices.text(0, attribute(e, "busid"));
      devices.text(1, attribute(e, "class"));
      devices.text(2, attribute(e, "vendor"));
      devices.text(3, attribute(e, "device"));
      devices.text(4, attribute(e, "link_speed"));
      devices.number(5, numberOf(e, "link_width"));
      devices.text(6, attribute(up(e.parent(), "pci"), "busid"));
      devices.number(7, numberOf(cpu, "numaid"));
      const std::string_view kind = attribute(e, "class");
      const bool leaf = !e.child("pci") && !e.child("gpu") && !e.child("nic");
      // 3D controller, display controller, processing accelerator; network and InfiniBand controllers.
      if (leaf && (kind.starts_with("0x0302") || kind.starts_with("0x0380") || kind.starts_with("0x1200"))) {
        ++byClass;
        gpus.text(0, "");
        gpus.text(1, attribute(e, "busid"));
        gpus.number(2, kUnknown);
        gpus.text(3, "");
        gpus.number(4, kUnknown);
        gpus.number(5, numberOf(cpu, "numaid"));
        gpus.text(6, attribute(e, "link_speed"));
        gpus.number(7, numberOf(e, "link_width"));
      }
      if (leaf && kind.starts_with("0x02")) ++nicsByClass;
    } else if (tag == "gpu") {
      ++gpuElements;
      gpus.text(0, attribute(e, "dev"));
      gpus.text(1, attribute(pci, "busid"));
      gpus.number(2, numberOf(e, "rank"));
      gpus.text(3, e.attribute("gcn") ? "gfx" + std::string(attribute(e, "gcn").starts_with("gfx") ? attribute(e, "gcn").substr(3) : attribute(e, "gcn")) : e.attribute("sm") ? "sm_" + std::string(attribute(e, "sm")) : "");
      gpus.number(4, numberOf(e, "gdr"));
      gpus.number(5, numberOf(cpu, "numaid"));
      gpus.text(6, attribute(pci, "link_speed"));
      gpus.number(7, numberOf(pci, "link_width"));
    } else if (tag == "nic") {
      ++nics;
    } else if (tag == "net") {
      const double speed = numberOf(e, "speed");
      if (speed > 8'000'000) ++doubtful;
      nets.text(0, attribute(e, "name"));
      nets.number(1, numberOf(e, "dev"));
      nets.number(2, speed > 0 ? speed * 1e6 / 8 : kUnknown);
      nets.number(3, numberOf(e, "latency") * 1e-6);
      nets.number(4, numberOf(e, "port"));
      nets.number(5, numberOf(e, "gdr"));
      nets.text(6, attribute(pci, "busid"));
      nets.number(7, numberOf(cpu, "numaid"));
    } else if (tag == "nvlink" || tag == "xgmi") {
      links.text(0, tag);
      links.text(1, attribute(pci, "busid"));
      links.text(2, attribute(e, "target"));
      links.number(3, e.attribute("count") ? numberOf(e, "count") : 1);
    }
  });
  fact(out, "gpus", gpuElements > 0 ? gpuElements : byClass);
  if (gpuElements == 0 && byClass > 0) out.note("no gpu element: GPUs told by their PCI class", std::to_string(byClass) + " devices", byClass);
  fact(out, "nics", nics > 0 ? nics : nicsByClass);
  if (nics == 0 && nicsByClass > 0) out.note("no nic element: network cards told by their PCI class", std::to_string(nicsByClass) + " devices", nicsByClass);
  fact(out, "nets", nets.rows());
  fact(out, "cpus", cpus.rows());
  fact(out, "pci devices", devices.rows());
  fact(out, "gpu links", links.rows());
  if (doubtful > 0) out.note("network speed beyond 8 Tb/s: given in another unit than Mb/s?", "net speed", doubtful);
  for (TableRows* t : {&gpus, &nets, &links, &cpus, &devices}) t->into(out);
}

void describeGraphs(const pugi::xml_node& graphs, RunBuilder& out) {
  countTags(graphs, out);
  static constexpr const char* kNumbers[]{"id", "pattern", "nchannels", "crossnic", "speedintra", "speedinter", "latencyinter", "samechannels"};
  TableRows table("graphs", {{"id", "", false}, {"pattern", "", false}, {"nchannels", "", false}, {"crossnic", "", false}, {"speedintra", "GB/s", false}, {"speedinter", "GB/s", false}, {"latencyinter", "", false}, {"samechannels", "", false}, {"typeintra", "", true}, {"typeinter", "", true}});
  TableRows channels("channels", {{"graph", "", false}, {"channel", "", false}, {"gpus", "", true}, {"nets", "", true}});
  for (const pugi::xml_node& g : graphs.children("graph")) {
    for (std::size_t i = 0; i < std::size(kNumbers); ++i) table.number(i, numberOf(g, kNumbers[i]));
    table.text(8, attribute(g, "typeintra"));
    table.text(9, attribute(g, "typeinter"));
    double n = 0;
    for (const pugi::xml_node& c : g.children("channel")) {
      channels.number(0, numberOf(g, "id"));
      channels.number(1, n++);
      std::string gpus, nets;
      for (const pugi::xml_node& d : c.children("gpu")) gpus += (gpus.empty() ? "" : " ") + std::string(attribute(d, "dev"));
      for (const pugi::xml_node& d : c.children("net")) nets += (nets.empty() ? "" : " ") + std::string(attribute(d, "dev"));
      channels.text(2, gpus);
      channels.text(3, nets);
    }
  }
  fact(out, "graphs", table.rows());
  fact(out, "channels", channels.rows());
  table.into(out);
  channels.into(out);
}

void describeMsccl(const pugi::xml_node& algo, RunBuilder& out) {
  countTags(algo, out);
  for (const pugi::xml_attribute& a : algo.attributes())
    if (std::string_view(a.name()) != "version") out.fact(a.name(), a.value());
  TableRows steps("steps", {{"gpu", "", false}, {"thread block", "", false}, {"send", "", false}, {"receive", "", false}, {"channel", "", false}, {"step", "", false}, {"type", "", true}, {"source buffer", "", true}, {"source offset", "", false}, {"destination buffer", "", true}, {"destination offset", "", false}, {"count", "", false}, {"waits for block", "", false}, {"waits for step", "", false}});
  std::uint64_t gpus = 0, blocks = 0;
  for (const pugi::xml_node& gpu : algo.children("gpu")) {
    ++gpus;
    for (const pugi::xml_node& tb : gpu.children("tb")) {
      ++blocks;
      for (const pugi::xml_node& s : tb.children("step")) {
        steps.number(0, numberOf(gpu, "id"));
        steps.number(1, numberOf(tb, "id"));
        steps.number(2, numberOf(tb, "send"));
        steps.number(3, numberOf(tb, "recv"));
        steps.number(4, numberOf(tb, "chan"));
        steps.number(5, numberOf(s, "s"));
        steps.text(6, attribute(s, "type"));
        steps.text(7, attribute(s, "srcbuf"));
        steps.number(8, numberOf(s, "srcoff"));
        steps.text(9, attribute(s, "dstbuf"));
        steps.number(10, numberOf(s, "dstoff"));
        steps.number(11, numberOf(s, "cnt"));
        steps.number(12, numberOf(s, "depid"));
        steps.number(13, numberOf(s, "deps"));
      }
    }
  }
  fact(out, "gpus", gpus);
  fact(out, "thread blocks", blocks);
  fact(out, "steps", steps.rows());
  steps.into(out);
}

}  // namespace weir::platform
