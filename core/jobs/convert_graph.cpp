#include "core/jobs/convert_graph.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/file_head.h"
#include "core/base/file_head.h"
#include "core/jobs/use_cases.h"
#include "core/network/topology.h"
#include "core/scenario/graph_file.h"
#include "core/scenario/graph_write.h"
#include "core/scenario/json.h"

namespace weir {
namespace {

constexpr std::string_view kPlatform = ".platform.xml", kCables = ".cables";

bool isScenario(const std::string& path) { return kindOf(headOf(path)) == FileKind::Scenario; }

bool isGraph(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const std::string head = headOf(path);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return false;
  // XML, or a list of cables by its ending: texts of two words a line may be anything.
  return head[first] == '<' || std::string_view(path).ends_with(kCables);
}

}  // namespace

bool convertsToNetwork(const std::string& in, std::string_view out) {
  return (out.ends_with(kPlatform) || out.ends_with(kCables)) && (isScenario(in) || isGraph(in));
}

Result<NetworkGraph> networkOf(const Machine& machine) {
  const auto graph = net::buildCluster(machine);
  if (!graph) return tl::make_unexpected(graph.error());
  NetworkGraph out;
  for (net::NodeId h = 0; h < graph->hosts(); ++h) out.hosts.push_back(graph->nodeName(h));
  const auto& links = graph->links();
  for (net::LinkId l = 0; l + 1 < links.size(); l += 2) {  // one each way, side by side
    const net::GraphLink &forth = links[l], &back = links[l + 1];
    const std::string a = graph->nodeName(forth.from), b = graph->nodeName(forth.to);
    const bool one = forth.bandwidth > Bandwidth{}, other = back.bandwidth > Bandwidth{};
    if (one && other && forth.bandwidth == back.bandwidth && forth.latency == back.latency) {
      out.cables.push_back({a, b, forth.bandwidth, forth.latency, false});
      continue;
    }
    if (one) out.cables.push_back({a, b, forth.bandwidth, forth.latency, true});  // a fault took the other way, or slowed it
    if (other) out.cables.push_back({b, a, back.bandwidth, back.latency, true});
  }
  return out;
}

Result<void> convertNetwork(const std::string& in, const std::string& out, const Presets& presets) {
  GraphWriteOptions options;
  options.title = std::filesystem::path(in).filename().string();
  NetworkGraph graph;
  if (isScenario(in)) {
    const auto scenario = loadScenario(in, presets);
    if (!scenario) return tl::make_unexpected(scenario.error());
    auto network = networkOf(scenario->machine);
    if (!network) return tl::make_unexpected(network.error());
    graph = std::move(*network);
    options.title = scenario->machine.name.empty() ? options.title : scenario->machine.name;
    options.bandwidth = scenario->machine.network.link.bandwidth;
    options.latency = scenario->machine.network.link.latency;
  } else {
    auto read = loadGraph(in);
    if (!read) return tl::make_unexpected(read.error());
    graph = std::move(*read);
  }
  const auto text = std::string_view(out).ends_with(kCables) ? writeCableList(graph) : writeSimgrid(graph, options);
  if (!text) return tl::make_unexpected(text.error());
  const std::string part = out + ".part";
  errno = 0;
  {
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file << *text;
    file.close();
    if (!file) {
      const std::string why = std::strerror(errno ? errno : EIO);
      std::error_code ignored;
      std::filesystem::remove(part, ignored);
      return failIo("cannot be written: " + why, out, "choose another place");
    }
  }
  std::error_code moved;
  std::filesystem::rename(part, out, moved);
  if (moved) return failIo("cannot be written: " + moved.message(), out, "choose another place");
  return {};
}

}  // namespace weir
