#include "core/study/check_run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "core/run/crew.h"

namespace weir {
namespace {

tl::unexpected<Error> bad(const char* column, const char* what) {
  return tl::make_unexpected(Error{Error::Kind::Input, what, std::string("column ") + column, {}});
}

template <class Column>
bool allBelow(const Column& column, std::uint64_t limit) {
  return std::all_of(column.begin(), column.end(), [&](const auto v) { return static_cast<std::uint64_t>(v) < limit; });
}

constexpr const char* kOutside = "points outside its table";
constexpr const char* kLength = "has another length than its neighbours";
constexpr const char* kEnum = "holds an unknown kind";

Result<void> checkSlices(const Run& run) {
  const Slices& s = run.slices;
  const std::size_t n = s.size();
  for (const std::size_t other :
       {s.duration.size(), s.name.size(), s.category.size(), s.activity.size(), s.args.size(), s.argsSize.size()})
    if (other != n) return bad("slices", kLength);
  enum : unsigned { kName = 1, kCategory = 2, kActivity = 4, kArgs = 8, kNegative = 16 };
  std::atomic<unsigned> wrong{0};
  const std::uint64_t names = run.names.size();
  const std::uint64_t text = run.argsText.size();
  Crew(Crew::worthwhile(n)).ranges(n, [&](std::size_t begin, std::size_t end) {
    // No branches: what is wrong is rare, and all of it is looked at anyway.
    bool name = false;
    bool category = false;
    bool activity = false;
    bool args = false;
    bool negative = false;
    for (std::size_t i = begin; i < end; ++i) {
      name |= s.name[i] >= names;
      category |= s.category[i] >= names;
      activity |= static_cast<unsigned>(s.activity[i]) >= kActivities;
      args |= s.args[i] > text || s.argsSize[i] > text - s.args[i];
      negative |= s.duration[i] < 0;
    }
    wrong |= (name ? kName : 0U) | (category ? kCategory : 0U) | (activity ? kActivity : 0U) | (args ? kArgs : 0U) | (negative ? kNegative : 0U);
  });
  if ((wrong & kName) != 0) return bad("slices.name", kOutside);
  if ((wrong & kCategory) != 0) return bad("slices.category", kOutside);
  if ((wrong & kActivity) != 0) return bad("slices.activity", kEnum);
  if ((wrong & kArgs) != 0) return bad("slices.args", kOutside);
  if ((wrong & kNegative) != 0) return bad("slices.duration", "is negative");
  return {};
}

// Rows cover the slices once, in order, each belonging to the track that lists it.
Result<void> checkRows(const Run& run) {
  std::uint64_t nextRow = 0;
  SliceIndex nextSlice = 0;
  for (std::size_t t = 0; t < run.tracks.size(); ++t) {
    const Track& track = run.tracks[t];
    if (track.name >= run.names.size() || track.process >= run.names.size()) return bad("tracks.name", kOutside);
    if (track.kind > TrackKind::Other) return bad("tracks.kind", kEnum);
    if (track.firstRow != nextRow || track.rowCount > run.rows.size() - nextRow) return bad("tracks.firstRow", kOutside);
    nextRow += track.rowCount;
    for (std::uint64_t r = track.firstRow; r < nextRow; ++r) {
      const Row& row = run.rows[r];
      if (row.track != t || row.begin != nextSlice || row.end < row.begin || row.end > run.slices.size())
        return bad("rows", kOutside);
      nextSlice = row.end;
      if (!std::is_sorted(run.slices.start.begin() + static_cast<std::ptrdiff_t>(row.begin),
                          run.slices.start.begin() + static_cast<std::ptrdiff_t>(row.end)))
        return bad("slices.start", "is not sorted within its row");
    }
  }
  if (nextRow != run.rows.size() || nextSlice != run.slices.size()) return bad("rows", "does not cover all slices");
  return {};
}

Result<void> checkEvents(const Run& run) {
  const std::uint64_t ids = run.names.size();
  for (const Instant& i : run.instants)
    if (i.track >= run.tracks.size() || i.name >= ids) return bad("instants", kOutside);
  if (run.groups.empty()) {
    if (!run.collectives.empty()) return bad("groups", "is missing");
  } else if (!run.groups[0].empty()) {
    return bad("groups", "does not begin with the unknown group");
  }
  for (const CollectiveCall& c : run.collectives) {
    if (c.operation > Operation::Unknown) return bad("collectives.operation", kEnum);
    if (c.group >= run.groups.size() || c.algorithm >= ids) return bad("collectives", kOutside);
    // A call without a slice of its own is allowed (simulators), but then it names none.
    if (!run.slices.start.empty() && c.slice >= run.slices.size()) return bad("collectives.slice", kOutside);
  }
  const Transfers& t = run.transfers;
  for (const std::size_t other : {t.source.size(), t.destination.size(), t.start.size(), t.end.size(), t.instance.size()})
    if (other != t.size()) return bad("transfers", kLength);
  if (!std::is_sorted(t.start.begin(), t.start.end())) return bad("transfers.start", "is not sorted");
  if (t.file.size() != t.size()) return bad("transfers.file", kLength);
  const Arrows& a = run.arrows;
  if (a.to.size() != a.size() || a.kind.size() != a.size()) return bad("arrows", kLength);
  if (!allBelow(a.from, run.slices.size()) || !allBelow(a.to, run.slices.size()) || !allBelow(a.kind, ids))
    return bad("arrows", kOutside);
  const std::uint64_t files = std::max<std::size_t>(1, run.sources.size());  // a run without sources says 0
  if (!allBelow(t.file, files)) return bad("transfers.file", kOutside);
  for (const Source& s : run.sources)
    if (s.clock > ClockKind::Own) return bad("sources.clock", kEnum);
  for (const Track& track : run.tracks)
    if (track.source >= files) return bad("tracks.source", kOutside);
  for (const IoRecord& r : run.ioRecords) {
    if (r.file >= ids || r.layer >= ids || r.mount >= ids || r.fileSystem >= ids || r.source >= files) return bad("ioRecords", kOutside);
    if (r.end < r.start) return bad("ioRecords.end", "lies before the start");
  }
  for (const Fact& f : run.facts)
    if (f.source >= files) return bad("facts.source", kOutside);
  for (const Table& table : run.tables) {
    if (table.source >= files) return bad("tables.source", kOutside);
    for (const Table::ColumnOf& c : table.columns)
      if (c.size() != table.rows() || (c.isText() && !c.number.empty())) return bad("tables", kLength);
  }
  for (const IoOperation& o : run.io) {
    if (o.kind > IoOperation::Kind::Other) return bad("io.kind", kEnum);
    if (o.file >= ids || o.layer >= ids || o.source >= files) return bad("io", kOutside);
  }
  for (const Counter& c : run.counters) {
    if (c.name >= ids || c.group >= ids || c.source >= files) return bad("counters", kOutside);
    if (c.step < 0) return bad("counters.step", "is negative");
    if (c.step == 0 && c.time.size() != c.value.size()) return bad("counters.time", kLength);
  }
  return {};
}

}  // namespace

Result<void> checkRun(const Run& run) {
  return checkSlices(run).and_then([&] { return checkRows(run); }).and_then([&] { return checkEvents(run); });
}

}  // namespace weir
