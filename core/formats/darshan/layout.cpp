#include "core/formats/darshan/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weir::darshan {
namespace {

// The eight stamps and three sums as most modules order them.
constexpr Layout stamped(Layout l) {
  l.openStart = 0, l.readStart = 1, l.writeStart = 2, l.closeStart = 3;
  l.openEnd = 4, l.readEnd = 5, l.writeEnd = 6, l.closeEnd = 7;
  l.readTime = 8, l.writeTime = 9, l.metaTime = 10, l.extremeTimes = 13;
  return l;
}
// Without the first close and the last open.
constexpr Layout stampedShort(Layout l) {
  l.openStart = 0, l.readStart = 1, l.writeStart = 2, l.readEnd = 3, l.writeEnd = 4, l.closeEnd = 5;
  l.readTime = 6, l.writeTime = 7, l.metaTime = 8, l.extremeTimes = 11;
  return l;
}

// POSIX: `n` stands for the counters that versions put before the bytes.
constexpr Layout posix(std::uint32_t version, std::uint8_t counters, std::uint8_t doubles, Index reads, Index syncs, Index bytes) {
  Layout l;
  l.module = kPosix, l.version = version, l.counters = counters, l.doubles = doubles;
  l.opens = {0, kNone, kNone, kNone};
  l.reads = {reads, kNone, kNone, kNone};
  l.writes = {static_cast<Index>(reads + 1), kNone, kNone, kNone};
  l.seeks = static_cast<Index>(reads + 2);
  l.stats = static_cast<Index>(reads + 3);
  l.syncs = {syncs, static_cast<Index>(syncs + 1), kNone, kNone};
  l.readBytes = bytes, l.writeBytes = static_cast<Index>(bytes + 1), l.maxRead = static_cast<Index>(bytes + 2), l.pattern = true;
  l.switches = static_cast<Index>(bytes + 8), l.sizes = static_cast<Index>(bytes + 15), l.extremes = static_cast<Index>(bytes + 51);
  l.misaligned = static_cast<Index>(bytes + 9), l.common = static_cast<Index>(bytes + 43);
  return doubles == 17 ? stamped(l) : stampedShort(l);
}

constexpr Layout mpiio(std::uint32_t version, std::uint8_t doubles) {
  Layout l;
  l.module = kMpiio, l.version = version, l.counters = 51, l.doubles = doubles;
  l.opens = {0, 1, kNone, kNone};
  l.reads = {2, 4, 6, 8};
  l.writes = {3, 5, 7, 9};
  l.syncs = {10, kNone, kNone, kNone};
  l.readBytes = 14, l.writeBytes = 15, l.switches = 16, l.sizes = 19, l.common = 39, l.extremes = 47;
  return doubles == 17 ? stamped(l) : stampedShort(l);
}

constexpr Layout stdio(std::uint32_t version) {
  const Index n = version == 1 ? 0 : 1;  // FDOPENS, which OPENS includes
  Layout l;
  l.module = kStdio, l.version = version, l.counters = static_cast<std::uint8_t>(13 + n), l.doubles = 15;
  const auto at = [n](int i) { return static_cast<Index>(i + n); };
  l.opens = {0, kNone, kNone, kNone};
  l.reads = {at(1), kNone, kNone, kNone};
  l.writes = {at(2), kNone, kNone, kNone};
  l.seeks = at(3), l.syncs = {at(4), kNone, kNone, kNone};
  l.writeBytes = at(5), l.readBytes = at(6), l.maxRead = at(7), l.extremes = at(9);
  l.metaTime = 0, l.writeTime = 1, l.readTime = 2, l.openStart = 3, l.closeStart = 4, l.writeStart = 5, l.readStart = 6;
  l.openEnd = 7, l.closeEnd = 8, l.writeEnd = 9, l.readEnd = 10, l.extremeTimes = 11;
  return l;
}

constexpr Layout h5f(std::uint32_t version) {
  Layout l;
  l.module = kH5f, l.version = version, l.counters = version < 3 ? 1 : 3;
  l.opens = {0, kNone, kNone, kNone};
  l.openStart = 0;
  if (version == 1) {
    l.doubles = 2, l.closeEnd = 1;
  } else {
    l.doubles = version == 2 ? 4 : 5, l.closeStart = 1, l.openEnd = 2, l.closeEnd = 3;
  }
  if (version == 3) l.metaTime = 4, l.syncs = {1, kNone, kNone, kNone};
  return l;
}

constexpr Layout h5d(std::uint32_t version) {
  Layout l;
  l.module = kH5d, l.version = version, l.skip = version == 1 ? 0 : 8, l.counters = 94, l.doubles = 17;
  l.opens = {0, kNone, kNone, kNone};
  l.reads = {1, kNone, kNone, kNone};
  l.writes = {2, kNone, kNone, kNone};
  l.syncs = {3, kNone, kNone, kNone};
  l.readBytes = 4, l.writeBytes = 5, l.switches = 6, l.sizes = 12, l.extremes = 90;
  return stamped(l);
}

constexpr Layout pnetcdfFile(std::uint32_t version) {
  Layout l;
  l.module = kPnetcdfFile, l.version = version, l.counters = version < 3 ? 2 : 9;
  l.opens = {0, 1, kNone, kNone};
  l.openStart = 0;
  if (version == 1) {
    l.doubles = 2, l.closeEnd = 1;
  } else if (version == 2) {
    l.doubles = 4, l.closeStart = 1, l.openEnd = 2, l.closeEnd = 3;
  } else {
    l.doubles = 8, l.closeStart = 1, l.openEnd = 3, l.closeEnd = 4, l.metaTime = 6;
    l.syncs = {5, kNone, kNone, kNone};
    l.readBytes = 6, l.writeBytes = 7;
  }
  return l;
}

constexpr Layout pnetcdfVar() {
  Layout l;
  l.module = kPnetcdfVar, l.version = 1, l.skip = 8, l.counters = 120, l.doubles = 17;
  l.opens = {0, kNone, kNone, kNone};
  l.reads = {1, 3, 5, kNone};
  l.writes = {2, 4, 6, kNone};
  l.readBytes = 7, l.writeBytes = 8, l.switches = 9, l.sizes = 44, l.extremes = 116;
  return stamped(l);
}

constexpr Layout dfs() {
  Layout l;
  l.module = kDfs, l.version = 1, l.counters = 52, l.doubles = 15, l.tail = 32;
  l.opens = {0, 1, 2, kNone};
  l.reads = {4, 5, kNone, kNone};  // the non-blocking ones are among them
  l.writes = {6, 7, kNone, kNone};
  l.stats = 13, l.readBytes = 14, l.writeBytes = 15, l.switches = 16, l.sizes = 19, l.extremes = 48;
  l = stamped(l);
  return l;
}

constexpr Layout daos() {
  Layout l;
  l.module = kDaos, l.version = 1, l.counters = 64, l.doubles = 15, l.tail = 48;
  l.opens = {0, 9, 17, kNone};  // of objects, arrays, key-value stores
  l.reads = {1, 10, 18, kNone};
  l.writes = {2, 11, 19, kNone};
  l.stats = 14, l.readBytes = 24, l.writeBytes = 25, l.switches = 26, l.sizes = 29, l.extremes = 60;
  return stamped(l);
}

constexpr std::array kLayouts{posix(1, 68, 15, 1, 10, 13), posix(2, 64, 15, 1, 6, 9), posix(3, 64, 17, 1, 6, 9),
                              posix(4, 69, 17, 3, 8, 14),  mpiio(1, 15),             mpiio(2, 15),
                              mpiio(3, 17),                stdio(1),                 stdio(2),
                              h5f(1),                      h5f(2),                   h5f(3),
                              h5d(1),                      h5d(2),                   pnetcdfFile(1),
                              pnetcdfFile(2),              pnetcdfFile(3),           pnetcdfVar(),
                              dfs(),                       daos()};

}  // namespace

