#include "core/summarize/bandwidth.h"

#include <limits>

namespace weir {

std::optional<CollectiveOp> collectiveOpOf(Operation op) {
  switch (op) {
    case Operation::AllReduce: return CollectiveOp::AllReduce;
    case Operation::AllGather: return CollectiveOp::AllGather;
    case Operation::ReduceScatter: return CollectiveOp::ReduceScatter;
    case Operation::AllToAll: return CollectiveOp::AllToAll;
    case Operation::Broadcast: return CollectiveOp::Broadcast;
    case Operation::Reduce: return CollectiveOp::Reduce;
    case Operation::Gather: return CollectiveOp::Gather;
    case Operation::Scatter: return CollectiveOp::Scatter;
    case Operation::Barrier: return CollectiveOp::Barrier;
    case Operation::SendRecv: return CollectiveOp::SendReceive;
    case Operation::Unknown: break;
  }
  return std::nullopt;
}

std::optional<double> ncclSize(const CollectiveCall& c) {
  if (c.bytes == kUnknownBytes) return std::nullopt;
  const auto bytes = static_cast<double>(c.bytes);
  if (c.operation == Operation::AllGather || c.operation == Operation::Gather)
    return c.groupSize > 0 ? std::optional(bytes * c.groupSize) : std::nullopt;
  return bytes;
}

std::optional<CollectiveBandwidth> bandwidthOf(const CollectiveCall& c, double seconds) {
  const auto size = ncclSize(c);
  if (!size || !(seconds > 0) || c.operation == Operation::Barrier) return std::nullopt;
  CollectiveBandwidth b{*size / seconds, std::numeric_limits<double>::quiet_NaN()};
  if (const auto op = collectiveOpOf(c.operation); op && c.groupSize > 0) b.busbw = b.algbw * busBandwidthFactor(*op, c.groupSize);
  return b;
}

}  // namespace weir
