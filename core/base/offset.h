// How far something is moved in time, as a person writes it: signed, with a unit ("+5h", "-12.3 ms"). Whole picoseconds.
// Pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace weir::units {

// "0" needs no unit. Errors: no number, no unit or an unknown one, more than 100 days.
[[nodiscard]] Result<std::int64_t> parseOffset(std::string_view text);
// Exact, in the largest unit that keeps it short: "+5 h", "-12.3 ms", "0 s". Parses back to the same value.
[[nodiscard]] std::string showOffset(std::int64_t ps);

}  // namespace weir::units
