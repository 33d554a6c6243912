// Layout, sums and names of a traffic matrix.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/summarize/breakdown.h"
#include "core/summarize/traffic.h"
#include "core/summarize/traffic_calls.h"
#include "core/summarize/traffic_grid.h"

namespace weir {

std::string_view name(TrafficMeasure m) {
  constexpr std::array<std::string_view, 3> names{"bytes", "messages", "time"};
  return names[static_cast<std::size_t>(m)];
}
std::string_view unit(TrafficMeasure m) {
  constexpr std::array<std::string_view, 3> units{"B", "messages", "s"};
  return units[static_cast<std::size_t>(m)];
}

double TrafficMatrix::largest() const {
  double best = std::numeric_limits<double>::quiet_NaN();
  for (const double v : value)
    if (!std::isnan(v) && !(v <= best)) best = v;
  return best;
}
std::string TrafficMatrix::binName(int bin) const {
  const auto first = static_cast<std::size_t>(bin) * static_cast<std::size_t>(perBin);
  const std::size_t last = std::min(first + static_cast<std::size_t>(perBin), ranks.size()) - 1;
  if (first == last) return fmt::format("rank {}", ranks[first]);
  // Laid out by node they need not follow one another.
  if (ranks[last] - ranks[first] != static_cast<std::int32_t>(last - first)) return fmt::format("ranks {}, ..., {}", ranks[first], ranks[last]);
  return fmt::format("ranks {}-{}", ranks[first], ranks[last]);
}
int TrafficMatrix::binOf(std::int32_t rank) const {
  const auto it = std::find(ranks.begin(), ranks.end(), rank);
  return it == ranks.end() ? -1 : static_cast<int>(it - ranks.begin()) / perBin;
}

std::vector<TrafficMatrix::Part> TrafficMatrix::partsOf(int from, int to) const {
  const std::uint64_t cell = static_cast<std::uint64_t>(from) * static_cast<std::uint64_t>(bins) + static_cast<std::uint64_t>(to);
  const auto less = [](const Part& p, std::uint64_t c) { return p.cell < c; };
  const auto first = std::lower_bound(parts.begin(), parts.end(), cell, less);
  const auto last = std::lower_bound(first, parts.end(), cell + 1, less);
  std::vector<Part> out(first, last);
  std::stable_sort(out.begin(), out.end(), [](const Part& a, const Part& b) { return a.value > b.value; });
  return out;
}

void say(TrafficMatrix& m, const std::string& sentence) {
  if (!m.assumption.empty()) m.assumption += ' ';
  m.assumption += sentence;
}

TrafficGrid::TrafficGrid(TrafficMatrix& m, const std::set<std::int32_t>& ranks, const TrafficOptions& o) : m_(m) {
  m.ranks.assign(ranks.begin(), ranks.end());
  const auto place = [&](std::int32_t r) {
    const int node = o.nodes.nodeOf(r);
    return node < 0 ? std::numeric_limits<int>::max() : node;
  };
  if (o.nodes.known()) std::stable_sort(m.ranks.begin(), m.ranks.end(), [&](std::int32_t a, std::int32_t b) { return place(a) < place(b); });
  const int n = static_cast<int>(m.ranks.size());
  const int most = std::max(o.maxBins, 1);
  m.perBin = std::max(1, (n + most - 1) / most);
  m.bins = (n + m.perBin - 1) / m.perBin;
  const std::size_t cells = static_cast<std::size_t>(m.bins) * static_cast<std::size_t>(m.bins);
  m.value.assign(cells, 0);
  value_.assign(cells, 0);
  count_.assign(cells, 0);
  std::vector<int> used(o.nodes.names.size(), -1);
  for (int i = 0; i < n; ++i) {
    const std::int32_t r = m.ranks[static_cast<std::size_t>(i)];
    position_.emplace_back(r, i);
    const int node = o.nodes.nodeOf(r);
    if (node < 0) {
      node_.push_back(-1);
      continue;
    }
    int& at = used[static_cast<std::size_t>(node)];
    if (at < 0) {
      at = static_cast<int>(m.nodes.size());
      m.nodes.push_back({o.nodes.names[static_cast<std::size_t>(node)]});
    }
    ++m.nodes[static_cast<std::size_t>(at)].ranks;
    node_.push_back(at);
  }
  std::sort(position_.begin(), position_.end());
}

int TrafficGrid::positionOf(std::int32_t rank) const {
  const auto it = std::lower_bound(position_.begin(), position_.end(), std::pair(rank, 0));
  return it == position_.end() || it->first != rank ? -1 : it->second;
}

void TrafficGrid::begin(const TrafficKind& kind) { m_.kinds.push_back(kind); }

void TrafficGrid::end(bool sameCount) {
  constexpr std::size_t kMost = 8'000'000;  // 32 B each
  if (m_.partsKept && m_.parts.size() + touched_.size() > kMost) {
    m_.partsKept = false;
    m_.parts.clear();
    m_.parts.shrink_to_fit();
  }
  TrafficKind& kind = m_.kinds.back();
  const auto index = static_cast<std::uint32_t>(m_.kinds.size() - 1);
  for (const std::size_t cell : touched_) {
    m_.value[cell] += value_[cell];
    kind.total += value_[cell];
    if (m_.partsKept) m_.parts.push_back({cell, index, sameCount ? kind.count : count_[cell], value_[cell]});
    value_[cell] = 0;
    count_[cell] = 0;
  }
  touched_.clear();
}

void TrafficGrid::finish() {
  std::sort(m_.parts.begin(), m_.parts.end(), [](const auto& a, const auto& b) { return a.cell != b.cell ? a.cell < b.cell : a.kind < b.kind; });
  m_.rowSum.assign(static_cast<std::size_t>(m_.bins), 0);
  m_.columnSum = m_.rowSum;
  m_.sum = 0;
  for (int a = 0; a < m_.bins; ++a)
    for (int b = 0; b < m_.bins; ++b) {
      const double v = m_.at(a, b);
      if (std::isnan(v)) continue;
      m_.rowSum[static_cast<std::size_t>(a)] += v;
      m_.columnSum[static_cast<std::size_t>(b)] += v;
    }
  for (const double v : m_.rowSum) m_.sum += v;
}

std::vector<RankSteps> stepOf(const Steps& steps, std::int64_t number) {
  std::vector<RankSteps> out;
  const auto numbers = stepNumbers(steps.ranks);
  for (std::size_t r = 0; r < numbers.size(); ++r)
    for (std::size_t k = 0; k < numbers[r].size(); ++k)
      if (numbers[r][k] == number) out.push_back({steps.ranks[r].rank, {steps.ranks[r].steps[k]}});
  return out;
}

std::vector<TrafficCollective> trafficCollectives(const Run& run, const CallMatch& match) {
  std::vector<TrafficCollective> out;
  const CallsByInstance calls(run, match);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls.begin[i] == calls.begin[i + 1]) continue;
    const std::uint32_t first = calls.order[calls.begin[i]];  // calls stand by start
    const CollectiveCall& c = run.collectives[first];
    TrafficCollective of{first, c.operation, c.group, calls.begin[i + 1] - calls.begin[i], c.bytes, c.start};
    for (std::uint32_t k = calls.begin[i]; k < calls.begin[i + 1]; ++k) of.bytes = std::max(of.bytes, run.collectives[calls.order[k]].bytes);
    out.push_back(of);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  return out;
}

