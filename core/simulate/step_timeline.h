// One training step on the time axis: what core/model computes in seconds, laid end to end in picoseconds, so that the
// buckets' collectives can be played against it. In order:
//   pipeline bubble and sends, weights gathered (ZeRO, what forward does not hide), the micro-batches, of which the last
//   backward releases the buckets, communication that outlasts it, optimizer, host work, checkpoint's share, waiting for data.
// The parts add up to the model's step when the buckets cost what the model says.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/training.h"
#include "core/run/builder.h"
#include "core/simulate/group_play.h"

namespace weir::sim {

struct StepTimeline {
  std::int64_t bubble = 0, pipeline = 0, gather = 0, earlierGradients = 0;
  int micros = 1;
  std::int64_t forward = 0, backward = 0, tensorForward = 0, tensorBackward = 0;  // of one micro-batch; tensor = all-reduces
  std::int64_t backwardStart = 0, backwardEnd = 0;                               // of the last micro-batch
  std::vector<std::int64_t> ready;               // per bucket
  std::vector<std::vector<GroupOp>> buckets;     // what each bucket plays, in order
  std::int64_t optimizer = 0, host = 0;          // computing (with compressing), and the host's work between steps
  int data = 1, tensor = 1, stages = 1, perNode = 1;

  [[nodiscard]] int ranks() const { return data * tensor * stages; }
};

[[nodiscard]] StepTimeline stepTimeline(const Scenario& scenario, const model::TrainingStep& step);

struct PlayedOp {
  GroupOp op;
  std::int64_t start = 0, end = 0;
};

// What came after computing and communication, ps.
struct StepTail {
  std::int64_t checkpoint = 0, stall = 0, loading = 0;  // loading: how long the next batch takes to load, 0 = unknown
};

// The tracks of one rank; nothing after `until`. `ops`: the bucket collectives of its group, in order.
void writeStep(RunBuilder& b, const StepTimeline& t, std::int32_t rank, const std::vector<PlayedOp>& ops, const StepTail& tail, std::int64_t until);

}  // namespace weir::sim
