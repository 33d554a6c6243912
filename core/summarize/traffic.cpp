#include "core/summarize/traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/base/nan.h"
#include "core/summarize/traffic_calls.h"
#include "core/summarize/traffic_grid.h"
#include "core/summarize/traffic_kinds.h"

namespace weir {
namespace {

// Whether the options count a collective or a message at all; the range apart.
class Wanted {
 public:
  Wanted(const Run& run, const TrafficOptions& o) : o_(o), groups_(run.groups.size() + 1, o.groups.empty()) {
    for (const std::uint32_t g : o.groups)
      if (g < groups_.size()) groups_[g] = true;
    operations_.fill(o.operations.empty());
    for (const Operation op : o.operations) operations_[static_cast<std::size_t>(op)] = true;
    for (const RankSteps& r : o.step)
      if (!r.steps.empty()) step_.emplace(r.rank, r.steps.front());
  }
  [[nodiscard]] bool stepped() const { return !step_.empty(); }
  [[nodiscard]] bool anyGroup() const { return o_.groups.empty(); }
  [[nodiscard]] bool operation(Operation op) const { return operations_[static_cast<std::size_t>(op)]; }
  [[nodiscard]] bool of(const CollectiveCall& c) const { return operation(c.operation) && c.group < groups_.size() && groups_[c.group]; }
  [[nodiscard]] bool inStep(const TrafficInstance& i) const {
    if (!stepped()) return true;
    for (std::size_t k = 0; k < i.size(); ++k)
      if (const auto it = step_.find(i.call(k).rank); it != step_.end()) return contains(it->second, i.call(k).start);
    return false;
  }
  [[nodiscard]] bool inStep(std::int32_t from, std::int32_t to, std::int64_t start) const {
    if (!stepped()) return true;
    for (const std::int32_t r : {from, to})
      if (const auto it = step_.find(r); it != step_.end()) return contains(it->second, start);
    return false;
  }

