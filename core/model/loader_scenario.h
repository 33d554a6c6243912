// What DLIO (MLPerf Storage) would report if it slept through a scenario's computing on its machine and tiers. Averaging
// gradients is not in it, as DLIO averages none; caches hold what they hold from the second epoch on.
//   AU = computing over the time of all steps but the first, mean over blocks, epochs and ranks
//        (argonne-lcf/dlio_benchmark, utils/statscounter.py: metric_exclude_start_steps = 1, metric_exclude_end_steps = 0)
// In a steady epoch a step takes t + max(0, load - t): AU = t / (t + stall). Pure.
#pragma once

#include "core/model/data_loading.h"
#include "core/model/training.h"

namespace weir::model {

// `t` is trainingStep(s). NaN where nothing is loaded.
[[nodiscard]] double dlioUtilisation(const Scenario& s, const TrainingStep& t);

// The same run as data_loading.h plays an epoch of it, with the ends of a finite one; one queue, the scarcest part decides.
[[nodiscard]] LoaderRun loaderRunOf(const Scenario& s, const TrainingStep& t);

}  // namespace weir::model
