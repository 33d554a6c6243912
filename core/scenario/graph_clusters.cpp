// SimGrid's cluster elements (SimGrid manual, "cluster"; FatTreeZone, TorusZone, DragonflyZone of SimGrid 3.3x for the orders).
#include <charconv>
#include <cmath>
#include <span>
#include <vector>

#include "core/scenario/graph_xml.h"

namespace weir {
namespace {

std::optional<std::int64_t> whole(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  std::int64_t v = 0;
  const auto [end, bad] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (bad != std::errc{} || end != s.data() + s.size()) return std::nullopt;
  return v;
}

std::vector<std::string_view> split(std::string_view s, char by) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= s.size();) {
    const std::size_t end = std::min(s.find(by, at), s.size());
    parts.push_back(s.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// "3,4": whole numbers, at least 1; empty where they are not.
std::vector<std::int64_t> numbers(std::string_view s) {
  std::vector<std::int64_t> v;
  for (const std::string_view part : split(s, ',')) {
    const auto n = whole(part);
    if (!n || *n < 1 || *n > 1'000'000) return {};
    v.push_back(*n);
  }
  return v;
}

// "0-99,105": host numbers.
std::optional<std::vector<std::int64_t>> radical(std::string_view s) {
  std::vector<std::int64_t> ids;
  for (const std::string_view part : split(s, ',')) {
    const std::size_t dash = part.find('-', 1);
    const auto first = whole(part.substr(0, dash)), last = dash == std::string_view::npos ? first : whole(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last - *first >= static_cast<std::int64_t>(kMostGraphHosts)) return std::nullopt;
    for (std::int64_t i = *first; i <= *last; ++i) ids.push_back(i);
    if (ids.size() > kMostGraphHosts) return std::nullopt;
  }
  return ids;
}

struct Cluster {
  const pugi::xml_node& at;
  const XmlSource& source;
  GraphDrawing& d;
  std::string id;
  std::vector<std::string> hosts;
  Bandwidth bandwidth, limit;  // limit 0 = none
  Time latency;
  std::string_view parameters;

  [[nodiscard]] Bandwidth hostBandwidth(double times = 1) const {
    const Bandwidth b(bandwidth * times);
    return limit > Bandwidth{} ? std::min(b, limit) : b;
  }
  [[nodiscard]] tl::unexpected<Error> bad(std::string what, std::string todo) const { return source.error(at, std::move(what), std::move(todo)); }
  [[nodiscard]] Result<void> holds(std::int64_t count) const {
    if (static_cast<std::int64_t>(hosts.size()) == count) return {};
    return bad(fmt::format("the topology has room for {} hosts, the radical names {}", count, hosts.size()), "make them equal");
  }
  [[nodiscard]] std::string router(std::int64_t i) const { return fmt::format("{} router {}", id, i); }

  Result<void> torus() const {
    const auto sides = numbers(parameters);
    std::int64_t count = 1;
    for (const std::int64_t n : sides)
      if ((count *= n) > static_cast<std::int64_t>(kMostGraphHosts)) break;
    if (sides.empty()) return bad(fmt::format("\"{}\" is no torus", parameters), "write its sides, as in \"3,2,2\"");
    if (auto ok = holds(count); !ok) return ok;
    // Hosts forward in SimGrid's torus: each has a router, and a cable to it that is never the narrowest.
    for (std::int64_t i = 0; i < count; ++i) d.cable(hosts[static_cast<std::size_t>(i)], router(i), hostBandwidth(2.0 * static_cast<double>(sides.size())), Time());
    for (std::int64_t i = 0; i < count; ++i) {
      std::int64_t stride = 1;
      for (const std::int64_t n : sides) {
        const std::int64_t x = i / stride % n;
        if (n > 1 && (n > 2 || x == 0)) d.cable(router(i), router(i + ((x + 1) % n - x) * stride), bandwidth, latency);
        stride *= n;
      }
    }
    return {};
  }

  Result<void> dragonfly() const {
    const auto parts = split(parameters, ';');
    std::vector<std::vector<std::int64_t>> v;
    for (const std::string_view p : parts) v.push_back(numbers(p));
    if (v.size() != 4 || v[0].size() != 2 || v[1].size() != 2 || v[2].size() != 2 || v[3].size() != 1)
      return bad(fmt::format("\"{}\" is no dragonfly", parameters), "write groups, chassis, routers, each with its links, and the hosts of a router, as in \"3,4;4,3;5,1;2\"");
    const std::int64_t groups = v[0][0], chassis = v[1][0], blades = v[2][0], each = v[3][0], a = chassis * blades;
    if (a > 4096 || groups > 4097 || groups > a + 1) return bad(fmt::format("{} groups of {} routers cannot be joined in pairs", groups, a), "give at most one more group than routers in one");
    if (auto ok = holds(groups * a * each); !ok) return ok;
    // The router of group i that faces group j is its j-th: there is one for the last only where a >= groups.
    if (groups > a && groups > 1) return bad(fmt::format("group 0 has no router {} to face group {}", groups - 1, groups - 1), "give as many routers in a group as groups");
    const auto link = [&](std::int64_t from, std::int64_t to, std::int64_t count) { d.cable(router(from), router(to), Bandwidth(bandwidth * static_cast<double>(count)), latency); };
    for (std::size_t h = 0; h < hosts.size(); ++h) d.cable(hosts[h], router(static_cast<std::int64_t>(h) / each), hostBandwidth(), latency);
    for (std::int64_t c = 0; c < groups * chassis; ++c)
      for (std::int64_t i = 0; i < blades; ++i)
        for (std::int64_t j = i + 1; j < blades; ++j) link(c * blades + i, c * blades + j, v[2][1]);
    for (std::int64_t g = 0; g < groups; ++g)
      for (std::int64_t i = 0; i < chassis; ++i)
        for (std::int64_t j = i + 1; j < chassis; ++j)
          for (std::int64_t b = 0; b < blades; ++b) link(g * a + i * blades + b, g * a + j * blades + b, v[1][1]);
    for (std::int64_t i = 0; i < groups; ++i)
      for (std::int64_t j = i + 1; j < groups; ++j) link(i * a + j, j * a + i, v[0][1]);
    return {};
  }

  // An extended generalized fat tree (Ohring et al. 1995): a switch of level l is labelled by l numbers below w_1..w_l and others
  // below m_l+1..m_h, lowest first; two of neighbouring levels are joined where their labels differ in that level's number alone.
  Result<void> fatTree() const {
    const auto parts = split(parameters, ';');
    std::vector<std::vector<std::int64_t>> v;
    for (const std::string_view p : parts) v.push_back(numbers(p));
    const auto wrong = [&] { return bad(fmt::format("\"{}\" is no fat tree", parameters), "write levels, children, parents and cables of each, as in \"2;4,4;1,2;1,2\""); };
    if (v.size() != 4 || v[0].size() != 1 || v[0][0] > 16) return wrong();
    const auto levels = static_cast<std::size_t>(v[0][0]);
    const auto &down = v[1], &up = v[2], &ports = v[3];
    if (down.size() != levels || up.size() != levels || ports.size() != levels) return wrong();
    const auto size = [&](std::size_t level) {
      double n = 1;
      for (std::size_t i = 0; i < levels; ++i) n *= static_cast<double>(i < level ? up[i] : down[i]);
      return n;
    };
    for (std::size_t l = 0; l <= levels; ++l)
      if (size(l) > static_cast<double>(kMostGraphHosts) || (l < levels && size(l) * static_cast<double>(up[l] * ports[l]) > static_cast<double>(kMostGraphCables)))
        return bad("the fat tree is too large", "give at most 1,000,000 hosts and 4,000,000 cables");
    if (auto ok = holds(static_cast<std::int64_t>(size(0))); !ok) return ok;
    const auto name = [&](std::size_t level, std::int64_t i) { return level == 0 ? hosts[static_cast<std::size_t>(i)] : fmt::format("{} switch {}.{}", id, level, i); };
    for (std::size_t l = 0; l < levels; ++l) {
      std::int64_t stride = 1;  // of number l, the same at both levels: those before it are parents' at both
      for (std::size_t i = 0; i < l; ++i) stride *= up[i];
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(size(l)); ++i) {
        const std::int64_t low = i % stride, high = i / stride / down[l];
        for (std::int64_t w = 0; w < up[l]; ++w)
          for (std::int64_t p = 0; p < ports[l]; ++p)
            d.cable(name(l, i), name(l + 1, low + (w + high * up[l]) * stride), l == 0 ? hostBandwidth() : bandwidth, latency);
      }
    }
    return {};
  }
};

}  // namespace

void drawBus(GraphDrawing& d, const std::string& id, std::span<const std::string> ends, Bandwidth bandwidth, Time latency) {
  const std::string in = id + " in", out = id + " out";
  d.cable(in, out, bandwidth, latency, true);
  for (const std::string& e : ends) {
    d.cable(e, in, bandwidth, Time(), true);
    d.cable(out, e, bandwidth, Time(), true);
  }
}

Result<void> simgridCluster(const pugi::xml_node& at, const std::string& router, const XmlSource& source, GraphDrawing& d) {
  const std::string_view topology = at.attribute("topology").as_string("FLAT");
  Cluster c{at, source, d, at.attribute("id").as_string(), {}, {}, {}, {}, at.attribute("topo_parameters").as_string()};
  const auto ids = radical(at.attribute("radical").as_string());
  if (!ids || ids->empty()) return c.bad(fmt::format("\"{}\" names no hosts", at.attribute("radical").as_string()), "write the radical as \"0-99,105\"");
  const auto bandwidth = simgridBandwidth(at.attribute("bw").as_string());
  const auto latency = simgridTime(at.attribute("lat").as_string("0"));
  if (!bandwidth || !(*bandwidth > Bandwidth{})) return c.bad("the cluster's links have no bandwidth", "write bw as \"125MBps\"");
  if (!latency || *latency < Time()) return c.bad("the cluster's links have no latency", "write lat as \"50us\"");
  c.bandwidth = *bandwidth;
  c.latency = *latency;
  if (const pugi::xml_attribute limiter = at.attribute("limiter_link")) {
    const auto limit = simgridBandwidth(limiter.as_string());
    if (!limit || !(*limit > Bandwidth{})) return c.bad(fmt::format("\"{}\" is no bandwidth", limiter.as_string()), "write limiter_link as \"150MBps\"");
    c.limit = *limit;
  }
  for (const std::int64_t i : *ids) c.hosts.push_back(fmt::format("{}{}{}", at.attribute("prefix").as_string(), i, at.attribute("suffix").as_string()));
  d.graph.hosts.insert(d.graph.hosts.end(), c.hosts.begin(), c.hosts.end());
  Result<void> drawn;
  if (topology == "TORUS") drawn = c.torus();
  else if (topology == "FAT_TREE") drawn = c.fatTree();
  else if (topology == "DRAGONFLY") drawn = c.dragonfly();
  else if (topology != "FLAT") return c.bad(fmt::format("a cluster of topology \"{}\" is not known", topology), "use FLAT, FAT_TREE, TORUS or DRAGONFLY");
  else if (!at.attribute("bb_bw")) {
    for (const std::string& h : c.hosts) d.cable(h, router, c.hostBandwidth(), c.latency);
  } else {
    // host > in > backbone > out > host, and the router beside the hosts.
    const auto bb = simgridBandwidth(at.attribute("bb_bw").as_string());
    const auto bbLatency = simgridTime(at.attribute("bb_lat").as_string("0"));
    if (!bb || !(*bb > Bandwidth{}) || !bbLatency || *bbLatency < Time()) return c.bad("the backbone has no bandwidth or latency", "write bb_bw as \"2.25GBps\", bb_lat as \"500us\"");
    const std::string name = c.id + " backbone";
    if (std::string_view(at.attribute("bb_sharing_policy").as_string()) == "FATPIPE") {
      // Its bandwidth is each message's own: the narrower of the two links, one after the other.
      for (const std::string& h : c.hosts) d.cable(h, router, std::min(c.hostBandwidth(), *bb), c.latency + Time::ps(bbLatency->toPs() / 2));
    } else {
      for (const std::string& h : c.hosts) {
        d.cable(h, name + " in", c.hostBandwidth(), c.latency, true);
        d.cable(name + " out", h, c.hostBandwidth(), c.latency, true);
      }
      drawBus(d, name, std::span(&router, 1), *bb, *bbLatency);
    }
  }
  return drawn;
}

}  // namespace weir
