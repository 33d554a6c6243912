// NOTES: what an import found odd, what a prediction assumes or doubts, which constants are unverified. With the number
// of notes in the dock's title, so that nobody has to look in vain.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "views/shared/view_state.h"

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace weir {

class NotesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit NotesPanel(ViewState& state, QWidget* parent = nullptr);
  // Whether the scenario in hand is only one to begin with: beside a trace its notes are named so.
  void setExample(std::function<bool()> isExample);
  struct Line {
    QString group, text, tip;  // tip: places, one a line
  };
  [[nodiscard]] int count() const { return count_; }

 signals:
  void countChanged(int count);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  bool retext(const std::vector<Line>& lines);  // false: not the same notes, build anew
  ViewState& state_;
  std::function<bool()> isExample_;
  QTreeWidget* tree_ = nullptr;
  QLabel* empty_ = nullptr;
  int count_ = 0;
  QStringList shown_;
  std::vector<QTreeWidgetItem*> items_;  // one a line
};

}  // namespace weir
