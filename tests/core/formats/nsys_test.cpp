// Nsight Systems exports: what the corpus' manifest says of real ones, and small ones made here for what those lack.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "database_support.h"

namespace nsys_test {
using namespace weir;
using namespace weir::test;

namespace {

struct Kernels {
  std::int64_t count = 0, nccl = 0, start = INT64_MAX, end = 0, sum = 0, ncclSum = 0;
  std::set<std::int64_t> devices;
  std::set<std::int64_t> streams;
};

// Of the slices called "kernel", in ns of the session.
Kernels kernelsOf(const weir::Run& run) {
  Kernels k;
  for (const Track& t : run.tracks) {
    long device = -1;
    long stream = -1;
    if (std::sscanf(std::string(run.names.text(t.name)).c_str(), "GPU %ld stream %ld", &device, &stream) != 2) continue;
    for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i) {
        if (run.names.text(run.slices.category[i]) != "kernel") continue;
        EXPECT_EQ(t.kind, TrackKind::Stream);
        const std::int64_t duration = run.slices.duration[i] / 1000;
        ++k.count;
        k.start = std::min(k.start, run.slices.start[i] / 1000);
        k.end = std::max(k.end, run.slices.endOf(i) / 1000);
        k.sum += duration;
        k.devices.insert(device);
        k.streams.insert(stream);
        std::string name(run.names.text(run.slices.name[i]));
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        if (name.find("nccl") == std::string::npos) continue;
        ++k.nccl;
        k.ncclSum += duration;
        EXPECT_EQ(run.slices.activity[i], Activity::Communication);
      }
  }
  return k;
}

void compareExport(const weir::Run& run, const nlohmann::json& want) {
  const Kernels k = kernelsOf(run);
  const Table* tables = table(run, "nsys tables");
  ASSERT_NE(tables, nullptr);
  const auto rows = [&](std::string_view table) { return cellOf(tables, table, "rows"); };
  for (const auto& [key, value] : want.items()) {
    SCOPED_TRACE(key);
    if (key == "tables") EXPECT_EQ(tables->rows(), value.get<std::size_t>());
    else if (key == "product") EXPECT_EQ(fact(run, "Nsight Systems version"), value.get<std::string>());
    else if (key == "schema") EXPECT_EQ(fact(run, "export schema"), value.get<std::string>());
    else if (key == "old_meta_cols") EXPECT_EQ(cellOf(tables, "EXPORT_META_DATA", "columns"), static_cast<double>(value.size()));
    else if (key == "EXPORT_META_DATA") {
      for (const auto& pair : value) {
        const std::string name = pair[0].get<std::string>();
        const std::string fact = name == "EXPORT_PRODUCT_NAME" ? "profiler" : name == "EXPORT_PRODUCT_VERSION" ? "Nsight Systems version" : "Nsight Systems release";
        EXPECT_EQ(test::fact(run, fact), pair[1].get<std::string>()) << name;
      }
    } else if (key == "kernels") {
      EXPECT_EQ(k.count, value.get<std::int64_t>());
      EXPECT_EQ(rows("CUPTI_ACTIVITY_KIND_KERNEL"), value.get<double>());
    } else if (key == "k_start_ns") EXPECT_EQ(k.start, value.get<std::int64_t>());
    else if (key == "k_end_ns") EXPECT_EQ(k.end, value.get<std::int64_t>());
    else if (key == "k_dur_ns") EXPECT_EQ(k.sum, value.get<std::int64_t>());
    else if (key == "kernel_cols") EXPECT_EQ(cellOf(tables, "CUPTI_ACTIVITY_KIND_KERNEL", "columns"), value.get<double>());
    else if (key == "nccl_kernels") {
      EXPECT_EQ(k.nccl, value.get<std::int64_t>());
      EXPECT_EQ(run.collectives.size(), value.get<std::size_t>());
    } else if (key == "nccl_dur_ns") EXPECT_EQ(k.ncclSum, value.is_null() ? 0 : value.get<std::int64_t>());
    else if (key == "devices") EXPECT_EQ(k.devices, value.get<std::set<std::int64_t>>());
    else if (key == "streams") EXPECT_EQ(k.streams.size(), value.get<std::size_t>());
    else if (key == "memcpys") EXPECT_EQ(slicesOf(run, "memcpy"), value.get<std::int64_t>());
    else if (key == "memcpy_bytes") {
      const Table* copies = table(run, "memory copies");
      ASSERT_NE(copies, nullptr);
      double sum = 0;
      for (const double b : copies->find("bytes")->number) sum += b;
      EXPECT_EQ(sum, value.get<double>());
    } else if (key == "NVTX_EVENTS" || key == "OSRT_API") EXPECT_EQ(rows(key), value.get<double>());
    else if (key == "CUPTI_ACTIVITY_KIND_RUNTIME") EXPECT_EQ(slicesOf(run, "runtime") + slicesOf(run, "driver"), value.get<std::int64_t>());
    else if (key == "nvtx_open_ended") {
      const std::string open = fact(run, "NVTX events without an end");
      EXPECT_EQ(open.empty() ? 0 : std::stoll(open), value.get<std::int64_t>());
    } else if (key == "processes") EXPECT_EQ(rows("PROCESSES"), value.get<double>());
    else ADD_FAILURE() << "a key that this test does not know";
  }
}

TEST(Nsys, CorpusManifest) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  int compared = 0;
  for (const ManifestRow& row : manifest("nsys_sqlite")) {
    if (!row.file.ends_with(".sqlite")) continue;
    SCOPED_TRACE(row.file);
    const auto run = open(row.file);
    ASSERT_TRUE(run) << run.error().line();
    EXPECT_EQ(run->format, "nsys-sqlite");
    compareExport(*run, row.expected);
    ++compared;
  }
  EXPECT_EQ(compared, 4);
}

