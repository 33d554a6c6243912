// Figures are painted by the desktop program's own views, so that the bytes are the same; weir-cli itself links no Qt and
// asks the `weir` beside it, without a display.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"

extern char** environ;

namespace weir::cli {
namespace {

int spawnAndWait(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  std::string name = program;
  argv.push_back(name.data());
  std::vector<std::string> copies = arguments;
  for (std::string& a : copies) argv.push_back(a.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (const int e = posix_spawn(&child, program.c_str(), nullptr, nullptr, argv.data(), environ); e != 0)
    return report(Error{Error::Kind::Io, fmt::format("cannot be started: {}", std::strerror(e)), program, "install weir beside weir-cli"});
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return report(Error{Error::Kind::Internal, "the figure's painter ended unexpectedly", program, "run it with --figure by hand"});
}

}  // namespace

std::function<int()> addFigure(CLI::App& app) {
  struct Options {
    std::vector<std::string> inputs;
    std::string view = "timeline", style = "paper", out, size, simulate;
    double textPt = 8;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("figure", "Write a view as PDF, SVG or PNG, as the window would export it, or its table as CSV");
  command->add_option("INPUT", o->inputs, "Trace files, a folder, a scenario (.json), a study (.weir), or measured tables (.csv, or a folder of them)")->required();
  command->add_option("--view", o->view, "timeline, traffic, topology, breakdown, statistics, critical-path, io, compare, power, front, batch-law, validation or import")->capture_default_str();
  command->add_option("--style", o->style, "paper (183 mm wide), column (89 mm) or slide (254 mm)")->capture_default_str();
  command->add_option("--size", o->size, "Width and height, as 120x80mm; overrides the style's");
  command->add_option("--simulate", o->simulate, "Play the scenario first: model, flow, packet or hybrid; without it a scenario is shown by what it predicts")
      ->check(CLI::IsMember({"model", "flow", "packet", "hybrid"}));
  command->add_option("--text", o->textPt, "Smallest text, in points")->check(finiteNumber(false))->capture_default_str();
  command->add_option("--out", o->out, "The file; its ending decides: .pdf, .svg, .png, or .csv for the table behind it")->required();
  return [o] {
    const std::string program = (std::filesystem::path(binaryFolder()) / "weir").string();
    if (access(program.c_str(), X_OK) != 0)
      return report(Error{Error::Kind::Io, "not found: figures are painted by the desktop program", program, "build with WEIR_GUI=ON or install weir"});
    std::vector<std::string> arguments{"--figure", o->view, "--figure-style", o->style, "--text", fmt::format("{}", o->textPt), "--out", o->out};
    if (!o->size.empty()) arguments.insert(arguments.end(), {"--figure-size", o->size});
    if (!o->simulate.empty()) arguments.insert(arguments.end(), {"--simulate", o->simulate});
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), o->inputs.begin(), o->inputs.end());
    return spawnAndWait(program, arguments);
  };
}

}  // namespace weir::cli
