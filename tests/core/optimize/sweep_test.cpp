#include "core/optimize/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "core/model/predict.h"
#include "core/scenario/json.h"
#include "core/scenario/presets.h"
#include "core/scenario/validate.h"

namespace sweep_test {
using namespace weir;

namespace {

const Presets& presets() {
  static const Presets p = Presets::load(WEIR_SOURCE_DIR "/resources/presets").value();
  return p;
}

// A valid training job: 4 nodes of 2 accelerators behind a switch, two tiers.
Scenario job() {
  const auto s = scenarioFromJson(R"({
    "weir": 1, "name": "small",
    "machine": {"nodes": 4,
      "node": {"accelerators": 2, "cores": 8, "memory_bandwidth": "100GB/s",
        "accelerator": {"peak": {"fp32": "10TFLOPS"}, "memory": "16GB", "memory_bandwidth": "900GB/s",
                        "frequency": {"nominal": "1.4GHz", "min": "0.5GHz", "max": "1.5GHz"}, "power": {"idle": "50W", "max": "300W"}},
        "nic": {"bandwidth": "100Gbps", "latency": "1us"}},
      "network": {"topology": "switch", "link": {"bandwidth": "100Gbps", "latency": "1us"}},
      "storage": [{"name": "nvme", "scope": "node", "read": "3GB/s", "write": "1GB/s"},
                  {"name": "pfs", "scope": "shared", "read": "20GB/s", "write": "10GB/s"}]},
    "workload": {"kind": "training", "model": "resnet-50", "precision": "fp32",
                 "dataset": {"samples": 1281167, "sample_size": "110kB"}},
    "plan": {"global_batch": 256}})",
                                  "small.json", Presets{});
  if (!s) throw std::runtime_error(s.error().line());
  return *s;
}

// Time falls and energy rises with the nodes; a batch of 100 cannot be run; 200 knows no energy.
Result<Outcome> toy(const Scenario& s, const Job&) {
  if (s.plan.global_batch == 100) return fail("cannot", "plan.global_batch");
  Outcome o;
  const double n = s.machine.nodes;
  const auto b = static_cast<double>(s.plan.global_batch);
  o.step_s = b / (n * 1000) + 0.01;
  o.samples_per_s = b / o.step_s;
  o.epoch_s = 1000 / o.samples_per_s;
  if (b != 200) o.energy_step_j = o.step_s * (n * 100 + 50);
  return o;
}

SweepOptions withToy(unsigned threads = 1) {
  SweepOptions o;
  o.evaluate = toy;
  o.threads = threads;
  return o;
}

// A line a point, so that a difference is shown as one.
std::vector<std::string> linesWithoutTime(const SweepResult& r) {
  SweepResult head = r;
  head.wall_s = 0;
  head.points.clear();
  head.front.clear();
  std::vector<std::string> lines{sweepToJson(head)};
  for (const SweepPoint& p : r.points) lines.push_back(pointToJson(p));
  for (const std::size_t i : r.front) lines.push_back("front " + std::to_string(i));
  return lines;
}

}  // namespace

