// What a slider costs in the core: predict() for ResNet-50 on 32 nodes of 8 accelerators, and withSetting() before it.
// Target: at most 100 us a prediction (a frame is 16 ms).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
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

}  // namespace

int main() {
  const auto presets = Presets::load(std::string(WEIR_SOURCE_DIR) + "/resources/presets");
  if (!presets) {
    fmt::print(stderr, "{}\n", presets.error().line());
    return 1;
  }
  const auto read = [&](const char* workload) {
    return scenarioFromJson(fmt::format(R"({{"machine": {{"base": "dgx-a100", "nodes": 32}}, "workload": "{}", "plan": {{"global_batch": 8192}}}})", workload), "bench", *presets);
  };
  for (const char* workload : {"resnet-50-imagenet", "bert-large-wikipedia", "gpt-6.7b", "allreduce-sweep", "permutation-2mb"}) {
    const auto s = read(workload);
    if (!s) {
      fmt::print(stderr, "{}\n", s.error().line());
      return 1;
    }
    double sum = 0;  // so that nothing is optimised away
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
  return 0;
}
