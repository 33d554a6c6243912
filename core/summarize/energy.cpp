#include "core/summarize/energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "core/summarize/breakdown.h"
#include "core/summarize/intervals.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

TimeRange cut(TimeRange a, TimeRange b) { return {std::max(a.from, b.from), std::min(a.to, b.to)}; }

struct Sample {
  std::int64_t t;
  double v;
};

// By distinct times, those of one time by their mean: as power.cpp integrates them.
std::vector<Sample> readingsOf(const Counter& c) {
  std::vector<Sample> p;
  for (std::size_t i = 0; i < c.value.size() && i < c.time.size(); ++i)
    if (!std::isnan(c.value[i])) p.push_back({c.time[i], static_cast<double>(c.value[i])});
  std::stable_sort(p.begin(), p.end(), [](const Sample& a, const Sample& b) { return a.t < b.t; });
  std::size_t out = 0;
  for (std::size_t i = 0; i < p.size();) {
    double sum = 0;
    std::size_t k = i;
    for (; k < p.size() && p[k].t == p[i].t; ++k) sum += p[k].v;
    p[out++] = {p[i].t, sum / static_cast<double>(k - i)};
    i = k;
  }
  p.resize(out);
  return p;
}

}  // namespace

EnergyCurve::EnergyCurve(const MeterCounters& meter) {
  const auto add = [&](std::int64_t from, std::int64_t to, double w0, double w1) {
    if (to <= from || std::isnan(w0) || std::isnan(w1)) return;
    const auto [j, ps] = pieces_.empty() ? std::pair<double, std::int64_t>{0, 0} : until(pieces_.back().to);
    pieces_.push_back({from, to, w0, w1, j, ps});
  };
  if (meter.energy != nullptr) {
    const auto p = readingsOf(*meter.energy);
    for (std::size_t i = 1; i < p.size(); ++i) {
      const double w = (p[i].v - p[i - 1].v) / seconds(p[i].t - p[i - 1].t);
      add(p[i - 1].t, p[i].t, w, w);
    }
    if (known()) return;
  }
  if (meter.power == nullptr) return;
  const Counter& c = *meter.power;
  if (c.step > 0) {
    for (std::size_t i = 0; i < c.value.size(); ++i) {
      const std::int64_t from = c.start + static_cast<std::int64_t>(i) * c.step;
      add(from, from + c.step, static_cast<double>(c.value[i]), static_cast<double>(c.value[i]));
    }
    return;
  }
  const auto p = readingsOf(c);
  for (std::size_t i = 1; i < p.size(); ++i) add(p[i - 1].t, p[i].t, p[i - 1].v, p[i].v);
}

TimeRange EnergyCurve::span() const { return known() ? TimeRange{pieces_.front().from, pieces_.back().to} : TimeRange{}; }

std::pair<double, std::int64_t> EnergyCurve::until(std::int64_t t) const {
  const auto it = std::upper_bound(pieces_.begin(), pieces_.end(), t, [](std::int64_t v, const Piece& p) { return v < p.from; });
  if (it == pieces_.begin()) return {0, 0};
  const Piece& p = *(it - 1);
  const std::int64_t to = std::min(t, p.to);
  const double share = static_cast<double>(to - p.from) / static_cast<double>(p.to - p.from);
  const double w = p.w0 + (p.w1 - p.w0) * share;
  return {p.before_j + seconds(to - p.from) * (p.w0 + w) / 2, p.before_ps + (to - p.from)};
}

double EnergyCurve::within(TimeRange range) const { return range.to > range.from ? until(range.to).first - until(range.from).first : 0; }

std::int64_t EnergyCurve::covered(TimeRange range) const { return range.to > range.from ? until(range.to).second - until(range.from).second : 0; }

double EnergyCurve::within(const Intervals& set, TimeRange range) const {
  if (!known()) return 0;
  range = cut(range, span());
  double sum = 0;
  auto it = std::partition_point(set.begin(), set.end(), [&](const TimeRange& r) { return r.to <= range.from; });
  for (; it != set.end() && it->from < range.to; ++it) sum += within(cut(*it, range));
  return sum;
}

std::optional<double> EnergyCurve::at(std::int64_t t) const {
  auto it = std::upper_bound(pieces_.begin(), pieces_.end(), t, [](std::int64_t v, const Piece& p) { return v < p.from; });
  if (it == pieces_.begin()) return std::nullopt;
  const Piece& p = *(it - 1);
  if (t > p.to || (t == p.to && it != pieces_.end() && it->from == t)) return std::nullopt;
  return p.w0 + (p.w1 - p.w0) * (static_cast<double>(t - p.from) / static_cast<double>(p.to - p.from));
}

