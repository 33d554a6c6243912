#include "core/summarize/critical_path_kept.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/summarize/critical_path_report.h"
#include "core/summarize/kept_common.h"

namespace weir {

constexpr PathKind keptLast(PathKind) { return PathKind::Start; }
constexpr Activity keptLast(Activity) { return Activity::Other; }

template <class A, kept::Is<PathSegment> T>
void fields(A& a, T& v) {
  auto& [from, to, rank, track, kind, slice, cause, activity, call] = v;
  a(from, to, rank, track, kind, slice, cause, activity, call);
}

template <class A, kept::Is<PathRow> T>
void fields(A& a, T& v) {
  auto& [kind, name, activity, rank, call, time, segments, gain, half, longest] = v;
  a(kind, name, activity, rank, call, time, segments, gain, half, longest);
}

template <class A, kept::Is<PathLinkRow> T>
void fields(A& a, T& v) {
  auto& [from, to, time] = v;
  a(from, to, time);
}

// There may be a million segments, so each is a word of what it has, its length, and what it has: it begins where the one before
// ends, is often on the same track, and its slice is near the last.
namespace segment {
enum : std::uint32_t { kKind = 7, kMoved = 8, kSlice = 16, kCause = 32, kCall = 64, kActivityShift = 7 };
static_assert(kPathKinds <= kKind + 1);
}  // namespace segment

static void fields(kept::Writer& w, const CriticalPath& path) {
  const auto& [span, segments] = path;
  w(span, segments.size());
  PathSegment before;
  std::int64_t lastSlice = 0;
  for (const PathSegment& s : segments) {
    const auto& [from, to, rank, track, kind, slice, cause, activity, call] = s;
    const bool moved = rank != before.rank || track != before.track;
    const std::uint32_t word = static_cast<std::uint32_t>(kind) | (moved ? segment::kMoved : 0U) | (slice != PathGraph::kNone ? segment::kSlice : 0U) |
                               (cause != kUnknownRank ? segment::kCause : 0U) | (call != PathGraph::kNone ? segment::kCall : 0U) |
                               (static_cast<std::uint32_t>(activity) << segment::kActivityShift);
    w(word, static_cast<std::uint64_t>(to - from));
    if (moved) w(rank, track);
    if (slice != PathGraph::kNone) w(slice - lastSlice);
    if (cause != kUnknownRank) w(cause);
    if (call != PathGraph::kNone) w(call);
    if (slice != PathGraph::kNone) lastSlice = slice;
    before = s;
    if (w.full()) return;
  }
}

static void fields(kept::Reader& r, CriticalPath& path) {
  std::size_t n = 0;
  r(path.span, n);
  r.expect(n <= r.left() / 2);  // each takes two bytes at least
  if (r.good()) path.segments.reserve(n);
  PathSegment s;
  s.to = path.span.from;
  std::int64_t lastSlice = 0;
  for (; n > 0 && r.good(); --n) {
    std::uint32_t word = 0;
    std::uint64_t length = 0;
    r(word, length);
    const std::uint32_t activity = word >> segment::kActivityShift;
    r.expect(length > 0 && s.to < path.span.to && length <= static_cast<std::uint64_t>(path.span.to - s.to) && activity <= static_cast<std::uint32_t>(keptLast(Activity{})));
    if (!r.good()) return;
    s.from = s.to;
    s.to += static_cast<std::int64_t>(length);
    s.kind = static_cast<PathKind>(word & segment::kKind);
    s.activity = static_cast<Activity>(activity);
    if ((word & segment::kMoved) != 0) r(s.rank, s.track);
    s.slice = s.call = PathGraph::kNone;
    s.cause = kUnknownRank;
    if ((word & segment::kSlice) != 0) {
      std::int64_t on = 0;
      r(on);
      r.expect(on > -std::int64_t{PathGraph::kNone} && on < std::int64_t{PathGraph::kNone} && lastSlice + on >= 0 && lastSlice + on < std::int64_t{PathGraph::kNone});
      if (!r.good()) return;
      s.slice = static_cast<std::uint32_t>(lastSlice += on);
    }
    if ((word & segment::kCause) != 0) r(s.cause);
    if ((word & segment::kCall) != 0) r(s.call);
    path.segments.push_back(s);
  }
  r.expect(s.to == path.span.to);
}

template <class A, kept::Is<MovingCollective> T>
void fields(A& a, T& v) {
  auto& [call, time] = v;
  a(call, time);
}

template <class A, kept::Is<PathAnswer> T>
void fields(A& a, T& v) {
  auto& [path, remarks, limits, late, links, collectives, offPath, operations, moving, messages, launches] = v;
  a(path, remarks, limits, late, links, collectives, offPath, operations, moving, messages, launches);
}

template <class A, kept::Is<PathTable> T>
void fields(A& a, T& v) {
  auto& [rows, gains] = v;
  a(rows, gains);
}

namespace {

constexpr std::string_view kPath = "critical path", kRows = "critical path rows";

bool isOf(const PathSegment& s, const Run& run) {
  return s.track < run.tracks.size() && (s.slice == PathGraph::kNone || s.slice < run.slices.size()) && (s.call == PathGraph::kNone || s.call < run.collectives.size());
}

bool areOf(const std::vector<PathRow>& rows, const Run& run) {
  return std::all_of(rows.begin(), rows.end(), [&](const PathRow& r) {
    return r.name < run.names.size() && (r.call == PathGraph::kNone || r.call < run.collectives.size()) && (!r.longest || isOf(*r.longest, run));
  });
}

// What does not follow without gaps cannot be written so.
bool holds(const CriticalPath& path) {
  std::int64_t at = path.span.from;
  for (const PathSegment& s : path.segments) {
    if (s.from != at || s.to <= s.from) return false;
    at = s.to;
  }
  return at == path.span.to;
}

}  // namespace

Result<PathAnswer> pathAnswer(const PathGraph& graph, const Job& job) {
  PathAnswer out;
  auto path = criticalPath(graph, job);
  if (!path) return tl::make_unexpected(path.error());
  out.path = std::move(*path);
  out.remarks = pathRemarks(graph);
  out.limits = pathLimits(graph, out.path);
  out.late = latenessWithin(*graph.run, out.path.span);
  out.links = linksOnPath(graph, out.path);
  auto rows = pathTable(graph, out.path, PathBy::Collective, 0, job);
  if (!rows) return tl::make_unexpected(rows.error());
  out.collectives = std::move(*rows);
  std::erase_if(out.collectives, [](const PathRow& r) { return r.call == PathGraph::kNone; });
  out.offPath = longestOffPath(graph, out.path);
  std::set<Operation> operations;
  for (const PathGraph::Moving& m : graph.moving) operations.insert(graph.run->collectives[m.call].operation);
  out.operations.assign(operations.begin(), operations.end());
  out.moving = !graph.moving.empty();
  out.messages = graph.links[static_cast<std::size_t>(PathLink::Message)] > 0;
  out.launches = graph.links[static_cast<std::size_t>(PathLink::Launch)] > 0;
  return out;
}

std::string keyOf(const PathOptions& options) {
  const auto& [range, endRank, endOnHost, assume] = options;
  std::string key = kept::keyOf(range);
  if (endRank) key += fmt::format(" rank {}", *endRank);
  if (endOnHost) key += " host";
  if (!assume) key += " recorded";
  return key;
}

std::string pathToBytes(const PathAnswer& answer, const Run& run) { return holds(answer.path) ? kept::written(answer, kPath, kPathRevision, run) : std::string(); }
std::string pathTableToBytes(const PathTable& table, const Run& run) { return kept::written(table, kRows, kPathRevision, run); }

std::optional<PathAnswer> pathFromBytes(std::string_view bytes, const Run& run) {
  return kept::read<PathAnswer>(bytes, kPath, kPathRevision, run, [&](const PathAnswer& a) {
    return areOf(a.collectives, run) && (!a.offPath || a.offPath->call < run.collectives.size()) && std::all_of(a.path.segments.begin(), a.path.segments.end(), [&](const PathSegment& s) { return isOf(s, run); });
  });
}

std::optional<PathTable> pathTableFromBytes(std::string_view bytes, const Run& run) {
  return kept::read<PathTable>(bytes, kRows, kPathRevision, run, [&](const PathTable& t) { return areOf(t.rows, run); });
}

}  // namespace weir
