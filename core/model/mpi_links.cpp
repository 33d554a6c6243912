#include "core/model/mpi_links.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace weir::model {
namespace {

constexpr double kJoin = 6;          // how softly the limits of network and cores join
constexpr double kInWindow = 0.4;    // CPU of a byte that no acknowledgement clocks, over that of one that is
constexpr double kElement = 4;       // bytes; Open MPI's ring needs an element a rank
constexpr double kRepeats = 4;       // operations before the median one of a short series

int levelsUp(int n) { return n < 2 ? 0 : std::bit_width(static_cast<unsigned>(n - 1)); }
int levelsDown(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }

// (a^6 + b^6)^(1/6) without overflow.
double join(double a, double b) {
  const double most = std::max(a, b), least = std::min(a, b);
  return most > 0 ? most * std::pow(1 + std::pow(least / most, kJoin), 1 / kJoin) : 0;
}

struct Builder {
  int n;
  MpiSchedule s;

  void oneWay(double bytes, double count = 1) { s.add({MpiPattern::OneWay, bytes, count, 1, 1}); }
  void exchange(double bytes, double count = 1) { s.add({MpiPattern::Exchange, bytes, count, 1, static_cast<double>(n)}); }
  void shift(double bytes, double count, bool samePartner = true) {
    if (n == 2) return exchange(bytes, count);
    s.add({samePartner ? MpiPattern::Shift : MpiPattern::Scattered, bytes, count, 1, static_cast<double>(n)});
  }
  void fan(double bytes, double fan, double messages) { s.add({MpiPattern::FanOut, bytes, 1, fan, messages}); }

  // The root sends to all its children at once; they go on when they have it. Child 2^i has i children less.
  void treeDown(double bytes) {
    const int levels = levelsUp(n);
    for (int i = 0; i < levels; ++i) fan(bytes, levels - i, std::exp2(i) * (levels - i));
  }
  void treeUp(double bytes) { oneWay(bytes, levelsUp(n)); }
  void treeBlocks(double bytes) {
    for (int half = 1; half < n; half *= 2) oneWay(bytes * std::min(half, n - half) / n);
  }
  void binaryDown(double bytes) {
    for (int i = 0, left = n - 1; left > 0; ++i) {
      const int here = std::min(left, 2 << i);
      fan(bytes, std::min(2, left), here);
      left -= here;
    }
  }
  void root(double bytes) { fan(bytes, n - 1, n - 1); }
  // Surplus ranks hand over first and are told last.
  void fold(double bytes) {
    if (!std::has_single_bit(static_cast<unsigned>(n))) oneWay(bytes, 2);
  }
  void halving(double bytes, double times) {
    for (int i = 1; i <= levelsDown(n); ++i) exchange(bytes / std::exp2(i), times);
  }
  void doubling(double bytes, bool pairs) {
    for (int held = 1; held < n; held *= 2) {
      const double block = bytes * std::min(held, n - held) / n;
      if (pairs) exchange(block);
      else shift(block, 1, false);
    }
  }
};

void allReduce(Builder& b, Algorithm a, double bytes) {
  using enum Algorithm;
  const int n = b.n;
  if ((a == Ring || a == SegmentedRing) && bytes / kElement < n) a = RecursiveDoubling;
  switch (a) {
    case RecursiveDoubling:
      b.exchange(bytes, levelsDown(n));
      return b.fold(bytes);
    case HalvingDoubling:
      b.halving(bytes, 2);
      return b.fold(bytes);
    case Linear:
      b.root(bytes);
      return b.root(bytes);
    case Binomial:
      b.treeUp(bytes);
      return b.treeDown(bytes);
    case BinaryTree:
    case DoubleBinaryTree:
      b.binaryDown(bytes);
      return b.binaryDown(bytes);
    case Chain: return b.oneWay(bytes, 2.0 * (n - 1));
    default: return b.shift(bytes / n, 2.0 * (n - 1));
  }
}

void gatherOrReduceScatter(Builder& b, CollectiveOp op, Algorithm a, double bytes) {
  using enum Algorithm;
  const int n = b.n;
  switch (a) {
    case HalvingDoubling:
    case RecursiveDoubling: return b.halving(bytes, 1);
    case Bruck: return b.doubling(bytes, false);
    case NeighbourExchange:
      b.exchange(bytes / n);
      return b.exchange(2 * bytes / n, n / 2.0 - 1);
    case Pairwise: return b.shift(bytes / n, n - 1, false);
    case Linear:
      if (op == CollectiveOp::AllGather) {  // Open MPI's: gathers to one, which broadcasts
        b.root(bytes / n);
        return b.treeDown(bytes);
      }
      b.root(bytes);
      return b.root(bytes / n);
    case Binomial:
      b.treeUp(op == CollectiveOp::AllGather ? bytes / n : bytes);
      return op == CollectiveOp::AllGather ? b.treeDown(bytes) : b.treeBlocks(bytes);
    default: return b.shift(bytes / n, n - 1);
  }
}

void rooted(Builder& b, CollectiveOp op, Algorithm a, double bytes) {
  using enum Algorithm;
  const int n = b.n;
  switch (a) {
    case Linear: return b.root(bytes);
    case Binomial: return op == CollectiveOp::Reduce ? b.treeUp(bytes) : b.treeDown(bytes);
    case BinaryTree:
    case DoubleBinaryTree: return b.binaryDown(bytes);
    case HalvingDoubling:
      b.halving(bytes, 1);
      return b.treeBlocks(bytes);
    case ScatterAllGather:
      b.treeBlocks(bytes);
      return b.shift(bytes / n, n - 1);
    default: return b.oneWay(bytes, n - 1);
  }
}

}  // namespace

