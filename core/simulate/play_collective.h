// A collective workload: each size in turn, the next when the last rank has finished the one before. Ranks fill nodes in
// order: one a node while they fit, else as many as a node has accelerators.
#pragma once

#include <optional>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/simulate/group_play.h"
#include "core/simulate/player.h"

namespace weir::sim {

class CollectivePlayer final : public Player {
 public:
  // The scenario is valid and of kind collective.
  static Result<CollectivePlayer> make(const Scenario& scenario, bool keepMessages);
  void begin(net::Injector& net) override { next(0, net); }
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] std::int64_t end() const override { return played_.empty() ? 0 : played_.back().end; }
  [[nodiscard]] bool finished() const override { return played_.size() == ops_.size(); }
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

 private:
  struct Played {
    GroupOp op;
    std::int64_t start = 0, end = 0;
    std::vector<std::int64_t> nodeEnd;
  };
  explicit CollectivePlayer(bool keepMessages) : Player(keepMessages) {}
  void next(std::int64_t time, net::Injector& net);
  void keep();

  std::vector<GroupOp> ops_;
  std::vector<std::uint32_t> hosts_;
  int ranks_ = 0, perNode_ = 1;
  std::optional<GroupPlay> play_;
  std::uint64_t tag_ = 0;
  std::vector<Played> played_;
  std::int64_t total_ = 0;
};

}  // namespace weir::sim
