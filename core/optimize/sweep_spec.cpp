#include "core/optimize/sweep_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/text.h"
#include "core/scenario/json.h"

namespace weir {
namespace {

constexpr std::size_t kMostValues = 100'000;  // of one axis

struct Number {
  double value = 0;
  std::string_view unit;
};

std::optional<Number> numberOf(std::string_view text) {
  text = trimmed(text, kSpaces);
  double v = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (ec != std::errc{} || !std::isfinite(v)) return std::nullopt;
  return Number{v, trimmed(text.substr(static_cast<std::size_t>(end - text.data())), kSpaces)};
}

// Twelve digits: hides what binary fractions add to 0.8 + 3 x 0.1, keeps what a person writes.
std::string written(double v, std::string_view unit) {
  if (v == std::floor(v) && std::abs(v) < 1e15) return fmt::format("{:.0f}{}", v, unit);
  return fmt::format("{:.12g}{}", v, unit);
}

// "8..64*2" or "0.8GHz..1.4GHz+0.1GHz" into `out`.
Result<void> expandRange(std::string_view text, std::size_t dots, std::vector<std::string>& out) {
  const auto wrong = [&](std::string what) {
    return fail(std::move(what), std::string(text), "write it as 8..64*2 or 0.8GHz..1.4GHz+0.1GHz");
  };
  const std::size_t sign = text.find_first_of("*+", dots + 2);
  if (sign == std::string_view::npos) return wrong("the range has no step");
  const auto first = numberOf(text.substr(0, dots));
  const auto last = numberOf(text.substr(dots + 2, sign - dots - 2));
  const auto step = numberOf(text.substr(sign + 1));
  if (!first || !last || !step) return wrong("the range is not made of numbers");
  if (first->unit != last->unit) return wrong("the ends of the range have different units");
  const bool factor = text[sign] == '*';
  if (!step->unit.empty() && (factor || step->unit != first->unit)) return wrong("the step has another unit than the range");
  if (factor ? !(step->value > 1 && first->value > 0) : !(step->value > 0)) return wrong("the range never ends");
  if (last->value < first->value) return wrong("the range ends before it begins");
  const double reach = last->value + std::abs(last->value) * 1e-9;
  for (std::size_t k = 0;; ++k) {
    const double n = static_cast<double>(k);
    const double v = factor ? first->value * std::pow(step->value, n) : first->value + n * step->value;
    if (!(v <= reach)) break;
    if (out.size() >= kMostValues) return wrong(fmt::format("the axis has more than {} values", kMostValues));
    out.push_back(written(v, first->unit));
  }
  return {};
}

// Splits at commas outside of quotes and brackets, so that a value may itself be a piece of JSON.
std::vector<std::string_view> splitValues(std::string_view s) {
  std::vector<std::string_view> out;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= s.size(); ++i) {
    if (i == s.size() || (s[i] == ',' && depth == 0 && !quoted)) {
      out.push_back(trimmed(s.substr(begin, i - begin), kSpaces));
      begin = i + 1;
      continue;
    }
    if (s[i] == '"') quoted = !quoted;
    if (!quoted && (s[i] == '[' || s[i] == '{')) ++depth;
    if (!quoted && (s[i] == ']' || s[i] == '}')) --depth;
  }
  return out;
}

// Paths that change how many accelerators share the work.
bool changesParallelism(std::string_view path) {
  constexpr std::array<std::string_view, 6> paths{"machine", "machine.nodes", "machine.node.accelerators", "plan.tensor_parallel",
                                                  "plan.pipeline_parallel", "plan.context_parallel"};
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

}  // namespace

std::uint64_t SweepSpec::size() const {
  std::uint64_t n = 1;
  for (const SweepAxis& a : axes) {
    if (a.values.empty()) return 0;
    if (n > std::numeric_limits<std::uint64_t>::max() / a.values.size()) return std::numeric_limits<std::uint64_t>::max();
    n *= a.values.size();
  }
  return n;
}

std::vector<std::pair<std::string_view, std::string_view>> SweepSpec::settings(std::uint64_t index) const {
  std::vector<std::pair<std::string_view, std::string_view>> out(axes.size());
  for (std::size_t k = axes.size(); k-- > 0;) {
    const auto n = static_cast<std::uint64_t>(axes[k].values.size());
    out[k] = {axes[k].path, axes[k].values[index % n]};
    index /= n;
  }
  return out;
}

Result<SweepAxis> parseAxis(std::string_view text) {
  const std::size_t eq = text.find('=');
  SweepAxis axis;
  axis.path = std::string(trimmed(text.substr(0, eq), kSpaces));
  if (eq == std::string_view::npos || axis.path.empty())
    return fail("is not an axis", std::string(text), "write it as plan.global_batch=64,128,256 or machine.nodes=8..64*2");
  for (const std::string_view value : splitValues(text.substr(eq + 1))) {
    if (value.empty()) return fail("has an empty value", axis.path, "write it as plan.global_batch=64,128,256");
    const std::size_t dots = value.find("..");
    if (dots != std::string_view::npos && numberOf(value.substr(0, dots))) {
      if (auto r = expandRange(value, dots, axis.values); !r) return tl::make_unexpected(std::move(r).error());
    } else {
      axis.values.emplace_back(value);
    }
    if (axis.values.size() > kMostValues)
      return fail(fmt::format("has more than {} values", kMostValues), axis.path, "make the steps larger");
  }
  return axis;
}

Result<SweepSpec> parseSweep(const std::vector<std::string>& axes) {
  SweepSpec spec;
  for (const std::string& text : axes) {
    auto axis = parseAxis(text);
    if (!axis) return tl::make_unexpected(std::move(axis).error());
    const bool twice = std::any_of(spec.axes.begin(), spec.axes.end(), [&](const SweepAxis& a) { return a.path == axis->path; });
    if (twice) return fail("is varied twice", axis->path, "give all its values in one list");
    spec.axes.push_back(*std::move(axis));
  }
  return spec;
}

Result<Shard> parseShard(std::string_view text) {
  const auto wrong = [&] { return fail("is not a shard", std::string(text), "write it as 1/4, up to 4/4"); };
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return wrong();
  Shard s;
  const auto read = [](std::string_view t, std::uint64_t& to) {
    const auto [end, ec] = std::from_chars(t.data(), t.data() + t.size(), to);
    return ec == std::errc{} && end == t.data() + t.size();
  };
  if (!read(text.substr(0, slash), s.index) || !read(text.substr(slash + 1), s.count) || s.count == 0 || s.index > s.count)
    return wrong();
  return s;
}

Result<SweepBase> sweepBase(const Scenario& s, const SweepSpec& spec, const Presets* presets) {
  SweepBase base{s, {}};
  bool resizes = false;
  bool fixed = s.plan.data_parallel > 0;
  for (const SweepAxis& a : spec.axes) {
    resizes |= changesParallelism(a.path);
    fixed &= a.path != "plan.data_parallel" && a.path != "plan";
  }
  if (resizes && fixed) {
    base.scenario.plan.data_parallel = 0;
    base.remark = "plan.data_parallel follows from the accelerators at each point, instead of the scenario's " +
                  std::to_string(s.plan.data_parallel);
  }
  for (const SweepAxis& a : spec.axes) {
    if (a.values.empty()) return fail("has no values", a.path, "give at least one");
    for (const std::string& v : a.values) {
      if (auto set = withSetting(base.scenario, a.path, v, presets); !set) {
        Error e = std::move(set).error();
        if (e.where.find(a.path) == std::string::npos) e.where = e.where.empty() ? a.path : a.path + ", " + e.where;
        return tl::make_unexpected(std::move(e));
      }
    }
  }
  return base;
}

Result<Scenario> scenarioOf(const SweepBase& base, const SweepSpec& spec, std::uint64_t index, const Presets* presets) {
  Result<Scenario> s = base.scenario;
  for (const auto& [path, value] : spec.settings(index)) {
    s = withSetting(*s, path, value, presets);
    if (!s) return s;
  }
  return s;
}

std::string specToJson(const SweepSpec& spec) {
  nlohmann::ordered_json axes = nlohmann::ordered_json::array();
  for (const SweepAxis& a : spec.axes) axes.push_back({{"path", a.path}, {"values", a.values}});
  return nlohmann::ordered_json{{"axes", std::move(axes)}}.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<SweepSpec> specFromJson(std::string_view json) {
  const auto bad = [] {
    return fail("is not the grid of a sweep", {}, R"(write it as {"axes": [{"path": "plan.global_batch", "values": ["64"]}]})");
  };
  const auto j = nlohmann::json::parse(json, nullptr, false);
  if (!j.is_object() || !j.contains("axes") || !j["axes"].is_array()) return bad();
  SweepSpec spec;
  for (const auto& a : j["axes"]) {
    if (!a.is_object() || !a.contains("path") || !a["path"].is_string() || !a.contains("values") || !a["values"].is_array())
      return bad();
    SweepAxis axis{a["path"], {}};
    for (const auto& v : a["values"]) {
      if (!v.is_string()) return bad();
      axis.values.push_back(v);
    }
    spec.axes.push_back(std::move(axis));
  }
  return spec;
}

}  // namespace weir
