#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "core/summarize/io_sum.h"
#include "views/io/io_page.h"

namespace weir {
namespace {

struct ChartTr {
  Q_DECLARE_TR_FUNCTIONS(IoPage)
};

using Spots = std::vector<IoSpot>*;

void spot(Spots spots, const QRectF& at, const QString& text) {
  if (spots) spots->push_back({at, text});
}

// Reading is plain, writing hatched, so that grey print and every eye tell them apart.
void bar(QPainter& p, const QRectF& r, const QColor& color, bool hatched, const chart::Style& s) {
  if (r.width() <= 0 || r.height() <= 0) return;
  p.setPen(Qt::NoPen);
  p.setBrush(color);
  p.drawRect(r);
  if (hatched) chart::hatch(p, r, theme::readableOn(color), 0.45 * s.em, s.line * 0.8);
}

double legend(QPainter& p, const QRectF& area, const std::vector<std::tuple<QString, QColor, bool>>& entries, const chart::Style& s) {
  const QFontMetricsF m(s.axis, p.device());
  p.setFont(s.axis);
  double x = area.left();
  double y = area.top();
  for (const auto& [name, color, hatched] : entries) {
    const double w = 1.5 * s.em + m.horizontalAdvance(name) + 1.0 * s.em;
    if (x + w > area.right() && x > area.left()) x = area.left(), y += m.height() * 1.1;
    bar(p, QRectF(x, y + m.height() * 0.2, 1.1 * s.em, m.height() * 0.6), color, hatched, s);
    p.setPen(s.colors.text);
    p.drawText(QRectF(x + 1.4 * s.em, y, area.right() - x, m.height()), Qt::AlignLeft, name);
    x += w;
  }
  return y + m.height() * 1.1 - area.top();
}

void yGrid(QPainter& p, const QRectF& plot, const std::vector<std::pair<double, QString>>& ticks, const chart::Style& s) {
  const QFontMetricsF m(s.axis, p.device());
  p.setFont(s.axis);
  for (const auto& [y, label] : ticks) {
    p.setPen(QPen(s.colors.grid, s.line));
    p.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    p.setPen(s.colors.faintText);
    p.drawText(QRectF(plot.left() - 20 * s.em, y - m.height() / 2, 20 * s.em - 0.35 * s.em, m.height()), Qt::AlignRight | Qt::AlignVCenter, label);
  }
}

// "1", "500", "10 k": an axis needs no more digits than its marks have.
QString counted(std::int64_t n) {
  if (n < 1000) return QString::number(n);
  const chart::AxisUnit unit = chart::axisUnit(static_cast<double>(n), "");
  return QString::number(static_cast<double>(n) * unit.factor, 'g', 3) + QLatin1Char(' ') + unit.unit;
}

// Columns of counts side by side, on a logarithmic axis where the counts are far apart.
void columns(QPainter& p, const std::vector<QString>& names, const std::vector<std::vector<std::int64_t>>& series, const std::vector<std::tuple<QString, QColor, bool>>& what,
             const QRectF& area, const chart::Style& s, Spots spots) {
  const QFontMetricsF m(s.axis, p.device());
  double top = area.top();
  if (what.size() > 1) top += legend(p, area, what, s);
  std::int64_t most = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> totals;
  for (const auto& v : series) {
    totals.push_back(0);
    for (const std::int64_t n : v) {
      totals.back() = saturatedSum(totals.back(), n);
      most = std::max(most, n);
      if (n > 0) least = std::min(least, n);
    }
  }
  if (most == 0) return;
  const bool log = static_cast<double>(most) > 100 * static_cast<double>(least);
  constexpr qsizetype kLines = 3;
  const double labels = m.height() * 3.1;
  const double leftRoom = m.horizontalAdvance(QStringLiteral("00000")) + 1.2 * s.em;
  const QRectF plot(area.left() + leftRoom, top + 0.3 * s.em, area.width() - leftRoom, area.bottom() - top - labels - 0.3 * s.em);
  const double high = static_cast<double>(most);
  // On the logarithmic axis one access stands a little above the ground: it is there.
  const auto up = [&](double n) { return n <= 0 ? 0.0 : log ? (std::log10(n) + 0.4) / (std::log10(high) + 0.4) : n / high; };
  std::vector<std::pair<double, QString>> ticks;
  for (const double t : log ? chart::logTicks(1, high, 4) : chart::ticks(0, high, 4)) ticks.emplace_back(plot.bottom() - up(t) * plot.height(), counted(static_cast<std::int64_t>(t)));
  yGrid(p, plot, ticks, s);
  p.save();
  p.setFont(s.axis);
  p.setPen(s.colors.faintText);
  chart::turnedText(p, QRectF(area.left() - 0.1 * s.em, plot.top(), m.height(), plot.height()), log ? ChartTr::tr("accesses (log)") : ChartTr::tr("accesses"));
  p.restore();
  const double slot = plot.width() / static_cast<double>(names.size());
  const double w = slot * 0.8 / static_cast<double>(series.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    QString tip = names[i];
    for (std::size_t k = 0; k < series.size(); ++k) {
      const std::int64_t n = series[k][i];
      const double h = up(static_cast<double>(n)) * plot.height();
      bar(p, QRectF(plot.left() + static_cast<double>(i) * slot + 0.1 * slot + static_cast<double>(k) * w, plot.bottom() - h, w, h), std::get<1>(what[k]), std::get<2>(what[k]), s);
      tip += QStringLiteral("\n%1: %2").arg(std::get<0>(what[k]), ioNumber(n));
      if (totals[k] > 0) tip += QStringLiteral(" (%1)").arg(chart::valueText(static_cast<double>(n) / static_cast<double>(totals[k]), "1"));
    }
    spot(spots, QRectF(plot.left() + static_cast<double>(i) * slot, plot.top(), slot, plot.height() + labels), tip);
    p.setFont(s.axis);
    p.setPen(s.colors.faintText);
    const QStringList lines = chart::wrapped(names[i], m, slot - 0.4 * s.em);
    for (qsizetype l = 0; l < std::min<qsizetype>(lines.size(), kLines); ++l)
      p.drawText(QRectF(plot.left() + static_cast<double>(i) * slot - s.em, plot.bottom() + 0.2 * s.em + static_cast<double>(l) * m.height() * 0.95, slot + 2 * s.em, m.height()),
                 Qt::AlignHCenter, m.elidedText(lines[l], Qt::ElideRight, slot + 0.6 * s.em));
  }
  p.setPen(QPen(s.colors.axis, s.line));
  p.drawLine(plot.bottomLeft(), plot.bottomRight());
}

// The bins between the first and the last that hold anything.
template <class Names, class A, class B>
void histogram(QPainter& p, const Names& names, const A& first, const B* second, const std::vector<std::tuple<QString, QColor, bool>>& what, const QRectF& area,
               const chart::Style& s, Spots spots) {
  std::size_t from = names.size();
  std::size_t to = 0;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (first[i] > 0 || (second && (*second)[i] > 0)) from = std::min(from, i), to = i + 1;
  if (to == 0) return;
  if (to - from < 4) from = from > 1 ? from - 1 : 0, to = std::min(names.size(), from + 4);
  std::vector<QString> shown;
  std::vector<std::vector<std::int64_t>> series(second ? 2 : 1);
  for (std::size_t i = from; i < to; ++i) {
    shown.push_back(ioText(names[i]));
    series[0].push_back(first[i]);
    if (second) series[1].push_back((*second)[i]);
  }
  columns(p, shown, series, what, area, s, spots);
}

void overTime(QPainter& p, const IoReport& r, const QRectF& area, const chart::Style& s, Spots spots) {
  const IoOverTime& t = r.overTime;
  const QFontMetricsF m(s.axis, p.device());
  const double used = legend(p, area, {{ChartTr::tr("read"), ioReadColor(), false}, {ChartTr::tr("written"), ioWriteColor(), true}}, s);
  const double bin = t.binSeconds();
  double read = 0;
  double written = 0;
  for (const double b : t.read) read = std::max(read, b / bin);
  for (const double b : t.written) written = std::max(written, b / bin);
  if (read + written <= 0 || bin <= 0) return;
  const chart::AxisUnit unit = chart::axisUnit(std::max(read, written), "B/s");
  const double leftRoom = m.horizontalAdvance(QStringLiteral("00000")) + 1.4 * s.em;
  const QRectF plot(area.left() + leftRoom, area.top() + used + 0.3 * s.em, area.width() - leftRoom, area.height() - used - m.height() * 1.4 - 0.5 * s.em);
  const double high = read + written;
  const double zero = plot.top() + plot.height() * read / high;  // reading upwards, writing downwards
  const double scale = plot.height() / high;
  std::vector<std::pair<double, QString>> ticks;
  const std::vector<double> marks = chart::ticks(-written * unit.factor, read * unit.factor, 5);
  const double step = marks.size() > 1 ? marks[1] - marks[0] : 1;
  for (const double v : marks) ticks.emplace_back(zero - v / unit.factor * scale, chart::tickText(std::abs(v), step));
  yGrid(p, plot, ticks, s);
  p.save();
  p.setFont(s.axis);
  p.setPen(s.colors.faintText);
  chart::turnedText(p, QRectF(area.left() - 0.1 * s.em, plot.top(), m.height(), plot.height()), unit.unit);
  p.restore();
  const auto n = t.read.size();
  const double w = plot.width() / static_cast<double>(n);
  for (const bool up : {true, false}) {
    const std::vector<double>& v = up ? t.read : t.written;
    QPainterPath path;
    path.moveTo(plot.left(), zero);
    for (std::size_t i = 0; i < n; ++i) {
      double h = v[i] / bin * scale;
      if (v[i] > 0) h = std::max(h, s.line);  // a lone access is never invisible
      const double y = up ? zero - h : zero + h;
      path.lineTo(plot.left() + static_cast<double>(i) * w, y);
      path.lineTo(plot.left() + static_cast<double>(i + 1) * w, y);
    }
    path.lineTo(plot.right(), zero);
    path.closeSubpath();
    p.setPen(Qt::NoPen);
    p.setBrush(up ? ioReadColor() : ioWriteColor());
    p.drawPath(path);
  }
  p.setPen(QPen(s.colors.axis, s.line));
  p.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));
  const double from = static_cast<double>(t.range.from) / 1e12;
  const double to = static_cast<double>(t.range.to) / 1e12;
  const chart::AxisUnit time = chart::axisUnit(std::max(std::abs(from), std::abs(to)), "s");
  p.setFont(s.axis);
  p.setPen(s.colors.faintText);
  const std::vector<double> at = chart::ticks(from * time.factor, to * time.factor, 6);
  for (const double x : at) {
    const double px = plot.left() + (x / time.factor - from) / (to - from) * plot.width();
    const QString label = chart::tickText(x, at.size() > 1 ? at[1] - at[0] : 1) + (x == at.back() ? QLatin1Char(' ') + time.unit : QString());
    const double half = m.horizontalAdvance(label) / 2 + 1;
    const double middle = std::min(px, area.right() - half);  // the last one carries the unit and would leave the chart
    p.drawText(QRectF(middle - half, plot.bottom() + 0.2 * s.em, 2 * half, m.height()), Qt::AlignHCenter, label);
  }
  // A tip for each of up to sixty stretches.
  if (!spots) return;
  const std::size_t each = std::max<std::size_t>(1, n / 60);
  for (std::size_t i = 0; i < n; i += each) {
    double a = 0;
    double b = 0;
    const std::size_t end = std::min(n, i + each);
    for (std::size_t k = i; k < end; ++k) a += t.read[k], b += t.written[k];
    const double span = bin * static_cast<double>(end - i);
    spot(spots, QRectF(plot.left() + static_cast<double>(i) * w, plot.top(), w * static_cast<double>(end - i), plot.height()),
         ChartTr::tr("%1 to %2\nread %3 (%4)\nwritten %5 (%6)")
             .arg(chart::valueText(from + bin * static_cast<double>(i), "s"), chart::valueText(from + bin * static_cast<double>(end), "s"), chart::valueText(a, "B"), ioRate(a / span),
                  chart::valueText(b, "B"), ioRate(b / span)));
  }
}

