#include "core/formats/gpu/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/gpu/keys.h"
#include "core/formats/gpu/timeline.h"

namespace weir::gpu {
namespace {

constexpr std::size_t kLongestRecord = 16 << 20;
constexpr std::size_t kMostColumns = 4096;

// One record of RFC 4180: quotes doubled inside quotes, line breaks allowed there.
std::vector<std::string> cells(std::string_view record) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const char c = record[i];
    if (quoted) {
      if (c == '"' && i + 1 < record.size() && record[i + 1] == '"') {
        out.back() += '"';
        ++i;
      } else if (c == '"') {
        quoted = false;
      } else {
        out.back() += c;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',' && out.size() < kMostColumns) {
      out.emplace_back();
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  return out;
}

// "Start (ns)", "Start_Timestamp", "gpu-id" as "start(ns)", "starttimestamp", "gpuid".
std::string plain(std::string_view header) {
  std::string s;
  for (const char c : header) {
    if (c == ' ' || c == '_' || c == '-' || c == '"') continue;
    s += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return s;
}

enum Role : std::size_t { Start, End, Duration, Name, Pid, Tid, Device, Queue, Correlation, Kind, Direction, From, To, Level, kRoles };

constexpr std::array<std::pair<std::string_view, Role>, 40> kNames{{
    {"starttimestamp", Start}, {"beginns", Start},      {"start(ns)", Start},     {"start", Start},
    {"endtimestamp", End},     {"endns", End},          {"end(ns)", End},         {"end", End},
    {"duration(ns)", Duration}, {"durationns", Duration}, {"duration", Duration},
    {"kernelname", Name},      {"function", Name},      {"name", Name},           {"operation", Name},
    {"processid", Pid},        {"pid", Pid},            {"threadid", Tid},        {"tid", Tid},
    {"agentid", Device},       {"gpuid", Device},       {"device", Device},       {"dev", Device},
    {"queueid", Queue},        {"strm", Queue},         {"streamid", Queue},      {"stream", Queue},
    {"correlationid", Correlation}, {"corrid", Correlation}, {"kind", Kind},      {"domain", Kind},
    {"direction", Direction},  {"sourceagentid", From}, {"destinationagentid", To}, {"srcagentid", From},
    {"dstagentid", To},        {"lvl", Level},          {"queue", Queue},         {"globaltid", Tid},
    {"globalpid", Pid},
}};

std::optional<std::int64_t> integerOf(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  std::int64_t v = 0;
  auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (error == std::errc() && end == s.data() + s.size() && !s.empty()) return v;
  return std::nullopt;
}
// The number in "Agent 7", "NVIDIA A100-SXM4-40GB (0)", "3".
std::int64_t ordinal(std::string_view s, std::int64_t otherwise) {
  if (const auto v = integerOf(s)) return *v;
  std::size_t end = s.size();
  while (end > 0 && (s[end - 1] < '0' || s[end - 1] > '9')) --end;
  std::size_t begin = end;
  while (begin > 0 && s[begin - 1] >= '0' && s[begin - 1] <= '9') --begin;
  return integerOf(s.substr(begin, end - begin)).value_or(otherwise);
}
std::optional<double> numberOf(std::string_view s) {
  double v = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
  return error == std::errc() && end == s.data() + s.size() && !s.empty() ? std::optional(v) : std::nullopt;
}

class CsvReader : public Reader {
 public:
  CsvReader(std::string_view format, const ReaderContext& context) : format_(format), limit_(context.memoryLimit), name_(context.name) {
    if (name_.ends_with(".csv")) name_.resize(name_.size() - 4);
    if (name_.empty()) name_ = "table";
  }

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    bytes_ += chunk.size();
    if (limit_ > 0 && bytes_ > limit_) return fail("takes more memory than allowed", fmt::format("line {}", line_), "open a part of it");
    const std::string_view text(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    for (const char c : text) {
      if (c == '"') quoted_ = !quoted_;
      if (c == '\n' && !quoted_) {
        record();
        continue;
      }
      if (rest_.size() < kLongestRecord) rest_ += c;
      else quoted_ = false;  // a quote that never closes must not swallow the file
    }
    if (last && !rest_.empty()) record();
    return {};
  }

  Result<Run> finish(const Job&) override {
    if (header_.empty()) return fail("no line with the names of columns", "line 1", "print it with `--format csv`");
    Timeline& t = timeline();
    RunBuilder& b = t.builder();
    std::string columns;
    for (const std::string& h : header_) columns += (columns.empty() ? "" : ",") + h;
    b.fact("columns", columns);
    b.fact("rows", fmt::format("{}", rows_));
    if (!traces_) b.table(table());
    for (const Timeline::Kernel& k : t.communication()) t.collective(t.collectiveOf(k), k.process);
    Source source;
    source.clock = ClockKind::Own;
    b.run().sources.push_back(source);
    Run run = t.build();
    // Kernels, copies and calls of one job come in several files: kinds apart, they are taken for the same ranks.
    if (traces_ && !kernels_ && !kind_.empty()) run.format += " " + kind_;
    return run;
  }

 private:
  Timeline& timeline() {
    if (!timeline_) timeline_.emplace(format_, 0);
    return *timeline_;
  }

  void record() {
    ++line_;
    std::string_view text = rest_;
    if (line_ == 1 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    if (text.find_first_not_of(" \r\t") != std::string_view::npos) {
      std::vector<std::string> row = cells(text);
      if (header_.empty()) takeHeader(std::move(row));
      else takeRow(row);
    } else if (!header_.empty()) {
      timeline().builder().note("empty line", fmt::format("line {}", line_));
    }
    rest_.clear();
    quoted_ = false;
  }

  void takeHeader(std::vector<std::string> row) {
    // `nsys stats` says a few things before the table.
    if (row.size() < 2) return;
    header_ = std::move(row);
    at_.fill(SIZE_MAX);
    std::array<std::size_t, kRoles> strength;
    strength.fill(SIZE_MAX);
    for (std::size_t i = 0; i < header_.size(); ++i) {
      const std::string name = plain(header_[i]);
      for (std::size_t k = 0; k < kNames.size(); ++k) {
        if (kNames[k].first != name || k >= strength[kNames[k].second]) continue;
        at_[kNames[k].second] = i;
        strength[kNames[k].second] = k;
      }
      rolesOf_.push_back(false);
    }
    for (const std::size_t i : at_)
      if (i != SIZE_MAX) rolesOf_[i] = true;
    traces_ = at_[Start] != SIZE_MAX && (at_[End] != SIZE_MAX || at_[Duration] != SIZE_MAX);
    kernelColumn_ = at_[Name] != SIZE_MAX && plain(header_[at_[Name]]) == "kernelname";
    text_.resize(traces_ ? 0 : header_.size());
  }

  [[nodiscard]] std::string_view cell(const std::vector<std::string>& row, Role role) const {
    return at_[role] < row.size() ? std::string_view(row[at_[role]]) : std::string_view();
  }

  void takeRow(std::vector<std::string>& row) {
    if (row.size() != header_.size()) {
      timeline().builder().note(row.size() < header_.size() ? "line with too few cells" : "line with too many cells", fmt::format("line {}", line_));
      if (row.size() < 2) return;
      row.resize(header_.size());
    }
    ++rows_;
    if (!traces_) {
      for (std::size_t i = 0; i < text_.size(); ++i) text_[i].push_back(std::move(row[i]));
      return;
    }
    const auto start = integerOf(cell(row, Start));
    auto end = integerOf(cell(row, End));
    if (start && !end)
      if (const auto duration = integerOf(cell(row, Duration)); duration && *start < INT64_MAX - std::max<std::int64_t>(*duration, 0)) end = *start + *duration;
    if (!start || !end) {
      timeline().builder().note("line without its times, left out", fmt::format("line {}", line_));
      return;
    }
    if (!started_) {
      // Notes may have come first.
      std::vector<Note> notes;
      if (timeline_) notes = std::move(timeline_->builder().run().notes);
      timeline_.emplace(format_, *start);
      timeline_->builder().run().notes = std::move(notes);
      started_ = true;
    }
    takeSlice(row, *start, *end);
  }

  void takeSlice(const std::vector<std::string>& row, std::int64_t start, std::int64_t end) {
    Timeline& t = timeline();
    const std::int64_t pid = integerOf(cell(row, Pid)).value_or(0);
    const ProcessIndex p = t.process(pid, pid);
    std::string kind;
    for (const char c : cell(row, Kind)) kind += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    std::string_view name = cell(row, Name);
    if (name.empty()) name = cell(row, Direction);
    if (name.empty()) name = kind;
    const NameId id = t.intern(name.empty() ? "(no name)" : name);
    args_.clear();
    if (const auto c = integerOf(cell(row, Correlation))) args_.integer("correlation", *c);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (rolesOf_[i] || row[i].empty()) continue;
      if (!plainKey(header_[i])) continue;
      if (const auto v = integerOf(row[i])) args_.integer(header_[i], *v);
      else args_.string(header_[i], row[i]);
    }
    const auto correlation = integerOf(cell(row, Correlation));
    const bool copy = kind == "memory_copy" || at_[Direction] != SIZE_MAX || name.starts_with("[CUDA mem");
    const bool kernel = !copy && (kernelColumn_ || kind == "kernel_dispatch" || (at_[Queue] != SIZE_MAX && at_[Device] != SIZE_MAX && at_[Tid] == SIZE_MAX));
    if (kernel || copy) {
      const std::int64_t device = copy && at_[To] != SIZE_MAX ? std::max(ordinal(cell(row, To), 0), ordinal(cell(row, From), 0)) : ordinal(cell(row, Device), 0);
      const NameFacts facts = copy ? NameFacts{true, Activity::Copy, Operation::Unknown, 0} : t.kernelFacts(id);
      const TrackIndex track = copy && at_[Queue] == SIZE_MAX
                                   ? t.other(p, fmt::format("GPU {} copies", device), TrackKind::Stream, fmt::format("GPU {}", device))
                                   : t.stream(p, device, ordinal(cell(row, Queue), 0));
      kernels_ = kernels_ || kernel;
      if (copy && kind_.empty()) kind_ = "memory_copy";
      const auto slice = t.slice(track, id, t.intern(copy ? "memory_copy" : "kernel"), facts.activity, start, end, args_.text());
      if (slice && facts.activity == Activity::Communication) t.communicates(*slice, p, correlation.value_or(-1), id);
      return;
    }
    const bool marks = kind.find("marker") != std::string::npos || at_[Level] != SIZE_MAX;
    if (kind_.empty()) kind_ = kind.empty() ? marks ? "nvtx" : "api" : kind;
    t.slice(t.thread(p, integerOf(cell(row, Tid)).value_or(pid)), id, t.intern(kind.empty() ? marks ? "nvtx" : "api" : kind),
            marks ? Activity::Annotation : t.hostFacts(id).activity, start, end, args_.text());
  }

  Table table() {
    Table out;
    out.name = name_;
    for (std::size_t i = 0; i < header_.size(); ++i) {
      Table::ColumnOf column;
      column.name = header_[i];
      const std::string p = plain(header_[i]);
      if (p.ends_with("ns") || p.ends_with("(ns)")) column.unit = "ns";
      else if (p.ends_with("(%)") || p == "percentage") column.unit = "%";
      const bool numbers = std::all_of(text_[i].begin(), text_[i].end(), [](const std::string& s) { return s.empty() || numberOf(s); });
      if (numbers) {
        for (const std::string& s : text_[i]) column.number.push_back(numberOf(s).value_or(std::numeric_limits<double>::quiet_NaN()));
      } else {
        column.text = std::move(text_[i]);
      }
      out.columns.push_back(std::move(column));
    }
    return out;
  }

  std::string_view format_;
  std::uint64_t limit_, bytes_ = 0;
  std::string name_, rest_, kind_;
  bool quoted_ = false, started_ = false, traces_ = false, kernels_ = false, kernelColumn_ = false;
  std::uint64_t line_ = 0, rows_ = 0;
  std::vector<std::string> header_;
  std::vector<bool> rolesOf_;
  std::array<std::size_t, kRoles> at_{};
  std::vector<std::vector<std::string>> text_;
  std::optional<Timeline> timeline_;
  Args args_;
};

std::string firstLines(ByteSpan head) {
  const std::string_view s(reinterpret_cast<const char*>(head.data()), std::min<std::size_t>(head.size(), 4096));
  return std::string(s);
}
std::string_view lineWith(const std::string& text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', at);
  const std::size_t from = begin == std::string::npos ? 0 : begin + 1;
  return std::string_view(text).substr(from, text.find('\n', at) - from);
}

}  // namespace

int sniffRocprofCsv(ByteSpan head) {
  const std::string text = firstLines(head);
  const std::string header = plain(std::string_view(text).substr(0, text.find('\n')));
  const auto has = [&](std::string_view word) { return header.find(word) != std::string::npos; };
  if (header.find(',') == std::string::npos || header.starts_with('{') || header.starts_with('[')) return 0;
  if (has("starttimestamp,endtimestamp") && (has("kernelname") || has("function") || has("direction") || has("kind") || has("domain"))) return 92;
  if (has("correlationid,dispatchid") && has("countervalue")) return 92;
  if (has("beginns,endns") && has("kernelname")) return 92;
  if (has("calls,totaldurationns,averagens")) return 92;
  if (has("nodeid,logicalnodeid") && has("agenttype")) return 92;
  return 0;
}

int sniffNsysCsv(ByteSpan head) {
  const std::string text = firstLines(head);
  const std::string_view trace = lineWith(text, "Start (ns),");
  if (!trace.empty() && trace.find("Duration (ns)") != std::string_view::npos && trace.find("Name") != std::string_view::npos) return 92;
  const std::string_view sums = lineWith(text, "Total Time (ns),");
  const auto has = [&](std::string_view word) { return sums.find(word) != std::string_view::npos; };
  if (has("Time (%)") && (has("Instances") || has("Num Calls") || has("Count") || has("Operations"))) return 92;
  const std::string_view sizes = lineWith(text, "Total (MB),");
  return sizes.find("Count") != std::string_view::npos && sizes.find("Operation") != std::string_view::npos ? 90 : 0;
}

std::unique_ptr<Reader> makeRocprofCsv(const ReaderContext& context) { return std::make_unique<CsvReader>("rocprof-csv", context); }
std::unique_ptr<Reader> makeNsysCsv(const ReaderContext& context) { return std::make_unique<CsvReader>("nsys-csv", context); }

}  // namespace weir::gpu
