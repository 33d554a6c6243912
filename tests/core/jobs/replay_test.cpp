#include "core/jobs/replay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/jobs/use_cases.h"

namespace replay_test {
using namespace weir;

namespace {

Scenario ring(int nodes) {
  Scenario s;
  s.machine.nodes = nodes;
  s.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(100e9);
  s.machine.network.link = {Bandwidth::bitsPerSecond(100e9), Time::us(1)};
  s.workload.kind = Workload::Kind::Collective;
  s.workload.algorithm = Algorithm::Ring;
  s.workload.sizes = {Bytes::of(1'000'000)};
  s.workload.think = Time::us(50);
  s.workload.iterations = 2;
  return s;
}

}  // namespace

TEST(Replay, OfAStudysNewestRun) {
  std::string pattern = (std::filesystem::temp_directory_path() / "weir-replay-XXXXXX").string();
  const std::string dir = ::mkdtemp(pattern.data());
  const std::string study = dir + "/a.weir";
  const auto first = simulateAndKeep(ring(4), Fidelity::Packet, {}, {study, 1, ""}, {});
  ASSERT_TRUE(first) << first.error().line();
  Scenario s = ring(4);
  s.workload.kind = Workload::Kind::Replay;
  s.workload.run = study;
  const auto again = simulateAny(s, Fidelity::Packet, {}, {});
  ASSERT_TRUE(again) << again.error().line();
  EXPECT_NEAR(again->outcome.step_s, first->outcome.step_s, 1e-12);
  EXPECT_EQ(again->outcome.network.sent_bytes, first->outcome.network.sent_bytes);
  EXPECT_NEAR(again->outcome.breakdown.compute_s, 100e-6, 1e-12);

  std::ofstream(dir + "/note.txt") << "no trace";
  for (const std::string& bad : {dir + "/note.txt", dir + "/nothing.json", dir}) {
    s.workload.run = bad;
    const auto r = simulateAny(s, Fidelity::Packet, {}, {});
    ASSERT_FALSE(r) << bad;
    EXPECT_EQ(r.error().where, "workload.run") << r.error().line();
  }
  std::filesystem::remove_all(dir);
}

TEST(Replay, ATraceWithoutSizesIsRefused) {
  const std::string traces = std::string(WEIR_SHARED_DIR "/corpus/kineto/dlrm_4of8");
  if (!std::filesystem::is_directory(traces)) GTEST_SKIP() << "no corpus";
  Scenario s = ring(8);
  s.workload.kind = Workload::Kind::Replay;
  s.workload.run = traces;
  const auto r = simulateAny(s, Fidelity::Packet, {}, {});
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().where, "workload.run");
}

}  // namespace replay_test
