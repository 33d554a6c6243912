#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/file_head.h"
#include "core/base/file_head.h"
#include "core/formats/open.h"
#include "core/jobs/use_cases.h"
#include "core/scenario/json.h"

namespace weir {
namespace {

// The keys of the outermost object, as far as they stand in `json`, which may break off or be wrong anywhere: only
// strings and brackets are looked at. Escapes in keys are kept as written; ours have none.
std::vector<std::string_view> outerKeys(std::string_view json) {
  std::vector<std::string_view> keys;
  int depth = 0;
  bool key = false;  // a string here would be a key
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      std::size_t end = i + 1;
      while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
      if (end >= json.size()) break;
      if (key && depth == 1) keys.push_back(json.substr(i + 1, end - i - 1));
      key = false;
      i = end;
    } else if (c == '{' || c == '[') {
      key = ++depth == 1 && c == '{';
      if (depth == 1 && c == '[') break;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) break;
    } else if (c == ',' && depth == 1) {
      key = true;
    } else if (depth == 0 && static_cast<unsigned char>(c) > ' ' && !(i < 3 && static_cast<unsigned char>(c) >= 0x80)) {
      break;  // not JSON (a byte order mark is let through)
    }
  }
  return keys;
}

}  // namespace

FileKind kindOf(std::string_view first) {
  if (Study::looksLikeStudy(first)) return FileKind::Study;
  const std::vector<std::string_view> keys = outerKeys(first.substr(0, kHeadBytes));
  const auto has = [&](std::string_view k) { return std::find(keys.begin(), keys.end(), k) != keys.end(); };
  if (has("traceEvents")) return FileKind::Trace;
  if (keys.empty() && looksLikeTable(first.substr(0, kHeadBytes))) return FileKind::Table;
  return has("weir") || (has("machine") && has("workload")) ? FileKind::Scenario : FileKind::Trace;
}

Result<Opened> openAny(const std::vector<std::string>& paths, const Presets& presets, const Job& job) {
  if (!paths.empty() && std::all_of(paths.begin(), paths.end(), holdsTables)) {
    auto report = validateTables(paths, presets, job);
    if (!report) return tl::make_unexpected(std::move(report).error());
    return *std::move(report);
  }
  for (const std::string& path : paths) {
    const FileKind kind = kindOf(headOf(path));
    if (kind == FileKind::Trace) continue;
    if (kind == FileKind::Table) return fail("is a table of measurements and cannot be opened together with traces", path, "open it alone, or with other tables");
    if (paths.size() > 1)
      return fail(kind == FileKind::Study ? "is a study and cannot be opened together with other files"
                                          : "is a scenario and cannot be opened together with other files",
                  path, "open it alone");
    if (kind == FileKind::Study) {
      const auto study = Study::open(path, Study::Mode::ReadOnly);
      if (!study) return tl::make_unexpected(study.error());
      return StudyPath{path};
    }
    auto s = loadScenario(path, presets);
    if (!s) return tl::make_unexpected(std::move(s).error());
    return *std::move(s);
  }
  auto run = openFiles(paths, {}, job);
  if (!run) return tl::make_unexpected(std::move(run).error());
  return std::make_shared<const Run>(*std::move(run));
}

}  // namespace weir
