#include "core/simulate/play_traffic.h"

namespace weir::sim {

TrafficPlayer::TrafficPlayer(std::vector<Flow> flows, int hosts, bool keepMessages)
    : Player(keepMessages), flows_(std::move(flows)), driver_(flows_), hosts_(hosts) {
  for (const Flow& f : flows_) total_ += f.bytes.count();
}

void TrafficPlayer::delivered(const net::Delivery& d, net::Injector&) {
  transcript_.add({static_cast<std::int32_t>(d.send.from), static_cast<std::int32_t>(d.send.to), d.send.bytes, d.start, d.end, kNoInstance},
                  d.send.ready);
}

void TrafficPlayer::fill(Outcome& outcome) const {
  outcome.flows = transcript_.flows();
}

void TrafficPlayer::write(RunBuilder&, std::int64_t) const {}

}  // namespace weir::sim
