#include "core/summarize/stragglers.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace weir {

std::int64_t CollectiveInstance::spread() const {
  std::int64_t widest = 0;
  for (const CollectiveArrival& a : arrivals) widest = std::max(widest, a.wait);
  return widest;
}

std::vector<CollectiveInstance> collectiveInstances(const Run& run) {
  std::vector<CollectiveInstance> out;
  std::unordered_map<std::uint32_t, std::size_t> at;
  for (const CollectiveCall& c : run.collectives) {  // sorted by start, so instances come by their first start
    const auto [it, fresh] = at.try_emplace(c.instance, out.size());
    if (fresh) {
      CollectiveInstance i;
      i.instance = c.instance;
      i.operation = c.operation;
      i.groupSize = c.groupSize;
      i.group = c.group;
      out.push_back(std::move(i));
    }
    CollectiveInstance& i = out[it->second];
    i.bytes = std::max(i.bytes, c.bytes);
    i.arrivals.push_back({c.rank, c.start, c.start + c.duration, 0});
  }
  for (CollectiveInstance& i : out) {
    const auto last =
        std::max_element(i.arrivals.begin(), i.arrivals.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    i.lastStart = last->start;
    const std::int32_t lastRank = last->rank;
    for (CollectiveArrival& a : i.arrivals) {
      a.wait = i.lastStart - a.start;
      i.waited += a.wait;
      i.end = std::max(i.end, a.end);
    }
    if (i.arrivals.size() > 1 && i.waited > 0) i.lastRank = lastRank;
    std::sort(i.arrivals.begin(), i.arrivals.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
  }
  return out;
}

std::vector<RankLateness> lateness(const std::vector<CollectiveInstance>& instances) {
  std::map<std::int32_t, RankLateness> by;
  for (const CollectiveInstance& i : instances) {
    if (i.arrivals.size() < 2) continue;
    for (const CollectiveArrival& a : i.arrivals) {
      RankLateness& r = by[a.rank];
      r.rank = a.rank;
      ++r.collectives;
      r.waited += a.wait;
    }
    if (i.together()) continue;
    RankLateness& last = by[i.lastRank];
    ++last.last;
    last.madeWait += i.waited;
  }
  std::vector<RankLateness> out;
  for (auto& [rank, r] : by) out.push_back(r);
  return out;
}

}  // namespace weir
