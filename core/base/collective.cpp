#include "core/base/collective.h"

#include <algorithm>
#include <array>
#include <bit>

namespace weir {
namespace {

constexpr std::array<std::string_view, 10> kOps{"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast",
                                                "reduce",     "gather",     "scatter",        "barrier",    "send-receive"};
constexpr std::array<std::string_view, 16> kAlgorithms{"auto", "ring", "double-binary-tree", "halving-doubling", "recursive-doubling", "bruck",
                                                       "pairwise", "linear", "binomial", "binary-tree", "chain", "segmented-ring",
                                                       "neighbour-exchange", "scatter-allgather", "hierarchical", "in-network"};

template <class E, std::size_t N>
std::optional<E> from(const std::array<std::string_view, N>& names, std::string_view text) {
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end()) return std::nullopt;
  return static_cast<E>(at - names.begin());
}

Algorithm oneOf(Algorithm a, std::initializer_list<Algorithm> own, Algorithm otherwise) {
  return std::find(own.begin(), own.end(), a) != own.end() ? a : otherwise;
}

}  // namespace

std::span<const std::string_view> collectiveOpNames() { return kOps; }
std::span<const std::string_view> algorithmNames() { return kAlgorithms; }
std::string_view name(CollectiveOp op) { return kOps[static_cast<std::size_t>(op)]; }
std::string_view name(Algorithm a) { return kAlgorithms[static_cast<std::size_t>(a)]; }
std::optional<CollectiveOp> collectiveOpFrom(std::string_view text) { return from<CollectiveOp>(kOps, text); }
std::optional<Algorithm> algorithmFrom(std::string_view text) { return from<Algorithm>(kAlgorithms, text); }

Algorithm runsAs(CollectiveOp op, Algorithm a, int ranks, int perNode) {
  using enum Algorithm;
  const bool power = ranks > 0 && std::has_single_bit(static_cast<unsigned>(ranks));
  const bool nodes = a == Hierarchical && perNode > 1 && ranks > perNode && ranks % perNode == 0;
  switch (op) {
    case CollectiveOp::AllReduce:
      switch (a) {
        case Auto:
        case Pairwise:
        case NeighbourExchange: return Ring;
        case Bruck: return RecursiveDoubling;
        case ScatterAllGather: return HalvingDoubling;
        case Hierarchical: return nodes ? Hierarchical : Ring;
        default: return a;
      }
    case CollectiveOp::AllGather:
      if ((a == HalvingDoubling && !power) || (a == NeighbourExchange && ranks % 2 != 0)) return Ring;
      if (a == RecursiveDoubling && !power) return Bruck;
      return oneOf(a, {HalvingDoubling, RecursiveDoubling, Bruck, NeighbourExchange, Pairwise, Linear, Binomial}, Ring);
    case CollectiveOp::ReduceScatter:
      if ((a == HalvingDoubling || a == RecursiveDoubling) && !power) return Ring;
      return oneOf(a, {HalvingDoubling, RecursiveDoubling, Pairwise, Linear, Binomial}, Ring);
    case CollectiveOp::AllToAll: return oneOf(a, {Bruck, Linear}, Pairwise);
    case CollectiveOp::Broadcast:
    case CollectiveOp::Reduce:
      if (a == HalvingDoubling) return op == CollectiveOp::Reduce && power ? HalvingDoubling : Binomial;
      if (a == RecursiveDoubling) return Binomial;
      if (a == ScatterAllGather && op == CollectiveOp::Reduce) return power ? HalvingDoubling : Binomial;
      return oneOf(a, {Linear, Binomial, BinaryTree, DoubleBinaryTree, ScatterAllGather, InNetwork}, Chain);
    case CollectiveOp::Gather:
    case CollectiveOp::Scatter: return oneOf(a, {Linear}, Binomial);
    case CollectiveOp::Barrier: return oneOf(a, {Linear, Ring, InNetwork}, Bruck);
    case CollectiveOp::SendReceive: return Linear;
  }
  return a;
}

bool hasMessages(CollectiveOp op, Algorithm a, int ranks, int perNode) { return runsAs(op, a, ranks, perNode) != Algorithm::InNetwork; }

int treeParent(int tree, int rank, int ranks) {
  // In-order binary tree on 1..ranks: the number of trailing zeros is the height, so odd numbers are the leaves. The
  // second tree is the first shifted by one, which makes the leaves of one the inner nodes of the other.
  const int shift = tree == 0 ? 0 : 1;
  const int at = (rank - shift + ranks) % ranks + 1;
  const int root = static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)));
  if (at == root) return -1;
  int bit = at & -at;
  int parent = (at ^ bit) | (bit << 1);
  // Where the parent does not exist, the subtree hangs from the next ancestor that does.
  while (parent > ranks) {
    bit = parent & -parent;
    parent = (parent ^ bit) | (bit << 1);
    if (bit > ranks) return (root - 1 + shift) % ranks;
  }
  return (parent - 1 + shift) % ranks;
}

double busBandwidthFactor(CollectiveOp op, int ranks) {
  const double n = ranks;
  switch (op) {
    case CollectiveOp::AllReduce: return 2 * (n - 1) / n;
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::AllToAll:
    case CollectiveOp::Gather:
    case CollectiveOp::Scatter: return (n - 1) / n;
    case CollectiveOp::Broadcast:
    case CollectiveOp::Reduce:
    case CollectiveOp::SendReceive: return 1;
    case CollectiveOp::Barrier: return 0;  // it carries nothing
  }
  return 1;
}

}  // namespace weir
