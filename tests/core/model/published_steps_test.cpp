// The model against published training steps. Figures from Narayanan et al., SC21, table 1 (weak scaling, from which the
// A100 preset's one efficiency factor was taken) and Korthikanti et al. 2022 (arXiv 2205.05198), table 5 (held out).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/core/model/support.h"

namespace published_steps_test {
using namespace weir;
using namespace weir::test;

namespace {

struct Row {
  int gpus, layers, hidden, heads, tensor, pipeline, batch, micro;
  const char* recompute;
  double measured_s;
};

double errorOf(const Row& r) {
  const Scenario s = read(fmt::format(
      R"({{"machine": {{"base": "dgx-a100", "nodes": {}}}, "workload": {{"kind": "training", "model": {{"name": "gpt", "layers": {}, "hidden": {}, "heads": {}, "sequence": 2048, "vocabulary": 51200}}}},
          "plan": {{"global_batch": {}, "micro_batch": {}, "tensor_parallel": {}, "pipeline_parallel": {}, "recompute": "{}", "fused_attention": false, "overlap": false, "gradient_precision": "fp16", "sequence_parallel": {}, "virtual_stages": {}}}}})",
      r.gpus / 8, r.layers, r.hidden, r.heads, r.batch, r.micro, r.tensor, r.pipeline, r.recompute, std::string(r.recompute) == "selective", r.pipeline == 8 && r.hidden == 12288 && r.layers == 96 ? 3 : 1));
  return answer(s).step_s / r.measured_s - 1;
}

}  // namespace

TEST(PublishedSteps, HeldOutA100RowsWithinATenth) {
  double sum = 0;
  for (const Row& r : {Row{8, 48, 6144, 64, 8, 1, 4, 4, "full", 1.42}, Row{8, 48, 6144, 64, 8, 1, 4, 4, "selective", 1.10},
                       Row{64, 96, 12288, 96, 8, 8, 64, 1, "full", 18.13}, Row{64, 96, 12288, 96, 8, 8, 64, 1, "selective", 13.75}}) {
    const double e = errorOf(r);
    EXPECT_LT(std::abs(e), 0.10) << r.hidden << " " << r.recompute;
    sum += std::abs(e);
  }
  EXPECT_LT(sum / 4, 0.05);
}

TEST(PublishedSteps, FittedA100RowsWithinAnEighth) {
  for (const Row& r : {Row{32, 24, 2304, 24, 1, 1, 512, 1, "full", 3.528}, Row{128, 36, 4096, 32, 4, 1, 512, 1, "full", 3.6963},
                       Row{512, 48, 8192, 64, 8, 2, 1536, 1, "full", 14.4535}, Row{1536, 80, 12288, 96, 8, 8, 2304, 1, "full", 24.8174}})
    EXPECT_LT(std::abs(errorOf(r)), 0.125) << r.hidden;
}

}  // namespace published_steps_test
