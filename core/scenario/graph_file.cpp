#include "core/scenario/graph_file.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "core/base/units.h"
#include "core/scenario/document.h"
#include "core/scenario/graph_xml.h"

namespace weir {
namespace {

constexpr std::size_t kLargestFile = 64U << 20;

std::vector<std::string_view> words(std::string_view row) {
  std::vector<std::string_view> out;
  for (std::size_t at = row.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
    const std::size_t end = std::min(row.find_first_of(" \t\r", at), row.size());
    out.push_back(row.substr(at, end - at));
    at = row.find_first_not_of(" \t\r", end);
  }
  return out;
}

Result<NetworkGraph> cableList(std::string_view text, std::string_view file) {
  GraphDrawing d;
  std::vector<std::string> order;               // of appearance
  std::map<std::string, int, std::less<>> seen;  // cables at each
  std::set<std::string, std::less<>> hosts;
  std::size_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    row = row.substr(0, row.find('#'));
    auto w = words(row);
    if (w.empty()) continue;
    const auto bad = [&](std::string what, std::string todo) { return fail(std::move(what), fmt::format("{}, line {}", file, line), std::move(todo)); };
    if (w[0] == "host" && (seen.empty() || !seen.contains("host"))) {
      if (w.size() < 2) return bad("no host is named", "write \"host NAME\"");
      for (std::size_t i = 1; i < w.size(); ++i) {
        if (!hosts.emplace(w[i]).second) return bad(fmt::format("\"{}\" is named twice", w[i]), "name each host once");
        d.graph.hosts.emplace_back(w[i]);
      }
      continue;
    }
    GraphCable c;
    if (w.size() > 2 && w.back() == "one-way") {
      c.one_way = true;
      w.pop_back();
    }
    if (w.size() < 2 || w.size() > 4) return bad(fmt::format("a cable has two ends, a bandwidth and a latency, not {} words", w.size()), "write \"a b 100Gbps 1us\"");
    c.from = w[0];
    c.to = w[1];
    if (c.from == c.to) return bad(fmt::format("the cable joins \"{}\" to itself", c.from), "name two nodes");
    if (w.size() > 2) {
      const auto bandwidth = units::parseBandwidth(w[2]);
      if (!bandwidth) return bad(bandwidth.error().what, bandwidth.error().todo.empty() ? "write it as \"100Gbps\"" : bandwidth.error().todo);
      if (!(*bandwidth > Bandwidth{})) return bad("the cable has no bandwidth", "write it as \"100Gbps\"");
      c.bandwidth = *bandwidth;
    }
    if (w.size() > 3) {
      const auto latency = units::parseTime(w[3]);
      if (!latency) return bad(latency.error().what, latency.error().todo.empty() ? "write it as \"1us\"" : latency.error().todo);
      if (*latency < Time()) return bad("the latency is negative", "write it as \"1us\"");
      c.latency = *latency;
    }
    for (const std::string& name : {c.from, c.to})
      if (++seen[name] == 1) order.push_back(name);
    d.graph.cables.push_back(std::move(c));
    if (d.full()) return bad("the network is too large", "give at most 4,000,000 cables");
  }
  if (d.graph.cables.empty() && d.graph.hosts.empty()) return fail("the file holds no cables", std::string(file), "write one a line, as \"a b 100Gbps 1us\"");
  if (d.graph.hosts.empty())
    for (const std::string& name : order)
      if (name.starts_with("host")) d.graph.hosts.push_back(name);
  if (d.graph.hosts.empty())
    for (const std::string& name : order)
      if (seen[name] == 1) d.graph.hosts.push_back(name);
  if (d.graph.hosts.empty()) return fail("no node can be told to be a host", std::string(file), "name the hosts, as in \"host a b c\"");
  if (d.full()) return fail("the network has too many hosts", std::string(file), "give at most 1,000,000");
  return std::move(d.graph);
}

// Elements in one another, without recursion: what follows walks them by it.
bool tooDeep(const pugi::xml_node& root) {
  struct Walker final : pugi::xml_tree_walker {
    bool deep = false;
    bool for_each(pugi::xml_node&) override { return !(deep = deep || depth() > kDeepestGraph); }
  } walker;
  pugi::xml_node top = root;
  top.traverse(walker);
  return walker.deep;
}

Result<NetworkGraph> xml(std::string_view text, std::string_view file) {
  const XmlSource source{text, file};
  pugi::xml_document doc;
  // No DOCTYPE is looked at, so there are no entities but the five of XML and numbers.
  const pugi::xml_parse_result r = doc.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!r) {
    const auto at = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, r.offset)), text.size());
    return fail(fmt::format("not valid XML: {}", r.description()), fmt::format("{}, line {}", file, 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')),
                at >= text.size() ? "the file ends too early" : "correct it there or just before");
  }
  const pugi::xml_node root = doc.document_element();
  if (tooDeep(root)) return source.error(root, fmt::format("more than {} elements stand in one another", kDeepestGraph), "this does not look like a network");
  const std::string_view name = root.name();
  if (name == "platform") return simgridGraph(root, source);
  if (name == "system") return ncclGraph(root, source);
  if (name == "graphs") return source.error(root, "these are the graphs that NCCL chose, not the topology", "give what NCCL_TOPO_DUMP_FILE writes");
  if (name == "algo") return source.error(root, "this is an algorithm of MSCCL, not a network", "give what NCCL_TOPO_DUMP_FILE writes");
  return source.error(root, fmt::format("the element \"{}\" begins no network", name), "give a SimGrid platform, an NCCL topology or a list of cables");
}

}  // namespace

Result<NetworkGraph> parseGraph(std::string_view text, std::string_view file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.size() > kLargestFile) return fail("larger than 64 MiB", std::string(file), "this does not look like a network");
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return fail("the file is empty", std::string(file), "give a SimGrid platform, an NCCL topology or a list of cables");
  if (text.find('\0') != std::string_view::npos) return fail("this is no text", std::string(file), "give a SimGrid platform, an NCCL topology or a list of cables");
  return text[first] == '<' ? xml(text, file) : cableList(text, file);
}

Result<NetworkGraph> loadGraph(const std::string& path) {
  return readTextFile(path, kLargestFile).and_then([&](const std::string& text) { return parseGraph(text, path); });
}

}  // namespace weir
