// What stands before the records of a Darshan log: where its regions lie, and the job. After include/darshan-log-format.h
// of darshan-hpc/darshan; module ids are today's, whatever version wrote the log.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/darshan/region.h"
#include "core/formats/format.h"

namespace weir::darshan {

enum Module : std::uint8_t {
  kNull, kPosix, kMpiio, kH5f, kH5d, kPnetcdfFile, kPnetcdfVar, kBgq, kLustre, kStdio, kDxtPosix, kDxtMpiio, kMdhim, kApxc,
  kApmpi, kHeatmap, kDfs, kDaos, kKnownModules
};
inline constexpr std::size_t kModules = 64;
[[nodiscard]] std::string moduleName(std::size_t id);  // "POSIX", "MPI-IO", ...; "module 40"

// Numbers of the log's byte order.
struct Order {
  bool swap = false;
  [[nodiscard]] std::uint64_t u64(const std::byte* p) const {
    std::uint64_t v = 0;
    std::memcpy(&v, p, sizeof v);
    return swap ? __builtin_bswap64(v) : v;
  }
  [[nodiscard]] std::int64_t i64(const std::byte* p) const { return static_cast<std::int64_t>(u64(p)); }
  [[nodiscard]] double f64(const std::byte* p) const { return std::bit_cast<double>(u64(p)); }
  [[nodiscard]] std::uint32_t u32(const std::byte* p) const {
    std::uint32_t v = 0;
    std::memcpy(&v, p, sizeof v);
    return swap ? __builtin_bswap32(v) : v;
  }
};

struct Map {
  std::uint64_t offset = 0, size = 0;
};

struct Header {
  std::string version;  // "3.41"
  int minor = 0;        // 41
  Order order;
  Packing packing = Packing::Zlib;
  std::uint64_t partial = 0;  // bit = module
  std::uint64_t size = 0;     // of the header itself
  Map job, names;
  std::array<Map, kModules> module{};
  std::array<std::uint32_t, kModules> moduleVersion{};
  [[nodiscard]] bool isPartial(std::size_t id) const { return (partial >> id & 1) != 0; }
};
inline constexpr std::size_t kLongestHeader = 1328;

// `head`: the first kLongestHeader bytes of the file, or all of it. Errors: no Darshan log, one of 2.x or 1.x, cut off.
[[nodiscard]] Result<Header> readHeader(ByteSpan head, std::uint64_t fileBytes);

struct Mount {
  std::string path, type;
};
struct JobRecord {
  std::int64_t uid = -1, startSeconds = 0, startNs = 0, endSeconds = 0, endNs = 0, processes = -1, id = -1;
  std::vector<std::pair<std::string, std::string>> metadata;  // "lib_ver" = "3.4.0"
  std::string executable;
  std::vector<Mount> mounts;  // as they stand in the log
};
// Errors: less than the fixed part.
[[nodiscard]] Result<JobRecord> readJob(ByteSpan bytes, const Header& header);

}  // namespace weir::darshan