TEST(Nsys, RanksArrowsAndCollectivesOfTwoProcesses) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const auto run = open(shared("corpus/nsys_sqlite/mfu_2gpu_before.sqlite"));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(noteCount(*run, "ranks not told: processes numbered by their first device"), 1U);
  // 64 of the 66 NCCL kernels, all called SendRecv, were launched inside a range "nccl:all_to_all...".
  std::map<Operation, int> by;
  for (const CollectiveCall& c : run->collectives) ++by[c.operation];
  EXPECT_EQ(by[Operation::AllToAll], 64);
  EXPECT_EQ(by[Operation::SendRecv], 2);
  // Each arrow leads from a call of the CUDA API to what stands on a stream, and not backwards in time.
  EXPECT_GT(run->arrows.size(), 4000U);
  for (std::size_t i = 0; i < run->arrows.size(); ++i) {
    EXPECT_EQ(run->names.text(run->arrows.kind[i]), kArrowLaunch);
    EXPECT_EQ(run->tracks[run->rowOf(run->arrows.to[i]).track].kind, TrackKind::Stream);
    EXPECT_LT(run->slices.start[run->arrows.from[i]], run->slices.start[run->arrows.to[i]]);
  }
  // utcEpochNs of the session.
  EXPECT_EQ(run->sources[0].clock, ClockKind::Epoch);
  EXPECT_EQ(run->originNs / 1'000'000'000, 1779782330);
}

// Names of PyTorch's emit_nvtx lose what differs from call to call.
TEST(Nsys, OperatorsOfTorchHaveOneName) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  const auto run = open(shared("corpus/nsys_sqlite/h100_2gpu_1s.sqlite"));
  ASSERT_TRUE(run);
  const SliceIndex i = sliceNamed(*run, "aten::view");
  ASSERT_LT(i, run->slices.size());
  EXPECT_EQ(run->slices.activity[i], Activity::Annotation);
  EXPECT_NE(run->argsOf(i).find("\"op_id\":"), std::string_view::npos);
}

