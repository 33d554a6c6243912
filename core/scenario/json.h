// A Scenario from and to JSON, every quantity with its unit. Errors name file, line and dotted path of the field, and
// what to write instead; a name that is nearly right gets a "did you mean". Nothing is assumed silently: values that
// stand neither in the file nor in a preset are noted in Scenario::provenance as "default". Pure functions, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"

namespace weir {

// `file` is only for messages. The result is read, not validated (see validate.h). A `flows_file` is not opened.
[[nodiscard]] Result<Scenario> scenarioFromJson(std::string_view text, std::string_view file, const Presets& presets);

// Reads the file, and the files of flows, layers and the network that it names, relative to it. At most 64 MiB of JSON. A
// relative workload.run becomes a path from where the program runs.
[[nodiscard]] Result<Scenario> loadScenario(const std::string& path, const Presets& presets);

// All fields, in one fixed order: scenarioFromJson gives an equal Scenario back, without any preset.
[[nodiscard]] std::string scenarioToJson(const Scenario& s);

// One field changed: ("plan.global_batch", "512"), ("machine.network.link.bandwidth", "200Gbps"),
// ("machine.storage.nvme.read", "6GB/s"), ("workload.model", "bert-large"), ("workload.model.layers", "24"). Items of a
// list by name or index; a list or object as a whole by its JSON. With `presets`, "machine", "workload" and "plan" take
// a preset's name. An unknown path names the nearest ones. Not validated.
[[nodiscard]] Result<Scenario> withSetting(const Scenario& s, std::string_view path, std::string_view value,
                                           const Presets* presets = nullptr);

// Every field that withSetting takes in this scenario, in the order of the file.
struct Setting {
  std::string path;                  // "machine.network.link.bandwidth"
  std::string value;                 // as a file writes it: "200Gbps"
  std::string wants;                 // "a bandwidth with its unit, as in ..."
  std::vector<std::string> choices;  // for a word out of a list
};
[[nodiscard]] std::vector<Setting> settings(const Scenario& s);

// Where the value at a path comes from: the entry of the path itself or of the nearest group around it; empty = given.
[[nodiscard]] std::string_view provenanceOf(const Scenario& s, std::string_view path);

}  // namespace weir