std::string_view name(Phase p) {
  switch (p) {
    case Phase::Computing: return "computing";
    case Phase::Communication: return "exposed communication";
    case Phase::Data: return "data stall";
    case Phase::Checkpoint: return "checkpoint";
    case Phase::Copy: return "copy";
    case Phase::Idle: return "idle or other";
    case Phase::Outside: return "before or after the rank's events";
  }
  return "unknown";
}

std::vector<TimeRange> jobSteps(const std::vector<RankSteps>& steps) {
  const RankSteps* most = nullptr;
  bool equal = true;
  for (const RankSteps& r : steps) {
    if (most != nullptr && (r.steps.size() != most->steps.size() || r.number != most->number)) equal = false;
    if (most == nullptr || r.steps.size() > most->steps.size()) most = &r;
  }
  if (most == nullptr) return {};
  std::vector<TimeRange> out = most->steps;
  if (equal)
    for (const RankSteps& r : steps)
      for (std::size_t k = 0; k < out.size(); ++k) out[k] = {std::min(out[k].from, r.steps[k].from), std::max(out[k].to, r.steps[k].to)};
  std::sort(out.begin(), out.end(), [](const TimeRange& a, const TimeRange& b) { return a.from < b.from; });
  for (std::size_t k = 1; k < out.size(); ++k) out[k - 1].to = std::min(out[k - 1].to, out[k].from);
  return out;
}

namespace {

// What the steps of jobSteps() are called: as the rank counts from which it has them.
std::vector<std::int64_t> jobStepNumbers(const std::vector<RankSteps>& steps) {
  const auto most = std::max_element(steps.begin(), steps.end(), [](const RankSteps& a, const RankSteps& b) { return a.steps.size() < b.steps.size(); });
  return most == steps.end() ? std::vector<std::int64_t>() : stepNumbers(steps)[static_cast<std::size_t>(most - steps.begin())];
}

using Parts = BreakdownIndex::Parts;

// "GPU 3" of a node with as many of them as the run has ranks is taken for rank 3.
std::optional<std::size_t> numberOf(std::string_view name) {
  constexpr std::string_view kGpu = "GPU ";
  if (!name.starts_with(kGpu)) return std::nullopt;
  std::size_t n = 0;
  const auto r = std::from_chars(name.data() + kGpu.size(), name.data() + name.size(), n);
  return r.ec == std::errc() && r.ptr == name.data() + name.size() ? std::optional(n) : std::nullopt;
}

struct Meter {
  std::int32_t rank = kUnknownRank;
  EnergyCurve curve;
};

// What each phase of one rank took of a meter within a range; the parts sum to the meter's energy there.
PhaseEnergy phasesOf(const EnergyCurve& curve, const Parts& p, TimeRange range) {
  PhaseEnergy e{};
  const TimeRange inside = cut(range, p.span);
  const std::array<const MeasuredIntervals*, 5> sets{p.computing, p.exposed, p.dataStall, p.checkpoint, p.copy};
  double parts = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) parts += e[i] = curve.within(sets[i]->set(), inside);
  const double within = curve.within(inside), all = curve.within(range);
  e[static_cast<std::size_t>(Phase::Idle)] = std::max(within - parts, 0.0);
  e[static_cast<std::size_t>(Phase::Outside)] = std::max(all - within, 0.0);
  return e;
}

void add(std::optional<PhaseEnergy>& to, const PhaseEnergy& e, double factor) {
  if (!to) to = PhaseEnergy{};
  for (std::size_t i = 0; i < kPhases; ++i) (*to)[i] += e[i] * factor;
}

}  // namespace

TimeRange stepOfRank(const RankSteps* own, const std::vector<TimeRange>& job, std::size_t k) {
  if (own == nullptr) return job[k];
  // The k-th where the ranks count alike; a rank whose trace began a step later has another k-th.
  if (own->steps.size() == job.size() && cut(own->steps[k], job[k]).length() > 0) return own->steps[k];
  TimeRange best = job[k];
  std::int64_t most = 0;
  for (const TimeRange& s : own->steps)
    if (const std::int64_t l = cut(s, job[k]).length(); l > most) most = l, best = s;
  return best;
}

