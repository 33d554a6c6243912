#include "core/base/collective.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace weir {
namespace {

using Sink = std::function<void(const Message&)>;
constexpr std::array<std::string_view, 5> kOps{"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast"};
constexpr std::array<std::string_view, 4> kAlgorithms{"auto", "ring", "double-binary-tree", "halving-doubling"};

// Blocks [lo, lo + count) of `parts` nearly equal blocks of `bytes`: sizes add up to `bytes` exactly. The quotient and
// the remainder are spread apart so that no product exceeds 64 bits.
std::int64_t blockBytes(std::int64_t bytes, std::int64_t parts, std::int64_t lo, std::int64_t count) {
  const std::int64_t q = bytes / parts;
  const std::int64_t r = bytes % parts;
  const auto at = [&](std::int64_t i) { return q * i + std::min(i, r); };
  return at(lo + count) - at(lo);
}

void ring(int n, int rounds, std::int64_t bytes, const Sink& fn) {
  for (int k = 0; k < rounds; ++k)
    for (int b = 0; b < n; ++b)
      fn({static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(k), (b + k) % n, (b + k + 1) % n, blockBytes(bytes, n, b, 1)});
}

void chain(int n, std::int64_t bytes, std::uint32_t chunks, const Sink& fn) {
  for (std::uint32_t c = 0; c < chunks; ++c)
    for (int r = 0; r + 1 < n; ++r) fn({c, static_cast<std::uint32_t>(r), r, r + 1, blockBytes(bytes, chunks, c, 1)});
}

void binomial(int n, std::int64_t bytes, const Sink& fn) {
  std::uint32_t step = 0;
  for (int half = 1; half < n; half *= 2, ++step)
    for (int r = 0; r < half && r + half < n; ++r) fn({0, step, r, r + half, bytes});
}

void pairwise(int n, std::int64_t bytes, const Sink& fn) {
  for (int k = 1; k < n; ++k)
    for (int r = 0; r < n; ++r)
      fn({0, static_cast<std::uint32_t>(k - 1), r, (r + k) % n, blockBytes(bytes, n, (r + k) % n, 1)});
}

// First block held by `r` after i halvings: bit j of the rank says which half it kept at step j.
int heldFrom(int r, int i, int power) {
  int lo = 0;
  for (int j = 0; j < i; ++j) lo += ((r >> j) & 1) * (power >> (j + 1));
  return lo;
}

// Halvings then doublings among the first power-of-two ranks; real() maps them to ranks of the communicator.
template <class Real>
void halvingDoubling(int power, bool reduce, bool gather, std::int64_t bytes, std::uint32_t step, const Real& real, const Sink& fn) {
  const int rounds = std::countr_zero(static_cast<unsigned>(power));
  if (reduce)
    for (int i = 0; i < rounds; ++i, ++step)
      for (int r = 0; r < power; ++r) {
        const int half = power >> (i + 1);
        const int given = heldFrom(r, i, power) + (((r >> i) & 1) ? 0 : half);
        fn({0, step, real(r), real(r ^ (1 << i)), blockBytes(bytes, power, given, half)});
      }
  if (gather)
    for (int i = rounds - 1; i >= 0; --i, ++step)
      for (int r = 0; r < power; ++r)
        fn({0, step, real(r), real(r ^ (1 << i)), blockBytes(bytes, power, heldFrom(r, i + 1, power), power >> (i + 1))});
}

void allReduceHalvingDoubling(int n, std::int64_t bytes, const Sink& fn) {
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  const int surplus = n - power;
  // Of the first 2 x surplus ranks, the even ones hand their vector to the odd neighbour and wait for the result.
  for (int r = 0; r < surplus; ++r) fn({0, 0, 2 * r, 2 * r + 1, bytes});
  const auto real = [&](int r) { return r < surplus ? 2 * r + 1 : r + surplus; };
  const std::uint32_t first = surplus > 0 ? 1 : 0;
  halvingDoubling(power, true, true, bytes, first, real, fn);
  const std::uint32_t last = first + 2 * static_cast<std::uint32_t>(std::countr_zero(static_cast<unsigned>(power)));
  for (int r = 0; r < surplus; ++r) fn({0, last, 2 * r + 1, 2 * r, bytes});
}

void doubleTree(int n, bool reduce, std::int64_t bytes, std::uint32_t chunks, const Sink& fn) {
  for (int tree = 0; tree < 2; ++tree) {
    std::vector<int> parent(static_cast<std::size_t>(n)), depth(static_cast<std::size_t>(n), 0), height(static_cast<std::size_t>(n), 0);
    const auto at = [](auto& v, int i) -> auto& { return v[static_cast<std::size_t>(i)]; };
    for (int r = 0; r < n; ++r) at(parent, r) = treeParent(tree, r, n);
    for (int r = 0; r < n; ++r) {
      int h = 0;
      for (int p = r; at(parent, p) >= 0; p = at(parent, p)) {
        ++h;
        at(height, at(parent, p)) = std::max(at(height, at(parent, p)), h);
      }
      at(depth, r) = h;
    }
    std::vector<int> byHeight(static_cast<std::size_t>(n)), byDepth;
    for (int r = 0; r < n; ++r) at(byHeight, r) = r;
    byDepth = byHeight;
    std::stable_sort(byHeight.begin(), byHeight.end(), [&](int a, int b) { return at(height, a) < at(height, b); });
    std::stable_sort(byDepth.begin(), byDepth.end(), [&](int a, int b) { return at(depth, a) < at(depth, b); });
    const int top = reduce ? at(height, byDepth.front()) : 0;
    const std::int64_t share = blockBytes(bytes, 2, tree, 1);
    for (std::uint32_t c = 0; c < chunks; ++c) {
      const std::uint32_t chunk = static_cast<std::uint32_t>(tree) * chunks + c;
      const std::int64_t size = blockBytes(share, chunks, c, 1);
      if (reduce)
        for (const int r : byHeight)
          if (at(parent, r) >= 0) fn({chunk, static_cast<std::uint32_t>(at(height, r)), r, at(parent, r), size});
      for (const int r : byDepth)
        if (at(parent, r) >= 0) fn({chunk, static_cast<std::uint32_t>(top + at(depth, r) - 1), at(parent, r), r, size});
    }
  }
}

}  // namespace

