#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/collective.h"

namespace weir {
namespace {

using Sink = std::function<void(const Message&)>;
using Step = std::uint32_t;

// Blocks [lo, lo + count) of `parts` nearly equal blocks of `bytes`: sizes add up to `bytes` exactly. The quotient and
// the remainder are spread apart so that no product exceeds 64 bits.
struct Blocks {
  std::int64_t bytes, parts;
  [[nodiscard]] std::int64_t at(std::int64_t i) const { return bytes / parts * i + std::min(i, bytes % parts); }
  [[nodiscard]] std::int64_t size(std::int64_t lo, std::int64_t count = 1) const { return at(lo + count) - at(lo); }
  // `count` blocks from `lo`, going on at block 0 after the last.
  [[nodiscard]] std::int64_t around(std::int64_t lo, std::int64_t count) const {
    const std::int64_t first = std::min(count, parts - lo);
    return size(lo, first) + size(0, count - first);
  }
};

int log2Up(int n) { return n < 2 ? 0 : std::bit_width(static_cast<unsigned>(n - 1)); }

void ring(int n, int rounds, std::int64_t bytes, const Sink& fn) {
  const Blocks v{bytes, n};
  for (int k = 0; k < rounds; ++k)
    for (int b = 0; b < n; ++b) fn({static_cast<Step>(b), static_cast<Step>(k), (b + k) % n, (b + k + 1) % n, v.size(b), v.at(b)});
}

void segmentedRing(int n, std::int64_t bytes, std::uint32_t wanted, const Sink& fn) {
  const Blocks v{bytes, n};
  const std::int64_t largest = v.size(0);
  const std::int64_t segments = wanted > 0 ? wanted : std::clamp<std::int64_t>((largest + (1 << 20) - 1) >> 20, 1, 64);
  for (int k = 0; k < 2 * (n - 1); ++k)
    for (std::int64_t s = 0; s < segments; ++s)
      for (int b = 0; b < n; ++b) {
        const Blocks block{v.size(b), segments};
        fn({static_cast<Step>(b * segments + s), static_cast<Step>(k), (b + k) % n, (b + k + 1) % n, block.size(s), v.at(b) + block.at(s)});
      }
}

void chain(int n, bool reduce, Step firstStep, std::int64_t bytes, std::uint32_t chunks, const Sink& fn) {
  const Blocks v{bytes, chunks};
  for (std::uint32_t c = 0; c < chunks; ++c)
    for (int r = 0; r + 1 < n; ++r) {
      const int from = reduce ? n - 1 - r : r;
      fn({c, firstStep + static_cast<Step>(r), from, reduce ? from - 1 : from + 1, v.size(c), v.at(c)});
    }
}

// Down from rank 0, in lg n steps; `up` reverses them.
Step binomial(int n, bool up, Step step, std::int64_t bytes, const Sink& fn) {
  const int rounds = log2Up(n);
  for (int i = 0; i < rounds; ++i, ++step) {
    const int half = 1 << (up ? rounds - 1 - i : i);
    for (int r = 0; r < half && r + half < n; ++r) fn({0, step, up ? r + half : r, up ? r : r + half, bytes, 0});
  }
  return step;
}

// Each parent hands its child the blocks of the child's subtree; `up` gathers them.
Step binomialBlocks(int n, bool up, Step step, std::int64_t bytes, const Sink& fn) {
  const Blocks v{bytes, n};
  const int rounds = log2Up(n);
  for (int i = 0; i < rounds; ++i, ++step) {
    const int half = 1 << (up ? i : rounds - 1 - i);
    for (int r = 0; r + half < n; r += 2 * half) {
      const std::int64_t count = std::min(half, n - r - half);
      fn({0, step, up ? r + half : r, up ? r : r + half, v.size(r + half, count), v.at(r + half)});
    }
  }
  return step;
}

void toRoot(int n, bool up, Step step, bool blocks, std::int64_t bytes, const Sink& fn) {
  const Blocks v{bytes, n};
  for (int r = 1; r < n; ++r) fn({0, step, up ? r : 0, up ? 0 : r, blocks ? v.size(r) : bytes, blocks ? v.at(r) : 0});
}

// Own block (all-gather) or the receiver's (reduce-scatter, all-to-all), a step a partner or all at once.
void pairwise(int n, bool own, bool atOnce, std::int64_t bytes, const Sink& fn) {
  const Blocks v{bytes, n};
  for (int k = 1; k < n; ++k)
    for (int r = 0; r < n; ++r) {
      const int to = (r + k) % n, block = own ? r : to;
      fn({0, atOnce ? 0 : static_cast<Step>(k - 1), r, to, v.size(block), v.at(block)});
    }
}

void allGatherBruck(int n, std::int64_t bytes, const Sink& fn) {
  const Blocks v{bytes, n};
  Step step = 0;
  for (int held = 1; held < n; held *= 2, ++step)
    for (int r = 0; r < n; ++r) fn({0, step, r, (r - held + n) % n, v.around(r, std::min(held, n - held)), v.at(r)});
}

void allToAllBruck(int n, std::int64_t bytes, const Sink& fn) {
  const Blocks v{bytes, n};
  Step step = 0;
  for (int hop = 1; hop < n; hop *= 2, ++step)
    for (int r = 0; r < n; ++r) {
      // Blocks that still have `hop` to go: their distance to the destination has this bit.
      std::int64_t size = 0;
      for (int d = hop; d < n; ++d)
        if (d & hop) size += v.size((r + d - (d & (hop - 1)) % n + n) % n);
      fn({0, step, r, (r + hop) % n, size, -1});
    }
}

void neighbourExchange(int n, std::int64_t bytes, const Sink& fn) {
  const Blocks v{bytes, n};
  // First own blocks within pairs (0,1), (2,3), ...; then two blocks at a time, left and right in turn.
  for (int r = 0; r < n; ++r) fn({0, 0, r, r ^ 1, v.size(r), v.at(r)});
  for (int i = 1; i < n / 2; ++i)
    for (int r = 0; r < n; ++r) {
      const bool even = r % 2 == 0;
      const bool left = even == (i % 2 == 1);
      const int to = left ? (r - 1 + n) % n : (r + 1) % n;
      // The pair taken last: own pair first, then what came from the other side, ever farther away.
      const int pair = r / 2, away = i / 2;
      const int from = i == 1 ? pair : (((even ? (i % 2 == 0 ? -away : away) : (i % 2 == 0 ? away : -away)) + pair) % (n / 2) + n / 2) % (n / 2);
      fn({0, static_cast<Step>(i), r, to, v.size(2 * from, 2), v.at(2 * from)});
    }
}

// First block held by `r` after i halvings: bit j of the rank says which half it kept at step j.
int heldFrom(int r, int i, int power) {
  int lo = 0;
  for (int j = 0; j < i; ++j) lo += ((r >> j) & 1) * (power >> (j + 1));
  return lo;
}

// Halvings then doublings among the first power-of-two ranks; real() maps them to ranks of the communicator.
template <class Real>
void halvingDoubling(int power, bool reduce, bool gather, std::int64_t bytes, Step step, const Real& real, const Sink& fn) {
  const int rounds = std::countr_zero(static_cast<unsigned>(power));
  const Blocks v{bytes, power};
  if (reduce)
    for (int i = 0; i < rounds; ++i, ++step)
      for (int r = 0; r < power; ++r) {
        const int half = power >> (i + 1);
        const int given = heldFrom(r, i, power) + (((r >> i) & 1) ? 0 : half);
        fn({0, step, real(r), real(r ^ (1 << i)), v.size(given, half), v.at(given)});
      }
  if (gather)
    for (int i = rounds - 1; i >= 0; --i, ++step)
      for (int r = 0; r < power; ++r) {
        const int lo = heldFrom(r, i + 1, power);
        fn({0, step, real(r), real(r ^ (1 << i)), v.size(lo, power >> (i + 1)), v.at(lo)});
      }
}

// Aligned groups of blocks: doubled with the near partner first (all-gather), halved with the far one first.
void recursiveBlocks(int n, bool gather, std::int64_t bytes, const Sink& fn) {
  const int rounds = std::countr_zero(static_cast<unsigned>(n));
  const Blocks v{bytes, n};
  for (int i = 0; i < rounds; ++i)
    for (int r = 0; r < n; ++r) {
      const int width = 1 << (gather ? i : rounds - 1 - i);
      const int to = r ^ width;
      const int lo = (gather ? r : to) / width * width;
      fn({0, static_cast<Step>(i), r, to, v.size(lo, width), v.at(lo)});
    }
}

// Of the first 2 x surplus ranks, the even ones hand their vector to the odd neighbour and wait for the result.
template <class Core>
void folded(int n, int rounds, std::int64_t bytes, const Sink& fn, const Core& core) {
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  const int surplus = n - power;
  for (int r = 0; r < surplus; ++r) fn({0, 0, 2 * r, 2 * r + 1, bytes, 0});
  const Step first = surplus > 0 ? 1 : 0;
  core(power, first, [surplus](int r) { return r < surplus ? 2 * r + 1 : r + surplus; });
  for (int r = 0; r < surplus; ++r) fn({0, first + static_cast<Step>(rounds), 2 * r + 1, 2 * r, bytes, 0});
}

void allReduceHalvingDoubling(int n, std::int64_t bytes, const Sink& fn) {
  const int lg = std::bit_width(static_cast<unsigned>(n)) - 1;
  folded(n, 2 * lg, bytes, fn, [&](int power, Step first, const auto& real) { halvingDoubling(power, true, true, bytes, first, real, fn); });
}

void allReduceRecursiveDoubling(int n, std::int64_t bytes, const Sink& fn) {
  const int lg = std::bit_width(static_cast<unsigned>(n)) - 1;
  folded(n, lg, bytes, fn, [&](int power, Step first, const auto& real) {
    for (int i = 0; i < lg; ++i)
      for (int r = 0; r < power; ++r) fn({0, first + static_cast<Step>(i), real(r), real(r ^ (1 << i)), bytes, 0});
  });
}

// One tree of `share` bytes that begin at `offset`, in chunks numbered from `chunk`: up, down or both.
void tree(int which, int n, bool up, bool down, std::int64_t share, std::int64_t offset, std::uint32_t chunk, std::uint32_t chunks, const Sink& fn) {
  std::vector<int> parent(static_cast<std::size_t>(n)), depth(static_cast<std::size_t>(n), 0), height(static_cast<std::size_t>(n), 0);
  const auto at = [](auto& v, int i) -> auto& { return v[static_cast<std::size_t>(i)]; };
  for (int r = 0; r < n; ++r) at(parent, r) = treeParent(which, r, n);
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
  const int top = up ? at(height, byDepth.front()) : 0;
  const Blocks v{share, chunks};
  for (std::uint32_t c = 0; c < chunks; ++c) {
    const std::int64_t size = v.size(c), where = offset + v.at(c);
    if (up)
      for (const int r : byHeight)
        if (at(parent, r) >= 0) fn({chunk + c, static_cast<Step>(at(height, r)), r, at(parent, r), size, where});
    if (down)
      for (const int r : byDepth)
        if (at(parent, r) >= 0) fn({chunk + c, static_cast<Step>(top + at(depth, r) - 1), at(parent, r), r, size, where});
  }
}

// `binary`: rank 0 has to be the root of a broadcast or reduction, so ranks are renumbered around the tree's own root.
void binaryTree(int n, bool up, bool down, std::int64_t bytes, std::uint32_t chunks, const Sink& fn) {
  const int root = static_cast<int>(std::bit_floor(static_cast<unsigned>(n))) - 1;
  tree(0, n, up, down, bytes, 0, 0, chunks, [&](const Message& m) {
    Message x = m;
    x.from = (m.from - root + n) % n;
    x.to = (m.to - root + n) % n;
    fn(x);
  });
}

void doubleTree(int n, bool up, bool down, std::int64_t bytes, std::uint32_t chunks, const Sink& fn) {
  const Blocks halves{bytes, 2};
  for (int t = 0; t < 2; ++t) tree(t, n, up, down, halves.size(t), halves.at(t), static_cast<std::uint32_t>(t) * chunks, chunks, fn);
}

// Ring reduce-scatter in each node, rings among the ranks that hold the same block, ring all-gather in each node.
void hierarchical(int n, int perNode, std::int64_t bytes, const Sink& fn) {
  const int p = perNode, nodes = n / perNode;
  const Blocks v{bytes, p};
  const auto rank = [&](int node, int local) { return node * p + (local % p + p) % p; };
  for (int b = 0; b < p; ++b) {
    const auto chunk = static_cast<std::uint32_t>(b);
    Step step = 0;
    for (int k = 0; k < p - 1; ++k, ++step)
      for (int node = 0; node < nodes; ++node) fn({chunk, step, rank(node, b + k), rank(node, b + k + 1), v.size(b), v.at(b)});
    const int owner = b + p - 1;
    const Blocks part{v.size(b), nodes};
    for (int k = 0; k < 2 * (nodes - 1); ++k, ++step)
      for (int c = 0; c < nodes; ++c)
        fn({chunk, step, rank((c + k) % nodes, owner), rank((c + k + 1) % nodes, owner), part.size(c), v.at(b) + part.at(c)});
    for (int k = 0; k < p - 1; ++k, ++step)
      for (int node = 0; node < nodes; ++node) fn({chunk, step, rank(node, owner + k), rank(node, owner + k + 1), v.size(b), v.at(b)});
  }
}

void dissemination(int n, const Sink& fn) {
  Step step = 0;
  for (int hop = 1; hop < n; hop *= 2, ++step)
    for (int r = 0; r < n; ++r) fn({0, step, r, (r + hop) % n, 0, -1});
}

// Around twice: nobody leaves before all have come.
void ringBarrier(int n, const Sink& fn) {
  for (int k = 0; k < 2 * n - 1; ++k) fn({0, static_cast<Step>(k), k % n, (k + 1) % n, 0, -1});
}

}  // namespace

void expandCollective(CollectiveOp op, Algorithm wanted, int n, std::int64_t bytes, std::uint32_t treeChunks, const Sink& fn, int perNode) {
  using enum Algorithm;
  if (n < 2 || bytes < 0) return;
  const Algorithm a = runsAs(op, wanted, n, perNode);
  // Trees as deep as they are need more pieces than a chain: with one piece a level of the tree waits for the whole of it.
  const std::int64_t piece = a == DoubleBinaryTree || a == BinaryTree ? 32 << 10 : 512 << 10;
  const std::uint32_t chunks = treeChunks > 0 ? treeChunks : static_cast<std::uint32_t>(std::clamp<std::int64_t>(bytes / 2 / piece, 1, 64));
  const auto same = [](int r) { return r; };
  if (a == InNetwork) return;
  switch (op) {
    case CollectiveOp::AllReduce:
      switch (a) {
        case HalvingDoubling: return allReduceHalvingDoubling(n, bytes, fn);
        case RecursiveDoubling: return allReduceRecursiveDoubling(n, bytes, fn);
        case DoubleBinaryTree: return doubleTree(n, true, true, bytes, chunks, fn);
        case BinaryTree: return binaryTree(n, true, true, bytes, chunks, fn);
        case SegmentedRing: return segmentedRing(n, bytes, treeChunks, fn);
        case Hierarchical: return hierarchical(n, perNode, bytes, fn);
        case Chain:
          chain(n, true, 0, bytes, chunks, fn);
          return chain(n, false, static_cast<Step>(n - 1), bytes, chunks, fn);
        case Linear:
          toRoot(n, true, 0, false, bytes, fn);
          return toRoot(n, false, 1, false, bytes, fn);
        case Binomial: {
          const Step down = binomial(n, true, 0, bytes, fn);
          binomial(n, false, down, bytes, fn);
          return;
        }
        default: return ring(n, 2 * (n - 1), bytes, fn);
      }
    case CollectiveOp::AllGather:
      switch (a) {
        case HalvingDoubling: return halvingDoubling(n, false, true, bytes, 0, same, fn);
        case RecursiveDoubling: return recursiveBlocks(n, true, bytes, fn);
        case Bruck: return allGatherBruck(n, bytes, fn);
        case NeighbourExchange: return neighbourExchange(n, bytes, fn);
        case Pairwise: return pairwise(n, true, false, bytes, fn);
        case Linear: return pairwise(n, true, true, bytes, fn);
        case Binomial: {
          const Step down = binomialBlocks(n, true, 0, bytes, fn);
          binomial(n, false, down, bytes, fn);
          return;
        }
        default: return ring(n, n - 1, bytes, fn);
      }
    case CollectiveOp::ReduceScatter:
      switch (a) {
        case HalvingDoubling: return halvingDoubling(n, true, false, bytes, 0, same, fn);
        case RecursiveDoubling: return recursiveBlocks(n, false, bytes, fn);
        case Pairwise: return pairwise(n, false, false, bytes, fn);
        case Linear: return pairwise(n, false, true, bytes, fn);
        case Binomial: {
          const Step down = binomial(n, true, 0, bytes, fn);
          binomialBlocks(n, false, down, bytes, fn);
          return;
        }
        default: return ring(n, n - 1, bytes, fn);
      }
    case CollectiveOp::AllToAll:
      if (a == Bruck) return allToAllBruck(n, bytes, fn);
      return pairwise(n, false, a == Linear, bytes, fn);
    case CollectiveOp::Broadcast:
    case CollectiveOp::Reduce: {
      const bool up = op == CollectiveOp::Reduce;
      switch (a) {
        case Linear: return toRoot(n, up, 0, false, bytes, fn);
        case Binomial:
          binomial(n, up, 0, bytes, fn);
          return;
        case BinaryTree: return binaryTree(n, up, !up, bytes, chunks, fn);
        case DoubleBinaryTree: return doubleTree(n, up, !up, bytes, chunks, fn);
        case HalvingDoubling: {  // Rabenseifner's reduction: halve, then gather to rank 0
          recursiveBlocks(n, false, bytes, fn);
          binomialBlocks(n, true, static_cast<Step>(log2Up(n)), bytes, fn);
          return;
        }
        case ScatterAllGather: {
          const Step after = binomialBlocks(n, false, 0, bytes, fn);
          ring(n, n - 1, bytes, [&](const Message& m) {
            Message x = m;
            x.chunk = 0;
            x.step += after;
            fn(x);
          });
          return;
        }
        default: return chain(n, up, 0, bytes, chunks, fn);
      }
    }
    case CollectiveOp::Gather:
    case CollectiveOp::Scatter: {
      const bool up = op == CollectiveOp::Gather;
      if (a == Linear) return toRoot(n, up, 0, true, bytes, fn);
      binomialBlocks(n, up, 0, bytes, fn);
      return;
    }
    case CollectiveOp::Barrier:
      if (a == Ring) return ringBarrier(n, fn);
      if (a == Linear) {
        toRoot(n, true, 0, false, 0, fn);
        return toRoot(n, false, 1, false, 0, fn);
      }
      return dissemination(n, fn);
    case CollectiveOp::SendReceive:
      for (int r = 0; r < n; ++r) fn({0, 0, r, (r + 1) % n, bytes, 0});
      return;
  }
}

}  // namespace weir
