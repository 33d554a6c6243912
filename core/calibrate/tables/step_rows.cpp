#include "core/calibrate/tables/step_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

#include "core/model/predict.h"
#include "core/model/training.h"

namespace weir::calibrate {
namespace {

struct Time1 {
  double step_s = std::numeric_limits<double>::quiet_NaN();
  bool fits = false;
};

Time1 timeOf(const Scenario& s) {
  const Result<model::TrainingStep> t = model::trainingStep(s);
  if (!t) return {};
  const double room = s.machine.node.accelerator.memory.toDouble();
  return {model::trainingOutcome(s, *t).step_s, room <= 0 || t->memory.total() <= room};
}

void apply(Scenario& s, const std::vector<StepConstant>& constants, std::span<const double> values) {
  for (std::size_t i = 0; i < constants.size(); ++i) setConstant(s, constants[i].path, values[i]);
}

double stepOf(StepRow& r, const std::vector<StepConstant>& constants, std::span<const double> values) {
  double best = std::numeric_limits<double>::quiet_NaN(), any = best;
  for (Scenario& s : r.candidates) {
    apply(s, constants, values);
    const Time1 t = timeOf(s);
    if (std::isnan(t.step_s)) continue;
    if (!(any <= t.step_s)) any = t.step_s;
    if ((t.fits || r.may_overflow) && !(best <= t.step_s)) best = t.step_s;
  }
  return std::isnan(best) ? any : best;
}

double reported(const StepRow& r, double step_s) { return r.rate ? r.scale / step_s : r.scale * step_s; }

struct Known {
  std::vector<double> values;
  std::vector<Constant> constants;
  double scatter = 1;
  std::size_t rows = 0;
};

std::vector<double> presetValues(const StepRow& r, const std::vector<StepConstant>& constants) {
  std::vector<double> v;
  for (const StepConstant& c : constants) v.push_back(constantOf(r.candidates.front(), c.path));
  return v;
}

Result<Known> fitRows(const StepTable& t, std::vector<StepRow>& rows, const std::vector<double>& prior, double confidence, const std::string& of, const Job& job) {
  Problem p;
  for (std::size_t i = 0; i < t.constants.size(); ++i) {
    const StepConstant& c = t.constants[i];
    p.parameters.push_back({.name = fmt::format("{} ({})", c.path, of), .start = std::min(prior[i], c.highest), .lowest = prior[i] / 20, .highest = c.highest,
                            .prior = std::min(prior[i], c.highest), .prior_error = c.prior_error * confidence, .unit = c.unit, .source = "preset"});
  }
  p.residuals = rows.size();
  p.evaluate = [&](std::span<const double> v, std::span<double> out) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double step = stepOf(rows[k], t.constants, v);
      if (!(step > 0)) return false;
      out[k] = std::log(step / rows[k].measured_s) / t.expected_error;
    }
    return true;
  };
  const Result<Fit> f = fit(p, job);
  if (!f) return tl::make_unexpected(f.error());
  return Known{f->values, f->constants, std::max(1.0, f->scatter), rows.size()};
}

std::vector<std::string> distinctOf(const std::vector<StepRow>& rows, std::string StepRow::*member) {
  std::vector<std::string> out;
  for (const StepRow& r : rows)
    if (std::find(out.begin(), out.end(), r.*member) == out.end()) out.push_back(r.*member);
  return out;
}

std::vector<StepRow> only(const std::vector<StepRow>& rows, std::string StepRow::*member, const std::string& value) {
  std::vector<StepRow> out;
  for (const StepRow& r : rows)
    if (r.*member == value) out.push_back(r);
  return out;
}

}  // namespace

