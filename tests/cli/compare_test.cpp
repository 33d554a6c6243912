// weir-cli compare: files, runs of a study, whole studies; what is said where it cannot be done.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <vector>
#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace compare_test {
namespace {

using namespace weir::test;
using nlohmann::json;

// A copy: opening a study in WAL mode leaves files beside it.
std::string sample(const Folder& folder, const std::string& name = "study.weir") {
  std::filesystem::copy_file(std::string(WEIR_SOURCE_DIR "/sample_data/small-cnn.weir"), folder.file(name));
  return folder.file(name);
}

TEST(CliCompare, ARunAgainstItself) {
  const Folder folder;
  const std::string study = sample(folder);
  const auto r = weirCli({"compare", study + "#1", study + "#1", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = r.json();
  EXPECT_EQ(j["a"]["ranks"], json({0, 1, 2, 3}));
  EXPECT_EQ(j["a"]["steps"], 10);
  for (const auto& row : j["tables"]["overall"]["largest"]) {
    EXPECT_EQ(row["change"], "unchanged");
    const std::string unit = row["unit"] == "s" ? "_s" : row["unit"] == "J" ? "_j" : "_w";
    EXPECT_EQ(row["difference" + unit], 0.0);
  }
  EXPECT_EQ(j["collectives"]["matched"], 40);
  EXPECT_EQ(j["collectives"]["errors"][0]["mean_absolute"], 0.0);
}

TEST(CliCompare, MeasuredAgainstSimulated) {
  const Folder folder;
  const std::string study = sample(folder);
  const auto r = weirCli({"compare", study, study, "--run-a", "1", "--run-b", "3", "--json", "--top", "0"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = r.json();
  EXPECT_EQ(j["b"]["truth"], "simulated");
  const auto& c = j["collectives"];
  EXPECT_EQ(c["matched"], 40);  // four all-reduces a step; the simulated step stands for each of ten
  ASSERT_EQ(c["pairs"].size(), 40U);
  double sum = 0, worst = 0;
  for (const auto& p : c["pairs"]) {
    const double e = (p["b_s"].get<double>() - p["a_s"].get<double>()) / p["a_s"].get<double>();
    EXPECT_NEAR(p["error"].get<double>(), e, 1e-12);
    sum += std::fabs(e);
    worst = std::max(worst, std::fabs(e));
  }
  EXPECT_NEAR(c["errors"][0]["mean_absolute"].get<double>(), sum / 40, 1e-12);
  EXPECT_NEAR(c["errors"][0]["largest_absolute"].get<double>(), worst, 1e-12);
  EXPECT_FALSE(j["tables"].contains("io"));  // a simulation records no I/O: none was left out
  const auto text = weirCli({"compare", study + "#1", study + "#3"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("B records no I/O"), std::string::npos);
}

TEST(CliCompare, AScenarioIsWhatItPredicts) {
  const Folder folder;
  const std::string study = sample(folder), scenario = WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json";
  const auto r = weirCli({"compare", study + "#1", scenario, "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = r.json();
  EXPECT_EQ(j["b"]["truth"], "predicted");
  EXPECT_NE(j["remarks"][0].get<std::string>().find("B is predicted: what the scenario "), std::string::npos) << j["remarks"][0];
  // The same step as `predict` says, and as the run that the study keeps of it.
  const double step = weirCli({"predict", scenario, "--json"}).json()["step_s"];
  EXPECT_NEAR(j["tables"]["overall"]["largest"][0]["b"]["mean_s"].get<double>(), step, 1e-9 * step);
  EXPECT_EQ(weirCli({"compare", scenario, study + "#1", "--json"}).json()["a"]["truth"], "predicted");
  const auto numbered = weirCli({"compare", study + "#1", scenario, "--run-b", "2"});
  EXPECT_EQ(numbered.code, 1);
  EXPECT_NE(numbered.err.find("is a scenario, so --run-b names no run of it"), std::string::npos) << numbered.err;
}

TEST(CliCompare, TwoRunsOfOneStudyByTheirNumbers) {
  const Folder folder;
  const std::string study = sample(folder);
  const auto named = weirCli({"compare", study, "--run-a", "1", "--run-b", "2"});
  ASSERT_EQ(named.code, 0) << named.err;
  EXPECT_EQ(named.out, weirCli({"compare", study + "#1", study + "#2"}).out);
  EXPECT_EQ(named.out, weirCli({"compare", study + "#1", "--run-b", "2"}).out);
  const auto half = weirCli({"compare", study, "--run-a", "1"});
  EXPECT_EQ(half.code, 2);
  EXPECT_NE(half.err.find("name two runs of the study A with --run-a and --run-b"), std::string::npos) << half.err;
  const auto trace = weirCli({"compare", WEIR_SOURCE_DIR "/sample_data/small-cnn", "--run-a", "1", "--run-b", "2"});
  EXPECT_EQ(trace.code, 2);
  EXPECT_NE(trace.err.find("B is missing"), std::string::npos) << trace.err;
}

TEST(CliCompare, CallsThatAreCountedDifferentlyAreNotHeldAgainstEachOther) {
  const Folder folder;
  const std::string study = sample(folder);
  const auto text = weirCli({"compare", study + "#1", study + "#2"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.out.find("fewer calls"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("faster (calls counted differently)"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("note: B counts pieces of work as they were drawn"), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("unclear"), std::string::npos) << text.out;
  const json activity = weirCli({"compare", study + "#1", study + "#2", "--json"}).json()["tables"]["activity"]["largest"];
  for (const auto& row : activity)
    EXPECT_EQ(row["calls_comparable"].get<bool>(), row["name"] != "computing" && row["name"] != "data loading") << row["name"];
}

TEST(CliCompare, WholeStudies) {
  const Folder folder;
  const std::string a = sample(folder, "a.weir"), b = sample(folder, "b.weir");
  const auto r = weirCli({"compare", a, b, "--json", "--by", "overall"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = r.json();
  ASSERT_EQ(j["pairs"].size(), 3U);
  EXPECT_TRUE(j["only_a"].empty());
  for (const auto& p : j["pairs"]) {
    EXPECT_EQ(p["title_a"], p["title_b"]);
    EXPECT_EQ(p["comparison"]["a"]["truth"], p["comparison"]["b"]["truth"]);  // equal titles: measured with measured
    EXPECT_EQ(p["comparison"]["tables"].size(), 1U);
  }
}

TEST(CliCompare, OnlyARange) {
  const Folder folder;
  const std::string study = sample(folder);
  const json whole = weirCli({"compare", study + "#1", study + "#1", "--json", "--top", "0"}).json();
  const auto numbers = whole["a"]["step_numbers"].get<std::vector<std::int64_t>>();
  ASSERT_EQ(numbers.size(), 10U);
  EXPECT_EQ(whole["a"]["from_s"], nullptr);
  EXPECT_EQ(whole["collectives"]["pairs"][0]["step_a"], numbers.front());
  // Four mean steps long, from the begin on: at least one step lies in it, and not all do.
  const double step = whole["tables"]["overall"]["largest"][0]["a"]["mean_s"];
  const auto r = weirCli({"compare", study + "#1", study + "#1", "--json", "--top", "0", "--to", std::to_string(static_cast<std::int64_t>(step * 4e9)) + "ns"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = r.json();
  const auto some = j["a"]["step_numbers"].get<std::vector<std::int64_t>>();
  ASSERT_GT(some.size(), 0U);
  EXPECT_LT(some.size(), 10U);
  EXPECT_TRUE(std::equal(some.begin(), some.end(), numbers.begin()));
  EXPECT_EQ(j["a"]["steps_of_run"], 10);
  EXPECT_EQ(j["collectives"]["matched"], 4 * some.size());
  EXPECT_EQ(weirCli({"compare", study + "#1", study + "#1", "--from", "5"}).code, 1);  // of what?
  EXPECT_EQ(weirCli({"compare", study + "#1", study + "#1", "--from", "5ms", "--to", "5ms"}).code, 1);
  const auto none = weirCli({"compare", study + "#1", study + "#1", "--from", "5000s"});
  EXPECT_EQ(none.code, 1);
  EXPECT_EQ(none.out, "");
  for (const char* part : {"--from 5000s: nothing of A lies in the range", "A ends 2.97 s after it begins, B 2.97 s"}) EXPECT_NE(none.err.find(part), std::string::npos) << part << " in " << none.err;
  const auto studies = weirCli({"compare", study, study, "--from", "5000s", "--json"});
  EXPECT_EQ(studies.code, 1);
  EXPECT_NE(studies.err.find("nothing of A lies in the range"), std::string::npos) << studies.err;
  // The prediction is 241 ms long, the measured run 2.97 s: what only one of them holds is no comparison either.
  EXPECT_EQ(weirCli({"compare", study + "#1", study + "#2", "--from", "2.5s"}).code, 0);  // its one step stands for every step
}

TEST(CliCompare, WhatIsWrongIsSaid) {
  const Folder folder;
  const std::string study = sample(folder);
  EXPECT_EQ(weirCli({"compare", study}).code, 2);
  const auto missing = weirCli({"compare", study + "#1", folder.file("none.json")});
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.err.find("none.json"), std::string::npos);
  const auto run = weirCli({"compare", study + "#1", study + "#9"});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("no run 9"), std::string::npos) << run.err;
  const auto several = weirCli({"compare", study + "#1", study});
  EXPECT_EQ(several.code, 1);
  EXPECT_NE(several.err.find("--run-b"), std::string::npos) << several.err;
  EXPECT_EQ(weirCli({"compare", study + "#1", study + "#3", "--by", "nonsense"}).code, 1);
  const std::string trace = folder.write("t.json", "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]");
  EXPECT_EQ(weirCli({"compare", trace, trace, "--run-a", "1"}).code, 1);
  EXPECT_EQ(weirCli({"compare", trace, trace}).code, 0);
}

TEST(CliCompare, ARunIsNamedOnce) {
  const Folder folder;
  const std::string study = sample(folder);
  const auto two = weirCli({"compare", study + "#1", study + "#3", "--run-a", "2"});
  EXPECT_EQ(two.code, 1);
  EXPECT_NE(two.err.find("names run 1, and --run-a run 2"), std::string::npos) << two.err;
  EXPECT_EQ(weirCli({"compare", study + "#1", study + "#3", "--run-b", "1"}).code, 1);
  EXPECT_EQ(weirCli({"compare", study + "#1", study + "#3", "--run-a", "1"}).code, 0);  // twice the same
}

TEST(CliCompare, NamesDoNothingToATerminal) {
  const Folder folder;
  const std::string name = R"(bad\u001b[31m\nB  forged\u202edrawkcab)";
  const std::string trace = folder.write("t.json", "[{\"ph\":\"X\",\"name\":\"" + name + "\",\"cat\":\"kernel\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]");
  const auto r = weirCli({"compare", trace, trace, "--by", "kernel,operator,activity", "--top", "0"});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(r.out.find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_EQ(r.out.find("\nB  forged"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("forged"), std::string::npos) << r.out;
}

TEST(CliCompare, AStudyWithSeveralRunsSaysWhichThereAre) {
  const Folder folder;
  const std::string study = sample(folder);
  for (const auto& command : std::vector<std::vector<std::string>>{{"info", "--breakdown", study}, {"io", study}, {"critical-path", study}}) {
    const auto r = weirCli(command);
    EXPECT_EQ(r.code, 1);
    EXPECT_NE(r.err.find("1 \"small-cnn\", measured; 2 "), std::string::npos) << r.err;
    EXPECT_NE(r.err.find(", predicted; 3 "), std::string::npos) << r.err;
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '('), std::count(r.err.begin(), r.err.end(), ')')) << r.err;
  }
}

// The painter is the desktop program, which need not be built.
bool paints() { return std::filesystem::exists(std::filesystem::path(WEIR_CLI).parent_path() / "weir"); }

TEST(CliFigure, CompareHoldsTwoInputsAgainstEachOther) {
  if (!paints()) GTEST_SKIP() << "weir is not built";
  const Folder folder;
  const std::string study = sample(folder);
  const auto csv = [&](std::vector<std::string> arguments) {
    const std::string out = folder.file("out.csv");
    arguments.insert(arguments.begin(), "figure");
    arguments.insert(arguments.end(), {"--view", "compare", "--out", out});
    const auto r = weirCli(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    return slurp(out);
  };
  const std::string rank0 = WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz", rank1 = WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-1.json.gz";
  EXPECT_NE(csv({rank0, rank1}).find("step time"), std::string::npos);  // two runs, not one of two ranks
  const std::string named = csv({study, "--run-a", "1", "--run-b", "3"});
  EXPECT_NE(named.find("step time"), std::string::npos);
  EXPECT_EQ(named, csv({study + "#1", study + "#3"}));
  EXPECT_NE(named, csv({study + "#3", study + "#1"}));
}

TEST(CliFigure, WhatCompareCannotDoIsSaid) {
  if (!paints()) GTEST_SKIP() << "weir is not built";
  const Folder folder;
  const std::string study = sample(folder), out = folder.file("out.csv");
  const std::string rank0 = WEIR_SOURCE_DIR "/sample_data/small-cnn/rank-0.json.gz";
  const auto three = weirCli({"figure", rank0, rank0, rank0, "--view", "compare", "--out", out});
  EXPECT_EQ(three.code, 1);
  EXPECT_NE(three.err.find("two runs against each other, and 3 are given"), std::string::npos) << three.err;
  const auto several = weirCli({"figure", study, rank0, "--view", "compare", "--out", out});
  EXPECT_EQ(several.code, 1);
  EXPECT_NE(several.err.find("--run-a or FILE#ID"), std::string::npos) << several.err;
  EXPECT_EQ(weirCli({"figure", study + "#1", study, "--run-a", "2", "--run-b", "3", "--view", "compare", "--out", out}).code, 1);
  EXPECT_EQ(weirCli({"figure", study, "--view", "timeline", "--run-a", "1", "--out", out}).code, 1);
  EXPECT_NE(weirCli({"figure", "--help"}).out.find("with --view compare"), std::string::npos);
}

}  // namespace

}  // namespace compare_test