struct Share {
  QString name;
  double value = 0;
  QColor color;
  bool hatched = false;
  QString tip = {};
};

// One bar of shares with its name before it.
void shares(QPainter& p, const QString& name, const std::vector<Share>& parts, double all, const QRectF& row, double names, const chart::Style& s, Spots spots) {
  const QFontMetricsF m(s.axis, p.device());
  p.setFont(s.axis);
  p.setPen(s.colors.text);
  p.drawText(QRectF(row.left(), row.top(), names - 0.5 * s.em, row.height()), Qt::AlignRight | Qt::AlignVCenter, m.elidedText(name, Qt::ElideRight, names - 0.5 * s.em));
  const double width = row.width() - names;
  double x = row.left() + names;
  for (const Share& part : parts) {
    const double w = all > 0 ? width * part.value / all : 0;
    const QRectF at(x, row.top() + row.height() * 0.12, w, row.height() * 0.76);
    bar(p, at, part.color, part.hatched, s);
    const QString value = chart::valueText(part.value / all, "1");
    if (w > m.horizontalAdvance(value) + 0.6 * s.em) {
      if (part.hatched) {  // a clear ground under the figure
        const double half = m.horizontalAdvance(value) / 2 + 0.2 * s.em;
        p.setPen(Qt::NoPen);
        p.setBrush(part.color);
        p.drawRect(QRectF(at.center().x() - half, at.center().y() - m.height() / 2, 2 * half, m.height()));
      }
      p.setPen(theme::readableOn(part.color));
      p.drawText(at, Qt::AlignCenter, value);
    }
    spot(spots, at.adjusted(0, 0, std::max(0.0, 3 - w), 0), QStringLiteral("%1, %2: %3%4").arg(name, part.name, value, part.tip.isEmpty() ? QString() : QStringLiteral("\n") + part.tip));
    x += w;
  }
}