TEST(SweepSpec, AxesAsText) {
  struct Row {
    const char* text;
    std::vector<std::string> values;
  };
  for (const Row& r :
       {Row{"a=1,2,3", {"1", "2", "3"}}, Row{" a = 1 , 2 ", {"1", "2"}}, Row{"a=64..512*2", {"64", "128", "256", "512"}},
        Row{"a=64..500*2", {"64", "128", "256"}}, Row{"a=1..10+3", {"1", "4", "7", "10"}}, Row{"a=5..5+1", {"5"}},
        Row{"a=0.8GHz..1.4GHz+0.2GHz", {"0.8GHz", "1GHz", "1.2GHz", "1.4GHz"}},
        Row{"a=0.1..0.5+0.1", {"0.1", "0.2", "0.3", "0.4", "0.5"}},
        Row{"a=1MiB..4MiB*2,25MiB", {"1MiB", "2MiB", "4MiB", "25MiB"}}, Row{"a=10us..30us+10", {"10us", "20us", "30us"}},
        Row{"a=nvme,pfs", {"nvme", "pfs"}}, Row{R"(a=["1MB","2MB"],["3MB"])", {R"(["1MB","2MB"])", R"(["3MB"])"}},
        Row{"a=../x.flows", {"../x.flows"}}, Row{"a=100Gbps..400Gbps*2", {"100Gbps", "200Gbps", "400Gbps"}}}) {
    const auto axis = parseAxis(r.text);
    ASSERT_TRUE(axis.has_value()) << r.text << ": " << axis.error().line();
    EXPECT_EQ(axis->path, "a");
    EXPECT_EQ(axis->values, r.values) << r.text;
  }
  for (const char* bad : {"",
                          "a",
                          "=1",
                          "a=",
                          "a=1,,2",
                          "a=1,",
                          "a=1..",
                          "a=1..8",
                          "a=8..1*2",
                          "a=1..8*1",
                          "a=1..8*0",
                          "a=1..8+0",
                          "a=1..8*-2",
                          "a=0..8*2",
                          "a=1GHz..2MHz+1MHz",
                          "a=1GHz..2GHz+1MHz",
                          "a=1GHz..2GHz*2GHz",
                          "a=1..x+1",
                          "a=1..1e9+1",
                          "a=1..8+"}) {
    const auto axis = parseAxis(bad);
    ASSERT_FALSE(axis.has_value()) << bad;
    EXPECT_FALSE(axis.error().what.empty());
    EXPECT_FALSE(axis.error().todo.empty()) << bad;
  }
  EXPECT_FALSE(parseSweep({"a=1", "b=2", "a=3"}).has_value());
}

TEST(SweepSpec, EveryPointOnceAndLastAxisFastest) {
  const SweepSpec spec = *parseSweep({"a=1,2", "b=x,y,z"});
  ASSERT_EQ(spec.size(), 6U);
  std::string seen;
  for (std::uint64_t i = 0; i < 6; ++i)
    for (const auto& [path, value] : spec.settings(i)) seen += value;
  EXPECT_EQ(seen, "1x1y1z2x2y2z");
  EXPECT_EQ(SweepSpec{}.size(), 1U);
  EXPECT_TRUE(SweepSpec{}.settings(0).empty());
  SweepSpec huge;
  for (int i = 0; i < 20; ++i) huge.axes.push_back({std::to_string(i), std::vector<std::string>(1000, "1")});
  EXPECT_EQ(huge.size(), UINT64_MAX);
}

TEST(SweepSpec, JsonAndBack) {
  const SweepSpec spec = *parseSweep({"plan.global_batch=1,2", "a=\"x\",[1,2]"});
  EXPECT_EQ(*specFromJson(specToJson(spec)), spec);
  for (const char* bad :
       {"", "[]", "{}", R"({"axes":1})", R"({"axes":[{"path":1,"values":[]}]})", R"({"axes":[{"path":"a","values":[1]}]})"})
    EXPECT_FALSE(specFromJson(bad).has_value()) << bad;
}

TEST(SweepSpec, ShardsCoverEveryPointOnceHoweverTheyAreCounted) {
  for (const std::uint64_t first : {0U, 1U}) {
    std::vector<int> times(23, 0);
    for (std::uint64_t i = 0; i < 4; ++i) {
      const Shard s = *parseShard(std::to_string(i + first) + "/4");
      for (std::uint64_t p = 0; p < times.size(); ++p) times[p] += s.holds(p);
    }
    EXPECT_EQ(times, std::vector<int>(23, 1));
  }
  for (const char* bad : {"", "1", "/", "1/", "/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3", "1.5/2"})
    EXPECT_FALSE(parseShard(bad).has_value()) << bad;
}

