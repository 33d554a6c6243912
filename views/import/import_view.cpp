#include "views/import/import_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/units.h"
#include "core/summarize/place.h"
#include "core/summarize/table_text.h"
#include "views/import/grid.h"
#include "views/shared/text.h"

namespace weir {
namespace {

bool has(const ShownRun& r) { return !r.run->sources.empty() || !r.run->facts.empty() || !r.run->tables.empty(); }

// An offset is typed as text with its unit; what is not understood stays in the editor, marked, until it is mended.
class OffsetDelegate : public QStyledItemDelegate {
 public:
  explicit OffsetDelegate(QLabel* message, QObject* parent) : QStyledItemDelegate(parent), message_(message) {}
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const override {
    auto* edit = new QLineEdit(parent);
    edit->setFrame(false);
    edit->setAlignment(Qt::AlignRight);
    edit->setAccessibleName(ImportView::tr("Move this source by"));
    QObject::connect(edit, &QLineEdit::textChanged, edit, [edit, this](const QString& t) {
      QString why;
      const bool wrong = !offsetFrom(t, &why) && !t.trimmed().isEmpty();
      QPalette p = QApplication::palette();
      if (wrong) p.setColor(QPalette::Text, theme::colors(theme::systemMode()).error);
      edit->setPalette(p);
      edit->setToolTip(why);
    });
    return edit;
  }
  bool eventFilter(QObject* object, QEvent* event) override {
    auto* edit = qobject_cast<QLineEdit*>(object);
    if (edit && event->type() == QEvent::KeyPress) {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab) {
        QString why;
        if (!offsetFrom(edit->text(), &why)) {
          message_->setText(why);
          message_->show();
          return true;
        }
      }
    }
    return QStyledItemDelegate::eventFilter(object, event);
  }

 private:
  QLabel* message_;
};

class NoteFilter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setKind(const QString& kind) {
    kind_ = kind;
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    const auto* model = static_cast<const NotesModel*>(sourceModel());
    if (!kind_.isEmpty() && model->kind(model->index(row, 0, parent)) != kind_) return false;
    return QSortFilterProxyModel::filterAcceptsRow(row, parent);
  }

 private:
  QString kind_;  // empty = all
};

QLabel* faintLabel(const QString& text, QWidget* parent) {
  auto* l = new QLabel(text, parent);
  l->setWordWrap(true);
  l->setForegroundRole(QPalette::PlaceholderText);
  return l;
}

}  // namespace

