// What of a run's files the rank x time map (io_heat.h) can be narrowed to. Pure, any thread; O(operations + files log files).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run/run.h"

namespace weir {

struct HeatFile {
  enum class What : std::uint8_t { Mount, Folder, File } what = What::File;
  std::string path;
  std::int64_t bytes = 0;        // read and written, of the layer that moved most of this file: MPI-IO's stand in POSIX' again
  std::uint64_t operations = 0;  // of all layers
};

// Mount points that files of single operations lie under, else their folders; then the files; each the most bytes first. Empty
// where the run has no single operations, or none that names a file.
[[nodiscard]] std::vector<HeatFile> heatFiles(const Run& run);

}  // namespace weir
