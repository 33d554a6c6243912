#include "core/summarize/info.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/run/builder.h"
#include "core/run/io_failed.h"
#include "core/run/silence.h"
#include "core/summarize/head_words.h"
#include "core/summarize/io_report.h"
#include "core/summarize/seconds.h"

namespace weir {
namespace {

void addBytes(std::optional<std::int64_t>& sum, std::int64_t bytes) {
  if (bytes != kUnknownBytes) sum = sum.value_or(0) + bytes;
}

// STDIO and POSIX are where bytes leave the process. What MPI-IO or HDF5 moved passed through them and counts there.
bool lowest(std::string_view layer) {
  std::string s(layer);
  for (char& ch : s)
    if (ch >= 'a' && ch <= 'z') ch = static_cast<char>(ch - 32);
  return s == "POSIX" || s == "STDIO";
}

template <class T>
void addTo(std::optional<T>& sum, std::optional<T> v) {
  if (v) sum = sum.value_or(T{}) + *v;
}
std::optional<std::uint64_t> countOf(std::int64_t v) {
  return v == kUnknownCount ? std::nullopt : std::optional(static_cast<std::uint64_t>(v));
}
std::optional<std::int64_t> bytesOf(std::int64_t v) { return v == kUnknownCount ? std::nullopt : std::optional(v); }
std::optional<double> timeOf(std::int64_t v) { return v == kUnknownCount ? std::nullopt : std::optional(seconds(v)); }

struct Layers {
  std::map<std::string, Info::Io> io;
  std::map<std::string, std::set<NameId>> files;
};

// Layers whose sums the trace gives: their single operations, if it has them too, are the same bytes again.
void addRecords(const Run& run, Layers& layers) {
  for (const IoRecord& r : run.ioRecords) {
    const std::string layer(run.names.text(r.layer));
    Info::Io& io = layers.io[layer];
    if (r.file != 0) layers.files[layer].insert(r.file);
    addTo(io.readBytes, bytesOf(r.readBytes));
    addTo(io.writeBytes, bytesOf(r.writeBytes));
    addTo(io.readOps, countOf(r.readOps));
    addTo(io.writeOps, countOf(r.writeOps));
    addTo(io.read_s, timeOf(r.readTime));
    addTo(io.write_s, timeOf(r.writeTime));
  }
}

void addOperations(const Run& run, Layers& layers) {
  Layers added;
  for (const IoOperation& op : run.io) {
    const std::string layer(run.names.text(op.layer));
    if (layers.io.contains(layer)) continue;
    Info::Io& io = added.io[layer];
    if (op.file != 0) added.files[layer].insert(op.file);
    const bool data = op.kind == IoOperation::Kind::Read || op.kind == IoOperation::Kind::Write;
    if (failed(op)) {
      if (data) ++io.failed, addTo(op.kind == IoOperation::Kind::Read ? io.read_s : io.write_s, std::optional(seconds(op.duration)));
      continue;
    }
    if (data && op.bytes == kUnknownBytes) ++io.unsized;
    if (op.kind == IoOperation::Kind::Read) {
      addTo(io.readOps, std::optional<std::uint64_t>(1));
      addTo(io.read_s, std::optional(seconds(op.duration)));
      addBytes(io.readBytes, op.bytes);
    } else if (op.kind == IoOperation::Kind::Write) {
      addTo(io.writeOps, std::optional<std::uint64_t>(1));
      addTo(io.write_s, std::optional(seconds(op.duration)));
      addBytes(io.writeBytes, op.bytes);
    }
  }
  for (auto& [layer, io] : added.io) {
    // No operation of a kind moved no bytes and took no time: that is known.
    if (!io.readOps) io.readOps = 0, io.readBytes = 0, io.read_s = io.read_s.value_or(0);
    if (!io.writeOps) io.writeOps = 0, io.writeBytes = 0, io.write_s = io.write_s.value_or(0);
  }
  layers.io.merge(added.io);
  layers.files.merge(added.files);
}

// A lower bound of 0 says nothing.
void lowerBounds(Info::Io& io) {
  io.lowerBounds = true;
  const auto unknown = [](auto& sum) {
    if (sum && *sum == 0) sum.reset();
  };
  unknown(io.readBytes), unknown(io.writeBytes), unknown(io.readOps), unknown(io.writeOps), unknown(io.read_s), unknown(io.write_s);
}

void describeIo(const Run& run, Info& info) {
  if (run.io.empty() && run.ioRecords.empty()) return;
  Layers layers;
  addRecords(run, layers);
  addOperations(run, layers);
  const std::set<std::string> lost = lostIoLayers(run);
  const bool anyLowest = std::any_of(layers.io.begin(), layers.io.end(), [](const auto& l) { return lowest(l.first); });
  Info::Io total;
  std::set<NameId> all;
  for (auto& [layer, io] : layers.io) {
    io.files = layers.files[layer].size();
    if (lost.contains(layer)) lowerBounds(io);
    if (anyLowest && !lowest(layer)) continue;
    addTo(total.readBytes, io.readBytes);
    addTo(total.writeBytes, io.writeBytes);
    addTo(total.readOps, io.readOps);
    addTo(total.writeOps, io.writeOps);
    addTo(total.read_s, io.read_s);
    addTo(total.write_s, io.write_s);
    total.unsized += io.unsized, total.failed += io.failed;
    all.insert(layers.files[layer].begin(), layers.files[layer].end());
  }
  total.files = all.size();
  // A layer of which the log lost all stands in no sum.
  if (std::any_of(lost.begin(), lost.end(), [&](const std::string& l) { return !anyLowest || lowest(l); })) lowerBounds(total);
  info.io = total;
  info.ioByLayer = std::move(layers.io);
}

void describeCollectives(const Run& run, Info& info) {
  std::map<Operation, std::pair<Info::Collective, std::set<std::uint32_t>>> by;
  for (const CollectiveCall& c : run.collectives) {
    auto& [out, instances] = by[c.operation];
    ++out.count;
    instances.insert(c.instance);
    addBytes(out.bytes, c.bytes);
    if (c.bytes == kUnknownBytes) ++out.unknownBytes;
    out.time_s = out.time_s.value_or(0) + seconds(c.duration);
  }
  for (auto& [op, entry] : by) {
    entry.first.operation = name(op);
    entry.first.instances = entry.second.size();
    if (entry.first.bytes) addBytes(info.communicationBytes, *entry.first.bytes);
    info.collectives.push_back(std::move(entry.first));
  }
  if (!info.communicationBytes)
    for (const std::int64_t b : run.transfers.bytes) addBytes(info.communicationBytes, b);
}

void describeCounters(const Run& run, Info& info) {
  for (const Counter& c : run.counters) {
    Info::Series s;
    s.name = run.names.text(c.name);
    s.group = run.names.text(c.group);
    s.unit = c.unit;
    s.rank = c.rank;
    double sum = 0;
    for (const float v : c.value) {
      if (!std::isfinite(v)) continue;
      ++s.count;
      sum += v;
      s.min = std::min(s.min.value_or(v), static_cast<double>(v));
      s.max = std::max(s.max.value_or(v), static_cast<double>(v));
    }
    if (s.count > 0) s.mean = sum / static_cast<double>(s.count);
    info.series.push_back(std::move(s));
  }
}

void describePower(const Run& run, Info& info) {
  info.power = powerSummary(run);
  if (!info.power) return;
  info.energy = energyReport(run, findSteps(run).ranks);
  for (const Note& n : info.power->notes) info.notes.push_back(n);
  std::set<std::string> kinds;
  for (const PowerMeter& m : info.power->by) {
    if (m.source < run.sources.size()) kinds.insert(run.sources[m.source].format);
    if (m.gaps > 0)
      addNote(info.notes, "power readings missing for more than five times their usual distance",
              m.name + ": " + std::to_string(static_cast<std::int64_t>(m.gap_s * 1000 + 0.5)) + " ms in all", m.gaps);
  }
  if (kinds.size() > 1) addNote(info.notes, "power by meters of several kinds: one may measure what another does too", run.title);
}

}  // namespace

Info describe(const Run& run) {
  Info info;
  info.title = run.title;
  info.format = run.format;
  info.truth = truthWords(run);
  info.untimed = withoutTimes(run);
  info.rankList = run.ranks;
  if (run.worldSize >= 0) info.worldSize = run.worldSize;
  info.tracks = run.tracks.size();
  info.slices = run.slices.size();
  info.counters = run.counters.size();
  for (const Counter& c : run.counters) info.counterSamples += c.value.size();
  info.instants = run.instants.size();
  info.transfers = run.transfers.size();
  info.arrows = run.arrows.size();
  info.sources = run.sources;
  info.facts = run.facts;
  info.tables = run.tables;
  info.originNs = run.originNs;
  info.notes = run.notes;
  if (!info.untimed && run.span().second > run.span().first) info.span_s = seconds(run.span().second - run.span().first);

  std::vector<std::uint64_t> perCategory(run.names.size(), 0);
  for (const NameId c : run.slices.category) ++perCategory[c];
  for (NameId c = 0; c < perCategory.size(); ++c)
    if (perCategory[c] > 0) info.categories.emplace(run.names.text(c), perCategory[c]);

  describeCollectives(run, info);
  describeIo(run, info);

  describePower(run, info);
  describeCounters(run, info);

  const Breakdown b = breakdown(run);
  info.unmeasured = b.unmeasured;
  if (b.total.showsWork) info.overlap = b.total;
  if (b.total.communicationSlices > 0)
    info.communicationTime_s = seconds(b.total.communicationSum);
  else if (!run.collectives.empty())
    info.communicationTime_s = std::accumulate(run.collectives.begin(), run.collectives.end(), 0.0, [](double s, const CollectiveCall& c) { return s + static_cast<double>(c.duration); }) / 1e12;
  else if (run.transfers.size() > 0) {
    double sum = 0;
    for (std::size_t i = 0; i < run.transfers.size(); ++i) sum += static_cast<double>(run.transfers.end[i]) - static_cast<double>(run.transfers.start[i]);
    info.communicationTime_s = sum / 1e12;
  }

  info.communicates = b.total.communicationSlices > 0 || !run.collectives.empty() || run.transfers.size() > 0;
  // All calls of no length are calls of which nobody knows the length.
  if (info.untimed || info.communicationTime_s == 0.0) info.communicationTime_s.reset();
  for (Info::Collective& c : info.collectives)
    if (info.untimed || c.time_s == 0.0) c.time_s.reset();
  if (info.untimed) info.overlap.reset();

  const std::vector<CollectiveInstance> instances = collectiveInstances(run);
  const std::vector<RankLateness> late = lateness(instances);
  std::map<std::int32_t, std::uint64_t> slices;
  for (const Row& row : run.rows) slices[run.tracks[row.track].rank] += row.end - row.begin;
  for (const RankBreakdown& r : b.ranks) {
    Info::Rank out;
    out.rank = r.rank;
    if (info.untimed) out.time.rank = r.rank;
    else out.time = r;
    out.slices = slices[r.rank];
    out.late.rank = r.rank;
    for (const RankLateness& l : late)
      if (!info.untimed && l.rank == r.rank) out.late = l;
    info.byRank.push_back(out);
  }
  std::set<Operation> seen;
  for (const CollectiveInstance& i : instances)
    if (!info.untimed && i.arrivals.size() > 1 && seen.insert(i.operation).second) info.first.push_back(i);

  const bool noted = std::any_of(run.notes.begin(), run.notes.end(),
                                 [](const Note& n) { return n.kind.find("no communication") != std::string::npos; });
  if (!noted && communicationMissing(run))
    info.notes.push_back({"no communication found",
                          1,
                          {std::to_string(run.ranks.size()) + " ranks, none of their slices is recognised as communication"},
                          {}});
  return info;
}

}  // namespace weir
