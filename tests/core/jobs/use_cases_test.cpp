#include "core/jobs/use_cases.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/jobs/batch_law.h"
#include "core/jobs/sweep_intervals.h"
#include "core/run/builder.h"
#include "core/scenario/json.h"

namespace use_cases_test {
using namespace weir;

namespace {

class UseCases : public testing::Test {
 protected:
  UseCases() {
    std::string pattern = (std::filesystem::temp_directory_path() / "weir-jobs-XXXXXX").string();
    dir_ = ::mkdtemp(pattern.data());
  }
  ~UseCases() override {
    std::error_code ec;
    std::filesystem::remove_all(dir_, ec);
  }
  [[nodiscard]] std::string at(const std::string& name) const { return dir_ + "/" + name; }
  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(at(name), std::ios::binary) << text;
    return at(name);
  }

 private:
  std::string dir_;
};

constexpr const char* kScenario = R"({
  "weir": 1, "name": "small",
  "machine": {"nodes": 4,
    "node": {"accelerators": 2, "cores": 8, "memory_bandwidth": "100GB/s",
      "accelerator": {"peak": {"fp32": "10TFLOPS"}, "memory": "16GB", "memory_bandwidth": "900GB/s",
                      "frequency": {"nominal": "1.4GHz", "min": "0.5GHz", "max": "1.5GHz"}, "power": {"idle": "50W", "max": "300W"}},
      "nic": {"bandwidth": "100Gbps", "latency": "1us"}},
    "network": {"topology": "switch", "link": {"bandwidth": "100Gbps", "latency": "1us"}},
    "storage": [{"name": "pfs", "scope": "shared", "read": "20GB/s", "write": "10GB/s"}]},
  "workload": {"kind": "training", "model": "resnet-50", "precision": "fp32", "dataset": {"samples": 100000, "sample_size": "110kB"}},
  "plan": {"global_batch": 256, "data_parallel": 8}})";
constexpr const char* kTrace = R"({"schemaVersion": 1, "traceEvents": [
  {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 1, "dur": 5, "args": {"stream": 7}},
  {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 9, "dur": 2, "args": {"stream": 7}}]})";

Result<Outcome> toy(const Scenario& s, const Job&) {
  if (s.plan.global_batch == 100) return fail("cannot", "plan.global_batch");
  Outcome o;
  o.step_s = static_cast<double>(s.plan.global_batch) / s.machine.nodes + 1;
  o.samples_per_s = static_cast<double>(s.plan.global_batch) / o.step_s;
  o.epoch_s = 1e5 / o.samples_per_s;
  o.energy_step_j = o.step_s * (s.machine.nodes * 10 + 5);
  return o;
}

std::string withoutTime(SweepResult r) {
  r.wall_s = 0;
  r.remarks.clear();
  return sweepToJson(r);
}

