// Rank x time: how many bytes, operations or seconds of I/O each rank did when. As PyDarshan's heat map (darshan-util,
// pydarshan/darshan/experimental/plots/heatmap_handling.py): from the log's HEATMAP module, bytes a bin as the runtime counted
// them, else from single operations (DXT, DFTracer, DLIO), a bar of each spread evenly over its duration. One difference: where
// PyDarshan counts only MPI-IO or POSIX at a time, the default here is all lowest layers (POSIX, STDIO, DAOS), so that nothing is
// counted twice. Pure, any thread; cost grows with operations + bins, so big runs belong in a worker.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir {

enum class IoMeasure : std::uint8_t { Bytes, Operations, Time };
[[nodiscard]] std::string_view name(IoMeasure m);  // "bytes", "operations", "time"
[[nodiscard]] std::string_view unit(IoMeasure m);  // "B", "operations", "s"

struct IoHeatOptions {
  IoMeasure measure = IoMeasure::Bytes;
  enum class Kind : std::uint8_t { All, Read, Write, Meta } kind = Kind::All;  // All bytes: read and written. Meta: all but these two
  std::string layer = {};       // "POSIX", ...; empty = the lowest there is
  std::string file = {};        // only operations on this file, or under this folder or mount point; empty = all
  std::optional<TimeRange> range = std::nullopt;  // none = from the first to the last I/O
  int columns = 200;            // 0 = the HEATMAP module's own bins (200 where there is none)
  int maxRows = 1024;           // more ranks than this are binned, neighbours together
};

struct IoHeat {
  enum class Source : std::uint8_t { None, Bins, Operations } source = Source::None;
  IoMeasure measure = IoMeasure::Bytes;
  TimeRange range;
  int columns = 0;
  std::vector<std::int32_t> ranks;  // row i holds ranks[i * perRow .. (i + 1) * perRow); kUnknownRank = all together, or unknown
  int perRow = 1;
  int rows = 0;
  std::vector<double> value;                // rows x columns
  std::vector<double> rowSum, columnSum;
  double sum = 0;
  std::uint64_t operations = 0;             // counted; 0 for bins
  std::string remark;                       // what was assumed or left out

  [[nodiscard]] double at(int row, int column) const { return value[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)]; }
  [[nodiscard]] std::string rowName(int row) const;  // "rank 3", "ranks 8-15", "all ranks"
  [[nodiscard]] TimeRange column(int k) const;
};

[[nodiscard]] IoHeat ioHeat(const Run& run, const IoHeatOptions& options, const Job& job = {});

// What there is to choose from.
struct IoChoices {
  std::vector<std::string> layers;  // with operations or bins, in order of first appearance
  std::vector<std::string> places;  // mount points that files of operations lie under ("/lus/theta (lustre)" is the place "/lus/theta"), else folders
  bool bins = false, operations = false;
};
[[nodiscard]] IoChoices ioChoices(const Run& run);

// The largest contributors to a cell, by file: bytes (or operations, seconds) and operations. Empty for bins. O(operations in
// the cell's time), so for one cell at a time.
struct IoPart {
  std::string file;
  double value = 0;
  std::uint64_t operations = 0;
};
[[nodiscard]] std::vector<IoPart> ioPartsOf(const Run& run, const IoHeatOptions& options, const IoHeat& heat, int row, int column, std::size_t most = 5);

}  // namespace weir
