// A collective of a group laid over nodes, as core/model lays it: what happens inside a node costs its closed form, what
// crosses between nodes is played message by message, one member a node that carries the bytes of all.
//   all-reduce      reduce-scatter inside, all-reduce among the nodes, all-gather inside
//   reduce-scatter, all-to-all   inside first; all-gather, broadcast   inside last
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/collectives.h"
#include "core/network/collective_driver.h"
#include "core/run/run.h"

namespace weir::sim {

struct GroupOp {
  CollectiveOp operation = CollectiveOp::AllReduce;
  Algorithm algorithm = Algorithm::Ring;  // never Auto
  std::int64_t bytes = 0;                 // of one rank's buffer
  std::int64_t nodeBytes = 0;             // of the buffer played among the nodes
  std::int64_t before = 0, after = 0;     // ps inside the node
};

// The algorithm Auto stands for, and the closed forms inside the node, are the model's.
[[nodiscard]] GroupOp groupOp(CollectiveOp op, Algorithm algorithm, const model::GroupLayout& layout, double bytes,
                              const model::NetworkCosts& costs, const model::FabricCosts& fabric, std::string_view library);

// Bytes it puts on the network among `nodes` nodes.
[[nodiscard]] std::int64_t networkBytes(const GroupOp& op, int nodes);

[[nodiscard]] Operation operationOf(CollectiveOp op);

// One GroupOp under way. With one node there is nothing to play: finished() at once.
class GroupPlay {
 public:
  GroupPlay(const GroupOp& op, const std::vector<std::uint32_t>& hosts, std::uint64_t firstTag);
  void begin(std::int64_t time, net::Injector& net);
  void delivered(const net::Delivery& d, net::Injector& net) { play_.delivered(d, net); }
  [[nodiscard]] bool finished() const { return play_.finished(); }
  [[nodiscard]] std::int64_t start() const { return start_; }
  [[nodiscard]] std::int64_t end() const { return play_.end() + op_.after; }
  [[nodiscard]] std::int64_t nodeEnd(std::size_t node) const { return play_.rankEnds()[node] + op_.after; }
  [[nodiscard]] std::uint64_t messages() const { return play_.messages(); }
  [[nodiscard]] net::CollectivePlay::Ranks nodesOf(std::uint64_t tag) const { return play_.ranksOf(tag); }
  [[nodiscard]] const GroupOp& op() const { return op_; }

 private:
  GroupOp op_;
  net::CollectivePlay play_;
  std::int64_t start_ = 0;
};

}  // namespace weir::sim
