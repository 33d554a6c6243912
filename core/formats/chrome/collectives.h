// Which collective a slice of communication is, of which size and among whom: from its arguments where the profiler wrote
// them, else from its name, else from the host call that launched it. What none of them tells stays unknown.
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/chrome/document.h"
#include "core/formats/chrome/events.h"
#include "core/run/builder.h"

namespace weir::chrome {

struct Communication {
  std::size_t slice = 0;  // in order of arrival
  std::int32_t rank = kUnknownRank;
  bool device = false;
};

// Slices of `events` are on the axis (ps) and have not been moved into the builder yet.
void addCollectives(const Events& events, const std::vector<Communication>& communication, RunBuilder& builder, Places& places);

}  // namespace weir::chrome
