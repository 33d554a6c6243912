// MLPerf Storage v1.0 (DLIO): what a storage system delivers to so many accelerators. A row is one epoch of
// model::loaderEpoch: N steps of A accelerators that sleep t a step, fed at bandwidth B.
//
// What a machine's B is, no row says. It is inferred for each (system, workload, t, hosts) from the rows that were fitted,
// and, where these do not tell, from what is known of such rows: submitters raise A until utilisation nears its floor, so
// that B is about `headroom` x floor x the largest demand, and one submitter's workloads lie alike. The constants that all
// systems share (headroom and step overhead by workload, start-up, sharpness) are those that predict each fitted group of
// runs best from the others.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/calibrate/tables/tables.h"
#include "core/model/data_loading.h"

namespace weir::calibrate {
namespace {

constexpr double kMiB = 1 << 20;
// Expected scatter, as logarithms. Of B about what headroom says, of measured throughput about a fitted B, of a system's
// workloads about the mean of all systems. From leave-one-out on the rows of 2024; not fitted anew.
constexpr double kCapacityScatter = 0.03, kRunScatter = 0.01, kSystemScatter = 0.06;

// The three workloads and their utilisation floors: DLIO's configuration of them (metric.au). Anything else is taken for
// the fourth. PyTorch's loader fills a batch in each worker, TensorFlow's one batch with all of them.
struct Family {
  const char* name;
  double floor, overhead_s;
  bool batch_in_each_worker;
};
constexpr std::array<Family, 4> kFamilies{{{"unet3d", 0.9, 4e-3, true}, {"resnet50", 0.9, 2.2e-3, false}, {"cosmoflow", 0.7, 0.9e-3, false}, {"other", 0.9, 3e-3, false}}};
constexpr std::size_t kOther = 3;

struct Constants {
  std::array<double, kFamilies.size()> headroom{}, overhead_s{};
  double startup_s = 0, listing_s = 0, sharpness = 0;
};
constexpr std::size_t kParameters = 9;
Constants constantsOf(std::span<const double> v) {
  Constants c;
  double headroom = 0, overhead = 0;
  for (std::size_t i = 0; i < kOther; ++i) {
    c.headroom[i] = v[i];
    c.overhead_s[i] = v[kOther + i];
    headroom += v[i] / kOther;
    overhead += v[kOther + i] / kOther;
  }
  c.headroom[kOther] = headroom;
  c.overhead_s[kOther] = overhead;
  c.startup_s = v[6];
  c.listing_s = v[7];
  c.sharpness = v[8];
  return c;
}

// Rows that differ in their repetition alone.
struct Group {
  std::string system, label;
  std::size_t family = kOther;
  double hosts = 0, threads = 1, files = 0;
  model::LoaderRun run;       // what the row gives: A, b, N, sample size, t
  double log_bytes = 0;       // mean logarithm of what was measured, bytes a second
  double utilisation = 0;     // mean
  int runs = 0;
  [[nodiscard]] double demand() const { return run.accelerators * run.batch * run.sample_bytes / run.compute_s; }
  [[nodiscard]] bool sameCell(const Group& o) const { return family == o.family && system == o.system && run.compute_s == o.run.compute_s && hosts == o.hosts; }
  [[nodiscard]] bool same(const Group& o) const {
    return sameCell(o) && run.accelerators == o.run.accelerators && threads == o.threads && run.batch == o.run.batch && run.steps == o.run.steps;
  }
};

bool holds(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; }) != text.end();
}

std::size_t familyOf(const Table& t, std::size_t row) {
  const std::string all = fmt::format("{} {}", t.text(row, "workload"), t.text(row, "system"));
  for (std::size_t i = 0; i < kOther; ++i)
    if (holds(t.text(row, "workload"), std::string_view(kFamilies[i].name).substr(0, 6))) return i;
  const double size = t.number(row, "record_length_bytes");
  if (size > 1e8) return 0;
  if (size > 1e6) return 2;
  if (size > 1e4) return 1;
  for (std::size_t i = 0; i < kOther; ++i)
    if (holds(all, std::string_view(kFamilies[i].name).substr(0, 6))) return i;
  return kOther;
}

