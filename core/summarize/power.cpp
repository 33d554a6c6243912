#include "core/summarize/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/units.h"
#include "core/run/builder.h"
#include "core/summarize/intervals.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

constexpr double kGap = 5;  // times the usual distance of readings

struct Point {
  std::int64_t t;
  double v;
};

// By distinct times; readings at one time by their mean.
std::vector<Point> distinct(const Counter& c) {
  std::vector<Point> p;
  p.reserve(c.value.size());
  double sum = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < c.value.size() && i < c.time.size(); ++i) {
    if (std::isnan(c.value[i])) continue;
    if (!p.empty() && p.back().t == c.time[i]) {
      sum += static_cast<double>(c.value[i]);
      p.back().v = sum / static_cast<double>(++n);
    } else {
      p.push_back({c.time[i], static_cast<double>(c.value[i])});
      sum = p.back().v;
      n = 1;
    }
  }
  if (!std::is_sorted(p.begin(), p.end(), [](const Point& a, const Point& b) { return a.t < b.t; }))
    std::stable_sort(p.begin(), p.end(), [](const Point& a, const Point& b) { return a.t < b.t; });
  return p;
}

double between(const Point& a, const Point& b, std::int64_t t) {
  return b.t == a.t ? a.v : a.v + (b.v - a.v) * (static_cast<double>(t - a.t) / static_cast<double>(b.t - a.t));
}

std::optional<double> trapezoid(const std::vector<Point>& p, TimeRange range) {
  double sum = 0;
  bool any = false;
  for (std::size_t i = 1; i < p.size(); ++i) {
    const std::int64_t from = std::max(p[i - 1].t, range.from), to = std::min(p[i].t, range.to);
    if (from >= to) continue;
    any = true;
    sum += seconds(to - from) * (between(p[i - 1], p[i], from) + between(p[i - 1], p[i], to)) / 2;
  }
  return any ? std::optional(sum) : std::nullopt;
}

// What a counter of joules grew by, and how long it did: devices always draw something, so where it stands nobody counted.
std::optional<double> growth(const std::vector<Point>& p, TimeRange range, double& counted_s) {
  double sum = 0;
  bool any = false;
  counted_s = 0;
  for (std::size_t i = 1; i < p.size(); ++i) {
    const std::int64_t from = std::max(p[i - 1].t, range.from), to = std::min(p[i].t, range.to);
    if (from >= to) continue;
    any = true;
    sum += between(p[i - 1], p[i], to) - between(p[i - 1], p[i], from);
    if (p[i].v > p[i - 1].v) counted_s += seconds(to - from);
  }
  return any ? std::optional(sum) : std::nullopt;
}

std::optional<double> steps(const Counter& c, TimeRange range) {
  double sum = 0;
  bool any = false;
  for (std::size_t i = 0; i < c.value.size(); ++i) {
    const std::int64_t t = c.start + static_cast<std::int64_t>(i) * c.step;
    const std::int64_t from = std::max(t, range.from), to = std::min(t + c.step, range.to);
    if (from >= to || std::isnan(c.value[i])) continue;
    any = true;
    sum += seconds(to - from) * static_cast<double>(c.value[i]);
  }
  return any ? std::optional(sum) : std::nullopt;
}

void countGaps(const std::vector<Point>& p, TimeRange range, PowerMeter& m) {
  if (p.size() < 3) return;
  std::vector<std::int64_t> d;
  d.reserve(p.size());
  for (std::size_t i = 1; i < p.size(); ++i) d.push_back(p[i].t - p[i - 1].t);
  const auto middle = d.begin() + static_cast<std::ptrdiff_t>((d.size() - 1) / 2);
  std::nth_element(d.begin(), middle, d.end());
  const double limit = kGap * static_cast<double>(*middle);
  for (std::size_t i = 1; i < p.size(); ++i) {
    if (p[i].t <= range.from || p[i - 1].t >= range.to || static_cast<double>(p[i].t - p[i - 1].t) <= limit) continue;
    ++m.gaps;
    m.gap_s += seconds(p[i].t - p[i - 1].t);
  }
}

