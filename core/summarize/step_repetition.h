// The inside of findSteps: marks, and the period of a sequence of names. Not for views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/summarize/steps.h"

namespace weir::steps {

// As markedSteps; `what`: the family they belong to.
[[nodiscard]] std::vector<RankSteps> findMarks(const Run& run, const Job& job, std::string& what);

struct Period {
  std::uint32_t anchor = 0;            // the name that begins each
  std::vector<std::size_t> begins;     // positions of the anchor
  std::size_t length = 0;              // events in a typical period
  bool tail = false;                   // what follows the last begin is as long as a period
};

// tokens: names in order. Cost O(n) a candidate, and there are at most a few dozen.
[[nodiscard]] std::optional<Period> findPeriod(const std::vector<std::uint32_t>& tokens);
// Whether periods begin at this name.
[[nodiscard]] std::optional<Period> periodAt(const std::vector<std::uint32_t>& tokens, std::uint32_t anchor);

}  // namespace weir::steps