void pattern(QPainter& p, const IoReport& r, const QRectF& area, const chart::Style& s, Spots spots) {
  const QColor consecutive(0x0b6e53);
  const QColor forward = theme::roleColor(theme::Role::Data);
  const QColor strided(0x8fd3bd);
  const QColor first = theme::roleColor(theme::Role::Idle);
  const QColor back = theme::roleColor(theme::Role::Exposed);
  const QColor unknown = s.colors.grid;
  const bool exact = (r.reads.known && r.reads.exact) || (r.writes.known && r.writes.exact);
  std::vector<std::tuple<QString, QColor, bool>> names{{ChartTr::tr("consecutive"), consecutive, false}, {ChartTr::tr("forward with a gap"), forward, false}};
  if (exact) names.emplace_back(ChartTr::tr("of it strided"), strided, true);
  names.emplace_back(exact ? ChartTr::tr("first in its file") : ChartTr::tr("may be first in its file"), first, false);
  names.emplace_back(ChartTr::tr("back (random)"), back, true);
  if (r.reads.unplaced > 0 || r.writes.unplaced > 0) names.emplace_back(ChartTr::tr("offset unknown"), unknown, true);
  const double used = legend(p, area, names, s);
  const double h = std::min((area.height() - used - 0.5 * s.em) / 2, 3.2 * s.em);
  double y = area.top() + used + 0.5 * s.em;
  for (const auto& [name, k] : {std::pair(ChartTr::tr("reads"), &r.reads), std::pair(ChartTr::tr("writes"), &r.writes)}) {
    const std::int64_t all = saturatedSum(k->ops, k->unplaced);
    if (!k->known || all == 0) continue;
    const auto v = [](std::int64_t n) { return static_cast<double>(n); };
    std::vector<Share> parts;
    const QString ops = ChartTr::tr("of %1 accesses").arg(ioNumber(all));
    if (k->exact) {
      // The first access is none of the others; Darshan counts one that begins behind byte 0 as sequential all the same.
      parts = {{ChartTr::tr("consecutive"), v(k->ops - k->first - k->forward - k->backward), consecutive, false, ops},
               {ChartTr::tr("forward with a gap"), v(k->forward - k->strided), forward, false, ops},
               {ChartTr::tr("strided: forward by the same gap again"), v(k->strided), strided, true, ops},
               {ChartTr::tr("first in its file"), v(k->first), first, false, ops},
               {ChartTr::tr("back (random)"), v(k->backward), back, true, ops}};
    } else {
      parts = {{ChartTr::tr("consecutive"), v(k->consecutive), consecutive, false, ops},
               {ChartTr::tr("forward with a gap"), v(k->sequential - k->consecutive), forward, false, ops},
               {ChartTr::tr("may be first in its file"), v(k->randomAtMost() - k->random()), first, false, ops},
               {ChartTr::tr("back (random), at least"), v(k->random()), back, true, ops}};
    }
    parts.push_back({ChartTr::tr("offset unknown"), v(k->unplaced), unknown, true, ops});
    shares(p, name, parts, v(all), QRectF(area.left(), y, area.width(), h), 5 * s.em, s, spots);
    y += h;
  }
}

