// Stop, pause and progress come into every long function as arguments. The worker writes, anyone may read a snapshot:
// views poll it, the CLI prints it; there is no signal per event.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>

namespace weir {

class Progress {
 public:
  struct Snapshot {
    std::string phase;       // "reading worker0.json"
    std::uint64_t done = 0;  // in the phase's own unit; total 0 = unknown
    std::uint64_t total = 0;
    double elapsed_s = 0;    // since the phase began, without the time it was paused
    bool paused = false;
    // Seconds left by the mean rate so far; negative = unknown.
    [[nodiscard]] double eta_s() const {
      if (done == 0 || total == 0 || done > total) return -1;
      return elapsed_s * static_cast<double>(total - done) / static_cast<double>(done);
    }
  };

  void begin(std::string phase, std::uint64_t total = 0) {
    const std::scoped_lock lock(mutex_);
    phase_ = std::move(phase);
    start_ = Clock::now();
    held_ = {};
    if (paused_) since_ = start_;
    done_.store(0, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  }
  void set(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }
  void add(std::uint64_t n) { done_.fetch_add(n, std::memory_order_relaxed); }
  [[nodiscard]] Snapshot snapshot() const {
    const std::scoped_lock lock(mutex_);
    const Clock::duration held = held_ + (paused_ ? Clock::now() - since_ : Clock::duration{});
    const std::chrono::duration<double> d = Clock::now() - start_ - held;
    return {phase_, done_.load(std::memory_order_relaxed), total_.load(std::memory_order_relaxed), d.count(), paused_};
  }

  // By the owner, from any thread: the worker waits where it next asks Job::stopped(), until it may go on or is to stop.
  void setPaused(bool on) {
    {
      const std::scoped_lock lock(mutex_);
      if (on == paused_) return;
      const auto now = Clock::now();
      if (on) since_ = now;
      else held_ += now - since_;
      paused_ = on;
      holding_.store(on, std::memory_order_release);
    }
    changed_.notify_all();
  }
  [[nodiscard]] bool paused() const { return holding_.load(std::memory_order_acquire); }
  // By the worker. Costs one atomic load while nothing is paused; a stop request ends the wait at once.
  void holdWhilePaused(const std::stop_token& stop) {
    if (!paused()) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return !paused_; });
  }

 private:
  using Clock = std::chrono::steady_clock;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::atomic<bool> holding_{false};  // paused_, to be asked without the lock
  bool paused_ = false;
  std::string phase_;
  Clock::time_point start_ = Clock::now(), since_;
  Clock::duration held_{};  // paused within the phase, before the pause that lasts
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
};

// What a long function is given. Both members outlive the call.
struct Job {
  std::stop_token stop;
  Progress* progress = nullptr;  // may be null

  // Whether to give up. While the owner has paused the job, waits here until it may go on or is asked to stop.
  [[nodiscard]] bool stopped() const {
    if (progress) progress->holdWhilePaused(stop);
    return stop.stop_requested();
  }
  void begin(std::string phase, std::uint64_t total = 0) const {
    if (progress) progress->begin(std::move(phase), total);
  }
  void set(std::uint64_t done) const {
    if (progress) progress->set(done);
  }
  void add(std::uint64_t n) const {
    if (progress) progress->add(n);
  }
};

}  // namespace weir
