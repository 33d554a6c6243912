// Zeus's traces of one accelerator (NSDI 2023): time of an epoch and mean power against batch size and power limit, several
// workloads. Constants of the accelerator are shared by all its workloads; a workload has its own few (power_limit.h). Priors
// are of no accelerator or workload in particular, so that three runs give something and a full grid decides by itself.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/calibrate/tables/tables.h"
#include "core/model/power_limit.h"

namespace weir::calibrate {
namespace {

constexpr double kExpected = 0.04;  // of time and of power: what runs repeated at a limit that does not bind differ by
constexpr std::size_t kOfGpu = 6, kOfLoad = 10;

struct Run {
  std::size_t row = 0;
  double batch = 0, limit_w = 0, time_s = 0, power_w = 0;
};

// The same table with an accelerator's name in it, as energy_time_points has, or without.
std::string gpuOf(const Table& t, std::size_t row) { return std::string(t.text(row, "gpu")); }
std::string workloadOf(const Table& t, std::size_t row) { return fmt::format("{} {} {}", t.text(row, "dataset"), t.text(row, "network"), t.text(row, "optimizer")); }
double either(const Table& t, std::size_t row, const char* a, const char* b) { return t.has(a) ? t.number(row, a) : t.number(row, b); }

Run runOf(const Table& t, std::size_t row) {
  return {row, t.number(row, "batch_size"), either(t, row, "power_limit", "power_limit_w"), either(t, row, "time_per_epoch", "time_per_epoch_s"),
          either(t, row, "average_power", "avg_power_w")};
}
bool asked(const Run& r) { return r.batch > 0 && r.limit_w > 0; }
bool measured(const Run& r) { return asked(r) && r.time_s > 0 && r.power_w > 0; }

model::ClockPower gpuFrom(std::span<const double> v) {
  model::ClockPower c;
  c.idle_w = v[0];
  c.active_w = v[1];
  c.floor = v[2];
  c.knee = v[3];
  c.lowest = v[4];
  c.memory_clock = v[5];
  return c;
}
model::BatchLoad loadFrom(std::span<const double> v) {
  model::BatchLoad w;
  w.busy_s = v[0];
  w.busy_step_s = v[1];
  w.padding_s = v[2];
  w.host_s = v[3];
  w.host_step_s = v[4];
  w.compute = v[5];
  w.memory_power = v[6];
  w.power_w = v[7];
  w.step_power_w = v[8];
  w.padding_power_w = v[9];
  return w;
}

constexpr const char* kGuess = "prior: between what recent accelerators show";

std::vector<Parameter> gpuParameters() {
  const model::ClockPower c;
  return {{.name = "idle_w", .start = c.idle_w, .lowest = 15, .highest = 150, .prior = c.idle_w, .prior_error = 0.5, .unit = "W", .source = kGuess},
          {.name = "active_w", .start = c.active_w, .lowest = 0.1, .highest = 60, .prior = c.active_w, .prior_error = 0.6, .unit = "W", .source = kGuess},
          {.name = "floor", .start = c.floor, .lowest = 0.4, .highest = 0.97, .prior = c.floor, .prior_error = 0.06, .source = kGuess},
          {.name = "knee", .start = c.knee, .lowest = 0.3, .highest = 0.95, .prior = c.knee, .prior_error = 0.08, .source = kGuess},
          {.name = "lowest", .start = c.lowest, .lowest = 0.03, .highest = 0.6, .prior = c.lowest, .prior_error = 0.15, .source = kGuess},
          {.name = "memory_clock", .start = c.memory_clock, .lowest = 0.1, .highest = 0.95, .prior = c.memory_clock, .prior_error = 0.2, .source = kGuess}};
}

// Scales from the runs themselves: the fastest epoch tells the work of a sample, the smallest batch bounds that of a step.
std::vector<Parameter> loadParameters(const std::string& name, const std::vector<Run>& runs) {
  double fastest = 1e300, largest = 0, smallest = 1e300, slow = 1e300;
  for (const Run& r : runs) {
    fastest = std::min(fastest, r.time_s);
    largest = std::max(largest, r.batch);
    smallest = std::min(smallest, r.batch);
  }
  for (const Run& r : runs)
    if (r.batch == smallest) slow = std::min(slow, r.time_s);
  const double step = slow * smallest, busy = 0.8 * fastest;
  const model::BatchLoad w;
  const auto p = [&](const char* part, double value, double error, double lowest, double highest, const char* unit) {
    Parameter x{.name = name + ": " + part, .start = value, .lowest = lowest, .highest = highest, .unit = unit, .source = kGuess};
    if (error > 0) {
      x.prior = value;
      x.prior_error = error;
    }
    return x;
  };
  const double launch = std::max(2 * fastest, 0.05 * step), padding = 0.05 * fastest / largest;
  return {p("busy_s", busy, 0, busy / 20, busy * 4.5, "s"),
          p("busy_step_s", launch, 1.5, launch / 3000, step * 7, "s"),
          p("padding_s", padding, 1, padding / 400, padding * 150, "s"),
          p("host_s", busy * 0.135, 1, busy / 3000, busy * 7, "s"),
          p("host_step_s", 0.6 * step, 1.5, step / 3000, step * 2.7, "s"),
          p("compute", w.compute, 0.17, 0.05, 0.98, ""),
          p("memory_power", w.memory_power, 0.6, 0.05, 1, ""),
          p("power_w", w.power_w, 0.4, 3, 450, "W"),
          p("step_power_w", w.step_power_w, 0.6, 1, 450, "W"),
          p("padding_power_w", w.padding_power_w, 0.5, 1, 450, "W")};
}

struct Workload {
  std::string name;
  std::vector<Run> runs;
  // What was worked out last, twice: a numeric derivative changes one workload's constants at a time, and the others' rows
  // need not be worked out again.
  struct Kept {
    std::array<double, kOfGpu + kOfLoad> at{};
    std::vector<double> residuals;
  };
  std::array<Kept, 2> kept{};
  std::size_t next = 0;
};

const std::vector<double>& residualsOf(Workload& w, std::span<const double> gpu, std::span<const double> load) {
  std::array<double, kOfGpu + kOfLoad> at{};
  std::copy(gpu.begin(), gpu.end(), at.begin());
  std::copy(load.begin(), load.end(), at.begin() + kOfGpu);
  for (std::size_t i = 0; i < w.kept.size(); ++i)
    if (!w.kept[i].residuals.empty() && w.kept[i].at == at) {
      w.next = 1 - i;
      return w.kept[i].residuals;
    }
  Workload::Kept& k = w.kept[w.next];
  w.next = 1 - w.next;
  k.at = at;
  k.residuals.clear();
  const model::ClockPower c = gpuFrom(gpu);
  const model::BatchLoad l = loadFrom(load);
  for (const Run& r : w.runs) {
    const model::LimitedPass p = model::limitedPass(c, l, r.batch, r.limit_w);
    k.residuals.push_back(std::log(p.time_s / r.time_s) / kExpected);
    k.residuals.push_back(std::log(p.power_w / r.power_w) / kExpected);
  }
  return k.residuals;
}

struct Gpu {
  std::vector<Workload> workloads;
  Fit fit;
  std::string error;
};

Result<void> fitGpu(Gpu& g, const Job& job) {
  Problem p;
  p.parameters = gpuParameters();
  std::vector<std::size_t> at;
  for (Workload& w : g.workloads) {
    at.push_back(p.residuals);
    p.residuals += 2 * w.runs.size();
    for (Parameter& x : loadParameters(w.name, w.runs)) p.parameters.push_back(std::move(x));
  }
  p.evaluate = [&](std::span<const double> v, std::span<double> out) {
    for (std::size_t i = 0; i < g.workloads.size(); ++i) {
      const std::vector<double>& r = residualsOf(g.workloads[i], v.subspan(0, kOfGpu), v.subspan(kOfGpu + kOfLoad * i, kOfLoad));
      std::copy(r.begin(), r.end(), out.begin() + static_cast<std::ptrdiff_t>(at[i]));
    }
    return true;
  };
  Result<Fit> f = fit(p, job);
  if (!f) return tl::make_unexpected(f.error());
  g.fit = std::move(*f);
  return {};
}

// Which columns a kind of table has: Zeus's trace of one accelerator, or its points to target, where a pass over the data is
// repeated as often as the row says.
bool toTarget(const Table& t) { return t.has("epochs_to_target"); }

// Of the same data set and network, however it was optimized: the work of a step hardly depends on the optimizer.
std::string kin(const std::string& workload) { return workload.substr(0, workload.rfind(' ')); }

Result<std::vector<Validation>> validate(const Table& fitted, const Table& test, const TableContext& c) {
  std::map<std::string, Gpu> gpus;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    const Run r = runOf(fitted, i);
    if (!measured(r)) continue;
    ++rows;
    std::vector<Workload>& all = gpus[gpuOf(fitted, i)].workloads;
    const std::string name = workloadOf(fitted, i);
    auto w = std::find_if(all.begin(), all.end(), [&](const Workload& x) { return x.name == name; });
    if (w == all.end()) w = all.insert(all.end(), Workload{name, {}, {}, 0});
    w->runs.push_back(r);
  }
  if (rows == 0) return fail("no row has a batch size, a power limit, a time and a power", fitted.file, "give measured rows");
  Validation energy, time, power;
  for (auto& [name, g] : gpus) {
    if (auto done = fitGpu(g, c.job); !done) {
      if (done.error().stopped()) return tl::make_unexpected(done.error());
      g.error = done.error().what;
      continue;
    }
    for (Constant k : g.fit.constants) {
      if (!name.empty()) k.name = name + " " + k.name;
      energy.constants.push_back(std::move(k));
    }
  }
  energy.table = "energy_trace";
  energy.split = "as given";
  energy.rows_fitted = rows;
  time = power = energy;
  time.constants.clear();
  power.constants.clear();
  const bool target = toTarget(fitted) && toTarget(test);
  if (target) energy.table = time.table = power.table = "energy_time_points";
  energy.quantity = target ? "energy to target" : "energy of an epoch";
  energy.unit = "J";
  time.quantity = target ? "time to target" : "time of an epoch";
  time.unit = "s";
  power.quantity = "mean power";
  power.unit = "W";
  std::size_t borrowed = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Run r = runOf(test, i);
    const std::string name = workloadOf(test, i);
    const auto g = gpus.find(gpuOf(test, i));
    std::string why;
    const Workload* w = nullptr;
    if (!asked(r)) why = "the batch size or the power limit is missing";
    else if (g == gpus.end()) why = "no run of this accelerator was fitted";
    else if (!g->second.error.empty()) why = g->second.error;
    else {
      for (const Workload& x : g->second.workloads)
        if (x.name == name) w = &x;
      for (const Workload& x : g->second.workloads)
        if (!w && kin(x.name) == kin(name)) {
          w = &x;
          ++borrowed;
        }
      if (!w) why = "no run of this workload was fitted";
    }
    if (!w) {
      for (Validation* v : {&energy, &time, &power}) v->set_aside.push_back({i, why});
      continue;
    }
    const auto k = static_cast<std::size_t>(w - g->second.workloads.data());
    const std::span<const double> v(g->second.fit.values);
    model::BatchLoad load = loadFrom(v.subspan(kOfGpu + kOfLoad * k, kOfLoad));
    // What grows with the batch was seen up to the largest fitted one; far beyond it rests on a prior alone.
    double largest = 0;
    for (const Run& x : w->runs) largest = std::max(largest, x.batch);
    load.padding_s *= std::min(1.0, 2 * largest / r.batch);
    const model::LimitedPass p = model::limitedPass(gpuFrom(v), load, r.batch, r.limit_w);
    const std::string label = fmt::format("{}, batch {}, {} W", name, r.batch, r.limit_w);
    const auto add = [&](Validation& to, double was, double is) {
      if (was > 0 && is > 0) to.tested.push_back({i, label, was, is});
      else to.set_aside.push_back({i, "nothing was measured"});
    };
    // How many passes a batch needs is the accuracy's matter: taken from the row.
    const double epochs = target ? test.number(i, "epochs_to_target") : 1;
    add(energy, target ? test.number(i, "eta_j") : r.time_s * r.power_w, epochs * p.energy_j());
    add(time, target ? test.number(i, "tta_s") : r.time_s, epochs * p.time_s);
    add(power, r.power_w, p.power_w);
  }
  if (borrowed > 0) energy.notes.push_back(fmt::format("{} rows use the constants of the same network with another optimizer", borrowed));
  return std::vector{std::move(energy), std::move(time), std::move(power)};
}

