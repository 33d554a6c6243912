// MLPerf Training power runs: mean power of a node by benchmark and number of nodes. A node computes for a share of the time
// and waits for the rest (energy.h, nodePower). Fitted: what a node draws while a benchmark computes, and what it draws while
// waiting, as a share of computing - idle. The compute share follows from the run's own time and work against the fewest
// nodes on which the benchmark was fitted, so the tested rows give nodes, work and run time; their power is predicted.
// Direct current is metered behind the converters: alternating current / 1.02.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/calibrate/tables/tables.h"
#include "core/model/energy.h"

namespace weir::calibrate {
namespace {

constexpr double kExpected = 0.02;        // between runs of one kind
constexpr double kConversion = 1.02;      // AC / DC, MLPerf Training v4.0 runs metered both ways
constexpr double kTypicalComputing_w = 6900, kTypicalIdle_w = 2150;  // 8 x H100 nodes, MLPerf Training v4.0

struct Run {
  std::size_t row = 0;
  std::string benchmark, kind;            // kind: accelerators a node, so that other nodes are not mixed in
  double nodes = 0, metered = 0, work = 0, time_s = 0, power_w = 0, energy_j = 0, least_w = 0, scale = 1;
};

Run runOf(const Table& t, std::size_t i) {
  Run r;
  r.row = i;
  r.benchmark = t.text(i, "benchmark");
  r.nodes = t.number(i, "nodes");
  r.metered = t.number(i, "nodes_with_power");
  if (!(r.metered > 0)) r.metered = r.nodes;
  r.work = t.number(i, "samples_or_epochs_at_stop");
  r.time_s = t.number(i, "run_time_s");
  r.power_w = t.number(i, "mean_node_power_w");
  r.energy_j = t.number(i, "node_energy_j");
  r.least_w = t.number(i, "min_node_reading_w");
  r.scale = t.text(i, "measure") == "DC" ? 1 / kConversion : 1;
  // "8xSMC-H100-SXM-80GB": the count in front is of nodes, which `nodes` says.
  const std::string_view system = t.text(i, "system");
  const auto x = system.find('x');
  const bool counted = x != std::string_view::npos && x > 0 && std::all_of(system.begin(), system.begin() + static_cast<std::ptrdiff_t>(x), [](char c) { return c >= '0' && c <= '9'; });
  r.kind = fmt::format("{} x {:g}", counted ? system.substr(x + 1) : system, t.number(i, "gpus") / r.nodes);
  return r;
}

double median(std::vector<double> v) {
  if (v.empty()) return kUnknown;
  std::sort(v.begin(), v.end());
  return v.size() % 2 ? v[v.size() / 2] : (v[v.size() / 2 - 1] + v[v.size() / 2]) / 2;
}

struct Benchmark {
  std::string name, kind;
  std::vector<Run> runs;
  double fewest = 0, node_s = kUnknown;   // node-seconds a unit of work at the fewest nodes

  [[nodiscard]] double share(const Run& r) const {
    // Runs that do not say their work did the same work as the others.
    if (r.nodes == fewest) return 1;
    return model::computeShare(std::isnan(r.work) ? kUnknown : node_s * r.work, r.time_s * r.nodes);
  }
};

struct Model {
  std::vector<Benchmark> benchmarks;
  double idle_w = kTypicalIdle_w;
  bool idleMeasured = false;
  Fit fit;
  double pooled_w = kTypicalComputing_w;
  double pooledShare = 0.85;
  std::size_t rows = 0;

