#include "core/jobs/use_cases.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "core/jobs/replay.h"
#include "core/scenario/json.h"
#include "core/scenario/outcome_json.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

// Found by content, so that playing one question often leaves one scenario.
Result<StudyId> keepText(Study& study, const std::string& name, const std::string& json, std::int64_t created_ms) {
  const auto all = study.scenarios();
  if (!all) return tl::make_unexpected(all.error());
  for (const StoredScenario& s : *all)
    if (s.name == name && s.json == json) return s.id;
  return study.addScenario({.name = name, .json = json, .created_ms = created_ms});
}

std::string nameIn(const std::string& scenarioJson) {
  const auto j = nlohmann::json::parse(scenarioJson, nullptr, false);
  return j.is_object() && j.contains("name") && j["name"].is_string() ? j["name"].get<std::string>() : std::string();
}

std::string storedSpec(const SweepSpec& spec, Fidelity fidelity, Basis basis) {
  return Json{
      {"fidelity", std::string(name(fidelity))}, {"basis", std::string(name(basis))}, {"grid", Json::parse(specToJson(spec))}}
      .dump();
}

struct Spec {
  SweepSpec grid;
  Fidelity fidelity = Fidelity::Model;
  Basis basis = Basis::ToTarget;
};

Result<Spec> specOf(const StoredSweep& s) {
  const auto j = nlohmann::json::parse(s.spec, nullptr, false);
  if (!j.is_object() || !j.contains("grid")) return fail("the sweep's grid cannot be read");
  auto grid = specFromJson(j["grid"].dump());
  if (!grid) return tl::make_unexpected(std::move(grid).error());
  Spec spec{*std::move(grid), Fidelity::Model, Basis::ToTarget};
  const std::string fidelity = j.value("fidelity", "");
  for (const Fidelity f : {Fidelity::Model, Fidelity::Flow, Fidelity::Packet, Fidelity::Hybrid})
    if (fidelity == name(f)) spec.fidelity = f;
  const std::string basis = j.value("basis", "");
  for (const Basis b : {Basis::ToTarget, Basis::PerEpoch, Basis::PerSample, Basis::PerStep})
    if (basis == name(b)) spec.basis = b;
  return spec;
}

Result<StoredSweep> storedSweep(const Study& study, StudyId id) {
  const auto all = study.sweeps();
  if (!all) return tl::make_unexpected(all.error());
  for (const StoredSweep& s : *all)
    if (s.id == id) return s;
  return fail("is not there (any more)", study.path() + ", sweep " + std::to_string(id));
}

// Writes the points that were not written yet.
class Notebook {
 public:
  Notebook(Study& study, StudyId id) : study_(study), id_(id) {}
  Result<void> write(const SweepResult& r, SweepState state) {
    std::vector<SweepPointRow> rows;
    for (const SweepPoint& p : r.points)
      if (written_.insert(p.index).second) rows.push_back({p.index, pointToJson(p)});
    return study_.addSweepPoints(id_, rows, state);
  }

 private:
  Study& study_;
  StudyId id_;
  std::unordered_set<std::uint64_t> written_;
};

Result<StudyId> addRunTo(const std::string& path, const Run& run, const Keep& keep, const Job& job) {
  auto study = Study::open(path, Study::Mode::Create);
  if (!study) return tl::make_unexpected(std::move(study).error());
  std::optional<StudyId> scenario;
  if (!run.scenario.empty()) {
    const auto id = keepText(*study, nameIn(run.scenario), run.scenario, keep.created_ms);
    if (!id) return id;
    scenario = *id;
  }
  return study->addRun(run, scenario, keep.created_ms, job);
}

}  // namespace

Result<StudyId> keepScenario(Study& study, const Scenario& s, std::int64_t created_ms) {
  return keepText(study, s.name, scenarioToJson(s), created_ms);
}

Result<StudyId> keepRun(const Run& run, const Keep& keep, const Job& job) {
  std::error_code unknown;
  const bool fresh = !std::filesystem::exists(keep.study, unknown) && !unknown;
  auto kept = addRunTo(keep.study, run, keep, job);
  // A file made for a run that did not fit is no study of anybody's.
  if (!kept && fresh)
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(keep.study + end, unknown);
  return kept;
}

