// The rows of a timeline from top to bottom: runs, in them ranks, processes, tracks, and the rows of a track; above them what
// stays in sight: the steps, and lanes pinned by hand. Widget-free.
#pragma once

#include <QCoreApplication>
#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/summarize/lod.h"
#include "core/summarize/lod_find.h"
#include "core/summarize/slice_view.h"

namespace weir {

// Translations of what is painted outside the widget.
class Words {
  Q_DECLARE_TR_FUNCTIONS(Timeline)
};

// What the timeline needs of a shown run.
struct TimelineRun {
  int id = 0;
  LodPtr lod;         // null while it is prepared
  SliceViewPtr view;  // filtered or coloured by something else; null = as it is
  QString title;
  bool stale = false, partial = false;
  bool untimed = false;       // its slices stand in order alone: places on the axis, and no times
  std::int64_t shift = 0;     // ps added to its times
  std::uint64_t pending = 0;  // slices of the newer run that is being prepared; 0 = none
  [[nodiscard]] const Run& run() const { return lod->run(); }
  // What is painted: its slices are numbered otherwise than the run's.
  [[nodiscard]] const Lod& painted() const { return view ? view->lod() : *lod; }
  [[nodiscard]] SliceIndex original(SliceIndex painted) const { return view && painted != kNoSlice ? view->original(painted) : painted; }
  [[nodiscard]] SliceIndex paintedOf(SliceIndex original) const { return view ? view->find(original) : original; }
};

struct Lane {
  enum class Kind : std::uint8_t { Run, Rank, Process, Track, Row, CounterGroup, Counter, Pending, Steps };
  Kind kind = Kind::Row;
  int run = 0;                  // index into the runs given
  std::uint32_t group = 0;      // Lod group: Run, Rank, Process, Track
  std::uint32_t row = kNoRow;   // Row, and a Track whose first row stands in this lane
  std::uint32_t counter = 0;    // Counter
  int y = 0, height = 0;        // device-independent pixels, from the top of the list
  int indent = 0;
  bool foldable = false, folded = false;
  bool summary = false;         // shows the group's lane
  bool pinned = false;          // stays in sight
  std::int32_t rank = kUnknownRank;
  QString label, tip, key;      // key: what folding remembers, equal for newer results of the same run
  QString parent;               // the key under which it stands: siblings can be put in another order
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

// What the user has hidden, pinned and put elsewhere, by key.
struct Arrangement {
  QSet<QString> hidden;
  QStringList pinned;                  // from top to bottom
  QHash<QString, QStringList> order;   // children of a key, as far as they were moved
  std::set<std::int32_t> ranks;        // those shown; empty = all
  bool emptyTracks = true;             // tracks in which nothing passes the filter keep their lane
  std::vector<int> steps;              // runs with a lane of steps, by index
  bool operator==(const Arrangement&) const = default;
};

struct LaneList {
  std::vector<Lane> lanes;       // pinned ones first
  std::size_t pinned = 0;        // how many of them
  int pinnedHeight = 0;          // the others begin there
  int height = 0;
  QStringList hidden;            // keys hidden by hand that would show
  std::size_t left = 0;          // tracks and ranks that the filter leaves out
};

// Ranks are folded by default where a run has more than `kUnfoldedRows` rows, but for the first of them.
inline constexpr std::size_t kUnfoldedRows = 160;

[[nodiscard]] LaneList layLanes(const std::vector<TimelineRun>& runs, const Folding& folding, const Arrangement& arrangement = {});

// Index of the lane at y, or -1. O(log n).
[[nodiscard]] int laneAt(const std::vector<Lane>& lanes, int y);
// Lane that shows a row of a run, or the folded group it is in, before pinned ones; -1 when there is none. O(n) in lanes.
[[nodiscard]] int laneOfRow(const std::vector<Lane>& lanes, const std::vector<TimelineRun>& runs, int run, std::uint32_t row);

// `key` is put before `before` among the children of `parent`; empty = at the end. `siblings`: as they stand now.
void moveLane(Arrangement& arrangement, const QString& parent, const QStringList& siblings, const QString& key, const QString& before);
// What was folded, hidden, pinned and moved of one run, as text that holds for the same run under another id; "" = nothing.
[[nodiscard]] std::string arrangementText(const Folding& folding, const Arrangement& arrangement, int run);
// Adds to both what the text says of a run; damaged text says nothing.
void addArrangement(std::string_view text, int run, Folding& folding, Arrangement& arrangement);
// Keys of the lanes that stand under one parent, from top to bottom.
[[nodiscard]] QStringList siblingsOf(const std::vector<Lane>& lanes, const QString& parent);

}  // namespace weir
