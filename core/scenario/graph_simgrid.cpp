#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "core/base/units.h"
#include "core/scenario/graph_xml.h"

namespace weir {
namespace {

// The places where links meet, joined as routes are followed. A place may be a node with a name, or one that only lies between.
class Places {
 public:
  std::size_t add(int node = -1) {
    parent_.push_back(parent_.size());
    node_.push_back(node);
    return parent_.size() - 1;
  }
  std::size_t find(std::size_t p) {
    while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
    return p;
  }
  int node(std::size_t p) { return node_[find(p)]; }
  bool mayJoin(std::size_t a, std::size_t b) { return find(a) == find(b) || node(a) < 0 || node(b) < 0; }
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (node_[a] < 0) std::swap(a, b);
    parent_[b] = a;
  }

 private:
  std::vector<std::size_t> parent_;
  std::vector<int> node_;
};

struct PlatformLink {
  std::string id;
  Bandwidth bandwidth;
  Time latency;
  bool fat = false, used = false, forth = false, back = false;
  std::size_t from = 0, to = 0;  // places, once used
  std::string givenFrom, givenTo;  // a cable beside another of the same nodes, which no route takes (graph_write.h)
  pugi::xml_node at;
};

struct PlatformRoute {
  pugi::xml_node at;
  std::string from, to;
  std::vector<int> links;
  bool both = true, done = false, betweenZones = false;
};

class Platform {
 public:
  Platform(const XmlSource& source) : source_(source) {}

  Result<NetworkGraph> read(const pugi::xml_node& platform) {
    for (const pugi::xml_node& child : platform.children())
      if (auto ok = element(child, "Full"); !ok) return tl::make_unexpected(ok.error());
    if (d_.graph.hosts.empty()) return source_.error(platform, "the platform has no hosts", "give one with hosts or clusters");
    if (auto ok = resolve(); !ok) return tl::make_unexpected(ok.error());
    singleLinks();
    for (int pass = 0; pass < 3; ++pass)  // first the routes whose links lie, then those that guess
      for (PlatformRoute& r : routes_)
        if (!r.done) follow(r, pass);
    for (const PlatformRoute& r : routes_)
      if (!walks(r))
        return source_.error(r.at, fmt::format("the way from \"{}\" to \"{}\" fits no drawing of the links as cables: another route takes them otherwise", r.from, r.to),
                             "give the routes between neighbours only, over one link each");
    draw();
    if (d_.full()) return source_.error(platform, "the platform is too large", "give at most 1,000,000 hosts and 4,000,000 cables");
    return std::move(d_.graph);
  }

 private:
  Result<void> element(const pugi::xml_node& e, std::string_view routing) {
    if (e.type() != pugi::node_element) return {};
    const std::string_view name = e.name();
    const std::string id = e.attribute("id").as_string();
    if (d_.full()) return source_.error(e, "the platform is too large", "give at most 1,000,000 hosts and 4,000,000 cables");
    if (name == "zone" || name == "AS") return zone(e);
    if (name == "host" || name == "router") {
      if (id.empty()) return source_.error(e, fmt::format("a {} has no id", name), "give it one");
      if (!nodes_.emplace(id, places_.add(static_cast<int>(names_.size()))).second) return source_.error(e, fmt::format("\"{}\" is defined twice", id), "give each its own id");
      names_.push_back(id);
      // Ours are those that say they forward nothing (graph_write.h).
      const bool through = (routing == "Floyd" || routing == "Dijkstra" || routing == "DijkstraCache") && property(e, "weir.forwards") != "no";
      passes_.push_back(name == "router" ? -1 : through ? 1 : 0);
      if (name == "host") d_.graph.hosts.push_back(id);
      return {};
    }
    if (name == "peer") return source_.error(e, "a peer has its latency by coordinates, which are no cables", "use hosts, links and routes");
    if (name == "cluster" || name == "cabinet") return cluster(e);
    if (name == "link") return link(e);
    if (name == "route" || name == "zoneRoute" || name == "ASroute") return route(e, name != "route");
    return {};  // prop, config, disk, storage, bypassRoute (its links are drawn by the routes), traces
  }

  Result<void> zone(const pugi::xml_node& z) {
    const std::string_view routing = z.attribute("routing").as_string("Full");
    if (routing == "Wifi") return source_.error(z, "a Wi-Fi zone has no cables", "take it out");
    if (routing == "Vivaldi")
      for (const pugi::xml_node& h : z.children("host"))
        if (h.attribute("coordinates")) return source_.error(h, "the host has its latency by coordinates, which are no cables", "use links and routes");
    for (const pugi::xml_node& child : z.children())
      if (auto ok = element(child, routing); !ok) return ok;
    return {};
  }

