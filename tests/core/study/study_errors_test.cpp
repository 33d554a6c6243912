// A study that is broken, hostile, foreign, newer, read-only or without space: one clear message, nothing lost.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/base/random.h"
#include "core/study/study.h"
#include "random_run.h"
#include "support.h"

namespace study_errors_test {
using namespace weir;
using weir::test::createStudy;
using weir::test::errorOf;
using weir::test::everyField;
using weir::test::Folder;
using weir::test::randomRun;

namespace {

void write(const std::string& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }
std::string readAll(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class T>
void expectSays(const Result<T>& result, std::string_view text) {
  EXPECT_FALSE(result.has_value());
  EXPECT_NE(errorOf(result).find(text), std::string::npos) << errorOf(result) << " should say: " << text;
}

// A study with one scenario and one run, closed.
std::string sample(const Folder& dir, const std::string& name = "a.weir") {
  Study s = createStudy(dir / name);
  const StudyId id = s.addScenario({.name = "job", .json = "{}", .created_ms = 1}).value();
  (void)s.addRun(randomRun(31, 400), id, 1, {}).value();
  return dir / name;
}

// Runs f in a child process without root's rights; true when it returned true.
template <class F>
bool asNobody(F f) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(2);
    ::_exit(f() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST(StudyErrors, WhatIsNoStudyIsNamed) {
  const Folder dir;
  std::filesystem::create_directory(dir / "folder.weir");
  write(dir / "empty.weir", "");
  write(dir / "text.weir", "{\"traceEvents\": []}");
  write(dir / "short.weir", "SQLite for");
  {
    SQLite::Database other(dir / "other.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE t (x)");
  }
  {
    SQLite::Database other(dir / "app.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("PRAGMA application_id = 7; CREATE TABLE t (x)");
  }
  struct Row {
    const char* name;
    const char* says;
  };
  for (const Row& row : {Row{"none.weir", "no such file"}, Row{"folder.weir", "is a folder"}, Row{"empty.weir", "is empty"},
                         Row{"text.weir", "is not a Weir study"}, Row{"short.weir", "cut short"},
                         Row{"other.db", "is not a Weir study"}, Row{"app.db", "another program"}}) {
    const auto r = Study::open(dir / row.name, Study::Mode::ReadWrite);
    ASSERT_FALSE(r.has_value());
    expectSays(r, row.says);
    EXPECT_EQ(r.error().where, dir / row.name);
  }
  expectSays(Study::open(dir / "none/a.weir", Study::Mode::Create), "folder does not exist");
  // Create takes an empty file (a making cut off) but never another program's.
  EXPECT_OK(Study::open(dir / "empty.weir", Study::Mode::Create));
  const std::string before = readAll(dir / "other.db");
  expectSays(Study::open(dir / "other.db", Study::Mode::Create), "is not a Weir study");
  EXPECT_EQ(readAll(dir / "other.db"), before);
}

TEST(StudyErrors, NewerVersionIsRefusedAndLeftAlone) {
  const Folder dir;
  const std::string path = sample(dir);
  {
    SQLite::Database raw(path, SQLite::OPEN_READWRITE);
    raw.exec("PRAGMA user_version = 99");
  }
  const auto r = Study::open(path, Study::Mode::ReadWrite);
  expectSays(r, fmt::format("made by a newer Weir: version 99, this one reads up to {}", Study::currentVersion()));
  SQLite::Database raw(path, SQLite::OPEN_READONLY);
  EXPECT_EQ(raw.execAndGet("PRAGMA user_version").getInt(), 99);
}

// The tables as version 1 had them, written out by hand: the migrations in schema.cpp must lead on from here.
TEST(StudyErrors, VersionOneIsMigrated) {
  const Folder dir;
  const std::string path = dir / "v1.weir";
  const weir::Run run = randomRun(31, 400);
  {
    Study now = createStudy(dir / "now.weir");
    (void)now.addRun(run, std::nullopt, 8, {}).value();
  }
  {
    SQLite::Database db(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    db.exec(
        "CREATE TABLE scenarios (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, json TEXT NOT NULL, created_ms "
        "INTEGER NOT NULL);"
        "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, scenario INTEGER REFERENCES scenarios(id) ON DELETE SET NULL,"
        " title TEXT NOT NULL, format TEXT NOT NULL, truth INTEGER NOT NULL, created_ms INTEGER NOT NULL, begin_ps INTEGER NOT "
        "NULL,"
        " end_ps INTEGER NOT NULL, slices INTEGER NOT NULL, transfers INTEGER NOT NULL, ranks INTEGER NOT NULL, layout INTEGER "
        "NOT NULL,"
        " digest INTEGER NOT NULL, stored_bytes INTEGER NOT NULL);"
        "CREATE INDEX runs_scenario ON runs(scenario);"
        "CREATE TABLE run_columns (id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, name TEXT "
        "NOT NULL,"
        " part INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (run, name, part));"
        "CREATE TABLE layouts (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
        "PRAGMA application_id = 1464158546; PRAGMA user_version = 1;"
        "INSERT INTO scenarios VALUES (7, 'old', '{}', 3); INSERT INTO layouts VALUES ('main', x'0102');");
    db.exec("ATTACH '" + (dir / "now.weir") +
            "' AS now;"
            "INSERT INTO runs SELECT id, 7, title, format, truth, created_ms, begin_ps, end_ps, slices, transfers, ranks, "
            "layout, digest, stored_bytes FROM now.runs;"
            "INSERT INTO run_columns SELECT * FROM now.run_columns; DETACH now;");
  }
  const auto whole = [&](const Study& s) {
    EXPECT_EQ(s.scenario(7)->name, "old");
    EXPECT_EQ(**s.layout("main"), "\x01\x02");
    EXPECT_EQ(s.runs()->at(0).scenario, 7);
    EXPECT_EQ(everyField(**s.run(s.runs()->at(0).id, {})), everyField(run));
    EXPECT_TRUE(s.sweeps()->empty());
    EXPECT_OK(s.check({}));
  };
  const std::string before = readAll(path);
  {
    const auto s = Study::open(path, Study::Mode::ReadOnly);  // migrated in memory
    ASSERT_OK(s);
    whole(*s);
  }
  EXPECT_EQ(readAll(path), before);
  {
    auto s = Study::open(path, Study::Mode::ReadWrite);
    ASSERT_OK(s);
    whole(*s);
    EXPECT_OK(s->addSweep({.title = "new", .spec = "{}", .total = 1}));
  }
  SQLite::Database raw(path, SQLite::OPEN_READONLY);
  EXPECT_EQ(raw.execAndGet("PRAGMA user_version").getInt(), Study::currentVersion());
}

TEST(StudyErrors, ReadOnlyModeNeverWrites) {
  const Folder dir;
  const std::string path = sample(dir);
  const std::string before = readAll(path);
  {
    auto s = Study::open(path, Study::Mode::ReadOnly);
    ASSERT_OK(s);
    EXPECT_TRUE(s->readOnly());
    EXPECT_OK(s->run(1, {}));
    expectSays(s->addScenario({.name = "x"}), "read-only");
    EXPECT_OK(s->copyTo(dir / "copy.weir"));
  }
  EXPECT_EQ(readAll(path), before);
  EXPECT_FALSE(Study::open(dir / "copy.weir", Study::Mode::ReadWrite)->readOnly());
}

TEST(StudyErrors, WithoutPermission) {
  const Folder dir;
  const std::string path = sample(dir);
  ASSERT_EQ(::chmod(dir.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  // A study in a folder that cannot be written (a sample under /usr/share) opens for reading.
  EXPECT_TRUE(asNobody([&] {
    auto s = Study::open(path, Study::Mode::ReadWrite);
    return s && s->readOnly() && s->run(1, {}).has_value() && !s->addScenario({.name = "x"}).has_value();
  }));
  EXPECT_TRUE(asNobody([&] {
    const auto s = Study::open(dir / "new.weir", Study::Mode::Create);
    return !s && s.error().kind == Error::Kind::Io && s.error().what.find("cannot be written") != std::string::npos;
  }));
  ASSERT_EQ(::chmod(path.c_str(), 0000), 0);
  EXPECT_TRUE(asNobody([&] {
    const auto s = Study::open(path, Study::Mode::ReadWrite);
    return !s && s.error().what.find("permission denied") != std::string::npos;
  }));
}

TEST(StudyErrors, FullDiskLosesNothingThatWasSaved) {
  const Folder dir;
  const std::string path = sample(dir);
  {
    auto s = Study::open(path, Study::Mode::ReadWrite);
    ASSERT_OK(s);
    ASSERT_OK(s->limitSize(static_cast<std::int64_t>(std::filesystem::file_size(path)) + 8192));
    const auto r = s->addRun(randomRun(55, 20'000), std::nullopt, 0, {});
    ASSERT_FALSE(r.has_value());
    expectSays(r, "the disk is full");
    EXPECT_EQ(r.error().kind, Error::Kind::Io);
    EXPECT_EQ(s->runs()->size(), 1U);
    EXPECT_OK(s->setMeta("view", "timeline"));  // still usable
  }
  const auto s = Study::open(path, Study::Mode::ReadWrite);
  ASSERT_OK(s);
  EXPECT_OK(s->check({}));
  EXPECT_EQ(everyField(**s->run(1, {})), everyField(randomRun(31, 400)));
}

TEST(StudyErrors, BusyStudyIsNamed) {
  const Folder dir;
  const std::string path = sample(dir);
  auto s = Study::open(path, Study::Mode::ReadWrite);
  ASSERT_OK(s);
  SQLite::Database other(path, SQLite::OPEN_READWRITE);
  const SQLite::Transaction holds(other, SQLite::TransactionBehavior::IMMEDIATE);
  EXPECT_OK(s->run(1, {}));  // readers do not wait
  expectSays(s->addScenario({.name = "x"}), "another program is writing");
}

TEST(StudyErrors, DamagedColumnIsNamed) {
  const Folder dir;
  const std::string path = sample(dir);
  struct Row {
    const char* sql;
    const char* says;
  };
  const Row rows[] = {
      {"UPDATE run_columns SET data = CAST(substr(data, 1, 45) || x'ff' || substr(data, 47) AS BLOB) WHERE name = 'slices.start'",
       "column slices.start: is damaged"},
      {"UPDATE run_columns SET data = x'00' WHERE name = 'names'", "column names: is no column data"},
      {"DELETE FROM run_columns WHERE name = 'transfers.bytes'", "column transfers.bytes: is missing"},
      {"UPDATE run_columns SET data = (SELECT data FROM run_columns WHERE name = 'slices.name') WHERE name = 'slices.duration'",
       "column slices.duration: holds another type"},
      {"UPDATE run_columns SET data = (SELECT data FROM run_columns WHERE name = 'transfers.start') WHERE name = 'slices.start'",
       "run 1"},
      {"UPDATE runs SET layout = 9", "newer Weir"},
      {"DELETE FROM runs", "is not there"},
      {"DROP TABLE run_columns", "not as expected"},
  };
  for (const Row& row : rows) {
    std::filesystem::copy_file(path, dir / "b.weir", std::filesystem::copy_options::overwrite_existing);
    {
      SQLite::Database raw(dir / "b.weir", SQLite::OPEN_READWRITE);
      raw.exec(row.sql);
    }
    const auto s = Study::open(dir / "b.weir", Study::Mode::ReadOnly);
    ASSERT_OK(s);
    const auto r = s->run(1, {});
    ASSERT_FALSE(r.has_value());
    expectSays(r, row.says);
    EXPECT_TRUE(r.error().where.starts_with(dir / "b.weir")) << r.error().where;
  }
}

// Cut or flipped anywhere, a study gives its rows or a message; it never crashes. (Under ASan this says more.)
TEST(StudyErrors, TruncatedAnywhere) {
  const Folder dir;
  const std::string whole = readAll(sample(dir));
  Random r(5, 5);
  int refused = 0;
  for (int i = 0; i < 120; ++i) {
    const std::size_t n = i < 20 ? static_cast<std::size_t>(i) * 8 : r.below(whole.size());
    write(dir / "cut.weir", std::string_view(whole).substr(0, n));
    const auto s = Study::open(dir / "cut.weir", Study::Mode::ReadWrite);
    const auto checked = s ? s->check({}) : Result<void>(tl::make_unexpected(s.error()));
    EXPECT_FALSE(checked.has_value()) << n;
    refused += !checked.has_value() && !checked.error().what.empty() && checked.error().kind != Error::Kind::Internal;
    EXPECT_TRUE(checked.has_value() || checked.error().kind != Error::Kind::Internal) << n << ": " << errorOf(checked);
  }
  EXPECT_EQ(refused, 120);
}

TEST(StudyErrors, FlippedAnywhere) {
  const Folder dir;
  const std::string whole = readAll(sample(dir));
  const std::string expected = everyField(randomRun(31, 400));
  Random r(6, 6);
  for (int i = 0; i < 400; ++i) {
    std::string bad = whole;
    for (std::uint64_t k = 1 + r.below(4); k > 0; --k) bad[r.below(bad.size())] = static_cast<char>(r.below(256));
    write(dir / "bad.weir", bad);
    const auto s = Study::open(dir / "bad.weir", Study::Mode::ReadOnly);
    if (!s) {
      EXPECT_FALSE(errorOf(s).empty());
      continue;
    }
    if (const auto run = s->run(1, {})) {
      EXPECT_EQ(everyField(**run), expected) << "damage was not noticed, round " << i;
    }
    (void)s->scenarios();
    (void)s->runs();
    (void)s->sweeps();
  }
}

}  // namespace study_errors_test
