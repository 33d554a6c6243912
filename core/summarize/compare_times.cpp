// What ran and for how long: the step, its parts, kernels and operators by name.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/base/nan.h"
#include "core/base/units.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/compare_parts.h"
#include "core/summarize/energy.h"

namespace weir::compared {
namespace {

bool isDevice(TrackKind k) { return k == TrackKind::Stream || k == TrackKind::Device; }

// Seconds of each part of each rank, step by step; NaN where nothing tells.
constexpr std::size_t kParts = 8;
constexpr std::array<std::string_view, kParts> kPartNames{"step time", "computing", "exposed communication", "overlapped communication", "data stall", "checkpoint", "copy", "idle or other"};
struct RankParts {
  std::int32_t rank = kUnknownRank;
  std::array<std::vector<double>, kParts> step;
};

TimeRange within(TimeRange span, const std::optional<TimeRange>& range) {
  return range ? TimeRange{std::max(span.from, range->from), std::min(span.to, range->to)} : span;
}

std::vector<RankParts> partsOf(const Side& side, std::map<std::int32_t, bool>& onDevice) {
  const BreakdownIndex index(*side.run);
  const Breakdown whole = index.over();
  for (const RankBreakdown& r : whole.ranks) onDevice[r.rank] = r.fromDevice;
  const bool works = whole.total.computing + whole.total.communication() > 0;
  const auto parts = index.parts();
  std::vector<RankParts> out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    RankParts r;
    r.rank = parts[i].rank;
    for (auto& v : r.step) v.assign(side.steps, kNaN);
    const auto own = side.byRank.find(r.rank);
    for (std::size_t k = 0; k < side.steps; ++k) {
      const TimeRange step = !side.marked ? within(parts[i].span, side.within) : own == side.byRank.end() ? side.job[k] : own->second[k];
      r.step[0][k] = seconds(step.length());
      if (!whole.ranks[i].known()) continue;
      const std::array<std::int64_t, 6> ps{parts[i].computing->lengthWithin(step), parts[i].exposed->lengthWithin(step), parts[i].overlapped->lengthWithin(step),
                                           parts[i].dataStall->lengthWithin(step), parts[i].checkpoint->lengthWithin(step), parts[i].copy->lengthWithin(step)};
      for (std::size_t p = 0; p < ps.size(); ++p)
        if (works || p > 2) r.step[p + 1][k] = seconds(ps[p]);
      if (works) r.step[7][k] = seconds(step.length() - ps[0] - ps[1] - ps[3] - ps[4] - ps[5]);
    }
    out.push_back(std::move(r));
  }
  return out;
}

// The mean over the ranks, of those that tell.
std::vector<double> meanOver(const std::vector<RankParts>& ranks, std::size_t part, std::size_t steps) {
  std::vector<double> out(steps, kNaN);
  for (std::size_t k = 0; k < steps; ++k) {
    double sum = 0;
    std::size_t n = 0;
    for (const RankParts& r : ranks)
      if (!std::isnan(r.step[part][k])) sum += r.step[part][k], ++n;
    if (n > 0) out[k] = sum / static_cast<double>(n);
  }
  return out;
}

bool anything(const std::vector<double>& v) {
  for (const double x : v)
    if (x > 0) return true;
  return false;
}

struct Named {
  Keyed kernels, operators, activities;
};

// Sums by name; the numbers of ids are turned into text once a name, not once a slice.
Named named(Side& side, const std::map<std::int32_t, bool>& onDevice, const Job& job) {
  const Run& run = *side.run;
  // By id: where the sums stand, from 1.
  std::vector<std::uint32_t> kernelAt(run.names.size(), 0), operatorAt(run.names.size(), 0);
  std::vector<std::pair<NameId, Sums>> kernels, operators;
  const auto sumsOf = [](std::vector<std::uint32_t>& at, std::vector<std::pair<NameId, Sums>>& all, NameId id) -> Sums& {
    if (at[id] == 0) {
      all.emplace_back(id, Sums{});
      at[id] = static_cast<std::uint32_t>(all.size());
    }
    return all[at[id] - 1].second;
  };
  std::array<Sums, kActivities> activities;
  const auto add = [&](Sums& s, std::size_t step, std::int64_t duration, SliceIndex i) {
    ++s.count;
    s.sum += seconds(duration);
    if (s.step.size() <= step) s.step.resize(side.steps, 0);
    s.step[step] += seconds(duration);
    if (duration > s.longest) s.longest = duration, s.slice = i;
  };
  for (const Row& row : run.rows) {
    if (job.stopped()) return {};
    const Track& track = run.tracks[row.track];
    if (track.kind == TrackKind::Link || track.kind == TrackKind::Tier) continue;
    const auto own = onDevice.find(track.rank);
    const bool device = isDevice(track.kind), works = device || own == onDevice.end() || !own->second;
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      const Activity what = run.slices.activity[i];
      if (what == Activity::Annotation || what == Activity::Wait) continue;
      const bool kernel = works && (what == Activity::Compute || what == Activity::Communication || what == Activity::Copy || (device && what == Activity::Other));
      const bool data = what == Activity::DataLoad || what == Activity::Checkpoint;
      if (!kernel && !data && device) continue;
      const auto step = side.stepAt(track.rank, run.slices.start[i]);
      if (!step) {
        if (side.missed(track.rank, run.slices.start[i])) ++side.outside;
        continue;
      }
      const std::int64_t d = run.slices.duration[i];
      add(kernel ? sumsOf(kernelAt, kernels, run.slices.name[i]) : sumsOf(operatorAt, operators, run.slices.name[i]), *step, d, i);
      if (kernel || data) add(activities[static_cast<std::size_t>(what)], *step, d, i);
    }
  }
  Named out;
  for (auto& [id, s] : kernels) out.kernels.emplace(run.names.text(id), std::move(s));
  for (auto& [id, s] : operators) out.operators.emplace(run.names.text(id), std::move(s));
  for (std::size_t i = 0; i < activities.size(); ++i)
    if (activities[i].count > 0) out.activities.emplace(name(static_cast<Activity>(i)), std::move(activities[i]));
  return out;
}

