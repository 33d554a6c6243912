// ASTRA-sim: what it is given (network, system, memory, workload) and what it writes (log, 1.0's CSV files).
#pragma once

#include <memory>
#include <optional>

#include "core/formats/format.h"

namespace weir::astrasim {

// Networks (.yml; 1.0's .json and .txt; htsim's .topo; logical dimensions), systems (.json, .txt), remote memory (.json).
[[nodiscard]] int sniffConfig(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeConfigReader(const ReaderContext& context);

// Workloads as text: a line of the parallelism, the number of layers, one line a layer. SimAI writes them too.
[[nodiscard]] int sniffWorkload(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeWorkloadReader(const ReaderContext& context);

[[nodiscard]] int sniffLog(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeLogReader(const ReaderContext& context);

// EndToEnd.csv, detailed.csv, *_dimension_utilization_*.csv, of ASTRA-sim 1.0 and SimAI.
[[nodiscard]] int sniffCsv(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeCsvReader(const ReaderContext& context);

// Picoseconds of one cycle, as the setting "astrasim.clock" says ("1GHz", "0.5ns"); nothing when it is not set.
// Errors: a unit that is none.
[[nodiscard]] Result<std::optional<double>> cycleOf(const ReaderContext& context);

}  // namespace weir::astrasim
