#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/units.h"
#include "core/model/predict.h"
#include "core/optimize/sweep.h"
#include "core/scenario/validate.h"

namespace weir {
namespace {

constexpr std::uint64_t kEnough = 1000;

bool runs(const Scenario& s) {
  const auto o = price(s);
  return o && problemOf(*o).empty();
}

// The largest batch the sweep may ask for at `s`: it needs the most memory.
std::int64_t largestBatch(const Scenario& s, std::int64_t wanted) {
  const std::int64_t samples = s.workload.dataset.samples;
  return std::max<std::int64_t>(samples > 0 ? std::min(samples, wanted) : wanted, s.dataParallel());
}

// Halves and doubles of what the scenario has, as far as the topology carries them and the job fits.
std::vector<int> nodeCounts(const Scenario& s, std::int64_t batch) {
  std::set<int> counts;
  for (int k = -4; k <= 5; ++k) {
    const double n = std::ldexp(static_cast<double>(s.machine.nodes), k);
    if (n < 1 || n > 1e6) continue;
    Scenario at = s;
    at.machine.nodes = static_cast<int>(n);
    at.plan.global_batch = largestBatch(at, batch);
    if (runs(at)) counts.insert(at.machine.nodes);
  }
  return {counts.begin(), counts.end()};
}

// A large batch must not fail for memory alone: where it would, it is worked off in micro-batches, and the model's
// states are spread by ZeRO, as little as helps. What was changed becomes an axis of one value, so that it can be seen.
std::vector<SweepAxis> madeToFit(Scenario& s, std::int64_t batch) {
  Scenario at = s;
  at.plan.global_batch = largestBatch(at, batch);
  if (runs(at)) return {};
  for (int zero = s.plan.zero; zero <= 3; ++zero) {
    at.plan.zero = zero;
    for (std::int64_t micro = s.plan.micro_batch > 0 ? s.plan.micro_batch : 256; micro >= 1; micro /= 2) {
      at.plan.micro_batch = micro;
      if (!runs(at)) continue;
      std::vector<SweepAxis> axes;
      if (micro != s.plan.micro_batch) axes.push_back({"plan.micro_batch", {std::to_string(micro)}});
      if (zero != s.plan.zero) axes.push_back({"plan.zero", {std::to_string(zero)}});
      s.plan.micro_batch = micro;
      s.plan.zero = zero;
      return axes;
    }
  }
  return {};
}

std::vector<std::string> frequencies(const Scenario& s, int steps) {
  const FrequencyRange& q = s.machine.node.accelerator.frequency;
  const double high = q.max.toHertz();
  const double low = std::max(q.min.toHertz(), high * 0.4);
  std::vector<std::string> out;
  if (!(high > 0) || !(low < high)) return out;
  for (int i = 0; i < steps; ++i) {
    // Whole MHz, inside the range at both ends.
    const double f = std::round((low + (high - low) * i / (steps - 1)) / 1e6) * 1e6;
    out.push_back(units::write(Frequency::hertz(std::clamp(f, low, high))));
  }
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// `parts` values an octave (2^k (1 + j/parts)) from `low` to `high`.
std::vector<std::int64_t> batches(std::int64_t low, std::int64_t high, int parts) {
  std::vector<std::int64_t> out;
  for (double octave = static_cast<double>(low); octave <= static_cast<double>(high); octave *= 2) {
    for (int j = 0; j < parts; ++j) {
      const double b = octave * (1 + static_cast<double>(j) / parts);
      if (b != std::floor(b) || b > static_cast<double>(high)) continue;
      if (out.empty() || static_cast<std::int64_t>(b) > out.back()) out.push_back(static_cast<std::int64_t>(b));
    }
  }
  return out;
}

template <class T>
std::vector<std::string> texts(const std::vector<T>& v) {
  std::vector<std::string> out;
  for (const T& t : v) out.push_back(std::to_string(t));
  return out;
}

}  // namespace

Result<SweepSpec> defaultSweep(const Scenario& given) {
  if (given.workload.kind != Workload::Kind::Training)
    return fail("only a training workload has a batch, tiers and frequencies to vary", "workload.kind",
                "name the axes yourself with --vary");
  if (auto ok = validate(given); !ok) return tl::make_unexpected(std::move(ok).error());
  Scenario s = given;
  s.plan.data_parallel = 0;  // follows the nodes, as in sweepBase

  std::vector<std::string> tiers;
  for (const StorageTier& t : s.machine.storage) {
    Scenario at = s;
    at.plan.data.tier = t.name;
    if (const auto o = price(at); o && !problemOf(*o).starts_with("the data set")) tiers.push_back(t.name);
  }
  if (!tiers.empty()) s.plan.data.tier = tiers.front();
  const std::int64_t wanted = std::max<std::int64_t>(s.plan.global_batch * 16, std::int64_t{s.dataParallel()} * 1024);
  const std::vector<SweepAxis> fixed = madeToFit(s, wanted);
  const std::vector<int> nodes = nodeCounts(s, wanted);
  if (nodes.empty()) {
    const auto o = price(s);
    return fail("no plan around this scenario can be run: " + (o ? problemOf(*o) : o.error().line()), "plan",
                "split the model (plan.tensor_parallel, plan.pipeline_parallel) or give accelerators more memory");
  }
  std::vector<int> ranks;
  for (const int n : nodes) {
    Scenario at = s;
    at.machine.nodes = n;
    ranks.push_back(at.dataParallel());
  }
  const std::int64_t low = ranks.front();
  const std::int64_t high = std::max(largestBatch(s, wanted), low);

  SweepSpec spec;
  // First a coarse grid; finer batches, then finer frequencies, until enough plans are valid.
  for (const int steps : {6, 12, 24, 48}) {
    const std::vector<std::string> clock = frequencies(s, steps);
    for (const int parts : {1, 2, 4, 8, 16, 32, 64}) {
      const std::vector<std::int64_t> batch = batches(low, high, parts);
      std::uint64_t valid = 0;
      for (const int r : ranks)  // a batch reaches every rank
        valid += static_cast<std::uint64_t>(std::count_if(batch.begin(), batch.end(), [r](std::int64_t b) { return b >= r; }));
      valid *= std::max<std::size_t>(clock.size(), 1) * std::max<std::size_t>(tiers.size(), 1);
      spec.axes = {{"plan.global_batch", texts(batch)}, {"machine.nodes", texts(nodes)}};
      if (!clock.empty()) spec.axes.push_back({"plan.frequency", clock});
      if (!tiers.empty()) spec.axes.push_back({"plan.data.tier", tiers});
      spec.axes.insert(spec.axes.end(), fixed.begin(), fixed.end());
      if (valid >= kEnough) return spec;
    }
    if (clock.empty()) break;
  }
  spec.axes.push_back({"plan.allreduce", {"ring", "double-binary-tree", "halving-doubling"}});
  spec.axes.push_back(
      {"plan.bucket",
       {"1MiB", "2MiB", "4MiB", "8MiB", "16MiB", "25MiB", "32MiB", "64MiB", "128MiB", "256MiB", "512MiB", "1GiB"}});
  return spec;
}

}  // namespace weir
