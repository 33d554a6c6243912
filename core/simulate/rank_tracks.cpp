#include "core/simulate/rank_tracks.h"

#include <fmt/format.h>

namespace weir::sim {

TrackIndex rankTrack(RunBuilder& b, std::int32_t rank, std::string_view name, std::int64_t sort) {
  Track t;
  t.name = b.intern(name);
  t.process = b.intern(fmt::format("rank {}", rank));
  t.kind = TrackKind::Stream;
  t.rank = rank;
  t.sort = sort;
  return b.track(t);
}

void addSlice(RunBuilder& b, TrackIndex track, std::string_view name, std::string_view category, Activity activity, std::int64_t start,
              std::int64_t end) {
  if (end <= start) return;
  b.slice({.track = track, .start = start, .duration = end - start, .name = b.intern(name), .category = b.intern(category), .activity = activity, .args = {}});
}

void addCollective(RunBuilder& b, TrackIndex track, std::int32_t rank, std::uint32_t group, int groupSize, const GroupOp& op,
                   std::int64_t start, std::int64_t end) {
  const SliceIndex s = b.slice({.track = track, .start = start, .duration = end - start, .name = b.intern(name(op.operation)),
                                .category = b.intern("collective"), .activity = Activity::Communication,
                                .args = fmt::format("{{\"bytes\":{},\"algorithm\":\"{}\",\"ranks\":{}}}", op.bytes, name(op.algorithm), groupSize)});
  // A schedule counts the whole buffer of these; a run (core/run/README.md) a rank's input.
  const bool shares = op.operation == CollectiveOp::AllGather || op.operation == CollectiveOp::Gather;
  const std::int64_t input = shares && groupSize > 0 ? op.bytes / groupSize : op.bytes;
  b.collective({operationOf(op.operation), input, groupSize, group, 0, rank, s, start, end - start, b.intern(name(op.algorithm))});
}

}  // namespace weir::sim
