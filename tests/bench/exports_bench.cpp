// How long exports of Nsight Systems take from file to a built Run, in bytes of the file a second, for files of growing
// size, and the exponent with which time grows. The files are made here: of every 100 rows 60 are NVTX ranges, 21 calls of
// the CUDA API, 14 kernels, 5 copies, with the columns of exports of 2026 and the sizes of a row as they are in a real one
// (about 85 bytes). Arguments: [MB ...], by default 10 40 160. The processor time of the thread that builds the Run is given beside
// the wall clock: rows are fetched ahead by a second thread, and on a machine that others use, wall clock says little.
#include <fmt/format.h>
#include <sqlite3.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/formats/nsys/reader.h"

namespace {

void run(sqlite3* db, const std::string& sql) {
  char* message = nullptr;
  if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
    fmt::print(stderr, "{}: {}\n", sql.substr(0, 80), message ? message : "failed");
    std::exit(1);
  }
}

// `units` of 100 rows.
void make(const std::string& path, long units) {
  std::filesystem::remove(path);
  sqlite3* db = nullptr;
  if (sqlite3_open(path.c_str(), &db) != SQLITE_OK) std::exit(1);
  run(db, "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF; BEGIN;"
          "CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
          "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER); INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1779630014975716426);"
          "CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER, category INTEGER, color INTEGER, text TEXT,"
          " globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER, int64Value INTEGER, doubleValue REAL, uint32Value INTEGER,"
          " int32Value INTEGER, floatValue REAL, jsonTextId INTEGER, jsonText TEXT, binaryData TEXT);"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER,"
          " nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER, greenContextId INTEGER,"
          " streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, mangledName INTEGER, launchType INTEGER,"
          " cacheConfig INTEGER, registersPerThread INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,"
          " staticSharedMemory INTEGER, dynamicSharedMemory INTEGER, localMemoryPerThread INTEGER, localMemoryTotal INTEGER, gridId INTEGER, sharedMemoryExecuted INTEGER);"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER,"
          " globalPid INTEGER, bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL, srcKind INTEGER, dstKind INTEGER);");
  for (int i = 1; i <= 200; ++i) run(db, fmt::format("INSERT INTO StringIds VALUES({0},'void at::native::elementwise_kernel<{0}, 4, float>(int, float*)')", i));
  run(db, "INSERT INTO StringIds VALUES(500,'cudaLaunchKernel_v7000'),(501,'cudaMemcpyAsync_v3020')");
  const std::string tid = "(281476838981743 + (i % 2) * 16777216)";
  const std::string numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {})";
  const auto rows = [&](long per, const std::string& into) {
    run(db, fmt::format("INSERT INTO {} ", into.substr(0, into.find('|'))) + fmt::format(fmt::runtime(numbers), units * per) + " SELECT " + into.substr(into.find('|') + 1) + " FROM n;");
  };
  rows(60, "NVTX_EVENTS(start,end,eventType,text,globalTid,domainId)|i * 20000 + 155000000000, i * 20000 + 155000015000, 59, 'aten::view, op_id = ' || (i + 314290), " + tid + ", 0");
  rows(21, "CUPTI_ACTIVITY_KIND_RUNTIME|i * 57000 + 155000000000, i * 57000 + 155000009000, 0, " + tid + ", i + 1400000, 500, 0, NULL");
  rows(14, "CUPTI_ACTIVITY_KIND_KERNEL|i * 85000 + 155000004000, i * 85000 + 155000050000, i % 2, 1, 0, 7, i * 3 / 2 + 1400000, " + tid +
               " / 16777216 * 16777216, 1 + i % 200, 1 + i % 200, 3, 1, 1, 32, 50, 4, 1, 256, 1, 1, 0, 0, 0, 250871808, i, 32768");
  rows(5, "CUPTI_ACTIVITY_KIND_MEMCPY|i * 240000 + 155000004000, i * 240000 + 155000050000, i % 2, 1, 7, i * 4 + 1400000, " + tid + " / 16777216 * 16777216, 95846400, 8, 2, 2");
  run(db, "COMMIT");
  sqlite3_close(db);
}

double seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<double> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atof(argv[i]));
  if (sizes.empty()) sizes = {10, 40, 160};
  std::string folder = (std::filesystem::temp_directory_path() / "weir-exports-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return 1;
  const std::string path = folder + "/made.sqlite";
  fmt::print("{:>9} {:>10} {:>8} {:>8} {:>8} {:>8} {:>10}\n", "file", "slices", "wall", "builder", "process", "MB/s", "MB/s built");
  std::vector<std::pair<double, double>> points;
  for (const double mb : sizes) {
    make(path, static_cast<long>(mb * 1e6 / 8500));
    const auto bytes = static_cast<double>(std::filesystem::file_size(path));
    double wall = 1e300;
    double mine = 1e300;
    double all = 1e300;
    std::size_t slices = 0;
    for (int turn = 0; turn < 3; ++turn) {
      weir::ReaderContext context;
      context.threads = 2;
      const double w = seconds(CLOCK_MONOTONIC);
      const double t = seconds(CLOCK_THREAD_CPUTIME_ID);
      const double p = seconds(CLOCK_PROCESS_CPUTIME_ID);
      const auto run = weir::nsys::read(path, context, {});
      if (!run) {
        fmt::print(stderr, "{}\n", run.error().line());
        return 1;
      }
      wall = std::min(wall, seconds(CLOCK_MONOTONIC) - w);
      mine = std::min(mine, seconds(CLOCK_THREAD_CPUTIME_ID) - t);
      all = std::min(all, seconds(CLOCK_PROCESS_CPUTIME_ID) - p);
      slices = run->slices.size();
    }
    points.emplace_back(std::log(bytes), std::log(all));
    fmt::print("{:>6.1f} MB {:>10} {:>7.3f}s {:>7.3f}s {:>7.3f}s {:>8.0f} {:>10.0f}\n", bytes / 1e6, slices, wall, mine, all, bytes / 1e6 / wall, bytes / 1e6 / mine);
  }
  if (points.size() > 1)
    fmt::print("time grows as bytes^{:.2f}\n", (points.back().second - points.front().second) / (points.back().first - points.front().first));
  std::filesystem::remove_all(folder);
  return 0;
}
