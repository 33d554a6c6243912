// nvidia-smi --query-gpu=... --format=csv[,nounits][,noheader], amd-smi monitor and metric --csv, rocm-smi --csv: any columns in any
// order, a row per device and time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/base/nan.h"
#include "core/formats/csv/cells.h"
#include "core/formats/lines.h"
#include "core/formats/power/csv.h"
#include "core/formats/power/readers.h"
#include "core/formats/power/series.h"

namespace weir::power {
namespace {

struct SmiColumn {
  std::string name;  // "power.draw"
  Unit unit;
  bool unitGiven = false;
  enum class Role : std::uint8_t { Value, Time, Index, Uuid, Bus, Name, Count } role = Role::Value;
};

// The unit of a column that does not say it, by its name.
std::string_view usualUnit(std::string_view name) {
  const auto has = [&](std::string_view what) { return name.find(what) != std::string_view::npos; };
  if (has("temp")) return "C";
  if (has("power") && !has("cap.") && !has("management")) return "W";
  if (has("energy")) return "mJ";
  if (has("utilization") || has("fan.speed") || has("activity") || name == "gfx" || name == "mem") return "%";
  if (has("clock") && !has("reasons")) return "MHz";
  if (name == "gfx_clk" || name == "mem_clk" || name == "gfx_clock" || name == "mem_clock") return "MHz";
  if (name.starts_with("memory.")) return "MiB";
  return "";
}

SmiColumn smiColumn(std::string_view header) {
  SmiColumn c;
  std::string_view unit;
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const std::size_t at = header.rfind(open);
    if (at != std::string_view::npos && header.ends_with(close)) {
      unit = text::trimmed(header.substr(at + 1, header.size() - at - 2));
      header = text::trimmed(header.substr(0, at));
      break;
    }
  }
  c.name = text::lower(header);
  c.unitGiven = !unit.empty();
  c.unit = siUnit(unit.empty() ? usualUnit(c.name) : unit);
  static const std::map<std::string_view, SmiColumn::Role> kRoles{
      {"timestamp", SmiColumn::Role::Time}, {"time", SmiColumn::Role::Time},  {"date", SmiColumn::Role::Time},    {"index", SmiColumn::Role::Index}, {"gpu", SmiColumn::Role::Index},
      {"gpu_id", SmiColumn::Role::Index},   {"device", SmiColumn::Role::Index}, {"uuid", SmiColumn::Role::Uuid},  {"gpu_uuid", SmiColumn::Role::Uuid}, {"pci.bus_id", SmiColumn::Role::Bus},
      {"gpu_bus_id", SmiColumn::Role::Bus}, {"name", SmiColumn::Role::Name},  {"gpu_name", SmiColumn::Role::Name}, {"count", SmiColumn::Role::Count}};
  if (const auto it = kRoles.find(c.name); it != kRoles.end()) c.role = it->second;
  return c;
}

bool isPowerDrawn(std::string_view name) {
  return name == "power.draw" || name == "power.draw.instant" || name == "power.draw.average" || name == "module.power.draw.instant" || name == "power_usage" ||
         name == "socket_power" || name == "average_socket_power" || name == "current_socket_power" || name == "average graphics package power" ||
         name == "current socket graphics package power" || name == "gpu_power" || name == "power_draw" || name == "power";
}
// Which of several stands for what the device draws.
int powerRank(std::string_view name) {
  return name == "power.draw" ? 0 : name == "power.draw.average" ? 1 : name == "power.draw.instant" ? 2 : name.starts_with("module.") ? 4 : 3;
}

bool isHeader(const std::vector<std::string_view>& cells) {
  std::size_t known = 0;
  for (const std::string_view cell : cells) {
    const SmiColumn c = smiColumn(cell);
    if (c.role == SmiColumn::Role::Time || isPowerDrawn(c.name) || c.name.starts_with("utilization.") || c.name.starts_with("temperature.") || c.name.starts_with("clocks.") ||
        c.name.starts_with("memory.") || c.name == "power.limit")
      ++known;
  }
  return known >= 1 && !cells.empty();
}

// Without a header: "2024/11/13 22:14:54.352, 73.16 W, 0 %, 1 MiB".
bool isBareRow(const std::vector<std::string_view>& cells) {
  if (cells.size() < 2) return false;
  bool units = false, time = false;
  for (const std::string_view cell : cells) {
    time = time || (cell.size() >= 19 && cell.find('/') == 4 && text::wallTime(cell));
    units = units || cell.ends_with(" W") || cell.ends_with(" MiB") || cell.ends_with(" %");
  }
  return time && units;
}

class SmiReader final : public LineReader {
 public:
  explicit SmiReader(const ReaderContext& context) : LineReader("nvidia-smi", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (rows_ == 0) return fail("it holds no row of readings", fmt::format("{} lines", lines()), "give a log with a header and rows");
    numberDevices();
    out_.run().originNs = set_.originNs();
    Source source;
    source.clock = zoned_ ? ClockKind::Epoch : timeColumn_ ? ClockKind::Local : ClockKind::Own;
    out_.run().sources = {source};
    set_.build(out_, out_.run().originNs);
    texts();
    if (!table_.columns.empty() && table_.rows() > 0) {
      out_.note("no column of times: the readings are a table, not a series", context_.name);
      out_.table(std::move(table_));
    }
    out_.fact("rows", std::to_string(rows_));
    out_.fact("columns", std::to_string(columns_.size()));
    out_.fact("devices", std::to_string(devices_.empty() ? std::size_t{1} : devices_.size()));
    return out_.build();
  }

