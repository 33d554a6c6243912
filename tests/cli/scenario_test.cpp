#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/cli/process.h"

namespace scenario_test {
using namespace weir::test;
namespace fs = std::filesystem;

namespace {

// n hosts at 12.5 GB/s behind one switch, 5 us a step.
std::string ring(int n) {
  return R"({"weir":1,"name":"ring","machine":{"nodes":)" + std::to_string(n) +
         R"(,"node":{"accelerators":1,"nics":1,"nic":{"bandwidth":"100Gbps","latency":"0s"}},
      "network":{"topology":"switch","link":{"bandwidth":"100Gbps","latency":"0.5us"},"switch":{"latency":"0s"}}},
      "workload":{"kind":"collective","operation":"all-reduce","algorithm":"ring","sizes":["102.4MB"],"ranks":)" +
         std::to_string(n) + R"(,"step_latency":"5us"}})";
}

std::string fatTree(const std::string& workload) {
  return R"({"weir":1,"name":"traffic","machine":{"nodes":128,
      "node":{"accelerators":1,"nics":1,"nic":{"bandwidth":"100Gbps","latency":"0s"}},
      "network":{"topology":"fat-tree","levels":3,"radix":8,"link":{"bandwidth":"100Gbps","latency":"1us"},"switch":{"latency":"0s"}}},
      "workload":)" + workload + "}";
}

}  // namespace

// 2 (n-1) a + 2 (n-1)/n M/B: n = 8: 14 x 5 us + 1.75 x 102.4 MB / 12.5 GB/s = 70 us + 14.336 ms.
TEST(CliPredict, RingAllReduceIsTheClosedForm) {
  const Folder folder;
  const Finished f = weirCli({"predict", "--json", folder.write("ring.json", ring(8))});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto c = f.json()["collectives"][0];
  EXPECT_NEAR(c["time_s"].get<double>(), 14.406e-3, 0.0005e-3);
  EXPECT_NEAR(c["busbw"].get<double>(), 12.44e9, 0.005e9);
  EXPECT_NEAR(c["algbw"].get<double>(), 7.108e9, 0.0005e9);
  const auto many = weirCli({"predict", "--json", folder.write("ring.json", ring(1024))}).json();
  EXPECT_NEAR(many["collectives"][0]["time_s"].get<double>(), 26.60e-3, 0.005e-3);
}

TEST(CliSimulate, PacketsAgreeWithTheClosedForm) {
  const Folder folder;
  const Finished f = weirCli({"simulate", "--fidelity", "packet", "--json", folder.write("ring.json", ring(8))});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["fidelity"], "packet");
  EXPECT_NEAR(j["collectives"][0]["time_s"].get<double>(), 14.406e-3, 0.03 * 14.406e-3);
  EXPECT_EQ(j["network"]["drops"], 0);
  EXPECT_EQ(j["network"]["sent_bytes"], j["network"]["delivered_bytes"]);
}

// 32 x 2 MB through one 12.5 GB/s link: no sooner than 5,120 us.
TEST(CliSimulate, IncastIsBoundByTheLastLink) {
  const Folder folder;
  const std::string file = folder.write("incast.json", fatTree(R"({"kind":"traffic","pattern":"incast","sources":32,"size":"2MB"})"));
  const Finished f = weirCli({"simulate", "--fidelity", "packet", "--json", file});
  ASSERT_EQ(f.code, 0) << f.err;
  const double last = f.json()["flows"]["fct_max_s"].get<double>();
  EXPECT_GE(last, 5120e-6);
  EXPECT_LE(last, 5120e-6 * 1.02);
  EXPECT_EQ(f.json()["flows"]["count"], 32);
}

TEST(CliSimulate, TwiceTheSame) {
  const Folder folder;
  const std::string file = folder.write("perm.json", fatTree(R"({"kind":"traffic","pattern":"permutation","size":"200kB"})"));
  auto a = weirCli({"simulate", "--fidelity", "packet", "--json", file}).json();
  auto b = weirCli({"simulate", "--fidelity", "packet", "--json", file}).json();
  auto other = weirCli({"simulate", "--fidelity", "packet", "--seed", "9", "--json", file}).json();
  for (auto* j : {&a, &b, &other}) {
    j->erase("wall_s");
    j->erase("cpu_s");
  }
  EXPECT_EQ(a, b);
  EXPECT_NE(a, other);
}

