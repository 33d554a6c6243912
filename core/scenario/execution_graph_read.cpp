// The two encodings of a Chakra node. Unknown fields and attributes are skipped; the few that matter may come as any of the
// number types, as writers differ.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "core/scenario/execution_graph.h"

namespace weir {
namespace {

struct Cursor {
  std::string_view left;
  bool bad = false;

  std::uint64_t varint() {
    std::uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (left.empty()) break;
      const auto byte = static_cast<unsigned char>(left.front());
      left.remove_prefix(1);
      v |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return v;
    }
    bad = true;
    return 0;
  }
  std::uint64_t fixed(std::size_t n) {
    if (left.size() < n) {
      bad = true;
      left = {};
      return 0;
    }
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < n; ++i) v |= std::uint64_t{static_cast<unsigned char>(left[i])} << (8 * i);
    left.remove_prefix(n);
    return v;
  }
  std::string_view block() {
    const std::uint64_t n = varint();
    if (bad || n > left.size()) {
      bad = true;
      left = {};
      return {};
    }
    const std::string_view b = left.substr(0, n);
    left.remove_prefix(n);
    return b;
  }
};

struct Field {
  unsigned number = 0, wire = 0;
  std::uint64_t value = 0;   // wire types 0, 1, 5
  std::string_view block;    // 2
};

template <class Fn>
bool fields(std::string_view message, const Fn& fn) {
  Cursor c{message};
  while (!c.left.empty() && !c.bad) {
    const std::uint64_t key = c.varint();
    Field f{static_cast<unsigned>(key >> 3), static_cast<unsigned>(key & 7), 0, {}};
    switch (f.wire) {
      case 0: f.value = c.varint(); break;
      case 1: f.value = c.fixed(8); break;
      case 2: f.block = c.block(); break;
      case 5: f.value = c.fixed(4); break;
      default: return false;
    }
    if (c.bad || f.number == 0) return false;
    fn(f);
  }
  return !c.bad;
}

CollectiveOp recordedOperation(std::int64_t type, bool& known) {
  known = true;
  switch (type) {
    case 0: return CollectiveOp::AllReduce;
    case 1: return CollectiveOp::Reduce;
    case 2: return CollectiveOp::AllGather;
    case 3: return CollectiveOp::Gather;
    case 4: return CollectiveOp::Scatter;
    case 5: return CollectiveOp::Broadcast;
    case 6: return CollectiveOp::AllToAll;
    case 7:
    case 8: return CollectiveOp::ReduceScatter;
    case 9: return CollectiveOp::Barrier;
    default: known = false; return CollectiveOp::AllReduce;
  }
}

void attribute(RecordedNode& n, std::string_view name, std::int64_t number, std::string_view text) {
  if (!text.empty() && number == 0 && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); }) && text.size() < 19)
    for (const char c : text) number = number * 10 + (c - '0');
  if (name == "is_cpu_op") n.node.host = number != 0;
  else if (name == "comm_size") n.node.bytes = number, n.sized = true;
  else if (name == "comm_type") n.node.operation = recordedOperation(number, n.has_operation);
  else if ((name == "comm_dst" && n.type == 5) || (name == "comm_src" && n.type == 6)) n.node.peer = static_cast<std::int32_t>(number), n.has_peer = true;
  else if (name == "comm_tag") n.node.tag = static_cast<std::uint32_t>(number);
  else if (name == "pg_name" || name == "comm_group") n.group = text.empty() ? std::to_string(number) : std::string(text);
}

// AttributeProto: 1 its name; the value's field says its type (7, 9, 11, 13 integers, 15, 17 zigzag, 27 truth, 29 text).
void readAttribute(RecordedNode& n, std::string_view block) {
  std::string_view name, text;
  std::int64_t number = 0;
  fields(block, [&](const Field& f) {
    if (f.number == 1) name = f.block;
    else if (f.number == 15 || f.number == 17) number = static_cast<std::int64_t>(f.value >> 1) ^ -static_cast<std::int64_t>(f.value & 1);
    else if (f.number >= 7 && f.number <= 27 && f.wire != 2) number = static_cast<std::int64_t>(f.value);
    else if (f.number == 29) text = f.block;
  });
  attribute(n, name, number, text);
}

void readIds(std::vector<std::uint64_t>& to, const Field& f) {
  if (f.wire == 0) to.push_back(f.value);
  for (Cursor c{f.wire == 2 ? f.block : std::string_view()}; !c.left.empty() && !c.bad;)
    if (const std::uint64_t id = c.varint(); !c.bad) to.push_back(id);
}

std::int64_t microseconds(std::uint64_t us) { return us > 9'000'000'000'000ULL ? -1 : static_cast<std::int64_t>(us) * 1'000'000; }

}  // namespace

