// What `info` prints of a study: its scenarios, runs and sweeps.
#pragma once

#include <string>

#include "core/base/result.h"

namespace weir::cli {

// Whether the file begins as a study does; false when it cannot be read.
[[nodiscard]] bool isStudy(const std::string& path);
[[nodiscard]] Result<std::string> describeStudy(const std::string& path, bool json);
// The scenario last in hand, as JSON text, else the newest; an error where the study holds none.
[[nodiscard]] Result<std::string> scenarioOfStudy(const std::string& path);

}  // namespace weir::cli
