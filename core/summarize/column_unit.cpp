#include "core/summarize/column_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace weir {
namespace {

constexpr int kSteps = 4;  // from p to the unit itself
constexpr std::array<std::string_view, 11> kPrefix{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
constexpr double kWidest = 1e7;
constexpr int kMostDecimals = 3;

// Times do not grow beyond seconds, and nobody speaks of millibytes.
std::pair<int, int> prefixesOf(std::string_view base) {
  if (base.empty() || base == "%") return {0, 0};
  if (base == "s") return {-4, 0};
  return {base == "W" || base == "J" ? -3 : 0, 6};
}

std::string grouped(std::string digits) {
  const std::size_t point = std::min(digits.find('.'), digits.size()), first = digits[0] == '-' ? 1 : 0;
  for (std::size_t i = point; i > first + 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace

ColumnUnit columnUnit(const std::vector<double>& values, std::string_view base) {
  ColumnUnit u{base == "%" ? 100.0 : 1.0, std::string(base), 0};
  std::vector<double> v;
  for (const double x : values)
    if (std::isfinite(x) && x != 0) v.push_back(std::abs(x));
  if (v.empty()) return u;
  const auto [least, most] = prefixesOf(base);
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>((v.size() - 1) / 2);
  std::nth_element(v.begin(), middle, v.end());
  const double median = *middle, largest = *std::max_element(v.begin(), v.end());
  const auto tenth = v.begin() + static_cast<std::ptrdiff_t>((v.size() - 1) / 10);
  std::nth_element(v.begin(), tenth, v.end());
  if (least < most) {
    // 0.9995 is shown as 1.00.
    int e = std::clamp(static_cast<int>(std::floor(std::log10(median / 0.9995) / 3)), least, most);
    while (e < most && largest * std::pow(1000.0, -e) >= kWidest) ++e;
    u.factor = std::pow(1000.0, -e);
    u.name = std::string(kPrefix[static_cast<std::size_t>(e + kSteps)]) + u.name;
  }
  const auto decimals = [&](double x, int digits) { return digits - 1 - static_cast<int>(std::floor(std::log10(x * u.factor / 0.9995))); };
  u.decimals = std::clamp(std::max(decimals(median, 3), decimals(*tenth, 2)), 0, base.empty() ? 6 : base == "%" ? 2 : kMostDecimals);
  const bool whole = std::all_of(v.begin(), v.end(), [&](double x) { return std::abs(x * u.factor - std::round(x * u.factor)) < 1e-9 * x * u.factor; });
  if (whole) u.decimals = 0;
  return u;
}

std::string columnText(double value, const ColumnUnit& u) {
  if (std::isnan(value)) return "unknown";
  if (std::isinf(value)) return value > 0 ? "infinite" : "-infinite";
  if (value == 0) return fmt::format("{:.{}f}", 0.0, u.decimals);
  const double least = std::pow(10.0, -u.decimals), shown = value * u.factor;
  if (std::abs(shown) < least / 2) return fmt::format("{}{:.{}f}", shown < 0 ? ">-" : "<", least, u.decimals);
  return grouped(fmt::format("{:.{}f}", shown, u.decimals));
}

}  // namespace weir
