#include "core/summarize/io_heat.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/run/io_failed.h"
#include "core/summarize/io_sum.h"

namespace weir {
namespace {

constexpr std::string_view kBinGroup = "bytes over time";  // as Darshan's reader calls its HEATMAP series

// Layers of which no other in the list lies below: their bytes are counted once. DFS stands on DAOS' objects, MPI-IO, HDF5 and
// PnetCDF on POSIX.
bool lowest(std::string_view layer, bool daos) { return layer == "POSIX" || layer == "STDIO" || layer == "DAOS" || (layer == "DFS" && !daos); }

// "POSIX read" -> ("POSIX", reading).
std::optional<std::pair<std::string_view, bool>> seriesOf(const Run& run, const Counter& c) {
  const std::string_view text = run.names.text(c.name);
  for (const auto& [word, reads] : {std::pair(std::string_view(" read"), true), std::pair(std::string_view(" written"), false)})
    if (text.ends_with(word)) return std::pair(text.substr(0, text.size() - word.size()), reads);
  return std::nullopt;
}

bool isBins(const Run& run, const Counter& c, NameId group) { return group != 0 && c.group == group && c.step > 0 && !c.value.empty() && seriesOf(run, c); }

// Whether a layer is counted, and a file.
class Counted {
 public:
  Counted(const Run& run, const IoHeatOptions& o, bool bins) : o_(o) {
    const IoChoices choices = ioChoices(run);
    const bool daos = std::find(choices.layers.begin(), choices.layers.end(), "DAOS") != choices.layers.end();
    const bool any = std::any_of(choices.layers.begin(), choices.layers.end(), [&](const std::string& l) { return lowest(l, daos); });
    layer_.assign(run.names.size(), false);
    const auto wanted = [&](std::string_view l) { return !o.layer.empty() ? l == o.layer : any ? lowest(l, daos) : !choices.layers.empty() && l == choices.layers.front(); };
    for (const IoOperation& op : run.io) layer_[op.layer] = layer_[op.layer] || wanted(run.names.text(op.layer));
    if (bins)
      for (const std::string& l : choices.layers)
        if (wanted(l)) layers_.insert(l);
    if (o.file.empty()) return;
    file_.assign(run.names.size(), 0);
    for (const IoOperation& op : run.io) {
      if (file_[op.file] != 0) continue;
      const std::string_view f = run.names.text(op.file);
      const bool in = f == o.file || (f.starts_with(o.file) && (o.file.ends_with('/') || f[o.file.size()] == '/'));
      file_[op.file] = in ? 1 : 2;
    }
  }
  [[nodiscard]] bool series(std::string_view layer) const { return layers_.contains(layer); }
  [[nodiscard]] bool operation(const IoOperation& op) const {
    if (!layer_[op.layer] || (!file_.empty() && file_[op.file] != 1)) return false;
    const bool read = op.kind == IoOperation::Kind::Read;
    const bool write = op.kind == IoOperation::Kind::Write;
    switch (o_.kind) {
      case IoHeatOptions::Kind::All: return o_.measure != IoMeasure::Bytes || read || write;
      case IoHeatOptions::Kind::Read: return read;
      case IoHeatOptions::Kind::Write: return write;
      case IoHeatOptions::Kind::Meta: return !read && !write;
    }
    return false;
  }

