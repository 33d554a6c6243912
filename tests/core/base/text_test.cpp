#include "core/base/text.h"

#include <gtest/gtest.h>

namespace text_test {
using weir::trimmed;

TEST(Text, TrimmedIsAPartOfItsText) {
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed(" a\n", weir::kSpaces), "a\n");
  for (const std::string_view blank : {"", " ", "\t \r\n"}) {
    EXPECT_EQ(trimmed(blank), "");
    EXPECT_EQ(trimmed(blank).data(), blank.data());  // readers hand it on to functions that take no null
  }
}

}  // namespace text_test
