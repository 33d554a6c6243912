// Columns of text under a line of names: "nvidia-smi dmon" (# gpu pwr gtemp ...; with -o DT date and time) and "dcgmi dmon -e 155,156"
// (#Entity POWER TOTEC ...; rows "GPU 0 16.6 2563"). Neither says when a row was read unless asked to, or unless a script put a time before
// each line: then "power.interval" gives the distance of readings, or they become a table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/base/nan.h"
#include "core/base/units.h"
#include "core/formats/lines.h"
#include "core/formats/power/csv.h"
#include "core/formats/power/readers.h"
#include "core/formats/power/series.h"

namespace weir::power {
namespace {

// Short names of both programs (nvidia-smi(1), DCGM's dcgm_fields), with the unit where their second line does not say it.
struct Known {
  std::string_view name, meaning, unit;
};
constexpr std::array<Known, 24> kKnown{{{"pwr", "power", "W"},       {"POWER", "power", "W"},         {"TOTEC", "energy", "mJ"},     {"TOTECM", "energy", "mJ"},   {"gtemp", "temperature.gpu", "C"},
                                        {"mtemp", "temperature.memory", "C"}, {"TMPTR", "temperature.gpu", "C"}, {"MMTMP", "temperature.memory", "C"}, {"sm", "utilization.gpu", "%"}, {"mem", "utilization.memory", "%"},
                                        {"enc", "utilization.encoder", "%"}, {"dec", "utilization.decoder", "%"}, {"jpg", "utilization.jpeg", "%"}, {"ofa", "utilization.ofa", "%"}, {"mclk", "clocks.mem", "MHz"},
                                        {"pclk", "clocks.sm", "MHz"}, {"SMCLK", "clocks.sm", "MHz"}, {"MMCLK", "clocks.mem", "MHz"}, {"GPUTL", "utilization.gpu", "%"}, {"MCUTL", "utilization.memory", "%"},
                                        {"fb", "memory.used", "MiB"}, {"bar1", "bar1.used", "MiB"},   {"rxpci", "pcie.rx", "MB/s"},  {"txpci", "pcie.tx", "MB/s"}}};

struct DmonColumn {
  std::string name;
  Unit unit;
  bool power = false, energy = false;
};

DmonColumn dmonColumn(std::string_view name) {
  for (const Known& k : kKnown)
    if (name == k.name) return {std::string(k.meaning), siUnit(k.unit), k.meaning == "power", k.meaning == "energy"};
  return {std::string(name), {}, false, false};
}

class DmonReader final : public LineReader {
 public:
  explicit DmonReader(const ReaderContext& context) : LineReader("dmon", Truth::Measured, context) {
    if (const auto it = context_.settings.find("power.interval"); it != context_.settings.end())
      if (const auto v = units::parseSeconds(it->second)) interval_ = *v;
  }

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (rows_ == 0) return fail("it holds no row of readings", fmt::format("{} lines", lines()), "give what dmon prints, with its line of names");
    Source source;
    source.clock = epoch_ ? ClockKind::Epoch : dated_ ? ClockKind::Local : ClockKind::Own;
    out_.run().sources = {source};
    out_.run().originNs = set_.originNs();
    set_.build(out_, out_.run().originNs);
    if (table_.rows() > 0) {
      out_.note("no times: the readings are a table, not a series; \"power.interval\" tells their distance", context_.name);
      out_.table(std::move(table_));
    }
    out_.fact("rows", std::to_string(rows_));
    out_.fact("devices", std::to_string(devices_.size()));
    return out_.build();
  }

