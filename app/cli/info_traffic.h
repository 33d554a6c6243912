// `weir-cli info --traffic`: who sends how much to whom, as the window's traffic view counts it.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir::cli {

struct TrafficArguments {
  bool wanted = false;
  std::string algorithm = "trace", measure = "bytes";
  std::vector<std::string> operations, groups;
  std::optional<std::int64_t> step;  // by its number (core/summarize/breakdown.h, stepNumbers); must be there
  std::optional<TimeRange> range;    // ps, the run's axis
  std::optional<std::int64_t> rank;  // its row alone, in text
  int ranksPerNode = 0;
  std::size_t pairs = 32;
};

void addTrafficOptions(CLI::App& command, TrafficArguments& arguments);
// Prints it; the exit code.
[[nodiscard]] int printTraffic(const Run& run, const TrafficArguments& arguments, bool json);

}  // namespace weir::cli
