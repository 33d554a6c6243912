#include "views/power/power_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "core/base/offset.h"
#include "core/base/units.h"
#include "core/summarize/seconds.h"
#include "views/shared/font_metrics.h"
#include "views/shared/text.h"

namespace weir {
namespace {

struct PowerWords {
  Q_DECLARE_TR_FUNCTIONS(PowerPicture)
};

constexpr std::size_t kTracks = 24;  // with a colour of their own; the rest is one
QString watts(double v) { return std::isnan(v) ? PowerWords::tr("unknown") : q(units::showSi(v, "W")); }
QString joules(double v) { return std::isnan(v) ? PowerWords::tr("unknown") : q(units::showJoules(v)); }
QString fileOf(const Run& run, std::uint32_t source) { return q(run.sources[source].file).section(QLatin1Char('/'), -1); }

}  // namespace

QColor powerColor(std::size_t track) {
  // Energy's orange first; neighbours of the stack differ in lightness too, for the colour-blind.
  static const std::array<QColor, 8> set{QColor(0xE6, 0x9F, 0x00), QColor(0x00, 0x72, 0xB2), QColor(0xF0, 0xE4, 0x42), QColor(0x00, 0x9E, 0x73),
                                         QColor(0xCC, 0x79, 0xA7), QColor(0x56, 0xB4, 0xE9), QColor(0xD5, 0x5E, 0x00), QColor(0x99, 0x99, 0x99)};
  QColor c = set[track % set.size()];
  if (track >= set.size()) c = (track / set.size()) % 2 == 1 ? c.darker(135) : c.lighter(125);
  return c;
}

QString phaseName(Phase p) {
  switch (p) {
    case Phase::Computing: return PowerWords::tr("computing");
    case Phase::Communication: return PowerWords::tr("communication, exposed");
    case Phase::Data: return PowerWords::tr("waiting for data");
    case Phase::Checkpoint: return PowerWords::tr("checkpoint");
    case Phase::Copy: return PowerWords::tr("copying host to device");
    case Phase::Idle: return PowerWords::tr("idle or other");
    case Phase::Outside: return PowerWords::tr("before or after the rank's events");
  }
  return {};
}

QColor phaseColor(Phase p) {
  switch (p) {
    case Phase::Computing: return theme::roleColor(theme::Role::Compute);
    case Phase::Communication: return theme::roleColor(theme::Role::Exposed);
    case Phase::Data: return theme::roleColor(theme::Role::Data);
    case Phase::Checkpoint: return theme::roleColor(theme::Role::Checkpoint);
    case Phase::Copy: return theme::activityColor(Activity::Copy);
    case Phase::Idle: return theme::roleColor(theme::Role::Idle);
    case Phase::Outside: return theme::roleColor(theme::Role::Idle).lighter(150);
  }
  return {};
}

TimeRange PowerPicture::column(std::size_t c) const {
  for (const PowerStretch& s : axis) {
    if (c >= s.first + s.columns) continue;
    const double width = static_cast<double>(s.range.length()) / static_cast<double>(s.columns), at = static_cast<double>(c - s.first);
    return {s.range.from + static_cast<std::int64_t>(at * width), s.range.from + static_cast<std::int64_t>((at + 1) * width)};
  }
  return {};
}

std::shared_ptr<const PowerPicture> makePowerPicture(const Run& run, const std::vector<RankSteps>& steps, std::optional<TimeRange> asked, PowerPicture::By by, int columns, const Job& job) {
  auto out = std::make_shared<PowerPicture>();
  PowerPicture& p = *out;
  const TimeRange range = asked.value_or(TimeRange{run.span().first, std::max(run.span().second, run.span().first + 1)});
  p.summary = powerSummary(run, asked);
  p.simulated = run.truth != Truth::Measured;
  p.origin = run.span().first;
  p.range = range;
  if (!p.summary) return out;
  p.report = energyReport(run, steps, asked, job);
  if (job.stopped() || !p.report) return nullptr;

  const auto counters = meterCounters(run);
  std::vector<EnergyCurve> curves;
  std::vector<TimeRange> read;
  for (const MeterCounters& m : counters) {
    curves.emplace_back(m);
    if (curves.back().known()) read.push_back(curves.back().span());
    if (job.stopped()) return nullptr;
  }
  p.clocks = clockHints(run);
  p.axis = powerStretches(read, range, !asked, static_cast<std::size_t>(columns));
  p.range = {p.axis.front().range.from, p.axis.back().range.to};
  std::map<std::pair<std::int32_t, std::size_t>, PowerPicture::Track> tracks;  // rank or the meter's place
  job.begin("power over time", counters.size());
  for (std::size_t m = 0; m < counters.size(); ++m) {
    if (job.stopped()) return nullptr;
    job.add(1);
    const EnergyCurve& curve = curves[m];
    if (!curve.known() || curve.covered(range) == 0) continue;
    const bool byRank = by == PowerPicture::By::Rank && counters[m].rank != kUnknownRank;
    auto& t = tracks[{byRank ? counters[m].rank : kUnknownRank, byRank ? 0 : m}];
    if (t.mean.empty()) {
      t.mean.assign(static_cast<std::size_t>(columns), std::numeric_limits<float>::quiet_NaN());
      t.name = byRank ? PowerWords::tr("rank %1").arg(counters[m].rank) : q(counters[m].name);
    }
    for (int c = 0; c < columns; ++c) {
      const TimeRange column = p.column(static_cast<std::size_t>(c));
      const std::int64_t covered = curve.covered(column);
      if (covered == 0) continue;
      float& v = t.mean[static_cast<std::size_t>(c)];
      v = (std::isnan(v) ? 0.0F : v) + static_cast<float>(curve.within(column) / seconds(covered));
    }
    t.energy_j += curve.within(range);
    t.mean_w += curve.within(range) / seconds(curve.covered(range));
  }
  for (auto& [key, t] : tracks) p.tracks.push_back(std::move(t));
  if (p.tracks.size() > kTracks) {
    // The hungriest keep their place, the others are one track on top.
    std::vector<std::size_t> order(p.tracks.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p.tracks[a].energy_j > p.tracks[b].energy_j; });
    order.resize(kTracks - 1);
    std::sort(order.begin(), order.end());
    std::vector<PowerPicture::Track> kept;
    PowerPicture::Track rest;
    rest.mean.assign(static_cast<std::size_t>(columns), std::numeric_limits<float>::quiet_NaN());
    rest.name = PowerWords::tr("%1 more").arg(p.tracks.size() - order.size());
    for (std::size_t i = 0; i < p.tracks.size(); ++i) {
      if (std::binary_search(order.begin(), order.end(), i)) {
        kept.push_back(std::move(p.tracks[i]));
        continue;
      }
      rest.energy_j += p.tracks[i].energy_j;
      rest.mean_w += p.tracks[i].mean_w;
      for (std::size_t c = 0; c < rest.mean.size(); ++c)
        if (!std::isnan(p.tracks[i].mean[c])) rest.mean[c] = (std::isnan(rest.mean[c]) ? 0.0F : rest.mean[c]) + p.tracks[i].mean[c];
    }
    kept.push_back(std::move(rest));
    p.tracks = std::move(kept);
  }
  for (int c = 0; c < columns; ++c) {
    double sum = 0;
    for (const auto& t : p.tracks)
      if (!std::isnan(t.mean[static_cast<std::size_t>(c)])) sum += static_cast<double>(t.mean[static_cast<std::size_t>(c)]);
    p.highest = std::max(p.highest, sum);
  }
  for (const StepEnergy& s : p.report->steps) p.longestStep_j = std::max(p.longestStep_j, s.energy_j.value_or(0));
  QStringList remark;
  for (const ClockHint& h : p.clocks)
    remark << PowerWords::tr("%1 reads with the others if its clock is moved by %2 (Line up clocks, or Moved by hand in Import).").arg(fileOf(run, h.source), q(units::showOffset(h.shift)));
  for (const Note& n : p.summary->notes) remark << PowerWords::tr("Meters that do not read at the same time (%1): their common mean, %2, is no sum of what they draw; that would be %3. %4")
                                                       .arg(n.count)
                                                       .arg(watts(p.summary->mean_w.value_or(std::nan(""))), watts(p.summary->sumOfMeans_w),
                                                            n.first.empty() ? QString() : q(n.first.front()) + QLatin1Char('.'));
  if (p.axis.size() > 1) {
    QStringList left;
    for (std::size_t i = 1; i < p.axis.size(); ++i) left << q(units::showSeconds(seconds(p.axis[i].range.from - p.axis[i - 1].range.to)));
    remark << PowerWords::tr("Where the axis is broken nothing was read for %1.").arg(left.join(QStringLiteral(", ")));
  }
  std::uint64_t gaps = 0;
  for (const PowerMeter& m : p.summary->by) gaps += m.gaps;
  if (gaps > 0) remark << PowerWords::tr("%n gap(s) between readings, bridged by a straight line.", nullptr, static_cast<int>(gaps));
  if (!p.report->assumption.empty()) remark << PowerWords::tr("Assumed: %1.").arg(q(p.report->assumption));
  p.remark = remark.join(QLatin1Char(' '));
  return out;
}

