// What players send does not depend on the order in which they are told of messages that end at one instant, nor on threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/simulate/make_player.h"
#include "tests/core/simulate/support.h"

namespace order_test {
using namespace weir;
using namespace weir::test;

namespace {

// A network without contention that tells of all that ends at one instant forwards or backwards.
class Lockstep final : public net::Injector {
 public:
  explicit Lockstep(bool backwards) : backwards_(backwards) {}
  void send(const net::Send& s) override {
    const std::int64_t start = std::max(s.ready, now_);
    pending_[start + 1'000'000 + s.bytes * 80].push_back({s, start, start + 1'000'000 + s.bytes * 80});
  }
  void play(net::Driver& driver) {
    driver.begin(*this);
    while (!pending_.empty()) {
      now_ = pending_.begin()->first;
      std::vector<net::Delivery> due = std::move(pending_.begin()->second);
      pending_.erase(pending_.begin());
      std::sort(due.begin(), due.end(), [this](const auto& a, const auto& b) { return backwards_ ? a.send.tag > b.send.tag : a.send.tag < b.send.tag; });
      instants += due.size() > 1 ? 1 : 0;
      for (const net::Delivery& d : due) {
        log.emplace_back(d.send.tag, d.send.from, d.send.to, d.send.bytes, d.send.ready, d.end, d.send.queue);
        driver.delivered(d, *this);
      }
    }
    std::sort(log.begin(), log.end());
  }
  std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::int64_t, std::int64_t, std::int64_t, std::uint64_t>> log;
  int instants = 0;

 private:
  bool backwards_;
  std::int64_t now_ = 0;
  std::map<std::int64_t, std::vector<net::Delivery>> pending_;
};

std::vector<std::pair<const char*, Scenario>> scenarios() {
  std::vector<std::pair<const char*, Scenario>> list;
  Scenario s = ring(8, {100'000, 50'000}, false);
  s.workload.iterations = 2;
  list.emplace_back("ring", s);
  s.workload.communicators = 2;
  s.workload.chunks = 3;
  s.workload.rings = 2;
  list.emplace_back("groups, chunks and rings", s);
  for (const Algorithm a : {Algorithm::DoubleBinaryTree, Algorithm::HalvingDoubling, Algorithm::Bruck}) {
    Scenario t = ring(7, {100'000}, false);
    t.workload.algorithm = a;
    t.workload.think = Time::us(20);
    t.workload.jitter = 0.2;
    t.workload.iterations = 3;
    list.emplace_back("algorithms with jitter", t);
  }
  Scenario load = traffic(8, "uniform", 4096, 0, Topology::SingleSwitch);
  load.workload.load = 0.7;
  load.workload.duration = Time::us(100);
  list.emplace_back("load", load);
  Scenario both = ring(8, {1'000'000}, false);
  both.workload.background = {BackgroundJob{}};
  both.workload.background[0].size = Bytes::of(16'384);
  both.workload.background[0].load = 0.5;
  list.emplace_back("background", both);
  return list;
}

}  // namespace

TEST(Order, OfWhatEndsAtOneInstantDoesNotMatter) {
  int instants = 0;
  for (const auto& [name, s] : scenarios()) {
    Lockstep forwards(false), backwards(true);
    for (Lockstep* way : {&forwards, &backwards}) {
      auto player = sim::makePlayer(s, {});
      ASSERT_TRUE(player) << name;
      way->play(**player);
      EXPECT_TRUE((*player)->finished()) << name;
    }
    EXPECT_EQ(forwards.log, backwards.log) << name;
    instants += forwards.instants;
  }
  EXPECT_GT(instants, 50);  // it has happened
}

TEST(Order, ThreadsChangeNothing) {
  for (auto [name, s] : scenarios()) {
    s.machine.network.topology = Topology::FatTree;
    std::string text[2];
    for (const unsigned threads : {1U, 2U}) {
      SimulateOptions o;
      o.threads = threads;
      auto r = simulate(s, Fidelity::Packet, o, {});
      ASSERT_TRUE(r) << name << ": " << r.error().line();
      text[threads - 1] = asText(*r->run);
    }
    EXPECT_EQ(text[0], text[1]) << name;
  }
}

}  // namespace order_test
