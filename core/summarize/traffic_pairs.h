// A collective's messages summed by pair of members; private to the traffic matrix. Where a sum has a closed form (rings) it is
// used, so that a thousand ranks cost thousands of additions and not millions of messages; the tests hold it against
// expandCollective message by message.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/base/collective.h"

namespace weir {

using PairSink = std::function<void(int from, int to, std::int64_t bytes, std::int64_t messages)>;

// `bytes` and the fall-backs of the algorithm as in expandCollective; a pair may be given several times.
void expandPairs(CollectiveOp op, Algorithm algorithm, int ranks, std::int64_t bytes, int perNode, const PairSink& fn);

// The same where the blocks of the buffer differ: shares[i] is what rank i brings (all-gather, gather) or gets
// (reduce-scatter, scatter). Only for those four operations.
void expandShares(CollectiveOp op, Algorithm algorithm, std::span<const std::int64_t> shares, const PairSink& fn);

}  // namespace weir
