#include "core/jobs/network_load.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir {

NetworkLoad networkLoad(const NetworkPicture& p, const Run& run, std::string_view group, const TimeRange& range) {
  NetworkLoad out;
  out.group = group;
  out.range = range;
  for (const Note& n : run.notes) out.incomplete = out.incomplete || n.kind.starts_with("links not kept");
  LinkHeatOptions o;
  o.group = group;
  o.range = range;
  o.columns = 1;
  o.rows = std::numeric_limits<int>::max();
  o.cells = false;
  const LinkHeat heat = linkHeat(run, o);
  out.unit = heat.unit;
  out.cell = heat.cell;
  const float rest = out.incomplete || heat.rows.empty() ? std::numeric_limits<float>::quiet_NaN() : 0.0F;
  out.value.assign(p.links.size(), rest);
  out.peak = out.value;
  for (std::size_t l = 0; l < p.links.size(); ++l)
    if (p.links[l].failed()) out.value[l] = out.peak[l] = std::numeric_limits<float>::quiet_NaN();
  for (const LinkHeat::Row& r : heat.rows) {
    const std::uint32_t l = p.find(r.name);
    if (l == NetworkPicture::kNone) {
      ++out.strangers;
      continue;
    }
    ++out.matched;
    out.value[l] = static_cast<float>(heat.of(r));
    out.peak[l] = static_cast<float>(r.peak);
  }
  return out;
}

std::vector<float> loadOverTime(const NetworkPicture& p, const Run& run, std::string_view group, int columns) {
  const NameId id = run.names.find(group);
  const auto [lo, hi] = run.span();
  if (id == 0 || columns < 1 || hi <= lo) return {};
  std::vector<double> sum(static_cast<std::size_t>(columns), 0);
  const double width = static_cast<double>(hi - lo) / columns;
  bool any = false;
  for (const Counter& c : run.counters) {
    if (c.group != id || c.step <= 0) continue;
    any = true;
    for (std::size_t i = 0; i < c.value.size(); ++i) {
      if (!(c.value[i] > 0)) continue;
      // Each sample goes to the columns it lies in, by its share of each.
      const double from = static_cast<double>(c.start - lo + c.step * static_cast<std::int64_t>(i)) / width;
      const double to = from + static_cast<double>(c.step) / width;
      for (auto k = static_cast<int>(std::max(0.0, from)); k < columns && k < to; ++k)
        sum[static_cast<std::size_t>(k)] += static_cast<double>(c.value[i]) * (std::min(to, k + 1.0) - std::max(from, static_cast<double>(k)));
    }
  }
  if (!any) return {};
  const auto working = std::count_if(p.links.begin(), p.links.end(), [](const auto& l) { return !l.failed(); });
  std::vector<float> out;
  for (const double s : sum) out.push_back(static_cast<float>(working > 0 ? s / static_cast<double>(working) : 0));
  return out;
}

std::vector<std::uint32_t> hottest(const NetworkLoad& load, std::size_t most) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t l = 0; l < load.value.size(); ++l)
    if (load.value[l] > 0) out.push_back(l);
  const auto hotter = [&](std::uint32_t a, std::uint32_t b) { return load.value[a] != load.value[b] ? load.value[a] > load.value[b] : a < b; };
  const std::size_t n = std::min(most, out.size());
  std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(n), out.end(), hotter);
  out.resize(n);
  return out;
}

}  // namespace weir
