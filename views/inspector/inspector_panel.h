// INSPECTOR: what is selected, fact by fact; with nothing selected, the answer to the scenario in hand and where its
// time, bytes and joules go.
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <utility>

#include "views/inspector/answer_facts.h"
#include "views/shared/view_state.h"

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace weir {

class InspectorPanel : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPanel(ViewState& state, QWidget* parent = nullptr);
  // Why the scenario in hand has no answer; said until there is one.
  void setRefused(const QString& why);

 private:
  void refresh();
  void showSelection();
  void showAnswer();
  void keepAnswerFresh();
  ViewState& state_;
  QLabel* title_ = nullptr;
  QLabel* origin_ = nullptr;
  QTreeWidget* facts_ = nullptr;
  bool showsAnswer_ = false;
  QString refused_;
  std::map<int, std::pair<RunPtr, MeasuredSteps>> steps_;  // by run: found once
  std::shared_ptr<const Answered> sure_;  // the latest answer that came with its intervals
  std::map<int, Scenario> recorded_;  // by run: the scenario that describes it
};

}  // namespace weir
