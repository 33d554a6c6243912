// Rows of cells out of text that comes in chunks. Cells are views that live during the call.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::csv {

// The cells of one line, without its end. Quoted cells lose their quotes; doubled ones inside become one (kept in `store`).
void splitLine(std::string_view line, char separator, std::vector<std::string_view>& cells, std::vector<std::string>& store);

// The separator of a header line: the one of , ; tab | that parts it into most cells; '\0' when none does.
[[nodiscard]] char separatorOf(std::string_view headerLine);

class Lines {
 public:
  using OnLine = std::function<bool(std::string_view line, std::uint64_t number)>;  // false: stop
  // Calls for each complete line that is not empty; with `last` also for what is left. A quoted cell may go over lines.
  bool feed(std::string_view chunk, bool last, const OnLine& onLine);

 private:
  static constexpr std::size_t kLongest = std::size_t{1} << 20;  // an open quote beyond this was none
  std::string rest_;
  std::size_t seen_ = 0;  // of rest_, already looked at
  std::uint64_t line_ = 0;
  bool quoted_ = false;
};

}  // namespace weir::csv
