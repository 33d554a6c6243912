// What a lane that was idle waited for, where no record says so.
#include <algorithm>

#include "core/summarize/critical_path_build.h"

namespace weir::path {
namespace {

// Below these a gap is the ordinary delay of a launch, or of a program between two recorded calls, ps.
constexpr std::int64_t kDeviceGap = 20'000'000, kHostGap = 50'000'000;

}  // namespace

std::int64_t Builder::latestSource(std::uint32_t piece) const {
  std::int64_t latest = INT64_MIN;
  for (auto e = std::lower_bound(raw_.begin(), raw_.end(), Raw{0, piece, {}}); e != raw_.end() && e->to == piece; ++e)
    latest = std::max(latest, graph_.start[e->from]);
  return latest;
}

// Lanes of one rank that may hand over to each other. In simulated runs what ends at the same picosecond, on any rank
// (`everywhere`), is the cause, and no gap is too short.
void Builder::assumeFor(const std::vector<std::uint32_t>& lanes, const std::vector<Ended>* everywhere, std::vector<Raw>& out) const {
  const PathGraph& g = graph_;
  const bool exact = everywhere != nullptr;
  std::vector<Ended> ends;
  for (const std::uint32_t l : lanes)
    for (std::uint32_t p = g.lanes[l].begin + 1; p < g.lanes[l].end; ++p)
      if (g.kindOf(p) == PathGraph::Gap && g.kindOf(p - 1) != PathGraph::Wait) ends.push_back({g.start[p], p, l});
  std::sort(ends.begin(), ends.end());
  const auto latest = [&](const std::vector<Ended>& in, std::int64_t time, std::int64_t after, std::uint32_t lane) -> const Ended* {
    for (auto e = std::upper_bound(in.begin(), in.end(), Ended{time, PathGraph::kNone, 0}); e != in.begin();) {
      --e;
      if (e->time <= after) return nullptr;
      if (e->lane != lane) return &*e;
    }
    return nullptr;
  };
  for (const std::uint32_t l : lanes) {
    const PathGraph::Lane& lane = g.lanes[l];
    const std::int64_t least = lane.device ? kDeviceGap : kHostGap;
    for (std::uint32_t p = lane.begin; p + 1 < lane.end; ++p) {
      const bool gap = g.kindOf(p) == PathGraph::Gap;
      if (!gap && !(exact && g.kindOf(p) == PathGraph::Wait)) continue;
      const std::int64_t t = g.start[p + 1];
      if (t == g.start[p] || (!exact && t - g.start[p] <= least)) continue;
      const std::int64_t known = latestSource(p + 1);
      const std::int64_t base = std::max(p == lane.begin ? g.span.from - 1 : g.start[p], known);
      if (exact) {
        if (base >= t) continue;
        const Ended* e = latest(ends, t, t - 1, l);
        if (e == nullptr) e = latest(*everywhere, t, t - 1, l);
        if (e == nullptr) e = latest(ends, t, base, l);
        if (e != nullptr) out.push_back({e->piece, p + 1, PathLink::Assumed});
        continue;
      }
      if (t - base <= least) continue;
      const Ended* e = latest(ends, t, base, l);
      if (e != nullptr && t - e->time <= (t - base) / 2) out.push_back({e->piece, p + 1, PathLink::Assumed});
    }
  }
}

void Builder::assume() {
  const PathGraph& g = graph_;
  if (!g.options.assume) return;
  const NameId dependency = run_.names.find(kArrowDependency), control = run_.names.find(kArrowControl);
  for (const NameId kind : run_.arrows.kind)
    if (kind != 0 && (kind == dependency || kind == control)) return;
  const bool exact = run_.truth != Truth::Measured;
  std::map<std::pair<std::int32_t, bool>, std::vector<std::uint32_t>> groups;
  for (std::uint32_t l = 0; l < g.lanes.size(); ++l) groups[{g.lanes[l].rank, !exact && g.lanes[l].device}].push_back(l);
  std::vector<Ended> everywhere;
  if (exact) {
    for (std::uint32_t l = 0; l < g.lanes.size(); ++l)
      for (std::uint32_t p = g.lanes[l].begin + 1; p < g.lanes[l].end; ++p)
        if (g.kindOf(p) == PathGraph::Gap && g.kindOf(p - 1) != PathGraph::Wait) everywhere.push_back({g.start[p], p, l});
    std::sort(everywhere.begin(), everywhere.end());
  }
  std::vector<Raw> assumed;
  for (const auto& [key, lanes] : groups) {
    if (job_.stopped()) return;
    if (lanes.size() > 1 || exact) assumeFor(lanes, exact ? &everywhere : nullptr, assumed);
  }
  raw_.insert(raw_.end(), assumed.begin(), assumed.end());
  std::sort(raw_.begin(), raw_.end());
}

}  // namespace weir::path
