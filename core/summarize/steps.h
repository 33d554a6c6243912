// Training steps (iterations) of a run. Pure, any thread.
//
// Marks come first: annotations that count ("ProfilerStep#12" of PyTorch, "step 12" of Weir's own simulations, "iteration
// 12", "step=12", "epoch 3 step 12", "train 12" of Keras, steps of an XPlane's line "Steps"), marks without a number that
// come again ("train_step", MLPerf's "block"), instants that count, and calls that say their step in their arguments
// ({"step": 12} of DFTracer, "step_num" of JAX). Where a trace marks several levels, steps go before batches, those before
// blocks, those before epochs.
//
// Without marks, repetition: on each rank the order of names on its busiest stream, else of its collectives, else of its
// annotations and host calls. A step begins at a name that occurs once a period; a period counts only when it comes at least
// three times with nearly the same names in nearly the same order (see step_repetition.cpp). Nothing is made up: a trace
// that repeats nothing has no steps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

struct RankSteps {
  std::int32_t rank = kUnknownRank;
  std::vector<TimeRange> steps;       // by start, no two of one start
  std::vector<std::int64_t> number = {};  // of each, as the mark says; 0, 1, 2 ... where it has none
};

// By rank; ranks without marked steps do not appear.
[[nodiscard]] std::vector<RankSteps> markedSteps(const Run& run, const Job& job = {});

struct Steps {
  enum class From : std::uint8_t { Nothing, Marks, Repetition } from = From::Nothing;
  std::vector<RankSteps> ranks;  // by rank; with Nothing empty
  std::string what;              // what they were found by: "ProfilerStep", "ncclDevKernel_AllReduce"
};
// Marked steps; where a trace has no marks, those that its repeated sequence of collectives or kernels shows. Nothing when
// stopped.
[[nodiscard]] Steps findSteps(const Run& run, const Job& job = {});

// The same steps on every rank of the run (of the unknown one where it knows none), as a person sets them.
[[nodiscard]] std::vector<RankSteps> onEveryRank(const Run& run, const std::vector<TimeRange>& steps);

// What a mark says. Level: the smaller, the nearer to a step.
enum class StepLevel : std::uint8_t { Step, Batch, Block, Epoch };
struct StepMark {
  StepLevel level = StepLevel::Step;
  std::int64_t number = -1;    // -1 = none
  std::string_view family;     // what stands before the number: marks of one family count together
};
// False where the text is no mark.
[[nodiscard]] bool readStepMark(std::string_view text, StepMark& out);

// Steps of equal length by hand: from `from` (inclusive) every `every` ps up to `to`. Empty when every <= 0, or when there would
// be more than a million.
[[nodiscard]] std::vector<TimeRange> evenSteps(std::int64_t from, std::int64_t to, std::int64_t every);
// A step from each slice of that name on the rank to the next one, on the row that has most of them; the last lasts to the
// rank's last slice.
[[nodiscard]] std::vector<TimeRange> stepsAtName(const Run& run, std::int32_t rank, NameId name);

}  // namespace weir