ImportView::ImportView(ViewState& state, QWidget* parent) : View(state, parent) {
  sources_ = new SourcesModel(this);
  notes_ = new NotesModel(this);
  facts_ = new FactsModel(this);
  table_ = new TableModel(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  runs_ = new QComboBox(this);
  runs_->setAccessibleName(tr("Run whose files are listed"));
  runs_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(runs_, &QComboBox::activated, this, [this](int i) { showRun(runs_->itemData(i).toInt()); });
  summary_ = new QLabel(this);
  summary_->setTextFormat(Qt::PlainText);
  summary_->setWordWrap(true);
  head->addWidget(runs_);
  head->addWidget(summary_, 1);
  column->addLayout(head);
  split_ = new QSplitter(Qt::Vertical, this);
  split_->setChildrenCollapsible(false);
  split_->addWidget(buildSources());
  parts_ = new QTabWidget(split_);
  parts_->setDocumentMode(true);
  parts_->setAccessibleName(tr("Notes, facts and tables"));
  parts_->tabBar()->setAccessibleName(parts_->accessibleName());
  parts_->addTab(buildNotes(), tr("Notes"));
  parts_->addTab(buildFacts(), tr("Facts"));
  parts_->addTab(buildTables(), tr("Tables"));
  split_->addWidget(parts_);
  split_->setStretchFactor(0, 2);
  split_->setStretchFactor(1, 3);
  connect(split_, &QSplitter::splitterMoved, this, [this] { splitByHand_ = true; });
  column->addWidget(split_, 1);
  connect(&state, &ViewState::runsChanged, this, &ImportView::refresh);
  refresh();
}

QWidget* ImportView::buildSources() {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  sourceGrid_ = new Grid(sources_, tr("Sources"), box);
  sourceGrid_->setSelectionBehavior(QAbstractItemView::SelectRows);
  sourceGrid_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
  message_ = new QLabel(box);
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  message_->hide();
  sourceGrid_->setItemDelegateForColumn(SourcesModel::Moved, new OffsetDelegate(message_, sourceGrid_));
  auto* line = new QHBoxLayout;
  align_ = new QPushButton(tr("Align first events"), box);
  align_->setToolTip(tr("Move the chosen sources so that their first event falls on the first event of the others"));
  connect(align_, &QPushButton::clicked, this, &ImportView::alignFirstEvents);
  reset_ = new QPushButton(tr("Reset offsets"), box);
  reset_->setToolTip(tr("Put the chosen sources, or all, back where their clocks put them"));
  connect(reset_, &QPushButton::clicked, this, &ImportView::resetMoves);
  line->addWidget(align_);
  line->addWidget(reset_);
  line->addWidget(message_, 1);
  line->addStretch(0);
  column->addWidget(sourceGrid_, 1);
  column->addLayout(line);
  connect(sources_, &SourcesModel::movedEdited, this, [this](const std::vector<std::int64_t>& moved) { this->state().requestMove(runId_, moved); });
  connect(sources_, &SourcesModel::refused, this, [this](const QString& why) {
    message_->setText(why);
    message_->setVisible(!why.isEmpty());
  });
  return box;
}

QWidget* ImportView::buildNotes() {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 8, 0, 0);
  auto* line = new QHBoxLayout;
  kinds_ = new QComboBox(box);
  kinds_->setAccessibleName(tr("Kind of note"));
  kinds_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  kinds_->setMinimumContentsLength(32);
  noteFilter_ = new QLineEdit(box);
  noteFilter_->setPlaceholderText(tr("Filter notes"));
  noteFilter_->setAccessibleName(tr("Filter notes"));
  noteFilter_->setClearButtonEnabled(true);
  line->addWidget(kinds_);
  line->addWidget(noteFilter_, 1);
  auto* filter = new NoteFilter(this);
  filter->setSourceModel(notes_);
  filter->setSortRole(Qt::UserRole);
  filter->setRecursiveFilteringEnabled(true);
  filter->setAutoAcceptChildRows(true);
  filter->setFilterKeyColumn(0);
  filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
  filteredNotes_ = filter;
  notesTree_ = new QTreeView(box);
  notesTree_->setModel(filter);
  notesTree_->setSortingEnabled(true);
  notesTree_->sortByColumn(-1, Qt::AscendingOrder);
  notesTree_->header()->setSortIndicatorClearable(true);
  notesTree_->setAlternatingRowColors(true);
  notesTree_->setUniformRowHeights(true);
  notesTree_->setFrameShape(QFrame::NoFrame);
  notesTree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  notesTree_->setAccessibleName(tr("Import notes"));
  notesTree_->header()->setStretchLastSection(false);
  notesTree_->header()->setSectionResizeMode(NotesModel::What, QHeaderView::Stretch);
  noNotes_ = faintLabel(tr("Nothing to note: the files were read whole, nothing was assumed."), box);
  column->addLayout(line);
  column->addWidget(noNotes_);
  column->addWidget(notesTree_, 1);
  connect(kinds_, &QComboBox::currentIndexChanged, this, [this, filter] {
    filter->setKind(kinds_->currentData().toString());
    notesTree_->expandAll();
  });
  connect(noteFilter_, &QLineEdit::textChanged, this, [this, filter](const QString& t) {
    filter->setFilterFixedString(t);
    notesTree_->expandAll();
  });
  connect(notesTree_, &QTreeView::clicked, this, &ImportView::go);
  connect(notesTree_, &QTreeView::activated, this, &ImportView::go);
  auto* copy = new QShortcut(QKeySequence::Copy, notesTree_, nullptr, nullptr, Qt::WidgetShortcut);
  connect(copy, &QShortcut::activated, this, [this] { QApplication::clipboard()->setText(chosenText(*notesTree_)); });
  return box;
}

QWidget* ImportView::buildFacts() {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 8, 0, 0);
  auto* filter = new QLineEdit(box);
  filter->setPlaceholderText(tr("Filter facts"));
  filter->setAccessibleName(tr("Filter facts"));
  filter->setClearButtonEnabled(true);
  factGrid_ = new Grid(facts_, tr("Facts"), box);
  connect(filter, &QLineEdit::textChanged, factGrid_, [this](const QString& t) { factGrid_->sorted()->setFilterFixedString(t); });
  column->addWidget(filter);
  column->addWidget(factGrid_, 1);
  return box;
}

QWidget* ImportView::buildTables() {
  auto* split = new QSplitter(Qt::Horizontal, this);
  split->setChildrenCollapsible(false);
  tableList_ = new QListWidget(split);
  tableList_->setFrameShape(QFrame::NoFrame);
  tableList_->setAccessibleName(tr("Tables of the files"));
  tableList_->setWordWrap(true);
  connect(tableList_, &QListWidget::currentRowChanged, this, &ImportView::chooseTable);
  auto* box = new QWidget(split);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(8, 4, 0, 0);
  tableGrid_ = new Grid(table_, tr("Table"), box);
  copyCsv_ = new QPushButton(tr("Copy as CSV"), box);
  copyCsv_->setToolTip(tr("The whole table, to paste into a spreadsheet or a file"));
  connect(copyCsv_, &QPushButton::clicked, this, [this] {
    if (const Table* t = table_->table()) QApplication::clipboard()->setText(q(tableToCsv(*t)));
  });
  column->addWidget(tableGrid_, 1);
  column->addWidget(copyCsv_, 0, Qt::AlignLeft);
  split->addWidget(tableList_);
  split->addWidget(box);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 3);
  return split;
}

