#include "core/formats/power/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/formats/lines.h"

namespace weir {
namespace {
constexpr std::int64_t kFarNs = std::int64_t{45} * 86'400 * 1'000'000'000;  // two such halves fit the axis
}

std::size_t SeriesSet::series(Key key) {
  if (const auto it = byKey_.find(key); it != byKey_.end()) return it->second;
  if (all_.size() >= kMost) return kMost;
  byKey_.emplace(key, all_.size());
  all_.emplace_back();
  all_.back().key = std::move(key);
  return all_.size() - 1;
}

void SeriesSet::add(std::size_t series, std::int64_t ns, double value) {
  if (series >= all_.size()) {
    ++refused_;
    return;
  }
  One& s = all_[series];
  if (!std::isfinite(value)) {
    ++s.unknown;
    return;
  }
  s.ns.push_back(ns);
  s.value.push_back(value);
}

std::int64_t SeriesSet::originNs() {
  if (times_.empty())
    for (const One& s : all_) times_.insert(times_.end(), s.ns.begin(), s.ns.end());
  if (times_.empty()) return 0;
  const auto middle = times_.begin() + static_cast<std::ptrdiff_t>(times_.size() / 2);
  std::nth_element(times_.begin(), middle, times_.end());
  const std::int64_t median = *middle;
  std::int64_t first = median;
  for (const std::int64_t t : times_)
    if (t < first && median / 2 - t / 2 <= kFarNs / 2) first = t;
  return first;
}

bool SeriesSet::empty() const {
  return std::all_of(all_.begin(), all_.end(), [](const One& s) { return s.value.empty(); });
}

void SeriesSet::build(RunBuilder& out, std::int64_t originNs) {
  if (refused_ > 0) out.note("more series than can be told apart, left out", all_.back().key.name, refused_);
  for (One& s : all_) {
    const std::string& name = s.key.name;
    if (s.unknown > 0) out.note("unknown readings, left out", name, s.unknown);
    std::vector<std::size_t> order(s.ns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!std::is_sorted(s.ns.begin(), s.ns.end())) {
      std::uint64_t back = 0;
      for (std::size_t i = 1; i < s.ns.size(); ++i) back += s.ns[i] < s.ns[i - 1] ? 1 : 0;
      out.note("readings out of order, sorted by time", name, back);
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return s.ns[a] < s.ns[b]; });
    }
    Counter c;
    c.name = out.intern(name);
    c.group = out.intern(s.key.group);
    c.unit = s.key.unit;
    c.rank = s.key.rank;
    const bool cumulative = s.key.group == kEnergyGroup;
    std::uint64_t same = 0, far = 0, resets = 0;
    std::int64_t last = 0;
    double total = 0, before = 0;
    for (const std::size_t i : order) {
      const std::int64_t ns = s.ns[i];
      if (!text::onAxis(ns, originNs)) {
        ++far;
        continue;
      }
      const std::int64_t ps = (ns - originNs) * 1000;
      double v = s.value[i];
      if (cumulative) {
        if (!c.value.empty()) {
          if (v >= before) total += v - before;
          else if (s.wraps > before) total += s.wraps - before + v, ++resets;
          else total += v, ++resets;
        }
        before = v;
        v = total;
      }
      if (!c.time.empty() && ps == last) ++same;
      last = ps;
      c.time.push_back(ps);
      c.value.push_back(static_cast<float>(v));
    }
    if (same > 0) out.note("several readings at one time", name, same);
    if (far > 0) out.note("time too far from the others to share an axis, left out", name, far);
    if (resets > 0) out.note(s.wraps > 0 ? "energy counter wrapped around, carried on" : "energy counter went back, taken as begun anew at 0", name, resets);
    if (c.value.empty()) continue;
    c.start = c.time.front();
    out.counter(std::move(c));
  }
}

}  // namespace weir