 protected:
  void line(std::string_view text, std::uint64_t number, bool cut) override {
    if (text::trimmed(text).empty()) return;
    csv::splitLine(text, ',', cells_, keep_);
    if (columns_.empty() || (isHeader(cells_) && !isBareRow(cells_) && !text::wallTime(cells_.front()))) {
      if (isHeader(cells_) && !(columns_.empty() && isBareRow(cells_))) return header();
      if (isBareRow(cells_) && cells_.size() <= kMostColumns) bareHeader(number);
      else return;  // what stands before the table
    }
    if (cells_.size() * 2 < columns_.size()) return note(cut ? "last line cut off" : "row with too few cells, left out", number);
    ++rows_;
    row(number, cut);
  }

 private:
  void header() {
    if (cells_.size() > kMostColumns) return;
    columns_.clear();
    for (const std::string_view cell : cells_) columns_.push_back(smiColumn(cell));
    describeColumns();
  }

  void bareHeader(std::uint64_t number) {
    bool power = false;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      SmiColumn c;
      const Cell cell = readCell(cells_[i]);
      if (cells_[i].find('/') == 4 && text::wallTime(cells_[i])) c.role = SmiColumn::Role::Time;
      else if (cells_[i].starts_with("GPU-")) c.role = SmiColumn::Role::Uuid;
      else if (!cell.text && cell.unit.empty() && cell.value == std::floor(cell.value) && i <= 2) c.role = SmiColumn::Role::Index;
      c.name = fmt::format("column {}", i + 1);
      if (cell.unit == "W") c.name = power ? c.name + " [W]" : "power.draw", power = true;
      c.unit = siUnit(cell.unit);
      columns_.push_back(c);
    }
    note("no header: columns told by their units, the first in W taken as the power drawn", number);
    describeColumns();
  }