QString ImportView::emptyReason() const {
  if (state().runs().empty()) return tr("No file is open. Open the traces, logs and tables of one job, or drop them all here: they become one run on one time axis.");
  if (runId_ == 0) return tr("The open runs were simulated: no file stands behind them.");
  return {};
}

void ImportView::showRun(int id) {
  if (id == runId_) return;
  runId_ = id;
  refresh();
}

void ImportView::showPart(const QString& name) { parts_->setCurrentIndex(name == QLatin1String("tables") ? 2 : name == QLatin1String("facts") ? 1 : 0); }
QString ImportView::part() const { return parts_->currentIndex() == 2 ? QStringLiteral("tables") : parts_->currentIndex() == 1 ? QStringLiteral("facts") : QStringLiteral("notes"); }
QString ImportView::message() const { return message_->isHidden() ? QString() : message_->text(); }

void ImportView::refresh() {
  // A run that has just been opened is the one to look at.
  QList<int> ids;
  const QSignalBlocker block(runs_);
  QList<int> before;
  for (int i = 0; i < runs_->count(); ++i) before << runs_->itemData(i).toInt();
  runs_->clear();
  for (const ShownRun& r : state().runs()) {
    if (!has(r)) continue;
    ids << r.id;
    runs_->addItem(r.title, r.id);
    if (!before.contains(r.id)) runId_ = r.id;
  }
  if (!ids.contains(runId_)) runId_ = ids.isEmpty() ? 0 : ids.last();
  runs_->setCurrentIndex(static_cast<int>(ids.indexOf(runId_)));
  runs_->setVisible(ids.size() > 1);

  const ShownRun* run = shown();
  const std::int64_t origin = state().whole().first;
  const QModelIndexList chosen = sourceGrid_->selectionModel()->selectedRows();
  sources_->setRun(run, origin);
  notes_->setRun(run, origin);
  facts_->setRun(run ? run->run : nullptr);
  if (!run) {
    listed_ = nullptr;
    table_->setTable(nullptr, -1);
    return;
  }
  refreshSummary(*run);
  if (const bool alone = run->run->sources.size() < 2; sourceGrid_->isColumnHidden(SourcesModel::ByClock) != alone) {
    sourceGrid_->setColumnHidden(SourcesModel::ByClock, alone);
    sourceGrid_->fitColumns();
  }
  align_->setEnabled(run->run->sources.size() > 1);
  reset_->setEnabled(std::any_of(run->moved.begin(), run->moved.end(), [](std::int64_t ps) { return ps != 0; }));
  if (listed_ == run->run) return;
  const bool moved = listed_ && listed_->tables.size() == run->run->tables.size() && listed_->notes.size() == run->run->notes.size() &&
                     listed_->title == run->run->title && listed_->sources.size() == run->run->sources.size();
  listed_ = run->run;
  parts_->setTabText(0, run->run->notes.empty() ? tr("Notes") : tr("Notes (%1)").arg(run->run->notes.size()));
  parts_->setTabText(1, run->run->facts.empty() ? tr("Facts") : tr("Facts (%1)").arg(run->run->facts.size()));
  parts_->setTabText(2, run->run->tables.empty() ? tr("Tables") : tr("Tables (%1)").arg(run->run->tables.size()));
  noNotes_->setVisible(run->run->notes.empty());
  notesTree_->setVisible(!run->run->notes.empty());
  refreshKinds();
  notesTree_->resizeColumnToContents(NotesModel::Count);
  notesTree_->resizeColumnToContents(NotesModel::Time);
  const int keep = moved ? tableList_->currentRow() : 0;
  {
    const QSignalBlocker blockList(tableList_);
    tableList_->clear();
    for (const Table& t : run->run->tables)
      tableList_->addItem(tr("%1\n%2 rows, %3 columns").arg(q(t.name)).arg(t.rows()).arg(t.columns.size()));
    tableList_->setCurrentRow(run->run->tables.empty() ? -1 : std::max(0, keep));
  }
  chooseTable(tableList_->currentRow());
  if (moved) return;
  // What there is comes to the front.
  if (run->run->slices.size() == 0 && !run->run->tables.empty()) parts_->setCurrentIndex(2);
  else if (!run->run->notes.empty()) parts_->setCurrentIndex(0);
  else if (!run->run->tables.empty()) parts_->setCurrentIndex(2);
  else if (!run->run->facts.empty()) parts_->setCurrentIndex(1);
  shareHeight();
}

