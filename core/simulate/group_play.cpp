#include "core/simulate/group_play.h"

#include <cmath>

#include "core/base/quantity.h"

namespace weir::sim {

GroupOp groupOp(CollectiveOp op, Algorithm algorithm, const model::GroupLayout& layout, double bytes, const model::NetworkCosts& costs,
                const model::FabricCosts& fabric, std::string_view library) {
  // Played between the nodes: only what happens inside is priced.
  model::NetworkCosts played = costs;
  played.tuner = false;
  const model::GroupCost c = model::groupCollective(op, algorithm, layout, bytes, played, fabric, library);
  GroupOp g;
  g.operation = op;
  g.algorithm = c.total.algorithm;
  g.bytes = std::llround(bytes);
  // An all-to-all sends each member's whole buffer; all groups of a node share its NICs.
  g.nodeBytes = std::llround(bytes * (op == CollectiveOp::AllToAll ? layout.inNode : 1) * layout.groups);
  const std::int64_t inside = Time::seconds(c.intra_s).toPs();
  if (op == CollectiveOp::AllReduce) g.before = inside / 2;
  if (op == CollectiveOp::ReduceScatter || op == CollectiveOp::AllToAll) g.before = inside;
  g.after = inside - g.before;
  return g;
}

std::int64_t networkBytes(const GroupOp& op, int nodes) {
  std::int64_t sum = 0;
  expandCollective(op.operation, op.algorithm, nodes, op.nodeBytes, 0, [&](const Message& m) { sum += m.bytes; });
  return sum;
}

Operation operationOf(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::AllReduce: return Operation::AllReduce;
    case CollectiveOp::AllGather: return Operation::AllGather;
    case CollectiveOp::ReduceScatter: return Operation::ReduceScatter;
    case CollectiveOp::AllToAll: return Operation::AllToAll;
    case CollectiveOp::Broadcast: return Operation::Broadcast;
    case CollectiveOp::Reduce: return Operation::Reduce;
    case CollectiveOp::Gather: return Operation::Gather;
    case CollectiveOp::Scatter: return Operation::Scatter;
    case CollectiveOp::Barrier: return Operation::Barrier;
    case CollectiveOp::SendReceive: return Operation::SendRecv;
  }
  return Operation::Unknown;
}

GroupPlay::GroupPlay(const GroupOp& op, const std::vector<std::uint32_t>& hosts, std::uint64_t firstTag)
    : op_(op), play_({op.operation, op.algorithm, op.nodeBytes, hosts}, firstTag) {}

void GroupPlay::begin(std::int64_t time, net::Injector& net) {
  start_ = time;
  play_.begin(time + op_.before, net);
}

}  // namespace weir::sim
