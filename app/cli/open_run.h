// One run to work on: the files of a job, or a run that a study keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/open.h"
#include "core/run/run.h"
#include "core/study/study.h"

namespace weir::cli {

// Whether what the import has lost is said on stderr (warnOfLoss).
enum class LossNotes : std::uint8_t { Warn, Quiet };
// The run asked for, or the only one. `option` is how a person asks for another.
[[nodiscard]] Result<RunPtr> runOfStudy(const std::string& path, std::optional<StudyId> wanted, const Job& job, const std::string& option = "--run",
                                        LossNotes notes = LossNotes::Warn);
// A study alone is that; anything else is opened as files. A wanted run without a study is an error.
[[nodiscard]] Result<RunPtr> openRun(const std::vector<std::string>& files, std::optional<StudyId> wanted, const OpenOptions& options, const Job& job,
                                     const std::string& option = "--run", LossNotes notes = LossNotes::Warn);

// A run by name: files, a study, or one run of a study ("x.weir#2").
struct RunInput {
  std::string path;
  std::optional<StudyId> run;
};
// `run`: the number that `option` gave besides. A file whose name holds a # is itself. Errors: two numbers that differ.
[[nodiscard]] Result<RunInput> runInputOf(const std::string& text, std::optional<StudyId> run, const std::string& option);

// Whether a note of this kind means that something of the file is not in the run: a cut or damaged file, rows set aside,
// times and values that cannot be. What is merely good to know, or left out of a picture, is no loss.
[[nodiscard]] bool meansLoss(std::string_view kind);
// A line on stderr for each file that was given twice: whoever gave it meant another.
void warnOfTwice(const Run& run);
// A line on stderr for each folder with traces beside those that were read: an answer without them may not be the one meant.
void warnOfFolders(const Run& run);
// One line on stderr where the import lost something; nothing else.
void warnOfLoss(const Run& run, const std::vector<std::string>& files);

}  // namespace weir::cli
