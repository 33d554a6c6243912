// Who sends how much to whom in a collective, step by step: the one place that knows it. The packet engine plays these
// messages, the traffic matrix sums them, the closed forms are checked against them. Pure functions, any thread.
//
// Sources: ring and recursive halving-doubling as in Thakur, Rabenseifner, Gropp, "Optimization of collective
// communication operations in MPICH" (IJHPCA 2005), sections 4.1, 4.2 and 4.5; double binary tree as in Sanders, Speck,
// Traff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan" (Parallel Computing 2009).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace weir {

enum class CollectiveOp : std::uint8_t { AllReduce, AllGather, ReduceScatter, AllToAll, Broadcast };
enum class Algorithm : std::uint8_t { Auto, Ring, DoubleBinaryTree, HalvingDoubling };

[[nodiscard]] std::string_view name(CollectiveOp op);  // "all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast"
[[nodiscard]] std::string_view name(Algorithm a);      // "auto", "ring", "double-binary-tree", "halving-doubling"
[[nodiscard]] std::optional<CollectiveOp> collectiveOpFrom(std::string_view text);
[[nodiscard]] std::optional<Algorithm> algorithmFrom(std::string_view text);

// A message may start once all messages of the same chunk with a smaller step that go to `from` have been delivered.
struct Message {
  std::uint32_t chunk = 0;
  std::uint32_t step = 0;
  std::int32_t from = 0, to = 0;  // 0 .. ranks-1
  std::int64_t bytes = 0;
};

// Calls fn for every message of the collective, by increasing step within a chunk. `bytes` is the buffer of one rank, as
// nccl-tests counts it: the vector that is reduced or broadcast, for all-gather and reduce-scatter the whole of it
// (ranks x a share), for all-to-all what one rank sends in all. Messages of 0 bytes are given too: they cost latency.
//   Ring: chunk = block, it travels once (twice for all-reduce) around. Broadcast: a chain in `treeChunks` pieces.
//   HalvingDoubling: neighbours first; other than powers of two fold the surplus in and out (all-reduce) or fall back
//   to the ring (all-gather, reduce-scatter); broadcast is the binomial tree.
//   DoubleBinaryTree: all-reduce and broadcast in two trees of half the data; other operations fall back to the ring.
//   All-to-all is pairwise whatever the algorithm. Auto expands as Ring. ranks < 2 gives nothing.
// treeChunks: pipeline depth per tree or of the chain, 0 = one per 32 KiB of half the buffer for trees, one per 512 KiB of
// it for the chain, between 1 and 64.
void expandCollective(CollectiveOp op, Algorithm algorithm, int ranks, std::int64_t bytes, std::uint32_t treeChunks,
                      const std::function<void(const Message&)>& fn);

// Bytes that cross the network over the bytes of the buffer and time: busbw = factor x algbw (nccl-tests, PERFORMANCE.md).
[[nodiscard]] double busBandwidthFactor(CollectiveOp op, int ranks);

// Parent of rank (0-based) in the first or second of the two trees; -1 for the root.
[[nodiscard]] int treeParent(int tree, int rank, int ranks);

}  // namespace weir
