// The routings by name are router.h; this is what stands behind the table of routing.cpp: their makers, and what they share.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/result.h"
#include "core/network/router.h"
#include "core/network/routing_minimal.h"

namespace weir::net {

__extension__ using Wide = unsigned __int128;  // bytes x femtoseconds x links

enum class Shortest { Any, OfTopology };  // OfTopology: a dragonfly's keep to the groups (routing_minimal.h)

[[nodiscard]] std::uint64_t flowHash(std::uint64_t seed, const Journey& j);
[[nodiscard]] std::uint64_t packetHash(std::uint64_t seed, const Journey& j);  // the flow's where there is no entropy
// The table of ways of a kind, with the groups that go with it.
[[nodiscard]] Result<MinimalWays> minimalWays(const Graph& graph, const Wiring& wiring, Shortest kind,
                                              const std::vector<std::vector<std::uint32_t>>& through = {});
// A route inside a node, for ends that are Direct or Inside.
std::uint32_t routeInside(const Wiring& wiring, const Ends& e, std::uint64_t hash, Hop* out);

[[nodiscard]] Result<std::unique_ptr<Router>> makeEcmp(const Graph& graph, std::uint64_t seed);
[[nodiscard]] Result<std::unique_ptr<Router>> makeSpray(const Graph& graph, std::uint64_t seed);
[[nodiscard]] Result<std::unique_ptr<Router>> makeAdaptive(const Graph& graph, std::uint64_t seed);
[[nodiscard]] Result<std::unique_ptr<Router>> makeMinimal(const Graph& graph, std::uint64_t seed);
[[nodiscard]] Result<std::unique_ptr<Router>> makeDimensionOrder(const Graph& graph, std::uint64_t seed);
[[nodiscard]] Result<std::unique_ptr<Router>> makeValiant(const Graph& graph, std::uint64_t seed);
[[nodiscard]] Result<std::unique_ptr<Router>> makeUgalLocal(const Graph& graph, std::uint64_t seed);
[[nodiscard]] Result<std::unique_ptr<Router>> makeUgalGlobal(const Graph& graph, std::uint64_t seed);

}  // namespace weir::net
