// A collective workload: each size in turn, `iterations` times, in equal groups of ranks (communicators) at once. The next
// size begins when the last rank of all has finished the one before; within a size a rank goes on, after computing for
// `think`, as soon as it is itself done. Ranks fill nodes in order: one a node while they fit, else as many as a node has
// accelerators; where accelerators are the network's hosts, one each, and then everything is played as messages.
// A call's time counts from when the last rank has entered it until the last one leaves.
#pragma once

#include <deque>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/simulate/collective_call.h"
#include "core/simulate/noise.h"
#include "core/simulate/player.h"

namespace weir::sim {

class CollectivePlayer final : public Player {
 public:
  // The scenario is valid and of kind collective. Errors: an algorithm that no messages between ranks play, more calls than
  // can be numbered.
  static Result<std::unique_ptr<CollectivePlayer>> make(const Scenario& scenario, bool keepMessages);
  void begin(net::Injector& net) override;
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] std::int64_t end() const override { return end_; }
  [[nodiscard]] bool finished() const override { return left_ == 0; }
  [[nodiscard]] double computing_s() const override { return computed_ps_ / ranks_ * 1e-12; }
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

 private:
  struct Size {
    GroupOp op;
    Split split;
  };
  // When a member began to compute, entered and left; -1 = not yet.
  struct Times {
    std::int64_t from = -1, entered = -1, left = -1;
  };
  struct Record {
    std::uint32_t group = 0, call = 0;
    std::int64_t first = 0;       // the earliest entry, and the rank it was
    std::uint32_t rank = 0;
    std::vector<Times> members;   // empty beyond kMostTimes
  };
  struct Active {
    CollectiveCall call;
    std::size_t record;
    std::int64_t lastEntry = 0;
  };
  struct Group {
    CallGroup laid;
    std::uint32_t firstRank = 0;
    std::size_t firstCall = 0;     // active[0]
    std::deque<Active> active;
    std::vector<std::uint32_t> next;  // by member: the call it is in or will enter
  };
  struct Step {  // a member that is free to go on
    std::uint32_t group, member;
    std::int64_t time;
  };
  explicit CollectivePlayer(const Scenario& scenario, int ranks, bool keepMessages) : Player(keepMessages), noise_(scenario, ranks), ranks_(ranks) {}
  void goOn(net::Injector& net);
  void enter(const Step& s, net::Injector& net);
  void leave(std::uint32_t group, std::uint32_t member, std::size_t call);
  void retire(Group& g);
  [[nodiscard]] std::size_t sizeOf(std::size_t call) const { return call / iterations_; }
  [[nodiscard]] int rankOf(const Group& g, std::uint32_t member) const { return static_cast<int>(g.firstRank + member * static_cast<std::uint32_t>(perMember_)); }
  void renumber();

  std::vector<Size> sizes_;
  std::vector<Group> groups_;
  Noise noise_;
  int ranks_ = 0, groupRanks_ = 0, perMember_ = 1;  // ranks of a member
  std::size_t iterations_ = 1, calls_ = 0, pieces_ = 1;  // calls of a group; pieces of a call at most
  std::int64_t think_ = 0;
  std::vector<Step> steps_;           // work list
  std::vector<Step> waiting_;         // for the next size
  std::int64_t barrier_ = 0;
  std::size_t left_ = 0;              // calls of all members not left yet
  std::vector<std::int64_t> durations_;  // by call, the longest of all groups
  std::vector<std::size_t> finished_;    // by call, groups that have
  std::vector<Record> records_;
  std::size_t kept_ = 0;
  std::int64_t end_ = 0, total_ = 0;
  double computed_ps_ = 0;
  bool inNetwork_ = false;
};

}  // namespace weir::sim
