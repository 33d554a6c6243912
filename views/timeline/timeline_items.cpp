#include "views/timeline/timeline_items.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/timeline/facts.h"

namespace weir {
namespace {

constexpr int kIndent = 12;


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

void paintSwatch(QPainter& p, const QRectF& r, Activity a, Truth truth, theme::Mode mode) {
  const Shades shades(mode, truth, false, false);
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
  const QImage& image = view_.scene_.paint(view_.runs_, search, view_.lanes_, view_.sceneView());
  // Opaque and in the buffer's own format: a copy, not a blend.
  painter->setCompositionMode(QPainter::CompositionMode_Source);
  painter->drawImage(view_.laneArea().topLeft(), image);
  painter->setCompositionMode(QPainter::CompositionMode_SourceOver);
  const theme::Colors c = theme::colors(view_.state().mode());
  painter->setPen(c.faintText);
  painter->setFont(theme::axisFont());
  const QRect area = view_.laneArea();
  for (const Lane& l : view_.lanes_) {
    const int y = area.top() + l.y - view_.scroll_->value();
    if (y + l.height < area.top() || y > area.bottom()) continue;
    if (l.kind == Lane::Kind::Pending) {
      painter->drawText(QRect(area.left() + 8, y, area.width() - 8, l.height), Qt::AlignVCenter | Qt::AlignLeft, l.label);
    } else if (l.kind == Lane::Kind::Counter) {
      const Counter& counter = view_.runs_[static_cast<std::size_t>(l.run)].run().counters[l.counter];
      const float most = view_.runs_[static_cast<std::size_t>(l.run)].lod->counterMax(l.counter);
      const QString text = Words::tr("max %1").arg(counter.unit == "1" ? QString::fromStdString(units::showPercent(most))
                                                               : QString::fromStdString(units::showSi(most, counter.unit)));
      const QRectF box(area.left() + 4, y + 2, painter->fontMetrics().horizontalAdvance(text) + 8, painter->fontMetrics().height());
      QColor under = c.background;
      under.setAlpha(200);
      painter->fillRect(box, under);
      painter->drawText(box, Qt::AlignCenter, text);
    }
  }
}

void TimelineGutter::draw(QCPPainter* painter) {
  if (view_.runs_.empty()) return;
  painter->save();
  painter->setClipping(false);
  labels(*painter);
  minimap(*painter);
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
  QFont normal = theme::axisFont();
  QFont bold = theme::textFont();
  bold.setBold(true);
  const int scroll = view_.scroll_->value();
  auto it = std::upper_bound(view_.lanes_.begin(), view_.lanes_.end(), scroll, [](int v, const Lane& l) { return v < l.y; });
  if (it != view_.lanes_.begin()) --it;
  for (; it != view_.lanes_.end() && it->y < scroll + area.height(); ++it) {
    const Lane& l = *it;
    const int y = area.top() + l.y - scroll;
    const bool head = l.kind == Lane::Kind::Run;
    if (head) p.fillRect(QRect(0, y, gutter.width(), l.height), c.panel);
    if (l.label.isEmpty() || l.kind == Lane::Kind::Pending) continue;
    int x = 6 + l.indent * kIndent;
    if (l.foldable) triangle(p, QPointF(x + 4, y + l.height / 2.0), l.folded, c.faintText);
    x += 14;
    const int right = gutter.width() - 8;
    if (head) {
      const TimelineRun& run = view_.runs_[static_cast<std::size_t>(l.run)];
      QStringList tags;
      if (run.lod) tags << textOf(name(run.run().truth));
      if (run.partial) tags << Words::tr("partial");
      if (run.stale) tags << Words::tr("stale");
      p.setFont(normal);
      int left = gutter.width() + 8;  // in the run's strip, where they cost the title nothing
      p.setClipRect(QRect(0, area.top(), area.right() + 1, area.height()));
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
    const QRect box(x, y, std::max(0, right - x), l.kind == Lane::Kind::Track ? l.height - 2 : l.height);
    p.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, p.fontMetrics().elidedText(l.label, Qt::ElideMiddle, box.width()));
  }
  p.setPen(c.grid);
  p.drawLine(gutter.topRight(), gutter.bottomRight());
  p.restore();
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
      run.lod->group(0, {from - run.shift, to - run.shift, w}, spans);
      const Shades shades(view_.state().mode(), Truth::Measured, run.stale, false);
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
  p.setPen(QPen(c.text, 1));
  p.setBrush(Qt::NoBrush);
  p.drawRect(QRectF(x0, area.top(), x1 - x0 - 1, area.height() - 1));
  p.setFont(theme::axisFont());
  p.setPen(c.faintText);
  p.drawText(QRect(8, area.top(), view_.gutterWidth_ - 16, area.height()), Qt::AlignVCenter | Qt::AlignLeft,
             p.fontMetrics().elidedText(Words::tr("overview, %1").arg(showTime(to - from)), Qt::ElideRight, view_.gutterWidth_ - 16));
}

void TimelineGutter::legend(QCPPainter& p) const {
  const theme::Colors c = theme::colors(view_.state().mode());
  p.setFont(theme::axisFont());
  const int y = view_.plot_->height() - 18;
  int x = view_.gutterWidth_;
  for (const auto& [activity, label] : legendEntries(view_.presentActivities_)) {
    const int width = 16 + p.fontMetrics().horizontalAdvance(label);
    if (x + width > view_.plot_->width() - 8) break;
    paintSwatch(p, QRectF(x + 0.5, y + 2.5, 10, 10), activity, Truth::Measured, view_.state().mode());
    p.setPen(c.faintText);
    p.drawText(QRect(x + 15, y, width, 15), Qt::AlignVCenter | Qt::AlignLeft, label);
    x += width + 14;
  }
}

}  // namespace weir
