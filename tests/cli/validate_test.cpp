// weir-cli validate: tables in, errors out; and weir-cli predict's intervals.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace validate_test {
namespace {

using namespace weir::test;
using nlohmann::json;

// 4 us and 10 GB/s, exactly.
constexpr const char* kLink = "message_bytes,one_way_s\n8,4.0008e-6\n8000,4.8e-6\n80000,12e-6\n8000000,804e-6\n";

TEST(CliValidate, FitsOnOneFileAndTestsOnTheOther) {
  const Folder folder;
  const auto r = weirCli({"validate", "--fit", folder.write("a.csv", kLink), "--test", folder.write("b.csv", "message_bytes,one_way_s\n40000,1e-5\n"), "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["table"], "ping_pong");
  EXPECT_EQ(j["rows_fitted"], 4);
  EXPECT_EQ(j["rows_tested"], 1);
  for (const char* k : {"mean_absolute_error", "median_absolute_error", "p95_absolute_error"}) EXPECT_NEAR(j[k].get<double>(), 0.2, 1e-4) << k;
  EXPECT_EQ(j["quantity"], "one-way time");
  ASSERT_EQ(j["constants"].size(), 2U);
  EXPECT_NEAR(j["constants"][1]["value"].get<double>(), 1e10, 1e6);
}

TEST(CliValidate, AFolderIsReportedTableByTable) {
  const Folder folder;
  folder.write("link.csv", kLink);
  folder.write("other.csv", "x,y\n1,2\n");
  const auto r = weirCli({"validate", folder.file("."), "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  ASSERT_EQ(j["tables"].size(), 1U);
  EXPECT_EQ(j["tables"][0]["table"], "link");
  EXPECT_EQ(j["skipped"].size(), 1U);
  const auto text = weirCli({"validate", folder.file(".")});
  EXPECT_NE(text.out.find("leave one message size out"), std::string::npos) << text.out;
}

TEST(CliValidate, WrongInputIsSaidInOneLine) {
  const Folder folder;
  struct Row {
    std::vector<std::string> arguments;
    int code;
    const char* says;
  };
  const std::string link = folder.write("a.csv", kLink), other = folder.write("o.csv", "x,y\n1,2\n"), empty = folder.write("e.csv", "");
  const std::vector<Row> rows{{{"validate"}, 2, "no table is given"},
                              {{"validate", "--fit", link}, 2, ""},
                              {{"validate", "--fit", link, "--test", other}, 1, "no model knows these columns"},
                              {{"validate", "--fit", empty, "--test", link}, 1, "empty"},
                              {{"validate", "--fit", link, "--test", "/nonexistent.csv"}, 1, "cannot be read"},
                              {{"validate", other}, 1, "no model knows"},
                              {{"validate", "/nonexistent"}, 1, "cannot be read"}};
  for (const Row& row : rows) {
    const auto r = weirCli(row.arguments);
    EXPECT_EQ(r.code, row.code) << r.err;
    EXPECT_NE((r.err + r.out).find(row.says), std::string::npos) << r.err;
    EXPECT_TRUE(row.code == 2 || std::count(r.err.begin(), r.err.end(), '\n') == 1) << r.err;
  }
}

TEST(CliValidate, PredictCarriesIntervals) {
  const Folder folder;
  const std::string job = folder.write("job.json", R"({"weir": 1, "machine": {"nodes": 8, "network": {"topology": "switch", "link": {"bandwidth": "100Gbps"}}, "node": {"nic": {"bandwidth": "100Gbps"}}},
    "workload": {"kind": "collective", "operation": "all-reduce", "algorithm": "ring", "sizes": ["102.4MB"], "step_latency": "5us"},
    "intervals": {"workload.step_latency": ["4us", "8us"]}})");
  const auto r = weirCli({"predict", job, "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_NEAR(j["intervals"]["step_s"][0].get<double>(), 0.014392, 1e-9);
  EXPECT_NEAR(j["intervals"]["step_s"][1].get<double>(), 0.014448, 1e-9);
  EXPECT_EQ(j["rests_on"][0]["path"], "workload.step_latency");
  EXPECT_NE(weirCli({"predict", job}).out.find("rests on"), std::string::npos);
}

}  // namespace

}  // namespace validate_test
