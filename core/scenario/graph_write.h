// A NetworkGraph as a file that graph_file.h reads back as the same graph: parseGraph(write(g)) == g.
//
// - SimGrid platform XML, version 4.1, one zone of routing "Dijkstra": SimGrid finds the ways itself, by the fewest links. Switches are
//   routers, cables links of sharing policy SPLITDUPLEX (each way its own capacity) with a route each. What SimGrid has no words for are
//   properties that its reader passes over and ours heeds: hosts that forward nothing (`weir.forwards` = "no"; SimGrid routes through a host of
//   several cables all the same), and a second cable between two nodes (`weir.from`, `weir.to`; SimGrid has one route for a pair, which takes
//   the first). A cable without a bandwidth gets the default's, so does its latency. Hosts compute at 1 Gf: the graph knows no speed.
// - A list of cables, one a line. Names must hold no blanks and no #.
//
// Pure, any thread. Errors: no hosts, hosts of one name, a cable from a node to itself, names that the format cannot hold.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/scenario/machine.h"

namespace weir {

struct GraphWriteOptions {
  Bandwidth bandwidth{};  // of cables that do not say it; 0 = such cables are an error
  Time latency{};         // of the same
  std::string title;      // a comment at the head
};

[[nodiscard]] Result<std::string> writeSimgrid(const NetworkGraph& graph, const GraphWriteOptions& options = {});
[[nodiscard]] Result<std::string> writeCableList(const NetworkGraph& graph);

}  // namespace weir
