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

// The flows that the workload asks for between hosts 0 .. nodes-1: the list itself, or by pattern, each of `size` bytes:
//   permutation  every host sends to one other and receives from one other, drawn with the scenario's seed;
//   incast       hosts 1 .. sources send to host 0 (sources 0 = all others), as even a spread over the hosts as may be;
//   all-to-all   every ordered pair;
//   uniform      every host sends to one other drawn at random: some receive several, some none.
// The scenario must be valid (validate.h). Other kinds of workload give none.
[[nodiscard]] std::vector<Flow> trafficFlows(const Scenario& s);

}  // namespace weir
