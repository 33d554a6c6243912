// "import": what the open files said. Sources with their clocks, which can be moved; notes by kind, each place a click away
// from the timeline; facts; tables as grids. GUI thread; moving is asked of the ViewState and done in a worker.
#pragma once

#include "views/import/import_models.h"
#include "views/import/notes_model.h"
#include "views/shared/view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QTabWidget;
class QTreeView;

namespace weir {

class Grid;

class ImportView : public View {
  Q_OBJECT
 public:
  explicit ImportView(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] QString viewName() const override { return QStringLiteral("import"); }
  [[nodiscard]] QString title() const override { return tr("Import"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  // The table in front, where one is; else the sources.
  [[nodiscard]] QVector<QStringList> table() const override;

  [[nodiscard]] int runId() const { return runId_; }  // 0 = none
  void showRun(int id);
  // "notes", "facts" or "tables" to the front.
  void showPart(const QString& name);
  [[nodiscard]] QString part() const;
  [[nodiscard]] SourcesModel& sources() { return *sources_; }
  [[nodiscard]] NotesModel& notes() { return *notes_; }
  [[nodiscard]] TableModel& tableModel() { return *table_; }
  [[nodiscard]] Grid& sourceGrid() { return *sourceGrid_; }
  [[nodiscard]] QTreeView& notesTree() { return *notesTree_; }
  // Moves the chosen sources (all when none is chosen) so that their first event falls on the others'; back to as read.
  void alignFirstEvents();
  void resetMoves();
  [[nodiscard]] QString message() const;  // why the last offset was refused

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildSources();
  QWidget* buildNotes();
  QWidget* buildFacts();
  QWidget* buildTables();
  void refresh();
  void refreshSummary(const ShownRun& shown);
  void refreshKinds();
  void chooseTable(int row);
  void shareHeight();
  void go(const QModelIndex& proxied);
  [[nodiscard]] const ShownRun* shown() const { return state().run(runId_); }
  [[nodiscard]] std::vector<bool> chosenSources() const;

  int runId_ = 0;
  RunPtr listed_;  // whose tables and kinds stand in the lists
  SourcesModel* sources_;
  NotesModel* notes_;
  FactsModel* facts_;
  TableModel* table_;
  QComboBox* runs_ = nullptr;
  QLabel* summary_ = nullptr;
  QLabel* message_ = nullptr;
  Grid* sourceGrid_ = nullptr;
  QPushButton* align_ = nullptr;
  QPushButton* reset_ = nullptr;
  QSplitter* split_ = nullptr;
  bool splitByHand_ = false;
  QTabWidget* parts_ = nullptr;
  QComboBox* kinds_ = nullptr;
  QLineEdit* noteFilter_ = nullptr;
  QTreeView* notesTree_ = nullptr;
  QSortFilterProxyModel* filteredNotes_ = nullptr;
  QLabel* noNotes_ = nullptr;
  Grid* factGrid_ = nullptr;
  QListWidget* tableList_ = nullptr;
  Grid* tableGrid_ = nullptr;
  QPushButton* copyCsv_ = nullptr;
};

}  // namespace weir
