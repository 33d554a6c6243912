#include "core/base/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "core/base/text.h"

namespace weir::units {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

struct Split {
  double number;
  std::string_view unit;
};

Result<Split> split(std::string_view text) {
  const std::string_view s = trimmed(text, kSpaces);
  double v = 0;
  const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (ec != std::errc{} || !std::isfinite(v)) return fail(fmt::format("\"{}\" is not a number with a unit", text));
  return Split{v, trimmed(s.substr(static_cast<std::size_t>(end - s.data())), kSpaces)};
}

constexpr std::array kTime{Unit{"s", 1}, Unit{"ms", 1e-3}, Unit{"us", 1e-6}, Unit{"µs", 1e-6}, Unit{"ns", 1e-9},
                           Unit{"ps", 1e-12}, Unit{"min", 60}, Unit{"h", 3600}, Unit{"d", 86400}, Unit{"y", 31557600}};
constexpr std::array kFrequency{Unit{"Hz", 1}, Unit{"kHz", 1e3}, Unit{"MHz", 1e6}, Unit{"GHz", 1e9}};
constexpr std::array kPower{Unit{"W", 1}, Unit{"mW", 1e-3}, Unit{"kW", 1e3}, Unit{"MW", 1e6}};
constexpr std::array kEnergy{Unit{"J", 1}, Unit{"kJ", 1e3}, Unit{"MJ", 1e6}, Unit{"GJ", 1e9}, Unit{"Wh", 3600}, Unit{"kWh", 3.6e6}};
constexpr std::array kCarbon{Unit{"g/kWh", 1}, Unit{"kg/kWh", 1e3}};
constexpr std::array kPrefix{Unit{"", 1}, Unit{"k", 1e3}, Unit{"K", 1e3}, Unit{"M", 1e6}, Unit{"G", 1e9}, Unit{"T", 1e12}, Unit{"P", 1e15}, Unit{"E", 1e18},
                             Unit{"Ki", 0x1p10}, Unit{"Mi", 0x1p20}, Unit{"Gi", 0x1p30}, Unit{"Ti", 0x1p40}, Unit{"Pi", 0x1p50}};

std::optional<double> find(std::span<const Unit> table, std::string_view name) {
  for (const Unit& u : table)
    if (u.name == name) return u.factor;
  return std::nullopt;
}

// Unit = prefix + one of `roots`. "K" alone as a decimal prefix is refused: it is used for both 1000 and 1024.
std::optional<double> findPrefixed(std::span<const Unit> roots, std::string_view name) {
  for (const Unit& r : roots) {
    if (!name.ends_with(r.name)) continue;
    const std::string_view prefix = name.substr(0, name.size() - r.name.size());
    if (prefix == "K") continue;
    if (const auto p = find(kPrefix, prefix)) return *p * r.factor;
  }
  return std::nullopt;
}

tl::unexpected<Error> badUnit(std::string_view text, std::string_view unit, std::string_view example) {
  if (unit.empty())
    return fail(fmt::format("\"{}\" has no unit", text), {}, fmt::format("write it with a unit, as in {}", example));
  return fail(fmt::format("\"{}\" has an unknown unit \"{}\"", text, unit), {}, fmt::format("write it as in {}", example));
}

Result<double> parseTable(std::string_view text, std::span<const Unit> table, std::string_view example) {
  return split(text).and_then([&](Split s) -> Result<double> {
    if (const auto f = find(table, s.unit)) return s.number * *f;
    return badUnit(text, s.unit, example);
  });
}

Result<double> parsePrefixed(std::string_view text, std::span<const Unit> roots, std::string_view example) {
  return split(text).and_then([&](Split s) -> Result<double> {
    if (const auto f = findPrefixed(roots, s.unit)) return s.number * *f;
    return badUnit(text, s.unit, example);
  });
}

Result<double> notNegative(double v, std::string_view text) {
  if (v < 0) return fail(fmt::format("\"{}\" is negative", text), {}, "give zero or more");
  return v;
}

// Shortest text that reads back as the same double.
std::string shortest(double v) { return fmt::format("{}", v); }

template <std::size_t N>
std::string writeScaled(double v, const std::array<Unit, N>& table) {
  // The largest unit in which the number is exact and short; falls back to the base unit.
  std::string best = shortest(v) + std::string(table[0].name);
  for (const Unit& u : table) {
    const double scaled = v / u.factor;
    if (scaled * u.factor != v || std::abs(scaled) < 1) continue;
    std::string s = shortest(scaled) + std::string(u.name);
    if (s.size() < best.size() && s.find('e') == std::string::npos) best = std::move(s);
  }
  return best;
}

}  // namespace

