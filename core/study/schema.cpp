#include "core/study/schema.h"

#include <array>
#include <string>

namespace weir {
namespace {

// AUTOINCREMENT: an id that a layout or a script remembers never comes to mean another row.
constexpr std::array kMigrations{
    Migration{"scenarios, runs, layouts", R"sql(
      CREATE TABLE scenarios (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        json TEXT NOT NULL,
        created_ms INTEGER NOT NULL);
      CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        scenario INTEGER REFERENCES scenarios(id) ON DELETE SET NULL,
        title TEXT NOT NULL,
        format TEXT NOT NULL,
        truth INTEGER NOT NULL,
        created_ms INTEGER NOT NULL,
        begin_ps INTEGER NOT NULL,
        end_ps INTEGER NOT NULL,
        slices INTEGER NOT NULL,
        transfers INTEGER NOT NULL,
        ranks INTEGER NOT NULL,
        layout INTEGER NOT NULL,
        digest INTEGER NOT NULL,
        stored_bytes INTEGER NOT NULL);
      CREATE INDEX runs_scenario ON runs(scenario);
      CREATE TABLE run_columns (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        part INTEGER NOT NULL,
        data BLOB NOT NULL,
        UNIQUE (run, name, part));
      CREATE TABLE layouts (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    )sql"},
    Migration{"sweeps", R"sql(
      CREATE TABLE sweeps (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        scenario INTEGER REFERENCES scenarios(id) ON DELETE SET NULL,
        title TEXT NOT NULL,
        spec TEXT NOT NULL,
        state INTEGER NOT NULL,
        created_ms INTEGER NOT NULL,
        total INTEGER NOT NULL);
      CREATE INDEX sweeps_scenario ON sweeps(scenario);
      CREATE TABLE sweep_points (
        sweep INTEGER NOT NULL REFERENCES sweeps(id) ON DELETE CASCADE,
        point INTEGER NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (sweep, point)) WITHOUT ROWID;
    )sql"},
    Migration{"results of analyses", R"sql(
      CREATE TABLE remembered (
        run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (run, key)) WITHOUT ROWID;
    )sql"},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

void migrate(SQLite::Database& db, int version) {
  SQLite::Transaction transaction(db, SQLite::TransactionBehavior::IMMEDIATE);
  // Another process may have migrated while we waited for the lock.
  version = std::max(version, db.execAndGet("PRAGMA user_version").getInt());
  for (std::size_t i = static_cast<std::size_t>(version); i < kMigrations.size(); ++i) db.exec(kMigrations[i].sql);
  db.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
  db.exec("PRAGMA user_version = " + std::to_string(std::max(version, static_cast<int>(kMigrations.size()))));
  transaction.commit();
}

}  // namespace weir
