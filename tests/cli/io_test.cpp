// weir-cli io on real logs, and info --traffic. Expected figures: darshan/MANIFEST.tsv; kineto's nccl_data as its events add up.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/process.h"

namespace io_test {
using namespace weir::test;
namespace fs = std::filesystem;

namespace {
const std::string kCorpus = WEIR_SHARED_DIR "/corpus";
const std::string kLog = kCorpus + "/darshan/release/mpi-io-test-x86_64-3.5.0.darshan";
}  // namespace

TEST(CliIo, TotalsOfADarshanLogAreTheManifests) {
  if (!fs::exists(kLog)) GTEST_SKIP() << "no ../shared";
  const Finished f = weirCli({"io", "--json", kLog});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["total"]["read_bytes"], 67108864);
  EXPECT_EQ(j["total"]["write_bytes"], 67108864 + 322);  // POSIX and STDIO
  EXPECT_EQ(j["total"]["read_ops"], 4);
  for (const auto& layer : j["by_layer"]) {
    if (layer["layer"] == "MPI-IO") { EXPECT_FALSE(layer["in_total"]); }
    if (layer["layer"] == "STDIO") { EXPECT_EQ(layer["write_bytes"], 322); }
  }
}

TEST(CliIo, OnePartOfTheText) {
  if (!fs::exists(kLog)) GTEST_SKIP() << "no ../shared";
  const Finished all = weirCli({"io", kLog}), files = weirCli({"io", "--by", "file", kLog});
  ASSERT_EQ(files.code, 0) << files.err;
  EXPECT_LT(files.out.size(), all.out.size());
  EXPECT_NE(files.out.find("mpi-io-test"), std::string::npos);
  EXPECT_EQ(weirCli({"io", "--by", "colour", kLog}).code, 2);
  EXPECT_EQ(weirCli({"io", "--help"}).out.find("->"), std::string::npos);
}

TEST(CliIo, ATraceWithoutIoSaysSo) {
  const fs::path file = fs::temp_directory_path() / "weir_cli_io_none.json";
  std::ofstream(file) << R"({"traceEvents": [{"ph": "X", "name": "work", "pid": 1, "tid": 1, "ts": 0, "dur": 5}]})";
  const Finished f = weirCli({"io", "--json", file.string()});
  ASSERT_EQ(f.code, 0) << f.err;
  EXPECT_TRUE(f.json()["total"]["read_bytes"].is_null());
  const Finished text = weirCli({"io", file.string()});
  EXPECT_NE(text.out.find("no I/O"), std::string::npos) << text.out;
  fs::remove(file);
}

TEST(CliTraffic, BytesBetweenTwoRanks) {
  const std::string file = kCorpus + "/kineto/nccl_data.json.gz";
  if (!fs::exists(file)) GTEST_SKIP() << "no ../shared";
  const Finished f = weirCli({"info", "--traffic", "--json", file});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["measure"], "bytes");
  // A ring of two sends the whole of 15 all-reduces (306684384 B) each way, and six broadcasts (638712 B) go from rank 0.
  EXPECT_EQ(j["total_bytes"], 2 * 306684384 + 638712);
  const Finished text = weirCli({"info", "--traffic", file});
  EXPECT_NE(text.out.find("307323096"), std::string::npos) << text.out;
}

// Three tenths of a log: nothing of STDIO is there, and only a part of POSIX.
TEST(CliIo, ACutLogGivesLowerBoundsAndNoZeros) {
  const std::string log = kCorpus + "/darshan/imbalanced-io.darshan";
  if (!fs::exists(log)) GTEST_SKIP() << "no ../shared";
  const Folder folder;
  const std::string bytes = slurp(log), cut = folder.write("c.darshan", bytes.substr(0, bytes.size() * 3 / 10));
  const Finished f = weirCli({"io", "--json", cut});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["total"]["lower_bounds"], true);
  EXPECT_TRUE(j["total"]["write_bytes"].is_null());
  EXPECT_TRUE(j["total"]["write_ops"].is_null());
  EXPECT_GT(j["total"]["read_bytes"], 0);
  bool stdio = false;
  for (const auto& layer : j["by_layer"]) {
    EXPECT_EQ(layer["lower_bounds"], true);
    if (layer["layer"] != "STDIO") continue;
    stdio = true;
    EXPECT_TRUE(layer["read_bytes"].is_null());
  }
  EXPECT_TRUE(stdio);
  const Finished text = weirCli({"io", cut});
  EXPECT_NE(text.out.find("at least"), std::string::npos);
  EXPECT_EQ(text.out.find(" 0 B in 0 operations"), std::string::npos) << text.out;
  EXPECT_NE(text.err.find("region is cut off"), std::string::npos) << text.err;
}

}  // namespace io_test
