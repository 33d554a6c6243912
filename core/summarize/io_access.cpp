#include "core/summarize/io_access.h"

#include <algorithm>
#include <numeric>

#include "core/summarize/io_sum.h"

namespace weir {

std::size_t ioSizeBin(std::int64_t bytes) {
  return static_cast<std::size_t>(std::lower_bound(kIoSizeEnds.begin(), kIoSizeEnds.end(), bytes) - kIoSizeEnds.begin());
}

std::size_t ioGapBin(std::int64_t ps) {
  if (ps <= 0) return 0;
  std::size_t bin = 1;
  for (std::int64_t end = 1'000'000; ps > end && bin < 9; end *= 10) ++bin;
  return bin;
}

std::size_t ioDistanceBin(std::int64_t bytes) {
  constexpr std::int64_t kMiB = 1 << 20;
  if (bytes <= -kMiB) return 0;
  if (bytes < 0) return 1;
  if (bytes == 0) return 2;
  constexpr std::array<std::int64_t, 5> ends{4096, 65536, kMiB, 16 * kMiB, 1024 * kMiB};
  return 3 + static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), bytes) - ends.begin());
}

void AccessTrail::access(std::int64_t offset, std::int64_t bytes, IoPattern& p, std::array<std::int64_t, 9>* distances) {
  ++p.ops;
  if (offset > lastByte_) ++p.sequential;
  if (offset == lastByte_ + 1) ++p.consecutive;
  if (!begun_) {
    ++p.first;
  } else {
    const std::int64_t gap = offset - (lastByte_ + 1);
    if (gap > 0) {
      ++p.forward;
      if (gap == gap_) ++p.strided;
    } else if (gap < 0) {
      ++p.backward;
    }
    gap_ = gap;
    if (distances) ++(*distances)[ioDistanceBin(gap)];
  }
  begun_ = true;
  lastByte_ = offset + bytes - 1;
}

namespace {

// Elementary pieces between all ends, each taken once; `next` skips what is taken (union-find with halving).
void freshByPieces(const std::vector<ByteRange>& accesses, std::vector<std::int64_t>& fresh) {
  std::vector<std::int64_t> ends;
  ends.reserve(accesses.size() * 2);
  for (const ByteRange& a : accesses) {
    if (a.bytes <= 0) continue;
    ends.push_back(a.offset);
    ends.push_back(a.offset + a.bytes);
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::vector<std::uint32_t> next(ends.size() + 1);
  std::iota(next.begin(), next.end(), 0U);
  const auto find = [&](std::uint32_t i) {
    while (next[i] != i) i = next[i] = next[next[i]];
    return i;
  };
  const auto at = [&](std::int64_t v) { return static_cast<std::uint32_t>(std::lower_bound(ends.begin(), ends.end(), v) - ends.begin()); };
  for (std::size_t k = 0; k < accesses.size(); ++k) {
    const ByteRange& a = accesses[k];
    if (a.bytes <= 0) continue;
    const std::uint32_t last = at(a.offset + a.bytes);
    for (std::uint32_t i = find(at(a.offset)); i < last; i = find(i)) {
      fresh[k] += ends[i + 1] - ends[i];
      next[i] = i + 1;
    }
  }
}

}  // namespace

void freshBytes(const std::vector<ByteRange>& accesses, std::vector<std::int64_t>& fresh) {
  fresh.assign(accesses.size(), 0);
  // Most files are read as one region that grows.
  std::int64_t from = 0;
  std::int64_t to = 0;
  bool any = false;
  for (std::size_t k = 0; k < accesses.size(); ++k) {
    const ByteRange& a = accesses[k];
    if (a.bytes <= 0) continue;
    const std::int64_t end = a.offset + a.bytes;
    if (!any) {
      from = a.offset, to = end, any = true;
      fresh[k] = a.bytes;
    } else if (a.offset <= to && end >= from) {
      fresh[k] = std::max<std::int64_t>(from - a.offset, 0) + std::max<std::int64_t>(end - to, 0);
      from = std::min(from, a.offset);
      to = std::max(to, end);
    } else {
      fresh.assign(accesses.size(), 0);
      return freshByPieces(accesses, fresh);
    }
  }
}

void IoPattern::add(const IoPattern& o) {
  if (!o.known) return;
  exact = known ? exact && o.exact : o.exact;
  known = true;
  for (const auto& [to, from] : {std::pair(&ops, o.ops), std::pair(&sequential, o.sequential), std::pair(&consecutive, o.consecutive), std::pair(&first, o.first),
                                 std::pair(&forward, o.forward), std::pair(&strided, o.strided), std::pair(&backward, o.backward), std::pair(&unplaced, o.unplaced)})
    *to = saturatedSum(*to, from);
}

}  // namespace weir
