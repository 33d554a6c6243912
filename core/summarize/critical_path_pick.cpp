#include "core/summarize/critical_path_pick.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "core/base/units.h"
#include "core/summarize/critical_path_collectives.h"

namespace weir {
namespace {

using Pick = PathChange::Pick;

std::string pickedTime(std::int64_t ps) { return units::showSeconds(static_cast<double>(ps) * 1e-12); }

}  // namespace

std::optional<MovingCollective> longestCollective(const PathGraph& graph, const std::function<bool(std::uint32_t)>& counts) {
  std::map<std::uint32_t, MovingCollective> by;  // instance
  for (const PathGraph::Moving& m : graph.moving) {
    const std::int64_t time = graph.start[m.end] - graph.start[m.begin];
    const auto [at, fresh] = by.try_emplace(graph.run->collectives[m.call].instance, MovingCollective{m.call, time});
    if (!fresh && at->second.time < time) at->second = {m.call, time};
  }
  std::optional<MovingCollective> out;
  for (const auto& [instance, c] : by)
    if (c.time > 0 && (!out || out->time < c.time) && counts(instance)) out = c;
  return out;
}

std::optional<MovingCollective> longestOffPath(const PathGraph& graph, const CriticalPath& path) {
  std::set<std::uint32_t> on;
  for (const PathSegment& s : path.segments)
    if (s.call != PathGraph::kNone) on.insert(graph.run->collectives[s.call].instance);
  return longestCollective(graph, [&](std::uint32_t instance) { return !on.contains(instance); });
}

Result<PickedChange> pickedChange(const PathGraph& graph, const PathChange& change) {
  PickedChange out{change, {}};
  if (change.pick == Pick::Given) return out;
  if (auto error = notThere(change, *graph.run)) return tl::make_unexpected(*error);
  const std::string where = fmt::format("what-if \"{}\"", changeText(change, *graph.run));
  out.change.pick = Pick::Given;
  if (change.pick == Pick::LongestCollective) {
    const auto longest = longestCollective(graph, [](std::uint32_t) { return true; });
    if (!longest) return fail("no collective of this run is seen to move data", where, "choose something else to change");
    const CollectiveCall& call = graph.run->collectives[longest->call];
    out.change.number = call.instance;
    out.text = fmt::format("The longest collective is {} #{}: it takes {} from its last member's start.", name(call.operation), call.instance, pickedTime(longest->time));
    return out;
  }
  const auto late = latenessWithin(*graph.run, graph.span);  // most first
  if (late.empty()) return fail("no rank makes another wait in a collective", where, "choose something else to change");
  out.change.rank = late.front().rank;
  out.text = fmt::format("The slowest rank is rank {}: the others wait {} for it, in sum.", late.front().rank, pickedTime(late.front().madeWait));
  return out;
}

}  // namespace weir
