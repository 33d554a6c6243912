// nccl-tests, OSU and NCCL's own log: small texts of our own, and the corpus' manifests "nccl_logs" and "osu".
#include <gtest/gtest.h>

#include "log_support.h"

namespace measurements_test {
using namespace weir;
using namespace weir::test;

namespace {

void near(const std::vector<double>& got, const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (std::isnan(want[i])) EXPECT_TRUE(std::isnan(got[i])) << i;
    else EXPECT_NEAR(got[i], want[i], 1e-12 * std::abs(want[i])) << i;
  }
}
const double kNaN = std::nan("");

}  // namespace

TEST(NcclTests, ANewLayoutWithNoiseInTheTable) {
  const std::string log =
      "# nThread 1 nGpus 1 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n"
      "#  Rank  0 Group  0 Pid   6899 on a device  0 [0000:04:00] NVIDIA X\n#  Rank  1 Group  0 Pid   6900 on b device  1 [0000:05:00] NVIDIA X\n#\n"
      "#                                                              out-of-place                       in-place\n"
      "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n"
      "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
      "           8             2     float     sum      -1    135.8    0.50    0.75      0    123.5    0.25    0.50      0\n"
      "[a:1] a line of MPI's in between: 1 2 3\n"
      "          16             4     float     sum      -1    12646    1.00    1.50    N/A    12641    1.00    1.50    N/A\n"
      "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1.0625 \n# Collective test concluded: reduce_scatter_perf\n";
  const auto run = mustRead(log);
  EXPECT_EQ(run.format, "nccl-tests");
  near(numbers(run, "nccl-tests reduce-scatter", "size"), {8, 16});
  near(numbers(run, "nccl-tests reduce-scatter", "time"), {135.8e-6, 12646e-6});
  near(numbers(run, "nccl-tests reduce-scatter", "busbw"), {0.75e9, 1.5e9});
  near(numbers(run, "nccl-tests reduce-scatter", "wrong"), {0, kNaN});
  near(numbers(run, "nccl-tests reduce-scatter", "in-place busbw"), {0.5e9, 1.5e9});
  EXPECT_EQ(texts(run, "nccl-tests reduce-scatter", "type"), (std::vector<std::string>{"float", "float"}));
  EXPECT_EQ(fact(run, "ranks"), "2");
  EXPECT_EQ(fact(run, "hosts"), "2");
  EXPECT_EQ(fact(run, "average busbw"), "1.0625");
  EXPECT_EQ(fact(run, "nGpus"), "1");
  EXPECT_EQ(run.worldSize, 2);
  EXPECT_TRUE(run.notes.empty()) << noteKinds(run);
  staysWholeInPieces(log);
}

TEST(NcclTests, AnOldLayoutPrefixesAndSeveralTests) {
  const std::string log =
      "[1,0]<stdout>:# nThread 1 nGpus 1 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 5 iters: 20 validation: 1\n"
      "$ ./all_gather_perf -b 8\n"
      "[1,0]<stdout>:#       size         count      type     time   algbw   busbw  error     time   algbw   busbw  error\n"
      "[1,0]<stdout>:#        (B)    (elements)              (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
      "[1,0]<stdout>:           8             2     float    10.00    0.50    0.75  2e-07    20.00    0.25    0.50      0\n"
      "# Avg bus bandwidth    : 0.625\n"
      "$ ./all_reduce_perf -b 8\n# nThread 1 nGpus 1 minBytes 8\n"
      "#       size         count      type   redop     time   algbw   busbw  error     time   algbw   busbw  error\n"
      "           8             2     float     sum    30.00    0.50    0.75  2e-07    20.00    0.25    0.50    N/A  trailing words\n"
      "           16            4     float     su";
  const auto run = mustRead(log);
  near(numbers(run, "nccl-tests all-gather", "time"), {10e-6});
  near(numbers(run, "nccl-tests all-reduce", "time"), {30e-6});
  EXPECT_EQ(texts(run, "nccl-tests all-reduce", "redop"), (std::vector<std::string>{"sum"}));
  EXPECT_EQ(noteCount(run, "other text on the line of a row"), 1U);
}

TEST(NcclTests, WithoutAHeaderTheCountOfWordsTells) {
  const auto run = mustRead("size count algbw busbw (elements) in a page's text\n           8             2     float     sum      -1    135.8    0.50    0.75      0    123.5    0.25    0.50      0\n");
  EXPECT_EQ(numbers(run, "nccl-tests", "in-place time").size(), 1U);
}

