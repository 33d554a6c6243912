// Several runs of one job as one.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/run/builder.h"
#include "core/run/merge_notes.h"
#include "core/run/run.h"

namespace weir {
namespace {

constexpr std::int64_t kDayNs = 86'400'000'000'000;

template <class T>
void append(Column<T>& to, const Column<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

std::string fileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

// Links, tiers and devices belong to the machine, not to a process of the job.
bool ofARank(const Track& t) { return t.kind == TrackKind::Thread || t.kind == TrackKind::Stream || t.kind == TrackKind::Other; }

// Gives every trace of a kind a rank of its own. Parts that already hold several ranks, or none to tell, keep what they
// have unless it collides. Logs of another kind (I/O beside kernels) speak of the same ranks: those are the same.
void separateRanks(std::vector<Run>& parts, std::vector<Note>& notes) {
  std::map<std::string, std::set<std::int32_t>> takenBy;
  for (Run& p : parts) {
    std::set<std::int32_t>& taken = takenBy[p.format == "chrome-json" ? "kineto" : p.format];
    const bool collides = std::any_of(p.ranks.begin(), p.ranks.end(), [&](std::int32_t r) { return taken.contains(r); });
    const bool unknown = p.ranks.empty() && std::any_of(p.tracks.begin(), p.tracks.end(), ofARank);
    if ((collides && p.ranks.size() == 1) || unknown) {
      std::int32_t next = 0;
      while (taken.contains(next)) ++next;
      addNote(notes, collides ? kNoteRankTwice : kNoteRankUnknown,
              p.sources.empty() ? p.title : p.sources.front().file);
      for (Track& t : p.tracks) t.rank = next;
      for (CollectiveCall& c : p.collectives) c.rank = next;
      for (IoOperation& op : p.io) op.rank = next;
      for (IoRecord& r : p.ioRecords) r.rank = next;
      for (Counter& c : p.counters) c.rank = next;
      for (Source& s : p.sources) s.rank = next;
      p.ranks = {next};
    }
    taken.insert(p.ranks.begin(), p.ranks.end());
  }
}

// "line 17" of which of the files? shifted() reads it again.
std::vector<Note> notesWithFile(const Run& p) {
  std::vector<Note> notes = p.notes;
  if (p.sources.empty()) return notes;
  const std::string file = fileName(p.sources.front().file);
  for (Note& n : notes)
    for (std::string& place : n.first)
      if (!file.empty() && place.find(file) == std::string::npos) place = file + ": " + place;
  return notes;
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
  const auto sourceBase = static_cast<std::uint32_t>(out.sources.size());
  for (Track t : p.tracks) {
    t.name = id[t.name];
    t.process = id[t.process];
    t.firstRow += rowBase;
    t.source += sourceBase;
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
  for (const SliceIndex i : p.arrows.from) out.arrows.from.push_back(i + sliceBase);
  for (const SliceIndex i : p.arrows.to) out.arrows.to.push_back(i + sliceBase);
  for (const NameId k : p.arrows.kind) out.arrows.kind.push_back(id[k]);
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
  for (const std::uint32_t f : p.transfers.file) t.file.push_back(f + sourceBase);
  for (const std::int64_t v : p.transfers.start) t.start.push_back(v + shift);
  for (const std::int64_t v : p.transfers.end) t.end.push_back(v + shift);
  for (IoOperation op : p.io) {
    op.file = id[op.file];
    op.layer = id[op.layer];
    op.start += shift;
    op.source += sourceBase;
    out.io.push_back(op);
  }
  for (IoRecord r : p.ioRecords) {
    r.file = id[r.file];
    r.layer = id[r.layer];
    r.mount = id[r.mount];
    r.fileSystem = id[r.fileSystem];
    r.start += shift;
    r.end += shift;
    r.source += sourceBase;
    out.ioRecords.push_back(r);
  }
  for (Counter& c : p.counters) {
    c.name = id[c.name];
    c.group = id[c.group];
    c.start += shift;
    for (std::int64_t& v : c.time) v += shift;
    c.source += sourceBase;
    out.counters.push_back(std::move(c));
  }
  const std::vector<Note> notes = notesWithFile(p);
  for (Source& s : p.sources) {
    s.offset += shift;
    out.sources.push_back(std::move(s));
  }
  for (const Note& n : notes) {
    addNote(out.notes, n.kind, {}, n.count);
    for (std::size_t i = 0; i < n.first.size(); ++i)
      addNote(out.notes, n.kind, n.first[i], 0, i < n.at.size() && n.at[i] != kNoTime ? n.at[i] + shift : kNoTime);
  }
  for (Fact& f : p.facts) {
    f.source += sourceBase;
    out.facts.push_back(std::move(f));
  }
  for (Table& table : p.tables) {
    table.source += sourceBase;
    out.tables.push_back(std::move(table));
  }
}

// The clock a part's times are on: the loosest of its sources'.
ClockKind clockOf(const Run& p) {
  ClockKind c = ClockKind::Epoch;
  for (const Source& s : p.sources) c = std::max(c, s.clock);
  return c;
}
bool hasTime(const Run& p) { return p.span().second > p.span().first || p.slices.size() > 0; }

// By how much each part is moved onto the axis of the first that has a clock worth following: the most exact kind of
// clock, and among those the one that most parts are within a day of.
std::vector<std::int64_t> alignClocks(std::vector<Run>& parts, std::int64_t& originNs, std::vector<Note>& notes) {
  std::vector<std::int64_t> shift(parts.size(), 0);
  std::vector<std::size_t> timed;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (hasTime(parts[i])) timed.push_back(i);
  if (timed.empty()) return shift;
  const auto close = [&](std::size_t a, std::size_t b) {
    return clockOf(parts[a]) == clockOf(parts[b]) && std::abs(parts[a].originNs - parts[b].originNs) < kDayNs;
  };
  std::size_t leader = timed.front();
  std::size_t followers = 0;
  for (const std::size_t i : timed) {
    const auto n = static_cast<std::size_t>(std::count_if(timed.begin(), timed.end(), [&](std::size_t k) { return close(i, k); }));
    if (followers == 0 || clockOf(parts[i]) < clockOf(parts[leader]) ||
        (clockOf(parts[i]) == clockOf(parts[leader]) && n > followers)) {
      leader = i;
      followers = n;
    }
  }
  // Wall clocks of an unknown zone may lie close to the leader's by themselves.
  const auto follows = [&](std::size_t i) {
    return clockOf(parts[i]) != ClockKind::Own || clockOf(parts[leader]) == ClockKind::Own
               ? std::abs(parts[i].originNs - parts[leader].originNs) < kDayNs
               : false;
  };
  originNs = parts[leader].originNs;
  for (const std::size_t i : timed)
    if (follows(i)) originNs = std::min(originNs, parts[i].originNs);
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const std::size_t i : timed) {
    if (!follows(i)) continue;
    shift[i] = (parts[i].originNs - originNs) * 1000;
    first = std::min(first, parts[i].span().first + shift[i]);
    if (clockOf(parts[i]) == ClockKind::Local && clockOf(parts[leader]) == ClockKind::Epoch)
      addNote(notes, "wall clock of an unknown time zone beside one that counts from 1970: check its offset", parts[i].title);
  }
  for (const std::size_t i : timed) {
    if (follows(i)) continue;
    // By how much all of the part was moved by hand stays: the hand knows better than the first event.
    std::int64_t hand = parts[i].sources.empty() ? 0 : parts[i].sources.front().offset;
    for (const Source& s : parts[i].sources)
      if (s.offset != hand || s.aligned != "by hand") hand = 0;
    shift[i] = first - parts[i].span().first + hand;
    for (Source& s : parts[i].sources)
      if (hand == 0) s.aligned = "first event";
    addNote(notes, clockOf(parts[i]) == ClockKind::Own ? "clock of its own: aligned at the first event"
                                                   : "clock more than a day from the others: aligned at the first event",
            parts[i].sources.empty() ? parts[i].title : parts[i].sources.front().file);
  }
  return shift;
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
  const std::vector<std::int64_t> shift = alignClocks(parts, out.originNs, notes);
  out.title = parts.front().title;
  out.format = parts.front().format;
  out.truth = parts.front().truth;
  out.notes = std::move(notes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    out.worldSize = std::max(out.worldSize, parts[i].worldSize);
    if (parts[i].format != out.format) out.format = "mixed";
    appendPart(out, groups, std::exchange(parts[i], Run{}), shift[i]);
  }
  out.groups = std::move(groups.run().groups);
  finishRun(out);
  return out;
}

}  // namespace weir
