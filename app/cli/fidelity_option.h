// --fidelity, as simulate and sweep take it.
#pragma once

#include <map>
#include <string>

#include "app/cli/command.h"
#include "core/scenario/outcome.h"

namespace weir::cli {

inline void addFidelityOption(CLI::App& command, Fidelity& fidelity) {
  const std::map<std::string, Fidelity> names{{"model", Fidelity::Model}, {"flow", Fidelity::Flow}, {"packet", Fidelity::Packet}};
  command.add_option("--fidelity", fidelity, "model (closed forms), flow (fair shares) or packet (every packet)")
      ->transform(CLI::CheckedTransformer(names).description(""))
      ->type_name("NAME");
}

}  // namespace weir::cli
