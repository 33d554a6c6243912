#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/study_out.h"
#include "core/study/study.h"

namespace weir::cli {

std::function<int()> addMerge(CLI::App& app) {
  struct Options {
    std::string out;
    std::vector<std::string> in;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("merge", "Join studies, and the shards of a sweep, into one study");
  command->add_option("OUT", o->out, "The study to add to (.weir); made if absent")->required();
  command->add_option("IN", o->in, "Studies to add; they are not changed")->required();
  return [o] {
    if (const auto ok = studyName(o->out, "OUT"); !ok) return report(ok.error());
    const BegunFile begun(o->out);
    Result<void> done;
    withProgress([&](const Job& job) { done = mergeStudies(o->out, o->in, job); });
    if (!done) return report(begun.discard(done.error()));
    return print(fmt::format("merged {} into {}\n", o->in.size() == 1 ? "1 study" : fmt::format("{} studies", o->in.size()), o->out));
  };
}

}  // namespace weir::cli
