#include "core/summarize/energy_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/units.h"
#include "core/summarize/json_or_null.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kPhases> kFields{"computing", "exposed_communication", "data_stall", "checkpoint", "copy", "idle", "outside"};

Json phases(const std::optional<PhaseEnergy>& p) {
  if (!p) return nullptr;
  Json j = Json::object();
  for (std::size_t i = 0; i < kPhases; ++i) j[std::string(kFields[i])] = (*p)[i];
  return j;
}

}  // namespace

void addEnergy(Json& power, const std::optional<EnergyReport>& report) {
  Json steps = Json::array(), ranks = Json::array();
  if (report) {
    for (const StepEnergy& s : report->steps)
      steps.push_back({{"step", s.number},
                       {"start_s", static_cast<double>(s.span.from) / 1e12},
                       {"end_s", static_cast<double>(s.span.to) / 1e12},
                       {"energy_j", orNull(s.energy_j)},
                       {"mean_w", orNull(s.mean_w)},
                       {"covered", s.covered},
                       {"by_phase_j", phases(s.phase_j)}});
    for (const RankEnergy& r : report->ranks) {
      Json perStep = Json::array();
      for (const auto& j : r.step_j) perStep.push_back(orNull(j));
      ranks.push_back({{"rank", r.rank == kUnknownRank ? Json(nullptr) : Json(r.rank)},
                       {"meters", r.meters},
                       {"energy_j", orNull(r.energy_j)},
                       {"by_phase_j", phases(r.phase_j)},
                       {"per_step_j", perStep}});
    }
  }
  power["per_step"] = std::move(steps);
  power["by_rank"] = std::move(ranks);
  power["by_phase_j"] = report ? phases(report->phase_j) : Json(nullptr);
  power["assumption"] = report && !report->assumption.empty() ? Json(report->assumption) : Json(nullptr);
}

std::string energyPerStep(const EnergyReport& report) {
  double sum = 0, least = 0, most = 0;
  std::size_t n = 0;
  for (const StepEnergy& s : report.steps) {
    if (!s.energy_j) continue;
    least = n == 0 ? *s.energy_j : std::min(least, *s.energy_j);
    most = n == 0 ? *s.energy_j : std::max(most, *s.energy_j);
    sum += *s.energy_j;
    ++n;
  }
  if (n == 0) return {};
  return fmt::format("{} steps, {} a step in the mean ({} to {})", n, units::showJoules(sum / static_cast<double>(n)), units::showJoules(least), units::showJoules(most));
}

std::string energyByPhase(const EnergyReport& report) {
  if (!report.phase_j) return {};
  double sum = 0;
  for (const double j : *report.phase_j) sum += j;
  std::string s;
  for (std::size_t i = 0; i < kPhases; ++i) {
    const double j = (*report.phase_j)[i];
    if (j > 0) s += fmt::format("{}{} {} ({})", s.empty() ? "" : ", ", name(static_cast<Phase>(i)), units::showJoules(j), units::showPercent(j / sum));
  }
  return s;
}

}  // namespace weir
