#include "core/scenario/presets.h"

#include <gtest/gtest.h>

#include "core/scenario/validate.h"
#include "tests/core/scenario/support.h"

using namespace weir;
using namespace weir::test;

TEST(Presets, AllOfThemLoadWithTitleAndSource) {
  const auto list = presets().list();
  EXPECT_GE(list.size(), 15U);
  for (const PresetInfo& p : list) {
    EXPECT_FALSE(p.title.empty()) << p.name;
    EXPECT_FALSE(p.source.empty()) << p.name;
  }
}

TEST(Presets, EveryMachineAndWorkloadTogetherIsValid) {
  for (const std::string& machine : presets().names(PresetInfo::Kind::Machine))
    for (const std::string& workload : presets().names(PresetInfo::Kind::Workload)) {
      const Scenario s = read("{\"machine\": \"" + machine + "\", \"workload\": \"" + workload + "\"}");
      const auto valid = validate(s);
      EXPECT_TRUE(valid) << machine << " with " << workload << ": " << valid.error().line();
    }
}

TEST(Presets, ProvenanceNamesRealFields) {
  for (const std::string& machine : presets().names(PresetInfo::Kind::Machine)) {
    const Scenario s = read("{\"machine\": \"" + machine + "\", \"workload\": \"resnet-50-imagenet\"}");
    const auto all = settings(s);
    for (const auto& [path, source] : s.provenance) {
      const bool known = std::any_of(all.begin(), all.end(), [&, p = path](const Setting& x) { return x.path == p || x.path.starts_with(p + "."); });
      EXPECT_TRUE(known) << machine << ": " << path;
    }
  }
}

TEST(Presets, AFolderThatIsMissingOrBrokenIsOneClearError) {
  const auto none = Presets::load("/nonexistent");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().line().find("/nonexistent"), std::string::npos);

  const auto dir = std::filesystem::temp_directory_path() / "weir-presets-test";
  std::filesystem::remove_all(dir);
  for (const char* kind : {"machines", "workloads", "plans"}) std::filesystem::create_directories(dir / kind);
  std::ofstream(dir / "machines" / "bad.json") << "{\n \"title\": \"x\",\n \"machine\": {\"nodes\": 1,\n  \"nods\": 2}}";
  const auto bad = Presets::load(dir.string());
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().line().find("bad.json, line 4, machine.nods"), std::string::npos) << bad.error().line();
  std::ofstream(dir / "machines" / "bad.json") << R"({"title": "x", "machine": {"base": "bad"}})";
  EXPECT_FALSE(Presets::load(dir.string()));  // a circle
  std::filesystem::remove_all(dir);
}
