// The truth table (truth.h) as tests: a section each, those that take long aside (tests/bench/truth_bench plays all).
#include "tests/core/simulate/truth.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace truth_test {
namespace truth = weir::truth;

class Truth : public testing::TestWithParam<truth::Section> {};

TEST_P(Truth, EveryLineHolds) {
  const truth::Lines lines = GetParam().lines();
  EXPECT_FALSE(lines.empty());
  for (const truth::Line& l : lines) EXPECT_TRUE(l.ok()) << truth::text(l);
}

namespace {

std::vector<truth::Section> quick() {
  std::vector<truth::Section> out;
  for (const truth::Section& s : truth::sections())
    if (s.quick) out.push_back(s);
  return out;
}

std::string nameOf(const testing::TestParamInfo<truth::Section>& section) {
  std::string name;
  for (const char c : section.param.name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  return name;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Table, Truth, testing::ValuesIn(quick()), nameOf);

TEST(TruthLine, CanFail) {
  EXPECT_FALSE((truth::Line{"", 1, ">=", 2, 0, {}}).ok());
  EXPECT_FALSE((truth::Line{"", 3, "<=", 2, 0, {}}).ok());
  EXPECT_FALSE((truth::Line{"", 1.02, "~", 1, 0.01, {}}).ok());
  EXPECT_FALSE((truth::Line{"", weir::truth::Line{}.value / 0.0, ">=", 0, 0, {}}).ok());  // NaN: it was not played
  EXPECT_TRUE((truth::Line{"", 1.009, "~", 1, 0.01, {}}).ok());
}

}  // namespace truth_test
