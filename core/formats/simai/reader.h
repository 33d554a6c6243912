// SimAI's tables: bandwidth ratios by message size, and the communication of a model as AICB writes it. Its workloads and
// outputs are in ASTRA-sim's formats (../astrasim).
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::simai {

[[nodiscard]] int sniffRatio(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeRatioReader(const ReaderContext& context);

[[nodiscard]] int sniffCommunication(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeCommunicationReader(const ReaderContext& context);

}  // namespace weir::simai
