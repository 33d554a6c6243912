#include "core/summarize/idle.h"

#include <algorithm>

namespace weir {

IdleCause idleCause(std::optional<std::int64_t> launched, std::int64_t idleFrom, std::int64_t idleTo, std::int64_t kernelWaitBelow) {
  if (launched && *launched > idleFrom) return IdleCause::HostWait;
  return idleTo - idleFrom < kernelWaitBelow ? IdleCause::KernelWait : IdleCause::Other;
}

Launches::Launches(const Run& run) {
  const NameId launch = run.names.find(kArrowLaunch);
  if (launch == 0) return;
  for (std::size_t i = 0; i < run.arrows.size(); ++i)
    if (run.arrows.kind[i] == launch) at_.emplace_back(run.arrows.to[i], run.slices.start[run.arrows.from[i]]);
  std::sort(at_.begin(), at_.end());
}

std::optional<std::int64_t> Launches::of(SliceIndex kernel) const {
  // Of several calls the last one made it ready.
  const auto after = std::upper_bound(at_.begin(), at_.end(), kernel, [](SliceIndex k, const auto& e) { return k < e.first; });
  if (after == at_.begin() || std::prev(after)->first != kernel) return std::nullopt;
  return std::prev(after)->second;
}

std::vector<StreamIdle> idleByStream(const Run& run, std::optional<TimeRange> range, std::int64_t kernelWaitBelow) {
  const Launches launches(run);
  std::vector<StreamIdle> out;
  std::vector<SliceIndex> kernels;
  for (TrackIndex t = 0; t < run.tracks.size(); ++t) {
    const Track& track = run.tracks[t];
    if (!isDeviceTrack(track.kind)) continue;
    kernels.clear();
    for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
        if (keepsBusy(run.slices.activity[i])) kernels.push_back(i);
    if (kernels.empty()) continue;
    if (track.rowCount > 1)
      std::sort(kernels.begin(), kernels.end(), [&](SliceIndex a, SliceIndex b) {
        return std::pair(run.slices.start[a], a) < std::pair(run.slices.start[b], b);
      });
    StreamIdle s;
    s.track = t;
    s.rank = track.rank;
    std::optional<std::int64_t> end;
    for (const SliceIndex k : kernels) {
      const std::int64_t start = run.slices.start[k];
      const bool counts = !range || (start >= range->from && start < range->to);
      const auto launched = launches.of(k);
      if (counts) {
        ++s.kernels;
        if (launched) ++s.launched;
      }
      if (counts && end && start > *end) {
        const auto cause = static_cast<std::size_t>(idleCause(launched, *end, start, kernelWaitBelow));
        s.time[cause] += start - *end;
        ++s.gaps[cause];
      }
      end = end ? std::max(*end, run.slices.endOf(k)) : run.slices.endOf(k);
    }
    if (s.kernels > 0) out.push_back(s);
  }
  return out;
}

}  // namespace weir
