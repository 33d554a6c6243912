// A small GPT on hosts of its own, played unabridged or in hybrid fidelity.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "core/network/packet_engine.h"
#include "core/network/topology.h"
#include "core/simulate/hybrid_engine.h"
#include "core/simulate/play_training_step.h"
#include "tests/core/simulate/support.h"

namespace weir::test {

// A small GPT on `ranks` hosts behind one switch of `gbps`; a node has one accelerator, so that every exchange is a ring
// over equal links and the closed forms hold.
inline Scenario gpt(int tensor, int data, int stages, int micros, double gbps = 400) {
  Scenario s;
  s.name = "small gpt";
  s.machine = machine(tensor * data * stages);
  s.machine.network.link.bandwidth = Bandwidth::bitsPerSecond(gbps * 1e9);
  s.machine.node.nic.bandwidth = Bandwidth::bitsPerSecond(gbps * 1e9);
  Accelerator& a = s.machine.node.accelerator;
  a.peak["bf16"] = FlopRate::perSecond(100e12);
  a.memory_bandwidth = Bandwidth::bytesPerSecond(2e12);
  s.workload.model.name = "gpt";
  s.workload.model.gpt = GptShape{8, 512, 8, 512, 1024};
  s.plan.tensor_parallel = tensor;
  s.plan.pipeline_parallel = stages;
  s.plan.micro_batch = 1;
  s.plan.global_batch = std::int64_t{data} * micros;
  s.plan.allreduce = Algorithm::Ring;
  s.plan.library = "";
  s.plan.bucket = Bytes::of(4 << 20);
  return s;
}

struct PlayedStep {
  std::unique_ptr<sim::StepPlayer> player;
  Outcome outcome;
  net::EngineStats stats;
  sim::HybridStats hybrid;
  RunPtr run;
};

inline PlayedStep play(const Scenario& s, bool hybrid = false, sim::HybridOptions options = {}) {
  PlayedStep out;
  std::vector<std::uint32_t> hosts(static_cast<std::size_t>(s.ranks()));
  std::iota(hosts.begin(), hosts.end(), 0U);
  auto p = sim::StepPlayer::make(s, hosts, true);
  if (!p) {
    ADD_FAILURE() << p.error().line();
    return out;
  }
  const Network& n = s.machine.network;
  auto graph = net::buildTopology(n, {static_cast<std::uint32_t>(hosts.size()), n.link.bandwidth, n.link.bandwidth, n.link.latency});
  std::unique_ptr<net::Engine> engine;
  if (hybrid) {
    const sim::EngineFactory factory = [&](const net::Graph& part, const net::Router& ways, net::Driver& d, int coarse) {
      net::PacketOptions o;
      o.router = &ways;
      o.mtu *= std::max(1, coarse);
      o.seriesBins = 2;
      return std::make_unique<net::PacketEngine>(part, o, d);
    };
    engine = std::make_unique<sim::HybridEngine>(*graph, *net::makeRouter("ecmp", *graph, 1), factory, options, **p);
  } else {
    engine = std::make_unique<net::PacketEngine>(*graph, net::PacketOptions{}, **p);
  }
  auto done = engine->run({});
  EXPECT_TRUE(done) << (done ? "" : done.error().line());
  EXPECT_TRUE((*p)->finished());
  (*p)->fill(out.outcome);
  out.stats = engine->stats();
  if (const auto* h = dynamic_cast<const sim::HybridEngine*>(engine.get())) out.hybrid = h->hybrid();
  sim::fillHybrid(*engine, out.outcome);
  RunBuilder b("test", Truth::Simulated);
  (*p)->write(b, (*p)->end());
  (*p)->transcript().write(b, TrackKind::Other, 1'000'000);
  out.run = std::make_shared<const weir::Run>(b.build());
  out.player = std::move(*p);
  return out;
}

inline double sum(const StepBreakdown& b) { return b.compute_s + b.exposed_communication_s + b.data_stall_s + b.bubble_s + b.checkpoint_s + b.other_s; }

}  // namespace weir::test
