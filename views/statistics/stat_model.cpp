#include "views/statistics/stat_model.h"

#include <QCoreApplication>
#include <cmath>
#include <limits>

#include "views/shared/core_words.h"

namespace weir {
namespace {

constexpr int kUncut = 1000;  // letters: what no column has room for

}  // namespace

QString statWord(const std::string& english) {
  return english.empty() ? QString() : QCoreApplication::translate("Statistics", english.c_str());
}

QString statSentence(const std::string& english) {
  const QString word = statWord(english);
  return word == QString::fromStdString(english) ? coreRemark(english) : word;
}

QString statHeader(const StatColumn& column, const ColumnUnit& unit) {
  const QString title = statWord(column.title);
  return unit.name.empty() ? title : QStringLiteral("%1 (%2)").arg(title, QString::fromStdString(unit.name));
}

QString statCell(const StatCell& cell, const StatColumn& column, const ColumnUnit& unit) {
  const std::string shown = cellText(cell, column.unit, unit);
  if (column.key == "kind") return QCoreApplication::translate("Activity", shown.c_str());
  return shown == "unknown" ? QCoreApplication::translate("Statistics", "unknown") : QString::fromStdString(shown);
}

void StatModel::setTable(std::shared_ptr<const StatTable> table) {
  beginResetModel();
  table_ = std::move(table);
  units_.clear();
  const std::size_t columns = table_ ? table_->columns.size() : 0;
  room_.assign(columns, kUncut);
  texts_.assign(columns, {});
  for (std::size_t c = 0; c < columns; ++c) {
    units_.push_back(unitOf(*table_, c));
    cut(c);
  }
  endResetModel();
}

void StatModel::cut(std::size_t column) {
  const StatColumn& c = table_->columns[column];
  if (c.unit != StatColumn::Unit::Text || c.key == "kind") return;
  texts_[column].clear();
  for (const std::string& text : textCells(*table_, column, table_->rows.size(), static_cast<std::size_t>(room_[column])))
    texts_[column] << (text == "unknown" ? QCoreApplication::translate("Statistics", "unknown") : QString::fromStdString(text));
}

bool StatModel::setRoom(int column, int letters) {
  const auto c = static_cast<std::size_t>(column);
  if (column < 0 || c >= room_.size() || texts_[c].isEmpty()) return false;
  if (room_[c] == letters) return true;
  room_[c] = letters;
  cut(c);
  emit dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole});
  return true;
}

int StatModel::rowCount(const QModelIndex& parent) const { return parent.isValid() || !table_ ? 0 : static_cast<int>(table_->rows.size()); }
int StatModel::columnCount(const QModelIndex& parent) const { return parent.isValid() || !table_ ? 0 : static_cast<int>(table_->columns.size()); }

QVariant StatModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !table_) return {};
  const StatColumn& column = table_->columns[static_cast<std::size_t>(index.column())];
  const StatCell& cell = table_->rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
  const bool text = column.unit == StatColumn::Unit::Text;
  switch (role) {
    case Qt::DisplayRole:
      if (const QStringList& texts = texts_[static_cast<std::size_t>(index.column())]; !texts.isEmpty()) return texts[index.row()];
      return statCell(cell, column, units_[static_cast<std::size_t>(index.column())]);
    case Qt::EditRole: return QString::fromStdString(cellExact(cell, column.unit));
    case Qt::UserRole:  // to sort by: unknown below everything
      if (text) return QString::fromStdString(cell.text);
      return std::isnan(cell.number) ? -std::numeric_limits<double>::infinity() : cell.number;
    case StatModel::kFilterRole: {  // what is shown, and names in full
      const QString shown = statCell(cell, column, units_[static_cast<std::size_t>(index.column())]);
      return text ? shown + QLatin1Char('\n') + QString::fromStdString(cell.text) : shown;
    }
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
  const ColumnUnit& unit = units_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return statHeader(column, unit);
  if (role == Qt::ToolTipRole) return QStringLiteral("%1: %2").arg(statHeader(column, unit), statWord(column.definition));
  if (role == Qt::TextAlignmentRole) return static_cast<int>((column.unit == StatColumn::Unit::Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  return {};
}

}  // namespace weir
