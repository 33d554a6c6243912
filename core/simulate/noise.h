// Computing that does not take the same time everywhere: jitter of every piece, and a few ranks that are slow throughout.
// Depends on seed, rank and piece alone, so neither on the order of asking nor on the number of threads. Const.
#pragma once

#include <cstdint>
#include <vector>

#include "core/scenario/scenario.h"

namespace weir::sim {

class Noise {
 public:
  // workload.jitter, stragglers, straggler_slowdown and the seed, for ranks 0 .. ranks-1.
  Noise(const Scenario& scenario, int ranks);
  // How long a piece of computing takes on this rank that takes `mean` ps on average where nothing is slow.
  [[nodiscard]] std::int64_t time(int rank, std::uint64_t piece, std::int64_t mean) const;
  [[nodiscard]] bool straggles(int rank) const { return !slow_.empty() && slow_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] bool quiet() const { return jitter_ <= 0 && slow_.empty(); }

 private:
  std::uint64_t seed_;
  double jitter_, slowdown_;
  std::vector<bool> slow_;  // by rank; empty = none
};

}  // namespace weir::sim