 protected:
  void line(std::string_view raw, std::uint64_t number, bool cut) override {
    auto w = text::words(raw);
    if (w.empty()) return;
    // A time that a script put before the line.
    std::optional<std::int64_t> ns;
    if (const double t = text::number(w[0]); t > 1e9 && t < 9e9 && w.size() > 1) {
      ns = static_cast<std::int64_t>(std::llround(t * 1e6)) * 1000;
      epoch_ = true;
      w.erase(w.begin());
    } else if (w.size() > 2 && w[0].size() >= 8 && w[0].find_first_of("-/") != std::string_view::npos && w[1].find(':') != std::string_view::npos) {
      if (const auto wall = text::wallTime(std::string(w[0]) + " " + std::string(w[1]))) {
        ns = wall->ns;
        dated_ = true;
        w.erase(w.begin(), w.begin() + 2);
      }
    } else if (const auto wall = w[0].size() >= 19 ? text::wallTime(w[0]) : std::nullopt) {
      ns = wall->ns;
      (wall->zoned ? epoch_ : dated_) = true;
      w.erase(w.begin());
    }
    if (w.empty()) return;
    if (w[0].starts_with('#')) return header(w);
    if (w[0] == "ID" || w[0] == "Id") return units(std::vector<std::string_view>(w.begin() + 1, w.end()));
    if (!columns_.empty()) row(w, ns, number, cut);
  }

 private:
  void header(std::vector<std::string_view> w) {
    w[0].remove_prefix(1);
    if (w[0].empty()) w.erase(w.begin());
    if (w.empty()) return;
    if (w[0] == "Idx" || w[0] == "YYYYMMDD" || w[0] == "HH:MM:SS" || w[0] == "ID" || w[0] == "Id") {
      while (!w.empty() && (w[0] == "YYYYMMDD" || w[0] == "HH:MM:SS" || w[0] == "Idx" || w[0] == "ID" || w[0] == "Id")) w.erase(w.begin());
      return units(w);
    }
    date_ = time_ = false;
    if (w[0] == "Date") date_ = true, w.erase(w.begin());
    if (!w.empty() && w[0] == "Time") time_ = true, w.erase(w.begin());
    if (w.empty() || (w[0] != "gpu" && text::lower(w[0]) != "entity")) return;
    if (w.size() > kMostColumns) return;
    entity_ = w[0] != "gpu";
    columns_.clear();
    for (std::size_t i = 1; i < w.size(); ++i) columns_.push_back(dmonColumn(w[i]));
    ids_.clear();
  }

  // The line of units, only where it has one for each column: blanks in it cannot be told apart.
  void units(const std::vector<std::string_view>& w) {
    if (w.size() != columns_.size()) return;
    for (std::size_t i = 0; i < w.size(); ++i)
      if (columns_[i].unit.name.empty()) columns_[i].unit = siUnit(w[i] == "-" ? "" : w[i]);
  }

  void row(std::vector<std::string_view> w, std::optional<std::int64_t> ns, std::uint64_t number, bool cut) {
    if (date_ || time_) {
      const std::size_t n = (date_ ? 1U : 0U) + (time_ ? 1U : 0U);
      if (w.size() <= n) return;
      if (date_ && time_) {
        if (const auto wall = text::wallTime(std::string(w[0]) + " " + std::string(w[1]))) ns = wall->ns, dated_ = true;
      } else if (time_) {
        // Of a day unknown; past midnight it goes on.
        if (const auto wall = text::wallTime("1970-01-01 " + std::string(w[0]))) {
          while (wall->ns + day_ + 43'200'000'000'000 < lastOfDay_) day_ += 86'400'000'000'000;
          ns = lastOfDay_ = wall->ns + day_;
        }
      }
      w.erase(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(n));
    }
    const std::size_t id = entity_ ? 2 : 1;
    if (w.size() < id || !text::whole(w[id - 1])) return;
    if (w.size() - id != columns_.size()) {
      note(cut ? "last line cut off" : "row with another number of cells than the header", number);
      if (w.size() - id > columns_.size() || cut) w.resize(std::min(w.size() - (cut ? 1 : 0), id + columns_.size()));
    }
    if ((w.size() - id) * 2 < columns_.size()) return;
    ++rows_;
    const std::string device = entity_ ? fmt::format("{} {}", w[0], w[1]) : fmt::format("GPU {}", w[0]);
    if (devices_.insert(device).second) {
      Track t;
      t.kind = TrackKind::Device;
      t.name = out_.intern(device);
      t.process = out_.intern("accelerators");
      out_.track(t);
    }
    if (!ns && interval_ > 0) {
      if (!tick_.insert(device).second) tick_ = {device}, ++ticks_;
      const double at = static_cast<double>(ticks_) * interval_ * 1e9;
      if (at < 7e18) ns = static_cast<std::int64_t>(std::llround(at));
    }
    if (!ns) return tableRow(device, w, id);
    set_.sawTime(*ns);
    for (std::size_t c = 0; c < columns_.size() && c + id < w.size(); ++c) {
      const DmonColumn& column = columns_[c];
      const double v = valueOf(w[c + id]) * column.unit.factor;
      auto [it, fresh] = ids_.emplace(std::pair(device, c), std::size_t{0});
      if (fresh) {
        if (column.power) it->second = set_.series({device, std::string(kPowerGroup), "W", kUnknownRank});
        else if (column.energy) it->second = set_.series({device, std::string(kEnergyGroup), "J", kUnknownRank});
        else it->second = set_.series({device + " " + column.name, column.name, column.unit.name, kUnknownRank});
      }
      set_.add(it->second, *ns, v);
    }
  }

