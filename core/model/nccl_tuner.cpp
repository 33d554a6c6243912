#include "core/model/nccl_tuner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/nan.h"

namespace weir::model {
namespace {

using Protocols = std::array<double, 3>;  // LL, LL128, Simple
using Sizes = std::array<double, 3>;      // 1, 2, more nodes

struct Latency {
  Protocols tree, ring;
  double nvls, nvlsTree, collnet;
};
constexpr Protocols kBaseTree{6.8, 14.0, 8.4}, kBaseRing{6.6, 14.0, 8.4};
constexpr double kBasePat = 8;
constexpr Latency kNvlink{{0.6, 1.25, 4.0}, {0.6, 1.9, 3.4}, 25, 25, 3.7};
constexpr Latency kPci{{1.0, 1.9, 4.0}, {1.0, 2.5, 5.7}, 0, 0, 3.7};
constexpr Latency kNet{{5.0, 8.5, 14}, {2.7, 4.0, 14}, 18, 20.9, 31};
constexpr double kNetPat = 14;
// By generation; beyond one node LL's limit is the CPU's: Intel, AMD.
constexpr std::array<Sizes, 4> kLlMax{{{39, 39, 20.4}, {87.7, 22.5, 19.0}, {141, 45, 35}, {282, 90, 70}}};
constexpr std::array<Sizes, 4> kRingLl128{{{20, 20, 20}, {20, 20, 20}, {36.7, 36.7, 36.7}, {40, 40, 40}}};
constexpr std::array<Sizes, 4> kTreeLl128{{{20, 20, 20}, {20, 20, 20}, {36.7, 36.7, 29.0}, {55.6, 31.67, 20.0}}};
constexpr std::array<Sizes, 4> kTree{{{26.5, 18.5, 10}, {24, 23.6, 17.8}, {38.7, 41.4, 36}, {70, 42.8, 24}}};
constexpr std::array<Sizes, 4> kNvlsTree{{{26.5, 18.5, 10}, {24, 23.6, 17.8}, {0, 57.7, 45.5}, {0, 96, 80}}};
constexpr std::array<double, 4> kNvlsEfficiency{0, 0, 0.85, 0.74};
// Tree's bandwidth from 64 B to 256 MiB, by powers of two.
constexpr std::array<std::array<double, 24>, 3> kTreeCorrection{{
    {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1, 1},
    {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1, 1},
    {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9, .9},
}};
constexpr double kChannel = 20;        // GB/s: what the search for channels looks for, an NVLink's share
constexpr double kLinkShare = 0.8;     // NCCL's figure of a link over the vendor's: NVLink 3 20 of 25, NVLink 4 20.6 of 25, 100 Gb/s 12 of 12.5
constexpr double kNicShare = 0.96;

struct Shape {
  double channels, bus;  // bus GB/s of a ring or tree over all channels
};
Shape shapeOf(int nodes, const NcclSystem& s) {
  const double total = nodes > 1 ? std::min(s.fabric_GBps > 0 ? s.fabric_GBps : s.network_GBps, s.network_GBps) : s.fabric_GBps;
  return {std::clamp(std::round(total / kChannel), 1.0, 32.0), total};
}

double ringSteps(CollectiveOp op, int n) {
  switch (op) {
    case CollectiveOp::AllReduce: return 2.0 * (n - 1);
    case CollectiveOp::AllGather:
    case CollectiveOp::ReduceScatter: return n - 1;
    default: return n;
  }
}

bool has(CollectiveOp op, NcclAlgorithm a, int nodes, int perNode, const NcclSystem& s) {
  using enum NcclAlgorithm;
  const bool gathers = op == CollectiveOp::AllGather || op == CollectiveOp::ReduceScatter;
  switch (a) {
    case Ring: return true;
    case Tree: return op == CollectiveOp::AllReduce;
    case Nvls: return s.nvls && perNode > 1 && (op == CollectiveOp::AllReduce || gathers) && (nodes == 1 || (s.collnet && !gathers));
    case NvlsTree: return s.nvls && perNode > 1 && nodes > 1 && op == CollectiveOp::AllReduce;
    case CollNet: return s.collnet && nodes > 1 && op == CollectiveOp::AllReduce;
    case Pat: return gathers && perNode == 1 && nodes > 1;
  }
  return false;
}

int log2Down(double v) { return v >= 1 ? std::ilogb(v) : -1; }

bool contains(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

}  // namespace

std::string_view name(NcclAlgorithm a) {
  constexpr std::array<std::string_view, 6> kNames{"tree", "ring", "NVLS", "NVLS tree", "collnet", "PAT"};
  return kNames[static_cast<std::size_t>(a)];
}
std::string_view name(NcclProtocol p) {
  constexpr std::array<std::string_view, 3> kNames{"LL", "LL128", "Simple"};
  return kNames[static_cast<std::size_t>(p)];
}

Algorithm algorithmOf(NcclAlgorithm a) {
  switch (a) {
    case NcclAlgorithm::Tree:
    case NcclAlgorithm::NvlsTree: return Algorithm::DoubleBinaryTree;
    case NcclAlgorithm::Nvls:
    case NcclAlgorithm::CollNet: return Algorithm::InNetwork;
    case NcclAlgorithm::Pat: return Algorithm::Bruck;
    case NcclAlgorithm::Ring: break;
  }
  return Algorithm::Ring;
}

NcclSystem ncclSystem(const Node& node, double network_bytes_per_s, double network_latency_s, bool collnet) {
  NcclSystem s;
  const std::string_view gpu = node.accelerator.name;
  const double fabric = node.fabric.bandwidth.toBytesPerSecond() / 1e9;
  using enum NcclGeneration;
  if (contains(gpu, "B200") || contains(gpu, "B100") || contains(gpu, "B300") || contains(gpu, "GB10")) s.generation = Blackwell;
  else if (contains(gpu, "H100") || contains(gpu, "H200") || contains(gpu, "H20") || contains(gpu, "H800")) s.generation = Hopper;
  else if (contains(gpu, "V100") || contains(gpu, "T4") || contains(gpu, "P100")) s.generation = Volta;
  else if (contains(gpu, "A100") || contains(gpu, "A40") || contains(gpu, "A10") || contains(gpu, "A800")) s.generation = Ampere;
  else s.generation = fabric > 600 ? Blackwell : fabric > 400 ? Hopper : Ampere;
  s.nvlink = node.fabric.kind == "nvlink" || node.fabric.kind == "nvswitch" || node.fabric.kind == "xgmi";
  s.nvls = node.fabric.kind == "nvswitch" && (s.generation == Hopper || s.generation == Blackwell);
  s.collnet = collnet;
  const std::string_view path = node.nic.path;
  const bool near = path == "pix" || path == "pxb", far = path == "pxn" || path == "p2c";
  s.ll128 = node.nic.gpudirect && s.nvlink && (near || (far && (s.generation == Hopper || s.generation == Blackwell)));
  s.fabric_GBps = fabric * kLinkShare;
  s.network_GBps = network_bytes_per_s / 1e9 * kNicShare;
  s.network_latency_us = network_latency_s * 1e6;
  return s;
}

NcclChoice ncclCost(CollectiveOp op, NcclAlgorithm a, NcclProtocol p, int ranks, int nodes, double bytes, const NcclSystem& s) {
  using enum NcclAlgorithm;
  NcclChoice c{a, p, kNaN, kNaN, kNaN};
  const int perNode = nodes > 0 ? ranks / nodes : 1;
  const auto q = static_cast<std::size_t>(p);
  const bool simple = p == NcclProtocol::Simple;
  if (ranks < 2 || !has(op, a, nodes, perNode, s) || (p == NcclProtocol::LL128 && !s.ll128)) return c;
  if (!simple && a != Ring && a != Tree) return c;
  const auto gen = static_cast<std::size_t>(s.generation);
  const std::size_t size = nodes <= 2 ? static_cast<std::size_t>(nodes - 1) : 2;
  const Shape shape = shapeOf(nodes, s);
  const double llMax = kLlMax[nodes == 1 ? gen : s.amd_host ? 1 : 0][size];
  double bus = shape.bus;
  if (a == Ring && p == NcclProtocol::LL) bus = std::min(llMax, bus * 0.5);
  if (a == Ring && p == NcclProtocol::LL128) bus = std::min(bus * 0.92, shape.channels * kRingLl128[gen][size]);
  if (a == Tree) {
    bus = std::min(bus * 0.92, shape.channels * kTree[gen][size]);
    if (p == NcclProtocol::LL) bus = std::min(bus / 3.8, llMax);
    if (p == NcclProtocol::LL128) bus = std::min(bus * (nodes == 1 ? 7.0 / 9.0 : 120.0 / 128.0), shape.channels * kTreeLl128[gen][size]);
    bus *= 0.85;
  }
  if (a == Pat) bus *= 0.75;
  if (a == Nvls || a == NvlsTree) {
    const double channels = std::max(2.0, std::min(16.0, std::round(s.fabric_GBps / kChannel)));
    double intra = s.fabric_GBps / channels * kNvlsEfficiency[gen] * (channels - 1) / channels;
    intra *= op == CollectiveOp::AllReduce ? 2 : (perNode - 1.0) / perNode;
    double one = intra;
    if (nodes > 1) one = std::min(one, s.network_GBps / channels * (nodes <= 2 && a == NvlsTree ? 2 : 1));
    if (a == NvlsTree) one = std::min(one, kNvlsTree[gen][size]);
    bus = one * channels;
  }
  if (a == CollNet) bus = std::min(shape.bus, s.network_GBps) * (gen >= 2 ? 0.85 : 1);
  const bool gathers = op == CollectiveOp::AllGather || op == CollectiveOp::ReduceScatter;
  const double steps = ringSteps(op, ranks);
  if (!(a != Ring && gathers)) bus *= a == Ring || a == Nvls || a == NvlsTree ? ranks / steps : 0.5;
  if (op == CollectiveOp::AllToAll) bus = shape.bus;
  if (!(bus > 0)) return c;
  if (a == Tree) {
    const int at = log2Down(std::floor(bytes / 64));
    if (at >= 0 && at < 23) bus *= kTreeCorrection[q][static_cast<std::size_t>(at)];
  }

  const Latency& intraTable = s.nvlink ? kNvlink : kPci;
  const Protocols& netRing = perNode == 1 ? kNet.tree : kNet.ring;
  const double wire = s.network_latency_us * (simple ? 2 : 1);
  const double lg = nodes > 1 ? std::max(0, log2Down(nodes)) : 0;
  double lat = 0;
  switch (a) {
    case Ring: {
      lat = kBaseRing[q];
      if (op == CollectiveOp::Broadcast || op == CollectiveOp::Reduce) {
        lat += nodes == 1 ? intraTable.ring[q] : kNet.ring[q];  // rings whose channels are all alike stream
      } else if (op == CollectiveOp::AllReduce || gathers) {
        const double overhead = nodes > 1 ? s.net_overhead_us * (simple ? 3 : 1) : 0;
        const double inter = nodes == 1 ? 0 : op == CollectiveOp::AllReduce ? 2.0 * (nodes - 1) : nodes - 1;
        lat += (steps - inter) * std::max(intraTable.ring[q], overhead) + inter * (netRing[q] + wire);
      } else {
        lat += nodes == 1 ? intraTable.ring[q] : netRing[q] + wire;
      }
      if (simple && nodes > 1 && op == CollectiveOp::AllReduce && bytes / (shape.channels * ranks) >= 64) lat *= s.generation == NcclGeneration::Volta ? 1.9 : 1.4;
      break;
    }
    case Tree: lat = kBaseTree[q] + 2 * ((perNode - 1) * intraTable.tree[q] + lg * (kNet.tree[q] + wire)); break;
    case Nvls: lat = intraTable.nvls + (nodes > 1 ? kNet.nvls + wire : 0); break;
    case NvlsTree: lat = intraTable.nvlsTree + 2 * lg * (kNet.nvlsTree + wire); break;
    case CollNet: lat = 2 * (std::min(1, perNode - 1) * intraTable.collnet + (perNode - 1) * 0.4) + kNet.collnet + wire; break;
    case Pat: lat = kBasePat + lg * (kNetPat + wire) / 3.5 + ranks * 2.8; break;
  }
  c.latency_s = lat * 1e-6;
  c.bytes_per_s = bus * 1e9;
  c.time_s = c.latency_s + bytes / c.bytes_per_s;
  return c;
}

NcclChoice ncclChoice(CollectiveOp op, int ranks, int nodes, double bytes, const NcclSystem& s) {
  using enum NcclAlgorithm;
  NcclChoice best = ncclCost(op, Ring, NcclProtocol::Simple, ranks, nodes, bytes, s);
  const auto consider = [&](NcclAlgorithm a, NcclProtocol p) {
    const NcclChoice c = ncclCost(op, a, p, ranks, nodes, bytes, s);
    if (c.time_s < best.time_s || (std::isnan(best.time_s) && !std::isnan(c.time_s))) best = c;
  };
  if (op == CollectiveOp::AllReduce || op == CollectiveOp::AllGather || op == CollectiveOp::ReduceScatter || op == CollectiveOp::Broadcast || op == CollectiveOp::Reduce) {
    consider(Ring, NcclProtocol::LL);
    consider(Ring, NcclProtocol::LL128);
  }
  if (op == CollectiveOp::AllReduce) {
    for (const NcclProtocol p : {NcclProtocol::LL, NcclProtocol::LL128, NcclProtocol::Simple}) consider(Tree, p);
    consider(NvlsTree, NcclProtocol::Simple);
    consider(CollNet, NcclProtocol::Simple);
  }
  if (op != CollectiveOp::Broadcast && op != CollectiveOp::Reduce) consider(Nvls, NcclProtocol::Simple);
  if (op == CollectiveOp::AllGather || op == CollectiveOp::ReduceScatter) consider(Pat, NcclProtocol::Simple);
  return best;
}

}  // namespace weir::model
