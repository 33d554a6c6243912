// What Weir's own writer adds to a trace so that reading it again gives the same Run: a member "weir" of the top object,
// which other programs pass over, and members of the arguments of thread names. In files of others it is absent.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/chrome/events.h"
#include "core/run/builder.h"

namespace weir::chrome {

inline constexpr std::string_view kTransferCategory = "weir.transfer";
inline constexpr std::string_view kIoCategory = "weir.io";
inline constexpr std::string_view kNoUnit = "value";  // key of a counter's value that has no unit

struct Annex {
  bool present = false;
  bool kineto = true;  // what the run was before it was written
  Truth truth = Truth::Measured;
  std::string scenario;
  std::map<std::pair<std::string, std::string>, Activity> activities;  // by category and name, where words do not tell
  std::vector<Fact> facts;
};
[[nodiscard]] Annex readAnnex(std::string_view json);
void appendAnnex(std::string& out, const Run& run);

[[nodiscard]] TrackKind kindFrom(std::string_view name, TrackKind otherwise);

// Takes the slices that stand for transfers and file operations out of `e` (which is on the axis) and into the builder.
void takeOwnEvents(Events& e, RunBuilder& builder);

// Appends text as a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
void appendQuoted(std::string& out, std::string_view text);
// Whether this is one JSON object as RFC 8259 has it, with nothing after it.
[[nodiscard]] bool isJsonObject(std::string_view text);

}  // namespace weir::chrome
