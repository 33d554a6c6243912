// Parts of one file, collected by several Collectors, to the Events of the whole, as one Collector would have made them:
// parts come in the order of the file, and names, threads and processes get their numbers in that order.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/formats/chrome/collect.h"

namespace weir::chrome {

class Gather {
 public:
  // What a byte of the file is expected to become; room is made at once for as many.
  void reserve(std::size_t slices, std::size_t argsBytes);
  // `part` was taken from the collector of that number, after all its earlier parts were appended. What is left in it is
  // memory to be used again.
  void append(Part& part, unsigned collector);
  // Collectors from now on are new ones.
  void forgetCollectors() { of_.clear(); }
  [[nodiscard]] Events& events() { return all_; }
  [[nodiscard]] std::uint64_t bytes() const;  // memory held outside the columns, roughly

 private:
  // From a collector's numbers to those of the whole.
  struct Known {
    std::vector<NameId> name{0}, asyncId{0};
    std::vector<ThreadIndex> thread;
    std::vector<std::uint32_t> process;
  };
  void meet(const Part& part, Known& known);
  Events all_;
  std::map<std::pair<std::string, std::string>, ThreadIndex> threads_;
  std::map<std::string, std::uint32_t> processes_;
  std::map<std::pair<std::uint32_t, NameId>, std::size_t> counters_;
  std::vector<Known> of_;
};

}  // namespace weir::chrome