double ShapedLink::onLink(double bytes) const { return bytes + envelope_bytes + std::ceil((bytes + envelope_bytes) / payload_bytes) * header_bytes; }

MpiSchedule mpiSchedule(CollectiveOp op, Algorithm algorithm, int n, double bytes) {
  Builder b{n, {}};
  if (n < 2) return b.s;
  const Algorithm a = runsAs(op, algorithm, n);
  switch (op) {
    case CollectiveOp::AllReduce: allReduce(b, a, bytes); break;
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter: gatherOrReduceScatter(b, op, a, bytes); break;
    case CollectiveOp::AllToAll:
      if (a == Algorithm::Bruck) {
        for (int hop = 1; hop < n; hop *= 2) b.shift(bytes * (n / (2 * hop) * hop + std::max(0, n % (2 * hop) - hop)) / n, 1, false);
      } else if (a == Algorithm::Linear) {
        // All at once: the links carry everything both ways, the cores every message.
        b.s.add({n == 2 ? MpiPattern::Exchange : MpiPattern::Shift, bytes / n * (n - 1), 1, 1, static_cast<double>(n) * (n - 1)});
      } else {
        // With an even number the middle step meets its own partner.
        const double pairs = n % 2 == 0 ? 1 : 0;
        b.exchange(bytes / n, pairs);
        b.shift(bytes / n, n - 1 - pairs, false);
      }
      break;
    case CollectiveOp::Broadcast:
    case CollectiveOp::Reduce: rooted(b, op, a, bytes); break;
    case CollectiveOp::Gather:
    case CollectiveOp::Scatter:
      if (a == Algorithm::Linear) b.root(bytes / n);
      else b.treeBlocks(bytes);
      break;
    case CollectiveOp::Barrier: b.exchange(0, levelsUp(n)); break;
    case CollectiveOp::SendReceive: b.oneWay(bytes, 2); break;
  }
  return b.s;
}

