// The time axis of the power view: it leaves out where nothing was read for long, and its labels tell neighbours apart however
// far from 0 they are. Pure but for translations.
#pragma once

#include <QString>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

// One stretch of the axis and its share of the picture's columns. All stretches are drawn to one scale.
struct PowerStretch {
  TimeRange range;
  std::size_t first = 0, columns = 0;
};
// `read`: when each meter reads. Where none does for more than an eighth of what is asked for, the axis is broken; with `trim`
// it also begins with the first reading and ends with the last. Without readings one stretch, all of it. The columns sum to `columns`.
[[nodiscard]] std::vector<PowerStretch> powerStretches(const std::vector<TimeRange>& read, TimeRange asked, bool trim, std::size_t columns);

// How times are written side by side: below two minutes in one unit, beyond as a clock does.
struct TimeStyle {
  enum class Clock { None, Minutes, Hours } clock = Clock::None;
  double factor = 1;  // without a clock: shown = seconds x factor
  QString unit;       // "ms", "min:s", "h:min:s"
};
[[nodiscard]] TimeStyle timeStyle(double largest_s);
// Neighbours `step` apart differ: "5:00:12.5".
[[nodiscard]] QString timeText(double seconds, const TimeStyle& style, double step_s);

struct PowerTicks {
  std::vector<double> at;  // seconds
  double step = 1;         // seconds
};
// At most `most`, on round seconds, minutes and hours.
[[nodiscard]] PowerTicks timeTicks(double from_s, double to_s, const TimeStyle& style, int most);

}  // namespace weir
