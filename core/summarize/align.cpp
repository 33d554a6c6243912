#include "core/summarize/align.h"

#include <algorithm>
#include <unordered_map>

namespace weir {
namespace {

using Signatures = std::span<const std::uint64_t>;

// Myers' greedy search, keeping each round's furthest reaches; false where it needs too many.
bool shortestEdit(Signatures a, Signatures b, std::size_t offset, Matches& out) {
  const auto n = static_cast<std::ptrdiff_t>(a.size()), m = static_cast<std::ptrdiff_t>(b.size());
  const std::ptrdiff_t most = std::min<std::ptrdiff_t>(n + m, static_cast<std::ptrdiff_t>(kMostDifferences));
  std::vector<std::vector<std::ptrdiff_t>> reach;  // [d][(k + d) / 2]: the furthest x on diagonal k = x - y
  const auto at = [&](std::ptrdiff_t d, std::ptrdiff_t k) { return reach[static_cast<std::size_t>(d)][static_cast<std::size_t>((k + d) / 2)]; };
  const auto down = [&](std::ptrdiff_t d, std::ptrdiff_t k) { return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1)); };
  std::ptrdiff_t found = -1;
  for (std::ptrdiff_t d = 0; d <= most && found < 0; ++d) {
    reach.emplace_back(static_cast<std::size_t>(d + 1));
    for (std::ptrdiff_t k = -d; k <= d; k += 2) {
      std::ptrdiff_t x = d == 0 ? 0 : down(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
      while (x < n && x - k < m && x - k >= 0 && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) ++x;
      reach.back()[static_cast<std::size_t>((k + d) / 2)] = x;
      if (x >= n && x - k >= m) found = d;
    }
  }
  if (found < 0) return false;
  const std::size_t first = out.size();
  std::ptrdiff_t x = n, y = m;
  for (std::ptrdiff_t d = found; d >= 0; --d) {
    const std::ptrdiff_t k = x - y;
    std::ptrdiff_t fromX = 0, fromY = 0;
    std::ptrdiff_t startX = 0;
    if (d > 0) {
      const bool goesDown = down(d, k);
      fromX = goesDown ? at(d - 1, k + 1) : at(d - 1, k - 1);
      fromY = fromX - (goesDown ? k + 1 : k - 1);
      startX = goesDown ? fromX : fromX + 1;
    }
    for (; x > startX; --x, --y) out.emplace_back(static_cast<std::size_t>(x - 1) + offset, static_cast<std::size_t>(y - 1) + offset);
    x = fromX;
    y = fromY;
  }
  std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
  return true;
}

// The k-th of a kind with the k-th, and of those pairs the longest run that keeps the order.
void byOccurrence(Signatures a, Signatures b, std::size_t offset, Matches& out) {
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> places;
  for (std::size_t j = 0; j < b.size(); ++j) places[b[j]].push_back(j);
  std::unordered_map<std::uint64_t, std::size_t> seen;
  Matches pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto it = places.find(a[i]);
    if (it == places.end()) continue;
    const std::size_t k = seen[a[i]]++;
    if (k < it->second.size()) pairs.emplace_back(i, it->second[k]);
  }
  std::vector<std::size_t> tails, before(pairs.size(), pairs.size());  // patience
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto it = std::lower_bound(tails.begin(), tails.end(), pairs[p].second, [&](std::size_t t, std::size_t j) { return pairs[t].second < j; });
    if (it != tails.begin()) before[p] = *(it - 1);
    if (it == tails.end()) tails.push_back(p);
    else *it = p;
  }
  const std::size_t first = out.size();
  if (!tails.empty())
    for (std::size_t p = tails.back(); p != pairs.size(); p = before[p]) out.emplace_back(pairs[p].first + offset, pairs[p].second + offset);
  std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

}  // namespace

Matches align(Signatures a, Signatures b) {
  Matches out;
  std::size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  for (std::size_t i = 0; i < head; ++i) out.emplace_back(i, i);
  const Signatures x = a.subspan(head, a.size() - head - tail), y = b.subspan(head, b.size() - head - tail);
  if (!x.empty() && !y.empty() && !shortestEdit(x, y, head, out)) byOccurrence(x, y, head, out);
  for (std::size_t i = tail; i > 0; --i) out.emplace_back(a.size() - i, b.size() - i);
  return out;
}

Matches align(const std::vector<std::vector<std::uint64_t>>& a, const std::vector<std::vector<std::uint64_t>>& b) {
  if (a.empty() || b.empty()) return {};
  const std::size_t n = a.front().size(), m = b.front().size();
  Matches known;
  for (std::size_t kind = 0; kind < std::min(a.size(), b.size()); ++kind) {
    Matches next;
    std::size_t i = 0, j = 0;
    const auto between = [&](std::size_t toI, std::size_t toJ) {
      for (const auto& [x, y] : align(Signatures(a[kind]).subspan(i, toI - i), Signatures(b[kind]).subspan(j, toJ - j))) next.emplace_back(x + i, y + j);
    };
    for (const auto& [x, y] : known) {
      between(x, y);
      next.emplace_back(x, y);
      i = x + 1;
      j = y + 1;
    }
    between(n, m);
    known = std::move(next);
  }
  return known;
}

}  // namespace weir
