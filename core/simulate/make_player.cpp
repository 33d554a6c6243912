#include "core/simulate/make_player.h"

#include "core/simulate/play_background.h"
#include "core/simulate/play_collective.h"
#include "core/simulate/play_replay.h"
#include "core/simulate/play_traffic.h"
#include "core/simulate/play_training.h"

namespace weir::sim {
namespace {

// Players come as values or as pointers.
template <class P>
Result<std::unique_ptr<Player>> owned(Result<P> p) {
  if (!p) return tl::make_unexpected(p.error());
  return std::unique_ptr<Player>(std::make_unique<P>(std::move(*p)));
}
template <class P>
Result<std::unique_ptr<Player>> owned(Result<std::unique_ptr<P>> p) {
  if (!p) return tl::make_unexpected(p.error());
  return std::unique_ptr<Player>(std::move(*p));
}

Result<std::unique_ptr<Player>> alone(const Scenario& s, const SimulateOptions& options) {
  switch (s.workload.kind) {
    case Workload::Kind::Traffic: return owned(TrafficPlayer::make(s, options.keepMessages));
    case Workload::Kind::Collective: return owned(CollectivePlayer::make(s, options.keepMessages));
    case Workload::Kind::Replay: return owned(ReplayPlayer::make(s, options.replay, options.keepMessages));
    case Workload::Kind::Training: break;
  }
  return makeTrainingPlayer(s, options.keepMessages);
}

}  // namespace

Result<std::unique_ptr<Player>> makePlayer(const Scenario& s, const SimulateOptions& options) {
  auto p = alone(s, options);
  if (!p || s.workload.background.empty()) return p;
  return BackgroundPlayer::around(std::move(*p), s, options.keepMessages);
}

}  // namespace weir::sim