  void describeColumns() {
    timeColumn_ = indexColumn_ = uuidColumn_ = busColumn_ = powerColumn_ = std::nullopt;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const SmiColumn& c = columns_[i];
      const auto take = [&](std::optional<std::size_t>& at) { if (!at) at = i; };
      if (c.role == SmiColumn::Role::Time) take(timeColumn_);
      if (c.role == SmiColumn::Role::Index) take(indexColumn_);
      if (c.role == SmiColumn::Role::Uuid) take(uuidColumn_);
      if (c.role == SmiColumn::Role::Bus) take(busColumn_);
      if (isPowerDrawn(c.name) && c.unit.name == "W" && (!powerColumn_ || powerRank(c.name) < powerRank(columns_[*powerColumn_].name))) powerColumn_ = i;
    }
    byOrder_ = timeColumn_ && !indexColumn_ && !uuidColumn_ && !busColumn_;
    if (!timeColumn_) {
      table_ = {};
      table_.name = "readings";
      for (const SmiColumn& c : columns_) table_.columns.push_back({c.name, c.unit.name, {}, {}});
    }
    ids_.clear();
  }

  std::size_t device(const std::string& name) {
    const auto [it, fresh] = devices_.emplace(name, deviceNames_.size());
    if (fresh) {
      deviceNames_.push_back(name);
      Track t;
      t.kind = TrackKind::Device;
      t.name = out_.intern(name);
      t.process = out_.intern("accelerators");
      t.sort = static_cast<std::int64_t>(it->second);
      tracks_.push_back(out_.track(t));
    }
    return it->second;
  }

  std::string deviceName() const {
    if (indexColumn_ && *indexColumn_ < cells_.size()) {
      const std::string_view id = cells_[*indexColumn_];
      return text::whole(id) ? fmt::format("GPU {}", id) : std::string(id);
    }
    if (busColumn_ && *busColumn_ < cells_.size()) return fmt::format("GPU {}", cells_[*busColumn_]);
    if (uuidColumn_ && *uuidColumn_ < cells_.size()) return std::string(cells_[*uuidColumn_]);
    return "GPU";
  }

  std::optional<std::int64_t> timeOf(std::string_view cell) {
    if (const auto wall = text::wallTime(cell); wall && cell.find_first_of("/:-T") != std::string_view::npos) {
      zoned_ = zoned_ || wall->zoned;
      return wall->ns;
    }
    const double v = text::number(cell);  // seconds or milliseconds since 1970
    if (!(v > 0) || v > 9e18) return std::nullopt;
    zoned_ = true;
    double s = v;  // or milli-, micro-, nanoseconds
    while (s > 9e9) s /= 1000;
    return static_cast<std::int64_t>(std::llround(s * 1e6)) * 1000;
  }

  void row(std::uint64_t number, bool cut) {
    std::size_t usable = std::min(cells_.size(), columns_.size());
    if (cells_.size() > columns_.size()) note("row with more cells than the header, the rest left out", number);
    if (cells_.size() < columns_.size()) {
      note(cut ? "last line cut off" : "row with fewer cells than the header, its last one left out", number);
      // Where the line was cut, its last cell may be a part of one.
      if (usable > 0) --usable;
    } else if (cut && usable > 0 && !readCell(cells_[usable - 1]).text) {
      // A number without the line's end behind it may have lost digits.
      note("last line cut off", number);
      --usable;
    }
    if (!timeColumn_) {
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        Table::ColumnOf& c = table_.columns[i];
        const Cell cell = i < usable ? readCell(cells_[i]) : Cell{kNaN, {}, false};
        if ((cell.text || c.isText()) && c.text.empty())
          for (std::size_t r = 0; r < c.number.size(); ++r) c.text.push_back(std::isnan(c.number[r]) ? std::string() : fmt::format("{}", c.number[r]));
        if (cell.text || c.isText()) c.number.clear(), c.text.emplace_back(i < usable ? cells_[i] : std::string_view());
        else c.number.push_back(cell.value * columns_[i].unit.factor);
      }
      return;
    }
    const auto ns = *timeColumn_ < usable ? timeOf(cells_[*timeColumn_]) : std::nullopt;
    if (!ns) {
      note("row without a time, left out", number);
      return;
    }
    set_.sawTime(*ns);
    if (byOrder_) {
      bare_.push_back({*ns, {}});
      for (std::size_t i = 0; i < columns_.size(); ++i) bare_.back().values.push_back(i < usable ? valueOf(i, cells_[i]) : kNaN);
      return;
    }
    if ((indexColumn_ && *indexColumn_ >= usable)) {
      note("row without a device, left out", number);
      return;
    }
    const std::size_t d = device(deviceName());
    for (std::size_t i = 0; i < usable; ++i) {
      if (columns_[i].role == SmiColumn::Role::Time || columns_[i].role == SmiColumn::Role::Index || columns_[i].role == SmiColumn::Role::Count) continue;
      const double v = valueOf(i, cells_[i]);
      if (std::isnan(v) && !unknownCell(cells_[i])) says(d, i, cells_[i], *ns);
      else if (columns_[i].role == SmiColumn::Role::Value) set_.add(seriesOf(d, i), *ns, v);
    }
  }

  // As a number in SI; NaN for text and unknown.
  double valueOf(std::size_t column, std::string_view cell) const {
    if (cell == "Active") return 1;
    if (cell == "Not Active") return 0;
    if (cell.size() >= 2 && cell[0] == 'P' && columns_[column].name == "pstate") return text::number(cell.substr(1));
    const Cell c = readCell(cell);
    if (c.text || std::isnan(c.value)) return kNaN;
    return c.value * (c.unit.empty() || columns_[column].unitGiven ? columns_[column].unit.factor : siUnit(c.unit).factor);
  }

  std::size_t seriesOf(std::size_t device, std::size_t column) {
    const auto key = std::pair(device, column);
    if (const auto it = ids_.find(key); it != ids_.end()) return it->second;
    const SmiColumn& c = columns_[column];
    SeriesSet::Key k;
    if (powerColumn_ && *powerColumn_ == column) k = {deviceNames_[device], std::string(kPowerGroup), "W", kUnknownRank};
    else if (c.name.find("energy") != std::string::npos && c.unit.name == "J") k = {deviceNames_[device], std::string(kEnergyGroup), "J", kUnknownRank};
    else k = {deviceNames_[device] + " " + c.name, c.name, c.unit.name, kUnknownRank};
    return ids_[key] = set_.series(std::move(k));
  }

  // Rows without a device come in ticks, a row for each: a step in time much longer than those between the rows of one tick begins the next.
  void numberDevices() {
    if (bare_.empty()) return;
    std::vector<std::int64_t> steps;
    for (std::size_t i = 1; i < bare_.size(); ++i) steps.push_back(bare_[i].ns - bare_[i - 1].ns);
    std::int64_t limit = 0;
    if (!steps.empty()) {
      const auto at = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) * 97 / 100);
      std::nth_element(steps.begin(), at, steps.end());
      limit = *at / 2;
    }
    std::size_t inTick = 0, most = 0;
    std::vector<std::size_t> place;
    for (std::size_t i = 0; i < bare_.size(); ++i) {
      inTick = i == 0 || bare_[i].ns - bare_[i - 1].ns > limit ? 0 : inTick + 1;
      place.push_back(inTick);
      most = std::max(most, inTick);
    }
    if (most > 4096) {  // all at one time
      out_.note("rows without a device or distinct times, taken as one device", context_.name, bare_.size());
      std::fill(place.begin(), place.end(), std::size_t{0});
      most = 0;
    }
    if (most > 0) out_.note("rows without a device, numbered by their order at each time", context_.name, bare_.size());
    for (std::size_t i = 0; i < bare_.size(); ++i) {
      const std::size_t d = device(most == 0 ? "GPU" : fmt::format("GPU {}", place[i]));
      for (std::size_t c = 0; c < columns_.size() && c < bare_[i].values.size(); ++c)
        if (columns_[c].role == SmiColumn::Role::Value) set_.add(seriesOf(d, c), bare_[i].ns, bare_[i].values[c]);
    }
    bare_.clear();
  }

  void says(std::size_t device, std::size_t column, std::string_view value, std::int64_t ns) {
    std::string& last = said_[{columns_[column].name, device}];
    if (last == value) return;
    if (!last.empty()) changes_.push_back({device, ns, fmt::format("{}: {}", columns_[column].name, value)}), changed_.insert({columns_[column].name, device});
    last = value;
  }

  // What is the same on all devices is one fact.
  void texts() {
    std::map<std::string, std::map<std::size_t, std::string>> by;
    for (const auto& [key, value] : said_)
      if (!changed_.contains(key)) by[key.first][key.second] = value;
    for (const auto& [column, values] : by) {
      const std::string& first = values.begin()->second;
      const bool same = std::all_of(values.begin(), values.end(), [&first](const auto& v) { return v.second == first; });
      if (same) out_.fact(column, first);
      else
        for (const auto& [d, value] : values) out_.fact(deviceNames_[d] + " " + column, value);
    }
    const std::int64_t origin = out_.run().originNs;
    for (const Change& c : changes_)
      if (text::onAxis(c.ns, origin)) out_.instant({tracks_[c.device], out_.intern(c.what), (c.ns - origin) * 1000});
  }

  struct Bare {
    std::int64_t ns;
    std::vector<double> values;
  };
  struct Change {
    std::size_t device;
    std::int64_t ns;
    std::string what;
  };
  std::vector<SmiColumn> columns_;
  std::optional<std::size_t> timeColumn_, indexColumn_, uuidColumn_, busColumn_, powerColumn_;
  bool byOrder_ = false, zoned_ = false;
  std::vector<std::string_view> cells_;
  std::vector<std::string> keep_;
  std::vector<Bare> bare_;
  std::map<std::string, std::size_t> devices_;
  std::vector<std::string> deviceNames_;
  std::vector<TrackIndex> tracks_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> ids_;
  std::map<std::pair<std::string, std::size_t>, std::string> said_;
  std::set<std::pair<std::string, std::size_t>> changed_;
  std::vector<Change> changes_;
  SeriesSet set_;
  Table table_;
  std::uint64_t rows_ = 0;
};

}  // namespace

