// The timeline as a figure: vector, light, a few hundred columns, so that a lane is at most that many rectangles.
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/shared/truth_icon.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_items.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {

constexpr int kFigureColumns = 600;
constexpr double kLeastRow = 4.5;    // pt: a lane below this is no lane
constexpr double kTallestRow = 11;   // pt
constexpr double kScreenRow = 16;    // what layLanes gives a row
constexpr double kLabelPitch = 1.1;  // lines from a label to the next: less, and they nearly touch
constexpr double kHeadPitch = 0.85;  // from a run's, whose ground sets it apart
constexpr double kAxisGap = 0.25;    // lines between the last lane and the axis

}  // namespace

class TimelineFigure {
 public:
  TimelineFigure(TimelineView& view, QPainter& p, const QSizeF& size, const FigureStyle& style)
      : view_(view), p_(p), size_(size), style_(style), c_(theme::colors(theme::Mode::Light)) {
    // A font's point is 1/72 inch of the device; here a unit is a point whatever the device's resolution.
    const double unit = 72.0 / std::max(1, p.device()->logicalDpiY());
    font_ = theme::textFont();
    font_.setPointSizeF(style.textPt * unit);
    bold_ = font_;
    bold_.setBold(true);
    line_ = QFontMetricsF(font_, p.device()).height();
  }

  void paint() {
    p_.save();
    p_.setRenderHint(QPainter::Antialiasing, false);
    p_.fillRect(QRectF(QPointF(0, 0), size_), c_.background);
    chooseLanes();
    gutter();
    title();
    const double bottom = lanes();
    below(bottom);
    p_.restore();
  }

 private:
  [[nodiscard]] double textWidth(const QFont& f, const QString& s) const { return QFontMetricsF(f, p_.device()).horizontalAdvance(s); }
  [[nodiscard]] QString elided(const QFont& f, const QString& s, double width) const {
    return QFontMetricsF(f, p_.device()).elidedText(s, Qt::ElideMiddle, width);
  }
  [[nodiscard]] LodWindow window(const TimelineRun& run) const {
    const auto [from, to] = view_.state().timeRange();
    return {from - run.shift, to - run.shift, kFigureColumns};
  }
  [[nodiscard]] double x(double column) const { return left_ + column / kFigureColumns * (right_ - left_); }

  // As on screen where that fits; else tracks, then ranks folded to one lane; what still does not fit is counted.
  void chooseLanes() {
    top_ = line_ * 1.5;
    Folding folding = view_.folding_;
    folding.heads = false;
    for (const Folding::Force force : {Folding::Force::None, Folding::Force::Tracks, Folding::Force::Ranks}) {
      folding.force = force_ = force;
      findRoom();
      // What is pinned stands where it belongs: paper does not scroll.
      Arrangement arrangement = view_.arrangement_;
      arrangement.pinned.clear();
      arrangement.steps.clear();
      lanes_ = layLanes(view_.runs_, folding, arrangement).lanes;
      const double height = lanes_.empty() ? 1 : lanes_.back().y + lanes_.back().height;
      scale_ = std::min(room_ / height, kTallestRow / kScreenRow);
      if (scale_ * kScreenRow >= kLeastRow) return;
    }
    scale_ = kLeastRow / kScreenRow;
    const auto fits = [&](const Lane& l) { return (l.y + l.height) * scale_ <= room_; };
    // What is left out is said in the caption, which may take another line from the lanes.
    for (;;) {
      const auto end = std::find_if_not(lanes_.begin(), lanes_.end(), fits);
      if (end == lanes_.end()) return;
      left_out_ += static_cast<std::size_t>(lanes_.end() - end);
      lanes_.erase(end, lanes_.end());
      findRoom();
    }
  }
  void findRoom() {
    const double legend = line_ * 1.15 * static_cast<double>(legendLines());
    room_ = std::max(line_, size_.height() - top_ - 3 - (2.45 + kAxisGap) * line_ - legend - captionHeight());
  }

  void gutter() {
    double width = 0;
    for (const Lane& l : lanes_)
      if (!l.label.isEmpty() && l.kind != Lane::Kind::Pending) width = std::max(width, indent(l) + textWidth(l.indent <= 1 ? bold_ : font_, l.label));
    left_ = std::clamp(width + 6, 30.0, size_.width() * 0.3);
    right_ = size_.width() - 8;
  }
  [[nodiscard]] static double indent(const Lane& l) { return 2 + 5.0 * l.indent; }

