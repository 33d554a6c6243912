// The tables of training steps: what was asked of them, and what strange files may do.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/calibrate/tables/step_rows.h"
#include "core/calibrate/tables/tables.h"
#include "tests/core/scenario/support.h"

namespace training_steps_test {
using namespace weir;
using namespace weir::calibrate;

namespace {

std::optional<Table> shared(const char* name) {
  const std::string path = std::string(WEIR_SHARED_DIR "/validation/") + name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  auto t = readTable(path);
  return t ? std::optional(*t) : std::nullopt;
}

const TableContext& context() {
  static const TableContext kContext{&weir::test::presets(), {}};
  return kContext;
}

Errors of(const std::vector<Validation>& all, const std::string& quantity, const char* split) {
  for (const Validation& v : all)
    if (v.quantity == quantity && v.split == split) return errorsOf(v);
  ADD_FAILURE() << quantity << ", " << split;
  return {};
}

constexpr const char* kSteps = "gpu,gpus,hidden,layers,heads,seq,vocab,tp,pp,dp,sharding,global_batch,microbatch,recompute,seq_parallel,iter_time_s\n";

}  // namespace

TEST(TransformerSteps, ARowFromTheOthers) {
  const auto t = shared("transformer_steps.csv");
  if (!t) GTEST_SKIP() << "the measured tables are not here";
  const auto v = transformerStepsModel().report(*t, context());
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_LE(of(*v, "time of a step, A100", "leave one row out").mean, 0.05);
  EXPECT_LE(of(*v, "time of a step, A100", "leave one model size out").mean, 0.05);
  EXPECT_LE(of(*v, "time of a step, H100", "leave one row out").mean, 0.10);
  EXPECT_TRUE(v->front().set_aside.empty());
  EXPECT_EQ(v->front().tested.size(), t->size());
}

TEST(FsdpTraining, AFifthOfTheRowsFromTheOthersAndAModelSizeFromOtherSizes) {
  const auto t = shared("fsdp_training.csv");
  if (!t) GTEST_SKIP() << "the measured tables are not here";
  const auto v = fsdpTrainingModel().report(*t, context());
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_LE(of(*v, "tokens a second", "every fifth row from the others").mean, 0.06);
  EXPECT_LE(of(*v, "tokens a second", "leave one model size out").mean, 0.06);
  EXPECT_TRUE(v->front().set_aside.empty());
}

TEST(TransformerSteps, AtMostSixConstantsATypeOfAccelerator) {
  const auto t = shared("transformer_steps.csv");
  if (!t) GTEST_SKIP() << "the measured tables are not here";
  const auto v = transformerStepsModel().validate(*t, *t, context());
  ASSERT_TRUE(v);
  int a100 = 0;
  for (const Constant& c : v->front().constants) a100 += c.name.find("A100") != std::string::npos ? 1 : 0;
  EXPECT_EQ(a100, 6);
}

TEST(TransformerSteps, WhatTheTestedRowsMeasuredDoesNotEnter) {
  const Table fit = *parseTable(std::string(kSteps) + "A100,8,6144,48,64,2048,51200,8,1,1,none,4,4,full,False,1.42\n", "fit.csv");
  const auto predicted = [&](const char* measured) {
    const Table test = *parseTable(std::string(kSteps) + "A100,64,12288,96,96,2048,51200,8,8,1,none,64,1,full,False," + measured + "\n", "test.csv");
    const auto v = transformerStepsModel().validate(fit, test, context());
    EXPECT_TRUE(v) << (v ? "" : v.error().line());
    return v && !v->front().tested.empty() ? v->front().tested[0].predicted : 0;
  };
  EXPECT_GT(predicted("18"), 0);
  EXPECT_EQ(predicted("18"), predicted("1"));
}

TEST(TransformerSteps, StrangeRowsAreSetAsideWithTheReason) {
  const std::string rows = "A100,8,6144,48,64,2048,51200,8,1,1,none,4,4,full,False,1.42\n"
                           "abacus,8,6144,48,64,2048,51200,8,1,1,none,4,4,full,False,1.42\n"
                           "A100,,6144,48,64,2048,51200,8,1,1,none,4,4,full,False,1.42\n"
                           "A100,8,6144,48,64,2048,51200,3,1,1,none,4,4,full,False,1.42\n"
                           "A100,8,6144,48,64,2048,51200,8,1,1,none,4,4,full,False,\n"
                           "A100,-8,0,1e99,x,,,,,,,,,,,\n"
                           "H100,64,4096,32,32,4096,,2,1,,distributed,,,selective,True,1.0\n";  // no such accelerator was fitted
  const Table t = *parseTable(kSteps + rows, "rows.csv");
  const Table fit = t.select({0});
  const auto v = transformerStepsModel().validate(fit, t, context());
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ(v->front().tested.size(), 2U);
  EXPECT_EQ(v->front().set_aside.size(), 5U);
  for (const SetAside& s : v->front().set_aside) EXPECT_FALSE(s.reason.empty());
  ASSERT_FALSE(v->front().notes.empty());
  EXPECT_NE(v->front().notes[0].find("constants of the preset"), std::string::npos);
  // Nothing to fit on: presets alone.
  EXPECT_TRUE(transformerStepsModel().validate(t.select({1}), t, context()));
  // No presets: nothing can be predicted, and that is said.
  const auto none = transformerStepsModel().validate(fit, t, {});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->front().set_aside.size(), t.size());
}

TEST(VendorTraining, RowsAreReportedAndOthersNamed) {
  const auto t = shared("vendor_training.csv");
  if (!t) GTEST_SKIP() << "the measured tables are not here";
  const auto v = vendorTrainingModel().report(*t, context());
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ(v->front().tested.size() + v->front().set_aside.size(), t->size());
  EXPECT_GT(v->front().tested.size(), 70U);
}

}  // namespace training_steps_test
