#include "core/formats/chakra/collect.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "core/formats/chrome/kineto.h"
#include "core/formats/chrome/text.h"
#include "core/formats/open.h"

namespace weir::chakra {
namespace {

constexpr std::int64_t kAxisNs = std::int64_t{90} * 86'400 * 1'000'000'000;  // 64-bit picoseconds reach 106 days
constexpr std::int64_t kEpochNs = 1'000'000'000'000'000'000;                 // 2001: no counter of a session gets there
constexpr std::int64_t kLongest = std::int64_t{30} * 86'400 * 1'000'000'000'000;  // 30 days in ps

// Protobuf's texts are UTF-8 by definition; in broken files they are not, and what is shown must be.
std::string_view clean(std::string_view text, std::string& spare) {
  if (simdjson::validate_utf8(text.data(), text.size())) return text;
  spare.clear();
  chrome::appendUtf8(spare, text);
  return spare;
}

std::int32_t small(std::int64_t v) { return v >= 0 && v <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(v) : -1; }

}  // namespace

std::int32_t rankOf(const ReaderContext& context) {
  std::string_view name = context.name;
  for (const std::string_view ending : {std::string_view(".json"), std::string_view(".et")})
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  return rankFromFileName(name);
}

void NodeIn::attribute(std::string_view key, std::int64_t number, std::string_view text) {
  if (key == "is_cpu_op") {
    cpu = number != 0 || text == "true" || text == "True" ? 1 : 0;
    return;
  }
  const auto set = [&](std::int64_t& to) {
    if (text.empty()) {
      to = number;
      return true;
    }
    std::int64_t v = 0;
    const char* p = text.data();
    const char* const end = p + text.size();
    if (text.size() > 18) return false;
    for (; p < end && *p >= '0' && *p <= '9'; ++p) v = v * 10 + (*p - '0');
    if (p != end) return false;
    to = v;
    return true;
  };
  if (key == "comm_size") {
    set(commSize);
  } else if (key == "comm_type") {
    if (!set(commType)) commType = commTypeFromName(text).value_or(-1);
  } else if ((key == "comm_dst" && type != kRecv) || (key == "comm_src" && type != kSend)) {
    set(peer);
  } else if (key == "stream" || (key == "tid" && lane < 0)) {
    set(lane);
  } else if (key == "pg_size" || key == "group_size") {
    set(groupSize);
  }
}

Collector::Collector(const ReaderContext& context, std::string format)
    : context_(context), builder_(std::move(format), Truth::Measured), rank_(rankOf(context)) {
  // Only the pages that are written cost anything; growing by doubling would touch all of them twice.
  if (context.memoryLimit == 0 || context.expectedBytes < context.memoryLimit / 4) args_.reserve(std::min<std::uint64_t>(context.expectedBytes, std::uint64_t{1} << 32));
}

void Collector::add(const NodeIn& in) {
  Node n{};
  n.id = in.id;
  n.startNs = in.startNs;
  n.deps = deps_.size();
  n.commSize = in.commSize >= 0 ? in.commSize : kUnknownBytes;
  n.lane = small(in.lane);
  n.peer = small(in.peer);
  n.groupSize = small(in.groupSize);
  n.controls = static_cast<std::uint32_t>(in.control.size());
  n.datas = static_cast<std::uint32_t>(in.data.size());
  std::string spare;
  n.name = builder_.intern(clean(in.name, spare));
  const std::string_view args = clean(std::string_view(args_).substr(argsBegin_), spare);
  if (args.data() == spare.data() && !spare.empty()) {
    rewind();
    args_.append(args);
    note("text that is not UTF-8 or has control characters, replaced", fmt::format("node {}", in.id));
  }
  n.commType = in.commType >= 0 && in.commType < 100 ? static_cast<std::int16_t>(in.commType) : std::int16_t{-1};
  n.type = typeName(in.type).empty() ? std::int8_t{kInvalid} : static_cast<std::int8_t>(in.type);
  n.cpu = static_cast<std::int8_t>(in.cpu);
  if (typeName(in.type).empty()) note("node of a type the schema does not have", fmt::format("node {}, type {}", in.id, in.type));
  std::int64_t duration = in.durationPs;
  if (duration < 0 || duration > kLongest) {
    note("duration that cannot be, set to 0", fmt::format("node {}", in.id));
    duration = 0;
  }
  deps_.insert(deps_.end(), in.control.begin(), in.control.end());
  deps_.insert(deps_.end(), in.data.begin(), in.data.end());
  timed_ = timed_ || in.startNs != 0;
  hasDevice_ = hasDevice_ || (in.cpu != 1 && (in.type == kComp || in.type == kColl));
  nodes_.push_back(n);
  duration_.push_back(duration);
  argsAt_.push_back(argsBegin_);
  argsSize_.push_back(static_cast<std::uint32_t>(args_.size() - argsBegin_));
}

void Collector::valueType(std::string_view attribute, unsigned field) {
  auto it = types_.find(attribute);
  if (it == types_.end()) {
    if (types_.size() >= 1000) return;
    it = types_.emplace(std::string(attribute), std::array<std::uint64_t, 33>{}).first;
  }
  ++it->second[field];
}

void Collector::fact(std::string_view name, std::string_view value, std::string_view unit) {
  std::string spareName, spare;
  name = clean(name, spareName);
  value = clean(value, spare);
  constexpr std::size_t kMost = 200;  // some writers put whole input files there
  if (value.size() <= kMost) return builder_.fact(name, value, unit);
  std::size_t cut = kMost;
  while (cut > 0 && (static_cast<unsigned char>(value[cut]) & 0xC0U) == 0x80U) --cut;
  builder_.fact(name, fmt::format("{}... ({} bytes)", value.substr(0, cut), value.size()), unit);
}

std::uint64_t Collector::bytes() const {
  return nodes_.size() * (sizeof(Node) + 60) + deps_.size() * 30 + args_.size();
}

// Ids of what nodes wait for, to indices. Without what stands for nothing in the file.
void Collector::resolve() {
  const std::size_t n = nodes_.size();
  std::vector<std::uint32_t> byId(n);
  std::iota(byId.begin(), byId.end(), 0U);
  const auto less = [&](std::uint32_t a, std::uint32_t b) { return nodes_[a].id < nodes_[b].id; };
  if (!std::is_sorted(byId.begin(), byId.end(), less)) std::stable_sort(byId.begin(), byId.end(), less);
  for (std::size_t k = 1; k < n; ++k)
    if (nodes_[byId[k]].id == nodes_[byId[k - 1]].id) note("node id given twice", fmt::format("node {}", nodes_[byId[k]].id));
  const bool dense = n > 0 && nodes_[byId[n - 1]].id - nodes_[byId[0]].id == n - 1;
  const auto find = [&](std::uint64_t id) -> std::int64_t {
    if (dense) {
      const std::uint64_t k = id - nodes_[byId[0]].id;
      return k < n ? static_cast<std::int64_t>(byId[k]) : -1;
    }
    const auto it = std::lower_bound(byId.begin(), byId.end(), id, [&](std::uint32_t i, std::uint64_t v) { return nodes_[i].id < v; });
    return it != byId.end() && nodes_[*it].id == id ? static_cast<std::int64_t>(*it) : -1;
  };
  data_ = builder_.intern(kArrowDependency);
  control_ = builder_.intern(kArrowControl);
  Arrows& arrows = builder_.run().arrows;
  arrows.from.reserve(deps_.size()), arrows.to.reserve(deps_.size()), arrows.kind.reserve(deps_.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    const Node& node = nodes_[i];
    for (std::uint32_t k = 0; k < node.controls + node.datas; ++k) {
      const std::uint64_t id = deps_[node.deps + k];
      const std::int64_t from = find(id);
      if (from < 0) {
        note("dependency on a node that is not in the file", fmt::format("node {} on {}", node.id, id));
      } else if (from == i) {
        note("dependency of a node on itself", fmt::format("node {}", node.id));
      } else {
        builder_.arrow(static_cast<SliceIndex>(from), i, k < node.controls ? control_ : data_);
      }
    }
  }
}

void Collector::placeInTime(const std::vector<std::uint32_t>& lane) {
  const Arrows& arrows = builder_.run().arrows;
  const Edges edges{arrows.from, arrows.to, arrows.kind, control_};
  const std::size_t n = nodes_.size();
  Run& run = builder_.run();
  Source source;
  source.clock = ClockKind::Own;
  if (!timed_) {
    run.truth = Truth::Predicted;  // durations are as recorded, but who runs beside whom is the layout's doing
    const bool lasts = std::any_of(duration_.begin(), duration_.end(), [](std::int64_t d) { return d > 0; });
    Layout laid = layOut(duration_, lane, edges);
    start_ = std::move(laid.start);
    note(lasts ? "start times are not in the file: nodes laid out by what they wait for"
               : "times are not in the file: nodes stand in the order of what they wait for",
         {}, n);
    if (laid.dataOnly) note("control dependencies run in circles, left out of the layout", {});
    if (laid.circular > 0) note("dependencies run in circles, nodes placed last", {}, laid.circular);
    run.sources.push_back(source);
    return;
  }
  // The middle of the starts decides which are absurd; counters of a session begin at 0, the epoch's far from it.
  std::vector<std::int64_t> given;
  for (const Node& node : nodes_)
    if (node.startNs > 0) given.push_back(node.startNs);
  if (given.empty()) given.push_back(0);
  std::nth_element(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(given.size() / 2), given.end());
  const std::int64_t middle = given[given.size() / 2];
  const bool epoch = middle > kEpochNs;
  const auto usable = [&](const Node& node) {
    return (node.startNs > 0 || !epoch) && node.startNs >= 0 && std::abs(node.startNs - middle) < kAxisNs / 2;
  };
  std::int64_t origin = std::numeric_limits<std::int64_t>::max();
  for (const Node& node : nodes_)
    if (usable(node)) origin = std::min(origin, node.startNs);
  if (!epoch) origin = std::min<std::int64_t>(origin, middle > kAxisNs / 2 ? origin : 0);
  run.originNs = origin;
  source.clock = epoch ? ClockKind::Epoch : ClockKind::Own;
  run.sources.push_back(source);
  start_.assign(n, 0);
  std::vector<bool> known(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    known[i] = usable(nodes_[i]);
    if (known[i]) start_[i] = (nodes_[i].startNs - origin) * 1000;
  }
  // Nodes without a start go to the end of what they wait for, as far as that is known.
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const SliceIndex to = edges.to[e];
    if (!known[to]) start_[to] = std::max(start_[to], start_[edges.from[e]] + duration_[edges.from[e]]);
  }
  for (std::size_t i = 0; i < n; ++i)
    if (!known[i]) note("node without a usable start, placed behind what it waits for", fmt::format("node {}", nodes_[i].id));
}