  // Titles that do not fit are cut each by itself: what they are (measured, simulated) stays. But not to a few letters that name
  // nothing: then the first ones are whole, and each stands again above its own lanes.
  void title() {
    const double width = size_.width() - 4, least = 5 * line_;
    double longest = width;
    QString text = titles(longest);
    while (textWidth(bold_, text) > width && longest > least) text = titles(longest = std::max(least, longest * 0.9));
    if (textWidth(bold_, text) > width) text = titles(width);
    p_.setFont(bold_);
    p_.setPen(c_.text);
    p_.drawText(QRectF(2, 2, width, line_ * 1.2), Qt::AlignLeft | Qt::AlignTop, QFontMetricsF(bold_, p_.device()).elidedText(text, Qt::ElideRight, width));
  }
  [[nodiscard]] QString titles(double longest) const {
    QStringList parts;
    for (const TimelineRun& r : view_.runs_) {
      const QString name = elided(bold_, r.title, longest);
      parts << (r.lod ? QStringLiteral("%1 (%2%3%4)").arg(name, truthText(r.run()), r.partial ? Words::tr(", partial") : QString(), r.stale ? Words::tr(", stale") : QString()) : name);
    }
    return parts.join(QStringLiteral("; "));
  }

  double lanes() {
    const auto [from, to] = view_.state().timeRange();
    if (view_.timed_) ticks_ = timeTicks(from - view_.origin_, to - view_.origin_, std::max(2, static_cast<int>((right_ - left_) / (line_ * 4.5))));
    double bottom = top_;
    for (const Lane& l : lanes_) bottom = std::max(bottom, top_ + (l.y + l.height) * scale_);
    p_.setPen(QPen(c_.grid, 0.4));
    for (const std::int64_t t : ticks_.at) p_.drawLine(QPointF(tickX(t), top_), QPointF(tickX(t), bottom));
    for (const Lane& l : lanes_) {
      const double y = top_ + l.y * scale_;
      const double h = l.height * scale_;
      if (l.kind == Lane::Kind::Run && !l.folded) p_.fillRect(QRectF(0, y, size_.width() - 8, h), c_.panel);
      if (view_.runs_[static_cast<std::size_t>(l.run)].lod) lane(l, y, h);
    }
    labels();
    return bottom + kAxisGap * line_;
  }

  // Those of runs first, then of ranks, then the rest, where they keep their distance from the ones that stand already.
  void labels() {
    std::vector<std::pair<double, double>> taken;  // middles, and the room they ask for
    for (const int level : {0, 1, 2}) {
      for (const Lane& l : lanes_) {
        if (l.label.isEmpty() || l.kind == Lane::Kind::Pending || std::min(l.indent, 2) != level) continue;
        const double h = l.height * scale_;
        const double middle = top_ + l.y * scale_ + (l.kind == Lane::Kind::Run ? h : barOf(h)) / 2;
        if (std::any_of(taken.begin(), taken.end(), [&](const auto& t) { return std::abs(t.first - middle) < t.second; })) continue;
        taken.emplace_back(middle, (l.kind == Lane::Kind::Run ? kHeadPitch : kLabelPitch) * line_);
        const QFont& f = l.indent <= 1 ? bold_ : font_;
        const double width = left_ - indent(l) - 4;
        p_.setFont(f);
        p_.setPen(c_.text);
        p_.drawText(QRectF(indent(l), middle - line_ / 2, width, line_), Qt::AlignLeft | Qt::AlignVCenter, elided(f, l.label, width));
      }
    }
  }
  [[nodiscard]] static double barOf(double height) { return height - std::min(1.2, height * 0.15); }

  void lane(const Lane& l, double y, double h) {
    const TimelineRun& run = view_.runs_[static_cast<std::size_t>(l.run)];
    const double bar = barOf(h);
    if (l.kind == Lane::Kind::Counter) {
      counter(l, y, bar);
      return;
    }
    if (l.row == Lane::kNoRow && !l.summary) return;
    if (l.row != Lane::kNoRow) run.painted().row(l.row, window(run), spans_);
    else run.painted().group(l.group, window(run), spans_);
    const Truth truth = run.run().truth;
    const Shades shades(theme::Mode::Light, truth, run.stale, false, huesOf(run));
    const Run& painted = run.painted().run();
    p_.setFont(font_);
    for (const LodSpan& s : spans_) {
      const bool single = l.row != Lane::kNoRow && s.slice != kNoSlice;
      const QRectF r(x(s.x0), y, x(s.x1) - x(s.x0), bar);
      const QColor fill(shades.fill(s.activity, single ? tintOf(painted.slices.name[s.slice]) : 0, single && s.x1 > s.x0 + 1 ? 1 : s.coverage));
      const bool narrow = r.width() < 2;
      p_.fillRect(r, truth == Truth::Measured || narrow ? fill : QColor(shades.light(s.activity)));
      if (truth == Truth::Simulated && !narrow) hatch(r, fill);
      if (!narrow && (truth != Truth::Measured || (single && r.width() > 3))) {
        p_.setPen(QPen(QColor(shades.edge(s.activity)), truth == Truth::Predicted ? 0.7 : 0.25));
        p_.setBrush(Qt::NoBrush);
        p_.drawRect(r);
      }
      if (single && bar >= line_ * 0.92 && r.width() > line_ * 2) {
        p_.setPen(QColor(shades.text(s.activity)));
        p_.drawText(r.adjusted(2, 0, -1, 0), Qt::AlignLeft | Qt::AlignVCenter, elided(font_, textOf(run.run().names.text(painted.slices.name[s.slice])), r.width() - 3));
      }
    }
  }

