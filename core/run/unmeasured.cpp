#include "core/run/unmeasured.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace weir {

std::uint64_t unmeasuredIn(const std::vector<Note>& notes) {
  constexpr std::array kKinds{"negative duration", "without a duration, shown with none", "duration that is not a number", "duration that cannot be"};
  std::uint64_t n = 0;
  for (const Note& note : notes)
    if (std::any_of(kKinds.begin(), kKinds.end(), [&](const char* k) { return note.kind.find(k) != std::string::npos; })) n += note.count;
  return n;
}

std::vector<Unmeasured> unmeasuredSlices(const Run& run) {
  std::vector<Unmeasured> out;
  for (const Fact& f : run.facts) {
    Unmeasured u;
    if (f.name != kFactUnmeasured || std::from_chars(f.value.data(), f.value.data() + f.value.size(), u.slices).ec != std::errc()) continue;
    if (f.source < run.sources.size() && run.sources[f.source].rank != kUnknownRank)
      u.ranks = {run.sources[f.source].rank};
    else
      for (const Track& t : run.tracks)
        if (t.source == f.source && (t.rank != kUnknownRank || run.ranks.empty())) u.ranks.push_back(t.rank);
    std::sort(u.ranks.begin(), u.ranks.end());
    u.ranks.erase(std::unique(u.ranks.begin(), u.ranks.end()), u.ranks.end());
    out.push_back(std::move(u));
  }
  return out;
}

}  // namespace weir
