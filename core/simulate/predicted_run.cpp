#include "core/simulate/predicted_run.h"

#include <algorithm>
#include <numeric>

#include "core/model/training.h"
#include "core/run/builder.h"
#include "core/scenario/json.h"
#include "core/simulate/rank_tracks.h"
#include "core/simulate/step_timeline.h"

namespace weir::sim {
namespace {

Result<int> training(const Scenario& s, RunBuilder& b) {
  auto step = model::trainingStep(s);
  if (!step) return tl::make_unexpected(step.error());
  const StepTimeline t = stepTimeline(s, *step);
  std::vector<PlayedOp> ops;
  std::int64_t free = 0;
  for (std::size_t i = 0; i < t.ready.size(); ++i) {
    const std::int64_t start = std::max(t.ready[i], free);
    free = start + Time::seconds(step->buckets[i].cost_s).toPs();
    ops.push_back({t.buckets[i].back(), start, free});
  }
  StepTail tail;
  tail.checkpoint = Time::seconds(step->checkpoint_s).toPs();
  tail.stall = Time::seconds(step->data_stall_s).toPs();
  if (step->supply.known) tail.loading = Time::seconds(static_cast<double>(s.plan.global_batch) / step->supply.samples_per_s).toPs();
  for (std::int32_t r = 0; r < std::min(t.ranks(), kRepresentatives); ++r) writeStep(b, t, r, ops, tail, INT64_MAX);
  return t.ranks();
}

int collective(const Scenario& s, const Outcome& o, RunBuilder& b) {
  const int ranks = s.workload.ranks > 0 ? s.workload.ranks : s.machine.nodes;
  std::vector<std::int32_t> everyone(static_cast<std::size_t>(ranks));
  std::iota(everyone.begin(), everyone.end(), 0);
  const std::uint32_t group = b.group(everyone);
  for (std::int32_t r = 0; r < std::min(ranks, kRepresentatives); ++r) {
    const TrackIndex track = rankTrack(b, r, "communication", 10);
    std::int64_t at = 0;
    for (const CollectiveOutcome& c : o.collectives) {
      GroupOp op;
      op.operation = c.operation;
      op.algorithm = c.algorithm;
      op.bytes = static_cast<std::int64_t>(c.bytes);
      const std::int64_t end = at + Time::seconds(c.time_s).toPs();
      addCollective(b, track, r, group, ranks, op, at, end);
      at = end;
    }
  }
  return ranks;
}

int traffic(const Scenario& s, const Outcome& o, RunBuilder& b) {
  for (std::int32_t r = 0; r < std::min(s.machine.nodes, kRepresentatives); ++r)
    addSlice(b, rankTrack(b, r, "communication", 10), "traffic, at least this long", "message", Activity::Communication, 0, Time::seconds(o.step_s).toPs());
  return s.machine.nodes;
}

}  // namespace

Result<Run> predictedRun(const Scenario& s, const Outcome& outcome) {
  RunBuilder b("weir-model", Truth::Predicted);
  Result<int> ranks = 0;
  switch (s.workload.kind) {
    case Workload::Kind::Replay: return fail("a replay has no closed form", "workload.kind", "simulate it");
    case Workload::Kind::Training: ranks = training(s, b); break;
    case Workload::Kind::Collective: ranks = collective(s, outcome, b); break;
    case Workload::Kind::Traffic: ranks = traffic(s, outcome, b); break;
  }
  if (!ranks) return tl::make_unexpected(ranks.error());
  if (*ranks > kRepresentatives) b.note("ranks not drawn, they do the same", {}, static_cast<std::uint64_t>(*ranks - kRepresentatives));
  b.run().title = s.name.empty() ? "prediction" : s.name;
  b.run().worldSize = *ranks;
  b.run().scenario = scenarioToJson(s);
  return b.build();
}

}  // namespace weir::sim