  // Lines x + y = k, cut to the rectangle by arithmetic: SVG export knows no clip, and brushes of a pattern turn grey.
  void hatch(const QRectF& r, const QColor& colour) {
    constexpr double step = 2.4;
    p_.setPen(QPen(colour, 0.8));
    for (double k = std::ceil((r.left() + r.top()) / step) * step; k < r.right() + r.bottom(); k += step) {
      const double x0 = std::max(r.left(), k - r.bottom());
      const double x1 = std::min(r.right(), k - r.top());
      if (x1 > x0) p_.drawLine(QPointF(x0, k - x0), QPointF(x1, k - x1));
    }
  }

  void counter(const Lane& l, double y, double h) {
    const TimelineRun& run = view_.runs_[static_cast<std::size_t>(l.run)];
    run.lod->counter(l.counter, window(run), columns_);
    const float most = run.lod->counterMax(l.counter);
    if (most <= 0) return;
    const Counter& c = run.run().counters[l.counter];
    QPainterPath path;
    bool open = false;
    for (std::size_t k = 0; k <= columns_.size(); ++k) {
      const bool known = k < columns_.size() && columns_[k].known;
      if (known) {
        const double v = y + h * (1 - columns_[k].mean / most);
        if (!open) path.moveTo(x(static_cast<double>(k)), y + h);
        path.lineTo(x(static_cast<double>(k)), v);
        path.lineTo(x(static_cast<double>(k) + 1), v);
      } else if (open) {
        path.lineTo(x(static_cast<double>(k)), y + h);
        path.closeSubpath();
      }
      open = known;
    }
    const bool power = c.unit == "W" || run.run().names.text(c.group) == "power";
    p_.fillPath(path, theme::roleColor(power ? theme::Role::Energy : theme::Role::Overlapped));
    const QString text = Words::tr("max %1").arg(counterText(most, c.unit));
    p_.setFont(font_);
    p_.setPen(c_.text);
    if (h >= line_) p_.drawText(QRectF(left_ + 2, y, right_ - left_, line_), Qt::AlignLeft | Qt::AlignVCenter, text);
  }

  [[nodiscard]] double tickX(std::int64_t t) const {
    const auto [from, to] = view_.state().timeRange();
    return left_ + static_cast<double>(t + view_.origin_ - from) / static_cast<double>(to - from) * (right_ - left_);
  }

  // What the colours say; what is filtered out is not there.
  [[nodiscard]] std::vector<std::pair<Activity, QString>> legend() const {
    auto entries = view_.colourBy_ == ColourBy::Activity ? legendEntries(view_.presentActivities_) : classEntries(view_.runs_);
    if (view_.colourBy_ == ColourBy::Activity)
      std::erase_if(entries, [this](const auto& e) { return view_.state().filter().hidden.contains(e.first); });
    for (auto& e : entries)
      if (e.second.size() > 40) e.second = e.second.left(39) + QStringLiteral("…");
    return entries;
  }
  [[nodiscard]] int legendLines() const {
    double used = 0;
    int lines = 1;
    for (const auto& [a, label] : legend()) {
      const double width = line_ + 14 + textWidth(font_, label);
      if (used > 0 && used + width > size_.width() - 12) {
        ++lines;
        used = 0;
      }
      used += width;
    }
    return lines;
  }
  [[nodiscard]] QString assumption() const {
    QString s = Words::tr("Slices narrower than 1/%1 of the range are merged: the activity that takes most of their time, paler where less of it is covered.").arg(kFigureColumns);
    if (force_ != Folding::Force::None)
      s += QLatin1Char(' ') + (force_ == Folding::Force::Tracks ? Words::tr("The rows of a track are one lane") : Words::tr("A rank is one lane")) +
           Words::tr(": computing stands before communication, data, host and waiting.");
    const TimelineView::Shown shown = view_.shown();
    if (!view_.state().filter().off()) s += QLatin1Char(' ') + Words::tr("A filter shows %1 of %2 slices.").arg(shown.shown).arg(shown.total);
    if (const auto n = view_.arrangement_.hidden.size(); n > 0) s += QLatin1Char(' ') + Words::tr("%1 tracks are hidden by hand.").arg(n);
    if (left_out_ > 0) s += QLatin1Char(' ') + Words::tr("%1 more lanes are not shown.").arg(left_out_);
    return s;
  }
  [[nodiscard]] double captionHeight() const {
    const QFontMetricsF fm(font_, p_.device());
    double h = fm.boundingRect(QRectF(0, 0, size_.width() - 4, 1e6), Qt::TextWordWrap, assumption()).height();
    if (!style_.caption.isEmpty()) h += fm.boundingRect(QRectF(0, 0, size_.width() - 4, 1e6), Qt::TextWordWrap, style_.caption).height();
    return h + 4;
  }

