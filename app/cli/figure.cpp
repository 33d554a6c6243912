// Figures are painted by the desktop program's own views, so that the bytes are the same; weir-cli itself links no Qt and
// asks the `weir` beside it, without a display.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/compare_input.h"
#include "app/cli/console.h"
#include "app/cli/open_run.h"
#include "app/cli/study_info.h"
#include "core/study/study.h"

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

struct FigureCommand {
  std::vector<std::string> inputs;
  std::string view = "timeline", style = "paper", out, size, simulate;
  std::optional<StudyId> runA, runB;
  double textPt = 8;
};

// A folder of our own for as long as this lives.
class Temporary {
 public:
  Temporary() {
    std::error_code ec;
    path_ = (std::filesystem::temp_directory_path(ec) / "weir-figure-XXXXXX").string();
    if (ec || ::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~Temporary() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The runs that Compare is asked to hold against each other, A before B; none where the painter finds them itself: in one study,
// or in a trace and what its scenario gives.
Result<std::vector<RunInput>> comparedRuns(const FigureCommand& o) {
  if (o.view != "compare") {
    if (o.runA || o.runB) return fail("is about Compare alone", o.runA ? "--run-a" : "--run-b", "add --view compare, or leave it out");
    return std::vector<RunInput>{};
  }
  std::vector<std::string> inputs = o.inputs;
  const bool named = o.runA || o.runB;
  if (inputs.size() == 1 && named && isStudy(inputs.front())) inputs.push_back(inputs.front());  // two runs of one study
  if (!named && (inputs.size() == 1 || std::any_of(inputs.begin(), inputs.end(), isScenario))) return std::vector<RunInput>{};
  if (inputs.size() != 2)
    return fail(fmt::format("Compare holds two runs against each other, and {} {} given", inputs.size(), inputs.size() == 1 ? "is" : "are"), "--view compare", "give A and B; the files of one job are given as their folder");
  const auto a = runInputOf(inputs[0], o.runA, "--run-a");
  if (!a) return tl::make_unexpected(a.error());
  const auto b = runInputOf(inputs[1], o.runB, "--run-b");
  if (!b) return tl::make_unexpected(b.error());
  return std::vector<RunInput>{*a, *b};
}

// Files that the painter is given together are one run to it: two runs go to it as a study.
Result<std::string> studyOf(const std::vector<RunInput>& runs, const std::string& folder) {
  if (folder.empty()) return failIo("no temporary folder can be made for the two runs", "TMPDIR", "set TMPDIR to a folder that can be written");
  const std::string path = (std::filesystem::path(folder) / "compare.weir").string();
  Result<std::string> out = path;
  withProgress([&](const Job& job) {
    auto study = Study::open(path, Study::Mode::Create);
    if (!study) return void(out = tl::make_unexpected(study.error()));
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto run = runOrPrediction(runs[i], {}, job, i == 0 ? "--run-a" : "--run-b");
      if (!run) return void(out = tl::make_unexpected(run.error()));
      if (const auto id = study->addRun(**run, std::nullopt, nowMs(), job); !id) return void(out = tl::make_unexpected(id.error()));
    }
  });
  return out;
}

}  // namespace

std::function<int()> addFigure(CLI::App& app) {
  auto o = std::make_shared<FigureCommand>();
  CLI::App* command = app.add_subcommand("figure", "Write a view as PDF, SVG or PNG, as the window would export it, or its table as CSV");
  command->add_option("INPUT", o->inputs,
                      "Trace files, a folder, a scenario (.json), a study (.weir), or measured tables (.csv, or a folder of them). Several traces are one job, but with --view compare: there they are A and B, "
                      "each a file, a folder of one job, a study or one run of it (x.weir#2); a trace and a scenario are the measured run and what the scenario gives")
      ->required();
  command->add_option("--view", o->view, "timeline, traffic, topology, breakdown, statistics, critical-path, io, compare, power, front, batch-law, validation or import")->capture_default_str();
  command->add_option("--run-a", o->runA, "With --view compare: run of A, where A is a study; instead of FILE#ID")->check(wholeNumber(0))->type_name("ID");
  command->add_option("--run-b", o->runB, "With --view compare: run of B, where B is a study; of one study alone, both are its runs")->check(wholeNumber(0))->type_name("ID");
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
    const auto runs = comparedRuns(*o);
    if (!runs) return report(runs.error());
    if (!runs->empty()) {
      const Temporary folder;
      const auto study = studyOf(*runs, folder.path());
      if (!study) return report(study.error());
      arguments.push_back(*study);
      return spawnAndWait(program, arguments);
    }
    arguments.insert(arguments.end(), o->inputs.begin(), o->inputs.end());
    return spawnAndWait(program, arguments);
  };
}

}  // namespace weir::cli
