// The I/O report as bytes, to be kept beside its run. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/summarize/io_report.h"

namespace weir {

// Changes whenever the report of the same run may come out otherwise (a figure, a sentence, a member): what an older Weir kept
// is then worked out anew.
inline constexpr int kIoReportRevision = 4;

[[nodiscard]] std::string keyOf(const IoReportOptions& options);  // all that the report depends on beside its run; "" = the defaults
[[nodiscard]] std::string ioReportToBytes(const IoReport& report, const Run& run);  // empty = too large to keep
// None where the bytes are damaged, of another revision or of another run.
[[nodiscard]] std::optional<IoReport> ioReportFromBytes(std::string_view bytes, const Run& run);

}  // namespace weir
