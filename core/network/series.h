// Busy time and deepest queue of every link over time, and how often it paused and marked, in bins that double in width
// whenever there would be too many: the memory stays bounded however long the simulation runs. Links may be written side by
// side by several threads, as long as each has one writer and nothing is made coarser meanwhile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/network/huge_pages.h"

namespace weir::net {

class LinkSeries {
 public:
  LinkSeries() = default;
  // `bins` must be even. The first bins are 2^shift ps wide. `events`: marks and pauses are counted (else unknown).
  LinkSeries(std::size_t links, std::uint32_t bins, unsigned shift, bool events = false)
      : links_(links), bins_(bins), shift_(shift), events_(events), cells_(links * bins) {}

  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] std::uint32_t bins() const { return bins_; }
  [[nodiscard]] std::size_t links() const { return links_; }
  [[nodiscard]] std::int64_t width() const { return std::int64_t{1} << shift_; }
  [[nodiscard]] bool holds(std::int64_t time) const { return (time >> shift_) < bins_; }

  // Halves the number of bins in use.
  void coarsen() {
    ++shift_;
    for (std::size_t l = 0; l < links_; ++l) {
      Cell* c = &cells_[l * bins_];
      for (std::uint32_t i = 0; i < bins_ / 2; ++i) {
        const Cell& a = c[2 * i];
        const Cell& b = c[2 * i + 1];
        c[i] = {a.busy + b.busy, std::max(a.queue, b.queue), add(a.marks, b.marks), add(a.pauses, b.pauses)};
      }
      std::fill(c + bins_ / 2, c + bins_, Cell{});
    }
  }

  void addBusy(std::size_t link, std::uint32_t bin, double ps) { cells_[link * bins_ + bin].busy += ps; }
  void prefetch(std::size_t link, std::uint32_t bin) const { __builtin_prefetch(&cells_[link * bins_ + bin], 1); }
  void deepen(std::size_t link, std::uint32_t bin, double bytes) {
    float& q = cells_[link * bins_ + bin].queue;
    q = std::max(q, static_cast<float>(bytes));
  }
  // Counts stay at 65,535 where there are more in a bin.
  void addMarks(std::size_t link, std::uint32_t bin, std::uint32_t n) {
    std::uint16_t& m = cells_[link * bins_ + bin].marks;
    m = add(m, n);
  }
  void addPauses(std::size_t link, std::uint32_t bin, std::uint32_t n) {
    std::uint16_t& p = cells_[link * bins_ + bin].pauses;
    p = add(p, n);
  }
  // Busy picoseconds within [from, to) spread over the bins; widens them when `to` lies beyond.
  void spread(std::size_t link, std::int64_t from, std::int64_t to, double share = 1) {
    while (!holds(to)) coarsen();
    while (from < to) {
      const std::int64_t bin = from >> shift_;
      const std::int64_t end = (bin + 1) << shift_;
      const std::int64_t upTo = end < to ? end : to;
      addBusy(link, static_cast<std::uint32_t>(bin), share * static_cast<double>(upTo - from));
      from = upTo;
    }
  }

  [[nodiscard]] double busy(std::size_t link, std::uint32_t bin) const { return cells_[link * bins_ + bin].busy; }  // ps
  [[nodiscard]] float queue(std::size_t link, std::uint32_t bin) const { return cells_[link * bins_ + bin].queue; }  // bytes
  [[nodiscard]] bool hasEvents() const { return events_; }
  [[nodiscard]] std::uint32_t marks(std::size_t link, std::uint32_t bin) const { return cells_[link * bins_ + bin].marks; }
  [[nodiscard]] std::uint32_t pauses(std::size_t link, std::uint32_t bin) const { return cells_[link * bins_ + bin].pauses; }
  [[nodiscard]] std::size_t bytes() const { return cells_.capacity() * sizeof(Cell); }
  [[nodiscard]] double busyTotal(std::size_t link) const {
    double s = 0;
    for (std::uint32_t i = 0; i < bins_; ++i) s += busy(link, i);
    return s;
  }

 private:
  struct Cell {
    double busy = 0;
    float queue = 0;
    std::uint16_t marks = 0, pauses = 0;
  };
  static std::uint16_t add(std::uint32_t a, std::uint32_t b) { return static_cast<std::uint16_t>(std::min(a + b, 65535U)); }

  std::size_t links_ = 0;
  std::uint32_t bins_ = 0;
  unsigned shift_ = 0;
  bool events_ = false;
  std::vector<Cell, HugeAllocator<Cell>> cells_;
};

}  // namespace weir::net
