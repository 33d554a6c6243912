#include "core/network/routing_minimal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/random.h"

namespace weir::net {
namespace {
constexpr std::size_t kMostTable = std::size_t{1} << 30;
constexpr std::size_t kMostRuns = std::size_t{1} << 25;
constexpr std::size_t kMostMeasured = std::size_t{1} << 30;  // rows x links that are walked for the number of channels
}  // namespace

Result<MinimalWays> MinimalWays::make(const Wiring& wiring, const std::vector<std::uint32_t>& groups,
                                      const std::vector<std::vector<std::uint32_t>>& through) {
  constexpr const char* kWhere = "machine.network.routing";
  MinimalWays m;
  m.switches_ = wiring.switches();
  m.groups_ = groups;
  m.rowOf_.assign(m.switches_, kNoIndex);
  std::vector<std::vector<std::uint32_t>> targets;
  for (const std::uint32_t s : wiring.edges()) {
    m.rowOf_[s] = static_cast<Row>(targets.size());
    targets.push_back({s});
  }
  m.sets_ = !through.empty();
  m.firstThrough_ = static_cast<Row>(targets.size());
  targets.insert(targets.end(), through.begin(), through.end());
  if (targets.size() * m.switches_ > kMostTable)
    return fail(fmt::format("the shortest ways from {} switches to {} take a table of more than a gigabyte", m.switches_, targets.size()), kWhere,
                "use dimension-order on a torus, mesh or hyperx, or fewer switches");
  if (wiring.mostWays() > kMaxWays)
    return fail(fmt::format("a switch has {} links to other switches, more than {}", wiring.mostWays(), kMaxWays), kWhere, "spread them over more switches");
  m.rowGroup_.assign(targets.size(), kNoIndex);
  m.search(wiring, targets);
  m.measure(wiring);
  if (const std::uint32_t far = std::max(m.longest_, m.longestThrough_); far + wiring.accessLinks() > kMaxHops)
    return fail(fmt::format("shortest routes have {}{} links, and a packet counts {} at most", far >= kSteps ? "at least " : "", far + wiring.accessLinks(), kMaxHops),
                kWhere, "make the network less deep");
  return m;
}

bool MinimalWays::leadsOn(Row row, std::uint32_t s, const Way& w, std::uint8_t d) const {
  const std::uint8_t e = table_[std::size_t{row} * switches_ + w.to];
  if (e == kFar || (e & kSteps) + 1 != (d & kSteps)) return false;
  if (groups_.empty() || (d & kAnyWay) != 0) return true;
  return (e & kAnyWay) == 0 && (groups_[w.to] == rowGroup_[row] || groups_[w.to] == groups_[s]);
}

void MinimalWays::choices(const Wiring& wiring, Row row, std::uint32_t s, Choices& out) const {
  const auto ways = wiring.ways(s);
  if (!runs_.empty())
    if (const std::uint16_t run = runs_[std::size_t{row} * switches_ + s]; run != 0) {
      out.run_ = &ways[run >> 8];
      out.n_ = run & 0xff;
      return;
    }
  out.run_ = nullptr;
  out.n_ = 0;
  const std::uint8_t* table = &table_[std::size_t{row} * switches_];
  const std::uint8_t d = table[s];
  if (d == kFar || d == 0) return;
  if (groups_.empty()) {
    for (const Way& w : ways) {
      out.list_[out.n_] = &w;
      out.n_ += table[w.to] + 1U == d ? 1 : 0;  // kFar + 1 is no distance
    }
    return;
  }
  for (const Way& w : ways)
    if (leadsOn(row, s, w, d)) out.list_[out.n_++] = &w;
}

bool MinimalWays::walk(const Wiring& wiring, Row row, std::uint32_t& at, std::uint64_t hash, Trail& trail) const {
  Choices ways;
  for (;;) {
    choices(wiring, row, at, ways);
    const std::uint32_t n = ways.size();
    if (n == 0) return distance(row, at) == 0;
    if (wiring.full(trail)) return false;
    // Salted by the node, or all switches of a level would pick alike and the paths polarise.
    const Way& w = ways[n == 1 ? 0 : static_cast<std::uint32_t>(((mix(hash, wiring.hosts() + at) >> 32) * n) >> 32)];
    Wiring::step(trail, w);
    at = w.to;
  }
}

// `leads`: by way of s, the targets (of 64) to which it leads on. Targets with the same ways are taken together.
void MinimalWays::noteRuns(std::size_t firstRow, std::uint32_t s, std::uint64_t rows, const std::vector<std::uint64_t>& leads) {
  while (rows != 0) {
    const std::uint64_t bit = rows & (~rows + 1);
    std::uint64_t same = rows;
    std::size_t first = 0, count = 0, last = 0;
    for (std::size_t i = 0; i < leads.size(); ++i) {
      const bool on = (leads[i] & bit) != 0;
      same &= on ? leads[i] : ~leads[i];
      if (!on) continue;
      if (count++ == 0) first = i;
      last = i;
    }
    if (last - first + 1 == count && last < 256 && count < 256)
      for (std::uint64_t left = same; left != 0; left &= left - 1)
        runs_[(firstRow + static_cast<std::size_t>(std::countr_zero(left))) * switches_ + s] = static_cast<std::uint16_t>(first << 8 | count);
    rows &= ~same;
  }
}

void MinimalWays::search(const Wiring& wiring, const std::vector<std::vector<std::uint32_t>>& targets) {
  table_.assign(targets.size() * switches_, kFar);
  if (table_.size() <= kMostRuns) runs_.assign(table_.size(), 0);
  std::vector<std::uint64_t> leads;
  std::uint32_t groups = 0;
  for (std::uint32_t s = 0; s < switches_ && !groups_.empty(); ++s) groups = wiring.outside(s) ? std::max(groups, groups_[s] + 1) : groups;
  for (std::size_t r = 0; r < targets.size() && groups > 0; ++r) rowGroup_[r] = groups_[targets[r][0]];
  std::vector<std::uint64_t> seen(switches_), front(switches_), next(switches_), into(groups);
  for (std::size_t first = 0; first < targets.size(); first += 64) {
    const std::size_t count = std::min<std::size_t>(64, targets.size() - first);
    const std::uint64_t all = count == 64 ? ~std::uint64_t{} : (std::uint64_t{1} << count) - 1;
    std::fill(seen.begin(), seen.end(), 0);
    std::fill(front.begin(), front.end(), 0);
    std::fill(into.begin(), into.end(), 0);
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::uint32_t s : targets[first + i]) {
        seen[s] |= std::uint64_t{1} << i;
        front[s] |= std::uint64_t{1} << i;
        table_[(first + i) * switches_ + s] = 0;
      }
      if (groups > 0) into[rowGroup_[first + i]] |= std::uint64_t{1} << i;
    }
    bool any = true;
    for (std::uint8_t d = 1; any && d <= kSteps; ++d) {
      any = false;
      for (std::uint32_t s = 0; s < switches_; ++s) {
        next[s] = 0;
        if (seen[s] == all || !wiring.outside(s)) continue;
        const auto over = [&](const Way& w) { return front[w.to] & (groups == 0 || groups_[w.to] == groups_[s] ? all : into[groups_[w.to]]); };
        std::uint64_t reached = 0;
        for (const Way& w : wiring.ways(s)) reached |= over(w);
        next[s] = reached & ~seen[s];
        if (next[s] != 0 && !runs_.empty()) {
          leads.clear();
          for (const Way& w : wiring.ways(s)) leads.push_back(over(w) & next[s]);
          noteRuns(first, s, next[s], leads);
        }
        any |= next[s] != 0;
        for (std::uint64_t left = next[s]; left != 0; left &= left - 1)
          table_[(first + static_cast<std::size_t>(std::countr_zero(left))) * switches_ + s] = d;
      }
      for (std::uint32_t s = 0; s < switches_; ++s) seen[s] |= next[s];
      front.swap(next);
    }
  }
  if (groups > 0)
    for (Row r = 0; r < targets.size(); ++r) searchAnyWay(wiring, r);
}