// Lane of each node, dense from 0, and the track of each lane.
std::vector<TrackIndex> Collector::makeTracks(std::vector<std::uint32_t>& lane) {
  enum Kind { kHost, kCompute, kCommunication, kSends, kReceives, kMemory, kStorageLane, kOther };
  const auto kindOf = [&](const Node& n) {
    switch (n.type) {
      case kComp: return onHost(n) || n.cpu == 1 ? kHost : kCompute;
      case kColl: return onHost(n) || n.cpu == 1 ? kHost : kCommunication;
      case kSend: return kSends;
      case kRecv: return kReceives;
      case kMemLoad:
      case kMemStore: return kMemory;
      case kStorage:
      case kBatch:
      case kCheckpoint: return kStorageLane;
      default: return kOther;
    }
  };
  using Key = std::tuple<int, std::int32_t>;
  std::map<Key, std::uint32_t> lanes;
  std::vector<Key> keys;
  lane.reserve(nodes_.size());
  Key last{-1, -1};
  std::uint32_t lastLane = 0;
  for (const Node& n : nodes_) {
    int kind = kindOf(n);
    if (n.lane >= 0 && kind == kCommunication) kind = kCompute;  // both are streams with numbers of their own
    const Key key{kind, kind == kHost || kind == kCompute ? n.lane : -1};
    if (key != last) {
      const auto [it, fresh] = lanes.try_emplace(key, static_cast<std::uint32_t>(keys.size()));
      if (fresh) keys.push_back(key);
      last = key;
      lastLane = it->second;
    }
    lane.push_back(lastLane);
  }
  std::vector<TrackIndex> tracks;
  for (const auto& [kind, number] : keys) {
    constexpr std::string_view names[]{"CPU", "computing", "communication", "sends", "receives", "memory", "storage", "other"};
    Track t;
    std::string name(names[kind]);
    if (number >= 0) name = fmt::format("{} {}", kind == kHost ? "thread" : "stream", number);
    t.name = builder_.intern(name);
    t.process = builder_.intern("execution trace");
    t.kind = kind == kOther ? TrackKind::Other : kind == kHost || kind == kStorageLane ? TrackKind::Thread : TrackKind::Stream;
    t.rank = rank_;
    t.sort = static_cast<std::int64_t>(kind) * 100'000 + number;
    tracks.push_back(builder_.track(t));
  }
  return tracks;
}

