// A StatTable as an item model: numbers in the unit of their column, which the header says, the number itself to sort by, the
// definition as the tooltip. GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <memory>
#include <span>

#include "core/summarize/stat_table.h"

namespace weir {

class StatModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  static constexpr int kFilterRole = Qt::UserRole + 1;  // what is shown and, of names that are shown briefly, all of it
  explicit StatModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  void setTable(std::shared_ptr<const StatTable> table);
  [[nodiscard]] const StatTable* table() const { return table_.get(); }
  // How many letters of a column of texts there is room for: longer ones are cut, but so that different ones read differently.
  // False: it is no such column.
  bool setRoom(int column, int letters);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::shared_ptr<const StatTable> table_;
  void cut(std::size_t column);
  std::vector<ColumnUnit> units_;  // by column
  std::vector<int> room_;          // letters, by column
  std::vector<QStringList> texts_;  // by column, as they are shown; empty: no texts, or translated words
};

// "mean (ms)", translated.
[[nodiscard]] QString statHeader(const StatColumn& column, const ColumnUnit& unit);
// "12,004.5", "unknown", translated.
[[nodiscard]] QString statCell(const StatCell& cell, const StatColumn& column, const ColumnUnit& unit);

// The translated words of tables; their English is the core's.
[[nodiscard]] QString statWord(const std::string& english);
[[nodiscard]] QString statSentence(const std::string& english);  // a remark or a reason, which may hold numbers; not for painting
[[nodiscard]] std::span<const char* const> statWords();

}  // namespace weir
