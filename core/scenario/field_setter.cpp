#include "core/scenario/field_setter.h"

#include <fmt/format.h>

#include <charconv>

#include "core/base/units.h"
#include "core/scenario/field_reader.h"
#include "core/scenario/field_writer.h"
#include "core/scenario/models.h"

namespace weir {
namespace {

std::string numbersOf(const std::string& model) {
  std::string names;
  for (const NetworkNumber& n : networkNumbers(model)) names += fmt::format("{}{}", names.empty() ? "set one of its numbers: " : ", ", n.name);
  return names.empty() ? "set workload.model=gpt first, or give a list of layers" : names;
}

}  // namespace

FieldSetter::Match FieldSetter::match(std::string_view name) {
  if (state_.done || state_.error || !rest_.starts_with(name)) return Match::None;
  if (rest_.size() == name.size()) return Match::Here;
  if (rest_[name.size()] != '.') return Match::None;
  after_ = rest_.substr(name.size() + 1);
  return Match::Below;
}

void FieldSetter::finish(Result<void> r) {
  if (r) state_.done = true;
  else state_.error = std::move(r.error());
}

void FieldSetter::readWhole(std::string_view name, const std::function<void(Fields&)>& describe) {
  const auto parsed = nlohmann::json::parse(state_.value, nullptr, false);
  if (parsed.is_discarded())
    return finish(fail(fmt::format("\"{}\" is not JSON", state_.value), {}, "set one field of this group, or give the whole group as JSON"));
  const auto wrapper = nlohmann::json{{std::string(name), parsed}};
  ReadContext context;
  // The path of the group around this one: the reader adds the name itself.
  std::string outer(state_.fullPath.substr(0, state_.fullPath.size() - name.size()));
  if (outer.ends_with('.')) outer.pop_back();
  FieldReader reader(context, wrapper, outer, {});
  describe(reader);
  reader.refuseUnknown();
  if (context.error) state_.error = std::move(*context.error);
  else state_.done = true;
}

void FieldSetter::scalar(std::string_view name, Scalar to) {
  if (match(name) == Match::Here) finish(parseScalar(to, state_.value));
}
void FieldSetter::choice(std::string_view name, const Choice& choice) {
  if (match(name) == Match::Here) finish(parseChoice(choice, state_.value));
}
void FieldSetter::object(std::string_view name, const std::function<void(Fields&)>& describe) {
  switch (match(name)) {
    case Match::None: return;
    case Match::Here: return readWhole(name, [&](Fields& f) { f.object(name, describe); });
    case Match::Below:
      FieldSetter inner(state_, after_);
      describe(inner);
  }
}
void FieldSetter::list(std::string_view name, const ListAccess& list) {
  const Match m = match(name);
  if (m == Match::Here) return readWhole(name, [&](Fields& f) { f.list(name, list); });
  if (m == Match::None) return;
  const std::string_view below = after_;
  for (std::size_t i = 0; i < list.size(); ++i) {
    // By index too, unless an item bears that number as its name.
    const std::string index = std::to_string(i);
    for (const std::string_view key : {list.nameOf(i), std::string_view(index)}) {
      if (key.empty() || state_.done || state_.error || !below.starts_with(key) || below.size() <= key.size() || below[key.size()] != '.') continue;
      FieldSetter inner(state_, below.substr(key.size() + 1));
      list.describe(inner, i);
    }
  }
}
void FieldSetter::rates(std::string_view name, std::map<std::string, FlopRate>& to) {
  const Match m = match(name);
  if (m == Match::Here) return readWhole(name, [&](Fields& f) { f.rates(name, to); });
  if (m == Match::Below) {
    FlopRate r;
    Result<void> read = parseScalar(&r, state_.value);
    if (read) to[std::string(after_)] = r;
    finish(std::move(read));
  }
}
void FieldSetter::curve(std::string_view name, EfficiencyCurve& to) {
  if (match(name) == Match::Here) readWhole(name, [&](Fields& f) { f.curve(name, to); });
}
void FieldSetter::sizes(std::string_view name, std::vector<Bytes>& to) {
  if (match(name) != Match::Here) return;
  if (state_.value.starts_with('[')) return readWhole(name, [&](Fields& f) { f.sizes(name, to); });
  Bytes one;
  Result<void> read = parseScalar(&one, state_.value);
  if (read) to = {one};
  finish(std::move(read));
}
void FieldSetter::integers(std::string_view name, std::vector<int>& to) {
  if (match(name) == Match::Here) readWhole(name, [&](Fields& f) { f.integers(name, to); });
}
void FieldSetter::optionalTime(std::string_view name, std::optional<Time>& to) {
  if (match(name) != Match::Here) return;
  Time t;
  // "none" takes the override away again.
  if (state_.value == "none") {
    to.reset();
    return finish({});
  }
  Result<void> read = parseScalar(&t, state_.value);
  if (read) to = t;
  finish(std::move(read));
}
void FieldSetter::optionalNumber(std::string_view name, std::optional<double>& to) {
  if (match(name) != Match::Here) return;
  double v = 0;
  // "none" takes the number away again.
  if (state_.value == "none") {
    to.reset();
    return finish({});
  }
  Result<void> read = parseScalar(&v, state_.value);
  if (read) to = v;
  finish(std::move(read));
}
void FieldSetter::model(std::string_view name, NetworkModel& to) {
  const Match m = match(name);
  if (m == Match::Here) {
    if (state_.value.starts_with('{')) return readWhole(name, [&](Fields& f) { f.model(name, to); });
    if (!knownModel(state_.value))
      return finish(fail(fmt::format("model \"{}\" is unknown", state_.value), {}, fmt::format("use {}", fmt::join(modelNames(), ", "))));
    to = NetworkModel{std::string(state_.value), gptShapeOf(state_.value), {}};
    return finish({});
  }
  if (m != Match::Below) return;
  if (to.gpt) {
    FieldSetter inner(state_, after_);
    const GptShape before = *to.gpt;
    describe(inner, *to.gpt);
    // Another shape is another network: a name such as "gpt-1.3b" would no longer be true.
    if (*to.gpt != before && gptShapeOf(to.name)) to.name = "gpt";
    return;
  }
  FieldSetter inner(state_, rest_.substr(name.size() + 1));
  if (to.layers.empty()) describeNumbers(inner, to);
  describeLayers(inner, to.layers);
  if (!state_.done && !state_.error && !to.layers.empty() && after_ != "name") return;
  if (!state_.done && !state_.error)
    state_.error = Error{Error::Kind::Input, fmt::format("model \"{}\" has a fixed shape", to.name), {}, numbersOf(to.name)};
}

void FieldLister::scalar(std::string_view name, Scalar from) {
  if (!idle_) out_.push_back({pathOf(name), writeScalar(from).text, std::string(wants(from)), {}});
}
void FieldLister::choice(std::string_view name, const Choice& choice) {
  if (!idle_)
    out_.push_back({pathOf(name), std::string(choice.get()), "one word", std::vector<std::string>(choice.allowed.begin(), choice.allowed.end())});
}
void FieldLister::object(std::string_view name, const std::function<void(Fields&)>& describe) {
  if (idle_) return;
  FieldLister inner(out_, pathOf(name));
  describe(inner);
}
void FieldLister::list(std::string_view name, const ListAccess& list) {
  if (idle_) return;
  // A long list of flows or layers would bury the rest.
  constexpr std::size_t kMost = 512;
  for (std::size_t i = 0; i < std::min(list.size(), kMost); ++i) {
    FieldLister inner(out_, fmt::format("{}.{}", pathOf(name), list.nameOf(i).empty() ? std::to_string(i) : std::string(list.nameOf(i))));
    list.describe(inner, i);
  }
}
void FieldLister::rates(std::string_view name, std::map<std::string, FlopRate>& from) {
  if (idle_) return;
  FieldLister inner(out_, pathOf(name));
  for (auto& [key, rate] : from) inner.scalar(key, &rate);
}
void FieldLister::viaWriter(std::string_view name, std::string_view wanted, const std::function<void(Fields&)>& write) {
  if (idle_) return;
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  FieldWriter writer(object);
  write(writer);
  const auto it = object.find(std::string(name));
  const std::string text = it == object.end() ? "" : it->is_string() ? it->get<std::string>() : it->dump();
  out_.push_back({pathOf(name), text, std::string(wanted), {}});
}
void FieldLister::curve(std::string_view name, EfficiencyCurve& from) {
  viaWriter(name, "a list of [size, fraction], largest size first", [&](Fields& f) { f.curve(name, from); });
}
void FieldLister::sizes(std::string_view name, std::vector<Bytes>& from) {
  viaWriter(name, R"(a size, or a list as in ["1MB", "102.4MB"])", [&](Fields& f) { f.sizes(name, from); });
}
void FieldLister::integers(std::string_view name, std::vector<int>& from) {
  viaWriter(name, "a list of whole numbers, as in [4, 4, 4]", [&](Fields& f) { f.integers(name, from); });
}
void FieldLister::optionalTime(std::string_view name, std::optional<Time>& from) {
  viaWriter(name, "a time with its unit, as in \"25us\", or none", [&](Fields& f) { f.optionalTime(name, from); });
}
void FieldLister::optionalNumber(std::string_view name, std::optional<double>& from) {
  viaWriter(name, "a number, or none", [&](Fields& f) { f.optionalNumber(name, from); });
}
void FieldLister::model(std::string_view name, NetworkModel& from) {
  if (idle_) return;
  out_.push_back({pathOf(name), from.name, "a network's name", modelNames()});
  FieldLister inner(out_, pathOf(name));
  if (from.gpt) describe(inner, *from.gpt);
  else if (!from.layers.empty()) describeLayers(inner, from.layers);
  else describeNumbers(inner, from);
}

}  // namespace weir
