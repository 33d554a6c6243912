// JSON text written piece by piece, into columns or strings. Not a document: who writes keeps the order right.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "core/formats/chrome/scan.h"

namespace weir::chakra {

template <class Out>
void appendEscaped(Out& out, std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const char* stop = chrome::findStringStop(p, end);
    out.append(p, static_cast<std::size_t>(stop - p));
    if (stop == end) break;
    switch (*stop) {
      case '"': out.append("\\\""); break;
      case '\\': out.append("\\\\"); break;
      case '\n': out.append("\\n"); break;
      case '\t': out.append("\\t"); break;
      case '\r': out.append("\\r"); break;
      default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(*stop));
    }
    p = stop + 1;
  }
}

template <class Out>
void appendQuoted(Out& out, std::string_view text) {
  out.push_back('"');
  appendEscaped(out, text);
  out.push_back('"');
}

template <class Out>
void appendInteger(Out& out, std::int64_t v) {
  const fmt::format_int text(v);
  out.append(text.data(), text.size());
}
template <class Out>
void appendUnsigned(Out& out, std::uint64_t v) {
  const fmt::format_int text(v);
  out.append(text.data(), text.size());
}
// As short as reads back equal; what JSON has no number for is a text ("nan", "-inf").
template <class Out, class Real>
void appendReal(Out& out, Real v) {
  char text[40];
  const auto end = std::isfinite(v) ? fmt::format_to(text, "{}", v) : fmt::format_to(text, "\"{}\"", v);
  out.append(text, static_cast<std::size_t>(end - text));
}

// An object, its members in order; close() ends it.
template <class Out>
class ObjectOut {
 public:
  explicit ObjectOut(Out& out) : out_(out) { out_.push_back('{'); }
  Out& key(std::string_view name) {
    if (!first_) out_.push_back(',');
    first_ = false;
    appendQuoted(out_, name);
    out_.push_back(':');
    return out_;
  }
  void integer(std::string_view name, std::int64_t v) { appendInteger(key(name), v); }
  void natural(std::string_view name, std::uint64_t v) { appendUnsigned(key(name), v); }
  void text(std::string_view name, std::string_view v) { appendQuoted(key(name), v); }
  void raw(std::string_view name, std::string_view json) { key(name).append(json); }
  void close() { out_.push_back('}'); }

 private:
  Out& out_;
  bool first_ = true;
};

}  // namespace weir::chakra
