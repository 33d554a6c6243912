// Runs whose calls have slices of their own, with names and arguments: peers of messages, steps of a pipelined job.
#pragma once

#include <string>
#include <vector>

#include "tests/core/summarize/support.h"

namespace weir::test {

// Two tracks a rank: computing, and communication beside it.
class NamedCalls : public Sketch {
 public:
  explicit NamedCalls(int ranks, TrackKind kind = TrackKind::Stream) {
    for (int r = 0; r < ranks; ++r) {
      computing_.push_back(track(r, kind, "compute"));
      messages_.push_back(track(r, kind, "messages"));
    }
  }
  // Times in microseconds. What is called "...compute" is no call.
  void op(std::int32_t rank, std::string_view as, Operation operation, std::int64_t from, std::int64_t to, const std::string& args, std::int64_t bytes = kUnknownBytes,
          const std::vector<std::int32_t>& members = {}) {
    const bool computes = as.ends_with("compute");
    CollectiveCall c;
    c.slice = b.slice({.track = (computes ? computing_ : messages_)[static_cast<std::size_t>(rank)],
                       .start = from * us,
                       .duration = (to - from) * us,
                       .name = b.intern(as),
                       .category = 0,
                       .activity = computes ? Activity::Compute : Activity::Communication,
                       .args = args});
    if (computes) return;
    c.operation = operation;
    c.rank = rank;
    c.start = from * us;
    c.duration = (to - from) * us;
    c.bytes = bytes;
    c.group = b.group(members);
    c.groupSize = members.empty() ? -1 : static_cast<std::int32_t>(members.size());
    b.collective(c);
  }
  void send(std::int32_t rank, std::int32_t to, std::int64_t at, std::int64_t bytes) { op(rank, "isend", Operation::SendRecv, at, at + 10, "{\"Dst Rank\": " + std::to_string(to) + "}", bytes); }
  void receive(std::int32_t rank, std::int32_t from, std::int64_t at) { op(rank, "irecv", Operation::SendRecv, at, at + 10, "{\"Src Rank\": " + std::to_string(from) + "}"); }

 private:
  std::vector<TrackIndex> computing_, messages_;
};

// A pipelined job of two stages: rank = 2 DP + PP.
class PipelinedCalls : public NamedCalls {
 public:
  explicit PipelinedCalls(int dp, TrackKind kind = TrackKind::Stream) : NamedCalls(2 * dp, kind) {
    Table t;
    t.name = "ranks";
    t.columns = {{"rank", "", {}, {}}, {"DP", "", {}, {}}, {"PP", "", {}, {}}};
    for (int r = 0; r < 2 * dp; ++r) {
      const double of[] = {double(r), double(r / 2), double(r % 2)};
      for (std::size_t c = 0; c < 3; ++c) t.columns[c].number.push_back(of[c]);
    }
    b.table(std::move(t));
  }
  void part(int step, std::int32_t rank, std::string_view as, std::int64_t from, std::int64_t to, Operation operation = Operation::SendRecv) {
    op(rank, as, operation, from, to, "{\"step\":" + std::to_string(step) + ",\"seq_id\":0,\"model_chunk\":0}");
  }
  // One forward and one backward of DP ranks 0 and 1, gradients summed over the DP ranks of a stage; the second is 7 us late.
  void step(int number, std::int64_t at, bool whole = true) {
    for (const int dp : {0, 1}) {
      const std::int64_t t = at + 7 * dp;
      const std::int32_t a = 2 * dp, z = a + 1;
      part(number, a, "forward-compute", t, t + 50);
      part(number, a, "forward-send", t + 50, t + 53);
      if (whole) part(number, z, "forward-recv", t + 10, t + 53);
      part(number, z, "forward-compute", t + 54, t + 100);
      part(number, z, "backward-compute", t + 100, t + 160);
      part(number, z, "backward-send", t + 160, t + 163);
      part(number, a, "backward-recv", t + 90, t + 163);
      part(number, a, "backward-compute", t + 163, t + 220);
      for (const std::int32_t r : {a, z}) part(number, r, "grads-reduce-scatter", t + 230, t + 260, Operation::ReduceScatter);
      part(number, a, "layernorm-grads-all-reduce", t + 225, t + 226, Operation::AllReduce);
    }
  }
};

}  // namespace weir::test
