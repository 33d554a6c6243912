#include "core/formats/darshan/reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>

#include "core/formats/darshan/collect.h"

namespace weir::darshan {
namespace {

constexpr std::uint64_t kAheadFrom = std::uint64_t{1} << 20;  // packed bytes that are worth a thread

struct File {
  int fd = -1;
  explicit File(const std::string& path) : fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (fd >= 0) ::close(fd);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
};

void noteState(const Region& region, const std::string& what, Collect& out) {
  const std::string place = fmt::format("{}, byte {} of the file", what, region.place());
  if (region.state() == Region::State::Damaged) out.note("region is damaged: what was read before it is kept", place);
  if (region.state() == Region::State::CutOff) out.note("region is cut off: what was there is kept", place);
  if (region.state() == Region::State::Bomb) out.note("region unpacks to an absurd size: not read on", place);
}

Result<void> readModule(std::size_t id, Region& region, Collect& out, ModuleRow& row, const Job& job) {
  row.read = true;
  if (const Layout* layout = layoutOf(id, row.version)) return readCounters(region, *layout, out, row, job);
  if ((id == kDxtPosix && row.version >= 1 && row.version <= 2) || (id == kDxtMpiio && row.version >= 1 && row.version <= 3))
    return readDxt(region, out, row, job);
  if (id == kHeatmap && row.version == 1) return readHeatmap(region, out, row, job);
  if (id == kLustre && row.version >= 1 && row.version <= 2) return readLustre(region, out, row, job);
  if (id == kBgq && row.version >= 1 && row.version <= 2) return readBlueGene(region, out, row, job);
  row.read = false;
  region.skip(~std::uint64_t{0});
  out.note("module not read", fmt::format("{} (version {}): {} bytes", moduleName(id), row.version, region.bytes()));
  return {};
}

// Runtimes whose logs are known to be wrong.
void noteRuntime(Collect& out) {
  std::string library;
  for (const auto& [key, value] : out.job().metadata)
    if (key == "lib_ver") library = value;
  if (out.header().version == "3.20")
    out.note("runtime 3.2.0 is known to write corrupt counters: do not trust these", library.empty() ? "log version 3.20" : library);
  const bool heatmap = out.header().module[kHeatmap].size > 0;
  const bool off = library == "3.4.0" || library == "3.4.1" || library == "3.4.2" || library == "3.4.3";
  if (heatmap && off) out.note("heatmaps of runtimes 3.4.0 to 3.4.3 may be a bin off (darshan#941)", library);
}

}  // namespace

int sniff(ByteSpan head) {
  // char version[8], then the magic 6567223 in the writer's byte order; the same place in logs of 2.x, once unpacked.
  if (head.size() < 16) return 0;
  const std::string_view text(reinterpret_cast<const char*>(head.data()), 16);
  const std::string_view little("\x37\x35\x64\0\0\0\0\0", 8);
  const std::string_view big("\0\0\0\0\0\x64\x35\x37", 8);
  return text.substr(8) == little || text.substr(8) == big ? 100 : 0;
}

Result<Run> readLog(const std::string& path, const ReaderContext& context, const Job& job) {
  const File file(path);
  struct stat info {};
  if (file.fd < 0 || ::fstat(file.fd, &info) != 0) return failIo(std::string("cannot be read: ") + std::strerror(errno), path);
  const auto fileBytes = static_cast<std::uint64_t>(info.st_size);
  std::array<std::byte, kLongestHeader> head{};
  const ssize_t got = ::pread(file.fd, head.data(), head.size(), 0);
  if (got < 0) return failIo(std::string("cannot be read: ") + std::strerror(errno), path);
  const Result<Header> header = readHeader(ByteSpan(head).first(static_cast<std::size_t>(got)), fileBytes);
  if (!header) return tl::make_unexpected(header.error());

  const auto clipped = [&](const Map& m) { return m.offset >= fileBytes ? 0 : std::min(m.size, fileBytes - m.offset); };
  JobRecord record;
  std::string jobDamage;
  {
    Region region(file.fd, header->job.offset, clipped(header->job), header->packing);
    const Result<JobRecord> r = readJob(region.take(std::size_t{64} << 10), *header);
    if (r) record = *r;
    else jobDamage = r.error().line();
  }
  Collect out(*header, record, context.memoryLimit);
  if (!jobDamage.empty()) out.note("the job's record cannot be read: ranks, times and mounts are unknown", jobDamage);
  if (header->minor != 0 && header->minor != 10 && header->minor != 20 && header->minor != 21 && header->minor != 41)
    out.note("log version not known here: read like 3.41 or, below it, like 3.21", header->version);
  noteRuntime(out);

  const auto clipNote = [&](const Map& m, const std::string& what) {
    if (clipped(m) < m.size) out.note("region is cut off: what was there is kept", fmt::format("{}, {} of {} bytes are in the file", what, clipped(m), m.size));
  };
  if (header->names.size > 0) {
    clipNote(header->names, "names");
    Region names(file.fd, header->names.offset, clipped(header->names), header->packing);
    out.readNames(names, job);
    noteState(names, "names", out);
    out.builder().fact("streams of names", fmt::format("{}", names.streams()));
    job.add(names.packedBytes());
  }
  for (std::size_t id = 0; id < kModules; ++id) {
    if (job.stopped()) return stoppedByUser();
    const Map& map = header->module[id];
    if (map.size == 0 && !header->isPartial(id)) continue;
    ModuleRow row;
    row.id = id;
    row.version = header->moduleVersion[id];
    row.partial = header->isPartial(id);
    if (map.size > 0) {
      clipNote(map, moduleName(id));
      Region region(file.fd, map.offset, clipped(map), header->packing);
      if (context.threads > 1 && clipped(map) >= kAheadFrom) region.readAhead();
      const auto done = readModule(id, region, out, row, job);
      if (!done) return tl::make_unexpected(done.error());
      noteState(region, moduleName(id), out);
      row.cutOff = clipped(map) < map.size || region.state() == Region::State::CutOff;
      row.damaged = region.state() == Region::State::Damaged || region.state() == Region::State::Bomb;
      if (row.left > 0 && region.state() == Region::State::Good)
        out.note("module does not end with a whole record", fmt::format("{}, {} bytes left", moduleName(id), row.left));
      row.packedBytes = region.packedBytes();
      row.bytes = region.bytes();
      row.streams = region.streams();
      job.add(region.packedBytes());
    }
    out.modules.push_back(row);
  }
  out.laySpans();
  if (const auto ok = out.withinMemory(); !ok) return tl::make_unexpected(ok.error());
  return out.finish();
}

void noteDifferentJobs(Run& run) {
  std::map<std::string, std::size_t> jobs;
  for (const Fact& f : run.facts)
    if (f.name == "job id" && f.source < run.sources.size() && run.sources[f.source].format == "darshan") ++jobs[f.value];
  if (jobs.size() < 2) return;
  for (const auto& [id, logs] : jobs)
    addNote(run.notes, "logs of different jobs together", fmt::format("job {}: {} log{}", id, logs, logs == 1 ? "" : "s"));
}

}  // namespace weir::darshan
