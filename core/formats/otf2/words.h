// What OTF2's paradigms, roles and collectives are here.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/run/run.h"

namespace weir::otf2 {

[[nodiscard]] std::string_view paradigmName(std::uint64_t paradigm);  // "MPI", "OpenMP", "user", ...
// `stream`: on an accelerator's stream. Compute is left to who knows what a region holds: CPU regions are Host.
[[nodiscard]] Activity activityOf(std::uint64_t role, std::uint64_t paradigm, std::string_view name, bool stream);
[[nodiscard]] bool computesIfLeaf(std::uint64_t role, std::uint64_t paradigm);
[[nodiscard]] Operation operationOf(std::uint64_t collective);
[[nodiscard]] std::string_view collectiveName(std::uint64_t collective);
// The input of one rank. Score-P counts what a naive algorithm would move, its own copy included (`counted` = that).
[[nodiscard]] std::int64_t inputBytes(std::uint64_t collective, std::uint64_t sent, std::uint64_t received, std::uint64_t ranks, bool counted);

}  // namespace weir::otf2