void kinds(QPainter& p, const IoReport& r, const QRectF& area, const chart::Style& s, Spots spots) {
  const QFontMetricsF m(s.axis, p.device());
  const double used = legend(p, area, {{ChartTr::tr("read"), ioReadColor(), false}, {ChartTr::tr("written"), ioWriteColor(), true}}, s);
  double most = 0;
  for (const IoGroup& g : r.kinds) most = std::max(most, static_cast<double>(g.sums.bytes().value_or(0)));
  if (most <= 0) return;
  const std::size_t rows = std::min<std::size_t>(r.kinds.size(), 8);
  const double h = std::min((area.height() - used - 0.4 * s.em) / static_cast<double>(std::max<std::size_t>(rows, 1)), 2.1 * s.em);
  QStringList labels;
  for (std::size_t i = 0; i < rows; ++i) labels << ioText(r.kinds[i].name);
  const double names = std::min(chart::widest(labels, m) + 0.6 * s.em, area.width() * 0.35);
  QStringList tails;
  for (std::size_t i = 0; i < rows; ++i) tails << ChartTr::tr("%1, %n file(s)", nullptr, static_cast<int>(r.kinds[i].files)).arg(ioBytes(r.kinds[i].sums.bytes()));
  const double ends = std::min(chart::widest(tails, m) + 0.8 * s.em, area.width() * 0.5);
  double y = area.top() + used + 0.4 * s.em;
  for (std::size_t i = 0; i < rows; ++i, y += h) {
    const IoGroup& g = r.kinds[i];
    p.setFont(s.axis);
    p.setPen(s.colors.text);
    p.drawText(QRectF(area.left(), y, names - 0.5 * s.em, h), Qt::AlignRight | Qt::AlignVCenter, m.elidedText(labels[static_cast<qsizetype>(i)], Qt::ElideRight, names - 0.5 * s.em));
    const double width = area.width() - names - ends;
    double x = area.left() + names;
    for (const bool read : {true, false}) {
      const IoCount b = read ? g.sums.readBytes : g.sums.writeBytes;
      double w = width * static_cast<double>(b.value_or(0)) / most;
      if (b.value_or(0) > 0) w = std::max(w, s.line);
      bar(p, QRectF(x, y + h * 0.15, w, h * 0.7), read ? ioReadColor() : ioWriteColor(), !read, s);
      x += w;
    }
    p.setPen(s.colors.faintText);
    p.drawText(QRectF(x + 0.4 * s.em, y, area.right() - x, h), Qt::AlignLeft | Qt::AlignVCenter, tails[static_cast<qsizetype>(i)]);
    spot(spots, QRectF(area.left(), y, area.width(), h),
         ChartTr::tr("%1\nread %2 in %3 operations\nwritten %4 in %5 operations\n%6 files")
             .arg(labels[static_cast<qsizetype>(i)], ioBytes(g.sums.readBytes), ioNumber(g.sums.readOps), ioBytes(g.sums.writeBytes), ioNumber(g.sums.writeOps), ioNumber(static_cast<std::int64_t>(g.files))));
  }
}

