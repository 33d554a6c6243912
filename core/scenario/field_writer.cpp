#include "core/scenario/field_writer.h"

#include "core/base/units.h"
#include "core/scenario/models.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

struct ToJson {
  template <class T>
  Json operator()(T* v) const {
    if constexpr (std::is_arithmetic_v<T>) return Json(*v);
    else if constexpr (std::is_same_v<T, std::string>) return Json(*v);
    else return Json(units::write(*v));
  }
  Json operator()(Seconds v) const { return Json(writeSeconds(*v.s)); }
  Json operator()(SecondsOrRule v) const { return Json(v.rule->empty() ? writeSeconds(*v.s) : *v.rule); }
};

}  // namespace

void FieldWriter::scalar(std::string_view name, Scalar from) {
  if (!idle_) object_[std::string(name)] = std::visit(ToJson{}, from);
}
void FieldWriter::choice(std::string_view name, const Choice& choice) {
  if (!idle_) object_[std::string(name)] = std::string(choice.get());
}
void FieldWriter::object(std::string_view name, const std::function<void(Fields&)>& describe) {
  if (idle_) return;
  Json inner = Json::object();
  FieldWriter w(inner);
  describe(w);
  object_[std::string(name)] = std::move(inner);
}
void FieldWriter::list(std::string_view name, const ListAccess& list) {
  if (idle_) return;
  Json items = Json::array();
  for (std::size_t i = 0; i < list.size(); ++i) {
    Json item = Json::object();
    FieldWriter w(item);
    list.describe(w, i);
    items.push_back(std::move(item));
  }
  object_[std::string(name)] = std::move(items);
}
void FieldWriter::rates(std::string_view name, std::map<std::string, FlopRate>& from) {
  if (idle_) return;
  Json inner = Json::object();
  for (const auto& [key, rate] : from) inner[key] = units::write(rate);
  object_[std::string(name)] = std::move(inner);
}
void FieldWriter::curve(std::string_view name, EfficiencyCurve& from) {
  if (idle_) return;
  Json points = Json::array();
  for (const auto& [size, fraction] : from) points.push_back(Json::array({size, fraction}));
  object_[std::string(name)] = std::move(points);
}
void FieldWriter::sizes(std::string_view name, std::vector<Bytes>& from) {
  if (idle_) return;
  Json list = Json::array();
  for (const Bytes b : from) list.push_back(units::write(b));
  object_[std::string(name)] = std::move(list);
}
void FieldWriter::integers(std::string_view name, std::vector<int>& from) {
  if (idle_) return;
  object_[std::string(name)] = from;
}
void FieldWriter::optionalTime(std::string_view name, std::optional<Time>& from) {
  if (!idle_ && from) object_[std::string(name)] = units::write(*from);
}
void FieldWriter::optionalNumber(std::string_view name, std::optional<double>& from) {
  if (!idle_ && from) object_[std::string(name)] = *from;
}
void FieldWriter::model(std::string_view name, NetworkModel& from) {
  if (idle_) return;
  // A name alone where it says everything.
  if (from.layers.empty() && from.layers_file.empty() && from.numbers.empty() && from.gpt == gptShapeOf(from.name)) {
    object_[std::string(name)] = from.name;
    return;
  }
  Json inner = Json::object();
  inner["name"] = from.name;
  FieldWriter w(inner);
  if (!from.layers_file.empty()) inner["layers_file"] = from.layers_file;
  if (from.gpt) describe(w, *from.gpt);
  else if (!from.layers.empty()) describeLayers(w, from.layers);
  else describeNumbers(w, from);
  object_[std::string(name)] = std::move(inner);
}

}  // namespace weir
