#include "core/simulate/collective_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace weir::sim {
namespace {

// Part `i` of `parts` nearly equal ones that add up to `bytes`.
std::int64_t partOf(std::int64_t bytes, int parts, int i) { return bytes / parts + (i < bytes % parts ? 1 : 0); }

bool piecesOfItsOwn(CollectiveOp op, Algorithm a, int members) {
  switch (runsAs(op, a, members)) {
    case Algorithm::DoubleBinaryTree:
    case Algorithm::BinaryTree:
    case Algorithm::Chain:
    case Algorithm::SegmentedRing: return true;
    default: return false;
  }
}

std::int64_t pieceBytes(const GroupOp& op, const Split& split, int piece) {
  const std::int64_t ofRing = partOf(op.nodeBytes, split.rings, piece % split.rings);
  return partOf(ofRing, split.chunks, piece / split.rings);
}

}  // namespace

Result<void> playable(const Scenario& s, CollectiveOp op, Algorithm a, int members, int perNode) {
  if (members < 2 || hasMessages(op, a, members, perNode)) return {};
  if (!s.machine.network.sw.reduces)
    return fail(fmt::format("{} by {} has no messages between ranks to play: switches do the work, and this machine's do not reduce", name(op), name(a)),
                "workload.algorithm", "set machine.network.switch.reduces, ask for fidelity model, or take another algorithm");
  if (op != CollectiveOp::AllReduce && op != CollectiveOp::Barrier)
    return fail(fmt::format("{} by {} has no messages between ranks to play: switches do the work", name(op), name(a)), "workload.algorithm",
                "ask for fidelity model, or take another algorithm");
  return {};
}

Split splitOf(const GroupOp& op, int members, int rings, int chunks) {
  Split s;
  if (members < 2 || op.operation == CollectiveOp::Barrier) return s;
  const bool around = op.operation == CollectiveOp::AllReduce || op.operation == CollectiveOp::AllGather || op.operation == CollectiveOp::ReduceScatter;
  if (around && runsAs(op.operation, op.algorithm, members) == Algorithm::Ring) s.rings = std::max(rings, 1);
  if (piecesOfItsOwn(op.operation, op.algorithm, members)) s.treeChunks = chunks > 1 ? static_cast<std::uint32_t>(chunks) : 0;
  else s.chunks = std::max(chunks, 1);
  return s;
}

std::vector<std::uint32_t> ringOrder(const std::vector<std::uint32_t>& nodeOf, int ring, int rings) {
  std::vector<std::uint32_t> order;
  const std::size_t n = nodeOf.size();
  order.reserve(n);
  std::size_t node = 0;
  bool single = true;
  for (std::size_t first = 0; first < n; ++node) {
    std::size_t last = first;
    while (last < n && nodeOf[last] == nodeOf[first]) ++last;
    const std::size_t m = last - first;
    single = single && m == 1;
    const std::size_t rail = static_cast<std::size_t>(ring) * m / static_cast<std::size_t>(std::max(rings, 1)) % m;
    for (std::size_t i = 0; i < m; ++i) {
      const std::size_t at = node % 2 == 0 ? (rail + m - i) % m : (rail + 1 + i) % m;
      order.push_back(static_cast<std::uint32_t>(first + at));
    }
    first = last;
  }
  // The first ring of ranks that have nodes to themselves is the plain one.
  if (single && ring % 2 == 1) std::reverse(order.begin(), order.end());
  return order;
}

std::int64_t callBytes(const GroupOp& op, const Split& split, int members, int perNode) {
  if (members < 2) return 0;
  if (runsAs(op.operation, op.algorithm, members, perNode) == Algorithm::InNetwork) return op.operation == CollectiveOp::Barrier ? 0 : op.nodeBytes * members;
  std::int64_t sum = 0;
  // Messages are shares of the buffer: the sum over its parts is that of the whole, to the byte, for all but rounded shares.
  for (int p = 0; p < split.pieces(); ++p)
    expandCollective(op.operation, op.algorithm, members, pieceBytes(op, split, p), split.treeChunks, [&](const Message& m) { sum += m.bytes; }, perNode);
  return sum;
}

CollectiveCall::CollectiveCall(const GroupOp& op, const Split& split, const CallGroup& group, std::uint64_t firstTag)
    : op_(op), split_(split), group_(group), firstTag_(firstTag), enteredAt_(group.hosts.size(), -1), open_(group.hosts.size()), members_(group.hosts.size()) {
  const std::size_t n = group.hosts.size();
  if (n < 2) return;
  for (int r = 0; r < split.rings && split.rings > 1; ++r) {
    std::vector<std::uint32_t>& place = placeOf_.emplace_back(n);
    for (std::uint32_t i = 0; i < n; ++i) place[group.orders[static_cast<std::size_t>(r)][i]] = i;
  }
  const auto pieces = static_cast<std::size_t>(split.pieces());
  std::fill(open_.begin(), open_.end(), static_cast<std::uint32_t>(pieces));
  closed_.resize(pieces * n);
  pieces_.reserve(pieces);
  for (std::size_t p = 0; p < pieces; ++p) {
    net::CollectiveSpec spec;
    spec.operation = op.operation;
    spec.algorithm = op.algorithm;
    spec.bytes = pieceBytes(op, split, static_cast<int>(p));
    spec.perNode = group.perNode;
    spec.treeChunks = split.treeChunks;
    spec.flow = spec.queue = ringOf(p);
    for (std::uint32_t i = 0; i < n; ++i) spec.hosts.push_back(group.hosts[memberAt(p, i)]);
    pieces_.emplace_back(spec, firstTag + (std::uint64_t{p} << kPieceShift));
  }
}

bool CollectiveCall::close(std::size_t piece, std::uint32_t place) {
  if (!pieces_[piece].finished(place)) return false;
  auto done = closed_[piece * enteredAt_.size() + place];
  if (done) return false;
  done = true;
  if (--open_[memberAt(piece, place)] > 0) return false;
  --members_;
  return true;
}

bool CollectiveCall::enter(std::uint32_t member, std::int64_t time, net::Injector& net) {
  enteredAt_[member] = time;
  if (pieces_.empty()) {
    --members_;
    return true;
  }
  bool done = false;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const std::uint32_t place = placeOf(p, member);
    pieces_[p].enter(place, time + op_.before, net);
    done = close(p, place) || done;
  }
  return done;
}

CollectiveCall::Ends CollectiveCall::endsOf(std::uint64_t tag) const {
  const std::size_t p = pieceOf(tag);
  const auto r = pieces_[p].ranksOf(tag);
  return {memberAt(p, r.from), memberAt(p, r.to)};
}

std::int64_t CollectiveCall::end(std::uint32_t member) const {
  std::int64_t end = enteredAt_[member] + op_.before;
  for (std::size_t p = 0; p < pieces_.size(); ++p) end = std::max(end, pieces_[p].rankEnds()[placeOf(p, member)]);
  return end + op_.after;
}

}  // namespace weir::sim
