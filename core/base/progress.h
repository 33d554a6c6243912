// Stop and progress come into every long function as arguments. The worker writes, anyone may read a snapshot:
// views poll it, the CLI prints it; there is no signal per event.
#pragma once

#include <atomic>
#include <chrono>
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
    double elapsed_s = 0;    // since the phase began
    // Seconds left by the mean rate so far; negative = unknown.
    [[nodiscard]] double eta_s() const {
      if (done == 0 || total == 0 || done > total) return -1;
      return elapsed_s * static_cast<double>(total - done) / static_cast<double>(done);
    }
  };

  void begin(std::string phase, std::uint64_t total = 0) {
    const std::scoped_lock lock(mutex_);
    phase_ = std::move(phase);
    start_ = std::chrono::steady_clock::now();
    done_.store(0, std::memory_order_relaxed);
    total_.store(total, std::memory_order_relaxed);
  }
  void set(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }
  void add(std::uint64_t n) { done_.fetch_add(n, std::memory_order_relaxed); }
  [[nodiscard]] Snapshot snapshot() const {
    const std::scoped_lock lock(mutex_);
    const std::chrono::duration<double> d = std::chrono::steady_clock::now() - start_;
    return {phase_, done_.load(std::memory_order_relaxed), total_.load(std::memory_order_relaxed), d.count()};
  }

 private:
  mutable std::mutex mutex_;
  std::string phase_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
};

// What a long function is given. Both members outlive the call.
struct Job {
  std::stop_token stop;
  Progress* progress = nullptr;  // may be null

  [[nodiscard]] bool stopped() const { return stop.stop_requested(); }
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
