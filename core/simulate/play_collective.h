// A collective workload: each size in turn, the next when the last rank has finished the one before. Ranks fill nodes in
// order: one a node while they fit, else as many as a node has accelerators; messages within a node cost the fabric.
#pragma once

#include <optional>
#include <vector>

#include "core/network/collective_driver.h"
#include "core/scenario/scenario.h"
#include "core/simulate/player.h"

namespace weir::sim {

class CollectivePlayer final : public Player {
 public:
  // Errors name the field: no sizes, fewer than two ranks, more ranks than accelerators.
  static Result<CollectivePlayer> make(const Scenario& scenario, bool keepMessages);
  void begin(net::Injector& net) override;
  void delivered(const net::Delivery& d, net::Injector& net) override;
  [[nodiscard]] std::int64_t totalBytes() const override { return total_; }
  [[nodiscard]] int ranks() const override { return static_cast<int>(spec_.hosts.size()); }
  void fill(Outcome& outcome) const override;
  void write(RunBuilder& builder, std::int64_t now) const override;

 private:
  struct Played {
    std::int64_t bytes = 0, start = 0;
    std::vector<std::int64_t> rankEnd;
    std::int64_t end = 0;
  };
  explicit CollectivePlayer(bool keepMessages) : Player(keepMessages) {}
  void next(std::int64_t time, net::Injector& net);

  net::CollectiveSpec spec_;
  std::vector<Bytes> sizes_;
  std::optional<net::CollectivePlay> play_;
  std::int64_t start_ = 0;
  std::uint64_t tag_ = 0;
  std::vector<Played> played_;
  std::int64_t total_ = 0;
};

}  // namespace weir::sim
