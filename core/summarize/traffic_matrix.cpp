// Sums and names of a traffic matrix.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/summarize/traffic.h"

namespace weir {

std::string_view name(TrafficMeasure m) {
  constexpr std::array<std::string_view, 3> names{"bytes", "messages", "time"};
  return names[static_cast<std::size_t>(m)];
}
std::string_view unit(TrafficMeasure m) {
  constexpr std::array<std::string_view, 3> units{"B", "messages", "s"};
  return units[static_cast<std::size_t>(m)];
}

double TrafficMatrix::sent(int from) const {
  double s = 0;
  for (int to = 0; to < bins; ++to)
    if (const double v = at(from, to); !std::isnan(v)) s += v;
  return s;
}
double TrafficMatrix::received(int to) const {
  double s = 0;
  for (int from = 0; from < bins; ++from)
    if (const double v = at(from, to); !std::isnan(v)) s += v;
  return s;
}
double TrafficMatrix::total() const {
  double s = 0;
  for (int from = 0; from < bins; ++from) s += sent(from);
  return s;
}
double TrafficMatrix::largest() const {
  double best = std::numeric_limits<double>::quiet_NaN();
  for (const double v : value)
    if (!std::isnan(v) && !(v <= best)) best = v;
  return best;
}
std::string TrafficMatrix::binName(int bin) const {
  const auto first = static_cast<std::size_t>(bin) * static_cast<std::size_t>(perBin);
  const std::size_t last = std::min(first + static_cast<std::size_t>(perBin), ranks.size()) - 1;
  if (first == last) return fmt::format("rank {}", ranks[first]);
  return fmt::format("ranks {}-{}", ranks[first], ranks[last]);
}

}  // namespace weir