 private:
  static bool contains(const TimeRange& r, std::int64_t t) { return t >= r.from && t < r.to; }
  const TrafficOptions& o_;
  std::vector<bool> groups_;
  std::array<bool, 16> operations_{};
  std::unordered_map<std::int32_t, TimeRange> step_;
};

void sayMissingRanks(TrafficMatrix& m, const Run& run, bool inferred) {
  const std::size_t all = std::max(m.ranks.size(), static_cast<std::size_t>(std::max(run.worldSize, 0)));
  if (run.ranks.empty() || run.ranks.size() >= all) return;
  say(m, fmt::format("{} of {} ranks are in this run{}.", run.ranks.size(), all,
                     inferred ? "; the part of the others is inferred" : ""));
}

// Messages of the run: which operation and group each belongs to.
struct MessageKinds {
  std::vector<std::uint32_t> callOf;  // by instance: index of its first call + 1, 0 = none
  explicit MessageKinds(const Run& run) {
    for (std::uint32_t i = 0; i < run.collectives.size(); ++i) {
      const std::uint32_t k = run.collectives[i].instance;
      if (k >= 4 * run.collectives.size() + 1024) continue;
      if (k >= callOf.size()) callOf.resize(std::max<std::size_t>(k + 1, callOf.size() * 2), 0);
      if (callOf[k] == 0) callOf[k] = i + 1;
    }
  }
  [[nodiscard]] const CollectiveCall* of(const Run& run, std::uint32_t instance) const {
    return instance < callOf.size() && callOf[instance] > 0 ? &run.collectives[callOf[instance] - 1] : nullptr;
  }
};

struct Messages {
  bool any = false, sized = false;
  std::uint64_t unsized = 0, strangers = 0;
};

bool addMessages(TrafficMatrix& m, TrafficGrid& grid, const Run& run, const TrafficOptions& o, const Wanted& wanted, const Job& job, Messages& found) {
  const Transfers& t = run.transfers;
  const bool single = o.call && *o.call < run.collectives.size();
  const std::uint32_t only = single ? run.collectives[*o.call].instance : 0;
  const MessageKinds kinds(run);
  struct Kind {
    Operation operation;
    std::uint32_t group;
    auto operator<=>(const Kind&) const = default;
  };
  std::map<Kind, std::vector<std::uint32_t>> by;
  const std::size_t end = o.range ? static_cast<std::size_t>(std::lower_bound(t.start.begin(), t.start.end(), o.range->to) - t.start.begin()) : t.size();
  std::vector<std::uint32_t>* last = nullptr;
  Kind lastKind{};
  for (std::size_t i = 0; i < end; ++i) {
    const CollectiveCall* c = kinds.of(run, t.instance[i]);
    if (c ? !wanted.of(*c) : !wanted.operation(Operation::SendRecv) || !wanted.anyGroup()) continue;
    if (single && t.instance[i] != only) continue;
    if (!wanted.inStep(t.source[i], t.destination[i], t.start[i])) continue;
    if (shareWithin(t.start[i], t.end[i], o.range) == 0) continue;
    const Kind k{c ? c->operation : Operation::SendRecv, c ? c->group : 0};
    if (!last || k != lastKind) last = &by[k], lastKind = k;
    last->push_back(static_cast<std::uint32_t>(i));
  }
  std::uint64_t done = 0;
  job.begin("adding up messages", end);
  for (const auto& [k, which] : by) {
    TrafficKind kind{k.operation, std::nullopt, k.group, static_cast<int>(run.groups.empty() ? 0 : run.groups[k.group].size()), 0, 0, true};
    kind.count = which.size();
    grid.begin(kind);
    for (const std::uint32_t i : which) {
      if ((++done & 0xFFFF) == 0) {
        if (job.stopped()) return false;
        job.set(done);
      }
      found.any = true;
      if (t.source[i] < 0 || t.destination[i] < 0) {
        ++found.strangers;
        continue;
      }
      const double share = shareWithin(t.start[i], t.end[i], o.range);
      double v = 1;
      if (m.measure == TrafficMeasure::Bytes) {
        if (t.bytes[i] == kUnknownBytes) {
          ++found.unsized;
          continue;
        }
        v = share * static_cast<double>(t.bytes[i]);
      } else if (m.measure == TrafficMeasure::Time) {
        v = share * static_cast<double>(t.end[i] - t.start[i]) / 1e12;
      }
      grid.add(grid.positionOf(t.source[i]), grid.positionOf(t.destination[i]), v, 1);
    }
    grid.end(false);
  }
  return true;
}

void countCalls(TrafficMatrix& m, const TrafficInstance& i) {
  m.calls += i.size();
  if (!i.alone()) {
    m.matched += i.size();
    return;
  }
  const CollectiveCall& c = i.call(0);
  const auto& ranks = i.run->ranks;
  // Nobody to be with: no other rank in the run, none of the group's, or none that was in it at all.
  bool others = ranks.size() > 1 && c.groupSize != 1;
  if (others && c.group > 0 && c.group < i.run->groups.size()) {
    const Members& who = i.run->groups[c.group];
    others = std::any_of(who.begin(), who.end(), [&](std::int32_t r) { return r != c.rank && std::binary_search(ranks.begin(), ranks.end(), r); });
  }
  if (const auto [from, to] = i.ends(0); others && from >= 0 && to >= 0) others = std::binary_search(ranks.begin(), ranks.end(), c.rank == from ? to : from);
  if (!others || i.how() == CallMatch::How::Elsewhere) m.alone += i.size();
}

void sayPipeline(TrafficMatrix& m, const CallMatch& match) {
  if (match.pipeline && m.source != TrafficSource::None) say(m, "Calls are matched across ranks by the step, number and pipeline stage of each.");
}

void sayLeftOut(TrafficMatrix& m, std::uint64_t calls) {
  m.leftOut = calls;
  if (calls == 0) return;
  m.missing = fmt::format("{} of {} calls are in no cell: nothing tells which calls of other ranks they were made with. What would tell: the ranks of "
                          "each communicator and the peer of each send in the trace, or for a pipeline's timeline the DP and PP rank, step and seq_id of each operation.",
                          calls, m.calls);
}

// What two ranks that were not recorded told each other is unknown, not nothing.
void markUnknown(TrafficMatrix& m, const Run& run) {
  if (m.perBin != 1 || run.ranks.empty()) return;
  std::vector<int> absent;
  for (int a = 0; a < m.bins; ++a)
    if (!std::binary_search(run.ranks.begin(), run.ranks.end(), m.ranks[static_cast<std::size_t>(a)])) absent.push_back(a);
  for (const int a : absent)
    for (const int b : absent)
      if (double& v = m.value[static_cast<std::size_t>(a) * static_cast<std::size_t>(m.bins) + static_cast<std::size_t>(b)]; a != b && v == 0) v = kNaN;
}

// The overlaps of one collective's calls, pair by pair: min(ends) - max(starts). Members x members a collective, whatever is
// done, so the inner loop is kept plain enough for the compiler to do several at once.
class Overlaps {
 public:
  explicit Overlaps(std::size_t positions) : n_(positions), sum_(positions * positions, 0), count_(positions * positions, 0) {}
  // True where two different ranks were in it.
  bool add(const TrafficInstance& i, const TrafficGrid& grid, const std::optional<TimeRange>& range) {
    at_.clear();
    for (std::size_t k = 0; k < i.size(); ++k) {
      const CollectiveCall& c = i.call(k);
      const int p = grid.positionOf(c.rank);
      if (p >= 0) at_.push_back({p, c.start, c.start + c.duration});
    }
    std::sort(at_.begin(), at_.end(), [](const At& a, const At& b) { return a.position < b.position; });
    start_.clear(), end_.clear();
    const std::int64_t zero = i.start;  // differences are exact as doubles
    for (const At& a : at_) {
      start_.push_back(static_cast<double>((range ? std::max(a.start, range->from) : a.start) - zero));
      end_.push_back(static_cast<double>((range ? std::min(a.end, range->to) : a.end) - zero));
    }
    const std::size_t calls = at_.size();
    if (calls < 2 || at_.front().position == at_.back().position) return false;
    const bool dense = static_cast<std::size_t>(at_.back().position - at_.front().position) + 1 == calls;
    for (std::size_t a = 0; a < calls; ++a) {
      const auto row = static_cast<std::size_t>(at_[a].position) * n_;
      const double s = start_[a];
      const double e = end_[a];
      if (dense) {
        double* sum = sum_.data() + row + static_cast<std::size_t>(at_.front().position);
        std::uint32_t* count = count_.data() + row + static_cast<std::size_t>(at_.front().position);
        const double* starts = start_.data();
        const double* ends = end_.data();
        for (std::size_t b = a + 1; b < calls; ++b) {
          const double both = std::min(e, ends[b]) - std::max(s, starts[b]);
          sum[b] += both > 0 ? both : 0;
          count[b] += both > 0 ? 1 : 0;
        }
        continue;
      }
      for (std::size_t b = a + 1; b < calls; ++b) {
        const double both = std::min(e, end_[b]) - std::max(s, start_[b]);
        if (both <= 0 || at_[a].position == at_[b].position) continue;
        sum_[row + static_cast<std::size_t>(at_[b].position)] += both;
        ++count_[row + static_cast<std::size_t>(at_[b].position)];
      }
    }
    return true;
  }
  void into(TrafficGrid& grid) {
    for (std::size_t a = 0; a < n_; ++a)
      for (std::size_t b = a + 1; b < n_; ++b) {
        const double v = sum_[a * n_ + b] / 1e12;
        if (v == 0) continue;
        grid.add(static_cast<int>(a), static_cast<int>(b), v, count_[a * n_ + b]);
        grid.add(static_cast<int>(b), static_cast<int>(a), v, count_[a * n_ + b]);
      }
    std::fill(sum_.begin(), sum_.end(), 0);
    std::fill(count_.begin(), count_.end(), 0);
  }

