#include "core/run/call_match.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/base/text.h"
#include "core/run/call_words.h"
#include "core/run/pipeline_operations.h"

namespace weir {
namespace {

using How = CallMatch::How;
using Ends = CallMatch::Ends;

class Matcher {
 public:
  explicit Matcher(const Run& run) : run_(run) {
    for (const CollectiveCall& c : run.collectives) next_ = std::max(next_, c.instance + 1);
    unused_ = next_;
  }

  bool pipelines(const Job& job) {
    const auto steps = pipeline::rankSteps(run_, job);
    if (!steps) return !job.stopped();
    begin();
    for (std::uint32_t i = 0; i < run_.collectives.size(); ++i) callOf_.emplace(run_.collectives[i].slice, i);
    // As long as nothing says otherwise.
    for (const pipeline::RankStep& s : *steps)
      for (const pipeline::Operation& o : s.operations)
        if (const auto call = callAt(o)) alone(*call, o.type == pipeline::Type::LayernormGradsAllReduce ? How::Elsewhere : How::Unmatched);
    const std::uint32_t first = next_;
    for (const pipeline::RankStep& s : *steps)
      if (s.model) step(s, first);
    return true;
  }

  // Calls that name their peer, or are of a group of two.
  void peers() {
    struct Line {
      std::vector<std::uint32_t> sends, receipts;
    };
    std::map<std::tuple<std::int32_t, std::int32_t, std::uint32_t>, Line> lines;  // from, to, group
    for (std::uint32_t i = 0; i < run_.collectives.size(); ++i) {
      const CollectiveCall& c = run_.collectives[i];
      if (c.operation != Operation::SendRecv || c.rank < 0 || (!m_.empty() && m_.how[i] != How::Run)) continue;
      const Ends e = endsOf(c);
      if (e.from < 0 || e.to < 0) continue;
      Line& line = lines[{e.from, e.to, c.group}];
      (c.rank == e.from ? line.sends : line.receipts).push_back(i);  // calls stand by start
    }
    if (lines.empty()) return;
    begin();
    for (auto& [key, line] : lines) {
      const auto& [from, to, group] = key;
      for (const auto* of : {&line.sends, &line.receipts})
        for (const std::uint32_t i : *of) m_.ends[i] = {from, to};
      if (from == to || line.sends.empty() || line.receipts.empty()) continue;
      for (const auto* of : {&line.sends, &line.receipts})
        for (const std::uint32_t i : *of) alone(i, How::Unmatched);
      pair(line.sends, line.receipts);
    }
  }

  // Numbers of groups that the run did not make are taken from the run where they can be.
  CallMatch take() {
    std::unordered_map<std::uint32_t, std::uint32_t> numberOf;
    std::unordered_set<std::uint32_t> taken;
    for (std::size_t i = 0; i < m_.instance.size(); ++i) {  // calls stand by start
      const auto [it, fresh] = numberOf.try_emplace(m_.instance[i], run_.collectives[i].instance);
      if (fresh && !taken.insert(it->second).second) {
        while (!taken.insert(unused_).second) ++unused_;
        it->second = unused_;
      }
      m_.instance[i] = it->second;
    }
    return std::move(m_);
  }

 private:
  void begin() {
    if (!m_.empty()) return;
    m_.instance.reserve(run_.collectives.size());
    for (const CollectiveCall& c : run_.collectives) m_.instance.push_back(c.instance);
    m_.how.assign(run_.collectives.size(), How::Run);
    m_.ends.assign(run_.collectives.size(), Ends{});
  }
  void alone(std::uint32_t call, How how) {
    m_.instance[call] = next_++;
    m_.how[call] = how;
  }
  [[nodiscard]] std::optional<std::uint32_t> callAt(const pipeline::Operation& o) const {
    const auto it = callOf_.find(o.slice);
    return it == callOf_.end() ? std::nullopt : std::optional(it->second);
  }

