// How fast each reader is: MB of decoded data a second of wall and of CPU time, from file to Run, with the memory it took.
//
//   readers_bench [--mb 128] [--only NAME] [--make FOLDER | FILE...]
//
// Without files, every row of kRows writes a file of about --mb decoded MB into a temporary folder (a real file of the
// corpus repeated, or one made here) and reads it. To add a reader, add a row. Files given are read as they are;
// --make only writes the files, for a profiler to read them.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "core/formats/open.h"
#include "core/formats/source.h"

namespace {

namespace fs = std::filesystem;
using Bytes = std::string;

std::uint64_t streamed(const std::string& path, const std::function<void(weir::ByteSpan)>& sink) {
  auto source = weir::ByteSource::open(path, {});
  if (!source) return 0;
  std::uint64_t n = 0;
  (void)source->stream(
      [&](weir::ByteSpan chunk, bool) -> weir::Result<void> {
        n += chunk.size();
        if (sink) sink(chunk);
        return {};
      },
      {});
  return n;
}

// A text of lines, its body repeated until it has `bytes`. Empty when the corpus is not there.
Bytes repeated(const std::string& corpusFile, std::uint64_t bytes) {
  Bytes text;
  streamed(std::string(WEIR_SHARED_DIR "/corpus/") + corpusFile,
           [&](weir::ByteSpan c) { text.append(reinterpret_cast<const char*>(c.data()), c.size()); });
  if (text.empty()) return {};
  const std::size_t head = text.find('\n') + 1;  // "["
  const Bytes body = text.substr(head);
  Bytes out = text.substr(0, head);
  out.reserve(bytes + body.size());
  while (out.size() < bytes) out += body;
  return out;
}

void put(Bytes& to, const auto& v) {
  to.append(reinterpret_cast<const char*>(&v), sizeof v);
}
Bytes deflated(const Bytes& s) {
  Bytes out(compressBound(s.size()), '\0');
  uLongf n = out.size();
  compress2(reinterpret_cast<Bytef*>(out.data()), &n, reinterpret_cast<const Bytef*>(s.data()), s.size(), 6);
  out.resize(n);
  return out;
}

// A Darshan 3.41 log of `ranks` ranks: POSIX records of 704 bytes, or DXT segments of 32, with numbers of a real spread.
Bytes darshanLog(std::uint64_t bytes, bool dxt) {
  constexpr std::int64_t kRanks = 64;
  std::uint64_t seed = 42;
  const auto random = [&seed] {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed;
  };
  Bytes names;
  Bytes records;
  for (std::uint64_t id = 1; records.size() < bytes; ++id) {
    put(names, id);
    names += fmt::format("/lustre/data/train/img_{:06}.npz", id);
    names += '\0';
    put(records, id);
    put(records, static_cast<std::int64_t>(id) % kRanks);
    if (dxt) {
      put(records, std::int64_t{0});
      Bytes host(64, '\0');
      host.replace(0, 5, "node7");
      records += host;
      constexpr std::int64_t kSegments = 1000;
      put(records, std::int64_t{0});
      put(records, kSegments);
      double at = static_cast<double>(random() % 1000);
      for (std::int64_t k = 0; k < kSegments; ++k) {
        put(records, k * 262144);
        put(records, std::int64_t{262144});
        const double took = static_cast<double>(random() % 100000) * 1e-7;
        put(records, at);
        put(records, at + took);
        at += took + 1e-5;
      }
    } else {
      for (int c = 0; c < 69; ++c) put(records, c % 3 == 0 ? static_cast<std::int64_t>(random() % 100000) : std::int64_t{0});
      for (int c = 0; c < 17; ++c) put(records, static_cast<double>(random() % 100000) * 1e-3);
    }
  }
  Bytes job;
  for (const std::int64_t v : {1000L, 1700000000L, 0L, 1700002000L, 0L, static_cast<long>(kRanks), 7L}) put(job, v);
  Bytes metadata(1024, '\0');
  metadata.replace(0, 14, "lib_ver=3.4.6\n");
  job += metadata + "./train\nlustre\t/lustre\n";
  const Bytes packedJob = deflated(job);
  const Bytes packedNames = deflated(names);
  const Bytes packedRecords = deflated(records);
  Bytes log("3.41\0\0\0\0", 8);
  put(log, std::int64_t{6567223});
  put(log, std::uint64_t{0});  // zlib
  put(log, std::uint64_t{0});  // nothing partial
  const std::uint64_t namesAt = 1328 + packedJob.size();
  put(log, namesAt);
  put(log, std::uint64_t{packedNames.size()});
  for (std::uint64_t m = 0; m < 64; ++m) {
    const bool here = m == (dxt ? 10U : 1U);
    put(log, here ? namesAt + packedNames.size() : std::uint64_t{0});
    put(log, here ? std::uint64_t{packedRecords.size()} : std::uint64_t{0});
  }
  for (std::uint32_t m = 0; m < 64; ++m) put(log, m == 10 ? std::uint32_t{1} : m == 1 ? std::uint32_t{4} : std::uint32_t{0});
  return log + packedJob + packedNames + packedRecords;
}

struct Row {
  const char* name;
  const char* file;                    // name of the temporary file
  Bytes (*make)(std::uint64_t bytes);  // the file's content; empty where the corpus is missing
  std::uint64_t (*decoded)(const std::string& path, const weir::Run& run);
};
std::uint64_t asStreamed(const std::string& path, const weir::Run&) { return streamed(path, {}); }
std::uint64_t darshanDecoded(const std::string&, const weir::Run& run) {
  double sum = 0;
  for (const weir::Table& t : run.tables)
    if (t.name == "modules")
      for (const double v : t.find("unpacked")->number) sum += v;
  return static_cast<std::uint64_t>(sum);
}

const Row kRows[] = {
    {"darshan counters", "counters.darshan", [](std::uint64_t n) { return darshanLog(n, false); }, darshanDecoded},
    {"darshan dxt", "dxt.darshan", [](std::uint64_t n) { return darshanLog(n, true); }, darshanDecoded},
    {"dftracer 2023", "old.pfw", [](std::uint64_t n) { return repeated("dftracer/test-trace.pfw.gz", n); }, asStreamed},
    {"dftracer 2024", "new.pfw", [](std::uint64_t n) { return repeated("dftracer/cm1_48/cm1-DEFAULT-3537780-preload.pfw.gz", n); }, asStreamed},
};

// Of all threads: what remains comparable when others share the cores.
double cpuSeconds() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) + static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
}
double residentMiB() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return static_cast<double>(use.ru_maxrss) / 1024;
}

