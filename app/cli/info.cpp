#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/study_info.h"
#include "core/formats/open.h"
#include "core/summarize/info.h"

namespace weir::cli {

std::function<int()> addInfo(CLI::App& app) {
  struct Options {
    std::vector<std::string> files;
    bool json = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("info", "What a trace or a study holds: ranks, slices, communication, overlap, notes");
  command->add_option("FILE", o->files, "Trace files of one job, a folder of them, or a study (.weir)")->required();
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = the format cannot tell)");
  return [o] {
    if (o->files.size() == 1 && isStudy(o->files.front())) {
      const auto text = describeStudy(o->files.front(), o->json);
      return text ? print(*text) : report(text.error());
    }
    Result<Run> run = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) { run = openFiles(o->files, {}, job); });
    if (!run) return report(run.error());
    const Info info = describe(*run);
    return print(o->json ? infoToJson(info) + "\n" : infoToText(info));
  };
}

}  // namespace weir::cli
