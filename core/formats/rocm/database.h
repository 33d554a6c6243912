// What the readers of RPD and rocpd databases share.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/gpu/timeline.h"
#include "core/formats/sqlite/database.h"

namespace weir::rocm {

struct Tables {
  Tables(const sqlite::Database& database, std::string_view format, std::int64_t origin) : db(database), timeline(format, origin) {}

  const sqlite::Database& db;
  gpu::Timeline timeline;
  gpu::Args args;
  std::map<std::string, std::uint64_t> used;  // rows read

  // Calls row(rows) for every row of the table of that name, if there is one. Damage becomes a note; only a stop is an error.
  [[nodiscard]] Result<void> each(std::string_view name, const std::vector<std::string_view>& columns, const std::function<void(sqlite::Rows&)>& row);
  // A table that describes others and needs no note.
  void known(std::string_view name);
  // Counts what was not read, gives ranks by device where several processes use some, builds.
  [[nodiscard]] Result<Run> finish(const std::string& path);
};

}  // namespace weir::rocm
