// What a pipelined training step waits for, where the timeline has no arrows but names its operations: the rules of
// pipeline_model.h, for each step and DP rank from its own times.
#include <algorithm>
#include <map>
#include <tuple>

#include "core/summarize/critical_path_build.h"
#include "core/summarize/pipeline_operations.h"

namespace weir::path {
namespace {

using pipeline::Model;
using pipeline::Node;
using pipeline::Operation;
using Operations = std::vector<const Operation*>;
using Key = std::tuple<pipeline::Type, int, int>;  // type, sequence, stage

constexpr std::int64_t kClock = 1'000'000'000;  // ps: by so much what needs another seems to begin before that one's end

double seconds(std::int64_t ps) { return static_cast<double>(ps) * 1e-12; }

// None where operations are missing: the first and the last step of a recording are often cut off.
std::optional<Model> modelOf(const Operations& of, bool dataParallel) {
  std::vector<Node> nodes;
  std::map<Key, int> seen;
  for (const Operation* o : of) {
    if (seen[{o->type, o->sequence, o->stage}]++ > 0) return std::nullopt;
    nodes.push_back({o->type, o->sequence, o->stage, o->chunk, seconds(o->start - of.front()->start), seconds(o->end - of.front()->start)});
  }
  auto model = pipeline::modelOf(std::move(nodes), dataParallel);
  return model ? std::optional(std::move(*model)) : std::nullopt;
}

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
  const auto where = pipeline::coordinatesOf(run_);
  if (!where) return true;
  const auto operations = pipeline::operationsOf(run_, *where, job_);
  if (!operations) return !job_.stopped();
  std::map<std::pair<std::int64_t, int>, Operations> steps;  // by step, DP rank
  int dp = 0;
  for (const Operation& o : *operations) {
    steps[{o.step, o.dp}].push_back(&o);
    dp = std::max(dp, o.dp + 1);
  }
  std::map<std::tuple<std::int64_t, pipeline::Type, int, int>, std::uint32_t> across;  // groups over the DP ranks
  std::uint32_t groups = 0;
  for (auto& [key, of] : steps) {
    if (job_.stopped()) return false;
    std::sort(of.begin(), of.end(), [](const Operation* a, const Operation* b) { return a->start < b->start; });
    const bool dataParallel = dp > 1 || std::any_of(of.begin(), of.end(), [](const Operation* o) { return o->type == pipeline::Type::ParamsAllGather; });
    const auto model = modelOf(of, dataParallel);
    if (!model) {
      ++graph_.unlinkedSteps;
      continue;
    }
    const auto sliceOfNode = [&of](std::uint32_t n) { return static_cast<std::uint32_t>(of[n]->slice); };
    for (std::uint32_t n = 0; n < of.size(); ++n)
      for (const std::uint32_t before : model->needs[n]) {
        needs(sliceOfNode(before), sliceOfNode(n));
        if (model->group[n] >= 0) pipelineNeeds_.emplace_back(sliceOfNode(n), sliceOfNode(before));
      }
    for (const auto& members : model->groups) {
      const Operation& first = *of[members.front()];
      std::uint32_t group = groups++;
      if (model->acrossDp[members.front()]) group = across.try_emplace({key.first, first.type, first.sequence, members.size() > 1 ? -1 : first.stage}, group).first->second;
      for (const std::uint32_t m : members) pipelineGroup_.emplace_back(sliceOfNode(m), group);
    }
  }
  std::sort(pipelineGroup_.begin(), pipelineGroup_.end());
  startTogether();
  updates(*operations);
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
void Builder::updates(const std::vector<pipeline::Operation>& operations) {
  std::map<std::int32_t, std::vector<const Operation*>> byRank;
  for (const Operation& o : operations) byRank[o.rank].push_back(&o);
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
