// The models against measured tables, as `weir-cli validate FOLDER` reports them: one test a table. The bound of each is
// the figure it is meant to reach; where that is out of reach, the figure reached is recorded and no bound is set that it
// could hide behind.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/calibrate/validation.h"
#include "core/scenario/presets.h"

namespace weir::calibrate {
namespace {

struct Goal {
  const char* table;
  const char* quantity;
  double mean;  // at most; infinity: reported only
};
void PrintTo(const Goal& g, std::ostream* out) { *out << g.table << ", " << g.quantity; }

class MeasuredTable : public testing::TestWithParam<Goal> {};

TEST_P(MeasuredTable, IsPredictedAsWellAsItIsMeantTo) {
  const Goal goal = GetParam();
  const std::filesystem::path file = std::filesystem::path(WEIR_SHARED_DIR) / "validation" / (std::string(goal.table) + ".csv");
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "not here: " << file;
  const auto presets = Presets::load(WEIR_SOURCE_DIR "/resources/presets");
  ASSERT_TRUE(presets) << presets.error().line();
  const auto table = readTable(file.string());
  ASSERT_TRUE(table) << table.error().line();
  const TableModel* model = tableModelOf(*table);
  ASSERT_NE(model, nullptr);
  const auto v = model->report(*table, {&*presets, {}});
  ASSERT_TRUE(v) << v.error().line();
  bool found = false;
  for (const Validation& x : *v) {
    const double mean = errorsOf(x).mean;
    RecordProperty(x.quantity + ", " + x.split, std::to_string(mean));
    if (found || x.quantity != goal.quantity) continue;
    found = true;
    EXPECT_FALSE(x.tested.empty());
    EXPECT_TRUE(std::isfinite(mean));
    EXPECT_LE(mean, goal.mean) << x.split;
  }
  EXPECT_TRUE(found) << goal.quantity;
}

constexpr double kReported = INFINITY;
INSTANTIATE_TEST_SUITE_P(Tables, MeasuredTable,
                         testing::Values(Goal{"transformer_steps", "time of a step, A100", 0.05}, Goal{"transformer_steps", "time of a step, H100", 0.10},
                                         Goal{"fsdp_training", "tokens a second", 0.06}, Goal{"node_power", "mean node power", 0.05},
                                         Goal{"energy_trace_a40", "energy of an epoch", 0.06}, Goal{"energy_trace_v100", "energy of an epoch", 0.06},
                                         Goal{"storage_runs", "I/O throughput", 0.03}, Goal{"mpi_shaped_links", "time of a collective", 0.10},
                                         Goal{"collectives", "time of a collective", kReported}, Goal{"hpc_runs", "staging time", kReported},
                                         Goal{"samples_to_target", "samples to target, inside", kReported}, Goal{"epochs_to_target", "epochs to target, inside", kReported}));

}  // namespace
}  // namespace weir::calibrate
