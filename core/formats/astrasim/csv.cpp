// The CSV files of ASTRA-sim 1.0 and SimAI: per-layer times ("EndToEnd.csv"), delays ("detailed.csv"), utilisation of the
// network's dimensions over time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/formats/astrasim/lines.h"
#include "core/formats/astrasim/reader.h"
#include "core/run/builder.h"

namespace weir::astrasim {
namespace {

// Both divide cycles by 1000 when they write these (FREQ in Workload.cc); neither says what a cycle lasts.
constexpr std::string_view kUnit = "kcycles";
constexpr std::array<std::string_view, 3> kTotals{"workload finished at", "total comp", "total exposed comm"};

enum class Part { None, Layers, SimAiLayers, SimAiHead, Utilisation };

Part partOf(const std::vector<std::string_view>& cells) {
  if (cells.size() >= 3 && cells[0].empty() && cells[1].empty() && (cells[2] == "fwd compute" || cells[2].starts_with("queuing delay"))) return Part::Layers;
  if (cells.size() >= 3 && cells[0] == "layer_name") return Part::SimAiLayers;
  if (cells.size() >= 3 && cells[0] == "File name" && cells[1].starts_with("Expose")) return Part::SimAiHead;
  if (cells.size() >= 2 && cells[0] == "time (us)" && cells[1].starts_with("dim")) return Part::Utilisation;
  return Part::None;
}

class CsvReader final : public Reader {
 public:
  explicit CsvReader(const ReaderContext&) : builder_("astrasim-csv", Truth::Simulated), lines_([this](std::string_view l) { line(l); }) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    lines_.feed({reinterpret_cast<const char*>(chunk.data()), chunk.size()}, last);
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }

  Result<Run> finish(const Job&) override {
    if (part_ == Part::None) return fail("no table of ASTRA-sim in this file", {}, "give EndToEnd.csv, detailed.csv or a dimension utilisation");
    close();
    Source source;
    source.clock = ClockKind::Own;
    builder_.run().sources.push_back(source);
    return builder_.build();
  }

 private:
  void line(std::string_view text) {
    const auto cells = split(text, ',');
    if (const Part begins = partOf(cells); begins != Part::None) {
      close();
      part_ = begins;
      switch (begins) {
        case Part::Layers: header(cells, false); break;
        case Part::SimAiLayers: header(cells, true); break;
        case Part::SimAiHead: head_.assign(cells.begin(), cells.end()); break;
        case Part::Utilisation: table_ = TableIn(cells, "dimension utilisation"); break;
        case Part::None: break;
      }
      return;
    }
    if (part_ == Part::None || cells.empty()) return;
    if (part_ == Part::SimAiHead) return simAiTotals(cells);
    if (part_ == Part::SimAiLayers && !cells[0].empty() && (cells[0] == "SUM" || cells[0].starts_with("total "))) return simAiSums(cells);
    if (!table_.row(cells)) builder_.note("row that is cut off, left out", fmt::format("line {}", lines_.count()));
  }

  // The first two columns have no names; "algbw" and "busbw" stand behind the pass they are of.
  void header(const std::vector<std::string_view>& cells, bool simAi) {
    std::vector<std::string> names(cells.begin(), cells.end());
    names[0] = "layer";
    if (names.size() > 1) names[1] = "run";
    std::string pass;
    for (std::size_t i = 2; i < names.size(); ++i) {
      if (names[i].ends_with("total comm")) pass = names[i].substr(0, names[i].find(' '));
      if (simAi && (names[i] == "algbw" || names[i] == "busbw")) names[i] = pass + " " + names[i];
    }
    table_ = TableIn(std::vector<std::string_view>(names.begin(), names.end()),
                     names.size() > 2 && names[2].starts_with("queuing") ? "delays of layers" : "times of layers");
    for (std::size_t c = 2; c < table_.columns(); ++c)
      if (table_.nameOf(c).ends_with("bw")) table_.unit(c, "GB/s");
  }

  // "test1, 0 (0.00%), ..., 1112 (63.72%), 633 (36.28%), 1745" under their names.
  void simAiTotals(const std::vector<std::string_view>& cells) {
    for (std::size_t i = 0; i < std::min(cells.size(), head_.size()); ++i) {
      const std::string_view value = trimmed(cells[i].substr(0, cells[i].find('(')));
      builder_.fact(head_[i], value, number(value) ? kUnit : "");
    }
  }
  // "total exposed comm,633.242,total comp,1112.004,total time,1745.246"; the sums of columns are not kept: they follow.
  void simAiSums(const std::vector<std::string_view>& cells) {
    if (cells[0] == "SUM") return;
    for (std::size_t i = 0; i + 1 < cells.size(); i += 2)
      if (number(cells[i + 1])) builder_.fact(cells[i], cells[i + 1], kUnit);
  }

  void close() {
    if (table_.rows() == 0) {
      table_ = {};
      return;
    }
    if (part_ == Part::Utilisation) utilisation();
    if (part_ == Part::Layers)
      // Of the whole run; written in the first row only, or in all.
      for (std::size_t c = 0; c < table_.columns(); ++c)
        if (std::find(kTotals.begin(), kTotals.end(), table_.nameOf(c)) != kTotals.end() && number(table_.cell(c, 0)))
          builder_.fact(table_.nameOf(c), table_.cell(c, 0), kUnit);
    if (part_ != Part::Utilisation) builder_.table(table_.build(kUnit));
    table_ = {};
  }

  // A row stands at the end of its interval; per cent of the dimension's bandwidth.
  void utilisation() {
    std::vector<double> at;
    for (std::size_t r = 0; r < table_.rows(); ++r) at.push_back(number(table_.cell(0, r)).value_or(std::nan("")));
    const double step = at.size() > 1 ? at[1] - at[0] : at[0];
    bool regular = step > 0 && step < 1e9 && at[0] >= step;
    for (std::size_t r = 1; r < at.size() && regular; ++r) regular = std::abs(at[r] - at[r - 1] - step) < 1e-3 * step;
    if (!regular || !(at.back() < 9e12)) return builder_.table(table_.build());
    for (std::size_t c = 1; c < table_.columns(); ++c) {
      Counter counter;
      counter.name = builder_.intern(table_.nameOf(c));
      counter.group = builder_.intern("dimension utilisation");
      counter.unit = "1";
      counter.start = std::llround((at[0] - step) * 1e6);
      counter.step = std::llround(step * 1e6);
      for (std::size_t r = 0; r < table_.rows(); ++r)
        counter.value.push_back(static_cast<float>(number(table_.cell(c, r)).value_or(std::nan("")) / 100));
      builder_.counter(std::move(counter));
    }
  }

  RunBuilder builder_;
  Lines lines_;
  TableIn table_;
  std::vector<std::string> head_;
  Part part_ = Part::None;
};

}  // namespace

int sniffCsv(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  for (int k = 0; k < 3 && !s.empty(); ++k) {
    const std::size_t end = s.find('\n');
    if (end == std::string_view::npos || end > 65536) return 0;
    if (partOf(split(s.substr(0, end), ',')) != Part::None) return 90;
    s.remove_prefix(end + 1);
  }
  return 0;
}

std::unique_ptr<Reader> makeCsvReader(const ReaderContext& context) { return std::make_unique<CsvReader>(context); }

}  // namespace weir::astrasim
