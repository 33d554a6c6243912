// Readers of power and energy logs; which file is whose is decided by its first lines. See the README.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::power {

[[nodiscard]] int sniffSmi(ByteSpan head);  // nvidia-smi, amd-smi, rocm-smi: a row per device and time
[[nodiscard]] std::unique_ptr<Reader> makeSmiReader(const ReaderContext& context);

[[nodiscard]] int sniffDmon(ByteSpan head);  // nvidia-smi dmon, dcgmi dmon: columns of text
[[nodiscard]] std::unique_ptr<Reader> makeDmonReader(const ReaderContext& context);

[[nodiscard]] int sniffCodeCarbon(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeCodeCarbonReader(const ReaderContext& context);

[[nodiscard]] int sniffZeus(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeZeusReader(const ReaderContext& context);

[[nodiscard]] int sniffRapl(ByteSpan head);  // perf stat, powercap and turbostat-like tables
[[nodiscard]] std::unique_ptr<Reader> makeRaplReader(const ReaderContext& context);

[[nodiscard]] int sniffMeter(ByteSpan head);  // PTDaemon, IPMI
[[nodiscard]] std::unique_ptr<Reader> makeMeterReader(const ReaderContext& context);

}  // namespace weir::power
