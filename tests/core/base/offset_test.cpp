#include "core/base/offset.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace offset_test {
using weir::units::parseOffset;
using weir::units::showOffset;

TEST(Offset, IsReadWithSignAndUnit) {
  const std::vector<std::pair<const char*, std::int64_t>> rows{
      {"+5h", 18'000'000'000'000'000},  // 5 x 3600 s x 1e12 ps
      {"-5 h", -18'000'000'000'000'000},
      {"\u22125h", -18'000'000'000'000'000},
      {"-12.3 ms", -12'300'000'000},
      {"12.3ms", 12'300'000'000},
      {" + 1.5 us ", 1'500'000},
      {"0.25µs", 250'000},
      {"3ns", 3'000},
      {"7ps", 7},
      {"2min", 120'000'000'000'000},
      {"1d", 86'400'000'000'000'000},
      {"0", 0},
      {"0 s", 0},
      {"-0", 0},
      {"8639999.999999999999s", 8'639'999'999'999'999'999},  // every picosecond of 100 days
  };
  for (const auto& [text, ps] : rows) {
    const auto r = parseOffset(text);
    ASSERT_TRUE(r) << text << ": " << r.error().line();
    EXPECT_EQ(*r, ps) << text;
  }
}

TEST(Offset, WrongTextIsRefusedWithAnExample) {
  for (const char* text : {"", "h", "5", "+", "--5h", "+-5h", "5 hours", "5 h 3 min", "nan s", "inf s", "1e9 d", "101d", "5x"}) {
    const auto r = parseOffset(text);
    ASSERT_FALSE(r) << text;
    EXPECT_FALSE(r.error().todo.empty()) << text;
  }
}

TEST(Offset, IsShownShortAndExactly) {
  const std::vector<std::pair<std::int64_t, const char*>> rows{
      {0, "0 s"},
      {18'000'000'000'000'000, "+5 h"},
      {-18'000'000'000'000'000, "-5 h"},
      {-12'300'000'000, "-12.3 ms"},
      {1'500'000, "+1.5 µs"},
      {90'000'000'000'000, "+1.5 min"},
      {86'400'000'000'000'000, "+1 d"},
      {1, "+1 ps"},
      {7'100'000'000'001, "+7.100000000001 s"},
      {3'600'000'000'000'001, "+3600.000000000001 s"},
  };
  for (const auto& [ps, text] : rows) {
    EXPECT_EQ(showOffset(ps), text);
    const auto back = parseOffset(text);
    ASSERT_TRUE(back) << text;
    EXPECT_EQ(*back, ps) << text;
  }
}

}  // namespace offset_test
