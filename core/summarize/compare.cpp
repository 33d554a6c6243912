#include "core/summarize/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>

#include "core/base/nan.h"
#include "core/base/units.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/compare_parts.h"
#include "core/summarize/energy.h"
#include "core/summarize/kernel_name.h"
#include "core/summarize/step_times.h"

namespace weir {

std::string_view name(Change c) {
  switch (c) {
    case Change::Added: return "added";
    case Change::Removed: return "removed";
    case Change::Slower: return "slower";
    case Change::Faster: return "faster";
    case Change::Unchanged: return "unchanged";
  }
  return "unknown";
}

const ComparedTable* Comparison::table(std::string_view name) const {
  for (const ComparedTable& t : tables)
    if (t.name == name) return &t;
  return nullptr;
}

std::string Comparison::whyWithout(std::string_view name) const {
  if (!nothing.empty()) return nothing;
  for (const auto& [table, why] : without)
    if (table == name) return why;
  return {};
}

namespace compared {
namespace {

std::vector<double> known(const std::vector<double>& v) {
  std::vector<double> out;
  for (const double x : v)
    if (!std::isnan(x)) out.push_back(x);
  return out;
}

void addTo(Sums& to, const Sums& from) {
  to.count += from.count;
  to.counted = to.counted && from.counted;
  to.sum += from.sum;
  to.step.resize(std::max(to.step.size(), from.step.size()));
  for (std::size_t i = 0; i < from.step.size(); ++i) to.step[i] += from.step[i];
  if (from.longest > to.longest) to.longest = from.longest, to.slice = from.slice;
}

ComparedAmount amountOf(const Sums* s, const std::vector<double>& sample) {
  ComparedAmount a;
  a.mean = a.median = kNaN;
  if (s == nullptr) return a;
  a.present = true;
  a.count = s->count;
  a.counted = s->counted;
  a.sum = s->sum;
  a.mean = meanOf(sample);
  a.median = quantile(sample, 0.5);
  if (s->longest >= 0) a.slice = s->slice;
  return a;
}

double ratioOf(double x, double y) { return x > 0 && !std::isnan(y) ? y / x : kNaN; }

// Of these tables a simulated run draws pieces of work, as many as suit the drawing.
bool ofPieces(std::string_view table) { return table == "activity" || table == "kernel" || table == "operator"; }

// Only times fall into a number of calls and the length of each.
std::optional<CallsChange> callsOf(const ComparedRow& r, double threshold) {
  const double number = ratioOf(r.callsA, r.callsB);
  if (r.unit != "s" || !r.a.present || !r.b.present || std::isnan(number) || std::fabs(number - 1) <= threshold) return std::nullopt;
  return CallsChange{r.callsB - r.callsA, number - 1, r.callsB > 0 ? r.ratio / number - 1 : kNaN};
}

}  // namespace

Side::Side(const CompareSide& side) : run(side.run) {
  ranks = std::max<std::size_t>(run->ranks.size(), 1);
  job = jobSteps(side.steps);
  marked = !job.empty();
  if (!marked) job = {{run->span().first, run->span().second}};
  steps = job.size();
  stepsOfRun = marked ? steps : 0;
  exact = run->truth != Truth::Measured && steps == 1;
  if (!marked) return;
  const auto most = std::max_element(side.steps.begin(), side.steps.end(), [](const RankSteps& x, const RankSteps& y) { return x.steps.size() < y.steps.size(); });
  stepTimes = stepSeconds(side.steps, run->ranks);
  numbers = stepNumbers(side.steps)[static_cast<std::size_t>(most - side.steps.begin())];  // as jobSteps() takes them
  for (const RankSteps& r : side.steps) {
    auto& own = byRank[r.rank];
    for (std::size_t k = 0; k < job.size(); ++k) own.push_back(stepOfRank(&r, job, k));
  }
}

std::optional<std::size_t> Side::stepAt(std::int32_t rank, std::int64_t t) const {
  if (!marked) return !within || (t >= within->from && t < within->to) ? std::optional<std::size_t>(0) : std::nullopt;
  const auto own = byRank.find(rank);
  const std::vector<TimeRange>& list = own == byRank.end() ? job : own->second;
  const auto it = std::upper_bound(list.begin(), list.end(), t, [](std::int64_t v, const TimeRange& r) { return v < r.from; });
  if (it == list.begin() || t >= (it - 1)->to) return std::nullopt;
  return static_cast<std::size_t>(it - 1 - list.begin());
}

void addRows(ComparedTable& table, const Side& a, const Keyed& inA, const Side& b, const Keyed& inB, std::string_view unit, bool loosely, bool perStep) {
  SampleComparer comparer;
  const auto sampleOf = [&](const Side& side, const Sums* s) {
    if (!perStep) return std::vector<double>{s ? s->sum : 0};
    std::vector<double> v(side.steps, 0);
    if (s)
      for (std::size_t i = 0; i < std::min(v.size(), s->step.size()); ++i) v[i] = s->step[i] / static_cast<double>(side.ranks);
    return v;
  };
  const auto emit = [&](std::string key, const Sums* x, const Sums* y) -> ComparedRow& {
    ComparedRow row;
    row.key = std::move(key);
    row.unit = unit;
    const auto va = sampleOf(a, x), vb = sampleOf(b, y);
    row.a = amountOf(x, va);
    row.b = amountOf(y, vb);
    const auto calls = [&](const Side& side, const Sums* s) {
      return s && s->counted ? static_cast<double>(s->count) / (perStep ? static_cast<double>(side.steps) * static_cast<double>(side.ranks) : 1) : kNaN;
    };
    row.callsA = calls(a, x);
    row.callsB = calls(b, y);
    row.countedApart = ofPieces(table.name) && (a.run->truth == Truth::Measured) != (b.run->truth == Truth::Measured);
    row.difference = comparer.compare(va, vb, a.exact, b.exact);
    table.rows.push_back(std::move(row));
    return table.rows.back();
  };
  std::set<std::string, std::less<>> leftA, leftB;
  for (const auto& [key, x] : inA) {
    const auto it = inB.find(key);
    if (it != inB.end()) emit(key, &x, &it->second);
    else leftA.insert(key);
  }
  for (const auto& [key, y] : inB)
    if (!inA.contains(key)) leftB.insert(key);
  if (loosely) {
    const auto once = [](std::string_view s) { return withoutTemplates(s); };
    const auto twice = [](std::string_view s) { return withoutNumbers(withoutTemplates(s)); };
    for (const std::function<std::string(std::string_view)>& shorten : {std::function<std::string(std::string_view)>(once), std::function<std::string(std::string_view)>(twice)}) {
      struct Both {
        std::vector<std::string> a, b;
      };
      std::map<std::string, Both> by;
      for (const std::string& k : leftA) by[shorten(k)].a.push_back(k);
      for (const std::string& k : leftB) by[shorten(k)].b.push_back(k);
      for (const auto& [key, both] : by) {
        if (both.a.empty() || both.b.empty()) continue;
        Sums x, y;
        for (const std::string& k : both.a) addTo(x, inA.find(k)->second), leftA.erase(k);
        for (const std::string& k : both.b) addTo(y, inB.find(k)->second), leftB.erase(k);
        ComparedRow& row = emit(key, &x, &y);
        const auto names = [](const std::vector<std::string>& v) { return v.size() == 1 ? v.front() : fmt::format("{} (and {} more)", v.front(), v.size() - 1); };
        row.nameA = names(both.a);
        row.nameB = names(both.b);
        row.matchedLoosely = true;
      }
    }
  }
  for (const std::string& k : leftA) emit(k, &inA.find(k)->second, nullptr);
  for (const std::string& k : leftB) emit(k, nullptr, &inB.find(k)->second);
}

bool addRow(ComparedTable& table, const Side& a, const std::vector<double>& inA, const Side& b, const std::vector<double>& inB, std::string key, std::string_view unit) {
  ComparedRow row;
  row.key = std::move(key);
  row.unit = unit;
  const auto amount = [](const std::vector<double>& v) {
    ComparedAmount m;
    m.present = !v.empty();
    m.count = v.size();
    for (const double x : v) m.sum += x;
    m.mean = meanOf(v);
    m.median = quantile(v, 0.5);
    return m;
  };
  const auto va = known(inA), vb = known(inB);
  if (va.empty() || vb.empty()) return va.empty() && vb.empty();
  row.a = amount(va);
  row.b = amount(vb);
  SampleComparer comparer;
  row.difference = comparer.compare(va, vb, a.exact, b.exact);
  table.rows.push_back(std::move(row));
  return true;
}

void finish(ComparedTable& table, const CompareOptions& options, bool sorted) {
  std::vector<SampleDifference*> differences;
  for (ComparedRow& r : table.rows) {
    differences.push_back(&r.difference);
    const double x = r.a.present ? r.a.mean : kNaN, y = r.b.present ? r.b.mean : kNaN;
    r.ratio = ratioOf(x, y);
    r.medianRatio = r.a.present && r.b.present ? ratioOf(r.a.median, r.b.median) : kNaN;
    r.calls = callsOf(r, options.threshold);
    r.countedApart = r.countedApart && r.calls;
    if (r.countedApart) r.calls.reset();
    if (!r.a.present || !r.b.present) r.change = r.b.present ? Change::Added : Change::Removed;
    else if (x == y || (x > 0 && std::fabs(r.ratio - 1) <= options.threshold)) r.change = Change::Unchanged;
    else r.change = y > x ? Change::Slower : Change::Faster;
  }
  judge(differences);
  if (!sorted) return;
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const ComparedRow& x, const ComparedRow& y) {
    const double p = std::fabs(x.difference.difference), q = std::fabs(y.difference.difference);
    return !std::isnan(p) && (std::isnan(q) || p > q);
  });
}

