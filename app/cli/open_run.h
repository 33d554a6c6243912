// One run to work on: the files of a job, or a run that a study keeps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/open.h"
#include "core/run/run.h"
#include "core/study/study.h"

namespace weir::cli {

// The run asked for, or the only one. `option` is how a person asks for another.
[[nodiscard]] Result<RunPtr> runOfStudy(const std::string& path, std::optional<StudyId> wanted, const Job& job, const std::string& option = "--run");
// A study alone is that; anything else is opened as files. A wanted run without a study is an error.
[[nodiscard]] Result<RunPtr> openRun(const std::vector<std::string>& files, std::optional<StudyId> wanted, const OpenOptions& options, const Job& job,
                                     const std::string& option = "--run");

}  // namespace weir::cli
