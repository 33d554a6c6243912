#include "core/jobs/replay.h"

#include <filesystem>

#include "core/base/file_head.h"
#include "core/formats/open.h"
#include "core/jobs/use_cases.h"
#include "core/scenario/execution_graph.h"
#include "core/study/study.h"

namespace weir {
namespace {

Result<RunPtr> runNamed(const std::string& path, const Job& job) {
  if (kindOf(headOf(path)) == FileKind::Study) {
    const auto study = Study::open(path, Study::Mode::ReadOnly);
    if (!study) return tl::make_unexpected(study.error());
    const auto runs = study->runs();
    if (!runs) return tl::make_unexpected(runs.error());
    if (runs->empty()) return fail("no run is in this study", path, "name one that holds a run");
    return study->run(runs->back().id, job);
  }
  auto run = openFiles({path}, {}, job);
  if (!run) return tl::make_unexpected(std::move(run).error());
  return std::make_shared<const Run>(*std::move(run));
}

}  // namespace

Result<Simulated> simulateAny(const Scenario& s, Fidelity fidelity, SimulateOptions options, const Job& job) {
  const std::string& path = s.workload.run;
  if (s.workload.kind == Workload::Kind::Replay && fidelity != Fidelity::Model && !options.replay && !path.empty() && !isExecutionGraph(path)) {
    auto run = runNamed(path, job);
    if (!run) {
      Error e = std::move(run).error();
      if (!e.stopped()) {
        e.what = e.where.empty() ? e.what : e.where + ": " + e.what;
        e.where = "workload.run";
      }
      return tl::make_unexpected(std::move(e));
    }
    options.replay = std::move(*run);
  }
  return simulate(s, fidelity, options, job);
}

}  // namespace weir
