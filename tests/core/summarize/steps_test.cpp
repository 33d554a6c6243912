#include "core/summarize/steps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/summarize/step_repetition.h"
#include "tests/core/summarize/support.h"

namespace steps_test {
using namespace weir;
using test::us;

namespace {

struct Marks : test::Sketch {
  void mark(TrackIndex t, std::string_view text, std::int64_t from, std::int64_t to, Activity a = Activity::Annotation, std::string_view args = {}) {
    b.slice({.track = t, .start = from * us, .duration = (to - from) * us, .name = b.intern(text), .category = 0, .activity = a, .args = args});
  }
};

std::vector<TimeRange> ranges(const std::vector<std::pair<std::int64_t, std::int64_t>>& inMicroseconds) {
  std::vector<TimeRange> out;
  for (const auto& [a, b] : inMicroseconds) out.push_back({a * us, b * us});
  return out;
}

}  // namespace

TEST(StepMarks, AreRead) {
  struct Row {
    const char* text;
    std::int64_t number;  // -2: no mark
    StepLevel level;
    const char* family;
  };
  const Row rows[] = {
      {"ProfilerStep#12", 12, StepLevel::Step, "ProfilerStep"},
      {"step 12", 12, StepLevel::Step, "step"},
      {"Step: 3", 3, StepLevel::Step, "Step"},
      {"step=7", 7, StepLevel::Step, "step"},
      {"step_7", 7, StepLevel::Step, "step"},
      {"step 7/100", 7, StepLevel::Step, "step"},
      {"step 7 (warm-up)", 7, StepLevel::Step, "step"},
      {"[step 7]", 7, StepLevel::Step, "[step"},
      {"train_step 3", 3, StepLevel::Step, "train_step"},
      {"global_step=1200", 1200, StepLevel::Step, "global_step"},
      {"epoch 2, step 5", 5, StepLevel::Step, "step"},
      {"iteration 4", 4, StepLevel::Step, "iteration"},
      {"Iteration: 4", 4, StepLevel::Step, "Iteration"},
      {"iter_40", 40, StepLevel::Step, "iter"},
      {"train 9", 9, StepLevel::Step, "train"},
      {"batch 9", 9, StepLevel::Batch, "batch"},
      {"Epoch 3", 3, StepLevel::Epoch, "Epoch"},
      {"block1", 1, StepLevel::Block, "block"},
      {"train_step", -1, StepLevel::Step, "train_step"},
      {"block", -1, StepLevel::Block, "block"},
      {"Iteration Start: PyTorch Profiler", -2, {}, ""},
      {"micro-batch 3", -2, {}, ""},
      {"torch/optim/step1.py(33): foo", -2, {}, ""},
      {"FSDP::pre_forward (encoder.block.14.layer.1)", -2, {}, ""},
      {"Optimizer.step#SGD.step", -2, {}, ""},
      {"footstep 3", -2, {}, ""},
      {"stepper 3", -2, {}, ""},
      {"step", -1, StepLevel::Step, "step"},
      {"", -2, {}, ""},
      {"12", -2, {}, ""},
  };
  for (const Row& r : rows) {
    StepMark m;
    const bool is = readStepMark(r.text, m);
    EXPECT_EQ(is, r.number != -2) << r.text;
    if (!is || r.number == -2) continue;
    EXPECT_EQ(m.number, r.number) << r.text;
    EXPECT_EQ(m.level, r.level) << r.text;
    EXPECT_EQ(m.family, r.family) << r.text;
  }
}

TEST(Steps, OfMarksByRankHostBeforeDevice) {
  Marks s;
  const auto host = s.track(0, TrackKind::Thread, "python");
  const auto device = s.track(0, TrackKind::Stream, "stream 7");
  const auto other = s.track(1, TrackKind::Thread, "python");
  s.mark(host, "ProfilerStep#3", 0, 10);
  s.mark(host, "ProfilerStep#4", 10, 25);
  s.mark(device, "ProfilerStep#3", 4, 9);
  s.mark(other, "ProfilerStep#3", 1, 12);
  s.mark(other, "step 1", 5, 6, Activity::Compute);  // a kernel of such a name
  const Steps found = findSteps(s.build());
  EXPECT_EQ(found.from, Steps::From::Marks);
  EXPECT_EQ(found.what, "ProfilerStep");
  ASSERT_EQ(found.ranks.size(), 2U);
  EXPECT_EQ(found.ranks[0].steps, ranges({{0, 10}, {10, 25}}));
  EXPECT_EQ(found.ranks[0].number, (std::vector<std::int64_t>{3, 4}));
  EXPECT_EQ(found.ranks[1].steps, ranges({{1, 12}}));
}

TEST(Steps, GoBeforeEpochsAndBlocks) {
  Marks s;
  const auto t = s.track(0, TrackKind::Thread, "main");
  s.mark(t, "epoch 1", 0, 100);
  s.mark(t, "epoch 2", 100, 200);
  for (int i = 0; i < 4; ++i) s.mark(t, "iteration " + std::to_string(i), i * 50 + 1, i * 50 + 40);
  EXPECT_EQ(findSteps(s.build()).ranks.at(0).steps.size(), 4U);
  Marks e;
  const auto u = e.track(kUnknownRank, TrackKind::Other, "MLPerf log");
  e.mark(u, "run", 0, 300);
  e.mark(u, "block", 0, 100);
  e.mark(u, "eval", 100, 120);
  e.mark(u, "block", 120, 220);
  EXPECT_EQ(findSteps(e.build()).ranks.at(0).steps, ranges({{0, 100}, {120, 220}}));
}

TEST(Steps, OfInstantsReachToTheNext) {
  Marks s;
  const auto t = s.track(0, TrackKind::Thread, "main");
  s.mark(t, "work", 0, 90, Activity::Host);
  for (int i = 0; i < 4; ++i) s.b.instant({t, s.b.intern("step " + std::to_string(i)), i * 20 * us});
  EXPECT_EQ(findSteps(s.build()).ranks.at(0).steps, ranges({{0, 20}, {20, 40}, {40, 60}}));
}

TEST(Steps, OfArguments) {
  Marks s;
  const auto t = s.track(0, TrackKind::Thread, "main");
  const auto worker = s.track(0, TrackKind::Thread, "worker");
  for (int i = 0; i < 3; ++i) {
    const std::string args = R"({"epoch": "1", "step": )" + std::to_string(i) + "}";
    s.mark(t, "read", i * 30, i * 30 + 10, Activity::DataLoad, args);
    s.mark(worker, "preprocess", i * 30 + 10, i * 30 + 35, Activity::DataLoad, args);  // into the next one
  }
  const Steps found = findSteps(s.build());
  EXPECT_EQ(found.from, Steps::From::Marks);
  EXPECT_EQ(found.ranks.at(0).steps, ranges({{0, 30}, {30, 60}, {60, 95}}));
  Marks one;
  one.mark(one.track(0, TrackKind::Thread, "main"), "read", 0, 5, Activity::DataLoad, R"({"step": 1})");
  EXPECT_EQ(findSteps(one.build()).from, Steps::From::Nothing) << "one value divides nothing";
}

namespace {

// `steps` steps of a model: `layers` layers of four kernels forward and backward, a head, buckets of all-reduces, an optimizer.
// `noise`: share of kernels that are someone else's, or missing. Every `evaluate` steps an evaluation (0 = none).
weir::Run training(int ranks, int steps, int layers, double noise, std::uint64_t seed, int evaluate = 0) {
  Marks s;
  Random random(seed, 3);
  for (int r = 0; r < ranks; ++r) {
    const auto stream = s.track(r, TrackKind::Stream, "stream 7");
    std::int64_t t = r;
    const auto kernel = [&](const std::string& name, Activity a = Activity::Compute) {
      const auto d = static_cast<std::int64_t>(3 + random.below(20));
      if (random.uniform() < noise) {
        s.mark(stream, "noise" + std::to_string(random.below(9)), t, t + 2, a);
        t += 3;
      }
      if (random.uniform() < noise / 4) return;
      s.mark(stream, name, t, t + d, a);
      t += d + static_cast<std::int64_t>(random.below(3));
    };
    for (int k = 0; k < steps; ++k) {
      kernel("embedding");
      for (int l = 0; l < layers; ++l)
        for (const char* n : {"norm", "qkv", "attention", "mlp"}) kernel(n);
      kernel("softmax");
      kernel("loss");
      for (int l = 0; l < layers; ++l)
        for (const char* n : {"mlp_bwd", "attention_bwd", "qkv_bwd", "norm_bwd"}) kernel(n);
      for (int b = 0; b < 3; ++b) kernel("ncclAllReduce", Activity::Communication);
      kernel("adam");
      if (evaluate > 0 && k % evaluate == evaluate - 1)
        for (int e = 0; e < 5; ++e) kernel("accuracy");
    }
  }
  return s.build();
}

}  // namespace

TEST(Steps, OfRepetition) {
  for (const double noise : {0.0, 0.02, 0.05})
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      for (const int evaluate : {0, 7}) {
        const Steps found = findSteps(training(2, 24, 6, noise, seed, evaluate));
        ASSERT_EQ(found.from, Steps::From::Repetition) << noise << " seed " << seed;
        ASSERT_EQ(found.ranks.size(), 2U);
        for (const RankSteps& r : found.ranks) {
          // An anchor lost in the noise joins two steps.
          EXPECT_NEAR(static_cast<double>(r.steps.size()), 24, noise == 0 ? 0 : 2) << noise << " seed " << seed << " evaluate " << evaluate << " by " << found.what;
          for (std::size_t i = 1; i < r.steps.size(); ++i) EXPECT_GE(r.steps[i].from, r.steps[i - 1].to);
        }
      }
}

TEST(Steps, NeverOfNothing) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Marks s;
    Random random(seed, 5);
    const auto stream = s.track(0, TrackKind::Stream, "stream 7");
    const auto vocabulary = 2 + random.below(40);
    const auto n = 30 + random.below(800);
    std::int64_t t = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      // Rare and frequent names, in no order.
      const auto name = static_cast<std::uint64_t>(std::pow(random.uniform(), 2) * static_cast<double>(vocabulary));
      s.mark(stream, "k" + std::to_string(name), t, t + 5, Activity::Compute);
      t += 6;
    }
    const Steps found = findSteps(s.build());
    EXPECT_EQ(found.from, Steps::From::Nothing) << "seed " << seed << ": " << (found.ranks.empty() ? 0 : found.ranks[0].steps.size()) << " by " << found.what;
  }
  // One name again and again tells nothing; neither does an empty run.
  Marks one;
  const auto stream = one.track(0, TrackKind::Stream, "stream 7");
  for (int i = 0; i < 100; ++i) one.mark(stream, "gemm", i * 10, i * 10 + 5, Activity::Compute);
  EXPECT_EQ(findSteps(one.build()).from, Steps::From::Nothing);
  EXPECT_EQ(findSteps(weir::Run{}).from, Steps::From::Nothing);
}

