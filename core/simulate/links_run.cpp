#include "core/simulate/links_run.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weir::sim {

void writeLinks(RunBuilder& b, const net::Graph& graph, const net::LinkSeries& series, std::int64_t end, std::size_t most) {
  std::vector<std::pair<double, net::LinkId>> busy;
  for (net::LinkId l = 0; l < series.links(); ++l)
    if (const double total = series.busyTotal(l); total > 0) busy.emplace_back(-total, l);
  if (busy.empty()) return;
  std::sort(busy.begin(), busy.end());
  if (busy.size() > most) {
    b.note("links not kept, less busy than those shown", {}, busy.size() - most);
    busy.resize(most);
  }
  std::sort(busy.begin(), busy.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
  const std::int64_t width = series.width();
  const auto bins = static_cast<std::uint32_t>(std::clamp<std::int64_t>((end + width - 1) / width, 1, series.bins()));
  const std::int64_t step = std::max<std::int64_t>(1, (end + bins - 1) / bins);
  const NameId utilisation = b.intern("link utilisation");
  const NameId depth = b.intern("queue depth");
  for (const auto& [total, l] : busy) {
    Counter c;
    c.name = b.intern(graph.linkName(l));
    c.group = utilisation;
    c.unit = "1";
    c.step = step;
    c.value.assign(bins, 0.0F);
    Counter q = c;
    q.group = depth;
    q.unit = "B";
    Counter marks = c, pauses = c;
    marks.group = b.intern("marks");
    pauses.group = b.intern("pauses");
    marks.unit = pauses.unit = {};  // they are counts
    bool queued = false, marked = false, paused = false;
    std::vector<double> busyIn(bins, 0.0);
    for (std::uint32_t i = 0; i < bins; ++i) {
      const std::int64_t from = std::int64_t{i} * width;
      const std::int64_t to = std::max(std::min(from + width, end), from + 1);
      for (std::int64_t k = from / step; k * step < to && k < bins; ++k) {
        const std::int64_t both = std::min(to, (k + 1) * step) - std::max(from, k * step);
        const auto at = static_cast<std::size_t>(k);
        busyIn[at] += series.busy(l, i) * static_cast<double>(both) / static_cast<double>(to - from);
        q.value[at] = std::max(q.value[at], series.queue(l, i));
      }
      if (series.hasEvents()) {
        // Whole, at the step in which the bin begins: they are counts.
        const auto at = static_cast<std::size_t>(std::min<std::int64_t>(from / step, bins - 1));
        marks.value[at] += static_cast<float>(series.marks(l, i));
        pauses.value[at] += static_cast<float>(series.pauses(l, i));
        marked |= series.marks(l, i) > 0;
        paused |= series.pauses(l, i) > 0;
      }
      queued |= series.queue(l, i) > 0;
    }
    for (std::uint32_t i = 0; i < bins; ++i) c.value[i] = static_cast<float>(std::min(1.0, busyIn[i] / static_cast<double>(step)));
    if (queued) b.counter(std::move(q));
    if (marked) b.counter(std::move(marks));
    if (paused) b.counter(std::move(pauses));
    b.counter(std::move(c));
  }
}

}  // namespace weir::sim
