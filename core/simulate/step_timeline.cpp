#include "core/simulate/step_timeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/networks.h"
#include "core/simulate/rank_tracks.h"
#include "core/simulate/step_graph.h"

namespace weir::sim {
namespace {

constexpr int kMostMicrosDrawn = 64;  // drawn one by one; more are drawn as one slice

}  // namespace

StepTimeline stepTimeline(const Scenario& s, const model::TrainingStep& t) {
  StepTimeline o;
  o.data = t.data;
  o.tensor = t.tensor;
  o.stages = t.stages;
  o.perNode = s.machine.node.accelerators;
  o.micros = std::max(1, static_cast<int>(t.micro_batches));
  o.bubble = ps(t.bubble_s);
  o.pipeline = ps(t.pipeline_s);
  o.gather = ps(t.gather_exposed_s);
  o.earlierGradients = ps(std::max(0.0, t.gradient_exposed_s - (s.plan.overlap ? t.overlap.exposed_s : t.overlap.total_s)));
  o.forward = ps(t.micro.forward_s);
  o.backward = ps(t.micro.backward_s);
  o.tensorForward = ps(t.inner_s() / o.micros / 2);
  o.tensorBackward = o.tensorForward;
  o.optimizer = ps(t.updating_s());
  o.host = ps(t.after_s()) - o.optimizer;
  const std::int64_t micro = o.forward + o.backward + o.tensorForward + o.tensorBackward;
  o.backwardEnd = o.bubble + o.pipeline + o.gather + o.earlierGradients + o.micros * micro;
  o.backwardStart = o.backwardEnd - o.backward - o.tensorBackward;
  const double backward_s = t.bucket_backward_s;
  const bool zero = s.plan.zero > 0;
  const double gatherScale = model::elementBytes(s.workload.precision) / t.gradient_bytes;
  for (const model::Bucket& b : t.buckets) {
    o.ready.push_back(s.plan.overlap ? std::max(o.backwardStart, o.backwardEnd - ps(backward_s - b.ready_s)) : o.backwardEnd);
    auto& ops = o.buckets.emplace_back();
    const auto op = [&](CollectiveOp what, double bytes) {
      ops.push_back(groupOp(what, s.plan.allreduce, t.layout, bytes, t.costs, t.fabric, s.plan.library));
    };
    if (s.plan.zero == 3) op(CollectiveOp::AllGather, b.bytes * gatherScale);  // weights again, before the gradients leave
    op(zero ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce, b.bytes);
  }
  return o;
}

void writeStep(RunBuilder& b, const StepTimeline& t, std::int32_t rank, const std::vector<PlayedOp>& ops, const StepTail& tail, std::int64_t until) {
  const TrackIndex compute = rankTrack(b, rank, "computing", 0);
  const TrackIndex communication = rankTrack(b, rank, "communication", 10);
  const auto put = [&](TrackIndex track, std::string_view name, std::string_view category, Activity a, std::int64_t from, std::int64_t to) {
    addSlice(b, track, name, category, a, from, std::min(to, until));
    return to;
  };
  constexpr auto kCompute = Activity::Compute;
  constexpr auto kSend = Activity::Communication;
  std::int64_t at = put(compute, "pipeline bubble", "wait", Activity::Wait, 0, t.bubble);
  at = put(communication, "sends between stages", "exchange", kSend, at, at + t.pipeline);
  at = put(communication, "gather weights (not hidden)", "exchange", kSend, at, at + t.gather);
  at = put(communication, "gradients of earlier micro-batches (not hidden)", "exchange", kSend, at, at + t.earlierGradients);
  const auto oneMicro = [&](std::int64_t n, const char* forward, const char* backward) {
    at = put(compute, forward, "forward", kCompute, at, at + n * t.forward);
    at = put(communication, "tensor-parallel all-reduce", "exchange", kSend, at, at + n * t.tensorForward);
    if (!backward) return;
    at = put(compute, backward, "backward", kCompute, at, at + n * t.backward);
    at = put(communication, "tensor-parallel all-reduce", "exchange", kSend, at, at + n * t.tensorBackward);
  };
  if (t.micros <= kMostMicrosDrawn)
    for (int m = 1; m < t.micros; ++m) oneMicro(1, "forward", "backward");
  else oneMicro(t.micros - 1, "forward, earlier micro-batches", "backward, earlier micro-batches");
  oneMicro(1, "forward", nullptr);

  // The last backward, in the pieces that release the buckets. Tensor all-reduces take their share of each piece.
  const std::int64_t both = t.backward + t.tensorBackward;
  for (std::size_t i = 0; i <= t.ready.size(); ++i) {
    const std::int64_t end = i < t.ready.size() ? std::min(t.ready[i], t.backwardEnd) : t.backwardEnd;
    if (end <= at || both == 0) continue;
    const auto computing = static_cast<std::int64_t>(static_cast<double>(end - at) * static_cast<double>(t.backward) / static_cast<double>(both) + 0.5);
    const std::int64_t turn = put(compute, i < t.ready.size() ? fmt::format("backward to bucket {}", i + 1) : "backward", "backward", kCompute, at, at + computing);
    at = put(communication, "tensor-parallel all-reduce", "exchange", kSend, turn, end);
  }

  std::int64_t last = t.backwardEnd;
  // A bucket that waits for its predecessor stands on its own track, so that no slice covers another.
  if (!ops.empty()) {
    const TrackIndex gradients = rankTrack(b, rank, "gradients", 20);
    std::vector<std::int32_t> members;
    const std::int32_t first = rank - rank % (t.data * t.tensor) + rank % t.tensor;
    for (int d = 0; d < t.data; ++d) members.push_back(first + d * t.tensor);
    const std::uint32_t group = b.group(members);
    for (const PlayedOp& o : ops) {
      last = std::max(last, o.end);
      if (o.start < until) addCollective(b, gradients, rank, group, t.data, o.op, o.start, std::min(o.end, until));
    }
  }
  at = put(compute, "optimizer", "optimizer", kCompute, last, last + t.optimizer);
  at = put(compute, "host work between steps", "host", Activity::Other, at, at + t.host);
  if (tail.checkpoint + tail.stall + tail.loading > 0 && at < until) {
    const TrackIndex data = rankTrack(b, rank, "data", 30);
    at = put(data, "checkpoint (its share of a step)", "checkpoint", Activity::Checkpoint, at, at + tail.checkpoint);
    // The next batch loads beside the step; what the step does not cover is waited for. Not beside what is neither computing nor
    // communication, where loading would count as waiting for data.
    if (tail.stall > 0) put(data, "wait for data", "data", Activity::DataLoad, at, at + tail.stall);
    if (tail.loading > tail.stall && t.bubble == 0)
      put(data, "load the next batch", "data", Activity::DataLoad, std::max<std::int64_t>(0, last - (tail.loading - tail.stall)), last);
  }
}

}  // namespace weir::sim
