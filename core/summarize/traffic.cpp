#include "core/summarize/traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace weir {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
using Members = std::vector<std::int32_t>;

std::optional<CollectiveOp> expandable(Operation op) {
  switch (op) {
    case Operation::AllReduce:
      return CollectiveOp::AllReduce;
    case Operation::AllGather:
      return CollectiveOp::AllGather;
    case Operation::ReduceScatter:
      return CollectiveOp::ReduceScatter;
    case Operation::AllToAll:
      return CollectiveOp::AllToAll;
    case Operation::Broadcast:
      return CollectiveOp::Broadcast;
    case Operation::Reduce:
    case Operation::Gather:
    case Operation::Scatter:
    case Operation::SendRecv:
    case Operation::Barrier:
    case Operation::Unknown:
      return std::nullopt;
  }
  return std::nullopt;
}

// Share of [from, to) within the range, in [0, 1]; a point counts whole.
double shareWithin(std::int64_t from, std::int64_t to, const std::optional<TimeRange>& range) {
  if (!range) return 1;
  if (to <= from) return from >= range->from && from < range->to ? 1 : 0;
  const std::int64_t both = std::min(to, range->to) - std::max(from, range->from);
  return both <= 0 ? 0 : static_cast<double>(both) / static_cast<double>(to - from);
}

std::string plural(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : what.ends_with("h") ? "es" : "s");
}

std::string joined(const std::vector<std::string>& parts) {
  std::string s;
  for (std::size_t i = 0; i < parts.size(); ++i) s += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return s;
}

// A matrix in the making: ranks are known, cells are added to by rank.
class Cells {
 public:
  Cells(TrafficMatrix& m, const std::set<std::int32_t>& ranks, int maxBins) : m_(m) {
    m.ranks.assign(ranks.begin(), ranks.end());
    const int n = static_cast<int>(m.ranks.size());
    m.perBin = std::max(1, (n + std::max(maxBins, 1) - 1) / std::max(maxBins, 1));
    m.bins = (n + m.perBin - 1) / m.perBin;
    m.value.assign(static_cast<std::size_t>(m.bins) * static_cast<std::size_t>(m.bins), 0);
  }
  [[nodiscard]] int binOf(std::int32_t rank) const {
    const auto it = std::lower_bound(m_.ranks.begin(), m_.ranks.end(), rank);
    if (it == m_.ranks.end() || *it != rank) return -1;
    return static_cast<int>(it - m_.ranks.begin()) / m_.perBin;
  }
  void add(int from, int to, double v) {
    if (from >= 0 && to >= 0)
      m_.value[static_cast<std::size_t>(from) * static_cast<std::size_t>(m_.bins) + static_cast<std::size_t>(to)] += v;
  }

 private:
  TrafficMatrix& m_;
};

void say(TrafficMatrix& m, const std::string& sentence) {
  if (!m.assumption.empty()) m.assumption += ' ';
  m.assumption += sentence;
}

void sayMissingRanks(TrafficMatrix& m, const Run& run, bool inferred) {
  const std::size_t all = std::max(m.ranks.size(), static_cast<std::size_t>(std::max(run.worldSize, 0)));
  if (run.ranks.empty() || run.ranks.size() >= all) return;
  say(m, fmt::format("{} of {} ranks are in this run{}.", run.ranks.size(), all,
                     inferred ? "; the part of the others is inferred" : ""));
}

