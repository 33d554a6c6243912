// What the program does, as blocking functions that join rooms: the window starts them on a JobQueue, weir-cli and tests
// call them. Each copies what it needs, touches nothing shared, and opens its own connection to a study. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/jobs/validation.h"
#include "core/optimize/sweep.h"
#include "core/run/run.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"
#include "core/simulate/simulate.h"
#include "core/study/study.h"

namespace weir {

struct StudyPath {
  std::string path;
};
using Opened = std::variant<RunPtr, Scenario, StudyPath, ValidationPtr>;

// What a file is, told by its first bytes (64 KiB are plenty), never by its name.
// Table: measured rows of a kind that core/calibrate knows. Trace: anything else; core/formats says whether it can be read.
enum class FileKind { Trace, Scenario, Study, Table };
[[nodiscard]] FileKind kindOf(std::string_view firstBytes);

// Opens traces (one Run of all files and folders), or one scenario, or one study (checked, not loaded), or measured tables
// and folders of them (held against the models). Errors: those of the rooms; a study or scenario among several files.
[[nodiscard]] Result<Opened> openAny(const std::vector<std::string>& paths, const Presets& presets, const Job& job);

// Where a result is kept. The study is made when it is not there.
struct Keep {
  std::string study;            // path
  std::int64_t created_ms = 0;  // milliseconds since the epoch, now
  std::string title;            // of a sweep; runs bring their own
};

// Adds the scenario, unless one with the same name and content is there already.
[[nodiscard]] Result<StudyId> keepScenario(Study& study, const Scenario& s, std::int64_t created_ms);
// Adds a run, and the scenario it was made from (Run::scenario) beside it.
[[nodiscard]] Result<StudyId> keepRun(const Run& run, const Keep& keep, const Job& job);

// simulate() and keepRun(): a run that was stopped is not kept.
[[nodiscard]] Result<Simulated> simulateAndKeep(const Scenario& s, Fidelity fidelity, const SimulateOptions& options,
                                                const Keep& keep, const Job& job);

// sweep() into a study: points are written as they come, so that what is done survives a kill. The stored sweep is Done
// when every point of the grid is there; a shard alone leaves it Stopped, mergeStudies() completes it.
[[nodiscard]] Result<SweepResult> sweepAndKeep(const Scenario& s, const SweepSpec& spec, const SweepOptions& options,
                                               const Keep& keep, const Job& job);
// A stored sweep as sweep() gave it: basis, front and hypervolume are found anew. wall_s is unknown.
[[nodiscard]] Result<SweepResult> loadSweep(const Study& study, StudyId id);
// The scenario behind one point of a stored sweep.
[[nodiscard]] Result<Scenario> scenarioOfStoredPoint(const Study& study, StudyId sweep, std::uint64_t index,
                                                     const Presets& presets);

}  // namespace weir
