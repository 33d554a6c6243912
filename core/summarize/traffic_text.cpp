#include "core/summarize/traffic_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/units.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json orNull(double v) { return std::isnan(v) ? Json(nullptr) : v == std::floor(v) && std::abs(v) < 9e15 ? Json(static_cast<std::int64_t>(v)) : Json(v); }

std::string_view field(TrafficMeasure m) { return m == TrafficMeasure::Bytes ? "bytes" : m == TrafficMeasure::Messages ? "messages" : "time_s"; }

std::string show(TrafficMeasure m, double v) {
  if (std::isnan(v)) return "unknown";
  switch (m) {
    case TrafficMeasure::Bytes: return units::showBytes(v);
    case TrafficMeasure::Messages: return fmt::format("{:.0f}", v);
    case TrafficMeasure::Time: return units::showSeconds(v);
  }
  return {};
}

std::string_view sourceName(TrafficSource s) {
  switch (s) {
    case TrafficSource::None: return "none";
    case TrafficSource::Transfers: return "messages";
    case TrafficSource::ExpandedCollectives: return "expanded collectives";
    case TrafficSource::SharedTime: return "common time";
    case TrafficSource::Both: return "messages and expanded collectives";
  }
  return {};
}

Json binJson(const TrafficMatrix& m, int bin) {
  const auto first = static_cast<std::size_t>(bin) * static_cast<std::size_t>(m.perBin);
  if (m.perBin == 1) return m.ranks[first];
  return Json(m.binName(bin));
}

std::string countText(const TrafficMatrix& m, const TrafficKind& k, std::uint64_t count) {
  const bool sends = k.messages || k.operation == Operation::SendRecv;
  return fmt::format("{} {}{}", count, sends ? "message" : "collective", count == 1 ? "" : "s") + (m.source == TrafficSource::SharedTime ? " in common" : "");
}

}  // namespace

std::string membersText(const Run& run, std::uint32_t group) {
  if (group == 0 || group >= run.groups.size() || run.groups[group].empty()) return "unknown group";
  const auto& who = run.groups[group];
  if (who.size() > 2 && who.back() - who.front() == static_cast<std::int32_t>(who.size()) - 1 && std::is_sorted(who.begin(), who.end()))
    return fmt::format("ranks {}-{}", who.front(), who.back());
  const std::size_t most = who.size() <= 8 ? who.size() : 4;
  std::string s = "ranks ";
  for (std::size_t i = 0; i < most; ++i) s += fmt::format("{}{}", i ? ", " : "", who[i]);
  if (most < who.size()) s += fmt::format(" and {} more", who.size() - most);
  return s;
}

std::string kindText(const Run& run, const TrafficKind& k) {
  std::string s = k.messages && k.operation == Operation::SendRecv ? "messages" : std::string(name(k.operation));
  if (k.messages && k.operation != Operation::SendRecv) s += ", messages as recorded";
  if (k.algorithm) s += fmt::format(", {}", name(*k.algorithm));
  if (k.ranks > 0 && k.operation != Operation::SendRecv) s += fmt::format(", {} ranks", k.ranks);
  if (k.group > 0) s += fmt::format(" ({})", membersText(run, k.group));
  return s;
}

