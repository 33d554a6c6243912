#include "core/summarize/collective_table.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <unordered_map>

#include "core/base/nan.h"
#include "core/base/units.h"
#include "core/summarize/bandwidth.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

struct Instance {
  std::uint32_t calls = 0;
  std::int64_t shortest = 0;  // of its calls, ps
};

struct Group {
  std::vector<std::int64_t> durations;                  // of the calls
  std::unordered_map<std::uint32_t, Instance> instances;
  SliceIndex longest = 0;
  std::int64_t longestTime = -1, longestStart = 0;
};

// Sends and receives, and what is made of them, have one kernel in NCCL, whose name must hold some algorithm: no ring is run.
std::string_view algorithmOf(const Run& run, const CollectiveCall& c) {
  const std::string_view named = run.names.text(c.algorithm);
  const bool pairs = c.operation == Operation::AllToAll || c.operation == Operation::SendRecv || c.operation == Operation::Gather || c.operation == Operation::Scatter;
  return run.truth == Truth::Measured && pairs && named.starts_with("ring") ? std::string_view() : named;
}

}  // namespace

std::optional<double> linkPeakOf(const Run& run) {
  if (run.scenario.empty()) return std::nullopt;
  const auto j = nlohmann::json::parse(run.scenario, nullptr, false);
  const nlohmann::json::json_pointer at("/machine/network/link/bandwidth");
  if (j.is_discarded() || !j.contains(at) || !j[at].is_string()) return std::nullopt;
  const auto b = units::parseBandwidth(j[at].get<std::string>());
  return b ? std::optional(b->toBytesPerSecond()) : std::nullopt;
}

StatTable collectiveTable(const Run& run, const StatAsk& ask) {
  StatTable t;
  t.key = "collectives";
  t.title = "Collectives";
  using U = StatColumn::Unit;
  t.columns = {
      {"operation", "operation", "What the ranks did together", U::Text},
      {"algorithm", "algorithm", "As the trace names it; NCCL writes RING into the name of every kernel that sends and receives, which says nothing", U::Text},
      {"group_size", "ranks", "Ranks of the communicator", U::Count},
      {"size_bytes", "size", "Bytes as nccl-tests counts them: of all-gather and gather the whole buffer, else the input of a rank", U::Bytes},
      {"collectives", "count", "Collectives, each counted once over its ranks", U::Count},
      {"calls", "calls", "Calls, one a rank", U::Count},
      {"sum_s", "sum", "Sum of the durations of the calls", U::Seconds},
      {"mean_s", "mean", "Mean duration of a call, with its waiting for other ranks", U::Seconds},
      {"p50_s", "p50", "Half of the calls take no longer (nearest rank)", U::Seconds},
      {"p99_s", "p99", "99 of 100 calls take no longer (nearest rank)", U::Seconds},
      {"max_s", "longest", "The longest call; a double click shows it", U::Seconds},
      {"transfer_s", "transfer", "Mean over the collectives of their shortest call: the last rank to come does not wait for others", U::Seconds},
      {"algbw_bytes_per_s", "algbw", "size / transfer (nccl-tests, doc/PERFORMANCE.md)", U::BytesPerSecond},
      {"busbw_bytes_per_s", "busbw", "algbw x factor: all-reduce 2(n-1)/n; all-gather, reduce-scatter, all-to-all, gather, scatter (n-1)/n; else 1 (nccl-tests)", U::BytesPerSecond},
      {"link_fraction", "of link peak", "busbw / the link's peak, where the scenario or a person gives one", U::Fraction},
  };
  std::map<std::tuple<Operation, std::string_view, std::int32_t, std::int64_t>, Group> groups;
  std::uint64_t unseen = 0;
  for (const CollectiveCall& c : run.collectives) {
    if (!ask.has(c.start, c.rank)) continue;
    Group& g = groups[{c.operation, algorithmOf(run, c), c.groupSize, c.bytes}];
    g.durations.push_back(c.duration);
    Instance& i = g.instances[c.instance];
    i.shortest = i.calls == 0 ? c.duration : std::min(i.shortest, c.duration);
    ++i.calls;
    if (c.duration > g.longestTime) g.longestTime = c.duration, g.longest = c.slice, g.longestStart = c.start;
  }
  const auto peak = ask.linkPeak ? ask.linkPeak : linkPeakOf(run);
  struct Line {
    double sum;
    std::vector<StatCell> cells;
    std::optional<StatPlace> place;
  };
  std::vector<Line> lines;
  for (auto& [key, g] : groups) {
    const auto& [op, algorithm, size, bytes] = key;
    CollectiveCall like;
    like.operation = op;
    like.groupSize = size;
    like.bytes = bytes;
    double transfer = 0;
    for (const auto& [instance, i] : g.instances) {
      transfer += static_cast<double>(i.shortest);
      if (size > 0 && i.calls < static_cast<std::uint32_t>(size)) ++unseen;
    }
    transfer = seconds(transfer / static_cast<double>(g.instances.size()));
    const auto whole = ncclSize(like);
    const auto [algbw, busbw] = bandwidthOf(like, transfer).value_or(CollectiveBandwidth{kNaN, kNaN});
    const Durations d = durationsOf(g.durations);
    lines.push_back({seconds(static_cast<double>(d.sum)),
                     {std::string(name(op)), std::string(algorithm), size > 0 ? StatCell(static_cast<double>(size)) : StatCell(kNaN),
                      whole ? StatCell(*whole) : StatCell(kNaN), static_cast<double>(g.instances.size()), static_cast<double>(d.count),
                      seconds(static_cast<double>(d.sum)), seconds(d.mean()), seconds(static_cast<double>(d.p50)), seconds(static_cast<double>(d.p99)),
                      seconds(static_cast<double>(d.most)), transfer, algbw, busbw, peak && *peak > 0 ? StatCell(busbw / *peak) : StatCell(kNaN)},
                     StatPlace{g.longestStart, g.longest}});
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.sum > b.sum; });
  for (Line& l : lines) {
    t.rows.push_back(std::move(l.cells));
    t.places.push_back(l.place);
  }
  if (unseen > 0)
    t.remark = "Of " + std::to_string(unseen) + " collectives not all ranks are in the trace: their transfer time may hold waiting, so that bandwidths are lower bounds.";
  if (t.rows.empty()) t.reason = run.collectives.empty() ? "the trace has no collective calls" : "no collective starts in this range";
  return t;
}

}  // namespace weir
