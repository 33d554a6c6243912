// Runs by hand for view tests, and pictures to look at: with WEIR_RENDER_DIR set, look() writes what the widget shows.
#pragma once

#include <QApplication>
#include <QDir>
#include <QImage>
#include <QPixmap>
#include <QWidget>
#include <memory>

#include "core/base/random.h"
#include "tests/core/summarize/support.h"
#include "views/shared/view.h"

namespace weir::test {

inline RunPtr shared(weir::Run run) { return std::make_shared<const weir::Run>(std::move(run)); }

// `ranks` ranks of data-parallel training: compute, overlapped all-reduces of 25 MB, rank 2 late.
inline RunPtr training(int ranks, Truth truth = Truth::Measured, bool sized = true) {
  Sketch s(truth);
  Random random(7, 0);
  for (int r = 0; r < ranks; ++r) {
    const auto compute = s.track(r, TrackKind::Stream, "stream 7");
    const auto comm = s.track(r, TrackKind::Stream, "stream 20");
    const auto host = s.track(r, TrackKind::Thread, "loader");
    std::int64_t t = 0;
    for (int step = 0; step < 5; ++step) {
      const std::int64_t late = (r % 8 == 2 ? 3000 : 0) + static_cast<std::int64_t>(random.below(800));
      s.slice(host, t, t + 2500 + late, Activity::DataLoad, "data");
      s.slice(host, t, t + 26000, Activity::Annotation, "user_annotation");
      s.slice(compute, t + 2600 + late, t + 14000 + late, Activity::Compute);
      for (int b = 0; b < 3; ++b) {
        const std::int64_t from = t + 9000 + late + b * 4000;
        s.slice(comm, from, t + 16500 + b * 3200, Activity::Communication);
        s.call(r, Operation::AllReduce, from, t + 16500 + b * 3200, sized ? 25'000'000 + b : kUnknownBytes, ranks);
      }
      t += 26000;
    }
  }
  s.b.run().worldSize = ranks;
  return shared(s.build());
}

// Links with a travelling wave of utilisation.
inline RunPtr links(int count, int samples = 600) {
  Sketch s(Truth::Simulated);
  for (int k = 0; k < count; ++k) {
    std::vector<float> u, d;
    for (int i = 0; i < samples; ++i) {
      const double x = std::sin(0.02 * i + 0.4 * k);
      u.push_back(k % 7 == 6 ? 0.0F : static_cast<float>(std::max(0.0, x)));
      d.push_back(static_cast<float>(std::max(0.0, x - 0.8) * 2e6));
    }
    const std::string name =
        "leaf " + std::to_string(k / 4) + " port " + std::to_string(k % 4) + " → spine " + std::to_string(k % 4);
    s.counter(name, "link utilisation", 0, us, u);
    s.counter(name, "queue depth", 0, us, d);
    s.b.run().counters.back().unit = "B";
  }
  return shared(s.build());
}

inline ShownRun shown(int id, RunPtr run, const QString& title) {
  ShownRun r;
  r.id = id;
  r.run = std::move(run);
  r.title = title;
  return r;
}

inline QImage grabbed(QWidget& w, QSize size, double ratio = 1) {
  w.resize(size);
  w.show();
  QApplication::processEvents();
  QImage image(size * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::magenta);
  w.render(&image);
  return image;
}

inline void look(QWidget& w, const QString& name, QSize size = {1100, 700}, double ratio = 1) {
  const QString dir = qEnvironmentVariable("WEIR_RENDER_DIR");
  if (!dir.isEmpty()) grabbed(w, size, ratio).save(QDir(dir).filePath(name + QStringLiteral(".png")));
}

}  // namespace weir::test
