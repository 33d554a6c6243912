// ASTRA-sim's and SimAI's files: small ones of every kind, and the corpus (whose manifest tells sizes only: what they hold is
// compared with figures read from the files, quoted here).
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support.h"

namespace astrasim_test {
using namespace weir;
using namespace weir::test;

namespace {

std::string factOf(const weir::Run& run, std::string_view name) {
  for (const Fact& f : run.facts)
    if (f.name == name) return f.value;
  return "?";
}
const Table* tableOf(const weir::Run& run, std::string_view name) {
  for (const Table& t : run.tables)
    if (t.name == name) return &t;
  return nullptr;
}
std::vector<double> numbers(const weir::Run& run, std::string_view table, std::string_view column) {
  const Table* t = tableOf(run, table);
  const auto* c = t ? t->find(column) : nullptr;
  return c ? c->number : std::vector<double>{};
}
double sum(const std::vector<double>& v) {
  double s = 0;
  for (const double x : v) s += x;
  return s;
}
weir::Run must(std::string_view text, std::size_t chunk = 5) {
  auto run = readText(text, chunk);
  EXPECT_TRUE(run.has_value()) << (run ? "" : run.error().line());
  return run ? std::move(*run) : weir::Run{};
}
Result<weir::Run> clocked(std::string_view text, const std::string& clock) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  ReaderContext context;
  context.settings["astrasim.clock"] = clock;
  const auto reader = sniffFormat(bytes)->make(context);
  if (const auto r = reader->feed(bytes, true, {}); !r) return tl::make_unexpected(r.error());
  return reader->finish({});
}

}  // namespace

TEST(AstraSim, Networks) {
  const weir::Run two = must("# a comment\ntopology: [ Switch, Ring ]  # kinds\nnpus_count: [ 8, 2 ]\n#bandwidth: [820 ]\nbandwidth: [400, 50 ]\nlatency: [ 936.25, tbd ]  # ns\n");
  EXPECT_EQ(two.format, "astrasim-config");
  EXPECT_EQ(factOf(two, "configuration"), "network");
  EXPECT_EQ(factOf(two, "NPUs"), "16");
  EXPECT_EQ(factOf(two, "topology"), "Switch, Ring");
  ASSERT_NE(tableOf(two, "dimensions"), nullptr);
  EXPECT_EQ(tableOf(two, "dimensions")->find("topology")->text, (std::vector<std::string>{"Switch", "Ring"}));
  EXPECT_EQ(numbers(two, "dimensions", "bandwidth"), (std::vector<double>{400, 50}));
  EXPECT_EQ(tableOf(two, "dimensions")->find("bandwidth")->unit, "GB/s");
  ASSERT_EQ(numbers(two, "dimensions", "latency").size(), 2U);
  EXPECT_TRUE(std::isnan(numbers(two, "dimensions", "latency")[1])) << "tbd is unknown, not 0";

  const weir::Run old = must(R"({"topology-name": "Torus2D", "use-fast-version": true, "units-count": [8, 6], "link-latency": [500, 500], "link-bandwidth": [25, 24]})");
  EXPECT_EQ(factOf(old, "NPUs"), "48");
  EXPECT_EQ(numbers(old, "dimensions", "link-bandwidth"), (std::vector<double>{25, 24}));

  const weir::Run logical = must("{\n    \"logical-dims\": [\"8\",\"2\"]\n}");
  EXPECT_EQ(factOf(logical, "configuration"), "logical topology");
  EXPECT_EQ(factOf(logical, "NPUs"), "16");

  const weir::Run tree = must("Nodes 8\nTiers 2\n\nTier 0\nDownlink_speed_Gbps 200\nRadix_Up 2\n\nTier 1\nDownlink_speed_Gbps 100\nBundle 2\n");
  EXPECT_EQ(factOf(tree, "configuration"), "htsim topology");
  EXPECT_EQ(factOf(tree, "Nodes"), "8");
  EXPECT_EQ(numbers(tree, "tiers", "Downlink_speed_Gbps"), (std::vector<double>{200, 100}));
  ASSERT_EQ(numbers(tree, "tiers", "Bundle").size(), 2U);
  EXPECT_TRUE(std::isnan(numbers(tree, "tiers", "Bundle")[0]));
}

