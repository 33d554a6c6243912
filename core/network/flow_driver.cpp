#include "core/network/flow_driver.h"

#include <fmt/format.h>

#include <numeric>

#include "core/base/random.h"

namespace weir::net {
namespace {

constexpr std::size_t kMostFlows = 4U << 20;  // about 600 MB of engine state

std::vector<Flow> permutation(std::uint32_t hosts, Bytes size, Random random) {
  std::vector<std::uint32_t> to(hosts);
  std::iota(to.begin(), to.end(), 0U);
  // Sattolo's shuffle: one cycle through all hosts, so nobody sends to itself.
  for (std::uint32_t i = hosts - 1; i > 0; --i) std::swap(to[i], to[random.below(i)]);
  std::vector<Flow> flows;
  for (std::uint32_t h = 0; h < hosts; ++h) flows.push_back({static_cast<int>(h), static_cast<int>(to[h]), size, Time()});
  return flows;
}

Result<std::vector<Flow>> listed(const std::vector<Flow>& flows, std::uint32_t hosts) {
  if (flows.empty()) return fail("there are no flows", "workload.flows", "give a pattern, flows or a flows_file");
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const Flow& f = flows[i];
    const std::string where = fmt::format("workload.flows[{}]", i);
    for (const int h : {f.from, f.to})
      if (h < 0 || static_cast<std::uint32_t>(h) >= hosts)
        return fail(fmt::format("host {} does not exist among {} hosts", h, hosts), where, "raise machine.nodes or change the flow");
    if (f.from == f.to) return fail(fmt::format("host {} sends to itself", f.from), where, "give another destination");
    if (f.bytes < Bytes() || f.start < Time()) return fail("a size or start is negative", where, "give 0 or more");
  }
  return flows;
}

}  // namespace

void FlowDriver::begin(Injector& net) {
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const Flow& f = flows_[i];
    net.send({static_cast<std::uint32_t>(f.from), static_cast<std::uint32_t>(f.to), f.bytes.count(), i, i, f.start.toPs()});
  }
}

Result<std::vector<Flow>> trafficFlows(const Workload& w, std::uint32_t hosts, std::uint64_t seed) {
  if (w.pattern.empty()) return listed(w.flows, hosts);
  if (hosts < 2) return fail("traffic needs at least two hosts", "machine.nodes", "raise machine.nodes");
  if (w.size < Bytes()) return fail("the size is negative", "workload.size", "write it as \"2MB\"");
  Random random(seed, 0x7EAFF1C);
  if (w.pattern == "permutation") return permutation(hosts, w.size, random);
  std::vector<Flow> flows;
  const int n = static_cast<int>(hosts);
  if (w.pattern == "incast") {
    const int sources = w.sources > 0 ? w.sources : n - 1;
    if (sources > n - 1)
      return fail(fmt::format("{} sources do not fit beside the receiver on {} hosts", sources, n), "workload.sources",
                  "raise machine.nodes or lower workload.sources");
    for (int s = 0; s < sources; ++s) flows.push_back({n - 1 - s, 0, w.size, Time()});
  } else if (w.pattern == "all-to-all") {
    if (std::size_t{hosts} * (hosts - 1) > kMostFlows)
      return fail(fmt::format("an all-to-all of {} hosts has {} flows; at most {} fit in memory", n, std::size_t{hosts} * (hosts - 1), kMostFlows),
                  "machine.nodes", "lower machine.nodes, or use a collective workload with all-to-all");
    for (int k = 1; k < n; ++k)
      for (int h = 0; h < n; ++h) flows.push_back({h, (h + k) % n, w.size, Time()});
  } else if (w.pattern == "uniform") {
    for (int h = 0; h < n; ++h) {
      const int other = static_cast<int>(random.below(hosts - 1));
      flows.push_back({h, other + (other >= h ? 1 : 0), w.size, Time()});
    }
  } else {
    return fail(fmt::format("the traffic pattern \"{}\" is not known", w.pattern), "workload.pattern",
                "use permutation, incast, all-to-all or uniform");
  }
  return flows;
}

}  // namespace weir::net
