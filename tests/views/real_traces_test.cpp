// Real runs in the views: the DLRM ranks, the sample data, a packet simulation.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/formats/open.h"
#include "core/scenario/json.h"
#include "core/scenario/presets.h"
#include "core/simulate/simulate.h"
#include "tests/views/support.h"
#include "views/breakdown/breakdown_view.h"
#include "views/figures/export_figure.h"
#include "views/heatmap/heatmap_view.h"

namespace real_traces_test {
using namespace weir;
using test::look;
using test::shown;
namespace fs = std::filesystem;

namespace {
RunPtr opened(const fs::path& path) {
  auto run = openFiles({path.string()}, {}, {});
  if (run) return test::shared(std::move(*run));
  ADD_FAILURE() << run.error().line();
  return nullptr;
}
}  // namespace

TEST(RealTraces, Dlrm) {
  const fs::path folder = fs::path(WEIR_SHARED_DIR) / "corpus/kineto/dlrm_4of8";
  if (!fs::exists(folder)) GTEST_SKIP() << "no corpus here";
  ViewState state;
  HeatmapView traffic(state);
  BreakdownView breakdown(state);
  const RunPtr run = opened(folder);
  ASSERT_TRUE(run);
  state.putRun(shown(1, run, "dlrm, 4 ranks"));
  EXPECT_EQ(traffic.canvas().picture().rows, 4);
  EXPECT_TRUE(traffic.canvas().picture().remark.contains("carries no message sizes"));
  breakdown.finishNow();
  EXPECT_EQ(breakdown.picture().groups[0].bars.size(), 5U);
  look(traffic, "dlrm_traffic");
  look(breakdown, "dlrm_breakdown");
}

TEST(RealTraces, SampleData) {
  const fs::path folder = fs::path(WEIR_SOURCE_DIR) / "sample_data/small-cnn";
  if (!fs::exists(folder)) GTEST_SKIP() << "no sample data here";
  ViewState state;
  HeatmapView traffic(state);
  BreakdownView breakdown(state);
  const RunPtr run = opened(folder);
  ASSERT_TRUE(run);
  state.putRun(shown(1, run, "small-cnn"));
  EXPECT_EQ(traffic.canvas().picture().unit, "B");
  breakdown.setSettings({BreakdownView::Scale::TimePerStep, true});
  breakdown.finishNow();
  // 2.97 s over ten steps.
  EXPECT_NEAR(breakdown.picture().groups[0].bars[0].total, 0.297, 0.002);
  look(traffic, "sample_traffic");
  look(breakdown, "sample_breakdown", {900, 500});
}

TEST(RealTraces, PacketsOverLinks) {
  const auto presets = Presets::load((fs::path(WEIR_SOURCE_DIR) / "resources/presets").string());
  if (!presets) GTEST_SKIP() << presets.error().line();
  const auto scenario = scenarioFromJson(
      R"({"machine": {"nodes": 8, "node": {"nic": {"bandwidth": "100Gbps", "latency": "1us"}}, "network": {"topology": "leaf-spine", "leaves": 2, "spines": 2, "hosts_per_leaf": 4,
          "link": {"bandwidth": "100Gbps", "latency": "1us"}}},
          "workload": {"kind": "collective", "operation": "all-reduce", "algorithm": "ring", "sizes": ["4MB"], "ranks": 8}})",
      "test", *presets);
  ASSERT_TRUE(scenario) << scenario.error().line();
  const auto played = simulate(*scenario, Fidelity::Packet, {}, {});
  ASSERT_TRUE(played) << played.error().line();
  ViewState state;
  HeatmapView traffic(state);
  state.putRun(shown(1, played->run, "ring all-reduce, 8 hosts"));
  look(traffic, "packet_ranks");
  EXPECT_GT(traffic.canvas().picture().at(0, 1), 0);
  HeatmapView::Settings s;
  s.show = HeatmapView::Settings::Show::Links;
  traffic.setSettings(s);
  EXPECT_TRUE(traffic.canvas().picture().time.has_value());
  EXPECT_EQ(traffic.emptyReason(), "");
  look(traffic, "packet_links");
}

}  // namespace real_traces_test
