#include "core/formats/power/csv.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "core/formats/lines.h"

namespace weir::power {

bool unknownCell(std::string_view s) {
  if (s.empty() || s == "-" || s == "N/A" || s == "n/a" || s == "NA" || s == "nan" || s == "NaN" || s == "None" || s == "null") return true;
  return s.front() == '[' && s.back() == ']';  // nvidia-smi: [N/A], [Not Supported], [Unknown Error], [GPU requires reset]
}

Cell readCell(std::string_view s) {
  Cell c;
  c.value = std::numeric_limits<double>::quiet_NaN();
  s = text::trimmed(s);
  if (unknownCell(s)) return c;
  double v = 0;
  if (s.starts_with("0x") || s.starts_with("0X")) {
    std::uint64_t bits = 0;
    const auto [end, bad] = std::from_chars(s.data() + 2, s.data() + s.size(), bits, 16);
    if (bad == std::errc{} && end == s.data() + s.size()) {
      c.value = static_cast<double>(bits);
      return c;
    }
  }
  const auto [end, bad] = std::from_chars(s.data(), s.data() + s.size(), v);
  std::string_view unit = s.substr(static_cast<std::size_t>(end - s.data()));
  if (bad != std::errc{} || !std::isfinite(v) || (!unit.empty() && unit.front() != ' ' && unit.front() != '%' && unit.size() > 4)) {
    c.text = true;
    return c;
  }
  unit = text::trimmed(unit);
  if (unit.size() > 6 || unit.find_first_of("0123456789:.-_") != std::string_view::npos) {
    c.text = true;  // "2024-...", "535.104.05"
    return c;
  }
  c.value = v;
  c.unit = unit;
  return c;
}

Unit siUnit(std::string_view unit) {
  struct Known {
    std::string_view from;
    double factor;
    std::string_view to;
  };
  static constexpr std::array<Known, 27> kKnown{{{"W", 1, "W"},         {"mW", 1e-3, "W"},      {"uW", 1e-6, "W"},     {"kW", 1e3, "W"},        {"J", 1, "J"},
                                                 {"mJ", 1e-3, "J"},     {"uJ", 1e-6, "J"},      {"kJ", 1e3, "J"},      {"Wh", 3600, "J"},       {"kWh", 3.6e6, "J"},
                                                 {"%", 0.01, "1"},      {"MHz", 1e6, "Hz"},     {"GHz", 1e9, "Hz"},    {"Hz", 1, "Hz"},         {"MiB", 1048576, "B"},
                                                 {"GiB", 1073741824, "B"}, {"KiB", 1024, "B"},  {"MB", 1e6, "B"},      {"GB", 1e9, "B"},        {"B", 1, "B"},
                                                 {"C", 1, "°C"},        {"MB/s", 1e6, "B/s"},   {"GB/s", 1e9, "B/s"},  {"KB/s", 1e3, "B/s"},    {"s", 1, "s"},
                                                 {"ms", 1e-3, "s"},     {"us", 1e-6, "s"}}};
  for (const Known& k : kKnown)
    if (unit == k.from) return {k.factor, std::string(k.to)};
  return {1, std::string(unit)};
}

}  // namespace weir::power
