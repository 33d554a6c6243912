// INSPECTOR: what is selected, fact by fact; with nothing selected, the opened runs that are shown. The answer to the scenario
// in hand, and where its time, bytes and joules go, stands below under a heading of its own that folds, since it need not be
// about them; with no opened run it stands alone.
#pragma once

#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "views/inspector/answer_facts.h"
#include "views/shared/view_state.h"

class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace weir {

class WrappedText;

class InspectorPanel : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPanel(ViewState& state, QWidget* parent = nullptr);
  // Why the scenario in hand has no answer; said until there is one.
  void setRefused(const QString& why);
  // Whether the scenario in hand is only one to begin with: it is named so, and never held against a run.
  void setExample(std::function<bool()> isExample);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  // Lines below a heading that folds.
  struct Below {
    QString heading, value, how;
    std::vector<AnswerFact> facts;
    bool open = false;  // unless a person has folded or unfolded it
  };
  void fade();              // where it comes from, in the colour of what is said beside
  void refresh(bool keep);  // keep: the same lines with new values
  [[nodiscard]] std::vector<AnswerFact> selected();
  [[nodiscard]] std::vector<AnswerFact> opened();
  [[nodiscard]] std::vector<AnswerFact> answer();
  [[nodiscard]] std::vector<AnswerFact> predicted();
  [[nodiscard]] QString howPredicted() const;
  [[nodiscard]] std::vector<AnswerFact> beside();
  [[nodiscard]] Below scenarioBelow(bool about);
  void fill(const std::vector<AnswerFact>& lead, const std::optional<Below>& below, bool keep);
  void copy() const;
  [[nodiscard]] std::vector<const ShownRun*> traces() const;  // in sight
  [[nodiscard]] bool collectiveSelected() const;
  const MeasuredSteps& stepsOf(const ShownRun& run);

  ViewState& state_;
  WrappedText* title_ = nullptr;
  WrappedText* origin_ = nullptr;
  QToolButton* whatIf_ = nullptr;  // shown for a collective
  QTreeWidget* facts_ = nullptr;
  QTreeWidgetItem* heading_ = nullptr;  // of what folds; null = none
  std::optional<bool> open_;            // as a person left it
  QString refused_;
  std::function<bool()> isExample_;
  std::map<int, std::pair<RunPtr, MeasuredSteps>> steps_;  // by run: found once
  std::shared_ptr<const Answered> sure_;  // the latest answer that came with its intervals
  std::map<int, Scenario> recorded_;  // by run: the scenario that describes it
};

}  // namespace weir
