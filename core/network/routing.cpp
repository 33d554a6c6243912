#include "core/network/routing.h"

#include <fmt/format.h>

#include <array>

namespace weir::net {
namespace {

constexpr std::array kRoutings{
    RoutingDescriptor{"ecmp", "a hash of the flow picks among the shortest paths", makeEcmp},
    RoutingDescriptor{"spray", "a hash of each packet picks among the shortest paths", makeSpray},
    RoutingDescriptor{"adaptive", "each switch takes the shortest queue among its minimal next links", makeAdaptive},
    RoutingDescriptor{"minimal", "the topology's minimal path, by a hash of the flow: one global link in a dragonfly", makeMinimal},
    RoutingDescriptor{"dimension-order", "one dimension after the other, the shorter way round: torus, mesh, hyperx", makeDimensionOrder},
    RoutingDescriptor{"valiant", "each packet by a random group or switch in between; not on trees", makeValiant},
    RoutingDescriptor{"ugal-l", "each packet minimally or by Valiant's way, as the queues of its first switch say; not on trees", makeUgalLocal},
    RoutingDescriptor{"ugal-g", "as ugal-l, by the queues along both ways; not on trees", makeUgalGlobal},
};

}  // namespace

std::span<const RoutingDescriptor> routings() { return kRoutings; }

Result<std::unique_ptr<Router>> makeRouter(std::string_view name, const Graph& graph, std::uint64_t seed) {
  std::string names;
  for (const RoutingDescriptor& r : kRoutings) {
    if (r.name == name) {
      auto router = r.make(graph, seed);
      if (router && ((*router)->longest() > kMaxHops || (*router)->channels() > kMaxChannels))
        return fail(fmt::format("{} would take routes of up to {} links in {} virtual channels here; {} and {} are the most", name,
                                (*router)->longest(), (*router)->channels(), kMaxHops, kMaxChannels),
                    "machine.network.routing", "use dimension-order or minimal, or a network less deep");
      return router;
    }
    names += (names.empty() ? "" : ", ") + std::string(r.name);
  }
  return fail(fmt::format("the routing \"{}\" is not known", name), "machine.network.routing", "use " + names);
}

}  // namespace weir::net
