// Traffic: a list of flows, each a message between two hosts, or a load: messages at random times for as long as asked.
// Every host is a rank. A load's answer is what was accepted in the second half of its duration; what had not been sent
// when it ended is left.
#pragma once

#include <optional>
#include <vector>

#include "core/network/flow_driver.h"
#include "core/network/load_feeder.h"
#include "core/scenario/scenario.h"
#include "core/simulate/player.h"

namespace weir::sim {

class TrafficPlayer final : public Player {
 public:
  // The scenario is valid and of kind traffic. Errors: more flows at once than fit in memory.
  static Result<std::unique_ptr<TrafficPlayer>> make(const Scenario& scenario, bool keepMessages);
  TrafficPlayer(std::vector<Flow> flows, int hosts, bool keepMessages);
  // `bytesPerSecond` of each host, for the accepted share.
  TrafficPlayer(net::LoadSpec load, double bytesPerSecond, int hosts, bool keepMessages);
  void begin(net::Injector& net) override;
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return hosts_; }
  [[nodiscard]] std::int64_t end() const override { return transcript_.end(); }
  [[nodiscard]] bool finished() const override { return transcript_.count() == (feeder_ ? feeder_->sent() : flows_.size()); }
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

 private:
  std::vector<Flow> flows_;
  net::FlowDriver driver_;
  std::optional<net::LoadFeeder> feeder_;
  double bytesPerSecond_ = 0;
  int hosts_;
  std::int64_t total_ = 0;
  std::vector<double> rate_;               // by flow, bytes a ps
  std::vector<std::int64_t> accepted_;     // by source of a load, bytes in the second half
};

// Jain's index of fairness over what each got: 1 = all the same, 1/n = one got everything (Jain, Chiu, Hawe, DEC TR-301,
// 1984). NaN for none.
[[nodiscard]] double jain(const std::vector<double>& x);

}  // namespace weir::sim
