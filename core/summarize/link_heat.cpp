#include "core/summarize/link_heat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/nan.h"

namespace weir {
namespace {

std::size_t sampleCount(const Counter& c) { return c.step > 0 ? c.value.size() : std::min(c.value.size(), c.time.size()); }

// Sample i covers [begin, end); an irregular series holds each value until the next, the last until `runEnd`.
TimeRange covers(const Counter& c, std::size_t i, std::int64_t runEnd) {
  if (c.step > 0) {
    const std::int64_t from = c.start + c.step * static_cast<std::int64_t>(i);
    return {from, from + c.step};
  }
  const std::int64_t from = c.time[i];
  return {from, i + 1 < sampleCount(c) ? c.time[i + 1] : std::max(runEnd, from)};
}

std::size_t firstCovering(const Counter& c, std::int64_t t) {
  if (c.step > 0) {
    if (t <= c.start) return 0;
    return std::min(static_cast<std::size_t>((t - c.start) / c.step), sampleCount(c));
  }
  const auto end = c.time.begin() + static_cast<std::ptrdiff_t>(sampleCount(c));
  const auto it = std::upper_bound(c.time.begin(), end, t);
  return it == c.time.begin() ? 0 : static_cast<std::size_t>(it - c.time.begin()) - 1;
}

struct Reduced {
  double mean = kNaN, peak = kNaN, sum = kNaN;
};

// Mean weighted by time, maximum and sum of what is covered within [from, to).
Reduced reduce(const Counter& c, std::int64_t from, std::int64_t to, std::int64_t runEnd) {
  double weighted = 0;
  double covered = 0;
  double peak = kNaN;
  double sum = 0;
  for (std::size_t i = firstCovering(c, from); i < sampleCount(c); ++i) {
    const TimeRange s = covers(c, i, runEnd);
    if (s.from >= to) break;
    const std::int64_t both = std::min(s.to, to) - std::max(s.from, from);
    const double v = static_cast<double>(c.value[i]);
    if (both <= 0 || std::isnan(v)) continue;
    weighted += v * static_cast<double>(both);
    covered += static_cast<double>(both);
    sum += v * static_cast<double>(both) / static_cast<double>(s.length());
    if (!(v <= peak)) peak = v;
  }
  return covered > 0 ? Reduced{weighted / covered, peak, sum} : Reduced{};
}

}  // namespace

double LinkHeat::largest() const {
  double best = kNaN;
  for (const float v : value)
    if (!std::isnan(v) && !(static_cast<double>(v) <= best)) best = static_cast<double>(v);
  return best;
}

std::vector<std::pair<std::string, std::size_t>> counterGroups(const Run& run) {
  std::vector<std::pair<std::string, std::size_t>> out;
  for (const Counter& c : run.counters) {
    if (sampleCount(c) == 0) continue;
    const std::string_view group = run.names.text(c.group);
    const auto it = std::find_if(out.begin(), out.end(), [&](const auto& g) { return g.first == group; });
    if (it == out.end())
      out.emplace_back(group, 1);
    else
      ++it->second;
  }
  return out;
}

LinkHeat::Cell cellOf(std::string_view group) {
  if (group.find("queue") != std::string_view::npos) return LinkHeat::Cell::Peak;
  for (const std::string_view count : {"marks", "drops", "trims", "pauses", "retransmissions"})
    if (group.find(count) != std::string_view::npos) return LinkHeat::Cell::Sum;
  return LinkHeat::Cell::Mean;
}

LinkHeat linkHeat(const Run& run, const LinkHeatOptions& o) {
  LinkHeat h;
  h.group = o.group;
  const auto [lo, hi] = run.span();
  h.range = o.range.value_or(TimeRange{lo, hi});
  const NameId group = run.names.find(o.group);
  if (group == 0 || h.range.length() == 0 || o.columns < 1 || o.rows < 1) return h;
  h.columns = o.columns;
  for (std::size_t k = 0; k < run.counters.size(); ++k) {
    const Counter& c = run.counters[k];
    if (c.group != group || sampleCount(c) == 0) continue;
    if (h.rows.empty()) {
      h.unit = c.unit;
      h.cell = cellOf(o.group);
    }
    const Reduced r = reduce(c, h.range.from, h.range.to, hi);
    h.rows.push_back({std::string(run.names.text(c.name)), k, r.mean, r.peak, r.sum});
  }
  const auto load = [&](const LinkHeat::Row& r) {
    const double v = h.of(r);
    return std::isnan(v) ? -std::numeric_limits<double>::infinity() : v;
  };
  std::stable_sort(h.rows.begin(), h.rows.end(), [&](const auto& a, const auto& b) { return load(a) > load(b); });
  const auto limit = static_cast<std::size_t>(o.rows);
  if (h.rows.size() > limit) {
    h.hidden = h.rows.size() - limit;
    h.idle =
        static_cast<std::size_t>(std::count_if(h.rows.begin() + o.rows, h.rows.end(), [](const auto& r) { return r.peak == 0; }));
    h.rows.resize(limit);
  }
  if (o.order == LinkHeatOptions::Order::Name) {
    // "link 2" before "link 10": runs of digits compare as numbers.
    const auto natural = [](std::string_view a, std::string_view b) {
      std::size_t i = 0;
      std::size_t j = 0;
      const auto digit = [](char ch) { return ch >= '0' && ch <= '9'; };
      while (i < a.size() && j < b.size()) {
        if (digit(a[i]) && digit(b[j])) {
          while (i < a.size() && a[i] == '0') ++i;
          while (j < b.size() && b[j] == '0') ++j;
          std::size_t p = i;
          std::size_t q = j;
          while (p < a.size() && digit(a[p])) ++p;
          while (q < b.size() && digit(b[q])) ++q;
          if (p - i != q - j) return p - i < q - j;
          if (const int d = a.substr(i, p - i).compare(b.substr(j, q - j)); d != 0) return d < 0;
          i = p;
          j = q;
        } else {
          if (a[i] != b[j]) return a[i] < b[j];
          ++i;
          ++j;
        }
      }
      return a.size() - i < b.size() - j;
    };
    std::stable_sort(h.rows.begin(), h.rows.end(), [&](const auto& a, const auto& b) { return natural(a.name, b.name); });
  }
  if (!o.cells) return h;
  h.value.reserve(h.rows.size() * static_cast<std::size_t>(o.columns));
  // Column edges by the quotient and the remainder apart, so that no product exceeds 64 bits and the edges meet exactly.
  const std::int64_t q = h.range.length() / o.columns;
  const std::int64_t rest = h.range.length() % o.columns;
  const auto edge = [&](int k) { return h.range.from + q * k + rest * k / o.columns; };
  for (const LinkHeat::Row& row : h.rows)
    for (int k = 0; k < o.columns; ++k) {
      // Narrower than a picosecond a column has no width of its own; it shows the sample it lies in.
      const std::int64_t from = edge(k);
      const Reduced r = reduce(run.counters[row.counter], from, std::max(edge(k + 1), from + 1), hi);
      h.value.push_back(static_cast<float>(h.cell == LinkHeat::Cell::Mean ? r.mean : h.cell == LinkHeat::Cell::Peak ? r.peak : r.sum));
    }
  return h;
}

}  // namespace weir
