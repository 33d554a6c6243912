#include "core/optimize/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

#include "core/model/predict.h"
#include "core/optimize/front.h"
#include "core/scenario/json.h"
#include "core/scenario/validate.h"
#include "core/simulate/simulate.h"

namespace weir {
namespace {

using Clock = std::chrono::steady_clock;
using Evaluate = std::function<Result<Outcome>(const Scenario&, const Job&)>;

Evaluate evaluateAt(Fidelity fidelity) {
  if (fidelity == Fidelity::Model) return [](const Scenario& s, const Job&) { return price(s); };
  return [fidelity](const Scenario& s, const Job& job) {
    SimulateOptions options;
    options.keepMessages = false;
    return simulate(s, fidelity, options, job).map([](const Simulated& done) { return done.outcome; });
  };
}

SweepPoint pointOf(std::uint64_t index, const Outcome& o) {
  SweepPoint p;
  p.index = index;
  p.step_s = o.step_s;
  p.samples_per_s = o.samples_per_s;
  p.epoch_s = o.epoch_s;
  p.time_to_target_s = o.time_to_target_s;
  p.energy_step_j = o.energy_step_j;
  p.energy_to_target_j = o.energy_to_target_j;
  if (o.step_s > 0) {
    const double power = o.energy_step_j / o.step_s;  // an epoch, like a step, draws it throughout
    p.energy_sample_j = power / o.samples_per_s;
    p.energy_epoch_j = power * o.epoch_s;
    p.exposed_fraction = o.breakdown.exposed_communication_s / o.step_s;
  }
  p.network_step_bytes = o.volume.network_step_bytes;
  p.storage_epoch_bytes = o.volume.storage_epoch_bytes;
  p.problem = problemOf(o);
  return p;
}

// Scenarios of one worker's points. Its indices rise, so mostly the last axis alone differs from the point before: the
// scenarios with the first 0, 1, 2, ... axes set are kept, and setting begins where the values begin to differ.
class Walk {
 public:
  Walk(const SweepBase& base, const SweepSpec& spec, const Presets* presets) : presets_(presets), spec_(spec) {
    prefix_.push_back(base.scenario);
    prefix_.back().provenance.clear();  // no answer depends on it, and it is most of what is copied
  }
  [[nodiscard]] Result<const Scenario*> at(std::uint64_t index) {
    const auto settings = spec_.settings(index);
    std::size_t same = 0;
    while (same + 1 < prefix_.size() && set_[same] == settings[same].second.data()) ++same;
    prefix_.resize(same + 1);
    set_.resize(same);
    for (std::size_t k = same; k < settings.size(); ++k) {
      auto next = withSetting(prefix_.back(), settings[k].first, settings[k].second, presets_);
      if (!next) return tl::make_unexpected(std::move(next).error());
      prefix_.push_back(*std::move(next));
      set_.push_back(settings[k].second.data());
    }
    return &prefix_.back();
  }

