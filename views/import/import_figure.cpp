// The sources on paper: a list, because that is what they are.
#include <QLabel>
#include <QPainter>

#include "core/summarize/table_text.h"
#include "views/import/import_view.h"
#include "views/shared/chart.h"

namespace weir {

QVector<QStringList> ImportView::table() const {
  QVector<QStringList> out;
  if (const Table* t = table_->table(); t && part() == QLatin1String("tables")) {
    QStringList head;
    for (const Table::ColumnOf& c : t->columns) head << QString::fromStdString(headerOf(c));
    out << head;
    for (std::size_t i = 0; i < t->rows(); ++i) {
      QStringList line;
      for (const Table::ColumnOf& c : t->columns) line << QString::fromStdString(cellOf(c, i));
      out << line;
    }
    return out;
  }
  for (int r = -1; r < sources_->rowCount(); ++r) {
    QStringList line;
    for (int c = 0; c < sources_->columnCount(); ++c)
      line << (r < 0 ? sources_->headerData(c, Qt::Horizontal, Qt::DisplayRole) : sources_->data(sources_->index(r, c), Qt::DisplayRole)).toString();
    out << line;
  }
  return out;
}

void ImportView::paintFigure(QPainter& p, const QSizeF& size, const FigureStyle& style) {
  const chart::Style s = chart::onPaper(style, p.device());
  if (const QString why = emptyReason(); !why.isEmpty()) {
    chart::emptyText(p, QRectF(QPointF(0, 0), size), s, title(), why);
    return;
  }
  const QVector<QStringList> lines = table();
  const QFontMetricsF fm(s.text, p.device());
  std::vector<double> width;
  for (const QStringList& line : lines)
    for (int c = 0; c < line.size(); ++c) {
      if (static_cast<std::size_t>(c) >= width.size()) width.push_back(0);
      width[static_cast<std::size_t>(c)] = std::max(width[static_cast<std::size_t>(c)], fm.horizontalAdvance(line[c]) + s.em);
    }
  // A name gives way first.
  double used = 0;
  for (const double w : width) used += w;
  if (used > size.width() && !width.empty()) width[0] = std::max(6 * s.em, width[0] - (used - size.width()));
  p.setPen(s.colors.text);
  p.setFont(s.title);
  p.drawText(QRectF(0, 0, size.width(), 2 * s.em), Qt::AlignLeft | Qt::AlignVCenter, summary_->text());
  p.setFont(s.text);
  double y = 2.5 * s.em;
  const double high = fm.height() * 1.3;
  for (int r = 0; r < lines.size(); ++r, y += high) {
    if (y + 2 * high > size.height() && r + 1 < lines.size()) {
      p.drawText(QRectF(0, y, size.width(), high), Qt::AlignLeft | Qt::AlignVCenter, tr("and %1 more").arg(lines.size() - r));
      return;
    }
    double x = 0;
    for (int c = 0; c < lines[r].size(); ++c) {
      const double w = width[static_cast<std::size_t>(c)];
      p.drawText(QRectF(x, y, w - s.em / 2, high), Qt::AlignLeft | Qt::AlignVCenter, fm.elidedText(lines[r][c], Qt::ElideMiddle, w - s.em / 2));
      x += w;
    }
    if (r == 0) {
      p.setPen(QPen(s.colors.axis, s.line));
      p.drawLine(QPointF(0, y + high), QPointF(size.width(), y + high));
      p.setPen(s.colors.text);
    }
  }
}

}  // namespace weir
