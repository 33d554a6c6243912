// What has been played is remembered, so that it need not be played again: operations that do the same over links that are
// alike, alone or at the same time as others that share links with them.
//
// An OperationClass says when two operations are the same: operation, algorithm, bytes, members, and the paths of their
// messages link by link, as capacities, latencies and which paths share a link; what hosts and links they are does not
// matter. An Island is a set of operations that overlap in time and share links, in order of their starts; a Memo is a tree
// of islands: each edge adds an operation (its class, its start after the first one's, which of its links the island uses
// already). The result of an island holds as long as nothing else joins it; who joins leads to a node below.
// Starts are compared in steps of 1/64 to 1/128 of the longest member's ideal duration; results count from each
// operation's own start.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/network/engine.h"
#include "core/network/graph.h"
#include "core/network/router.h"
#include "core/simulate/hybrid_net.h"
#include "core/simulate/operations.h"

namespace weir::sim {

// What operations can contend for: a link; with `coupled` the two directions of a cable as one; where routes are drawn
// packet by packet the whole fabric as one; with `switches` a switch (shared buffers).
using Resource = std::uint32_t;

struct FootprintOptions {
  bool coupled = false;
  bool switches = false;
  std::int64_t mtu = 4096;
};

struct Footprint {
  std::uint32_t opClass = 0;
  std::vector<Resource> resources;      // each once, in order of the messages' paths
  std::vector<net::LinkId> links;       // the same for links
};

struct OperationClass {
  std::int64_t ideal = 0;               // ps: the busiest link's time, and the longest path's latency
  std::int64_t bytes = 0;               // of all messages
  std::uint64_t hops = 0;               // packets x links
  std::uint64_t messages = 0;
  std::int64_t message = 0;             // bytes of the smallest that has any
};

class OperationClasses {
 public:
  OperationClasses(const net::Graph& graph, const net::Router& router, const FootprintOptions& options);
  void attach(const std::vector<Communicator>& communicators) { communicators_ = &communicators; }
  // Errors: hosts that cannot reach one another.
  [[nodiscard]] Result<const Footprint*> footprintOf(const Operation& op);
  [[nodiscard]] const OperationClass& at(std::uint32_t opClass) const { return classes_[opClass]; }
  [[nodiscard]] std::size_t resources() const { return graph_.links().size() + 1 + graph_.switches(); }
  [[nodiscard]] std::size_t size() const { return classes_.size(); }

 private:
  using Key = std::vector<std::uint64_t>;
  const net::Graph& graph_;
  const net::Router& router_;
  FootprintOptions options_;
  const std::vector<Communicator>* communicators_ = nullptr;
  std::map<std::array<std::uint64_t, 3>, Footprint> known_;  // by communicator, operation and bytes
  std::map<Key, std::uint32_t> ids_;
  std::vector<OperationClass> classes_;
};

// Operations to play together, starts counted from the first one's (ps).
struct Joint {
  Operation op;
  std::int64_t start;
};

// Where they are played.
struct Stage {
  const net::Graph& graph;
  const net::Router& router;
  const std::vector<Communicator>& communicators;
  const EngineFactory& factory;
  int coarse = 1;
};

struct OperationResult {
  std::vector<std::pair<std::int64_t, std::uint32_t>> ends;  // (after its start, member), by time
  std::int64_t end = 0;                                      // after its start
  std::int64_t first = 0;                                    // a send: its first byte leaves, after its start
};

struct IslandResult {
  std::vector<OperationResult> operations;  // as they were given
  OperationListener::MessageCounts messages;
  std::vector<std::pair<std::uint32_t, double>> busy;  // place in the list of links given, ps
  net::EngineStats stats;
};

// Plays them in an engine of their own. `links`: whose busy time is wanted.
[[nodiscard]] Result<IslandResult> playTogether(const Stage& stage, const std::vector<Joint>& joints, const std::vector<net::LinkId>& links,
                                                const std::function<bool()>& poll);

class Memo {
 public:
  struct Node {
    std::uint32_t index = 0;
    bool known = false;
    int coarse = 1;       // played in packets so many times as large
    IslandResult result;
    std::uint64_t uses = 0, hits = 0, checks = 0;
    std::map<std::vector<std::uint32_t>, std::unique_ptr<Node>> next;
  };
  // Of an island that grows: its links are numbered as they come.
  class Walk {
   public:
    explicit Walk(Memo& memo) : memo_(memo), at_(&memo.root_) {}
    void add(const OperationClasses& classes, const Footprint& f, std::int64_t afterFirst);
    [[nodiscard]] Node& node() const { return *at_; }
    [[nodiscard]] const std::vector<net::LinkId>& links() const { return links_; }

   private:
    Memo& memo_;
    Node* at_;
    std::int64_t longest_ = 0;
    std::unordered_map<Resource, std::uint32_t> number_;  // looked up only
    std::vector<net::LinkId> links_;
    std::unordered_map<net::LinkId, std::uint32_t> seen_;
  };
  [[nodiscard]] std::size_t nodes() const { return count_; }
  // Every node that holds a result.
  void forEach(const std::function<void(const Node&)>& fn) const { visit(root_, fn); }

 private:
  static void visit(const Node& n, const std::function<void(const Node&)>& fn);
  Node root_;
  std::uint32_t count_ = 0;
};

}  // namespace weir::sim
