#include "core/network/flow_driver.h"

namespace weir::net {

void FlowDriver::begin(Injector& net) {
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const Flow& f = flows_[i];
    net.send({static_cast<std::uint32_t>(f.from), static_cast<std::uint32_t>(f.to), f.bytes.count(), i, i, f.start.toPs(), i,
              static_cast<std::uint8_t>(f.priority)});
  }
}

}  // namespace weir::net
