#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/scenario/json.h"

namespace weir::test {

inline const Presets& presets() {
  static const Presets p = [] {
    auto loaded = Presets::load(WEIR_SOURCE_DIR "/resources/presets");
    if (!loaded) {
      ADD_FAILURE() << loaded.error().line();
      return Presets();
    }
    return std::move(*loaded);
  }();
  return p;
}

inline std::string readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream s;
  s << in.rdbuf();
  return s.str();
}

inline Scenario read(std::string_view text) {
  auto s = scenarioFromJson(text, "test.json", presets());
  if (!s) {
    ADD_FAILURE() << s.error().line();
    return {};
  }
  return std::move(*s);
}

inline Scenario set(const Scenario& s, std::string_view path, std::string_view value) {
  auto next = withSetting(s, path, value, &presets());
  if (!next) {
    ADD_FAILURE() << next.error().line();
    return s;
  }
  return std::move(*next);
}

// A machine, a workload and perhaps a plan joined as a person would: a precision that the accelerator has, and a batch
// that reaches every rank and stays within the data set.
inline Scenario together(const std::string& machine, const std::string& workload, const std::string& plan = {}) {
  Scenario s = read("{\"machine\": \"" + machine + "\", \"workload\": \"" + workload + "\"" + (plan.empty() ? "" : ", \"plan\": \"" + plan + "\"") + "}");
  if (s.workload.kind != Workload::Kind::Training) return s;
  for (const char* instead : {"bf16", "fp16", "fp32"})
    if (!s.machine.node.accelerator.peak.contains(s.workload.precision)) s.workload.precision = instead;
  if (s.workload.dataset.samples > 0) s.plan.global_batch = std::min(s.plan.global_batch, s.workload.dataset.samples);
  return s;
}

}  // namespace weir::test
