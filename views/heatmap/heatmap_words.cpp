// What the traffic view says: the picture with its titles and remarks, the facts of a cell, the table.
#include <algorithm>
#include <cmath>

#include "views/heatmap/heatmap_answer.h"
#include "views/heatmap/heatmap_view.h"

namespace weir {

HeatPicture HeatmapView::picture(const Answer& a, bool log) const {
  HeatPicture p;
  p.log = log;
  if (a.request.links) {
    const LinkHeat& h = a.heat;
    p.title = tr("%1, link × time: %2").arg(q(h.group).left(1).toUpper() + q(h.group).mid(1), a.request.runTitle);
    p.xTitle = tr("time");
    p.yTitle = tr("link");
    p.valueTitle = h.cell == LinkHeat::Cell::Peak ? tr("highest %1").arg(q(h.group)) : q(h.group);
    p.unit = h.unit;
    p.rows = static_cast<int>(h.rows.size());
    p.columns = h.columns;
    p.value.assign(h.value.begin(), h.value.end());
    for (const LinkHeat::Row& r : h.rows) p.rowNames << q(r.name);
    p.time = TimeRange{h.range.from + a.request.shift, h.range.to + a.request.shift};
    QStringList remark;
    if (h.hidden > 0)
      remark << tr("The %1 links of highest load are shown; %2 more are hidden%3.")
                    .arg(h.rows.size())
                    .arg(h.hidden)
                    .arg(h.idle > 0 ? tr(", %1 of them idle throughout").arg(h.idle) : QString());
    remark << (h.cell == LinkHeat::Cell::Peak  ? tr("Each cell is the maximum within its time.")
               : h.cell == LinkHeat::Cell::Sum ? tr("Each cell is how many there were in its time.")
                                               : tr("Each cell is the mean over its time."));
    p.remark = remark.join(QLatin1Char(' '));
  } else {
    const TrafficMatrix& m = a.traffic;
    if (m.source == TrafficSource::None) return p;
    const QString what = m.source == TrafficSource::SharedTime   ? tr("time in common collectives")
                         : m.measure == TrafficMeasure::Bytes    ? tr("bytes sent")
                         : m.measure == TrafficMeasure::Messages ? tr("messages sent")
                                                                 : tr("time of messages");
    p.title = tr("Traffic, rank × rank: %1").arg(a.request.runTitle);
    const bool shared = m.source == TrafficSource::SharedTime;
    p.xTitle = shared ? tr("rank") : tr("to rank");
    p.yTitle = shared ? tr("rank") : tr("from rank");
    p.valueTitle = what;
    p.unit = unit(m.measure);
    p.rows = p.columns = m.bins;
    p.value = m.value;
    p.square = true;
    for (int b = 0; b < m.bins; ++b) {
      QString n = q(m.binName(b));
      n.remove(QStringLiteral("ranks ")).remove(QStringLiteral("rank "));
      p.rowNames << n.replace(QLatin1Char('-'), QChar(0x2013));
    }
    p.columnNames = p.rowNames;
    for (int b = 0; b < m.bins && !shared; ++b) {
      p.rowSum.push_back(m.sent(b));
      p.columnSum.push_back(m.received(b));
    }
    p.rowSumTitle = shared ? tr("waited for others") : tr("sent");
    p.columnSumTitle = shared ? tr("made others wait") : tr("received");
    if (shared && m.perBin == 1) {
      p.rowSum.assign(static_cast<std::size_t>(m.bins), 0);
      p.columnSum = p.rowSum;
      for (const RankLateness& l : a.late) {
        const auto at = std::lower_bound(m.ranks.begin(), m.ranks.end(), l.rank) - m.ranks.begin();
        if (at >= m.bins) continue;
        p.rowSum[static_cast<std::size_t>(at)] = static_cast<double>(l.waited) / 1e12;
        p.columnSum[static_cast<std::size_t>(at)] = static_cast<double>(l.madeWait) / 1e12;
      }
    }
    p.remark = q(m.assumption);
    if (m.perBin > 1) p.remark = tr("%1 ranks to a cell. ").arg(m.perBin) + p.remark;
  }
  if (std::any_of(p.value.begin(), p.value.end(), [](double v) { return std::isnan(v); })) p.remark += tr(" Hatched: unknown.");
  if (a.request.traffic.range) p.remark = (tr("Only the visible time. ") + p.remark).trimmed();
  p.fitScale();
  return p;
}

QVector<QStringList> HeatmapView::table() const {
  QVector<QStringList> t;
  const auto r = request(1 << 20, 400);
  if (!r) return t;
  const auto a = answer(*r);
  const HeatPicture p = picture(*a, false);
  const auto value = [](double v) { return std::isnan(v) ? QStringLiteral("unknown") : QString::number(v, 'g', 12); };
  if (r->links) {
    t << QStringList{tr("link"), tr("from (s)"), tr("to (s)"),
                     p.unit.empty() ? p.valueTitle : tr("%1 (%2)").arg(p.valueTitle, q(p.unit))};
    const double from = static_cast<double>(a->heat.range.from) / 1e12;
    const double step = static_cast<double>(a->heat.range.length()) / 1e12 / std::max(p.columns, 1);
    for (int row = 0; row < p.rows; ++row)
      for (int c = 0; c < p.columns; ++c)
        t << QStringList{p.rowNames[row], QString::number(from + c * step, 'g', 12),
                         QString::number(from + (c + 1) * step, 'g', 12), value(p.at(row, c))};
    return t;
  }
  t << QStringList{tr("from rank"), tr("to rank"),
                   p.unit == "messages" ? p.valueTitle : tr("%1 (%2)").arg(p.valueTitle, q(p.unit))};
  for (int row = 0; row < p.rows; ++row)
    for (int c = 0; c < p.columns; ++c)
      if (p.at(row, c) != 0) t << QStringList{p.rowNames[row], p.columnNames[c], value(p.at(row, c))};
  return t;
}

std::vector<std::pair<QString, QString>> HeatmapView::facts(QPoint cell) const {
  std::vector<std::pair<QString, QString>> f;
  const HeatPicture& p = canvas_->picture();
  if (!shown_ || p.empty() || cell.x() >= p.columns || cell.y() >= p.rows) return f;
  const double v = p.at(cell.y(), cell.x());
  const auto add = [&](const QString& what, double x) {
    const QString exact = chart::exactText(x, p.unit);
    f.emplace_back(what, exact.isEmpty() ? chart::valueText(x, p.unit) : tr("%1 (%2)").arg(chart::valueText(x, p.unit), exact));
  };
  if (shown_->request.links) {
    const LinkHeat& h = shown_->heat;
    const LinkHeat::Row& row = h.rows[static_cast<std::size_t>(cell.y())];
    const double from = static_cast<double>(p.time->from) / 1e12;
    const double step = static_cast<double>(p.time->length()) / 1e12 / p.columns;
    f.emplace_back(tr("Link"), q(row.name));
    f.emplace_back(
        tr("Time"),
        tr("%1 to %2").arg(chart::valueText(from + cell.x() * step, "s"), chart::valueText(from + (cell.x() + 1) * step, "s")));
    add(p.valueTitle.left(1).toUpper() + p.valueTitle.mid(1), v);
    if (h.cell == LinkHeat::Cell::Sum) {
      add(tr("In the whole range"), row.sum);
    } else {
      add(tr("Mean over the range"), row.mean);
      add(tr("Peak over the range"), row.peak);
    }
  } else {
    const TrafficMatrix& m = shown_->traffic;
    const bool shared = m.source == TrafficSource::SharedTime;
    f.emplace_back(shared ? tr("Ranks") : tr("From, to"), tr("%1 → %2").arg(q(m.binName(cell.y())), q(m.binName(cell.x()))));
    if (shared) f.back().second = tr("%1 and %2").arg(q(m.binName(cell.y())), q(m.binName(cell.x())));
    add(p.valueTitle.left(1).toUpper() + p.valueTitle.mid(1), v);
    if (!shared) {
      add(tr("Sent by %1").arg(q(m.binName(cell.y()))), m.sent(cell.y()));
      add(tr("Received by %1").arg(q(m.binName(cell.x()))), m.received(cell.x()));
      if (m.total() > 0 && !std::isnan(v)) f.emplace_back(tr("Share of all"), chart::valueText(v / m.total(), "1"));
    }
    for (const RankLateness& l : shown_->late)
      if (cell.y() < m.bins && m.perBin == 1 && l.rank == m.ranks[static_cast<std::size_t>(cell.y())]) {
        add(tr("Rank %1 waited for others").arg(l.rank), static_cast<double>(l.waited) / 1e12);
        add(tr("Rank %1 made others wait").arg(l.rank), static_cast<double>(l.madeWait) / 1e12);
        f.emplace_back(tr("Rank %1 came last").arg(l.rank), tr("to %1 of %2 collectives").arg(l.last).arg(l.collectives));
      }
    const QString source = m.source == TrafficSource::Transfers ? tr("the run's messages")
                           : shared                             ? tr("times of the collectives")
                                                                : tr("collectives, expanded");
    f.emplace_back(tr("From"), m.assumption.empty() ? source : tr("%1. %2").arg(source, q(m.assumption)));
  }
  f.emplace_back(tr("Run"), shown_->request.runTitle);
  return f;
}

QString HeatmapView::line(QPoint cell) const {
  const HeatPicture& p = canvas_->picture();
  const QString value = chart::valueText(p.at(cell.y(), cell.x()), p.unit);
  if (shown_->request.links) return tr("%1: %2 %3").arg(p.rowNames[cell.y()], p.valueTitle, value);
  const TrafficMatrix& m = shown_->traffic;
  if (m.source == TrafficSource::SharedTime)
    return tr("%1 and %2: %3 in common collectives").arg(q(m.binName(cell.y())), q(m.binName(cell.x())), value);
  return tr("%1 → %2: %3 · sent by %1 %4 · received by %2 %5")
      .arg(q(m.binName(cell.y())), q(m.binName(cell.x())), value, chart::valueText(m.sent(cell.y()), p.unit),
           chart::valueText(m.received(cell.x()), p.unit));
}

}  // namespace weir
