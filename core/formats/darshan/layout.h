// What stands where in a record of counters, by module and version: one table, in layout.cpp. After include/darshan-*-log-
// format.h and the up-conversions in darshan-util of darshan-hpc/darshan.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/formats/darshan/header.h"
#include "core/run/run.h"

namespace weir::darshan {

using Index = std::int8_t;
inline constexpr Index kNone = -1;
using Indices = std::array<Index, 4>;  // summed
inline constexpr Indices kNoneOf{kNone, kNone, kNone, kNone};

// A record: u64 id, i64 rank, `skip` bytes, i64 counters, f64 times, `tail` bytes. Indices count within each kind.
struct Layout {
  Module module = kNull;
  std::uint32_t version = 0;
  std::uint8_t skip = 0, counters = 0, doubles = 0, tail = 0;
  Indices opens = kNoneOf, reads = kNoneOf, writes = kNoneOf, syncs = kNoneOf;
  Index stats = kNone, seeks = kNone, readBytes = kNone, writeBytes = kNone;
  Index maxRead = kNone;     // and maxWritten, consecutive reads, writes, sequential reads, writes behind it, if `pattern`
  bool pattern = false;
  Index switches = kNone, sizes = kNone;  // ten of reads, ten of writes
  Index misaligned = kNone;  // in memory, memory's boundary, in the file, the file's boundary
  Index common = kNone;      // four sizes, their four counts
  Index extremes = kNone;    // fastest rank, its bytes, slowest rank, its bytes
  Index openStart = kNone, readStart = kNone, writeStart = kNone, closeStart = kNone;
  Index openEnd = kNone, readEnd = kNone, writeEnd = kNone, closeEnd = kNone;
  Index readTime = kNone, writeTime = kNone, metaTime = kNone;
  Index extremeTimes = kNone;  // of the fastest, of the slowest rank; variances of time and bytes behind
  [[nodiscard]] std::size_t size() const { return 16U + skip + 8U * (counters + doubles) + tail; }
};

// Null where this module's version is not known, or is no record of counters.
[[nodiscard]] const Layout* layoutOf(std::size_t module, std::uint32_t version);

// A record's numbers, before names. Times that cannot be are set aside: `absurd` counts them.
struct Decoded {
  std::uint64_t id = 0;
  std::int64_t rank = -1;
  IoRecord record;
  std::int64_t mixedOpens = 0;  // POSIX v1: opens through STDIO, whose bytes are in it too
  int absurd = 0;
};
[[nodiscard]] Decoded decode(const Layout& layout, Order order, const std::byte* record);

// Seconds to ps; false when negative zero-point, not a number or more than the axis holds.
[[nodiscard]] bool toPs(double seconds, std::int64_t& ps);

}  // namespace weir::darshan
