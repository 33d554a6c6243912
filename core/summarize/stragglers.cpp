#include "core/summarize/stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/units.h"

namespace weir {

std::int64_t CollectiveInstance::spread() const {
  std::int64_t widest = 0;
  for (const CollectiveArrival& a : arrivals) widest = std::max(widest, a.wait);
  return widest;
}

std::int64_t CollectiveInstance::unrecorded() const {
  const std::int64_t first = lastStart - spread();
  return recorded <= first ? 0 : std::min(recorded, lastStart) - first;
}

std::int64_t CollectiveInstance::waitedUnrecorded() const {
  std::int64_t sum = 0;
  for (const CollectiveArrival& a : arrivals)
    if (recorded > a.start) sum += std::min(recorded, lastStart) - a.start;
  return sum;
}

std::map<std::int32_t, std::int64_t> recordedFrom(const Run& run) {
  std::map<std::int32_t, std::int64_t> out;
  for (const Row& row : run.rows) {
    if (row.begin == row.end) continue;
    const std::int64_t start = run.slices.start[row.begin];
    const auto [at, fresh] = out.try_emplace(run.tracks[row.track].rank, start);
    if (!fresh) at->second = std::min(at->second, start);
  }
  return out;
}

std::vector<CollectiveInstance> collectiveInstances(const Run& run) {
  // A simulation knows all of every rank.
  const auto recorded = run.truth == Truth::Measured ? recordedFrom(run) : std::map<std::int32_t, std::int64_t>{};
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
    if (const auto from = recorded.find(lastRank); from != recorded.end()) i.recorded = from->second;
    std::sort(i.arrivals.begin(), i.arrivals.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
  }
  return out;
}

std::string lateRecordingText(const CollectiveInstance& i) {
  constexpr std::int64_t kWorthSaying = 10'000'000;  // ps; less is how long a recording takes to begin
  if (i.unrecorded() < kWorthSaying) return {};
  const auto time = [](std::int64_t ps) { return units::showSeconds(static_cast<double>(ps) * 1e-12); };
  return fmt::format("Rank {} is recorded only from {} on, when others already waited for it at {} #{}: of the longest wait there {}, of the waits in sum {} may be the recording's.", i.lastRank,
                     time(i.recorded), name(i.operation), i.instance, time(i.unrecorded()), time(i.waitedUnrecorded()));
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
    last.unrecorded += i.waitedUnrecorded();
  }
  std::vector<RankLateness> out;
  for (auto& [rank, r] : by) out.push_back(r);
  return out;
}

const WaitedFor* RankWaiting::mostly() const {
  const auto most = std::max_element(on.begin(), on.end(), [](const WaitedFor& a, const WaitedFor& b) { return a.times != b.times ? a.times < b.times : a.waited < b.waited; });
  return most == on.end() ? nullptr : &*most;
}

std::vector<RankWaiting> waiting(const std::vector<CollectiveInstance>& instances) {
  struct Of {
    RankWaiting rank;
    std::map<std::int32_t, WaitedFor> on;
  };
  std::map<std::int32_t, Of> by;
  for (const CollectiveInstance& i : instances) {
    if (i.arrivals.size() < 2) continue;
    for (const CollectiveArrival& a : i.arrivals) {
      Of& r = by[a.rank];
      r.rank.rank = a.rank;
      ++r.rank.collectives;
      r.rank.waited += a.wait;
      if (a.wait <= 0) continue;
      ++r.rank.waits;
      WaitedFor& w = r.on[i.lastRank];
      w.rank = i.lastRank;
      ++w.times;
      w.waited += a.wait;
    }
  }
  std::vector<RankWaiting> out;
  for (auto& [rank, r] : by) {
    for (const auto& [last, w] : r.on) r.rank.on.push_back(w);
    out.push_back(std::move(r.rank));
  }
  std::stable_sort(out.begin(), out.end(), [](const RankWaiting& a, const RankWaiting& b) { return a.waited > b.waited; });
  return out;
}

}  // namespace weir
