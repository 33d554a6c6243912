// The scenario of one panel with its whole undo history in another one, which is built anew.
#pragma once

namespace weir {

class ScenarioPanel;

// `to` then holds the same steps, undone as far. What is set by hand there stays marked as such, and the
// choosers show the same presets. `from` says nothing meanwhile.
void copyHistory(ScenarioPanel& from, ScenarioPanel& to);
// A scenario that cannot be answered is said to be refused again, to whoever listens by now.
void sayRefusalAgain(ScenarioPanel& panel);

}  // namespace weir
