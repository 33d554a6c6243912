#include "core/summarize/io_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/run/io_failed.h"
#include "core/summarize/io_work.h"

namespace weir {
namespace {

std::string upper(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  return out;
}

// Which layers' bytes are not those of another layer again. POSIX and STDIO are where bytes leave the process; DAOS is
// beside them, and DFS stands on DAOS. Without any of them the lowest library that is there.
std::set<std::string> countedOnce(const std::vector<std::string>& names) {
  std::set<std::string> have;
  for (const std::string& n : names) have.insert(upper(n));
  std::set<std::string> out;
  for (const char* n : {"POSIX", "STDIO"})
    if (have.contains(n)) out.insert(n);
  if (have.contains("DAOS")) out.insert("DAOS");
  else if (have.contains("DFS")) out.insert("DFS");
  if (!out.empty()) return out;
  if (have.contains("MPI-IO")) return {"MPI-IO"};
  if (have.contains("H5D")) return {"H5D"};
  if (have.contains("PNETCDF_VAR")) return {"PNETCDF_VAR"};
  return have;
}

IoCount known(std::int64_t v) { return v == kUnknownCount ? std::nullopt : IoCount(v); }
void addCount(IoCount& sum, const IoCount& v) {
  if (v) ioAdd(sum, *v);
}

double median(std::vector<std::int64_t>& v) {
  if (v.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto mid = v.begin() + static_cast<std::ptrdiff_t>((v.size() - 1) / 2);
  std::nth_element(v.begin(), mid, v.end());
  return static_cast<double>(*mid);
}
double largest(const std::vector<std::int64_t>& v) {
  return v.empty() ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(*std::max_element(v.begin(), v.end()));
}

void mostCommon(std::vector<IoSizes::Common>& common) {
  std::sort(common.begin(), common.end(), [](const auto& a, const auto& b) { return a.count != b.count ? a.count > b.count : a.bytes > b.bytes; });
  if (common.size() > 8) common.resize(8);
}

// Sums of counters a log keeps, of which it says that they end early ("cut off", "damaged"); others it names "yes" or "no".
constexpr std::array kCounterModules{"POSIX", "STDIO", "MPI-IO", "H5F", "H5D", "PNETCDF_FILE", "PNETCDF_VAR", "DFS", "DAOS"};

}  // namespace

std::set<std::string> lostIoLayers(const Run& run) {
  std::set<std::string> out;
  for (const Table& t : run.tables) {
    const auto* module = t.find("module");
    const auto* complete = t.find("complete");
    if (t.name != "modules" || !module || !complete) continue;
    for (std::size_t i = 0; i < std::min(module->text.size(), complete->text.size()); ++i)
      if (complete->text[i] == "cut off" || complete->text[i] == "damaged") out.insert(module->text[i]);
  }
  return out;
}

namespace {

// A lower bound of 0 says nothing.
void lowerBounds(IoSums& s) {
  s.partial = true;
  for (IoCount* c : {&s.readBytes, &s.writeBytes, &s.readOps, &s.writeOps, &s.opens, &s.stats, &s.seeks, &s.syncs})
    if (*c == 0) *c = std::nullopt;
  for (IoTime* t : {&s.readTime, &s.writeTime, &s.metaTime})
    if (*t == 0) *t = std::nullopt;
}

// Any file and rank may have more in a layer that the log does not hold to its end.
void lowerBoundsOfLost(IoReport& r) {
  bool any = false;
  for (IoLayer& l : r.layers) {
    if (!l.lost) continue;
    lowerBounds(l.sums);
    l.sizes.partial = true;
    for (IoCount* c : {&l.collectiveReads, &l.collectiveWrites, &l.independentReads, &l.independentWrites})
      if (*c == 0) *c = std::nullopt;
    any = any || l.countsOnce;
  }
  if (!any) return;
  lowerBounds(r.total);
  r.sizes.partial = true;
  for (IoCount* c : {&r.sharedBytes, &r.ownBytes})
    if (*c == 0) *c = std::nullopt;
  for (auto* groups : {&r.kinds, &r.extensions, &r.mounts})
    for (IoGroup& g : *groups) lowerBounds(g.sums);
  for (IoFile& f : r.byFile) lowerBounds(f.sums);
  for (IoRank& k : r.byRank) lowerBounds(k.sums);
}

// Which layers, and why, where the observation speaks of the job's memory.
void observeLost(IoReport& r) {
  // Shares between layers are not known where one of them is cut.
  if (std::any_of(r.layers.begin(), r.layers.end(), [](const IoLayer& l) { return l.countsOnce && l.lost; }))
    std::erase_if(r.observations, [](const IoObservation& o) { return o.id == "stdio"; });
  for (const IoLayer& l : r.layers) {
    if (!l.lost) continue;
    IoObservation o{"partial", IoObservation::Verdict::Unknown, iotext::kLost, {{0, "text", l.name}}, {}, {}, "", "the log's own size"};
    const auto of = std::find_if(r.observations.begin(), r.observations.end(),
                                 [&](const IoObservation& x) { return x.id == "partial" && !x.values.empty() && x.values.front().words == l.name; });
    if (of != r.observations.end()) *of = std::move(o);
    else r.observations.push_back(std::move(o));
  }
}

// Where a layer above did not move the bytes of those below once more.
void noteBelow(IoReport& r) {
  const auto bytes = [](const IoCount& v) { return IoObservation::Value{v ? static_cast<double>(*v) : std::numeric_limits<double>::quiet_NaN(), "B"}; };
  for (const IoLayer& l : r.layers) {
    if (l.below == IoLayer::Below::Missing) ioNote(r, iotext::kMissing, {{0, "text", l.name}, bytes(l.sums.bytes())});
    if (l.below != IoLayer::Below::Differs) continue;
    ioNote(r, iotext::kDiffers, {{0, "text", l.name}, bytes(l.sums.readBytes), bytes(l.sums.writeBytes), bytes(l.belowRead), bytes(l.belowWritten)});
    if (l.bytesNotBelow > 0)
      ioNote(r, iotext::kNotBelow, {{0, "text", l.name}, {static_cast<double>(l.filesNotBelow), ""}, {static_cast<double>(l.files), ""}, bytes(l.bytesNotBelow)});
  }
}

void findLayers(IoWork& w) {
  w.layerOf.assign(w.run.names.size(), 0);
  const auto layer = [&](NameId id) -> IoWork::Layer& {
    if (w.layerOf[id] == 0) {
      if (w.layers.size() >= 1000) return w.layers.back();
      w.layers.push_back({});
      w.layers.back().id = id;
      w.layerOf[id] = static_cast<std::uint16_t>(w.layers.size());
    }
    return w.layers[w.layerOf[id] - 1U];
  };
  const std::set<std::string> lost = lostIoLayers(w.run);
  for (const IoRecord& r : w.run.ioRecords) layer(r.layer).records = true;
  for (const IoOperation& op : w.run.io) {
    IoWork::Layer& l = layer(op.layer);
    l.operations = true;
    const bool data = op.kind == IoOperation::Kind::Read || op.kind == IoOperation::Kind::Write;
    if (!data) l.metadata = true;
    if (data && w.inRange(op)) {
      if (w.out.layers.size() < w.layers.size()) w.out.layers.resize(w.layers.size());
      ++w.out.layers[w.layerOf[op.layer] - 1U].traced;
    }
  }
  // A layer that is lost whole is there as well: its figures are unknown, not 0.
  for (const char* module : kCounterModules)
    if (const NameId id = w.run.names.find(module); id != 0 && lost.contains(module))
      if (IoWork::Layer& l = layer(id); !l.operations) l.records = true;
  w.out.layers.resize(w.layers.size());
  std::vector<std::string> names;
  for (const IoWork::Layer& l : w.layers) names.emplace_back(w.run.names.text(l.id));
  const std::set<std::string> once = countedOnce(names);
  bool anyTimed = false;
  for (const IoWork::Layer& l : w.layers) anyTimed = anyTimed || l.operations;
  if (w.out.ranged && !anyTimed) {
    w.out.ranged = false;
    const auto span = w.run.span();
    w.out.range = {span.first, span.second};
    if (!w.layers.empty()) ioNote(w.out, iotext::kNoTimes);
  }
  for (std::size_t l = 0; l < w.layers.size(); ++l) {
    IoWork::Layer& in = w.layers[l];
    IoLayer& out = w.out.layers[l];
    out.name = names[l];
    out.countsOnce = once.contains(upper(names[l]));
    in.rankTime.assign(w.run.ranks.size() + 1, 0);
    in.useRecords = in.records && !w.out.ranged;
    in.useOperations = in.operations && !in.useRecords;
    out.fromRecords = in.useRecords;
    const char* const traced = names[l] == "POSIX" ? "DXT_POSIX" : names[l] == "MPI-IO" ? "DXT_MPIIO" : "";
    out.lost = lost.contains(names[l]) || (in.useOperations && lost.contains(traced));
    if (!in.useRecords && !in.useOperations)
      ioNote(w.out, iotext::kLayerNoTimes, {{0, "text", names[l]}});
    if (in.records && w.out.ranged && in.useOperations) ioNote(w.out, iotext::kLayerData, {{0, "text", names[l]}});
  }
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    if (to > from) out.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return out;
}

void readTables(IoWork& w) {
  std::map<std::string, double> stripeOf;
  for (const Table& t : w.run.tables) {
    if (t.name == "stripes") {
      const auto* file = t.find("file");
      const auto* size = t.find("stripe size");
      const auto* servers = t.find("OSTs");
      for (std::size_t i = 0; file && servers && i < std::min(file->text.size(), servers->text.size()); ++i)
        if (const NameId id = w.run.names.find(file->text[i])) {
          const auto [at, fresh] = w.servers.try_emplace(id, words(servers->text[i]));
          if (!fresh) at->second.clear();  // of several components: which of them a byte lies in is not told
        }
      if (file && size)
        for (std::size_t i = 0; i < std::min(file->text.size(), size->number.size()); ++i)
          if (size->number[i] >= 1 && size->number[i] < 1e15)
            if (const NameId id = w.run.names.find(file->text[i])) w.stripe.try_emplace(id, static_cast<std::int64_t>(size->number[i]));
    }
  }
  if (w.out.ranged) return;
  for (std::size_t l = 0; l < w.layers.size(); ++l) {
    IoLayer& out = w.out.layers[l];
    if (!w.layers[l].useRecords) continue;
    std::map<std::int64_t, std::int64_t> common;
    for (const Table& t : w.run.tables) {
      const auto number = [&](const char* column, std::size_t row) {
        const auto* c = t.find(column);
        return c && row < c->number.size() ? c->number[row] : std::numeric_limits<double>::quiet_NaN();
      };
      const auto whole = [](double v) { return std::isfinite(v) && v >= 0 && v < 9e18 ? IoCount(std::llround(v)) : std::nullopt; };
      if (t.name == "alignment, " + out.name) {
        IoAlignment& a = out.alignment;
        for (std::size_t i = 0; i < t.rows(); ++i) {
          addCount(a.ops, whole(number("accesses", i)));
          addCount(a.unalignedInFile, whole(number("not aligned in the file", i)));
          addCount(a.unalignedInMemory, whole(number("not aligned in memory", i)));
          const std::int64_t boundary = whole(number("file alignment", i)).value_or(0);
          a.boundary = a.by.empty() ? boundary : a.boundary == boundary ? boundary : 0;
          a.by = iotext::kByCounters;
        }
      } else if (t.name == "access sizes, " + out.name) {
        for (std::size_t i = 0; i < t.rows(); ++i)
          if (const auto size = whole(number("size", i)), n = whole(number("accesses", i)); size && n) common[*size] = saturatedSum(common[*size], *n);
      } else if (t.name == "calls, " + out.name) {
        for (std::size_t i = 0; i < t.rows(); ++i) {
          const auto* how = t.find("how");
          if (!how || i >= how->text.size()) continue;
          const bool collective = how->text[i] == "collective" || how->text[i] == "split collective";
          addCount(collective ? out.collectiveReads : out.independentReads, whole(number("reads", i)));
          addCount(collective ? out.collectiveWrites : out.independentWrites, whole(number("writes", i)));
        }
      }
    }
    for (const auto& [bytes, count] : common) w.layers[l].recordSizes.common.push_back({bytes, count});
    mostCommon(w.layers[l].recordSizes.common);
  }
}

// darshan-util's agg_perf_by_slowest; of single operations the slowest rank alone.
void estimate(IoWork& w, std::size_t l) {
  IoLayer& out = w.out.layers[l];
  const IoWork::Layer& in = w.layers[l];
  double most = 0;
  for (std::size_t k = 0; k < in.rankTime.size(); ++k)
    if (in.rankTime[k] > most) {
      most = in.rankTime[k];
      out.estimate.slowestRank = k < w.run.ranks.size() ? w.run.ranks[k] : kUnknownRank;
    }
  double seconds = most / 1e12;
  if (in.useRecords) {
    bool anyShared = false;
    for (const IoRecord& r : w.run.ioRecords) anyShared = anyShared || (r.shared && r.layer == in.id);
    bool told = false;
    for (const Table& t : w.run.tables) {
      if (t.name != "shared files, " + out.name) continue;
      if (const auto* time = t.find("slowest rank's time"))
        for (const double s : time->number)
          if (s > 0 && s < 1e9) seconds += s, told = true;
    }
    if (anyShared && !told) return;  // the time in shared files is unknown
  }
  const IoCount bytes = out.sums.bytes();
  if (seconds <= 0 || (!bytes && !out.sums.ops() && !out.sums.metaOps())) return;
  out.estimate.seconds = seconds;
  // Of operations without sizes the 0 bytes of all others say nothing.
  if (!bytes || (*bytes == 0 && out.sums.unsizedReads + out.sums.unsizedWrites > 0)) return;
  out.estimate.bytesPerSecond = static_cast<double>(*bytes) / seconds;
}

void finishLayers(IoWork& w) {
  for (std::size_t l = 0; l < w.layers.size(); ++l) {
    IoWork::Layer& in = w.layers[l];
    IoLayer& out = w.out.layers[l];
    out.files = in.files;
    out.sums = in.useRecords ? in.fromRecords : in.fromOperations;
    if (in.useOperations && !in.metadata) {
      out.sums.opens = out.sums.stats = out.sums.seeks = out.sums.syncs = std::nullopt;
      out.sums.metaTime = std::nullopt;
    } else if (in.useOperations) {
      for (IoCount* c : {&out.sums.opens, &out.sums.stats, &out.sums.seeks, &out.sums.syncs})
        if (!*c) *c = 0;
      if (!out.sums.metaTime) out.sums.metaTime = 0;
    }
    // No operation of a kind moved no bytes and took no time: that is known.
    if (in.useOperations && !out.lost) {
      for (const auto& [ops, bytes, time] : {std::tuple(&out.sums.readOps, &out.sums.readBytes, &out.sums.readTime), std::tuple(&out.sums.writeOps, &out.sums.writeBytes, &out.sums.writeTime)})
        if (!*ops) *ops = *bytes = 0, *time = time->value_or(0);  // the time of failed ones was spent
    }
    IoSizes& exact = in.operationSizes;
    exact.exact = exact.known;
    exact.readMedian = median(in.readSizes), exact.writeMedian = median(in.writeSizes);
    exact.readLargest = largest(in.readSizes), exact.writeLargest = largest(in.writeSizes);
    for (const auto& [bytes, count] : in.common) exact.common.push_back({bytes, count});
    mostCommon(exact.common);
    exact.commonExact = in.common.size() < (1U << 16);
    // Single operations say more, where none is missing beside the log's sums.
    const bool complete = !in.useRecords || (in.operations && static_cast<std::int64_t>(out.traced) >= out.sums.ops().value_or(0));
    const bool sized = exact.known && complete;
    out.sizes = sized ? exact : in.useRecords && in.recordSizes.known ? in.recordSizes : exact.known ? exact : IoSizes{};
    out.reads = complete && in.operationReads.known ? in.operationReads : in.useRecords && in.recordReads.known ? in.recordReads : in.operationReads;
    out.writes = complete && in.operationWrites.known ? in.operationWrites : in.useRecords && in.recordWrites.known ? in.recordWrites : in.operationWrites;
    if (in.useRecords && in.operations && !complete && out.sums.ops())
      ioNote(w.out, iotext::kTraced, {{0, "text", out.name}, {static_cast<double>(out.traced), ""}, {static_cast<double>(*out.sums.ops()), ""}});
    estimate(w, l);
  }
  ioBeside(w);
  for (const IoLayer& l : w.out.layers) {
    if (!l.countsOnce) continue;
    w.out.total.add(l.sums);
    w.out.reads.add(l.reads);
    w.out.writes.add(l.writes);
    if (l.sizes.known) {
      IoSizes& s = w.out.sizes;
      s.exact = s.known ? s.exact && l.sizes.exact : l.sizes.exact;
      s.known = true;
      for (std::size_t b = 0; b < 10; ++b) s.reads[b] = saturatedSum(s.reads[b], l.sizes.reads[b]), s.writes[b] = saturatedSum(s.writes[b], l.sizes.writes[b]);
      if (l.sizes.common.size() > 0 && s.common.empty()) s.common = l.sizes.common, s.commonExact = l.sizes.commonExact;
    } else if (l.sums.ops().value_or(0) > 0) {
      ioNote(w.out, iotext::kNoSizes, {{0, "text", l.name}});
    }
    if (l.alignment.ops && !w.out.alignment.ops) w.out.alignment = l.alignment;
  }
  if (!w.out.alignment.ops && w.alignedOps > 0) {
    IoAlignment& a = w.out.alignment;
    a.ops = w.alignedOps;
    a.unalignedInFile = w.unaligned;
    a.by = w.byStripe == w.alignedOps ? iotext::kByStripe : w.byStripe > 0 ? iotext::kByBoth : iotext::kByPages;
    a.boundary = w.byStripe == 0 ? 4096 : 0;
  }
  // Medians over the layers together only where one layer tells.
  std::size_t tell = 0;
  for (const IoLayer& l : w.out.layers) tell += l.countsOnce && l.sizes.exact ? 1U : 0U;
  for (const IoLayer& l : w.out.layers)
    if (tell == 1 && l.countsOnce && l.sizes.exact) {
      w.out.sizes.readMedian = l.sizes.readMedian, w.out.sizes.writeMedian = l.sizes.writeMedian;
      w.out.sizes.readLargest = l.sizes.readLargest, w.out.sizes.writeLargest = l.sizes.writeLargest;
    }
  std::stable_sort(w.out.layers.begin(), w.out.layers.end(), [](const IoLayer& a, const IoLayer& b) {
    if (a.countsOnce != b.countsOnce) return a.countsOnce;
    return a.sums.bytes().value_or(-1) > b.sums.bytes().value_or(-1);
  });
}

// A log that keeps bytes over time a rank knows each rank's bytes exactly, shared files or not.
void heatRanks(IoWork& w) {
  if (w.out.byRank.empty() || !w.out.byRank.back().together || w.out.ranged) return;
  const Table* heat = nullptr;
  for (const Table& t : w.run.tables) {
    if (t.name != "heatmap") continue;
    if (heat) return;  // several logs: their rank numbers are each their own
    heat = &t;
  }
  const auto* layer = heat ? heat->find("layer") : nullptr;
  const auto* rank = heat ? heat->find("rank") : nullptr;
  const auto* read = heat ? heat->find("read") : nullptr;
  const auto* written = heat ? heat->find("written") : nullptr;
  if (!layer || !rank || !read || !written) return;
  std::map<std::int32_t, std::pair<double, double>> bytes;
  double sum = 0;
  for (std::size_t i = 0; i < heat->rows(); ++i) {
    const bool counts = std::any_of(w.out.layers.begin(), w.out.layers.end(), [&](const IoLayer& l) { return l.countsOnce && l.name == layer->text[i]; });
    if (!counts || !(rank->number[i] >= 0) || rank->number[i] > 1e9) continue;
    auto& [r, x] = bytes[static_cast<std::int32_t>(rank->number[i])];
    r += read->number[i], x += written->number[i];
    sum += read->number[i] + written->number[i];
  }
  if (sum <= 0 || sum != static_cast<double>(w.out.total.bytes().value_or(-1))) return;
  IoRank& all = w.out.byRank.back();
  std::map<std::int32_t, IoRank> rows;
  for (IoRank& r : w.out.byRank)
    if (!r.together) rows[r.rank] = r;
  for (const auto& [r, b] : bytes) {
    IoRank& row = rows[r];
    row.rank = r;
    const IoCount hadRead = row.sums.readBytes;
    const IoCount hadWritten = row.sums.writeBytes;
    row.sums.readBytes = std::llround(b.first), row.sums.writeBytes = std::llround(b.second);
    // Its operations in shared files are in the log's sums only, and which those files are nobody knows.
    if (row.sums.readBytes != hadRead.value_or(0) || row.sums.writeBytes != hadWritten.value_or(0)) row.files = std::nullopt;
    if (row.sums.readBytes != hadRead.value_or(0)) row.sums.readOps = row.sums.readTime = std::nullopt;
    if (row.sums.writeBytes != hadWritten.value_or(0)) row.sums.writeOps = row.sums.writeTime = std::nullopt;
  }
  IoRank rest = all;
  if (rest.sums.readBytes) rest.sums.readBytes = 0;
  if (rest.sums.writeBytes) rest.sums.writeBytes = 0;
  w.out.byRank.clear();
  for (auto& [r, row] : rows) w.out.byRank.push_back(std::move(row));
  w.out.byRank.push_back(std::move(rest));
  ioNote(w.out, iotext::kHeat);
}

}  // namespace

void IoSums::add(const IoSums& o) {
  for (const auto& [to, from] : {std::pair(&readBytes, &o.readBytes), std::pair(&writeBytes, &o.writeBytes), std::pair(&readOps, &o.readOps),
                                 std::pair(&writeOps, &o.writeOps), std::pair(&opens, &o.opens), std::pair(&stats, &o.stats), std::pair(&seeks, &o.seeks),
                                 std::pair(&syncs, &o.syncs)})
    addCount(*to, *from);
  for (const auto& [to, from] : {std::pair(&readTime, &o.readTime), std::pair(&writeTime, &o.writeTime), std::pair(&metaTime, &o.metaTime)})
    if (*from) ioAddTime(*to, **from);
  unsizedReads += o.unsizedReads, unsizedWrites += o.unsizedWrites;
  failedData += o.failedData, failedMeta += o.failedMeta;
  partial = partial || o.partial;
}
namespace {
IoCount sumOf(std::initializer_list<IoCount> parts) {
  IoCount sum;
  for (const IoCount& p : parts) addCount(sum, p);
  return sum;
}
}  // namespace
IoCount IoSums::bytes() const { return sumOf({readBytes, writeBytes}); }
IoCount IoSums::ops() const { return sumOf({readOps, writeOps}); }
IoCount IoSums::metaOps() const { return sumOf({opens, stats, seeks, syncs}); }
IoTime IoSums::time() const {
  IoTime sum;
  for (const IoTime& t : {readTime, writeTime, metaTime})
    if (t) ioAddTime(sum, *t);
  return sum;
}
IoTime IoSums::wholeTime() const {
  if ((readBytes.value_or(0) > 0 && !readTime) || (writeBytes.value_or(0) > 0 && !writeTime)) return std::nullopt;
  return time();
}

double IoFile::amplification() const {
  if (!uniqueRead || *uniqueRead <= 0 || !sums.readBytes) return std::numeric_limits<double>::quiet_NaN();
  const double times = static_cast<double>(*sums.readBytes) / static_cast<double>(*uniqueRead);
  if (!placed && times < kIoToldApart) return std::numeric_limits<double>::quiet_NaN();
  return std::max(times, 1.0);
}

std::string name(const IoPhase& p) {
  switch (p.kind) {
    case IoPhase::Kind::StartUp: return "start-up";
    case IoPhase::Kind::Epoch: return "epoch " + std::to_string(p.epoch);
    case IoPhase::Kind::Steps: return "steps";
    case IoPhase::Kind::Checkpoint: return "checkpoint";
    case IoPhase::Kind::Evaluation: return "evaluation";
    case IoPhase::Kind::Between: return "between";
    case IoPhase::Kind::After: return "after the last";
  }
  return {};
}

IoSums ioSumsOf(const IoRecord& r) {
  IoSums s;
  s.readBytes = known(r.readBytes), s.writeBytes = known(r.writeBytes);
  s.readOps = known(r.readOps), s.writeOps = known(r.writeOps);
  s.opens = known(r.opens), s.stats = known(r.stats), s.seeks = known(r.seeks), s.syncs = known(r.syncs);
  s.readTime = known(r.readTime), s.writeTime = known(r.writeTime), s.metaTime = known(r.metaTime);
  s.partial = r.partial;
  return s;
}

void ioCount(IoSums& s, const IoOperation& op) {
  using Kind = IoOperation::Kind;
  const bool data = op.kind == Kind::Read || op.kind == Kind::Write;
  if (failed(op)) {
    ++(data ? s.failedData : s.failedMeta);
    return ioAddTime(op.kind == Kind::Read ? s.readTime : op.kind == Kind::Write ? s.writeTime : s.metaTime, static_cast<double>(op.duration));
  }
  const auto duration = static_cast<double>(op.duration);
  if (op.kind == Kind::Read) ioAdd(s.readOps, 1), ioAddTime(s.readTime, duration), ioAdd(s.readBytes, op.bytes);
  if (op.kind == Kind::Write) ioAdd(s.writeOps, 1), ioAddTime(s.writeTime, duration), ioAdd(s.writeBytes, op.bytes);
  if (data) {
    if (op.bytes < 0) ++(op.kind == Kind::Read ? s.unsizedReads : s.unsizedWrites);
    return;
  }
  ioAddTime(s.metaTime, duration);
  if (op.kind == Kind::Open) ioAdd(s.opens, 1);
  if (op.kind == Kind::Stat) ioAdd(s.stats, 1);
  if (op.kind == Kind::Sync) ioAdd(s.syncs, 1);
  if (op.kind == Kind::Other && op.offset >= 0) ioAdd(s.seeks, 1);
}

namespace {

// Where all moved as much, by number, the one that is slow would be anywhere.
void slowFirst(IoReport& r) {
  std::vector<IoRank>& ranks = r.byRank;
  r.ranksByTime = !ranks.empty() && std::all_of(ranks.begin(), ranks.end(), [](const IoRank& k) { return k.together || k.sums.wholeTime(); });
  const auto key = [&](const IoRank& k) { return std::tuple(!k.together, r.ranksByTime ? k.sums.time().value_or(0) : 0.0, k.sums.bytes().value_or(-1)); };
  std::stable_sort(ranks.begin(), ranks.end(), [&](const IoRank& a, const IoRank& b) { return key(a) != key(b) ? key(a) > key(b) : a.rank < b.rank; });
  const auto cost = [](const IoRankTime& t) { return std::tuple(t.computes ? t.stall : -1.0, t.io, t.load); };
  std::stable_sort(r.times.begin(), r.times.end(), [&](const IoRankTime& a, const IoRankTime& b) { return cost(a) != cost(b) ? cost(a) > cost(b) : a.rank < b.rank; });
}

}  // namespace

Result<IoReport> ioReport(const Run& run, const IoReportOptions& options, const Job& job) {
  IoWork w{run, options, job, {}, {}, {}, {}, {}, {}, {}};
  IoReport& out = w.out;
  out.title = run.title;
  out.format = run.format;
  const auto span = run.span();
  out.range = {span.first, span.second};
  if (options.range && *options.range != out.range && (options.range->from > span.first || options.range->to < span.second)) {
    out.range = *options.range;
    out.ranged = true;
  }
  out.worldSize = run.worldSize;
  out.ranksHere = static_cast<std::int32_t>(run.ranks.size());
  out.ranks = run.worldSize > 0 ? std::max(run.worldSize, static_cast<std::int32_t>(run.ranks.size())) : static_cast<std::int32_t>(run.ranks.size());
  findLayers(w);
  if (out.range.length() > 0) out.runTime = out.range.length();
  if (job.stopped()) return stoppedByUser();
  readTables(w);
  std::vector<bool> isLayer(run.names.size(), false);
  for (const IoWork::Layer& l : w.layers) isLayer[l.id] = true;
  for (const char* traced : {"DXT_POSIX", "DXT_MPIIO"})
    if (const NameId id = run.names.find(traced)) isLayer[id] = true;
  job.begin("what surrounds the I/O", run.slices.size());
  Result<IoMarks> marks = ioMarks(run, options, isLayer, job);
  if (!marks) return tl::make_unexpected(marks.error());
  w.marks = std::move(*marks);
  if (!ioFlow(w) || !ioFiles(w)) return stoppedByUser();
  finishLayers(w);
  ioSharedTimes(w);
  ioSlowServers(w);
  heatRanks(w);
  lowerBoundsOfLost(out);
  if (out.phases.empty()) {
    const bool marked = w.marks.anyEpoch || w.marks.anyStep || w.marks.anyCheckpoint;
    out.phasesUnknown = run.io.empty() && !w.layers.empty() ? iotext::kPhasesSums
                        : !marked && !run.io.empty()       ? iotext::kPhasesMarks
                                                           : iotext::kPhasesNone;
  }
  for (const Fact& f : run.facts)
    if (f.name.starts_with("metric.") && f.value.size() < 40 && f.name.find("_mean_") != std::string::npos) out.reported.push_back(f);
  out.any = !w.layers.empty() || out.time.loads || !out.epochs.empty();
  // A rank is a process: its threads are in I/O at once, and opening a pipe waits for who opens its other end.
  if (const IoTime time = out.total.time(); time && out.runTime && out.ranks > 0 && !out.ranged && *time / out.ranks > static_cast<double>(*out.runTime))
    ioNote(out, iotext::kThreads, {{*time / 1e12, "s"}, {static_cast<double>(*out.runTime) / 1e12, "s"}, {static_cast<double>(out.ranks), ""}});
  const IoRankTime& t = out.time;
  if (t.computes && out.stallOfSteps && t.wall > 0 && t.stall > 0 && t.stallOfWall * t.steps != t.stall * t.wall)
    ioNote(out, iotext::kStallOfWall, {{t.stall / t.steps, "1"}, {t.stall / 1e12, "s"}, {t.steps / 1e12, "s"}, {t.stallOfWall / t.wall, "1"}, {t.stallOfWall / 1e12, "s"}, {t.wall / 1e12, "s"}});
  const std::uint64_t unsized = out.total.unsizedReads + out.total.unsizedWrites;
  if (unsized > 0 && out.total.ops() && static_cast<std::uint64_t>(*out.total.ops()) > unsized)
    ioNote(out, iotext::kUnsized, {{static_cast<double>(unsized), ""}, {static_cast<double>(*out.total.ops()), ""}});
  if (out.total.failedMeta > 0) ioNote(out, iotext::kFailedMeta, {{static_cast<double>(out.total.failedMeta), ""}});
  noteBelow(out);
  ioObserve(out);
  observeLost(out);
  slowFirst(out);
  return std::move(w.out);
}

}  // namespace weir
