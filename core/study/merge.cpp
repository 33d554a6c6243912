#include <sqlite3.h>

#include <filesystem>
#include <map>

#include "core/study/study_impl.h"

namespace weir {
namespace {

using Ids = std::map<StudyId, StudyId>;  // an input's id -> the output's

std::optional<StudyId> mapped(const Ids& ids, std::optional<StudyId> id) {
  if (!id) return std::nullopt;
  const auto it = ids.find(*id);
  return it == ids.end() ? std::nullopt : std::optional(it->second);
}

Ids copyScenarios(SQLite::Database& out, SQLite::Database& in) {
  Ids ids;
  SQLite::Statement from(in, "SELECT id, name, json, created_ms FROM scenarios ORDER BY id");
  SQLite::Statement same(out, "SELECT id FROM scenarios WHERE name = ? AND json = ? ORDER BY id LIMIT 1");
  SQLite::Statement insert(out, "INSERT INTO scenarios (name, json, created_ms) VALUES (?, ?, ?)");
  while (from.executeStep()) {
    const std::string name = textOf(from.getColumn(1));
    const std::string json = textOf(from.getColumn(2));
    same.reset();
    same.bind(1, name);
    same.bind(2, json);
    if (same.executeStep()) {
      ids[from.getColumn(0).getInt64()] = same.getColumn(0).getInt64();
      continue;
    }
    insert.reset();
    insert.bind(1, name);
    insert.bind(2, json);
    insert.bind(3, from.getColumn(3).getInt64());
    insert.exec();
    ids[from.getColumn(0).getInt64()] = out.getLastInsertRowid();
  }
  return ids;
}

// Columns are copied as they are: no need to unpack them.
Result<void> copyRuns(SQLite::Database& out, SQLite::Database& in, const Ids& scenarios, const Job& job) {
  SQLite::Statement from(
      in,
      "SELECT id, scenario, title, format, truth, created_ms, begin_ps, end_ps, slices, transfers, ranks, layout, digest, "
      "stored_bytes FROM runs ORDER BY id");
  SQLite::Statement same(out, "SELECT 1 FROM runs WHERE digest = ? AND created_ms = ? AND title = ? AND stored_bytes = ?");
  SQLite::Statement insert(
      out,
      "INSERT INTO runs (scenario, title, format, truth, created_ms, begin_ps, end_ps, slices, transfers, ranks, layout, "
      "digest, stored_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  SQLite::Statement columns(in, "SELECT name, part, data FROM run_columns WHERE run = ? ORDER BY id");
  SQLite::Statement add(out, "INSERT INTO run_columns (run, name, part, data) VALUES (?, ?, ?, ?)");
  SQLite::Statement results(out, "INSERT INTO remembered (run, key, data) VALUES (?, ?, ?)");
  SQLite::Statement known(in, "SELECT key, data FROM remembered WHERE run = ? ORDER BY key");
  while (from.executeStep()) {
    same.reset();
    same.bind(1, from.getColumn(12).getInt64());
    same.bind(2, from.getColumn(5).getInt64());
    same.bind(3, textOf(from.getColumn(2)));
    same.bind(4, from.getColumn(13).getInt64());
    if (same.executeStep()) continue;
    insert.reset();
    bindId(insert, 1, mapped(scenarios, idOf(from.getColumn(1))));
    insert.bind(2, textOf(from.getColumn(2)));
    insert.bind(3, textOf(from.getColumn(3)));
    for (int i = 4; i <= 13; ++i) insert.bind(i, from.getColumn(i).getInt64());
    insert.exec();
    const StudyId id = out.getLastInsertRowid();
    columns.reset();
    columns.bind(1, from.getColumn(0).getInt64());
    while (columns.executeStep()) {
      if (job.stopped()) return stoppedByUser();
      const SQLite::Column data = columns.getColumn(2);
      add.reset();
      add.bind(1, id);
      add.bind(2, textOf(columns.getColumn(0)));
      add.bind(3, columns.getColumn(1).getInt64());
      add.bindNoCopy(4, data.getBlob(), data.getBytes());
      add.exec();
    }
    known.reset();
    known.bind(1, from.getColumn(0).getInt64());
    while (known.executeStep()) {
      const std::string data = textOf(known.getColumn(1));  // an empty blob's own pointer is null, which would be NULL
      results.reset();
      results.bind(1, id);
      results.bind(2, textOf(known.getColumn(0)));
      results.bindNoCopy(3, data.data(), static_cast<int>(data.size()));
      results.exec();
    }
  }
  return {};
}

Result<void> joinSweeps(SQLite::Database& out, SQLite::Database& in, const Ids& scenarios, const Job& job) {
  SQLite::Statement from(in, "SELECT id, scenario, title, spec, state, created_ms, total FROM sweeps ORDER BY id");
  SQLite::Statement same(out, "SELECT id FROM sweeps WHERE spec = ? AND scenario IS ? AND total = ? ORDER BY id LIMIT 1");
  SQLite::Statement insert(out, "INSERT INTO sweeps (scenario, title, spec, state, created_ms, total) VALUES (?, ?, ?, ?, ?, ?)");
  SQLite::Statement points(in, "SELECT point, json FROM sweep_points WHERE sweep = ? ORDER BY point");
  SQLite::Statement add(out, "INSERT OR REPLACE INTO sweep_points (sweep, point, json) VALUES (?, ?, ?)");
  SQLite::Statement settle(
      out,
      "UPDATE sweeps SET state = CASE WHEN (SELECT count(*) FROM sweep_points WHERE sweep = sweeps.id) >= total THEN 2 "
      "ELSE 1 END WHERE id = ?");
  while (from.executeStep()) {
    if (job.stopped()) return stoppedByUser();
    const std::optional<StudyId> scenario = mapped(scenarios, idOf(from.getColumn(1)));
    const std::string spec = textOf(from.getColumn(3));
    same.reset();
    same.bind(1, spec);
    bindId(same, 2, scenario);
    same.bind(3, from.getColumn(6).getInt64());
    StudyId id = 0;
    const bool joins = same.executeStep();
    if (joins) {
      id = same.getColumn(0).getInt64();
    } else {
      insert.reset();
      bindId(insert, 1, scenario);
      insert.bind(2, textOf(from.getColumn(2)));
      insert.bind(3, spec);
      for (int i = 4; i <= 6; ++i) insert.bind(i, from.getColumn(i).getInt64());
      insert.exec();
      id = out.getLastInsertRowid();
    }
    points.reset();
    points.bind(1, from.getColumn(0).getInt64());
    while (points.executeStep()) {
      add.reset();
      add.bind(1, id);
      add.bind(2, points.getColumn(0).getInt64());
      add.bind(3, textOf(points.getColumn(1)));
      add.exec();
    }
    settle.reset();
    settle.bind(1, id);
    settle.exec();
  }
  return {};
}

void copySmall(SQLite::Database& out, SQLite::Database& in) {
  SQLite::Statement layouts(in, "SELECT name, data FROM layouts ORDER BY name");
  SQLite::Statement layout(out, "INSERT OR IGNORE INTO layouts (name, data) VALUES (?, ?)");
  while (layouts.executeStep()) {
    layout.reset();
    layout.bind(1, textOf(layouts.getColumn(0)));
    const std::string data = textOf(layouts.getColumn(1));
    layout.bind(2, data.data(), static_cast<int>(data.size()));
    layout.exec();
  }
  SQLite::Statement metas(in, "SELECT key, value FROM meta ORDER BY key");
  SQLite::Statement meta(out, "INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)");
  while (metas.executeStep()) {
    meta.reset();
    meta.bind(1, textOf(metas.getColumn(0)));
    meta.bind(2, textOf(metas.getColumn(1)));
    meta.exec();
  }
}

Result<void> copyAll(SQLite::Database& out, SQLite::Database& in, const Job& job) {
  const Ids scenarios = copyScenarios(out, in);
  if (auto runs = copyRuns(out, in, scenarios, job); !runs) return runs;
  if (auto sweeps = joinSweeps(out, in, scenarios, job); !sweeps) return sweeps;
  copySmall(out, in);
  return {};
}

bool isFault(int code) { return code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE; }

}  // namespace

Result<void> mergeStudies(const std::string& outPath, const std::vector<std::string>& ins, const Job& job) {
  std::vector<Study> inputs;  // all are opened before anything is written
  for (const std::string& path : ins) {
    std::error_code ec;
    if (std::filesystem::equivalent(path, outPath, ec)) return fail("is also the output", path, "name it once");
    auto in = Study::open(path, Study::Mode::ReadOnly);
    if (!in) return tl::make_unexpected(in.error());
    inputs.push_back(*std::move(in));
  }
  auto out = Study::open(outPath, Study::Mode::Create);
  if (!out) return tl::make_unexpected(out.error());
  job.begin("merging studies", inputs.size());
  SQLite::Database& to = *out->impl_->db;
  std::optional<Error> inputError;
  auto done = out->impl_->write([&]() -> Result<void> {
    for (Study& in : inputs) {
      SQLite::Database& from = *in.impl_->db;
      Result<void> one;
      try {
        const SQLite::Transaction oneState(from);
        one = copyAll(to, from, job);
      } catch (const SQLite::Exception& e) {
        // A fault while reading an input is named by the input, any other by the output.
        if (!isFault(from.getErrorCode())) throw;
        one = tl::make_unexpected(errorFrom(e, in.path()));
      }
      if (!one) {
        inputError = one.error();
        return one;
      }
      job.add(1);
    }
    return {};
  });
  if (inputError) return tl::make_unexpected(*std::move(inputError));
  return done;
}

}  // namespace weir