TEST(Sweep, WrongValueIsNamedBeforeAnythingRuns) {
  std::atomic<int> ran = 0;
  SweepOptions o;
  o.evaluate = [&](const Scenario& s, const Job& j) {
    ++ran;
    return toy(s, j);
  };
  struct Row {
    const char* axis;
    const char* says;
  };
  for (const Row& r : {Row{"plan.global_batch=64,many", "plan.global_batch"}, Row{"plan.frequency=1", "unit"},
                       Row{"plan.global_bach=1", "plan.global_bach"}, Row{"machine.network.link.bandwidth=200", "unit"}}) {
    const auto result = sweep(job(), *parseSweep({r.axis}), o, {});
    ASSERT_FALSE(result.has_value()) << r.axis;
    EXPECT_NE(result.error().line().find(r.says), std::string::npos) << result.error().line();
  }
  EXPECT_FALSE(sweep(job(), *parseSweep({"a=1..100000+1", "b=1..100000+1"}), o, {}).has_value());
  EXPECT_EQ(ran, 0);
}

TEST(Sweep, PointsProblemsAndFrontByHand) {
  const auto r = sweep(job(), *parseSweep({"plan.global_batch=100,200,400", "machine.nodes=1,2,4"}), withToy(), {});
  ASSERT_TRUE(r.has_value()) << r.error().line();
  ASSERT_EQ(r->points.size(), 9U);
  EXPECT_TRUE(r->complete());
  EXPECT_FALSE(r->stopped);
  for (std::uint64_t i = 0; i < 9; ++i) EXPECT_EQ(r->points[i].index, i);
  EXPECT_EQ(r->points[0].problem, "plan.global_batch: cannot");
  EXPECT_TRUE(std::isnan(r->points[0].step_s));
  EXPECT_TRUE(r->points[4].problem.empty());
  EXPECT_TRUE(std::isnan(r->points[4].energy_step_j));  // unknown, not 0
  // b = 400, n = 1, 2, 4: step 0.41, 0.21, 0.11 s; power 150, 250, 450 W; 2.5 steps an epoch of 1000 samples.
  const double step[] = {0.41, 0.21, 0.11};
  const double power[] = {150, 250, 450};
  for (std::size_t k = 0; k < 3; ++k) {
    const SweepPoint& p = r->points[6 + k];
    EXPECT_DOUBLE_EQ(p.step_s, step[k]);
    EXPECT_DOUBLE_EQ(p.epoch_s, 2.5 * step[k]);
    EXPECT_DOUBLE_EQ(p.energy_step_j, step[k] * power[k]);  // 61.5, 52.5, 49.5 J
    EXPECT_DOUBLE_EQ(p.energy_epoch_j, 2.5 * step[k] * power[k]);
    EXPECT_DOUBLE_EQ(p.energy_sample_j, step[k] * power[k] / 400);
  }
  EXPECT_EQ(r->basis, Basis::PerEpoch);              // the toy knows no target
  EXPECT_EQ(r->front, std::vector<std::size_t>{8});  // fastest and cheapest
  EXPECT_EQ(r->remarks.size(), 0U);
}

TEST(Sweep, FixedDataParallelFollowsTheNodesAndSaysSo) {
  Scenario s = job();
  s.plan.data_parallel = 8;
  const auto r = sweep(s, *parseSweep({"machine.nodes=1,2,4"}), withToy(), {});
  ASSERT_TRUE(r.has_value());
  for (const SweepPoint& p : r->points) EXPECT_EQ(p.problem, "");
  ASSERT_EQ(r->remarks.size(), 1U);
  EXPECT_NE(r->remarks[0].find("data_parallel"), std::string::npos);
  // Asked for by the person, it is taken at its word.
  const auto both = sweep(s, *parseSweep({"machine.nodes=1,2,4", "plan.data_parallel=8"}), withToy(), {});
  EXPECT_NE(both->points[0].problem, "");
  EXPECT_EQ(both->points[2].problem, "");
}

TEST(Sweep, SameAnswerForAnyNumberOfThreads) {
  const SweepSpec spec =
      *parseSweep({"plan.global_batch=64..4096*2", "machine.nodes=1..32*2", "plan.frequency=0.5GHz..1.5GHz+0.1GHz"});
  const auto one = sweep(job(), spec, withToy(1), {});
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->points.size(), 7U * 6 * 11);
  for (const unsigned threads : {2U, 5U, 0U})
    EXPECT_EQ(linesWithoutTime(*sweep(job(), spec, withToy(threads), {})), linesWithoutTime(*one));
}

