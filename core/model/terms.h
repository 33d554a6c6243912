// What the explain_*.cpp files share: a list of terms, and one function a subject. Internal to this room.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "core/model/explain.h"
#include "core/model/training.h"
#include "core/scenario/json.h"
#include "core/scenario/outcome.h"

namespace weir::model {

class Terms {
 public:
  explicit Terms(const Scenario& s) : s_(s) {}

  // `rests`: paths of the scenario that the value rests on most.
  void add(const char* group, std::string name, double value, const char* unit, std::string formula, const char* source,
           std::initializer_list<const char*> rests = {}) {
    Term t{group, std::move(name), value, unit, std::move(formula), source, false};
    for (const char* path : rests) t.unverified = t.unverified || provenanceOf(s_, path).starts_with("unverified");
    list.push_back(std::move(t));
  }
  std::vector<Term> list;

 private:
  const Scenario& s_;
};

// Each adds the terms of its subject, in the order of the page.
void explainComputing(const Scenario& s, const TrainingStep& t, Terms& out);
void explainNetworks(const Scenario& s, const TrainingStep& t, Terms& out);
void explainCommunication(const Scenario& s, const TrainingStep& t, Terms& out);
void explainData(const Scenario& s, const Outcome& o, const TrainingStep& t, Terms& out);
void explainCollectives(const Scenario& s, const NetworkCosts& net, const Outcome& o, Terms& out);
void explainCheckpoint(const Scenario& s, const TrainingStep& t, Terms& out);
void explainMemory(const Scenario& s, const TrainingStep& t, Terms& out);
void explainEnergy(const Scenario& s, const Outcome& o, Terms& out);
void explainAccuracy(const Scenario& s, const Outcome& o, const TrainingStep& t, Terms& out);

}  // namespace weir::model
