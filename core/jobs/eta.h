// Time left of a job, from the rate at which it went lately: a simulation runs into denser and thinner traffic, so its mean
// rate since the start says little about the rest. One thread.
#pragma once

#include <deque>

#include "core/base/progress.h"

namespace weir {

class Eta {
 public:
  // A few times a second. A new phase, or a smaller amount done, begins anew; samples while paused add nothing.
  void sample(const Progress::Snapshot& s);
  [[nodiscard]] double left_s() const;  // negative = unknown: no total, nothing done yet, or watched too briefly
  [[nodiscard]] double rate() const;    // of the phase's own unit a second; negative = unknown

 private:
  struct Sample {
    double elapsed_s;
    double done;
  };
  std::deque<Sample> samples_;  // of the last kWindow_s
  double total_ = 0;
};

}  // namespace weir
