#include "app/gui/documents/contents.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/file_head.h"
#include "core/formats/open.h"
#include "core/jobs/use_cases.h"
#include "core/scenario/json.h"
#include "core/scenario/validate.h"

namespace weir {
namespace fs = std::filesystem;
namespace {

FileKind whatIs(const std::string& path) {
  std::error_code ec;
  if (fs::is_directory(path, ec)) return holdsTables(path) ? FileKind::Table : FileKind::Trace;
  if (const FileKind k = kindOf(headOf(path)); k != FileKind::Trace) return k;
  // Named as a study but is none: let the study say what is wrong with it.
  return fs::path(path).extension() == ".weir" ? FileKind::Study : FileKind::Trace;
}

std::string titleOf(const std::vector<std::string>& paths, const Run& run) {
  fs::path p(paths.front());
  if (!p.has_filename()) p = p.parent_path();
  std::string title = paths.size() > 1 ? p.parent_path().filename().string() : p.filename().string();
  if (title.empty()) title = p.filename().string();
  for (const char* end : {".gz", ".json", ".pt.trace"})
    if (title.ends_with(end)) title.erase(title.size() - std::string_view(end).size());
  return run.ranks.size() > 1 ? fmt::format("{}, {} ranks", title, run.ranks.size()) : title;
}

}  // namespace

Result<Contents> readContents(const std::vector<std::string>& paths, const Presets& presets, const Job& job, bool onlyRead,
                              const std::function<void(ValidationPtr)>& onTables, const std::map<std::string, std::string>& settings) {
  Contents out;
  std::vector<std::string> traces, tables;
  for (const std::string& path : paths) {
    if (job.stopped()) return tl::make_unexpected(Error{Error::Kind::Stopped, "stopped", {}, {}});
    switch (whatIs(path)) {
      case FileKind::Study: {
        if (out.study) return fail("more than one study", path, "open them one after the other, in windows of their own");
        auto study = loadStudy(path, presets, {"view", "markers", "place"}, job, onlyRead);
        if (!study) return tl::make_unexpected(study.error());
        out.study = std::move(*study);
        break;
      }
      case FileKind::Scenario: {
        auto scenario = loadScenario(path, presets);
        if (!scenario) return tl::make_unexpected(scenario.error());
        if (const auto ok = validate(*scenario); !ok) {
          Error e = ok.error();
          e.where = e.where.empty() ? path : path + ", " + e.where;
          return tl::make_unexpected(std::move(e));
        }
        out.scenario = std::move(*scenario);
        out.scenarioFile = path;
        break;
      }
      case FileKind::Trace: traces.push_back(path); break;
      case FileKind::Table: tables.push_back(path); break;
    }
  }
  if (!traces.empty()) {
    OpenOptions options;
    options.settings = settings;
    options.keepGoing = true;
    auto run = openFiles(traces, options, job);
    if (!run) return tl::make_unexpected(run.error());
    out.runTitle = titleOf(traces, *run);
    out.run = std::make_shared<const Run>(std::move(*run));
  }
  if (!tables.empty()) {
    auto report = validateTables(tables, presets, job, onTables);
    if (!report) return tl::make_unexpected(report.error());
    out.validation = std::move(*report);
  }
  return out;
}

}  // namespace weir
