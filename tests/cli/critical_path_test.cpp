#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace critical_path_test {
using namespace weir::test;
namespace fs = std::filesystem;

namespace {

const std::string kCorpus = WEIR_SHARED_DIR "/corpus";

// Two ranks by hand: rank 1 computes 100 us, rank 0 60 us; the all-reduce ends at 130 us; rank 0 then works 20 us more.
std::string rankFile(int rank) {
  const int computes = rank == 0 ? 60 : 100;
  std::string s = R"({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":)" + std::to_string(rank) + R"(,"world_size":2},"baseTimeNanoseconds":1700000000000000000,"traceEvents":[)";
  const auto event = [&](const std::string& cat, const std::string& name, int from, int to, const std::string& args) {
    s += R"({"ph":"X","cat":")" + cat + R"(","name":")" + name + R"(","pid":0,"tid":7,"ts":)" + std::to_string(from) + R"(,"dur":)" + std::to_string(to - from) + R"(,"args":{"device":0,"stream":7)" + args + "}},";
  };
  event("kernel", "gemm", 0, computes, "");
  event("kernel", "ncclDevKernel_AllReduce", computes, 130,
        R"(,"Collective name":"allreduce","In msg nelems":1000,"Out msg nelems":1000,"Group size":2,"dtype":"Float","Process Group Ranks":"[0, 1]")");
  if (rank == 0) event("kernel", "adam", 130, 150, "");
  s.back() = ']';
  return s + "}";
}

double sum(const nlohmann::json& rows, const char* key = "time_s") {
  double s = 0;
  for (const auto& r : rows) s += r[key].get<double>();
  return s;
}

}  // namespace

TEST(CliCriticalPath, AStragglerOnTwoRanks) {
  const Folder folder;
  const std::string a = folder.write("rank0.json", rankFile(0)), b = folder.write("rank1.json", rankFile(1));
  const Finished f = weirCli({"critical-path", a, b, "--json", "--segments", "--what-if", "collective all-reduce x2", "--what-if", "rank 1 not late"});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  EXPECT_DOUBLE_EQ(j["makespan_s"].get<double>(), 150e-6);
  ASSERT_EQ(j["segments"].size(), 3U) << f.out;
  EXPECT_EQ(j["segments"][0]["rank"], 1);
  EXPECT_EQ(j["segments"][0]["name"], "gemm");
  EXPECT_EQ(j["segments"][1]["rank"], 0);
  EXPECT_DOUBLE_EQ(j["segments"][1]["start_s"].get<double>(), 100e-6);
  EXPECT_EQ(j["links"]["collective"], 4);  // both members lead to where they meet, and that to both ends
  EXPECT_DOUBLE_EQ(j["what_if"]["makespan_s"].get<double>(), 95e-6);  // 60 + 30/2 + 20
  EXPECT_EQ(j["what_if"]["changes"][1]["read_as"], "rank 1 not late");
  EXPECT_TRUE(j["what_if"]["changes"][0]["then_last"].is_null());
  const auto then = j["what_if"]["changes"][1]["then_last"];  // both come at 60 then
  EXPECT_TRUE(then["rank"].is_null());
  EXPECT_DOUBLE_EQ(then["longest_wait_before_s"].get<double>(), 40e-6);
  EXPECT_DOUBLE_EQ(then["longest_wait_s"].get<double>(), 0);
  // What is the longest and the slowest need not be known.
  const Finished found = weirCli({"critical-path", a, b, "--json", "--what-if", "longest collective x2", "--what-if", "slowest rank not late"});
  ASSERT_EQ(found.code, 0) << found.err;
  const auto same = found.json();
  EXPECT_EQ(same["what_if"]["makespan_s"], j["what_if"]["makespan_s"]);
  EXPECT_EQ(same["what_if"]["changes"][0]["read_as"], "collective #0 x2");
  EXPECT_EQ(same["what_if"]["changes"][1]["read_as"], "rank 1 not late");
  EXPECT_DOUBLE_EQ(j["by_name"][0]["gain_s"].get<double>(), 100e-6);
  const Finished text = weirCli({"critical-path", a, b});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("150 µs"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("gemm"), std::string::npos);
  // As text the answer comes before the tables of what is.
  const std::string asked = weirCli({"critical-path", a, b, "--what-if", "collective all-reduce x2", "--what-if", "rank 1 not late"}).out;
  const std::size_t answer = asked.find("instead of 150 µs");
  ASSERT_NE(answer, std::string::npos) << asked;
  EXPECT_LT(answer, asked.find("  gain: ")) << asked;
  EXPECT_LT(asked.find("  gain: "), asked.find("the path then")) << asked;
}

