#include "views/timeline/scene.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace weir {
namespace {

constexpr int kGap = 2;          // below a bar
constexpr int kLabelFrom = 26;   // narrowest slice with a name on it
constexpr int kHatch = 4;        // period of the hatch
constexpr double kFaintest = 0.45;

std::size_t index(Activity a, int tint, int step) {
  return (static_cast<std::size_t>(a) * Shades::kTints + static_cast<std::size_t>(tint)) * Shades::kSteps + static_cast<std::size_t>(step);
}

}  // namespace

QRgb mixed(const QColor& a, const QColor& b, double t) {
  const auto m = [t](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * t)); };
  return qRgb(m(a.red(), b.red()), m(a.green(), b.green()), m(a.blue(), b.blue()));
}

int tintOf(NameId name) { return static_cast<int>((name * 2654435761U >> 16) % Shades::kTints); }

Hues huesOf(const TimelineRun& run) {
  Hues hues;
  for (int a = 0; a < kActivities; ++a) hues[static_cast<std::size_t>(a)] = theme::activityColor(static_cast<Activity>(a));
  if (!run.view || run.view->colourBy() == ColourBy::Activity) return hues;
  const bool byRank = run.view->colourBy() == ColourBy::Rank;
  // The classes' own places, in the order in which slice_view gives them out; what is none of the others is grey.
  constexpr std::array<Activity, 8> inOrder{Activity::Compute, Activity::Communication, Activity::Checkpoint, Activity::DataLoad,
                                          Activity::Copy, Activity::Host, Activity::Wait, Activity::Other};
  for (int k = 0; k < 8; ++k) hues[static_cast<std::size_t>(inOrder[static_cast<std::size_t>(k)])] = k == 7 && !byRank ? QColor(0xb4b4b4) : theme::rankColor(k);
  return hues;
}

Shades::Shades(theme::Mode mode, Truth truth, bool stale, bool dimmed, const Hues& hues) {
  const theme::Colors c = theme::colors(mode);
  for (int a = 0; a < kActivities; ++a) {
    QColor hue = hues[static_cast<std::size_t>(a)];
    if (stale) hue = QColor(mixed(hue, QColor(0x9a9a9a), 0.75));
    if (dimmed) hue = QColor(mixed(hue, c.background, 0.78));
    for (int t = 0; t < kTints; ++t) {
      const QColor tinted(mixed(hue, mode == theme::Mode::Dark ? QColor(Qt::black) : QColor(Qt::white), t * (mode == theme::Mode::Dark ? 0.1 : 0.13)));
      for (int s = 0; s < kSteps; ++s)
        fill_[index(static_cast<Activity>(a), t, s)] = mixed(c.background, tinted, kFaintest + (1 - kFaintest) * s / (kSteps - 1));
    }
    const auto i = static_cast<std::size_t>(a);
    light_[i] = mixed(hue, c.background, truth == Truth::Predicted ? 0.92 : 0.62);
    edge_[i] = truth == Truth::Measured ? mixed(hue, QColor(Qt::black), 0.3) : hue.rgb();
    const QColor under = truth == Truth::Measured ? hue : QColor(light_[i]);
    text_[i] = dimmed ? mixed(c.background, c.text, 0.45) : theme::readableOn(under).rgb();
  }
}

QRgb Shades::fill(Activity a, int tint, float coverage) const {
  const int step = std::clamp(static_cast<int>(std::ceil(coverage * kSteps)) - 1, 0, kSteps - 1);
  return fill_[index(a, tint, step)];
}

LodWindow TimelineScene::window(const TimelineRun& run) const {
  return {view_.from - run.shift, view_.to - run.shift, static_cast<int>(background_.size())};
}

