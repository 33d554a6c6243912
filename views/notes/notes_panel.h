// NOTES: what an import found odd, what a prediction assumes or doubts, which constants are unverified. With the number
// of notes in the dock's title, so that nobody has to look in vain.
#pragma once

#include <QWidget>

#include "views/shared/view_state.h"

class QLabel;
class QTreeWidget;

namespace weir {

class NotesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit NotesPanel(ViewState& state, QWidget* parent = nullptr);
  [[nodiscard]] int count() const { return count_; }

 signals:
  void countChanged(int count);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  ViewState& state_;
  QTreeWidget* tree_ = nullptr;
  QLabel* empty_ = nullptr;
  int count_ = 0;
  QStringList shown_;
};

}  // namespace weir
