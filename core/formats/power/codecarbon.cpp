// CodeCarbon's emissions.csv: a row per run, or several of one run that count up; columns differ by version (11 in 1.x, 31 in 2.4).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/formats/csv/cells.h"
#include "core/formats/lines.h"
#include "core/formats/power/csv.h"
#include "core/formats/power/readers.h"
#include "core/formats/power/series.h"

namespace weir::power {
namespace {

struct EmissionsColumn {
  std::string name, unit;
  double factor = 1;
};

EmissionsColumn emissionsColumn(std::string_view header) {
  EmissionsColumn c{std::string(header), {}, 1};
  const std::string_view n = header;
  if (n == "energy_consumed" || n.ends_with("_energy")) c.unit = "J", c.factor = 3.6e6;
  else if (n == "emissions") c.unit = "kg";
  else if (n == "emissions_rate") c.unit = "kg/s";
  else if (n == "duration") c.unit = "s";
  else if (n.ends_with("_power")) c.unit = "W";
  else if (n == "ram_total_size") c.unit = "B", c.factor = 1e9;
  else if (n == "water_consumed") c.unit = "L";
  else if (n.ends_with("_utilization_percent")) c.unit = "1", c.factor = 0.01;
  return c;
}

class CodeCarbonReader final : public LineReader {
 public:
  explicit CodeCarbonReader(const ReaderContext& context) : LineReader("codecarbon", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (rows_.empty()) return fail("it holds no row", fmt::format("{} lines", lines()), "give CodeCarbon's emissions.csv with its rows");
    runs();
    table();
    // Rows of one run count up: what a run took stands in its last row, not in all of them.
    const auto sum = [&](std::string_view column, std::string_view unit) {
      const auto at = find(column);
      if (!at) return;
      double all = 0, once = 0;
      bool any = false;
      for (const auto& rows : byRun_) {
        double last = 0;  // known
        for (const Row* r : rows) {
          const double v = text::number(r->cells[*at]);
          if (std::isnan(v)) continue;
          any = true;
          all += v;
          last = v;
        }
        once += last;
      }
      if (!any) return;
      out_.fact(column, fmt::format("{}", once), unit);
      if (once != all) out_.fact(fmt::format("{}, all rows added up", column), fmt::format("{}", all), unit);
    };
    out_.fact("rows", std::to_string(rows_.size()));
    out_.fact("columns", std::to_string(columns_.size()));
    sum("energy_consumed", "kWh");
    sum("emissions", "kg");
    sum("duration", "s");
    return out_.build();
  }

 protected:
  void line(std::string_view raw, std::uint64_t number, bool cut) override {
    if (text::trimmed(raw).empty()) return;
    csv::splitLine(raw, ',', cells_, keep_);
    const bool header = std::find(cells_.begin(), cells_.end(), "emissions") != cells_.end() && std::find(cells_.begin(), cells_.end(), "duration") != cells_.end();
    if (header) {
      if (!columns_.empty()) {
        if (cells_.size() != columns_.size()) note("another header within the file: its rows by the first", number);
        return;
      }
      if (cells_.size() > kMostColumns) return;
      for (const std::string_view cell : cells_) columns_.push_back(emissionsColumn(cell));
      return;
    }
    if (columns_.empty()) return;
    Row r{number, {}};
    for (const std::string_view cell : cells_) r.cells.emplace_back(cell);
    if (r.cells.size() < columns_.size()) note(cut ? "last line cut off" : "row with fewer cells than the header", number);
    if (r.cells.size() > columns_.size()) note("row with more cells than the header, the rest left out", number);
    if (r.cells.size() * 2 < columns_.size()) return;
    r.cells.resize(columns_.size());
    rows_.push_back(std::move(r));
  }