void epochs(QPainter& p, const IoReport& r, const QRectF& area, const chart::Style& s, Spots spots) {
  const QFontMetricsF m(s.axis, p.device());
  const bool rates = std::any_of(r.epochs.begin(), r.epochs.end(), [](const IoEpoch& e) { return e.busy > 0 && e.sums.readBytes.value_or(0) > 0; });
  const auto value = [&](const IoEpoch& e) { return rates ? (e.busy > 0 ? static_cast<double>(e.sums.readBytes.value_or(0)) / e.busy : 0.0) : static_cast<double>(e.length) / 1e12; };
  double most = 0;
  for (const IoEpoch& e : r.epochs) most = std::max(most, value(e));
  if (most <= 0) return;
  const chart::AxisUnit unit = chart::axisUnit(most, rates ? "B/s" : "s");
  const double leftRoom = m.horizontalAdvance(QStringLiteral("00000")) + 1.4 * s.em;
  const QRectF plot(area.left() + leftRoom, area.top() + 0.3 * s.em, area.width() - leftRoom, area.height() - m.height() * 2.4 - 0.5 * s.em);
  std::vector<std::pair<double, QString>> ticks;
  const std::vector<double> marks = chart::ticks(0, most * unit.factor, 4);
  for (const double v : marks) ticks.emplace_back(plot.bottom() - v / unit.factor / most * plot.height(), chart::tickText(v, marks.size() > 1 ? marks[1] - marks[0] : 1));
  yGrid(p, plot, ticks, s);
  p.save();
  p.setFont(s.axis);
  p.setPen(s.colors.faintText);
  chart::turnedText(p, QRectF(area.left() - 0.1 * s.em, plot.top(), m.height(), plot.height()), (rates ? ChartTr::tr("while reading (%1)") : ChartTr::tr("lasts (%1)")).arg(unit.unit));
  p.restore();
  const double slot = plot.width() / static_cast<double>(r.epochs.size());
  const std::size_t every = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(3 * s.em / slot)));
  for (std::size_t i = 0; i < r.epochs.size(); ++i) {
    const IoEpoch& e = r.epochs[i];
    const double h = value(e) / most * plot.height();
    const double gap = slot > 3 ? 0.12 * slot : 0;
    bar(p, QRectF(plot.left() + static_cast<double>(i) * slot + gap, plot.bottom() - h, std::max(slot - 2 * gap, s.line), h), ioReadColor(), false, s);
    spot(spots, QRectF(plot.left() + static_cast<double>(i) * slot, plot.top(), slot, plot.height() + m.height()),
         ChartTr::tr("epoch %1, lasts %2\nread %3 while any rank reads: %4\nread before: %5\nmedian read: %6")
             .arg(QString::number(e.number), ioTime(e.length), ioBytes(e.sums.readBytes), rates ? ioRate(value(e)) : ChartTr::tr("unknown"), ioBytes(e.readAgain), chart::valueText(e.median, "s")));
    if (i % every != 0) continue;
    p.setFont(s.axis);
    p.setPen(s.colors.faintText);
    p.drawText(QRectF(plot.left() + static_cast<double>(i) * slot - 2 * s.em, plot.bottom() + 0.2 * s.em, slot + 4 * s.em, m.height()), Qt::AlignHCenter, QString::number(e.number));
  }
  p.setFont(s.axis);
  p.setPen(s.colors.faintText);
  p.drawText(QRectF(plot.left(), plot.bottom() + 0.2 * s.em + m.height(), plot.width(), m.height()), Qt::AlignHCenter, ChartTr::tr("epoch"));
  p.setPen(QPen(s.colors.axis, s.line));
  p.drawLine(plot.bottomLeft(), plot.bottomRight());
}

