#include "core/model/data_loading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/staging.h"
#include "core/scenario/outcome.h"

namespace weir::model {

const StorageTier* dataTier(const Scenario& s) {
  if (s.machine.storage.empty()) return nullptr;
  return s.plan.data.tier.empty() ? &s.machine.storage.front() : s.machine.tier(s.plan.data.tier);
}

namespace {

// Of the whole job: a node tier counts once a node.
double total(const StorageTier& t, Bandwidth b, int nodes) {
  if (!t.shared) return b.toBytesPerSecond() * nodes;
  const double whole = b.toBytesPerSecond() * (1 - t.interference);
  return t.per_client > Bandwidth{} ? std::min(whole, nodes * t.per_client.toBytesPerSecond()) : whole;
}

const StorageTier* sourceTier(const Scenario& s) {
  const StorageTier* from = s.plan.data.stage == "none" ? nullptr : s.machine.tier(s.plan.data.stage);
  return from == dataTier(s) ? nullptr : from;
}

double dataBytes(const Scenario& s) { return s.workload.dataset.sample_size.toDouble() * static_cast<double>(s.workload.dataset.samples); }

struct Reader {
  const Scenario& s;
  double network_bytes_per_s;
  double size, per_file;

  Reader(const Scenario& scenario, double network) : s(scenario), network_bytes_per_s(network) {
    const Dataset& d = s.workload.dataset;
    size = d.sample_size.toDouble();
    per_file = static_cast<double>(std::max<std::int64_t>(1, d.samples_per_file));
  }
  // Requests a sample costs at a tier: neighbours in a record file share one.
  [[nodiscard]] double requestsOf(const StorageTier& t) const {
    const double cut = size / std::max(1.0, t.request.toDouble());
    return s.workload.dataset.layout == "record-files" ? cut : std::max(1.0, std::ceil(cut));
  }
  // One thread, one sample: opening (shared by a file's samples), the first request's latency, the transfer. Requests after
  // the first are read ahead.
  [[nodiscard]] double thread(const StorageTier& t) const {
    double stream = t.read.toBytesPerSecond();
    if (t.shared) stream = std::min(stream, network_bytes_per_s);
    if (t.shared && t.per_client > Bandwidth{}) stream = std::min(stream, t.per_client.toBytesPerSecond());
    return t.open.toSeconds() / per_file + t.latency.toSeconds() * std::min(1.0, requestsOf(t)) + size / stream;
  }
  void limits(const Sources& u, Supply& out) const;
};

double over(double rate, double share) { return share > 0 ? rate / share : kUnlimited; }

void Reader::limits(const Sources& u, Supply& out) const {
  const Machine& m = s.machine;
  const StorageTier& t = *dataTier(s);
  const StorageTier* behind = sourceTier(s);
  const double nodes = m.nodes;
  double io = thread(t) * u.tier;
  if (behind) io += thread(*behind) * u.behind;
  if (u.peers > 0) io += u.peers * (2 * m.node.nic.latency.toSeconds() + size / network_bytes_per_s);
  const double thread_s = io + out.decode_s;
  const double threads = static_cast<double>(m.accelerators()) * s.plan.data.workers * s.plan.data.threads_per_worker;
  out.workers = thread_s > 0 ? threads / thread_s : kUnlimited;
  if (out.decode_s > 0) out.workers = std::min(out.workers, nodes * m.node.cores / out.decode_s);

  out.tier = over(total(t, t.read, m.nodes) / size, u.tier);
  out.behind = behind ? over(total(*behind, behind->read, m.nodes) / size, u.behind) : kUnlimited;
  const auto events = [&](EventRate StorageTier::*rate, auto&& each, bool nodeTiersMultiply) {
    double least = kUnlimited;
    for (const auto& [tier, share] : {std::pair{&t, u.tier}, std::pair{behind, u.behind}})
      if (tier && tier->*rate > EventRate{})
        least = std::min(least, over((tier->*rate).toPerSecond() * (nodeTiersMultiply && !tier->shared ? nodes : 1) / each(*tier), share));
    return least;
  };
  out.metadata = events(&StorageTier::metadata_rate, [&](const StorageTier&) { return 1 / per_file; }, false);
  out.requests = events(&StorageTier::iops, [&](const StorageTier& x) { return requestsOf(x); }, true);
  const double crossing = (t.shared ? u.tier : 0) + (behind && behind->shared ? u.behind : 0) + u.peers;
  out.link = over(nodes * network_bytes_per_s / size, crossing);

  out.samples_per_s = kUnlimited;
  out.limit = "none";
  const auto limit = [&](double rate, const char* name) {
    if (rate < out.samples_per_s) {
      out.samples_per_s = rate;
      out.limit = name;
    }
  };
  limit(out.workers, "workers");
  limit(out.tier, "tier");
  limit(out.behind, "source tier");
  limit(out.requests, "requests");
  limit(out.metadata, "metadata");
  limit(out.link, "link");
}

double normalDensity(double u) { return std::exp(-0.5 * u * u) / std::sqrt(2 * std::numbers::pi); }
double normalBelow(double u) { return 0.5 * std::erfc(-u / std::numbers::sqrt2); }

// Abramowitz and Stegun 26.2.23, error below 4.5e-4; p in [0.5, 1).
double normalQuantile(double p) {
  const double t = std::sqrt(-2 * std::log(1 - p));
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

}  // namespace

double stagedFractionOf(const Scenario& s) {
  const StorageTier* to = dataTier(s);
  if (!to || !sourceTier(s)) return 1;
  return stagedFraction(dataBytes(s), to->capacity.toDouble(), to->shared ? 1 : s.machine.nodes);
}

Supply dataSupply(const Scenario& s, double network_bytes_per_s) {
  Supply out;
  const Dataset& d = s.workload.dataset;
  const StorageTier* tier = dataTier(s);
  if (!tier || d.samples <= 0 || d.sample_size.count() <= 0) return out;
  out.known = true;
  out.decode_s = d.preprocess.toSeconds();
  const DataPlan& p = s.plan.data;
  const Reader reader(s, network_bytes_per_s);
  const double all = dataBytes(s);
  const double staged = stagedFractionOf(s);

  // The first epoch: empty caches; staging on the way reads everything from the source.
  const bool during = sourceTier(s) && p.stage_when == "during";
  Supply first = out;
  reader.limits(during ? Sources{0, 0, 0, 1} : Sources{0, 0, staged, 1 - staged}, first);

  const CacheUse use = cacheUse({cachePolicyOf(p.cache_policy), shuffleOf(p.shuffle), p.peer_cache, p.cache.toDouble(), all, s.machine.nodes});
  out.hit = use.local + use.peer;
  out.sources = {use.local, use.peer, use.miss() * staged, use.miss() * (1 - staged)};
  out.epoch_bytes = all * use.miss();
  reader.limits(out.sources, out);
  out.first_epoch_samples_per_s = first.samples_per_s;

  if (d.sample_size_sd.count() > 0 && s.plan.global_batch > 0) {
    const double sample = d.sample_size_sd.toDouble() / d.sample_size.toDouble();
    const double ranks = std::max(1, s.dataParallel());
    // Workers scatter rank by rank; a shared limit sees the whole batch, in which single samples even out.
    const bool alone = std::string_view(out.limit) == "workers";
    const double batch = static_cast<double>(s.plan.global_batch) / (alone ? ranks : 1);
    out.jitter = sample / std::sqrt(std::max(1.0, batch) * std::max(1, p.prefetch));
    out.loaders = alone ? ranks : 1;
  }
  return out;
}

double dataStall(double globalBatch, double samples_per_s, double rest_s, bool prefetch, double jitter, double loaders) {
  if (!(samples_per_s > 0) || samples_per_s == kUnlimited) return 0;
  const double load = globalBatch / samples_per_s;
  if (!prefetch) return load;
  const double sd = jitter * load;
  if (!(sd > 0)) return std::max(0.0, load - rest_s);
  const double z = loaders > 1 ? normalQuantile((loaders - 0.375) / (loaders + 0.25)) : 0;
  const double u = (load - rest_s) / sd + z;
  // Far below the rest, rounding could leave a negative nothing.
  return std::max({0.0, load - rest_s, sd * (normalDensity(u) + u * normalBelow(u))});
}

double dataWait(const Scenario& s, const Supply& supply, double samples_per_s, double rest_s) {
  return dataStall(static_cast<double>(s.plan.global_batch), samples_per_s, rest_s, s.plan.data.prefetch > 0, supply.jitter, supply.loaders) + s.plan.data.step_overhead.toSeconds();
}

double acceleratorUtilisation(double compute_s, double step_s) { return step_s > 0 ? compute_s / step_s : 1; }

double stagingTime(const Scenario& s, double network_bytes_per_s) {
  const StorageTier* to = dataTier(s);
  const StorageTier* from = sourceTier(s);
  if (!to || !from || s.plan.data.stage_when == "during") return 0;
  const double nodes = s.machine.nodes;
  StagingWork w;
  w.data_bytes = dataBytes(s) * stagedFractionOf(s);
  w.nodes = nodes;
  w.source_bytes_per_s = total(*from, from->read, s.machine.nodes);
  w.target_bytes_per_s = total(*to, to->write, s.machine.nodes) / nodes;
  // Reading a shared tier and writing one each cross the nodes' links.
  if (from->shared || to->shared) w.link_bytes_per_s = network_bytes_per_s;
  w.files = static_cast<double>(s.workload.dataset.samples) / static_cast<double>(std::max<std::int64_t>(1, s.workload.dataset.samples_per_file)) * stagedFractionOf(s);
  w.metadata_per_s = from->metadata_rate.toPerSecond();
  w.overlap = s.plan.data.stage_overlap;
  w.setup_s = s.plan.data.stage_setup.toSeconds();
  return staging(w).time_s;
}

LoaderEpoch loaderEpoch(const LoaderRun& r) {
  LoaderEpoch e;
  const double batch_bytes = r.accelerators * r.batch * r.sample_bytes;
  const bool limited = r.bytes_per_s > 0 && r.bytes_per_s < kUnlimited;
  e.first_batch_s = r.startup_s + r.compute_s + (limited ? r.fill_batches * batch_bytes / r.bytes_per_s : 0);
  const double free = e.first_batch_s + (r.steps - 1) * (r.compute_s + r.overhead_s);
  const double storage = limited ? r.steps * batch_bytes / r.bytes_per_s : 0;
  const double larger = std::max(free, storage), smaller = std::min(free, storage);
  e.epoch_s = r.sharpness < kUnlimited && smaller > 0 ? larger * std::pow(1 + std::pow(smaller / larger, r.sharpness), 1 / r.sharpness) : larger;
  const double steady = e.epoch_s - e.first_batch_s;
  e.step_s = r.steps > 1 ? steady / (r.steps - 1) : kUnknown;
  e.utilisation = r.steps > 1 && steady > 0 ? (r.steps - 1) * r.compute_s / steady : kUnknown;
  e.samples_per_s = r.steps * r.accelerators * r.batch / e.epoch_s;
  e.bytes_per_s = e.samples_per_s * r.sample_bytes;
  e.steady_samples_per_s = r.steps > 2 && steady > 0 ? (r.steps - 2) * r.accelerators * r.batch / steady : kUnknown;
  return e;
}

double bandwidthFor(const LoaderRun& r, double bytes_per_s) {
  LoaderRun at = r;
  at.bytes_per_s = kUnlimited;
  const double most = loaderEpoch(at).bytes_per_s;
  if (!(bytes_per_s > 0) || !(bytes_per_s < most)) return kUnknown;
  double low = bytes_per_s, high = bytes_per_s;
  const auto reached = [&](double b) {
    at.bytes_per_s = b;
    return loaderEpoch(at).bytes_per_s;
  };
  while (reached(high) < bytes_per_s && high < 1e30) high *= 2;
  for (int i = 0; i < 80; ++i) {
    const double mid = 0.5 * (low + high);
    (reached(mid) < bytes_per_s ? low : high) = mid;
  }
  return 0.5 * (low + high);
}

}  // namespace weir::model
