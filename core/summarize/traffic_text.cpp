#include "core/summarize/traffic_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <nlohmann/json.hpp>

#include "core/base/plain_text.h"
#include "core/base/units.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json wholeOrNull(double v) { return std::isnan(v) ? Json(nullptr) : v == std::floor(v) && std::abs(v) < 9e15 ? Json(static_cast<std::int64_t>(v)) : Json(v); }

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

std::vector<std::string> algorithmsReplaced(const TrafficMatrix& m, const TrafficTextOptions& o) {
  std::vector<std::string> out;
  if (o.asked == Algorithm::Auto) return out;
  for (const TrafficKind& k : m.kinds) {
    if (!k.algorithm || *k.algorithm == o.asked || k.operation == Operation::SendRecv) continue;
    const std::string of = fmt::format("{}{}", name(k.operation), k.ranks > 0 ? fmt::format(" of {} ranks", k.ranks) : "");
    const bool nodes = o.asked == Algorithm::Hierarchical && k.operation == Operation::AllReduce;
    const std::string why = !nodes           ? fmt::format("{} is not defined for {}", name(o.asked), of)
                            : o.perNode > 1 ? fmt::format("hierarchical needs several whole nodes of {} ranks for {}", o.perNode, of)
                                            : fmt::format("hierarchical needs to know how many ranks a node has (--ranks-per-node N) for {}", of);
    std::string said = fmt::format("{}: expanded as {}", why, name(*k.algorithm));
    if (std::find(out.begin(), out.end(), said) == out.end()) out.push_back(std::move(said));
  }
  return out;
}

std::string trafficToJson(const Run& run, const TrafficMatrix& m, const TrafficTextOptions& o, int indent) {
  const std::string value(field(m.measure));
  Json j{{"measure", name(m.measure)}, {"unit", unit(m.measure)}, {"source", m.source == TrafficSource::None ? Json(nullptr) : Json(sourceName(m.source))},
         {"calls", m.calls}, {"calls_matched", m.matched}, {"calls_unmatched", m.unmatched()}, {"calls_alone", m.alone}, {"calls_left_out", m.leftOut},
         {"missing", m.missing}, {"assumption", m.assumption}, {"algorithm_matters", m.algorithmMatters}, {"measure_differs", m.measureDiffers}, {"ranks", m.ranks}, {"ranks_per_bin", m.perBin}};
  j["algorithm_asked"] = o.asked == Algorithm::Auto ? Json(nullptr) : Json(name(o.asked));
  j["algorithm_replaced"] = algorithmsReplaced(m, o);
  const bool none = m.source == TrafficSource::None;
  j["total_" + value] = none ? Json(nullptr) : wholeOrNull(m.total());
  j["kinds"] = Json::array();
  for (const TrafficKind& k : m.kinds)
    j["kinds"].push_back({{"operation", name(k.operation)}, {"algorithm", k.algorithm ? Json(name(*k.algorithm)) : Json(nullptr)}, {"group", k.group > 0 ? Json(k.group) : Json(nullptr)},
                          {"ranks", k.ranks > 0 ? Json(k.ranks) : Json(nullptr)}, {k.messages ? "messages_recorded" : "collectives", k.count}, {value, wholeOrNull(k.total)}});
  j["by_rank"] = Json::array();
  for (int b = 0; b < m.bins; ++b) j["by_rank"].push_back({{m.perBin == 1 ? "rank" : "ranks", binJson(m, b)}, {"sent_" + value, wholeOrNull(m.sent(b))}, {"received_" + value, wholeOrNull(m.received(b))}});
  if (m.nodes.empty()) {
    j["nodes"] = nullptr;
  } else {
    j["nodes"] = Json{{"inside_" + value, wholeOrNull(m.insideNodes)}, {"between_" + value, wholeOrNull(m.betweenNodes)}, {"by_node", Json::array()}};
    for (const TrafficNode& n : m.nodes)
      j["nodes"]["by_node"].push_back({{"name", n.name}, {"ranks", n.ranks}, {"inside_" + value, wholeOrNull(n.inside)}, {"sent_" + value, wholeOrNull(n.sent)}, {"received_" + value, wholeOrNull(n.received)}});
  }
  j["pairs"] = Json::array();
  for (int a = 0; a < m.bins; ++a)
    for (int b = 0; b < m.bins; ++b) {
      const double v = m.at(a, b);
      if (v == 0) continue;
      Json pair{{"from", binJson(m, a)}, {"to", binJson(m, b)}, {value, wholeOrNull(v)}};
      if (m.partsKept && !std::isnan(v)) {
        pair["parts"] = Json::array();
        for (const auto& p : m.partsOf(a, b)) pair["parts"].push_back({{"kind", p.kind}, {"count", p.count}, {value, wholeOrNull(p.value)}});
      }
      j["pairs"].push_back(std::move(pair));
    }
  (void)run;
  return j.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

// The text of one matrix: what all its parts need.
class Text {
 public:
  Text(const TrafficMatrix& m, const TrafficTextOptions& o) : m_(m), o_(o), shared_(m.source == TrafficSource::SharedTime) {}
  [[nodiscard]] std::string head(const Run& run) const;
  [[nodiscard]] std::string matrix() const;
  [[nodiscard]] std::string senders() const;
  [[nodiscard]] std::string pairs() const;
  [[nodiscard]] std::string row(std::int32_t rank) const;

 private:
  [[nodiscard]] std::string shown(double v) const { return show(m_.measure, v); }
  [[nodiscard]] std::string cell(double v) const { return v == 0 ? "-" : shown(v); }
  // "3", "8-15"
  [[nodiscard]] std::string bin(int b) const {
    const std::string n = m_.binName(b);
    return n.substr(n.find(' ') + 1);
  }
  [[nodiscard]] std::string madeOf(int a, int b) const;
  const TrafficMatrix& m_;
  const TrafficTextOptions& o_;
  bool shared_;
};

std::string Text::head(const Run& run) const {
  std::string s = fmt::format("traffic         {} of {}, {} rank{}, from {}\n", shown(m_.total()), shared_ ? "time in common collectives (each pair twice)" : std::string(name(m_.measure)), m_.ranks.size(),
                              m_.ranks.size() == 1 ? "" : "s", sourceName(m_.source));
  if (!m_.missing.empty()) s += fmt::format("incomplete      {}\n", m_.missing);
  if (!m_.assumption.empty()) s += fmt::format("                {}\n", m_.assumption);
  for (const std::string& r : algorithmsReplaced(m_, o_)) s += fmt::format("replaced        {}\n", r);
  std::vector<std::size_t> order(m_.kinds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return m_.kinds[a].total > m_.kinds[b].total; });
  constexpr std::size_t kKinds = 12;
  for (std::size_t i = 0; i < std::min(order.size(), kKinds); ++i) {
    const TrafficKind& k = m_.kinds[order[i]];
    s += fmt::format("{:<16}{:>10}  {} in {}\n", i == 0 ? "made of" : "", shown(k.total), kindText(run, k), countText(m_, k, k.count));
  }
  if (order.size() > kKinds) s += fmt::format("                and {} kinds more (--json)\n", order.size() - kKinds);
  if (m_.nodes.empty()) return s;
  s += fmt::format("nodes           {} within nodes, {} between ({} nodes)\n", shown(m_.insideNodes), shown(m_.betweenNodes), m_.nodes.size());
  constexpr std::size_t kNodes = 16;
  for (std::size_t i = 0; i < std::min(m_.nodes.size(), kNodes); ++i) {
    const TrafficNode& n = m_.nodes[i];
    s += fmt::format("                {}: {} ranks, inside {}, sent {}, received {}\n", plainText(n.name), n.ranks, shown(n.inside), shown(n.sent), shown(n.received));
  }
  if (m_.nodes.size() > kNodes) s += fmt::format("                and {} nodes more (--json)\n", m_.nodes.size() - kNodes);
  return s;
}

