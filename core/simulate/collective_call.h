// One call of a collective by a communicator, under way: its buffer cut into pieces (rings side by side, chunks one after
// the other) that are each a CollectivePlay. Members are nodes, which add what the model says for the inside of a node
// (GroupOp), or ranks. Each member enters and leaves at its own time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/network/collective_driver.h"
#include "core/scenario/scenario.h"
#include "core/simulate/group_play.h"

namespace weir::sim {

// How a buffer is cut. Ring algorithms run in `rings` rings at once, each with its part of the buffer, its order of the
// members and its flow; every part is cut in `chunks` that follow one another. Trees, chains and segmented rings have
// pieces of their own, `treeChunks`.
struct Split {
  int rings = 1, chunks = 1;
  std::uint32_t treeChunks = 0;
  [[nodiscard]] int pieces() const { return rings * chunks; }
};
[[nodiscard]] Split splitOf(const GroupOp& op, int members, int rings, int chunks);

// Refuses what no messages between ranks can tell (collective_driver.h): a reduction by switches other than an all-reduce or
// a barrier, or by switches that do not reduce. Errors name workload.algorithm.
[[nodiscard]] Result<void> playable(const Scenario& s, CollectiveOp op, Algorithm algorithm, int members, int perNode);

// The order in which ring `ring` of `rings` visits the members. With one member a node odd rings go the other way round. With
// several, a ring enters and leaves every node by the accelerator of its own rail, as NCCL's rings over rails do: down
// through the members of even nodes, up through those of odd ones. `nodeOf`: by member, not decreasing.
[[nodiscard]] std::vector<std::uint32_t> ringOrder(const std::vector<std::uint32_t>& nodeOf, int ring, int rings);

// What all calls of a communicator share.
struct CallGroup {
  std::vector<std::uint32_t> hosts;                // by member
  std::vector<std::vector<std::uint32_t>> orders;  // by ring: member at each place, where there are several; else as they are
  int perNode = 1;                                 // members of a node, for Hierarchical
};

class CollectiveCall {
 public:
  static constexpr unsigned kPieceShift = 32;  // tags: firstTag + (piece << 32) + message
  // All three outlive the call.
  CollectiveCall(const GroupOp& op, const Split& split, const CallGroup& group, std::uint64_t firstTag);
  // True if the member is finished by that already.
  bool enter(std::uint32_t member, std::int64_t time, net::Injector& net);
  struct Ends {
    std::uint32_t from, to;  // members
  };
  [[nodiscard]] Ends endsOf(std::uint64_t tag) const;
  // Calls fn(member) for each member that is finished now and was not before.
  template <class Fn>
  void delivered(const net::Delivery& d, net::Injector& net, const Fn& fn) {
    const std::size_t p = pieceOf(d.send.tag);
    const auto r = pieces_[p].ranksOf(d.send.tag);
    pieces_[p].delivered(d, net);
    if (pieces_[p].finished()) {
      for (std::uint32_t place = 0; place < enteredAt_.size(); ++place)
        if (close(p, place)) fn(memberAt(p, place));
      return;
    }
    if (close(p, r.from)) fn(memberAt(p, r.from));
    if (close(p, r.to)) fn(memberAt(p, r.to));
  }
  [[nodiscard]] bool entered(std::uint32_t member) const { return enteredAt_[member] >= 0; }
  [[nodiscard]] bool finished(std::uint32_t member) const { return entered(member) && open_[member] == 0; }
  [[nodiscard]] bool finished() const { return members_ == 0; }  // everybody
  [[nodiscard]] std::int64_t enteredAt(std::uint32_t member) const { return enteredAt_[member]; }
  [[nodiscard]] std::int64_t end(std::uint32_t member) const;  // once finished(member)

 private:
  [[nodiscard]] std::size_t ringOf(std::size_t piece) const { return piece % static_cast<std::size_t>(split_.rings); }
  [[nodiscard]] std::size_t pieceOf(std::uint64_t tag) const { return (tag - firstTag_) >> kPieceShift; }
  [[nodiscard]] std::uint32_t memberAt(std::size_t piece, std::uint32_t place) const {
    return split_.rings > 1 ? group_.orders[ringOf(piece)][place] : place;
  }
  [[nodiscard]] std::uint32_t placeOf(std::size_t piece, std::uint32_t member) const { return split_.rings > 1 ? placeOf_[ringOf(piece)][member] : member; }
  // True if with this the member is finished.
  bool close(std::size_t piece, std::uint32_t place);
  const GroupOp& op_;
  const Split& split_;
  const CallGroup& group_;
  std::uint64_t firstTag_;
  std::vector<net::CollectivePlay> pieces_;          // none for a single member
  std::vector<std::vector<std::uint32_t>> placeOf_;  // by ring and member
  std::vector<std::int64_t> enteredAt_;
  std::vector<std::uint32_t> open_;   // by member: pieces it is not done with
  std::vector<bool> closed_;          // by piece and place
  std::size_t members_ = 0;           // that are not finished
};

// Bytes that all pieces put on the network among the members.
[[nodiscard]] std::int64_t callBytes(const GroupOp& op, const Split& split, int members, int perNode);

}  // namespace weir::sim
