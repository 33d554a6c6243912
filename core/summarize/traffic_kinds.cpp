#include "core/summarize/traffic_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/summarize/traffic_pairs.h"

namespace weir {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string s;
  for (std::size_t i = 0; i < parts.size(); ++i) s += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return s;
}

bool rooted(Operation op) { return op == Operation::Broadcast || op == Operation::Reduce || op == Operation::Gather || op == Operation::Scatter; }

// The k-th of n nearly equal parts.
double part(std::int64_t bytes, int n, int k) { return static_cast<double>(bytes / n + (k < bytes % n ? 1 : 0)); }

// Members mostly stand in order.
std::size_t placeIn(const Members& who, bool sorted, std::int32_t rank) {
  if (!sorted) return static_cast<std::size_t>(std::find(who.begin(), who.end(), rank) - who.begin());
  const auto it = std::lower_bound(who.begin(), who.end(), rank);
  return it == who.end() || *it != rank ? who.size() : static_cast<std::size_t>(it - who.begin());
}

constexpr std::size_t kMostSplit = 4096;  // members of an all-to-all whose split sizes are kept pair by pair

}  // namespace

double shareWithin(std::int64_t from, std::int64_t to, const std::optional<TimeRange>& range) {
  if (!range) return 1;
  if (to <= from) return from >= range->from && from < range->to ? 1 : 0;
  const std::int64_t both = std::min(to, range->to) - std::max(from, range->from);
  return both <= 0 ? 0 : static_cast<double>(both) / static_cast<double>(to - from);
}

std::string plural(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : what.ends_with("h") ? "es" : "s");
}

bool TrafficInstance::alone() const {
  for (std::size_t k = 1; k < size(); ++k)
    if (call(k).rank != call(0).rank) return false;
  return true;
}

