#include "views/compare/compare_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/units.h"
#include "views/shared/font_metrics.h"
#include "views/shared/text.h"

namespace weir {
namespace {

struct PictureWords {
  Q_DECLARE_TR_FUNCTIONS(ComparePicture)
};

QString timeText(double ps) { return q(units::showSeconds(ps * 1e-12)); }
QString signedTime(double ps) { return (ps < 0 ? QStringLiteral("−") : QStringLiteral("+")) + timeText(std::fabs(ps)); }
QString activityText(Activity a) { return QCoreApplication::translate("Activity", std::string(name(a)).c_str()); }

constexpr std::array<Activity, 9> kLegend{Activity::Compute, Activity::Communication, Activity::Copy, Activity::DataLoad, Activity::Checkpoint, Activity::Host, Activity::Wait, Activity::Other, Activity::Annotation};

LodWindow lodWindow(const ComparePicture::Side& side, const CompareWindow& w, int columns) {
  LodWindow window;
  window.from = side.begin + static_cast<std::int64_t>(std::floor(w.from));
  window.to = std::max(window.from + 1, side.begin + static_cast<std::int64_t>(std::ceil(w.to)));
  window.width = columns;
  return window;
}

QString nameOf(const ComparePicture::Side& side, const QString& letter) {
  const QString length = side.timed ? timeText(static_cast<double>(side.length)) : PictureWords::tr("of unknown length");
  const QString text = PictureWords::tr("%1: %2, %3").arg(letter, side.part.isEmpty() ? side.title : side.title + QStringLiteral(", ") + side.part, length);
  return side.left > 0 ? text + PictureWords::tr(" (and %n rank(s) more)", nullptr, static_cast<int>(side.left)) : text;
}

// On `most` lines at the most; of what is longer the middle goes, as its end says how long the step is.
QStringList fitted(const QString& text, const QFontMetricsF& m, double width, qsizetype most) {
  QStringList lines = chart::wrapped(text, m, width);
  if (lines.size() <= most) return lines;
  const QString last = m.elidedText(QStringList(lines.mid(most - 1)).join(QLatin1Char(' ')), Qt::ElideMiddle, width);
  lines = lines.mid(0, most);
  lines.back() = last;
  return lines;
}

// Whole remarks, as many as there is room for; one alone may break off.
QStringList fittedRemarks(const QString& text, const QFontMetricsF& m, double width, qsizetype most) {
  if (text.isEmpty()) return {};
  QStringList best;
  const QString between = QStringLiteral("; ");
  for (qsizetype end = text.indexOf(between);; end = text.indexOf(between, end + 1)) {
    const QString some = end < 0 ? text : text.left(end) + QStringLiteral("; …");
    const QStringList lines = chart::wrapped(some, m, width);
    if (lines.size() <= most) best = lines;
    if (end < 0 || lines.size() > most) break;
  }
  if (!best.isEmpty()) return best;
  best = chart::wrapped(text, m, width).mid(0, most);
  best.back() = m.elidedText(best.back() + QStringLiteral(" …"), Qt::ElideRight, width);
  return best;
}

QFont boldOf(const chart::Style& s) {
  QFont bold = s.axis;
  bold.setWeight(QFont::DemiBold);
  return bold;
}

// Of the table, whether they are among those to paint or not.
std::size_t rowsOf(const ComparePicture& p) { return static_cast<std::size_t>(p.rows.size()) - 1 + p.rowsLeft; }

double xOf(const QRectF& plot, const CompareWindow& w, double t) { return plot.left() + (t - w.from) / (w.to - w.from) * plot.width(); }

}  // namespace

void fillLanes(ComparePicture::Side& side, std::size_t most) {
  side.groups.clear();
  side.lanes.clear();
  const auto& groups = side.lod->groups();
  const auto add = [&](LodGroup::Kind kind) {
    for (std::uint32_t i = 0; i < groups.size(); ++i) {
      const LodGroup& g = groups[i];
      if (g.kind != kind || g.slices == 0 || (kind == LodGroup::Kind::Rank && g.rank == kUnknownRank && !side.lod->run().ranks.empty())) continue;
      if (side.groups.size() >= most) {
        ++side.left;
        continue;
      }
      side.groups.push_back(i);
      side.lanes.push_back(kind == LodGroup::Kind::Rank && g.rank != kUnknownRank ? PictureWords::tr("rank %1").arg(g.rank) : q(side.lod->run().names.text(g.name)));
    }
  };
  side.left = 0;
  if (!side.lod->run().ranks.empty()) add(LodGroup::Kind::Rank);
  if (side.groups.empty()) add(LodGroup::Kind::Track);
}

std::vector<Activity> activitiesOf(const ComparePicture& p) {
  std::vector<Activity> out;
  for (const Activity a : kLegend)
    if (p.a.lod->present(a) || p.b.lod->present(a)) out.push_back(a);
  return out;
}

std::vector<Activity> activitiesWithin(const ComparePicture& p, const CompareWindow& w, int columns) {
  std::array<bool, kActivities> seen{};
  std::vector<LodSpan> spans;
  for (const ComparePicture::Side* side : {&p.a, &p.b})
    for (const std::uint32_t group : side->groups) {
      side->lod->group(group, lodWindow(*side, w, columns), spans);
      for (const LodSpan& s : spans) seen[static_cast<std::size_t>(s.activity)] = true;
    }
  std::vector<Activity> out;
  for (const Activity a : kLegend)
    if (seen[static_cast<std::size_t>(a)]) out.push_back(a);
  return out;
}

// Labels stand a line apart at the least; where lanes are thinner, as many as alike as possible share one.
std::vector<LaneLabel> laneLabels(const ComparePicture::Side& side, const std::vector<QRectF>& lanes, double em) {
  std::vector<LaneLabel> out;
  const auto every = lanes.size() < 2 ? std::size_t{1} : static_cast<std::size_t>(std::max(std::ceil(em * 1.15 / (lanes[1].top() - lanes[0].top()) - 1e-9), 1.0));
  const std::size_t labels = lanes.empty() ? 0 : std::max<std::size_t>(lanes.size() / every, 1);
  for (std::size_t k = 0; k < labels; ++k) {
    const std::size_t i = k * lanes.size() / labels, last = (k + 1) * lanes.size() / labels - 1;
    const LodGroup &a = side.lod->groups()[side.groups[i]], &b = side.lod->groups()[side.groups[last]];
    const bool ranks = last > i && a.kind == LodGroup::Kind::Rank && a.rank != kUnknownRank;
    out.push_back({(lanes[i].top() + lanes[last].bottom()) / 2, ranks ? PictureWords::tr("ranks %1–%2").arg(a.rank).arg(b.rank) : side.lanes[i]});
  }
  return out;
}

CompareLayout layoutCompare(const ComparePicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device, bool withTable) {
  CompareLayout l;
  const QFontMetricsF m = metrics(s.axis, device), tm = metrics(s.title, device);
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  l.titleTop = in.top();
  if (tm.horizontalAdvance(p.title) <= in.width()) l.title = p.title;
  const double legendTop = in.top() + (l.title.isEmpty() ? 0 : tm.height() + gap * 0.5);
  double top = legendTop, x = in.left();
  for (const Activity a : p.legend) {
    const QString text = activityText(a);
    const double lw = m.horizontalAdvance(text) + s.em * 2;
    if (x > in.left() && x + lw - s.em * 0.9 > in.right()) x = in.left(), top += s.em * 1.3;
    l.legend.push_back({QRectF(x, top + s.em * 0.2, s.em * 0.8, s.em * 0.8), text, a});
    x += lw;
  }
  top += s.em * 1.5;
  const QFontMetricsF bm = metrics(boldOf(s), device);
  QStringList labels;
  for (const QString& t : p.a.lanes) labels << t;
  for (const QString& t : p.b.lanes) labels << t;
  labels << PictureWords::tr("B later");
  l.labelWidth = std::clamp(chart::widest(labels, m) + gap * 1.5, s.em * 6, std::max(in.width() * 0.25, s.em * 6));
  l.remark = fittedRemarks(p.remark, m, in.width(), in.height() < s.em * 30 ? 2 : 4);
  double bottom = in.bottom() - s.em * 1.1 * static_cast<double>(l.remark.size());
  l.remarkTop = bottom;
  if (!l.remark.isEmpty()) bottom -= gap;
  const double axisHeight = s.em * 2.6;
  const auto nameHeight = [&](const QStringList& lines) { return s.em * (0.3 + 1.2 * static_cast<double>(std::max<qsizetype>(lines.size(), 1))); };
  double nameA = 0, nameB = 0;
  const auto takeNames = [&](int lines) {
    l.namesA = fitted(nameOf(p.a, QStringLiteral("A")), bm, in.width(), lines);
    l.namesB = fitted(nameOf(p.b, QStringLiteral("B")), bm, in.width(), lines);
    nameA = nameHeight(l.namesA);
    nameB = nameHeight(l.namesB);
  };
  const std::size_t lanes = std::max<std::size_t>(p.a.lanes.size() + p.b.lanes.size(), 1);
  const double leastStrip = p.anchors.empty() ? 0 : s.em * 4, leastLanes = static_cast<double>(lanes) * s.em * 1.2;
  // Every lane gets its name: the table's last rows, which are the smallest differences, give way first, and on a small page all of it.
  const auto roomBeside = [&] { return bottom - top - axisHeight - nameA - nameB - gap * 3 - leastLanes; };
  // Names are whole where that leaves room for lanes at all.
  int nameLines = 3;
  for (takeNames(nameLines); nameLines > 1 && roomBeside() + leastLanes < s.em; takeNames(nameLines)) --nameLines;
  const double row = s.em * 1.35, tableLines = static_cast<double>(p.rows.size()) + (p.rowsLeft > 0 ? 1 : 0);
  if (withTable && p.rows.size() > 1 && roomBeside() - leastStrip + leastLanes * 0.3 >= row * 3) {
    const double h = std::min({row * tableLines, in.height() * 0.36, std::max(roomBeside() - leastStrip, row * 4)});
    l.table = QRectF(in.left(), bottom - h, in.width(), h);
    bottom = l.table.top() - gap * 1.5;
  } else if (withTable && p.rows.size() > 1) {
    const QString left = PictureWords::tr("the table, of %n row(s), does not fit here", nullptr, static_cast<int>(rowsOf(p)));
    l.remark = fittedRemarks(p.remark.isEmpty() ? left : left + QStringLiteral("; ") + p.remark, m, in.width(), in.height() < s.em * 30 ? 2 : 4);
    l.remarkTop = in.bottom() - s.em * 1.1 * static_cast<double>(l.remark.size());
    bottom = l.remarkTop - gap;
  }
  // A page too small for all of it is without the strip: nothing runs into the axis.
  const bool stripFits = !p.anchors.empty() && roomBeside() + leastLanes * 0.3 >= leastStrip;
  const double stripHeight = !stripFits ? 0 : std::clamp(std::min((bottom - top) * 0.25, roomBeside()), leastStrip, s.em * 7.5);
  l.axis = QRectF(in.left() + l.labelWidth, bottom - axisHeight, in.width() - l.labelWidth - s.em, axisHeight);
  const double room = std::max(l.axis.top() - top - stripHeight - nameA - nameB - gap * 2, s.em);
  const double lane = std::min(room / static_cast<double>(lanes), s.em * 4);
  const double left = l.axis.left(), width = l.axis.width();
  double y = top;
  l.titleA = QRectF(in.left(), y, in.width(), nameA);
  y += nameA;
  for (std::size_t i = 0; i < p.a.lanes.size(); ++i, y += lane) l.lanesA.emplace_back(left, y + lane * 0.08, width, lane * 0.84);
  y += gap * 0.5;
  l.titleB = QRectF(in.left(), y, in.width(), nameB);
  y += nameB;
  for (std::size_t i = 0; i < p.b.lanes.size(); ++i, y += lane) l.lanesB.emplace_back(left, y + lane * 0.08, width, lane * 0.84);
  y += gap * 0.5;
  if (stripHeight > 0) {
    // The strip takes what the lanes leave, so that small runs get a readable curve.
    const double h = std::max(stripHeight, std::min(l.axis.top() - y - gap, s.em * 12));
    l.strip = QRectF(left, y + gap * 0.5 + s.em * 1.3, width, std::max(h - gap - s.em * 1.3, s.em));
    y = l.strip.bottom();
  }
  l.axis.moveTop(y);
  // What the lanes left goes to the table, what they took beyond comes from it.
  if (!l.table.isEmpty()) l.table.setTop(std::min(std::max(l.table.bottom() - row * tableLines, l.axis.bottom() + gap), l.table.bottom()));
  l.plot = QRectF(left, top, width, y - top);
  return l;
}

namespace {

// Neighbouring spans of one look are one rectangle: a lane is as many as it has changes, at most one a pixel.
void paintLane(QPainter& g, const ComparePicture::Side& side, std::size_t lane, const QRectF& r, const CompareWindow& w, const chart::Style& s) {
  g.fillRect(r, s.colors.panel);
  const int width = std::max(1, static_cast<int>(r.width()));
  std::vector<LodSpan> spans;
  side.lod->group(side.groups[lane], lodWindow(side, w, width), spans);
  const double px = r.width() / width;
  for (const LodSpan& span : spans) {
    QColor c = theme::activityColor(span.activity);
    // A column that is busy in part is paler, but never gone.
    c.setAlphaF(static_cast<float>(std::clamp(0.35 + 0.65 * static_cast<double>(span.coverage), 0.35, 1.0)));
    const QRectF rect(r.left() + span.x0 * px, r.top(), (span.x1 - span.x0) * px, r.height());
    if (side.truth == Truth::Measured) {
      g.fillRect(rect, c);
      continue;
    }
    // What is too narrow for a hatch would be gone if it were as pale.
    const bool hatched = rect.width() > s.em * 0.5;
    QColor light = c;
    light.setAlphaF(c.alphaF() * (hatched ? 0.45F : 0.8F));
    g.fillRect(rect, light);
    if (hatched) chart::hatch(g, rect, c, s.em * 0.3, s.line);
  }
}

void paintStrip(QPainter& g, const ComparePicture& p, const CompareLayout& l, const CompareWindow& w, const chart::Style& s) {
  if (l.strip.isEmpty()) return;
  double low = 0, high = 0;
  for (const auto& a : p.anchors) {
    const double lag = static_cast<double>(a.b - a.a);
    low = std::min(low, lag);
    high = std::max(high, lag);
  }
  const double span = high - low > 0 ? high - low : 1;
  const auto yOf = [&](double lag) { return l.strip.bottom() - (lag - low) / span * (l.strip.height() - s.em * 0.6) - s.em * 0.3; };
  g.setPen(QPen(s.colors.grid, s.line));
  g.drawLine(QPointF(l.strip.left(), yOf(0)), QPointF(l.strip.right(), yOf(0)));
  g.setPen(s.colors.faintText);
  const QRectF label(l.strip.left() - l.labelWidth, 0, l.labelWidth - s.em * 0.4, s.em * 1.2);
  if (high > 0) g.drawText(label.translated(0, yOf(high) - s.em * 0.6), Qt::AlignRight | Qt::AlignVCenter, signedTime(high));
  if (low < 0) g.drawText(label.translated(0, yOf(low) - s.em * 0.6), Qt::AlignRight | Qt::AlignVCenter, signedTime(low));
  if (std::fabs(yOf(0) - yOf(high)) > s.em * 1.2 && (low == 0 || std::fabs(yOf(0) - yOf(low)) > s.em * 1.2))
    g.drawText(label.translated(0, yOf(0) - s.em * 0.6), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
  g.save();
  g.setClipRect(l.strip);
  const QColor later = theme::roleColor(theme::Role::Exposed), earlier = theme::roleColor(theme::Role::Data);
  QPolygonF line;
  // At most a few points a pixel: the first, the extremes and the last of each.
  double lastX = -1e300, lowY = 0, highY = 0;
  const auto flush = [&] {
    if (line.isEmpty() || lowY == highY) return;
    line << QPointF(lastX, lowY) << QPointF(lastX, highY);
  };
  double before = 0;
  for (const auto& a : p.anchors) {
    const double x = xOf(l.strip, w, static_cast<double>(a.a)), lag = static_cast<double>(a.b - a.a), y = yOf(lag);
    if (x - lastX >= 0.5) {
      flush();
      line << QPointF(x, yOf(before)) << QPointF(x, y);
      lastX = x;
      lowY = highY = y;
    } else {
      lowY = std::min(lowY, y);
      highY = std::max(highY, y);
    }
    before = lag;
  }
  flush();
  if (!line.isEmpty()) line << QPointF(xOf(l.strip, w, static_cast<double>(p.longest())), yOf(before));
  // Above 0 B is later, below it is earlier: two fills, so that the sign shows without reading the axis.
  QPolygonF area = line;
  if (!area.isEmpty()) {
    area << QPointF(area.back().x(), yOf(0));
    area.prepend(QPointF(area.front().x(), yOf(0)));
    for (const bool up : {true, false}) {
      g.save();
      g.setClipRect(up ? QRectF(l.strip.left(), l.strip.top() - 1, l.strip.width(), yOf(0) - l.strip.top() + 1) : QRectF(l.strip.left(), yOf(0), l.strip.width(), l.strip.bottom() - yOf(0) + 1));
      QColor c = up ? later : earlier;
      c.setAlphaF(0.3F);
      g.setPen(Qt::NoPen);
      g.setBrush(c);
      g.drawPolygon(area);
      g.restore();
    }
  }
  g.setBrush(Qt::NoBrush);
  g.setPen(QPen(s.colors.text, s.line * 1.2));
  g.drawPolyline(line);
  g.restore();
}

void paintTable(QPainter& g, const ComparePicture& p, const QRectF& area, const chart::Style& s) {
  if (area.isEmpty() || p.rows.size() < 2) return;
  const QFontMetricsF m(s.axis, g.device());
  const auto columns = static_cast<std::size_t>(p.rows.front().size());
  const double row = s.em * 1.35;
  const qsizetype fits = tableRowsShown(p, area, s.em);
  std::vector<double> width(columns, 0);
  for (qsizetype r = 0; r < fits; ++r)
    for (std::size_t c = 1; c < columns; ++c) width[c] = std::max(width[c], m.horizontalAdvance(p.rows[r][static_cast<qsizetype>(c)]) + s.em);
  double others = 0;
  for (std::size_t c = 1; c < columns; ++c) others += width[c];
  width[0] = std::max(area.width() - others, area.width() * 0.26);
  for (qsizetype r = 0; r < fits; ++r) {
    double x = area.left();
    const double y = area.top() + static_cast<double>(r) * row;
    QFont f = s.axis;
    if (r == 0) f.setWeight(QFont::DemiBold);
    g.setFont(f);
    g.setPen(s.colors.text);
    for (std::size_t c = 0; c < columns; ++c) {
      const bool last = c + 1 == columns;
      const QString text = c == 0 ? m.elidedText(p.rows[r][0], Qt::ElideMiddle, width[0] - s.em) : p.rows[r][static_cast<qsizetype>(c)];
      g.drawText(QRectF(x + (last ? s.em : 0), y, width[c] - (c == 0 || last ? 0 : s.em * 0.2), row), (c == 0 || last ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, text);
      x += width[c];
    }
    if (r == 0) {
      g.setPen(QPen(s.colors.axis, s.line));
      g.drawLine(QPointF(area.left(), y + row), QPointF(area.right(), y + row));
    }
  }
  g.setFont(s.axis);
  if (const auto left = rowsOf(p) + 1 - static_cast<std::size_t>(fits); left > 0) {
    g.setPen(s.colors.faintText);
    g.drawText(QRectF(area.left(), area.top() + static_cast<double>(fits) * row, area.width(), row), Qt::AlignLeft | Qt::AlignVCenter, PictureWords::tr("%n more row(s)", nullptr, static_cast<int>(left)));
  }
}

}  // namespace

qsizetype tableRowsShown(const ComparePicture& p, const QRectF& area, double em) {
  const auto lines = static_cast<qsizetype>(area.height() / (em * 1.35) + 1e-9);
  return p.rowsLeft == 0 && p.rows.size() <= lines ? p.rows.size() : std::min(p.rows.size(), std::max<qsizetype>(lines - 1, 1));
}

void paintCompare(QPainter& g, const ComparePicture& p, const CompareLayout& l, const CompareWindow& w, const QRectF& area, const chart::Style& s) {
  const QFontMetricsF m = metrics(s.axis, g.device()), tm = metrics(s.title, g.device());
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  g.setFont(s.title);
  g.setPen(s.colors.text);
  g.drawText(QRectF(in.left(), l.titleTop, in.width(), tm.height()), Qt::AlignLeft | Qt::AlignVCenter, l.title);
  g.setFont(s.axis);
  for (const CompareLayout::LegendEntry& e : l.legend) {
    g.fillRect(e.box, theme::activityColor(e.activity));
    g.setPen(s.colors.text);
    g.drawText(QRectF(e.box.left() + s.em * 1.1, e.box.top() - s.em * 0.2, in.right() - e.box.left(), s.em * 1.2), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, e.text);
  }

  // The grid of the shared axis, behind both.
  const double from = w.from * 1e-12, to = w.to * 1e-12;
  const chart::AxisUnit unit = chart::axisUnit(std::max(std::fabs(from), std::fabs(to)), "s");
  const auto ticks = chart::ticks(from * unit.factor, to * unit.factor, std::clamp(static_cast<int>(l.plot.width() / (5 * s.em)), 2, 12));
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  for (const double t : ticks) {
    const double tx = xOf(l.plot, w, t / unit.factor * 1e12);
    g.setPen(QPen(s.colors.grid, s.line));
    g.drawLine(QPointF(tx, l.plot.top()), QPointF(tx, l.axis.top()));
    g.setPen(s.colors.text);
    g.drawText(QRectF(tx - 100, l.axis.top() + s.em * 0.2, 200, s.em), Qt::AlignHCenter | Qt::AlignTop, chart::tickText(t, step));
  }
  g.drawText(QRectF(l.axis.left(), l.axis.top() + s.em * 1.2, l.axis.width(), s.em * 1.2), Qt::AlignCenter, (p.bySteps ? PictureWords::tr("time since the step began (%1)") : PictureWords::tr("time since the begin (%1)")).arg(unit.unit));

  const auto one = [&](const ComparePicture::Side& side, const QRectF& title, const QStringList& names, const std::vector<QRectF>& lanes) {
    g.setFont(boldOf(s));
    g.setPen(s.colors.text);
    for (qsizetype i = 0; i < names.size(); ++i)
      g.drawText(QRectF(title.left(), title.top() + s.em * (0.15 + 1.2 * static_cast<double>(i)), title.width(), s.em * 1.2), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, names[i]);
    g.setFont(s.axis);
    g.setPen(s.colors.text);
    for (const LaneLabel& label : laneLabels(side, lanes, s.em))
      g.drawText(QRectF(lanes.front().left() - l.labelWidth, label.y - s.em, l.labelWidth - s.em * 0.4, 2 * s.em), Qt::AlignRight | Qt::AlignVCenter,
                 m.elidedText(label.text, Qt::ElideMiddle, l.labelWidth - s.em * 0.4));
    for (std::size_t i = 0; i < lanes.size(); ++i) paintLane(g, side, i, lanes[i], w, s);
    // Where the step ends, on its own lanes.
    const double end = xOf(l.plot, w, static_cast<double>(side.length));
    if (!lanes.empty() && end > l.plot.left() && end <= l.plot.right() + 1) {
      g.setPen(QPen(s.colors.text, s.line * 1.5));
      g.drawLine(QPointF(end, lanes.front().top()), QPointF(end, lanes.back().bottom()));
    }
  };
  one(p.a, l.titleA, l.namesA, l.lanesA);
  one(p.b, l.titleB, l.namesB, l.lanesB);
  paintStrip(g, p, l, w, s);
  if (!l.strip.isEmpty()) {
    g.setPen(s.colors.faintText);
    const QString meaning = PictureWords::tr("how much later each collective begins in B");
    const double left = std::clamp(in.right() - m.horizontalAdvance(meaning) - 1, in.left(), std::max(l.strip.left(), in.left()));
    g.drawText(QRectF(left, l.strip.top() - s.em * 1.3, in.right() - left, s.em * 1.2), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, meaning);
  }
  paintTable(g, p, l.table, s);
  g.setPen(s.colors.faintText);
  double y = l.remarkTop;
  for (const QString& text : l.remark) {
    g.drawText(QRectF(in.left(), y, in.width(), s.em * 1.1), Qt::AlignLeft | Qt::AlignVCenter, text);
    y += s.em * 1.1;
  }
}

std::optional<CompareHit> compareAt(const ComparePicture& p, const CompareLayout& l, const CompareWindow& w, const QPointF& at) {
  if (at.x() < l.plot.left() || at.x() > l.plot.right()) return std::nullopt;
  CompareHit h;
  h.t = w.from + (at.x() - l.plot.left()) / l.plot.width() * (w.to - w.from);
  for (std::size_t i = 0; i < l.lanesA.size(); ++i)
    if (at.y() >= l.lanesA[i].top() && at.y() < l.lanesA[i].bottom()) h.lane = i;
  for (std::size_t i = 0; i < l.lanesB.size(); ++i)
    if (at.y() >= l.lanesB[i].top() && at.y() < l.lanesB[i].bottom()) h.lane = i, h.inB = true;
  if (!l.strip.isEmpty() && l.strip.contains(at) && !p.anchors.empty()) {
    const auto it = std::lower_bound(p.anchors.begin(), p.anchors.end(), h.t, [](const ComparePicture::Anchor& a, double t) { return static_cast<double>(a.a) < t; });
    std::size_t i = static_cast<std::size_t>(it - p.anchors.begin());
    if (i == p.anchors.size() || (i > 0 && h.t - static_cast<double>(p.anchors[i - 1].a) < static_cast<double>(p.anchors[i].a) - h.t)) --i;
    h.anchor = i;
  }
  if (!h.lane && !h.anchor) return std::nullopt;
  return h;
}

QString compareTip(const ComparePicture& p, const CompareHit& h) {
  if (h.anchor) {
    const auto& a = p.anchors[*h.anchor];
    return PictureWords::tr("%1: begins at %2 in A, %3 in B (%4); takes %5 and %6 (%7)")
        .arg(a.text, timeText(static_cast<double>(a.a)), timeText(static_cast<double>(a.b)), signedTime(static_cast<double>(a.b - a.a)), timeText(static_cast<double>(a.lengthA)),
             timeText(static_cast<double>(a.lengthB)), signedTime(static_cast<double>(a.lengthB - a.lengthA)));
  }
  const ComparePicture::Side& side = h.inB ? p.b : p.a;
  LodWindow window;
  window.from = side.begin + static_cast<std::int64_t>(h.t);
  window.to = window.from + 1;
  window.width = 1;
  std::vector<LodSpan> spans;
  side.lod->group(side.groups[*h.lane], window, spans);
  return PictureWords::tr("%1, %2, at %3: %4").arg(h.inB ? QStringLiteral("B") : QStringLiteral("A"), side.lanes[*h.lane], timeText(h.t), spans.empty() ? PictureWords::tr("nothing") : activityText(spans.front().activity));
}

}  // namespace weir