// Where the ranks' time in I/O was: hidden behind computing or not, and the data stall of the steps.
void costs(QPainter& p, const IoReport& r, const QRectF& area, const chart::Style& s, Spots spots) {
  const IoRankTime& t = r.time;
  const QColor hidden = theme::roleColor(theme::Role::Overlapped);
  const QColor exposed = theme::roleColor(theme::Role::Exposed);
  const QColor rest = s.colors.grid;
  const double used = legend(p, area, {{ChartTr::tr("hidden behind computing"), hidden, false}, {ChartTr::tr("exposed, or waited for"), exposed, true}, {ChartTr::tr("the rest"), rest, false}}, s);
  const double h = std::min((area.height() - used - 0.5 * s.em) / 3, 2.8 * s.em);
  double y = area.top() + used + 0.5 * s.em;
  const auto v = [](double ps) { return ps / 1e12; };
  const auto tip = [&](double a, double of) { return ChartTr::tr("%1 of %2, summed over the ranks").arg(ioTime(a), ioTime(of)); };
  const auto put = [&](const QString& name, const std::vector<Share>& parts, double all) {
    shares(p, name, parts, all, QRectF(area.left(), y, area.width(), h), 7 * s.em, s, spots);
    y += h;
  };
  if (t.operates && t.io > 0)
    put(ChartTr::tr("I/O operations"), {{ChartTr::tr("hidden behind computing"), v(t.ioOverlapped), hidden, false, tip(t.ioOverlapped, t.io)}, {ChartTr::tr("exposed"), v(t.io - t.ioOverlapped), exposed, true, tip(t.io - t.ioOverlapped, t.io)}}, v(t.io));
  if (t.loads && t.load > 0)
    put(ChartTr::tr("data loader"), {{ChartTr::tr("hidden behind computing"), v(t.loadOverlapped), hidden, false, tip(t.loadOverlapped, t.load)}, {ChartTr::tr("exposed"), v(t.load - t.loadOverlapped), exposed, true, tip(t.load - t.loadOverlapped, t.load)}}, v(t.load));
  const double of = r.stallOfSteps ? t.steps : t.wall;
  if (of > 0)
    put(r.stallOfSteps ? ChartTr::tr("steps") : ChartTr::tr("time of the ranks"), {{ChartTr::tr("data stall"), v(t.stall), exposed, true, tip(t.stall, of)}, {ChartTr::tr("the rest"), v(of - t.stall), rest, false, tip(of - t.stall, of)}}, v(of));
}

}  // namespace