std::vector<double> energySteps(const Side& side, bool watts) {
  std::vector<RankSteps> steps;
  for (const auto& [rank, own] : side.byRank) steps.push_back({rank, own});
  const auto report = energyReport(*side.run, steps);
  std::vector<double> out;
  if (!report) return out;
  if (!side.marked) {
    const auto summary = powerSummary(*side.run, side.within);
    if (!summary) return out;
    const auto v = watts ? summary->mean_w : summary->energy_j;
    if (v) out.push_back(*v);
    return out;
  }
  for (const StepEnergy& s : report->steps) {
    const auto v = watts ? s.mean_w : s.energy_j;
    // A step that the meters read in part alone would look cheap.
    if (v && (watts || s.covered > 0.999)) out.push_back(*v);
  }
  return out;
}

std::string listed(const std::vector<std::string>& names) {
  std::string s;
  for (const std::string& n : names) s += (s.empty() ? "" : ", ") + n;
  return s;
}

// A step simulated by an older Weir names its optimizer, and counts it as other; of a measured one nothing tells which kernels are the optimizer's.
void remarkOnOptimizer(Comparison& c, const Side& a, const Named& x, const Side& b, const Named& y) {
  const bool measuredA = a.run->truth == Truth::Measured;
  if (measuredA == (b.run->truth == Truth::Measured)) return;
  const Side& side = measuredA ? b : a;
  const Keyed& kernels = (measuredA ? y : x).kernels;
  const auto it = kernels.find("optimizer");
  if (it == kernels.end() || !(it->second.sum > 0) || (it->second.slice < side.run->slices.size() && side.run->slices.activity[it->second.slice] != Activity::Other)) return;
  c.remarks.push_back(fmt::format("the optimizer of {} counts as other, {} a step, and that of a measured run as computing: computing, idle and other differ by that much",
                                  measuredA ? "B" : "A", units::showSeconds(it->second.sum / static_cast<double>(side.steps * side.ranks))));
}

// Where numbers of calls say nothing, that is said once for all rows.
void remarkOnCounts(Comparison& c, const Side& a) {
  const auto apart = [](const ComparedTable& t) { return std::any_of(t.rows.begin(), t.rows.end(), [](const ComparedRow& r) { return r.countedApart; }); };
  if (std::none_of(c.tables.begin(), c.tables.end(), apart)) return;
  c.remarks.push_back(fmt::format("{} counts pieces of work as they were drawn, a measured run its kernels and calls: total times, collectives and bytes are compared, numbers of calls are not",
                                  a.run->truth == Truth::Measured ? "B" : "A"));
}

}  // namespace

