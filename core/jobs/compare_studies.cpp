#include "core/jobs/compare_studies.h"

#include <fmt/format.h>

#include "core/study/study.h"
#include "core/summarize/steps.h"

namespace weir {
namespace {

struct Listed {
  std::vector<StoredRun> runs;
  std::vector<RunLabel> labels;
};

Result<Listed> list(const std::string& path) {
  const auto study = Study::open(path, Study::Mode::ReadOnly);
  if (!study) return tl::make_unexpected(study.error());
  auto runs = study->runs();
  if (!runs) return tl::make_unexpected(runs.error());
  if (runs->empty()) return fail("the study holds no run", path, "keep one in it (simulate --out, or save a window with a run), or give trace files");
  Listed out{std::move(*runs), {}};
  for (const StoredRun& r : out.runs) {
    std::string scenario;
    if (r.scenario)
      if (const auto s = study->scenario(*r.scenario)) scenario = s->json;
    out.labels.push_back({r.title, scenario, r.truth});
  }
  return out;
}

}  // namespace

Result<std::vector<StudyComparison>> compareStudies(const std::string& a, const std::string& b, const CompareOptions& options, const RangeFromBegin& range, const Job& job,
                                                    const std::function<void(const Run&, const std::string&)>& read) {
  const auto x = list(a);
  if (!x) return tl::make_unexpected(x.error());
  const auto y = list(b);
  if (!y) return tl::make_unexpected(y.error());
  const auto stored = [&](const std::string& path, StudyId id) -> Result<RunPtr> {
    const auto study = Study::open(path, Study::Mode::ReadOnly);
    if (!study) return tl::make_unexpected(study.error());
    auto run = study->run(id, job);
    if (run && read) read(**run, path);
    return run;
  };
  std::vector<StudyComparison> out;
  const std::vector<RunPair> pairs = matchRuns(x->labels, y->labels);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const RunPair& p = pairs[i];
    if (job.stopped()) return stoppedByUser();
    StudyComparison s;
    s.by = std::string(p.by);
    if (p.a) s.titleA = x->runs[*p.a].title;
    if (p.b) s.titleB = y->runs[*p.b].title;
    if (p.a && p.b) {
      const auto runA = stored(a, x->runs[*p.a].id);
      if (!runA) return tl::make_unexpected(runA.error());
      const auto runB = stored(b, y->runs[*p.b].id);
      if (!runB) return tl::make_unexpected(runB.error());
      job.begin(fmt::format("comparing {}, pair {} of {}", s.titleA, i + 1, pairs.size()));
      const auto side = [&](const Run& run) { return CompareSide{&run, findSteps(run, job).ranks, range.of(run)}; };
      s.comparison = compareRuns(side(**runA), side(**runB), options, job);
      if (!s.comparison) return stoppedByUser();
    }
    out.push_back(std::move(s));
  }
  return out;
}

}  // namespace weir
