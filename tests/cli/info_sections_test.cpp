// The sections of `info` on real files. Expected figures: the corpus's manifests (an independent reader's unions and overlaps),
// HTA's definitions computed from the events by a script of its own, and the published results of the straggler study.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace info_sections_test {
using namespace weir::test;
namespace fs = std::filesystem;

namespace {

const std::string kCorpus = WEIR_SHARED_DIR "/corpus";
bool missing() { return !fs::exists(kCorpus); }

nlohmann::json section(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"info", "--json"});
  const Finished f = weirCli(arguments);
  EXPECT_EQ(f.code, 0) << f.err;
  return f.code == 0 ? f.json() : nlohmann::json();
}

// Rows by a column's value.
nlohmann::json rowOf(const nlohmann::json& rows, const std::string& column, const nlohmann::json& value) {
  for (const auto& r : rows)
    if (r[column] == value) return r;
  ADD_FAILURE() << "no row with " << column << " = " << value;
  return {};
}

double partsOf(const nlohmann::json& r) {
  double sum = 0;
  for (const char* part : {"computing_s", "exposed_communication_s", "data_stall_s", "checkpoint_s", "copy_s", "other_s", "idle_s", "unknown_s"})
    if (!r[part].is_null()) sum += r[part].get<double>();
  return sum;
}

// The columns as they stand side by side, "computing only" to "unknown": a reader adds them up.
double columnsOf(const nlohmann::json& r) {
  double sum = 0;
  for (const char* part : {"computing_only_s", "overlapped_communication_s", "exposed_communication_s", "data_stall_s", "checkpoint_s", "copy_s", "other_s",
                           "host_bound_idle_s", "kernel_wait_idle_s", "other_idle_s", "unknown_s"})
    if (!r[part].is_null()) sum += r[part].get<double>();
  return sum;
}

}  // namespace

// Every Kineto file of the manifest: union of communication and of computing, their overlap; the parts sum to the time.
TEST(CliInfoSections, OverlapOfEveryKinetoFileIsTheManifests) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  std::ifstream manifest(kCorpus + "/kineto/MANIFEST.tsv");
  std::string line;
  std::getline(manifest, line);
  int withCommunication = 0;
  while (std::getline(manifest, line)) {
    const std::string file = line.substr(0, line.find('\t'));
    const auto expected = nlohmann::json::parse(line.substr(line.rfind('\t') + 1), nullptr, false);
    ASSERT_TRUE(expected.is_object()) << file;
    const auto j = section({"--breakdown", kCorpus + "/kineto/" + file});
    ASSERT_TRUE(j.is_object()) << file;
    for (const auto& r : j["breakdown"]["by_rank"]["rows"]) {
      EXPECT_NEAR(partsOf(r), r["span_s"].get<double>(), 1e-9) << file;
      EXPECT_NEAR(columnsOf(r), r["span_s"].get<double>(), 1e-9) << file;
    }
    for (const auto& r : j["breakdown"]["by_step"]["rows"]) {
      EXPECT_NEAR(partsOf(r), r["span_s"].get<double>(), 1e-9) << file;
      EXPECT_NEAR(columnsOf(r), r["span_s"].get<double>(), 1e-9) << file;
    }
    if (!expected.contains("comm_union_us") || expected["comm_union_us"].get<double>() == 0) continue;
    ++withCommunication;
    const auto& rows = j["breakdown"]["by_rank"]["rows"];
    ASSERT_EQ(rows.size(), 1U) << file;
    const double overlapped = rows[0]["overlapped_communication_s"], exposed = rows[0]["exposed_communication_s"];
    EXPECT_NEAR((overlapped + exposed) * 1e6, expected["comm_union_us"].get<double>(), 0.01) << file;
    EXPECT_NEAR(rows[0]["computing_s"].get<double>() * 1e6, expected["comp_union_us"].get<double>(), 0.1) << file;
    EXPECT_NEAR(overlapped * 1e6, expected["overlap_us"].get<double>(), 0.1) << file;
    EXPECT_NEAR(rows[0]["overlap_fraction"].get<double>() * 100, expected["overlap_pct_of_comm"].get<double>(), 0.0015) << file;
  }
  EXPECT_GE(withCommunication, 10);
}

