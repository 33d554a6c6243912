// The I/O report by file: one walk over the records and operations of each file in turn.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "core/run/io_failed.h"
#include "core/summarize/io_work.h"

namespace weir {
namespace {

constexpr std::int64_t kPage = 4096;
constexpr std::int64_t kSmallFile = 1 << 20;
constexpr std::size_t kMostSizes = 1 << 16;

struct Trail {
  std::uint32_t stamp = 0;
  AccessTrail reads, writes;
  FilePosition position;
};

// Indices of `count` things in order of file, those of one file in their own order.
template <class FileOf>
void byFile(std::size_t names, std::size_t count, FileOf fileOf, std::vector<std::uint64_t>& begin, std::vector<std::uint32_t>& order) {
  begin.assign(names + 1, 0);
  for (std::size_t i = 0; i < count; ++i)
    if (const auto f = fileOf(i)) ++begin[*f + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  order.resize(begin.back());
  std::vector<std::uint64_t> at(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < count; ++i)
    if (const auto f = fileOf(i)) order[at[*f]++] = static_cast<std::uint32_t>(i);
}

class Mounts {
 public:
  explicit Mounts(const Run& run) {
    for (const Table& t : run.tables) {
      const auto* path = t.find("path");
      const auto* type = t.find("file system");
      if (t.name != "mounts" || !path || !type) continue;
      for (std::size_t i = 0; i < std::min(path->text.size(), type->text.size()); ++i) mounts_.emplace_back(path->text[i], type->text[i]);
    }
    std::stable_sort(mounts_.begin(), mounts_.end(), [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    mounts_.erase(std::unique(mounts_.begin(), mounts_.end()), mounts_.end());
  }
  // The longest mount path that holds the file.
  [[nodiscard]] std::pair<std::string, std::string> of(std::string_view path) const {
    for (const auto& m : mounts_)
      if (path.starts_with(m.first) && (path.size() == m.first.size() || m.first.ends_with('/') || path[m.first.size()] == '/')) return m;
    return {};
  }

 private:
  std::vector<std::pair<std::string, std::string>> mounts_;
};

class Files {
 public:
  explicit Files(IoWork& work)
      : w(work), ranks(work.run.ranks.size() + 1), mounts(work.run), rankSums(ranks + 1), rankFiles(ranks + 1), rankStamp(ranks + 1) {
    for (std::size_t e = 0; e < w.out.epochs.size(); ++e) {
      if (epochRow.size() <= w.out.epochs[e].number) epochRow.resize(w.out.epochs[e].number + 1, kNoRow);
      epochRow[w.out.epochs[e].number] = e;
    }
    epochStamp.resize(w.out.epochs.size());
  }

  bool run() {
    const std::size_t names = w.run.names.size();
    std::vector<std::uint64_t> recordBegin;
    std::vector<std::uint64_t> opBegin;
    byFile(names, w.run.ioRecords.size(), [&](std::size_t i) -> std::optional<NameId> {
      const IoRecord& r = w.run.ioRecords[i];
      const IoWork::Layer* l = w.layer(r.layer);
      return l && l->useRecords ? std::optional(r.file) : std::nullopt;
    }, recordBegin, recordOrder);
    byFile(names, w.run.io.size(), [&](std::size_t i) -> std::optional<NameId> {
      const IoOperation& op = w.run.io[i];
      return w.layer(op.layer) && w.inRange(op) ? std::optional(op.file) : std::nullopt;
    }, opBegin, opOrder);
    if (w.job.stopped()) return false;
    partsOfFiles();
    w.job.begin("I/O by file", opOrder.size());
    if (!opOrder.empty()) trails.resize(w.layers.size() * ranks);
    std::uint64_t done = 0;
    for (NameId f = 0; f < names; ++f) {
      if (recordBegin[f] == recordBegin[f + 1] && opBegin[f] == opBegin[f + 1]) continue;
      ++stamp;
      file(f, {recordOrder.data() + recordBegin[f], recordOrder.data() + recordBegin[f + 1]}, {opOrder.data() + opBegin[f], opOrder.data() + opBegin[f + 1]});
      if (stopped) return false;
      done += opBegin[f + 1] - opBegin[f] + 1;
      if (done > 0xfff) {
        w.job.add(done);
        done = 0;
        if (w.job.stopped()) return false;
      }
    }
    finish();
    return true;
  }

 private:
  static constexpr std::size_t kNoRow = ~std::size_t{0};
  struct Span {
    const std::uint32_t *from, *to;
    [[nodiscard]] const std::uint32_t* begin() const { return from; }
    [[nodiscard]] const std::uint32_t* end() const { return to; }
  };

  IoWork& w;
  std::size_t ranks;
  Mounts mounts;
  std::vector<std::uint32_t> recordOrder, opOrder;
  std::vector<Trail> trails;
  std::vector<IoSums> rankSums;  // by rank index; last = what is known of all together only
  std::vector<std::uint64_t> rankFiles;
  std::vector<std::uint32_t> rankStamp, epochStamp;
  std::vector<std::size_t> epochRow;
  std::uint32_t stamp = 0;
  bool stopped = false, named = false;  // named: the file in hand is one file, not all that have no name
  // What HDF5 and PnetCDF keep records of is a part of a file, "path:variable": the layers that have some of a file.
  struct Part {
    std::size_t layer;
    NameId whole;
    std::int64_t read, written;
  };
  std::unordered_map<NameId, NameId> wholeOf;
  std::unordered_map<NameId, std::vector<std::size_t>> partsIn;
  std::unordered_set<NameId> wholeKnown;
  std::vector<Part> parts;
  struct Server {
    IoServer out;
    std::uint32_t stamp = 0;
  };
  std::map<std::string, Server> servers;
  std::map<std::string, IoGroup> extensions;
  std::array<IoGroup, kIoFileKinds> kinds;
  std::map<std::pair<std::string, std::string>, IoGroup> places;
  // Of the file in hand.
  std::vector<ByteRange> reads;
  std::vector<std::uint32_t> readOps;
  std::vector<std::int64_t> fresh;
  std::vector<std::size_t> touched;

  void touch(std::size_t k) {
    if (rankStamp[k] == stamp) return;
    rankStamp[k] = stamp;
    rankFiles[k] += named ? 1 : 0;
    touched.push_back(k);
  }
  void inLayer(IoWork::Layer& l) {
    if (l.stamp == stamp) return;
    l.stamp = stamp;
    l.files += named ? 1 : 0;
    l.fileRead = l.fileWritten = 0;
  }

  void record(const IoRecord& r, IoWork::Layer& l, IoFile& file) {
    inLayer(l);
    const IoSums sums = ioSumsOf(r);
    l.fromRecords.add(sums);
    l.fileRead = saturatedSum(l.fileRead, sums.readBytes.value_or(0)), l.fileWritten = saturatedSum(l.fileWritten, sums.writeBytes.value_or(0));
    if (r.sizesKnown) {
      l.recordSizes.known = true;
      for (std::size_t b = 0; b < 10; ++b) {
        l.recordSizes.reads[b] = saturatedSum(l.recordSizes.reads[b], r.readSizes[b]);
        l.recordSizes.writes[b] = saturatedSum(l.recordSizes.writes[b], r.writeSizes[b]);
      }
    }
    const std::int64_t holders = r.shared ? std::max<std::int64_t>(w.out.ranks, 1) : 1;
    const auto pattern = [&](IoPattern& p, std::int64_t ops, std::int64_t sequential, std::int64_t consecutive) {
      if (ops < 0 || sequential < 0 || consecutive < 0) return;
      p.known = true;
      p.ops = saturatedSum(p.ops, ops);
      p.sequential = saturatedSum(p.sequential, sequential);
      p.consecutive = saturatedSum(p.consecutive, consecutive);
      p.first = saturatedSum(p.first, std::min(std::max<std::int64_t>(ops - sequential, 0), r.shared && w.out.ranks == 0 ? ops : holders));
    };
    pattern(l.recordReads, r.readOps, r.sequentialReads, r.consecutiveReads);
    pattern(l.recordWrites, r.writeOps, r.sequentialWrites, r.consecutiveWrites);
    const std::size_t k = r.shared ? ranks : ioRankIndex(w.run, r.rank);
    if (k < ranks)
      for (const std::int64_t t : {r.readTime, r.writeTime, r.metaTime}) l.rankTime[k] += static_cast<double>(std::max<std::int64_t>(t, 0));
    if (!w.counted(l)) return;
    file.sums.add(sums);
    if (r.shared && w.out.ranks != 1) file.shared = true;
    if (!r.shared) {
      touch(k);
      rankSums[k].add(sums);
    }
    std::int64_t highest = -1;
    if (r.readBytes > 0 && r.maxByteRead >= 0) {
      highest = r.maxByteRead;
      file.uniqueRead = std::max(file.uniqueRead.value_or(0), saturatedSum(r.maxByteRead, 1));
    }
    if (r.writeBytes > 0 && r.maxByteWritten >= 0) highest = std::max(highest, r.maxByteWritten);
    if (highest >= 0) file.extent = std::max(file.extent.value_or(0), saturatedSum(highest, 1));
    if (r.end > r.start) seen(file, r.start, r.end);
  }

  static void seen(IoFile& file, std::int64_t from, std::int64_t to) {
    file.start = file.start ? std::min(*file.start, from) : from;
    file.end = file.end ? std::max(*file.end, to) : to;
  }

  void aligned(const IoOperation& op, std::int64_t offset) {
    const auto it = w.stripe.find(op.file);
    const std::int64_t boundary = it == w.stripe.end() ? kPage : it->second;
    w.byStripe += it == w.stripe.end() ? 0 : 1;
    ++w.alignedOps;
    if (offset % boundary != 0) ++w.unaligned;
  }

  // Moves a shared record's sums to the ranks whose operations are known one by one; what is left is everyone's.
  void operation(std::uint32_t index, IoWork::Layer& l, IoFile& file, IoSums* fromShared) {
    const IoOperation& op = w.run.io[index];
    const std::size_t k = ioRankIndex(w.run, op.rank);
    const bool counts = w.counted(l);
    inLayer(l);
    ioCount(l.fromOperations, op);
    Trail& trail = trails[static_cast<std::size_t>(&l - w.layers.data()) * ranks + k];
    if (trail.stamp != stamp) {
      trail = Trail{};
      trail.stamp = stamp;
    }
    const bool read = op.kind == IoOperation::Kind::Read;
    const bool data = read || op.kind == IoOperation::Kind::Write;
    if (l.useOperations) {
      l.rankTime[k] += static_cast<double>(op.duration);
      std::int64_t& moved = read ? l.fileRead : l.fileWritten;
      if (data && op.bytes > 0) moved = saturatedSum(moved, op.bytes);
    }
    if (counts) {
      touch(k);
      seen(file, op.start, ioEnd(op));
      if (l.useOperations) {
        ioCount(file.sums, op);
        ioCount(rankSums[k], op);
      } else if (fromShared && data && !failed(op)) {
        ioCount(rankSums[k], op);
        const auto less = [](auto& v, auto by) {
          if (v && by > 0) *v = std::max(*v - by, decltype(by){0});
        };
        less(read ? fromShared->readOps : fromShared->writeOps, std::int64_t{1});
        less(read ? fromShared->readBytes : fromShared->writeBytes, op.bytes);
        less(read ? fromShared->readTime : fromShared->writeTime, static_cast<double>(op.duration));
      }
    }
    if (failed(op)) return;  // it moved nothing, and the file's pointer stays
    if (!data) {
      if (op.kind == IoOperation::Kind::Open) trail.position.opened();
      else if (op.kind == IoOperation::Kind::Other && op.offset >= 0) trail.position.soughtTo(op.offset);
      else if (op.kind == IoOperation::Kind::Other && w.run.names.text(op.layer) == "STDIO") trail.position.lost();
      return;
    }
    if (op.bytes >= 0) {
      const std::size_t bin = ioSizeBin(op.bytes);
      ++(read ? l.operationSizes.reads : l.operationSizes.writes)[bin];
      l.operationSizes.known = true;
      (read ? l.readSizes : l.writeSizes).push_back(op.bytes);
      if (const auto it = l.common.find(op.bytes); it != l.common.end()) ++it->second;
      else if (l.common.size() < kMostSizes) l.common.emplace(op.bytes, 1);
    }
    IoPattern& pattern = read ? l.operationReads : l.operationWrites;
    const std::int64_t offset = op.offset >= 0 ? op.offset : trail.position.moved(op.bytes);
    if (offset < 0 || op.bytes < 0 || offset > std::numeric_limits<std::int64_t>::max() - op.bytes) {
      ++pattern.unplaced;
      if (read && counts) unplaced = true;
      return;
    }
    pattern.known = pattern.exact = true;
    const std::int64_t before = pattern.ops - pattern.first;
    (read ? trail.reads : trail.writes).access(offset, op.bytes, pattern, counts ? &w.out.distances : nullptr);
    if (!counts) return;
    w.out.distancesKnown += pattern.ops - pattern.first - before;
    aligned(op, offset);
    if (op.bytes > 0) onServer(op, offset);
    if (op.bytes > 0) file.extent = std::max(file.extent.value_or(0), offset + op.bytes);
    if (!read) return;
    reads.push_back({offset, op.bytes});
    readOps.push_back(index);
  }
  bool unplaced = false;  // reads of this file whose offset nobody knows

  void file(NameId id, Span recordsOf, Span opsOf) {
    IoFile f;
    f.file = id;
    named = id != 0;
    reads.clear(), readOps.clear(), touched.clear();
    unplaced = false;
    bool counts = false;
    std::int64_t recordReads = 0;  // bytes
    std::map<const IoWork::Layer*, IoSums> together;
    const std::string_view path = w.run.names.text(id);
    for (const std::uint32_t i : recordsOf) {
      const IoRecord& r = w.run.ioRecords[i];
      IoWork::Layer& l = *w.layer(r.layer);
      record(r, l, f);
      if (!w.counted(l)) continue;
      counts = true;
      recordReads = saturatedSum(recordReads, std::max<std::int64_t>(r.readBytes, 0));
      if (r.shared) together[&l].add(ioSumsOf(r));
      if (f.mount.empty() && r.mount != 0) f.mount = w.run.names.text(r.mount), f.fileSystem = w.run.names.text(r.fileSystem);
    }
    std::uint64_t n = 0;
    for (const std::uint32_t i : opsOf) {
      if ((++n & 0xffff) == 0 && w.job.stopped()) {
        stopped = true;
        return;
      }
      IoWork::Layer& l = *w.layer(w.run.io[i].layer);
      if (!l.useOperations && !l.useRecords) continue;
      const auto shared = together.find(&l);
      operation(i, l, f, shared == together.end() ? nullptr : &shared->second);
      counts = counts || w.counted(l);
    }
    for (auto& [layer, sums] : together) {
      // Where each is some rank's, what is left of the time are roundings.
      if (sums.readOps == 0 && sums.readBytes == 0) sums.readTime = sums.readTime ? IoTime(0) : std::nullopt;
      if (sums.writeOps == 0 && sums.writeBytes == 0) sums.writeTime = sums.writeTime ? IoTime(0) : std::nullopt;
      rankSums[ranks].add(sums);
      if (rankStamp[ranks] != stamp) rankStamp[ranks] = stamp, ++rankFiles[ranks];
    }
    beside(f, counts);
    if (!counts) return;
    different(f, recordReads);
    if (const auto it = w.servers.find(id); it != w.servers.end() && it->second.size() == 1 && f.sums.bytes().value_or(0) > 0)
      server(it->second.front(), *f.sums.bytes(), f.sums.ops().value_or(0), f.sums.readTime.value_or(0) + f.sums.writeTime.value_or(0));
    describe(f, path);
  }

  void partsOfFiles() {
    for (const IoRecord& r : w.run.ioRecords) {
      const IoWork::Layer* l = w.layer(r.layer);
      if (!l || w.counted(*l) || wholeOf.contains(r.file)) continue;
      const std::string_view name = w.run.names.text(r.file);
      const std::size_t colon = name.rfind(':');
      const NameId whole = colon == std::string_view::npos || colon == 0 ? 0 : w.run.names.find(name.substr(0, colon));
      if (whole == 0) continue;
      wholeOf[r.file] = whole;
      std::vector<std::size_t>& in = partsIn[whole];
      const auto index = static_cast<std::size_t>(l - w.layers.data());
      if (std::find(in.begin(), in.end(), index) == in.end()) in.push_back(index);
    }
  }

  // What the layers that count moved in the files of those that do not.
  void beside(const IoFile& f, bool counts) {
    const auto below = [&](std::size_t layer) {
      IoLayer& out = w.out.layers[layer];
      if (f.sums.readBytes) ioAdd(out.belowRead, *f.sums.readBytes);
      if (f.sums.writeBytes) ioAdd(out.belowWritten, *f.sums.writeBytes);
    };
    const auto whole = partsIn.find(f.file);
    if (counts && whole != partsIn.end()) {
      wholeKnown.insert(f.file);
      for (const std::size_t layer : whole->second) below(layer);
    }
    for (std::size_t k = 0; k < w.layers.size(); ++k) {
      const IoWork::Layer& l = w.layers[k];
      if (l.stamp != stamp || w.counted(l)) continue;
      if (counts) below(k);
      else if (const auto part = wholeOf.find(f.file); part != wholeOf.end()) parts.push_back({k, part->second, l.fileRead, l.fileWritten});
      else notBelow(k, l.fileRead, l.fileWritten);
    }
  }
  void notBelow(std::size_t layer, std::int64_t read, std::int64_t written) {
    ++w.out.layers[layer].filesNotBelow;
    std::int64_t& bytes = w.out.layers[layer].bytesNotBelow;
    bytes = saturatedSum(bytes, saturatedSum(read, written));
  }

  void server(const std::string& name, std::int64_t bytes, std::int64_t ops, double time) {
    Server& s = servers[name];
    if (s.stamp != stamp) s.stamp = stamp, ++s.out.files;
    s.out.bytes = saturatedSum(s.out.bytes, bytes), s.out.ops = saturatedSum(s.out.ops, ops), s.out.time += time;
  }
  // Of a striped file an access lies on one server where it lies in one stripe; files on one server count whole.
  void onServer(const IoOperation& op, std::int64_t offset) {
    const auto servers_ = w.servers.find(op.file);
    const auto size = w.stripe.find(op.file);
    if (servers_ == w.servers.end() || servers_->second.size() < 2 || size == w.stripe.end()) return;
    const std::int64_t first = offset / size->second;
    if (first != (offset + op.bytes - 1) / size->second) return;
    w.out.striped = true;
    server(servers_->second[static_cast<std::size_t>(first) % servers_->second.size()], op.bytes, 1, static_cast<double>(op.duration));
  }

  // How many different bytes were read, and what was read again.
  void different(IoFile& f, std::int64_t recordReads) {
    IoReport& out = w.out;
    std::int64_t placed = 0;
    if (!reads.empty()) {
      freshBytes(reads, fresh);
      std::int64_t unique = 0;
      for (std::size_t i = 0; i < reads.size(); ++i) {
        const IoOperation& op = w.run.io[readOps[i]];
        unique = saturatedSum(unique, fresh[i]);
        placed = saturatedSum(placed, reads[i].bytes);
        const bool again = fresh[i] == 0 && reads[i].bytes > 0;
        if (reads[i].bytes > 0) {
          (again ? out.cache.againOps : out.cache.firstOps) += 1;
          std::int64_t& sum = again ? out.cache.againBytes : out.cache.firstBytes;
          sum = saturatedSum(sum, reads[i].bytes);
          (again ? out.cache.againTime : out.cache.firstTime) += static_cast<double>(op.duration);
        }
        if (w.epochOf.empty() || w.epochOf[readOps[i]] == 0) continue;
        const std::size_t number = w.epochOf[readOps[i]];
        if (number >= epochRow.size() || epochRow[number] == kNoRow) continue;
        IoEpoch& e = out.epochs[epochRow[number]];
        ioAdd(e.readAgain, reads[i].bytes - fresh[i]);
        if (epochStamp[epochRow[number]] != stamp) epochStamp[epochRow[number]] = stamp, ++e.files;
      }
      f.placed = !unplaced && placed >= recordReads;
      if (f.placed) f.uniqueRead = unique;
      else if (!f.uniqueRead || recordReads == 0) f.uniqueRead.reset();
    }
    if (f.placed) {
      ioAdd(out.uniqueRead, *f.uniqueRead);
      out.placedRead = saturatedSum(out.placedRead, placed);
    } else if (f.uniqueRead && f.sums.readBytes) {
      ioAdd(out.extentRead, *f.uniqueRead);
      out.extentReadBytes = saturatedSum(out.extentReadBytes, *f.sums.readBytes);
    }
  }

  void describe(IoFile& f, std::string_view path) {
    IoReport& out = w.out;
    w.knownZero(f.sums);
    const bool read = f.sums.readBytes.value_or(0) > 0 || f.sums.readOps.value_or(0) > 0;
    const bool written = f.sums.writeBytes.value_or(0) > 0 || f.sums.writeOps.value_or(0) > 0;
    f.kind = ioFileKind(path, read, written);
    if (f.mount.empty()) std::tie(f.mount, f.fileSystem) = mounts.of(path);
    f.ranks = f.shared ? 0 : static_cast<std::uint32_t>(touched.size());
    const bool all = f.shared || (out.ranksHere > 1 && static_cast<std::int64_t>(touched.size()) >= out.ranksHere);
    if (named) {
      ++out.files;
      ++(read && written ? out.readWrite : read ? out.readOnly : written ? out.writeOnly : out.untouched);
      ++(all ? out.sharedFiles : touched.size() > 1 ? out.partlyShared : out.ownFiles);
    }
    if (const IoCount bytes = f.sums.bytes()) ioAdd(all || touched.size() > 1 ? out.sharedBytes : out.ownBytes, *bytes);
    const bool small = named && f.extent && *f.extent < kSmallFile;
    out.sizedFiles += named && f.extent ? 1 : 0;
    out.smallFiles += small ? 1 : 0;
    const auto into = [&](IoGroup& g) {
      g.files += named ? 1 : 0;
      g.sized += named && f.extent ? 1 : 0;
      g.smallFiles += small ? 1 : 0;
      g.sums.add(f.sums);
    };
    into(kinds[static_cast<std::size_t>(f.kind)]);
    into(extensions[ioExtension(path)]);
    into(places[{f.mount, f.fileSystem}]);
    f.name = path;
    out.byFile.push_back(std::move(f));
    // Rows are cut now and then, so that a million files need no million rows.
    if (out.byFile.size() > 2 * w.options.mostFiles + 1024) cut();
  }

  // Where all moved as much, by name, the one that is slow would be anywhere.
  static bool heavier(const IoFile& a, const IoFile& b) {
    const auto key = [](const IoFile& f) { return std::tuple(f.sums.time().value_or(-1), f.sums.bytes().value_or(-1), f.sums.metaOps().value_or(-1)); };
    return key(a) != key(b) ? key(a) > key(b) : a.name < b.name;
  }
  void cut() {
    auto& rows = w.out.byFile;
    if (rows.size() <= w.options.mostFiles) return;
    std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(w.options.mostFiles), rows.end(), &heavier);
    w.out.filesLeftOut += rows.size() - w.options.mostFiles;
    rows.resize(w.options.mostFiles);
  }

  void finish() {
    IoReport& out = w.out;
    cut();
    std::sort(out.byFile.begin(), out.byFile.end(), &heavier);
    const auto heavierGroup = [](const IoGroup& a, const IoGroup& b) {
      const std::int64_t x = a.sums.bytes().value_or(-1);
      const std::int64_t y = b.sums.bytes().value_or(-1);
      return x != y ? x > y : a.files != b.files ? a.files > b.files : a.name < b.name;
    };
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (kinds[k].files > 0 || kinds[k].sums.ops() || kinds[k].sums.metaOps()) kinds[k].name = name(static_cast<IoFileKind>(k)), out.kinds.push_back(kinds[k]);
    for (auto& [ext, g] : extensions) g.name = ext, out.extensions.push_back(g);
    for (auto& [place, g] : places) {
      g.name = place.first;
      const std::string tier = ioTier(place.second);
      g.detail = place.second + (tier.empty() ? "" : place.second.empty() ? tier : ", " + tier);
      out.mounts.push_back(g);
    }
    for (auto* groups : {&out.kinds, &out.extensions, &out.mounts}) std::stable_sort(groups->begin(), groups->end(), heavierGroup);
    for (const Part& p : parts)
      if (!wholeKnown.contains(p.whole)) notBelow(p.layer, p.read, p.written);
    for (auto& [name, s] : servers) s.out.name = name, out.servers.push_back(std::move(s.out));
    std::stable_sort(out.servers.begin(), out.servers.end(), [](const IoServer& a, const IoServer& b) {
      return a.time > 0 && (b.time <= 0 || a.bytesPerSecond() < b.bytesPerSecond());
    });
    for (std::size_t k = 0; k <= ranks; ++k) {
      const bool job = k == ranks;
      if (rankStamp[k] == 0 && rankSums[k].bytes().value_or(0) == 0) continue;
      IoRank r;
      r.rank = k < w.run.ranks.size() ? w.run.ranks[k] : kUnknownRank;
      r.together = job;
      if (rankFiles[k] > 0) r.files = static_cast<std::int64_t>(rankFiles[k]);
      r.sums = rankSums[k];
      w.knownZero(r.sums);
      // Nothing is left where every operation is known.
      if (job && r.sums.bytes().value_or(0) == 0 && r.sums.ops().value_or(0) == 0 && r.sums.metaOps().value_or(0) == 0) continue;
      out.byRank.push_back(std::move(r));
    }
  }
};

}  // namespace

bool ioFiles(IoWork& w) { return Files(w).run(); }

}  // namespace weir