  // DCGM writes blanks of 64 bits for what a device does not tell (dcgm_fields.h: DCGM_INT64_BLANK is 0x7ffffffffffffff0, others lie just above).
  static double valueOf(std::string_view s) {
    const double v = text::number(s);
    return v >= 9.2e18 || (v >= 2147483632.0 && v <= 2147483647.0) || v >= 1.4e14 ? kNaN : v;
  }

  void tableRow(const std::string& device, const std::vector<std::string_view>& w, std::size_t id) {
    if (table_.columns.empty()) {
      table_.name = "readings";
      table_.columns.push_back({"device", "", {}, {}});
      for (const DmonColumn& c : columns_) table_.columns.push_back({c.name, c.unit.name, {}, {}});
    }
    if (table_.columns.size() != columns_.size() + 1) return note("other columns than at first, left out", lines());
    table_.columns[0].text.push_back(device);
    for (std::size_t c = 0; c < columns_.size(); ++c) table_.columns[c + 1].number.push_back(c + id < w.size() ? valueOf(w[c + id]) * columns_[c].unit.factor : kNaN);
  }

  std::vector<DmonColumn> columns_;
  bool entity_ = false, date_ = false, time_ = false, epoch_ = false, dated_ = false;
  std::int64_t day_ = 0, lastOfDay_ = 0;
  double interval_ = 0;
  std::uint64_t ticks_ = 0, rows_ = 0;
  std::set<std::string> tick_, devices_;
  std::map<std::pair<std::string, std::size_t>, std::size_t> ids_;
  SeriesSet set_;
  Table table_;
};

}  // namespace

int sniffDmon(ByteSpan head) {
  std::string_view s = text::view(head).substr(0, 4096);
  for (int i = 0; i < 20 && !s.empty(); ++i) {
    const std::size_t end = std::min(s.find('\n'), s.size());
    auto w = text::words(s.substr(0, end));
    s.remove_prefix(std::min(end + 1, s.size()));
    while (!w.empty() && !w[0].starts_with('#') && w.size() > 2 && !std::isnan(text::number(w[0]))) w.erase(w.begin());
    if (w.size() < 2 || !w[0].starts_with('#')) continue;
    std::string first(w[0].substr(1));
    std::size_t at = 1;
    if (first.empty()) first = w[1], at = 2;
    while (at < w.size() && (first == "Date" || first == "Time")) first = w[at++];
    if (text::lower(first) == "entity" && at < w.size()) return 92;
    if (first == "gpu" && at < w.size() && (w[at] == "pwr" || w[at] == "sm" || w[at] == "gtemp" || w[at] == "mclk" || w[at] == "fb")) return 92;
  }
  return 0;
}
std::unique_ptr<Reader> makeDmonReader(const ReaderContext& context) { return std::make_unique<DmonReader>(context); }

}  // namespace weir::power
