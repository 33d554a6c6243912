#include "app/gui/documents/preset_entries.h"

#include <algorithm>

namespace weir {
namespace {

void takeProvenance(Scenario& s, const std::string& prefix, const std::map<std::string, std::string>& from) {
  std::erase_if(s.provenance, [&](const auto& entry) { return entry.first == prefix || entry.first.starts_with(prefix + "."); });
  for (const auto& [path, source] : from)
    if (path == prefix || path.starts_with(prefix + ".")) s.provenance[path] = source;
}

// What a new machine or workload cannot carry any more falls back, rather than leaving a scenario without an answer.
void fitTogether(Scenario& s) {
  if (!s.machine.storage.empty()) {
    if (!s.machine.tier(s.plan.data.tier)) s.plan.data.tier = s.machine.storage.front().name;
    if (!s.plan.checkpoint.tier.empty() && !s.machine.tier(s.plan.checkpoint.tier)) s.plan.checkpoint.tier = s.machine.storage.back().name;
  }
  const auto& peak = s.machine.node.accelerator.peak;
  if (!peak.empty() && !peak.contains(s.workload.precision)) s.workload.precision = peak.begin()->first;
  const FrequencyRange& f = s.machine.node.accelerator.frequency;
  const double hz = s.plan.frequency.toHertz();
  if (hz > 0 && (hz < f.min.toHertz() || hz > f.max.toHertz())) s.plan.frequency = {};
  s.plan.data_parallel = 0;
}

void useMachine(Scenario& s, const Preset<Machine>& p) {
  s.machine = p.value;
  takeProvenance(s, "machine", p.provenance);
  fitTogether(s);
}
void useWorkload(Scenario& s, const Preset<Workload>& p) {
  s.workload = p.value;
  takeProvenance(s, "workload", p.provenance);
  fitTogether(s);
}
void usePlan(Scenario& s, const Preset<Plan>& p) {
  s.plan = p.value;
  takeProvenance(s, "plan", p.provenance);
  fitTogether(s);
}

}  // namespace

std::vector<PresetEntry> presetEntries(const Presets& presets) {
  std::vector<PresetEntry> out;
  for (const PresetInfo& info : presets.list()) {
    // Accelerators have their own list in the panel.
    if (info.kind == PresetInfo::Kind::Accelerator) continue;
    PresetEntry e;
    e.name = QString::fromStdString(info.name);
    e.title = QString::fromStdString(info.title.empty() ? info.name : info.title);
    e.source = QString::fromStdString(info.source);
    switch (info.kind) {
      case PresetInfo::Kind::Accelerator: break;
      case PresetInfo::Kind::Machine:
        e.group = Field::Group::Machine;
        e.apply = [p = *presets.machine(info.name)](Scenario& s) { useMachine(s, p); };
        break;
      case PresetInfo::Kind::Workload:
        e.group = Field::Group::Workload;
        e.apply = [p = *presets.workload(info.name)](Scenario& s) { useWorkload(s, p); };
        break;
      case PresetInfo::Kind::Plan:
        e.group = Field::Group::Plan;
        e.apply = [p = *presets.plan(info.name)](Scenario& s) { usePlan(s, p); };
        break;
    }
    out.push_back(std::move(e));
  }
  return out;
}

std::vector<Accelerator> presetAccelerators(const Presets& presets) {
  std::vector<Accelerator> out;
  for (const std::string& n : presets.names(PresetInfo::Kind::Accelerator)) out.push_back(presets.accelerator(n)->value);
  for (const std::string& n : presets.names(PresetInfo::Kind::Machine)) {
    const Accelerator& a = presets.machine(n)->value.node.accelerator;
    const bool known = std::any_of(out.begin(), out.end(), [&](const Accelerator& b) { return b.name == a.name; });
    if (!a.name.empty() && !known) out.push_back(a);
  }
  return out;
}

std::optional<Scenario> defaultScenario(const Presets& presets) {
  const Preset<Machine>* machine = presets.machine("perlmutter");
  const Preset<Workload>* workload = presets.workload("resnet-50-imagenet");
  const Preset<Plan>* plan = presets.plan("data-parallel");
  const auto machines = presets.names(PresetInfo::Kind::Machine);
  if (!machine && !machines.empty()) machine = presets.machine(machines.front());
  if (!workload)
    for (const std::string& n : presets.names(PresetInfo::Kind::Workload))
      if (!workload && presets.workload(n)->value.kind == Workload::Kind::Training) workload = presets.workload(n);
  if (!machine || !workload) return std::nullopt;
  Scenario s;
  s.name = workload->info.title.empty() ? workload->info.name : workload->info.title;
  useMachine(s, *machine);
  useWorkload(s, *workload);
  if (plan) usePlan(s, *plan);
  return s;
}

}  // namespace weir
