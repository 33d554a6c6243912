#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/base/version.h"

namespace weir::cli {

std::function<int()> addVersion(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("version", "The version of this build");
  command->add_flag("--json", *json, "Print JSON");
  return [json] {
    if (*json) return print(nlohmann::ordered_json{{"name", "weir"}, {"version", kVersion}}.dump() + "\n");
    return print(fmt::format("weir {}\n", kVersion));
  };
}

}  // namespace weir::cli
