#include "core/calibrate/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "core/calibrate/tables/tables.h"

namespace weir::calibrate {
namespace {

std::vector<double> sortedErrors(const Validation& v) {
  std::vector<double> e;
  for (const Predicted& p : v.tested) e.push_back(p.error());
  std::sort(e.begin(), e.end());
  return e;
}

double quantile(const std::vector<double>& sorted, double q) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto i = static_cast<std::size_t>(at);
  const double next = i + 1 < sorted.size() ? sorted[i + 1] : sorted[i];
  return sorted[i] + (at - static_cast<double>(i)) * (next - sorted[i]);
}

std::string number(double v) {
  if (std::isnan(v)) return "unknown";
  return fmt::format("{:.4g}", v);
}

}  // namespace

double Predicted::error() const { return std::abs(predicted - measured) / std::abs(measured); }

Errors errorsOf(const Validation& v) {
  const std::vector<double> e = sortedErrors(v);
  const double mean = e.empty() ? std::numeric_limits<double>::quiet_NaN() : std::accumulate(e.begin(), e.end(), 0.0) / static_cast<double>(e.size());
  return {mean, quantile(e, 0.5), quantile(e, 0.95)};
}

const TableModel* tableModelOf(const Table& t) {
  const TableModel* found = nullptr;
  for (const TableModel& m : tableModels()) {
    const bool all = std::all_of(m.columns.begin(), m.columns.end(), [&](std::string_view c) { return t.has(c); });
    if (all && (!found || m.columns.size() > found->columns.size())) found = &m;
  }
  return found;
}

Result<std::vector<Validation>> validateTables(const Table& fit, const Table& test, const TableContext& c) {
  const TableModel* a = tableModelOf(fit);
  const TableModel* b = tableModelOf(test);
  const auto unknown = [](const Table& t) {
    std::string known;
    for (const TableModel& m : tableModels()) known += fmt::format("{}{}", known.empty() ? "" : ", ", m.name);
    return fail("no model knows these columns", t.file, fmt::format("known are tables of {}", known));
  };
  if (!a) return unknown(fit);
  if (!b) return unknown(test);
  if (a != b) return fail(fmt::format("this is a table of {}, the other one of {}", b->name, a->name), test.file, "give two files of the same columns");
  if (test.size() == 0) return fail("the table has no rows to predict", test.file, "give rows below the header");
  return a->validate(fit, test, c);
}

Result<FolderReport> validateFolder(const std::string& folder, const TableContext& c) {
  std::error_code ec;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ec)) files.push_back(entry.path());
  if (ec) return failIo(fmt::format("cannot be read: {}", ec.message()), folder, "name a folder of measured tables, or a table");
  std::sort(files.begin(), files.end());
  struct Kept {
    const TableModel* model;
    Table table;
  };
  std::vector<Kept> kept;
  FolderReport r;
  for (const auto& f : files) {
    if (f.extension() != ".csv") {
      r.skipped.push_back(f.filename().string() + ": not a .csv");
      continue;
    }
    Result<Table> t = readTable(f.string());
    if (!t) {
      r.failed.push_back(t.error().line());
      continue;
    }
    const TableModel* m = tableModelOf(*t);
    if (!m) r.skipped.push_back(f.filename().string() + ": no model knows these columns");
    else kept.push_back({m, std::move(*t)});
  }
  std::stable_sort(kept.begin(), kept.end(), [](const Kept& x, const Kept& y) { return x.model < y.model; });
  c.job.begin("validating", kept.size());
  for (const Kept& k : kept) {
    if (c.job.stopped()) return stoppedByUser();
    Result<std::vector<Validation>> v = k.model->report(k.table, c);
    if (!v && v.error().stopped()) return tl::make_unexpected(std::move(v.error()));
    if (!v) {
      r.failed.push_back(v.error().where.empty() ? k.table.file + ": " + v.error().line() : v.error().line());
    } else {
      const std::string file = std::filesystem::path(k.table.file).stem().string();
      for (Validation& x : *v) {
        if (file != x.table) x.table = file;
        r.validations.push_back(std::move(x));
      }
    }
    c.job.add(1);
  }
  return r;
}

