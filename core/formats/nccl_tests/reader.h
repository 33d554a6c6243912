// Output of nccl-tests and rccl-tests, several tests and NCCL's own lines in one text.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::nccl_tests {

[[nodiscard]] int sniff(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeReader(const ReaderContext& context);

}  // namespace weir::nccl_tests
