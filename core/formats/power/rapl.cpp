// Intel's and AMD's RAPL counters: "perf stat -e power/energy-pkg/" with and without -I, as text and as -x, and tables of them
// (a column of times or task by task, columns named after rapl, package or energy_uj).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/nan.h"
#include "core/formats/csv/cells.h"
#include "core/formats/lines.h"
#include "core/formats/power/csv.h"
#include "core/formats/power/readers.h"
#include "core/formats/power/series.h"

namespace weir::power {
namespace {

// perf writes numbers as the locale has them: "2,306.32", "0,05".
double localNumber(std::string_view s) {
  std::string plain(s);
  const std::size_t comma = plain.rfind(','), dot = plain.rfind('.');
  if (comma != std::string::npos && dot != std::string::npos) {
    std::erase(plain, comma < dot ? ',' : '.');
    std::replace(plain.begin(), plain.end(), ',', '.');
  } else if (comma != std::string::npos) {
    if (plain.size() - comma == 4 && plain.find(',') != 0 && !plain.starts_with("0,")) std::erase(plain, ',');
    else plain[comma] = '.';
  }
  return text::number(plain);
}

// "power/energy-pkg/" -> "pkg".
std::string domainOf(std::string_view event) {
  const std::size_t at = event.find("energy-");
  if (at == std::string_view::npos) return {};
  event.remove_prefix(at + 7);
  return std::string(event.substr(0, event.find_first_of("/:, ")));
}

// Cores and the processor's GPU are within the package; the platform (psys) holds all of it.
bool ownMeter(std::string_view domain) { return domain == "pkg" || domain == "ram" || domain == "package" || domain == "dram"; }

class RaplReader final : public LineReader {
 public:
  explicit RaplReader(const ReaderContext& context) : LineReader("rapl", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (sums_.empty() && rows_.empty()) return fail("it holds no energy reading", fmt::format("{} lines", lines()), "give what perf stat prints of power/energy-.../");
    Source source;
    source.clock = epoch_ ? ClockKind::Epoch : ClockKind::Own;
    out_.run().sources = {source};
    if (!rows_.empty()) table();
    else perf();
    out_.run().originNs = set_.originNs();
    set_.build(out_, out_.run().originNs);
    return out_.build();
  }

 protected:
  void line(std::string_view raw, std::uint64_t number, bool cut) override {
    const std::string_view s = text::trimmed(raw);
    if (s.empty()) return;
    if (columns_.empty() && s.find("energy-") == std::string_view::npos && s.find(',') != std::string_view::npos && s.find("time") != std::string_view::npos) {
      csv::splitLine(s, ',', cells_, keep_);
      if (cells_.size() > kMostColumns) return;
      columns_.assign(cells_.begin(), cells_.end());
      return;
    }
    if (!columns_.empty()) {
      csv::splitLine(s, ',', cells_, keep_);
      if (cells_.size() != columns_.size()) note(cut ? "last line cut off" : "row with another number of cells than the header", number);
      if (cells_.size() * 2 < columns_.size()) return;
      rows_.push_back({number, {cells_.begin(), cells_.end()}});
      rows_.back().cells.resize(columns_.size());
      return;
    }
    if (s.starts_with('#')) return;
    if (s.find("energy-") != std::string_view::npos) return event(s, number);
    const auto w = text::words(s);
    if (w.size() >= 4 && w[1] == "seconds" && w[2] == "time" && w[3] == "elapsed") elapsed_ = localNumber(w[0]);
  }

 private:
  struct Row {
    std::uint64_t line;
    std::vector<std::string> cells;
  };
  struct Sum {
    double joules = 0;
    double first = kNaN, last = kNaN;
  };

  void event(std::string_view s, std::uint64_t number) {
    double time = kNaN, joules = kNaN;
    std::string domain, socket;
    if (s.find(",Joules,") != std::string_view::npos) {  // -x,: [time,][socket,count,]value,Joules,event,...
      csv::splitLine(s, ',', cells_, keep_);
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (cells_[i] == "Joules" && i > 0) {
          joules = localNumber(cells_[i - 1]);
          if (i >= 2) time = text::number(cells_[0]);
        }
        if (cells_[i].starts_with('S') && cells_[i].find_first_of("0123456789") == 1) socket = cells_[i];
        if (domain.empty()) domain = domainOf(cells_[i]);
      }
    } else {
      const auto w = text::words(s);
      for (std::size_t i = 0; i < w.size(); ++i) {
        if (w[i] == "Joules" && i > 0) {
          joules = localNumber(w[i - 1]);
          if (i >= 2) time = localNumber(w[0]);
        }
        if (w[i].starts_with('S') && w[i].size() > 1 && w[i][1] >= '0' && w[i][1] <= '9') socket = w[i];
        if (domain.empty()) domain = domainOf(w[i]);
      }
    }
    if (std::isnan(joules)) return note("energy not counted", number);
    const std::string name = "RAPL " + domain + (socket.empty() ? "" : " " + socket);
    Sum& sum = sums_[name];
    domains_[name] = domain;
    const std::size_t series = set_.series({name, std::string(ownMeter(domain) ? kEnergyGroup : "energy of a part"), "J", kUnknownRank});
    if (std::isnan(time)) {
      sum.joules += joules;
      return;
    }
    if (time < 0 || time > 9e6) return note("time that cannot be", number);
    const auto ns = static_cast<std::int64_t>(std::llround(time * 1e9));
    // An interval's energy is counted from the end of the one before; the first begins at 0.
    if (std::isnan(sum.first)) set_.add(series, 0, 0), sum.first = 0;
    sum.joules += joules;
    sum.last = time;
    set_.add(series, ns, sum.joules);
  }

