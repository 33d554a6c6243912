// AMD's profilers: RPD, rocpd, rocprofv3 JSON and CSV.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "database_support.h"

namespace rocm_test {
using namespace weir;
using namespace weir::test;

namespace {

std::pair<std::int64_t, std::int64_t> nsOf(const weir::Run& run, SliceIndex i) {
  return {run.originNs + run.slices.start[i] / 1000, run.originNs + run.slices.endOf(i) / 1000};
}

struct OnDevices {
  std::int64_t count = 0, start = INT64_MAX, end = 0, sum = 0;
};
OnDevices onDevices(const weir::Run& run) {
  OnDevices d;
  for (const Row& row : run.rows) {
    if (run.tracks[row.track].kind != TrackKind::Stream) continue;
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      const auto [start, end] = nsOf(run, i);
      ++d.count;
      d.start = std::min(d.start, start);
      d.end = std::max(d.end, end);
      d.sum += end - start;
    }
  }
  return d;
}

void compareRpd(const weir::Run& run, const nlohmann::json& want) {
  const OnDevices ops = onDevices(run);
  const Table* tables = table(run, "rpd tables");
  for (const auto& [key, value] : want.items()) {
    SCOPED_TRACE(key);
    if (key == "kind") EXPECT_EQ(run.format, "rpd");
    // SQLite's own bookkeeping (sqlite_sequence) is a table to the manifest, but holds nothing of the trace.
    else if (key == "tables") EXPECT_EQ(tables->rows() + 1, value.get<std::size_t>());
    else if (key == "rocpd_op") EXPECT_EQ(ops.count, value.get<std::int64_t>());
    else if (key == "rocpd_api") EXPECT_EQ(static_cast<std::int64_t>(run.slices.size()) - ops.count, value.get<std::int64_t>());
    else if (key == "rocpd_string") EXPECT_EQ(cellOf(tables, "rocpd_string", "rows"), value.get<double>());
    else if (key == "rocpd_monitor") {
      std::size_t samples = 0;
      for (const Counter& c : run.counters) samples += c.value.size();
      EXPECT_EQ(samples, value.get<std::size_t>());
    } else if (key == "op_start") EXPECT_EQ(ops.start, value.get<std::int64_t>());
    else if (key == "op_end") EXPECT_EQ(ops.end, value.get<std::int64_t>());
    else if (key == "op_dur") EXPECT_EQ(ops.sum, value.get<std::int64_t>());
    else ADD_FAILURE() << "a key that this test does not know";
  }
}

void compareJson(const weir::Run& run, const nlohmann::json& want) {
  const Table* records = table(run, "records");
  ASSERT_NE(records, nullptr);
  const OnDevices kernels = onDevices(run);
  for (const auto& [key, value] : want.items()) {
    SCOPED_TRACE(key);
    if (key == "top") EXPECT_EQ(run.format, "rocprofv3-json");
    else if (key == "processes") EXPECT_EQ(std::count_if(run.facts.begin(), run.facts.end(), [](const Fact& f) { return f.name == "command"; }), value.get<int>());  // one each
    else if (key == "records") {
      for (const auto& [kind, n] : value.items()) EXPECT_EQ(cellOf(records, kind, "count"), n.get<double>()) << kind;
    } else if (key == "kd_start") EXPECT_EQ(kernels.start, value.get<std::int64_t>());
    else if (key == "kd_end") EXPECT_EQ(kernels.end, value.get<std::int64_t>());
    else ADD_FAILURE() << "a key that this test does not know";
  }
  EXPECT_EQ(kernels.count, want["records"]["kernel_dispatch"].get<std::int64_t>());
}

void compareCsv(const weir::Run& run, const nlohmann::json& want) {
  for (const auto& [key, value] : want.items()) {
    SCOPED_TRACE(key);
    if (key == "rows") {
      // The manifest counts an empty line at the end as a row.
      const std::size_t held = run.tables.empty() ? run.slices.size() : run.tables[0].rows();
      EXPECT_EQ(held + noteCount(run, "empty line"), value.get<std::size_t>());
      EXPECT_EQ(fact(run, "rows"), std::to_string(held));
    } else if (key == "header") {
      // The manifest keeps the first 200 characters.
      EXPECT_TRUE(fact(run, "columns").starts_with(value.get<std::string>())) << fact(run, "columns");
    } else if (key == "cols") {
      const std::string columns = fact(run, "columns");
      EXPECT_EQ(std::count(columns.begin(), columns.end(), ',') + 1, value.get<std::int64_t>());
    } else {
      ADD_FAILURE() << "a key that this test does not know";
    }
  }
}

TEST(Rocm, CorpusManifest) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  std::map<std::string, int> compared;
  for (const ManifestRow& row : manifest("rocm")) {
    SCOPED_TRACE(row.file);
    const auto run = open(row.file);
    ASSERT_TRUE(run) << run.error().line();
    if (row.expected.contains("kind")) compareRpd(*run, row.expected), ++compared["rpd"];
    else if (row.expected.contains("records")) compareJson(*run, row.expected), ++compared["json"];
    else compareCsv(*run, row.expected), ++compared["csv"];
  }
  EXPECT_EQ(compared, (std::map<std::string, int>{{"rpd", 2}, {"json", 1}, {"csv", 9}}));
}

