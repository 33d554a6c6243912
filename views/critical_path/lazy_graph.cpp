#include "views/critical_path/lazy_graph.h"

namespace weir {

Result<std::shared_ptr<const PathGraph>> LazyPathGraph::get(const Job& job) {
  const std::scoped_lock lock(mutex_);
  if (graph_) return graph_;
  if (job.stopped()) return stoppedByUser();
  auto graph = pathGraph(run_, options_, job);
  if (!graph) return tl::make_unexpected(graph.error());
  graph_ = std::make_shared<const PathGraph>(std::move(*graph));
  return graph_;
}

bool LazyPathGraph::built() const {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  return lock && graph_;
}

}  // namespace weir
