#include "core/model/library_choice.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <span>

namespace weir::model {
namespace {

using enum Algorithm;

// Below `ranks` ranks and below `bytes` bytes this runs. Ordered; within one `ranks` the first whose bytes exceed the message.
struct Rule {
  int ranks;
  double bytes;
  Algorithm algorithm;
};
constexpr int kAny = std::numeric_limits<int>::max();
constexpr double kRest = std::numeric_limits<double>::infinity();
constexpr double K = 1024, M = 1024 * 1024;

// all-reduce: non-overlapping reduce and broadcast is Binomial
constexpr Rule kAllReduce[]{
    {4, 8, Ring}, {4, 4 * K, RecursiveDoubling}, {4, 8 * K, Ring}, {4, 16 * K, RecursiveDoubling}, {4, 64 * K, Ring}, {4, 256 * K, SegmentedRing}, {4, kRest, HalvingDoubling},
    {8, 16, Ring}, {8, 8 * K, RecursiveDoubling}, {8, kRest, HalvingDoubling},
    {16, 8 * K, RecursiveDoubling}, {16, kRest, HalvingDoubling},
    {32, 64, SegmentedRing}, {32, 4 * K, RecursiveDoubling}, {32, kRest, HalvingDoubling},
    {64, 128, SegmentedRing}, {64, kRest, HalvingDoubling},
    {128, 256 * K, RecursiveDoubling}, {128, kRest, HalvingDoubling},
    {256, 128 * K, Binomial}, {256, 256 * K, RecursiveDoubling}, {256, kRest, HalvingDoubling},
    {512, 4 * K, Binomial}, {512, kRest, HalvingDoubling},
    {2048, 2 * K, Binomial}, {2048, 16 * K, RecursiveDoubling}, {2048, kRest, HalvingDoubling},
    {4096, 2 * K, Binomial}, {4096, 4 * K, SegmentedRing}, {4096, 16 * K, RecursiveDoubling}, {4096, kRest, HalvingDoubling},
    {kAny, 2 * K, Binomial}, {kAny, 16 * K, SegmentedRing}, {kAny, 32 * K, RecursiveDoubling}, {kAny, kRest, HalvingDoubling}};
// two_proc is a pairwise exchange
constexpr Rule kAllGather[]{
    {3, kRest, Pairwise}, {32, kRest, RecursiveDoubling},
    {64, 1 * K, RecursiveDoubling}, {64, 64 * K, NeighbourExchange}, {64, kRest, Ring},
    {128, 512, RecursiveDoubling}, {128, 64 * K, NeighbourExchange}, {128, kRest, Ring},
    {256, 512, RecursiveDoubling}, {256, 128 * K, NeighbourExchange}, {256, 512 * K, Ring}, {256, 1 * M, NeighbourExchange}, {256, kRest, Ring},
    {512, 32, RecursiveDoubling}, {512, 128, Bruck}, {512, 1 * K, RecursiveDoubling}, {512, 128 * K, NeighbourExchange}, {512, 512 * K, Ring}, {512, 1 * M, NeighbourExchange}, {512, kRest, Ring},
    {1024, 64, RecursiveDoubling}, {1024, 256, Bruck}, {1024, 2 * K, RecursiveDoubling}, {1024, kRest, NeighbourExchange},
    {2048, 4, RecursiveDoubling}, {2048, 8, Bruck}, {2048, 16, RecursiveDoubling}, {2048, 32, Bruck}, {2048, 256, RecursiveDoubling}, {2048, 512, Bruck}, {2048, 4 * K, RecursiveDoubling}, {2048, kRest, NeighbourExchange},
    {4096, 32, Bruck}, {4096, 128, RecursiveDoubling}, {4096, 512, Bruck}, {4096, 4 * K, RecursiveDoubling}, {4096, kRest, NeighbourExchange},
    {kAny, 2, RecursiveDoubling}, {kAny, 8, Bruck}, {kAny, 16, RecursiveDoubling}, {kAny, 512, Bruck}, {kAny, 4 * K, RecursiveDoubling}, {kAny, kRest, NeighbourExchange}};
// linear_sync keeps a few in flight: Linear; of two ranks every one of them is the one exchange
constexpr Rule kAllToAll[]{
    {3, kRest, Pairwise},
    {8, 512 * K, Linear}, {8, 1 * M, Pairwise}, {8, kRest, Linear},
    {16, kRest, Linear},
    {32, 4, Linear}, {32, 512, Bruck}, {32, kRest, Linear},
    {64, 512, Bruck}, {64, kRest, Linear},
    {128, 1 * K, Bruck}, {128, 256 * K, Linear}, {128, kRest, Pairwise},
    {256, 1 * K, Bruck}, {256, 256 * K, Linear}, {256, kRest, Pairwise},
    {512, 1 * K, Bruck}, {512, 32 * K, Linear}, {512, kRest, Pairwise},
    {1024, 512, Bruck}, {1024, 256 * K, Linear}, {1024, kRest, Pairwise},
    {2048, 512, Bruck}, {2048, kRest, Linear},
    {4096, 1 * K, Bruck}, {4096, kRest, Linear},
    {kAny, 2 * K, Bruck}, {kAny, kRest, Linear}};
// pipeline and chain: Chain; binary and split binary: BinaryTree; knomial: Binomial
constexpr Rule kBroadcast[]{
    {4, 32, Chain}, {4, 256, BinaryTree}, {4, 512, Chain}, {4, 1 * K, Binomial}, {4, 32 * K, Linear}, {4, 128 * K, BinaryTree}, {4, 256 * K, Chain}, {4, 512 * K, Linear}, {4, 1 * M, Binomial}, {4, kRest, BinaryTree},
    {8, 64, BinaryTree}, {8, 128, Binomial}, {8, 2 * K, BinaryTree}, {8, 8 * K, Binomial}, {8, 1 * M, Linear}, {8, kRest, Chain},
    {16, 8, Binomial}, {16, 64, BinaryTree}, {16, 4 * K, Binomial}, {16, 16 * K, BinaryTree}, {16, 32 * K, Binomial}, {16, kRest, Linear},
    {32, 1 * M, Binomial}, {32, kRest, ScatterAllGather},
    {128, kRest, Binomial},
    {256, 2, Binomial}, {256, 16 * K, BinaryTree}, {256, 32 * K, Linear}, {256, 64 * K, BinaryTree}, {256, kRest, Binomial},
    {1024, 16 * K, Binomial}, {1024, 32 * K, BinaryTree}, {1024, kRest, Binomial},
    {2048, 512 * K, Binomial}, {2048, kRest, ScatterAllGather},
    {4096, 256 * K, Binomial}, {4096, kRest, ScatterAllGather},
    {kAny, 8 * K, Binomial}, {kAny, 16 * K, BinaryTree}, {kAny, 256 * K, Binomial}, {kAny, kRest, ScatterAllGather}};
// rabenseifner: HalvingDoubling; in-order binary: BinaryTree
constexpr Rule kReduce[]{
    {4, 8, HalvingDoubling}, {4, 16, BinaryTree}, {4, 32, Chain}, {4, 256 * K, Linear}, {4, kRest, Chain},
    {8, 4 * K, BinaryTree}, {8, 64 * K, Chain}, {8, 256 * K, Binomial}, {8, 512 * K, Linear}, {8, 1 * M, Binomial}, {8, kRest, Linear},
    {16, 8 * K, BinaryTree}, {16, kRest, Binomial},
    {32, 4 * K, BinaryTree}, {32, kRest, Binomial},
    {256, kRest, Binomial},
    {512, 8 * K, Binomial}, {512, 16 * K, BinaryTree}, {512, kRest, Binomial},
    {2048, kRest, Binomial},
    {4096, 512, Binomial}, {4096, 1 * K, BinaryTree}, {4096, 8 * K, Binomial}, {4096, 16 * K, BinaryTree}, {4096, kRest, Binomial},
    {kAny, 16, Binomial}, {kAny, 32, BinaryTree}, {kAny, 1 * K, Binomial}, {kAny, 2 * K, BinaryTree}, {kAny, 8 * K, Binomial}, {kAny, 16 * K, BinaryTree}, {kAny, kRest, Binomial}};
// recursive halving and butterfly: RecursiveDoubling (reversed); non-overlapping: Binomial
constexpr Rule kReduceScatter[]{
    {4, 64 * K, Ring}, {4, 128 * K, RecursiveDoubling}, {4, kRest, Ring},
    {8, 8, Binomial}, {8, 256 * K, RecursiveDoubling}, {8, kRest, Ring},
    {32, 256 * K, RecursiveDoubling}, {32, kRest, Ring},
    {64, 64, Binomial}, {64, 512 * K, RecursiveDoubling}, {64, kRest, Ring},
    {512, 256, Binomial}, {512, kRest, RecursiveDoubling},
    {4096, 512, Binomial}, {4096, kRest, RecursiveDoubling},
    {kAny, 1 * K, Binomial}, {kAny, kRest, RecursiveDoubling}};
constexpr Rule kGather[]{
    {4, 2, Linear}, {4, 4, Linear}, {4, 32 * K, Binomial}, {4, 64 * K, Linear}, {4, 128 * K, Binomial}, {4, kRest, Linear},
    {8, 1 * K, Binomial}, {8, 8 * K, Linear}, {8, 32 * K, Binomial}, {8, kRest, Linear},
    {256, kRest, Binomial},
    {512, 2 * K, Binomial}, {512, 8 * K, Linear}, {512, kRest, Binomial},
    {kAny, kRest, Binomial}};
constexpr Rule kScatter[]{
    {4, kRest, Linear},
    {8, 2 * K, Binomial}, {8, 4 * K, Linear}, {8, 8 * K, Binomial}, {8, kRest, Linear},
    {32, 16 * K, Binomial}, {32, kRest, Linear},
    {64, 512, Binomial}, {64, 8 * K, Linear}, {64, 16 * K, Binomial}, {64, kRest, Linear},
    {kAny, 512, Binomial}, {kAny, kRest, Linear}};
// recursive doubling and Bruck are both dissemination here; the tree costs twice its depth, which Linear is nearest to for few
constexpr Rule kBarrier[]{{4, kRest, Bruck}, {8, kRest, Linear}, {kAny, kRest, Bruck}};

Algorithm first(std::span<const Rule> rules, int ranks, double bytes) {
  for (const Rule& r : rules)
    if (ranks < r.ranks && bytes < r.bytes) return r.algorithm;
  return Auto;
}

Algorithm openMpi(CollectiveOp op, int n, double bytes) {
  switch (op) {
    case CollectiveOp::AllReduce: return first(kAllReduce, n, bytes);
    // Its rules count one rank's block here.
    case CollectiveOp::AllGather: return first(kAllGather, n, bytes / n);
    case CollectiveOp::AllToAll: return first(kAllToAll, n, bytes / n);
    case CollectiveOp::Broadcast: return first(kBroadcast, n, bytes);
    case CollectiveOp::Reduce: return first(kReduce, n, bytes);
    case CollectiveOp::ReduceScatter: return first(kReduceScatter, n, bytes);
    case CollectiveOp::Gather: return first(kGather, n, bytes / n);
    case CollectiveOp::Scatter: return first(kScatter, n, bytes / n);
    case CollectiveOp::Barrier: return first(kBarrier, n, 0);
    case CollectiveOp::SendReceive: return Linear;
  }
  return Auto;
}

Algorithm mpich(CollectiveOp op, int n, double bytes) {
  const bool power = std::has_single_bit(static_cast<unsigned>(n));
  switch (op) {
    case CollectiveOp::AllReduce: return bytes <= 2048 ? RecursiveDoubling : HalvingDoubling;
    case CollectiveOp::Broadcast: return bytes < 12288 || n < 8 ? Binomial : ScatterAllGather;
    case CollectiveOp::AllGather: return bytes < 81920 ? (power ? RecursiveDoubling : Bruck) : bytes < 524288 && power ? RecursiveDoubling : Ring;
    case CollectiveOp::AllToAll: return bytes / n <= 256 && n >= 8 ? Bruck : bytes / n <= 32768 ? Linear : Pairwise;
    case CollectiveOp::Reduce: return bytes <= 2048 || !power ? Binomial : HalvingDoubling;
    case CollectiveOp::ReduceScatter: return bytes < 524288 ? RecursiveDoubling : Pairwise;
    case CollectiveOp::Gather:
    case CollectiveOp::Scatter: return Binomial;
    case CollectiveOp::Barrier: return Bruck;
    case CollectiveOp::SendReceive: return Linear;
  }
  return Auto;
}

Algorithm gloo(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::AllReduce: return SegmentedRing;
    case CollectiveOp::Broadcast:
    case CollectiveOp::Reduce: return Binomial;
    case CollectiveOp::AllToAll: return Pairwise;
    case CollectiveOp::Gather:
    case CollectiveOp::Scatter:
    case CollectiveOp::SendReceive: return Linear;
    case CollectiveOp::Barrier: return Bruck;
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter: return Ring;
  }
  return Auto;
}

}  // namespace

bool isNccl(std::string_view library) { return library == "nccl" || library == "rccl"; }

Algorithm libraryChoice(std::string_view library, CollectiveOp op, int ranks, double bytes) {
  Algorithm a = Auto;
  if (library == "open-mpi" || library == "mpi") a = openMpi(op, ranks, bytes);
  else if (library == "mpich") a = mpich(op, ranks, bytes);
  else if (library == "gloo") a = gloo(op);
  return a == Auto ? Auto : runsAs(op, a, ranks);
}

}  // namespace weir::model
