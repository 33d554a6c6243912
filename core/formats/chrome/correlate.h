// Launches that no flow event tells: what ran on a device has the correlation id of the call that started it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/run/run.h"

namespace weir::chrome {

// A Run has less than 2^32 slices (RunBuilder).
struct Arrow {
  std::uint32_t from, to;
  NameId kind;
  auto operator<=>(const Arrow&) const = default;
};

// "correlation" of a profiler's arguments; nothing for 0 and -1, which stand for "none". A plain search: what else would
// be called so?
[[nodiscard]] std::optional<std::int64_t> correlationOf(std::string_view args);

// Fills run.arrows: `known`, which are in order, and launches of the device slices that none of them launches, from the
// first call of the same rank and correlation id. deviceCategory, hostCategory: of each name id.
void addLaunches(Run& run, const std::vector<bool>& deviceCategory, const std::vector<bool>& hostCategory, const Column<Arrow>& known,
                 NameId launch);

}  // namespace weir::chrome