const QImage& TimelineScene::paint(const std::vector<TimelineRun>& runs, const std::vector<const NameSearch*>& search,
                                   const std::vector<Lane>& lanes, const SceneView& view, std::size_t pinned, int pinnedHeight) {
  if (view == view_ && !image_.isNull()) return image_;
  const int w = std::max(1, static_cast<int>(std::lround(view.width * view.ratio)));
  const int h = std::max(1, static_cast<int>(std::lround(view.height * view.ratio)));
  if (image_.width() != w || image_.height() != h) image_ = QImage(w, h, QImage::Format_RGB32);
  image_.setDevicePixelRatio(view.ratio);
  fill(runs, search, lanes, view, pinned, pinnedHeight);
  return image_;
}

bool TimelineScene::paintOn(QImage& target, QPoint at, const std::vector<TimelineRun>& runs, const std::vector<const NameSearch*>& search,
                            const std::vector<Lane>& lanes, const SceneView& view, std::size_t pinned, int pinnedHeight) {
  const int w = std::max(1, static_cast<int>(std::lround(view.width * view.ratio)));
  const int h = std::max(1, static_cast<int>(std::lround(view.height * view.ratio)));
  if (target.format() != QImage::Format_RGB32 || at.x() < 0 || at.y() < 0 || at.x() + w > target.width() || at.y() + h > target.height()) return false;
  image_ = QImage(target.scanLine(at.y()) + at.x() * static_cast<int>(sizeof(QRgb)), w, h, target.bytesPerLine(), QImage::Format_RGB32);
  fill(runs, search, lanes, view, pinned, pinnedHeight);
  image_ = QImage();
  return true;
}

void TimelineScene::ground(int from, int to) {
  for (int y = std::max(from, 0); y < std::min(to, image_.height()); ++y) {
    std::memcpy(image_.scanLine(y), background_.data(), background_.size() * sizeof(QRgb));
    covered_[static_cast<std::size_t>(y)] = 1;
  }
}

void TimelineScene::fill(const std::vector<TimelineRun>& runs, const std::vector<const NameSearch*>& search, const std::vector<Lane>& lanes,
                         const SceneView& view, std::size_t pinned, int pinnedHeight) {
  view_ = view;
  names_.clear();
  runs_ = &runs;
  search_ = &search;
  const int w = image_.width();
  const int h = image_.height();
  labels_.setScale(theme::axisFont(), view.ratio);

  const theme::Colors c = theme::colors(view.mode);
  background_.assign(static_cast<std::size_t>(w), c.background.rgb());
  const double scale = static_cast<double>(w) / static_cast<double>(view.to - view.from);
  const TimeTicks ticks = view.grid ? timeTicks(view.from, view.to, std::max(2, view.width / 90)) : TimeTicks{};
  for (const std::int64_t t : ticks.at) {
    const auto x = static_cast<std::size_t>(std::max(0.0, static_cast<double>(t - view.from) * scale));
    if (x < background_.size()) background_[x] = mixed(c.background, c.grid, 0.7);
  }
  // A bar is whole lines: what lies under it need not be painted.
  covered_.assign(static_cast<std::size_t>(h), 0);

  shades_.clear();
  dimmed_.clear();
  borders_.clear();
  for (const TimelineRun& r : runs) {
    const Truth truth = r.lod ? r.run().truth : Truth::Measured;
    const Hues hues = huesOf(r);
    shades_.emplace_back(view.mode, truth, r.stale, false, hues);
    dimmed_.emplace_back(view.mode, truth, r.stale, true, hues);
    borders_.emplace_back(window(r));
  }
  const auto paintLane = [&](const Lane& l, int scroll) {
    const int top = static_cast<int>(std::lround((l.y - scroll) * view.ratio));
    const int bottom = static_cast<int>(std::lround((l.y + l.height - scroll) * view.ratio));
    if (bottom > 0) lane(l, top, bottom);
  };
  const auto scrolled = lanes.begin() + static_cast<std::ptrdiff_t>(pinned);
  auto it = std::upper_bound(scrolled, lanes.end(), view.scroll + pinnedHeight, [](int v, const Lane& l) { return v < l.y; });
  if (it != scrolled) --it;
  for (; it != lanes.end() && it->y < view.scroll + view.height; ++it) paintLane(*it, view.scroll);
  if (pinned > 0) {
    // What stays in sight lies over what scrolls.
    const int below = std::min(h, static_cast<int>(std::lround(pinnedHeight * view.ratio)));
    ground(0, below);
    for (auto l = lanes.begin(); l != scrolled; ++l) paintLane(*l, 0);
    for (int y = std::max(0, below - 2 * std::max(1, static_cast<int>(view.ratio))); y < below; ++y)
      std::fill_n(reinterpret_cast<QRgb*>(image_.scanLine(y)), image_.width(), c.axis.rgb());
  }
  for (int y = 0; y < h; ++y)
    if (covered_[static_cast<std::size_t>(y)] == 0) ground(y, y + 1);
}

