// Sets one field by its dotted path, and lists all fields with their values. Internal to this room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/fields.h"
#include "core/scenario/json.h"

namespace weir {

class FieldSetter final : public Fields {
 public:
  struct State {
    std::string_view value;
    std::string_view fullPath;
    bool done = false;
    std::optional<Error> error;
  };
  FieldSetter(State& state, std::string_view rest) : state_(state), rest_(rest) {}

  void scalar(std::string_view name, Scalar to) override;
  void choice(std::string_view name, const Choice& choice) override;
  void object(std::string_view name, const std::function<void(Fields&)>& describe) override;
  void list(std::string_view name, const ListAccess& list) override;
  void rates(std::string_view name, std::map<std::string, FlopRate>& to) override;
  void curve(std::string_view name, EfficiencyCurve& to) override;
  void sizes(std::string_view name, std::vector<Bytes>& to) override;
  void integers(std::string_view name, std::vector<int>& to) override;
  void optionalTime(std::string_view name, std::optional<Time>& to) override;
  void optionalNumber(std::string_view name, std::optional<double>& to) override;
  void model(std::string_view name, NetworkModel& to) override;
  void idle(bool) override {}

 private:
  enum class Match { None, Here, Below };
  Match match(std::string_view name);  // Below: after_ is what follows the dot
  void finish(Result<void> r);
  void readWhole(std::string_view name, const std::function<void(Fields&)>& describe);  // the value as JSON

  State& state_;
  std::string_view rest_;
  std::string_view after_;
};

class FieldLister final : public Fields {
 public:
  FieldLister(std::vector<Setting>& out, std::string path) : out_(out), path_(std::move(path)) {}

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
  [[nodiscard]] std::string pathOf(std::string_view name) const { return path_.empty() ? std::string(name) : path_ + "." + std::string(name); }
  void viaWriter(std::string_view name, std::string_view wanted, const std::function<void(Fields&)>& write);

  std::vector<Setting>& out_;
  std::string path_;
  bool idle_ = false;
};

}  // namespace weir