namespace {
constexpr double kWhole = 0.999;  // of a step covered by readings
QString phaseLabel(const PowerPicture& p, std::size_t phase) { return QStringLiteral("%1 %2").arg(phaseName(static_cast<Phase>(phase)), joules((*p.report->phase_j)[phase])); }
}  // namespace

double PowerLayout::x(const PowerPicture& p, std::int64_t t) const {
  for (std::size_t i = 0; i < stretches.size(); ++i)
    if (const TimeRange& r = p.axis[i].range; t >= r.from && t <= r.to)
      return stretches[i].left() + static_cast<double>(t - r.from) / static_cast<double>(r.length()) * stretches[i].width();
  return std::numeric_limits<double>::quiet_NaN();
}

PowerLayout layoutPower(const PowerPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device) {
  PowerLayout l;
  const QFontMetricsF m = metrics(s.axis, device), tm = metrics(s.title, device);
  l.em = s.em;
  const double gap = s.em * 0.6;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  constexpr int kTitleLines = 2;
  l.titleLines = chart::wrapped(p.title, tm, in.width());
  if (l.titleLines.size() > kTitleLines) l.titleLines = QStringList{l.titleLines.first(), tm.elidedText(l.titleLines.mid(1).join(QLatin1Char(' ')), Qt::ElideRight, in.width())};
  l.title = QRectF(in.left(), in.top(), in.width(), tm.height() * static_cast<double>(std::max<qsizetype>(l.titleLines.size(), 1)));
  double y = l.title.bottom() + gap * 0.5, x = in.left();
  const double line = s.em * 1.3;
  for (std::size_t i = 0; i < p.tracks.size(); ++i) {
    const double w = m.horizontalAdvance(p.tracks[i].name) + s.em * 2;
    if (x + w > in.right() && x > in.left()) x = in.left(), y += line;
    l.legendEntries.emplace_back(static_cast<int>(i), QRectF(x, y, w, line));
    x += w;
  }
  l.legend = QRectF(in.left(), l.title.bottom(), in.width(), y + line - l.title.bottom());
  l.remark = p.remark.isEmpty() ? QStringList() : chart::wrapped(p.remark, m, in.width());
  // A window is scrolled; on paper the plot goes before the words.
  double plots = 1.2 + 5 + 2.6 + 0.6;
  if (p.report && p.report->phase_j) plots += 4.3;
  if (p.report && p.longestStep_j > 0) plots += 6.2;
  const auto most = std::max<qsizetype>(1, static_cast<qsizetype>((in.bottom() - l.legend.bottom() - plots * s.em) / (s.em * 1.1)));
  if (s.figure && l.remark.size() > most) {
    l.remark.resize(most);
    l.remark.last() = m.elidedText(l.remark.last() + QStringLiteral(" …"), Qt::ElideRight, in.width());
  }
  l.remarkTop = in.bottom() - s.em * 1.1 * static_cast<double>(l.remark.size());
  const double left = in.left() + s.em * 4.6, right = in.right() - s.em;
  double bottom = l.remarkTop - gap;
  const double room = bottom - l.legend.bottom();
  if (p.report && p.report->phase_j) {
    double lx = left, ly = 0;
    for (std::size_t i = 0; i < kPhases; ++i) {
      if (!((*p.report->phase_j)[i] > 0)) continue;
      const double w = m.horizontalAdvance(phaseLabel(p, i)) + s.em * 2;
      if (lx + w > right + s.em && lx > left) lx = left, ly += line;
      l.phaseEntries.emplace_back(static_cast<int>(i), QRectF(lx, ly, w, line));
      lx += w;
    }
    const double legend = ly + line;
    l.phases = QRectF(left, bottom - legend - s.em * 2.1, right - left, s.em * 1.5);
    for (auto& [phase, r] : l.phaseEntries) r.translate(0, l.phases.bottom() + s.em * 0.35);
    bottom = l.phases.top() - gap * 1.5;
  }
  if (p.report && p.longestStep_j > 0) {
    const double h = std::max(room * 0.28, s.em * 5);
    l.bars = QRectF(left, bottom - h + s.em, right - left, h - s.em * 3.6);
    bottom = l.bars.top() - s.em * 1.2;
    const auto& steps = p.report->steps;
    const bool none = std::any_of(steps.begin(), steps.end(), [](const StepEnergy& e) { return !e.energy_j; });
    const bool part = std::any_of(steps.begin(), steps.end(), [](const StepEnergy& e) { return e.energy_j && e.covered < kWhole; });
    l.stepTitle = part && none ? PowerWords::tr("step (dotted outline: read in part; hatched: not read)") : part ? PowerWords::tr("step (dotted outline: read in part)") : none ? PowerWords::tr("step (hatched: not read)") : PowerWords::tr("step");
  }
  const double top = l.legend.bottom() + s.em * 1.2;  // where the axis's title stands when the plot is low
  l.plot = QRectF(left, top, right - left, std::max(bottom - top - s.em * 2.6, s.em * 3));
  // To one scale, with a gap where the axis is broken.
  double length = 0;
  for (const PowerStretch& t : p.axis) length += static_cast<double>(t.range.length());
  const double breaks = s.em * 1.4 * static_cast<double>(p.axis.empty() ? 0 : p.axis.size() - 1);
  double at = l.plot.left();
  for (const PowerStretch& t : p.axis) {
    const double w = std::max((l.plot.width() - breaks) * static_cast<double>(t.range.length()) / length, 1.0);
    l.stretches.emplace_back(at, l.plot.top(), w, l.plot.height());
    at += w + s.em * 1.4;
  }
  return l;
}