QColor ioReadColor() { return theme::roleColor(theme::Role::Data); }
QColor ioWriteColor() { return theme::roleColor(theme::Role::Checkpoint); }

std::vector<IoChart> ioCharts(const IoReport& r) {
  std::vector<IoChart> out;
  const auto any = [](const auto& list) { return std::any_of(list.begin(), list.end(), [](auto v) { return v > 0; }); };
  if (r.time.computes && (r.time.operates || r.time.loads)) out.push_back(IoChart::Costs);
  if (r.sizes.known && (any(r.sizes.reads) || any(r.sizes.writes))) out.push_back(IoChart::Sizes);
  if (any(r.overTime.read) || any(r.overTime.written)) out.push_back(IoChart::OverTime);
  if ((r.reads.known && saturatedSum(r.reads.ops, r.reads.unplaced) > 0) || (r.writes.known && saturatedSum(r.writes.ops, r.writes.unplaced) > 0)) out.push_back(IoChart::Pattern);
  if (r.total.bytes().value_or(0) > 0 && !r.kinds.empty()) out.push_back(IoChart::Kinds);
  if (!r.epochs.empty()) out.push_back(IoChart::Epochs);
  if (r.gapsKnown > 0) out.push_back(IoChart::Gaps);
  if (r.distancesKnown > 0) out.push_back(IoChart::Distances);
  return out;
}