void read(const std::string& name, const std::string& path, std::uint64_t (*decoded)(const std::string&, const weir::Run&)) {
  const double before = residentMiB();
  const double cpuBefore = cpuSeconds();
  const auto start = std::chrono::steady_clock::now();
  const auto run = weir::openFiles({path}, {}, {});
  const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu = cpuSeconds() - cpuBefore;
  if (!run) {
    fmt::print("{:<18} {}\n", name, run.error().line());
    return;
  }
  const std::uint64_t bytes = run->format == "darshan" ? darshanDecoded(path, *run) : decoded(path, *run);
  const double mb = static_cast<double>(bytes) / 1e6;
  fmt::print("{:<18} {:>8.1f} MB decoded {:>7.3f} s {:>8.1f} MB/s {:>7.3f} s CPU {:>8.1f} MB/CPU-s {:>9} slices {:>9} operations {:>8} records  {:>7.0f} MiB more\n", name, mb, s,
             mb / s, cpu, mb / cpu, run->slices.size(), run->io.size(), run->ioRecords.size(), residentMiB() - before);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t bytes = 128'000'000;
  std::string only;
  std::string make;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--mb") == 0 && i + 1 < argc) bytes = std::stoull(argv[++i]) * 1'000'000;
    else if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) only = argv[++i];
    else if (std::strcmp(argv[i], "--make") == 0 && i + 1 < argc) make = argv[++i];
    else files.emplace_back(argv[i]);
  }
  for (const std::string& f : files) read(fs::path(f).filename().string(), f, asStreamed);
  if (!files.empty()) return 0;
  const fs::path folder = make.empty() ? fs::temp_directory_path() / fmt::format("weir-readers-{}", ::getpid()) : fs::path(make);
  fs::create_directories(folder);
  for (const Row& row : kRows) {
    if (!only.empty() && std::string(row.name).find(only) == std::string::npos) continue;
    const std::string path = (folder / row.file).string();
    {
      const Bytes content = row.make(bytes);
      if (content.empty()) {
        fmt::print("{:<18} SKIP: no corpus\n", row.name);
        continue;
      }
      std::ofstream(path, std::ios::binary) << content;
    }
    if (!make.empty()) continue;
    read(row.name, path, row.decoded);
    fs::remove(path);
  }
  if (make.empty()) fs::remove_all(folder);
}
