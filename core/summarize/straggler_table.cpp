#include "core/summarize/straggler_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/base/nan.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

using WaitUnit = StatColumn::Unit;
constexpr const char* kWaits = "waits";  // times that are held against each other

// Of each rank the recording of which begins when others wait for it already: once.
void sayLateRecordings(StatTable& t, const std::vector<CollectiveInstance>& late) {
  constexpr std::size_t kMost = 3;
  std::set<std::int32_t> said;
  for (const CollectiveInstance& i : late)
    if (const std::string text = lateRecordingText(i); !text.empty() && said.size() < kMost && said.insert(i.lastRank).second) t.remark += (t.remark.empty() ? "" : " ") + text;
}

std::vector<CollectiveInstance> beginIn(const std::vector<CollectiveInstance>& instances, const std::optional<TimeRange>& range) {
  std::vector<CollectiveInstance> out;
  for (const CollectiveInstance& i : instances) {
    if (i.arrivals.empty()) continue;
    const std::int64_t first = i.lastStart - i.spread();
    if (!range || (first >= range->from && first < range->to)) out.push_back(i);
  }
  return out;
}

std::string whyNoRows(const std::vector<CollectiveInstance>& instances) {
  return instances.empty() ? "the run has no collectives" : "no collective in this range is seen on two ranks: open the traces of several ranks together";
}

bool reachesBeforeRecording(const CollectiveInstance& i, const StatAsk& ask) { return i.unrecorded() > 0 && (!ask.rank || *ask.rank == i.lastRank); }

}  // namespace

StatTable waitingTable(const std::vector<CollectiveInstance>& instances, const Run& run, const StatAsk& ask) {
  StatTable t;
  t.key = "waiting_by_rank";
  t.title = "Who waits longest, and for whom";
  t.columns = {{"rank", "rank", "Rank of the job", WaitUnit::Rank},
               {"waited_s", "waited in collectives", "Sum over its collectives of last start - its own start: the time from its call to that of the last rank", WaitUnit::Seconds, kWaits},
               {"run_fraction", "share of the run", "Waited / length of the run, or of the range that is looked at", WaitUnit::Fraction},
               {"waits_for_rank", "mostly for rank", "The rank that came last most often where this one waited; of equals the one it waited longer for", WaitUnit::Rank},
               {"waits_for_s", "for that rank", "Of what it waited the part for that rank", WaitUnit::Seconds, kWaits},
               {"waits_for_count", "times", "How often that rank came last where this one waited", WaitUnit::Count},
               {"waits", "waits", "In how many collectives it waited", WaitUnit::Count},
               {"collectives", "collectives", "It took part in, seen on at least two ranks", WaitUnit::Count}};
  const std::vector<CollectiveInstance> in = beginIn(instances, ask.range);
  const double length = ask.range ? seconds(ask.range->length()) : seconds(run.span().second - run.span().first);
  for (const RankWaiting& w : waiting(in)) {
    if (ask.rank && *ask.rank != w.rank) continue;
    const WaitedFor* most = w.mostly();
    t.rows.push_back({static_cast<double>(w.rank), seconds(w.waited), length > 0 ? StatCell(seconds(w.waited) / length) : StatCell(kNaN),
                      most ? StatCell(static_cast<double>(most->rank)) : StatCell(std::string("none")), seconds(most ? most->waited : 0), static_cast<double>(most ? most->times : 0),
                      static_cast<double>(w.waits), static_cast<double>(w.collectives)});
    t.places.emplace_back();
  }
  if (t.rows.empty()) t.reason = whyNoRows(instances);
  std::vector<CollectiveInstance> late = in;
  std::erase_if(late, [](const CollectiveInstance& i) { return i.unrecorded() == 0; });
  sayLateRecordings(t, late);
  return t;
}