double powerHeight(const PowerPicture& p, double width, const chart::Style& s, const QPaintDevice* device) {
  constexpr double kAny = 4000;
  const PowerLayout l = layoutPower(p, QRectF(0, 0, width, kAny), s, device);
  double em = 1.2 + 6 + 2.6 + 0.6;  // title of the axis, plot, time, a gap
  if (!l.phaseEntries.empty()) em += 2.1 + (l.phaseEntries.back().second.bottom() - l.phaseEntries.front().second.top()) / s.em + 0.9;
  if (!l.bars.isEmpty()) em += 5 + 1.2;
  return l.legend.bottom() + em * s.em + (kAny - l.remarkTop);
}

namespace {

// `above`: the room over the plot.
void yAxis(QPainter& g, const QRectF& plot, double highest, std::string_view unit, const QString& title, double above, const chart::Style& s) {
  const chart::AxisUnit u = chart::axisUnit(highest, unit);
  const auto ticks = chart::ticks(0, highest * u.factor, std::clamp(static_cast<int>(plot.height() / (2.2 * s.em)), 2, 8));
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : highest * u.factor;
  for (const double t : ticks) {
    const double y = plot.bottom() - t / (highest * u.factor) * plot.height();
    g.setPen(QPen(s.colors.grid, s.line));
    g.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    g.setPen(s.colors.text);
    g.drawText(QRectF(plot.left() - 5 * s.em, y - s.em, 4.7 * s.em, 2 * s.em), Qt::AlignRight | Qt::AlignVCenter, chart::tickText(t, step));
  }
  g.setPen(s.colors.text);
  const QString whole = QStringLiteral("%1 (%2)").arg(title, u.unit);
  const QRectF beside(plot.left() - 4.4 * s.em, plot.top(), s.em * 1.2, plot.height());
  // A low plot has no room for its title along the axis: it stands level on top of it, whole.
  if (metrics(g.font(), g.device()).horizontalAdvance(whole) <= plot.height()) chart::turnedText(g, beside, whole);
  else g.drawText(QRectF(beside.left(), plot.top() - above, plot.width(), above), Qt::AlignLeft | Qt::AlignVCenter, whole);
}

}  // namespace