Result<Simulated> simulateAndKeep(const Scenario& s, Fidelity fidelity, const SimulateOptions& options, const Keep& keep,
                                  const Job& job) {
  // A study that cannot be written is said before the work, not after it.
  if (auto study = Study::open(keep.study, Study::Mode::Create); !study) return tl::make_unexpected(std::move(study).error());
  auto done = simulateAny(s, fidelity, options, job);
  if (!done) return done;
  if (const auto id = keepRun(*done->run, keep, job); !id) return tl::make_unexpected(id.error());
  return done;
}

Result<SweepResult> sweepAndKeep(const Scenario& s, const SweepSpec& spec, const SweepOptions& options, const Keep& keep,
                                 const Job& job) {
  auto study = Study::open(keep.study, Study::Mode::Create);
  if (!study) return tl::make_unexpected(std::move(study).error());
  // The same question is refused before it leaves a trace in the study.
  if (const auto base = sweepBase(s, spec, options.presets); !base) return tl::make_unexpected(base.error());
  const auto scenario = keepScenario(*study, s, keep.created_ms);
  if (!scenario) return tl::make_unexpected(scenario.error());
  const Basis basis = preferredBasis(s, spec, options.presets);
  const auto id = study->addSweep({.scenario = *scenario,
                                   .title = keep.title,
                                   .spec = storedSpec(spec, options.fidelity, basis),
                                   .created_ms = keep.created_ms,
                                   .total = spec.size()});
  if (!id) return tl::make_unexpected(id.error());

  Notebook notebook(*study, *id);
  Result<void> written;
  std::stop_source full;  // a disk that fills up ends the sweep: going on would lose what comes
  const std::stop_callback forward(job.stop, [&] { full.request_stop(); });
  SweepOptions withNotes = options;
  withNotes.onPartial = [&](const SweepPtr& partial) {
    if (written) written = notebook.write(*partial, SweepState::Running);
    if (!written) full.request_stop();
    if (options.onPartial) options.onPartial(partial);
  };
  auto result = sweep(s, spec, withNotes, Job{full.get_token(), job.progress});
  if (!result) {
    (void)study->removeSweep(*id);
    return result;
  }
  if (written) written = notebook.write(*result, result->points.size() == spec.size() ? SweepState::Done : SweepState::Stopped);
  if (!written) return tl::make_unexpected(written.error());
  return result;
}

Result<SweepResult> loadSweep(const Study& study, StudyId id) {
  const auto stored = storedSweep(study, id);
  if (!stored) return tl::make_unexpected(stored.error());
  const std::string where = study.path() + ", sweep " + std::to_string(id);
  auto spec = specOf(*stored);
  if (!spec) return fail(spec.error().what, where, "use a copy of the study");
  const auto rows = study.sweepPoints(id);
  if (!rows) return tl::make_unexpected(rows.error());
  SweepResult r;
  r.spec = std::move(spec->grid);
  r.fidelity = spec->fidelity;
  r.total = stored->total;
  r.stopped = stored->state != SweepState::Done;
  r.wall_s = kUnknown;
  for (const SweepPointRow& row : *rows) {
    auto p = pointFromJson(row.json);
    if (!p || p->index != row.index || p->index >= r.spec.size())
      return fail("a point of the sweep cannot be read", where + ", point " + std::to_string(row.index),
                  "use a copy of the study");
    r.points.push_back(*std::move(p));
  }
  finishSweep(r, spec->basis);
  return r;
}

Result<Scenario> scenarioOfStoredPoint(const Study& study, StudyId sweepId, std::uint64_t index, const Presets& presets) {
  const auto stored = storedSweep(study, sweepId);
  if (!stored) return tl::make_unexpected(stored.error());
  const std::string where = study.path() + ", sweep " + std::to_string(sweepId);
  const auto spec = specOf(*stored);
  if (!spec) return fail(spec.error().what, where, "use a copy of the study");
  if (!stored->scenario) return fail("the scenario it was laid around has been removed", where, "run the sweep again");
  if (index >= spec->grid.size()) return fail("has no such point", where);
  const auto text = study.scenario(*stored->scenario);
  if (!text) return tl::make_unexpected(text.error());
  const auto s = scenarioFromJson(text->json, where, presets);
  if (!s) return s;
  const auto base = sweepBase(*s, spec->grid, &presets);
  if (!base) return tl::make_unexpected(base.error());
  return scenarioOf(*base, spec->grid, index, &presets);
}

}  // namespace weir
