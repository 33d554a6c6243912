#include "core/simulate/simulate.h"

#include <fmt/format.h>
#include <time.h>

#include <chrono>
#include <memory>

#include "core/base/units.h"
#include "core/model/energy.h"
#include "core/model/predict.h"
#include "core/scenario/outcome_json.h"
#include "core/scenario/json.h"
#include "core/scenario/topology_shape.h"
#include "core/scenario/validate.h"
#include "core/simulate/links_run.h"
#include "core/simulate/make_player.h"
#include "core/simulate/predicted_run.h"
#include "core/simulate/world.h"

namespace weir {
namespace {

constexpr std::size_t kMostLinks = 8192, kPartialLinks = 1024, kPartialMessages = 50'000;

double threadCpu_s() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}
using Clock = std::chrono::steady_clock;
double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

std::string_view fidelityName(Fidelity f) { return name(f); }

// Collectives and traffic: nothing but communication, so the time is all exposed and the accelerators wait.
void takeTime(const Scenario& s, double step_s, Outcome& o) {
  o.step_s = step_s;
  o.breakdown = {0, step_s, 0, 0, 0, 0};
  model::Spans e;
  e.wait_s = step_s;
  if (s.workload.kind == Workload::Kind::Collective)
    e.frequency_hz = model::runningFrequency(s.machine.node.accelerator, s.plan.frequency, s.plan.power_cap);
  const auto shape = topologyShape(s.machine.network, s.machine.nodes);
  const model::EnergyAnswer a = model::energyOf(s, e, shape ? shape->switches_used : kUnknown);
  o.energy = a.by;
  o.energy_phase = a.phase;
  o.energy_step_j = a.total_j;
  o.carbon_step_g = a.carbon_g;
}

RunPtr makeRun(const Scenario& s, Fidelity fidelity, const sim::World& world, const sim::Player& player, net::Engine& engine, bool partial) {
  RunBuilder b(fmt::format("weir-{}", fidelityName(fidelity)), Truth::Simulated);
  const std::int64_t now = partial ? engine.now() : player.end();
  b.run().title = s.name.empty() ? "simulation" : s.name;
  b.run().worldSize = player.ranks();
  b.run().scenario = scenarioToJson(s);
  player.write(b, now);
  const bool traffic = s.workload.kind == Workload::Kind::Traffic;
  player.transcript().write(b, traffic ? TrackKind::Stream : TrackKind::Other, partial ? kPartialMessages : sim::Transcript::kMostMessages);
  sim::writeLinks(b, world.graph, engine.series(), now, partial ? kPartialLinks : kMostLinks);
  return std::make_shared<const Run>(b.build());
}

// What the engines cannot play: their clock is whole picoseconds in 64 bits (106 days). Of graphs: net::graphFits.
Result<void> withinReach(const Scenario& s, const Outcome& bound) {
  constexpr int kMostNodes = 65'536;
  constexpr double kLongest_s = 4e6;
  if (s.machine.nodes > kMostNodes)
    return fail(fmt::format("{} nodes are too many to simulate", s.machine.nodes), "machine.nodes", fmt::format("give at most {}, or use the model", kMostNodes));
  const bool training = s.workload.kind == Workload::Kind::Training;
  if (training && s.plan.compression.kind != "none")
    return fail("compressed gradients are not played message by message", "plan.compression.kind", "use the model, or set it to none");
  if (training && s.plan.local_steps > 1)
    return fail("local steps are not played message by message: steps would differ", "plan.local_steps", "use the model, or set it to 1");
  double longest = bound.step_s;
  for (const CollectiveOutcome& c : bound.collectives) longest = std::max(longest, c.time_s);
  for (const Flow& f : s.workload.flows) longest = std::max(longest, bound.step_s + f.start.toSeconds());
  if (!(longest < kLongest_s))
    return fail(fmt::format("{} of simulated time are too long", units::showSeconds(longest)), "workload", "make the messages smaller or the links faster, or use the model");
  return {};
}

Result<Simulated> playMessages(const Scenario& s, Fidelity fidelity, const SimulateOptions& options, const Job& job) {
  const auto wallStart = Clock::now();
  const double cpuStart = threadCpu_s();
  auto base = predict(s);
  if (!base) return tl::make_unexpected(base.error());
  if (auto fits = withinReach(s, *base); !fits) return tl::make_unexpected(fits.error());
  auto world = sim::buildWorld(s);
  if (!world) return tl::make_unexpected(world.error());
  auto player = sim::makePlayer(s, options);
  if (!player) return tl::make_unexpected(player.error());
  const auto engine = world->engine(fidelity, **player);
  job.begin(fidelity == Fidelity::Packet ? "simulating packets" : "simulating flows", static_cast<std::uint64_t>((*player)->totalBytes()));

  double partialAt = options.partialEvery_s;
  const auto poll = [&] {
    if (job.stopped()) return false;
    job.set(static_cast<std::uint64_t>(engine->stats().deliveredBytes));
    if (options.onPartial && since(wallStart) >= partialAt) {
      const auto began = Clock::now();
      options.onPartial(makeRun(s, fidelity, *world, **player, *engine, true));
      // What is shown on the way costs at most a tenth of the time.
      partialAt = since(wallStart) + std::max(options.partialEvery_s, 10 * since(began));
    }
    return true;
  };
  if (job.stopped()) return stoppedByUser();
  if (auto done = engine->run(poll); !done) return tl::make_unexpected(done.error());
  job.set(static_cast<std::uint64_t>((*player)->totalBytes()));

  Simulated result;
  Outcome& o = result.outcome;
  o = std::move(*base);
  o.fidelity = fidelity;
  if (s.workload.kind == Workload::Kind::Traffic) o.remarks.clear();  // they say how the lower bound was made
  o.remarks.insert(o.remarks.begin(), world->remarks.begin(), world->remarks.end());
  (*player)->fill(o);
  if (s.workload.kind != Workload::Kind::Training) takeTime(s, static_cast<double>((*player)->end()) * 1e-12, o);
  const net::EngineStats& stats = engine->stats();
  o.network.packets = stats.packets;
  o.network.packet_hops = stats.packetHops;
  o.network.pauses = stats.pauses;
  o.network.max_queue_bytes = stats.maxQueueBytes;
  o.network.sent_bytes = static_cast<std::uint64_t>(stats.sentBytes);
  o.network.delivered_bytes = static_cast<std::uint64_t>(stats.deliveredBytes);
  result.run = makeRun(s, fidelity, *world, **player, *engine, false);
  o.wall_s = since(wallStart);
  o.cpu_s = threadCpu_s() - cpuStart;
  return result;
}

}  // namespace

Result<Simulated> simulate(const Scenario& scenario, Fidelity fidelity, const SimulateOptions& options, const Job& job) {
  if (auto valid = validate(scenario); !valid) return tl::make_unexpected(valid.error());
  if (fidelity != Fidelity::Model) return playMessages(scenario, fidelity, options, job);
  if (job.stopped()) return stoppedByUser();
  auto outcome = predict(scenario);
  if (!outcome) return tl::make_unexpected(outcome.error());
  auto run = sim::predictedRun(scenario, *outcome);
  if (!run) return tl::make_unexpected(run.error());
  return Simulated{std::move(*outcome), std::make_shared<const Run>(std::move(*run))};
}

}  // namespace weir
