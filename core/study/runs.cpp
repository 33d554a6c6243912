#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "core/base/random.h"
#include "core/run/call_match.h"
#include "core/study/check_run.h"
#include "core/study/columns.h"
#include "core/study/run_columns.h"
#include "core/study/study_impl.h"

namespace weir {
namespace {

constexpr const char* kRunFields =
    "SELECT id, scenario, title, format, truth, created_ms, begin_ps, end_ps, slices, transfers, ranks, stored_bytes FROM runs";

StoredRun storedOf(SQLite::Statement& q) {
  StoredRun r;
  r.id = q.getColumn(0).getInt64();
  r.scenario = idOf(q.getColumn(1));
  r.title = textOf(q.getColumn(2));
  r.format = textOf(q.getColumn(3));
  const int truth = q.getColumn(4).getInt();
  r.truth = truth == 1 ? Truth::Simulated : truth == 2 ? Truth::Predicted : Truth::Measured;
  r.created_ms = q.getColumn(5).getInt64();
  r.begin_ps = q.getColumn(6).getInt64();
  r.end_ps = q.getColumn(7).getInt64();
  r.slices = static_cast<std::uint64_t>(q.getColumn(8).getInt64());
  r.transfers = static_cast<std::uint64_t>(q.getColumn(9).getInt64());
  r.ranks = q.getColumn(10).getInt();
  r.stored_bytes = static_cast<std::uint64_t>(q.getColumn(11).getInt64());
  return r;
}

// Columns that do not fit in memory go to disk (core/run/column.h), so what bounds them is how much a file can hold: columns
// shrink 5 to 20 times when they are stored. A small file that claims more than memory has is refused before anything is
// allocated.
std::uint64_t mostForARun(const std::string& path) {
  constexpr std::uint64_t kShrinks = 64;
  std::error_code ignored;
  const std::uintmax_t file = std::filesystem::file_size(path, ignored);
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGESIZE);
  const std::uint64_t half = pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) / 2 * static_cast<std::uint64_t>(size) : std::uint64_t{1} << 32;
  return ignored || file > (std::uint64_t{1} << 44) ? half : half + file * kShrinks;
}

std::uint64_t memoryOf(const Run& run) {  // for progress: roughly what writeRun will report
  return run.slices.size() * 37 + run.argsText.size() + run.transfers.size() * 36;
}

std::string nameOf(StudyId id, const std::string& title) {
  return title.empty() ? fmt::format("run {}", id) : fmt::format("run {} \"{}\"", id, title);
}

}  // namespace

Result<StudyId> Study::addRun(const Run& run, std::optional<StudyId> scenario, std::int64_t created_ms, const Job& job) {
  // What could not be read again must not be accepted as saved.
  if (const auto ok = checkRun(run); !ok)
    return tl::make_unexpected(
        Error{Error::Kind::Internal, "the run cannot be saved: " + ok.error().line(), path(), "please report it"});
  if (impl_->readOnly) return failIo("the study is read-only", path(), "save a copy elsewhere and work on that");
  // Packed before the transaction, so that others wait for the writing only.
  job.begin("saving " + run.title, memoryOf(run));
  struct Chunk {
    std::string column, blob;
    std::uint32_t part;
  };
  std::vector<Chunk> chunks;
  std::uint64_t digest = 0;
  std::int64_t bytes = 0;
  auto packed = writeRun(
      run,
      [&](const std::string& column, std::uint32_t part, std::string&& blob) -> Result<void> {
        digest = mix(mix(digest, checksumOf(column)), checksumOf(blob));
        bytes += static_cast<std::int64_t>(blob.size());
        chunks.push_back({column, std::move(blob), part});
        return {};
      },
      job);
  if (!packed) return tl::make_unexpected(std::move(packed).error());
  return impl_->write([&]() -> Result<StudyId> {
    SQLite::Statement q(
        *impl_->db,
        "INSERT INTO runs (scenario, title, format, truth, created_ms, begin_ps, end_ps, slices, transfers, ranks, layout, "
        "digest, stored_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    bindId(q, 1, scenario);
    q.bind(2, run.title);
    q.bind(3, run.format);
    q.bind(4, static_cast<int>(run.truth));
    q.bind(5, created_ms);
    q.bind(6, run.span().first);
    q.bind(7, run.span().second);
    q.bind(8, static_cast<std::int64_t>(run.slices.size()));
    q.bind(9, static_cast<std::int64_t>(run.transfers.size()));
    q.bind(10, static_cast<std::int64_t>(run.ranks.size()));
    q.bind(11, kRunLayout);
    q.bind(12, static_cast<std::int64_t>(digest));
    q.bind(13, bytes);
    q.exec();
    const StudyId id = impl_->db->getLastInsertRowid();

    SQLite::Statement insert(*impl_->db, "INSERT INTO run_columns (run, name, part, data) VALUES (?, ?, ?, ?)");
    for (const Chunk& c : chunks) {
      if (job.stopped()) return stoppedByUser();
      insert.reset();
      insert.bind(1, id);
      insert.bindNoCopy(2, c.column);
      insert.bind(3, c.part);
      insert.bindNoCopy(4, c.blob.data(), static_cast<int>(c.blob.size()));
      insert.exec();
    }
    return id;
  });
}

Result<void> Study::removeRun(StudyId id) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement q(*impl_->db, "DELETE FROM runs WHERE id = ?");
    q.bind(1, id);
    q.exec();
    return {};
  });
}

