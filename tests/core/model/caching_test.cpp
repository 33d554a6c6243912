// Hit laws against a brute-force play of a cache: fresh or fixed order, seeded.
#include <gtest/gtest.h>

#include <cmath>
#include <list>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "core/base/random.h"
#include "core/model/caching.h"

namespace caching_test {
using namespace weir;
using namespace weir::model;

namespace {

// The fourth to the last epoch's hits, each sample read once an epoch.
double played(CachePolicy policy, bool fresh, std::size_t samples, std::size_t room, int epochs) {
  Random random(7, 3);
  std::vector<std::uint32_t> order(samples), cached;       // `cached`: for random eviction
  std::iota(order.begin(), order.end(), 0U);
  std::vector<std::int64_t> slot(samples, -1);             // place in `cached`, or 0 = held, for pinned
  std::list<std::uint32_t> recent;                         // LRU, most recent first
  std::vector<std::list<std::uint32_t>::iterator> where(samples);
  std::size_t hits = 0, held = 0;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    if (fresh)
      for (std::size_t i = samples; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
    for (const std::uint32_t x : order) {
      const bool hit = slot[x] >= 0;
      if (hit && epoch >= 4) ++hits;
      if (policy == CachePolicy::Pinned) {
        if (!hit && held < room) slot[x] = static_cast<std::int64_t>(held++);
      } else if (policy == CachePolicy::Lru) {
        if (hit) recent.erase(where[x]);
        else if (recent.size() == room) {
          slot[recent.back()] = -1;
          recent.pop_back();
        }
        recent.push_front(x);
        where[x] = recent.begin();
        slot[x] = 0;
      } else if (!hit) {
        if (cached.size() < room) {
          slot[x] = static_cast<std::int64_t>(cached.size());
          cached.push_back(x);
        } else {
          const std::uint64_t out = random.below(room);
          slot[cached[out]] = -1;
          cached[out] = x;
          slot[x] = static_cast<std::int64_t>(out);
        }
      }
    }
  }
  return static_cast<double>(hits) / static_cast<double>(samples) / (epochs - 4);
}

}  // namespace

TEST(Caching, LawsAgreeWithACacheThatIsPlayed) {
  for (const CachePolicy p : {CachePolicy::Pinned, CachePolicy::Lru, CachePolicy::Random})
    for (const bool fresh : {true, false})
      for (const double c : {0.1, 0.25, 0.5, 0.75, 0.9})
        EXPECT_NEAR(hitRate(p, fresh, c), played(p, fresh, 20'000, static_cast<std::size_t>(20'000 * c), 9), 0.01) << static_cast<int>(p) << " " << fresh << " " << c;
}

TEST(Caching, KnownValuesAndLimits) {
  EXPECT_NEAR(hitRate(CachePolicy::Lru, true, 0.5), 0.5 + 0.5 * std::log(0.5), 1e-12);  // 0.153
  EXPECT_NEAR(hitRate(CachePolicy::Random, true, 0.5), 0.28, 0.005);
  for (const CachePolicy p : {CachePolicy::Pinned, CachePolicy::Lru, CachePolicy::Random})
    for (const bool fresh : {true, false}) {
      EXPECT_EQ(hitRate(p, fresh, 0), 0);
      EXPECT_EQ(hitRate(p, fresh, 1), 1);
      EXPECT_EQ(hitRate(p, fresh, 3), 1);
      double before = 0;
      for (double c = 0.01; c < 1; c += 0.01) {
        const double h = hitRate(p, fresh, c);
        EXPECT_GE(h, before);
        EXPECT_LE(h, c + 1e-9);  // no policy serves more than it holds
        before = h;
      }
    }
}

TEST(Caching, NodesAndPeers) {
  Caches c{CachePolicy::Pinned, Shuffle::Global, false, 20, 100, 4};
  EXPECT_DOUBLE_EQ(cacheUse(c).local, 0.2);        // any node wants any sample
  c.shuffle = Shuffle::Shard;
  EXPECT_DOUBLE_EQ(cacheUse(c).local, 0.8);        // 25 to a node, 20 of them cached
  c.shuffle = Shuffle::Global;
  c.peers = true;                                   // 80 of 100 somewhere, a quarter of them here
  EXPECT_DOUBLE_EQ(cacheUse(c).local, 0.2);
  EXPECT_DOUBLE_EQ(cacheUse(c).peer, 0.6);
  EXPECT_NEAR(cacheUse(c).miss(), 0.2, 1e-12);
  c.node_bytes = 50;                                // twice over: all hits, half of them at home
  EXPECT_DOUBLE_EQ(cacheUse(c).local, 0.5);
  EXPECT_EQ(cacheUse(c).miss(), 0);
  c.nodes = 1;
  EXPECT_DOUBLE_EQ(cacheUse(c).local, 0.5);
  EXPECT_EQ(cacheUse(c).peer, 0);
  c.data_bytes = 0;
  EXPECT_EQ(cacheUse(c).local, 1);
}

TEST(Caching, PeersNeverServeLess) {
  for (const CachePolicy p : {CachePolicy::Pinned, CachePolicy::Lru, CachePolicy::Random})
    for (int n = 1; n <= 64; n *= 2)
      for (double bytes = 1; bytes < 120; bytes *= 2) {
        Caches c{p, Shuffle::Global, false, bytes, 100, n};
        const CacheUse alone = cacheUse(c);
        c.peers = true;
        const CacheUse with = cacheUse(c);
        EXPECT_GE(with.local + with.peer, alone.local - 1e-12);
        EXPECT_GE(with.peer, -1e-12);
        EXPECT_LE(with.local + with.peer, 1 + 1e-12);
      }
}

}  // namespace caching_test
