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
};

// One collective under way. A host sends its messages one after the other (one queue), as they become
// ready; in double binary trees it has a queue for each destination. Its messages carry tags base .. base + messages() - 1.
class CollectivePlay {
 public:
  CollectivePlay(const CollectiveSpec& spec, std::uint64_t base);
  // All ranks enter at `time`. Sends whatever may start.
  void begin(std::int64_t time, Injector& net);
  // A message of this collective has arrived.
  void delivered(const Delivery& d, Injector& net);
  [[nodiscard]] std::uint64_t messages() const { return total_; }
  [[nodiscard]] std::uint64_t remaining() const { return total_ - done_; }
  [[nodiscard]] bool finished() const { return done_ == total_; }
  [[nodiscard]] std::int64_t end() const { return end_; }  // of the last message so far; begin() time if none
  // When each rank has sent and received its last; same size as hosts.
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
  void expand();
  void release(Inbox& box, Injector& net);
  void sendMessage(std::uint64_t index, std::int64_t ready, Injector& net);
  [[nodiscard]] bool ring() const { return rounds_ > 0; }

  CollectiveSpec spec_;
  std::uint64_t base_;
  std::uint64_t total_ = 0, done_ = 0;
  std::int64_t end_ = 0;
  std::vector<std::int64_t> rankEnd_;
  std::uint32_t rounds_ = 0;  // of a ring; 0 = stored
  std::vector<Message> messages_;
  std::vector<Inbox> inboxes_;
  std::vector<std::uint32_t> fromBox_, toBox_;  // by message
  std::vector<std::uint32_t> stepOf_, left_;
  std::vector<std::int64_t> stepEnd_;
  std::vector<std::uint32_t> order_;
};

}  // namespace weir::net
