// A measured run as lines for a person: what it holds and how long it lasts. One line a fact; a new one goes there.
#pragma once

#include <vector>

#include "views/inspector/answer_facts.h"

namespace weir {

// Costs nothing that grows with the run, beyond what `steps` cost. Unknown is written out as "unknown", what is not there left out.
[[nodiscard]] std::vector<AnswerFact> runFacts(const Run& run, const MeasuredSteps& steps);

}  // namespace weir