void MinimalWays::searchAnyWay(const Wiring& wiring, Row row) {
  std::uint8_t* table = &table_[std::size_t{row} * switches_];
  if (std::find(table, table + switches_, kFar) == table + switches_) return;
  for (std::uint8_t d = 1; d < kSteps; ++d)
    for (std::uint32_t s = 0; s < switches_; ++s)
      if (table[s] == kFar && wiring.outside(s))
        for (const Way& w : wiring.ways(s))
          if (table[w.to] != kFar && (table[w.to] & kSteps) + 1 == d) {
            table[s] = d | kAnyWay;
            break;
          }
}

// The most turns from down to up on any way from a switch with hosts to the row's target.
std::uint32_t MinimalWays::turns(const Wiring& wiring, Row row) const {
  std::vector<std::vector<std::uint32_t>> byDistance;
  for (std::uint32_t s = 0; s < switches_; ++s) {
    const std::uint8_t d = distance(row, s);
    if (d == kFar) continue;
    if (byDistance.size() <= d) byDistance.resize(d + 1U);
    byDistance[d].push_back(s);
  }
  std::array<std::vector<std::uint8_t>, kOrders> most;  // by the order of the link that came before
  most.fill(std::vector<std::uint8_t>(switches_, 0));
  std::uint32_t found = 0;
  for (std::size_t d = 1; d < byDistance.size(); ++d)
    for (const std::uint32_t s : byDistance[d]) {
      const std::uint8_t steps = table_[std::size_t{row} * switches_ + s];
      std::array<std::uint8_t, kOrders> here{};
      for (const Way& w : wiring.ways(s)) {
        if (!leadsOn(row, s, w, steps)) continue;
        for (std::uint8_t last = 0; last < kOrders; ++last)
          here[last] = std::max<std::uint8_t>(here[last], most[w.order][w.to] + (Wiring::turns(last, w) ? 1 : 0));
      }
      for (std::uint8_t last = 0; last < kOrders; ++last) most[last][s] = here[last];
      if (wiring.edge(s) || (row < firstThrough_ && sets_)) found = std::max<std::uint32_t>(found, here[0]);
    }
  return found;
}

void MinimalWays::measure(const Wiring& wiring) {
  const auto rows = static_cast<Row>(table_.size() / std::max<std::size_t>(switches_, 1));
  const bool walked = !wiring.upDown() && std::size_t{rows} * wiring.links() <= kMostMeasured;
  for (Row r = 0; r < rows; ++r) {
    std::uint32_t far = 0;
    for (std::uint32_t s = 0; s < switches_; ++s)
      if (const std::uint8_t d = distance(r, s); d != kFar && (wiring.edge(s) || (r < firstThrough_ && sets_))) far = std::max<std::uint32_t>(far, d);
    std::uint32_t& longest = r < firstThrough_ ? longest_ : longestThrough_;
    std::uint32_t& channels = r < firstThrough_ ? channels_ : channelsThrough_;
    longest = std::max(longest, far);
    if (far >= 2 && walked && wiring.channelsAtMost(far) > channels) channels = std::max(channels, 1 + turns(wiring, r));
  }
  if (!walked && !wiring.upDown()) {
    channels_ = wiring.channelsAtMost(longest_);
    channelsThrough_ = wiring.channelsAtMost(longestThrough_);
  }
}

}  // namespace weir::net