PowerMeter meter(const MeterCounters& d, TimeRange range, double& sum) {
  PowerMeter m;
  bool first = true;
  const auto reading = [&](std::int64_t from, std::int64_t to) {
    m.start = first ? from : std::min(m.start, from);
    m.end = first ? to : std::max(m.end, to);
    first = false;
    ++m.readings;
  };
  double mean = 0;
  for (const Counter* c : {d.power, d.power == nullptr ? d.energy : nullptr}) {
    if (c == nullptr) continue;
    for (std::size_t i = 0; i < c->value.size(); ++i) {
      const std::int64_t t = c->step > 0 ? c->start + static_cast<std::int64_t>(i) * c->step : i < c->time.size() ? c->time[i] : range.to;
      if (t < range.from || (t >= range.to && range.to != kAllTime.to) || std::isnan(c->value[i])) continue;
      reading(t, t + (c->step > 0 ? c->step : 0));
      mean += static_cast<double>(c->value[i]);
    }
  }
  if (d.power != nullptr) {
    sum += mean;
    if (m.readings > 0) m.mean_w = mean / static_cast<double>(m.readings);
    if (d.power->step > 0) {
      m.energy_j = steps(*d.power, range);
    } else {
      const auto p = distinct(*d.power);
      m.energy_j = trapezoid(p, range);
      countGaps(p, range, m);
    }
  }
  if (d.energy != nullptr) {
    const auto p = distinct(*d.energy);
    double counted_s = 0;
    const auto j = growth(p, range, counted_s);
    if (j) m.energy_j = j;  // counted by the device itself, so better than the trapezoid over what was read now and then
    if (j && d.power == nullptr && counted_s > 0) m.mean_w = *j / counted_s;
  }
  return m;
}

// Each mean over its own time, by the time that any of them covers: the sum where they run together.
void together(PowerSummary& s) {
  Intervals covered;
  TimeRange all = kAllTime;
  double sum = 0;
  std::size_t known = 0;
  for (const PowerMeter& m : s.by) {
    if (!m.mean_w) continue;
    ++known;
    s.sumOfMeans_w += *m.mean_w;
    sum += *m.mean_w * seconds(m.end - m.start);
    covered.push_back({m.start, m.end});
    all = {std::max(all.from, m.start), std::min(all.to, m.end)};
  }
  if (known == 0) return;
  s.covered = length(unite(std::move(covered)));
  s.together = all.length();
  s.mean_w = known == 1 || s.covered == 0 ? s.sumOfMeans_w : sum / seconds(s.covered);
}

// Clocks a few readings apart do not matter; whoever reads less than half its time beside the others is named.
void notApart(const Run& run, PowerSummary& s) {
  std::vector<std::pair<std::int64_t, int>> changes;
  for (const PowerMeter& m : s.by) {
    if (!m.mean_w || m.end <= m.start) continue;
    changes.emplace_back(m.start, 1);
    changes.emplace_back(m.end, -1);
  }
  if (changes.size() < 4) return;
  std::sort(changes.begin(), changes.end());
  Intervals several;  // where two or more read
  int reading = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (reading >= 2 && changes[i].first > changes[i - 1].first) several.push_back({changes[i - 1].first, changes[i].first});
    reading += changes[i].second;
  }
  const MeasuredIntervals both(unite(std::move(several)));
  for (const PowerMeter& m : s.by) {
    if (!m.mean_w || m.end <= m.start) continue;
    const std::int64_t beside = both.lengthWithin({m.start, m.end});
    if (2 * beside >= m.end - m.start) continue;
    addNote(s.notes, kNoteApart,
            fmt::format("{} reads for {}, {} of it beside the others; if all ran at one time they would draw {}{}", m.name, units::showSeconds(seconds(m.end - m.start)),
                        beside == 0 ? "nothing" : units::showSeconds(seconds(beside)), units::showSi(s.sumOfMeans_w, "W"),
                        run.sources.size() > 1 ? ": where clocks differ, move its source (--shift, or the Import view)" : ""),
            1, m.start);
  }
}

}  // namespace

std::optional<double> energyOf(const Counter& counter, std::optional<TimeRange> range) {
  if (counter.unit != "W") return std::nullopt;
  return counter.step > 0 ? steps(counter, range.value_or(kAllTime)) : trapezoid(distinct(counter), range.value_or(kAllTime));
}

std::vector<MeterCounters> meterCounters(const Run& run) {
  std::map<std::tuple<std::uint32_t, std::string, std::int32_t>, MeterCounters> devices;
  for (const Counter& c : run.counters) {
    const std::string_view group = run.names.text(c.group);
    const bool power = group == "power" && c.unit == "W", energy = group == "energy" && c.unit == "J";
    if (!power && !energy) continue;
    MeterCounters& d = devices[{c.source, std::string(run.names.text(c.name)), c.rank}];
    (power ? d.power : d.energy) = &c;
  }
  std::vector<MeterCounters> out;
  for (auto& [key, d] : devices) {
    std::tie(d.source, d.name, d.rank) = key;
    out.push_back(std::move(d));
  }
  return out;
}

