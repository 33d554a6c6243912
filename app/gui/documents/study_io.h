// What a window holds, to and from a study file. Blocking; run in a job. Everything comes in by value.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/optimize/sweep.h"
#include "core/run/run.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"
#include "core/summarize/intervals.h"
#include "core/summarize/stat_table.h"
#include "core/summarize/steps.h"
#include "core/study/study.h"
#include "views/shared/run_memo.h"

namespace weir {

struct KeptRun {
  int id = 0;            // the window's
  RunPtr run;
  std::string title;
  bool visible = true;
  StudyId stored = 0;    // row in the file; 0 = not in it yet
  std::map<std::string, std::string> remembered = {};  // ViewState::remembered()
  std::vector<TimeRange> steps = {};                   // set by hand
  std::shared_ptr<const Steps> found = nullptr;        // in the trace; null = not looked for yet
  std::map<std::string, std::shared_ptr<const std::vector<StatTable>>> tables = {};  // of the whole run, as far as they were worked out
  RunMemo::KeptAnswers answers = {};                   // RunMemo::knownAnswers()
};

struct KeptSweep {
  SweepPtr result;
  std::shared_ptr<const Scenario> base;  // null = unknown
};

// Where a file stands after the last save, so that the next one writes only what is new.
struct FileState {
  std::string path;
  StudyId scenario = 0;
  std::map<int, StudyId> runs;
  StudyId sweep = 0;
  std::uint64_t sweepVersion = 0;
  std::string revision = {};  // of the last save; another one in the file means that somebody else has saved since
};

struct SaveRequest {
  FileState file;
  bool fresh = false;  // a new file of that name, complete or not there at all; else the file is brought up to date
  std::vector<KeptRun> runs;
  std::string scenarioName, scenarioJson;  // empty JSON = none
  std::optional<KeptSweep> sweep;
  std::uint64_t sweepVersion = 0;
  std::map<std::string, std::string> meta;
  std::string layout;
  std::int64_t now_ms = 0;
  std::string revision = {};  // what the file will have; a new one for each save
};

// Errors: what the study says; and a file that is not as this window left it, which is not written to.
[[nodiscard]] Result<FileState> saveStudy(SaveRequest request, const Job& job);

struct LoadedStudy {
  FileState file;        // runs: keys are the indices of `runs` below
  bool readOnly = false;
  std::vector<KeptRun> runs;
  std::optional<Scenario> scenario;
  std::optional<KeptSweep> sweep;
  std::map<std::string, std::string> meta;  // the keys asked for
  std::string layout;
  std::vector<std::string> remarks;         // what could not be read; the rest is here all the same
};

[[nodiscard]] Result<LoadedStudy> loadStudy(const std::string& path, const Presets& presets, const std::vector<std::string>& metaKeys, const Job& job,
                                            bool onlyRead = false);

}  // namespace weir