MpiTime mpiTime(const MpiSchedule& s, int ranks, const ShapedLink& link, const MpiCosts& c) {
  MpiTime t;
  double path = 0, links = 0, tree = 0, steps = 0;  // short messages: bytes in a row; through everyone's link; through a parent's
  double long_s = 0;
  bool alternate = s.phases > 0;  // nothing but one message at a time, there and back
  for (int i = 0; i < s.phases; ++i) {
    const MpiPhase& p = s.phase[static_cast<std::size_t>(i)];
    const double bytes = link.onLink(p.bytes), w = bytes / link.bytes_per_s;
    alternate = alternate && p.pattern == MpiPattern::OneWay && ranks == 2;
    t.latency_s += p.count * c.message_s * std::max(1.0, p.messages / c.cores);
    t.cpu_s += p.count * p.messages * p.bytes * c.cpu_s_per_byte * (p.bytes > c.window_bytes ? 1 : kInWindow) / c.cores;
    if (p.bytes <= c.eager_bytes) {
      // The levels of a tree have links of their own; where all send in every step the same link carries all of it.
      const double step = bytes * (p.pattern == MpiPattern::FanOut ? p.fan : 1);
      path += p.count * step;
      if (alternate) links += 0.5 * p.count * step;
      else if (p.pattern == MpiPattern::OneWay || p.pattern == MpiPattern::FanOut) tree = std::max(tree, step);
      else links += p.count * step;
      steps += p.count;
      continue;
    }
    const double ahead = std::min(link.burst_bytes, bytes) / link.bytes_per_s;
    switch (p.pattern) {
      case MpiPattern::OneWay: long_s += p.count * (w - ahead); break;
      case MpiPattern::Exchange: long_s += p.count * (2 * w - ahead); break;
      case MpiPattern::Shift: long_s += p.count * (w * (1 + c.duplex_wait) + c.rendezvous_s); break;
      case MpiPattern::Scattered: long_s += p.count * (w * (1 + 2 * c.duplex_wait) + c.rendezvous_s); break;
      // With two ranks the root's link never rests between two operations.
      case MpiPattern::FanOut: long_s += p.count * (p.fan * w - (ranks > 2 ? ahead : 0)); break;
    }
  }
  if (steps > 0) {
    // Credit: what the barrier before the operation refills, or what a short series has not used up yet; then what the
    // pauses of the steps refill, a bucket each at most.
    const double busiest = links + tree;
    const double pause_s = c.message_s * std::max(1.0, ranks / c.cores) * levelsUp(ranks);
    const double credit = std::max({0.0, std::min(link.burst_bytes, pause_s * link.bytes_per_s), link.burst_bytes - kRepeats * busiest});
    const double wait_s = path / link.bytes_per_s * std::max(0.0, 1 - credit / busiest) * (alternate ? 0.5 : 1);
    const double refilled_s = long_s > 0 ? 0 : std::min(t.latency_s, steps * link.burst_bytes / link.bytes_per_s);
    long_s += std::max(0.0, wait_s - refilled_s);
  }
  t.network_s = t.latency_s + long_s;
  t.time_s = join(t.network_s, t.cpu_s);
  return t;
}

std::optional<Algorithm> openMpiAlgorithm(CollectiveOp op, std::string_view name) {
  using enum Algorithm;
  struct Known {
    std::string_view name;
    Algorithm algorithm;
  };
  // coll_tuned's lists (ompi/mca/coll/tuned/coll_tuned_*_decision.c); a few more words that people write.
  static constexpr std::array kKnown{
      Known{"ring", Ring}, Known{"segmented_ring", SegmentedRing}, Known{"recursive_doubling", RecursiveDoubling}, Known{"rabenseifner", HalvingDoubling},
      Known{"basic_linear", Linear}, Known{"linear", Linear}, Known{"linear_sync", Linear}, Known{"linear_nb", Linear}, Known{"nonoverlapping", Binomial},
      Known{"non-overlapping", Binomial}, Known{"bruck", Bruck}, Known{"modified_bruck", Bruck}, Known{"neighbor", NeighbourExchange},
      Known{"neighbor_exchange", NeighbourExchange}, Known{"two_proc", Pairwise}, Known{"pairwise", Pairwise}, Known{"chain", Chain}, Known{"pipeline", Chain},
      Known{"binary_tree", BinaryTree}, Known{"split_binary_tree", BinaryTree}, Known{"binary", BinaryTree}, Known{"in-order_binary", BinaryTree},
      Known{"binomial", Binomial}, Known{"knomial", Binomial}, Known{"tree", Binomial}, Known{"scatter_allgather", ScatterAllGather},
      Known{"scatter_allgather_ring", ScatterAllGather}, Known{"recursive_halving", RecursiveDoubling}, Known{"butterfly", RecursiveDoubling},
      Known{"double_ring", Ring}, Known{"sparbit", RecursiveDoubling}, Known{"direct", Linear}};
  for (const Known& k : kKnown)
    if (k.name == name) return k.algorithm;
  if (!name.empty() && name != "-" && name != "default") return std::nullopt;
  switch (op) {
    case CollectiveOp::AllToAll: return Pairwise;
    case CollectiveOp::SendReceive: return Linear;
    case CollectiveOp::AllReduce:
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter: return Ring;
    default: return Binomial;
  }
}

}  // namespace weir::model
