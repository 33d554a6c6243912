#include "core/scenario/intervals.h"

#include <algorithm>

#include "core/scenario/json.h"

namespace weir {

// Path, the default itself as a file writes it, its 95 % interval, where that comes from. By path.
const std::vector<DefaultInterval>& defaultIntervals() {
  static const std::vector<DefaultInterval> kDefaults{
      {"machine.node.accelerator.power.memory_bound", "0.3", "0.1", "0.6", "fitted: memory-bound over core-bound kernels in the Zeus traces (NSDI 2023), A40 and V100"},
      {"machine.node.accelerator.power.waiting", "0.28", "0.2", "0.37", "fitted: MLPerf Training v4.0 power runs, 8 x H100 nodes, 8 and 9 of them against one"},
      {"machine.node.memory_pj_per_bit", "17.5", "15", "20", "unverified: 15 to 20 pJ a bit for DDR4 and DDR5"},
      {"machine.node.mpi.byte_rate", "344Mbps", "240Mbps", "480Mbps", "fitted on 74 rows, Open MPI 4.1 over shaped TCP, two cores"},
      {"machine.node.mpi.duplex_wait", "0.17", "0.1", "0.29", "fitted on 74 rows, Open MPI 4.1 over shaped TCP, two cores"},
      {"machine.node.mpi.message", "38us", "25us", "55us", "fitted on 74 rows, Open MPI 4.1 over shaped TCP, two cores; rows scatter more than the fit"},
      {"machine.node.mpi.rendezvous_wait", "1.4ms", "0.8ms", "2.5ms", "fitted on 74 rows, Open MPI 4.1 over shaped TCP, two cores"},
  };
  return kDefaults;
}

std::vector<UncertainValue> uncertainValues(const Scenario& s) {
  const std::vector<Setting> all = settings(s);
  const auto find = [&](std::string_view path) -> const Setting* {
    const auto it = std::find_if(all.begin(), all.end(), [&](const Setting& x) { return x.path == path; });
    return it == all.end() ? nullptr : &*it;
  };
  std::vector<UncertainValue> out;
  for (const auto& [path, interval] : s.intervals)
    if (const Setting* x = find(path)) out.push_back({path, x->value, interval.low, interval.high, std::string(provenanceOf(s, path))});
  for (const DefaultInterval& d : defaultIntervals()) {
    const Setting* x = find(d.path);
    if (!x || x->value != d.value || s.intervals.contains(std::string(d.path))) continue;
    // Given, and happening to equal the default, it is certain.
    const std::string_view from = provenanceOf(s, d.path);
    if (from.starts_with("given") || from.starts_with("set by hand")) continue;
    out.push_back({x->path, x->value, std::string(d.low), std::string(d.high), std::string(d.source)});
  }
  std::sort(out.begin(), out.end(), [](const UncertainValue& a, const UncertainValue& b) { return a.path < b.path; });
  return out;
}

}  // namespace weir
