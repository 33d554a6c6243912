// One row of the scenario panel: where its value stands in a Scenario, how it is written and what it may be.
// The table is the only place that knows; the panel builds whatever stands in it. Adding a field is one entry.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

struct Field {
  enum class Kind { Number, Choice, Toggle };
  enum class Group { Machine, Workload, Plan };

  QString path;     // "machine.network.link.bandwidth": as `weir-cli --set` takes it, and as errors name it
  QString label;
  QString caption;  // heading inside the group; empty = none
  QString help;     // tooltip, one sentence
  Group group = Group::Machine;
  Kind kind = Kind::Number;

  // The value as text with its unit; exact: set(get()) changes nothing.
  std::function<QString(const Scenario&)> get;
  std::function<Result<void>(Scenario&, const QString&)> set;

  // Kind::Choice: (written, shown).
  std::function<std::vector<std::pair<QString, QString>>(const Scenario&)> choices;
  // Kind::Number: the values a slider or the arrow keys step through, ascending, as texts that set() takes, and where
  // the present value stands among them (nearest). Empty = no steps.
  std::function<QStringList(const Scenario&)> stops;
  std::function<int(const Scenario&)> nearestStop;
  bool slider = false;

  std::function<bool(const Scenario&)> applies;  // null = always; a field that does not apply is hidden
};

// `accelerators`: what its chooser offers besides the scenario's own; read whenever the choices are shown. May be null.
[[nodiscard]] std::vector<Field> scenarioFields(std::shared_ptr<const std::vector<Accelerator>> accelerators = nullptr);

// The field an error's `where` speaks of: the longest path found in it. -1 = none of them.
[[nodiscard]] int fieldOf(const std::vector<Field>& fields, const QString& where);

// Scenario::provenance of what a person set in the panel.
inline constexpr const char* kSetInPanel = "set in the panel";

// Where a path's value comes from: its own provenance, or the nearest parent's; empty = not said.
[[nodiscard]] QString provenanceOf(const Scenario& scenario, const QString& path);

}  // namespace weir
