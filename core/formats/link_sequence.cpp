#include "core/formats/link_sequence.h"

#include <algorithm>
#include <unordered_map>

namespace weir {
namespace {

constexpr std::size_t kGram = 6;     // equal names in a row that are no chance
constexpr std::size_t kAgain = 4;    // after a stretch that differs
constexpr std::size_t kStretch = 64;
constexpr std::size_t kTries = 2000;  // stretches looked over before giving up: they cost the most
constexpr std::size_t kPlaces = 32;   // places of one gram that are looked at

std::uint64_t gramAt(const std::vector<NameId>& s, std::size_t i, std::size_t n) {
  std::uint64_t h = 1469598103934665603ULL;
  for (std::size_t k = 0; k < n; ++k) h = (h ^ s[i + k]) * 1099511628211ULL;
  return h;
}
bool equalRun(const std::vector<NameId>& a, std::size_t i, const std::vector<NameId>& b, std::size_t j, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    if (i + k >= a.size() || j + k >= b.size()) return k > 0;  // both may end first
    if (a[i + k] == 0 || a[i + k] != b[j + k]) return false;
  }
  return true;
}

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> alignNames(const std::vector<NameId>& a, const std::vector<NameId>& b) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  const std::size_t gram = std::min({kGram, a.size(), b.size()});
  if (gram == 0) return pairs;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places;
  for (std::size_t j = 0; j + gram <= b.size(); ++j) {
    auto& at = places[gramAt(b, j, gram)];
    if (at.size() < kPlaces) at.push_back(static_cast<std::uint32_t>(j));
  }
  // The beginning: the place with the longest run of equal names, among the first elements of `a` that occur at all.
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t longest = 0;
  for (std::size_t s = 0; s + gram <= a.size() && s < 256; ++s) {
    const auto it = places.find(gramAt(a, s, gram));
    if (it == places.end()) continue;
    for (const std::uint32_t p : it->second) {
      std::size_t n = 0;
      while (n < 4096 && s + n < a.size() && p + n < b.size() && a[s + n] != 0 && a[s + n] == b[p + n]) ++n;
      if (n > longest) longest = n, i = s, j = p;
    }
    if (longest >= 64) break;
  }
  if (longest < gram) return pairs;
  std::size_t tries = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] != 0 && a[i] == b[j]) {
      pairs.emplace_back(static_cast<std::uint32_t>(i++), static_cast<std::uint32_t>(j++));
      continue;
    }
    if (++tries > kTries) break;
    bool found = false;
    for (std::size_t apart = 1; apart <= kStretch && !found; ++apart)
      for (std::size_t di = 0; di <= apart && !found; ++di) {
        const std::size_t dj = apart - di;
        if (i + di >= a.size() || j + dj >= b.size() || !equalRun(a, i + di, b, j + dj, kAgain)) continue;
        i += di;
        j += dj;
        found = true;
      }
    if (!found) ++i;
  }
  return pairs;
}

}  // namespace weir
