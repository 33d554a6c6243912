#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/formats/open.h"
#include "core/jobs/use_cases.h"

namespace weir::cli {

std::function<int()> addConvert(CLI::App& app) {
  struct Options {
    std::vector<std::string> files;
    std::string out;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("convert", "Read the trace files of one job and keep them as a run in a study (.weir)");
  command->add_option("FILE", o->files, "Trace files of one job, or a folder; then OUT.weir")->required()->expected(2, -1);
  return [o] {
    const std::string out = o->files.back();
    const std::vector<std::string> in(o->files.begin(), o->files.end() - 1);
    if (!out.ends_with(".weir"))
      return report(Error{Error::Kind::Input, "this version converts to .weir only", out, "give OUT.weir as the last argument"});
    Result<StudyId> id = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) {
      const auto run = openFiles(in, {}, job);
      if (!run) {
        id = tl::make_unexpected(run.error());
        return;
      }
      id = keepRun(*run, {out, nowMs(), run->title}, job);
    });
    if (!id) return report(id.error());
    return print(fmt::format("kept as run {} of {}\n", *id, out));
  };
}

}  // namespace weir::cli
