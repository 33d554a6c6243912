// SQLite files that mean harm, or are broken.
#include "core/formats/sqlite/database.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "database_support.h"

namespace sqlite_test {
using namespace weir;
using namespace weir::test;

namespace {

std::string bytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}
bool noted(const sqlite::Database& db, std::string_view kind) {
  for (const Note& n : db.notes())
    if (n.kind == kind) return true;
  return false;
}

TEST(SqliteDatabase, OnlyRealTablesAndStoredColumns) {
  const MadeDatabase made(
      "CREATE TABLE t(a INTEGER, b TEXT, c AS (a * 2), d INTEGER GENERATED ALWAYS AS (a + 1) STORED);"
      "INSERT INTO t(a, b) VALUES(1, 'x'), (NULL, NULL), (3, '4');"
      "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;"
      "CREATE VIEW t2 AS SELECT * FROM t; CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END;"
      "CREATE TABLE \"quo\"\"ted\"(\"col\"\"umn\" INTEGER); INSERT INTO \"quo\"\"ted\" VALUES(7);");
  const Job job;
  const auto db = sqlite::Database::open(made.path(), job);
  ASSERT_TRUE(db) << db.error().line();
  ASSERT_EQ(db->tables().size(), 2U);
  EXPECT_EQ(db->find("T")->columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(db->find("v"), nullptr);
  EXPECT_EQ(db->find("t2"), nullptr);
  EXPECT_TRUE(noted(*db, "view of the file, not used"));
  EXPECT_TRUE(noted(*db, "trigger of the file, not used"));
  EXPECT_TRUE(noted(*db, "computed column of the file, not read"));
  auto rows = db->select(*db->find("t"), {"a", "absent", "b"});
  ASSERT_TRUE(rows);
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->integer(0), 1);
  EXPECT_TRUE(rows->isNull(1));
  EXPECT_EQ(rows->text(2), "x");
  ASSERT_TRUE(rows->next());
  EXPECT_TRUE(rows->isNull(0));
  EXPECT_EQ(rows->text(2), "");
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->integer(2), 4);
  EXPECT_FALSE(rows->next());
  EXPECT_FALSE(rows->next());
  EXPECT_FALSE(rows->error());
  auto strange = db->select(*db->find("quo\"ted"), {"col\"umn"});
  ASSERT_TRUE(strange && strange->next());
  EXPECT_EQ(strange->integer(0), 7);
  EXPECT_EQ(db->rows(*db->find("t")).value_or(0), 3U);
  EXPECT_EQ(db->smallest(*db->find("t"), "a"), 1);
  EXPECT_EQ(db->smallest(*db->find("t"), "absent"), std::nullopt);
}

// The file is never written to, and nothing appears beside it.
TEST(SqliteDatabase, LeavesNoTrace) {
  const MadeDatabase made("CREATE TABLE t(a); INSERT INTO t VALUES(1);");
  const std::string before = bytesOf(made.path());
  put(made.path() + "-journal", "not a journal");
  put(made.path() + "-wal", std::string(64, '\0'));
  const Job job;
  {
    const auto db = sqlite::Database::open(made.path(), job);
    ASSERT_TRUE(db) << db.error().line();
    EXPECT_EQ(db->rows(db->tables()[0]).value_or(0), 1U);
  }
  EXPECT_EQ(bytesOf(made.path()), before);
  EXPECT_EQ(bytesOf(made.path() + "-journal"), "not a journal");
  EXPECT_FALSE(std::filesystem::exists(made.path() + "-shm"));
}

// Rows that only stand in the write-ahead log would be missing without a word.
TEST(SqliteDatabase, ChangesBesideTheFileAreSaid) {
  const MadeDatabase made("CREATE TABLE t(a); INSERT INTO t VALUES(1);");
  put(made.path() + "-wal", std::string("\x37\x7f\x06\x82", 4) + std::string(4200, '\0'));
  const Job job;
  const auto db = sqlite::Database::open(made.path(), job);
  ASSERT_FALSE(db);
  EXPECT_NE(db.error().line().find("-wal"), std::string::npos) << db.error().line();
}

