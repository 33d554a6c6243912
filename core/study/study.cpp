// Opening, scenarios, layouts, meta, copies. Runs: runs.cpp; sweeps: sweeps.cpp; merge: merge.cpp.
#include "core/study/study.h"

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/study/schema.h"
#include "core/study/study_impl.h"

namespace weir {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSqliteMagic{"SQLite format 3\0", 16};
constexpr std::size_t kApplicationIdAt = 68;

std::int32_t applicationIdOf(std::string_view first) {
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < 4; ++i) id = id << 8 | static_cast<unsigned char>(first[kApplicationIdAt + i]);
  return static_cast<std::int32_t>(id);
}

struct Found {
  bool exists = false, empty = true;
};

// What stands at `path`, before SQLite is asked: its own messages do not tell these cases apart.
Result<Found> look(const std::string& path) {
  std::error_code ec;
  const fs::file_status status = fs::status(path, ec);
  if (status.type() == fs::file_type::not_found) return Found{};
  if (ec) return failIo(ec.message(), path);
  if (status.type() == fs::file_type::directory)
    return failIo("is a folder, not a study", path, "give a file that ends in .weir");
  if (status.type() != fs::file_type::regular) return failIo("is not a regular file", path, "give a file that ends in .weir");
  std::ifstream in(path, std::ios::binary);
  if (!in) return failIo("cannot be read: permission denied", path, "ask its owner for access");
  char first[100];
  in.read(first, sizeof first);
  const std::string_view head(first, static_cast<std::size_t>(in.gcount()));
  if (head.empty()) return Found{true, true};
  if (!head.starts_with(kSqliteMagic.substr(0, head.size())))
    return fail("is not a Weir study", path, "open a file that Weir saved (*.weir)");
  if (head.size() < 100) return fail("the study is cut short", path, "use a copy of it");
  // 0: a study whose making was cut off, or any database; told apart by its tables later.
  const std::int32_t id = applicationIdOf(head);
  if (id != kApplicationId && id != 0)
    return fail("is a database of another program, not a Weir study", path, "open a file that Weir saved (*.weir)");
  return Found{true, false};
}

std::string uriOf(const std::string& path, std::string_view query) {
  std::string s = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      s += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      s += c;
  }
  return s.append("?").append(query);
}

std::string folderOf(const std::string& path) {
  const fs::path p = fs::path(path).parent_path();
  return p.empty() ? std::string(".") : p.string();
}