namespace {

ComparedRun headOf(const Side& s) {
  ComparedRun r;
  r.title = s.run->title;
  r.format = s.run->format;
  r.truth = s.run->truth;
  r.ranks = s.run->ranks;
  r.worldSize = s.run->worldSize;
  r.steps = s.marked ? s.steps : 0;
  r.stepsOfRun = s.stepsOfRun;
  r.numbers = s.numbers;
  r.spans = s.job;
  r.range = s.within;
  r.outside = s.outside;
  return r;
}

ComparedRun headOfNothing(const Side& s, const std::optional<TimeRange>& asked) {
  ComparedRun r = headOf(s);
  r.steps = 0;
  r.numbers.clear();
  r.range = asked;
  return r;
}

std::string listed(const std::vector<std::int32_t>& ranks) {
  std::string s;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t k = i;
    while (k + 1 < ranks.size() && ranks[k + 1] == ranks[k] + 1) ++k;
    s += fmt::format("{}{}", s.empty() ? "" : ", ", ranks[i]);
    if (k > i) s += fmt::format("{}{}", k == i + 1 ? ", " : "-", ranks[k]);
    i = k + 1;
    if (s.size() > 60 && i < ranks.size()) return s + ", ...";
  }
  return s;
}

void remarkOnRanks(Comparison& c) {
  std::vector<std::int32_t> onlyA, onlyB, both;
  std::set_difference(c.a.ranks.begin(), c.a.ranks.end(), c.b.ranks.begin(), c.b.ranks.end(), std::back_inserter(onlyA));
  std::set_difference(c.b.ranks.begin(), c.b.ranks.end(), c.a.ranks.begin(), c.a.ranks.end(), std::back_inserter(onlyB));
  std::set_intersection(c.a.ranks.begin(), c.a.ranks.end(), c.b.ranks.begin(), c.b.ranks.end(), std::back_inserter(both));
  if (onlyA.empty() && onlyB.empty()) return;
  if (both.empty() && !c.a.ranks.empty() && !c.b.ranks.empty()) {
    c.remarks.push_back(fmt::format("no rank is in both: A has {}, B has {}; the means over their ranks are compared", listed(c.a.ranks), listed(c.b.ranks)));
    return;
  }
  if (!onlyA.empty()) c.remarks.push_back(fmt::format("ranks of A alone: {}; means are over each run's own ranks", listed(onlyA)));
  if (!onlyB.empty()) c.remarks.push_back(fmt::format("ranks of B alone: {}; means are over each run's own ranks", listed(onlyB)));
}

