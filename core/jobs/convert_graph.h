// A network from a scenario's machine, a platform, a topology or a list of cables, written for other programs by OUT's ending:
// ".platform.xml" (SimGrid) or ".cables" (a list of cables). Runs are no part of it.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/scenario/machine.h"
#include "core/scenario/presets.h"

namespace weir {

// Whether OUT's ending asks for a network, and `in` is one rather than a trace: a scenario, or a file that graph_file.h reads.
[[nodiscard]] bool convertsToNetwork(const std::string& in, std::string_view out);
// Replaces `out` when complete. Errors: those of reading, a machine without a network that fits, what cannot be written.
[[nodiscard]] Result<void> convertNetwork(const std::string& in, const std::string& out, const Presets& presets);

// The machine's nodes and what joins them, as it is simulated (core/network/topology.h): hosts are nodes or accelerators, as
// network.endpoints says; a bundle of NICs is one cable with the bandwidth of all.
[[nodiscard]] Result<NetworkGraph> networkOf(const Machine& machine);

}  // namespace weir
