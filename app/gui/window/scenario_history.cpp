#include "app/gui/window/scenario_history.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>
#include <vector>

#include "core/scenario/json.h"
#include "views/scenario/field_row.h"
#include "views/scenario/scenario_panel.h"

namespace weir {
namespace {

// The one field whose editing makes `after` of `before`; null = it was more than that (a preset, a point of the front).
const Field* edited(const ScenarioPanel& panel, const Scenario& before, const Scenario& after) {
  const std::string wanted = scenarioToJson(after);
  for (const FieldRow* row : panel.findChildren<FieldRow*>()) {
    const Field& f = row->field();
    if (f.get(before) == f.get(after)) continue;
    Scenario next = before;
    if (!f.set(next, f.get(after))) continue;
    next.provenance[f.path.toStdString()] = kSetInPanel;
    if (scenarioToJson(next) == wanted) return &f;
  }
  return nullptr;
}

// The choosers of presets: those that are no field's.
QList<QComboBox*> presetsIn(const ScenarioPanel& panel) {
  QList<QComboBox*> out = panel.findChildren<QComboBox*>();
  out.removeIf([](const QComboBox* box) {
    for (const QWidget* w = box->parentWidget(); w; w = w->parentWidget())
      if (qobject_cast<const FieldRow*>(w)) return true;
    return false;
  });
  return out;
}

// Steps set back what the choosers show: it is told last.
void copyPresets(const ScenarioPanel& from, const ScenarioPanel& to) {
  const QList<QComboBox*> shown = presetsIn(from), next = presetsIn(to);
  for (qsizetype i = 0; i < std::min(shown.size(), next.size()); ++i) {
    const QSignalBlocker quiet(next[i]);
    next[i]->setCurrentIndex(std::max(0, next[i]->findData(shown[i]->currentData())));
  }
}

}  // namespace

void copyHistory(ScenarioPanel& from, ScenarioPanel& to) {
  const QSignalBlocker quiet(from);
  QUndoStack& steps = *from.undoStack();
  const int now = steps.index(), count = steps.count();
  std::vector<Scenario> all;
  for (steps.setIndex(0); ; steps.redo()) {
    all.push_back(from.scenario());
    if (steps.index() == count) break;
  }
  to.setScenario(all.front());
  for (int i = 1; i <= count; ++i) {
    const Scenario& before = all[std::size_t(i) - 1];
    const Scenario& after = all[std::size_t(i)];
    if (const Field* f = edited(to, before, after)) to.edit(f->path, f->get(after));
    else to.setScenario(after, steps.text(i - 1));
  }
  to.undoStack()->setIndex(now);
  steps.setIndex(now);
  copyPresets(from, to);
}

void sayRefusalAgain(ScenarioPanel& panel) {
  QUndoStack& steps = *panel.undoStack();
  if (panel.messages().isEmpty() || !steps.canUndo()) return;
  steps.undo();
  steps.redo();
}

}  // namespace weir
