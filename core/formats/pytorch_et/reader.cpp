#include "core/formats/pytorch_et/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/formats/chakra/collect.h"
#include "core/formats/chakra/json_nodes.h"
#include "core/formats/chakra/json_out.h"
#include "core/formats/chakra/json_value.h"
#include "core/formats/chrome/scan.h"
#include "core/formats/chrome/text.h"
#include "core/formats/pytorch_et/comms.h"
#include "core/run/builder.h"

namespace weir::pytorch_et {
namespace {

using chakra::JsonElement;
using chakra::JsonNodes;
using chakra::JsonObject;

constexpr std::int64_t kStep = 1'000'000;  // 1 us from node to node

// RecordScope of PyTorch (aten/src/ATen/record_function.h).
constexpr std::string_view kScopes[]{"FUNCTION",           "BACKWARD_FUNCTION", "TORCHSCRIPT_FUNCTION", "KERNEL_FUNCTION_DTYPE",
                                     "CUSTOM_CLASS",       "BUILD_FEATURE",     "LITE_INTERPRETER",     "USER_SCOPE",
                                     "STATIC_RUNTIME_OP",  "STATIC_RUNTIME_MODEL"};

struct Node {
  std::uint64_t id = 0, forward = 0;
  std::uint64_t parents = 0;  // first of its parents
  std::uint64_t argsAt = 0;
  std::uint32_t argsSize = 0, parentCount = 0;
  std::int32_t tid = 0;
  NameId name = 0;
  std::uint8_t scope = 0;
};

class EtReader final : public Reader {
 public:
  explicit EtReader(const ReaderContext& context)
      : context_(context),
        builder_("pytorch-et", Truth::Measured),
        nodes_text_([this](std::string_view text, std::uint64_t at) { object(text, at); },
                    [this](std::string_view key, std::string_view value) { told(key, value); },
                    [this](std::string_view what, std::uint64_t at) { builder_.note(what, fmt::format("byte {}", at)); }) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    nodes_text_.feed({reinterpret_cast<const char*>(chunk.data()), chunk.size()}, last);
    if (context_.memoryLimit > 0 && args_.size() + nodes_.size() * 150 + nodes_text_.held() > context_.memoryLimit)
      return fail(fmt::format("the trace needs more than {} MiB of memory", context_.memoryLimit >> 20), {}, "open fewer files at once, or a shorter trace");
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }

  Result<Run> finish(const Job& job) override;

 private:
  void told(std::string_view key, std::string_view value) {
    if (value.size() > 1000) return;
    if (value.size() >= 2 && value.front() == '"') builder_.fact(key, chrome::unescaped(value.substr(1, value.size() - 2)));
    else builder_.fact(key, value);
  }

  void object(std::string_view text, std::uint64_t at);
  void flag(std::string_view key, const JsonElement& value, Node& node);
  std::int32_t findRank(const std::map<std::string, const Group*>& groups) const;

