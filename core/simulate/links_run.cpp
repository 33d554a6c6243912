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
  const NameId utilisation = b.intern("link utilisation");
  const NameId depth = b.intern("queue depth");
  for (const auto& [total, l] : busy) {
    Counter c;
    c.name = b.intern(graph.linkName(l));
    c.group = utilisation;
    c.unit = "1";
    c.step = width;
    bool queued = false;
    c.value.reserve(bins);
    for (std::uint32_t i = 0; i < bins; ++i) {
      c.value.push_back(static_cast<float>(series.busy(l, i) / static_cast<double>(width)));
      queued |= series.queue(l, i) > 0;
    }
    if (queued) {
      Counter q = c;
      q.group = depth;
      q.unit = "B";
      for (std::uint32_t i = 0; i < bins; ++i) q.value[i] = series.queue(l, i);
      b.counter(std::move(q));
    }
    b.counter(std::move(c));
  }
}

}  // namespace weir::sim
