#include "core/model/collectives.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/core/model/support.h"

namespace collectives_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

namespace {
constexpr double a = 5e-6, b = 1 / 12.5e9, M = 102.4e6;

Scenario ring(int hosts) {
  Scenario s = read(R"({"machine": "small-cluster", "workload": {"kind": "collective", "operation": "all-reduce", "algorithm": "ring",
                        "sizes": ["102.4MB"], "step_latency": "5us"}})");
  s.machine.nodes = hosts;
  s.workload.ranks = hosts;
  return s;
}
}  // namespace

// LABS.md L1: T(8) = 2 x 7 x 5 us + 2 x 7/8 x 102.4 MB / 12.5 GB/s = 0.07 + 14.336 ms.
TEST(Collectives, LabOneRingAllReduce) {
  EXPECT_DIGITS(ringAllReduce(8, M, a, b), 14.406e-3, 1e-6);
  EXPECT_DIGITS(ringAllReduce(1024, M, a, b), 26.60e-3, 1e-5);
  EXPECT_DIGITS(parameterServer(8, M, b), 131.07e-3, 1e-5);
  const Outcome o = answer(ring(8));
  ASSERT_EQ(o.collectives.size(), 1U);
  EXPECT_DIGITS(o.collectives[0].time_s, 14.406e-3, 1e-6);
  EXPECT_DIGITS(o.collectives[0].algbw, 7.108e9, 1e6);
  EXPECT_DIGITS(o.collectives[0].busbw, 12.44e9, 1e7);
  EXPECT_DIGITS(o.volume.rank_sent_step_bytes, 179.2e6, 1);
  EXPECT_DOUBLE_EQ(o.volume.network_step_bytes, 8 * 179.2e6);
  EXPECT_DOUBLE_EQ(o.step_s, o.collectives[0].time_s);
  EXPECT_DIGITS(answer(ring(1024)).step_s, 26.60e-3, 1e-5);
}

// LABS.md L2, 64 ranks: n1/2 = a B; ring against recursive doubling; crossover where both take as long. Its "4 kB" is 4096 B.
TEST(Collectives, LabTwoLatencyAgainstBandwidth) {
  EXPECT_DIGITS(halfBandwidthSize(a, b), 62.5e3, 1);
  EXPECT_DIGITS(ringAllReduce(64, 4096, a, b), 630.6e-6, 1e-7);
  EXPECT_DIGITS(recursiveDoublingAllReduce(64, 4096, a, b), 31.97e-6, 1e-8);
  EXPECT_DIGITS(ringAllReduce(64, M, a, b), 16.758e-3, 1e-6);
  EXPECT_DIGITS(recursiveDoublingAllReduce(64, M, a, b), 49.182e-3, 1e-6);
  const double x = (126 * a - 6 * a) / (6 * b - 126.0 / 64 * b);
  EXPECT_DIGITS(x, 1.8605e6, 1e2);
  EXPECT_NEAR(ringAllReduce(64, x, a, b), recursiveDoublingAllReduce(64, x, a, b), 1e-12);
}

TEST(Collectives, FormsOfTheOtherAlgorithmsByHand) {
  // 8 ranks: 3 halvings and 3 doublings; two trees: up and down 3 levels, every byte twice.
  EXPECT_DOUBLE_EQ(halvingDoublingAllReduce(8, M, a, b), 6 * a + 1.75 * M * b);
  EXPECT_DOUBLE_EQ(doubleTreeAllReduce(8, M, a, b), 6 * a + 2 * M * b);
  // 10 ranks: 8 of them, and 2 folded in and out.
  EXPECT_DOUBLE_EQ(halvingDoublingAllReduce(10, M, a, b), 6 * a + 1.75 * M * b + 2 * (a + M * b));
  Scenario s = ring(8);
  s.workload.algorithm = Algorithm::HalvingDoubling;
  EXPECT_NEAR(answer(s).step_s, halvingDoublingAllReduce(8, M, a, b), 1e-12);
  s.workload.algorithm = Algorithm::DoubleBinaryTree;
  EXPECT_NEAR(answer(s).step_s, doubleTreeAllReduce(8, M, a, b), 1e-12);
  s = ring(10);
  s.workload.algorithm = Algorithm::HalvingDoubling;
  EXPECT_NEAR(answer(s).step_s, halvingDoublingAllReduce(10, M, a, b), 1e-12);
  s.workload.operation = CollectiveOp::AllGather;
  s.workload.algorithm = Algorithm::Ring;
  EXPECT_NEAR(answer(s).step_s, 9 * a + 0.9 * M * b, 1e-12);
  s.workload.operation = CollectiveOp::AllToAll;
  EXPECT_NEAR(answer(s).step_s, 9 * a + 0.9 * M * b, 1e-12);
}

