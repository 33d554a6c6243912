// A list of flows, each a message that starts at its own time: traffic patterns and flow files.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/network/traffic.h"
#include "core/scenario/workload.h"

namespace weir::net {

class FlowDriver final : public Driver {
 public:
  // `flows` outlives the driver; tags are indices into it.
  explicit FlowDriver(const std::vector<Flow>& flows) : flows_(flows) {}
  void begin(Injector& net) override;
  void delivered(const Delivery&, Injector&) override {}

 private:
  const std::vector<Flow>& flows_;
};

// The flows of a traffic workload among `hosts` hosts: its list, or its pattern. The same seed gives the same flows.
//   permutation  a random one without fixed points: every host sends to one other and receives from one
//   incast       `sources` hosts (0 = all others), the last of the machine first, send to host 0
//   all-to-all   every host sends `size` to every other
//   uniform      every host sends `size` to another one drawn at random
// Errors name the field: an unknown pattern, a host that does not exist, a flow to itself, fewer than two hosts.
[[nodiscard]] Result<std::vector<Flow>> trafficFlows(const Workload& workload, std::uint32_t hosts, std::uint64_t seed);

}  // namespace weir::net
