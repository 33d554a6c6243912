#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_options.h"
#include "app/cli/study_info.h"
#include "core/formats/open.h"
#include "core/summarize/info.h"
#include "core/summarize/table_text.h"

namespace weir::cli {

std::function<int()> addInfo(CLI::App& app) {
  struct Options {
    std::vector<std::string> files;
    bool json = false, tables = false;
    OpenArguments open;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("info", "What a trace or a study holds: ranks, slices, communication, I/O, overlap, sources, notes");
  command->add_option("FILE", o->files, "Trace files and folders of one job, of any formats, or a study (.weir)")->required();
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = the format cannot tell)");
  command->add_flag("--tables", o->tables, "Print the tables a file brings with all their rows, not only their columns");
  addOpenOptions(*command, o->open);
  return [o] {
    if (o->files.size() == 1 && isStudy(o->files.front())) {
      const auto text = describeStudy(o->files.front(), o->json);
      return text ? print(*text) : report(text.error());
    }
    const auto options = openOptions(o->open);
    if (!options) return report(options.error());
    Result<Run> run = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) { run = openFiles(o->files, *options, job); });
    if (!run) return report(run.error());
    const Info info = describe(*run);
    if (o->json) return print(infoToJson(info, 2, o->tables));
    std::string text = infoToText(info);
    if (o->tables)
      for (const Table& t : info.tables) text += "\n" + tableToText(t);
    return print(text);
  };
}

}  // namespace weir::cli
