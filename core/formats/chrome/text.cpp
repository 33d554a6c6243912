#include "core/formats/chrome/text.h"

#include <simdjson.h>

#include <charconv>

#include "core/formats/chrome/scan.h"

namespace weir::chrome {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 sequence at text[i...], or 0 when there is none.
std::size_t sequence(std::string_view text, std::size_t i) {
  const auto at = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char c = at(i);
  if (c < 0x80) return 1;
  const std::size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
  if (c < 0xC2 || c > 0xF4 || i + n > text.size()) return 0;
  for (std::size_t k = 1; k < n; ++k)
    if ((at(i + k) & 0xC0) != 0x80) return 0;
  if (c == 0xE0 && at(i + 1) < 0xA0) return 0;
  if (c == 0xED && at(i + 1) > 0x9F) return 0;
  if (c == 0xF0 && at(i + 1) < 0x90) return 0;
  if (c == 0xF4 && at(i + 1) > 0x8F) return 0;
  return n;
}

void appendCode(std::string& out, std::uint32_t code) {
  if (code >= 0xD800 && code < 0xE000) {
    out += kReplacement;
  } else if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

std::optional<std::uint32_t> hex4(std::string_view raw, std::size_t i) {
  if (i + 4 > raw.size()) return std::nullopt;
  std::uint32_t v = 0;
  const auto [end, error] = std::from_chars(raw.data() + i, raw.data() + i + 4, v, 16);
  if (error != std::errc() || end != raw.data() + i + 4) return std::nullopt;
  return v;
}

}  // namespace

bool validUtf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

void appendUtf8(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = sequence(text, i);
    if (n == 0) {
      out += kReplacement;
      ++i;
    } else {
      out.append(text, i, n);
      i += n;
    }
  }
}

std::string unescaped(std::string_view raw) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t i = 0; i < raw.size();) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      ++i;
      continue;
    }
    appendUtf8(out, raw.substr(from, i - from));
    const char c = raw[i + 1];
    i += 2;
    switch (c) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'u': {
        const auto high = hex4(raw, i);
        if (!high) {
          out += "\\u";
          break;
        }
        i += 4;
        const auto low = *high >= 0xD800 && *high < 0xDC00 && raw.substr(i, 2) == "\\u" ? hex4(raw, i + 2) : std::nullopt;
        if (low && *low >= 0xDC00 && *low < 0xE000) {
          appendCode(out, 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00));
          i += 6;
        } else {
          appendCode(out, *high);
        }
        break;
      }
      case '"':
      case '\\':
      case '/':
        out += c;
        break;
      default:
        out += '\\';  // no escape of JSON's (a Windows path, say): keep it
        --i;
        break;
    }
    from = i;
  }
  appendUtf8(out, raw.substr(from));
  return out;
}

namespace {

// Calls f(member) for each until it returns false.
template <class F>
void forMembers(std::string_view object, F&& f) {
  const char* p = object.data();
  const char* const end = p + object.size();
  if (p == end || *p != '{') return;
  const auto string = [&](std::string_view& text) {
    const char* const from = ++p;
    while (p < end && *p != '"') p += *p == '\\' && end - p > 1 ? 2 : 1;
    if (p >= end) return false;
    text = {from, static_cast<std::size_t>(p - from)};
    ++p;
    return true;
  };
  ++p;
  for (;;) {
    while (p < end && (isSpace(*p) || *p == ',')) ++p;
    if (p == end || *p != '"') return;
    Member m;
    if (!string(m.key)) return;
    p = skipSpace(p, end);
    if (p == end || *p != ':') return;
    p = skipSpace(p + 1, end);
    if (p == end) return;
    if (*p == '"') {
      m.string = true;
      if (!string(m.value)) return;
    } else if (*p == '{' || *p == '[') {
      const Skip skip = skipContainer(p, end);
      if (skip.end == nullptr) return;
      m.value = {p, static_cast<std::size_t>(skip.end - p)};
      p = skip.end;
    } else {
      const char* const from = p;
      while (p < end && *p != ',' && *p != '}' && !isSpace(*p)) ++p;
      m.value = {from, static_cast<std::size_t>(p - from)};
    }
    if (!f(m)) return;
  }
}

}  // namespace

std::vector<Member> membersOf(std::string_view object) {
  std::vector<Member> members;
  forMembers(object, [&](const Member& m) {
    members.push_back(m);
    return true;
  });
  return members;
}

std::optional<std::string_view> memberOf(std::string_view object, std::string_view key) {
  std::optional<std::string_view> found;
  forMembers(object, [&](const Member& m) {
    if (m.key == key) found = m.value;
    return !found;
  });
  return found;
}

std::optional<std::int64_t> integerOf(std::string_view text) {
  std::int64_t v = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return v;
}

std::optional<double> numberOf(std::string_view text) {
  double v = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return v;
}

std::vector<std::int32_t> integersOf(std::string_view text, bool& cut) {
  std::vector<std::int32_t> all;
  cut = text.find("...") != std::string_view::npos;
  for (std::size_t i = 0; i < text.size();) {
    std::int32_t v = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), v);
    if (error == std::errc()) {
      all.push_back(v);
      i = static_cast<std::size_t>(end - text.data());
    } else {
      ++i;
    }
  }
  return all;
}

}  // namespace weir::chrome
