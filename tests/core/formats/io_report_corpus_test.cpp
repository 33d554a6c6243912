// The I/O report on real logs: Darshan's totals against the corpus' manifest, which another reader made.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/formats/open.h"
#include "core/summarize/info.h"
#include "core/summarize/io_report.h"

namespace weir::io_report_corpus_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

fs::path corpus() { return fs::path(WEIR_SHARED_DIR) / "corpus"; }

const IoLayer* layer(const IoReport& r, std::string_view name) {
  for (const IoLayer& l : r.layers)
    if (l.name == name) return &l;
  return nullptr;
}

TEST(IoReportCorpus, DarshanTotalsAreTheManifests) {
  std::ifstream manifest(corpus() / "darshan/MANIFEST.tsv");
  if (!manifest) GTEST_SKIP() << "no corpus here";
  std::string line;
  std::getline(manifest, line);
  int logs = 0;
  while (std::getline(manifest, line)) {
    std::vector<std::string> cells;
    std::stringstream in(line);
    for (std::string cell; std::getline(in, cell, '\t');) cells.push_back(cell);
    ASSERT_GE(cells.size(), 9U) << line;
    const Json expected = Json::parse(cells[8]);
    if (!expected.is_object() || expected.contains("error")) continue;
    const auto run = openFiles({(corpus() / "darshan" / cells[0]).string()}, {}, {});
    ASSERT_TRUE(run) << cells[0] << ": " << run.error().line();
    const auto r = ioReport(*run);
    ASSERT_TRUE(r) << cells[0];
    std::int64_t read = 0;
    std::int64_t written = 0;
    for (const auto& [key, name] : {std::pair("posix", "POSIX"), std::pair("mpiio", "MPI-IO"), std::pair("stdio", "STDIO")}) {
      const std::string k = key;
      if (!expected.contains(k + "_bytes_read") || expected.value(k + "_records", 0) == 0) continue;
      const IoLayer* l = layer(*r, name);
      ASSERT_TRUE(l) << cells[0] << " " << name;
      EXPECT_EQ(l->sums.readBytes, expected[k + "_bytes_read"].get<std::int64_t>()) << cells[0] << " " << name;
      EXPECT_EQ(l->sums.writeBytes, expected[k + "_bytes_written"].get<std::int64_t>()) << cells[0] << " " << name;
      EXPECT_EQ(l->sums.partial, expected.value("partial", "").find(name) != std::string::npos) << cells[0] << " " << name;
      if (k != "mpiio") read += expected[k + "_bytes_read"].get<std::int64_t>(), written += expected[k + "_bytes_written"].get<std::int64_t>();
      if (k != "posix") continue;
      EXPECT_EQ(l->sums.readOps, expected["posix_reads"].get<std::int64_t>()) << cells[0];
      EXPECT_EQ(l->sums.writeOps, expected["posix_writes"].get<std::int64_t>()) << cells[0];
      // The manifest has microseconds. One log's times are damaged and set aside with a note.
      for (const auto& [time, field] : {std::pair(l->sums.readTime, "posix_read_time"), std::pair(l->sums.metaTime, "posix_meta_time")}) {
        const double seconds = expected[field].get<double>();
        if (time) {
          EXPECT_NEAR(static_cast<double>(*time) / 1e12, seconds, 1e-6 * (1 + seconds)) << cells[0] << " " << field;
        }
      }
    }
    if (!layer(*r, "DAOS") && !layer(*r, "DFS") && (layer(*r, "POSIX") || layer(*r, "STDIO"))) {
      EXPECT_EQ(r->total.readBytes.value_or(0), read) << cells[0];
      EXPECT_EQ(r->total.writeBytes.value_or(0), written) << cells[0];
      const Info info = describe(*run);
      if (info.io) {
        EXPECT_EQ(r->total.readBytes, info.io->readBytes) << cells[0];
        EXPECT_EQ(r->files, info.io->files) << cells[0];
      }
    }
    // Whatever way it is cut, the parts are the whole.
    IoSums files;
    for (const IoFile& f : r->byFile) files.add(f.sums);
    if (r->filesLeftOut == 0) {
      EXPECT_EQ(files.readBytes.value_or(0), r->total.readBytes.value_or(0)) << cells[0];
    }
    IoSums ranks;
    for (const IoRank& k : r->byRank) ranks.add(k.sums);
    EXPECT_EQ(ranks.readBytes.value_or(0), r->total.readBytes.value_or(0)) << cells[0];
    EXPECT_EQ(ranks.writeBytes.value_or(0), r->total.writeBytes.value_or(0)) << cells[0];
    for (const auto* groups : {&r->kinds, &r->extensions, &r->mounts}) {
      IoSums sums;
      for (const IoGroup& g : *groups) sums.add(g.sums);
      EXPECT_EQ(sums.writeBytes.value_or(0), r->total.writeBytes.value_or(0)) << cells[0];
    }
    ++logs;
  }
  EXPECT_GE(logs, 20);
}

