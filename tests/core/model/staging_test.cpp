// Staging and break-even against hand calculations; loading with caches, staging and limits; what must be monotone.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/model/data_loading.h"
#include "core/model/staging.h"
#include "tests/core/model/support.h"

namespace staging_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

namespace {
constexpr double kInfinite = std::numeric_limits<double>::infinity();

Scenario cluster(const std::string& data, const std::string& more = "") {
  return read(R"({"machine": {"base": "small-cluster", "nodes": 16}, "workload": {"base": "resnet-50-imagenet"}, "plan": {"global_batch": 2048, "data": {"tier": "pfs")" + data + "}" + more + "}}");
}
StorageTier& tier(Scenario& s, const std::string& name) {
  for (StorageTier& t : s.machine.storage)
    if (t.name == name) return t;
  return s.machine.storage.front();
}
}  // namespace

// LABS.md L6: 150 GB at 2 GB/s; an epoch of 75.0 s from there, 53.27 s computing. 90 epochs: 6750 s; with every sample kept
// in the first 4815.8 s; copying first (75.0 s) pays after 3.45 epochs, so from the fourth on.
TEST(Staging, LabSixBreakEven) {
  const double data = 1363636 * 110e3;
  const double fromTier = data / 2e9, computing = 1363636 / (64 * 400.0);
  EXPECT_DIGITS(fromTier, 75.0, 0.1);
  EXPECT_DIGITS(computing, 53.27, 0.01);
  EXPECT_DIGITS(epochsFromSource(90, fromTier), 6750, 0.1);
  EXPECT_DIGITS(epochsStagedDuring(90, fromTier, computing), 4815.8, 0.1);
  StagingWork w;
  w.data_bytes = data;
  w.source_bytes_per_s = 2e9;
  w.target_bytes_per_s = 1e12;
  const Staging s = staging(w);
  EXPECT_STREQ(s.limit, "source");
  EXPECT_DIGITS(breakEvenEpochs(s.time_s, fromTier, computing), 3.45, 0.01);
  EXPECT_EQ(std::ceil(breakEvenEpochs(s.time_s, fromTier, computing)), 4);
  EXPECT_GT(epochsStagedBefore(3, s.time_s, computing), epochsFromSource(3, fromTier));
  EXPECT_LT(epochsStagedBefore(4, s.time_s, computing), epochsFromSource(4, fromTier));
  EXPECT_EQ(breakEvenEpochs(10, 50, 50), kInfinite);
}

TEST(Staging, PartsAddUpOrOverlap) {
  StagingWork w{.data_bytes = 8e12, .nodes = 16, .source_bytes_per_s = 100e9, .target_bytes_per_s = 2e9, .link_bytes_per_s = 25e9, .files = 1e6, .metadata_per_s = 50e3};
  // 80 s, 0.5 TB / 2 GB/s = 250 s, 20 s, 20 s
  EXPECT_DOUBLE_EQ(staging(w).time_s, 250);
  EXPECT_STREQ(staging(w).limit, "target");
  w.overlap = 0;
  EXPECT_DOUBLE_EQ(staging(w).time_s, 370);
  w.overlap = 0.5;
  w.setup_s = 10;
  EXPECT_DOUBLE_EQ(staging(w).time_s, 320);
  w.overlap = 1;
  w.every_node_all = true;  // 8 TB to each node
  EXPECT_DOUBLE_EQ(staging(w).time_s, 10 + 4000);
  w.every_node_all = false;
  w.instances = w.reads = 8;  // eight copies read: 640 s
  EXPECT_DOUBLE_EQ(staging(w).time_s, 650);
  w.source_bytes_per_s = 0;
  EXPECT_EQ(staging(w).time_s, kInfinite);
  EXPECT_EQ(staging({}).time_s, 0);
  EXPECT_DOUBLE_EQ(stagedFraction(8e12, 0.25e12, 16), 0.5);
  EXPECT_EQ(stagedFraction(8e12, 4e12, 16), 1);
  EXPECT_EQ(stagedFraction(8e12, 0, 16), 1);  // unknown capacity
}