TEST(CliCriticalPath, WrongWordsAreSaidInOneLine) {
  const Folder folder;
  const std::string a = folder.write("rank0.json", rankFile(0));
  for (const auto& [arguments, part] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--what-if", "collective all-reduce"}, "a factor is missing"},
           {{"--what-if", "network at 400"}, "no unit"},
           {{"--what-if", "faster please"}, "\"faster\" is not understood (a change begins with collective"},
           {{"--what-if", "longest kernel x2"}, "\"longest kernel\" is not understood: there are longest collective and slowest rank"},
           {{"--what-if", "copy x2"}, "what-if \"copy x2\": nothing changes: in this run no time goes to copy (there is: computing, communication)"},
           {{"--what-if", "messages x2"}, "no time goes to messages"},
           {{"--what-if", "no data stall"}, "no time goes to data loading"},
           {{"--what-if", "rank 0 not late"}, "no collective of rank 0 is seen on another rank"},
           {{"--what-if", "slice exactly"}, "the name is missing"},
           {{"--what-if", "rank -1 x2"}, "\"-1\" is no rank"},
           {{"--what-if", "computing x1e-300"}, "out of range"},
           {{"--what-if", "network at 1b/s"}, "out of range"},
           {{"--what-if", "network at 400Gb/s latency 90d"}, "out of range"},
           {{"--what-if", "rank 99 x2"}, "what-if \"rank 99 x2\": there is no rank 99 in what is open, only rank 0"},
           {{"--what-if", "collective #99 x2"}, "there is no collective #99"},
           {{"--what-if", "kernel nosuchthing x2"}, "has \"nosuchthing\" in its name"},
           {{"--step", "3"}, "no step was found"},
           {{"--from", "2ms", "--to", "1ms"}, "the range is empty"},
           {{"--from", "5"}, "--from 5"},
           {{"--from", "5s"}, "the range is empty"},
           {{"--step", "0", "--to", "1ms"}, "exclude each other"}}) {
    std::vector<std::string> all{"critical-path", a};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Finished f = weirCli(all);
    EXPECT_EQ(f.code, 1) << f.err;
    EXPECT_EQ(std::count(f.err.begin(), f.err.end(), '\n'), 1) << f.err;
    EXPECT_NE(f.err.find(part), std::string::npos) << f.err;
  }
  EXPECT_EQ(weirCli({"critical-path"}).code, 2);
  EXPECT_NE(weirCli({"critical-path", "--help"}).out.find("rank 2 not late"), std::string::npos);
}

TEST(CliCriticalPath, CollectivesStandByTheirNumbersAndARankComesHalfAsLate) {
  const Folder folder;
  const std::string a = folder.write("rank0.json", rankFile(0)), b = folder.write("rank1.json", rankFile(1));
  const Finished f = weirCli({"critical-path", a, b, "--json", "--what-if", "rank 1 late 50%"});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  ASSERT_EQ(j["by_collective"].size(), 1U) << f.out;
  const auto& c = j["by_collective"][0];
  EXPECT_EQ(c["collective"], 0);
  EXPECT_EQ(c["operation"], "all-reduce");
  EXPECT_EQ(c["size_bytes"], 4000);
  EXPECT_EQ(c["group_size"], 2);
  EXPECT_TRUE(c["step"].is_null());
  EXPECT_DOUBLE_EQ(c["time_s"].get<double>(), 30e-6);
  EXPECT_DOUBLE_EQ(c["gain_s"].get<double>(), 30e-6);
  EXPECT_DOUBLE_EQ(j["what_if"]["makespan_s"].get<double>(), 130e-6);  // comes at 80
  EXPECT_DOUBLE_EQ(j["unexplained_share"].get<double>(), 0);
  EXPECT_TRUE(j["limits"].empty());
}