// Three runs a workload: the second smallest and the second largest batch at the highest limit, the middle one at the second
// lowest. Ends of a range are where a run is least like the others.
std::vector<std::size_t> threeRuns(const Table& all) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (measured(runOf(all, i))) groups[gpuOf(all, i) + workloadOf(all, i)].push_back(i);
  std::vector<std::size_t> chosen;
  for (const auto& [name, rows] : groups) {
    std::vector<double> batches, limits;
    for (const std::size_t i : rows) {
      batches.push_back(runOf(all, i).batch);
      limits.push_back(runOf(all, i).limit_w);
    }
    for (auto* x : {&batches, &limits}) {
      std::sort(x->begin(), x->end());
      x->erase(std::unique(x->begin(), x->end()), x->end());
    }
    if (batches.size() < 3 || limits.size() < 2) continue;
    const std::array<std::pair<double, double>, 3> wanted{std::pair{batches[batches.size() > 3 ? 1 : 0], limits.back()},
                                                          std::pair{batches[batches.size() / 2], limits[1]},
                                                          std::pair{batches[batches.size() > 3 ? batches.size() - 2 : 2], limits.back()}};
    for (const auto& [b, l] : wanted)
      for (const std::size_t i : rows)
        if (runOf(all, i).batch == b && runOf(all, i).limit_w == l) {
          chosen.push_back(i);
          break;
        }
  }
  return chosen;
}

