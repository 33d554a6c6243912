// SQLite files made in a test.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "support.h"

namespace weir::test {

// A database of these statements in a file that goes with this.
class MadeDatabase {
 public:
  explicit MadeDatabase(const std::string& sql, const std::string& name = "made.sqlite") {
    std::string pattern = (std::filesystem::temp_directory_path() / "weir-database-XXXXXX").string();
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    path_ = folder_ / name;
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
    char* message = nullptr;
    sqlite3_exec(db, "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF", nullptr, nullptr, nullptr);
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << (message ? message : "");
    sqlite3_free(message);
    sqlite3_close(db);
  }
  MadeDatabase(const MadeDatabase&) = delete;
  MadeDatabase& operator=(const MadeDatabase&) = delete;
  ~MadeDatabase() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path folder_, path_;
};

// A cell of the row whose first column says `row`; NaN when there is none.
inline double cellOf(const Table* table, std::string_view row, std::string_view column) {
  if (table == nullptr || table->find(column) == nullptr) return std::nan("");
  for (std::size_t i = 0; i < table->rows(); ++i)
    if (table->columns[0].text[i] == row) return table->find(column)->number[i];
  return std::nan("");
}
// The first slice of that name; slices.size() when there is none.
inline SliceIndex sliceNamed(const weir::Run& run, std::string_view name) {
  for (SliceIndex i = 0; i < run.slices.size(); ++i)
    if (run.names.text(run.slices.name[i]) == name) return i;
  return run.slices.size();
}
inline std::int64_t slicesOf(const weir::Run& run, std::string_view category) {
  std::int64_t n = 0;
  for (const NameId c : run.slices.category) n += run.names.text(c) == category ? 1 : 0;
  return n;
}

}  // namespace weir::test
