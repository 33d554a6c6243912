// Recorded runs played again: Chakra execution traces, written here and real ones, and Runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/simulate/replay_plan.h"
#include "tests/core/simulate/support.h"

namespace replay_test {
using namespace weir;
using namespace weir::test;

namespace {

const std::string kChakra = std::string(WEIR_SHARED_DIR "/corpus/chakra/");

// A Chakra file as its writers make it: messages with their lengths before them.
struct Et {
  std::string bytes = frame("\x0a\x05" "0.0.4");

  static std::string varint(std::uint64_t v) {
    std::string s;
    for (; v >= 0x80; v >>= 7) s += static_cast<char>(v | 0x80);
    return s + static_cast<char>(v);
  }
  static std::string frame(const std::string& m) { return varint(m.size()) + m; }
  static std::string number(unsigned field, std::uint64_t v) { return varint(field << 3) + varint(v); }
  static std::string text(unsigned field, const std::string& s) { return varint(field << 3 | 2) + frame(s); }
  static std::string attr(const std::string& name, std::uint64_t v, unsigned field = 9) { return text(10, text(1, name) + number(field, v)); }

  Et& node(std::uint64_t id, int type, const std::string& rest, std::initializer_list<std::uint64_t> after = {}) {
    std::string m = number(1, id) + text(2, "node " + std::to_string(id)) + number(3, static_cast<std::uint64_t>(type));
    std::string ids;
    for (const std::uint64_t a : after) ids += varint(a);
    if (!ids.empty()) m += text(5, ids);
    bytes += frame(m + rest);
    return *this;
  }
  Et& compute(std::uint64_t id, std::uint64_t us, std::initializer_list<std::uint64_t> after = {}) { return node(id, 4, number(7, us), after); }
  Et& collective(std::uint64_t id, std::uint64_t type, std::uint64_t size, std::initializer_list<std::uint64_t> after = {}) {
    return node(id, 7, attr("is_cpu_op", 0, 27) + attr("comm_type", type) + attr("comm_size", size, 13), after);
  }
  Et& send(std::uint64_t id, std::uint64_t to, std::uint64_t size, std::uint64_t tag, std::initializer_list<std::uint64_t> after = {}) {
    return node(id, 5, attr("comm_size", size) + attr("comm_dst", to, 7) + attr("comm_tag", tag, 7), after);
  }
  Et& receive(std::uint64_t id, std::uint64_t from, std::uint64_t size, std::uint64_t tag, std::initializer_list<std::uint64_t> after = {}) {
    return node(id, 6, attr("comm_size", size) + attr("comm_src", from, 7) + attr("comm_tag", tag, 7), after);
  }
};

class Replay : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = std::filesystem::temp_directory_path() / ("weir-replay-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(dir_);
    std::filesystem::create_directories(dir_);
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }
  Scenario scenario(const std::vector<Et>& ranks, int nodes) {
    for (std::size_t r = 0; r < ranks.size(); ++r)
      std::ofstream(dir_ / ("job." + std::to_string(r) + ".et"), std::ios::binary) << ranks[r].bytes;
    return of(dir_.string(), nodes);
  }
  static Scenario of(const std::string& path, int nodes) {
    Scenario s;
    s.machine = machine(nodes);
    s.workload.kind = Workload::Kind::Replay;
    s.workload.run = path;
    return s;
  }
  static Simulated play(const Scenario& s, Fidelity f = Fidelity::Packet, const RunPtr& run = {}) {
    SimulateOptions o;
    o.replay = run;
    auto r = simulate(s, f, o, {});
    EXPECT_TRUE(r) << (r ? "" : r.error().line());
    return r ? std::move(*r) : Simulated{{}, std::make_shared<const weir::Run>()};
  }
  std::filesystem::path dir_;
};

double ringTime(int nodes, std::int64_t bytes) {
  Scenario s = ring(nodes, {bytes}, false);
  s.workload.algorithm = Algorithm::Auto;
  auto r = simulate(s, Fidelity::Packet, {}, {});
  return r ? r->outcome.step_s : 0;
}

TEST_F(Replay, ComputingAndACollectiveAddUp) {
  // 100 us, an all-reduce of 1 MB, 50 us; beside the all-reduce another 30 us that hide.
  std::vector<Et> ranks(4);
  for (Et& r : ranks) r.compute(1, 100).collective(2, 0, 1'000'000, {1}).compute(3, 30, {1}).compute(4, 50, {2, 3});
  const Simulated r = play(scenario(ranks, 4));
  EXPECT_NEAR(r.outcome.step_s, 150e-6 + ringTime(4, 1'000'000), 1e-12);
  ASSERT_EQ(r.outcome.collectives.size(), 1U);
  EXPECT_NEAR(r.outcome.collectives[0].time_s, ringTime(4, 1'000'000), 1e-12);
  EXPECT_NEAR(r.outcome.breakdown.compute_s, 180e-6, 1e-12);
  EXPECT_EQ(r.run->collectives.size(), 4U);
  EXPECT_EQ(r.run->worldSize, 4);
  EXPECT_EQ(asText(*r.run), asText(*play(scenario(ranks, 4)).run));
}

TEST_F(Replay, MessagesWaitForBothEnds) {
  // Rank 0 computes 10 us and sends 125,000 B (10 us on the wire, 2 us of links, a stored packet); rank 1 is ready at once, and
  // then computes 20 us. A second message waits for rank 1, which receives it only after 100 us.
  const double wire = 125'000 * 80e-12 + 2e-6 + 4096 * 80e-12;
  std::vector<Et> ranks(2);
  ranks[0].compute(1, 10).send(2, 1, 125'000, 7, {1});
  ranks[1].receive(1, 0, 125'000, 7).compute(2, 20, {1});
  EXPECT_NEAR(play(scenario(ranks, 2)).outcome.step_s, 10e-6 + wire + 20e-6, 1e-9);
  ranks = std::vector<Et>(2);
  ranks[0].send(1, 1, 125'000, 7);
  ranks[1].compute(1, 100).receive(2, 0, 125'000, 7, {1}).compute(3, 20, {2});
  EXPECT_NEAR(play(scenario(ranks, 2)).outcome.step_s, 120e-6, 1e-9);
}

TEST_F(Replay, OneRanksTraceIsPlayedByAll) {
  std::vector<Et> one(1);
  one[0].compute(1, 100).collective(2, 2, 250'000, {1});  // an all-gather: 250 kB of each rank
  const Simulated r = play(scenario(one, 4));
  EXPECT_EQ(r.run->worldSize, 4);
  // Ring: three steps of 250 kB: 60 us, and the ways.
  EXPECT_GE(r.outcome.step_s, 160e-6);
  EXPECT_LE(r.outcome.step_s, 168e-6);
  ASSERT_FALSE(r.outcome.remarks.empty());
}

TEST_F(Replay, JitterSlowsAndRepeats) {
  std::vector<Et> ranks(4);
  for (Et& r : ranks) r.compute(1, 100).collective(2, 0, 1'000'000, {1}).compute(3, 100, {2}).collective(4, 0, 1'000'000, {3});
  Scenario s = scenario(ranks, 4);
  const double steady = play(s).outcome.step_s;
  s.workload.stragglers = 1;
  s.workload.straggler_slowdown = 3;
  const Simulated slow = play(s);
  EXPECT_GT(slow.outcome.step_s, steady + 300e-6);
  EXPECT_EQ(asText(*slow.run), asText(*play(s).run));
}

TEST_F(Replay, DamagedTracesAreRefusedByName) {
  const auto refused = [&](const std::vector<Et>& ranks, int nodes, const char* where, const char* says) {
    std::filesystem::remove_all(dir_);
    std::filesystem::create_directories(dir_);
    const auto r = simulate(scenario(ranks, nodes), Fidelity::Packet, {}, {});
    ASSERT_FALSE(r) << says;
    EXPECT_EQ(r.error().where, where) << r.error().line();
    EXPECT_NE(r.error().what.find(says), std::string::npos) << r.error().line();
  };
  std::vector<Et> two(2);
  two[0].send(1, 1, 100, 7);
  two[1].receive(1, 0, 100, 8);
  refused(two, 2, "workload.run", "which receives 0");
  two = std::vector<Et>(2);
  two[0].collective(1, 0, 100);
  two[1].collective(1, 0, 200);
  refused(two, 2, "workload.run", "where another rank of its group has");
  two = std::vector<Et>(2);
  two[0].collective(1, 0, 100);
  two[1].compute(1, 5);
  refused(two, 2, "workload.run", "does not take part");
  two = std::vector<Et>(2);
  two[0].compute(1, 5, {2}).compute(2, 5, {1});
  two[1].compute(1, 5);
  refused(two, 2, "workload.run", "waits for itself");
  two = std::vector<Et>(2);  // each receives before it sends
  two[0].receive(1, 1, 100, 0).send(2, 1, 100, 0, {1});
  two[1].receive(1, 0, 100, 0).send(2, 0, 100, 0, {1});
  refused(two, 2, "workload.run", "in a circle");
  two = std::vector<Et>(3);
  for (Et& r : two) r.compute(1, 5);
  refused(two, 2, "machine.nodes", "3 ranks were recorded");
  Et cut;
  cut.compute(1, 5);
  cut.bytes.resize(cut.bytes.size() - 3);
  refused({cut}, 2, "workload.run", "no Chakra execution trace");
  const auto nowhere = simulate(of("/nowhere/at/all", 2), Fidelity::Packet, {}, {});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().where, "workload.run");
}

TEST_F(Replay, RealTracesPlayToTheirEnd) {
  if (!std::filesystem::is_directory(kChakra)) GTEST_SKIP() << "no corpus";
  // One all-reduce of 1 MiB on 8 ranks, and the same as its own messages: 14 sends of 128 KiB a rank in a ring.
  const Simulated whole = play(of(kChakra + "astra_all_reduce_8npus_1MB", 8));
  EXPECT_NEAR(whole.outcome.step_s, ringTime(8, 1 << 20), 1e-12);
  const Simulated own = play(of(kChakra + "astra_custom_ring_allreduce_8npus_1MB", 8));
  EXPECT_EQ(own.outcome.network.delivered_bytes, 8U * 14 * 131'072);
  EXPECT_NEAR(own.outcome.step_s, whole.outcome.step_s + 49e-6, 1e-6);  // and the 7 x 7 us of adding up
  const Simulated exchange = play(of(kChakra + "astra_all_to_all_4npus_1MB", 4), Fidelity::Flow);
  EXPECT_GE(exchange.outcome.step_s, 3 * (1 << 18) / 12.5e9);
  // A ResNet's step on one rank of a job, as all of eight: never below the accelerator's own work (329,543 us, of which 36,715 are
  // its collectives).
  const Simulated resnet = play(of(kChakra + "chakra.0.et", 8), Fidelity::Flow);
  const auto& remarks = resnet.outcome.remarks;
  EXPECT_TRUE(std::any_of(remarks.begin(), remarks.end(), [](const std::string& x) { return x.find("in circles") != std::string::npos; }));
  EXPECT_GE(resnet.outcome.step_s, 292.8e-3);
  EXPECT_LE(resnet.outcome.step_s, 400e-3);
  EXPECT_EQ(resnet.run->collectives.size(), 8U * 7);
}

TEST_F(Replay, ASimulatedRunPlaysAgainAsItself) {
  Scenario s = ring(8, {4'000'000}, false);
  s.workload.think = Time::us(100);
  s.workload.iterations = 3;
  s.workload.jitter = 0.2;
  auto first = simulate(s, Fidelity::Packet, {}, {});
  ASSERT_TRUE(first) << first.error().line();
  Scenario again = of("a.json", 8);
  again.workload.algorithm = Algorithm::Ring;
  const Simulated r = play(again, Fidelity::Packet, first->run);
  EXPECT_NEAR(r.outcome.step_s, first->outcome.step_s, 1e-9);
  EXPECT_EQ(r.outcome.network.sent_bytes, first->outcome.network.sent_bytes);
  // On links twice as fast only what was communication gets shorter.
  again.machine.network.link.bandwidth = again.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(200e9);
  const Simulated fast = play(again, Fidelity::Packet, first->run);
  EXPECT_LT(fast.outcome.step_s, 0.7 * first->outcome.step_s);
  EXPECT_GT(fast.outcome.step_s, 300e-6);
  const weir::Run nothing;
  EXPECT_FALSE(sim::graphOfRun(nothing));
}

}  // namespace
}  // namespace replay_test
