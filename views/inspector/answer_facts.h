// The answer to a scenario as lines for a person: name, value with unit, how it comes about.
#pragma once

#include <QString>
#include <vector>

#include "views/shared/view_state.h"

namespace weir {

struct AnswerFact {
  QString name, value, how;  // how: formula or meaning, for the tooltip
  int level = 0;             // 0 = heading, 2 = says more about the line above
  bool doubtful = false;     // rests on a source that nobody has verified: underlined with dots
};

// Unknown values are written out as "unknown"; parts that are exactly zero are left out.
// Intervals stand beside their values where the answer has them. `before` is what an earlier answer rested on: while the
// intervals of this one are being worked out its constants keep their lines, without numbers.
[[nodiscard]] std::vector<AnswerFact> answerFacts(const Answered& answered, const Uncertainty* before = nullptr);

// The training steps a measured run marks. Walks the whole run: ask once a run.
struct MeasuredSteps {
  int count = 0;  // of the job; 0 = none marked, or the run is not measured
  std::vector<double> step_s;  // stepSeconds(): the mean over the ranks, as Compare has them
  double median_s = 0, shortest_s = 0, longest_s = 0;
  int ranks = 0;  // of the job
};
[[nodiscard]] MeasuredSteps measuredSteps(const weir::Run& run);

// They beside the predicted step, with the error. Empty without steps or a prediction, or where the scenario has another
// number of ranks: then it is plainly not about this run. Not `asRecorded`: the scenario was changed meanwhile, so what
// stands there is a difference, not an error.
[[nodiscard]] std::vector<AnswerFact> measuredBeside(const MeasuredSteps& measured, const QString& title, const Answered& answered, bool asRecorded);

}  // namespace weir