TEST(CliScenario, BadScenariosGetOneLineWithThePlace) {
  const Folder folder;
  struct Case {
    std::string text, says;
  };
  const std::string workload = R"("workload":{"kind":"training","model":"resnet-50"})";
  const std::string node = R"("node":{"nic":{"bandwidth":"100Gbps"}},)";
  for (const Case& c : {
           Case{R"({"weir":1,"machine":{"nodes":2,"network":{"link":{"bandwidth":"100"}}},)" + workload + "}", "machine.network.link.bandwidth"},
           Case{R"({"weir":1,"machine":{"nodes":2,"network":{"link":{"bandwidth":"100parsec"}}},)" + workload + "}", "parsec"},
           Case{R"({"weir":1,"machine":{"nodes":0},)" + workload + "}", "nodes"},
           Case{R"({"weir":1,"machine":{"nodes":129,)" + node +
                    R"("network":{"topology":"fat-tree","levels":3,"radix":8,"link":{"bandwidth":"100Gbps"}}},)" + workload + "}",
                "128"},
           Case{R"({"weir":1,"machine":{"nodes":2,)" + node +
                    R"("network":{"link":{"bandwidth":"100Gbps"}}},"workload":{"kind":"collective","operation":"all-reduce","sizes":["1MB"],"ranks":-1}})",
                "ranks"},
           Case{R"({"weir":1,"machine":{"nodes":2},)" + workload + R"(,"plan":{"global_bacth":4}})", "global_bacth"},
           Case{R"({"weir":1,"machine":{"nodes":2)", "line 1"},
       }) {
    const Finished f = weirCli({"predict", "--json", folder.write("bad.json", c.text)});
    EXPECT_EQ(f.code, 1) << c.text;
    EXPECT_NE(f.err.find(c.says), std::string::npos) << f.err;
    EXPECT_NE(f.err.find("bad.json"), std::string::npos) << f.err;
    EXPECT_EQ(f.out, "");
  }
}

TEST(CliSweep, FindsTheFrontAndKeepsIt) {
  const Folder folder;
  const std::string scenario = WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json";
  const std::string out = folder.file("sweep.weir");
  const Finished f = weirCli({"sweep", "--json", scenario, "--vary", "plan.global_batch=16,32,64", "--vary",
                              "machine.network.link.bandwidth=1Gbps,10Gbps", "--out", out});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_EQ(j["points"].size(), 6U);
  EXPECT_GE(j["front"].size(), 1U);
  EXPECT_TRUE(fs::exists(out));
}

TEST(CliStudy, ASimulationIsKeptAndTheStudyAnswersForItself) {
  const Folder folder;
  const std::string scenario = folder.write("ring.json", ring(8));
  const std::string study = folder.file("out.weir");
  ASSERT_EQ(weirCli({"simulate", "--fidelity", "packet", scenario, "--out", study}).code, 0);
  const auto j = weirCli({"info", "--json", study}).json();
  ASSERT_EQ(j["runs"].size(), 1U);
  EXPECT_EQ(j["runs"][0]["truth"], "simulated");
  EXPECT_EQ(j["runs"][0]["ranks"], 8);
  // The scenario comes back out of the study and gives the same answer.
  auto before = weirCli({"predict", "--json", scenario}).json();
  auto after = weirCli({"predict", "--json", study}).json();
  for (auto* k : {&before, &after}) {
    k->erase("wall_s");
    k->erase("cpu_s");
  }
  EXPECT_EQ(before, after);
}

