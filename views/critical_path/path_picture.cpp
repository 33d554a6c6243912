#include "views/critical_path/path_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "views/shared/font_metrics.h"

namespace weir {
namespace {

struct PathWords {
  Q_DECLARE_TR_FUNCTIONS(CriticalPath)
};

QString rankName(std::int32_t rank) { return rank == kUnknownRank ? PathWords::tr("no rank") : PathWords::tr("rank %1").arg(rank); }

// Classes of colour: activities first, then kinds.
int classOf(const PathSegment& s) {
  return s.kind == PathKind::Work && s.slice != PathGraph::kNone ? static_cast<int>(s.activity) : kActivities + static_cast<int>(s.kind);
}

QColor classColor(int c, const theme::Colors& colors) {
  if (c < kActivities) return theme::activityColor(static_cast<Activity>(c));
  switch (static_cast<PathKind>(c - kActivities)) {
    case PathKind::Launch: return theme::roleColor(theme::Role::Energy);
    case PathKind::Message: return theme::roleColor(theme::Role::Overlapped);
    case PathKind::Work:
    case PathKind::Wait:
    case PathKind::Dependency:
    case PathKind::HandOver: return theme::roleColor(theme::Role::Idle);
    case PathKind::Gap:
    case PathKind::Start: break;
  }
  QColor c2 = colors.faintText;
  c2.setAlpha(140);
  return c2;
}

// Delays differ by how they are drawn, not by hue: what is assumed or depends is hatched, what is unknown is hollow, and what
// was not recorded yet has a dotted outline.
enum class Fill { Solid, Hatched, Hollow, Dotted };
Fill fillOf(int c) {
  if (c < kActivities) return Fill::Solid;
  switch (static_cast<PathKind>(c - kActivities)) {
    case PathKind::Gap: return Fill::Hollow;
    case PathKind::Start: return Fill::Dotted;
    case PathKind::HandOver:
    case PathKind::Dependency: return Fill::Hatched;
    case PathKind::Work:
    case PathKind::Wait:
    case PathKind::Launch:
    case PathKind::Message: break;
  }
  return Fill::Solid;
}

void fill(QPainter& g, const QRectF& r, const QColor& color, Fill how, const chart::Style& s) {
  if (how == Fill::Solid || r.width() < s.line * 2.5) return g.fillRect(r, color);
  if (how == Fill::Hatched) {
    QColor light = color;
    light.setAlphaF(0.25F);
    g.fillRect(r, light);
    chart::hatch(g, r, color, s.em * 0.26, s.line * 1.2);
  }
  g.setPen(QPen(color, s.line, how == Fill::Dotted ? Qt::DotLine : Qt::SolidLine));
  g.setBrush(Qt::NoBrush);
  g.drawRect(r);
}

QString className(int c) {
  if (c < kActivities) return QCoreApplication::translate("Activity", std::string(name(static_cast<Activity>(c))).c_str());
  return pathKindName(static_cast<PathKind>(c - kActivities));
}

}  // namespace

QString pathKindName(PathKind k) {
  switch (k) {
    case PathKind::Work: return PathWords::tr("work");
    case PathKind::Wait: return PathWords::tr("wait for what is not recorded");
    case PathKind::Launch: return PathWords::tr("launch delay");
    case PathKind::Message: return PathWords::tr("message under way");
    case PathKind::Dependency: return PathWords::tr("delay after a dependency");
    case PathKind::HandOver: return PathWords::tr("hand-over, assumed");
    case PathKind::Gap: return PathWords::tr("unexplained gap");
    case PathKind::Start: return PathWords::tr("before the first event");
  }
  return {};
}

QString pathKindDefinition(PathKind k) {
  switch (k) {
    case PathKind::Work: return PathWords::tr("The innermost slice under way, without the part in which it waited for others.");
    case PathKind::Wait: return PathWords::tr("A slice that waits, and nothing in the trace says what for.");
    case PathKind::Launch: return PathWords::tr("From the end of the host's call to the start on the device, which had nothing else to do.");
    case PathKind::Message: return PathWords::tr("From the send to the receive that it ends, or to what it starts.");
    case PathKind::Dependency: return PathWords::tr("From the end of what was needed to the start of what needed it.");
    case PathKind::HandOver:
      return PathWords::tr("From the end of something on another thread or stream of the rank to the start of what was idle until then; that one waited for the other is assumed.");
    case PathKind::Gap: return PathWords::tr("Nothing was recorded, and nothing explains it: time between two calls or kernels.");
    case PathKind::Start: return PathWords::tr("From the begin of the run to the first event of the thread or stream where the path begins: it had nothing to do, or its recording began later.");
  }
  return {};
}

QColor pathColor(const PathSegment& s, const theme::Colors& colors) { return classColor(classOf(s), colors); }

int PathPicture::rowOf(std::int32_t rank) const {
  const auto it = std::lower_bound(ranks.begin(), ranks.end(), rank);
  return it != ranks.end() && *it == rank ? static_cast<int>(it - ranks.begin()) : -1;
}

std::optional<std::size_t> PathPicture::at(std::int64_t t) const {
  if (empty() || t < path->span.from || t >= path->span.to) return std::nullopt;
  const auto it = std::upper_bound(path->segments.begin(), path->segments.end(), t, [](std::int64_t x, const PathSegment& s) { return x < s.to; });
  if (it == path->segments.end()) return std::nullopt;
  return static_cast<std::size_t>(it - path->segments.begin());
}

PathPicture pathPicture(const RunPtr& run, std::shared_ptr<const CriticalPath> path) {
  PathPicture p;
  p.run = run;
  p.path = std::move(path);
  if (p.empty()) return p;
  p.truth = run->truth;
  p.shown = p.path->span;
  std::set<std::int32_t> ranks;
  for (const PathSegment& s : p.path->segments) ranks.insert(s.rank);
  p.ranks.assign(ranks.begin(), ranks.end());
  return p;
}

double PathLayout::x(const PathPicture& p, std::int64_t t) const {
  return plot.left() + plot.width() * static_cast<double>(t - p.shown.from) / static_cast<double>(std::max<std::int64_t>(1, p.shown.length()));
}

std::int64_t PathLayout::time(const PathPicture& p, double at) const {
  return p.shown.from + std::llround((at - plot.left()) / std::max(1.0, plot.width()) * static_cast<double>(p.shown.length()));
}

double wantedHeight(const PathPicture& p, const chart::Style& s) { return s.em * (7.5 + 1.5 * static_cast<double>(std::max<std::size_t>(1, p.ranks.size()))); }

PathLayout layoutPath(const PathPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device) {
  PathLayout l;
  const QFontMetricsF m = metrics(s.axis, device), tm = metrics(s.title, device);
  const double gap = s.em * 0.5;
  double labels = 0;
  for (const std::int32_t r : p.ranks) labels = std::max(labels, m.horizontalAdvance(rankName(r)));
  l.title = s.figure ? chart::wrapped(p.title, tm, area.width() - 2 * gap) : QStringList{tm.elidedText(p.title, Qt::ElideRight, area.width() - 2 * gap)};
  l.legendTop = area.top() + gap + tm.lineSpacing() * static_cast<double>(std::max<qsizetype>(1, l.title.size())) + gap * 0.4;
  std::set<int> classes;
  if (!p.empty())
    for (const PathSegment& seg : p.path->segments) classes.insert(classOf(seg));
  for (const int c : classes) l.legend.emplace_back(className(c), c);
  // The legend flows over as many lines as it needs.
  double x = gap, lines = 1;
  for (const auto& [text, c] : l.legend) {
    const double w = m.horizontalAdvance(text) + s.em * 2;
    if (x + w > area.width() - gap && x > gap) {
      x = gap;
      ++lines;
    }
    x += w;
  }
  l.remark = p.remark.isEmpty() ? QStringList() : chart::wrapped(p.remark, m, area.width() - 2 * gap);
  const double top = l.legendTop + lines * m.lineSpacing() * 1.1 + gap;
  // In a narrow figure the remarks would take the plot's place.
  const double room = area.bottom() - top - s.em * 2.5 - gap - std::max(s.em * 3, area.height() * 0.4);
  if (const auto most = static_cast<qsizetype>(std::max(1.0, room / m.lineSpacing())); l.remark.size() > most) {
    const QString last = l.remark[most - 1] + QLatin1Char(' ') + l.remark[most];
    l.remark.resize(most);
    l.remark.back() = m.elidedText(last, Qt::ElideRight, area.width() - 2 * gap);
  }
  const double below = s.em * 2.5 + static_cast<double>(l.remark.size()) * m.lineSpacing() + gap;
  l.plot = QRectF(area.left() + gap + labels + gap, top, area.width() - 3 * gap - labels - s.em * 1.5, std::max(s.em, area.bottom() - below - top));
  l.rowHeight = l.plot.height() / static_cast<double>(std::max<std::size_t>(1, p.ranks.size()));
  l.remarkTop = l.plot.bottom() + s.em * 2.5;
  return l;
}

namespace {

// Which class fills most of a column of one row.
void paintSegments(QPainter& g, const PathPicture& p, const PathLayout& l, const chart::Style& s) {
  const auto& segments = p.path->segments;
  const double wide = l.plot.width();
  const auto first = std::upper_bound(segments.begin(), segments.end(), p.shown.from, [](std::int64_t t, const PathSegment& x) { return t < x.to; });
  const double perPixel = static_cast<double>(p.shown.length()) / std::max(1.0, wide);
  const auto bar = [&](int row, double x0, double x1, const PathSegment& seg) {
    const QColor color = pathColor(seg, s.colors);
    const bool delay = seg.kind != PathKind::Work;
    const QRectF band = l.row(row);
    const double h = std::min(l.rowHeight * (delay ? 0.22 : 0.62), s.em * (delay ? 1.0 : 2.8));
    const QRectF r(x0, band.center().y() - h / 2, std::max(x1 - x0, s.figure ? 0.2 : 1.0), h);
    const Fill how = delay ? fillOf(classOf(seg)) : p.truth == Truth::Measured ? Fill::Solid : p.truth == Truth::Simulated ? Fill::Hatched : Fill::Hollow;
    fill(g, r, color, how, s);
  };
  // Paler than what it joins: where the path goes to and fro within a few pixels there are as many joints as bars.
  const QColor &ink = s.colors.faintText, &paper = s.colors.background;
  const QColor joint((ink.red() + 2 * paper.red()) / 3, (ink.green() + 2 * paper.green()) / 3, (ink.blue() + 2 * paper.blue()) / 3);
  // Segments wider than a pixel one by one; runs of narrower ones by columns, each with what fills most of it.
  int lastRow = -1;
  double lastX = 0;
  const auto join = [&](int row, double x) {
    if (lastRow >= 0 && row != lastRow && x - lastX >= (s.figure ? 1.2 : 2.0)) {
      g.setPen(QPen(joint, s.line));
      g.drawLine(QPointF(x, l.row(lastRow).center().y()), QPointF(x, l.row(row).center().y()));
      lastX = x;
    }
    lastRow = row;
  };
  for (auto it = first; it != segments.end() && it->from < p.shown.to;) {
    const double x0 = std::max(l.plot.left(), l.x(p, it->from)), x1 = std::min(l.plot.right(), l.x(p, it->to));
    const int row = p.rowOf(it->rank);
    if (x1 - x0 >= 1 || perPixel <= 0) {
      join(row, x0);
      bar(row, x0, x1, *it);
      ++it;
      continue;
    }
    // One column: what begins within it, by row and class.
    const std::int64_t until = std::max(it->to, it->from + static_cast<std::int64_t>(std::ceil(perPixel)));
    std::map<std::pair<int, int>, std::pair<std::int64_t, const PathSegment*>> parts;
    do {
      auto& [time, of] = parts[{p.rowOf(it->rank), classOf(*it)}];
      time += it->length();
      of = &*it;
      ++it;
    } while (it != segments.end() && it->from < until && l.x(p, it->to) - l.x(p, it->from) < 1);
    std::map<int, std::pair<std::int64_t, const PathSegment*>> most;
    for (const auto& [key, part] : parts)
      if (auto& m = most[key.first]; part.first > m.first) m = part;
    for (const auto& [at, part] : most) {
      join(at, x0);
      bar(at, x0, x0 + 1, *part.second);
    }
  }
}

}  // namespace

void paintPath(QPainter& g, const PathPicture& p, const PathLayout& l, const QRectF& area, const chart::Style& s) {
  if (p.empty()) return;
  g.save();
  const double gap = s.em * 0.5;
  const QFontMetricsF m(s.axis, g.device()), tm(s.title, g.device());
  g.setFont(s.title);
  g.setPen(s.colors.text);
  for (qsizetype i = 0; i < l.title.size(); ++i)
    g.drawText(QRectF(area.left() + gap, area.top() + gap + static_cast<double>(i) * tm.lineSpacing(), area.width() - 2 * gap, tm.height()), Qt::AlignLeft | Qt::AlignVCenter, l.title[i]);
  g.setFont(s.axis);
  double x = area.left() + gap, y = l.legendTop;
  for (const auto& [text, c] : l.legend) {
    const double w = m.horizontalAdvance(text) + s.em * 2;
    if (x + w > area.right() - gap && x > area.left() + gap) {
      x = area.left() + gap;
      y += m.lineSpacing() * 1.1;
    }
    fill(g, QRectF(x, y + m.height() / 2 - s.em * 0.35, s.em * 0.9, s.em * 0.7), classColor(c, s.colors), fillOf(c), s);
    g.setPen(s.colors.text);
    g.drawText(QRectF(x + s.em * 1.2, y, w, m.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    x += w;
  }
  const bool everyRow = l.rowHeight >= m.height() * 0.9;
  for (int i = 0; i < static_cast<int>(p.ranks.size()); ++i) {
    const QRectF band = l.row(i);
    g.setPen(QPen(s.colors.grid, s.line));
    g.drawLine(band.bottomLeft(), band.bottomRight());
    if (!everyRow && i % std::max(1, static_cast<int>(std::ceil(m.height() / l.rowHeight))) != 0) continue;
    g.setPen(s.colors.text);
    g.drawText(QRectF(area.left() + gap, band.center().y() - m.height() / 2, l.plot.left() - area.left() - 2 * gap, m.height()), Qt::AlignRight | Qt::AlignVCenter,
               rankName(p.ranks[static_cast<std::size_t>(i)]));
  }
  // Time runs from the path's begin.
  const double span = static_cast<double>(p.path->span.length()) * 1e-12;
  const chart::AxisUnit unit = chart::axisUnit(span, "s");
  const auto seconds = [&](std::int64_t t) { return static_cast<double>(t - p.path->span.from) * 1e-12 * unit.factor; };
  const auto ticks = chart::ticks(seconds(p.shown.from), seconds(p.shown.to), std::max(2, static_cast<int>(l.plot.width() / (s.em * 4.5))));
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  for (const double t : ticks) {
    const double tx = l.x(p, p.path->span.from + std::llround(t / unit.factor * 1e12));
    g.setPen(QPen(s.colors.grid, s.line));
    g.drawLine(QPointF(tx, l.plot.top()), QPointF(tx, l.plot.bottom() + s.em * 0.25));
    g.setPen(s.colors.text);
    g.drawText(QRectF(tx - s.em * 4, l.plot.bottom() + s.em * 0.3, s.em * 8, m.height()), Qt::AlignCenter, chart::tickText(t, step));
  }
  g.drawText(QRectF(l.plot.left(), l.plot.bottom() + s.em * 1.35, l.plot.width(), m.height()), Qt::AlignCenter, PathWords::tr("time from the path's begin (%1)").arg(unit.unit));
  g.setRenderHint(QPainter::Antialiasing, false);
  g.setClipRect(l.plot.adjusted(-1, 0, 1, 0));
  paintSegments(g, p, l, s);
  g.setClipping(false);
  g.setPen(QPen(s.colors.axis, s.line));
  g.setBrush(Qt::NoBrush);
  g.drawRect(l.plot);
  g.setPen(s.colors.faintText);
  y = l.remarkTop;
  for (const QString& line : l.remark) {
    g.drawText(QRectF(area.left() + gap, y, area.width() - 2 * gap, m.lineSpacing()), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += m.lineSpacing();
  }
  g.restore();
}

}  // namespace weir