void TimelineScene::lane(const Lane& lane, int top, int bottom) {
  if (lane.kind == Lane::Kind::Steps) return;  // text over the picture: the plottable's
  const TimelineRun& run = (*runs_)[static_cast<std::size_t>(lane.run)];
  const theme::Colors c = theme::colors(view_.mode);
  const int ratio = std::max(1, static_cast<int>(std::lround(view_.ratio)));
  if (lane.kind == Lane::Kind::Run) {
    for (int y = std::max(0, top); y < std::min(bottom, image_.height()); ++y) {
      std::fill_n(reinterpret_cast<QRgb*>(image_.scanLine(y)), image_.width(), c.panel.rgb());
      covered_[static_cast<std::size_t>(y)] = 1;
    }
  }
  if (!run.lod) return;
  const int inset = lane.height >= 20 ? 2 * ratio : 0;
  const int y0 = top + inset;
  const int y1 = bottom - kGap * ratio;
  if (lane.kind == Lane::Kind::Counter) {
    ground(top, bottom);
    counter(lane, top + ratio, y1);
    return;
  }
  if (lane.row == Lane::kNoRow && !lane.summary) return;
  spans_ = &reduced(lane);
  if (spans_->empty()) return;
  const NameSearch* search = (*search_)[static_cast<std::size_t>(lane.run)];
  const Shades& shades = (search ? dimmed_ : shades_)[static_cast<std::size_t>(lane.run)];
  spans(lane, shades);
  if (search && lane.row != Lane::kNoRow) hits(lane, shades_[static_cast<std::size_t>(lane.run)]);
  write(top, bottom, y0, y1, run.run().truth);
  if (lane.row != Lane::kNoRow) labels(lane, y0, y1, shades);
}

const std::vector<LodSpan>& TimelineScene::reduced(const Lane& lane) {
  const TimelineRun& run = (*runs_)[static_cast<std::size_t>(lane.run)];
  const LodColumns& borders = borders_[static_cast<std::size_t>(lane.run)];
  const std::shared_ptr<const void> of = run.view ? std::shared_ptr<const void>(run.view) : std::shared_ptr<const void>(run.lod);
  const std::uint32_t group = lane.row != Lane::kNoRow ? 0 : lane.group;
  Kept& k = kept_[((lane.row != Lane::kNoRow ? lane.row : ~group) * 2654435761U + static_cast<std::uint32_t>(run.id) * 40503U) >> 8 & (kKept - 1)];
  // Its owner, not its address: that may be given out again.
  const bool same = !k.of.owner_before(of) && !of.owner_before(k.of);
  if (same && k.row == lane.row && k.group == group && k.window == borders.window()) return k.spans;
  if (lane.row != Lane::kNoRow) run.painted().row(lane.row, borders, scratch_, k.spans);
  else run.painted().group(lane.group, borders, scratch_, k.spans);
  k.of = of;
  k.row = lane.row;
  k.group = group;
  k.window = borders.window();
  return k.spans;
}

