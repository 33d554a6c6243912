#include "app/gui/documents/study_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/jobs/use_cases.h"
#include "core/scenario/outcome_json.h"
#include "core/scenario/json.h"
#include "core/summarize/steps_json.h"
#include "core/summarize/tables_json.h"

namespace weir {
namespace {

constexpr const char* kFound = "steps found";     // among what is remembered of a run, as core/summarize/steps_json writes it
constexpr std::string_view kTable = "table ";     // and the key, as core/summarize/tables_json writes it
constexpr std::string_view kAnswer = "answer ";   // and the key, as core/summarize/..._kept writes it
constexpr const char* kSteps = "steps by hand";  // among what is remembered of a run: [[from, to], ...]
constexpr const char* kRevision = "revision";
constexpr const char* kShown = "runs.shown";  // {"<row>": {"title": ..., "visible": ...}}

// Another window, or weir-cli, may have written to the file, or put another in its place: what this window knows of its
// rows then is no longer so, and going by it would lose runs.
Result<void> isAsLeft(const Study& study, const SaveRequest& r) {
  const auto revision = study.meta(kRevision);
  if (!revision) return tl::make_unexpected(revision.error());
  const auto rows = study.runs();
  if (!rows) return tl::make_unexpected(rows.error());
  const auto there = [&](const KeptRun& k) {
    const auto known = r.file.runs.find(k.id);
    return known == r.file.runs.end() || std::any_of(rows->begin(), rows->end(), [&](const StoredRun& row) { return row.id == known->second; });
  };
  if (revision->value_or("") == r.file.revision && std::all_of(r.runs.begin(), r.runs.end(), there)) return {};
  return failIo("the study was changed by another window or program since it was opened here; it was left as it is", r.file.path,
                "save this work under another name, or open the study again");
}

// `added`: the rows of runs that are new, also where it fails.
Result<FileState> bringUpToDate(Study& study, SaveRequest& r, std::vector<StudyId>& added, const Job& job) {
  FileState done{r.file.path, r.file.scenario, {}, r.file.sweep, r.file.sweepVersion, r.revision};
  if (!r.scenarioJson.empty()) {
    StoredScenario s{done.scenario, r.scenarioName, r.scenarioJson, r.now_ms};
    if (done.scenario != 0) {
      if (auto ok = study.updateScenario(s); !ok) return tl::make_unexpected(ok.error());
    } else {
      auto id = study.addScenario(s);
      if (!id) return tl::make_unexpected(id.error());
      done.scenario = *id;
    }
    if (auto ok = study.setMeta("scenario.active", std::to_string(done.scenario)); !ok) return tl::make_unexpected(ok.error());
  }
  nlohmann::json shown = nlohmann::json::object();
  for (KeptRun& k : r.runs) {
    if (job.stopped()) return tl::make_unexpected(Error{Error::Kind::Stopped, "stopped", {}, {}});
    StudyId row = 0;
    if (const auto it = r.file.runs.find(k.id); it != r.file.runs.end()) row = it->second;
    if (row == 0) {
      auto id = study.addRun(*k.run, std::nullopt, r.now_ms, job);
      if (!id) return tl::make_unexpected(id.error());
      row = *id;
      added.push_back(row);
    }
    done.runs[k.id] = row;
    if (!k.steps.empty()) {
      nlohmann::json steps = nlohmann::json::array();
      for (const TimeRange& s : k.steps) steps.push_back({s.from, s.to});
      k.remembered[kSteps] = steps.dump();
    }
    if (k.found) k.remembered[kFound] = stepsToJson(*k.found);
    for (const auto& [key, tables] : k.tables)
      if (std::string text = tablesToJson(*tables); !text.empty()) k.remembered[std::string(kTable) + key] = std::move(text);
    for (const auto& [key, answer] : k.answers)
      if (const std::string& bytes = answer.bytes(); !bytes.empty()) k.remembered[std::string(kAnswer) + key] = bytes;
    auto before = study.remembered(row);
    if (!before) return tl::make_unexpected(before.error());
    if (*before != k.remembered)
      if (auto ok = study.setRemembered(row, k.remembered); !ok) return tl::make_unexpected(ok.error());
    shown[std::to_string(row)] = {{"title", k.title}, {"visible", k.visible}};
  }
  for (const auto& [id, row] : r.file.runs)
    if (!done.runs.contains(id))
      if (auto ok = study.removeRun(row); !ok) return tl::make_unexpected(ok.error());
  if (auto ok = study.setMeta(kShown, shown.dump()); !ok) return tl::make_unexpected(ok.error());
  if (r.sweep && (done.sweep == 0 || done.sweepVersion != r.sweepVersion)) {
    if (done.sweep != 0)
      if (auto ok = study.removeSweep(done.sweep); !ok) return tl::make_unexpected(ok.error());
    const SweepResult& swept = *r.sweep->result;
    StoredSweep s;
    s.title = "sweep";
    // As core/jobs keeps it, so that weir-cli and merge read it too.
    s.spec = nlohmann::ordered_json{{"fidelity", std::string(name(swept.fidelity))},
                                    {"basis", std::string(name(swept.basis))},
                                    {"grid", nlohmann::ordered_json::parse(specToJson(swept.spec))}}
                 .dump();
    s.created_ms = r.now_ms;
    s.total = swept.total;
    if (r.sweep->base) {
      auto base = keepScenario(study, *r.sweep->base, r.now_ms);
      if (!base) return tl::make_unexpected(base.error());
      s.scenario = *base;
    }
    auto id = study.addSweep(s);
    if (!id) return tl::make_unexpected(id.error());
    std::vector<SweepPointRow> points;
    points.reserve(swept.points.size());
    for (const SweepPoint& p : swept.points) points.push_back({p.index, pointToJson(p)});
    if (auto ok = study.addSweepPoints(*id, points, swept.complete() ? SweepState::Done : SweepState::Stopped); !ok) return tl::make_unexpected(ok.error());
    done.sweep = *id;
    done.sweepVersion = r.sweepVersion;
  }
  for (const auto& [key, value] : r.meta)
    if (auto ok = study.setMeta(key, value); !ok) return tl::make_unexpected(ok.error());
  if (!r.layout.empty())
    if (auto ok = study.setLayout("window", r.layout); !ok) return tl::make_unexpected(ok.error());
  if (auto ok = study.setMeta(kRevision, r.revision); !ok) return tl::make_unexpected(ok.error());
  return done;
}

}  // namespace

Result<FileState> saveStudy(SaveRequest request, const Job& job) {
  job.begin("writing " + request.file.path);
  namespace fs = std::filesystem;
  const std::string path = request.file.path;
  std::error_code ignored;
  // Somebody removed it: all that was in it is still at hand.
  if (!request.file.revision.empty() && !fs::exists(path, ignored)) request.fresh = true;
  std::vector<StudyId> added;
  if (!request.fresh) {
    auto study = Study::open(path, Study::Mode::Create);
    if (!study) return tl::make_unexpected(study.error());
    if (study->readOnly()) return failIo("this study can only be read", path, "save it under another name or in another folder");
    if (const auto ok = isAsLeft(*study, request); !ok) return tl::make_unexpected(ok.error());
    auto done = bringUpToDate(*study, request, added, job);
    // Or the next try would add them once more.
    if (!done)
      for (const StudyId row : added) (void)study->removeRun(row);
    return done;
  }
  // Beside the target and renamed at the end: a full disk or a stop leaves what stood there as it was.
  const std::string part = path + ".part";
  fs::remove(part, ignored);
  request.file = FileState{path, 0, {}, 0, 0, {}};
  Result<FileState> done = failIo("not written", path);
  {
    auto study = Study::open(part, Study::Mode::Create);
    if (!study) {
      Error e = study.error();
      e.where = path;
      return tl::make_unexpected(std::move(e));
    }
    done = bringUpToDate(*study, request, added, job);
  }
  const auto drop = [&] {
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(part + end, ignored);
  };
  if (!done) {
    drop();
    Error e = done.error();
    if (e.where.find(part) != std::string::npos) e.where = path;
    return tl::make_unexpected(std::move(e));
  }
  for (const char* end : {"-wal", "-shm"}) fs::remove(path + end, ignored);
  std::error_code failed;
  fs::rename(part, path, failed);
  if (failed) {
    drop();
    return failIo(fmt::format("cannot be written: {}", failed.message()), path, "choose another folder");
  }
  return done;
}

Result<LoadedStudy> loadStudy(const std::string& path, const Presets& presets, const std::vector<std::string>& metaKeys, const Job& job, bool onlyRead) {
  job.begin("reading " + path);
  // Looking changes nothing, not even an older file's schema: that is for saving.
  auto study = Study::open(path, Study::Mode::ReadOnly);
  if (!study) return tl::make_unexpected(study.error());
  LoadedStudy out;
  out.file.path = path;
  out.readOnly = onlyRead || !Study::mayWrite(path);

  nlohmann::json shown;
  if (const auto text = study->meta(kShown); text && *text) shown = nlohmann::json::parse(**text, nullptr, false);
  const auto rows = study->runs();
  if (!rows) return tl::make_unexpected(rows.error());
  for (const StoredRun& row : *rows) {
    auto run = study->run(row.id, job);
    if (!run) {
      if (run.error().stopped()) return tl::make_unexpected(run.error());
      out.remarks.push_back(run.error().line());  // one damaged run must not cost the others
      continue;
    }
    KeptRun k;
    k.id = static_cast<int>(out.runs.size());
    k.run = *run;
    k.title = row.title;
    k.stored = row.id;
    if (auto remembered = study->remembered(row.id)) k.remembered = std::move(*remembered);
    if (auto by = k.remembered.extract(kSteps)) {
      const auto steps = nlohmann::json::parse(by.mapped(), nullptr, false);
      if (steps.is_array())
        for (const auto& s : steps)
          if (s.is_array() && s.size() == 2 && s[0].is_number_integer() && s[1].is_number_integer() && s[0].get<std::int64_t>() < s[1].get<std::int64_t>())
            k.steps.push_back({s[0].get<std::int64_t>(), s[1].get<std::int64_t>()});
    }
    if (auto by = k.remembered.extract(kFound))
      if (auto steps = stepsFromJson(by.mapped())) k.found = std::make_shared<const Steps>(std::move(*steps));
    for (auto it = k.remembered.lower_bound(std::string(kTable)); it != k.remembered.end() && it->first.starts_with(kTable); it = k.remembered.erase(it))
      if (auto tables = tablesFromJson(it->second)) k.tables[it->first.substr(kTable.size())] = std::make_shared<const std::vector<StatTable>>(std::move(*tables));
    // Read when they are asked for.
    for (auto it = k.remembered.lower_bound(std::string(kAnswer)); it != k.remembered.end() && it->first.starts_with(kAnswer); it = k.remembered.erase(it))
      k.answers.emplace(it->first.substr(kAnswer.size()), KeptAnswer(std::move(it->second)));
    if (shown.is_object())
      if (const auto it = shown.find(std::to_string(row.id)); it != shown.end() && it->is_object()) {
        k.title = it->value("title", k.title);
        k.visible = it->value("visible", true);
      }
    out.file.runs[k.id] = row.id;
    out.runs.push_back(std::move(k));
  }

  const auto scenarios = study->scenarios();
  if (!scenarios) return tl::make_unexpected(scenarios.error());
  if (!scenarios->empty()) {
    const StoredScenario* active = &scenarios->back();
    if (const auto id = study->meta("scenario.active"); id && *id)
      for (const StoredScenario& s : *scenarios)
        if (std::to_string(s.id) == **id) active = &s;
    auto scenario = scenarioFromJson(active->json, path, presets);
    if (scenario) {
      out.scenario = std::move(*scenario);
      out.file.scenario = active->id;
    } else {
      out.remarks.push_back(scenario.error().line());
    }
  }
  if (const auto sweeps = study->sweeps(); sweeps && !sweeps->empty()) {
    const StoredSweep& s = sweeps->back();
    if (auto swept = loadSweep(*study, s.id)) {
      out.sweep.emplace();
      out.sweep->result = std::make_shared<const SweepResult>(std::move(*swept));
      if (s.scenario)
        if (const auto text = study->scenario(*s.scenario))
          if (auto base = scenarioFromJson(text->json, path, presets)) out.sweep->base = std::make_shared<const Scenario>(std::move(*base));
      out.file.sweep = s.id;
    } else {
      out.remarks.push_back(swept.error().line());
    }
  }
  for (const std::string& key : metaKeys)
    if (const auto v = study->meta(key); v && *v) out.meta[key] = **v;
  if (const auto l = study->layout("window"); l && *l) out.layout = **l;
  if (const auto v = study->meta(kRevision); v && *v) out.file.revision = **v;
  return out;
}

}  // namespace weir
