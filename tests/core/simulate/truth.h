// What a network simulation must get right, as lines of value against bound: lower bounds that nothing may beat, closed
// forms where nothing contends, and the saturation points that the literature names. The same lines are a test
// (truth_test.cpp) and a table (tests/bench/truth_bench). Everything is asked through simulate(), as a user would.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weir::truth {

struct Line {
  std::string what;
  double value = 0;
  std::string relation;  // ">=", "<=", "~" (within `tolerance` of the bound, relative)
  double bound = 0;
  double tolerance = 0;
  std::string note;      // why it could not be played
  [[nodiscard]] bool ok() const;
};

using Lines = std::vector<Line>;

struct Section {
  std::string_view name, about;
  bool quick = true;  // under two seconds in an optimised build
  Lines (*lines)();
};
[[nodiscard]] std::span<const Section> sections();

// "what  value  >= bound  ok"
[[nodiscard]] std::string text(const Line& l);

}  // namespace weir::truth