namespace {

// One track within one stretch of the axis: a polygon for each run of readings; where nothing was read, nothing is drawn.
void paintTrack(QPainter& g, const PowerPicture& p, const PowerLayout& l, const chart::Style& s, std::size_t track, std::size_t stretch, double highest, std::vector<double>& base) {
  const auto& mean = p.tracks[track].mean;
  const PowerStretch& t = p.axis[stretch];
  const QRectF& r = l.stretches[stretch];
  const std::size_t end = t.first + t.columns;
  const double w = r.width() / static_cast<double>(t.columns);
  const auto x = [&](std::size_t c) { return r.left() + static_cast<double>(c - t.first) * w; };
  const auto y = [&](double watts) { return r.bottom() - watts / highest * r.height(); };
  for (std::size_t c = t.first; c < end;) {
    if (std::isnan(mean[c])) {
      ++c;
      continue;
    }
    std::size_t k = c;
    QPolygonF area;
    for (; k < end && !std::isnan(mean[k]); ++k) {
      const double top = y(base[k] + static_cast<double>(mean[k]));
      area << QPointF(x(k), top) << QPointF(x(k + 1), top);
    }
    const qsizetype top = area.size();
    for (std::size_t b = k; b-- > c;) {
      area << QPointF(x(b + 1), y(base[b])) << QPointF(x(b), y(base[b]));
      base[b] += static_cast<double>(mean[b]);
    }
    QColor fill = powerColor(track);
    if (p.simulated) fill.setAlphaF(0.35F);
    g.setPen(Qt::NoPen);
    g.setBrush(fill);
    g.drawPolygon(area);
    g.setPen(QPen(s.colors.background, s.line * 0.8));
    g.drawPolyline(area.constData(), static_cast<int>(top));
    c = k;
  }
}

// From the run's beginning; two strokes where it is broken.
void paintTimeAxis(QPainter& g, const PowerPicture& p, const PowerLayout& l, const chart::Style& s) {
  g.setBrush(Qt::NoBrush);
  double largest = 0;
  for (const PowerStretch& t : p.axis) largest = std::max({largest, std::fabs(seconds(t.range.from - p.origin)), std::fabs(seconds(t.range.to - p.origin))});
  const TimeStyle style = timeStyle(largest);
  const double label = metrics(s.axis, g.device()).horizontalAdvance(timeText(largest, style, 1)) + s.em * 2.2;
  for (std::size_t i = 0; i < l.stretches.size(); ++i) {
    const QRectF& r = l.stretches[i];
    g.setPen(QPen(s.colors.axis, s.line));
    g.drawLine(r.bottomLeft(), r.bottomRight());
    if (i > 0)
      for (const double x : {l.stretches[i - 1].right(), r.left()}) g.drawLine(QPointF(x - s.em * 0.2, r.bottom() + s.em * 0.25), QPointF(x + s.em * 0.2, r.bottom() - s.em * 0.5));
    const double from = seconds(p.axis[i].range.from - p.origin), to = seconds(p.axis[i].range.to - p.origin);
    const PowerTicks ticks = timeTicks(from, to, style, std::clamp(static_cast<int>(r.width() / label), 1, 12));
    for (const double t : ticks.at) {
      const double x = r.left() + (t - from) / (to - from) * r.width();
      g.setPen(QPen(s.colors.axis, s.line));
      g.drawLine(QPointF(x, r.bottom()), QPointF(x, r.bottom() + s.em * 0.3));
      g.setPen(s.colors.text);
      g.drawText(QRectF(x - 100, r.bottom() + s.em * 0.4, 200, s.em), Qt::AlignHCenter | Qt::AlignTop, timeText(t, style, ticks.step));
    }
  }
  g.setPen(s.colors.text);
  g.drawText(QRectF(l.plot.left(), l.plot.bottom() + s.em * 1.4, l.plot.width(), s.em * 1.2), Qt::AlignCenter, PowerWords::tr("time since the run's first event (%1)").arg(style.unit));
}

}  // namespace