// The sources are as high as their lines need, at most half, until the person moves the border.
void ImportView::shareHeight() {
  if (splitByHand_ || !listed_) return;
  const int rows = static_cast<int>(std::min<std::size_t>(listed_->sources.size(), 12));
  const int wanted = sourceGrid_->horizontalHeader()->sizeHint().height() + (rows + 1) * sourceGrid_->verticalHeader()->defaultSectionSize() + align_->sizeHint().height() + 8;
  const int whole = split_->height() - split_->handleWidth();
  if (whole > 0) split_->setSizes({std::min(wanted, whole / 2), whole - std::min(wanted, whole / 2)});
}

void ImportView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  shareHeight();
}

void ImportView::refreshSummary(const ShownRun& shown) {
  const Run& r = *shown.run;
  QStringList parts{tr("%n source(s)", nullptr, static_cast<int>(r.sources.size())), q(r.format)};
  if (!r.ranks.empty())
    parts << (r.worldSize > static_cast<std::int32_t>(r.ranks.size()) ? tr("%1 of %2 ranks").arg(r.ranks.size()).arg(r.worldSize) : tr("%n rank(s)", nullptr, static_cast<int>(r.ranks.size())));
  parts << tr("%1 slices").arg(r.slices.size());
  if (!r.counters.empty()) parts << tr("%n counter(s)", nullptr, static_cast<int>(r.counters.size()));
  if (!r.io.empty() || !r.ioRecords.empty()) parts << tr("%1 I/O operations, %2 records").arg(r.io.size()).arg(r.ioRecords.size());
  if (const auto [lo, hi] = r.span(); hi > lo) parts << q(units::show(Time::ps(hi - lo)));
  summary_->setText((runs_->isHidden() ? shown.title + QStringLiteral(": ") : QString()) + parts.join(QStringLiteral(" · ")));
}

void ImportView::refreshKinds() {
  const QString before = kinds_->currentData().toString();
  const QSignalBlocker block(kinds_);
  kinds_->clear();
  kinds_->addItem(tr("All kinds"), QString());
  for (const Note& n : listed_->notes) kinds_->addItem(tr("%1 (%2)").arg(q(n.kind)).arg(n.count), q(n.kind));
  kinds_->setCurrentIndex(std::max(0, kinds_->findData(before)));
  static_cast<NoteFilter*>(filteredNotes_)->setKind(kinds_->currentData().toString());
  notesTree_->expandAll();
}

void ImportView::chooseTable(int row) {
  table_->setTable(row < 0 ? nullptr : listed_, row);
  copyCsv_->setEnabled(row >= 0);
  tableGrid_->setAccessibleName(row < 0 ? tr("Table") : q(listed_->tables[static_cast<std::size_t>(row)].name));
}

void ImportView::go(const QModelIndex& proxied) {
  const QModelIndex at = filteredNotes_->mapToSource(proxied);
  if (const auto place = notes_->place(at)) state().requestPlace(*place);
}

std::vector<bool> ImportView::chosenSources() const {
  std::vector<bool> chosen(sources_->moved().size(), false);
  const std::vector<int> rows = sourceGrid_->chosenRows();
  for (const int r : rows) chosen[static_cast<std::size_t>(r)] = true;
  if (rows.empty()) chosen.assign(chosen.size(), true);
  return chosen;
}

void ImportView::alignFirstEvents() {
  const ShownRun* run = shown();
  if (!run) return;
  const std::vector<std::int64_t> by = toFirstEvent(*run->run, chosenSources());
  std::vector<std::int64_t> moved(by.size(), 0);
  for (std::size_t i = 0; i < by.size(); ++i) moved[i] = run->movedBy(i) + by[i];
  state().requestMove(runId_, moved);
}

void ImportView::resetMoves() {
  const ShownRun* run = shown();
  if (!run) return;
  const std::vector<bool> chosen = chosenSources();
  std::vector<std::int64_t> moved(chosen.size(), 0);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (!chosen[i]) moved[i] = run->movedBy(i);
  state().requestMove(runId_, moved);
}

void ImportView::changeEvent(QEvent* event) {
  View::changeEvent(event);
  if (event->type() == QEvent::FontChange && sourceGrid_)
    for (Grid* g : {sourceGrid_, factGrid_, tableGrid_})
      if (g) {
        g->verticalHeader()->setDefaultSectionSize(g->fontMetrics().height() + 8);
        g->fitColumns();
      }
}

}  // namespace weir
