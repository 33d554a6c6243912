#include "core/scenario/json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/base/units.h"
#include "core/scenario/validate.h"
#include "tests/core/scenario/support.h"

namespace json_test {
using namespace weir;
using namespace weir::test;

TEST(ScenarioJson, ReadsTheWholeExample) {
  const std::string path = std::string(WEIR_SHARED_DIR "/scenario-example.json");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared data";
  const auto s = loadScenario(path, presets());
  ASSERT_TRUE(s) << s.error().line();
  EXPECT_EQ(s->name, "ResNet-50 on a small GPU cluster");
  EXPECT_EQ(s->machine.base, "dgx-a100");
  EXPECT_EQ(s->machine.nodes, 32);
  EXPECT_EQ(s->machine.node.accelerator.memory.count(), 80'000'000'000);
  EXPECT_DOUBLE_EQ(s->machine.node.accelerator.peak.at("bf16").toFlopPerSecond(), 312e12);
  EXPECT_DOUBLE_EQ(s->machine.network.link.bandwidth.toBytesPerSecond(), 25e9);
  EXPECT_EQ(s->machine.network.topology, Topology::FatTree);
  ASSERT_EQ(s->machine.storage.size(), 3U);
  EXPECT_TRUE(s->machine.storage[2].shared);
  EXPECT_EQ(s->machine.storage[2].open, Time::us(2300));
  EXPECT_EQ(s->workload.dataset.samples, 1281167);
  EXPECT_EQ(s->plan.bucket.count(), 25 << 20);
  EXPECT_EQ(s->plan.checkpoint.every_s, 3600);
  EXPECT_EQ(s->plan.data_parallel, 256);
  const auto valid = validate(*s);
  EXPECT_TRUE(valid) << valid.error().line();
  // What the file gives is not taken for the preset's, what it leaves to the preset is.
  EXPECT_EQ(provenanceOf(*s, "machine.node.nic.latency"), "given in the scenario");
  EXPECT_NE(provenanceOf(*s, "machine.node.accelerator.efficiency").find("Calculon"), std::string_view::npos);
}

TEST(ScenarioJson, ReadsTheSampleScenario) {
  const auto s = loadScenario(std::string(WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json"), presets());
  ASSERT_TRUE(s) << s.error().line();
  ASSERT_EQ(s->workload.model.layers.size(), 8U);
  EXPECT_EQ(s->workload.model.layers[6].parameters, 1327488);
  EXPECT_TRUE(validate(*s)) << validate(*s).error().line();
  EXPECT_EQ(provenanceOf(*s, "machine.node.accelerator.power.max").substr(0, 10), "unverified");
  EXPECT_EQ(provenanceOf(*s, "machine.facility.pue"), "default");
}

TEST(ScenarioJson, PresetNamesStandForWholeParts) {
  const Scenario s = read(R"({"machine": "small-cluster", "workload": "allreduce-100mb"})");
  EXPECT_EQ(s.machine.nodes, 8);
  EXPECT_EQ(s.workload.sizes.at(0).count(), 102'400'000);
  EXPECT_EQ(provenanceOf(s, "plan.global_batch"), "default");
  EXPECT_EQ(provenanceOf(s, "machine.node.nic.bandwidth").substr(0, 10), "unverified");
}

// Each wrong text, what the message must name, and where.
struct Wrong {
  const char* text;
  const char* says;
  const char* where;
};
class WrongScenario : public testing::TestWithParam<Wrong> {};

TEST_P(WrongScenario, IsRefusedWithPlaceAndReason) {
  const auto s = scenarioFromJson(GetParam().text, "job.json", presets());
  ASSERT_FALSE(s) << GetParam().text;
  const std::string line = s.error().line();
  EXPECT_NE(line.find(GetParam().says), std::string::npos) << line;
  EXPECT_EQ(s.error().where, GetParam().where) << line;
  EXPECT_FALSE(s.error().todo.empty()) << line;
}

INSTANTIATE_TEST_SUITE_P(
    Table, WrongScenario,
    testing::Values(
        Wrong{"", "empty", "job.json"}, Wrong{"[1, 2]", "not an object", "job.json, line 1"},
        Wrong{"{\n  \"machine\": \"small-cluster\",\n", "ends too early", "job.json, line 3, column 1"},
        Wrong{"{\n  \"machine\" \"x\"}", "not valid JSON", "job.json, line 2, column 15"},
        Wrong{R"({"machine": "small-cluster"})", "has no workload", "job.json, line 1, workload"},
        Wrong{"{\"machine\": \"smal-cluster\",\n \"workload\": \"allreduce-100mb\"}", "did you mean \"small-cluster\"", "job.json, line 1, machine"},
        Wrong{"{\"machine\": {\"base\": \"cray-1\"},\n \"workload\": \"allreduce-100mb\"}", "no machine preset", "job.json, line 1, machine.base"},
        Wrong{"{\"machine\": \"small-cluster\",\n \"wokload\": \"allreduce-100mb\"}", "did you mean \"workload\"", "job.json, line 2, wokload"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\",\n  \"network\": {\n   \"link\": {\"bandwith\": \"1Gbps\"}}},\n \"workload\": \"allreduce-100mb\"}",
              "did you mean \"bandwidth\"", "job.json, line 3, machine.network.link.bandwith"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\",\n  \"network\": {\"link\":\n {\"bandwidth\": 100}}},\n \"workload\": \"allreduce-100mb\"}", "has no unit",
              "job.json, line 3, machine.network.link.bandwidth"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\",\n  \"network\": {\"link\":\n {\"bandwidth\": \"100\"}}},\n \"workload\": \"allreduce-100mb\"}", "has no unit",
              "job.json, line 3, machine.network.link.bandwidth"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\",\n\n\n  \"network\": {\"link\": {\"latency\": \"5 parsec\"}}},\n \"workload\": \"allreduce-100mb\"}",
              "unknown unit \"parsec\"", "job.json, line 4, machine.network.link.latency"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\", \"storage\": [{\"name\": \"nvme\"},\n {\"name\": \"pfs\", \"read\": \"fast\"}]}, \"workload\": \"allreduce-100mb\"}",
              "not a number", "job.json, line 2, machine.storage.pfs.read"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\", \"nodes\": \"many\"}, \"workload\": \"allreduce-100mb\"}", "a text stands here",
              "job.json, line 1, machine.nodes"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\", \"nodes\": 2.5}, \"workload\": \"allreduce-100mb\"}", "a whole number", "job.json, line 1, machine.nodes"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\", \"nodes\": 99999999999}, \"workload\": \"allreduce-100mb\"}", "too large", "job.json, line 1, machine.nodes"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\", \"network\": {\"topology\": \"hedgehog\"}}, \"workload\": \"allreduce-100mb\"}",
              "use switch, leaf-spine, fat-tree", "job.json, line 1, machine.network.topology"},
        Wrong{"{\"machine\": \"small-cluster\", \"workload\": \"resnet-50-imagenet\",\n \"plan\": {\"local_steps\": 1.5}}", "a whole number",
              "job.json, line 2, plan.local_steps"},
        Wrong{R"({"machine": "small-cluster", "workload": "resnet-50-imagenet", "plan": {"compression": {"kind": "zip"}}})", "use none, top-k, qsgd, powersgd",
              "job.json, line 1, plan.compression.kind"},
        Wrong{"{\"machine\": {\"base\": \"small-cluster\",\n \"nodes\": 4,\n \"nodes\": 5}, \"workload\": \"allreduce-100mb\"}", "stands twice", "job.json, line 3"},
        Wrong{R"({"weir": 2, "machine": "small-cluster", "workload": "allreduce-100mb"})", "version 2", "job.json, line 1, weir"},
        Wrong{R"({"machine": 7, "workload": "allreduce-100mb"})", "neither a name nor an object", "job.json, line 1, machine"},
        Wrong{R"({"machine": "small-cluster", "workload": {"kind": "collective", "sizes": ["1"]}})", "no unit", "job.json, line 1, workload.sizes"}));

TEST(ScenarioJson, DeepJsonIsRefusedWithoutRecursion) {
  const auto s = scenarioFromJson("{\"machine\": " + std::string(5000, '['), "deep.json", presets());
  ASSERT_FALSE(s);
  EXPECT_NE(s.error().line().find("nested deeper than 64"), std::string::npos) << s.error().line();
}

TEST(ScenarioJson, EveryTruncationOfAFileIsRefusedInOneLine) {
  const std::string whole = scenarioToJson(read(R"({"machine": "small-cluster", "workload": "resnet-50-imagenet"})"));
  const std::string body = whole.substr(0, whole.size() - 2);  // without the last brace
  for (std::size_t n = 0; n < body.size(); n += 7) {
    const auto s = scenarioFromJson(std::string_view(body).substr(0, n), "cut.json", presets());
    ASSERT_FALSE(s) << n;
    EXPECT_EQ(s.error().line().find('\n'), std::string::npos);
    EXPECT_EQ(s.error().where.substr(0, 8), "cut.json");
  }
}

TEST(ScenarioJson, ArbitraryBytesNeverCrash) {
  const std::string whole = scenarioToJson(read(R"({"machine": "small-cluster", "workload": "resnet-50-imagenet"})"));
  Random random(7, 1);
  for (int i = 0; i < 2000; ++i) {
    std::string broken = whole;
    for (int k = 0; k < 3; ++k) broken[random.below(broken.size())] = static_cast<char>(random.below(256));
    const auto s = scenarioFromJson(broken, "fuzz.json", presets());
    EXPECT_TRUE(s || !s.error().what.empty());
  }
}

// Writing then reading gives the same value and the same text, without presets, whatever was set before.
TEST(ScenarioJson, RoundTripIsExact) {
  const char* starts[]{R"({"machine": "dgx-a100", "workload": "resnet-50-imagenet", "plan": "data-parallel-checkpointed"})",
                       R"({"machine": "small-cluster", "workload": {"kind": "collective", "sizes": ["1B", "102.4MB"], "step_latency": "5us", "ranks": 8}})",
                       R"({"machine": "cpu-cluster", "workload": {"kind": "traffic", "flows": [{"from": 0, "to": 5, "bytes": "2MB", "start": "0s"}, {"from": 1, "to": 2, "bytes": "7B", "start": "3.5ns"}]}})",
                       R"({"machine": "perlmutter", "workload": {"kind": "training", "model": {"name": "gpt", "layers": 24, "hidden": 1024, "heads": 16, "sequence": 1024, "vocabulary": 51200}}})",
                       R"({"machine": "dgx-h100", "workload": {"kind": "training", "model": {"name": "own", "layers": [{"name": "a.b", "parameters": 896, "forward_flops": 7077888.5, "activation_bytes": 1e-3}]}}})"};
  for (const char* start : starts) {
    const Scenario s = read(start);
    const std::string text = scenarioToJson(s);
    const auto back = scenarioFromJson(text, "back.json", Presets());
    ASSERT_TRUE(back) << back.error().line() << "\n" << text;
    EXPECT_EQ(*back, s) << text;
    EXPECT_EQ(scenarioToJson(*back), text);
  }
}

TEST(ScenarioJson, RoundTripHoldsForRandomValues) {
  const Scenario start = read(R"({"machine": "dgx-a100", "workload": "gpt-small", "plan": "data-parallel"})");
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed, 3);
    Scenario s = start;
    s.seed = random.next64();
    s.name = fmt::format("case {} \"quoted\" \\ µ", seed);
    Machine& m = s.machine;
    m.nodes = static_cast<int>(random.below(100000));
    m.network.taper = random.uniform() * 8;
    m.network.link.bandwidth = Bandwidth::bitsPerSecond(random.uniform() * 1e12);
    m.network.link.latency = Time::ps(static_cast<std::int64_t>(random.below(1'000'000'000'000)));
    m.node.accelerator.peak["fp32"] = FlopRate::perSecond(random.uniform() * 1e15);
    m.node.accelerator.frequency.max = Frequency::hertz(random.uniform() * 3e9);
    m.node.accelerator.power.idle = Power::watts(random.uniform() * 100);
    m.node.nic.message_rate = EventRate::perSecond(random.uniform() * 1e9);
    m.storage[0].capacity = Bytes::of(static_cast<std::int64_t>(random.below(1ULL << 52)));
    m.facility.carbon = CarbonIntensity::gramsPerKwh(random.uniform() * 900);
    s.plan.checkpoint.every_s = random.uniform() * 1e5;
    s.plan.overlap = random.below(2) == 1;
    s.plan.allreduce = static_cast<Algorithm>(random.below(4));
    const std::string text = scenarioToJson(s);
    const auto back = scenarioFromJson(text, "back.json", Presets());
    ASSERT_TRUE(back) << back.error().line();
    ASSERT_EQ(*back, s) << text;
    ASSERT_EQ(scenarioToJson(*back), text);
  }
}

TEST(WithSetting, SetsFieldsOfEveryType) {
  const Scenario s = read(R"({"machine": "dgx-a100", "workload": "resnet-50-imagenet"})");
  EXPECT_EQ(set(s, "plan.global_batch", "512").plan.global_batch, 512);
  EXPECT_DOUBLE_EQ(set(s, "machine.network.link.bandwidth", "100Gbps").machine.network.link.bandwidth.toBytesPerSecond(), 12.5e9);
  EXPECT_DOUBLE_EQ(set(s, "machine.storage.nvme.read", "7GB/s").machine.storage[0].read.toBytesPerSecond(), 7e9);
  EXPECT_DOUBLE_EQ(set(s, "machine.storage.2.read", "7GB/s").machine.storage[2].read.toBytesPerSecond(), 7e9);
  EXPECT_EQ(set(s, "machine.network.topology", "leaf-spine").machine.network.topology, Topology::LeafSpine);
  EXPECT_DOUBLE_EQ(set(s, "machine.node.accelerator.peak.bf16", "1PFLOPS").machine.node.accelerator.peak.at("bf16").toFlopPerSecond(), 1e15);
  EXPECT_FALSE(set(s, "plan.overlap", "false").plan.overlap);
  EXPECT_EQ(set(s, "plan.allreduce", "double-binary-tree").plan.allreduce, Algorithm::DoubleBinaryTree);
  EXPECT_EQ(set(s, "plan.checkpoint.every", "30min").plan.checkpoint.every_s, 1800);
  EXPECT_EQ(set(s, "workload.model", "bert-large").workload.model.name, "bert-large");
  EXPECT_EQ(set(set(s, "workload.model", "gpt"), "workload.model.layers", "48").workload.model.gpt->layers, 48);
  EXPECT_EQ(set(set(s, "workload.model", "gpt-1.3b"), "workload.model.layers", "48").workload.model.name, "gpt");
  EXPECT_EQ(set(s, "machine", "perlmutter").machine.node.accelerators, 4);
  EXPECT_EQ(set(s, "machine.network.link", R"({"latency": "2us"})").machine.network.link.latency, Time::us(2));
  EXPECT_EQ(set(set(s, "workload.kind", "collective"), "workload.sizes", "1MB").workload.sizes.at(0).count(), 1'000'000);
  EXPECT_EQ(set(s, "workload.sizes", R"(["1kB", "2kB"])").workload.sizes.size(), 2U);
  EXPECT_EQ(set(s, "workload.step_latency", "5us").workload.step_latency, Time::us(5));
  EXPECT_EQ(provenanceOf(set(s, "machine.node.power.idle", "1W"), "machine.node.power.idle"), "set by hand");
  EXPECT_EQ(set(s, "plan.local_steps", "8").plan.local_steps, 8);
  EXPECT_EQ(set(s, "plan.compression.kind", "top-k").plan.compression.kind, "top-k");
}

TEST(WithSetting, NamesTheNearestPathsWhenThereIsNone) {
  const Scenario s = read(R"({"machine": "dgx-a100", "workload": "resnet-50-imagenet"})");
  const auto wrong = [&](const char* path, const char* value) {
    const auto r = withSetting(s, path, value);
    return r ? std::string("accepted") : r.error().line();
  };
  EXPECT_EQ(wrong("plan.globalbatch", "512"), "plan.globalbatch: no such field (did you mean plan.global_batch?)");
  EXPECT_NE(wrong("machine.link.bandwidth", "1Gbps").find("machine.network.link.bandwidth"), std::string::npos);
  EXPECT_NE(wrong("machine.storage.tape.read", "1GB/s").find("machine.storage.nvme.read"), std::string::npos);
  EXPECT_NE(wrong("nonsense", "1").find("plan.global_batch"), std::string::npos);
  EXPECT_NE(wrong("plan.global_batch", "1k").find("not a whole number"), std::string::npos);
  EXPECT_NE(wrong("machine.network.link.bandwidth", "100").find("has no unit"), std::string::npos);
  EXPECT_NE(wrong("machine.network.topology", "tours").find("torus"), std::string::npos);
  EXPECT_NE(wrong("workload.model.hidden", "12").find("fixed shape"), std::string::npos);
  EXPECT_NE(wrong("plan.compression.kind", "zip").find("top-k"), std::string::npos);
  EXPECT_NE(wrong("machine.network", "{\"lnik\": 1}").find("did you mean \"link\""), std::string::npos) << wrong("machine.network", "{\"lnik\": 1}");
}

TEST(Settings, ListEveryFieldAndAllOfThemCanBeSetToThemselves) {
  for (const char* text : {R"({"machine": "dgx-a100", "workload": "resnet-50-imagenet"})", R"({"machine": "perlmutter", "workload": "gpt-1.3b"})",
                           R"({"machine": "small-cluster", "workload": "incast-2mb"})", R"({"machine": "small-cluster", "workload": "allreduce-sweep"})"}) {
    const Scenario s = read(text);
    const auto all = settings(s);
    EXPECT_GT(all.size(), 60U);
    for (const Setting& x : all) {
      if (x.path.ends_with("step_latency") && x.value.empty()) continue;
      const auto same = withSetting(s, x.path, x.value);
      ASSERT_TRUE(same) << x.path << " = " << x.value << ": " << same.error().line();
      EXPECT_EQ(same->machine, s.machine) << x.path;
      EXPECT_EQ(same->workload, s.workload) << x.path;
      EXPECT_EQ(same->plan, s.plan) << x.path;
    }
  }
}

}  // namespace json_test
