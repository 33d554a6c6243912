#include "core/summarize/info.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace weir {
namespace {

double seconds(std::int64_t ps) { return static_cast<double>(ps) / 1e12; }

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

void describeIo(const Run& run, Info& info) {
  if (run.io.empty()) return;
  std::map<std::string, std::set<NameId>> files;
  std::map<std::string, Info::Io> layers;
  bool anyLowest = false;
  for (const IoOperation& op : run.io) {
    const std::string layer(run.names.text(op.layer));
    anyLowest = anyLowest || lowest(layer);
    Info::Io& io = layers[layer];
    if (op.file != 0) files[layer].insert(op.file);
    if (op.kind == IoOperation::Kind::Read) {
      ++io.readOps;
      io.read_s += seconds(op.duration);
      addBytes(io.readBytes, op.bytes);
    } else if (op.kind == IoOperation::Kind::Write) {
      ++io.writeOps;
      io.write_s += seconds(op.duration);
      addBytes(io.writeBytes, op.bytes);
    }
  }
  Info::Io total;
  std::set<NameId> all;
  for (auto& [layer, io] : layers) {
    io.files = files[layer].size();
    // No operation of a kind moved no bytes: that is known.
    if (io.readOps == 0) io.readBytes = 0;
    if (io.writeOps == 0) io.writeBytes = 0;
    if (anyLowest && !lowest(layer)) continue;
    if (io.readBytes) addBytes(total.readBytes, *io.readBytes);
    if (io.writeBytes) addBytes(total.writeBytes, *io.writeBytes);
    total.readOps += io.readOps;
    total.writeOps += io.writeOps;
    total.read_s += io.read_s;
    total.write_s += io.write_s;
    all.insert(files[layer].begin(), files[layer].end());
  }
  total.files = all.size();
  info.io = total;
  info.ioByLayer = std::move(layers);
}

void describeCollectives(const Run& run, Info& info) {
  std::map<Operation, std::pair<Info::Collective, std::set<std::uint32_t>>> by;
  for (const CollectiveCall& c : run.collectives) {
    auto& [out, instances] = by[c.operation];
    ++out.count;
    instances.insert(c.instance);
    addBytes(out.bytes, c.bytes);
    if (c.bytes == kUnknownBytes) ++out.unknownBytes;
    out.time_s += seconds(c.duration);
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

}  // namespace

Info describe(const Run& run) {
  Info info;
  info.title = run.title;
  info.format = run.format;
  info.truth = name(run.truth);
  info.rankList = run.ranks;
  if (run.worldSize >= 0) info.worldSize = run.worldSize;
  info.tracks = run.tracks.size();
  info.slices = run.slices.size();
  info.counters = run.counters.size();
  for (const Counter& c : run.counters) info.counterSamples += c.value.size();
  info.instants = run.instants.size();
  info.transfers = run.transfers.size();
  info.originNs = run.originNs;
  info.notes = run.notes;
  if (run.span().second > run.span().first) info.span_s = seconds(run.span().second - run.span().first);

  std::vector<std::uint64_t> perCategory(run.names.size(), 0);
  for (const NameId c : run.slices.category) ++perCategory[c];
  for (NameId c = 0; c < perCategory.size(); ++c)
    if (perCategory[c] > 0) info.categories.emplace(run.names.text(c), perCategory[c]);

  describeCollectives(run, info);
  describeIo(run, info);

  const Breakdown b = breakdown(run);
  if (b.total.computing + b.total.communication() > 0) info.overlap = b.total;
  if (b.total.communicationSlices > 0)
    info.communicationTime_s = seconds(b.total.communicationSum);
  else if (!run.collectives.empty())
    info.communicationTime_s = seconds(std::accumulate(run.collectives.begin(), run.collectives.end(), std::int64_t{0},
                                                       [](std::int64_t s, const CollectiveCall& c) { return s + c.duration; }));
  else if (run.transfers.size() > 0) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < run.transfers.size(); ++i) sum += run.transfers.end[i] - run.transfers.start[i];
    info.communicationTime_s = seconds(sum);
  }

  const std::vector<CollectiveInstance> instances = collectiveInstances(run);
  const std::vector<RankLateness> late = lateness(instances);
  std::map<std::int32_t, std::uint64_t> slices;
  for (const Row& row : run.rows) slices[run.tracks[row.track].rank] += row.end - row.begin;
  for (const RankBreakdown& r : b.ranks) {
    Info::Rank out;
    out.rank = r.rank;
    out.time = r;
    out.slices = slices[r.rank];
    out.late.rank = r.rank;
    for (const RankLateness& l : late)
      if (l.rank == r.rank) out.late = l;
    info.byRank.push_back(out);
  }
  std::set<Operation> seen;
  for (const CollectiveInstance& i : instances)
    if (i.arrivals.size() > 1 && seen.insert(i.operation).second) info.first.push_back(i);

  const bool silent = run.collectives.empty() && run.transfers.size() == 0 && b.total.communicationSlices == 0;
  const bool noted = std::any_of(run.notes.begin(), run.notes.end(),
                                 [](const Note& n) { return n.kind.find("no communication") != std::string::npos; });
  if (silent && !noted && run.ranks.size() > 1)
    info.notes.push_back({"no communication found",
                          1,
                          {std::to_string(run.ranks.size()) + " ranks, none of their slices is recognised as communication"}});
  return info;
}

}  // namespace weir