TEST(AstraSim, SystemsAndMemory) {
  const weir::Run system = must(R"({"scheduling-policy": "LIFO", "endpoint-delay": 10, "all-reduce-implementation": ["ring", "direct"], "local-mem-bw": 3350, "peak-perf": 700})");
  EXPECT_EQ(factOf(system, "configuration"), "system");
  EXPECT_EQ(factOf(system, "all-reduce-implementation"), "ring, direct");
  EXPECT_EQ(factOf(system, "local-mem-bw"), "3350");
  const weir::Run old = must("scheduling-policy: LIFO \nendpoint-delay: 1\nall-reduce-implementation: ring_ring\n");
  EXPECT_EQ(factOf(old, "all-reduce-implementation"), "ring_ring");
  const weir::Run memory = must(R"({"memory-type": "PER_NPU_MEMORY_EXPANSION", "remote-mem-latency": 0, "remote-mem-bw": 512})");
  EXPECT_EQ(factOf(memory, "configuration"), "remote memory");
  EXPECT_EQ(factOf(memory, "remote-mem-bw"), "512");
  EXPECT_FALSE(readText(R"({"scheduling-policy": "LIFO", "endpoint-delay": 10, "all-reduce)").has_value());
  EXPECT_FALSE(readText("{\"scheduling-policy\": \"LIFO\", \"endpoint-delay\": " + std::string(100000, '[') + "}").has_value()) << "and no crash";
}

TEST(AstraSim, Workload) {
  const weir::Run run = must(
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 checkpoints: 2 2 11 checkpoint_initiates: 0 pp_comm 50331648\n"
      "3\n"
      "embed -1 556000 ALLREDUCE 16777216 1 NONE 0 2 ALLGATHER_DP_EP 64 1\n"
      "norm\t-1\t5\tNONE\t\t0\t6\tALLREDUCE\t100\t7\tNONE\t0\t8\n"
      "broken -1 x\n");
  EXPECT_EQ(run.format, "astrasim-workload");
  EXPECT_EQ(factOf(run, "parallelism"), "HYBRID_TRANSFORMER_FWD_IN_BCKWD");
  EXPECT_EQ(factOf(run, "model_parallel_NPU_group"), "8");
  EXPECT_EQ(factOf(run, "checkpoints"), "2 2 11");
  EXPECT_EQ(factOf(run, "pp_comm"), "50331648");
  EXPECT_EQ(numbers(run, "layers", "forward compute"), (std::vector<double>{556000, 5}));
  EXPECT_EQ(numbers(run, "layers", "input gradient bytes"), (std::vector<double>{0, 100}));
  EXPECT_EQ(numbers(run, "layers", "update"), (std::vector<double>{1, 8}));
  const Table* sums = tableOf(run, "collectives");
  ASSERT_NE(sums, nullptr);
  EXPECT_EQ(sums->find("collective")->text, (std::vector<std::string>{"ALLGATHER_DP_EP", "ALLREDUCE"}));
  EXPECT_EQ(sums->find("bytes")->number, (std::vector<double>{64, 16777316}));
  EXPECT_EQ(noteCount(run, "line that is no layer, left out"), 1U);
  EXPECT_EQ(noteCount(run, "number of layers differs from the file's own"), 1U);
}

TEST(AstraSim, Log) {
  const std::string text =
      "ring of node 0, id: 0 dimension: local total nodes in ring: 8\n"
      "[x] [workload] [info] sys[0] finished, 120 cycles, exposed communication 10 cycles.\n"
      "[x] [statistics] [info] sys[0], Wall time: 120\n[x] [statistics] [info] sys[0], Average compute utilization: 50.000%\n"
      "sys[1] finished, 140 cycles, exposed communication 30 cycles.\nsys[1], Wall time: 140\nsys[1], Comm time: 99\n"
      "issue,sys->id=1, tick=20, node->id=7, node->name=gemm, node->type=4\ncallback,sys->id=1, tick=50, node->id=7, node->name=gemm, node->type=4\n"
      "Exiting\n";
  const weir::Run run = must(text);
  EXPECT_EQ(run.format, "astrasim-log");
  EXPECT_EQ(run.ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(run.worldSize, 2);
  EXPECT_EQ(numbers(run, "systems", "finished"), (std::vector<double>{120, 140}));
  EXPECT_EQ(numbers(run, "systems", "exposed communication"), (std::vector<double>{10, 30}));
  EXPECT_EQ(tableOf(run, "systems")->find("Wall time")->unit, "cycles");
  EXPECT_EQ(tableOf(run, "systems")->find("Average compute utilization")->unit, "%");
  ASSERT_EQ(numbers(run, "systems", "Comm time").size(), 2U);
  EXPECT_TRUE(std::isnan(numbers(run, "systems", "Comm time")[0]));
  EXPECT_EQ(factOf(run, "makespan"), "140");
  EXPECT_EQ(run.slices.size(), 0U) << "a cycle has no length";
  EXPECT_EQ(noteCount(run, "times are in cycles of unknown length: set astrasim.clock to see them on the time axis"), 1U);

  for (const std::string clock : {"2GHz", "0.5ns"}) {
    const auto timed = clocked(text, clock);
    ASSERT_TRUE(timed.has_value()) << timed.error().line();
    ASSERT_EQ(timed->slices.size(), 3U) << "two systems and an operation";
    for (SliceIndex i = 0; i < 3; ++i)
      if (timed->names.text(timed->slices.name[i]) == "gemm") {
        EXPECT_EQ(timed->slices.start[i], 20 * 500);
        EXPECT_EQ(timed->slices.duration[i], 30 * 500);
        EXPECT_EQ(timed->slices.activity[i], Activity::Compute);
      }
    EXPECT_EQ(timed->span().second, 140 * 500);
  }
  const auto bad = clocked(text, "fast");
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().where, "astrasim.clock");
}

TEST(AstraSim, OutputTables) {
  const weir::Run layers = must(",,fwd compute,wg compute,workload finished at,total comp,,,\nconv1,run_a,0.600000,0.5,322.82,102.75,,,\nconv2,run_a,2.56,1.7,322.82,,,,\n,,,,,,,,\n");
  EXPECT_EQ(layers.format, "astrasim-csv");
  EXPECT_EQ(numbers(layers, "times of layers", "fwd compute"), (std::vector<double>{0.6, 2.56}));
  EXPECT_EQ(tableOf(layers, "times of layers")->find("layer")->text, (std::vector<std::string>{"conv1", "conv2"}));
  EXPECT_EQ(factOf(layers, "workload finished at"), "322.82");
  EXPECT_EQ(factOf(layers, "total comp"), "102.75");

  const weir::Run simai = must(
      "File name, Expose DP comm, Expose TP comm, total comp, Total time\ntest1, 0 (0.00%), 633 (36.28%), 1112 (63.72%), 1745\n"
      "layer_name,test1,fwd compute,fwd total comm,algbw,busbw,wg total comm,algbw,busbw,workload finished at\n"
      "embed,test1,556.0,176.842,88.3,154.6,0.0,nan,0.0,1745.2\nSUM,test1,556.0,176.842,NONE,NONE,0.0,NONE,NONE\n"
      "total exposed comm,633.242,total comp,1112.004,total time,1745.246\n");
  EXPECT_EQ(factOf(simai, "Expose TP comm"), "633");
  EXPECT_EQ(factOf(simai, "total time"), "1745.246");
  EXPECT_EQ(numbers(simai, "times of layers", "fwd busbw"), std::vector<double>{154.6});
  ASSERT_EQ(numbers(simai, "times of layers", "fwd compute").size(), 1U) << "the sum is no layer";

  const weir::Run use = must(" time (us) ,dim1 util,dim2 util,\n10.000000,0.000000,50.0,\n20.000000,100.0,25.0,\n,\n");
  ASSERT_EQ(use.counters.size(), 2U);
  EXPECT_EQ(use.counters[0].value, (std::vector<float>{0, 1}));
  EXPECT_EQ(use.counters[1].value, (std::vector<float>{0.5F, 0.25F}));
  EXPECT_EQ(use.counters[0].start, 0);
  EXPECT_EQ(use.counters[0].step, 10'000'000);
}

TEST(SimAi, RatiosAndCommunication) {
  const weir::Run ratio = must("Size,1 Node(NVLinkx),2Node-16GPU(NIC ),Multi (NIC)\n16777216,0.45,0.32,\n33554432,0.55,0.47,0.9\n");
  EXPECT_EQ(ratio.format, "simai-ratio");
  EXPECT_EQ(numbers(ratio, "bandwidth ratio", "Size"), (std::vector<double>{16777216, 33554432}));
  EXPECT_EQ(tableOf(ratio, "bandwidth ratio")->find("Size")->unit, "B");
  EXPECT_TRUE(std::isnan(numbers(ratio, "bandwidth ratio", "Multi (NIC)").at(0)));
  const weir::Run comms = must(
      "[ pp_stage0: [rank0, rank1] ]\ncomm_type,comm_group,comm_group_size,msg_size,stage\nCommType.all_reduce,CommGroup.dp_group,2,8,init\n"
      "CommType.all_reduce,CommGroup.dp_group,2,16,init\nCommType.epoch_end,None,None,0,\n");
  EXPECT_EQ(comms.format, "simai-communication");
  EXPECT_EQ(numbers(comms, "collectives", "calls"), std::vector<double>{2});
  EXPECT_EQ(numbers(comms, "collectives", "bytes"), std::vector<double>{24});
}

TEST(AstraSim, Corpus) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  std::map<std::string, int> formats;
  for (const char* folder : {"astrasim", "simai"})
    for (const ManifestRow& row : manifest(folder)) {
      SCOPED_TRACE(row.file);
      for (const auto& [key, want] : row.expected.items()) {
        ASSERT_EQ(key, "bytes") << "a key this test does not know";
        EXPECT_EQ(std::filesystem::file_size(row.file), want.get<std::uintmax_t>());
      }
      const auto run = open(row.file);
      ASSERT_TRUE(run.has_value()) << run.error().line();
      EXPECT_TRUE(run->facts.size() + run->tables.size() > 0);
      EXPECT_EQ(noteCount(*run, "row that is cut off, left out"), 0U);
      ++formats[run->format];
    }
  EXPECT_EQ(formats, (std::map<std::string, int>{{"astrasim-config", 23}, {"astrasim-csv", 2}, {"astrasim-log", 1}, {"astrasim-workload", 3}, {"simai-ratio", 3}}));
}

