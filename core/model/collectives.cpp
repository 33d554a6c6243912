#include "core/model/collectives.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/model/library_choice.h"

namespace weir::model {
namespace {

double log2Up(int n) { return n < 2 ? 0 : std::bit_width(static_cast<unsigned>(n - 1)); }

// A step in which every rank sends `bytes` to a partner `distance` away.
double step(double distance, double bytes, const NetworkCosts& net) {
  return net.latency(distance, bytes) + bytes / net.bytes_per_s * net.slowdown(distance);
}

CollectiveCost rounds(double count, double bytes, const NetworkCosts& net) {
  CollectiveCost c;
  c.latency_s = count * net.latency(1, bytes);
  c.time_s = count * step(1, bytes, net);
  c.sent_bytes = count * bytes;
  return c;
}

CollectiveCost halvingDoubling(int n, double bytes, bool reduce, bool gather, const NetworkCosts& net) {
  CollectiveCost c;
  c.algorithm = Algorithm::HalvingDoubling;
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  double distance = 1, share = bytes / 2;
  for (int p = power; p > 1; p /= 2, distance *= 2, share /= 2) {
    const double times = (reduce ? 1 : 0) + (gather ? 1 : 0);
    c.time_s += times * step(distance, share, net);
    c.latency_s += times * net.latency(distance, share);
    c.sent_bytes += times * share;
  }
  if (n > power) {
    const double share_of_ranks = static_cast<double>(n - power) / n;
    c.time_s += 2 * step(1, bytes, net);
    c.latency_s += 2 * net.latency(1, bytes);
    c.sent_bytes = c.sent_bytes * power / n + 2 * bytes * share_of_ranks;
  }
  return c;
}

// Two trees of half the data, in long pipelines: the latency of the way up and down, and each link's bytes twice.
CollectiveCost doubleTree(int n, double bytes, bool reduce, const NetworkCosts& net) {
  CollectiveCost c;
  c.algorithm = Algorithm::DoubleBinaryTree;
  const double ways = reduce ? 2 : 1;
  double distance = 1;
  for (int i = 0; i < static_cast<int>(log2Up(n)); ++i, distance *= 2) c.latency_s += ways * net.latency(distance, net.packet_bytes);
  // Most edges of an in-order tree join near ranks; an edge switch's uplinks carry the few that leave it.
  c.time_s = c.latency_s + ways * bytes / net.bytes_per_s;
  c.sent_bytes = ways * bytes * (n - 1) / n;
  return c;
}

// Partner after partner at every distance, or all partners at once: then their latencies do not add up.
CollectiveCost everyone(int n, double bytes, bool atOnce, const NetworkCosts& net) {
  CollectiveCost c;
  c.algorithm = atOnce ? Algorithm::Linear : Algorithm::Pairwise;
  const double share = bytes / n;
  const double perEdge = static_cast<double>(std::min<std::int64_t>(net.shape.hosts_per_edge, n));
  // Most partners lie far away: the mean distance of a shift by 1 .. n-1.
  c.latency_s = net.latency(n / 2.0, share) + (n - 2) * (atOnce ? net.message_gap_s : net.latency(n / 2.0, share));
  const double out = share * (n - 1);
  const double beyond = share * (n - perEdge) * net.shape.uplink_ratio;
  c.time_s = c.latency_s + std::max(out, beyond) / net.bytes_per_s;
  c.sent_bytes = out;
  return c;
}

void add(CollectiveCost& c, double distance, double bytes, double senders, const NetworkCosts& net) {
  c.time_s += step(distance, bytes, net);
  c.latency_s += net.latency(distance, bytes);
  c.sent_bytes += bytes * senders;
}

// Doubling distances; `blocks`: what is sent doubles too, from a share of an n-th, at most what is left.
CollectiveCost doubling(int n, double bytes, bool blocks, const NetworkCosts& net) {
  CollectiveCost c;
  for (int held = 1; held < n; held *= 2) add(c, held, blocks ? bytes * std::min(held, n - held) / n : bytes, 1, net);
  return c;
}

CollectiveCost recursiveDoubling(int n, double bytes, const NetworkCosts& net) {
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  CollectiveCost c = doubling(power, bytes, false, net);
  c.sent_bytes *= static_cast<double>(power) / n;
  for (int i = 0; i < (n > power ? 2 : 0); ++i) add(c, 1, bytes, static_cast<double>(n - power) / n, net);
  return c;
}

// Bruck's all-to-all: in step i what has bit i in its distance, half of the buffer where n is a power of two.
CollectiveCost allToAllBruck(int n, double bytes, const NetworkCosts& net) {
  CollectiveCost c;
  for (int hop = 1; hop < n; hop *= 2) {
    const int whole = n / (2 * hop) * hop, rest = std::max(0, n % (2 * hop) - hop);
    add(c, hop, bytes * (whole + rest) / n, 1, net);
  }
  return c;
}

// Down or up a binomial tree whose every edge carries the whole (or the subtree's share of it, the largest in each step).
CollectiveCost binomialTree(int n, double bytes, bool shares, const NetworkCosts& net) {
  CollectiveCost c;
  for (int half = 1; half < n; half *= 2) {
    const double largest = shares ? bytes * std::min(half, n - half) / n : bytes;
    c.time_s += step(half, largest, net);
    c.latency_s += net.latency(half, largest);
    double sent = 0;
    if (shares)
      for (int r = half; r < n; r += 2 * half) sent += bytes * std::min(half, n - r) / n;
    else sent = bytes * std::min(half, n - half);
    c.sent_bytes += sent / n;
  }
  return c;
}

// Everyone to one root, or back: its link carries all of it.
CollectiveCost oneRoot(int n, double each, const NetworkCosts& net) {
  CollectiveCost c;
  c.latency_s = net.latency(n / 2.0, each) + (n - 2) * net.message_gap_s;
  c.time_s = c.latency_s + (n - 1) * each / net.bytes_per_s;
  c.sent_bytes = each * (n - 1) / n;
  return c;
}

// A pipeline of `levels` hops in which the busiest link carries `load` vectors, in pieces as core/base/collective.h cuts them.
CollectiveCost pipeline(double levels, double distance, double load, double ways, double piece, int n, double bytes, const NetworkCosts& net) {
  CollectiveCost c;
  const double chunks = std::clamp(std::floor(bytes / 2 / piece), 1.0, 64.0);
  c.latency_s = levels * net.latency(distance, bytes / chunks);
  c.time_s = c.latency_s + (levels - 1 + load * chunks - (load - 1)) * bytes / chunks / net.bytes_per_s;
  c.sent_bytes = ways * bytes * (n - 1) / n;
  return c;
}
constexpr double kTreePiece = 32 << 10, kChainPiece = 512 << 10;

CollectiveCost operator+(CollectiveCost a, const CollectiveCost& b) {
  a.time_s += b.time_s;
  a.latency_s += b.latency_s;
  a.sent_bytes += b.sent_bytes;
  return a;
}

// Switches reduce on the way up and multiply on the way down: every host sends and receives the vector once.
CollectiveCost inNetwork(int n, double bytes, const NetworkCosts& net) {
  CollectiveCost c;
  c.latency_s = 2 * net.latency(n / 2.0, net.packet_bytes);
  c.time_s = c.latency_s + bytes / net.bytes_per_s;
  c.sent_bytes = bytes;
  return c;
}

CollectiveCost toOrFromRoot(CollectiveOp op, Algorithm a, int n, double bytes, const NetworkCosts& net) {
  using enum Algorithm;
  const double edge = std::min(n - 1, 2);
  switch (a) {
    case DoubleBinaryTree: return doubleTree(n, bytes, false, net);
    case Binomial: return binomialTree(n, bytes, false, net);
    case BinaryTree: return pipeline(log2Up(n), n / 4.0, edge, 1, kTreePiece, n, bytes, net);
    case Linear: return oneRoot(n, bytes, net);
    case InNetwork: return inNetwork(n, bytes, net);
    case HalvingDoubling: return halvingDoubling(n, bytes, true, false, net) + binomialTree(n, bytes, true, net);
    case ScatterAllGather: return binomialTree(n, bytes, true, net) + rounds(n - 1.0, bytes / n, net);
    default: (void)op; return pipeline(n - 1, 1, 1, 1, kChainPiece, n, bytes, net);
  }
}

CollectiveCost allReduce(Algorithm a, int n, double bytes, const NetworkCosts& net) {
  using enum Algorithm;
  const double mid = n > 2 ? 2 : 1;  // an inner rank of a chain carries both directions
  switch (a) {
    case HalvingDoubling: return halvingDoubling(n, bytes, true, true, net);
    case DoubleBinaryTree: return doubleTree(n, bytes, true, net);
    case RecursiveDoubling: return recursiveDoubling(n, bytes, net);
    case Binomial: return binomialTree(n, bytes, false, net) + binomialTree(n, bytes, false, net);
    // An inner rank hears two children and its parent: three vectors; with three ranks the root hears two.
    case BinaryTree: return pipeline(2 * log2Up(n), n / 4.0, std::min(n - 1, 3), 2, kTreePiece, n, bytes, net);
    case Chain: return pipeline(2.0 * (n - 1), 1, mid, 2, kChainPiece, n, bytes, net);
    case Linear: return oneRoot(n, bytes, net) + oneRoot(n, bytes, net);
    case InNetwork: return inNetwork(n, bytes, net);
    case SegmentedRing: {
      CollectiveCost c = rounds(2.0 * (n - 1), bytes / n, net);
      const double more = 2.0 * (n - 1) * (std::clamp(std::ceil(bytes / n / (1 << 20)), 1.0, 64.0) - 1) * net.message_gap_s;
      c.time_s += more;
      c.latency_s += more;
      return c;
    }
    default: return rounds(2.0 * (n - 1), bytes / n, net);
  }
}

CollectiveCost gatherOrReduceScatter(CollectiveOp op, Algorithm a, int n, double bytes, const NetworkCosts& net) {
  using enum Algorithm;
  const bool gather = op == CollectiveOp::AllGather;
  switch (a) {
    case HalvingDoubling: return halvingDoubling(n, bytes, !gather, gather, net);
    case RecursiveDoubling:
    case Bruck: return doubling(n, bytes, true, net);
    case NeighbourExchange: return rounds(1, bytes / n, net) + rounds(n / 2.0 - 1, 2 * bytes / n, net);
    case Pairwise: return everyone(n, bytes, false, net);
    case Linear: return everyone(n, bytes, true, net);
    case Binomial: return binomialTree(n, bytes, true, net) + binomialTree(n, bytes, false, net);
    default: return rounds(n - 1.0, bytes / n, net);
  }
}

CollectiveCost byAlgorithm(CollectiveOp op, Algorithm wanted, int n, double bytes, const NetworkCosts& net) {
  using enum Algorithm;
  const Algorithm a = runsAs(op, wanted, n);
  CollectiveCost c;
  switch (op) {
    case CollectiveOp::AllReduce: c = allReduce(a, n, bytes, net); break;
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter: c = gatherOrReduceScatter(op, a, n, bytes, net); break;
    case CollectiveOp::AllToAll: c = a == Bruck ? allToAllBruck(n, bytes, net) : everyone(n, bytes, a == Linear, net); break;
    case CollectiveOp::Broadcast:
    case CollectiveOp::Reduce: c = toOrFromRoot(op, a, n, bytes, net); break;
    case CollectiveOp::Gather:
    case CollectiveOp::Scatter: c = a == Linear ? oneRoot(n, bytes / n, net) : binomialTree(n, bytes, true, net); break;
    case CollectiveOp::Barrier:
      if (a == InNetwork) c = inNetwork(n, 0, net);
      else if (a == Linear) c = oneRoot(n, 0, net) + oneRoot(n, 0, net);
      else if (a == Ring) c = rounds(2.0 * n - 1, 0, net);
      else c = doubling(n, 0, false, net);
      break;
    case CollectiveOp::SendReceive: c = rounds(1, bytes, net); break;
  }
  c.algorithm = a;
  return c;
}

}  // namespace

double ringAllReduce(double n, double M, double a, double b) { return 2 * (n - 1) * a + 2 * (n - 1) / n * M * b; }
double recursiveDoublingAllReduce(double n, double M, double a, double b) { return std::ceil(std::log2(n)) * (a + M * b); }
double halvingDoublingAllReduce(double n, double M, double a, double b) {
  const double p = std::exp2(std::floor(std::log2(n)));
  return 2 * std::log2(p) * a + 2 * (p - 1) / p * M * b + (p < n ? 2 * (a + M * b) : 0);
}
double doubleTreeAllReduce(double n, double M, double a, double b) { return 2 * std::ceil(std::log2(n)) * a + 2 * M * b; }
double parameterServer(double n, double M, double b) { return 2 * n * M * b; }
double halfBandwidthSize(double a, double b) { return a / b; }

std::string_view collectiveLibrary(const Scenario& s) { return s.workload.step_latency ? std::string_view() : std::string_view(s.plan.library); }

namespace {
bool onCpu(std::string_view library) { return library == "open-mpi" || library == "mpi" || library == "mpich" || library == "gloo"; }
}  // namespace

double reducedBytes(CollectiveOp op, Algorithm wanted, int n, double bytes) {
  using enum Algorithm;
  if (n < 2 || (op != CollectiveOp::AllReduce && op != CollectiveOp::ReduceScatter && op != CollectiveOp::Reduce)) return 0;
  const bool folded = !std::has_single_bit(static_cast<unsigned>(n));
  switch (runsAs(op, wanted, n)) {
    case RecursiveDoubling: return op == CollectiveOp::AllReduce ? (std::bit_width(static_cast<unsigned>(n)) - 1 + (folded ? 1 : 0)) * bytes : bytes * (n - 1) / n;
    case HalvingDoubling: {
      const double p = std::bit_floor(static_cast<unsigned>(n));
      return bytes * (p - 1) / p + (folded ? bytes : 0);
    }
    case Linear: return op == CollectiveOp::ReduceScatter ? bytes * (n - 1) / n : bytes * (n - 1);
    case Binomial: return bytes * log2Up(n);
    case BinaryTree: return 2 * bytes;
    case DoubleBinaryTree:
    case Chain: return bytes;
    case InNetwork: return 0;
    default: return bytes * (n - 1) / n;
  }
}

LogGP logGpOf(const NetworkCosts& net, double distance) {
  LogGP p;
  p.o = 0;  // the ends' share of base_s is in L: the scenario gives their sum
  p.L = net.latency(distance, 1);
  p.g = net.message_gap_s;
  p.G = net.bytes_per_s > 0 ? net.slowdown(distance) / net.bytes_per_s : 0;
  return p;
}

double logGpMessage(const LogGP& p, double bytes) { return p.L + 2 * p.o + std::max(0.0, bytes - 1) * p.G; }

double logGpTime(const LogGP& p, const MpiSchedule& s) {
  double t = 0;
  for (int i = 0; i < s.phases; ++i) {
    const MpiPhase& x = s.phase[static_cast<std::size_t>(i)];
    t += x.count * (logGpMessage(p, x.bytes) + (x.fan - 1) * (std::max(p.g, p.o) + std::max(0.0, x.bytes - 1) * p.G));
  }
  return t;
}

Algorithm resolveAlgorithm(CollectiveOp op, Algorithm a, int ranks, int nodes, double bytes, const NetworkCosts& net, std::string_view library) {
  if (a != Algorithm::Auto) return runsAs(op, a, nodes);
  if (isNccl(library)) {
    // Point to point there: its own exchange, not a ring.
    if (op != CollectiveOp::AllReduce && op != CollectiveOp::AllGather && op != CollectiveOp::ReduceScatter && op != CollectiveOp::Broadcast && op != CollectiveOp::Reduce)
      return runsAs(op, Algorithm::Linear, nodes);
    return runsAs(op, algorithmOf(ncclChoice(op, ranks, nodes, bytes, net.nccl).algorithm), nodes);
  }
  const Algorithm chosen = libraryChoice(library, op, ranks, bytes);
  if (chosen != Algorithm::Auto) return runsAs(op, chosen, nodes);
  Algorithm best = Algorithm::Ring;
  double least = -1;
  for (const Algorithm x : {Algorithm::Ring, Algorithm::DoubleBinaryTree, Algorithm::HalvingDoubling}) {
    const CollectiveCost c = byAlgorithm(op, x, nodes, bytes, net);
    if (least >= 0 && c.time_s >= least) continue;
    least = c.time_s;
    best = c.algorithm;
  }
  return best;
}

namespace {

// Of an algorithm that is settled.
CollectiveCost settled(CollectiveOp op, Algorithm a, int n, double bytes, const NetworkCosts& net, std::string_view library) {
  CollectiveCost c = byAlgorithm(op, a, n, bytes, net);
  if (!onCpu(library) || net.step_s >= 0) return c;
  if (net.sockets) {
    const MpiTime t = mpiTime(mpiSchedule(op, a, n, bytes), n, net.shaped, net.mpi);
    c.time_s = t.time_s;
    c.latency_s = t.latency_s;
  } else if (net.mpi.eager_bytes > 0) {
    // A round trip before each long message; where the receiver reads, only its way there.
    const MpiSchedule s = mpiSchedule(op, a, n, bytes);
    double asks = 0;
    for (int i = 0; i < s.phases; ++i)
      if (const MpiPhase& p = s.phase[static_cast<std::size_t>(i)]; p.bytes > net.mpi.eager_bytes) asks += p.count;
    c.latency_s += asks * net.latency(n / 2.0, 0);
    c.time_s += asks * net.latency(n / 2.0, 0);
  }
  c.time_s += net.reduce_s * reducedBytes(op, a, n, bytes);
  return c;
}

}  // namespace

CollectiveCost collective(CollectiveOp op, Algorithm algorithm, int n, double bytes, const NetworkCosts& net, std::string_view library) {
  if (n < 2 || (bytes <= 0 && op != CollectiveOp::Barrier)) return {};
  return settled(op, resolveAlgorithm(op, algorithm, n, n, bytes, net, library), n, bytes, net, library);
}

namespace {

// The tuner's time of the whole; its bytes as the algorithm moves them. Groups of a node share its NICs.
GroupCost byTuner(CollectiveOp op, const GroupLayout& layout, double bytes, const NetworkCosts& net, Algorithm a) {
  GroupCost g;
  const int ranks = layout.inNode * layout.nodes;
  NcclSystem system = net.nccl;
  system.network_GBps /= layout.groups;
  const NcclChoice c = ncclChoice(op, ranks, layout.nodes, bytes, system);
  g.total = byAlgorithm(op, a, ranks, bytes, net);
  g.total.time_s = c.time_s;
  g.total.latency_s = c.latency_s;
  (layout.nodes > 1 ? g.inter_s : g.intra_s) = c.time_s;
  if (layout.nodes > 1) g.node_sent_bytes = byAlgorithm(op, a, layout.nodes, bytes * (op == CollectiveOp::AllToAll ? layout.inNode : 1) * layout.groups, net).sent_bytes;
  return g;
}

}  // namespace

GroupCost groupCollective(CollectiveOp op, Algorithm algorithm, const GroupLayout& layout, double bytes, const NetworkCosts& net,
                          const FabricCosts& fabric, std::string_view library) {
  GroupCost g;
  const int ranks = layout.inNode * layout.nodes;
  if (ranks < 2 || (bytes <= 0 && op != CollectiveOp::Barrier)) return g;
  // What a node exchanges: every member its share, every group its own. An all-to-all sends each member's whole buffer.
  const double nodeBytes = bytes * (op == CollectiveOp::AllToAll ? layout.inNode : 1) * layout.groups;
  // A library sees its ranks and their buffers; without one the quickest among the nodes is taken.
  const bool ruled = isNccl(library) || onCpu(library);
  const Algorithm settledOn = resolveAlgorithm(op, algorithm, ruled ? ranks : layout.nodes, layout.nodes, ruled ? bytes : nodeBytes, net, library);
  if (net.tuner && isNccl(library)) return byTuner(op, layout, bytes, net, settledOn);
  // Inside: a ring over the fabric, rounds of one share each.
  if (layout.inNode > 1 && layout.nodes == 1 && op == CollectiveOp::AllReduce && settledOn == Algorithm::InNetwork && fabric.reduces) {
    g.total.latency_s = 2 * fabric.latency_s;
    g.intra_s = g.total.latency_s + bytes / fabric.bytes_per_s;
    g.total.sent_bytes = bytes;
    g.total.algorithm = settledOn;
  } else if (layout.inNode > 1) {
    const double members = layout.inNode;
    const double part = op == CollectiveOp::AllReduce ? 2 : 1;
    const double share = bytes / (op == CollectiveOp::AllToAll ? ranks : members);
    const double one = fabric.latency_s + share / fabric.bytes_per_s;
    g.intra_s = part * (members - 1) * one;
    g.total.latency_s = part * (members - 1) * fabric.latency_s;
    g.total.sent_bytes = part * (members - 1) * share;
    // A broadcast is handed on whole.
    if (op == CollectiveOp::Broadcast) {
      g.intra_s = (members - 1) * fabric.latency_s + bytes / fabric.bytes_per_s;
      g.total.sent_bytes = bytes * (members - 1) / members;
    }
  }
  if (layout.nodes > 1) {
    const CollectiveCost c = settled(op, settledOn, layout.nodes, nodeBytes, net, library);
    g.inter_s = c.time_s;
    g.total.latency_s += c.latency_s;
    g.total.algorithm = c.algorithm;
    g.node_sent_bytes = c.sent_bytes;
    g.total.sent_bytes += c.sent_bytes / layout.groups / layout.inNode;
  }
  g.total.time_s = g.intra_s + g.inter_s;
  return g;
}

}  // namespace weir::model
