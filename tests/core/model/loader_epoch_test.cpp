// DLIO's epoch with many workers and empty queues, against its loop played batch by batch; its workloads through predict.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <vector>

#include "core/model/data_loading.h"
#include "tests/core/model/support.h"

namespace loader_epoch_test {
using namespace weir;
using namespace weir::model;
using namespace weir::test;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// One rank of DLIO's loop on its share of the bandwidth: `workers` each load a batch at a time, two ahead at most, and
// share the rank's bandwidth; the loop takes the next batch, sleeps, takes the next. All ranks alike, so barriers are met.
struct Played {
  double utilisation = 0, epoch_s = 0;
};
Played play(const LoaderRun& r, int workers) {
  const double rate = r.bytes_per_s / r.accelerators, batch = r.batch * r.sample_bytes;
  const int steps = static_cast<int>(r.steps);
  std::vector<double> left(static_cast<std::size_t>(workers), batch);  // bytes; < 0 = idle
  int started = 0, taken = 0, finished = 0;
  for (double& l : left) l = started++ < steps ? batch : -1;
  double now = r.startup_s, free = r.startup_s;  // when the loop asks for the next batch
  std::vector<double> computed, processed;
  double asked = 0;  // since the block's begin
  while (taken < steps) {
    // The next batch, when one is whole: after that the loop sleeps.
    if (finished > taken && free <= now) {
      const double from = std::max(free, asked);
      const double at = std::max(now, from);
      processed.push_back(at + r.compute_s - asked);
      computed.push_back(r.compute_s);
      asked = free = at + r.compute_s + r.overhead_s;
      ++taken;
      for (double& l : left)
        if (l < 0 && started < steps && started - taken < 2 * workers) l = batch, ++started;
      continue;
    }
    int active = 0;
    double least = kInfinite;
    for (const double l : left)
      if (l >= 0) ++active, least = std::min(least, l);
    double until = active > 0 ? now + least * active / rate : kInfinite;
    if (free > now && finished > taken) until = std::min(until, free);
    if (until == kInfinite) break;
    const double moved = active > 0 ? (until - now) * rate / active : 0;
    now = until;
    for (double& l : left) {
      if (l < 0) continue;
      l -= moved;
      if (l > 1e-3) continue;
      ++finished;
      l = -1;
      if (started < steps && started - taken < 2 * workers) l = batch, ++started;
    }
  }
  // utils/statscounter.py of MLPerf Storage v1.0: computing of all steps but the first, over the block without the first.
  Played p;
  p.epoch_s = asked;
  p.utilisation = std::accumulate(computed.begin() + 1, computed.end(), 0.0) / (asked - processed.front());
  return p;
}

Scenario dlio(const std::string& workload, std::int64_t samples, int batch, double bytes_per_s, const std::string& data) {
  Scenario s = read(fmt::format(R"({{"machine": {{"base": "dgx-h100", "nodes": 2, "storage": [{{"name": "store", "scope": "shared", "read": "{}B/s", "write": "1TB/s"}}]}},
      "workload": {{"base": "{}", "dataset": {{"samples": {}}}}}, "plan": {{"global_batch": {}, "data": {{"tier": "store"{}}}}}}})",
                                bytes_per_s, workload, samples, 16 * batch, data));
  return s;
}

}  // namespace

TEST(LoaderEpoch, AgreesWithWorkersPlayed) {
  for (const double share : {0.5, 0.8, 0.95, 1.1, 2.0, 10.0})  // bandwidth over what is wanted
    for (const int workers : {1, 4, 16}) {
      LoaderRun r{.accelerators = 8, .batch = 7, .steps = 400, .sample_bytes = 146600628, .compute_s = 0.323, .startup_s = 0.4, .fill_batches = static_cast<double>(workers), .sharpness = kInfinite};
      r.bytes_per_s = share * r.accelerators * r.batch * r.sample_bytes / r.compute_s;
      const Played p = play(r, workers);
      const LoaderEpoch e = loaderEpoch(r);
      // The last batches of all workers, alike and sharing the bandwidth, end together and are then slept through one by
      // one: up to `workers` steps of the N, which the closed form leaves out.
      const double ends = (workers + 1) / r.steps;
      EXPECT_NEAR(e.epoch_s / p.epoch_s, 1 - 0.5 * ends, 0.5 * ends + 1e-3) << share << " " << workers;
      EXPECT_NEAR(e.utilisation / p.utilisation, 1 + 0.5 * ends, 0.5 * ends + 0.005) << share << " " << workers;
    }
}

TEST(LoaderEpoch, ShippedWorkloadsThroughPredict) {
  struct Row {
    const char* preset;
    int batch;
    double size, compute_s;
  };
  // computation_time and batch_size as DLIO ships them (configs/workload).
  for (const Row& w : {Row{"dlio-unet3d-a100", 7, 146600628, 0.636}, {"dlio-unet3d-h100", 7, 146600628, 0.323}, {"dlio-resnet50-a100", 400, 114660.07, 0.435}, {"dlio-resnet50-h100", 400, 114660.07, 0.224},
                       {"dlio-cosmoflow-a100", 1, 2828486, 0.00551}, {"dlio-cosmoflow-h100", 1, 2828486, 0.0035}}) {
    const double wanted = 16 * w.batch * w.size / w.compute_s;
    const std::int64_t samples = std::int64_t{16} * w.batch * 500;
    // Storage that outruns it: every step computes.
    const Outcome ample = answer(dlio(w.preset, samples, w.batch, 1000 * wanted, R"(, "workers": 1000)"));
    EXPECT_GT(ample.data.dlio_au, 0.99) << w.preset;
    EXPECT_LE(ample.data.dlio_au, 1) << w.preset;
    // Half of what it wants: utilisation half, once the queue is filled.
    const Outcome half = answer(dlio(w.preset, samples, w.batch, 0.5 * wanted, R"(, "workers": 1000)"));
    EXPECT_NEAR(half.data.dlio_au, 0.5, 0.01) << w.preset;
    EXPECT_NEAR(half.data.dlio_samples_per_s, 0.5 * wanted / w.size, 0.01 * wanted / w.size) << w.preset;
  }
}

// LABS.md L6 through predict: AU 71.02 %, an epoch of 75.0 s.
TEST(LoaderEpoch, LabSixThroughPredict) {
  Scenario s = read(R"({"machine": {"base": "small-cluster", "nodes": 64, "storage": [{"name": "pfs", "scope": "shared", "read": "2GB/s", "write": "2GB/s"}]},
      "workload": {"base": "dlio-resnet50-a100", "dataset": {"samples": 1363636, "sample_size": "110kB", "preprocess": "0us"}, "step_compute": {"time": "80ms", "samples": 32}},
      "plan": {"global_batch": 2048, "data": {"tier": "pfs", "workers": 64}}})");
  s.machine.node.accelerators = 1;
  s.plan.overlap = true;
  s.machine.network.link.bandwidth = s.machine.node.nic.bandwidth = Bandwidth::bytesPerSecond(1e15);
  s.machine.network.link.latency = s.machine.node.nic.latency = s.machine.network.sw.latency = s.machine.node.nic.overhead = Time();
  const Outcome o = answer(s);
  const double other = o.step_s - o.breakdown.compute_s - o.breakdown.data_stall_s;  // what the lab leaves out
  EXPECT_LT(other, 5e-4);
  EXPECT_NEAR(o.data.au, 0.7102, 0.7102 * other / 0.08 + 1e-4);
  EXPECT_DIGITS(o.epoch_s, 75.0, 0.1);
}

}  // namespace loader_epoch_test
