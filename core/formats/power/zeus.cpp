// Zeus: measurement windows (start_time,window_name,elapsed_time,gpu0_energy,...), PowerMonitor's logs (time,power0,...), and the
// tables of its paper (NSDI 2023: batch size x power limit -> time and power per epoch; training runs to a target).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/formats/csv/cells.h"
#include "core/formats/lines.h"
#include "core/formats/power/csv.h"
#include "core/formats/power/readers.h"
#include "core/formats/power/series.h"

namespace weir::power {
namespace {

enum class Kind { None, Windows, Log, Sweep, Training };

bool has(const std::vector<std::string_view>& cells, std::string_view name) { return std::find(cells.begin(), cells.end(), name) != cells.end(); }

// "power", "power0", "gpu0_power", "gpu3"
bool isPower(std::string_view s) {
  return s == "power" || s == "Power" || (s.starts_with("power") && text::whole(s.substr(5))) || (s.starts_with("gpu") && (s.ends_with("_power") || text::whole(s.substr(3))));
}

Kind kindOf(const std::vector<std::string_view>& cells) {
  if (has(cells, "window_name") && has(cells, "elapsed_time") && has(cells, "start_time")) return Kind::Windows;
  if (has(cells, "batch_size") && has(cells, "power_limit") && (has(cells, "average_power") || has(cells, "time_per_epoch"))) return Kind::Sweep;
  if (has(cells, "batch_size") && has(cells, "target_metric") && has(cells, "target_epoch")) return Kind::Training;
  if (cells.size() >= 2 && text::lower(cells[0]) == "time" && std::all_of(cells.begin() + 1, cells.end(), isPower)) return Kind::Log;
  return Kind::None;
}

std::string_view unitOf(std::string_view name) {
  if (name == "power_limit" || name.ends_with("_power")) return "W";
  if (name == "time_per_epoch" || name == "elapsed_time" || name == "start_time") return "s";
  if (name.ends_with("_energy")) return "J";
  return "";
}

class ZeusReader final : public LineReader {
 public:
  explicit ZeusReader(const ReaderContext& context) : LineReader("zeus", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (rows_.empty()) return fail("it holds no row", fmt::format("{} lines", lines()), "give a log of Zeus with its rows");
    Source source;
    source.clock = ClockKind::Own;
    if (kind_ == Kind::Windows) windows(source);
    if (kind_ == Kind::Log) log(source);
    out_.run().sources = {source};
    if (kind_ != Kind::Log) table();
    out_.fact("rows", std::to_string(rows_.size()));
    out_.fact("columns", std::to_string(columns_.size()));
    return out_.build();
  }

 protected:
  void line(std::string_view raw, std::uint64_t number, bool cut) override {
    if (text::trimmed(raw).empty()) return;
    csv::splitLine(raw, ',', cells_, keep_);
    if (columns_.empty()) {
      kind_ = kindOf(cells_);
      if (cells_.size() > kMostColumns) kind_ = Kind::None;
      if (kind_ != Kind::None) columns_.assign(cells_.begin(), cells_.end());
      return;
    }
    if (cells_.size() == columns_.size() && cells_[0] == columns_[0]) return;  // the header again
    if (cells_.size() != columns_.size()) note(cut ? "last line cut off" : "row with another number of cells than the header", number);
    if (cells_.size() * 2 < columns_.size()) return;
    rows_.push_back({number, {cells_.begin(), cells_.end()}});
    rows_.back().cells.resize(columns_.size());
  }

