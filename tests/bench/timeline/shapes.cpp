#include "tests/bench/timeline/shapes.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/base/random.h"
#include "core/run/builder.h"
#include "core/run/crew.h"

namespace weir::bench {
namespace {

constexpr int kKernels = 2000;

// Durations of kernels: mostly microseconds, some much longer; now and then a pause, as between steps.
std::int64_t duration(Random& r) { return static_cast<std::int64_t>(1'000'000 + r.below(r.below(50) == 0 ? 400'000'000 : 12'000'000)); }
std::int64_t gap(Random& r) {
  const std::uint64_t kind = r.below(2000);
  return static_cast<std::int64_t>(r.below(kind == 0 ? 3'000'000'000 : kind < 40 ? 60'000'000 : 3'000'000));
}

struct Writer {
  Run& run;
  NameId kernels, nccl;
  void slice(SliceIndex at, std::int64_t start, std::int64_t d, NameId name, Activity a) const {
    Slices& s = run.slices;
    s.start[at] = start;
    s.duration[at] = d;
    s.name[at] = name;
    s.category[at] = 0;
    s.activity[at] = a;
    s.args[at] = 0;
    s.argsSize[at] = 0;
  }
  // One stream: a row of its own.
  void stream(const Row& row, std::uint64_t seed) const {
    Random r(7, seed);
    std::int64_t now = 0;
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      const std::int64_t d = duration(r);
      const std::uint64_t kind = r.below(400);
      const bool collective = kind < 10;
      slice(i, now, d, collective ? nccl : kernels + static_cast<NameId>(r.below(kKernels)),
            collective ? Activity::Communication : kind < 50 ? Activity::Copy : Activity::Compute);
      now += d + gap(r);
    }
  }
  // The rows of one thread: a call in a call in a call, and behind them rows that overlap them by half.
  void thread(const Row* rows, int depth, int overflow, std::uint64_t seed) const {
    Random r(11, seed);
    std::int64_t now = 0;
    for (std::uint64_t k = 0;; ++k) {
      bool any = false;
      const std::int64_t d = duration(r) * (depth + overflow);
      std::int64_t s = now;
      std::int64_t w = d;
      for (int row = 0; row < depth + overflow; ++row) {
        if (row < depth) {
          const SliceIndex at = rows[row].begin + k;
          if (at < rows[row].end) {
            any = true;
            slice(at, s, w, kernels + static_cast<NameId>(r.below(kKernels)), r.below(30) == 0 ? Activity::Wait : Activity::Host);
          }
          s += w / 10;
          w = std::max<std::int64_t>(w * 7 / 10, 1);
        } else {
          const SliceIndex at = rows[row].begin + k;
          if (at < rows[row].end) {
            any = true;
            slice(at, now + d * (row - depth + 1) / (2 * overflow), d / 2, kernels + static_cast<NameId>(r.below(kKernels)), Activity::DataLoad);
          }
        }
      }
      if (!any) return;
      now += d + d / 8 + gap(r);
    }
  }
};

void addCounters(Run& run, int ranks, std::uint64_t values, NameId group, NameId watts, NameId bytes) {
  for (int rank = 0; rank < ranks; ++rank)
    for (int k = 0; k < 3; ++k) {
      Random r(13, static_cast<std::uint64_t>(rank * 3 + k));
      Counter c;
      c.name = k == 0 ? watts : bytes;
      c.group = group;
      c.unit = k == 0 ? "W" : "B";
      c.rank = rank;
      c.value.resize(values);
      const auto step = std::max<std::int64_t>(run.span_.second / static_cast<std::int64_t>(values), 1);
      if (k < 2) c.step = step;
      else c.time.resize(values);
      for (std::uint64_t i = 0; i < values; ++i) {
        c.value[i] = static_cast<float>(200 + r.below(500));
        if (k == 2) c.time[i] = static_cast<std::int64_t>(i) * step + static_cast<std::int64_t>(r.below(static_cast<std::uint64_t>(step)));
      }
      run.counters.push_back(std::move(c));
    }
}

}  // namespace

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {"ranks", "8 ranks, 2 threads nested 4 deep and 4 streams each", 8, 2, 4, 4, 0, false},
      {"one row", "one stream", 1, 0, 0, 1, 0, false},
      {"1000 ranks", "1000 ranks of 10 rows", 1000, 1, 4, 6, 0, false},
      {"deep", "2 ranks, 2 threads nested 20 deep with 4 overflow lanes", 2, 2, 20, 1, 4, false},
      {"mixed", "8 ranks with counters and arrows", 8, 1, 4, 2, 1, true},
  };
  return all;
}

