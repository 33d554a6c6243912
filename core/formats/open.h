// Files and folders to one Run: every file's format is sniffed, each is read in a worker thread of its own, ranks are
// told apart, clocks aligned, and what was doubtful is said in the Run's notes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/formats/source.h"
#include "core/run/run.h"

namespace weir {

struct OpenOptions {
  std::uint64_t memoryLimit = 0;  // bytes a Run may take outside its columns, which spill; 0 = three quarters of this machine's
  unsigned threads = 0;           // files read at once; 0 = one per core
  SourceOptions source;           // limits against decompression bombs
  std::map<std::string, std::string> settings;         // for readers, as ReaderContext::settings
  std::vector<std::pair<std::string, std::int64_t>> shifts;  // part of a source's path, ps by which it is moved
  // A named file that cannot be read becomes a note of the kind kNoteNotRead (its places are the errors) instead of an
  // error, as long as another one can.
  bool keepGoing = false;
};
inline constexpr std::string_view kNoteNotRead = "not read";
inline constexpr std::string_view kNoteRankBelow0 = "a rank below 0 is none: left without a rank";

// The keys that readers look at in OpenOptions::settings.
inline constexpr std::array<std::string_view, 18> kSettingKeys{
    "astrasim.clock", "csv.activity", "csv.args",      "csv.bytes", "csv.category", "csv.duration", "csv.end",
    "csv.kind",       "csv.name",     "csv.process",   "csv.rank",  "csv.separator", "csv.start",   "csv.track",
    "csv.unit",       "csv.value",    "paje.unit",     "power.interval",
};

// Writes `run` to `path` by its ending (.gz is packed on the way), through a temporary file that replaces `path` when
// complete. Errors: an ending no writer has (the todo lists them), what the system says about the file.
[[nodiscard]] Result<void> writeRunFile(const Run& run, const std::string& path, const Job& job);

// Errors: no paths; a path that cannot be read; nothing in it that is a trace; a format that is known but not read yet.
// A folder contributes its traces, or those of sub-folders (core/formats/folder.h); what in it is not read becomes notes,
// while a file that was named must be readable. Stops within a chunk (a few ms) and returns stoppedByUser().
[[nodiscard]] Result<Run> openFiles(const std::vector<std::string>& paths, const OpenOptions& options, const Job& job);

// The rank that a file's name tells ("rank-34.json", "worker0_step_12.json", "trace_rank3.json.gz"), or kUnknownRank.
[[nodiscard]] std::int32_t rankFromFileName(std::string_view path);
// Whether it tells one below 0, which is none: "rank_-1.json".
[[nodiscard]] bool rankBelow0InFileName(std::string_view path);

}  // namespace weir