TrafficMatrix fromTransfers(const Run& run, const TrafficOptions& o) {
  TrafficMatrix m;
  m.source = TrafficSource::Transfers;
  m.measure = o.measure;
  const Transfers& t = run.transfers;
  const bool sized = std::any_of(t.bytes.begin(), t.bytes.end(), [](std::int64_t b) { return b != kUnknownBytes; });
  if (o.measure == TrafficMeasure::Bytes && !sized) {
    m.measure = TrafficMeasure::Time;
    m.measureDiffers = true;
    say(m, "The messages carry no sizes: their time is shown.");
  }
  std::set<std::int32_t> ranks(run.ranks.begin(), run.ranks.end());
  for (const auto* column : {&t.source, &t.destination})
    for (const std::int32_t r : *column)
      if (r >= 0) ranks.insert(r);
  Cells cells(m, ranks, o.maxBins);
  std::uint64_t unsized = 0;
  std::uint64_t strangers = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (o.range && t.start[i] >= o.range->to) break;  // sorted by start
    const double share = shareWithin(t.start[i], t.end[i], o.range);
    if (share == 0) continue;
    if (t.source[i] < 0 || t.destination[i] < 0) {
      ++strangers;
      continue;
    }
    double v = 1;
    if (m.measure == TrafficMeasure::Bytes) {
      if (t.bytes[i] == kUnknownBytes) {
        ++unsized;
        continue;
      }
      v = share * static_cast<double>(t.bytes[i]);
    } else if (m.measure == TrafficMeasure::Time) {
      v = share * static_cast<double>(t.end[i] - t.start[i]) / 1e12;
    }
    cells.add(cells.binOf(t.source[i]), cells.binOf(t.destination[i]), v);
  }
  // What two ranks that were not recorded told each other is unknown, not nothing.
  if (m.perBin == 1 && !run.ranks.empty())
    for (int a = 0; a < m.bins; ++a)
      for (int b = 0; b < m.bins; ++b)
        if (a != b && !std::binary_search(run.ranks.begin(), run.ranks.end(), m.ranks[static_cast<std::size_t>(a)]) &&
            !std::binary_search(run.ranks.begin(), run.ranks.end(), m.ranks[static_cast<std::size_t>(b)]))
          cells.add(a, b, kNaN);
  if (unsized > 0) say(m, fmt::format("{} without a size left out.", plural(unsized, "message")));
  if (strangers > 0) say(m, fmt::format("{} to or from an unknown rank left out.", plural(strangers, "message")));
  return m;
}

struct Instance {
  std::vector<const CollectiveCall*> calls;
  std::int64_t start = 0, end = 0;
};

std::vector<Instance> instancesWithin(const Run& run, const std::optional<TimeRange>& range) {
  std::map<std::uint32_t, Instance> by;
  for (const CollectiveCall& c : run.collectives) {
    Instance& i = by[c.instance];
    i.start = i.calls.empty() ? c.start : std::min(i.start, c.start);
    i.end = i.calls.empty() ? c.start + c.duration : std::max(i.end, c.start + c.duration);
    i.calls.push_back(&c);
  }
  std::vector<Instance> out;
  for (auto& [id, i] : by)
    if (shareWithin(i.start, i.end, range) > 0) out.push_back(std::move(i));
  return out;
}