  [[nodiscard]] double waiting() const { return fit.values.front(); }
  [[nodiscard]] double power(double computing_w, double share, double waiting) const { return model::nodePower(computing_w, idle_w + waiting * (computing_w - idle_w), share); }
};

Result<Model> build(const Table& t, const Job& job) {
  Model m;
  std::vector<double> least;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const Run r = runOf(t, i);
    if (!(r.power_w > 0) || !(r.nodes > 0) || !(r.time_s > 0)) continue;
    ++m.rows;
    // Readings below 0 are a logger's fault.
    if (r.least_w > 0) least.push_back(r.least_w / r.scale);
    auto b = std::find_if(m.benchmarks.begin(), m.benchmarks.end(), [&](const Benchmark& x) { return x.name == r.benchmark && x.kind == r.kind; });
    if (b == m.benchmarks.end()) b = m.benchmarks.insert(m.benchmarks.end(), Benchmark{r.benchmark, r.kind, {}, r.nodes, kUnknown});
    b->runs.push_back(r);
    b->fewest = std::min(b->fewest, r.nodes);
  }
  if (m.benchmarks.empty()) return fail("no row has nodes, a run time and a mean power", t.file, "give measured rows");
  if (!least.empty()) {
    m.idle_w = median(least);
    m.idleMeasured = true;
  }
  Problem p;
  const AcceleratorPower defaults;
  p.parameters.push_back({.name = "waiting", .start = defaults.waiting, .lowest = 0.02, .highest = 0.9, .prior = defaults.waiting, .prior_error = 0.3,
                          .unit = "", .source = "machine.node.accelerator.power.waiting"});
  std::vector<double> shares;
  for (Benchmark& b : m.benchmarks) {
    std::vector<double> perWork, power;
    for (const Run& r : b.runs)
      if (r.nodes == b.fewest) {
        if (r.work > 0) perWork.push_back(r.time_s * r.nodes / r.work);
        power.push_back(r.power_w / r.scale);
      }
    b.node_s = median(perWork);
    for (const Run& r : b.runs)
      if (r.nodes > b.fewest && !std::isnan(b.share(r))) shares.push_back(b.share(r));
    const double start = median(power);
    p.parameters.push_back({.name = fmt::format("{} ({}): computing_w", b.name, b.kind), .start = start, .lowest = start / 3, .highest = start * 3, .unit = "W", .source = "mean at the fewest nodes"});
  }
  if (!shares.empty()) m.pooledShare = median(shares);
  std::vector<std::pair<std::size_t, const Run*>> used;
  for (std::size_t k = 0; k < m.benchmarks.size(); ++k)
    for (const Run& r : m.benchmarks[k].runs)
      if (!std::isnan(m.benchmarks[k].share(r))) used.emplace_back(k, &r);
  p.residuals = used.size();
  p.evaluate = [&](std::span<const double> v, std::span<double> out) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      const auto& [k, r] = used[i];
      out[i] = std::log(m.power(v[k + 1], m.benchmarks[k].share(*r), v[0]) * r->scale / r->power_w) / kExpected;
    }
    return true;
  };
  Result<Fit> f = fit(p, job);
  if (!f) return tl::make_unexpected(f.error());
  m.fit = std::move(*f);
  m.pooled_w = median(std::vector<double>(m.fit.values.begin() + 1, m.fit.values.end()));
  return m;
}

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  const Result<Model> made = build(fitted, c.job);
  if (!made) return tl::make_unexpected(made.error());
  const Model& m = *made;
  Validation power;
  power.table = "node_power";
  power.quantity = "mean node power";
  power.unit = "W";
  power.split = "as given";
  power.rows_fitted = m.rows;
  power.constants = m.fit.constants;
  power.constants.push_back({"idle_w", m.idle_w, m.idle_w, m.idle_w, "W", m.idleMeasured ? "median of the fitted runs' least readings" : "MLPerf Training v4.0, 8 x H100"});
  power.constants.push_back({"AC / DC", kConversion, kConversion, kConversion, "", "MLPerf Training v4.0 runs metered both ways"});
  Validation energy = power;
  energy.constants.clear();
  energy.quantity = "energy of the nodes";
  energy.unit = "J";
  std::size_t unseen = 0, elsewhere = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Run r = runOf(test, i);
    const auto aside = [&](const char* why) {
      power.set_aside.push_back({i, why});
      energy.set_aside.push_back({i, why});
    };
    if (!(r.nodes > 0) || !(r.time_s > 0)) {
      aside("nodes or run_time_s is missing: how much of the time a node waits is unknown");
      continue;
    }
    double computing = m.pooled_w, share = m.pooledShare;
    const Benchmark* b = nullptr;
    std::size_t at = 0;
    for (std::size_t k = 0; k < m.benchmarks.size(); ++k)
      if (m.benchmarks[k].name == r.benchmark && (m.benchmarks[k].kind == r.kind || !b)) {
        b = &m.benchmarks[k];
        at = k;
        if (b->kind == r.kind) break;
      }
    if (b) {
      computing = m.fit.values[at + 1];
      share = b->share(r);
      if (std::isnan(share)) share = m.pooledShare;
      elsewhere += b->kind == r.kind ? 0U : 1U;
    } else {
      ++unseen;
    }
    const double w = m.waiting();
    const double predicted = m.power(computing, share, w) * r.scale;
    // The interval: the waiting share's, and the scatter between runs; of an unseen benchmark also what it computes at.
    const Constant& k = m.fit.constants.front();
    const double spread = b ? 2 * kExpected : 0.15;
    const double low = m.power(computing, share, k.low) * r.scale * (1 - spread), high = m.power(computing, share, k.high) * r.scale * (1 + spread);
    const std::string label = fmt::format("{}, {} nodes, {}", r.benchmark, r.nodes, test.text(i, "measure"));
    if (r.power_w > 0) power.tested.push_back({i, label, r.power_w, predicted, low, high});
    else power.set_aside.push_back({i, "no power was measured"});
    const double node_s = r.time_s * r.metered;
    if (r.energy_j > 0) energy.tested.push_back({i, label, r.energy_j, predicted * node_s, low * node_s, high * node_s});
    else energy.set_aside.push_back({i, "no energy was measured"});
  }
  if (unseen > 0) power.notes.push_back(fmt::format("{} rows of a benchmark that was not fitted use the median computing power and a compute share of {:.2f}", unseen, m.pooledShare));
  if (elsewhere > 0) power.notes.push_back(fmt::format("{} rows of another system use the benchmark's constants from the fitted one", elsewhere));
  return std::vector{std::move(power), std::move(energy)};
}