Result<double> parseSeconds(std::string_view text) {
  return parseTable(text, kTime, "\"25us\", \"1.5ms\" or \"2h\"").and_then([&](double v) { return notNegative(v, text); });
}
Result<Time> parseTime(std::string_view text) {
  constexpr double kLongest_s = 9e6;  // whole picoseconds in 64 bits end soon after
  return parseSeconds(text).and_then([&](double s) -> Result<Time> {
    if (s > kLongest_s) return fail(fmt::format("\"{}\" is too long", text), {}, "give at most 100 days");
    return Time::seconds(s);
  });
}
Result<Bytes> parseBytes(std::string_view text) {
  constexpr std::array roots{Unit{"B", 1}};
  return parsePrefixed(text, roots, "\"25MiB\", \"110kB\" or \"80GB\"")
      .and_then([&](double v) { return notNegative(v, text); })
      .and_then([&](double v) -> Result<Bytes> {
        if (v > 9.2e18) return fail(fmt::format("\"{}\" is too large", text));
        return Bytes::of(std::llround(v));
      });
}
Result<Bandwidth> parseBandwidth(std::string_view text) {
  constexpr std::array roots{Unit{"bps", 1}, Unit{"b/s", 1}, Unit{"bit/s", 1}, Unit{"Bps", 8}, Unit{"B/s", 8}};
  return parsePrefixed(text, roots, "\"200Gbps\" or \"25GB/s\"").and_then([&](double v) { return notNegative(v, text); }).map([](double v) {
    return Bandwidth::bitsPerSecond(v);
  });
}
Result<FlopRate> parseFlopRate(std::string_view text) {
  constexpr std::array roots{Unit{"FLOPS", 1}, Unit{"FLOP/s", 1}, Unit{"flops", 1}, Unit{"F", 1}, Unit{"f", 1}};
  return parsePrefixed(text, roots, "\"312TFLOPS\"").and_then([&](double v) { return notNegative(v, text); }).map([](double v) {
    return FlopRate::perSecond(v);
  });
}
Result<Frequency> parseFrequency(std::string_view text) {
  return parseTable(text, kFrequency, "\"1.41GHz\"").and_then([&](double v) { return notNegative(v, text); }).map([](double v) {
    return Frequency::hertz(v);
  });
}
Result<Power> parsePower(std::string_view text) {
  return parseTable(text, kPower, "\"400W\"").and_then([&](double v) { return notNegative(v, text); }).map([](double v) {
    return Power::watts(v);
  });
}
Result<Energy> parseEnergy(std::string_view text) {
  return parseTable(text, kEnergy, "\"12kJ\" or \"3kWh\"").map([](double v) { return Energy::joules(v); });
}
Result<EventRate> parseEventRate(std::string_view text) {
  constexpr std::array roots{Unit{"/s", 1}, Unit{"IOPS", 1}};
  return parsePrefixed(text, roots, "\"50k/s\"").and_then([&](double v) { return notNegative(v, text); }).map([](double v) {
    return EventRate::perSecond(v);
  });
}
Result<CarbonIntensity> parseCarbon(std::string_view text) {
  return parseTable(text, kCarbon, "\"300g/kWh\"").and_then([&](double v) { return notNegative(v, text); }).map([](double v) {
    return CarbonIntensity::gramsPerKwh(v);
  });
}

