#include "core/scenario/outcome_json.h"

#include <nlohmann/json.hpp>

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

Json flows(const Outcome& o) {
  return {{"count", o.flows.count},
          {"fct_mean_s", number(o.flows.fct_mean_s)},
          {"fct_p50_s", number(o.flows.fct_p50_s)},
          {"fct_p99_s", number(o.flows.fct_p99_s)},
          {"fct_max_s", number(o.flows.fct_max_s)}};
}

Json guarantee(const Guarantee& g) {
  return {{"kind", std::string(name(g.kind))},
          {"text", guaranteeText(g)},
          {"extra_samples_fraction", number(g.extra_samples)},
          {"confidence", number(g.confidence)},
          {"reference_batch", number(g.reference_batch > 0 ? g.reference_batch : kUnknown)}};
}

// Only packets have packets: at other fidelities these are unknown, not 0.
Json network(const Outcome& o) {
  const bool known = o.fidelity == Fidelity::Packet || o.fidelity == Fidelity::Hybrid;
  Json hot = Json::array();
  for (const auto& l : o.network.hot_links)
    hot.push_back({{"name", l.name}, {"utilization", number(l.utilization)}, {"max_queue_bytes", number(l.max_queue_bytes)}, {"energy_j", number(l.energy_j)}});
  const auto count = [&](std::uint64_t v) { return known ? Json(v) : Json(nullptr); };
  return {{"packets", count(o.network.packets)},
          {"packet_hops", count(o.network.packet_hops)},
          {"drops", count(o.network.drops)},
          {"marks", count(o.network.marks)},
          {"pauses", count(o.network.pauses)},
          {"max_queue_bytes", count(o.network.max_queue_bytes)},
          {"sent_bytes", count(o.network.sent_bytes)},
          {"delivered_bytes", count(o.network.delivered_bytes)},
          {"trims", count(o.network.trims)},
          {"retransmissions", count(o.network.retransmissions)},
          {"control_packets", count(o.network.control_packets)},
          {"fairness", number(o.network.fairness)},
          {"throughput", number(o.network.throughput)},
          {"links_j", number(o.network.links_j)},
          {"switches_j", number(o.network.switches_j)},
          {"hot_links", std::move(hot)},
          {"advanced_share", number(o.network.advanced_share)},
          {"advanced_error", number(o.network.advanced_error)}};
}

}  // namespace

std::string_view name(Fidelity f) {
  switch (f) {
    case Fidelity::Model: return "model";
    case Fidelity::Flow: return "flow";
    case Fidelity::Packet: return "packet";
    case Fidelity::Hybrid: return "hybrid";
  }
  return "";
}

