#include "core/jobs/eta.h"

namespace weir {
namespace {
constexpr double kWindow_s = 5;   // long enough to be calm, short enough to follow
constexpr double kLeast_s = 0.3;  // a rate from less is noise
}  // namespace

void Eta::sample(const Progress::Snapshot& s) {
  const Sample now{s.elapsed_s, static_cast<double>(s.done)};
  total_ = static_cast<double>(s.total);
  if (!samples_.empty() && (now.elapsed_s < samples_.back().elapsed_s || now.done < samples_.back().done)) samples_.clear();
  if (s.paused && !samples_.empty()) return;
  samples_.push_back(now);
  // One sample older than the window stays: the rate is over the whole of it.
  while (samples_.size() > 2 && samples_[1].elapsed_s < now.elapsed_s - kWindow_s) samples_.pop_front();
}

double Eta::rate() const {
  if (samples_.size() < 2) return -1;
  const Sample& a = samples_.front();
  const Sample& b = samples_.back();
  if (b.elapsed_s - a.elapsed_s < kLeast_s || !(b.done > a.done)) return -1;
  return (b.done - a.done) / (b.elapsed_s - a.elapsed_s);
}

double Eta::left_s() const {
  const double r = rate();
  if (!(total_ > 0) || !(r > 0) || samples_.back().done > total_) return -1;
  return (total_ - samples_.back().done) / r;
}

}  // namespace weir
