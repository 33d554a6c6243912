// From microseconds of the file's own clock to picoseconds since the file's first event. Times so far from the others
// that they cannot share an axis of 64-bit picoseconds (106 days) are damage, and are told as such.
#pragma once

#include <cstdint>
#include <optional>

#include "core/formats/chrome/events.h"
#include "core/run/crew.h"

namespace weir::chrome {

class Axis {
 public:
  // Centred on the median of all times, beginning at the earliest within kReach of it. No times: an axis at 0.
  [[nodiscard]] static Axis of(const Events& events, Crew& crew);

  [[nodiscard]] std::optional<std::int64_t> ps(std::int64_t us, std::int32_t fs) const {
    if (us < originUs_ || us > lastUs_) return std::nullopt;
    return (us - originUs_) * 1'000'000 + psOf(fs);
  }
  [[nodiscard]] std::optional<std::int64_t> ps(const Micros& t) const { return ps(t.us, t.fs); }
  // For what is not itself on the axis (ends of arrows, places of notes): also behind the last start.
  [[nodiscard]] std::optional<std::int64_t> psAround(const Micros& t) const {
    std::int64_t ps = 0;
    const bool beyond = __builtin_sub_overflow(t.us, originUs_, &ps) || __builtin_mul_overflow(ps, 1'000'000, &ps) ||
                        __builtin_add_overflow(ps, psOf(t.fs), &ps);
    return beyond ? std::nullopt : std::optional(ps);
  }
  [[nodiscard]] std::int64_t originUs() const { return originUs_; }

  static constexpr std::int64_t kReachUs = std::int64_t{45} * 86'400 * 1'000'000;  // 45 days to either side

 private:
  std::int64_t originUs_ = 0, lastUs_ = kReachUs;
};

}  // namespace weir::chrome
