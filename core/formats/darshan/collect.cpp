#include "core/formats/darshan/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "core/run/large_pages.h"

namespace weir::darshan {
namespace {

// A track a rank, so that the ranks are those of the job; a log of more gets tracks for these and one for the others.
constexpr std::int64_t kMostTracks = 65536;
constexpr std::size_t kMostThreads = 65536;

std::string_view fileName(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

}  // namespace

std::string jsonText(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else out += c;
  }
  return out + "\"";
}

Collect::Collect(const Header& header, const JobRecord& job, std::uint64_t memoryLimit)
    : header_(header), job_(job), memoryLimit_(memoryLimit), builder_("darshan", Truth::Measured) {
  Run& run = builder_.run();
  Source source;
  source.clock = ClockKind::Epoch;
  // Whole seconds only, before 3.41. Years that cannot be are damage: the axis then begins at 0.
  if (job.startSeconds >= 0 && job.startSeconds < (std::int64_t{1} << 33) && job.startNs >= 0 && job.startNs < 1'000'000'000)
    run.originNs = job.startSeconds * 1'000'000'000 + job.startNs;
  else
    note("start of the job is no time", fmt::format("{} s", job.startSeconds));
  run.sources.push_back(source);

  for (const Mount& m : job.mounts) mounts_.push_back({m, {builder_.intern(m.path), builder_.intern(m.type)}});
  std::stable_sort(mounts_.begin(), mounts_.end(), [](const auto& a, const auto& b) { return a.first.path.size() > b.first.path.size(); });

  // One process may be one of many that each wrote a log; several are a job's MPI ranks.
  if (job.processes > 1 && job.processes <= std::numeric_limits<std::int32_t>::max())
    run.worldSize = static_cast<std::int32_t>(job.processes);
  const std::int64_t tracks = std::clamp<std::int64_t>(job.processes, 0, kMostTracks);
  if (job.processes > kMostTracks)
    note("more ranks than tracks: the others share one", fmt::format("{} of {} ranks have their own", kMostTracks, job.processes));
  const NameId process = builder_.intern(fileName(std::string_view(job.executable).substr(0, job.executable.find(' '))));
  const NameId io = builder_.intern("I/O");
  Track t;
  t.process = process;
  t.kind = TrackKind::Other;
  t.name = builder_.intern("all ranks");
  t.sort = -1;
  allRanks_ = builder_.track(t);
  t.kind = TrackKind::Thread;
  t.name = io;
  t.sort = 0;
  for (std::int64_t r = 0; r < tracks; ++r) {
    t.rank = static_cast<std::int32_t>(r);
    rankTracks_.push_back(builder_.track(t));
  }
}

void Collect::readNames(Region& region, const Job& job) {
  const bool lengths = header_.minor == 0;  // u64 id, u32 length, bytes; later u64 id, bytes, NUL
  std::uint64_t records = 0;
  std::string kept;
  for (;;) {
    std::string_view name;
    std::uint64_t id = 0;
    if (lengths) {
      const auto head = region.take(12);
      if (head.size() < 12) break;
      id = order().u64(head.data());
      const std::uint32_t n = order().u32(head.data() + 8);
      const auto bytes = region.take(n);
      if (bytes.size() < n) break;
      name = {reinterpret_cast<const char*>(bytes.data()), n};
    } else {
      std::size_t want = 256;
      std::span<const std::byte> s;
      std::size_t n = 0;
      for (;; want *= 2) {
        s = region.peek(want);
        if (s.size() <= 8) break;
        const void* nul = std::memchr(s.data() + 8, 0, s.size() - 8);
        if (nul != nullptr) {
          n = static_cast<std::size_t>(static_cast<const std::byte*>(nul) - s.data()) + 1;
          break;
        }
        if (s.size() < want) break;
      }
      if (n == 0) break;
      id = order().u64(s.data());
      kept.assign(reinterpret_cast<const char*>(s.data()) + 8, n - 9);  // what is passed is gone
      name = kept;
      region.pass(n);
    }
    if ((++records & 0xfff) == 0 && job.stopped()) return;
    const auto [it, fresh] = names_.try_emplace(id, 0);
    if (fresh || it->second == 0) it->second = builder_.intern(name);
  }
}

NameId Collect::nameOf(std::uint64_t id) {
  const auto it = names_.find(id);
  if (it != names_.end() && it->second != 0) return it->second;
  return builder_.intern(fmt::format("id {:#018x}", id));
}

Collect::Place Collect::placeOf(std::uint64_t id) {
  const auto [it, fresh] = places_.try_emplace(id);
  if (!fresh) return it->second;
  const auto name = names_.find(id);
  if (name == names_.end()) return {};
  const std::string_view path = builder_.run().names.text(name->second);
  for (const auto& [mount, place] : mounts_) {
    const std::string_view m = mount.path;
    if (!path.starts_with(m)) continue;
    if (path.size() > m.size() && path[m.size()] != '/' && !m.ends_with('/')) continue;
    it->second = place;
    break;
  }
  return it->second;
}

TrackIndex Collect::trackOf(std::int32_t rank) {
  if (rank < 0) return allRanks_;
  if (static_cast<std::size_t>(rank) < rankTracks_.size()) return rankTracks_[static_cast<std::size_t>(rank)];
  if (!haveOthers_) {
    Track t;
    t.process = builder_.trackAt(allRanks_).process;
    t.kind = TrackKind::Other;
    t.name = builder_.intern("other ranks");
    others_ = builder_.track(t);
    haveOthers_ = true;
    if (job_.processes <= kMostTracks) note("rank that the job does not have", fmt::format("rank {} of {}", rank, job_.processes));
  }
  return others_;
}

TrackIndex Collect::threadOf(std::int32_t rank, std::uint64_t thread) {
  const auto it = threads_.find({rank, thread});
  if (it != threads_.end()) return it->second;
  const TrackIndex base = trackOf(rank);
  TrackIndex track = base;
  if (threads_.size() < kMostThreads && rank >= 0 && base != others_) {
    const std::int32_t n = ++threadsOf_[rank];
    if (n > 1) {
      // The rank's own track is its first thread's.
      Track t = builder_.trackAt(base);
      t.name = builder_.intern(fmt::format("I/O of thread {}", n));
      t.sort = n;
      track = builder_.track(t);
    }
  }
  threads_.try_emplace({rank, thread}, track);
  return track;
}

Collect::Text Collect::text(std::string_view json) {
  const Text t{argsText_.size(), static_cast<std::uint32_t>(json.size())};
  argsText_.append(json);
  return t;
}

void Collect::slice(TrackIndex track, std::int64_t start, std::int64_t duration, NameId name, NameId category, Activity activity, Text args) {
  slices_.start.push_back(start);
  slices_.duration.push_back(duration);
  slices_.name.push_back(name);
  slices_.category.push_back(category);
  slices_.activity.push_back(activity);
  slices_.args.push_back(args.offset);
  slices_.argsSize.push_back(args.size);
  track_.push_back(track);
}

void Collect::span(Module module, std::uint64_t id, const IoRecord& record) {
  if (record.end > record.start) spans_.push_back({id, builder_.run().ioRecords.size() - 1, module});
}

void Collect::expect(std::uint64_t operations) {
  const std::size_t n = slices_.size() + static_cast<std::size_t>(std::min<std::uint64_t>(operations, std::uint64_t{1} << 28));
  builder_.run().io.reserve(n);
  askForLargePages(builder_.run().io);
  slices_.start.reserve(n);
  slices_.duration.reserve(n);
  slices_.name.reserve(n);
  slices_.category.reserve(n);
  slices_.activity.reserve(n);
  slices_.args.reserve(n);
  slices_.argsSize.reserve(n);
  track_.reserve(n);
}
void Collect::traced(std::size_t module, std::uint64_t id) { traced_[id] |= 1U << module; }

void Collect::laySpans() {
  for (const Span& s : spans_) {
    const auto it = traced_.find(s.id);
    if (it != traced_.end() && (it->second >> s.module & 1U) != 0) continue;
    const IoRecord& r = builder_.run().ioRecords[s.record];
    const std::string path(builder_.run().names.text(r.file));  // a track of its own may be named before it is used
    std::string args = "{\"file\":" + jsonText(path);
    const auto add = [&args](std::string_view key, std::int64_t v) {
      if (v != kUnknownCount) args += fmt::format(",\"{}\":{}", key, v);
    };
    add("read bytes", r.readBytes);
    add("written bytes", r.writeBytes);
    add("reads", r.readOps);
    add("writes", r.writeOps);
    args += "}";
    // Annotation: open to close, not time spent; counted as data loading it would make stalls of every open file.
    slice(trackOf(r.rank), r.start, r.end - r.start, builder_.intern(fileName(path)), r.layer, Activity::Annotation, text(args));
  }
  spans_.clear();
}

Result<void> Collect::withinMemory() const {
  const Run& run = const_cast<Collect*>(this)->builder_.run();
  const std::uint64_t bytes = slices_.size() * 41 + argsText_.size() + run.io.size() * sizeof(IoOperation) +
                              run.ioRecords.size() * sizeof(IoRecord) + spans_.size() * sizeof(Span);
  if (memoryLimit_ == 0 || bytes <= memoryLimit_) return {};
  return fail(fmt::format("the log needs more than {} MiB of memory", memoryLimit_ >> 20), {},
              "open fewer files at once, or a machine with more memory");
}

Run Collect::finish() {
  Run& run = builder_.run();
  // The whole job, as the log says it.
  const double seconds = static_cast<double>(job_.endSeconds - job_.startSeconds) + static_cast<double>(job_.endNs - job_.startNs) * 1e-9;
  std::int64_t ps = 0;
  if (toPs(seconds, ps))
    slice(allRanks_, 0, ps, builder_.intern("job"), builder_.intern("job"), Activity::Annotation,
          text("{\"executable\":" + jsonText(job_.executable) + "}"));
  else
    note("end of the job is no time, or more than 100 days after its start", fmt::format("{} s", seconds));
  facts();
  tables();
  for (ModuleRow& row : modules) {
    if (!row.partial && !row.cutOff && !row.damaged) continue;
    if (row.partial) note("module ran out of memory in the job: its counts are lower bounds", moduleName(row.id));
    const NameId layer = run.names.find(moduleName(row.id));
    for (IoRecord& r : run.ioRecords)
      if (r.layer == layer && layer != 0) r.partial = true;
  }
  builder_.adopt(std::move(slices_), std::move(track_), std::move(argsText_));
  return builder_.build();
}

void Collect::facts() {
  const auto number = [&](std::string_view name, std::int64_t v, std::string_view unit = {}) { builder_.fact(name, fmt::format("{}", v), unit); };
  builder_.fact("log version", header_.version);
  builder_.fact("byte order", (std::endian::native == std::endian::little) != header_.order.swap ? "little-endian" : "big-endian");
  builder_.fact("packing", header_.packing == Packing::Zlib ? "zlib" : header_.packing == Packing::Bzip2 ? "bzip2" : "none");
  number("header", static_cast<std::int64_t>(header_.size), "B");
  number("job id", job_.id);
  number("user id", job_.uid);
  if (job_.processes >= 0) number("processes", job_.processes);
  builder_.fact("executable", job_.executable);
  const auto stamp = [&](std::string_view name, std::int64_t s, std::int64_t ns) {
    builder_.fact(name, header_.minor >= 41 && ns >= 0 && ns < 1'000'000'000 ? fmt::format("{}.{:09}", s, ns) : fmt::format("{}", s), "s");
  };
  stamp("start", job_.startSeconds, job_.startNs);
  stamp("end", job_.endSeconds, job_.endNs);
  number("name records", static_cast<std::int64_t>(names_.size()));
  for (const auto& [key, value] : job_.metadata) builder_.fact(key == "lib_ver" ? "library version" : "metadata " + key, value);
  std::string list;
  for (const ModuleRow& m : modules) list += fmt::format("{}{} v{}", list.empty() ? "" : ", ", moduleName(m.id), m.version);
  builder_.fact("modules", list);
}

void Collect::tables() {
  if (!modules.empty()) {
    Table t;
    t.name = "modules";
    t.columns.resize(9);
    const std::array<std::pair<const char*, const char*>, 9> heads{{{"module", ""}, {"version", ""}, {"records", ""}, {"packed", "B"},
        {"unpacked", "B"}, {"streams", ""}, {"left over", "B"}, {"complete", ""}, {"read", ""}}};
    for (std::size_t i = 0; i < heads.size(); ++i) t.columns[i].name = heads[i].first, t.columns[i].unit = heads[i].second;
    for (const ModuleRow& m : modules) {
      t.columns[0].text.push_back(moduleName(m.id));
      std::size_t c = 1;
      for (const std::uint64_t v : {std::uint64_t{m.version}, m.records, m.packedBytes, m.bytes, m.streams, m.left})
        t.columns[c++].number.push_back(static_cast<double>(v));
      t.columns[7].text.emplace_back(m.cutOff ? "cut off" : m.damaged ? "damaged" : m.partial ? "no" : "yes");
      t.columns[8].text.emplace_back(m.read ? "yes" : "no");
    }
    builder_.table(std::move(t));
  }
  if (!job_.mounts.empty()) {
    Table t;
    t.name = "mounts";
    t.columns = {{"path", "", {}, {}}, {"file system", "", {}, {}}};
    for (const Mount& m : job_.mounts) {
      t.columns[0].text.push_back(m.path);
      t.columns[1].text.push_back(m.type);
    }
    builder_.table(std::move(t));
  }
}

}  // namespace weir::darshan