double constantOf(const Scenario& s, std::string_view path) {
  const Node& n = s.machine.node;
  const Accelerator& a = n.accelerator;
  if (path == "machine.node.accelerator.efficiency") return a.efficiency.empty() ? 1 : a.efficiency.front().second;
  if (path == "machine.node.accelerator.memory_efficiency") return a.memory_efficiency.empty() ? 1 : a.memory_efficiency.front().second;
  if (path == "machine.node.accelerator.attention_efficiency") return a.attention_efficiency;
  if (path == "machine.node.accelerator.overlap_contention") return a.overlap_contention;
  if (path == "machine.node.accelerator.step_overhead") return a.step_overhead.toSeconds();
  if (path == "machine.node.fabric.attained") return n.fabric.attained;
  if (path == "machine.node.nic.attained") return n.nic.attained;
  return std::numeric_limits<double>::quiet_NaN();
}

void setConstant(Scenario& s, std::string_view path, double value) {
  Node& n = s.machine.node;
  Accelerator& a = n.accelerator;
  // One fraction at every size: what small operations lose is operation_overhead's.
  if (path == "machine.node.accelerator.efficiency") a.efficiency = {{0, value}};
  if (path == "machine.node.accelerator.memory_efficiency") a.memory_efficiency = {{0, value}};
  if (path == "machine.node.accelerator.attention_efficiency") a.attention_efficiency = value;
  if (path == "machine.node.accelerator.overlap_contention") a.overlap_contention = value;
  if (path == "machine.node.accelerator.step_overhead") a.step_overhead = Time::seconds(value);
  if (path == "machine.node.fabric.attained") n.fabric.attained = value;
  if (path == "machine.node.nic.attained") n.nic.attained = value;
}

Result<std::vector<Validation>> validateSteps(const StepTable& t, const StepRows& fitted, const StepRows& tested, const TableContext& c) {
  std::map<std::string, Known> families, types;
  for (const std::string& family : distinctOf(fitted.rows, &StepRow::family)) {
    std::vector<StepRow> rows = only(fitted.rows, &StepRow::family, family);
    Result<Known> k = fitRows(t, rows, presetValues(rows.front(), t.constants), 1, family, c.job);
    if (!k) return tl::make_unexpected(std::move(k.error()));
    const std::vector<std::string> of = distinctOf(rows, &StepRow::type);
    if (of.size() > 1)
      for (const std::string& type : of) {
        std::vector<StepRow> mine = only(rows, &StepRow::type, type);
        // What the family says is known better than what a preset says.
        Result<Known> one = fitRows(t, mine, k->values, 0.5, type, c.job);
        if (!one) return tl::make_unexpected(std::move(one.error()));
        types[type] = std::move(*one);
      }
    families[family] = std::move(*k);
  }

  Validation all;
  all.table = t.name;
  all.quantity = t.quantity;
  all.unit = t.unit;
  all.split = "as given";
  all.rows_fitted = fitted.rows.size();
  all.set_aside = tested.aside;
  std::vector<std::string> unseen;
  std::map<std::string, Validation> byType;
  for (const StepRow& given : tested.rows) {
    StepRow r = given;
    const auto type = types.find(r.type);
    const auto family = families.find(r.family);
    const Known* k = type != types.end() ? &type->second : family != families.end() ? &family->second : nullptr;
    const std::vector<double> values = k ? k->values : presetValues(r, t.constants);
    if (!k && std::find(unseen.begin(), unseen.end(), r.type) == unseen.end()) unseen.push_back(r.type);
    const double step = stepOf(r, t.constants, values);
    if (!(step > 0)) {
      const Result<model::TrainingStep> why = model::trainingStep(r.candidates.front());
      all.set_aside.push_back({r.row, why ? "the model gives no time" : why.error().line()});
      continue;
    }
    Predicted p{r.row, r.label, reported(r, r.measured_s), reported(r, step)};
    const double spread = std::exp(2 * t.expected_error * (k ? k->scatter : 3));
    p.low = p.predicted / spread;
    p.high = p.predicted * spread;
    Validation& one = byType[r.type];
    one.tested.push_back(p);
    one.rows_fitted = k ? k->rows : 0;
    if (one.constants.empty() && k) one.constants = k->constants;
    all.tested.push_back(std::move(p));
  }
  for (const auto& [name, k] : families) all.constants.insert(all.constants.end(), k.constants.begin(), k.constants.end());
  for (const auto& [name, k] : types) all.constants.insert(all.constants.end(), k.constants.begin(), k.constants.end());
  if (!unseen.empty()) all.notes.push_back(fmt::format("no row fitted for {}: constants of the preset", fmt::join(unseen, ", ")));
  std::vector<Validation> out{std::move(all)};
  std::vector<std::string> kinds = distinctOf(fitted.rows, &StepRow::type);
  for (const std::string& k : distinctOf(tested.rows, &StepRow::type))
    if (std::find(kinds.begin(), kinds.end(), k) == kinds.end()) kinds.push_back(k);
  if (kinds.size() > 1)
    for (auto& [type, v] : byType) {
      v.table = t.name;
      v.quantity = fmt::format("{}, {}", t.quantity, type);
      v.unit = t.unit;
      v.split = "as given";
      out.push_back(std::move(v));
    }
  return out;
}

