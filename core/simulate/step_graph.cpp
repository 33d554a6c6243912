#include "core/simulate/step_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/data_parallel.h"
#include "core/model/networks.h"

namespace weir::sim {
namespace {

constexpr std::uint64_t kTensorStream = 1, kPipelineStream = 2, kDataStream = 3;

Result<void> playableStep(const Scenario& s) {
  const Plan& p = s.plan;
  const auto refuse = [](const char* what, const char* where, const char* neutral) {
    return fail(fmt::format("{} is not played message by message yet", what), where, fmt::format("ask for the model, or set it to {}", neutral));
  };
  if (p.context_parallel > 1) return refuse("context parallelism", "plan.context_parallel", "1");
  if (p.expert_parallel > 1) return refuse("expert parallelism", "plan.expert_parallel", "1");
  if (p.virtual_stages > 1) return refuse("an interleaved pipeline", "plan.virtual_stages", "1");
  if (p.tensor_overlap) return refuse("a tensor-parallel exchange in pieces", "plan.tensor_overlap", "false");
  if (p.zero == 3) return refuse("the gathering of weights of ZeRO 3", "plan.zero", "2");
  if (p.shard_group > 0 && p.zero > 0) return refuse("a shard group", "plan.shard_group", "0");
  return {};
}

// Ranks first, first + stride, ...: how many stand on a node. Unequal nodes make one ring of them all.
GroupShape shapeOf(std::uint32_t members, std::uint32_t stride, std::uint32_t perNode) {
  GroupShape g{members, 1};
  std::uint32_t inNode = 1;
  while (inNode < members && inNode * stride / perNode == 0) ++inNode;
  if (inNode == members) return {members, members};
  if (members % inNode == 0 && perNode % stride == 0) g.inNode = inNode;
  return g;
}

class Builder {
 public:
  Builder(const Scenario& s, const model::TrainingStep& t, StepGraph& g) : s_(s), t_(t), g_(g) {}

  Result<Phases> collective(const GroupShape& shape, CollectiveOp op, double bytes) {
    Phases out;
    const std::int64_t all = std::llround(bytes);
    if (shape.members < 2 || all <= 0) return out;
    if (!shape.layered()) {
      const bool inside = shape.inNode > 1;
      Algorithm a = Algorithm::Ring;  // inside a node the closed form is a ring's too
      if (!inside || (op == CollectiveOp::AllReduce && s_.plan.allreduce != Algorithm::Auto)) a = across(shape, op, bytes);
      if (!hasMessages(op, a, static_cast<int>(shape.members))) {
        if (!inside || s_.plan.allreduce != Algorithm::Auto) return noMessages(op, a);
        a = Algorithm::Ring;
      }
      out.push_back({Phase::Where::Whole, op, runsAs(op, a, static_cast<int>(shape.members)), all});
      return out;
    }
    const Algorithm a = across(shape, op, bytes);
    if (!hasMessages(op, a, static_cast<int>(shape.nodes()))) return noMessages(op, a);
    const std::int64_t share = std::llround(bytes / shape.inNode);
    if (op != CollectiveOp::AllGather) out.push_back({Phase::Where::Inside, CollectiveOp::ReduceScatter, Algorithm::Ring, all});
    out.push_back({Phase::Where::Across, op, runsAs(op, a, static_cast<int>(shape.nodes())), share});
    if (op != CollectiveOp::ReduceScatter) out.push_back({Phase::Where::Inside, CollectiveOp::AllGather, Algorithm::Ring, all});
    return out;
  }

  Result<void> tensorParallel() {
    const Plan& p = s_.plan;
    if (g_.tensor < 2 || t_.net.blocks == 0) return {};
    const double bytes = t_.micro_batch * t_.net.block_bytes;
    if (p.sequence_parallel) {
      for (const CollectiveOp op : {CollectiveOp::ReduceScatter, CollectiveOp::AllGather}) {
        auto c = collective(g_.tensorShape, op, bytes);
        if (!c) return tl::make_unexpected(c.error());
        g_.tensorExchange.insert(g_.tensorExchange.end(), c->begin(), c->end());
        if (op == CollectiveOp::AllGather) g_.tensorAgain = std::move(*c);
      }
      return {};
    }
    auto c = collective(g_.tensorShape, CollectiveOp::AllReduce, bytes);
    if (!c) return tl::make_unexpected(c.error());
    g_.tensorExchange = std::move(*c);
    auto gather = collective(g_.tensorShape, CollectiveOp::AllGather, bytes);
    if (!gather) return tl::make_unexpected(gather.error());
    g_.tensorGather = std::move(*gather);
    return {};
  }

