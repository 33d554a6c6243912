// The files of DLIO and MLPerf Storage, each to a Run: facts, tables, and what has times.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/formats/dlio/json.h"
#include "core/run/builder.h"

namespace weir::dlio {

inline constexpr std::size_t kMostFacts = 5000;  // kept of a run

// "2023-04-04T16:33:42.960068", with or without a zone, as nanoseconds since 1970 (of the zone, or of UTC as if it were there).
struct Stamp {
  std::int64_t ns = 0;
  bool zoned = false;
};
[[nodiscard]] std::optional<Stamp> stampOf(std::string_view text);
// iostat's "04/04/23 16:33:43" (month first, unless that cannot be).
[[nodiscard]] std::optional<Stamp> shortStampOf(std::string_view text);

// Every scalar as a fact "metric.train_au_mean_percentage", with the unit its name tells; lists of scalars as one text.
void flatten(const Json& value, const std::string& path, RunBuilder& out);
[[nodiscard]] std::string unitOf(std::string_view name);

void perEpochStats(const Json& document, RunBuilder& out);
// `name`: of the file ("3_output.json"), which alone tells the rank.
void stepsOfRank(const Json& document, std::string_view name, RunBuilder& out);
void summary(const Json& document, RunBuilder& out);
void report(const Json& document, RunBuilder& out);   // v0.5, v1.0: overall and runs
void results(const Json& document, RunBuilder& out);  // v2.0: a list of runs
void iostat(const Json& document, RunBuilder& out);
// Hydra's config.yaml, hydra.yaml, overrides.yaml. Errors: no YAML, with line.
[[nodiscard]] Result<void> config(std::string_view text, RunBuilder& out);

}  // namespace weir::dlio
