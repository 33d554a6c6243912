#include "core/network/global_links.h"

namespace weir::net {

std::vector<GlobalCable> globalCables(std::uint32_t groups, std::uint32_t ports) {
  std::vector<GlobalCable> cables;
  if (groups < 2) return cables;
  const std::uint32_t others = groups - 1, rounds = ports / others, left = ports % others;
  for (std::uint32_t g = 0; g < groups; ++g) {
    const auto join = [&](std::uint32_t port, std::uint32_t offset, std::uint32_t peerPort) {
      const std::uint32_t peer = (g + offset) % groups;
      if (g < peer) cables.push_back({g, port, peer, peerPort});
    };
    for (std::uint32_t r = 0; r < rounds; ++r)
      for (std::uint32_t o = 1; o < groups; ++o) join(r * others + o - 1, o, r * others + groups - o - 1);
    const std::uint32_t base = rounds * others;
    for (std::uint32_t i = 1; i <= left / 2; ++i) {
      const std::uint32_t up = base + 2 * (i - 1), down = up + 1;
      join(up, i, down);
      join(down, groups - i, up);
    }
    if (left % 2 == 1 && groups % 2 == 0) join(base + left - 1, groups / 2, base + left - 1);
  }
  return cables;
}

}  // namespace weir::net