  Result<void> cluster(const pugi::xml_node& e) {
    const std::string id = e.attribute("id").as_string();
    std::string router = e.attribute("router_id").as_string();
    if (router.empty()) router = fmt::format("{}{}_router{}", e.attribute("prefix").as_string(), id, e.attribute("suffix").as_string());
    const std::size_t first = d_.graph.hosts.size();
    if (auto ok = simgridCluster(e, router, source_, d_); !ok) return ok;
    for (std::size_t i = first; i <= d_.graph.hosts.size(); ++i) {
      const std::string& name = i < d_.graph.hosts.size() ? d_.graph.hosts[i] : router;
      if (!nodes_.emplace(name, places_.add(static_cast<int>(names_.size()))).second) return source_.error(e, fmt::format("\"{}\" is defined twice", name), "give each cluster its own prefix");
      names_.push_back(name);
      passes_.push_back(-1);
    }
    return {};
  }

  static std::string_view property(const pugi::xml_node& e, std::string_view id) {
    for (const pugi::xml_node& p : e.children("prop"))
      if (p.attribute("id").as_string() == id) return p.attribute("value").as_string();
    return {};
  }

  Result<void> link(const pugi::xml_node& e) {
    PlatformLink l;
    l.id = e.attribute("id").as_string();
    const std::string_view policy = e.attribute("sharing_policy").as_string();
    if (policy == "WIFI") return source_.error(e, "a Wi-Fi link is no cable", "take it out");
    const auto bandwidth = simgridBandwidth(e.attribute("bandwidth").as_string());
    const auto latency = simgridTime(e.attribute("latency").as_string("0"));
    if (!bandwidth || !(*bandwidth > Bandwidth{})) return source_.error(e, fmt::format("the link \"{}\" has no bandwidth", l.id), "write it as \"125MBps\"");
    if (!latency || *latency < Time()) return source_.error(e, fmt::format("the link \"{}\" has no latency", l.id), "write it as \"50us\"");
    l.bandwidth = *bandwidth;
    l.latency = *latency;
    l.fat = policy == "FATPIPE";
    l.givenFrom = property(e, "weir.from");
    l.givenTo = property(e, "weir.to");
    l.forth = !l.givenFrom.empty() && !l.givenTo.empty();
    if (!l.forth) l.givenFrom.clear();
    l.back = l.forth && property(e, "weir.one_way") != "yes";
    l.at = e;
    if (!byLink_.emplace(l.id, static_cast<int>(links_.size())).second) return source_.error(e, fmt::format("the link \"{}\" is defined twice", l.id), "give each its own id");
    links_.push_back(std::move(l));
    return {};
  }

  Result<void> route(const pugi::xml_node& e, bool betweenZones) {
    PlatformRoute r;
    r.at = e;
    r.betweenZones = betweenZones;
    r.from = e.attribute(betweenZones ? "gw_src" : "src").as_string();
    r.to = e.attribute(betweenZones ? "gw_dst" : "dst").as_string();
    const std::string_view symmetrical = e.attribute("symmetrical").as_string("YES");
    r.both = symmetrical != "NO" && symmetrical != "no";
    if (r.from.empty() || r.to.empty()) return source_.error(e, "the route does not say where it begins and ends", betweenZones ? "give gw_src and gw_dst" : "give src and dst");
    routes_.push_back(std::move(r));
    return {};
  }

  // The links of the routes, once all are known.
  Result<void> resolve() {
    for (PlatformRoute& r : routes_) {
      for (const std::string* end : {&r.from, &r.to})
        if (!nodes_.contains(*end))
          return source_.error(r.at, fmt::format("there is no host or router \"{}\"", *end), "define it, or correct its name");
        else if (r.betweenZones) forwards(nodes_.at(*end));
      for (const pugi::xml_node& l : r.at.children()) {
        const std::string_view name = l.name();
        if (name != "link_ctn" && name != "link:ctn") continue;
        const auto it = byLink_.find(std::string(l.attribute("id").as_string()));
        if (it == byLink_.end()) return source_.error(l, fmt::format("there is no link \"{}\"", l.attribute("id").as_string()), "define it, or correct its name");
        r.links.push_back(it->second);
      }
    }
    for (PlatformLink& l : links_) {
      if (l.givenFrom.empty()) continue;
      for (const std::string* end : {&l.givenFrom, &l.givenTo})
        if (!nodes_.contains(*end)) return source_.error(l.at, fmt::format("there is no host or router \"{}\"", *end), "define it, or correct its name");
      l.from = nodes_.at(l.givenFrom);
      l.to = nodes_.at(l.givenTo);
      l.used = true;
    }
    std::erase_if(routes_, [](const PlatformRoute& r) { return r.from == r.to; });  // loopbacks
    for (const PlatformRoute& r : routes_)
      if (r.links.empty()) return source_.error(r.at, fmt::format("the route from \"{}\" to \"{}\" takes no link", r.from, r.to), "name its links");
    return {};
  }

