// What the front view shows: points of a sweep and the scenario in hand. Plain data, so that the view knows no optimizer.
#pragma once

#include <QString>
#include <QStringList>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace weir {

// 95 %, from the intervals of the constants; NaN = not worked out.
struct FrontRange {
  double xLow = std::numeric_limits<double>::quiet_NaN(), xHigh = xLow, yLow = xLow, yHigh = xLow;
  [[nodiscard]] bool knownX() const { return xLow == xLow && xHigh == xHigh; }
  [[nodiscard]] bool knownY() const { return yLow == yLow && yHigh == yHigh; }
};

struct FrontPoint {
  int index = 0;         // of the plan in the sweep: what pointChosen gives back
  double x = 0, y = 0;   // in the axes' units; NaN = unknown, not painted and counted as such
  QStringList label;     // hover: "global batch: 512", "nodes: 32", ...
  bool onFront = false;  // non-dominated
  bool valid = true;     // the plan can be run; an invalid one is counted, never painted
};

struct FrontAxis {
  QString title;          // "time to target"
  QString unit;           // "s", "J": painted with SI prefixes; empty = a number
  bool logarithmic = true;
};

struct FrontObjective {   // one choice of what the axes mean; the points of each objective are its own
  QString name;           // "time to target against energy"
  FrontAxis x, y;
  std::vector<FrontPoint> points;
};

struct FrontCurrent {     // the scenario in hand, one place an objective, in the order of FrontData::objectives
  double x = 0, y = 0;    // NaN = unknown
  QString label;
  FrontRange range = {};
};

struct FrontData {
  QString title;                           // "32 plans x 4 batches"
  std::vector<FrontObjective> objectives;  // empty = nothing swept yet
  std::uint64_t planned = 0;               // plans the sweep will try; more than are here while it runs
  bool running = false;
};

// Of the plans whose ranges are known, by FrontPoint::index.
using FrontRanges = std::map<int, FrontRange>;

}  // namespace weir
