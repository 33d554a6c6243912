#include "core/model/collectives.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

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

CollectiveCost allToAll(int n, double bytes, const NetworkCosts& net) {
  CollectiveCost c;
  const double share = bytes / n;
  const double perEdge = static_cast<double>(std::min<std::int64_t>(net.shape.hosts_per_edge, n));
  // Most partners lie far away: the mean distance of a shift by 1 .. n-1.
  c.latency_s = (n - 1) * net.latency(n / 2.0, share);
  const double out = share * (n - 1);
  const double beyond = share * (n - perEdge) * net.shape.uplink_ratio;
  c.time_s = c.latency_s + std::max(out, beyond) / net.bytes_per_s;
  c.sent_bytes = out;
  return c;
}

CollectiveCost broadcast(Algorithm a, int n, double bytes, const NetworkCosts& net) {
  if (a == Algorithm::DoubleBinaryTree) return doubleTree(n, bytes, false, net);
  CollectiveCost c;
  c.algorithm = a;
  c.sent_bytes = bytes * (n - 1) / n;
  if (a == Algorithm::HalvingDoubling) {  // binomial tree
    double distance = 1;
    for (int i = 0; i < static_cast<int>(log2Up(n)); ++i, distance *= 2) {
      c.time_s += step(distance, bytes, net);
      c.latency_s += net.latency(distance, bytes);
    }
    return c;
  }
  // A chain in chunks, as core/base/collective.h cuts them.
  const double chunks = std::clamp(std::floor(bytes / 2 / (512 << 10)), 1.0, 64.0);
  const double one = bytes / chunks / net.bytes_per_s;
  c.latency_s = (n - 1) * net.latency(1, bytes / chunks);
  c.time_s = c.latency_s + (n - 1 + chunks - 1) * one;
  return c;
}

CollectiveCost byAlgorithm(CollectiveOp op, Algorithm a, int n, double bytes, const NetworkCosts& net) {
  const bool power = std::has_single_bit(static_cast<unsigned>(n));
  switch (op) {
    case CollectiveOp::AllToAll: return allToAll(n, bytes, net);
    case CollectiveOp::Broadcast: return broadcast(a, n, bytes, net);
    case CollectiveOp::AllReduce:
      if (a == Algorithm::HalvingDoubling) return halvingDoubling(n, bytes, true, true, net);
      if (a == Algorithm::DoubleBinaryTree) return doubleTree(n, bytes, true, net);
      return rounds(2.0 * (n - 1), bytes / n, net);
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter:
      if (a == Algorithm::HalvingDoubling && power)
        return halvingDoubling(n, bytes, op == CollectiveOp::ReduceScatter, op == CollectiveOp::AllGather, net);
      return rounds(n - 1.0, bytes / n, net);
  }
  return {};
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

bool libraryHas(std::string_view library, Algorithm a) {
  if (library == "nccl" || library == "rccl") return a != Algorithm::HalvingDoubling;
  if (library == "mpi" || library == "gloo") return a != Algorithm::DoubleBinaryTree;
  return true;
}

CollectiveCost collective(CollectiveOp op, Algorithm algorithm, int n, double bytes, const NetworkCosts& net, std::string_view library) {
  if (n < 2 || bytes <= 0) return {};
  if (algorithm != Algorithm::Auto) return byAlgorithm(op, algorithm, n, bytes, net);
  CollectiveCost best;
  bool first = true;
  for (const Algorithm a : {Algorithm::Ring, Algorithm::DoubleBinaryTree, Algorithm::HalvingDoubling}) {
    if (!libraryHas(library, a)) continue;
    const CollectiveCost c = byAlgorithm(op, a, n, bytes, net);
    if (first || c.time_s < best.time_s) best = c;
    first = false;
  }
  return best;
}

GroupCost groupCollective(CollectiveOp op, Algorithm algorithm, const GroupLayout& layout, double bytes, const NetworkCosts& net,
                          const FabricCosts& fabric, std::string_view library) {
  GroupCost g;
  const int ranks = layout.inNode * layout.nodes;
  if (ranks < 2 || bytes <= 0) return g;
  // Inside: a ring over the fabric, rounds of one share each.
  if (layout.inNode > 1) {
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
    // What a node exchanges: every member its share, every group its own. An all-to-all sends each member's whole buffer.
    const double perGroup = op == CollectiveOp::AllToAll ? bytes * layout.inNode : bytes;
    const CollectiveCost c = collective(op, algorithm, layout.nodes, perGroup * layout.groups, net, library);
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
