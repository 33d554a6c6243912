#include "core/formats/chakra/layout.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace weir::chakra {
namespace {

constexpr std::int64_t kStep = 1'000'000;  // 1 us
constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max() / 2;

// Returns how many nodes could be placed.
std::size_t place(const Column<std::int64_t>& duration, const std::vector<std::uint32_t>& lane, const Edges& edges, bool dataOnly,
                  bool timeless, Column<std::int64_t>& start) {
  const std::size_t n = duration.size();
  std::vector<std::uint64_t> first(n + 1, 0);
  std::vector<std::uint32_t> waits(n, 0);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (dataOnly && edges.kind[e] == edges.control) continue;
    ++first[edges.from[e] + 1];
    ++waits[edges.to[e]];
  }
  for (std::size_t i = 0; i < n; ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> next(first.back());
  {
    std::vector<std::uint64_t> at(first.begin(), first.end() - 1);
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (!dataOnly || edges.kind[e] != edges.control) next[at[edges.from[e]]++] = static_cast<std::uint32_t>(edges.to[e]);
  }
  using Ready = std::pair<std::int64_t, std::uint32_t>;  // earliest, node
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  start.assign(n, 0);
  for (std::uint32_t i = 0; i < n; ++i)
    if (waits[i] == 0) ready.emplace(0, i);
  std::vector<std::int64_t> free(lane.empty() ? 0 : *std::max_element(lane.begin(), lane.end()) + 1, 0);
  std::size_t placed = 0;
  while (!ready.empty()) {
    const auto [earliest, i] = ready.top();
    ready.pop();
    std::int64_t& lineFree = free[lane[i]];
    start[i] = timeless ? static_cast<std::int64_t>(placed) * kStep : std::max(earliest, lineFree);
    ++placed;
    const std::int64_t end = timeless ? 0 : std::min(kEnd, start[i] + duration[i]);
    lineFree = std::max(lineFree, end);
    for (std::uint64_t k = first[i]; k < first[i + 1]; ++k) {
      const std::uint32_t to = next[k];
      start[to] = std::max(start[to], end);
      if (--waits[to] == 0) ready.emplace(start[to], to);
    }
  }
  if (placed == n) return placed;
  std::int64_t last = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (waits[i] == 0) last = std::max(last, std::min(kEnd, start[i] + duration[i]));
  std::size_t behind = placed;
  for (std::size_t i = 0; i < n; ++i) {
    if (waits[i] == 0) continue;
    start[i] = timeless ? static_cast<std::int64_t>(behind++) * kStep : last;
    last = std::min(kEnd, last + duration[i]);
  }
  return placed;
}

}  // namespace

Layout layOut(const Column<std::int64_t>& duration, const std::vector<std::uint32_t>& lane, const Edges& edges) {
  Layout out;
  const std::size_t n = duration.size();
  const bool timeless = n > 1 && std::all_of(duration.begin(), duration.end(), [](std::int64_t d) { return d == 0; });
  std::size_t placed = place(duration, lane, edges, false, timeless, out.start);
  if (placed < n) {
    out.dataOnly = true;
    placed = place(duration, lane, edges, true, timeless, out.start);
  }
  out.circular = n - placed;
  return out;
}

}  // namespace weir::chakra
