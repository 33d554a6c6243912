// A table to look at: columns sort by value, Ctrl+C copies the chosen cells for a spreadsheet. GUI thread.
#pragma once

#include <QTableView>
#include <vector>

class QAbstractItemModel;
class QSortFilterProxyModel;
class QTreeView;

namespace weir {

class Grid : public QTableView {
  Q_OBJECT
 public:
  explicit Grid(QAbstractItemModel* model, const QString& name, QWidget* parent = nullptr);

  [[nodiscard]] QSortFilterProxyModel* sorted() const { return sorted_; }
  // Rows of the model behind (not the sorted one) with a chosen cell, ascending.
  [[nodiscard]] std::vector<int> chosenRows() const;
  // The chosen cells, tab-separated lines; everything when none is chosen.
  [[nodiscard]] QString chosenText() const;
  void copy() const;
  // Columns as wide as their first rows need, none wider than a third of the view but the first.
  void fitColumns();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QSortFilterProxyModel* sorted_;
};

// Lines of the chosen items of a tree, tab-separated; for its Ctrl+C.
[[nodiscard]] QString chosenText(const QTreeView& tree);

}  // namespace weir
