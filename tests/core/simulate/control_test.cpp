// What holds a simulation: budgets, memory, threads that change nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "core/scenario/outcome_json.h"
#include "tests/core/simulate/support.h"

namespace control_test {
using namespace weir;
using namespace weir::test;

namespace {

Result<Simulated> play(const Scenario& s, const SimulateOptions& o) { return simulate(s, Fidelity::Packet, o, {}); }

}  // namespace

TEST(Control, ABudgetEndsEarlyAndSaysSo) {
  // 64 hosts, 20 MB each at 12.5 GB/s: 1.6 ms at the least.
  const Scenario s = traffic(64, "permutation", 20'000'000);
  SimulateOptions o;
  o.budget_s = 2e-4;
  const auto timed = play(s, o);
  ASSERT_TRUE(timed);
  EXPECT_LT(timed->outcome.network.delivered_bytes, timed->outcome.network.sent_bytes / 2);
  EXPECT_GT(timed->outcome.network.delivered_bytes, 0U);
  EXPECT_TRUE(std::isnan(timed->outcome.step_s));  // it is not known how long all would have taken
  ASSERT_FALSE(timed->outcome.remarks.empty());
  EXPECT_NE(timed->outcome.remarks[0].find("stopped by its budget"), std::string::npos) << timed->outcome.remarks[0];
  SimulateOptions hops;
  hops.budgetHops = 50'000;
  const auto counted = play(s, hops);
  ASSERT_TRUE(counted);
  EXPECT_GE(counted->outcome.network.packet_hops, 50'000U);
  EXPECT_LT(counted->outcome.network.packet_hops, 150'000U);
  // Looked at now and then: a short run may be over by then, and says so.
  SimulateOptions tiny;
  tiny.budget_s = 1e-12;
  const auto small = play(traffic(4, "permutation", 10'000), tiny);
  ASSERT_TRUE(small);
  EXPECT_FALSE(std::isnan(small->outcome.step_s));
  ASSERT_FALSE(small->outcome.remarks.empty());
  EXPECT_NE(small->outcome.remarks[0].find("its budget was passed"), std::string::npos) << small->outcome.remarks[0];
  // A budget that is not reached changes nothing.
  SimulateOptions wide;
  wide.budget_s = 1;
  auto all = play(s, wide), plain = play(s, {});
  ASSERT_TRUE(all && plain);
  EXPECT_EQ(all->outcome.step_s, plain->outcome.step_s);
  EXPECT_EQ(all->outcome.remarks, plain->outcome.remarks);
}

TEST(Control, WhatDoesNotFitMemoryIsRefusedBeforehand) {
  SimulateOptions o;
  o.memory = 100'000;
  const auto r = play(traffic(64, "permutation", 1000), o);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().where, "machine.nodes");
  EXPECT_NE(r.error().what.find("links would take about"), std::string::npos) << r.error().what;
}

TEST(Control, ThreadsChangeNoByteOfTheAnswer) {
  for (const char* transport : {"credit", "dcqcn", "nscc"}) {
    Scenario s = traffic(512, "permutation", 40'000);
    s.machine.network.transport = transport;
    std::string first;
    for (const unsigned threads : {1U, 2U, 3U}) {
      SimulateOptions o;
      o.threads = threads;
      auto r = play(s, o);
      ASSERT_TRUE(r) << r.error().line();
      r->outcome.wall_s = r->outcome.cpu_s = 0;
      std::string text = outcomeToJson(r->outcome);
      for (const Counter& c : r->run->counters)
        for (const float v : c.value) text += std::to_string(v) + " ";
      if (first.empty()) first = text;
      EXPECT_EQ(text == first, true) << transport << " " << threads;
    }
  }
}

}  // namespace control_test