TEST(Sweep, ShardsTogetherAreTheWhole) {
  const SweepSpec spec = *parseSweep({"plan.global_batch=64..4096*2", "machine.nodes=1..32*2"});
  const auto whole = sweep(job(), spec, withToy(), {});
  SweepResult joined;
  joined.spec = spec;
  joined.total = spec.size();
  for (std::uint64_t i = 1; i <= 5; ++i) {
    SweepOptions o = withToy(2);
    o.shard = {i, 5};
    const auto part = sweep(job(), spec, o, {});
    ASSERT_TRUE(part.has_value());
    EXPECT_TRUE(part->complete());
    for (const SweepPoint& p : part->points) joined.points.push_back(*pointFromJson(pointToJson(p)));
  }
  finishSweep(joined, Basis::ToTarget);
  EXPECT_EQ(linesWithoutTime(joined), linesWithoutTime(*whole));
}

TEST(Sweep, StopKeepsWhatIsDone) {
  std::stop_source source;
  std::atomic<int> ran = 0;
  SweepOptions o;
  o.threads = 2;
  o.evaluate = [&](const Scenario& s, const Job& j) -> Result<Outcome> {
    if (++ran == 20) source.request_stop();
    if (j.stopped()) return stoppedByUser();
    return toy(s, j);
  };
  const auto r = sweep(job(), *parseSweep({"plan.global_batch=64..4096+1"}), o, {source.get_token()});
  ASSERT_TRUE(r.has_value());
  EXPECT_TRUE(r->stopped);
  EXPECT_FALSE(r->complete());
  EXPECT_GE(r->points.size(), 17U);
  EXPECT_LE(r->points.size(), 22U);
  for (const SweepPoint& p : r->points) EXPECT_EQ(p.problem, "");  // a half-played plan is not a bad plan
  EXPECT_FALSE(r->front.empty());
}

TEST(Sweep, PlansThatDoNotFitAreNotOnTheFront) {
  SweepOptions o = withToy();
  o.evaluate = [](const Scenario& s, const Job& j) {
    auto out = toy(s, j);
    if (s.machine.nodes == 4) out->remarks = {"something else", "does not fit: 91 GB of 80 GB a rank"};
    return out;
  };
  const auto r = sweep(job(), *parseSweep({"plan.global_batch=400", "machine.nodes=1,2,4"}), o, {});
  ASSERT_TRUE(r.has_value());
  EXPECT_EQ(r->points[2].problem, "does not fit: 91 GB of 80 GB a rank");
  EXPECT_DOUBLE_EQ(r->points[2].step_s, 0.11);
  EXPECT_EQ(r->front, std::vector<std::size_t>{1});
}

// The closed forms themselves: what a sweep says of a plan is what predict says of it.
TEST(Sweep, PointsAreWhatPredictSays) {
  const SweepSpec spec =
      *parseSweep({"plan.global_batch=64,512", "machine.nodes=1,8", "plan.frequency=0.7GHz,1.5GHz", "plan.data.tier=nvme,pfs"});
  const auto r = sweep(job(), spec, {}, {});
  ASSERT_TRUE(r.has_value()) << r.error().line();
  const auto base = sweepBase(job(), spec, nullptr);
  for (const SweepPoint& p : r->points) {
    const auto o = price(*scenarioOf(*base, spec, p.index, nullptr));  // what does not fit is a point too, with its problem
    ASSERT_TRUE(o.has_value());
    EXPECT_EQ(p.problem, problemOf(*o));
    EXPECT_GT(p.step_s, 0);
    EXPECT_EQ(p.step_s, o->step_s);
    EXPECT_EQ(p.epoch_s, o->epoch_s);
    EXPECT_EQ(p.samples_per_s, o->samples_per_s);
  }
}

