#include "core/scenario/execution_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include "core/scenario/document.h"

namespace weir {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLargestGraph = std::size_t{2} << 30;

// "all_reduce.12.et": 12.
std::optional<int> rankOf(const fs::path& file) {
  const std::string stem = file.stem().string();
  const std::size_t dot = stem.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  int rank = -1;
  const char *begin = stem.data() + dot + 1, *end = stem.data() + stem.size();
  const auto [stop, ec] = std::from_chars(begin, end, rank);
  if (ec != std::errc{} || stop != end || rank < 0) return std::nullopt;
  return rank;
}

bool isTrace(const fs::path& file) {
  const std::string ext = file.extension().string();
  return ext == ".et" || (ext == ".json" && rankOf(file));
}

// Files of one folder by rank; a folder holds one job.
Result<std::map<int, fs::path>> filesOf(const fs::path& folder) {
  std::map<int, fs::path> files;
  std::error_code ec;
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(folder, ec)) all.push_back(entry.path());
  if (ec) return failIo(ec.message(), folder.string(), "name a folder of execution traces");
  std::sort(all.begin(), all.end());
  const bool protobuf = std::any_of(all.begin(), all.end(), [](const fs::path& p) { return p.extension() == ".et"; });
  for (const fs::path& p : all) {
    if (!isTrace(p) || (protobuf && p.extension() != ".et")) continue;
    const std::optional<int> rank = rankOf(p);
    if (!rank) continue;
    if (!files.emplace(*rank, p).second) return fail(fmt::format("two traces of rank {}", *rank), folder.string(), "keep the traces of one job in a folder");
  }
  if (files.empty()) return fail("no execution traces here", folder.string(), "name files with their rank, as in job.0.et, job.1.et");
  for (int r = 0; r < static_cast<int>(files.size()); ++r)
    if (!files.contains(r)) return fail(fmt::format("the trace of rank {} of {} is missing", r, files.rbegin()->first + 1), folder.string(), "give one for each rank");
  return files;
}

Result<std::vector<RecordedNode>> readFile(const fs::path& file) {
  return readTextFile(file.string(), kLargestGraph).and_then([&](const std::string& text) {
    return file.extension() == ".json" ? readChakraJson(text, file.string()) : readChakraProtobuf(text, file.string());
  });
}

