#include "core/summarize/steps.h"

#include <algorithm>
#include <map>

namespace weir {
namespace {

bool namesStep(std::string_view s) {
  for (const std::string_view prefix : {std::string_view("ProfilerStep#"), std::string_view("step ")}) {
    if (!s.starts_with(prefix) || s.size() == prefix.size()) continue;
    return std::all_of(s.begin() + static_cast<std::ptrdiff_t>(prefix.size()), s.end(),
                       [](char c) { return c >= '0' && c <= '9'; });
  }
  return false;
}

}  // namespace

std::vector<RankSteps> markedSteps(const Run& run) {
  std::vector<bool> isStep(run.names.size());
  for (NameId n = 0; n < isStep.size(); ++n) isStep[n] = namesStep(run.names.text(n));
  // A device's copy of the mark covers the kernels only; where the host's is there, it is the step.
  std::map<std::int32_t, std::map<bool, std::vector<TimeRange>>> found;
  for (const Row& row : run.rows) {
    const Track& track = run.tracks[row.track];
    for (SliceIndex i = row.begin; i < row.end; ++i)
      if (isStep[run.slices.name[i]] && run.slices.activity[i] == Activity::Annotation && run.slices.duration[i] > 0)
        found[track.rank][track.kind != TrackKind::Thread].push_back({run.slices.start[i], run.slices.endOf(i)});
  }
  std::vector<RankSteps> out;
  for (auto& [rank, by] : found) {
    std::vector<TimeRange> steps = std::move(by.begin()->second);
    std::sort(steps.begin(), steps.end(), [](const TimeRange& a, const TimeRange& b) { return a.from < b.from; });
    steps.erase(std::unique(steps.begin(), steps.end(), [](const TimeRange& a, const TimeRange& b) { return a.from == b.from; }),
                steps.end());
    out.push_back({rank, std::move(steps)});
  }
  return out;
}

Steps findSteps(const Run& run) {
  Steps s;
  s.ranks = markedSteps(run);
  if (!s.ranks.empty()) s.from = Steps::From::Marks;
  return s;
}

}  // namespace weir