TEST(CliStudy, IsWrittenUnderItsOwnEndingOnly) {
  const Folder folder;
  const std::string scenario = folder.write("ring.json", ring(8)), out = folder.file("out.json"), study = folder.file("out.weir");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"simulate", "--fidelity", "model", scenario, "--out", out},
                                                    std::vector<std::string>{"sweep", scenario, "--vary", "plan.global_batch=16,32", "--out", out},
                                                    std::vector<std::string>{"simulate", scenario, "--out", ""}}) {
    const Finished f = weirCli(arguments);
    EXPECT_EQ(f.code, 1) << f.out;
    EXPECT_NE(f.err.find(arguments.back().empty() ? "the file name is empty" : "name it " + study), std::string::npos) << f.err;
    EXPECT_FALSE(fs::exists(out));
  }
  // A study that is there already is one by any name.
  ASSERT_EQ(weirCli({"simulate", "--fidelity", "model", scenario, "--out", study}).code, 0);
  const Finished merged = weirCli({"merge", out, study});
  EXPECT_EQ(merged.code, 1);
  EXPECT_FALSE(fs::exists(out));
  fs::rename(study, folder.file("kept.db"));
  EXPECT_EQ(weirCli({"simulate", "--fidelity", "model", scenario, "--out", folder.file("kept.db")}).code, 0);
}

// No room is made by a limit on the length of files. What the command began goes; what was there stays.
TEST(CliStudy, AnUnfinishedOneIsTakenAway) {
  const Folder folder;
  const std::string scenario = folder.write("ring.json", ring(8)), fresh = folder.file("fresh.weir"), old = folder.file("old.weir");
  const Finished f = weirCli({"simulate", "--fidelity", "packet", scenario, "--out", fresh}, "trap '' XFSZ; ulimit -f 40; ");
  EXPECT_EQ(f.code, 1);
  EXPECT_NE(f.err.find("the unfinished " + fresh + " was removed"), std::string::npos) << f.err;
  for (const auto& entry : fs::directory_iterator(fs::path(fresh).parent_path())) EXPECT_EQ(entry.path(), scenario);
  // There is room on the disk, so that is not the reason.
  EXPECT_EQ(f.err.find("disk is full"), std::string::npos) << f.err;
  EXPECT_NE(f.err.find("reading or writing failed"), std::string::npos) << f.err;
  // A sweep that is refused keeps nothing either.
  const Finished refused = weirCli({"sweep", scenario, "--vary", "plan.nosuch=1,2", "--out", fresh});
  EXPECT_EQ(refused.code, 1);
  EXPECT_FALSE(fs::exists(fresh)) << refused.err;
  ASSERT_EQ(weirCli({"simulate", "--fidelity", "packet", scenario, "--out", old}).code, 0);
  const Finished again = weirCli({"simulate", "--fidelity", "packet", scenario, "--out", old}, "trap '' XFSZ; ulimit -f 40; ");
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(again.err.find("removed"), std::string::npos) << again.err;
  EXPECT_TRUE(fs::exists(old));
}

// A file system of a few pages, in a name space of the test's own. In the smaller one SQLite says "I/O error", as it cannot
// map its log; in the larger one that it is full.
TEST(CliStudy, AFullDiskIsSaid) {
  const Folder folder;
  const std::string scenario = folder.write("ring.json", ring(8)), small = folder.file("small"), study = small + "/x.weir";
  fs::create_directory(small);
  if (std::system(("unshare -rm mount -t tmpfs none " + quoted(small) + " >/dev/null 2>&1").c_str()) != 0) GTEST_SKIP() << "no name space of our own to mount in";
  for (const char* size : {"48k", "72k"}) {
    const std::string mount = "mount -t tmpfs -o size=" + std::string(size) + " none " + small + " && \"$@\"; code=$?; ls " + small + "; exit $code";
    const Finished f = weirCli({"simulate", "--fidelity", "packet", scenario, "--out", study}, "unshare -rm sh -c " + quoted(mount) + " sh ");
    EXPECT_EQ(f.code, 1) << size;
    EXPECT_NE(f.err.find(study + ": the disk is full"), std::string::npos) << size << ": " << f.err;
    EXPECT_EQ(f.out, "") << size << ": something was left";
  }
}

}  // namespace scenario_test
