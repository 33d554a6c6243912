#include "core/model/data_loading.h"

#include <algorithm>
#include <limits>

namespace weir::model {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
constexpr double kReadAhead = 1 << 20;  // bytes a request reads ahead in record files

// Of the whole job: a node tier counts once a node.
double total(const StorageTier& t, Bandwidth b, int nodes) { return b.toBytesPerSecond() * (t.shared ? 1 : nodes); }

const StorageTier* dataTier(const Scenario& s) {
  if (s.machine.storage.empty()) return nullptr;
  return s.plan.data.tier.empty() ? &s.machine.storage.front() : s.machine.tier(s.plan.data.tier);
}

}  // namespace

Supply dataSupply(const Scenario& s, double network_bytes_per_s) {
  Supply out;
  const Dataset& d = s.workload.dataset;
  const StorageTier* tier = dataTier(s);
  if (!tier || d.samples <= 0 || d.sample_size.count() <= 0) return out;
  out.known = true;
  const Machine& m = s.machine;
  const double size = d.sample_size.toDouble();
  const double all = size * static_cast<double>(d.samples);
  out.hit = std::min(1.0, s.plan.data.cache.toDouble() / all);
  const double miss = 1 - out.hit;
  out.epoch_bytes = all * miss;
  out.decode_s = d.preprocess.toSeconds();

  const bool records = d.layout == "record-files";
  const double perFile = static_cast<double>(d.samples_per_file);
  const double requests = records ? std::min(1.0, size / kReadAhead) : 1;
  const double stream = tier->shared ? std::min(tier->read.toBytesPerSecond(), network_bytes_per_s) : tier->read.toBytesPerSecond();
  const double io_s = tier->open.toSeconds() / perFile + tier->latency.toSeconds() * requests + size / stream;
  const double thread_s = io_s * miss + out.decode_s;
  const double threads = static_cast<double>(m.accelerators()) * s.plan.data.workers * s.plan.data.threads_per_worker;
  const double cores = static_cast<double>(m.nodes) * m.node.cores;
  out.workers = thread_s > 0 ? threads / thread_s : kUnlimited;
  if (out.decode_s > 0) out.workers = std::min(out.workers, cores / out.decode_s);
  out.tier = miss > 0 ? total(*tier, tier->read, m.nodes) / (size * miss) : kUnlimited;
  out.metadata = tier->metadata_rate > EventRate{} && miss > 0 ? tier->metadata_rate.toPerSecond() * perFile / miss : kUnlimited;
  out.link = tier->shared && miss > 0 ? m.nodes * network_bytes_per_s / (size * miss) : kUnlimited;

  out.samples_per_s = kUnlimited;
  const auto limit = [&](double rate, const char* name) {
    if (rate < out.samples_per_s) {
      out.samples_per_s = rate;
      out.limit = name;
    }
  };
  limit(out.workers, "workers");
  limit(out.tier, "tier");
  limit(out.metadata, "metadata");
  limit(out.link, "link");
  return out;
}

double dataStall(double globalBatch, double samples_per_s, double rest_s, bool prefetch) {
  if (!(samples_per_s > 0) || samples_per_s == kUnlimited) return 0;
  const double load = globalBatch / samples_per_s;
  return prefetch ? std::max(0.0, load - rest_s) : load;
}

double acceleratorUtilisation(double compute_s, double step_s) { return step_s > 0 ? compute_s / step_s : 1; }

double stagingTime(const Scenario& s, double network_bytes_per_s) {
  const StorageTier* to = dataTier(s);
  const StorageTier* from = s.plan.data.stage == "none" ? nullptr : s.machine.tier(s.plan.data.stage);
  if (!to || !from || to == from) return 0;
  const double bytes = s.workload.dataset.sample_size.toDouble() * static_cast<double>(s.workload.dataset.samples);
  const int nodes = s.machine.nodes;
  double rate = std::min(total(*from, from->read, nodes), total(*to, to->write, nodes));
  // Reading a shared tier and writing one each cross the nodes' links.
  if (from->shared || to->shared) rate = std::min(rate, nodes * network_bytes_per_s);
  return rate > 0 ? bytes / rate : 0;
}

}  // namespace weir::model
