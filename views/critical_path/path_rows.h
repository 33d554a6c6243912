// The table of what to shorten, as an item model. GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVector>
#include <vector>

#include "core/summarize/critical_path.h"

namespace weir {

class PathRows : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { What, Kind, Time, Share, Times, Gain, Half, Longest, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void setRows(RunPtr run, PathBy by, std::int64_t makespan, std::int64_t begin, std::vector<PathRow> rows);
  [[nodiscard]] const PathRow& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  // As CSV cells, header with units first; times in seconds.
  [[nodiscard]] QVector<QStringList> cells() const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;  // Qt::UserRole: to sort by
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString kindText(const PathRow& row) const;
  [[nodiscard]] double share(const PathRow& row) const;
  RunPtr run_;
  PathBy by_ = PathBy::Name;
  std::int64_t makespan_ = 0, begin_ = 0;
  std::vector<PathRow> rows_;
};

}  // namespace weir