void paintPower(QPainter& g, const PowerPicture& p, const PowerLayout& l, const chart::Style& s) {
  const QFontMetricsF m = metrics(s.axis, g.device()), tm = metrics(s.title, g.device());
  g.setFont(s.title);
  g.setPen(s.colors.text);
  double ty = l.title.top();
  for (const QString& line : l.titleLines) {
    g.drawText(QRectF(l.title.left(), ty, l.title.width(), tm.height()), Qt::AlignLeft | Qt::AlignVCenter, line);
    ty += tm.height();
  }
  g.setFont(s.axis);
  for (const auto& [i, r] : l.legendEntries) {
    const QRectF box(r.left(), r.top() + s.em * 0.25, s.em * 0.8, s.em * 0.8);
    g.fillRect(box, powerColor(static_cast<std::size_t>(i)));
    g.setPen(s.colors.text);
    g.drawText(r.adjusted(s.em * 1.1, 0, s.em, 0), Qt::AlignLeft | Qt::AlignVCenter, p.tracks[static_cast<std::size_t>(i)].name);
  }
  const double highest = p.highest > 0 ? p.highest * 1.04 : 1;
  yAxis(g, l.plot, highest, "W", PowerWords::tr("power"), s.em * 1.2, s);
  const std::size_t columns = p.tracks.empty() ? 0 : p.tracks.front().mean.size();
  std::vector<double> base(columns, 0);
  for (std::size_t i = 0; i < p.tracks.size(); ++i)
    for (std::size_t k = 0; k < p.axis.size(); ++k) paintTrack(g, p, l, s, i, k, highest, base);
  // Steps as thin lines behind nothing: where one begins.
  if (p.report) {
    g.setPen(QPen(s.colors.faintText, s.line, Qt::DotLine));
    for (const StepEnergy& e : p.report->steps)
      if (const double x = l.x(p, e.span.from); p.report->steps.size() * 6 < l.plot.width() && !std::isnan(x)) g.drawLine(QPointF(x, l.plot.top()), QPointF(x, l.plot.bottom()));
  }
  paintTimeAxis(g, p, l, s);

  if (!l.bars.isEmpty()) {
    const auto& steps = p.report->steps;
    const double most = p.longestStep_j * 1.04;
    yAxis(g, l.bars, most, "J", PowerWords::tr("a step"), s.em * 1.2, s);
    const double bw = l.bars.width() / static_cast<double>(steps.size());
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const QRectF slot(l.bars.left() + static_cast<double>(k) * bw, l.bars.top(), bw, l.bars.height());
      const QRectF bar = slot.adjusted(bw > 4 ? bw * 0.12 : 0, 0, bw > 4 ? -bw * 0.12 : 0, 0);
      if (!steps[k].energy_j) {
        chart::hatch(g, QRectF(bar.left(), bar.bottom() - s.em, bar.width(), s.em), s.colors.faintText, s.em * 0.35, s.line * 0.7);
        continue;
      }
      double bottom = l.bars.bottom();
      const double scale = l.bars.height() / most;
      if (steps[k].phase_j) {
        for (std::size_t i = 0; i < kPhases; ++i) {
          const double h = (*steps[k].phase_j)[i] * scale;
          if (h > 0) g.fillRect(QRectF(bar.left(), bottom - h, bar.width(), h), phaseColor(static_cast<Phase>(i)));
          bottom -= h;
        }
      } else {
        g.fillRect(QRectF(bar.left(), bottom - *steps[k].energy_j * scale, bar.width(), *steps[k].energy_j * scale), theme::roleColor(theme::Role::Energy));
      }
      if (steps[k].covered < kWhole) {  // read in part alone: an outline to the whole is not known, so it is marked
        g.setPen(QPen(s.colors.text, s.line, Qt::DotLine));
        g.setBrush(Qt::NoBrush);
        g.drawRect(QRectF(bar.left(), l.bars.bottom() - *steps[k].energy_j * scale, bar.width(), *steps[k].energy_j * scale));
      }
    }
    g.setPen(QPen(s.colors.axis, s.line));
    g.drawLine(l.bars.bottomLeft(), l.bars.bottomRight());
    g.setPen(s.colors.text);
    const int every = std::max(1, static_cast<int>(std::ceil(s.em * 3 / bw)));
    for (std::size_t k = 0; k < steps.size(); k += static_cast<std::size_t>(every))
      g.drawText(QRectF(l.bars.left() + static_cast<double>(k) * bw - 50, l.bars.bottom() + s.em * 0.2, bw + 100, s.em), Qt::AlignHCenter | Qt::AlignTop, QString::number(steps[k].number));
    g.drawText(QRectF(l.bars.left(), l.bars.bottom() + s.em * 1.2, l.bars.width(), s.em * 1.2), Qt::AlignCenter, l.stepTitle);
  }
  if (!l.phases.isEmpty()) {
    double sum = 0;
    for (const double j : *p.report->phase_j) sum += j;
    double x = l.phases.left();
    g.setPen(s.colors.text);
    g.drawText(QRectF(l.phases.left() - 4.6 * s.em, l.phases.top(), 4.3 * s.em, l.phases.height()), Qt::AlignRight | Qt::AlignVCenter, PowerWords::tr("energy"));
    for (std::size_t i = 0; i < kPhases && sum > 0; ++i) {
      const double j = (*p.report->phase_j)[i];
      if (!(j > 0)) continue;
      const QRectF r(x, l.phases.top(), j / sum * l.phases.width(), l.phases.height());
      const QColor hue = phaseColor(static_cast<Phase>(i));
      g.fillRect(r, hue);
      const QString share = q(units::showPercent(j / sum));
      if (m.horizontalAdvance(share) + s.em * 0.6 < r.width()) {
        g.setPen(theme::readableOn(hue));
        g.drawText(r.adjusted(-20, -20, 20, 20), Qt::AlignCenter, share);
      }
      x = r.right();
    }
    for (const auto& [i, r] : l.phaseEntries) {
      g.fillRect(QRectF(r.left(), r.top() + s.em * 0.15, s.em * 0.8, s.em * 0.8), phaseColor(static_cast<Phase>(i)));
      g.setPen(s.colors.text);
      g.drawText(r.adjusted(s.em * 1.1, 0, s.em, 0), Qt::AlignLeft | Qt::AlignVCenter, phaseLabel(p, static_cast<std::size_t>(i)));
    }
  }
  g.setPen(s.colors.faintText);
  double y = l.remarkTop;
  for (const QString& line : l.remark) {
    g.drawText(QRectF(l.title.left(), y, l.title.width(), s.em * 1.1), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += s.em * 1.1;
  }
}

