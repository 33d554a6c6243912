#include <fmt/format.h>

#include "core/study/study_impl.h"

namespace weir {

Result<StudyId> Study::addSweep(const StoredSweep& s) {
  return impl_->write([&]() -> Result<StudyId> {
    SQLite::Statement q(*impl_->db,
                        "INSERT INTO sweeps (scenario, title, spec, state, created_ms, total) VALUES (?, ?, ?, ?, ?, ?)");
    bindId(q, 1, s.scenario);
    q.bind(2, s.title);
    q.bind(3, s.spec);
    q.bind(4, static_cast<int>(s.state));
    q.bind(5, s.created_ms);
    q.bind(6, static_cast<std::int64_t>(s.total));
    q.exec();
    return impl_->db->getLastInsertRowid();
  });
}

Result<void> Study::addSweepPoints(StudyId id, const std::vector<SweepPointRow>& points, SweepState state) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement head(*impl_->db, "UPDATE sweeps SET state = ? WHERE id = ?");
    head.bind(1, static_cast<int>(state));
    head.bind(2, id);
    if (head.exec() == 0) return fail("is not there (any more)", fmt::format("sweep {}", id));
    SQLite::Statement q(*impl_->db, "INSERT OR REPLACE INTO sweep_points (sweep, point, json) VALUES (?, ?, ?)");
    for (const SweepPointRow& p : points) {
      q.bind(1, id);
      q.bind(2, static_cast<std::int64_t>(p.index));
      q.bindNoCopy(3, p.json);
      q.exec();
      q.reset();
    }
    return {};
  });
}

Result<void> Study::removeSweep(StudyId id) {
  return impl_->write([&]() -> Result<void> {
    SQLite::Statement q(*impl_->db, "DELETE FROM sweeps WHERE id = ?");
    q.bind(1, id);
    q.exec();
    return {};
  });
}

Result<std::vector<StoredSweep>> Study::sweeps() const {
  return guarded(path(), [&]() -> Result<std::vector<StoredSweep>> {
    SQLite::Statement q(
        *impl_->db,
        "SELECT id, scenario, title, spec, state, created_ms, total, (SELECT count(*) FROM sweep_points WHERE sweep = sweeps.id) "
        "FROM sweeps ORDER BY id");
    std::vector<StoredSweep> out;
    while (q.executeStep()) {
      StoredSweep s;
      s.id = q.getColumn(0).getInt64();
      s.scenario = idOf(q.getColumn(1));
      s.title = textOf(q.getColumn(2));
      s.spec = textOf(q.getColumn(3));
      const int state = q.getColumn(4).getInt();
      s.state = state == 2 ? SweepState::Done : state == 1 ? SweepState::Stopped : SweepState::Running;
      s.created_ms = q.getColumn(5).getInt64();
      s.total = static_cast<std::uint64_t>(q.getColumn(6).getInt64());
      s.points = static_cast<std::uint64_t>(q.getColumn(7).getInt64());
      out.push_back(std::move(s));
    }
    return out;
  });
}

Result<std::vector<SweepPointRow>> Study::sweepPoints(StudyId id) const {
  return guarded(path(), [&]() -> Result<std::vector<SweepPointRow>> {
    SQLite::Statement q(*impl_->db, "SELECT point, json FROM sweep_points WHERE sweep = ? ORDER BY point");
    q.bind(1, id);
    std::vector<SweepPointRow> out;
    while (q.executeStep()) out.push_back({static_cast<std::uint64_t>(q.getColumn(0).getInt64()), textOf(q.getColumn(1))});
    return out;
  });
}

}  // namespace weir
