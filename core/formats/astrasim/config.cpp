#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/nan.h"
#include "core/formats/astrasim/lines.h"
#include "core/formats/astrasim/reader.h"
#include "core/run/builder.h"

namespace weir::astrasim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLargest = std::size_t{4} << 20;  // these files have a few lines

// Units are not in the files (at most in comments): these are what ASTRA-sim takes the numbers for.
std::string_view unitOf(std::string_view key) {
  if (key == "bandwidth" || key == "link-bandwidth" || key == "hbm-bandwidth" || key == "local-mem-bw" || key == "remote-mem-bw") return "GB/s";
  if (key == "latency" || key == "link-latency" || key == "nic-latency" || key == "router-latency" || key == "hbm-latency" || key == "remote-mem-latency") return "ns";
  if (key == "endpoint-delay") return "cycles";
  if (key == "peak-perf") return "TFLOP/s";
  return {};
}

enum class Kind { None, Network, System, Memory, LogicalTopology, HtsimTopology };
std::string_view kindName(Kind k) {
  constexpr std::string_view names[]{"", "network", "system", "remote memory", "logical topology", "htsim topology"};
  return names[static_cast<int>(k)];
}

Kind kindOf(std::string_view s) {
  const auto has = [&](std::string_view what) { return s.find(what) != std::string_view::npos; };
  if (has("logical-dims")) return Kind::LogicalTopology;
  if (has("memory-type") && has("MEMORY")) return Kind::Memory;
  const int system = int{has("scheduling-policy")} + int{has("endpoint-delay")} + int{has("preferred-dataset-splits")} +
                     int{has("all-reduce-implementation")} + int{has("active-chunks-per-dimension")};
  if (system >= 2) return Kind::System;
  if (has("topology-name") && has("units-count")) return Kind::Network;
  if (has("npus_count:") && has("topology:")) return Kind::Network;
  if (has("num-npus:") && has("topology:")) return Kind::Network;
  return Kind::None;
}

// "[ Switch, Ring ]" or "Ring" to its items.
std::vector<std::string> items(std::string_view value) {
  value = trimmed(value);
  if (value.starts_with('[')) value.remove_prefix(1);
  if (value.ends_with(']')) value.remove_suffix(1);
  std::vector<std::string> out;
  for (std::string_view item : split(value, ',')) {
    if (item.size() >= 2 && (item.front() == '"' || item.front() == '\'') && item.back() == item.front()) item = item.substr(1, item.size() - 2);
    if (!item.empty()) out.emplace_back(item);
  }
  return out;
}

class ConfigReader final : public Reader {
 public:
  explicit ConfigReader(const ReaderContext&) : builder_("astrasim-config", Truth::Simulated) {}

  Result<void> feed(ByteSpan chunk, bool, const Job& job) override {
    if (text_.size() + chunk.size() > kLargest) return fail("this is no configuration of ASTRA-sim: it is larger than 4 MiB", {}, "give the file that ASTRA-sim reads");
    text_.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }

  Result<Run> finish(const Job&) override {
    std::string_view s = text_;
    if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
    Kind kind = kindOf(s);
    if (trimmed(s).starts_with('{')) {
      // What is nested deeper than any of these files is dropped while parsing.
      const Json json = Json::parse(s, [](int depth, Json::parse_event_t, Json&) { return depth < 16; }, false, true);
      if (!json.is_object()) return fail("the JSON is not complete", {}, "give the whole file");
      readJson(json);
    } else if (trimmed(s).starts_with("Nodes ")) {
      kind = Kind::HtsimTopology;
      readTopology(s);
    } else {
      readPairs(s);
    }
    if (builder_.run().facts.empty()) return fail("no setting in this file", {}, "give a configuration of ASTRA-sim");
    auto& facts = builder_.run().facts;
    facts.insert(facts.begin(), Fact{"configuration", std::string(kindName(kind)), {}, 0});
    dimensions();
    return builder_.build();
  }

 private:
  void setting(std::string_view key, const std::vector<std::string>& values) {
    builder_.fact(key, fmt::format("{}", fmt::join(values, ", ")), unitOf(key));
    settings_.emplace_back(key, values);
  }