// The lane's spans as one line of colours each for the body, what lies between hatch lines, and the outline.
void TimelineScene::spans(const Lane& lane, const Shades& shades) {
  const TimelineRun& run = (*runs_)[static_cast<std::size_t>(lane.run)];
  const Run& data = run.painted().run();
  // Calls of one collective share a tint on all ranks, so that neighbours can be told apart and members be found.
  const bool byCollective = run.view && run.view->colourBy() == ColourBy::Collective;
  const auto tint = [&](SliceIndex i) {
    const std::int64_t call = byCollective ? run.lod->callOf(run.original(i)) : -1;
    return call >= 0 ? static_cast<int>(run.run().collectives[static_cast<std::size_t>(call)].instance % Shades::kTints) : tintOf(data.slices.name[i]);
  };
  const bool plain = data.truth == Truth::Measured;  // a body and nothing else
  line_ = background_;
  if (!plain) {
    light_ = background_;
    edge_ = background_;
  }
  const bool rows = lane.row != Lane::kNoRow;
  const int separate = 4 * std::max(1, static_cast<int>(std::lround(view_.ratio)));
  for (const LodSpan& s : *spans_) {
    const auto x0 = static_cast<std::size_t>(s.x0);
    const auto n = static_cast<std::size_t>(s.x1 - s.x0);
    const bool single = rows && s.slice != kNoSlice;
    const QRgb fill = shades.fill(s.activity, single ? tint(s.slice) : 0, single && n > 1 ? 1 : s.coverage);
    std::fill_n(line_.begin() + static_cast<std::ptrdiff_t>(x0), n, fill);
    if (plain) {
      if (single && static_cast<int>(n) >= separate && x0 + n < line_.size()) line_[x0 + n - 1] = shades.border(fill);
      continue;
    }
    std::fill_n(light_.begin() + static_cast<std::ptrdiff_t>(x0), n, shades.light(s.activity));
    std::fill_n(edge_.begin() + static_cast<std::ptrdiff_t>(x0), n, data.truth == Truth::Predicted ? shades.edge(s.activity) : fill);
    if (single && static_cast<int>(n) >= separate) {
      const bool ends = x0 + n < line_.size();  // a slice that goes on beyond the window has no border there
      const QRgb edge = shades.edge(s.activity);
      if (ends) line_[x0 + n - 1] = light_[x0 + n - 1] = edge;
      if (x0 > 0) line_[x0] = light_[x0] = edge;
    } else if (n <= 2) {
      // A column or two shows its hue whatever the truth: hatch and outline would lose it.
      std::fill_n(light_.begin() + static_cast<std::ptrdiff_t>(x0), n, fill);
    }
  }
}

// Search hits over the dimmed lane.
void TimelineScene::hits(const Lane& lane, const Shades& shades) {
  const TimelineRun& run = (*runs_)[static_cast<std::size_t>(lane.run)];
  const Run& data = run.painted().run();
  run.painted().hits(lane.row, borders_[static_cast<std::size_t>(lane.run)], (*search_)[static_cast<std::size_t>(lane.run)]->hits(), hits_);
  for (const LodSpan& s : hits_) {
    const auto c0 = static_cast<std::ptrdiff_t>(s.x0);
    const auto c1 = static_cast<std::ptrdiff_t>(s.x1);
    const QRgb fill = shades.fill(s.activity, 0, 1);
    std::fill(line_.begin() + c0, line_.begin() + c1, fill);
    if (c1 - c0 > 3) line_[static_cast<std::size_t>(c1) - 1] = shades.edge(s.activity);
    if (data.truth == Truth::Measured) continue;
    std::fill(light_.begin() + c0, light_.begin() + c1, c1 - c0 <= 2 ? fill : shades.light(s.activity));
    std::fill(edge_.begin() + c0, edge_.begin() + c1, data.truth == Truth::Predicted ? shades.edge(s.activity) : fill);
  }
}

