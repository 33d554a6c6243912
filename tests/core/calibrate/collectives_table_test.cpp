#include <gtest/gtest.h>

#include <cmath>

#include "core/calibrate/tables/tables.h"

namespace collectives_table_test {
using namespace weir;
using namespace weir::calibrate;

namespace {

Table table(const std::string& rows) { return *parseTable("collective,nodes,ranks,hardware,bytes,algbw_GBs,busbw_GBs,time_us,algo,source\n" + rows, "rows.csv"); }

}  // namespace

// Made by the tuner's own form: 100 GB/s of bus, ring / Simple: what was put in comes out.
TEST(CollectivesTable, BandwidthOfALabelIsFound) {
  const Table fit = table("all_reduce,4,32,\"4x HDR, A100\",1e9,48.6,94.2,,Ring,x\nall_reduce,4,32,\"4x HDR, A100\",4e9,50,96.9,,Ring,x\n");
  const auto v = collectivesModel().validate(fit, table("all_reduce,4,32,\"4x HDR, A100\",16e9,50.5,97.8,,Ring,x\n"), {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_LT(v->front().tested.at(0).error(), 0.05);
}

TEST(CollectivesTable, WordsOfALabelStandWhereNothingIsFitted) {
  const auto v = collectivesModel().validate(table(""), table("all_reduce,2,16,\"2x DGX-A100, 8x200Gb IB\",,,192,,,x\n"
                                                              "all_reduce,3,24,\"3 nodes x 8 A100-40GB, 4x HDR\",,,96,,,x\n"), {});
  ASSERT_TRUE(v) << v.error().line();
  ASSERT_EQ(v->back().tested.size(), 2U);
  EXPECT_NEAR(v->back().tested[0].predicted, 200, 10);
  EXPECT_NEAR(v->back().tested[1].predicted, 100, 5);
  EXPECT_EQ(v->front().rows_fitted, 0U);
}

TEST(CollectivesTable, StrangeRowsAreSetAside) {
  const auto v = collectivesModel().validate(table(""), table("juggle,2,16,x,8,,,1,,x\nall_reduce,,16,x,8,,,1,,x\nall_reduce,2,,x,8,,,1,,x\nall_reduce,2,16,x,,,,,,x\n"
                                                              "all_reduce,2,16,x,1e9,30,,,,(misconfigured; anomaly)\nalltoall,2,16,,1e6,,,100,,x\nbroadcast,2,16,,1e6,,,100,Tree,x\n"), {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ(v->front().set_aside.size(), 5U);
  ASSERT_EQ(v->front().tested.size(), 2U);
  for (const Predicted& p : v->front().tested) EXPECT_TRUE(std::isfinite(p.predicted) && p.predicted > 0);
}

}  // namespace collectives_table_test
