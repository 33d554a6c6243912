#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/formats/format.h"

namespace weir::cli {

std::function<int()> addFormats(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("formats", "The trace formats this build reads, and those it only recognises");
  command->add_flag("--json", *json, "Print JSON");
  return [json] {
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const FormatDescriptor& f : formats()) {
      list.push_back({{"name", f.name}, {"title", f.title}, {"read", f.readable()}, {"extensions", f.extensions}});
      text += fmt::format("{:<14} {:<17} {}\n", f.name, f.readable() ? "read" : "recognised only", f.title);
    }
    return print(*json ? list.dump(2) + "\n" : text);
  };
}

}  // namespace weir::cli