// Each column of the tables in text is defined, with its unit, in --help.
TEST(CliCriticalPath, EveryColumnIsDefinedInTheHelp) {
  const Folder folder;
  const std::string a = folder.write("rank0.json", rankFile(0)), b = folder.write("rank1.json", rankFile(1));
  const std::string help = weirCli({"critical-path", "--help"}).out, text = weirCli({"critical-path", a, b}).out;
  const auto defined = [&](const std::string& title) {
    std::istringstream lines(help.substr(help.find("Columns:")));
    for (std::string line; std::getline(lines, line);) {
      std::string titles = line.substr(0, std::min<std::size_t>(line.size(), 32)) + ",";
      while (titles.size() > 1 && titles[titles.size() - 2] == ' ') titles.erase(titles.size() - 2, 1);
      if ((titles.starts_with("  " + title + ",") || titles.find(", " + title + ",") != std::string::npos) && line.size() > 40) return true;
    }
    return false;
  };
  int heads = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("  on path") == std::string::npos) continue;
    ++heads;
    std::string cell;
    for (std::size_t i = 0; i <= line.size(); ++i) {
      if (i < line.size() && !(line[i] == ' ' && (i + 1 == line.size() || line[i + 1] == ' '))) {
        cell += line[i];
        continue;
      }
      cell.erase(0, cell.find_first_not_of(' ') == std::string::npos ? cell.size() : cell.find_first_not_of(' '));
      if (const std::size_t unit = cell.find(" ("); unit != std::string::npos) cell.erase(unit);  // of the whole column
      EXPECT_TRUE(cell.empty() || defined(cell)) << cell;
      cell.clear();
    }
  }
  EXPECT_EQ(heads, 4);  // by activity, rank, collective, name
}

// A pipeline's stages wait for each other: what the schedule says explains most of the path.
TEST(CliCriticalPath, APipelinesTimelineIsExplained) {
  if (!fs::exists(kCorpus)) GTEST_SKIP() << "no ../shared";
  const Finished f = weirCli({"critical-path", kCorpus + "/straggler_timeline/timeline-ST.json.gz", "--json"});
  ASSERT_EQ(f.code, 0) << f.err;
  const auto j = f.json();
  double gaps = 0;
  for (const auto& row : j["by_activity"])
    if (row["kind"] == "unexplained gap") gaps += row["share"].get<double>();
  EXPECT_LT(gaps, 0.01);
  EXPECT_LT(j["unexplained_share"].get<double>(), 0.12);  // between one step's optimizer and the next step's parameters
}

// Whatever is opened: rows add up to the makespan, and so do the segments, exactly.
TEST(CliCriticalPath, RealFilesAddUp) {
  if (!fs::exists(kCorpus)) GTEST_SKIP() << "no ../shared";
  for (const char* file : {"/kineto/dlrm_4of8", "/kineto/alexnet_trace.json.gz", "/kineto/nccl_data.json.gz", "/chakra/astra_custom_ring_allreduce_8npus_1MB", "/straggler_timeline/timeline-ST.json.gz"}) {
    SCOPED_TRACE(file);
    const Finished f = weirCli({"critical-path", kCorpus + file, "--json", "--segments", "--top", "1000000", "--what-if", std::string(file).starts_with("/chakra") ? "computing x2" : "no gaps"});  // that one has no gaps
    ASSERT_EQ(f.code, 0) << f.err;
    const auto j = f.json();
    const double makespan = j["makespan_s"].get<double>();
    EXPECT_GT(makespan, 0);
    for (const char* by : {"by_name", "by_activity", "by_rank"}) EXPECT_NEAR(sum(j[by]), makespan, makespan * 1e-9);
    double at = j["start_s"].get<double>();
    for (const auto& s : j["segments"]) {
      EXPECT_EQ(s["start_s"].get<double>(), at);
      at = s["end_s"].get<double>();
    }
    EXPECT_EQ(at, j["end_s"].get<double>());
    EXPECT_LE(j["what_if"]["makespan_s"].get<double>(), makespan);
  }
}

// Beside the traces of a folder lies a folder with more of them: the path of the former alone may not be the one meant.
TEST(CliCriticalPath, AFolderThatWasNotEnteredIsSaid) {
  const Folder folder;
  const std::string a = folder.write("rank0.json", rankFile(0));
  fs::create_directory(fs::path(a).parent_path() / "later");
  (void)folder.write("later/rank1.json", rankFile(1));
  const Finished f = weirCli({"critical-path", fs::path(a).parent_path().string()});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_NE(f.err.find("later"), std::string::npos) << f.err;
  EXPECT_NE(f.err.find("not entered"), std::string::npos) << f.err;
}

}  // namespace critical_path_test