std::optional<PowerSummary> powerSummary(const Run& run, std::optional<TimeRange> range) {
  const std::vector<MeterCounters> devices = meterCounters(run);
  if (devices.empty()) return std::nullopt;
  PowerSummary s;
  double sum = 0;
  std::uint64_t powerReadings = 0;
  for (const MeterCounters& d : devices) {
    PowerMeter m = meter(d, range.value_or(kAllTime), sum);
    m.source = d.source;
    m.name = d.name;
    m.rank = d.rank;
    s.readings += m.readings;
    if (d.power != nullptr) powerReadings += m.readings;
    if (m.energy_j) s.energy_j = s.energy_j.value_or(0) + *m.energy_j;
    else ++s.withoutEnergy;
    s.by.push_back(std::move(m));
  }
  together(s);
  notApart(run, s);
  if (powerReadings > 0) s.mean_reading_w = sum / static_cast<double>(powerReadings);
  return s;
}

namespace {

std::int64_t common(TimeRange a, TimeRange b) { return std::max<std::int64_t>(std::min(a.to, b.to) - std::max(a.from, b.from), 0); }

void grow(TimeRange& r, bool& any, std::int64_t from, std::int64_t to) {
  r = any ? TimeRange{std::min(r.from, from), std::max(r.to, to)} : TimeRange{from, to};
  any = true;
}

struct Reading {
  TimeRange span;
  std::size_t meters = 0;
};

std::map<std::uint32_t, Reading> readingBySource(const Run& run) {
  std::map<std::uint32_t, Reading> out;
  for (const MeterCounters& d : meterCounters(run))
    for (const Counter* c : {d.power, d.energy}) {
      if (c == nullptr || c->value.empty() || (c->step <= 0 && c->time.empty())) continue;
      Reading& r = out[d.source];
      bool any = r.meters > 0;
      if (c->step > 0) {
        grow(r.span, any, c->start, c->start + static_cast<std::int64_t>(c->value.size()) * c->step);
      } else {
        const auto [least, most] = std::minmax_element(c->time.begin(), c->time.end());
        grow(r.span, any, *least, *most);
      }
      ++r.meters;
    }
  return out;
}

// Of the sources that hold no meters: a power log has slices too, for as long as it reads.
std::optional<TimeRange> eventsOf(const Run& run, const std::map<std::uint32_t, Reading>& meters) {
  TimeRange r;
  bool any = false;
  for (const Row& row : run.rows)
    if (row.end > row.begin && !meters.contains(run.tracks[row.track].source)) grow(r, any, run.slices.start[row.begin], run.slices.endOf(row.end - 1));
  return any && r.length() > 0 ? std::optional(r) : std::nullopt;
}

// The sources that read at one time and have the most meters.
TimeRange mostRead(const std::map<std::uint32_t, Reading>& sources) {
  TimeRange best;
  std::size_t most = 0;
  for (const auto& [s, r] : sources) {
    std::size_t meters = 0;
    TimeRange all = r.span;
    for (const auto& [other, o] : sources)
      if (common(o.span, r.span) > 0) meters += o.meters, all = {std::min(all.from, o.span.from), std::max(all.to, o.span.to)};
    if (meters > most) most = meters, best = all;
  }
  return best;
}

}  // namespace

std::vector<ClockHint> clockHints(const Run& run) {
  constexpr std::int64_t kQuarter = std::int64_t{900} * 1'000'000'000'000;
  std::vector<ClockHint> out;
  if (run.sources.size() < 2) return out;
  const auto sources = readingBySource(run);
  const TimeRange reference = eventsOf(run, sources).value_or(mostRead(sources));
  for (const auto& [source, r] : sources) {
    if (r.span.length() <= 0 || common(r.span, reference) > 0) continue;
    const std::int64_t away = reference.from + reference.length() / 2 - (r.span.from + r.span.length() / 2), near = away / kQuarter;
    ClockHint best{source, 0};
    std::int64_t longest = 0;
    for (std::int64_t k = near - 1; k <= near + 1; ++k)
      if (const std::int64_t beside = common({r.span.from + k * kQuarter, r.span.to + k * kQuarter}, reference); beside > longest) longest = beside, best.shift = k * kQuarter;
    if (best.shift != 0 && 2 * longest >= std::min(r.span.length(), reference.length())) out.push_back(best);
  }
  return out;
}

}  // namespace weir
