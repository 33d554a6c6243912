// Networks in scenarios: numbers of those known by name, own layers in the file or beside it, computing that was measured.
#include <gtest/gtest.h>

#include "core/scenario/models.h"
#include "core/scenario/validate.h"
#include "tests/core/scenario/support.h"

namespace network_fields_test {
using namespace weir;
using namespace weir::test;

namespace {

std::string job(const std::string& model) {
  return R"({"machine": "dgx-a100", "workload": {"base": "resnet-50-imagenet", "model": )" + model + "}}";
}

}  // namespace

TEST(NetworkFields, NumbersAreReadSetListedAndWritten) {
  const Scenario s = read(job(R"({"name": "vit-b16", "image": 384, "patch": 16})"));
  EXPECT_EQ(networkNumber(s.workload.model, "image"), 384);
  EXPECT_EQ(s.workload.model.numbers.size(), 1U);  // a number that is the network's own says nothing
  EXPECT_EQ(read(scenarioToJson(s)), s);
  const Scenario back = set(s, "workload.model.image", "224");
  EXPECT_TRUE(back.workload.model.numbers.empty());
  EXPECT_NE(scenarioToJson(back).find(R"("model": "vit-b16")"), std::string::npos);
  const auto all = settings(s);
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const Setting& x) { return x.path == "workload.model.image" && x.value == "384"; }));
  const auto slip = scenarioFromJson(job(R"({"name": "vit-b16", "imge": 384})"), "x", presets());
  ASSERT_FALSE(slip);
  EXPECT_NE(slip.error().line().find("did you mean \"image\""), std::string::npos) << slip.error().line();
}

TEST(NetworkFields, WhatCannotBeIsRefused) {
  struct Row {
    const char* model;
    const char* says;
  };
  for (const Row& r : {Row{R"({"name": "resnet-50", "image": -1})", "workload.model.image"}, Row{R"({"name": "resnet-50", "stage_3_blocks": 1000000})", "from 0 to 1000"},
                       Row{R"({"name": "resnet-50", "image": 3.5})", "whole number"},
                       Row{R"({"name": "own", "layers": [{"name": "a", "backward_flops": 5}]})", "backward alone"},
                       Row{R"({"name": "own", "layers": [{"name": "a", "traffic_bytes": -5}]})", "negative number"},
                       Row{R"({"name": "own", "layers_file": "layers.json"})", "has not been read"}}) {
    const auto s = scenarioFromJson(job(r.model), "x", presets());
    ASSERT_TRUE(s) << s.error().line();
    const auto valid = validate(*s);
    ASSERT_FALSE(valid) << r.model;
    EXPECT_NE(valid.error().line().find(r.says), std::string::npos) << valid.error().line();
  }
}

TEST(NetworkFields, OwnLayersMayStandInAFileBesideTheScenario) {
  const auto dir = std::filesystem::temp_directory_path() / "weir-layers-test";
  std::filesystem::remove_all(dir);
  std::filesystem::create_directories(dir);
  const std::string path = (dir / "job.json").string();
  std::ofstream(path) << job(R"({"name": "own", "layers_file": "layers.json"})");

  const auto missing = loadScenario(path, presets());
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().line().find("layers.json"), std::string::npos) << missing.error().line();

  std::ofstream(dir / "layers.json") << "{\"layers\": [\n {\"name\": \"a\", \"parameters\": 10, \"forward_flops\": 1e9, \"backward_flops\": 1e9, \"traffic_bytes\": 3e6},\n {\"name\": \"b\", \"paramters\": 2}]}";
  const auto slip = loadScenario(path, presets());
  ASSERT_FALSE(slip);
  EXPECT_NE(slip.error().line().find("layers.json, line 3"), std::string::npos) << slip.error().line();
  EXPECT_NE(slip.error().line().find("did you mean \"parameters\""), std::string::npos) << slip.error().line();

  std::ofstream(dir / "layers.json") << R"({"layers": [{"name": "a", "parameters": 10, "forward_flops": 1e9, "backward_flops": 1e9, "traffic_bytes": 3e6}, {"name": "b", "parameters": 2}]})";
  const auto s = loadScenario(path, presets());
  ASSERT_TRUE(s) << s.error().line();
  ASSERT_EQ(s->workload.model.layers.size(), 2U);
  EXPECT_EQ(s->workload.model.layers[0].traffic_bytes, 3e6);
  EXPECT_FALSE(s->workload.model.layers[1].backward_flops);
  EXPECT_TRUE(validate(*s));
  // Written, it holds its layers itself.
  EXPECT_EQ(read(scenarioToJson(*s)), *s);
  std::ofstream(dir / "layers.json") << R"({"layers": []})";
  EXPECT_FALSE(loadScenario(path, presets()));
  std::filesystem::remove_all(dir);
}

TEST(NetworkFields, ALayersOwnBackwardCanBeTakenAwayAgain) {
  const Scenario s = read(job(R"({"name": "own", "layers": [{"name": "a", "parameters": 10, "forward_flops": 1e9, "backward_flops": 1e9}]})"));
  EXPECT_EQ(s.workload.model.layers[0].backward_flops, 1e9);
  EXPECT_FALSE(set(s, "workload.model.layers.a.backward_flops", "none").workload.model.layers[0].backward_flops);
  EXPECT_EQ(set(s, "workload.model.layers.a.traffic_bytes", "7").workload.model.layers[0].traffic_bytes, 7);
}

TEST(NetworkFields, MeasuredComputing) {
  const Scenario s = read(R"({"machine": "dgx-a100", "workload": {"base": "resnet-50-imagenet", "step_compute": {"time": "0.4s", "samples": 400}}})");
  EXPECT_DOUBLE_EQ(s.workload.step_compute.time.toSeconds(), 0.4);
  EXPECT_EQ(read(scenarioToJson(s)), s);
  EXPECT_FALSE(validate(set(s, "workload.step_compute.samples", "0")));
  EXPECT_FALSE(withSetting(s, "workload.step_compute.time", "-1s"));
}

}  // namespace network_fields_test