 private:
  struct Row {
    std::uint64_t line;
    std::vector<std::string> cells;
  };
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    const auto it = std::find(columns_.begin(), columns_.end(), name);
    return it == columns_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - columns_.begin()));
  }

  // Seconds of time() or of monotonic(), which begins at boot.
  static std::optional<std::int64_t> ns(std::string_view s) {
    const double v = text::number(s);
    if (!(std::abs(v) < 4.5e9)) return std::nullopt;
    const double whole = std::floor(v);
    return static_cast<std::int64_t>(whole) * 1'000'000'000 + std::llround((v - whole) * 1e9);
  }

  void windows(Source& source) {
    const std::size_t start = *find("start_time"), name = *find("window_name"), elapsed = *find("elapsed_time");
    for (const Row& r : rows_)
      if (const auto t = ns(r.cells[start])) set_.sawTime(*t);
    const std::int64_t origin = set_.originNs();
    out_.run().originNs = origin;
    if (origin > std::int64_t{315'532'800} * 1'000'000'000) source.clock = ClockKind::Epoch;
    Track t;
    t.kind = TrackKind::Device;
    t.name = out_.intern("Zeus windows");
    const TrackIndex track = out_.track(t);
    std::vector<double> sums(columns_.size(), 0);
    std::vector<std::size_t> order(rows_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ns(rows_[a].cells[start]).value_or(0) < ns(rows_[b].cells[start]).value_or(0); });
    std::int64_t before = std::numeric_limits<std::int64_t>::min();
    for (const std::size_t i : order) {
      const Row& r = rows_[i];
      const auto from = ns(r.cells[start]), length = ns(r.cells[elapsed]);
      if (!from || !length || *length < 0 || !text::onAxis(*from, origin) || !text::onAxis(*from + *length, origin)) {
        note("window without a time", r.line);
        continue;
      }
      RunBuilder::SliceIn s;
      s.track = track;
      s.start = (*from - origin) * 1000;
      s.duration = *length * 1000;
      s.name = out_.intern(r.cells[name]);
      s.category = out_.intern("Zeus window");
      s.activity = Activity::Annotation;
      std::string args;
      for (std::size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].ends_with("_energy") && !std::isnan(text::number(r.cells[c]))) args += fmt::format("{}\"{}\":{}", args.empty() ? "{" : ",", columns_[c], text::number(r.cells[c]));
      if (!args.empty()) args += '}';
      s.args = args;
      out_.slice(s);
      const bool overlaps = *from < before;  // a window within another: its energy is counted there
      if (overlaps) note("window within another: its energy is part of that one's", r.line);
      before = std::max(before, *from + *length);
      if (overlaps) continue;
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (!columns_[c].ends_with("_energy")) continue;
        const double joules = text::number(r.cells[c]);
        if (std::isnan(joules)) continue;
        std::string device = columns_[c].substr(0, columns_[c].size() - 7);
        if (device.starts_with("gpu") && text::whole(device.substr(3))) device = "GPU " + device.substr(3);
        const std::size_t series = set_.series({device, std::string(kEnergyGroup), "J", kUnknownRank});
        set_.add(series, *from, sums[c]);
        set_.add(series, *from + *length, sums[c] += joules);
      }
    }
    set_.build(out_, origin);
    out_.fact("windows", std::to_string(rows_.size()));
  }

  void log(Source& source) {
    for (const Row& r : rows_) {
      const auto t = ns(r.cells[0]);
      if (!t) {
        note("row without a time, left out", r.line);
        continue;
      }
      set_.sawTime(*t);
      for (std::size_t c = 1; c < columns_.size(); ++c) {
        std::string id;
        for (const char ch : columns_[c])
          if (ch >= '0' && ch <= '9') id += ch;
        set_.add(set_.series({id.empty() ? "GPU" : "GPU " + id, std::string(kPowerGroup), "W", kUnknownRank}), *t, text::number(r.cells[c]));
      }
    }
    out_.run().originNs = set_.originNs();
    if (out_.run().originNs > std::int64_t{315'532'800} * 1'000'000'000) source.clock = ClockKind::Epoch;
    set_.build(out_, out_.run().originNs);
  }

  void table() {
    Table t;
    t.name = kind_ == Kind::Windows ? "zeus windows" : kind_ == Kind::Sweep ? "zeus power" : "zeus training";
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      Table::ColumnOf column{columns_[c], std::string(unitOf(columns_[c])), {}, {}};
      const bool numbers = std::all_of(rows_.begin(), rows_.end(), [&](const Row& r) { return r.cells[c].empty() || !std::isnan(text::number(r.cells[c])); });
      for (const Row& r : rows_) {
        if (numbers) column.number.push_back(text::number(r.cells[c]));
        else column.text.push_back(r.cells[c]);
      }
      t.columns.push_back(std::move(column));
    }
    const auto time = find("time_per_epoch"), power = find("average_power");
    if (kind_ == Kind::Sweep && time && power) {
      Table::ColumnOf energy{"energy_per_epoch", "J", {}, {}};
      for (const Row& r : rows_) energy.number.push_back(text::number(r.cells[*time]) * text::number(r.cells[*power]));
      t.columns.push_back(std::move(energy));
    }
    out_.table(std::move(t));
  }

  Kind kind_ = Kind::None;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::vector<std::string_view> cells_;
  std::vector<std::string> keep_;
  SeriesSet set_;
};

}  // namespace

int sniffZeus(ByteSpan head) {
  std::string_view first = text::view(head).substr(0, std::min<std::size_t>(8192, text::view(head).find('\n')));
  if (first.starts_with("\xEF\xBB\xBF")) first.remove_prefix(3);
  std::vector<std::string_view> cells;
  std::vector<std::string> keep;
  csv::splitLine(first, ',', cells, keep);
  return kindOf(cells) == Kind::None ? 0 : 94;
}
std::unique_ptr<Reader> makeZeusReader(const ReaderContext& context) { return std::make_unique<ZeusReader>(context); }

}  // namespace weir::power
