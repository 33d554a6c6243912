// One training step with all its messages: every rank computes its layers piece by piece, tensor groups exchange after each
// piece, stages send activations and gradients to one another, data groups average the gradient buckets as backward
// releases them. For networks whose hosts are accelerators (machine.network.endpoints).
//
// A rank has a stream that computes (and waits for its tensor group), one for its data group's collectives, one for sends.
// Each does one thing after the other; a thing starts when its stream is free and what it needs is there. Every piece of
// computing takes its time with workload.jitter, drawn from (seed, rank, piece) alone, on stragglers longer; communication
// beside it slows it by accelerator.overlap_contention x its time, charged to the next piece. Programs are cursors: memory
// grows with ranks and with what is under way, not with the length of the step.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/simulate/operations.h"
#include "core/simulate/player.h"
#include "core/simulate/step_graph.h"

namespace weir::sim {

class StepPlayer final : public Player, public OperationListener {
 public:
  // The scenario is valid, of kind training, and outlives the player. `hosts`: of each rank.
  static Result<std::unique_ptr<StepPlayer>> make(const Scenario& scenario, const std::vector<std::uint32_t>& hosts, bool keepMessages);

  void begin(net::Injector& net) override;
  void delivered(const net::Delivery& d, net::Injector& net) override;
  void memberDone(OperationId id, std::uint32_t member, std::int64_t end) override;
  void operationDone(OperationId id, std::int64_t start, std::int64_t end) override;
  void messages(const MessageCounts& counts) override {
    for (const auto& [time, times] : counts) transcript_.addMany(time, times);
  }

  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return static_cast<int>(graph_.ranks()); }
  [[nodiscard]] std::int64_t end() const override;
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

  [[nodiscard]] const StepGraph& graph() const { return graph_; }
  [[nodiscard]] bool finished() const override { return ended_ == graph_.ranks(); }
  [[nodiscard]] std::uint64_t operations() const { return operations_; }

 private:
  enum class State : std::uint8_t { Begin, Piece, Gather, Beside, Exchange, Sending, Done };
  struct Worker {
    std::uint32_t index = 0, stage = 0;
    State at = State::Begin;
    bool blocked = false;         // at Begin or Piece: for what another group does
    int instruction = 0;
    std::size_t layer = 0;
    int piece = 0;
    std::uint32_t waiting = 0;    // members whose exchange or send is under way
  };
  struct Member {
    std::int64_t free = 0;        // the computing stream
    std::int64_t debt = 0;        // computing still to be lost to communication beside it
    std::int64_t entered = 0, exchanged = 0;  // the tensor exchange under way or last done
    std::uint32_t exchangePhase = 0;
    std::uint64_t pieces = 0;     // computed so far
    // the data stream
    std::size_t item = 0, itemPhase = 0;
    bool busy = false;
    std::int64_t dataFree = 0, itemStart = -1;
    std::vector<std::int64_t> released;  // gradient items: when, in order
    std::int64_t end = -1;
    // where its time went, ps
    std::int64_t compute = 0, tensor = 0, pipeline = 0, gather = 0, gradient = 0, contention = 0;
    std::int64_t dataTime = 0, weightsTime = 0, sendTime = 0, besideTime = 0;  // of communication, hidden or not
  };
  struct Arrival {
    std::uint32_t count = 0;
    std::vector<std::int64_t> sent, came;  // by member
  };
  struct Open {                   // a communicator that members have entered
    std::uint32_t entered = 0;
    std::int64_t time = 0, start = 0;
    std::uint16_t next = 0;       // number of its next operation
  };
  struct Mark {
    std::int64_t start, end;
    enum class What : std::uint8_t { Forward, Backward, Tensor, Sends, Bubble, Weights, Gradients, SendForward, SendBackward } what;
    std::int32_t micro;
    std::int32_t number;          // layer, or bucket
  };

  StepPlayer(const Scenario& s, bool keepMessages) : Player(keepMessages), scenario_(s) {}
  void proceed(Worker& w);
  bool enterInstruction(Worker& w);
  bool computePiece(Worker& w);        // false: waits for something
  void nextPiece(Worker& w);
  bool leaveInstruction(Worker& w);
  bool weightsThere(Worker& w);
  void exchange(Worker& w, const Phases& phases, bool beside, const std::int64_t* before);
  void exchanged(Worker& w, std::uint32_t member, std::int64_t end);
  void exchangeDone(Worker& w);
  void enter(std::uint32_t communicator, const Phase& phase, std::int64_t time);
  void send(std::uint32_t rank, bool forward, int micro, std::int64_t time);
  void received(std::uint32_t rank, bool forward, int micro, std::int64_t end);
  void release(std::uint32_t rank, std::int64_t time);
  void runData(std::uint32_t rank);
  void dataDone(std::uint32_t rank, std::int64_t start, std::int64_t end);
  void finish(std::uint32_t rank);
  [[nodiscard]] const Phases& itemOf(std::uint32_t rank, std::size_t item) const;
  [[nodiscard]] std::size_t weightItems(std::uint32_t stage) const;
  [[nodiscard]] bool drained(const Member& m, std::uint32_t rank) const;
  [[nodiscard]] const Phases& exchangeOf(const Worker& w) const;
  std::int64_t compute(std::uint32_t rank, std::int64_t time);
  void mark(std::uint32_t rank, Mark::What what, std::int64_t start, std::int64_t end, int micro, int number = 0);
  [[nodiscard]] model::TrainingStep measured() const;
  [[nodiscard]] std::int64_t last() const;  // end of the last rank so far
  void chooseShown();

  const Scenario& scenario_;
  model::TrainingStep step_;
  StepGraph graph_;
  OperationPlayer* operations_to_ = nullptr;
  std::optional<MessageOperations> own_;
  std::vector<Worker> workers_;
  std::vector<Member> members_;              // by rank
  std::vector<Open> open_;                   // by communicator
  std::vector<std::map<int, Arrival>> forward_, backward_;  // by worker: what was sent to it, by micro-batch
  std::vector<std::uint32_t> rankOfHost_;
  std::vector<std::vector<std::int64_t>> weightsEnd_;  // by rank: when each gathering of weights had ended
  std::vector<double> slowdown_;             // by rank
  std::vector<std::int32_t> shownAs_;        // by rank: index into marks_, -1
  std::vector<std::vector<Mark>> marks_;
  bool coarse_ = false;                      // too many pieces to draw each
  std::vector<std::int64_t> before_;         // of the members of a worker, scratch
  std::uint32_t ended_ = 0;
  std::uint64_t operations_ = 0;
  std::int64_t total_ = 0;
};

}  // namespace weir::sim
