// Within this folder: errors of SQLite.
#pragma once

#include <string>

#include "core/formats/sqlite/database.h"

namespace weir::sqlite {

// A string of a trace (the output of the traced program, a list of environment variables) stays below this.
inline constexpr int kMaxValue = 256 << 20;

// What a result code means to people. "Stopped" when the job was.
[[nodiscard]] Error errorOf(sqlite3* db, int code, const std::string& where);

}  // namespace weir::sqlite
