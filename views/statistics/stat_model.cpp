#include "views/statistics/stat_model.h"

#include <QCoreApplication>
#include <cmath>
#include <limits>

#include "views/shared/core_words.h"

namespace weir {

QString statWord(const std::string& english) {
  return english.empty() ? QString() : QCoreApplication::translate("Statistics", english.c_str());
}

QString statSentence(const std::string& english) {
  const QString word = statWord(english);
  return word == QString::fromStdString(english) ? coreSentence(english) : word;
}

void StatModel::setTable(std::shared_ptr<const StatTable> table) {
  beginResetModel();
  table_ = std::move(table);
  endResetModel();
}

int StatModel::rowCount(const QModelIndex& parent) const { return parent.isValid() || !table_ ? 0 : static_cast<int>(table_->rows.size()); }
int StatModel::columnCount(const QModelIndex& parent) const { return parent.isValid() || !table_ ? 0 : static_cast<int>(table_->columns.size()); }

QVariant StatModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !table_) return {};
  const StatColumn& column = table_->columns[static_cast<std::size_t>(index.column())];
  const StatCell& cell = table_->rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
  const bool text = column.unit == StatColumn::Unit::Text;
  switch (role) {
    case Qt::DisplayRole: {
      const std::string shown = cellText(cell, column.unit);
      return shown == "unknown" ? QCoreApplication::translate("Statistics", "unknown") : QString::fromStdString(shown);
    }
    case Qt::EditRole: return QString::fromStdString(cellExact(cell, column.unit));
    case Qt::UserRole:  // to sort by: unknown below everything
      if (text) return QString::fromStdString(cell.text);
      return std::isnan(cell.number) ? -std::numeric_limits<double>::infinity() : cell.number;
    case Qt::ToolTipRole: {
      QString tip = QStringLiteral("%1: %2").arg(statWord(column.title), QString::fromStdString(cellText(cell, column.unit)));
      const QString exact = QString::fromStdString(cellExact(cell, column.unit));
      if (!text && !exact.isEmpty()) tip += QStringLiteral("\n= %1 %2").arg(exact, QString::fromStdString(unitText(column.unit)));
      return tip + QLatin1Char('\n') + statWord(column.definition);
    }
    case Qt::TextAlignmentRole: return static_cast<int>((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default: return {};
  }
}

QVariant StatModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (!table_ || orientation != Qt::Horizontal || section >= columnCount()) return {};
  const StatColumn& column = table_->columns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return statWord(column.title);
  if (role == Qt::ToolTipRole) return statWord(column.definition);
  if (role == Qt::TextAlignmentRole) return static_cast<int>((column.unit == StatColumn::Unit::Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  return {};
}

}  // namespace weir