TEST(Rocm, NsysStatsCsv) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  for (const ManifestRow& row : manifest("nsys_sqlite")) {
    if (!row.file.ends_with(".csv")) continue;
    const auto run = open(row.file);
    ASSERT_TRUE(run) << run.error().line();
    EXPECT_EQ(run->format.substr(0, 8), "nsys-csv");
    compareCsv(*run, row.expected);
    const SliceIndex i = sliceNamed(*run, "cudaMallocManaged");
    ASSERT_LT(i, run->slices.size());
    EXPECT_EQ(run->slices.duration[i], 204836296000);  // "204836296" ns in the file's second row
  }
}

// In RPD a call and what it started are joined by rocpd_api_ops.
TEST(Rocm, RpdArrows) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const auto run = open(shared("corpus/rocm/mytrace.rpd.gz"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->arrows.size(), 10124U);
  EXPECT_EQ(run->counters.front().unit, "MHz");
}

TEST(Rocm, RpdMade) {
  const MadeDatabase db(
      "CREATE TABLE rocpd_string(id INTEGER PRIMARY KEY, string TEXT);"
      "INSERT INTO rocpd_string VALUES(1,''),(2,'hipLaunchKernel'),(3,'KernelExecution'),(4,'ncclDevKernel_AllGather_RING_LL(x)'),(5,'UserMarker'),(6,'step 3'),(7,'CopyHostToDevice'),(8,'hipMemcpy');"
      "CREATE TABLE rocpd_api(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, apiName_id INTEGER, args_id INTEGER);"
      "INSERT INTO rocpd_api VALUES(1,10,11,1000,1100,2,1),(2,10,11,900,2000,5,6),(3,10,11,1200,1300,8,1);"
      "CREATE TABLE rocpd_op(id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, start INTEGER, end INTEGER, description_id INTEGER, opType_id INTEGER);"
      "INSERT INTO rocpd_op VALUES(1,0,0,0,1200,1500,4,3),(2,0,1,0,1600,1700,1,7);"
      "CREATE TABLE rocpd_api_ops(id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER); INSERT INTO rocpd_api_ops VALUES(1,1,1),(2,3,2);"
      "CREATE TABLE rocpd_copyapi(api_ptr_id INTEGER PRIMARY KEY, size INTEGER, srcDevice INTEGER, dstDevice INTEGER); INSERT INTO rocpd_copyapi VALUES(3,4096,0,0);",
      "made.rpd");
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->originNs, 900);
  ASSERT_EQ(run->collectives.size(), 1U);
  EXPECT_EQ(run->collectives[0].operation, Operation::AllGather);
  EXPECT_EQ(run->slices.activity[sliceNamed(*run, "step 3")], Activity::Annotation);
  EXPECT_EQ(run->slices.activity[sliceNamed(*run, "CopyHostToDevice")], Activity::Copy);
  EXPECT_EQ(run->argsOf(sliceNamed(*run, "hipMemcpy")), "{\"bytes\":4096}");
  EXPECT_EQ(run->arrows.size(), 2U);
}

