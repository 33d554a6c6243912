// node_power and energy_trace: what they predict from, how near they come, what they refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/calibrate/validation.h"
#include "core/model/power_limit.h"

namespace weir::calibrate::energy_tables_test {
namespace {

Table table(const std::string& text) {
  auto t = parseTable(text, "t.csv");
  EXPECT_TRUE(t) << t.error().line();
  return *t;
}

std::string shared(const char* file) {
  const std::string path = std::string(WEIR_SHARED_DIR "/validation/") + file;
  return std::filesystem::exists(path) ? path : std::string();
}

// A made-up accelerator: rows of the law itself, so that the constants are known.
std::string trace(const std::vector<double>& batches, const std::vector<double>& limits) {
  model::ClockPower c;
  c.idle_w = 40;
  c.floor = 0.7;
  model::BatchLoad w;
  w.busy_s = 300;
  w.busy_step_s = 600;
  w.host_s = 30;
  w.host_step_s = 2500;
  w.compute = 0.7;
  w.power_w = 210;
  std::string text = "dataset,network,batch_size,optimizer,power_limit,time_per_epoch,average_power\n";
  for (const double b : batches)
    for (const double l : limits) {
      const model::LimitedPass p = model::limitedPass(c, w, b, l);
      text += "made,up," + std::to_string(b) + ",sgd," + std::to_string(l) + "," + std::to_string(p.time_s) + "," + std::to_string(p.power_w) + "\n";
    }
  return text;
}

TEST(EnergyTrace, FindsALawAgainFromPartOfItsRows) {
  const auto v = validateTables(table(trace({8, 32, 128, 512}, {100, 150, 200, 250, 300})), table(trace({16, 64, 256}, {125, 175, 225})), {});
  ASSERT_TRUE(v) << v.error().line();
  ASSERT_EQ(v->size(), 3U);
  EXPECT_EQ(v->front().quantity, "energy of an epoch");
  EXPECT_EQ(v->front().tested.size(), 9U);
  for (const Validation& x : *v) EXPECT_LT(errorsOf(x).mean, 0.02) << x.quantity;
}

TEST(EnergyTrace, ThreeRunsGiveSomething) {
  const auto v = validateTables(table("dataset,network,batch_size,optimizer,power_limit,time_per_epoch,average_power\n" + trace({16}, {300}).substr(trace({}, {}).size()) + trace({64}, {125}).substr(trace({}, {}).size()) +
                                      trace({256}, {300}).substr(trace({}, {}).size())),
                                table(trace({8, 32, 128, 512}, {100, 150, 200, 250, 300})), {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ(v->front().rows_fitted, 3U);
  EXPECT_LT(errorsOf(v->front()).mean, 0.15);
}

// The measured columns of tested rows do not enter: other values, same predictions.
TEST(EnergyTrace, TestedMeasurementsDoNotEnter) {
  const Table fitted = table(trace({8, 64, 512}, {100, 200, 300}));
  const std::string head = "dataset,network,batch_size,optimizer,power_limit,time_per_epoch,average_power\n";
  const auto a = validateTables(fitted, table(head + "made,up,32,sgd,150,400,150\n"), {}), b = validateTables(fitted, table(head + "made,up,32,sgd,150,1,1\n"), {});
  ASSERT_TRUE(a && b);
  for (std::size_t q = 0; q < a->size(); ++q) EXPECT_EQ((*a)[q].tested[0].predicted, (*b)[q].tested[0].predicted);
}

TEST(EnergyTrace, SaysWhyARowIsNotPredicted) {
  const Table fitted = table(trace({8, 64, 512}, {100, 200, 300}));
  const std::string head = "dataset,network,batch_size,optimizer,power_limit,time_per_epoch,average_power\n";
  const auto v = validateTables(fitted, table(head + "other,net,32,sgd,150,400,150\nmade,up,,sgd,150,400,150\nmade,up,32,adam,150,400,150\nmade,up,32,sgd,150,,150\n"), {});
  ASSERT_TRUE(v) << v.error().line();
  const Validation& e = v->front();
  ASSERT_EQ(e.tested.size(), 1U);  // another optimizer of the same network
  ASSERT_EQ(e.set_aside.size(), 3U);
  EXPECT_EQ(e.set_aside[0].reason, "no run of this workload was fitted");
  EXPECT_EQ(e.set_aside[1].reason, "the batch size or the power limit is missing");
  EXPECT_EQ(e.set_aside[2].reason, "nothing was measured");
  EXPECT_EQ(e.notes.size(), 1U);
  EXPECT_FALSE(validateTables(table(head + "made,up,8,sgd,100,,\n"), fitted, {}));
}

constexpr const char* kNodes = "measure,system,nodes,gpus,benchmark,samples_or_epochs_at_stop,run_time_s,nodes_with_power,mean_node_power_w,min_node_reading_w,node_energy_j\n";

// Two benchmarks computing at 7 and 6 kW, idle 2 kW, waiting 0.3 of the difference: 3.5 and 3.2 kW.
TEST(NodePower, FindsWhatWaitingDraws) {
  const Table fitted = table(std::string(kNodes) + "AC,1xN,1,8,a,100,1000,1,7000,2000,7e6\nAC,4xN,4,32,a,100,500,4,5250,2000,1e7\nAC,1xN,1,8,b,10,400,1,6000,2000,2.4e6\n");
  // b on 4 nodes: 400 of 4 x 200 node-seconds compute: (6000 + 3200) / 2; DC less by 1.02; twice the work in twice the time: the same.
  const auto v = validateTables(fitted, table(std::string(kNodes) + "AC,4xN,4,32,b,10,200,4,1,,1\nDC,4xN,4,32,b,20,400,4,1,,1\n"), {});
  ASSERT_TRUE(v) << v.error().line();
  ASSERT_EQ((*v)[0].tested.size(), 2U);
  EXPECT_NEAR((*v)[0].tested[0].predicted, 4600, 15);
  EXPECT_NEAR((*v)[0].tested[1].predicted, 4600 / 1.02, 15);
  EXPECT_NEAR((*v)[1].tested[0].predicted, 4600 * 200 * 4, 15 * 800);
  EXPECT_LT((*v)[0].tested[0].low, 4600);
  EXPECT_GT((*v)[0].tested[0].high, 4600);
}

TEST(NodePower, BadReadingsUnseenBenchmarksAndMissingTimes) {
  const Table fitted = table(std::string(kNodes) + "AC,1xN,1,8,a,100,1000,1,7000,-50,7e6\n");
  const auto v = validateTables(fitted, table(std::string(kNodes) + "AC,64xN,64,512,gpt3,,5000,64,6500,,1\nAC,8xN,8,64,a,100,,8,5000,,1\nAC,8xN,8,64,a,,200,8,5000,,1\nAC,8xM,8,64,a,100,200,8,5000,,1\n"), {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ((*v)[0].tested.size(), 3U);
  ASSERT_EQ((*v)[0].set_aside.size(), 1U);
  EXPECT_EQ((*v)[0].set_aside[0].row, 1U);
  EXPECT_EQ((*v)[0].notes.size(), 2U);
  for (const Predicted& p : (*v)[0].tested) {
    EXPECT_GT(p.predicted, 2000);
    EXPECT_LT(p.predicted, 7000);
  }
}

// The measured tables: the figures that the project promises.
TEST(NodePower, MoreNodesThanFittedOn) {
  const std::string path = shared("node_power.csv");
  if (path.empty()) GTEST_SKIP() << "WEIR_SHARED_DIR has no node_power.csv";
  const auto t = readTable(path);
  ASSERT_TRUE(t);
  const auto v = tableModelOf(*t)->report(*t, {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ(v->front().tested.size(), 110U);
  EXPECT_LT(errorsOf(v->front()).mean, 0.05);
}

// One batch size of each trace, not all: the whole takes minutes.
TEST(EnergyTrace, ABatchSizeLeftOut) {
  for (const auto& [file, batch] : {std::pair{"energy_trace_a40.csv", "128"}, std::pair{"energy_trace_v100.csv", "32"}}) {
    const std::string path = shared(file);
    if (path.empty()) GTEST_SKIP() << "WEIR_SHARED_DIR has no " << file;
    const auto t = readTable(path);
    ASSERT_TRUE(t);
    std::vector<std::size_t> in, out;
    for (std::size_t i = 0; i < t->size(); ++i) (t->text(i, "batch_size") == batch ? out : in).push_back(i);
    const auto v = validateTables(t->select(in), t->select(out), {});
    ASSERT_TRUE(v) << v.error().line();
    EXPECT_EQ(v->front().tested.size(), out.size());
    EXPECT_LT(errorsOf(v->front()).mean, 0.06) << file;
  }
}

}  // namespace
}  // namespace weir::calibrate::energy_tables_test