// Empty reason = the row can be predicted.
std::string readRow(const Table& t, std::size_t row, Group& g) {
  const auto given = [&](const char* name, double otherwise) {
    const double v = t.number(row, name);
    return v > 0 ? v : otherwise;
  };
  g.family = familyOf(t, row);
  g.system = fmt::format("{}: {}", t.text(row, "org"), t.text(row, "system"));
  g.hosts = given("num_hosts", 0);
  g.threads = given("read_threads", 4);  // DLIO's default
  g.run.accelerators = given("num_accelerators", 0);
  if (!(g.run.accelerators > 0)) return "num_accelerators is missing";
  g.run.compute_s = given("computation_time_s", 0);
  if (!(g.run.compute_s > 0)) return "computation_time_s is missing";
  g.run.batch = given("batch_size", g.family == 0 ? 7 : g.family == 1 ? 400 : 1);
  // The benchmark's own sizes where the cell is empty.
  g.run.sample_bytes = given("record_length_bytes", g.family == 0 ? 146600628 : g.family == 1 ? 114660.07 : g.family == 2 ? 2828486 : 0);
  if (!(g.run.sample_bytes > 0)) return "record_length_bytes is missing";
  g.files = given("num_files_train", 0);
  const double samples = g.files * given("num_samples_per_file", 1);
  // Rules ask for 500 steps at least.
  g.run.steps = samples > 0 ? std::floor(samples / g.run.accelerators / g.run.batch) : 500;
  if (g.run.steps < 2) return "too few samples for two steps";
  const bool npz = t.text(row, "format") == "npz" || (t.text(row, "format").empty() && kFamilies[g.family].batch_in_each_worker);
  g.run.fill_batches = npz ? g.threads : 1;
  g.label = fmt::format("{}, {} x {} on {} hosts", g.system, g.run.accelerators, kFamilies[g.family].name, g.hosts > 0 ? fmt::format("{}", g.hosts) : "unknown");
  return {};
}

model::LoaderRun runOf(const Group& g, const Constants& c, double bytes_per_s) {
  model::LoaderRun r = g.run;
  r.overhead_s = c.overhead_s[g.family];
  r.startup_s = c.startup_s + c.listing_s * g.files;
  r.sharpness = c.sharpness;
  r.bytes_per_s = bytes_per_s;
  return r;
}

double logBytes(const Group& g, const Constants& c, double bytes_per_s) { return std::log(model::loaderEpoch(runOf(g, c, bytes_per_s)).bytes_per_s); }

// Most likely ln B of a cell given what it delivered, and that B is about e^prior.
double capacityOf(std::span<const Group* const> measured, double prior, double scatter, const Constants& c) {
  const auto misfit = [&](double b) {
    double sum = (b - prior) * (b - prior) / scatter / scatter;
    for (const Group* g : measured) {
      const double d = (logBytes(*g, c, std::exp(b)) - g->log_bytes) / kRunScatter;
      sum += d * d;
    }
    return sum;
  };
  if (measured.empty()) return prior;
  // Several minima are possible: a run that storage does not limit says nothing but a bound. A coarse search, then halving.
  constexpr double kCoarse = 0.09;
  double best = prior, least = misfit(prior);
  std::vector<double> starts;
  for (int i = -5; i <= 9; ++i) starts.push_back(prior + kCoarse * i);
  for (const Group* g : measured) starts.push_back(g->log_bytes + 0.02);
  for (const double b : starts)
    if (const double m = misfit(b); m < least) least = m, best = b;
  double low = best - kCoarse, high = best + kCoarse;
  constexpr double kGolden = 0.6180339887498949;
  double x = high - kGolden * (high - low), y = low + kGolden * (high - low), fx = misfit(x), fy = misfit(y);
  for (int i = 0; i < 18; ++i) {
    if (fx < fy) {
      high = y, y = x, fy = fx;
      x = high - kGolden * (high - low), fx = misfit(x);
    } else {
      low = x, x = y, fx = fy;
      y = low + kGolden * (high - low), fy = misfit(y);
    }
  }
  return 0.5 * (low + high);
}

double expected(const Group& g, const Constants& c) { return std::log(c.headroom[g.family] * kFamilies[g.family].floor); }

// ln B for `asked`, of which nothing measured enters. `known`: fitted groups of its system and workload; `most_demand`: the largest
// demand of its cell that is asked for anywhere (a smaller one was not what the system was tuned for).
double inferred(const Group& asked, std::span<const Group* const> known, double most_demand, const Constants& c) {
  std::vector<const Group*> own;
  std::map<std::pair<double, double>, const Group*> others;  // of each other cell the most demanding
  double demand = most_demand;
  for (const Group* g : known) {
    if (g->sameCell(asked)) {
      own.push_back(g);
      demand = std::max(demand, g->demand());
    } else {
      const Group*& most = others[{g->run.compute_s, g->hosts}];
      if (!most || g->demand() > most->demand()) most = g;
    }
  }
  // How far this submitter's other cells lie from the usual, shrunk by how much systems differ.
  double apart = 0;
  for (const auto& [cell, g] : others) {
    const double usual = expected(*g, c) + std::log(g->demand());
    apart += capacityOf(std::span(&g, 1), usual, 2 * kCapacityScatter, c) - usual;
  }
  if (!others.empty()) apart /= static_cast<double>(others.size()) + kCapacityScatter * kCapacityScatter / kSystemScatter / kSystemScatter;
  return capacityOf(own, expected(asked, c) + apart + std::log(demand), kCapacityScatter, c);
}