// A schema entry rewritten to nonsense: what stands before it is read.
TEST(SqliteDatabase, MalformedSchemaKeepsWhatParses) {
  const MadeDatabase made("CREATE TABLE first(a); INSERT INTO first VALUES(1),(2); CREATE TABLE second_one(b); INSERT INTO second_one VALUES(3);");
  std::string bytes = bytesOf(made.path());
  const std::size_t at = bytes.find("CREATE TABLE second_one");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 12, "CREATE TABLX");
  put(made.path(), bytes);
  const Job job;
  const auto db = sqlite::Database::open(made.path(), job);
  ASSERT_TRUE(db) << db.error().line();
  ASSERT_NE(db->find("first"), nullptr);
  EXPECT_EQ(db->rows(*db->find("first")).value_or(0), 2U);
  EXPECT_EQ(db->find("second_one"), nullptr);
  EXPECT_TRUE(noted(*db, "damaged: read as far as that is possible"));
}

TEST(SqliteDatabase, CutShortAndOverwrittenPages) {
  std::string sql = "PRAGMA page_size=1024; CREATE TABLE t(a INTEGER, b TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
                    "INSERT INTO t SELECT i, 'some text to fill pages with ' || i FROM n;";
  const MadeDatabase made(sql);
  const std::string whole = bytesOf(made.path());
  const Job job;
  int partly = 0;
  for (std::size_t n = 0; n < whole.size(); n += 4096) {
    put(made.path(), whole.substr(0, n));
    const auto db = sqlite::Database::open(made.path(), job);
    if (!db) {
      EXPECT_FALSE(db.error().line().empty());
      continue;
    }
    const sqlite::Table* t = db->find("t");
    if (t == nullptr) continue;
    auto rows = db->select(*t, {"a", "b"});
    if (!rows) continue;
    while (rows->next()) {
    }
    if (rows->error() && rows->count() > 0) {
      ++partly;
      EXPECT_NE(rows->error()->where.find("table t, row"), std::string::npos) << rows->error()->line();
    }
  }
  EXPECT_GT(partly, 0);
  std::string bad = whole;
  for (std::size_t p = 30 * 1024; p < 31 * 1024; ++p) bad[p] = '\xff';
  put(made.path(), bad);
  const auto db = sqlite::Database::open(made.path(), job);
  ASSERT_TRUE(db) << db.error().line();
  auto rows = db->select(*db->find("t"), {"a"});
  ASSERT_TRUE(rows);
  while (rows->next()) {
  }
  ASSERT_TRUE(rows->error());
  EXPECT_GT(rows->count(), 0U);
  EXPECT_LT(rows->count(), 2000U);
}

// A value that says it is a gigabyte long in a file of a few pages.
TEST(SqliteDatabase, LengthsBeyondTheFile) {
  const MadeDatabase made("CREATE TABLE t(a BLOB); INSERT INTO t VALUES(zeroblob(3000000));");
  std::string bytes = bytesOf(made.path());
  bytes.resize(16384);
  put(made.path(), bytes);
  const Job job;
  const auto db = sqlite::Database::open(made.path(), job);
  if (!db) return;
  const sqlite::Table* t = db->find("t");
  ASSERT_NE(t, nullptr);
  auto rows = db->select(*t, {"a"});
  if (!rows) return;
  while (rows->next()) EXPECT_LE(rows->text(0).size(), 3000000U);
}

TEST(SqliteDatabase, StopsWithinAStatement) {
  const MadeDatabase made("CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) INSERT INTO t SELECT i FROM n;");
  std::stop_source stop;
  Job job;
  job.stop = stop.get_token();
  const auto db = sqlite::Database::open(made.path(), job);
  ASSERT_TRUE(db);
  auto rows = db->select(db->tables()[0], {"a"});
  ASSERT_TRUE(rows && rows->next());
  stop.request_stop();
  while (rows->next()) {
  }
  ASSERT_TRUE(rows->error());
  EXPECT_TRUE(rows->error()->stopped());
  EXPECT_LT(rows->count(), 200000U);
}