std::optional<AcceleratorName> acceleratorOf(std::string_view text) {
  std::string t;
  for (const char ch : text) t += static_cast<char>(std::toupper(static_cast<unsigned char>(ch)));
  const auto has = [&](const char* what) { return t.find(what) != std::string::npos; };
  if (has("GB300")) return AcceleratorName{"GB300", "B200", "dgx-b200", ""};
  if (has("GB200")) return AcceleratorName{"GB200", "B200", "dgx-b200", ""};
  if (has("B300")) return AcceleratorName{"B300", "B200", "dgx-b200", ""};
  if (has("B200")) return AcceleratorName{"B200", "B200", "dgx-b200", ""};
  if (has("H100") || has("H200") || has("H800")) return AcceleratorName{has("H200") ? "H200" : has("H800") ? "H800" : "H100", "H100", "dgx-h100", ""};
  if (has("A100")) return has("40") ? AcceleratorName{"A100 40GB", "A100", "dgx-a100", "a100-40gb"} : AcceleratorName{"A100 80GB", "A100", "dgx-a100", "a100-80gb"};
  if (has("V100")) return AcceleratorName{"V100", "V100", "dgx-1v", ""};
  if (has("MI300")) return AcceleratorName{"MI300X", "MI300X", "mi300x-node", ""};
  if (has("MI250")) return AcceleratorName{"MI250X", "MI250X", "frontier", ""};
  return std::nullopt;
}

std::optional<Machine> machineOf(const AcceleratorName& a, int accelerators, const TableContext& c) {
  const Preset<Machine>* preset = c.presets ? c.presets->machine(a.machine) : nullptr;
  if (!preset || accelerators < 1) return std::nullopt;
  Machine m = preset->value;
  if (!a.accelerator.empty())
    if (const Preset<Accelerator>* chip = c.presets->accelerator(a.accelerator)) m.node.accelerator = chip->value;
  const int perNode = std::min(m.node.accelerators, accelerators);
  m.node.accelerators = perNode;
  m.nodes = (accelerators + perNode - 1) / perNode;
  m.network.topology = Topology::FatTree;
  m.network.radix = 0;
  m.network.taper = 1;
  m.storage.clear();
  return m;
}

StepRows stepRows(const Table& t, const TableContext& c, Result<StepRow> (*rowOf)(const Table& t, std::size_t row, const TableContext& c)) {
  StepRows out;
  for (std::size_t i = 0; i < t.size(); ++i) {
    Result<StepRow> r = rowOf(t, i, c);
    if (r) out.rows.push_back(std::move(*r));
    else out.aside.push_back({i, r.error().what});
  }
  return out;
}

}  // namespace weir::calibrate
