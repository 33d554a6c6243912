#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_options.h"
#include "app/cli/open_run.h"
#include "core/summarize/io_report.h"

namespace weir::cli {

std::function<int()> addIo(CLI::App& app) {
  struct Options {
    std::vector<std::string> files;
    bool json = false;
    std::size_t top = 10;
    IoBy by = IoBy::All;
    std::optional<StudyId> run;
    OpenArguments open;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("io", "The I/O report: bytes, operations and time by layer, file, rank and phase; sizes and patterns; what it cost the training; what stands out");
  command->add_option("FILE", o->files, "Traces, logs and folders of one job, of any formats, or a study (.weir); an I/O log and a training trace are joined")->required();
  command->add_flag("--json", o->json, "Print JSON (SI units in the names, null = the files cannot tell)");
  command->add_option("--top", o->top, "How many files, ranks, OSTs, phases and steps are listed, the slow ones first")->check(wholeNumber(0))->capture_default_str();
  command->add_option("--by", o->by, "Only this part of the text: layer, file, rank or phase")
      ->option_text("layer|file|rank|phase")
      ->transform(oneOf<IoBy>({{"layer", IoBy::Layer}, {"file", IoBy::File}, {"rank", IoBy::Rank}, {"phase", IoBy::Phase}}));
  command->add_option("--run", o->run, "Which run of a study")->check(wholeNumber(0))->type_name("N");
  addOpenOptions(*command, o->open);
  return [o] {
    const auto options = openOptions(o->open);
    if (!options) return report(options.error());
    Result<IoReport> answer = tl::make_unexpected(Error{});
    withProgress([&](const Job& job) {
      const auto run = openRun(o->files, o->run, *options, job);
      if (!run) answer = tl::make_unexpected(run.error());
      else {
        IoReportOptions what;
        what.mostFiles = std::max(o->top, what.mostFiles);
        answer = ioReport(**run, what, job);
      }
    });
    if (!answer) return report(answer.error());
    return print(o->json ? ioReportToJson(*answer, o->top) : ioReportToText(*answer, o->by, o->top));
  };
}

}  // namespace weir::cli
