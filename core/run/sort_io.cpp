#include "core/run/sort_io.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/run/large_pages.h"

namespace weir {
namespace {

struct IoKey {
  std::uint64_t start;  // since the earliest
  std::uint32_t index;
};

// By 11 bits at a time from the lowest: each pass keeps the order of the one before, so nothing is compared. Writers deliver
// operations in thousands of short ordered runs, for which merging takes a dozen passes and this five or six.
void sortKeys(Column<IoKey>& keys, std::uint64_t longest) {
  constexpr unsigned kBits = 11;
  constexpr std::uint64_t kMask = (1U << kBits) - 1;
  Column<IoKey> scratch(keys.size());
  for (unsigned shift = 0; shift < 64 && (longest >> shift) != 0; shift += kBits) {
    std::array<std::uint32_t, kMask + 1> next{};
    for (const IoKey& k : keys) ++next[k.start >> shift & kMask];
    if (next[keys[0].start >> shift & kMask] == keys.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& n : next) sum += std::exchange(n, sum);
    for (const IoKey& k : keys) scratch[next[k.start >> shift & kMask]++] = k;
    keys.swap(scratch);
  }
}

}  // namespace

void sortByStart(std::vector<IoOperation>& io) {
  const auto before = [](const IoOperation& a, const IoOperation& b) { return a.start < b.start; };
  if (std::is_sorted(io.begin(), io.end(), before)) return;
  if (io.size() > std::numeric_limits<std::uint32_t>::max()) {
    std::stable_sort(io.begin(), io.end(), before);
    return;
  }
  std::int64_t lo = io[0].start;
  std::int64_t hi = lo;
  for (const IoOperation& op : io) lo = std::min(lo, op.start), hi = std::max(hi, op.start);
  const auto since = [lo](std::int64_t t) { return static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(lo); };
  Column<IoKey> keys(io.size());
  for (std::size_t i = 0; i < io.size(); ++i) keys[i] = {since(io[i].start), static_cast<std::uint32_t>(i)};
  sortKeys(keys, since(hi));
  // Into fresh memory: following the cycles of the permutation in place waits for one cache miss after the other.
  std::vector<IoOperation> sorted;
  sorted.reserve(io.size());
  askForLargePages(sorted);
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + kAhead < keys.size()) __builtin_prefetch(&io[keys[i + kAhead].index]);
    sorted.push_back(io[keys[i].index]);
  }
  io = std::move(sorted);
}

}  // namespace weir