TEST(SqliteDatabase, WhatIsNone) {
  const MadeDatabase made("CREATE TABLE t(a)");
  const Job job;
  put(made.path(), "SQLite format 3");
  EXPECT_FALSE(sqlite::Database::open(made.path(), job));
  put(made.path(), std::string("SQLite format 3\0", 16) + std::string(100, '\xff'));
  EXPECT_FALSE(sqlite::Database::open(made.path(), job));
  EXPECT_FALSE(sqlite::Database::open(made.path() + ".absent", job));
}

// Fetched ahead by another thread, rows are the same.
TEST(SqliteDatabase, RowsAhead) {
  const MadeDatabase made("CREATE TABLE t(a, b); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                          "INSERT INTO t SELECT CASE i % 4 WHEN 0 THEN i WHEN 1 THEN i / 8.0 WHEN 2 THEN 'text ' || i ELSE NULL END, CAST(i AS TEXT) FROM n;");
  const Job job;
  const auto db = sqlite::Database::open(made.path(), job);
  ASSERT_TRUE(db);
  const auto read = [&](std::uint64_t aheadFrom) {
    std::string all;
    auto rows = db->select(db->tables()[0], {"a", "b"});
    EXPECT_TRUE(rows);
    while (rows->next()) {
      if (rows->count() == aheadFrom) rows->readAhead();
      else all += fmt::format("{} {} {} {} {} {}|", rows->isNull(0), rows->isText(0), rows->integer(0), rows->real(0), rows->text(0), rows->integer(1));
    }
    EXPECT_FALSE(rows->error());
    EXPECT_EQ(rows->count(), 20000U);
    return all;
  };
  const std::string plain = read(0);
  EXPECT_GT(plain.size(), 200000U);
  const std::string ahead = read(1);
  EXPECT_TRUE(plain.ends_with(ahead));
  // Given up half way.
  auto rows = db->select(db->tables()[0], {"a"});
  ASSERT_TRUE(rows && rows->next());
  rows->readAhead();
  for (int i = 0; i < 3000; ++i) ASSERT_TRUE(rows->next());
}

// A path with what a URI would take for itself.
TEST(SqliteDatabase, StrangePaths) {
  const MadeDatabase made("CREATE TABLE t(a)", "50%?mode=rw#x.sqlite");
  const Job job;
  const auto db = sqlite::Database::open(made.path(), job);
  ASSERT_TRUE(db) << db.error().line();
  EXPECT_EQ(db->tables().size(), 1U);
}

// Hostile exports: readers give an error or a run, and end soon.
TEST(SqliteDatabase, HostileExportsEndSoon) {
  const MadeDatabase made(
      "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS start, i AS end FROM n;"
      "CREATE TABLE NVTX_EVENTS(start INTEGER, end AS (length(hex(zeroblob(200000000)))), eventType, text, globalTid);"
      "INSERT INTO NVTX_EVENTS(start, eventType, text, globalTid) VALUES(1, 59, 'a', 1), (9223372036854775807, 59, 'b', -9223372036854775808), ('x', 'y', x'ff00', 'z');"
      "CREATE TABLE StringIds(id, value); INSERT INTO StringIds VALUES('a', 'b'), (-5, NULL), (9223372036854775807, 'c');");
  const auto begin = std::chrono::steady_clock::now();
  const auto run = open(made.path());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  ASSERT_TRUE(run) << run.error().line();
  EXPECT_EQ(noteCount(*run, "view of the file, not used"), 1U);
  EXPECT_EQ(noteCount(*run, "computed column of the file, not read"), 1U);
}

}  // namespace

}  // namespace sqlite_test
