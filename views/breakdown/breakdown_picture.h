// Stacked bars of where time goes, as data, and the one function that paints them on every device. Measured bars are
// solid, simulated ones hatched, predicted ones outlined. GUI thread.
#pragma once

#include <QPainter>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "core/scenario/outcome.h"
#include "core/summarize/breakdown.h"
#include "views/shared/chart.h"

namespace weir {

enum class Part { Computing, Overlapped, Exposed, Data, Checkpoint, Copy, Other, HostBound, KernelWait, Idle, Unknown };
inline constexpr int kParts = 11;
[[nodiscard]] QString partName(Part part);
[[nodiscard]] QString partDefinition(Part part);  // one sentence
[[nodiscard]] QColor partColor(Part part);

struct BreakdownBar {
  QString label;  // "rank 3", "all ranks, mean"
  Truth truth = Truth::Measured;
  bool stale = false;
  bool emphasis = false;                 // the mean of a run, the predicted step
  std::array<double, kParts> seconds{};  // sum to total; 0 where nothing is known
  std::array<bool, kParts> told{};       // whether the run tells this part: a 0 that is not told is unknown
  double total = 0;                      // NaN = unknown
  Range range;                           // of the total, 95 %, seconds; NaN = not worked out
  QString unknown;                       // why nothing is known; empty = known
  QString remark;                        // at the bar's end: "overlap 4.50 %"
  std::vector<std::pair<QString, QString>> facts;
  int runId = 0;
  std::optional<std::int64_t> begin;  // ps on the run's own axis: where a double click leads
};

struct BreakdownPicture {
  struct Group {
    QString title;
    std::vector<BreakdownBar> bars;
  };
  QString title;
  std::vector<Group> groups;
  bool share = true;  // the axis is the share of each bar's own total; otherwise time
  QString xTitle;     // "share of the time", "time", "time a step"
  QString remark;
  [[nodiscard]] bool empty() const { return groups.empty(); }
  [[nodiscard]] double longest() const;
  [[nodiscard]] std::size_t rows() const;  // bars and group titles
};

struct Segment {
  std::size_t group = 0, bar = 0;
  std::optional<Part> part;  // none = right of the bar, or its label
  bool operator==(const Segment&) const = default;
};

struct BreakdownLayout {
  QRectF plot;
  struct Row {
    QRectF band;  // the row, from the plot's left to its right; for a title the whole width
    std::size_t group = 0;
    std::optional<std::size_t> bar;  // none = the group's title
  };
  std::vector<Row> rows;
  double axisMax = 1;  // seconds, or 1 for shares
  double legendTop = 0;
  double labelWidth = 0;
  bool longEnds = true;                  // the overlap stands beside the total at each bar's end
  std::vector<std::vector<int>> legend;  // lines of entries: parts, then kParts + truth
  QStringList remark;
  double remarkTop = 0;
  [[nodiscard]] QRectF segment(const BreakdownPicture& picture, const Segment& s) const;
  [[nodiscard]] std::optional<Segment> at(const BreakdownPicture& picture, const QPointF& point) const;
};

// Height at which every bar has room.
[[nodiscard]] double wantedHeight(const BreakdownPicture& picture, const chart::Style& style);
[[nodiscard]] BreakdownLayout layoutBreakdown(const BreakdownPicture& p, const QRectF& area, const chart::Style& s,
                                              const QPaintDevice* device);
void paintBreakdown(QPainter& painter, const BreakdownPicture& p, const BreakdownLayout& l, const QRectF& area,
                    const chart::Style& s);

// The bars of one run: their mean first, then the ranks, neighbours together where there are more than `most` of them.
// perStep > 0 divides by that many steps of each rank; 0 leaves the times whole.
[[nodiscard]] std::vector<BreakdownBar> barsOf(const Breakdown& b, Truth truth, int runId, std::size_t most,
                                               const std::vector<double>& perStep);
// The bars of one run's steps: each the mean of its ranks, or of one rank; neighbours together where there are more than `most`.
[[nodiscard]] std::vector<BreakdownBar> barsOfSteps(const std::vector<BreakdownOfStep>& steps, Truth truth, int runId, std::size_t most,
                                                    std::optional<std::int32_t> rank);
[[nodiscard]] BreakdownBar barOf(const Outcome& outcome);

}  // namespace weir
