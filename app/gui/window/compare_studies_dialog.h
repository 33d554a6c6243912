// Two whole studies as A and B: their runs in pairs, and of all pairs or one of them the step and its parts, or another table of
// the comparison. Not modal; works in a worker.
// GUI thread.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "core/summarize/compare_text.h"
#include "views/shared/background.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace weir {

class SortTable;

class CompareStudiesDialog : public QDialog {
  Q_OBJECT
 public:
  // `a`: the study at hand, may be empty; `folder`: where files are looked for.
  CompareStudiesDialog(const QString& a, const QString& folder, QWidget* parent);
  ~CompareStudiesDialog() override;

  void compare(const QString& a, const QString& b);
  // A table by its name in core ("kernel"), or "errors", "unmatched"; of the pair at this place, or of all.
  void showTable(const QString& name, std::optional<std::size_t> pair = std::nullopt);
  void finishNow();  // tests
  [[nodiscard]] QString says() const;
  [[nodiscard]] const SortTable& table() const { return *table_; }

 private:
  struct Answer;
  void check();
  void start();
  void take(const std::shared_ptr<const Answer>& answer);
  void listTables();  // in the choosers
  void fill();
  Background work_;
  QLineEdit *a_, *b_;
  QPushButton *compare_, *copy_;
  QLabel* says_;
  QComboBox *pair_, *what_;
  SortTable* table_;
  std::shared_ptr<const Answer> answer_;
};

}  // namespace weir