int sniffSmi(ByteSpan head) {
  std::string_view s = text::view(head);
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  std::vector<std::string_view> cells;
  std::vector<std::string> keep;
  for (int i = 0; i < 8 && !s.empty(); ++i) {  // a shell may have said something first
    const std::size_t end = std::min(s.find('\n'), s.size());
    const std::string_view line = text::trimmed(s.substr(0, end));
    s.remove_prefix(std::min(end + 1, s.size()));
    if (line.empty() || line.size() > 8192) continue;
    csv::splitLine(line, ',', cells, keep);
    if (isBareRow(cells)) return 85;
    bool smi = false;
    for (const std::string_view cell : cells) {
      const std::string name = smiColumn(cell).name;
      smi = smi || name.starts_with("power.draw") || name == "utilization.gpu" || name == "utilization.memory" || name == "temperature.gpu" || name == "clocks.sm" || name == "memory.used" ||
            name == "clocks.current.sm" || name == "power.limit" || name == "power_usage" || name == "socket_power" || name == "average graphics package power" ||
            name == "current socket graphics package power";
    }
    if (smi) return 93;
  }
  return 0;
}

std::unique_ptr<Reader> makeSmiReader(const ReaderContext& context) { return std::make_unique<SmiReader>(context); }

}  // namespace weir::power
