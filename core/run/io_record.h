// What an I/O characterisation (Darshan, DLIO) counted of one file by one rank through one layer. Sums, where single
// operations are unknown. Times are ps, sizes bytes.
#pragma once

#include <array>
#include <cstdint>

#include "core/run/names.h"

namespace weir {

inline constexpr std::int64_t kUnknownCount = -1;

struct IoRecord {
  std::int32_t rank = -1;       // kUnknownRank with `shared`: all ranks together
  bool shared = false;
  bool partial = false;         // the log ran out of room: these counts are lower bounds
  NameId file = 0, layer = 0;   // layer: "POSIX", "STDIO", "MPI-IO", "H5F", ...
  NameId mount = 0;             // mount point, and
  NameId fileSystem = 0;        // its type ("lustre", "tmpfs"); "" unknown
  std::uint32_t source = 0;     // index into Run::sources
  std::int64_t readBytes = kUnknownCount, writeBytes = kUnknownCount;
  std::int64_t readOps = kUnknownCount, writeOps = kUnknownCount;
  std::int64_t opens = kUnknownCount, stats = kUnknownCount, seeks = kUnknownCount, syncs = kUnknownCount;
  std::int64_t sequentialReads = kUnknownCount, sequentialWrites = kUnknownCount;    // at a higher offset than the last
  std::int64_t consecutiveReads = kUnknownCount, consecutiveWrites = kUnknownCount;  // right behind the last
  std::int64_t switches = kUnknownCount;                                             // between reading and writing
  std::int64_t maxByteRead = kUnknownCount, maxByteWritten = kUnknownCount;          // highest offset touched
  std::int64_t readTime = kUnknownCount, writeTime = kUnknownCount, metaTime = kUnknownCount;
  std::int64_t start = 0, end = 0;  // first open or access to last close or access; equal when unknown
  // Operations by size: below 100 B, 1 KiB, 10 KiB, 100 KiB, 1 MiB, 4 MiB, 10 MiB, 100 MiB, 1 GiB, more (Darshan's bins).
  std::array<std::int64_t, 10> readSizes{}, writeSizes{};
  bool sizesKnown = false;
};

}  // namespace weir
