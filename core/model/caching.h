// Which part of a data set's reads a cache serves. A fraction c = cache / data set is cached; every epoch reads each sample
// once. Steady state, from the second epoch on; in the first nothing is there yet (0).
//
// In a fresh random order each epoch:
//   pinned (nothing is evicted; CoorDL's MinIO, Mohan et al., VLDB 2021)   h = c
//   least recently used                                                              h = c + (1 - c) ln(1 - c)
//   random eviction                                                  h = ((1 - e^-a) / a)^2,  a = (1 - h) / c
// Derivations: LRU: of a sample read at x of one epoch (x in [0, 1]) and y of the next, N (1 - x) + N x y distinct samples lie
// between the two reads; it is still there while they are fewer than c N: P(x (1 - y) > 1 - c). Random: a cached sample
// outlives m insertions with e^(-m / cN); insertions run at rate 1 - h per read; averaged over x and y. Both are limits for
// large data sets; a test plays 20,000 samples and agrees within 0.01.
// In the same order each epoch: pinned c; LRU 0 while c < 1 (each sample goes before it comes back); random h = e^-a.
// Fractions lie in [0, 1]; c outside is clamped. Pure functions.
#pragma once

#include <string_view>

namespace weir::model {

enum class CachePolicy { Pinned, Lru, Random };   // "pinned", "lru", "random"
enum class Shuffle { Global, Shard, None };       // "global", "shard", "none"
[[nodiscard]] CachePolicy cachePolicyOf(std::string_view word);  // unknown words count as pinned
[[nodiscard]] Shuffle shuffleOf(std::string_view word);          // unknown words count as global

[[nodiscard]] double hitRate(CachePolicy p, bool freshOrder, double cachedFraction);

// Many nodes, each with a cache of its own and an equal share of an epoch's reads.
//   global shuffle: any node may want any sample: its own cache covers C / D of them;
//   shard: a node only ever reads its own share: C / (D / n);
//   none: as shard, in the same order each epoch.
// With peer caching (NoPFS: Dryden et al., SC21) nodes keep different samples and fetch from one another: n C / D is cached
// somewhere, of which 1/n here.
struct CacheUse {
  double local = 0, peer = 0;
  [[nodiscard]] double miss() const { return local + peer < 1 ? 1 - local - peer : 0; }
};
struct Caches {
  CachePolicy policy = CachePolicy::Pinned;
  Shuffle shuffle = Shuffle::Global;
  bool peers = false;
  double node_bytes = 0, data_bytes = 0;
  int nodes = 1;
};
[[nodiscard]] CacheUse cacheUse(const Caches& c);  // no data: all local

}  // namespace weir::model
