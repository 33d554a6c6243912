// Collectives of both runs as sequences, aligned, and how far their times are apart.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/nan.h"
#include "core/summarize/align.h"
#include "core/summarize/compare_parts.h"
#include "core/summarize/stragglers.h"

namespace weir::compared {
namespace {

struct Instance {
  std::size_t step = 0;
  std::uint64_t group = 0;
  Operation operation = Operation::Unknown;
  std::int32_t groupSize = -1;
  std::int64_t bytes = kUnknownBytes;
  double time_s = 0, move_s = kNaN;
  std::uint32_t instance = 0;
  std::int64_t start = 0, longest = 0;
  std::size_t calls = 0;
};

std::vector<Instance> instancesOf(const Side& side) {
  std::vector<Instance> out;
  for (const CollectiveInstance& c : collectiveInstances(*side.run)) {
    if (c.arrivals.empty()) continue;
    Instance i;
    i.start = c.arrivals.front().start;
    std::int32_t first = c.arrivals.front().rank;
    double sum = 0;
    for (const CollectiveArrival& a : c.arrivals) {
      if (a.start < i.start) i.start = a.start, first = a.rank;
      sum += seconds(a.end - a.start);
    }
    const auto step = side.stepAt(first, i.start);
    if (!step) continue;
    i.step = *step;
    i.group = c.group;
    i.operation = c.operation;
    i.groupSize = c.groupSize;
    i.bytes = c.bytes;
    i.calls = c.arrivals.size();
    i.time_s = sum / static_cast<double>(i.calls);
    if (i.calls > 1) i.move_s = seconds(c.end - c.lastStart);
    i.instance = c.instance;
    out.push_back(i);
  }
  return out;
}

// What the communicators of two runs can be told apart by.
enum class GroupsBy { Members, Size, Nothing };

GroupsBy groupsBy(const Side& a, const std::vector<Instance>& x, const Side& b, const std::vector<Instance>& y) {
  bool members = a.run->ranks == b.run->ranks || (a.run->worldSize > 0 && a.run->worldSize == b.run->worldSize), sizes = true;
  for (const auto& [side, list] : {std::pair(&a, &x), std::pair(&b, &y)})
    for (const Instance& i : *list) {
      members = members && i.group > 0 && i.group < side->run->groups.size();
      sizes = sizes && i.groupSize > 0;
    }
  return members ? GroupsBy::Members : sizes ? GroupsBy::Size : GroupsBy::Nothing;
}

// Equal in both runs for the same communicator. All ranks of a job are one communicator whatever their number.
std::uint64_t groupKey(const Run& run, const Instance& i, GroupsBy by) {
  const std::int32_t world = run.worldSize > 0 ? run.worldSize : static_cast<std::int32_t>(run.ranks.size());
  if (by == GroupsBy::Nothing || i.groupSize == world) return 0;
  if (by == GroupsBy::Size) return static_cast<std::uint64_t>(i.groupSize);
  std::uint64_t h = 1469598103934665603U;
  for (const std::int32_t r : run.groups[i.group]) h = (h ^ static_cast<std::uint32_t>(r)) * 1099511628211U;
  return h | 1U;
}

// Of three kinds, strict to loose: with the size; operation alone; and NCCL's grouped sends as the all-to-all that they are.
std::vector<std::vector<std::uint64_t>> signatures(const std::vector<const Instance*>& list, bool bytes) {
  std::vector<std::vector<std::uint64_t>> out(3);
  for (const Instance* i : list) {
    const auto op = static_cast<std::uint64_t>(i->operation);
    const std::uint64_t loose = i->operation == Operation::SendRecv ? static_cast<std::uint64_t>(Operation::AllToAll) : op;
    out[0].push_back(bytes ? static_cast<std::uint64_t>(i->bytes) * 31 + op : op);
    out[1].push_back(op);
    out[2].push_back(loose);
  }
  return out;
}

CollectiveError errorsOf(std::string operation, const std::vector<const CollectivePair*>& pairs) {
  CollectiveError e;
  e.operation = std::move(operation);
  e.pairs = pairs.size();
  std::vector<double> moves, absolute, all;
  for (const CollectivePair* p : pairs) {
    e.a_s += p->a_s;
    e.b_s += p->b_s;
    if (!std::isnan(p->error)) all.push_back(p->error), absolute.push_back(std::fabs(p->error));
    if (!std::isnan(p->moveError)) moves.push_back(std::fabs(p->moveError));
  }
  e.bias = meanOf(all);
  e.mean = meanOf(absolute);
  e.median = quantile(absolute, 0.5);
  e.p95 = quantile(absolute, 0.95);
  e.most = quantile(absolute, 1);
  if (!moves.empty()) e.moveMean = meanOf(moves), e.moveMedian = quantile(moves, 0.5);
  return e;
}

double against(double base, double other) { return base > 0 ? (other - base) / base : kNaN; }

void addTable(Comparison& c, const Side& a, const std::vector<Instance>& x, const Side& b, const std::vector<Instance>& y, const CompareOptions& o) {
  const auto keyed = [](const Side& side, const std::vector<Instance>& list) {
    Keyed out;
    for (const Instance& i : list) {
      Sums& s = out[fmt::format("{}{}", name(i.operation), i.groupSize > 0 ? fmt::format(", {} rank{}", i.groupSize, i.groupSize == 1 ? "" : "s") : "")];
      ++s.count;
      s.sum += i.time_s;
      if (s.step.size() <= i.step) s.step.resize(side.steps, 0);
      s.step[i.step] += i.time_s;
    }
    return out;
  };
  Side one = a, other = b;  // an instance's time is the mean over its ranks already
  one.ranks = other.ranks = 1;
  ComparedTable t{"collective", {}};
  addRows(t, one, keyed(a, x), other, keyed(b, y), "s", false);
  finish(t, o, true);
  c.tables.push_back(std::move(t));
}

}  // namespace

void compareCollectives(Comparison& c, const Side& a, const Side& b, const CompareOptions& o, const Job& job) {
  const std::vector<Instance> x = instancesOf(a), y = instancesOf(b);
  c.errorsAgainstB = a.run->truth != Truth::Measured && b.run->truth == Truth::Measured;
  // Whether a run without any left them out or does not record them cannot be told.
  if (x.empty() != y.empty()) {
    c.remarks.push_back(fmt::format("{}{} holds no collectives: none is compared", (x.empty() ? a : b).within ? "in the range " : "", x.empty() ? "A" : "B"));
    c.without.emplace_back("collective", c.remarks.back());
    return;
  }
  addTable(c, a, x, b, y, o);
  if (x.empty()) return;
  const GroupsBy by = groupsBy(a, x, b, y);
  bool bytes = true;
  std::map<std::uint64_t, std::pair<std::vector<const Instance*>, std::vector<const Instance*>>> groups;
  for (const Instance& i : x) groups[groupKey(*a.run, i, by)].first.push_back(&i), bytes = bytes && i.bytes >= 0;
  for (const Instance& i : y) groups[groupKey(*b.run, i, by)].second.push_back(&i), bytes = bytes && i.bytes >= 0;
  // A run of one step stands for each step of the other.
  const std::size_t timesA = !a.marked || a.steps == 1 ? (b.marked ? b.steps : 1) : 1, timesB = !b.marked || b.steps == 1 ? (a.marked ? a.steps : 1) : 1;
  const auto repeated = [](const std::vector<const Instance*>& list, std::size_t times) {
    std::vector<const Instance*> out;
    for (std::size_t t = 0; t < times; ++t) out.insert(out.end(), list.begin(), list.end());
    return out;
  };
  for (auto& [key, both] : groups) {
    if (job.stopped()) return;
    const auto listA = repeated(both.first, timesA), listB = repeated(both.second, timesB);
    const Matches matches = align(signatures(listA, bytes), signatures(listB, bytes));
    std::size_t i = 0, j = 0;
    const auto leave = [&](std::size_t toI, std::size_t toJ) {
      // Where one step stands for many, which of those it lacks a partner in.
      const auto one = [&](const Instance& n, std::size_t step, bool inB) {
        const std::vector<std::int64_t>& numbers = (inB ? timesB : timesA) > 1 ? (inB ? a : b).numbers : (inB ? b : a).numbers;
        c.unmatched.push_back({inB, step < numbers.size() ? std::optional(numbers[step]) : std::nullopt, n.operation, n.groupSize, n.bytes, n.time_s, n.instance, n.start});
      };
      for (; i < toI; ++i) one(*listA[i], timesA > 1 ? i / both.first.size() : listA[i]->step, false);
      for (; j < toJ; ++j) one(*listB[j], timesB > 1 ? j / both.second.size() : listB[j]->step, true);
    };
    for (const auto& [m, n] : matches) {
      leave(m, n);
      const Instance &p = *listA[m], &q = *listB[n];
      CollectivePair pair;
      pair.stepA = p.step;
      pair.stepB = q.step;
      pair.operation = p.operation;
      pair.groupSize = p.groupSize;
      pair.bytesA = p.bytes;
      pair.bytesB = q.bytes;
      pair.a_s = p.time_s;
      pair.b_s = q.time_s;
      pair.moveA_s = p.move_s;
      pair.moveB_s = q.move_s;
      pair.instanceA = p.instance;
      pair.instanceB = q.instance;
      pair.startA = p.start;
      pair.startB = q.start;
      pair.error = c.errorsAgainstB ? against(q.time_s, p.time_s) : against(p.time_s, q.time_s);
      pair.moveError = std::isnan(p.move_s) || std::isnan(q.move_s) ? kNaN : c.errorsAgainstB ? against(q.move_s, p.move_s) : against(p.move_s, q.move_s);
      c.pairs.push_back(pair);
      i = m + 1;
      j = n + 1;
    }
    leave(listA.size(), listB.size());
  }
  // By the time of A, and where A repeats by that of B.
  const bool byB = timesA > 1;
  std::stable_sort(c.pairs.begin(), c.pairs.end(), [&](const CollectivePair& p, const CollectivePair& q) { return byB ? p.startB < q.startB : p.startA < q.startA; });
  std::vector<const CollectivePair*> all;
  std::map<Operation, std::vector<const CollectivePair*>> byOperation;
  for (const CollectivePair& p : c.pairs) all.push_back(&p), byOperation[p.operation].push_back(&p);
  if (!all.empty()) c.errors.push_back(errorsOf("", all));
  if (byOperation.size() > 1)
    for (const auto& [op, list] : byOperation) c.errors.push_back(errorsOf(std::string(name(op)), list));
  if (by == GroupsBy::Nothing) c.remarks.push_back("communicators are unknown in one of the runs: collectives are aligned by their order alone");
  if (timesA > 1 || timesB > 1) c.remarks.push_back(fmt::format("the one step of {} stands for each of the {} steps of {}", timesA > 1 ? "A" : "B", std::max(timesA, timesB), timesA > 1 ? "B" : "A"));
}

}  // namespace weir::compared
