// The graph of one run and range, built when something first needs what the kept answers do not tell. Any thread; who asks
// while another builds it waits for that one.
#pragma once

#include <memory>
#include <mutex>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/summarize/critical_path_graph.h"

namespace weir {

class LazyPathGraph {
 public:
  LazyPathGraph(RunPtr run, PathOptions options) : run_(std::move(run)), options_(std::move(options)) {}
  // Errors: as pathGraph(); one that was stopped is built by whoever asks next.
  [[nodiscard]] Result<std::shared_ptr<const PathGraph>> get(const Job& job);
  [[nodiscard]] bool built() const;
  [[nodiscard]] const RunPtr& run() const { return run_; }

 private:
  const RunPtr run_;
  const PathOptions options_;
  mutable std::mutex mutex_;  // held while it is built
  std::shared_ptr<const PathGraph> graph_;
};

}  // namespace weir
