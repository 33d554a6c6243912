// What one training step consists of, as far as it does not depend on time: how ranks are cut into groups, what each group
// exchanges, and in which order a rank computes. Nothing here grows with the number of micro-batches.
//
// Ranks are packed: tensor ranks next to one another, then data, then stages; rank = (stage x data + d) x tensor + t.
// A stage runs its micro-batches one forward, one backward (Narayanan et al., SC21, section 2.2): first
// min(stages - 1 - stage, m) forwards, then a forward and a backward in turn, then the backwards that are left.
// A block is computed in two pieces each way (attention, feed-forward), each followed by the tensor group's all-reduce
// (Shoeybi et al. 2019, section 3); full recomputation computes forward again, exchanges included. With sequence
// parallelism each is a reduce-scatter and an all-gather of the same bytes, and each backward piece gathers its input again
// beside computing (Korthikanti et al. 2022, section 4.2.2); without it the receiving stage gathers the pieces that its
// ranks were sent (Narayanan et al., section 4.1).
// What the closed form simplifies and this does not: the head is computed by the last stage only (the closed form takes
// every stage to be as slow), and stages may hold one block more or less.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/quantity.h"
#include "core/base/result.h"
#include "core/model/training.h"
#include "core/scenario/scenario.h"
#include "core/simulate/operations.h"

namespace weir::sim {

inline std::int64_t ps(double seconds) { return Time::seconds(seconds).toPs(); }

// A collective of a group laid over nodes is played in up to three phases: inside nodes, across them, inside again.
struct Phase {
  enum class Where : std::uint8_t { Whole, Inside, Across } where = Where::Whole;
  CollectiveOp operation = CollectiveOp::AllReduce;
  Algorithm algorithm = Algorithm::Ring;
  std::int64_t bytes = 0;
};
using Phases = std::vector<Phase>;

// Members that stand together on nodes, `inNode` each; equal nodes, or inNode = 1 with all in one ring.
struct GroupShape {
  std::uint32_t members = 1, inNode = 1;
  [[nodiscard]] std::uint32_t nodes() const { return members / inNode; }
  [[nodiscard]] bool layered() const { return inNode > 1 && inNode < members; }
  [[nodiscard]] std::uint32_t communicators() const { return layered() ? nodes() + inNode : 1; }
  // Of a member: its communicator in the group, and its place there.
  struct Place {
    std::uint32_t communicator, member;
  };
  [[nodiscard]] Place placeOf(Phase::Where w, std::uint32_t member) const {
    if (w == Phase::Where::Inside) return {member / inNode, member % inNode};
    if (w == Phase::Where::Across) return {nodes() + member % inNode, member / inNode};
    return {0, member};
  }
  [[nodiscard]] std::uint32_t memberAt(Phase::Where w, std::uint32_t communicator, std::uint32_t place) const {
    if (w == Phase::Where::Inside) return communicator * inNode + place;
    if (w == Phase::Where::Across) return place * inNode + (communicator - nodes());
    return place;
  }
  [[nodiscard]] Phase::Where whereOf(std::uint32_t communicator) const {
    if (!layered()) return Phase::Where::Whole;
    return communicator < nodes() ? Phase::Where::Inside : Phase::Where::Across;
  }
};

struct StepLayer {
  std::int64_t forward = 0, backward = 0;  // ps, of one micro-batch
  int forwardPieces = 1, backwardPieces = 1;
  int recomputed = 0;                      // of the backward pieces, those that are forward again
  bool block = false;                      // its pieces end in a tensor-parallel exchange
};

struct StepBucket {
  std::size_t layer = 0;   // released when the backward of this layer is done
  Phases gradients;        // in the order of backward
  Phases weights;          // ZeRO 1, 2: gathered under the next step's forward; empty: none
};

struct StepStage {
  std::vector<StepLayer> layers;    // in order of forward
  std::vector<StepBucket> buckets;  // in order of backward
  std::vector<std::uint32_t> bucketOfLayer;
};

struct StepGraph {
  std::uint32_t data = 1, tensor = 1, stages = 1, perNode = 1;
  int micros = 1;
  bool overlap = true, everyMicro = false;
  double contention = 0;                     // computing lost a second of communication beside it
  std::int64_t after = 0, hostAfter = 0;     // what ends a step, and what of it is the host's work and no computing
  std::int64_t boundary = 0;                 // bytes a rank sends to the next stage
  std::vector<StepStage> stage;
  Phases tensorExchange, tensorAgain;        // that computing waits for; beside backward pieces
  Phases tensorGather;                       // of what a stage was sent
  GroupShape tensorShape, dataShape;
  std::vector<Communicator> communicators;   // tensor groups by worker, data groups by (stage, tensor), sends by rank
  std::vector<std::string> remarks;

  [[nodiscard]] std::uint32_t ranks() const { return data * tensor * stages; }
  [[nodiscard]] std::uint32_t workers() const { return data * stages; }  // tensor groups
  [[nodiscard]] std::uint32_t rank(std::uint32_t s, std::uint32_t d, std::uint32_t t) const { return (s * data + d) * tensor + t; }
  [[nodiscard]] std::uint32_t stageOf(std::uint32_t rank) const { return rank / (data * tensor); }
  [[nodiscard]] std::uint32_t tensorBase(std::uint32_t worker) const { return worker * tensorShape.communicators(); }
  [[nodiscard]] std::uint32_t dataFirst() const { return workers() * tensorShape.communicators(); }
  [[nodiscard]] std::uint32_t dataBase(std::uint32_t s, std::uint32_t t) const { return dataFirst() + (s * tensor + t) * dataShape.communicators(); }
  [[nodiscard]] std::uint32_t sendFirst() const { return dataFirst() + stages * tensor * dataShape.communicators(); }
  [[nodiscard]] std::uint32_t sendForward(std::uint32_t rank) const { return sendFirst() + rank; }
  [[nodiscard]] std::uint32_t sendBackward(std::uint32_t rank) const { return sendFirst() + ranks() + rank; }

  struct Instruction {
    bool forward;
    int micro;
  };
  // The k-th of 2 x micros of a stage.
  [[nodiscard]] Instruction instruction(std::uint32_t s, int k) const;
  // Bytes that all messages of the step put on links.
  [[nodiscard]] std::int64_t totalBytes() const;
};

// The scenario is valid, of kind training; `hosts`: of each rank. Errors name what no messages play (plan.zero 3, ...).
[[nodiscard]] Result<StepGraph> stepGraph(const Scenario& scenario, const model::TrainingStep& step, const std::vector<std::uint32_t>& hosts);

}  // namespace weir::sim