StatTable latenessTable(const std::vector<CollectiveInstance>& instances, const StatAsk& ask) {
  StatTable t;
  t.key = "lateness_by_rank";
  t.title = "Which rank the others wait for";
  t.columns = {{"rank", "rank", "Rank of the job", WaitUnit::Rank},
               {"collectives", "collectives", "It took part in, seen on at least two ranks", WaitUnit::Count},
               {"last", "came last", "How often it started last", WaitUnit::Count},
               {"last_fraction", "share", "Came last / collectives", WaitUnit::Fraction},
               {"made_others_wait_s", "made others wait",
                "Sum over the collectives it came last to, and over the ranks that waited: waits at the same time count each, so the run would gain less", WaitUnit::Seconds, kWaits},
               {"made_others_wait_unrecorded_s", "made others wait, unrecorded",
                "Of made others wait the part before its recording begins, summed over the ranks alike: it may be the recording that is late, not the rank", WaitUnit::Seconds, kWaits},
               {"waited_for_others_s", "waited", "Sum of last start - its own start", WaitUnit::Seconds, kWaits}};
  std::vector<CollectiveInstance> in = beginIn(instances, ask.range);
  std::vector<RankLateness> by = lateness(in);
  std::stable_sort(by.begin(), by.end(), [](const RankLateness& a, const RankLateness& b) { return a.madeWait > b.madeWait; });
  for (const RankLateness& r : by) {
    if (ask.rank && *ask.rank != r.rank) continue;
    t.rows.push_back({static_cast<double>(r.rank), static_cast<double>(r.collectives), static_cast<double>(r.last),
                      r.collectives > 0 ? static_cast<double>(r.last) / static_cast<double>(r.collectives) : kNaN, seconds(r.madeWait), seconds(r.unrecorded),
                      seconds(r.waited)});
    t.places.emplace_back();
  }
  if (t.rows.empty()) t.reason = whyNoRows(instances);
  if (!by.empty() && by.front().madeWait > 0)
    t.remark = fmt::format("What the others wait for a rank is summed over them; what the run would gain if it were not late is less and stands in Critical path, what-if \"rank {} not late\".", by.front().rank);
  std::erase_if(in, [&](const CollectiveInstance& i) { return !reachesBeforeRecording(i, ask); });
  sayLateRecordings(t, in);
  return t;
}

StatTable stragglerTable(const std::vector<CollectiveInstance>& instances, const Run& run, const StatAsk& ask) {
  StatTable t;
  t.key = "stragglers";
  t.title = "Who comes last to each collective";
  // What a narrow window still shows stands first.
  t.columns = {{"instance", "no.", "The collective's number in the run, by its first start", WaitUnit::Rank},
               {"operation", "operation", "What the ranks did together", WaitUnit::Text},
               {"start_s", "first start", "When the first rank began, on the run's axis", WaitUnit::Seconds},
               {"last_rank", "last rank", "The rank that starts last: the others wait for it", WaitUnit::Rank},
               {"spread_s", "longest wait", "Last start - first start: what the first rank waits in this one collective", WaitUnit::Seconds, kWaits},
               {"spread_unrecorded_s", "longest wait, unrecorded", "Of the longest wait the part before the recording of the last rank begins: it may be the recording that is late, not the rank", WaitUnit::Seconds, kWaits},
               {"waited_s", "waits, sum", "Sum over the ranks of last start - own start: waits at the same time count each, so the run would gain less", WaitUnit::Seconds, kWaits},
               {"first_rank", "first rank", "The rank that starts first: it waits longest", WaitUnit::Rank},
               {"bytes", "size", "The largest input of a rank", WaitUnit::Bytes},
               {"group_size", "ranks", "Ranks of the communicator", WaitUnit::Count},
               {"compared", "compared", "Of its ranks those in the run", WaitUnit::Count},
               {"time_s", "time", "First start to last end", WaitUnit::Seconds, kWaits}};
  std::unordered_map<std::uint32_t, SliceIndex> last;
  for (const CollectiveCall& c : run.collectives) last[c.instance] = c.slice;  // by start: the last one stays
  std::size_t alone = 0;
  std::vector<CollectiveInstance> late;
  const auto who = [](const CollectiveInstance& i, std::int32_t rank) { return i.together() ? StatCell(std::string("none")) : StatCell(static_cast<double>(rank)); };
  for (const CollectiveInstance& i : instances) {
    if (i.arrivals.size() < 2) {
      ++alone;
      continue;
    }
    const auto first = std::min_element(i.arrivals.begin(), i.arrivals.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    if (ask.range && (first->start < ask.range->from || first->start >= ask.range->to)) continue;
    if (ask.rank && std::none_of(i.arrivals.begin(), i.arrivals.end(), [&](const auto& a) { return a.rank == *ask.rank; })) continue;
    t.rows.push_back({static_cast<double>(i.instance), std::string(name(i.operation)), seconds(first->start), who(i, i.lastRank), seconds(i.spread()), seconds(i.unrecorded()),
                      seconds(i.waited), who(i, first->rank), i.bytes >= 0 ? StatCell(static_cast<double>(i.bytes)) : StatCell(kNaN),
                      i.groupSize > 0 ? StatCell(static_cast<double>(i.groupSize)) : StatCell(kNaN), static_cast<double>(i.arrivals.size()), seconds(i.end - first->start)});
    t.places.emplace_back(StatPlace{i.lastStart, last[i.instance]});
    if (i.unrecorded() > 0) late.push_back(i);
  }
  if (alone > 0) t.remark = fmt::format("{} collectives are seen on one rank only and tell nothing about waiting.", alone);
  sayLateRecordings(t, late);
  if (t.rows.empty()) t.reason = whyNoRows(instances);
  return t;
}

std::vector<StatTable> stragglerTables(const Run& run, const StatAsk& ask) {
  const std::vector<CollectiveInstance> instances = collectiveInstances(run);
  return {waitingTable(instances, run, ask), latenessTable(instances, ask), stragglerTable(instances, run, ask)};
}

}  // namespace weir
