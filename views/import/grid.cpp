#include "views/import/grid.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <algorithm>
#include <set>

namespace weir {

Grid::Grid(QAbstractItemModel* model, const QString& name, QWidget* parent) : QTableView(parent) {
  sorted_ = new QSortFilterProxyModel(this);
  sorted_->setSourceModel(model);
  sorted_->setSortRole(Qt::UserRole);
  sorted_->setFilterKeyColumn(-1);
  sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  sorted_->setSortCaseSensitivity(Qt::CaseInsensitive);
  setModel(sorted_);
  setSortingEnabled(true);
  sortByColumn(-1, Qt::AscendingOrder);  // as the file has it, until a header is clicked
  setAccessibleName(name);
  setAlternatingRowColors(true);
  setShowGrid(false);
  setWordWrap(false);
  setTextElideMode(Qt::ElideMiddle);  // names of a job's files differ at their ends
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollMode(ScrollPerPixel);
  setTabKeyNavigation(false);  // Tab leaves the table; arrows move in it
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSortIndicatorClearable(true);
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  verticalHeader()->hide();
  connect(sorted_, &QAbstractItemModel::modelReset, this, &Grid::fitColumns);
}

std::vector<int> Grid::chosenRows() const {
  std::set<int> rows;
  for (const QModelIndex& i : selectionModel()->selectedIndexes()) rows.insert(sorted_->mapToSource(i).row());
  return {rows.begin(), rows.end()};
}

QString Grid::chosenText() const {
  std::set<int> rows, columns;
  for (const QModelIndex& i : selectionModel()->selectedIndexes()) rows.insert(i.row()), columns.insert(i.column());
  const bool all = rows.empty();
  const int rowCount = sorted_->rowCount(), columnCount = sorted_->columnCount();
  QString out;
  const auto line = [&](const auto& cell) {
    bool first = true;
    for (int c = 0; c < columnCount; ++c) {
      if (!all && !columns.contains(c)) continue;
      if (!first) out += QLatin1Char('\t');
      first = false;
      out += QString(cell(c)).replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    }
    out += QLatin1Char('\n');
  };
  if (all || rows.size() > 1) line([&](int c) { return sorted_->headerData(c, Qt::Horizontal).toString(); });
  for (int r = 0; r < rowCount; ++r)
    if (all || rows.contains(r)) line([&](int c) { return sorted_->index(r, c).data(Qt::EditRole).toString(); });
  if (!all && rows.size() == 1) out.chop(1);
  return out;
}

void Grid::copy() const { QApplication::clipboard()->setText(chosenText()); }

void Grid::fitColumns() {
  constexpr int kLooked = 50;
  const int columns = sorted_->columnCount();
  const QFontMetrics fm(font());
  int used = 0;
  for (int c = 0; c < columns; ++c) {
    if (isColumnHidden(c)) continue;
    int w = horizontalHeader()->sectionSizeHint(c);
    for (int r = 0; r < std::min(kLooked, sorted_->rowCount()); ++r) w = std::max(w, fm.horizontalAdvance(sorted_->index(r, c).data().toString()) + 20);
    w = std::min(w, std::max(80, viewport()->width() * (c == 0 ? 2 : 1) / 5));
    setColumnWidth(c, w);
    used += w;
  }
  // What is left goes to the first column where it holds names; of what lacks it gives the most.
  const int left = viewport()->width() - used;
  const bool names = columns > 0 && sorted_->index(0, 0).data(Qt::UserRole).typeId() == QMetaType::QString;
  if (names && (left > 0 || columnWidth(0) + left >= 120)) setColumnWidth(0, columnWidth(0) + left);
}

void Grid::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copy();
    event->accept();
    return;
  }
  QTableView::keyPressEvent(event);
}

void Grid::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  QAction* one = menu.addAction(tr("Copy"), this, &Grid::copy);
  one->setShortcut(QKeySequence::Copy);
  one->setEnabled(selectionModel()->hasSelection());
  menu.addAction(tr("Select all"), this, &QTableView::selectAll);
  menu.exec(event->globalPos());
}

void Grid::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fitColumns();
}

QString chosenText(const QTreeView& tree) {
  QString out;
  QModelIndexList rows = tree.selectionModel()->selectedRows(0);
  const auto path = [](const QModelIndex& i) { return i.parent().isValid() ? std::pair(i.parent().row(), i.row()) : std::pair(i.row(), -1); };
  std::sort(rows.begin(), rows.end(), [&](const QModelIndex& a, const QModelIndex& b) { return path(a) < path(b); });
  for (const QModelIndex& i : rows) {
    QStringList cells;
    for (int c = 0; c < tree.model()->columnCount(i.parent()); ++c) cells << i.siblingAtColumn(c).data().toString();
    while (!cells.isEmpty() && cells.last().isEmpty()) cells.removeLast();
    out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  out.chop(1);
  return out;
}

}  // namespace weir
