// Whatever is set, the answer is an error that says what to do, or numbers that hold together.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "core/base/random.h"
#include "core/model/explain.h"
#include "tests/core/model/support.h"

namespace property_test {
using namespace weir;
using namespace weir::test;

namespace {

std::string randomValue(const Setting& x, Random& r) {
  if (!x.choices.empty()) return x.choices[r.below(x.choices.size())];
  const double scale = std::pow(10.0, static_cast<double>(r.below(13)) - 4);
  const auto with = [&](const char* unit) { return fmt::format("{}{}", scale, unit); };
  if (x.wants.find("whole number") != std::string::npos) return fmt::format("{}", static_cast<std::int64_t>(r.below(4) == 0 ? r.below(1ULL << 31) : r.below(70)) - 1);
  if (x.wants.find("time") != std::string::npos) return with("us");
  if (x.wants.find("size") != std::string::npos && x.wants.find("fraction") == std::string::npos) return fmt::format("{}kB", scale);
  if (x.wants.find("bandwidth") != std::string::npos) return with("Mbps");
  if (x.wants.find("TFLOPS") != std::string::npos) return with("GFLOPS");
  if (x.wants.find("frequency") != std::string::npos) return with("kHz");
  if (x.wants.find("power") != std::string::npos) return with("W");
  if (x.wants.find("/s") != std::string::npos) return with("/s");
  if (x.wants.find("true") != std::string::npos) return r.below(2) ? "true" : "false";
  if (x.wants == "a number") return fmt::format("{}", scale);
  return x.value;
}

void check(const Scenario& s, const Outcome& o) {
  const StepBreakdown& b = o.breakdown;
  const double parts[]{b.compute_s, b.exposed_communication_s, b.data_stall_s, b.bubble_s, b.checkpoint_s, b.other_s};
  double sum = 0;
  for (const double p : parts) {
    ASSERT_TRUE(std::isfinite(p) && p >= 0) << scenarioToJson(s);
    sum += p;
  }
  ASSERT_EQ(sum, o.step_s) << scenarioToJson(s);
  for (const double e : {o.energy.accelerator, o.energy.cpu, o.energy.memory, o.energy.nic, o.energy.network, o.energy.storage, o.energy.facility,
                         o.volume.network_step_bytes, o.volume.node_step_bytes, o.volume.rank_sent_step_bytes})
    ASSERT_TRUE(std::isnan(e) || (std::isfinite(e) && e >= 0)) << scenarioToJson(s);
}

}  // namespace

TEST(PredictProperties, RandomSettingsGiveAnErrorOrNumbersThatHoldTogether) {
  const std::array machines{"dgx-a100", "dgx-h100", "perlmutter", "small-cluster", "cpu-cluster"};
  const std::array workloads{"resnet-50-imagenet", "bert-large-wikipedia", "gpt-1.3b", "allreduce-sweep", "permutation-2mb", "incast-2mb"};
  int answered = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random r(seed, 5);
    Scenario s = read(fmt::format(R"({{"machine": "{}", "workload": "{}", "plan": "data-parallel-checkpointed"}})", machines[seed % 5], workloads[(seed / 5) % 6]));
    const int changes = 1 + static_cast<int>(r.below(4));
    for (int i = 0; i < changes; ++i) {
      const auto all = settings(s);
      const Setting& x = all[r.below(all.size())];
      const std::string value = randomValue(x, r);
      if (auto next = withSetting(s, x.path, value)) s = std::move(*next);
    }
    // What would take long to enumerate is not what this test is about.
    if (s.workload.kind == Workload::Kind::Traffic && s.machine.nodes > 2000) continue;
    const auto o = predict(s);
    if (!o) {
      ++refused;
      ASSERT_FALSE(o.error().where.empty()) << o.error().line();
      ASSERT_FALSE(o.error().todo.empty()) << o.error().line();
      continue;
    }
    ++answered;
    check(s, *o);
    if (HasFatalFailure()) return;
    ASSERT_TRUE(explain(s));
  }
  EXPECT_GT(answered, 700);
  EXPECT_GT(refused, 50);
}

}  // namespace property_test
