// MLPerf HPC: how long it took to bring the data set from the shared file system to the nodes (model::staging, nothing
// overlapped). Known are the data sets, the nodes and how many models are trained beside one another (weak scaling: a copy
// for each). Fitted: set-up, what the source and a node's target carry, how often a byte leaves the source when several
// instances want it (instances^s), and how much each site, and each site's way with one benchmark, differs: these shrink
// towards none, so that a site never seen gets the usual.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/calibrate/tables/tables.h"
#include "core/model/staging.h"

namespace weir::calibrate {
namespace {

constexpr double kExpected = 0.25;      // of a staging time about the model, as a logarithm
constexpr double kSiteScatter = 0.6, kWayScatter = 0.6;  // of sites, and of a site's benchmarks

struct Row {
  std::string benchmark, site, label;
  model::StagingWork work;
  double measured_s = 0;
};

// Bytes on disk. CosmoFlow: 1.7 TB of compressed TFRecords, 5.1 TB in round v0.7 (github.com/mlcommons/hpc, cosmoflow);
// in v1.0 implementations staged the arrays unpacked: 589,824 samples of 128^3 x 4 x 2 B (unverified: inferred from these
// times, which halves their error). DeepCAM: 8.8 TB (mlcommons.org, MLPerf HPC v0.7), nine tenths of it without the test
// part. OpenFold: 616 GiB (github.com/mlcommons/hpc, openfold). Open Catalyst: not published; fitted.
double dataBytes(std::string_view benchmark, std::string_view round, double openCatalyst) {
  if (benchmark == "cosmoflow") return round.ends_with("v0.7") ? 5.1e12 : round.ends_with("v1.0") ? 589824 * 128.0 * 128 * 128 * 4 * 2 : 1.7e12;
  if (benchmark == "deepcam") return 0.9 * 8.8e12;
  if (benchmark == "oc20") return openCatalyst;
  if (benchmark == "openfold") return 616.0 * (1 << 30);
  return 0;
}

// The machine's own name: "juwelsbooster_gpu_n1024" and "juwelsbooster_gpu_n64" are one site.
std::string siteOf(const Table& t, std::size_t row) {
  const std::string_view s = t.text(row, "system");
  std::size_t n = 0;
  while (n < s.size() && std::isalpha(static_cast<unsigned char>(s[n]))) ++n;
  return fmt::format("{} {}", t.text(row, "org"), s.substr(0, n));
}

std::string readRow(const Table& t, std::size_t i, Row& r) {
  r.benchmark = t.text(i, "benchmark");
  r.site = siteOf(t, i);
  const double nodes = t.number(i, "nodes");
  if (!(nodes > 0)) return "nodes is missing";
  if (!(dataBytes(r.benchmark, t.text(i, "round"), 1) > 0)) return fmt::format("the size of data set \"{}\" is not known", r.benchmark);
  const double runs = t.number(i, "n_runs");
  r.work.instances = t.text(i, "mode") == "weak" && runs > 0 ? std::min(runs, nodes) : 1;
  r.work.nodes = nodes / r.work.instances;
  r.work.data_bytes = dataBytes(r.benchmark, t.text(i, "round"), 1);
  r.work.every_node_all = r.benchmark == "oc20";  // one LMDB file
  r.work.overlap = 0;
  r.measured_s = t.number(i, "staging_s_median");
  r.label = fmt::format("{} {} {}, {} nodes, {} instances", t.text(i, "round"), r.site, r.benchmark, nodes, r.work.instances);
  return {};
}

struct Names {  // of the site effects, in the order of the parameters
  std::vector<std::string> sites, ways;
  [[nodiscard]] static std::size_t at(const std::vector<std::string>& in, const std::string& name) { return static_cast<std::size_t>(std::find(in.begin(), in.end(), name) - in.begin()); }
  static void add(std::vector<std::string>& to, const std::string& name) {
    if (at(to, name) == to.size()) to.push_back(name);
  }
};
std::string wayOf(const Row& r) { return r.site + ", " + r.benchmark; }
constexpr std::size_t kShared = 5;

double predicted(const Row& r, std::span<const double> v, const Names& names) {
  model::StagingWork w = r.work;
  double slower = 1;
  if (const std::size_t i = Names::at(names.sites, r.site); i < names.sites.size()) slower *= v[kShared + i];
  if (const std::size_t i = Names::at(names.ways, wayOf(r)); i < names.ways.size()) slower *= v[kShared + names.sites.size() + i];
  w.setup_s = v[0];
  w.source_bytes_per_s = v[1] / slower;
  w.target_bytes_per_s = v[2] / slower;
  w.reads = std::pow(w.instances, v[3]);
  if (r.benchmark == "oc20") w.data_bytes = v[4];
  return model::staging(w).time_s;
}

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  std::vector<Row> rows;
  Names names;
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    Row r;
    if (!readRow(fitted, i, r).empty() || !(r.measured_s > 0)) continue;
    Names::add(names.sites, r.site);
    Names::add(names.ways, wayOf(r));
    rows.push_back(std::move(r));
  }
  if (rows.empty()) return fail("no row can be fitted", fitted.file, "give rows with staging_s_median and nodes");
  Problem p;
  p.parameters = {{.name = "plan.data.stage_setup", .start = 8, .lowest = 0.1, .highest = 300, .prior = 8, .prior_error = 0.7, .unit = "s", .source = "unverified: starting the copies"},
                  {.name = "source bandwidth", .start = 300e9, .lowest = 1e9, .highest = 1e14, .prior = 300e9, .prior_error = 0.7, .unit = "B/s", .source = "parallel file systems of 0.1 to 1 TB/s"},
                  {.name = "target bandwidth of a node", .start = 4e9, .lowest = 1e8, .highest = 1e12, .prior = 4e9, .prior_error = 0.7, .unit = "B/s", .source = "one to a few NVMe"},
                  {.name = "reads grow with instances to the power", .start = 0.3, .lowest = 0, .highest = 1, .positive = false, .prior = 0.3, .prior_error = 0.2, .source = "0 = read once and sent on, 1 = each reads for itself"},
                  {.name = "Open Catalyst data set", .start = 300e9, .lowest = 1e10, .highest = 1e13, .prior = 300e9, .prior_error = 1, .unit = "B", .source = "unverified"}};
  for (const std::string& s : names.sites)
    p.parameters.push_back({.name = "slower: " + s, .start = 1, .lowest = 1e-3, .highest = 1e3, .prior = 1, .prior_error = kSiteScatter, .source = "sites differ by a factor of two"});
  for (const std::string& w : names.ways)
    p.parameters.push_back({.name = "slower: " + w, .start = 1, .lowest = 1e-3, .highest = 1e3, .prior = 1, .prior_error = kWayScatter, .source = "so do a site's ways with its data sets"});
  p.residuals = rows.size();
  p.huber = std::numeric_limits<double>::infinity();
  p.evaluate = [&](std::span<const double> v, std::span<double> out) {
    for (std::size_t i = 0; i < rows.size(); ++i) out[i] = std::log(predicted(rows[i], v, names) / rows[i].measured_s) / kExpected;
    return true;
  };
  const Result<Fit> f = fit(p, c.job);
  if (!f) return tl::make_unexpected(f.error());
  Validation v;
  v.table = "hpc_runs";
  v.quantity = "staging time";
  v.unit = "s";
  v.split = "as given";
  v.rows_fitted = rows.size();
  v.constants.assign(f->constants.begin(), f->constants.begin() + kShared);
  for (std::size_t i = kShared; i < f->constants.size(); ++i) v.constants.push_back(f->constants[i]);
  std::size_t strangers = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    Row r;
    if (std::string reason = readRow(test, i, r); !reason.empty()) {
      v.set_aside.push_back({i, std::move(reason)});
      continue;
    }
    if (!(r.measured_s > 0)) {
      v.set_aside.push_back({i, r.measured_s == 0 ? "nothing was staged" : "staging_s_median is missing"});
      continue;
    }
    const bool site = Names::at(names.sites, r.site) < names.sites.size(), way = Names::at(names.ways, wayOf(r)) < names.ways.size();
    strangers += site ? 0U : 1U;
    // What is not known of a site or its way adds to what a known one scatters.
    const double sd = std::sqrt(kExpected * kExpected + (site ? 0 : kSiteScatter * kSiteScatter) + (way ? 0 : kWayScatter * kWayScatter));
    const double t = predicted(r, f->values, names), spread = std::exp(1.96 * sd);
    v.tested.push_back({i, r.label, r.measured_s, t, t / spread, t * spread});
  }
  if (strangers > 0) v.notes.push_back(fmt::format("{} rows are of sites that no fitted row shows", strangers));
  return std::vector{std::move(v)};
}

// A submission: one site's, one round's, one benchmark's, one mode's rows.
Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < all.size(); ++i) groups.push_back(fmt::format("{} {} {} {} {}", all.text(i, "round"), all.text(i, "org"), all.text(i, "system"), all.text(i, "benchmark"), all.text(i, "mode")));
  return leaveOneGroupOut(all, groups, validate, c, "leave one submission out");
}

}  // namespace

TableModel hpcRunsModel() { return {"hpc_runs", "MLPerf HPC: staging time", {"round", "system", "nodes", "benchmark", "mode", "staging_s_median"}, validate, report}; }

}  // namespace weir::calibrate