const Layout* layoutOf(std::size_t module, std::uint32_t version) {
  for (const Layout& l : kLayouts)
    if (l.module == module && l.version == version) return &l;
  return nullptr;
}

bool toPs(double seconds, std::int64_t& ps) {
  constexpr double kMost = 100.0 * 86400;  // the axis holds 106 days
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kMost) return false;
  // Rounded half up, as llround() does, which is a call.
  const double exact = seconds * 1e12;
  ps = static_cast<std::int64_t>(exact);
  if (exact - static_cast<double>(ps) >= 0.5) ++ps;
  return true;
}

Decoded decode(const Layout& l, Order order, const std::byte* record) {
  Decoded d;
  d.id = order.u64(record);
  d.rank = order.i64(record + 8);
  const std::byte* const counters = record + 16 + l.skip;
  const std::byte* const doubles = counters + 8U * l.counters;
  const auto count = [&](int i) { return i < 0 ? kUnknownCount : std::max(order.i64(counters + 8 * i), kUnknownCount); };
  const auto sum = [&](const Indices& list) {
    std::int64_t total = kUnknownCount;
    for (const Index i : list) {
      const std::int64_t v = count(i);
      if (v >= 0 && __builtin_add_overflow(std::max<std::int64_t>(total, 0), v, &total)) ++d.absurd, total = kUnknownCount;
    }
    return total;
  };
  // 0 = it never happened, -1 = this version does not count it.
  const auto stamp = [&](Index i, std::int64_t& ps) {
    if (i < 0) return false;
    const double s = order.f64(doubles + 8 * i);
    if (s == 0 || s == -1) return false;
    if (toPs(s, ps)) return true;
    ++d.absurd;
    return false;
  };
  const auto length = [&](Index i) {
    std::int64_t ps = kUnknownCount;
    if (i < 0) return ps;
    const double s = order.f64(doubles + 8 * i);
    if (s == -1 || toPs(s, ps)) return ps;
    ++d.absurd;
    return kUnknownCount;
  };
  IoRecord& r = d.record;
  r.shared = d.rank < 0;
  r.rank = r.shared ? kUnknownRank : static_cast<std::int32_t>(std::min<std::int64_t>(d.rank, std::numeric_limits<std::int32_t>::max()));
  r.readBytes = count(l.readBytes);
  r.writeBytes = count(l.writeBytes);
  r.readOps = sum(l.reads);
  r.writeOps = sum(l.writes);
  r.opens = sum(l.opens);
  r.syncs = sum(l.syncs);
  r.stats = count(l.stats);
  r.seeks = count(l.seeks);
  r.switches = count(l.switches);
  if (l.maxRead >= 0) {
    r.maxByteRead = count(l.maxRead);
    r.maxByteWritten = count(l.maxRead + 1);
  }
  if (l.pattern) {
    r.consecutiveReads = count(l.maxRead + 2);
    r.consecutiveWrites = count(l.maxRead + 3);
    r.sequentialReads = count(l.maxRead + 4);
    r.sequentialWrites = count(l.maxRead + 5);
  }
  if (l.sizes >= 0) {
    r.sizesKnown = true;
    for (int i = 0; i < 10; ++i) {
      r.readSizes[static_cast<std::size_t>(i)] = std::max<std::int64_t>(count(l.sizes + i), 0);
      r.writeSizes[static_cast<std::size_t>(i)] = std::max<std::int64_t>(count(l.sizes + 10 + i), 0);
    }
  }
  r.readTime = length(l.readTime);
  r.writeTime = length(l.writeTime);
  r.metaTime = length(l.metaTime);
  bool begun = false;
  std::int64_t ps = 0;
  for (const Index i : {l.openStart, l.readStart, l.writeStart})
    if (stamp(i, ps)) {
      r.start = begun ? std::min(r.start, ps) : ps;
      begun = true;
    }
  r.end = r.start;
  if (begun)
    for (const Index i : {l.openEnd, l.readEnd, l.writeEnd, l.closeStart, l.closeEnd})
      if (stamp(i, ps)) r.end = std::max(r.end, ps);
  if (l.module == kPosix && l.version == 1) d.mixedOpens = std::max<std::int64_t>(count(6), 0);
  return d;
}

}  // namespace weir::darshan
