// How the timeline feels, at 1920 x 1080, software raster, offscreen: a recorded walk (timeline/recording.csv: slow zoom
// from the whole to one slice and back, drags, scrolling, folding, the overview) replayed over runs of several shapes and
// sizes. Milliseconds of CPU time of the GUI thread, but for first paints and searches, which are wall time.
//   timeline_bench [SIZE ...] [--shape NAME] [--csv FILE] [--no-study] [--frames FILE] [--recording FILE]   sizes like 1M; all of 1M 10M 100M if none
//   timeline_bench --record     writes the recording anew
#include <QApplication>
#include <QDir>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <string>

#include "core/base/random.h"
#include "core/study/study.h"
#include "tests/bench/timeline/recording.h"
#include "tests/bench/timeline/shapes.h"
#include "views/timeline/timeline_view.h"

using namespace weir;
using namespace weir::bench;

namespace {

// CPU time of this thread: the aim is a frame on one core, and other programs on the machine are none of its business.
double cpuMs() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}
double wallMs() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Spread {
  double p50 = 0, p99 = 0, max = 0;
};
Spread spread(std::vector<double> ms) {
  if (ms.empty()) return {};
  std::sort(ms.begin(), ms.end());
  const auto at = [&](double p) { return ms[static_cast<std::size_t>(std::ceil(p * static_cast<double>(ms.size()))) - 1]; };
  return {at(0.5), at(0.99), ms.back()};
}

struct Result1 {
  std::uint64_t slices = 0;
  std::size_t rows = 0;
  double runMb = 0, lodMb = 0;
  double lodMs = 0;                          // wall, Lod::build alone
  double firstMs = 0, completeMs = 0;        // wall, from putRun without levels to a frame with lanes; until nothing is pending
  double studyMs = -1, studyFirstMs = -1;    // wall, Study::run; from its call to a frame with lanes
  Spread frames;
  double hoverP99 = 0;
  double rareMs = 0, allMs = 0, searchStep = 0;  // wall until all hits; longest turn of the event loop, CPU
  std::uint64_t hits = 0;
  Spread searchFrames;
};

struct Window {
  ViewState state;
  TimelineView view{state};
  Window() {
    view.resize(1920, 1080);
    view.show();
    QCoreApplication::processEvents();
  }
  void frame() { view.plot()->replot(QCustomPlot::rpImmediateRefresh); }
  [[nodiscard]] bool lanes() const {
    return std::any_of(view.lanes().begin(), view.lanes().end(), [](const Lane& l) { return l.kind != Lane::Kind::Run && l.kind != Lane::Kind::Pending; });
  }
  // From putRun to a frame that shows lanes, and until nothing is being prepared.
  std::pair<double, double> show(const RunPtr& run) {
    const double from = wallMs();
    double first = -1;
    state.putRun({.id = 1, .run = run, .title = QString::fromStdString(run->title)});
    for (;;) {
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
      if (first < 0 && lanes()) {
        frame();
        first = wallMs() - from;
      }
      if (!view.preparing()) break;
    }
    frame();
    return {first, wallMs() - from};
  }
};

void search(Window& w, const QString& text, double& total, double& step, std::uint64_t& hits) {
  const double from = wallMs();
  double before = cpuMs();
  const auto turn = [&] {
    const double now = cpuMs();
    step = std::max(step, now - before);
    before = now;
  };
  w.state.setSearch(text);
  turn();
  while (w.view.searching()) {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    turn();
  }
  total = wallMs() - from;
  hits = w.view.matches();
  QCoreApplication::processEvents();
  turn();
}