std::optional<EnergyReport> energyReport(const Run& run, const std::vector<RankSteps>& steps, std::optional<TimeRange> asked, const Job& job) {
  const TimeRange range = asked.value_or(kAllTime);
  std::vector<Meter> meters;
  std::vector<std::string> assumptions;
  {
    const auto counters = meterCounters(run);
    if (counters.empty()) return std::nullopt;
    std::map<std::size_t, std::size_t> gpus;  // number -> how many devices of that name
    for (const MeterCounters& m : counters)
      if (const auto n = numberOf(m.name); n && m.rank == kUnknownRank) ++gpus[*n];
    const bool gpuIsRank = run.ranks.size() > 1 && gpus.size() == run.ranks.size() && gpus.rbegin()->first + 1 == gpus.size() &&
                           std::all_of(gpus.begin(), gpus.end(), [](const auto& g) { return g.second == 1; });
    for (const MeterCounters& m : counters) {
      Meter out{m.rank, EnergyCurve(m)};
      const auto n = numberOf(m.name);
      if (m.rank == kUnknownRank && gpuIsRank && n) out.rank = run.ranks[*n];
      if (m.rank == kUnknownRank && run.ranks.size() == 1) out.rank = run.ranks.front();
      if (out.curve.known()) meters.push_back(std::move(out));
    }
    if (gpuIsRank) assumptions.push_back("GPU n is taken for the n-th rank, as there are as many of both");
  }
  const BreakdownIndex index(run);
  std::vector<Parts> ranks = index.parts();
  {
    const Breakdown all = index.over();
    std::vector<Parts> known;
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if (all.ranks[i].known()) known.push_back(ranks[i]);
    ranks = std::move(known);
  }
  const auto partsOf = [&](std::int32_t rank) -> const Parts* {
    for (const Parts& p : ranks)
      if (p.rank == rank) return &p;
    return nullptr;
  };
  const auto stepsOf = [&](std::int32_t rank) -> const RankSteps* {
    for (const RankSteps& r : steps)
      if (r.rank == rank) return &r;
    return nullptr;
  };
  const auto phases = [&](std::optional<PhaseEnergy>& to, const Meter& m, TimeRange within) {
    if (m.curve.covered(within) == 0) return;
    if (m.rank != kUnknownRank) {
      if (const Parts* p = partsOf(m.rank)) add(to, phasesOf(m.curve, *p, within), 1);
      return;
    }
    for (const Parts& p : ranks) add(to, phasesOf(m.curve, p, within), 1.0 / static_cast<double>(ranks.size()));
  };

  EnergyReport report;
  const auto whole = jobSteps(steps);
  const auto numbers = jobStepNumbers(steps);
  for (std::size_t k = 0; k < whole.size(); ++k)
    if (whole[k].from >= range.from && whole[k].to <= range.to) report.steps.push_back({k, numbers[k], whole[k], {}, 0, {}, {}});
  std::map<std::int32_t, RankEnergy> byRank;
  job.begin("integrating power", meters.size());
  bool shared = false;
  for (const Meter& m : meters) {
    if (job.stopped()) return std::nullopt;
    RankEnergy& r = byRank[m.rank];
    r.rank = m.rank;
    r.step_j.resize(report.steps.size());
    ++r.meters;
    shared = shared || (m.rank == kUnknownRank && ranks.size() > 1);
    if (m.curve.covered(range) > 0) {
      const double j = m.curve.within(range);
      r.energy_j = r.energy_j.value_or(0) + j;
      report.energy_j = report.energy_j.value_or(0) + j;
      std::optional<PhaseEnergy> own;
      phases(own, m, range);
      if (own) add(r.phase_j, *own, 1), add(report.phase_j, *own, 1);
    }
    const RankSteps* ownSteps = stepsOf(m.rank);
    for (std::size_t k = 0; k < report.steps.size(); ++k) {
      StepEnergy& s = report.steps[k];
      const TimeRange span = stepOfRank(ownSteps, whole, s.step);
      const std::int64_t covered = m.curve.covered(span);
      s.covered += static_cast<double>(covered) / static_cast<double>(std::max<std::int64_t>(span.length(), 1)) / static_cast<double>(meters.size());
      if (covered == 0) continue;
      const double j = m.curve.within(span);
      s.energy_j = s.energy_j.value_or(0) + j;
      s.mean_w = s.mean_w.value_or(0) + j / seconds(covered);
      r.step_j[k] = r.step_j[k].value_or(0) + j;
      phases(s.phase_j, m, span);
    }
    job.add(1);
  }
  for (auto& [rank, r] : byRank) report.ranks.push_back(std::move(r));
  if (shared) assumptions.push_back(fmt::format("meters of no rank: the phases of all {} ranks count evenly in them", ranks.size()));
  if (report.energy_j && !report.phase_j && !run.ranks.empty()) assumptions.push_back("no rank tells what it did while meters read: shares by phase are unknown");
  for (const std::string& a : assumptions) report.assumption += (report.assumption.empty() ? "" : "; ") + a;
  return report;
}

}  // namespace weir
