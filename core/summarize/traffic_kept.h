// The traffic matrix and what there is to choose from, to be kept beside their run. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/summarize/heat_files.h"
#include "core/summarize/io_heat.h"
#include "core/summarize/stragglers.h"
#include "core/summarize/traffic.h"

namespace weir {

// Changes whenever a matrix or the choices of the same run may come out otherwise (an assumption, a sentence, a member): what an
// older Weir kept is then worked out anew.
inline constexpr int kTrafficRevision = 2;

struct TrafficAnswer {
  TrafficMatrix matrix;
  std::vector<RankLateness> late;  // where the matrix shows time
};

// Of a whole run, whatever is counted.
struct TrafficLists {
  TrafficChoices traffic;
  IoChoices io;
  RankNodes nodes;
  std::vector<TrafficCollective> collectives;  // by start
  std::vector<HeatFile> files;
};

// All that a matrix depends on beside its run, but for the step and the nodes, which whoever asks for names in words of its own;
// "" = the defaults.
[[nodiscard]] std::string keyOf(const TrafficOptions& options);

// Empty = too large to keep.
[[nodiscard]] std::string trafficToBytes(const TrafficAnswer& answer, const Run& run);
[[nodiscard]] std::string trafficListsToBytes(const TrafficLists& lists, const Run& run);
// None where the bytes are damaged, of another revision or of another run.
[[nodiscard]] std::optional<TrafficAnswer> trafficFromBytes(std::string_view bytes, const Run& run);
[[nodiscard]] std::optional<TrafficLists> trafficListsFromBytes(std::string_view bytes, const Run& run);

}  // namespace weir
