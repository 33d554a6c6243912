// What a played step becomes: its Outcome, and the tracks of the ranks that are drawn.
#include <fmt/format.h>

#include <algorithm>

#include "core/model/predict.h"
#include "core/simulate/play_training_step.h"
#include "core/simulate/played_step.h"
#include "core/simulate/rank_tracks.h"
#include "core/simulate/step_timeline.h"

namespace weir::sim {
namespace {

constexpr std::uint32_t kMostShown = 64;
constexpr std::size_t kMostMarks = 1'000'000;  // over all ranks drawn

double secondsOf(double ps) { return ps * 1e-12; }

}  // namespace

// The first rank of each stage, then the first of the other data-parallel copies, then stragglers come first of all.
void StepPlayer::chooseShown() {
  const std::uint32_t n = graph_.ranks();
  shownAs_.assign(n, -1);
  const auto show = [&](std::uint32_t r) {
    if (shownAs_[r] >= 0 || marks_.size() >= kMostShown) return;
    shownAs_[r] = static_cast<std::int32_t>(marks_.size());
    marks_.emplace_back();
  };
  if (n <= kMostShown) {
    for (std::uint32_t r = 0; r < n; ++r) show(r);
  } else {
    std::uint32_t slow = 0;
    for (std::uint32_t r = 0; r < n && slow < kMostShown / 4; ++r)
      if (slowdown_[r] != 1) (show(r), ++slow);
    for (std::uint32_t s = 0; s < graph_.stages; ++s) show(graph_.rank(s, 0, 0));
    for (std::uint32_t d = 1; d < graph_.data && marks_.size() < kMostShown / 2; ++d) show(graph_.rank(0, d, 0));
  }
  std::size_t each = 0;
  for (const StepLayer& l : graph_.stage[0].layers) each += 2 * static_cast<std::size_t>(l.forwardPieces + l.backwardPieces);
  each = (each + 6) * static_cast<std::size_t>(graph_.micros) + 2 * graph_.stage[0].buckets.size();
  coarse_ = each * marks_.size() > kMostMarks;
}

void StepPlayer::mark(std::uint32_t rank, Mark::What what, std::int64_t start, std::int64_t end, int micro, int number) {
  const std::int32_t at = shownAs_[rank];
  if (at < 0 || end <= start) return;
  std::vector<Mark>& marks = marks_[static_cast<std::size_t>(at)];
  if (coarse_ && (what == Mark::What::Forward || what == Mark::What::Backward || what == Mark::What::Tensor)) {
    // One slice a pass: computing and, within it, what the tensor group exchanges.
    for (std::size_t i = marks.size(); i-- > 0 && i + 8 > marks.size();) {
      Mark& m = marks[i];
      if (m.micro != micro || m.end != start || (m.what != Mark::What::Forward && m.what != Mark::What::Backward)) continue;
      if (what != Mark::What::Tensor && m.what != what) continue;
      m.end = end;
      return;
    }
  }
  marks.push_back({start, end, what, micro, number});
}

std::int64_t StepPlayer::last() const {
  std::int64_t end = 0;
  for (const Member& m : members_) end = std::max(end, m.end);
  return end;
}

// The step with what was played in place of what was predicted: the mean over the ranks, so that the parts add up to the
// time of the last of them. What a rank neither computes nor communicates is waiting for other stages.
model::TrainingStep StepPlayer::measured() const {
  model::TrainingStep t = step_;
  double compute = 0, tensor = 0, pipeline = 0, gather = 0, gradient = 0, hidden = 0;
  std::int64_t data = 0, weights = 0;
  for (const Member& m : members_) {
    compute += static_cast<double>(m.compute);
    tensor += static_cast<double>(m.tensor);
    pipeline += static_cast<double>(m.pipeline);
    gather += static_cast<double>(m.gather);
    gradient += static_cast<double>(m.gradient + m.contention);
    const std::int64_t beside = m.dataTime + m.weightsTime + m.sendTime + m.besideTime - m.gradient - m.gather;
    hidden += static_cast<double>(std::max<std::int64_t>(0, beside));
    data = std::max(data, m.dataTime);
    weights = std::max(weights, m.weightsTime);
  }
  const double n = static_cast<double>(members_.size());
  t.compute_s = secondsOf(compute / n);
  t.tensor_s = secondsOf(tensor / n);
  t.context_s = t.expert_s = 0;
  t.pipeline_s = secondsOf(pipeline / n);
  t.gather_exposed_s = secondsOf(gather / n);
  t.gradient_exposed_s = secondsOf(gradient / n);
  t.overlapped_s = secondsOf(hidden / n);
  t.bubble_s = std::max(0.0, secondsOf(static_cast<double>(last())) - t.compute_s - t.exposed_s());
  if (t.copies > 1) t.gradient.total.time_s = secondsOf(static_cast<double>(data));
  if (weights > 0) t.gather.total.time_s = secondsOf(static_cast<double>(weights));
  settleStep(scenario_, step_, t);
  return t;
}

std::int64_t StepPlayer::end() const { return Time::seconds(model::trainingOutcome(scenario_, measured()).step_s).toPs(); }

void StepPlayer::fill(Outcome& o) const {
  takeStep(scenario_, measured(), o);
  for (const std::string& r : graph_.remarks) o.remarks.push_back(r);
  o.remarks.push_back(fmt::format("played: {} collectives and sends of {} ranks; a collective begins when its last rank is there", operations_, graph_.ranks()));
  o.flows = transcript_.flows();
}

void StepPlayer::write(RunBuilder& b, std::int64_t now) const {
  const bool done = finished();
  const std::int64_t until = done ? INT64_MAX : now;
  const model::TrainingStep t = measured();
  const auto tail = [](double s) { return Time::seconds(s).toPs(); };
  const std::int64_t stepEnd = last();
  for (std::uint32_t rank = 0; rank < graph_.ranks(); ++rank) {
    if (shownAs_[rank] < 0) continue;
    const auto r = static_cast<std::int32_t>(rank);
    const TrackIndex computing = rankTrack(b, r, "computing", 0), waiting = rankTrack(b, r, "communication", 10);
    std::optional<TrackIndex> gradients, sends;
    std::uint32_t group = 0;
    for (const Mark& m : marks_[static_cast<std::size_t>(shownAs_[rank])]) {
      if (m.start >= until) continue;
      const std::int64_t end = std::min(m.end, until);
      using What = Mark::What;
      const auto put = [&](TrackIndex track, std::string_view name, std::string_view category, Activity a) { addSlice(b, track, name, category, a, m.start, end); };
      switch (m.what) {
        case What::Forward: put(computing, fmt::format("forward {}", m.micro + 1), "forward", Activity::Compute); break;
        case What::Backward: put(computing, fmt::format("backward {}", m.micro + 1), "backward", Activity::Compute); break;
        case What::Tensor: put(waiting, "tensor-parallel exchange", "exchange", Activity::Communication); break;
        case What::Sends: put(waiting, m.micro < 0 ? "gradients (not hidden)" : "from the other stage", "exchange", Activity::Communication); break;
        case What::Weights: put(waiting, "weights (not hidden)", "exchange", Activity::Communication); break;
        case What::Bubble: put(computing, "pipeline bubble", "wait", Activity::Wait); break;
        case What::SendForward:
        case What::SendBackward:
          if (!sends) sends = rankTrack(b, r, "sends", 30);
          put(*sends, fmt::format("{} {}", m.what == What::SendForward ? "activations" : "their gradients", m.micro + 1), "exchange", Activity::Communication);
          break;
        case What::Gradients: {
          if (!gradients) {
            gradients = rankTrack(b, r, "gradients", 20);
            std::vector<std::int32_t> members;
            for (std::uint32_t d = 0; d < graph_.data; ++d) members.push_back(static_cast<std::int32_t>(graph_.rank(graph_.stageOf(rank), d, rank % graph_.tensor)));
            group = b.group(members);
          }
          const StepBucket& bucket = graph_.stage[graph_.stageOf(rank)].buckets[static_cast<std::size_t>(m.number)];
          const Phases& phases = m.micro < 0 ? bucket.weights : bucket.gradients;
          GroupOp op;
          op.operation = phases.size() == 1 ? phases[0].operation : m.micro < 0 ? CollectiveOp::AllGather : scenario_.plan.zero > 0 ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce;
          op.algorithm = phases.size() == 1 ? phases[0].algorithm : Algorithm::Hierarchical;
          op.bytes = phases.size() == 1 ? phases[0].bytes : phases[phases[0].where == Phase::Where::Inside ? 0 : 1].bytes;
          addCollective(b, *gradients, r, group, static_cast<int>(graph_.data), op, m.start, end);
          break;
        }
      }
    }
    if (!done) continue;
    const Member& member = members_[rank];
    std::int64_t at = member.end;
    addSlice(b, computing, "waits for the last rank", "wait", Activity::Wait, at, stepEnd);
    const std::int64_t updated = stepEnd + graph_.after - graph_.hostAfter;
    addSlice(b, computing, "optimizer", "optimizer", Activity::Compute, stepEnd, updated);
    at = stepEnd + graph_.after;
    addSlice(b, computing, "host work between steps", "host", Activity::Other, updated, at);
    if (t.checkpoint_s + t.data_stall_s <= 0) continue;
    const TrackIndex data = rankTrack(b, r, "data", 40);
    addSlice(b, data, "checkpoint (its share of a step)", "checkpoint", Activity::Checkpoint, at, at + tail(t.checkpoint_s));
    at += tail(t.checkpoint_s);
    addSlice(b, data, "wait for data", "data", Activity::DataLoad, at, at + tail(t.data_stall_s));
  }
  if (marks_.size() < graph_.ranks()) b.note("ranks not drawn, they do the like", {}, graph_.ranks() - marks_.size());
  if (coarse_) b.note("passes drawn whole: computing with what the tensor group exchanges in between", {});
}

}  // namespace weir::sim
