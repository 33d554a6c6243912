// The part of a network that a few operations touch, as a graph of its own with the same links, latencies and ways, so
// that an engine over it costs what they cost and not what the whole network does. Where ways are drawn packet by packet
// the whole network is taken.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/network/engine.h"
#include "core/network/graph.h"
#include "core/network/router.h"
#include "core/simulate/operations.h"

namespace weir::sim {

// Makes an engine over a graph with these ways; what it is given outlives it. `coarse`: its packets are so many times as
// large; 0: it is the run itself, with its series and threads.
using EngineFactory = std::function<std::unique_ptr<net::Engine>(const net::Graph&, const net::Router&, net::Driver&, int coarse)>;

class PartNet {
 public:
  // The operations' communicators with all their members' ways, both directions. Errors: hosts that cannot reach one another.
  static Result<std::unique_ptr<PartNet>> make(const net::Graph& whole, const net::Router& router, const std::vector<Communicator>& communicators,
                                               const std::vector<Operation>& operations);
  ~PartNet();

  [[nodiscard]] const net::Graph& graph() const { return *graph_; }
  [[nodiscard]] const net::Router& router() const { return *router_; }
  // The same operations and communicators in the part's own numbers.
  [[nodiscard]] const std::vector<Communicator>& communicators() const { return communicators_; }
  [[nodiscard]] const std::vector<Operation>& operations() const { return operations_; }
  static constexpr net::LinkId kNoLink = ~net::LinkId{0};
  [[nodiscard]] net::LinkId linkOf(net::LinkId whole) const;  // kNoLink: it is not part of it

 private:
  class Fixed;
  PartNet() = default;
  std::unique_ptr<net::Graph> own_;
  std::unique_ptr<net::Router> ownRouter_;
  const net::Graph* graph_ = nullptr;
  const net::Router* router_ = nullptr;
  std::vector<Communicator> communicators_;
  std::vector<Operation> operations_;
  std::unordered_map<net::LinkId, net::LinkId> link_;  // looked up only
};

}  // namespace weir::sim
