#include "core/summarize/steps_json.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace steps_json_test {
using namespace weir;

namespace {
bool same(const Steps& a, const Steps& b) {
  if (a.from != b.from || a.what != b.what || a.ranks.size() != b.ranks.size()) return false;
  for (std::size_t i = 0; i < a.ranks.size(); ++i)
    if (a.ranks[i].rank != b.ranks[i].rank || a.ranks[i].steps != b.ranks[i].steps || a.ranks[i].number != b.ranks[i].number) return false;
  return true;
}
}  // namespace

TEST(StepsJson, RoundTrip) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed, 1);
    Steps s;
    s.from = static_cast<Steps::From>(random.below(3));
    s.what = seed % 3 == 0 ? "ProfilerStep \"x\"\n" : "";
    for (std::uint64_t r = random.below(5); r > 0; --r) {
      RankSteps one;
      one.rank = static_cast<std::int32_t>(random.below(100)) - 1;
      std::int64_t at = -static_cast<std::int64_t>(random.below(1'000'000'000'000));
      const bool numbered = random.below(2) == 0;
      for (std::uint64_t n = random.below(20); n > 0; --n) {
        const auto length = static_cast<std::int64_t>(random.below(1'000'000'000));
        one.steps.push_back({at, at + length});
        if (numbered) one.number.push_back(static_cast<std::int64_t>(n));
        at += length;
      }
      s.ranks.push_back(std::move(one));
    }
    const auto back = stepsFromJson(stepsToJson(s));
    ASSERT_TRUE(back) << seed;
    EXPECT_TRUE(same(s, *back)) << stepsToJson(s);
  }
}

TEST(StepsJson, DamagedOrOlderIsNone) {
  const std::string good = stepsToJson({Steps::From::Marks, {{0, {{0, 10}, {10, 20}}, {4, 5}}}, "step"});
  ASSERT_TRUE(stepsFromJson(good));
  for (std::size_t cut = 0; cut < good.size(); ++cut) EXPECT_FALSE(stepsFromJson(std::string_view(good).substr(0, cut))) << cut;
  for (const char* bad : {R"({"revision":0,"from":"marks","what":"","ranks":[]})", R"({"revision":1,"from":"guess","what":"","ranks":[]})",
                          R"({"revision":1,"from":"marks","what":"","ranks":[[0,[5,1]]]})", R"({"revision":1,"from":"marks","what":"","ranks":[[0,[5,9],[1,2]]]})",
                          R"({"revision":1,"from":"marks","what":"","ranks":[[0,[0,1,7],[1,2]]]})", R"({"revision":1,"from":"marks","what":"","ranks":[["a"]]})"})
    EXPECT_FALSE(stepsFromJson(bad)) << bad;
}

}  // namespace steps_json_test