PowerHit powerAt(const PowerPicture& p, const PowerLayout& l, const QPointF& at) {
  PowerHit h;
  if (p.empty()) return h;
  if (l.plot.contains(at)) {
    for (std::size_t k = 0; k < l.stretches.size(); ++k) {
      const QRectF& r = l.stretches[k];
      if (at.x() < r.left() || at.x() > r.right()) continue;
      const PowerStretch& t = p.axis[k];
      h.column = t.first + std::min(static_cast<std::size_t>((at.x() - r.left()) / r.width() * static_cast<double>(t.columns)), t.columns - 1);
    }
    if (!h.column) return h;  // where the axis is broken
    double below = 0;
    const double w = (l.plot.bottom() - at.y()) / l.plot.height() * (p.highest > 0 ? p.highest * 1.04 : 1);
    for (std::size_t i = 0; i < p.tracks.size(); ++i) {
      const float v = p.tracks[i].mean[*h.column];
      if (std::isnan(v)) continue;
      if (w >= below && w < below + static_cast<double>(v)) h.track = i;
      below += static_cast<double>(v);
    }
  } else if (!l.bars.isEmpty() && l.bars.contains(at)) {
    h.step = std::min(static_cast<std::size_t>((at.x() - l.bars.left()) / l.bars.width() * static_cast<double>(p.report->steps.size())), p.report->steps.size() - 1);
  } else if (!l.phases.isEmpty() && l.phases.contains(at)) {
    double sum = 0, before = 0;
    for (const double j : *p.report->phase_j) sum += j;
    const double j = (at.x() - l.phases.left()) / l.phases.width() * sum;
    for (std::size_t i = 0; i < kPhases; ++i) {
      if (j >= before && j < before + (*p.report->phase_j)[i]) h.phase = i;
      before += (*p.report->phase_j)[i];
    }
  }
  return h;
}

