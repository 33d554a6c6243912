// Other jobs on the same network: each keeps its hosts sending at its load until the workload it stands beside has
// finished. Their messages are in the Run, on tracks of their own and without counting in completion times or the step.
#pragma once

#include <memory>
#include <vector>

#include "core/network/load_feeder.h"
#include "core/scenario/scenario.h"
#include "core/simulate/player.h"

namespace weir::sim {

// Tags from here on are of background jobs: other players number theirs from 0.
inline constexpr std::uint64_t kBackgroundTags = std::uint64_t{1} << 61;

class BackgroundPlayer final : public Player {
 public:
  // The scenario is valid and has workload.background.
  static Result<std::unique_ptr<Player>> around(std::unique_ptr<Player> inner, const Scenario& scenario, bool keepMessages);
  void begin(net::Injector& net) override;
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return inner_->totalBytes(); }
  [[nodiscard]] int ranks() const override { return inner_->ranks(); }
  [[nodiscard]] std::int64_t end() const override { return inner_->end(); }
  [[nodiscard]] bool finished() const override { return inner_->finished(); }
  [[nodiscard]] double computing_s() const override { return inner_->computing_s(); }
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;
  [[nodiscard]] const Transcript& transcript() const override { return inner_->transcript(); }

 private:
  BackgroundPlayer(std::unique_ptr<Player> inner, bool keepMessages) : Player(keepMessages), inner_(std::move(inner)) {}
  std::unique_ptr<Player> inner_;
  std::vector<net::LoadFeeder> jobs_;
  std::int64_t bytes_ = 0;
};

}  // namespace weir::sim