// rocprofiler-sdk's rocpd_tables.sql, cut to what matters: schema 3 (times in the rows) and 4 (rocpd_timestamp, rocpd_track).
const std::string kSuffix = "_0000a1b2_c3d4_7e5f_8a6b_0123456789ab";
std::string rocpdInfo() {
  const std::string& s = kSuffix;
  return "CREATE TABLE \"rocpd_metadata" + s + "\"(id INTEGER PRIMARY KEY, tag TEXT, value TEXT);"
         "CREATE TABLE \"rocpd_string" + s + "\"(id INTEGER PRIMARY KEY, guid TEXT DEFAULT \"x\", string TEXT);"
         "INSERT INTO \"rocpd_string" + s + "\"(id,string) VALUES(1,'hipLaunchKernel'),(2,'HIP_RUNTIME_API_EXT'),(3,'MEMORY_COPY_HOST_TO_DEVICE'),(4,'MARKER_CORE_RANGE_API'),(5,'epoch');"
         "CREATE TABLE \"rocpd_info_node" + s + "\"(id INTEGER PRIMARY KEY, hostname TEXT, system_name TEXT, release TEXT); INSERT INTO \"rocpd_info_node" + s + "\" VALUES(1,'frontier1','Linux','6.4');"
         "CREATE TABLE \"rocpd_info_process" + s + "\"(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, command TEXT); INSERT INTO \"rocpd_info_process" + s + "\" VALUES(1,1,4711,'python train.py');"
         "CREATE TABLE \"rocpd_info_thread" + s + "\"(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, name TEXT); INSERT INTO \"rocpd_info_thread" + s + "\" VALUES(9,1,4712,'main');"
         "CREATE TABLE \"rocpd_info_agent" + s + "\"(id INTEGER PRIMARY KEY, type TEXT, type_index INTEGER, product_name TEXT); INSERT INTO \"rocpd_info_agent" + s + "\" VALUES(1,'CPU',0,'EPYC'),(2,'GPU',0,'MI300X'),(3,'GPU',1,'MI300X');"
         "CREATE TABLE \"rocpd_info_kernel_symbol" + s + "\"(id INTEGER PRIMARY KEY, kernel_name TEXT, display_name TEXT); INSERT INTO \"rocpd_info_kernel_symbol" + s + "\" VALUES(7,'_Z4gemm','gemm'),(8,'_Z','ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(x)');"
         "CREATE TABLE \"rocpd_info_pmc" + s + "\"(id INTEGER PRIMARY KEY, agent_id INTEGER, name TEXT, units TEXT); INSERT INTO \"rocpd_info_pmc" + s + "\" VALUES(1,3,'SQ_WAVES',''),(2,3,'power','W');"
         "CREATE TABLE \"rocpd_event" + s + "\"(id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER); INSERT INTO \"rocpd_event" + s + "\" VALUES(1,2,55),(2,NULL,55),(3,NULL,55),(4,4,0),(5,NULL,0);"
         "CREATE TABLE \"rocpd_pmc_event" + s + "\"(id INTEGER PRIMARY KEY, event_id INTEGER, pmc_id INTEGER, value REAL); INSERT INTO \"rocpd_pmc_event" + s + "\" VALUES(1,2,1,16384),(2,5,2,300.5);"
         // Views stand for the tables of all sessions: they must not be needed.
         "CREATE VIEW rocpd_string AS SELECT * FROM \"rocpd_string" + s + "\"; CREATE VIEW rocpd_kernel_dispatch AS SELECT * FROM nowhere;";
}

void expectRocpd(const weir::Run& run) {
  EXPECT_EQ(run.format, "rocpd");
  EXPECT_EQ(run.originNs, 5000);
  EXPECT_EQ(fact(run, "host name"), "frontier1");
  EXPECT_EQ(fact(run, "GPU 1"), "MI300X");
  const SliceIndex gemm = sliceNamed(run, "gemm");
  ASSERT_LT(gemm, run.slices.size());
  EXPECT_EQ(nsOf(run, gemm), (std::pair<std::int64_t, std::int64_t>{5100, 5400}));
  const Track& queue = run.tracks[run.rowOf(gemm).track];
  EXPECT_EQ(queue.kind, TrackKind::Stream);
  EXPECT_EQ(run.names.text(queue.name), "GPU 1 queue 4");
  ASSERT_EQ(run.collectives.size(), 1U);
  EXPECT_EQ(run.collectives[0].operation, Operation::ReduceScatter);
  const SliceIndex call = sliceNamed(run, "hipLaunchKernel");
  ASSERT_LT(call, run.slices.size());
  EXPECT_EQ(run.names.text(run.slices.category[call]), "HIP_RUNTIME_API_EXT");
  EXPECT_EQ(run.names.text(run.tracks[run.rowOf(call).track].name), "main (4712)");
  EXPECT_EQ(run.slices.activity[sliceNamed(run, "epoch")], Activity::Annotation);
  EXPECT_EQ(run.arrows.size(), 2U);  // to the kernel and the copy of correlation 55
  EXPECT_EQ(cellOf(table(run, "memory copies"), "MEMORY_COPY_HOST_TO_DEVICE", "bytes"), 1 << 20);
  EXPECT_EQ(cellOf(table(run, "counters"), "gemm", "sum"), 16384);
  ASSERT_EQ(run.counters.size(), 1U);
  EXPECT_EQ(run.counters[0].value, std::vector<float>{300.5F});
  EXPECT_EQ(run.counters[0].unit, "W");
}

