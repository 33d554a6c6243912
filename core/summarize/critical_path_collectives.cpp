#include "core/summarize/critical_path_collectives.h"

#include <algorithm>
#include <map>

#include "core/summarize/breakdown.h"

namespace weir {

StepAt::StepAt(Steps steps) : steps_(std::move(steps.ranks)), numbers_(stepNumbers(steps_)) {}

std::optional<std::int64_t> StepAt::of(std::int32_t rank, std::int64_t time) const {
  for (std::size_t r = 0; r < steps_.size(); ++r) {
    if (steps_[r].rank != rank && steps_[r].rank != kUnknownRank) continue;
    const auto& of = steps_[r].steps;
    const auto after = std::upper_bound(of.begin(), of.end(), time, [](std::int64_t t, const TimeRange& s) { return t < s.from; });
    if (after == of.begin() || (after - 1)->to <= time) continue;
    return numbers_[r][static_cast<std::size_t>(after - 1 - of.begin())];
  }
  return std::nullopt;
}

std::vector<RankLateness> latenessWithin(const Run& run, TimeRange span) {
  std::vector<CollectiveInstance> instances = collectiveInstances(run);
  std::erase_if(instances, [&](const CollectiveInstance& i) { return i.lastStart < span.from || i.lastStart > span.to; });
  std::vector<RankLateness> out = lateness(instances);
  std::erase_if(out, [](const RankLateness& l) { return l.madeWait <= 0; });
  std::stable_sort(out.begin(), out.end(), [](const RankLateness& a, const RankLateness& b) { return a.madeWait > b.madeWait; });
  return out;
}

std::vector<PathLinkRow> linksOnPath(const PathGraph& graph, const CriticalPath& path) {
  const Run& run = *graph.run;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> time;
  const auto add = [&](std::int32_t a, std::int32_t b, std::int64_t length) {
    if (a != b && a != kUnknownRank && b != kUnknownRank) time[std::minmax(a, b)] += length;
  };
  for (const PathSegment& s : path.segments) {
    if (s.kind == PathKind::Message) add(s.cause, s.rank, s.length());
    if (s.call == PathGraph::kNone) continue;
    const CollectiveCall& call = run.collectives[s.call];
    if (call.groupSize != 2 || call.group >= run.groups.size()) continue;
    if (const auto& members = run.groups[call.group]; members.size() == 2) add(members[0], members[1], s.length());
  }
  std::vector<PathLinkRow> out;
  for (const auto& [ends, length] : time) out.push_back({ends.first, ends.second, length});
  std::stable_sort(out.begin(), out.end(), [](const PathLinkRow& a, const PathLinkRow& b) { return a.time > b.time; });
  return out;
}

}  // namespace weir