// The job summary's "I/O performance estimate", as PyDarshan's own tests have it for these logs (test_accum.py): MiB and MiB/s.
TEST(IoReportCorpus, EstimatedBandwidthIsPyDarshans) {
  struct Expected {
    const char *log, *layer;
    double mib, mibPerSecond;
  };
  for (const Expected& e : {Expected{"imbalanced-io", "POSIX", 101785.8, 164.99}, Expected{"imbalanced-io", "MPI-IO", 126326.8, 101.58}, Expected{"imbalanced-io", "STDIO", 1.1, 0.01},
                            Expected{"laytonjb_test1_id28730_6-7-43012-2131301613401632697_1", "STDIO", 0.0, 4.22}, Expected{"runtime_and_dxt_heatmaps_diagonal_write_only", "POSIX", 0.0, 0.02},
                            Expected{"e3sm_io_heatmap_only", "STDIO", 0.0, 3.26}, Expected{"e3sm_io_heatmap_only", "MPI-IO", 73880.2, 105.69},
                            Expected{"partial_data_stdio", "MPI-IO", 32.0, 2317.98}, Expected{"partial_data_stdio", "STDIO", 16336.0, 2999.14},
                            Expected{"skew-app", "POSIX", 41615.8, 157.49}, Expected{"skew-app", "MPI-IO", 41615.8, 55.22}}) {
    const fs::path path = corpus() / "darshan" / (std::string(e.log) + ".darshan");
    if (!fs::exists(path)) GTEST_SKIP() << "no corpus here";
    const auto run = openFiles({path.string()}, {}, {});
    ASSERT_TRUE(run) << e.log;
    const auto r = ioReport(*run);
    ASSERT_TRUE(r) << e.log;
    const IoLayer* l = layer(*r, e.layer);
    ASSERT_TRUE(l) << e.log << " " << e.layer;
    constexpr double kMiB = 1048576;
    EXPECT_NEAR(static_cast<double>(l->sums.bytes().value_or(-1)) / kMiB, e.mib, 0.05) << e.log << " " << e.layer;  // they print one decimal
    EXPECT_NEAR(l->estimate.bytesPerSecond / kMiB, e.mibPerSecond, 0.005) << e.log << " " << e.layer;               // and two
  }
}

// What the runtime counted of each access, and what its trace of the same accesses gives, are the same.
TEST(IoReportCorpus, PatternsOfDxtAreDarshansCounters) {
  int compared = 0;
  // Not nonmpi_dxt_anonymized: of one file its record counts a consecutive read less than its own trace has (0 + 716 B,
  // 716 + 0 B, 716 + 32 B, 748 + 32 B are three, the counter says two).
  for (const char* name : {"release/mpi-io-test-x86_64-3.1.3.darshan", "wisio_unet3d_a100_dxt.darshan", "hdf5_diagonal_write_1_byte_dxt.darshan", "dxt.darshan"}) {
    const fs::path path = corpus() / "darshan" / name;
    if (!fs::exists(path)) continue;
    auto run = openFiles({path.string()}, {}, {});
    ASSERT_TRUE(run);
    weir::Run traced = std::move(*run);
    std::int64_t sequential = 0;
    std::int64_t consecutive = 0;
    std::int64_t reads = 0;
    std::array<std::int64_t, 10> sizes{};
    bool known = false;
    for (const IoRecord& r : traced.ioRecords) {
      if (traced.names.text(r.layer) != "POSIX" || r.sequentialReads < 0) continue;
      known = true;
      sequential += r.sequentialReads, consecutive += r.consecutiveReads, reads += r.readOps;
      for (std::size_t b = 0; b < 10; ++b) sizes[b] += r.readSizes[b];
    }
    traced.ioRecords.clear();
    // The runtime counts accesses as they end, the report as they begin: where a rank's accesses of a file overlap (threads),
    // what came "right behind the last" is not the same question. Nor is it where two begin at one instant of the clock.
    std::map<std::pair<std::int32_t, NameId>, std::pair<std::int64_t, std::int64_t>> last;
    bool overlapping = false;
    for (const IoOperation& op : traced.io) {
      if (traced.names.text(op.layer) != "POSIX" || op.kind != IoOperation::Kind::Read) continue;
      auto& [start, end] = last.try_emplace({op.rank, op.file}, -1, -1).first->second;
      overlapping = overlapping || op.start < end || op.start == start;
      start = op.start;
      end = std::max(end, op.start + op.duration);
    }
    const auto report = ioReport(traced);
    ASSERT_TRUE(report);
    const IoLayer* posix = layer(*report, "POSIX");
    if (!posix || !known || posix->sums.readOps != reads) continue;  // the trace ran out of room, or left files out
    EXPECT_EQ(posix->sizes.reads, sizes) << name;
    if (overlapping) continue;
    EXPECT_EQ(posix->reads.sequential, sequential) << name;
    EXPECT_EQ(posix->reads.consecutive, consecutive) << name;
    ++compared;
  }
  if (fs::exists(corpus() / "darshan")) {
    EXPECT_GE(compared, 2);
  }
}

