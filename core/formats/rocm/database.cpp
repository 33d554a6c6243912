#include "core/formats/rocm/database.h"

#include <fmt/format.h>

#include <algorithm>

namespace weir::rocm {

Result<void> Tables::each(std::string_view name, const std::vector<std::string_view>& columns, const std::function<void(sqlite::Rows&)>& row) {
  const sqlite::Table* table = db.find(name);
  if (table == nullptr) return {};
  auto rows = db.select(*table, columns);
  if (!rows) {
    if (rows.error().stopped()) return tl::make_unexpected(rows.error());
    timeline.builder().note("table that cannot be read", rows.error().line());
    used[table->name] = 0;
    return {};
  }
  while (rows->next()) row(*rows);
  if (rows->error()) {
    if (rows->error()->stopped()) return tl::make_unexpected(*rows->error());
    timeline.builder().note("table damaged, read up to there", rows->error()->line());
  }
  used[table->name] = rows->count();
  return {};
}

void Tables::known(std::string_view name) {
  if (const sqlite::Table* table = db.find(name)) used.try_emplace(table->name, db.rows(*table).value_or(0));
}

Result<Run> Tables::finish(const std::string& path) {
  RunBuilder& b = timeline.builder();
  for (const sqlite::Table& t : db.tables()) {
    if (used.contains(t.name)) continue;
    const auto n = db.rows(t);
    if (!n && n.error().stopped()) return tl::make_unexpected(n.error());
    if (n.value_or(0) > 0) b.note("rows of a table that is not read", t.name, *n);
  }
  Table table{timeline.builder().run().format + " tables", {{"table", "", {}, {}}, {"rows", "", {}, {}}}, 0};
  for (const auto& [name, rows] : used) {
    table.columns[0].text.push_back(name);
    table.columns[1].number.push_back(static_cast<double>(rows));
  }
  if (b.slices() == 0 && b.run().instants.empty() && table.rows() == 0)
    return fail(b.run().notes.empty() ? "no events in this database" : "nothing in it could be read: " + b.run().notes.front().kind, path, "record it anew");
  b.table(std::move(table));
  std::vector<gpu::ProcessIndex> users;
  for (gpu::ProcessIndex p = 0; p < timeline.processes(); ++p)
    if (!timeline.devicesOf(p).empty()) users.push_back(p);
  if (users.size() > 1) {
    std::sort(users.begin(), users.end(), [&](gpu::ProcessIndex x, gpu::ProcessIndex y) {
      return std::pair(timeline.devicesOf(x).front(), timeline.pidOf(x)) < std::pair(timeline.devicesOf(y).front(), timeline.pidOf(y));
    });
    for (std::size_t i = 0; i < users.size(); ++i) timeline.setRank(users[i], static_cast<std::int32_t>(i));
    b.note("ranks not told: processes numbered by their first device", fmt::format("{} processes", users.size()));
  }
  Source source;
  source.clock = ClockKind::Own;  // time since boot
  b.run().sources.push_back(source);
  return timeline.build();
}

}  // namespace weir::rocm