TEST(NcclLog, CollectivesRanksAndTransports) {
  const std::string log =
      "NCCL version 2.21.5+cuda12.4\n"
      "h:10:11 [0] NCCL INFO comm 0xa rank 4 nranks 8 cudaDev 0 nvmlDev 0 busId 4000 commId 0x1 - Init COMPLETE\n"
      "h:10:11 [0] NCCL INFO AllReduce: opCount 1f sendbuff 0x1 recvbuff 0x1 count 100 datatype 9 op 0 root 0 comm 0xa [nranks=8] stream 0x5\n"
      "[1,5]<stdout>:h:12:13 [1] NCCL INFO AllReduce: opCount 1f sendbuff 0x1 recvbuff 0x1 count 100 datatype 9 op 4 root 0 comm 0xb [nranks=8] stream 0x5\n"
      "h:10:11 [0] NCCL INFO AllReduce: 200 Bytes -> Algo 1 proto 2 time 5.2\n"
      "h:10:11 [0] NCCL INFO Channel 00/02 :    0   1   2   3\n"
      "h:10:11 [0] NCCL INFO Channel 00/0 : 4[0] -> 5[1] via P2P/CUMEM/read\nh:10:11 [0] NCCL INFO Channel 01/0 : 4[0] -> 5[1] via P2P/CUMEM/read\n"
      "h:10:11 [0] NCCL INFO 2 coll channels, 0 collnet channels, 0 nvls channels, 4 p2p channels, 2 p2p channels per peer\n"
      "h:10:11 [0] NCCL INFO Using network IB\n"
      "h:10:11 [0] NCCL INFO NCCL_ALGO set by environment to RING\n"
      "h:10:11 [0] NCCL WARN something is wrong\n"
      "another line\n";
  const auto run = mustRead(log);
  EXPECT_EQ(run.format, "nccl-log");
  EXPECT_EQ(run.worldSize, 8);
  EXPECT_EQ(fact(run, "NCCL version"), "2.21.5+cuda12.4");
  EXPECT_EQ(fact(run, "NCCL INFO lines"), "11");
  EXPECT_EQ(fact(run, "network"), "IB");
  EXPECT_EQ(fact(run, "NCCL_ALGO"), "RING");
  near(numbers(run, "NCCL collectives", "size"), {200, 200});
  near(numbers(run, "NCCL collectives", "rank"), {4, kNaN});
  EXPECT_EQ(texts(run, "NCCL collectives", "op"), (std::vector<std::string>{"sum", "avg"}));
  EXPECT_EQ(texts(run, "NCCL collectives", "opCount"), (std::vector<std::string>{"1f", "1f"}));
  near(numbers(run, "NCCL calls by operation", "bytes"), {400});
  EXPECT_EQ(texts(run, "NCCL algorithms", "algorithm"), (std::vector<std::string>{"RING"}));
  EXPECT_EQ(texts(run, "NCCL algorithms", "protocol"), (std::vector<std::string>{"SIMPLE"}));
  near(numbers(run, "NCCL transports", "channels"), {2});
  EXPECT_EQ(texts(run, "NCCL transports", "via"), (std::vector<std::string>{"P2P/CUMEM/read"}));
  EXPECT_EQ(texts(run, "NCCL rings", "channel"), (std::vector<std::string>{"Channel 00/02"}));
  EXPECT_EQ(noteCount(run, "NCCL warns"), 1U);
  staysWholeInPieces(log);
}

