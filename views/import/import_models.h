// What the Import pane lists, as item models. Sorting goes by Qt::UserRole: numbers as numbers, unknown last. GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "core/run/run.h"
#include "views/shared/view_state.h"

namespace weir {

// "+5 h" as shown in the pane and understood by it; translated error, empty when it is understood.
[[nodiscard]] std::optional<std::int64_t> offsetFrom(const QString& text, QString* why = nullptr);
[[nodiscard]] QString offsetText(std::int64_t ps);
// A place in time, to six digits: for lists.
[[nodiscard]] QString placeText(std::int64_t ps);

class SourcesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  // What is read and set most stands first: a narrow pane shows it without scrolling.
  enum Column { File, Rank, Moved, Aligned, Begins, ByClock, Clock, Format, Slices, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  // `origin`: time 0 of the timeline, on the shared axis. Null = no run.
  void setRun(const ShownRun* run, std::int64_t origin);
  [[nodiscard]] const std::vector<std::int64_t>& moved() const { return moved_; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() || !run_ ? 0 : static_cast<int>(run_->sources.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  void movedEdited(const std::vector<std::int64_t>& moved);  // the person typed one
  void refused(const QString& why);

 private:
  [[nodiscard]] QString text(std::size_t source, Column column) const;
  RunPtr run_;
  std::vector<std::int64_t> moved_;
  std::vector<std::optional<std::pair<std::int64_t, std::int64_t>>> spans_;
  std::int64_t toAxis_ = 0;  // added to the run's times
};

class FactsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Name, Value, Unit, From, kColumns };
  using QAbstractTableModel::QAbstractTableModel;
  void setRun(RunPtr run);
  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() || !run_ ? 0 : static_cast<int>(run_->facts.size()); }
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  RunPtr run_;
};

// One of the run's tables.
class TableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setTable(RunPtr run, int table);  // -1 = none
  [[nodiscard]] const Table* table() const { return table_; }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() || !table_ ? 0 : static_cast<int>(table_->columns.size()); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  RunPtr run_;  // keeps table_
  const Table* table_ = nullptr;
};

}  // namespace weir
