// Plays collectives message by message, in one order after the other or at given times, by the dependency rule of
// core/base/collective.h. A ring's messages follow from the one before and are never stored, so a ring of thousands of
// ranks (millions of messages) needs memory for one message a block; other algorithms are expanded once, compactly.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/collective.h"
#include "core/network/traffic.h"

namespace weir::net {

struct CollectiveSpec {
  CollectiveOp operation = CollectiveOp::AllReduce;
  Algorithm algorithm = Algorithm::Ring;  // Auto plays as Ring
  std::int64_t bytes = 0;                 // see expandCollective
  std::vector<std::uint32_t> hosts;       // of rank 0, 1, ...; ranks may share a host
  int perNode = 1;                        // ranks of a node, numbered together, for Hierarchical
  std::uint32_t treeChunks = 0;           // pieces in flight of trees, chains and segmented rings; 0 = by size
  std::uint64_t flow = 0;                 // of all its messages: which rail or path they take
  std::uint64_t queue = 0;                // below 2^31: collectives with different ones leave a host side by side
  std::uint8_t priority = 0;
};

// One collective under way. Ranks enter together (begin) or each at its own time (enter): a rank sends nothing before it has
// entered, while what is sent to it may arrive. A host sends its messages one after the other (one queue), as they become
// ready; in double binary trees it has a queue for each destination. Its messages carry tags base .. base + messages() - 1.
// InNetwork (all-reduce, barrier): switches cannot be addressed, so every rank sends the whole vector once to the host that
// comes next in the order of hosts, and nobody is done before all are: on the links of hosts, of edge switches and of pods in
// packed order these are the bytes of an aggregation tree (one vector up, one down), and the longest way is the tree's.
class CollectivePlay {
 public:
  CollectivePlay(const CollectiveSpec& spec, std::uint64_t base);
  // All ranks enter at `time`. Sends whatever may start.
  void begin(std::int64_t time, Injector& net);
  // One rank enters; each once, none after begin().
  void enter(std::uint32_t rank, std::int64_t time, Injector& net);
  // A message of this collective has arrived.
  void delivered(const Delivery& d, Injector& net);
  [[nodiscard]] bool entered(std::uint32_t rank) const { return enteredAt_[rank] >= 0; }
  // The rank has entered, and sent and received its last (in a reduction by switches: all have).
  [[nodiscard]] bool finished(std::uint32_t rank) const {
    return entered(rank) && rankLeft_[rank] == 0 && (!together_ || finished());
  }
  [[nodiscard]] std::uint64_t messages() const { return total_; }
  [[nodiscard]] std::uint64_t remaining() const { return total_ - done_; }
  [[nodiscard]] bool finished() const { return done_ == total_; }
  [[nodiscard]] std::int64_t end() const { return end_; }  // of the last message so far; begin() time if none
  // When each rank has sent and received its last, or entered if there was none; same size as hosts.
  [[nodiscard]] const std::vector<std::int64_t>& rankEnds() const { return rankEnd_; }
  struct Ranks {
    std::uint32_t from, to;
  };
  [[nodiscard]] Ranks ranksOf(std::uint64_t tag) const;

 private:
  // Messages of one chunk that go to one rank, counted by step; the frontier is the first step not complete.
  struct Inbox {
    std::uint32_t firstStep = 0, steps = 0;   // into stepOf_/left_
    std::uint32_t frontier = 0;
    std::uint32_t firstSend = 0, sends = 0, sent = 0;  // into order_: this rank's messages of this chunk, by step
    std::int64_t ready = 0;                            // the latest arrival of the steps before the frontier
  };
  struct Held {
    std::uint64_t index;
    std::int64_t ready;
  };
  void expand();
  void inNetwork();
  void release(Inbox& box, std::uint32_t rank, Injector& net);
  // When a ring's message may leave that came at `arrived`: what waited for the rank to enter leaves in order of its rounds, a
  // picosecond apart. A block that went out of turn would delay those behind it all the way round.
  [[nodiscard]] std::int64_t inTurn(std::uint64_t index, std::uint32_t rank, std::int64_t arrived) const {
    const std::int64_t turn = enteredAt_[rank] + static_cast<std::int64_t>(index % rounds_);
    return arrived > turn ? arrived : turn;
  }
  void sendMessage(std::uint64_t index, std::int64_t ready, Injector& net);
  [[nodiscard]] bool ring() const { return rounds_ > 0; }

  CollectiveSpec spec_;
  std::uint64_t base_;
  std::uint64_t total_ = 0, done_ = 0;
  std::int64_t end_ = 0;
  std::vector<std::int64_t> rankEnd_, enteredAt_;  // -1: not yet
  std::vector<std::uint64_t> rankLeft_;            // messages it has to send or receive
  std::vector<std::vector<Held>> held_;            // ring: what waits for a rank to enter; empty until needed
  bool together_ = false;                          // nobody is done before all are
  std::uint32_t rounds_ = 0;  // of a ring; 0 = stored
  std::vector<Message> messages_;
  std::vector<Inbox> inboxes_;
  std::vector<std::uint32_t> boxRank_;          // by inbox
  std::vector<std::uint32_t> boxesOf_, firstBox_;  // by rank: boxesOf_[firstBox_[r] .. firstBox_[r + 1])
  std::vector<std::uint32_t> fromBox_, toBox_;  // by message
  std::vector<std::uint32_t> stepOf_, left_;
  std::vector<std::int64_t> stepEnd_;
  std::vector<std::uint32_t> order_;
};

}  // namespace weir::net