TrafficChoices trafficChoices(const Run& run, const CallMatch& match) {
  TrafficChoices out;
  std::array<TrafficChoices::Of, 16> byOperation{};
  std::vector<TrafficChoices::Of> byGroup(std::max<std::size_t>(run.groups.size(), 1));
  std::vector<bool> seen;
  for (std::size_t i = 0; i < run.collectives.size(); ++i) {
    const CollectiveCall& c = run.collectives[i];
    const std::uint32_t instance = match.instanceOf(run, i);
    if (instance >= seen.size() && instance < 8 * run.collectives.size() + 1024) seen.resize(std::max<std::size_t>(instance + 1, seen.size() * 2), false);
    const bool fresh = instance >= seen.size() || !seen[instance];
    if (instance < seen.size()) seen[instance] = true;
    for (TrafficChoices::Of* of : {&byOperation[static_cast<std::size_t>(c.operation)], c.group < byGroup.size() ? &byGroup[c.group] : byGroup.data()}) {
      of->collectives += fresh ? 1 : 0;
      if (c.bytes > 0) of->bytes += c.bytes;
    }
  }
  const bool sends = byOperation[static_cast<std::size_t>(Operation::SendRecv)].collectives > 0;
  for (std::size_t i = 0; i < run.transfers.size(); ++i)
    if (run.transfers.instance[i] == kNoInstance) {
      TrafficChoices::Of& of = byOperation[static_cast<std::size_t>(Operation::SendRecv)];
      if (!sends) ++of.collectives;
      if (!sends && run.transfers.bytes[i] > 0) of.bytes += run.transfers.bytes[i];
    }
  for (std::size_t i = 0; i < byOperation.size(); ++i)
    if (byOperation[i].collectives > 0) out.operations.emplace_back(static_cast<Operation>(i), byOperation[i]);
  for (std::uint32_t g = 0; g < byGroup.size(); ++g)
    if (byGroup[g].collectives > 0) out.groups.emplace_back(g, byGroup[g]);
  std::stable_sort(out.groups.begin(), out.groups.end(), [](const auto& a, const auto& b) { return a.second.collectives > b.second.collectives; });
  return out;
}

}  // namespace weir
