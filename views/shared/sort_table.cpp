#include "views/shared/sort_table.h"

#include <QAbstractTableModel>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <cmath>

#include "views/shared/csv.h"

namespace weir {

class SortTableModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;
  void set(std::vector<SortColumn> columns, std::vector<std::vector<SortCell>> rows) {
    beginResetModel();
    columns_ = std::move(columns);
    rows_ = std::move(rows);
    endResetModel();
  }
  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(columns_.size()); }
  QVariant data(const QModelIndex& index, int role) const override {
    if (!index.isValid()) return {};
    const SortCell& c = cell(index.row(), index.column());
    switch (role) {
      case Qt::DisplayRole: return c.text;
      case Qt::ToolTipRole: return c.tip.isEmpty() ? c.text : c.tip;
      case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (c.isNumber ? Qt::AlignRight : Qt::AlignLeft)));
      default: return {};
    }
  }
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const SortColumn& c = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return c.shown.isEmpty() ? c.title : QStringLiteral("%1 (%2)").arg(c.title, c.shown);
    if (role == Qt::ToolTipRole) return c.meaning;
    return {};
  }
  [[nodiscard]] const SortCell& cell(int row, int column) const { return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
  [[nodiscard]] const std::vector<SortColumn>& columns() const { return columns_; }

 private:
  std::vector<SortColumn> columns_;
  std::vector<std::vector<SortCell>> rows_;
};

namespace {

class Sorted : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

 protected:
  bool lessThan(const QModelIndex& l, const QModelIndex& r) const override {
    const auto* m = static_cast<const SortTableModel*>(sourceModel());
    const SortCell &a = m->cell(l.row(), l.column()), &b = m->cell(r.row(), r.column());
    if (!a.isNumber || !b.isNumber) return a.text.localeAwareCompare(b.text) < 0;
    const bool last = sortOrder() == Qt::DescendingOrder;  // unknown stands at the end either way
    if (std::isnan(a.number)) return std::isnan(b.number) ? false : last;
    if (std::isnan(b.number)) return !last;
    return a.number < b.number;
  }
};

}  // namespace

SortTable::SortTable(QWidget* parent) : QTableView(parent), model_(new SortTableModel(this)), sorted_(new Sorted(this)) {
  sorted_->setSourceModel(model_);
  setModel(sorted_);
  setSortingEnabled(true);
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);  // as given, until a header is clicked
  horizontalHeader()->setSectionsMovable(true);
  horizontalHeader()->setHighlightSections(false);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setShowGrid(false);
  setAlternatingRowColors(true);
  setWordWrap(false);
  setTextElideMode(Qt::ElideMiddle);
  setTabKeyNavigation(false);
  connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& i) { emit rowActivated(rowAt(i)); });
}

void SortTable::setRows(std::vector<SortColumn> columns, std::vector<std::vector<SortCell>> rows) {
  QStringList was, is;
  for (const SortColumn& c : model_->columns()) was << c.title;
  for (const SortColumn& c : columns) is << c.title;
  const bool empty = model_->rowCount() == 0;
  model_->set(std::move(columns), std::move(rows));
  if (was == is && !empty) return;
  if (was == is) return fit();
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  sorted_->sort(-1);
  fit();
}

void SortTable::fit() {
  for (std::size_t i = 0; i < model_->columns().size(); ++i) {
    const bool stretch = model_->columns()[i].stretch;
    horizontalHeader()->setSectionResizeMode(static_cast<int>(i), stretch ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (!stretch) resizeColumnToContents(static_cast<int>(i));
  }
}

QVector<QStringList> SortTable::csv() const {
  QVector<QStringList> out;
  QStringList header;
  for (const SortColumn& c : model_->columns()) header << (c.unit.isEmpty() ? c.title : QStringLiteral("%1 (%2)").arg(c.title, c.unit));
  out << header;
  for (int r = 0; r < sorted_->rowCount(); ++r) {
    QStringList line;
    const int row = sorted_->mapToSource(sorted_->index(r, 0)).row();
    for (int c = 0; c < model_->columnCount(); ++c) {
      const SortCell& cell = model_->cell(row, c);
      line << (cell.isNumber ? std::isnan(cell.number) ? QString() : QString::number(cell.number, 'g', 12) : cell.text);
    }
    out << line;
  }
  return out;
}

void SortTable::copy() const { QApplication::clipboard()->setText(csvLines(csv())); }

int SortTable::rowAt(const QModelIndex& index) const { return index.isValid() ? sorted_->mapToSource(index).row() : -1; }

void SortTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (currentIndex().isValid()) emit rowActivated(rowAt(currentIndex()));
    return;
  }
  QTableView::keyPressEvent(event);
}

void SortTable::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Copy the table as CSV"), QKeySequence::Copy, this, [this] { copy(); });
  menu.exec(event->globalPos());
}

}  // namespace weir