TEST(Rocm, RocpdSchema3) {
  const std::string& s = kSuffix;
  const MadeDatabase db(rocpdInfo() +
      "CREATE TABLE \"rocpd_region" + s + "\"(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER);"
      "INSERT INTO \"rocpd_region" + s + "\" VALUES(1,1,1,9,5000,5050,1,1),(2,1,1,9,5000,9000,5,4);"
      "CREATE TABLE \"rocpd_kernel_dispatch" + s + "\"(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT, event_id INTEGER);"
      "INSERT INTO \"rocpd_kernel_dispatch" + s + "\" VALUES(1,1,1,9,3,7,1,4,0,5100,5400,2),(2,1,1,9,3,8,2,4,0,5500,5600,NULL);"
      "CREATE TABLE \"rocpd_memory_copy" + s + "\"(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, event_id INTEGER);"
      "INSERT INTO \"rocpd_memory_copy" + s + "\" VALUES(1,1,1,9,5700,5800,3,3,1,1048576,3);"
      "CREATE TABLE \"rocpd_sample" + s + "\"(id INTEGER PRIMARY KEY, track_id INTEGER, timestamp BIGINT, event_id INTEGER); INSERT INTO \"rocpd_sample" + s + "\" VALUES(1,1,6000,5);");
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  expectRocpd(*run);
}

TEST(Rocm, RocpdSchema4) {
  const std::string& s = kSuffix;
  const MadeDatabase db(rocpdInfo() +
      "CREATE TABLE \"rocpd_track" + s + "\"(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER);"
      "INSERT INTO \"rocpd_track" + s + "\" VALUES(1,1,1,9,NULL,NULL,NULL),(2,1,1,9,3,4,0);"
      "CREATE TABLE \"rocpd_timestamp" + s + "\"(id INTEGER PRIMARY KEY, value BIGINT, phase INTEGER, track_id INTEGER);"
      "INSERT INTO \"rocpd_timestamp" + s + "\" VALUES(1,5000,1,1),(2,5050,2,1),(3,9000,2,1),(4,5100,1,2),(5,5400,2,2),(6,5500,1,2),(7,5600,2,2),(8,5700,1,2),(9,5800,2,2),(10,6000,0,1);"
      "CREATE TABLE \"rocpd_region" + s + "\"(id INTEGER PRIMARY KEY, track_id INTEGER, name_id INTEGER, start_id INTEGER, end_id INTEGER, event_id INTEGER);"
      "INSERT INTO \"rocpd_region" + s + "\" VALUES(1,1,1,1,2,1),(2,1,5,1,3,4);"
      "CREATE TABLE \"rocpd_kernel_dispatch" + s + "\"(id INTEGER PRIMARY KEY, track_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, start_id INTEGER, end_id INTEGER, event_id INTEGER);"
      "INSERT INTO \"rocpd_kernel_dispatch" + s + "\" VALUES(1,2,7,1,4,5,2),(2,2,8,2,6,7,NULL);"
      "CREATE TABLE \"rocpd_memory_copy" + s + "\"(id INTEGER PRIMARY KEY, track_id INTEGER, start_id INTEGER, end_id INTEGER, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, event_id INTEGER);"
      "INSERT INTO \"rocpd_memory_copy" + s + "\" VALUES(1,2,8,9,3,3,1,1048576,3);"
      "CREATE TABLE \"rocpd_sample" + s + "\"(id INTEGER PRIMARY KEY, track_id INTEGER, timestamp_id INTEGER, event_id INTEGER); INSERT INTO \"rocpd_sample" + s + "\" VALUES(1,1,10,5);");
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  expectRocpd(*run);
}

