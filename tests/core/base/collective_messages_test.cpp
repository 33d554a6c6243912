// Plays the messages byte by byte under the dependency rule and follows whose contribution each rank holds: a second
// implementation that knows what a collective must do, but no algorithm.
#include <gtest/gtest.h>

#include <bit>
#include <bitset>
#include <map>
#include <set>
#include <vector>

#include "core/base/collective.h"

namespace collective_messages_test {
using namespace weir;

namespace {

using Who = std::bitset<64>;
using State = std::vector<std::vector<Who>>;  // by rank and byte

std::vector<Algorithm> allAlgorithms() {
  std::vector<Algorithm> all;
  for (std::size_t i = 1; i < algorithmNames().size(); ++i) all.push_back(static_cast<Algorithm>(i));
  return all;
}

std::vector<Message> expand(CollectiveOp op, Algorithm a, int n, std::int64_t bytes, std::uint32_t chunks = 0, int perNode = 1) {
  std::vector<Message> all;
  expandCollective(op, a, n, bytes, chunks, [&](const Message& m) { all.push_back(m); }, perNode);
  return all;
}

// What a rank receives joins what it has if nobody is in both (a sum must count nobody twice), or replaces it if it knows
// more. Anything else is a wrong sum.
::testing::AssertionResult play(const std::vector<Message>& ms, std::int64_t bytes, State& s) {
  std::map<std::uint32_t, std::map<std::uint32_t, std::vector<Message>>> order;
  for (const Message& m : ms) order[m.chunk][m.step].push_back(m);
  for (const auto& [chunk, steps] : order)
    for (const auto& [step, list] : steps) {
      const State before = s;
      for (const Message& m : list)
        for (std::int64_t i = 0; i < m.bytes; ++i) {
          const auto at = static_cast<std::size_t>((m.offset + i) % bytes);
          const Who in = before[static_cast<std::size_t>(m.from)][at];
          Who& own = s[static_cast<std::size_t>(m.to)][at];
          if (in.none()) return ::testing::AssertionFailure() << "rank " << m.from << " sends byte " << at << " that it does not have, step " << step;
          if ((in & own).none()) own |= in;
          else if ((in & own) == own) own = in;
          else return ::testing::AssertionFailure() << "byte " << at << " counted twice at rank " << m.to << ", step " << step;
        }
    }
  return ::testing::AssertionSuccess();
}

std::int64_t blockAt(std::int64_t bytes, int n, int b) { return bytes / n * b + std::min<std::int64_t>(b, bytes % n); }
int reversed(int r, int n) {
  int x = 0;
  for (int bit = 1; bit < n; bit *= 2) x = x * 2 + ((r & bit) != 0 ? 1 : 0);
  return x;
}

State everyoneOwnVector(int n, std::int64_t bytes) {
  State s(static_cast<std::size_t>(n), std::vector<Who>(static_cast<std::size_t>(bytes)));
  for (int r = 0; r < n; ++r)
    for (Who& w : s[static_cast<std::size_t>(r)]) w.set(static_cast<std::size_t>(r));
  return s;
}
Who all(int n) {
  Who w;
  for (int r = 0; r < n; ++r) w.set(static_cast<std::size_t>(r));
  return w;
}
const std::string& label(CollectiveOp op, Algorithm a, int n) {
  static thread_local std::string text;
  text = std::string(name(op)) + " " + std::string(name(a)) + " " + std::to_string(n);
  return text;
}

}  // namespace

TEST(CollectiveMessages, AllReduceEndsWithEveryContributionOnceEverywhere) {
  for (const Algorithm a : allAlgorithms())
    for (int n = 2; n <= 20; ++n) {
      const std::int64_t bytes = 3 * n + 1;
      State s = everyoneOwnVector(n, bytes);
      if (!hasMessages(CollectiveOp::AllReduce, a, n)) continue;
      ASSERT_TRUE(play(expand(CollectiveOp::AllReduce, a, n, bytes, 2), bytes, s)) << label(CollectiveOp::AllReduce, a, n);
      for (const auto& rank : s)
        for (const Who& w : rank) ASSERT_EQ(w, all(n)) << label(CollectiveOp::AllReduce, a, n);
    }
}

TEST(CollectiveMessages, HierarchicalReducesInNodesFirst) {
  for (const auto& [nodes, perNode] : {std::pair{2, 2}, std::pair{3, 4}, std::pair{5, 8}, std::pair{4, 3}}) {
    const int n = nodes * perNode;
    const std::int64_t bytes = 2 * n + 3;
    ASSERT_EQ(runsAs(CollectiveOp::AllReduce, Algorithm::Hierarchical, n, perNode), Algorithm::Hierarchical);
    State s = everyoneOwnVector(n, bytes);
    const auto ms = expand(CollectiveOp::AllReduce, Algorithm::Hierarchical, n, bytes, 0, perNode);
    ASSERT_TRUE(play(ms, bytes, s));
    for (const auto& rank : s)
      for (const Who& w : rank) ASSERT_EQ(w, all(n));
    // Between nodes: 2 (N-1) M in all, as a ring of N nodes; inside: 2 (p-1) M a node.
    std::int64_t outside = 0, inside = 0;
    for (const Message& m : ms) (m.from / perNode == m.to / perNode ? inside : outside) += m.bytes;
    EXPECT_EQ(outside, 2 * (nodes - 1) * bytes);
    EXPECT_EQ(inside, 2 * (perNode - 1) * bytes * nodes);
  }
}

TEST(CollectiveMessages, AllGatherEndsWithEveryBlockEverywhere) {
  for (const Algorithm a : allAlgorithms())
    for (int n = 2; n <= 20; ++n) {
      const std::int64_t bytes = 3 * n + 2;
      State s(static_cast<std::size_t>(n), std::vector<Who>(static_cast<std::size_t>(bytes)));
      const bool bitReversed = runsAs(CollectiveOp::AllGather, a, n) == Algorithm::HalvingDoubling;
      for (int r = 0; r < n; ++r) {
        const int b = bitReversed ? reversed(r, n) : r;
        for (std::int64_t i = blockAt(bytes, n, b); i < blockAt(bytes, n, b + 1); ++i) s[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)].set(static_cast<std::size_t>(r));
      }
      ASSERT_TRUE(play(expand(CollectiveOp::AllGather, a, n, bytes), bytes, s)) << label(CollectiveOp::AllGather, a, n);
      for (const auto& rank : s)
        for (const Who& w : rank) ASSERT_EQ(w.count(), 1U) << label(CollectiveOp::AllGather, a, n);
    }
}

