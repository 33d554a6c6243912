// The rows of a timeline from top to bottom: runs, in them ranks, processes, tracks, and the rows of a track. Widget-free.
#pragma once

#include <QCoreApplication>
#include <QSet>
#include <QString>
#include <cstdint>
#include <vector>

#include "core/summarize/lod.h"
#include "core/summarize/lod_find.h"

namespace weir {

// Translations of what is painted outside the widget.
class Words {
  Q_DECLARE_TR_FUNCTIONS(Timeline)
};

// What the timeline needs of a shown run.
struct TimelineRun {
  int id = 0;
  LodPtr lod;  // null while it is prepared
  QString title;
  bool stale = false, partial = false;
  std::int64_t shift = 0;     // ps added to its times
  std::uint64_t pending = 0;  // slices of the newer run that is being prepared; 0 = none
  [[nodiscard]] const Run& run() const { return lod->run(); }
};

struct Lane {
  enum class Kind : std::uint8_t { Run, Rank, Process, Track, Row, CounterGroup, Counter, Pending };
  Kind kind = Kind::Row;
  int run = 0;                  // index into the runs given
  std::uint32_t group = 0;      // Lod group: Run, Rank, Process, Track
  std::uint32_t row = kNoRow;   // Row, and a Track whose first row stands in this lane
  std::uint32_t counter = 0;    // Counter
  int y = 0, height = 0;        // device-independent pixels, from the top of the list
  int indent = 0;
  bool foldable = false, folded = false;
  bool summary = false;         // shows the group's lane
  QString label, tip, key;      // key: what folding remembers, equal for newer results of the same run
  static constexpr std::uint32_t kNoRow = 0xffffffff;
};

// What the user has folded or unfolded against the default.
struct Folding {
  enum class Force { None, Tracks, Ranks };
  QSet<QString> toggled;
  Force force = Force::None;  // a figure without room folds all of them
  bool heads = true;          // lanes for a single run's title and for processes; a figure has no room for them
  [[nodiscard]] bool folded(const QString& key, bool byDefault) const { return toggled.contains(key) != byDefault; }
};

// Ranks are folded by default where a run has more than `kUnfoldedRows` rows, but for the first of them.
inline constexpr std::size_t kUnfoldedRows = 160;

[[nodiscard]] std::vector<Lane> layLanes(const std::vector<TimelineRun>& runs, const Folding& folding);

// Index of the lane at y, or -1. O(log n).
[[nodiscard]] int laneAt(const std::vector<Lane>& lanes, int y);
// Lane that shows a row of a run, or the folded group it is in; -1 when there is none. O(n) in lanes.
[[nodiscard]] int laneOfRow(const std::vector<Lane>& lanes, const std::vector<TimelineRun>& runs, int run, std::uint32_t row);

}  // namespace weir
