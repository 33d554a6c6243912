// What our own writer adds to a Paje trace so that it comes back whole: further fields, which other readers pass over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weir::paje::own {

inline constexpr std::string_view kOrigin = "# weir origin ";  // "<ns> <clock>"
inline constexpr std::string_view kProcess = "WeirProcess", kCategory = "WeirCategory", kActivity = "WeirActivity", kArgs = "WeirArgs",
                                  kOperation = "WeirOperation", kBytes = "WeirBytes", kGroupSize = "WeirGroupSize", kGroup = "WeirGroup",
                                  kUnit = "WeirUnit", kTrackOf = "WeirTrackOf";
inline constexpr std::string_view kRankType = "rank", kCounterType = "counter";  // containers that are no tracks
inline constexpr std::string_view kTransfer = "transfer";  // the link type of messages between ranks

// Quotes, percent signs and control characters as %22, %25, ...: fields stand in quotes, which Paje cannot escape.
[[nodiscard]] std::string encoded(std::string_view text);
[[nodiscard]] std::string decoded(std::string_view text);
[[nodiscard]] std::vector<std::int32_t> members(std::string_view text);  // "0,1,2"

}  // namespace weir::paje::own