void remarkOnSteps(Comparison& c, const Side& a, const Side& b) {
  const auto one = [&](const Side& s, const char* which) {
    // What no time is known of is not 0 s long.
    const std::string length = s.job[0].length() > 0 ? units::showSeconds(seconds(s.job[0].length())) : "of unknown length";
    if (s.noStepThere) c.remarks.push_back(fmt::format("no step of {} lies in the range by half or more: what starts in it is compared as one, {}", which, length));
    const char* part = s.within ? "what starts in the range" : "the whole of it";
    if (!s.noStepThere && !s.marked && s.stepsOfRun == 0 && !s.exact) c.remarks.push_back(fmt::format("{} has no steps: {} is compared as one, {}", which, part, length));
    if (s.outside > 0) c.remarks.push_back(fmt::format("{}: {} outside of all steps and {} left out", which, s.outside == 1 ? "1 slice starts" : fmt::format("{} slices start", s.outside), s.outside == 1 ? "is" : "are"));
  };
  one(a, "A");
  one(b, "B");
  if ((a.within && !a.marked) || (b.within && !b.marked))
    c.remarks.push_back("of the range the overall table counts what lies in it; the others count at its whole length what starts in it, as Statistics does");
  if (a.marked != b.marked && !a.exact && !b.exact) c.remarks.push_back("one run has steps and the other has none: a step is held against the whole, which may hold many");
  if (a.marked && b.marked && a.steps != b.steps) c.remarks.push_back(fmt::format("{}A has {} step{}, B has {}", a.within || b.within ? "in the range " : "", a.steps, a.steps == 1 ? "" : "s", b.steps));
  if ((a.steps == 1 && !a.exact) || (b.steps == 1 && !b.exact)) c.remarks.push_back("with one step of a measured run it cannot be told whether a difference is more than the noise between steps");
  else if (!SampleComparer::canTell(a.steps, b.steps, a.exact, b.exact))
    c.remarks.push_back(fmt::format("{} and {} steps are too few to tell whether a difference is more than the noise between them; four of each would do, or six against a simulation", a.steps, b.steps));
}

}  // namespace
}  // namespace compared

