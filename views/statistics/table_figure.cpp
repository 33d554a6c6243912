#include "views/statistics/table_figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "views/statistics/stat_model.h"

namespace weir {

void paintTable(QPainter& g, const StatTable& t, const QRectF& area, const chart::Style& s, const QString& caption) {
  const double gap = s.em * 0.5;
  const QRectF in = area.adjusted(gap, gap, -gap, -gap);
  g.setFont(s.title);
  g.setPen(s.colors.text);
  const QFontMetricsF tm(s.title, g.device()), m(s.axis, g.device());
  g.drawText(QRectF(in.left(), in.top(), in.width(), tm.height()), Qt::AlignLeft | Qt::AlignVCenter, tm.elidedText(statWord(t.title), Qt::ElideRight, in.width()));
  g.setFont(s.axis);
  const QStringList remark = chart::wrapped((caption + QLatin1Char(' ') + statSentence(t.remark)).trimmed(), m, in.width());
  const double line = m.height() * 1.35;
  const double top = in.top() + tm.height() + gap;
  constexpr int kMoreLines = 2;  // "Not shown here ...", on a narrow page
  const double bottom = in.bottom() - m.height() * static_cast<double>(remark.size() + kMoreLines) - gap;
  const auto room = static_cast<std::size_t>(std::max(0.0, (bottom - top) / line - 1));
  const std::size_t rows = std::min(room, t.rows.size());
  // Columns from the left as long as they fit; a name takes at most a third of the page.
  QFont bold = s.axis;
  bold.setWeight(QFont::DemiBold);
  const QFontMetricsF bm(bold, g.device());
  double x = in.left();
  std::size_t shown = 0;
  for (std::size_t c = 0; c < t.columns.size(); ++c, ++shown) {
    const StatColumn& column = t.columns[c];
    const ColumnUnit unit = unitOf(t, c);
    const bool text = column.unit == StatColumn::Unit::Text;
    QStringList cells;
    for (std::size_t r = 0; r < rows; ++r) cells << statCell(t.rows[r][c], column, unit);
    double w = bm.horizontalAdvance(statHeader(column, unit));
    for (const QString& cell : cells) w = std::max(w, m.horizontalAdvance(cell));
    w = std::min(std::ceil(w), in.width() * (text ? 0.33 : 0.2));
    if (text && column.key != "kind") {  // names that are cut are told apart
      const std::vector<std::string> names = textCells(t, c, rows, static_cast<std::size_t>(w / m.averageCharWidth()));
      for (std::size_t r = 0; r < rows; ++r)
        if (m.horizontalAdvance(cells[static_cast<qsizetype>(r)]) > w || cells.count(cells[static_cast<qsizetype>(r)]) > 1) cells[static_cast<qsizetype>(r)] = QString::fromStdString(names[r]);
    }
    if (x + w > in.right() + 0.5) break;
    const auto flags = static_cast<int>((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    g.setPen(s.colors.text);
    g.setFont(bold);
    g.drawText(QRectF(x, top, w, line), flags, bm.elidedText(statHeader(column, unit), Qt::ElideRight, w));
    g.setFont(s.axis);
    for (std::size_t r = 0; r < rows; ++r)
      g.drawText(QRectF(x, top + line * static_cast<double>(r + 1), w, line), flags, m.elidedText(cells[static_cast<qsizetype>(r)], Qt::ElideMiddle, w));
    x += w + s.em;
  }
  g.setPen(QPen(s.colors.axis, s.line));
  g.drawLine(QPointF(in.left(), top + line), QPointF(in.right(), top + line));
  g.setPen(s.colors.faintText);
  QStringList more;
  if (rows < t.rows.size()) more << QCoreApplication::translate("Statistics", "%n more rows", nullptr, static_cast<int>(t.rows.size() - rows));
  if (shown < t.columns.size()) more << QCoreApplication::translate("Statistics", "%n more columns", nullptr, static_cast<int>(t.columns.size() - shown));
  double y = top + line * static_cast<double>(rows + 1) + gap;
  const QStringList left = more.isEmpty() ? QStringList() : chart::wrapped(QCoreApplication::translate("Statistics", "Not shown here, but in the CSV: %1").arg(more.join(QStringLiteral(", "))), m, in.width());
  for (const QString& r : left + remark) {
    g.drawText(QRectF(in.left(), y, in.width(), m.height()), Qt::AlignLeft | Qt::AlignVCenter, r);
    y += m.height();
  }
}

}  // namespace weir
