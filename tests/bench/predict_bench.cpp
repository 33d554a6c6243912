// What a prediction costs: predict() for the presets' workloads and withSetting() before it (a slider: at most 100 us, a
// frame is 16 ms); one full prediction of 175 B parameters in 3-D parallel with tiers, checkpoints, energy and accuracy (at
// most 10 us); a million plans on two threads (at most 10 s, memory flat). `predict_bench CALCULON [PYTHON]`, a checkout of
// calculon-ai/calculon and an interpreter that has numpy, runs its model of the same job beside ours in the same run; without it: 4.8 ms a configuration was
// measured on two cores of 2.x GHz (Python 3).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/model/predict.h"
#include "core/scenario/json.h"

using namespace weir;

namespace {

template <class F>
double medianMicroseconds(int repeats, F&& f) {
  std::vector<double> t;
  for (int i = 0; i < repeats; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    t.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(t.begin(), t.begin() + repeats / 2, t.end());
  return t[static_cast<std::size_t>(repeats / 2)];
}

double residentMegabytes() {
  std::ifstream f("/proc/self/status");
  for (std::string line; std::getline(f, line);)
    if (line.starts_with("VmRSS:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

// 175 B parameters, tp 8 pp 8 dp 8 on 64 nodes of eight A100: Calculon's gpt3-175B_seqsel with eight copies.
constexpr const char* kJob = R"({"machine": {"base": "dgx-a100", "nodes": 64},
  "workload": {"kind": "training", "model": {"name": "gpt", "layers": 96, "hidden": 12288, "heads": 96, "sequence": 2048, "vocabulary": 51200},
               "dataset": {"samples": 150000000, "sample_size": "4kB", "layout": "record-files", "samples_per_file": 1000},
               "target": {"samples_min": 100000000, "critical_batch": 1500}},
  "plan": {"global_batch": 512, "micro_batch": 1, "tensor_parallel": 8, "pipeline_parallel": 8, "virtual_stages": 3, "sequence_parallel": true,
           "recompute": "selective", "fused_attention": false, "data": {"tier": "pfs", "workers": 4}, "checkpoint": {"every": "1h", "tier": "pfs"}}})";

// Plans that differ in batch, split, stage, recomputation and frequency; priced, not kept.
double millionPlans(const Scenario& base, std::size_t plans, unsigned threads) {
  std::vector<std::thread> workers;
  std::vector<double> sums(threads, 0);
  const auto begin = std::chrono::steady_clock::now();
  for (unsigned w = 0; w < threads; ++w)
    workers.emplace_back([&, w] {
      Scenario s = base;
      const std::string recompute[]{"none", "selective", "full"};
      double sum = 0;
      for (std::size_t i = w; i < plans; i += threads) {
        s.plan.tensor_parallel = 1 << (i % 4);
        s.plan.pipeline_parallel = 1 << (i / 4 % 4);
        s.plan.virtual_stages = s.plan.pipeline_parallel > 1 ? 1 + static_cast<int>(i / 16 % 3) : 1;
        s.plan.zero = static_cast<int>(i / 48 % 4);
        s.plan.recompute = recompute[i / 192 % 3];
        s.plan.micro_batch = 1 << (i / 576 % 3);
        s.plan.global_batch = 512 * (1 + static_cast<std::int64_t>(i / 1728 % 32));
        s.plan.frequency = Frequency::hertz(1e9 + 1e6 * static_cast<double>(i / 55296 % 400));
        if (const auto o = price(s)) sum += o->step_s;
      }
      sums[w] = sum;
    });
  for (std::thread& t : workers) t.join();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return sums[0] > 0 ? seconds : -1;
}

// Milliseconds a configuration that Calculon takes, by its own clock, and the step time it answers; empty = it did not run.
std::string calculon(const std::string& path, const std::string& python) {
  if ((path + python).find('\'') != std::string::npos) return {};
  const std::string script =
      "import sys, time, logging; p = sys.argv[1]; sys.path.insert(0, p); import calculon; from calculon.llm import Llm; from calculon import System\n"
      "app = Llm.Application(calculon.io.read_json_file(p + \"/models/gpt3-175B.json\")); exe = calculon.io.read_json_file(p + \"/validation/seqsel/tab5/gpt3-175B_seqsel.json\")\n"
      "sys_json = calculon.io.read_json_file(p + \"/systems/a100_80g.json\"); log = logging.getLogger(); t = []\n"
      "for i in range(30):\n"
      "  a = time.perf_counter(); m = Llm(app, log); s = System(sys_json); m.compile(s, Llm.Execution.from_json(exe)); m.run(s); t.append(time.perf_counter() - a)\n"
      "print(\"%.3f ms a configuration; answers %.2f s a step at batch 64 on 64\" % (1e3 * sorted(t)[15], m.get_total_time()))\n";
  FILE* pipe = popen(("'" + python + "' -c '" + script + "' '" + path + "' 2>/dev/null").c_str(), "r");
  if (!pipe) return {};
  std::string out;
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe)) out += buffer;
  pclose(pipe);
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto presets = Presets::load(WEIR_SOURCE_DIR "/resources/presets");
  if (!presets) {
    fmt::print(stderr, "{}\n", presets.error().line());
    return 1;
  }
  const auto read = [&](const char* workload) {
    return scenarioFromJson(fmt::format(R"({{"machine": {{"base": "dgx-a100", "nodes": 32}}, "workload": "{}", "plan": {{"global_batch": 8192, "zero": 1, "micro_batch": 4, "recompute": "full"}}}})", workload), "bench", *presets);
  };
  for (const char* workload : {"resnet-50-imagenet", "bert-large-wikipedia", "gpt-6.7b", "allreduce-sweep", "permutation-2mb"}) {
    const auto s = read(workload);
    if (!s) {
      fmt::print(stderr, "{}\n", s.error().line());
      return 1;
    }
    double sum = 0;  // so that nothing is optimised away
    if (const auto o = predict(*s); !o) {
      fmt::print(stderr, "{}\n", o.error().line());
      return 1;
    }
    const double us = medianMicroseconds(2001, [&] { sum += predict(*s)->step_s; });
    fmt::print("predict {:22} {:7.1f} us\n", workload, us);
    if (sum < 0) return 1;
  }
  const auto s = read("resnet-50-imagenet");
  int batch = 0;
  fmt::print("withSetting                    {:7.1f} us\n", medianMicroseconds(2001, [&] {
               const auto next = withSetting(*s, "plan.global_batch", std::to_string(256 + batch++));
               if (!next) batch = 0;
             }));
  fmt::print("scenarioToJson                 {:7.1f} us\n", medianMicroseconds(501, [&] { batch += static_cast<int>(scenarioToJson(*s).size()); }));
  const std::string text = scenarioToJson(*s);
  fmt::print("scenarioFromJson               {:7.1f} us\n", medianMicroseconds(501, [&] {
               if (!scenarioFromJson(text, "bench", *presets)) batch = 0;
             }));
  const auto large = scenarioFromJson(kJob, "bench", *presets);
  if (!large) {
    fmt::print(stderr, "{}\n", large.error().line());
    return 1;
  }
  double sum = 0;
  const auto o = predict(*large);
  if (!o) {
    fmt::print(stderr, "{}\n", o.error().line());
    return 1;
  }
  fmt::print("predict 175 B, tp 8 pp 8 dp 8      {:7.2f} us   (at most 10)\n", medianMicroseconds(20001, [&] { sum += predict(*large)->step_s; }));
  Scenario same = *large;
  same.machine.nodes = 8;
  same.plan.global_batch = 64;
  if (const auto one = predict(same)) fmt::print("  answers {:.2f} s a step at batch 64 on 64\n", one->step_s);
  const std::string other = argc > 1 ? calculon(argv[1], argc > 2 ? argv[2] : "python3") : std::string();
  fmt::print("Calculon, the same job             {}\n", other.empty() ? "not run: give a checkout of calculon-ai/calculon (4.8 ms a configuration measured elsewhere)" : other);
  Scenario refused = *large;
  refused.plan.tensor_parallel = refused.plan.pipeline_parallel = refused.plan.virtual_stages = 1;
  fmt::print("refused, with the nearest plan     {:7.2f} ms\n", medianMicroseconds(21, [&] { sum += predict(refused) ? 1 : 0; }) / 1e3);
  const double before = residentMegabytes();
  const std::clock_t used = std::clock();
  const double seconds = millionPlans(*large, 1'000'000, 2);
  fmt::print("a million plans on two threads     {:7.2f} s    (at most 10), {:.2f} s of processor each, memory {:.1f} MB before, {:.1f} MB after\n", seconds,
             static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC / 2, before, residentMegabytes());
  return sum > 0 && seconds > 0 ? 0 : 1;
}