// What the corpus lacks. Columns are those of exports of 2024; times in ns. globalTid = 0x1000001000002: process 1, thread 2.
constexpr std::int64_t kTid = 0x1000001000002;
std::string made(const std::string& more) {
  return "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT NOT NULL);"
         "INSERT INTO StringIds VALUES(1,'ncclDevKernel_AllReduce_Sum_f32_RING_LL'),(2,'cudaLaunchKernel_v7000'),(3,'ncclAllReduce'),"
         "(4,'MPI_Allreduce'),(5,'MPI_Send'),(6,'poll'),(7,'ncclDevKernel_ReduceScatter_Sum_f32_RING_LL'),(8,'ncclReduceScatter'),"
         "(9,'ncclGroupStart'),(10,'ncclGroupEnd'),(11,'gemm'),(12,'MPI_Bcast');"
         "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT); INSERT INTO META_DATA_EXPORT VALUES('EXPORT_PRODUCT_VERSION','2024.5.1');" +
         more;
}

TEST(Nsys, NcclSizesFromPayloads) {
  const std::string tid = std::to_string(kTid);
  const std::string pid = std::to_string(kTid & ~0xffffffLL);
  const MadeDatabase db(made(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(110,120,0," + tid + ",7,2,0),(310,320,0," + tid + ",8,2,0),(510,520,0," + tid + ",9,2,0);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, shortName INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(200,250,0,7,7," + pid + ",1),(400,450,0,7,8," + pid + ",7),(600,650,0,7,9," + pid + ",1);"
      "CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, textId INTEGER, domainId INTEGER, jsonText TEXT);"
      "INSERT INTO NVTX_EVENTS VALUES(1,NULL,75,'NCCL'," + tid + ",NULL,1,NULL),"
      "(10,20,59,'ncclCommInitRank'," + tid + ",NULL,1,'{\"NCCL communicator ID\":77,\"No. of ranks\":4,\"Rank\":3,\"CUDA device\":0}'),"
      "(100,130,59,NULL," + tid + ",3,1,'{\"NCCL communicator ID\":77,\"Message size [bytes]\":4096,\"Reduction operation\":\"Sum\"}'),"
      "(300,330,59,NULL," + tid + ",8,1,'{\"NCCL communicator ID\":77,\"Message size [bytes]\":1000}'),"
      // A group: the kernel is launched by its end, the two calls before it moved the bytes.
      "(490,491,59,NULL," + tid + ",9,1,NULL),(492,493,59,NULL," + tid + ",3,1,'{\"NCCL communicator ID\":77,\"Message size [bytes]\":100}'),"
      "(494,495,59,NULL," + tid + ",3,1,'{\"NCCL communicator ID\":77,\"Message size [bytes]\":28}'),(500,530,59,NULL," + tid + ",10,1,NULL);"));
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->ranks, std::vector<std::int32_t>{3});
  EXPECT_EQ(run->worldSize, 4);
  ASSERT_EQ(run->collectives.size(), 3U);
  EXPECT_EQ(run->collectives[0].operation, Operation::AllReduce);
  EXPECT_EQ(run->collectives[0].bytes, 4096);
  EXPECT_EQ(run->collectives[0].groupSize, 4);
  EXPECT_EQ(run->collectives[0].rank, 3);
  EXPECT_EQ(run->names.text(run->collectives[0].algorithm), "ring");
  EXPECT_EQ(run->collectives[1].operation, Operation::ReduceScatter);
  EXPECT_EQ(run->collectives[1].bytes, 4000);  // NCCL says what one rank receives: 1000 of each of 4
  EXPECT_EQ(run->collectives[2].bytes, 128);   // 100 + 28 in one group
  EXPECT_EQ(run->arrows.size(), 3U);
  EXPECT_EQ(run->sources[0].clock, ClockKind::Own);
}