Result1 measure(const Shape& shape, std::uint64_t slices, bool study, const std::vector<RecordedFrame>& recording, std::FILE* frames) {
  Result1 r;
  RunPtr run = make(shape, slices);
  r.slices = run->slices.size();
  r.rows = run->rows.size();
  r.runMb = static_cast<double>(bytesOf(*run)) * 1e-6;
  if (study) {
    const QTemporaryDir folder(QDir::tempPath() + "/weir-bench-XXXXXX");
    const std::string path = folder.filePath("bench.weir").toStdString();
    auto file = Study::open(path, Study::Mode::Create);
    const auto id = file ? file->addRun(*run, {}, 0, {}) : tl::make_unexpected(file.error());
    if (!id) std::printf("no study: %s\n", id.error().line().c_str());
    run.reset();
    Window w;
    const double from = wallMs();
    run = file->run(*id, {}).value();
    r.studyMs = wallMs() - from;
    r.studyFirstMs = r.studyMs + w.show(run).first;
  }
  {
    const double from = wallMs();
    const LodPtr lod = Lod::build(run, {}).value();
    r.lodMs = wallMs() - from;
    r.lodMb = static_cast<double>(lod->bytes()) * 1e-6;
  }
  Window w;
  std::tie(r.firstMs, r.completeMs) = w.show(run);
  w.frame();

  std::vector<double> ms;
  for (const RecordedFrame& f : recording) {
    const double from = cpuMs();
    replay(f, w.view, w.state);
    w.frame();
    ms.push_back(cpuMs() - from);
    if (frames) std::fprintf(frames, "%s,%llu,%s,%.9g,%d,%.3f\n", shape.name.c_str(), static_cast<unsigned long long>(r.slices), f.what.c_str(), f.to - f.from, f.scroll, ms.back());
  }
  r.frames = spread(ms);

  // Hover: over the whole and zoomed in, with a slice chosen.
  ms.clear();
  Random random(3, 1);
  for (const double share : {1.0, 1e-3, 1e-6}) {
    replay({"", 0.4, 0.4 + share * 0.6, 0, -1}, w.view, w.state);
    w.frame();
    QCoreApplication::processEvents();
    const QRect area = w.view.laneArea();
    for (int i = 0; i < 150; ++i) {
      const QPointF p(area.left() + random.uniform() * (area.width() - 1), area.top() + random.uniform() * (area.height() - 1));
      QMouseEvent e(QEvent::MouseMove, p, p, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
      const double from = cpuMs();
      QCoreApplication::sendEvent(w.view.plot(), &e);
      QCoreApplication::processEvents();
      ms.push_back(cpuMs() - from);
    }
  }
  r.hoverP99 = spread(ms).p99;

  w.state.showWhole();
  w.frame();
  std::uint64_t all = 0;
  search(w, "kernel", r.allMs, r.searchStep, all);
  w.state.setSearch({});
  QCoreApplication::processEvents();
  search(w, "NCCL", r.rareMs, r.searchStep, r.hits);
  ms.clear();
  for (std::size_t i = 0; i < recording.size(); i += 4) {
    RecordedFrame f = recording[i];
    f.toggle = -1;
    const double from = cpuMs();
    replay(f, w.view, w.state);
    w.frame();
    ms.push_back(cpuMs() - from);
  }
  r.searchFrames = spread(ms);
  return r;
}

// e of cost ~ slices^e, by least squares over the sizes of one shape.
double exponent(const std::vector<Result1>& rows, double (*cost)(const Result1&)) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const Result1& r : rows) {
    const double x = std::log(static_cast<double>(r.slices));
    const double y = std::log(std::max(cost(r), 1e-3));
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return rows.size() < 2 ? NAN : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

std::uint64_t sizeOf(const char* text) {
  char* end = nullptr;
  const double v = std::strtod(text, &end);
  return static_cast<std::uint64_t>(v * (*end == 'M' ? 1e6 : *end == 'k' ? 1e3 : 1));
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication app(argc, argv);
  std::string path = WEIR_SOURCE_DIR "/tests/bench/timeline/recording.csv";
  std::vector<std::uint64_t> sizes;
  std::string only;
  bool study = true;
  std::FILE* frames = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "--record") {
      Window w;
      w.show(make(shapes().front(), 1'000'000));
      writeRecording(record(w.view, w.state), path);
      return 0;
    }
    if (a == "--shape" && i + 1 < argc) only = argv[++i];
    else if (a == "--frames" && i + 1 < argc) frames = std::fopen(argv[++i], "w");
    else if (a == "--recording" && i + 1 < argc) path = argv[++i];  // another walk: a part of it, to be profiled
    else if (a == "--no-study") study = false;
    else if (sizeOf(argv[i]) > 0) sizes.push_back(sizeOf(argv[i]));
  }
  if (sizes.empty()) sizes = {1'000'000, 10'000'000, 100'000'000};
  const auto recording = readRecording(path);
  if (recording.empty()) {
    std::printf("%s holds no frames\n", path.c_str());
    return 1;
  }
  std::printf("%zu recorded frames of 1920 x 1080. ms; frames, hover: CPU of the GUI thread; search step: its longest turn; rest: wall. Aims: frames p99 8 at "
              "10 M, 16 at 100 M; study to first paint 1000 at 10 M; hover 10; search 300 at 10 M\n",
              recording.size());
  std::printf("%-11s %5s %6s | %6s %6s %6s | %7s %8s | %7s %7s %8s | %6s | %6s %6s %6s | %6s | %7s %7s\n", "shape", "rows", "slices", "frame", "p99", "max",
              "first", "complete", "lod", "study", "to paint", "hover", "nccl", "all", "step", "+p99", "run MB", "lod MB");
  for (const Shape& shape : shapes()) {
    if (!only.empty() && shape.name != only) continue;
    std::vector<Result1> rows;
    for (const std::uint64_t n : sizes) {
      const Result1 r = measure(shape, n, study && n <= 10'000'000, recording, frames);
      std::printf("%-11s %5zu %5.0fM | %6.2f %6.2f %6.2f | %7.0f %8.0f | %7.0f %7.0f %8.0f | %6.2f | %6.1f %6.1f %6.1f | %6.2f | %7.0f %7.0f\n",
                  shape.name.c_str(), r.rows, static_cast<double>(r.slices) * 1e-6, r.frames.p50, r.frames.p99, r.frames.max, r.firstMs, r.completeMs, r.lodMs,
                  r.studyMs, r.studyFirstMs, r.hoverP99, r.rareMs, r.allMs, r.searchStep, r.searchFrames.p99, r.runMb, r.lodMb);
      std::fflush(stdout);
      rows.push_back(r);
    }
    if (rows.size() > 1)
      std::printf("%-11s exponent of cost against slices: frames p50 %.2f, p99 %.2f, hover p99 %.2f, first paint %.2f, search of all %.2f, memory of levels %.2f\n",
                  shape.name.c_str(), exponent(rows, [](const Result1& r) { return r.frames.p50; }), exponent(rows, [](const Result1& r) { return r.frames.p99; }),
                  exponent(rows, [](const Result1& r) { return r.hoverP99; }), exponent(rows, [](const Result1& r) { return r.firstMs; }),
                  exponent(rows, [](const Result1& r) { return r.allMs; }), exponent(rows, [](const Result1& r) { return r.lodMb; }));
  }
  if (frames) std::fclose(frames);
  return 0;
}