// PyDarshan's sample of a bad OST: every rank writes as much, those whose file lies on OST 14 take forty times as long.
TEST(IoReportCorpus, TheBadOstIsFound) {
  const fs::path path = corpus() / "darshan/sample-badost.darshan";
  if (!fs::exists(path)) GTEST_SKIP() << "no corpus here";
  const auto run = openFiles({path.string()}, {}, {});
  ASSERT_TRUE(run);
  const auto r = ioReport(*run);
  ASSERT_TRUE(r);
  const auto observation = [&](std::string_view id) {
    const auto it = std::find_if(r->observations.begin(), r->observations.end(), [&](const IoObservation& o) { return o.id == id; });
    return it == r->observations.end() ? IoObservation{} : *it;
  };
  EXPECT_EQ(observation("time-imbalance").verdict, IoObservation::Verdict::Concern) << sentence(observation("time-imbalance"));
  EXPECT_EQ(observation("slow-server").verdict, IoObservation::Verdict::Concern);
  ASSERT_EQ(r->servers.size(), 24U);
  EXPECT_EQ(r->servers[0].name, "14");
  EXPECT_EQ(r->servers[0].files, 85U);
  // Whom it held up: the first rows, though all ranks write as much.
  ASSERT_EQ(r->slowServers.size(), 1U);
  EXPECT_EQ(r->slowServers[0].files, 85U);
  EXPECT_EQ(r->slowServers[0].ranks, 85U);
  ASSERT_EQ(r->slowServers[0].parts.size(), 85U);
  EXPECT_EQ(r->slowServers[0].parts[0].rank, 1507);
  for (std::size_t k = 0; k < 85; ++k)
    EXPECT_TRUE(std::any_of(r->slowServers[0].parts.begin(), r->slowServers[0].parts.end(), [&](const IoSlowServer::Part& p) { return p.rank == r->byRank[k].rank; })) << k;
  EXPECT_TRUE(r->byFile[0].name.ends_with("00001507")) << r->byFile[0].name;
  EXPECT_EQ(observation("imbalance").verdict, IoObservation::Verdict::Fine);
  EXPECT_EQ(observation("read-again").verdict, IoObservation::Verdict::Fine);  // 808 B, by every rank
}

// What MPI-IO moved and what POSIX moved for it, where data sieving and collective buffering stand between.
TEST(IoReportCorpus, MpiIoIsNotAlwaysTheSameBytes) {
  for (const auto& [log, below] : {std::pair("release/mpi-io-test-x86_64-3.5.0", IoLayer::Below::Same), std::pair("skew-app", IoLayer::Below::Same), std::pair("example", IoLayer::Below::Same),
                                   std::pair("imbalanced-io", IoLayer::Below::Differs), std::pair("e3sm_io_heatmap_only", IoLayer::Below::Differs)}) {
    const fs::path path = corpus() / "darshan" / (std::string(log) + ".darshan");
    if (!fs::exists(path)) GTEST_SKIP() << "no corpus here";
    const auto run = openFiles({path.string()}, {}, {});
    ASSERT_TRUE(run);
    const auto r = ioReport(*run);
    ASSERT_TRUE(r);
    ASSERT_TRUE(layer(*r, "MPI-IO")) << log;
    EXPECT_EQ(layer(*r, "MPI-IO")->below, below) << log;
  }
}

TEST(IoReportCorpus, DftracerReadsAreTheManifests) {
  const fs::path path = corpus() / "dftracer/test-trace.pfw.gz";
  if (!fs::exists(path)) GTEST_SKIP() << "no corpus here";
  const auto run = openFiles({path.string()}, {}, {});
  ASSERT_TRUE(run);
  const auto r = ioReport(*run);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->total.readBytes, 21'455'286'649);
  EXPECT_EQ(r->total.seeks, 81'736);
  EXPECT_EQ(r->epochs.size(), 5U);
  EXPECT_GT(r->reads.ops, 5'000);  // placed by opens and by where seeks went
  EXPECT_TRUE(r->time.computes);
}

}  // namespace
}  // namespace weir::io_report_corpus_test
