// A recorded run, played again on this machine's network: computing takes its recorded time (and jitter, if asked for),
// messages and collectives take what the network makes of them, and everything waits for what it waited for. A send ends
// when its message has arrived.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/simulate/collective_call.h"
#include "core/simulate/noise.h"
#include "core/simulate/player.h"
#include "core/simulate/replay_plan.h"

namespace weir::sim {

class ReplayPlayer final : public Player {
 public:
  // The scenario is valid and of kind replay: workload.run names a Chakra execution trace, or `run` is what it named. Errors
  // name workload.run, or machine.nodes where there are fewer hosts than ranks.
  static Result<std::unique_ptr<ReplayPlayer>> make(const Scenario& scenario, const RunPtr& run, bool keepMessages);
  void begin(net::Injector& net) override;
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return plan_.ranks(); }
  [[nodiscard]] std::int64_t end() const override { return last_; }
  [[nodiscard]] bool finished() const override { return done_ == plan_.items.size(); }
  [[nodiscard]] double computing_s() const override;
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

 private:
  struct Kind {  // of collective: what calls of one operation, size and size of group share
    GroupOp op;
    Split split;
    std::uint64_t count = 0;
    std::int64_t time = 0;  // of all, from the last entry to the last end
    int ranks = 0;
  };
  ReplayPlayer(const Scenario& scenario, ReplayPlan plan, bool keepMessages);
  Result<void> lay(const Scenario& scenario);
  void work(net::Injector& net);
  void play(std::uint32_t item, net::Injector& net);
  void complete(std::uint32_t item, std::int64_t time);
  void leave(std::uint32_t call, std::uint32_t member);
  void renumber();

  ReplayPlan plan_;
  Noise noise_;
  std::vector<std::uint32_t> hosts_;           // by rank
  std::vector<CallGroup> groups_;              // by group of the graph
  std::deque<Kind> kinds_;
  std::vector<std::uint32_t> kindOf_;          // by call
  std::vector<std::unique_ptr<CollectiveCall>> under_;  // by call, while it is played
  std::size_t pieces_ = 1;
  std::vector<std::uint32_t> waits_, ready_;   // ready_: work list
  std::vector<std::int64_t> at_, end_;         // by item: when it may begin or began, when it ended (-1 not yet)
  std::vector<std::int64_t> arrived_;          // by item, of a receive whose message has come: when; else -1
  std::vector<bool> began_;
  std::size_t done_ = 0;
  std::int64_t last_ = 0, total_ = 0;
};

}  // namespace weir::sim