std::string trafficToJson(const Run& run, const TrafficMatrix& m, int indent) {
  const std::string value(field(m.measure));
  Json j{{"measure", name(m.measure)}, {"unit", unit(m.measure)}, {"source", m.source == TrafficSource::None ? Json(nullptr) : Json(sourceName(m.source))},
         {"calls", m.calls}, {"calls_matched", m.matched}, {"calls_unmatched", m.unmatched()}, {"calls_alone", m.alone}, {"calls_left_out", m.leftOut},
         {"missing", m.missing}, {"assumption", m.assumption}, {"algorithm_matters", m.algorithmMatters}, {"measure_differs", m.measureDiffers}, {"ranks", m.ranks}, {"ranks_per_bin", m.perBin}};
  const bool none = m.source == TrafficSource::None;
  j["total_" + value] = none ? Json(nullptr) : orNull(m.total());
  j["kinds"] = Json::array();
  for (const TrafficKind& k : m.kinds)
    j["kinds"].push_back({{"operation", name(k.operation)}, {"algorithm", k.algorithm ? Json(name(*k.algorithm)) : Json(nullptr)}, {"group", k.group > 0 ? Json(k.group) : Json(nullptr)},
                          {"ranks", k.ranks > 0 ? Json(k.ranks) : Json(nullptr)}, {k.messages ? "messages_recorded" : "collectives", k.count}, {value, orNull(k.total)}});
  j["by_rank"] = Json::array();
  for (int b = 0; b < m.bins; ++b) j["by_rank"].push_back({{m.perBin == 1 ? "rank" : "ranks", binJson(m, b)}, {"sent_" + value, orNull(m.sent(b))}, {"received_" + value, orNull(m.received(b))}});
  if (m.nodes.empty()) {
    j["nodes"] = nullptr;
  } else {
    j["nodes"] = Json{{"inside_" + value, orNull(m.insideNodes)}, {"between_" + value, orNull(m.betweenNodes)}, {"by_node", Json::array()}};
    for (const TrafficNode& n : m.nodes)
      j["nodes"]["by_node"].push_back({{"name", n.name}, {"ranks", n.ranks}, {"inside_" + value, orNull(n.inside)}, {"sent_" + value, orNull(n.sent)}, {"received_" + value, orNull(n.received)}});
  }
  j["pairs"] = Json::array();
  for (int a = 0; a < m.bins; ++a)
    for (int b = 0; b < m.bins; ++b) {
      const double v = m.at(a, b);
      if (v == 0) continue;
      Json pair{{"from", binJson(m, a)}, {"to", binJson(m, b)}, {value, orNull(v)}};
      if (m.partsKept && !std::isnan(v)) {
        pair["parts"] = Json::array();
        for (const auto& p : m.partsOf(a, b)) pair["parts"].push_back({{"kind", p.kind}, {"count", p.count}, {value, orNull(p.value)}});
      }
      j["pairs"].push_back(std::move(pair));
    }
  (void)run;
  return j.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string trafficToText(const Run& run, const TrafficMatrix& m, std::size_t mostPairs) {
  std::string s;
  if (m.source == TrafficSource::None) return fmt::format("traffic         unknown: {}\n", m.assumption) + (m.missing.empty() ? "" : fmt::format("incomplete      {}\n", m.missing));
  const auto shown = [&](double v) { return show(m.measure, v); };
  const bool shared = m.source == TrafficSource::SharedTime;
  s += fmt::format("traffic         {} of {}, {} ranks, from {}\n", shown(m.total()), shared ? "time in common collectives (each pair twice)" : std::string(name(m.measure)), m.ranks.size(), sourceName(m.source));
  if (!m.missing.empty()) s += fmt::format("incomplete      {}\n", m.missing);
  if (!m.assumption.empty()) s += fmt::format("                {}\n", m.assumption);
  std::vector<std::size_t> order(m.kinds.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return m.kinds[a].total > m.kinds[b].total; });
  constexpr std::size_t kKinds = 12;
  for (std::size_t i = 0; i < std::min(order.size(), kKinds); ++i) {
    const TrafficKind& k = m.kinds[order[i]];
    s += fmt::format("{:<16}{:>10}  {} in {}\n", i == 0 ? "made of" : "", shown(k.total), kindText(run, k), countText(m, k, k.count));
  }
  if (order.size() > kKinds) s += fmt::format("                and {} kinds more (--json)\n", order.size() - kKinds);
  if (!m.nodes.empty()) {
    s += fmt::format("nodes           {} within nodes, {} between ({} nodes)\n", shown(m.insideNodes), shown(m.betweenNodes), m.nodes.size());
    constexpr std::size_t kNodes = 16;
    for (std::size_t i = 0; i < std::min(m.nodes.size(), kNodes); ++i) {
      const TrafficNode& n = m.nodes[i];
      s += fmt::format("                {}: {} ranks, inside {}, sent {}, received {}\n", n.name, n.ranks, shown(n.inside), shown(n.sent), shown(n.received));
    }
    if (m.nodes.size() > kNodes) s += fmt::format("                and {} nodes more (--json)\n", m.nodes.size() - kNodes);
  }
  const auto bin = [&](int b) {
    std::string n = m.binName(b);
    return n.substr(n.find(' ') + 1);
  };
  if (m.bins <= 16) {
    s += fmt::format("\n{:>10}", shared ? "rank" : "from \\ to");
    for (int b = 0; b < m.bins; ++b) s += fmt::format(" {:>9}", bin(b));
    if (!shared) s += fmt::format(" {:>10}", "sent");
    s += '\n';
    for (int a = 0; a < m.bins; ++a) {
      s += fmt::format("{:>10}", bin(a));
      for (int b = 0; b < m.bins; ++b) s += fmt::format(" {:>9}", m.at(a, b) == 0 ? "-" : shown(m.at(a, b)));
      if (!shared) s += fmt::format(" {:>10}", shown(m.sent(a)));
      s += '\n';
    }
    if (!shared) {
      s += fmt::format("{:>10}", "received");
      for (int b = 0; b < m.bins; ++b) s += fmt::format(" {:>9}", shown(m.received(b)));
      s += fmt::format(" {:>10}\n", shown(m.total()));
    }
  }
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < m.bins; ++a)
    for (int b = 0; b < m.bins; ++b)
      if (m.at(a, b) > 0 && (!shared || a < b)) pairs.emplace_back(a, b);
  const auto value = [&](const std::pair<int, int>& p) { return m.at(p.first, p.second); };
  const std::size_t most = std::min(mostPairs, pairs.size());
  std::partial_sort(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(most), pairs.end(),
                    [&](const auto& a, const auto& b) { return value(a) != value(b) ? value(a) > value(b) : a < b; });
  if (most == 0) return s;
  s += fmt::format("\n{:>8} {:>8} {:>11} {:>20}  {}\n", shared ? "rank" : "from", shared ? "and" : "to", shared ? "time" : std::string(name(m.measure)), fmt::format("exactly ({})", unit(m.measure)), "made of");
  for (std::size_t i = 0; i < most; ++i) {
    const auto [a, b] = pairs[i];
    std::string why;
    const auto parts = m.partsOf(a, b);
    for (std::size_t k = 0; k < std::min<std::size_t>(parts.size(), 2); ++k)
      why += fmt::format("{}{}: {} in {}", k ? "; " : "", name(m.kinds[parts[k].kind].operation), shown(parts[k].value), countText(m, m.kinds[parts[k].kind], parts[k].count));
    if (parts.size() > 2) why += fmt::format("; {} more", parts.size() - 2);
    s += fmt::format("{:>8} {:>8} {:>11} {:>20}  {}\n", bin(a), bin(b), shown(m.at(a, b)), fmt::format("{:.15g}", m.at(a, b)), why);
  }
  if (pairs.size() > most) s += fmt::format("and {} pairs more (--pairs N, --json)\n", pairs.size() - most);
  return s;
}

}  // namespace weir
