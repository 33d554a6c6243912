// Two sequences of names told of the same program, one a part of the other, or nearly: which element is which.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/run/names.h"

namespace weir {

// Pairs (index in a, index in b), rising in both, of equal names. Name 0 equals nothing. Finds where `a` begins in `b` by
// runs of equal names, goes on from there, and steps over stretches of up to 64 elements that differ. Linear.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> alignNames(const std::vector<NameId>& a, const std::vector<NameId>& b);

}  // namespace weir
