// Two sequences, side by side: which element of one is which of the other, what was inserted and what left out. Longest common
// subsequence by Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986): linear for equal sequences,
// O((n + m) x differences) otherwise. Where there are more than kMostDifferences of them, the k-th of a kind is taken for the
// k-th of that kind, as far as that keeps the order: O(n log n), and may match less. Pure, any thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace weir {

inline constexpr std::size_t kMostDifferences = 1500;

using Matches = std::vector<std::pair<std::size_t, std::size_t>>;  // index in a, index in b; both strictly increasing

[[nodiscard]] Matches align(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

// By several kinds of signature, the strictest first: what one matches stands, and the next one looks between that. a[k] and b[k]
// are the signatures of kind k; all of a have one length, all of b another.
[[nodiscard]] Matches align(const std::vector<std::vector<std::uint64_t>>& a, const std::vector<std::vector<std::uint64_t>>& b);

}  // namespace weir
