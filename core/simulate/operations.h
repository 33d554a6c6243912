// Communication by operations: a collective of a communicator, or a send between two of its members, as a whole. A player
// that speaks this way leaves it to the other side how an operation is played: message by message over any engine
// (MessageOperations), or, where it repeats, without packets (hybrid_engine.h). Times are ps. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/collective.h"
#include "core/network/collective_driver.h"
#include "core/network/traffic.h"

namespace weir::sim {

struct Communicator {
  std::vector<std::uint32_t> hosts;  // of member 0, 1, ...
  std::uint64_t stream = 0;          // its messages queue at a host apart from those of other streams; below 2^24
  std::uint64_t flow = 0;            // of a send (net::Send)
  std::uint8_t priority = 0;
};
inline constexpr unsigned kStreamShift = 40;  // of a queue: the stream above, what the collective chose below

struct Operation {
  std::uint32_t communicator = 0;
  CollectiveOp operation = CollectiveOp::AllReduce;
  Algorithm algorithm = Algorithm::Ring;  // never Auto
  std::int64_t bytes = 0;                 // as expandCollective; SendReceive: from member 0 to member 1
};

// An operation's name: distinct among those under way, below 2^38. What happens at one instant is ordered by it.
using OperationId = std::uint64_t;
inline constexpr unsigned kIndexBits = 25;  // of a tag: the message within its operation

class OperationListener {
 public:
  // A member has sent and received its last byte. Told once a member, before the clock reaches `end`, in an order that is
  // the same in every run but is not sorted by time; before operationDone.
  virtual void memberDone(OperationId id, std::uint32_t member, std::int64_t end) = 0;
  virtual void operationDone(OperationId id, std::int64_t start, std::int64_t end) = 0;
  // Messages of which nobody was told one by one, at the end: (completion time, how many).
  using MessageCounts = std::vector<std::pair<std::int64_t, std::uint64_t>>;
  virtual void messages(const MessageCounts&) {}

 protected:
  ~OperationListener() = default;
};

// All members enter together, when the last of them is there: nobody sends to a peer that is not in the call yet.
class OperationPlayer {
 public:
  // Once, before the first start(). Both outlive the player.
  virtual void attach(const std::vector<Communicator>& communicators, OperationListener& listener) = 0;
  virtual void start(OperationId id, const Operation& op, std::int64_t time) = 0;

 protected:
  ~OperationPlayer() = default;
};

// Plays operations as their messages. The owner passes on what is delivered.
class MessageOperations final : public OperationPlayer, private net::Injector {
 public:
  explicit MessageOperations(net::Injector& net) : net_(net) {}
  void attach(const std::vector<Communicator>& communicators, OperationListener& listener) override {
    communicators_ = &communicators;
    listener_ = &listener;
  }
  void start(OperationId id, const Operation& op, std::int64_t time) override;
  // Who of the communicator sent what arrived, and to whom. Ask before delivered().
  struct Ends {
    std::uint32_t communicator, from, to;
  };
  [[nodiscard]] Ends endsOf(const net::Delivery& d) const;
  void delivered(const net::Delivery& d);
  [[nodiscard]] std::size_t underWay() const { return running_.size(); }

 private:
  struct Running {
    Operation op;
    std::int64_t start = 0;
    std::optional<net::CollectivePlay> play;  // none: a send
    std::vector<std::uint64_t> left;          // messages of each member
    std::vector<std::int64_t> end;
  };
  void send(const net::Send& s) override;  // of a CollectivePlay

  net::Injector& net_;
  const std::vector<Communicator>* communicators_ = nullptr;
  OperationListener* listener_ = nullptr;
  std::unordered_map<OperationId, Running> running_;
  std::uint64_t stream_ = 0;  // of the operation that is sending
};

// Every pair of members between which messages of the operation travel, in order of the messages; each pair once.
void forPairs(const Operation& op, std::uint32_t members, const std::function<void(std::uint32_t from, std::uint32_t to)>& fn);

}  // namespace weir::sim
