// Files and folders to one Run: every file's format is sniffed, each is read in a worker thread of its own, ranks are
// told apart, clocks aligned, and what was doubtful is said in the Run's notes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/formats/source.h"
#include "core/run/run.h"

namespace weir {

struct OpenOptions {
  std::uint64_t memoryLimit = 0;  // bytes all Runs may take together; 0 = three quarters of this machine's memory
  unsigned threads = 0;           // files read at once; 0 = one per core
  SourceOptions source;           // limits against decompression bombs
};

// Errors: no paths; a path that cannot be read; nothing in it that is a trace; a format that is known but not read yet.
// A folder contributes its files, then those of its direct sub-folders; files in it that are no trace become notes, while
// a file that was named must be readable. Stops within a chunk (a few ms) and returns stoppedByUser().
[[nodiscard]] Result<Run> openFiles(const std::vector<std::string>& paths, const OpenOptions& options, const Job& job);

// The rank that a file's name tells ("rank-34.json", "worker0_step_12.json", "trace_rank3.json.gz"), or kUnknownRank.
[[nodiscard]] std::int32_t rankFromFileName(std::string_view path);

}  // namespace weir