TEST(AstraSim, CorpusFigures) {
  if (!haveShared()) GTEST_SKIP() << "no corpus here";
  const auto at = [](const std::string& path) {
    auto run = open(shared("corpus/" + path));
    EXPECT_TRUE(run.has_value()) << (run ? "" : run.error().line());
    return run ? std::move(*run) : weir::Run{};
  };
  const weir::Run log = at("astrasim/outputs/rt_template_stdout.txt");
  EXPECT_EQ(log.ranks.size(), 8U);
  EXPECT_EQ(numbers(log, "systems", "finished"), std::vector<double>(8, 117780));
  EXPECT_EQ(numbers(log, "systems", "exposed communication"), std::vector<double>(8, 117780));
  const weir::Run ends = at("astrasim/outputs/v1_run_DLRM_EndToEnd.csv");
  EXPECT_EQ(tableOf(ends, "times of layers")->rows(), 8U);
  EXPECT_EQ(factOf(ends, "workload finished at"), "322.820000");
  EXPECT_EQ(factOf(ends, "total exposed comm"), "109.583000");
  EXPECT_EQ(tableOf(at("astrasim/outputs/v1_run_DLRM_detailed.csv"), "delays of layers")->rows(), 8U);
  const weir::Run resnet = at("astrasim/text_workloads/Resnet50_DataParallel.txt");
  EXPECT_EQ(tableOf(resnet, "layers")->rows(), 54U);
  const weir::Run workload = at("simai/workload_analytical.txt");
  EXPECT_EQ(tableOf(workload, "layers")->rows(), 1789U);
  EXPECT_EQ(factOf(workload, "all_gpus"), "9216");
  // 1177 ALLGATHER, 768 ALLTOALL and ALLTOALL_EP each, 793 REDUCESCATTER, 32 ALLREDUCE, one of each _DP_EP: counted with awk.
  EXPECT_EQ(numbers(workload, "collectives", "calls"), (std::vector<double>{1177, 1, 32, 768, 768, 793, 1}));
  EXPECT_EQ(sum(numbers(at("simai/microAllReduce.txt"), "layers", "forward bytes")), 16777216 + 67108864);
  EXPECT_EQ(factOf(at("simai/nic_ratio.csv"), "ratio of"), "nic");
  EXPECT_EQ(factOf(at("astrasim/inputs_network/dgx_v100_8gpu.yml"), "NPUs"), "8");
  EXPECT_EQ(factOf(at("astrasim/examples_network/8nodes.topo"), "Nodes"), "8");
}

}  // namespace astrasim_test
