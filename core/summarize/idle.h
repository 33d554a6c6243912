// Why a device idles between its kernels, as Holistic Trace Analysis tells it (docs/source/features/idle_time_breakdown.rst,
// hta/analyzers/breakdown_analysis.py): a gap before a kernel is
//   host wait     the call that launched the kernel began after the kernel before it had ended,
//   kernel wait   otherwise, and the gap is shorter than a threshold (the delay of launching back to back),
//   other         the rest: the kernel waited for another stream, or its launch is not in the trace.
// HTA's threshold is 30 in the unit of its times, which are microseconds. Where kernels of one stream overlap, HTA counts
// negative gaps; here a gap begins at the latest end so far and is never negative. Pure, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

inline constexpr std::int64_t kKernelWaitBelow = 30'000'000;  // ps

enum class IdleCause : std::uint8_t { HostWait, KernelWait, Other };
[[nodiscard]] IdleCause idleCause(std::optional<std::int64_t> launched, std::int64_t idleFrom, std::int64_t idleTo,
                                  std::int64_t kernelWaitBelow);

// When the call began that launched a device slice.
class Launches {
 public:
  Launches() = default;
  explicit Launches(const Run& run);  // O(arrows log arrows)
  [[nodiscard]] std::optional<std::int64_t> of(SliceIndex kernel) const;
  [[nodiscard]] bool none() const { return at_.empty(); }

 private:
  std::vector<std::pair<SliceIndex, std::int64_t>> at_;  // by slice
};

// Whether a slice on a device stream keeps the device busy: waiting and annotations do not.
[[nodiscard]] inline bool keepsBusy(Activity a) { return a != Activity::Wait && a != Activity::Annotation; }
[[nodiscard]] inline bool isDeviceTrack(TrackKind k) { return k == TrackKind::Stream || k == TrackKind::Device; }

struct StreamIdle {
  TrackIndex track = 0;
  std::int32_t rank = kUnknownRank;
  std::array<std::int64_t, 3> time{};   // by IdleCause, ps
  std::array<std::uint64_t, 3> gaps{};  // of more than no length
  std::uint64_t kernels = 0, launched = 0;
  [[nodiscard]] std::int64_t total() const { return time[0] + time[1] + time[2]; }
};
// Every device stream with kernels, in the order of the tracks. Gaps before kernels that start within the range.
[[nodiscard]] std::vector<StreamIdle> idleByStream(const Run& run, std::optional<TimeRange> range = std::nullopt,
                                                   std::int64_t kernelWaitBelow = kKernelWaitBelow);

}  // namespace weir
