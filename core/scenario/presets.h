// Known accelerators, machines, workloads and plans with published values and their sources: share/weir/presets/
// {accelerators,machines,workloads,plans}/*.json. Loaded once, then immutable: share by const reference from any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

struct PresetInfo {
  enum class Kind { Accelerator, Machine, Workload, Plan };
  Kind kind = Kind::Machine;
  std::string name;    // "dgx-a100": the file's name
  std::string title;   // "NVIDIA DGX A100 cluster"
  std::string source;  // where the values come from
};
[[nodiscard]] std::string_view name(PresetInfo::Kind k);  // "accelerator", "machine", "workload", "plan"

// A preset's value and where its parts come from, by path below "accelerator.", "machine.", "workload." or "plan.".
template <class T>
struct Preset {
  PresetInfo info;
  T value;
  std::map<std::string, std::string> provenance;  // full dotted path -> source
  std::map<std::string, Interval> intervals;      // full dotted path -> 95 % interval
};

class Presets {
 public:
  Presets() = default;  // none: a scenario then has to say everything itself

  // Reads all files below `dir`; the first broken one is the error. A preset may start from another of its kind ("base"),
  // a machine's node.accelerator from an accelerator.
  [[nodiscard]] static Result<Presets> load(const std::string& dir);

  [[nodiscard]] const Preset<Accelerator>* accelerator(std::string_view name) const { return find(accelerators_, name); }
  [[nodiscard]] const Preset<Machine>* machine(std::string_view name) const { return find(machines_, name); }
  [[nodiscard]] const Preset<Workload>* workload(std::string_view name) const { return find(workloads_, name); }
  [[nodiscard]] const Preset<Plan>* plan(std::string_view name) const { return find(plans_, name); }
  [[nodiscard]] std::vector<PresetInfo> list() const;  // by kind, then name
  [[nodiscard]] std::vector<std::string> names(PresetInfo::Kind kind) const;

 private:
  template <class T>
  using Table = std::map<std::string, Preset<T>, std::less<>>;
  template <class T>
  static const Preset<T>* find(const Table<T>& t, std::string_view name) {
    const auto it = t.find(name);
    return it == t.end() ? nullptr : &it->second;
  }
  template <class T>
  Result<void> loadFolder(const std::string& folder, PresetInfo::Kind kind, Table<T>& into);

  Table<Accelerator> accelerators_;
  Table<Machine> machines_;
  Table<Workload> workloads_;
  Table<Plan> plans_;
};

// Puts an accelerator preset's sources, or intervals, at `path` in place of what stood there and below.
void replaceProvenance(std::map<std::string, std::string>& provenance, const std::string& path, const Preset<Accelerator>& preset);
void replaceIntervals(std::map<std::string, Interval>& intervals, const std::string& path, const Preset<Accelerator>& preset);

}  // namespace weir