  void readJson(const Json& json, const std::string& prefix = {}, int depth = 0) {
    for (const auto& [key, value] : json.items()) {
      const std::string name = prefix + key;
      const auto text = [](const Json& v) { return v.is_string() ? v.get<std::string>() : v.dump(-1, ' ', false, Json::error_handler_t::replace); };
      if (value.is_object() && depth < 8) {
        readJson(value, name + ".", depth + 1);
      } else if (value.is_array()) {
        std::vector<std::string> values;
        for (const Json& v : value) values.push_back(text(v));
        setting(name, values);
      } else {
        setting(name, {text(value)});
      }
    }
  }

  void readPairs(std::string_view s) {
    Lines lines([&](std::string_view line) {
      line = trimmed(line.substr(0, line.find('#')));
      if (line.empty() || line == "---") return;
      const std::size_t colon = line.find(':');
      if (colon == std::string_view::npos) return builder_.note("line that is no \"key: value\"", line.substr(0, 80));
      setting(trimmed(line.substr(0, colon)), items(line.substr(colon + 1)));
    });
    lines.feed(s, true);
  }

  void readTopology(std::string_view s) {
    Table t;
    t.name = "tiers";
    bool inTier = false;
    Lines lines([&](std::string_view line) {
      const auto w = words(line.substr(0, line.find('#')));
      if (w.size() != 2) return;
      if (w[0] == "Tier") {
        inTier = true;
        for (Table::ColumnOf& c : t.columns) c.number.push_back(kNaN);
        if (t.columns.empty()) t.columns.push_back({"Tier", {}, {kNaN}, {}});
        t.columns[0].number.back() = number(w[1]).value_or(kNaN);
      } else if (!inTier) {
        setting(w[0], {std::string(w[1])});
      } else {
        auto it = std::find_if(t.columns.begin(), t.columns.end(), [&](const Table::ColumnOf& c) { return c.name == w[0]; });
        if (it == t.columns.end()) {
          if (t.columns.size() > 32) return;
          const std::string unit = w[0].ends_with("_Gbps") ? "Gbit/s" : w[0].ends_with("_ns") ? "ns" : "";
          it = t.columns.insert(t.columns.end(), {std::string(w[0]), unit, std::vector<double>(t.columns[0].number.size(), kNaN), {}});
        }
        it->number.back() = number(w[1]).value_or(kNaN);
      }
    });
    lines.feed(s, true);
    if (!t.columns.empty()) builder_.table(std::move(t));
  }

  // Settings with one value a dimension, side by side; and how many NPUs they make.
  void dimensions() {
    const std::vector<std::string>* counts = nullptr;
    for (const auto& [key, values] : settings_)
      if (key == "npus_count" || key == "units-count" || key == "logical-dims") counts = &values;
    if (counts == nullptr || counts->empty()) return;
    double npus = 1;
    Table t;
    t.name = "dimensions";
    for (const std::string& c : *counts) npus *= number(c).value_or(kNaN);
    if (npus > 0 && npus < 1e9) builder_.fact("NPUs", fmt::format("{}", std::llround(npus)));
    for (const auto& [key, values] : settings_) {
      if (values.size() != counts->size() || (values.size() == 1 && unitOf(key).empty() && key != "topology" && &values != counts)) continue;
      Table::ColumnOf column;
      column.name = key;
      column.unit = std::string(unitOf(key));
      const bool anyNumber = std::any_of(values.begin(), values.end(), [](const std::string& v) { return number(v).has_value(); });
      // "tbd" in a column of numbers is unknown.
      if (anyNumber || !column.unit.empty())
        for (const std::string& v : values) column.number.push_back(number(v).value_or(kNaN));
      else column.text = values;
      t.columns.push_back(std::move(column));
    }
    builder_.table(std::move(t));
  }

  RunBuilder builder_;
  std::string text_;
  std::vector<std::pair<std::string, std::vector<std::string>>> settings_;
};

}  // namespace

int sniffConfig(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  const std::string_view text = trimmed(s);
  if (text.empty() || s.find('\0') != std::string_view::npos) return 0;
  if (text.starts_with("Nodes ")) return text.find("\nTiers ") != std::string_view::npos && text.find("Radix_") != std::string_view::npos ? 85 : 0;
  if (text.front() == '[' || (text.front() == '{' && text.find("\"traceEvents\"") != std::string_view::npos)) return 0;
  return kindOf(text) != Kind::None ? 85 : 0;
}

std::unique_ptr<Reader> makeConfigReader(const ReaderContext& context) { return std::make_unique<ConfigReader>(context); }

}  // namespace weir::astrasim