QString ioChartTitle(IoChart c, const IoReport& r) {
  switch (c) {
    case IoChart::Sizes: return r.sizes.partial ? ChartTr::tr("Request sizes, lower bounds") : ChartTr::tr("Request sizes");
    case IoChart::OverTime: return ChartTr::tr("Bandwidth over time");
    case IoChart::Pattern: return ChartTr::tr("Order of accesses");
    case IoChart::Kinds: return ChartTr::tr("Bytes by kind of file");
    case IoChart::Gaps: return ChartTr::tr("Time between accesses of a rank");
    case IoChart::Distances: return ChartTr::tr("Distance between accesses in a file");
    case IoChart::Epochs: return ChartTr::tr("Epoch by epoch");
    case IoChart::Costs: return ChartTr::tr("What the data cost");
  }
  return {};
}

QString ioChartDefinition(IoChart c) {
  switch (c) {
    case IoChart::Sizes: return ChartTr::tr("How many reads and writes moved how much, in Darshan's bins (the upper end belongs to the bin); layers that count once.");
    case IoChart::OverTime: return ChartTr::tr("Bytes of each stretch of time over its length, all ranks together. An operation's bytes are spread evenly over its duration; where the log has a heat map only, its bins.");
    case IoChart::Pattern: return ChartTr::tr("Where an access begins, against the end of the last one of the same rank, file and direction (Darshan's sequential and consecutive).");
    case IoChart::Kinds: return ChartTr::tr("What a file is for, by its name and whether it was only written.");
    case IoChart::Gaps: return ChartTr::tr("From the end of a rank's last read or write, of any file, to the start of the next.");
    case IoChart::Distances: return ChartTr::tr("From the last byte a rank touched in a file, in the same direction, to where its next access begins.");
    case IoChart::Epochs: return ChartTr::tr("Bytes read in an epoch over the time in which any rank was reading; without operations how long the epoch lasted.");
    case IoChart::Costs: return ChartTr::tr("Time in I/O and in the data loader, and what of it ran beside computing. Data stall: a rank loads data while it neither computes nor communicates; of the steps' time where steps are known, which the breakdown by rank shows of the whole time.");
  }
  return {};
}

void paintIoChart(QPainter& p, IoChart c, const IoReport& r, const QRectF& area, const chart::Style& s, std::vector<IoSpot>* spots) {
  const std::vector<std::tuple<QString, QColor, bool>> both{{ChartTr::tr("reads"), ioReadColor(), false}, {ChartTr::tr("writes"), ioWriteColor(), true}};
  const std::vector<std::tuple<QString, QColor, bool>> one{{ChartTr::tr("accesses"), ioReadColor(), false}};
  switch (c) {
    case IoChart::Sizes: return histogram(p, kIoSizeNames, r.sizes.reads, &r.sizes.writes, both, area, s, spots);
    case IoChart::OverTime: return overTime(p, r, area, s, spots);
    case IoChart::Pattern: return pattern(p, r, area, s, spots);
    case IoChart::Kinds: return kinds(p, r, area, s, spots);
    case IoChart::Gaps: return histogram(p, kIoGapNames, r.gaps, static_cast<const std::array<std::int64_t, 10>*>(nullptr), one, area, s, spots);
    case IoChart::Distances: return histogram(p, kIoDistanceNames, r.distances, static_cast<const std::array<std::int64_t, 9>*>(nullptr), one, area, s, spots);
    case IoChart::Epochs: return epochs(p, r, area, s, spots);
    case IoChart::Costs: return costs(p, r, area, s, spots);
  }
}

}  // namespace weir
