// Traces of any size with the statistics of a real one: which event follows which, how long each takes, how far apart they
// are, what their arguments look like, on which tracks they stand. The text is Kineto's; the same seed gives the same bytes.
// Each category of a thread becomes a thread of its own, as made-up times of two categories would cut each other's slices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace weir::bench {

struct MadeRank {
  int rank = 0, ranks = 1;
};

class TraceMaker {
 public:
  // From the text of a Chrome or Kineto trace. Errors: no event in it that could be learned from.
  [[nodiscard]] static Result<TraceMaker> learn(std::string_view trace);
  // From a small training step that is made up, where no real trace is at hand.
  [[nodiscard]] static TraceMaker plain();
  // A trace of about `bytes` (to one event). In a job of several ranks with collectives of all of them, as NCCL's kernels show
  // them, on a stream of their own: the k-th is the same on every rank, which come to it at different times and leave together.
  [[nodiscard]] Result<void> write(const std::string& path, std::uint64_t bytes, std::uint64_t seed = 1, MadeRank job = {}) const;
  // rank-0.json and so on in the folder, each of bytes / ranks.
  [[nodiscard]] Result<std::vector<std::string>> writeJob(const std::string& folder, std::uint64_t bytes, int ranks, std::uint64_t seed = 1) const;

 private:
  friend class Learner;
  // One text with numbers in it that are made anew each time.
  struct Arguments {
    std::string text;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> digits;  // where long numbers stand: offset, length
  };
  struct Kind {  // events alike in type, category, name and track
    char ph = 'X';
    std::string before, after;  // the event's text up to its time, and between duration and arguments
    std::uint32_t track = 0;
    std::vector<std::int64_t> gaps, durations;  // samples, ns
    std::vector<Arguments> args;
    std::vector<std::uint32_t> next;  // samples of what follows
    std::uint64_t seen = 0;
  };
  struct Track {
    bool nests = false;
  };
  std::vector<Kind> kinds_;
  std::vector<Track> tracks_;
  std::string metadata_;  // events that name threads and processes
  std::vector<std::uint32_t> some_;  // kinds, as often as they come
};

}  // namespace weir::bench
