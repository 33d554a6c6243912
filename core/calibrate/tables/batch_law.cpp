#include "core/calibrate/tables/batch_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/model/accuracy_fit.h"

namespace weir::calibrate {
namespace {

using model::BatchRuns;
using model::SamplesLaw;

std::string workloadOf(const BatchLawTable& t, const Table& rows, std::size_t i) {
  std::string name;
  for (const std::string_view c : t.workload) {
    const std::string_view part = rows.text(i, c);
    if (!part.empty()) name += fmt::format("{}{}", name.empty() ? "" : " ", part);
  }
  return name;
}

// A row without a count of runs is one run; without a count of those that converged, all did.
BatchRuns runsOf(const BatchLawTable& t, const Table& rows, std::size_t i) {
  BatchRuns r;
  r.batch = rows.number(i, t.batch);
  r.samples = rows.number(i, t.mean);
  r.spread = rows.number(i, t.spread);
  r.runs = rows.number(i, t.runs);
  if (!(r.runs >= 1)) r.runs = 1;
  r.converged = t.converged.empty() ? r.runs : rows.number(i, t.converged);
  if (std::isnan(r.converged)) r.converged = r.samples > 0 ? r.runs : 0;
  if (r.converged > r.runs) r.runs = r.converged;
  return r;
}

struct Fitted {
  std::vector<BatchRuns> runs;
  std::optional<SamplesLaw> law;  // fitted when a row asks for it
  std::string fault;
  std::size_t distinct = 0;       // batch sizes at which most runs reached the target
};

std::size_t distinctBatches(const std::vector<BatchRuns>& runs) {
  std::vector<double> seen;
  for (const BatchRuns& r : runs)
    if (r.samples > 0 && 2 * r.converged >= r.runs && std::find(seen.begin(), seen.end(), r.batch) == seen.end()) seen.push_back(r.batch);
  return seen.size();
}

void fitLaw(Fitted& f) {
  if (f.law || !f.fault.empty()) return;
  f.distinct = distinctBatches(f.runs);
  auto law = model::fitSamplesLaw(f.runs);
  if (law) f.law = std::move(*law);
  else f.fault = law.error().what;
}

std::map<std::string, Fitted> workloads(const BatchLawTable& t, const Table& rows) {
  std::map<std::string, Fitted> by;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const BatchRuns r = runsOf(t, rows, i);
    if (r.batch > 0 && (r.samples > 0 || r.converged == 0)) by[workloadOf(t, rows, i)].runs.push_back(r);
  }
  return by;
}

void constantsOf(const BatchLawTable& t, const std::string& name, const Fitted& f, std::vector<Constant>& out) {
  const SamplesLaw::Fields k = f.law->fields();
  const std::string source = fmt::format("fitted on {} batch sizes", f.distinct);
  out.push_back({name + " samples_min", k.target.samples_min, k.samples_min_low, k.samples_min_high, std::string(t.unit), source});
  out.push_back({name + " critical_batch", k.target.critical_batch, k.critical_batch_low, k.critical_batch_high, "samples", source});
  out.push_back({name + " batch_exponent", k.target.batch_exponent, k.batch_exponent_low, k.batch_exponent_high, "", source});
  if (k.target.small_batch > 0) {
    out.push_back({name + " small_batch", k.target.small_batch, k.small_batch_low, k.small_batch_high, "samples", source});
    out.push_back({name + " small_exponent", k.target.small_exponent, k.target.small_exponent, k.target.small_exponent, "", source});
  }
  out.push_back({name + " scatter", k.target.scatter, k.target.scatter, k.target.scatter, "", source});
}

void priorsOf(std::vector<Constant>& out) {
  const model::LawPriors p;
  const auto given = [&](const char* name, double v) { out.push_back({name, v, v, v, "", "prior: evidence of 17 workloads"}); };
  given("prior critical_over_middle", p.critical_over_middle);
  given("prior critical_spread", p.critical_spread);
  given("prior exponent_spread", p.exponent_spread);
  given("prior small_share", p.small_share);
}

}  // namespace