TEST(Osu, SeveralTestsAndALaunchersLines) {
  const std::string log =
      "0.036s: flux-shell[1]: ERROR: host a\nWarning: OMB could not\n"
      "# OSU MPI-CUDA Latency Test v5.8\n# Send Buffer on HOST (H) and Receive Buffer on HOST (H)\n# Size          Latency (us)\n0                      20.50\n1                      20.75\n"
      "# OSU MPI Allreduce Latency Test v7.3\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n"
      "[1,0]<stdout>:4                       2.50              2.00              3.00        1000\nnoise\n8 2.75 2.25 3.25 1000\n"
      "# OSU MPI Non-blocking Allreduce Latency Test v5.8\n# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait\n\n# Size           Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)\n4                      10.00              5.00              6.00             50.00\n"
      "# OSU MPI Bi-Directional Bandwidth Test v5.8\n# Size      Bandwidth (MB/s)\n1                       3.50\n"
      "# OSU MPI Multiple Bandwidth / Message Rate Test v5.8\n# Size                  MB/s        Messages/s\n1                       2.50        2500000.00\n"
      "# OSU MPI Barrier Latency Test v5.8\n# Avg Latency(us)\n             4.50\n"
      "{\"taskmap\":{\"version\":1,\"map\":[[0,16,8,1]]}}\n";
  const auto run = mustRead(log);
  EXPECT_EQ(run.format, "osu");
  EXPECT_EQ(fact(run, "test"), "MPI-CUDA Latency Test v5.8");
  EXPECT_EQ(fact(run, "test 2"), "MPI Allreduce Latency Test v7.3");
  EXPECT_EQ(fact(run, "tests"), "6");
  EXPECT_EQ(fact(run, "ranks"), "128");
  near(numbers(run, "osu latency", "time"), {20.5e-6, 20.75e-6});
  near(numbers(run, "osu latency", "size"), {0, 1});
  near(numbers(run, "osu allreduce latency", "time"), {2.5e-6, 2.75e-6});
  near(numbers(run, "osu allreduce latency", "max time"), {3e-6, 3.25e-6});
  near(numbers(run, "osu allreduce latency", "iterations"), {1000, 1000});
  near(numbers(run, "osu non-blocking allreduce latency", "communication time"), {6e-6});
  near(numbers(run, "osu non-blocking allreduce latency", "overlap"), {0.5});
  near(numbers(run, "osu bi-directional bandwidth", "bandwidth"), {3.5e6});
  near(numbers(run, "osu multiple bandwidth / message rate", "message rate"), {2.5e6});
  near(numbers(run, "osu barrier latency", "time"), {4.5e-6});
  EXPECT_TRUE(run.notes.empty()) << noteKinds(run);
  staysWholeInPieces(log);
}

TEST(MeasurementsCorpus, NcclLogs) {
  walkManifest("nccl_logs", 2, {}, [](ManifestRow& row, const weir::Run& run) {
    const auto number = [&](std::string_view name) { return fact(run, name).empty() ? 0LL : std::stoll(fact(run, name)); };
    expectKey(row, "lines", number("lines"));
    const Table* t = table(run, "nccl-tests all-reduce");
    expectKey(row, "perf_rows", t == nullptr ? 0 : t->rows());
    // The manifest counts the devices that nccl-tests lists; the log's own nranks is beside.
    expectKey(row, "ranks", t == nullptr ? 0LL : number("ranks"));
    const std::string average = fact(run, "average busbw");
    expectKey(row, "avg_busbw", average.empty() ? nlohmann::json(nullptr) : nlohmann::json(average));
    if (t != nullptr) {
      const auto a = numbers(run, "nccl-tests all-reduce", "busbw"), b = numbers(run, "nccl-tests all-reduce", "in-place busbw");
      expectKey(row, "max_busbw_oop", *std::max_element(a.begin(), a.end()) / 1e9);
      double sum = 0;
      for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] + b[i];
      expectKey(row, "recomputed_avg_busbw", std::round(sum / 2e9 / static_cast<double>(a.size()) * 1e4) / 1e4);
    }
    expectKey(row, "nccl_info_lines", number("NCCL INFO lines"));
    std::size_t calls = 0;
    for (const std::string& operation : texts(run, "NCCL collectives", "operation")) calls += operation == "AllReduce" ? 1 : 0;
    expectKey(row, "allreduce_opcount_lines", calls);
  });
}

TEST(MeasurementsCorpus, Osu) {
  walkManifest("osu", 8, {}, [](ManifestRow& row, const weir::Run& run) {
    expectKey(row, "lines", fact(run, "lines").empty() ? 0LL : std::stoll(fact(run, "lines")));
    expectKey(row, "tests", nlohmann::json::array({fact(run, "test")}));
    ASSERT_EQ(run.tables.size(), 1U);
    const Table& t = run.tables[0];
    expectKey(row, "rows", t.rows());
    ASSERT_EQ(t.columns.size(), 2U);
    // "MB/s" and "us" as the test prints them, to the last digit.
    const double unit = t.columns[1].unit == "s" ? 1e-6 : 1e6;
    const auto cells = [&](std::size_t i) { return nlohmann::json::array({nlohmann::json::array({fmt::format("{}", t.columns[0].number[i]), fmt::format("{:.2f}", t.columns[1].number[i] / unit)})}); };
    expectKey(row, "first", cells(0));
    expectKey(row, "last", cells(t.rows() - 1));
  });
}

}  // namespace measurements_test
