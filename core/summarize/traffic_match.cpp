#include "core/summarize/traffic_match.h"

namespace weir {

Run callsAlone(const Run& run, const TrafficMatch& match) {
  Run out;
  out.ranks = run.ranks;
  out.collectives = run.collectives;
  for (std::size_t i = 0; i < out.collectives.size(); ++i) out.collectives[i].instance = match.instanceOf(run, i);
  return out;
}

}  // namespace weir
