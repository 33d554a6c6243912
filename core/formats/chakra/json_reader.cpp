// The JSON flavours of Chakra's graphs: {"workload_graph": [...]}, {"nodes": [...]}, and chakra_jsonizer's objects one after
// the other. They differ in the names of members, and numbers may be texts.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/formats/chakra/collect.h"
#include "core/formats/chakra/json_nodes.h"
#include "core/formats/chakra/json_value.h"
#include "core/formats/chakra/reader.h"
#include "core/formats/chrome/text.h"

namespace weir::chakra {
namespace {

// "int64Val", "int64_val", "int64List" to the oneof's field; 0 when it is none of them.
unsigned fieldOf(std::string_view key) {
  std::string type;
  bool list = false;
  for (const std::string_view ending : {std::string_view("Val"), std::string_view("_val")})
    if (key.ends_with(ending)) type = key.substr(0, key.size() - ending.size());
  for (const std::string_view ending : {std::string_view("List"), std::string_view("_list")})
    if (key.ends_with(ending)) type = key.substr(0, key.size() - ending.size()), list = true;
  const auto field = valueFromName(type);
  return field ? *field + (list ? 1 : 0) : 0;
}

class JsonReader final : public Reader {
 public:
  explicit JsonReader(const ReaderContext& context)
      : context_(context),
        into_(context, "chakra-json"),
        nodes_([this](std::string_view text, std::uint64_t at) { object(text, at); },
               [this](std::string_view key, std::string_view value) { told(key, value); },
               [this](std::string_view what, std::uint64_t at) { into_.note(what, fmt::format("byte {}", at)); }) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    nodes_.feed({reinterpret_cast<const char*>(chunk.data()), chunk.size()}, last);
    if (context_.memoryLimit > 0 && into_.bytes() + nodes_.held() > context_.memoryLimit)
      return fail(fmt::format("the trace needs more than {} MiB of memory", context_.memoryLimit >> 20), {}, "open fewer files at once, or a shorter trace");
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }
  Result<Run> finish(const Job& job) override { return into_.finish(job); }

 private:
  void told(std::string_view key, std::string_view value) {
    if (value.size() >= 2 && value.front() == '"') into_.fact(key, chrome::unescaped(value.substr(1, value.size() - 2)));
    else into_.fact(key, value);
  }

  void object(std::string_view text, std::uint64_t at) {
    bool repaired = false;
    const auto parsed = json_.parse(text, repaired);
    if (repaired) into_.note("text that is not UTF-8 or has control characters, replaced", fmt::format("byte {}", at));
    if (!parsed) return into_.note("node that cannot be read, left out", fmt::format("byte {}", at));
    const auto id = member(*parsed, {"id", "Id", "ID"});
    const auto name = member(*parsed, {"name", "Name"});
    const auto type = member(*parsed, {"type", "NodeType", "node_type"});
    if (!name && !type && (!id || member(*parsed, {"version"}))) return metadata(*parsed);
    node_.clear();
    // Zeroes may be left out, the first node's id among them.
    if (id) node_.id = natural(*id).value_or(0);
    if (name) node_.name = words(*name);
    if (type) {
      node_.type = words(*type).empty() ? static_cast<int>(std::min<std::int64_t>(1000, integer(*type).value_or(0)))
                                        : typeFromName(words(*type)).value_or(1000);
    }
    into_.mark();
    TextColumn& out = into_.args();
    ObjectOut<TextColumn> args(out);
    args.natural("id", node_.id);
    for (const auto field : *parsed) member_(field.key, field.value, args, out);
    args.close();
    into_.add(node_);
  }

  void member_(std::string_view key, const JsonElement& value, ObjectOut<TextColumn>& args, TextColumn& out) {
    if (key == "id" || key == "Id" || key == "ID" || key == "name" || key == "Name" || key == "type" || key == "NodeType" ||
        key == "node_type")
      return;
    if (key == "ctrl_deps" || key == "ctrlDeps") return ids(value, node_.control);
    if (key == "data_deps" || key == "dataDeps") return ids(value, node_.data);
    if (key == "duration_micros" || key == "durationMicros" || key == "runtime" || key == "duration") {
      const auto us = real(value);
      node_.durationPs = us && *us >= 0 && *us < 9e12 ? std::llround(*us * 1e6) : -1;
      return;
    }
    if (key == "start_time_micros" || key == "startTimeMicros") {
      // Whole microseconds since 1970 do not fit a double's nanoseconds.
      const auto whole = integer(value);
      const auto us = real(value);
      if (whole && us && *us >= 0 && *us < 9e15)
        node_.startNs = *us == std::floor(*us) ? *whole * 1000 : std::llround(*us * 1e3);
      else node_.startNs = std::numeric_limits<std::int64_t>::max();
      return;
    }
    if (key == "attr" || key == "attrs") {
      simdjson::dom::array list;
      if (value.get_array().get(list) != simdjson::SUCCESS) return;
      for (const JsonElement a : list) attribute(a, args, out);
      return;
    }
    args.key(key);
    appendJson(out, value);
    node_.attribute(key, integer(value).value_or(0), words(value));
  }

  void attribute(const JsonElement& e, ObjectOut<TextColumn>& args, TextColumn& out) {
    JsonObject a;
    if (e.get_object().get(a) != simdjson::SUCCESS) return;
    const auto name = member(a, {"name"});
    if (!name) return;
    for (const auto [key, value] : a) {
      const unsigned field = fieldOf(key);
      if (field == 0 && key != "value") continue;
      if (field != 0) into_.valueType(words(*name), field);
      args.key(words(*name));
      // jsonizers write 64-bit integers as texts; lists of them as {"values": [...]}.
      const bool whole = field >= kInt32 && field < kBool && field % 2 == 1;
      if (JsonObject inner; field % 2 == 0 && field != 0 && value.get_object().get(inner) == simdjson::SUCCESS) {
        if (const auto values = member(inner, {"values"})) appendJson(out, *values);
        else out.append("[]");
      } else if (const std::string_view text = words(value); whole && !text.empty() && integerText(text)) {
        out.append(text);
      } else {
        appendJson(out, value);
      }
      node_.attribute(words(*name), integer(value).value_or(0), words(value));
      return;
    }
  }

  static bool integerText(std::string_view s) {
    if (s.starts_with('-')) s.remove_prefix(1);
    return !s.empty() && s.size() < 21 && s.find_first_not_of("0123456789") == std::string_view::npos && (s.size() == 1 || s[0] != '0');
  }

  static void ids(const JsonElement& value, std::vector<std::uint64_t>& to) {
    simdjson::dom::array list;
    if (value.get_array().get(list) != simdjson::SUCCESS) {
      if (const auto id = natural(value)) to.push_back(*id);
      return;
    }
    for (const JsonElement e : list)
      if (const auto id = natural(e)) to.push_back(*id);
  }

  void metadata(const JsonObject& object) {
    for (const auto [key, value] : object) {
      if (key == "version") {
        into_.fact("schema version", words(value));
      } else if (simdjson::dom::array list; key == "attr" && value.get_array().get(list) == simdjson::SUCCESS) {
        for (const JsonElement e : list) {
          JsonObject a;
          if (e.get_object().get(a) != simdjson::SUCCESS) continue;
          const auto name = member(a, {"name"});
          if (!name) continue;
          for (const auto [k, v] : a) {
            if (fieldOf(k) == 0) continue;
            std::string text(words(v));
            if (text.empty()) appendJson(text, v);
            into_.fact(words(*name), text);
          }
        }
      }
    }
  }

  ReaderContext context_;
  Collector into_;
  NodeIn node_;
  JsonText json_;
  JsonNodes nodes_;
};

}  // namespace

int sniffJson(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  while (!s.empty() && chrome::isSpace(s.front())) s.remove_prefix(1);
  const auto has = [&](std::string_view what) { return s.find(what) != std::string_view::npos; };
  if (s.empty() || s.front() != '{' || has("\"traceEvents\"")) return 0;
  if (has("\"workload_graph\"")) return 90;
  const bool kinds = has("\"NodeType\"") || has("\"COMP_NODE\"") || has("\"COMM_COLL_NODE\"") || has("\"COMM_SEND_NODE\"") || has("\"METADATA_NODE\"");
  const bool waits = has("\"data_deps\"") || has("\"dataDeps\"") || has("\"ctrlDeps\"") || has("\"ctrl_deps\"") || has("\"durationMicros\"");
  if (kinds && (waits || has("\"attr\"") || has("\"nodes\""))) return 88;
  return has("\"nodes\"") && waits && (has("\"type\"") && !has("\"schema\"")) ? 70 : 0;
}

std::unique_ptr<Reader> makeJsonReader(const ReaderContext& context) { return std::make_unique<JsonReader>(context); }

}  // namespace weir::chakra
