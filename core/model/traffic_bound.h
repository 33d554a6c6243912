// A lower bound for plain traffic: no host sends or receives faster than its links, no edge switch's uplinks carry more
// than their sum, no group's global links more than theirs, and a flow pays the latency of its way once. Where accelerators are
// the hosts, their NICs and the fabric of a node bound them. A flow's own estimate shares its most loaded place fairly
// with the flows that cross it. Queues, collisions of ECMP and credits come on top: that is what the packet engine adds.
#pragma once

#include "core/model/network_costs.h"
#include "core/scenario/outcome.h"

namespace weir::model {

struct TrafficBound {
  double time_s = kUnknown;    // until the last byte arrives
  double sent_bytes = 0;
  double most_sent_bytes = 0;  // by one host
  FlowOutcome flows;
  const char* limit = "";      // "sender", "receiver", "uplinks", "global links"
};
[[nodiscard]] TrafficBound trafficBound(const Scenario& s, const NetworkCosts& net);

}  // namespace weir::model
