// A grid of plans: axes of settings, each a dotted path and the values it takes, as text with units. The point with index
// i is found by mixed radix, the last axis varying fastest, so a grid needs no memory and a shard is a rule. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"

namespace weir {

struct SweepAxis {
  std::string path;                 // "plan.global_batch"
  std::vector<std::string> values;  // "64", "200Gbps"
  bool operator==(const SweepAxis&) const = default;
};

struct SweepSpec {
  std::vector<SweepAxis> axes;
  bool operator==(const SweepSpec&) const = default;

  // Points of the grid; saturates. No axes: 1, the scenario itself.
  [[nodiscard]] std::uint64_t size() const;
  // (path, value) of each axis at a point, in order of the axes; index < size().
  [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> settings(std::uint64_t index) const;
};

// "plan.global_batch=64,128", "machine.nodes=8..64*2" (factor), "plan.frequency=0.8GHz..1.4GHz+0.1GHz" (step); a list may
// hold ranges, the unit stands on both ends. The end is included when it is hit.
[[nodiscard]] Result<SweepAxis> parseAxis(std::string_view text);
// Several, as given to --vary; a path may stand once only.
[[nodiscard]] Result<SweepSpec> parseSweep(const std::vector<std::string>& axes);

// "1/4": the points whose index leaves the remainder 1 by 4. "4/4" and "0/4" are the same shard, so that counting from 0
// and counting from 1 both give every point once.
struct Shard {
  std::uint64_t index = 0, count = 1;
  [[nodiscard]] bool holds(std::uint64_t point) const { return point % count == index % count; }
};
[[nodiscard]] Result<Shard> parseShard(std::string_view text);

// The scenario a grid is laid around. When an axis changes how many accelerators there are, a fixed plan.data_parallel
// cannot hold for more than one of its values: it is set to 0, "derived", and `remark` says so.
struct SweepBase {
  Scenario scenario;
  std::string remark;
};
// Checks every value of every axis against the scenario; the error's `where` names axis and value.
[[nodiscard]] Result<SweepBase> sweepBase(const Scenario& s, const SweepSpec& spec, const Presets* presets);
// The scenario of one point of the grid, not validated.
[[nodiscard]] Result<Scenario> scenarioOf(const SweepBase& base, const SweepSpec& spec, std::uint64_t index,
                                          const Presets* presets);

// Batch x nodes x frequency x tier around a training scenario, at least 1,000 of whose plans can be run (fewer only where
// the scenario leaves no room for more, after also varying bucket and all-reduce). Where memory asks for it, micro-batch
// or ZeRO are set too, as axes of one value. Errors: other workloads; a job that fits nowhere.
[[nodiscard]] Result<SweepSpec> defaultSweep(const Scenario& s);

[[nodiscard]] std::string specToJson(const SweepSpec& spec);
[[nodiscard]] Result<SweepSpec> specFromJson(std::string_view json);

}  // namespace weir
