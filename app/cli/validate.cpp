#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/scenario_options.h"
#include "core/calibrate/validation.h"
#include "core/summarize/json_or_null.h"

namespace weir::cli {
namespace {

using calibrate::Validation;
using Json = nlohmann::ordered_json;

Json toJson(const Validation& v) {
  const calibrate::Errors e = calibrate::errorsOf(v);
  Json j{{"table", v.table}, {"quantity", v.quantity}, {"unit", v.unit}, {"split", v.split}, {"rows_fitted", v.rows_fitted}, {"rows_tested", v.tested.size()},
         {"mean_absolute_error", orNull(e.mean)}, {"median_absolute_error", orNull(e.median)}, {"p95_absolute_error", orNull(e.p95)}};
  j["constants"] = Json::array();
  for (const calibrate::Constant& c : v.constants)
    j["constants"].push_back({{"name", c.name}, {"value", orNull(c.value)}, {"low", orNull(c.low)}, {"high", orNull(c.high)}, {"unit", c.unit}, {"source", c.source}});
  j["rows"] = Json::array();
  for (const calibrate::Predicted& p : v.tested)
    j["rows"].push_back({{"row", p.row + 1}, {"label", p.label}, {"measured", orNull(p.measured)}, {"predicted", orNull(p.predicted)}, {"low", orNull(p.low)}, {"high", orNull(p.high)}});
  j["set_aside"] = Json::array();
  for (const calibrate::SetAside& s : v.set_aside) j["set_aside"].push_back({{"row", s.row + 1}, {"reason", s.reason}});
  j["notes"] = v.notes;
  return j;
}

struct ValidateCommand {
  std::string folder, fit, test;
  bool json = false, rows = false;
};

int files(const ValidateCommand& o, const Presets& presets) {
  const auto fitted = calibrate::readTable(o.fit);
  if (!fitted) return report(fitted.error());
  const auto test = calibrate::readTable(o.test);
  if (!test) return report(test.error());
  Result<std::vector<Validation>> v = fail("");
  withProgress([&](const Job& job) { v = calibrate::validateTables(*fitted, *test, {&presets, job}); });
  if (!v) return report(v.error());
  if (v->empty()) return report(Error{Error::Kind::Input, "no row can be predicted", o.test, "compare its columns with the table's description"});
  if (!o.json) return print(calibrate::reportText(*v, true));
  // The primary quantity's figures stand at the top, the others below.
  Json j = toJson(v->front());
  j["others"] = Json::array();
  for (std::size_t i = 1; i < v->size(); ++i) j["others"].push_back(toJson((*v)[i]));
  return print(j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

int folder(const ValidateCommand& o, const Presets& presets) {
  Result<calibrate::FolderReport> r = fail("");
  std::error_code ec;
  if (!std::filesystem::is_directory(o.folder, ec)) {
    const auto table = calibrate::readTable(o.folder);
    if (!table) return report(table.error());
    const calibrate::TableModel* m = calibrate::tableModelOf(*table);
    if (!m) return report(Error{Error::Kind::Input, "no model knows these columns", o.folder, "weir-cli validate --help lists the kinds of table"});
    withProgress([&](const Job& job) {
      auto v = m->report(*table, {&presets, job});
      if (v) r = calibrate::FolderReport{std::move(*v), {}, {}};
      else r = tl::make_unexpected(v.error());
    });
  } else {
    withProgress([&](const Job& job) { r = calibrate::validateFolder(o.folder, {&presets, job}); });
  }
  if (!r) return report(r.error());
  if (o.json) {
    Json j;
    j["tables"] = Json::array();
    for (const Validation& v : r->validations) j["tables"].push_back(toJson(v));
    j["skipped"] = r->skipped;
    j["failed"] = r->failed;
    if (const int code = print(j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"); code != kOk) return code;
  } else {
    std::string text = calibrate::reportText(r->validations, o.rows);
    for (const std::string& s : r->skipped) text += "skipped " + s + "\n";
    for (const std::string& s : r->failed) text += "failed  " + s + "\n";
    if (const int code = print(text); code != kOk) return code;
  }
  if (r->validations.empty()) return report(Error{Error::Kind::Input, "no table of a known kind was found", o.folder, "weir-cli validate --help lists the kinds"});
  return r->failed.empty() ? kOk : kWrongInput;
}

}  // namespace

std::function<int()> addValidate(CLI::App& app) {
  auto o = std::make_shared<ValidateCommand>();
  CLI::App* command = app.add_subcommand("validate", "Hold the models against measured tables: fit on some rows, predict the others");
  command->add_option("TABLES", o->folder, "A folder of measured tables, or one table: each by its usual split into fitted and tested rows");
  CLI::Option* fit = command->add_option("--fit", o->fit, "Table whose rows the constants are fitted on");
  CLI::Option* test = command->add_option("--test", o->test, "Table of the same columns whose rows are predicted");
  fit->needs(test);
  test->needs(fit);
  command->add_flag("--rows", o->rows, "With a folder: the worst rows and the constants of each table too");
  command->add_flag("--json", o->json, "Print JSON: errors are fractions, null = unknown");
  std::string kinds = "Kinds of table, known by their columns:\n";
  for (const calibrate::TableModel& m : calibrate::tableModels()) {
    std::string columns;
    for (const std::string_view c : m.columns) columns += fmt::format("{}{}", columns.empty() ? "" : ", ", c);
    kinds += fmt::format("  {:<20} {}\n  {:<20} {}\n", m.name, m.title, "", columns);
  }
  command->footer(kinds);
  return [o] {
    if (o->folder.empty() == o->fit.empty()) {
      (void)report(Error{Error::Kind::Input, o->folder.empty() ? "no table is given" : "a folder and --fit are given", "validate", "give a folder, or --fit FILE --test FILE"});
      return kWrongUsage;
    }
    const auto presets = loadPresets();
    if (!presets) return report(presets.error());
    return o->fit.empty() ? folder(*o, *presets) : files(*o, *presets);
  };
}

}  // namespace weir::cli
