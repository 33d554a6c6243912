// Two whole studies as A and B: their runs in pairs, and of each pair the step and its parts. Not modal; works in a worker.
// GUI thread.
#pragma once

#include <QDialog>
#include <memory>
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
  void finishNow();  // tests
  [[nodiscard]] QString says() const;
  [[nodiscard]] const SortTable& table() const { return *table_; }

 private:
  struct Answer;
  void check();
  void start();
  void take(const std::shared_ptr<const Answer>& answer);
  Background work_;
  QLineEdit *a_, *b_;
  QPushButton *compare_, *copy_;
  QLabel* says_;
  SortTable* table_;
};

}  // namespace weir
