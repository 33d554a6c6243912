#include "core/summarize/place.h"

#include <algorithm>
#include <limits>

namespace weir {

std::optional<std::uint32_t> sourceOfPlace(const Run& run, std::string_view place) {
  if (run.sources.size() == 1) return 0;
  std::optional<std::uint32_t> found;
  for (std::uint32_t s = 0; s < run.sources.size(); ++s) {
    const std::string_view path = run.sources[s].file;
    const std::string_view file = path.substr(path.find_last_of('/') + 1);
    if (file.empty() || place.size() <= file.size() || !place.starts_with(file) || place[file.size()] != ':') continue;
    if (found) return std::nullopt;  // two files of one name
    found = s;
  }
  return found;
}

std::optional<SliceIndex> sliceOfPlace(const Run& run, std::optional<std::uint32_t> source, std::int64_t time) {
  std::optional<SliceIndex> best;
  bool exact = false;
  const auto offer = [&](SliceIndex i) {
    const bool begins = run.slices.start[i] == time;
    if (best && (exact && !begins)) return;
    if (best && exact == begins && run.slices.duration[i] >= run.slices.duration[*best]) return;
    best = i;
    exact = begins;
  };
  for (const Row& row : run.rows) {
    if (source && run.tracks[row.track].source != *source) continue;
    const SliceIndex at = run.firstStartingAt(row, time);
    if (at < row.end && run.slices.start[at] == time) offer(at);
    else if (at > row.begin && run.slices.endOf(at - 1) > time) offer(at - 1);
  }
  return best;
}

std::vector<std::optional<std::pair<std::int64_t, std::int64_t>>> sourceSpans(const Run& run) {
  std::vector<std::optional<std::pair<std::int64_t, std::int64_t>>> out(run.sources.size());
  const auto add = [&](std::uint32_t source, std::int64_t from, std::int64_t to) {
    if (source >= out.size()) return;
    auto& s = out[source];
    if (!s) s = {from, to};
    else s = {std::min(s->first, from), std::max(s->second, to)};
  };
  for (const Row& row : run.rows)
    if (row.end > row.begin) add(run.tracks[row.track].source, run.slices.start[row.begin], run.slices.endOf(row.end - 1));
  for (const Instant& i : run.instants) add(run.tracks[i.track].source, i.time, i.time);
  for (const IoOperation& op : run.io) add(op.source, op.start, op.start + op.duration);
  for (const IoRecord& r : run.ioRecords)
    if (r.end > r.start) add(r.source, r.start, r.end);
  for (std::size_t i = 0; i < run.transfers.size(); ++i)
    if (i < run.transfers.file.size()) add(run.transfers.file[i], run.transfers.start[i], run.transfers.end[i]);
  for (const Counter& c : run.counters) {
    if (c.value.empty()) continue;
    if (c.step > 0) add(c.source, c.start, c.start + c.step * static_cast<std::int64_t>(c.value.size()));
    else if (!c.time.empty()) add(c.source, c.time.front(), c.time.back());
  }
  return out;
}

std::vector<std::int64_t> toFirstEvent(const Run& run, const std::vector<bool>& chosen) {
  const auto spans = sourceSpans(run);
  const auto isChosen = [&](std::size_t s) { return s < chosen.size() && chosen[s]; };
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  std::int64_t others = kNone, all = kNone;
  for (std::size_t s = 0; s < spans.size(); ++s) {
    if (!spans[s]) continue;
    all = std::min(all, spans[s]->first);
    if (!isChosen(s)) others = std::min(others, spans[s]->first);
  }
  const std::int64_t aim = others != kNone ? others : all;
  std::vector<std::int64_t> by(spans.size(), 0);
  for (std::size_t s = 0; s < spans.size(); ++s)
    if (isChosen(s) && spans[s]) by[s] = aim - spans[s]->first;
  return by;
}

}  // namespace weir
