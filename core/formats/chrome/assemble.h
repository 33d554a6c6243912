// The collected events of one file to its Run.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/chrome/document.h"
#include "core/formats/chrome/events.h"
#include "core/run/run.h"

namespace weir::chrome {

// Consumes the events. Errors: nothing that could be shown; stopped.
[[nodiscard]] Result<Run> assemble(Events& events, Places& places, const Job& job);

}  // namespace weir::chrome
