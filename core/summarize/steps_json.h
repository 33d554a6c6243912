// Steps as text, to be kept beside a run: {"from": "marks", "what": "ProfilerStep", "ranks": [[rank, [from, to, number], ...], ...]}.
// Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/summarize/steps.h"

namespace weir {

// Changes whenever findSteps() may find others: what an older Weir kept is then found anew.
inline constexpr int kStepsRevision = 1;

[[nodiscard]] std::string stepsToJson(const Steps& steps);
// None where the text is damaged or of another revision.
[[nodiscard]] std::optional<Steps> stepsFromJson(std::string_view text);

}  // namespace weir
