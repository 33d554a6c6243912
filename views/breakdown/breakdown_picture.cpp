#include "views/breakdown/breakdown_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/units.h"
#include "views/shared/font_metrics.h"
#include "views/shared/intervals.h"

namespace weir {
namespace {

struct BreakdownWords {
  Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

QString fillText(Truth t) {
  switch (t) {
    case Truth::Measured:
      return BreakdownWords::tr("solid: measured");
    case Truth::Simulated:
      return BreakdownWords::tr("hatched: simulated");
    case Truth::Predicted:
      return BreakdownWords::tr("outlined: predicted");
  }
  return {};
}

void paintFill(QPainter& g, const QRectF& r, const QColor& hue, Truth truth, const chart::Style& s) {
  if (r.width() <= 0) return;
  g.save();
  g.setRenderHint(QPainter::Antialiasing, false);
  if (truth == Truth::Measured) g.fillRect(r, hue);
  g.restore();
  if (truth == Truth::Simulated) {
    QColor light = hue;
    light.setAlphaF(0.22F);
    g.fillRect(r, light);
    chart::hatch(g, r, hue, s.em * 0.26, s.line * 1.2);
  }
  if (truth != Truth::Measured) {
    const double w = truth == Truth::Predicted ? s.line * 1.8 : s.line;
    // Inside, so that neighbours' outlines stand beside each other instead of over each other.
    const QRectF in = r.adjusted(w / 2, w / 2, -w / 2, -w / 2);
    g.setPen(QPen(hue, w, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    g.setBrush(Qt::NoBrush);
    if (in.width() > 0)
      g.drawRect(in);
    else
      g.fillRect(r, hue);
  }
}

}  // namespace

QString partName(Part part) {
  switch (part) {
    case Part::Computing:
      return BreakdownWords::tr("computing only");
    case Part::Overlapped:
      return BreakdownWords::tr("communication, overlapped");
    case Part::Exposed:
      return BreakdownWords::tr("communication, exposed");
    case Part::Data:
      return BreakdownWords::tr("waiting for data");
    case Part::Checkpoint:
      return BreakdownWords::tr("checkpoint");
    case Part::Copy:
      return BreakdownWords::tr("copying host to device");
    case Part::Other:
      return BreakdownWords::tr("device, other work");
    case Part::HostBound:
      return BreakdownWords::tr("idle, host-bound");
    case Part::KernelWait:
      return BreakdownWords::tr("idle, between kernels");
    case Part::Idle:
      return BreakdownWords::tr("idle or other");
    case Part::Unknown:
      return BreakdownWords::tr("unknown");
  }
  return {};
}

QString partDefinition(Part part) {
  switch (part) {
    case Part::Computing:
      return BreakdownWords::tr("Computing while not communicating: HTA's compute time (union of the computing slices of the rank's device streams) without the overlapped part");
    case Part::Overlapped:
      return BreakdownWords::tr("Computing and communicating at once: HTA's compute time is the sum of this and computing only");
    case Part::Exposed:
      return BreakdownWords::tr("Communicating while not computing");
    case Part::Data:
      return BreakdownWords::tr("Loading data while neither computing nor communicating, here of all the time of the bar; the I/O report has it of the steps alone, where steps are known");
    case Part::Checkpoint:
      return BreakdownWords::tr("Saving or loading a checkpoint, and none of the parts before");
    case Part::Copy:
      return BreakdownWords::tr("Copying between host and device, and none of the parts before");
    case Part::Other:
      return BreakdownWords::tr("The device is busy with what is none of the parts before");
    case Part::HostBound:
      return BreakdownWords::tr("The device idles because the next kernel was launched only after the idling began (HTA: host wait)");
    case Part::KernelWait:
      return BreakdownWords::tr("The device idles for less than 30 µs before a kernel that was launched in time (HTA: kernel wait)");
    case Part::Idle:
      return BreakdownWords::tr("The rest: waiting for another stream, no kernel left, or nothing tells why");
    case Part::Unknown:
      return BreakdownWords::tr("The rank shows neither computing nor communication, as an I/O log does: nothing tells what it did");
  }
  return {};
}

QColor partColor(Part part) {
  switch (part) {
    case Part::Computing:
      return theme::roleColor(theme::Role::Compute);
    case Part::Overlapped:
      return theme::roleColor(theme::Role::Overlapped);
    case Part::Exposed:
      return theme::roleColor(theme::Role::Exposed);
    case Part::Data:
      return theme::roleColor(theme::Role::Data);
    case Part::Checkpoint:
      return theme::roleColor(theme::Role::Checkpoint);
    case Part::Copy:
      return theme::activityColor(Activity::Copy);
    case Part::Other:
      return theme::roleColor(theme::Role::Other);
    case Part::HostBound:
      return theme::roleColor(theme::Role::Host);
    case Part::KernelWait:
      return theme::roleColor(theme::Role::Idle).lighter(132);
    case Part::Idle:
      return theme::roleColor(theme::Role::Idle);
    case Part::Unknown:
      return Qt::transparent;
  }
  return {};
}

double BreakdownPicture::longest() const {
  double m = 0;
  for (const Group& g : groups)
    for (const BreakdownBar& b : g.bars)
      m = std::max({m, std::isnan(b.total) ? 0 : b.total, std::isnan(b.range.high) ? 0 : b.range.high});
  return m;
}

std::size_t BreakdownPicture::rows() const {
  std::size_t n = 0;
  for (const Group& g : groups) n += g.bars.size() + 1;
  return n;
}

double wantedHeight(const BreakdownPicture& p, const chart::Style& s) {
  return static_cast<double>(p.rows()) * s.em * 1.45 + s.em * 10;
}

QRectF BreakdownLayout::segment(const BreakdownPicture& p, const Segment& s) const {
  for (const Row& row : rows) {
    if (row.group != s.group || row.bar != s.bar) continue;
    const BreakdownBar& b = p.groups[s.group].bars[s.bar];
    const double whole = p.share ? b.total : axisMax;
    if (!(whole > 0)) return {};
    double before = 0;
    const int upTo = s.part ? static_cast<int>(*s.part) : kParts;
    for (int i = 0; i < upTo; ++i) before += b.seconds[static_cast<std::size_t>(i)];
    const double width = s.part ? b.seconds[static_cast<std::size_t>(upTo)] : 0;
    const double scale = plot.width() / whole;
    return {row.band.left() + before * scale, row.band.top(), width * scale, row.band.height()};
  }
  return {};
}

std::optional<Segment> BreakdownLayout::at(const BreakdownPicture& p, const QPointF& point) const {
  for (const Row& row : rows) {
    if (!row.bar || point.y() < row.band.top() || point.y() >= row.band.bottom()) continue;
    Segment s{row.group, *row.bar, std::nullopt};
    for (int i = 0; i < kParts; ++i) {
      const Segment part{row.group, *row.bar, static_cast<Part>(i)};
      const QRectF r = segment(p, part);
      if (r.width() > 0 && point.x() >= r.left() && point.x() < r.right()) return part;
    }
    return s;
  }
  return std::nullopt;
}

namespace {

// Parts, then kinds of truth, then whiskers.
constexpr int kWhiskers = kParts + 3;

QString legendText(int entry) {
  if (entry == kWhiskers) return BreakdownWords::tr("whisker: 95 % interval of the constants");
  return entry < kParts ? partName(static_cast<Part>(entry)) : fillText(static_cast<Truth>(entry - kParts));
}

std::vector<int> legendEntries(const BreakdownPicture& p) {
  std::array<bool, kParts> parts{};
  std::array<bool, 3> truths{};
  for (const auto& g : p.groups)
    for (const BreakdownBar& b : g.bars) {
      truths[static_cast<std::size_t>(b.truth)] = true;
      for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = parts[i] || b.seconds[i] > 0;
    }
  std::vector<int> out;
  for (int i = 0; i < kParts; ++i)
    if (parts[static_cast<std::size_t>(i)]) out.push_back(i);
  // One kind of truth alone needs a word too unless it is the plain one.
  const auto kinds = std::count(truths.begin(), truths.end(), true);
  for (int t = 0; t < 3; ++t)
    if (truths[static_cast<std::size_t>(t)] && (kinds > 1 || t > 0)) out.push_back(kParts + t);
  for (const auto& g : p.groups)
    for (const BreakdownBar& b : g.bars)
      if (!p.share && intervals::known(b.range) && (out.empty() || out.back() != kWhiskers)) out.push_back(kWhiskers);
  return out;
}

QString endText(const BreakdownBar& b, bool full) {
  if (!b.unknown.isEmpty()) return {};
  if (!full) return chart::valueText(b.total, "s");
  const QString total = intervals::with(b.total, b.range, units::showSeconds);
  return b.remark.isEmpty() ? total : QStringLiteral("%1 · %2").arg(total, b.remark);
}

}  // namespace

BreakdownLayout layoutBreakdown(const BreakdownPicture& p, const QRectF& area, const chart::Style& s,
                                const QPaintDevice* device) {
  BreakdownLayout l;
  const QFontMetricsF m = metrics(s.axis, device);
  const QFontMetricsF tm = metrics(s.title, device);
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  l.legendTop = in.top() + tm.height() + gap;
  double x = 0;
  l.legend.emplace_back();
  for (const int e : legendEntries(p)) {
    const double w = m.horizontalAdvance(legendText(e)) + s.em * (e < kParts ? 2.1 : 1.2);
    if (x + w > in.width() && !l.legend.back().empty()) {
      l.legend.emplace_back();
      x = 0;
    }
    l.legend.back().push_back(e);
    x += w;
  }
  l.remark = chart::wrapped(p.remark, m, in.width());
  l.remarkTop = in.bottom() - s.em * static_cast<double>(l.remark.size());
  QStringList labels;
  QStringList ends, shortEnds;
  for (const auto& g : p.groups)
    for (const BreakdownBar& b : g.bars) {
      labels << b.label;
      ends << endText(b, true);
      shortEnds << endText(b, false);
    }
  QFont bold = s.axis;  // the mean's label is set in it
  bold.setWeight(QFont::DemiBold);
  l.labelWidth = chart::widest(labels, metrics(bold, device)) + gap * 1.4;
  const double top = l.legendTop + s.em * 1.25 * static_cast<double>(l.legend.size()) + gap * 0.6;
  const double bottom = s.em * 2.6 + gap + (l.remark.isEmpty() ? 0 : s.em * static_cast<double>(l.remark.size()) + gap);
  // A number at each bar's end; where the page is narrow the bars matter more.
  l.longEnds = chart::widest(ends, m) + gap < in.width() * 0.28;
  const double right = std::min(chart::widest(l.longEnds ? ends : shortEnds, m) + gap, in.width() * 0.35);
  l.plot = QRectF(in.left() + l.labelWidth, top, std::max(in.width() - l.labelWidth - right, 10.0),
                  std::max(in.bottom() - bottom - top, 10.0));
  l.axisMax = p.share ? 1 : std::max(p.longest(), 1e-15);
  const double row = std::min(l.plot.height() / std::max<double>(static_cast<double>(p.rows()), 1), s.em * 2.4);
  double y = l.plot.top();
  for (std::size_t g = 0; g < p.groups.size(); ++g) {
    l.rows.push_back({QRectF(in.left(), y, in.width(), row), g, std::nullopt});
    y += row;
    for (std::size_t b = 0; b < p.groups[g].bars.size(); ++b, y += row) {
      const double inset = std::min(row * 0.12, s.em * 0.25);
      l.rows.push_back({QRectF(l.plot.left(), y + inset, l.plot.width(), row - 2 * inset), g, b});
    }
  }
  l.plot.setBottom(y);
  return l;
}

void paintBreakdown(QPainter& g, const BreakdownPicture& p, const BreakdownLayout& l, const QRectF& area, const chart::Style& s) {
  const double gap = s.em * 0.5;
  const QFontMetricsF m = metrics(s.axis, g.device());
  const QFontMetricsF tm = metrics(s.title, g.device());
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  g.setFont(s.title);
  g.setPen(s.colors.text);
  g.drawText(QRectF(in.left(), in.top(), in.width(), tm.height()), Qt::AlignLeft | Qt::AlignVCenter,
             tm.elidedText(p.title, Qt::ElideRight, in.width()));

  g.setFont(s.axis);
  double y = l.legendTop;
  for (const auto& line : l.legend) {
    double x = in.left();
    for (const int e : line) {
      if (e < kParts) {
        const QRectF key(x, y + s.em * 0.15, s.em, s.em * 0.7);
        if (static_cast<Part>(e) == Part::Unknown) chart::hatch(g, key, s.colors.faintText, s.em * 0.4, s.line * 0.7);
        else paintFill(g, key, partColor(static_cast<Part>(e)), Truth::Measured, s);
        x += s.em * 1.3;
      }
      g.setPen(e < kParts ? s.colors.text : s.colors.faintText);
      const double w = m.horizontalAdvance(legendText(e));
      g.drawText(QRectF(x, y, w + s.em, s.em), Qt::AlignLeft | Qt::AlignVCenter, legendText(e));
      x += w + s.em * (e < kParts ? 0.8 : 1.2);
    }
    y += s.em * 1.25;
  }

  // Axis and grid: behind the bars, in front of nothing.
  const chart::AxisUnit unit = chart::axisUnit(l.axisMax, p.share ? "1" : "s");
  const std::vector<double> ticks =
      chart::ticks(0, l.axisMax * unit.factor, std::clamp(static_cast<int>(l.plot.width() / (3.5 * s.em)), 2, 11));
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : l.axisMax * unit.factor;
  for (const double t : ticks) {
    const double x = l.plot.left() + t / (l.axisMax * unit.factor) * l.plot.width();
    g.setPen(QPen(s.colors.grid, s.line, Qt::SolidLine, Qt::FlatCap));
    g.drawLine(QPointF(x, l.plot.top()), QPointF(x, l.plot.bottom()));
    g.setPen(QPen(s.colors.axis, s.line));
    g.drawLine(QPointF(x, l.plot.bottom()), QPointF(x, l.plot.bottom() + gap * 0.4));
    g.setPen(s.colors.text);
    g.drawText(QRectF(x - 100, l.plot.bottom() + gap * 0.5, 200, s.em), Qt::AlignHCenter | Qt::AlignTop,
               chart::tickText(t, step));
  }
  g.setPen(QPen(s.colors.axis, s.line));
  g.drawLine(l.plot.bottomLeft(), l.plot.bottomRight());
  g.setPen(s.colors.text);
  g.drawText(QRectF(l.plot.left(), l.plot.bottom() + gap * 0.7 + s.em, l.plot.width(), s.em * 1.2), Qt::AlignCenter,
             QStringLiteral("%1 (%2)").arg(p.xTitle, unit.unit));

  // Of a long list only the part in sight is painted.
  const QRectF sight = g.hasClipping() ? g.clipBoundingRect() : area;
  for (const auto& row : l.rows) {
    if (row.band.bottom() < sight.top() || row.band.top() > sight.bottom()) continue;
    const auto& group = p.groups[row.group];
    if (!row.bar) {
      QFont f = s.axis;
      f.setWeight(QFont::DemiBold);
      g.setFont(f);
      g.setPen(s.colors.text);
      const QFontMetricsF fm(f, g.device());
      // On its own ground, so that no grid line runs through the words.
      g.fillRect(row.band, s.figure ? QColor(Qt::white) : s.colors.background);
      g.drawText(row.band, Qt::AlignLeft | Qt::AlignVCenter, fm.elidedText(group.title, Qt::ElideMiddle, row.band.width()));
      continue;
    }
    const BreakdownBar& b = group.bars[*row.bar];
    QFont f = s.axis;
    if (b.emphasis) f.setWeight(QFont::DemiBold);
    g.setFont(f);
    const bool readable = row.band.height() >= s.em * 0.8;
    if (readable || *row.bar % 4 == 0) {
      g.setPen(s.colors.text);
      g.drawText(QRectF(in.left(), row.band.center().y() - s.em, l.labelWidth - gap * 0.7, 2 * s.em),
                 Qt::AlignRight | Qt::AlignVCenter, b.label);
    }
    g.setFont(s.axis);
    if (!b.unknown.isEmpty()) {
      chart::hatch(g, row.band, s.colors.faintText, s.em * 0.4, s.line * 0.7);
      const double w = m.horizontalAdvance(b.unknown) + gap;
      const QRectF tag(row.band.left() + gap, row.band.top(), w, row.band.height());
      g.fillRect(tag, s.colors.background);
      g.setPen(s.colors.text);
      g.drawText(tag, Qt::AlignCenter, b.unknown);
      continue;
    }
    double end = row.band.left();
    for (int i = 0; i < kParts; ++i) {
      const QRectF r = l.segment(p, {row.group, *row.bar, static_cast<Part>(i)});
      if (r.width() <= 0) continue;
      QColor hue = partColor(static_cast<Part>(i));
      if (b.stale) hue = QColor::fromHslF(hue.hslHueF(), hue.hslSaturationF() * 0.25F, hue.lightnessF());
      if (static_cast<Part>(i) == Part::Unknown) chart::hatch(g, r, s.colors.faintText, s.em * 0.4, s.line * 0.7);
      else paintFill(g, r, hue, b.truth, s);
      end = std::max(end, r.right());
      const double v = b.seconds[static_cast<std::size_t>(i)];
      const QString text = p.share ? chart::valueText(v / b.total, "1") : chart::valueText(v, "s");
      if (!readable || m.horizontalAdvance(text) + gap > r.width()) continue;
      const bool hatched = b.truth == Truth::Simulated || static_cast<Part>(i) == Part::Unknown;
      if (hatched) {  // numbers do not read on a hatch
        const QRectF tag(r.center().x() - m.horizontalAdvance(text) / 2 - gap * 0.3, r.center().y() - s.em * 0.5,
                         m.horizontalAdvance(text) + gap * 0.6, s.em);
        g.fillRect(tag, s.colors.background);
      }
      g.setPen(b.truth == Truth::Measured && !hatched ? theme::readableOn(hue) : s.colors.text);
      g.drawText(r.adjusted(-20, -20, 20, 20), Qt::AlignCenter, text);
    }
    if (!p.share && intervals::known(b.range)) {
      const double scale = l.plot.width() / l.axisMax, half = std::min(row.band.height() * 0.18, s.em * 0.4);
      const double y0 = row.band.bottom() - half * 1.2;  // below the numbers in the bar
      const double from = row.band.left() + b.range.low * scale, to = row.band.left() + b.range.high * scale;
      g.setPen(QPen(s.colors.text, s.line * 1.3, Qt::SolidLine, Qt::FlatCap));
      g.drawLine(QPointF(from, y0), QPointF(to, y0));
      for (const double x : {from, to}) g.drawLine(QPointF(x, y0 - half), QPointF(x, y0 + half));
      end = std::max(end, to);
    }
    if (readable) {
      g.setPen(s.colors.text);
      const QString text = endText(b, l.longEnds);
      const QRectF at(end + gap * 0.7, row.band.center().y() - s.em, in.right() - end - gap * 0.7, 2 * s.em);
      g.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, m.elidedText(text, Qt::ElideRight, at.width()));
    }
  }
  g.setFont(s.axis);
  g.setPen(s.colors.faintText);
  y = l.remarkTop;
  for (const QString& line : l.remark) {
    g.drawText(QRectF(in.left(), y, in.width(), s.em), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += s.em;
  }
}

}  // namespace weir
