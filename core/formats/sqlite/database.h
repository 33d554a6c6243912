// A SQLite file of unknown origin, read safely: read-only and unchanging, real tables only (no views, no triggers, no
// virtual tables, no generated columns), no function but count, min and max, small limits, and a stop that works within any
// statement. One thread at a time.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/formats/format.h"

struct sqlite3;
struct sqlite3_stmt;
struct sqlite3_value;

namespace weir::sqlite {

struct Closer {
  void operator()(sqlite3* db) const;
  void operator()(sqlite3_stmt* s) const;
};
using Handle = std::unique_ptr<sqlite3, Closer>;
using Statement = std::unique_ptr<sqlite3_stmt, Closer>;

struct Table {
  std::string name;
  std::vector<std::string> columns;  // as stored, in order; generated and hidden ones are left out
  [[nodiscard]] bool has(std::string_view column) const;
};

// The rows of one table, a prepared statement. Columns are told by their place in the list given to select(); one that the
// table does not have is null in every row. Views end with the next next().
// Rows::moment() of what is no time.
inline constexpr std::int64_t kNoInteger = std::numeric_limits<std::int64_t>::min();

struct RowSink;
class Rows {
 public:
  Rows(Rows&&) noexcept;
  Rows& operator=(Rows&&) noexcept;
  ~Rows();
  // False after the last row, when stopped, and at damage: then error() tells.
  [[nodiscard]] bool next();
  [[nodiscard]] const std::optional<Error>& error() const;
  [[nodiscard]] std::uint64_t count() const;  // rows given so far
  [[nodiscard]] bool isNull(int column) const;
  [[nodiscard]] bool isText(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;  // text that is a number counts; 0 for null and all else
  // A time: kNoInteger where there is none (null, a blob, text that is no number).
  [[nodiscard]] std::int64_t moment(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string_view text(int column) const;  // "" for null; numbers as they are written
  // From now on rows are fetched by a thread of its own, some thousands ahead. Until these Rows are gone, the database
  // must not be used for anything else. Rows of a condition are not.
  void readAhead();

 private:
  friend class Database;
  struct Impl;
  explicit Rows(std::unique_ptr<Impl> impl);
  static Rows make(sqlite3* db, Statement statement, std::string where, std::size_t columns);
  void canReadAhead(RowSink& sink, std::string sql);
  friend struct RowSink;
  std::unique_ptr<Impl> impl_;
};

class Database {
 public:
  // Errors: no such file, no SQLite file, a schema that cannot be parsed, stopped. `job` must outlive the database.
  [[nodiscard]] static Result<Database> open(const std::string& path, const Job& job);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  [[nodiscard]] const std::vector<Table>& tables() const;
  // The table of this name, letters' case aside; null when there is none.
  [[nodiscard]] const Table* find(std::string_view name) const;
  // What of the schema was left alone: views, triggers, virtual tables, tables behind damage.
  [[nodiscard]] const std::vector<Note>& notes() const;

  // `where`: a condition of the program's own, never of the file's; "" = all rows.
  [[nodiscard]] Result<Rows> select(const Table& table, const std::vector<std::string_view>& columns,
                                    std::string_view where = {}) const;
  [[nodiscard]] Result<std::uint64_t> rows(const Table& table) const;
  // The smallest value of a column; nothing when the table is empty or lacks it.
  [[nodiscard]] std::optional<std::int64_t> smallest(const Table& table, std::string_view column) const;

 private:
  struct Impl;
  explicit Database(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Whether these are the first bytes of a SQLite file.
[[nodiscard]] bool isDatabase(ByteSpan head);
// Whether the first bytes of a SQLite file hold this text (a table's name in its schema), letters' case aside.
[[nodiscard]] bool mentions(ByteSpan head, std::string_view text);

}  // namespace weir::sqlite