// Members of the instance's group, in their order; empty where they cannot be told.
Members TrafficKinds::membersOf(const TrafficInstance& i) const {
  const Run& run = *i.run;
  const CollectiveCall& c = i.call(0);
  if (c.group > 0 && c.group < run.groups.size()) return run.groups[c.group];
  if (i.how() == CallMatch::How::Elsewhere || i.how() == CallMatch::How::Unmatched) return {};
  std::set<std::int32_t> present;
  for (std::size_t k = 0; k < i.size(); ++k)
    if (i.call(k).rank >= 0) present.insert(i.call(k).rank);
  const auto n = static_cast<std::size_t>(std::max(c.groupSize, 0));
  if (i.how() == CallMatch::How::Known) return {present.begin(), present.end()};
  // Of several recorded ranks one alone: some are in it, but nothing tells which.
  if (n == 0 && present.size() < 2 && run.ranks.size() > 1) return {};
  if (n > 0 && present.size() == n) return {present.begin(), present.end()};
  if (run.worldSize > 1 && (n == 0 || n == static_cast<std::size_t>(run.worldSize))) {
    Members all(static_cast<std::size_t>(run.worldSize));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  if (n == 0 || n == run.ranks.size()) return run.ranks;
  return {};
}

std::uint32_t TrafficKinds::indexOf(const Members& who) {
  const auto [it, fresh] = memberIndex_.try_emplace(who, static_cast<std::uint32_t>(members_.size()));
  if (fresh) members_.push_back(who);
  return it->second;
}

// A send or its receipt that names the other side. The sender counts it; the receiver only where the sender was not recorded.
void TrafficKinds::takePeer(const TrafficInstance& i, double weight) {
  const Run& run = *i.run;
  for (std::size_t k = 0; k < i.size(); ++k) {
    const CollectiveCall& c = i.call(k);
    const auto [from, to] = i.ends(k);
    if (c.rank == to && from != to && std::binary_search(run.ranks.begin(), run.ranks.end(), from)) continue;
    if (from < 0 || to < 0) {
      if (i.how() == CallMatch::How::Elsewhere) {
        ++alone_;
      } else {
        ++peerless_;
        ++leftOutCalls_;
      }
      continue;
    }
    if (from == to) {
      ++alone_;
      continue;
    }
    std::int64_t bytes = c.bytes;
    for (std::size_t other = 0; other < i.size() && bytes < 0 && i.how() == CallMatch::How::Known; ++other) bytes = i.call(other).bytes;
    if (bytes < 0 && o_.measure != TrafficMeasure::Messages) {
      ++unsized_;
      continue;
    }
    Of& of = of_[{Operation::SendRecv, Algorithm::Linear, indexOf({from, to}), c.group, 0}];
    ++of.count;
    of.weight += weight;
    of.sizes[std::max<std::int64_t>(bytes, 0)] += weight;
  }
}

void TrafficKinds::takeAllToAll(const TrafficInstance& i, const Members& who, Of& of, double weight) {
  const Run& run = *i.run;
  const int n = static_cast<int>(who.size());
  std::vector<std::vector<std::int64_t>> in(who.size()), out(who.size());  // what each member sends to, gets from, each
  std::vector<std::int64_t> own(who.size(), kUnknownBytes);
  const bool sorted = std::is_sorted(who.begin(), who.end());
  bool split = false;
  std::int64_t sum = 0;
  std::int64_t known = 0;
  std::int64_t largest = 0;
  bool even = true;
  for (std::size_t k = 0; k < i.size(); ++k) {
    const CollectiveCall& c = i.call(k);
    const auto at = placeIn(who, sorted, c.rank);
    if (at >= who.size()) continue;
    if (c.bytes >= 0) {
      even = even && (known == 0 || c.bytes == largest);
      own[at] = c.bytes;
      sum += c.bytes;
      largest = std::max(largest, c.bytes);
      ++known;
    }
    if (who.size() > kMostSplit || c.slice >= run.slices.size()) continue;
    const CallWords w = wordsOf(run.argsOf(c.slice));
    if (w.inSplit.size() == who.size() && c.bytes >= 0) in[at] = sharesOf(c.bytes, w.inSplit);
    if (w.outSplit.size() == who.size() && c.bytes > 0 && w.inElements > 0 && w.outElements >= 0 && c.bytes % w.inElements == 0)
      out[at] = sharesOf(w.outElements * (c.bytes / w.inElements), w.outSplit);
    split = split || !in[at].empty() || !out[at].empty();
  }
  if (known == 0) {  // calls of ranks that are no members
    of.sizes[0] += weight;
    return;
  }
  if (known < n) ++inferredRows_;
  if (!split && even) {
    of.sizes[largest] += weight;
    return;
  }
  const bool count = o_.measure == TrafficMeasure::Messages;
  if (split && of.cells.empty()) of.cells.assign(who.size() * who.size(), 0);
  for (int a = 0; a < n; ++a) {
    const auto row = static_cast<std::size_t>(a);
    const std::int64_t bytes = own[row] >= 0 ? own[row] : sum / known;
    if (!split) {
      of.rows[{a, bytes}] += weight;
      continue;
    }
    for (int b = 0; b < n; ++b) {
      if (a == b) continue;
      const auto column = static_cast<std::size_t>(b);
      double v = part(bytes, n, b);
      if (!in[row].empty()) v = static_cast<double>(in[row][column]);
      else if (own[row] < 0 && !out[column].empty()) v = static_cast<double>(out[column][row]);
      // Nothing is sent where there is nothing to send: NCCL's all-to-all posts no send of zero elements.
      if (v > 0) of.cells[row * who.size() + column] += count ? weight : weight * v;
    }
  }
}

void TrafficKinds::take(const TrafficInstance& i) {
  const CollectiveCall& c = i.call(0);
  const double weight = o_.measure == TrafficMeasure::Messages ? 1 : shareWithin(i.start, i.end, o_.range);
  if (c.operation == Operation::SendRecv) return takePeer(i, weight);
  const auto op = expandable(c.operation);
  if (!op) {
    ++unsupported_[c.operation];
    return;
  }
  const Members who = membersOf(i);
  const int n = static_cast<int>(who.size());
  if (n < 2) {
    if (n == 1 || c.groupSize == 1) {
      ++alone_;
    } else if (i.how() == CallMatch::How::Elsewhere) {
      ++elsewhere_;
    } else {
      ++groupless_;
      leftOutCalls_ += i.size();
    }
    return;
  }
  std::int64_t largest = kUnknownBytes;
  std::int64_t smallest = kUnknownBytes;
  std::int64_t sum = 0;
  std::int64_t known = 0;
  for (std::size_t k = 0; k < i.size(); ++k)
    if (const std::int64_t b = i.call(k).bytes; b >= 0) {
      largest = std::max(largest, b);
      smallest = smallest < 0 ? b : std::min(smallest, b);
      sum += b;
      ++known;
    }
  const bool barrier = *op == CollectiveOp::Barrier;
  if (barrier && o_.measure == TrafficMeasure::Bytes) {
    ++barriers_;
    return;
  }
  if (largest < 0 && !barrier) {
    ++unsized_;
    if (o_.measure != TrafficMeasure::Messages) return;
    largest = smallest = 0;
  }
  const auto named = algorithmNamed(i.run->names.text(c.algorithm));
  const bool byTrace = o_.algorithm == Algorithm::Auto;
  const Algorithm wanted = byTrace ? named.value_or(*op == CollectiveOp::AllToAll ? Algorithm::Pairwise : barrier ? Algorithm::Bruck : Algorithm::Ring) : o_.algorithm;
  const Algorithm algorithm = runsAs(*op, wanted, n, o_.nodes.perNode);
  if (byTrace && named) ++named_;
  if (!hasMessages(*op, algorithm, n, o_.nodes.perNode)) {
    ++inNetwork_;
    return;
  }
  // All-to-all and barriers have their alternatives, too, but of one volume.
  if (*op != CollectiveOp::AllToAll && !barrier) chosen_ = true;

  int root = 0;
  std::vector<std::int64_t> shares;
  const bool shared = *op == CollectiveOp::AllGather || *op == CollectiveOp::Gather || *op == CollectiveOp::ReduceScatter;
  std::int64_t whole = barrier ? 0 : largest;
  const auto argsOf = [&](const CollectiveCall& call) { return wordsOf(call.slice < i.run->slices.size() ? i.run->argsOf(call.slice) : std::string_view{}); };
  if (rooted(c.operation)) {
    root = argsOf(c).root;
    for (std::size_t k = 1; k < i.size() && root >= 0; ++k)
      if (argsOf(i.call(k)).root != root) root = -1;
    if (root < 0 || root >= n) {
      ++rootless_;
      root = 0;
    }
  }
  if (shared) {
    const bool gathers = *op != CollectiveOp::ReduceScatter;
    const CallWords w = argsOf(c);
    const bool sized = w.inElements > 0 && w.outElements > 0 && c.bytes > 0 && c.bytes % w.inElements == 0;
    if (gathers) whole = sized && smallest == largest && *op == CollectiveOp::AllGather ? w.outElements * (c.bytes / w.inElements) : largest * n;
    bool uneven = gathers && smallest != largest;
    if (uneven || (!gathers && sized)) {
      const bool sorted = std::is_sorted(who.begin(), who.end());
      shares.assign(who.size(), gathers ? sum / std::max<std::int64_t>(known, 1) : largest / n);
      for (std::size_t k = 0; k < i.size(); ++k) {
        const CollectiveCall& call = i.call(k);
        const auto at = placeIn(who, sorted, call.rank);
        if (at >= who.size() || call.bytes < 0) continue;
        if (gathers) {
          shares[at] = call.bytes;
        } else if (const CallWords own = argsOf(call); own.inElements > 0 && own.outElements >= 0) {
          shares[at] = own.outElements * (call.bytes / own.inElements);
          uneven = uneven || shares[at] * n != largest;
        }
      }
      if (!gathers && uneven && std::accumulate(shares.begin(), shares.end(), std::int64_t{0}) != largest) uneven = false;
      if (!uneven) shares.clear();
    }
    if (shares.size() > 1) std::rotate(shares.begin(), shares.begin() + root, shares.end());
  }
  Of& of = of_[{c.operation, algorithm, indexOf(who), c.group, root}];
  ++of.count;
  of.weight += weight;
  if (*op == CollectiveOp::AllToAll) return takeAllToAll(i, who, of, weight);
  if (!shares.empty()) of.shares[shares] += weight;
  else of.sizes[whole] += weight;
}

void TrafficKinds::addRanks(std::set<std::int32_t>& ranks) const {
  for (const Members& who : members_)
    for (const std::int32_t r : who)
      if (r >= 0) ranks.insert(r);
}

void TrafficKinds::expandOne(const Key& key, const Of& of, const std::vector<int>& at, TrafficGrid& grid) const {
  const int n = static_cast<int>(at.size());
  const bool count = o_.measure == TrafficMeasure::Messages;
  const auto place = [&](int member) { return at[static_cast<std::size_t>((member + key.root) % n)]; };
  const CollectiveOp op = *expandable(key.operation);
  if (op == CollectiveOp::AllToAll && key.algorithm != Algorithm::Bruck) {
    std::vector<double> to(at.size(), 0);  // from anyone to this member
    for (const auto& [bytes, weight] : of.sizes)
      for (int b = 0; b < n; ++b) to[static_cast<std::size_t>(b)] += count ? weight : weight * part(bytes, n, b);
    std::vector<double> own(at.size());
    auto row = of.rows.begin();
    for (int a = 0; a < n; ++a) {
      own = to;
      for (; row != of.rows.end() && row->first.member == a; ++row)
        for (int b = 0; b < n; ++b) own[static_cast<std::size_t>(b)] += count ? row->second : row->second * part(row->first.bytes, n, b);
      for (int b = 0; b < n; ++b) {
        if (a == b) continue;
        const double split = of.cells.empty() ? 0 : of.cells[static_cast<std::size_t>(a) * at.size() + static_cast<std::size_t>(b)];
        grid.add(place(a), place(b), own[static_cast<std::size_t>(b)] + split, 0);
      }
    }
    return;
  }
  double weight = 0;
  const PairSink sink = [&](int from, int to, std::int64_t bytes, std::int64_t messages) {
    grid.add(place(from), place(to), weight * static_cast<double>(count ? messages : bytes), 0);
  };
  for (const auto& [bytes, w] : of.sizes) {
    weight = w;
    expandPairs(op, key.algorithm, n, bytes, o_.nodes.perNode, sink);
  }
  for (const auto& [shares, w] : of.shares) {
    weight = w;
    expandShares(op, key.algorithm, shares, sink);
  }
  // Bruck passes blocks on, so sizes of one's own cannot be told from another's: the mean stands for them.
  if (!of.rows.empty() || !of.cells.empty()) {
    double all = 0;
    double times = 0;
    for (const auto& [row, w] : of.rows) all += w * static_cast<double>(row.bytes), times += w / n;
    for (const double v : of.cells) all += v;
    if (times == 0) times = of.weight;
    weight = times;
    if (times > 0) expandPairs(op, key.algorithm, n, static_cast<std::int64_t>(all / times / n), o_.nodes.perNode, sink);
  }
}

bool TrafficKinds::expandInto(TrafficGrid& grid, const Job& job) const {
  job.begin("expanding collectives", of_.size());
  for (const auto& [key, of] : of_) {
    if (job.stopped()) return false;
    if (key.operation == Operation::SendRecv) continue;
    const Members& who = members_[key.members];
    std::vector<int> at;
    at.reserve(who.size());
    for (const std::int32_t r : who) at.push_back(grid.positionOf(r));
    grid.begin({key.operation, key.algorithm, key.group, static_cast<int>(who.size()), of.count, 0, false});
    expandOne(key, of, at, grid);
    grid.end(true);
    job.add(1);
  }
  expandSends(grid);
  return true;
}

// All of a group are one kind: a pair is told by its cell.
void TrafficKinds::expandSends(TrafficGrid& grid) const {
  std::map<std::uint32_t, std::vector<std::pair<const Key*, const Of*>>> groups;
  for (const auto& [key, of] : of_)
    if (key.operation == Operation::SendRecv) groups[key.group].emplace_back(&key, &of);
  for (const auto& [group, sends] : groups) {
    TrafficKind kind{Operation::SendRecv, std::nullopt, group, 0, 0, 0, false};
    for (const auto& [key, of] : sends) kind.count += of->count;
    grid.begin(kind);
    for (const auto& [key, of] : sends) {
      const Members& ends = members_[key->members];
      double v = 0;
      for (const auto& [bytes, weight] : of->sizes) v += o_.measure == TrafficMeasure::Messages ? weight : weight * static_cast<double>(bytes);
      grid.add(grid.positionOf(ends[0]), grid.positionOf(ends[1]), v, of->count);
    }
    grid.end(false);
  }
}

void TrafficKinds::sayWhat(TrafficMatrix& m) const {
  std::map<Algorithm, std::map<Operation, std::uint64_t>> by;
  std::uint64_t sends = 0;
  for (const auto& [key, of] : of_) {
    if (key.operation == Operation::SendRecv) sends += of.count;
    else by[key.operation == Operation::AllToAll && key.algorithm != Algorithm::Bruck ? Algorithm::Pairwise : key.algorithm][key.operation] += of.count;
  }
  std::vector<std::string> parts;
  for (const auto& [algorithm, operations] : by) {
    std::vector<std::string> what;
    for (const auto& [op, n] : operations) what.push_back(plural(n, name(op)));
    std::string as(name(algorithm));
    if (algorithm == Algorithm::DoubleBinaryTree) std::replace(as.begin(), as.end(), '-', ' ');
    parts.push_back(fmt::format("{} expanded {}", joined(what), algorithm == Algorithm::Pairwise ? "pairwise" : "as " + as));
  }
  if (sends > 0) parts.push_back(fmt::format("{} between the ranks the trace names", plural(sends, "send")));
  if (!parts.empty()) say(m, fmt::format("{}; sizes as the run gives them.", fmt::join(parts, "; ")));
  const auto pairwise = by.find(Algorithm::Pairwise);
  if (m.measure == TrafficMeasure::Bytes && pairwise != by.end() && pairwise->second.contains(Operation::AllToAll))
    say(m, "The size of an all-to-all counts the part that a rank keeps, which is not sent.");
  if (named_ > 0) say(m, fmt::format("The trace names the algorithm of {}.", plural(named_, "collective")));
  if (inNetwork_ > 0) say(m, fmt::format("{} reduced in the switches: no messages between ranks.", plural(inNetwork_, "collective")));
  if (rootless_ > 0) say(m, fmt::format("{} whose root is not named taken to be rooted at the first rank of the group.", plural(rootless_, "collective")));
  if (inferredRows_ > 0) say(m, fmt::format("In {} the sizes of ranks that were not recorded are inferred.", plural(inferredRows_, "all-to-all")));
  if (unsized_ > 0) {
    if (m.measure == TrafficMeasure::Messages) say(m, fmt::format("{} without a size counted as if in one piece.", plural(unsized_, "collective")));
    else say(m, fmt::format("{} without a size left out.", plural(unsized_, "collective")));
  }
  if (barriers_ > 0) say(m, fmt::format("{} carried no bytes.", plural(barriers_, "barrier")));
  if (groupless_ > 0) say(m, fmt::format("{} whose members are unknown left out.", plural(groupless_, "collective")));
  if (elsewhere_ > 0) say(m, fmt::format("{} left out, as none of the other ranks is in this run.", plural(elsewhere_, "collective")));
  if (alone_ > 0) say(m, fmt::format("{} of a single rank moved nothing.", plural(alone_, "collective")));
  if (peerless_ > 0) say(m, fmt::format("{} without a named peer left out.", plural(peerless_, "send-receive")));
  std::vector<std::string> rest;
  for (const auto& [op, n] : unsupported_) rest.push_back(op == Operation::Unknown ? plural(n, "unnamed collective") : plural(n, name(op)));
  if (!rest.empty()) say(m, joined(rest) + " not expanded.");
}

}  // namespace weir