TEST(Collectives, AutoTakesTheQuickest) {
  for (const std::int64_t bytes : {4'000LL, 1'000'000LL, 102'400'000LL}) {
    Scenario s = ring(64);
    s.workload.sizes = {Bytes::of(bytes)};
    std::map<Algorithm, double> t;
    for (const Algorithm x : {Algorithm::Ring, Algorithm::DoubleBinaryTree, Algorithm::HalvingDoubling}) {
      s.workload.algorithm = x;
      t[x] = answer(s).step_s;
    }
    s.workload.algorithm = Algorithm::Auto;
    const Outcome o = answer(s);
    EXPECT_DOUBLE_EQ(o.step_s, std::min({t[Algorithm::Ring], t[Algorithm::DoubleBinaryTree], t[Algorithm::HalvingDoubling]}));
    EXPECT_DOUBLE_EQ(o.step_s, t[o.collectives[0].algorithm]);
  }
}

// The closed forms count the same bytes as the messages that the packet engine plays.
TEST(Collectives, SentBytesAreThoseOfTheMessages) {
  const Scenario s = ring(8);
  for (const int n : {2, 3, 8, 10, 64})
    for (std::size_t i = 0; i < collectiveOpNames().size(); ++i)
      for (std::size_t j = 1; j < algorithmNames().size(); ++j) {
        const auto op = static_cast<CollectiveOp>(i);
        const auto alg = static_cast<Algorithm>(j);
        if (!hasMessages(op, alg, n)) continue;
        double bytes = 0;
        expandCollective(op, alg, n, 1'000'000, 0, [&](const Message& m) { bytes += static_cast<double>(m.bytes); });
        Machine machine = s.machine;
        machine.nodes = n;
        const CollectiveCost c = collective(op, alg, n, 1e6, *networkCosts(machine));
        EXPECT_NEAR(c.sent_bytes * n, bytes, 1) << n << " " << name(op) << " " << name(alg);
      }
}

TEST(Collectives, SeveralRanksANodeReduceInsideFirst) {
  // 4 nodes of 8: inside 14 rounds of M/8 over the fabric, outside a ring of 4 with all NICs of a node.
  const Scenario s = read(R"({"machine": {"base": "dgx-a100", "node": {"fabric": {"attained": 1}, "nic": {"attained": 1}}, "network": {"topology": "switch"}}, "workload": {"kind": "collective", "sizes": ["102.4MB"], "algorithm": "ring", "ranks": 32, "step_latency": "5us"}})");
  const double inside = 14 * (2e-6 + M / 8 / 300e9), outside = ringAllReduce(4, M, 5e-6, 1 / 200e9);
  const Outcome o = answer(s);
  EXPECT_NEAR(o.step_s, inside + outside, 1e-12);
  EXPECT_DOUBLE_EQ(o.volume.node_step_bytes, 1.5 * M);
  EXPECT_DOUBLE_EQ(o.volume.rank_sent_step_bytes, 1.75 * M + 1.5 * M / 8);
}

TEST(NetworkCosts, LatencyGrowsWithTheSwitchesOnTheWay) {
  Machine m = ring(8).machine;
  m.nodes = 1024;
  m.network.topology = Topology::FatTree;
  m.network.radix = 16;
  const NetworkCosts c = *networkCosts(m);
  EXPECT_DOUBLE_EQ(c.meanSwitches(1), 1 + 2.0 / 8 + 2.0 / 64);  // 1 of 8 leaves the edge, 1 of 64 the pod
  EXPECT_DOUBLE_EQ(c.meanSwitches(512), 5);
  // overhead 0.5 + NICs 2 x 1 + message gap 0.01 us; 2 links of 0.5, a switch of 0.5 and a packet of 4096 B
  m.network.topology = Topology::SingleSwitch;
  EXPECT_NEAR(networkCosts(m)->latency(1, 1e6), 0.5e-6 + 2e-6 + 0.01e-6 + 2 * 0.5e-6 + 0.5e-6 + 4096 / 12.5e9, 1e-15);
}

// L5: 4:1 taper leaves each of four hosts a quarter: 12.5 / 4 = 3.125 GB/s. A ring of packed ranks hardly notices.
TEST(NetworkCosts, TaperBitesWhereAllPartnersLieBeyondTheEdge) {
  Machine m = ring(8).machine;
  m.nodes = 128;
  m.network.topology = Topology::FatTree;
  m.network.radix = 8;
  m.network.taper = 4;
  const NetworkCosts c = *networkCosts(m);
  EXPECT_DOUBLE_EQ(c.bytes_per_s / c.slowdown(64), 3.125e9);
  EXPECT_DOUBLE_EQ(c.slowdown(1), 1);
  const auto time = [&](Algorithm alg) { return collective(CollectiveOp::AllReduce, alg, 128, 1e9, c).time_s; };
  Machine full = m;
  full.network.taper = 1;
  const NetworkCosts f = *networkCosts(full);
  EXPECT_DOUBLE_EQ(time(Algorithm::Ring), collective(CollectiveOp::AllReduce, Algorithm::Ring, 128, 1e9, f).time_s);
  EXPECT_GT(time(Algorithm::HalvingDoubling), 1.3 * collective(CollectiveOp::AllReduce, Algorithm::HalvingDoubling, 128, 1e9, f).time_s);
}

namespace {

Scenario cluster(const char* library, const char* more = "") {
  return read(std::string(R"({"machine": {"base": "small-cluster", "nodes": 16)") + more + R"(}, "workload": {"kind": "collective", "operation": "all-reduce", "sizes": ["1MB"], "ranks": 16},
               "plan": {"library": ")" + library + R"("}})");
}

}  // namespace

