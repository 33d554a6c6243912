// An Outcome as JSON with the field names that scripts rely on (DESIGN.md, "predict, simulate"). Unknown (NaN) becomes
// null, never 0. Numbers read back as the same doubles. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "core/scenario/outcome.h"

namespace weir {

[[nodiscard]] std::string_view name(Fidelity f);  // "model", "flow", "packet", "hybrid"
[[nodiscard]] std::string outcomeToJson(const Outcome& o);

}  // namespace weir
