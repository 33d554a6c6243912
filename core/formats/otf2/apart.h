// Runs the OTF2 library in a process of its own and hands on what it tells.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace weir::otf2 {

// Gives all bytes told about the archive of `anchor` to sink, in chunks of any size. The result is "" when the other process
// ended by itself, else how it ended ("Aborted", "no progress for 20 s of computing"). Errors: sink's, stopped, no process.
[[nodiscard]] Result<std::string> listen(const std::string& anchor, bool markers,
                                         const std::function<Result<void>(std::string_view)>& sink, const Job& job);

}  // namespace weir::otf2