// What Auto says is what the library's rules say; what is played is that algorithm (tests/core/simulate).
TEST(Collectives, AutoIsTheLibrarysChoice) {
  EXPECT_EQ(answer(cluster("open-mpi")).collectives[0].algorithm, Algorithm::HalvingDoubling);
  EXPECT_EQ(answer(cluster("gloo")).collectives[0].algorithm, Algorithm::SegmentedRing);
  Scenario s = cluster("open-mpi");
  s.workload.sizes = {Bytes::of(1000)};
  EXPECT_EQ(answer(s).collectives[0].algorithm, Algorithm::RecursiveDoubling);
  s.plan.library = "mpich";
  EXPECT_EQ(answer(s).collectives[0].algorithm, Algorithm::RecursiveDoubling);
  s.plan.library = "nccl";
  const NetworkCosts c = *networkCosts(s);
  EXPECT_EQ(answer(s).collectives[0].algorithm, algorithmOf(ncclChoice(CollectiveOp::AllReduce, 16, 16, 1000, c.nccl).algorithm));
}

// LogGP by hand: a message L + 2 o + (b-1) G; three to one rank: two more of max(g, o) + (b-1) G.
TEST(Collectives, LogGpCountsGapsOfOneSender) {
  const LogGP p{10e-6, 2e-6, 5e-6, 1e-9};
  EXPECT_DOUBLE_EQ(logGpMessage(p, 1001), 10e-6 + 4e-6 + 1e-6);
  EXPECT_NEAR(logGpTime(p, mpiSchedule(CollectiveOp::Broadcast, Algorithm::Linear, 4, 1001)), 15e-6 + 2 * (5e-6 + 1e-6), 1e-15);
  EXPECT_NEAR(logGpTime(p, mpiSchedule(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 8, 1001)), 3 * 15e-6, 1e-15);
  // No latency: only bandwidth is left.
  EXPECT_NEAR(logGpTime({0, 0, 0, 1e-9}, mpiSchedule(CollectiveOp::AllReduce, Algorithm::Ring, 8, 8e6)), 14 * (1e6 - 1) * 1e-9, 1e-12);
}

