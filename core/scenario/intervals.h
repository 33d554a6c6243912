// Which values of a scenario are uncertain, and by how much: what its presets and its own "intervals" state, and the known
// ranges of model constants that nobody set. A value set by hand or given in the file is taken as certain unless the
// file states an interval too. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.h"

namespace weir {

struct UncertainValue {
  std::string path;
  std::string value;       // as a file writes it
  std::string low, high;   // 95 %
  std::string source;      // provenance of the value
};

// By path. Entries whose path this scenario does not have (a tier that was taken out) are left out.
[[nodiscard]] std::vector<UncertainValue> uncertainValues(const Scenario& s);

// Ranges of constants that apply wherever a scenario holds the default: one line each in intervals.cpp.
struct DefaultInterval {
  std::string_view path, value, low, high;
  std::string_view source;
};
[[nodiscard]] const std::vector<DefaultInterval>& defaultIntervals();

}  // namespace weir
