// Where an answer comes from, term by term: value, formula with its numbers put in, source. For the inspector and for
// `weir-cli explain`. The terms of one group add up to the group's total in Outcome. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace weir {

struct Term {
  std::string group;    // "step", "computing", "communication", "data", "checkpoint", "energy", "accuracy", "memory"
  std::string name;     // "gradient all-reduce, exposed"
  double value = 0;     // SI; NaN = unknown
  std::string unit;     // "s", "B", "J", "samples/s", "" for counts and fractions
  std::string formula;  // "max(0, end of the last bucket 12.1 ms - backward 10.3 ms)"
  std::string source;   // a paper's section, or where in the scenario
  bool unverified = false;  // rests on a value that nobody checked
};

[[nodiscard]] Result<std::vector<Term>> explain(const Scenario& s);
// As lines of text for a terminal.
[[nodiscard]] std::string termsToText(const std::vector<Term>& terms);

}  // namespace weir
