#include "core/simulate/operations.h"

#include <algorithm>
#include <set>

namespace weir::sim {
namespace {

bool ring(const Operation& op) {
  return op.algorithm == Algorithm::Ring &&
         (op.operation == CollectiveOp::AllReduce || op.operation == CollectiveOp::AllGather || op.operation == CollectiveOp::ReduceScatter);
}

}  // namespace

void MessageOperations::send(const net::Send& s) {
  net::Send out = s;
  out.queue |= stream_ << kStreamShift;
  net_.send(out);
}

void MessageOperations::start(OperationId id, const Operation& op, std::int64_t time) {
  const Communicator& c = (*communicators_)[op.communicator];
  stream_ = c.stream;
  Running& r = running_[id];
  r.op = op;
  r.start = time;
  const std::uint64_t base = id << kIndexBits;
  if (op.operation == CollectiveOp::SendReceive) {
    send({.from = c.hosts[0], .to = c.hosts[1], .bytes = op.bytes, .tag = base, .flow = c.flow, .ready = time, .priority = c.priority});
    return;
  }
  r.play.emplace(net::CollectiveSpec{.operation = op.operation, .algorithm = op.algorithm, .bytes = op.bytes, .hosts = c.hosts}, base);
  const std::size_t n = c.hosts.size();
  r.end.assign(n, time);
  if (ring(op)) {
    r.left.assign(n, 2 * r.play->messages() / n);
  } else {
    r.left.assign(n, 0);
    for (std::uint64_t i = 0; i < r.play->messages(); ++i) {
      const auto [from, to] = r.play->ranksOf(base + i);
      ++r.left[from];
      ++r.left[to];
    }
  }
  r.play->begin(time, *this);
}

MessageOperations::Ends MessageOperations::endsOf(const net::Delivery& d) const {
  const Running& r = running_.at(d.send.tag >> kIndexBits);
  if (!r.play) return {r.op.communicator, 0, 1};
  const auto [from, to] = r.play->ranksOf(d.send.tag);
  return {r.op.communicator, from, to};
}

void MessageOperations::delivered(const net::Delivery& d) {
  const OperationId id = d.send.tag >> kIndexBits;
  const auto at = running_.find(id);
  Running& r = at->second;
  if (!r.play) {
    const std::int64_t start = r.start;
    running_.erase(at);
    listener_->memberDone(id, 0, d.end);
    listener_->memberDone(id, 1, d.end);
    listener_->operationDone(id, start, d.end);
    return;
  }
  stream_ = (*communicators_)[r.op.communicator].stream;
  const auto [from, to] = r.play->ranksOf(d.send.tag);
  r.play->delivered(d, *this);
  const bool finished = r.play->finished();
  const std::int64_t start = r.start, end = r.play->end();
  std::int64_t ended[2];
  bool done[2];
  const std::uint32_t members[2] = {from, to};
  for (int i = 0; i < 2; ++i) {
    r.end[members[i]] = std::max(r.end[members[i]], d.end);
    ended[i] = r.end[members[i]];
    done[i] = --r.left[members[i]] == 0;
  }
  if (finished) running_.erase(at);  // before anybody is told: what follows may start operations
  for (int i = 0; i < 2; ++i)
    if (done[i]) listener_->memberDone(id, members[i], ended[i]);
  if (finished) listener_->operationDone(id, start, end);
}

void forPairs(const Operation& op, std::uint32_t members, const std::function<void(std::uint32_t, std::uint32_t)>& fn) {
  if (op.operation == CollectiveOp::SendReceive) {
    fn(0, 1);
    return;
  }
  if (ring(op)) {
    for (std::uint32_t m = 0; members > 1 && m < members; ++m) fn(m, (m + 1) % members);
    return;
  }
  std::set<std::pair<std::int32_t, std::int32_t>> seen;
  expandCollective(op.operation, op.algorithm, static_cast<int>(members), op.bytes, 0, [&](const Message& m) {
    if (seen.emplace(m.from, m.to).second) fn(static_cast<std::uint32_t>(m.from), static_cast<std::uint32_t>(m.to));
  });
}

}  // namespace weir::sim