TEST(Sweep, ExceptionOfOnePlanIsItsProblem) {
  SweepOptions o = withToy(2);
  o.evaluate = [](const Scenario& s, const Job& j) -> Result<Outcome> {
    if (s.plan.global_batch == 302) throw std::runtime_error("boom");
    return toy(s, j);
  };
  const auto r = sweep(job(), *parseSweep({"plan.global_batch=301..304+1"}), o, {});
  ASSERT_TRUE(r.has_value());
  EXPECT_NE(r->points[1].problem.find("boom"), std::string::npos);
  EXPECT_EQ(r->points[2].problem, "");
}

TEST(Sweep, PartialResultsAndProgress) {
  SweepOptions o = withToy(2);
  o.evaluate = [](const Scenario& s, const Job& j) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return toy(s, j);
  };
  o.partialEvery_s = 0.02;
  std::vector<std::size_t> sizes;
  Progress progress;
  o.onPartial = [&](const SweepPtr& p) {
    sizes.push_back(p->points.size());
    EXPECT_EQ(p->total, 100U);
    EXPECT_TRUE(
        std::is_sorted(p->points.begin(), p->points.end(), [](const auto& a, const auto& b) { return a.index < b.index; }));
    EXPECT_EQ(p->basis, Basis::PerEpoch);
  };
  const auto r = sweep(job(), *parseSweep({"plan.global_batch=301..400+1"}), o, {{}, &progress});
  ASSERT_TRUE(r.has_value());
  EXPECT_GE(sizes.size(), 2U);
  EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end()));
  EXPECT_EQ(progress.snapshot().done, 100U);
  EXPECT_EQ(progress.snapshot().total, 100U);
}

TEST(Sweep, OneBasisForAllAndNoFrontWithoutEnergy) {
  // Where only some points know the target, the sweep does not mix: the basis is the one asked for, others drop out.
  SweepResult r;
  r.spec = *parseSweep({"a=1,2,3"});
  r.total = 3;
  for (std::uint64_t i = 0; i < 3; ++i) {
    SweepPoint p;
    p.index = i;
    p.epoch_s = 10 - static_cast<double>(i);
    p.energy_epoch_j = 5;
    if (i == 0) p.time_to_target_s = p.energy_to_target_j = 1;
    r.points.push_back(p);
  }
  finishSweep(r, Basis::ToTarget);
  EXPECT_EQ(r.basis, Basis::ToTarget);
  EXPECT_EQ(r.front, std::vector<std::size_t>{0});
  finishSweep(r, Basis::PerEpoch);
  EXPECT_EQ(r.front, std::vector<std::size_t>{2});
  for (SweepPoint& p : r.points) p.energy_epoch_j = p.energy_to_target_j = kUnknown;
  finishSweep(r, Basis::ToTarget);
  EXPECT_TRUE(r.front.empty());
  EXPECT_TRUE(std::isnan(r.hypervolume));
  const auto j = nlohmann::json::parse(sweepToJson(r));
  EXPECT_TRUE(j["hypervolume"].is_null());
  EXPECT_TRUE(j["points"][0]["energy_epoch_j"].is_null());

  SweepOptions o = withToy();
  const auto none = sweep(job(), *parseSweep({"plan.global_batch=200"}), o, {});
  ASSERT_EQ(none->remarks.size(), 1U);
  EXPECT_NE(none->remarks[0].find("no front"), std::string::npos);
}