QStringList powerTip(const PowerPicture& p, const PowerHit& h) {
  QStringList out;
  if (h.column) {
    const TimeRange column = p.column(*h.column);
    const double t = seconds(column.from + column.length() / 2 - p.origin);
    const TimeStyle style = timeStyle(std::fabs(t));
    out << PowerWords::tr("at %1").arg(QStringLiteral("%1 %2").arg(timeText(t, style, seconds(column.length())), style.unit));
    double sum = 0;
    for (const auto& track : p.tracks)
      if (!std::isnan(track.mean[*h.column])) sum += static_cast<double>(track.mean[*h.column]);
    if (h.track) out << QStringLiteral("%1: %2").arg(p.tracks[*h.track].name, watts(static_cast<double>(p.tracks[*h.track].mean[*h.column])));
    out << PowerWords::tr("all meters: %1").arg(watts(sum));
    return out;
  }
  const auto phases = [&](const std::optional<PhaseEnergy>& e) {
    if (!e) return;
    for (std::size_t i = 0; i < kPhases; ++i)
      if ((*e)[i] > 0) out << QStringLiteral("%1: %2").arg(phaseName(static_cast<Phase>(i)), joules((*e)[i]));
  };
  if (h.step) {
    const StepEnergy& s = p.report->steps[*h.step];
    out << PowerWords::tr("step %1: %2, %3").arg(s.number).arg(joules(s.energy_j.value_or(std::nan(""))), watts(s.mean_w.value_or(std::nan(""))));
    if (s.covered < kWhole) out << PowerWords::tr("readings cover %1 of it").arg(q(units::showPercent(s.covered)));
    phases(s.phase_j);
  } else if (h.phase) {
    phases(p.report->phase_j);
  }
  return out;
}

}  // namespace weir