// Settings of a connection. The file may come from anywhere: its schema must not run code of its own, and pages are
// checked as they are read.
void settle(SQLite::Database& db) {
  db.setBusyTimeout(5000);
  sqlite3_db_config(db.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db.getHandle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  db.exec("PRAGMA cell_size_check = ON");
  db.exec("PRAGMA foreign_keys = ON");
  db.exec("PRAGMA synchronous = FULL");
}

// Whether a file's header asks for a write-ahead log (bytes 18 and 19: https://www.sqlite.org/fileformat2.html).
bool wantsLog(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::array<char, 20> head{};
  return in.read(head.data(), head.size()) && head[18] == 2;
}

std::unique_ptr<SQLite::Database> openReading(const std::string& path) {
  // A file that wants a log and has none was closed by an older Weir, and nobody has it open. It is taken as it stands: reading it
  // otherwise would leave a log beside it, which only a writer could clear away.
  if (wantsLog(path) && !fs::exists(path + "-wal")) return std::make_unique<SQLite::Database>(uriOf(path, "mode=ro&immutable=1"), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  try {
    auto db = std::make_unique<SQLite::Database>(uriOf(path, "mode=ro"), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    db->execAndGet("SELECT count(*) FROM sqlite_master");
    return db;
  } catch (const SQLite::Exception& e) {
    // In a folder that cannot be written SQLite cannot make its -shm file. Without a -wal nobody is writing, so the
    // file can be taken as it stands.
    const int code = e.getErrorCode() & 0xff;
    if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || fs::exists(path + "-wal")) throw;
    return std::make_unique<SQLite::Database>(uriOf(path, "mode=ro&immutable=1"), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  }
}

void copyDatabase(SQLite::Database& to, SQLite::Database& from) {
  SQLite::Backup backup(to, from);
  backup.executeStep(-1);
}

}  // namespace

Study::Impl::~Impl() {
  if (readOnly || !db) return;
  try {
    db->setBusyTimeout(0);
    db->execAndGet("PRAGMA journal_mode = DELETE");
  } catch (const std::exception&) {
    // Another has it open: its log stays, and is that one's to clear.
  }
}

Study::Study(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Study::Study(Study&&) noexcept = default;
Study& Study::operator=(Study&&) noexcept = default;
Study::~Study() = default;
const std::string& Study::path() const { return impl_->path; }
bool Study::readOnly() const { return impl_->readOnly; }
int Study::currentVersion() { return static_cast<int>(migrations().size()); }

bool Study::looksLikeStudy(std::string_view first) {
  return first.size() >= kApplicationIdAt + 4 && first.starts_with(kSqliteMagic) && applicationIdOf(first) == kApplicationId;
}

Result<Study> Study::open(const std::string& path, Mode mode) {
  const auto found = look(path);
  if (!found) return tl::make_unexpected(found.error());
  if (mode != Mode::Create && !found->exists) return failIo("no such file", path);
  if (mode != Mode::Create && found->empty)
    return fail("is empty, not a Weir study", path, "open a file that Weir saved (*.weir)");
  return guarded(path, [&]() -> Result<Study> {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    if (!found->exists) {
      std::error_code ec;
      if (!fs::is_directory(folderOf(path), ec))
        return failIo("its folder does not exist", {}, "make the folder or choose another");
      if (::access(folderOf(path).c_str(), W_OK) != 0) return failIo("its folder cannot be written", {}, "choose another folder");
    }
    impl->readOnly = mode == Mode::ReadOnly || !mayWrite(path);
    if (impl->readOnly)
      impl->db = openReading(path);
    else
      impl->db =
          std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | (mode == Mode::Create ? SQLite::OPEN_CREATE : 0));
    settle(*impl->db);

    int version = impl->db->execAndGet("PRAGMA user_version").getInt();
    if (version > currentVersion())
      return fail(fmt::format("was made by a newer Weir: version {}, this one reads up to {}", version, currentVersion()), {},
                  "update Weir");
    if (version <= 0) {
      const bool blank = impl->db->execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
      if (!blank || mode != Mode::Create || impl->readOnly)
        return fail("is not a Weir study", {}, "open a file that Weir saved (*.weir)");
      version = 0;
    }
    if (version < currentVersion()) {
      if (impl->readOnly) {
        auto memory = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        copyDatabase(*memory, *impl->db);
        impl->db = std::move(memory);
        settle(*impl->db);
      }
      migrate(*impl->db, version);
    }
    // After the first transaction, so that a study whose making is cut off is an empty file, not half a one.
    if (!impl->readOnly) {
      try {
        impl->db->execAndGet("PRAGMA journal_mode = WAL");
      } catch (const SQLite::Exception& e) {
        // Somebody is reading: this writer then waits for readers, as SQLite's older journal does.
        if ((e.getErrorCode() & 0xff) != SQLITE_BUSY && (e.getErrorCode() & 0xff) != SQLITE_LOCKED) throw;
      }
    }
    return Study(std::move(impl));
  });
}

bool Study::mayWrite(const std::string& path) {
  std::error_code none;
  return ::access(folderOf(path).c_str(), W_OK) == 0 && (!fs::exists(path, none) || ::access(path.c_str(), W_OK) == 0);
}

Result<void> Study::limitSize(std::int64_t bytes) {
  return guarded(path(), [&]() -> Result<void> {
    const std::int64_t page = impl_->db->execAndGet("PRAGMA page_size").getInt64();
    impl_->db->execAndGet(fmt::format("PRAGMA max_page_count = {}", std::max<std::int64_t>(bytes / page, 1)));
    return {};
  });
}

Result<StudyId> Study::addScenario(const StoredScenario& s) {
  return impl_->write([&]() -> Result<StudyId> {
    SQLite::Statement q(*impl_->db, "INSERT INTO scenarios (name, json, created_ms) VALUES (?, ?, ?)");
    q.bind(1, s.name);
    q.bindNoCopy(2, s.json);
    q.bind(3, s.created_ms);
    q.exec();
    return impl_->db->getLastInsertRowid();
  });
}

Result<void> Study::updateScenario(const StoredScenario& s) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement q(*impl_->db, "UPDATE scenarios SET name = ?, json = ?, created_ms = ? WHERE id = ?");
    q.bind(1, s.name);
    q.bindNoCopy(2, s.json);
    q.bind(3, s.created_ms);
    q.bind(4, s.id);
    if (q.exec() == 0) return fail("is not there (any more)", fmt::format("scenario {}", s.id));
    return {};
  });
}

