#include "app/cli/study_info.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/units.h"
#include "core/jobs/use_cases.h"
#include "core/study/study.h"

namespace weir::cli {
namespace {

std::string_view name(SweepState s) {
  switch (s) {
    case SweepState::Running: return "unfinished";
    case SweepState::Stopped: return "stopped";
    case SweepState::Done: return "done";
  }
  return "unknown";
}

double spanOf(const StoredRun& r) { return static_cast<double>(r.end_ps - r.begin_ps) * 1e-12; }

std::string text(const std::vector<StoredScenario>& scenarios, const std::vector<StoredRun>& runs, const std::vector<StoredSweep>& sweeps) {
  std::string t = fmt::format("format          weir study\nscenarios       {}\n", scenarios.size());
  for (const StoredScenario& s : scenarios) t += fmt::format("                {}  {}\n", s.id, s.name);
  t += fmt::format("runs            {}\n", runs.size());
  for (const StoredRun& r : runs)
    t += fmt::format("                {}  {} ({}, {}): {} ranks, {} slices, {}\n", r.id, r.title, weir::name(r.truth), r.format, r.ranks,
                     r.slices, units::showSeconds(spanOf(r)));
  t += fmt::format("sweeps          {}\n", sweeps.size());
  for (const StoredSweep& s : sweeps) t += fmt::format("                {}  {}: {} of {} plans, {}\n", s.id, s.title, s.points, s.total, name(s.state));
  return t;
}

std::string json(const std::vector<StoredScenario>& scenarios, const std::vector<StoredRun>& runs, const std::vector<StoredSweep>& sweeps) {
  nlohmann::ordered_json j{{"format", "weir-study"}, {"scenarios", nlohmann::ordered_json::array()}, {"runs", nlohmann::ordered_json::array()},
                           {"sweeps", nlohmann::ordered_json::array()}};
  for (const StoredScenario& s : scenarios) j["scenarios"].push_back({{"id", s.id}, {"name", s.name}});
  for (const StoredRun& r : runs)
    j["runs"].push_back({{"id", r.id}, {"title", r.title}, {"truth", weir::name(r.truth)}, {"format", r.format}, {"ranks", r.ranks},
                         {"slices", r.slices}, {"transfers", r.transfers}, {"span_s", spanOf(r)}});
  for (const StoredSweep& s : sweeps)
    j["sweeps"].push_back({{"id", s.id}, {"title", s.title}, {"points", s.points}, {"total", s.total}, {"state", name(s.state)}});
  return j.dump(2) + "\n";
}

}  // namespace

bool isStudy(const std::string& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) return false;  // opening a pipe may wait forever
  std::ifstream in(path, std::ios::binary);
  std::string head(128, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return Study::looksLikeStudy(head);
}

Result<std::string> describeStudy(const std::string& path, bool asJson) {
  const auto study = Study::open(path, Study::Mode::ReadOnly);
  if (!study) return tl::make_unexpected(study.error());
  const auto scenarios = study->scenarios();
  if (!scenarios) return tl::make_unexpected(scenarios.error());
  const auto runs = study->runs();
  if (!runs) return tl::make_unexpected(runs.error());
  const auto sweeps = study->sweeps();
  if (!sweeps) return tl::make_unexpected(sweeps.error());
  return asJson ? json(*scenarios, *runs, *sweeps) : text(*scenarios, *runs, *sweeps);
}

Result<std::string> scenarioOfStudy(const std::string& path) {
  const auto study = Study::open(path, Study::Mode::ReadOnly);
  if (!study) return tl::make_unexpected(study.error());
  const auto scenarios = study->scenarios();
  if (!scenarios) return tl::make_unexpected(scenarios.error());
  if (scenarios->empty()) return fail("the study holds no scenario", path, "give a scenario file (JSON)");
  StudyId active = 0;
  if (const auto meta = study->meta("scenario.active"); meta && *meta)
    std::from_chars((*meta)->data(), (*meta)->data() + (*meta)->size(), active);
  for (const StoredScenario& s : *scenarios)
    if (s.id == active) return s.json;
  return scenarios->back().json;
}

}  // namespace weir::cli
