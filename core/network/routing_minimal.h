// Shortest ways between switches: a table of distances, a byte for each (target, switch), found by a breadth-first search
// of 64 targets at once (Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2014). A target is
// a switch with hosts, or whatever set of switches a caller adds to go through. Const after it is made.
//
// By groups (dragonfly, dragonfly+): a way takes links within the first group, one global link straight into the target's,
// and links within that; never a third group, even where that would be as short (Kim, Dally, Scott, Abts, ISCA 2008,
// section 4.1). Only where faults leave no such way does it take the shortest of any kind.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/network/routing_wiring.h"

namespace weir::net {

class MinimalWays {
 public:
  using Row = std::uint32_t;

  // `groups`: by switch, empty = any shortest way. `through`: sets of switches, each within one group, that get a row of
  // their own, from throughRow() on. Errors name machine.network.routing: too long routes, a table beyond a gigabyte.
  static Result<MinimalWays> make(const Wiring& wiring, const std::vector<std::uint32_t>& groups,
                                  const std::vector<std::vector<std::uint32_t>>& through = {});

  [[nodiscard]] Row rowOf(std::uint32_t target) const { return rowOf_[target]; }  // of a switch of wiring.edges()
  [[nodiscard]] Row throughRow(std::uint32_t set) const { return firstThrough_ + set; }
  [[nodiscard]] std::uint8_t distance(Row row, std::uint32_t s) const {
    const std::uint8_t d = table_[std::size_t{row} * switches_ + s];
    return d == kFar ? kFar : d & kSteps;
  }
  // None: unreachable, or there already.
  void choices(const Wiring& wiring, Row row, std::uint32_t s, Choices& out) const;
  // Follows a hash from `at` to the row's target, adding to the trail; false = unreachable or too long. `at` becomes the
  // switch that was reached.
  bool walk(const Wiring& wiring, Row row, std::uint32_t& at, std::uint64_t hash, Trail& trail) const;

  // Over the ways that lead from a switch with hosts to the targets, or to the sets: links, and channels they can need. With
  // sets, also over those from any switch to the targets: a second half begins wherever a set was reached.
  [[nodiscard]] std::uint32_t longest() const { return longest_; }
  [[nodiscard]] std::uint32_t longestThrough() const { return longestThrough_; }
  [[nodiscard]] std::uint32_t channels() const { return channels_; }
  [[nodiscard]] std::uint32_t channelsThrough() const { return channelsThrough_; }

 private:
  static constexpr std::uint8_t kSteps = 0x7f, kAnyWay = 0x80;  // kAnyWay: no way that keeps to the groups

  [[nodiscard]] bool leadsOn(Row row, std::uint32_t s, const Way& w, std::uint8_t d) const;
  void search(const Wiring& wiring, const std::vector<std::vector<std::uint32_t>>& targets);
  void noteRuns(std::size_t firstRow, std::uint32_t s, std::uint64_t rows, const std::vector<std::uint64_t>& leads);
  void searchAnyWay(const Wiring& wiring, Row row);
  void measure(const Wiring& wiring);
  [[nodiscard]] std::uint32_t turns(const Wiring& wiring, Row row) const;

  std::uint32_t switches_ = 0, firstThrough_ = 0;
  bool sets_ = false;
  std::vector<std::uint8_t> table_;       // [row][switch]
  // [row][switch]: where the links that lead on follow one another among the switch's ways, as they do on trees, the first
  // one's place there x 256 + how many; 0 = they are looked for in the table. Empty where it would be large.
  std::vector<std::uint16_t> runs_;
  std::vector<std::uint32_t> rowOf_;      // by switch
  std::vector<std::uint32_t> groups_, rowGroup_;
  std::uint32_t longest_ = 0, longestThrough_ = 0, channels_ = 1, channelsThrough_ = 1;
};

}  // namespace weir::net
