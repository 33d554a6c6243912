// What HeatmapView asks of a run and what it is answered; private to this folder. Plain data, so that a worker can hold it.
#pragma once

#include <QString>
#include <algorithm>
#include <set>
#include <string_view>

#include "core/summarize/breakdown.h"
#include "core/summarize/traffic_kept.h"
#include "views/heatmap/heatmap_view.h"
#include "views/shared/text.h"

namespace weir {

// What can be chosen of a run; looked up once a run.
struct HeatmapView::Choices : TrafficLists {
  RunPtr run;
  Steps steps;
  std::shared_ptr<const CallMatch> match;  // null: not needed yet, as what is shown was kept
  // Of the steps given, in order: what the combo box lists.
  [[nodiscard]] static std::vector<std::int64_t> numbersOf(const std::vector<RankSteps>& steps) {
    std::set<std::int64_t> all;
    for (const auto& of : stepNumbers(steps)) all.insert(of.begin(), of.end());
    return {all.begin(), all.end()};
  }
};

struct HeatmapView::Request {
  RunPtr run;
  int runId = 0;
  QString runTitle;
  std::int64_t shift = 0;
  Settings::Show show = Settings::Show::Ranks;
  bool measured = false;  // the range is the one measured, not the visible one
  std::optional<std::int64_t> step;
  int ranksPerNode = 0;
  std::vector<RankSteps> byHand;  // steps
  TrafficOptions traffic;         // its step and nodes are filled in where it is answered
  LinkHeatOptions heat;
  IoHeatOptions io;
  std::shared_ptr<RunMemo> memo;
  std::shared_ptr<const Choices> choices;  // of the run, where they are known already

  [[nodiscard]] bool links() const { return show == Settings::Show::Links; }
  // More rows or messages than are summed up while a frame waits.
  [[nodiscard]] bool heavy() const {
    constexpr std::size_t kHeavy = 300'000;
    std::size_t samples = 0;
    for (const Counter& c : run->counters) samples += c.value.size();
    if ((!choices || !choices->match) && run->collectives.size() > 20'000) return true;  // matching them
    if (!choices && (run->slices.size() > 4 * kHeavy || run->transfers.size() + run->collectives.size() + run->io.size() > kHeavy)) return true;
    if (show == Settings::Show::Links) return samples > kHeavy * 4;
    if (show == Settings::Show::Io) return run->io.size() > kHeavy || samples > kHeavy * 4;
    if (run->transfers.size() > kHeavy || run->collectives.size() > kHeavy) return true;
    std::size_t n = run->ranks.size();
    for (const auto& g : run->groups) n = std::max(n, g.size());
    return n * n * std::min<std::size_t>(run->collectives.size() / std::max<std::size_t>(n, 1) + 1, 64) > kHeavy;
  }
  // Would be answered the same.
  [[nodiscard]] bool same(const Request& o) const {
    if (run != o.run || show != o.show || shift != o.shift || measured != o.measured || runTitle != o.runTitle) return false;
    if (show == Settings::Show::Links)
      return heat.group == o.heat.group && heat.range == o.heat.range && heat.columns == o.heat.columns && heat.rows == o.heat.rows && heat.order == o.heat.order;
    if (show == Settings::Show::Io)
      return io.measure == o.io.measure && io.kind == o.io.kind && io.layer == o.io.layer && io.file == o.io.file && io.range == o.io.range && io.columns == o.io.columns;
    return traffic.measure == o.traffic.measure && traffic.algorithm == o.traffic.algorithm && traffic.range == o.traffic.range &&
           traffic.operations == o.traffic.operations && traffic.groups == o.traffic.groups && traffic.call == o.traffic.call && step == o.step && ranksPerNode == o.ranksPerNode && byHand.empty() && o.byHand.empty();
  }
};

struct HeatmapView::Answer {
  Request request;
  TrafficMatrix traffic;
  std::vector<RankLateness> late;  // where the matrix shows time
  LinkHeat heat;
  IoHeat io;
};

}  // namespace weir