  // Links that are the whole of a route: between two nodes a cable; between more a bus, or a cable each where nothing is shared.
  void singleLinks() {
    std::map<int, std::vector<std::string>> ends;
    for (const PlatformRoute& r : routes_)
      if (r.links.size() == 1)
        for (const std::string& end : {r.from, r.to})
          if (auto& e = ends[r.links[0]]; std::find(e.begin(), e.end(), end) == e.end()) e.push_back(end);
    std::erase_if(ends, [](const auto& e) { return e.second.size() < 3; });
    for (PlatformRoute& r : routes_)
      if (r.links.size() == 1 && ends.contains(r.links[0])) {
        r.done = true;
      }
    buses_ = std::move(ends);
  }

  // Lays the links of a route end to end. pass 0: routes of one link; 1: as long as every next link is new or already ends here;
  // 2: whatever may be joined.
  void follow(PlatformRoute& r, int pass) {
    if (pass == 0 && r.links.size() > 1) return;
    const std::size_t goal = nodes_.at(r.to);
    std::size_t here = nodes_.at(r.from);
    if (pass == 1) {  // only if it can be told
      std::size_t at = here;
      for (const int i : r.links) {
        PlatformLink& l = links_[static_cast<std::size_t>(i)];
        if (!l.used) break;
        if (places_.find(l.from) == places_.find(at)) at = l.to;
        else if (places_.find(l.to) == places_.find(at)) at = l.from;
        else return;
      }
    }
    for (std::size_t k = 0; k < r.links.size(); ++k) {
      PlatformLink& l = links_[static_cast<std::size_t>(r.links[k])];
      const bool last = k + 1 == r.links.size();
      if (!l.used) {
        l.used = true;
        l.from = here;
        l.to = last ? goal : nextPlace(r, k + 1);
        here = l.to;
        l.forth = true;
        l.back = l.back || r.both;
        continue;
      }
      const bool forth = places_.find(l.from) == places_.find(here) || (places_.find(l.to) != places_.find(here) && places_.mayJoin(l.from, here));
      const std::size_t begin = forth ? l.from : l.to;
      if (!places_.mayJoin(begin, here)) return;  // walks() will say so
      places_.join(begin, here);
      here = forth ? l.to : l.from;
      (forth ? l.forth : l.back) = true;
      if (r.both) l.forth = l.back = true;
    }
    if (places_.mayJoin(here, goal)) places_.join(here, goal);
    r.done = true;
  }

  // Where a new link of a route ends: at the end of the next one, if the way on from there is known, or somewhere new.
  std::size_t nextPlace(const PlatformRoute& r, std::size_t k) {
    std::size_t at = nodes_.at(r.to);
    for (std::size_t i = r.links.size(); i-- > k;) {
      const PlatformLink& l = links_[static_cast<std::size_t>(r.links[i])];
      if (!l.used) return places_.add();
      if (places_.find(l.to) == places_.find(at)) at = l.from;
      else if (places_.find(l.from) == places_.find(at)) at = l.to;
      else return places_.add();
    }
    return at;
  }

  bool walks(const PlatformRoute& r) {
    if (r.links.size() == 1 && buses_.contains(r.links[0])) return true;
    std::size_t at = places_.find(nodes_.at(r.from));
    for (const int i : r.links) {
      const PlatformLink& l = links_[static_cast<std::size_t>(i)];
      if (!l.used || buses_.contains(i)) return false;
      if (i != r.links[0]) forwards(at);
      if (places_.find(l.from) == at) at = places_.find(l.to);
      else if (places_.find(l.to) == at) at = places_.find(l.from);
      else return false;
    }
    return at == places_.find(nodes_.at(r.to));
  }

  // A host on the way of others, or a zone's gateway.
  void forwards(std::size_t place) {
    if (const int n = places_.node(place); n >= 0 && passes_[static_cast<std::size_t>(n)] == 0) passes_[static_cast<std::size_t>(n)] = 1;
  }

