#include "core/summarize/head_words.h"

#include <algorithm>

namespace weir {

std::string ranksWords(std::size_t here, std::int32_t worldSize) {
  const std::string world = std::to_string(worldSize);
  if (here == 0) return worldSize > 0 ? "none of " + world + " told apart" : "unknown";
  const std::string n = std::to_string(here);
  return worldSize >= 0 && static_cast<std::size_t>(worldSize) != here ? n + " of " + world : n;
}

bool withoutTimes(const Run& run) {
  if (run.span().second <= run.span().first) return run.instants.empty() && run.counters.empty();
  // Joined with a source of another kind, what stands in order has got that one's times or is one part among others.
  const bool alone = std::all_of(run.sources.begin(), run.sources.end(), [&](const Source& s) { return s.format == run.format; });
  return alone && std::any_of(run.notes.begin(), run.notes.end(), [](const Note& n) {
           return n.kind.starts_with("no times in this format") || n.kind.starts_with("times are not in the file");
         });
}

std::string truthWords(const Run& run) {
  const bool begun = run.truth == Truth::Measured || run.slices.size() > 0;  // a simulation has no time before its first event
  return begun && withoutTimes(run) ? "without times" : std::string(name(run.truth));
}

}  // namespace weir
