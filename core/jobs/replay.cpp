#include "core/jobs/replay.h"

#include <filesystem>
#include <fstream>

#include "core/formats/open.h"
#include "core/jobs/use_cases.h"
#include "core/scenario/execution_graph.h"
#include "core/study/study.h"

namespace weir {
namespace {

Result<RunPtr> runNamed(const std::string& path, const Job& job) {
  std::string head(64 << 10, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  std::error_code ec;
  if (!std::filesystem::is_directory(path, ec) && kindOf(head) == FileKind::Study) {
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
