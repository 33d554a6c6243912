// The question. Equal scenario + seed + version gives an equal answer, byte for byte.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/scenario/machine.h"
#include "core/scenario/plan.h"
#include "core/scenario/workload.h"

namespace weir {

struct Scenario {
  std::string name;
  std::uint64_t seed = 1;
  Machine machine;
  Workload workload;
  Plan plan;
  std::map<std::string, std::string> provenance;  // dotted path -> where the value comes from

  // Ranks that hold a copy or shard of the model.
  [[nodiscard]] int ranks() const {
    return plan.data_parallel > 0 ? plan.data_parallel * plan.tensor_parallel * plan.pipeline_parallel : machine.accelerators();
  }
  [[nodiscard]] int dataParallel() const {
    if (plan.data_parallel > 0) return plan.data_parallel;
    const int inner = plan.tensor_parallel * plan.pipeline_parallel;
    return inner > 0 ? machine.accelerators() / inner : 0;
  }
  bool operator==(const Scenario&) const = default;
};

}  // namespace weir
