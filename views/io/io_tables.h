// The tables of the I/O report as item models. Sorting goes by Qt::UserRole: numbers as numbers, unknown last. GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QStringList>
#include <QVector>
#include <optional>
#include <vector>

#include "core/summarize/column_unit.h"
#include "core/summarize/io_report.h"

namespace weir {

enum class IoTableKind { Layers, Files, Kinds, Extensions, Mounts, Ranks, Phases, Epochs, Steps, Servers, OnServers };
inline constexpr int kIoTables = 11;
[[nodiscard]] QString ioTableTitle(IoTableKind k);

class IoTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  struct Column {
    QString title, unit, definition;  // unit: of the numbers, for CSV; "" = text or a count, "1" a fraction
    bool number = true;
    bool apart = false;               // neighbours must not look alike: as many decimals as that takes
    ColumnUnit shown = {};            // one for the column: what its numbers are shown in
  };
  struct Cell {
    QString text;       // "" = the number, in the column's unit
    double number = 0;  // NaN = unknown
    QString exact = {};
  };
  using QAbstractTableModel::QAbstractTableModel;

  void setReport(const IoReport* report, IoTableKind kind);  // null = nothing
  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(columns_.size()); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  // When the row's thing begins, ps on the run's axis; none where nobody knows.
  [[nodiscard]] std::optional<std::int64_t> placeOf(int row) const { return places_[static_cast<std::size_t>(row)]; }
  [[nodiscard]] QString nameOf(int row) const { return rows_[static_cast<std::size_t>(row)].front().text; }
  [[nodiscard]] QStringList header() const;          // with units
  [[nodiscard]] QStringList row(int row) const;      // numbers plain, in the header's units
  [[nodiscard]] QString emptyText() const { return empty_; }

 private:
  void sums(const IoSums& s, std::vector<Cell>& to);
  void sumColumns();
  void showNumbers();
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<std::optional<std::int64_t>> places_;
  QString empty_;
};

class IoSorter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

 protected:
  bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;
};

}  // namespace weir
