// Several runs of one job as one.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <tuple>

#include "core/run/builder.h"
#include "core/run/run.h"

namespace weir {
namespace {

constexpr std::int64_t kDayNs = 86'400'000'000'000;

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Gives every part a rank of its own. Parts that already hold several ranks, or none to tell, keep what they have
// unless it collides.
void separateRanks(std::vector<Run>& parts, std::vector<Note>& notes) {
  std::set<std::int32_t> taken;
  for (Run& p : parts) {
    const bool collides = std::any_of(p.ranks.begin(), p.ranks.end(), [&](std::int32_t r) { return taken.contains(r); });
    const bool unknown = p.ranks.empty() && !p.tracks.empty();
    if ((collides && p.ranks.size() == 1) || unknown) {
      std::int32_t next = 0;
      while (taken.contains(next)) ++next;
      addNote(notes, collides ? "rank given twice, numbered anew" : "rank unknown, numbered by order",
              p.sources.empty() ? p.title : p.sources.front().file);
      for (Track& t : p.tracks) t.rank = next;
      for (CollectiveCall& c : p.collectives) c.rank = next;
      for (IoOperation& op : p.io) op.rank = next;
      for (Counter& c : p.counters) c.rank = next;
      for (Source& s : p.sources) s.rank = next;
      p.ranks = {next};
    }
    taken.insert(p.ranks.begin(), p.ranks.end());
  }
}

// Appends `p`, its times moved by `shift` ps.
void appendPart(Run& out, RunBuilder& groups, Run p, std::int64_t shift) {
  std::vector<NameId> id(p.names.size());
  for (NameId i = 0; i < id.size(); ++i) id[i] = out.names.intern(p.names.text(i));
  std::vector<std::uint32_t> group(p.groups.size());
  for (std::size_t g = 0; g < group.size(); ++g) group[g] = groups.group(p.groups[g]);

  const auto trackBase = static_cast<TrackIndex>(out.tracks.size());
  const auto rowBase = static_cast<std::uint32_t>(out.rows.size());
  const SliceIndex sliceBase = out.slices.size();
  const std::uint64_t argsBase = out.argsText.size();
  for (Track t : p.tracks) {
    t.name = id[t.name];
    t.process = id[t.process];
    t.firstRow += rowBase;
    out.tracks.push_back(t);
  }
  for (Row r : p.rows) out.rows.push_back({r.track + trackBase, r.depth, r.begin + sliceBase, r.end + sliceBase});
  for (std::int64_t& s : p.slices.start) s += shift;
  append(out.slices.start, p.slices.start);
  append(out.slices.duration, p.slices.duration);
  for (const NameId n : p.slices.name) out.slices.name.push_back(id[n]);
  for (const NameId n : p.slices.category) out.slices.category.push_back(id[n]);
  append(out.slices.activity, p.slices.activity);
  for (const std::uint64_t a : p.slices.args) out.slices.args.push_back(a + argsBase);
  append(out.slices.argsSize, p.slices.argsSize);
  out.argsText += p.argsText;
  for (Instant i : p.instants) out.instants.push_back({i.track + trackBase, id[i.name], i.time + shift});
  for (CollectiveCall c : p.collectives) {
    c.slice += sliceBase;
    c.start += shift;
    c.group = group[c.group];
    c.algorithm = id[c.algorithm];
    out.collectives.push_back(c);
  }
  Transfers& t = out.transfers;
  append(t.source, p.transfers.source);
  append(t.destination, p.transfers.destination);
  append(t.bytes, p.transfers.bytes);
  append(t.instance, p.transfers.instance);
  for (const std::int64_t v : p.transfers.start) t.start.push_back(v + shift);
  for (const std::int64_t v : p.transfers.end) t.end.push_back(v + shift);
  for (IoOperation op : p.io) {
    op.file = id[op.file];
    op.layer = id[op.layer];
    op.start += shift;
    out.io.push_back(op);
  }
  for (Counter& c : p.counters) {
    c.name = id[c.name];
    c.group = id[c.group];
    c.start += shift;
    for (std::int64_t& v : c.time) v += shift;
    out.counters.push_back(std::move(c));
  }
  for (Source& s : p.sources) {
    s.offset += shift;
    out.sources.push_back(std::move(s));
  }
  for (const Note& n : p.notes) {
    addNote(out.notes, n.kind, {}, n.count);
    for (const std::string& place : n.first) addNote(out.notes, n.kind, place, 0);
  }
}

}  // namespace

Run mergeRuns(std::vector<Run> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  std::vector<Note> notes;
  separateRanks(parts, notes);
  std::stable_sort(parts.begin(), parts.end(), [](const Run& a, const Run& b) {
    const auto rank = [](const Run& r) { return r.ranks.empty() ? -1 : r.ranks.front(); };
    return rank(a) < rank(b);
  });

  RunBuilder groups("", Truth::Measured);
  Run out;
  out.groups.emplace_back();
  if (parts.empty()) return out;
  const auto [lo, hi] = std::minmax_element(parts.begin(), parts.end(), [](const Run& a, const Run& b) { return a.originNs < b.originNs; });
  out.originNs = lo->originNs;
  const bool oneClock = hi->originNs - lo->originNs < kDayNs;
  if (!oneClock) addNote(notes, "clocks differ by more than a day: aligned at the first event of each file", parts.front().title, parts.size());
  out.title = parts.front().title;
  out.format = parts.front().format;
  out.truth = parts.front().truth;
  out.notes = std::move(notes);
  for (Run& p : parts) {
    out.worldSize = std::max(out.worldSize, p.worldSize);
    if (p.format != out.format) out.format = "mixed";
    const std::int64_t shift = oneClock ? (p.originNs - out.originNs) * 1000 : -p.span().first;
    appendPart(out, groups, std::move(p), shift);
  }
  out.groups = std::move(groups.run().groups);
  finishRun(out);
  return out;
}

}  // namespace weir
