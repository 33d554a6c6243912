#include "core/summarize/rank_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace weir {
namespace {

RankNodes fromMap(const std::map<std::int32_t, std::string>& hosts, std::string from) {
  RankNodes out;
  if (hosts.empty()) return out;
  std::map<std::string, std::uint32_t> index;
  for (const auto& [rank, host] : hosts) {
    const auto [it, fresh] = index.try_emplace(host, static_cast<std::uint32_t>(out.names.size()));
    if (fresh) out.names.push_back(host);
    out.of.emplace_back(rank, it->second);
  }
  out.from = std::move(from);
  // Equal runs of consecutive ranks.
  const std::size_t per = out.of.size() / out.names.size();
  bool even = per * out.names.size() == out.of.size();
  for (std::size_t i = 0; i < out.of.size() && even; ++i) even = out.of[i].second == i / per;
  if (even) out.perNode = static_cast<int>(per);
  return out;
}

}  // namespace

int RankNodes::nodeOf(std::int32_t rank) const {
  const auto it = std::lower_bound(of.begin(), of.end(), std::pair(rank, std::uint32_t{0}));
  return it == of.end() || it->first != rank ? -1 : static_cast<int>(it->second);
}

RankNodes nodesOf(const Run& run) {
  std::map<std::int32_t, std::string> hosts;
  std::string from;
  for (const Table& t : run.tables) {
    const Table::ColumnOf* rank = t.find("rank");
    const Table::ColumnOf* host = t.find("host");
    if (!rank || !host || rank->isText() || !host->isText()) continue;
    // A source of one rank numbers it anew when runs are joined: the run's number counts then.
    const bool one = t.source < run.sources.size() && run.sources[t.source].rank >= 0 && t.rows() == 1;
    bool used = false;
    for (std::size_t i = 0; i < t.rows(); ++i) {
      const double r = one ? run.sources[t.source].rank : rank->number[i];
      if (!(r >= 0) || r > 1e9 || host->text[i].empty()) continue;
      used = hosts.try_emplace(static_cast<std::int32_t>(std::lround(r)), host->text[i]).second || used;
    }
    if (used && from.empty()) from = fmt::format("table \"{}\"", t.name);
  }
  if (hosts.empty()) {
    std::map<std::uint32_t, std::set<std::int32_t>> ranksOf;  // by source
    for (const Track& t : run.tracks)
      if (t.rank >= 0) ranksOf[t.source].insert(t.rank);
    for (const Fact& f : run.facts) {
      if ((f.name != "host name" && f.name != "host" && f.name != "hostname") || f.value.empty() || f.value.find(',') != std::string::npos) continue;
      const auto ranks = ranksOf.find(f.source);
      if (ranks == ranksOf.end()) continue;
      for (const std::int32_t r : ranks->second) hosts.try_emplace(r, f.value);
      if (from.empty()) from = fmt::format("fact \"{}\"", f.name);
    }
  }
  return fromMap(hosts, std::move(from));
}

RankNodes nodesBy(const std::vector<std::int32_t>& ranks, int perNode) {
  std::map<std::int32_t, std::string> hosts;
  if (perNode < 1) return {};
  for (const std::int32_t r : ranks)
    if (r >= 0) hosts[r] = fmt::format("node {}", r / perNode);
  RankNodes out = fromMap(hosts, fmt::format("{} ranks a node", perNode));
  out.perNode = perNode;
  return out;
}

}  // namespace weir
