// A prediction shown as a run says what the prediction says: part by part, on every rank that is drawn.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "core/model/predict.h"
#include "core/model/training.h"
#include "core/scenario/json.h"
#include "core/summarize/breakdown.h"
#include "tests/core/simulate/support.h"

namespace prediction_breakdown_test {
using namespace weir;

namespace {

double known(double v) { return std::isnan(v) ? 0 : v; }

void sameParts(const Scenario& s) {
  SCOPED_TRACE(s.name);
  const auto r = simulate(s, Fidelity::Model, {}, {});
  ASSERT_TRUE(r) << r.error().line();
  const StepBreakdown& b = r->outcome.breakdown;
  const Breakdown of = breakdown(*r->run);
  ASSERT_FALSE(of.ranks.empty());
  for (const RankBreakdown& rank : of.ranks) {
    const auto same = [&](const char* part, std::int64_t ps, double s_) { EXPECT_NEAR(static_cast<double>(ps) * 1e-12, known(s_), 1e-9 + 1e-6 * r->outcome.step_s) << part << " of rank " << rank.rank; };
    same("step", rank.wall(), r->outcome.step_s);
    same("computing", rank.computing, b.compute_s);
    same("exposed communication", rank.exposed, b.exposed_communication_s);
    same("data stall", rank.dataStall, b.data_stall_s);
    same("checkpoint", rank.checkpoint, b.checkpoint_s);
    same("other", rank.other, b.other_s);
    same("bubble", rank.idle, b.bubble_s);
  }
}

}  // namespace

TEST(PredictionAsARun, HasThePartsOfItsOutcome) {
  Scenario s = test::training(4, 2, 6, 50e9);
  sameParts(s);
  // The optimizer is computing in both, as its kernels are in a trace; the host's work between steps is neither.
  const auto step = model::trainingStep(s);
  EXPECT_GT(step->optimizer_s, 0);
  EXPECT_NEAR(predict(s)->breakdown.compute_s, step->compute_s + step->optimizer_s, 1e-15);
  Scenario slow = s;
  slow.machine.node.accelerator.step_overhead = Time::ms(2);
  slow.name = "with host work";
  EXPECT_NEAR(predict(slow)->breakdown.other_s, 2e-3, 1e-15);
  EXPECT_NEAR(predict(slow)->breakdown.compute_s, predict(s)->breakdown.compute_s, 1e-15);
  sameParts(slow);
  s.plan.overlap = false;
  s.name = "serial";
  sameParts(s);
  std::ifstream file(WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json");
  std::stringstream text;
  text << file.rdbuf();
  const auto sample = scenarioFromJson(text.str(), "small-cnn", {});
  ASSERT_TRUE(sample) << sample.error().line();
  sameParts(*sample);
  Scenario gpt = test::training(8, 4, 0, 0);
  gpt.name = "pipeline";
  gpt.workload.model = {};
  gpt.workload.model.name = "gpt";
  gpt.workload.model.gpt = GptShape{8, 1024, 16, 512, 32000};
  gpt.plan.tensor_parallel = 4;
  gpt.plan.pipeline_parallel = 2;
  gpt.plan.global_batch = 64;
  gpt.plan.micro_batch = 4;
  EXPECT_GT(predict(gpt)->breakdown.bubble_s, 0);
  sameParts(gpt);
}

}  // namespace prediction_breakdown_test
