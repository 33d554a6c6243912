// weir-cli: whatever the window does, without one. Exit codes: 0 done, 1 the input is wrong, 2 wrong usage, 130 stopped.
#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/base/version.h"

namespace {

using weir::cli::AddCommand;

constexpr std::array kCommands{
    AddCommand{weir::cli::addInfo},    AddCommand{weir::cli::addPredict}, AddCommand{weir::cli::addSimulate},
    AddCommand{weir::cli::addSweep},   AddCommand{weir::cli::addMerge},   AddCommand{weir::cli::addConvert},
    AddCommand{weir::cli::addFigure},  AddCommand{weir::cli::addFormats}, AddCommand{weir::cli::addPresets},
    AddCommand{weir::cli::addVersion}, AddCommand{weir::cli::addExplain}, AddCommand{weir::cli::addValidate},
    AddCommand{weir::cli::addCompare},
    AddCommand{weir::cli::addCriticalPath},
    AddCommand{weir::cli::addIo},
};

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit of this process then is an error of its writing, and no end
  CLI::App app{"Where the training of deep networks loses time and energy to moving data", "weir-cli"};
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("weir {}", weir::kVersion), "The version of this build");
  app.footer("Every command takes --help, and --json where it prints results.\n"
             "Exit codes: 0 done, 1 the input is wrong, 2 wrong usage, 130 stopped.");
  std::vector<std::pair<CLI::App*, std::function<int()>>> commands;
  for (const AddCommand add : kCommands) {
    auto run = add(app);
    commands.emplace_back(app.get_subcommands([](CLI::App*) { return true; }).back(), std::move(run));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // help, version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    (void)app.exit(e);
    return weir::cli::kWrongUsage;
  }
  try {
    for (const auto& [command, run] : commands)
      if (command->parsed()) return run();
  } catch (const std::exception& e) {
    std::fputs(fmt::format("weir-cli: internal error: {} (please report it with the command line)\n", e.what()).c_str(), stderr);
    return weir::cli::kWrongInput;
  }
  return weir::cli::kWrongUsage;
}
