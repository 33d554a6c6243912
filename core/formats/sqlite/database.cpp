#include "core/formats/sqlite/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

#include "core/formats/sqlite/handles.h"
#include "core/run/builder.h"

namespace weir::sqlite {
namespace {

constexpr std::string_view kDamaged = "the SQLite file is damaged or cut short";
constexpr int kOpsBetweenStops = 20000;  // of SQLite's machine: under a millisecond
constexpr std::size_t kMaxTables = 4096;
constexpr std::size_t kMostAhead = 100;  // arguments of a function

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lowered(x) == lowered(y); });
}

std::string quotedName(std::string_view name) {
  std::string s = "\"";
  for (const char c : name) s += c == '"' ? std::string("\"\"") : std::string(1, c);
  return s + "\"";
}

int allow(void*, int action, const char* what, const char* detail, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return detail && (same(detail, "count") || same(detail, "min") || same(detail, kRowsFunction)) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      return what && same(what, "table_xinfo") ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

int askStop(void* job) { return static_cast<const Job*>(job)->stopped() ? 1 : 0; }

// file:/a%20b?immutable=1: nothing beside the file is looked for (no journal, no lock), and it is not written to.
std::string uriOf(const std::string& path) {
  std::string s = "file:";
  std::error_code ignored;
  for (const char c : std::filesystem::absolute(path, ignored).string()) {
    if (c == '%' || c == '?' || c == '#') s += fmt::format("%{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else s += c;
  }
  return s + "?immutable=1";
}

// A write-ahead log with a frame, or a journal that was not ended: told by their magic numbers (SQLite's file format, 3 and 4).
bool holdsChanges(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  constexpr std::uintmax_t kWalHeader = 32;
  std::string head(8, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  const bool wal = head.starts_with(std::string_view("\x37\x7f\x06\x82", 4)) || head.starts_with(std::string_view("\x37\x7f\x06\x83", 4));
  return (wal && std::filesystem::file_size(path, none) > kWalHeader) || head == std::string_view("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
}

void restrict(sqlite3* db) {
  const std::array<std::pair<int, int>, 8> switches{{{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                                     {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                                     {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                                     {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                                     {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                                     {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
                                                     {SQLITE_DBCONFIG_DQS_DML, 0},
                                                     {SQLITE_DBCONFIG_DQS_DDL, 0}}};
  for (const auto& [option, value] : switches) sqlite3_db_config(db, option, value, nullptr);
  const std::array<std::pair<int, int>, 11> limits{{{SQLITE_LIMIT_LENGTH, kMaxValue},
                                                    {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
                                                    {SQLITE_LIMIT_COLUMN, 2000},
                                                    {SQLITE_LIMIT_EXPR_DEPTH, 200},
                                                    {SQLITE_LIMIT_COMPOUND_SELECT, 50},
                                                    {SQLITE_LIMIT_VDBE_OP, 100000},
                                                    {SQLITE_LIMIT_FUNCTION_ARG, static_cast<int>(kMostAhead)},
                                                    {SQLITE_LIMIT_ATTACHED, 0},
                                                    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
                                                    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                                    {SQLITE_LIMIT_WORKER_THREADS, 0}}};
  for (const auto& [limit, value] : limits) sqlite3_limit(db, limit, value);
}

}  // namespace

Error errorOf(sqlite3* db, int code, const std::string& where) {
  switch (code & 0xff) {
    case SQLITE_INTERRUPT:
      return stoppedByUser().value();
    case SQLITE_NOTADB:
      return {Error::Kind::Input, "is no SQLite file, or encrypted", where, {}};
    case SQLITE_CORRUPT:
      return {Error::Kind::Input, fmt::format("{} ({})", kDamaged, sqlite3_errmsg(db)), where,
              "export it anew, or copy it again as binary"};
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return {Error::Kind::Io, fmt::format("cannot be opened ({})", sqlite3_errmsg(db)), where, "check that you may read it"};
    case SQLITE_NOMEM:
      return {Error::Kind::Io, "not enough memory to read it", where, {}};
    case SQLITE_TOOBIG:
      return {Error::Kind::Input, fmt::format("a value is larger than {} MiB", kMaxValue >> 20), where, {}};
    case SQLITE_AUTH:
      return {Error::Kind::Input, "its schema asks for more than reading tables", where, {}};
    default:
      return {Error::Kind::Input, fmt::format("cannot be read ({})", sqlite3_errmsg(db)), where, {}};
  }
}

bool Table::has(std::string_view column) const {
  return std::any_of(columns.begin(), columns.end(), [&](const std::string& c) { return same(c, column); });
}

struct Database::Impl {
  RowSink sink;
  Handle db;
  std::string path;
  Job job;
  std::vector<Table> tables;
  std::vector<Note> notes;

  Result<Statement> prepare(const std::string& sql, const std::string& where) const {
    sqlite3_stmt* s = nullptr;
    const int code = sqlite3_prepare_v2(db.get(), sql.c_str(), static_cast<int>(sql.size()), &s, nullptr);
    if (code != SQLITE_OK) return tl::make_unexpected(errorOf(db.get(), code, where));
    return Statement(s);
  }
  Result<void> listTables();
  Result<void> readSchema(const std::string& uri, bool tolerant);
};

Result<void> Database::Impl::listTables() {
  auto list = prepare("SELECT type, name, rootpage FROM sqlite_master", path);
  if (!list) return tl::make_unexpected(list.error());
  int code = SQLITE_ROW;
  std::vector<std::string> names;
  while ((code = sqlite3_step(list->get())) == SQLITE_ROW) {
    const auto cell = [&](int i) {
      const unsigned char* s = sqlite3_column_text(list->get(), i);
      return s ? std::string(reinterpret_cast<const char*>(s)) : std::string();
    };
    const std::string type = cell(0);
    const std::string name = cell(1);
    if (type == "view") {
      addNote(notes, "view of the file, not used", name);
    } else if (type == "trigger") {
      addNote(notes, "trigger of the file, not used", name);
    } else if (type == "table") {
      if (sqlite3_column_int64(list->get(), 2) <= 0) addNote(notes, "virtual table of the file, not read", name);
      else if (name.starts_with("sqlite_")) continue;
      else if (names.size() >= kMaxTables) addNote(notes, "table beyond the first 4096, not read", name);
      else names.push_back(name);
    }
  }
  if (code != SQLITE_DONE) return tl::make_unexpected(errorOf(db.get(), code, path + ", table sqlite_master"));
  for (const std::string& name : names) {
    Table t;
    t.name = name;
    auto info = prepare("PRAGMA table_xinfo(" + quotedName(name) + ")", path + ", table " + name);
    if (!info) {
      if (info.error().stopped()) return tl::make_unexpected(info.error());
      addNote(notes, "table that cannot be read", info.error().line());
      continue;
    }
    while ((code = sqlite3_step(info->get())) == SQLITE_ROW) {
      const unsigned char* column = sqlite3_column_text(info->get(), 1);
      if (column == nullptr) continue;
      if (sqlite3_column_int(info->get(), 6) != 0) addNote(notes, "computed column of the file, not read", name + "." + reinterpret_cast<const char*>(column));
      else t.columns.emplace_back(reinterpret_cast<const char*>(column));
    }
    if (code == SQLITE_INTERRUPT) return stoppedByUser();
    if (!t.columns.empty()) tables.push_back(std::move(t));
  }
  return {};
}

Result<void> Database::Impl::readSchema(const std::string& uri, bool tolerant) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(uri.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  db.reset(raw);
  if (code != SQLITE_OK) return tl::make_unexpected(errorOf(db.get(), code, path));
  sqlite3_extended_result_codes(raw, 1);
  restrict(raw);
  if (const int added = addRowsFunction(raw, &sink); added != SQLITE_OK) return tl::make_unexpected(errorOf(raw, added, path));
  sqlite3_progress_handler(raw, kOpsBetweenStops, askStop, &job);
  if (tolerant) {
    // Then the tables before a damaged entry are kept, and a file may be shorter than it says. Nothing can be written all the same: the file is open read-only.
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    sqlite3_exec(raw, "PRAGMA writable_schema=ON", nullptr, nullptr, nullptr);
    sqlite3_exec(raw, "SELECT 1 FROM sqlite_master", nullptr, nullptr, nullptr);
  }
  sqlite3_set_authorizer(raw, allow, nullptr);
  tables.clear();
  notes.clear();
  return listTables();
}

Database::Database(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::string& path, const Job& job) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->job = job;
  const std::string uri = uriOf(path);
  // Rows that only stand there would be missing without a word.
  for (const char* ending : {"-wal", "-journal"})
    if (holdsChanges(path + ending))
      return fail(fmt::format("changes that belong to it still stand in the file {} beside it", std::filesystem::path(path + ending).filename().string()), path,
                  "let the program that writes it end, or take them in: sqlite3 FILE 'PRAGMA wal_checkpoint(TRUNCATE)'");
  auto read = impl->readSchema(uri, false);
  if (!read && !read.error().stopped() && read.error().what.find(kDamaged) != std::string::npos) {
    const Error first = read.error();
    read = impl->readSchema(uri, true);
    if (!read || impl->tables.empty()) return tl::make_unexpected(read && !first.stopped() ? first : read ? first : read.error());
    addNote(impl->notes, "damaged: read as far as that is possible", first.what);
  }
  if (!read) return tl::make_unexpected(read.error());
  return Database(std::move(impl));
}

const std::vector<Table>& Database::tables() const { return impl_->tables; }
const std::vector<Note>& Database::notes() const { return impl_->notes; }
const Table* Database::find(std::string_view name) const {
  for (const Table& t : impl_->tables)
    if (same(t.name, name)) return &t;
  return nullptr;
}

Result<Rows> Database::select(const Table& table, const std::vector<std::string_view>& columns, std::string_view where) const {
  std::string list;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) list += ", ";
    list += table.has(columns[i]) ? quotedName(columns[i]) : std::string("NULL");
  }
  // All rows come in the order of the table, whichever way they are read.
  const std::string from = " FROM " + quotedName(table.name) + (where.empty() ? std::string(" NOT INDEXED") : " WHERE " + std::string(where));
  const std::string sql = "SELECT " + list + from;
  std::string place = impl_->path + ", table " + table.name;
  auto statement = impl_->prepare(sql, place);
  if (!statement) return tl::make_unexpected(statement.error());
  Rows rows = Rows::make(impl_->db.get(), std::move(*statement), std::move(place), columns.size());
  if (where.empty() && columns.size() <= kMostAhead) rows.canReadAhead(impl_->sink, fmt::format("SELECT {}({}){}", kRowsFunction, list, from));
  return rows;
}

Result<std::uint64_t> Database::rows(const Table& table) const {
  const std::string where = impl_->path + ", table " + table.name;
  const auto s = impl_->prepare("SELECT count(*) FROM " + quotedName(table.name), where);
  if (!s) return tl::make_unexpected(s.error());
  const int code = sqlite3_step(s->get());
  if (code != SQLITE_ROW) return tl::make_unexpected(errorOf(impl_->db.get(), code, where));
  return static_cast<std::uint64_t>(sqlite3_column_int64(s->get(), 0));
}

std::optional<std::int64_t> Database::smallest(const Table& table, std::string_view column) const {
  if (!table.has(column)) return std::nullopt;
  const auto s = impl_->prepare("SELECT min(" + quotedName(column) + ") FROM " + quotedName(table.name), impl_->path);
  if (!s || sqlite3_step(s->get()) != SQLITE_ROW || sqlite3_column_type(s->get(), 0) != SQLITE_INTEGER) return std::nullopt;
  return sqlite3_column_int64(s->get(), 0);
}

bool isDatabase(ByteSpan head) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  return std::string_view(reinterpret_cast<const char*>(head.data()), head.size()).starts_with(magic);
}

bool mentions(ByteSpan head, std::string_view text) {
  const std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  return std::search(s.begin(), s.end(), text.begin(), text.end(), [](char a, char b) { return lowered(a) == lowered(b); }) != s.end();
}

}  // namespace weir::sqlite
