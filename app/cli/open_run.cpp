#include "app/cli/open_run.h"

#include <fmt/format.h>

#include "app/cli/study_info.h"

namespace weir::cli {

Result<RunPtr> runOfStudy(const std::string& path, std::optional<StudyId> wanted, const Job& job, const std::string& option) {
  const auto study = Study::open(path, Study::Mode::ReadOnly);
  if (!study) return tl::make_unexpected(study.error());
  const auto runs = study->runs();
  if (!runs) return tl::make_unexpected(runs.error());
  if (runs->empty()) return fail("the study holds no run", path, "give trace files, or a study in which a run was kept");
  std::string all;
  for (const StoredRun& r : *runs) all += fmt::format("{}{} ({})", all.empty() ? "" : ", ", r.id, r.title);
  if (!wanted && runs->size() > 1) return fail("the study holds several runs", path, fmt::format("say which with {}: {}", option, all));
  const StudyId id = wanted.value_or(runs->front().id);
  for (const StoredRun& r : *runs)
    if (r.id == id) return study->run(id, job);
  return fail(fmt::format("the study holds no run {}", id), path, "it holds: " + all);
}

Result<RunPtr> openRun(const std::vector<std::string>& files, std::optional<StudyId> wanted, const OpenOptions& options, const Job& job,
                       const std::string& option) {
  if (files.size() == 1 && isStudy(files.front())) return runOfStudy(files.front(), wanted, job, option);
  if (wanted) return fail(fmt::format("is no study, so {} names no run of it", option), files.front(), "give a study (.weir), or leave the number out");
  auto run = openFiles(files, options, job);
  if (!run) return tl::make_unexpected(run.error());
  return std::make_shared<const Run>(std::move(*run));
}

}  // namespace weir::cli
