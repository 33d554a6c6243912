#include "core/formats/pytorch_et/comms.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/formats/chrome/kineto.h"

namespace weir::pytorch_et {
namespace {

using chakra::JsonElement;
using Array = simdjson::dom::array;

constexpr std::int64_t kMost = std::int64_t{1} << 50;

std::optional<Array> arrayOf(const JsonElement& e) {
  Array a;
  if (e.get_array().get(a) != simdjson::SUCCESS) return std::nullopt;
  return a;
}
std::optional<JsonElement> at(const Array& a, std::size_t i) {
  JsonElement e;
  if (a.at(i).get(e) != simdjson::SUCCESS) return std::nullopt;
  return e;
}
std::int32_t small(const std::optional<JsonElement>& e) {
  const auto v = e ? chakra::integer(*e) : std::nullopt;
  return v && *v >= 0 && *v < std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(*v) : -1;
}

// Elements of a tensor by its shape; nothing when the shape is none.
std::optional<std::int64_t> elementsOf(const JsonElement& shape) {
  const auto dims = arrayOf(shape);
  if (!dims) return std::nullopt;
  std::int64_t n = 1;
  for (const JsonElement d : *dims) {
    const auto v = chakra::integer(d);
    if (!v || *v < 0 || (*v > 0 && n > kMost / *v)) return std::nullopt;
    n *= *v;
  }
  return n;
}

std::optional<std::int64_t> tensorBytesAt(const JsonElement& value, const std::optional<JsonElement>& shape, int depth) {
  const auto list = arrayOf(value);
  if (!list || depth > 4) return std::nullopt;
  const std::size_t size = list->size();
  if (size >= 6) {
    // A tensor ends with its device, and holds numbers before it.
    const auto device = at(*list, 5);
    const auto id = at(*list, 0);
    if (device && device->is_string() && id && id->is_number()) {
      const auto bytes = small(at(*list, 4));
      std::optional<std::int64_t> elements = shape ? elementsOf(*shape) : std::nullopt;
      if (!elements) {
        const auto stored = at(*list, 3);
        elements = stored ? chakra::integer(*stored) : std::nullopt;
      }
      if (bytes < 0 || !elements || *elements < 0 || *elements > kMost) return std::nullopt;
      return *elements * bytes;
    }
  }
  std::optional<std::int64_t> sum;
  const auto shapes = shape ? arrayOf(*shape) : std::nullopt;
  std::size_t i = 0;
  for (const JsonElement e : *list) {
    const auto inner = shapes ? at(*shapes, i) : std::nullopt;
    ++i;
    if (!e.is_array()) continue;
    if (const auto b = tensorBytesAt(e, inner, depth + 1)) sum = std::min(kMost * 8, sum.value_or(0) + *b);
  }
  return sum;
}

}  // namespace

std::optional<JsonElement> Parts::attribute(std::string_view name) const {
  if (attrs) {
    if (const auto list = arrayOf(*attrs))
      for (const JsonElement e : *list) {
        chakra::JsonObject a;
        if (e.get_object().get(a) != simdjson::SUCCESS) continue;
        const auto key = chakra::member(a, {"name"});
        if (key && chakra::words(*key) == name) return chakra::member(a, {"value"});
      }
  }
  return object ? chakra::member(*object, {name}) : std::nullopt;
}

std::optional<std::int64_t> tensorBytes(const JsonElement& value, const std::optional<JsonElement>& shape) {
  return tensorBytesAt(value, shape, 0);
}

std::optional<Call> readCall(const Parts& node) {
  const auto inputs = node.inputs ? arrayOf(*node.inputs) : std::nullopt;
  Call call;
  std::size_t at_word = 0;
  bool found = false;
  if (inputs) {
    std::size_t i = 0;
    for (const JsonElement e : *inputs) {
      if (e.is_string()) {
        call.word = std::string(chakra::words(e));
        at_word = i;
        found = true;
        break;
      }
      ++i;
    }
  }
  if (const auto told = node.attribute("collective_name"); told && told->is_string()) call.word = std::string(chakra::words(*told));
  if (call.word.empty()) return std::nullopt;
  call.operation = chrome::operationFromWord(call.word);

  // [tensors,] sequence, group, rank, word, splits in, splits out [, first, stride][, size]
  if (found) {
    if (at_word >= 1) call.rankInGroup = small(at(*inputs, at_word - 1));
    if (at_word >= 2) {
      if (const auto group = at(*inputs, at_word - 2)) {
        if (const auto names = arrayOf(*group)) {
          if (const auto first = at(*names, 0)) call.group = std::string(chakra::words(*first));
        } else if (const auto id = chakra::natural(*group); id && *id != 0) {
          call.group = std::to_string(*id);
        }
      }
    }
    const std::size_t behind = inputs->size() - std::min(inputs->size(), at_word + 3);
    if (behind >= 1) call.groupSize = small(at(*inputs, inputs->size() - 1));
    if (behind == 3) {
      const std::int32_t first = small(at(*inputs, at_word + 3));
      const std::int32_t stride = small(at(*inputs, at_word + 4));
      if (first >= 0 && stride > 0 && call.groupSize > 0 && call.groupSize < 1 << 20)
        for (std::int32_t k = 0; k < call.groupSize && std::int64_t{first} + std::int64_t{stride} * k < 1 << 30; ++k) call.members.push_back(first + stride * k);
    }
    if (call.groupSize < 0)
      if (const auto splits = at(*inputs, at_word + 1))
        if (const auto list = arrayOf(*splits); list && list->size() > 0) call.groupSize = static_cast<std::int32_t>(list->size());
  }
  if (const auto size = small(node.attribute("pg_size")); size > 0) call.groupSize = size;
  if (call.groupSize == 0) call.groupSize = -1;
  if (const auto name = node.attribute("pg_name"); name && !chakra::words(*name).empty()) call.group = std::string(chakra::words(*name));

  const auto elements = node.attribute("in_msg_nelems");
  const auto type = node.attribute("dtype");
  if (elements && type) {
    const auto n = chakra::integer(*elements);
    const int bytes = chrome::bytesOfType(chakra::words(*type));
    if (n && *n >= 0 && *n < kMost && bytes > 0) call.bytes = *n * bytes;
  }
  if (call.bytes == kUnknownBytes && inputs && at_word > 0 && inputs->size() > 0) {
    const auto shapes = node.shapes ? arrayOf(*node.shapes) : std::nullopt;
    const auto first = at(*inputs, 0);
    if (const auto bytes = first ? tensorBytes(*first, shapes ? at(*shapes, 0) : std::nullopt) : std::nullopt) call.bytes = *bytes;
  }
  return call;
}

std::vector<Group> readGroups(const Parts& node) {
  std::vector<Group> groups;
  const auto inputs = node.inputs ? arrayOf(*node.inputs) : std::nullopt;
  const auto text = inputs ? at(*inputs, 0) : std::nullopt;
  if (!text || !text->is_string()) return groups;
  const auto json = nlohmann::json::parse(chakra::words(*text), nullptr, false);
  if (!json.is_array()) return groups;
  for (const auto& g : json) {
    if (!g.is_object()) continue;
    const auto word = [&](const char* key) {
      const auto it = g.find(key);
      return it == g.end() ? std::string() : it->is_string() ? it->get<std::string>() : it->dump();
    };
    Group out;
    out.name = word("pg_name");
    out.description = word("pg_desc");
    out.backend = word("backend_id");
    if (const auto it = g.find("group_size"); it != g.end() && it->is_number_integer())
      out.size = static_cast<std::int32_t>(std::clamp<std::int64_t>(it->get<std::int64_t>(), -1, 1 << 24));
    if (const auto it = g.find("ranks"); it != g.end() && it->is_array())
      for (const auto& r : *it)
        if (r.is_number_integer()) out.ranks.push_back(static_cast<std::int32_t>(std::clamp<std::int64_t>(r.get<std::int64_t>(), -1, 1 << 24)));
    // No list of ranks is how PyTorch writes "all of them".
    if (out.ranks.empty())
      for (std::int32_t r = 0; r < out.size; ++r) out.ranks.push_back(r);
    groups.push_back(std::move(out));
  }
  return groups;
}

}  // namespace weir::pytorch_et
