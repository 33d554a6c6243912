#include "core/summarize/file_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/nan.h"
#include "core/run/io_failed.h"

namespace weir {
namespace {

struct Sum {  // unknown until something known is added
  double v = kNaN;
  void add(double x) { v = std::isnan(v) ? x : v + x; }
  void addCount(std::int64_t x) {
    if (x != kUnknownCount) add(static_cast<double>(x));
  }
  void addTime(std::int64_t ps) {
    if (ps != kUnknownCount) add(static_cast<double>(ps) / 1e12);
  }
};

struct File {
  std::set<std::int32_t> ranks;
  bool shared = false, partial = false;
  NameId mount = 0, system = 0;
  Sum readBytes, writeBytes, readOps, writeOps, opens, read, write, meta;
  std::int64_t first = 0;
  bool any = false;
};

}  // namespace

StatTable fileTable(const Run& run, const StatAsk& ask) {
  StatTable t;
  t.key = "files";
  t.title = "Files";
  using U = StatColumn::Unit;
  t.columns = {{"file", "file", "Path, or what the log keeps of it", U::Text},
               {"layer", "layer", "Through which interface: bytes that MPI-IO or HDF5 moves pass through POSIX too and stand there again", U::Text},
               {"file_system", "file system", "Type of the file system, where the log says it", U::Text},
               {"ranks", "ranks", "How many ranks touched it; unknown for a record that all ranks share", U::Count},
               {"read_bytes", "read", "Bytes read", U::Bytes},
               {"write_bytes", "written", "Bytes written", U::Bytes},
               {"read_ops", "reads", "Read operations", U::Count},
               {"write_ops", "writes", "Write operations", U::Count},
               {"opens", "opens", "Opens", U::Count},
               {"read_s", "read time", "Sum over the reads", U::Seconds},
               {"write_s", "write time", "Sum over the writes", U::Seconds},
               {"meta_s", "metadata time", "Sum over opens, closes, stats, seeks and syncs", U::Seconds},
               {"mean_read_bytes", "mean read", "Bytes read / reads", U::Bytes},
               {"mean_write_bytes", "mean write", "Bytes written / writes", U::Bytes},
               {"read_bytes_per_s", "read speed", "Bytes read / read time: of one operation at a time, not of the ranks together", U::BytesPerSecond},
               {"write_bytes_per_s", "write speed", "Bytes written / write time: of one operation at a time", U::BytesPerSecond}};
  std::map<std::pair<NameId, NameId>, File> files;  // by file and layer
  std::set<NameId> summed;                          // layers whose sums the log has: their single operations are the same bytes
  std::uint64_t partial = 0, cutThrough = 0;
  for (const IoRecord& r : run.ioRecords) {
    summed.insert(r.layer);
    if (ask.rank && *ask.rank != r.rank) continue;
    if (ask.range && r.end > r.start) {
      if (r.end <= ask.range->from || r.start >= ask.range->to) continue;
      if (r.start < ask.range->from || r.end > ask.range->to) ++cutThrough;
    }
    File& f = files[{r.file, r.layer}];
    if (r.shared || r.rank == kUnknownRank) f.shared = true;
    else f.ranks.insert(r.rank);
    if (r.partial) ++partial;
    f.mount = r.mount;
    f.system = r.fileSystem;
    f.readBytes.addCount(r.readBytes);
    f.writeBytes.addCount(r.writeBytes);
    f.readOps.addCount(r.readOps);
    f.writeOps.addCount(r.writeOps);
    f.opens.addCount(r.opens);
    f.read.addTime(r.readTime);
    f.write.addTime(r.writeTime);
    f.meta.addTime(r.metaTime);
    if (!f.any || r.start < f.first) f.first = r.start;
    f.any = true;
  }
  for (const IoOperation& op : run.io) {
    if (summed.contains(op.layer) || !ask.has(op.start, op.rank)) continue;
    File& f = files[{op.file, op.layer}];
    if (op.rank == kUnknownRank) f.shared = true;
    else f.ranks.insert(op.rank);
    if (!f.any) {
      f.first = op.start;
      // Single operations are all there were: what is not among them is 0.
      for (Sum* s : {&f.readOps, &f.writeOps, &f.opens, &f.read, &f.write, &f.meta}) s->add(0);
    }
    f.any = true;
    if (failed(op)) {  // no operation and no bytes, but time
      (op.kind == IoOperation::Kind::Read ? f.read : op.kind == IoOperation::Kind::Write ? f.write : f.meta).addTime(op.duration);
      continue;
    }
    switch (op.kind) {
      case IoOperation::Kind::Read:
        f.readOps.add(1);
        f.read.addTime(op.duration);
        if (op.bytes != kUnknownBytes) f.readBytes.add(static_cast<double>(op.bytes));
        break;
      case IoOperation::Kind::Write:
        f.writeOps.add(1);
        f.write.addTime(op.duration);
        if (op.bytes != kUnknownBytes) f.writeBytes.add(static_cast<double>(op.bytes));
        break;
      case IoOperation::Kind::Open:
        f.opens.add(1);
        f.meta.addTime(op.duration);
        break;
      default:
        f.meta.addTime(op.duration);
    }
  }
  std::vector<std::pair<std::pair<NameId, NameId>, File*>> order;
  for (auto& [key, f] : files) {
    if (f.readOps.v == 0 && std::isnan(f.readBytes.v)) f.readBytes.v = 0;
    if (f.writeOps.v == 0 && std::isnan(f.writeBytes.v)) f.writeBytes.v = 0;
    order.emplace_back(key, &f);
  }
  const auto bytes = [](const File* f) { return (std::isnan(f->readBytes.v) ? 0 : f->readBytes.v) + (std::isnan(f->writeBytes.v) ? 0 : f->writeBytes.v); };
  std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) { return bytes(a.second) > bytes(b.second); });
  const auto ratio = [](double a, double b) { return b > 0 ? a / b : kNaN; };
  for (const auto& [key, f] : order) {
    t.rows.push_back({key.first == 0 ? std::string() : std::string(run.names.text(key.first)), std::string(run.names.text(key.second)),
                      std::string(run.names.text(f->system)), f->shared ? StatCell(kNaN) : StatCell(static_cast<double>(f->ranks.size())), f->readBytes.v,
                      f->writeBytes.v, f->readOps.v, f->writeOps.v, f->opens.v, f->read.v, f->write.v, f->meta.v, ratio(f->readBytes.v, f->readOps.v),
                      ratio(f->writeBytes.v, f->writeOps.v), ratio(f->readBytes.v, f->read.v), ratio(f->writeBytes.v, f->write.v)});
    t.places.emplace_back(StatPlace{f->first, std::nullopt});
  }
  if (cutThrough > 0) t.remark += std::to_string(cutThrough) + " of the log's sums reach beyond the range and are counted whole. ";
  if (partial > 0) t.remark += std::to_string(partial) + " of the log's records are partial (it ran out of room, or is cut off): lower bounds. ";
  if (!t.remark.empty()) t.remark.pop_back();
  if (t.rows.empty()) t.reason = run.io.empty() && run.ioRecords.empty() ? "the run has no file operations" : "no file is touched in this range";
  return t;
}

}  // namespace weir
