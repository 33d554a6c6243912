#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_options.h"
#include "app/cli/open_run.h"
#include "app/cli/scenario_options.h"
#include "app/cli/study_info.h"
#include "app/cli/study_out.h"
#include "core/formats/open.h"
#include "core/jobs/convert_graph.h"
#include "core/jobs/use_cases.h"
#include "core/study/study.h"

namespace weir::cli {
namespace {

// What the written file does not give back: counted by reading it again, so that nothing is lost without a word. Files too
// large for that in passing are not looked at.
std::string lost(const Run& run, const std::string& out, const Job& job) {
  constexpr std::uintmax_t kMost = std::uintmax_t{256} << 20;
  std::error_code unknown;
  const auto size = std::filesystem::file_size(out, unknown);
  if (unknown || size > kMost) return {};
  const auto again = openFiles({out}, {}, job);
  if (!again) return job.stopped() ? std::string() : fmt::format("the file is not read back as a run: {}", again.error().what);
  std::string s;
  const auto compare = [&](const char* what, std::size_t had, std::size_t has) {
    if (has < had) s += fmt::format("{}{} of {} {}", s.empty() ? "" : ", ", had - has, had, what);
  };
  compare("slices", run.slices.size(), again->slices.size());
  compare("arrows", run.arrows.size(), again->arrows.size());
  compare("instants", run.instants.size(), again->instants.size());
  compare("collective calls", run.collectives.size(), again->collectives.size());
  compare("messages", run.transfers.size(), again->transfers.size());
  compare("I/O operations", run.io.size(), again->io.size());
  compare("I/O sums of files", run.ioRecords.size(), again->ioRecords.size());
  compare("counters", run.counters.size(), again->counters.size());
  compare("tables", run.tables.size(), again->tables.size());
  compare("facts", run.facts.size(), again->facts.size());
  return s.empty() ? s : "not held by this format: " + s;
}

std::string endings() {
  std::string s = ".weir (a study)";
  for (const FormatWriter& w : writers())
    for (const std::string_view e : w.endings) s += fmt::format(", {} ({})", e, w.title);
  return s + ", .platform.xml or .cables (the network of a scenario, too)";
}

}  // namespace

std::function<int()> addConvert(CLI::App& app) {
  struct Options {
    std::vector<std::string> files;
    std::optional<StudyId> run;
    OpenArguments open;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("convert", "Read the trace files of one job, or a run kept in a study, and write it in another format");
  command->add_option("FILE", o->files, "Trace files of one job, a folder, or a study; then OUT, whose ending says the format: " + endings())
      ->required()
      ->expected(2, -1);
  command->add_option("--run", o->run, "Which run of the study (as `info` numbers them)")->check(wholeNumber(0));
  addOpenOptions(*command, o->open);
  return [o] {
    const auto options = openOptions(o->open);
    if (!options) return report(options.error());
    const std::string out = o->files.back();
    const std::vector<std::string> in(o->files.begin(), o->files.end() - 1);
    const bool study = in.size() == 1 && isStudy(in.front());
    if (o->run && !study) return report(Error{Error::Kind::Input, "--run is for runs kept in a study", in.front(), "leave it out, or give one study (.weir)"});
    std::error_code same;
    for (const std::string& f : in)
      if (std::filesystem::equivalent(f, out, same)) return report(Error{Error::Kind::Input, "the result would overwrite what is read", out, "choose another name for OUT"});
    // Nor one that is found in a folder.
    if (std::filesystem::exists(out, same))
      for (const std::string& f : in) {
        std::error_code none;
        if (!std::filesystem::is_directory(f, none)) continue;
        const std::string folder = std::filesystem::canonical(f, none).string() + "/";
        if (std::filesystem::canonical(out, none).string().starts_with(folder))
          return report(Error{Error::Kind::Input, "the result would overwrite a file of the folder that is read", out, "choose another name for OUT"});
      }
    const BegunFile begun(out);
    std::string done;
    std::optional<Error> error;
    if (in.size() == 1 && convertsToNetwork(in.front(), out)) {
      const auto presets = loadPresets();
      if (!presets) return report(presets.error());
      const auto written = convertNetwork(in.front(), out, *presets);
      return written ? print(fmt::format("written to {}\n", out)) : report(written.error());
    }
    withProgress([&](const Job& job) {
      RunPtr run;
      if (study) {
        auto stored = runOfStudy(in.front(), o->run, job);
        if (stored) run = *stored;
        else error = stored.error();
      } else {
        auto opened = openFiles(in, *options, job);
        if (opened) run = std::make_shared<const Run>(std::move(*opened));
        else error = opened.error();
      }
      if (!run) return;
      if (!study) warnOfTwice(*run);
      if (!study) warnOfLoss(*run, in);  // runOfStudy() has
      if (out.ends_with(".weir")) {
        const auto id = keepRun(*run, {out, nowMs(), run->title}, job);
        if (id) done = fmt::format("kept as run {} of {}\n", *id, out);
        else error = id.error();
        return;
      }
      const auto written = writeRunFile(*run, out, job);
      if (!written) {
        error = written.error();
        return;
      }
      done = fmt::format("written to {}\n", out);
      if (const std::string s = lost(*run, out, job); !s.empty()) done += s + "\n";
    });
    return error ? report(begun.discard(*error)) : print(done);
  };
}

}  // namespace weir::cli