// Members of the instance's group; empty where they cannot be told.
Members membersOf(const Run& run, const Instance& i) {
  const CollectiveCall& c = *i.calls.front();
  if (c.group > 0) return run.groups[c.group];
  std::set<std::int32_t> present;
  for (const CollectiveCall* call : i.calls)
    if (call->rank >= 0) present.insert(call->rank);
  const auto n = static_cast<std::size_t>(std::max(c.groupSize, 0));
  if (n > 0 && present.size() == n) return {present.begin(), present.end()};
  if (run.worldSize > 1 && (n == 0 || n == static_cast<std::size_t>(run.worldSize))) {
    Members all(static_cast<std::size_t>(run.worldSize));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  if (n == 0 || n == run.ranks.size()) return run.ranks;
  return {};
}

TrafficMatrix sharedTime(const Run& run, const TrafficOptions& o, const std::vector<Instance>& instances) {
  TrafficMatrix m;
  m.measure = TrafficMeasure::Time;
  m.measureDiffers = o.measure != TrafficMeasure::Time;
  m.source = TrafficSource::SharedTime;
  Cells cells(m, {run.ranks.begin(), run.ranks.end()}, o.maxBins);
  std::uint64_t counted = 0;
  for (const Instance& i : instances) {
    bool any = false;
    for (std::size_t a = 0; a < i.calls.size(); ++a)
      for (std::size_t b = a + 1; b < i.calls.size(); ++b) {
        const CollectiveCall& x = *i.calls[a];
        const CollectiveCall& y = *i.calls[b];
        if (x.rank == y.rank) continue;
        std::int64_t from = std::max(x.start, y.start);
        std::int64_t to = std::min(x.start + x.duration, y.start + y.duration);
        if (o.range) from = std::max(from, o.range->from), to = std::min(to, o.range->to);
        any = true;
        if (to <= from) continue;
        const int p = cells.binOf(x.rank);
        const int q = cells.binOf(y.rank);
        const double s = static_cast<double>(to - from) / 1e12;
        cells.add(p, q, s);
        cells.add(q, p, s);
      }
    if (any) ++counted;
  }
  if (m.measureDiffers) say(m, "The run carries no message sizes, so time is shown instead.");
  if (counted == 0) {
    m.source = TrafficSource::None;
    say(m, run.ranks.size() < 2 ? "Only one rank is in this run, so there is no pair of ranks to show."
                                : "No collective that two of its ranks took part in was found.");
    return m;
  }
  say(m, fmt::format("Each cell is the time two ranks were inside the same collective at once, summed over {}.",
                     plural(counted, "collective")));
  sayMissingRanks(m, run, false);
  return m;
}

// One distinct collective: expanded once, however often it ran.
struct Pattern {
  CollectiveOp op;
  Algorithm algorithm;
  std::size_t members;  // index
  std::int64_t bytes;
  std::int32_t onlyFrom;  // all-to-all with sizes of their own: the row of this member; -1 = all rows
  auto operator<=>(const Pattern&) const = default;
};

class Expansion {
 public:
  explicit Expansion(const TrafficOptions& o) : o_(o) {}

  // False where it cannot be expanded; `why` counts the reason.
  void take(const Run& run, const Instance& i) {
    const CollectiveCall& c = *i.calls.front();
    const auto op = expandable(c.operation);
    if (!op) {
      ++unsupported_[c.operation];
      return;
    }
    std::map<std::int32_t, std::int64_t> bytes;
    std::int64_t largest = kUnknownBytes;
    for (const CollectiveCall* call : i.calls)
      if (call->bytes >= 0) {
        bytes[call->rank] = call->bytes;
        largest = std::max(largest, call->bytes);
      }
    if (largest < 0) {
      ++unsized;
      return;
    }
    const Members who = membersOf(run, i);
    if (who.size() < 2) {
      ++groupless;
      return;
    }
    const auto [it, fresh] = memberIndex_.try_emplace(who, members.size());
    if (fresh) members.push_back(who);
    const auto named = algorithmFrom(lower(run.names.text(c.algorithm)));
    const Algorithm algorithm = named.value_or(o_.algorithm == Algorithm::Auto ? Algorithm::Ring : o_.algorithm);
    const double weight = o_.measure == TrafficMeasure::Messages ? 1 : shareWithin(i.start, i.end, o_.range);
    const auto size = static_cast<std::int64_t>(who.size());
    if (*op == CollectiveOp::AllToAll) {
      ++count[{*op, Algorithm::Auto}];
      const bool even = std::all_of(bytes.begin(), bytes.end(), [&](const auto& b) { return b.second == largest; });
      if (even) {
        weights[{*op, Algorithm::Auto, it->second, largest, -1}] += weight;
        return;
      }
      const std::int64_t sum = std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0},
                                               [](std::int64_t s, const auto& b) { return s + b.second; });
      for (std::int32_t k = 0; k < static_cast<std::int32_t>(who.size()); ++k) {
        const auto own = bytes.find(who[static_cast<std::size_t>(k)]);
        const std::int64_t b = own == bytes.end() ? sum / static_cast<std::int64_t>(bytes.size()) : own->second;
        weights[{*op, Algorithm::Auto, it->second, b, k}] += weight;
      }
      return;
    }
    ++count[{*op, algorithm}];
    if (!named) chosen = true;
    if (*op == CollectiveOp::Broadcast) broadcasts = true;
    // The call holds the input of one rank; an all-gather's buffer is all of them together.
    weights[{*op, algorithm, it->second, *op == CollectiveOp::AllGather ? largest * size : largest, -1}] += weight;
  }

  [[nodiscard]] std::string unsupportedText() const {
    std::vector<std::string> parts;
    for (const auto& [op, n] : unsupported_)
      parts.push_back(op == Operation::Unknown ? plural(n, "unnamed collective") : plural(n, name(op)));
    return joined(parts);
  }
  [[nodiscard]] std::string expandedText() const {
    std::map<Algorithm, std::vector<std::string>> by;
    for (const auto& [key, n] : count) by[key.second].push_back(plural(n, name(key.first)));
    std::vector<std::string> parts;
    for (const auto& [algorithm, what] : by)
      parts.push_back(fmt::format("{} expanded {}", joined(what),
                                  algorithm == Algorithm::Auto ? "pairwise" : fmt::format("as {}", spaced(algorithm))));
    return joined(parts);
  }

  std::map<Pattern, double> weights;
  std::vector<Members> members;
  std::map<std::pair<CollectiveOp, Algorithm>, std::uint64_t> count;
  std::uint64_t unsized = 0, groupless = 0;
  bool chosen = false, broadcasts = false;

 private:
  static std::string lower(std::string_view s) {
    std::string out(s);
    for (char& ch : out)
      if (ch >= 'A' && ch <= 'Z') ch = static_cast<char>(ch + 32);
    return out;
  }
  static std::string spaced(Algorithm a) {
    std::string s(name(a));
    if (a == Algorithm::DoubleBinaryTree) std::replace(s.begin(), s.end(), '-', ' ');
    return s;
  }
  const TrafficOptions& o_;
  std::map<Members, std::size_t> memberIndex_;
  std::map<Operation, std::uint64_t> unsupported_;
};

}  // namespace

