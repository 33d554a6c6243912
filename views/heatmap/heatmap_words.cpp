// What the traffic view says of ranks and links: the picture with its titles and remarks, the facts of a cell, the table.
#include <algorithm>
#include <cmath>

#include "core/summarize/traffic_text.h"
#include "views/heatmap/heatmap_answer.h"
#include "views/heatmap/heatmap_view.h"
#include "views/shared/core_words.h"

namespace weir {

HeatPicture HeatmapView::picture(const Answer& a, bool log) const {
  HeatPicture p;
  p.log = log;
  switch (a.request.show) {
    case Settings::Show::Links: linkPicture(a, p); break;
    case Settings::Show::Io: ioPicture(a, p); break;
    case Settings::Show::Ranks: trafficPicture(a, p); break;
  }
  if (p.empty()) return p;
  if (std::any_of(p.value.begin(), p.value.end(), [](double v) { return std::isnan(v); })) p.remark += tr(" Hatched: unknown.");
  if (a.request.traffic.range) p.remark = ((a.request.measured ? tr("Only the measured time. ") : tr("Only the visible time. ")) + p.remark).trimmed();
  p.fitScale();
  return p;
}

void HeatmapView::linkPicture(const Answer& a, HeatPicture& p) const {
  const LinkHeat& h = a.heat;
  p.title = tr("%1, link × time: %2").arg(q(h.group).left(1).toUpper() + q(h.group).mid(1), a.request.runTitle);
  p.xTitle = tr("time");
  p.yTitle = tr("link");
  p.valueTitle = h.cell == LinkHeat::Cell::Peak ? tr("highest %1").arg(q(h.group)) : q(h.group);
  p.unit = h.unit;
  p.rows = static_cast<int>(h.rows.size());
  p.columns = h.columns;
  p.value.assign(h.value.begin(), h.value.end());
  for (const LinkHeat::Row& r : h.rows) {
    p.rowNames << q(r.name);
    p.rowSum.push_back(h.of(r));
  }
  p.rowSumTitle = h.cell == LinkHeat::Cell::Peak ? tr("highest of all") : h.cell == LinkHeat::Cell::Sum ? tr("all together") : tr("mean");
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
}

// What alone is counted, for the title.
QStringList HeatmapView::onlyWhat(const Request& r) const {
  QStringList only;
  if (r.step) only << tr("step %1").arg(*r.step);
  if (r.traffic.call && r.choices)
    for (const TrafficCollective& c : r.choices->collectives)
      if (c.call == *r.traffic.call) only << collectiveText(c);
  for (const Operation op : r.traffic.operations) only << q(name(op));
  for (const std::uint32_t g : r.traffic.groups) only << (g == 0 ? tr("communicators not named") : g == kNoInstance ? tr("no communicator") : groupText(g));
  if (only.size() > 4) only = only.mid(0, 3) << tr("%1 more").arg(only.size() - 3);
  return only;
}

void HeatmapView::trafficPicture(const Answer& a, HeatPicture& p) const {
  const TrafficMatrix& m = a.traffic;
  if (m.source == TrafficSource::None) return;
  const QString what = m.source == TrafficSource::SharedTime   ? tr("time in common collectives")
                       : m.measure == TrafficMeasure::Bytes    ? tr("bytes sent")
                       : m.measure == TrafficMeasure::Messages ? tr("messages sent")
                                                               : tr("time of messages");
  const bool instead = a.request.traffic.measure == TrafficMeasure::Bytes && m.measure != TrafficMeasure::Bytes;
  p.title = (instead ? tr("Traffic, rank × rank, time instead of bytes: %1") : tr("Traffic, rank × rank: %1")).arg(a.request.runTitle);
  if (const QStringList only = onlyWhat(a.request); !only.isEmpty()) p.title += tr(" (%1)").arg(only.join(QStringLiteral(", ")));
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
  double at = 0;
  for (std::size_t k = 0; k < m.nodes.size(); ++k) {
    at += static_cast<double>(m.nodes[k].ranks) / m.perBin;
    if (at < m.bins) p.rowBreaks.push_back(at);
  }
  p.columnBreaks = p.rowBreaks;
  if (!shared) {
    p.rowSum = m.rowSum;
    p.columnSum = m.columnSum;
  }
  p.rowSumTitle = shared ? tr("waited for others") : tr("sent");
  p.columnSumTitle = shared ? tr("made others wait") : tr("received");
  if (shared && m.perBin == 1) {
    p.rowSum.assign(static_cast<std::size_t>(m.bins), 0);
    p.columnSum = p.rowSum;
    std::vector<std::pair<std::int32_t, std::size_t>> places;
    for (std::size_t i = 0; i < m.ranks.size(); ++i) places.emplace_back(m.ranks[i], i);
    std::sort(places.begin(), places.end());
    for (const RankLateness& l : a.late) {
      const auto it = std::lower_bound(places.begin(), places.end(), std::pair(l.rank, std::size_t{0}));
      if (it == places.end() || it->first != l.rank) continue;
      p.rowSum[it->second] = static_cast<double>(l.waited) / 1e12;
      p.columnSum[it->second] = static_cast<double>(l.madeWait) / 1e12;
    }
  }
  p.remark = coreRemark(m.assumption);
  p.warning = coreRemark(m.missing);
  if (!m.nodes.empty() && !shared) {
    const double all = m.insideNodes + m.betweenNodes;
    p.remark = tr("%1 nodes (%2): %3 within nodes, %4 between%5. ")
                   .arg(m.nodes.size())
                   .arg(a.request.ranksPerNode > 0 ? tr("%1 ranks each").arg(a.request.ranksPerNode) : tr("hosts as the files name them"))
                   .arg(chart::valueText(m.insideNodes, p.unit), chart::valueText(m.betweenNodes, p.unit), all > 0 ? tr(" (%1)").arg(chart::valueText(m.betweenNodes / all, "1")) : QString()) +
               p.remark;
  }
  if (m.perBin > 1) p.remark = tr("%1 ranks to a cell. ").arg(m.perBin) + p.remark;
}

QString HeatmapView::kindName(const TrafficKind& k) const { return q(kindText(*shown_->request.run, k)); }

QVector<QStringList> HeatmapView::table() const {
  QVector<QStringList> t;
  const auto r = request(1 << 20, 400);
  if (!r) return t;
  const auto a = answered(*r);
  const HeatPicture p = picture(*a, false);
  if (p.empty()) return t;
  const auto value = [](double v) { return std::isnan(v) ? QStringLiteral("unknown") : QString::number(v, 'g', 15); };
  const QString header = p.unit.empty() || p.unit == "messages" || p.unit == "operations" ? p.valueTitle : tr("%1 (%2)").arg(p.valueTitle, q(p.unit));
  if (p.time) {
    const bool io = r->show == Settings::Show::Io;
    t << QStringList{io ? tr("rank") : tr("link"), tr("from (s)"), tr("to (s)"), header};
    const TimeRange range = io ? a->io.range : a->heat.range;
    const double from = static_cast<double>(range.from) / 1e12;
    const double step = static_cast<double>(range.length()) / 1e12 / std::max(p.columns, 1);
    for (int row = 0; row < p.rows; ++row)
      for (int c = 0; c < p.columns; ++c)
        if (!io || p.at(row, c) != 0)
          t << QStringList{p.rowNames[row], QString::number(from + c * step, 'g', 12),
                           QString::number(from + (c + 1) * step, 'g', 12), value(p.at(row, c))};
    return t;
  }
  const TrafficMatrix& m = a->traffic;
  t << QStringList{tr("from rank"), tr("to rank"), header, tr("made of")};
  const bool shared = m.source == TrafficSource::SharedTime;
  for (int row = 0; row < p.rows; ++row)
    for (int c = 0; c < p.columns; ++c) {
      if (p.at(row, c) == 0) continue;
      QStringList of;
      for (const auto& part : m.partsOf(row, c)) {
        if (of.size() == 3) {
          of << tr("more");
          break;
        }
        of << tr("%1 x%2: %3").arg(q(kindText(*a->request.run, m.kinds[part.kind]))).arg(part.count).arg(value(part.value));
      }
      t << QStringList{p.rowNames[row], p.columnNames[c], value(p.at(row, c)), of.join(QStringLiteral("; "))};
    }
  // The sums beside the picture. Of common time a pair stands twice: no sums, but who waited.
  const QString all = tr("all");
  for (std::size_t row = 0; row < p.rowSum.size(); ++row) t << QStringList{p.rowNames[static_cast<qsizetype>(row)], all, value(p.rowSum[row]), p.rowSumTitle};
  for (std::size_t c = 0; c < p.columnSum.size(); ++c) t << QStringList{all, p.columnNames[static_cast<qsizetype>(c)], value(p.columnSum[c]), p.columnSumTitle};
  if (!shared) t << QStringList{all, all, value(m.total()), tr("sum")};
  if (!m.missing.empty()) t << QStringList{QString(), QString(), QString(), coreRemark(m.missing)};
  return t;
}

void HeatmapView::addFact(Facts& f, const QString& what, double x, std::string_view unit) const {
  const QString exact = chart::exactText(x, unit);
  f.emplace_back(what, exact.isEmpty() ? chart::valueText(x, unit) : tr("%1 (%2)").arg(chart::valueText(x, unit), exact));
}

HeatmapView::Facts HeatmapView::facts(QPoint cell) const {
  Facts f;
  const HeatPicture& p = canvas_->picture();
  if (!shown_ || p.empty() || cell.x() < 0 || cell.y() < 0 || cell.x() >= p.columns || cell.y() >= p.rows) return f;
  const double v = p.at(cell.y(), cell.x());
  switch (shown_->request.show) {
    case Settings::Show::Links: linkFacts(cell, v, f); break;
    case Settings::Show::Io: ioFacts(cell, v, f); break;
    case Settings::Show::Ranks: trafficFacts(cell, v, f); break;
  }
  f.emplace_back(tr("Run"), shown_->request.runTitle);
  return f;
}

void HeatmapView::linkFacts(QPoint cell, double v, Facts& f) const {
  const HeatPicture& p = canvas_->picture();
  const LinkHeat& h = shown_->heat;
  const LinkHeat::Row& row = h.rows[static_cast<std::size_t>(cell.y())];
  const double from = static_cast<double>(p.time->from) / 1e12;
  const double step = static_cast<double>(p.time->length()) / 1e12 / p.columns;
  f.emplace_back(tr("Link"), q(row.name));
  f.emplace_back(
      tr("Time"),
      tr("%1 to %2").arg(chart::valueText(from + cell.x() * step, "s"), chart::valueText(from + (cell.x() + 1) * step, "s")));
  addFact(f, p.valueTitle.left(1).toUpper() + p.valueTitle.mid(1), v, p.unit);
  if (h.cell == LinkHeat::Cell::Sum) {
    addFact(f, tr("In the whole range"), row.sum, p.unit);
  } else {
    addFact(f, tr("Mean over the range"), row.mean, p.unit);
    addFact(f, tr("Peak over the range"), row.peak, p.unit);
  }
}

void HeatmapView::trafficFacts(QPoint cell, double v, Facts& f) const {
  const HeatPicture& p = canvas_->picture();
  const TrafficMatrix& m = shown_->traffic;
  const bool shared = m.source == TrafficSource::SharedTime;
  f.emplace_back(shared ? tr("Ranks") : tr("From, to"), tr("%1 → %2").arg(q(m.binName(cell.y())), q(m.binName(cell.x()))));
  if (shared) f.back().second = tr("%1 and %2").arg(q(m.binName(cell.y())), q(m.binName(cell.x())));
  addFact(f, p.valueTitle.left(1).toUpper() + p.valueTitle.mid(1), v, p.unit);
  const auto parts = m.partsOf(cell.y(), cell.x());
  constexpr std::size_t kMostParts = 5;
  for (std::size_t i = 0; i < std::min(parts.size(), kMostParts); ++i) {
    const TrafficKind& k = m.kinds[parts[i].kind];
    const bool sends = k.messages || k.operation == Operation::SendRecv;
    f.emplace_back(tr("Made of"), (sends ? tr("%1: %2 in %n message(s)", nullptr, static_cast<int>(parts[i].count)) : tr("%1: %2 in %n collective(s)", nullptr, static_cast<int>(parts[i].count)))
                                      .arg(kindName(k), chart::valueText(parts[i].value, p.unit)));
  }
  if (parts.size() > kMostParts) f.emplace_back(tr("Made of"), tr("and %1 kinds more").arg(parts.size() - kMostParts));
  if (!shared) {
    addFact(f, tr("Sent by %1").arg(q(m.binName(cell.y()))), m.sent(cell.y()), p.unit);
    addFact(f, tr("Received by %1").arg(q(m.binName(cell.x()))), m.received(cell.x()), p.unit);
    if (m.total() > 0 && !std::isnan(v)) f.emplace_back(tr("Share of all"), chart::valueText(v / m.total(), "1"));
  }
  if (!m.nodes.empty()) {
    // The node of a bin is that of its first rank.
    const auto node = [&](int bin) {
      std::size_t before = 0;
      for (const TrafficNode& n : m.nodes) {
        before += static_cast<std::size_t>(n.ranks);
        if (static_cast<std::size_t>(bin) * static_cast<std::size_t>(m.perBin) < before) return &n;
      }
      return static_cast<const TrafficNode*>(nullptr);
    };
    const TrafficNode* a = node(cell.y());
    const TrafficNode* b = node(cell.x());
    f.emplace_back(tr("Nodes"), a && a == b ? tr("both on %1").arg(q(a->name)) : tr("%1 → %2").arg(a ? q(a->name) : tr("unknown"), b ? q(b->name) : tr("unknown")));
    if (a && !shared) {
      addFact(f, tr("Within %1").arg(q(a->name)), a->inside, p.unit);
      addFact(f, tr("From %1 to other nodes").arg(q(a->name)), a->sent, p.unit);
    }
  }
  for (const RankLateness& l : shown_->late)
    if (cell.y() < m.bins && m.perBin == 1 && l.rank == m.ranks[static_cast<std::size_t>(cell.y())]) {
      addFact(f, tr("Rank %1 waited for others").arg(l.rank), static_cast<double>(l.waited) / 1e12, p.unit);
      addFact(f, tr("Rank %1 made others wait").arg(l.rank), static_cast<double>(l.madeWait) / 1e12, p.unit);
      f.emplace_back(tr("Rank %1 came last").arg(l.rank), tr("to %1 of %2 collectives").arg(l.last).arg(l.collectives));
    }
  const QString source = m.source == TrafficSource::Transfers ? tr("the run's messages")
                         : shared                             ? tr("times of the collectives")
                         : m.source == TrafficSource::Both    ? tr("the run's messages, and collectives, expanded")
                                                              : tr("collectives, expanded");
  f.emplace_back(tr("From"), m.assumption.empty() ? source : tr("%1. %2").arg(source, coreRemark(m.assumption)));
}

QString HeatmapView::line(QPoint cell) const {
  const HeatPicture& p = canvas_->picture();
  const QString value = chart::valueText(p.at(cell.y(), cell.x()), p.unit);
  if (p.time) {
    const double step = static_cast<double>(p.time->length()) / 1e12 / p.columns;
    const double from = static_cast<double>(p.time->from) / 1e12 + cell.x() * step;
    return tr("%1: %2 %3, %4 to %5").arg(p.rowNames[cell.y()], p.valueTitle, value,
                                         chart::valueText(from, "s"), chart::valueText(from + step, "s"));
  }
  const TrafficMatrix& m = shown_->traffic;
  if (m.source == TrafficSource::SharedTime)
    return tr("%1 and %2: %3 in common collectives").arg(q(m.binName(cell.y())), q(m.binName(cell.x())), value);
  return tr("%1 → %2: %3 · sent by %1 %4 · received by %2 %5")
      .arg(q(m.binName(cell.y())), q(m.binName(cell.x())), value, chart::valueText(m.sent(cell.y()), p.unit),
           chart::valueText(m.received(cell.x()), p.unit));
}

}  // namespace weir
