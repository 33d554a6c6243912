// Heat maps of real files: bytes by layer of Darshan's HEATMAP modules as the corpus's own reader summed them
// (darshan/MANIFEST.tsv, heatmap_by_api), operations of DFTracer, messages of OTF2, sizes that Kineto's arguments tell.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/formats/open.h"
#include "core/summarize/io_heat.h"
#include "core/summarize/traffic.h"

using namespace weir;
namespace fs = std::filesystem;

namespace {

weir::Run opened(const fs::path& path) {
  auto run = openFiles({path.string()}, {}, {});
  if (run) return std::move(*run);
  ADD_FAILURE() << run.error().line();
  return {};
}
fs::path corpus(const char* name) { return fs::path(WEIR_SHARED_DIR) / "corpus" / name; }

#define NEEDS(path) \
  if (!fs::exists(path)) GTEST_SKIP() << "not here: " << (path)

}  // namespace

TEST(HeatCorpus, DarshanHeatmapsByLayer) {
  struct Row {
    const char* file;
    const char* layer;
    double read, written;
    std::size_t ranks;
    int bins;
  };
  constexpr Row rows[] = {
      {"e3sm_io_heatmap_only.darshan", "POSIX", 25722213, 304663273053, 512, 114},
      {"e3sm_io_heatmap_only.darshan", "MPI-IO", 25722215, 77443309585, 512, 114},
      {"runtime_and_dxt_heatmaps_diagonal_write_only.darshan", "POSIX", 0, 32, 32, 34},
      {"wisio_unet3d_a100_dxt.darshan", "POSIX", 14007376, 11420, 8, 190},
      {"wisio_unet3d_a100_dxt.darshan", "STDIO", 0, 3520, 8, 190},
      {"release/mpi-io-test-x86_64-3.5.0.darshan", "POSIX", 67108864, 67108864, 4, 1},
      {"snyder_ior-DFS_id4681120-53379_5-8-15060-3270540599978592154_1.darshan", "DFS", 16777216, 16777216, 16, 7},
  };
  for (const Row& r : rows) {
    const fs::path file = corpus("darshan") / r.file;
    NEEDS(file);
    const weir::Run run = opened(file);
    const IoHeat read = ioHeat(run, {.kind = IoHeatOptions::Kind::Read, .layer = r.layer, .columns = 0});
    const IoHeat written = ioHeat(run, {.kind = IoHeatOptions::Kind::Write, .layer = r.layer, .columns = 0});
    EXPECT_EQ(written.source, IoHeat::Source::Bins) << r.file;
    // A run's counters hold seven digits a bin.
    EXPECT_NEAR(read.sum, r.read, r.read * 1e-7) << r.file << " " << r.layer;
    EXPECT_NEAR(written.sum, r.written, r.written * 1e-7) << r.file << " " << r.layer;
    EXPECT_EQ(written.ranks.size(), r.ranks) << r.file;
    EXPECT_EQ(written.columns, r.bins) << r.file;
    for (const int columns : {1, 7, 200}) EXPECT_NEAR(ioHeat(run, {.kind = IoHeatOptions::Kind::Write, .layer = r.layer, .columns = columns}).sum, r.written, std::max(1e-6, r.written * 1e-7));
  }
}

// Of 32 ranks each wrote one byte in a bin of its own.
TEST(HeatCorpus, DarshanDiagonal) {
  const fs::path file = corpus("darshan/runtime_and_dxt_heatmaps_diagonal_write_only.darshan");
  NEEDS(file);
  const IoHeat h = ioHeat(opened(file), {.columns = 0});
  ASSERT_EQ(h.rows, 32);
  int last = -1;
  for (int r = 0; r < h.rows; ++r) {
    EXPECT_EQ(h.rowSum[static_cast<std::size_t>(r)], 1) << r;
    int at = -1;
    for (int k = 0; k < h.columns; ++k)
      if (h.at(r, k) > 0) at = k;
    EXPECT_GE(at, last) << r;
    last = at;
  }
  EXPECT_GT(last, 25);
}

TEST(HeatCorpus, DftracerOperations) {
  const fs::path file = corpus("dftracer/test-trace.pfw.gz");
  NEEDS(file);
  const weir::Run run = opened(file);
  const IoHeat h = ioHeat(run, {.kind = IoHeatOptions::Kind::Read, .layer = "POSIX", .columns = 300});
  EXPECT_EQ(h.source, IoHeat::Source::Operations);
  EXPECT_NEAR(h.sum, 21455286649.0, 1);  // FORMATS.md
}

TEST(HeatCorpus, PingPongMessages) {
  const fs::path folder = corpus("otf2/ping-pong-otf2");
  NEEDS(folder);
  const weir::Run run = opened(folder);
  const TrafficMatrix m = trafficMatrix(run, {});
  EXPECT_EQ(m.total(), 8355840);
  EXPECT_EQ(m.at(0, 1), m.at(1, 0));
  EXPECT_EQ(trafficMatrix(run, {.measure = TrafficMeasure::Messages}).total(), 16);
}

// Rank 0's 15 all-reduces of 306684384 bytes on two ranks (a ring sends the whole of it each way) and 6 broadcasts of 638712
// bytes from rank 0.
TEST(HeatCorpus, KinetoSizes) {
  const fs::path file = corpus("kineto/nccl_data.json.gz");
  NEEDS(file);
  const weir::Run run = opened(file);
  const TrafficMatrix m = trafficMatrix(run, {});
  EXPECT_EQ(m.ranks, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(m.at(0, 1), 306684384 + 638712);
  EXPECT_EQ(m.at(1, 0), 306684384);
  EXPECT_EQ(trafficMatrix(run, {.operations = {Operation::Broadcast}}).total(), 638712);
  EXPECT_EQ(trafficMatrix(run, {.operations = {Operation::AllReduce}}).total(), 2 * 306684384);
  const auto parts = m.partsOf(0, 1);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(m.kinds[parts[0].kind].operation, Operation::AllReduce);
  EXPECT_EQ(parts[0].count, 15U);
  EXPECT_EQ(parts[1].count, 6U);
}

// The DLRM ranks have no sizes: the time two ranks spent in a collective together. In the first all-to-all all end at about
// 31940 us, rank 2 enters at 31422 (FORMATS.md), so it shares about 0.52 ms with each, ranks 1 and 3 6.1 ms.
TEST(HeatCorpus, DlrmFirstAllToAll) {
  const fs::path folder = corpus("kineto/dlrm_4of8");
  NEEDS(folder);
  const weir::Run run = opened(folder);
  std::int64_t start = std::numeric_limits<std::int64_t>::max();
  std::int64_t end = 0;
  std::uint32_t first = kNoInstance;
  for (const CollectiveCall& c : run.collectives)
    if (c.operation == Operation::AllToAll) {
      if (first == kNoInstance) first = c.instance;
      if (c.instance != first) continue;
      start = std::min(start, c.start);
      end = std::max(end, c.start + c.duration);
    }
  const TrafficMatrix m = trafficMatrix(run, {.measure = TrafficMeasure::Time, .range = TimeRange{start, end}, .operations = {Operation::AllToAll}});
  EXPECT_EQ(m.source, TrafficSource::SharedTime);
  EXPECT_NEAR(m.at(1, 3), 6.13e-3, 0.02e-3);
  EXPECT_NEAR(m.at(0, 2), 0.52e-3, 0.02e-3);
  EXPECT_NEAR(m.at(1, 2), 0.52e-3, 0.02e-3);
}
