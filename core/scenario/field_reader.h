// Reads fields from a parsed JSON document. The first error is kept, with file, line and path; what follows is skipped.
// Internal to this room.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/scenario/fields.h"

namespace weir {

class Presets;

// The document a reader works on. `text` may be empty where lines make no sense (a value given by hand).
struct ReadContext {
  std::string file;
  std::string_view text;
  std::map<std::string, std::string>* provenance = nullptr;
  std::map<std::string, Interval>* intervals = nullptr;
  const Presets* presets = nullptr;  // which a group inside the document may start from
  bool noteDefaults = false;        // absent fields are noted as "default"
  std::vector<std::string> prefix;  // where the first object stands in `text`
  std::optional<Error> error;

  void failAt(const std::vector<std::string>& at, std::string_view path, Error e);
};

inline constexpr std::string_view kGiven = "given in the scenario";

// Marks a value as given where a preset had said where its old value came from.
void noteGiven(std::map<std::string, std::string>& provenance, const std::string& path, std::string_view how);
[[nodiscard]] std::string_view provenanceIn(const std::map<std::string, std::string>& provenance, std::string_view path);

// An interval of a value that was given anew says nothing about the new one.
void dropGivenIntervals(const std::map<std::string, std::string>& provenance, std::map<std::string, Interval>& intervals);

class FieldReader final : public Fields {
 public:
  // `path` is what messages show ("machine.node"); `at` leads to the object in the text.
  FieldReader(ReadContext& context, const nlohmann::json& object, std::string path, std::vector<std::string> at)
      : context_(context), object_(object), path_(std::move(path)), at_(std::move(at)) {}

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
  void accelerator(std::string_view name, Accelerator& to) override;
  void idle(bool on) override { idle_ = on; }

  void accept(std::string_view name) { known_.emplace(name); }  // read elsewhere
  void refuseUnknown();  // call last: a key that no field asked for is an error

 private:
  const nlohmann::json* take(std::string_view name);
  [[nodiscard]] std::string pathOf(std::string_view name) const { return path_.empty() ? std::string(name) : path_ + "." + std::string(name); }
  [[nodiscard]] std::vector<std::string> placeOf(std::string_view name) const;
  void fault(std::string_view name, Error e);
  void faultType(std::string_view name, const nlohmann::json& found, std::string_view wanted);
  void readInto(std::string_view name, const nlohmann::json& v, Scalar to);
  void absent(std::string_view name);
  void given(std::string_view name);
  bool startFrom(const nlohmann::json& presetName, const std::vector<std::string>& at, const std::string& path, Accelerator& to);

  ReadContext& context_;
  const nlohmann::json& object_;
  std::string path_;
  std::vector<std::string> at_;
  std::set<std::string, std::less<>> known_;
  bool idle_ = false;
};

}  // namespace weir
