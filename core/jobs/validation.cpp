#include "core/jobs/validation.h"

#include <algorithm>
#include <filesystem>

#include "core/base/file_head.h"

namespace weir {
namespace fs = std::filesystem;
namespace {

bool fileIsTable(const fs::path& p) { return looksLikeTable(headOf(p.string())); }

std::string nameOf(const std::string& path) {
  fs::path p(path);
  if (!p.has_filename()) p = p.parent_path();
  return p.filename().string();
}

struct Known {
  const calibrate::TableModel* model;
  calibrate::Table table;
};

// Of a folder: files that are no table of a known kind are named, not refused.
Result<std::vector<Known>> tablesOf(const std::string& folder, ValidationReport& out) {
  std::error_code ec;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, ec)) files.push_back(entry.path());
  if (ec) return failIo("cannot be read: " + ec.message(), folder, "name a folder of measured tables, or a table");
  std::sort(files.begin(), files.end());
  std::vector<Known> known;
  for (const fs::path& f : files) {
    if (f.extension() != ".csv") {
      out.skipped.push_back(f.filename().string() + ": not a .csv");
      continue;
    }
    auto table = calibrate::readTable(f.string());
    if (!table) {
      out.failed.push_back(table.error().line());
      continue;
    }
    if (const calibrate::TableModel* m = calibrate::tableModelOf(*table)) known.push_back({m, std::move(*table)});
    else out.skipped.push_back(f.filename().string() + ": no model knows these columns");
  }
  return known;
}

}  // namespace

bool looksLikeTable(std::string_view first) {
  const auto end = first.find_first_of("\r\n");
  const std::string_view line = first.substr(0, end);
  if (end == std::string_view::npos || line.find(',') == std::string_view::npos || line.find('\0') != std::string_view::npos) return false;
  const auto table = calibrate::parseTable(std::string(line) + "\n", "");
  return table && calibrate::tableModelOf(*table);
}

bool holdsTables(const std::string& path) {
  std::error_code ec;
  if (!fs::is_directory(path, ec)) return fileIsTable(path);
  for (const auto& entry : fs::directory_iterator(path, ec))
    if (entry.path().extension() == ".csv" && fileIsTable(entry.path())) return true;
  return false;
}

Result<ValidationPtr> validateTables(const std::vector<std::string>& paths, const Presets& presets, const Job& job,
                                     const std::function<void(ValidationPtr)>& onPartial) {
  auto out = std::make_shared<ValidationReport>();
  if (paths.empty()) return fail("no table is given", {}, "give a folder of measured tables, or one table");
  out->title = paths.size() == 1 ? nameOf(paths.front()) : nameOf(fs::path(paths.front()).parent_path().string());
  std::vector<Known> all;
  for (const std::string& path : paths) {
    std::error_code ec;
    if (fs::is_directory(path, ec)) {
      auto known = tablesOf(path, *out);
      if (!known) return tl::make_unexpected(std::move(known).error());
      std::move(known->begin(), known->end(), std::back_inserter(all));
      continue;
    }
    auto table = calibrate::readTable(path);
    if (!table) return tl::make_unexpected(std::move(table).error());
    const calibrate::TableModel* m = calibrate::tableModelOf(*table);
    if (!m) return fail("no model knows these columns", path, "weir-cli validate --help lists the kinds of table");
    all.push_back({m, std::move(*table)});
  }
  std::stable_sort(all.begin(), all.end(), [](const Known& a, const Known& b) { return a.model < b.model; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (job.stopped()) return stoppedByUser();
    const std::string file = fs::path(all[i].table.file).stem().string();
    // Steps of work within a table have their own phases; this one says which table it is.
    job.begin(file, all.size());
    job.set(i);
    auto v = all[i].model->report(all[i].table, {&presets, {job.stop, nullptr}});
    if (!v && v.error().stopped()) return tl::make_unexpected(std::move(v).error());
    if (!v) {
      out->failed.push_back(v.error().where.empty() ? file + ": " + v.error().line() : v.error().line());
      continue;
    }
    for (calibrate::Validation& x : *v) {
      if (file != x.table) x.table = file;
      out->validations.push_back(std::move(x));
    }
    if (onPartial && i + 1 < all.size()) {
      auto so_far = std::make_shared<ValidationReport>(*out);
      so_far->partial = true;
      onPartial(std::move(so_far));
    }
  }
  if (out->validations.empty())
    return fail(out->failed.empty() ? "no table of a known kind was found" : out->failed.front(), paths.front(), "weir-cli validate --help lists the kinds of table");
  return out;
}

}  // namespace weir