void compareTimes(Comparison& c, Side& a, Side& b, const CompareOptions& o, const Job& job) {
  std::map<std::int32_t, bool> deviceA, deviceB;
  const auto partsA = partsOf(a, deviceA), partsB = partsOf(b, deviceB);
  if (job.stopped()) return;
  ComparedTable overall{"overall", {}}, ranks{"rank", {}}, activity{"activity", {}}, kernel{"kernel", {}}, operators{"operator", {}};
  std::vector<std::string> unknownA, unknownB;
  const auto add = [&](const std::vector<double>& x, const std::vector<double>& y, const std::string& key, std::string_view unit) {
    if (addRow(overall, a, x, b, y, key, unit)) return;
    const bool inA = std::all_of(x.begin(), x.end(), [](double v) { return std::isnan(v); });
    if (unit == "s" && (inA ? a : b).run->slices.size() == 0) return;  // said below, in one word
    (inA ? unknownA : unknownB).push_back(key);
  };
  const auto partName = [&](std::size_t p) { return p == 0 && !a.marked && !b.marked ? "time in all" : std::string(kPartNames[p]); };
  for (std::size_t p = 0; p < kParts; ++p) {
    const auto of = [&](const Side& side, const std::vector<RankParts>& parts) { return p == 0 && side.marked && !parts.empty() ? side.stepTimes : meanOver(parts, p, side.steps); };
    const auto x = of(a, partsA), y = of(b, partsB);
    if (p > 2 && p < 7 && !anything(x) && !anything(y)) continue;
    add(x, y, partName(p), "s");
  }
  add(energySteps(a, false), energySteps(b, false), "energy", "J");
  add(energySteps(a, true), energySteps(b, true), "power", "W");
  finish(overall, o, false);
  for (const RankParts& x : partsA)
    for (const RankParts& y : partsB) {
      if (x.rank != y.rank || x.rank == kUnknownRank) continue;
      for (std::size_t p = 0; p < kParts; ++p)
        if (p == 0 || anything(x.step[p]) || anything(y.step[p])) addRow(ranks, a, x.step[p], b, y.step[p], fmt::format("rank {}, {}", x.rank, partName(p)), "s");
    }
  finish(ranks, o, false);
  const Named x = named(a, deviceA, job), y = named(b, deviceB, job);
  remarkOnOptimizer(c, a, x, b, y);
  for (const auto& [which, missing] : {std::pair("A", &unknownA), std::pair("B", &unknownB)})
    if (!missing->empty()) c.remarks.push_back(fmt::format("unknown in {} and not compared: {}", which, listed(*missing)));
  // A run that holds no slices of a kind has not removed the other's.
  const auto rows = [&](ComparedTable& t, const Keyed& inA, const Keyed& inB, bool loosely, const char* what) {
    if (inA.empty() == inB.empty()) {
      addRows(t, a, inA, b, inB, "s", loosely);
      finish(t, o, true);
      return true;
    }
    const Side& without = inA.empty() ? a : b;
    const std::string why = fmt::format("{}{} holds no slices of {}: none are compared", without.within ? "in the range " : "", inA.empty() ? "A" : "B", what);
    c.without.emplace_back(t.name, why);
    if (without.run->slices.size() > 0) c.remarks.push_back(why);
    return false;
  };
  const bool slices = (a.run->slices.size() > 0) == (b.run->slices.size() > 0);
  const std::string noSlices = slices ? std::string() : fmt::format("{} holds no slices: times, kernels and operators are not compared", a.run->slices.size() == 0 ? "A" : "B");
  if (!slices) {
    c.remarks.push_back(noSlices);
    for (const char* t : {"overall", "rank"}) c.without.emplace_back(t, noSlices);
  } else if (overall.rows.empty()) {
    c.without.emplace_back("overall", a.run->slices.size() == 0 ? "neither run holds anything that was timed: no slices, no power" : !c.remarks.empty() && !(unknownA.empty() && unknownB.empty()) ? c.remarks.back() : "");
  } else if (ranks.rows.empty()) {
    c.without.emplace_back("rank", "no rank is in both");
  }
  if (slices || !overall.rows.empty()) c.tables.push_back(std::move(overall));
  if (slices) c.tables.push_back(std::move(ranks));
  if (rows(activity, x.activities, y.activities, false, "known activity")) c.tables.push_back(std::move(activity));
  if (rows(kernel, x.kernels, y.kernels, true, "kernels")) c.tables.push_back(std::move(kernel));
  if (rows(operators, x.operators, y.operators, true, "operators")) c.tables.push_back(std::move(operators));
  remarkOnCounts(c, a);
}

}  // namespace weir::compared
