// Where a run's joules went: by step, by rank, and by what the rank was doing meanwhile, from its meters (power.h).
//
// A meter is a curve of power over time: straight lines between its readings (so that its energy is the trapezoid of power.h),
// steps for a regular series, the mean draw between two counts for a counter of joules. Energy of any set of times is the exact
// integral of that curve over the set, where readings cover it; outside them it is unknown, not 0.
// A phase is the time of a part of the rank's breakdown (breakdown.h: computing, communication not overlapped by it, waiting for
// data, checkpoint, copying, idle or other; Outside = before and after the rank's own events), so the phases of a meter sum to its
// energy. A meter finer than its readings tells nothing: phases much shorter than the distance of readings share what lies
// between two of them by their time. Meters of a rank count for that rank and its own steps; those of none (a node, a switch) for
// the job's steps, and all ranks' phases count evenly in them.
// Pure, any thread; O(meters x (intervals of the breakdown x log readings)).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/summarize/power.h"
#include "core/summarize/steps.h"

namespace weir {

// The power of one meter over time.
class EnergyCurve {
 public:
  EnergyCurve() = default;
  explicit EnergyCurve(const MeterCounters& meter);
  [[nodiscard]] bool known() const { return !pieces_.empty(); }
  [[nodiscard]] TimeRange span() const;                             // first to last reading
  [[nodiscard]] double within(TimeRange range) const;               // J, of the part that readings cover; O(log readings)
  [[nodiscard]] std::int64_t covered(TimeRange range) const;        // ps of it that readings cover
  [[nodiscard]] double within(const Intervals& set, TimeRange range) const;  // of the set within the range
  [[nodiscard]] std::optional<double> at(std::int64_t t) const;     // W

 private:
  struct Piece {  // from -> to, w0 -> w1 in a straight line
    std::int64_t from, to;
    double w0, w1;
    double before_j;          // sums over the pieces before
    std::int64_t before_ps;
  };
  [[nodiscard]] std::pair<double, std::int64_t> until(std::int64_t t) const;
  std::vector<Piece> pieces_;  // by time, disjoint
};

enum class Phase : std::uint8_t { Computing, Communication, Data, Checkpoint, Copy, Idle, Outside };
inline constexpr std::size_t kPhases = 7;
[[nodiscard]] std::string_view name(Phase p);  // "computing", "exposed communication", ...
using PhaseEnergy = std::array<double, kPhases>;  // J

struct StepEnergy {
  std::size_t step = 0;        // from 0, in the order of time
  std::int64_t number = 0;     // as the trace counts it (stepNumbers)
  TimeRange span;        // of the job, ps
  std::optional<double> energy_j;
  double covered = 0;    // 0 .. 1: the share of the step that readings cover, the mean over the meters
  std::optional<double> mean_w;      // energy over the time covered
  std::optional<PhaseEnergy> phase_j;
};

struct RankEnergy {
  std::int32_t rank = kUnknownRank;  // kUnknownRank: meters that belong to no rank
  std::size_t meters = 0;
  std::optional<double> energy_j;
  std::optional<PhaseEnergy> phase_j;
  std::vector<std::optional<double>> step_j;  // by step
};

struct EnergyReport {
  std::optional<double> energy_j;      // as PowerSummary::energy_j
  std::vector<StepEnergy> steps;       // none where the run has no steps
  std::vector<RankEnergy> ranks;       // by rank
  std::optional<PhaseEnergy> phase_j;  // none where no rank says what it does
  std::string assumption;              // to stand beside the numbers; may be empty
};

// The job's steps as one list that does not overlap: the k-th of all ranks together where all have as many of the same
// numbers, else those of the rank with the most.
[[nodiscard]] std::vector<TimeRange> jobSteps(const std::vector<RankSteps>& steps);
// The k-th step of the job on a rank's own marks: its k-th where it has as many and that lies in it, else the one that does
// most; without any (null) the job's.
[[nodiscard]] TimeRange stepOfRank(const RankSteps* own, const std::vector<TimeRange>& job, std::size_t k);

// `steps`: as findSteps() or a person gives them. None when there is no meter, or when stopped.
[[nodiscard]] std::optional<EnergyReport> energyReport(const Run& run, const std::vector<RankSteps>& steps, std::optional<TimeRange> range = std::nullopt,
                                                       const Job& job = {});

}  // namespace weir