TEST(Nsys, MpiTables) {
  const std::string tid = std::to_string(kTid);
  const MadeDatabase db(made(
      "CREATE TABLE MPI_RANKS(globalTid INTEGER NOT NULL, rank INTEGER NOT NULL); INSERT INTO MPI_RANKS VALUES(" + tid + ",2);"
      "CREATE TABLE MPI_COMMUNICATORS(rank INTEGER, commHandle INTEGER, size INTEGER, members TEXT); INSERT INTO MPI_COMMUNICATORS VALUES(2,99,4,'0,1,2,3');"
      "CREATE TABLE MPI_COLLECTIVES_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, commHandle INTEGER, rootRank INTEGER, size INTEGER, recvSize INTEGER, requestHandle INTEGER);"
      "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(100,300," + tid + ",4,99,NULL,8000,8000,NULL),(400,450," + tid + ",12,99,0,64,NULL,NULL);"
      "CREATE TABLE MPI_P2P_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, commHandle INTEGER, tag INTEGER, remoteRank INTEGER, size INTEGER, requestHandle INTEGER);"
      "INSERT INTO MPI_P2P_EVENTS VALUES(500,600," + tid + ",5,99,17,3,512,NULL),(700,NULL," + tid + ",5,99,17,3,512,NULL);"));
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(run->ranks, std::vector<std::int32_t>{2});
  EXPECT_EQ(run->worldSize, 4);
  ASSERT_EQ(run->collectives.size(), 2U);
  EXPECT_EQ(run->collectives[0].operation, Operation::AllReduce);
  EXPECT_EQ(run->collectives[0].bytes, 8000);
  EXPECT_EQ(run->groups[run->collectives[0].group], (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(run->collectives[0].duration, 200'000);
  EXPECT_EQ(run->collectives[1].operation, Operation::Broadcast);
  ASSERT_EQ(run->transfers.size(), 1U);
  EXPECT_EQ(run->transfers.source[0], 2);
  EXPECT_EQ(run->transfers.destination[0], 3);
  EXPECT_EQ(run->transfers.bytes[0], 512);
  EXPECT_EQ(noteCount(*run, "MPI call without an end, shown as an instant"), 1U);
}

TEST(Nsys, MetricsAreCounters) {
  const MadeDatabase db(made(
      "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER, sourceId INTEGER, typeName TEXT, metricId INTEGER, metricName TEXT);"
      "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(256,1,'GPU Metrics',3,'SMs Active [Throughput %]');"
      "CREATE TABLE GPU_METRICS(rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER);"
      "INSERT INTO GPU_METRICS VALUES(0,2000,256,3,80),(0,1000,256,3,40);"
      "CREATE TABLE NET_NIC_METRIC(start INTEGER, end INTEGER, globalId INTEGER, portId INTEGER, metricsListId INTEGER, metricsIdx INTEGER, value INTEGER);"
      "INSERT INTO NET_NIC_METRIC VALUES(1000,1500,5,1,2,0,123);"
      "CREATE TABLE TARGET_INFO_NETWORK_METRICS(metricsListId INTEGER, metricsIdx INTEGER, name TEXT, description TEXT, unit TEXT);"
      "INSERT INTO TARGET_INFO_NETWORK_METRICS VALUES(2,0,'IB: Bytes sent','','B/ms');"
      "CREATE TABLE NIC_ID_MAP(nicId INTEGER, globalId INTEGER); INSERT INTO NIC_ID_MAP VALUES(1,5);"
      "CREATE TABLE TARGET_INFO_NIC_INFO(GUID INTEGER, nicId INTEGER, name TEXT); INSERT INTO TARGET_INFO_NIC_INFO VALUES(9,1,'mlx5_0');"
      "CREATE TABLE GENERIC_EVENT_TYPES(typeId INTEGER, sourceId INTEGER, data TEXT); INSERT INTO GENERIC_EVENT_TYPES VALUES(44,1,'{\"Name\":\"NVML\"}');"
      "CREATE TABLE GENERIC_EVENTS(rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, data TEXT); INSERT INTO GENERIC_EVENTS VALUES(0,1000,44,'{\"Power\":\"351.5\"}');"
      "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER, bytes INTEGER, memoryOperationType INTEGER);"
      "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(1000,0,0,100,0),(2000,0,0,50,0),(3000,0,0,100,1);"));
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  const auto counter = [&](std::string_view name) -> const Counter& {
    for (const Counter& c : run->counters)
      if (run->names.text(c.name) == name) return c;
    ADD_FAILURE() << "no counter " << name;
    static const Counter none;
    return none;
  };
  EXPECT_EQ(counter("SMs Active [Throughput %]").value, (std::vector<float>{40, 80}));
  EXPECT_EQ(counter("SMs Active [Throughput %]").time, (std::vector<std::int64_t>{1'000'000, 2'000'000}));
  EXPECT_EQ(counter("SMs Active [Throughput %]").unit, "%");
  EXPECT_EQ(counter("IB: Bytes sent").value, std::vector<float>{123});
  EXPECT_EQ(run->names.text(counter("IB: Bytes sent").group), "NIC mlx5_0");
  EXPECT_EQ(counter("Power").value, std::vector<float>{351.5F});
  EXPECT_EQ(run->names.text(counter("Power").group), "NVML");
  EXPECT_EQ(counter("memory allocated").value, (std::vector<float>{100, 150, 50}));
}

TEST(Nsys, NewerTablesAndUnknownOnes) {
  const std::string tid = std::to_string(kTid);
  const MadeDatabase db(made(
      "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);"
      "CREATE TABLE NVTX_EVENTS_V2(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);"
      "CREATE TABLE NVTX_EVENTS_V3(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);"
      "INSERT INTO NVTX_EVENTS_V2 VALUES(1,2,59,'old'," + tid + "); INSERT INTO NVTX_EVENTS_V3 VALUES(1,2,59,'new'," + tid + "),(3,NULL,59,'open'," + tid + "),(4,NULL,34,'mark'," + tid + ");"
      "CREATE TABLE OSRT_API(start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId INTEGER); INSERT INTO OSRT_API VALUES(5,9,27," + tid + ",6);"
      // Of a version to come: spans with a thread are read, whatever they are; what only has times is counted.
      "CREATE TABLE CUFOO_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER, bytes INTEGER); INSERT INTO CUFOO_EVENTS VALUES(10,20," + tid + ",11,5);"
      "CREATE TABLE BAR_EVENTS(timestamp INTEGER, x INTEGER); INSERT INTO BAR_EVENTS VALUES(1,1),(2,2);"));
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_LT(sliceNamed(*run, "new"), run->slices.size());
  EXPECT_EQ(sliceNamed(*run, "old"), run->slices.size());
  EXPECT_EQ(noteCount(*run, "rows of an older version of a table, not read"), 1U);
  EXPECT_EQ(noteCount(*run, "NVTX range still open at the end, shown as an instant"), 1U);
  EXPECT_EQ(run->instants.size(), 2U);
  EXPECT_EQ(run->slices.activity[sliceNamed(*run, "poll")], Activity::Wait);
  const SliceIndex foo = sliceNamed(*run, "gemm");
  ASSERT_LT(foo, run->slices.size());
  EXPECT_EQ(run->names.text(run->slices.category[foo]), "cufoo");
  EXPECT_EQ(run->argsOf(foo), "{\"bytes\":5}");
  EXPECT_EQ(noteCount(*run, "events of a kind that is not read"), 2U);
}

// Thirteen columns, no process, no NVTX: what tools keep of an export.
TEST(Nsys, CutDownExport) {
  const std::string tid = std::to_string(kTid);
  const MadeDatabase db(made(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1,2," + tid + ",7,2);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, shortName INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(5,8,1,7,7,11),(9223372036854775807,9223372036854775807,1,7,8,11),(20,10,1,7,9,11);"));
  const auto run = open(db.path());
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(slicesOf(*run, "kernel"), 2);
  EXPECT_EQ(run->arrows.size(), 1U);
  EXPECT_EQ(noteCount(*run, "negative duration"), 1U);
  EXPECT_GE(noteCount(*run, "time too far from the others, set aside"), 1U);
}

}  // namespace

}  // namespace nsys_test
