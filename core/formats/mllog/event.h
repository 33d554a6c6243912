// One ":::MLLOG" line. Internal to this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>

#include "core/run/run.h"

namespace weir::mllog {

enum class Kind : std::uint8_t { Point, Start, End, Other };

struct Event {
  Kind kind = Kind::Point;
  std::int64_t ns = 0;
  std::int32_t rank = kUnknownRank;  // of the launcher's prefix: "3: ", "[1,3]<stdout>:"
  std::string key;
  std::string value;               // as JSON text
  std::string plain;               // a string's text, a number, "true": what a fact shows; "" for null, lists and objects
  double number = 0;               // NaN where the value is no number
  std::string metadata;            // as JSON text, or empty
  std::string step;                // what ties an end to its start: metadata's epoch_num, step or samples_count
  std::string host, status, measurement;  // of metadata
};

// The rank that a launcher's prefix tells, or kUnknownRank.
[[nodiscard]] std::int32_t rankOfPrefix(std::string_view prefix);

struct Parsed {
  Event event;
  bool repaired = false;  // NaN, Infinity: no JSON, read as null
};
// `line` is what follows ":::MLLOG ". None: damaged.
[[nodiscard]] std::optional<Parsed> parse(simdjson::dom::parser& parser, std::string_view line);

}  // namespace weir::mllog
