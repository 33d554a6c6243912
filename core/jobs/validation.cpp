#include "core/jobs/validation.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace weir {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kHeadBytes = 64 << 10;

bool fileIsTable(const fs::path& p) {
  std::error_code ec;
  if (!fs::is_regular_file(p, ec)) return false;
  std::ifstream in(p, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return looksLikeTable(head);
}

std::string nameOf(const std::string& path) {
  fs::path p(path);
  if (!p.has_filename()) p = p.parent_path();
  return p.filename().string();
}

Result<void> addTable(const std::string& path, const Presets& presets, const Job& job, ValidationReport& out) {
  auto table = calibrate::readTable(path);
  if (!table) return tl::make_unexpected(std::move(table).error());
  const calibrate::TableModel* model = calibrate::tableModelOf(*table);
  if (!model) return fail("no model knows these columns", path, "weir-cli validate --help lists the kinds of table");
  auto v = model->report(*table, {&presets, job});
  if (!v) return tl::make_unexpected(std::move(v).error());
  std::move(v->begin(), v->end(), std::back_inserter(out.validations));
  return {};
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

Result<ValidationPtr> validateTables(const std::vector<std::string>& paths, const Presets& presets, const Job& job) {
  auto out = std::make_shared<ValidationReport>();
  if (paths.empty()) return fail("no table is given", {}, "give a folder of measured tables, or one table");
  out->title = paths.size() == 1 ? nameOf(paths.front()) : nameOf(fs::path(paths.front()).parent_path().string());
  for (const std::string& path : paths) {
    std::error_code ec;
    if (!fs::is_directory(path, ec)) {
      if (const auto added = addTable(path, presets, job, *out); !added) return tl::make_unexpected(added.error());
      continue;
    }
    auto folder = calibrate::validateFolder(path, {&presets, job});
    if (!folder) return tl::make_unexpected(std::move(folder).error());
    std::move(folder->validations.begin(), folder->validations.end(), std::back_inserter(out->validations));
    std::move(folder->skipped.begin(), folder->skipped.end(), std::back_inserter(out->skipped));
    std::move(folder->failed.begin(), folder->failed.end(), std::back_inserter(out->failed));
  }
  if (out->validations.empty())
    return fail(out->failed.empty() ? "no table of a known kind was found" : out->failed.front(), paths.front(), "weir-cli validate --help lists the kinds of table");
  return out;
}

}  // namespace weir
