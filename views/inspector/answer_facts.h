// The answer to a scenario as lines for a person: name, value with unit, how it comes about.
#pragma once

#include <QString>
#include <vector>

#include "views/shared/view_state.h"

namespace weir {

struct Fact {
  QString name, value, how;  // how: formula or meaning, for the tooltip
  int level = 0;             // 0 = heading
};

// Unknown values are written out as "unknown"; parts that are exactly zero are left out.
[[nodiscard]] std::vector<Fact> answerFacts(const Answered& answered);

}  // namespace weir
