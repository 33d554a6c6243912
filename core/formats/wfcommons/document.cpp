#include "core/formats/wfcommons/document.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace weir::wfcommons {

Result<void> Document::feed(ByteSpan chunk, std::uint64_t memoryLimit) {
  text_.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
  // simdjson takes documents of up to 4 GiB, and its tape is about as large as the text.
  if (text_.size() > (std::uint64_t{1} << 32) - 64 || (memoryLimit > 0 && text_.size() > memoryLimit / 4))
    return fail("the document is too large to be read as a whole", {}, "open a smaller one, or raise the memory limit");
  return {};
}

Result<Document::Element> Document::parse(bool& cut) {
  cut = false;
  if (text_.starts_with("\xef\xbb\xbf")) text_.erase(0, 3);
  auto result = parser_.parse(text_);
  if (result.error() != simdjson::SUCCESS) {
    const std::string closed = closedJson(text_);
    if (!closed.empty()) {
      text_ = closed;
      auto again = parser_.parse(text_);
      if (again.error() == simdjson::SUCCESS) {
        cut = true;
        return again.value_unsafe();
      }
    }
    return fail(fmt::format("not readable as JSON: {}", simdjson::error_message(result.error())), {}, "check that the file is complete");
  }
  return result.value_unsafe();
}

std::string closedJson(std::string_view t) {
  std::string closers;
  std::string closersAtCut;
  std::size_t cutAt = 0;
  bool inText = false;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const char c = t[i];
    if (inText) {
      if (c == '\\') ++i;
      else if (c == '"') inText = false;
      continue;
    }
    if (c == '"') inText = true;
    else if (c == '{' || c == '[') {
      closers += c == '{' ? '}' : ']';
      if (closers.size() > 1000) return {};
      cutAt = i + 1;
      closersAtCut = closers;
    } else if (c == '}' || c == ']') {
      if (closers.empty() || closers.back() != c) return {};
      closers.pop_back();
      cutAt = i + 1;
      closersAtCut = closers;
    } else if (c == ',') {
      cutAt = i;
      closersAtCut = closers;
    }
  }
  if (closersAtCut.empty()) return {};
  return std::string(t.substr(0, cutAt)) + std::string(closersAtCut.rbegin(), closersAtCut.rend());
}

std::optional<simdjson::dom::element> member(simdjson::dom::element e, Keys keys) {
  simdjson::dom::object o;
  if (e.get(o) != simdjson::SUCCESS) return std::nullopt;
  for (const std::string_view key : keys) {
    simdjson::dom::element found;
    if (o.at_key(key).get(found) == simdjson::SUCCESS && !found.is_null()) return found;
  }
  return std::nullopt;
}

std::string text(simdjson::dom::element e, Keys keys) {
  const auto m = member(e, keys);
  std::string_view s;
  if (!m) return {};
  if (m->get(s) == simdjson::SUCCESS) return std::string(s);
  if (m->is_array() || m->is_object()) return {};
  return simdjson::minify(*m);
}

std::optional<double> numberOf(simdjson::dom::element e) {
  double v = 0;
  if (e.get(v) == simdjson::SUCCESS && std::isfinite(v)) return v;
  std::string_view s;
  if (e.get(s) == simdjson::SUCCESS && !s.empty() && s.size() < 64) {
    const std::string copy(s);
    char* end = nullptr;
    v = std::strtod(copy.c_str(), &end);
    if (*end == 0 && std::isfinite(v)) return v;
  }
  return std::nullopt;
}

double number(simdjson::dom::element e, Keys keys) {
  const auto m = member(e, keys);
  return m ? numberOf(*m).value_or(std::numeric_limits<double>::quiet_NaN()) : std::numeric_limits<double>::quiet_NaN();
}

std::vector<simdjson::dom::element> list(simdjson::dom::element e, Keys keys) {
  std::vector<simdjson::dom::element> v;
  const auto m = member(e, keys);
  if (!m) return v;
  simdjson::dom::array a;
  if (m->get(a) == simdjson::SUCCESS)
    for (const simdjson::dom::element x : a) v.push_back(x);
  else
    v.push_back(*m);
  return v;
}

std::string jsonText(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else out += c;
  }
  return out + '"';
}

}  // namespace weir::wfcommons