TEST(Steps, OfCollectivesAlone) {
  test::Sketch s;
  for (int r = 0; r < 4; ++r) {
    (void)s.track(r, TrackKind::Stream, "stream 20");
    for (int k = 0; k < 6; ++k) {
      for (int b = 0; b < 4; ++b) s.call(r, Operation::AllReduce, k * 100 + b * 10, k * 100 + b * 10 + 8, b == 3 ? 1'000 : 25'000'000, 4, {0, 1, 2, 3});
      s.call(r, Operation::AllGather, k * 100 + 60, k * 100 + 70, 5'000, 4, {0, 1, 2, 3});
    }
  }
  const Steps found = findSteps(s.build());
  EXPECT_EQ(found.from, Steps::From::Repetition);
  ASSERT_EQ(found.ranks.size(), 4U);
  EXPECT_EQ(found.ranks[0].steps.size(), 6U);
  EXPECT_EQ(found.ranks[0].steps[1].length(), 100 * us);
}

TEST(Steps, ByHand) {
  EXPECT_EQ(evenSteps(5 * us, 30 * us, 10 * us), ranges({{5, 15}, {15, 25}, {25, 30}}));
  EXPECT_TRUE(evenSteps(0, 100, 0).empty());
  EXPECT_TRUE(evenSteps(0, 1'000'000'000'000, 1).empty()) << "a million at most";
  Marks s;
  const auto t = s.track(2, TrackKind::Stream, "stream 7");
  for (int i = 0; i < 3; ++i) {
    s.mark(t, "a", i * 10, i * 10 + 3, Activity::Compute);
    s.mark(t, "b", i * 10 + 4, i * 10 + 8, Activity::Compute);
  }
  const weir::Run run = s.build();
  EXPECT_EQ(stepsAtName(run, 2, run.names.find("a")), ranges({{0, 10}, {10, 20}, {20, 28}}));
  EXPECT_TRUE(stepsAtName(run, 0, run.names.find("a")).empty());
}

}  // namespace steps_test
