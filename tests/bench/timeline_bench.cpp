// Frames of the timeline at 1920 x 1080, software raster, offscreen: a recorded zoom from the whole to a single slice and
// back, and pans at five depths. Prints milliseconds of CPU time a frame; the aim is 16 at a million slices, 8 at ten million.
//   timeline_bench [slices = 1000000]
#include <QApplication>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "core/base/random.h"
#include "core/run/builder.h"
#include "views/timeline/timeline_view.h"

using namespace weir;

namespace {

// CPU time of this thread: the aim is a frame on one core, and other programs on the machine are none of its business.
struct Clock {
  using time_point = double;
  static double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
  }
};
double since(Clock::time_point t) { return Clock::now() - t; }

void print(const char* what, std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  const auto at = [&](double p) { return ms[static_cast<std::size_t>(p * static_cast<double>(ms.size() - 1))]; };
  std::printf("%-24s %6zu frames   min %7.2f   median %7.2f   p99 %7.2f   max %7.2f ms\n", what, ms.size(), ms.front(), at(0.5), at(0.99), ms.back());
}

// 4 ranks, each 2 threads of operators nested 4 deep, 4 streams of kernels and collectives; gaps and durations vary.
RunPtr synthetic(std::uint64_t slices) {
  RunBuilder b("synthetic", Truth::Measured);
  b.run().title = "synthetic";
  b.reserve(slices, 0);
  std::vector<NameId> names;
  for (int i = 0; i < 2000; ++i) names.push_back(b.intern("void at::native::kernel_" + std::to_string(i) + "<float, 4>(int, float*)"));
  const NameId nccl = b.intern("ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  constexpr int ranks = 4;
  constexpr int streams = 4;
  constexpr int threads = 2;
  const std::uint64_t perTrack = slices / (ranks * (streams + threads));
  for (int rank = 0; rank < ranks; ++rank)
    for (int k = 0; k < streams + threads; ++k) {
      const bool thread = k < threads;
      Track t;
      t.name = b.intern(thread ? "thread " + std::to_string(k) : "stream " + std::to_string(k - threads));
      t.process = b.intern(thread ? "python" : "GPU " + std::to_string(rank));
      t.kind = thread ? TrackKind::Thread : TrackKind::Stream;
      t.rank = rank;
      t.sort = k;
      const TrackIndex track = b.track(t);
      Random random(1, static_cast<std::uint64_t>(rank * 100 + k));
      std::int64_t now = 0;
      const auto add = [&](std::int64_t start, std::int64_t d, Activity a, NameId n) {
        b.slice({.track = track, .start = start, .duration = d, .name = n, .category = 0, .activity = a, .args = {}});
      };
      for (std::uint64_t i = 0; i < perTrack;) {
        const auto d = static_cast<std::int64_t>(1'000'000 + random.below(random.below(50) == 0 ? 400'000'000 : 12'000'000));
        if (thread) {
          std::int64_t s = now;
          std::int64_t w = d * 4;
          for (int depth = 0; depth < 4 && i < perTrack; ++depth, ++i) {
            add(s, w, Activity::Host, names[random.below(names.size())]);
            s += w / 10;
            w = w * 7 / 10;
          }
          now += d * 4;
        } else {
          const bool collective = random.below(40) == 0;
          add(now, d, collective ? Activity::Communication : random.below(10) == 0 ? Activity::Copy : Activity::Compute,
              collective ? nccl : names[random.below(names.size())]);
          now += d;
          ++i;
        }
        now += static_cast<std::int64_t>(random.below(3'000'000));
      }
    }
  return std::make_shared<const Run>(b.build());
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication app(argc, argv);
  const std::uint64_t slices = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  auto t = Clock::now();
  const RunPtr run = synthetic(slices);
  std::printf("%llu slices in %zu rows, made in %.0f ms\n", static_cast<unsigned long long>(run->slices.size()), run->rows.size(), since(t));
  t = Clock::now();
  const LodPtr lod = Lod::build(run, {}).value();
  std::printf("levels of detail built in %.0f ms, %.1f MB\n", since(t), static_cast<double>(lod->bytes()) * 1e-6);

  ViewState state;
  TimelineView view(state);
  view.resize(1920, 1080);
  view.show();
  QCoreApplication::processEvents();
  view.giveLod(1, lod);
  t = Clock::now();
  state.putRun({.id = 1, .run = run, .title = "synthetic"});
  view.plot()->replot(QCustomPlot::rpImmediateRefresh);
  std::printf("first paint %.1f ms\n", since(t));
  const auto frame = [&](ViewState::Range r) {
    const auto start = Clock::now();
    state.setTimeRange(r);
    view.plot()->replot(QCustomPlot::rpImmediateRefresh);
    return since(start);
  };

  const auto [lo, hi] = state.whole();
  const std::int64_t target = run->slices.start[run->rows[5].begin + (run->rows[5].end - run->rows[5].begin) / 3];
  const auto rangeAt = [&](double width) {
    const double f = static_cast<double>(target - lo) / static_cast<double>(hi - lo);
    const auto from = static_cast<std::int64_t>(static_cast<double>(target) - f * width);
    return ViewState::Range{from, from + static_cast<std::int64_t>(width)};
  };
  std::vector<double> ms;
  constexpr int steps = 240;
  const double whole = static_cast<double>(hi - lo);
  const double narrow = 2e6;  // 2 us: a single slice
  for (int i = 0; i < 2 * steps; ++i) {
    const int k = i < steps ? i : 2 * steps - 1 - i;
    ms.push_back(frame(rangeAt(whole * std::pow(narrow / whole, static_cast<double>(k) / (steps - 1)))));
  }
  print("zoom whole to slice", ms);
  std::vector<double> all = ms;
  for (const double share : {1.0, 0.2, 0.02, 1e-3, 1e-5}) {
    ms.clear();
    const auto width = static_cast<std::int64_t>(std::max(whole * share, narrow));
    for (int i = 0; i < 60; ++i) {
      const std::int64_t from = target - width / 2 + width * i / 100;
      ms.push_back(frame({from, from + width}));
    }
    print(("pan at " + std::to_string(share) + " of it").c_str(), ms);
    all.insert(all.end(), ms.begin(), ms.end());
  }
  print("all frames", all);

  t = Clock::now();
  state.setSearch("nccl");
  const double first = since(t);
  view.finishPreparing();
  std::printf("search: %.1f ms until the first answer, %.1f ms for all %llu matches\n", first, since(t), static_cast<unsigned long long>(view.matches()));
  ms.clear();
  for (int k = 0; k < 60; ++k) ms.push_back(frame(rangeAt(whole * std::pow(narrow / whole, k / 59.0))));
  print("zoom while searching", ms);
  t = Clock::now();
  view.findNext();
  std::printf("next match: %.2f ms\n", since(t));
  return 0;
}
