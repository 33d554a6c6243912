#include "core/formats/mllog/event.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "core/formats/lines.h"

namespace weir::mllog {
namespace {

namespace dom = simdjson::dom;

// Python writes NaN and Infinity where JSON knows none: null instead, outside of strings.
std::string withoutNaN(std::string_view s) {
  constexpr std::array<std::string_view, 4> kWords{"-Infinity", "Infinity", "NaN", "nan"};
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < s.size();) {
    if (s[i] == '"') quoted = !quoted;
    if (quoted && s[i] == '\\' && i + 1 < s.size()) {
      out += s.substr(i, 2);
      i += 2;
      continue;
    }
    bool word = false;
    if (!quoted)
      for (const std::string_view w : kWords)
        if (s.substr(i).starts_with(w)) {
          out += "null";
          i += w.size();
          word = true;
          break;
        }
    if (!word) out += s[i++];
  }
  return out;
}

std::string json(const dom::element& e) { return simdjson::minify(e); }

double numberOf(const dom::element& e) {
  double v = 0;
  if (e.is_number() && e.get_double().get(v) == simdjson::SUCCESS) return v;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string plainOf(const dom::element& e) {
  std::string_view s;
  if (e.get_string().get(s) == simdjson::SUCCESS) return std::string(s);
  if (e.is_number() || e.is_bool()) return json(e);
  return {};
}

// Milliseconds, whole or not, as nanoseconds.
std::optional<std::int64_t> nanoseconds(const dom::element& e) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 1'000'000;
  std::int64_t ms = 0;
  if (e.get_int64().get(ms) == simdjson::SUCCESS) {
    if (ms > kMost || ms < -kMost) return std::nullopt;
    return ms * 1'000'000;
  }
  double v = numberOf(e);
  if (std::isnan(v)) v = text::number(plainOf(e));
  if (!(std::abs(v) < static_cast<double>(kMost))) return std::nullopt;
  const double whole = std::floor(v);
  return static_cast<std::int64_t>(whole) * 1'000'000 + std::llround((v - whole) * 1e6);
}

std::string member(const dom::object& o, std::string_view key) {
  dom::element e;
  return o[key].get(e) == simdjson::SUCCESS ? plainOf(e) : std::string();
}

}  // namespace

std::int32_t rankOfPrefix(std::string_view prefix) {
  prefix = text::trimmed(prefix);
  if (!prefix.ends_with(':')) return kUnknownRank;
  prefix.remove_suffix(1);
  if (prefix.starts_with('[')) {  // [1,3]<stdout>
    const std::size_t comma = prefix.find(','), close = prefix.find(']');
    if (comma == std::string_view::npos || close == std::string_view::npos || close < comma) return kUnknownRank;
    prefix = prefix.substr(comma + 1, close - comma - 1);
  }
  const auto rank = text::whole(prefix);
  return rank && *rank >= 0 && *rank < 100'000'000 ? static_cast<std::int32_t>(*rank) : kUnknownRank;
}

std::optional<Parsed> parse(dom::parser& parser, std::string_view line) {
  Parsed out;
  std::string repaired;
  dom::element root;
  auto error = parser.parse(line.data(), line.size(), true).get(root);
  if (error != simdjson::SUCCESS) {
    // Something may follow the object on its line: the text ends at its last brace.
    if (const std::size_t end = line.rfind('}'); end != std::string_view::npos) line = line.substr(0, end + 1);
    repaired = withoutNaN(line);
    out.repaired = true;
    error = parser.parse(repaired.data(), repaired.size(), true).get(root);
  }
  dom::object object;
  if (error != simdjson::SUCCESS || root.get_object().get(object) != simdjson::SUCCESS) return std::nullopt;
  Event& e = out.event;
  dom::element field;
  if (object["time_ms"].get(field) != simdjson::SUCCESS) return std::nullopt;
  const auto ns = nanoseconds(field);
  if (!ns) return std::nullopt;
  e.ns = *ns;
  e.key = member(object, "key");
  if (e.key.empty()) return std::nullopt;
  const std::string type = member(object, "event_type");
  e.kind = type == "INTERVAL_START" ? Kind::Start : type == "INTERVAL_END" ? Kind::End : type == "POINT_IN_TIME" || type.empty() ? Kind::Point : Kind::Other;
  e.number = std::numeric_limits<double>::quiet_NaN();
  if (object["value"].get(field) == simdjson::SUCCESS) {
    e.value = json(field);
    e.plain = plainOf(field);
    e.number = numberOf(field);
  }
  dom::object metadata;
  if (object["metadata"].get(field) == simdjson::SUCCESS && field.get_object().get(metadata) == simdjson::SUCCESS) {
    e.metadata = json(field);
    for (const char* key : {"epoch_num", "step_num", "step", "samples_count"})
      if (e.step.empty()) e.step = member(metadata, key).empty() ? std::string() : std::string(key) + member(metadata, key);
    e.host = member(metadata, "host");
    e.status = member(metadata, "status");
    e.measurement = member(metadata, "measurement_type");
  }
  return out;
}

}  // namespace weir::mllog