std::vector<const Group*> knownTo(const Group& asked, const std::vector<Group>& all, const Group* without) {
  std::vector<const Group*> known;
  for (const Group& g : all)
    if (&g != without && g.family == asked.family && g.system == asked.system) known.push_back(&g);
  return known;
}

Problem problemOf(const std::vector<Group>& groups) {
  Problem p;
  const char* kHeadroom = "submitters raise the count until the floor is near: a few per cent above it";
  for (std::size_t i = 0; i < kOther; ++i)
    p.parameters.push_back({.name = fmt::format("headroom.{}", kFamilies[i].name), .start = 1.05, .lowest = 0.8, .highest = 1.5, .prior = 1.05, .prior_error = 0.1, .source = kHeadroom});
  for (std::size_t i = 0; i < kOther; ++i)
    p.parameters.push_back({.name = fmt::format("plan.data.step_overhead ({})", kFamilies[i].name), .start = kFamilies[i].overhead_s, .lowest = 1e-6, .highest = 0.05, .prior = kFamilies[i].overhead_s, .prior_error = 0.3,
                            .unit = "s", .source = "unverified: runs on one or two accelerators, MLPerf Storage v1.0"});
  p.parameters.push_back({.name = "plan.data.startup", .start = 0.4, .lowest = 1e-3, .highest = 10, .prior = 0.4, .prior_error = 0.5, .unit = "s", .source = "unverified: starting the loader of an epoch"});
  p.parameters.push_back({.name = "listing a file", .start = 0.7e-6, .lowest = 1e-9, .highest = 1e-4, .prior = 0.7e-6, .prior_error = 0.5, .unit = "s", .source = "unverified: shuffling the list of files"});
  p.parameters.push_back({.name = "sharpness", .start = 12, .lowest = 3, .highest = 100, .prior = 12, .prior_error = 0.3, .source = "of the turn from computing to storage as the limit; infinite = a plain maximum"});
  p.residuals = groups.size();
  std::vector<std::vector<const Group*>> known;
  for (const Group& g : groups) known.push_back(knownTo(g, groups, &g));
  p.evaluate = [&groups, known = std::move(known)](std::span<const double> v, std::span<double> out) {
    const Constants c = constantsOf(v);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const Group& g = groups[i];
      out[i] = (logBytes(g, c, std::exp(inferred(g, known[i], g.demand(), c))) - g.log_bytes) / kCapacityScatter;
    }
    return true;
  };
  return p;
}

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& context) {
  std::vector<Group> groups;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    Group g;
    const double mib = fitted.number(i, "io_MB_s");
    if (!readRow(fitted, i, g).empty() || !(mib > 0)) continue;
    ++rows;
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& x) { return x.same(g); });
    Group& to = known == groups.end() ? groups.emplace_back(g) : *known;
    to.log_bytes = (to.log_bytes * to.runs + std::log(mib * kMiB)) / (to.runs + 1);
    ++to.runs;
  }
  if (groups.empty()) return fail("no row can be fitted", fitted.file, "give rows with io_MB_s, num_accelerators and computation_time_s");
  const Problem p = problemOf(groups);
  const Result<Fit> f = fit(p, context.job);
  if (!f) return tl::make_unexpected(f.error());
  const Constants c = constantsOf(f->values);
  std::vector<double> residuals(groups.size());
  (void)p.evaluate(f->values, residuals);
  double scatter = 0;
  for (const double r : residuals) scatter += r * r * kCapacityScatter * kCapacityScatter / static_cast<double>(groups.size());
  const double spread = std::exp(1.96 * std::sqrt(scatter));

  Validation io, au;
  io.table = au.table = "storage_runs";
  io.quantity = "I/O throughput";
  io.unit = "MiB/s";
  au.quantity = "accelerator utilisation";
  au.unit = "%";
  io.rows_fitted = au.rows_fitted = rows;
  io.constants = au.constants = f->constants;
  for (const auto& [name, value, why] : {std::tuple{"scatter.capacity", kCapacityScatter, "of a system's bandwidth about the headroom"}, {"scatter.runs", kRunScatter, "of repeated runs"}, {"scatter.systems", kSystemScatter, "between submitters"}})
    io.constants.push_back({name, value, value, value, "", std::string("given: ") + why});
  std::size_t alone = 0, elsewhere = 0;
  std::vector<Group> asked(test.size());
  std::vector<std::string> reasons(test.size());
  for (std::size_t i = 0; i < test.size(); ++i) reasons[i] = readRow(test, i, asked[i]);
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Group& g = asked[i];
    const std::string& reason = reasons[i];
    const double mib = test.number(i, "io_MB_s"), percent = test.number(i, "au_mean_pct");
    if (!reason.empty()) {
      io.set_aside.push_back({i, reason});
      continue;
    }
    const std::vector<const Group*> known = knownTo(g, groups, nullptr);
    if (known.empty()) ++alone;
    else if (std::none_of(known.begin(), known.end(), [&](const Group* x) { return x->sameCell(g); })) ++elsewhere;
    double most = g.demand();
    for (std::size_t k = 0; k < test.size(); ++k)
      if (reasons[k].empty() && asked[k].sameCell(g)) most = std::max(most, asked[k].demand());
    const model::LoaderEpoch e = model::loaderEpoch(runOf(g, c, std::exp(inferred(g, known, most, c))));
    if (mib > 0) io.tested.push_back({i, g.label, mib, e.bytes_per_s / kMiB, e.bytes_per_s / kMiB / spread, e.bytes_per_s / kMiB * spread});
    else io.set_aside.push_back({i, "io_MB_s is missing: nothing to hold the prediction against"});
    if (percent > 0) au.tested.push_back({i, g.label, percent, 100 * e.utilisation, 100 * e.utilisation / spread, std::min(100.0, 100 * e.utilisation * spread)});
    else au.set_aside.push_back({i, "au_mean_pct is missing"});
  }
  if (alone > 0) io.notes.push_back(fmt::format("{} rows are of a system and workload that no fitted row shows: what is usual for the workload stands for them", alone));
  if (elsewhere > 0) io.notes.push_back(fmt::format("{} rows are of a system fitted at another computing time or number of hosts only", elsewhere));
  io.split = au.split = "as given";
  return std::vector{std::move(io), std::move(au)};
}

