// The flows of a traffic workload. All fidelities take them from here, so that they answer the same question.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

// One flow a line, "source destination bytes start_ns"; empty lines and what follows # are skipped. Errors name the line.
[[nodiscard]] Result<std::vector<Flow>> parseFlows(std::string_view text, std::string_view file);
[[nodiscard]] Result<std::vector<Flow>> loadFlows(const std::string& path);  // at most 1 GiB

// Who sends to whom, between hosts 0 .. n-1:
//   permutation  every host sends to one other and receives from one other, drawn with the scenario's seed;
//   incast       hosts 1 .. sources send to host 0 (sources 0 = all others), as even a spread over the hosts as may be;
//   all-to-all   every ordered pair;
//   uniform      every host sends to one other drawn at random: some receive several, some none;
//   adversarial  every host sends to one other, so that minimal paths must collide: on a dragonfly host i of a group to
//                host i of the next (Kim et al., ISCA 2008, section 4.1, "WC"), on a torus half way round in every dimension
//                (tornado: Dally, Towles, "Principles and practices of interconnection networks", section 3.2), on trees
//                host i of an edge switch to host i of the next, elsewhere half the hosts away.
// Hosts are then placed on the machine by plan.placement. Valid scenarios only (validate.h). Of a list of flows: the list.
// With a load: the pairs that messages go between, once each. Other kinds of workload give none.
[[nodiscard]] std::vector<Flow> trafficFlows(const Scenario& s);

// Hosts that send over and over; in order of `from`.
struct TrafficSources {
  struct Source {
    int from = 0, to = -1;  // -1: to any other of `hosts`, drawn anew for each message (uniform, all-to-all)
  };
  std::vector<Source> sources;
  std::vector<int> hosts;
};
// Of a workload with a load.
[[nodiscard]] TrafficSources trafficSources(const Scenario& s);
// Of one of the workload's background jobs: hosts of the machine as they are numbered, wherever the job was placed.
[[nodiscard]] TrafficSources backgroundSources(const Scenario& s, const BackgroundJob& job);

}  // namespace weir