void sortOut(std::vector<std::uint32_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

// Whether the nodes can come one after the other when each also waits for `more`.
bool inTurn(const std::vector<GraphNode>& nodes, const std::vector<std::vector<std::uint32_t>>& more) {
  std::vector<std::uint32_t> waits(nodes.size()), list;
  std::vector<std::vector<std::uint32_t>> next(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    for (const auto* from : {&nodes[i].after, &more[i]})
      for (const std::uint32_t a : *from) {
        next[a].push_back(i);
        ++waits[i];
      }
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    if (waits[i] == 0) list.push_back(i);
  for (std::size_t k = 0; k < list.size(); ++k)
    for (const std::uint32_t b : next[list[k]])
      if (--waits[b] == 0) list.push_back(b);
  return list.size() == nodes.size();
}

}  // namespace

bool isExecutionGraph(const std::string& path) {
  std::error_code ec;
  if (fs::is_directory(path, ec)) {
    for (const auto& entry : fs::directory_iterator(path, ec))
      if (isTrace(entry.path())) return true;
    return false;
  }
  if (fs::path(path).extension() == ".et") return true;
  if (fs::path(path).extension() != ".json") return false;
  const auto text = readTextFile(path, kLargestGraph);
  return text && std::string_view(*text).substr(0, 4096).find("\"workload_graph\"") != std::string_view::npos;
}

Result<ExecutionGraph> joinRanks(std::vector<std::vector<RecordedNode>> ranks, std::string_view file) {
  ExecutionGraph g;
  g.groups.emplace_back();
  for (std::size_t r = 0; r < ranks.size(); ++r) g.groups[0].push_back(static_cast<std::int32_t>(r));
  // Who uses a process group is in it.
  std::map<std::string, std::vector<std::int32_t>> members;
  std::uint64_t dangling = 0, untimed = 0, circles = 0;
  bool anyTime = false, anyMessage = false;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (const RecordedNode& n : ranks[r]) {
      anyTime = anyTime || n.timed;
      anyMessage = anyMessage || n.type == 5 || n.type == 6 || (n.type == 7 && n.sized);
      if (n.type != 7 || n.group.empty() || !n.sized) continue;
      auto& of = members[n.group];
      if (of.empty() || of.back() != static_cast<std::int32_t>(r)) of.push_back(static_cast<std::int32_t>(r));
    }
  if (!anyTime && !anyMessage)
    return fail("this trace records neither durations nor messages with their sizes", std::string(file), "link the host's trace with the device's by chakra_trace_link first");
  std::map<std::string, std::uint32_t> groupOf;
  for (auto& [name, of] : members) {
    // All ranks: the group without a name. A single rank's trace does not tell.
    groupOf[name] = of.size() == ranks.size() ? 0 : static_cast<std::uint32_t>(g.groups.size());
    if (of.size() != ranks.size()) g.groups.push_back(std::move(of));
  }
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    std::vector<RecordedNode>& in = ranks[r];
    std::stable_sort(in.begin(), in.end(), [](const RecordedNode& a, const RecordedNode& b) { return a.node.id < b.node.id; });
    std::map<std::uint64_t, std::uint32_t> index;
    for (std::uint32_t i = 0; i < in.size(); ++i)
      if (!index.emplace(in[i].node.id, i).second) return fail(fmt::format("rank {} has two nodes {}", r, in[i].node.id), std::string(file), "give each node an id of its own");
    std::vector<GraphNode>& out = g.ranks.emplace_back();
    std::vector<std::vector<std::uint32_t>> control;
    out.reserve(in.size());
    control.reserve(in.size());
    for (RecordedNode& n : in) {
      GraphNode& node = n.node;
      const auto where = fmt::format("{}, rank {}, node {}", file, r, node.id);
      // What a host does to launch a collective is typed as one too, without a size.
      const bool launches = n.type == 7 && (node.host || !n.sized) && n.timed;
      if (n.type == 5 || n.type == 6) {
        node.kind = n.type == 5 ? GraphNode::Kind::Send : GraphNode::Kind::Receive;
        if (!n.has_peer) return fail("a message has no other end", where, n.type == 5 ? "give comm_dst" : "give comm_src");
        if (node.bytes < 0) return fail("a message has a negative size", where, "give comm_size in bytes");
        if (node.peer < 0 || node.peer >= static_cast<int>(ranks.size())) return fail(fmt::format("rank {} does not exist: there are {}", node.peer, ranks.size()), where, "give the traces of all ranks");
      } else if (n.type == 7 && !launches) {
        node.kind = GraphNode::Kind::Collective;
        if (!n.sized || node.bytes < 0) return fail("a collective has no size", where, "give comm_size in bytes");
        if (!n.has_operation) return fail("a collective of an unknown kind", where, "give comm_type 0 to 9");
        node.group = n.group.empty() ? 0 : groupOf[n.group];
      } else {
        node.kind = GraphNode::Kind::Compute;
        untimed += n.type == 4 && !n.timed ? 1 : 0;
      }
      const auto resolve = [&](const std::vector<std::uint64_t>& ids, std::vector<std::uint32_t>& to) {
        for (const std::uint64_t id : ids) {
          const auto at = index.find(id);
          if (at == index.end()) ++dangling;
          else if (at->second != static_cast<std::uint32_t>(out.size())) to.push_back(at->second);
        }
        sortOut(to);
      };
      resolve(n.after, node.after);
      resolve(n.control, control.emplace_back());
      out.push_back(std::move(node));
    }
    if (!inTurn(out, control)) {
      ++circles;
      continue;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].after.insert(out[i].after.end(), control[i].begin(), control[i].end());
      sortOut(out[i].after);
    }
  }
  // Sizes are of a rank's input; ours of the whole buffer where ranks hold shares of it.
  for (auto& nodes : g.ranks)
    for (GraphNode& n : nodes)
      if (n.kind == GraphNode::Kind::Collective && ranks.size() > 1 && (n.operation == CollectiveOp::AllGather || n.operation == CollectiveOp::Gather))
        n.bytes *= static_cast<std::int64_t>(g.groups[n.group].size());
  if (dangling > 0) g.remarks.push_back(fmt::format("{} dependencies on nodes that are not in the trace are left out", dangling));
  if (circles > 0) g.remarks.push_back(fmt::format("control dependencies of {} ranks run in circles, as old schemas write them; what is played waits for data alone", circles));
  if (untimed > 0) g.remarks.push_back(fmt::format("{} computing nodes record no duration and take none", untimed));
  return g;
}

Result<ExecutionGraph> loadExecutionGraph(const std::string& path) {
  std::error_code ec;
  std::vector<std::vector<RecordedNode>> ranks;
  std::string format = "chakra-et";
  bool one = false;
  if (fs::is_directory(path, ec)) {
    auto files = filesOf(path);
    if (!files) return tl::make_unexpected(files.error());
    one = files->size() == 1;
    for (const auto& [rank, file] : *files) {
      auto nodes = readFile(file);
      if (!nodes) return tl::make_unexpected(nodes.error());
      if (file.extension() == ".json") format = "chakra-json";
      ranks.push_back(std::move(*nodes));
    }
  } else {
    auto nodes = readFile(path);
    if (!nodes) return tl::make_unexpected(nodes.error());
    if (fs::path(path).extension() == ".json") format = "chakra-json";
    ranks.push_back(std::move(*nodes));
    one = true;
  }
  return joinRanks(std::move(ranks), path).transform([&](ExecutionGraph g) {
    g.format = format;
    g.oneRankForAll = one;
    return g;
  });
}

}  // namespace weir
