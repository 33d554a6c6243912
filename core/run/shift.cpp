#include <algorithm>
#include <string>

#include "core/run/builder.h"
#include "core/run/run.h"

namespace weir {
namespace {

// A place of a joined run begins with its file's name; where that leaves its source open, its time is unknown unless all
// that it may belong to move alike.
template <class By>
std::int64_t placeMoved(const Run& run, const std::string& place, std::int64_t at, const By& by) {
  const auto named = [&](const Source& s) {
    const std::string file = s.file.substr(s.file.find_last_of('/') + 1);
    return place.size() > file.size() && place.starts_with(file) && place[file.size()] == ':';
  };
  const bool any = std::any_of(run.sources.begin(), run.sources.end(), named);
  std::int64_t ps = kNoTime;
  for (std::size_t s = 0; s < run.sources.size(); ++s) {
    if (any && !named(run.sources[s])) continue;
    const std::int64_t here = by(static_cast<std::uint32_t>(s));
    if (ps != kNoTime && ps != here) return kNoTime;
    ps = here;
  }
  return ps == kNoTime ? at : at + ps;
}

}  // namespace

Run shifted(const Run& original, const std::vector<std::int64_t>& offsets) {
  Run run = original;
  const auto by = [&](std::uint32_t source) { return source < offsets.size() ? offsets[source] : 0; };
  for (const Row& row : run.rows) {
    const std::int64_t ps = by(run.tracks[row.track].source);
    if (ps == 0) continue;
    for (SliceIndex i = row.begin; i < row.end; ++i) run.slices.start[i] += ps;
  }
  for (Instant& i : run.instants) i.time += by(run.tracks[i.track].source);
  for (CollectiveCall& c : run.collectives) {
    if (run.slices.size() > 0 && c.slice < run.slices.size()) {
      c.start += by(run.tracks[run.rowOf(c.slice).track].source);
      continue;
    }
    for (std::size_t s = 0; s < run.sources.size(); ++s)  // a call without a slice: by its rank's source
      if (run.sources[s].rank == c.rank) {
        c.start += by(static_cast<std::uint32_t>(s));
        break;
      }
  }
  for (std::size_t i = 0; i < run.transfers.size(); ++i) {
    const std::int64_t ps = by(run.transfers.file[i]);
    run.transfers.start[i] += ps;
    run.transfers.end[i] += ps;
  }
  for (IoOperation& op : run.io) op.start += by(op.source);
  for (IoRecord& r : run.ioRecords) {
    r.start += by(r.source);
    r.end += by(r.source);
  }
  for (Counter& c : run.counters) {
    c.start += by(c.source);
    for (std::int64_t& t : c.time) t += by(c.source);
  }
  for (Note& n : run.notes)
    for (std::size_t i = 0; i < std::min(n.at.size(), n.first.size()); ++i)
      if (n.at[i] != kNoTime) n.at[i] = placeMoved(run, n.first[i], n.at[i], by);
  for (std::size_t s = 0; s < run.sources.size(); ++s)
    if (by(static_cast<std::uint32_t>(s)) != 0) {
      run.sources[s].offset += by(static_cast<std::uint32_t>(s));
      run.sources[s].aligned = "by hand";
    }
  finishRun(run);
  return run;
}

}  // namespace weir
