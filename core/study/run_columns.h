// A Run as named columns, and back: every field, exactly. One function (visitRun in the .cpp) names the columns for both
// directions, so that they cannot drift apart.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

// Grows by one when a column is added; a Run written with a smaller number is read with that field's default.
inline constexpr int kRunLayout = 2;

// Takes one chunk; an Error ends the writing.
using ChunkSink = std::function<Result<void>(const std::string& column, std::uint32_t part, std::string&& blob)>;
// Calls `use` with each chunk of a column in order of part, and how many there are. The view holds during the call.
using ChunkUse = std::function<Result<void>(std::string_view blob, std::uint64_t parts)>;
using ChunkSource = std::function<Result<void>(const std::string& column, const ChunkUse& use)>;

[[nodiscard]] Result<void> writeRun(const Run& run, const ChunkSink& sink, const Job& job);
// Checks checksums, sizes and that every index points inside, so that a hostile file cannot lead a view astray.
// maxBytes bounds what all columns may take in memory.
[[nodiscard]] Result<Run> readRun(int layout, const ChunkSource& source, std::uint64_t maxBytes, const Job& job);

}  // namespace weir
