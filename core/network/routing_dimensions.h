// Dimension-order routing on tori, meshes and HyperX: a packet sets its coordinates right one dimension after the other, on a
// torus by the shorter way round each ring (a hash decides where both are equal). Dimensions are taken in order, so only the
// rings of a torus could close a circle: a packet changes to a second channel of the dimension where it passes the ring's
// end (the dateline: Dally and Seitz, IEEE ToC 1987, section IV), and starts the next dimension in the first.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/network/routing_wiring.h"

namespace weir::net {

class Dimensions {
 public:
  // Errors name machine.network.routing: another topology, or broken links, round which it does not go.
  static Result<Dimensions> make(const Graph& graph, const Wiring& wiring, std::string_view routing);

  [[nodiscard]] std::uint32_t channels() const { return rings_ ? 2 : 1; }
  [[nodiscard]] std::uint32_t longest() const;  // links between switches
  [[nodiscard]] std::uint8_t distance(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] std::uint32_t routers() const { return routers_; }
  // From `at` to `to`, in channels `base` and base + 1; false = the route would have too many links.
  bool walk(const Wiring& wiring, std::uint32_t at, std::uint32_t to, std::uint64_t hash, std::uint32_t base, Trail& trail) const;

 private:
  std::vector<std::uint32_t> sizes_;
  std::uint32_t routers_ = 0;
  bool rings_ = false, lines_ = true;  // lines_: torus or mesh, steps of one; else any other coordinate is one link away
};

}  // namespace weir::net
