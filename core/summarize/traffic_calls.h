// What the calls of a collective say about who sends what; private to the traffic matrix. Kineto's words for it (PyTorch,
// torch/csrc/distributed/c10d/ParamCommsUtils.hpp and torch/csrc/profiler/util.cpp): "In msg nelems", "Out msg nelems", "In
// split size", "Out split size" (rows along the first dimension, so shares), "Rank" (the root of rooted operations, counted
// within the group), "Src Rank", "Dst Rank" (of the whole job).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/collective.h"
#include "core/run/run.h"
#include "core/summarize/traffic_match.h"

namespace weir {

[[nodiscard]] std::optional<CollectiveOp> expandable(Operation op);  // none for what has no schedule (SendRecv, Unknown)

// "ring-ll", "RING", "tree-simple", "NVLS", "doubleBinaryTree": the first words that are an algorithm's name; a protocol after
// them is dropped. NCCL's "tree" is the double binary tree; NVLS and CollNet reduce in switches.
[[nodiscard]] std::optional<Algorithm> algorithmNamed(std::string_view text);

struct CallWords {
  std::int64_t inElements = -1, outElements = -1;
  std::vector<std::int64_t> inSplit, outSplit;  // empty = not given, or abbreviated
  std::int32_t root = -1;                       // within the group
  std::int32_t source = -1, destination = -1;   // ranks of the job
  std::string_view collective;                  // "Collective name"
};
[[nodiscard]] CallWords wordsOf(std::string_view args);

// `bytes` cut in proportion to `split`, to the last byte; an empty or zero split gives nothing.
[[nodiscard]] std::vector<std::int64_t> sharesOf(std::int64_t bytes, const std::vector<std::int64_t>& split);

// The calls of each collective: those of instance i are order[begin[i]] .. order[begin[i + 1]). O(calls). Instances as `match`
// has them, whose call k is the run's.
struct CallsByInstance {
  std::vector<std::uint32_t> begin, order;
  CallsByInstance(const Run& run, const TrafficMatch& match);
  [[nodiscard]] std::size_t size() const { return begin.size() - 1; }
};

}  // namespace weir
