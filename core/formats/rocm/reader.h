// What AMD's profilers write: RPD and rocpd databases, rocprofv3's JSON and CSV, rocprof's CSV. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::rocm {

[[nodiscard]] int sniffRpd(ByteSpan head);
[[nodiscard]] Result<Run> readRpd(const std::string& path, const ReaderContext& context, const Job& job);

[[nodiscard]] int sniffRocpd(ByteSpan head);
[[nodiscard]] Result<Run> readRocpd(const std::string& path, const ReaderContext& context, const Job& job);

[[nodiscard]] int sniffJson(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeJsonReader(const ReaderContext& context);

}  // namespace weir::rocm