constexpr std::string_view kTool =
    R"({"rocprofiler-sdk-tool":[{"metadata":{"pid":7,"init_time":1000,"node":{"hostname":"h"}},)"
    R"("agents":[{"id":{"handle":1},"type":1},{"id":{"handle":9},"type":2,"node_id":4,"product_name":"MI300X"}],)"
    R"("strings":{"buffer_records":[{"kind":"NONE","operations":[]},{"kind":"HIP_RUNTIME_API","operations":["hipLaunchKernel"]},{"kind":"MEMORY_COPY","operations":["NONE","HOST_TO_DEVICE"]}],"marker_api":[{"key":3,"value":"step \"1\""}]},)"
    R"("kernel_symbols":[{"kernel_id":5,"formatted_kernel_name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL"}],)"
    R"("counters":[{"id":{"handle":8},"name":"SQ_WAVES"}],)"
    R"("callback_records":{"counter_collection":[{"dispatch_data":{"dispatch_info":{"kernel_id":5}},"records":[{"counter_id":{"handle":8},"value":12.5}]}]},)"
    R"("buffer_records":{"kernel_dispatch":[{"kind":11,"operation":2,"thread_id":8,"correlation_id":{"internal":2},"start_timestamp":2000,"end_timestamp":2500,"dispatch_info":{"agent_id":{"handle":9},"queue_id":{"handle":3},"kernel_id":5,"dispatch_id":1,"workgroup_size":{"x":64,"y":1,"z":1},"grid_size":{"x":128,"y":1,"z":1}}}],)"
    R"("hip_api":[{"kind":1,"operation":0,"thread_id":8,"correlation_id":{"internal":2},"start_timestamp":1900,"end_timestamp":1950}],)"
    R"("marker_api":[{"kind":4,"operation":0,"thread_id":8,"correlation_id":{"internal":3},"start_timestamp":1800,"end_timestamp":2600}],)"
    R"("memory_copy":[{"kind":2,"operation":1,"thread_id":8,"correlation_id":{"internal":4},"start_timestamp":1500,"end_timestamp":1600,"dst_agent_id":{"handle":9},"src_agent_id":{"handle":1},"bytes":512}]}}]})";

TEST(Rocm, Json) {
  for (const std::size_t chunk : {std::string_view::npos, std::size_t{7}}) {
    const auto run = readText(kTool, chunk);
    ASSERT_TRUE(run) << run.error().line();
    EXPECT_EQ(run->originNs, 1000);
    EXPECT_EQ(run->slices.size(), 4U);
    ASSERT_EQ(run->collectives.size(), 1U);
    EXPECT_EQ(run->collectives[0].operation, Operation::AllReduce);
    EXPECT_EQ(run->arrows.size(), 1U);
    EXPECT_EQ(run->slices.activity[sliceNamed(*run, "step \"1\"")], Activity::Annotation);
    EXPECT_EQ(cellOf(table(*run, "memory copies"), "HOST_TO_DEVICE", "bytes"), 512);
    EXPECT_EQ(cellOf(table(*run, "counters"), "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "sum"), 12.5);
    EXPECT_EQ(fact(*run, "GPU 0"), "MI300X");
  }
}

// Cut anywhere: an error or a run, and behind the first kernel that kernel and a note.
TEST(Rocm, JsonCutShort) {
  const std::size_t complete = kTool.find(R"(],"hip_api")");
  for (std::size_t n = 30; n < kTool.size(); n += 3) {
    const auto run = readText(kTool.substr(0, n));
    if (n < complete) continue;
    ASSERT_TRUE(run) << n << ": " << run.error().line();
    EXPECT_GE(slicesOf(*run, "kernel"), 1) << n;
    EXPECT_GE(noteCount(*run, "text breaks off: read up to there"), 1U) << n;
  }
}

TEST(Rocm, CsvOfOlderTools) {
  const auto v1 = readText("\"Index\",\"KernelName\",\"gpu-id\",\"queue-id\",\"queue-index\",\"pid\",\"tid\",\"BeginNs\",\"EndNs\",\"DurationNs\"\n"
                           "0,\"void f<int>(int, int) [clone .kd]\",1,0,0,77,78,1000,3000,2000\n1,\"g\",1,0,1,77,78,broken,5,6\n2,\"h\",1\n");
  ASSERT_TRUE(v1) << v1.error().line();
  EXPECT_EQ(v1->originNs, 1000);
  ASSERT_EQ(v1->slices.size(), 1U);
  EXPECT_EQ(v1->names.text(v1->slices.name[0]), "void f<int>(int, int) [clone .kd]");
  EXPECT_EQ(v1->tracks[0].kind, TrackKind::Stream);
  EXPECT_EQ(noteCount(*v1, "line without its times, left out"), 2U);
  EXPECT_EQ(noteCount(*v1, "line with too few cells"), 1U);

  const auto sums = readText("Processing [x.sqlite] with [cuda_gpu_kern_sum.py]...\n\nTime (%),Total Time (ns),Instances,Avg (ns),Name\n60.5,1000,2,500.0,\"f(int, int)\"\n39.5,653,1,653.0,g\n");
  ASSERT_TRUE(sums) << sums.error().line();
  ASSERT_EQ(sums->tables.size(), 1U);
  EXPECT_EQ(sums->tables[0].find("Total Time (ns)")->number, (std::vector<double>{1000, 653}));
  EXPECT_EQ(sums->tables[0].find("Total Time (ns)")->unit, "ns");
  EXPECT_EQ(sums->tables[0].find("Name")->text[0], "f(int, int)");
}

}  // namespace

}  // namespace rocm_test