Result<Run> Collector::finish(const Job& job) {
  if (nodes_.empty()) return fail("no node in this execution trace", {}, "give a trace with nodes");
  job.begin("placing the nodes");
  std::vector<std::uint32_t> lane;
  const std::vector<TrackIndex> laneTracks = makeTracks(lane);
  resolve();
  deps_ = {};
  if (job.stopped()) return stoppedByUser();
  placeInTime(lane);
  if (job.stopped()) return stoppedByUser();

  const std::size_t n = nodes_.size();
  Slices s;
  Column<TrackIndex> track;
  s.name.reserve(n), s.category.reserve(n), s.activity.reserve(n), track.reserve(n);
  NameId categories[11];
  for (int t = 0; t < 11; ++t) categories[t] = builder_.intern(typeName(t));
  std::vector<std::uint32_t> unnamed;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Node& node = nodes_[i];
    Activity activity = Activity::Other;
    switch (node.type) {
      case kComp: activity = onHost(node) ? Activity::Host : Activity::Compute; break;
      case kColl: activity = onHost(node) ? Activity::Host : Activity::Communication; break;
      case kSend:
      case kRecv: activity = Activity::Communication; break;
      case kMemLoad:
      case kMemStore: activity = Activity::Copy; break;
      case kStorage: activity = Activity::DataLoad; break;
      case kCheckpoint: activity = Activity::Checkpoint; break;
      default: break;
    }
    // Copies between host and device are computing nodes in graphs that come from PyTorch.
    if (node.type == kComp && activity == Activity::Compute) {
      const std::string_view name = builder_.run().names.text(node.name);
      if (name.starts_with("Memcpy ") || name.starts_with("Memset ")) activity = Activity::Copy;
    }
    s.name.push_back(node.name);
    s.category.push_back(categories[node.type]);
    s.activity.push_back(activity);
    track.push_back(laneTracks[lane[i]]);

    // A collective's call on the host, beside the kernel that does it, has no size.
    const bool collective = node.type == kColl && (!onHost(node) || node.commSize >= 0);
    if (collective) {
      CollectiveCall c;
      c.operation = operationOf(node.commType);
      if (node.commType < 0) {
        c.operation = chrome::collectiveFromName(builder_.run().names.text(node.name)).operation;
        if (c.operation == Operation::Unknown) c.operation = Operation::AllReduce, unnamed.push_back(i);
      }
      c.bytes = node.commSize;
      c.rank = rank_;
      c.groupSize = node.groupSize > 0 ? node.groupSize : -1;
      c.slice = i;
      c.start = start_[i];
      c.duration = duration_[i];
      builder_.collective(c);
    }
    if (node.type == kSend || node.type == kRecv) {
      const std::int32_t a = node.type == kSend ? rank_ : node.peer;
      const std::int32_t b = node.type == kSend ? node.peer : rank_;
      builder_.transfer(a, b, node.commSize, start_[i], start_[i] + duration_[i]);
      if (node.peer < 0) note("message without a peer", fmt::format("node {}", node.id));
    }
  }
  // Writers of proto3 may leave out a zero, and zero is the all-reduce.
  for (const std::uint32_t i : unnamed) note("collective without a type, taken as all-reduce", fmt::format("node {}", nodes_[i].id));
  for (IoOfNode& op : io_) {
    op.op.rank = rank_;
    op.op.start = start_[op.node];
    op.op.duration = duration_[op.node];
    builder_.io(op.op);
  }
  s.start = std::move(start_);
  s.duration = std::move(duration_);
  s.args = std::move(argsAt_);
  s.argsSize = std::move(argsSize_);
  builder_.adopt(std::move(s), std::move(track), std::move(args_));
  if (!types_.empty()) {
    Table t;
    t.name = "attribute types";
    t.columns.resize(3);
    t.columns[0].name = "attribute", t.columns[1].name = "type", t.columns[2].name = "count";
    for (const auto& [attribute, counts] : types_)
      for (unsigned field = 0; field < counts.size(); ++field) {
        if (counts[field] == 0) continue;
        t.columns[0].text.push_back(attribute);
        t.columns[1].text.emplace_back(valueName(field));
        t.columns[2].number.push_back(static_cast<double>(counts[field]));
      }
    builder_.table(std::move(t));
  }
  return builder_.build();
}

}  // namespace weir::chakra
