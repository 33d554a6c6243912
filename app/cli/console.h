// What every command of weir-cli shares: errors and progress on stderr, Ctrl-C as a stop, exit codes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace weir::cli {

inline constexpr int kOk = 0, kWrongInput = 1, kWrongUsage = 2, kStopped = 130;

// One line on stderr; the exit code that fits the error.
[[nodiscard]] int report(const Error& error);
// One line on stderr that changes no exit code; over the progress line, where there is one.
void warn(const std::string& text);

// Runs `work` with progress on stderr (when that is a terminal) and Ctrl-C bound to its stop. The first Ctrl-C stops
// the work and keeps what it has; the second ends the process.
void withProgress(const std::function<void(const Job&)>& work);

// Folder with presets and samples: WEIR_SHARE, or share/weir beside the binary's folder.
[[nodiscard]] std::string shareFolder();
// The folder of this executable.
[[nodiscard]] std::string binaryFolder();

// Milliseconds since the epoch: the one clock that results kept in a study carry.
[[nodiscard]] std::int64_t nowMs();

// Prints to stdout, control characters but line ends and tabs as spaces; an error when that fails (a full disk, a closed pipe).
[[nodiscard]] int print(const std::string& text);

}  // namespace weir::cli