  void below(double y) {
    p_.setPen(QPen(c_.axis, 0.6));
    p_.drawLine(QPointF(left_, y), QPointF(right_, y));
    p_.setFont(font_);
    for (const std::int64_t t : ticks_.at) {
      p_.setPen(QPen(c_.axis, 0.6));
      p_.drawLine(QPointF(tickX(t), y), QPointF(tickX(t), y + 2.5));
      const QString label = ticks_.label(t);
      const double w = textWidth(font_, label);
      // The outermost labels stay on the page.
      const double at = std::clamp(tickX(t) - w / 2, 0.0, size_.width() - w - 0.5);
      p_.setPen(c_.text);
      p_.drawText(QRectF(at - 1, y + 3, w + 2, line_), Qt::AlignCenter, label);
    }
    y += view_.timed_ ? 3 + line_ : 3;
    p_.setPen(c_.text);
    p_.drawText(QRectF(left_, y, right_ - left_, line_ * 1.1), Qt::AlignHCenter | Qt::AlignTop, view_.timed_ ? ticks_.title() : view_.orderText());
    y += line_ * 1.4;
    double at = 4;
    for (const auto& [activity, label] : legend()) {
      const double width = line_ + 14 + textWidth(font_, label);
      if (at > 4 && at + width > size_.width() - 8) {
        at = 4;
        y += line_ * 1.05;
      }
      const double side = line_ * 0.65;
      paintSwatch(p_, QRectF(at, y + (line_ - side) / 2, side, side), activity, legendTruth(), theme::Mode::Light, view_.colourBy_ == ColourBy::Activity ? huesOf({}) : huesOf(view_.runs_.front()));
      p_.setPen(c_.text);
      p_.drawText(QRectF(at + line_, y, width, line_), Qt::AlignLeft | Qt::AlignVCenter, label);
      at += width;
    }
    y += line_ * 1.2;
    p_.setPen(c_.faintText);
    const QFontMetricsF fm(font_, p_.device());
    QStringList texts{assumption()};
    if (!style_.caption.isEmpty()) texts.prepend(style_.caption);
    for (const QString& text : texts) {
      const QRectF box = fm.boundingRect(QRectF(2, y, size_.width() - 4, 1e6), Qt::TextWordWrap, text);
      p_.drawText(box, Qt::TextWordWrap, text);
      y += box.height();
    }
  }
  // A legend for one kind of truth shows it; for several, solid stands for all.
  [[nodiscard]] Truth legendTruth() const {
    std::optional<Truth> t;
    for (const TimelineRun& r : view_.runs_) {
      if (!r.lod) continue;
      if (t && *t != r.run().truth) return Truth::Measured;
      t = r.run().truth;
    }
    return t.value_or(Truth::Measured);
  }

  TimelineView& view_;
  QPainter& p_;
  QSizeF size_;
  const FigureStyle& style_;
  theme::Colors c_;
  QFont font_, bold_;
  double line_ = 10, left_ = 0, right_ = 0, top_ = 0, room_ = 0, scale_ = 1;
  std::vector<Lane> lanes_;
  std::size_t left_out_ = 0;
  Folding::Force force_ = Folding::Force::None;
  TimeTicks ticks_;
  std::vector<LodSpan> spans_;
  std::vector<LodColumn> columns_;
};

void TimelineView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  lods_.finishNow();
  if (viewsWork_.busy()) viewsWork_.finishNow();
  TimelineFigure(*this, painter, size, style).paint();
}

}  // namespace weir
