// Writes fields into an ordered JSON object. Internal to this room.
#pragma once

#include <nlohmann/json.hpp>

#include "core/scenario/fields.h"

namespace weir {

class FieldWriter final : public Fields {
 public:
  explicit FieldWriter(nlohmann::ordered_json& object) : object_(object) {}

  void scalar(std::string_view name, Scalar from) override;
  void choice(std::string_view name, const Choice& choice) override;
  void object(std::string_view name, const std::function<void(Fields&)>& describe) override;
  void list(std::string_view name, const ListAccess& list) override;
  void rates(std::string_view name, std::map<std::string, FlopRate>& from) override;
  void curve(std::string_view name, EfficiencyCurve& from) override;
  void sizes(std::string_view name, std::vector<Bytes>& from) override;
  void integers(std::string_view name, std::vector<int>& from) override;
  void optionalTime(std::string_view name, std::optional<Time>& from) override;
  void optionalNumber(std::string_view name, std::optional<double>& from) override;
  void model(std::string_view name, NetworkModel& from) override;
  void idle(bool on) override { idle_ = on; }

 private:
  nlohmann::ordered_json& object_;
  bool idle_ = false;
};

}  // namespace weir
