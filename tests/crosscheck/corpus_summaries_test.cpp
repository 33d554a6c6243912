// Real traces through the readers into the summaries. The expected numbers come from readers that share no code with
// Weir: the corpus's own (FORMATS.md, "Expected values") and sample_data/record/expect.py.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/formats/open.h"
#include "core/summarize/info.h"
#include "core/summarize/traffic.h"

using namespace weir;
namespace fs = std::filesystem;

namespace {

std::optional<weir::Run> opened(const fs::path& path) {
  auto run = openFiles({path.string()}, {}, {});
  if (!run) {
    ADD_FAILURE() << run.error().line();
    return std::nullopt;
  }
  return std::move(*run);
}

fs::path corpus(const char* name) { return fs::path(WEIR_SHARED_DIR) / "corpus" / name; }

#define NEEDS(path) \
  if (!fs::exists(path)) GTEST_SKIP() << "not here: " << (path)

double percent(double fraction) { return fraction * 100; }

}  // namespace

TEST(CorpusSummaries, DlrmRanks) {
  const fs::path folder = corpus("kineto/dlrm_4of8");
  NEEDS(folder);
  const auto run = opened(folder);
  ASSERT_TRUE(run);
  const Info info = describe(*run);
  ASSERT_EQ(info.byRank.size(), 4U);
  const std::array<std::uint64_t, 4> slices{2460, 2527, 2449, 2552};
  const std::array<double, 4> nccl_us{5798, 11336, 3492, 9774};
  const std::array<double, 4> overlap{4.502, 2.470, 7.875, 3.315};
  for (std::size_t r = 0; r < 4; ++r) {
    EXPECT_EQ(info.byRank[r].slices, slices[r]) << r;
    EXPECT_EQ(info.byRank[r].time.communicationSlices, 8U) << r;
    EXPECT_NEAR(static_cast<double>(info.byRank[r].time.communicationSum) / 1e6, nccl_us[r], 0.5) << r;
    EXPECT_NEAR(percent(info.byRank[r].time.overlapFraction()), overlap[r], 0.0005) << r;
    EXPECT_TRUE(info.byRank[r].time.fromDevice);
  }
  // The first all-to-all: rank 2 is the straggler, rank 1 waits 7.1 ms for it.
  const CollectiveInstance* first = nullptr;
  for (const CollectiveInstance& i : info.first)
    if (i.operation == Operation::AllToAll || i.operation == Operation::SendRecv) {
      first = &i;
      break;
    }
  ASSERT_TRUE(first);
  EXPECT_EQ(first->lastRank, 2);
  ASSERT_EQ(first->arrivals.size(), 4U);
  const std::array<double, 4> start_us{29795, 24306, 31422, 25808};
  for (std::size_t r = 0; r < 4; ++r) {
    const std::int64_t ns = info.originNs + first->arrivals[r].start / 1000;
    EXPECT_NEAR(static_cast<double>(ns - 1694128201400000LL * 1000) / 1e3, start_us[r], 1) << r;
  }
  EXPECT_NEAR(static_cast<double>(first->arrivals[1].wait) / 1e9, 7.1, 0.05);
  EXPECT_NEAR(static_cast<double>(info.originNs + first->end / 1000 - 1694128201400000LL * 1000) / 1e3, 31940, 15);
  // Sizes are unknown in this trace: null, not zero, and the matrix shows time.
  EXPECT_FALSE(info.communicationBytes.has_value());
  EXPECT_EQ(trafficMatrix(*run, {}).source, TrafficSource::SharedTime);
}

TEST(CorpusSummaries, VitRanks) {
  const fs::path folder = corpus("kineto/hta_vit_2rank");
  NEEDS(folder);
  const auto run = opened(folder);
  ASSERT_TRUE(run);
  const Breakdown b = breakdown(*run);
  ASSERT_EQ(b.ranks.size(), 2U);
  EXPECT_NEAR(percent(b.ranks[0].overlapFraction()), 14.946, 0.0005);
  EXPECT_NEAR(percent(b.ranks[1].overlapFraction()), 19.926, 0.0005);
  EXPECT_EQ(describe(*run).worldSize, 128);
}

TEST(CorpusSummaries, NcclData) {
  const fs::path file = corpus("kineto/nccl_data.json.gz");
  NEEDS(file);
  const auto run = opened(file);
  ASSERT_TRUE(run);
  const Info info = describe(*run);
  EXPECT_NEAR(percent(info.byRank.at(0).time.overlapFraction()), 15.609, 0.0005);
  EXPECT_EQ(info.communicationBytes, 307'323'096);
  std::map<std::string, std::uint64_t> counts;
  for (const Info::Collective& c : info.collectives) counts[c.operation] = c.count;
  EXPECT_EQ(counts, (std::map<std::string, std::uint64_t>{{"all-reduce", 15}, {"broadcast", 6}}));
  const TrafficMatrix m = trafficMatrix(*run, {});
  EXPECT_EQ(m.source, TrafficSource::ExpandedCollectives);
  EXPECT_GT(m.total(), 0);
}

TEST(CorpusSummaries, ResnetWithSomeSizes) {
  const fs::path file = corpus("kineto/resnet_act_checkpoint.json.gz");
  NEEDS(file);
  const auto run = opened(file);
  ASSERT_TRUE(run);
  const Info info = describe(*run);
  std::uint64_t calls = 0, unsized = 0;
  for (const Info::Collective& c : info.collectives) calls += c.count, unsized += c.unknownBytes;
  EXPECT_EQ(calls, 17U);
  EXPECT_EQ(calls - unsized, 12U);
  EXPECT_EQ(info.communicationBytes, 70'195'152);
}

TEST(CorpusSummaries, SampleDataAsRecorded) {
  const fs::path folder = fs::path(WEIR_SOURCE_DIR) / "sample_data";
  NEEDS(folder / "expected.json");
  const auto run = opened(folder / "small-cnn");
  ASSERT_TRUE(run);
  std::ifstream in(folder / "expected.json");
  const auto expected = nlohmann::json::parse(in);
  const Info info = describe(*run);
  EXPECT_EQ(info.slices, expected["slices"].get<std::uint64_t>());
  EXPECT_NEAR(*info.span_s, expected["span_s"].get<double>(), 1e-9);
  EXPECT_EQ(info.communicationBytes, expected["bytes"].get<std::int64_t>());
  ASSERT_TRUE(info.overlap);
  // expect.py counts the union of all operators as computing; none of them stands around communication or waiting.
  EXPECT_NEAR(static_cast<double>(info.overlap->computing) / 1e12, expected["compute_s"].get<double>(), 1e-9);
  EXPECT_NEAR(static_cast<double>(info.overlap->communication()) / 1e12, expected["communication_s"].get<double>(), 1e-9);
  EXPECT_NEAR(static_cast<double>(info.overlap->exposed) / 1e12, expected["exposed_communication_s"].get<double>(), 1e-9);
  EXPECT_EQ(info.io->readBytes, expected["read_bytes"].get<std::int64_t>());
  EXPECT_EQ(info.io->readOps, expected["read_ops"].get<std::uint64_t>());
  EXPECT_EQ(info.io->files, expected["files"].get<std::uint64_t>());
  for (const Info::Rank& r : info.byRank) {
    const auto& e = expected["by_rank"][std::to_string(r.rank)];
    EXPECT_EQ(r.slices, e["slices"].get<std::uint64_t>());
    EXPECT_NEAR(r.time.overlapFraction(), e["overlap"]["overlapped_share"].get<double>(), 1e-6);
  }
}