 private:
  struct Row {
    std::uint64_t line;
    std::vector<std::string> cells;
  };

  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].name == name) return i;
    return std::nullopt;
  }
  [[nodiscard]] std::string_view cell(const Row& r, std::string_view name) const {
    const auto at = find(name);
    return at ? std::string_view(r.cells[*at]) : std::string_view();
  }

  // A slice and a count of energy a run. Rows of one run (its id and its begin are the same) count up from there.
  void runs() {
    struct OneRun {
      std::string name;
      std::int64_t from;
      std::vector<std::pair<std::int64_t, const Row*>> ends;
    };
    constexpr std::int64_t kSame = 3'000'000'000;  // timestamps have whole seconds
    std::vector<OneRun> all;
    std::map<std::pair<std::string, std::int64_t>, std::size_t> begun;  // by run_id and begin
    bool zoned = false;
    for (const Row& r : rows_) {
      const auto at = text::wallTime(cell(r, "timestamp"));
      const double d = text::number(cell(r, "duration"));
      if (!at || !(d >= 0) || d > 3.8e6) {
        note("row without a time or a duration: in the table alone", r.line);
        byRun_.push_back({&r});
        continue;
      }
      zoned = zoned || at->zoned;
      const std::int64_t from = at->ns - static_cast<std::int64_t>(std::llround(d * 1e6)) * 1000;
      const std::string id(cell(r, "run_id"));
      const std::string project(cell(r, "project_name"));
      const std::int64_t bucket = from / kSame;
      std::optional<std::size_t> known;
      for (const std::int64_t b : {bucket, bucket - 1, bucket + 1})
        if (const auto it = begun.find({id, b}); !known && it != begun.end() && std::abs(all[it->second].from - from) < kSame) known = it->second;
      if (!known) {
        known = all.size();
        all.push_back({project, from, {}});
        begun.emplace(std::pair(id, bucket), *known);
      } else {
        note("row of a run that an earlier row counted already: it counts up", r.line);
      }
      all[*known].ends.emplace_back(at->ns, &r);
      set_.sawTime(from);
      set_.sawTime(at->ns);
    }
    const std::int64_t origin = set_.originNs();
    out_.run().originNs = origin;
    Source source;
    source.clock = zoned ? ClockKind::Epoch : ClockKind::Local;
    out_.run().sources = {source};
    Track t;
    t.kind = TrackKind::Device;
    t.name = out_.intern("CodeCarbon");
    const TrackIndex track = out_.track(t);
    for (std::size_t i = 0; i < all.size(); ++i) {
      OneRun& run = all[i];
      std::stable_sort(run.ends.begin(), run.ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      const std::string name = fmt::format("{} {}", run.name.empty() ? "run" : run.name, i + 1);
      const std::size_t energy = set_.series({name, std::string(kEnergyGroup), "J", kUnknownRank});
      bool known = false;
      byRun_.emplace_back();
      for (const auto& end : run.ends) byRun_.back().push_back(end.second);
      for (const auto& [ns, row] : run.ends) {
        const double joules = text::number(cell(*row, "energy_consumed")) * 3.6e6;
        if (!std::isnan(joules) && !known) set_.add(energy, run.from, 0), known = true;
        set_.add(energy, ns, joules);
        if (joules == 0 && ns > run.from) note("no energy in a run that took time: was nothing measured?", row->line);
      }
      if (!text::onAxis(run.from, origin) || !text::onAxis(run.ends.back().first, origin)) continue;
      RunBuilder::SliceIn s;
      s.track = track;
      s.start = (run.from - origin) * 1000;
      s.duration = (run.ends.back().first - run.from) * 1000;
      s.name = out_.intern(run.name.empty() ? "run" : run.name);
      s.category = out_.intern("CodeCarbon run");
      s.activity = Activity::Annotation;
      out_.slice(s);
    }
    set_.build(out_, origin);
  }

  void table() {
    Table t;
    t.name = "codecarbon";
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      Table::ColumnOf column{columns_[c].name, columns_[c].unit, {}, {}};
      const bool numbers = std::all_of(rows_.begin(), rows_.end(), [&](const Row& r) { return r.cells[c].empty() || !std::isnan(text::number(r.cells[c])); }) &&
                           std::any_of(rows_.begin(), rows_.end(), [&](const Row& r) { return !r.cells[c].empty(); });
      for (const Row& r : rows_) {
        if (numbers) column.number.push_back(text::number(r.cells[c]) * columns_[c].factor);
        else column.text.push_back(r.cells[c]);
      }
      const bool same = !numbers && std::all_of(rows_.begin(), rows_.end(), [&](const Row& r) { return r.cells[c] == rows_.front().cells[c]; });
      if (same) out_.fact(columns_[c].name, rows_.front().cells[c]);
      t.columns.push_back(std::move(column));
    }
    out_.table(std::move(t));
  }

  std::vector<EmissionsColumn> columns_;
  std::vector<Row> rows_;
  std::vector<std::vector<const Row*>> byRun_;  // in the order of time
  std::vector<std::string_view> cells_;
  std::vector<std::string> keep_;
  SeriesSet set_;
};

}  // namespace

int sniffCodeCarbon(ByteSpan head) {
  const std::string_view first = text::view(head).substr(0, text::view(head).find('\n'));
  const auto has = [&](std::string_view what) { return first.find(what) != std::string_view::npos; };
  return has("timestamp") && has("emissions") && has("duration") && (has("energy_consumed") || has("project_name")) ? 95 : 0;
}
std::unique_ptr<Reader> makeCodeCarbonReader(const ReaderContext& context) { return std::make_unique<CodeCarbonReader>(context); }

}  // namespace weir::power
