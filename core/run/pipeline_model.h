// Which operation of a pipelined training step waits for which: the dependencies that a replay of its timeline keeps
// (straggler_whatif.h). One model for all steps and DP ranks, which differ in their times only. After the dependency model of
// ByteDance-Seed/StragglerAnalysis (analyzer/dependency_model.py). Pure, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/result.h"

namespace weir::pipeline {

enum class Type : std::uint8_t {
  ForwardCompute, BackwardCompute, Gc, Optimizer,
  ForwardSend, ForwardRecv, BackwardSend, BackwardRecv,
  ParamsAllGather, GradsReduceScatter, SeparateGradsAllReduce, LayernormGradsAllReduce, EmbeddingGradsAllReduce, OptimizerClip
};
inline constexpr std::array<std::string_view, 14> kTypes{
    "forward-compute", "backward-compute", "gc", "optimizer", "forward-send", "forward-recv", "backward-send", "backward-recv",
    "params-all-gather", "grads-reduce-scatter", "separate-grads-all-reduce", "layernorm-grads-all-reduce", "embedding-grads-all-reduce",
    "optimizer-clip-main-grad"};
[[nodiscard]] inline bool isCompute(Type t) { return t <= Type::Optimizer; }

struct Node {
  Type type = Type::Gc;
  int sequence = 0, stage = 0, chunk = -1;  // chunk: the virtual stage, -1 unknown
  double start = 0, end = 0;                // of one step and DP rank, seconds: the order of operations
};

struct Model {
  std::vector<Node> nodes;
  std::vector<std::vector<std::uint32_t>> needs;   // by node: what has to end first
  std::vector<std::int32_t> group;                 // by node: of operations that end together, or -1
  std::vector<std::vector<std::uint32_t>> groups;  // nodes of each
  std::vector<bool> acrossDp;                      // by node: its group spans the DP ranks
  std::vector<std::uint32_t> order;                // a topological order, members of a group where their last one can start
};

// Errors: operations that do not fit together (sends without receives, a circle).
[[nodiscard]] Result<Model> modelOf(std::vector<Node> nodes, bool dataParallel);

}  // namespace weir::pipeline
