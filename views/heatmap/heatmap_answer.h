// What HeatmapView asks of a run and what it is answered; private to this folder. Plain data, so that a worker can hold it.
#pragma once

#include <QString>
#include <algorithm>
#include <string_view>

#include "views/heatmap/heatmap_view.h"

namespace weir {

inline QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

struct HeatmapView::Request {
  RunPtr run;
  int runId = 0;
  QString runTitle;
  std::int64_t shift = 0;
  bool links = false;
  TrafficOptions traffic;
  LinkHeatOptions heat;

  // More rows or messages than are summed up while a frame waits.
  [[nodiscard]] bool heavy() const {
    constexpr std::size_t kHeavy = 300'000;
    if (links) {
      std::size_t samples = 0;
      for (const Counter& c : run->counters) samples += c.value.size();
      return samples > kHeavy * 4;
    }
    if (run->transfers.size() > 0) return run->transfers.size() > kHeavy;
    const std::size_t n = run->ranks.size();
    return run->collectives.size() > kHeavy ||
           n * n * std::min<std::size_t>(run->collectives.size() / std::max<std::size_t>(n, 1), 64) > kHeavy;
  }
};

struct HeatmapView::Answer {
  Request request;
  TrafficMatrix traffic;
  std::vector<RankLateness> late;  // where the matrix shows time
  LinkHeat heat;
};

}  // namespace weir
