#include "core/summarize/steps_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace weir {

using nlohmann::json;

namespace {
constexpr std::array<const char*, 3> kFrom{"nothing", "marks", "repetition"};
}

std::string stepsToJson(const Steps& steps) {
  json ranks = json::array();
  for (const RankSteps& r : steps.ranks) {
    json one = json::array({r.rank});
    for (std::size_t i = 0; i < r.steps.size(); ++i) {
      json step = json::array({r.steps[i].from, r.steps[i].to});
      if (i < r.number.size()) step.push_back(r.number[i]);
      one.push_back(std::move(step));
    }
    ranks.push_back(std::move(one));
  }
  return json{{"revision", kStepsRevision}, {"from", kFrom.at(static_cast<std::size_t>(steps.from))}, {"what", steps.what}, {"ranks", std::move(ranks)}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
}

std::optional<Steps> stepsFromJson(std::string_view text) {
  const json doc = json::parse(text, nullptr, false);
  if (!doc.is_object() || doc.value("revision", json()) != kStepsRevision) return std::nullopt;
  const auto from = doc.find("from"), what = doc.find("what"), ranks = doc.find("ranks");
  if (from == doc.end() || what == doc.end() || !what->is_string() || ranks == doc.end() || !ranks->is_array()) return std::nullopt;
  Steps out;
  const auto place = std::find(kFrom.begin(), kFrom.end(), *from);
  if (place == kFrom.end()) return std::nullopt;
  out.from = static_cast<Steps::From>(place - kFrom.begin());
  out.what = what->get<std::string>();
  for (const json& one : *ranks) {
    if (!one.is_array() || one.empty() || !one[0].is_number_integer()) return std::nullopt;
    RankSteps r;
    r.rank = one[0].get<std::int32_t>();
    for (std::size_t i = 1; i < one.size(); ++i) {
      const json& step = one[i];
      if (!step.is_array() || step.size() < 2 || step.size() > 3) return std::nullopt;
      for (const json& n : step)
        if (!n.is_number_integer()) return std::nullopt;
      r.steps.push_back({step[0].get<std::int64_t>(), step[1].get<std::int64_t>()});
      if (step.size() == 3) r.number.push_back(step[2].get<std::int64_t>());
      if (r.steps.back().from > r.steps.back().to || (i > 1 && r.steps[i - 2].from > r.steps[i - 1].from)) return std::nullopt;
    }
    if (!r.number.empty() && r.number.size() != r.steps.size()) return std::nullopt;
    out.ranks.push_back(std::move(r));
  }
  return out;
}

}  // namespace weir
