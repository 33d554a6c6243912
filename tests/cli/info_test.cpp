#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/process.h"

using namespace weir::test;
namespace fs = std::filesystem;

namespace {

const std::string kCorpus = WEIR_SHARED_DIR "/corpus";
const std::string kSample = WEIR_SOURCE_DIR "/sample_data/small-cnn";

std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& e : fs::directory_iterator(folder)) files.push_back(e.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

void oneLineThatSays(const Finished& f, const std::string& part) {
  EXPECT_EQ(f.code, 1) << f.err;
  EXPECT_EQ(std::count(f.err.begin(), f.err.end(), '\n'), 1) << f.err;
  EXPECT_NE(f.err.find(part), std::string::npos) << f.err;
}

}  // namespace

// Expected values: the trace's own events counted by an independent reader (PyTorch DLRM, 4 of 8 ranks).
TEST(CliInfo, FourDlrmRanksAreOneRun) {
  if (!fs::exists(kCorpus)) GTEST_SKIP() << "no ../shared";
  std::vector<std::string> arguments{"info", "--json"};
  for (const std::string& f : filesIn(kCorpus + "/kineto/dlrm_4of8")) arguments.push_back(f);
  const Finished f = weirCli(arguments);
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["ranks"], 4);
  EXPECT_EQ(j["slices"], 2460 + 2527 + 2449 + 2552);
  const std::vector<int> slices{2460, 2527, 2449, 2552};
  const std::vector<double> ncclUs{5798, 11336, 3492, 9774};
  const std::vector<double> overlap{4.502, 2.470, 7.875, 3.315};
  ASSERT_EQ(j["by_rank"].size(), 4U);
  for (std::size_t r = 0; r < 4; ++r) {
    const auto& rank = j["by_rank"][r];
    EXPECT_EQ(rank["rank"], r);
    EXPECT_EQ(rank["slices"], slices[r]);
    EXPECT_EQ(rank["communication_kernels"], 8);
    EXPECT_NEAR(rank["communication_s"].get<double>() * 1e6, ncclUs[r], 0.5);
    EXPECT_NEAR(rank["overlap_fraction"].get<double>() * 100, overlap[r], 0.0005);
  }
}

TEST(CliInfo, TheSampleIsWhatItsReadmeSays) {
  std::vector<std::string> arguments{"info", "--json"};
  for (const std::string& f : filesIn(kSample))
    if (f.ends_with(".json.gz")) arguments.push_back(f);
  const Finished f = weirCli(arguments);
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["ranks"], 4);
  EXPECT_EQ(j["slices"], 21152);
  ASSERT_EQ(j["communication"]["collectives"].size(), 1U);
  EXPECT_EQ(j["communication"]["collectives"][0]["operation"], "all-reduce");
  EXPECT_EQ(j["communication"]["collectives"][0]["count"], 160);
  EXPECT_EQ(j["communication"]["bytes"], 629177920);
}

TEST(CliInfo, WhatAFormatCannotTellIsNull) {
  if (!fs::exists(kCorpus)) GTEST_SKIP() << "no ../shared";
  const auto j = weirCli({"info", "--json", kCorpus + "/kineto/dlrm_4of8/" + fs::path(filesIn(kCorpus + "/kineto/dlrm_4of8")[0]).filename().string()}).json();
  EXPECT_TRUE(j["communication"]["bytes"].is_null());
  EXPECT_TRUE(j["io"].is_null() || j["io"]["read_bytes"].is_null());
}

TEST(CliInfo, RefusedFilesGetOneLine) {
  const Folder folder;
  oneLineThatSays(weirCli({"info", folder.file("absent.json")}), "absent.json");
  oneLineThatSays(weirCli({"info", folder.write("empty.json", "")}), "empty");
  oneLineThatSays(weirCli({"info", folder.write("noise.gz", "\x1f\x8b not gzip at all")}), "noise.gz");
  oneLineThatSays(weirCli({"info", folder.write("picture.json", "\x89PNG\r\n")}), "picture.json");
  fs::create_directory(folder.file("void"));
  oneLineThatSays(weirCli({"info", folder.file("void")}), "void");
}

TEST(CliInfo, DeepNestingIsSurvived) {
  const Folder folder;
  std::string deep = R"({"traceEvents":[{"ph":"X","ts":1,"dur":2,"name":"a","pid":1,"tid":1,"args":)";
  for (int i = 0; i < 5000; ++i) deep += "{\"a\":";
  deep += "1";
  for (int i = 0; i < 5000; ++i) deep += "}";
  deep += "}]}";
  const Finished f = weirCli({"info", "--json", folder.write("deep.json", deep)});
  EXPECT_TRUE(f.code == 0 || (f.code == 1 && !f.err.empty())) << f.code;
}

TEST(CliInfo, MalformedFilesGiveARunOrAMessage) {
  if (!fs::exists(kCorpus)) GTEST_SKIP() << "no ../shared";
  for (const std::string& file : filesIn(kCorpus + "/malformed")) {
    if (file.ends_with("MANIFEST.tsv")) continue;
    const Finished f = weirCli({"info", "--json", file});
    if (f.code == 0) EXPECT_GT(f.json()["slices"].get<int>(), 0) << file;
    else oneLineThatSays(f, fs::path(file).filename().string());
  }
}

TEST(CliUsage, WrongUsageIsTwo) {
  EXPECT_EQ(weirCli({}).code, 2);
  EXPECT_EQ(weirCli({"predikt"}).code, 2);
  EXPECT_EQ(weirCli({"info"}).code, 2);
  EXPECT_EQ(weirCli({"--help"}).code, 0);
  EXPECT_EQ(weirCli({"--version"}).out, weirCli({"version"}).out);
  for (const char* command : {"info", "predict", "simulate", "sweep", "figure", "formats", "presets", "version"}) {
    const Finished f = weirCli({command, "--help"});
    EXPECT_EQ(f.code, 0) << command;
    EXPECT_NE(f.out.find(command == std::string("version") ? "version" : "--"), std::string::npos);
  }
}