  // The closed form's stage is the largest: as many blocks as any, and what stands at the ends of the model.
  Result<void> stage(std::uint32_t s) {
    StepStage& out = g_.stage.emplace_back();
    std::vector<double> parameters;
    const bool blocks = t_.net.blocks > 0;
    const bool first = s == 0, last = s + 1 == g_.stages;
    int left = blocksOf(s);
    const int again = s_.plan.recompute == "full" ? 2 : 0;
    for (std::size_t i = 0; i < t_.net.segments.size(); ++i) {
      const model::Segment& seg = t_.net.segments[i];
      const model::SegmentTime& time = t_.micro.segments[i];
      if (blocks && i == 0) {
        // Tied embedding and head: each end of the pipeline holds a copy. Scores are computed by the last.
        if (!first && !last) continue;
        out.layers.push_back({last ? ps(time.forward_s) : 0, last ? ps(time.backward_s) : 0, 1, 1, 0, false});
        parameters.push_back(seg.parameters);
        continue;
      }
      for (int c = 0; c < seg.count && (!blocks || left > 0); ++c, --left) {
        StepLayer l{ps(time.forward_s), ps(time.backward_s), 1, 1, 0, false};
        if (blocks && !g_.tensorExchange.empty()) l = {l.forward, l.backward, 2, 2 + again, again, true};
        out.layers.push_back(l);
        parameters.push_back(seg.parameters);
      }
    }
    return buckets(out, parameters);
  }

 private:
  [[nodiscard]] Algorithm across(const GroupShape& shape, CollectiveOp op, double bytes) const {
    return model::resolveAlgorithm(op, s_.plan.allreduce, static_cast<int>(shape.members), static_cast<int>(shape.nodes()), bytes, t_.costs, s_.plan.library);
  }
  static tl::unexpected<Error> noMessages(CollectiveOp op, Algorithm a) {
    return fail(fmt::format("{} by {} has no messages between ranks to play: switches do the work", name(op), name(a)), "plan.allreduce",
                "ask for the model, or take another algorithm");
  }

  [[nodiscard]] int blocksOf(std::uint32_t s) const {
    if (t_.net.blocks == 0) return 0;
    const int all = s_.workload.model.gpt ? s_.workload.model.gpt->layers : t_.net.blocks * static_cast<int>(g_.stages);
    const int stages = static_cast<int>(g_.stages);
    return all / stages + (static_cast<int>(s) < all % stages ? 1 : 0);
  }

  Result<void> buckets(StepStage& out, const std::vector<double>& parameters) {
    out.bucketOfLayer.assign(out.layers.size(), 0);
    if (g_.data < 2) return {};
    double bytes = 0;
    std::size_t from = out.layers.size();
    for (std::size_t i = out.layers.size(); i-- > 0;) {
      bytes += parameters[i] * t_.gradient_bytes;
      if (bytes <= 0 || (bytes < s_.plan.bucket.toDouble() && i > 0)) continue;
      StepBucket b;
      b.layer = i;
      const bool zero = s_.plan.zero > 0;
      auto gradients = collective(g_.dataShape, zero ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce, bytes);
      if (!gradients) return tl::make_unexpected(gradients.error());
      b.gradients = std::move(*gradients);
      if (zero) {
        auto weights = collective(g_.dataShape, CollectiveOp::AllGather, bytes / t_.gradient_bytes * model::elementBytes(s_.workload.precision));
        if (!weights) return tl::make_unexpected(weights.error());
        b.weights = std::move(*weights);
      }
      for (std::size_t l = i; l < from; ++l) out.bucketOfLayer[l] = static_cast<std::uint32_t>(out.buckets.size());
      out.buckets.push_back(std::move(b));
      from = i;
      bytes = 0;
    }
    return {};
  }

