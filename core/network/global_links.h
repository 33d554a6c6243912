// Which groups of a dragonfly, and which of their global ports, are joined: the relative ("palm tree") arrangement
// (Camarero, Vallejo, Beivide, ACM TACO 2014, section 3; Hastings et al., Cluster 2015).
//
// With as many groups as a group has ports, and one, port q of group i meets group i + q + 1 (modulo groups), every pair once.
// With fewer groups that is repeated, round by round, as often as the ports allow: every pair floor(ports / (groups - 1)) times.
// The ports left over join each group to the nearest ones, +1, -1, +2, -2, ..., and across (+ groups / 2) where one is left
// and the groups are even in number; where they are odd, that one port of every group stays empty.
#pragma once

#include <cstdint>
#include <vector>

namespace weir::net {

struct GlobalCable {
  std::uint32_t group = 0, port = 0, peerGroup = 0, peerPort = 0;
};

// Each cable once, in order of its lower (group, port). ports >= groups - 1.
[[nodiscard]] std::vector<GlobalCable> globalCables(std::uint32_t groups, std::uint32_t ports);

}  // namespace weir::net
