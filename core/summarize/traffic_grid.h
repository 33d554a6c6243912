// A traffic matrix in the making: ranks laid out by node, values added by pair of positions, kind after kind. Private to the
// traffic matrix.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/summarize/traffic.h"

namespace weir {

class TrafficGrid {
 public:
  TrafficGrid(TrafficMatrix& m, const std::set<std::int32_t>& ranks, const TrafficOptions& options);
  [[nodiscard]] int positionOf(std::int32_t rank) const;  // -1: not there
  [[nodiscard]] std::size_t size() const { return node_.size(); }
  void begin(const TrafficKind& kind);
  // `count`: of what the kind counts, for the cell's parts.
  void add(int from, int to, double v, std::uint64_t count) {
    if (from < 0 || to < 0 || v == 0) return;
    const std::size_t cell = static_cast<std::size_t>(from / m_.perBin) * static_cast<std::size_t>(m_.bins) + static_cast<std::size_t>(to / m_.perBin);
    if (count_[cell] == 0 && value_[cell] == 0) touched_.push_back(cell);
    value_[cell] += v;
    count_[cell] += count;
    if (m_.nodes.empty()) return;
    const int a = node_[static_cast<std::size_t>(from)];
    const int b = node_[static_cast<std::size_t>(to)];
    if (a >= 0 && a == b) {
      m_.insideNodes += v;
      m_.nodes[static_cast<std::size_t>(a)].inside += v;
      return;
    }
    m_.betweenNodes += v;
    if (a >= 0) m_.nodes[static_cast<std::size_t>(a)].sent += v;
    if (b >= 0) m_.nodes[static_cast<std::size_t>(b)].received += v;
  }
  // `sameCount`: every cell counts what the whole kind counts.
  void end(bool sameCount);
  // Sums, order of the parts. Nothing may be added afterwards.
  void finish();

 private:
  TrafficMatrix& m_;
  std::vector<std::pair<std::int32_t, int>> position_;  // by rank
  std::vector<int> node_;                               // of each position; -1 unknown
  std::vector<double> value_;
  std::vector<std::uint64_t> count_;
  std::vector<std::size_t> touched_;
};

void say(TrafficMatrix& m, const std::string& sentence);

}  // namespace weir