TrafficMatrix trafficMatrix(const Run& run, const TrafficOptions& o) {
  if (run.transfers.size() > 0) return fromTransfers(run, o);
  TrafficMatrix m;
  m.measure = o.measure;
  if (run.collectives.empty()) {
    say(m, "No collective and no message was found in this run.");
    return m;
  }
  const std::vector<Instance> instances = instancesWithin(run, o.range);
  if (instances.empty()) {
    say(m, "No collective lies in this time range.");
    return m;
  }
  if (o.measure == TrafficMeasure::Time) return sharedTime(run, o, instances);
  Expansion e(o);
  for (const Instance& i : instances) e.take(run, i);
  if (e.weights.empty()) return sharedTime(run, o, instances);

  m.source = TrafficSource::ExpandedCollectives;
  m.algorithmMatters = e.chosen;
  std::set<std::int32_t> ranks(run.ranks.begin(), run.ranks.end());
  for (const Members& who : e.members) ranks.insert(who.begin(), who.end());
  Cells cells(m, ranks, o.maxBins);
  const bool countOnly = o.measure == TrafficMeasure::Messages;
  for (const auto& [p, weight] : e.weights) {
    const Members& who = e.members[p.members];
    const int n = static_cast<int>(who.size());
    std::vector<int> bin;
    for (const std::int32_t r : who) bin.push_back(cells.binOf(r));
    const double w = weight;
    if (p.onlyFrom >= 0) {
      for (int k = 0; k < n; ++k)
        if (k != p.onlyFrom)
          cells.add(bin[static_cast<std::size_t>(p.onlyFrom)], bin[static_cast<std::size_t>(k)],
                    countOnly ? w : w * static_cast<double>(p.bytes / n + (k < p.bytes % n ? 1 : 0)));
      continue;
    }
    expandCollective(p.op, p.algorithm, n, p.bytes, 0, [&](const Message& msg) {
      cells.add(bin[static_cast<std::size_t>(msg.from)], bin[static_cast<std::size_t>(msg.to)],
                countOnly ? w : w * static_cast<double>(msg.bytes));
    });
  }
  say(m, e.expandedText() + "; sizes as the run gives them.");
  if (e.broadcasts) say(m, "A broadcast is taken to start at the first rank of its group.");
  if (e.unsized > 0) say(m, fmt::format("{} without a size left out.", plural(e.unsized, "collective")));
  if (e.groupless > 0) say(m, fmt::format("{} whose members are unknown left out.", plural(e.groupless, "collective")));
  if (const std::string rest = e.unsupportedText(); !rest.empty()) say(m, rest + " not expanded.");
  sayMissingRanks(m, run, true);
  return m;
}

}  // namespace weir
