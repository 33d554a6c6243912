// A table of numbers and names that a person can sort and copy: click a header, Ctrl+C or the context menu for CSV. Numbers stand to
// the right and sort as numbers, unknown ones last. GUI thread; rows are painted as they come into sight.
#pragma once

#include <QString>
#include <QStringList>
#include <QTableView>
#include <QVector>
#include <limits>
#include <vector>

class QSortFilterProxyModel;

namespace weir {

struct SortCell {
  QString text;                                                // as shown
  double number = std::numeric_limits<double>::quiet_NaN();    // to sort by, and what the CSV holds; NaN with `isNumber` = unknown
  bool isNumber = false;
  QString tip = {};
};

struct SortColumn {
  QString title;       // "difference"
  QString unit = {};   // for the CSV's header: "s"
  QString meaning = {};  // the definition, as the header's tooltip
  bool stretch = false;  // takes the room that is left
  QString shown = {};    // the unit that all cells' texts have in common: stands in the header on screen
};

class SortTableModel;

class SortTable : public QTableView {
  Q_OBJECT
 public:
  explicit SortTable(QWidget* parent = nullptr);
  // Keeps the sorting and, where it is still there, the row.
  void setRows(std::vector<SortColumn> columns, std::vector<std::vector<SortCell>> rows);
  // As sorted now; the header with units first.
  [[nodiscard]] QVector<QStringList> csv() const;
  void copy() const;  // all rows as CSV to the clipboard
  [[nodiscard]] int rowAt(const QModelIndex& index) const;  // in the order given to setRows; -1 = none

 signals:
  void rowActivated(int row);  // double click or Return

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void fit();  // columns to their contents
  SortTableModel* model_;
  QSortFilterProxyModel* sorted_;
};

}  // namespace weir