std::optional<Comparison> compareRuns(const CompareSide& inA, const CompareSide& inB, const CompareOptions& options, const Job& job) {
  compared::Side a(inA), b(inB);
  Comparison c;
  job.begin("comparing", 3);
  if (!compared::keepRanges(a, inA.range, b, inB.range, c.nothing)) {
    c.a = compared::headOfNothing(a, inA.range);
    c.b = compared::headOfNothing(b, inB.range);
    c.remarks.push_back(c.nothing);
    return c;
  }
  compared::compareTimes(c, a, b, options, job);
  if (job.stopped()) return std::nullopt;
  job.set(1);
  compared::compareCollectives(c, a, b, options, job);
  if (job.stopped()) return std::nullopt;
  job.set(2);
  compared::compareAmounts(c, a, b, options, job);
  if (job.stopped()) return std::nullopt;
  c.a = compared::headOf(a);
  c.b = compared::headOf(b);
  std::vector<std::string> later = std::move(c.remarks);
  c.remarks.clear();
  compared::remarkOnRanks(c);
  compared::remarkOnSteps(c, a, b);
  c.remarks.insert(c.remarks.end(), later.begin(), later.end());
  return c;
}

std::vector<RunPair> matchRuns(const std::vector<RunLabel>& a, const std::vector<RunLabel>& b) {
  std::vector<RunPair> pairs;
  std::vector<bool> usedA(a.size()), usedB(b.size());
  const auto match = [&](std::string_view by, const auto& same) {
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size() && !usedA[i]; ++j) {
        if (usedB[j] || !same(a[i], b[j])) continue;
        usedA[i] = usedB[j] = true;
        pairs.push_back({i, j, by});
      }
  };
  match("title", [](const RunLabel& x, const RunLabel& y) { return !x.title.empty() && x.title == y.title && x.truth == y.truth; });
  match("title", [](const RunLabel& x, const RunLabel& y) { return !x.title.empty() && x.title == y.title; });
  match("scenario", [](const RunLabel& x, const RunLabel& y) { return !x.scenario.empty() && x.scenario == y.scenario; });
  if (std::count(usedA.begin(), usedA.end(), false) == 1 && std::count(usedB.begin(), usedB.end(), false) == 1) match("left over", [](const RunLabel&, const RunLabel&) { return true; });
  std::sort(pairs.begin(), pairs.end(), [](const RunPair& x, const RunPair& y) { return x.a < y.a; });
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!usedA[i]) pairs.push_back({i, std::nullopt, ""});
  for (std::size_t j = 0; j < b.size(); ++j)
    if (!usedB[j]) pairs.push_back({std::nullopt, j, ""});
  return pairs;
}

}  // namespace weir
