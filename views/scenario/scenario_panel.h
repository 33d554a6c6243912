// SCENARIO: machine, workload and plan as fields with units. Every change is one entry of the undo stack (a drag of a
// slider is one too). A scenario that cannot be answered stays in the panel with the reason at the field it is about;
// only the answerable ones are announced. GUI thread; starts no job.
#pragma once

#include <QUndoStack>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"
#include "views/scenario/field.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace weir {

class FieldRow;
class LayerList;

// Something a chooser offers: `apply` changes its part of a scenario.
struct PresetEntry {
  Field::Group group = Field::Group::Machine;
  QString name, title, source;
  std::function<void(Scenario&)> apply;
};

class ScenarioPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ScenarioPanel(QWidget* parent = nullptr);
  ~ScenarioPanel() override;

  void setPresets(std::vector<PresetEntry> presets);
  // What the accelerator field offers.
  void setAccelerators(std::vector<Accelerator> accelerators);
  // What says whether a scenario can be answered at all (core/scenario/validate.h).
  void setValidator(std::function<Result<void>(const Scenario&)> validator);

  [[nodiscard]] const Scenario& scenario() const { return now_; }
  // Everything counts as unchanged afterwards. With a title it is an undoable step ("Load point of the front").
  void setScenario(const Scenario& scenario, const QString& undoTitle = {});
  // One field by its path, as text with a unit; what typing it would do. False when there is no such field.
  bool edit(const QString& path, const QString& text, bool dragging = false);
  void endGesture();

  [[nodiscard]] QUndoStack* undoStack() { return &undo_; }
  void focusFilter();
  [[nodiscard]] QStringList messages() const;  // refused values and their reasons, in the order of the panel
  [[nodiscard]] FieldRow* row(const QString& path) const;

 signals:
  void scenarioChanged(const weir::Scenario& scenario, bool dragging);
  void scenarioRefused(const QString& what, const QString& where, const QString& todo);
  void gestureBegan();  // the scenario in force before is the one to compare with

 private:
  struct State {
    Scenario now, base;
  };
  class Command;
  friend class Command;
  struct Section;

  void build();
  Section* section(Field::Group group);
  void apply(State state, bool dragging);
  void push(State after, const QString& title, const QString& mergeKey, bool dragging);
  void usePreset(Field::Group group, int index);
  void refresh();
  void refilter();
  void showAnswerable(bool dragging);

  std::shared_ptr<std::vector<Accelerator>> accelerators_ = std::make_shared<std::vector<Accelerator>>();
  std::vector<Field> fields_;
  std::vector<FieldRow*> rows_;
  std::vector<std::unique_ptr<Section>> sections_;
  std::vector<PresetEntry> presets_;
  std::function<Result<void>(const Scenario&)> validator_;
  QLineEdit* filter_ = nullptr;
  QLabel* general_ = nullptr;
  LayerList* layers_ = nullptr;
  Scenario now_, base_;
  QUndoStack undo_;
  int gesture_ = 0;
  bool inGesture_ = false;
  int faulty_ = -1;  // row that shows the validator's message
};

}  // namespace weir
