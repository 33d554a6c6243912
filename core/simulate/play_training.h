// One training step: computing, pipeline, tensor-parallel and data loading as the model has them, and the data-parallel
// collectives of the gradient buckets played on the network, each as soon as backward has released it and the bucket
// before has ended. All data-parallel groups (stages, tensor shards on other nodes) play at once and share the network.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/simulate/player.h"
#include "core/simulate/step_timeline.h"

namespace weir::sim {

class TrainingPlayer final : public Player {
 public:
  // The scenario is valid, of kind training, and outlives the player.
  static Result<TrainingPlayer> make(const Scenario& scenario, bool keepMessages);
  void begin(net::Injector& net) override;
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return timeline_.ranks(); }
  [[nodiscard]] std::int64_t end() const override;
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

 private:
  // The nodes that share a data-parallel group (or several, bundled: GroupLayout::groups).
  struct Set {
    std::vector<std::uint32_t> hosts;
    std::size_t bucket = 0, op = 0;
    std::int64_t free = 0;  // the op before has ended
    std::uint64_t tag = 0;
    std::optional<GroupPlay> play;
    struct Done {
      GroupOp op;
      std::int64_t start = 0, end = 0;
      std::vector<std::int64_t> nodeEnd;
    };
    std::vector<Done> done;
  };
  TrainingPlayer(const Scenario& s, bool keepMessages) : Player(keepMessages), scenario_(s) {}
  void advance(std::size_t set, net::Injector& net);
  void keep(Set& s);
  [[nodiscard]] bool finished() const;
  // The step with what was played in place of what was predicted.
  [[nodiscard]] model::TrainingStep measured() const;

  const Scenario& scenario_;
  model::TrainingStep step_;
  StepTimeline timeline_;
  std::vector<Set> sets_;
  std::vector<std::uint32_t> setOfNode_, placeOfNode_;
  std::int64_t total_ = 0;
};

// What plays a training step on this machine's network: all messages (play_training_step.h) where its hosts are
// accelerators, else the gradients among nodes.
[[nodiscard]] Result<std::unique_ptr<Player>> makeTrainingPlayer(const Scenario& scenario, bool keepMessages);

}  // namespace weir::sim
