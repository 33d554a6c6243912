#include "core/scenario/field_reader.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/units.h"
#include "core/scenario/document.h"
#include "core/scenario/json_position.h"
#include "core/scenario/models.h"

namespace weir {
namespace {

using nlohmann::json;

std::string_view typeName(const json& v) {
  switch (v.type()) {
    case json::value_t::null: return "null";
    case json::value_t::object: return "an object";
    case json::value_t::array: return "a list";
    case json::value_t::string: return "a text";
    case json::value_t::boolean: return "true or false";
    default: return "a number";
  }
}

// Whether JSON writes this type bare; all others are texts with a unit, or words.
bool bare(const Scalar& s) {
  return std::holds_alternative<int*>(s) || std::holds_alternative<std::int64_t*>(s) || std::holds_alternative<std::uint64_t*>(s) ||
         std::holds_alternative<double*>(s) || std::holds_alternative<bool*>(s);
}

}  // namespace

void ReadContext::failAt(const std::vector<std::string>& at, std::string_view path, Error e) {
  if (error) return;
  e.where = file;
  if (!text.empty())
    // The field itself may be absent: then the object that lacks it is the place.
    for (std::vector<std::string> p = at;; p.pop_back()) {
      if (const std::size_t line = lineOf(text, p)) {
        e.where += fmt::format(", line {}", line);
        break;
      }
      if (p.empty()) break;
    }
  if (!path.empty()) e.where += (e.where.empty() ? "" : ", ") + std::string(path);
  error = std::move(e);
}

std::string_view provenanceIn(const std::map<std::string, std::string>& provenance, std::string_view path) {
  std::string p(path);
  while (true) {
    if (const auto it = provenance.find(p); it != provenance.end()) return it->second;
    const std::size_t dot = p.rfind('.');
    if (dot == std::string::npos) return {};
    p.resize(dot);
  }
}

void noteGiven(std::map<std::string, std::string>& provenance, const std::string& path, std::string_view how) {
  if (!provenanceIn(provenance, path).empty()) provenance[path] = how;
}

void dropGivenIntervals(const std::map<std::string, std::string>& provenance, std::map<std::string, Interval>& intervals) {
  std::erase_if(intervals, [&](const auto& i) { return provenanceIn(provenance, i.first) == kGiven; });
}

std::vector<std::string> FieldReader::placeOf(std::string_view name) const {
  std::vector<std::string> p = at_;
  p.emplace_back(name);
  return p;
}

const json* FieldReader::take(std::string_view name) {
  known_.emplace(name);
  const auto it = object_.find(name);
  return it == object_.end() ? nullptr : &*it;
}

void FieldReader::fault(std::string_view name, Error e) { context_.failAt(placeOf(name), pathOf(name), std::move(e)); }

void FieldReader::faultType(std::string_view name, const json& found, std::string_view wanted) {
  fault(name, {Error::Kind::Input, fmt::format("{} stands here", typeName(found)), {}, fmt::format("write {}", wanted)});
}

void FieldReader::absent(std::string_view name) {
  if (context_.noteDefaults && !idle_ && context_.provenance) context_.provenance->emplace(pathOf(name), "default");
}

void FieldReader::given(std::string_view name) {
  if (context_.provenance) noteGiven(*context_.provenance, pathOf(name), kGiven);
}

void FieldReader::readInto(std::string_view name, const json& v, Scalar to) {
  std::string text;
  if (bare(to)) {
    if (v.is_string() || v.is_structured() || v.is_null() || v.is_boolean() != std::holds_alternative<bool*>(to))
      return faultType(name, v, wants(to));
    // A count may be written 1e6; it must still be whole.
    if (v.is_number_float() && !std::holds_alternative<double*>(to)) {
      const double d = v.get<double>();
      if (d != std::floor(d) || std::abs(d) > 9e15) return faultType(name, v, wants(to));
      text = fmt::format("{:.0f}", d);
    } else {
      text = v.is_number_float() ? fmt::format("{}", v.get<double>()) : v.dump();
    }
  } else if (v.is_number()) {
    return fault(name, {Error::Kind::Input, fmt::format("{} has no unit", v.dump()), {}, fmt::format("write {}", wants(to))});
  } else if (!v.is_string()) {
    return faultType(name, v, wants(to));
  } else {
    text = v.get<std::string>();
  }
  if (auto r = parseScalar(to, text); !r) return fault(name, std::move(r.error()));
  given(name);
}

void FieldReader::scalar(std::string_view name, Scalar to) {
  if (const json* v = take(name)) return readInto(name, *v, to);
  absent(name);
}

void FieldReader::choice(std::string_view name, const Choice& choice) {
  const json* v = take(name);
  if (!v) return absent(name);
  if (!v->is_string()) return faultType(name, *v, fmt::format("one of {}", fmt::join(choice.allowed, ", ")));
  if (auto r = parseChoice(choice, v->get_ref<const std::string&>()); !r) return fault(name, std::move(r.error()));
  given(name);
}

void FieldReader::object(std::string_view name, const std::function<void(Fields&)>& describe) {
  static const json kEmpty = json::object();
  const json* v = take(name);
  if (v && !v->is_object()) return faultType(name, *v, "an object in braces");
  FieldReader inner(context_, v ? *v : kEmpty, pathOf(name), placeOf(name));
  inner.idle_ = idle_;
  describe(inner);
  inner.refuseUnknown();
}

void FieldReader::list(std::string_view name, const ListAccess& list) {
  const json* v = take(name);
  if (!v) return absent(name);
  if (!v->is_array()) return faultType(name, *v, "a list in brackets");
  std::vector<std::string> names;
  std::set<std::string> distinct;
  for (const json& item : *v) {
    if (!item.is_object()) return faultType(name, item, "a list of objects");
    const auto n = item.find("name");
    names.push_back(n != item.end() && n->is_string() ? n->get<std::string>() : std::string());
    if (!names.back().empty() && !distinct.insert(names.back()).second)
      return fault(name, {Error::Kind::Input, fmt::format("\"{}\" stands twice in the list", names.back()), {}, "give each its own name"});
  }
  list.resize(names);
  given(name);
  for (std::size_t i = 0; i < names.size() && !context_.error; ++i) {
    std::vector<std::string> at = placeOf(name);
    at.push_back(fmt::format("#{}", i));
    FieldReader inner(context_, (*v)[i], fmt::format("{}.{}", pathOf(name), names[i].empty() ? std::to_string(i) : names[i]), std::move(at));
    inner.idle_ = idle_;
    list.describe(inner, i);
    inner.refuseUnknown();
  }
}

void FieldReader::rates(std::string_view name, std::map<std::string, FlopRate>& to) {
  const json* v = take(name);
  if (!v) return absent(name);
  if (!v->is_object()) return faultType(name, *v, R"(an object, as in {"fp32": "19.5TFLOPS"})");
  FieldReader inner(context_, *v, pathOf(name), placeOf(name));
  for (const auto& [key, value] : v->items()) inner.readInto(key, value, &to[key]);
}

void FieldReader::curve(std::string_view name, EfficiencyCurve& to) {
  const json* v = take(name);
  if (!v) return absent(name);
  EfficiencyCurve read;
  bool good = v->is_array();
  if (good)
    for (const json& p : *v) {
      good = good && p.is_array() && p.size() == 2 && p[0].is_number() && p[1].is_number();
      if (good) read.emplace_back(p[0].get<double>(), p[1].get<double>());
    }
  if (!good) return faultType(name, *v, "a list of [size, fraction], largest size first, as in [[128, 0.95], [0, 0.1]]");
  to = std::move(read);
  given(name);
}

void FieldReader::sizes(std::string_view name, std::vector<Bytes>& to) {
  const json* v = take(name);
  if (!v) return absent(name);
  if (!v->is_array()) return faultType(name, *v, R"(a list of sizes, as in ["1MB", "102.4MB"])");
  std::vector<Bytes> read(v->size());
  for (std::size_t i = 0; i < v->size() && !context_.error; ++i) readInto(name, (*v)[i], &read[i]);
  to = std::move(read);
}

void FieldReader::integers(std::string_view name, std::vector<int>& to) {
  const json* v = take(name);
  if (!v) return absent(name);
  if (!v->is_array()) return faultType(name, *v, "a list of whole numbers, as in [4, 4, 4]");
  std::vector<int> read(v->size());
  for (std::size_t i = 0; i < v->size() && !context_.error; ++i) readInto(name, (*v)[i], &read[i]);
  to = std::move(read);
}

void FieldReader::optionalTime(std::string_view name, std::optional<Time>& to) {
  const json* v = take(name);
  if (!v) return;
  Time t;
  readInto(name, *v, &t);
  to = t;
}

void FieldReader::optionalNumber(std::string_view name, std::optional<double>& to) {
  const json* v = take(name);
  if (!v) return;
  double d = 0;
  readInto(name, *v, &d);
  to = d;
}

void FieldReader::model(std::string_view name, NetworkModel& to) {
  const json* v = take(name);
  if (!v) return absent(name);
  if (v->is_string()) {
    to = NetworkModel{v->get<std::string>(), gptShapeOf(v->get_ref<const std::string&>()), {}};
    return given(name);
  }
  if (!v->is_object()) return faultType(name, *v, R"(a name, as in "resnet-50", or an object)");
  FieldReader inner(context_, *v, pathOf(name), placeOf(name));
  NetworkModel read;
  inner.scalar("name", &read.name);
  const auto layers = v->find("layers");
  if (v->contains("layers_file")) {
    inner.scalar("layers_file", &read.layers_file);
    if (layers != v->end()) describeLayers(inner, read.layers);
  } else if (layers != v->end() && layers->is_array()) {
    describeLayers(inner, read.layers);
  } else if (auto shape = gptShapeOf(read.name.empty() ? "gpt" : read.name)) {
    read.gpt = *shape;
    describe(inner, *read.gpt);
  } else if (layers != v->end()) {
    read.gpt = GptShape{};
    describe(inner, *read.gpt);
  }
  if (!read.gpt && read.layers.empty() && read.layers_file.empty()) describeNumbers(inner, read);
  inner.refuseUnknown();
  to = std::move(read);
  given(name);
}

bool FieldReader::startFrom(const json& presetName, const std::vector<std::string>& at, const std::string& path, Accelerator& to) {
  if (!presetName.is_string()) {
    context_.failAt(at, path, {Error::Kind::Input, "a preset is named by a text", {}, "run weir-cli presets for the names"});
    return false;
  }
  static const Presets kNone;
  const Presets& presets = context_.presets ? *context_.presets : kNone;
  const auto& wanted = presetName.get_ref<const std::string&>();
  const Preset<Accelerator>* preset = presets.accelerator(wanted);
  if (!preset) {
    context_.failAt(at, path, unknownPreset(presets, PresetInfo::Kind::Accelerator, wanted));
    return false;
  }
  to = preset->value;
  if (context_.provenance) replaceProvenance(*context_.provenance, path, *preset);
  if (context_.intervals) replaceIntervals(*context_.intervals, path, *preset);
  return true;
}

void FieldReader::accelerator(std::string_view name, Accelerator& to) {
  const auto it = object_.find(name);
  if (it == object_.end() || (it->is_object() && !it->contains("base"))) return Fields::accelerator(name, to);
  take(name);
  if (it->is_string()) {
    startFrom(*it, placeOf(name), pathOf(name), to);
    return;
  }
  if (!it->is_object()) return faultType(name, *it, "an accelerator preset's name, or an object in braces");
  FieldReader inner(context_, *it, pathOf(name), placeOf(name));
  inner.idle_ = idle_;
  if (!startFrom((*it)["base"], inner.placeOf("base"), pathOf(name), to)) return;
  inner.accept("base");
  describe(inner, to);
  inner.refuseUnknown();
}

void FieldReader::refuseUnknown() {
  if (context_.error) return;
  for (const auto& [key, value] : object_.items()) {
    if (known_.contains(key)) continue;
    const std::vector<std::string> names(known_.begin(), known_.end());
    const std::string near = nearest(key, names);
    fault(key, {Error::Kind::Input, "unknown field", {},
                near.empty() ? fmt::format("fields here: {}", fmt::join(names, ", ")) : fmt::format("did you mean \"{}\"?", near)});
  }
}

}  // namespace weir
