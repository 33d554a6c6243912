// Traffic: a list of flows, each a message between two hosts; every host is a rank.
#pragma once

#include <vector>

#include "core/network/flow_driver.h"
#include "core/simulate/player.h"

namespace weir::sim {

class TrafficPlayer final : public Player {
 public:
  TrafficPlayer(std::vector<Flow> flows, int hosts, bool keepMessages);
  void begin(net::Injector& net) override { driver_.begin(net); }
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return hosts_; }
  [[nodiscard]] std::int64_t end() const override { return transcript_.end(); }
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

 private:
  std::vector<Flow> flows_;
  net::FlowDriver driver_;
  int hosts_;
  std::int64_t total_ = 0;
};

}  // namespace weir::sim
