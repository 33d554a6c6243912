#include "core/calibrate/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/base/text.h"

namespace weir::calibrate {
namespace {

constexpr std::size_t kLargest = 64U << 20;

// One record from `at` on; moves `at` behind its line end. False: a quote is never closed.
bool record(std::string_view text, std::size_t& at, std::size_t& line, std::vector<std::string>& cells) {
  cells.assign(1, {});
  bool quoted = false;
  while (at < text.size()) {
    const char c = text[at++];
    if (quoted) {
      if (c == '\n') ++line;
      if (c != '"') {
        cells.back() += c;
      } else if (at < text.size() && text[at] == '"') {
        cells.back() += '"';
        ++at;
      } else {
        quoted = false;
      }
    } else if (c == '"' && trimmed(cells.back()).empty()) {
      cells.back().clear();
      quoted = true;
    } else if (c == ',') {
      cells.emplace_back();
    } else if (c == '\n') {
      ++line;
      return true;
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return !quoted;
}

}  // namespace

std::optional<std::size_t> Table::column(std::string_view name) const {
  const auto it = std::find(columns.begin(), columns.end(), name);
  if (it == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(it - columns.begin());
}

std::string_view Table::text(std::size_t row, std::string_view name) const {
  const auto c = column(name);
  return c ? trimmed(rows[row][*c]) : std::string_view();
}

double Table::number(std::size_t row, std::string_view name) const {
  const std::string_view t = text(row, name);
  double v = 0;
  const auto [end, ec] = std::from_chars(t.data(), t.data() + t.size(), v);
  if (ec != std::errc() || end != t.data() + t.size()) return std::numeric_limits<double>::quiet_NaN();
  return v;
}

std::string Table::where(std::size_t row) const { return fmt::format("{}, line {}", file, lines[row]); }

Table Table::select(const std::vector<std::size_t>& which) const {
  Table t;
  t.file = file;
  t.columns = columns;
  t.rows.reserve(which.size());
  t.lines.reserve(which.size());
  for (const std::size_t i : which) {
    t.rows.push_back(rows[i]);
    t.lines.push_back(lines[i]);
  }
  return t;
}

Result<Table> parseTable(std::string_view text, std::string file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Table t;
  t.file = std::move(file);
  std::size_t at = 0, line = 1;
  std::vector<std::string> cells;
  while (at < text.size()) {
    const std::size_t begins = line;
    if (!record(text, at, line, cells)) return fail("a quote is never closed", fmt::format("{}, line {}", t.file, begins), "close it with \"");
    if (cells.size() == 1 && trimmed(cells[0]).empty()) continue;
    if (t.columns.empty()) {
      for (const std::string& c : cells) {
        const std::string name(trimmed(c));
        if (!name.empty() && t.has(name)) return fail(fmt::format("column \"{}\" stands twice in the header", name), fmt::format("{}, line {}", t.file, begins), "name each column once");
        t.columns.push_back(name);
      }
      continue;
    }
    if (cells.size() > t.columns.size())
      return fail(fmt::format("{} cells, but the header names {} columns", cells.size(), t.columns.size()), fmt::format("{}, line {}", t.file, begins), "quote a cell that holds a comma");
    cells.resize(t.columns.size());
    t.rows.push_back(cells);
    t.lines.push_back(begins);
  }
  if (t.columns.empty()) return fail("the table is empty", t.file, "it begins with a line of column names");
  return t;
}

Result<Table> readTable(const std::string& path) {
  std::error_code ec;
  if (std::filesystem::is_directory(path, ec)) return failIo("this is a folder", path, "name a file in it");
  if (std::filesystem::exists(path, ec) && !std::filesystem::is_regular_file(path, ec)) return failIo("is a device or a pipe, not a file", path, "copy what it gives into a file first");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return failIo(fmt::format("cannot be read: {}", std::strerror(errno ? errno : EIO)), path, "check the name and its permissions");
  std::string text;
  std::string block(1U << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargest) return fail(fmt::format("larger than {} MiB", kLargest >> 20), path, "this does not look like a table of measurements");
  }
  return parseTable(text, path);
}

}  // namespace weir::calibrate
