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
    auto loaded = Presets::load(std::string(WEIR_SOURCE_DIR) + "/resources/presets");
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

}  // namespace weir::test
