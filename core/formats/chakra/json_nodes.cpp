#include "core/formats/chakra/json_nodes.h"

#include <algorithm>

#include "core/formats/chrome/scan.h"

namespace weir::chakra {
namespace {

using chrome::isSpace;
using chrome::skipSpace;

// Just after the container that opens at p; null when its end is not there. Raw control characters in strings, which the
// fast scanner leaves to others, are passed over.
const char* endOf(const char* p, const char* end) {
  const chrome::Skip skip = chrome::skipContainer(p, end);
  if (!skip.control) return skip.end;
  std::int64_t depth = 0;
  for (bool string = false; p < end; ++p) {
    if (string) {
      if (*p == '\\') ++p;
      else if (*p == '"') string = false;
    } else if (*p == '"') {
      string = true;
    } else if (*p == '{' || *p == '[') {
      ++depth;
    } else if (*p == '}' || *p == ']') {
      if (--depth == 0) return p + 1;
    }
  }
  return nullptr;
}

// Just after the string that opens at p.
const char* endOfString(const char* p, const char* end) {
  for (++p; p < end; ++p) {
    if (*p == '\\') ++p;
    else if (*p == '"') return p + 1;
  }
  return nullptr;
}

// Just after the value at p; null when it is not all there.
const char* endOfValue(const char* p, const char* end, bool last) {
  if (*p == '{' || *p == '[') return endOf(p, end);
  if (*p == '"') return endOfString(p, end);
  while (p < end && *p != ',' && *p != '}' && *p != ']' && !isSpace(*p)) ++p;
  return p < end || last ? p : nullptr;
}

}  // namespace

void JsonNodes::feed(std::string_view chunk, bool last) {
  if (in_ == In::Lost) return;
  buffer_.resize(size_);
  buffer_.append(chunk);
  size_ = buffer_.size();
  buffer_.append(kPadding, ' ');
  if (!last && size_ < retryAt_) return;
  const std::size_t done = consume(last);
  buffer_.erase(0, done);
  size_ -= std::min(done, size_);
  offset_ += done;
  retryAt_ = size_ * 2;
  if (in_ == In::Lost) {
    buffer_ = {};
    size_ = 0;
  } else if (last && (size_ > 0 || in_ == In::Root || in_ == In::List)) {
    damage_(in_ == In::List ? "file ends inside the list of nodes" : "file ends inside the JSON text", offset_);
  }
}

std::size_t JsonNodes::consume(bool last) {
  const char* const begin = buffer_.data();
  const char* const end = begin + size_;
  const char* p = begin;
  const auto done = [&](const char* at) { return static_cast<std::size_t>(at - begin); };
  const auto lost = [&](const char* at) {
    damage_("text that is no JSON: the rest of the file is left out", offset_ + done(at));
    in_ = In::Lost;
    return done(at);
  };
  if (in_ == In::Start && offset_ == 0 && std::string_view(p, done(end)).starts_with("\xEF\xBB\xBF")) p += 3;
  for (;;) {
    p = skipSpace(p, end);
    if (p == end) return done(p);
    switch (in_) {
      case In::Start: {
        // Objects one after the other, or one that holds the list: told by how the first ends. What does not end in the first
        // chunk is a list.
        if (*p != '{') return lost(p);
        const char* const stop = endOf(p, end);
        if (stop == nullptr && !last && end - p < 65536) return done(p);
        if (stop != nullptr) {
          const std::string_view first(p, static_cast<std::size_t>(stop - p));
          sequence_ = first.find("\"nodes\"") == std::string_view::npos && first.find("\"workload_graph\"") == std::string_view::npos;
        }
        if (sequence_) {
          in_ = In::After;
        } else {
          in_ = In::Root;
          ++p;
        }
        break;
      }
      case In::After: {
        if (*p == ',') {
          ++p;
          break;
        }
        if (*p != '{') return lost(p);
        const char* const stop = endOf(p, end);
        if (stop == nullptr) return done(p);
        if (sequence_) node_(std::string_view(p, static_cast<std::size_t>(stop - p)), offset_ + done(p));
        p = stop;
        break;
      }
      case In::Root: {
        if (*p == ',') {
          ++p;
          break;
        }
        if (*p == '}') {
          in_ = In::After;
          ++p;
          break;
        }
        if (*p != '"') return lost(p);
        const char* const keyEnd = endOfString(p, end);
        if (keyEnd == nullptr) return done(p);
        const char* v = skipSpace(keyEnd, end);
        if (v == end) return done(p);
        if (*v != ':') return lost(v);
        v = skipSpace(v + 1, end);
        if (v == end) return done(p);
        const std::string_view key(p + 1, static_cast<std::size_t>(keyEnd - p) - 2);
        if (*v == '[' && (key == "nodes" || key == "workload_graph")) {
          in_ = In::List;
          p = v + 1;
          break;
        }
        const char* const stop = endOfValue(v, end, last);
        if (stop == nullptr) return done(p);
        if (stop == v) return lost(v);
        member_(key, std::string_view(v, static_cast<std::size_t>(stop - v)));
        p = stop;
        break;
      }
      case In::List: {
        if (*p == ',') {
          ++p;
          break;
        }
        if (*p == ']') {
          in_ = In::Root;
          ++p;
          break;
        }
        const char* const stop = endOfValue(p, end, last);
        if (stop == nullptr) return done(p);
        if (stop == p) return lost(p);
        if (*p == '{') node_(std::string_view(p, static_cast<std::size_t>(stop - p)), offset_ + done(p));
        else damage_("value in the list of nodes that is no object", offset_ + done(p));
        p = stop;
        break;
      }
      case In::Lost: return done(p);
    }
  }
}

}  // namespace weir::chakra