// HTA's temporal breakdown (kernel time, idle, compute, non-compute) in ns.
TEST(CliInfoSections, TemporalBreakdownIsHtas) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  struct Expected {
    std::string file;
    std::int64_t rank, time, idle, compute, nonCompute;
  };
  const std::vector<Expected> all{{"dlrm_4of8", 0, 13009000, 6419000, 1034000, 5556000},
                                  {"dlrm_4of8", 1, 18749000, 6428000, 1246000, 11075000},
                                  {"dlrm_4of8", 2, 11350000, 7046000, 1068000, 3236000},
                                  {"dlrm_4of8", 3, 18853000, 8145000, 1240000, 9468000},
                                  {"hta_vit_2rank", 0, 1222847000, 675191000, 210320000, 337336000},
                                  {"hta_vit_2rank", 1, 1231186000, 651136000, 271973000, 308077000},
                                  {"nccl_data.json.gz", 0, 660551005, 503050991, 115655847, 41844167},
                                  {"negative_queue_rank0.json.gz", 0, 1231461000, 793037000, 210998000, 227426000},
                                  {"h100_qwen0.5b.json.gz", 0, 49652832, 4005532, 45432698, 214602},
                                  {"alexnet_trace.json.gz", 0, 12920244000, 12854103000, 10630000, 55511000}};
  std::map<std::string, nlohmann::json> seen;
  for (const Expected& e : all) {
    if (!seen.contains(e.file)) seen[e.file] = section({"--breakdown", kCorpus + "/kineto/" + e.file})["breakdown"]["by_rank"]["rows"];
    const auto& rows = seen[e.file];
    const auto r = rows.size() == 1 ? rows[0] : rowOf(rows, "rank", e.rank);
    const auto ns = [&](const char* key) { return std::llround(r[key].get<double>() * 1e9); };
    EXPECT_NEAR(static_cast<double>(ns("device_span_s")), static_cast<double>(e.time), 2) << e.file << e.rank;
    EXPECT_NEAR(static_cast<double>(ns("device_idle_s")), static_cast<double>(e.idle), 200) << e.file << e.rank;
    EXPECT_NEAR(static_cast<double>(ns("computing_s")), static_cast<double>(e.compute), 100) << e.file << e.rank;
    EXPECT_NEAR(static_cast<double>(ns("device_non_compute_s")), static_cast<double>(e.nonCompute), 200) << e.file << e.rank;
  }
}

// HTA's idle time breakdown of single streams: host wait, kernel wait, other, in us.
TEST(CliInfoSections, IdleTimeBreakdownIsHtas) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  struct Expected {
    std::string file;
    std::int64_t rank;
    std::string stream;
    double host, kernel, other;
  };
  const std::vector<Expected> all{
      {"dlrm_4of8", 0, "stream 7", 11448, 123, 0},   {"dlrm_4of8", 0, "stream 24", 5906, 18, 0},      {"dlrm_4of8", 1, "stream 7", 17356, 208, 0},
      {"dlrm_4of8", 2, "stream 84", 5423, 1, 0},     {"dlrm_4of8", 3, "stream 7", 17465, 192, 0},     {"hta_vit_2rank", 0, "stream 7", 397917, 3765, 598335},
      {"hta_vit_2rank", 0, "stream 25", 560120, 35, 100413}, {"hta_vit_2rank", 1, "stream 84", 715850, 0, 62586}};
  std::map<std::string, nlohmann::json> seen;
  for (const Expected& e : all) {
    if (!seen.contains(e.file)) seen[e.file] = section({"--breakdown", kCorpus + "/kineto/" + e.file})["breakdown"]["idle_by_stream"]["rows"];
    bool found = false;
    for (const auto& r : seen[e.file]) {
      if (r["rank"] != e.rank || r["stream"] != e.stream) continue;
      found = true;
      EXPECT_NEAR(r["host_wait_s"].get<double>() * 1e6, e.host, 0.5) << e.file << e.rank << e.stream;
      EXPECT_NEAR(r["kernel_wait_s"].get<double>() * 1e6, e.kernel, 0.5) << e.file << e.rank << e.stream;
      EXPECT_NEAR(r["other_s"].get<double>() * 1e6, e.other, 0.5) << e.file << e.rank << e.stream;
    }
    EXPECT_TRUE(found) << e.file << e.stream;
  }
}