// More nodes than fitted on. First: the benchmark's own larger runs are left out, the others' tell what waiting draws. Second:
// only the fewest nodes of every benchmark are fitted; then nothing in the rows tells, and the product's default is used,
// which was itself drawn from this table.
Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::map<std::string, double> fewest;
  std::vector<Run> runs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    runs.push_back(runOf(all, i));
    const Run& r = runs.back();
    if (!(r.nodes > 0)) continue;
    const auto [it, fresh] = fewest.try_emplace(r.benchmark, r.nodes);
    if (!fresh) it->second = std::min(it->second, r.nodes);
  }
  std::vector<Validation> out;
  const auto pool = [&](const std::vector<std::size_t>& in, const std::vector<std::size_t>& tested, const char* split) -> Result<void> {
    Result<std::vector<Validation>> one = validate(all.select(in), all.select(tested), c);
    if (!one) return tl::make_unexpected(one.error());
    for (Validation& v : *one) {
      v.split = split;
      for (Predicted& p : v.tested) p.row = tested[p.row];
      for (SetAside& s : v.set_aside) s.row = tested[s.row];
      const auto same = std::find_if(out.begin(), out.end(), [&](const Validation& x) { return x.quantity == v.quantity && x.split == v.split; });
      if (same == out.end()) {
        out.push_back(std::move(v));
        continue;
      }
      same->rows_fitted = std::max(same->rows_fitted, v.rows_fitted);
      same->tested.insert(same->tested.end(), v.tested.begin(), v.tested.end());
      same->set_aside.insert(same->set_aside.end(), v.set_aside.begin(), v.set_aside.end());
    }
    return {};
  };
  std::vector<std::size_t> few, more;
  for (const Run& r : runs) {
    if (!(r.nodes > 0)) continue;
    (r.nodes == fewest[r.benchmark] ? few : more).push_back(r.row);
  }
  if (more.empty()) return fail("every benchmark ran on one number of nodes only", all.file, "give runs of another number of nodes");
  for (const auto& [name, least] : fewest) {
    std::vector<std::size_t> in, tested;
    for (const Run& r : runs) {
      if (!(r.nodes > 0)) continue;
      (r.benchmark == name && r.nodes > least ? tested : in).push_back(r.row);
    }
    if (tested.empty()) continue;
    if (auto done = pool(in, tested, "a benchmark's larger runs left out"); !done) return tl::make_unexpected(done.error());
  }
  if (auto done = pool(few, more, "only the fewest nodes of each benchmark fitted"); !done) return tl::make_unexpected(done.error());
  return out;
}

}  // namespace

TableModel nodePowerModel() {
  return {"node_power", "Mean power of a node by benchmark and number of nodes", {"benchmark", "nodes", "run_time_s", "mean_node_power_w", "node_energy_j"}, validate, report};
}

}  // namespace weir::calibrate