TEST(Sweep, HypervolumeOfTheFrontByHand) {
  SweepResult r;
  r.spec = *parseSweep({"a=1,2,3,4"});
  r.total = 4;
  // front scaled: (0,1), (0.5,0.5), (1,0): below (1.1,1.1) 0.1 x 0.5... columns: [0,0.5) height 0.1, [0.5,1) 0.6, [1,1.1) 1.1
  const double t[] = {10, 15, 20, 20};
  const double e[] = {200, 150, 100, 200};
  for (std::uint64_t i = 0; i < 4; ++i) {
    SweepPoint p;
    p.index = i;
    p.step_s = t[i];
    p.energy_step_j = e[i];
    r.points.push_back(p);
  }
  finishSweep(r, Basis::PerStep);
  EXPECT_EQ(r.front, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_NEAR(r.hypervolume, 0.5 * 0.1 + 0.5 * 0.6 + 0.1 * 1.1, 1e-12);
}

TEST(Sweep, PointsComeBackFromTheirText) {
  SweepPoint p;
  p.index = 12345678901234;
  p.problem = "does not \"fit\"\n";
  p.step_s = 0.1 + 0.2;
  p.network_step_bytes = 1e300;
  const auto back = pointFromJson(pointToJson(p));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->index, p.index);
  EXPECT_EQ(back->problem, p.problem);
  EXPECT_EQ(back->step_s, p.step_s);
  EXPECT_EQ(back->network_step_bytes, p.network_step_bytes);
  EXPECT_TRUE(std::isnan(back->epoch_s));
  for (const char* bad : {"", "1", "{}", R"({"index":-1})", R"({"index":"1"})", R"({"index":1,"step_s":"fast"})"})
    EXPECT_FALSE(pointFromJson(bad).has_value()) << bad;
}

// Machine presets with workload presets they can train, one pair in so many: at least 1,000 plans that can be run.
TEST(DefaultSweep, ThousandValidPlansAroundEveryPreset) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr int kEvery = 23;  // 60 times slower there; the arithmetic is the same
#else
  constexpr int kEvery = 3;
#endif
  int pair = 0;
  int tried = 0;
  int tooLarge = 0;
  for (const std::string& machine : presets().names(PresetInfo::Kind::Machine)) {
    for (const std::string& workload : presets().names(PresetInfo::Kind::Workload)) {
      if (pair++ % kEvery != 0) continue;
      const auto s =
          scenarioFromJson(R"({"weir": 1, "machine": ")" + machine + R"(", "workload": ")" + workload + R"("})", "x", presets());
      ASSERT_TRUE(s.has_value()) << s.error().line();
      Scenario valid = *s;
      if (valid.workload.kind != Workload::Kind::Training) {
        EXPECT_FALSE(defaultSweep(valid).has_value());
        continue;
      }
      valid.plan.global_batch = std::max<std::int64_t>(valid.plan.global_batch, valid.dataParallel());
      if (!validate(valid)) continue;
      const auto spec = defaultSweep(valid);
      if (!spec) {  // fits nowhere: said so
        EXPECT_NE(spec.error().what.find("does not fit"), std::string::npos)
            << machine << " x " << workload << ": " << spec.error().line();
        ++tooLarge;
        continue;
      }
      const auto r = sweep(valid, *spec, {}, {});
      ASSERT_TRUE(r.has_value()) << r.error().line();
      const auto ok = std::count_if(r->points.begin(), r->points.end(), [](const SweepPoint& p) { return p.problem.empty(); });
      EXPECT_GE(ok, 1000) << machine << " x " << workload;
      EXPECT_LE(r->points.size(), 8000U) << machine << " x " << workload;  // still quick
      EXPECT_GE(spec->axes[0].values.size(), 4U);
      ++tried;
    }
  }
  EXPECT_GT(tried, kEvery == 1 ? 10 : 1);
  EXPECT_LT(tooLarge, tried);
  RecordProperty("tried", tried);
  RecordProperty("tooLarge", tooLarge);
}

TEST(DefaultSweep, PoorScenariosGetOtherAxes) {
  Scenario s = job();
  s.machine.node.accelerator.frequency = {};
  s.machine.storage.resize(1);
  s.workload.dataset.samples = 64;
  s.plan.global_batch = 16;
  const auto spec = defaultSweep(s);
  ASSERT_TRUE(spec.has_value()) << spec.error().line();
  SweepOptions o = withToy();
  const auto r = sweep(s, *spec, o, {});
  ASSERT_TRUE(r.has_value()) << r.error().line();
  EXPECT_GE(std::count_if(r->points.begin(), r->points.end(), [](const SweepPoint& p) { return p.problem.empty(); }), 1000);
}

}  // namespace sweep_test
