// Sweeps around the scenario in hand, how sure their fronts are, and what is pinned to be compared with.
#include <utility>

#include "app/gui/documents/session.h"
#include "core/jobs/sweep_intervals.h"

namespace weir {

void Session::sweepDefault() {
  if (!hasScenario_) return;
  if (const auto spec = defaultSweep(scenario_)) sweep(*spec);
  else emit failed(spec.error());
}

void Session::sweep(const SweepSpec& spec) {
  if (frameTimer_.isActive()) answerNow();
  JobSpec job;
  job.title = tr("Sweeping %1 plans").arg(spec.size()).toStdString();
  job.key = "sweep";
  job.pausable = true;
  const auto base = std::make_shared<const Scenario>(scenario_);
  jobs_.stop(QStringLiteral("sweep-intervals"));
  state_.setSweepIntervals(nullptr);
  jobs_.start(
      job, 0,
      [this, base, spec, presets = presets_](const Job& j, const Publish& publish) {
        SweepOptions options;
        options.presets = presets.get();
        options.onPartial = [this, base, publish](SweepPtr partial) { publish([this, base, partial = std::move(partial)] { state_.setSweep(partial, base); }); };
        return weir::sweep(*base, spec, options, j);
      },
      [this, base](Result<SweepResult> r) {
        if (!r) {
          if (!r.error().stopped()) emit failed(r.error());
          return;
        }
        ++sweepVersion_;
        state_.setSweep(std::make_shared<const SweepResult>(std::move(*r)), base);
        markModified();
        sureOfTheFront();
      });
}

void Session::sureOfTheFront() {
  const SweepPtr sweep = state_.sweep();
  if (!sweep || !state_.sweepScenario() || sweep->fidelity != Fidelity::Model) return;
  JobSpec spec;
  spec.title = tr("Intervals of the front").toStdString();
  spec.key = "sweep-intervals";
  const auto put = [this, sweep](SweepIntervalsPtr known) {
    if (state_.sweep() == sweep) state_.setSweepIntervals(std::move(known));
  };
  jobs_.start(
      spec, 0,
      [sweep, base = state_.sweepScenario(), presets = presets_, put](const Job& job, const Publish& publish) {
        return sweepIntervals(*base, *sweep, presets.get(), [&](SweepIntervalsPtr known) { publish([put, known = std::move(known)] { put(known); }); }, job);
      },
      [put](Result<SweepIntervalsPtr> r) {
        if (r) put(std::move(*r));  // without them the front is shown without whiskers
      });
}

void Session::pin() {
  if (!state_.answered()) return;
  pinned_ = state_.answered();
  emit pinChanged();
}
void Session::unpin() {
  pinned_.reset();
  pinnedRun_ = 0;
  emit pinChanged();
}
void Session::pinRun(int runId) {
  pinnedRun_ = runId;
  emit pinChanged();
}

}  // namespace weir