Result<std::vector<Validation>> validateBatchLaw(const BatchLawTable& t, const Table& fit, const Table& test, const TableContext& c) {
  std::map<std::string, Fitted> by = workloads(t, fit);
  std::size_t rowsFitted = 0;
  for (const auto& [name, f] : by) rowsFitted += f.runs.size();
  const auto quantity = [&](std::string_view suffix) {
    Validation v;
    v.table = t.table;
    v.quantity = fmt::format("{}{}", t.quantity, suffix);
    v.unit = t.unit;
    v.split = "as given";
    v.rows_fitted = rowsFitted;
    return v;
  };
  Validation all = quantity(""), inside = quantity(", inside"), outside = quantity(", outside"), smooth = quantity(", smooth"), bent = quantity(", U-shaped"), one = quantity(", one batch fitted");
  c.job.begin("fitting samples to target", test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    if (c.job.stopped()) return stoppedByUser();
    c.job.add(1);
    const std::string name = workloadOf(t, test, i);
    const BatchRuns r = runsOf(t, test, i);
    const auto aside = [&](std::string why) { all.set_aside.push_back({i, std::move(why)}); };
    if (!(r.batch > 0)) {
      aside("no batch size");
      continue;
    }
    const std::string at = fmt::format("{} at batch {:.6g}", name.empty() ? "workload" : name, r.batch);
    if (r.converged == 0) {
      aside(fmt::format("no guarantee: none of {:.0f} runs of {} reached the target", r.runs, at));
      continue;
    }
    if (!(r.samples > 0)) {
      aside(fmt::format("{}: no result to compare with", at));
      continue;
    }
    if (2 * r.converged < r.runs) {
      aside(fmt::format("no guarantee: {:.0f} of {:.0f} runs of {} reached the target, its mean is of those few", r.converged, r.runs, at));
      continue;
    }
    const auto found = by.find(name);
    if (found == by.end()) {
      aside(fmt::format("no fitted row is of {}", name.empty() ? "this workload" : name));
      continue;
    }
    Fitted& f = found->second;
    fitLaw(f);
    if (!f.law) {
      aside(fmt::format("{}: {}", at, f.fault));
      continue;
    }
    const model::Estimate e = f.law->samples(r.batch);
    Predicted p{i, at, r.samples, e.value, e.low, e.high};
    if (r.converged < r.runs) p.label += fmt::format(", {:.0f} of {:.0f} runs failed", r.runs - r.converged, r.runs);
    if (f.distinct < 2 && e.outside) {
      aside(fmt::format("{}: one batch size is fitted, which does not say how samples change with it; under \"{}\"", at, one.quantity));
      p.label += ", from one batch size";
      one.tested.push_back(std::move(p));
      continue;
    }
    if (e.outside) p.label += ", outside the fitted batches";
    (e.outside ? outside : inside).tested.push_back(p);
    (f.law->smallTermProbability() > 0.5 ? bent : smooth).tested.push_back(p);
    all.tested.push_back(std::move(p));
  }
  for (auto& [name, f] : by)
    if (f.law) constantsOf(t, name, f, all.constants);
  if (!all.constants.empty()) priorsOf(all.constants);
  std::vector<Validation> out;
  out.push_back(std::move(all));
  for (Validation* v : {&inside, &outside, &smooth, &bent, &one})
    if (!v->tested.empty()) out.push_back(std::move(*v));
  return out;
}

Result<std::vector<Validation>> reportBatchLaw(const BatchLawTable& t, const Table& all, const TableContext& c,
                                               Result<std::vector<Validation>> (*validate)(const Table&, const Table&, const TableContext&)) {
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < all.size(); ++i) groups.push_back(fmt::format("{} {}", workloadOf(t, all, i), all.text(i, t.batch)));
  auto left = leaveOneGroupOut(all, groups, validate, c, "leave one batch size out");
  if (!left) return left;
  const auto whole = validate(all, all, c);
  if (!whole) return whole;
  left->front().constants = whole->front().constants;
  return left;
}

}  // namespace weir::calibrate
