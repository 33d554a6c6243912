#include "core/summarize/traffic_pairs.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace weir {
namespace {

// Block b is at rank r in round (r - b) mod n, and n rounds later again: of the 2 (n-1) rounds of an all-reduce, all blocks
// pass r once, and all but the two that began at r+1 and r+2 a second time.
template <class Size>
void ring(int n, bool twice, const Size& size, std::int64_t total, std::int64_t each, const PairSink& fn) {
  for (int r = 0; r < n; ++r) {
    const std::int64_t once = total - size((r + 1) % n);
    fn(r, (r + 1) % n, twice ? once + total - size((r + 2) % n) : once, each * (twice ? 2 * (n - 1) : n - 1));
  }
}

bool pipelined(Algorithm a) { return a == Algorithm::DoubleBinaryTree || a == Algorithm::BinaryTree || a == Algorithm::Chain; }

}  // namespace

void expandPairs(CollectiveOp op, Algorithm wanted, int n, std::int64_t bytes, int perNode, const PairSink& fn) {
  if (n < 2 || bytes < 0) return;
  const Algorithm a = runsAs(op, wanted, n, perNode);
  const auto size = [&](std::int64_t i) { return bytes / n + (i < bytes % n ? 1 : 0); };
  const bool reduces = op == CollectiveOp::AllReduce;
  const bool blocks = reduces || op == CollectiveOp::AllGather || op == CollectiveOp::ReduceScatter;
  if (blocks && (a == Algorithm::Ring || a == Algorithm::SegmentedRing)) {
    const std::int64_t segments = a == Algorithm::SegmentedRing ? std::clamp<std::int64_t>((size(0) + (1 << 20) - 1) >> 20, 1, 64) : 1;
    return ring(n, reduces, size, bytes, segments, fn);
  }
  // Pieces of a pipeline add up to the whole: one piece gives the bytes, their number the messages.
  const std::int64_t piece = a == Algorithm::Chain ? 512 << 10 : 32 << 10;
  const std::int64_t pieces = pipelined(a) ? std::clamp<std::int64_t>(bytes / 2 / piece, 1, 64) : 1;
  expandCollective(op, wanted, n, bytes, 1, [&](const Message& m) { fn(m.from, m.to, m.bytes, pieces); }, perNode);
}

void expandShares(CollectiveOp op, Algorithm wanted, std::span<const std::int64_t> shares, const PairSink& fn) {
  const int n = static_cast<int>(shares.size());
  if (n < 2) return;
  const std::int64_t total = std::accumulate(shares.begin(), shares.end(), std::int64_t{0});
  const bool blocks = op == CollectiveOp::AllGather || op == CollectiveOp::ReduceScatter;
  if (blocks && runsAs(op, wanted, n) == Algorithm::Ring)
    return ring(n, false, [&](int i) { return shares[static_cast<std::size_t>(i)]; }, total, 1, fn);
  // With a buffer of n bytes every block is one: a message's offset and length then name blocks.
  std::vector<std::int64_t> before(2 * shares.size() + 1, 0);
  for (std::size_t i = 0; i < 2 * shares.size(); ++i) before[i + 1] = before[i] + shares[i % shares.size()];
  expandCollective(op, wanted, n, n, 1, [&](const Message& m) {
    const auto first = static_cast<std::size_t>(m.offset);
    fn(m.from, m.to, before[first + static_cast<std::size_t>(m.bytes)] - before[first], 1);
  });
}

}  // namespace weir
