#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/scenario/fields.h"

namespace weir {
namespace {

template <class N>
Result<void> parseNumber(N& to, std::string_view text, std::string_view kind) {
  const std::string_view s = trimmed(text, kSpaces);
  N v{};
  const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (ec == std::errc::result_out_of_range) return fail(fmt::format("{} is too large", text), {}, fmt::format("give {} in range", kind));
  if (ec != std::errc{} || end != s.data() + s.size()) return fail(fmt::format("\"{}\" is not {}", text, kind), {}, fmt::format("give {}", kind));
  if constexpr (std::is_floating_point_v<N>)
    if (!std::isfinite(v)) return fail(fmt::format("\"{}\" is not {}", text, kind), {}, fmt::format("give {}", kind));
  to = v;
  return {};
}

struct Parse {
  std::string_view text;

  Result<void> operator()(int* to) const { return parseNumber(*to, text, "a whole number"); }
  Result<void> operator()(std::int64_t* to) const { return parseNumber(*to, text, "a whole number"); }
  Result<void> operator()(std::uint64_t* to) const { return parseNumber(*to, text, "a whole number"); }
  Result<void> operator()(double* to) const { return parseNumber(*to, text, "a number"); }
  Result<void> operator()(bool* to) const {
    const std::string_view s = trimmed(text, kSpaces);
    if (s != "true" && s != "false") return fail(fmt::format("\"{}\" is neither true nor false", text), {}, "give true or false");
    *to = s == "true";
    return {};
  }
  Result<void> operator()(std::string* to) const {
    *to = text;
    return {};
  }
  Result<void> operator()(Time* to) const { return take(*to, units::parseTime(text)); }
  Result<void> operator()(Bytes* to) const { return take(*to, units::parseBytes(text)); }
  Result<void> operator()(Bandwidth* to) const { return take(*to, units::parseBandwidth(text)); }
  Result<void> operator()(FlopRate* to) const { return take(*to, units::parseFlopRate(text)); }
  Result<void> operator()(Frequency* to) const { return take(*to, units::parseFrequency(text)); }
  Result<void> operator()(Power* to) const { return take(*to, units::parsePower(text)); }
  Result<void> operator()(EventRate* to) const { return take(*to, units::parseEventRate(text)); }
  Result<void> operator()(CarbonIntensity* to) const { return take(*to, units::parseCarbon(text)); }
  Result<void> operator()(Seconds to) const { return take(*to.s, units::parseSeconds(text)); }
  Result<void> operator()(SecondsOrRule to) const {
    const std::string_view word = trimmed(text, kSpaces);
    if (word == "young" || word == "daly") {
      *to.rule = word;
      *to.s = 0;
      return {};
    }
    Result<void> r = take(*to.s, units::parseSeconds(text));
    if (r) to.rule->clear();
    return r;
  }

  template <class T>
  static Result<void> take(T& to, Result<T> r) {
    if (!r) return tl::make_unexpected(std::move(r.error()));
    to = *r;
    return {};
  }
};

struct Write {
  template <class N>
  ScalarText operator()(N* v) const {
    if constexpr (std::is_same_v<N, bool>) return {*v ? "true" : "false", true};
    else if constexpr (std::is_arithmetic_v<N>) return {fmt::format("{}", *v), true};
    else if constexpr (std::is_same_v<N, std::string>) return {*v, false};
    else return {units::write(*v), false};
  }
  ScalarText operator()(Seconds v) const { return {writeSeconds(*v.s), false}; }
  ScalarText operator()(SecondsOrRule v) const { return {v.rule->empty() ? writeSeconds(*v.s) : *v.rule, false}; }
};

struct Wants {
  std::string_view operator()(const int*) const { return "a whole number"; }
  std::string_view operator()(const std::int64_t*) const { return "a whole number"; }
  std::string_view operator()(const std::uint64_t*) const { return "a whole number"; }
  std::string_view operator()(const double*) const { return "a number"; }
  std::string_view operator()(const bool*) const { return "true or false"; }
  std::string_view operator()(const std::string*) const { return "a text"; }
  std::string_view operator()(const Time*) const { return "a time with its unit, as in \"25us\""; }
  std::string_view operator()(const Bytes*) const { return "a size with its unit, as in \"25MiB\" or \"80GB\""; }
  std::string_view operator()(const Bandwidth*) const { return "a bandwidth with its unit, as in \"200Gbps\" or \"25GB/s\""; }
  std::string_view operator()(const FlopRate*) const { return "a rate with its unit, as in \"312TFLOPS\""; }
  std::string_view operator()(const Frequency*) const { return "a frequency with its unit, as in \"1.41GHz\""; }
  std::string_view operator()(const Power*) const { return "a power with its unit, as in \"400W\""; }
  std::string_view operator()(const EventRate*) const { return "a rate with its unit, as in \"50k/s\""; }
  std::string_view operator()(const CarbonIntensity*) const { return "an intensity with its unit, as in \"300g/kWh\""; }
  std::string_view operator()(const Seconds&) const { return "a time with its unit, as in \"1h\""; }
  std::string_view operator()(const SecondsOrRule&) const { return "a time with its unit, as in \"1h\", or young or daly"; }
};

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

Result<void> parseScalar(Scalar to, std::string_view text) {
  Result<void> r = std::visit(Parse{text}, to);
  if (!r && r.error().todo.empty()) r.error().todo = fmt::format("write {}", wants(to));
  return r;
}
ScalarText writeScalar(const Scalar& from) { return std::visit(Write{}, from); }
std::string_view wants(const Scalar& s) { return std::visit(Wants{}, s); }

std::string writeSeconds(double s) {
  // The largest unit that holds it exactly keeps "1h" as a person wrote it.
  struct Unit { std::string_view name; double factor; };
  constexpr Unit units[]{{"d", 86400}, {"h", 3600}, {"min", 60}};
  for (const Unit& u : units)
    if (s >= u.factor && std::fmod(s, u.factor) == 0 && s < 1e15) return fmt::format("{:.0f}{}", s / u.factor, u.name);
  return fmt::format("{}s", s);
}

Result<void> parseChoice(const Choice& choice, std::string_view word) {
  if (std::find(choice.allowed.begin(), choice.allowed.end(), word) != choice.allowed.end()) {
    choice.set(word);
    return {};
  }
  std::string todo = "use ";
  for (const std::string_view w : choice.allowed)
    if (!w.empty()) todo += (todo.size() > 4 ? ", " : "") + std::string(w);
  if (std::find(choice.later.begin(), choice.later.end(), word) != choice.later.end())
    return fail(fmt::format("\"{}\" is not in this version", word), {}, todo);
  return fail(fmt::format("\"{}\" is unknown", word), {}, todo);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& c : candidates)
    if (const std::size_t d = distance(word, c); d < least) {
      least = d;
      best = c;
    }
  return best;
}

}  // namespace weir