  const Scenario& s_;
  const model::TrainingStep& t_;
  StepGraph& g_;
};

void addGroup(std::vector<Communicator>& to, const GroupShape& shape, const std::vector<std::uint32_t>& hosts, std::uint64_t stream) {
  const std::size_t base = to.size();
  to.resize(base + shape.communicators());
  for (std::uint32_t c = 0; c < shape.communicators(); ++c) {
    Communicator& out = to[base + c];
    out.stream = stream;
    const Phase::Where w = shape.whereOf(c);
    const std::uint32_t size = w == Phase::Where::Whole ? shape.members : w == Phase::Where::Inside ? shape.inNode : shape.nodes();
    for (std::uint32_t p = 0; p < size; ++p) out.hosts.push_back(hosts[shape.memberAt(w, c, p)]);
  }
}

void communicators(StepGraph& g, const std::vector<std::uint32_t>& hosts) {
  std::vector<std::uint32_t> members;
  for (std::uint32_t w = 0; w < g.workers(); ++w) {
    members.assign(hosts.begin() + w * g.tensor, hosts.begin() + (w + 1) * g.tensor);
    addGroup(g.communicators, g.tensorShape, members, kTensorStream);
  }
  for (std::uint32_t s = 0; s < g.stages; ++s)
    for (std::uint32_t t = 0; t < g.tensor; ++t) {
      members.clear();
      for (std::uint32_t d = 0; d < g.data; ++d) members.push_back(hosts[g.rank(s, d, t)]);
      addGroup(g.communicators, g.dataShape, members, kDataStream);
    }
  const std::uint32_t stride = g.data * g.tensor, n = g.ranks();
  for (std::uint32_t r = 0; r < n; ++r) g.communicators.push_back({{hosts[r], hosts[(r + stride) % n]}, kPipelineStream});
  for (std::uint32_t r = 0; r < n; ++r) g.communicators.push_back({{hosts[r], hosts[(r + n - stride) % n]}, kPipelineStream});
}

std::int64_t bytesOf(const Phases& phases, const GroupShape& shape) {
  std::int64_t sum = 0;
  for (const Phase& p : phases) {
    const std::uint32_t size = p.where == Phase::Where::Whole ? shape.members : p.where == Phase::Where::Inside ? shape.inNode : shape.nodes();
    std::int64_t one = 0;
    expandCollective(p.operation, p.algorithm, static_cast<int>(size), p.bytes, 0, [&](const Message& m) { one += m.bytes; });
    sum += one * (shape.members / size);
  }
  return sum;
}

}  // namespace

StepGraph::Instruction StepGraph::instruction(std::uint32_t s, int k) const {
  const int warm = std::min(static_cast<int>(stages - 1 - s), micros), steady = 2 * (micros - warm);
  if (k < warm) return {true, k};
  if (k < warm + steady) return {(k - warm) % 2 == 0, (k - warm) % 2 == 0 ? warm + (k - warm) / 2 : (k - warm) / 2};
  return {false, k - micros};
}

std::int64_t StepGraph::totalBytes() const {
  std::int64_t sum = 2 * boundary * micros * static_cast<std::int64_t>(stages - 1) * data * tensor;
  const std::int64_t exchange = bytesOf(tensorExchange, tensorShape), again = bytesOf(tensorAgain, tensorShape);
  sum += 2 * bytesOf(tensorGather, tensorShape) * micros * static_cast<std::int64_t>(stages - 1) * data;
  for (const StepStage& s : stage) {
    for (const StepLayer& l : s.layers)
      if (l.block) sum += micros * static_cast<std::int64_t>(data) * (exchange * (l.forwardPieces + l.backwardPieces) + again * (l.backwardPieces - l.recomputed));
    for (const StepBucket& b : s.buckets)
      sum += static_cast<std::int64_t>(tensor) * (bytesOf(b.gradients, dataShape) * (everyMicro ? micros : 1) + bytesOf(b.weights, dataShape));
  }
  return sum;
}

Result<StepGraph> stepGraph(const Scenario& s, const model::TrainingStep& t, const std::vector<std::uint32_t>& hosts) {
  if (auto can = playableStep(s); !can) return tl::make_unexpected(can.error());
  StepGraph g;
  g.data = static_cast<std::uint32_t>(t.data);
  g.tensor = static_cast<std::uint32_t>(t.tensor);
  g.stages = static_cast<std::uint32_t>(t.stages);
  g.perNode = static_cast<std::uint32_t>(std::max(1, s.machine.node.accelerators));
  g.micros = std::max(1, static_cast<int>(t.micro_batches));
  g.overlap = s.plan.overlap;
  g.everyMicro = model::syncsEveryMicroBatch(s.plan);
  g.contention = s.machine.node.accelerator.overlap_contention;
  g.after = ps(t.after_s());
  g.hostAfter = g.after - ps(t.updating_s());
  g.tensorShape = shapeOf(g.tensor, 1, g.perNode);
  g.dataShape = shapeOf(g.data, g.tensor, g.perNode);
  if (g.stages > 1) g.boundary = std::llround(t.micro_batch * t.net.block_bytes / g.tensor);
  Builder b(s, t, g);
  if (auto made = b.tensorParallel(); !made) return tl::make_unexpected(made.error());
  for (std::uint32_t i = 0; i < g.stages; ++i)
    if (auto made = b.stage(i); !made) return tl::make_unexpected(made.error());
  communicators(g, hosts);
  return g;
}

}  // namespace weir::sim
