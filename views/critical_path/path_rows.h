// The table of what to shorten, as an item model. GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>
#include <vector>

#include "core/summarize/column_unit.h"
#include "core/summarize/critical_path.h"
#include "core/summarize/critical_path_collectives.h"

namespace weir {

class PathRows : public QAbstractTableModel {
  Q_OBJECT
 public:
  // Size, Group and Step are of collectives.
  enum Column { What, Kind, Size, Group, Step, Time, Gain, Half, Share, Times, Longest, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void setRows(RunPtr run, PathBy by, std::int64_t makespan, std::int64_t begin, std::vector<PathRow> rows);
  void setSteps(std::shared_ptr<const StepAt> steps);
  // How many letters of a name there is room for: longer ones are cut, but so that different ones read differently.
  void setRoom(int letters);
  // Why gains are missing, where they are.
  void setMissing(const QString& why) { missing_ = why; }
  [[nodiscard]] bool anyMissing() const;
  static constexpr int kWhole = Qt::UserRole + 1;  // what stands in a cell, uncut: to look for
  [[nodiscard]] const PathRow& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  // As CSV cells, header with units first; times in seconds.
  [[nodiscard]] QVector<QStringList> cells() const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;  // Qt::UserRole: to sort by
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] const CollectiveCall* callOf(const PathRow& row) const { return row.call == PathGraph::kNone ? nullptr : &run_->collectives[row.call]; }
  [[nodiscard]] std::optional<std::int64_t> stepOf(const PathRow& row) const;
  [[nodiscard]] QVariant shown(const PathRow& row, int column) const;
  [[nodiscard]] QVariant sortedBy(const PathRow& row, int column) const;
  [[nodiscard]] QString tip(const PathRow& row, int column) const;
  [[nodiscard]] QString kindText(const PathRow& row) const;
  [[nodiscard]] double share(const PathRow& row) const;
  void cutNames();
  void findUnits();
  [[nodiscard]] QString timeText(const std::optional<std::int64_t>& ps) const;
  RunPtr run_;
  PathBy by_ = PathBy::Name;
  std::int64_t makespan_ = 0, begin_ = 0;
  std::vector<PathRow> rows_;
  QStringList cut_;  // names as they are shown
  ColumnUnit timeUnit_, sizeUnit_;  // of all times, and of all sizes: the headers say them
  int room_ = 60;
  QString missing_;
  std::shared_ptr<const StepAt> steps_;
};

// "all-reduce #17 · 4.2 MB · group 3 of 8 ranks · step 2", without what is unknown.
[[nodiscard]] QString collectiveTitle(const CollectiveCall& call, std::optional<std::int64_t> step);

}  // namespace weir
