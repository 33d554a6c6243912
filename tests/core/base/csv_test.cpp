#include "core/base/csv.h"

#include <gtest/gtest.h>

namespace csv_test {
using namespace weir;

TEST(Csv, WhatASpreadsheetWouldRunIsText) {
  struct Row {
    std::string text, cell;
  };
  for (const auto& [text, cell] : {Row{"gemm", "gemm"}, Row{"", ""}, Row{"=1+1", "'=1+1"}, Row{"@SUM(A1)", "'@SUM(A1)"}, Row{"-x", "'-x"}, Row{"+x", "'+x"},
                                   Row{"\tx", "'\tx"}, Row{"=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""}, Row{"a=b", "a=b"}, Row{"'=x", "''=x"}, Row{"'x", "'x"},
                                   // Numbers stand as they are, also as texts.
                                   Row{"-3.5", "-3.5"}, Row{"+7", "+7"}, Row{"-1e-9", "-1e-9"}, Row{"-", "'-"}, Row{"-1+2", "'-1+2"},
                                   Row{std::string("a\0b", 3), "a\xEF\xBF\xBD" "b"}, Row{"a,b", "\"a,b\""}, Row{"a\nb", "\"a\nb\""}, Row{" a", "\" a\""}}) {
    EXPECT_EQ(csvText(text), cell);
    if (!cell.starts_with('"') && text.find('\0') == std::string::npos) {
      EXPECT_EQ(csvTextRead(cell), text);
    }
  }
  EXPECT_EQ(csvPlain("-5 s"), "-5 s");
  EXPECT_EQ(csvPlain("a\"b"), "\"a\"\"b\"");
}

}  // namespace csv_test
