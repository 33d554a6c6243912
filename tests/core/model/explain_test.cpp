#include "core/model/explain.h"

#include <gtest/gtest.h>

#include "tests/core/model/support.h"

namespace explain_test {
using namespace weir;
using namespace weir::test;

namespace {
double sumOf(const std::vector<Term>& terms, const char* group, std::initializer_list<const char*> names) {
  double sum = 0;
  for (const char* n : names)
    for (const Term& t : terms)
      if (t.group == group && t.name == n) sum += t.value;
  return sum;
}
}  // namespace

TEST(Explain, TermsAddUpToTheOutcome) {
  const Scenario s = read(R"({"machine": "dgx-a100", "workload": "gpt-1.3b", "plan": {"base": "tensor-parallel-8", "checkpoint": {"every": "1h"}}})");
  const auto terms = explain(s);
  ASSERT_TRUE(terms) << terms.error().line();
  const Outcome o = answer(s);
  EXPECT_NEAR(sumOf(*terms, "computing", {"forward", "backward", "optimizer"}), o.breakdown.compute_s, 1e-12 * o.step_s);
  EXPECT_NEAR(sumOf(*terms, "communication", {"gradient, exposed", "tensor-parallel all-reduces", "sends between stages", "weights gathered, exposed"}), o.breakdown.exposed_communication_s, 1e-12 * o.step_s);
  EXPECT_NEAR(sumOf(*terms, "energy", {"accelerators", "processors", "memory", "NICs", "network", "storage", "facility"}), o.energy_step_j, 1e-9 * o.energy_step_j);
  for (const Term& t : *terms) {
    EXPECT_FALSE(t.formula.empty()) << t.name;
    EXPECT_FALSE(t.source.empty()) << t.name;
  }
}

TEST(Explain, MarksWhatRestsOnUnverifiedValues) {
  const auto terms = explain(read(R"({"machine": "dgx-a100", "workload": "resnet-50-imagenet"})"));
  ASSERT_TRUE(terms);
  bool nic = false, parameters = true;
  for (const Term& t : *terms) {
    if (t.name == "NICs") nic = t.unverified;
    if (t.name == "parameters") parameters = t.unverified;
  }
  EXPECT_TRUE(nic);
  EXPECT_FALSE(parameters);
  EXPECT_NE(termsToText(*terms).find("Adam"), std::string::npos);
}

TEST(Explain, CollectivesAndTrafficToo) {
  for (const char* w : {"allreduce-sweep", "permutation-2mb"}) EXPECT_TRUE(explain(read(std::string(R"({"machine": "small-cluster", "workload": ")") + w + "\"}")));
}

}  // namespace explain_test