 private:
  const IoHeatOptions& o_;
  std::vector<bool> layer_;
  std::vector<std::uint8_t> file_;  // 0 not looked at, 1 counted, 2 not
  std::set<std::string, std::less<>> layers_;
};

// Adds `v`, spread evenly over [from, to), to the columns of a row; a point in time goes whole to its column.
void spread(IoHeat& h, int row, std::int64_t from, std::int64_t to, double v) {
  if (v == 0) return;
  double* cells = h.value.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(h.columns);
  const double width = static_cast<double>(h.range.length()) / h.columns;
  const auto columnOf = [&](std::int64_t t) { return static_cast<int>(std::clamp(static_cast<double>(saturatedGap(h.range.from, t)) / width, 0.0, static_cast<double>(h.columns - 1))); };
  if (to <= from) {
    if (from >= h.range.from && from < h.range.to) cells[columnOf(from)] += v;
    return;
  }
  const std::int64_t a = std::max(from, h.range.from);
  const std::int64_t b = std::min(to, h.range.to);
  if (b <= a) return;
  const auto whole = static_cast<double>(saturatedGap(from, to));  // v x (whole / whole) is v to the last bit
  const int first = columnOf(a);
  const int last = columnOf(b);
  double left = static_cast<double>(saturatedGap(h.range.from, a));
  const double end = static_cast<double>(saturatedGap(h.range.from, b));
  for (int k = first; k <= last; ++k) {
    const double right = k == last ? end : std::min(end, width * (k + 1));
    if (right > left) cells[k] += v * ((right - left) / whole);
    left = std::max(left, right);
  }
}

double worth(const IoOperation& op, IoMeasure m) {
  switch (m) {
    case IoMeasure::Bytes: return op.bytes > 0 ? static_cast<double>(op.bytes) : 0;
    case IoMeasure::Operations: return 1;
    case IoMeasure::Time: return static_cast<double>(op.duration) / 1e12;
  }
  return 0;
}

void layRows(IoHeat& h, const std::set<std::int32_t>& ranks, int most) {
  h.ranks.assign(ranks.begin(), ranks.end());
  const int n = static_cast<int>(h.ranks.size());
  h.perRow = std::max(1, (n + std::max(most, 1) - 1) / std::max(most, 1));
  h.rows = (n + h.perRow - 1) / h.perRow;
}

int rowOf(const IoHeat& h, std::int32_t rank) {
  const auto it = std::lower_bound(h.ranks.begin(), h.ranks.end(), rank);
  return it == h.ranks.end() || *it != rank ? -1 : static_cast<int>(it - h.ranks.begin()) / h.perRow;
}

void addUp(IoHeat& h) {
  h.rowSum.assign(static_cast<std::size_t>(h.rows), 0);
  h.columnSum.assign(static_cast<std::size_t>(h.columns), 0);
  for (int r = 0; r < h.rows; ++r)
    for (int k = 0; k < h.columns; ++k) {
      h.rowSum[static_cast<std::size_t>(r)] += h.at(r, k);
      h.columnSum[static_cast<std::size_t>(k)] += h.at(r, k);
    }
  for (const double v : h.rowSum) h.sum += v;
}

void say(IoHeat& h, const std::string& sentence) {
  if (!h.remark.empty()) h.remark += ' ';
  h.remark += sentence;
}

// Whether the HEATMAP's bins can answer: they know bytes read and written, of no file.
bool binsAnswer(const IoHeatOptions& o) { return o.measure == IoMeasure::Bytes && o.kind != IoHeatOptions::Kind::Meta && o.file.empty(); }

IoHeat fromBins(const Run& run, const IoHeatOptions& o, NameId group, const Job& job) {
  IoHeat h;
  h.source = IoHeat::Source::Bins;
  const Counted counted(run, o, true);
  std::vector<const Counter*> series;
  std::int64_t from = std::numeric_limits<std::int64_t>::max();
  std::int64_t to = std::numeric_limits<std::int64_t>::min();
  std::size_t bins = 0;
  std::set<std::int64_t> steps;
  for (const Counter& c : run.counters) {
    if (!isBins(run, c, group)) continue;
    from = std::min(from, c.start);
    to = std::max(to, ioBin(c, c.value.size()));
    bins = std::max(bins, c.value.size());
    steps.insert(c.step);
    const auto [layer, reads] = *seriesOf(run, c);
    if (!counted.series(layer)) continue;
    if ((o.kind == IoHeatOptions::Kind::Read && !reads) || (o.kind == IoHeatOptions::Kind::Write && reads)) continue;
    series.push_back(&c);
  }
  std::set<std::int32_t> ranks(run.ranks.begin(), run.ranks.end());
  for (const Counter* c : series) ranks.insert(c->rank);
  h.range = o.range.value_or(TimeRange{from, to});
  h.columns = o.columns > 0 ? o.columns : static_cast<int>(std::min<std::size_t>(bins, 4000));
  layRows(h, ranks, o.maxRows);
  if (h.range.length() == 0 || h.rows == 0) return IoHeat{};
  h.value.assign(static_cast<std::size_t>(h.rows) * static_cast<std::size_t>(h.columns), 0);
  job.begin("adding up the heat map's bins", series.size());
  for (const Counter* c : series) {
    if (job.stopped()) return h;
    const int row = rowOf(h, c->rank);
    for (std::size_t i = 0; i < c->value.size(); ++i) {
      if (c->value[i] > 0) spread(h, row, ioBin(*c, i), ioBin(*c, i + 1), static_cast<double>(c->value[i]));
    }
    job.add(1);
  }
  addUp(h);
  const std::int64_t step = steps.empty() ? 0 : *steps.begin();
  say(h, fmt::format("From the log's HEATMAP module: bins of {:.4g} s{}, to seven digits a bin.", static_cast<double>(step) / 1e12, steps.size() > 1 ? " and more" : ""));
  if (h.columns != static_cast<int>(bins) || h.range != TimeRange{from, to}) say(h, "A bin that spans several columns is spread evenly over them.");
  return h;
}

}  // namespace

std::string_view name(IoMeasure m) {
  constexpr std::array<std::string_view, 3> names{"bytes", "operations", "time"};
  return names[static_cast<std::size_t>(m)];
}
std::string_view unit(IoMeasure m) {
  constexpr std::array<std::string_view, 3> units{"B", "operations", "s"};
  return units[static_cast<std::size_t>(m)];
}

std::string IoHeat::rowName(int row) const {
  const auto first = static_cast<std::size_t>(row) * static_cast<std::size_t>(perRow);
  const std::size_t last = std::min(first + static_cast<std::size_t>(perRow), ranks.size()) - 1;
  if (first == last) return ranks[first] == kUnknownRank ? "shared or unknown rank" : fmt::format("rank {}", ranks[first]);
  return fmt::format("ranks {}-{}", ranks[first], ranks[last]);
}

TimeRange IoHeat::column(int k) const {
  const double width = static_cast<double>(range.length()) / std::max(columns, 1);
  return {range.from + std::llround(width * k), range.from + std::llround(width * (k + 1))};
}

IoChoices ioChoices(const Run& run) {
  IoChoices out;
  const auto put = [&](std::string_view layer) {
    if (!layer.empty() && std::find(out.layers.begin(), out.layers.end(), layer) == out.layers.end()) out.layers.emplace_back(layer);
  };
  const NameId group = run.names.find(kBinGroup);
  for (const Counter& c : run.counters)
    if (isBins(run, c, group)) {
      out.bins = true;
      put(seriesOf(run, c)->first);
    }
  out.operations = !run.io.empty();
  std::vector<bool> seen(run.names.size(), false), file(run.names.size(), false);
  for (const IoOperation& op : run.io) {
    if (!seen[op.layer]) put(run.names.text(op.layer));
    seen[op.layer] = true;
    file[op.file] = op.file != 0;
  }
  // Mount points as the records have them; where there are none, the folders.
  std::set<std::string, std::less<>> mounts;
  for (const IoRecord& r : run.ioRecords)
    if (r.mount != 0 && file[r.file]) mounts.emplace(run.names.text(r.mount));
  if (mounts.empty())
    for (NameId f = 1; f < file.size() && mounts.size() <= 200; ++f)
      if (file[f])
        if (const std::string_view path = run.names.text(f); path.find('/') != std::string_view::npos && path.rfind('/') > 0) mounts.emplace(path.substr(0, path.rfind('/')));
  if (mounts.size() <= 200) out.places.assign(mounts.begin(), mounts.end());
  return out;
}

IoHeat ioHeat(const Run& run, const IoHeatOptions& o, const Job& job) {
  const NameId group = run.names.find(kBinGroup);
  const bool bins = std::any_of(run.counters.begin(), run.counters.end(), [&](const Counter& c) { return isBins(run, c, group); });
  if (bins && binsAnswer(o)) return fromBins(run, o, group, job);
  IoHeat h;
  h.measure = o.measure;
  if (run.io.empty()) {
    say(h, bins ? "The log's heat map knows bytes alone, and of no file: this needs single operations (Darshan's DXT, DFTracer)." : "No single I/O operation and no heat map is in this run.");
    return h;
  }
  h.source = IoHeat::Source::Operations;
  const Counted counted(run, o, false);
  std::set<std::int32_t> ranks(run.ranks.begin(), run.ranks.end());
  std::int64_t from = std::numeric_limits<std::int64_t>::max();
  std::int64_t to = std::numeric_limits<std::int64_t>::min();
  std::int32_t last = kUnknownRank - 1;
  for (const IoOperation& op : run.io) {
    from = std::min(from, op.start);
    to = std::max(to, saturatedSum(op.start, std::max<std::int64_t>(op.duration, 1)));
    if (op.rank != last) ranks.insert(last = op.rank);
  }
  h.range = o.range.value_or(TimeRange{from, to});
  h.columns = o.columns > 0 ? o.columns : 200;
  layRows(h, ranks, o.maxRows);
  if (h.range.length() == 0 || h.rows == 0) return IoHeat{};
  h.value.assign(static_cast<std::size_t>(h.rows) * static_cast<std::size_t>(h.columns), 0);
  std::uint64_t unsized = 0, refused = 0;
  std::uint64_t done = 0;
  job.begin("adding up I/O", run.io.size());
  for (const IoOperation& op : run.io) {  // by start
    if ((++done & 0xFFFF) == 0) {
      if (job.stopped()) return h;
      job.set(done);
    }
    if (op.start > h.range.to) break;
    if (ioEnd(op) < h.range.from || !counted.operation(op)) continue;
    if (failed(op) && o.measure != IoMeasure::Time) {
      ++refused;
      continue;
    }
    if (o.measure == IoMeasure::Bytes && op.bytes == kUnknownBytes) {
      ++unsized;
      continue;
    }
    ++h.operations;
    // An operation is counted where it begins; its bytes and its time are spread over its duration.
    const bool point = o.measure == IoMeasure::Operations;
    if (point && (op.start < h.range.from || op.start >= h.range.to)) continue;
    spread(h, rowOf(h, op.rank), op.start, point ? op.start : ioEnd(op), worth(op, o.measure));
  }
  addUp(h);
  if (o.measure == IoMeasure::Operations) say(h, "An operation counts where it begins.");
  else say(h, "What an operation moved or took is spread evenly over its duration.");
  if (refused > 0) say(h, fmt::format("{} failed operation{} left out.", refused, refused == 1 ? "" : "s"));
  if (unsized > 0) say(h, fmt::format("{} operation{} of unknown size left out.", unsized, unsized == 1 ? "" : "s"));
  return h;
}

std::vector<IoPart> ioPartsOf(const Run& run, const IoHeatOptions& o, const IoHeat& heat, int row, int column, std::size_t most) {
  std::vector<IoPart> out;
  if (heat.source != IoHeat::Source::Operations || row < 0 || column < 0 || row >= heat.rows || column >= heat.columns) return out;
  const Counted counted(run, o, false);
  IoHeat one;  // the same column edges, one row
  one.range = heat.range;
  one.columns = heat.columns;
  one.value.assign(static_cast<std::size_t>(heat.columns), 0);
  const TimeRange cell = heat.column(column);
  std::map<NameId, IoPart> by;
  for (const IoOperation& op : run.io) {
    if (op.start > saturatedSum(cell.to, 1)) break;
    if (ioEnd(op) < saturatedSum(cell.from, -1) || rowOf(heat, op.rank) != row || !counted.operation(op)) continue;
    if ((o.measure == IoMeasure::Bytes && op.bytes == kUnknownBytes) || (o.measure != IoMeasure::Time && failed(op))) continue;
    const bool point = o.measure == IoMeasure::Operations;
    if (point && (op.start < heat.range.from || op.start >= heat.range.to)) continue;
    spread(one, 0, op.start, point ? op.start : ioEnd(op), worth(op, o.measure));
    const double v = one.value[static_cast<std::size_t>(column)];
    std::fill(one.value.begin(), one.value.end(), 0);
    if (v == 0) continue;
    IoPart& p = by[op.file];
    p.value += v;
    ++p.operations;
  }
  for (auto& [file, p] : by) {
    p.file = run.names.text(file);
    out.push_back(std::move(p));
  }
  std::stable_sort(out.begin(), out.end(), [](const IoPart& a, const IoPart& b) { return a.value > b.value; });
  if (out.size() > most) out.resize(most);
  return out;
}

}  // namespace weir