// Each (system, workload, computing time) that was run at several counts: one count is left out, all other rows fitted.
Result<std::vector<Validation>> report(const Table& all, const TableContext& context) {
  using Key = std::tuple<std::string, std::size_t, double>;
  std::map<Key, std::vector<double>> counts;
  std::vector<std::optional<std::pair<Key, double>>> of(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    Group g;
    if (!readRow(all, i, g).empty()) continue;
    of[i] = {{g.system, g.family, g.run.compute_s}, g.run.accelerators};
    auto& have = counts[of[i]->first];
    if (std::find(have.begin(), have.end(), g.run.accelerators) == have.end()) have.push_back(g.run.accelerators);
  }
  std::vector<Validation> pooled;
  for (const auto& [key, have] : counts) {
    if (have.size() < 2) continue;
    for (const double count : have) {
      std::vector<std::size_t> fitted, tested;
      for (std::size_t i = 0; i < all.size(); ++i) (of[i] && of[i]->first == key && of[i]->second == count ? tested : fitted).push_back(i);
      Result<std::vector<Validation>> v = validate(all.select(fitted), all.select(tested), context);
      if (!v) return v;
      for (std::size_t q = 0; q < v->size(); ++q) {
        Validation& x = (*v)[q];
        for (Predicted& p : x.tested) p.row = tested[p.row];
        for (SetAside& s : x.set_aside) s.row = tested[s.row];
        if (pooled.size() <= q) {
          pooled.push_back(std::move(x));
          pooled[q].split = "one accelerator count of a system and workload left out, in turn";
          pooled[q].notes.clear();
          continue;
        }
        Validation& to = pooled[q];
        to.rows_fitted = std::min(to.rows_fitted, x.rows_fitted);
        to.tested.insert(to.tested.end(), x.tested.begin(), x.tested.end());
        to.set_aside.insert(to.set_aside.end(), x.set_aside.begin(), x.set_aside.end());
      }
    }
  }
  if (pooled.empty()) return fail("no system and workload was run at two counts", all.file, "give --fit and --test");
  // And systems that are not in the fit at all, a fifth of them at a time.
  std::vector<std::string> systems, fifth;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string s = fmt::format("{}: {}", all.text(i, "org"), all.text(i, "system"));
    auto at = std::find(systems.begin(), systems.end(), s);
    if (at == systems.end()) at = systems.insert(systems.end(), std::move(s));
    fifth.push_back(fmt::format("{}", (at - systems.begin()) % 5));
  }
  Result<std::vector<Validation>> unseen = leaveOneGroupOut(all, fifth, validate, context, "systems left out altogether, a fifth at a time");
  if (!unseen) return unseen;
  for (Validation& v : *unseen) pooled.push_back(std::move(v));
  return pooled;
}

}  // namespace

TableModel storageRunsModel() {
  return {"storage_runs", "MLPerf Storage: throughput and utilisation", {"num_accelerators", "computation_time_s", "io_MB_s", "record_length_bytes", "read_threads"}, validate, report};
}

}  // namespace weir::calibrate
