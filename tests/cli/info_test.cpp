#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace info_test {
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

// Values that cannot be, in words: the option is named, and no line is longer than a person reads.
TEST(CliUsage, ValuesThatCannotBeAreSaidInWords) {
  const std::string a = kSample + "/rank-0.json.gz", b = kSample + "/rank-1.json.gz";
  for (const auto& [arguments, part] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"info", "--traffic", "--ranks-per-node", "0", a}, "--ranks-per-node: \"0\" is no whole number from 1"},
           {{"info", "--rank", "nosuch", a}, "--rank: \"nosuch\" is no whole number"},
           {{"info", "--rows", "-1", a}, "--rows: \"-1\" is no whole number from 0"},
           {{"compare", "--threshold", "inf", a, b}, "--threshold: \"inf\" is no number from 0 on"},
           {{"compare", "--threshold", "nan", a, b}, "--threshold: \"nan\" is no number from 0 on"},
           {{"compare", "--top", "-1", a, b}, "--top: \"-1\" is no whole number from 0"},
           {{"compare", "--run-a", "nosuch", a, b}, "--run-a: \"nosuch\" is no whole number from 0"},
           {{"io", "--top", "-1", a}, "--top: \"-1\" is no whole number from 0"},
           {{"io", "--by", "colour", a}, "--by: \"colour\" is none of layer, file, rank, phase"},
           {{"simulate", "x.json", "--fidelity", "nosuch"}, "--fidelity: \"nosuch\" is none of model, flow, packet, hybrid"},
           {{"explain", "x.json", "--batch-law", "--batches", "0"}, "--batches: \"0\" is no number above 0"},
           {{"critical-path", "--top", "abc", a}, "--top: \"abc\" is no whole number from 0"},
           {{"critical-path", "--run", "x", a}, "--run: \"x\" is no whole number from 0"},
           {{"critical-path", "--step", "-1", a}, "--step: \"-1\" is no whole number from 0"},
           {{"simulate", "x.json", "--threads", "x"}, "--threads: \"x\" is no whole number from 1 to 65536"},
           {{"simulate", "x.json", "--stop-hops", "0"}, "--stop-hops: \"0\" is no whole number from 1"},
           {{"figure", a, "--out", "x.pdf", "--text", "abc"}, "--text: \"abc\" is no number above 0"},
           {{"predict", "x.json", "--seed", "-1"}, "--seed: \"-1\" is no whole number from 0"},
       }) {
    const Finished f = weirCli(arguments);
    EXPECT_EQ(f.code, 2) << part << ": " << f.err;
    EXPECT_NE(f.err.find(part), std::string::npos) << f.err;
    EXPECT_LT(f.err.size(), 200U) << f.err;
  }
  const Finished wait = weirCli({"info", "--breakdown", "--kernel-wait", "-1us", a});
  EXPECT_EQ(wait.code, 1);
  EXPECT_NE(wait.err.find("--kernel-wait -1us: is below 0"), std::string::npos) << wait.err;
}

TEST(CliUsage, OptionsOfSectionsNeedASection) {
  const std::string a = kSample + "/rank-0.json.gz";
  for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{{"--from", "1ms"}, {"--to", "1ms"}, {"--step", "1"}, {"--rank", "0"}}) {
    const Finished f = weirCli({"info", option, value, a});
    EXPECT_EQ(f.code, 2) << option;
    EXPECT_EQ(f.out, "");
    EXPECT_NE(f.err.find(option + ": needs a section"), std::string::npos) << f.err;
    EXPECT_NE(f.err.find("--breakdown"), std::string::npos) << f.err;
    EXPECT_NE(weirCli({"info", "--breakdown", option, value, a}).code, 2) << option;
  }
}

TEST(CliUsage, FilesMayFollowAnOperationOrAGroup) {
  const std::string a = kSample + "/rank-0.json.gz", b = kSample + "/rank-1.json.gz";
  const Finished before = weirCli({"info", "--traffic", "--op", "all-reduce", "--op", "broadcast", a, b});
  ASSERT_EQ(before.code, 0) << before.err;
  EXPECT_EQ(before.out, weirCli({"info", a, b, "--traffic", "--op", "all-reduce", "--op", "broadcast"}).out);
  EXPECT_EQ(weirCli({"info", "--traffic", "--group", "99", a, b}).code, 1);  // no such group, but the files were found
}

TEST(CliUsage, TrafficOfOneRankAndALinkThatIsNone) {
  const std::string a = kSample + "/rank-0.json.gz", b = kSample + "/rank-1.json.gz", c = kSample + "/rank-2.json.gz", d = kSample + "/rank-3.json.gz";
  const Finished row = weirCli({"info", "--traffic", "--rank", "1", a, b, c, d});
  ASSERT_EQ(row.code, 0) << row.err;
  EXPECT_NE(row.out.find("rank 1          sends "), std::string::npos) << row.out;
  EXPECT_EQ(row.out.find("from \\ to"), std::string::npos);
  EXPECT_EQ(weirCli({"info", "--traffic", "--json", "--rank", "1", a, b, c, d}).out, weirCli({"info", "--traffic", "--json", a, b, c, d}).out);
  EXPECT_EQ(weirCli({"info", "--traffic", "--rank", "9", a, b}).code, 1);
  const Finished link = weirCli({"info", "--collectives", "--link", "0Gbps", a});
  EXPECT_EQ(link.code, 1);
  EXPECT_NE(link.err.find("--link 0Gbps: is no peak"), std::string::npos) << link.err;
}

TEST(CliUsage, ARangeBehindTheRunSaysWhereTheRunEnds) {
  const Finished f = weirCli({"info", "--breakdown", "--from", "10d", kSample + "/rank-0.json.gz", kSample + "/rank-1.json.gz"});
  EXPECT_EQ(f.code, 1);
  EXPECT_NE(f.err.find("--from 10d: the run ends at 2.97 s"), std::string::npos) << f.err;
  const Finished before = weirCli({"info", "--breakdown", "--to", "0s", kSample + "/rank-0.json.gz"});
  EXPECT_EQ(before.code, 1);
  EXPECT_NE(before.err.find("--to 0s: the run begins at 0 s"), std::string::npos) << before.err;
}

}  // namespace info_test
