// WfCommons instances (WfFormat 1.0 to 1.5) and Pegasus' DAX. See README.md.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::wfcommons {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);
[[nodiscard]] int sniffDax(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeDaxReader(const ReaderContext& context);

}  // namespace weir::wfcommons