std::string showSi(double v, std::string_view unit) {
  if (std::isnan(v)) return "unknown";
  if (std::isinf(v)) return v > 0 ? "infinite" : "-infinite";
  if (v == 0) return unit.empty() ? "0" : fmt::format("0 {}", unit);
  constexpr std::array<std::string_view, 12> names{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z"};
  double a = std::abs(v);
  int i = 4;
  // 0.9995 rounds to 1.00: compare against what three digits will show.
  while (a >= 999.5 && i < 11) { a /= 1000; ++i; }
  while (a < 0.9995 && i > 0) { a *= 1000; --i; }
  const int decimals = a < 9.995 ? 2 : a < 99.95 ? 1 : 0;
  const auto number = fmt::format("{:.{}f}", std::copysign(a, v), decimals);
  if (unit.empty() && names[static_cast<std::size_t>(i)].empty()) return number;
  return fmt::format("{} {}{}", number, names[static_cast<std::size_t>(i)], unit);
}
std::string showSeconds(double s) {
  if (!std::isfinite(s) || std::abs(s) < 119.5) return showSi(s, "s");
  const double a = std::abs(s);
  if (a < 7200) return fmt::format("{:.1f} min", s / 60);
  if (a < 172800) return fmt::format("{:.1f} h", s / 3600);
  return fmt::format("{:.1f} d", s / 86400);
}
std::string show(Time t) { return showSeconds(t.toSeconds()); }
std::string showBytes(double bytes) {
  if (bytes > 0 && bytes < 999.5) return fmt::format("{:.0f} B", bytes);
  return showSi(bytes, "B");
}
std::string show(Bytes b) { return showBytes(b.toDouble()); }
std::string show(Bandwidth b) { return showSi(b.toBitsPerSecond(), "b/s"); }
std::string showBytesPerSecond(double v) { return showSi(v, "B/s"); }
std::string show(FlopRate r) { return showSi(r.toFlopPerSecond(), "FLOP/s"); }
std::string show(Frequency f) { return showSi(f.toHertz(), "Hz"); }
std::string show(Power p) { return showSi(p.toWatts(), "W"); }
std::string showJoules(double j) { return showSi(j, "J"); }
std::string showPercent(double fraction) {
  if (std::isnan(fraction)) return "unknown";
  const double p = fraction * 100;
  const double a = std::abs(p);
  return fmt::format("{:.{}f} %", p, a < 9.995 ? 2 : a < 99.95 ? 1 : 0);
}
std::string showCount(double n) {
  if (!std::isnan(n) && std::abs(n) < 10000 && n == std::floor(n)) return fmt::format("{:.0f}", n);
  return showSi(n, "");
}

std::string write(Time t) {
  struct Scale { std::string_view name; std::int64_t ps; };
  constexpr std::array table{Scale{"s", 1'000'000'000'000}, Scale{"ms", 1'000'000'000}, Scale{"us", 1'000'000}, Scale{"ns", 1'000}};
  if (t.toPs() == 0) return "0s";
  for (const Scale& s : table) {
    if (t.toPs() % s.ps == 0) return fmt::format("{}{}", t.toPs() / s.ps, s.name);
    // One decimal digit keeps "0.5us" as the person wrote it.
    if (t.toPs() % (s.ps / 10) == 0 && std::abs(t.toPs()) * 2 >= s.ps)
      return fmt::format("{}.{}{}", t.toPs() / s.ps, std::abs(t.toPs() % s.ps) / (s.ps / 10), s.name);
  }
  return fmt::format("{}ps", t.toPs());
}
std::string write(Bytes b) {
  struct Scale { std::string_view name; std::int64_t bytes; };
  constexpr std::array table{Scale{"PB", 1'000'000'000'000'000}, Scale{"TiB", 1LL << 40}, Scale{"TB", 1'000'000'000'000}, Scale{"GiB", 1LL << 30},
                             Scale{"GB", 1'000'000'000}, Scale{"MiB", 1LL << 20}, Scale{"MB", 1'000'000}, Scale{"KiB", 1LL << 10}, Scale{"kB", 1'000}};
  if (b.count() == 0) return "0B";
  std::string best = fmt::format("{}B", b.count());
  const auto offer = [&](std::string text) {
    if (text.size() < best.size()) best = std::move(text);
  };
  for (const Scale& s : table) {
    if (b.count() % s.bytes == 0) offer(fmt::format("{}{}", b.count() / s.bytes, s.name));
    // "102.4MB" is exact with one decimal
    if (s.bytes % 10 == 0 && b.count() > s.bytes && b.count() % (s.bytes / 10) == 0)
      offer(fmt::format("{}.{}{}", b.count() / s.bytes, b.count() % s.bytes / (s.bytes / 10), s.name));
  }
  return best;
}
std::string write(Bandwidth b) {
  constexpr std::array table{Unit{"bps", 1}, Unit{"kbps", 1e3}, Unit{"Mbps", 1e6}, Unit{"Gbps", 1e9}, Unit{"Tbps", 1e12}};
  constexpr std::array bytes{Unit{"B/s", 8}, Unit{"kB/s", 8e3}, Unit{"MB/s", 8e6}, Unit{"GB/s", 8e9}, Unit{"TB/s", 8e12}};
  std::string bits = writeScaled(b.toBitsPerSecond(), table);
  std::string inBytes = writeScaled(b.toBitsPerSecond(), bytes);
  return inBytes.size() + 1 < bits.size() ? inBytes : bits;
}
std::string write(FlopRate r) {
  constexpr std::array table{Unit{"FLOPS", 1}, Unit{"MFLOPS", 1e6}, Unit{"GFLOPS", 1e9}, Unit{"TFLOPS", 1e12}, Unit{"PFLOPS", 1e15}};
  return writeScaled(r.toFlopPerSecond(), table);
}
std::string write(Frequency f) { return writeScaled(f.toHertz(), kFrequency); }
std::string write(Power p) {
  constexpr std::array table{Unit{"W", 1}, Unit{"kW", 1e3}, Unit{"MW", 1e6}};
  return writeScaled(p.toWatts(), table);
}
std::string write(EventRate r) {
  constexpr std::array table{Unit{"/s", 1}, Unit{"k/s", 1e3}, Unit{"M/s", 1e6}, Unit{"G/s", 1e9}};
  return writeScaled(r.toPerSecond(), table);
}
std::string write(CarbonIntensity c) { return shortest(c.toGramsPerKwh()) + "g/kWh"; }

}  // namespace weir::units
