#include "core/formats/paje/starvz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/formats/paje/decimal.h"
#include "core/formats/paje/lines.h"
#include "core/formats/paje/words.h"
#include "core/run/builder.h"

namespace weir::paje {
namespace {

// Cells of a line; quoted ones may hold commas.
void cells(std::string_view line, std::vector<std::string_view>& out) {
  out.clear();
  std::size_t begin = 0;
  bool quote = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quote = !quote;
    if (i < line.size() && (line[i] != ',' || quote)) continue;
    std::string_view cell = trimmed(line.substr(begin, i - begin));
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    out.push_back(cell);
    begin = i + 1;
  }
}

// What each table begins with, and what it is called.
struct Kind {
  std::string_view begin, name;
};
constexpr std::array<Kind, 9> kKinds{{{"Nature,ResourceId,Type,Start,End,Duration,Value", "variables"},
                                      {"Nature,ResourceId,Type,Start", "states"},
                                      {"Nature,Container,Type,Start,End", "links"},
                                      {"Nature,Container,Type,Start,Value", "events"},
                                      {"Dependent,JobId", "dependencies"},
                                      {"Parent,Name,Type,Nature", "entities"},
                                      {"Alg,Bound,Time", "bounds"},
                                      {"sched,Tid,worker,taskType,JobId", "schedule"},
                                      {"Handle,HomeNode,MPIRank,Size", "data handles"}}};
constexpr Kind kTasks{"Control,JobId,SubmitOrder", "tasks"};

std::string_view kindOfHeader(std::string_view header) {
  std::string plain;
  for (const char c : header)
    if (c != ' ' && c != '"' && c != '\r') plain += c;
  for (const Kind& k : kKinds)
    if (plain.starts_with(k.begin)) return k.name;
  return plain.starts_with(kTasks.begin) ? kTasks.name : std::string_view();
}

bool readNumber(std::string_view s, double& v) {
  const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
  return !s.empty() && r.ec == std::errc() && r.ptr == s.data() + s.size();
}

// StarPU's own states; what else a worker is in is a task.
bool ofTheRuntime(std::string_view state) {
  static constexpr std::array<std::string_view, 17> names{"Initializing", "Deinitializing", "Overhead", "Idle", "Progressing", "Scheduling", "Sleeping", "Callback", "FetchingInput",
                                                          "PushingOutput", "Unpartitioning", "Blocked", "Hypervisor", "Executing", "Polling", "Submitting task", "Waiting all tasks"};
  return std::find(names.begin(), names.end(), state) != names.end();
}

std::int32_t nodeOf(std::string_view resource) {
  const std::size_t cut = resource.find('_');
  std::int32_t n = 0;
  if (cut == std::string_view::npos || cut == 0 || cut > 6) return kUnknownRank;
  const auto r = std::from_chars(resource.data(), resource.data() + cut, n);
  return r.ptr == resource.data() + cut ? n : kUnknownRank;
}

class StarvzReader : public Reader {
 public:
  explicit StarvzReader(const ReaderContext& c) : memoryLimit_(c.memoryLimit) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    bytes_ += chunk.size();
    if (memoryLimit_ > 0 && bytes_ * 6 > memoryLimit_) return fail("the table needs more memory than is allowed", {}, "open a smaller one, or raise the limit");
    if (!lines_.feed(chunk, last, [&](std::string_view line) { take(line); })) return fail("a line is longer than 16 MiB", fmt::format("line {}", lines_.number() + 1));
    return {};
  }

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (header_.empty()) return fail("no header in it");
    Source s;
    s.clock = ClockKind::Own;
    builder_.run().sources.push_back(s);
    // Tables of one trace speak of the same ranks, and each is a log of its own: the name of the format keeps them so.
    builder_.run().format = "starvz " + std::string(kind_);
    events();
    tables();
    builder_.fact("header", header_);
    builder_.fact("rows", std::to_string(rows_));
    return builder_.build();
  }

 private:
  void take(std::string_view line) {
    if (trimmed(line).empty()) return;
    cells(line, cells_);
    if (header_.empty()) {
      header_ = trimmed(line);
      kind_ = kindOfHeader(header_);
      for (const std::string_view c : cells_) columns_.push_back({std::string(c), {}});
      return;
    }
    ++rows_;
    if (cells_.size() > columns_.size()) builder_.note("more cells than the header has: left out", fmt::format("line {}", lines_.number()));
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].second.emplace_back(i < cells_.size() ? cells_[i] : std::string_view());
  }

  const std::vector<std::string>* column(std::string_view name) const {
    for (const auto& [n, v] : columns_)
      if (n == name) return &v;
    return nullptr;
  }

  TrackIndex track(const std::string& resource, const std::string& type) {
    const auto [it, fresh] = tracks_.try_emplace({resource, type}, 0);
    if (fresh) {
      Track t;
      t.name = builder_.intern(resource);
      t.process = builder_.intern(type);
      t.kind = TrackKind::Thread;
      t.rank = nodeOf(resource);
      t.sort = static_cast<std::int64_t>(tracks_.size());
      it->second = builder_.track(t);
    }
    return it->second;
  }

  // Times are milliseconds, as StarPU's.
  void events() {
    const auto* nature = column("Nature");
    const auto* where = column("ResourceId") != nullptr ? column("ResourceId") : column("Container");
    const auto* type = column("Type");
    const auto* start = column("Start");
    const auto* end = column("End");
    const auto* value = column("Value");
    if (nature == nullptr || where == nullptr || type == nullptr || start == nullptr) return;
    const auto* size = column("Size");
    const auto* origin = column("Origin");
    const auto* dest = column("Dest");
    const auto* job = column("JobId");
    std::map<std::pair<std::string, std::string>, std::uint32_t> counters;
    for (std::size_t i = 0; i < rows_; ++i) {
      std::int64_t from = 0;
      std::int64_t to = 0;
      const bool spans = end != nullptr && picoseconds((*end)[i], kMilliseconds, to);
      if (!picoseconds((*start)[i], kMilliseconds, from) || (!spans && (*nature)[i] != "Event")) {
        builder_.note("row without a time: in the table only", fmt::format("row {}", i + 1));
        continue;
      }
      if ((*nature)[i] == "State" && value != nullptr) {
        Activity a = activityOf((*value)[i]);
        if ((*type)[i] == "Worker State" && !ofTheRuntime((*value)[i])) a = Activity::Compute;
        const std::string args = job != nullptr && !(*job)[i].empty() && (*job)[i].find_first_of("\"\\") == std::string::npos ? fmt::format(R"({{"job":"{}"}})", (*job)[i]) : std::string();
        builder_.slice({track((*where)[i], (*type)[i]), from, to - from, builder_.intern((*value)[i]), builder_.intern((*type)[i]), a, args});
      } else if ((*nature)[i] == "Variable" && value != nullptr) {
        double v = 0;
        if (!readNumber((*value)[i], v)) continue;
        const auto [it, fresh] = counters.try_emplace({(*where)[i], (*type)[i]}, static_cast<std::uint32_t>(builder_.run().counters.size()));
        if (fresh) {
          Counter c;
          c.name = builder_.intern((*where)[i]);
          c.group = builder_.intern((*type)[i]);
          c.rank = nodeOf((*where)[i]);
          builder_.counter(std::move(c));
        }
        Counter& c = builder_.run().counters[it->second];
        if (!c.time.empty() && from < c.time.back()) {
          builder_.note("sample earlier than the one before: in the table only", fmt::format("row {}", i + 1));
          continue;
        }
        c.time.push_back(from);
        c.value.push_back(static_cast<float>(v));
      } else if ((*nature)[i] == "Link" && origin != nullptr && dest != nullptr) {
        double bytes = -1;
        if (size == nullptr || !readNumber((*size)[i], bytes) || bytes < 0 || bytes > 9e18) bytes = -1;
        const std::int32_t a = nodeOf((*origin)[i]);
        const std::int32_t b = nodeOf((*dest)[i]);
        if (a != kUnknownRank && b != kUnknownRank && (*type)[i].find("MPI") != std::string::npos) builder_.transfer(a, b, bytes < 0 ? kUnknownBytes : static_cast<std::int64_t>(bytes), from, std::max(from, to));
      } else if ((*nature)[i] == "Event") {
        builder_.instant({track((*where)[i], "events"), builder_.intern(value != nullptr && !(*value)[i].empty() ? (*type)[i] + ": " + (*value)[i] : (*type)[i]), from});
      }
    }
  }

  void tables() {
    Table t;
    t.name = "starvz " + std::string(kind_);
    for (auto& [name, values] : columns_) {
      Table::ColumnOf c;
      c.name = name;
      std::vector<double> numbers;
      bool any = false;
      for (const std::string& v : values) {
        double n = std::numeric_limits<double>::quiet_NaN();
        if (!v.empty() && v != "NA" && !readNumber(v, n)) break;
        any = any || !std::isnan(n);
        numbers.push_back(n);
      }
      if (numbers.size() == values.size() && any) c.number = std::move(numbers);
      else c.text = std::move(values);
      t.columns.push_back(std::move(c));
    }
    if (rows_ > 0) builder_.table(std::move(t));
  }

  std::uint64_t memoryLimit_, bytes_ = 0;
  std::size_t rows_ = 0;
  Lines lines_;
  RunBuilder builder_{"starvz", Truth::Measured};
  std::string header_;
  std::string_view kind_;
  std::vector<std::pair<std::string, std::vector<std::string>>> columns_;
  std::vector<std::string_view> cells_;
  std::map<std::pair<std::string, std::string>, TrackIndex> tracks_;
};

}  // namespace

int sniffStarvz(ByteSpan head) {
  const std::string_view t(reinterpret_cast<const char*>(head.data()), std::min<std::size_t>(head.size(), 4096));
  const std::size_t end = t.find('\n');
  return end != std::string_view::npos && !kindOfHeader(t.substr(0, end)).empty() ? 90 : 0;
}

std::unique_ptr<Reader> makeStarvzReader(const ReaderContext& context) { return std::make_unique<StarvzReader>(context); }

}  // namespace weir::paje