std::string_view name(CollectiveOp op) { return kOps[static_cast<std::size_t>(op)]; }
std::string_view name(Algorithm a) { return kAlgorithms[static_cast<std::size_t>(a)]; }
std::optional<CollectiveOp> collectiveOpFrom(std::string_view text) {
  for (std::size_t i = 0; i < kOps.size(); ++i)
    if (kOps[i] == text) return static_cast<CollectiveOp>(i);
  return std::nullopt;
}
std::optional<Algorithm> algorithmFrom(std::string_view text) {
  for (std::size_t i = 0; i < kAlgorithms.size(); ++i)
    if (kAlgorithms[i] == text) return static_cast<Algorithm>(i);
  return std::nullopt;
}

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
    case CollectiveOp::AllToAll: return (n - 1) / n;
    case CollectiveOp::Broadcast: return 1;
  }
  return 1;
}

void expandCollective(CollectiveOp op, Algorithm algorithm, int ranks, std::int64_t bytes, std::uint32_t treeChunks,
                      const Sink& fn) {
  if (ranks < 2 || bytes < 0) return;
  // Trees as deep as they are need more pieces than a chain: with one piece a level of the tree waits for the whole of it.
  const std::int64_t piece = algorithm == Algorithm::DoubleBinaryTree ? 32 << 10 : 512 << 10;
  const std::uint32_t chunks = treeChunks > 0 ? treeChunks : static_cast<std::uint32_t>(std::clamp<std::int64_t>(bytes / 2 / piece, 1, 64));
  const bool powerOfTwo = std::has_single_bit(static_cast<unsigned>(ranks));
  const auto same = [](int r) { return r; };
  switch (op) {
    case CollectiveOp::AllToAll: return pairwise(ranks, bytes, fn);
    case CollectiveOp::Broadcast:
      if (algorithm == Algorithm::HalvingDoubling) return binomial(ranks, bytes, fn);
      if (algorithm == Algorithm::DoubleBinaryTree) return doubleTree(ranks, false, bytes, chunks, fn);
      return chain(ranks, bytes, chunks, fn);
    case CollectiveOp::AllReduce:
      if (algorithm == Algorithm::HalvingDoubling) return allReduceHalvingDoubling(ranks, bytes, fn);
      if (algorithm == Algorithm::DoubleBinaryTree) return doubleTree(ranks, true, bytes, chunks, fn);
      return ring(ranks, 2 * (ranks - 1), bytes, fn);
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter:
      if (algorithm == Algorithm::HalvingDoubling && powerOfTwo)
        return halvingDoubling(ranks, op == CollectiveOp::ReduceScatter, op == CollectiveOp::AllGather, bytes, 0, same, fn);
      return ring(ranks, ranks - 1, bytes, fn);
  }
}

}  // namespace weir
