// Import notes as a tree: kinds with how often, under each its first places with the time they are at. GUI thread.
#pragma once

#include <QAbstractItemModel>
#include <QString>

#include "views/shared/view_state.h"

namespace weir {

class NotesModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { What, Count, Time, kColumns };
  using QAbstractItemModel::QAbstractItemModel;
  void setRun(const ShownRun* run, std::int64_t origin);

  // The place behind an index; none for a kind, or where the time is unknown.
  [[nodiscard]] std::optional<ViewState::Place> place(const QModelIndex& index) const;
  [[nodiscard]] QString kind(const QModelIndex& index) const;  // of the index, or of the kind it stands under

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] const Note& noteOf(const QModelIndex& index) const;
  [[nodiscard]] std::optional<std::int64_t> timeOf(const QModelIndex& index) const;
  RunPtr run_;
  int runId_ = 0;
  std::int64_t toAxis_ = 0;
};

}  // namespace weir
