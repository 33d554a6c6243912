// Places for nodes whose times were not recorded: each as early as what it waits for allows, one at a time on a lane, in
// the order of the nodes where several could go. O((nodes + edges) log nodes).
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/run.h"

namespace weir::chakra {

struct Edges {
  const Column<SliceIndex>& from;
  const Column<SliceIndex>& to;       // indices of nodes
  const Column<NameId>& kind;
  NameId control;                     // the kind that is control flow alone
  [[nodiscard]] std::size_t size() const { return from.size(); }
};

struct Layout {
  Column<std::int64_t> start;         // ps
  bool dataOnly = false;              // control flow ran in circles and was left out
  std::uint64_t circular = 0;         // nodes that wait for each other in circles; placed behind all others
};
// `lane` is dense from 0. Where no node takes time, they stand a microsecond apart in order.
[[nodiscard]] Layout layOut(const Column<std::int64_t>& duration, const std::vector<std::uint32_t>& lane, const Edges& edges);

}  // namespace weir::chakra
