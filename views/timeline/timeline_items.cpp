#include "views/timeline/timeline_items.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/shared/truth_icon.h"
#include "views/timeline/facts.h"

namespace weir {
namespace {

constexpr int kIndent = 12;
constexpr int kLongestLegend = 150;  // px of a label


// An open or closed triangle of 8 px around its centre.
void triangle(QPainter& p, QPointF c, bool folded, const QColor& colour) {
  QPolygonF t;
  if (folded) t << QPointF(c.x() - 2.5, c.y() - 4) << QPointF(c.x() + 2.5, c.y()) << QPointF(c.x() - 2.5, c.y() + 4);
  else t << QPointF(c.x() - 4, c.y() - 2.5) << QPointF(c.x() + 4, c.y() - 2.5) << QPointF(c.x(), c.y() + 2.5);
  p.setRenderHint(QPainter::Antialiasing, true);
  p.setPen(Qt::NoPen);
  p.setBrush(colour);
  p.drawPolygon(t);
  p.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

std::vector<std::pair<Activity, QString>> legendEntries(std::uint32_t present) {
  std::vector<std::pair<Activity, QString>> out;
  for (int a = 0; a < kActivities; ++a)
    if ((present >> a & 1U) != 0) out.emplace_back(static_cast<Activity>(a), QCoreApplication::translate("Activity", std::string(name(static_cast<Activity>(a))).c_str()));
  return out;
}

int legendLines(const QWidget& plot, int left, const std::vector<std::pair<Activity, QString>>& entries) {
  const auto boxes = legendBoxes(plot, left, entries);
  return boxes.empty() ? 1 : 1 + (boxes.back().second.top() - boxes.front().second.top()) / kLegendLine;
}

std::vector<std::pair<Activity, QRect>> legendBoxes(const QWidget& plot, int left, const std::vector<std::pair<Activity, QString>>& entries) {
  constexpr int kGap = 14, kMargin = 8, kMostLines = 4;
  const QFontMetrics fm(theme::axisFont());
  std::vector<int> widths;
  int all = -kGap;
  for (const auto& entry : entries) {
    widths.push_back(16 + std::min(fm.horizontalAdvance(entry.second), kLongestLegend));
    all += widths.back() + kGap;
  }
  // Below the lanes where one line does, else over the whole width.
  const int begin = left + all <= plot.width() - kMargin ? left : kMargin;
  std::vector<std::pair<Activity, QRect>> out;
  int x = begin, line = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (x > begin && x + widths[i] > plot.width() - kMargin) {
      if (line + 1 == kMostLines) break;
      ++line;
      x = begin;
    }
    out.emplace_back(entries[i].first, QRect(x, line * kLegendLine, widths[i], kLegendLine));
    x += widths[i] + kGap;
  }
  for (auto& [activity, box] : out) box.translate(0, plot.height() - 19 - line * kLegendLine);
  return out;
}

std::vector<std::pair<Activity, QString>> classEntries(const std::vector<TimelineRun>& runs) {
  std::vector<std::pair<Activity, QString>> out;
  for (const TimelineRun& r : runs) {
    if (!r.view) continue;
    const ColourBy by = r.view->colourBy();
    for (const ColourClass& c : r.view->classes()) {
      QString label = textOf(c.name);
      if (by == ColourBy::Rank) label = Words::tr("rank %1").arg(label);
      else if (c.name.empty()) label = by == ColourBy::Name ? Words::tr("other names") : Words::tr("no collective");
      else if (by == ColourBy::Collective) label = QCoreApplication::translate("Operation", c.name.c_str());
      if (std::none_of(out.begin(), out.end(), [&](const auto& e) { return e.second == label; })) out.emplace_back(c.slot, label);
    }
    break;  // the first run's: another one's names may have other colours, which its own lanes say
  }
  return out;
}

void paintSwatch(QPainter& p, const QRectF& r, Activity a, Truth truth, theme::Mode mode, const Hues& hues) {
  const Shades shades(mode, truth, false, false, hues);
  p.fillRect(r, QColor(truth == Truth::Measured ? shades.fill(a, 0, 1) : shades.light(a)));
  if (truth == Truth::Simulated) {
    p.setPen(QPen(QColor(shades.fill(a, 0, 1)), r.height() / 8));
    p.setBrush(Qt::NoBrush);
    for (double x = r.left() + r.height() / 3; x < r.right() + r.height(); x += r.height() / 2.5) {
      const double x0 = std::min(x, r.right());
      const double x1 = std::max(x - r.height(), r.left());
      p.drawLine(QPointF(x0, r.top() + (x - x0)), QPointF(x1, r.bottom() - (x1 - (x - r.height()))));
    }
  }
  p.setPen(QPen(QColor(shades.edge(a)), truth == Truth::Predicted ? 1.2 : 0.6));
  p.setBrush(Qt::NoBrush);
  p.drawRect(r);
}

QCPRange TimelinePlottable::getKeyRange(bool& found, QCP::SignDomain) const {
  const auto [from, to] = view_.state().whole();
  found = true;
  return {static_cast<double>(from - view_.origin_), static_cast<double>(to - view_.origin_)};
}

QCPRange TimelinePlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  found = true;
  return {0, 1};
}

void TimelinePlottable::draw(QCPPainter* painter) {
  std::vector<const NameSearch*> search(view_.runs_.size(), nullptr);
  for (std::size_t i = 0; i < view_.search_.size(); ++i) search[i] = view_.search_[i].get();
  const SceneView scene = view_.sceneView();
  const LaneList& list = view_.list_;
  // Straight into the plot's own picture; where that is another one (a figure, a scale that is no whole number), by a copy.
  QPaintDevice* device = painter->device();
  auto* target = device->devType() == QInternal::Image ? static_cast<QImage*>(device) : nullptr;
  const bool whole = std::floor(scene.ratio) == scene.ratio && target && target->devicePixelRatio() == scene.ratio;
  const QPoint at = view_.laneArea().topLeft();
  if (!whole || !view_.scene_.paintOn(*target, at * static_cast<int>(scene.ratio), view_.runs_, search, list.lanes, scene, list.pinned, list.pinnedHeight)) {
    const QImage& image = view_.scene_.paint(view_.runs_, search, list.lanes, scene, list.pinned, list.pinnedHeight);
    painter->setCompositionMode(QPainter::CompositionMode_Source);
    painter->drawImage(at, image);
    painter->setCompositionMode(QPainter::CompositionMode_SourceOver);
  }
  const theme::Colors c = theme::colors(view_.state().mode());
  painter->setPen(c.faintText);
  painter->setFont(theme::axisFont());
  const QRect area = view_.laneArea();
  const QRect scrolled = area.adjusted(0, view_.list_.pinnedHeight, 0, 0);
  for (const Lane& l : view_.list_.lanes) {
    const int y = view_.yOf(l);
    const QRect& within = l.pinned ? area : scrolled;
    if (y + l.height < within.top() || y > within.bottom()) continue;
    painter->setClipRect(within);
    if (l.kind == Lane::Kind::Pending) {
      painter->drawText(QRect(area.left() + 8, y, area.width() - 8, l.height), Qt::AlignVCenter | Qt::AlignLeft, l.label);
    } else if (l.kind == Lane::Kind::Steps) {
      steps(*painter, l, QRect(area.left(), y, area.width(), l.height - 3));
      painter->setPen(c.faintText);
    } else if (l.kind == Lane::Kind::Counter) {
      const Counter& counter = view_.runs_[static_cast<std::size_t>(l.run)].run().counters[l.counter];
      const float most = view_.runs_[static_cast<std::size_t>(l.run)].lod->counterMax(l.counter);
      const QString text = Words::tr("max %1").arg(counterText(most, counter.unit));
      const QRectF box(area.left() + 4, y + 2, painter->fontMetrics().horizontalAdvance(text) + 8, painter->fontMetrics().height());
      QColor under = c.background;
      under.setAlpha(200);
      painter->fillRect(box, under);
      painter->drawText(box, Qt::AlignCenter, text);
    }
  }
  painter->setClipRect(area);
  markers(*painter);
}

// Steps as bands that alternate; their number where it fits. Those below some pixels are counted instead.
void TimelinePlottable::steps(QCPPainter& p, const Lane& lane, const QRect& box) const {
  const theme::Colors c = theme::colors(view_.state().mode());
  const TimelineRun& run = view_.runs_[static_cast<std::size_t>(lane.run)];
  const RankSteps* found = view_.stepsOf(run.id);
  p.fillRect(box, c.panel);
  p.setPen(c.faintText);
  if (!found || found->steps.empty()) {
    const QString why = view_.stepsWork_.busy() ? Words::tr("looking for steps")
                        : run.lod && run.run().truth != Truth::Measured ? Words::tr("no steps marked: a simulation counts as one step, whole")
                                                                : Words::tr("no steps found: drag over one to set them by hand, or Steps above");
    p.drawText(box.adjusted(6, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft, why);
    return;
  }
  const auto& all = found->steps;
  const auto [from, to] = view_.state().timeRange();
  const auto first = std::partition_point(all.begin(), all.end(), [&](const TimeRange& r) { return r.to + run.shift <= from; });
  const auto last = std::partition_point(first, all.end(), [&](const TimeRange& r) { return r.from + run.shift < to; });
  const auto& measured = view_.state().measured();
  const QColor odd(mixed(c.panel, c.hover, 0.28)), even(mixed(c.panel, c.hover, 0.12));
  const auto n = static_cast<std::size_t>(last - first);
  if (n * 3 > static_cast<std::size_t>(std::max(1, box.width()))) {
    p.fillRect(box, even);
    p.setPen(c.text);
    p.drawText(box, Qt::AlignCenter, Words::tr("%1 steps: zoom in to see them").arg(n));
    return;
  }
  for (auto it = first; it != last; ++it) {
    const auto k = static_cast<std::size_t>(it - all.begin());
    const double x0 = std::max(view_.xAt(it->from + run.shift), box.left() - 2.0);
    const double x1 = std::min(view_.xAt(it->to + run.shift), box.right() + 2.0);
    const QRectF r(x0, box.top(), std::max(1.0, x1 - x0), box.height());
    p.fillRect(r, k % 2 == 0 ? even : odd);
    p.setPen(QPen(c.axis, 1));
    p.drawLine(r.topLeft(), r.bottomLeft());
    p.drawLine(r.topRight(), r.bottomRight());
    p.setPen(c.text);
    QString label = QString::number(found->number[k]);
    const QString more = view_.stepText(*found, k, !run.untimed);
    if (p.fontMetrics().horizontalAdvance(more) + 8 < r.width()) label = more;
    if (p.fontMetrics().horizontalAdvance(label) + 4 < r.width()) p.drawText(r, Qt::AlignCenter, label);
    if (measured && measured->first == it->from + run.shift && measured->second == it->to + run.shift) {
      p.setBrush(Qt::NoBrush);
      p.setPen(QPen(c.selection, 2));
      p.drawRect(r.adjusted(1, 1, -1, -1));
    }
  }
}

void TimelinePlottable::markers(QCPPainter& p) const {
  const QRect area = view_.laneArea();
  const theme::Colors c = theme::colors(view_.state().mode());
  p.setPen(QPen(c.text, 1, Qt::DotLine));
  for (const Marker& m : view_.state().markers()) {
    const double x = view_.xAt(m.time);
    if (x >= area.left() && x <= area.right()) p.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
}

void TimelineGutter::draw(QCPPainter* painter) {
  if (view_.runs_.empty()) return;
  painter->save();
  painter->setClipping(false);
  labels(*painter);
  minimap(*painter);
  markers(*painter);
  legend(*painter);
  painter->restore();
}

void TimelineGutter::labels(QCPPainter& p) const {
  const theme::Colors c = theme::colors(view_.state().mode());
  const QRect area = view_.laneArea();
  const QRect gutter(0, area.top(), area.left(), area.height());
  p.save();
  p.setClipRect(gutter);
  p.fillRect(gutter, c.background);
  const int scroll = view_.scroll_->value();
  const auto& lanes = view_.list_.lanes;
  const auto scrolled = lanes.begin() + static_cast<std::ptrdiff_t>(view_.list_.pinned);
  auto it = std::upper_bound(scrolled, lanes.end(), scroll + view_.list_.pinnedHeight, [](int v, const Lane& l) { return v < l.y; });
  if (it != scrolled) --it;
  for (; it != lanes.end() && it->y < scroll + area.height(); ++it) label(p, *it, gutter);
  if (view_.list_.pinned > 0) {
    const QRect above(0, area.top(), gutter.width(), view_.list_.pinnedHeight);
    p.setClipRect(gutter);
    p.fillRect(above, c.background);
    for (auto l = lanes.begin(); l != scrolled; ++l) label(p, *l, gutter);
    p.setClipRect(gutter);
    p.fillRect(QRect(0, above.bottom() - 1, gutter.width(), 2), c.axis);
  }
  p.setClipRect(gutter);
  p.setPen(c.grid);
  p.drawLine(gutter.topRight(), gutter.bottomRight());
  p.restore();
}

void TimelineGutter::label(QCPPainter& p, const Lane& l, const QRect& gutter) const {
  const theme::Colors c = theme::colors(view_.state().mode());
  const QRect area = view_.laneArea();
  const int y = view_.yOf(l);
  const bool head = l.kind == Lane::Kind::Run;
  if (head) p.fillRect(QRect(0, y, gutter.width(), l.height), c.panel);
  if (!l.key.isEmpty() && l.key == view_.current_) {
    QColor chosen = c.hover;
    chosen.setAlpha(view_.plot_->hasFocus() ? 60 : 30);
    p.fillRect(QRect(0, y, gutter.width(), l.height), chosen);
  }
  if (l.label.isEmpty() || l.kind == Lane::Kind::Pending) return;
  QFont normal = theme::axisFont();
  QFont bold = theme::textFont();
  bold.setBold(true);
  int x = 6 + l.indent * kIndent;
  if (l.foldable) triangle(p, QPointF(x + 4, y + l.height / 2.0), l.folded, c.faintText);
  x += 14;
  int right = gutter.width() - 8;
  if (head) {
    const TimelineRun& run = view_.runs_[static_cast<std::size_t>(l.run)];
    QStringList tags;
    // Beside runs with times its places on their axis would be read as times.
    if (run.lod) tags << (run.untimed && view_.timed_ ? Words::tr("%1: places are its order").arg(truthText(run.run())) : truthText(run.run()));
    if (run.partial) tags << Words::tr("partial");
    if (run.stale) tags << Words::tr("stale");
    p.setFont(normal);
    int left = gutter.width() + 8;  // in the run's strip, where they cost the title nothing
    const int top = area.top() + (l.pinned ? 0 : view_.list_.pinnedHeight);
    p.setClipRect(QRect(0, top, area.right() + 1, area.bottom() + 1 - top));
    for (const QString& t : tags) {
      const int width = p.fontMetrics().horizontalAdvance(t) + 8;
      const QRect box(left, y + 4, width, l.height - 9);
      const bool loud = t == Words::tr("stale") || t == Words::tr("partial");
      p.setPen(loud ? c.error : c.faintText);
      p.setBrush(c.panel);
      p.drawRect(box);
      p.drawText(box, Qt::AlignCenter, t);
      left += width + 6;
    }
    p.setClipRect(gutter);
    p.setFont(bold);
    p.setPen(c.text);
  } else {
    p.setFont(normal);
    p.setPen(l.kind == Lane::Kind::Rank ? c.text : c.faintText);
    if (l.kind == Lane::Kind::Rank) {
      QFont f = normal;
      f.setBold(true);
      p.setFont(f);
    }
    if (l.kind == Lane::Kind::Track || l.kind == Lane::Kind::Counter) p.setPen(c.text);
  }
  if (view_.arrangement_.pinned.contains(l.key)) {  // a pin: a dot on a line
    const double cx = right - 3, cy = y + l.height / 2.0;
    p.setRenderHint(QPainter::Antialiasing, true);
    const QPen pen = p.pen();
    p.setPen(QPen(c.hover, 1.4));
    p.setBrush(c.hover);
    p.drawEllipse(QPointF(cx, cy - 2), 2.6, 2.6);
    p.drawLine(QPointF(cx, cy), QPointF(cx, cy + 5));
    p.setPen(pen);
    p.setRenderHint(QPainter::Antialiasing, false);
    right -= 12;
  }
  const QRect box(x, y, std::max(0, right - x), l.kind == Lane::Kind::Track ? l.height - 2 : l.height);
  p.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, p.fontMetrics().elidedText(l.label, Qt::ElideMiddle, box.width()));
}

void TimelineGutter::minimap(QCPPainter& p) {
  const QRect area = view_.minimapArea();
  const theme::Colors c = theme::colors(view_.state().mode());
  const auto [from, to] = view_.state().whole();
  const double ratio = view_.plot_->bufferDevicePixelRatio();
  const int w = std::max(1, static_cast<int>(std::lround(area.width() * ratio)));
  const int h = std::max(1, static_cast<int>(std::lround(area.height() * ratio)));
  if (map_.width() != w || map_.height() != h || mapVersion_ != view_.version_) {
    mapVersion_ = view_.version_;
    map_ = QImage(w, h, QImage::Format_RGB32);
    map_.fill(c.panel);
    std::vector<LodSpan> spans;
    const auto n = static_cast<int>(view_.runs_.size());
    for (int r = 0; r < n; ++r) {
      const TimelineRun& run = view_.runs_[static_cast<std::size_t>(r)];
      if (!run.lod) continue;
      run.painted().group(0, {from - run.shift, to - run.shift, w}, spans);
      const Shades shades(view_.state().mode(), Truth::Measured, run.stale, false, huesOf(run));
      const int y0 = h * r / n + 1;
      const int y1 = h * (r + 1) / n - 1;
      for (int y = y0; y < y1; ++y) {
        auto* to32 = reinterpret_cast<QRgb*>(map_.scanLine(y));
        for (const LodSpan& s : spans) std::fill(to32 + s.x0, to32 + s.x1, shades.fill(s.activity, 0, s.coverage));
      }
    }
    map_.setDevicePixelRatio(ratio);
  }
  p.drawImage(area.topLeft(), map_);
  const auto range = view_.state().timeRange();
  const auto x = [&](std::int64_t t) {
    return area.left() + std::clamp(static_cast<double>(t - from) / static_cast<double>(to - from), 0.0, 1.0) * area.width();
  };
  const double x0 = x(range.first);
  const double x1 = std::max(x(range.second), x0 + 3);
  QColor veil = c.background;
  veil.setAlpha(170);
  p.fillRect(QRectF(area.left(), area.top(), x0 - area.left(), area.height()), veil);
  p.fillRect(QRectF(x1, area.top(), area.right() + 1 - x1, area.height()), veil);
  if (const auto& m = view_.state().measured()) {
    // A bracket and a breath of colour: what the overview shows below it must stay readable.
    const QRectF own(x(m->first), area.top(), std::max(2.0, x(m->second) - x(m->first)), area.height());
    QColor band = c.hover;
    band.setAlpha(28);
    p.fillRect(own, band);
    p.fillRect(QRectF(own.left(), own.bottom() - 3, own.width(), 3), c.hover);
    for (const double edge : {own.left(), own.right() - 1}) p.fillRect(QRectF(edge, own.top(), 1, own.height()), c.hover);
  }
  p.setPen(QPen(c.text, 1, Qt::DotLine));
  for (const Marker& m : view_.state().markers()) p.drawLine(QPointF(x(m.time), area.top()), QPointF(x(m.time), area.bottom()));
  p.setPen(QPen(c.text, 1));
  p.setBrush(Qt::NoBrush);
  p.drawRect(QRectF(x0, area.top(), x1 - x0 - 1, area.height() - 1));
  p.setFont(theme::axisFont());
  p.setPen(c.faintText);
  const QString length = view_.timed_ ? Words::tr("overview, %1").arg(showTime(to - from)) : view_.orderText().isEmpty() ? Words::tr("overview") : Words::tr("overview: order only");
  p.drawText(QRect(8, area.top(), view_.gutterWidth_ - 16, area.height()), Qt::AlignVCenter | Qt::AlignLeft, p.fontMetrics().elidedText(length, Qt::ElideRight, view_.gutterWidth_ - 16));
}

void TimelineGutter::markers(QCPPainter& p) const {
  const QRect area = view_.markerArea();
  const theme::Colors c = theme::colors(view_.state().mode());
  p.save();
  p.setFont(theme::axisFont());
  p.setPen(c.faintText);
  const auto& all = view_.state().markers();
  p.drawText(QRect(8, area.top(), view_.gutterWidth_ - 16, area.height()), Qt::AlignVCenter | Qt::AlignLeft,
             p.fontMetrics().elidedText(all.empty() ? Words::tr("markers: click, or M") : Words::tr("markers"), Qt::ElideRight, view_.gutterWidth_ - 16));
  p.setClipRect(area);
  for (const Marker& m : all) {
    const double x = view_.xAt(m.time);
    if (x < area.left() - 300 || x > area.right() + 4) continue;
    const int width = m.text.isEmpty() ? 0 : p.fontMetrics().horizontalAdvance(m.text) + 6;
    const QRectF flag(x, area.top() + 1, 8 + width, area.height() - 4);
    p.setPen(QPen(c.text, 1));
    p.setBrush(c.text);
    if (width == 0) p.drawPolygon(QPolygonF{flag.topLeft(), QPointF(flag.right(), flag.center().y()), flag.bottomLeft()});
    else p.drawRect(flag);
    p.setPen(c.background);
    if (width > 0) p.drawText(flag.adjusted(5, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, m.text);
    p.setPen(QPen(c.text, 1));
    p.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() + 1));
  }
  p.restore();
}

void TimelineGutter::legend(QCPPainter& p) const {
  const theme::Colors c = theme::colors(view_.state().mode());
  p.setFont(theme::axisFont());
  const bool activities = view_.colourBy_ == ColourBy::Activity;
  const auto entries = view_.legend();
  const Hues hues = activities || view_.runs_.empty() ? huesOf({}) : huesOf(view_.runs_.front());
  const auto boxes = legendBoxes(*view_.plot_, view_.gutterWidth_, entries);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& [activity, box] = boxes[i];
    const bool hidden = activities && view_.state().filter().hidden.contains(activity);
    const QRectF swatch(box.left() + 0.5, box.top() + 3.5, 10, 10);
    if (hidden) {
      p.setPen(QPen(c.faintText, 1));
      p.setBrush(Qt::NoBrush);
      p.drawRect(swatch);
    } else {
      paintSwatch(p, swatch, activity, Truth::Measured, view_.state().mode(), hues);
    }
    QFont f = theme::axisFont();
    f.setStrikeOut(hidden);
    p.setFont(f);
    p.setPen(c.faintText);
    p.drawText(box.adjusted(15, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, p.fontMetrics().elidedText(entries[i].second, Qt::ElideMiddle, kLongestLegend));
  }
  if (boxes.size() < entries.size() && !boxes.empty()) p.drawText(QRect(boxes.back().second.right() + 8, boxes.back().second.top(), 20, 17), Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("…"));
}

}  // namespace weir