 private:
  const Presets* presets_;
  const SweepSpec& spec_;
  std::vector<Scenario> prefix_;  // prefix_[k]: the first k axes are set
  std::vector<const char*> set_;  // to which values, by their place in spec_
};

// One point, or nothing when it was stopped half way.
Result<SweepPoint> play(Walk& walk, std::uint64_t index, const Evaluate& evaluate, const Job& job) {
  const auto problem = [index](const Error& e) {
    SweepPoint p;
    p.index = index;
    p.problem = e.line();
    return p;
  };
  const auto found = walk.at(index);
  if (!found) return problem(found.error());
  const Scenario* s = *found;
  if (const auto valid = validate(*s); !valid) return problem(valid.error());
  // A worker has nobody above it to catch.
  const Result<Outcome> outcome = [&]() -> Result<Outcome> {
    try {
      return evaluate(*s, job);
    } catch (const std::exception& e) {
      return tl::make_unexpected(
          Error{Error::Kind::Internal, std::string("internal error: ") + e.what(), {}, "please report it"});
    }
  }();
  if (outcome) return pointOf(index, *outcome);
  if (outcome.error().stopped()) return tl::make_unexpected(outcome.error());
  return problem(outcome.error());
}

constexpr std::array kBases{Basis::ToTarget, Basis::PerEpoch, Basis::PerSample, Basis::PerStep};

bool known(const SweepPoint& p, Basis b) { return std::isfinite(timeOf(p, b)) && std::isfinite(energyOf(p, b)); }

}  // namespace

std::string problemOf(const Outcome& o) {
  if (!o.memory.fits && o.remarks.empty()) return "does not fit into memory";
  for (const std::string& remark : o.remarks)  // in the words of core/model
    if (remark.starts_with("does not fit") || remark.starts_with("the data set does not fit")) return remark;
  return {};
}

std::string_view name(Basis b) {
  constexpr std::array<std::string_view, 4> names{"to target", "per epoch", "per sample", "per step"};
  return names[static_cast<std::size_t>(b)];
}
std::string_view timeField(Basis b) {
  constexpr std::array<std::string_view, 4> names{"time_to_target_s", "epoch_s", "sample_s", "step_s"};
  return names[static_cast<std::size_t>(b)];
}
std::string_view energyField(Basis b) {
  constexpr std::array<std::string_view, 4> names{"energy_to_target_j", "energy_epoch_j", "energy_sample_j", "energy_step_j"};
  return names[static_cast<std::size_t>(b)];
}
double timeOf(const SweepPoint& p, Basis b) {
  switch (b) {
    case Basis::ToTarget:
      return p.time_to_target_s;
    case Basis::PerEpoch:
      return p.epoch_s;
    case Basis::PerSample:
      return 1 / p.samples_per_s;
    case Basis::PerStep:
      return p.step_s;
  }
  return kUnknown;
}
double energyOf(const SweepPoint& p, Basis b) {
  switch (b) {
    case Basis::ToTarget:
      return p.energy_to_target_j;
    case Basis::PerEpoch:
      return p.energy_epoch_j;
    case Basis::PerSample:
      return p.energy_sample_j;
    case Basis::PerStep:
      return p.energy_step_j;
  }
  return kUnknown;
}

namespace {
Basis basisOf(const SweepPoint& p) {
  const auto it = std::find_if(kBases.begin(), kBases.end(), [&](Basis b) { return known(p, b); });
  if (it != kBases.end()) return *it;
  // Energy unknown: time alone still decides what is compared.
  const auto timed = std::find_if(kBases.begin(), kBases.end(), [&](Basis b) { return std::isfinite(timeOf(p, b)); });
  return timed != kBases.end() ? *timed : Basis::ToTarget;
}

Basis preferredBasis(const SweepBase& base) {
  const auto itself = price(base.scenario);
  return itself ? basisOf(pointOf(0, *itself)) : Basis::ToTarget;
}
}  // namespace

Basis preferredBasis(const Scenario& s, const SweepSpec& spec, const Presets* presets) {
  const auto base = sweepBase(s, spec, presets);
  return base ? preferredBasis(*base) : Basis::ToTarget;
}

void finishSweep(SweepResult& r, Basis preferred) {
  std::sort(r.points.begin(), r.points.end(), [](const SweepPoint& a, const SweepPoint& b) { return a.index < b.index; });
  const auto anyKnown = [&](Basis b) {
    return std::any_of(r.points.begin(), r.points.end(), [&](const SweepPoint& p) { return p.problem.empty() && known(p, b); });
  };
  r.basis = preferred;
  if (!anyKnown(preferred)) {
    const auto it = std::find_if(kBases.begin(), kBases.end(), anyKnown);
    if (it != kBases.end()) r.basis = *it;
  }
  std::vector<double> time;
  std::vector<double> energy;
  for (const SweepPoint& p : r.points) {
    const bool counts = p.problem.empty() && known(p, r.basis);
    time.push_back(counts ? timeOf(p, r.basis) : kUnknown);
    energy.push_back(counts ? energyOf(p, r.basis) : kUnknown);
  }
  r.front = nonDominated(time, energy);
  r.hypervolume = r.ideal[0] = r.ideal[1] = r.nadir[0] = r.nadir[1] = kUnknown;
  if (r.front.empty()) return;
  // In order of time, energy falls along the front.
  r.ideal[0] = time[r.front.front()];
  r.nadir[1] = energy[r.front.front()];
  r.nadir[0] = time[r.front.back()];
  r.ideal[1] = energy[r.front.back()];
  const auto scaled = [&](double v, int k) { return r.nadir[k] > r.ideal[k] ? (v - r.ideal[k]) / (r.nadir[k] - r.ideal[k]) : 0; };
  std::vector<double> x;
  std::vector<double> y;
  for (const std::size_t i : r.front) {
    x.push_back(scaled(time[i], 0));
    y.push_back(scaled(energy[i], 1));
  }
  r.hypervolume = hypervolume(x, y, kHypervolumeReference, kHypervolumeReference);
}

Result<SweepResult> sweep(const Scenario& s, const SweepSpec& spec, const SweepOptions& options, const Job& job) {
  const auto start = Clock::now();
  const std::uint64_t size = spec.size();
  if (size == 0) return fail("the sweep has an axis without values");
  if (size > kMostSweepPoints)
    return fail(fmt::format("the sweep has {} plans, more than {}", size, kMostSweepPoints), {},
                "give fewer values, or fewer axes");
  const auto base = sweepBase(s, spec, options.presets);
  if (!base) return tl::make_unexpected(base.error());
  const Evaluate evaluate = options.evaluate ? options.evaluate : evaluateAt(options.fidelity);

  SweepResult result;
  result.spec = spec;
  result.fidelity = options.fidelity;
  result.shard = options.shard;
  const std::uint64_t first = options.shard.index % options.shard.count;
  result.total = size > first ? (size - first - 1) / options.shard.count + 1 : 0;
  if (!base->remark.empty()) result.remarks.push_back(base->remark);
  const Basis preferred = preferredBasis(*base);

  job.begin(fmt::format("sweeping {} plans", result.total), result.total);
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<SweepPoint> done;
  unsigned working = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  working = static_cast<unsigned>(std::min<std::uint64_t>(working, std::max<std::uint64_t>(result.total, 1)));
  std::atomic<std::uint64_t> next{0};
  const Job quiet{job.stop, nullptr};  // a simulation's own progress would overwrite the sweep's
  const auto work = [&] {
    Walk walk(*base, spec, options.presets);
    for (std::uint64_t k = next++; k < result.total && !job.stopped(); k = next++) {
      auto p = play(walk, first + k * options.shard.count, evaluate, quiet);
      if (!p) break;
      const std::scoped_lock lock(mutex);
      done.push_back(*std::move(p));
      job.set(done.size());
    }
    const std::scoped_lock lock(mutex);
    --working;
    changed.notify_all();
  };
  {
    std::vector<std::jthread> threads;
    const unsigned n = working;
    for (unsigned i = 0; i < n; ++i) threads.emplace_back(work);
    const auto every = std::chrono::duration<double>(options.partialEvery_s);
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, every, [&] { return working == 0; })) {
      if (!options.onPartial || job.stopped()) continue;
      auto partial = std::make_shared<SweepResult>(result);
      partial->points = done;
      lock.unlock();
      finishSweep(*partial, preferred);
      partial->wall_s = std::chrono::duration<double>(Clock::now() - start).count();
      options.onPartial(std::move(partial));
      lock.lock();
    }
  }
  result.points = std::move(done);
  result.stopped = job.stopped() && !result.complete();
  finishSweep(result, preferred);
  if (result.front.empty() && !result.points.empty()) {
    const bool any =
        std::any_of(result.points.begin(), result.points.end(), [](const SweepPoint& p) { return p.problem.empty(); });
    result.remarks.emplace_back(any ? "no front: time or energy is unknown (does the machine state its power?)"
                                    : "no front: none of the plans can be run; the first says: " + result.points.front().problem);
  }
  result.wall_s = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace weir
