#include "app/cli/open_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/base/offset.h"
#include "core/base/units.h"
#include "core/formats/open.h"
#include "core/run/column.h"

namespace weir::cli {
namespace {

CLI::Option* repeatable(CLI::Option* option, const char* type) {
  return option->type_name(type)->allow_extra_args(false)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// Both sides of the last "=", since a path may hold one.
Result<std::pair<std::string, std::string>> sides(const std::string& text, std::size_t at, const char* option, const char* example) {
  if (at == std::string::npos || at == 0 || at + 1 == text.size())
    return fail(fmt::format("\"{}\" lacks a side of \"=\"", text), option, fmt::format("write it as {}", example));
  return std::pair{text.substr(0, at), text.substr(at + 1)};
}

}  // namespace

void addOpenOptions(CLI::App& command, OpenArguments& a) {
  repeatable(command.add_option("--shift", a.shift,
                                "Move every source whose path contains PART by DURATION, on top of how clocks are aligned: "
                                "--shift switch=+5h --shift rank-3=-12.3ms (units d h min s ms us ns ps); repeatable"),
             "PART=DURATION");
  repeatable(command.add_option("--map", a.map,
                                "What a reader cannot know, such as the columns of a CSV file: --map csv.start=ts --map csv.unit=us "
                                "(csv.start end duration name track rank category bytes value unit); repeatable"),
             "KEY=VALUE");
  command.add_option("--spill-limit", a.spillLimit, "Memory that columns of runs may take before they go to disk, as 4GB (default: half of this machine's)")->type_name("SIZE");
  command.add_option("--spill-dir", a.spillFolder, "Folder for those columns (default: $WEIR_SPILL_DIR, $TMPDIR or /var/tmp); nothing stays there")->type_name("FOLDER");
}

Result<OpenOptions> openOptions(const OpenArguments& a) {
  OpenOptions o;
  for (const std::string& text : a.shift) {
    const auto s = sides(text, text.rfind('='), "--shift", "PART=DURATION, for example switch=+5h");
    if (!s) return tl::make_unexpected(s.error());
    const auto ps = units::parseOffset(s->second);
    if (!ps) {
      Error e = ps.error();
      e.where = "--shift " + text;
      return tl::make_unexpected(e);
    }
    o.shifts.emplace_back(s->first, *ps);
  }
  for (const std::string& text : a.map) {
    const auto s = sides(text, text.find('='), "--map", "KEY=VALUE, for example csv.start=ts");
    if (!s) return tl::make_unexpected(s.error());
    if (std::find(kSettingKeys.begin(), kSettingKeys.end(), s->first) == kSettingKeys.end())
      return fail(fmt::format("no reader knows \"{}\"", s->first), "--map " + text, fmt::format("keys are {}", fmt::join(kSettingKeys, ", ")));
    if (!o.settings.emplace(s->first, s->second).second)
      return fail(fmt::format("\"{}\" is given twice", s->first), "--map " + text, "give it once");
  }
  if (a.spillLimit.empty() && a.spillFolder.empty()) return o;
  SpillOptions spill;
  if (!a.spillLimit.empty()) {
    const auto bytes = units::parseBytes(a.spillLimit);
    if (!bytes) {
      Error e = bytes.error();
      e.where = "--spill-limit";
      return tl::make_unexpected(e);
    }
    // 0 means the default to setSpill(); one byte sends every large column to disk.
    spill.limit = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(bytes->count()));
  }
  if (!a.spillFolder.empty()) {
    std::error_code ec;
    if (!std::filesystem::is_directory(a.spillFolder, ec)) return fail("is no folder", "--spill-dir " + a.spillFolder, "name one that is there, with room");
    if (::access(a.spillFolder.c_str(), W_OK | X_OK) != 0) return fail("cannot be written to", "--spill-dir " + a.spillFolder, "name a folder of your own");
    spill.folder = a.spillFolder;
  }
  setSpill(spill);
  return o;
}

}  // namespace weir::cli