  std::string placeName(std::size_t p) {
    p = places_.find(p);
    if (const int n = places_.node(p); n >= 0) {
      const auto i = static_cast<std::size_t>(n);
      return passes_[i] > 0 ? names_[i] + " router" : names_[i];
    }
    const auto it = between_.emplace(p, between_.size()).first;
    return fmt::format("junction {}", it->second);
  }

  void draw() {
    std::map<std::string, double> carried;  // of the hosts that routes may pass through
    for (const PlatformLink& l : links_) {
      if (!l.used) continue;
      for (const std::size_t end : {l.from, l.to})
        if (const int n = places_.node(end); n >= 0 && passes_[static_cast<std::size_t>(n)] > 0) carried[names_[static_cast<std::size_t>(n)]] += l.bandwidth.toBitsPerSecond();
      const bool turned = !l.forth && l.back;
      d_.cable(placeName(turned ? l.to : l.from), placeName(turned ? l.from : l.to), l.bandwidth, l.latency, l.forth != l.back);
    }
    const auto joins = [&](const std::string& name, const PlatformLink& l) {
      const std::size_t place = nodes_.at(name);
      if (passes_[static_cast<std::size_t>(places_.node(place))] > 0) carried[name] += l.bandwidth.toBitsPerSecond();
      return placeName(place);
    };
    for (const auto& [id, names] : buses_) {
      const PlatformLink& l = links_[static_cast<std::size_t>(id)];
      std::vector<std::string> ends;
      for (const std::string& name : names)
        if (!l.fat) ends.push_back(joins(name, l));
      if (!l.fat) drawBus(d_, l.id, ends, l.bandwidth, l.latency);
    }
    for (const PlatformRoute& r : routes_)
      if (r.links.size() == 1 && buses_.contains(r.links[0]))
        if (const PlatformLink& l = links_[static_cast<std::size_t>(r.links[0])]; l.fat) {
          std::string from = joins(r.from, l), to = joins(r.to, l);
          d_.cable(std::move(from), std::move(to), l.bandwidth, l.latency, !r.both);
        }
    // A cable that is never the narrowest, and takes no time.
    for (const std::string& h : d_.graph.hosts)
      if (const auto it = carried.find(h); it != carried.end()) d_.cable(h, h + " router", Bandwidth::bitsPerSecond(it->second), Time());
  }

  const XmlSource& source_;
  GraphDrawing d_;
  Places places_;
  std::map<std::string, std::size_t> nodes_;  // by name: its place
  std::vector<std::string> names_;            // by node
  std::vector<int> passes_;                   // by node: -1 a router or of a cluster, 0 a host, 1 a host that routes may pass through
  std::map<std::string, int> byLink_;
  std::vector<PlatformLink> links_;
  std::vector<PlatformRoute> routes_;
  std::map<int, std::vector<std::string>> buses_;
  std::map<std::size_t, std::size_t> between_;
};

// The number a text begins with, and what follows it.
std::optional<std::pair<double, std::string_view>> numberAndUnit(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  double v = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (bad != std::errc{}) return std::nullopt;
  return std::pair(v, text.substr(static_cast<std::size_t>(end - text.data())));
}

}  // namespace

std::optional<Bandwidth> simgridBandwidth(std::string_view text) {
  const auto n = numberAndUnit(text);
  if (!n) return std::nullopt;
  auto [value, unit] = *n;
  if (unit.empty()) return Bandwidth::bytesPerSecond(value);
  double base = 1000;
  constexpr std::string_view kPrefixes = "kMGTPEZY";
  if (const std::size_t p = kPrefixes.find(unit.front()); p != std::string_view::npos) {
    unit.remove_prefix(1);
    if (unit.starts_with('i')) {
      base = 1024;
      unit.remove_prefix(1);
    }
    for (std::size_t i = 0; i <= p; ++i) value *= base;
  }
  if (unit == "Bps") return Bandwidth::bytesPerSecond(value);
  if (unit == "bps") return Bandwidth::bitsPerSecond(value);
  return std::nullopt;
}

std::optional<Time> simgridTime(std::string_view text) {
  const auto n = numberAndUnit(text);
  if (!n) return std::nullopt;
  static constexpr std::pair<std::string_view, double> kUnits[]{{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}, {"m", 60}, {"h", 3600}, {"d", 86400}, {"w", 604800}};
  for (const auto& [unit, seconds] : kUnits)
    if (n->second == unit) return Time::seconds(n->first * seconds);
  return std::nullopt;
}

Result<NetworkGraph> simgridGraph(const pugi::xml_node& platform, const XmlSource& source) { return Platform(source).read(platform); }

}  // namespace weir
