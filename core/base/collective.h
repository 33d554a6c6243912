// Who sends how much to whom in a collective, step by step: the one place that knows it. The packet engine plays these
// messages, the traffic matrix sums them, the closed forms are checked against them. Pure functions, any thread.
//
// Sources: ring, recursive doubling, halving-doubling (Rabenseifner), Bruck, pairwise, scatter-allgather as in Thakur,
// Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH" (IJHPCA 2005), sections 4.1 to 4.5;
// double binary tree as in Sanders, Speck, Traff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan"
// (Parallel Computing 2009); neighbour exchange: Chen et al., CCGRID 2005; hierarchical: Jain et al., SC18 and NCCL.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace weir {

enum class CollectiveOp : std::uint8_t { AllReduce, AllGather, ReduceScatter, AllToAll, Broadcast, Reduce, Gather, Scatter, Barrier, SendReceive };
enum class Algorithm : std::uint8_t {
  Auto,
  Ring,
  DoubleBinaryTree,
  HalvingDoubling,    // Rabenseifner's all-reduce; near partners get the large parts
  RecursiveDoubling,  // whole vectors (all-reduce); for reduce-scatter its reverse, recursive halving, far partners first
  Bruck,
  Pairwise,
  Linear,             // all at once, to or from one root where there is one
  Binomial,           // a tree; all-reduce: reduce, then broadcast
  BinaryTree,         // pipelined
  Chain,              // pipelined
  SegmentedRing,      // ring whose blocks travel in segments
  NeighbourExchange,
  ScatterAllGather,   // binomial scatter, then a ring (broadcast); all-reduce: halving-doubling
  Hierarchical,       // reduce-scatter in the node, all-reduce among nodes, all-gather in the node
  InNetwork,          // switches reduce (SHARP, NVLS): no messages between ranks
};

// Words as scenario files hold them, in the order of the enumerators: "all-reduce", ...; "auto", "ring", ...
[[nodiscard]] std::span<const std::string_view> collectiveOpNames();
[[nodiscard]] std::span<const std::string_view> algorithmNames();
[[nodiscard]] std::string_view name(CollectiveOp op);
[[nodiscard]] std::string_view name(Algorithm a);
[[nodiscard]] std::optional<CollectiveOp> collectiveOpFrom(std::string_view text);
[[nodiscard]] std::optional<Algorithm> algorithmFrom(std::string_view text);

// A message may start once all messages of the same chunk with a smaller step that go to `from` have been delivered.
struct Message {
  std::uint32_t chunk = 0;
  std::uint32_t step = 0;
  std::int32_t from = 0, to = 0;  // 0 .. ranks-1
  std::int64_t bytes = 0;
  // Where its bytes stand in the buffer, wrapping at its end (all-reduce, all-gather, reduce-scatter, broadcast and the like:
  // the whole buffer; all-to-all: the sender's, by destination). -1: not one run of bytes (Bruck's all-to-all), or none.
  std::int64_t offset = 0;
};

// What an algorithm runs as where it is not defined for the operation or the number of ranks. Never Auto; itself if it is.
//   all-to-all      Bruck, Linear; the rest Pairwise
//   broadcast, reduce   Ring, SegmentedRing and the rest Chain; HalvingDoubling, RecursiveDoubling Binomial; reduce
//                   also HalvingDoubling (reduce-scatter, then gather)
//   all-gather      HalvingDoubling needs a power of two, else Ring; RecursiveDoubling too, else Bruck; NeighbourExchange an
//                   even number, else Ring; Pairwise, Linear; Binomial gathers to rank 0 and broadcasts; the rest Ring
//   reduce-scatter  HalvingDoubling and RecursiveDoubling need a power of two, else Ring; Pairwise, Linear; Binomial reduces to
//                   rank 0 and scatters; the rest Ring
//   all-reduce      Bruck RecursiveDoubling; Pairwise, NeighbourExchange Ring; ScatterAllGather HalvingDoubling
//   gather, scatter Linear; the rest Binomial.   barrier  Linear, Ring; the rest Bruck (dissemination).   send-receive  Linear
// Hierarchical (all-reduce with several ranks a node) and InNetwork (all-reduce, broadcast, reduce, barrier) stay.
[[nodiscard]] Algorithm runsAs(CollectiveOp op, Algorithm algorithm, int ranks, int perNode = 1);

// False for what no messages between ranks can tell (InNetwork): expandCollective gives nothing then.
[[nodiscard]] bool hasMessages(CollectiveOp op, Algorithm algorithm, int ranks, int perNode = 1);

// Calls fn for every message of the collective, by increasing step within a chunk. `bytes` is the buffer of one rank, as
// nccl-tests counts it: the vector that is reduced or broadcast, for all-gather, reduce-scatter, gather and scatter the whole
// of it (ranks x a share), for all-to-all what one rank sends in all. Messages of 0 bytes are given too: they cost latency.
//   Ring: chunk = block, it travels once (twice for all-reduce) around. Broadcast: a chain in `treeChunks` pieces.
//   HalvingDoubling, RecursiveDoubling: all-reduce on other than powers of two folds the surplus in and out.
//   DoubleBinaryTree: two trees of half the data (all-reduce, broadcast, reduce); other operations fall back to the ring.
// Root is rank 0. Auto expands as Ring (all-to-all: Pairwise): ask core/model/library_choice.h what a library would take.
// treeChunks: pipeline depth per tree or of the chain, 0 = one per 32 KiB of half the buffer for trees, one per 512 KiB of
// it for the chain, between 1 and 64; segments of a block of a segmented ring: one per MiB.
// perNode: ranks of a node, numbered together, for Hierarchical. ranks < 2 gives nothing.
void expandCollective(CollectiveOp op, Algorithm algorithm, int ranks, std::int64_t bytes, std::uint32_t treeChunks,
                      const std::function<void(const Message&)>& fn, int perNode = 1);

// Bytes that cross the network over the bytes of the buffer and time: busbw = factor x algbw (nccl-tests, PERFORMANCE.md).
[[nodiscard]] double busBandwidthFactor(CollectiveOp op, int ranks);

// Parent of rank (0-based) in the first or second of the two trees; -1 for the root.
[[nodiscard]] int treeParent(int tree, int rank, int ranks);

}  // namespace weir