std::string Text::matrix() const {
  std::string s = fmt::format("\n{:>10}", shared_ ? "rank" : "from \\ to");
  for (int b = 0; b < m_.bins; ++b) s += fmt::format(" {:>9}", bin(b));
  if (!shared_) s += fmt::format(" {:>10}", "sent");
  s += '\n';
  for (int a = 0; a < m_.bins; ++a) {
    s += fmt::format("{:>10}", bin(a));
    for (int b = 0; b < m_.bins; ++b) s += fmt::format(" {:>9}", cell(m_.at(a, b)));
    if (!shared_) s += fmt::format(" {:>10}", shown(m_.sent(a)));
    s += '\n';
  }
  if (shared_) return s;
  s += fmt::format("{:>10}", "received");
  for (int b = 0; b < m_.bins; ++b) s += fmt::format(" {:>9}", shown(m_.received(b)));
  return s + fmt::format(" {:>10}\n", shown(m_.total()));
}

// Of more ranks than a matrix has room for: what each sends and receives in all, and most of it to whom.
std::string Text::senders() const {
  std::vector<int> order(static_cast<std::size_t>(m_.bins));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return m_.sent(a) + (shared_ ? 0 : m_.received(a)) > m_.sent(b) + (shared_ ? 0 : m_.received(b)); });
  const std::size_t most = std::min(o_.pairs, order.size());
  if (most == 0) return {};
  std::string s = fmt::format("\n{:>12} {:>11}{} {:>12} {:>11}\n", "rank", shared_ ? "time" : "sent", shared_ ? "" : fmt::format(" {:>11}", "received"), shared_ ? "most with" : "most to", "");
  for (std::size_t i = 0; i < most; ++i) {
    const int a = order[i];
    int to = -1;
    for (int b = 0; b < m_.bins; ++b)
      if (m_.at(a, b) > 0 && (to < 0 || m_.at(a, b) > m_.at(a, to))) to = b;
    s += fmt::format("{:>12} {:>11}{} {:>12} {:>11}\n", bin(a), shown(m_.sent(a)), shared_ ? "" : fmt::format(" {:>11}", shown(m_.received(a))), to < 0 ? "-" : bin(to), to < 0 ? "" : shown(m_.at(a, to)));
  }
  return most < order.size() ? s + fmt::format("and {} ranks more, which move less (--pairs N, --rank N for its row, --json)\n", order.size() - most) : s;
}