TEST(CliInfoSections, RankTwoIsTheStragglerOfTheFirstAllToAll) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  const auto j = section({"--stragglers", kCorpus + "/kineto/dlrm_4of8"});
  const auto first = rowOf(j["stragglers"]["stragglers"]["rows"], "operation", "all-to-all");
  EXPECT_EQ(first["last_rank"], 2);
  EXPECT_EQ(first["first_rank"], 1);
  EXPECT_NEAR(first["spread_s"].get<double>(), 7.116e-3, 1e-6);
  EXPECT_EQ(j["stragglers"]["lateness_by_rank"]["rows"][0]["rank"], 2);
  // Rank 1 waits longest, for rank 2: 39 % of the run.
  const auto waits = j["stragglers"]["waiting_by_rank"]["rows"][0];
  EXPECT_EQ(waits["rank"], 1);
  EXPECT_EQ(waits["waits_for_rank"], 2);
  EXPECT_NEAR(waits["waited_s"].get<double>(), 7.877e-3, 1e-6);
  EXPECT_NEAR(waits["run_fraction"].get<double>(), 0.39, 0.01);
  // That its recording begins late is said in each table of the JSON, and in text above the first.
  EXPECT_NE(j["stragglers"]["stragglers"]["remark"].get<std::string>().find("is recorded only from"), std::string::npos);
  const std::string text = weirCli({"info", "--stragglers", kCorpus + "/kineto/dlrm_4of8"}).out;
  EXPECT_LT(text.find("Who waits longest, and for whom"), text.find("Which rank the others wait for"));
  EXPECT_EQ(text.find("is recorded only from"), text.rfind("is recorded only from")) << text;
  EXPECT_NE(text.find("made others wait, unrecorded (ms)"), std::string::npos) << text;
  EXPECT_FALSE(j["stragglers"]["what_if"]["reason"].is_null());  // no pipeline: it says so
}

// Eq. 1, 2, 4, 5 of the study against its published results, everything within 1 %.
TEST(CliInfoSections, WithoutStragglersAsTheStudyPublished) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  const std::string folder = kCorpus + "/straggler_timeline/";
  const auto load = [&](const std::string& name) { return nlohmann::json::parse(std::ifstream(folder + name)); };
  for (const std::string name : {"ST", "AR"}) {
    const auto ms = load("ms-" + name + ".json"), mw = load("mw-" + name + ".json"), result = load("result-" + name + ".json");
    const auto j = section({"--stragglers", folder + "timeline-" + name + ".json.gz"})["stragglers"];
    const auto near = [&](const nlohmann::json& is, double expected) { EXPECT_NEAR(is.get<double>(), expected, std::abs(expected) * 0.01 + 1e-12) << name; };
    ASSERT_EQ(j["what_if"]["rows"].size(), 1U);
    const auto& w = j["what_if"]["rows"][0];
    near(w["t_s"], ms["tori"]);
    near(w["t_ideal_s"], ms["tideal"]);
    near(w["slowdown"], result["blocking_slowdown"]);
    near(w["m_s"], ms["Ms"]);
    near(w["m_w"], mw["Mw"]);
    EXPECT_EQ(w["steps"], result["step_t_base"].size());
    for (const auto& s : j["what_if_steps"]["rows"]) {
      const std::string step = std::to_string(s["step"].get<int>());
      near(s["measured_s"], result["step_t_base"][step]);
      near(s["t_s"], result["step_t_nodelay"][step]);
      near(s["t_ideal_s"], result["step_t_noblk"][step]);
    }
    const auto& parts = j["what_if_parts"]["rows"];
    for (const auto& [operation, s] : result["blocking_decompose_by_optype"].items()) near(rowOf(parts, "part", operation)["slowdown"], s);
    for (const auto& [rank, s] : result["blocking_decompose_by_dp_rank"].items()) near(rowOf(parts, "part", "DP rank " + rank)["slowdown"], s);
    for (const auto& [stage, s] : result["blocking_decompose_by_stage"].items()) near(rowOf(parts, "part", "stage " + stage)["slowdown"], s);
  }
}

TEST(CliInfoSections, RangesRanksAndStepsThatAreNotThereAreNamed) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  const std::string dlrm = kCorpus + "/kineto/dlrm_4of8";
  for (const auto& [arguments, part] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--kernels", "--rank", "9"}, "no rank 9"}, {{"--kernels", "--step", "99"}, "no step 99"}, {{"--kernels", "--from", "3"}, "--from 3"},
           {{"--kernels", "--from", "5ms", "--to", "4ms"}, "ends before"}, {{"--kernels", "--run", "1"}, "--run"}, {{"--collectives", "--link", "9"}, "--link 9"}}) {
    std::vector<std::string> all{"info", dlrm};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Finished f = weirCli(all);
    EXPECT_EQ(f.code, 1) << f.out;
    EXPECT_NE(f.err.find(part), std::string::npos) << f.err;
  }
  const auto half = section({"--kernels", "--rank", "1", "--from", "0s", "--to", "10ms", dlrm});
  EXPECT_EQ(half["rank"], 1);
  EXPECT_EQ(half["to_s"], 0.01);
  for (const auto& r : half["kernels"]["kernels"]["rows"]) EXPECT_EQ(r["ranks"], 1);
}

