#include "core/formats/chrome/tracks.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "core/formats/chrome/annex.h"

namespace weir::chrome {
namespace {

bool isNumber(std::string_view s) { return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos; }

// All "rank N" of a text with the word before it: "DP rank [1]" gives {"dp", 1}, "rank 3" gives {"", 3}; "rank -1" below 0.
std::vector<std::pair<std::string, std::int32_t>> ranksIn(std::string_view text) {
  std::string s(text);
  for (char& c : s)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  std::vector<std::pair<std::string, std::int32_t>> found;
  for (std::size_t at = s.find("rank"); at != std::string::npos; at = s.find("rank", at + 4)) {
    std::size_t i = at + 4;
    while (i < s.size() &&
           (s[i] == ' ' || s[i] == '[' || s[i] == '_' || s[i] == '-' || s[i] == ':' || s[i] == '=' || s[i] == '#'))
      ++i;
    std::size_t n = 0;
    std::int32_t v = 0;
    for (; i + n < s.size() && n < 7 && s[i + n] >= '0' && s[i + n] <= '9'; ++n) v = v * 10 + (s[i + n] - '0');
    if (n == 0) continue;
    // A '-' parts word and number ("rank-3"), and is a sign where something else does already.
    if (i > at + 5 && s[i - 1] == '-') v = -std::max(v, 1);
    std::size_t end = at;
    while (end > 0 && (s[end - 1] == ' ' || s[end - 1] == '_' || s[end - 1] == '-')) --end;
    std::size_t begin = end;
    while (begin > 0 && s[begin - 1] >= 'a' && s[begin - 1] <= 'z') --begin;
    found.emplace_back(s.substr(begin, end - begin), v);
  }
  return found;
}

}  // namespace

std::vector<std::int32_t> ranksFromNames(const Events& events, const std::vector<bool>& used, bool& numbered, Table& coordinates, std::vector<std::string>& below0) {
  using Coordinates = std::map<std::string, std::int32_t>;
  std::vector<Coordinates> of(events.threads.size());
  std::set<Coordinates> all;
  std::vector<bool> none(of.size());  // said to have a rank below 0, as what takes no part has
  for (std::size_t t = 0; t < of.size(); ++t) {
    if (!used[t]) continue;
    for (const std::string* name : {&events.processes[events.threads[t].process].name, &events.threads[t].name})
      for (auto& [word, n] : ranksIn(*name)) {
        if (n >= 0) of[t][word] = n;
        else if (below0.empty() || below0.back() != *name) below0.push_back(*name);
        none[t] = none[t] || n < 0;
      }
    if (of[t].empty() && none[t]) continue;
    if (of[t].empty()) return {};
    all.insert(of[t]);
  }
  std::vector<std::int32_t> ranks(of.size(), kUnknownRank);
  const bool plain = std::all_of(all.begin(), all.end(), [](const Coordinates& c) { return c.contains(""); });
  numbered = !plain && !all.empty();
  for (std::size_t t = 0; t < of.size(); ++t) {
    if (!used[t] || of[t].empty()) continue;
    ranks[t] = plain ? of[t].at("") : static_cast<std::int32_t>(std::distance(all.begin(), all.find(of[t])));
  }
  if (!numbered) return ranks;
  coordinates.name = "ranks";
  std::set<std::string> words;
  for (const Coordinates& c : all)
    for (const auto& [word, n] : c) words.insert(word);
  coordinates.columns.push_back({"rank", "", {}, {}});
  for (std::size_t r = 0; r < all.size(); ++r) coordinates.columns[0].number.push_back(static_cast<double>(r));
  for (const std::string& word : words) {
    Table::ColumnOf& column = coordinates.columns.emplace_back(Table::ColumnOf{word, "", {}, {}});
    for (const Coordinates& c : all)
      column.number.push_back(c.contains(word) ? c.at(word) : std::numeric_limits<double>::quiet_NaN());
  }
  return ranks;
}

std::vector<TrackIndex> addTracks(const Events& events, const TrackPlan& plan, RunBuilder& builder) {
  std::vector<ThreadIndex> order(events.threads.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](ThreadIndex i) {
    const Thread& t = events.threads[i];
    const Process& p = events.processes[t.process];
    if (plan.told) return std::tuple(false, std::int64_t{0}, 0U, !t.sorted, t.sort, i);
    return std::tuple(!p.sorted, p.sort, t.process, !t.sorted, t.sort, i);
  };
  std::sort(order.begin(), order.end(), [&](ThreadIndex a, ThreadIndex b) { return key(a) < key(b); });
  std::vector<TrackIndex> track(events.threads.size(), 0);
  std::int64_t position = 0;
  for (const ThreadIndex i : order) {
    if (!plan.used[i]) continue;
    const Thread& t = events.threads[i];
    const Process& p = events.processes[t.process];
    const bool device = plan.device[i];
    std::string name = t.name;
    if (name.empty() && !plan.told) name = t.tid.empty() ? "process" : isNumber(t.tid) ? (device ? "stream " : "thread ") + t.tid : t.tid;
    std::string process = device && !p.labels.empty() && !plan.told ? p.labels : p.name;
    if (process.empty() && !plan.told) process = p.pid.empty() ? "" : isNumber(p.pid) ? (device ? "device " : "process ") + p.pid : p.pid;
    Track out;
    out.name = builder.intern(name);
    out.process = builder.intern(process);
    out.kind = t.async ? TrackKind::Other : device ? TrackKind::Stream : TrackKind::Thread;
    if (plan.told) out.kind = kindFrom(t.kind, out.kind);
    out.rank = plan.rank[i];
    out.sort = position++;
    track[i] = builder.track(out);
  }
  return track;
}

}  // namespace weir::chrome
