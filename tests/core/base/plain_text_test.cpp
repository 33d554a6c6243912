#include "core/base/plain_text.h"

#include <gtest/gtest.h>

namespace plain_text_test {
using namespace weir;

TEST(PlainText, NothingMovesTheCursorOrTurnsTheLineAround) {
  EXPECT_EQ(plainText("gemm_kernel<float>"), "gemm_kernel<float>");
  EXPECT_EQ(plainText("a\x1b[31mred\nb\tc\x7f"), "a [31mred b c ");
  EXPECT_EQ(plainText("exe.\u202egnp"), "exe.\ufffdgnp");
  EXPECT_EQ(plainText("\u2066a\u2069\u200f\u0085"), "\ufffda\ufffd\ufffd\ufffd");
  EXPECT_EQ(plainText("数据 µs é"), "数据 µs é");
  EXPECT_EQ(plainText("\xE2\x80"), "\xE2\x80");  // cut in the middle of a character
  EXPECT_EQ(plainText("\xC2"), "\xC2");
}

TEST(PlainText, ColumnsOfATerminal) {
  EXPECT_EQ(terminalColumns("µs"), 2u);
  EXPECT_EQ(terminalColumns("数据"), 4u);
  EXPECT_EQ(terminalColumns("e\u0301"), 1u);
  EXPECT_EQ(terminalColumns("\xff\xff"), 2u);
  EXPECT_EQ(terminalColumns("ＡＢ"), 4u);
}

TEST(PlainText, ALongNameKeepsBothEnds) {
  EXPECT_EQ(shortened("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shortened("abcdefghijk", 10), "abcdef…ijk");
  for (const std::string text : {"一二三四五六七八九十", "a数b据c读d取e计f算", "\xE6\x95\xB0\xE6\x95 broken at the end \xE6"})
    for (std::size_t most = 3; most < 20; ++most) EXPECT_LE(terminalColumns(shortened(text, most)), most) << text << most;
}

}  // namespace plain_text_test
