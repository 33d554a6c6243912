// The schema of the study file, as the list of steps that lead to it.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <span>

namespace weir {

inline constexpr std::int32_t kApplicationId = 0x57454952;  // "WEIR" at byte 68, so that file(1) can tell

struct Migration {
  const char* what;
  const char* sql;  // leads from version i to i + 1, i = place in the table; never changed once released
};
[[nodiscard]] std::span<const Migration> migrations();

// Runs the steps from `version` on, all in one transaction, and sets user_version. Throws SQLite::Exception.
void migrate(SQLite::Database& db, int version);

}  // namespace weir
