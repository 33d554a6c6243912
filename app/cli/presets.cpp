#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/scenario_options.h"

namespace weir::cli {

std::function<int()> addPresets(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("presets", "Accelerators, machines, workloads and plans that a scenario can name or start from");
  command->add_flag("--json", *json, "Print JSON");
  return [json] {
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const PresetInfo& p : presets->list()) {
      list.push_back({{"kind", name(p.kind)}, {"name", p.name}, {"title", p.title}, {"source", p.source}});
      text += fmt::format("{:<11} {:<22} {}\n", name(p.kind), p.name, p.title);
    }
    return print(*json ? list.dump(2) + "\n" : text);
  };
}

}  // namespace weir::cli
