// The study file: one SQLite database (*.weir) that keeps scenarios, runs, sweeps, view layouts and where the person was.
//
// One Study is one connection and belongs to one thread; open another by path in another thread (WAL: readers never
// wait for the writer). Every change is one transaction, so killing the program at any moment loses at most the job in
// flight. Reopening never needs the original trace. All times of day come in as arguments (milliseconds since the
// epoch), so that the same work gives the same rows. Errors carry the file's path in `where`.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/run/run.h"

namespace weir {

using StudyId = std::int64_t;  // a row's id; unique within its table and file, never reused

struct StoredScenario {
  StudyId id = 0;
  std::string name = {}, json = {};
  std::int64_t created_ms = 0;
};

struct StoredRun {  // a run without its columns
  StudyId id = 0;
  std::optional<StudyId> scenario = {};
  std::string title, format;
  Truth truth = Truth::Measured;
  std::int64_t created_ms = 0;
  std::int64_t begin_ps = 0, end_ps = 0;  // span
  std::uint64_t slices = 0, transfers = 0;
  std::int32_t ranks = 0;
  std::uint64_t stored_bytes = 0;  // compressed
};

enum class SweepState { Running, Stopped, Done };  // Running in a file nobody writes: the program was killed

struct StoredSweep {
  StudyId id = 0;
  std::optional<StudyId> scenario = {};
  std::string title = {}, spec = {};  // spec: JSON
  SweepState state = SweepState::Running;
  std::int64_t created_ms = 0;
  std::uint64_t total = 0, points = 0;
};

struct SweepPointRow {
  std::uint64_t index = 0;  // in the whole grid
  std::string json;
};

class Study {
 public:
  enum class Mode {
    ReadWrite,  // the file must exist; falls back to reading when it or its folder cannot be written (see readOnly())
    ReadOnly,   // never writes, not even a migration: an older file is migrated in memory
    Create,     // makes the file where there is none (or an empty one), else as ReadWrite
  };
  [[nodiscard]] static Result<Study> open(const std::string& path, Mode mode);
  // Whether the first bytes of a file (at least 72) are those of a study; 100 bytes are plenty.
  [[nodiscard]] static bool looksLikeStudy(std::string_view firstBytes);
  // Whether this file, or a new one of this name, can be written.
  [[nodiscard]] static bool mayWrite(const std::string& path);
  // The schema version this build writes.
  [[nodiscard]] static int currentVersion();

  Study(Study&&) noexcept;
  Study& operator=(Study&&) noexcept;
  ~Study();

  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] bool readOnly() const;
  // The most this connection may let the file grow to; beyond it writing fails as on a full disk.
  [[nodiscard]] Result<void> limitSize(std::int64_t bytes);

  [[nodiscard]] Result<StudyId> addScenario(const StoredScenario& s);  // s.id is ignored
  [[nodiscard]] Result<void> updateScenario(const StoredScenario& s);
  [[nodiscard]] Result<void> removeScenario(StudyId id);                // its runs and sweeps stay, without a scenario
  [[nodiscard]] Result<std::vector<StoredScenario>> scenarios() const;  // by id
  [[nodiscard]] Result<StoredScenario> scenario(StudyId id) const;

  // Compresses and writes the whole Run in one transaction. Stopped: nothing is written.
  [[nodiscard]] Result<StudyId> addRun(const Run& run, std::optional<StudyId> scenario, std::int64_t created_ms, const Job& job);
  [[nodiscard]] Result<void> removeRun(StudyId id);
  [[nodiscard]] Result<std::vector<StoredRun>> runs() const;  // by id
  // Every field of the Run as it was given to addRun. A damaged column is an Error that names run and column.
  [[nodiscard]] Result<RunPtr> run(StudyId id, const Job& job) const;

  // Results of long analyses of a run, any bytes, by a key that names everything they depend on; all of them are replaced.
  // They go with their run.
  [[nodiscard]] Result<void> setRemembered(StudyId run, const std::map<std::string, std::string>& results);
  [[nodiscard]] Result<std::map<std::string, std::string>> remembered(StudyId run) const;

  [[nodiscard]] Result<StudyId> addSweep(const StoredSweep& s);  // id and points are ignored
  // One transaction; a point that is there already is replaced.
  [[nodiscard]] Result<void> addSweepPoints(StudyId id, const std::vector<SweepPointRow>& points, SweepState state);
  [[nodiscard]] Result<void> removeSweep(StudyId id);
  [[nodiscard]] Result<std::vector<StoredSweep>> sweeps() const;                   // by id
  [[nodiscard]] Result<std::vector<SweepPointRow>> sweepPoints(StudyId id) const;  // by index

  // Window layouts by name; any bytes. Absent: nullopt.
  [[nodiscard]] Result<void> setLayout(const std::string& name, std::string_view bytes);
  [[nodiscard]] Result<std::optional<std::string>> layout(const std::string& name) const;
  // Small facts about the last work: "scenario.active", "view", "run.active", ...
  [[nodiscard]] Result<void> setMeta(const std::string& key, std::string_view value);
  [[nodiscard]] Result<std::optional<std::string>> meta(const std::string& key) const;

  // A whole copy under another name ("save as"), complete or not there at all. Overwrites a study that stands there.
  [[nodiscard]] Result<void> copyTo(const std::string& path) const;
  // SQLite's own check of the file, plus every column's checksum. Ok or the first fault.
  [[nodiscard]] Result<void> check(const Job& job) const;

 private:
  friend Result<void> mergeStudies(const std::string& out, const std::vector<std::string>& ins, const Job& job);
  struct Impl;
  explicit Study(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Adds everything of `ins` to `out` (made if absent) in one transaction: equal scenarios and equal runs once, the points
// of sweeps with equal spec and scenario joined (that is how shards come together); layouts and meta only where `out`
// has none. An input is never written to.
[[nodiscard]] Result<void> mergeStudies(const std::string& out, const std::vector<std::string>& ins, const Job& job);

}  // namespace weir
