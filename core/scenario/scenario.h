// The question. Equal scenario + seed + version gives an equal answer, byte for byte.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/scenario/machine.h"
#include "core/scenario/plan.h"
#include "core/scenario/workload.h"

namespace weir {

// Where a value is uncertain: it lies between the two with 95 %. As a file writes it: texts with units, or numbers.
struct Interval {
  std::string low, high;
  bool operator==(const Interval&) const = default;
};

struct Scenario {
  std::string name;
  std::uint64_t seed = 1;
  Machine machine;
  Workload workload;
  Plan plan;
  std::map<std::string, std::string> provenance;  // dotted path -> where the value comes from
  std::map<std::string, Interval> intervals;      // dotted path -> 95 % interval; see intervals.h

  // Ranks that hold a copy or shard of the model.
  [[nodiscard]] int ranks() const {
    return plan.data_parallel > 0 ? plan.data_parallel * plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel : machine.accelerators();
  }
  [[nodiscard]] int dataParallel() const {
    if (plan.data_parallel > 0) return plan.data_parallel;
    const int inner = plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel;
    return inner > 0 ? machine.accelerators() / inner : 0;
  }
  bool operator==(const Scenario&) const = default;
};

}  // namespace weir
