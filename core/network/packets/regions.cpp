#include "core/network/packets/regions.h"

#include <algorithm>
#include <numeric>

#include "core/network/packet_options.h"

namespace weir::net::packets {
namespace {

constexpr std::uint32_t kLinks = 768;             // directed, of a region
constexpr std::int64_t kLeastLatency = 50'000;    // ps between regions, or windows would be all overhead

}  // namespace

Regions findRegions(const Graph& g, std::uint32_t links, std::int64_t most) {
  const std::uint32_t nodes = g.nodes();
  std::vector<std::uint32_t> leader(nodes);
  std::iota(leader.begin(), leader.end(), 0U);
  const auto find = [&](std::uint32_t n) {
    while (leader[n] != n) n = leader[n] = leader[leader[n]];
    return n;
  };
  for (const GraphLink& l : g.links())
    if (g.isHost(l.from) || g.isHost(l.to)) leader[find(l.from)] = find(l.to);

  // Clusters in an order in which neighbours stand together: by group, then by their first switch.
  std::vector<std::uint32_t> weight(nodes, 0), first(nodes, nodes);
  for (NodeId n = 0; n < nodes; ++n) {
    const std::uint32_t c = find(n);
    weight[c] += static_cast<std::uint32_t>(g.out(n).size());
    if (!g.isHost(n)) first[c] = std::min(first[c], n);
  }
  const auto& group = g.structure().group;
  std::vector<std::uint32_t> clusters;
  for (NodeId n = 0; n < nodes; ++n)
    if (find(n) == n) clusters.push_back(n);
  const auto groupOf = [&](std::uint32_t c) { return first[c] < nodes && first[c] - g.hosts() < group.size() ? group[first[c] - g.hosts()] : 0U; };
  std::sort(clusters.begin(), clusters.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = groupOf(a), y = groupOf(b);
    return x != y ? x < y : first[a] != first[b] ? first[a] < first[b] : a < b;
  });

  Regions r;
  const std::size_t total = g.links().size();
  const std::uint32_t target = links > 0 ? links : std::max(kLinks, static_cast<std::uint32_t>(total / 24));
  std::vector<std::uint32_t> regionOfCluster(nodes, 0);
  std::uint32_t filled = 0, region = 0;
  for (const std::uint32_t c : clusters) {
    // Begin another where this one would be more than half over.
    if (filled > 0 && filled + weight[c] / 2 > target) {
      ++region;
      filled = 0;
    }
    regionOfCluster[c] = region;
    filled += weight[c];
  }
  r.count = region + 1;
  r.of.resize(nodes);
  for (NodeId n = 0; n < nodes; ++n) r.of[n] = regionOfCluster[find(n)];

  std::int64_t between = most, intoHosts = most;
  for (const GraphLink& l : g.links()) {
    if (r.of[l.from] != r.of[l.to]) between = std::min(between, l.latency.toPs());
    if (g.isHost(l.to)) intoHosts = std::min(intoHosts, l.latency.toPs());
  }
  if (between < kLeastLatency) {
    r.count = 1;
    std::fill(r.of.begin(), r.of.end(), 0U);
    between = most;
  }
  r.window = std::max(std::min(between, intoHosts), kMinDelay);
  return r;
}

}  // namespace weir::net::packets
