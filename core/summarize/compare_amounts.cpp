// Bytes: through which layer, to which file, between which ranks. Of the whole run, or of what lies in the range; between ranks a
// step where both have steps.
#include <fmt/format.h>

#include <iterator>
#include <set>

#include "core/summarize/compare_parts.h"
#include "core/summarize/traffic.h"

namespace weir::compared {
namespace {

struct Io {
  std::map<std::string, Keyed> layers, files;  // by unit
  bool left = false;                           // sums that have no time: no part of them can be told
};

// times: kUnknownCount where only the sum is known.
void count(std::map<std::string, Keyed>& to, const char* unit, const std::string& key, double amount, std::int64_t times = 1) {
  Sums& s = to[unit][key];
  if (times == kUnknownCount) s.counted = false;
  s.count += times == kUnknownCount ? 1 : static_cast<std::uint64_t>(times);
  s.sum += amount;
}

// Sums a file where the run has those, else the operations one by one: a log that holds both counts everything once.
Io ioOf(const Side& side) {
  const Run& run = *side.run;
  Io io;
  std::set<NameId> counted;  // layers
  const auto key = [&](NameId id) { return run.names.text(id).empty() ? std::string("unknown") : std::string(run.names.text(id)); };
  for (const IoRecord& r : run.ioRecords) {
    counted.insert(r.layer);
    if (side.within) {
      io.left = true;
      continue;
    }
    const std::string layer = key(r.layer), file = key(r.file);
    const auto add = [&](const char* unit, const char* what, std::int64_t v, double factor, std::int64_t times) {
      if (v == kUnknownCount) return;
      count(io.layers, unit, layer + ", " + what, static_cast<double>(v) * factor, times);
      if (unit[0] != '\0') count(io.files, unit, file, static_cast<double>(v) * factor, times);
    };
    add("B", "bytes read", r.readBytes, 1, r.readOps);
    add("B", "bytes written", r.writeBytes, 1, r.writeOps);
    add("", "reads", r.readOps, 1, r.readOps);
    add("", "writes", r.writeOps, 1, r.writeOps);
    add("s", "time reading", r.readTime, 1e-12, r.readOps);
    add("s", "time writing", r.writeTime, 1e-12, r.writeOps);
    add("s", "time in metadata", r.metaTime, 1e-12, kUnknownCount);
  }
  for (const IoOperation& op : run.io) {
    if (!side.within && counted.contains(op.layer)) continue;
    if (side.within && (op.start < side.within->from || op.start >= side.within->to)) continue;
    const bool read = op.kind == IoOperation::Kind::Read, write = op.kind == IoOperation::Kind::Write;
    const std::string layer = key(op.layer), file = key(op.file);
    if ((read || write) && op.bytes >= 0) {
      count(io.layers, "B", layer + (read ? ", bytes read" : ", bytes written"), static_cast<double>(op.bytes));
      count(io.files, "B", file, static_cast<double>(op.bytes));
    }
    count(io.layers, "", layer + (read ? ", reads" : write ? ", writes" : ", other operations"), 1);
    count(io.layers, "s", layer + (read ? ", time reading" : write ? ", time writing" : ", time in metadata"), seconds(op.duration));
    count(io.files, "s", file, seconds(op.duration));
  }
  return io;
}

Keyed trafficOf(const Side& side, bool aStep, std::string& remark) {
  TrafficOptions options;
  if (side.marked) options.range = TimeRange{side.job.front().from, side.job.back().to};
  else if (side.within) options.range = side.within;
  const TrafficMatrix m = trafficMatrix(*side.run, options);
  Keyed out;
  if (m.source == TrafficSource::None || m.measure != TrafficMeasure::Bytes) return out;
  remark = m.assumption;
  for (int i = 0; i < m.bins; ++i)
    for (int j = 0; j < m.bins; ++j) {
      const double v = m.at(i, j);
      if (!(v > 0)) continue;
      Sums& s = out[fmt::format("{} to {}", m.binName(i), m.binName(j))];
      s.count = 1;
      s.sum = aStep ? v / static_cast<double>(side.steps) : v;
    }
  return out;
}

}  // namespace

void compareAmounts(Comparison& c, const Side& a, const Side& b, const CompareOptions& o, const Job& job) {
  const auto bothUnits = [&](const char* name, std::map<std::string, Keyed>& x, std::map<std::string, Keyed>& y) {
    ComparedTable t{name, {}};
    for (const char* unit : {"B", "s", ""}) {  // one after the other: what is not of one unit has no common order
      ComparedTable part{name, {}};
      addRows(part, a, x[unit], b, y[unit], unit, false, false);
      finish(part, o, true);
      std::move(part.rows.begin(), part.rows.end(), std::back_inserter(t.rows));
    }
    c.tables.push_back(std::move(t));
  };
  Io x = ioOf(a), y = ioOf(b);
  if (job.stopped()) return;
  for (const auto& [io, which] : {std::pair(&x, "A"), std::pair(&y, "B")})
    if (io->left) c.remarks.push_back(fmt::format("{}: I/O of which only sums over the run are known is left out, as no part of them can be told", which));
  // A run that records no I/O at all has not left it out.
  const auto records = [](const Side& s, const Io& io) { return !s.run->io.empty() || !io.layers.empty(); };
  if (records(a, x) != records(b, y)) {
    c.remarks.push_back(fmt::format("{} records no I/O: none is compared", records(a, x) ? "B" : "A"));
    for (const char* t : {"io", "file"}) c.without.emplace_back(t, c.remarks.back());
  } else {
    bothUnits("io", x.layers, y.layers);
    bothUnits("file", x.files, y.files);
  }
  if (job.stopped()) return;
  std::string remarkA, remarkB;
  const bool aStep = (a.marked || a.exact) && (b.marked || b.exact);
  const Keyed sentA = trafficOf(a, aStep, remarkA), sentB = trafficOf(b, aStep, remarkB);
  ComparedTable traffic{"traffic", {}};
  if (sentA.empty() != sentB.empty()) {
    c.remarks.push_back(fmt::format("who sends how much to whom is unknown in {}: it is not compared", sentA.empty() ? "A" : "B"));
    c.without.emplace_back("traffic", c.remarks.back());
  } else addRows(traffic, a, sentA, b, sentB, "B", false, false);
  finish(traffic, o, true);
  if (!traffic.rows.empty()) {
    c.remarks.push_back(aStep               ? "bytes between ranks are of a step, the mean over all"
                        : a.within || b.within ? "bytes between ranks are of what lies in the range"
                                               : "bytes between ranks are of the whole run");
    if (!remarkA.empty()) c.remarks.push_back("traffic of A: " + remarkA);
    if (!remarkB.empty()) c.remarks.push_back("traffic of B: " + remarkB);
  }
  c.tables.push_back(std::move(traffic));
}

}  // namespace weir::compared
