// The timeline over real traces: steps, arrows, filter and measure on files of the corpus; pictures to look at.
#include <gtest/gtest.h>

#include <QTest>
#include <filesystem>

#include "core/formats/open.h"
#include "tests/views/support.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_view.h"

namespace timeline_real_test {
using namespace weir;
using test::look;
using test::shown;
namespace fs = std::filesystem;

namespace {

RunPtr opened(const std::string& file) {
  const fs::path path = fs::path(WEIR_SHARED_DIR) / "corpus" / file;
  if (!fs::exists(path)) return nullptr;
  auto run = openFiles({path.string()}, {}, {});
  if (run) return test::shared(std::move(*run));
  ADD_FAILURE() << run.error().line();
  return nullptr;
}

}  // namespace

TEST(TimelineReal, StepsAreThoseOfTheTraces) {
  struct Row {
    const char* file;
    Steps::From from;
    std::size_t ranks, steps;
  };
  // Marks counted in the files; linear_kineto has none, but 40 calls of Optimizer.step, and the straggler set repeats eight micro-batches an iteration.
  const Row rows[] = {
      {"kineto/trace_compare_base.json.gz", Steps::From::Marks, 1, 2},
      {"kineto/backward_thread.json", Steps::From::Marks, 1, 1},
      {"kineto/h100_bert-small.json.gz", Steps::From::Marks, 1, 1},
      {"kineto/dlrm_4of8", Steps::From::Marks, 4, 1},
      {"kineto/linear_kineto.json.gz", Steps::From::Repetition, 1, 40},
      {"dlio/dlio_test_data/0_output.json", Steps::From::Marks, 1, 4},
      {"mllog/NVIDIA_h200_ngc24.09_nemo_llama2_70b_lora_0.txt", Steps::From::Marks, 1, 5},
  };
  bool any = false;
  for (const Row& r : rows) {
    const RunPtr run = opened(r.file);
    if (!run) continue;
    any = true;
    const Steps s = findSteps(*run);
    EXPECT_EQ(s.from, r.from) << r.file << " by " << s.what;
    EXPECT_EQ(s.ranks.size(), r.ranks) << r.file;
    if (!s.ranks.empty() && r.ranks > 0) {
      EXPECT_EQ(s.ranks[0].steps.size(), r.steps) << r.file << " by " << s.what;
    }
  }
  if (!any) GTEST_SKIP() << "no corpus here";
  if (const RunPtr run = opened("straggler_timeline/timeline-ST.json.gz")) {
    const Steps s = findSteps(*run);
    std::string sizes;
    for (const RankSteps& r : s.ranks) sizes += " " + std::to_string(r.steps.size());
    EXPECT_EQ(s.ranks.size(), 8U) << "by " << s.what << sizes;
  }
}

TEST(TimelineReal, Dlrm) {
  const RunPtr run = opened("kineto/dlrm_4of8");
  if (!run) GTEST_SKIP() << "no corpus here";
  ViewState state;
  TimelineView view(state);
  view.resize(1400, 900);
  state.putRun(shown(1, run, "dlrm, 4 ranks"));
  view.show();
  QApplication::processEvents();
  view.finishPreparing();
  look(view, "timeline_dlrm", {1400, 900});
  // The first all-to-all: rank 2 starts last, and the others wait for it.
  state.setSearch("SendRecv");
  view.finishPreparing();
  EXPECT_EQ(view.matches(), 20U);
  ASSERT_TRUE(view.findNext());
  look(view, "timeline_dlrm_find", {1400, 900});
  state.setSearch({});
  state.setMeasured(state.timeRange());
  view.finishPreparing();
  look(view, "timeline_dlrm_measure", {1400, 900});
  state.setMode(theme::Mode::Dark);
  look(view, "timeline_dlrm_dark", {1400, 900});
  state.setMode(theme::Mode::Light);
  Filter f;
  f.name = "nccl";
  state.setFilter(f);
  view.finishPreparing();
  state.setMeasured(std::nullopt);
  state.showWhole();
  state.setMarkers({{state.whole().first + 3'300'000'000, "all-to-all"}, {state.whole().first + 12'000'000'000, ""}});
  look(view, "timeline_dlrm_filter", {1400, 700});
  std::uint64_t named = 0;  // the kernels, and the calls that are called so
  for (SliceIndex i = 0; i < run->slices.size(); ++i) {
    std::string text(run->names.text(run->slices.name[i]));
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    named += text.find("nccl") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(view.shown().shown, named);
  state.setFilter({});
  for (const auto& [by, name] : {std::pair{ColourBy::Name, "name"}, std::pair{ColourBy::Collective, "collective"}, std::pair{ColourBy::Rank, "rank"}}) {
    view.setColourBy(by);
    view.finishPreparing();
    look(view, QStringLiteral("timeline_dlrm_by_") + QString::fromLatin1(name), {1400, 700});
  }
  view.setColourBy(ColourBy::Activity);
  view.finishPreparing();
  look(view, "timeline_dlrm_200", {1000, 640}, 2);
}

TEST(TimelineReal, StepsAndArrowsOfPyTorch) {
  const RunPtr run = opened("kineto/linear_kineto.json.gz");
  if (!run) GTEST_SKIP() << "no corpus here";
  ViewState state;
  TimelineView view(state);
  view.resize(1280, 800);
  state.putRun(shown(1, run, "linear, PyTorch"));
  view.show();
  QApplication::processEvents();
  view.finishPreparing();
  look(view, "timeline_linear", {1280, 800});
  QTest::keyClick(view.plot(), Qt::Key_E);
  view.finishPreparing();
  look(view, "timeline_linear_step", {1280, 800});
  EXPECT_TRUE(state.measured());
  // A kernel and what launched it.
  for (SliceIndex i = 0; i < run->slices.size(); ++i)
    if (run->slices.activity[i] == Activity::Compute && run->slices.start[i] > state.measured()->first) {
      state.select(sliceSelection(*std::find_if(view.timelineRuns().begin(), view.timelineRuns().end(), [](const TimelineRun& r) { return r.id == 1; }), i));
      break;
    }
  state.setMeasured(std::nullopt);
  view.setArrowMode(TimelineView::ArrowMode::Chain);
  QTest::keyClick(view.plot(), Qt::Key_F);
  for (int i = 0; i < 8; ++i) QTest::keyClick(view.plot(), Qt::Key_S);
  EXPECT_FALSE(view.selectedArrows().in.empty());
  look(view, "timeline_linear_chain", {1280, 800});
}

TEST(TimelineReal, CountersAndLinks) {
  const RunPtr run = opened("mllog/Dell_8xXE9680x8H100-SXM-80GB-POWER_llama2_70b_lora_0.txt");
  if (!run) GTEST_SKIP() << "no corpus here";
  ViewState state;
  TimelineView view(state);
  state.putRun(shown(1, run, "mllog"));
  view.finishPreparing();
  look(view, "timeline_mllog", {1280, 800});
  ViewState links;
  TimelineView two(links);
  links.putRun(shown(1, test::links(8), "packets"));
  links.putRun(shown(2, test::training(3), "training"));
  two.finishPreparing();
  look(two, "timeline_two", {1280, 800});
}

}  // namespace timeline_real_test
