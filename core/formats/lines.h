// Readers of text logs: bytes in chunks of any size to lines, without their ends (LF or CR LF) and without a byte-order mark.
// A line longer than kLongestLine is cut there and counted. Numbers and words of such lines are told apart by the functions below.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/formats/format.h"
#include "core/run/builder.h"

namespace weir {

class LineReader : public Reader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{4} << 20;

  LineReader(std::string format, Truth truth, const ReaderContext& context) : out_(std::move(format), truth), context_(context) {}
  [[nodiscard]] Result<void> feed(ByteSpan chunk, bool last, const Job& job) final;

 protected:
  // `number` counts from 1. The text lives only during the call. `last` is set for what stands after the last line end, which
  // may be cut off.
  virtual void line(std::string_view text, std::uint64_t number, bool cut) = 0;
  void note(std::string_view kind, std::uint64_t number, std::uint64_t count = 1);  // the place is the line
  [[nodiscard]] std::uint64_t lines() const { return number_; }

  RunBuilder out_;
  ReaderContext context_;

 private:
  void take(std::string_view text, bool cut);
  std::string rest_;  // the beginning of a line whose end is still to come
  std::uint64_t number_ = 0;
  bool skipping_ = false;
};

namespace text {

using weir::trimmed;
[[nodiscard]] std::vector<std::string_view> words(std::string_view s);  // by blanks and tabs
[[nodiscard]] std::string lower(std::string_view s);
// The whole of the text is this number ("1e-3", "12", "nan" is none); NaN where it is not.
[[nodiscard]] double number(std::string_view s);
[[nodiscard]] std::optional<std::int64_t> whole(std::string_view s);
[[nodiscard]] bool contains(ByteSpan head, std::string_view what);
[[nodiscard]] std::string_view view(ByteSpan head);

// Nanoseconds since 1970 of a date and time: "2026/07/18 21:26:02.997", "2024-05-31T10:39:13[.123456][Z|+02:00]",
// "09-15-2020 15:26:46.543" (month first), "20240531 10:39:13", "Mon Jul 15 10:11:12 2024". `zoned` tells whether a zone was given.
struct WallTime {
  std::int64_t ns = 0;
  bool zoned = false;
};
[[nodiscard]] std::optional<WallTime> wallTime(std::string_view s);

// The stem of a file's name: "node_0" of "node_0.txt".
[[nodiscard]] std::string stem(std::string_view name);

// Whether a time can stand on an axis of picoseconds in 64 bits that begins at `originNs`: not before it, and within 90 days.
[[nodiscard]] inline bool onAxis(std::int64_t ns, std::int64_t originNs) {
  return ns >= originNs && ns / 2 - originNs / 2 <= std::int64_t{45} * 86'400 * 1'000'000'000;
}

}  // namespace text
}  // namespace weir
