#include "core/calibrate/validation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weir::calibrate::validation_test {
namespace {

Table table(const char* text) {
  auto t = parseTable(text, "t.csv");
  EXPECT_TRUE(t) << t.error().line();
  return *t;
}

TEST(Table, QuotesEmptyCellsAndLines) {
  const Table t = table("\xEF\xBB\xBF" "a, b,c\r\n1,\"x, \"\"y\"\"\",\r\n\n2,\"two\nlines\"\n");
  ASSERT_EQ(t.size(), 2U);
  EXPECT_EQ(t.text(0, "b"), "x, \"y\"");
  EXPECT_EQ(t.number(0, "a"), 1);
  EXPECT_TRUE(std::isnan(t.number(0, "c")));
  EXPECT_TRUE(std::isnan(t.number(0, "absent")));
  EXPECT_EQ(t.text(1, "b"), "two\nlines");
  EXPECT_EQ(t.where(1), "t.csv, line 4");
}

TEST(Table, RefusesWhatIsNone) {
  struct Row {
    const char* text;
    const char* says;
  };
  for (const Row& r : {Row{"", "empty"}, Row{"\n\n", "empty"}, Row{"a,a\n", "twice"}, Row{"a,b\n1,2,3\n", "3 cells"}, Row{"a,b\n1,\"2\n", "never closed"}}) {
    const auto t = parseTable(r.text, "t.csv");
    ASSERT_FALSE(t) << r.text;
    EXPECT_NE(t.error().line().find(r.says), std::string::npos) << t.error().line();
  }
  EXPECT_FALSE(readTable("/nonexistent.csv"));
  EXPECT_FALSE(readTable("/"));
}

// 4 us and 10 GB/s, exactly.
constexpr const char* kLink = "message_bytes,one_way_s\n8,4.0008e-6\n8000,4.8e-6\n80000,12e-6\n8000000,804e-6\n";

TEST(Validate, FitsOnOneTableAndPredictsTheOther) {
  const Table fitted = table(kLink), test = table("message_bytes,one_way_s\n40000,8.8e-6\n40000000,4004e-6\n,1\n");
  const auto v = validateTables(fitted, test, {});
  ASSERT_TRUE(v) << v.error().line();
  const Validation& p = v->front();
  EXPECT_EQ(p.rows_fitted, 4U);
  ASSERT_EQ(p.tested.size(), 2U);
  EXPECT_EQ(p.tested[1].row, 1U);
  EXPECT_EQ(p.set_aside.size(), 1U);
  EXPECT_LT(errorsOf(p).mean, 0.1);
  // The measured columns of tested rows do not enter: other values, same predictions.
  const Table lied = table("message_bytes,one_way_s\n40000,1\n40000000,2\n");
  const auto w = validateTables(fitted, lied, {});
  ASSERT_TRUE(w);
  EXPECT_EQ(w->front().tested[0].predicted, p.tested[0].predicted);
}

TEST(Validate, NamesWhatDoesNotFitTogether) {
  const Table link = table(kLink), other = table("x,y\n1,2\n");
  EXPECT_NE(validateTables(link, other, {}).error().line().find("no model knows these columns"), std::string::npos);
  EXPECT_NE(validateTables(link, table("message_bytes,one_way_s\n"), {}).error().line().find("no rows"), std::string::npos);
  EXPECT_FALSE(validateTables(table("message_bytes,one_way_s\n"), link, {}));
}

TEST(Validate, ErrorsOfRows) {
  Validation v;
  for (double p : {90.0, 100.0, 130.0}) v.tested.push_back({0, "", 100, p});
  EXPECT_NEAR(errorsOf(v).mean, (0.1 + 0 + 0.3) / 3, 1e-12);
  EXPECT_NEAR(errorsOf(v).median, 0.1, 1e-12);
  EXPECT_NEAR(errorsOf(v).p95, 0.28, 1e-12);
  EXPECT_TRUE(std::isnan(errorsOf({}).mean));
}

TEST(Validate, LeavesEachGroupOutOnce) {
  const Table all = table(kLink);
  const auto v = tableModelOf(all)->report(all, {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ(v->front().tested.size(), 4U);
  EXPECT_EQ(v->front().rows_fitted, 3U);
}

}  // namespace
}  // namespace weir::calibrate::validation_test
