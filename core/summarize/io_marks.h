// What a training trace says around its I/O, by rank: computing, loading, steps, epochs, checkpoints. Private to the I/O report.
// Index of a rank = its place in Run::ranks; the last index stands for slices of no rank, which are the job's.
#pragma once

#include <vector>

#include "core/summarize/io_report.h"

namespace weir {

struct IoMarks {
  struct Rank {
    TimeRange span;             // of its slices; empty = it has none
    Intervals computing, communication, loading, application;  // application: loading as marked outside the I/O layers
    Intervals checkpoints, evaluations;
    std::vector<TimeRange> epochs, steps;  // by start, disjoint
    std::vector<std::int64_t> stepNumbers; // of each step, as every view calls it (breakdown.h)
    bool computes = false;
  };
  std::vector<Rank> ranks;
  bool anyEpoch = false, anyStep = false, anyCheckpoint = false, anyEvaluation = false;

  // A rank's own marks, or the job's where it has none.
  [[nodiscard]] const std::vector<TimeRange>& epochsOf(std::size_t rank) const { return ranks[rank].epochs.empty() ? ranks.back().epochs : ranks[rank].epochs; }
  [[nodiscard]] const std::vector<TimeRange>& stepsOf(std::size_t rank) const { return withSteps(rank).steps; }
  [[nodiscard]] const std::vector<std::int64_t>& stepNumbersOf(std::size_t rank) const { return withSteps(rank).stepNumbers; }

 private:
  [[nodiscard]] const Rank& withSteps(std::size_t rank) const { return ranks[rank].steps.empty() ? ranks.back() : ranks[rank]; }
};

[[nodiscard]] bool namesEpoch(std::string_view sliceName);  // "epoch 3", "Epoch #3", "epoch", "DLIOBenchmark._train"
// `layerNames`: categories of slices that are I/O operations themselves.
[[nodiscard]] Result<IoMarks> ioMarks(const Run& run, const IoReportOptions& options, const std::vector<bool>& isLayer, const Job& job);
// Index of the range that holds t, or -1. Ranges by start, disjoint.
[[nodiscard]] std::int64_t rangeAt(const std::vector<TimeRange>& ranges, std::int64_t t);
[[nodiscard]] std::size_t ioRankIndex(const Run& run, std::int32_t rank);  // ranks.size() = of no rank

}  // namespace weir
