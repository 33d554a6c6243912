// Lanes to pixels. The raster form writes whole scanlines: a lane is one line of colours copied downwards, so a frame
// costs pixels, not rectangles (QPainter's rectangles took 8 times as long at a million slices). The result is kept, so
// hovering and selecting repaint nothing here. GUI thread.
#pragma once

#include <QImage>
#include <array>
#include <memory>
#include <vector>

#include "views/shared/theme.h"
#include "views/timeline/label_cache.h"
#include "views/timeline/lanes.h"
#include "views/timeline/time_axis.h"

namespace weir {

struct SceneView {
  std::int64_t from = 0, to = 1;  // ps on the shared axis
  int width = 1, height = 1;      // device-independent pixels
  int scroll = 0;                 // of the lane list
  double ratio = 1;               // device pixels in one of them
  theme::Mode mode = theme::Mode::Light;
  std::uint64_t version = 0;      // of runs, lanes and search: a change repaints
  bool grid = true;               // lines at round times
  bool operator==(const SceneView&) const = default;
};

// The hue of each colour class of a run: of what slices do, or of what they are coloured by instead.
using Hues = std::array<QColor, kActivities>;
[[nodiscard]] Hues huesOf(const TimelineRun& run);

// Colours of one run's slices: by class, lightness (names differ a little) and coverage.
class Shades {
 public:
  Shades(theme::Mode mode, Truth truth, bool stale, bool dimmed, const Hues& hues);
  static constexpr int kSteps = 4, kTints = 3;
  [[nodiscard]] QRgb fill(Activity a, int tint, float coverage) const;
  [[nodiscard]] QRgb light(Activity a) const { return light_[static_cast<std::size_t>(a)]; }  // between hatch lines, inside outlines
  [[nodiscard]] QRgb edge(Activity a) const { return edge_[static_cast<std::size_t>(a)]; }
  // Between neighbours of one colour: a darker last column.
  [[nodiscard]] static QRgb border(QRgb fill) { return qRgb(qRed(fill) * 78 / 100, qGreen(fill) * 78 / 100, qBlue(fill) * 78 / 100); }
  [[nodiscard]] QRgb text(Activity a) const { return text_[static_cast<std::size_t>(a)]; }

 private:
  std::array<QRgb, kActivities * kTints * kSteps> fill_{};
  std::array<QRgb, kActivities> light_{}, edge_{}, text_{};
};

// Slices of one name share a tint, so that neighbours of one activity can be told apart.
[[nodiscard]] int tintOf(NameId name);
[[nodiscard]] QRgb mixed(const QColor& a, const QColor& b, double t);  // t of b

class TimelineScene {
 public:
  // The picture of the lanes in this view; painted only when it differs from the last.
  const QImage& paint(const std::vector<TimelineRun>& runs, const std::vector<const NameSearch*>& search, const std::vector<Lane>& lanes,
                      const SceneView& view, std::size_t pinned = 0, int pinnedHeight = 0);
  // The same straight into a larger picture without alpha, at this place in device pixels: nothing is kept, nothing copied.
  // False, and nothing painted, where it does not fit.
  bool paintOn(QImage& target, QPoint at, const std::vector<TimelineRun>& runs, const std::vector<const NameSearch*>& search,
               const std::vector<Lane>& lanes, const SceneView& view, std::size_t pinned = 0, int pinnedHeight = 0);
  // Where the names of slices stand in what was painted last, lane by lane, in device pixels of the lanes' picture: what goes
  // beneath them leaves them out.
  [[nodiscard]] const std::vector<QRect>& names() const { return names_; }

 private:
  void fill(const std::vector<TimelineRun>& runs, const std::vector<const NameSearch*>& search, const std::vector<Lane>& lanes,
            const SceneView& view, std::size_t pinned, int pinnedHeight);
  void ground(int from, int to);  // lines [from, to)
  void lane(const Lane& lane, int top, int bottom);
  void spans(const Lane& lane, const Shades& shades);
  void hits(const Lane& lane, const Shades& shades);
  void write(int top, int bottom, int y0, int y1, Truth truth);
  void labels(const Lane& lane, int y0, int y1, const Shades& shades);
  void counter(const Lane& lane, int y0, int y1);
  [[nodiscard]] LodWindow window(const TimelineRun& run) const;
  [[nodiscard]] const std::vector<LodSpan>& reduced(const Lane& lane);

  QImage image_;
  SceneView view_;
  LabelCache labels_;
  std::vector<QRect> names_;
  // Scrolling, folding and searching show the same time: a row in sight was mostly reduced for the frame before.
  struct Kept {
    std::weak_ptr<const void> of;  // what was reduced
    std::uint32_t row = Lane::kNoRow, group = 0;
    LodWindow window;
    std::vector<LodSpan> spans;
  };
  static constexpr std::size_t kKept = 256;  // some 15 MB where every column of every row differs from the next

  LodScratch scratch_;
  std::vector<Kept> kept_{kKept};
  std::vector<LodSpan> hits_;
  const std::vector<LodSpan>* spans_ = nullptr;  // of the lane at hand
  std::vector<LodColumn> columns_;
  std::vector<std::pair<int, int>> heights_;  // of a counter's mean and maximum
  std::vector<LodColumns> borders_;  // by run
  std::vector<QRgb> background_, line_, light_, edge_;
  std::vector<char> covered_;  // lines that are painted already
  std::vector<Shades> shades_, dimmed_;  // by run
  const std::vector<TimelineRun>* runs_ = nullptr;
  const std::vector<const NameSearch*>* search_ = nullptr;
};

}  // namespace weir
