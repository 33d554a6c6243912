#include "core/formats/nsys/import.h"

#include <fmt/format.h>

#include <algorithm>

namespace weir::nsys {
namespace {

constexpr std::uint64_t kAheadFrom = 4096;
// For the progress, which counts the file's bytes: about what a row takes.
constexpr std::uint64_t kRowsAStep = 65536;
constexpr std::uint64_t kBytesARow = 70;

// "cudaMemcpyAsync_v3020" is called cudaMemcpyAsync.
std::string_view withoutVersion(std::string_view name) {
  const std::size_t at = name.rfind("_v");
  if (at == std::string_view::npos || at == 0 || at + 3 > name.size()) return name;
  const std::string_view digits = name.substr(at + 2);
  const bool version = digits.size() >= 4 && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return version && name.starts_with("cu") ? name.substr(0, at) : name;
}

}  // namespace

std::string_view baseName(std::string_view table) {
  const std::size_t at = table.rfind("_V");
  if (at == std::string_view::npos || at == 0 || at + 2 >= table.size()) return table;
  const std::string_view digits = table.substr(at + 2);
  return digits.size() <= 3 && digits.find_first_not_of("0123456789") == std::string_view::npos ? table.substr(0, at) : table;
}

Result<void> Strings::load(const sqlite::Database& db, std::vector<Note>& notes) {
  const sqlite::Table* table = nullptr;
  for (const sqlite::Table& t : db.tables())
    if (baseName(t.name) == "StringIds" && (table == nullptr || t.name > table->name)) table = &t;
  if (table == nullptr) return {};
  auto rows = db.select(*table, {"id", "value"});
  if (!rows) {
    if (rows.error().stopped()) return tl::make_unexpected(rows.error());
    addNote(notes, "table that cannot be read", rows.error().line());
    return {};
  }
  bool sorted = true;
  while (rows->next()) {
    const std::string_view s = rows->text(1);
    if (s.size() > UINT32_MAX) continue;
    const std::int64_t id = rows->integer(0);
    sorted = sorted && (entries_.empty() || entries_.back().id < id);
    entries_.push_back({id, arena_.size(), static_cast<std::uint32_t>(s.size()), 0});
    arena_ += s;
  }
  if (!sorted) std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
  if (rows->error()) {
    if (rows->error()->stopped()) return tl::make_unexpected(*rows->error());
    addNote(notes, "table damaged, read up to there", rows->error()->line());
  }
  return {};
}

const Strings::Entry* Strings::find(std::int64_t id) const {
  if (entries_.empty() || id < entries_.front().id) return nullptr;
  const auto guess = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(entries_.front().id);
  if (guess < entries_.size() && entries_[guess].id == id) return &entries_[guess];
  const auto it = std::lower_bound(entries_.begin(), entries_.end(), id, [](const Entry& e, std::int64_t v) { return e.id < v; });
  return it != entries_.end() && it->id == id ? &*it : nullptr;
}

std::string_view Strings::text(std::int64_t id) const {
  const Entry* e = find(id);
  return e ? std::string_view(arena_).substr(e->begin, e->size) : std::string_view();
}

NameId Strings::name(std::int64_t id, gpu::Timeline& timeline) {
  const Entry* e = find(id);
  if (e == nullptr) return timeline.intern(fmt::format("string {} (missing)", id));
  Entry& entry = entries_[static_cast<std::size_t>(e - entries_.data())];
  if (entry.name == 0) entry.name = timeline.intern(withoutVersion(text(id)));
  return entry.name;
}

const std::string& Import::syncTrack(std::int64_t device) {
  std::string& name = syncTracks[device];
  if (name.empty()) name = fmt::format("GPU {} synchronisation", device);
  return name;
}

const sqlite::Table* Import::table(std::string_view name) {
  std::vector<const sqlite::Table*> found;
  for (const sqlite::Table& t : db.tables())
    if (baseName(t.name) == name) found.push_back(&t);
  // By version: the plain name first, "_V10" behind "_V9".
  std::sort(found.begin(), found.end(), [](const auto* a, const auto* b) {
    return a->name.size() != b->name.size() ? a->name.size() < b->name.size() : a->name < b->name;
  });
  if (found.size() <= 1) return found.empty() ? nullptr : found.front();
  const sqlite::Table* best = nullptr;
  for (auto it = found.rbegin(); it != found.rend() && best == nullptr; ++it)
    if (db.rows(**it).value_or(0) > 0) best = *it;
  if (best == nullptr) best = found.back();
  for (const sqlite::Table* t : found) {
    if (t == best || used.contains(t->name)) continue;
    const std::uint64_t n = db.rows(*t).value_or(0);
    used[t->name] = {n, "an older version of " + best->name};
    if (n > 0) note("rows of an older version of a table, not read", t->name, n);
  }
  return best;
}

Result<void> Import::each(const sqlite::Table* t, const std::vector<std::string_view>& columns, std::string_view readAs,
                          const std::function<void(sqlite::Rows&)>& row, std::string_view where) {
  if (t == nullptr) return {};
  auto rows = db.select(*t, columns, where);
  if (!rows) {
    if (rows.error().stopped()) return tl::make_unexpected(rows.error());
    note("table that cannot be read", rows.error().line());
    used[t->name] = {0, "damaged"};
    return {};
  }
  while (rows->next()) {
    row(*rows);
    // SQLite takes as long to fetch a row as the rest of us to make a slice of it.
    if (rows->count() == kAheadFrom && context.threads > 1) rows->readAhead();
    if (rows->count() % kRowsAStep == 0) job.add(kRowsAStep * kBytesARow);
  }
  if (rows->error()) {
    if (rows->error()->stopped()) return tl::make_unexpected(*rows->error());
    note("table damaged, read up to there", rows->error()->line());
  }
  if (where.empty()) used[t->name] = {rows->count(), std::string(readAs)};
  return {};
}

}  // namespace weir::nsys