TEST(CliInfoSections, AnIoLogDoesNotSayThatItIdled) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  const auto j = section({"--breakdown", "--files", kCorpus + "/darshan/dxt.darshan"});
  for (const auto& r : j["breakdown"]["by_rank"]["rows"]) {
    EXPECT_TRUE(r["computing_s"].is_null());
    EXPECT_TRUE(r["idle_s"].is_null());
    EXPECT_NEAR(partsOf(r), r["span_s"].get<double>(), 1e-9);
  }
  EXPECT_FALSE(j["files"]["files"]["rows"].empty());
}

// The sums of the files table are the bytes of `info`, per layer.
TEST(CliInfoSections, FilesSumToTheBytesOfTheLog) {
  if (missing()) GTEST_SKIP() << "no ../shared";
  int logs = 0;
  for (const auto& e : fs::directory_iterator(kCorpus + "/darshan")) {
    if (e.path().extension() != ".darshan") continue;
    const Finished whole = weirCli({"info", "--json", e.path().string()});
    if (whole.code != 0) continue;  // one that must be refused
    const auto info = whole.json();
    const auto files = section({"--files", e.path().string()})["files"]["files"]["rows"];
    std::map<std::string, std::pair<double, double>> by;
    for (const auto& r : files) {
      auto& [read, written] = by[r["layer"].is_null() ? "unknown" : r["layer"].get<std::string>()];
      if (!r["read_bytes"].is_null()) read += r["read_bytes"].get<double>();
      if (!r["write_bytes"].is_null()) written += r["write_bytes"].get<double>();
    }
    if (info["io"]["by_layer"].is_null()) continue;
    ++logs;
    for (const auto& [layer, io] : info["io"]["by_layer"].items()) {
      if (!io["read_bytes"].is_null()) { EXPECT_EQ(by[layer].first, io["read_bytes"].get<double>()) << e.path() << layer; }
      if (!io["write_bytes"].is_null()) { EXPECT_EQ(by[layer].second, io["write_bytes"].get<double>()) << e.path() << layer; }
    }
  }
  EXPECT_GT(logs, 3);
}

TEST(CliInfoSections, ARunOfAStudyIsToldAsARun) {
  const Folder folder;
  const std::string study = folder.file("s.weir");
  const Finished kept = weirCli({"simulate", WEIR_SOURCE_DIR "/sample_data/small-cnn.scenario.json", "--fidelity", "flow", "--out", study});
  ASSERT_EQ(kept.code, 0) << kept.err;
  const auto listed = weirCli({"info", "--json", study}).json();
  ASSERT_EQ(listed["runs"].size(), 1U);
  const std::string id = std::to_string(listed["runs"][0]["id"].get<int>());
  const Finished whole = weirCli({"info", "--json", study, "--run", id});
  ASSERT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(whole.json()["truth"], "simulated");
  EXPECT_EQ(whole.json()["slices"], listed["runs"][0]["slices"]);
  EXPECT_EQ(whole.json()["by_rank"].size(), listed["runs"][0]["ranks"].get<std::size_t>());
  // With one run there is no need to name it.
  EXPECT_EQ(section({study, "--breakdown", "--collectives"}), section({study, "--run", id, "--breakdown", "--collectives"}));
  const Finished none = weirCli({"info", study, "--run", "77"});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("no run 77"), std::string::npos) << none.err;
}

// A schedule carries no times: unknown they are, in text and JSON, and never 0.
TEST(CliInfoSections, TimesOfATraceWithoutAnyAreUnknown) {
  const std::string trace = WEIR_SHARED_DIR "/corpus/chakra/astra_all_to_all_4npus_1MB";
  if (!std::filesystem::exists(trace)) GTEST_SKIP() << "no ../shared";
  const Finished f = weirCli({"info", "--json", "--stragglers", "--collectives", trace});
  ASSERT_EQ(f.code, 0) << f.err;
  const nlohmann::json j = f.json();
  EXPECT_TRUE(j["stragglers"]["stragglers"]["rows"].empty());
  EXPECT_TRUE(j["stragglers"]["lateness_by_rank"]["rows"].empty());
  EXPECT_EQ(j["stragglers"]["stragglers"]["reason"], "the trace has no times");
  const auto& rows = j["collectives"]["collectives"]["rows"];
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["calls"], 4);
  for (const auto& [key, value] : rows[0].items())
    if (key.ends_with("_s")) {
      EXPECT_TRUE(value.is_null()) << key;
    }
  EXPECT_NE(weirCli({"info", "--stragglers", trace}).out.find("none: the trace has no times"), std::string::npos);
}

}  // namespace info_sections_test
