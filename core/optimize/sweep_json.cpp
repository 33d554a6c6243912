#include <array>
#include <nlohmann/json.hpp>

#include "core/optimize/sweep.h"
#include "core/scenario/outcome_json.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

struct Field {
  const char* name;
  double SweepPoint::*value;
};
constexpr std::array kFields{Field{"step_s", &SweepPoint::step_s},
                             Field{"samples_per_s", &SweepPoint::samples_per_s},
                             Field{"epoch_s", &SweepPoint::epoch_s},
                             Field{"time_to_target_s", &SweepPoint::time_to_target_s},
                             Field{"energy_step_j", &SweepPoint::energy_step_j},
                             Field{"energy_sample_j", &SweepPoint::energy_sample_j},
                             Field{"energy_epoch_j", &SweepPoint::energy_epoch_j},
                             Field{"energy_to_target_j", &SweepPoint::energy_to_target_j},
                             Field{"exposed_fraction", &SweepPoint::exposed_fraction},
                             Field{"network_step_bytes", &SweepPoint::network_step_bytes},
                             Field{"storage_epoch_bytes", &SweepPoint::storage_epoch_bytes}};

Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

void addValues(Json& to, const SweepPoint& p) {
  for (const Field& f : kFields) to[f.name] = number(p.*f.value);
  to["problem"] = p.problem.empty() ? Json(nullptr) : Json(p.problem);
}

std::string dump(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string pointToJson(const SweepPoint& p) {
  Json j{{"index", p.index}};
  addValues(j, p);
  return dump(j);
}

Result<SweepPoint> pointFromJson(std::string_view json) {
  const auto bad = [] { return fail("is not a point of a sweep"); };
  const auto j = nlohmann::json::parse(json, nullptr, false);
  if (!j.is_object() || !j.contains("index") || !j["index"].is_number_unsigned()) return bad();
  SweepPoint p;
  p.index = j["index"];
  for (const Field& f : kFields) {
    const auto it = j.find(f.name);
    if (it == j.end() || it->is_null()) continue;
    if (!it->is_number()) return bad();
    p.*f.value = it->get<double>();
  }
  if (const auto it = j.find("problem"); it != j.end() && it->is_string()) p.problem = it->get<std::string>();
  return p;
}

std::string sweepToJson(const SweepResult& r) {
  Json j;
  j["fidelity"] = std::string(name(r.fidelity));
  j["basis"] = std::string(name(r.basis));
  j["objectives"] = {std::string(timeField(r.basis)), std::string(energyField(r.basis))};
  j["axes"] = Json::array();
  for (const SweepAxis& a : r.spec.axes) j["axes"].push_back({{"path", a.path}, {"values", a.values}});
  j["grid"] = r.spec.size();
  j["shard"] = {{"index", r.shard.index}, {"count", r.shard.count}};
  j["total"] = r.total;
  j["evaluations"] = r.points.size();
  j["stopped"] = r.stopped;
  j["points"] = Json::array();
  std::uint64_t valid = 0;
  for (const SweepPoint& p : r.points) {
    Json one{{"index", p.index}};
    Json settings = Json::object();
    for (const auto& [path, value] : r.spec.settings(p.index)) settings[std::string(path)] = std::string(value);
    one["settings"] = std::move(settings);
    one["objectives"] = {number(timeOf(p, r.basis)), number(energyOf(p, r.basis))};
    addValues(one, p);
    valid += p.problem.empty();
    j["points"].push_back(std::move(one));
  }
  j["valid"] = valid;
  j["front"] = Json::array();  // indices of the grid
  for (const std::size_t i : r.front) j["front"].push_back(r.points[i].index);
  j["hypervolume"] = number(r.hypervolume);
  j["ideal"] = {number(r.ideal[0]), number(r.ideal[1])};
  j["nadir"] = {number(r.nadir[0]), number(r.nadir[1])};
  j["reference"] = {kHypervolumeReference, kHypervolumeReference};
  j["remarks"] = r.remarks;
  j["wall_s"] = r.wall_s;
  return dump(j);
}

}  // namespace weir
