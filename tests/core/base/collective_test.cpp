#include "core/base/collective.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

namespace collective_test {
using namespace weir;

namespace {

std::vector<Message> expand(CollectiveOp op, Algorithm a, int n, std::int64_t bytes, std::uint32_t chunks = 0) {
  std::vector<Message> all;
  expandCollective(op, a, n, bytes, chunks, [&](const Message& m) { all.push_back(m); });
  return all;
}

std::int64_t sum(const std::vector<Message>& ms) {
  std::int64_t s = 0;
  for (const Message& m : ms) s += m.bytes;
  return s;
}

// Plays the messages under the dependency rule and follows whose contribution each rank holds, per chunk: after an
// all-reduce every rank has heard of every other. A second, set-based implementation that knows no algorithm.
bool everyoneHearsOfEveryone(const std::vector<Message>& ms, int n) {
  std::map<std::uint32_t, std::map<std::uint32_t, std::vector<Message>>> bySteps;
  for (const Message& m : ms) bySteps[m.chunk][m.step].push_back(m);
  for (const auto& [chunk, steps] : bySteps) {
    std::vector<std::set<int>> heard(static_cast<std::size_t>(n));
    for (int r = 0; r < n; ++r) heard[static_cast<std::size_t>(r)] = {r};
    for (const auto& [step, list] : steps) {
      const auto before = heard;
      for (const Message& m : list)
        heard[static_cast<std::size_t>(m.to)].insert(before[static_cast<std::size_t>(m.from)].begin(), before[static_cast<std::size_t>(m.from)].end());
    }
    for (const auto& h : heard)
      if (h.size() != static_cast<std::size_t>(n)) return false;
  }
  return true;
}

}  // namespace

TEST(Collective, RingAllReduceMovesTwiceAllButOneShare) {
  // 2 (n-1) steps of n messages of M/n: 2 (n-1) M in all, 2 (n-1)/n M a rank (Thakur et al., 4.5)
  const auto ms = expand(CollectiveOp::AllReduce, Algorithm::Ring, 8, 102'400'000);
  EXPECT_EQ(ms.size(), 14U * 8);
  EXPECT_EQ(sum(ms), 14 * 102'400'000LL);
  std::int64_t rank3 = 0;
  for (const Message& m : ms)
    if (m.from == 3) rank3 += m.bytes;
  EXPECT_EQ(rank3, 179'200'000);
}

TEST(Collective, HalvingDoublingMovesAsMuchAsTheRing) {
  const auto ms = expand(CollectiveOp::AllReduce, Algorithm::HalvingDoubling, 64, 6'400'000);
  EXPECT_EQ(ms.size(), 12U * 64);  // 2 lg n steps
  EXPECT_EQ(sum(ms), 2 * 63 * 6'400'000LL);
}

TEST(Collective, DoubleTreeMovesTwiceTheVectorLessTheRoots) {
  // Each tree: n-1 edges x half the vector, up and down.
  const auto ms = expand(CollectiveOp::AllReduce, Algorithm::DoubleBinaryTree, 16, 1'000'000);
  EXPECT_EQ(sum(ms), 2 * 15 * 1'000'000LL);
}

TEST(Collective, AllReduceReachesEveryoneForAnySize) {
  for (const Algorithm a : {Algorithm::Ring, Algorithm::HalvingDoubling, Algorithm::DoubleBinaryTree})
    for (int n = 2; n <= 37; ++n)
      EXPECT_TRUE(everyoneHearsOfEveryone(expand(CollectiveOp::AllReduce, a, n, 4096, 2), n)) << name(a) << " " << n;
}

TEST(Collective, TreesAreTreesAndTheLeavesOfOneCarryTheOther) {
  for (int n = 2; n <= 200; ++n) {
    for (int tree = 0; tree < 2; ++tree) {
      int roots = 0;
      std::map<int, int> children;
      for (int r = 0; r < n; ++r) {
        int steps = 0;
        for (int p = r; p >= 0 && steps <= n; p = treeParent(tree, p, n)) ++steps;
        EXPECT_LE(steps, n);  // reaches the root
        const int p = treeParent(tree, r, n);
        if (p < 0) ++roots;
        else EXPECT_LE(++children[p], n % 2 == 0 || tree == 0 ? 2 : 3) << n << " " << r;
      }
      EXPECT_EQ(roots, 1);
    }
  }
}

TEST(Collective, AllToAllIsASquareWithoutItsDiagonal) {
  const auto ms = expand(CollectiveOp::AllToAll, Algorithm::Auto, 5, 1003);
  EXPECT_EQ(ms.size(), 20U);
  std::set<std::pair<int, int>> pairs;
  for (const Message& m : ms) pairs.insert({m.from, m.to});
  EXPECT_EQ(pairs.size(), 20U);
  // The shares of 1003 B on 5 ranks add up to it: 4 x 1003 B leave in all (each rank keeps its own share).
  EXPECT_EQ(sum(ms), 4 * 1003);
}

TEST(Collective, NothingForOneRank) {
  EXPECT_TRUE(expand(CollectiveOp::AllReduce, Algorithm::Ring, 1, 100).empty());
}

TEST(Collective, NamesReadBack) {
  EXPECT_EQ(collectiveOpFrom("all-reduce"), CollectiveOp::AllReduce);
  EXPECT_EQ(algorithmFrom("halving-doubling"), Algorithm::HalvingDoubling);
  EXPECT_FALSE(algorithmFrom("best"));
}

}  // namespace collective_test
