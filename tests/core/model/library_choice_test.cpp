#include "core/model/library_choice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/model/nccl_tuner.h"

namespace library_choice_test {
using namespace weir;
using namespace weir::model;

namespace {

struct Row {
  const char* library;
  CollectiveOp op;
  int ranks;
  double bytes;
  Algorithm expected;
};

NcclSystem dgx(NcclGeneration g) {
  NcclSystem s;
  s.generation = g;
  s.fabric_GBps = g == NcclGeneration::Hopper ? 360 : 240;
  s.network_GBps = g == NcclGeneration::Hopper ? 384 : 192;
  s.nvls = g == NcclGeneration::Hopper;
  s.amd_host = true;
  s.net_overhead_us = 2;
  return s;
}

}  // namespace

// Open MPI: coll_tuned_decision_fixed.c; MPICH: CVAR defaults; gloo: gloo/*.cc.
TEST(LibraryChoice, FollowsTheRulesThatLibrariesShip) {
  using enum CollectiveOp;
  using enum Algorithm;
  for (const Row& r : {Row{"open-mpi", AllReduce, 4, 4096, RecursiveDoubling}, Row{"open-mpi", AllReduce, 4, 8192, HalvingDoubling},
                       Row{"open-mpi", AllReduce, 100, 200e3, RecursiveDoubling}, Row{"open-mpi", AllReduce, 100, 300e3, HalvingDoubling},
                       Row{"open-mpi", AllReduce, 200, 100e3, Binomial}, Row{"open-mpi", AllReduce, 8192, 10e3, SegmentedRing},
                       Row{"open-mpi", AllReduce, 3, 100e3, SegmentedRing}, Row{"mpi", AllReduce, 8, 1e6, HalvingDoubling},
                       Row{"open-mpi", AllGather, 16, 1e6, RecursiveDoubling}, Row{"open-mpi", AllGather, 12, 1e6, Bruck},  // 12: no power of two
                       Row{"open-mpi", AllGather, 2, 1e6, Pairwise}, Row{"open-mpi", AllGather, 48, 48 * 100e3, Ring},
                       Row{"open-mpi", AllGather, 48, 48 * 2e3, NeighbourExchange}, Row{"open-mpi", AllToAll, 100, 100 * 300e3, Pairwise},
                       Row{"open-mpi", AllToAll, 40, 40 * 100.0, Bruck}, Row{"open-mpi", AllToAll, 4, 4 * 600e3, Pairwise},
                       Row{"open-mpi", Broadcast, 20, 2e6, ScatterAllGather}, Row{"open-mpi", Broadcast, 6, 2e6, Chain},
                       Row{"open-mpi", ReduceScatter, 8, 1e6, Ring}, Row{"open-mpi", ReduceScatter, 8, 1e5, RecursiveDoubling},
                       Row{"open-mpi", Reduce, 16, 1e6, Binomial}, Row{"mpich", AllReduce, 16, 2048, RecursiveDoubling},
                       Row{"mpich", AllReduce, 16, 2049, HalvingDoubling}, Row{"mpich", Broadcast, 16, 1e6, ScatterAllGather},
                       Row{"mpich", Broadcast, 16, 12000, Binomial}, Row{"mpich", AllGather, 16, 1e6, Ring}, Row{"mpich", AllGather, 12, 1e4, Bruck},
                       Row{"mpich", AllToAll, 16, 16 * 100.0, Bruck}, Row{"mpich", AllToAll, 16, 16 * 1e5, Pairwise}, Row{"mpich", Reduce, 8, 1e5, HalvingDoubling},
                       Row{"gloo", AllReduce, 8, 1e3, SegmentedRing}, Row{"gloo", Broadcast, 8, 1e3, Binomial}, Row{"nobody", AllReduce, 8, 1e3, Auto}})
    EXPECT_EQ(libraryChoice(r.library, r.op, r.ranks, r.bytes), r.expected) << r.library << " " << name(r.op) << " " << r.ranks << " " << r.bytes;
}

TEST(LibraryChoice, WhatIsSaidRuns) {
  for (const char* library : {"open-mpi", "mpich", "gloo"})
    for (std::size_t o = 0; o < collectiveOpNames().size(); ++o)
      for (int n = 2; n <= 5000; n = n * 5 / 3 + 1)
        for (double bytes = 1; bytes < 1e9; bytes *= 3) {
          const auto op = static_cast<CollectiveOp>(o);
          const Algorithm a = libraryChoice(library, op, n, bytes);
          EXPECT_NE(a, Algorithm::Auto);
          EXPECT_EQ(runsAs(op, a, n), a);
        }
}

// By hand, DGX A100, 2 nodes of 8, AMD hosts: ring / LL: 6.6 + (30 - 2) max(0.6, 2) + 2 x 2.7 = 68 us.
TEST(NcclTuner, LatenciesByHand) {
  using enum NcclAlgorithm;
  using enum NcclProtocol;
  const NcclSystem s = dgx(NcclGeneration::Ampere);
  EXPECT_NEAR(ncclCost(CollectiveOp::AllReduce, Ring, LL, 16, 2, 8, s).latency_s, 68e-6, 1e-9);
  // tree / LL: 6.8 + 2 (7 x 0.6 + 1 x 5) = 25.2 us
  EXPECT_NEAR(ncclCost(CollectiveOp::AllReduce, Tree, LL, 16, 2, 8, s).latency_s, 25.2e-6, 1e-9);
  // ring / Simple of a long message: (8.4 + 28 x max(3.4, 6) + 2 x 14) x 1.4
  EXPECT_NEAR(ncclCost(CollectiveOp::AllReduce, Ring, Simple, 16, 2, 1e9, s).latency_s, (8.4 + 28 * 6 + 28) * 1.4e-6, 1e-9);
  // its bandwidth: 192 GB/s x 16 / 30
  EXPECT_NEAR(ncclCost(CollectiveOp::AllReduce, Ring, Simple, 16, 2, 1e9, s).bytes_per_s, 192e9 * 16 / 30, 1e3);
  EXPECT_TRUE(std::isnan(ncclCost(CollectiveOp::AllGather, Tree, LL, 16, 2, 8, s).time_s));
  EXPECT_TRUE(std::isnan(ncclCost(CollectiveOp::AllReduce, Nvls, Simple, 8, 1, 8, s).time_s));  // Ampere has none
}

TEST(NcclTuner, TreesForShortRingsForLongNvlsInsideHopper) {
  const NcclSystem a = dgx(NcclGeneration::Ampere), h = dgx(NcclGeneration::Hopper);
  EXPECT_EQ(ncclChoice(CollectiveOp::AllReduce, 64, 8, 1024, a).algorithm, NcclAlgorithm::Tree);
  EXPECT_EQ(ncclChoice(CollectiveOp::AllReduce, 64, 8, 1024, a).protocol, NcclProtocol::LL);
  EXPECT_EQ(ncclChoice(CollectiveOp::AllReduce, 64, 8, 4e9, a).algorithm, NcclAlgorithm::Ring);
  EXPECT_EQ(ncclChoice(CollectiveOp::AllReduce, 64, 8, 4e9, a).protocol, NcclProtocol::Simple);
  EXPECT_EQ(ncclChoice(CollectiveOp::AllReduce, 8, 1, 1e9, h).algorithm, NcclAlgorithm::Nvls);
  EXPECT_EQ(ncclChoice(CollectiveOp::AllGather, 64, 8, 1e9, a).algorithm, NcclAlgorithm::Ring);
}

// tuning.cc: LL128 needs NVLink inside and a NIC no farther than PXB; from Hopper on PXN and C2C will do.
TEST(NcclTuner, Ll128NeedsANearNic) {
  Node n;
  n.accelerator.name = "A100";
  n.fabric.kind = "nvswitch";
  n.fabric.bandwidth = Bandwidth::bytesPerSecond(300e9);
  const auto allowed = [&](const char* path) {
    n.nic.path = path;
    return ncclSystem(n, 25e9, 0).ll128;
  };
  EXPECT_TRUE(allowed("pxb"));
  EXPECT_FALSE(allowed("pxn"));
  EXPECT_FALSE(allowed("sys"));
  n.accelerator.name = "H100";
  EXPECT_TRUE(allowed("pxn"));
  EXPECT_FALSE(allowed("phb"));
  n.fabric.kind = "pcie";
  EXPECT_FALSE(allowed("pxb"));
}

TEST(NcclTuner, TimeNeverFallsWithBytesAndMoreBandwidthNeverHurts) {
  for (const CollectiveOp op : {CollectiveOp::AllReduce, CollectiveOp::AllGather, CollectiveOp::ReduceScatter, CollectiveOp::Broadcast})
    for (const NcclGeneration g : {NcclGeneration::Volta, NcclGeneration::Ampere, NcclGeneration::Hopper, NcclGeneration::Blackwell})
      for (const int nodes : {1, 2, 8, 128}) {
        NcclSystem s = dgx(g), faster = s;
        faster.network_GBps *= 2;
        faster.fabric_GBps *= 2;
        double last = 0;
        for (double bytes = 8; bytes < 1e11; bytes *= 4) {
          const double t = ncclChoice(op, 8 * nodes, nodes, bytes, s).time_s;
          ASSERT_TRUE(t > 0);
          EXPECT_LE(ncclChoice(op, 8 * nodes, nodes, bytes, faster).time_s, t * (1 + 1e-12));
          // Trees are left out: the tuner's own correction by size dips.
          double least = ncclCost(op, NcclAlgorithm::Ring, NcclProtocol::Simple, 8 * nodes, nodes, bytes, s).time_s;
          for (const NcclAlgorithm a : {NcclAlgorithm::Ring, NcclAlgorithm::Nvls, NcclAlgorithm::NvlsTree})
            for (const NcclProtocol p : {NcclProtocol::LL, NcclProtocol::LL128, NcclProtocol::Simple}) least = std::fmin(least, ncclCost(op, a, p, 8 * nodes, nodes, bytes, s).time_s);
          EXPECT_GE(least, last) << name(op) << " " << nodes << " " << bytes;
          EXPECT_LE(t, least);
          last = least;
        }
      }
}

}  // namespace library_choice_test
