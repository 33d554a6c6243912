// Within this folder: errors of SQLite.
#pragma once

#include <string>

#include "core/formats/sqlite/database.h"

namespace weir::sqlite {

// A string of a trace (the output of the traced program, a list of environment variables) stays below this.
inline constexpr int kMaxValue = 256 << 20;

// The aggregate function that Rows are read ahead through: SELECT weir_rows(columns) FROM table hands over all rows within
// one call of SQLite, which spares it a return for each row and a question for each value. Its user data is a RowSink.
inline constexpr const char* kRowsFunction = "weir_rows";
struct RowSink {
  Rows::Impl* reader = nullptr;  // who reads ahead
  [[nodiscard]] bool add(sqlite3_value** values, int n) const;
};
[[nodiscard]] int addRowsFunction(sqlite3* db, RowSink* sink);

// What a result code means to people. "Stopped" when the job was.
[[nodiscard]] Error errorOf(sqlite3* db, int code, const std::string& where);

}  // namespace weir::sqlite