RunPtr make(const Shape& shape, std::uint64_t slices) {
  auto run = std::make_shared<Run>();
  run->title = shape.name;
  run->format = "synthetic";
  Writer w{*run, 0, 0};
  w.kernels = run->names.intern("void at::native::kernel_0<float, 4>(int, float*)");
  for (int i = 1; i < kKernels; ++i) (void)run->names.intern("void at::native::kernel_" + std::to_string(i) + "<float, 4>(int, float*)");
  w.nccl = run->names.intern("ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  const std::uint64_t rows = static_cast<std::uint64_t>(shape.ranks) *
                             static_cast<std::uint64_t>(shape.threads * (shape.depth + shape.overflow) + shape.streams);
  const std::uint64_t each = std::max<std::uint64_t>(slices / rows, 1);
  SliceIndex next = 0;
  struct Task {
    std::uint32_t row;
    bool thread;
  };
  std::vector<Task> tasks;
  for (int rank = 0; rank < shape.ranks; ++rank) {
    run->ranks.push_back(rank);
    for (int k = 0; k < shape.threads + shape.streams; ++k) {
      const bool thread = k < shape.threads;
      Track t;
      t.name = run->names.intern(thread ? "thread " + std::to_string(k) : "stream " + std::to_string(k - shape.threads));
      t.process = run->names.intern(thread ? "python" : "GPU " + std::to_string(rank));
      t.kind = thread ? TrackKind::Thread : TrackKind::Stream;
      t.rank = rank;
      t.sort = k;
      t.firstRow = static_cast<std::uint32_t>(run->rows.size());
      t.rowCount = static_cast<std::uint32_t>(thread ? shape.depth + shape.overflow : 1);
      tasks.push_back({t.firstRow, thread});
      for (std::uint32_t d = 0; d < t.rowCount; ++d) {
        run->rows.push_back({static_cast<TrackIndex>(run->tracks.size()), d, next, next + each});
        next += each;
      }
      run->tracks.push_back(t);
    }
  }
  Slices& s = run->slices;
  s.start.resize(next);
  s.duration.resize(next);
  s.name.resize(next);
  s.category.resize(next);
  s.activity.resize(next);
  s.args.resize(next);
  s.argsSize.resize(next);
  Crew crew(Crew::worthwhile(next));
  crew.each(tasks.size(), [&](std::size_t i, unsigned) {
    const Row* row = &run->rows[tasks[i].row];
    if (tasks[i].thread) w.thread(row, shape.depth, shape.overflow, i);
    else w.stream(*row, i);
  });
  for (const Row& row : run->rows) run->span_.second = std::max(run->span_.second, s.endOf(row.end - 1));
  if (shape.extras) {
    addCounters(*run, shape.ranks, std::max<std::uint64_t>(next / 400, 10), run->names.intern("telemetry"), run->names.intern("power"),
                run->names.intern("memory"));
    const std::uint64_t arrows = next / 10;
    const NameId launch = run->names.intern(kArrowLaunch);
    Random r(17, 0);
    run->arrows.from.resize(arrows);
    run->arrows.to.resize(arrows);
    run->arrows.kind.resize(arrows);
    for (std::uint64_t i = 0; i < arrows; ++i) {
      run->arrows.from[i] = i * 10;
      run->arrows.to[i] = r.below(next);
      run->arrows.kind[i] = launch;
    }
  }
  return run;
}

std::uint64_t bytesOf(const Run& r) {
  const auto of = [](const auto& c) { return c.size() * sizeof(c[0]); };
  const Slices& s = r.slices;
  std::uint64_t n = of(s.start) + of(s.duration) + of(s.name) + of(s.category) + of(s.activity) + of(s.args) + of(s.argsSize) + r.argsText.size() +
                    of(r.arrows.from) + of(r.arrows.to) + of(r.arrows.kind);
  for (const Counter& c : r.counters) n += of(c.time) + of(c.value);
  return n;
}

}  // namespace weir::bench