  void perf() {
    for (const auto& [name, sum] : sums_) {
      out_.fact(name + " energy", fmt::format("{}", sum.joules), "J");
      if (!std::isnan(sum.last) || std::isnan(elapsed_) || elapsed_ > 9e6) continue;
      const std::size_t series = set_.series({name, std::string(ownMeter(domains_[name]) ? kEnergyGroup : "energy of a part"), "J", kUnknownRank});
      set_.add(series, 0, 0);
      set_.add(series, static_cast<std::int64_t>(std::llround(elapsed_ * 1e9)), sum.joules);
    }
    if (!std::isnan(elapsed_)) out_.fact("elapsed", fmt::format("{}", elapsed_), "s");
  }

  void table() {
    Table t;
    t.name = "rapl";
    std::optional<std::size_t> time;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (const std::string n = text::lower(columns_[c]); !time && (n == "timestamp" || n == "time" || n.starts_with("time_") || n.starts_with("time ("))) time = c;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::string name = text::lower(columns_[c]);
      const bool numbers = std::all_of(rows_.begin(), rows_.end(), [&](const Row& r) { return r.cells[c].empty() || !std::isnan(text::number(r.cells[c])); });
      Table::ColumnOf column{columns_[c], "", {}, {}};
      double factor = 1;
      const auto ends = [&](std::string_view s) { return name.ends_with(s); };
      if (ends("_power") || ends("_w") || ends("(w)")) column.unit = "W";
      else if (ends("_uj") || ends("(uj)")) column.unit = "J", factor = 1e-6;
      else if (ends("_j") || ends("(j)")) column.unit = "J";
      else if (name == "rapl_energy" || name == "estimated_energy" || name == "tapo_energy") column.unit = "J", factor = 3.6e6;  // CodeCarbon's load profiles: kWh
      else if (name == "duration" || ends("_time_delta")) column.unit = "s";
      else if (name == "cpu_load") column.unit = "1", factor = 0.01;
      else if (name == "cpu_freq") column.unit = "Hz", factor = 1e6;
      for (const Row& r : rows_) {
        if (numbers) column.number.push_back(text::number(r.cells[c]) * factor);
        else column.text.push_back(r.cells[c]);
      }
      if (numbers && time && c != *time) series(name, column, *time);
      t.columns.push_back(std::move(column));
    }
    out_.fact("rows", std::to_string(rows_.size()));
    out_.fact("columns", std::to_string(columns_.size()));
    out_.table(std::move(t));
  }

  void series(const std::string& name, const Table::ColumnOf& column, std::size_t time) {
    const bool power = column.unit == "W" && name.find("rapl") != std::string::npos;
    const bool counted = column.unit == "J" && (name.ends_with("_uj") || name.ends_with("(uj)") || name.ends_with("_j") || name.ends_with("(j)"));
    if (column.unit.empty() || (column.unit == "J" && !counted)) return;
    const bool part = name.find("core") != std::string::npos || name.find("psys") != std::string::npos || name.find("uncore") != std::string::npos;
    SeriesSet::Key key;
    if (power) key = {"CPU (RAPL)", std::string(kPowerGroup), "W", kUnknownRank};
    else if (counted) key = {column.name, std::string(part ? "energy of a part" : kEnergyGroup), "J", kUnknownRank};
    else key = {column.name, column.name, column.unit, kUnknownRank};
    const std::size_t id = set_.series(key);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::string_view s = rows_[i].cells[time];
      double t = text::number(s);
      std::optional<std::int64_t> ns;
      if (!std::isnan(t) && std::abs(t) < 9e18) {
        while (std::abs(t) > 9e9) t /= 1000;  // ms, us
        if (t > 1e9) epoch_ = true;
        const double whole = std::floor(t);
        ns = static_cast<std::int64_t>(whole) * 1'000'000'000 + std::llround((t - whole) * 1e9);
      } else if (const auto wall = text::wallTime(s)) {
        ns = wall->ns;
        epoch_ = true;
      }
      if (ns) set_.add(id, *ns, column.number[i]);
    }
  }

  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::vector<std::string_view> cells_;
  std::vector<std::string> keep_;
  std::map<std::string, Sum> sums_;
  std::map<std::string, std::string> domains_;
  double elapsed_ = kNaN;
  bool epoch_ = false;
  SeriesSet set_;
};

}  // namespace

int sniffRapl(ByteSpan head) {
  const std::string_view s = text::view(head);
  if (s.find("power/energy-") != std::string_view::npos && s.find("Joules") != std::string_view::npos) return 88;
  const std::string first = text::lower(s.substr(0, std::min<std::size_t>(8192, s.find('\n'))));
  const auto has = [&](std::string_view what) { return first.find(what) != std::string::npos; };
  return has(",") && has("time") && (has("rapl") || has("energy_uj") || has("package-0") || has("package_0")) ? 90 : 0;
}
std::unique_ptr<Reader> makeRaplReader(const ReaderContext& context) { return std::make_unique<RaplReader>(context); }

}  // namespace weir::power
