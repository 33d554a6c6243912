#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/calibrate/tables/tables.h"

namespace mpi_shaped_links_test {
using namespace weir;
using namespace weir::calibrate;

namespace {

constexpr const char* kHeader = "rate_mbit,operation,algorithm,ranks,bytes,min_s,median_s,max_s\n";

std::optional<Table> shared() {
  const std::string path = std::string(WEIR_SHARED_DIR "/validation/mpi_shaped_links.csv");
  if (!std::filesystem::exists(path)) return std::nullopt;
  auto t = readTable(path);
  return t ? std::optional(*t) : std::nullopt;
}

Table table(const std::string& rows) { return *parseTable(kHeader + rows, "rows.csv"); }

}  // namespace

TEST(MpiShapedLinks, OtherAlgorithmsAreWithinTenPercentOfWhatRingsTell) {
  const auto t = shared();
  if (!t) GTEST_SKIP() << "the measured tables are not here";
  const auto v = mpiShapedLinksModel().report(*t, {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_EQ(v->front().rows_fitted + v->front().tested.size(), t->size());
  EXPECT_TRUE(v->front().set_aside.empty());
  EXPECT_LE(errorsOf(v->front()).mean, 0.10);
}

TEST(MpiShapedLinks, ThreeQuartersOfARateTellTheOtherRate) {
  const auto t = shared();
  if (!t) GTEST_SKIP() << "the measured tables are not here";
  std::vector<std::size_t> fit, test;
  for (std::size_t i = 0; i < t->size(); ++i) (t->number(i, "rate_mbit") == 200 ? fit : test).push_back(i);
  const auto v = mpiShapedLinksModel().validate(t->select(fit), t->select(test), {});
  ASSERT_TRUE(v);
  EXPECT_LE(errorsOf(v->front()).mean, 0.10);
}

TEST(MpiShapedLinks, WhatTheTestedRowsMeasuredDoesNotEnter) {
  const std::string rows = "50,pingpong,-,2,8,1e-4,1e-4,1e-4\n50,allreduce,ring,4,1048576,0.34,0.36,0.37\n";
  const Table fit = table(rows);
  const auto a = mpiShapedLinksModel().validate(fit, table("100,allreduce,rabenseifner,8,262144,1,1,1\n"), {});
  const auto b = mpiShapedLinksModel().validate(fit, table("100,allreduce,rabenseifner,8,262144,7,7,7\n"), {});
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->front().tested.at(0).predicted, b->front().tested.at(0).predicted);
}

TEST(MpiShapedLinks, StrangeRowsAreSetAsideWithTheReason) {
  const auto v = mpiShapedLinksModel().validate(table("50,pingpong,-,2,8,1e-4,1e-4,1e-4\n"),
                                                table("50,pingpong,-,2,1048576,1,1,1\n,allreduce,ring,4,8,1,1,1\n50,allreduce,magic,4,8,1,1,1\n50,juggle,ring,4,8,1,1,1\n"
                                                      "50,allreduce,ring,1,8,1,1,1\n50,allreduce,ring,4,,1,1,1\n50,allreduce,ring,4,8,,,\n-5,bcast,binomial,3,8,1,1,1\n"
                                                      "1000,alltoall,linear_sync,16,1e9,1,1,1\n"), {});
  ASSERT_TRUE(v);
  EXPECT_EQ(v->front().tested.size(), 2U);
  EXPECT_EQ(v->front().set_aside.size(), 7U);
  for (const Predicted& p : v->front().tested) EXPECT_TRUE(std::isfinite(p.predicted) && p.predicted > 0);
  for (const SetAside& s : v->front().set_aside) EXPECT_FALSE(s.reason.empty());
}

// Nothing to fit on: what is known of such hosts stands, with its wide interval.
TEST(MpiShapedLinks, WithoutRowsThePriorsStand) {
  const auto v = mpiShapedLinksModel().validate(table(""), table("50,pingpong,-,2,1048576,1,0.346,1\n"), {});
  ASSERT_TRUE(v) << v.error().line();
  EXPECT_LT(v->front().tested.at(0).error(), 0.02);
}

}  // namespace mpi_shaped_links_test
