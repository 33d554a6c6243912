// From a run's breakdown or a scenario's answer to bars.
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/units.h"
#include "views/breakdown/breakdown_picture.h"
#include "views/shared/intervals.h"

namespace weir {
namespace {

struct BarWords {
  Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

std::array<double, kParts> partsOf(const RankBreakdown& r) {
  std::array<double, kParts> p{};
  // Where no launch is known, nothing tells why the device idles.
  const bool why = r.launchesKnown;
  const std::array<std::int64_t, kParts> ps{r.computing - r.overlapped, r.overlapped, r.exposed, r.dataStall, r.checkpoint, r.copy, r.other,
                                            why ? r.hostBound : 0, why ? r.kernelWait : 0, why ? r.idleOther : r.idle, r.unknown};
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = static_cast<double>(ps[i]) / 1e12;
  return p;
}

// Which of them the rank tells, as the table of `info --breakdown` has it.
std::array<bool, kParts> toldBy(const RankBreakdown& r) {
  const bool work = r.showsWork, any = r.known(), why = work && r.launchesKnown;
  return {work, work, work, any, any, any, work, why, why, work, true};
}

void addFacts(BreakdownBar& b) {
  if (!b.unknown.isEmpty()) {
    b.facts.emplace_back(BarWords::tr("Breakdown"), b.unknown);
    return;
  }
  for (int i = 0; i < kParts; ++i) {
    const double v = b.seconds[static_cast<std::size_t>(i)];
    const bool told = b.told[static_cast<std::size_t>(i)];
    if (v == 0 && told) continue;
    const QString what = partName(static_cast<Part>(i));
    b.facts.emplace_back(what.left(1).toUpper() + what.mid(1),
                         !told       ? BarWords::tr("unknown")
                         : b.total > 0 ? QStringLiteral("%1, %2").arg(chart::valueText(v, "s"), chart::valueText(v / b.total, "1")) : chart::valueText(v, "s"));
  }
  b.facts.emplace_back(BarWords::tr("In all"), chart::valueText(b.total, "s"));
}

}  // namespace

std::vector<BreakdownBar> barsOf(const Breakdown& b, Truth truth, int runId, std::size_t most,
                                 const std::vector<double>& perStep) {
  std::vector<BreakdownBar> out;
  const std::size_t n = b.ranks.size();
  if (n == 0) return out;
  const auto divisor = [&](std::size_t i) { return perStep.empty() ? 1.0 : perStep[i]; };
  const auto bar = [&](std::size_t from, std::size_t to) {
    BreakdownBar o;
    o.truth = truth;
    o.runId = runId;
    std::int64_t overlapped = 0;
    std::int64_t communication = 0;
    std::size_t known = 0;
    for (std::size_t i = from; i < to; ++i) {
      const RankBreakdown& r = b.ranks[i];
      if (!r.known() || r.wall() == 0 || !(divisor(i) > 0)) continue;
      ++known;
      const auto p = partsOf(r);
      const auto told = toldBy(r);
      for (std::size_t k = 0; k < p.size(); ++k) {
        o.seconds[k] += p[k] / divisor(i);
        o.told[k] = o.told[k] || told[k];
      }
      overlapped += r.overlapped;
      communication += r.communication();
    }
    if (known == 0) {
      o.total = std::numeric_limits<double>::quiet_NaN();
      const bool noSteps = !perStep.empty() && !(divisor(from) > 0);
      o.unknown = noSteps                     ? BarWords::tr("no steps are marked")
                  : b.ranks[from].wall() == 0 ? BarWords::tr("nothing in this time range")
                                              : BarWords::tr("unknown: no slice says what it does");
    } else {
      for (double& v : o.seconds) v /= static_cast<double>(known);
      o.total = std::accumulate(o.seconds.begin(), o.seconds.end(), 0.0);
    }
    addFacts(o);
    if (communication > 0) {
      const double f = static_cast<double>(overlapped) / static_cast<double>(communication);
      o.remark = BarWords::tr("%1 overlapped").arg(chart::valueText(f, "1"));
      o.facts.emplace_back(BarWords::tr("Overlapped share of communication"), chart::valueText(f, "1"));
    }
    if (to - from == 1) {
      const RankBreakdown& r = b.ranks[from];
      o.facts.emplace_back(BarWords::tr("Communication slices"), QString::number(r.communicationSlices));
      o.facts.emplace_back(BarWords::tr("Sum of their durations"), chart::valueText(static_cast<double>(r.communicationSum) / 1e12, "s"));
      o.facts.emplace_back(BarWords::tr("Taken from"), r.fromDevice ? BarWords::tr("device streams") : BarWords::tr("host threads"));
      if (r.fromDevice && r.device.length() > 0) {
        const auto hta = [&](std::int64_t ps) {
          return QStringLiteral("%1, %2").arg(chart::valueText(static_cast<double>(ps) / 1e12, "s"), chart::valueText(static_cast<double>(ps) / static_cast<double>(r.device.length()), "1"));
        };
        o.facts.emplace_back(BarWords::tr("HTA's kernel time (first to last kernel)"), chart::valueText(static_cast<double>(r.device.length()) / 1e12, "s"));
        o.facts.emplace_back(BarWords::tr("HTA's idle time"), hta(r.device.length() - r.deviceBusy));
        o.facts.emplace_back(BarWords::tr("HTA's non-compute time"), hta(r.deviceBusy - r.computing));
      }
      o.begin = r.span.from;
    }
    return o;
  };
  if (n > 1) {
    out.push_back(bar(0, n));
    out.back().label = BarWords::tr("mean of %1").arg(n);
    out.back().emphasis = true;
  }
  const std::size_t per = (n + std::max<std::size_t>(most, 1) - 1) / std::max<std::size_t>(most, 1);
  if (per >= n && n > 1) return out;
  for (std::size_t from = 0; from < n; from += per) {
    const std::size_t to = std::min(from + per, n);
    out.push_back(bar(from, to));
    const std::int32_t first = b.ranks[from].rank;
    out.back().label = first == kUnknownRank ? BarWords::tr("all")
                       : to - from == 1      ? BarWords::tr("rank %1").arg(first)
                                             : BarWords::tr("ranks %1–%2").arg(first).arg(b.ranks[to - 1].rank);
  }
  return out;
}

std::vector<BreakdownBar> barsOfSteps(const std::vector<BreakdownOfStep>& steps, Truth truth, int runId, std::size_t most,
                                      std::optional<std::int32_t> rank) {
  std::vector<BreakdownBar> out;
  const std::size_t per = (steps.size() + std::max<std::size_t>(most, 1) - 1) / std::max<std::size_t>(most, 1);
  for (std::size_t from = 0; from < steps.size(); from += per) {
    const std::size_t to = std::min(from + per, steps.size());
    Breakdown b;
    for (std::size_t k = from; k < to; ++k)
      for (const RankBreakdown& r : steps[k].of.ranks)
        if (!rank || r.rank == *rank) b.ranks.push_back(r);
    if (b.ranks.empty()) continue;
    b.total = sumOf(b.ranks);
    // A bar of several is their mean, as that of the ranks is; of it only the first is wanted.
    BreakdownBar bar = barsOf(b, truth, runId, 1, {}).front();
    bar.emphasis = false;
    bar.label = to - from == 1 ? BarWords::tr("step %1").arg(steps[from].step) : BarWords::tr("steps %1–%2").arg(steps[from].step).arg(steps[to - 1].step);
    bar.begin = steps[from].span.from;
    out.push_back(std::move(bar));
  }
  return out;
}

BreakdownBar barOf(const Outcome& o) {
  BreakdownBar b;
  b.truth = o.fidelity == Fidelity::Model ? Truth::Predicted : Truth::Simulated;
  b.emphasis = true;
  b.label = BarWords::tr("one step");
  b.total = o.step_s;
  const StepBreakdown& s = o.breakdown;
  const auto known = [](double v) { return std::isnan(v) ? 0.0 : v; };
  if (std::isnan(o.step_s) || std::isnan(s.compute_s)) {
    b.total = std::numeric_limits<double>::quiet_NaN();
    b.unknown = BarWords::tr("no step to break down");
    addFacts(b);
    return b;
  }
  // What is hidden under computing is part of it.
  const double overlapped = std::min(known(o.overlapped_communication_s), s.compute_s);
  b.seconds = {s.compute_s - overlapped, overlapped, known(s.exposed_communication_s),    known(s.data_stall_s),
               known(s.checkpoint_s),    0,          0, 0, 0, known(s.bubble_s) + known(s.other_s), 0};
  // A step that was worked out has no copies and no launches: nothing tells those.
  const auto tells = [](double v) { return !std::isnan(v); };
  b.told = {true, tells(o.overlapped_communication_s), tells(s.exposed_communication_s), tells(s.data_stall_s), tells(s.checkpoint_s), false, false, false, false,
            tells(s.bubble_s) || tells(s.other_s), true};
  addFacts(b);
  if (o.uncertainty && intervals::known(o.uncertainty->step_s)) {
    b.range = o.uncertainty->step_s;
    b.facts.emplace_back(BarWords::tr("95 % interval of the constants"), intervals::range(o.step_s, b.range, units::showSeconds).trimmed());
  }
  if (known(s.bubble_s) > 0) b.facts.emplace_back(BarWords::tr("Of idle: pipeline bubble"), chart::valueText(s.bubble_s, "s"));
  const double communication = overlapped + known(s.exposed_communication_s);
  if (communication > 0) {
    b.remark = BarWords::tr("%1 overlapped").arg(chart::valueText(overlapped / communication, "1"));
    b.facts.emplace_back(BarWords::tr("Overlapped share of communication"), chart::valueText(overlapped / communication, "1"));
  }
  return b;
}

}  // namespace weir
