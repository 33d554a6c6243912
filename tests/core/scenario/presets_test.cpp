#include "core/scenario/presets.h"

#include <gtest/gtest.h>

#include "core/scenario/intervals.h"
#include "core/scenario/validate.h"
#include "tests/core/scenario/support.h"

namespace presets_test {
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
      const Scenario s = together(machine, workload);
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

TEST(Presets, EveryIntervalHoldsItsValueAndBothEndsAreValues) {
  for (const std::string& machine : presets().names(PresetInfo::Kind::Machine)) {
    const Scenario s = together(machine, "resnet-50-imagenet");
    const auto all = settings(s);
    for (const auto& [path, interval] : s.intervals) {
      const auto field = std::find_if(all.begin(), all.end(), [&, p = path](const Setting& x) { return x.path == p; });
      ASSERT_NE(field, all.end()) << machine << ": " << path;
      for (const std::string& end : {interval.low, interval.high}) EXPECT_TRUE(withSetting(s, path, end)) << machine << ": " << path << " = " << end;
    }
  }
}

TEST(Presets, AMachineNamesItsAcceleratorOrStartsFromOne) {
  const Accelerator& h100 = presets().accelerator("h100-80gb")->value;
  const Scenario named = read(R"({"machine": {"base": "dgx-a100", "node": {"accelerator": "h100-80gb"}}, "workload": "resnet-50-imagenet"})");
  EXPECT_EQ(named.machine.node.accelerator, h100);
  EXPECT_EQ(named.machine.node.accelerators, 8);
  EXPECT_EQ(provenanceOf(named, "machine.node.accelerator.power.idle"), "unverified");
  EXPECT_TRUE(provenanceOf(named, "machine.node.accelerator.peak").starts_with("NVIDIA H100"));

  const Scenario started =
      read(R"({"machine": {"base": "dgx-a100", "node": {"accelerator": {"base": "h100-80gb", "memory": "94GB"}}}, "workload": "resnet-50-imagenet"})");
  EXPECT_EQ(started.machine.node.accelerator.memory, Bytes::of(94'000'000'000));
  EXPECT_EQ(started.machine.node.accelerator.peak, h100.peak);
  EXPECT_EQ(provenanceOf(started, "machine.node.accelerator.memory"), "given in the scenario");
  EXPECT_EQ(read(scenarioToJson(started)), started);

  // Intervals go with the accelerator whose values they are of.
  const std::string idle = "machine.node.accelerator.power.idle";
  EXPECT_EQ(named.intervals.at(idle), presets().accelerator("h100-80gb")->intervals.at("accelerator.power.idle"));
  EXPECT_TRUE(named.intervals.contains("machine.node.nic.latency"));
  EXPECT_FALSE(set(named, "machine.node.accelerator", "mi250x").intervals.contains(idle));

  const Scenario by_hand = set(started, "machine.node.accelerator", "mi300x");
  EXPECT_EQ(by_hand.machine.node.accelerator, presets().accelerator("mi300x")->value);
  EXPECT_FALSE(provenanceOf(by_hand, "machine.node.accelerator.memory").starts_with("given"));

  const auto unknown = scenarioFromJson(R"({"machine": {"node": {"accelerator": "h100-80g"}}, "workload": "resnet-50-imagenet"})", "x", presets());
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().line().find("did you mean \"h100-80gb\""), std::string::npos) << unknown.error().line();
  EXPECT_NE(unknown.error().line().find("machine.node.accelerator"), std::string::npos) << unknown.error().line();
}

// A machine's preset says where its accelerator's values come from, though another file holds them.
TEST(Presets, EveryMachineKnowsItsAcceleratorsSources) {
  for (const std::string& name : presets().names(PresetInfo::Kind::Machine)) {
    const Preset<Machine>& m = *presets().machine(name);
    EXPECT_FALSE(m.value.node.accelerator.peak.empty()) << name;
    EXPECT_NE(m.value.node.accelerator.memory.count(), 0) << name;
    EXPECT_TRUE(name == "small-cluster" || m.provenance.contains("machine.node.accelerator")) << name;
  }
}

TEST(Presets, AFolderThatIsMissingOrBrokenIsOneClearError) {
  const auto none = Presets::load("/nonexistent");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().line().find("/nonexistent"), std::string::npos);

  const auto dir = std::filesystem::temp_directory_path() / "weir-presets-test";
  std::filesystem::remove_all(dir);
  for (const char* kind : {"accelerators", "machines", "workloads", "plans"}) std::filesystem::create_directories(dir / kind);
  std::ofstream(dir / "machines" / "bad.json") << "{\n \"title\": \"x\",\n \"machine\": {\"nodes\": 1,\n  \"nods\": 2}}";
  const auto bad = Presets::load(dir.string());
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().line().find("bad.json, line 4, machine.nods"), std::string::npos) << bad.error().line();
  std::ofstream(dir / "machines" / "bad.json") << R"({"title": "x", "machine": {"base": "bad"}})";
  EXPECT_FALSE(Presets::load(dir.string()));  // a circle
  std::filesystem::remove_all(dir);
}

}  // namespace presets_test
