// What a pipelined training step waits for, where the timeline has no arrows but names its operations: the rules of
// pipeline_model.h, for each step and DP rank from its own times.
#include <algorithm>
#include <map>
#include <tuple>

#include "core/summarize/critical_path_build.h"
#include "core/run/pipeline_operations.h"

namespace weir::path {
namespace {

constexpr std::int64_t kClock = 1'000'000'000;  // ps: by so much what needs another seems to begin before that one's end

}  // namespace

// `to` could not begin before the end of `from`. Where it seems to by a little, ends are recorded late: then it began at that
// moment of `from`.
void Builder::needs(std::uint32_t from, std::uint32_t to) {
  const std::int64_t end = run_.slices.endOf(from), start = run_.slices.start[to];
  if (end <= start) return drafts_.push_back({from, to, Spot::End, Spot::Start, PathLink::Dependency});
  if (end - start > kClock || run_.slices.start[from] >= start) return;
  drafts_.push_back({static_cast<std::uint32_t>(splits_.size()), to, Spot::Split, Spot::Start, PathLink::Dependency});
  Split s;
  s.track = run_.rowOf(from).track;
  s.slice = from;
  s.time = start;
  s.waits = false;
  splits_.push_back(s);
}

bool Builder::pipelines() {
  const auto steps = pipeline::rankSteps(run_, job_);
  if (!steps) return !job_.stopped();
  for (const pipeline::RankStep& step : *steps) {
    if (!step.model) {
      ++graph_.unlinkedSteps;
      continue;
    }
    const auto sliceOfNode = [&step](std::uint32_t n) { return static_cast<std::uint32_t>(step.operations[n].slice); };
    for (std::uint32_t n = 0; n < step.operations.size(); ++n)
      for (const std::uint32_t before : step.model->needs[n]) {
        needs(sliceOfNode(before), sliceOfNode(n));
        if (step.model->group[n] >= 0) pipelineNeeds_.emplace_back(sliceOfNode(n), sliceOfNode(before));
      }
    for (std::size_t g = 0; g < step.group.size(); ++g)
      for (const std::uint32_t m : step.model->groups[g]) pipelineGroup_.emplace_back(sliceOfNode(m), step.group[g]);
  }
  std::sort(pipelineGroup_.begin(), pipelineGroup_.end());
  startTogether();
  updates(*steps);
  return true;
}

// Many a timeline records a message from when its data are there on, at both ends: the receive then begins with what the
// sender waited for, and so do the members of a collective.
void Builder::startTogether() {
  std::map<std::uint32_t, std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> groups;  // members, what they need
  for (const auto& [slice, group] : pipelineGroup_) groups[group].first.push_back(slice);
  for (const auto& [slice, before] : pipelineNeeds_) {
    const auto at = std::lower_bound(pipelineGroup_.begin(), pipelineGroup_.end(), std::pair(slice, 0U));
    if (at != pipelineGroup_.end() && at->first == slice) groups[at->second].second.push_back(before);
  }
  pipelineNeeds_ = {};
  const auto rankOf = [&](std::uint32_t slice) { return run_.tracks[run_.rowOf(slice).track].rank; };
  for (const auto& [group, of] : groups) {
    if (of.first.size() < 2) continue;
    for (const std::uint32_t member : of.first)
      for (const std::uint32_t before : of.second)
        if (rankOf(member) != rankOf(before)) needs(before, member);
  }
}

// A step begins with the parameters that the one before it left.
void Builder::updates(const std::vector<pipeline::RankStep>& steps) {
  using pipeline::Operation;
  std::map<std::int32_t, std::vector<const Operation*>> byRank;
  for (const pipeline::RankStep& s : steps)
    for (const Operation& o : s.operations) byRank[o.rank].push_back(&o);
  for (auto& [rank, of] : byRank) {
    std::sort(of.begin(), of.end(), [](const Operation* a, const Operation* b) { return std::tuple(a->step, a->start) < std::tuple(b->step, b->start); });
    const Operation* updated = nullptr;
    std::map<pipeline::Type, bool> begun;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const Operation& o = *of[i];
      if (i > 0 && of[i - 1]->step != o.step) begun.clear();
      const bool begins = o.type == pipeline::Type::ParamsAllGather || o.type == pipeline::Type::ForwardCompute;
      if (begins && updated && updated->step < o.step && !std::exchange(begun[o.type], true)) needs(static_cast<std::uint32_t>(updated->slice), static_cast<std::uint32_t>(o.slice));
      if (o.type == pipeline::Type::Optimizer) updated = &o;
    }
  }
}

}  // namespace weir::path