std::string reportText(const std::vector<Validation>& all, bool rows) {
  std::string t = fmt::format("{:<22} {:<26} {:>7} {:>7} {:>8} {:>8} {:>8}  {}\n", "table", "quantity", "fitted", "tested", "mean", "median", "p95", "split");
  for (const Validation& v : all) {
    const Errors e = errorsOf(v);
    const auto percent = [](double x) { return std::isnan(x) ? std::string("unknown") : fmt::format("{:.2f} %", 100 * x); };
    t += fmt::format("{:<22} {:<26} {:>7} {:>7} {:>8} {:>8} {:>8}  {}\n", v.table, v.quantity, v.rows_fitted, v.tested.size(), percent(e.mean), percent(e.median), percent(e.p95), v.split);
    if (!v.set_aside.empty()) t += fmt::format("    {} rows set aside, first: {}\n", v.set_aside.size(), v.set_aside.front().reason);
    for (const std::string& n : v.notes) t += "    " + n + "\n";
    if (!rows) continue;
    std::vector<const Predicted*> worst;
    for (const Predicted& p : v.tested) worst.push_back(&p);
    std::stable_sort(worst.begin(), worst.end(), [](const Predicted* x, const Predicted* y) { return x->error() > y->error(); });
    worst.resize(std::min<std::size_t>(worst.size(), 5));
    for (const Predicted* p : worst)
      t += fmt::format("    {:>+7.1f} %  measured {} {}, predicted {}{}  {}\n", 100 * (p->predicted / p->measured - 1), number(p->measured), v.unit, number(p->predicted),
                       std::isnan(p->low) ? "" : fmt::format(" [{}, {}]", number(p->low), number(p->high)), p->label);
    for (const Constant& k : v.constants)
      t += fmt::format("    {:<44} {:>10} {:<6} [{}, {}]  {}\n", k.name, number(k.value), k.unit, number(k.low), number(k.high), k.source);
  }
  return t;
}

std::vector<std::string> distinct(const Table& t, std::string_view column) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < t.size(); ++i) {
    std::string v(t.text(i, column));
    if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(std::move(v));
  }
  return out;
}

Result<std::vector<Validation>> leaveOneGroupOut(const Table& all, const std::vector<std::string>& groupOf,
                                                 Result<std::vector<Validation>> (*validate)(const Table&, const Table&, const TableContext&), const TableContext& c, std::string split) {
  std::vector<std::string> groups;
  for (const std::string& g : groupOf)
    if (std::find(groups.begin(), groups.end(), g) == groups.end()) groups.push_back(g);
  std::vector<Validation> pooled;
  std::vector<SetAside> unfit;
  for (const std::string& g : groups) {
    if (c.job.stopped()) return stoppedByUser();
    std::vector<std::size_t> in, out;
    for (std::size_t i = 0; i < all.size(); ++i) (groupOf[i] == g ? out : in).push_back(i);
    Result<std::vector<Validation>> one = validate(all.select(in), all.select(out), c);
    if (!one && one.error().stopped()) return one;
    if (!one) {
      for (const std::size_t row : out) unfit.push_back({row, one.error().what});
      continue;
    }
    for (std::size_t q = 0; q < one->size(); ++q) {
      Validation& v = (*one)[q];
      for (Predicted& p : v.tested) p.row = out[p.row];
      for (SetAside& s : v.set_aside) s.row = out[s.row];
      const auto same = std::find_if(pooled.begin(), pooled.end(), [&](const Validation& x) { return x.quantity == v.quantity; });
      if (same == pooled.end()) {
        v.split = split;
        pooled.push_back(std::move(v));
        continue;
      }
      same->rows_fitted = std::max(same->rows_fitted, v.rows_fitted);
      same->tested.insert(same->tested.end(), v.tested.begin(), v.tested.end());
      same->set_aside.insert(same->set_aside.end(), v.set_aside.begin(), v.set_aside.end());
      for (const std::string& n : v.notes)
        if (std::find(same->notes.begin(), same->notes.end(), n) == same->notes.end()) same->notes.push_back(n);
    }
  }
  if (pooled.empty()) return fail("no group of rows can be predicted from the others", all.file, unfit.empty() ? "give more rows" : unfit.front().reason);
  for (Validation& v : pooled) v.set_aside.insert(v.set_aside.end(), unfit.begin(), unfit.end());
  return pooled;
}

}  // namespace weir::calibrate