Result<std::vector<RecordedNode>> readChakraProtobuf(std::string_view bytes, std::string_view file) {
  std::vector<RecordedNode> nodes;
  Cursor c{bytes};
  const auto broken = [&](std::size_t at) {
    return fail(fmt::format("this is no Chakra execution trace (message {})", at), std::string(file), "give files of protobuf messages, each with its length before it");
  };
  for (std::size_t i = 0; !c.left.empty(); ++i) {
    const std::string_view message = c.block();
    if (c.bad) return broken(i);
    if (i == 0) {  // GlobalMetadata
      if (!fields(message, [](const Field&) {})) return broken(i);
      continue;
    }
    RecordedNode n;
    // The type decides how attributes are read, and may stand behind them.
    bool good = fields(message, [&](const Field& f) {
      if (f.number == 3) n.type = static_cast<int>(f.value);
    });
    good = good && fields(message, [&](const Field& f) {
      switch (f.number) {
        case 1: n.node.id = f.value; break;
        case 2: n.node.name = std::string(f.block); break;
        case 4: readIds(n.control, f); break;
        case 5: readIds(n.after, f); break;
        case 7: n.node.duration = microseconds(f.value), n.timed = f.value > 0; break;
        case 10: readAttribute(n, f.block); break;
        default: break;
      }
    });
    if (!good || n.node.duration < 0) return broken(i);
    nodes.push_back(std::move(n));
  }
  if (nodes.empty()) return fail("no nodes in this trace", std::string(file), "name a Chakra execution trace");
  return nodes;
}

Result<std::vector<RecordedNode>> readChakraJson(std::string_view text, std::string_view file) {
  using Json = nlohmann::json;
  const Json root = Json::parse(text, nullptr, false);
  const Json* list = nullptr;
  if (root.is_object())
    for (const char* key : {"workload_graph", "nodes"})
      if (root.contains(key) && root[key].is_array()) list = &root[key];
  if (!list) return fail("this is no Chakra graph", std::string(file), "give {\"workload_graph\": [...]}");
  const auto first = [](const Json& from, std::initializer_list<const char*> keys) -> const Json* {
    for (const char* k : keys)
      if (const auto at = from.find(k); at != from.end()) return &*at;
    return nullptr;
  };
  const auto whole = [](const Json* j) -> std::int64_t {
    if (!j) return 0;
    if (j->is_boolean()) return j->get<bool>() ? 1 : 0;
    if (j->is_number_unsigned()) return static_cast<std::int64_t>(std::min<std::uint64_t>(j->get<std::uint64_t>(), INT64_MAX));
    if (j->is_number_integer()) return j->get<std::int64_t>();
    if (j->is_number_float()) return static_cast<std::int64_t>(std::clamp(j->get<double>(), -9e18, 9e18));
    return 0;
  };
  const auto words = [](const Json* j) { return j && j->is_string() ? j->get<std::string>() : std::string(); };
  std::vector<RecordedNode> nodes;
  for (const Json& j : *list) {
    if (!j.is_object()) return fail(fmt::format("node {} is no object", nodes.size()), std::string(file), "give each node as {\"id\": ..., ...}");
    RecordedNode n;
    n.node.id = static_cast<std::uint64_t>(whole(first(j, {"id", "Id"})));
    n.node.name = words(first(j, {"name", "Name"}));
    const Json* type = first(j, {"type", "NodeType", "node_type"});
    if (type && type->is_string()) {
      const std::string t = type->get<std::string>();
      n.type = t == "COMP_NODE" ? 4 : t == "COMM_SEND_NODE" ? 5 : t == "COMM_RECV_NODE" ? 6 : t == "COMM_COLL_NODE" ? 7 : 1;
    } else {
      n.type = static_cast<int>(whole(type));
    }
    const auto ids = [&](std::vector<std::uint64_t>& to, const Json* deps) {
      if (deps && deps->is_number()) to.push_back(static_cast<std::uint64_t>(whole(deps)));
      if (!deps || !deps->is_array()) return;
      for (const Json& d : *deps) to.push_back(static_cast<std::uint64_t>(whole(&d)));
    };
    ids(n.control, first(j, {"ctrl_deps", "ctrlDeps"}));
    ids(n.after, first(j, {"data_deps", "dataDeps"}));
    if (const Json* us = first(j, {"duration_micros", "runtime", "duration"})) {
      n.timed = true;
      const double ps = us->is_number() ? us->get<double>() * 1e6 : 0;
      if (!(ps >= 0 && ps < 9e18)) return fail(fmt::format("node {} has a duration that cannot be", n.node.id), std::string(file), "give microseconds");
      n.node.duration = static_cast<std::int64_t>(ps);
    }
    for (const char* key : {"is_cpu_op", "comm_size", "comm_type", "comm_dst", "comm_src", "comm_tag", "pg_name", "comm_group"})
      if (const Json* v = first(j, {key})) attribute(n, key, whole(v), v->is_string() ? v->get_ref<const std::string&>() : std::string_view());
    for (const char* key : {"attr", "attrs"})
      if (const Json* attrs = first(j, {key}); attrs && attrs->is_array())
        for (const Json& a : *attrs) {
          if (!a.is_object()) continue;
          const Json* v = nullptr;
          for (const auto& [k, x] : a.items())
            if (k == "value" || k.ends_with("_val") || k.ends_with("Val")) v = &x;
          if (v) attribute(n, words(first(a, {"name"})), whole(v), v->is_string() ? v->get_ref<const std::string&>() : std::string_view());
        }
    nodes.push_back(std::move(n));
  }
  if (nodes.empty()) return fail("no nodes in this graph", std::string(file), "name a Chakra execution graph");
  return nodes;
}

}  // namespace weir
