#include "core/run/run.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/run/builder.h"
#include "core/run/call_match.h"
#include "core/run/sort_io.h"

namespace weir {

std::string_view name(Activity a) {
  constexpr std::array<std::string_view, kActivities> names{
      "computing", "communication", "copy", "data loading", "checkpoint", "host", "waiting", "annotation", "other"};
  return names[static_cast<std::size_t>(a)];
}
std::string_view name(Truth t) {
  constexpr std::array<std::string_view, 3> names{"measured", "simulated", "predicted"};
  return names[static_cast<std::size_t>(t)];
}
std::string_view name(ClockKind c) {
  constexpr std::array<std::string_view, 3> names{"epoch", "local time", "own"};
  return names[static_cast<std::size_t>(c)];
}
std::string_view name(TrackKind k) {
  constexpr std::array<std::string_view, 6> names{"thread", "stream", "link", "tier", "device", "other"};
  return names[static_cast<std::size_t>(k)];
}

namespace {
constexpr std::array<std::string_view, 11> kOperations{"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast",
                                                       "reduce", "gather", "scatter", "send-receive", "barrier", "unknown"};
}

std::string_view name(Operation op) { return kOperations[static_cast<std::size_t>(op)]; }

std::optional<Operation> operationFrom(std::string_view text) {
  std::string plain;
  for (const char ch : text)
    if (ch != '-' && ch != '_' && ch != ' ') plain += static_cast<char>(ch >= 'A' && ch <= 'Z' ? ch + 32 : ch);
  const auto is = [&](std::string_view s) { return plain == s; };
  if (is("allreduce") || is("allreducecoalesced")) return Operation::AllReduce;
  if (is("allgather") || is("allgatherbase") || is("allgatherintotensor") || is("allgathercoalesced")) return Operation::AllGather;
  if (is("reducescatter") || is("reducescatterbase") || is("reducescattertensor") || is("reducescatterblock")) return Operation::ReduceScatter;
  if (is("alltoall") || is("alltoallv") || is("alltoallbase") || is("alltoallsingle")) return Operation::AllToAll;
  if (is("broadcast") || is("bcast")) return Operation::Broadcast;
  if (is("reduce")) return Operation::Reduce;
  if (is("gather")) return Operation::Gather;
  if (is("scatter")) return Operation::Scatter;
  if (is("sendrecv") || is("sendreceive") || is("send") || is("recv") || is("p2p")) return Operation::SendRecv;
  if (is("barrier")) return Operation::Barrier;
  return std::nullopt;
}

const Row& Run::rowOf(SliceIndex i) const {
  return *std::prev(std::upper_bound(rows.begin(), rows.end(), i, [](SliceIndex v, const Row& r) { return v < r.begin; }));
}

SliceIndex Run::firstEndingAfter(const Row& row, std::int64_t t) const {
  // Rows do not overlap, so ends are sorted as starts are.
  SliceIndex lo = row.begin;
  SliceIndex hi = row.end;
  while (lo < hi) {
    const SliceIndex mid = lo + (hi - lo) / 2;
    if (slices.endOf(mid) > t) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}

SliceIndex Run::firstStartingAt(const Row& row, std::int64_t t) const {
  const auto b = slices.start.begin();
  return static_cast<SliceIndex>(std::lower_bound(b + static_cast<std::ptrdiff_t>(row.begin), b + static_cast<std::ptrdiff_t>(row.end), t) - b);
}

namespace {

// Where a trace does not say which ranks a call is among, calls of different communicators can come to be matched. Nobody
// leaves a collective before the last has come: calls that were never under way at once belong to different ones. But for those
// of which more is told than their order.
void separateUnrelated(Run& run, std::uint32_t next, const std::vector<bool>& told) {
  constexpr std::string_view kKind = "calls of unknown groups that were never under way at once, not matched across ranks";
  std::erase_if(run.notes, [&](const Note& n) { return n.kind == kKind; });
  struct Window {
    std::int64_t lastStart = std::numeric_limits<std::int64_t>::min(), firstEnd = std::numeric_limits<std::int64_t>::max();
    std::uint32_t calls = 0;
  };
  std::vector<Window> windows(next);
  for (const CollectiveCall& c : run.collectives) {
    Window& w = windows[c.instance];
    w.lastStart = std::max(w.lastStart, c.start);
    w.firstEnd = std::min(w.firstEnd, c.start + c.duration);
    ++w.calls;
  }
  std::vector<bool> kept(next, false);
  for (std::size_t i = 0; i < run.collectives.size(); ++i) {
    CollectiveCall& c = run.collectives[i];
    const Window& w = windows[c.instance];
    if (c.group != 0 || w.calls < 2 || w.lastStart <= w.firstEnd || (i < told.size() && told[i])) continue;
    addNote(run.notes, kKind, run.slices.size() > c.slice ? run.names.text(run.slices.name[c.slice]) : std::string_view{}, 1, c.start);
    if (kept[c.instance]) c.instance = next++;
    else kept[c.instance] = true;
  }
}

using CallKind = std::tuple<Operation, std::uint32_t, std::int32_t>;  // operation, group, its size
using CallsOf = std::map<std::pair<CallKind, std::int32_t>, std::uint32_t>;  // a rank's calls

constexpr std::string_view kDisagree = "members of a collective do not agree";

// "8.00 kB on rank 1": what each rank says, ranks that say the same together, at most a few.
std::string saidBy(const std::map<std::string, std::vector<std::int32_t>>& said) {
  constexpr std::size_t kMost = 4;
  std::string s;
  std::size_t n = 0;
  for (const auto& [what, ranks] : said) {
    if (n++ == kMost) return s + ", ...";
    s += (s.empty() ? "" : ", ") + what + " on rank " + std::to_string(ranks.front());
    if (ranks.size() > 1) s += " and " + std::to_string(ranks.size() - 1) + " more";
  }
  return s;
}

// These have inputs of one size on all ranks by their nature.
bool sizesAreEqual(Operation op) {
  return op == Operation::AllReduce || op == Operation::AllGather || op == Operation::ReduceScatter || op == Operation::Broadcast;
}

// MPI's all-gather of sizes that differ, by the name its call goes by: "MPI_Allgatherv".
bool isOfVaryingSize(const Run& run, const CollectiveCall& c) {
  if (c.slice >= run.slices.size()) return false;
  return lowerAscii(run.names.text(run.slices.name[c.slice])).find("gatherv") != std::string::npos;
}

// Members of one collective that name other sizes. Only of known groups: calls of others may have been matched by chance.
void noteSizes(Run& run, std::uint32_t instances) {
  std::vector<std::int64_t> bytes(instances, kUnknownBytes);
  std::vector<bool> differ(instances, false);
  bool any = false;
  const auto counts = [](const CollectiveCall& c) { return c.group != 0 && c.bytes >= 0 && sizesAreEqual(c.operation); };
  for (const CollectiveCall& c : run.collectives) {
    if (!counts(c)) continue;
    if (bytes[c.instance] < 0) bytes[c.instance] = c.bytes;
    else if (bytes[c.instance] != c.bytes) differ[c.instance] = any = true;
  }
  if (!any) return;
  std::map<std::uint32_t, std::vector<const CollectiveCall*>> calls;
  for (const CollectiveCall& c : run.collectives)
    if (counts(c) && differ[c.instance]) calls[c.instance].push_back(&c);
  std::size_t places = 0;
  for (const auto& [instance, of] : calls) {
    if (std::any_of(of.begin(), of.end(), [&](const CollectiveCall* c) { return isOfVaryingSize(run, *c); })) continue;
    std::map<std::string, std::vector<std::int32_t>> said;
    if (places++ < kNotePlaces)
      for (const CollectiveCall* c : of) said[units::showBytes(static_cast<double>(c->bytes))].push_back(c->rank);
    // Sizes that differ by less than what is shown.
    if (said.size() == 1) {
      said.clear();
      for (const CollectiveCall* c : of) said[std::to_string(c->bytes) + " B"].push_back(c->rank);
    }
    addNote(run.notes, kDisagree, said.empty() ? std::string() : std::string(name(of.front()->operation)) + ": " + saidBy(said), 1, of.front()->start);
  }
}

// Members of which one calls another operation than the others. Told where all ranks of a group call as often, but not the same:
// a trace that begins later or ends earlier than the others has fewer calls, and streams side by side may change their order.
void noteOperations(Run& run, const CallsOf& calls) {
  const auto countsAs = [](Operation op) { return op != Operation::SendRecv && op != Operation::Unknown; };
  using Group = std::pair<std::uint32_t, std::int32_t>;
  std::map<Group, std::map<std::int32_t, std::map<Operation, std::uint32_t>>> groups;
  for (const auto& [at, n] : calls) {
    const auto& [op, group, size] = at.first;
    if (group != 0 && countsAs(op) && at.second != kUnknownRank) groups[{group, size}][at.second][op] = n;
  }
  std::erase_if(groups, [](const auto& g) {
    const auto sum = [](const auto& operations) {
      std::uint64_t s = 0;
      for (const auto& [op, n] : operations) s += n;
      return s;
    };
    const auto& first = g.second.begin()->second;
    bool same = true, asOften = true;
    for (const auto& [rank, operations] : g.second) {
      same = same && operations == first;
      asOften = asOften && sum(operations) == sum(first);
    }
    return same || !asOften;
  });
  if (groups.empty()) return;
  std::map<Group, std::map<std::int32_t, std::vector<const CollectiveCall*>>> sequences;
  for (const CollectiveCall& c : run.collectives)
    if (countsAs(c.operation) && c.rank != kUnknownRank && groups.contains({c.group, c.groupSize})) sequences[{c.group, c.groupSize}][c.rank].push_back(&c);
  for (const auto& [group, ranks] : sequences)
    for (std::size_t k = 0; k < ranks.begin()->second.size(); ++k) {
      std::map<std::string, std::vector<std::int32_t>> said;
      for (const auto& [rank, of] : ranks) said[std::string(name(of[k]->operation))].push_back(rank);
      if (said.size() > 1) addNote(run.notes, kDisagree, saidBy(said), 1, ranks.begin()->second[k]->start);
    }
}

}  // namespace

void matchCollectives(Run& run) {
  // Per rank, the k-th call of an operation in a group; then one instance per (operation, group, size of group, k).
  std::sort(run.collectives.begin(), run.collectives.end(), [](const CollectiveCall& a, const CollectiveCall& b) {
    return std::tuple(a.start, a.rank, a.slice) < std::tuple(b.start, b.rank, b.slice);
  });
  CallsOf calls;
  std::map<std::pair<CallKind, std::uint32_t>, std::uint32_t> instances;
  for (CollectiveCall& c : run.collectives) {
    // A call whose rank is unknown cannot be matched with another.
    const CallKind key{c.operation, c.group, c.groupSize};
    const std::uint32_t k = calls[{key, c.rank}]++;
    c.instance = instances.try_emplace({key, k}, static_cast<std::uint32_t>(instances.size())).first->second;
  }
  const std::vector<bool> told = countByMatch(run);
  std::uint32_t count = 0;
  for (const CollectiveCall& c : run.collectives) count = std::max(count, c.instance + 1);
  separateUnrelated(run, count, told);
  std::erase_if(run.notes, [](const Note& n) { return n.kind == kDisagree; });
  noteSizes(run, count);
  noteOperations(run, calls);
}

namespace {

// Graphs have tens of arrows a slice: by counting first, then each slice's own few.
void sortArrows(Run& run) {
  Arrows& a = run.arrows;
  const std::size_t n = a.size();
  const auto before = [&](std::size_t x, std::size_t y) { return std::tuple(a.from[x], a.to[x], a.kind[x]) < std::tuple(a.from[y], a.to[y], a.kind[y]); };
  bool sorted = true;
  for (std::size_t i = 1; i < n && sorted; ++i) sorted = !before(i, i - 1);
  if (sorted) return;
  const SliceIndex last = *std::max_element(a.from.begin(), a.from.end());
  if (last > 4 * static_cast<SliceIndex>(n) + 1024) {
    // Few arrows of many slices.
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), before);
    const auto put = [&](auto& column) {
      auto old = column;
      for (std::size_t i = 0; i < n; ++i) column[i] = old[order[i]];
    };
    put(a.from), put(a.to), put(a.kind);
    return;
  }
  std::vector<std::size_t> next(last + 2, 0);
  for (const SliceIndex f : a.from) ++next[f + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  Column<SliceIndex> to(n);
  Column<NameId> kind(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = next[a.from[i]]++;
    to[at] = a.to[i];
    kind[at] = a.kind[i];
  }
  a.to.swap(to);
  a.kind.swap(kind);
  std::vector<std::pair<SliceIndex, NameId>> own;
  std::size_t b = 0;
  for (SliceIndex f = 0; f <= last; ++f) {
    const std::size_t e = next[f];  // by now where the next slice's begin
    own.clear();
    for (std::size_t i = b; i < e; ++i) {
      a.from[i] = f;
      own.emplace_back(a.to[i], a.kind[i]);
    }
    if (!std::is_sorted(own.begin(), own.end())) {
      std::sort(own.begin(), own.end());
      for (std::size_t i = b; i < e; ++i) a.to[i] = own[i - b].first, a.kind[i] = own[i - b].second;
    }
    b = e;
  }
}

}  // namespace

void finishRun(Run& run) {
  std::vector<std::int32_t> ranks;
  std::vector<bool> known(std::size_t{1} << 16, false);  // millions of operations, thousands of ranks
  const auto add = [&](std::int32_t rank) {
    if (rank == kUnknownRank) return;
    if (rank >= 0 && static_cast<std::size_t>(rank) < known.size()) {
      if (known[static_cast<std::size_t>(rank)]) return;
      known[static_cast<std::size_t>(rank)] = true;
    } else if (!ranks.empty() && ranks.back() == rank) {
      return;
    }
    ranks.push_back(rank);
  };
  for (const Track& t : run.tracks) add(t.rank);
  for (const IoOperation& op : run.io) add(op.rank);
  for (const IoRecord& r : run.ioRecords) add(r.rank);
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  run.ranks = std::move(ranks);

  std::sort(run.instants.begin(), run.instants.end(), [](const Instant& a, const Instant& b) { return a.time < b.time; });
  sortByStart(run.io);
  Transfers& t = run.transfers;
  if (!std::is_sorted(t.start.begin(), t.start.end())) {
    std::vector<std::uint32_t> order(t.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return t.start[a] < t.start[b]; });
    const Transfers old = t;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint32_t k = order[i];
      t.source[i] = old.source[k];
      t.destination[i] = old.destination[k];
      t.bytes[i] = old.bytes[k];
      t.start[i] = old.start[k];
      t.end[i] = old.end[k];
      t.instance[i] = old.instance[k];
      t.file[i] = old.file[k];
    }
  }

  sortArrows(run);

  bool any = false;
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  const auto cover = [&](std::int64_t from, std::int64_t to) {
    lo = any ? std::min(lo, from) : from;
    hi = any ? std::max(hi, to) : to;
    any = true;
  };
  for (const Row& r : run.rows)
    if (r.begin < r.end) cover(run.slices.start[r.begin], run.slices.endOf(r.end - 1));
  for (std::size_t i = 0; i < t.size(); ++i) cover(t.start[i], t.end[i]);
  for (const IoOperation& op : run.io) cover(op.start, op.start + op.duration);
  for (const IoRecord& r : run.ioRecords)
    if (r.end > r.start) cover(r.start, r.end);
  for (const Counter& c : run.counters) {
    if (c.value.empty()) continue;
    if (c.step > 0) cover(c.start, c.start + c.step * static_cast<std::int64_t>(c.value.size()));
    else cover(c.time.front(), c.time.back());
  }
  run.span_ = {lo, hi};
  matchCollectives(run);
}

}  // namespace weir
