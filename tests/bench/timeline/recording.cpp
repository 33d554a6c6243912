#include "tests/bench/timeline/recording.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>
#include <fstream>
#include <sstream>

namespace weir::bench {
namespace {

void toggleOnScreen(TimelineView& view, int which) {
  const int top = scrollBarOf(view)->value();
  for (const Lane& l : view.lanes()) {
    if (!l.foldable || l.y + l.height <= top) continue;
    if (which-- > 0) continue;
    view.setFolded(l.key, !l.folded);
    return;
  }
}

class Recorder {
 public:
  Recorder(TimelineView& view, ViewState& state) : view_(view), state_(state) { size_ = view.laneArea(); }

  std::vector<RecordedFrame> take() {
    note("start");
    zoom("zoom in slowly", 0.371, 300, 31);
    zoom("zoom out", 0.371, 120, -78);
    key("whole", Qt::Key_0);
    scroll("scroll at the whole");
    for (const double at : {0.62, 0.23, 0.48, 0.71, 0.55, 0.4}) {
      drag("drag");
      fold("fold");
      scroll("scroll");
      for (int i = 0; i < 3; ++i) key("keys", i == 1 ? Qt::Key_D : Qt::Key_A);
      zoom("zoom in", at, 12, 240);
    }
    zoom("zoom out from a slice", 0.5, 90, -110);
    zoom("zoom in for the overview", 0.4, 20, 120);
    overview("overview");
    key("whole", Qt::Key_0);
    return std::move(frames_);
  }

 private:
  void note(const char* what, int toggle = -1) {
    const auto [lo, hi] = state_.whole();
    const auto [from, to] = state_.timeRange();
    const auto share = [&](std::int64_t t) { return static_cast<double>(t - lo) / static_cast<double>(hi - lo); };
    frames_.push_back({what, share(from), share(to), scrollBarOf(view_)->value(), toggle});
  }
  void zoom(const char* what, double at, int events, int delta) {
    const QPointF p(size_.left() + at * size_.width(), size_.top() + 300);
    for (int i = 0; i < events; ++i) {
      QWheelEvent e(p, p, {}, QPoint(0, delta), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
      QApplication::sendEvent(view_.plot(), &e);
      note(what);
    }
  }
  void scroll(const char* what) {
    const QPointF p(size_.left() + 400, size_.top() + 300);
    for (int i = 0; i < 36; ++i) {
      QWheelEvent e(p, p, {}, QPoint(0, i < 18 ? -47 : 47), Qt::NoButton, Qt::ShiftModifier, Qt::NoScrollPhase, false);
      QApplication::sendEvent(view_.plot(), &e);
      note(what);
    }
  }
  void drag(const char* what) {
    QPoint p(size_.left() + size_.width() * 2 / 3, size_.top() + 400);
    mouse(QEvent::MouseButtonPress, p);
    for (int i = 0; i < 48; ++i) {
      p += i < 30 ? QPoint(-5 - i % 7 - i / 3, i % 3 - 1) : QPoint(9 + i % 5, 1);
      mouse(QEvent::MouseMove, p);
      note(what);
    }
    mouse(QEvent::MouseButtonRelease, p);
  }
  void overview(const char* what) {
    QPoint p(size_.left() + 30, 12);
    mouse(QEvent::MouseButtonPress, p);
    for (int i = 0; i < 60; ++i) {
      p += QPoint(27, i % 2);
      mouse(QEvent::MouseMove, p);
      note(what);
    }
    mouse(QEvent::MouseButtonRelease, p);
  }
  void fold(const char* what) {
    for (const int which : {0, 0, 1, 1, 2, 3, 3, 2}) {
      toggleOnScreen(view_, which);
      note(what, which);
    }
  }
  void key(const char* what, Qt::Key k) {
    QKeyEvent e(QEvent::KeyPress, k, Qt::NoModifier);
    QApplication::sendEvent(view_.plot(), &e);
    note(what);
  }
  void mouse(QEvent::Type type, const QPoint& p) {
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent e(type, p, p, button, type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view_.plot(), &e);
  }

  TimelineView& view_;
  ViewState& state_;
  QRect size_;
  std::vector<RecordedFrame> frames_;
};

}  // namespace

QScrollBar* scrollBarOf(TimelineView& view) { return view.findChild<QScrollBar*>(); }

std::vector<RecordedFrame> record(TimelineView& view, ViewState& state) { return Recorder(view, state).take(); }

void writeRecording(const std::vector<RecordedFrame>& frames, const std::string& path) {
  std::ofstream out(path);
  out << "gesture,from (share of the whole),to (share of the whole),scroll (px),toggled lane\n";
  out.precision(13);
  for (const RecordedFrame& f : frames) out << f.what << ',' << f.from << ',' << f.to << ',' << f.scroll << ',' << f.toggle << '\n';
}

std::vector<RecordedFrame> readRecording(const std::string& path) {
  std::vector<RecordedFrame> out;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream s(line);
    RecordedFrame f;
    char comma = 0;
    std::getline(s, f.what, ',');
    s >> f.from >> comma >> f.to >> comma >> f.scroll >> comma >> f.toggle;
    if (s) out.push_back(f);
  }
  return out;
}

void replay(const RecordedFrame& f, TimelineView& view, ViewState& state) {
  const auto [lo, hi] = state.whole();
  const auto at = [&, lo = lo, hi = hi](double share) { return lo + static_cast<std::int64_t>(std::llround(share * static_cast<double>(hi - lo))); };
  if (f.toggle >= 0) toggleOnScreen(view, f.toggle);
  scrollBarOf(view)->setValue(f.scroll);
  state.setTimeRange({at(f.from), at(f.to)});
}

}  // namespace weir::bench