std::string Text::madeOf(int a, int b) const {
  std::string why;
  const auto parts = m_.partsOf(a, b);
  for (std::size_t k = 0; k < std::min<std::size_t>(parts.size(), 2); ++k)
    why += fmt::format("{}{}: {} in {}", k ? "; " : "", name(m_.kinds[parts[k].kind].operation), shown(parts[k].value), countText(m_, m_.kinds[parts[k].kind], parts[k].count));
  return parts.size() > 2 ? why + fmt::format("; {} more", parts.size() - 2) : why;
}

std::string Text::pairs() const {
  std::vector<std::pair<int, int>> cells;
  for (int a = 0; a < m_.bins; ++a)
    for (int b = 0; b < m_.bins; ++b)
      if (m_.at(a, b) > 0 && (!shared_ || a < b)) cells.emplace_back(a, b);
  const auto value = [&](const std::pair<int, int>& p) { return m_.at(p.first, p.second); };
  const std::size_t most = std::min(o_.pairs, cells.size());
  std::partial_sort(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(most), cells.end(), [&](const auto& a, const auto& b) { return value(a) != value(b) ? value(a) > value(b) : a < b; });
  if (most == 0) return {};
  std::string s = fmt::format("\n{:>8} {:>8} {:>11} {:>20}  {}\n", shared_ ? "rank" : "from", shared_ ? "and" : "to", shared_ ? "time" : std::string(name(m_.measure)), fmt::format("exactly ({})", unit(m_.measure)), "made of");
  for (std::size_t i = 0; i < most; ++i) {
    const auto [a, b] = cells[i];
    s += fmt::format("{:>8} {:>8} {:>11} {:>20}  {}\n", bin(a), bin(b), shown(m_.at(a, b)), fmt::format("{:.15g}", m_.at(a, b)), madeOf(a, b));
  }
  return cells.size() > most ? s + fmt::format("and {} pairs more (--pairs N, --json)\n", cells.size() - most) : s;
}

std::string Text::row(std::int32_t rank) const {
  const int a = m_.binOf(rank);
  if (a < 0) return fmt::format("\nrank {} is in no cell\n", rank);
  std::vector<int> others;
  for (int b = 0; b < m_.bins; ++b)
    if (m_.at(a, b) != 0 || m_.at(b, a) != 0) others.push_back(b);  // unknown ones, too
  const auto value = [&](int b) { return std::isnan(m_.at(a, b)) ? -1 : m_.at(a, b); };
  std::stable_sort(others.begin(), others.end(), [&](int x, int y) { return value(x) > value(y); });
  std::string s = fmt::format("\n{:<16}{}\n", m_.binName(a), shared_ ? fmt::format("{} in common with others", shown(m_.sent(a))) : fmt::format("sends {}, receives {}", shown(m_.sent(a)), shown(m_.received(a))));
  if (others.empty()) return s;
  s += shared_ ? fmt::format("\n{:>12} {:>11}  {}\n", "with", "time", "made of") : fmt::format("\n{:>12} {:>11} {:>11}  {}\n", "other rank", "to it", "from it", "what it is sent is made of");
  for (const int b : others)
    s += shared_ ? fmt::format("{:>12} {:>11}  {}\n", bin(b), cell(m_.at(a, b)), madeOf(a, b)) : fmt::format("{:>12} {:>11} {:>11}  {}\n", bin(b), cell(m_.at(a, b)), cell(m_.at(b, a)), madeOf(a, b));
  return s;
}

}  // namespace

std::string trafficToText(const Run& run, const TrafficMatrix& m, const TrafficTextOptions& o) {
  if (m.source == TrafficSource::None) return fmt::format("traffic         unknown: {}\n", m.assumption) + (m.missing.empty() ? "" : fmt::format("incomplete      {}\n", m.missing));
  constexpr int kMatrix = 16;
  const Text text(m, o);
  if (o.rank) return text.head(run) + text.row(*o.rank);
  return text.head(run) + (m.bins <= kMatrix ? text.matrix() : text.senders()) + text.pairs();
}

}  // namespace weir
