// `weir-cli info --traffic`: who sends how much to whom, as the window's traffic view counts it.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "core/run/run.h"

namespace weir::cli {

struct TrafficArguments {
  bool wanted = false;
  std::string algorithm = "trace", measure = "bytes", range;
  std::vector<std::string> operations, groups;
  std::int64_t step = -1;
  int ranksPerNode = 0;
  std::size_t pairs = 32;
};

void addTrafficOptions(CLI::App& command, TrafficArguments& arguments);
// Prints it; the exit code.
[[nodiscard]] int printTraffic(const Run& run, const TrafficArguments& arguments, bool json);

}  // namespace weir::cli