 private:
  struct At {
    int position;
    std::int64_t start, end;
  };
  std::size_t n_;
  std::vector<double> sum_;
  std::vector<std::uint32_t> count_;
  std::vector<At> at_;
  std::vector<double> start_, end_;
};

TrafficMatrix sharedTime(const Run& run, const TrafficOptions& o, const std::vector<TrafficInstance>& instances, const Job& job) {
  TrafficMatrix m;
  m.measure = TrafficMeasure::Time;
  m.measureDiffers = o.measure != TrafficMeasure::Time;
  m.source = TrafficSource::SharedTime;
  TrafficGrid grid(m, {run.ranks.begin(), run.ranks.end()}, o);
  std::map<std::pair<Operation, std::uint32_t>, std::vector<const TrafficInstance*>> by;
  for (const TrafficInstance& i : instances) by[{i.call(0).operation, i.call(0).group}].push_back(&i);
  std::uint64_t counted = 0, messages = 0;
  std::uint64_t done = 0;
  job.begin("adding up time in common collectives", instances.size());
  Overlaps overlaps(grid.size());
  for (const auto& [key, which] : by) {
    std::uint64_t met = 0;
    for (const TrafficInstance* i : which) {
      if ((++done & 0xFF) == 0) {
        if (job.stopped()) return m;
        job.set(done);
      }
      if (overlaps.add(*i, grid, o.range)) ++met;
    }
    if (met == 0) continue;
    (key.first == Operation::SendRecv ? messages : counted) += met;
    const std::uint32_t group = key.second < run.groups.size() ? key.second : 0;
    grid.begin({key.first, std::nullopt, key.second, static_cast<int>(run.groups.empty() ? 0 : run.groups[group].size()), met, 0, false});
    overlaps.into(grid);
    grid.end(false);
  }
  grid.finish();
  const auto sized = [](const TrafficInstance& i) { return std::any_of(i.first, i.last, [&](std::uint32_t k) { return i.run->collectives[k].bytes >= 0; }); };
  if (m.measureDiffers)
    say(m, std::any_of(instances.begin(), instances.end(), sized) ? "What is counted has no messages between ranks whose sizes could be told, so time is shown instead."
                                                                 : "The run carries no message sizes, so time is shown instead.");
  if (counted + messages == 0) {
    m.source = TrafficSource::None;
    say(m, run.ranks.size() < 2 ? "Only one rank is in this run, so there is no pair of ranks to show."
                                : "No collective that two of its ranks took part in was found.");
    return m;
  }
  say(m, messages == 0  ? fmt::format("Each cell is the time two ranks were inside the same collective at once, summed over {}.", plural(counted, "collective"))
         : counted == 0 ? fmt::format("Each cell is the time two ranks were sending and receiving the same message at once, summed over {}.", plural(messages, "message"))
                        : fmt::format("Each cell is the time two ranks were inside the same collective or message at once, summed over {} and {}.", plural(counted, "collective"),
                                      plural(messages, "message")));
  sayMissingRanks(m, run, false);
  return m;
}

}  // namespace

TrafficMatrix trafficMatrix(const Run& run, const TrafficOptions& o, const Job& job) {
  TrafficMatrix m;
  m.measure = o.measure;
  const Transfers& t = run.transfers;
  if (run.collectives.empty() && t.size() == 0) {
    say(m, "No collective and no message was found in this run.");
    return m;
  }
  const Wanted wanted(run, o);

  // A simulation keeps the messages of its collectives; a measured trace has them for some, perhaps.
  const bool complete = t.size() > 0 && run.truth != Truth::Measured;
  std::vector<bool> covered;
  bool points = false;  // messages that belong to no collective: sends and receives are these
  for (std::size_t i = 0; i < t.size() && !complete; ++i) {
    const std::uint32_t k = t.instance[i];
    if (k == kNoInstance) points = true;
    else if (k < 4 * run.collectives.size() + 1024) {
      if (k >= covered.size()) covered.resize(std::max<std::size_t>(k + 1, covered.size() * 2), false);
      covered[k] = true;
    }
  }
  std::shared_ptr<const CallMatch> match = o.match;
  if (!match) match = std::make_shared<const CallMatch>(matchCalls(run, job));
  if (job.stopped()) return m;
  const bool single = o.call && *o.call < run.collectives.size();
  const std::uint32_t only = single ? match->instanceOf(run, *o.call) : 0;
  const CallsByInstance calls(run, *match);
  std::vector<TrafficInstance> instances;
  for (std::size_t i = 0; i < calls.size() && !complete; ++i) {
    if (calls.begin[i] == calls.begin[i + 1]) continue;
    TrafficInstance x{&run, match.get(), calls.order.data() + calls.begin[i], calls.order.data() + calls.begin[i + 1], 0, 0};
    const CollectiveCall& first = x.call(0);
    if (!wanted.of(first) || (first.instance < covered.size() && covered[first.instance])) continue;
    if (points && first.operation == Operation::SendRecv) continue;
    if (single && match->instanceOf(run, *x.first) != only) continue;
    x.start = first.start;
    x.end = first.start + first.duration;
    for (std::size_t k = 1; k < x.size(); ++k) {
      x.start = std::min(x.start, x.call(k).start);
      x.end = std::max(x.end, x.call(k).start + x.call(k).duration);
    }
    if (shareWithin(x.start, x.end, o.range) > 0 && wanted.inStep(x)) instances.push_back(x), countCalls(m, x);
  }
  if (t.size() == 0 && instances.empty()) {
    say(m, !o.operations.empty() || !o.groups.empty() || wanted.stepped() ? "No collective is among what is counted."
                                                                          : "No collective lies in this time range.");
    return m;
  }
  // Only what two ranks did together has a common time.
  const auto common = [&] {
    TrafficMatrix shared = sharedTime(run, o, instances, job);
    sayPipeline(shared, *match);
    shared.calls = m.calls, shared.matched = m.matched, shared.alone = m.alone;
    sayLeftOut(shared, shared.unmatched());
    return shared;
  };
  if (t.size() == 0 && o.measure == TrafficMeasure::Time) return common();

  TrafficKinds kinds(o);
  std::uint64_t timeless = 0;
  if (o.measure == TrafficMeasure::Time) {
    timeless = instances.size();
  } else {
    job.begin("sorting collectives", instances.size());
    for (std::size_t k = 0; k < instances.size(); ++k) {
      kinds.take(instances[k]);
      if ((k & 0xFFF) != 0) continue;
      if (job.stopped()) return m;
      job.set(k);
    }
  }
  if (t.size() == 0 && kinds.empty()) {
    TrafficMatrix shared = common();
    if (run.ranks.size() > 1 && (shared.source == TrafficSource::None || kinds.inNetwork() > 0)) kinds.sayWhat(shared);
    return shared;
  }

  const bool sized = std::any_of(t.bytes.begin(), t.bytes.end(), [](std::int64_t b) { return b != kUnknownBytes; });
  if (o.measure == TrafficMeasure::Bytes && t.size() > 0 && !sized && kinds.empty()) {
    m.measure = TrafficMeasure::Time;
    m.measureDiffers = true;
    say(m, "The messages carry no sizes: their time is shown.");
  }
  sayLeftOut(m, kinds.leftOut());
  m.algorithmMatters = kinds.algorithmMatters() && !kinds.empty();
  std::set<std::int32_t> ranks(run.ranks.begin(), run.ranks.end());
  for (const auto* column : {&t.source, &t.destination})
    for (const std::int32_t r : *column)
      if (r >= 0) ranks.insert(r);
  kinds.addRanks(ranks);
  TrafficGrid grid(m, ranks, o);
  Messages found;
  if (t.size() > 0 && !addMessages(m, grid, run, o, wanted, job, found)) return m;
  if (!kinds.expandInto(grid, job)) return m;
  if (t.size() > 0) markUnknown(m, run);
  grid.finish();
  m.source = kinds.empty() ? TrafficSource::Transfers : found.any ? TrafficSource::Both : TrafficSource::ExpandedCollectives;
  if (found.any && !kinds.empty()) say(m, "Messages as recorded, and collectives without messages expanded:");
  kinds.sayWhat(m);
  if (timeless > 0) say(m, fmt::format("{} without messages left out of the time.", plural(timeless, "collective")));
  if (found.unsized > 0) say(m, fmt::format("{} without a size left out.", plural(found.unsized, "message")));
  if (found.strangers > 0) say(m, fmt::format("{} to or from an unknown rank left out.", plural(found.strangers, "message")));
  if (!kinds.empty()) sayPipeline(m, *match);
  if (!kinds.empty()) sayMissingRanks(m, run, true);
  return m;
}

}  // namespace weir
