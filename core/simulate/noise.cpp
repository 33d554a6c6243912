#include "core/simulate/noise.h"

#include <cmath>
#include <numeric>

#include "core/base/draw.h"

namespace weir::sim {
namespace {
constexpr std::uint64_t kJitter = 0x6a69747465720000, kStragglers = 0x7374726167676c65;
}  // namespace

Noise::Noise(const Scenario& s, int ranks) : seed_(s.seed), jitter_(s.workload.jitter), slowdown_(s.workload.straggler_slowdown) {
  const int wanted = std::min(s.workload.stragglers, ranks);
  if (wanted <= 0 || !(slowdown_ > 1)) return;
  std::vector<std::uint32_t> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0U);
  Random random(seed_, kStragglers);
  slow_.resize(order.size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(wanted); ++i) {
    std::swap(order[i], order[i + random.below(order.size() - i)]);
    slow_[order[i]] = true;
  }
}

std::int64_t Noise::time(int rank, std::uint64_t piece, std::int64_t mean) const {
  const std::int64_t t = jittered(mean, jitter_, seed_, kJitter + static_cast<std::uint64_t>(rank), piece);
  return straggles(rank) ? std::llround(static_cast<double>(t) * slowdown_) : t;
}

}  // namespace weir::sim
