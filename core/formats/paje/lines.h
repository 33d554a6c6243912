// Chunks of any size to lines, for the readers of line-wise texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/formats/format.h"

namespace weir::paje {

class Lines {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 24;
  // Calls line(text) for every line, without its end. False: a line is longer than kLongest.
  template <class F>
  bool feed(ByteSpan chunk, bool last, F&& line) {
    std::string_view text(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    if (!rest_.empty()) {
      const std::size_t end = text.find('\n');
      rest_.append(text.substr(0, end));
      if (rest_.size() > kLongest) return false;
      if (end == std::string_view::npos) {
        if (last) give(rest_, line);
        return true;
      }
      give(rest_, line);
      rest_.clear();
      text.remove_prefix(end + 1);
    }
    while (true) {
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) break;
      give(text.substr(0, end), line);
      text.remove_prefix(end + 1);
    }
    if (last && !text.empty()) give(text, line);
    else rest_.assign(text);
    return rest_.size() <= kLongest;
  }
  [[nodiscard]] std::uint64_t number() const { return number_; }  // of the line being given, from 1

 private:
  template <class F>
  void give(std::string_view text, F&& line) {
    ++number_;
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    line(text);
  }
  std::string rest_;
  std::uint64_t number_ = 0;
};

}  // namespace weir::paje