Result<void> Study::setRemembered(StudyId run, const std::map<std::string, std::string>& results) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement clear(*impl_->db, "DELETE FROM remembered WHERE run = ?");
    clear.bind(1, static_cast<std::int64_t>(run));
    clear.exec();
    SQLite::Statement add(*impl_->db, "INSERT INTO remembered (run, key, data) VALUES (?, ?, ?)");
    for (const auto& [key, data] : results) {
      add.reset();
      add.bind(1, static_cast<std::int64_t>(run));
      add.bind(2, key);
      add.bindNoCopy(3, data.data(), static_cast<int>(data.size()));
      add.exec();
    }
    return {};
  });
}

Result<std::map<std::string, std::string>> Study::remembered(StudyId run) const {
  return guarded(path(), [&]() -> Result<std::map<std::string, std::string>> {
    SQLite::Statement q(*impl_->db, "SELECT key, data FROM remembered WHERE run = ?");
    q.bind(1, static_cast<std::int64_t>(run));
    std::map<std::string, std::string> out;
    while (q.executeStep()) out[textOf(q.getColumn(0))] = textOf(q.getColumn(1));
    return out;
  });
}

Result<std::vector<StoredRun>> Study::runs() const {
  return guarded(path(), [&]() -> Result<std::vector<StoredRun>> {
    SQLite::Statement q(*impl_->db, fmt::format("{} ORDER BY id", kRunFields));
    std::vector<StoredRun> out;
    while (q.executeStep()) out.push_back(storedOf(q));
    return out;
  });
}

Result<RunPtr> Study::run(StudyId id, const Job& job) const {
  return impl_->read([&]() -> Result<RunPtr> {
    SQLite::Statement head(*impl_->db, "SELECT layout, title, stored_bytes FROM runs WHERE id = ?");
    head.bind(1, id);
    if (!head.executeStep()) return fail("is not there (any more)", fmt::format("run {}", id));
    const int layout = head.getColumn(0).getInt();
    const std::string name = nameOf(id, textOf(head.getColumn(1)));
    job.begin("reading " + name, static_cast<std::uint64_t>(head.getColumn(2).getInt64()));

    SQLite::Statement count(*impl_->db, "SELECT count(*) FROM run_columns WHERE run = ? AND name = ?");
    SQLite::Statement chunks(*impl_->db, "SELECT data FROM run_columns WHERE run = ? AND name = ? ORDER BY part");
    auto read = readRun(
        layout,
        [&](const std::string& column, const ChunkUse& use) -> Result<void> {
          count.reset();
          count.bind(1, id);
          count.bind(2, column);
          count.executeStep();
          const auto parts = static_cast<std::uint64_t>(count.getColumn(0).getInt64());
          chunks.reset();
          chunks.bind(1, id);
          chunks.bind(2, column);
          while (chunks.executeStep()) {
            const SQLite::Column data = chunks.getColumn(0);
            const std::string_view blob(static_cast<const char*>(data.getBlob()), static_cast<std::size_t>(data.getBytes()));
            if (auto used = use(blob, parts); !used) return used;
          }
          return {};
        },
        mostForARun(path()), job);
    if (!read) {
      Error e = std::move(read).error();
      if (!e.stopped()) {
        e.where = e.where.empty() ? name : name + ", " + e.where;
        if (e.todo.empty()) e.todo = "open the original trace, or a copy of the study";
      }
      return tl::make_unexpected(std::move(e));
    }
    // One that an older version kept may count calls by their order alone.
    (void)countByMatch(*read);
    return std::make_shared<const Run>(*std::move(read));
  });
}

Result<void> Study::check(const Job& job) const {
  auto whole = impl_->read([&]() -> Result<void> {
    job.begin("checking " + path());
    const std::string verdict = textOf(impl_->db->execAndGet("PRAGMA integrity_check(1)"));
    if (verdict != "ok") return fail("the study is damaged (" + verdict + ")", {}, "use a copy of it");
    SQLite::Statement keys(*impl_->db, "PRAGMA foreign_key_check");
    if (keys.executeStep())
      return fail("the study is damaged (a row belongs to nothing)", textOf(keys.getColumn(0)), "use a copy of it");
    return {};
  });
  if (!whole) return whole;
  const auto all = runs();
  if (!all) return tl::make_unexpected(all.error());
  for (const StoredRun& r : *all)
    if (const auto one = run(r.id, job); !one) return tl::make_unexpected(one.error());
  return {};
}

}  // namespace weir
