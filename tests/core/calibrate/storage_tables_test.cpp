// MLPerf Storage and MLPerf HPC rows: written tables whose truth is known, odd files, and the measured tables where they lie
// beside the project.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/calibrate/validation.h"
#include "core/model/data_loading.h"

namespace storage_tables_test {
using namespace weir;
using namespace weir::calibrate;

namespace {

constexpr const char* kStorageColumns = "org,system,workload,num_accelerators,num_hosts,num_files_train,num_samples_per_file,record_length_bytes,batch_size,read_threads,computation_time_s,format,au_mean_pct,io_MB_s\n";

// A U-Net row as it would come out at a bandwidth.
std::string unet(const char* system, double bandwidth, double count, double threads = 8) {
  model::LoaderRun r{.accelerators = count, .batch = 7, .steps = 500, .sample_bytes = 146600628, .compute_s = 0.323, .overhead_s = 0.004, .startup_s = 0.4, .fill_batches = threads, .bytes_per_s = bandwidth};
  r.startup_s += 0.7e-6 * 3500 * count;
  const model::LoaderEpoch e = model::loaderEpoch(r);
  return fmt::format("Here,{},unet3d_h100,{},1,{},1,146600628,7,{},0.323,npz,{},{}\n", system, count, 3500 * count, threads, 100 * e.utilisation, e.bytes_per_s / (1 << 20));
}

Table table(const std::string& text) {
  auto t = parseTable(text, "test.csv");
  if (!t) {
    ADD_FAILURE() << t.error().line();
    return {};
  }
  return std::move(*t);
}

std::vector<Validation> validated(const Table& fit, const Table& test) {
  auto v = validateTables(fit, test, {});
  if (!v) {
    ADD_FAILURE() << v.error().line();
    return {};
  }
  return std::move(*v);
}

std::string measuredTable(const char* name) { return std::string(WEIR_SHARED_DIR "/validation/") + name; }

}  // namespace

TEST(StorageRuns, AnotherCountOfAKnownSystem) {
  // 30 GB/s feed ten accelerators (31.8 GB/s wanted) barely and five easily.
  const Table fit = table(kStorageColumns + unet("a", 30e9, 10) + unet("b", 60e9, 19) + unet("c", 6e9, 2));
  const Table test = table(kStorageColumns + unet("a", 30e9, 5) + unet("b", 60e9, 10) + unet("c", 6e9, 1));
  const auto v = validated(fit, test);
  ASSERT_EQ(v.size(), 2U);
  EXPECT_EQ(v[0].quantity, "I/O throughput");
  EXPECT_EQ(v[0].rows_fitted, 3U);
  ASSERT_EQ(v[0].tested.size(), 3U);
  EXPECT_LT(errorsOf(v[0]).mean, 0.01);
  EXPECT_LT(errorsOf(v[1]).mean, 0.01);
  for (const Predicted& p : v[0].tested) {
    EXPECT_LT(p.low, p.predicted);
    EXPECT_GT(p.high, p.predicted);
  }
}

TEST(StorageRuns, WhatTheTestedRowsMeasuredDoesNotEnter) {
  const Table fit = table(kStorageColumns + unet("a", 30e9, 10) + unet("b", 60e9, 19));
  const Table test = table(kStorageColumns + unet("a", 30e9, 7));
  Table other = test;
  for (const char* c : {"io_MB_s", "au_mean_pct"}) other.rows[0][*other.column(c)] = "17";
  EXPECT_EQ(validated(fit, test)[0].tested[0].predicted, validated(fit, other)[0].tested[0].predicted);
  EXPECT_EQ(validated(fit, test)[1].tested[0].predicted, validated(fit, other)[1].tested[0].predicted);
}

TEST(StorageRuns, OddFiles) {
  const Table one = table(kStorageColumns + unet("a", 30e9, 10));
  // A system nobody fitted, a workload nobody knows, cells that are empty.
  const Table test = table(std::string(kStorageColumns) + "There,z,resnet50_a100,40,2,,,,,,0.435,tfrecord,91,3700\n" + "There,z,,3,,900,1,5000000,2,,0.1,,80,200\n" +
                           "There,z,cosmoflow,,1,900,1,2828486,1,4,0.0035,tfrecord,70,5000\n" + "There,z,cosmoflow,4,1,900,1,2828486,1,4,,tfrecord,70,5000\n" + "There,z,unet3d,4,1,9000,1,146600628,7,4,0.323,npz,,\n");
  const auto v = validated(one, test);
  ASSERT_EQ(v.size(), 2U);
  EXPECT_EQ(v[0].tested.size(), 2U);
  EXPECT_EQ(v[0].set_aside.size(), 3U);
  for (const Predicted& p : v[0].tested) EXPECT_TRUE(std::isfinite(p.predicted) && p.predicted > 0);
  EXPECT_NEAR(v[0].tested[0].predicted, 40 * 400 / 0.435 * 114660.07 / (1 << 20) * 0.92, 400);  // the usual of its workload
  EXPECT_FALSE(validateTables(table(std::string(kStorageColumns) + "There,z,cosmoflow,,1,900,1,2828486,1,4,0.0035,tfrecord,70,5000\n"), test, {}));
}

TEST(StorageRuns, MeasuredRows) {
  if (!std::filesystem::exists(measuredTable("storage_runs.csv"))) GTEST_SKIP() << "no measured tables beside the project";
  const auto all = readTable(measuredTable("storage_runs.csv"));
  ASSERT_TRUE(all) << all.error().line();
  // A third of the (system, workload, computing time, count) at a time; the report leaves each one out by itself.
  std::vector<std::string> seen, key;
  for (std::size_t i = 0; i < all->size(); ++i) {
    key.push_back(fmt::format("{} {} {} {}", all->text(i, "system"), all->text(i, "workload"), all->text(i, "computation_time_s"), all->text(i, "num_accelerators")));
    if (std::find(seen.begin(), seen.end(), key.back()) == seen.end()) seen.push_back(key.back());
  }
  for (std::ptrdiff_t third = 0; third < 3; ++third) {
    std::vector<std::size_t> fitted, tested;
    for (std::size_t i = 0; i < all->size(); ++i) ((std::find(seen.begin(), seen.end(), key[i]) - seen.begin()) % 3 == third ? tested : fitted).push_back(i);
    const auto v = validated(all->select(fitted), all->select(tested));
    ASSERT_EQ(v.size(), 2U);
    EXPECT_GT(v[0].tested.size(), 100U);
    EXPECT_LT(errorsOf(v[0]).mean, 0.03);
    EXPECT_LT(errorsOf(v[1]).mean, 0.03);
  }
}

TEST(HpcRuns, PartsOfATimeAreFoundAgain) {
  // 20 s, the source at 200 GB/s, a node at 2 GB/s, each byte read once: DeepCAM is 7.92 TB.
  const auto row = [](const char* site, const char* mode, double nodes, double runs, double factor) {
    const double per = std::string(mode) == "weak" ? nodes / runs : nodes;
    return fmt::format("hpc_results_v2.0,Here,{}_x,{},deepcam,{},{},{}\n", site, nodes, mode, runs, factor * (20 + 7.92e12 / 200e9 + 7.92e12 / per / 2e9));
  };
  const std::string columns = "round,org,system,nodes,benchmark,mode,n_runs,staging_s_median\n";
  const Table fit = table(columns + row("a", "strong", 64, 5, 1) + row("a", "strong", 512, 5, 1) + row("a", "weak", 256, 16, 1) + row("b", "strong", 128, 5, 1) + row("b", "weak", 64, 8, 1) + row("c", "strong", 32, 5, 1));
  const auto v = validated(fit, table(columns + row("a", "strong", 128, 5, 1) + row("b", "weak", 128, 8, 1) + row("d", "strong", 128, 5, 1) + "hpc_results_v3.0,Here,a_x,64,openfold,strong,10,0\n" +
                                      "hpc_results_v3.0,Here,a_x,,deepcam,strong,10,9\n" + "hpc_results_v3.0,Here,a_x,3,unknown,strong,10,9\n"));
  ASSERT_EQ(v.size(), 1U);
  ASSERT_EQ(v[0].tested.size(), 3U);
  EXPECT_EQ(v[0].set_aside.size(), 3U);
  EXPECT_LT(errorsOf(v[0]).mean, 0.15);
  EXPECT_GT(v[0].tested[2].high / v[0].tested[2].predicted, v[0].tested[0].high / v[0].tested[0].predicted);  // a stranger is less sure
}

TEST(HpcRuns, MeasuredRows) {
  if (!std::filesystem::exists(measuredTable("hpc_runs.csv"))) GTEST_SKIP() << "no measured tables beside the project";
  const auto all = readTable(measuredTable("hpc_runs.csv"));
  ASSERT_TRUE(all) << all.error().line();
  const auto v = tableModelOf(*all)->report(*all, {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_GT((*v)[0].tested.size(), 20U);
  // The aim is 0.2; sites' ways of copying differ by more than their hardware tells (see the README).
  EXPECT_LT(errorsOf((*v)[0]).median, 0.45);
}

}  // namespace storage_tables_test
