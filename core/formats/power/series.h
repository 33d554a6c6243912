// Readings of many devices, as power logs give them: in any order, of any time, some unknown. Becomes counters of a Run.
//
// The contract of names, which core/summarize/power.h reads: a counter's name is the device ("node_0", "GPU 3", "package-0"). Group
// "power" in W is what the device draws, and no two such counters of a source draw the same power; group "energy" in J counts up
// from its first reading. Whatever is measured beside ("power limit", "utilization.gpu", a part of another device's draw) has its
// own group, and the device and the quantity in its name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/run/builder.h"

namespace weir {

inline constexpr std::string_view kPowerGroup = "power";
inline constexpr std::string_view kEnergyGroup = "energy";

class SeriesSet {
 public:
  struct Key {
    std::string name, group, unit;
    std::int32_t rank = kUnknownRank;
    bool operator<(const Key& o) const { return std::tie(name, group, unit, rank) < std::tie(o.name, o.group, o.unit, o.rank); }
  };
  std::size_t series(Key key);  // the same number for the same key; beyond kMost of them one that takes nothing
  static constexpr std::size_t kMost = 200'000;
  // NaN is unknown: counted, no reading. The time is the source's clock.
  void add(std::size_t series, std::int64_t ns, double value);
  // Of a cumulative series: where it starts again at 0; 0 = unknown.
  void wrapsAt(std::size_t series, double range) { if (series < all_.size()) all_[series].wraps = range; }
  // When a reading was taken of anything at all; `firstNs` of them is the median's neighbourhood's first.
  void sawTime(std::int64_t ns) { times_.push_back(ns); }

  // The first time within 45 days of the median; 0 when there is none.
  [[nodiscard]] std::int64_t originNs();
  // Sorted by time; cumulative ones (group "energy") from 0, over resets and wraps. Notes: readings out of order, at one time,
  // unknown, too far away.
  void build(RunBuilder& out, std::int64_t originNs);
  [[nodiscard]] bool empty() const;
  [[nodiscard]] std::size_t readings() const { return times_.size(); }

 private:
  struct One {
    Key key;
    std::vector<std::int64_t> ns;
    std::vector<double> value;
    std::uint64_t unknown = 0;
    double wraps = 0;
  };
  std::map<Key, std::size_t> byKey_;
  std::vector<One> all_;
  std::vector<std::int64_t> times_;
  std::uint64_t refused_ = 0;
};

}  // namespace weir
