// Two studies held against each other, run by run (core/summarize/compare.h: matchRuns, compareRuns). Any thread; two runs are in
// memory at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"
#include "core/summarize/compare.h"
#include "core/summarize/compare_text.h"

namespace weir {

// `range` holds for every run. `read`, where given, sees each run after it was read, with the study's path. Errors: those of the studies; a study without a
// run; stopped. A pair of which one side is missing has no comparison.
[[nodiscard]] Result<std::vector<StudyComparison>> compareStudies(const std::string& a, const std::string& b, const CompareOptions& options, const RangeFromBegin& range, const Job& job,
                                                                 const std::function<void(const Run&, const std::string&)>& read = {});

}  // namespace weir