TEST(Loading, SourcesOfASample) {
  Scenario s = cluster("");
  EXPECT_EQ(dataSupply(s, 12.5e9).sources.tier, 1);
  s = cluster(R"(, "cache": "8GB")");
  const double all = 1281167 * 110e3;
  EXPECT_DOUBLE_EQ(dataSupply(s, 12.5e9).hit, 8e9 / all);
  s.plan.data.peer_cache = true;  // 128 GB of 141 in sixteen caches
  const Supply peers = dataSupply(s, 12.5e9);
  EXPECT_NEAR(peers.hit, 16 * 8e9 / all, 1e-12);
  EXPECT_NEAR(peers.sources.cache + peers.sources.peers + peers.sources.tier + peers.sources.behind, 1, 1e-12);
  EXPECT_GT(peers.samples_per_s, dataSupply(cluster(R"(, "cache": "8GB")"), 12.5e9).samples_per_s);
  // Half of it staged to nodes that hold 4.4 GB each.
  s = cluster("");
  s.plan.data.tier = "nvme";
  s.plan.data.stage = "pfs";
  s.plan.data.stage_partial = true;
  tier(s, "nvme").capacity = Bytes::of(static_cast<std::int64_t>(all / 32));
  const Supply half = dataSupply(s, 12.5e9);
  EXPECT_NEAR(half.sources.behind, 0.5, 1e-9);
  EXPECT_NEAR(stagingTime(s, 12.5e9), 0.5 * all / 2e9, 1e-3);  // half the bytes at 2 GB/s
  // While training: nothing before, and the first epoch reads the source.
  s.plan.data.stage_when = "during";
  EXPECT_EQ(stagingTime(s, 12.5e9), 0);
  EXPECT_LT(dataSupply(s, 12.5e9).first_epoch_samples_per_s, dataSupply(s, 12.5e9).samples_per_s);
}

