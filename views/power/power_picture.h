// What a run drew and where the joules went, as data, and the one function that paints it on every device: tracks of power over
// time, stacked by meter, bars of energy a step, a bar of the shares of phases. GUI thread but for makePowerPicture().
#pragma once

#include <QPainter>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/summarize/energy.h"
#include "views/power/power_axis.h"
#include "views/shared/chart.h"

namespace weir {

struct PowerPicture {
  struct Track {
    QString name;                // "node_0", "rank 3", "47 more"
    std::vector<float> mean;     // W by column; NaN = no reading
    double energy_j = 0;         // of the range; NaN = unknown
    double mean_w = 0;
  };
  enum class By { Meter, Rank };
  std::vector<Track> tracks;     // the bottom of the stack first
  TimeRange range;               // of all columns, ps, on the run's axis
  std::vector<PowerStretch> axis;  // its stretches, left to right: several where nothing was read between them for long
  std::int64_t origin = 0;       // the axis counts from here
  std::optional<PowerSummary> summary;
  std::optional<EnergyReport> report;
  std::vector<ClockHint> clocks;  // sources that a whole move would let read with the others
  QString title, remark;
  bool simulated = false;
  double highest = 0;            // of the stack, W
  double longestStep_j = 0;
  [[nodiscard]] bool empty() const { return tracks.empty(); }
  [[nodiscard]] TimeRange column(std::size_t c) const;
};

// Any thread. Null when stopped; `columns` across the range, none = the whole run with its last readings.
[[nodiscard]] std::shared_ptr<const PowerPicture> makePowerPicture(const Run& run, const std::vector<RankSteps>& steps, std::optional<TimeRange> range, PowerPicture::By by, int columns,
                                                                   const Job& job);

struct PowerLayout {
  QRectF plot, bars, phases;     // empty where there is nothing to show in it
  QRectF legend, title;
  QStringList titleLines, remark;
  double remarkTop = 0, em = 12;
  std::vector<std::pair<int, QRectF>> legendEntries;
  std::vector<std::pair<int, QRectF>> phaseEntries;  // under the bar of phases
  std::vector<QRectF> stretches;                     // of the plot, one for each of the axis
  QString stepTitle;                                 // of the bars, with what their marks mean
  [[nodiscard]] double x(const PowerPicture& p, std::int64_t t) const;  // NaN where the axis is left out
};
[[nodiscard]] PowerLayout layoutPower(const PowerPicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device);
// The least height at which nothing of it lies on something else.
[[nodiscard]] double powerHeight(const PowerPicture& p, double width, const chart::Style& s, const QPaintDevice* device);
void paintPower(QPainter& painter, const PowerPicture& p, const PowerLayout& l, const chart::Style& s);

[[nodiscard]] QColor powerColor(std::size_t track);
[[nodiscard]] QString phaseName(Phase p);
[[nodiscard]] QColor phaseColor(Phase p);

// What stands at a point: column of the tracks, step, or phase; none outside of all.
struct PowerHit {
  std::optional<std::size_t> column, step, phase;
  std::optional<std::size_t> track;  // of the stack, with a column
};
[[nodiscard]] PowerHit powerAt(const PowerPicture& p, const PowerLayout& l, const QPointF& at);
[[nodiscard]] QStringList powerTip(const PowerPicture& p, const PowerHit& hit);

}  // namespace weir
