// How long a job's steps are, one number a step: the one definition behind Compare's step time and the Inspector's error of a
// prediction. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/summarize/steps.h"

namespace weir {

// Seconds, one for each of jobSteps(steps): the mean over the ranks of how long each one's own step is. A rank of `ranks` that
// marks none has the job's; without `ranks`, those that mark some count. Empty without steps.
[[nodiscard]] std::vector<double> stepSeconds(const std::vector<RankSteps>& steps, const std::vector<std::int32_t>& ranks);

// Predicted over the median of the measured steps, minus one; none where either is unknown or 0.
[[nodiscard]] std::optional<double> predictionError(double predicted_s, const std::vector<double>& measured_s);

}  // namespace weir
