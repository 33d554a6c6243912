// What the arguments of a call say about who sends what. Kineto's words for it (PyTorch, torch/csrc/distributed/c10d/ParamCommsUtils.hpp
// and torch/csrc/profiler/util.cpp): "In msg nelems", "Out msg nelems", "In split size", "Out split size" (rows along the first
// dimension, so shares), "Rank" (the root of rooted operations, counted within the group), "Src Rank", "Dst Rank" (of the whole
// job). Pure, any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace weir {

struct CallWords {
  std::int64_t inElements = -1, outElements = -1;
  std::vector<std::int64_t> inSplit, outSplit;  // empty = not given, or abbreviated
  std::int32_t root = -1;                       // within the group
  std::int32_t source = -1, destination = -1;   // ranks of the job
  std::string_view collective;                  // "Collective name"
};
[[nodiscard]] CallWords wordsOf(std::string_view args);

}  // namespace weir
