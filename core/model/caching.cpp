#include "core/model/caching.h"

#include <algorithm>
#include <cmath>

namespace weir::model {
namespace {

// Both random-eviction laws read c = (1 - g(a)) / a with g falling from 1 to 0: c falls in a from 1 (fresh order) or from
// 1 (same order), so that a is found by halving.
template <class Law>
double randomHit(double c, Law g) {
  double low = 0, high = 1;
  const auto fraction = [&](double a) { return (1 - g(a)) / a; };
  while (fraction(high) > c) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double mid = 0.5 * (low + high);
    (fraction(mid) > c ? low : high) = mid;
  }
  return g(0.5 * (low + high));
}

}  // namespace

CachePolicy cachePolicyOf(std::string_view word) {
  return word == "lru" ? CachePolicy::Lru : word == "random" ? CachePolicy::Random : CachePolicy::Pinned;
}

Shuffle shuffleOf(std::string_view word) { return word == "shard" ? Shuffle::Shard : word == "none" ? Shuffle::None : Shuffle::Global; }

double hitRate(CachePolicy p, bool freshOrder, double c) {
  if (!(c > 0)) return 0;
  if (c >= 1) return 1;
  switch (p) {
    case CachePolicy::Pinned: return c;
    case CachePolicy::Lru: return freshOrder ? std::max(0.0, c + (1 - c) * std::log1p(-c)) : 0;
    case CachePolicy::Random: break;
  }
  if (freshOrder) return randomHit(c, [](double a) { const double s = -std::expm1(-a) / a; return s * s; });
  return randomHit(c, [](double a) { return std::exp(-a); });
}

CacheUse cacheUse(const Caches& c) {
  if (!(c.data_bytes > 0)) return {1, 0};
  const double n = std::max(1, c.nodes);
  const bool fresh = c.shuffle != Shuffle::None;
  const double one = c.node_bytes / c.data_bytes;
  if (!c.peers || n == 1 || c.shuffle != Shuffle::Global) return {hitRate(c.policy, fresh, c.shuffle == Shuffle::Global ? one : n * one), 0};
  const double all = hitRate(c.policy, fresh, n * one);
  // What a node holds beyond its share of the union serves it alone.
  const double local = std::min(all, std::max(all / n, hitRate(c.policy, fresh, one)));
  return {local, all - local};
}

}  // namespace weir::model
