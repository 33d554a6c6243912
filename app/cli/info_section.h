// A part of what `info` can print: a flag, and the tables behind it. One file a family of sections, one line in
// kInfoSections (info_sections.cpp). The window shows the same tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"
#include "core/summarize/idle.h"
#include "core/summarize/stat_table.h"
#include "core/summarize/steps.h"

namespace weir::cli {

struct InfoAsk {
  StatAsk stat;                     // range (also that of the step), rank, link peak
  std::optional<std::int64_t> step;  // its number (stepNumbers); `steps` has it
  std::vector<RankSteps> steps;     // of the run, by rank
  std::int64_t kernelWaitBelow = kKernelWaitBelow;
};

struct InfoSection {
  const char* flag;  // "--kernels"; without the dashes the name in JSON
  const char* help;
  std::vector<StatTable> (*tables)(const Run& run, const InfoAsk& ask, const Job& job);
};

[[nodiscard]] std::span<const InfoSection> infoSections();

}  // namespace weir::cli