  struct NodeCall {
    std::uint32_t node;
    Call call;
  };
  ReaderContext context_;
  RunBuilder builder_;
  JsonNodes nodes_text_;
  chakra::JsonText json_;
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> parents_;
  TextColumn args_;
  std::vector<NodeCall> calls_;
  std::vector<Group> groups_;
};

void EtReader::flag(std::string_view key, const JsonElement& value, Node& node) {
  if (key == "tid") {
    node.tid = static_cast<std::int32_t>(std::clamp<std::int64_t>(chakra::integer(value).value_or(0), 0, std::numeric_limits<std::int32_t>::max()));
  } else if (key == "scope") {
    node.scope = static_cast<std::uint8_t>(std::clamp<std::int64_t>(chakra::integer(value).value_or(255), 0, 255));
  } else if (key == "fw_parent") {
    node.forward = chakra::natural(value).value_or(0);
  }
}

void EtReader::object(std::string_view text, std::uint64_t at) {
  bool repaired = false;
  const auto parsed = json_.parse(text, repaired);
  if (repaired) builder_.note("text that is not UTF-8 or has control characters, replaced", fmt::format("byte {}", at));
  const auto id = parsed ? chakra::member(*parsed, {"id"}) : std::nullopt;
  if (!id || !chakra::natural(*id)) return builder_.note("node that cannot be read, left out", fmt::format("byte {}", at));
  Node node;
  node.id = *chakra::natural(*id);
  node.argsAt = args_.size();
  node.parents = parents_.size();
  Parts parts;
  parts.object = *parsed;
  std::string_view name;
  chakra::ObjectOut<TextColumn> args(args_);
  args.natural("id", node.id);
  for (const auto [key, value] : *parsed) {
    if (key == "id") continue;
    if (key == "name") {
      name = chakra::words(value);
      continue;
    }
    if (key == "attrs") {
      parts.attrs = value;
      continue;
    }
    if (key == "parent" || key == "ctrl_deps") {
      simdjson::dom::array list;
      if (value.get_array().get(list) == simdjson::SUCCESS) {
        for (const JsonElement e : list)
          if (const auto p = chakra::natural(e)) parents_.push_back(*p);
      } else if (const auto p = chakra::natural(value)) {
        parents_.push_back(*p);
      }
    }
    if (key == "inputs") {
      // A list of values in 1.0.1; later an object that also holds their shapes and types.
      JsonObject io;
      if (value.get_object().get(io) == simdjson::SUCCESS) {
        parts.inputs = chakra::member(io, {"values"});
        parts.shapes = chakra::member(io, {"shapes"});
      } else {
        parts.inputs = value;
      }
    } else if (key == "input_shapes") {
      parts.shapes = value;
    }
    flag(key, value, node);
    chakra::appendJson(args.key(key), value);
  }
  if (parts.attrs) {
    simdjson::dom::array list;
    if (parts.attrs->get_array().get(list) == simdjson::SUCCESS)
      for (const JsonElement e : list) {
        JsonObject a;
        if (e.get_object().get(a) != simdjson::SUCCESS) continue;
        const auto key = chakra::member(a, {"name"});
        const auto value = chakra::member(a, {"value"});
        if (!key || !value) continue;
        flag(chakra::words(*key), *value, node);
        chakra::appendJson(args.key(chakra::words(*key)), *value);
      }
  }
  args.close();
  node.argsSize = static_cast<std::uint32_t>(args_.size() - node.argsAt);
  node.parentCount = static_cast<std::uint32_t>(parents_.size() - node.parents);
  node.name = builder_.intern(name);
  if (name == "record_param_comms") {
    if (auto call = readCall(parts)) calls_.push_back({static_cast<std::uint32_t>(nodes_.size()), std::move(*call)});
  } else if (name.find("process_group:init") != std::string_view::npos) {
    for (Group& g : readGroups(parts)) groups_.push_back(std::move(g));
  }
  nodes_.push_back(node);
}

// The trace does not name its rank, but most collectives record the caller's number in its group. Of groups that are not
// all ranks 0 to n-1 that number says nothing without the members.
std::int32_t EtReader::findRank(const std::map<std::string, const Group*>& groups) const {
  std::set<std::int32_t> votes;
  for (const NodeCall& c : calls_) {
    const Call& call = c.call;
    // These record their root there.
    const bool rooted = call.operation == Operation::Broadcast || call.operation == Operation::Reduce || call.operation == Operation::Gather ||
                        call.operation == Operation::Scatter || call.operation == Operation::SendRecv;
    if (rooted || call.rankInGroup < 0) continue;
    if (call.operation == Operation::Unknown && call.word != "wait") continue;
    std::vector<std::int32_t> members = call.members;
    if (const auto it = groups.find(call.group); members.empty() && it != groups.end()) members = it->second->ranks;
    if (members.empty() && groups_.size() > 1) continue;
    if (members.empty()) votes.insert(call.rankInGroup);
    else if (static_cast<std::size_t>(call.rankInGroup) < members.size()) votes.insert(members[static_cast<std::size_t>(call.rankInGroup)]);
  }
  return votes.size() == 1 ? *votes.begin() : kUnknownRank;
}

Result<Run> EtReader::finish(const Job& job) {
  if (nodes_.empty()) return fail("no node in this execution trace", {}, "give a trace with nodes");
  job.begin("placing the nodes");
  const std::size_t n = nodes_.size();
  Run& run = builder_.run();
  std::map<std::string, const Group*> groups;
  for (const Group& g : groups_) {
    groups[g.name] = &g;
    if (!g.backend.empty()) groups[g.backend] = &g;
  }
  std::int32_t rank = findRank(groups);
  if (rank == kUnknownRank) rank = chakra::rankOf(context_);

  // Nodes are written when they end; ids are given when they begin.
  std::vector<std::uint32_t> byId(n);
  std::iota(byId.begin(), byId.end(), 0U);
  std::stable_sort(byId.begin(), byId.end(), [&](std::uint32_t a, std::uint32_t b) { return nodes_[a].id < nodes_[b].id; });
  for (std::size_t k = 1; k < n; ++k)
    if (nodes_[byId[k]].id == nodes_[byId[k - 1]].id) builder_.note("node id given twice", fmt::format("node {}", nodes_[byId[k]].id));
  const auto find = [&](std::uint64_t id) -> std::int64_t {
    const auto it = std::lower_bound(byId.begin(), byId.end(), id, [&](std::uint32_t i, std::uint64_t v) { return nodes_[i].id < v; });
    return it != byId.end() && nodes_[*it].id == id ? static_cast<std::int64_t>(it - byId.begin()) : -1;
  };
  std::vector<std::uint32_t> position(n);
  for (std::uint32_t k = 0; k < n; ++k) position[byId[k]] = k;

  std::map<std::int32_t, TrackIndex> tracks;
  for (const Node& node : nodes_) tracks.try_emplace(node.tid, 0);
  for (auto& [tid, index] : tracks) {
    Track t;
    t.name = builder_.intern(tid == 0 ? std::string("process") : fmt::format("thread {}", tid));
    t.process = builder_.intern("execution trace");
    t.kind = TrackKind::Thread;
    t.rank = rank;
    t.sort = tid;
    index = builder_.track(t);
  }
  NameId scopes[10];
  for (int i = 0; i < 10; ++i) scopes[i] = builder_.intern(kScopes[i]);
  Slices s;
  Column<TrackIndex> track;
  s.start.reserve(n), s.duration.reserve(n), s.name.reserve(n), s.category.reserve(n), s.activity.reserve(n), s.args.reserve(n),
      s.argsSize.reserve(n), track.reserve(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Node& node = nodes_[byId[k]];
    s.start.push_back(static_cast<std::int64_t>(k) * kStep);
    s.duration.push_back(0);
    s.name.push_back(node.name);
    s.category.push_back(node.scope < 10 ? scopes[node.scope] : 0);
    s.activity.push_back(node.scope == 7 ? Activity::Annotation : Activity::Host);
    s.args.push_back(node.argsAt);
    s.argsSize.push_back(node.argsSize);
    track.push_back(tracks.at(node.tid));
  }
  builder_.adopt(std::move(s), std::move(track), std::move(args_));
  builder_.note("times are not in the file: nodes stand in the order of their ids", {}, n);
  run.truth = Truth::Predicted;  // what is measured has a time; joined with a profile, the nodes take its times
  Source source;
  source.clock = ClockKind::Own;
  run.sources.push_back(source);

  const NameId control = builder_.intern(kArrowControl);
  const NameId forward = builder_.intern("forward to backward");
  for (std::uint32_t k = 0; k < n; ++k) {
    const Node& node = nodes_[byId[k]];
    for (std::uint32_t p = 0; p < node.parentCount; ++p) {
      const std::uint64_t id = parents_[node.parents + p];
      const std::int64_t from = find(id);
      if (id == node.id || (from < 0 && id == 0)) continue;  // the root is its own parent
      if (from < 0) builder_.note("parent that is not in the file", fmt::format("node {} below {}", node.id, id));
      else builder_.arrow(static_cast<SliceIndex>(from), k, control);
    }
    if (node.forward != 0 && node.forward != node.id)
      if (const std::int64_t from = find(node.forward); from >= 0) builder_.arrow(static_cast<SliceIndex>(from), k, forward);
  }

  for (const NodeCall& c : calls_) {
    const Call& call = c.call;
    if (call.operation == Operation::Unknown) continue;  // "wait", "init", "startCoalescing": no data of their own
    const std::uint32_t k = position[c.node];
    CollectiveCall out;
    out.operation = call.operation;
    out.bytes = call.operation == Operation::Barrier && call.bytes == kUnknownBytes ? 0 : call.bytes;
    out.groupSize = call.groupSize;
    std::vector<std::int32_t> members = call.members;
    if (const auto it = groups.find(call.group); it != groups.end()) {
      if (members.empty()) members = it->second->ranks;
      if (out.groupSize < 0) out.groupSize = it->second->size;
    }
    if (out.groupSize > 0 && members.size() != static_cast<std::size_t>(out.groupSize)) members.clear();
    out.group = builder_.group(members);
    out.rank = rank;
    out.slice = k;
    out.start = static_cast<std::int64_t>(k) * kStep;
    builder_.collective(out);
  }
  if (!groups_.empty()) {
    Table t;
    t.name = "process groups";
    t.columns.resize(4);
    t.columns[0].name = "name", t.columns[1].name = "description", t.columns[2].name = "ranks", t.columns[3].name = "size";
    for (const Group& g : groups_) {
      t.columns[0].text.push_back(g.name);
      t.columns[1].text.push_back(g.description);
      t.columns[2].text.push_back(g.ranks.size() > 64 ? fmt::format("{}, ... {}", g.ranks.front(), g.ranks.back()) : fmt::format("{}", fmt::join(g.ranks, ", ")));
      t.columns[3].number.push_back(g.size);
      // The first group of all is the default one; PyTorch calls it "0" or "default_pg".
      if (g.description == "default_pg" || (g.description.empty() && g.name == "0")) run.worldSize = std::max(run.worldSize, g.size);
    }
    builder_.table(std::move(t));
  }
  return builder_.build();
}

}  // namespace

int sniff(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  while (!s.empty() && chrome::isSpace(s.front())) s.remove_prefix(1);
  const auto has = [&](std::string_view what) { return s.find(what) != std::string_view::npos; };
  if (s.empty() || s.front() != '{' || has("\"traceEvents\"") || !has("\"nodes\"")) return 0;
  const bool members = has("\"rf_id\"") || has("\"op_schema\"") || has("\"fw_parent\"");
  if (has("\"schema\"") && members) return 93;
  if (members && (has("\"ctrl_deps\"") || has("\"parent\""))) return 91;
  return has("\"schema\"") && (has("\"ctrl_deps\"") || has("\"parent\"")) ? 89 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<EtReader>(context); }

}  // namespace weir::pytorch_et
