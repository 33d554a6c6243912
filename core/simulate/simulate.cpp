#include "core/simulate/simulate.h"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "core/base/units.h"
#include "core/model/energy.h"
#include "core/model/predict.h"
#include "core/network/message_protocol.h"
#include "core/scenario/outcome_json.h"
#include "core/scenario/json.h"
#include "core/scenario/topology_shape.h"
#include "core/scenario/validate.h"
#include "core/simulate/hybrid_engine.h"
#include "core/simulate/links_run.h"
#include "core/simulate/make_player.h"
#include "core/simulate/predicted_run.h"
#include "core/simulate/world.h"

namespace weir {
namespace {

constexpr std::size_t kMostLinks = 8192, kPartialLinks = 8192, kPartialMessages = 50'000;

double threadCpu_s() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}
using Clock = std::chrono::steady_clock;
double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

std::string_view fidelityName(Fidelity f) { return name(f); }

// Collectives, traffic, replays: what is not computing is exposed communication, in which accelerators wait.
void takeTime(const Scenario& s, double step_s, double computing_s, Outcome& o) {
  o.step_s = step_s;
  o.breakdown = {computing_s, step_s - computing_s, 0, 0, 0, 0};
  model::Spans e;
  e.compute_s = computing_s;
  e.wait_s = step_s - computing_s;
  if (s.workload.kind == Workload::Kind::Collective || s.workload.kind == Workload::Kind::Replay)
    e.frequency_hz = model::runningFrequency(s.machine.node.accelerator, s.plan.frequency, s.plan.power_cap);
  const auto shape = topologyShape(s.machine.network, s.machine.nodes);
  const model::EnergyAnswer a = model::energyOf(s, e, shape ? shape->switches_used : kUnknown);
  o.energy = a.by;
  o.energy_phase = a.phase;
  o.energy_step_j = a.total_j;
  o.carbon_step_g = a.carbon_g;
}

// The busiest links, and what cables and switches draw while the network is up.
void takeLinks(const Scenario& s, const net::Graph& graph, const net::LinkSeries& series, double end_s, NetworkOutcome& o) {
  if (!(end_s > 0)) return;
  const Link& link = s.machine.network.link;
  std::vector<std::pair<double, net::LinkId>> busy;
  double bits = 0;
  std::uint64_t cables = 0;
  for (net::LinkId l = 0; l < series.links(); ++l) {
    if (graph.link(l).kind == net::LinkKind::Internal) continue;
    if ((l & 1) == 0) ++cables;
    const double t = series.busyTotal(l);
    if (t > 0) busy.emplace_back(-t, l);
    bits += t * 1e-12 * graph.link(l).bandwidth.toBitsPerSecond();
  }
  const bool powered = link.power.toWatts() > 0 || link.pj_per_bit > 0;
  if (powered) o.links_j = 2 * link.power.toWatts() * static_cast<double>(cables) * end_s + bits * link.pj_per_bit * 1e-12;
  if (const auto shape = topologyShape(s.machine.network, s.machine.nodes); shape && s.machine.network.sw.power.toWatts() > 0)
    o.switches_j = s.machine.network.sw.power.toWatts() * shape->switches_used * end_s;
  const std::size_t most = std::min<std::size_t>(busy.size(), 16);
  std::partial_sort(busy.begin(), busy.begin() + static_cast<std::ptrdiff_t>(most), busy.end());
  for (std::size_t i = 0; i < most; ++i) {
    const net::LinkId l = busy[i].second;
    float deepest = 0;
    for (std::uint32_t b = 0; b < series.bins(); ++b) deepest = std::max(deepest, series.queue(l, b));
    const double carried = -busy[i].first * 1e-12 * graph.link(l).bandwidth.toBitsPerSecond();
    o.hot_links.push_back({graph.linkName(l), -busy[i].first * 1e-12 / end_s, static_cast<double>(deepest),
                           powered ? 2 * link.power.toWatts() * end_s / 2 + carried * link.pj_per_bit * 1e-12 : kUnknown});
  }
}

// Refused before it is built: what the ports and the messages that are under way at once will take.
Result<void> fitsMemory(const net::Graph& graph, const SimulateOptions& options) {
  const auto pages = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const double most = options.memory > 0 ? static_cast<double>(options.memory) : 0.75 * pages;
  const double need = static_cast<double>(graph.links().size()) * 2048 + static_cast<double>(graph.hosts()) * 64 * 200;
  if (need <= most) return {};
  return fail(fmt::format("the network's {} links would take about {}, and {} are there", graph.links().size(), units::showBytes(need), units::showBytes(most)),
              "machine.nodes", "lower it, or use fidelity flow or model");
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
  double longest = s.workload.kind == Workload::Kind::Replay ? 0 : bound.step_s;  // a replay looks after itself
  for (const CollectiveOutcome& c : bound.collectives) longest = std::max(longest, c.time_s);
  longest = std::max(longest, s.workload.duration.toSeconds());
  for (const Flow& f : s.workload.flows) longest = std::max(longest, bound.step_s + f.start.toSeconds());
  if (!(longest < kLongest_s))
    return fail(fmt::format("{} of simulated time are too long", units::showSeconds(longest)), "workload", "make the messages smaller or the links faster, or use the model");
  return {};
}

Result<Simulated> playMessages(const Scenario& s, Fidelity fidelity, const SimulateOptions& options, const Job& job) {
  const auto wallStart = Clock::now();
  const double cpuStart = threadCpu_s();
  // No closed form knows what a trace holds.
  auto base = s.workload.kind == Workload::Kind::Replay ? Result<Outcome>(Outcome{}) : predict(s);
  if (!base) return tl::make_unexpected(base.error());
  if (auto fits = withinReach(s, *base); !fits) return tl::make_unexpected(fits.error());
  auto world = sim::buildWorld(s);
  if (!world) return tl::make_unexpected(world.error());
  if (auto fits = fitsMemory(world->graph, options); !fits) return tl::make_unexpected(fits.error());
  auto player = sim::makePlayer(s, options);
  if (!player) return tl::make_unexpected(player.error());
  // Rendezvous and reads: what the hosts say to each other before a message moves.
  const net::MessageProtocol protocol = net::messageProtocol(s.machine.node.nic);
  net::ProtocolDriver asking(protocol, **player);
  const auto engine = world->engine(fidelity, protocol.plain() ? static_cast<net::Driver&>(**player) : asking, options.threads);
  job.begin(fidelity == Fidelity::Flow ? "simulating flows" : "simulating packets", static_cast<std::uint64_t>((*player)->totalBytes()));

  double partialAt = options.partialEvery_s;
  bool overBudget = false;
  const auto poll = [&] {
    if (job.stopped()) return false;
    overBudget = (options.budget_s > 0 && static_cast<double>(engine->now()) * 1e-12 >= options.budget_s) ||
                 (options.budgetHops > 0 && engine->stats().packetHops >= options.budgetHops);
    if (overBudget) return false;
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
  if (auto done = engine->run(poll); !done && !(done.error().stopped() && overBudget)) return tl::make_unexpected(done.error());
  job.set(static_cast<std::uint64_t>((*player)->totalBytes()));

  Simulated result;
  Outcome& o = result.outcome;
  o = std::move(*base);
  o.fidelity = fidelity;
  if (s.workload.kind == Workload::Kind::Traffic) o.remarks.clear();  // they say how the lower bound was made
  o.remarks.insert(o.remarks.begin(), world->remarks.begin(), world->remarks.end());
  if (fidelity == Fidelity::Flow && world->router->granularity() != net::Granularity::PerMessage)
    o.remarks.push_back(fmt::format("at fidelity flow a message keeps to one path: what {} gains by choosing for each packet does not show", s.machine.network.routing));
  (*player)->fill(o);
  if (s.workload.kind != Workload::Kind::Training) {
    const double step_s = static_cast<double>((*player)->end()) * 1e-12;
    takeTime(s, step_s, std::min((*player)->computing_s(), step_s), o);
  }
  sim::fillHybrid(*engine, o);
  const net::EngineStats& stats = engine->stats();
  o.network.packets = stats.packets;
  o.network.packet_hops = stats.packetHops;
  o.network.pauses = stats.pauses;
  o.network.max_queue_bytes = stats.maxQueueBytes;
  o.network.sent_bytes = static_cast<std::uint64_t>(stats.sentBytes);
  o.network.delivered_bytes = static_cast<std::uint64_t>(stats.deliveredBytes);
  o.network.drops = stats.drops;
  o.network.marks = stats.marks;
  o.network.trims = stats.trims;
  o.network.retransmissions = stats.retransmissions;
  o.network.control_packets = stats.controlPackets;
  if (s.workload.kind == Workload::Kind::Traffic && s.workload.load > 0) {
    // A load has no step of its own: what was sent while it lasted.
    o.volume.network_step_bytes = static_cast<double>(stats.sentBytes);
    o.volume.rank_sent_step_bytes = o.volume.node_step_bytes = static_cast<double>(stats.sentBytes) / std::max(1, s.machine.nodes);
  }
  takeLinks(s, world->graph, engine->series(), static_cast<double>(overBudget ? engine->now() : (*player)->end()) * 1e-12, o.network);
  const bool passed = (options.budget_s > 0 && static_cast<double>((*player)->end()) * 1e-12 > options.budget_s) || (options.budgetHops > 0 && stats.packetHops > options.budgetHops);
  if (!overBudget && passed) o.remarks.insert(o.remarks.begin(), "its budget was passed, but it had ended before the budget was looked at again: the answer is whole");
  if (overBudget) {
    // How long it would have taken in the end is not known.
    o.step_s = o.epoch_s = o.samples_per_s = o.time_to_target_s = o.energy_step_j = o.energy_to_target_j = o.carbon_step_g = o.carbon_to_target_g = kUnknown;
    o.breakdown = {};
    o.energy = {};
    o.energy_phase = {};
    o.remarks.insert(o.remarks.begin(), fmt::format("stopped by its budget at {} of simulated time: {} of {} bytes had arrived", units::showSeconds(static_cast<double>(engine->now()) * 1e-12),
                                                    stats.deliveredBytes, (*player)->totalBytes()));
  }
  result.run = makeRun(s, fidelity, *world, **player, *engine, false);
  o.wall_s = since(wallStart);
  o.cpu_s = threadCpu_s() - cpuStart + engine->helpersCpu_s();
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