void TimelineScene::write(int top, int bottom, int y0, int y1, Truth truth) {
  // Above and below the bar before its name is written, whose letters may reach there.
  for (int y = std::max(top, 0); y < std::min(bottom, image_.height()); ++y)
    if ((y < y0 || y >= y1) && covered_[static_cast<std::size_t>(y)] == 0) ground(y, y + 1);
  const std::size_t bytes = line_.size() * sizeof(QRgb);
  const int ratio = std::max(1, static_cast<int>(std::lround(view_.ratio)));
  for (int y = std::max(y0, 0); y < std::min(y1, image_.height()); ++y) {
    auto* to = reinterpret_cast<QRgb*>(image_.scanLine(y));
    covered_[static_cast<std::size_t>(y)] = 1;
    if (truth == Truth::Measured) {
      std::memcpy(to, line_.data(), bytes);
    } else if (truth == Truth::Predicted) {
      const bool rim = y < y0 + ratio || y >= y1 - ratio;
      std::memcpy(to, rim ? edge_.data() : light_.data(), bytes);
    } else {
      const int period = kHatch * ratio;
      int phase = (y % period + period) % period;
      for (std::size_t x = 0; x < line_.size(); ++x) {
        to[x] = phase < 2 * ratio ? line_[x] : light_[x];
        if (++phase == period) phase = 0;
      }
    }
  }
}

void TimelineScene::labels(const Lane& lane, int y0, int y1, const Shades& shades) {
  const TimelineRun& run = (*runs_)[static_cast<std::size_t>(lane.run)];
  const Run& data = run.painted().run();
  const NameSearch* search = (*search_)[static_cast<std::size_t>(lane.run)];
  const int least = static_cast<int>(kLabelFrom * view_.ratio);
  const int pad = static_cast<int>(4 * view_.ratio);
  for (const LodSpan& s : *spans_) {
    if (s.slice == kNoSlice || s.x1 - s.x0 < least) continue;
    const NameId name = data.slices.name[s.slice];
    const bool hit = search && search->matches(name);
    const QRgb colour = hit ? shades_[static_cast<std::size_t>(lane.run)].text(s.activity) : shades.text(s.activity);
    names_.push_back(labels_.draw(image_, s.x0 + pad, y0, s.x1 - s.x0 - pad - pad / 2, y1 - y0, run.run().names, name, colour));
  }
}

void TimelineScene::counter(const Lane& lane, int y0, int y1) {
  const TimelineRun& run = (*runs_)[static_cast<std::size_t>(lane.run)];
  run.lod->counter(lane.counter, window(run), columns_);
  const float most = run.lod->counterMax(lane.counter);
  const theme::Colors c = theme::colors(view_.mode);
  const Run& data = run.run();
  const Counter& series = data.counters[lane.counter];
  const bool power = series.unit == "W" || data.names.text(series.group) == "power";
  const QColor hue = theme::roleColor(power ? theme::Role::Energy : theme::Role::Overlapped);
  const QRgb mean = hue.rgb();
  const QRgb peak = mixed(c.background, hue, 0.35);
  if (most > 0) {
    // Heights first, then line by line: a picture is fast along its lines.
    const int height = y1 - y0;
    const auto up = [&](float value) {
      const float v = value / most * static_cast<float>(height);
      const int whole = static_cast<int>(v);
      return std::clamp(whole + (static_cast<float>(whole) < v ? 1 : 0), value > 0 ? 1 : 0, height);
    };
    heights_.resize(columns_.size());
    for (std::size_t x = 0; x < columns_.size(); ++x) heights_[x] = columns_[x].known ? std::pair(up(columns_[x].mean), up(columns_[x].max)) : std::pair(0, 0);
    for (int y = std::max(0, y0); y < std::min(y1, image_.height()); ++y) {
      auto* to = reinterpret_cast<QRgb*>(image_.scanLine(y));
      const int level = y1 - y;  // 1 at the foot
      for (std::size_t x = 0; x < heights_.size(); ++x)
        if (level <= heights_[x].second || level <= heights_[x].first) to[x] = level <= heights_[x].first ? mean : peak;
    }
  }
  if (y1 >= 0 && y1 < image_.height())
    std::fill_n(reinterpret_cast<QRgb*>(image_.scanLine(y1)), image_.width(), c.grid.rgb());
}

}  // namespace weir