Result<void> Study::removeScenario(StudyId id) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement q(*impl_->db, "DELETE FROM scenarios WHERE id = ?");
    q.bind(1, id);
    q.exec();
    return {};
  });
}

namespace {
StoredScenario scenarioOf(SQLite::Statement& q) {
  return {q.getColumn(0).getInt64(), textOf(q.getColumn(1)), textOf(q.getColumn(2)), q.getColumn(3).getInt64()};
}
}  // namespace

Result<std::vector<StoredScenario>> Study::scenarios() const {
  return guarded(path(), [&]() -> Result<std::vector<StoredScenario>> {
    SQLite::Statement q(*impl_->db, "SELECT id, name, json, created_ms FROM scenarios ORDER BY id");
    std::vector<StoredScenario> out;
    while (q.executeStep()) out.push_back(scenarioOf(q));
    return out;
  });
}

Result<StoredScenario> Study::scenario(StudyId id) const {
  return guarded(path(), [&]() -> Result<StoredScenario> {
    SQLite::Statement q(*impl_->db, "SELECT id, name, json, created_ms FROM scenarios WHERE id = ?");
    q.bind(1, id);
    if (!q.executeStep()) return fail("is not there (any more)", fmt::format("scenario {}", id));
    return scenarioOf(q);
  });
}

Result<void> Study::setLayout(const std::string& name, std::string_view bytes) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement q(*impl_->db,
                        "INSERT INTO layouts (name, data) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET data = excluded.data");
    q.bind(1, name);
    q.bind(2, bytes.empty() ? "" : bytes.data(), static_cast<int>(bytes.size()));
    q.exec();
    return {};
  });
}

Result<std::optional<std::string>> Study::layout(const std::string& name) const {
  return guarded(path(), [&]() -> Result<std::optional<std::string>> {
    SQLite::Statement q(*impl_->db, "SELECT data FROM layouts WHERE name = ?");
    q.bind(1, name);
    if (!q.executeStep()) return std::nullopt;
    return textOf(q.getColumn(0));
  });
}

Result<void> Study::setMeta(const std::string& key, std::string_view value) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement q(*impl_->db,
                        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value");
    q.bind(1, key);
    q.bind(2, std::string(value));
    q.exec();
    return {};
  });
}

Result<std::optional<std::string>> Study::meta(const std::string& key) const {
  return guarded(path(), [&]() -> Result<std::optional<std::string>> {
    SQLite::Statement q(*impl_->db, "SELECT value FROM meta WHERE key = ?");
    q.bind(1, key);
    if (!q.executeStep()) return std::nullopt;
    return textOf(q.getColumn(0));
  });
}

Result<void> Study::copyTo(const std::string& target) const {
  const auto found = look(target);
  if (!found) return tl::make_unexpected(found.error());
  std::error_code ec;
  if (found->exists && fs::equivalent(path(), target, ec)) return fail("is the study itself", target, "choose another name");
  // The copy gets its name only when it is whole.
  const std::string partial = target + ".partial";
  auto done = guarded(target, [&]() -> Result<void> {
    fs::remove(partial, ec);
    {
      SQLite::Database to(partial, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      copyDatabase(to, *impl_->db);
    }
    for (const char* side : {"-wal", "-shm"}) fs::remove(target + side, ec);
    fs::rename(partial, target, ec);
    if (ec) return failIo(ec.message());
    return {};
  });
  if (!done)
    for (const char* side : {"", "-wal", "-shm", "-journal"}) fs::remove(partial + side, ec);
  return done;
}

}  // namespace weir