  // Instances of its groups count from `first`.
  void step(const pipeline::RankStep& s, std::uint32_t first) {
    m_.pipeline = true;
    for (std::size_t g = 0; g < s.group.size(); ++g) {
      const auto& members = s.model->groups[g];
      const std::uint32_t instance = first + s.group[g];
      next_ = std::max(next_, instance + 1);
      Ends ends;
      for (const std::uint32_t n : members)
        if (members.size() == 2) (sends(s.operations[n].type) ? ends.from : ends.to) = s.operations[n].rank;
      for (const std::uint32_t n : members) {
        const auto call = callAt(s.operations[n]);
        if (!call) continue;
        m_.instance[*call] = instance;
        // A message without another end went nowhere; a group across DP ranks has all that were recorded.
        m_.how[*call] = members.size() == 1 && !s.model->acrossDp[n] ? How::Elsewhere : How::Known;
        if (message(s.operations[n].type)) m_.ends[*call] = ends;
      }
    }
  }
  static bool sends(pipeline::Type t) { return t == pipeline::Type::ForwardSend || t == pipeline::Type::BackwardSend; }
  static bool message(pipeline::Type t) { return sends(t) || t == pipeline::Type::ForwardRecv || t == pipeline::Type::BackwardRecv; }

  [[nodiscard]] Ends endsOf(const CollectiveCall& c) const {
    if (c.slice >= run_.slices.size()) return {};
    const CallWords w = wordsOf(run_.argsOf(c.slice));
    if (w.destination >= 0) return {c.rank, w.destination};
    if (w.source >= 0) return {w.source, c.rank};
    if (c.group == 0 || c.group >= run_.groups.size() || run_.groups[c.group].size() != 2) return {};
    const auto& who = run_.groups[c.group];
    if (who[0] != c.rank && who[1] != c.rank) return {};
    const std::int32_t other = who[0] == c.rank ? who[1] : who[0];
    for (const std::string_view text : {w.collective, run_.names.text(run_.slices.name[c.slice])}) {
      const std::string words = lowerAscii(text);
      const bool send = words.find("send") != std::string::npos;
      const bool receipt = words.find("recv") != std::string::npos || words.find("receive") != std::string::npos;
      if (send != receipt) return send ? Ends{c.rank, other} : Ends{other, c.rank};
    }
    return {};
  }

  // Nobody has received before the other has begun to send; where more were sent than received in the recording (or the other way
  // round) only calls under way at once are known to be one message.
  void pair(const std::vector<std::uint32_t>& sends, const std::vector<std::uint32_t>& receipts) {
    const bool even = sends.size() == receipts.size();
    for (std::size_t s = 0, r = 0; s < sends.size() && r < receipts.size();) {
      const CollectiveCall& a = run_.collectives[sends[s]];
      const CollectiveCall& b = run_.collectives[receipts[r]];
      if (b.start + b.duration < a.start) {
        ++r;
        if (even) ++s;
        continue;
      }
      if (!even && a.start + a.duration < b.start) {
        ++s;
        continue;
      }
      m_.instance[receipts[r]] = m_.instance[sends[s]];
      m_.how[receipts[r++]] = m_.how[sends[s++]] = How::Known;
    }
  }

  const Run& run_;
  std::uint32_t next_ = 0, unused_ = 0;
  CallMatch m_;
  std::unordered_map<SliceIndex, std::uint32_t> callOf_;
};

}  // namespace

CallMatch matchCalls(const Run& run, const Job& job) {
  // Numbers far beyond the calls would only come from a damaged file.
  const bool sound = std::all_of(run.collectives.begin(), run.collectives.end(), [&](const CollectiveCall& c) { return c.instance < 4 * run.collectives.size() + 1024; });
  if (run.collectives.empty() || !sound) return {};
  Matcher m(run);
  if (!m.pipelines(job)) return {};
  m.peers();
  return m.take();
}

std::vector<bool> countByMatch(Run& run) {
  if (run.transfers.size() > 0) return {};
  const CallMatch m = matchCalls(run);
  if (m.empty()) return {};
  std::vector<bool> told(run.collectives.size());
  bool same = true;
  for (std::size_t i = 0; i < told.size(); ++i) {
    told[i] = m.how[i] != How::Run;
    same = same && m.instance[i] == run.collectives[i].instance;
  }
  if (same) return told;
  std::unordered_map<std::uint32_t, std::uint32_t> number;
  for (std::size_t i = 0; i < told.size(); ++i) run.collectives[i].instance = number.try_emplace(m.instance[i], static_cast<std::uint32_t>(number.size())).first->second;
  return told;
}

}  // namespace weir
