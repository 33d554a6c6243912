// A list of flows, each a message that starts at its own time and has a queue of its own. Patterns become lists in core/scenario/traffic.h.
#pragma once

#include <vector>

#include "core/network/traffic.h"
#include "core/scenario/workload.h"

namespace weir::net {

class FlowDriver final : public Driver {
 public:
  // `flows` outlives the driver; tags are indices into it. Hosts must exist and differ (core/scenario/validate.h).
  explicit FlowDriver(const std::vector<Flow>& flows) : flows_(flows) {}
  void begin(Injector& net) override;
  void delivered(const Delivery&, Injector&) override {}

 private:
  const std::vector<Flow>& flows_;
};

}  // namespace weir::net
