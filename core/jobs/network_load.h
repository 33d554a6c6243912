// What the links of a network picture carried within a time range, from the counters of a Run: core/simulate/links_run.h
// names them by their links. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/jobs/network_picture.h"
#include "core/run/run.h"
#include "core/summarize/link_heat.h"

namespace weir {

struct NetworkLoad {
  std::string group, unit;     // of the counters; unit "1" is a fraction
  LinkHeat::Cell cell = LinkHeat::Cell::Mean;
  TimeRange range;
  std::vector<float> value;    // by link: mean, highest or sum over the range; NaN = unknown, as for a link that has failed
  std::vector<float> peak;     // by link, the highest sample
  std::size_t matched = 0;     // counters of the group that belong to a link of the picture
  std::size_t strangers = 0;   // those that belong to none
  bool incomplete = false;     // the run keeps only its busiest links: of the rest nothing is known
  [[nodiscard]] bool known() const { return matched > 0; }
};

// A link without a counter carried nothing, unless the run says that it left links out. An empty range or a run without
// such counters gives nothing known.
[[nodiscard]] NetworkLoad networkLoad(const NetworkPicture& picture, const Run& run, std::string_view group, const TimeRange& range);

// Mean over the counters of a group in each of `columns` equal parts of the run's span, divided by how many links work:
// how loaded the network was as a whole. Empty when there are none.
[[nodiscard]] std::vector<float> loadOverTime(const NetworkPicture& picture, const Run& run, std::string_view group, int columns);

// The links of highest value, at most `most`, ties by number; only those above zero.
[[nodiscard]] std::vector<std::uint32_t> hottest(const NetworkLoad& load, std::size_t most);

}  // namespace weir
