// What the messages of a simulation did, in bounded memory: every message up to a limit, and sums beyond it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/run/builder.h"
#include "core/scenario/outcome.h"

namespace weir::sim {

class Transcript {
 public:
  static constexpr std::size_t kMostMessages = 2'000'000;
  static constexpr std::size_t kExactTimes = 4'000'000;  // completion times kept one by one

  struct Entry {
    std::int32_t from = 0, to = 0;  // ranks
    std::int64_t bytes = 0, start = 0, end = 0;
    std::uint32_t instance = kNoInstance;
  };

  explicit Transcript(bool keep) : keep_(keep) {}
  // ready: when the message could have started; the completion time counts from there.
  void add(const Entry& e, std::int64_t ready);
  // Messages that are counted and not kept: so many took this long.
  void addMany(std::int64_t time, std::uint64_t times);

  // Instances are called otherwise: i becomes to[i].
  void renumber(const std::vector<std::uint32_t>& to);
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] std::uint64_t dropped() const { return count_ - entries_.size(); }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::int64_t end() const { return end_; }  // of the last message, ps
  [[nodiscard]] FlowOutcome flows() const;

  // Adds transfers, and for each rank the messages it sent as slices on as many lanes as overlap (at most kLanes). At most
  // the latest `most` messages. Tracks are called `lane`, `lane` 2, ...
  static constexpr int kLanes = 8;
  void write(RunBuilder& builder, TrackKind kind, std::size_t most, std::string_view lane = "messages") const;

 private:
  bool keep_;
  std::vector<Entry> entries_;
  std::uint64_t count_ = 0;
  std::int64_t end_ = 0;
  std::vector<std::int64_t> times_;       // completion, ps; up to kExactTimes
  std::vector<std::uint64_t> histogram_;  // of all, 1/128 wide relative bins; used beyond
  double sum_ps_ = 0;
  std::int64_t sumRest_ = 0;
  std::int64_t longest_ = 0;
};

}  // namespace weir::sim
