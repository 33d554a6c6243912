// Calls of collectives as the traffic matrix reads them; private to it. What their arguments say: core/run/call_words.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/collective.h"
#include "core/run/call_match.h"
#include "core/run/call_words.h"
#include "core/run/run.h"

namespace weir {

[[nodiscard]] std::optional<CollectiveOp> expandable(Operation op);  // none for what has no schedule (SendRecv, Unknown)

// "ring-ll", "RING", "tree-simple", "NVLS", "doubleBinaryTree": the first words that are an algorithm's name; a protocol after
// them is dropped. NCCL's "tree" is the double binary tree; NVLS and CollNet reduce in switches.
[[nodiscard]] std::optional<Algorithm> algorithmNamed(std::string_view text);

// `bytes` cut in proportion to `split`, to the last byte; an empty or zero split gives nothing.
[[nodiscard]] std::vector<std::int64_t> sharesOf(std::int64_t bytes, const std::vector<std::int64_t>& split);

// The calls of each collective: those of instance i are order[begin[i]] .. order[begin[i + 1]). O(calls). Instances as `match`
// has them, whose call k is the run's.
struct CallsByInstance {
  std::vector<std::uint32_t> begin, order;
  CallsByInstance(const Run& run, const CallMatch& match);
  [[nodiscard]] std::size_t size() const { return begin.size() - 1; }
};

}  // namespace weir