TEST(CollectiveMessages, ReduceScatterLeavesOneWholeBlockAtEachRank) {
  for (const Algorithm a : allAlgorithms())
    for (int n = 2; n <= 20; ++n) {
      const std::int64_t bytes = 2 * n + 1;
      State s = everyoneOwnVector(n, bytes);
      ASSERT_TRUE(play(expand(CollectiveOp::ReduceScatter, a, n, bytes), bytes, s)) << label(CollectiveOp::ReduceScatter, a, n);
      // Rank 0 of a reduction to one root ends with all blocks; everyone else with one, no two with the same.
      std::set<int> taken;
      for (int r = 0; r < n; ++r) {
        int whole = 0;
        for (int b = 0; b < n; ++b) {
          bool complete = true;
          for (std::int64_t i = blockAt(bytes, n, b); i < blockAt(bytes, n, b + 1); ++i) complete = complete && s[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)] == all(n);
          if (!complete) continue;
          ++whole;
          taken.insert(b);
        }
        EXPECT_GE(whole, 1) << label(CollectiveOp::ReduceScatter, a, n) << " rank " << r;
      }
      EXPECT_EQ(taken.size(), static_cast<std::size_t>(n)) << label(CollectiveOp::ReduceScatter, a, n);
    }
}

TEST(CollectiveMessages, BroadcastReachesAllAndReduceHearsAll) {
  for (const Algorithm a : allAlgorithms())
    for (int n = 2; n <= 20; ++n) {
      const std::int64_t bytes = 37;
      if (runsAs(CollectiveOp::Broadcast, a, n) == Algorithm::DoubleBinaryTree || !hasMessages(CollectiveOp::Broadcast, a, n)) continue;  // roots of their own
      State s(static_cast<std::size_t>(n), std::vector<Who>(static_cast<std::size_t>(bytes)));
      for (Who& w : s[0]) w.set(0);
      ASSERT_TRUE(play(expand(CollectiveOp::Broadcast, a, n, bytes, 3), bytes, s)) << label(CollectiveOp::Broadcast, a, n);
      for (const auto& rank : s)
        for (const Who& w : rank) ASSERT_EQ(w.to_ullong(), 1U) << label(CollectiveOp::Broadcast, a, n);
      State t = everyoneOwnVector(n, bytes);
      ASSERT_TRUE(play(expand(CollectiveOp::Reduce, a, n, bytes, 3), bytes, t)) << label(CollectiveOp::Reduce, a, n);
      for (const Who& w : t[0]) ASSERT_EQ(w, all(n)) << label(CollectiveOp::Reduce, a, n);
    }
}

