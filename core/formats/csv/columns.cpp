#include "core/formats/csv/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/text.h"

namespace weir::csv {
namespace {

struct Usual {
  Role role;
  std::string_view setting;
  std::vector<std::string_view> names;  // lower case, without '_', '-', '.', blanks; the likelier first
};

const std::array<Usual, kRoles>& usual() {
  static const std::array<Usual, kRoles> table{{
      {Role::Start, "csv.start", {"start", "begin", "starttime", "begintime", "startts", "ts", "timestamp", "time", "datetime", "date", "t0", "starttimestamp", "beginns", "t"}},
      {Role::End, "csv.end", {"end", "stop", "endtime", "stoptime", "endts", "finish", "finishtime", "t1", "endtimestamp"}},
      {Role::Duration, "csv.duration", {"duration", "dur", "elapsed", "elapsedtime", "latency", "runtime"}},
      {Role::Name, "csv.name", {"name", "event", "eventname", "kernelname", "operation", "op", "function", "label", "task", "activityname"}},
      {Role::Track, "csv.track", {"track", "thread", "threadname", "tid", "stream", "lane", "threadid", "streamid", "queue"}},
      {Role::Process, "csv.process", {"process", "processname", "pid", "processid", "device", "host", "hostname", "node"}},
      {Role::Rank, "csv.rank", {"rank", "mpirank", "globalrank", "rankid"}},
      {Role::Category, "csv.category", {"category", "cat", "type", "class"}},
      {Role::Bytes, "csv.bytes", {"bytes", "nbytes", "sizebytes", "bytecount"}},
      {Role::Kind, "csv.kind", {"trackkind", "kindoftrack"}},
      {Role::Activity, "csv.activity", {"activity"}},
      {Role::Args, "csv.args", {"args", "arguments"}},
  }};
  return table;
}

std::string plain(std::string_view name) {
  std::string s;
  for (const char c : lowerAscii(name))
    if (c != '_' && c != '-' && c != '.' && c != ' ') s += c;
  return s;
}

// The column that a person means: by its header, with or without the unit, or by number.
int find(const Columns& c, const std::vector<std::string_view>& header, std::string_view wanted) {
  for (std::size_t i = 0; i < header.size(); ++i)
    if (header[i] == wanted) return static_cast<int>(i);
  for (std::size_t i = 0; i < header.size(); ++i)
    if (lowerAscii(header[i]) == lowerAscii(wanted) || lowerAscii(c.headers[i].name) == lowerAscii(wanted)) return static_cast<int>(i);
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), n);
  if (error == std::errc() && end == wanted.data() + wanted.size() && n >= 1 && n <= header.size()) return static_cast<int>(n) - 1;
  return kNone;
}

}  // namespace

Header headerFrom(std::string_view cell) {
  Header h;
  const auto trim = [](std::string_view s) {
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    return s;
  };
  cell = trim(cell);
  for (const auto& [open, close] : {std::pair('(', ')'), std::pair('[', ']')}) {
    const std::size_t at = cell.rfind(open);
    if (at == std::string_view::npos || at == 0 || !cell.ends_with(close)) continue;
    h.name = trim(cell.substr(0, at));
    h.unit = trim(cell.substr(at + 1, cell.size() - at - 2));
    return h;
  }
  h.name = cell;
  if (const std::size_t at = cell.find_last_of("_ "); at != std::string_view::npos && at > 0) {
    // "s" alone says too little: "num_s". "us", "seconds" are plain.
    const std::string_view tail = cell.substr(at + 1);
    if (unitFrom(tail) != Unit::Unknown) {
      h.name = trim(cell.substr(0, at));
      h.unit = tail;
    }
  }
  return h;
}

bool Columns::taken(int column) const {
  return std::find(of.begin(), of.end(), column) != of.end() || std::find(values.begin(), values.end(), column) != values.end();
}

Result<Columns> columnsOf(const std::vector<std::string_view>& header, const std::map<std::string, std::string>& settings) {
  Columns c;
  c.of.fill(kNone);
  for (const std::string_view cell : header) c.headers.push_back(headerFrom(cell));
  const auto missing = [&](std::string_view key, std::string_view wanted) {
    std::string all;
    for (const std::string_view h : header) all += (all.empty() ? "" : ", ") + std::string(h);
    return fail(fmt::format("the table has no column \"{}\"", wanted), std::string(key), "its columns are " + all);
  };
  for (const Usual& u : usual()) {
    const auto it = settings.find(std::string(u.setting));
    if (it == settings.end() || it->second.empty()) continue;
    const int column = find(c, header, it->second);
    if (column == kNone) return missing(it->first, it->second);
    c.of[static_cast<std::size_t>(u.role)] = column;
  }
  if (const auto it = settings.find("csv.value"); it != settings.end())
    for (std::string_view rest = it->second; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const std::string_view wanted = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const int column = find(c, header, wanted);
      if (column == kNone) return missing(it->first, wanted);
      c.values.push_back(column);
    }
  if (const auto it = settings.find("csv.unit"); it != settings.end() && !it->second.empty()) {
    c.unit = unitFrom(it->second);
    if (c.unit == Unit::Unknown) return fail(fmt::format("\"{}\" is no unit of time", it->second), "csv.unit", "one of ns, us, ms, s");
  }
  for (const Usual& u : usual()) {
    int& column = c.of[static_cast<std::size_t>(u.role)];
    for (const std::string_view name : u.names) {
      if (column != kNone) break;
      for (std::size_t i = 0; i < header.size() && column == kNone; ++i)
        if (plain(c.headers[i].name) == name && !c.taken(static_cast<int>(i))) column = static_cast<int>(i);
    }
  }
  return c;
}

}  // namespace weir::csv