Result<std::vector<Validation>> report(const Table& all, const TableContext& c) {
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < all.size(); ++i) groups.push_back(fmt::format("{} {}", all.text(i, "gpu"), all.text(i, "batch_size")));
  Result<std::vector<Validation>> out = leaveOneGroupOut(all, groups, validate, c, "leave one batch size out");
  if (!out) return out;
  const std::vector<std::size_t> three = threeRuns(all);
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::find(three.begin(), three.end(), i) == three.end()) rest.push_back(i);
  if (three.empty() || rest.empty()) return out;
  Result<std::vector<Validation>> few = validate(all.select(three), all.select(rest), c);
  if (!few) return out;
  for (Validation& v : *few) {
    v.split = "three runs a workload";
    for (Predicted& p : v.tested) p.row = rest[p.row];
    for (SetAside& s : v.set_aside) s.row = rest[s.row];
    out->push_back(std::move(v));
  }
  return out;
}

// Every fifth batch size of each workload left out, five times: the traces that these points come from are judged one batch
// size at a time.
Result<std::vector<Validation>> reportPoints(const Table& all, const TableContext& c) {
  std::map<std::string, std::vector<double>> batches;
  const auto key = [&](std::size_t i) { return gpuOf(all, i) + workloadOf(all, i); };
  for (std::size_t i = 0; i < all.size(); ++i) batches[key(i)].push_back(all.number(i, "batch_size"));
  for (auto& [name, b] : batches) {
    std::sort(b.begin(), b.end());
    b.erase(std::unique(b.begin(), b.end()), b.end());
  }
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<double>& b = batches[key(i)];
    groups.push_back(std::to_string((std::lower_bound(b.begin(), b.end(), all.number(i, "batch_size")) - b.begin()) % 5));
  }
  return leaveOneGroupOut(all, groups, validate, c, "every fifth batch size left out");
}

}  // namespace

TableModel energyTimePointsModel() {
  return {"energy_time_points", "Time and energy to target by batch size and power limit",
          {"gpu", "dataset", "batch_size", "power_limit_w", "time_per_epoch_s", "avg_power_w", "epochs_to_target", "tta_s", "eta_j"}, validate, reportPoints};
}

TableModel energyTraceModel() {
  return {"energy_trace", "Epoch time and power by batch size and power limit", {"dataset", "network", "batch_size", "power_limit", "time_per_epoch", "average_power"}, validate, report};
}

}  // namespace weir::calibrate