TEST(CollectiveMessages, GatherAndScatterMoveBlocksToAndFromRankZero) {
  for (const Algorithm a : {Algorithm::Linear, Algorithm::Binomial})
    for (int n = 2; n <= 20; ++n) {
      const std::int64_t bytes = 2 * n + 1;
      State s(static_cast<std::size_t>(n), std::vector<Who>(static_cast<std::size_t>(bytes)));
      for (int r = 0; r < n; ++r)
        for (std::int64_t i = blockAt(bytes, n, r); i < blockAt(bytes, n, r + 1); ++i) s[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)].set(static_cast<std::size_t>(r));
      ASSERT_TRUE(play(expand(CollectiveOp::Gather, a, n, bytes), bytes, s)) << label(CollectiveOp::Gather, a, n);
      for (const Who& w : s[0]) ASSERT_EQ(w.count(), 1U);
      State t(static_cast<std::size_t>(n), std::vector<Who>(static_cast<std::size_t>(bytes)));
      for (Who& w : t[0]) w.set(0);
      ASSERT_TRUE(play(expand(CollectiveOp::Scatter, a, n, bytes), bytes, t)) << label(CollectiveOp::Scatter, a, n);
      for (int r = 0; r < n; ++r)
        for (std::int64_t i = blockAt(bytes, n, r); i < blockAt(bytes, n, r + 1); ++i) ASSERT_TRUE(t[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)].test(0));
    }
}

TEST(CollectiveMessages, AllToAllMovesEveryPairOnceOrByBits) {
  for (int n = 2; n <= 17; ++n) {
    for (const Algorithm a : {Algorithm::Pairwise, Algorithm::Linear}) {
      std::set<std::pair<int, int>> pairs;
      for (const Message& m : expand(CollectiveOp::AllToAll, a, n, 10 * n)) EXPECT_TRUE(pairs.insert({m.from, m.to}).second && m.bytes == 10);
      EXPECT_EQ(pairs.size(), static_cast<std::size_t>(n) * (n - 1));
    }
    // Bruck: the share for a rank at distance d travels once for each bit of d.
    std::int64_t sum = 0, expected = 0;
    for (const Message& m : expand(CollectiveOp::AllToAll, Algorithm::Bruck, n, 10 * n)) sum += m.bytes;
    for (int d = 1; d < n; ++d) expected += std::int64_t{n} * 10 * std::popcount(static_cast<unsigned>(d));
    EXPECT_EQ(sum, expected) << n;
  }
}

TEST(CollectiveMessages, NobodyLeavesABarrierBeforeAllHaveCome) {
  for (const Algorithm a : {Algorithm::Bruck, Algorithm::Linear, Algorithm::Ring})
    for (int n = 2; n <= 17; ++n) {
      std::vector<Who> heard(static_cast<std::size_t>(n));
      for (int r = 0; r < n; ++r) heard[static_cast<std::size_t>(r)].set(static_cast<std::size_t>(r));
      std::map<std::uint32_t, std::vector<Message>> steps;
      for (const Message& m : expand(CollectiveOp::Barrier, a, n, 0)) {
        EXPECT_EQ(m.bytes, 0);
        steps[m.step].push_back(m);
      }
      for (const auto& [step, list] : steps) {
        const auto before = heard;
        for (const Message& m : list) heard[static_cast<std::size_t>(m.to)] |= before[static_cast<std::size_t>(m.from)];
      }
      for (const Who& w : heard) EXPECT_EQ(w, all(n)) << label(CollectiveOp::Barrier, a, n);
    }
}

TEST(CollectiveMessages, WhatRunsIsAFixedPoint) {
  for (std::size_t o = 0; o < collectiveOpNames().size(); ++o)
    for (const Algorithm a : allAlgorithms())
      for (int n = 2; n <= 16; ++n) {
        const auto op = static_cast<CollectiveOp>(o);
        const Algorithm r = runsAs(op, a, n);
        EXPECT_NE(r, Algorithm::Auto);
        EXPECT_EQ(runsAs(op, r, n), r) << label(op, a, n);
        // What is said to run gives the very messages of it.
        const auto x = expand(op, a, n, 1000), y = expand(op, r, n, 1000);
        ASSERT_EQ(x.size(), y.size()) << label(op, a, n);
        for (std::size_t i = 0; i < x.size(); ++i) ASSERT_TRUE(x[i].from == y[i].from && x[i].to == y[i].to && x[i].bytes == y[i].bytes && x[i].step == y[i].step) << label(op, a, n);
      }
}

TEST(CollectiveMessages, InNetworkReductionHasNoneBetweenRanks) {
  EXPECT_FALSE(hasMessages(CollectiveOp::AllReduce, Algorithm::InNetwork, 8));
  EXPECT_TRUE(expand(CollectiveOp::AllReduce, Algorithm::InNetwork, 8, 100).empty());
  EXPECT_TRUE(hasMessages(CollectiveOp::AllToAll, Algorithm::InNetwork, 8));  // runs pairwise
}

}  // namespace collective_messages_test