TEST(Loading, LimitsOfAClientAndOfRequests) {
  Scenario s = cluster(R"(, "workers": 2000)");
  s.workload.dataset.preprocess = Time();
  StorageTier& pfs = tier(s, "pfs");
  pfs.metadata_rate = EventRate();
  pfs.open = pfs.latency = Time();
  const double whole = pfs.read.toBytesPerSecond();
  EXPECT_DOUBLE_EQ(dataSupply(s, 1e12).tier, whole / 110e3);
  pfs.interference = 0.25;
  EXPECT_DOUBLE_EQ(dataSupply(s, 1e12).tier, 0.75 * whole / 110e3);
  pfs.per_client = Bandwidth::bytesPerSecond(whole / 32);
  EXPECT_DOUBLE_EQ(dataSupply(s, 1e12).tier, 0.5 * whole / 110e3);  // sixteen of thirty-two
  pfs.iops = EventRate::perSecond(1000);
  EXPECT_STREQ(dataSupply(s, 1e12).limit, "requests");
  EXPECT_DOUBLE_EQ(dataSupply(s, 1e12).samples_per_s, 1000);       // a file, a request
  pfs.request = Bytes::of(50'000);
  EXPECT_DOUBLE_EQ(dataSupply(s, 1e12).samples_per_s, 1000 / 3.0);  // 110 kB in three
  s.workload.dataset.layout = "record-files";
  pfs.request = Bytes::of(1'100'000);
  EXPECT_DOUBLE_EQ(dataSupply(s, 1e12).requests, 10'000);           // ten samples a request
}

TEST(Loading, JitterIsHiddenByPrefetchingAndNearTheLimitOnly) {
  EXPECT_DOUBLE_EQ(dataStall(100, 1000, 0.2, true, 0), 0);
  EXPECT_LT(dataStall(100, 1000, 0.2, true, 0.1), 1e-12);            // ten deviations away
  // At the limit: sd x phi(0) = 0.01 x 0.3989
  EXPECT_NEAR(dataStall(100, 1000, 0.1, true, 0.1), 0.0039894, 1e-6);
  EXPECT_NEAR(dataStall(100, 1000, 0.01, true, 0.1), 0.09, 1e-9);    // far above, the mean alone counts
  EXPECT_EQ(dataStall(100, 1000, 0.2, false, 0.1), 0.1);             // no prefetching: all of it
  // The slowest of many: played.
  Random random(3, 1);
  const double load = 0.1, sd = 0.02, rest = 0.105;
  double sum = 0;
  constexpr int kSteps = 20'000, kRanks = 64;
  for (int i = 0; i < kSteps; ++i) {
    double slowest = 0;
    for (int r = 0; r < kRanks; ++r) {
      const double n = std::sqrt(-2 * std::log1p(-random.uniform())) * std::cos(6.283185307179586 * random.uniform());
      slowest = std::max(slowest, load + sd * n);
    }
    sum += std::max(0.0, slowest - rest);
  }
  EXPECT_NEAR(dataStall(100, 1000, rest, true, sd / load, kRanks), sum / kSteps, 0.05 * sum / kSteps);

  Scenario s = cluster(R"(, "workers": 1)");
  s.workload.dataset.sample_size_sd = Bytes::of(50'000);
  const Supply shallow = dataSupply(s, 12.5e9);
  s.plan.data.prefetch = 8;
  EXPECT_DOUBLE_EQ(dataSupply(s, 12.5e9).jitter, shallow.jitter / 2);  // two to eight batches
}

// Whatever else is set, more of anything that delivers never makes loading slower or staging longer.
TEST(Loading, MoreOfATierNeverDeliversLess) {
  Random random(5, 9);
  for (int i = 0; i < 300; ++i) {
    Scenario s = cluster("");
    s.plan.data.cache = Bytes::of(static_cast<std::int64_t>(random.below(20'000'000'000)));
    const char* policies[]{"pinned", "lru", "random"};
    const char* shuffles[]{"global", "shard", "none"};
    s.plan.data.cache_policy = policies[random.below(3)];
    s.plan.data.shuffle = shuffles[random.below(3)];
    s.plan.data.peer_cache = random.below(2) == 1;
    s.plan.data.workers = 1 + static_cast<int>(random.below(64));
    s.workload.dataset.layout = random.below(2) ? "record-files" : "file-per-sample";
    s.workload.dataset.samples_per_file = random.below(2) ? 1000 : 1;
    if (random.below(2)) {
      s.plan.data.tier = "nvme";
      s.plan.data.stage = "pfs";
      s.plan.data.stage_partial = true;
      tier(s, "nvme").capacity = Bytes::of(1 + static_cast<std::int64_t>(random.below(20'000'000'000)));
    }
    for (StorageTier& t : s.machine.storage) {
      t.per_client = Bandwidth::bytesPerSecond(1e8 + 1e10 * random.uniform());
      t.iops = EventRate::perSecond(1e3 + 1e6 * random.uniform());
      t.interference = 0.9 * random.uniform();
    }
    const Supply before = dataSupply(s, 5e9);
    const double staged = stagingTime(s, 5e9);
    EXPECT_GT(before.samples_per_s, 0);
    EXPECT_NEAR(before.sources.cache + before.sources.peers + before.sources.tier + before.sources.behind, 1, 1e-9);
    const auto better = [&](auto&& change) {
      Scenario more = s;
      change(more);
      EXPECT_GE(dataSupply(more, 5e9).samples_per_s, before.samples_per_s * (1 - 1e-12)) << scenarioToJson(more);
    };
    for (const char* name : {"nvme", "pfs"}) {
      better([&](Scenario& m) { tier(m, name).read = tier(m, name).read * 2; });
      better([&](Scenario& m) { tier(m, name).per_client = tier(m, name).per_client * 2; });
      better([&](Scenario& m) { tier(m, name).iops = tier(m, name).iops * 2; });
      better([&](Scenario& m) { tier(m, name).metadata_rate = tier(m, name).metadata_rate * 2; });
      better([&](Scenario& m) { tier(m, name).interference /= 2; });
      better([&](Scenario& m) { tier(m, name).latency = Time(); });
    }
    better([&](Scenario& m) { m.plan.data.workers *= 2; });
    better([&](Scenario& m) { m.machine.node.cores *= 2; });
    EXPECT_GE(dataSupply(s, 10e9).samples_per_s, before.samples_per_s * (1 - 1e-12));
    Scenario faster = s;
    tier(faster, "pfs").read = tier(faster, "pfs").read * 2;
    tier(faster, "nvme").write = tier(faster, "nvme").write * 2;
    EXPECT_LE(stagingTime(faster, 10e9), staged);
  }
}

TEST(Loading, StagingWhereItDoesNotFitIsRefusedWithWhatCan) {
  Scenario s = cluster("");
  s.plan.data.tier = "nvme";
  s.plan.data.stage = "pfs";
  tier(s, "nvme").capacity = Bytes::of(1'000'000'000);
  const auto r = predict(s);
  ASSERT_FALSE(r);
  EXPECT_NE(r.error().todo.find("plan.data.tier=burst-buffer"), std::string::npos) << r.error().todo;
  EXPECT_NE(r.error().todo.find("stage_partial"), std::string::npos);
  EXPECT_NE(r.error().todo.find("machine.nodes=141"), std::string::npos);
  s.plan.data.stage_partial = true;
  EXPECT_TRUE(predict(s));
  s.plan.data.tier = "pfs";
  EXPECT_FALSE(predict(s));  // to itself
}

// DLIO's definitions by hand: 10 accelerators, batch 2, 100 steps of 0.5 s, 1 MB samples.
TEST(Dlio, EpochByHand) {
  LoaderRun r{.accelerators = 10, .batch = 2, .steps = 100, .sample_bytes = 1e6, .compute_s = 0.5, .startup_s = 1, .sharpness = kInfinite};
  LoaderEpoch e = loaderEpoch(r);       // no storage: 1.5 + 99 x 0.5
  EXPECT_DOUBLE_EQ(e.epoch_s, 51);
  EXPECT_DOUBLE_EQ(e.utilisation, 1);
  EXPECT_DOUBLE_EQ(e.samples_per_s, 2000 / 51.0);
  EXPECT_DOUBLE_EQ(e.steady_samples_per_s, 98 * 20 / 49.5);
  r.overhead_s = 0.1;
  EXPECT_NEAR(loaderEpoch(r).utilisation, 0.5 / 0.6, 1e-12);
  r.bytes_per_s = 20e6;                 // 2 GB at 20 MB/s: 100 s; the first batch of 20 MB after 1 + 1 + 0.5 s
  e = loaderEpoch(r);
  EXPECT_DOUBLE_EQ(e.epoch_s, 100);
  EXPECT_NEAR(e.utilisation, 99 * 0.5 / 97.5, 1e-12);
  r.fill_batches = 8;                   // eight workers fill eight batches: the rest comes sooner, AU rises, the epoch stays
  EXPECT_DOUBLE_EQ(loaderEpoch(r).epoch_s, 100);
  EXPECT_GT(loaderEpoch(r).utilisation, e.utilisation);
  r.steps = 1;
  EXPECT_TRUE(std::isnan(loaderEpoch(r).utilisation));
}

TEST(Dlio, BandwidthIsFoundAgain) {
  for (const double sharpness : {4.0, 12.0, 40.0})
    for (const double b : {0.5e9, 1e9, 1.5e9, 3e9}) {
      LoaderRun r{.accelerators = 16, .batch = 7, .steps = 500, .sample_bytes = 1.4e6, .compute_s = 0.1, .overhead_s = 0.002, .startup_s = 0.5, .fill_batches = 8, .bytes_per_s = b, .sharpness = sharpness};
      const double reached = loaderEpoch(r).bytes_per_s;
      EXPECT_NEAR(bandwidthFor(r, reached) / b, 1, 1e-3) << sharpness << " " << b;
      EXPECT_TRUE(std::isnan(bandwidthFor(r, 1e12)));
    }
}

TEST(Dlio, MoreBandwidthNeverSlows) {
  LoaderRun r{.accelerators = 16, .batch = 7, .steps = 500, .sample_bytes = 1.4e6, .compute_s = 0.1, .fill_batches = 8};
  double before = 0;
  for (double b = 1e7; b < 1e12; b *= 1.3) {
    r.bytes_per_s = b;
    const LoaderEpoch e = loaderEpoch(r);
    EXPECT_GE(e.bytes_per_s, before);
    EXPECT_LE(e.utilisation, 1);
    before = e.bytes_per_s;
  }
}

}  // namespace staging_test
