#include "views/shared/csv.h"

#include <gtest/gtest.h>

namespace csv_test {
using namespace weir;

TEST(CsvLines, QuotesAndNoFormulas) {
  EXPECT_EQ(csvLine({QStringLiteral("a,b"), QStringLiteral("say \"x\""), QStringLiteral("-3.5e-3"), QStringLiteral("=cmd()"), QString()}),
            QStringLiteral("\"a,b\",\"say \"\"x\"\"\",-3.5e-3,'=cmd(),"));
  EXPECT_EQ(csvLines({{QStringLiteral("n")}, {QStringLiteral("µs\nms")}}), QStringLiteral("n\n\"µs\nms\"\n"));
  EXPECT_EQ(csvLines({}), QString());
}

}  // namespace csv_test