TEST(KindOf, ByContent) {
  struct Row {
    const char* text;
    FileKind kind;
  };
  for (const Row& r :
       {Row{kScenario, FileKind::Scenario}, Row{kTrace, FileKind::Trace}, Row{"", FileKind::Trace}, Row{"{", FileKind::Trace},
        Row{R"({"machine": "dgx-a100", "workload": {"kind": "training"}})", FileKind::Scenario},
        Row{R"({"machine": "dgx-a100"})", FileKind::Trace},
        Row{R"(  {"name": "x", "weir": 1)", FileKind::Scenario},  // cut short, still meant as one: its reader says where
        Row{"\xEF\xBB\xBF{\"weir\": 1}", FileKind::Scenario},
        Row{R"({"a": {"weir": 1}})", FileKind::Trace},                        // inner keys do not count
        Row{R"({"a": "\"weir\": 1", "b": [{"weir": 1}]})", FileKind::Trace},  // nor text
        Row{R"({"weir": 1, "traceEvents": []})", FileKind::Trace}, Row{R"([{"weir": 1}])", FileKind::Trace},
        Row{R"("weir")", FileKind::Trace}, Row{R"({"a": "weir"})", FileKind::Trace}, Row{"weir", FileKind::Trace},
        Row{R"({"a\"weir": 1, "b": "\)", FileKind::Trace}})
    EXPECT_EQ(kindOf(r.text), r.kind) << r.text;
  EXPECT_EQ(kindOf(std::string(200'000, '[')), FileKind::Trace);
}

TEST_F(UseCases, OpensWhatTheFileIs) {
  const auto scenario = openAny({write("a.txt", kScenario)}, {}, {});
  ASSERT_TRUE(scenario.has_value()) << scenario.error().line();
  EXPECT_EQ(std::get<Scenario>(*scenario).name, "small");

  { ASSERT_TRUE(Study::open(at("b.bin"), Study::Mode::Create).has_value()); }
  const auto study = openAny({at("b.bin")}, {}, {});
  ASSERT_TRUE(study.has_value()) << study.error().line();
  EXPECT_EQ(std::get<StudyPath>(*study).path, at("b.bin"));
}

TEST_F(UseCases, OpensTraces) {
  const auto opened = openAny({write("t.weir", kTrace)}, {}, {});
  ASSERT_TRUE(opened.has_value()) << opened.error().line();
  EXPECT_EQ(std::get<RunPtr>(*opened)->slices.size(), 2U);
}

TEST_F(UseCases, OpensMeasuredTables) {
  // t = 2 us + n / 1 GB/s, to the digit: what is fitted on some rows predicts the others.
  const std::string rows = "message_bytes,one_way_s\n1000,3e-06\n10000,1.2e-05\n100000,1.02e-4\n1000000,1.002e-3\n10000000,1.0002e-2\n100000000,1.00002e-1\n";
  EXPECT_EQ(kindOf(rows), FileKind::Table);
  EXPECT_EQ(kindOf("a,b\n1,2\n"), FileKind::Trace);
  const std::string file = write("whatever.name", rows);
  const auto one = openAny({file}, {}, {});
  ASSERT_TRUE(one.has_value()) << one.error().line();
  const ValidationPtr report = std::get<ValidationPtr>(*one);
  ASSERT_FALSE(report->validations.empty());
  ASSERT_FALSE(report->validations[0].tested.empty());
  for (const auto& p : report->validations[0].tested) EXPECT_NEAR(p.predicted / p.measured, 1, 0.01);

  const std::string folder = at("tables");
  std::filesystem::create_directories(folder);
  EXPECT_FALSE(holdsTables(folder));
  std::ofstream(folder + "/links.csv") << rows;
  std::ofstream(folder + "/other.csv") << "a,b\n1,2\n";
  EXPECT_TRUE(holdsTables(folder));
  const auto all = openAny({folder}, {}, {});
  ASSERT_TRUE(all.has_value()) << all.error().line();
  EXPECT_EQ(std::get<ValidationPtr>(*all)->title, "tables");
  EXPECT_EQ(std::get<ValidationPtr>(*all)->skipped.size(), 1U);
  const auto mixed = openAny({file, write("t.json", kTrace)}, {}, {});
  ASSERT_FALSE(mixed.has_value());
  EXPECT_NE(mixed.error().where.find("whatever.name"), std::string::npos);

  std::stop_source stop;
  stop.request_stop();
  Job stopped;
  stopped.stop = stop.get_token();
  const auto none = openAny({folder}, {}, stopped);
  ASSERT_FALSE(none.has_value());
  EXPECT_TRUE(none.error().stopped());
}

TEST_F(UseCases, PlansOnTheFrontSayHowSureTheyAre) {
  Scenario s = *scenarioFromJson(kScenario, "x", {});
  s.intervals["machine.network.link.bandwidth"] = {"80Gbps", "120Gbps"};
  s.intervals["machine.node.accelerator.power.idle"] = {"40W", "60W"};
  SweepSpec spec;
  spec.axes = {{"plan.global_batch", {"128", "256", "512"}}, {"machine.nodes", {"2", "4"}}};
  const auto r = sweep(s, spec, {}, {});
  ASSERT_TRUE(r.has_value()) << r.error().line();
  ASSERT_FALSE(r->front.empty());
  const auto known = sweepIntervals(s, *r, nullptr, {}, {});
  ASSERT_TRUE(known.has_value()) << known.error().line();
  EXPECT_EQ((*known)->plans.size(), r->front.size());
  for (const std::size_t place : r->front) {
    const SweepPoint& p = r->points[place];
    const PlanRanges ranges = rangesOf(p, (*known)->plans.at(p.index), Basis::PerStep);
    EXPECT_LE(ranges.time.low, p.step_s);
    EXPECT_GE(ranges.time.high, p.step_s);
    EXPECT_LT(ranges.energy.low, p.energy_step_j) << "idle power is uncertain";
    // A sample's ranges are a step's, divided by the samples of a step.
    const double batch = p.samples_per_s * p.step_s;
    EXPECT_NEAR(rangesOf(p, (*known)->plans.at(p.index), Basis::PerSample).energy.high * batch, ranges.energy.high, 1e-9 * ranges.energy.high);
  }
  std::stop_source stop;
  stop.request_stop();
  Job stopped;
  stopped.stop = stop.get_token();
  EXPECT_TRUE(sweepIntervals(s, *r, nullptr, {}, stopped).error().stopped());
}

TEST_F(UseCases, TheLawOfBatchSizeHasTheScenariosOwnBatchAmongItsRows) {
  Scenario s = *scenarioFromJson(kScenario, "x", {});
  s.plan.global_batch = 384;  // no doubling of 8
  const auto law = batchLawReport(s);
  ASSERT_TRUE(law.has_value()) << law.error().line();
  const auto& b = (*law)->batches;
  EXPECT_TRUE(std::is_sorted(b.begin(), b.end()));
  EXPECT_TRUE(std::find(b.begin(), b.end(), 384.0) != b.end());
  ASSERT_FALSE((*law)->levels.empty());
  for (const BatchLawLevel& level : (*law)->levels)
    for (std::size_t i = 0; i < b.size(); ++i) {
      EXPECT_NEAR(level.total[i], level.per_step[i] + level.per_sample[i], 1e-9 * level.total[i]) << level.name;
      EXPECT_NEAR(level.per_step[i] * b[i], level.per_step[0] * b[0], 1e-9 * level.per_step[0] * b[0]) << level.name;
    }
  s.workload.kind = Workload::Kind::Collective;
  EXPECT_FALSE(batchLawReport(s).has_value());
}

TEST_F(UseCases, RefusesWithPlace) {
  const std::string scenario = write("a.json", kScenario);
  struct Row {
    std::vector<std::string> paths;
    std::string where;
  };
  for (const Row& r : {Row{{scenario, write("t.json", kTrace)}, scenario},
                       Row{{write("broken.json", R"({"weir": 1, "machine": )")}, at("broken.json")},
                       Row{{at("none.json")}, at("none.json")}, Row{{write("empty", "")}, at("empty")}}) {
    const auto opened = openAny(r.paths, {}, {});
    ASSERT_FALSE(opened.has_value()) << r.where;
    EXPECT_NE(opened.error().where.find(r.where), std::string::npos) << opened.error().line();
  }
  // A study cut short is still known as one and says so.
  { ASSERT_TRUE(Study::open(at("s.weir"), Study::Mode::Create).has_value()); }
  std::filesystem::resize_file(at("s.weir"), 5000);
  EXPECT_NE(openAny({at("s.weir")}, {}, {}).error().what.find("damaged"), std::string::npos);
  EXPECT_FALSE(openAny({}, {}, {}).has_value());
}

TEST_F(UseCases, RunIsKeptWithItsScenarioOnce) {
  const Scenario s = *scenarioFromJson(kScenario, "x", {});
  RunBuilder b("weir-model", Truth::Predicted);
  b.run().title = "predicted";
  b.run().scenario = scenarioToJson(s);
  const weir::Run run = b.build();
  const Keep keep{at("k.weir"), 7, {}};
  for (int i = 0; i < 2; ++i) {
    const auto id = keepRun(run, keep, {});
    ASSERT_TRUE(id.has_value()) << id.error().line();
  }
  const auto study = Study::open(at("k.weir"), Study::Mode::ReadOnly);
  ASSERT_EQ(study->scenarios()->size(), 1U);
  EXPECT_EQ(study->scenarios()->at(0).name, "small");
  EXPECT_EQ(study->runs()->size(), 2U);
  EXPECT_EQ(study->runs()->at(1).scenario, study->scenarios()->at(0).id);
}

TEST_F(UseCases, ARunThatWasNotKeptLeavesNoFile) {
  std::stop_source stop;
  stop.request_stop();
  RunBuilder b("weir-model", Truth::Predicted);
  const weir::Run run = b.build();
  const Keep keep{at("none.weir"), 7, {}};
  EXPECT_FALSE(keepRun(run, keep, Job{stop.get_token(), nullptr}).has_value());
  EXPECT_FALSE(std::filesystem::exists(keep.study));
  ASSERT_TRUE(keepRun(run, keep, {}).has_value());
  EXPECT_FALSE(keepRun(run, keep, Job{stop.get_token(), nullptr}).has_value());  // what was there stays
  EXPECT_EQ(Study::open(keep.study, Study::Mode::ReadOnly)->runs()->size(), 1U);
}

TEST_F(UseCases, SweepIsKeptAndComesBack) {
  const Scenario s = *scenarioFromJson(kScenario, "x", {});
  const SweepSpec spec = *parseSweep({"plan.global_batch=100,256,512", "machine.nodes=2,4,8"});
  SweepOptions o;
  o.evaluate = toy;
  const auto r = sweepAndKeep(s, spec, o, {at("k.weir"), 7, "batch x nodes"}, {});
  ASSERT_TRUE(r.has_value()) << r.error().line();
  const auto study = Study::open(at("k.weir"), Study::Mode::ReadOnly);
  const auto stored = study->sweeps()->at(0);
  EXPECT_EQ(stored.title, "batch x nodes");
  EXPECT_EQ(stored.state, SweepState::Done);
  EXPECT_EQ(stored.total, 9U);
  EXPECT_EQ(stored.points, 9U);
  const auto back = loadSweep(*study, stored.id);
  ASSERT_TRUE(back.has_value()) << back.error().line();
  EXPECT_EQ(withoutTime(*back), withoutTime(*r));
  EXPECT_TRUE(std::isnan(back->wall_s));

  const auto one = scenarioOfStoredPoint(*study, stored.id, 5, {});
  ASSERT_TRUE(one.has_value()) << one.error().line();
  EXPECT_EQ(one->plan.global_batch, 256);
  EXPECT_EQ(one->machine.nodes, 8);
  EXPECT_EQ(one->plan.data_parallel, 0);
  EXPECT_FALSE(scenarioOfStoredPoint(*study, stored.id, 9, {}).has_value());
  EXPECT_FALSE(loadSweep(*study, 99).has_value());
}

TEST_F(UseCases, ShardsMergedAreTheWholeSweep) {
  const Scenario s = *scenarioFromJson(kScenario, "x", {});
  const SweepSpec spec = *parseSweep({"plan.global_batch=256..300+1", "machine.nodes=2,4,8"});
  SweepOptions o;
  o.evaluate = toy;
  for (std::uint64_t i = 0; i < 3; ++i) {
    o.shard = {i, 3};
    const auto part = sweepAndKeep(s, spec, o, {at(std::to_string(i)), static_cast<std::int64_t>(i), "t"}, {});
    ASSERT_TRUE(part.has_value()) << part.error().line();
    EXPECT_EQ(Study::open(at(std::to_string(i)), Study::Mode::ReadOnly)->sweeps()->at(0).state, SweepState::Stopped);
  }
  ASSERT_TRUE(mergeStudies(at("all.weir"), {at("2"), at("0"), at("1")}, {}).has_value());
  const auto study = Study::open(at("all.weir"), Study::Mode::ReadOnly);
  ASSERT_EQ(study->sweeps()->size(), 1U);
  EXPECT_EQ(study->sweeps()->at(0).state, SweepState::Done);
  o.shard = {};
  EXPECT_EQ(withoutTime(*loadSweep(*study, 1)), withoutTime(*sweep(s, spec, o, {})));
}

TEST_F(UseCases, StoppedSweepKeepsWhatWasDone) {
  const Scenario s = *scenarioFromJson(kScenario, "x", {});
  std::stop_source source;
  int played = 0;
  SweepOptions o;
  o.evaluate = [&](const Scenario& at, const Job& job) {
    if (++played == 50) source.request_stop();
    return toy(at, job);
  };
  const auto r =
      sweepAndKeep(s, *parseSweep({"plan.global_batch=256..1000+1"}), o, {at("k.weir"), 7, "t"}, {source.get_token(), nullptr});
  ASSERT_TRUE(r.has_value()) << r.error().line();
  EXPECT_TRUE(r->stopped);
  const auto stored = Study::open(at("k.weir"), Study::Mode::ReadOnly)->sweeps()->at(0);
  EXPECT_EQ(stored.state, SweepState::Stopped);
  EXPECT_EQ(stored.points, r->points.size());
  EXPECT_GE(stored.points, 50U);
}

TEST_F(UseCases, WrongSweepLeavesNoTrace) {
  const Scenario s = *scenarioFromJson(kScenario, "x", {});
  EXPECT_FALSE(sweepAndKeep(s, *parseSweep({"plan.global_batch=many"}), {}, {at("k.weir"), 7, "t"}, {}).has_value());
  const auto study = Study::open(at("k.weir"), Study::Mode::ReadOnly);
  EXPECT_TRUE(study->sweeps()->empty());
  EXPECT_TRUE(study->scenarios()->empty());
}

TEST_F(UseCases, SimulationIsKept) {
  const auto s = scenarioFromJson(R"({"weir": 1, "name": "incast",
    "machine": {"nodes": 5, "node": {"nic": {"bandwidth": "100Gbps", "latency": "1us"}},
                "network": {"topology": "switch", "link": {"bandwidth": "100Gbps", "latency": "1us"}}},
    "workload": {"kind": "traffic", "pattern": "incast", "sources": 4, "size": "200kB"}})",
                                  "x", {});
  ASSERT_TRUE(s.has_value()) << s.error().line();
  const auto done = simulateAndKeep(*s, Fidelity::Packet, {}, {at("k.weir"), 7, {}}, {});
  ASSERT_TRUE(done.has_value()) << done.error().line();
  const auto study = Study::open(at("k.weir"), Study::Mode::ReadOnly);
  ASSERT_EQ(study->runs()->size(), 1U);
  EXPECT_EQ(study->runs()->at(0).truth, Truth::Simulated);
  EXPECT_EQ(study->scenarios()->at(0).name, "incast");
  const auto back = study->run(1, {});
  ASSERT_TRUE(back.has_value()) << back.error().line();
  EXPECT_EQ((*back)->transfers.size(), done->run->transfers.size());
  EXPECT_EQ((*back)->counters.size(), done->run->counters.size());

  std::stop_source source;
  source.request_stop();
  const auto stopped = simulateAndKeep(*s, Fidelity::Packet, {}, {at("k.weir"), 7, {}}, {source.get_token(), nullptr});
  ASSERT_FALSE(stopped.has_value());
  EXPECT_TRUE(stopped.error().stopped());
  EXPECT_EQ(study->runs()->size(), 1U);
}

}  // namespace
}  // namespace use_cases_test
