// Shapes of the topologies without levels, each derived from what is given and the hosts at hand. cables_used: all of the
// cables between switches, which topologyShape turns into a share. Internal to this room.
#pragma once

#include "core/scenario/topology_shape.h"

namespace weir {

[[nodiscard]] Result<TopologyShape> dragonflyShape(const Network& n, std::int64_t nodes);
[[nodiscard]] Result<TopologyShape> dragonflyPlusShape(const Network& n, std::int64_t nodes);
[[nodiscard]] Result<TopologyShape> gridShape(const Network& n, std::int64_t nodes);  // torus, mesh, hyperx
[[nodiscard]] Result<TopologyShape> slimFlyShape(const Network& n, std::int64_t nodes);
[[nodiscard]] Result<TopologyShape> graphShape(const Network& n, std::int64_t nodes);

}  // namespace weir
