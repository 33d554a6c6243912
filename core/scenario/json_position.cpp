#include "core/scenario/json_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace weir {
namespace {

// Walks the tokens of a JSON text that matter for places: brackets, commas, strings. One pass, no recursion.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  struct Token {
    char kind = 0;  // one of { } [ ] , : or 's' for a string, 'v' for another value, 0 at the end
    std::size_t begin = 0, end = 0;
  };

  Token next() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    if (at_ >= text_.size()) return {0, text_.size(), text_.size()};
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (std::string_view("{}[],:").find(c) != std::string_view::npos) return {c, begin, ++at_};
    if (c == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
        if (text_[at_] == '\\') ++at_;
      at_ = std::min(at_ + 1, text_.size());
      return {'s', begin, at_};
    }
    while (at_ < text_.size() && std::string_view("{}[],:\" \t\r\n").find(text_[at_]) == std::string_view::npos) ++at_;
    return {'v', begin, at_};
  }
  [[nodiscard]] std::string_view inside(const Token& t) const {
    return t.end - t.begin >= 2 ? text_.substr(t.begin + 1, t.end - t.begin - 2) : std::string_view();
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

struct Level {
  bool array = false;
  std::size_t index = 0;
  bool expectKey = false;
  std::string key;
  std::set<std::string, std::less<>> seen;
};

}  // namespace

Position positionAt(std::string_view text, std::size_t byte) {
  Position p;
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  p.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t last = before.rfind('\n');
  p.column = 1 + (last == std::string_view::npos ? before.size() : before.size() - last - 1);
  return p;
}

std::size_t lineOf(std::string_view text, std::span<const std::string> path) {
  Walker w(text);
  std::vector<Level> levels;
  std::size_t matched = 0;  // how many of `path` the open levels match
  const auto here = [&](const Level& l) { return l.array ? fmt::format("#{}", l.index) : l.key; };
  const auto isTarget = [&] {
    return matched + 1 == path.size() && levels.size() == path.size() && here(levels.back()) == path.back();
  };
  for (auto t = w.next(); t.kind != 0; t = w.next()) {
    if (t.kind == 's' && !levels.empty() && levels.back().expectKey) {
      levels.back().key = w.inside(t);
      continue;
    }
    if (t.kind == ':') {
      levels.back().expectKey = false;
      continue;
    }
    if (t.kind == ',' && !levels.empty()) {
      ++levels.back().index;
      levels.back().expectKey = !levels.back().array;
      continue;
    }
    if (t.kind == '}' || t.kind == ']') {
      if (!levels.empty()) levels.pop_back();
      matched = std::min(matched, levels.empty() ? 0 : levels.size() - 1);
      continue;
    }
    if (path.empty() || (!levels.empty() && isTarget())) return positionAt(text, t.begin).line;
    if (t.kind == '{' || t.kind == '[') {
      if (!levels.empty() && matched + 1 == levels.size() && matched < path.size() && here(levels.back()) == path[matched]) ++matched;
      levels.push_back({t.kind == '[', 0, t.kind == '{', {}, {}});
    }
  }
  return 0;
}

Result<void> checkShape(std::string_view text, std::string_view file, std::size_t limit) {
  Walker w(text);
  std::vector<Level> levels;
  for (auto t = w.next(); t.kind != 0; t = w.next()) {
    if (t.kind == '{' || t.kind == '[') {
      if (levels.size() >= limit) {
        const Position p = positionAt(text, t.begin);
        return fail(fmt::format("JSON is nested deeper than {} levels", limit), fmt::format("{}, line {}, column {}", file, p.line, p.column),
                    "a scenario needs no more than eight");
      }
      levels.push_back({t.kind == '[', 0, t.kind == '{', {}, {}});
    } else if ((t.kind == '}' || t.kind == ']') && !levels.empty()) {
      levels.pop_back();
    } else if (t.kind == ',' && !levels.empty()) {
      levels.back().expectKey = !levels.back().array;
    } else if (t.kind == 's' && !levels.empty() && levels.back().expectKey) {
      levels.back().expectKey = false;
      if (!levels.back().seen.emplace(w.inside(t)).second)
        return fail(fmt::format("\"{}\" stands twice in one object", w.inside(t)),
                    fmt::format("{}, line {}", file, positionAt(text, t.begin).line), "keep one of them");
    }
  }
  return {};
}

}  // namespace weir
