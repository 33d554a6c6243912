// Whatever a person gives (traces, folders, a scenario, a study, measured tables) to what the window shows. Blocking; run in a job.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/documents/study_io.h"
#include "core/jobs/validation.h"

namespace weir {

struct Contents {
  std::optional<LoadedStudy> study;   // at most one; more is an error
  std::optional<Scenario> scenario;
  std::string scenarioFile;
  RunPtr run;                          // all traces together; null = none given
  std::string runTitle;
  ValidationPtr validation;            // all measured tables together, held against the models; null = none given
};

// `onTables` is given what is done of the measured tables while they are worked on; `settings` go to the readers. A trace
// that cannot be read beside others becomes a note of the run (kNoteNotRead).
[[nodiscard]] Result<Contents> readContents(const std::vector<std::string>& paths, const Presets& presets, const Job& job, bool onlyRead = false,
                                            const std::function<void(ValidationPtr)>& onTables = {},
                                            const std::map<std::string, std::string>& settings = {});

}  // namespace weir
