#include "app/cli/scenario_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>

#include "app/cli/checks.h"
#include "app/cli/console.h"
#include "app/cli/study_info.h"
#include "core/base/collective.h"
#include "core/base/units.h"
#include "core/scenario/json.h"
#include "core/scenario/outcome_json.h"
#include "core/scenario/validate.h"

namespace weir::cli {

void addScenarioOptions(CLI::App& command, ScenarioOptions& o) {
  command.add_option("SCENARIO", o.file, "A scenario file (JSON), or a study (.weir) for the one last in hand; - reads standard input")->required();
  command.add_option("--set", o.set, "Change one field: --set plan.global_batch=512 --set machine.network.link.bandwidth=200Gbps")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--seed", o.seed, "Seed of whatever is drawn by chance, a whole number from 0")->check(wholeNumber(0));
}

Result<Presets> loadPresets() { return Presets::load(shareFolder() + "/presets"); }

Result<Scenario> readScenario(const ScenarioOptions& o, const Presets& presets) {
  Result<Scenario> s = tl::make_unexpected(Error{});
  if (o.file == "-") {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    s = scenarioFromJson(text, "standard input", presets);
  } else if (isStudy(o.file)) {
    const auto text = scenarioOfStudy(o.file);
    if (!text) return tl::make_unexpected(text.error());
    s = scenarioFromJson(*text, o.file, presets);
  } else {
    s = loadScenario(o.file, presets);
  }
  for (const std::string& setting : o.set) {
    if (!s) return s;
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      return fail(fmt::format("\"{}\" is no setting", setting), "--set", "write it as path=value, for example plan.global_batch=512");
    s = withSetting(*s, setting.substr(0, equals), setting.substr(equals + 1), &presets);
    if (!s) s.error().where = "--set " + setting + (s.error().where.empty() ? "" : ": " + s.error().where);
  }
  if (!s) return s;
  if (o.seed) s->seed = *o.seed;
  if (auto valid = validate(*s); !valid) {
    Error e = valid.error();
    e.where = o.file + (e.where.empty() ? "" : ", " + e.where);
    return tl::make_unexpected(e);
  }
  return s;
}

namespace {

void line(std::string& text, std::string_view label, const std::string& value) {
  if (value != "unknown") text += fmt::format("  {:<28} {}\n", label, value);
}

// "0.24 s  [0.21 s, 0.28 s]": 95 %, where it is known and not a point.
std::string within(const std::string& value, const Outcome& o, Range Uncertainty::*range, std::string (*show)(double)) {
  if (!o.uncertainty) return value;
  const Range r = (*o.uncertainty).*range;
  if (std::isnan(r.low) || !(r.high > r.low)) return value;
  return fmt::format("{}  [{}, {}]", value, show(r.low), show(r.high));
}
std::string perSecond(double v) { return units::showSi(v, "/s"); }

std::string restsOn(const Outcome& o) {
  std::string t;
  for (const Influence& i : o.uncertainty->rests_on) {
    const double most = std::max({std::abs(i.step_low), std::abs(i.step_high), std::abs(i.energy_low), std::abs(i.energy_high)});
    if (most < 0.001) break;
    if (t.empty()) t = "  rests on (95 % intervals; what each alone does to step time and energy):\n";
    t += fmt::format("    {} = {} [{}, {}]: step {:+.1f} to {:+.1f} %, energy {:+.1f} to {:+.1f} %{}\n", i.path, i.value, i.low, i.high, 100 * std::min(i.step_low, i.step_high),
                     100 * std::max(i.step_low, i.step_high), 100 * std::min(i.energy_low, i.energy_high), 100 * std::max(i.energy_low, i.energy_high), i.source.empty() ? "" : "  [" + i.source + "]");
  }
  return t;
}

std::string share(double part, double whole) {
  if (std::isnan(part) || !(whole > 0)) return units::showSeconds(part);
  return fmt::format("{} ({})", units::showSeconds(part), units::showPercent(part / whole));
}

}  // namespace

std::string outcomeToText(const Scenario& s, const Outcome& o) {
  std::string t = fmt::format("{}  [{}]\n", s.name.empty() ? "scenario" : s.name, name(o.fidelity));
  line(t, "step time", within(units::showSeconds(o.step_s), o, &Uncertainty::step_s, units::showSeconds));
  if (s.workload.kind == Workload::Kind::Training) {
    line(t, "  computing", share(o.breakdown.compute_s, o.step_s));
    line(t, "  exposed communication", share(o.breakdown.exposed_communication_s, o.step_s));
    line(t, "  data stall", share(o.breakdown.data_stall_s, o.step_s));
    line(t, "  pipeline bubble", share(o.breakdown.bubble_s, o.step_s));
    line(t, "  checkpoint", share(o.breakdown.checkpoint_s, o.step_s));
    line(t, "  other", share(o.breakdown.other_s, o.step_s));
    line(t, "overlapped communication", units::showSeconds(o.overlapped_communication_s));
    line(t, "samples per second", within(perSecond(o.samples_per_s), o, &Uncertainty::samples_per_s, perSecond));
    line(t, "epoch", within(units::showSeconds(o.epoch_s), o, &Uncertainty::epoch_s, units::showSeconds));
    if (!std::isnan(o.samples_to_target)) {
      line(t, "samples to target", within(units::showCount(o.samples_to_target), o, &Uncertainty::samples_to_target, units::showCount));
      line(t, "  guarantee", guaranteeText(o.guarantee));
    }
    line(t, "time to target", within(units::showSeconds(o.time_to_target_s), o, &Uncertainty::time_to_target_s, units::showSeconds));
  }
  line(t, "network bytes per step", units::showBytes(o.volume.network_step_bytes));
  line(t, "sent by a rank per step", units::showBytes(o.volume.rank_sent_step_bytes));
  line(t, "network bytes to target", units::showBytes(o.network_to_target_bytes));
  line(t, "storage bytes per epoch", units::showBytes(o.volume.storage_epoch_bytes));
  line(t, "energy per step", within(units::showJoules(o.energy_step_j), o, &Uncertainty::energy_step_j, units::showJoules));
  line(t, "energy to target", within(units::showJoules(o.energy_to_target_j), o, &Uncertainty::energy_to_target_j, units::showJoules));
  for (const CollectiveOutcome& c : o.collectives)
    t += fmt::format("  {} {}, {} ranks, {}: {}, busbw {}\n", name(c.operation), name(c.algorithm), c.ranks, units::showBytes(c.bytes),
                     units::showSeconds(c.time_s), units::showBytesPerSecond(c.busbw));
  if (o.flows.count > 0)
    t += fmt::format("  {} flows: mean {}, p50 {}, p99 {}, last {}\n", o.flows.count, units::showSeconds(o.flows.fct_mean_s),
                     units::showSeconds(o.flows.fct_p50_s), units::showSeconds(o.flows.fct_p99_s), units::showSeconds(o.flows.fct_max_s));
  if (o.network.packets > 0)
    t += fmt::format("  {} packets, {} packet-hops, {} drops, {} pauses, longest queue {}\n", o.network.packets, o.network.packet_hops,
                     o.network.drops, o.network.pauses, units::showBytes(static_cast<double>(o.network.max_queue_bytes)));
  if (o.network.packets > 0) {
    t += fmt::format("  over {}, routed by {}, transport {}", topologyNames()[static_cast<std::size_t>(s.machine.network.topology)], s.machine.network.routing, s.machine.network.transport);
    if (o.network.marks + o.network.trims + o.network.retransmissions > 0)
      t += fmt::format(": {} marks, {} trims, {} sent again", o.network.marks, o.network.trims, o.network.retransmissions);
    if (std::isfinite(o.network.throughput)) t += fmt::format("; hosts accept {} of their bandwidth", units::showPercent(o.network.throughput));
    t += "\n";
  }
  if (o.uncertainty) t += restsOn(o);
  line(t, "this answer took", units::showSeconds(o.wall_s));
  for (const std::string& r : o.remarks) t += "  note: " + r + "\n";
  return t;
}

}  // namespace weir::cli