std::string outcomeToJson(const Outcome& o) {
  Json j;
  j["fidelity"] = std::string(name(o.fidelity));
  j["step_s"] = number(o.step_s);
  j["epoch_s"] = number(o.epoch_s);
  j["samples_per_s"] = number(o.samples_per_s);
  j["time_to_target_s"] = number(o.time_to_target_s);
  j["samples_to_target"] = number(o.samples_to_target);
  j["steps_to_target"] = number(o.steps_to_target);
  j["guarantee"] = guarantee(o.guarantee);
  j["energy"] = {{"step_j", number(o.energy_step_j)},
                 {"to_target_j", number(o.energy_to_target_j)},
                 {"by",
                  {{"accelerator", number(o.energy.accelerator)},
                   {"cpu", number(o.energy.cpu)},
                   {"memory", number(o.energy.memory)},
                   {"nic", number(o.energy.nic)},
                   {"network", number(o.energy.network)},
                   {"storage", number(o.energy.storage)},
                   {"facility", number(o.energy.facility)}}},
                 {"by_phase",
                  {{"compute", number(o.energy_phase.compute)},
                   {"communication", number(o.energy_phase.communication)},
                   {"bubble", number(o.energy_phase.bubble)},
                   {"data", number(o.energy_phase.data)}}},
                 {"carbon_step_g", number(o.carbon_step_g)},
                 {"carbon_to_target_g", number(o.carbon_to_target_g)}};
  j["volume"] = {{"network_step_bytes", number(o.volume.network_step_bytes)},
                 {"network_to_target_bytes", number(o.network_to_target_bytes)},
                 {"rank_sent_step_bytes", number(o.volume.rank_sent_step_bytes)},
                 {"node_step_bytes", number(o.volume.node_step_bytes)},
                 {"storage_epoch_bytes", number(o.volume.storage_epoch_bytes)},
                 {"checkpoint_bytes", number(o.volume.checkpoint_bytes)}};
  j["breakdown"] = {{"compute_s", number(o.breakdown.compute_s)},
                    {"exposed_communication_s", number(o.breakdown.exposed_communication_s)},
                    {"data_stall_s", number(o.breakdown.data_stall_s)},
                    {"bubble_s", number(o.breakdown.bubble_s)},
                    {"checkpoint_s", number(o.breakdown.checkpoint_s)},
                    {"other_s", number(o.breakdown.other_s)}};
  j["memory"] = {{"fits", o.memory.fits},
                 {"needed_bytes", number(o.memory.needed_bytes)},
                 {"capacity_bytes", number(o.memory.capacity_bytes)},
                 {"headroom_bytes", number(o.memory.headroom_bytes)},
                 {"states_bytes", number(o.memory.states_bytes)},
                 {"activation_bytes", number(o.memory.activation_bytes)},
                 {"working_bytes", number(o.memory.working_bytes)}};
  j["data"] = {{"au", number(o.data.au)},
               {"hit_rate", number(o.data.hit_rate)},
               {"staging_s", number(o.data.staging_s)},
               {"first_epoch_s", number(o.data.first_epoch_s)},
               {"dlio", {{"au", number(o.data.dlio_au)}, {"epoch_s", number(o.data.dlio_epoch_s)}, {"samples_per_s", number(o.data.dlio_samples_per_s)}}}};
  j["checkpoint"] = {{"interval_s", number(o.checkpoint.interval_s)},
                     {"write_s", number(o.checkpoint.write_s)},
                     {"cost_s", number(o.checkpoint.cost_s)},
                     {"restart_s", number(o.checkpoint.restart_s)},
                     {"waste", number(o.checkpoint.waste)},
                     {"young_s", number(o.checkpoint.young_s)},
                     {"daly_s", number(o.checkpoint.daly_s)}};
  j["overlapped_communication_s"] = number(o.overlapped_communication_s);
  j["collectives"] = Json::array();
  for (const CollectiveOutcome& c : o.collectives)
    j["collectives"].push_back({{"operation", std::string(name(c.operation))},
                                {"algorithm", std::string(name(c.algorithm))},
                                {"ranks", c.ranks},
                                {"bytes", number(c.bytes)},
                                {"time_s", number(c.time_s)},
                                {"algbw", number(c.algbw)},
                                {"busbw", number(c.busbw)}});
  if (o.uncertainty) {
    const Uncertainty& u = *o.uncertainty;
    const auto range = [](const Range& r) { return Json{number(r.low), number(r.high)}; };
    j["intervals"] = {{"step_s", range(u.step_s)},
                      {"epoch_s", range(u.epoch_s)},
                      {"samples_per_s", range(u.samples_per_s)},
                      {"time_to_target_s", range(u.time_to_target_s)},
                      {"samples_to_target", range(u.samples_to_target)},
                      {"energy", {{"step_j", range(u.energy_step_j)}, {"to_target_j", range(u.energy_to_target_j)}}}};
    j["rests_on"] = Json::array();
    for (const Influence& i : u.rests_on)
      j["rests_on"].push_back({{"path", i.path}, {"value", i.value}, {"low", i.low}, {"high", i.high}, {"source", i.source},
                               {"step", {number(i.step_low), number(i.step_high)}}, {"energy", {number(i.energy_low), number(i.energy_high)}}});
  }
  j["flows"] = flows(o);
  j["network"] = network(o);
  j["wall_s"] = number(o.wall_s);
  j["cpu_s"] = number(o.cpu_s);
  j["remarks"] = o.remarks;
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir
