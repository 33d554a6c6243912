#include "core/formats/chakra/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/chakra/json_nodes.h"
#include "core/formats/chakra/json_value.h"
#include "core/formats/chakra/schema.h"

namespace weir::chakra {
namespace {

using protozero::pbf_writer;
using Types = std::map<std::string, unsigned, std::less<>>;

constexpr std::size_t kBlock = std::size_t{1} << 20;

void delimited(std::string& out, std::string_view message) {
  std::size_t n = message.size();
  for (; n >= 0x80; n >>= 7) out += static_cast<char>((n & 0x7F) | 0x80);
  out += static_cast<char>(n);
  out.append(message);
}

std::string unhexed(std::string_view text) {
  std::string out;
  const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0; };
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) out += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
  return out;
}

template <class T>
T within(const JsonElement& v) {
  if constexpr (std::is_unsigned_v<T>) return static_cast<T>(std::min<std::uint64_t>(natural(v).value_or(0), std::numeric_limits<T>::max()));
  else return static_cast<T>(std::clamp<std::int64_t>(integer(v).value_or(0), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// `number` is the field the value goes to, `field` its type: the oneof's own, or 1 of a list message.
void putOne(pbf_writer& w, unsigned number, unsigned field, const JsonElement& v) {
  switch (field) {
    case kDouble: return w.add_double(number, real(v).value_or(0));
    case kFloat: return w.add_float(number, static_cast<float>(real(v).value_or(0)));
    case kInt32: return w.add_int32(number, within<std::int32_t>(v));
    case kInt64: return w.add_int64(number, within<std::int64_t>(v));
    case kUint32: return w.add_uint32(number, within<std::uint32_t>(v));
    case kUint64: return w.add_uint64(number, within<std::uint64_t>(v));
    case kSint32: return w.add_sint32(number, within<std::int32_t>(v));
    case kSint64: return w.add_sint64(number, within<std::int64_t>(v));
    case kFixed32: return w.add_fixed32(number, within<std::uint32_t>(v));
    case kFixed64: return w.add_fixed64(number, within<std::uint64_t>(v));
    case kSfixed32: return w.add_sfixed32(number, within<std::int32_t>(v));
    case kSfixed64: return w.add_sfixed64(number, within<std::int64_t>(v));
    case kBool: return w.add_bool(number, integer(v).value_or(0) != 0);
    case kBytes: return w.add_bytes(number, unhexed(words(v)));
    default: {
      std::string_view text = words(v);
      const std::string other = v.is_string() ? std::string() : std::string(simdjson::minify(v));
      if (!v.is_string()) text = other;
      return w.add_string(number, text.data(), text.size());
    }
  }
}

// The type a value is written in where nobody said: what it looks like.
unsigned typeOf(const JsonElement& v) {
  if (v.is_bool()) return kBool;
  if (v.is_int64()) return kInt64;
  if (v.is_uint64()) return kUint64;
  if (v.is_number()) return kDouble;
  if (simdjson::dom::array list; v.get_array().get(list) == simdjson::SUCCESS) {
    for (const JsonElement e : list) return e.is_array() || e.is_object() || e.is_null() ? unsigned{kString} : typeOf(e) + 1;
    return kInt64 + 1;
  }
  return kString;
}

void putAttribute(pbf_writer& node, std::string_view name, unsigned field, const JsonElement& v) {
  std::string attribute;
  pbf_writer a(attribute);
  a.add_string(1, name.data(), name.size());
  simdjson::dom::array list;
  if (field % 2 == 0 && v.get_array().get(list) == simdjson::SUCCESS) {
    std::string inner;
    pbf_writer w(inner);
    // Unpacked, which every reader takes as well.
    for (const JsonElement e : list) putOne(w, 1, field - 1, e);
    a.add_message(field, inner);
  } else {
    if (field % 2 == 0) field = kString;
    putOne(a, field, field, v);
  }
  node.add_message(10, attribute);
}
void putWhole(pbf_writer& node, std::string_view name, std::int64_t v) {
  std::string attribute;
  pbf_writer a(attribute);
  a.add_string(1, name.data(), name.size());
  a.add_int64(kInt64, v);
  node.add_message(10, attribute);
}
void putTruth(pbf_writer& node, std::string_view name, bool v) {
  std::string attribute;
  pbf_writer a(attribute);
  a.add_string(1, name.data(), name.size());
  a.add_bool(kBool, v);
  node.add_message(10, attribute);
}

// {"values": "...", "shapes": "...", "types": "..."}; texts as they are, other JSON as its text.
bool putIo(pbf_writer& node, std::uint32_t field, const JsonElement& v) {
  JsonObject io;
  if (v.get_object().get(io) != simdjson::SUCCESS) return false;
  std::string message;
  pbf_writer w(message);
  std::uint32_t number = 0;
  for (const std::string_view key : {std::string_view("values"), std::string_view("shapes"), std::string_view("types")}) {
    ++number;
    const auto part = member(io, {key});
    if (!part) continue;
    const std::string text = part->is_string() ? std::string(words(*part)) : std::string(simdjson::minify(*part));
    w.add_string(number, text);
  }
  node.add_message(field, message);
  return true;
}

Types typesOf(const Run& run) {
  Types types;
  for (const Table& t : run.tables) {
    const auto* name = t.find("attribute");
    const auto* type = t.find("type");
    const auto* count = t.find("count");
    if (t.name != "attribute types" || name == nullptr || type == nullptr || count == nullptr) continue;
    std::map<std::string, double> most;
    for (std::size_t r = 0; r < t.rows() && r < name->text.size() && r < type->text.size() && r < count->number.size(); ++r) {
      const auto field = valueFromName(type->text[r]);
      double& best = most[name->text[r]];
      if (!field || count->number[r] <= best) continue;
      best = count->number[r];
      types[name->text[r]] = *field;
    }
  }
  return types;
}

// Which slices become nodes, and as what.
class Plan {
 public:
  explicit Plan(const Run& run) : run_(run) {
    const std::size_t n = run.slices.size();
    call_.assign(n, -1);
    for (std::size_t c = 0; c < run.collectives.size(); ++c)
      if (run.collectives[c].slice < n) call_[run.collectives[c].slice] = static_cast<std::int64_t>(c);
    graph_ = run.format == "pytorch-et";
    bool device = false;
    for (const Track& t : run.tracks) {
      device = device || (t.kind == TrackKind::Stream && t.rowCount > 0);
      for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount && !chakra_; ++r)
        for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end && !chakra_; ++i) chakra_ = typeFromName(run.names.text(run.slices.category[i])).has_value();
    }
    for (const Track& t : run.tracks)
      for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r)
        for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
          if (wanted(t, i, device)) slices.push_back({i, run.rows[r].track});
    std::sort(slices.begin(), slices.end(), [&](const Chosen& a, const Chosen& b) {
      return std::pair(run.slices.start[a.slice], a.slice) < std::pair(run.slices.start[b.slice], b.slice);
    });
  }

  struct Chosen {
    SliceIndex slice;
    TrackIndex track;
  };
  std::vector<Chosen> slices;
  [[nodiscard]] bool keepsIds() const { return chakra_ || graph_; }
  [[nodiscard]] bool fromChakra() const { return chakra_; }
  [[nodiscard]] const CollectiveCall* call(SliceIndex i) const { return call_[i] < 0 ? nullptr : &run_.collectives[static_cast<std::size_t>(call_[i])]; }
  [[nodiscard]] int type(SliceIndex i) const {
    if (const auto t = typeFromName(run_.names.text(run_.slices.category[i]))) return *t;
    return call_[i] >= 0 ? kColl : kComp;
  }

 private:
  [[nodiscard]] bool wanted(const Track& t, SliceIndex i, bool device) const {
    if (chakra_) return typeFromName(run_.names.text(run_.slices.category[i])).has_value();
    if (graph_) return true;
    if (device && t.kind != TrackKind::Stream) return false;
    const Activity a = run_.slices.activity[i];
    // What a device does besides takes its time as well: the optimizer of a simulated step.
    return a == Activity::Compute || a == Activity::Communication || a == Activity::Copy || (device && a == Activity::Other);
  }
  const Run& run_;
  std::vector<std::int64_t> call_;  // of each slice: its collective, or -1
  bool chakra_ = false, graph_ = false;
};

struct Waits {
  std::vector<std::uint64_t> control, data;
};

class Encoder {
 public:
  Encoder(const Run& run, const Plan& plan) : run_(run), plan_(plan), types_(typesOf(run)), waits_(plan.slices.size()) {
    std::unordered_map<SliceIndex, std::uint32_t> at;
    for (std::uint32_t k = 0; k < plan.slices.size(); ++k) at.emplace(plan.slices[k].slice, k);
    for (std::uint32_t k = 0; k < plan.slices.size(); ++k) ids_.push_back(idOf(plan.slices[k].slice, k));
    const NameId control = run.names.find(kArrowControl);
    const NameId message = run.names.find(kArrowMessage);
    for (std::size_t a = 0; a < run.arrows.size(); ++a) {
      const auto from = at.find(run.arrows.from[a]);
      const auto to = at.find(run.arrows.to[a]);
      if (from == at.end() || to == at.end() || (message != 0 && run.arrows.kind[a] == message)) continue;
      Waits& w = waits_[to->second];
      (control != 0 && run.arrows.kind[a] == control ? w.control : w.data).push_back(ids_[from->second]);
    }
    if (plan.keepsIds()) return;
    std::unordered_map<TrackIndex, std::uint32_t> last;
    for (std::uint32_t k = 0; k < plan.slices.size(); ++k) {
      const auto [it, first] = last.try_emplace(plan.slices[k].track, k);
      if (first) continue;
      waits_[k].data.push_back(ids_[it->second]);
      it->second = k;
    }
  }

  void node(std::uint32_t k, std::string& out) {
    const SliceIndex i = plan_.slices[k].slice;
    message_.clear();
    pbf_writer w(message_);
    // proto3: zeroes are not written.
    if (ids_[k] != 0) w.add_uint64(1, ids_[k]);
    const std::string_view name = run_.names.text(run_.slices.name[i]);
    w.add_string(2, name.data(), name.size());
    const int type = plan_.type(i);
    if (type != kInvalid) w.add_enum(3, type);
    w.add_packed_uint64(4, waits_[k].control.begin(), waits_[k].control.end());
    w.add_packed_uint64(5, waits_[k].data.begin(), waits_[k].data.end());
    if (run_.truth != Truth::Predicted) {
      const std::int64_t us = run_.originNs / 1000 + (run_.originNs % 1000 + run_.slices.start[i] / 1000) / 1000;
      if (us > 0) w.add_uint64(6, static_cast<std::uint64_t>(us));
    }
    if (const std::int64_t us = (run_.slices.duration[i] + 500'000) / 1'000'000; us > 0) w.add_uint64(7, static_cast<std::uint64_t>(us));
    attributes(i, type, w);
    delimited(out, message_);
  }

 private:
  std::uint64_t idOf(SliceIndex i, std::uint32_t k) {
    if (plan_.keepsIds())
      if (const auto args = parsed(i))
        if (const auto id = member(*args, {"id"}))
          if (const auto v = natural(*id)) return *v;
    return k + std::uint64_t{1};
  }
  std::optional<JsonObject> parsed(SliceIndex i) {
    text_.assign(run_.argsOf(i));
    const std::size_t size = text_.size();
    if (size == 0) return std::nullopt;
    text_.append(JsonNodes::kPadding, ' ');
    bool repaired = false;
    return json_.parse(std::string_view(text_).substr(0, size), repaired);
  }
  void attributes(SliceIndex i, int type, pbf_writer& w) {
    bool cpu = false;
    bool commType = false;
    bool commSize = false;
    if (const auto args = parsed(i)) {
      for (const auto [key, value] : *args) {
        if (plan_.keepsIds() && (key == "id" || key == "parent" || key == "ctrl_deps" || key == "data_deps")) continue;
        if (key == "inputs" && putIo(w, 8, value)) continue;
        if (key == "outputs" && putIo(w, 9, value)) continue;
        cpu = cpu || key == "is_cpu_op";
        commType = commType || key == "comm_type";
        commSize = commSize || key == "comm_size";
        const auto known = types_.find(key);
        const auto usual = usualValue(key);
        putAttribute(w, key, known != types_.end() ? known->second : usual ? *usual : typeOf(value), value);
      }
    }
    if (plan_.fromChakra()) return;
    const TrackKind kind = run_.tracks[run_.rowOf(i).track].kind;
    if (!cpu) putTruth(w, "is_cpu_op", kind == TrackKind::Thread && type != kColl);
    const CollectiveCall* call = plan_.call(i);
    if (call == nullptr) return;
    if (const auto t = commTypeOf(call->operation); t && !commType) putWhole(w, "comm_type", *t);
    if (call->bytes != kUnknownBytes && !commSize) putWhole(w, "comm_size", call->bytes);
  }

  const Run& run_;
  const Plan& plan_;
  Types types_;
  std::vector<std::uint64_t> ids_;
  std::vector<Waits> waits_;
  std::string message_, text_;
  JsonText json_;
};

}  // namespace

Result<void> writeRun(const Run& run, const FormatWriter::Sink& sink, const Job& job) {
  if (run.ranks.size() > 1)
    return fail(fmt::format("a Chakra execution trace holds one rank, this run has {}", run.ranks.size()), {}, "convert each rank's trace by itself, to NAME.RANK.et");
  const Plan plan(run);
  if (plan.slices.empty()) return fail("nothing in this run is a node of an execution trace", {}, "convert a run that computes or communicates");
  job.begin("writing nodes", plan.slices.size());
  std::string metadata;
  {
    pbf_writer w(metadata);
    std::string version = plan.fromChakra() ? "" : "0.0.4";
    // Other formats have versions of their own schemas.
    for (const Fact& f : run.facts)
      if (plan.fromChakra() && f.name == "schema version") version = f.value;
    if (!version.empty()) w.add_string(1, version);
    for (const Fact& f : run.facts) {
      if (plan.fromChakra() && f.name == "schema version") continue;
      std::string attribute;
      pbf_writer a(attribute);
      a.add_string(1, f.name);
      a.add_string(kString, f.value);
      w.add_message(2, attribute);
    }
  }
  std::string out;
  delimited(out, metadata);
  Encoder encoder(run, plan);
  for (std::uint32_t k = 0; k < plan.slices.size(); ++k) {
    encoder.node(k, out);
    if (out.size() < kBlock) continue;
    if (job.stopped()) return stoppedByUser();
    if (const auto r = sink(out); !r) return r;
    out.clear();
    job.set(k);
  }
  return sink(out);
}

}  // namespace weir::chakra
