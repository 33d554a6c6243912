// Options that simulate and sweep share.
#pragma once

#include <string>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "core/base/result.h"
#include "core/scenario/outcome.h"

namespace weir::cli {

inline void addFidelityOption(CLI::App& command, Fidelity& fidelity) {
  command.add_option("--fidelity", fidelity, "model (closed forms), flow (fair shares), packet (every packet) or hybrid (packets, but what repeats is advanced without them)")
      ->transform(oneOf<Fidelity>({{"model", Fidelity::Model}, {"flow", Fidelity::Flow}, {"packet", Fidelity::Packet}, {"hybrid", Fidelity::Hybrid}}))
      ->type_name("NAME");
}

}  // namespace weir::cli
