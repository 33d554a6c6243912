#include "core/formats/csv/cells.h"

#include <algorithm>

namespace weir::csv {

void splitLine(std::string_view line, char separator, std::vector<std::string_view>& cells, std::vector<std::string>& store) {
  cells.clear();
  store.clear();
  std::size_t escaped = 0;
  for (std::size_t at = 0; at < line.size(); ++at) escaped += line[at] == '"';
  store.reserve(escaped);  // views into it must stay
  const auto trimmed = [](std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t' || s.back() == '\r')) s.remove_suffix(1);
    return s;
  };
  std::size_t at = 0;
  for (;;) {
    std::size_t from = at;
    while (from < line.size() && line[from] == ' ') ++from;
    if (from < line.size() && line[from] == '"') {
      std::size_t p = from + 1;
      bool doubled = false;
      for (; p < line.size(); ++p) {
        if (line[p] != '"') continue;
        if (p + 1 < line.size() && line[p + 1] == '"') {
          doubled = true;
          ++p;
        } else {
          break;
        }
      }
      if (p < line.size()) {
        std::string_view cell = line.substr(from + 1, p - from - 1);
        if (doubled) {
          std::string plain;
          for (std::size_t k = 0; k < cell.size(); ++k) {
            plain += cell[k];
            if (cell[k] == '"') ++k;
          }
          cell = store.emplace_back(std::move(plain));
        }
        cells.push_back(cell);
        at = std::min(line.find(separator, p + 1), line.size());
        if (at == line.size()) return;
        ++at;
        continue;
      }
      // A quote that is never closed is a quote.
    }
    const std::size_t end = std::min(line.find(separator, at), line.size());
    cells.push_back(trimmed(line.substr(at, end - at)));
    if (end == line.size()) return;
    at = end + 1;
  }
}

char separatorOf(std::string_view line) {
  char best = '\0';
  std::size_t most = 1;
  std::vector<std::string_view> cells;
  std::vector<std::string> store;
  for (const char c : {',', ';', '\t', '|'}) {
    splitLine(line, c, cells, store);
    if (cells.size() > most) {
      most = cells.size();
      best = c;
    }
  }
  return best;
}

bool Lines::feed(std::string_view chunk, bool last, const OnLine& onLine) {
  std::string_view text = chunk;
  if (!rest_.empty()) {
    rest_ += chunk;
    text = rest_;
  }
  std::size_t start = 0;
  std::size_t at = seen_;
  const auto give = [&](std::size_t end) {
    const std::string_view line = text.substr(start, end - start);
    const std::uint64_t number = line_ + 1;
    line_ = number + static_cast<std::uint64_t>(std::count(line.begin(), line.end(), '\n'));
    start = end + 1;
    const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    return blank || onLine(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line, number);
  };
  // A quote left open has swallowed lines: they are rows of their own then.
  const auto giveEach = [&](std::size_t end) {
    for (std::size_t next = text.find('\n', start); next < end; next = text.find('\n', start))
      if (!give(next)) return false;
    return true;
  };
  const auto opens = [&](std::size_t i) { return i == start || std::string_view(",;\t| ").find(text[i - 1]) != std::string_view::npos; };
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      if (!quoted_) {
        quoted_ = opens(at);
      } else {
        if (at + 1 == text.size() && !last) break;  // doubled or closing: the next chunk tells
        if (at + 1 < text.size() && text[at + 1] == '"') ++at;
        else quoted_ = false;
      }
      continue;
    }
    if (c != '\n' || (quoted_ && at - start < kLongest)) continue;
    if (quoted_ && !giveEach(at)) return false;
    quoted_ = false;
    if (!give(at)) return false;
  }
  if (last) {
    if (quoted_ && !giveEach(text.size())) return false;
    const bool on = start >= text.size() || give(text.size());
    rest_.clear();
    return on;
  }
  std::string left(text.substr(start));
  rest_ = std::move(left);
  seen_ = at - start;
  return true;
}

}  // namespace weir::csv
