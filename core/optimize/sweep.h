// Plays every plan of a grid and finds the exact front of time against energy.
//
// The work compared is the same at every point: to the target where it is known, else an epoch, else a sample, else a
// step of the workload; the choice is one for the whole sweep and stands in SweepResult::basis. A plan that is not valid,
// or does not fit into memory, is a point with a `problem`; it is never on the front. Deterministic: the same grid gives
// the same points in the same order whatever the number of threads (wall_s excepted).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/optimize/sweep_spec.h"
#include "core/scenario/outcome.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"

namespace weir {

struct SweepPoint {
  std::uint64_t index = 0;  // in the whole grid: SweepSpec::settings(index), scenarioOf(base, spec, index)
  std::string problem;      // empty = the plan can be run; else why not
  double step_s = kUnknown, samples_per_s = kUnknown, epoch_s = kUnknown, time_to_target_s = kUnknown;
  double energy_step_j = kUnknown, energy_sample_j = kUnknown, energy_epoch_j = kUnknown, energy_to_target_j = kUnknown;
  double exposed_fraction = kUnknown;  // of the step: communication that computing does not hide
  double network_step_bytes = kUnknown, storage_epoch_bytes = kUnknown;
};

// Why a plan that has an answer can still not be run: memory, or a tier too small for its data; empty = it can.
[[nodiscard]] std::string problemOf(const Outcome& o);

enum class Basis { ToTarget, PerEpoch, PerSample, PerStep };
[[nodiscard]] std::string_view name(Basis b);       // "to target", "per epoch", "per sample", "per step"
[[nodiscard]] std::string_view timeField(Basis b);  // "time_to_target_s", "epoch_s", "sample_s", "step_s"
[[nodiscard]] std::string_view energyField(
    Basis b);  // "energy_to_target_j", "energy_epoch_j", "energy_sample_j", "energy_step_j"
[[nodiscard]] double timeOf(const SweepPoint& p, Basis b);
[[nodiscard]] double energyOf(const SweepPoint& p, Basis b);

struct SweepResult {
  SweepSpec spec;
  Fidelity fidelity = Fidelity::Model;
  Shard shard;
  Basis basis = Basis::ToTarget;
  std::uint64_t total = 0;                 // points of this shard
  std::vector<SweepPoint> points;          // those that are done, by index
  std::vector<std::size_t> front;          // places in `points`, by time
  double ideal[2] = {kUnknown, kUnknown};  // least time, least energy on the front
  double nadir[2] = {kUnknown, kUnknown};  // most
  // Of the front, scaled so that ideal is (0, 0) and nadir (1, 1), below (1.1, 1.1); NaN without a front.
  double hypervolume = kUnknown;
  bool stopped = false;  // by the user: `points` is what was done until then
  std::vector<std::string> remarks;
  double wall_s = 0;

  [[nodiscard]] bool complete() const { return points.size() == total; }
};
using SweepPtr = std::shared_ptr<const SweepResult>;
inline constexpr double kHypervolumeReference = 1.1;

struct SweepOptions {
  Fidelity fidelity = Fidelity::Model;
  unsigned threads = 1;  // plans played at once; 0 = one per core
  Shard shard;
  const Presets* presets = nullptr;         // for axes that name presets ("machine=dgx-a100,perlmutter")
  std::function<void(SweepPtr)> onPartial;  // from the calling thread, about every partialEvery_s; may be empty
  double partialEvery_s = 0.25;
  // How a plan is played; empty = predict, or simulate for the other fidelities. Called from several threads.
  std::function<Result<Outcome>(const Scenario&, const Job&)> evaluate;
};

inline constexpr std::uint64_t kMostSweepPoints = 5'000'000;

// Errors: a value that its setting does not take, a grid that is too large or empty. Stopped is no error: see `stopped`.
[[nodiscard]] Result<SweepResult> sweep(const Scenario& s, const SweepSpec& spec, const SweepOptions& options, const Job& job);

// Sorts the points, chooses the basis (`preferred` when a valid point has both values) and finds front and hypervolume:
// for points that come from a file or from several shards.
void finishSweep(SweepResult& r, Basis preferred);
// The basis a sweep prefers: that for which the scenario itself has time and energy, by the closed forms, whatever the
// fidelity. Equal for all shards and for every partial result.
[[nodiscard]] Basis preferredBasis(const Scenario& s, const SweepSpec& spec, const Presets* presets);

// What `weir-cli sweep --json` prints. Unknown is null.
[[nodiscard]] std::string sweepToJson(const SweepResult& r);
// One point as the study keeps it, and back.
[[nodiscard]] std::string pointToJson(const SweepPoint& p);
[[nodiscard]] Result<SweepPoint> pointFromJson(std::string_view json);

}  // namespace weir
