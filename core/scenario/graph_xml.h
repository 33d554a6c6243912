// What the readers of networks in XML share. Internal to this room.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/scenario/machine.h"

namespace weir {

inline constexpr std::size_t kMostGraphHosts = 1'000'000, kMostGraphCables = 4'000'000;
inline constexpr int kDeepestGraph = 64;  // elements in one another

struct XmlSource {
  std::string_view text, file;

  [[nodiscard]] tl::unexpected<Error> error(const pugi::xml_node& at, std::string what, std::string todo = {}) const {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, at.offset_debug()));
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n');
    return fail(std::move(what), fmt::format("{}, line {}", file, line), std::move(todo));
  }
};

// Grows up to the limits; `full` then.
struct GraphDrawing {
  NetworkGraph graph;
  [[nodiscard]] bool full() const { return graph.hosts.size() > kMostGraphHosts || graph.cables.size() > kMostGraphCables; }
  void cable(std::string from, std::string to, Bandwidth bandwidth, Time latency, bool oneWay = false) {
    graph.cables.push_back({std::move(from), std::move(to), bandwidth, latency, oneWay});
  }
};

[[nodiscard]] Result<NetworkGraph> simgridGraph(const pugi::xml_node& platform, const XmlSource& source);
[[nodiscard]] Result<NetworkGraph> ncclGraph(const pugi::xml_node& system, const XmlSource& source);

// SimGrid's quantities: "125MBps", "1.25E9Bps", "10Gbps", "50us", "1.0E-4s"; a bare number is bytes or seconds.
[[nodiscard]] std::optional<Bandwidth> simgridBandwidth(std::string_view text);
[[nodiscard]] std::optional<Time> simgridTime(std::string_view text);

// A cluster element: hosts into the drawing, cables with them, and the router by which others reach it, under `router`.
[[nodiscard]] Result<void> simgridCluster(const pugi::xml_node& cluster, const std::string& router, const XmlSource& source, GraphDrawing& drawing);

// All of `from` into one cable into all of `to`: what a medium shared by many is.
void drawBus(GraphDrawing& drawing, const std::string& id, std::span<const std::string> ends, Bandwidth bandwidth, Time latency);

}  // namespace weir
