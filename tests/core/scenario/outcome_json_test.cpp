#include "core/scenario/outcome_json.h"

#include <gtest/gtest.h>

namespace outcome_json_test {
using namespace weir;

// The names that scripts rely on. To accept a change, copy the text that the failure prints, and tell those who wrote scripts.
TEST(OutcomeJson, HasTheFieldsOfTheContract) {
  Outcome o;
  o.step_s = 0.5;
  o.breakdown.compute_s = 0.25;
  o.collectives.push_back({CollectiveOp::AllReduce, Algorithm::Ring, 8, 102.4e6, 0.014406, 7.1e9, kUnknown});
  EXPECT_EQ(outcomeToJson(o), R"({
  "fidelity": "model",
  "step_s": 0.5,
  "epoch_s": null,
  "samples_per_s": null,
  "time_to_target_s": null,
  "samples_to_target": null,
  "steps_to_target": null,
  "guarantee": {
    "kind": "none",
    "text": "no guarantee: the workload states no target",
    "extra_samples_fraction": null,
    "confidence": null,
    "reference_batch": null
  },
  "energy": {
    "step_j": null,
    "to_target_j": null,
    "by": {
      "accelerator": null,
      "cpu": null,
      "memory": null,
      "nic": null,
      "network": null,
      "storage": null,
      "facility": null
    },
    "by_phase": {
      "compute": null,
      "communication": null,
      "bubble": null,
      "data": null
    },
    "carbon_step_g": null,
    "carbon_to_target_g": null
  },
  "volume": {
    "network_step_bytes": null,
    "network_to_target_bytes": null,
    "rank_sent_step_bytes": null,
    "node_step_bytes": null,
    "storage_epoch_bytes": null,
    "checkpoint_bytes": null
  },
  "breakdown": {
    "compute_s": 0.25,
    "exposed_communication_s": null,
    "data_stall_s": null,
    "bubble_s": null,
    "checkpoint_s": null,
    "other_s": null
  },
  "memory": {
    "fits": true,
    "needed_bytes": null,
    "capacity_bytes": null,
    "headroom_bytes": null,
    "states_bytes": null,
    "activation_bytes": null,
    "working_bytes": null
  },
  "data": {
    "au": null,
    "hit_rate": null,
    "staging_s": null,
    "first_epoch_s": null,
    "dlio": {
      "au": null,
      "epoch_s": null,
      "samples_per_s": null
    }
  },
  "checkpoint": {
    "interval_s": null,
    "write_s": null,
    "cost_s": null,
    "restart_s": null,
    "waste": null,
    "young_s": null,
    "daly_s": null
  },
  "overlapped_communication_s": null,
  "collectives": [
    {
      "operation": "all-reduce",
      "algorithm": "ring",
      "ranks": 8,
      "bytes": 102400000.0,
      "time_s": 0.014406,
      "algbw": 7100000000.0,
      "busbw": null
    }
  ],
  "flows": {
    "count": 0,
    "fct_mean_s": null,
    "fct_p50_s": null,
    "fct_p99_s": null,
    "fct_max_s": null
  },
  "network": {
    "packets": null,
    "packet_hops": null,
    "drops": null,
    "marks": null,
    "pauses": null,
    "max_queue_bytes": null,
    "sent_bytes": null,
    "delivered_bytes": null,
    "trims": null,
    "retransmissions": null,
    "control_packets": null,
    "fairness": null,
    "throughput": null,
    "links_j": null,
    "switches_j": null,
    "hot_links": [],
    "advanced_share": null,
    "advanced_error": null
  },
  "wall_s": null,
  "cpu_s": null,
  "remarks": []
}
)");
}

}  // namespace outcome_json_test
