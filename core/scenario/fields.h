// The fields of a scenario, described once: machine_json, workload_json and plan_json name each field with its type, and
// a visitor reads, writes, sets or lists them. Reading and writing can therefore not disagree. Internal to this room.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/quantity.h"
#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

struct Seconds {  // a span kept as a double, written with a unit
  double* s;
};
struct SecondsOrRule {  // a span, or the name of the rule that finds it: "young", "daly"; the other of the two is emptied
  double* s;
  std::string* rule;
};
using Scalar = std::variant<int*, std::int64_t*, std::uint64_t*, double*, bool*, std::string*, Time*, Bytes*, Bandwidth*, FlopRate*,
                            Frequency*, Power*, EventRate*, CarbonIntensity*, Seconds, SecondsOrRule>;

// A word out of a list. `later`: words that the file format knows and this version refuses.
struct Choice {
  std::span<const std::string_view> allowed;
  std::span<const std::string_view> later;
  std::function<std::string_view()> get;
  std::function<void(std::string_view)> set;  // called with an allowed word only
};

class Fields;

// A list of objects. Items with a name can be reached by it ("machine.storage.nvme"), others by their index.
struct ListAccess {
  std::function<std::size_t()> size;
  std::function<std::string_view(std::size_t)> nameOf;           // empty = by index only
  std::function<void(Fields&, std::size_t)> describe;
  std::function<void(std::span<const std::string>)> resize;      // one name an item, empty where it has none
};

class Fields {
 public:
  virtual ~Fields() = default;
  virtual void scalar(std::string_view name, Scalar to) = 0;
  virtual void choice(std::string_view name, const Choice& choice) = 0;
  virtual void object(std::string_view name, const std::function<void(Fields&)>& describe) = 0;
  virtual void list(std::string_view name, const ListAccess& list) = 0;
  virtual void rates(std::string_view name, std::map<std::string, FlopRate>& to) = 0;
  virtual void curve(std::string_view name, EfficiencyCurve& to) = 0;
  virtual void sizes(std::string_view name, std::vector<Bytes>& to) = 0;
  virtual void integers(std::string_view name, std::vector<int>& to) = 0;
  virtual void optionalTime(std::string_view name, std::optional<Time>& to) = 0;
  virtual void optionalNumber(std::string_view name, std::optional<double>& to) = 0;
  virtual void model(std::string_view name, NetworkModel& to) = 0;
  // A group of its own that a file may name by a preset or start from one ("base"); like any object otherwise.
  virtual void accelerator(std::string_view name, Accelerator& to);
  // A group that belongs to another kind of workload and stands at its defaults: written nowhere, no default recorded.
  virtual void idle(bool on) = 0;

  // A free word kept as text, one of `allowed`.
  void word(std::string_view name, std::string& to, std::span<const std::string_view> allowed,
            std::span<const std::string_view> later = {}) {
    choice(name, {allowed, later, [&to] { return std::string_view(to); }, [&to](std::string_view w) { to = w; }});
  }
  // An enum whose enumerators are 0, 1, 2, ... in the order of `allowed`.
  template <class E>
  void word(std::string_view name, E& to, std::span<const std::string_view> allowed, std::span<const std::string_view> later = {}) {
    choice(name, {allowed, later, [&to, allowed] { return allowed[static_cast<std::size_t>(to)]; },
                  [&to, allowed](std::string_view w) {
                    for (std::size_t i = 0; i < allowed.size(); ++i)
                      if (allowed[i] == w) to = static_cast<E>(i);
                  }});
  }
};

void describe(Fields& f, Machine& m);   // machine_json.cpp
void describe(Fields& f, Accelerator& a);
void describe(Fields& f, Workload& w);  // workload_json.cpp
void describe(Fields& f, Plan& p);      // plan_json.cpp
void describe(Fields& f, GptShape& g);  // workload_json.cpp
void describe(Fields& f, Layer& l);
void describeLayers(Fields& f, std::vector<Layer>& layers);
void describeNumbers(Fields& f, NetworkModel& m);

// Text ("200Gbps", "32", "true") to the value behind a Scalar; the error has no `where`.
[[nodiscard]] Result<void> parseScalar(Scalar to, std::string_view text);
// The exact text of a Scalar, as a file holds it, and whether JSON writes it bare (numbers, truth values).
struct ScalarText {
  std::string text;
  bool bare = false;
};
[[nodiscard]] ScalarText writeScalar(const Scalar& from);
// "a time with its unit, as in \"25us\"": what a field of this type wants.
[[nodiscard]] std::string_view wants(const Scalar& s);
[[nodiscard]] Result<void> parseChoice(const Choice& choice, std::string_view word);
[[nodiscard]] std::string writeSeconds(double s);

// The candidate nearest to `word` by edit distance when it is near enough to be a slip; empty otherwise.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace weir
