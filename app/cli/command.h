// A command of weir-cli: its options, and what it does once they are read. One file a command, one line in main.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace weir::cli {

// Adds the subcommand; returns what to run when the user chose it (it gives the exit code).
using AddCommand = std::function<int()> (*)(CLI::App& app);

std::function<int()> addInfo(CLI::App& app);
std::function<int()> addPredict(CLI::App& app);
std::function<int()> addSimulate(CLI::App& app);
std::function<int()> addSweep(CLI::App& app);
std::function<int()> addMerge(CLI::App& app);
std::function<int()> addCompare(CLI::App& app);
std::function<int()> addConvert(CLI::App& app);
std::function<int()> addExplain(CLI::App& app);
std::function<int()> addFigure(CLI::App& app);
std::function<int()> addFormats(CLI::App& app);
std::function<int()> addPresets(CLI::App& app);
std::function<int()> addValidate(CLI::App& app);
std::function<int()> addCriticalPath(CLI::App& app);
std::function<int()> addIo(CLI::App& app);
std::function<int()> addVersion(CLI::App& app);

}  // namespace weir::cli