TEST(Collectives, RendezvousCostsARoundTripAboveTheEagerLimit) {
  Scenario s = cluster("open-mpi");
  s.workload.algorithm = Algorithm::Ring;
  const double eager = answer(s).step_s;  // blocks of 62.5 kB
  s.machine.node.mpi.eager_limit = Bytes::of(64 << 10);
  EXPECT_DOUBLE_EQ(answer(s).step_s, eager);
  s.machine.node.mpi.eager_limit = Bytes::of(32 << 10);
  EXPECT_NEAR(answer(s).step_s, eager + 30 * networkCosts(s.machine)->latency(8, 0), 1e-12);
}

TEST(Collectives, SocketsGoThroughTheMpiModel) {
  Scenario s = cluster("open-mpi", R"(, "node": {"nic": {"rdma": false}, "mpi": {"eager_limit": "64KiB"}})");
  s.workload.algorithm = Algorithm::RecursiveDoubling;
  const NetworkCosts c = *networkCosts(s);
  ASSERT_TRUE(c.sockets);
  EXPECT_DOUBLE_EQ(answer(s).step_s, mpiTime(mpiSchedule(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 16, 1e6), 16, c.shaped, c.mpi).time_s);
  s.plan.library = "nccl";
  EXPECT_DOUBLE_EQ(answer(s).step_s, collective(CollectiveOp::AllReduce, Algorithm::RecursiveDoubling, 16, 1e6, c).time_s);
}

// 8 ranks on 16 cores that add 4 GB/s each: two threads each help until memory, 3 B a byte, is the limit.
TEST(Collectives, ReductionsShareCoresAndMemory) {
  EXPECT_EQ(reductionSecondsPerByte(1, 8, 16, 0, 1e11), 0);
  EXPECT_DOUBLE_EQ(reductionSecondsPerByte(1, 8, 16, 4e9, 0), 1 / 4e9);
  EXPECT_DOUBLE_EQ(reductionSecondsPerByte(2, 8, 16, 4e9, 0), 1 / 8e9);
  EXPECT_DOUBLE_EQ(reductionSecondsPerByte(4, 8, 16, 4e9, 0), 1 / 8e9);  // no more cores
  EXPECT_DOUBLE_EQ(reductionSecondsPerByte(2, 8, 16, 4e9, 1e11), 24 / 1e11);
  Scenario s = cluster("gloo");
  s.workload.algorithm = Algorithm::Ring;
  const double hidden = answer(s).step_s;
  s.machine.node.mpi.reduce_rate = Bandwidth::bytesPerSecond(1e9);
  const double exposed = answer(s).step_s;
  EXPECT_NEAR(exposed - hidden, 15.0 / 16 * 1e6 * networkCosts(s)->reduce_s, 1e-12);
  s.plan.library = "nccl";
  EXPECT_NEAR(answer(s).step_s, hidden, 1e-12);
}

TEST(Collectives, HostStagedPathsAreSlowerByTwoCopies) {
  Scenario s = cluster("nccl");
  s.machine.node.memory_bandwidth = Bandwidth::bytesPerSecond(20e9);
  s.machine.node.nic.staging = Time::us(7);
  const NetworkCosts near = *networkCosts(s);
  for (const char* path : {"phb", "sys"}) {
    s.machine.node.nic.path = path;
    const NetworkCosts far = *networkCosts(s);
    EXPECT_DOUBLE_EQ(far.bytes_per_s, 5e9);
    EXPECT_NEAR(far.latency(1, 0) - near.latency(1, 0), 7e-6, 1e-12);
  }
  s.machine.node.nic.path = "pix";
  s.machine.node.nic.pcie = Bandwidth::bytesPerSecond(3e9);
  EXPECT_DOUBLE_EQ(networkCosts(s)->bytes_per_s, 3e9 * s.machine.node.nics);
}

TEST(Collectives, TheTunersFormIsNcclsOwnEstimate) {
  Scenario s = read(R"({"machine": "dgx-a100", "workload": {"kind": "collective", "operation": "all-reduce", "sizes": ["100MB"], "ranks": 16}, "plan": {"collective_form": "tuner"}})");
  s.machine.nodes = 2;
  const NetworkCosts c = *networkCosts(s);
  EXPECT_DOUBLE_EQ(answer(s).step_s, ncclChoice(CollectiveOp::AllReduce, 16, 2, 100e6, c.nccl).time_s);
}

}  // namespace collectives_test
